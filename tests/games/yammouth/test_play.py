"""A few turns of Yammouth, with their sentences and refusals."""

from typing import Any

import pytest

from parlour.cards import card, code
from parlour.games.yammouth import GAME
from parlour.games.yammouth.actions import CALL, CLAIM, KEEP, SLAM, Action, PlaceCards, SlamHand
from parlour.games.yammouth.options import YammouthOptions
from parlour.games.yammouth.rules import Yammouth, start
from parlour.games.yammouth.scoring import MatchScore
from parlour.games.yammouth.state import CLAIMING, PICKING, PLACING
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.view import named


def table(*hands: str, top: str = "9C", next_card: str = "8C", **options: Any) -> Yammouth:
    """A round with these hands, that card turned up, and this one next in the stock."""
    yammouth = start(YammouthOptions(**options), len(hands), QuickShuffler(b"yammouth"))
    for seat, hand in enumerate(hands):
        yammouth.hands[seat] = [card(text) for text in hand.split()]
    yammouth.pile = [card(top)]
    yammouth.stock[-1] = card(next_card)
    return yammouth


def play(yammouth: Yammouth, *moves: tuple[int, Action]) -> Yammouth:
    for seat, action in moves:
        yammouth.apply(seat, action)
    return yammouth


def hand(yammouth: Yammouth, seat: int) -> list[str]:
    return [code(face) for face in yammouth.hands[seat]]


def told(yammouth: Yammouth, seat: int, action: Action, viewer: int | None = None) -> list[str]:
    before = yammouth.copy()
    yammouth.apply(seat, action)
    sentences = GAME.tell(before, seat, action, yammouth, viewer).sentences
    return [named(sentence, ["Ann", "Bob", "Cat"]) for sentence in sentences]


def refused(yammouth: Yammouth, seat: int, action: Action) -> tuple[str, str]:
    before = yammouth.copy()
    with pytest.raises(Refused) as refusal:
        yammouth.apply(seat, action)
    assert yammouth == before
    return refusal.value.rule, refusal.value.sentence


def test_a_turn_is_a_placing_and_a_pick_up_from_under_it() -> None:
    yammouth = table("3H 4H 5H KS KD", "2S 2D 7C 7D QH")
    assert refused(yammouth, 0, DRAW) == ("Y5", "Place first, then pick up.")
    play(yammouth, (0, PlaceCards(["5H", "4H", "3H"])))
    assert yammouth.phase == PICKING
    assert [code(face) for face in yammouth.pile] == ["9C", "5H", "4H", "3H"]
    play(yammouth, (0, TAKE))
    assert hand(yammouth, 0) == ["KS", "KD", "9C"]
    assert [code(face) for face in yammouth.pile] == ["5H", "4H", "3H"]
    assert (yammouth.at_bat, yammouth.phase, yammouth.actors()) == (1, PLACING, (1, 0))


def test_what_does_not_go_together_is_refused_with_its_reason() -> None:
    yammouth = table("QH KH AH AS JOK", "2S 3S 4S 6S 7D")
    for cards, why in (
        ("AH JOK", "You can only place a joker alone or with other jokers."),
        ("QH KH", "Two cards have to be the same rank. A run needs three or more."),
        ("QH KH AH", "A run doesn't wrap around: the ace is low, below the 2."),
        ("AH AS KH", "These cards aren't all the same rank."),
        ("QH KH AS", "A run has to be one suit, and these cards aren't."),
        ("AH AH", "You don't have that many A♥."),
        ("7C", "You don't have 7♣."),
    ):
        assert refused(yammouth, 0, PlaceCards(cards.split())) == ("Y6", why)
    play(yammouth, (0, PlaceCards(["QH"])), (0, DRAW))
    between = "A run can't have gaps, and there's one between 4 and 6."
    assert refused(yammouth, 1, PlaceCards(["3S", "4S", "6S"])) == ("Y6", between)
    assert refused(yammouth, 1, PlaceCards(["2S", "4S", "3S"]))[1] == "Place a run in order, up or down."


def test_a_slam_until_the_next_player_acts() -> None:
    yammouth = table("7H 2S KD", "7C 3D QH", next_card="7S")
    play(yammouth, (0, PlaceCards(["7H"])), (0, DRAW))
    assert list(yammouth.legal(0)) == [KEEP, SLAM]
    assert told(yammouth.copy(), 0, SLAM) == ["Ann slammed 7♠!"]
    late = play(yammouth.copy(), (1, PlaceCards(["QH"])))
    assert refused(late, 0, SLAM)[0] == "Y11"
    play(yammouth, (0, SLAM), (1, PlaceCards(["QH"])), (1, TAKE))
    assert hand(yammouth, 1) == ["7C", "3D", "7S"]
    assert refused(yammouth, 1, SLAM)[0] == "Y9"
    assert refused(yammouth, 1, SlamHand("3D")) == ("Y10", "Your hand has 17 points. You need 12 to slam it.")


def test_a_whole_hand_is_slammed_and_its_owner_calls_or_passes() -> None:
    yammouth = table("9H 2S 3C", "7C 3D QH", next_card="4S")
    play(yammouth, (0, PlaceCards(["9H"])), (0, DRAW))
    assert list(yammouth.legal(0)) == [KEEP, SlamHand("4S"), SlamHand("2S"), SlamHand("3C")]
    play(yammouth, (0, SlamHand("3C")), (1, PlaceCards(["QH"])), (1, TAKE), (1, KEEP))
    assert hand(yammouth, 1) == ["7C", "3D", "3C"]
    assert list(yammouth.legal(0)) == [CALL, PASS]
    assert yammouth.silence(0) == PASS
    assert refused(yammouth, 0, DRAW)[0] == "Y8"
    assert refused(yammouth.copy(), 1, PASS)[0] == "Y5"
    assert told(yammouth, 0, PASS) == ["Ann had no cards and passed."]
    assert refused(yammouth, 1, PASS)[0] == "Y8"


def test_a_call_that_is_claimed_over_twice() -> None:
    yammouth = table("2S 2D", "AS 2H", "AD", "KS 7H", call_words=("OI",))
    play(yammouth, (0, CALL))
    assert (yammouth.phase, list(yammouth.actors())) == (CLAIMING, [1, 2])
    assert refused(yammouth, 3, CLAIM) == ("Y13", "You have 20 points. You need 4 or fewer.")
    play(yammouth, (2, PASS), (1, CLAIM))
    assert list(yammouth.actors()) == [2], "a pass answers only the call it was about"
    assert GAME.view(yammouth, 2).asks[-1].say == "Claim SCANZATH with 1 point"
    sentences = told(yammouth, 2, CLAIM, 1)
    assert sentences == [
        "Cat claimed SCANZATH with 1 point.",
        "You and Ann were caught.",
        "Round 1: Ann 35, You 35, Cat 0, {3} 20.",
    ]
    assert yammouth.sheet == [[35, 35, 0, 20]]
    assert (yammouth.phase, yammouth.at_bat) == (SCORED, 2)
    play(yammouth, (2, DEAL))
    assert (yammouth.phase, yammouth.beginner, yammouth.round) == (PLACING, 2, 2)


def test_totals_drop_streaks_pay_and_the_last_one_left_wins() -> None:
    yammouth = table("AS", "2H KS KD 8S", "2H KS KH QC 7C")
    yammouth.match_scores = [MatchScore(75, 9), MatchScore(39), MatchScore(60)]
    assert told(yammouth, 0, CALL, 0)[1:] == [
        "Round 1: You 0, Bob 36, Cat 47.",
        "You landed on 75 and dropped to 50.",
        "You won ten rounds in a row. The total is now 0.",
        "Bob landed on 75 and dropped to 50.",
        "Cat got gonzed: out with 107 points.",
    ]
    assert yammouth.totals() == [0, 50, 107]
    play(yammouth, (0, DEAL))
    assert [len(cards) for cards in yammouth.hands] == [5, 5, 0]
    yammouth.match_scores[1] = MatchScore(99)
    yammouth.hands[0] = []
    told(yammouth, 0, CALL)
    result = yammouth.result()
    assert yammouth.phase == OVER
    assert result is not None
    assert result.winners == (0,)


def test_a_round_without_a_winner_begins_again_with_the_same_seat() -> None:
    yammouth = table("KS KD", "5H 5D", turn_cap=1, out_over=25)
    play(yammouth, (0, PlaceCards(["KS"])), (0, DRAW), (1, PlaceCards(["5H"])))
    assert told(yammouth, 1, TAKE)[1:3] == [
        "Everybody has had 1 turn, so the round ends without a winner.",
        "Round 1: Ann 21, Bob 18.",
    ]
    assert (yammouth.phase, yammouth.at_bat, yammouth.slammer) == (SCORED, 0, NOBODY)


def test_cards_are_counted_without_their_suits() -> None:
    assert GAME.count(YammouthOptions(), ["A", "10h", "K", "JOK"]) == 24
    with pytest.raises(Refused, match="41 × joker"):
        GAME.count(YammouthOptions(), ["JOK"] * 41)
