"""Every endpoint in /openapi.json, called with inputs from schemathesis: no 5xx, and only documented statuses, types
and shapes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from parlour.server.openapi import openapi
from tests.arbitrary import LONG
from tests.process import Process

REJECTED = ["400", "401", "403", "404", "405", "409", "413", "415", "422", "429"]  # too large is rejected, too
CONFIG = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": REJECTED}}})
SCHEMA = schemathesis.openapi.from_dict(openapi(), config=CONFIG)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    negative_data_rejection,
    unsupported_method,
    allow_header_conformance,
]


@dataclass
class Opened:
    server: Process
    code: str  # of an existing table
    token: str  # of its host, who has no chair
    circle: str  # its secret


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with Process(tmp_path_factory.mktemp("http"), "--no-limits") as server:
        new = {"game": "golf", "seats": [{}, {"name": "Bob"}, {"name": "Cat"}]}
        made = httpx.post(f"{server.url}/api/tables", json=new).json()
        circle = httpx.post(f"{server.url}/api/circles", json={"name": "The Smiths"}).json()
        yield Opened(server, made["code"], made["token"], circle["secret"])
        assert server.stop() == 0
        assert "Traceback" not in server.output.read_text()


@SCHEMA.parametrize()
@settings(max_examples=300 if LONG else 6)
def test_the_server_keeps_to_what_it_promises(case: "schemathesis.Case[Any]", opened: Opened) -> None:
    base = opened.server.url
    case.call_and_validate(base_url=base, checks=CHECKS)
    if "code" in case.path_parameters:
        case.path_parameters["code"] = opened.code
    keys = {"Authorization": f"Bearer {opened.token}", "Parlour-Circle": opened.circle}
    case.call_and_validate(base_url=base, checks=CHECKS, headers=keys)


def test_statuses_that_limits_bring_are_described() -> None:
    for path, operations in openapi()["paths"].items():
        for method, operation in operations.items():
            assert "429" in operation["responses"], path
            assert ("408" in operation["responses"]) == (method == "post"), path
