"""Learns to play Hearts, by the PettingZoo environment alone: `python examples/learn_hearts.py`.

A small network sees what the environment shows and says how likely it would play each card. First it watches: it plays,
and `steady` says of every situation what it would do there. Then it improves by itself: it plays rounds among three of
`steady`, and what did better than it expected becomes more likely (proximal policy optimization). Dealing, and choosing
the cards to pass, it leaves to `steady`. It needs `pip install 'parlour[pettingzoo]'`, and no framework.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the network is small, so more threads only wait for each other

import argparse
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.commands.output import between, print_json, progress_bar, shown
from parlour.games.tricks.actions import Play
from parlour.lab.measure import share_interval
from parlour.pettingzoo import raw_env

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

SEATS = 4
FAIR = 1 / SEATS
RIVAL = "steady"
UNITS = (256, 128)  # of the two hidden layers
A_ROUND = 10.0  # points: what the network says of a round is in such units
TEST_DEALS, LESSONS = 0, 1_000_000  # where the seeds begin by which games are dealt, to be measured and to learn

TEACHER = RIVAL
WATCHED_AT_ONCE, TRIED_AT_ONCE = 16, 40  # games
WATCHING, IMPROVING = 1e-3, 7e-4  # how far the network steps at first
LEARNERS = ((0, 2), (1, 3))  # it improves in two seats of a game, because a second one takes hardly more time

WHOSE = re.compile(r" (of )?\+?\d")  # in the name of a column

SMALLEST = 1e-9
BATCH = 768
FEW = 3  # times that the network goes over what it has played
CLIP = 0.2  # how far the odds of a card may move meanwhile
CURIOUS = 0.001  # what it is worth to stay undecided
PATIENCE = 0.9  # how far a surprise reaches back to the cards before it


# ------------------------------------------------------------ the network


class Network:
    """Two hidden layers; at last a number for every action, and how many points the rest of the round will bring."""

    def __init__(self, columns: Ints, alike: Ints, weights: list[Floats]) -> None:
        self.columns = columns  # of the observation; the others never change
        self.alike = alike  # where, among these, columns begin that say the same of different seats
        self.weights = weights  # of every layer, and then its biases

    @classmethod
    def new(cls, columns: Ints, alike: Ints, actions: int, rng: np.random.Generator) -> "Network":
        sizes = (2 * (len(columns) + len(alike)), *UNITS, actions + 1)
        weights: list[Floats] = []
        for above, below in pairwise(sizes):
            spread = np.sqrt(2 / above) if below in UNITS else 0.01
            weights += [rng.normal(0, spread, (above, below)).astype(np.float32), np.zeros(below, np.float32)]
        return cls(columns, alike, weights)

    @classmethod
    def load(cls, path: Path) -> "Network":
        with np.load(path) as kept:
            weights = [kept[f"weights_{place}"] for place in range(2 * len(UNITS) + 2)]
            return cls(kept["columns"], kept["alike"], weights)

    def save(self, path: Path) -> None:
        named: dict[str, Any] = {f"weights_{place}": each for place, each in enumerate(self.weights)}
        np.savez_compressed(path, columns=self.columns, alike=self.alike, **named)

    def run(self, told: Floats) -> list[Floats]:
        """What goes into each layer, and what comes out of the last."""
        found = [told]
        for matrix, biases in zip(self.weights[:-2:2], self.weights[1:-2:2], strict=True):
            found.append(np.maximum(found[-1] @ matrix + biases, 0))
        return [*found, found[-1] @ self.weights[-2] + self.weights[-1]]

    def odds(self, told: Floats, mask: Flags) -> tuple[Floats, float]:
        """How likely it does what is on offer, and what it expects of the round: for one situation, and quickly."""
        some = np.flatnonzero(told)
        first = np.maximum(told[some] @ self.weights[0][some] + self.weights[1], 0)
        says = np.maximum(first @ self.weights[2] + self.weights[3], 0) @ self.weights[4] + self.weights[5]
        odds: Floats = softmax(says[None, :-1], mask[None])[0]
        return odds, float(says[-1])

    def slopes(self, layers: list[Floats], off: Floats) -> list[Floats]:
        """How the weights change an error, if this is how what comes out changes it."""
        found: list[Floats] = []
        for place in range(len(layers) - 2, -1, -1):
            found = [layers[place].T @ off, off.sum(0), *found]
            if place:
                off = (off @ self.weights[2 * place].T) * (layers[place] > 0)
        return found


def softmax(says: Floats, masks: Flags) -> Floats:
    says = np.where(masks, says, -1e9)
    odds: Floats = np.exp(says - says.max(1, keepdims=True))
    odds /= odds.sum(1, keepdims=True)
    return odds


class Adam:
    """Steps against the slopes, as long for a weight that hardly matters as for one that matters much."""

    def __init__(self, weights: list[Floats]) -> None:
        self.weights = weights
        self.mean = [np.zeros_like(each) for each in weights]
        self.square = [np.zeros_like(each) for each in weights]
        self.steps = 0

    def step(self, slopes: list[Floats], rate: float) -> None:
        self.steps += 1
        rate *= float(np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps))
        for weight, mean, square, slope in zip(self.weights, self.mean, self.square, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)


# ------------------------------------------------------------ playing


class Decision(NamedTuple):
    told: Floats
    mask: Flags
    chosen: int  # by the network, or in its place by the teacher
    odds: float
    expected: float


class Lesson(NamedTuple):
    """Decisions of whole rounds, a row each."""

    told: Floats
    masks: Flags
    chosen: Ints
    odds: Floats  # of what was chosen, when it was chosen
    earned: Floats  # by the round, in A_ROUND points
    gains: Floats  # by how much it did better than expected

    def rows(self, at: Ints) -> "Lesson":
        told, masks, chosen = self.told[at], self.masks[at], self.chosen[at]
        return Lesson(told, masks, chosen, self.odds[at], self.earned[at], self.gains[at])


@dataclass
class Player:
    """A seat that the network plays for. It remembers what lay open in this round."""

    net: Network
    round: float = -1.0
    earned: float = 0.0
    memory: Floats = field(default_factory=lambda: np.zeros(0, np.float32))
    decisions: list[Decision] = field(default_factory=list)
    rounds: list[tuple[list[Decision], float]] = field(default_factory=list)

    def look(self, row: Floats, round: float, reward: float, over: bool) -> Floats:
        """What is told to the network: what the seat sees, the same without a word of whose it is, and the most that it
        has seen of both in this round."""
        self.earned += reward
        seen = row[self.net.columns]
        seen = np.concatenate((seen, np.maximum.reduceat(seen, self.net.alike)))
        if over or round != self.round:
            if self.decisions:
                self.rounds.append((self.decisions, self.earned / A_ROUND))
            self.round, self.earned, self.decisions = round, 0.0, []
            self.memory = np.zeros_like(seen)
        self.memory = np.maximum(self.memory, seen)
        return np.concatenate((seen, self.memory))


def play(
    table: Any, net: Network, learners: Sequence[int], seed: int, luck: np.random.Generator | None, teacher: str = ""
) -> dict[str, Player]:
    """Play one game. The network takes its likeliest card, or with `luck` any by its odds. A teacher says what it would
    have done in every situation, and does it in one of two games."""
    players = {f"player_{seat}": Player(net) for seat in learners}
    round_column = table.observation.columns.index("round")
    teacher_plays = bool(teacher) and seed % 2 == 0
    table.reset(seed=seed)
    for agent in table.agent_iter():
        player = players.get(agent)
        seen, reward, over, _, info = table.last(observe=player is not None)
        if player:
            row = seen["observation"]
            told = player.look(row, row[round_column], reward, over)
        if over:
            table.step(None)
        elif player and isinstance(next(iter(info["actions"].values())), Play):
            mask = seen["action_mask"].astype(bool)
            odds, expected = net.odds(told, mask)
            number = int(odds.argmax() if luck is None else np.searchsorted(odds.cumsum(), luck.random() * odds.sum()))
            says = table.advice(teacher) if teacher else number
            player.decisions.append(Decision(told, mask, says, float(odds[says]), expected))
            table.step(says if teacher_plays else number)
        else:
            table.step(table.advice(RIVAL))
    return players


def lesson_of(rounds: Sequence[tuple[list[Decision], float]]) -> Lesson:
    """The real decisions of these rounds. A gain sums up all surprises from this card on, the later the fainter."""
    gains: list[float] = []
    for decisions, earned in rounds:
        after, gain = earned, 0.0
        backwards = []
        for decision in reversed(decisions):
            gain = after - decision.expected + PATIENCE * gain
            after = decision.expected
            backwards.append(gain)
        gains += backwards[::-1]
    every = [decision for decisions, _ in rounds for decision in decisions]
    lesson = Lesson(
        np.array([decision.told for decision in every]),
        np.array([decision.mask for decision in every]),
        np.array([decision.chosen for decision in every]),
        np.array([decision.odds for decision in every], np.float32),
        np.array([earned for decisions, earned in rounds for _ in decisions], np.float32),
        np.array(gains, np.float32),
    )
    return lesson.rows(np.flatnonzero(lesson.masks.sum(1) > 1))


# ------------------------------------------------------------ learning


def batches(lesson: Lesson, rng: np.random.Generator) -> Iterator[Lesson]:
    order = rng.permutation(len(lesson.chosen))
    for at in range(0, len(order), BATCH):
        yield lesson.rows(order[at : at + BATCH])


def watch(net: Network, adam: Adam, part: Lesson, rate: float) -> tuple[float, float]:
    """Make what the teacher said more likely. How unlikely it was, and how often it was the likeliest."""
    layers = net.run(part.told)
    off, rows = layers[-1].copy(), np.arange(len(part.chosen))
    odds = softmax(off[:, :-1], part.masks)
    loss = float(-np.log(odds[rows, part.chosen] + SMALLEST).mean())
    same = float((odds.argmax(1) == part.chosen).mean())
    off[:, :-1] = odds
    off[rows, part.chosen] -= 1
    off[:, -1] -= part.earned
    off /= len(rows)
    adam.step(net.slopes(layers, off), rate)
    return loss, same


def improve(net: Network, adam: Adam, part: Lesson, rate: float) -> None:
    """Make what gained more likely, and what lost less; but not much at once."""
    layers = net.run(part.told)
    off, rows = layers[-1].copy(), np.arange(len(part.chosen))
    odds = softmax(off[:, :-1], part.masks)
    times = odds[rows, part.chosen] / part.odds
    free = np.where(part.gains > 0, times < 1 + CLIP, times > 1 - CLIP)
    push = (free * times * part.gains)[:, None]
    logs = np.log(odds + SMALLEST)
    off[:, :-1] = push * odds + CURIOUS * odds * (logs - (odds * logs).sum(1, keepdims=True))
    off[rows, part.chosen] -= push[:, 0]
    off[:, -1] -= part.earned
    off /= len(rows)
    adam.step(net.slopes(layers, off), rate)


class Pupil:
    """The network, and all that goes on around it while it learns."""

    def __init__(self, seed: int, net: Network | None = None) -> None:
        self.rng = np.random.default_rng(seed)
        self.table = raw_env("hearts", SEATS, rewards="points")
        self.deal = LESSONS * (1 + seed)
        self.net = net or Network.new(*changing_columns(self.table, self.deal), self.table.numbering.size, self.rng)
        self.adam = Adam(self.net.weights)
        self.watched = self.tried = 0  # decisions

    def lesson(self, games: int, learners: Sequence[Sequence[int]], teacher: str = "") -> Lesson:
        rounds = []
        for game in range(games):
            played = play(self.table, self.net, learners[game % len(learners)], self.deal, self.rng, teacher)
            rounds += [each for player in played.values() for each in player.rounds]
            self.deal += 1
        return lesson_of(rounds)

    def watch(self, games: int, rate: float) -> tuple[float, float]:
        """Sit in every seat, and be told by the teacher what to do."""
        lesson = self.lesson(games, [range(SEATS)], TEACHER)
        self.watched += len(lesson.chosen)
        found = [watch(self.net, self.adam, part, rate) for _ in range(FEW) for part in batches(lesson, self.rng)]
        first = found[: max(1, len(found) // FEW)]  # before it had seen them
        return float(np.mean([loss for loss, _ in first])), float(np.mean([same for _, same in first]))

    def improve(self, games: int, rate: float) -> float:
        """Play against rivals, and learn from how the rounds ended. The points of a round, in the mean."""
        lesson = self.lesson(games, LEARNERS)
        self.tried += len(lesson.chosen)
        gains = (lesson.gains - lesson.gains.mean()) / (lesson.gains.std() + SMALLEST)
        self.learn_from(lesson._replace(gains=gains), rate)
        return -A_ROUND * float(lesson.earned.mean())

    def learn_from(self, lesson: Lesson, rate: float) -> None:
        for _ in range(FEW):
            for part in batches(lesson, self.rng):
                improve(self.net, self.adam, part, rate)


def changing_columns(table: Any, deal: int) -> tuple[Ints, Ints]:
    """The columns of the observation that are not 0 all the time in a few games, and where each group of them begins
    that differ only in the seat, such as "trick 1: QS" and "trick 2: QS"."""
    used = np.zeros(len(table.observation.columns), bool)
    for game in range(FEW):
        table.reset(seed=deal - 1 - game)
        for _ in table.agent_iter():
            seen, _, over, _, _ = table.last()
            used |= seen["observation"] != 0
            table.step(None if over else table.advice(RIVAL))
    names = [WHOSE.sub("", name) for name in table.observation.columns]
    columns = sorted(np.flatnonzero(used).tolist(), key=lambda column: names[column])
    begins = [place for place, column in enumerate(columns) if place == 0 or names[column] != names[columns[place - 1]]]
    return np.array(columns), np.array(begins)


def measured(net: Network, deals: Sequence[int], step: Callable[[], None] = lambda: None) -> NDArray[np.float64]:
    """The share of games that the network wins of each deal, played once from every seat among three rivals."""
    table = raw_env("hearts", SEATS)  # rewarded for wins
    shares = []
    for deal in deals:
        won = 0.0
        for seat in range(SEATS):
            (player,) = play(table, net, [seat], deal, None).values()
            won += FAIR + A_ROUND * sum(earned for _, earned in player.rounds)
        shares.append(won / SEATS)
        step()
    return np.array(shares)


# ------------------------------------------------------------ the command


class Point(NamedTuple):
    """A point of the curve."""

    watched: int  # decisions
    tried: int
    minutes: float  # of processor time
    games: int
    win_share: float
    interval: tuple[float, float]


HEADING = f"{'watched':>9} {'tried':>9} {'minutes':>8} {'games':>6} {'wins':>7}   95 %, where {FAIR:.0%} is fair"


def line(point: Point) -> str:
    numbers = f"{point.watched:9,} {point.tried:9,} {point.minutes:8.1f} {point.games:6,}"
    return f"{numbers} {shown(point.win_share, '.1%'):>7}   {between(point.interval, '.1%')}"


def learn(given: argparse.Namespace, tell: Callable[[str], None]) -> list[Point]:
    """Watch and improve, measure on the way, and save what was learned each time. The curve."""
    pupil = Pupil(given.seed, Network.load(given.load) if given.load else None)
    watch = 0 if given.load else given.watch
    parts = [given.improve * (part + 1) // given.parts for part in range(given.parts)]
    on_the_way = max(1, given.deals // 5)
    games = watch + given.improve + SEATS * (given.deals + on_the_way * given.parts)
    curve: list[Point] = []
    tell(HEADING)
    with progress_bar("Learning", games) as (bar, task):

        def mark(deals: int) -> None:
            shares = measured(pupil.net, range(TEST_DEALS, TEST_DEALS + deals), lambda: bar.advance(task, SEATS))
            minutes, interval = time.process_time() / 60, share_interval(shares, FAIR)
            curve.append(
                Point(pupil.watched, pupil.tried, minutes, len(shares) * SEATS, float(shares.mean()), interval)
            )
            pupil.net.save(given.save)
            tell(line(curve[-1]))

        for game in range(0, watch, WATCHED_AT_ONCE):
            pupil.watch(min(WATCHED_AT_ONCE, watch - game), WATCHING * (1.1 - game / watch))
            bar.advance(task, min(WATCHED_AT_ONCE, watch - game))
        pupil.adam = Adam(pupil.net.weights)  # another task, other slopes
        for number, end in enumerate(parts):
            mark(on_the_way)
            for game in range(parts[number - 1] if number else 0, end, TRIED_AT_ONCE):
                pupil.improve(min(TRIED_AT_ONCE, end - game), IMPROVING * (1.1 - game / given.improve))
                bar.advance(task, min(TRIED_AT_ONCE, end - game))
        mark(given.deals)
    return curve


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description="Learns to play Hearts among three of steady, and says how well.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--watch", type=int, default=400, metavar="GAMES", help="games to be taught in")
    parser.add_argument("--improve", type=int, default=16000, metavar="GAMES", help="games to improve in")
    parser.add_argument("--parts", type=int, default=5, help="how often it is measured before the end")
    parser.add_argument("--deals", type=int, default=250, help="to be measured by, each from every seat")
    parser.add_argument("--seed", type=int, default=1, help="another one learns from other deals")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with these weights, without watching")
    parser.add_argument("--save", type=Path, metavar="FILE", default=Path("hearts.npz"), help="where the weights go")
    parser.add_argument("--json", action="store_true", help="print the curve as JSON")
    given = parser.parse_args(words)
    curve = learn(given, (lambda text: None) if given.json else lambda text: print(text, flush=True))
    if given.json:
        print_json([point._asdict() for point in curve])


if __name__ == "__main__":
    main()
