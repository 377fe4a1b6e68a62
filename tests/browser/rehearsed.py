"""Tables that play themselves, a move at a time, to look at the page in every situation of every game."""

import asyncio
import itertools
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any, Self

import msgspec
from playwright.sync_api import Page
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.sync.client import ClientConnection, connect

from parlour.bots import find_bot
from parlour.games import discover, find
from parlour.kernel.log import form_of
from parlour.kernel.options import changed, read
from parlour.kernel.shuffle import FairShuffler, commitment, key_from
from parlour.server.tokens import key_of, new_code
from parlour.store.sqlite import SqliteStore
from parlour.table.chairs import Chair
from parlour.table.events import Invitation, Pace, Start, TableEntry
from tests.arbitrary import in_rounds, usual_seats
from tests.browser.tour import Tour
from tests.games.own import own
from tests.process import Process

NAMES = ("Ann", "Bob", "Grandma", "Dan", "Eve", "Grandpa Joe", "Gus", "Hal")
TOURS: dict[str, Tour] = {name: Tour() for name in discover()} | {
    name: module.TOUR for name, module in own("tour").items()
}


def put(db: Path, code: str, invitation: Invitation, secret: bytes, dealt: bool = False) -> None:
    """Writes a table straight into the data file, so that its secret is known. To make its cards known too, they are
    dealt before any device adds its words."""

    async def write() -> None:
        store = SqliteStore(db)
        await store.create(code, invitation, secret)
        if dealt:
            await store.append(code, TableEntry(1, time.time(), 0, "person", Start()))
        await store.close()

    with ThreadPoolExecutor(1) as pool:  # this thread has the browser's loop running
        pool.submit(asyncio.run, write()).result()


UNHURRIED = Pace(windows=False, calls="in turn", slam_grace=0)


class Rehearsed:
    """A table of people whose moves a steady bot chooses, each sent over the seat's own connection. The same secret
    always gives the same game."""

    def __init__(
        self,
        server: Process,
        game: str,
        seats: int,
        secret: int = 1,
        options: dict[str, Any] | None = None,
        started: bool = True,
        pace: Pace = UNHURRIED,
        one_tap: bool = True,
    ) -> None:
        self.game = find(game)
        self.server, self.rng, self.started = server, Random(secret), started
        self.code = new_code(secrets.token_bytes)
        self.tokens = [f"token-of-{name}" for name in NAMES[:seats]]
        chosen = read(self.game.options, options or {})
        sealed = secret.to_bytes(32, "big")
        self.state = self.game.start(chosen, seats, FairShuffler(key_from(sealed, [""] * seats)))
        chairs = tuple(Chair(name, key_of(token)) for name, token in zip(NAMES, self.tokens, strict=False))
        seal = commitment(sealed)
        invitation = Invitation(game, self.game.edition, changed(chosen), chairs, chairs[0].key, seal, pace)
        invitation = msgspec.structs.replace(invitation, one_tap=one_tap)
        put(server.db, self.code, invitation, sealed)
        self.ids = itertools.count()
        self.lines: list[ClientConnection] = []
        self.open = ExitStack()

    def __enter__(self) -> Self:
        self.lines = [self.line(token) for token in self.tokens]
        if self.started:
            self.start()
        return self

    def line(self, token: str) -> ClientConnection:
        address = f"{self.server.url.replace('http', 'ws')}/api/tables/{self.code}/socket"
        line = connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_queue=None)
        return self.open.enter_context(line)

    def start(self) -> None:
        self.version = self.say(0, {"type": "table", "event": {"what": "start"}})

    def __exit__(self, *_: object) -> None:
        self.open.close()

    def link(self, seat: int) -> str:
        return f"{self.server.url}/t/{self.code}#seat={self.tokens[seat]}"

    def say(self, seat: int, message: dict[str, Any]) -> int:
        """Sends a message. Returns the version after it."""
        id = f"rehearsed-{next(self.ids)}"
        with suppress(TimeoutError, ConnectionClosed):  # closed because the seat was silent for a minute
            while True:
                self.lines[seat].recv(0)
        if self.lines[seat].state is not State.OPEN:
            self.lines[seat] = self.line(self.tokens[seat])
        self.lines[seat].send(msgspec.json.encode({**message, "id": id}).decode())
        while True:
            answer = msgspec.json.decode(self.lines[seat].recv(20))
            if answer.get("id") == id:
                assert answer["type"] == "ack", answer
                version: int = answer["version"]
                return version

    def asked(self, seat: int) -> set[str]:
        """The names of the actions that the seat can take now."""
        return {ask.action["do"] for ask in self.game.view(self.state, seat).asks}

    def next_move(self) -> tuple[int, Any] | None:
        """Who moves next, and how; None when the game is over."""
        for seat in self.game.asked(self.state):
            choice = find_bot(self.game, "steady").choose(self.state.redeal(seat, self.rng), seat, self.rng)
            if choice is not None:
                return seat, choice
        return None

    def makes(self, seat: int, action: Any) -> None:
        self.version = self.say(seat, {"type": "act", "action": form_of(action), "seen": self.version})
        self.state.apply(seat, action)

    def step(self) -> bool:
        """Makes one move; False when the game is over."""
        if (move := self.next_move()) is None:
            return False
        self.makes(*move)
        return True

    def until_turn(self, seat: int, do: str) -> Any:
        """Plays until this seat would do such a thing ("": anything), and returns the action. Its person does it on the
        page."""
        while (move := self.next_move()) is not None:
            if move[0] == seat and do in ("", form_of(move[1])["do"]):
                return move[1]
            self.makes(*move)
        raise AssertionError(f"seat {seat} never does {do}")

    def until_next(self, there: Callable[["Rehearsed"], object]) -> bool:
        """Plays until the next move would make the condition hold."""
        return self.until(lambda table: table._leads_to(there))

    def _leads_to(self, there: Callable[["Rehearsed"], object]) -> bool:
        state, luck = self.state, self.rng.getstate()
        if (move := self.next_move()) is None:
            return False
        self.state = state.copy()
        self.state.apply(*move)
        found = bool(there(self))
        self.state = state
        self.rng.setstate(luck)
        return found

    def until(self, there: Callable[["Rehearsed"], object]) -> bool:
        """Plays until the condition holds; False if it never did."""
        while not there(self):
            if not self.step():
                return False
        return True


def on_tour(server: Process, game: str, seats: int = 0, secret: int = 0, one_tap: bool = True) -> Rehearsed:
    """A table for a tour of a game, with the usual number of seats and the tour's own deal unless others are given."""
    found, tour = find(game), TOURS[game]
    options = in_rounds(found, 2) if tour.options is None else tour.options
    return Rehearsed(server, game, seats or usual_seats(found), secret or tour.secret, options, one_tap=one_tap)


def shows(page: Page, version: int) -> None:
    page.wait_for_function(
        "version => Number(document.querySelector('[data-testid=table]')?.dataset.version) >= version",
        arg=version,
        timeout=60_000,  # on a busy machine
    )


BARRED = "[data-own] [role=option]:not([data-item])"  # cards of one's hand that may not be played now


def until_some_are_barred(table: Rehearsed, seat: int = 0) -> None:
    """Plays until the seat has cards that may be played and others that may not, with a trick behind it."""

    def there(now: Rehearsed) -> bool:
        asks = now.game.view(now.state, seat).asks
        hole = asks[0].action.get("card") if asks else None
        return (
            hole is not None and len(hole.only) < now.game.view(now.state, seat).seats[seat].cards and now.version > 12
        )

    assert table.until(there)
