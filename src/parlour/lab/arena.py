"""Every bot against every other, on the same deals from every seat."""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, permutations
from statistics import fmean
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from parlour.games import find
from parlour.kernel.options import Options, changed
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.state import Seat, side_of
from parlour.lab.many import do_all, key_of, play
from parlour.lab.measure import Interval, Numbers, mean_interval, ratings, share_interval
from parlour.lab.players import find_player
from parlour.lab.tally import Spread


class Pairing(NamedTuple):
    """One bot alone among bots of another kind; where there are partners, it plays all seats of one side. With two
    sides, both ways around are the same pairing."""

    lone: str
    others: str


@dataclass(frozen=True)
class Contest:
    """What to play: every deal once with the lone bot on each side, which is a seat where nobody has a partner."""

    game: str
    options: Options
    seats: int
    bots: tuple[str, ...]
    deals: int
    seed: int
    lone: str | None = None  # play only the pairings in which this one is alone

    @cached_property
    def sides(self) -> list[tuple[Seat, ...]]:
        game = find(self.game)
        view = game.public(game.start(self.options, self.seats, QuickShuffler(b"sides")))
        return sorted({side_of(view.sides, seat) for seat in range(self.seats)})

    @property
    def fair_share(self) -> float:
        return 1 / len(self.sides)

    @property
    def games(self) -> int:
        return self.deals * len(self.sides) * len(self.pairings)

    @cached_property
    def pairings(self) -> list[Pairing]:
        if self.lone:
            return [Pairing(self.lone, bot) for bot in self.bots if bot != self.lone]
        pairs = combinations(self.bots, 2) if len(self.sides) == 2 else permutations(self.bots, 2)
        return [Pairing(*pair) for pair in pairs]

    @property
    def anchor(self) -> str:
        """The bot whose rating is 1000."""
        return "steady" if "steady" in self.bots else self.bots[0]


class DealOutcome(NamedTuple):
    """The outcome of a deal that the lone bot played on every side."""

    share: float  # of the games that it won; a shared win counts in part
    lead: float  # its score minus the mean of the others', per game
    thought: tuple[Counter[int], Counter[int]]  # moves by µs of processor time: the lone bot's, the others'
    stood_in: tuple[Counter[str], Counter[str]]  # how often steady played for an engine, by the reason


Chunk = tuple[int, int]  # the numbers of a pairing and of a deal


def play_deal(contest: Contest, chunk: Chunk) -> DealOutcome:
    """Play one deal with the lone bot on every side."""
    pairing, deal = chunk
    game = find(contest.game)
    players = [find_player(game, name) for name in contest.pairings[pairing]]
    thought: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    stood_in: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    share = lead = 0.0
    sides = contest.sides
    for side in sides:
        who = [0 if seat in side else 1 for seat in range(contest.seats)]  # the lone one, or one of the others
        timed = [thought[one] for one in who]
        played = play(game, contest.options, [players[one] for one in who], key_of(contest.seed, deal), thought=timed)
        for seat, reasons in played.stood_in.items():
            stood_in[who[seat]].update(reasons)
        result = played.result
        share += result.share(side[0])
        mine = result.scores[side[0]]
        lead += mine - fmean([result.scores[other[0]] for other in sides if other != side])
    return DealOutcome(share / len(sides), lead / len(sides), thought, stood_in)


@dataclass(frozen=True)
class Ranking:
    """The outcome of a contest, with a row per pairing and a column per deal."""

    contest: Contest
    shares: Numbers
    leads: Numbers
    thought: list[tuple[Spread, Spread]]  # one per pairing
    stood_in: dict[str, Counter[str]]  # by bot: how often steady played for it, by the reason
    seconds: float

    def to_builtins(self) -> dict[str, Any]:
        """The standings as they are printed with --json."""
        contest = self.contest
        return {
            "game": contest.game,
            "seats": contest.seats,
            "seed": contest.seed,
            "options": changed(contest.options),
            "deals": contest.deals,
            "games": contest.games,
            "seconds": round(self.seconds, 3),
            "fair_share": round(contest.fair_share, 4),
            "pairings": [self._pairing(row) for row in range(len(contest.pairings))],
            "ratings": self._ratings(),
        }

    def _pairing(self, row: int) -> dict[str, Any]:
        shares, leads = self.shares[row], self.leads[row]
        pairing, thought = self.contest.pairings[row], self.thought[row]
        return {
            "lone": pairing.lone,
            "others": pairing.others,
            "win_share": round(float(shares.mean()), 4),
            "interval": rounded(share_interval(shares, self.contest.fair_share)),
            "score_difference": round(float(leads.mean()), 4),
            "score_interval": rounded(mean_interval(leads)),
            "thinking": {bot: thinking(spread) for bot, spread in zip(pairing, thought, strict=True)},
        }

    def _ratings(self) -> list[dict[str, Any]]:
        contest = self.contest
        places = [(contest.bots.index(lone), contest.bots.index(others)) for lone, others in contest.pairings]
        found, intervals = ratings(places, self.shares, contest.fair_share, contest.bots.index(contest.anchor))
        thought = {bot: Spread() for bot in contest.bots}
        for pairing, spreads in zip(contest.pairings, self.thought, strict=True):
            for bot, spread in zip(pairing, spreads, strict=True):
                thought[bot].counts.update(spread.counts)
        rated = [
            {
                "bot": bot,
                "rating": round(float(found[place])),
                "interval": None if bot == contest.anchor else [round(float(end)) for end in intervals[place]],
                "thinking": thinking(thought[bot]),
                **({"stood_in": dict(self.stood_in[bot])} if bot in self.stood_in else {}),
            }
            for place, bot in enumerate(contest.bots)
        ]
        return sorted(rated, key=lambda bot: -bot["rating"])


def rounded(interval: Interval | None) -> list[float] | None:
    return interval and [round(end, 4) for end in interval]


def thinking(spread: Spread) -> dict[str, float]:
    """Milliseconds of processor time per move."""
    if not spread.counts:
        return {"moves": 0}
    return {
        "moves": spread.counts.total(),
        "mean_ms": round(spread.mean() / 1000, 3),
        "p99_ms": spread.percentile(99) / 1000,
        "worst_ms": max(spread.counts) / 1000,
    }


def hold(
    contest: Contest,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda games: None,
    cluster: str | None = None,
    kept: Mapping[Chunk, DealOutcome] = MappingProxyType({}),
    keep: Callable[[Chunk, DealOutcome], None] = lambda chunk, outcome: None,
) -> Ranking:
    """Play the whole contest; `progress` is called after every deal, with the number of games. Deals that were `kept`
    are not played again; `keep` is given every other one as soon as it is played."""
    began = time.perf_counter()
    size = (len(contest.pairings), contest.deals)
    shares, leads = np.zeros(size), np.zeros(size)
    thought = [(Spread(), Spread()) for _ in contest.pairings]
    stood_in: dict[str, Counter[str]] = {}

    def count(chunk: Chunk, outcome: DealOutcome) -> None:
        pairing, deal = chunk
        shares[pairing, deal], leads[pairing, deal] = outcome.share, outcome.lead
        for spread, counts in zip(thought[pairing], outcome.thought, strict=True):
            spread.counts.update(counts)
        for bot, reasons in zip(contest.pairings[pairing], outcome.stood_in, strict=True):
            if reasons:
                stood_in.setdefault(bot, Counter()).update(reasons)
        progress(len(contest.sides))

    # Slow and quick pairings alternate, so that no core is left alone with the slow ones.
    chunks = [(pairing, deal) for deal in range(contest.deals) for pairing in range(len(contest.pairings))]
    for chunk in chunks:
        if chunk in kept:
            count(chunk, kept[chunk])
    left = [chunk for chunk in chunks if chunk not in kept]
    for chunk, outcome in do_all(contest.game, partial(play_deal, contest), left, workers, cluster):
        keep(chunk, outcome)
        count(chunk, outcome)
    return Ranking(contest, shares, leads, thought, stood_in, time.perf_counter() - began)
