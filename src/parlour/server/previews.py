"""What messengers show of a link before anybody opens it: a title, a sentence and a picture, in the page's head.

They tell what anybody with the link may know, and no name but the host's.
"""

from html import escape
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from parlour.kernel.options import in_words, read
from parlour.kernel.refusal import Refused
from parlour.score import find
from parlour.server.addresses import Addresses
from parlour.server.limits import Limits, TooMuch, address_of
from parlour.server.page import FOLDER, content, small
from parlour.server.rooms import NoSuchTable, Rooms
from parlour.store import StoreFailed
from parlour.table.table import Table
from parlour.table.table_view import phase_of

ABOUT = "A card table on the web for families who live far apart."
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")
WIDE, HIGH = 1200, 630  # of a picture; tools/previews.py takes them


class Preview(NamedTuple):
    title: str = "Parlour"
    about: str = ABOUT
    game: str = ""  # whose picture is shown; empty: a picture of the card table


async def index(request: Request) -> Response:
    """Serve the page with the preview of its address."""
    page = content("index.html")
    if page is None:
        return PlainTextResponse("The page hasn't been built yet: run `make page`. The API is at /openapi.json.", 503)
    addresses: Addresses = request.app.state.addresses
    base = addresses.base(request.scope["scheme"], request.headers.get("host", ""))
    tags = head(await preview(request), base, request.url.path)
    return small(page.replace(b"<title>Parlour</title>", tags.encode(), 1), "text/html")


async def picture(request: Request) -> Response:
    return small(content(f"previews/{picture_of(request.path_params['game'])}.png"), "image/png")


def picture_of(game: str) -> str:
    """Return the name of a game's picture; games of installed packages share one."""
    return game if game in {file.stem for file in (FOLDER / "previews").glob("*.png")} else "parlour"


def head(shown: Preview, base: str, path: str) -> str:
    tags = {
        "og:site_name": "Parlour",
        "og:type": "website",
        "og:title": shown.title,
        "og:description": shown.about,
        "og:url": base + path,
        "og:image": f"{base}/previews/{picture_of(shown.game)}.png",
        "og:image:width": str(WIDE),
        "og:image:height": str(HIGH),
        "og:image:alt": shown.title,
    }
    lines = [
        f"<title>{escape(shown.title)}</title>",
        f'<meta name="description" content="{escape(shown.about)}" />',
        '<meta name="twitter:card" content="summary_large_image" />',
        *(f'<meta property="{name}" content="{escape(said)}" />' for name, said in tags.items()),
    ]
    return "\n    ".join(lines)


async def preview(request: Request) -> Preview:
    given = request.path_params
    if "code" in given:
        table = await _table(request)
        if table is None:
            return Preview()
        return of_table(table) if request.url.path.startswith("/t/") else of_replay(table)
    if "game" in given:
        return of_game(request.url.path.split("/")[1], given["game"], dict(request.query_params))
    if request.url.path == "/circle":
        return Preview("A family's games on Parlour", "Who's playing now, past games and standings.")
    return Preview()


async def _table(request: Request) -> Table | None:
    """Return the table of this address, if there is one. Guessing codes here counts as it does everywhere."""
    rooms: Rooms = request.app.state.rooms
    limits: Limits = request.app.state.limits
    try:
        limits.check_guesses(address_of(request))
        return (await rooms.open(request.path_params["code"])).table
    except NoSuchTable:
        limits.wrong_code(address_of(request))
    except (TooMuch, Refused, StoreFailed):
        pass  # the page says more about it
    return None


def of_table(table: Table) -> Preview:
    host = next((chair.name for chair in table.chairs if chair.key and table.is_host(chair.key)), "")
    title = table.game.title
    if table.game.written_for:
        return Preview(f"{title}, kept by {host}" if host else title, table.game.about, table.game.written_for)
    phase = phase_of(table)
    if phase in ("lobby", "dealing"):
        said = f"{host} invites you to {title}" if host else f"Come play {title}"
        return Preview(said, _chairs(table), table.game.name)
    said = f"{host}'s table: {title}" if host else title
    now = "This game is over." if phase in ("over", "stopped") else f"They're playing. {_chairs(table)}"
    return Preview(said, now, table.game.name)


def _chairs(table: Table) -> str:
    free = 0 if table.locked else sum(chair.is_open for chair in table.chairs)
    if free:
        return f"{NUMBERS[free]} chair{' is' if free == 1 else 's are'} free. Tap to join."
    return "All chairs are taken, but you can watch." if table.onlookers else "All chairs are taken."


def of_replay(table: Table) -> Preview:
    return Preview(f"A game of {table.game.title}, to watch again", "Move by move, as it was played.", table.game.name)


def of_game(screen: str, name: str, asked: dict[str, str]) -> Preview:
    """Return the preview of a form for a new table, with house rules in its link, of a lesson, or of a new sheet."""
    try:
        game = find(name)
    except Refused:
        return Preview()
    if screen == "learn":
        return Preview(f"Learn {game.title}", f"{game.about} A first hand with somebody to help you.", name)
    if screen == "score":
        return Preview(f"{game.title} on paper", f"A score sheet for {game.title} with real cards.", name)
    try:
        known = {name: asked[name] for name in game.options.__struct_fields__ if name in asked}
        rules = in_words(read(game.options, known))
    except Refused:
        rules = []
    ours = f" House rules: {' '.join(rule.say for rule in rules)}" if rules else ""
    return Preview(f"Play {game.title}", game.about + ours, name)
