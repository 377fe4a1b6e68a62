"""The state of a score sheet: the rounds that people wrote down, and the scores that follow from them."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from random import Random
from typing import Any, assert_never

from msgspec import Struct

from parlour.cards import Card
from parlour.kernel.refusal import Refused
from parlour.kernel.scorer import Reckoned, Scorer, Written
from parlour.kernel.state import Result, Seat
from parlour.score.actions import Action, Correct, Enter, Strike, Undo, written

MOST_ROUNDS = 200
MOST_CHANGES = 1000  # a table's log is kept forever, and played from its beginning
MOST_PAST = 50  # how many changes can be taken back

MakeScorer = Callable[[Any, int], Scorer]


class Change(Struct, frozen=True):
    """A change that can be taken back: its name, and all rounds as they were before it."""

    what: str  # "Round 3"
    rounds: tuple[Written, ...]


class SheetLine(Struct, frozen=True):
    """A round that counts: who dealt it, and how it was scored."""

    title: str
    dealer: Seat
    reckoned: Reckoned


class Sheet:
    """A match on paper. Nobody is waited for; everybody at the table may write at any time."""

    def __init__(self, make_scorer: MakeScorer, options: Any, seats: int, name: str, round_word: str) -> None:
        self.options = options
        self.seats = seats
        self.name = name
        self.round_word = round_word
        self.uncovered = 0  # counts every change, so that the table's undo does nothing: the sheet has its own
        self.settled = 0
        self.past: tuple[Change, ...] = ()
        self.rounds: tuple[Written, ...] = ()
        self.lines: list[SheetLine] = []
        self.sheet: list[list[int]] = []
        self.scorers = [make_scorer(options, seats)]  # the scores before each line, and after the last

    def _write(self, rounds: tuple[Written, ...]) -> None:
        """Set the rounds, and score everything from the first round that is different."""
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(self.rounds, rounds, strict=False)))
        same = min(same, len(self.lines))
        self.rounds = rounds
        self.lines, self.sheet, self.scorers = self.lines[:same], self.sheet[:same], self.scorers[: same + 1]
        for one in rounds[same:]:
            before = self.scorer
            if before.result() is not None:
                break  # the match is decided, and later rounds do not count
            after = before.copy()
            reckoned = after.add(one)
            self.scorers.append(after)
            self.lines.append(SheetLine(before.title(len(self.lines) + 1), before.dealer(), reckoned))
            self.sheet.append([now - was for now, was in zip(reckoned.totals, before.totals, strict=True)])

    @property
    def scorer(self) -> Scorer:
        """The scores now."""
        return self.scorers[-1]

    # ------------------------------------------------------------ what players can do

    def actors(self) -> Sequence[Seat]:
        return ()

    def legal(self, seat: Seat) -> Sequence[Action]:
        return ()

    def silence(self, seat: Seat) -> Action | None:
        return None

    def apply(self, seat: Seat, action: Action) -> None:
        match action:
            case Enter():
                self._enter(action)
            case Correct():
                self._correct(action)
            case Undo(change):
                self._undo(change)
            case Strike(number):
                self._strike(number)
            case _:
                assert_never(action)
        self.uncovered += 1

    def _enter(self, action: Enter) -> None:
        number = len(self.rounds) + 1
        if action.number is not None and action.number != number:
            there = "is already saved" if action.number < number else "can't be saved yet"
            raise Refused("", f"{self.the_round(action.number)} {there}. The next one is {number}.")
        if number > MOST_ROUNDS:
            raise Refused("", f"A sheet has room for {MOST_ROUNDS} {self.round_word}s.")
        self.scorer.check_next(written(action))
        self._change(self.the_round(number), (*self.rounds, written(action)))

    def _correct(self, action: Correct) -> None:
        number = action.number
        if not 1 <= number <= len(self.rounds):
            raise Refused("", f"There's no {self.round_word} {number} to fix.")
        self.scorer_before(number).check_next(written(action))
        if self.rounds[number - 1] == written(action):
            raise Refused("", "That's what it says already.")
        rounds = (*self.rounds[: number - 1], written(action), *self.rounds[number:])
        self._change(f"The fix to {self.round_word} {number}", rounds)

    def _undo(self, change: int | None) -> None:
        if change is not None and change != self.uncovered:
            raise Refused("", "Somebody else just changed the sheet. Please look again.")
        if not self.past:
            raise Refused("", "There's nothing to take back.")
        self._write(self.past[-1].rounds)
        self.past = self.past[:-1]

    def _strike(self, number: int | None) -> None:
        if not self.rounds:
            raise Refused("", "There's nothing to take back.")
        if number is not None and number != len(self.rounds):
            raise Refused("", "Somebody else just changed the sheet. Please look again.")
        self._change(f"Removing {self.round_word} {len(self.rounds)}", self.rounds[:-1])

    def _change(self, what: str, rounds: tuple[Written, ...]) -> None:
        if self.uncovered >= MOST_CHANGES:
            raise Refused(
                "", "This sheet has had too many changes. You can still take some back, or start a new sheet."
            )
        self.past = (*self.past[1 - MOST_PAST :], Change(what, self.rounds))
        self._write(rounds)

    def the_round(self, number: int) -> str:
        return f"{self.round_word.capitalize()} {number}"

    def scorer_before(self, number: int) -> Scorer:
        """The scores before a round."""
        return self.scorers[min(number - 1, len(self.lines))]

    def gaps(self) -> list[int]:
        """The rounds that have to be completed after a correction."""
        lines = enumerate(self.lines, 1)
        return [number for number, line in lines if line.reckoned.missing or line.reckoned.unsaid]

    # ------------------------------------------------------------ what every state has

    def redeal(self, seat: Seat | None, rng: Random) -> "Sheet":
        """A plain copy, because everybody may know everything."""
        return self.copy()

    def copy(self) -> "Sheet":
        """A shallow copy: no value of a sheet is ever changed in place."""
        new = Sheet.__new__(Sheet)
        new.__dict__.update(self.__dict__)
        return new

    def result(self) -> Result | None:
        return self.scorer.result()

    def places(self) -> dict[str, list[Card]]:
        return {}

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Sheet)
            and (self.name, self.options, self.seats) == (other.name, other.options, other.seats)
            and (self.rounds, self.past, self.uncovered) == (other.rounds, other.past, other.uncovered)
        )
