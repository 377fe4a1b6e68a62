"""How Parlour says no: a sentence for the person who asked, and the number of the rule behind it."""

import reprlib

_short = reprlib.Repr()
_short.maxstring = _short.maxother = _short.maxlong = 60


def quoted(value: object) -> str:
    """A value from outside, as a refusal shows it: in quotes, and shortened if it is long."""
    return repeated(_short.repr(value))


def repeated(text: str) -> str:
    """Text from outside, made safe for a sentence: not too long, without characters that could control a terminal, and
    without braces, which would stand for a seat."""
    seen = "".join([character if character.isprintable() else "\ufffd" for character in text[:200]])
    return seen.replace("{", "(").replace("}", ")")


class Refused(Exception):
    """Raised when something may not be done, before anything has changed.

    `rule` is empty if the reason is not a rule of a game (an unknown game, a file that cannot be read).
    """

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence


class Asks(Refused):
    """Raised for input that could mean two things. The sentence is a question, and `asks` says how to answer it."""

    def __init__(self, rule: str, sentence: str, asks: str) -> None:
        super().__init__(rule, sentence)
        self.args = (rule, sentence, asks)
        self.asks = asks
