"""Writes web/src/lib/wire.ts: the types of everything that travels between page and server, made from the server's own.

A field is optional if the server leaves it out (`omit_defaults`) or, in what a page sends, if it has a default. Where
the Python type is too wide, `Annotated[Any, A, B]` says that a value is an A or a B. Docstrings and the comments beside
fields are copied.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from functools import reduce
from operator import or_
from pathlib import Path
from textwrap import wrap
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Meta, Struct, structs

from parlour.score.actions import Action
from parlour.server import protocol
from parlour.server.api import ENDPOINTS
from parlour.server.endpoint import Endpoint, Refusal
from parlour.table.table_view import ViewMessage

TARGET = Path(__file__).parents[1] / "web/src/lib/wire.ts"
HEAD = "// Made by `make wire` from the types of the server: change those.\n\n"
WIDTH = 120
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}

HTTP = [endpoint for endpoint in ENDPOINTS if not isinstance(endpoint.gives, str)]  # the rest are files
SENT = [protocol.Message, Action, *(kind for one in HTTP for kind in (one.takes, one.query) if kind)]
NAMED = {
    "ServerMessage": reduce(or_, [ViewMessage, *protocol.ToClient.__subclasses__()]),
    "Message": protocol.Message,
    "SheetAction": Action,
}


class Names(dict[str, tuple[Any, str]]):
    """Every type met so far by its name, with the module in which it has that name."""

    def add(self, name: str, kind: Any, module: str) -> str:
        if self.setdefault(name, (kind, module))[0] != kind:
            raise SystemExit(f"Two types that travel are called {name}: {self[name][0]} and {kind}.")
        return name


def reference(kind: Any, module: str, names: Names) -> str:
    """A type as it is written where it is used: by its name, if it has one."""
    while get_origin(kind) is Annotated:
        if said := [one for one in kind.__metadata__ if not isinstance(one, Meta)]:
            return " | ".join(reference(one, module, names) for one in said)
        kind = kind.__origin__
    origin = get_origin(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(struct := origin or kind, type) and issubclass(struct, Struct):
        return names.add(struct.__name__, kind, struct.__module__)
    if alias := alias_of(kind, module):
        return names.add(alias, kind, module)
    return spelled(kind, module, names)


def alias_of(kind: Any, module: str) -> str | None:
    """The name that a module has given to a type."""
    given = vars(sys.modules[module]) if module else NAMED
    return next((name for name, value in given.items() if value == kind), None)


def spelled(kind: Any, module: str, names: Names) -> str:
    """A type written out by its parts."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f"'{word}'" for word in args)
    if origin in (Union, UnionType):
        some = [one for one in args if one is not type(None)]
        if 1 < len(some) < len(args) and (alias := alias_of(reduce(or_, some), module)):
            return names.add(alias, reduce(or_, some), module) + " | null"
        return " | ".join(dict.fromkeys(reference(one, module, names) for one in args))
    parts = [reference(one, module, names) for one in args if one is not ...]
    if origin is dict:
        return f"Record<{', '.join(parts)}>"
    if origin is tuple and args[-1] is not ...:
        return f"[{', '.join(parts)}]"
    if origin in (list, tuple):
        return f"({parts[0]})[]" if " | " in parts[0] else f"{parts[0]}[]"
    raise SystemExit(f"There is no TypeScript for {kind}.")


def declared(name: str, names: Names, sent: set[str]) -> str:
    """The declaration of a named type."""
    kind, module = names[name]
    cls = get_origin(kind) or kind
    if not (isinstance(cls, type) and issubclass(cls, Struct)):
        parts = spelled(kind, module, names)
        in_lines = "\n  | " + parts.replace(" | ", "\n  | ")
        return f"export type {name} =" + (f" {parts}" if len(parts) < WIDTH - 30 else in_lines)
    config = cls.__struct_config__
    lines = [f"  {config.tag_field}: '{config.tag}'"] if config.tag else []
    about = remarks(cls)
    for field in structs.fields(kind):
        what, said = reference(field.type, module, names), about.get(field.name, "")
        optional = "?" if not field.required and (config.omit_defaults or name in sent) else ""
        if optional and field.default is None and name not in sent:
            what, said = what.removesuffix(" | null"), said.replace("null", "missing")
        lines += [f"  {field.encode_name}{optional}: {what}{said}"]
    body = "\n".join(["{", *lines, "}"]) if lines else "Record<string, never>"
    return doc(cls.__doc__) + f"export type {name} = {body}"


def remarks(cls: type) -> dict[str, str]:
    """The comments beside its fields."""
    sources = [inspect.getsource(one) for one in cls.__mro__ if issubclass(one, Struct) and one is not Struct]
    found = re.findall(r"^    (\w+): .*  # (.+)$", "\n".join(sources), re.MULTILINE)
    return {field: f" // {in_typescript(said)}" for field, said in found}


def doc(text: str | None, indent: str = "") -> str:
    lines = wrap(in_typescript(" ".join((text or "").split())), WIDTH - 10)
    return f"{indent}/** " + f"\n{indent} * ".join(lines) + " */\n" if lines else ""


def in_typescript(text: str) -> str:
    return re.sub(r"\bNone\b", "null", text)


def declarations(names: Names, sent: set[str]) -> Iterator[tuple[str, str]]:
    """The declarations of these types, each followed by those that it uses."""
    due = list(names)
    while due:
        name, *due = due
        met = len(names)
        yield name, declared(name, names, sent)
        due = list(names)[met:] + due


def endpoint(one: Endpoint, names: Names) -> str:
    kinds = {"query": one.query, "takes": one.takes, "gives": one.gives}
    parts = [f"{what}: {reference(kind, '', names)}" for what, kind in kinds.items() if kind]
    return doc(one.about, "  ") + f"  '{one.method} {one.path}': {{ {'; '.join(parts)} }}\n"


def wire_types() -> str:
    sent, names = Names(), Names()
    for kind in SENT:
        reference(kind, "", sent)
    from_page = {name for name, _ in declarations(sent, set())}
    for kind in (*NAMED.values(), Refusal):
        reference(kind, "", names)
    requests = "".join(endpoint(one, names) for one in HTTP)
    requests = f"/** Every request that is answered in JSON. */\nexport type Endpoints = {{\n{requests}}}"
    return HEAD + "\n\n".join([*(text for _, text in declarations(names, from_page)), requests]) + "\n"


if __name__ == "__main__":
    TARGET.write_text(wire_types(), encoding="utf-8")
