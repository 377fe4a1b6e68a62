"""The last turn of a hole: what is certain is taken, and what is not is risked when nothing else can win."""

from collections.abc import Iterator
from random import Random

from parlour.bots import find_bot
from parlour.cards import card
from parlour.games.golf import GAME
from parlour.games.golf.actions import SWAPS, Action
from parlour.games.golf.players.last_turn import is_last_turn
from parlour.games.golf.players.steady import GolfSteady
from parlour.games.golf.rules import Golf, start
from parlour.games.golf.state import DOWN_SLOTS, DRAWING, PLACING
from parlour.kernel.actions import DRAW, TAKE
from parlour.kernel.shuffle import QuickShuffler
from tests.arbitrary import tries
from tests.games.golf.tables import lay, ready

SHARP = find_bot(GAME, "sharp@64")
STEADY = GolfSteady()


def sharp(golf: Golf, seat: int, seed: int) -> Action:
    choice: Action | None = SHARP.choose(golf.redeal(seat, Random(seed)), seat, Random(seed))
    assert choice is not None
    return choice


def last_turns(number: int) -> Iterator[Golf]:
    """The last turns of the last holes of games between two."""
    for seed in range(number):
        golf = start(GAME.options(holes=1), 2, QuickShuffler(seed.to_bytes(4, "big")))
        rng = Random(seed)
        while golf.actors() and not (golf.phase == DRAWING and is_last_turn(golf, golf.at_bat)):
            seat = golf.actors()[0]
            golf.apply(seat, STEADY.choose(golf, seat, rng))
        if golf.actors():
            yield golf


def is_certain(golf: Golf) -> bool:
    """Whether the seat at bat, who has at most one card face down, can win whatever the hidden cards are."""
    if golf.phase == DRAWING:
        taken = golf.copy()
        taken.apply(golf.at_bat, TAKE)
        return is_certain(taken) or (golf.can_draw() and wins_with(golf, golf.grids[golf.at_bat * 6 :][:6]))
    seat = golf.at_bat
    grid = golf.grids[seat * 6 : seat * 6 + 6]
    places = [] if golf.held_openly else [grid]
    places += [[*grid[:slot], golf.held, *grid[slot + 1 :]] for slot in range(6)]
    return any(wins_with(golf, place) for place in places)


def wins_with(golf: Golf, grid: list[int]) -> bool:
    down = [slot for slot in DOWN_SLOTS[golf.up[golf.at_bat]] if grid[slot] == golf.grids[golf.at_bat * 6 + slot]]
    theirs = golf.terms.grid(golf.grids, (1 - golf.at_bat) * 6)
    hidden = {*golf.stock, *(golf.grids[golf.at_bat * 6 + slot] for slot in down)} if down else {0}
    return all(golf.terms.grid([face if slot in down else grid[slot] for slot in range(6)]) < theirs for face in hidden)


def test_a_certain_win_is_never_declined() -> None:
    certain = 0
    for number, golf in enumerate(last_turns(tries(150, 20_000))):
        seat = golf.at_bat
        if len(DOWN_SLOTS[golf.up[seat]]) > 1 or not is_certain(golf):
            continue
        certain += 1
        while golf.actors():
            action = sharp(golf, seat, number)
            golf.apply(seat, action)
            assert golf.phase != PLACING or is_certain(golf), (number, action)
        assert golf.totals()[seat] < golf.totals()[1 - seat]
    assert certain > tries(5, 1000)


def choice(theirs: str, discard: str, held: str = "") -> Action:
    """What seat 1 does in the last turn with `6 4 2 / ? 4 A` against these cards."""
    golf = ready(holes=1)
    lay(golf, 0, theirs)
    lay(golf, 1, "6H 4H 2S 9C 4D AC", up=0b110111)
    golf.out, golf.at_bat, golf.phase = 0, 1, DRAWING
    golf.discards.append(card(discard))
    if held:
        golf.held, golf.phase = card(held), PLACING
    return sharp(golf, 1, 1)


def test_a_card_that_surely_wins_is_taken_rather_than_a_better_one_hoped_for() -> None:
    """Found in play: against 11 points, 3♥ in the place of the face-down card wins."""
    assert choice("KS KH 5D 6C KD KC", discard="3H") == TAKE


def test_a_card_that_lowers_the_score_but_cannot_win_is_left() -> None:
    assert choice("KS KH 2D 6C KD AC", discard="8S") == DRAW


def test_the_card_in_hand_goes_where_it_surely_wins() -> None:
    assert choice("KS KH 5D 6C KD KC", discard="QS", held="3H") == SWAPS[3]
