"""Torpedo: playing on melds and swapping for jokers (T17-T20)."""

from random import Random

import pytest

from parlour.cards import JOKER, card
from parlour.games.rummy.actions import Discard, Exchange, PlayOn
from parlour.games.rummy.melds import Meld
from parlour.games.rummy.state import NOT_YET
from parlour.games.torpedo.rules import Torpedo
from parlour.kernel.actions import DRAW
from parlour.kernel.position import SCORED
from tests.games.rummy.tables import arrange, book, cards, new_torpedo, play, refused, run

MINE = book(1, "9H 9S 9D")
SEVENS = book(0, "7H 7S 7D")
HEARTS = run(0, "5H 6H 7H 8H")


def butterfly(hand: str, *melds: Meld, **options: bool | int) -> Torpedo:
    """Seat 1 of three has laid down and drawn. Its nines are meld 0."""
    return arrange(new_torpedo(3, **options), "2S", hand, "2D 4S", melds=(MINE, *melds))


# ---------------------------------------------------------------- playing on others


def test_T17_a_book_takes_its_rank_and_a_run_its_next_card_at_either_end() -> None:
    torpedo = butterfly("7C 4H 9H JOK 2C", SEVENS, HEARTS)
    play(torpedo, (1, PlayOn("7C", "meld:1")), (1, PlayOn("4H", "meld:2@low")), (1, PlayOn("9H", "meld:2@high")))
    assert torpedo.melds[1].cards == tuple(cards("7H 7S 7D 7C"))
    assert torpedo.melds[2].cards == tuple(cards("4H 5H 6H 7H 8H 9H"))
    assert torpedo.melds[2].owner == 0
    assert torpedo.hands[1] == cards("JOK 2C")
    assert torpedo.at_bat == 1


def test_T17_a_joker_may_be_played_on_and_stands_for_the_card_of_that_place() -> None:
    torpedo = play(butterfly("JOK JOK 2C", SEVENS, HEARTS), (1, PlayOn("JOK", "meld:2@low")))
    assert torpedo.melds[2].meaning(0) == card("4H")
    torpedo.apply(1, PlayOn("JOK", "meld:1"))
    assert JOKER in torpedo.melds[1].cards


def test_T17_a_caterpillar_plays_on_nobody() -> None:
    torpedo = arrange(new_torpedo(3), "2S", "7C 4H JOK 2C", "2D 4S", melds=(SEVENS, HEARTS))
    for action in (PlayOn("7C", "meld:0"), PlayOn("4H", "meld:1@low"), PlayOn("JOK", "meld:1@high")):
        assert action not in torpedo.legal(1)
        assert refused(torpedo, 1, action) == "T17"


def test_T17_nobody_plays_on_their_own_melds_unless_the_house_says_so() -> None:
    torpedo = butterfly("9C 2C", SEVENS)
    assert PlayOn("9C", "meld:0") not in torpedo.legal(1)
    assert refused(torpedo, 1, PlayOn("9C", "meld:0")) == "T17"
    torpedo = butterfly("9C 2C", SEVENS, extend_own=True)
    assert PlayOn("9C", "meld:0") in torpedo.legal(1)
    torpedo.apply(1, PlayOn("9C", "meld:0"))
    assert len(torpedo.melds[0].cards) == 4


@pytest.mark.parametrize(
    ("face", "target"),
    [
        ("8C", "meld:1"),  # another rank
        ("9H", "meld:2@low"),  # the wrong end
        ("10H", "meld:2@high"),  # one too far
        ("9S", "meld:2@high"),  # another suit
        ("7C", "meld:9"),  # no such meld
        ("4H", "meld:2"),  # which end?
        ("7C", "meld:1@low"),  # a book has no ends
        ("KH", "meld:1"),  # not in hand
        ("7D", "meld:1"),
    ],
)
def test_T17_a_card_that_does_not_fit_or_is_not_held(face: str, target: str) -> None:
    torpedo = butterfly("8C 9H 10H 9S 7C 4H 2C", SEVENS, HEARTS)
    assert refused(torpedo, 1, PlayOn(face, target)) == "T17"


def test_T17_only_in_ones_own_turn() -> None:
    torpedo = butterfly("2C", SEVENS)
    torpedo.hands[0] = cards("9C")
    assert refused(torpedo, 0, PlayOn("9C", "meld:0")) == "T8"


@pytest.mark.parametrize(
    ("meld", "face", "target"),
    [
        ("JH QH KH AH", "2H", "meld:1@high"),
        ("JH QH KH AH", "JOK", "meld:1@high"),
        ("JH QH KH JOK", "2H", "meld:1@high"),  # the joker is the ace
        ("AH 2H 3H 4H", "KH", "meld:1@low"),
        ("AH 2H 3H 4H", "JOK", "meld:1@low"),
    ],
)
def test_T18_a_run_cannot_grow_past_an_ace(meld: str, face: str, target: str) -> None:
    assert refused(butterfly(f"{face} 2C", run(0, meld)), 1, PlayOn(face, target)) == "T18"


def test_T18_a_run_may_grow_from_ace_to_ace() -> None:
    torpedo = butterfly("AH AH 2C", run(0, "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"))
    play(torpedo, (1, PlayOn("AH", "meld:1@low")), (1, PlayOn("AH", "meld:1@high")))
    assert len(torpedo.melds[1].cards) == 14
    torpedo.hands[1] = cards("JOK 2C")
    for target in ("meld:1@low", "meld:1@high"):
        assert refused(torpedo, 1, PlayOn("JOK", target)) == "T18"


def test_T18_a_book_grows_without_limit() -> None:
    more = "7C 7H 7S 7D 7C JOK JOK JOK"
    torpedo = butterfly(f"{more} 2C", SEVENS)
    for face in more.split():
        torpedo.apply(1, PlayOn(face, "meld:1"))
    assert len(torpedo.melds[1].cards) == 11


# ---------------------------------------------------------------- swapping for a joker


@pytest.mark.parametrize("laid_down", [True, False])
def test_T19_the_exact_card_takes_the_joker_of_a_run(laid_down: bool) -> None:
    melds = (MINE, run(0, "5H JOK 7H 8H")) if laid_down else (book(2, "9H 9S 9D"), run(0, "5H JOK 7H 8H"))
    torpedo = arrange(new_torpedo(3), "2S", "6H 6S 2C", "2D 4S", melds=melds)
    assert Exchange("6H", "meld:1@1") in torpedo.legal(1)
    assert Exchange("6S", "meld:1@1") not in torpedo.legal(1)
    assert refused(torpedo, 1, Exchange("6S", "meld:1@1")) == "T19"
    torpedo.apply(1, Exchange("6H", "meld:1@1"))
    assert torpedo.melds[1].cards == tuple(cards("5H 6H 7H 8H"))
    assert sorted(torpedo.hands[1]) == sorted(cards("6S 2C JOK"))
    assert torpedo.at_bat == 1


@pytest.mark.parametrize("face", ["7C", "7H", "7S"])
def test_T19_any_card_of_its_rank_takes_the_joker_of_a_book(face: str) -> None:
    torpedo = play(butterfly(f"{face} 2C", book(0, "7H 7S JOK")), (1, Exchange(face, "meld:1@2")))
    assert JOKER not in torpedo.melds[1].cards
    assert torpedo.hands[1] == cards("2C JOK")


def test_T19_from_ones_own_melds_too() -> None:
    torpedo = butterfly("6H 2C", run(1, "5H JOK 7H 8H"))
    torpedo.apply(1, Exchange("6H", "meld:1@1"))
    assert torpedo.hands[1] == cards("2C JOK")


@pytest.mark.parametrize(
    ("face", "joker"),
    [
        ("7C", "meld:1@0"),  # a seven lies there
        ("8C", "meld:1@2"),  # another rank
        ("JOK", "meld:1@2"),  # a joker for a joker
        ("7D", "meld:1@2"),  # not in hand
        ("7C", "meld:1@3"),  # no such place
        ("7C", "meld:7@0"),  # no such meld
    ],
)
def test_T19_what_takes_no_joker(face: str, joker: str) -> None:
    torpedo = butterfly("7C 8C JOK 2C", book(0, "7H 7S JOK"))
    assert refused(torpedo, 1, Exchange(face, joker)) == "T19"


def test_T19_a_joker_played_on_a_run_is_exchanged_for_what_it_stands_for() -> None:
    torpedo = butterfly("JOK 4H 9H 2C", HEARTS)
    torpedo.apply(1, PlayOn("JOK", "meld:1@low"))
    assert refused(torpedo, 1, Exchange("9H", "meld:1@0")) == "T19"
    torpedo.apply(1, Exchange("4H", "meld:1@0"))
    assert JOKER in torpedo.hands[1]


# ---------------------------------------------------------------- running out


def test_T20_a_butterfly_who_discards_the_last_card_ends_the_round() -> None:
    torpedo = play(butterfly("2C", SEVENS), (1, Discard("2C")))
    assert torpedo.phase == SCORED
    assert torpedo.out == 1
    assert torpedo.sheet == [[5, 0, 10]]


@pytest.mark.parametrize("seed", range(3))
def test_T20_T27_a_caterpillar_never_runs_out_and_nobody_holds_more_than_sixteen(seed: int) -> None:
    torpedo = new_torpedo(4, turn_cap=12, rounds=3)
    rng = Random(seed)
    most = 0
    while actors := torpedo.actors():
        seat = rng.choice(list(actors))
        calls = [action for action in torpedo.legal(seat) if type(action).__name__ in ("Buy", "Accept")]
        torpedo.apply(seat, rng.choice(calls or list(torpedo.legal(seat))))
        most = max(most, *map(len, torpedo.hands))
        for other in range(4):
            assert torpedo.down[other] != NOT_YET or len(torpedo.hands[other]) >= 9
    assert most == 16


def test_T20_a_caterpillar_has_as_many_cards_after_a_turn_as_before() -> None:
    torpedo = new_torpedo(3)
    for _ in range(12):
        seat = torpedo.at_bat
        while torpedo.at_bat == seat and torpedo.silence(seat) is not None:
            torpedo.apply(seat, torpedo.silence(seat) or DRAW)
        while torpedo.at_bat not in torpedo.actors()[:1]:
            torpedo.apply(torpedo.actors()[0], torpedo.silence(torpedo.actors()[0]) or DRAW)
        assert [len(hand) for hand in torpedo.hands] == [9, 9, 9]
