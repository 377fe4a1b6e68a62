"""Reading a game's RULES.md: every rule is a list item that begins with its bold number."""

import re

from msgspec import Struct

from parlour.kernel.refusal import Refused, quoted

_RULE = re.compile(r"^- \*\*([A-Z]\d+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)


def rules_by_number(markdown: str) -> dict[str, str]:
    """The text of each rule on one line."""
    return {number: " ".join(text.split()) for number, text in _RULE.findall(markdown)}


def find_rule(markdown: str, number: str) -> str:
    rules = rules_by_number(markdown)
    found = rules.get(number.upper())
    if found is None:
        numbers = list(rules)
        raise Refused("", f"There is no rule {quoted(number)}; they are numbered {numbers[0]} to {numbers[-1]}.")
    return found


class Rule(Struct, frozen=True):
    number: str
    text: str


class Section(Struct, frozen=True):
    """A heading of the rules and what stands under it, as plain text for whoever draws it."""

    heading: str
    text: list[str]
    rules: list[Rule]


def sections(markdown: str) -> list[Section]:
    """The rules heading by heading. A paragraph that is no rule is text."""
    found: list[Section] = []
    for block in re.split(r"\n\s*\n|\n(?=#|- \*\*)", markdown.strip()):
        if heading := re.match(r"#+ (.*)", block):
            found.append(Section(heading[1], [], []))
        elif rule := _RULE.match(block):
            found[-1].rules.append(Rule(rule[1], _plain(rule[2])))
        elif block.strip():
            found[-1].text.append(_plain(block))
    return found


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[*`]", "", text).split())
