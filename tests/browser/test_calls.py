"""What players do between moves: pass for a whole round, quote a rule, squawk; and how a table sets the pace."""

from playwright.sync_api import expect

from tests.browser.looks import check
from tests.browser.magpies import done, links
from tests.browser.players import AtTheKeyboard, Person
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process


def sit_down(server: Process, window: Window, **wishes: object) -> tuple[Person, AtTheKeyboard]:
    """The player whose turn it is, who uses a finger, and the other one, who uses the keyboard."""
    addresses = links(server, **wishes)
    host = Person(window(addresses[0], PHONE))
    window_of_bob = window(addresses[1], PHONE)
    host.starts()
    expect(window_of_bob.get_by_test_id("table")).to_have_attribute("data-phase", "playing")
    pages = [host.page, window_of_bob]
    if not host.can("[data-ask]"):
        pages.reverse()
    return Person(pages[0]), AtTheKeyboard(pages[1])


def passes(person: Person) -> None:
    person.page.locator("[data-ask=pass]").wait_for()
    person.page.wait_for_timeout(450)  # a quicker press would be taken for one meant for the previous button
    before = person.version
    person.press(person.page.locator("[data-ask=pass]"))
    assert person.sees_more_than(before)


def test_a_player_passes_for_the_round_and_undoes_it_by_keyboard(toy_server: Process, window: Window) -> None:
    player, other = sit_down(toy_server, window)
    passes(player)
    standing = other.page.get_by_label("Pass for the rest of this round")
    other.page.locator("[data-ask=grab]").wait_for()
    check(other.page, "a call")
    other.reaches(standing)
    other.page.keyboard.press("Space")
    other.page.locator("[data-ask=draw]").wait_for()  # has passed already, and has the turn now
    expect(standing).to_be_checked()
    passes(other)
    passes(player)  # the prize
    passes(player)
    other.page.locator("[data-ask=draw]").wait_for()
    assert done(toy_server, player) == ["pass"] * 6
    other.page.reload()
    expect(standing).to_be_checked()
    other.reaches(standing)
    other.page.keyboard.press("Space")
    expect(standing).not_to_be_checked()
    passes(other)
    passes(player)
    passes(player)
    expect(other.page.locator("[data-ask=grab]")).to_be_visible()


def test_a_gesture_is_offered_when_allowed_and_everybody_is_told(toy_server: Process, window: Window) -> None:
    player, other = sit_down(toy_server, window, options={"prize": "none"})
    assert player.can("[data-testid=gesture-squawk]") is None
    for person in (player, other) * 3:
        passes(person)
    expect(player.table).to_have_attribute("data-phase", "between")
    check(player.page, "a gesture")
    squawk = other.page.get_by_role("button", name="Squawk", exact=True)
    other.press(squawk)
    expect(player.page.get_by_test_id("spoken")).to_contain_text("squawked.")
    expect(squawk).to_have_count(0)
    expect(player.page.get_by_role("button", name="Squawk", exact=True)).to_be_visible()


def test_a_quoted_rule_opens_for_everybody_but_covers_nobodys_cards(toy_server: Process, window: Window) -> None:
    player, other = sit_down(toy_server, window)
    for person, name in ((player, "Hide"), (other, "Rules")):
        person.press(person.page.get_by_role("button", name=name, exact=True))
    expect(player.page.get_by_text("choose a card")).to_be_visible()
    focused = player.page.evaluate("document.activeElement.outerHTML")
    other.press(other.page.get_by_role("button", name="Quote M3 to everybody"))
    notice = player.page.get_by_test_id("quoted")
    expect(notice).to_contain_text("quoted M3")
    check(player.page, "a quoted rule")
    assert player.page.evaluate("document.activeElement.outerHTML") == focused
    expect(player.page.get_by_text("choose a card")).to_be_visible()
    player.press(notice.get_by_role("button", name="Read it"))
    expect(player.page.locator("[data-rule=M3]")).to_be_focused()
    check(player.page, "the rules, to be quoted")

    other.press(other.page.get_by_role("button", name="Quote M4 to everybody"))
    expect(other.page.get_by_test_id("refusal")).to_contain_text("just quoted a rule")
    other.press(other.page.get_by_role("button", name="Close"))
    player.press(player.page.get_by_role("button", name="Quote M2 to everybody"))
    expect(other.page.get_by_role("heading", name="Rules")).to_be_visible()
    expect(other.page.locator("[data-rule=M2]")).to_be_focused()


def test_the_pace_of_calls_and_a_rule_without_a_number(toy_server: Process, window: Window) -> None:
    ann = Person(window(f"{toy_server.url}/new/magpie", DESK))
    ann.write(ann.page.locator("[name=name]"), "Ann")
    ann.unfolds()
    ann.page.get_by_label("all there are").check()
    expect(ann.page.locator("[name=stock]")).to_be_disabled()
    expect(ann.house_rules).to_contain_text("1 change")
    ann.chooses("call-time", "own")
    ann.write(ann.page.locator("[name=call-seconds]"), "7")
    ann.page.keyboard.press("Tab")
    ann.chooses("calls", "in turn")
    expect(ann.page.get_by_text("Nobody’s turn is timed. Others have 7 seconds to grab the prize.")).to_be_visible()
    check(ann.page, "new table")
    ann.press(ann.page.get_by_role("button", name="Set up the table").first)
    expect(ann.table).to_have_attribute("data-phase", "lobby")
    expect(ann.page.get_by_text("all there are")).to_be_visible()
    expect(ann.page.get_by_test_id("pace")).to_contain_text("Others have 7 seconds to grab the prize.")
    expect(ann.page.get_by_test_id("pace")).to_contain_text("goes to the player next in turn")
    check(ann.page, "what was chosen is said")
    ann.press(ann.page.get_by_text("Host settings"))
    expect(ann.page.locator("[name=call-seconds]")).to_have_value("7")
    expect(ann.page.locator("[name=calls]")).to_have_value("in turn")
    for time, said in (
        ("wait", "We wait for everybody who can grab the prize."),
        ("rules", "Others have 5 seconds to grab the prize."),
    ):
        ann.chooses("call-time", time)
        expect(ann.page.locator("[name=call-seconds]")).to_have_count(0)
        ann.page.wait_for_timeout(200)
        expect(ann.page.locator("[name=call-time]")).to_have_value(time)
        expect(ann.page.get_by_test_id("pace")).to_contain_text(said)
