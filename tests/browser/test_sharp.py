"""Bot levels, hints, and the costliest moves after the game, on the page."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser.looks import STILL, check
from tests.browser.players import Person, play
from tests.browser.rehearsed import TOURS, Rehearsed, on_tour, shows
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

SENTENCE = re.compile(r"^Hint: .+\.\s*$")


def test_sharp_is_chosen_in_the_lobby_and_gives_hints_until_the_host_says_no(server: Process, window: Window) -> None:
    new = {"game": "golf", "name": "Ann", "seats": [{}, {}, {"bot": "gentle"}], "options": {"holes": 1}}
    made = httpx.post(f"{server.url}/api/tables", json=new).json()
    ann, bob = Person(window(f"{made['link']}#seat={made['token']}")), Person(window("about:blank", PHONE, "dark"))
    bob.joins(made["link"], "Bob")
    expect(bob.page.get_by_text("gentle bot")).to_be_visible()
    ann.press(ann.page.get_by_role("button", name=re.compile("Change chair 3, .*, gentle bot")))
    ann.press(ann.page.get_by_role("button", name="Sharp: thinks ahead"))
    expect(ann.page.locator("[data-level=sharp]")).to_have_attribute("aria-pressed", "true")
    expect(bob.page.get_by_text("sharp bot")).to_be_visible()
    check(ann.page, "levels")

    ann.starts()
    log = ann.page.get_by_test_id("log")
    expect(log).to_have_text(re.compile(r"(\w+ turned up .*){2}", re.DOTALL), timeout=20_000)  # all at once
    bob.press(bob.page.get_by_role("button", name="Hint"))
    ann.page.keyboard.press("w")
    for person in (ann, bob):
        expect(person.page.get_by_test_id("advice")).to_have_text(SENTENCE, timeout=20_000)
        expect(person.page.get_by_test_id("spoken")).to_have_text(SENTENCE)
        check(person.page, "a hint")
    ann.press(ann.page.get_by_role("button", name="Close the hint"))
    expect(ann.page.get_by_test_id("advice")).to_have_count(0)
    assert bob.makes_a_move()
    expect(bob.page.get_by_test_id("advice")).to_have_count(0)

    play([ann, bob], lambda: bool(re.search("(?!You|Bob)[A-Z][a-z]+ (drew|took)", log.inner_text())))
    play([ann, bob], lambda: bob.page.get_by_test_id("hint").count() == 1)
    ann.press(ann.page.get_by_role("button", name="Table", exact=True))
    ann.press(ann.page.locator("summary", has_text="Host settings"))
    ann.page.get_by_role("checkbox", name="Players can ask for hints").uncheck()
    expect(bob.page.get_by_test_id("hint")).to_have_count(0)


def asks_for_a_hint(person: Person) -> None:
    """Asks again where a busy machine has no hint in time."""
    answer = person.page.locator("[data-testid=advice], [data-testid=refusal]")
    for _ in range(10):
        person.press(person.page.get_by_test_id("hint"))
        answer.wait_for(timeout=60_000)
        if person.page.get_by_test_id("advice").count():
            return
    raise AssertionError("there is no hint")


# What the hint covers of the places that it points at.
COVERED = """() => {
    const box = document.querySelector('[data-testid=advice]').getBoundingClientRect()
    return [...document.querySelectorAll('[data-hinted], .advised')].filter((mark) => {
        const its = mark.getBoundingClientRect()
        return its.left < box.right && its.right > box.left && its.top < box.bottom && its.bottom > box.top
    }).map((mark) => mark.parentElement.outerHTML.slice(0, 120))
}"""


@pytest.mark.parametrize("game", TOURS)
def test_a_hint_never_covers_what_it_points_at(server: Process, window: Window, game: str) -> None:
    with on_tour(server, game) as table:
        people = [Person(window(table.link(0), size)) for size in (PHONE, DESK)]
        table.until_turn(0, TOURS[game].does)
        shows(people[0].page, table.version)
        while not people[0].can("[data-testid=hint]"):  # not in a race, for instance
            assert table.step()
            shows(people[0].page, table.version)
        for person in people:
            shows(person.page, table.version)
            asks_for_a_hint(person)
            person.page.evaluate(STILL)
            assert person.page.evaluate(COVERED) == []
            expect(person.page.locator("[data-hinted], .advised").first).to_be_visible()


def test_two_books_go_down_in_four_taps_with_a_hint(server: Process, window: Window) -> None:
    with Rehearsed(server, "torpedo", 3, options={"rounds": 1}) as table:  # between two, sharp may wait
        table.until_turn(0, "lay_down")
        ann = Person(window(table.link(0), PHONE))
        shows(ann.page, table.version)
        asks_for_a_hint(ann)
        ann.press(ann.page.get_by_role("button", name="Put them there"))
        expect(ann.page.get_by_test_id("advice")).to_have_count(0)
        expect(ann.page.locator(".tray.good")).to_have_count(2)
        melds = ann.page.locator("[data-zone^='meld:']")
        before = melds.count()  # others may have laid down already
        ann.press(ann.page.locator("[data-ask=lay_down]:not([aria-disabled=true])"))
        expect(melds).to_have_count(before + 2)


def test_the_costliest_moves_lead_to_their_moments_after_the_game(server: Process, window: Window) -> None:
    with Rehearsed(server, "golf", 2, options={"holes": 1}) as table:
        while table.step():
            pass
        ann = Person(window(table.link(0), PHONE))
        ann.press(ann.page.get_by_test_id("lookback"))
        costly = ann.page.get_by_test_id("costly")
        expect(costly).to_have_attribute("data-done", "true", timeout=60_000)
        expect(costly).to_have_text(re.compile("that cost you most:|No move cost you much. Well played."))

        # Bob's costliest move is fixed for the test.
        decision = {"at": 3, "round": 1, "did": "Take 9♦", "better": "Draw", "why": "nines are dear", "cost": 0.062}
        weighed: list[dict[str, Any]] = [
            {"weighed": 4, "done": False},
            {"weighed": 7, "done": True, "decisions": [{**decision, "sure": 5.0}]},
        ]

        def answer(route: Route) -> None:
            route.fulfill(json={"seat": 1, "of": 7, "decisions": [], **weighed.pop(0)})

        ann.page.route("**/lookback?seat=1", answer)
        ann.chooses("whose", "1")
        expect(costly).to_contain_text("Looking at Bob’s 7 moves …")
        expect(costly).to_contain_text("Draw: nines are dear.")
        expect(costly).to_contain_text("That cost Bob about 6% of their chance to win.")
        check(ann.page, "the costliest moves")
        ann.press(ann.page.get_by_role("link", name="See it: Hole 1, Take 9♦"))
        expect(ann.page.get_by_test_id("replay")).to_have_attribute("data-at", "3")
        expect(ann.page.locator("[name=seat]")).to_have_value("1")
