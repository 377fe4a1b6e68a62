"""Compares a log with what a device saved before the first card.

The person running the server can write and seal any log. But that log must also agree with what every device saw
before the first words were shown. So these records name every seat whose words were swapped.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from parlour.kernel.bad_input import in_plain_words
from parlour.kernel.log import Opening
from parlour.kernel.notation import read_file
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import promise_of
from parlour.kernel.state import Seat
from parlour.kernel.view import named

MOST_BYTES: Final = 20_000  # in a file

WitnessText = Annotated[str, Meta(max_length=400)]


class Witness(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A device's record of one table, as the page exports it."""

    commitment: WitnessText
    code: WitnessText = ""
    before: bool = False  # it saw the commitment before the first card
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None  # the seat for which it promised words
    words: WitnessText = ""  # its own words
    promises: Annotated[tuple[WitnessText, ...], Meta(max_length=8)] | None = None  # everybody's, when they were frozen
    shown: bool = False  # the server has acknowledged its words


_witness = msgspec.json.Decoder(Witness)  # made at import, before several threads read at once


class Charge(Struct, frozen=True):
    """Something in the log that the device saw differently: about a seat, or about the server (None)."""

    seat: Seat | None
    say: str


def read_kept(path: Path) -> Witness:
    """A device's record from its file. Raises Refused if it cannot be read."""
    text = read_file(path, MOST_BYTES, "a device's record")
    try:
        return _witness.decode(text)
    except msgspec.ValidationError as error:
        raise Refused("", f"{path} isn't a device's record of a game: {in_plain_words(error)}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("", f"{path} isn't a device's record of a game: it isn't JSON.") from None


def charges(opening: Opening, kept: Witness) -> list[Charge]:
    """Everything in a log's opening that the device saw differently."""
    if kept.commitment != opening.commitment:
        say = "The fingerprint isn't the one the device saw: it's another secret, or another game."
        return [Charge(None, say)]
    if kept.promises is not None and len(kept.promises) != len(opening.seats):
        say = f"The device saw {len(kept.promises)} chairs, but the log has {len(opening.seats)}."
        return [Charge(None, say)]
    return [Charge(seat, named(f"{{{seat}}}'s words {say}", opening.seats)) for seat, say in _found(opening, kept)]


def _found(opening: Opening, kept: Witness) -> Iterator[tuple[Seat, str]]:
    own = _own(kept)
    now = opening.promises or ("",) * len(opening.seats)
    for seat, promise in enumerate(now):
        mine = bool(own) and seat == kept.seat
        if kept.promises:
            was = kept.promises[seat]
        else:  # a promise may change until the freeze, but a log without any promises has lost it
            was = own if mine and not opening.promises else promise
        if was and not promise:
            yield seat, "were left out: the device saw a promise of them, but the log doesn't have it."
        elif was and was != promise:
            yield seat, "were swapped: the log has a different promise from the one the device saw."
        elif was != promise:
            yield seat, "were made up later: the device saw that nobody had promised words there."
        elif mine and promise == own and kept.shown and not opening.words[seat]:
            yield seat, "were left out: the device showed them, and the server said it had them."


def _own(kept: Witness) -> str:
    return promise_of(kept.commitment, kept.words) if kept.words else ""


def cautions(opening: Opening, kept: Witness) -> list[str]:
    """What a record does not prove, even though it agrees with the log."""
    if kept.promises is None and opening.promises:
        unseen = "That the words were promised before any were shown: the device wasn't there at that moment."
        own = _own(kept)
        if not own or kept.seat not in range(len(opening.seats)) or own in opening.promises:  # chairs change places
            return [unseen]
        anew = (
            f"That {{{kept.seat}}}'s words weren't swapped: the device had promised others. It wasn't there when the "
            "promises were frozen. Another device of that seat may have promised again, or the chair was given up."
        )
        return [unseen, named(anew, opening.seats)]
    if kept.seat in opening.silent and kept.promises and not kept.shown:
        return [
            "That the server couldn't have had the device's own words: it showed them, or tried to, but was too late."
        ]
    return []
