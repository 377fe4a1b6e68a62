"""What sharp has learned about tables of two."""

from base64 import b85decode
from random import Random

import learn_golf
import numpy as np
import pytest

from parlour.cards import card
from parlour.games.golf.actions import SWAPS
from parlour.games.golf.players.mind import GolfMind
from parlour.games.golf.players.outlook import KEPT, NEVER, RANKS, TURN, WAYS, Outlook, has_learned
from parlour.games.golf.players.steady import GolfKnowledge, GolfSteady, Odds
from parlour.games.golf.players.weights import SCALE, WEIGHTS
from parlour.games.golf.rules import Golf
from parlour.games.golf.state import DRAWING, PLACING
from parlour.kernel.actions import DRAW, TAKE
from tests.games.golf.tables import lay, new, ready

STEADY = GolfSteady()


def outlook(golf: Golf) -> Outlook:
    return Outlook(golf, GolfKnowledge(golf, golf.at_bat, Odds(golf)))


def turns(seed: int) -> list[Golf]:
    """Every turn before the last ones, in a few holes that steady plays."""
    rng = Random(seed)
    golf = new(holes=3).redeal(None, rng)
    found: list[Golf] = []
    while golf.actors():
        if golf.phase == DRAWING and golf.out < 0:
            found.append(golf.copy())
        seat = golf.actors()[0]
        golf.apply(seat, STEADY.choose(golf, seat, rng))
    return found


def test_it_knows_tables_of_two_with_the_game_as_written() -> None:
    assert has_learned(new(2))
    assert has_learned(new(2, holes=18, initial_flips=0, turn_cap=20))
    assert not has_learned(new(3))
    assert not has_learned(new(2, flip_on_discard="never"))
    assert not has_learned(new(2, use_jokers=True))
    assert not has_learned(new(2, knock_penalty=True))


@pytest.mark.parametrize("seed", range(3))
def test_it_is_worth_the_same_whichever_way_round_a_grid_lies(seed: int) -> None:
    for golf in turns(seed)[::7]:
        turned = golf.copy()
        for seat, slots in ((0, [4, 0, 2, 1, 3, 5]), (1, [5, 1, 0, 2, 4, 3])):
            grid, up = golf.grids[seat * 6 : seat * 6 + 6], golf.up[seat]
            turned.grids[seat * 6 : seat * 6 + 6] = [grid[slot] for slot in slots]
            turned.up[seat] = sum((up >> slot & 1) << at for at, slot in enumerate(slots))
        one, other = outlook(golf), outlook(turned)
        for kind in range(RANKS):
            chances = [sorted(each.ways(kind, each.unseen, False)) for each in (one, other)]
            assert chances[0] == pytest.approx(chances[1])


@pytest.mark.parametrize("seed", range(3))
def test_it_says_what_the_teacher_taught(seed: int) -> None:
    """The compiled network and the one that learns are two programs; they must agree about every way to end a turn."""
    net = _taught()
    for golf in turns(seed)[::9]:
        said = outlook(golf)
        table = learn_golf.Tables(
            *(np.array([each]) for each in (said.mine, said.theirs, said.table.kind[golf.discards[-1]], said.unseen)),
            *(np.array([each]) for each in (len(golf.stock), False, golf.turns)),
        )
        _, points, variance = learn_golf.weigh(net, table)
        for kind in range(RANKS):
            if said.unseen[kind]:
                unseen = said.unseen[:]
                unseen[kind] -= 1
                for way, chance in enumerate(said.ways(kind, unseen, False)):
                    if chance == NEVER:
                        assert points[0, kind, way] == learn_golf.NEVER
                    elif not (said.goes_out and way >= TURN):  # one that turns up its last card knows its risk better
                        taught = said.chance(float(points[0, kind, way]), float(variance[0, kind, way]))
                        assert chance == pytest.approx(taught, abs=1e-4)


def _taught() -> learn_golf.Net:
    """The network of the repository, as the teacher holds it."""
    numbers: learn_golf.Floats = np.frombuffer(b85decode(WEIGHTS), "<i2").astype(np.float32) / np.float32(SCALE)
    net: learn_golf.Net = []
    for like in learn_golf.new_net(np.random.default_rng(1)):
        net.append(numbers[: like.size].reshape(like.shape))
        numbers = numbers[like.size :]
    assert not numbers.size
    return net


def laid(mine: str, up: int, discard: str) -> Golf:
    """Seat 1 is at bat."""
    golf = ready()
    lay(golf, 1, mine, up)
    lay(golf, 0, "7S 8H 6D 9C 5S KH", up=0b000011)
    golf.at_bat = 1
    golf.discards = [card(discard)]
    golf.stock = sorted(set(range(52)).difference(golf.grids, golf.discards))
    return golf


def test_a_pair_of_queens_is_taken_and_made() -> None:
    golf = laid("QH 9S 4D 8C 3S AC", 0b001011, discard="QD")
    assert outlook(golf).best() == TAKE
    golf.apply(1, TAKE)
    assert outlook(golf).best() == SWAPS[3]


def test_a_king_of_the_stock_is_never_thrown_away() -> None:
    golf = laid("QH 9S 4D 8C 3S AC", 0b000011, discard="8S")
    golf.stock.remove(card("KD"))
    golf.stock.append(card("KD"))
    golf.apply(1, DRAW)
    chances = outlook(golf).ways(RANKS - 1, outlook(golf).unseen, False)
    assert len(chances) == WAYS
    assert max(chances) == max(chances[:KEPT]) > chances[KEPT] > NEVER


def test_a_card_that_is_taken_must_be_swapped_in() -> None:
    golf = ready()
    golf.apply(golf.at_bat, TAKE)
    said = outlook(golf)
    assert golf.phase == PLACING
    assert said.ways(5, said.unseen, True)[KEPT:] == [NEVER] * (WAYS - KEPT)
    assert said.best() in SWAPS


@pytest.mark.parametrize("seed", range(3))
def test_sharp_does_what_it_has_learned_without_playing_out(seed: int) -> None:
    mind = GolfMind()
    for golf in turns(seed)[::5]:
        assert mind.ideas(golf, golf.at_bat, Random(1)) == [outlook(golf).best()]
