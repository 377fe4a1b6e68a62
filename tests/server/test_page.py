"""The files of the page, as they travel."""

import gzip
from pathlib import Path

import pytest

from parlour.server.page import FOLDER, FOREVER
from tests.server.driver import Served, run

pytestmark = pytest.mark.skipif(not (FOLDER / "index.html").exists(), reason="the page has not been built")


def test_scripts_and_styles_travel_packed_and_fonts_as_they_are(tmp_path: Path) -> None:
    """tests/test_page_weight.py counts what gzip makes of them: this is where it is so."""

    async def story(served: Served) -> None:
        for file in (FOLDER / "assets").iterdir():
            answer = await served.http.get(f"/assets/{file.name}", headers={"accept-encoding": "br, gzip"})
            assert answer.content == file.read_bytes()
            assert answer.headers["cache-control"] == FOREVER
            assert answer.headers.get("content-encoding") == (None if file.suffix == ".woff2" else "gzip"), file
            assert (
                int(answer.headers["content-length"]) <= len(gzip.compress(answer.content)) or file.suffix == ".woff2"
            )

    run(tmp_path, story)


def test_a_program_that_cannot_unpack_gets_plain_files(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        for file in (FOLDER / "assets").iterdir():
            answer = await served.http.get(f"/assets/{file.name}", headers={"accept-encoding": "identity"})
            assert "content-encoding" not in answer.headers
            assert answer.headers["vary"] == "accept-encoding"
            assert answer.content == file.read_bytes()

    run(tmp_path, story)
