"""How Parlour says no: a sentence a person understands, and the number of the rule it rests on."""

import reprlib

_short = reprlib.Repr()
_short.maxstring = _short.maxother = _short.maxlong = 60


def quoted(value: object) -> str:
    """What somebody gave us, as a refusal shows it: in quotes, and shortened if it is long."""
    return repeated(_short.repr(value))


def repeated(text: str) -> str:
    """Somebody else's words in a sentence of ours: not too many, nothing that would do something to a terminal, and no
    braces, which would read as a seat."""
    seen = "".join([character if character.isprintable() else "\ufffd" for character in text[:200]])
    return seen.replace("{", "(").replace("}", ")")


class Refused(Exception):
    """Raised instead of doing something; whoever raises it has changed nothing.

    `rule` is empty when no rule of a game is to blame (an unknown game, a file that cannot be read).
    """

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence


class Asks(Refused):
    """It could mean more than one thing, and nobody guesses: the sentence is a question. `asks` is what to say."""

    def __init__(self, rule: str, sentence: str, asks: str) -> None:
        super().__init__(rule, sentence)
        self.args = (rule, sentence, asks)
        self.asks = asks
