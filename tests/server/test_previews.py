"""What messengers show of a link, read as they read it."""

import asyncio
import struct
from html.parser import HTMLParser
from pathlib import Path

import pytest

from parlour.games import discover
from parlour.server.limits import WRONG_CODES
from parlour.server.page import FOLDER
from parlour.server.previews import HIGH, WIDE
from tests.process import ROOT
from tests.server.driver import Served, run, serving
from tests.server.sheets import sheet

pytestmark = pytest.mark.skipif(not (FOLDER / "index.html").exists(), reason="the page has not been built")


class Head(HTMLParser):
    """The title and the tags of a page's head, by name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}
        self.within = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.within = tag
        if tag == "meta" and (name := given.get("property") or given.get("name")):
            assert name not in self.tags or "media" in given, name
            self.tags[name] = given["content"]

    def handle_data(self, data: str) -> None:
        if self.within == "title":
            self.tags["title"] = data
        self.within = ""


async def seen(served: Served, path: str) -> dict[str, str]:
    answer = await served.http.get(path)
    assert answer.status_code == 200
    tags = Head(answer.text).tags
    assert tags["title"] == tags["og:title"]
    assert tags["description"] == tags["og:description"]
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    return tags


def test_a_table_invites_in_its_host_s_name_and_in_no_other(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(name='Anna "A" & Co', seats=[{}, {"name": "Grandma"}, {}, {"bot": "steady"}])
        shown = await seen(served, f"/t/{made['code'].lower()}")
        assert shown["title"] == 'Anna "A" & Co invites you to Six-Card Golf'
        assert shown["description"] == "Two chairs are free. Tap to join."
        assert shown["og:image"] == f"{served.url}/previews/golf.png"
        page = (await served.http.get(f"/t/{made['code']}")).text
        assert "Grandma" not in page
        assert made["token"] not in page
        await served.sit(made["code"], "Bob")
        assert (await seen(served, f"/t/{made['code']}"))["description"] == "One chair is free. Tap to join."
        host = await served.join(made["code"], made["token"])
        await host.table("settle", locked=True, onlookers=False)
        assert (await seen(served, f"/t/{made['code']}"))["description"] == "All chairs are taken."
        await host.table("start")
        shown = await seen(served, f"/t/{made['code']}")
        assert shown["title"] == 'Anna "A" & Co\'s table: Six-Card Golf'
        assert shown["description"] == "They're playing. All chairs are taken."
        assert "watch again" in (await seen(served, f"/replay/{made['code']}"))["title"]

    run(tmp_path, story)


def test_a_table_whose_host_has_no_chair_and_a_sheet(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(name="", seats=[{}, {}])
        assert (await seen(served, f"/t/{made['code']}"))["title"] == "Come play Six-Card Golf"
        _, code = await sheet(served)
        shown = await seen(served, f"/t/{code}")
        assert shown["title"] == "Yammouth on paper"
        assert shown["og:image"].endswith("/previews/yammouth.png")

    run(tmp_path, story)


def test_links_to_games_presets_lessons_and_circles(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        shown = await seen(served, "/new/golf?holes=3&super_kings=true&utm=spam")
        assert shown["title"] == "Play Six-Card Golf"
        assert "House rules: A game has 3 holes." in shown["description"]
        assert "spam" not in shown["description"]
        assert "House rules" not in (await seen(served, "/new/golf?holes=zero"))["description"]
        assert (await seen(served, "/learn/torpedo"))["title"] == "Learn Torpedo"
        assert (await seen(served, "/score/torpedo"))["title"] == "Torpedo on paper"
        assert "family" in (await seen(served, "/circle"))["title"]
        for path in ("/", "/new/chess", "/t/XXXXXX", "/t/%3Cscript%3E", "/replay"):
            shown = await seen(served, path)
            assert shown["title"] == "Parlour"
            assert shown["og:image"].endswith("/previews/parlour.png")

    run(tmp_path, story)


def test_links_are_those_of_the_public_address(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, public_url="https://cards.example.org") as served:
            shown = await seen(served, "/new/golf")
            assert shown["og:url"] == "https://cards.example.org/new/golf"
            assert shown["og:image"] == "https://cards.example.org/previews/golf.png"

    asyncio.run(story())


def test_guessing_codes_by_their_pages_is_limited_too(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        for _ in range(int(WRONG_CODES.burst) + 1):
            await seen(served, "/t/XXXXXX")
        assert (await seen(served, f"/t/{made['code']}"))["title"] == "Parlour", "a guesser learns nothing"
        assert (await served.http.get(f"/api/tables/{made['code']}")).status_code == 429

    run(tmp_path, story)


@pytest.mark.parametrize("name", ["parlour", *discover()])
def test_every_game_has_a_picture_of_the_right_size(name: str) -> None:
    picture = (ROOT / "web" / "public" / "previews" / f"{name}.png").read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (WIDE, HIGH)
    assert len(picture) < 300_000  # some messengers show no larger ones


def test_pictures_are_served_and_nothing_else(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        for name in ("golf", "chess", "..%2f..%2fsecret"):
            answer = await served.http.get(f"/previews/{name}.png")
            if name == "golf":
                assert answer.headers["content-type"] == "image/png"
            assert answer.status_code in (200, 404)
            assert answer.status_code == 404 or answer.content.startswith(b"\x89PNG")

    run(tmp_path, story)
