"""What happened at a table, kept for people who come back.

Few clients need more than the last few entries, so older ones are compressed: as objects they would take most of a
table's memory.
"""

import zlib
from collections.abc import Sequence
from functools import lru_cache, reduce

import msgspec
from msgspec import Struct

from parlour.kernel.state import Seat
from parlour.kernel.view import Moment, Travel

REMEMBERED = 200  # entries
PACKED = 10  # entries in a pack


class Happened(Struct, frozen=True, omit_defaults=True):
    """What one viewer is told about an entry, as it is sent."""

    version: int
    say: tuple[str, ...]
    travels: tuple[Travel, ...] = ()
    moments: tuple[Moment, ...] = ()
    rule: str = ""  # the rule that was quoted, if any
    nudged: Seat | None = None  # who was nudged, if anybody


class Happening(Struct, frozen=True):
    """What each seat is told about an entry, and last an onlooker; None where there is nothing to tell."""

    version: int
    told: tuple[Happened | None, ...]


_reader = msgspec.msgpack.Decoder(tuple[Happening, ...])
_writer = msgspec.msgpack.Encoder()


class Story(Struct, frozen=True):
    packed: tuple[tuple[int, bytes], ...] = ()  # each with its last version
    fresh: tuple[Happening, ...] = ()

    def and_then(self, happening: Happening) -> "Story":
        """Return a new story with one more entry."""
        fresh = (*self.fresh, happening)
        if len(fresh) < 2 * PACKED:
            return Story(self.packed, fresh)
        pack = (fresh[PACKED - 1].version, zlib.compress(_writer.encode(fresh[:PACKED]), 1))
        return Story((*self.packed[1 - REMEMBERED // PACKED :], pack), fresh[PACKED:])

    def rearranged(self, places: Sequence[int]) -> "Story":
        """Return the story after chairs have moved: each seat was told what the one at its earlier place was."""
        moved = (Happening(one.version, tuple([one.told[at] for at in (*places, -1)])) for one in self.since(0))
        return reduce(Story.and_then, moved, Story())

    def since(self, version: int) -> Sequence[Happening]:
        """Return what came after a version, as far back as it is remembered."""
        if self.fresh and self.fresh[-1].version == version + 1:
            return self.fresh[-1:]
        older = [one for last, pack in self.packed if last > version for one in _unpacked(pack)]
        return [one for one in (*older, *self.fresh)[-REMEMBERED:] if one.version > version]


@lru_cache(maxsize=32)
def _unpacked(pack: bytes) -> tuple[Happening, ...]:
    """Cached, because clients that reconnect together ask for the same packs."""
    return _reader.decode(zlib.decompress(pack))
