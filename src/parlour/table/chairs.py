"""Chairs, and the names of the people who sit on them."""

import unicodedata

from msgspec import Struct

from parlour.bots import BOT_NAMES
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat

MOST_IN_A_NAME = 30
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and symbols to Unicode, but invisible
MOST_MARKS = 3  # combining marks on one letter; longer stacks cover other people's names


class Chair(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place at the table. It belongs to the person whose token has this key; without a key it is open or a bot's."""

    name: str = ""
    key: str = ""  # SHA-256 of the holder's token
    bot: str = ""  # the bot that was given the chair
    away: bool = False  # a bot stands in for the person
    kept_for: str = ""  # the name it was reserved for when the table was set up

    @property
    def is_open(self) -> bool:
        return not self.key and not self.bot

    @property
    def played_by_person(self) -> bool:
        return bool(self.key) and not self.away


class Return(Struct, frozen=True):
    """Somebody on a new device who says that a chair is theirs."""

    key: str
    agreed: tuple[Seat, ...] = ()

    @property
    def number(self) -> int:
        """Two digits that both sides see, so that nobody is let in by mistake."""
        return 10 + int(self.key[:8], 16) % 90


def check_name(name: str) -> str:
    """Return the name as it is shown, or raise Refused."""
    tidy = unicodedata.normalize("NFC", " ".join(name.split()))
    if not tidy:
        raise Refused("", "Please type a name.")
    if len(tidy) > MOST_IN_A_NAME:
        raise Refused("", f"A name can have up to {MOST_IN_A_NAME} characters. This one has {len(tidy)}.")
    if any(character in "<>{}" for character in tidy):
        raise Refused("", "A name can't have < > { or } in it.")
    if not tidy.isprintable() or any(character in BLANK for character in tidy):
        raise Refused("", "A name can't have invisible characters in it.")
    marks = "".join("m" if unicodedata.combining(character) else " " for character in tidy)
    if "m" * (MOST_MARKS + 1) in marks or marks.startswith("m"):
        raise Refused("", "A name can't have that many accents on one letter.")
    return tidy


def names_of(chairs: list[Chair]) -> list[str]:
    """Return a name for every chair: the person's, the one it is kept for, or a bot's."""
    taken = {chair.name.casefold() for chair in chairs}
    names = []
    for seat, chair in enumerate(chairs):
        spare = (name for name in (*BOT_NAMES[seat:], *BOT_NAMES[:seat]) if name.casefold() not in taken)
        names.append(chair.name or next(spare))  # there is a bot name for every chair a table can have
        taken.add(names[-1].casefold())
    return names
