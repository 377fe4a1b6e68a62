"""What was really played, for a scribe to write down. Every game says it of itself, in tests/games/<game>/paper.py."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Truth:
    """A round as it was played."""

    left: Sequence[list[str] | str | None]  # the cards of each player, or bid and tricks ("3/4"); None: did not play
    scored: list[int]
    won: int | None = None
    caught: list[int] = field(default_factory=list)
    over: bool = False
    mixes: bool = True  # some players' points and other players' cards may stand in one line

    @property
    def part(self) -> list[int]:
        return [seat for seat, cards in enumerate(self.left) if cards is not None]


@dataclass(frozen=True)
class OnPaper:
    """How a game is played for a sheet. To a sheet the length of games does not matter, so they may be quick."""

    truth: Callable[[Any], Truth]  # of the round just scored
    quick: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # bounds of house rules that make games short
    sleepy: bool = False  # without a bot, players do next to nothing, because it takes long to find all they may do
