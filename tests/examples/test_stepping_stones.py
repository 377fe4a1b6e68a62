"""Stepping Stones by the numbers of its rules, and played in the terminal."""

import io
from random import Random
from typing import Any

import pytest
from rich.console import Console

from parlour.bots import find_bot, mind_of
from parlour.bots.advice import say
from parlour.cards import card
from parlour.kernel.actions import Deal, Draw
from parlour.kernel.log import final
from parlour.kernel.position import OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.view import fillings
from parlour.terminal.play import TerminalTable
from stepping_stones import GAME, count
from stepping_stones.rules import PLAYING, Action, Step, Stones, StonesOptions, start


def faces(text: str) -> list[int]:
    return [card(word) for word in text.split()]


def table(stone: str, *hands: str, options: StonesOptions | None = None) -> Stones:
    """Two players in the middle of a round; seat 1 is at bat."""
    stones = start(options or StonesOptions(), 2, QuickShuffler(bytes(16)))
    stones.stones = faces(stone)
    stones.hands = [faces(hand) for hand in hands]
    return stones


def refused(stones: Stones, seat: int, action: Action) -> str:
    before = stones.copy()
    with pytest.raises(Refused) as refusal:
        stones.apply(seat, action)
    assert stones == before
    return refusal.value.rule


def test_S1_five_cards_each_and_one_stone() -> None:
    stones = start(StonesOptions(), 4, QuickShuffler(bytes(16)))
    assert [len(cards) for cards in stones.places().values()] == [31, 1, 5, 5, 5, 5]


def test_S2_left_of_the_dealer_begins_and_a_turn_is_one_card() -> None:
    stones = table("7S", "7H 2D", "8H 2C")
    assert (stones.dealer, stones.actors()) == (0, [1])
    assert refused(stones, 0, Draw()) == "S2"
    stones.apply(1, Step("8H"))
    assert stones.actors() == [0]


@pytest.mark.parametrize(("face", "stride"), [("7H", 2), ("9H", 2), ("5H", 2), ("10H", 3), ("3H", 4), ("JH", 4)])
def test_S3_a_step_reaches_so_many_ranks(face: str, stride: int) -> None:
    stones = table("7S", "2C", f"{face} 2D", options=StonesOptions(stride=stride))
    stones.apply(1, Step(face))
    assert stones.stones == faces(f"7S {face}")
    assert stones.hands[1] == faces("2D")


def test_S3_not_too_far_and_from_the_hand() -> None:
    stones = table("7S", "8C", "JH 3D")
    for face in ("JH", "3D", "8C", "7S"):
        assert refused(stones, 1, Step(face)) == "S3"
    assert stones.legal(1) == [Draw()]


def test_S4_only_a_bridge_leads_from_the_king_to_the_ace() -> None:
    for stone, face in (("KS", "AH"), ("AH", "KS"), ("QD", "2C")):
        assert refused(table(stone, "7C", f"{face} 7D"), 1, Step(face)) == "S4"
        stones = table(stone, "7C", f"{face} 7D", options=StonesOptions(bridge=True))
        stones.apply(1, Step(face))
    assert refused(table("JS", "7C", "AH 7D", options=StonesOptions(stride=2, bridge=True)), 1, Step("AH")) == "S3"


def test_S5_one_may_draw_even_if_one_could_step() -> None:
    stones = table("7S", "2C", "7H")
    top = stones.stock[-1]
    stones.apply(1, Draw())
    assert stones.hands[1] == [*faces("7H"), top]


def test_S6_S7_no_cards_left_ends_the_round_and_the_others_pay() -> None:
    stones = table("7S", "KC AD 10H", "7H")
    stones.apply(1, Step("7H"))
    assert (stones.phase, stones.sheet) == (SCORED, [[24, 0]])
    assert GAME.view(stones, 1).zone("hand:0").items == ("AD", "10H", "KC")


def test_S6_the_last_card_of_the_stock_ends_the_round() -> None:
    stones = table("7S", "KC", "7H")
    stones.stock = faces("QD")
    stones.apply(1, Draw())
    assert (stones.phase, stones.sheet) == (SCORED, [[13, 19]])


def test_S8_the_next_dealer_deals_and_the_fewest_points_win() -> None:
    stones = table("7S", "KC", "7H", options=StonesOptions(rounds=2))
    assert refused(stones, 1, Deal()) == "S8"
    stones.apply(1, Step("7H"))
    assert refused(stones, 0, Deal()) == refused(stones, 1, Draw()) == "S8"
    stones.apply(1, Deal())
    assert (stones.phase, stones.round, stones.dealer, stones.actors()) == (PLAYING, 2, 1, [0])
    stones.stones, stones.hands = faces("7S"), [faces("7H"), faces("KC")]
    stones.apply(0, Step("7H"))
    assert (stones.phase, stones.actors()) == (OVER, [])
    result = stones.result()
    assert result is not None
    assert (result.winners, result.scores) == ((0, 1), (13, 13))
    assert refused(stones, 0, Deal()) == "S8"


def test_what_cards_cost() -> None:
    assert count(StonesOptions(), ["AS", "10H", "kd"]) == 24


def test_steady_is_better_than_chance() -> None:
    players = (find_bot(GAME, "steady"), find_bot(GAME, "random"))
    won = 0
    for game in range(60):
        stones = start(StonesOptions(rounds=1), 2, QuickShuffler(game.to_bytes(16, "big")))
        rng = Random(game)
        while actors := stones.actors():
            seat = actors[0]
            choice: Any = players[(seat + game) % 2].choose(stones.redeal(seat, rng), seat, rng)
            stones.apply(seat, choice)
        result = stones.result()
        won += result is not None and result.winners == (game % 2,)
    assert won > 45


@pytest.mark.parametrize("plain", [False, True])
def test_it_is_played_in_the_terminal_to_its_end(plain: bool) -> None:
    out = io.StringIO()
    console = Console(file=out, width=100)
    table = TerminalTable(GAME, GAME.options(), 3, [find_bot(GAME, "steady")], "Ann", bytes(32), console, plain, None)

    def typed(prompt: str, **_: object) -> str:
        """The last of what is offered."""
        view = GAME.view(table.state, 0)
        forms = [form for ask in view.asks for form in fillings(ask, view)]
        return " ".join(forms[-1].values()) if forms else ""

    console.input = typed  # type: ignore[assignment, method-assign]
    table.play()
    assert table.state.result() is not None
    assert final(GAME, table.log) == table.state
    assert "reached the other side" in out.getvalue()
    assert "The game is over." in out.getvalue()


def test_sharp_thinks_gentle_slips_and_both_can_say_why() -> None:
    stones = table("7S", "7H 2D", "8H 2C KH")
    assert find_bot(GAME, "sharp@40").choose(stones, 1, Random(1)) in stones.legal(1)
    mind = mind_of(GAME)
    assert mind.slip(stones, 1, Random(1)) == Draw()
    assert say(GAME, stones, 1, Step("8H")) == "Step (8♥)"
    assert mind.why(stones, 1, Step("8H")) == "none of your other cards is close enough"
    stones.hands[1] = faces("2C KH")
    assert say(GAME, stones, 1, Draw()) == "Draw a card"
    assert mind.why(stones, 1, Draw()) == "nothing in your hand is close enough to 7♠"


def test_fewer_points_are_a_better_chance() -> None:
    stones, mind = table("7S", "7H 2D", "8H 2C"), mind_of(GAME)
    stones.sheet = [[10, 25]]
    assert mind.worth(stones, 0) > 0.5 > mind.worth(stones, 1) == pytest.approx(1 - mind.worth(stones, 0))
    stones.phase, stones.sheet = OVER, [[10, 25], [30, 0]]
    assert [mind.worth(stones, seat) for seat in (0, 1)] == [0.0, 1.0]
