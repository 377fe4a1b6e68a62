"""What every event does to a table."""

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from parlour.kernel.options import read
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import key_from, promise_of
from parlour.kernel.state import Seat
from parlour.table import events
from parlour.table.chairs import Chair, Return
from parlour.table.undo import UndoRequest

if TYPE_CHECKING:
    from parlour.table.table import Table


def take_effect(table: "Table", seat: Seat, body: Any) -> None:
    """Change a table, which is a fresh copy, as an event says."""
    chairs = table.chairs
    match body:
        case events.Sit(name, key):
            chairs[seat] = Chair(name, key, kept_for=chairs[seat].kept_for)
            _settle_return(table, seat)
        case events.LeaveSeat():
            _open(table, seat)
        case events.Remove(other):
            _open(table, other)
        case events.SetBot(other, bot):
            _open(table, other)
            chairs[other] = Chair(bot=bot) if bot else Chair()
        case events.AskToReturn(other, key):
            table.returning = {**table.returning, other: Return(key)}
        case events.LetIn(other):
            one = table.returning[other]
            table.returning = {**table.returning, other: replace(one, agreed=(*one.agreed, seat))}
        case events.TurnAway(other):
            _settle_return(table, other)
        case events.NewKey(other, key):
            _settle_return(table, other)
            table.host = key if chairs[other].key == table.host else table.host
            chairs[other] = replace(chairs[other], key=key, name=chairs[other].name or chairs[other].kept_for)
            _forget_words(table, other)  # the new device does not know them
        case events.Rename(name):
            chairs[seat] = replace(chairs[seat], name=name)
        case events.StandIn():
            chairs[seat] = replace(chairs[seat], away=True)
        case events.Back():
            chairs[seat] = replace(chairs[seat], away=False)
        case events.SwapChairs() | events.AddChair() | events.RemoveChair():
            places = places_before(body, len(chairs))
            table.returning = {}
            table.chairs = [[*chairs, Chair()][at] for at in places]
            table.words, table.promises = ([[*each, ""][at] for at in places] for each in (table.words, table.promises))
        case events.Host(other):
            table.host = chairs[other].key
        case events.ShuffleWords(said):
            table.words[seat] = said
            table.promises[seat] = promise_of(table.invitation.commitment, said) if said else ""
        case events.PromiseWords(promise):
            table.words[seat], table.promises[seat] = "", promise
        case events.Freeze():
            table.frozen = True
        case events.Show(said):
            table.words[seat] = said
        case events.ChangeSettings(locked, onlookers, pace, hints, lookback, one_tap, emotes):
            table.locked = table.locked if locked is None else locked
            table.onlookers = table.onlookers if onlookers is None else onlookers
            table.hints = table.hints if hints is None else hints
            table.lookback = table.lookback if lookback is None else lookback
            table.one_tap = table.one_tap if one_tap is None else one_tap
            table.emotes = table.emotes if emotes is None else emotes
            table.pace = pace or table.pace
        case events.Decorate(decor):
            table.decor = decor
        case events.Start():
            start(table)
        case events.Ready():
            table.ready |= {seat}
        case events.Pause():
            table.paused = True
        case events.Resume():
            table.paused = False
        case events.StandingPass(on):
            table.standing = table.standing | {seat} if on else table.standing - {seat}
        case events.MakeGesture(name):
            table.gestures |= {(seat, name)}
        case events.Quote():
            table.quoted = {**table.quoted, seat: table.version + 1}
        case events.Nudge(other):
            table.nudged |= {other}
        case events.UndoAsked(to):
            table.asked = UndoRequest(seat, to, (seat,))
        case events.Agree():
            table.asked = table.asked and replace(table.asked, agreed=(*table.asked.agreed, seat))
        case events.Refuse():
            table.asked = None
        case events.TakeBack(to):
            _undo(table, to)
        case events.Rematch(code):
            table.rematch = code


def _open(table: "Table", seat: Seat) -> None:
    if table.host == table.chairs[seat].key:
        _pass_on_host(table, seat)
    table.chairs[seat] = Chair(table.chairs[seat].kept_for, kept_for=table.chairs[seat].kept_for)
    _forget_words(table, seat)
    _settle_return(table, seat)
    table.standing -= {seat}
    table.nudged -= {seat}


def _settle_return(table: "Table", seat: Seat) -> None:
    table.returning = {other: one for other, one in table.returning.items() if other != seat}


def _forget_words(table: "Table", seat: Seat) -> None:
    """Forget a seat's words for the shuffle, unless promises are closed and the others rely on them."""
    if table.state is None and not table.frozen:
        table.words[seat] = table.promises[seat] = ""


def _pass_on_host(table: "Table", seat: Seat) -> None:
    """Make the next person host when the host gives up the chair; people who are away come last."""
    others = [chair for chair in (*table.chairs[seat + 1 :], *table.chairs[:seat]) if chair.key]
    others.sort(key=lambda chair: chair.away)
    table.host = others[0].key if others else table.host


def start(table: "Table") -> None:
    if table.stopped:
        return
    shuffler = table.make_shuffler(key_from(table.secret, table.words))
    options = read(table.game.options, table.invitation.options)
    table.state = table.game.start(options, len(table.chairs), shuffler)


def _undo(table: "Table", to: int) -> None:
    """Go back to the state at a version. The table itself (who sits where) does not go back."""
    at = next((at for at, past in enumerate(table.past) if past.version == to), None)
    if at is None:
        if not table.stopped:
            raise Refused("", "That can't be taken back anymore.")
        return
    table.state = table.past[at].state
    table.past = table.past[:at]
    table.sheet = table.state.sheet
    table.awards = table.awards[: len(table.sheet)]
    table.over = table.between = False
    table.asked = None
    table.undone_at = table.version + 1


def places_before(body: events.MovesChairs, chairs: int) -> list[Seat]:
    """For each chair after an event, its place before. A new one had the place after the last, which in a story is the
    onlooker's."""
    places = list(range(chairs))
    match body:
        case events.SwapChairs(a, b):
            places[a], places[b] = b, a
        case events.AddChair():
            places.append(chairs)
        case events.RemoveChair(seat):
            del places[seat]
    return places
