"""Teaches the network of `games/golf/players/outlook.py` by letting it play Golf against itself, and writes its
weights: `python tools/learn_golf.py`, or `python tools/learn_golf.py SECONDS PROCESSES FILE`.

Every process plays a turn at many tables of two at a time, as arrays. For each card that may come, the network weighs
every way to end the turn; that gives the table a worth before the card is known, and the network learns to say it
beforehand, for the table as the other player left it. So nothing rests on the luck of a draw. Every 25 turns the
processes average what they have learned. The weights in the repository come from 240 seconds on 16 cores: 1 million
holes.

A table is what its players know: ranks of open cards, 0 to 12, and how many of each rank are hidden. A hidden card is
drawn when it is turned up.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the processes share the cores already

import sys
import time
from base64 import b85encode
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.games.golf.options import GolfOptions
from parlour.games.golf.players.outlook import DOWN, HIDDEN_VARIANCE, KEPT, TURN, TURNED, WAYS
from parlour.games.golf.scoring import card_values

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Net = list[Floats]  # the first layer, the second and its biases, the last and its biases

RANKS = 13
VALUES = np.array(card_values(GolfOptions())[:RANKS], np.float32)
COLUMN: Floats = np.where(np.eye(RANKS, dtype=bool), 0, VALUES[:, None] + VALUES).astype(np.float32)
PAIR = np.zeros((15, 15), np.int64)  # the number of a column, by its two kinds
PAIR[np.triu_indices(15)] = np.arange(120)
PAIR = np.maximum(PAIR, PAIR.T)
PARTNER = np.array([3, 4, 5, 0, 1, 2])
COLUMN_OF = np.array([0, 1, 2, 0, 1, 2])

# Where the rows of the first layer begin
MY_PAIR, MY_LEFT, THEIR_PAIR, THEIR_LEFT, TOP, UNSEEN, GAIN, HOPE, ALWAYS, ROWS = (
    *(0, 120, 186, 306, 372),
    *(386, 399, 400, 401, 402),
)
NOTHING = 65  # the last row of *_LEFT, always 0: a card that nobody knows, or one with a pair
UNITS, SECOND_UNITS = 64, 16

TABLES = 256  # in a process
TURNS = 25  # before the processes average
LONGEST = 60  # turns in a hole
NEVER = np.float32(-1e9)
SCALE = 4096
WEIGHTS = Path(__file__).parent.parent / "src/parlour/games/golf/players/weights.py"


@dataclass
class Tables:
    """Many tables, as the seat at bat sees them."""

    mine: Ints
    theirs: Ints
    top: Ints
    unseen: Ints  # by rank
    stock: Ints  # how many cards
    out: Flags  # the other player went out, so this is the last turn
    turns: Ints


class Turns(NamedTuple):
    """What happened in one turn at every table."""

    worth: Floats  # before it, to the seat that was at bat
    got: Floats  # after it
    variance: Floats
    seen: tuple[Floats, Floats]  # the network's input afterward, and the points ahead now: before and after turning up
    lasting: Flags  # where the hole goes on and nobody has gone out


def pick(rng: np.random.Generator, unseen: Ints) -> Ints:
    """A hidden card for every table."""
    upto = np.cumsum(unseen, 1)
    at: Ints = (upto <= (rng.random(len(unseen)) * upto[:, -1])[:, None]).sum(1)
    return np.minimum(at, RANKS - 1)


def deal(rng: np.random.Generator, tables: int) -> Tables:
    """New holes, after everybody has turned up two cards."""
    unseen = np.full((tables, RANKS), 4)
    grids = [np.full((tables, 6), DOWN) for _ in range(2)]
    top = np.zeros(tables, np.int64)
    for place in (grids[0][:, 0], grids[0][:, 1], grids[1][:, 0], grids[1][:, 1], top):
        place[:] = pick(rng, unseen)
        unseen[np.arange(tables), place] -= 1
    none = np.zeros(tables, np.int64)
    return Tables(grids[0], grids[1], top, unseen, none + 39, none > 0, none)


def restock(tables: Tables) -> None:
    """Where the stock is empty, the discards under the top card become the stock (G32)."""
    empty = np.flatnonzero(tables.stock == 0)
    if len(empty):
        seen = tables.unseen[empty]
        for cards in (*tables.mine[empty].T, *tables.theirs[empty].T, tables.top[empty]):
            known = cards < RANKS
            seen[np.flatnonzero(known), cards[known]] += 1
        tables.unseen[empty] += 4 - seen
        tables.stock[empty] = (4 - seen).sum(1)


# ------------------------------------------------------------ what the network is told


def left_rows(cards: Ints, unseen: Ints) -> Ints:
    """The rows of *_LEFT for these cards."""
    ranks = np.minimum(cards, RANKS - 1)
    return np.where(cards >= RANKS, NOTHING, ranks * 5 + np.take_along_axis(unseen, ranks, -1))


def averages(unseen: Ints) -> tuple[Floats, Floats]:
    """The chance of every rank to be the next card, and the average value of a column by its kinds."""
    chance = (unseen / np.maximum(1, unseen.sum(1, keepdims=True))).astype(np.float32)
    beside = chance @ COLUMN
    now = np.empty((len(unseen), 15, 15), np.float32)
    now[:, :RANKS, :RANKS] = COLUMN
    now[:, :RANKS, RANKS:] = beside[:, :, None]
    now[:, RANKS:, :RANKS] = beside[:, None, :]
    now[:, RANKS:, RANKS:] = (beside * chance).sum(1)[:, None, None]
    return chance, now


def worth(now: Floats, grid: Ints) -> Floats:
    at = np.arange(len(grid))[:, None]
    total: Floats = now[at, grid[:, :3], grid[:, 3:]].sum(1)
    return total


def gains(now: Floats, grid: Ints) -> Floats:
    """By how much a card of each rank lowers a grid at once."""
    at = np.arange(len(grid))[:, None]
    beside = grid[:, PARTNER]
    old = now[at, grid, beside]
    new = now[at[:, :, None], beside[:, None, :], np.arange(RANKS)[None, :, None]]
    lower: Floats = np.maximum((old[:, None, :] - new).max(2), 0)
    return lower


def inputs(mine: Ints, theirs: Ints, top: Ints, unseen: Ints) -> tuple[Floats, Floats]:
    """The network's input for tables at which the owner of `mine` has just moved, and how far ahead that player is."""
    at = np.arange(len(mine))
    told = np.zeros((len(mine), ROWS), np.float32)
    for grid, pairs, left in ((mine, MY_PAIR, MY_LEFT), (theirs, THEIR_PAIR, THEIR_LEFT)):
        rows = left_rows(grid, unseen)
        for column in range(3):
            one, other = grid[:, column], grid[:, column + 3]
            told[at, pairs + PAIR[one, other]] += 1
            for slot in (column, column + 3):
                told[at, left + rows[:, slot]] += one != other
        told[:, left + NOTHING] = 0
    told[at, TOP + top] = 1
    told[:, UNSEEN : UNSEEN + RANKS] = unseen / 4
    chance, now = averages(unseen)
    gain = gains(now, theirs)
    hope = (gain * chance).sum(1)
    told[:, GAIN] = np.where(top == DOWN, hope, gain[at, np.minimum(top, RANKS - 1)]) / 5
    told[:, HOPE] = hope / 5
    told[:, ALWAYS] = 1
    return told, worth(now, theirs) - worth(now, mine)


# ------------------------------------------------------------ a turn


def upper_layers(net: Net, sums: Floats) -> Floats:
    _, second, second_bias, last, last_bias = net
    hidden = np.maximum(np.maximum(sums, 0).reshape(-1, UNITS) @ second + second_bias, 0)
    says: Floats = (hidden @ last + last_bias).reshape(*sums.shape[:-1], 2)
    return says


def first_layer(net: Net, tables: Tables, cards: Ints, unseen: Ints, gain: Floats, hope: Floats) -> Floats:
    """The sums of the first layer for every card that may come and every way to end the turn with it."""
    rows = net[0]
    count = len(tables.mine)
    at = np.arange(count)[:, None]
    mine, theirs = tables.mine, tables.theirs
    their_rows = left_rows(np.repeat(theirs[:, None], 14, 1), unseen)
    their_rows = np.where(np.tile(theirs[:, :3] != theirs[:, 3:], (1, 2))[:, None], their_rows, NOTHING)
    sums = rows[THEIR_LEFT + their_rows].sum(2) + rows[THEIR_PAIR + PAIR[theirs[:, :3], theirs[:, 3:]]].sum(1)[:, None]
    sums += (unseen.reshape(-1, RANKS).astype(np.float32) / 4 @ rows[UNSEEN : UNSEEN + RANKS]).reshape(count, 14, UNITS)
    sums += (hope / 5)[:, None, None] * rows[HOPE] + rows[ALWAYS]
    discarded = rows[TOP + np.arange(14)][None] + (gain / 5)[:, :, None] * rows[GAIN]
    left = rows[MY_LEFT + left_rows(np.repeat(mine[:, None], 14, 1), unseen)]
    unpaired = (mine[:, :3] != mine[:, 3:])[:, None, :, None]
    columns = rows[MY_PAIR + PAIR[mine[:, :3], mine[:, 3:]]][:, None] + unpaired * (left[:, :, :3] + left[:, :, 3:])
    sums += columns.sum(2)
    beside = mine[:, PARTNER]
    new = rows[MY_LEFT + cards * 5 + np.take_along_axis(unseen, cards[:, :, None], 2)[:, :, 0]]
    swapped = (cards[:, :, None] != beside[:, None, :])[..., None] * (new[:, :, None] + left[:, :, PARTNER])
    swapped += rows[MY_PAIR + PAIR[cards[:, :, None], beside[:, None, :]]]
    ways = np.empty((count, 14, WAYS, UNITS), np.float32)
    ways[:, :, :KEPT] = sums[:, :, None] - columns[:, :, COLUMN_OF] + swapped + discarded[at, mine][:, None]
    ways[:, :, KEPT] = sums + discarded[at, cards]
    down = mine[:, :3] == DOWN
    other = np.where(down, mine[:, 3:], mine[:, :3])
    beside_down = np.where(down[:, None, :, None], left[:, :, 3:], left[:, :, :3])
    turned = rows[MY_PAIR + PAIR[TURNED, other]][:, None] + beside_down
    ways[:, :, TURN:] = ways[:, :, KEPT, None] - columns + turned
    return ways


def weigh(net: Net, tables: Tables) -> tuple[Floats, Floats, Floats]:
    """The chance of every rank to be drawn; and by card (the last is the discard) and way to end the turn, the points
    that the seat at bat will be ahead, and their variance."""
    count = len(tables.mine)
    at = np.arange(count)[:, None]
    mine, theirs = tables.mine, tables.theirs
    chance, now = averages(tables.unseen)
    cards = np.concatenate([np.tile(np.arange(RANKS), (count, 1)), tables.top[:, None]], 1)
    unseen = np.repeat(tables.unseen[:, None], 14, 1)
    drawn = np.arange(RANKS)
    unseen[:, drawn, drawn] = np.maximum(unseen[:, drawn, drawn] - 1, 0)
    gain = gains(now, theirs)
    hope = (gain * chance).sum(1)
    spread = (gain**2 * chance).sum(1) - hope**2
    gain = np.concatenate([gain, hope[:, None]], 1)
    says = upper_layers(net, first_layer(net, tables, cards, unseen, gain, hope))

    my_worth, their_worth = worth(now, mine)[:, None, None], worth(now, theirs)[:, None, None]
    beside = mine[:, PARTNER]
    after = np.repeat(np.repeat(my_worth, 14, 1), WAYS, 2)
    after[:, :, :KEPT] += now[at[:, :, None], cards[:, :, None], beside[:, None, :]] - now[at, mine, beside][:, None]
    points = their_worth - after + 10 * says[..., 0]
    variance = np.maximum(100 * says[..., 1], 1)

    # Going out is reckoned, and so is the last turn.
    mine_down, theirs_down = (mine == DOWN).sum(1), (theirs == DOWN).sum(1)
    turnable = (mine[:, :3] == DOWN) | (mine[:, 3:] == DOWN)
    goes_out = np.zeros((count, 14, WAYS), bool)
    goes_out[:, :, :KEPT] = (mine == DOWN)[:, None]
    goes_out[:, :, TURN:] = turnable[:, None]
    goes_out &= (mine_down == 1)[:, None, None]
    ends = their_worth[:, 0] - np.maximum(gain, hope[:, None])
    ends[:, DOWN] = (ends[:, :RANKS] * chance).sum(1)
    discarded = np.repeat(cards[:, :, None], WAYS, 2)
    discarded[:, :, :KEPT] = mine[:, None]
    points = np.where(goes_out, ends[at[:, :, None], discarded] - after, points)
    variance = np.where(goes_out, (spread + HIDDEN_VARIANCE * theirs_down)[:, None, None], variance)
    last = (tables.out | (tables.turns >= LONGEST - 1))[:, None, None]
    points = np.where(last, their_worth - after, points)
    variance = np.where(last, HIDDEN_VARIANCE * (mine_down + theirs_down)[:, None, None], variance)
    points[:, :, TURN:] = np.where(turnable[:, None], points[:, :, TURN:], NEVER)
    points[:, RANKS, KEPT:] = NEVER
    return chance, points, variance


def play(net: Net, tables: Tables, rng: np.random.Generator, noise: float) -> Turns:
    """Play one turn at every table, and turn the tables around. With noise, some play worse than they know."""
    restock(tables)
    count = len(tables.mine)
    at = np.arange(count)
    chance, points, variance = weigh(net, tables)
    best = points.max(2)
    drawing, taking = (best[:, :RANKS] * chance).sum(1), best[:, RANKS]

    tries = noise * (rng.random(count) < 0.3)
    draws = drawing + tries * rng.normal(0, 0.5, count) > taking
    drawn = pick(rng, tables.unseen)
    case = np.where(draws, drawn, RANKS)
    way = (points[at, case] + tries[:, None] * rng.gumbel(0, 1, (count, WAYS))).argmax(1)
    card = np.where(draws, drawn, tables.top)
    tables.unseen[at[draws], drawn[draws]] -= 1
    tables.stock -= draws

    mine = tables.mine.copy()
    swaps, turns = way < KEPT, way >= TURN
    slot = np.where(swaps, way, 0)
    old = mine[at, slot]
    mine[at[swaps], slot[swaps]] = card[swaps]
    top = np.where(swaps, old, card)
    column = np.maximum(way - TURN, 0)
    slot = np.where(mine[at, column] == DOWN, column, column + 3)
    mine[at[turns], slot[turns]] = TURNED
    before = inputs(mine, tables.theirs, top, tables.unseen)
    uncovers = swaps & (old == DOWN)
    found = pick(rng, tables.unseen)
    tables.unseen[at[uncovers | turns], found[uncovers | turns]] -= 1
    mine[at[turns], slot[turns]] = found[turns]
    top = np.where(uncovers, found, top)
    after = inputs(mine, tables.theirs, top, tables.unseen)

    tables.turns += 1
    over = tables.out | (tables.turns >= LONGEST)
    out = (mine == DOWN).sum(1) == 0
    tables.mine, tables.theirs, tables.top, tables.out = tables.theirs, mine, top, out & ~over
    fresh = deal(rng, int(over.sum()))
    for field in fields(Tables):
        getattr(tables, field.name)[over] = getattr(fresh, field.name)
    seen = np.concatenate([before[0], after[0]]), np.concatenate([before[1], after[1]])
    return Turns(np.maximum(drawing, taking), points[at, case, way], variance[at, case, way], seen, ~out & ~over)


# ------------------------------------------------------------ learning


class Steps:
    """Steps downhill, each as long as it has been sure of its direction (Adam)."""

    def __init__(self, net: Net) -> None:
        self.mean = [np.zeros_like(weights) for weights in net]
        self.square = [np.zeros_like(weights) for weights in net]
        self.count = 0

    def take(self, net: Net, slopes: list[Any], rate: float) -> None:
        self.count += 1
        for weights, slope, mean, square in zip(net, slopes, self.mean, self.square, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.002 * (slope * slope - square)
            length = mean / (1 - 0.9**self.count) / (np.sqrt(square / (1 - 0.998**self.count)) + 1e-6)
            weights -= rate * length
        net[0][[MY_LEFT + NOTHING, THEIR_LEFT + NOTHING]] = 0


def teach(net: Net, steps: Steps, before: Turns, then: Turns, rate: float) -> float:
    """Bring what the network said after one turn closer to what the next turn found. Returns by how much it was off."""
    told, ahead = (part[np.tile(before.lasting, 2)] for part in before.seen)
    worth, got, variance = (np.tile(part[before.lasting], 2) for part in (then.worth, then.got, then.variance))
    first, second, second_bias, last, last_bias = net
    sums = told @ first
    first_hidden = np.maximum(sums, 0)
    second_sums = first_hidden @ second + second_bias
    second_hidden = np.maximum(second_sums, 0)
    says = second_hidden @ last + last_bias
    off = np.empty_like(says)
    off[:, 0] = says[:, 0] - (-worth - ahead) / 10  # what is good for one player is bad for the other
    off[:, 1] = 0.3 * (says[:, 1] - np.clip(((ahead + 10 * says[:, 0] + got) ** 2 + variance) / 100, 0, 4))
    loss = float((off[:, 0] ** 2).mean())
    off /= len(off)
    second_off = (off @ last.T) * (second_sums > 0)
    first_off = (second_off @ second.T) * (sums > 0)
    slopes = [told.T @ first_off, first_hidden.T @ second_off, second_off.sum(0), second_hidden.T @ off, off.sum(0)]
    steps.take(net, slopes, rate)
    return loss


class Pupil(NamedTuple):
    """What one process works on."""

    steps: Steps
    tables: Tables
    last: Turns | None


def learn(net: Net, pupil: Pupil, seed: int, rate: float, noise: float) -> tuple[Net, Pupil, float]:
    rng = np.random.default_rng(seed)
    net = [weights.copy() for weights in net]
    losses: list[float] = []
    last = pupil.last
    for _ in range(TURNS):
        now = play(net, pupil.tables, rng, noise)
        if last is not None and last.lasting.any():
            losses.append(teach(net, pupil.steps, last, now, rate))
        last = now
    return net, pupil._replace(last=last), float(np.mean(losses))


def new_net(rng: np.random.Generator) -> Net:
    net = [rng.normal(0, 0.15, (ROWS, UNITS)), rng.normal(0, 0.25, (UNITS, SECOND_UNITS)), np.zeros(SECOND_UNITS)]
    net += [rng.normal(0, 0.1, (SECOND_UNITS, 2)), np.array([0, 0.5])]
    net[0][[MY_LEFT + NOTHING, THEIR_LEFT + NOTHING]] = 0
    return [weights.astype(np.float32) for weights in net]


def learned(seconds: float, processes: int) -> Net:
    rng = np.random.default_rng(1)
    net = new_net(rng)
    pupils = [Pupil(Steps(net), deal(rng, TABLES), None) for _ in range(processes)]
    began = time.monotonic()
    turns = 0
    with ProcessPoolExecutor(processes) as pool:
        while (part := (time.monotonic() - began) / seconds) < 1:
            rate, noise = 2e-3 * (1 - part) ** 1.5 + 2e-5, 0.8 * (1 - part) + 0.2
            jobs = [pool.submit(learn, net, pupil, int(rng.integers(2**60)), rate, noise) for pupil in pupils]
            nets, pupils, losses = (list(each) for each in zip(*[job.result() for job in jobs], strict=True))
            net = [np.mean(weights, 0) for weights in zip(*nets, strict=True)]
            turns += processes * TABLES * TURNS
            print(f"{part * seconds:.0f} s: {turns} turns, off by {np.mean(losses):.4f}", flush=True)
    return net


def write(net: Net, path: Path) -> None:
    numbers = np.concatenate([weights.ravel() for weights in net])
    text = b85encode(np.clip(np.round(numbers * SCALE), -32768, 32767).astype("<i2").tobytes()).decode()
    lines = "".join(f'    "{text[at : at + 110]}"\n' for at in range(0, len(text), 110))
    path.write_text(
        '"""The weights of the network in `outlook.py`, written by `tools/learn_golf.py`."""\n\n'
        f"from typing import Final\n\nUNITS: Final = {UNITS}\nSECOND_UNITS: Final = {SECOND_UNITS}\n"
        f"SCALE: Final = {SCALE}\nWEIGHTS: Final = (\n{lines})\n"
    )


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3600.0
    processes = int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count() or 1
    write(learned(seconds, processes), Path(sys.argv[3]) if len(sys.argv) > 3 else WEIGHTS)
