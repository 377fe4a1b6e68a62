"""A game that was played, to be looked at again: every state of it, as any seat saw it or with all cards open."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from parlour.cards import CODES, Card
from parlour.kernel.game import AnyGame
from parlour.kernel.log import Log, begin, replay, shuffler_of
from parlour.kernel.names import told_by_name, with_names
from parlour.kernel.state import Seat
from parlour.kernel.view import Item, Told, View, Zone, face_of

Viewer = Seat | None | Literal["open"]  # None: an onlooker


class Round(Struct, frozen=True):
    round: int
    title: str
    at: int  # after so many moves it begins


class Recording:
    """State k is the one after k moves."""

    def __init__(self, game: AnyGame, log: Log) -> None:
        self.game = game
        self.log = log
        self.names = log.opening.seats
        self.steps = list(replay(game, log))
        last = self.steps[-1].after if self.steps else begin(game, log.opening, shuffler_of(log))
        self.states: list[Any] = [*(step.before for step in self.steps), last]

    @property
    def moves(self) -> int:
        return len(self.steps)

    def view(self, at: int, viewer: Viewer) -> View:
        """What there was to see after so many moves. Nothing is asked of anybody any more."""
        state = self.states[at]
        view = _opened(state, self.names) if viewer == "open" else with_names(state.view(viewer), self.names)
        return replace(view, asks=(), later=())

    def told(self, at: int, viewer: Viewer) -> Told:
        """What the move that led there looked like; nothing at the very beginning."""
        if at == 0:
            return Told(())
        step = self.steps[at - 1]
        after = self.states[at]
        seat = step.entry.seat
        told = self.game.tell(step.before, seat, step.action, after, None if viewer == "open" else viewer)
        if viewer == "open":  # who moved saw which cards they were
            told = replace(told, travels=self.game.tell(step.before, seat, step.action, after, seat).travels)
        return told_by_name(told, self.names)

    def rounds(self) -> list[Round]:
        """Where each round begins. One follows another soon after its points are on the sheet."""
        starts = {0: 1}
        scored = 0
        for at, state in enumerate(self.states):
            if len(state.sheet) > scored:
                scored = len(state.sheet)
                new = [
                    next for next in (at, at + 1) if next <= self.moves and self.states[next].view(None).round > scored
                ]
                starts |= {new[0]: scored + 1} if new else {}
        return [Round(round, self.view(at, None).title, at) for at, round in starts.items()]


def _opened(state: Any, names: tuple[str, ...]) -> View:
    """An onlooker's view in which everybody's cards lie open: what their owner sees, and what nobody does."""
    view = with_names(state.view(None), names)
    owners = {zone.seat for zone in view.zones if zone.seat is not None}
    owned = {zone.id: zone for seat in owners for zone in state.view(seat).zones if zone.seat == seat}
    places = state.places()
    return replace(
        view, zones=tuple([_open_zone(zone, owned.get(zone.id), places.get(zone.id)) for zone in view.zones])
    )


def _open_zone(zone: Zone, as_owner: Zone | None, cards: list[Card] | None) -> Zone:
    if as_owner:
        zone = replace(zone, items=as_owner.items, sums=as_owner.sums)
    if zone.kind == "pile" or cards is None or len(cards) != len(zone.items):
        return zone
    items = [
        Item(CODES[card], down=True) if face_of(item) is None else item
        for item, card in zip(zone.items, cards, strict=True)
    ]
    return replace(zone, items=tuple(items))
