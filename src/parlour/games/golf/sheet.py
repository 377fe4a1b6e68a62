"""The score sheet for Golf with real cards: players enter their grids, and the house rules are applied."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from parlour.cards import FACES, JOKER, RANK_CODES, SUIT_LETTERS, Card, deck
from parlour.games.golf.options import GolfOptions
from parlour.games.golf.scoring import GolfScoring, jokers
from parlour.kernel.refusal import Asks, Refused
from parlour.kernel.scorer import Count, Pad, Reckoned, Remark, Scorer, Winners, Written
from parlour.kernel.sentences import signed

GRID = 6


class GolfScorer(Scorer):
    edition = 2  # 2: it asks who went out, and counts the copies of a card
    points_rule = "G9"
    over_rule = "G11"
    who_rule = "G8"
    deck_rule = "G1"
    who_did = "went out"

    def __init__(self, options: GolfOptions, seats: int, count: Count) -> None:
        super().__init__(options, seats, count)
        self.of = options.holes
        self.scoring = GolfScoring(options)
        decks = 2 if seats > 4 else 1
        self.jokers = jokers(options, decks)
        self.deck = Counter(deck(decks, self.jokers))
        self.least, self.most = self._range()
        self.knock_rule = "G23" if options.knock_penalty else "G24" if options.knock_bonus else ""

    def _range(self) -> tuple[int, int]:
        """The lowest and highest value of a grid: three columns of the two best or the two worst cards."""
        faces = range(FACES if self.jokers else JOKER)
        columns = [self.scoring.column(top, bottom) for top in faces for bottom in faces]
        return 3 * min(columns) - 20 * self.scoring.wolfpack, 3 * max(columns)

    def pad(self) -> Pad:
        jacks = [f"J{suit}" for suit in SUIT_LETTERS] if self.options.one_eyed_jacks else ["J"]  # G17
        cards = [code for rank in RANK_CODES for code in (jacks if rank == "J" else [rank])]
        joker = ["JOK"] if self.jokers else []
        who = Winners("Who went out?", none="Nobody went out" if self.knock_rule else "")
        return Pad("grid", (*cards, *joker), GRID, (self.least, self.most), who)

    def rule_of(self, face: Card) -> str:
        return "G13" if face == JOKER and self.options.lucky_swing else "G12" if face == JOKER else self.deck_rule

    def check(self, written: Written, values: Sequence[int | None]) -> None:
        self.need_all(written, "G8")
        if written.caught:
            raise Refused("G8", "In Golf, nobody gets caught. Just mark who went out.")
        if self.knock_rule and written.won is None and not written.nobody:
            raise Asks(self.knock_rule, "Who went out, or did nobody? It changes the points.", "who")

    def reckon(self, written: Written, values: Sequence[int | None]) -> Reckoned:
        grids = [value or 0 for value in values]
        points = self.scoring.hole(grids, -1 if written.won is None else written.won)
        changes = zip(grids, points, strict=True)
        notes = tuple("" if was == now else f"{signed(was)} → {signed(now)}" for was, now in changes)
        remarks = [Remark(f"{{{seat}}}: {note} by the house rules.", "G30") for seat, note in enumerate(notes) if note]
        if written.won is None and self.knock_rule:
            remarks.insert(0, Remark("Nobody went out, so there's no bonus or penalty for it.", self.knock_rule))
        return replace(super().reckon(written, points), notes=notes, remarks=tuple(remarks))
