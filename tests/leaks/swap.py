"""The Swap test: if two cards that a viewer never saw are exchanged, every byte that it receives stays the same."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.leaks.hidden import NEVER, Hidden
from tests.leaks.script import Exchange, Recorded, Setting, Viewer, performed

TRIES = 5  # exchanges to try until one is possible


class Impossible(Exception):
    """A move that was made cannot be made with the cards exchanged, because its player holds one of them."""


class Swap:
    """Two cards of one shuffle to exchange, and until when each viewer must not notice."""

    def __init__(self, hidden: Hidden, shuffle: int, one: str, other: str) -> None:
        self.until = {
            viewer: min(hidden.until(viewer, shuffle, one), hidden.until(viewer, shuffle, other))
            for viewer in hidden.viewers
        }
        # A bot that has seen one of the two may well play differently.
        self.limit = next(
            (
                version
                for version in range(hidden.shuffled_at(shuffle), len(hidden.moments))
                if any(self.until[bot] <= version for bot in hidden.moments[version].bots)
            ),
            NEVER,
        )
        self.exchange = Exchange(shuffle, one, other, lambda viewer, version: self.until[viewer] <= version)
        self.steps = {viewer: self._steps(viewer, hidden.versions) for viewer in hidden.viewers}
        self.over = next((step for step, version in enumerate(hidden.versions) if version >= hidden.over), NEVER)
        self.compared = 0

    def _steps(self, viewer: Viewer, versions: list[int]) -> int:
        """The number of steps in which nothing may look different to the viewer."""
        first = min(self.until[viewer], self.limit)
        return next((step for step, version in enumerate(versions) if version >= first), len(versions))

    def perform(self, folder: Path, setting: Setting, was: Recorded, sockets: bool = False) -> Recorded:
        """Play with the cards exchanged, for as long as some viewer must not notice."""
        last = max(self.steps.values())
        return performed(folder, setting, was, self.exchange, last, lambda now: self.check(was, now), sockets)

    def check(self, was: Recorded, now: Recorded) -> None:
        """Compare what everybody received at the last step: the number of messages, their order and every byte. When a
        game is over, its log tells everything."""
        step = len(now.steps) - 1
        if self._refused(was, now, step):
            raise Impossible
        if step >= self.over and was.steps[step].rest.get("path", "").endswith("/log"):
            return
        for viewer, steps in self.steps.items():
            if step < steps:
                before, after = was.heard_by(viewer, step), now.heard_by(viewer, step)
                assert before == after, (
                    f"what {viewer} receives at step {step} depends on where {self.exchange.one} and "
                    f"{self.exchange.other} lie: {was.steps[step]}"
                )
                self.compared += sum(map(len, before.values()))

    def _refused(self, was: Recorded, now: Recorded, step: int) -> bool:
        """Whether somebody who has seen one of the two cards was refused a move that was allowed before, as where
        players must follow suit."""
        said = was.steps[step]
        if said.what != "say" or said.rest["type"] != "act" or self.until[said.viewer] > was.versions[step - 1]:
            return False
        before, after = ({read(one)["type"] for one in record.heard[step].get(said.who, [])} for record in (was, now))
        return "refused" in after - before


def swap_hidden_from(hidden: Hidden, viewer: Viewer, version: int, rng: Random) -> Swap | None:
    """Two cards of one shuffle that the viewer has not seen at that version, if there are any. There are as many of one
    as of the other, because everybody knows the deck."""
    groups = []
    for shuffle, faces in enumerate(hidden.moments[version].shuffles):
        unseen = [face for face in sorted(faces) if hidden.until(viewer, shuffle, face) > version]
        for copies in sorted(set(faces.values())):
            group = [face for face in unseen if faces[face] == copies]
            groups += [(shuffle, group)] if len(group) > 1 else []
    if not groups:
        return None
    shuffle, group = rng.choice(groups)
    return Swap(hidden, shuffle, *rng.sample(group, 2))


def check_swaps(folder: Path, setting: Setting, record: Recorded, swaps: int, sockets: bool = False) -> int:
    """For every viewer, exchange cards that stay hidden until the end, and cards that stay hidden until some version.
    If an exchange turns out to be impossible, others are tried; most must be possible. Returns the number of messages
    compared."""
    hidden = Hidden(record)
    rng = Random(f"swaps {setting.seed}")
    compared = 0
    found = wanted = 0
    for number in range(swaps):
        viewer = hidden.viewers[number % len(hidden.viewers)]
        version = len(hidden.moments) - 1 if number == 0 else rng.randrange(len(hidden.moments))
        wanted += 1
        for again in range(TRIES):
            if again:
                version = rng.randrange(len(hidden.moments))
            swap = swap_hidden_from(hidden, viewer, version, rng)
            if swap is None:
                continue
            try:
                if sockets:  # which wait for as many messages as before, so the exchange has to be possible
                    swap.perform(folder / f"swap {number}.{again} unplugged", setting, record)
                swap.perform(folder / f"swap {number}.{again}", setting, record, sockets)
            except Impossible:
                compared += swap.compared
                continue
            compared += swap.compared
            found += 1
            break
    assert found > wanted // 2, "most exchanges should be possible"
    return compared


def differences(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """The paths at which two messages differ, without indexes of lists."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            yield from differences(one.get(key), other.get(key), f"{path}.{key}".lstrip("."))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for first, second in zip(one, other, strict=True):
            yield from differences(first, second, path)
    elif one != other:
        yield path


def read(message: bytes) -> Any:
    """The JSON of a message, or of the answer to a request with its status."""
    if message.startswith(b"{"):
        return json.loads(message)
    status, _, body = message.decode().partition(" ")
    return {"status": status, "body": json.loads(body) if body[:1] in ("{", "[") else body}
