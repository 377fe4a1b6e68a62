"""How Gentle and Sharp think about a rummy: which actions to search, what an outcome and a lead are worth, and how
people slip. The words of hints are in `advice`."""

from math import exp, sqrt
from random import Random
from typing import Any, Final

from parlour.cards import JOKER, Card
from parlour.games.rummy.actions import DISCARDS, Buy, Discard, LayDown, PlayOn
from parlour.games.rummy.players import advice
from parlour.games.rummy.players.knowledge import RummyKnowledge
from parlour.games.rummy.players.learned import likest
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.view import RummyWords
from parlour.kernel.actions import PASS
from parlour.kernel.mind import Mind
from parlour.kernel.playout import play_on
from parlour.kernel.state import Bot, Seat

EVEN: Final = 0.65  # a lead of this part of the spread of the coming rounds makes a win e times as likely
LAY_DOWNS: Final = 4  # ways to lay down that are searched
SLIPS_LOOKED_AT: Final = 5  # the best discards, of which a careless player picks any


class RummyMind(Mind[Any]):
    """What both games share. Subclasses add the actions about the visible discard."""

    playouts = 40
    conviction = 1.5
    slips = 0.15

    def __init__(
        self, steady: Bot[Any, Any], keen: Bot[Any, Any], words: RummyWords, spreads: dict[int, float]
    ) -> None:
        super().__init__(steady)
        self.keen = keen  # plays with what Sharp has learned
        self.words = words
        self.spreads = spreads  # standard deviation of the points in a round, by contract

    # ------------------------------------------------------------ which actions to search

    def ideas(self, rummy: Rummy, seat: Seat, rng: Random) -> list[Any]:
        """Search only different lay-downs, unless one ends the round at once. Other choices differ by less than a few
        imagined deals can show, so they rest on what was learned from thousands."""
        choice = self.keen.choose(rummy, seat, rng)
        if isinstance(choice, LayDown) and not rummy.goes_out(seat, choice):
            others: list[Any] = [other for other in rummy.lay_downs(seat) if other != choice]
            return [choice, *others[: LAY_DOWNS - 1]]
        return [choice]

    # ------------------------------------------------------------ what an outcome is worth

    def outcome(self, rummy: Rummy, seat: Seat, action: Any, rng: Random) -> float:
        rounds = len(rummy.sheet) + 1
        if action is not None:
            rummy.apply(seat, action)
        play_on(rummy, self.steady, rng, False, seat if action is None else -1, rounds)
        return self.worth(rummy, seat)

    def worth(self, rummy: Rummy, seat: Seat) -> float:
        """The chance that the seat's total is the lowest in the end. It shrinks with the points behind, and faster the
        fewer rounds are left."""
        result = rummy.result()
        if result:
            return 1.0 / len(result.winners) if seat in result.winners else 0.0
        scale = self.scale(rummy)
        totals = rummy.totals()
        whole = 0.0
        for total in totals:
            whole += exp((totals[seat] - total) / scale)
        return 1.0 / whole

    def scale(self, rummy: Rummy) -> float:
        variance = 0.0
        for later in rummy.terms.rounds[len(rummy.sheet) :]:
            variance += self.spreads[likest(later.contract, self.spreads)] ** 2
        return EVEN * sqrt(variance)

    # ------------------------------------------------------------ how people slip

    def slip(self, rummy: Rummy, seat: Seat, rng: Random) -> Any:
        """Forget to buy, miss a chance to lay down or play on, or discard a card worth keeping."""
        sound = self.steady.choose(rummy, seat, rng)
        if isinstance(sound, Buy) and PASS in rummy.legal(seat):
            return PASS
        if isinstance(sound, (Discard, LayDown, PlayOn)) and len(rummy.hands[seat]) > 1:
            return DISCARDS[self.careless(rummy, seat, rng)]
        return sound

    def careless(self, rummy: Rummy, seat: Seat, rng: Random) -> Card:
        """Any of the best few discards, but no joker if there is another."""
        faces = RummyKnowledge(rummy, seat).discards(SLIPS_LOOKED_AT)
        return rng.choice([face for face in faces if face != JOKER] or faces)

    # ------------------------------------------------------------ words

    def say(self, rummy: Rummy, seat: Seat, action: Any) -> str:
        return advice.say(rummy, seat, action, self.words)

    def why(self, rummy: Rummy, seat: Seat, action: Any) -> str:
        return advice.why(rummy, seat, action, self.words)
