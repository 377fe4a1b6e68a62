from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.games import discover
from tests.toy.install import install


@pytest.fixture
def toy_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game is installed."""
    monkeypatch.syspath_prepend(install(tmp_path / "site"))
    discover.cache_clear()
    yield
    discover.cache_clear()
