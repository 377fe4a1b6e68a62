"""How sharp thought about the rummies."""

from math import exp, sqrt
from random import Random
from typing import Any, Final

from parlour.games.rummy.actions import LayDown
from parlour.games.rummy.rules import Rummy
from parlour.kernel.playout import play_on
from parlour.kernel.state import Bot, Seat
from parlour.lab.frozen.rummy.insight import key_of
from parlour.lab.frozen.rummy.lay_downs import lay_downs_of
from parlour.lab.frozen.rummy.solver import frozen
from parlour.lab.frozen.search import FrozenMind

EVEN: Final = 0.65  # of what the rounds to come may change: by so much a lead makes a win e times as likely
LAY_DOWNS: Final = 4  # ways to lay down that are tried


class RummyMind(FrozenMind[Any]):
    playouts = 40
    conviction = 1.5

    def __init__(self, steady: Bot[Any, Any], keen: Bot[Any, Any], spreads: dict[int, float]) -> None:
        self.steady = steady
        self.keen = keen  # who has learned
        self.spreads = spreads  # of the points in a round, by contract

    def ideas(self, rummy: Rummy, seat: Seat, rng: Random) -> list[Any]:
        """Only how to lay down is worth a thought."""
        choice = self.keen.choose(rummy, seat, rng)
        if isinstance(choice, LayDown):
            others: list[Any] = [other for other in lay_downs_of(rummy, seat) if other != choice]
            return [choice, *others[: LAY_DOWNS - 1]]
        return [choice]

    def outcome(self, rummy: Rummy, seat: Seat, action: Any, rng: Random) -> float:
        rounds = len(rummy.sheet) + 1
        rummy.apply(seat, action)
        play_on(rummy, self.steady, rng, False, -1, rounds)
        return self.worth(rummy, seat)

    def worth(self, rummy: Rummy, seat: Seat) -> float:
        """The chance that the seat's sum is the lowest in the end."""
        result = rummy.result()
        if result:
            return result.share(seat)
        totals = rummy.totals()
        scale = self.scale(rummy)
        whole = 0.0
        for total in totals:
            whole += exp((totals[seat] - total) / scale)
        return 1.0 / whole

    def scale(self, rummy: Rummy) -> float:
        variance = 0.0
        for later in rummy.terms.rounds[len(rummy.sheet) :]:
            variance += self.spreads[key_of(frozen(later.contract))] ** 2
        return EVEN * sqrt(variance)
