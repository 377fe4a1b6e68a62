"""Time to cut in, on the page: in Magpie for three, Cat can grab the prize, but Bob can end that first."""

import httpx
from playwright.sync_api import expect

from tests.browser.looks import check
from tests.browser.magpies import done
from tests.browser.players import Person
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process


def three(server: Process, window: Window, **wishes: object) -> tuple[Person, Person, Person]:
    """The windows of Ann, who is at bat, Bob and Cat."""
    with httpx.Client(base_url=server.url) as http:
        new = {"game": "magpie", "name": "Ann", "seats": [{}] * 3, "options": {"breath": 8}, "pace": {"windows": False}}
        made = [http.post("/api/tables", json={**new, **wishes}).json()]
        for name in ("Bob", "Cat"):
            http.cookies.clear()
            made.append(http.post(f"/api/tables/{made[0]['code']}/sit", json={"name": name}).json())
    link = made[0]["link"]
    ann, bob, cat = (
        Person(window(f"{link}#seat={one['token']}", size))
        for one, size in zip(made, (DESK, PHONE, PHONE), strict=True)
    )
    cat.connected()
    ann.starts()
    expect(cat.table).to_have_attribute("data-phase", "playing")
    return ann, bob, cat


def test_the_waiting_player_sees_why_and_can_go_on_when_the_time_is_over(toy_server: Process, window: Window) -> None:
    ann, bob, cat = three(toy_server, window)
    ann.press(ann.page.locator("[data-ask=pass]"))
    grab = cat.page.locator("[data-ask=grab]")
    expect(grab).to_have_attribute("aria-disabled", "true")
    expect(grab).to_have_accessible_description("Wait: somebody can still cut in")
    expect(cat.page.locator("[data-item^='prize:']")).to_have_count(0)
    cat.page.wait_for_timeout(450)
    grab.click(force=True)  # as a finger would
    cat.page.keyboard.press("1")
    expect(bob.page.get_by_test_id("grace")).to_be_visible()
    expect(bob.page.locator("[data-ask=end]")).not_to_have_attribute("aria-disabled", "true")
    expect(ann.page.get_by_test_id("grace")).to_have_count(0)
    check(cat.page, "somebody may cut in")
    version = cat.version
    expect(grab).not_to_have_attribute("aria-disabled", "true", timeout=15_000)
    expect(cat.page.get_by_test_id("grace")).to_have_count(0)
    expect(cat.page.locator("[data-item^='prize:']")).to_have_count(1)
    assert cat.version == version
    assert cat.can("[data-testid=refusal]") is None
    cat.press(grab)
    expect(ann.table).to_have_attribute("data-version", str(version + 1))
    assert done(toy_server, ann) == ["pass", "grab"]


def test_cutting_in_ends_it_at_once(toy_server: Process, window: Window) -> None:
    ann, bob, cat = three(toy_server, window, options={"breath": 9})
    ann.press(ann.page.locator("[data-ask=pass]"))
    bob.press(bob.page.locator("[data-ask=end]"))
    bob.page.locator("[data-ask=pass]").wait_for()
    expect(bob.page.get_by_test_id("grace")).to_have_count(0)
    bob.page.wait_for_timeout(450)
    bob.press(bob.page.locator("[data-ask=pass]"))
    expect(cat.page.locator("[data-ask=end]")).to_be_visible()
    assert done(toy_server, ann) == ["pass", "end", "pass"]


def test_the_time_to_cut_in_can_be_set_in_games_that_have_one(toy_server: Process, window: Window) -> None:
    ann = Person(window(f"{toy_server.url}/new/golf", DESK))
    expect(ann.page.get_by_role("button", name="Set up the table")).to_be_visible()
    expect(ann.page.locator("[name=slam-grace]")).to_have_count(0)
    ann.page.goto(f"{toy_server.url}/new/magpie")
    ann.write(ann.page.locator("[name=name]"), "Ann")
    ann.unfolds()
    ann.chooses("slam-grace", "4")
    ann.press(ann.page.get_by_role("button", name="Set up the table").first)
    expect(ann.table).to_have_attribute("data-phase", "lobby")
    ann.press(ann.page.get_by_text("Host settings"))
    expect(ann.page.locator("[name=slam-grace]")).to_have_value("4")
    for value in ("0", ""):
        ann.chooses("slam-grace", value)
        ann.page.wait_for_timeout(200)
        expect(ann.page.locator("[name=slam-grace]")).to_have_value(value)
