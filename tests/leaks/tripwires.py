"""Checks on a recorded game that do not need to play it again with other cards."""

import copy
from random import Random

from parlour.server import protocol
from parlour.table import table_view
from parlour.table.presence import Presence
from parlour.table.table import OF_NOW
from tests.kernel.honesty import faces_in
from tests.leaks.hidden import Hidden
from tests.leaks.script import Recorded
from tests.leaks.swap import read

IMAGINED = 3


def check_nothing_is_named(record: Recorded) -> int:
    """No view names a card that the viewer cannot know, and no sentence in it about the time since the cards were
    shuffled does. Returns the number of views."""
    hidden = Hidden(record)
    unseen = {viewer: hidden.unseen(viewer) for viewer in hidden.viewers}
    views = 0
    for step, heard in enumerate(record.heard):
        for who, messages in heard.items():
            for message in map(read, messages):
                if message.get("type") != "view" or who.endswith("again"):  # "again" is the next game
                    continue
                views += 1
                unknown = unseen[record.viewers[who]][message["version"]]
                named = faces_in(message["view"])
                for part in message["happened"]:
                    named |= {face for face in faces_in(part) if part["version"] > unknown.get(face, 0)}
                assert not named & unknown.keys(), f"step {step} names {named & unknown.keys()} to {who}"
    return views


def check_sights(hidden: Hidden, moments: int, rng: Random) -> None:
    """What the table adds to a game's views (undo, gestures, offers ahead of a window, clocks) is the same for every
    deal that the viewer could imagine."""
    for moment in rng.sample(hidden.moments, min(len(hidden.moments), moments)):
        table = moment.table
        if table.state is None or table.over:
            continue
        for viewer in hidden.viewers:
            key = "" if viewer is None else table.chairs[viewer].key
            if viewer is not None and not key:
                continue
            shown = []
            for state in (table.state, *(table.state.redeal(viewer, rng) for _ in range(IMAGINED))):
                imagined = copy.copy(table)
                imagined.state = state
                for found in OF_NOW:
                    imagined.__dict__.pop(found, None)
                presence = Presence()
                presence.note(imagined, 0.0)
                shown.append(protocol.encode(table_view.view_message(imagined, key, presence, 1.0, 0, "suit")))
            assert shown[1:] == shown[:1] * IMAGINED, f"what {viewer} is shown depends on hidden cards"
