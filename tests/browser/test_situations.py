"""Every situation of every game on the page: no control is cut off, covered or too small, nothing
scrolls sideways, and axe finds nothing serious."""

import pytest
from playwright.sync_api import expect

from tests.arbitrary import LONG
from tests.browser.looks import UNSEEN, check, check_geometry
from tests.browser.rehearsed import GAMES, Rehearsed, shows
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

# A desk at 200 % zoom and a very small phone, which look at two situations only.
SMALL = [{"width": 640, "height": 400}, {"width": 320, "height": 568}]
TWO = {
    "golf": ({"draw"}, {"swap"}),
    "torpedo": ({"buy"}, {"discard", "lay_down"}),
    "progressive": ({"buy"}, {"discard", "play_on"}),
    "toripoka": ({"draw"}, {"fold", "place"}),
    "yammouth": ({"place"}, {"slam"}),
}
SECRETS = {"progressive": 7}  # of games that bring the first seat into these situations; the others use 1
MOST = 10_000 if LONG else 120  # moves


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", GAMES)
def test_every_situation_can_be_seen_and_reached(
    server: Process, window: Window, game: str, size: dict[str, int]
) -> None:
    seats, options = GAMES[game]
    with Rehearsed(server, game, seats, SECRETS.get(game, 1), options=options) as table:
        page = window(table.link(0), size, "dark" if size == DESK else "light")
        seen: set[frozenset[str]] = set()
        for move in range(MOST):
            situation = frozenset(table.asked(0)) or frozenset({"waiting"})
            if situation not in seen:
                seen.add(situation)
                shows(page, table.version)
                check(page, f"{game}, move {move}: {', '.join(sorted(situation))}")
            if not table.step():
                expect(page.get_by_test_id("table")).to_have_attribute("data-phase", "over", timeout=60_000)
                check(page, f"{game}: the end")
                break
        assert len(seen) > 2


@pytest.mark.parametrize("game", GAMES)
def test_at_200_percent_and_on_a_very_small_phone_everything_can_be_reached(
    server: Process, window: Window, game: str
) -> None:
    seats, options = GAMES[game]
    with Rehearsed(server, game, seats, SECRETS.get(game, 1), options=options) as table:
        pages = [window(table.link(0), size) for size in SMALL]
        for asked in TWO[game]:
            while not table.asked(0) >= asked:
                assert table.step()
            for page in pages:
                where = f"{game}, {page.viewport_size}: {', '.join(sorted(asked))}"
                shows(page, table.version)
                check_geometry(page, where)
                assert page.evaluate(UNSEEN) == [], where
