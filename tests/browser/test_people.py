"""What people do besides playing: come late, get removed, press twice, paste a link."""

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser.looks import check, check_geometry, resize, seen
from tests.browser.players import Person, new_table, personal
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process


def test_the_house_rules_are_shown_before_sitting_down_in_the_lobby_and_in_the_rules(
    server: Process, window: Window
) -> None:
    made = new_table(server, seats=[{}, {}], options={"holes": 2, "super_kings": True})
    bob = Person(window(made["link"], PHONE))
    for sentence in ("A game has 2 holes.", "Kings are worth −2."):
        expect(bob.page.get_by_text(sentence)).to_be_visible()
    bob.joins(made["link"], "Bob")
    expect(bob.page.get_by_text("Kings are worth −2.")).to_be_visible()
    ann = Person(window(personal(made)))
    ann.starts()
    bob.press(bob.page.get_by_role("button", name="Rules", exact=True))
    expect(bob.page.get_by_text("Kings are worth −2.").first).to_be_visible()


def test_a_chair_kept_for_somebody_is_one_tap_away_even_after_the_start(server: Process, window: Window) -> None:
    made = new_table(server, seats=[{}, {"name": "Grandma"}])
    ann = Person(window(personal(made)))
    expect(ann.page.get_by_test_id("prompt")).to_contain_text("Not here yet: Grandma.")
    ann.starts()
    grandma = Person(window(made["link"], PHONE))
    grandma.press(grandma.page.get_by_role("button", name="I’m Grandma"))
    expect(grandma.table).to_have_attribute("data-phase", "playing")


def test_a_new_phone_is_let_in_by_the_host_and_the_old_one_is_out(server: Process, window: Window) -> None:
    made = new_table(server, seats=[{}, {"name": "Rose"}])
    ann, old = Person(window(personal(made))), Person(window(made["link"], PHONE))
    old.press(old.page.get_by_role("button", name="I’m Rose"))
    ann.starts()
    link = old.page.url
    old.page.goto("about:blank")  # the phone is lost
    new = Person(window(link, PHONE))
    rose = new.page.get_by_role("button", name="I’m Rose")
    for _ in range(20):  # until the server has noticed that the old phone is gone
        if rose.count():
            break
        new.page.reload()
        new.page.get_by_text("All chairs are taken.").wait_for()
    new.press(rose)
    panel = ann.page.get_by_test_id("returning")
    expect(panel).to_contain_text(new.page.get_by_test_id("asked").locator("b").inner_text())
    check(new.page, "asking to be let in")
    check_geometry(ann.page, "somebody asks to be let in")
    new.page.reload()  # while it waits
    new.page.get_by_test_id("asked").wait_for()
    ann.press(panel.get_by_role("button", name="Let them in"))
    expect(new.table).to_have_attribute("data-phase", "playing")
    expect(panel).to_have_count(0)
    old.page.goto(link)
    expect(old.page.get_by_role("button", name="Just watch")).to_be_visible()


def test_a_name_that_is_at_the_table_is_told_the_way_in(server: Process, window: Window) -> None:
    made = new_table(server, seats=[{}, {}, {"name": "Rose"}])
    ann, old = Person(window(personal(made))), Person(window("about:blank", PHONE))
    old.joins(made["link"], "Bob")
    new = Person(window(made["link"], PHONE))
    new.write(new.page.locator("[name=name]"), "Bob")
    new.press(new.page.get_by_role("button", name="Sit down"))
    expect(new.page.get_by_test_id("refusal")).to_contain_text("Bob is here right now.")
    expect(new.page.get_by_role("button", name="I’m Bob")).to_have_count(0)
    old.page.goto("about:blank")  # the phone is lost
    expect(ann.page.get_by_test_id("prompt")).to_contain_text("Not here yet: Bob")
    new.press(new.page.get_by_role("button", name="Sit down"))
    expect(new.page.get_by_test_id("refusal")).to_contain_text("tap “I'm Bob” to be let in")
    new.press(new.page.get_by_role("button", name="I’m Bob"))
    ann.press(ann.page.get_by_test_id("returning").get_by_role("button", name="Let them in"))
    expect(new.table).to_have_attribute("data-phase", "lobby")
    ann.press(ann.page.locator("summary", has_text="Host settings"))
    ann.press(ann.page.get_by_label("Lock the table"))
    rose = Person(window(made["link"], PHONE))
    rose.press(rose.page.get_by_role("button", name="I’m Rose"))
    check(rose.page, "asking to be let in at a locked table")
    ann.press(ann.page.get_by_test_id("returning").get_by_role("button", name="Let them in"))
    expect(rose.table).to_have_attribute("data-phase", "lobby")


def test_somebody_who_is_removed_is_told_so_and_may_sit_down_again(server: Process, window: Window) -> None:
    made = new_table(server, seats=[{}, {}])
    ann, bob = Person(window(personal(made))), Person(window("about:blank", PHONE))
    bob.joins(made["link"], "Bob")
    ann.press(ann.page.get_by_role("button", name="Change chair 2, Bob"))
    ann.press(ann.page.get_by_role("button", name="Remove Bob …"))
    expect(ann.page.get_by_text("Bob will lose the chair.")).to_be_visible()
    ann.press(ann.page.get_by_role("button", name="Remove Bob", exact=True))
    expect(bob.page.get_by_text("You no longer have a chair at this table.")).to_be_visible()
    bob.press(bob.page.get_by_role("button", name="Back to the table"))
    bob.press(bob.page.get_by_role("button", name="Sit down"))
    expect(bob.table).to_have_attribute("data-phase", "lobby")


def test_two_people_at_four_chairs_take_two_away_and_their_devices_still_shuffle(
    server: Process, window: Window
) -> None:
    made = new_table(server, seats=[{}, {}, {"bot": "steady"}, {}], options={"holes": 1})
    ann, bob = Person(window(personal(made), PHONE)), Person(window("about:blank", PHONE))
    with httpx.Client() as http:
        http.post(f"{server.url}/api/tables/{made['code']}/sit", json={"name": "Bob", "seat": 3})
        bob.page.goto(f"{made['link']}#seat={http.cookies['parlour_seat']}")
    expect(ann.page.get_by_test_id("words")).to_contain_text("Everybody’s device has added")
    plates = ann.page.get_by_role("button", name="Change chair")
    ann.press(plates.nth(1))
    ann.press(ann.page.get_by_role("button", name="Take this chair away"))
    expect(plates).to_have_count(3)
    ann.press(ann.page.get_by_role("button", name="Change chair 2, "))  # the bot's, which has moved up
    ann.press(ann.page.get_by_role("button", name="Take this chair away"))
    expect(plates).to_have_count(2)
    expect(ann.page.get_by_test_id("prompt")).to_contain_text("Everybody’s here.")
    ann.press(ann.page.get_by_test_id("add-chair"))
    expect(plates).to_have_count(3)
    ann.press(plates.nth(2))
    ann.press(ann.page.get_by_role("button", name="Take this chair away"))
    expect(plates).to_have_count(2)
    ann.press(plates.nth(1))
    expect(ann.page.get_by_role("button", name="Remove Bob …")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Take this chair away")).to_have_count(0)
    ann.starts()
    expect(bob.table).to_have_attribute("data-phase", "playing")
    expect(bob.page.get_by_text("without", exact=False)).to_have_count(0)
    told = httpx.get(f"{server.url}/api/tables/{made['code']}").json()
    assert [(chair["name"], chair["words"]) for chair in told["chairs"]] == [("Ann", True), ("Bob", True)]


def test_a_full_or_locked_table_and_a_wrong_code_say_why(server: Process, window: Window) -> None:
    made = new_table(server, seats=[{}, {"bot": "steady"}])
    late = Person(window(made["link"]))
    expect(late.page.get_by_text("All chairs are taken. The host can open a bot’s chair for you.")).to_be_visible()
    home = Person(window(server.url))
    home.write(home.page.locator("[name=code]"), "no such code")
    home.press(home.page.get_by_role("button", name="Go to the table"))
    expect(home.page.get_by_test_id("refusal")).to_contain_text("A code has six")
    home.write(home.page.locator("[name=code]"), f"Come and play: {made['link']}")
    home.press(home.page.get_by_role("button", name="Go to the table"))
    home.page.wait_for_url(made["link"])


def test_a_page_that_cannot_reach_the_table_at_first_keeps_trying(server: Process, window: Window) -> None:
    made = new_table(server)
    page = window("about:blank", PHONE)
    refused: list[str] = []

    def cut(route: Route) -> None:
        if len(refused) < 3:
            refused.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    page.route("**/api/tables/**", cut)
    page.goto(personal(made))
    Person(page).connected()
    assert len(refused) == 3
    assert "#" not in page.url


def test_whoever_reloads_before_the_server_has_answered_keeps_the_seat(server: Process, window: Window) -> None:
    page = window("about:blank", PHONE)
    with page.expect_event("requestfailed"):
        page.route("**/api/tables/**", lambda route: route.abort())
        page.goto(personal(new_table(server)))
    page.unroute("**/api/tables/**")
    page.reload()
    Person(page).connected()
    expect(Person(page).table).to_have_attribute("data-phase", "lobby")
    assert "#" not in page.url


def test_a_second_press_meant_for_the_previous_button_does_nothing(server: Process, window: Window) -> None:
    made = new_table(server, seats=[{}, {}], options={"initial_flips": 0})
    with httpx.Client() as http:
        http.post(f"{server.url}/api/tables/{made['code']}/sit", json={"name": "Bob"})
        token = http.cookies["parlour_seat"]
    people = [Person(window(f"{made['link']}#seat={holder}", DESK)) for holder in (made["token"], token)]
    people[0].starts()
    for person in people:
        person.page.locator("[data-zone]").first.wait_for()
    first = next(person for person in people if person.can("[data-ask=draw]"))
    keyboard = first.page.keyboard
    keyboard.press("1")
    first.page.locator("[data-ask=discard]").wait_for()
    first.page.wait_for_timeout(450)
    keyboard.press("2")
    first.page.locator("[data-ask=leave]").wait_for()
    keyboard.press("2")
    first.page.wait_for_timeout(300)
    expect(first.page.locator("[data-ask=leave]")).to_be_visible()
    first.page.wait_for_timeout(300)
    keyboard.press("2")
    expect(first.page.locator("[data-ask=leave]")).to_have_count(0)


def test_an_onlooker_sees_no_buttons_and_finds_the_way_to_a_chair(server: Process, window: Window) -> None:
    made = new_table(server, seats=[{}, {}])
    ann = Person(window(personal(made)))
    ann.starts()
    eve = Person(window(made["link"], PHONE))
    eve.press(eve.page.get_by_role("button", name="Just watch"))
    expect(eve.table).to_have_attribute("data-phase", "playing")
    assert eve.can("[data-ask]") is None
    assert eve.can("[data-item]") is None
    eve.press(eve.page.get_by_role("button", name="Table", exact=True))
    eve.press(eve.page.get_by_role("button", name="Take an open chair"))
    eve.write(eve.page.locator("[name=name]"), "Eve")
    eve.press(eve.page.get_by_role("button", name="Sit down"))
    expect(eve.page.locator("[data-own]")).to_be_visible()


def test_pause_and_taking_a_move_back_by_consent(server: Process, window: Window) -> None:
    made = new_table(server, seats=[{}, {}], options={"initial_flips": 0})
    ann, bob = Person(window(personal(made))), Person(window("about:blank", PHONE))
    bob.joins(made["link"], "Bob")
    ann.starts()
    for person in (ann, bob):
        person.page.locator("[data-zone]").first.wait_for()
    first, other = (ann, bob) if ann.can("[data-ask=take]") else (bob, ann)
    first.press(first.page.locator("[data-ask=take]"))
    first.press(first.page.get_by_role("button", name="Take back"))
    other.press(other.page.get_by_role("button", name="Agree"))
    expect(first.page.locator("[data-ask=take]")).to_be_visible()
    other.press(other.page.get_by_role("button", name="Table", exact=True))
    other.press(other.page.get_by_role("button", name="Pause"))
    expect(first.table).to_have_attribute("data-phase", "paused")
    assert first.can("[data-ask]") is None
    first.press(first.page.get_by_role("button", name="Resume"))
    expect(first.page.locator("[data-ask=take]")).to_be_visible()


def test_back_closes_a_drawer_on_a_phone_without_leaving_the_table(server: Process, window: Window) -> None:
    made = new_table(server)
    ann = Person(window(personal(made), PHONE))
    ann.starts()
    ann.press(ann.page.get_by_role("button", name="Scores", exact=True))
    expect(ann.page.get_by_role("heading", name="Scores")).to_be_visible()
    ann.page.go_back()
    expect(ann.page.get_by_role("heading", name="Scores")).to_have_count(0)
    assert ann.page.url == made["link"]
    ann.connected()


@pytest.mark.parametrize("players", [4, 6])
def test_the_piles_and_the_players_cards_are_in_sight_on_every_screen(
    server: Process, window: Window, players: int
) -> None:
    bots = [{"bot": "steady"}] * (players - 1)
    made = new_table(server, seats=[{}, *bots], options={"initial_flips": 0})
    ann = Person(window(personal(made)))
    ann.starts()
    draw = ann.page.locator("[data-ask=draw]")
    draw.wait_for()
    ann.press(draw)
    ann.page.locator("[data-ask=discard]").wait_for()
    for size in ((390, 664), (360, 640), (844, 390), (1280, 800)):
        resize(ann.page, *size)
        for selector, count in (
            ("[data-zone=stock] .item", 1),
            ("[data-zone=discard] .item", 1),
            ("[data-zone='held:0'] .item", 1),
            ("[data-own] .item", 6),
        ):
            assert seen(ann.page, selector) == count, (size, selector)
        wide = ann.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, size
