"""Slams in Yammouth: what can be slammed, for how long, and that the wait does not tell who could have."""

from collections import Counter
from random import Random

import pytest

from parlour.cards import FACES, code
from parlour.games.yammouth import GAME
from parlour.games.yammouth.actions import CALL, KEEP, SLAM, Action, Keep, Slam, SlamHand
from parlour.games.yammouth.rules import Yammouth
from parlour.games.yammouth.state import PICKING, PLACING
from parlour.kernel.actions import DRAW, PASS, TAKE
from parlour.kernel.position import SCORED
from parlour.kernel.state import awaited
from tests.arbitrary import LONG, as_bytes
from tests.games.yammouth.referee import followed, go_together, points_of, rank_of
from tests.games.yammouth.tables import arrange, cards, codes, place, play, refused


def seconds_to_slam(yammouth: Yammouth) -> float | None:
    return GAME.calls.grace.seconds(yammouth) if GAME.calls.grace else None


def picked_up(hand: str, row: str, new_card: str, pick: Action = DRAW) -> Yammouth:
    """Seat 0 places these cards and picks up that one, from the stock or from the pile."""
    yammouth = arrange(hand, "QS 7C 3D", stock=f"{new_card} 8C 10D", pile=f"9C {new_card}")
    return play(yammouth, (0, place(row)), (0, pick))


either_pile = pytest.mark.parametrize("pick", [DRAW, TAKE])

# ---------------------------------------------------------------- one card


@either_pile
@pytest.mark.parametrize(
    ("hand", "row", "new_card"),
    [
        ("7H KD 2S", "7H", "7S"),
        ("7H KD 2S", "7H", "7H"),
        ("JOK KD 2S", "JOK", "JOK"),
        ("7H 7D 2S", "7H 7D", "7C"),
        ("4H 5H 6H KD", "4H 5H 6H", "4S"),  # any card of a run, not only its top
        ("4H 5H 6H KD", "4H 5H 6H", "5C"),
        ("4H 5H 6H KD", "6H 5H 4H", "6D"),
    ],
)
def test_Y9_a_card_of_a_rank_just_placed_is_slammed(hand: str, row: str, new_card: str, pick: Action) -> None:
    yammouth = picked_up(hand, row, new_card, pick)
    assert SLAM in yammouth.legal(0)
    kept = [face for face in hand.split() if face not in row.split()]
    play(yammouth, (0, SLAM))
    assert sorted(codes(yammouth.hands[0]).split()) == sorted(kept)
    assert codes(yammouth.pile).endswith(f"{row} {new_card}")
    assert list(yammouth.actors()) == [1]


@either_pile
@pytest.mark.parametrize(
    ("row", "new_card"), [("7H", "6S"), ("7H", "8H"), ("7H", "JOK"), ("4H 5H 6H", "7H"), ("KD", "QD")]
)
def test_Y9_a_card_that_matches_nothing_is_not_slammed(row: str, new_card: str, pick: Action) -> None:
    yammouth = picked_up(f"{row} AD", row, new_card, pick)
    assert SLAM not in yammouth.legal(0)
    assert refused(yammouth, 0, SLAM) == "Y9"


def test_Y9_it_is_the_rank_that_was_placed_that_counts_not_one_still_held() -> None:
    yammouth = picked_up("7H 7D KS", "KS", "7C")
    assert refused(yammouth, 0, SLAM) == "Y9"


def test_Y9_what_the_player_before_placed_does_not_count() -> None:
    yammouth = arrange("7H KD", "QS 2C", stock="8C 7C")
    play(yammouth, (0, place("7H")), (0, DRAW), (1, place("QS")), (1, DRAW))
    assert refused(yammouth, 1, SLAM) == "Y9"


def test_Y9_one_slam_a_pick_up() -> None:
    """The second 7 would match as well, and what is left adds up to the card on top."""
    yammouth = picked_up("7H 4D 3S", "7H", "7S")
    play(yammouth, (0, SLAM))
    assert codes(yammouth.hands[0]) == "4D 3S"
    assert refused(yammouth, 0, SLAM) in ("Y9", "Y11")
    for top in ("4D", "3S"):
        assert refused(yammouth, 0, SlamHand(top)) in ("Y9", "Y10", "Y11")
    assert not yammouth.legal(0)


def test_Y9_only_whoever_picked_up_slams() -> None:
    yammouth = picked_up("7H 4D 3S", "7H", "7S")
    assert refused(yammouth, 1, SLAM) == "Y11"
    assert refused(yammouth, 1, SlamHand("QS")) == "Y11"
    assert refused(yammouth, 1, KEEP) == "Y11"


def test_Y9_nothing_is_slammed_before_picking_up() -> None:
    yammouth = play(arrange("7H 7S", "QS"), (0, place("7H")))
    assert yammouth.phase == PICKING
    assert refused(yammouth, 0, SLAM) == "Y11"
    assert refused(yammouth, 0, SlamHand("7S")) == "Y11"
    assert refused(arrange("7H 7S", "QS"), 0, SLAM) == "Y11"


# ---------------------------------------------------------------- the whole hand


@either_pile
@pytest.mark.parametrize(
    ("kept", "row", "new_card"),
    [
        ("2S 3C", "9H", "4S"),  # 9, the only card
        ("2S", "3H 4H 5H", "3D"),  # 5, the top
        ("2S 6D", "3H 4H 5H", "4S"),  # 12, the sum
        ("AS", "5H 4H 3H", "2D"),  # 3, the top
        ("KS KD", "KH KC", "JOK"),  # 26, the sum
        ("6S 6D", "KH KC", "AD"),  # 13, the top
        ("JOK", "JOK", "JOK"),  # 0
        ("", "8H 8D", "8S"),  # the card just picked up is the whole hand
    ],
)
def test_Y10_a_hand_that_adds_up_to_the_top_or_to_all_is_slammed(
    kept: str, row: str, new_card: str, pick: Action
) -> None:
    yammouth = picked_up(f"{kept} {row}", row, new_card, pick)
    hand = sorted(f"{kept} {new_card}".split())
    offered = [action.top or "" for action in yammouth.legal(0) if isinstance(action, SlamHand)]
    assert sorted(offered) == sorted(set(hand))
    assert points_of(offered[:1]) == max(points_of([card]) for card in hand)  # it helps the next player least
    unsaid = play(yammouth.copy(), (0, GAME.read_action({"do": "slam_hand"})))
    assert unsaid == play(yammouth.copy(), (0, SlamHand(offered[0])))
    for top in hand:
        slammed = play(yammouth.copy(), (0, SlamHand(top)))
        assert slammed.hands[0] == []
        assert sorted(codes(slammed.pile[-len(hand) :]).split()) == hand
        assert code(slammed.pile[-1]) == top
        assert codes(slammed.pile[: -len(hand)]).endswith(row)
        assert refused(slammed, 0, SLAM) in ("Y9", "Y11")


@either_pile
@pytest.mark.parametrize(
    ("kept", "row", "new_card"),
    [
        ("2S 3C", "9H", "5S"),  # 10
        ("2S", "3H 4H 5H", "2D"),  # 4, which is in the run but neither its top nor its sum
        ("2S", "5H 4H 3H", "3D"),  # 5, the lowest of the pile
        ("2S", "KH KC KD", "JOK"),
        ("4S", "4H 4D", "5S"),
    ],
)
def test_Y10_any_other_hand_is_not(kept: str, row: str, new_card: str, pick: Action) -> None:
    yammouth = picked_up(f"{kept} {row}", row, new_card, pick)
    assert not [action for action in yammouth.legal(0) if isinstance(action, SlamHand)]
    for top in f"{kept} {new_card}".split():
        assert refused(yammouth, 0, SlamHand(top)) == "Y10"


def test_Y10_the_card_on_top_is_one_of_the_hand() -> None:
    assert refused(picked_up("2S 3C 9H", "9H", "4S"), 0, SlamHand("9H")) == "Y10"


def test_Y10_whoever_slammed_the_hand_calls_or_passes_next() -> None:
    yammouth = play(picked_up("2S 3C 9H", "9H", "4S"), (0, SlamHand("2S")), (1, place("QS")), (1, DRAW))
    assert set(yammouth.legal(0)) == {CALL, PASS}
    play(yammouth, (0, PASS))
    assert refused(yammouth, 1, SLAM) == "Y11", "a pass closes the window too"
    assert awaited(yammouth) == (1,)


def test_Y9_Y10_over_random_hands_slams_are_what_the_rules_say() -> None:
    rng = Random(9)
    found: Counter[str] = Counter()
    for _ in range(20_000 if LONG else 2_000):
        ranks = rng.sample(range(13), 4)
        deck = [face for face in range(FACES) if face % 13 in ranks or face == 52]
        row = [code(rng.choice(deck))] if rng.random() < 0.5 else [code(rank) for rank in rng.sample(deck, 2)]
        kept = [code(rng.choice(deck)) for _ in range(rng.randint(0, 4 - len(row)))]
        if not go_together(row):
            continue
        new_card = code(rng.choice(deck))
        yammouth = picked_up(" ".join([*kept, *row]), " ".join(row), new_card, rng.choice((DRAW, TAKE)))
        one = rank_of(new_card) in [rank_of(card) for card in row]
        whole = points_of([*kept, new_card]) in (points_of(row), points_of(row[-1:]))
        kinds = [Keep] + [Slam] * one + [SlamHand] * whole * len({*kept, new_card})
        assert [type(action) for action in yammouth.legal(0)] == kinds
        found[f"{one} {whole}"] += 1
    assert len(found) == 4
    assert min(found.values()) > 20


# ---------------------------------------------------------------- for how long


@either_pile
@pytest.mark.parametrize(("hand", "action"), [("QS 7C", place("QS")), ("AS", CALL), ("", PASS)])
def test_Y11_a_late_slam_is_refused(hand: str, action: Action, pick: Action) -> None:
    """Both slams would be possible, and arrive when the next player has acted."""
    yammouth = picked_up("7H", "7H", "7S", pick)
    yammouth.hands[1] = cards(hand)
    for slam in (SLAM, SlamHand("7S")):
        play(yammouth.copy(), (0, slam))
        late = play(yammouth.copy(), (1, action))
        assert refused(late, 0, slam) == "Y11"
        assert codes(late.hands[0]) == "7S"


def test_Y11_a_late_slam_is_refused_when_the_next_player_has_picked_up_too() -> None:
    yammouth = play(picked_up("7H", "7H", "7S"), (1, place("QS")), (1, DRAW))
    assert refused(yammouth, 0, SLAM) == "Y11"


def test_Y11_keep_it_ends_the_time_to_slam() -> None:
    yammouth = play(picked_up("7H", "7H", "7S"), (0, KEEP))
    assert codes(yammouth.hands[0]) == "7S"
    assert list(yammouth.actors()) == [1]
    for action in (SLAM, SlamHand("7S"), KEEP):
        assert refused(yammouth, 0, action) == "Y11"


def test_Y11_the_last_card_before_the_turn_cap_is_not_slammed() -> None:
    yammouth = arrange("7H 2S", "QS 3D", stock="8C QC", terms={"turn_cap": 1})
    play(yammouth, (0, place("7H")), (0, DRAW), (1, place("QS")), (1, DRAW))
    assert yammouth.phase == SCORED
    for action in (SLAM, KEEP):
        assert refused(yammouth, 1, action) == "Y11"


def test_Y11_nobody_waits_for_a_slam_and_the_time_for_it_is_two_seconds() -> None:
    yammouth = picked_up("7H", "7H", "7S")
    assert list(yammouth.actors()) == [1, 0]
    assert awaited(yammouth) == (1,)
    assert yammouth.silence(0) is None
    assert GAME.asked(yammouth) == [0, 1]
    assert seconds_to_slam(yammouth) == 2
    assert GAME.calls.grace
    assert GAME.calls.grace.rule == "Y11"
    for closed in (
        play(yammouth.copy(), (0, SLAM)),
        play(yammouth.copy(), (0, KEEP)),
        play(yammouth, (1, place("QS"))),
    ):
        assert seconds_to_slam(closed) is None


@either_pile
def test_Y12_a_slammed_card_is_the_next_players_to_pick_up(pick: Action) -> None:
    yammouth = play(picked_up("7H KD", "7H", "7S", pick), (0, SLAM), (1, place("QS")), (1, TAKE))
    assert codes(yammouth.hands[1]) == "7C 3D 7S"
    assert codes(yammouth.pile).endswith("7H QS")


def test_Y12_of_a_whole_hand_it_is_the_card_on_top() -> None:
    yammouth = play(picked_up("2S 3C 9H", "9H", "4S"), (0, SlamHand("3C")), (1, place("QS")), (1, TAKE))
    assert codes(yammouth.hands[1]) == "7C 3D 3C"


# ---------------------------------------------------------------- the waiting tells nobody anything


def test_Y11_after_every_pick_up_there_is_time_whether_or_not_a_slam_is_possible() -> None:
    possible: Counter[bool] = Counter()
    for seed in range(12):
        before = -1
        for yammouth, referee, _ in followed(seed):
            picked = referee.seen["Take"] + referee.seen["Draw"]
            if picked > max(before, 0) and yammouth.phase == PLACING:
                (slammer,) = set(yammouth.actors()) - set(awaited(yammouth))
                assert KEEP in yammouth.legal(slammer)
                assert yammouth.silence(slammer) is None
                assert seconds_to_slam(yammouth) == 2
                possible[len(yammouth.legal(slammer)) > 1] += 1
            before = picked
    assert min(possible[True], possible[False]) > 30


def test_Y11_others_cannot_tell_whether_a_slam_was_possible() -> None:
    """Whatever card somebody drew, the others and onlookers see, hear and may do the same."""
    rng = Random(11)
    checked: Counter[bool] = Counter()
    for seed in range(300 if LONG else 25):
        before: Yammouth | None = None
        for yammouth, _, _ in followed(seed):
            slammer = next((seat for seat in yammouth.actors() if yammouth.silence(seat) is None), None)
            drawn = before is not None and 0 < len(yammouth.stock) < len(before.stock)
            if before is not None and slammer is not None and drawn and rng.random() < 0.4:
                other = yammouth.copy()
                hand, stock = other.hands[slammer], other.stock
                at = rng.randrange(len(stock))
                hand[-1], stock[at] = stock[at], hand[-1]
                checked[(len(other.legal(slammer)) > 1) != (len(yammouth.legal(slammer)) > 1)] += 1
                assert list(other.actors()) == list(yammouth.actors())
                assert seconds_to_slam(other) == seconds_to_slam(yammouth)
                for viewer in [*range(yammouth.seats), None]:
                    if viewer == slammer:
                        continue
                    assert as_bytes(GAME.view(other, viewer)) == as_bytes(GAME.view(yammouth, viewer))
                    stories = [GAME.tell(before, slammer, DRAW, after, viewer) for after in (yammouth, other)]
                    assert as_bytes(stories[0]) == as_bytes(stories[1])
                    if viewer is not None:
                        assert list(other.legal(viewer)) == list(yammouth.legal(viewer))
                        assert other.silence(viewer) == yammouth.silence(viewer)
            before = yammouth.copy()
    assert min(checked[True], checked[False]) > 20, checked


def test_Y11_to_keep_a_card_looks_the_same_whether_or_not_a_slam_was_possible() -> None:
    could, could_not = picked_up("7H KD", "7H", "7S"), picked_up("7H KD", "7H", "2S")
    assert Slam in map(type, could.legal(0))
    kept, also_kept = play(could.copy(), (0, KEEP)), play(could_not.copy(), (0, KEEP))
    for viewer in (1, None):
        could.pile = could_not.pile = kept.pile = also_kept.pile  # picked_up lays a copy of the card there
        assert as_bytes(GAME.view(kept, viewer)) == as_bytes(GAME.view(also_kept, viewer))
        assert GAME.tell(could, 0, KEEP, kept, viewer) == GAME.tell(could_not, 0, KEEP, also_kept, viewer)
