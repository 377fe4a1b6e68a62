"""The terminal draws and plays any game from its view alone. The toy game has every kind of zone and hole."""

import io
import re
from random import Random
from typing import Any

import pytest
from rich.console import Console

from parlour.bots import find_bot
from parlour.cards import NotACard
from parlour.games import find
from parlour.games.spades.actions import Bid
from parlour.kernel.game import AnyGame
from parlour.kernel.log import final
from parlour.kernel.names import with_names
from parlour.kernel.recording import Recording
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.view import (
    Ask,
    CardHole,
    CardsHole,
    Choice,
    ChoiceHole,
    GroupsHole,
    Hole,
    Item,
    SlotHole,
    TargetHole,
    View,
    Zone,
)
from parlour.terminal.answer import in_typing, pick_ask, question, read_hole
from parlour.terminal.draw import drawn, in_words, plain_view, print_view, spoken
from parlour.terminal.play import TerminalTable
from parlour.terminal.replay import ReplayScreen
from tests import toy
from tests.arbitrary import GAMES, attempt, random_game
from tests.games.golf.tables import going_out
from tests.golden_logs import golden

FACE = ChoiceHole((Choice(False, "Face up"), Choice(True, "Face down")))
ASKS = [Ask("Draw", {"do": "draw"}), Ask("Swap", {"do": "swap"}), Ask("Sweep", {"do": "sweep"})]


class Typist:
    """A player who reads what the terminal shows, and types something sensible."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.table: TerminalTable
        self.lines = 0

    def input(self, prompt: str, **_: object) -> str:
        self.lines += 1
        assert self.lines < 3000, "the typist is stuck"
        rng, view = self.rng, self.table._view()
        hand = [item for item in view.zone("hand:0").items if isinstance(item, str)]
        if not prompt.startswith(">"):
            return " ".join(rng.sample(hand, min(2, len(hand)))) if "cards" in prompt else rng.choice([*hand, "1", "2"])
        return rng.choice([str(rng.randint(0, len(view.asks) + 1)), rng.choice(["", "?", "scores", "rules M1", "log"])])


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_the_toy_game_is_playable_with_no_line_written_for_it(seed: int, plain: bool) -> None:
    console = Console(file=io.StringIO(), width=100)
    typist = Typist(seed)
    table = TerminalTable(
        toy.GAME, toy.MagpieOptions(), 3, [find_bot(toy.GAME, "first")], "Ann", bytes(32), console, plain, None
    )
    typist.table = table
    console.input = typist.input  # type: ignore[assignment, method-assign]
    table.play()
    assert table.state.result() is not None
    assert final(toy.GAME, table.log) == table.state


def test_in_plain_words_a_scored_hole_is_read_out_even_if_my_own_move_ended_it() -> None:
    golf = find("golf")
    out = io.StringIO()
    console = Console(file=out, width=200)
    table = TerminalTable(golf, golf.options(), 2, [find_bot(golf, "steady")], "Ann", bytes(32), console, True, None)
    table.state = going_out(2)  # Bob has gone out; Ann is at bat for her last turn,
    table.state.dealer = 1  # and she deals the next hole
    typed = iter(["draw", "discard"])
    console.input = lambda *_, **__: next(typed)  # type: ignore[method-assign]
    table._my_move()
    assert "Bob's cards" not in out.getvalue().partition("You drew")[2]  # within a turn, less is shown
    table._my_move()
    assert "this hole" not in out.getvalue()
    typed = iter([""])
    table._my_move()
    assert "this hole" in out.getvalue()


@pytest.mark.parametrize("seed", range(20))
def test_every_zone_can_be_drawn_and_read_aloud(seed: int) -> None:
    view = toy.GAME.view(random_game(toy.GAME, seed, 20).state, 0)
    console = Console(file=io.StringIO(), width=80)
    print_view(console, view)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    lines = "\n".join(plain_view(view))
    for zone in view.zones:
        assert zone.label in lines
        assert zone.label[:4] in shown


def test_items_in_signs_and_in_words() -> None:
    items: list[str | Item] = [
        "7H",
        "R2",
        Item(down=True),
        Item("JOK", stands="JH"),
        Item("8C", on="R2", down=True),
        Item("AS", new=True),
    ]
    assert [drawn(item).plain for item in items] == ["7♥", "R2", "▒▒", "JOK=J♥", "8♣^R2↓", "A♠*"]
    assert [spoken(item) for item in items] == [
        "7 of hearts",
        "medium red pyramid",
        "face down",
        "joker as jack of hearts",
        "8 of clubs with medium red pyramid on it, face down",
        "ace of spades, new",
    ]
    assert in_words("You drew 10♥; K♠ went: −2.") == "You drew 10 of hearts; king of spades went: minus 2."
    pile = Zone("discard", "pile", "Discards", items=("7H", "8H"), count=5)
    view = View("x", None, 1, 1, "Round 1", "", (), (pile,))
    assert plain_view(view)[1] == "Discards: 8 of hearts, 7 of hearts, 5 cards."
    console = Console(file=io.StringIO(), width=80)
    print_view(console, view)
    assert "7♥ 8♥" in console.file.getvalue()  # type: ignore[attr-defined]


def test_an_ask_is_picked_by_number_or_by_the_beginning_of_its_verb() -> None:
    assert pick_ask(ASKS, "2").say == "Swap"
    assert pick_ask(ASKS, "d").say == "Draw"
    assert pick_ask(ASKS, "SWE").say == "Sweep"
    for bad in ("0", "4", "sw", "x", "-1", "²"):
        with pytest.raises(Refused):
            pick_ask(ASKS, bad)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_help_shows_can_be_typed(game: AnyGame) -> None:
    shown = 0
    for seed in range(12):
        state = random_game(game, seed, 5 * seed).state
        for seat in state.actors():
            view = game.view(state, seat)
            for ask in view.asks:
                if not (typed := in_typing(ask, view)):
                    continue
                word, *words = typed.split()
                assert pick_ask(view.asks, word) == ask
                action = ask.fill({key: read_hole(hole, words, view) for key, hole in ask.holes().items()})
                assert attempt(state.copy(), seat, game.read_action(action)) is None, typed
                assert not words
                shown += 1
    assert shown


def test_every_hole_asks_and_reads() -> None:
    view = toy.GAME.view(random_game(toy.GAME, 1, 0).state, 0)
    second = view.zone("hand:0").items[1]
    cases: dict[Hole, tuple[str, Any]] = {
        SlotHole("row:0"): ("2", 1),
        CardHole("hand:0"): ("10h", "10H"),
        TargetHole(("hand:0", "stock@low")): ("2", "stock@low"),
        ChoiceHole((Choice("R", "red"), Choice("G", "green"))): ("g", "G"),
        FACE: ("Down", True),
        CardsHole("hand:0", 2, 3): ("7h 2", ["7H", second]),
        GroupsHole("hand:0", ("pair", "pair")): ("7h 7s / 4c jok=4d", [["7H", "7S"], ["4C", "JOK=4D"]]),
    }
    for hole, (typed, value) in cases.items():
        assert question(hole, view).endswith("?")
        assert read_hole(hole, typed.split(), view) == value
    assert read_hole(GroupsHole("hand:0", ("pair", "pair")), ["7h", "7s,", "4c"], view) == [["7H", "7S"], ["4C"]]
    for bad in ("zz", "99", "7h=7s=", "R2"):
        with pytest.raises(NotACard):
            read_hole(CardHole("hand:0"), [bad], view)
    for hole, typed in (
        (SlotHole("row:0"), "x"),
        (SlotHole("row:0"), "0"),
        (ChoiceHole((Choice(1, "one"),)), "2"),
        (FACE, "face"),
    ):
        with pytest.raises(Refused):
            read_hole(hole, [typed], view)


BID = ChoiceHole(tuple(Choice(tricks, str(tricks) if tricks else "nil") for tricks in range(14)))


def test_a_number_is_a_bid_and_not_a_place_in_the_list_of_bids() -> None:
    view = toy.GAME.view(random_game(toy.GAME, 1, 0).state, 0)
    assert question(BID, view) == "Which (nil, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)?"
    assert [read_hole(BID, [typed], view) for typed in ("3", "13", "0", "Nil")] == [3, 13, 0, 0]
    with pytest.raises(Refused, match="'14' isn't one of the choices: nil, 1, 2"):
        read_hole(BID, ["14"], view)


def test_partners_have_one_score_together() -> None:
    spades = find("spades")
    state: Any = spades.start(spades.options(), 4, QuickShuffler(b"spades"))
    state.sheet = [[52, -58, 52, -58]]
    for tricks in (3, 0):
        state.apply(state.at_bat, Bid(tricks))
    view = with_names(spades.view(state, 0), ["Ann", "Bob", "Cat", "Dan"])
    assert plain_view(view)[-2:] == [
        "Scores: Ann and Cat 52, Bob and Dan −58.",
        "Players: Ann (dealer), Bob (bid 3), Cat (bid: nil).",
    ]
    console = Console(file=io.StringIO(), width=80)
    print_view(console, view)
    assert "Ann and Cat 52   Bob and Dan −58" in console.file.getvalue()  # type: ignore[attr-defined]
    alone = spades.start(spades.options(partners=False), 4, QuickShuffler(b"spades"))
    assert plain_view(with_names(spades.view(alone, 0), ["Ann", "Bob", "Cat", "Dan"]))[-1] == (
        "Scores: Ann 0 (dealer), Bob 0, Cat 0, Dan 0."
    )


def test_what_is_not_offered_now_is_refused_by_its_own_rule() -> None:
    """At the first turn of Torpedo, it is the bot's turn."""
    torpedo = find("torpedo")
    console = Console(file=io.StringIO())
    table = TerminalTable(
        torpedo, torpedo.options(), 2, [find_bot(torpedo, "random")], "Guest", bytes(32), console, False, None
    )
    for typed, rule in (("draw", "T8"), ("acc", "T8"), ("deal", "T7"), ("buy", "T26"), ("pass", "T28")):
        with pytest.raises(Refused) as refusal:
            table._refuse(typed)
        assert refusal.value.rule == rule
    table._refuse("lay")  # without cards there is nothing to say


class Hasty:
    """A player who places and draws the first thing they can, folds when they may, and never cuts in."""

    def choose(self, state: Any, seat: int, rng: Random) -> Any:
        return state.silence(seat)


@pytest.mark.parametrize(("typed", "folded"), [("", -1), ("fold right", 0)])
def test_one_may_cut_in_before_the_bots_go_on_and_enter_lets_them(typed: str, folded: int) -> None:
    toripoka = find("toripoka")
    out = io.StringIO()
    console = Console(file=out, width=200)
    table = TerminalTable(toripoka, toripoka.options(), 2, [Hasty()], "Ann", bytes(32), console, True, None)
    lines = iter(["draw small", "place 1 left", typed, "quit"])
    console.input = lambda *_, **__: next(lines)  # type: ignore[method-assign]
    table.play()
    assert "Enter  Let the others go on" in out.getvalue()
    assert table.state.folded == [-1, folded]
    assert table.state.laid[2]  # the bot has placed its card after that


def test_a_recorded_game_is_stepped_through(monkeypatch: pytest.MonkeyPatch) -> None:
    log = golden("golf-0")
    typed = iter(["", "", "b", "r 2", "s", "o", "o", "9999", f"{len(log.entries)}", "", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(typed))
    console = Console(file=io.StringIO(), width=100)
    ReplayScreen(Recording(find("golf"), log), None, console).run()
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    places = re.findall(r"Move (\d+) of \d+, (.*)\.", shown)
    last, second = str(len(log.entries)), places[4][0]
    assert [at for at, _ in places] == ["0", "1", "2", "1", *[second] * 5, last, last]
    assert "Hole 2 of 9" in shown.split(f"Move {second} of")[0].rsplit("Move", 1)[1]
    assert [whom for _, whom in places[4:9]] == [
        *("as an onlooker", "as Ann saw it", "all cards open", "as an onlooker", "as an onlooker")
    ]
    assert "That isn't one of the commands." in shown
    assert next(typed, None) is None


def test_a_hint_is_one_sentence_and_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    golf = find("golf")
    said = io.StringIO()
    console = Console(file=said, width=100)
    table = TerminalTable(golf, golf.options(), 2, [find_bot(golf, "sharp")], "Ann", bytes(32), console, True, None)
    typed = iter(["hint", "quit"])
    monkeypatch.setattr(console, "input", lambda prompt, **_: next(typed))
    table.play()
    hint = said.getvalue().splitlines()[-2]
    assert hint.startswith("Turn")
    assert hint.endswith(".")
    assert not [entry for entry in table.log.entries if entry.by == "person"]
