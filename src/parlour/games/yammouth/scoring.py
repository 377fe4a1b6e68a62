"""The points of a round and what they do to the totals (Y14-Y19), for the game and for the score sheet."""

from collections.abc import Mapping
from functools import lru_cache
from math import comb, gcd, inf
from typing import Final, NamedTuple

STEP: Final = 25  # Y16
STREAK: Final = 10  # Y17
FLOOR: Final = -100  # Y18


class MatchScore(NamedTuple):
    """A player's score in the match."""

    total: int = 0
    streak: int = 0  # rounds won in a row
    zeros: int = 0  # how many of them ended with a total of 0
    out: bool = False


def round_points(held: list[int], claims: list[int], caught: int) -> list[int]:
    """The points of a round (Y14), from the points in all hands and the seats that called and claimed, in order.
    `claims` is empty if the round has no winner."""
    points = held[:]
    for seat in claims:
        points[seat] = caught
    if claims:
        points[claims[-1]] = 0
    return points


def reckon(was: MatchScore, points: int, won: bool, out_over: int) -> tuple[MatchScore, list[tuple[str, int]]]:
    """A player's score after a round, and the total after each rule that applied, in order.

    >>> reckon(MatchScore(total=40), 35, won=False, out_over=100)[1]
    [('Y15', 75), ('Y16', 50)]
    """
    total = was.total + points
    steps = [("Y15", total)]
    if total > 0 and total % STEP == 0:
        total -= STEP
        steps.append(("Y16", total))
    streak = was.streak + 1 if won else 0
    zeros = was.zeros + int(total == 0) if won else 0
    if streak == STREAK:
        total = FLOOR if zeros == STREAK else min(total, 0)
        streak = zeros = 0
        steps.append(("Y17", total))
    if total < FLOOR:
        total = FLOOR
        steps.append(("Y18", total))
    if total > out_over:
        steps.append(("Y19", total))
    return MatchScore(total, streak, zeros, total > out_over), steps


def tags_of(score: MatchScore) -> list[str]:
    """What everybody should know about a score, as tags."""
    tags = [f"{score.streak} wins in a row"] if score.streak > 1 else []
    if score.total > 0 and score.total % STEP == 0 and not score.out:
        tags.append(f"a win makes it {score.total - STEP}")
    return tags


def match_winners(scores: list[MatchScore], part: list[int]) -> list[int]:
    """Y20: the seats of the last round that are not out, or if all are (Y22), those with the lowest total."""
    lowest = min([scores[seat].total for seat in part])
    left = [seat for seat in part if not scores[seat].out]
    return left or [seat for seat in part if scores[seat].total == lowest]


def counted(points: int) -> str:
    """ "1 point", "7 points"."""
    return "1 point" if points == 1 else f"{points} points"


# ---------------------------------------------------------------- does a match end?

# A deck with which a match might never end is refused when a table is set up (Y2, Y15-Y19). Every round ends by itself
# (Y22), so it is a question of points, and the worst case is players who only wait. A player who waits places the
# highest card and draws, and so keeps the four lowest cards seen so far and the one picked up last. If everybody waits,
# the players hold the lowest cards of the deck, four each, and each of them one random other card. The points of such
# hands are added to a total round by round, and where it lands on a multiple of 25 it drops (Y16). That may take points
# away as quickly as they come: jokers and aces alone reach 25 and are 0 again, and so do five aces, five fives, or four
# threes and a king. The average number of rounds until somebody goes out is exact; more than LONGEST counts as endless.

KEPT = 4  # low cards in a hand when a round is over; the fifth is the card picked up last
LONGEST = 500  # the most rounds, on average, that it may take until somebody goes out

Chances = Mapping[int, float]


@lru_cache(maxsize=256)
def is_endless(counts: tuple[int, ...], players: int, out_over: int) -> bool:
    """Whether a match with this deck might never end. `counts` has the aces first and the jokers last."""
    chances = waiting_hands(counts, players)
    gain = sum(points * chance for points, chance in chances.items()) - dropped(chances)
    if gain * LONGEST > 3 * out_over:
        return False  # points come so much faster than they go that the exact number does not matter
    return not rounds_to_go_out(chances, out_over) <= LONGEST


def waiting_hands(counts: tuple[int, ...], players: int) -> Chances:
    """The chances of the points in the hand of a player who waits, when a round ends."""
    points = [0] * counts[-1]
    for rank, count in enumerate(counts[:-1], 1):
        points += [rank] * count
    kept, others = points[: KEPT * players], points[KEPT * players :]
    ways = {(0, 0): 1}  # the number of ways to take (cards, points) from the kept cards
    for value in sorted(set(kept)):
        more: dict[tuple[int, int], int] = {}
        for (taken, total), times in ways.items():
            for several in range(min(KEPT - taken, kept.count(value)) + 1):
                key = taken + several, total + several * value
                more[key] = more.get(key, 0) + times * comb(kept.count(value), several)
        ways = more
    chances: dict[int, float] = {}
    for (taken, total), times in ways.items():
        for value in set(others) if taken == KEPT else ():
            share = times / comb(len(kept), KEPT) * others.count(value) / len(others)
            chances[total + value] = chances.get(total + value, 0.0) + share
    return chances


def dropped(chances: Chances) -> float:
    """The points that Y16 takes away per round in the long run: totals hit a multiple of 25 as often as any other
    number that these points can add up to."""
    return float(gcd(STEP, *chances))


def rounds_to_go_out(chances: Chances, out_over: int) -> float:
    """The average number of rounds from a total of 0 until out. The expectation for a total depends on those for higher
    totals and for the multiples of 25 to which it may drop, which are the unknowns of a few linear equations."""
    marks = out_over // STEP + 1
    nothing = [0.0] * (marks + 1)  # a coefficient for each multiple of 25, and the constant
    expected = [nothing] * (out_over + 1)

    def after(total: int) -> list[float]:
        if total % STEP or total == 0:
            return expected[total] if total <= out_over else nothing
        total -= STEP
        return [float(mark * STEP == total) for mark in range(marks)] + [0.0] if total <= out_over else nothing

    for total in range(out_over, -1, -1):
        row = nothing[:]
        row[-1] = 1.0
        stays = 0.0
        for points, chance in chances.items():
            if points == 0 and (total % STEP or total == 0):
                stays += chance
            else:
                row = [each + chance * more for each, more in zip(row, after(total + points), strict=True)]
        if stays > 1 - 1e-12:
            return inf
        expected[total] = [each / (1 - stays) for each in row]
    return _solved([expected[mark * STEP] for mark in range(marks)])


def _solved(rows: list[list[float]]) -> float:
    """The first unknown of linear equations. Each row gives one unknown as coefficients of all unknowns and a
    constant."""
    rows = [[float(at == mark) - each for at, each in enumerate(row[:-1])] + [row[-1]] for mark, row in enumerate(rows)]
    for mark in range(len(rows) - 1, -1, -1):
        pivot = rows[mark]
        if abs(pivot[mark]) < 1e-12:
            return inf
        for row in rows[:mark]:
            share = row[mark] / pivot[mark]
            row[:] = [each - share * other for each, other in zip(row, pivot, strict=True)]
    return rows[0][-1] / rows[0][0]
