"""Rewrites msgspec's validation errors, which are meant for programmers, for the person who sent the bad value."""

import re
from typing import Final

import msgspec

from parlour.kernel.refusal import repeated

_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_WHERE: Final = re.compile(r"(.*?)(?: - at `(?:key in )?([^`]*)`)?", re.DOTALL)
_FIELD: Final = re.compile(r"\.(\w+)(?:\[[^\]]*\])*\Z")
_FORMS: Final = (
    (r"Object missing required field `(.*)`", r"“\1” is missing"),
    (r"Object contains unknown field `(.*)`", r"“\1” isn't known here"),
    (r"Invalid (?:enum )?value (.*)", r"{what} can't be \1"),
    (r"Expected `str` matching regex .*", "{what} isn't written the right way"),
    (r"Expected `str` of length >= 1", "{what} can't be empty"),
    (r"Expected `str` of length >= (\d+)", r"{what} must have at least \1 characters"),
    (r"Expected `str` of length <= (\d+)", r"{what} can have at most \1 characters"),
    (
        r"Expected `(?:array|object)` of (?:at least )?length (?:>= )?(\d+)(?: to \d+)?, got .*",
        r"{what} must have \1 in it",
    ),
    (r"Expected `(?:array|object)` of length >= (\d+)", r"{what} must have at least \1 in it"),
    (r"Expected `(?:array|object)` of length <= (\d+)", r"{what} can have at most \1 in it"),
    (r"Expected `(?:int|float)` >= (\S+)", r"{what} must be at least \1"),
    (r"Expected `(?:int|float)` <= (\S+)", r"{what} can be at most \1"),
)
_KIND: Final = re.compile(r"Expected `([^`]*)`, got `(\w+)`")


def in_plain_words(error: msgspec.ValidationError) -> str:
    """A clause that can follow a colon: "“seat” can be at most 7"."""
    found = _WHERE.fullmatch(str(error))
    said, path = (found[1], found[2] or "") if found else (str(error), "")
    field = _FIELD.search(path.removeprefix("$.form"))  # `Game.read_action` wraps an action like this
    what = "it" if not field else f"one of “{field[1]}”" if path.endswith("]") else f"“{field[1]}”"
    for form, words in _FORMS:
        if fits := re.fullmatch(form, said, re.DOTALL):
            return repeated(fits.expand(words).replace("{what}", what))
    if kinds := _KIND.fullmatch(said):
        wanted = [_KINDS.get(kind, "something else") for kind in kinds[1].split(" | ")]
        return f"{what} must be {' or '.join(dict.fromkeys(wanted))}, not {_KINDS.get(kinds[2], 'that')}"
    return f"{what} isn't right"
