from pathlib import Path

import pytest

from tests.postgres import new_database


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a server keeps its tables, for `--db`."""
    return str(tmp_path / "parlour.db") if request.param == "sqlite" else new_database()
