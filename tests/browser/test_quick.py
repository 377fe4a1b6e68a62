"""A slow phone keeps up: what is counted here is what costs time there."""

from playwright.sync_api import Page

from tests.browser.rehearsed import Rehearsed, shows
from tests.browser.windows import PHONE, Window
from tests.process import Process

# Counts sizes that are read after something was written and before the frame that paints it: each costs a layout more.
# Collects what changes, too.
COUNT = """() => {
    window.late = []; window.changed = 0
    let inFrame = false, written = false
    const within = call => (...given) => { inFrame = true; try { return call(...given) } finally { inFrame = false } }
    const frame = window.requestAnimationFrame
    window.requestAnimationFrame = call => frame(within(call))
    window.ResizeObserver = class extends ResizeObserver { constructor(call) { super(within(call)) } }
    const note = records => {
        changed += records.filter(({ target }) => !target.closest?.('.flights, .cheers')).length
        if (!records.length || written) return
        written = true
        frame(() => (written = false))
    }
    const watch = new MutationObserver(note)
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const look = name => {
        if (inFrame) return
        note(watch.takeRecords())
        if (written) late.push(name + new Error().stack)
    }
    const patch = (owner, name) => {
        const { get, value } = Object.getOwnPropertyDescriptor(owner, name)
        const patched = get ? { get() { look(name); return get.call(this) } }
            : { value(...given) { look(name); return value.apply(this, given) } }
        Object.defineProperty(owner, name, { configurable: true, ...patched })
    }
    for (const name of ['getBoundingClientRect', 'getClientRects', 'clientWidth', 'clientHeight', 'scrollWidth',
        'scrollHeight', 'scrollTop']) patch(Element.prototype, name)
    for (const name of ['offsetWidth', 'offsetHeight', 'offsetTop']) patch(HTMLElement.prototype, name)
}"""
MOVES = 40
# What the page reads out of templates: a tenth of a millisecond each, and more on a phone.
TEMPLATES = """() => {
    window.parsed = 0
    const { set } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
    Object.defineProperty(Element.prototype, 'innerHTML', { set(text) { parsed++; set.call(this, text) } })
}"""


def changes(page: Page, table: Rehearsed) -> int:
    """How much of the page one move changes."""
    page.evaluate("() => changed = 0")
    table.step()
    shows(page, table.version)
    page.wait_for_function("() => !document.querySelector('.ghost, .cheer')")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    changed: int = page.evaluate("changed")
    return changed


def test_moves_change_little_and_no_size_is_read_after_something_is_written(server: Process, window: Window) -> None:
    with Rehearsed(server, "torpedo", 8) as table:
        page = window(server.url, PHONE, motion=True)
        page.add_init_script(f"({COUNT})()")
        page.goto(table.link(0))
        changes(page, table)
        page.wait_for_load_state("networkidle")  # parts that are fetched meanwhile change the page's head
        page.locator("header .title").tap()  # with a finger, so no key waits for the focus
        changed, late = [], []
        for _ in range(MOVES):
            page.evaluate("() => late.length = 0")
            changed.append(changes(page, table))
            late += page.evaluate("late.slice(0, 1)")
        # A clock or a line of story that ends may be written in the very frame in which a move arrives.
        assert len(late) <= MOVES // 10, late
        assert sorted(changed)[MOVES // 2] < 16, "most moves of others change their plate, a pile and the prompt"


def test_a_turn_draws_no_card_anew(server: Process, window: Window) -> None:
    with Rehearsed(server, "golf", 2) as table:
        page = window(table.link(0), PHONE)
        table.until_turn(1, "draw")
        shows(page, table.version)
        page.locator("[data-own] .item svg").first.wait_for()
        page.evaluate("() => document.querySelectorAll('[data-own] .item svg').forEach((card) => (card.old = true))")
        table.until_turn(0, "swap")
        shows(page, table.version)
        page.locator("[data-own] [data-item^='grid:']").first.wait_for()
        drawn = "() => [...document.querySelectorAll('[data-own] .item svg')].map((card) => !!card.old)"
        assert page.evaluate(drawn) == [True] * 6


def test_the_table_is_rehearsed_in_the_lobby(server: Process, window: Window) -> None:
    with Rehearsed(server, "torpedo", 8, started=False) as table:
        page = window(table.link(0), PHONE)
        page.wait_for_function("() => performance.getEntriesByName('rehearsed').length > 0")
        assert page.get_by_test_id("table").get_attribute("data-phase") == "lobby", "nobody sees the rehearsal"
        page.evaluate(TEMPLATES)
        table.start()
        shows(page, table.version)
        page.locator("[data-own] [role=option]").first.wait_for()
        assert page.evaluate("parsed") < 30
