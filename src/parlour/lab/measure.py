"""95 % intervals and ratings. The unit is the deal, because games of one deal have their luck in common."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Interval = tuple[float, float]

_STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)  # for 95 %, by degrees of freedom
_ELO = 400 / np.log(10)
_IMAGINED = 1000


def mean_interval(values: Numbers) -> Interval | None:
    """Student's interval of the mean; None for a single deal, which tells nothing."""
    if len(values) < 2:
        return None
    free = len(values) - 1
    times = _STUDENT[free - 1] if free <= len(_STUDENT) else 1.96 + 2.37 / free + 2.82 / free**2
    mean, error = values.mean(), values.std(ddof=1) / np.sqrt(len(values))
    return float(mean - times * error), float(mean + times * error)


def share_interval(shares: Numbers, fair: float) -> Interval:
    """The interval of a share between 0 and 1, as if chance alone had decided one more deal. So few deals stay vague,
    and deals that all went alike are no certainty. If every deal is won or lost as a whole, it is Jeffreys' interval;
    otherwise it is that of the beta distribution with the moments of the Bayesian bootstrap."""
    deals = len(shares) + 1
    mean = (shares.sum() + fair) / deals
    variance = ((shares**2).sum() + fair) / deals - mean**2
    weight = mean * (1 - mean) * (deals + 1) / variance - 1
    drawn = np.random.default_rng(0).beta(mean * weight, (1 - mean) * weight, 100_000)
    low, high = np.percentile(drawn, (2.5, 97.5))
    found = shares.mean()  # lies outside if everything was won or lost
    return float(min(low, found)), float(max(high, found))


def ratings(pairs: Sequence[tuple[int, int]], shares: Numbers, fair: float, anchor: int) -> tuple[Numbers, Numbers]:
    """Bradley-Terry ratings in Elo points, with the anchor at 1000, and the ends of everybody's interval.

    A row of shares is what the first bot of a pair won in each deal, alone among bots of the second kind. Ten times
    the odds that its seat gives it by chance are 400 points. The intervals come from the Bayesian bootstrap: a thousand
    times the deals are weighed anew, alike for all pairs, each with the imagined deal of `share_interval`."""
    bots = 1 + max(max(pair) for pair in pairs)
    design = np.zeros((len(pairs), bots))
    for row, (one, other) in enumerate(pairs):
        design[row, one], design[row, other] = 1, -1
    design = np.delete(design, anchor, axis=1)
    rng = np.random.default_rng(0)

    def rated(weights: Numbers, won: Numbers, lost: Numbers) -> Numbers:
        weight = float(weights.sum()) + won + lost
        strengths = _strengths(design, (shares @ weights + won) / weight, weight, fair)
        return np.insert(1000 + _ELO * strengths, anchor, 1000)

    chance = np.full(len(pairs), fair)
    found = rated(np.ones(shares.shape[1]), chance, 1 - chance)
    imagined = [
        rated(rng.exponential(size=(shares.shape[1],)), rng.gamma(chance), rng.gamma(1 - chance))
        for _ in range(_IMAGINED)
    ]
    return found, np.percentile(imagined, (2.5, 97.5), axis=0).T


def _strengths(design: Numbers, share: Numbers, weight: Numbers, fair: float) -> Numbers:
    """The likeliest strengths by Newton's method, in small steps because the first may be far too long."""
    strengths = np.zeros(design.shape[1])
    for _ in range(100):
        expected = 1 / (1 + np.exp(-(design @ strengths + np.log(fair / (1 - fair)))))
        slope = design.T @ (weight * (share - expected))
        bend = design.T @ (design * (weight * expected * (1 - expected))[:, None])
        step = np.linalg.solve(bend, slope).clip(-1, 1)
        strengths += step
        if abs(step).max() < 1e-9:
            break
    return strengths
