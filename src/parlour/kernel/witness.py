"""What a device was shown before the first card, and wrote down for itself: held against the log when the game is over.

Whoever runs the server can write any log, and seal it. But not one that agrees with what every device was shown before
the first words were: so a seat whose words were exchanged has a name.
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

MOST_BYTES: Final = 20_000  # of a file

Short = Annotated[str, Meta(max_length=400)]


class Witness(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A device's record of one table, as the page exports it."""

    commitment: Short
    code: Short = ""
    before: bool = False  # the commitment was shown before the first card
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None  # for which it had promised words
    words: Short = ""  # its own
    promises: Annotated[tuple[Short, ...], Meta(max_length=8)] | None = None  # everybody's, when they were frozen
    shown: bool = False  # the house has acknowledged its words


_witness = msgspec.json.Decoder(Witness)  # made here, because several threads may read at once


class Charge(Struct, frozen=True):
    """Something that is not as the device was shown it; of a seat, or of the house."""

    seat: Seat | None
    say: str


def read_kept(path: Path) -> Witness:
    """A device's record from its file, or Refused."""
    text = read_file(path, MOST_BYTES, "what a device keeps")
    try:
        return _witness.decode(text)
    except msgspec.ValidationError as error:
        raise Refused("", f"{path} is not what a device has kept of a game: {in_plain_words(error)}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("", f"{path} is not what a device has kept of a game: it is not JSON.") from None


def charges(opening: Opening, kept: Witness) -> list[Charge]:
    """Everything in a log's opening that is not as the device was shown it."""
    if kept.commitment != opening.commitment:
        say = "The fingerprint is not the one that the device was shown: another secret, or another game."
        return [Charge(None, say)]
    if kept.promises is not None and len(kept.promises) != len(opening.seats):
        say = f"The device was shown {len(kept.promises)} chairs, and the log has {len(opening.seats)}."
        return [Charge(None, say)]
    return [Charge(seat, named(f"{{{seat}}}'s words {say}", opening.seats)) for seat, say in _found(opening, kept)]


def _found(opening: Opening, kept: Witness) -> Iterator[tuple[Seat, str]]:
    own = _own(kept)
    now = opening.promises or ("",) * len(opening.seats)
    for seat, promise in enumerate(now):
        mine = bool(own) and seat == kept.seat
        if kept.promises:
            was = kept.promises[seat]
        else:  # until the freeze a promise may change; but one that stood would have been frozen
            was = own if mine and not opening.promises else promise
        if was and not promise:
            yield seat, "were left out: the device was shown a promise of them, and the log knows nothing of it."
        elif was and was != promise:
            yield seat, "were exchanged: the log has another promise of them than the device was shown."
        elif was != promise:
            yield seat, "were made up afterwards: the device was shown that nothing was promised there."
        elif mine and promise == own and kept.shown and not opening.words[seat]:
            yield seat, "were left out: the device had shown them, and the house had said so."


def _own(kept: Witness) -> str:
    return promise_of(kept.commitment, kept.words) if kept.words else ""


def cautions(opening: Opening, kept: Witness) -> list[str]:
    """What a record that fits the log still does not prove."""
    if kept.promises is None and opening.promises:
        unseen = "That the words were promised before any were shown: the device was not there at that moment."
        own = _own(kept)
        if not own or kept.seat not in range(len(opening.seats)) or own in opening.promises:  # chairs change places
            return [unseen]
        anew = (
            f"That {{{kept.seat}}}'s words were not exchanged: the device had promised others. It was not there when "
            "the promises were frozen; another device of that seat may have promised anew, or the chair was given up."
        )
        return [unseen, named(anew, opening.seats)]
    if kept.seat in opening.silent and kept.promises and not kept.shown:
        return [
            "That the house could not have had the device's own words: it showed them, or tried to, and was too late."
        ]
    return []
