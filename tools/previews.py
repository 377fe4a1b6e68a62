"""Takes the pictures that messengers show of links, 1200 by 630, from a running server: `python -m tools.previews`.

A game's picture is the one on the home page, with its name on it. Run it when a game's picture changes.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.browser.windows import FLAGS, find_chromium
from tests.process import ROOT, Process

from parlour.games import discover
from parlour.server.previews import HIGH, WIDE

FOLDER = ROOT / "web" / "public" / "previews"

# The picture over the whole window, and under it a strip with the name. The page stays behind it: cards use its suits.
FRAME = """([drawn, name]) => {
    const picture = drawn.querySelector('svg').cloneNode(true)
    picture.style.cssText = 'width: 1200px; height: 562px; aspect-ratio: auto'
    picture.setAttribute('preserveAspectRatio', 'xMidYMax slice')
    const strip = Object.assign(document.createElement('p'), { textContent: name })
    strip.style.cssText = 'margin: 0; padding: 0 32px; font: 600 42px/68px var(--heading)'
    const over = document.createElement('div')
    over.style.cssText = 'position: fixed; inset: 0; z-index: 9; overflow: hidden; background: var(--panel)'
    over.append(picture, strip)
    document.body.append(over)
}"""


def main() -> None:
    program = find_chromium()
    if program is None:
        sys.exit("There is no Chromium here.")
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, Process(Path(folder)) as server:
        browser = playwright.chromium.launch(executable_path=program, headless=True, args=FLAGS)
        page = browser.new_page(viewport={"width": WIDE, "height": HIGH}, color_scheme="light")
        page.goto(server.url, wait_until="networkidle")
        names = {"parlour": "Parlour"} | {game.name: f"{game.title} · Parlour" for game in discover().values()}
        for game, name in names.items():
            page.goto(server.url, wait_until="networkidle")
            drawn = ".room" if game == "parlour" else f"li:has(a[href='/new/{game}']) .picture"
            page.evaluate(FRAME, [page.locator(drawn).element_handle(), name])
            page.wait_for_timeout(300)
            page.screenshot(path=FOLDER / f"{game}.png")
        browser.close()


if __name__ == "__main__":
    main()
