"""What is played out at a table: a throw, a showdown, scores. The table shows the result at once, a tap ends the scene,
and with less motion there is none."""

from playwright.sync_api import Page, expect

from parlour.kernel.log import form_of
from tests.browser.looks import check_geometry
from tests.browser.rehearsed import Rehearsed, shows
from tests.browser.screens import on_phone_and_desk
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

# Counts what was ever on the layer of scenes.
COUNT = """layer => {
    window.played = 0
    new MutationObserver(all => all.forEach(({ addedNodes }) => (played += addedNodes.length)))
        .observe(layer, { childList: true })
}"""
# The first and the last figure of every score that rolls on the sheet.
ROLLED = """() => {
    window.rolled = []
    const ends = one => [one.firstChild.firstChild.textContent, one.firstChild.lastChild.textContent]
    const note = ({ addedNodes }) => [...addedNodes].filter(one => one.matches?.('.reckoning .rolling')).map(ends)
    const watch = new MutationObserver(all => rolled.push(...all.flatMap(note)))
    watch.observe(document.body, { childList: true, subtree: true })
}"""
# Whether something is seen that is still hidden on its way, such as a hand that is not open yet.
HIDDEN = """() => [...document.querySelectorAll('main *')].some(one => getComputedStyle(one).opacity === '0')"""


def watch(window: Window, table: Rehearsed, size: dict[str, int], motion: bool = True) -> Page:
    """Opens the table as the first seat sees it, with the parts that come later."""
    page = window(table.link(0), size, motion=motion)
    shows(page, table.version)
    page.get_by_test_id("staging").wait_for(state="attached")
    page.get_by_test_id("staging").evaluate(COUNT)
    page.get_by_test_id("cheers").wait_for(state="attached")
    page.wait_for_load_state("networkidle")  # so are those that are fetched when there is time
    return page


def throws(table: Rehearsed) -> int:
    """Lets the player with the most points throw the cards. Returns how many."""
    loser = max(range(1, len(table.tokens)), key=lambda seat: int(table.state.sheet[-1][seat]))
    table.version = table.say(loser, {"type": "table", "event": {"what": "gesture", "name": "throw"}})
    return len(table.state.hands[loser])


def test_T33_a_thrown_hand_flies_across_every_screen_until_a_tap(server: Process, window: Window) -> None:
    with Rehearsed(server, "torpedo", 4, 2, {"rounds": 2}) as table:
        assert table.until(lambda table: table.state.open_hands())
        phone, desk = watch(window, table, PHONE), watch(window, table, DESK)
        still = watch(window, table, DESK, motion=False)
        assert desk.locator(".counted").evaluate("one => one.scrollHeight <= one.clientHeight"), "all hands are seen"
        cards = throws(table)
        phone.locator(".thrown").first.wait_for(state="attached")
        phone.keyboard.press("Shift")
        assert phone.locator(".thrown").count() == 0
        shows(still, table.version)
        assert [page.evaluate("played") for page in (phone, desk, still)] == [cards, cards, 0]
        expect(still.get_by_test_id("spoken")).to_contain_text("threw the cards")
        expect(desk.locator(".thrown")).to_have_count(0)


def calls(table: Rehearsed) -> None:
    """Plays until somebody calls, and lets them do it."""
    while (move := table.next_move()) is not None:
        if form_of(move[1])["do"] == "call":
            return table.makes(*move)
        table.makes(*move)
    raise AssertionError("nobody called")


def stops(page: Page) -> None:
    """From now on the page's time passes only in `passes`."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)


def passes(page: Page, until: str) -> None:
    """Time passes on the page until the condition holds."""
    for _ in range(500):
        if page.evaluate(until):
            return
        page.clock.run_for(20)
    raise AssertionError(until)


def rows(page: Page, text: str = ".name") -> list[str]:
    return page.locator(f"[data-showdown] > li {text}").all_inner_texts()


def test_Y13_hands_open_one_by_one_from_the_best_to_the_worst(server: Process, window: Window) -> None:
    with Rehearsed(server, "yammouth", 4, 13) as table:  # Ann has 9, Bob 0, Grandma 27, Dan 34
        table.until(lambda table: "call" in table.asked(1))
        phone, still = watch(window, table, PHONE), watch(window, table, DESK, motion=False)
        stops(phone)
        calls(table)
        backs = "document.querySelectorAll('.back').length"
        passes(phone, f"{backs} === 10")  # Bob has no cards, and Ann knows hers
        got = rows(phone)
        assert got == ["Bob", "Ann", "Grandma", "Dan"], f"at once, whatever is still hidden: {got}"
        hands = "Bob: 0 points, won. You: 9 points. Grandma: 27 points. Dan: 34 points."
        expect(phone.get_by_test_id("spoken")).to_contain_text(hands)
        expect(phone.get_by_text("Lowest wins")).to_be_visible()
        ghosts = phone.locator(".back")
        passes(phone, "!!document.querySelector('.cheer')")
        assert phone.locator(".cheer small").all_inner_texts() == ["Bob"], "it is said who shouts"
        passes(phone, f"{backs} === 5")
        tops = ghosts.evaluate_all("all => all.map(one => one.offsetTop)")
        last = phone.locator("[data-showdown] > li").last.locator("[data-place]").first.bounding_box()
        assert last
        assert {round(top - last["y"]) for top in tops} == {0}, "the worst hand is the last"
        passes(phone, f"{backs} === 0")
        shows(still, table.version)
        assert still.evaluate("played") == 0
        expect(still.get_by_test_id("spoken")).to_contain_text(hands)


def test_a_tap_opens_all_hands_and_claims_do_not_wait_for_them(server: Process, window: Window) -> None:
    with Rehearsed(server, "yammouth", 4, 16) as table:  # Ann calls with 0, and so has Bob
        table.until(lambda table: "call" in table.asked(0))
        page = watch(window, table, DESK)
        calls(table)
        page.locator(".back").first.wait_for(state="attached")
        assert table.step(), "Bob claims while the hands are closed"
        shows(page, table.version)
        page.locator(".reckoning .back, .back").first.wait_for(state="attached")
        page.mouse.click(5, 5)
        assert page.locator(".back").count() == 0
        assert not page.evaluate(HIDDEN)


def test_scores_count_up_from_what_they_were_and_say_who_moved(server: Process, window: Window) -> None:
    with Rehearsed(server, "golf", 4, 8, {"holes": 3}) as table:  # 22, 25, 2 and 0 points, then 29, 23, 3 and 4
        table.until_next(lambda table: len(table.state.sheet) == 2)
        phone, still = watch(window, table, PHONE), watch(window, table, DESK, motion=False)
        phone.evaluate(ROLLED)
        table.step()
        phone.wait_for_function("() => rolled.length === 4")
        phone.keyboard.press("Shift")
        assert phone.locator(".rolling").count() == 0
        assert phone.evaluate("rolled") == [["2", "3"], ["0", "4"], ["25", "23"], ["22", "29"]]
        told = [("Grandma", 3, "up"), ("Dan", 4, "down"), ("Bob", 23, "up"), ("Ann", 29, "down")]
        for page in (phone, still):
            shows(page, table.version)
            expect(page.get_by_text("Lowest wins")).to_be_visible()
            read = page.locator(".reckoning tbody tr").evaluate_all("all => all.map(one => one.textContent.trim())")
            for row, (name, total, way) in zip(read, told, strict=True):
                assert row.startswith(name), read
                assert row.endswith(f"{total}1{way} 1 place"), read
        assert still.locator(".rolling").count() == 0


# What the sheet looks like when the first card of the last trick lies on the table.
UNDER = """() => new Promise(done => new MutationObserver((_, watch) => {
    if (!document.querySelector('.reckoning')) return
    watch.disconnect()
    const look = () => getComputedStyle(document.querySelector('.reckoning')).opacity
    setTimeout(() => done([look(), document.querySelectorAll('.ghost').length]), 400)
}).observe(document.body, { childList: true, subtree: true }))"""


def test_the_last_trick_of_a_round_is_seen_before_the_sheet(server: Process, window: Window) -> None:
    with Rehearsed(server, "hearts", 4, 3, {"rounds": 2}) as table:
        table.until_next(lambda table: table.state.sheet)
        page = watch(window, table, PHONE)
        page.evaluate(f"() => {{ window.under = ({UNDER})() }}")
        table.step()
        assert page.evaluate("window.under") == ["0", 4]
        expect(page.locator(".ghost")).to_have_count(0)
        expect(page.locator(".reckoning")).to_have_css("opacity", "1")


def test_T11_a_caterpillar_becomes_a_butterfly_before_everybodys_eyes(server: Process, window: Window) -> None:
    with Rehearsed(server, "torpedo", 4, 2, {"rounds": 2}) as table:
        table.until_next(lambda table: table.state.melds)
        phone, still = watch(window, table, PHONE), watch(window, table, PHONE, motion=False)
        table.step()
        phone.locator(".staging .butterfly").wait_for(state="attached")
        phone.keyboard.press("Shift")
        assert phone.locator(".staging > *").count() == 0
        expect(phone.locator("[data-seat] .butterfly")).to_have_count(1)
        shows(still, table.version)
        assert [page.evaluate("played") for page in (phone, still)] == [2, 0]


# Whether the winner is named when scores begin to count.
NAMED = """() => new MutationObserver((_, watch) => {
    if (!document.querySelector('.rolling')) return
    watch.disconnect()
    const title = getComputedStyle(document.querySelector('#reckoning'))
    window.named = [title.opacity, document.querySelectorAll('.cheer.win').length]
}).observe(document.body, { childList: true, subtree: true })"""


@on_phone_and_desk
def test_at_the_end_of_a_game_every_score_is_seen_and_then_the_winner(
    server: Process, window: Window, size: dict[str, int]
) -> None:
    with Rehearsed(server, "golf", 4, 8, {"holes": 2}) as table:
        table.until_next(lambda table: table.state.result())
        page = watch(window, table, size)
        page.evaluate(NAMED)
        table.step()
        page.locator(".cheer.win").wait_for(state="attached")
        assert page.evaluate("named") == ["0", 0]
        expect(page.locator("#reckoning")).to_have_css("opacity", "1")
        box, last = (page.locator(f".reckoning {part}").last.bounding_box() for part in (".body", "tbody tr"))
        assert box
        assert last
        assert last["y"] + last["height"] <= box["y"] + box["height"] + 1
        check_geometry(page, "the end of a game of Golf")


def test_a_win_lasts_and_the_last_round_is_announced(server: Process, window: Window) -> None:
    with Rehearsed(server, "golf", 4, 8, {"holes": 2}) as table:
        table.until_next(lambda table: table.state.round == 2)
        page = watch(window, table, PHONE)
        table.step()
        expect(page.get_by_test_id("spoken")).to_contain_text("The last hole.")
        table.until(lambda table: table.state.result())
        shows(page, table.version)
        wreath = page.get_by_test_id("wreath")
        expect(wreath).to_be_visible()
        page.mouse.click(5, 200)
        page.wait_for_timeout(1500)
        expect(wreath).to_be_visible()
        check_geometry(page, "a win")


def test_every_sound_can_be_switched_off_by_itself(server: Process, window: Window) -> None:
    page = window(server.url, PHONE)
    page.get_by_text("Device settings").click()
    page.get_by_text("Each sound").click()
    gong = page.locator("[name=sound-gong]")
    expect(gong).to_be_checked()
    gong.uncheck()
    page.reload()
    page.get_by_text("Device settings").click()
    page.get_by_text("Each sound").click()
    expect(gong).not_to_be_checked()
    expect(page.locator("[type=checkbox][name^=sound-]:not(:checked)")).to_have_count(1)
    assert page.evaluate("JSON.parse(localStorage.parlour).silent") == ["gong"]
    page.locator("[data-setting=sound-0]").check()
    expect(gong).to_have_count(0)
