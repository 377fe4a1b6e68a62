"""What Spades players see and hear."""

import msgspec

from parlour.cards import card
from parlour.games.spades import GAME, awards, count, facts
from parlour.games.spades.actions import BIDS, BLIND_NIL, LOOK, Action, Bid
from parlour.games.spades.options import SpadesOptions
from parlour.games.spades.players.mind import SpadesMind
from parlour.games.spades.rules import Spades
from parlour.games.tricks.actions import PLAYS
from parlour.games.tricks.masks import mask_of
from parlour.kernel.view import EMPTY, FACE_DOWN, ChoiceHole, View, named
from tests.games.spades.tables import behind, bid, new, play, playing, refused

NAMES = ["Ann", "Bob", "Cat", "Dan"]
FEW = ("AS KH 3C", "2S QH 4C", "3S JH 5C", "4S 10H 6C")  # three cards each


def told(spades: Spades, seat: int, action: Action, viewer: int | None) -> list[str]:
    before = spades.copy()
    spades.apply(seat, action)
    sentences = GAME.tell(before, seat, action, spades, viewer).sentences
    return [named(sentence, NAMES) for sentence in sentences]


def seen(spades: Spades, seat: int | None) -> View:
    return GAME.view(spades, seat)


def test_D15_everybody_sees_the_trick_the_last_one_bids_tricks_and_bags() -> None:
    spades = playing(*FEW, bids=(1, 0, 2, 9))
    spades.bags = [13, 1]
    play(spades, "QH JH 10H KH 3C 4C")
    view = seen(spades, None)
    trick = view.zone("trick")
    assert trick.items == ("3C", "4C", EMPTY, EMPTY)
    assert (trick.lead, trick.best) == (0, 1)
    assert view.zone("won:0").items == ("KH", "QH", "JH", "10H")
    assert [view.zone(f"won:{seat}").count for seat in range(4)] == [11, 0, 0, 0]
    assert [seat.bid for seat in view.seats] == ["11 of 9", "0 of 1", "0 of nil", "0 of 2"]
    assert [seat.tags for seat in view.seats] == [("dealer", "3 bags"), ("1 bag",), ("3 bags",), ("1 bag",)]
    assert [seat.cards for seat in view.seats] == [1, 1, 2, 2]
    assert view.sides == ((0, 2), (1, 3))


def test_a_hand_is_open_for_its_owner_alone() -> None:
    spades = playing(*FEW)
    assert seen(spades, 0).zone("hand:0").items == ("AS", "KH", "3C")
    assert set(seen(spades, None).zone("hand:0").items) == {FACE_DOWN}
    assert set(seen(spades, 1).zone("hand:0").items) == {FACE_DOWN}


def test_D3_a_bid_is_a_choice() -> None:
    spades = bid(new(least_bid=3), 2, 0)
    (ask,) = seen(spades, 3).asks
    hole = ask.action["tricks"]
    assert isinstance(hole, ChoiceHole)
    assert [choice.value for choice in hole.of] == list(range(1, 14))
    assert named(seen(spades, 3).prompt, NAMES) == "Your bid: how many tricks will you take? Bob bid 2."
    first = seen(new(), 1).asks[0].action["tricks"]
    assert isinstance(first, ChoiceHole)
    assert first.of[0].say == "nil"
    assert named(seen(spades, 0).prompt, NAMES) == "It's Dan's turn to bid."
    assert [seat.bid for seat in seen(spades, 0).seats] == ["", "bid 2", "nil", ""]


def test_D5_a_card_is_played_by_one_tap() -> None:
    spades = play(playing(*FEW), "QH")
    (ask,) = seen(spades, 2).asks
    assert ask.one_tap
    assert msgspec.to_builtins(ask.action["card"])["only"] == ("JH",)
    assert seen(spades, 1).asks == ()
    assert seen(spades, 2).prompt == "Your turn: follow suit."


def test_D7_a_table_sees_that_spades_are_broken() -> None:
    spades = playing("AS 2H 3C", "2S QH 4C", "3S 9D 5C", "4S 10H 6C")
    play(spades, "QH")
    assert seen(spades, 2).prompt == "Your turn: you can't follow suit, so play any card."
    assert told(spades, 2, PLAYS[card("3S")], 0) == ["Cat played 3♠.", "Spades are broken."]
    assert seen(spades, 0).zone("trick").note == "Spades are broken"


def test_D11_a_hand_that_was_not_looked_at_lies_face_down_for_its_owner_too() -> None:
    spades = behind(new(blind_nil=True), 0, 300, 0, 300)
    view = seen(spades, 2)
    assert set(view.zone("hand:2").items) == {FACE_DOWN}
    assert [ask.action["do"] for ask in view.asks] == ["blind_nil", "look"]
    assert FACE_DOWN not in seen(spades, 1).zone("hand:1").items
    assert told(spades.copy(), 2, BLIND_NIL, 0) == ["Cat went blind nil."]
    assert told(spades, 2, LOOK, 2) == ["You looked at your cards."]
    assert FACE_DOWN not in seen(spades, 2).zone("hand:2").items
    assert refused(spades, 2, BLIND_NIL) == "D11"


def test_bids_cards_and_tricks_are_told() -> None:
    spades = new()
    assert told(spades, 1, Bid(3), 1) == ["You bid 3."]
    assert told(spades, 2, Bid(0), 1) == ["Cat bid nil."]
    spades = playing(*FEW, bids=(1, 1, 1, 0))
    assert told(spades, 1, PLAYS[card("QH")], 0) == ["Bob led Q♥."]
    play(spades, "JH 10H")
    assert told(spades, 0, PLAYS[card("KH")], 2) == ["Ann played K♥.", "Ann took the trick: 11 of nil."]


def test_D10_a_nil_that_fails_is_heard() -> None:
    spades = playing("2S QH 4C", "AS KH 3C", "3S JH 5C", "4S 10H 6C", bids=(0, 1, 1, 10))
    play(spades, "KH JH 10H")
    assert told(spades, 0, PLAYS[card("QH")], None) == [
        "Ann played Q♥.",
        "Bob took the trick: 1 of nil.",
        "Bob's nil has failed.",
    ]


def test_the_end_of_a_round_and_of_the_game_are_told() -> None:
    spades = playing(*FEW, bids=(0, 0, 3, 9), target=100)
    spades.bags = [9, 0]
    play(spades, "QH JH 10H KH 3C 4C 5C 6C 4S AS 2S")
    assert told(spades.copy(), 2, PLAYS[card("3S")], 2)[2:] == [
        "Round 1: You and Ann 93, Bob and Dan 70.",
        "You and Ann: 90 for the bid of 9, 100 for nil, 3 bags, too many bags cost 100.",
        "Bob and Dan: −30 for the bid of 3, 100 for nil.",
    ]
    spades.bags = [0, 0]
    assert told(spades, 2, PLAYS[card("3S")], None)[-2:] == [
        "The game is over: Ann and Cat 193, Bob and Dan 70.",
        "Ann and Cat win.",
    ]
    assert seen(spades, 0).winners == (0, 2)
    assert seen(spades, 0).zone("won:1").note == "70 this round"


def test_awards_and_facts_of_a_round() -> None:
    spades = playing(*FEW, bids=(0, 0, 3, 9))
    spades.blind[2] = True
    play(spades, "QH JH 10H KH 3C 4C 5C 6C 4S AS 2S 3S")
    assert awards(spades) == {0: [], 1: ["Nil"], 2: ["Blind nil"], 3: []}
    assert facts(spades) == {
        "tricks_bid": 12,
        "bids_made_percent": 50,
        "bags": 3,
        "nils": 2,
        "nils_made_percent": 100,
    }
    exact = playing(*FEW, bids=(1, 2, 1, 10))
    play(exact, "QH JH 10H KH 3C 4C 5C 6C 4S AS 2S 3S")
    assert awards(exact)[0] == ["On the nose"]


def test_D17_parlour_count_answers_with_the_usual_bid() -> None:
    assert count(SpadesOptions(), ["AS", "KS", "4S", "5S", "QH"]) == 3


def test_hints_say_why() -> None:
    mind = SpadesMind()
    spades = playing("2S QH 4C", "AS KH 3C", "3S JH 5C", "4S 10H 6C", bids=(2, 1, 1, 10))
    assert mind.say(spades, 1, PLAYS[card("KH")]) == "Lead K♥"
    assert "highest of the hearts" in mind.why(spades, 1, PLAYS[card("KH")])
    play(spades, "KH JH")
    assert mind.why(spades, 3, PLAYS[card("10H")]) == "it's the only card you can play"
    assert mind.why(new(), 1, BIDS[0]) == "your cards are low enough to take no trick at all"


def test_a_hint_says_why_a_bid_is_not_what_the_hand_is_good_for() -> None:
    spades, mind = new(least_bid=4), SpadesMind()
    hand = "AS KS QS 5H 6H 7H 8H 5D 6D 7D 5C 6C 7C"
    good = "your hand is good for about 3 tricks"
    spades.hands[1] = mask_of([card(text) for text in hand.split()])
    assert mind.why(spades, 1, BIDS[3]) == good
    assert mind.why(spades, 1, BIDS[2]) == f"{good}, but falling short costs more than a bag"
    assert mind.why(spades, 1, BIDS[4]) == f"{good}, and maybe one more"
    spades.bids[0], spades.bids[2], spades.bids[3] = 4, 5, 0
    assert mind.why(spades, 1, BIDS[2]) == f"{good}, but the others have already bid 9 of the 13"
    assert mind.why(spades, 1, BIDS[4]) == f"{good}, but you have to bid at least 4"
