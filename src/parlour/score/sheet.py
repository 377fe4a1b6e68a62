"""A score sheet: what has been written down, and what it comes to."""

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
MOST_CHANGES = 1000  # the log of a table is kept for good and read from its beginning
MOST_PAST = 50  # changes that can be taken back

MakeScorer = Callable[[Any, int], Scorer]


class Change(Struct, frozen=True):
    """A change that can be taken back: what it was, and all the rounds before it."""

    what: str  # "Round 3"
    rounds: tuple[Written, ...]


class SheetLine(Struct, frozen=True):
    """A round that counts: who dealt it, and what it came to."""

    title: str
    dealer: Seat
    reckoned: Reckoned


class Sheet:
    """A match on paper. Nobody is waited for; whoever is at the table may write at any time."""

    def __init__(self, make_scorer: MakeScorer, options: Any, seats: int, name: str, round_word: str) -> None:
        self.options = options
        self.seats = seats
        self.name = name
        self.round_word = round_word
        self.uncovered = 0  # counts every change, since an undo is for the sheet itself to do
        self.past: tuple[Change, ...] = ()
        self.rounds: tuple[Written, ...] = ()
        self.lines: list[SheetLine] = []
        self.sheet: list[list[int]] = []
        self.scorers = [make_scorer(options, seats)]  # how everybody stood before each line, and after the last

    def _write(self, rounds: tuple[Written, ...]) -> None:
        """From these rounds everything follows; up to the first that is another than before, it has."""
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(self.rounds, rounds, strict=False)))
        same = min(same, len(self.lines))
        self.rounds = rounds
        self.lines, self.sheet, self.scorers = self.lines[:same], self.sheet[:same], self.scorers[: same + 1]
        for one in rounds[same:]:
            before = self.scorer
            if before.result() is not None:
                break  # decided: what comes after it does not count
            after = before.copy()
            reckoned = after.add(one)
            self.scorers.append(after)
            self.lines.append(SheetLine(before.title(len(self.lines) + 1), before.dealer(), reckoned))
            self.sheet.append([now - was for now, was in zip(reckoned.totals, before.totals, strict=True)])

    @property
    def scorer(self) -> Scorer:
        """How everybody stands."""
        return self.scorers[-1]

    # ------------------------------------------------------------ what can be done

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
            there = "has been written down meanwhile" if action.number < number else "cannot be written down yet"
            raise Refused("", f"{self.the_round(action.number)} {there}: the next one is {number}.")
        if number > MOST_ROUNDS:
            raise Refused("", f"A sheet has room for {MOST_ROUNDS} {self.round_word}s.")
        self.scorer.check_next(written(action))
        self._change(self.the_round(number), (*self.rounds, written(action)))

    def _correct(self, action: Correct) -> None:
        number = action.number
        if not 1 <= number <= len(self.rounds):
            raise Refused("", f"{self.the_round(number)} has not been written down, so it cannot be corrected.")
        self.scorer_before(number).check_next(written(action))
        if self.rounds[number - 1] == written(action):
            raise Refused("", "That is how it stands already.")
        rounds = (*self.rounds[: number - 1], written(action), *self.rounds[number:])
        self._change(f"The correction of {self.round_word} {number}", rounds)

    def _undo(self, change: int | None) -> None:
        if change is not None and change != self.uncovered:
            raise Refused("", "The sheet has changed meanwhile; please look again.")
        if not self.past:
            raise Refused("", "There is nothing to take back.")
        self._write(self.past[-1].rounds)
        self.past = self.past[:-1]

    def _strike(self, number: int | None) -> None:
        if not self.rounds:
            raise Refused("", "There is nothing to take back.")
        if number is not None and number != len(self.rounds):
            raise Refused("", "The sheet has changed meanwhile; please look again.")
        self._change(f"Striking {self.round_word} {len(self.rounds)}", self.rounds[:-1])

    def _change(self, what: str, rounds: tuple[Written, ...]) -> None:
        if self.uncovered >= MOST_CHANGES:
            raise Refused("", "So much has been changed on this sheet that only undoing is left; begin a new one.")
        self.past = (*self.past[1 - MOST_PAST :], Change(what, self.rounds))
        self._write(rounds)

    def the_round(self, number: int) -> str:
        return f"{self.round_word.capitalize()} {number}"

    def scorer_before(self, number: int) -> Scorer:
        """How everybody stood before a round."""
        return self.scorers[min(number - 1, len(self.lines))]

    def gaps(self) -> list[int]:
        """The rounds in which something has to be filled in, after a correction."""
        lines = enumerate(self.lines, 1)
        return [number for number, line in lines if line.reckoned.missing or line.reckoned.unsaid]

    # ------------------------------------------------------------ what the house asks of any state

    def redeal(self, seat: Seat | None, rng: Random) -> "Sheet":
        """Everybody may know everything."""
        return self.copy()

    def copy(self) -> "Sheet":
        """Nothing on it is ever changed in place."""
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
