"""The mind for Golf: ideas, chances, mistakes and hints."""

from random import Random

import pytest

from parlour.bots import find_bot
from parlour.bots.search import ThinkingTime, think
from parlour.cards import card
from parlour.games.golf import GAME
from parlour.games.golf.actions import DISCARD, LEAVE, Action, Swap, Turn
from parlour.games.golf.players.mind import GolfMind
from parlour.games.golf.rules import Golf
from parlour.games.golf.state import DRAWING, FLIPPING, PLACING
from parlour.kernel.actions import DRAW, TAKE
from parlour.lab.arena import Contest, hold
from tests.arbitrary import LONG
from tests.games.golf.tables import lay, ready
from tests.games.minds import check_outcomes, check_thoughts

MIND = GolfMind()


def holding(
    mine: str, up: int, held: str, theirs: str = "9S 8H 6D 9C 5S KH", their_up: int = 0b000011, seats: int = 2
) -> Golf:
    """Seat 1 has drawn this card."""
    golf = ready(seats)
    lay(golf, 1, mine, up)
    lay(golf, 0, theirs, their_up)
    golf.at_bat = 1
    golf.phase = PLACING
    golf.held = card(held)
    return golf


def thought(golf: Golf, playouts: int = 200) -> Action:
    best: Action = think(MIND, golf, 1, ThinkingTime(playouts), Random(4)).best.action
    return best


@pytest.mark.parametrize("seed", range(60 if LONG else 12))
def test_ideas_slips_and_words_in_random_games(seed: int) -> None:
    check_thoughts(GAME, seed)


@pytest.mark.parametrize("seed", range(60 if LONG else 12))
def test_whatever_is_tried_has_a_chance(seed: int) -> None:
    check_outcomes(GAME, seed)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_lead_is_worth_more_the_fewer_holes_are_left(seats: int) -> None:
    golf = ready(seats)
    golf.sheet = [[10] * seats]
    assert MIND.worth(golf, 0) == pytest.approx(1 / seats, abs=0.01)
    golf.sheet[0][0] = 0
    early = MIND.worth(golf, 0)
    golf.sheet += [[10] * seats] * 7
    late = MIND.worth(golf, 0)
    golf.sheet.append([10] * seats)
    assert 1 / seats < early < late < MIND.worth(golf, 0) == 1.0
    assert MIND.worth(golf, 1) == 0.0


def test_those_who_are_equal_in_the_end_share() -> None:
    golf = ready(3)
    golf.sheet = [[5, 5, 9]] * 9
    assert [MIND.worth(golf, seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_places_that_come_to_the_same_are_one_idea() -> None:
    golf = holding("KS 9H 9D 5C 9S 9C", up=0b000001, held="AD", seats=3)
    swaps = [idea for idea in MIND.ideas(golf, 1, Random(1)) if isinstance(idea, Swap)]
    assert len([swap for swap in swaps if swap.slot in (1, 2, 4, 5)]) == 1
    golf.phase = FLIPPING
    turns = [idea for idea in MIND.ideas(golf, 1, Random(1)) if isinstance(idea, Turn)]
    assert sorted(turn.slot for turn in turns if turn.slot != 3) in ([1], [2], [4], [5])


def test_with_more_than_two_whether_to_draw_or_take_is_left_to_steady() -> None:
    golf = holding("KS 9H 9D 5C 9S 9C", up=0b000001, held="AD", seats=3)
    golf.discards.append(golf.held)
    golf.phase = DRAWING
    assert len(MIND.ideas(golf, 1, Random(1))) == 1


def test_sharp_ends_the_last_hole_while_it_is_far_enough_ahead() -> None:
    """Steady waits for a card that lowers its points. Sharp sees that the other player must not get that time."""
    golf = holding("KS 3H 5D KC 4S 5C", up=0b101111, held="QD", theirs="9S 8H 6D 7C JS 10H", their_up=0b011111)
    golf.sheet = [[10, 13]] * 7 + [[10, 14]]
    golf.round = 9
    golf.stock = [card(text) for text in ["9D", "8C", "10S", "QS", "JH", "7D", "6C", "8S", "JD", "10C"]]
    golf.apply(1, DISCARD)
    assert MIND.sound.choose(golf, 1, Random(1)) == LEAVE
    assert thought(golf) == Turn(4)


def test_gentle_takes_what_is_low_and_overlooks_a_pair() -> None:
    golf = holding("9H 8H 7D 5C 9S 9C", up=0b000011, held="9D", their_up=0b011111)
    golf.discards.append(golf.held)
    golf.phase = DRAWING
    assert MIND.sound.choose(golf, 1, Random(1)) == TAKE
    assert MIND.slip(golf, 1, Random(1)) == DRAW
    golf.discards.append(card("3D"))
    assert MIND.slip(golf, 1, Random(1)) == TAKE


@pytest.mark.parametrize(
    ("held", "action", "say", "why"),
    [
        (
            "5H",
            Swap(1),
            "Swap 5♥ for your face-down card, top middle",
            "it pairs with 5♠ below, and the column counts nothing",
        ),
        ("3H", Swap(0), "Swap 3♥ for your 9♥, top left", "it counts 3, and 9♥ counts 9"),
        ("QH", DISCARD, "Discard Q♥", "it wouldn't lower your score anywhere"),
    ],
)
def test_advice_says_what_it_rests_on(held: str, action: Action, say: str, why: str) -> None:
    golf = holding("9H 8H 7D 6C 5S 4C", up=0b010001, held=held)
    assert MIND.say(golf, 1, action) == say
    assert MIND.why(golf, 1, action) == why


@pytest.mark.skipif(not LONG, reason="takes minutes")
def test_sharp_beats_steady_and_steady_beats_gentle() -> None:
    for lone, others, fair in (("sharp@64", "steady", 0.5), ("steady", "gentle", 0.6)):
        contest = Contest("golf", GAME.options(), 2, (lone, others), deals=60, seed=1)
        assert hold(contest).shares.mean() > fair
    assert find_bot(GAME, "sharp")
