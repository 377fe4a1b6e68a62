"""docs/protocol.md is enough: a client written from it alone plays every game to its end, and nothing is refused."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from parlour.games import discover, find
from tests.arbitrary import LONG, in_rounds
from tests.process import Process
from tests.server.plain_client import play

BOT_PAUSE = 0.03  # seconds; on a busy machine a bot may be quicker than a slower client


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with Process(tmp_path_factory.mktemp("document"), "--bot-pause", str(BOT_PAUSE), "--no-limits") as server:
        yield server


@pytest.mark.parametrize("game", discover())
@pytest.mark.parametrize("seed", range(5 if LONG else 1))
def test_a_client_that_knows_only_the_document_plays_to_the_end_and_nothing_is_refused(
    server: Process, game: str, seed: int
) -> None:
    async def playing() -> dict[str, Any]:
        async with asyncio.timeout(90):
            return await play(server.url, game, seed, in_rounds(find(game), 2))

    told = asyncio.run(playing())
    assert [one for one in told["refused"] if one["after"] < BOT_PAUSE] == []
    assert told["last"]["table"]["phase"] == "over"
    assert told["last"]["view"]["winners"]
    assert told["said"] > 10
    verdict = httpx.get(f"{server.url}/api/tables/{told['code']}/verify", timeout=30).json()["verdict"]
    assert verdict["ok"], verdict["why"]
