"""Who may do what at a table: turns a request into the body of an entry, or refuses it."""

from collections.abc import Collection, Mapping
from math import ceil
from typing import Any

from msgspec.structs import replace

from parlour.bots import check_bot
from parlour.kernel.game import Gesture
from parlour.kernel.log import By, form_of
from parlour.kernel.options import read
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.rulebook import find_rule
from parlour.kernel.sentences import listed
from parlour.kernel.shuffle import promise_of
from parlour.kernel.state import Seat
from parlour.table import events
from parlour.table.chairs import Chair, check_name
from parlour.table.decor import check_decor
from parlour.table.events import NOBODY, UNSTAMPED, Body, Request, Stamp
from parlour.table.table import Table, TableStep

LEAST_PATIENCE = 30  # seconds a host must have been away before another player may take over
ENOUGH = 2  # people who can let somebody back in while the host is away
BEFORE_A_NUDGE = 60  # seconds that a seat is waited for before it may be nudged
BETWEEN_QUOTES = 20  # entries before the same seat may quote again
NOT_AS_TAUGHT = "You could do that, and some day it may be just right. For now, try what the coach says: it's marked."
MOST_ASIDES = 5000  # entries that are not moves; the host gets as many again, to put things right

BOUNDED = (  # requests that cannot be repeated endlessly, so they need no limit
    events.Start,
    events.Show,
    events.Ready,
    events.LeaveSeat,
    events.Resume,
    events.Agree,
    events.Refuse,
)


def move(
    table: Table,
    seat: Seat,
    form: Mapping[str, Any],
    by: By = "person",
    seen: int | None = None,
    reaction: int = 0,
    hold: float = 0.0,
    stamp: Stamp = UNSTAMPED,
) -> list[TableStep]:
    """Return the entries for an action in its JSON form. `seen` is the version that the sender was looking at."""
    check_playing(table)
    if seen is not None and seen < table.undone_at:
        raise Refused("", "A move was just taken back. Please look again.")
    action = table.game.read_action(form)
    steps = act(table, seat, action, by, stamp, reaction, hold)
    if scripted := table.scripted:
        meant = scripted.meant(seat, form_of(action))
        if meant is None:
            raise Refused("", NOT_AS_TAUGHT if scripted.seat == seat else "One moment: the others go first.")
        return [table.moved(seat, table.game.read_action(meant), by, stamp)]
    return steps


def act(
    table: Table, seat: Seat, action: Any, by: By, stamp: Stamp = UNSTAMPED, reaction: int = 0, hold: float = 0.0
) -> list[TableStep]:
    """Return the entries for a seat's action. If the action is only legal after a window, it ends the window: the
    others' silences come first. `hold` is the number of seconds for which the others may still answer."""
    if hasattr(action, "reaction"):  # a call: the server measures how quick it was
        action = replace(action, reaction=reaction if table.pace.calls == "quickest" else 0)
    try:
        return [table.moved(seat, action, by, stamp)]
    except Refused:
        window, silences = table.window, silences_before(table, seat)
        if window is None or not silences:
            raise
    steps: list[TableStep] = []
    for silent, answer in silences:
        steps.append(table.moved(silent, answer, "clock", Stamp(stamp.at)))
        table = steps[-1][1]
    steps.append(table.moved(seat, action, by, stamp))
    if hold > 0:
        left = ceil(hold)
        time = "1 more second" if left == 1 else f"{left} more seconds"
        raise Refused(window.rule, f"Give the others {time} to {window.may}.")
    return steps


def _accepts(state: Any, seat: Seat, action: Any) -> bool:
    try:
        state.copy().apply(seat, action)
    except Refused:
        return False
    return True


def silences_before(table: Table, seat: Seat) -> list[tuple[Seat, Any]]:
    """Return the silences that a person at bat may take as the others' answers, to end a window. None if they uncover a
    card, because the seat is shown what it may do after them before it acts. Bots do not end windows: they wait until
    the others have answered, or the clock has for them."""
    window = table.window
    if window is None or not table.pace.windows or table.bot_of(seat):
        return []
    if table.silences.get(seat, seat) is not None or window.aside(table.state, seat):
        return []
    if seat not in table.skippable:
        state = table.state.copy()
        silences = []
        for other in table.actors:
            answer = state.silence(other) if other != seat else None
            if answer is not None and window.is_open(state):
                state.apply(other, answer)
                silences.append((other, answer))
        table.skippable[seat] = silences if state.uncovered == table.state.uncovered else []
    return table.skippable[seat]


def ahead(table: Table, seat: Seat, state: Any, action: Any = None) -> Any:
    """Move a copy of the table's state, or an imagined one, on to where the seat acts: past the silences that it need
    not wait for, unless the action is legal before them."""
    silences = silences_before(table, seat)
    if silences and action is not None and _accepts(state, seat, action):
        return state
    for silent, answer in silences:
        state.apply(silent, answer)
    return state


def mover(table: Table, key: str) -> Seat:
    """Return the seat that a key moves for. In some games the host may move without a chair."""
    seat = table.seat_of(key)
    if seat == NOBODY and not (table.game.flow.host_moves and table.is_host(key)):
        raise Refused("", "You're just watching. Only people at the table can play.")
    return seat


def other_rules(table: Table) -> str:
    return f"This table was set up with different rules of {table.game.title} from the ones here now"


def check_playing(table: Table) -> None:
    """Refuse unless the table accepts moves now."""
    if table.stopped:
        raise Refused("", f"{other_rules(table)}, so you can look at it but not play.")
    if table.state is None:
        raise Refused("", "The game hasn't started yet.")
    if table.paused:
        raise Refused("", "The game is paused.")


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


def sit(table: Table, name: str, seat: Seat | None, key: str, here: Collection[Seat] = ()) -> tuple[Seat, events.Sit]:
    """Find a chair for a newcomer: the one they asked for, the one kept for their name, or the first free one. `here`
    are the seats whose people are connected now."""
    name = check_name(name)
    if table.seat_of(key) != NOBODY:
        raise Refused("", "You already have a chair at this table.")
    _check_length(table)
    _check_not_dealing(table)
    if table.locked:
        raise Refused("", "The host locked the table, so nobody new can sit down.")
    if (table.over and not table.game.flow.corrects) or table.stopped:
        raise Refused("", "This game is over.")
    for number, chair in enumerate(table.chairs):
        if chair.key and chair.name.casefold() == name.casefold():
            if number in here:
                raise Refused("", f"{_here_now(chair.name)} If not, pick another name.")
            raise Refused("", f"{name} is already at this table. If that's you, tap “I'm {name}” to be let in.")
    free = [number for number, chair in enumerate(table.chairs) if chair.is_open]
    if not free:
        raise Refused("", f"All {len(table.chairs)} chairs are taken.")
    if seat is not None and seat not in free:
        raise Refused("", "That chair is taken." if seat < len(table.chairs) else f"There's no chair {seat + 1}.")
    if seat is None:
        kept = [number for number in free if table.chairs[number].kept_for.casefold() == name.casefold()]
        unkept = [number for number in free if not table.chairs[number].kept_for]
        if not kept and not unkept:
            waiting = listed([table.chairs[number].kept_for for number in free])
            raise Refused("", f"The only chairs left are saved for {waiting}. If one is yours, pick it.")
        seat = (kept or unkept)[0]
    return seat, events.Sit(name, key)


def ask_to_return(table: Table, seat: Seat, key: str, here: bool) -> events.AskToReturn:
    """Ask for a chair that a person has, on a new device, or that is kept for somebody at a locked table. `here` says
    whether the person is connected now."""
    _check_length(table)
    _check_not_dealing(table)
    _check_chair(table, seat)
    chair = table.chairs[seat]
    if table.seat_of(key) != NOBODY:
        raise Refused("", "You already have a chair at this table.")
    if not chair.key and not (table.locked and chair.kept_for):
        raise Refused("", "Nobody has that chair, so you can just sit down.")
    if here:
        raise Refused("", _here_now(chair.name))
    if table.is_host(chair.key) and not _others(table, seat):
        raise Refused("", f"Nobody else is at this table to let you in, {chair.name}.")
    if seat in table.returning:
        raise Refused("", f"Somebody is already asking to be let in as {chair.name}. Wait for the answer.")
    return events.AskToReturn(seat, key)


def _here_now(name: str) -> str:
    return f"{name} is here right now. If that's you, tap “Use another device” over there."


def _others(table: Table, seat: Seat) -> list[Seat]:
    """Return the people at the other chairs."""
    return [other for other in table.persons if other != seat]


def _let_in(table: Table, host: bool, seat: Seat, request: events.LetIn | events.TurnAway, host_away: float) -> Body:
    """Handle an answer to somebody on a new device: the host's, that of the chair's own person on the old device, or
    that of two others while the host is away."""
    asked = table.returning.get(request.seat)
    if asked is None:
        raise Refused("", "Nobody is asking for that chair anymore.")
    alone = host or request.seat == seat
    if not alone and host_away < max(LEAST_PATIENCE, table.pace.patience):
        raise Refused("", "The host decides that.")
    if isinstance(request, events.TurnAway):
        return request
    if seat in asked.agreed:
        raise Refused("", "You already said yes. One more person has to.")
    enough = 1 if alone else min(ENOUGH, len(_others(table, request.seat)))
    return request if len(asked.agreed) + 1 < enough else events.NewKey(request.seat, asked.key)


def new_key(table: Table, asker: str, seat: Seat, key: str) -> events.NewKey:
    """Make a new personal link for a seat, if the asker is the host."""
    if not table.is_host(asker):
        raise Refused("", "Only the host can make a new personal link.")
    _check_length(table, host=True)
    _check_not_dealing(table)  # a device that promised words could not show them anymore
    _check_chair(table, seat)
    chair = table.chairs[seat]
    if (chair.is_open and not chair.kept_for) or chair.bot:
        raise Refused("", "Nobody sits there, and that chair isn't saved for anybody.")
    return events.NewKey(seat, key)


def decide(table: Table, asker: str, request: Request, host_away: float = 0, now: float = 0) -> Body:
    """Return the body of the entry for a request. `host_away` is the number of seconds since the host was here, `now`
    the wall time."""
    seat = table.seat_of(asker)
    host = table.is_host(asker)
    if seat == NOBODY and not host:
        raise Refused("", "You're just watching. Only people at the table can do that.")
    if not isinstance(request, BOUNDED):
        _check_length(table, host)
    match request:
        case (
            events.Settle()
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
            return _let_in(table, host, seat, request, host_away)
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
            _check_going_on(table)
            if table.game.calls.window is None:
                raise Refused("", f"Nobody calls out of turn in {table.game.title}, so there's nothing to pass on.")
            if on == (seat in table.standing):
                raise Refused("", "You're already passing." if on else "You're already answering for yourself.")
            return request
        case events.MakeGesture() | events.Quote():
            return _colour(table, seat, request)
    return _undo(table, seat, request)


def _check_length(table: Table, host: bool = False) -> None:
    """Refuse when the log is too long: it is kept for good and read from the beginning. Moves end with the game."""
    if table.asides >= MOST_ASIDES * (1 + host):
        raise Refused("", "So much has happened at this table that you can only make moves now.")


def _check_words(table: Table, seat: Seat, request: events.ShuffleWords | events.PromiseWords | events.Show) -> None:
    if table.state is not None:
        raise Refused("", "The cards are already shuffled. You can only add words before the start.")
    if not isinstance(request, events.Show):
        _check_not_dealing(table)
        return
    if not table.dealing:
        raise Refused("", "It's too early to show your words. Wait until the host starts the game.")
    if seat not in table.unshown:
        raise Refused("", "You already showed your words." if table.promises[seat] else "You didn't promise any words.")
    if promise_of(table.invitation.commitment, request.words) != table.promises[seat]:
        raise Refused("", "Those aren't the words you promised.")


def _check_not_dealing(table: Table) -> None:
    if table.dealing:
        raise Refused("", "One moment: the cards are being dealt.")


def _check_host(table: Table, request: Request) -> None:
    started = table.state is not None
    if not isinstance(request, events.Settle):
        _check_not_dealing(table)
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
            _check_chair(table, seat)
            if table.chairs[seat].key:
                raise Refused("", f"{table.names[seat]} sits there. You can take away empty chairs and bots' chairs.")
            _check_number(table, len(table.chairs) - 1)
        case events.Remove(seat):
            _check_chair(table, seat)
            if not table.chairs[seat].key:
                raise Refused("", "Nobody sits there.")
        case events.SetBot(seat, bot):
            _check_chair(table, seat)
            if bot:
                check_bot(table.game, bot)
            elif not table.chairs[seat].bot:
                raise Refused("", "There's no bot in that chair.")
        case events.Settle() if request == events.Settle():
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


def _check_chair(table: Table, seat: Seat) -> None:
    if seat >= len(table.chairs):
        raise Refused("", f"There's no chair {seat + 1}. The chairs are numbered 1 to {len(table.chairs)}.")


def _new_host(table: Table, host: bool, seat: Seat, other: Seat, host_away: float) -> events.Host:
    _check_chair(table, other)
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


def _colour(table: Table, seat: Seat, request: events.Colour) -> events.Colour:
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
            _check_going_on(table)
            find_rule(table.game.rules(), rule)
            if table.version + 1 - table.quoted.get(seat, -BETWEEN_QUOTES) < BETWEEN_QUOTES:
                raise Refused("", "You just quoted a rule. Let the others read it first.")
            return events.Quote(rule.upper())


def is_awaited(table: Table, seat: Seat) -> bool:
    """Whether the game waits for the person on this seat."""
    return table.silences.get(seat) is not None and not table.bot_of(seat)


def _nudge(table: Table, seat: Seat, request: events.Nudge, now: float) -> events.Nudge:
    """Allow one nudge until the seat has moved. How long it has been waited for is counted from the last move."""
    _check_chair(table, request.seat)
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


def _check_going_on(table: Table) -> None:
    if table.state is None or table.over or table.stopped:
        raise Refused("", "There's no game going on.")


def _pause(table: Table, request: Request) -> Body:
    _check_going_on(table)
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
