"""Both rummies on paper: a round from the cards that people are left with (T31, P15)."""

from collections.abc import Sequence
from typing import Any

from parlour.cards import RANK_CODES
from parlour.games.rummy.house import House
from parlour.kernel.refusal import Refused
from parlour.kernel.scorer import Cell, Count, Pad, Reckoned, Remark, Scorer, Who, Written

SMALLEST = 5  # what the cheapest card costs; all but the jokers cost a multiple of it
MOST_CARDS = 30


class RummyScorer(Scorer):
    out_rule = ""  # by which somebody goes out
    ends_rule = ""  # by which a round ends although nobody did

    def __init__(self, options: Any, seats: int, count: Count, house: House) -> None:
        super().__init__(options, seats, count)
        self.house = house
        self.of = len(house.rounds)
        self.most = house.decks * (sum(house.points) + house.points[-1])

    def pad(self) -> Pad:
        return Pad("hand", (*RANK_CODES, "JOK"), MOST_CARDS, (0, self.most), Who("Who went out?"))

    def title(self, number: int) -> str:
        return self.house.rounds[number - 1].title if number <= self.of else ""

    def value(self, cell: Cell) -> int:
        value = super().value(cell)
        joker = self.house.points[-1]
        rests = [value - some * joker for some in range(2 * self.house.decks + 1)]
        if not any(rest >= 0 and rest % SMALLEST == 0 for rest in rests):
            why = f"No hand has {value} points: cards cost 5, 10 or 15, and a joker {joker}."
            raise Refused(self.points_rule, why)
        return value

    def check(self, written: Written, values: Sequence[int | None]) -> None:
        self.need_all(written, self.points_rule)
        if len(written.calls) > 1:
            raise Refused(self.out_rule, "Only one player goes out.")
        for seat in written.calls:
            if values[seat]:
                raise Refused(self.out_rule, f"{{{seat}}} cannot have gone out with {values[seat]} points left.")

    def reckon(self, written: Written, values: Sequence[int | None]) -> Reckoned:
        plain = super().reckon(written, values)
        remarks = [Remark(f"{{{seat}}} went out.") for seat in written.calls]
        if all(plain.counted):
            remarks.append(Remark("Nobody went out: the round ended by itself, and every hand counts.", self.ends_rule))
        return Reckoned(plain.counted, plain.totals, (), tuple(remarks))
