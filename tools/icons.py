"""Draws the page's icons from web/public/icon.svg in the Chromium of the tests. Run it when the drawing changes."""

from pathlib import Path

from find_browsers import find_chromium
from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).parent.parent / "web" / "public"
ROUND, SQUARE = 'rx="112"', 'rx="0"'
# A mask may cut away everything outside the middle four fifths.
WITHIN_A_MASK = ('<g id="drawing">', '<g id="drawing" transform="translate(66 60) scale(.74)">')


def main() -> None:
    drawing = (FOLDER / "icon.svg").read_text()
    whole = drawing.replace(ROUND, SQUARE)
    sizes = {"icon-192": (192, drawing), "icon-512": (512, drawing), "apple-touch-icon": (180, whole)}
    sizes["icon-maskable"] = (512, whole.replace(*WITHIN_A_MASK))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name, (size, svg) in sizes.items():
            page = chromium.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{svg}")
            page.screenshot(path=FOLDER / f"{name}.png", omit_background=True)
        chromium.close()


if __name__ == "__main__":
    main()
