"""The view vocabulary: sentences, asks and their holes."""

import doctest

import msgspec

import parlour.kernel.sentences
from parlour.kernel.names import with_names
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.view import (
    Ask,
    CardHole,
    CardsHole,
    Choice,
    ChoiceHole,
    GroupsHole,
    Item,
    SeatView,
    SlotHole,
    TargetHole,
    View,
    Zone,
    covers,
    fillings,
    in_words,
    listed,
    named,
    signed,
    who,
    whose,
)
from tests.toy import GAME

HAND = Zone("hand:0", "hand", "Your hand", 0, ("7H", Item("JOK", new=True), "7H", Item(down=True)))
VIEW = View("x", 0, 1, 1, "{1}'s round", "{1} is at bat.", (SeatView(1), SeatView(2)), (HAND,))


def forms(ask: Ask) -> list[dict[str, object]]:
    return list(fillings(ask, VIEW))


def test_sentences_name_seats_and_speak_to_the_viewer() -> None:
    assert who(1, 1) == "You"
    assert named(f"{who(1, 0)} took {whose(0, None)} card.", ["Ann", "Bob"]) == "Bob took Ann's card."
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Bob", "Cat"]) == "Ann, Bob and Cat"
    assert signed(-5) == "−5"
    assert doctest.testmod(parlour.kernel.sentences).failed == 0


def test_a_name_is_text_and_nothing_else() -> None:
    names = ["{1}", "<b>\\1{0}"]
    assert named("{0} and {1}", names) == "{1} and <b>\\1{0}"
    view = with_names(VIEW, names)
    assert view.prompt == "<b>\\1{0} is at bat."
    assert [seat.name for seat in view.seats] == names


def test_a_button_has_one_filling() -> None:
    assert forms(Ask("Draw", {"do": "draw"})) == [{"do": "draw"}]


def test_holes_list_their_values_from_the_view() -> None:
    assert forms(Ask("", {"do": "a", "card": CardHole("hand:0")})) == [
        {"do": "a", "card": "7H"},
        {"do": "a", "card": "JOK"},
    ]
    assert len(forms(Ask("", {"do": "a", "slot": SlotHole("hand:0")}))) == 4
    assert len(forms(Ask("", {"do": "a", "slot": SlotHole("hand:0", (1, 3))}))) == 2
    assert len(forms(Ask("", {"do": "a", "to": TargetHole(("m@low", "m@high"))}))) == 2
    assert len(forms(Ask("", {"do": "a", "what": ChoiceHole((Choice(1, "one"),))}))) == 1
    two = Ask("", {"do": "a", "slot": SlotHole("hand:0"), "card": CardHole("hand:0")})
    assert len(forms(two)) == 8
    fitted = Ask("", two.action, fits=((0, "7H"), (1, "JOK")))
    assert forms(fitted) == [{"do": "a", "slot": 0, "card": "7H"}, {"do": "a", "slot": 1, "card": "JOK"}]
    assert covers(fitted, {"do": "a", "slot": 1, "card": "JOK"}, VIEW)
    assert not covers(fitted, {"do": "a", "slot": 1, "card": "7H"}, VIEW)


def test_several_cards_and_groups_are_not_listed_but_recognised() -> None:
    cards = Ask("", {"do": "a", "cards": CardsHole("hand:0", 2, 3)})
    assert forms(cards) == []
    assert covers(cards, {"do": "a", "cards": ["7H", "7H"]}, VIEW)
    assert not covers(cards, {"do": "a", "cards": ["7H"]}, VIEW)
    assert not covers(cards, {"do": "a", "cards": ["7H", "7H", "7H"]}, VIEW)
    assert not covers(cards, {"do": "b", "cards": ["7H", "7H"]}, VIEW)
    assert not covers(cards, {"do": "a"}, VIEW)
    groups = Ask("", {"do": "a", "melds": GroupsHole("hand:0", ("pair",))})
    assert covers(groups, {"do": "a", "melds": [["7H", "JOK=7S"]]}, VIEW)
    assert not covers(groups, {"do": "a", "melds": [["7H"], ["7H"]]}, VIEW)


def test_the_json_of_a_view_is_the_documented_one() -> None:
    state = GAME.start(GAME.options(), 2, QuickShuffler(b"json"))
    sent = msgspec.json.decode(msgspec.json.encode(GAME.view(state, 0)))
    zones = {zone["id"]: zone for zone in sent["zones"]}
    assert zones["stock"] == {"id": "stock", "kind": "pile", "label": "Stock", "count": 9}
    assert zones["row:1"]["items"] == [{"down": True}, {"down": True}]
    hide = next(ask for ask in sent["asks"] if ask["action"]["do"] == "hide")
    assert hide["action"]["card"] == {"hole": "card", "from": "hand:0"}
    assert msgspec.json.decode(msgspec.json.encode(Item("JOK", stands="JH"))) == {"face": "JOK", "as": "JH"}


def test_an_action_in_words_is_its_ask_and_what_was_chosen() -> None:
    asks = (
        Ask("Deal", {"do": "deal"}),
        Ask("Step", {"do": "step", "card": CardHole("hand:0"), "down": ChoiceHole((Choice(True, "Face down"),))}),
        Ask("Swap", {"do": "swap", "slot": SlotHole("hand:0"), "on": TargetHole(("hand:0@low",))}),
        Ask(
            "Lay down",
            {"do": "lay", "groups": GroupsHole("hand:0", ("pair", "card")), "rest": CardsHole("hand:0", 0, 2)},
        ),
    )
    view = msgspec.structs.replace(VIEW, asks=asks)
    assert in_words(view, {"do": "deal"}) == "Deal"
    assert in_words(view, {"do": "step", "card": "7H", "down": True}) == "Step (7♥, Face down)"
    assert in_words(view, {"do": "swap", "slot": 2, "on": "hand:0@low"}) == "Swap (number 3, Your hand, low)"
    laid = {"do": "lay", "groups": [["7H", "JOK=JH"], ["7H"]], "rest": []}
    assert in_words(view, laid) == "Lay down (7♥ joker as J♥ / 7♥)"
    assert in_words(view, {"do": "pass_on"}) == "Pass on"
