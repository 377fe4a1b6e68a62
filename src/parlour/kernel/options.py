"""House rules: one typed class a game, and everything else is generated from it.

    class ToyOptions(Options, frozen=True, kw_only=True):
        rounds: Annotated[int, house_rule("X4", "Rounds to play.", least=1, most=9)] = 3
        generous: Annotated[bool, house_rule("X5", "Everybody starts with one card more.")] = False
        buys: Annotated[int | None, house_rule("X6", "Buys a round.", least=1, most=4, none="no limit")] = None

The command line, the API, the lobby and the rules page read the class through `describe`; values from outside come in
through `read`, which refuses by name.
"""

import difflib
import re
from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from parlour.kernel.refusal import Refused, quoted


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of a game's house rules."""

    def check(self) -> None:
        """Raise Refused if two choices contradict each other."""


O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of the state protocol


def house_rule(
    rule: str,
    about: str,
    *,
    group: str = "The game",
    least: int | None = None,
    most: int | None = None,
    words: Mapping[str, str] | None = None,
    none: str = "",
) -> Meta:
    """What goes beside a field's type: its rule, one line of description, a heading, a range, words for its choices,
    and, where a number may be left out, the words for that."""
    extra = {"rule": rule, "group": group, "words": dict(words or {}), "none": none}
    return Meta(description=about, ge=least, le=most, extra=extra)


class Option(Struct, frozen=True, omit_defaults=True):
    """One house rule, described for whoever draws a form or prints a table."""

    name: str
    kind: Literal["switch", "number", "choice"]
    default: bool | int | str | None
    about: str
    rule: str
    group: str
    least: int | None = None
    most: int | None = None
    choices: dict[str, str] = {}  # value → words
    none: str = ""  # words for no number at all; empty where there has to be one

    def wants(self) -> str:
        match self.kind:
            case "switch":
                return "on or off"
            case "number":
                return f"a whole number from {self.least} to {self.most}" + (", or none" if self.none else "")
            case "choice":
                return " or ".join(", ".join(self.choices).rsplit(", ", 1))


def describe(options: type[Options]) -> list[Option]:
    """Every house rule of the class, in its order."""
    hints = get_type_hints(options, include_extras=True)
    return [_describe(field.name, hints[field.name], field.default) for field in msgspec.structs.fields(options)]


def _describe(name: str, hint: Any, default: Any) -> Option:
    base, meta = get_args(hint)
    extra: dict[str, Any] = meta.extra
    common = {"name": name, "default": default, "about": meta.description}
    common |= {"rule": extra["rule"], "group": extra["group"]}
    if base is bool:
        return Option(kind="switch", **common)
    if base is int or (base == int | None and extra["none"]):
        none = extra["none"] if base is not int else ""
        return Option(kind="number", least=meta.ge, most=meta.le, none=none, **common)
    if get_origin(base) is Literal:
        return Option(kind="choice", choices={v: extra["words"].get(v, v) for v in get_args(base)}, **common)
    raise TypeError(f"{name}: a house rule is a switch, a number or a choice, not {base}")


_DIGITS = re.compile(r"-?[0-9]{1,9}")
_SWITCH = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}


def read(options: type[O], given: Mapping[str, Any]) -> O:
    """House rules from outside (text or JSON values), or Refused by name."""
    known = {option.name: option for option in describe(options)}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            raise Refused(
                "", f"There is no house rule called {quoted(name)}" + (f"; did you mean {near[0]!r}?" if near else ".")
            )
        values[name] = _read_one(known[name], value)
    chosen = options(**values)
    chosen.check()
    return chosen


def _read_one(option: Option, value: Any) -> bool | int | str | None:
    refusal = Refused(option.rule, f"House rule {option.name!r} takes {option.wants()}, not {quoted(value)}.")
    match option.kind:
        case "switch":
            if isinstance(value, bool):
                return value
            if isinstance(value, str) and value.lower() in _SWITCH:
                return _SWITCH[value.lower()]
        case "number":
            if option.none and (value is None or (isinstance(value, str) and value.lower() == "none")):
                return None
            number = int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else value
            if type(number) is int and (option.least or 0) <= number <= (option.most or 0):
                return number
        case "choice":
            if isinstance(value, str) and value in option.choices:
                return value
    raise refusal


def read_pairs(options: type[O], pairs: list[str]) -> O:
    """House rules from the command line: "holes=9"."""
    given: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Refused("", f"{quoted(pair)} sets nothing: write option=value.")
        if name in given and given[name] != value:
            raise Refused(
                "", f"House rule {quoted(name)} is given twice, as {quoted(given[name])} and as {quoted(value)}."
            )
        given[name] = value
    return read(options, given)


class HouseRule(Struct, frozen=True):
    """A house rule that this table plays by, in a sentence."""

    rule: str
    say: str


def in_words(options: Options) -> list[HouseRule]:
    """The house rules that differ from the game as written, as one would tell them."""
    said = {option.name: option for option in describe(type(options))}
    return [HouseRule(said[name].rule, _sentence(said[name], value)) for name, value in changed(options).items()]


def _sentence(option: Option, value: Any) -> str:
    about = option.about.partition(";")[0].rstrip(".:")
    if option.kind == "switch":
        return f"{about}." if value else f"Not here: {about[0].lower()}{about[1:]}."
    return f"{about}: {option.none if value is None else option.choices.get(value, value)}."


def changed(options: Options) -> dict[str, Any]:
    """The house rules that differ from the game as written: what a log's opening holds."""
    default = type(options)()
    everything: dict[str, Any] = msgspec.structs.asdict(options)
    return {name: value for name, value in everything.items() if value != getattr(default, name)}
