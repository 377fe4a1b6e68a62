"""House rules: each game has one typed class of them, and everything else is generated from it.

    class ToyOptions(Options, frozen=True, kw_only=True):
        rounds: Annotated[int, house_rule("X4", "Rounds to play.", least=1, most=9)] = 3
        generous: Annotated[bool, house_rule("X5", "Everybody starts with one more card.")] = False
        buys: Annotated[int | None, house_rule("X6", "Buys a round.", least=1, most=4, none="no limit")] = None
        coins: Annotated[tuple[int, ...], house_rule("X7", "Coins.", least=0, most=9, each=("gold", "tin"))] = (1, 2)
        cries: Annotated[tuple[str, ...], house_rule("X8", "What players shout.", most=3)] = ()
        tune: Annotated[str, house_rule("X9", "The tune.", text=TUNES)] = ""

The command line, the API, the lobby and the rules page read the class through `describe`. Values from outside come in
through `read`, whose refusals name the house rule.
"""

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from parlour.kernel.refusal import Refused, quoted


@dataclass(frozen=True)
class TextForm:
    """How the value of a house rule is written, if nothing simpler will do. `read` gives back its one way of writing it
    and raises Refused; `say` makes a sentence of it."""

    read: Callable[[str], str]
    say: Callable[[str], str]
    takes: str  # what is wanted: "rounds like 6:3+3"
    example: str  # the game as written, in this form
    editor: str = ""  # what the page edits it with


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of a game's house rules."""

    presets: "ClassVar[tuple[Preset, ...]]" = ()

    def check(self) -> None:
        """Raise Refused if two choices contradict each other."""

    def check_seats(self, seats: int) -> None:
        """Raise Refused if this many players cannot play by these house rules."""


OptionValue = bool | int | str | tuple[int | str, ...] | None
LONGEST_WORD = 20


class Preset(Struct, frozen=True):
    """House rules that belong together, under a name, as a game brings them along. Without any, it is the game as
    written."""

    name: str  # for the command line: "liverpool"
    title: str
    about: str
    options: dict[str, Annotated[Any, OptionValue]]


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
    text: TextForm | None = None,
    replaces: Sequence[str] = (),
) -> Meta:
    """Describes a field, beside its type. `about` is one line for a form; `here` is the sentence of a table that has
    set it ("{} round(s)."); `group` is a heading; `least` and `most` are the range; `words` names the choices; `none`
    says what no number means; `each` says what each of several numbers counts; `touches`: other rules it changes;
    `text` reads a value that is text; `replaces`: other house rules that then do not apply."""
    extra: dict[str, Any] = {
        "rule": rule,
        "group": group,
        "words": dict(words or {}),
        "none": none,
        "each": tuple(each),
    }
    extra |= {"touches": tuple(touches), "here": here, "text": text, "replaces": tuple(replaces)}
    return Meta(description=about, ge=least, le=most, extra=extra)


def cap_on_turns(rule: str, round_word: str = "round") -> Meta:
    """Describes the limit on turns, for a game whose rounds could go on forever."""
    about = f"Turns each player gets before the {round_word} ends by itself."
    return house_rule(rule, about, here=f"The {round_word} ends by itself after {{}} turn(s) each.", least=1, most=200)


class Option(Struct, frozen=True, omit_defaults=True):
    """One house rule, described for forms and tables."""

    name: str
    kind: Literal["switch", "number", "choice", "counts", "words", "text"]
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
    replaces: tuple[str, ...] = ()  # other house rules, which do not apply when it is not the default
    takes: str = ""  # what a text must be
    example: str = ""  # the game as written, as such a text
    editor: str = ""  # what the page edits it with; empty if it has nothing better than a line of text

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
            case "text":
                return self.takes


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
    common = {"name": name, "default": default, "about": meta.description, "replaces": extra["replaces"]}
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
    form: TextForm | None = extra["text"]
    if base is str and form:
        more = {"takes": form.takes, "example": form.example, "editor": form.editor, "each": extra["each"]}
        return Option(kind="text", **more, **common)
    raise TypeError(f"{name}: a house rule is a switch, a number, a choice, counts, words or a text, not {base}")


@cache
def _text_forms(options: type[Options]) -> dict[str, TextForm]:
    """How the house rules that are texts are written."""
    hints = get_type_hints(options, include_extras=True)
    fields = {field.name: get_args(hints[field.name])[1].extra for field in msgspec.structs.fields(options)}
    return {name: extra["text"] for name, extra in fields.items() if extra["text"]}


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
        form = _text_forms(options).get(name)
        if form and isinstance(value, str):
            values[name] = form.read(value)
        else:
            values[name] = _read_one(known[name], value)
    for option in known.values():
        if values.get(option.name, option.default) != option.default:
            for name in option.replaces:
                values.pop(name, None)
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
    """House rules from the command line: "holes=9". "preset=liverpool" sets all that belong to a preset; the others
    change it."""
    given: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Refused("", f"{quoted(pair)} doesn't set anything: write option=value.")
        if name in given and given[name] != value:
            raise Refused(
                "", f"House rule {quoted(name)} is given twice, as {quoted(given[name])} and as {quoted(value)}."
            )
        given[name] = value
    if options.presets and "preset" in given:
        given = {**find_preset(options, given.pop("preset")).options, **given}
    return read(options, given)


def find_preset(options: type[Options], name: str) -> Preset:
    for preset in options.presets:
        if preset.name == name.strip().lower():
            return preset
    names = ", ".join(preset.name for preset in options.presets)
    raise Refused("", f"There's no preset called {quoted(name)}: {names}.")


class HouseRule(Struct, frozen=True, omit_defaults=True):
    """A house rule that a table plays by, as a sentence."""

    rule: str
    say: str
    touches: tuple[str, ...] = ()  # other rules that it changes


def in_words(options: Options) -> list[HouseRule]:
    """The house rules that are not the default, as sentences."""
    said = {option.name: option for option in describe(type(options))}
    texts = _text_forms(type(options))
    return [
        HouseRule(said[name].rule, _sentence(said[name], value, texts.get(name)), said[name].touches)
        for name, value in changed(options).items()
    ]


def _sentence(option: Option, value: Any, text: TextForm | None) -> str:
    if text:
        return text.say(value)
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
