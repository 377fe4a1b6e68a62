"""Who may do what at a table: turns a request into the body of an entry, or refuses it."""

from typing import Any

from msgspec.structs import replace

from parlour.bots import check_bot
from parlour.kernel.game import Gesture
from parlour.kernel.options import read
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.rulebook import find_rule
from parlour.kernel.shuffle import promise_of
from parlour.kernel.state import Seat
from parlour.table import events
from parlour.table.chairs import Chair, check_name
from parlour.table.checks import (
    check_chair,
    check_going_on,
    check_length,
    check_not_dealing,
    check_playing,
    other_rules,
)
from parlour.table.decor import check_decor
from parlour.table.events import NOBODY, Body, Request
from parlour.table.moves import mover
from parlour.table.newcomers import LEAST_PATIENCE, let_in
from parlour.table.table import Table

BEFORE_A_NUDGE = 60  # seconds that a seat is waited for before it may be nudged
BETWEEN_QUOTES = 20  # entries before the same seat may quote again

BOUNDED = (  # requests that cannot be repeated endlessly, so they need no limit
    events.Start,
    events.Show,
    events.Ready,
    events.LeaveSeat,
    events.Resume,
    events.Agree,
    events.Refuse,
)


def check_may_emote(table: Table, key: str) -> Seat:
    """Return the seat that shows an emote with this key, or raise Refused."""
    seat = table.seat_of(key)
    if seat == NOBODY:
        raise Refused("", "You're just watching. Only people at the table can react.")
    if not table.emotes:
        raise Refused("", "The host turned reactions off at this table.")
    return seat


def check_may_ask(table: Table, key: str) -> Seat:
    """Return the seat for which a key may ask for a hint now, or raise Refused."""
    seat = mover(table, key)
    if table.game.flow.people_only:
        raise Refused("", f"There are no hints {table.game.here}.")
    if not table.hints:
        raise Refused("", "The host turned hints off at this table.")
    check_playing(table)
    if seat not in table.actors:
        raise Refused("", "There's nothing for you to do right now.")
    return seat


def decide(table: Table, asker: str, request: Request, host_away: float = 0, now: float = 0) -> Body:
    """Return the body of the entry for a request. `host_away` is the number of seconds since the host was here, `now`
    the wall time."""
    seat = table.seat_of(asker)
    host = table.is_host(asker)
    if seat == NOBODY and not host:
        raise Refused("", "You're just watching. Only people at the table can do that.")
    if not isinstance(request, BOUNDED):
        check_length(table, host)
    match request:
        case (
            events.ChangeSettings()
            | events.Remove()
            | events.SetBot()
            | events.Start()
            | events.SwapChairs()
            | events.AddChair()
            | events.RemoveChair()
        ):
            if not host:
                raise Refused("", "Only the host can do that.")
            _check_host(table, request)
            return events.Freeze() if isinstance(request, events.Start) and table.unshown else request
        case events.Decorate(decor):
            if not host:
                raise Refused("", "Only the host can do that.")
            return events.Decorate(check_decor(decor))
        case events.Host(other):
            return _new_host(table, host, seat, other, host_away)
        case events.Pause() | events.Resume():
            return _pause(table, request)
        case events.LetIn() | events.TurnAway():
            return let_in(table, host, seat, request, host_away)
        case events.Nudge():
            return _nudge(table, seat, request, now)
        case events.AskRematch():
            raise TypeError("a rematch needs a new table: see `rematch`")
    if seat == NOBODY:
        raise Refused("", "You don't have a chair at this table.")
    match request:
        case events.LeaveSeat():
            return request
        case events.Rename(name):
            tidy = check_name(name)
            others = (chair for number, chair in enumerate(table.chairs) if number != seat)
            if any(chair.name.casefold() == tidy.casefold() for chair in others):
                raise Refused("", f"Somebody at this table is already called {tidy}.")
            return replace(request, name=tidy)
        case events.ShuffleWords() | events.PromiseWords() | events.Show():
            _check_words(table, seat, request)
            return request
        case events.Ready():
            if not table.between:
                raise Refused("", "No round just ended.")
            if seat in table.ready:
                raise Refused("", "You already said you're ready.")
            return request
        case events.StandingPass(on):
            check_going_on(table)
            if table.game.calls.window is None:
                raise Refused("", f"Nobody calls out of turn in {table.game.title}, so there's nothing to pass on.")
            if on == (seat in table.standing):
                raise Refused("", "You're already passing." if on else "You're already answering for yourself.")
            return request
        case events.MakeGesture() | events.Quote():
            return _table_talk(table, seat, request)
    return _undo(table, seat, request)


def _check_words(table: Table, seat: Seat, request: events.ShuffleWords | events.PromiseWords | events.Show) -> None:
    if table.state is not None:
        raise Refused("", "The cards are already shuffled. You can only add words before the start.")
    if not isinstance(request, events.Show):
        check_not_dealing(table)
        return
    if not table.dealing:
        raise Refused("", "It's too early to show your words. Wait until the host starts the game.")
    if seat not in table.unshown:
        raise Refused("", "You already showed your words." if table.promises[seat] else "You didn't promise any words.")
    if promise_of(table.invitation.commitment, request.words) != table.promises[seat]:
        raise Refused("", "Those aren't the words you promised.")


def _check_host(table: Table, request: Request) -> None:
    started = table.state is not None
    if not isinstance(request, events.ChangeSettings):
        check_not_dealing(table)
    match request:
        case events.Start():
            if table.stopped:
                raise Refused("", f"{other_rules(table)}. Set up a new table instead.")
            if started:
                raise Refused("", "The game has already started.")
        case events.SwapChairs(a, b):
            if started:
                raise Refused("", "You can only swap chairs before the start.")
            if max(a, b) >= len(table.chairs) or a == b:
                raise Refused("", f"Pick two different chairs, numbered 1 to {len(table.chairs)}.")
        case events.AddChair():
            _check_number(table, len(table.chairs) + 1)
        case events.RemoveChair(seat):
            check_chair(table, seat)
            if table.chairs[seat].key:
                raise Refused("", f"{table.names[seat]} sits there. You can take away empty chairs and bots' chairs.")
            _check_number(table, len(table.chairs) - 1)
        case events.Remove(seat):
            check_chair(table, seat)
            if not table.chairs[seat].key:
                raise Refused("", "Nobody sits there.")
        case events.SetBot(seat, bot):
            check_chair(table, seat)
            if bot:
                check_bot(table.game, bot)
            elif not table.chairs[seat].bot:
                raise Refused("", "There's no bot in that chair.")
        case events.ChangeSettings() if request == events.ChangeSettings():
            raise Refused("", "You didn't change anything.")


def _check_number(table: Table, chairs: int) -> None:
    """Refuse to have this many chairs, unless the game can be played so with the table's house rules."""
    if table.stopped:
        raise Refused("", f"{other_rules(table)}. Set up a new table instead.")
    if table.game.flow.at_once:
        raise Refused("", f"You can't add or take away players {table.game.here}. Set up a new one instead.")
    if table.state is not None:
        raise Refused("", "You can only add chairs or take them away before the start.")
    table.game.check_seats(chairs, read(table.game.options, table.invitation.options))


def _new_host(table: Table, host: bool, seat: Seat, other: Seat, host_away: float) -> events.Host:
    check_chair(table, other)
    if not table.chairs[other].key:
        raise Refused("", "Nobody sits there. Pick somebody at the table to be the host.")
    if not host:
        if other != seat:
            raise Refused("", "Only the host can make somebody else the host.")
        if host_away < max(LEAST_PATIENCE, table.pace.patience):
            raise Refused("", "The host is still here, or just stepped away.")
    return events.Host(other)


def may_gesture(table: Table, seat: Seat) -> list[Gesture[Any]]:
    """Return the gestures that a seat may make now, each once a round."""
    if table.state is None:
        return []
    new = (gesture for gesture in table.game.gestures if (seat, gesture.name) not in table.gestures)
    return [gesture for gesture in new if gesture.may(table.state, seat)]


def _table_talk(table: Table, seat: Seat, request: events.TableTalk) -> events.TableTalk:
    match request:
        case events.MakeGesture(name):
            known = table.game.gesture(name)
            if known is None:
                raise Refused("", f"{table.game.title} has no gesture called {quoted(name)}.")
            if (seat, name) in table.gestures:
                raise Refused(known.rule, f"Once a {table.game.round_word} is enough.")
            if known not in may_gesture(table, seat):
                raise Refused(known.rule, "You can't do that right now.")
            return request
        case events.Quote(rule):
            check_going_on(table)
            find_rule(table.game.rules(), rule)
            if table.version + 1 - table.quoted.get(seat, -BETWEEN_QUOTES) < BETWEEN_QUOTES:
                raise Refused("", "You just quoted a rule. Let the others read it first.")
            return events.Quote(rule.upper())


def is_awaited(table: Table, seat: Seat) -> bool:
    """Whether the game waits for the person on this seat."""
    return table.silences.get(seat) is not None and not table.bot_of(seat)


def _nudge(table: Table, seat: Seat, request: events.Nudge, now: float) -> events.Nudge:
    """Allow one nudge until the seat has moved. How long it has been waited for is counted from the last move."""
    check_chair(table, request.seat)
    name = table.names[request.seat]
    if request.seat == seat:
        raise Refused("", "You can't nudge yourself.")
    if not is_awaited(table, request.seat):
        raise Refused("", f"Nobody is waiting for {name} right now.")
    if request.seat in table.nudged:
        raise Refused("", f"{name} was already nudged this turn.")
    if now - table.moved_at < BEFORE_A_NUDGE:
        raise Refused("", f"Give {name} a minute first.")
    return request


def _pause(table: Table, request: Request) -> Body:
    check_going_on(table)
    wants = isinstance(request, events.Pause)
    if wants == table.paused:
        raise Refused("", "The game is already paused." if wants else "The game isn't paused.")
    return events.Pause() if wants else events.Resume()


def _undo(table: Table, seat: Seat, request: Request) -> Body:
    """Handle an undo. Every person at the table has to agree, and the last one to agree takes the move back."""
    match request:
        case events.AskUndo():
            check_playing(table)
            if table.over:
                raise Refused("", "The game is over, so its moves can't be taken back.")
            if table.asked:
                raise Refused("", "Somebody already asked to take a move back.")
            past = table.undoable(seat)
            if past is None:
                raise Refused(
                    "", "You have no move to take back. Once a hidden card is turned up, the moves before it stand."
                )
            alone = set(table.persons) <= {seat}
            return events.TakeBack(past.version) if alone else events.UndoAsked(past.version)
        case events.Agree():
            if table.asked is None:
                raise Refused("", "Nobody asked to take a move back.")
            if seat in table.asked.agreed:
                raise Refused("", "You already agreed.")
            all_agree = set(table.persons) <= {seat, *table.asked.agreed}
            return events.TakeBack(table.asked.to) if all_agree else events.Agree()
        case events.Refuse():
            if table.asked is None:
                raise Refused("", "Nobody asked to take a move back.")
            return events.Refuse()
    raise TypeError(f"not a request: {request}")


def may_see(table: Table, key: str) -> bool:
    """Whether the holder of this key, or of none, may look at the table."""
    return table.seat_of(key) != NOBODY or table.is_host(key) or table.onlookers


def rematch(table: Table, asker: str) -> tuple[Chair, ...]:
    """Return the chairs of a rematch: the same people, bots and names, with nobody away."""
    if table.seat_of(asker) == NOBODY and not table.is_host(asker):
        raise Refused("", "You're just watching. Only people at the table can do that.")
    if not table.over and not table.stopped:
        raise Refused("", "This game isn't over yet.")
    if table.rematch:
        raise Refused("", "There's already a rematch.")
    return tuple(replace(chair, away=False) for chair in table.chairs)
