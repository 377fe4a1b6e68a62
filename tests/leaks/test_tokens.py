"""Nobody receives somebody else's token, or the secret before the end, and neither is ever logged."""

import asyncio
import logging
from pathlib import Path

import pytest

from parlour.server.tokens import key_of
from tests.leaks.hidden import Hidden
from tests.leaks.improvise import a_setting, improvised
from tests.server.driver import serving


@pytest.mark.parametrize("seed", range(2))
def test_no_token_key_or_secret_of_anybody_else_is_sent_or_logged(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    record = improvised(tmp_path, a_setting("golf", seed))
    over = Hidden(record).over
    end = next(step for step, version in enumerate(record.versions) if version >= over)
    tokens = {viewer: token for viewer, token in record.tokens.items() if token}
    for step, heard in enumerate(record.heard):
        for who, messages in heard.items():
            text = b"".join(messages).decode()
            assert not any(key_of(token) in text for token in tokens.values())
            assert not any(token in text for viewer, token in tokens.items() if viewer != record.viewers[who])
            assert step >= end or record.secret not in text
    for token in tokens.values():
        assert token not in caplog.text
        assert key_of(token) not in caplog.text
    assert record.secret not in caplog.text


def test_errors_repeat_no_token(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            made = await served.make()
            token = "thisisatokenofsomebody"
            headers = {"Authorization": f"Bearer {token}"}
            at = f"/api/tables/{made['code']}"
            for answer in (
                await served.http.post(f"{at}/claim", json={"token": token}),
                await served.http.post(f"{at}/claim", json={"token": [token]}),
                await served.http.get(f"{at}/link", headers=headers),
                await served.http.post(f"{at}/seats/0/link", json={}, headers=headers),
                await served.http.get(at, headers=headers),
            ):
                assert token not in answer.text
                assert made["token"] not in answer.text
            with pytest.raises(ConnectionError) as end:
                await served.join(made["code"], token)
            assert token not in str(end.value)

    asyncio.run(story())
