"""/openapi.json, made from the endpoints and the types they take and give."""

import re
from http import HTTPStatus
from typing import Any

import msgspec
from msgspec import Struct

from parlour import __version__
from parlour.server.api import ENDPOINTS
from parlour.server.endpoint import Endpoint, Refusal
from parlour.server.tokens import CIRCLE

PARAMETERS = {
    "code": {"type": "string", "description": "the table's code", "example": "BCD234"},
    "game": {"type": "string", "description": "a game's name", "example": "golf"},
    "seat": {"type": "integer", "minimum": 0, "maximum": 7},
}


def openapi() -> dict[str, Any]:
    kinds: list[Any] = [Refusal]
    kinds += [
        kind for endpoint in ENDPOINTS for kind in (endpoint.gives, endpoint.takes, endpoint.in_json) if _is_type(kind)
    ]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(map(repr, kinds), schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Parlour",
            "version": __version__,
            "description": "Everything around a game. Play itself is a WebSocket: see docs/protocol.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "a seat's token"},
                "circle": {"type": "apiKey", "in": "header", "name": CIRCLE, "description": "a circle's secret"},
            },
        },
        "security": [{}, {"token": []}, {"circle": []}, {"token": [], "circle": []}],
    }


def _is_type(kind: Any) -> bool:
    return kind is not None and not isinstance(kind, str)


def _operation(endpoint: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    def content(kind: Any) -> dict[str, Any]:
        if isinstance(kind, str):
            files = {one: {"schema": {"type": "string"}} for one in kind.split(", ")}
            return files | (content(endpoint.in_json) if endpoint.in_json else {})
        return {"application/json": {"schema": schema_of[repr(kind)]}}

    responses: dict[str, Any] = {"200": {"description": "Done.", "content": content(endpoint.gives)}}
    for status in endpoint.statuses:
        responses[str(status)] = {"description": HTTPStatus(status).phrase, "content": content(Refusal)}
    operation: dict[str, Any] = {
        "summary": endpoint.about,
        "operationId": endpoint.run.__name__,
        "responses": responses,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]}
            for name in re.findall(r"{(\w+)}", endpoint.path)
        ],
    }
    if endpoint.query is not None:
        whole = msgspec.json.schema_components([endpoint.query])[1][endpoint.query.__name__]
        operation["parameters"] += [
            {"name": name, "in": "query", "required": name in whole.get("required", ()), "schema": schema}
            for name, schema in whole["properties"].items()
        ]
    if endpoint.takes is not None:
        assert issubclass(endpoint.takes, Struct)
        needed = any(field.required for field in msgspec.structs.fields(endpoint.takes))  # no body is an empty object
        operation["requestBody"] = {"required": needed, "content": content(endpoint.takes)}
    return operation
