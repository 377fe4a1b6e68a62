"""The score sheet of both rummies for real cards: a round from the cards that people are left with (T31, P15)."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from parlour.cards import RANK_CODES, deck
from parlour.games.rummy.terms import RummyTerms
from parlour.kernel.refusal import Refused
from parlour.kernel.scorer import Cell, Count, Pad, Reckoned, Remark, Scorer, Winners, Written

SMALLEST = 5  # points of the cheapest card; every card but the joker costs a multiple of it


class RummyScorer(Scorer):
    edition = 2  # since 2, the copies of a card are counted
    who_did = "went out"
    ends_rule = ""  # the rule by which a round ends although nobody went out
    terms_of: Callable[[Any, int], RummyTerms]

    def __init__(self, options: Any, seats: int, count: Count) -> None:
        super().__init__(options, seats, count)
        terms = self.terms = self.terms_of(options, seats)
        self.of = len(terms.rounds)
        self.most = terms.decks * (sum(terms.points) + terms.points[-1])
        self.deck = Counter(deck(terms.decks, 2 * terms.decks))
        # The largest hand at the end of a round: the cards dealt, and every buy with its penalty cards (T27, P12).
        bought = terms.buys_per_round * (1 + terms.buy_penalty)
        self.size = min(self.deck.total(), max(round.dealt for round in terms.rounds) + bought)

    def pad(self) -> Pad:
        return Pad("hand", (*RANK_CODES, "JOK"), self.size, (0, self.most), Winners("Who went out?"))

    def title(self, number: int) -> str:
        return self.terms.rounds[number - 1].title if number <= self.of else ""

    def value(self, cell: Cell) -> int:
        if cell.cards and len(cell.cards) > self.size:
            why = f"Nobody can have {len(cell.cards)} cards left here: {self.size} at most."
            raise Refused(self.points_rule, why)
        value = super().value(cell)
        joker = self.terms.points[-1]
        rests = [value - some * joker for some in range(2 * self.terms.decks + 1)]
        if not any(rest >= 0 and rest % SMALLEST == 0 for rest in rests):
            why = f"No hand adds up to {value} points: cards cost 5, 10 or 15, and a joker {joker}."
            raise Refused(self.points_rule, why)
        return value

    def check(self, written: Written, values: Sequence[int | None]) -> None:
        self.need_all(written, self.points_rule)
        if written.caught:
            raise Refused(self.who_rule, "Only one player can go out, and nobody gets caught in this game.")
        if (seat := written.won) is not None and values[seat]:
            raise Refused(self.who_rule, f"{{{seat}}} can't have gone out with {values[seat]} points left.")

    def reckon(self, written: Written, values: Sequence[int | None]) -> Reckoned:
        plain = super().reckon(written, values)
        remarks = [] if written.won is None else [Remark(f"{{{written.won}}} went out.")]
        if all(plain.counted) or written.nobody:
            remarks.append(Remark("Nobody went out. The round ended by itself, and every hand counts.", self.ends_rule))
        return Reckoned(plain.counted, plain.totals, (), tuple(remarks), won=written.won)
