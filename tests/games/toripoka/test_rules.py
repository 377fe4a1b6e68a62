"""Toripoka, rule by rule: the round, folding, the showdown and the end. Hands are in test_hands.py, points and winners
in test_scoring.py."""

from collections import Counter
from itertools import chain
from typing import Any

import msgspec
import pytest

from parlour.cards import code
from parlour.games.toripoka.actions import DrawPyramid, Fold, PlaceCard
from parlour.games.toripoka.options import ToripokaOptions
from parlour.games.toripoka.pieces import ALL_PIECES, NO_PIECE, pips_of
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.state import DRAWING, PLAYING
from parlour.kernel.actions import DEAL
from parlour.kernel.options import read
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.state import awaited
from tests.arbitrary import LONG
from tests.games.toripoka.brute import DECK, HEARTS, WILDS
from tests.games.toripoka.referee import EVERY_ACTION, PYRAMIDS, followed
from tests.games.toripoka.tables import (
    FOLD_LEFT,
    FOLD_RIGHT,
    arrange,
    cards,
    codes,
    last_card,
    left,
    new,
    play,
    ready,
    refusal,
    refused,
    right,
)


def owned(toripoka: Toripoka, seat: int) -> str:
    """All pyramids of a seat, including those gained in this round."""
    return codes(toripoka.owned[seat] + toripoka.gained[seat])


def first_in_hand(toripoka: Toripoka, seat: int) -> str:
    return code(toripoka.hands[seat][0])


def place_all(toripoka: Toripoka) -> Toripoka:
    """Both place their cards face up, on the left while there is room, until the round is over."""
    while toripoka.phase == PLAYING:
        seat = toripoka.at_bat
        toripoka.apply(seat, next(action for action in toripoka.legal(seat) if isinstance(action, PlaceCard)))
    return toripoka


# ---------------------------------------------------------------- whole games, by a referee who knows only the rules


def test_K5_to_K11_K24_to_K27_games_go_as_the_referee_says() -> None:
    seen: Counter[str] = Counter()
    for seed in range(3_000 if LONG else 150):
        for toripoka, referee, _ in followed(seed):
            assert set(toripoka.actors()) == referee.actors()
            assert list(awaited(toripoka)) == ([] if referee.is_over() else [referee.turn])
            for seat in (0, 1):
                assert set(owned(toripoka, seat).split()) == referee.pieces[seat]
            assert set(codes(toripoka.bag).split()) == referee.bag
            if toripoka.phase in (SCORED, OVER):
                assert toripoka.totals() == referee.scores()
        assert toripoka.phase == OVER
        assert (result := toripoka.result())
        assert result.winners == referee.winners()
        seen += referee.seen
    assert len(+seen) == 7, f"not everything was tried: {seen}"


def test_K5_to_K10_what_is_legal_is_what_the_referee_allows_and_the_rest_is_refused() -> None:
    for seed in range(100 if LONG else 6):
        for number, (toripoka, referee, rng) in enumerate(followed(-1 - seed)):
            if number % 3 and not LONG:
                continue
            for seat in (0, 1):
                hand = [code(face) for face in toripoka.hands[seat]]
                allowed = [action for action in EVERY_ACTION if referee.allows(seat, action, hand)]
                legal = toripoka.legal(seat)
                assert len(legal) == len(allowed)
                assert set(legal) == set(allowed)
                for action in rng.sample(EVERY_ACTION, 12):
                    if action in allowed:
                        toripoka.copy().apply(seat, action)
                    else:
                        assert refused(toripoka, seat, action).startswith("K")
                if seat in toripoka.actors():
                    assert toripoka.silence(seat) in ([None] if seat != toripoka.at_bat else allowed)


def test_K1_K2_K9_every_card_and_pyramid_is_somewhere_once() -> None:
    for seed in range(8):
        for toripoka, _, _ in followed(seed):
            assert sorted(chain(*toripoka.places().values())) == sorted([*DECK, *ALL_PIECES])


# ---------------------------------------------------------------- pieces


def test_K1_the_deck_is_the_hearts_and_four_wilds() -> None:
    places = new().places()
    dealt = [face for place in places.values() for face in place if face < 53]
    assert sorted(dealt) == sorted([*HEARTS, *WILDS])
    assert len(dealt) == 17


def test_K2_the_bag_holds_five_colors_in_three_sizes() -> None:
    bag = new().bag
    assert codes(bag).split() == PYRAMIDS
    assert Counter(map(pips_of, bag)) == {1: 5, 2: 5, 3: 5}


# ---------------------------------------------------------------- getting ready


def test_K5_three_cards_each_three_aside_and_nothing_turned_up_before_the_prizes_are_drawn() -> None:
    toripoka = new()
    assert [len(hand) for hand in toripoka.hands] == [3, 3]
    assert len(toripoka.aside) == 3
    assert toripoka.publics == []
    top = toripoka.stock[-2:][::-1]
    toripoka.apply(0, DrawPyramid(2))
    assert toripoka.publics == []
    toripoka.apply(1, DrawPyramid(2))
    assert toripoka.publics == top  # the left one first
    assert len(toripoka.stock) == 6
    assert toripoka.phase == PLAYING


def test_K5_the_first_player_draws_the_left_prize_the_other_the_right() -> None:
    toripoka = new()
    assert refused(toripoka, 1, DrawPyramid(1)) == "K5"
    toripoka.apply(0, DrawPyramid(1))
    assert pips_of(toripoka.prizes[0]) == 1
    assert toripoka.prizes[1] == NO_PIECE
    assert list(toripoka.actors()) == [1]
    assert refused(toripoka, 0, DrawPyramid(3)) == "K5"
    toripoka.apply(1, DrawPyramid(3))
    assert pips_of(toripoka.prizes[1]) == 3
    assert refused(toripoka, 0, DrawPyramid(1)) == "K5"
    assert len(toripoka.bag) == 13


def test_K5_nothing_is_placed_or_folded_before_the_prizes_lie_there() -> None:
    for toripoka in (new(), play(new(), (0, DrawPyramid(1)))):
        for seat in (0, 1):
            assert refused(toripoka, seat, left(first_in_hand(toripoka, seat))) == "K5"
            assert refused(toripoka, seat, FOLD_LEFT) == "K10"


def test_K5_the_size_is_chosen_and_the_color_is_luck() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(600):
        toripoka = new(bytes([seed % 256, seed // 256]))
        toripoka.apply(0, DrawPyramid(2))
        drawn[codes(toripoka.prizes[:1])] += 1
    assert set(drawn) == {"R2", "Y2", "G2", "B2", "K2"}
    assert min(drawn.values()) > 80  # 120 each, give or take four times ten


def test_K5_a_size_that_is_used_up_cannot_be_chosen() -> None:
    toripoka = new()
    toripoka.bag = [piece for piece in ALL_PIECES if pips_of(piece) != 2]
    assert list(toripoka.legal(0)) == [DrawPyramid(1), DrawPyramid(3)]
    assert refused(toripoka, 0, DrawPyramid(2)) == "K5"
    toripoka.bag = [piece for piece in ALL_PIECES if pips_of(piece) == 1][:2]
    toripoka.apply(0, DrawPyramid(1))
    assert list(toripoka.legal(1)) == [DrawPyramid(1)]


def test_K6_the_host_begins_and_then_they_alternate_and_the_next_to_begin_deals() -> None:
    toripoka = new()
    for round in range(1, 5):
        begins = (round - 1) % 2
        assert (toripoka.round, toripoka.first, list(toripoka.actors())) == (round, begins, [begins])
        play(toripoka, (begins, DrawPyramid(1 + round % 3)), (1 - begins, DrawPyramid(1 + round % 3)))
        assert toripoka.at_bat == begins
        place_all(toripoka)
        assert toripoka.phase == SCORED
        assert refused(toripoka, begins, DEAL) == "K6"
        toripoka.apply(1 - begins, DEAL)


def test_K6_nothing_else_is_done_between_rounds_and_nothing_is_dealt_within_one() -> None:
    toripoka = place_all(ready())
    for seat in (0, 1):
        assert refused(toripoka, seat, left("2H")) == "K6"
        assert refused(toripoka, seat, FOLD_LEFT) == "K10"
        assert refused(toripoka, seat, DrawPyramid(1)) == "K5"
    for early in (new(), ready()):
        assert refused(early, 0, DEAL) == "K6"


def test_K5_a_new_round_begins_with_all_cards_and_bare_prizes() -> None:
    toripoka = play(place_all(ready()), (1, DEAL))
    assert toripoka.phase == DRAWING
    assert toripoka.laid == toripoka.on == toripoka.down == [[], [], [], []]
    assert toripoka.prizes == [NO_PIECE, NO_PIECE]
    assert toripoka.folded == [NOBODY, NOBODY]
    assert sorted(chain(*toripoka.hands, toripoka.stock, toripoka.aside)) == sorted(DECK)


# ---------------------------------------------------------------- a turn


def test_K7_a_turn_places_one_card_and_draws_one() -> None:
    toripoka = ready()
    face, top = first_in_hand(toripoka, 0), toripoka.stock[-1]
    toripoka.apply(0, right(face))
    assert [code(card) for card in toripoka.laid[1]] == [face]
    assert toripoka.hands[0][-1] == top
    assert len(toripoka.hands[0]) == 3
    assert len(toripoka.stock) == 5
    assert toripoka.at_bat == 1


def test_K7_turns_alternate_and_each_places_six() -> None:
    toripoka = ready()
    order = []
    while toripoka.phase == PLAYING:
        order.append(toripoka.at_bat)
        hand = len(toripoka.hands[toripoka.at_bat])
        assert hand == (3 if len(order) <= 8 else 2 if len(order) <= 10 else 1)
        toripoka.apply(toripoka.at_bat, toripoka.legal(toripoka.at_bat)[0])
    assert order == [0, 1] * 6
    assert [len(laid) for laid in toripoka.laid] == [3, 3, 3, 3]
    assert toripoka.stock == toripoka.hands[0] == toripoka.hands[1] == []


def test_K7_a_card_out_of_turn_is_refused() -> None:
    toripoka = ready()
    assert refused(toripoka, 1, left(first_in_hand(toripoka, 1))) == "K7"
    toripoka.apply(0, left(first_in_hand(toripoka, 0)))
    assert refused(toripoka, 0, left(first_in_hand(toripoka, 0))) == "K7"


def test_K7_a_card_that_is_not_held_is_refused() -> None:
    toripoka = arrange(lefts=("2H", "3H"), hands=("8H 9H 10H", "4S 7S KS"), publics="AH 5H")
    for face in ("2H", "3H", "4S", "AH", code(toripoka.stock[-1]), code(toripoka.aside[0])):
        assert refused(toripoka, 0, left(face)) == "K7"
    for face in ("7H ", "7D", "JOK", "5S"):  # not of this deck: no such action can be read
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"do": "place", "card": face, "prize": "left"}, PlaceCard)


def test_K7_a_fourth_card_at_a_prize_is_refused() -> None:
    toripoka = arrange(lefts=("2H 3H 4H", "5H 6H"), rights=("", "7H"), hands=("8H", ""))
    assert refused(toripoka, 0, left("8H")) == "K7"
    assert all(action.prize == "right" for action in toripoka.legal(0) if isinstance(action, PlaceCard))
    toripoka.apply(0, right("8H"))
    assert [len(laid) for laid in toripoka.laid] == [3, 1, 2, 1]


# ---------------------------------------------------------------- face down, and under a pyramid


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("prize", [left, right])
def test_K8_the_first_card_is_face_up_and_bare(seat: int, prize: Any) -> None:
    toripoka = arrange(
        lefts=("2H", "") if seat else ("", ""),
        at_bat=seat,
        hands=("", "9H") if seat else ("9H", ""),
        owned=("R2", "Y2"),
    )
    mine = ("R2", "Y2")[seat]
    assert refused(toripoka, seat, prize("9H", down=True)) == "K8"
    assert refused(toripoka, seat, prize("9H", pyramid=mine)) == "K8"
    assert refused(toripoka, seat, prize("9H", True, mine)) == "K8"
    toripoka.apply(seat, prize("9H"))


def test_K8_later_cards_may_be_face_down_and_carry_a_pyramid() -> None:
    toripoka = arrange(lefts=("2H", "3H"), hands=("9H", "10H"), owned=("R2 Y3", "B1"))
    play(toripoka, (0, right("9H", True, "R2")), (1, left("10H", pyramid="B1")))
    assert (toripoka.down[1], toripoka.down[2]) == ([1], [0, 0])
    assert (codes(toripoka.on[1]), codes(toripoka.on[2][1:])) == ("R2", "B1")
    assert (owned(toripoka, 0), owned(toripoka, 1)) == ("Y3", "")


def test_K8_a_pyramid_that_one_does_not_own_is_refused() -> None:
    toripoka = arrange(lefts=("2H 4H+G2", "3H 5H"), hands=("9H", ""), owned=("Y3", "B1"), prizes="R1 R2", bag="K1 K2")
    for pyramid in ("B1", "R1", "K1", "B3", "G2"):  # the other's, a prize, in the bag, out of the game, placed already
        assert refused(toripoka, 0, right("9H", pyramid=pyramid)) == "K8"


def test_K8_what_a_fold_brings_waits_for_the_next_round() -> None:
    toripoka = arrange(lefts=("2H 4H+G2", "3H 5H+B1"), hands=("9H", "10H"), owned=("Y3", ""), prizes="R1 R2")
    toripoka.apply(0, FOLD_LEFT)
    assert owned(toripoka, 0) == "Y3 G2 B1"
    assert owned(toripoka, 1) == "R1"
    for pyramid in ("G2", "B1"):
        assert refused(toripoka, 0, right("9H", pyramid=pyramid)) == "K8"
    assert "this round" in refusal(toripoka, 0, right("9H", pyramid="G2")).sentence
    toripoka.apply(0, right("9H", pyramid="Y3"))
    assert refused(toripoka, 1, right("10H", pyramid="R1")) == "K8"  # the prize too
    place_all(toripoka)
    play(toripoka, (1, DEAL), (1, DrawPyramid(1)), (0, DrawPyramid(1)))
    play(toripoka, *((seat, left(first_in_hand(toripoka, seat))) for seat in (1, 0)))
    toripoka.apply(1, left(first_in_hand(toripoka, 1), pyramid="R1"))
    toripoka.apply(0, left(first_in_hand(toripoka, 0), True, "G2"))


def test_K9_a_pyramid_that_was_placed_leaves_the_game_after_the_round() -> None:
    toripoka = last_card(
        ("2H 3H+R3 9H", "4H 8H JH"), ("5H 6H 10H", "7H QH"), "4S", owned=("R1", "R2"), publics="KH AH", prizes="Y1 Y2"
    )
    assert toripoka.totals() == [2, 1]
    play(toripoka, (1, right("4S", pyramid="R2")))
    for _ in ("scored", "dealt anew"):
        still_there = set(codes([*chain(*toripoka.owned, *toripoka.gained, toripoka.bag)]).split())
        assert set(PYRAMIDS) - still_there == {"R2", "R3"}
        assert sum(toripoka.totals()) == 3  # for R1, Y1 and Y2
        if toripoka.phase == SCORED:
            toripoka.apply(1, DEAL)


def test_K9_a_pyramid_shifts_its_card_in_the_showdown() -> None:
    """5♥ 6♥ and an 8 against a pair of fours: with a small pyramid on the 8 it is a straight."""
    for eight, taker in (("8H", 1), ("8H+R1", 0)):
        toripoka = last_card(
            (f"5H 6H {eight}", "4S 4H 10H"), ("2H 3H 9H", "7H QH"), "JH", publics="AH KH", prizes="B1 B2"
        )
        toripoka.apply(1, right("JH"))
        assert toripoka.takers[0] == taker


def test_K9_a_pyramid_may_lie_on_a_wild_but_shifts_it_not() -> None:
    """Shifted by one, the 7♠ would be an 8 and make a pair of eights."""
    toripoka = arrange(lefts=("8H 2H", "3H"), hands=("7S", ""), publics="KH AH", owned=("R1", ""), prizes="B1 B2")
    bare = play(toripoka.copy(), (0, left("7S")))
    under = play(toripoka, (0, left("7S", pyramid="R1")))
    assert codes(under.on[0][2:]) == "R1"
    assert under.value(0, 0) == bare.value(0, 0)


# ---------------------------------------------------------------- folding


def test_K10_the_other_takes_the_prize_and_who_folds_takes_the_pyramids_on_the_cards_there() -> None:
    toripoka = arrange(
        lefts=("2H 4H+G2", "3H 5H-+B1"), rights=("6H+G1", "7H+B2"), owned=("Y3", ""), prizes="R1 R2", at_bat=0
    )
    toripoka.apply(0, FOLD_LEFT)
    assert (owned(toripoka, 0), owned(toripoka, 1)) == ("Y3 G2 B1", "R1")
    assert (codes(toripoka.on[1]), codes(toripoka.on[3])) == ("G1", "B2")  # those at the other prize stay
    assert toripoka.folded == [0, NOBODY]
    assert toripoka.phase == PLAYING


@pytest.mark.parametrize("seat", [0, 1])
def test_K10_one_may_fold_in_turn_or_not_and_the_turn_stays_where_it_was(seat: int) -> None:
    for at_bat in (0, 1):
        toripoka = arrange(lefts=("2H", "3H") if at_bat == 0 else ("2H", ""), at_bat=at_bat)
        assert set(toripoka.actors()) == {0, 1}
        assert toripoka.actors()[0] == at_bat  # who is waited for
        assert toripoka.silence(1 - at_bat) is None
        toripoka.apply(seat, FOLD_RIGHT)
        assert toripoka.at_bat == at_bat
        assert owned(toripoka, 1 - seat) == "G3"


def test_K10_one_may_fold_from_the_moment_both_turned_up_cards_lie_there() -> None:
    toripoka = new()
    assert refused(toripoka, 0, FOLD_LEFT) == "K10"
    toripoka.apply(0, DrawPyramid(1))
    assert refused(toripoka, 0, FOLD_LEFT) == "K10"
    toripoka.apply(1, DrawPyramid(1))
    for seat in (0, 1):
        folded = play(toripoka.copy(), (seat, FOLD_LEFT))
        assert folded.takers == [1 - seat, NOBODY]


def test_K10_a_second_fold_in_a_round_is_refused() -> None:
    toripoka = play(arrange(), (1, FOLD_LEFT))
    assert refused(toripoka, 1, FOLD_RIGHT) == "K10"
    assert refused(toripoka, 1, FOLD_LEFT) == "K10"
    assert "already folded" in refusal(toripoka, 1, FOLD_RIGHT).sentence
    assert Fold("right") not in toripoka.legal(1)
    assert list(toripoka.actors()) == [0]


def test_K10_a_prize_that_was_folded_is_not_folded_again_and_takes_no_more_cards() -> None:
    toripoka = play(arrange(lefts=("2H", "3H"), hands=("9H", "10H")), (1, FOLD_LEFT))
    assert refused(toripoka, 0, FOLD_LEFT) == "K10"
    assert refused(toripoka, 0, left("9H")) == "K10"
    assert [action for action in toripoka.legal(0) if isinstance(action, Fold)] == [FOLD_RIGHT]
    assert all(action.prize == "right" for action in toripoka.legal(0) if isinstance(action, PlaceCard))
    play(toripoka, (0, right("9H")))
    assert refused(toripoka, 1, left("10H")) == "K10"


def test_K10_a_fold_too_late_is_refused() -> None:
    """Before the eleventh card both may fold. After it seat 0 cannot place any more, and nobody may fold."""
    toripoka = arrange(lefts=("2H 3H 4H", "5H 6H 7H"), rights=("8H 9H", "10H JH"), hands=("QH", "KH"))
    for seat in (0, 1):
        for fold in (FOLD_LEFT, FOLD_RIGHT):
            toripoka.copy().apply(seat, fold)
    toripoka.apply(0, right("QH"))
    assert toripoka.phase == PLAYING
    assert list(toripoka.actors()) == [1]
    for seat in (0, 1):
        for fold in (FOLD_LEFT, FOLD_RIGHT):
            assert refused(toripoka, seat, fold) == "K10"
            assert fold not in toripoka.legal(seat)


def test_K10_after_a_fold_the_third_card_at_the_other_prize_is_the_last() -> None:
    toripoka = play(arrange(rights=("2H 3H", "4H 5H"), hands=("9H", "10H")), (1, FOLD_LEFT))
    assert set(toripoka.legal(0)) >= {FOLD_RIGHT}
    toripoka.apply(0, right("9H"))
    assert refused(toripoka, 0, FOLD_RIGHT) == "K10"
    assert list(toripoka.actors()) == [1]
    toripoka.apply(1, right("10H"))
    assert toripoka.phase == SCORED


def test_K10_who_has_nowhere_left_to_place_is_passed_over_and_the_rest_of_the_cards_is_out() -> None:
    toripoka = arrange(lefts=("", "2H 3H"), rights=("4H 5H 6H", "7H"), hands=("8H 9H 10H", "JH QH KH"))
    toripoka.apply(1, FOLD_LEFT)  # seat 0 is at bat, and has three on the right
    assert toripoka.at_bat == 1
    assert list(toripoka.legal(0)) == [FOLD_RIGHT]
    assert refused(toripoka, 0, right("8H")) == "K7"
    toripoka.apply(1, right("JH"))
    assert toripoka.at_bat == 1  # seat 0 is passed over again
    toripoka.apply(1, right("QH"))
    assert toripoka.phase == SCORED
    assert [code(card) for card in toripoka.hands[0]] == ["8H", "9H", "10H"]
    assert cards("KH")[0] in toripoka.hands[1]


@pytest.mark.parametrize("folder", [0, 1])
def test_K10_to_be_left_without_a_place_by_a_fold_is_not_placing_a_last_card(folder: int) -> None:
    """Seat 0 has nowhere left to place. The player who has not folded still may, until the other has really placed a
    last card."""
    toripoka = arrange(lefts=("", "2H 3H"), rights=("4H 5H 6H", "7H"), hands=("8H 9H 10H", "JH QH KH"))
    other = 1 - folder
    toripoka.apply(folder, FOLD_LEFT)
    assert toripoka.at_bat == 1
    assert FOLD_RIGHT in toripoka.legal(other)
    toripoka.apply(1, right("JH"))
    folded = play(toripoka.copy(), (other, FOLD_RIGHT))
    assert folded.phase == SCORED
    assert folded.takers == [other, folder]
    toripoka.apply(1, right("QH"))  # now it really is the last
    assert refused(toripoka, other, FOLD_RIGHT) == "K10"


def test_K10_when_both_have_folded_the_round_is_over_without_a_showdown() -> None:
    toripoka = arrange(lefts=("2H 4H-", "3H"), rights=("5H-+R2", "6H"), prizes="Y1 Y2", at_bat=1)
    play(toripoka, (0, FOLD_LEFT), (1, FOLD_RIGHT))
    assert toripoka.phase == SCORED
    assert toripoka.takers == [1, 0]
    assert (owned(toripoka, 0), owned(toripoka, 1)) == ("Y2", "R2 Y1")


def test_K10_face_down_cards_at_a_folded_prize_stay_face_down() -> None:
    toripoka = arrange(lefts=("2H 4H-", "3H 5H-"), rights=("6H 7H-", "8H 9H-"))
    toripoka.apply(0, FOLD_LEFT)
    place_all(toripoka)
    assert toripoka.down == [[0, 1], [0, 0, 0], [0, 1], [0, 0, 0]]


def test_K10_arrival_decides_between_a_fold_and_a_placing() -> None:
    toripoka = arrange(lefts=("2H", "3H"), hands=("9H", ""), owned=("R2", ""))
    placed_first = play(toripoka.copy(), (0, left("9H", pyramid="R2")), (1, FOLD_LEFT))
    assert owned(placed_first, 1) == "R2"
    folded_first = play(toripoka, (1, FOLD_LEFT))
    assert refused(folded_first, 0, left("9H", pyramid="R2")) == "K10"


# ---------------------------------------------------------------- the showdown


def test_K11_each_prize_goes_to_the_better_hand_when_nobody_can_place_any_more() -> None:
    toripoka = last_card(("2H 3H 4H-", "6H 9H KH-"), ("5H 7H- QH", "10H- 10S"), "JH", prizes="Y1 B2", publics="4S 7S")
    assert toripoka.phase == PLAYING
    toripoka.apply(1, right("JH", down=True))
    assert toripoka.phase == SCORED
    assert toripoka.takers == [0, 1]
    assert (owned(toripoka, 0), owned(toripoka, 1)) == ("Y1", "B2")
    assert toripoka.down == [[0, 0, 0]] * 4
    assert toripoka.prizes == [NO_PIECE, NO_PIECE]


@pytest.mark.parametrize(("publics", "taker"), [("adjacent", 1), ("both", 0)])
def test_K11_the_turned_up_cards_serve_beside_them_or_everywhere(publics: str, taker: int) -> None:
    """Left: 2♥ 3♥ 9♥ against a pair of sixes; only the 4♥ that lies on the right makes 2-3-4 of it."""
    toripoka = last_card(
        ("2H 3H 9H", "6H 7S QH"),
        ("5H 7H 8H", "10H JH"),
        "10S",
        publics="KH 4H",
        prizes="Y1 B2",
        terms={"publics": publics},
    )
    toripoka.apply(1, right("10S"))
    assert toripoka.takers[0] == taker


def test_K11_a_hand_is_the_best_three_of_four() -> None:
    """2♥ 3♥ 9♥ with the turned-up 4♥ is a straight, whatever the 9 does; against three sixes."""
    toripoka = last_card(("2H 3H 9H", "6H 7S 10S"), ("5H 7H 8H", "10H JH"), "QH", publics="4H KH")
    toripoka.apply(1, right("QH"))
    assert toripoka.takers[0] == 0


def test_K12_a_hand_under_three_cards_cannot_arise() -> None:
    """At a prize that is not folded, both have three cards in the end."""
    for seed in range(30):
        for toripoka, _, _ in followed(seed):
            if toripoka.phase in (SCORED, OVER):
                for side in (0, 1):
                    if toripoka.folded[side] == NOBODY:
                        assert len(toripoka.laid[side]) == len(toripoka.laid[2 + side]) == 3


def test_K24_a_prize_that_nobody_wins_goes_back_into_the_bag() -> None:
    """Both have 6-7-8 on the left: one with a shifted 10, the other with a shifted 9 and the turned-up 6."""
    toripoka = last_card(("7H 10H+R2 2H", "8H 5H+Y2 KH"), ("3H 4H JH", "QH 9H"), "AH", publics="6H 4S", prizes="G1 G2")
    toripoka.apply(1, right("AH"))
    assert toripoka.takers[0] == NOBODY
    assert "G1" in codes(toripoka.bag)
    assert "G1" not in owned(toripoka, 0) + owned(toripoka, 1)
    toripoka.apply(1, DEAL)
    assert "G1" in codes(toripoka.bag)


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize(("bag", "over"), [("", True), ("B1", True), ("B1 B2", False), ("B1 K1", False)])
def test_K25_the_game_ends_when_the_bag_cannot_fill_both_prizes(bag: str, over: bool) -> None:
    toripoka = play(arrange(bag=bag, prizes="R1 R2"), (0, FOLD_LEFT), (1, FOLD_RIGHT))
    assert (toripoka.phase == OVER) == over
    assert (toripoka.result() is not None) == over
    if over:
        assert list(toripoka.actors()) == []
        assert codes(toripoka.bag) == bag  # nobody gets a leftover
        for action in (DEAL, FOLD_LEFT, left("2H"), DrawPyramid(1)):
            assert refused(toripoka, 0, action).startswith("K")
        assert list(toripoka.legal(0)) == list(toripoka.legal(1)) == []


def test_K25_a_prize_that_goes_back_can_prolong_the_game() -> None:
    toripoka = last_card(
        ("7H 10H+R2 2H", "8H 5H+Y2 KH"), ("3H 4H JH", "QH 9H"), "AH", publics="6H 4S", prizes="G1 G2", bag="B1"
    )
    toripoka.apply(1, right("AH"))
    assert toripoka.phase == SCORED


def test_K25_seven_rounds_when_every_prize_is_taken() -> None:
    toripoka = new()
    while toripoka.phase != OVER:
        if toripoka.phase == PLAYING:
            play(toripoka, (0, FOLD_LEFT), (1, FOLD_RIGHT))
        else:
            toripoka.apply(toripoka.at_bat, toripoka.legal(toripoka.at_bat)[0])
    assert toripoka.round == len(toripoka.sheet) == 7
    assert len(toripoka.bag) == 1


@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_K25_the_house_may_play_fewer_rounds(rounds: int) -> None:
    toripoka = arrange(terms={"rounds": rounds}, round=rounds, bag="B1 B2 B3")
    play(toripoka, (0, FOLD_LEFT), (1, FOLD_RIGHT))
    assert toripoka.phase == OVER
    before = arrange(terms={"rounds": 7}, round=6, bag="B1 B2 B3")
    assert play(before, (0, FOLD_LEFT), (1, FOLD_RIGHT)).phase == SCORED


@pytest.mark.parametrize("rounds", [0, 8, -1])
def test_K25_there_are_1_to_7_rounds(rounds: int) -> None:
    with pytest.raises(Refused, match="K25"):
        read(ToripokaOptions, {"rounds": rounds})
    assert ToripokaOptions().rounds is None
    assert ToripokaOptions().publics == "adjacent"
