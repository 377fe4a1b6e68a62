"""What a seat may know, as a row of numbers, made from its view alone so that it cannot tell more than the view does.

Every number is between -1 and 1. Players and their zones come in turn order, beginning with the seat itself. A zone of
loose cards is counted face by face; a zone with places, such as a grid, is written place by place.
"""

import re
import zlib
from collections import Counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from parlour.cards import CODES, FACES
from parlour.kernel.game import AnyGame
from parlour.kernel.state import Seat, State
from parlour.kernel.view import Item, SeatView, View, Zone, face_of

TAGS: Final = 16  # columns for the words beside a player's name, which share them by hash
PLAYER: Final = ("won", "score", "cards", "awaited", *[f"tag {number}" for number in range(TAGS)])
GAME: Final = ("round", "rounds to come", "only an answer")
COME_AND_GO: Final = ("held", "meld")  # kinds of zones that may be missing when a game begins
MARKED: Final = ("hand", "meld")  # kinds whose items may be new, carry a piece or stand for another card
ELSEWHERE: Final = ("elsewhere", None)
_NUMBER = re.compile(r"\d+")

Observed = NDArray[np.float32]
Owner = int | None  # counted from the agent's seat; None if the zone belongs to nobody


class _Area:
    """The columns of a zone: one row for all its items, one for each place, or two for a pile, its top card first."""

    def __init__(self, kind: str, places: int, first: int, width: int) -> None:
        self.pile = kind == "pile"
        self.marked = kind in MARKED
        self.places = places
        self.rows = places or (2 if self.pile else 1)
        self.first = first
        self.width = width

    def row(self, index: int, items: int) -> int:
        """The first column of an item's row."""
        if self.places:
            return self.first + self.width * min(index, self.places - 1)
        return self.first + self.width if self.pile and index < items - 1 else self.first


class Observation:
    """Which column means what, for a game with its house rules and seats. The first deal decides the layout."""

    def __init__(self, game: AnyGame, opening: State[Any], seats: int) -> None:
        view = game.view(opening, 0)
        deck = Counter(face for cards in opening.places().values() for face in cards if face < FACES)
        shown = Counter(face for zone in view.zones for item in zone.items if (face := face_of(item)))
        copies = {CODES[face]: deck[face] for face in sorted(deck)}
        copies |= {face: shown[face] for face in sorted(shown) if face not in copies}  # pieces
        self.things = tuple(copies)
        self.seats = seats
        self.columns = [f"player +{player}: {word}" for player in range(seats) for word in PLAYER] + list(GAME)
        self._at = {face: at for at, face in enumerate(self.things)}
        self._unknown = len(self.things)
        self._hidden, self._down, self._marks = self._unknown + 1, self._unknown + 2, self._unknown + 3
        self._share = [1 / count for count in copies.values()] + [1.0]  # all copies of a card together are 1
        self._areas: dict[tuple[str, Owner], _Area] = {}
        for zone in view.zones:
            places = zone.room or (len(zone.items) if zone.kind in ("grid", "trick") else 0)
            self._lay_out((_name(zone), self._owner(zone, 0)), zone.kind, places)
        for kind in COME_AND_GO:
            for owner in (*range(seats), None):
                self._lay_out((kind, owner), kind)
        self._lay_out(ELSEWHERE, "meld")
        heaps = [area for area in self._areas.values() if not area.places]
        rows = [area.first + area.width * row for area in heaps for row in range(area.rows)]
        self._counted = np.array([row + count for row in rows for count in (self._hidden, self._down)])

    def _lay_out(self, key: tuple[str, Owner], kind: str, places: int = 0) -> None:
        faces = [*self.things, "something else"]
        words = [*faces, "hidden", "face down", *([f"marked {face}" for face in faces] if kind in MARKED else [])]
        area = self._areas[key] = _Area(kind, places, len(self.columns), len(words))
        name, owner = key
        where = name if owner is None else f"{name.rstrip(':')} of +{owner}"
        for row in range(area.rows):
            which = f" {row}" if places else " below" if row else ""
            self.columns += [f"{where}{which}: {word}" for word in words]

    def _owner(self, zone: Zone, seat: Seat) -> Owner:
        return None if zone.seat is None else (zone.seat - seat) % self.seats

    def _area(self, zone: Zone, seat: Seat) -> _Area:
        areas, owner = self._areas, self._owner(zone, seat)
        return areas.get((_name(zone), owner)) or areas.get((zone.kind, owner)) or areas[ELSEWHERE]

    # ------------------------------------------------------------ writing

    def numbers(self, view: View, seat: Seat) -> Observed:
        """The view of a seat as numbers."""
        seen = np.zeros(len(self.columns), np.float32)
        at = 0
        for player in range(seat, seat + self.seats):
            owner = player % self.seats
            seen[at] = owner in view.winners
            _write_player(seen, at + 1, view.seats[owner], owner in view.waiting)
            at += len(PLAYER)
        seen[at : at + 3] = _below_one(view.round), _below_one(max(0, view.of - view.round)), view.answering
        for zone in view.zones:
            area = self._area(zone, seat)
            if zone.count is not None:
                cards = 0 if zone.kind == "won" else len(zone.items)  # of won tricks the count is in tricks
                seen[area.first + self._hidden] += zone.count - cards
            for place, item in enumerate(zone.items):
                index = (place - seat) % self.seats if zone.kind == "trick" else place
                self._write_item(seen, area.row(index, len(zone.items)), item, area.marked)
        counts = seen[self._counted]
        seen[self._counted] = counts / (counts + 10)
        return np.minimum(seen, 1, out=seen)

    def _write_item(self, seen: Observed, row: int, item: str | Item, marked: bool) -> None:
        if isinstance(item, str):
            at = self._at.get(item, self._unknown)
            seen[row + at] += self._share[at]
            return
        if item.empty:
            return
        if item.face is None:
            seen[row + self._hidden] += 1
        else:
            at = self._at.get(item.face, self._unknown)
            seen[row + at] += self._share[at]
        seen[row + self._down] += item.down
        for mark in (item.stands, item.on, item.face if item.new else None) if marked else ():
            if mark is not None:
                at = self._at.get(mark, self._unknown)
                seen[row + self._marks + at] += self._share[at]


def _write_player(seen: Observed, at: int, player: SeatView, awaited: bool) -> None:
    seen[at : at + 3] = player.score / (abs(player.score) + 100), _below_one(player.cards), awaited
    bids = [f"bid {which} {number}" for which, number in zip("abc", _NUMBER.findall(player.bid), strict=False)]
    for tag in (*player.tags, *bids):
        number = _NUMBER.search(tag)
        column = zlib.crc32(_NUMBER.sub("", tag).encode()) % TAGS
        seen[at + 3 + column] += _below_one(int(number[0])) if number else 1


def _name(zone: Zone) -> str:
    """A zone's id without its owner: "hand:" for everybody's hand."""
    return zone.id if zone.seat is None else zone.id.replace(f":{zone.seat}", ":", 1)


def _below_one(count: int) -> float:
    return count / (count + 10)
