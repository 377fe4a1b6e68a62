"""Every situation of every game: no card, number, name or button is cut off, covered or broken, in windows of
every size, with few and many players, with large letters, and in easy mode; and axe finds nothing serious."""

import itertools
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from parlour.games import find
from tests.arbitrary import LONG
from tests.browser.looks import STILL, UNSEEN, check, check_geometry
from tests.browser.rehearsed import TOURS, Rehearsed, on_tour, shows
from tests.browser.windows import DESK, LOW, PHONE, Window
from tests.process import Process

# A desk at 200 % zoom and a very small phone, which look at two situations only.
SMALL = [{"width": 640, "height": 400}, {"width": 320, "height": 568}]
SIZES = [(320, 568), (360, 640), (390, 844), (640, 360), (768, 1024), (1280, 800), (1920, 1080)]
LARGE = [(size, letters) for letters in (150, 200) for size in ((360, 640), (390, 844), (1280, 800))]  # in percent
EASY = [(320, 568), (360, 640), (390, 844), (1280, 800)]
Look = tuple[tuple[int, int], int, bool]  # a window, its letters, and whether it is in easy mode
LOOKS: list[Look] = [
    *((size, 100, False) for size in SIZES),
    *((*look, False) for look in LARGE),
    *((size, 100, True) for size in EASY),
]
EACH = len(LOOKS) if LONG else 2  # of them, in a situation
# Where the player's cards and the bar of buttons begin, by what they are.
TOPS = """() => Object.fromEntries(
    [...document.querySelectorAll(".doing, [data-own] :is([data-zone^='hand:'], [data-zone^='grid:'])")].map((one) => [
        one.dataset.zone ? `${one.dataset.zone}, ${one.querySelectorAll('[data-place]').length} cards` : 'buttons',
        Math.round(one.getBoundingClientRect().top),
    ]))"""
MOST = 10_000 if LONG else 120  # moves


class Steady:
    """What must not move while a game goes on: the buttons, and a hand of as many cards."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tops: dict[str, int] = {}

    def check(self, where: str) -> None:
        for what, top in self.page.evaluate(TOPS).items():
            before = self.tops.setdefault(what, top)
            assert abs(top - before) <= 1, f"{where}: {what} moved from {before} to {top}"

    def check_picking(self, where: str) -> None:
        """Picks a card up, if there is a hand, and puts it back."""
        self.check(where)
        cards = self.page.locator("[data-own] [data-item^='hand:']")
        if cards.count():
            cards.last.click()
            self.page.evaluate(STILL)
            self.check(f"{where}, a card picked up")
            self.page.keyboard.press("Escape")
            expect(self.page.locator("[data-ask-cancel]")).to_have_count(0)


def situations(table: Rehearsed, page: Page) -> Iterator[tuple[frozenset[str], str]]:
    """Plays on, and yields every situation of the first seat once the page shows it, with words for where that was."""
    seen: set[frozenset[str]] = set()
    for move in range(MOST):
        situation = frozenset(table.asked(0)) or frozenset({"waiting"})
        if situation not in seen:
            seen.add(situation)
            shows(page, table.version)
            asked = ", ".join(sorted(situation))
            yield situation, f"{table.game.name} with {len(table.tokens)}, move {move}: {asked}"
        if not table.step():
            yield frozenset({"the end"}), f"{table.game.name}: the end"
            return


@pytest.mark.parametrize(
    ("game", "size"),
    [*itertools.product(TOURS, (PHONE, DESK))] if LONG else [*zip(TOURS, itertools.cycle((PHONE, DESK)), strict=False)],
)
def test_every_situation_can_be_seen_and_reached(
    server: Process, window: Window, game: str, size: dict[str, int]
) -> None:
    with on_tour(server, game, secret=1, one_tap=False) as table:
        page = window(table.link(0), size, "dark" if size == DESK else "light")
        steady = Steady(page)
        seen = 0
        for situation, where in situations(table, page):
            seen += 1
            if situation == {"the end"}:
                expect(page.get_by_test_id("table")).to_have_attribute("data-phase", "over", timeout=60_000)
            check(page, where)
            if not situation & {"deal", "ready", "the end"}:  # the hands lie open
                steady.check_picking(where)
        assert seen > 2


@pytest.mark.parametrize(
    ("game", "secret", "moves", "parts"),
    [
        ("yammouth", 3, 84, ["main", ".doing", "[data-zone=stock]", "[data-zone='hand:0']"]),
        ("torpedo", 7, 29, ["main", ".doing"]),
    ],
)
def test_long_prompts_and_words_on_buttons_move_nothing(
    server: Process, window: Window, game: str, secret: int, moves: int, parts: list[str]
) -> None:
    """A hand that can be slammed, with two large buttons; an offer with a long question."""
    top = "(one) => Math.round(document.querySelector(one).getBoundingClientRect().top)"
    felt = f"() => {parts}.map({top})"
    with on_tour(server, game, secret=secret, one_tap=False) as table:
        page = window(table.link(0), PHONE)
        shows(page, table.version)
        page.evaluate(STILL)
        before = page.evaluate(felt)
        for move in range(moves):
            table.step()
            if move >= moves - 4:
                shows(page, table.version)
                page.evaluate(STILL)
                assert page.evaluate(felt) == before, move


@pytest.mark.parametrize("game", TOURS if LONG else [*TOURS][::3])
def test_on_a_low_phone_the_buttons_of_a_turn_move_no_card(server: Process, window: Window, game: str) -> None:
    """Hints, taking back and calls come and go, and the bar stays as high as it is."""
    with on_tour(server, game, one_tap=False) as table:
        page = window(table.link(0), LOW)
        heights = set()
        for _ in range(12):
            shows(page, table.version)
            page.evaluate(STILL)
            heights.add(page.evaluate("() => document.querySelector('.doing').offsetHeight"))
            assert table.step()
        assert len(heights) == 1, heights


# Whether what is said about a pile's card lies on that card, and the pile's count is free.
ON_ITS_CARD = """() => [...document.querySelectorAll('.onCard')].map(note => {
    const pile = note.closest('[data-zone]')
    const places = [note, pile.querySelector('.place:last-of-type .item'), pile.querySelector('.figures')]
    const [said, card, count] = places.map(one => one.getBoundingClientRect())
    return said.left >= card.left && said.right <= card.right && said.bottom <= card.bottom && said.top > count.bottom
})"""


@pytest.mark.parametrize("size", [LOW, PHONE], ids=["low", "phone"])
def test_that_a_discard_is_dead_is_said_on_its_card(server: Process, window: Window, size: dict[str, int]) -> None:
    with Rehearsed(server, "torpedo", 4, 2, {"rounds": 2}) as table:
        table.until_next(lambda table: table.state.melds)
        page = window(table.link(0), size)
        shows(page, table.version)
        page.evaluate(STILL)
        assert page.evaluate(ON_ITS_CARD) == [True]


def be_easy(page: Page, easy: bool) -> None:
    """Turns easy mode on or off, as if the device had been set so before the page came."""
    if page.evaluate("document.documentElement.dataset.easy") != ("on" if easy else "off"):
        version = page.get_by_test_id("table").get_attribute("data-version")
        page.evaluate("easy => localStorage.parlour = JSON.stringify({ easy })", easy)
        page.reload()
        shows(page, int(version or 0))


def in_every_window(page: Page, looks: Iterator[Look], where: str) -> None:
    for (width, height), letters, easy in itertools.islice(looks, EACH):
        be_easy(page, easy)
        page.evaluate("letters => document.documentElement.dataset.letters = letters", str(letters))
        page.set_viewport_size({"width": width, "height": height})
        check_geometry(page, f"{where}, {width}×{height}, letters at {letters} %{', easy' if easy else ''}")


@pytest.mark.parametrize("crowd", ["two", "four", "most"] if LONG else ["two", "most"])  # most tests above have four
@pytest.mark.parametrize("game", TOURS)
def test_nothing_is_cut_off_covered_or_broken(server: Process, window: Window, game: str, crowd: str) -> None:
    seats = {"two": 2, "four": 4, "most": find(game).seats[-1]}[crowd]
    if seats not in find(game).seats or (crowd == "most" and seats <= 4):
        pytest.skip(f"{game} is not for so many")
    looks = itertools.cycle(LOOKS)
    with on_tour(server, game, seats, secret=1) as table:
        page = window(table.link(0), PHONE)
        for situation, where in situations(table, page):
            if situation != {"the end"}:
                in_every_window(page, looks, where)


def test_the_badge_of_a_pair_makes_nothing_scroll(server: Process, window: Window) -> None:
    def has_pair(table: Rehearsed) -> bool:
        zones = table.game.view(table.state, 0).zones
        return any(sum.joined for zone in zones if zone.id == "grid:0" for sum in zone.sums or ())

    with on_tour(server, "golf", 4, secret=3) as table:
        assert table.until(has_pair)
        page = window(table.link(0), DESK)
        shows(page, table.version)
        in_every_window(page, iter([((390, 844), 100, False), ((1280, 800), 150, False)]), "a pair")


def test_the_grids_of_eight_fit_on_a_tablet(server: Process, window: Window) -> None:
    with on_tour(server, "golf", 8) as table:
        page = window(table.link(0), PHONE)
        shows(page, table.version)
        in_every_window(page, iter([((768, 1024), 100, False)]), "eight grids")


def test_after_a_game_every_button_can_be_reached_with_large_letters(server: Process, window: Window) -> None:
    with Rehearsed(server, "golf", 2, 8, {"holes": 1}) as table:
        assert table.until(lambda table: table.state.result())
        page = window(table.link(0), DESK)
        shows(page, table.version)
        page.get_by_test_id("rematch").wait_for()
        in_every_window(page, iter([((390, 844), 200, False)]), "the end")


@pytest.mark.parametrize("game", TOURS)
def test_at_200_percent_and_on_a_very_small_phone_everything_can_be_reached(
    server: Process, window: Window, game: str
) -> None:
    with on_tour(server, game) as table:
        pages = [window(table.link(0), size) for size in SMALL]
        for do in ("", TOURS[game].does):
            table.until_turn(0, do)
            for page in pages:
                where = f"{game}, {page.viewport_size}: {', '.join(sorted(table.asked(0)))}"
                shows(page, table.version)
                check_geometry(page, where)
                assert page.evaluate(UNSEEN) == [], where
