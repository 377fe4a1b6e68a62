"""What Yammouth players see, are asked and are told."""

from random import Random

import msgspec
import pytest

from parlour.games.yammouth import GAME
from parlour.games.yammouth.actions import CALL, CLAIM, KEEP, SLAM, Action, PlaceCards, SlamHand
from parlour.games.yammouth.rules import Yammouth
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE
from parlour.kernel.position import OVER
from parlour.kernel.rulebook import rules_by_number
from parlour.kernel.state import awaited
from parlour.kernel.view import Item, View, covers, face_of, fillings, named
from tests.arbitrary import as_bytes
from tests.games.yammouth.referee import followed, placings, some_rows
from tests.games.yammouth.tables import BUTTONS, arrange, codes, next_round, place, play, refused

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]
RULES = rules_by_number(GAME.rules())


def faces(view: View, zone: str) -> list[str | None]:
    return [face_of(item) for item in view.zone(zone).items]


def told(yammouth: Yammouth, seat: int, action: Action, viewer: int | None) -> str:
    """What this viewer is told about the action, which is applied to a copy."""
    after = yammouth.copy()
    after.apply(seat, action)
    return " ".join(named(text, NAMES) for text in GAME.tell(yammouth, seat, action, after, viewer).sentences)


def faces_told(yammouth: Yammouth, seat: int, action: Action, viewer: int | None) -> list[str | None]:
    """The faces of the cards that this viewer sees moving; None for a hidden one."""
    after = yammouth.copy()
    after.apply(seat, action)
    return [travel.face for travel in GAME.tell(yammouth, seat, action, after, viewer).travels]


def says(yammouth: Yammouth, seat: int) -> list[str]:
    """What the seat's buttons say."""
    return [named(ask.say, NAMES) for ask in GAME.view(yammouth, seat).asks]


# ---------------------------------------------------------------- what is hidden


def test_hands_and_stock_are_hidden_until_the_call() -> None:
    for seed in range(6):
        for yammouth, referee, _ in followed(seed):
            shown = referee.phase in ("claiming", "scored", "over")
            for viewer in [*referee.seats, None]:
                view = GAME.view(yammouth, viewer)
                assert view.zone("stock").items == ()
                assert view.zone("stock").count == len(yammouth.stock)
                for owner in referee.playing:
                    hand = sorted(codes(yammouth.hands[owner]).split())
                    mine = shown or owner == viewer
                    seen = sorted(face or "" for face in faces(view, f"hand:{owner}"))
                    assert seen == (hand if mine else [""] * len(hand))


def test_Y7_what_is_taken_from_the_pile_is_told_and_what_is_drawn_only_to_its_owner() -> None:
    yammouth = play(arrange("KS 4D", "2S"), (0, place("KS")))
    for viewer in (0, 1, None):
        assert "9♣" in told(yammouth, 0, TAKE, viewer)
        assert faces_told(yammouth, 0, TAKE, viewer) == ["9C"]
        assert ("8♣" in told(yammouth, 0, DRAW, viewer)) == (viewer == 0)
        assert faces_told(yammouth, 0, DRAW, viewer) == (["8C"] if viewer == 0 else [None])


def test_Y9_only_whoever_picked_up_is_asked_to_slam_and_sees_which_card_is_new() -> None:
    yammouth = play(arrange("7H 2S KD", "QS 7C", stock="7S"), (0, place("7H")), (0, DRAW))
    assert says(yammouth, 0) == ["Keep", "Slam 7♠!"]
    assert Item("7S", new=True) in GAME.view(yammouth, 0).zone("hand:0").items
    for viewer in (1, None):
        assert GAME.view(yammouth, viewer).zone("hand:0").items == (Item(down=True),) * 3
    assert "slam" not in as_bytes([GAME.view(yammouth, 1), GAME.view(yammouth, None)]).decode().lower()


def test_Y6_Y7_the_pile_shows_what_was_placed_and_what_may_be_taken() -> None:
    yammouth = play(arrange("7H 7S KD", "QS", pile="3H 9C"), (0, place("7H 7S")))
    assert faces(GAME.view(yammouth, 1), "pile")[-3:] == ["9C", "7H", "7S"]
    assert GAME.view(yammouth, 1).zone("pile").count == 4
    assert "Pick up 9♣" in says(yammouth, 0)
    play(yammouth, (0, TAKE))
    assert faces(GAME.view(yammouth, 1), "pile")[-2:] == ["7H", "7S"]
    assert GAME.view(yammouth, None).zone("pile").count == 3


# ---------------------------------------------------------------- what is asked


def test_every_legal_action_has_an_ask_every_filling_is_accepted_and_every_ask_cites_a_rule() -> None:
    for seed in range(10):
        for number, (yammouth, referee, rng) in enumerate(followed(seed)):
            if number % 5:
                continue
            assert GAME.view(yammouth, None).asks == ()
            for seat in referee.seats:
                view = GAME.view(yammouth, seat)
                for action in map(msgspec.to_builtins, yammouth.legal(seat)):
                    assert any(covers(ask, action, view) for ask in view.asks), action
                for ask in view.asks:
                    assert ask.rule in RULES
                    for filled in fillings(ask, view):
                        yammouth.copy().apply(seat, GAME.read_action(filled))
                assert bool(view.asks) == (seat in yammouth.actors())
                if any(isinstance(action, PlaceCards) for action in yammouth.legal(seat)):
                    row = rng.choice(sorted(placings(codes(yammouth.hands[seat]).split())))
                    assert any(covers(ask, {"do": "place", "cards": [*row]}, view) for ask in view.asks)


def test_Y4_the_call_is_offered_with_its_points_and_only_then() -> None:
    assert "Call YAMMOUTH with 5 points" in says(arrange("2S 3H", "KS"), 0)
    assert not any("YAMMOUTH" in text for text in says(arrange("2S 4H", "KS"), 0))
    assert "Call YAMMOUTH with 0 points" in says(arrange("", "KS"), 0)
    assert "Pass" in says(arrange("", "KS"), 0)


def test_Y13_claims_are_offered_to_those_who_may() -> None:
    yammouth = play(arrange("2S 2H", "3S", "KD"), (0, CALL))
    assert says(yammouth, 1) == ["Pass", "Claim ADDATH with 3 points"]
    assert says(yammouth, 2) == says(yammouth, 0) == []
    assert GAME.view(yammouth, 2).waiting == (1,)


def test_Y14_what_a_call_a_claim_and_a_pass_may_cost_stands_with_them() -> None:
    yammouth = arrange("2S 2H", "3S", terms={"caught_points": 40})
    risk = "Win: 0. Caught: 40"
    assert [ask.note for ask in GAME.view(yammouth, 0).asks] == ["", risk]
    play(yammouth, (0, CALL))
    assert [ask.note for ask in GAME.view(yammouth, 1).asks] == ["costs you 3 points", risk]
    slam = play(arrange("7H 2S KD", "QS", stock="7S"), (0, place("7H")), (0, DRAW))
    assert GAME.view(slam, 0).asks[-1].note == "leaves you 15 points"


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("7H", "7♥"),
        ("JOK", "a joker"),
        ("6H 6S", "two sixes"),
        ("JOK JOK", "two jokers"),
        ("5H 6H 7H", "a run, 5♥ to 7♥"),
    ],
)
def test_Y6_what_is_placed_has_a_name(cards: str, called: str) -> None:
    assert GAME.trying.naming(place(cards)) == f"Place {called}"
    assert GAME.trying.naming(CALL) == ""


def test_Y16_whoever_stands_on_a_multiple_of_25_is_told_what_a_win_is_worth() -> None:
    yammouth = arrange("2S", "KS", totals=(75, 24))
    assert "a win makes it 50" in GAME.view(yammouth, 1).seats[0].tags
    assert GAME.view(yammouth, 1).seats[1].tags == ()


def test_every_refusal_cites_a_rule_that_is_written_down() -> None:
    cited = set()
    for seed in range(8):
        for number, (yammouth, referee, rng) in enumerate(followed(seed)):
            if number % 7:
                continue
            for seat in referee.seats:
                hand = codes(yammouth.hands[seat]).split()
                for action in [*BUTTONS, *map(SlamHand, hand), *map(PlaceCards, some_rows(rng, hand))]:
                    if not referee.allows(seat, action):
                        cited.add(refused(yammouth, seat, action))
    assert cited <= set(RULES)
    assert {"Y3", "Y4", "Y5", "Y6", "Y9", "Y10", "Y11", "Y13", "Y19", "Y20"} <= cited


def test_who_is_waited_for_is_named() -> None:
    rng = Random(0)
    for yammouth, referee, _ in followed(3):
        viewer = rng.choice([*referee.seats, None])
        view = GAME.view(yammouth, viewer)
        assert view.waiting == awaited(yammouth)
        assert view.prompt.endswith((".", "!", "or pass?"))
        assert [seat.cards for seat in view.seats] == [len(hand) for hand in yammouth.hands]


# ---------------------------------------------------------------- what is told


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_Y14_to_Y20_the_end_of_a_round_is_told_in_the_order_of_the_rules(viewer: int | None) -> None:
    yammouth = arrange("3S", "2S", "KS KH 10D", totals=(90, 75, 99), wins=(0, 9, 0))
    play(yammouth, (0, CALL))
    story = told(yammouth, 1, CLAIM, viewer)
    you = ["You" if seat == viewer else name for seat, name in enumerate(NAMES)]
    wanted = (
        f"{you[1]} claimed ADDATH with 2 points.",
        "caught.",
        f"{you[0]} 35, {you[1]} 0, {you[2]} 36",
        f"{you[0]} landed on 125 and dropped to 100.",
        f"{you[1]} landed on 75 and dropped to 50.",
        f"{you[1]} won ten rounds in a row. The total is now 0.",
        f"{you[2]} got gonzed: out with 135",
    )
    at = [story.find(part) for part in wanted]
    assert -1 not in at
    assert at == sorted(at)
    play(yammouth, (1, CLAIM))
    assert [seat.score for seat in GAME.view(yammouth, viewer).seats] == [100, 0, 135]
    assert "out" in GAME.view(yammouth, viewer).seats[2].tags
    assert GAME.view(yammouth, viewer).sheet == ((10, -75, 36),)


def test_Y20_the_winner_is_told_and_shown() -> None:
    yammouth = arrange("3S", "KS KH 10D", totals=(90, 99))
    assert told(yammouth, 0, CALL, 0).endswith("You win.")
    assert told(yammouth, 0, CALL, 1).endswith("Ann wins.")
    play(yammouth, (0, CALL))
    assert yammouth.phase == OVER
    assert GAME.view(yammouth, 1).winners == (0,)


def test_Y22_a_round_without_a_winner_and_a_shared_match_are_told() -> None:
    yammouth = arrange("KS AD", "KH AD", pile="AS", totals=(90, 90), terms={"turn_cap": 1})
    play(yammouth, (0, place("AD")), (0, TAKE), (1, place("AD")))
    story = told(yammouth, 1, TAKE, None)
    assert "without a winner" in story
    assert story.endswith("Ann and Bob share the win.")
    assert GAME.view(play(yammouth, (1, TAKE)), None).winners == (0, 1)


def test_Y9_Y10_slams_are_told_to_all_and_keeping_a_card_to_nobody() -> None:
    yammouth = play(arrange("7H 2S", "QS", stock="7S"), (0, place("7H")), (0, DRAW))
    for viewer in (0, 1, None):
        assert "slammed 7♠!" in told(yammouth, 0, SLAM, viewer)
        assert faces_told(yammouth, 0, SLAM, viewer) == ["7S"]
        assert told(yammouth, 0, KEEP, viewer) == ""
    yammouth = play(arrange("9H 2S 3C", "QS", stock="4S"), (0, place("9H")), (0, DRAW))
    assert told(yammouth, 0, SlamHand("2S"), 1).startswith("Ann slammed 3♣, 4♠ and 2♠!")
    assert faces_told(yammouth, 0, SlamHand("2S"), 1)[-1] == "2S"


def test_Y8_Y21_a_pass_and_a_reshuffle_are_told() -> None:
    assert told(arrange("", "QS"), 0, PASS, 1).endswith("passed.")
    yammouth = play(arrange("9H 2S", "QS", stock=""), (0, place("9H")))
    assert "shuffled" in told(yammouth, 0, DRAW, 1)
    assert "shuffled" not in told(yammouth, 0, TAKE, 1)


def test_Y3_who_is_out_has_no_hand_on_the_table_and_the_deal_is_told() -> None:
    yammouth = play(arrange("3S", "KS KH 10D", "KD", totals=(90, 99, 0)), (0, CALL))
    assert "Ann dealt round 2" in told(yammouth, 0, DEAL, 2)
    next_round(yammouth, "7S", "", "8D")
    zones = [zone.id for zone in GAME.view(yammouth, 2).zones]
    assert "hand:1" not in zones
    assert {"hand:0", "hand:2"} <= set(zones)
