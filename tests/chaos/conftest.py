from pathlib import Path

import pytest

from tests.postgres import new_database


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Yield each kind of store, as `--db` takes it."""
    return str(tmp_path / "parlour.db") if request.param == "sqlite" else new_database()
