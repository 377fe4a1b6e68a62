"""Why one hand is better than another, in words."""

from itertools import zip_longest

from parlour.cards import RANK_CODES, RANK_WORDS
from parlour.games.toripoka.hands import (
    HIGH_ACE,
    HIGH_CARD,
    KINDS,
    MULTIPLICATION,
    PAIR,
    STRAIGHT,
    SUM,
    THREE,
    WILD_STRAIGHT,
    kind_of,
    most_slack_of,
    ranks_of,
    slack_of,
    wilds_of,
)

WITH_WILDS = " with wilds"


def hand_name(value: int) -> str:
    """The kind of a hand, and the ranks that make it: "straight (2 3 4)", "pair of queens"."""
    kind = kind_of(value)
    called = KINDS[kind] if not KINDS[kind].endswith(WITH_WILDS) else f"wild {KINDS[kind].removesuffix(WITH_WILDS)}"
    ranks = [RANK_CODES[(rank - 1) % 13] for rank in reversed(ranks_of(value))]
    if kind in (MULTIPLICATION, SUM):
        made = f"{ranks[0]}{'×' if kind == MULTIPLICATION else '+'}{ranks[1]}={ranks[2]}"
    elif kind in (STRAIGHT, WILD_STRAIGHT):
        made = " ".join(ranks)
    elif kind in (PAIR, THREE):
        return f"{'pair of' if kind == PAIR else 'three'} {RANK_WORDS[ranks_of(value)[0] - 1]}s"
    elif kind == HIGH_CARD:
        return f"{RANK_WORDS[(ranks_of(value)[0] - 1) % 13]} high"
    else:
        return called
    return f"{called} ({made})"


def why(one: int, other: int) -> str:
    """In a sentence, by the first thing in which two hands differ (K22-K24)."""
    if one == other:
        return f"Both are a {KINDS[kind_of(one)]}, alike in ranks and in fit, so nobody takes the prize."
    better, worse = max(one, other), min(one, other)
    kind = KINDS[kind_of(better)]
    if kind_of(better) != kind_of(worse):
        return f"A {kind} beats a {KINDS[kind_of(worse)]}."
    if ranks_of(better) != ranks_of(worse):
        return f"Both are a {kind}; {_first_difference(better, worse)}."
    if slack_of(better) != slack_of(worse):
        return f"Both are a {kind} of the same ranks; wilds that stretch by {slack_of(better)} beat {slack_of(worse)}."
    if wilds_of(better) != wilds_of(worse):
        return f"Both are a {kind} of the same ranks and slack; {wilds_of(better)} wilds beat {wilds_of(worse)}."
    return (
        f"Both are a {kind} of the same ranks, slack and wilds; "
        f"the largest slack is {most_slack_of(better)}, not {most_slack_of(worse)}."
    )


def _first_difference(better: int, worse: int) -> str:
    """K22; a card more is better than none (K12)."""
    pairs = zip_longest(ranks_of(better), ranks_of(worse), fillvalue=0)
    at, (high, low) = next((at, pair) for at, pair in enumerate(pairs) if pair[0] != pair[1])
    if not low:
        return f"a further card ({rank_word(high)}) is better than none"
    if kind_of(better) == THREE:
        return f"three of rank {rank_word(high)} beat three of rank {rank_word(low)}"
    if kind_of(better) == PAIR:
        what = "a pair" if at == 0 else "a third card"
        return f"{what} of rank {rank_word(high)} beats {what} of rank {rank_word(low)}"
    return f"{rank_word(high)} is higher than {rank_word(low)}"


def rank_word(rank: int) -> str:
    return "high ace" if rank == HIGH_ACE else RANK_WORDS[rank - 1]
