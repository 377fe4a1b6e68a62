"""Six-Card Golf, rule by rule."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from parlour.cards import JOKER, NO_CARD, code
from parlour.games.golf import GAME
from parlour.games.golf.actions import DISCARD, KNOCK, LEAVE, Swap, Turn
from parlour.games.golf.options import GolfOptions
from parlour.games.golf.state import ALL_UP, DRAWING, FLIPPING, TURNING_UP
from parlour.kernel.actions import DEAL, DRAW, TAKE
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.refusal import Refused
from tests.games.golf.tables import going_out, new, play, ready, refused

# ---------------------------------------------------------------- getting ready


@pytest.mark.parametrize("seats", range(2, 7))
def test_G1_six_cards_each_face_down_and_one_discard(seats: int) -> None:
    golf = new(seats)
    assert len(golf.grids) == 6 * seats
    assert golf.up == [0] * seats
    assert len(golf.discards) == 1
    total = len(golf.grids) + len(golf.stock) + len(golf.discards)
    assert total == (104 if seats > 4 else 52)


@pytest.mark.parametrize("flips", [0, 1, 2])
def test_G2_everybody_turns_up_their_first_cards_at_once(flips: int) -> None:
    golf = new(3, initial_flips=flips)
    assert list(golf.actors()) == ([0, 1, 2] if flips else [1])
    for seat in (2, 0, 1):
        for slot in range(flips):
            assert golf.phase == TURNING_UP
            golf.apply(seat, Turn(slot + 3))
    assert golf.phase == DRAWING
    assert golf.up == [(0, 8, 24)[flips]] * 3


def test_G2_different_cards_and_no_more_than_asked() -> None:
    golf = new()
    golf.apply(0, Turn(4))
    assert refused(golf, 0, Turn(4)) == "G2"
    golf.apply(0, Turn(5))
    assert refused(golf, 0, Turn(0)) == "G2"
    assert refused(golf, 1, DRAW) == "G2"


# ---------------------------------------------------------------- a turn


def test_G3_the_seat_left_of_the_dealer_begins_with_stock_or_discard() -> None:
    golf = ready(3)
    assert golf.dealer == 0
    assert list(golf.actors()) == [1]
    assert list(golf.legal(1)) == [DRAW, TAKE]
    assert refused(golf, 0, DRAW) == "G3"
    top = golf.stock[-1]
    golf.apply(1, DRAW)
    assert golf.held == top
    assert refused(golf, 1, DRAW) == "G3"
    assert refused(golf, 1, TAKE) == "G3"
    assert refused(golf, 2, DRAW) == "G3"


def test_G3_turns_pass_to_the_left() -> None:
    golf = ready(3, flip_on_discard="never")
    order = []
    for _ in range(6):
        seat = golf.at_bat
        order.append(seat)
        play(golf, (seat, DRAW), (seat, DISCARD))
    assert order == [1, 2, 0, 1, 2, 0]


def test_G4_a_stock_card_is_swapped_in_or_discarded() -> None:
    golf = ready()
    golf.apply(1, DRAW)
    drawn, old = golf.held, golf.grids[6 + 5]
    assert list(golf.legal(1)) == [Swap(slot) for slot in range(6)] + [DISCARD]
    swapped = golf.copy()
    swapped.apply(1, Swap(5))
    assert swapped.grids[6 + 5] == drawn
    assert swapped.discards[-1] == old
    golf.apply(1, DISCARD)
    assert golf.discards[-1] == drawn
    assert golf.held == NO_CARD


def test_G4_nothing_is_placed_before_a_card_is_drawn() -> None:
    golf = ready()
    assert refused(golf, 1, Swap(0)) == "G4"
    assert refused(golf, 1, DISCARD) == "G4"


def test_G5_a_taken_discard_must_be_swapped_in() -> None:
    golf = ready()
    visible = golf.discards[-1]
    golf.apply(1, TAKE)
    assert golf.held == visible
    assert DISCARD not in golf.legal(1)
    assert refused(golf, 1, DISCARD) == "G5"
    golf.apply(1, Swap(2))
    assert golf.grids[6 + 2] == visible


def test_G6_a_swapped_in_card_lies_open_and_face_down_cards_are_shown_to_nobody() -> None:
    golf = ready()
    hidden = [code(face) for face in golf.grids[2:6]]
    for viewer in (0, 1, None):
        items = GAME.view(golf, viewer).zone("grid:0").items
        assert [getattr(item, "face", item) for item in items][2:] == [None] * 4
        assert hidden
    play(golf, (1, DRAW), (1, Swap(4)))
    assert golf.up[1] >> 4 & 1


def test_G6_a_drawn_card_is_seen_by_the_one_who_drew_it_only() -> None:
    golf = ready()
    golf.apply(1, DRAW)
    assert GAME.view(golf, 1).zone("held:1").items == (code(golf.held),)
    for viewer in (0, None):
        (item,) = GAME.view(golf, viewer).zone("held:1").items
        assert getattr(item, "down", False)
        assert getattr(item, "face", "x") is None


@pytest.mark.parametrize(("flip", "legal"), [("may", 5), ("always", 4), ("never", 0), ("endgame", 0)])
def test_G7_what_follows_the_discard_of_a_stock_card(flip: str, legal: int) -> None:
    golf = ready(flip_on_discard=flip)
    play(golf, (1, DRAW), (1, DISCARD))
    if not legal:
        assert golf.at_bat == 0
        return
    assert golf.phase == FLIPPING
    assert len(golf.legal(1)) == legal
    assert (LEAVE in golf.legal(1)) == (flip == "may")
    assert refused(golf, 1, Turn(0)) == "G7"  # it is up already
    if flip == "always":
        assert refused(golf, 1, LEAVE) == "G7"
    golf.apply(1, Turn(2))
    assert golf.up[1] == 0b111
    assert golf.at_bat == 0


def test_G7_one_may_leave_them() -> None:
    golf = play(ready(), (1, DRAW), (1, DISCARD), (1, LEAVE))
    assert golf.up[1] == 0b11
    assert golf.at_bat == 0


def test_G7_endgame_one_must_turn_a_card_once_anybody_has_one_left() -> None:
    golf = ready(flip_on_discard="endgame")
    golf.up[0] = 0b011111
    play(golf, (1, DRAW), (1, DISCARD))
    assert golf.phase == FLIPPING
    assert refused(golf, 1, LEAVE) == "G7"
    golf = ready(flip_on_discard="endgame")
    golf.up[0] = 0b001111
    play(golf, (1, DRAW), (1, DISCARD))
    assert golf.phase == DRAWING


def test_G7_a_card_is_turned_only_then() -> None:
    golf = ready()
    golf.apply(1, DRAW)
    assert refused(golf, 1, Turn(3)) == "G4"  # a card is in hand
    assert refused(golf, 1, LEAVE) == "G7"


def test_G5_nobody_is_told_to_discard_what_they_took_from_the_discards() -> None:
    for get, told in ((DRAW, r"hand, or discard it\. \(G4\)"), (TAKE, r"hand\. \(G4\)")):
        golf = play(ready(), (1, get))
        with pytest.raises(Refused, match=told):
            golf.apply(1, Turn(3))


# ---------------------------------------------------------------- the end of a hole


def test_G8_everybody_else_has_exactly_one_more_turn() -> None:
    golf = going_out()
    assert golf.out == 1
    for seat in (2, 0):
        assert golf.at_bat == seat
        assert golf.phase == DRAWING
        play(golf, (seat, DRAW), (seat, DISCARD))
    assert golf.phase == SCORED
    assert golf.up == [ALL_UP] * 3
    assert len(golf.sheet) == 1


def test_G8_a_second_player_turning_their_last_card_changes_nothing() -> None:
    golf = going_out()
    golf.up[2] = 0b011111
    play(golf, (2, DRAW), (2, Swap(5)))
    assert golf.out == 1
    assert golf.at_bat == 0
    play(golf, (0, DRAW), (0, DISCARD))
    assert golf.phase == SCORED


def test_G11_the_deal_moves_left_and_the_next_dealer_deals() -> None:
    golf = going_out()
    play(golf, (2, DRAW), (2, DISCARD), (0, DRAW), (0, DISCARD))
    assert list(golf.actors()) == [1]
    assert refused(golf, 0, DEAL) == "G11"
    assert refused(golf, 1, DRAW) == "G11"
    assert refused(golf, 1, Swap(0)) == "G11"
    golf.apply(1, DEAL)
    assert golf.round == 2
    assert golf.dealer == 1
    assert golf.at_bat == 2
    assert golf.phase == TURNING_UP


@pytest.mark.parametrize("holes", [1, 2, 18])
def test_G11_after_the_last_hole_the_lowest_total_wins_and_ties_share(holes: int) -> None:
    golf = ready(3, holes=holes)
    rng = Random(holes)
    while actors := golf.actors():
        golf.apply(actors[0], rng.choice(golf.legal(actors[0])))
    assert golf.phase == OVER
    assert len(golf.sheet) == holes
    golf.sheet = [[5, 3, 3]] * holes
    result = golf.result()
    assert result is not None
    assert result.winners == (1, 2)
    assert result.scores == (5 * holes, 3 * holes, 3 * holes)
    assert refused(golf, 0, DEAL) == "G11"


@pytest.mark.parametrize(("seats", "jokers"), [(2, 2), (4, 2), (5, 4), (6, 4)])
def test_G12_use_jokers_adds_two_a_deck(seats: int, jokers: int) -> None:
    golf = new(seats, use_jokers=True)
    assert sum(cards.count(JOKER) for cards in golf.places().values()) == jokers


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("use_jokers", [False, True])
def test_G13_lucky_swing_adds_one_in_all(seats: int, use_jokers: bool) -> None:
    golf = new(seats, lucky_swing=True, use_jokers=use_jokers)
    assert sum(cards.count(JOKER) for cards in golf.places().values()) == 1


def test_G28_a_turn_may_be_spent_turning_a_card_up() -> None:
    assert refused(ready(), 1, Turn(3)) == "G28"
    golf = ready(flip_as_action=True)
    assert Turn(3) in golf.legal(1)
    assert refused(golf, 1, Turn(0)) == "G28"  # it is up already
    golf.apply(1, Turn(3))
    assert golf.up[1] == 0b001011
    assert golf.at_bat == 0


def test_G29_with_two_cards_down_a_turn_may_be_spent_knocking() -> None:
    golf = ready(knock_early=True)
    assert refused(golf, 1, KNOCK) == "G29"  # four cards are down
    golf.up[1] = 0b001111
    assert KNOCK in golf.legal(1)
    drawn = golf.copy()
    drawn.apply(1, DRAW)
    assert refused(drawn, 1, KNOCK) == "G29"
    golf.apply(1, KNOCK)
    assert golf.up[1] == ALL_UP
    assert golf.out == 1
    assert golf.at_bat == 0


def test_G29_nobody_knocks_where_the_table_has_not_said_so() -> None:
    golf = ready()
    golf.up[1] = 0b011111
    assert KNOCK not in golf.legal(1)
    assert refused(golf, 1, KNOCK) == "G29"


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"eagle_eye": True}, ["eagle_eye", "use_jokers"]),
        ({"eagle_eye": True, "lucky_swing": True}, ["eagle_eye", "lucky_swing"]),
        ({"eagle_eye": True, "lucky_swing": True, "use_jokers": True}, ["eagle_eye", "lucky_swing"]),
    ],
)
def test_G31_contradictory_house_rules_are_refused_by_name(options: dict[str, Any], names: list[str]) -> None:
    with pytest.raises(Refused) as refusal:
        GolfOptions(**options).check()
    assert refusal.value.rule == "G31"
    assert all(name in refusal.value.sentence for name in names)
    GolfOptions(eagle_eye=True, use_jokers=True).check()


def test_G32_an_empty_stock_is_made_from_the_discards_under_the_visible_one() -> None:
    golf = ready()
    golf.discards, golf.stock = golf.stock + golf.discards, []
    below, visible = golf.discards[:-1], golf.discards[-1]
    golf.apply(1, DRAW)
    assert golf.discards == [visible]
    assert sorted([*golf.stock, golf.held]) == sorted(below)
    assert golf.stock != below[:-1]


def test_G32_with_one_discard_and_no_stock_only_the_discard_can_be_taken() -> None:
    golf = ready()
    golf.stock = []
    assert list(golf.legal(1)) == [TAKE]
    assert refused(golf, 1, DRAW) == "G32"
    assert golf.silence(1) == TAKE


def test_G32_nothing_to_draw_at_all_ends_the_hole() -> None:
    golf = ready(flip_as_action=True)
    golf.stock, golf.discards = [], []
    golf.apply(1, Turn(3))
    assert golf.phase == SCORED


def test_G33_at_the_turn_cap_the_hole_ends_and_all_grids_count() -> None:
    golf = ready(turn_cap=2, flip_on_discard="never")
    for seat in (1, 0, 1, 0):
        assert golf.phase == DRAWING
        play(golf, (seat, DRAW), (seat, DISCARD))
    assert golf.phase == SCORED
    assert golf.out == NOBODY
    assert golf.up == [ALL_UP] * 2
    assert golf.sheet == [[golf.terms.grid(golf.grids, 0), golf.terms.grid(golf.grids, 6)]]


# ---------------------------------------------------------------- silence, and what the lab measures


def test_silence_draws_discards_and_turns_only_what_must_be_turned() -> None:
    golf = new(flip_on_discard="always")
    assert golf.silence(0) == Turn(0)
    golf = ready(flip_on_discard="always")
    assert golf.silence(0) is None
    assert golf.silence(1) == DRAW
    golf.apply(1, DRAW)
    assert golf.silence(1) == DISCARD
    golf.apply(1, DISCARD)
    assert golf.silence(1) == Turn(2)
    golf = play(ready(), (1, DRAW), (1, DISCARD))
    assert golf.silence(1) == LEAVE
    golf = play(ready(), (1, TAKE))
    assert golf.silence(1) == Swap(2)  # it must go somewhere (G5): the first place still face down


def test_uncovered_counts_every_card_that_comes_out_of_hiding() -> None:
    golf = ready()
    counts = [golf.uncovered]
    for seat, action in ((1, DRAW), (1, Swap(0)), (0, TAKE), (0, Swap(5)), (1, TAKE), (1, Swap(5))):
        golf.apply(seat, action)
        counts.append(golf.uncovered)
    assert [b - a for a, b in pairwise(counts)] == [1, 0, 0, 1, 0, 1]


def test_the_facts_of_a_hole_tell_how_many_turns_it_took_to_go_out() -> None:
    for seats in (2, 3, 6):
        for out in range(seats):
            golf = ready(seats, flip_on_discard="never", holes=1)
            turns = [0] * seats
            while golf.phase == DRAWING:
                seat = golf.at_bat
                turns[seat] += golf.out == NOBODY or seat == golf.out
                goes_out = seat == out and turns[seat] == 3
                if goes_out:
                    golf.up[seat] = 0b011111
                play(golf, (seat, DRAW), (seat, Swap(5) if goes_out else DISCARD))
            points = golf.sheet[0][out]
            assert GAME.lab.facts(golf) == {
                "turns_to_go_out": 3,
                "turn_cap_reached": 0,
                "points_of_who_went_out": points,
            }
