"""Tables of the toy game, and what people do at them."""

import secrets
import sqlite3
from collections.abc import Callable
from itertools import count
from typing import Any

import httpx
import msgspec
from playwright.sync_api import expect

from parlour.kernel.shuffle import FairShuffler, commitment, key_from
from parlour.server.tokens import key_of, new_code
from parlour.table.chairs import Chair
from parlour.table.events import Invitation, Pace
from tests import toy
from tests.browser.players import Person
from tests.browser.rehearsed import put
from tests.browser.windows import PHONE, Window
from tests.process import Process

Deal = Callable[[toy.Magpie, int, int], bool]
TOKENS = ("token-of-ann", "token-of-bob")


def actions(server: Process, person: Person) -> list[dict[str, Any]]:
    """The actions so far at the person's table, from the data file."""
    code = person.page.url.partition("/t/")[2][:6]
    entries = "SELECT entry FROM entries WHERE code = ? ORDER BY seq"
    rows = sqlite3.connect(server.db).execute(entries, (code,)).fetchall()
    bodies: list[Any] = [msgspec.json.decode(row)["body"] for (row,) in rows]
    return [body["action"] for body in bodies if body["what"] == "move"]


def done(server: Process, person: Person) -> list[str]:
    return [action["do"] for action in actions(server, person)]


def links(server: Process, **wishes: Any) -> list[str]:
    """Sets up a table for two that waits for every answer. Returns the personal links of Ann, the host, and of Bob."""
    with httpx.Client(base_url=server.url) as http:
        new = {"game": "magpie", "name": "Ann", "seats": [{}, {}], "pace": {"windows": False}, **wishes}
        made = http.post("/api/tables", json=new).json()
        http.cookies.clear()
        bob = http.post(f"/api/tables/{made['code']}/sit", json={"name": "Bob"}).json()
    return [f"{made['link']}#seat={one['token']}" for one in (made, bob)]


def lay_table(server: Process, deal: Deal) -> tuple[str, int]:
    """Writes a table whose secret gives such a deal straight into the data file. Returns its code, and the seat that
    begins."""
    for number in count():
        secret = number.to_bytes(32, "big")
        state = toy.GAME.start(toy.MagpieOptions(), 2, FairShuffler(key_from(secret, ["", ""])))
        first = state.actors()[0]
        if deal(state, first, 1 - first):
            break
    chairs = tuple(Chair(name, key_of(token)) for name, token in zip(("Ann", "Bob"), TOKENS, strict=True))
    invitation = Invitation(
        "magpie", toy.GAME.edition, {}, chairs, chairs[0].key, commitment(secret), Pace(windows=False)
    )
    code = new_code(secrets.token_bytes)
    put(server.db, code, invitation, secret, dealt=True)
    return code, first


def sit_down(server: Process, window: Window, deal: Deal) -> tuple[Person, Person]:
    """The player who begins, and the other one, at a table with such a deal."""
    code, first = lay_table(server, deal)
    people = [Person(window(f"{server.url}/t/{code}#seat={token}", PHONE)) for token in TOKENS]
    for person in people:
        expect(person.table).to_have_attribute("data-phase", "playing")
    return people[first], people[1 - first]


def tap_faces(person: Person, *names: str) -> None:
    for name in names:
        person.press(person.page.locator(f"[data-own] [data-item^='hand:'][aria-label*='{name}' i]").first)


def finish(person: Person, ask: str) -> None:
    person.press(person.page.locator(f"[data-ask={ask}]:not([aria-disabled=true])"))
