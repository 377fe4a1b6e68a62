"""Nothing leaks over the wire: whole games, everything that people do at a table, every byte that anybody receives."""

from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.arbitrary import LONG
from tests.leaks.hidden import Hidden
from tests.leaks.improvise import GAMES, a_game
from tests.leaks.script import Recorded, Setting, Viewer, performed
from tests.leaks.swap import Impossible, Swap, check_swaps, differences, read

SEEDS = range(20 if LONG else 1)
SWAPS = 12 if LONG else 4  # of each game

# The fields that may change because the end uncovers cards.
UNCOVERED = ("view.zones.", "view.seats.score", "view.sheet", "view.winners", "view.prompt", "happened")
IN_THE_LOG = ("body.entries.body.action.", "body.entries.body.points", "body.entries.seal", "body.result.")


@pytest.mark.usefixtures("toy_too")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", [*GAMES, "magpie"])
def test_the_bytes_of_a_whole_game_do_not_depend_on_cards_that_one_has_not_seen(
    tmp_path: Path, game: str, seed: int
) -> None:
    setting, record = a_game(game, seed)
    again = performed(tmp_path / "again", setting, record)
    assert again.heard == record.heard, "without an exchange the two runs are the same to the byte"
    assert check_swaps(tmp_path, setting, record, SWAPS) > 200


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2, 5) if LONG else [2])
def test_nor_do_they_over_real_sockets(tmp_path: Path, game: str, seed: int) -> None:
    setting, record = a_game(game, seed, calm=True)
    plugged = performed(tmp_path / "again", setting, record, sockets=True)
    assert plugged.heard == record.heard, "what is true unplugged is true of sockets"
    assert check_swaps(tmp_path, setting, record, SWAPS if LONG else 1, sockets=True) > 50


def test_the_improvised_games_have_everything_in_them() -> None:
    """Otherwise nothing would be proved about what is missing."""
    done = set()
    said = set()
    for game, seed in product(GAMES, range(2)):
        record = a_game(game, seed)[1]
        assert record.kept is not None
        for entry in record.kept.entries:
            kind = type(entry.body).__name__
            done.add(f"{kind} by {entry.by}" if kind == "Move" else kind)
        for step, heard in zip(record.steps, record.heard, strict=True):
            said |= {(step.what, "")}
            if step.what == "say":
                said |= {(step.rest["type"], read(message)["type"]) for message in heard.get(step.who, [])}
    assert done >= {
        *(
            "PromiseWords",
            "Freeze",
            "Show",
            "Start",
            "Pause",
            "Resume",
            "StandingPass",
            "MakeGesture",
            "Quote",
            "UndoAsked",
            "TakeBack",
            "Refuse",
            "Rematch",
        ),
        *("StandIn", "Back", "Ready", "Move by person", "Move by bot", "Move by clock"),
    }
    assert said >= {
        *(("act", "ack"), ("act", "refused"), ("try", "tried"), ("try", "refused"), ("arrange", "ack")),
        *(("come", ""), ("go", ""), ("fetch", ""), ("wait", ""), ("restart", "")),
    }


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize("game", GAMES)
def test_the_end_uncovers_what_the_rules_open_and_nothing_else(tmp_path: Path, game: str) -> None:
    """Exchanging cards that a viewer first sees at the end may change only those cards, what they score and what is
    said about that, and nothing else in the log."""
    followed = 0
    for seed in range(40):
        setting, record = a_game(game, seed, calm=True)
        hidden = Hidden(record)
        if not any(len(hidden.unseen(viewer)[hidden.over - 1]) > 1 for viewer in hidden.viewers):
            return  # as in a game of tricks, in which every card but the last has been seen by then
        for viewer, swap in seen_at_the_end(hidden, Random(seed)):
            with suppress(Impossible):  # what somebody did with one card is refused with the other
                followed += check_end(tmp_path / f"{seed} {viewer}", setting, record, hidden, viewer, swap)
            if followed >= (20 if LONG else 1):
                return
    assert followed, "in no game a card was first seen at its end"


def seen_at_the_end(hidden: Hidden, rng: Random) -> list[tuple[Viewer, Swap]]:
    found = []
    for viewer in hidden.viewers:
        for shuffle, faces in enumerate(hidden.moments[hidden.over].shuffles):
            late = [face for face in sorted(faces) if hidden.until(viewer, shuffle, face) == hidden.over]
            if len(late) > 1:
                found.append((viewer, Swap(hidden, shuffle, *rng.sample(late, 2))))
    return found


def check_end(folder: Path, setting: Setting, was: Recorded, hidden: Hidden, viewer: Viewer, swap: Swap) -> bool:
    """Returns whether the game also ended with the cards exchanged: some games go on until a score is reached."""
    rematch = next(number for number, step in enumerate(was.steps) if step.rest.get("rematch"))
    now = performed(folder, setting, was, swap.exchange, rematch, lambda now: swap.check(was, now))
    first = next(step for step, version in enumerate(was.versions) if version >= hidden.over)
    if now.versions[first:] != was.versions[first:rematch]:
        return False
    for step in range(first, rematch):
        before, after = was.heard_by(viewer, step), now.heard_by(viewer, step)
        assert before.keys() == after.keys()
        for who, messages in before.items():
            for one, other in zip(messages, after[who], strict=True):
                check_uncovered(read(one), read(other), hidden.over)
    return True


def check_uncovered(one: Any, other: Any, over: int) -> None:
    assert all(path.startswith((*UNCOVERED, *IN_THE_LOG)) for path in differences(one, other)), (one, other)
    story = [[part for part in message.get("happened", []) if part["version"] < over] for message in (one, other)]
    assert story[0] == story[1]
