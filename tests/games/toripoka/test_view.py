"""What Toripoka players see, are asked and are told."""

from random import Random
from typing import Any

import msgspec
import pytest

from parlour.cards import code
from parlour.games.toripoka import GAME
from parlour.games.toripoka.actions import Action, DrawPyramid
from parlour.games.toripoka.rules import Toripoka
from parlour.kernel.actions import DEAL
from parlour.kernel.position import OVER, SCORED
from parlour.kernel.rulebook import rules_by_number
from parlour.kernel.view import Item, View, covers, face_of, fillings, named
from tests.games.toripoka.referee import EVERY_ACTION, followed
from tests.games.toripoka.tables import (
    FOLD_LEFT,
    FOLD_RIGHT,
    arrange,
    last_card,
    left,
    new,
    play,
    ready,
    refused,
    right,
)

NAMES = ["Ann", "Bob"]
RULES = rules_by_number(GAME.rules())


def faces(view: View, zone: str) -> list[str | None]:
    return [face_of(item) for item in view.zone(zone).items]


def note(toripoka: Toripoka, viewer: int | None, owner: int, prize: str = "left") -> str:
    return GAME.view(toripoka, viewer).zone(f"laid:{owner}:{prize}").note


def told(toripoka: Toripoka, seat: int, action: Action, viewer: int | None) -> str:
    """What this viewer is told about the action, which is applied to a copy."""
    after = toripoka.copy()
    after.apply(seat, action)
    return " ".join(named(text, NAMES) for text in GAME.tell(toripoka, seat, action, after, viewer).sentences)


def faces_told(toripoka: Toripoka, seat: int, action: Action, viewer: int | None) -> list[str]:
    """The faces of the cards and pyramids that this viewer sees moving."""
    after = toripoka.copy()
    after.apply(seat, action)
    return [travel.face for travel in GAME.tell(toripoka, seat, action, after, viewer).travels if travel.face]


# ---------------------------------------------------------------- what is hidden


def test_face_down_cards_are_hidden_from_all_but_their_owner_and_the_pyramid_on_them_from_nobody() -> None:
    toripoka = arrange(lefts=("2H 4H-+R2", "3H"))
    assert GAME.view(toripoka, 0).zone("laid:0:left").items[1] == Item("4H", down=True, on="R2")
    for viewer in (1, None):
        assert GAME.view(toripoka, viewer).zone("laid:0:left").items[1] == Item(None, down=True, on="R2")
        assert faces(GAME.view(toripoka, viewer), "laid:0:left") == ["2H", None]


def test_hands_stock_and_the_cards_set_aside_are_hidden() -> None:
    toripoka = arrange(lefts=("2H", "3H"))
    for viewer in (0, 1, None):
        view = GAME.view(toripoka, viewer)
        for owner in (0, 1):
            hand = [code(card) for card in toripoka.hands[owner]]
            assert faces(view, f"hand:{owner}") == (hand if owner == viewer else [None] * 3)
        seen = msgspec.json.encode(view).decode()
        for hidden in [*toripoka.stock, *toripoka.aside]:
            assert f'"{code(hidden)}"' not in seen


def test_K5_nobody_sees_a_public_card_before_both_prizes_are_drawn() -> None:
    toripoka = new()
    for _ in range(2):
        for viewer in (0, 1, None):
            for prize in ("left", "right"):
                assert not [face for face in faces(GAME.view(toripoka, viewer), prize) if face and face[-1] in "HS"]
        toripoka.apply(toripoka.at_bat, DrawPyramid(1))
    for side, prize in enumerate(("left", "right")):
        assert code(toripoka.publics[side]) in faces(GAME.view(toripoka, None), prize)


def test_K10_what_lay_face_down_at_a_folded_prize_is_never_seen_nor_what_stays_in_hand() -> None:
    toripoka = arrange(lefts=("2H 4H-", "3H"), rights=("5H-", "6H-"), at_bat=0, hands=("7H 8H 9H", "10H JH QH"))
    play(toripoka, (1, FOLD_LEFT), (0, FOLD_RIGHT))
    assert toripoka.phase == SCORED
    for viewer in (1, None):
        assert faces(GAME.view(toripoka, viewer), "laid:0:left") == ["2H", None]
        assert faces(GAME.view(toripoka, viewer), "laid:0:right") == [None]
        assert faces(GAME.view(toripoka, viewer), "hand:0") == [None] * 3
    assert faces(GAME.view(toripoka, 0), "laid:0:left") == ["2H", "4H"]


def test_K11_in_the_showdown_the_cards_are_turned() -> None:
    toripoka = last_card(("2H 3H 4H-", "6H- 9H KH"), ("5H 7H- QH", "10H- 10S"), "JH", publics="4S 7S")
    toripoka.apply(1, right("JH", down=True))
    for viewer in (0, 1, None):
        assert faces(GAME.view(toripoka, viewer), "laid:0:left") == ["2H", "3H", "4H"]
        assert faces(GAME.view(toripoka, viewer), "laid:1:right") == ["10H", "10S", "JH"]


# ---------------------------------------------------------------- the names of hands


def test_K11_each_hand_is_named_from_what_the_viewer_may_know() -> None:
    """Ann has 2♥ 3♥ open and 4♥ hidden, with 9♥ turned up beside it: for Bob that isn't a straight."""
    toripoka = arrange(lefts=("2H 3H 4H-", "8H"), rights=("", "6H"), publics="9H 10S")
    assert note(toripoka, 0, 0).startswith("straight")
    for viewer in (1, None):
        assert note(toripoka, viewer, 0).split()[1] == "high"
    other = toripoka.copy()
    other.laid[0][2], other.aside[0] = other.aside[0], other.laid[0][2]
    for viewer in (1, None):
        assert note(other, viewer, 0) == note(toripoka, viewer, 0)


def test_K11_the_turned_up_card_beside_the_prize_is_in_the_name() -> None:
    toripoka = arrange(lefts=("6H", "7H"), rights=("", "9H"), publics="10S 2H")
    assert note(toripoka, None, 0).startswith("pair of")
    assert note(toripoka, None, 1, "right").split()[1] == "high"
    both = arrange(lefts=("6H", "7H"), rights=("", "9H"), publics="10S 2H", terms={"publics": "both"})
    assert note(both, None, 1, "right").startswith("pair of")


def test_K12_two_cards_are_named_as_a_pair_or_a_high_card() -> None:
    toripoka = arrange(lefts=("2H", "3H"), publics="4H KH")
    assert note(toripoka, 0, 0).split()[1] == "high"


def test_K11_the_names_can_be_switched_off() -> None:
    toripoka = arrange(lefts=("2H 3H 4H-", "8H"), rights=("", "6H"), publics="9H 10S", terms={"name_hands": False})
    for viewer in (0, 1, None):
        for owner in (0, 1):
            assert note(toripoka, viewer, owner) == ""


# ---------------------------------------------------------------- rounds and scores


def test_K25_the_page_shows_as_many_rounds_as_the_bag_holds_for() -> None:
    assert [
        (GAME.view(state, 0).round, GAME.view(state, 0).of)
        for state in (new(), play(new(), (0, DrawPyramid(1))), ready())
    ] == [(1, 7)] * 3
    assert GAME.view(new(rounds=3), None).of == 3
    assert GAME.view(arrange(round=5, bag="B1 B2 B3"), 0).of == 6
    assert GAME.view(arrange(round=5, bag="B1 B2 B3", terms={"rounds": 5}), 0).of == 5
    ended = play(arrange(round=5, bag="B1"), (0, FOLD_LEFT), (1, FOLD_RIGHT))
    assert (ended.phase, GAME.view(ended, 0).of) == (OVER, 5)


def test_K26_the_sheet_and_the_totals_are_shown() -> None:
    toripoka = play(arrange(owned=("R1 R2", "K1"), prizes="G2 R3"), (0, FOLD_LEFT), (1, FOLD_RIGHT))
    view = GAME.view(toripoka, 0)
    assert view.sheet == ((2, -1), (5, 1))
    assert [seat.score for seat in view.seats] == [7, 0]


# ---------------------------------------------------------------- what is asked


def test_every_legal_action_has_an_ask_every_filling_is_accepted_and_every_ask_cites_a_rule() -> None:
    for seed in range(4):
        for number, (toripoka, _, rng) in enumerate(followed(seed)):
            if number % 5:
                continue
            assert GAME.view(toripoka, None).asks == ()
            for seat in (0, 1):
                view = GAME.view(toripoka, seat)
                legal: list[Any] = [msgspec.to_builtins(action) for action in toripoka.legal(seat)]
                for action in rng.sample(legal, min(20, len(legal))):
                    assert any(covers(ask, action, view) for ask in view.asks), action
                for ask in view.asks:
                    assert ask.rule in RULES
                    filled = list(fillings(ask, view))
                    assert filled
                    for action in rng.sample(filled, min(20, len(filled))):
                        toripoka.copy().apply(seat, msgspec.convert(action, GAME.actions))
                assert sum(len(list(fillings(ask, view))) for ask in view.asks) == len(legal)


def test_every_refusal_cites_a_rule_that_is_written_down() -> None:
    cited = set()
    for seed in range(3):
        for toripoka, _, rng in followed(seed):
            for seat in (0, 1):
                legal = toripoka.legal(seat)
                for action in [*rng.sample(EVERY_ACTION[:-6], 4), *EVERY_ACTION[-6:]]:
                    if action not in legal:
                        cited.add(refused(toripoka, seat, action))
    assert cited <= set(RULES)
    assert {"K5", "K6", "K7", "K8", "K10"} <= cited


def test_the_rules_are_numbered_from_K1_to_K27_and_name_the_house_rules() -> None:
    assert list(RULES) == [f"K{number}" for number in range(1, 28)]
    for rule, word in (("K11", "`publics`"), ("K11", "`name_hands`"), ("K25", "`rounds`")):
        assert word in RULES[rule]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_prompt_says_whose_turn_it_is(viewer: int | None) -> None:
    rng = Random(1)
    toripoka = ready()
    for _ in range(6):
        mine = viewer == toripoka.at_bat
        assert GAME.view(toripoka, viewer).prompt.startswith("Your turn" if mine else "It's {")
        assert GAME.view(toripoka, viewer).waiting == (toripoka.at_bat,)
        placings = [action for action in toripoka.legal(toripoka.at_bat) if action not in (FOLD_LEFT, FOLD_RIGHT)]
        toripoka.apply(toripoka.at_bat, rng.choice(placings))


# ---------------------------------------------------------------- what is told


def test_a_card_placed_face_down_is_told_to_its_owner_only() -> None:
    toripoka = arrange(lefts=("2H", "3H"), hands=("9H 10H JH", ""), owned=("R2", ""), stock="KS 4H")
    action = right("9H", True, "R2")
    assert "9♥" in told(toripoka, 0, action, 0)
    assert "K♠" in told(toripoka, 0, action, 0)  # what came from the stock
    assert {"9H", "KS"} <= set(faces_told(toripoka, 0, action, 0))
    for viewer in (1, None):
        heard = told(toripoka, 0, action, viewer)
        assert "♥" not in heard
        assert "♠" not in heard
        assert "face down" in heard
        assert "medium red pyramid" in heard
        assert faces_told(toripoka, 0, action, viewer) == ["R2"]
        assert "9♥" in told(toripoka, 0, right("9H"), viewer)


def test_K10_what_a_fold_would_bring_is_said_before() -> None:
    toripoka = arrange(lefts=("2H 4H-+R2", "3H"))
    ask = next(ask for ask in GAME.view(toripoka, 0).asks if ask.action["do"] == "fold")
    assert ask.brings is not None
    assert ask.brings["left"].endswith("pyramid, and you get the medium red pyramid.")
    assert ask.brings["right"].startswith("{1} takes the ")
    assert ask.brings["right"].endswith("pyramid, and you get nothing.")


def test_K10_a_fold_says_who_takes_what() -> None:
    toripoka = arrange(lefts=("2H 4H-+G2", "3H 5H-+B1"), prizes="R1 R2", owned=("Y3", ""))
    for viewer, you, other in ((0, "You", "Bob takes"), (1, "Ann", "you take"), (None, "Ann", "Bob takes")):
        heard = told(toripoka, 0, FOLD_LEFT, viewer)
        assert heard.startswith(f"{you} folded at the left prize")
        assert f"{other} the small red pyramid" in heard
        assert "medium green pyramid" in heard
        assert "small blue pyramid" in heard
        assert "♥" not in heard


def test_K11_K24_the_showdown_says_who_takes_each_prize_and_why() -> None:
    toripoka = last_card(("2H 3H 4H-", "6H 9H KH-"), ("5H 7H- QH", "10H- 10S"), "JH", publics="4S 7S", prizes="Y1 B2")
    heard = told(toripoka, 1, right("JH"), None)
    assert "Left prize: A straight beats a" in heard
    assert "Ann takes the" in heard
    assert "Bob takes the" in heard
    tie = last_card(("7H 10H+R2 2H", "8H 5H+Y2 KH"), ("3H 4H JH", "QH 9H"), "AH", publics="6H 4S", prizes="G1 G2")
    assert "back into the bag" in told(tie, 1, right("AH"), 0)


def test_K27_the_end_says_who_has_won() -> None:
    toripoka = arrange(owned=("R1 R2", ""), prizes="Y1 R3", bag="", at_bat=1)
    toripoka.apply(1, FOLD_RIGHT)
    for viewer, words in ((0, "You win."), (1, "Ann wins."), (None, "Ann wins.")):
        assert told(toripoka, 0, FOLD_LEFT, viewer).endswith(words)
    toripoka = arrange(owned=("Y3", "Y2"), prizes="R1 R2", bag="", at_bat=1)
    toripoka.apply(1, FOLD_RIGHT)
    assert told(toripoka, 0, FOLD_LEFT, 0).endswith("You and Bob share the win.")
    toripoka.apply(0, FOLD_LEFT)
    assert GAME.view(toripoka, 1).winners == (0, 1)


def test_K5_K6_a_deal_and_a_draw_are_told_without_a_hidden_card() -> None:
    scored = play(arrange(), (0, FOLD_LEFT), (1, FOLD_RIGHT))
    for viewer in (0, 1, None):
        assert told(scored, 1, DEAL, viewer) == f"{'You' if viewer == 1 else 'Bob'} dealt round 3."
    toripoka = new()
    assert "left prize" in told(toripoka, 0, DrawPyramid(2), 1)
    assert "medium" in told(toripoka, 0, DrawPyramid(2), None)


def test_a_first_card_is_not_offered_face_down_or_under_a_pyramid() -> None:
    toripoka = arrange(owned=("R2", ""), hands=("9H 10H JH", ""))
    filled = [action for ask in GAME.view(toripoka, 0).asks for action in fillings(ask, GAME.view(toripoka, 0))]
    placings = [action for action in filled if action["do"] == "place"]
    assert len(placings) == 6
    assert all(action["down"] is False and action["pyramid"] == "" for action in placings)
    later = play(toripoka, (0, left("9H")), (1, left(code(toripoka.hands[1][0]))))
    assert [
        action
        for ask in GAME.view(later, 0).asks
        for action in fillings(ask, GAME.view(later, 0))
        if action.get("pyramid")
    ]
