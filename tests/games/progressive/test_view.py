"""What Progressive players see, are asked and are told."""

from typing import Any

import pytest

from parlour.games.progressive import GAME
from parlour.games.progressive.actions import Action, ClaimHot
from parlour.games.progressive.rules import Progressive
from parlour.games.rummy.actions import BUY, Discard, PlayOn
from parlour.games.rummy.state import PLAYING
from parlour.kernel.actions import PASS, TAKE
from parlour.kernel.rulebook import rules_by_number
from parlour.kernel.view import Item, covers, named
from tests.games.rummy import tables
from tests.games.rummy.tables import NAMES, arrange, book, lay, new_progressive, play, run, says


def told(progressive: Progressive, seat: int, action: Action, viewer: int | None) -> list[str]:
    return tables.told(GAME, progressive, seat, action, viewer)


def offer(stock: str = "4C 9D 6C", **options: Any) -> Progressive:
    """Bob has just discarded the king of diamonds, and Cat is at bat. Ann and Bob have laid down."""
    progressive = new_progressive(4, **options)
    melds = (book(1, "KH KS KC"), book(0, "9H 9S 9D"))
    arrange(progressive, "2S 3H", "2S 3H KD", "2S 3H", "2S 3H", stock=stock, melds=melds)
    progressive.apply(1, Discard("KD"))
    return progressive


def prompt(progressive: Progressive, seat: int | None) -> str:
    return named(GAME.view(progressive, seat).prompt, NAMES)


# ---------------------------------------------------------------- what is asked


def test_whoever_answers_an_offer_is_not_said_to_play() -> None:
    progressive = offer()
    assert GAME.view(progressive, None).answering
    play(progressive, (2, TAKE))
    assert not GAME.view(progressive, None).answering


def test_a_joker_has_its_article() -> None:
    progressive = arrange(new_progressive(3), "2S 3H", "2S JOK", "2S 3H", stock="4C 9D 6C")
    progressive.apply(1, Discard("JOK"))
    assert prompt(progressive, 1).startswith("The joker is on offer")
    assert "Take the joker" in says(GAME, progressive, 2)
    assert "You passed on the joker." in told(progressive, 2, PASS, 2)


@pytest.mark.parametrize(
    ("penalty", "label"),
    [(0, "Buy K♦"), (1, "Buy K♦ and 1 card"), (2, "Buy K♦ and 2 cards"), (3, "Buy K♦ and 3 cards")],
)
def test_P12_the_others_are_offered_the_card_at_its_price(penalty: int, label: str) -> None:
    progressive = offer(buy_penalty=penalty)
    for seat in (0, 3):
        assert says(GAME, progressive, seat) == [label, "Pass"]


def test_P11_the_seat_at_bat_is_asked_to_take_or_to_draw() -> None:
    progressive = offer()
    assert says(GAME, progressive, 2) == ["Take K♦", "Draw from the stock"]
    assert says(GAME, progressive, 1) == []
    assert GAME.view(progressive, None).asks == ()
    progressive.apply(3, BUY)
    assert says(GAME, progressive, 3) == []
    for viewer in (0, 2):
        assert "Dan would like to buy it." in prompt(progressive, viewer)


def test_P14_a_hot_card_is_offered_for_its_melds() -> None:
    progressive = offer(hot_card=True)
    assert says(GAME, progressive, 0) == ["Buy K♦ and 2 cards", "Claim K♦ for a meld", "Pass"]
    progressive.apply(0, ClaimHot("meld:0"))
    assert says(GAME, progressive, 0) == ["Discard"]
    assert says(GAME, progressive, 2) == []
    assert "hot card" in prompt(progressive, 0)
    assert "Ann" in prompt(progressive, 2)


def test_every_ask_cites_a_rule_and_every_legal_action_has_one() -> None:
    numbers = rules_by_number(GAME.rules())
    melds = (book(1, "9H 9S JOK"), run(0, "5H JOK 7H 8H"))
    playing = arrange(new_progressive(3, joker_swap=True), "2S", "9D 6H 4H JOK 2C", "2D", melds=melds)
    laying = arrange(new_progressive(3), "2S", "9D 9S 9H 2C 2H 2D KS", "2D")
    claimed = play(offer(hot_card=True), (0, ClaimHot("meld:0")))
    for state in (new_progressive(3), playing, laying, offer(), offer(hot_card=True), claimed):
        for seat in state.actors():
            view = GAME.view(state, seat)
            assert all(ask.rule in numbers for ask in view.asks)
            for action in state.legal(seat):
                form = {"do": action.__struct_config__.tag} | {
                    field: getattr(action, field) for field in action.__struct_fields__ if field != "reaction"
                }
                assert any(covers(ask, form, view) for ask in view.asks), form


# ---------------------------------------------------------------- what is seen


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    progressive = new_progressive(3)
    for viewer in (0, 2, None):
        assert GAME.view(progressive, viewer).zone("hand:1").items == (Item(down=True),) * 6
    assert all(isinstance(item, str) for item in GAME.view(progressive, 1).zone("hand:1").items)


def test_P12_buys_are_counted_where_they_are_limited() -> None:
    assert not any("buy" in tag for seat in GAME.view(offer(), None).seats for tag in seat.tags)
    assert "2 buys left" in GAME.view(offer(buys_per_round=2), None).seats[3].tags
    assert "laid down" in GAME.view(offer(), None).seats[0].tags


# ---------------------------------------------------------------- what is told


def test_P12_what_a_buyer_gets_from_the_stock_is_told_to_the_buyer_alone() -> None:
    progressive = play(offer(), (2, PASS))
    mine = ["You asked to buy K♦.", "You bought K♦ and got 4♣ and 9♦ from the stock.", "Cat drew from the stock."]
    assert told(progressive.copy(), 3, BUY, 3) == mine
    for viewer in (0, None):
        bought = "Dan bought K♦ and got 2 cards from the stock."
        assert told(progressive.copy(), 3, BUY, viewer) == ["Dan asked to buy K♦.", bought, "Cat drew from the stock."]
    assert told(progressive.copy(), 3, BUY, 2)[-1] == "You drew 6♣."
    after = play(progressive.copy(), (3, BUY))
    for viewer in (0, 1, 2, 3, None):
        faces = [travel.face for travel in GAME.tell(progressive, 3, BUY, after, viewer).travels]
        assert faces == ["KD", *(("4C", "9D") if viewer == 3 else (None, None)), "6C" if viewer == 2 else None]


def test_P11_answers_are_public() -> None:
    progressive = offer()
    assert told(progressive, 0, BUY, 2) == ["Ann asked to buy K♦."]
    assert told(progressive.copy(), 2, TAKE, 0) == ["Cat took K♦ from the discards."]
    assert told(progressive.copy(), 2, TAKE, 1) == ["Cat took your K♦ from the discards."], "it was Bob's"
    assert told(progressive.copy(), 2, PASS, 2) == ["You passed on K♦."]
    assert told(progressive, 2, PASS, 0) == ["Cat passed on K♦."]
    (bought, drew) = told(progressive, 3, PASS, 1)
    assert bought == "Ann bought your K♦ and got 2 cards from the stock."
    assert drew == "Cat drew from the stock."


def test_P14_a_claim_and_what_came_of_it_are_told() -> None:
    progressive = offer(hot_card=True)
    assert told(progressive.copy(), 2, TAKE, 2) == ["You asked to take K♦."]
    assert told(progressive.copy(), 0, ClaimHot("meld:0"), 0) == [
        "You claimed K♦.",
        "You played K♦ on Bob's set of kings.",
    ]
    assert told(progressive, 0, ClaimHot("meld:0"), 1) == ["Ann claimed K♦.", "Ann played K♦ on your set of kings."]
    assert told(progressive, 0, Discard("2S"), 3) == ["Ann discarded 2♠."]


def test_P16_a_round_that_nobody_can_go_on_with_is_told() -> None:
    progressive = arrange(new_progressive(3), "2S", "2H KD", "3H", stock="", discards="")
    play(progressive, (1, Discard("KD")), (2, PASS))
    sentences = told(progressive, 0, PASS, 0)
    assert sentences == ["There's nothing left to draw, so the round is over.", "Round 1: You 5, Bob 5, Cat 5."]


def test_P10_going_around_is_told_and_the_next_draw_too() -> None:
    melds = (book(1, "KH KS KC"), book(0, "9H 9S 9D"))
    progressive = arrange(new_progressive(3), "2S", "9C", "3H", stock="4C", melds=melds)
    assert told(progressive, 1, PlayOn("9C", "meld:1"), 2) == [
        "Bob played 9♣ on Ann's set of 9s.",
        "Bob has no cards left and goes around. The discard is dead.",
        "You drew 4♣.",
    ]
    assert progressive.phase == PLAYING


def test_P4_what_is_laid_is_told() -> None:
    progressive = arrange(new_progressive(3), "2S", "7H 7S 7D 9H 9S JOK 2C", "2D")
    laid = ["You laid down 7♠ 7♥ 7♦ and 9♠ 9♥ joker."]
    assert told(progressive, 1, lay("7H 7S 7D", "9H 9S JOK"), 1) == laid
    assert GAME.view(progressive, 1).title == "Round 1 of 7: two sets"
