"""Replays a game: every state of it, as any seat saw it, or with all cards open."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from parlour.cards import CODES, Card
from parlour.kernel.game import AnyGame
from parlour.kernel.log import Log, ReplayStep, begin, replay, shuffler_of
from parlour.kernel.names import told_by_name, with_names
from parlour.kernel.state import Seat
from parlour.kernel.view import Item, Told, View, Zone, face_of, named

Viewer = Seat | None | Literal["open"]  # None: an onlooker


class RoundStart(Struct, frozen=True):
    round: int
    title: str
    at: int  # how many moves came before it


class Recording:
    """The states of a game, by the number of moves before them. Of a long game, it keeps only those in `keep`. `watch`
    is called at every move, and may raise to stop."""

    def __init__(
        self, game: AnyGame, log: Log, keep: range | None = None, watch: Callable[[], None] = lambda: None
    ) -> None:
        self.game = game
        self.log = log
        self.names = log.opening.seats
        self.moves = 0
        self.states: dict[int, Any] = {}
        self.steps: dict[int, ReplayStep[Any]] = {}  # by the number of the move, from 1
        self.rounds: list[RoundStart] = []
        self._keep = range(len(log.entries) + 1) if keep is None else keep
        state: Any = None
        for number, step in enumerate(replay(game, log), 1):
            watch()
            self._see(number - 1, step.before)
            if number in self._keep:
                self.steps[number] = step
            self.moves, state = number, step.after
        self._see(self.moves, state or begin(game, log.opening, shuffler_of(log)))

    def _see(self, at: int, state: Any) -> None:
        if at in self._keep:
            self.states[at] = state
        if len(state.sheet) >= len(self.rounds):  # all rounds so far are scored, so a new one may begin
            view = self.game.public(state)
            if view.round > len(self.rounds):
                self.rounds.append(RoundStart(view.round, named(view.title, self.names), at))

    def view(self, at: int, viewer: Viewer) -> View:
        """What there was to see after this many moves, without asks."""
        state = self.states[at]
        view = _opened(self.game, state) if viewer == "open" else self.game.view(state, viewer)
        return replace(with_names(view, self.names), asks=(), later=())

    def told(self, at: int, viewer: Viewer) -> Told:
        """What the move that led to this state looked like; nothing for the first state."""
        if at == 0:
            return Told(())
        step = self.steps[at]
        after = self.states[at]
        seat = step.entry.seat
        told = self.game.tell(step.before, seat, step.action, after, None if viewer == "open" else viewer)
        if viewer == "open":  # the player who moved saw which cards they were
            told = replace(told, travels=self.game.tell(step.before, seat, step.action, after, seat).travels)
        return told_by_name(told, self.names)

    def scored(self, at: int) -> bool:
        """Whether the move that led to this state ended a round that players look at before the next one."""
        return at > 0 and self.game.flow.pauses and len(self.states[at].sheet) > len(self.steps[at].before.sheet)

    def is_over(self, at: int) -> bool:
        return self.states[at].result() is not None


def _opened(game: AnyGame, state: Any) -> View:
    """An onlooker's view with all cards open: those that their owner sees, and those that nobody sees."""
    view = game.public(state)
    owners = {zone.seat for zone in view.zones if zone.seat is not None}
    owned = {zone.id: zone for seat in owners for zone in game.own(state, seat).zones if zone.seat == seat}
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
