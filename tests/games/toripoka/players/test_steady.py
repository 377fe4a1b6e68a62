"""Steady for Toripoka: what it does in simple cases, and that it wins."""

from functools import partial
from random import Random
from typing import Any

import pytest

from parlour.bots.levels import RandomBot
from parlour.cards import FACE_OF, code
from parlour.games.toripoka import GAME
from parlour.games.toripoka.actions import Action, DrawPyramid, Fold, PlaceCard
from parlour.games.toripoka.hands import unit, value_of
from parlour.games.toripoka.options import ToripokaOptions
from parlour.games.toripoka.pieces import ALL_PIECES, score
from parlour.games.toripoka.players.chances import forest
from parlour.games.toripoka.players.steady import ToripokaSteady
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.state import LEFT, RIGHT, SIDES
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.state import Result
from tests.arbitrary import random_options
from tests.games.toripoka.tables import FOLD_LEFT, arrange, new, pieces

BEATEN: dict[str, Any] = {"lefts": ("2H 5H", "JH+R2 QH KH+B1"), "rights": ("9H", "AH")}  # at the left prize, seat 0


class Greedy:
    """Places the card that makes the most right away, face up without a pyramid, and never folds."""

    def choose(self, toripoka: Toripoka, seat: int, rng: Random) -> Action | None:
        if toripoka.silence(seat) is None:
            return None
        placings = [PlaceCard(code(card), SIDES[side]) for card in toripoka.hands[seat] for side in (LEFT, RIGHT)]
        legal = toripoka.legal(seat)
        bare = [action for action in placings if action in legal]
        return max(bare, key=partial(makes, toripoka, seat), default=legal[-1])


def makes(toripoka: Toripoka, seat: int, action: PlaceCard) -> int:
    """The value of a hand with this card."""
    side = SIDES.index(action.prize)
    laid = [unit(card) for card in toripoka.laid[2 * seat + side]]
    return value_of([*toripoka.public_units(side), *laid, unit(FACE_OF[action.card])])


def choices(toripoka: Toripoka, seat: int, times: int = 5) -> list[Any]:
    """What it does with several rngs."""
    chosen = [ToripokaSteady().choose(toripoka, seat, Random(number)) for number in range(times)]
    for action in chosen:
        assert action in toripoka.legal(seat) or (action is None and toripoka.silence(seat) is None)
    return chosen


def play(bots: list[Any], seed: str, options: ToripokaOptions | None = None) -> Result:
    rng = Random(seed)
    toripoka = GAME.start(options or GAME.options(), 2, QuickShuffler(rng.randbytes(16)))
    while asked := GAME.asked(toripoka):
        for seat in asked:
            action = bots[seat].choose(toripoka, seat, rng)
            if action is not None:
                toripoka.apply(seat, action)
                break
    result = toripoka.result()
    assert result
    return result


def share_of_wins(bot: Any, games: int) -> float:
    """The results of steady against another bot, with every deal played from both seats."""
    wins = 0.0
    for number in range(games):
        mine = number % 2
        result = play([bot, ToripokaSteady()] if mine else [ToripokaSteady(), bot], f"wins/{number // 2}")
        wins += (mine in result.winners) / len(result.winners)
    return wins / games


def test_it_beats_a_random_player() -> None:
    assert share_of_wins(RandomBot(), 24) >= 0.95


def test_it_beats_a_greedy_player() -> None:
    assert share_of_wins(Greedy(), 16) >= 0.7


@pytest.mark.parametrize("seed", range(6))
def test_it_plays_by_any_house_rules(seed: int) -> None:
    options = random_options(GAME, Random(seed), 2)
    assert isinstance(options, ToripokaOptions)
    play([ToripokaSteady(), RandomBot() if seed % 2 else ToripokaSteady()], f"house/{seed}", options)


# ---------------------------------------------------------------- what pyramids are worth


@pytest.mark.parametrize("owned", ["", "R1", "R1 R2 R3", "R1 Y2 G3 K1", "R1 R2 R3 Y1 G2 B3 B1", "K1 K2 K3 G1 G2"])
def test_when_the_bag_is_out_of_play_pyramids_are_worth_what_they_score(owned: str) -> None:
    assert forest(pieces(owned), ALL_PIECES, 0.0) == score(pieces(owned))


def test_while_the_bag_lasts_a_tree_in_the_making_is_worth_more_than_its_pieces() -> None:
    bag = pieces("R3 G3 B1 B2")
    assert forest(pieces("R1 R2"), bag, 0.5) > forest(pieces("R1 Y2"), bag, 0.5) > forest(pieces("R1 Y1"), bag, 0.5)


def test_it_draws_the_size_that_it_lacks() -> None:
    toripoka = new()
    toripoka.owned = [pieces("R1 Y1 R2 G2"), []]
    toripoka.bag = pieces("B1 B2 B3 R3 G1 Y2 K3 G3")
    assert set(choices(toripoka, 0)) == {DrawPyramid(3)}


# ---------------------------------------------------------------- folding


def test_it_folds_a_hopeless_hand_with_pyramids_on_the_cards() -> None:
    toripoka = arrange(**BEATEN, at_bat=0)
    assert set(choices(toripoka, 0)) == {FOLD_LEFT}


def test_it_folds_out_of_turn_as_well() -> None:
    toripoka = arrange(**BEATEN, at_bat=1)
    assert set(choices(toripoka, 0)) == {FOLD_LEFT}


def test_it_does_not_fold_where_it_is_ahead_or_where_there_is_nothing_to_gain() -> None:
    ahead = arrange(lefts=("JH+R2 QH KH", "2H 5H 7H"), rights=("9H", "AH"), at_bat=1)
    bare = arrange(lefts=("2H 5H", "JH QH KH"), rights=("9H", "AH"), at_bat=1)
    for toripoka in (ahead, bare):
        assert set(choices(toripoka, 0)) == {None}


def test_in_the_last_round_it_leaves_a_black_prize_to_the_other() -> None:
    last = arrange(prizes="K1 G3", bag="", at_bat=1, owned=("R1 R2", "B1 B2"))
    assert choices(last, 0, 20).count(FOLD_LEFT) > 15
    assert not any(isinstance(action, Fold) for action in choices(arrange(prizes="R1 G3", bag="", at_bat=1), 0))


# ---------------------------------------------------------------- placing


def test_a_pyramid_goes_on_the_last_card_where_it_wins_the_prize() -> None:
    lefts, rights = ("JH 2H", "4H 4S 8H"), ("3H 5H 10H", "6H 7H KS")
    toripoka = arrange(lefts=lefts, rights=rights, publics="KH AH", hands=("9H", ""), owned=("K3 R2", ""), bag="")
    assert {(action.card, action.prize, action.pyramid) for action in choices(toripoka, 0)} == {("9H", "left", "K3")}


def test_it_places_both_openly_and_face_down() -> None:
    toripoka = arrange(lefts=("9H", "AH"), hands=("2H 5H 10H", ""))
    downs = {action.down for action in choices(toripoka, 0, 20)}
    assert downs == {False, True}


# ---------------------------------------------------------------- honesty


@pytest.mark.parametrize("seat", [0, 1])
def test_it_does_not_peek_under_cards_that_lie_face_down(seat: int) -> None:
    toripoka = arrange(
        lefts=("9H JH-", "AH 3H-+R2"), rights=("2H-", "4H-"), owned=("K3 G1", "B2 Y3"), at_bat=seat, prizes="R1 K2"
    )
    rng = Random(seat)
    for number in range(4):
        deals = [toripoka, *(toripoka.redeal(seat, rng) for _ in range(6))]
        assert len({ToripokaSteady().choose(deal, seat, Random(number)) for deal in deals}) == 1
