"""What a table looks like: its felt, the backs of its cards, and what a family has drawn on them."""

import unicodedata
from typing import Annotated, Literal

from msgspec import Meta, Struct

from parlour.kernel.refusal import Refused

Felt = Literal["moss", "wine", "dusk"]
CardBack = Literal["leaves", "lattice", "waves"]
BackEmblem = Literal["", "leaf", "star", "moon", "anchor", "key", "bell", "feather", "wave"]
MOST_INITIALS = 3


class Decor(Struct, frozen=True, forbid_unknown_fields=True):
    felt: Felt = "moss"
    back: CardBack = "leaves"
    emblem: BackEmblem = ""  # on the backs; the page draws it
    initials: Annotated[str, Meta(max_length=100)] = ""  # on the backs; `check_decor` has the real limit


PLAIN = Decor()


def check_decor(decor: Decor) -> Decor:
    """Return the decor as it is shown, or raise Refused."""
    initials = unicodedata.normalize("NFC", "".join(decor.initials.split())).upper()
    if len(initials) > MOST_INITIALS or not (initials.isalpha() or not initials):
        raise Refused("", "Initials are up to three letters, like ABC.")
    if initials and decor.emblem:
        raise Refused("", "The backs have room for an emblem or for initials, not for both.")
    return Decor(decor.felt, decor.back, decor.emblem, initials)
