"""What a round costs, and what it does to the totals (Y14-Y19). A score sheet for real cards needs nothing else."""

from typing import Final, NamedTuple

STEP: Final = 25  # Y16
STREAK: Final = 10  # Y17
FLOOR: Final = -100  # Y18


class Standing(NamedTuple):
    """How a player stands in the match."""

    total: int = 0
    streak: int = 0  # rounds won in a row
    zeros: int = 0  # how many of these ended on 0
    out: bool = False


def round_points(held: list[int], claims: list[int], caught: int) -> list[int]:
    """Y14, from the points everybody holds and the seats that called and claimed, the latest last; nobody if the round
    has no winner."""
    points = held[:]
    for seat in claims:
        points[seat] = caught
    if claims:
        points[claims[-1]] = 0
    return points


def reckon(was: Standing, points: int, won: bool, out_over: int) -> tuple[Standing, list[tuple[str, int]]]:
    """How a player stands after a round, and what each rule that applied made of the total, in the order of the rules.

    >>> reckon(Standing(total=40), 35, won=False, out_over=100)[1]
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
    return Standing(total, streak, zeros, total > out_over), steps


def counted(points: int) -> str:
    """ "1 point", "7 points"."""
    return "1 point" if points == 1 else f"{points} points"
