"""Undo goes back as long as `uncovered` stays the same, so `uncovered` has to change whenever hidden faces are shown.
Only a single card that somebody plays from their hand may be shown and taken back."""

from collections import Counter
from functools import reduce
from operator import and_
from random import Random
from typing import Any

import pytest

import stepping_stones
from parlour.cards import card
from parlour.games import find
from parlour.games.rummy.actions import Discard, LayDown
from parlour.games.yammouth.actions import PlaceCards, SlamHand
from parlour.kernel.actions import DRAW, TAKE
from parlour.kernel.actions import TAKE as PICK_UP
from parlour.kernel.game import AnyGame
from parlour.kernel.log import record
from parlour.kernel.view import View
from parlour.table import events
from stepping_stones.rules import Step, Stones
from tests.arbitrary import GAMES, Played, attempt, tries
from tests.kernel.honesty import Stream, start_watched
from tests.table.life import Life, refusal

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def faces(view: View) -> Counter[str]:
    """All faces that a viewer sees, also of pieces that stand on cards."""
    items = [item for zone in view.zones for item in zone.items]
    seen = [face for item in items for face in ((item,) if isinstance(item, str) else (item.face, item.on))]
    return Counter(face for face in seen if face)


def foreseen(game: AnyGame, before: Any, seat: int, action: Any, viewer: int | None) -> Counter[str]:
    """The faces that the viewer knew this move would show, because it shows them in every deal they can imagine."""
    shown: list[Counter[str]] = []
    for number in range(8):
        imagined = before.redeal(viewer, Random(number))
        if attempt(imagined, seat, action) is not None:
            return Counter()
        shown.append(faces(game.view(imagined, viewer)))
    return reduce(and_, shown)


def some_action(game: AnyGame, state: Any, rng: Random) -> tuple[int, Any]:
    """Usually a bot's choice, so that there are lay-downs and calls; now and then a random action."""
    for seat in game.asked(state):
        action = rng.choice([*game.bots.values()]).choose(state.redeal(seat, rng), seat, rng)
        action = action if rng.random() < 0.8 else rng.choice(state.legal(seat))
        if action is not None:
            return seat, action
    raise AssertionError("nobody acts")


def check_shown(played: Played, seat: int, action: Any, before: Any, streams: list[Stream]) -> None:
    game, after = played.game, played.state
    for stream in streams:
        hidden = set(stream.hidden)
        stream.add(None, after)
        if after.uncovered != before.uncovered:
            continue
        shown = faces(game.view(after, stream.viewer))
        new = shown - faces(game.view(before, stream.viewer))
        learned = (hidden - set(stream.hidden)) & set(shown)  # not what a joker stands for
        most = 0 if stream.viewer == seat else 1
        assert len(learned) <= most, f"{stream.viewer} has learned {learned}, and {seat} could take the move back"
        if new.total() > 1:
            new -= foreseen(game, before, seat, action, stream.viewer)
        assert new.total() <= 1, f"{new} lie open to {stream.viewer}, and {seat} could take the move back"


@every_game
@pytest.mark.parametrize("seed", range(tries(9, 300)))
def test_nobody_sees_hidden_faces_and_lets_it_be_undone(game: AnyGame, seed: int) -> None:
    """From a move that can still be taken back, its player has learned no card, and the others at most the one that was
    played."""
    rng = Random(f"undo/{game.name}/{seed}")
    played = start_watched(game, rng)
    streams = [Stream(game, viewer) for viewer in (*range(played.seats), None)]
    for stream in streams:
        stream.add(None, played.state)
    while played.state.actors() and len(played.log.entries) < 250:
        seat, action = some_action(game, played.state, rng)
        before = played.state.copy()
        played.state.apply(seat, action)
        record(played.log, seat, action, "bot", 0.0)
        check_shown(played, seat, action, before, streams)


# ---------------------------------------------------------------- at a table


def rigged(game: str | AnyGame, hands: tuple[str, str], **options: Any) -> Life:
    """A game in which Ann, in seat 0, and Bob hold these cards."""
    life = Life.of("Ann", "Bob", game=find(game) if isinstance(game, str) else game, options=options)
    life.asks("Ann", events.Start())
    for seat, texts in enumerate(hands):
        life.table.state.hands[seat] = [card(text) for text in texts.split()]
    return life


def test_attack_9_undo_after_a_lay_down_is_refused() -> None:
    """Ann discards; Bob takes that card and lays down six hidden ones. After that, nobody can undo."""
    life = rigged("torpedo", ("2S 4S 6S 8S 10S QS 2H 4H 6H", "KS KH 7S 7H 7D 2C 5C 9C JC"))
    assert life.table.state.at_bat == 1
    life.plays(1, DRAW)
    life.plays(1, Discard("JC"))
    life.plays(0, DRAW)
    life.table.state.hands[0].append(card("KD"))
    life.plays(0, Discard("KD"))
    life.plays(1, TAKE)
    assert life.table.undoable(0), "up to now Ann may ask for her card back"
    life.plays(1, LayDown([["KS", "KH", "KD"], ["7S", "7H", "7D"]]))
    for name in ("Ann", "Bob"):
        assert "no move to take back" in refusal(life.asks, name, events.AskUndo())


@pytest.mark.parametrize("slam", [False, True])
def test_attack_9_undo_after_cards_were_placed_or_slammed_together_is_refused(slam: bool) -> None:
    life = rigged("yammouth", ("6S 6H KS 2D 3D", "9H AC 2C 4C JD"))
    if slam:
        life.table.state.hands[0] = [card(text) for text in ("9C", "2S", "3S")]
        life.table.state.pile[-1] = card("4S")
        life.plays(0, PlaceCards(["9C"]))
        life.plays(0, PICK_UP)
        assert life.table.undoable(0), "so far Ann has shown one card"
        life.plays(0, SlamHand("2S"))
    else:
        life.plays(0, PlaceCards(["6S", "6H"]))
    assert "no move to take back" in refusal(life.asks, "Ann", events.AskUndo())


def test_a_move_that_settles_others_may_be_taken_back_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann's step settles Bob's: from then on only she may take hers back."""
    honest = Stones._end_turn

    def settle(self: Stones, seat: int) -> None:
        self.settled += 1
        honest(self, seat)

    monkeypatch.setattr(Stones, "_end_turn", settle)
    life = rigged(stepping_stones.GAME, ("7S 2H 2D", "8S 2C 3C"))
    life.table.state.stones = [card("7D")]
    life.plays(1, Step("8S"))
    assert life.table.undoable(1)
    life.plays(0, Step("7S"))
    assert life.table.undoable(1) is None
    assert life.table.undoable(0)
    life.asks("Ann", events.AskUndo())
    life.asks("Bob", events.Agree())
    assert card("7S") in life.table.state.hands[0]
    assert life.table.undoable(1) is None, "what was settled stays settled"


def test_a_single_card_may_be_taken_back() -> None:
    life = rigged("yammouth", ("6S 6H KS 2D 3D", "9H AC 2C 4C JD"))
    life.plays(0, PlaceCards(["KS"]))
    life.asks("Ann", events.AskUndo())
    life.asks("Bob", events.Agree())
    assert "6S" in faces(life.table.game.view(life.table.state, 0))
    assert life.table.state.at_bat == 0
    assert len(life.table.state.hands[0]) == 5
