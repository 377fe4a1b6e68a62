"""Reads a game's RULES.md: every rule is a list item that begins with its number in bold.

A rule that a table may switch on begins with the name of its house rule: "- **G14** `super_kings`: a king …". Other
rules say in a sentence what a table may choose: "House rule `holes`: 1 to 18."
"""

import re
from typing import Literal

from msgspec import Struct

from parlour.kernel.options import Options, describe, in_words
from parlour.kernel.refusal import Refused, quoted

_RULE = re.compile(r"^- \*\*([A-Z]\d+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)
_NAMED = re.compile(r"(?:House rule )?`(\w+)`(?: \(\*added\*\))?(?:, [^:]*)?: (.)")
_CHOICES = re.compile(r"(?<=.) (House rules?:? `.*?\.)(?= [A-Z]|\Z)")


def rules_by_number(markdown: str) -> dict[str, str]:
    """The text of each rule, on one line."""
    return {number: " ".join(text.split()) for number, text in _RULE.findall(markdown)}


def find_rule(markdown: str, number: str) -> str:
    rules = rules_by_number(markdown)
    found = rules.get(number.upper())
    if found is None:
        numbers = list(rules)
        raise Refused("", f"There's no rule {quoted(number)}. The rules are {numbers[0]} to {numbers[-1]}.")
    return found


class Rule(Struct, frozen=True, omit_defaults=True):
    """A rule as written and, at a table, what is different there."""

    number: str
    text: str
    choices: str = ""  # what a table may choose
    here: tuple[str, ...] = ()  # what this table has chosen, in sentences
    use: Literal["", "on", "off"] = ""  # for a rule that is played only if the table switches it on


class Section(Struct, frozen=True):
    """A heading of the rules and the plain text below it."""

    heading: str
    text: list[str]
    rules: list[Rule]


def sections(markdown: str) -> list[Section]:
    """The rules, heading by heading. Paragraphs that are not rules are text."""
    found: list[Section] = []
    for block in re.split(r"\n\s*\n|\n(?=#|- \*\*)", markdown.strip()):
        if heading := re.match(r"#+ (.*)", block):
            found.append(Section(heading[1], [], []))
        elif rule := _RULE.match(block):
            found[-1].rules.append(Rule(rule[1], _plain(rule[2])))
        elif block.strip():
            found[-1].text.append(_plain(block))
    return found


def sections_here(markdown: str, options: Options) -> list[Section]:
    """The rules as a table with these house rules plays them."""
    written = rules_by_number(markdown)
    here: dict[str, list[str]] = {}
    for one in in_words(options):
        here.setdefault(one.rule, []).append(one.say)
        for number in one.touches:
            here.setdefault(number, []).append(f"{one.say} ({one.rule})")
    switches = {option.name for option in describe(type(options)) if option.kind == "switch" and not option.default}

    def played(rule: Rule) -> Rule:
        text = written[rule.number]
        named = _NAMED.match(text)
        switch = named[1] if named and named[1] in switches else ""
        choices = " ".join(_CHOICES.findall(text))
        text = _NAMED.sub(lambda begins: begins[2].upper(), _CHOICES.sub("", text), count=1)
        if switch:
            return Rule(rule.number, _plain(text), use="on" if getattr(options, switch) else "off")
        return Rule(rule.number, _plain(text), _plain(choices), tuple(here.get(rule.number, ())))

    return [
        Section(
            one.heading, [text for text in one.text if not text.endswith(":")], [played(rule) for rule in one.rules]
        )
        for one in sections(markdown)
    ]


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[*`]", "", text).split())
