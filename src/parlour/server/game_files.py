"""What a game's package brings for the page: its board, its picture, and the files that those load.

They lie in a folder `page` of the package. Each address has a digest of the whole folder in it, so browsers may keep
the files forever, and a file finds its neighbors by their names.
"""

import logging
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from parlour.games import discover
from parlour.kernel.game import AnyGame
from parlour.server.page import FOREVER

log = logging.getLogger("parlour")

BOARD, PICTURE = "board.js", "picture.svg"
MOST = 2_000_000  # bytes of one game, because they are kept in memory
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


class GameFiles(Struct, frozen=True):
    digest: str
    files: Mapping[str, bytes]  # by their paths in the folder

    def address(self, game: AnyGame, name: str) -> str:
        """Where the page finds the file; empty if the game has none."""
        return f"/games/{game.name}/{self.digest}/{name}" if name in self.files else ""


@cache
def files_of(package: str) -> GameFiles:
    folder = resources.files(package).joinpath("page")
    files = dict(sorted(_within(folder))) if folder.is_dir() else {}
    if sum(map(len, files.values())) > MOST:
        log.warning("%s brings more than %d bytes for the page, so they are left out.", package, MOST)
        files = {}
    whole = sha256(b"".join(sha256(part).digest() for name in files for part in (name.encode(), files[name])))
    return GameFiles(whole.hexdigest()[:12], files)


def _within(folder: Traversable, path: str = "") -> Iterator[tuple[str, bytes]]:
    for one in folder.iterdir():
        if one.is_dir():
            yield from _within(one, f"{path}{one.name}/")
        elif PurePosixPath(one.name).suffix in TYPES:
            yield path + one.name, one.read_bytes()


async def game_file(request: Request) -> Response:
    """One of these files. Nothing is looked up on the disk, so a path leads nowhere else."""
    name, digest, file = (request.path_params[part] for part in ("game", "digest", "file"))
    game = discover().get(name)
    found = files_of(game.package) if game else None
    if found is None or digest != found.digest or file not in found.files:
        raise HTTPException(404)
    media_type = TYPES[PurePosixPath(file).suffix]
    return Response(found.files[file], media_type=media_type, headers={"cache-control": FOREVER})
