"""The rules of Hearts, from the deal to the last trick."""

from collections import Counter
from random import Random

import pytest

from parlour.cards import SUIT, card, code
from parlour.games.hearts import GAME
from parlour.games.hearts.actions import PassCards
from parlour.games.hearts.rules import Hearts
from parlour.games.hearts.state import PASSING, PLAYING
from parlour.games.tricks.actions import Play
from parlour.games.tricks.masks import OF_SUIT, SPADES, cards_in, count
from parlour.kernel.actions import DEAL
from parlour.kernel.position import SCORED
from parlour.table import events
from tests.games.hearts.tables import mask, may, new, play, playing, refused
from tests.table.life import Life, refusal


@pytest.mark.parametrize(
    ("seats", "each", "without"), [(3, 17, "2D"), (4, 13, ""), (5, 10, "2D 2S"), (6, 8, "2D 2S 3D 3S")]
)
def test_H1_all_cards_are_dealt_in_equal_hands(seats: int, each: int, without: str) -> None:
    hearts = new(seats)
    cards = [face for hand in hearts.hands for face in cards_in(hand)]
    assert Counter(count(hand) for hand in hearts.hands) == {each: seats}
    assert sorted(map(code, {*range(52)} - {*cards})) == sorted(without.split())


def test_H1_the_deal_moves_left() -> None:
    hearts = new()
    assert hearts.dealer == 0
    finish(hearts)
    assert (hearts.phase, hearts.at_bat) == (SCORED, 1)
    assert refused(hearts, 0, DEAL) == "H1"
    hearts.apply(1, DEAL)
    assert (hearts.dealer, hearts.round) == (1, 2)
    assert refused(hearts, 2, DEAL) == "H1"


def finish(hearts: Hearts) -> None:
    """Let silence play to the end of the round."""
    rounds = len(hearts.sheet)
    while len(hearts.sheet) == rounds:
        seat = hearts.actors()[0]
        action = hearts.silence(seat)
        assert action
        hearts.apply(seat, action)


# ---------------------------------------------------------------- passing


def test_H2_everybody_passes_at_once_and_sees_nothing_before() -> None:
    hearts = new()
    assert hearts.phase == PASSING
    before = [cards_in(hand) for hand in hearts.hands]
    for seat in (2, 0, 3):
        hearts.apply(seat, PassCards([code(face) for face in before[seat][:3]]))
        assert [cards_in(hand) for hand in hearts.hands] == before, "nobody has got anything yet"
    assert list(hearts.actors()) == [1]
    hearts.apply(1, PassCards([code(face) for face in before[1][:3]]))
    assert hearts.phase == PLAYING
    for seat in range(4):
        now = {*before[seat][3:], *before[(seat - 1) % 4][:3]} - {card("2C")}
        assert {*cards_in(hearts.hands[seat])} == now


@pytest.mark.parametrize(("seats", "ways"), [(3, [1, 2, 0, 1]), (4, [1, 3, 2, 0, 1]), (6, [1, 5, 3, 0])])
def test_H2_left_right_across_hold(seats: int, ways: list[int]) -> None:
    hearts = new(seats)
    for number, way in enumerate(ways, 1):
        hearts.round = number
        assert hearts.way() == way
    assert new(seats, passing="never").phase == PLAYING
    always = new(seats, passing="left")
    always.round = 3
    assert always.way() == 1


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_H2_the_passes_listed_are_the_dearest_and_what_lies_side_by_side(number: int) -> None:
    beside = 0
    for seed in range(60):
        hearts = new(seed % 4 + 3, seed, pass_count=number)
        hand = [code(card) for card in cards_in(hearts.hands[1])]
        dearest = hearts.silence(1)
        assert isinstance(dearest, PassCards)
        around = [(hand + hand)[start : start + number] for start in range(len(hand))]
        expected = [dearest, *[PassCards(cards) for cards in around if {*cards} != {*dearest.cards}]]
        beside += len(expected) == len(hand)
        legal = hearts.legal(1)
        assert list(legal) == expected
        assert [legal[at] for at in range(-len(legal), 0)] == expected
        assert legal[1:-2] == expected[1:-2]
        with pytest.raises(IndexError):
            legal[len(expected)]
    assert beside == 60 if number == 1 else 0 < beside < 60


def test_H2_what_cannot_be_passed() -> None:
    hearts = new(pass_count=2)
    mine = [code(face) for face in cards_in(hearts.hands[0])]
    other = code(cards_in(hearts.hands[1])[0])
    assert refused(hearts, 0, PassCards(mine[:3])) == "H2"
    assert refused(hearts, 0, PassCards([mine[0], mine[0]])) == "H2"
    assert refused(hearts, 0, PassCards([mine[0], other])) == "H2"
    assert refused(hearts, 0, Play(mine[0])) == "H2"
    hearts.apply(0, PassCards(mine[3:5]))
    assert refused(hearts, 0, PassCards(mine[:2])) == "H2"
    assert refused(playing("2S", "3S", "4S"), 0, PassCards(["2S"])) == "H2"


# ---------------------------------------------------------------- tricks


def test_H3_two_of_clubs_is_laid_for_whoever_holds_it() -> None:
    hearts = new(passing="never")
    leader = hearts.leader
    assert hearts.trick[leader] == card("2C")
    assert hearts.at_bat == (leader + 1) % 4
    assert count(hearts.hands[leader]) == 12


def test_H3_left_of_the_dealer_may_open() -> None:
    hearts = new(passing="never", opening="left_of_dealer")
    assert (hearts.at_bat, hearts.laid) == (1, 0)


def test_H3_left_of_the_dealer_opens_with_no_heart_and_no_queen() -> None:
    hearts = playing("2H 3C QS", "5C", "6C", first=True, opening="left_of_dealer")
    assert may(hearts) == "3C"


def test_H4_follow_suit_or_play_anything() -> None:
    hearts = playing("5D", "3D KD AS", "2S 3H")
    play(hearts, "5D")
    assert may(hearts) == "3D KD"
    assert refused(hearts, 1, Play("AS")) == "H4"
    assert refused(hearts, 1, Play("4D")) == "H4"
    assert refused(hearts, 2, Play("2S")) == "H4", "it's somebody else's turn"
    play(hearts, "3D")
    assert may(hearts) == "2S 3H"


def test_H5_the_highest_of_the_suit_led_takes_the_trick_and_leads() -> None:
    hearts = playing("5D 2C", "AD 3C", "AS 4C", "KD 5C", leader=2)
    hearts.hands[2] = mask("3D 4C")
    play(hearts, "3D", "KD", "5D", "AD")
    assert (hearts.at_bat, hearts.taker, hearts.tricks) == (1, 1, [1, 1, 0, 0])
    assert hearts.taken[1] == mask("3D KD 5D AD")


def test_H6_no_points_on_the_first_trick() -> None:
    hearts = playing("2C", "3H QS 4D", "3H QS", first=True)
    play(hearts, "2C")
    assert may(hearts) == "4D"
    assert refused(hearts, 1, Play("3H")) == refused(hearts, 1, Play("QS")) == "H6"
    play(hearts, "4D")
    assert may(hearts) == "QS 3H", "there is nothing else"
    bloody = playing("2C", "3H QS 4D", "3H", first=True, bloody_first=True)
    play(bloody, "2C")
    assert may(bloody) == "QS 3H 4D"


def test_H6_following_suit_comes_first() -> None:
    hearts = playing("3S", "QS 4D", "5S", first=True, opening="left_of_dealer")
    play(hearts, "3S")
    assert may(hearts) == "QS"


def test_H7_hearts_are_led_once_they_are_broken() -> None:
    hearts = playing("2H 3C 4C", "5H 6H 7D", "8C 9C 9D")
    assert may(hearts) == "3C 4C"
    assert refused(hearts, 0, Play("2H")) == "H7"
    play(hearts, "3C", "5H", "8C")
    assert hearts.broken
    play(hearts, "9D", "4C", "7D")
    assert may(hearts) == "9C"
    assert may(playing("2H 3H", "5C 6C", "7C 8C")) == "2H 3H", "there is nothing else"
    assert may(playing("2H 3C", "5C 6C", "7C 8C", hearts_anytime=True)) == "2H 3C"


@pytest.mark.parametrize("queen_breaks", [False, True])
def test_H7_the_queen_may_break_hearts(queen_breaks: bool) -> None:
    hearts = playing("3C 4C", "QS 7D", "8C 9D", queen_breaks=queen_breaks)
    play(hearts, "3C", "QS", "8C")
    assert hearts.broken == queen_breaks


# ---------------------------------------------------------------- what is remembered, taken back and done by silence


def test_H13_redeals_respect_what_was_shown_and_what_was_passed() -> None:
    hearts = new(seed=3)
    rng = Random(3)
    shown = 0
    while hearts.phase != SCORED:
        seat = rng.choice(hearts.actors())
        hearts.apply(seat, rng.choice(hearts.legal(seat)))
        for viewer in range(4):
            for _ in range(3):
                imagined = hearts.redeal(viewer, rng)
                for other in range(4):
                    assert not imagined.hands[other] & hearts.lacks[other]
                heir = hearts.heir(viewer)
                if hearts.phase == PLAYING:
                    still = hearts.passed[viewer] & hearts.hands[heir]
                    shown += still != 0
                    assert imagined.hands[heir] & still == still
    assert shown > 20


def test_H13_a_seat_shows_what_it_lacks() -> None:
    hearts = playing("3C 5D 4H", "QS 7H 6H", "8C 9D 2H")
    play(hearts, "3C", "QS")
    assert hearts.lacks[1] == OF_SUIT[SUIT[card("3C")]]
    first = playing("2C 3C", "5H 6H", "8C 9D", first=True)
    play(first, "2C", "5H")
    assert hearts.lacks[0] == 0
    assert first.lacks[1] & OF_SUIT[SPADES] == OF_SUIT[SPADES] ^ mask("QS"), "nothing but hearts, and perhaps Q♠"
    lead = playing("5H 6H", "8C 9D", "3C 4C")
    play(lead, "5H")
    assert lead.lacks[0] & OF_SUIT[SPADES] == OF_SUIT[SPADES]


def test_H13_everybody_sees_the_trick_the_last_one_and_what_each_has() -> None:
    hearts = playing("3C 5D", "QS 7H", "8C 9D")
    play(hearts, "3C", "QS", "8C", "9D")
    view = GAME.public(hearts)
    assert view.zone("won:2").items == ("3C", "QS", "8C")
    assert (view.zone("won:2").count, view.zone("won:2").note) == (1, "13 points")
    assert (view.zone("won:0").items, view.zone("won:0").count) == ((), 1)
    trick = view.zone("trick")
    assert [getattr(item, "empty", item) for item in trick.items] == [True, True, "9D"]
    assert (trick.lead, trick.best) == (2, 2)


def at_a_table() -> Life:
    life = Life.of("Ann", "Bob", "Cat", game=GAME, options={"passing": "never", "opening": "left_of_dealer"})
    life.asks("Ann", events.Start())
    for seat, hand in enumerate(("3C 5D", "4C 6D", "8C 9D")):
        life.table.state.hands[seat] = mask(hand)
    return life


def test_H14_a_card_may_be_taken_back_until_the_next_seat_has_played() -> None:
    life = at_a_table()
    life.plays(1, Play("4C"))
    assert life.table.undoable(1)
    life.plays(2, Play("8C"))
    assert life.table.undoable(1) is None
    assert "no move to take back" in refusal(life.asks, "Bob", events.AskUndo())
    life.asks("Cat", events.AskUndo())
    for name in ("Ann", "Bob"):
        life.asks(name, events.Agree())
    assert life.table.state.hands[2] == mask("8C 9D")
    assert life.table.undoable(1) is None
    life.plays(2, Play("8C"))
    life.plays(0, Play("3C"))
    assert [life.table.undoable(seat) for seat in range(3)] == [None] * 3, "the trick is complete"


def test_H14_passed_cards_may_be_taken_back_until_everybody_has_chosen() -> None:
    life = Life.of("Ann", "Bob", "Cat", game=GAME)
    life.asks("Ann", events.Start())
    for seat in (0, 1):
        life.plays(seat, life.table.state.silence(seat))
    assert life.table.undoable(0)
    assert life.table.undoable(1)
    life.asks("Bob", events.AskUndo())
    for name in ("Ann", "Cat"):
        life.asks(name, events.Agree())
    assert list(life.table.state.actors()) == [1, 2]
    for seat in (1, 2):
        life.plays(seat, life.table.state.silence(seat))
    assert [life.table.undoable(seat) for seat in range(3)] == [None] * 3


def test_H15_silence_passes_the_dearest_and_plays_the_lowest() -> None:
    hearts = new()
    hearts.hands[0] = mask("QS AC AS 3D AH KS 2C")
    assert hearts.silence(0) == PassCards(["QS", "AS", "AH"])
    play_now = playing("5D 3S 4H 3C", "2D", "3D")
    assert play_now.silence(0) == Play("3C")
    assert play_now.silence(1) is None
