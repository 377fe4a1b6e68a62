"""Names hands, and says why one is better than another."""

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


def hand_name(value: int) -> str:
    """The kind of a hand and its ranks: "straight (2 3 4)", "pair of queens"."""
    kind = kind_of(value)
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
        return KINDS[kind]
    return f"{KINDS[kind]} ({made})"


def why(one: int, other: int) -> str:
    """A sentence about the first thing in which two hands differ (K22-K24)."""
    if one == other:
        return f"Both hands are {_a(one)} with the same ranks and fit, so nobody takes the prize."
    better, worse = max(one, other), min(one, other)
    both = f"Both hands are {_a(better)}"
    if kind_of(better) != kind_of(worse):
        return f"{_a(better).capitalize()} beats {_a(worse)}."
    if ranks_of(better) != ranks_of(worse):
        return f"{both}, but {_first_difference(better, worse)}."
    if slack_of(better) != slack_of(worse):
        near, off = slack_of(better), slack_of(worse)
        closer = f"the wild cards in one are closer to the numbers they show: {near} below, not {off}"
        return f"{both} with the same ranks, but {closer}."
    if wilds_of(better) != wilds_of(worse):
        few, more = wilds_of(better), wilds_of(worse)
        return f"{both} with the same ranks and fit, but fewer wild cards win: {few}, not {more}."
    near, far = most_slack_of(better), most_slack_of(worse)
    return f"{both} with the same ranks and fit, but the farthest wild card is closer: {near} below, not {far}."


def _a(value: int) -> str:
    """The kind of a hand, with its article if it takes one."""
    kind = KINDS[kind_of(value)]
    return kind if kind.endswith("of a kind") else f"a {kind}"


def _first_difference(better: int, worse: int) -> str:
    """Compare by K22; one more card is better than none (K12)."""
    pairs = zip_longest(ranks_of(better), ranks_of(worse), fillvalue=0)
    at, (high, low) = next((at, pair) for at, pair in enumerate(pairs) if pair[0] != pair[1])
    if not low:
        return f"one more card ({rank_word(high)}) beats none"
    if kind_of(better) == THREE:
        return f"three {rank_word(high)}s beat three {rank_word(low)}s"
    if kind_of(better) == PAIR:
        if at:
            return f"{rank_word(high)} beats {rank_word(low)} as the third card"
        return f"{rank_word(high)}s beat {rank_word(low)}s"
    return f"{rank_word(high)} beats {rank_word(low)}"


def rank_word(rank: int) -> str:
    return "high ace" if rank == HIGH_ACE else RANK_WORDS[rank - 1]
