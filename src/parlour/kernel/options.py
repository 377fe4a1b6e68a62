"""House rules: each game has one typed class of them, and everything else is generated from it.

    class ToyOptions(Options, frozen=True, kw_only=True):
        rounds: Annotated[int, house_rule("X4", "Rounds to play.", least=1, most=9)] = 3
        generous: Annotated[bool, house_rule("X5", "Everybody starts with one more card.")] = False
        buys: Annotated[int | None, house_rule("X6", "Buys a round.", least=1, most=4, none="no limit")] = None
        coins: Annotated[tuple[int, ...], house_rule("X7", "Coins.", least=0, most=9, each=("gold", "tin"))] = (1, 2)
        cries: Annotated[tuple[str, ...], house_rule("X8", "What players shout.", most=3)] = ()

The command line, the API, the lobby and the rules page read the class through `describe`. Values from outside come in
through `read`, whose refusals name the house rule.
"""

import difflib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from parlour.kernel.refusal import Refused, quoted


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of a game's house rules."""

    def check(self) -> None:
        """Raise Refused if two choices contradict each other."""

    def check_seats(self, seats: int) -> None:
        """Raise Refused if this many players cannot play by these house rules."""


OptionValue = bool | int | str | tuple[int | str, ...] | None
LONGEST_WORD = 20

O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of the state protocol


def house_rule(
    rule: str,
    about: str,
    *,
    here: str = "",
    group: str = "The game",
    least: int | None = None,
    most: int | None = None,
    words: Mapping[str, str] | None = None,
    none: str = "",
    each: Sequence[str] = (),
    touches: Sequence[str] = (),
) -> Meta:
    """Describes a field, beside its type. `about` is one line for a form; `here` is the sentence of a table that has
    set it ("{} round(s)."); `group` is a heading; `least` and `most` are the range; `words` names the choices; `none`
    says what no number means; `each` says what each of several numbers counts; `touches`: other rules it changes."""
    extra = {"rule": rule, "group": group, "words": dict(words or {}), "none": none, "each": tuple(each)}
    extra |= {"touches": tuple(touches), "here": here}
    return Meta(description=about, ge=least, le=most, extra=extra)


def cap_on_turns(rule: str, round_word: str = "round") -> Meta:
    """Describes the limit on turns, for a game whose rounds could go on forever."""
    about = f"Turns each player gets before the {round_word} ends by itself."
    return house_rule(rule, about, here=f"The {round_word} ends by itself after {{}} turn(s) each.", least=1, most=200)


class Option(Struct, frozen=True, omit_defaults=True):
    """One house rule, described for forms and tables."""

    name: str
    kind: Literal["switch", "number", "choice", "counts", "words"]
    default: OptionValue
    about: str
    rule: str
    group: str
    least: int | None = None
    most: int | None = None
    choices: dict[str, str] = {}  # value → words
    none: str = ""  # words for no number at all; empty if a number is needed
    each: tuple[str, ...] = ()  # what each of the numbers counts
    touches: tuple[str, ...] = ()  # other rules that it changes
    here: str = ""  # the sentence of a table that has set it, with {} for the value and (s) for a plural

    def wants(self) -> str:
        match self.kind:
            case "switch":
                return "on or off"
            case "number":
                return f"a whole number from {self.least} to {self.most}" + (", or none" if self.none else "")
            case "choice":
                return " or ".join(", ".join(self.choices).rsplit(", ", 1))
            case "counts":
                return f"{len(self.each)} whole numbers from {self.least} to {self.most}, separated by commas"
            case "words":
                return f"up to {self.most} words of 1 to {LONGEST_WORD} characters, separated by commas"


def describe(options: type[Options]) -> list[Option]:
    """Every house rule of the class, in its order."""
    return _described(options)


@cache
def _described(options: type[Options]) -> list[Option]:
    hints = get_type_hints(options, include_extras=True)
    return [_describe(field.name, hints[field.name], field.default) for field in msgspec.structs.fields(options)]


def _describe(name: str, hint: Any, default: Any) -> Option:
    base, meta = get_args(hint)
    extra: dict[str, Any] = meta.extra
    common = {"name": name, "default": default, "about": meta.description}
    common |= {"rule": extra["rule"], "group": extra["group"], "touches": extra["touches"], "here": extra["here"]}
    if base is bool:
        return Option(kind="switch", **common)
    if base is int or (base == int | None and extra["none"]):
        none = extra["none"] if base is not int else ""
        return Option(kind="number", least=meta.ge, most=meta.le, none=none, **common)
    if get_origin(base) is Literal:
        return Option(kind="choice", choices={v: extra["words"].get(v, v) for v in get_args(base)}, **common)
    if base == tuple[int, ...]:
        return Option(kind="counts", least=meta.ge, most=meta.le, each=extra["each"], **common)
    if base == tuple[str, ...]:
        return Option(kind="words", most=meta.le, **common)
    raise TypeError(f"{name}: a house rule is a switch, a number, a choice, counts or words, not {base}")


_DIGITS = re.compile(r"-?[0-9]{1,9}")
_SWITCH = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}


def read(options: type[O], given: Mapping[str, Any]) -> O:
    """The house rules with these values (text or JSON). Raises Refused, naming the house rule that is wrong."""
    known = {option.name: option for option in describe(options)}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            raise Refused(
                "", f"There's no house rule called {quoted(name)}." + (f" Did you mean {near[0]!r}?" if near else "")
            )
        values[name] = _read_one(known[name], value)
    chosen = options(**values)
    chosen.check()
    return chosen


def _read_one(option: Option, value: Any) -> OptionValue:
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
            if (number := _number(option, value)) is not None:
                return number
        case "choice":
            if isinstance(value, str) and value in option.choices:
                return value
        case "counts":
            numbers = [number for each in _parts(value) if (number := _number(option, each)) is not None]
            if len(numbers) == len(_parts(value)) == len(option.each):
                return tuple(numbers)
        case "words":
            words = [word.strip() if isinstance(word, str) else "" for word in _parts(value)]
            if isinstance(value, str | list | tuple) and len(words) <= (option.most or 0) and all(map(_is_word, words)):
                return tuple(words)
    raise refusal


def _number(option: Option, value: Any) -> int | None:
    number = int(value) if isinstance(value, str) and _DIGITS.fullmatch(value.strip()) else value
    return number if type(number) is int and (option.least or 0) <= number <= (option.most or 0) else None


def _parts(value: Any) -> list[Any]:
    """The parts between commas, or the items of a list."""
    if isinstance(value, str):
        return value.split(",") if value.strip() else []
    return list(value) if isinstance(value, list | tuple) else []


def _is_word(word: str) -> bool:
    """Whether players may shout this. Commas would end it, and braces would stand for a seat."""
    return 0 < len(word) <= LONGEST_WORD and word.isprintable() and not any(sign in word for sign in "{},")


def read_pairs(options: type[O], pairs: list[str]) -> O:
    """House rules from the command line: "holes=9"."""
    given: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Refused("", f"{quoted(pair)} doesn't set anything: write option=value.")
        if name in given and given[name] != value:
            raise Refused(
                "", f"House rule {quoted(name)} is given twice, as {quoted(given[name])} and as {quoted(value)}."
            )
        given[name] = value
    return read(options, given)


class HouseRule(Struct, frozen=True, omit_defaults=True):
    """A house rule that a table plays by, as a sentence."""

    rule: str
    say: str
    touches: tuple[str, ...] = ()  # other rules that it changes


def in_words(options: Options) -> list[HouseRule]:
    """The house rules that are not the default, as sentences."""
    said = {option.name: option for option in describe(type(options))}
    return [
        HouseRule(said[name].rule, _sentence(said[name], value), said[name].touches)
        for name, value in changed(options).items()
    ]


def _sentence(option: Option, value: Any) -> str:
    about = option.about.partition(";")[0].rstrip(".:")
    if option.kind == "switch":
        return f"{about}." if value else f"Not at this table: {about[0].lower()}{about[1:]}."
    if option.kind == "counts":
        counts = [f"{count} × {each}" for each, count in zip(option.each, value, strict=True) if count]
        return f"{about}: {', '.join(counts) or 'none'}."
    if option.kind == "words":
        return f"{about}: {', '.join(value) or 'none'}."
    if option.here and value is not None:
        return option.here.replace("(s)", "" if value == 1 else "s").format(option.choices.get(value, value))
    return f"{about}: {option.none if value is None else option.choices.get(value, value)}."


def changed(options: Options) -> dict[str, Any]:
    """The house rules that are not the default. A log's opening holds these."""
    default = type(options)()
    everything: dict[str, Any] = msgspec.structs.asdict(options)
    return {
        name: list(value) if isinstance(value, tuple) else value  # as JSON gives it back
        for name, value in everything.items()
        if value != getattr(default, name)
    }
