"""Both rummies: silence in a turn, and what players are told when the stock is empty."""

from typing import Any

import pytest

from parlour.games.progressive import GAME as PROGRESSIVE
from parlour.games.rummy.actions import Discard, PlayOn
from parlour.games.rummy.state import DRAWING
from parlour.games.torpedo import GAME as TORPEDO
from parlour.kernel.actions import DRAW, PASS, TAKE
from tests.games.rummy.tables import arrange, book, cards, lay, new_progressive, new_torpedo, play, says

both = pytest.mark.parametrize("new", [new_torpedo, new_progressive], ids=["torpedo", "progressive"])


def drawn(new: Any, hand: str, card: str, bought: str = "", melds: Any = (), seats: int = 3) -> Any:
    """Seat 1 bought something after its last turn, and has now drawn a card."""
    state = arrange(new(seats), "", f"{hand} {bought}", melds=melds, stock=f"{card} 4C 9D KC")
    state.fresh[1] = cards(bought)
    state.draw(1)
    return state


@both
def test_silence_throws_the_card_that_was_drawn(new: Any) -> None:
    assert drawn(new, "2S 4H KD AC", "3D", bought="JC 5C").silence(1) == Discard("3D")


@both
def test_silence_throws_the_dearest_card_if_the_drawn_one_was_laid(new: Any) -> None:
    """A card that was bought earlier is not preferred."""
    state = drawn(new, "7S 7H KS KH KD 4H AC JOK", "7D", bought="2C 5C")
    state.apply(1, lay("7S 7H 7D", "KS KH KD"))
    assert state.silence(1) == Discard("AC")


@both
def test_silence_throws_the_dearest_card_if_the_drawn_one_was_played(new: Any) -> None:
    melds = [book(0, "9S 9H 9D"), book(0, "5S 5H 5D"), book(1, "2H 2S 2D"), book(1, "3H 3S 3D")]
    state = drawn(new, "4H QC 8C", "9C", bought="6C", melds=melds)
    state.apply(1, PlayOn("9C", "meld:0"))
    assert state.silence(1) == Discard("QC")


@both
def test_silence_knows_the_drawn_card_when_another_was_played(new: Any) -> None:
    melds = [book(0, "9S 9H 9D"), book(0, "5S 5H 5D"), book(1, "2H 2S 2D"), book(1, "3H 3S 3D")]
    state = drawn(new, "4H QC 9C", "8C", melds=melds)
    state.apply(1, PlayOn("9C", "meld:0"))
    assert state.silence(1) == Discard("8C")
    assert state.copy().silence(1) == Discard("8C")


def test_silence_throws_what_was_taken_from_the_discards() -> None:
    torpedo = arrange(new_torpedo(), "", "2S 4H KD AC", discards="9D 3C")
    torpedo.phase = DRAWING
    play(torpedo, (1, TAKE))
    assert torpedo.silence(1) == Discard("3C")


def test_P14_after_a_hot_card_silence_throws_the_dearest() -> None:
    melds = [book(0, "9S 9H 9D"), book(2, "5S 5H 5D")]
    progressive = arrange(new_progressive(hot_card=True), "", "KH 9C", "2H AS 3C", melds=melds)
    progressive.fresh[2] = cards("2H 3C")
    progressive.apply(1, Discard("9C"))
    (claim,) = [action for action in progressive.legal(2) if getattr(action, "meld", "") == "meld:0"]
    progressive.apply(2, claim)
    assert progressive.silence(2) == Discard("AS")


# ---------------------------------------------------------------- an empty stock


def offer(stock: str = "", discards: str = "", **terms: Any) -> Any:
    """Seat 0 has discarded, and seat 1 is at bat."""
    progressive = arrange(new_progressive(**terms), "8H KD 2S", at_bat=0, stock=stock, discards=discards)
    progressive.apply(0, Discard("KD"))
    return progressive


def test_P16_nobody_is_asked_to_draw_from_a_stock_that_is_used_up() -> None:
    progressive = offer()
    assert "draw" not in PROGRESSIVE.view(progressive, 1).prompt
    assert PROGRESSIVE.view(progressive, 1).prompt == (
        "Your turn: take K♦? The stock is empty, so if nobody wants it the round is over."
    )
    assert says(PROGRESSIVE, progressive, 1) == ["Take K♦", "Leave K♦"]
    assert says(PROGRESSIVE, progressive, 2) == ["Buy K♦", "Pass"]  # no penalty cards are left (P12)
    mind = PROGRESSIVE.mind
    assert mind is not None
    assert mind.say(progressive, 1, PASS) == "Pass on K♦"
    assert "stock may" not in mind.why(progressive, 1, PASS)
    play(progressive, (1, PASS), (2, PASS))
    assert progressive.open_hands()


def test_P16_the_discards_below_are_a_stock_still() -> None:
    progressive = offer(discards="3C")
    assert "or draw from the stock?" in PROGRESSIVE.view(progressive, 1).prompt
    assert says(PROGRESSIVE, progressive, 1) == ["Take K♦", "Draw from the stock"]


@pytest.mark.parametrize(
    ("stock", "discards", "price"), [("", "", ""), ("3C", "", " and 1 card"), ("", "4C 5C 6C", " and 2 cards")]
)
def test_P12_P16_a_buyer_is_told_how_many_cards_there_are_to_take(stock: str, discards: str, price: str) -> None:
    progressive = offer(stock, discards)
    assert f"Buy K♦{price}" in says(PROGRESSIVE, progressive, 2)
    before = len(progressive.hands[2])
    play(progressive, (1, PASS), (2, next(action for action in progressive.legal(2) if action != PASS)))
    got = len(progressive.hands[2]) - before
    assert got == 1 + (int(price.split()[1]) if price else 0)


def test_T29_T30_torpedo_offers_no_deck_that_is_used_up() -> None:
    torpedo = arrange(new_torpedo(), "8H KD 2S", at_bat=0, stock="", discards="")
    torpedo.apply(0, Discard("KD"))
    assert says(TORPEDO, torpedo, 2) == ["Buy K♦", "Pass"]
    play(torpedo, (2, PASS))
    assert TORPEDO.view(torpedo, 1).prompt == "Your turn: take the discard."
    assert says(TORPEDO, torpedo, 1) == ["Take K♦"]
    assert DRAW not in torpedo.legal(1)


def test_T22_T29_two_players_are_not_promised_a_card_that_is_not_there() -> None:
    torpedo = arrange(new_torpedo(2), "8H KD 2S", "4C 6H", at_bat=0, stock="3C", discards="")
    torpedo.apply(0, Discard("KD"))
    assert says(TORPEDO, torpedo, 1) == ["Draw from the deck", "Take K♦", "Buy K♦ and 1 card"]
