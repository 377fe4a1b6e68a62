"""What one viewer of a table is shown: the `view` message, with the viewer's own hand in their chosen order."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, Protocol

from msgspec import Raw, Struct
from msgspec.structs import replace

from parlour.cards import Card, NotACard, by_rank, by_suit, card
from parlour.kernel.game import AnyGame
from parlour.kernel.names import own_with_names, with_names
from parlour.kernel.options import HouseRule, OptionValue
from parlour.kernel.state import Seat
from parlour.kernel.view import Ask, Item, Own, SeatView, SlotHole, View, Zone, face_of, seen_by
from parlour.table import checks, moves, permissions
from parlour.table.clocks import deadline, grace, hold, stand_in_at
from parlour.table.decor import Decor
from parlour.table.events import NOBODY, Pace
from parlour.table.presence import Presence
from parlour.table.story import Happened
from parlour.table.table import Table

Phase = Literal["lobby", "dealing", "playing", "between", "paused", "over", "stopped"]
Order = str | list[str]  # "", "suit", "rank", or the faces in order


class ChairView(Struct, frozen=True):
    name: str
    state: Literal["open", "person", "away", "bot"]
    kept: str  # whom an open chair is kept for
    bot: str | None
    here: bool
    host: bool
    words: bool
    ready: bool
    nudged: bool  # whether somebody has nudged them since their last move


class UndoView(Struct, frozen=True):
    by: Seat
    agreed: tuple[Seat, ...]
    others: int  # moves of others that would be taken back too


class ReturnView(Struct, frozen=True):
    """Somebody on a new device who says that a chair is theirs."""

    seat: Seat
    number: int  # what their screen shows
    agreed: tuple[Seat, ...]


class WindowView(Struct, frozen=True):
    """What a game asks people out of turn, and the seconds that its rules give them."""

    seconds: float
    may: str  # "buy the discard"


class TableView(Struct, frozen=True):
    """What everybody may know about the table."""

    code: str
    game: str
    title: str
    round_word: str
    most_wins: bool  # whether the most points win, or the fewest
    windows: bool  # whether the game has calls out of turn
    window: WindowView | None  # what the calls are for
    races: bool  # whether the quickest call may win
    grace: bool  # whether the others wait for seats that may cut in
    phase: Phase
    chairs: tuple[ChairView, ...]
    locked: bool
    onlookers: bool
    hints: bool  # whether players may ask for hints
    lookback: bool  # whether players may see their costliest moves after the game
    one_tap: bool  # whether one tap plays a card, where the ask allows it
    emotes: bool  # whether players may show emotes
    watching: int
    pace: Pace
    options: dict[str, Annotated[Any, OptionValue]]
    house_rules: list[HouseRule]  # the options in words
    commitment: str
    secret: str | None  # shown when the game is over, to check the shuffles
    words: tuple[str, ...] | None  # everybody's, once the cards are dealt
    promises: tuple[str, ...] | None  # their fingerprints, before the deal and after the game
    undo: UndoView | None
    returning: list[ReturnView]
    rematch: str | None
    decor: Decor
    notice: str
    lesson: int | None  # in a lesson: how many moves of its script have been made


class StandInView(Struct, frozen=True):
    """Somebody who is away and waited for."""

    seat: Seat
    seconds: float  # until a bot plays for them


class GestureView(Struct, frozen=True):
    name: str
    say: str


class You(Struct, frozen=True):
    seat: Seat | None
    host: bool
    undo: bool
    order: Order
    standing: bool  # whether the seat passes for the rest of the round
    gestures: tuple[GestureView, ...]  # those that the seat may make now


class ViewMessage(Struct, frozen=True, tag_field="type", tag="view"):
    """Everything that a viewer is shown."""

    # `table`, `view` and `happened` may already be encoded.
    version: int
    you: You
    table: Annotated[Any, TableView]
    view: Annotated[Any, View | None]  # None before the deal, and for people who may not look on
    deadline: float | None  # seconds left to the viewer, or to the seat that is asked
    grace: float | None  # seconds in which only cutting in is allowed
    hold: float | None  # seconds until the viewer may do what is `held`, while the others answer
    stand_ins: tuple[StandInView, ...]
    happened: Annotated[Any, tuple[Happened, ...]]  # since the version that the client last saw


class ViewParts(Protocol):
    """Encoded parts of a ViewMessage."""

    def around(self) -> Raw: ...

    def view(self, seat: Seat | None, order: Order) -> Raw: ...

    def happened(self, seat: Seat | None, since: int) -> Raw: ...


def phase_of(table: Table) -> Phase:
    if table.stopped:
        return "stopped"
    if table.state is None:
        return "dealing" if table.dealing else "lobby"
    if table.over:
        return "over"
    if table.paused:
        return "paused"
    return "between" if table.between else "playing"


def view_message(
    table: Table,
    key: str,
    presence: Presence,
    now: float,
    since: int,
    order: Order = "",
    parts: "ViewParts | None" = None,
) -> ViewMessage:
    """Return the view message for the holder of a key, or of none, with what happened after version `since`. `parts`
    supplies encoded parts that several viewers share."""
    found = table.seat_of(key)
    seat = None if found == NOBODY else found
    allowed = permissions.may_see(table, key)
    made = parts if parts and allowed else None
    view: Any = None
    if table.state is not None and allowed:
        view = made.view(seat, order) if made else game_view(table, seat, presence, order)
    return ViewMessage(
        version=table.version,
        you=you(table, key, seat, order),
        table=made.around() if made else table_view(table, presence, allowed),
        view=view,
        deadline=deadline(table, presence, now, seat),
        grace=grace(table, presence, now),
        hold=None if seat is None else hold(table, presence, seat, now),
        stand_ins=stand_ins(table, presence, now),
        happened=made.happened(seat, since) if made else happened(table, seat, since) if allowed else (),
    )


def you(table: Table, key: str, seat: Seat | None, order: Order) -> You:
    if seat is None:
        return You(None, table.is_host(key), False, order, False, ())
    undo = not table.asked and not table.over and table.undoable(seat) is not None
    gestures = tuple(GestureView(gesture.name, gesture.say) for gesture in permissions.may_gesture(table, seat))
    return You(seat, table.is_host(key), undo, order, seat in table.standing, gestures)


def stand_ins(table: Table, presence: Presence, now: float) -> tuple[StandInView, ...]:
    if table.asked or not presence.somebody:
        return ()
    ends = {seat: stand_in_at(table, presence, seat) for seat in table.silences}
    return tuple([StandInView(seat, round(max(0.0, end - now), 1)) for seat, end in ends.items() if end is not None])


def around(table: Table, presence: Presence) -> tuple[Any, ...]:
    """Return everything that can change a TableView: if it is equal for two tables, so are their views."""
    who = (table.chairs, table.host, table.names, tuple(presence.here), presence.watching, table.ready, table.nudged)
    words = (table.words, table.promises, table.rematch, table.asked, table.asked and table.past, table.returning)
    settled = (table.locked, table.onlookers, table.hints, table.lookback, table.one_tap, table.emotes, table.pace)
    lesson = table.lesson and table.moves
    return phase_of(table), table.over, table.stopped and table.sheet, table.decor, *who, *words, *settled, lesson


def table_view(table: Table, presence: Presence, allowed: bool) -> TableView:
    asked = table.asked
    notice = ""
    if table.stopped:
        notice = f"{checks.other_rules(table)}, so you can look at it but not play."
        if table.sheet:
            totals = [sum(points) for points in zip(*table.sheet, strict=True)]
            last = ", ".join(f"{name} {total}" for name, total in zip(table.names, totals, strict=True))
            notice += f" Last scores: {last}."
    return TableView(
        code=table.code,
        game=table.game.name,
        title=table.game.title,
        round_word=table.game.round_word,
        most_wins=table.game.most_wins,
        windows=table.game.calls.window is not None,
        window=window_view(table.game),
        races=table.game.calls.races,
        grace=table.game.calls.grace is not None,
        phase=phase_of(table),
        chairs=tuple(chair_view(table, seat, presence) for seat in range(len(table.chairs))),
        locked=table.locked,
        onlookers=table.onlookers,
        hints=table.hints and not table.game.flow.people_only,
        lookback=table.lookback and not table.game.flow.people_only,
        one_tap=table.one_tap,
        emotes=table.emotes and not table.game.flow.people_only,
        watching=presence.watching,
        pace=table.pace,
        options=table.invitation.options,
        house_rules=table.house_rules,
        commitment=table.invitation.commitment,
        secret=table.secret.hex() if table.over and allowed else None,
        words=tuple(table.words) if table.state is not None and allowed else None,
        promises=tuple(table.promises) if (table.state is None or table.over) and allowed else None,
        undo=UndoView(asked.by, asked.agreed, table.taken_along(asked)) if asked else None,
        returning=[ReturnView(seat, one.number, one.agreed) for seat, one in table.returning.items()],
        rematch=table.rematch or None,
        decor=table.decor,
        notice=notice,
        lesson=table.moves if table.lesson else None,
    )


def window_view(game: AnyGame) -> WindowView | None:
    window = game.calls.window
    return WindowView(window.seconds, window.may) if window else None


def chair_view(table: Table, seat: Seat, presence: Presence) -> ChairView:
    chair = table.chairs[seat]
    started = table.state is not None
    return ChairView(
        name=table.names[seat] if started or chair.bot else chair.name,
        state="away" if chair.away else "person" if chair.key else "bot" if chair.bot else "open",
        kept=chair.kept_for if chair.is_open else "",
        bot=(table.bot_of(seat) or None) if started or chair.bot else None,
        here=seat in presence.here,
        host=table.is_host(chair.key),
        words=bool(table.promises[seat] or table.words[seat]),
        ready=seat in table.ready,
        nudged=seat in table.nudged,
    )


def game_view(table: Table, seat: Seat | None, presence: Presence, order: Order) -> View:
    """Return what a seat, or an onlooker, sees of the game."""
    public = public_view(table, presence)
    return public if seat is None else seen_by(public, seat, own_view(table, seat, order, public))


def public_view(table: Table, presence: Presence) -> View:
    """Return what everybody sees of the game, with names and presence."""
    view = with_names(table.game.public(table.state), table.names)
    return replace(view, seats=tuple([_seat(table, seat, shown, presence) for seat, shown in enumerate(view.seats)]))


def own_view(table: Table, seat: Seat, order: Order, public: View) -> Own:
    """Return what only this seat sees, with its hand in its chosen order."""
    own = table.game.own(table.state, seat)
    if moves.silences_before(table, seat):
        ahead = table.game.own(moves.ahead(table, seat, table.state.copy()), seat)
        own = replace(own, asks=_with_held(own.asks, ahead.asks))
    if table.paused:
        own = replace(own, asks=())
    own = own_with_names(own, table.names)
    return replace(own, zones=arranged(own, seat, order, public)) if order else own


def _with_held(now: tuple[Ask, ...], ahead: tuple[Ask, ...]) -> tuple[Ask, ...]:
    """Add the asks that open once the others have had their time, marked as held."""
    later = [ask for ask in ahead if all(ask.action != other.action for other in now)]
    return (*(replace(ask, held=True) for ask in later), *now)


def _seat(table: Table, seat: Seat, shown: SeatView, presence: Presence) -> SeatView:
    bot = table.bot_of(seat) or None
    here = seat in presence.here or (bot is not None and not table.chairs[seat].away)
    return shown if bot is None and here else replace(shown, bot=bot, here=here)


def happened(table: Table, seat: Seat | None, since: int) -> tuple[Happened, ...]:
    viewer = len(table.chairs) if seat is None else seat
    return tuple([told for one in table.story.since(since) if (told := one.told[viewer])])


# ---------------------------------------------------------------- the order of a hand


def arranged(own: Own, seat: Seat, order: Order, public: View) -> tuple[Zone, ...]:
    """Put the seat's own hands in its chosen order. Zones whose places are asked for by number stay as they are."""
    numbered = {hole.zone for ask in own.asks for hole in ask.holes().values() if isinstance(hole, SlotHole)}
    mine = {zone.id: zone for zone in own.zones}
    for zone in (*public.zones, *own.zones):
        if zone.kind == "hand" and zone.seat == seat and zone.id not in numbered:
            shown = mine.get(zone.id, zone)
            mine[zone.id] = replace(shown, items=tuple(_in_order(shown.items, order)))
    return tuple(mine.values())


def _in_order(items: Sequence[str | Item], order: Order) -> list[str | Item]:
    if isinstance(order, str):
        return sorted(items, key=lambda item: _card_key(face_of(item), by_suit if order == "suit" else by_rank))
    places = defaultdict[str | None, list[int]](list)  # face → where its copies go, the last one first
    for place, face in reversed(list(enumerate(order))):
        places[face].append(place)
    keyed = [(copies.pop() if (copies := places[face_of(item)]) else len(order), item) for item in items]
    return [item for _, item in sorted(keyed, key=lambda pair: pair[0])]


def _card_key(face: str | None, key: Callable[[Card], tuple[int, int]]) -> tuple[int, int]:
    """Sort cards by the key; anything else goes last, in its old order."""
    try:
        return key(card(face or ""))
    except NotACard:
        return (99, 0)
