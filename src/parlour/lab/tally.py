"""Counts of what happened in many games, which can be made in parts and added up."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt

from parlour.kernel.state import Result, Seat


@dataclass
class Spread:
    """Whole numbers and how often each came up."""

    counts: Counter[int] = field(default_factory=Counter)

    def mean(self) -> float:
        return sum(value * times for value, times in self.counts.items()) / self.counts.total()

    def standard_error(self) -> float:
        """The standard error of the mean."""
        total, mean = self.counts.total(), self.mean()
        if total < 2:
            return 0.0
        squares = sum((value - mean) ** 2 * times for value, times in self.counts.items())
        return sqrt(squares / (total - 1) / total)

    def percentile(self, percent: int) -> int:
        """The smallest value that this percentage of all values does not exceed."""
        left = self.counts.total() * percent / 100
        for value in sorted(self.counts):
            left -= self.counts[value]
            if left <= 0:
                break
        return value

    def summary(self) -> dict[str, float] | None:
        if not self.counts:
            return None
        return {
            "min": min(self.counts),
            "mean": round(self.mean(), 4),
            "p10": self.percentile(10),
            "p90": self.percentile(90),
            "max": max(self.counts),
        }


@dataclass
class Tally:
    """Games played by the same seats under the same house rules."""

    scores: list[Spread]  # of a game, by seat
    wins: list[int]  # not shared, by seat
    shared: list[int]  # wins shared with others than partners, by seat
    points: Spread = field(default_factory=Spread)  # of a round, all seats together
    facts: dict[str, Spread] = field(default_factory=dict)  # what the game itself measures in a round
    games: int = 0
    rounds: int = 0
    moves: int = 0
    stood_in: dict[Seat, Counter[str]] = field(default_factory=dict)  # where steady played for an engine, by the reason

    @classmethod
    def of(cls, seats: int) -> "Tally":
        return cls([Spread() for _ in range(seats)], [0] * seats, [0] * seats)

    def add_round(self, points: list[int], facts: Mapping[str, int | None]) -> None:
        self.rounds += 1
        self.points.counts.update(points)
        for name, value in facts.items():
            spread = self.facts.setdefault(name, Spread())
            if value is not None:
                spread.counts[value] += 1

    def add_game(self, result: Result, moves: int) -> None:
        self.games += 1
        self.moves += moves
        for score, spread in zip(result.scores, self.scores, strict=True):
            spread.counts[score] += 1
        column = self.shared if result.shared else self.wins
        for seat in result.winners:
            column[seat] += 1

    def add_stood_in(self, stood_in: Mapping[Seat, Counter[str]]) -> None:
        for seat, reasons in stood_in.items():
            self.stood_in.setdefault(seat, Counter()).update(reasons)

    def merge(self, other: "Tally") -> None:
        self.games += other.games
        self.rounds += other.rounds
        self.moves += other.moves
        self.add_stood_in(other.stood_in)
        self.points.counts.update(other.points.counts)
        for seat, spread in enumerate(other.scores):
            self.scores[seat].counts.update(spread.counts)
            self.wins[seat] += other.wins[seat]
            self.shared[seat] += other.shared[seat]
        for name, spread in other.facts.items():
            self.facts.setdefault(name, Spread()).counts.update(spread.counts)
