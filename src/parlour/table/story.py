"""What happened at a table, kept for those who come back.

Hardly anybody asks for more than the last few entries, so the older ones are packed: as objects they would be most of
what a table needs in memory.
"""

import zlib
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct

from parlour.kernel.view import Moment, Travel

REMEMBERED = 200  # entries
PACKED = 10  # at a time


class Happened(Struct, frozen=True, omit_defaults=True):
    """What an entry looked like to one viewer, as it is sent."""

    version: int
    say: tuple[str, ...]
    travels: tuple[Travel, ...] = ()
    moments: tuple[Moment, ...] = ()
    rule: str = ""  # one that was quoted


class Happening(Struct, frozen=True):
    """What an entry looked like to each seat, and last to an onlooker; None where there is nothing to tell."""

    version: int
    told: tuple[Happened | None, ...]


_reader = msgspec.msgpack.Decoder(tuple[Happening, ...])
_writer = msgspec.msgpack.Encoder()


class Story(Struct, frozen=True):
    packed: tuple[tuple[int, bytes], ...] = ()  # the last version of each
    fresh: tuple[Happening, ...] = ()

    def and_then(self, happening: Happening) -> "Story":
        """The story with one entry more; this one stays as it is."""
        fresh = (*self.fresh, happening)
        if len(fresh) < 2 * PACKED:
            return Story(self.packed, fresh)
        pack = (fresh[PACKED - 1].version, zlib.compress(_writer.encode(fresh[:PACKED]), 1))
        return Story((*self.packed[1 - REMEMBERED // PACKED :], pack), fresh[PACKED:])

    def since(self, version: int) -> Sequence[Happening]:
        """What came after a version, as far as it is remembered."""
        if self.fresh and self.fresh[-1].version == version + 1:
            return self.fresh[-1:]
        older = [one for last, pack in self.packed if last > version for one in _unpacked(pack)]
        return [one for one in (*older, *self.fresh)[-REMEMBERED:] if one.version > version]


@lru_cache(maxsize=32)
def _unpacked(pack: bytes) -> tuple[Happening, ...]:
    """Many who come back at once ask for the same."""
    return _reader.decode(zlib.decompress(pack))
