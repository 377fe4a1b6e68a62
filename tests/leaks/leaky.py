"""Deliberate leaks: ways in which a hidden card could reach a viewer, patched into the program."""

import dataclasses
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.games import discover
from parlour.kernel.view import Told
from parlour.server import api, protocol, socket
from parlour.server.room import Room
from parlour.table import chores, table_view
from parlour.table.story import Happened, Happening
from parlour.table.table import Table

Patch = pytest.MonkeyPatch


def leak(state: Any) -> int:
    """A number that depends on the order of the stock."""
    return sum(face * place for place, face in enumerate(state.places()["stock"], 1)) if state is not None else 0


def wrapped(patch: Patch, owner: Any, name: str, wrap: Callable[[Any, Any], Any]) -> None:
    """A function with another result, which is computed from the first argument and the true result."""
    honest = getattr(owner, name)
    patch.setattr(owner, name, lambda *given: wrap(honest(*given), given))


def into_a_view(patch: Patch) -> None:
    wrapped(patch, table_view, "own_view", lambda own, given: replace(own, prompt=str(leak(given[0].state))))


def into_what_everybody_sees(patch: Patch) -> None:
    wrapped(patch, table_view, "public_view", lambda view, given: replace(view, title=str(leak(given[0].state))))


def into_an_onlookers_view(patch: Patch) -> None:
    """A leak into the public prompt, which only onlookers see."""
    wrapped(patch, table_view, "public_view", lambda view, given: replace(view, prompt=str(leak(given[0].state))))


def into_who_is_waited_for(patch: Patch) -> None:
    wrapped(patch, table_view, "public_view", lambda view, given: replace(view, waiting=(leak(given[0].state) % 3,)))


def into_what_is_told(patch: Patch) -> None:
    golf = discover()["golf"]

    def tell(before: Any, seat: int, action: Any, after: Any, viewer: int | None) -> Told:
        told = golf.tell(before, seat, action, after, viewer)
        return replace(told, sentences=(*told.sentences, f"Psst: {leak(after)}."))

    patch.setitem(discover(), "golf", dataclasses.replace(golf, tell=tell))


def into_the_story_for_those_who_come_back(patch: Patch) -> None:
    def leaky(story: Any, given: Any) -> Any:
        table, _, since = given
        return (*story, Happened(since, (str(leak(table.state)),))) if since < table.version - 20 else story

    wrapped(patch, table_view, "happened", leaky)


def into_the_story_after_a_restart(patch: Patch) -> None:
    def leaky(table: Table, _: Any) -> Table:
        told = (Happened(table.version, (str(leak(table.state)),)),) * (len(table.chairs) + 1)
        table.story = table.story.and_then(Happening(table.version, told))
        return table

    wrapped(patch, Table, "play", leaky)


def into_the_answer_to_a_try(patch: Patch) -> None:
    wrapped(patch, socket, "attempt", lambda answer, given: replace(answer, meanings=[leak(given[0].state)]))


def into_whether_one_may_undo(patch: Patch) -> None:
    wrapped(patch, table_view, "you", lambda you, given: replace(you, undo=leak(given[0].state) % 2 == 0))


def into_a_clock(patch: Patch) -> None:
    wrapped(patch, table_view, "deadline", lambda seconds, given: leak(given[0].state) / 10)


def into_how_many_messages_there_are(patch: Patch) -> None:
    def leaky(_: None, given: Any) -> None:
        (room,) = given
        for guest in room.guests if leak(room.table.state) % 2 else ():
            guest.reply(protocol.Pong("again"))

    wrapped(patch, Room, "_changed", leaky)


def into_an_answer_by_http(patch: Patch) -> None:
    wrapped(patch, api, "phase_of", lambda phase, given: f"{phase} {leak(given[0].state)}")


def into_what_a_bot_does(patch: Patch) -> None:
    class Peeking:
        def choose(self, state: Any, seat: int, rng: Random) -> Any:
            legal = state.legal(seat)
            return legal[leak(state) % len(legal)]

    patch.setattr(chores, "find_bot", lambda game, name: Peeking())
    patch.setattr(chores, "imagined", lambda table, seat, rng: table.state.copy())  # from a redeal nothing can leak


LEAKS = [
    into_a_view,
    into_what_everybody_sees,
    into_an_onlookers_view,
    into_who_is_waited_for,
    into_what_is_told,
    into_the_story_for_those_who_come_back,
    into_the_story_after_a_restart,
    into_the_answer_to_a_try,
    into_whether_one_may_undo,
    into_a_clock,
    into_how_many_messages_there_are,
    into_an_answer_by_http,
    into_what_a_bot_does,
]
