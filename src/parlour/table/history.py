"""Summaries of tables (who played, how it ended), and standings made from many of them.

A summary is derived from the log, so a lost one is simply made again.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Annotated

from msgspec import Meta, Struct

from parlour.kernel.game import AnyGame
from parlour.kernel.state import Result
from parlour.table.table import Table
from parlour.table.table_view import Phase, phase_of

MOST_POINTS = 200  # the latest results kept of one person in one game

ShortName = Annotated[str, Meta(max_length=100)]
WallTime = Annotated[float, Meta(ge=0, le=1e11)]  # wall time, in seconds
Score = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Times = Annotated[int, Meta(ge=0, le=10**6)]


class PlayerScore(Struct, frozen=True, omit_defaults=True):
    name: ShortName
    score: Score | None = None  # None before the start
    won: bool = False
    bot: bool = False  # a bot held the chair at the end
    side: Annotated[int, Meta(ge=0, le=7)] | None = None  # partners have the same one
    awards: Annotated[dict[ShortName, Times], Meta(max_length=20)] = {}  # how often each was earned


class Played(Struct, frozen=True):
    """What the standings need to know about a finished game."""

    code: ShortName
    game: ShortName  # a score sheet of Golf counts as Golf
    moved: WallTime  # when the last move was made
    players: Annotated[tuple[PlayerScore, ...], Meta(max_length=8)]


class Summary(Played, frozen=True):
    title: str
    sheet: bool  # a score sheet for real cards
    phase: Phase
    began: float
    rounds: int  # scored rounds
    round_word: str


def summary(table: Table) -> Summary:
    """Sum up a table. Everybody who may look at the table may see the summary."""
    game = table.game
    phase = phase_of(table)
    result: Result | None = table.state.result() if table.over else None
    scores = result.scores if result else _scores(table)
    sides = result.sides if result else ()
    then = table.played or table.chairs
    chairs = [now if now.key == before.key else before for now, before in zip(table.chairs, then, strict=True)]
    awards = [
        Counter(award for scored in table.awards for award in scored.get(seat, ())) for seat in range(len(chairs))
    ]
    players = [
        PlayerScore(
            chair.name or table.names[seat],
            scores[seat] if scores else None,
            result is not None and seat in result.winners,
            not chair.key and not game.flow.people_only,
            next((number for number, side in enumerate(sides) if seat in side), None),
            dict(awards[seat]),
        )
        for seat, chair in enumerate(chairs)
        if phase not in ("lobby", "dealing") or chair.name or chair.bot  # before the start, skip open chairs
    ]
    return Summary(
        code=table.code,
        game=game.written_for or game.name,
        moved=table.moved_at,
        players=tuple(players),
        title=game.title,
        sheet=bool(game.written_for),
        phase=phase,
        began=table.began,
        rounds=len(table.sheet),
        round_word=game.round_word,
    )


def _scores(table: Table) -> Sequence[int] | None:
    """Return the scores of a game that is not over, as an onlooker sees them."""
    if table.stopped:
        return [sum(points) for points in zip(*table.sheet, strict=True)] or None
    return [seat.score for seat in table.game.public(table.state).seats] if table.state is not None else None


# ---------------------------------------------------------------- standings


class Point(Struct, frozen=True):
    """A person's result in one game, with their totals so far."""

    code: str
    at: float
    score: int
    won: bool
    wins: int  # up to this game, shared wins included
    average: float


class Standing(Struct, frozen=True):
    """A person's record at one game."""

    name: str
    games: int
    wins: int  # not shared
    shared: int
    average: float
    best: int
    worst: int
    streak: int  # wins in a row up to now, shared wins included
    longest: int
    awards: dict[str, int]
    course: list[Point]


class GameStandings(Struct, frozen=True):
    game: str
    title: str
    games: int
    most_wins: bool
    people: list[Standing]


def standings(finished: Iterable[Played], known: Mapping[str, AnyGame]) -> list[GameStandings]:
    """Return the standings of every game, with everybody who played it, by name. Bots are left out."""
    in_order = sorted(finished, key=lambda played: (played.game, played.moved, played.code))
    found = []
    for name, played in groupby(in_order, key=lambda played: played.game):
        many, game = list(played), known.get(name)
        most_wins = game is not None and game.most_wins
        found.append(GameStandings(name, game.title if game else name, len(many), most_wins, _people(many, most_wins)))
    return found


def _people(played: Sequence[Played], most_wins: bool) -> list[Standing]:
    """Return everybody's record, those who win most often first."""
    ways: dict[str, list[tuple[Played, PlayerScore]]] = {}
    for one in played:
        for player in one.players:
            if not player.bot and player.score is not None:
                ways.setdefault(player.name.casefold(), []).append((one, player))
    people = [_standing(way, most_wins) for way in ways.values()]
    return sorted(people, key=lambda one: (-(one.wins + one.shared) / one.games, -one.games, one.name.casefold()))


def _partners(one: PlayerScore, other: PlayerScore) -> bool:
    return one.side is not None and one.side == other.side


def _standing(way: Sequence[tuple[Played, PlayerScore]], most_wins: bool) -> Standing:
    course: list[Point] = []
    total = wins = shared = streak = longest = 0
    for number, (one, player) in enumerate(way, 1):
        alone = not any(other.won for other in one.players if other is not player and not _partners(other, player))
        score = player.score or 0
        total += score
        wins += player.won and alone
        shared += player.won and not alone
        streak = streak + 1 if player.won else 0
        longest = max(longest, streak)
        course.append(Point(one.code, one.moved, score, player.won, wins + shared, total / number))
    scores = [point.score for point in course]
    low, high = min(scores), max(scores)
    return Standing(
        name=way[-1][1].name,
        games=len(way),
        wins=wins,
        shared=shared,
        average=course[-1].average,
        best=high if most_wins else low,
        worst=low if most_wins else high,
        streak=streak,
        longest=longest,
        awards=dict(sum((Counter(player.awards) for _, player in way), Counter[str]())),
        course=course[-MOST_POINTS:],
    )
