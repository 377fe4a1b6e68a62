"""What Torpedo players see, are asked and are told."""

from parlour.cards import code, name
from parlour.games.rummy.actions import BUY, Discard, Exchange, PlayOn
from parlour.games.torpedo import GAME
from parlour.games.torpedo.actions import ACCEPT, Action
from parlour.games.torpedo.rules import Torpedo
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE
from parlour.kernel.position import SCORED
from parlour.kernel.rulebook import rules_by_number
from parlour.kernel.view import Item, covers, named
from tests.games.rummy import tables
from tests.games.rummy.tables import NAMES, arrange, book, lay, new_torpedo, play, run, says


def told(torpedo: Torpedo, seat: int, action: Action, viewer: int | None) -> list[str]:
    return tables.told(GAME, torpedo, seat, action, viewer)


def fresh_discard(seats: int = 4, stock: str = "4C 9D") -> Torpedo:
    """Bob has just discarded the king of diamonds, and Cat is at bat."""
    torpedo = arrange(new_torpedo(seats), "2S 3H", "2S 3H KD", "2S 3H", "2S 3H", stock=stock)
    torpedo.apply(1, Discard("KD"))
    return torpedo


def prompt(torpedo: Torpedo, seat: int | None) -> str:
    return named(GAME.view(torpedo, seat).prompt, NAMES)


# ---------------------------------------------------------------- what is asked


def test_T22_in_a_window_the_others_are_offered_the_card_at_its_price() -> None:
    torpedo = fresh_discard()
    for seat in (0, 3):
        assert says(GAME, torpedo, seat) == ["Buy K♦ and 1 card", "Pass"]
    assert says(GAME, torpedo, 2) == ["Take K♦"]
    assert says(GAME, torpedo, 1) == []
    assert GAME.view(torpedo, None).asks == ()
    torpedo.apply(0, BUY)
    assert says(GAME, torpedo, 0) == []
    assert "Ann called" in prompt(torpedo, 2)


def test_T24_the_seat_at_bat_is_asked_about_the_call() -> None:
    torpedo = play(fresh_discard(), (0, BUY), (3, PASS))
    assert says(GAME, torpedo, 2) == ["Let Ann buy K♦", "Take K♦ yourself"]
    assert "Ann" in prompt(torpedo, 2)
    assert says(GAME, torpedo, 0) == []


def test_T22_with_two_players_the_price_is_on_the_button() -> None:
    torpedo = arrange(new_torpedo(2), "2S 3H", "2S 3H KD")
    torpedo.apply(1, Discard("KD"))
    assert says(GAME, torpedo, 0) == ["Draw from the deck", "Take K♦", "Buy K♦ and 1 card, then draw"]
    torpedo.apply(0, BUY)
    assert says(GAME, torpedo, 0) == ["Draw from the deck"]


def test_every_ask_cites_a_rule_and_every_legal_action_has_one() -> None:
    numbers = rules_by_number(GAME.rules())
    torpedo = new_torpedo(3, turn_cap=6)
    melds = (book(1, "9H 9S JOK"), run(0, "5H JOK 7H 8H"))
    playing = arrange(new_torpedo(3), "2S", "9D 6H 4H JOK 2C", "2D", melds=melds)
    laying = arrange(new_torpedo(3), "2S", "9D 9S 9H 2C 2H 2D KS", "2D")
    for state in (torpedo, playing, laying, fresh_discard(), play(fresh_discard(), (0, BUY), (3, PASS))):
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
    torpedo = new_torpedo(3)
    own = GAME.view(torpedo, 1).zone("hand:1")
    assert sorted(map(str, own.items)) == sorted(map(code, torpedo.hands[1]))
    for viewer in (0, 2, None):
        assert GAME.view(torpedo, viewer).zone("hand:1").items == (Item(down=True),) * 9


def test_a_joker_on_the_table_shows_what_it_stands_for() -> None:
    torpedo = arrange(new_torpedo(3), melds=(run(0, "5H JOK 7H 8H"), book(0, "9H 9S JOK")))
    assert GAME.view(torpedo, 2).zone("meld:0").items == ("5H", Item("JOK", stands="6H"), "7H", "8H")
    assert GAME.view(torpedo, 2).zone("meld:1").items == ("9H", "9S", "JOK")


def test_T33_seats_are_called_caterpillars_and_butterflies() -> None:
    torpedo = arrange(new_torpedo(3), melds=(book(1, "9H 9S 9D"),))
    torpedo.buys = [0, 2, 3]
    tags = [seat.tags for seat in GAME.view(torpedo, None).seats]
    assert tags[0] == ("caterpillar", "dealer", "3 buys left")
    assert tags[1] == ("butterfly", "1 buy left")
    assert tags[2] == ("caterpillar", "0 buys left")


def test_a_card_that_has_just_come_is_marked_for_its_owner() -> None:
    torpedo = play(new_torpedo(3), (1, TAKE))
    assert sum(isinstance(item, Item) and item.new for item in GAME.view(torpedo, 1).zone("hand:1").items) == 1


# ---------------------------------------------------------------- what is told


def test_a_drawn_card_is_told_to_the_one_who_drew_it() -> None:
    torpedo = new_torpedo(3)
    drawn = name(torpedo.stock[-1])
    assert told(torpedo.copy(), 1, DRAW, 1) == [f"You drew {drawn}."]
    for viewer in (0, None):
        assert told(torpedo.copy(), 1, DRAW, viewer) == ["Bob drew from the deck."]


def test_T24_a_buyers_penalty_card_is_told_to_the_buyer_alone() -> None:
    torpedo = play(fresh_discard(), (0, BUY), (3, PASS))
    assert told(torpedo.copy(), 2, ACCEPT, 0) == ["You bought K♦ and got 4♣ from the deck."]
    for viewer in (2, 3, None):
        assert told(torpedo.copy(), 2, ACCEPT, viewer) == ["Ann bought K♦ and got a card from the deck."]
    after = play(torpedo.copy(), (2, ACCEPT))
    for viewer in (0, 1, 2, 3, None):
        faces = [travel.face for travel in GAME.tell(torpedo, 2, ACCEPT, after, viewer).travels]
        assert faces == ["KD", "4C" if viewer == 0 else None]


def test_T22_who_buys_for_themselves_is_told_alike() -> None:
    torpedo = arrange(new_torpedo(2), "2S 3H", "2S 3H KD", stock="4C 9D")
    torpedo.apply(1, Discard("KD"))
    assert told(torpedo.copy(), 0, BUY, 0) == ["You bought K♦ and got 4♣ from the deck."]
    assert told(torpedo.copy(), 0, BUY, 1) == ["Ann bought your K♦ and got a card from the deck."]


def test_who_discarded_a_card_hears_that_somebody_got_it() -> None:
    torpedo = play(fresh_discard(), (0, BUY), (3, PASS))
    assert told(torpedo.copy(), 2, ACCEPT, 1) == ["Ann bought your K♦ and got a card from the deck."]
    assert told(torpedo, 2, TAKE, 1) == ["Cat took your K♦ from the discards.", "Ann called but didn't get it."]


def test_T22_a_call_is_heard_and_a_denial_too() -> None:
    torpedo = fresh_discard()
    assert told(torpedo.copy(), 0, BUY, 0) == ["You called “Buy!”"]
    assert told(torpedo, 0, BUY, 2) == ["Ann called “Buy!”"]
    assert told(torpedo.copy(), 2, TAKE, 0) == ["Cat took K♦ from the discards.", "You called but didn't get it."]
    assert told(torpedo, 2, TAKE, 3) == ["Cat took K♦ from the discards.", "Ann called but didn't get it."]


def test_T29_a_reshuffle_is_told_and_a_waived_penalty_is_not() -> None:
    torpedo = play(fresh_discard(stock=""), (0, PASS), (3, PASS))
    torpedo.discards[:0] = [5, 6]
    assert told(torpedo, 2, DRAW, 0)[0] == "The discards were shuffled into a new deck."
    torpedo = play(fresh_discard(stock=""), (0, BUY), (3, PASS))
    assert told(torpedo, 2, ACCEPT, 3)[:2] == ["Ann bought K♦.", "There's nothing left to draw, so the round is over."]


def test_what_is_laid_played_and_exchanged_is_told_with_its_owner() -> None:
    hand = "7H 7S 7D 9H 9S JOK 6H 3C 2C 2D"
    torpedo = arrange(new_torpedo(3), "2S", hand, "2D", melds=(run(0, "5H JOK 7H 8H"), book(0, "3H 3S 3D")))
    assert told(torpedo, 1, Exchange("6H", "meld:0@1"), 0) == [
        "Bob swapped 6♥ for the joker in your run of hearts, 5 to 8."
    ]
    assert told(torpedo, 1, lay("7H 7S 7D", "9H 9S JOK"), None) == ["Bob laid down 7♠ 7♥ 7♦ and 9♠ 9♥ joker."]
    assert told(torpedo, 1, PlayOn("3C", "meld:1"), 2) == ["Bob played 3♣ on Ann's book of 3s."]
    assert told(torpedo, 1, Discard("2D"), 1) == ["You discarded 2♦."]


def test_T21_going_around_is_told() -> None:
    torpedo = arrange(new_torpedo(3), "2S", "3C", melds=(book(0, "3H 3S 3D"), book(1, "9H 9S 9D")))
    (played, around) = told(torpedo.copy(), 1, PlayOn("3C", "meld:0"), 0)
    assert played == "Bob played 3♣ on your book of 3s."
    assert around == "Bob has no cards left and goes around. The discard is dead."
    assert told(torpedo, 1, PlayOn("3C", "meld:0"), 1)[1].startswith("You have no cards left and go around")


def test_T20_T31_the_end_of_a_round_is_told_with_its_points() -> None:
    torpedo = arrange(new_torpedo(3), "AS", "3C", "KD", melds=(book(1, "9H 9S 9D"), book(0, "4H 4S 4D")))
    sentences = told(torpedo, 1, Discard("3C"), 0)
    assert sentences[:3] == ["Bob discarded 3♣.", "Bob went out: the round is over.", "Round 1: You 15, Bob 0, Cat 10."]
    assert torpedo.phase == SCORED
    assert prompt(torpedo, 0) == "The round is over. Bob deals the next one."
    assert told(torpedo, 1, DEAL, 1)[0] == "You dealt round 2: two runs."


def test_T32_the_end_of_the_game_is_told() -> None:
    torpedo = arrange(new_torpedo(3, rounds=1), "AS", "3C", "KD", melds=(book(1, "9H 9S 9D"),))
    assert told(torpedo, 1, Discard("3C"), 1)[-2:] == ["The game is over: Ann 15, You 0, Cat 10.", "You win."]
    assert prompt(torpedo, None) == "The game is over. Bob wins."
    assert GAME.view(torpedo, 0).asks == ()


def test_T12_a_lay_down_may_be_prepared_while_the_others_play_and_each_meld_is_looked_at_for_itself() -> None:
    torpedo = fresh_discard()
    assert [ask.action["do"] for ask in GAME.view(torpedo, 0).later] == ["lay_down"]
    assert GAME.view(torpedo, None).later == ()
    groups = [["2S", "2H", "JOK"], ["3H"]]
    fine, short = GAME.trying.faults(torpedo, 0, GAME.read_action({"do": "lay_down", "melds": groups}))
    assert (fine, short.rule, short.sentence) == (None, "T13", "A book needs exactly 3 cards.")
    assert GAME.trying.faults(torpedo, 0, DRAW) is None
    torpedo.apply(2, TAKE)
    assert GAME.view(torpedo, 2).later == (), "it is asked now"
    assert "lay_down" in [ask.action["do"] for ask in GAME.view(torpedo, 2).asks]


def test_T33_awards_stand_beside_the_names_when_a_round_is_over() -> None:
    torpedo = arrange(new_torpedo(3), "2S", "AS KD", "2S 3H", at_bat=0, melds=[book(0, "7H 7S 7D")])
    torpedo.apply(0, Discard("2S"))
    tags = [seat.tags for seat in GAME.view(torpedo, 1).seats]
    assert "mitfull" in tags[1]
    assert "Ben" in tags[2]
