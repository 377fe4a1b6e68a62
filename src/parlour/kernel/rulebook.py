"""Reading a game's RULES.md: every rule is a list item that begins with its bold number."""

import re

from parlour.kernel.refusal import Refused, quoted

_RULE = re.compile(r"^- \*\*([A-Z]\d+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)


def rules_by_number(markdown: str) -> dict[str, str]:
    """The text of each rule on one line."""
    return {number: " ".join(text.split()) for number, text in _RULE.findall(markdown)}


def find_rule(markdown: str, number: str) -> str:
    rules = rules_by_number(markdown)
    found = rules.get(number.upper())
    if found is None:
        first, *_, last = rules
        raise Refused("", f"There is no rule {quoted(number)}; they are numbered {first} to {last}.")
    return found
