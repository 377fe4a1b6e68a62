"""Flying cards and sounds: no ghost stays in the air, and no card stays hidden."""

import subprocess

from playwright.sync_api import Browser, Page, expect

from tests.browser.players import Person, play
from tests.browser.windows import DESK, PHONE, Window
from tests.process import ROOT, Process

# How many cards and plates are still hidden.
UNSEEN = """() => [...document.querySelectorAll('[data-place], [data-place] *')]
    .filter(one => Number(getComputedStyle(one).opacity) < 0.9).length"""
FLOWN = """() => {
    const seen = new Set()
    const look = () => {
        document.querySelectorAll('.ghost').forEach(ghost => seen.add(ghost))
        window.flown = seen.size
        requestAnimationFrame(look)
    }
    look()
}"""


def at_rest(page: Page) -> None:
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator(".cheer")).to_have_count(0)
    page.wait_for_function(f"() => ({UNSEEN})() === 0", timeout=3000)  # fades are over


def test_golf_with_everything_flying(server: Process, window: Window) -> None:
    ann = Person(window(server.url, PHONE, motion=True))
    ann.sets_up(server.url, "Ann", "steady", "steady", "steady")
    ann.page.evaluate(FLOWN)
    ann.starts()
    ann.page.locator(".ghost").first.wait_for(state="attached")
    version = ann.version
    play([ann], lambda: ann.version > version + 40 or ann.hole > 1)
    at_rest(ann.page)
    assert ann.page.evaluate("flown") > 40
    ann.page.reload()
    ann.page.locator("[data-own]").wait_for()
    assert ann.page.locator(".ghost").count() == 0, "who comes back sees how things lie"


def test_with_less_motion_nothing_flies(server: Process, window: Window) -> None:
    ann = Person(window(server.url, DESK))
    ann.sets_up(server.url, "Ann", "steady")
    ann.page.evaluate(FLOWN)
    ann.starts()
    version = ann.version
    play([ann], lambda: ann.version > version + 8)
    assert ann.page.evaluate("flown") == 0
    at_rest(ann.page)


STRIP = "process.stdout.write(require('module').stripTypeScriptTypes(require('fs').readFileSync(0, 'utf8')))"
LISTEN = """async ([code, name]) => {
    const { compose } = new Function(code + '; return { compose }')()
    const context = new OfflineAudioContext(1, 3 * 22050, 22050)
    compose(name, context, context.destination)
    const heard = (await context.startRendering()).getChannelData(0)
    const last = heard.findLastIndex(sample => Math.abs(sample) > 0.003)
    return [Math.max(...heard.map(Math.abs)), last / 22050]
}"""
LONGEST = {
    "slide": 0.3,
    "land": 0.2,
    "turn": 1,
    "knock": 0.4,
    "slap": 0.4,
    "gong": 2,
    "win": 1,
    "pop": 0.3,
    "flip": 0.2,
    "tick": 0.2,
    "last": 1.3,
}


def test_every_sound_is_heard_and_is_short(browser: Browser) -> None:
    node = [str(ROOT / ".venv/bin/node"), "--no-warnings", "-e", STRIP]
    source = (ROOT / "web/src/lib/tunes.ts").read_text()
    code = subprocess.run(node, input=source, check=True, capture_output=True, text=True).stdout.replace("export ", "")
    page = browser.new_page()
    for name, longest in LONGEST.items():
        peak, lasts = page.evaluate(LISTEN, [code, name])
        assert 0.01 < peak <= 1, name
        assert 0.02 < lasts < longest, name
