"""Measures the size and speed of the page, in a real Chromium with a real server on this machine: `make bench-page`.

- *First load*: scripts and styles of the home page and of the form for a new table, compressed by gzip, and beside it
  what is fetched ahead once the page is idle. Card art is part of the scripts.
- *Action to painted view*: the time from the click until the view that shows it is painted, over holes of Golf with
  motion on. Beside it, in the same page: the time from a ping until its answer could be painted, the least that any
  page of this stack needs.
- *Long tasks*: everything that kept the page busy for more than 50 ms while eight seats were dealt and played. The deal
  comes after some seconds in the lobby, where the page rehearses it.

Wished for, four times slower: 120 ms for 95 of 100 actions, no task over 100 ms in the moves, or over 200 in the deal.
"""

import gzip
import statistics
import sys
import tempfile
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, Response, sync_playwright
from tests.browser.players import Person
from tests.browser.rehearsed import Rehearsed, shows
from tests.browser.windows import FLAGS, PHONE, find_chromium
from tests.process import Process

ACTIONS = 120
MOVES = 60
GATHERING = 5000  # milliseconds in the lobby
SLOWER = 4  # a phone is about this many times slower

WATCH = """
window.painted = []; window.tasks = []
const watch = list => list.getEntries().forEach(task => tasks.push(task.duration))
new PerformanceObserver(watch).observe({ type: 'longtask', buffered: true })
let pressed = null
addEventListener('click', event => (pressed = event.timeStamp), true)
const version = () => document.querySelector('[data-testid=table]')?.dataset.version
let shown
new MutationObserver(() => {
    if (version() === shown) return
    shown = version()
    if (pressed === null) return
    const began = pressed
    pressed = null
    requestAnimationFrame(() => setTimeout(() => painted.push(performance.now() - began)))
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-version'] })
"""

PING = """count => new Promise(done => {
    const times = []
    const line = new WebSocket(`ws://${location.host}/api/tables/${location.pathname.slice(3)}/socket`)
    let began
    const ping = () => { began = performance.now(); line.send(JSON.stringify({ type: 'ping', id: 'x' })) }
    line.onmessage = event => {
        if (!event.data.includes('pong')) return
        requestAnimationFrame(() => setTimeout(() => {
            times.push(performance.now() - began)
            times.length < count ? setTimeout(ping, 20) : done(times)
        }))
    }
    line.onopen = ping
})"""


def opened(browser: Browser, address: str, slower: float = 1) -> Page:
    context = browser.new_context(viewport={"width": PHONE["width"], "height": PHONE["height"]}, has_touch=True)
    page = context.new_page()
    page.add_init_script(WATCH)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(address)
    return page


def spread(times: list[float]) -> str:
    rank = statistics.quantiles(times, n=100)
    return f"p50 {rank[49]:5.1f} ms   p95 {rank[94]:5.1f} ms   worst {max(times):5.1f} ms   ({len(times)} times)"


def weight(browser: Browser, address: str, ahead: bool) -> dict[str, int]:
    """Bytes of scripts and styles that the page fetched, compressed by gzip; with or without what it fetches ahead when
    it has nothing else to do."""
    page = browser.new_page()
    if not ahead:
        page.add_init_script("window.requestIdleCallback = () => 0")
    fetched: list[Response] = []
    page.on("response", lambda response: fetched.append(response))
    page.goto(address, wait_until="networkidle")
    sizes: dict[str, int] = {}
    for response in fetched:
        kind = response.request.resource_type
        if kind in ("script", "stylesheet"):
            sizes[kind] = sizes.get(kind, 0) + len(gzip.compress(response.body(), 9))
    page.close()
    return sizes


def actions(server: Process, browser: Browser, slower: float) -> None:
    made = httpx.post(
        f"{server.url}/api/tables", json={"game": "golf", "name": "Ann", "seats": [{}, {"bot": "steady"}]}
    )
    table = made.json()
    ann = Person(opened(browser, f"{table['link']}#seat={table['token']}", slower))
    ann.starts()
    while ann.page.evaluate("painted.length") < ACTIONS and ann.phase != "over":
        if not ann.makes_a_move():
            ann.page.wait_for_timeout(30)
    times = ann.page.evaluate("painted.slice(1)")
    bare = ann.page.evaluate(PING, 60)
    ratio = statistics.median(times) / statistics.median(bare)
    print(f"  action to painted view   {spread(times)}")
    print(f"  bare ping to paint       {spread(bare)}   ratio of the medians {ratio:.1f}")
    ann.page.context.close()


def eight_seats(server: Process, browser: Browser, game: str, slower: float) -> None:
    with Rehearsed(server, game, 8, started=False) as table:
        page = opened(browser, table.link(0), slower)
        page.get_by_test_id("start").wait_for()
        page.wait_for_timeout(GATHERING)
        page.evaluate("tasks.length = 0")
        table.start()
        page.wait_for_timeout(2500)
        deal = [round(task) for task in page.evaluate("tasks")]
    with Rehearsed(server, game, 8) as table:  # the page's own words would have shuffled the first one's cards
        page.goto(table.link(0))
        shows(page, table.version)
        page.wait_for_timeout(2500)
        page.evaluate("tasks.length = 0")
        for _ in range(MOVES):
            table.step()
            page.wait_for_timeout(250)
        tasks = [round(task) for task in page.evaluate("tasks")]
        page.context.close()
    print(f"  {game:9} eight seats: long tasks in the deal {deal or 'none'}, in {MOVES} moves {tasks or 'none'}")


def main() -> None:
    program = find_chromium()
    if program is None:
        sys.exit("There is no Chromium here.")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=program, headless=True, args=FLAGS)
        with Process(Path(folder), "--bot-pause", "0.3") as server:
            for name, path in (("home", "/"), ("new table", "/new/torpedo")):
                sizes, whole = (weight(browser, server.url + path, ahead) for ahead in (False, True))
                first, all = sum(sizes.values()), sum(whole.values())
                parts = ", ".join(f"{kind} {size / 1000:.1f} kB" for kind, size in sorted(sizes.items()))
                ahead = f"{(all - first) / 1000:.1f} kB fetched ahead when idle"
                print(f"First load of {name}: {first / 1000:.1f} kB gzip ({parts}); {ahead}")
            for slower in (1, SLOWER):
                print("This machine" if slower == 1 else f"{slower} times slower, as a phone")
                actions(server, browser, slower)
                for game in ("torpedo", "yammouth"):
                    eight_seats(server, browser, game, slower)
        browser.close()


if __name__ == "__main__":
    main()
