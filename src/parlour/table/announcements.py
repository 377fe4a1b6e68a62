"""The sentences that announce events at the table: sitting down, pausing, undoing. Games tell their own moves."""

from typing import TYPE_CHECKING, Any

from parlour.kernel.state import Seat
from parlour.kernel.view import Moment, listed, who, whose
from parlour.table import events
from parlour.table.events import NOBODY

if TYPE_CHECKING:
    from parlour.table.table import Table

LAPSED = "Play went on, so that move stands."


def of_event(table: "Table", seat: Seat, by: str, body: Any) -> list[str]:
    """Return the sentence for each seat, then the one for onlookers; "" where there is nothing to say. `table` is the
    table before the event."""
    return [_sentence(table, seat, by, body, viewer) for viewer in (*range(len(table.chairs)), None)]


def moments_of(table: "Table", seat: Seat, body: Any) -> tuple[Moment, ...]:
    """Return what deserves a sound or a celebration."""
    gesture = table.game.gesture(body.name) if isinstance(body, events.MakeGesture) else None
    return (Moment("throw", gesture.throws, seat),) if gesture and gesture.throws else ()


def _sentence(table: "Table", seat: Seat, by: str, body: Any, viewer: Seat | None) -> str:
    you = who(seat, viewer) if seat != NOBODY else "The host"
    is_are = "are" if you == "You" else "is"
    playing = table.state is not None and not table.game.flow.people_only
    match body:
        case events.Sit(name):
            return f"{'You' if seat == viewer else name} sat down" + (" and took over." if playing else ".")
        case events.LeaveSeat():
            return f"{_was(table, seat, viewer)} left the table." + (" A bot takes over." if playing else "")
        case events.Remove(other):
            removed = table.names[other] if other != viewer else "yourself" if other == seat else "you"
            return f"{you} removed {removed} from the table." + (" A bot takes over." if playing else "")
        case events.SetBot(other, bot) if bot:
            return f"{you} gave {_whose(table, other, viewer)} chair to a bot."
        case events.SetBot(other):
            return f"{you} opened {_whose(table, other, viewer)} chair."
        case events.AskToReturn(other):
            return f"Somebody on a new device says they're {table.names[other]}."
        case events.LetIn(other):
            return f"{you} would let {table.names[other]} in. One more person has to agree."
        case events.TurnAway(other):
            return f"{you} said no to the new device for {table.names[other]}."
        case events.NewKey(other, key) if other in table.returning and table.returning[other].key == key:
            back = "back in" if table.chairs[other].key else "in"  # to a chair that was only kept for them
            return f"{you} let {table.names[other]} {back} on a new device."
        case events.NewKey(other):
            return f"{you} made a new personal link for {'you' if other == viewer else f'{{{other}}}'}."
        case events.Rename(name):
            return f"{_was(table, seat, viewer)} {is_are} now called {name}."
        case events.SwapChairs(a, b):
            changed = f"{_sitter(table, a)} and {_sitter(table, b)} swapped chairs."  # "you" would be the other one now
            return changed[0].upper() + changed[1:]
        case events.AddChair():
            return f"{_doer(table, seat, viewer)} added a chair."
        case events.RemoveChair(other):
            bots = "a bot's" if table.chairs[other].bot else "an empty"
            return f"{_doer(table, seat, viewer)} took {bots} chair away."
        case events.StandIn():
            return f"{you} {is_are} away, so a bot plays until {'you' if you == 'You' else 'they'}'re back."
        case events.Back():
            return f"{you} {is_are} back."
        case events.Host(other):
            return f"{who(other, viewer)} {'are' if other == viewer else 'is'} the host now."
        case events.ShuffleWords():
            return f"{you} added words to the shuffle."
        case events.ChangeSettings():
            return f"{you} {_changed_settings(body)}."
        case events.Decorate():
            return f"{you} changed what the table looks like."
        case events.Start() if table.unshown:
            late = listed([f"{whose(late, viewer)}" for late in table.unshown])
            return f"The cards are dealt, but without {late} words for the shuffle: they didn't arrive in time."
        case events.Start():
            return "The cards are dealt."
        case events.Pause():
            return f"{you} paused the game."
        case events.Resume():
            return f"{you} resumed the game."
        case events.UndoAsked():
            return f"{you} asked to take a move back."
        case events.Refuse() if by == "clock":
            return "Nobody answered, so the move stands."
        case events.Refuse():
            withdrawn = table.asked is not None and table.asked.by == seat
            return f"{you} {'decided to let the move stand' if withdrawn else 'said no, so the move stands'}."
        case events.TakeBack(to):
            mover = next((past.seat for past in table.past if past.version == to), seat)
            return f"{whose(mover, viewer).capitalize()} last move was taken back."
        case events.StandingPass(on):
            word = table.game.round_word
            mine = f"You'll pass for the rest of this {word}." if on else "You're answering for yourself again."
            return mine if seat == viewer else ""  # nobody else's business
        case events.MakeGesture(name):
            gesture = table.game.gesture(name)
            return f"{you} {gesture.told}" if gesture else ""
        case events.Quote(rule):
            return f"{you} quoted {rule}."
        case events.Nudge(other):
            return f"{you} nudged {'you' if other == viewer else f'{{{other}}}'}."
        case events.Rematch():
            return f"{you} set up a rematch."
        case _:
            return ""


def _changed_settings(change: events.ChangeSettings) -> str:
    """Describe the first of the changes; the page makes one at a time."""
    match change:
        case events.ChangeSettings(bool(locked)):
            return "locked the table" if locked else "unlocked the table"
        case events.ChangeSettings(_, bool(onlookers)):
            return "let others watch" if onlookers else "turned off watching"
        case events.ChangeSettings(_, _, events.Pace()):
            return "changed the pace of the table"
        case events.ChangeSettings(_, _, _, bool(hints)):
            return "turned hints on" if hints else "turned hints off"
        case events.ChangeSettings(_, _, _, _, bool(lookback)):
            return "turned the costliest moves " + ("on" if lookback else "off")
        case events.ChangeSettings(_, _, _, _, _, bool(one_tap)):
            return "let one tap play a card" if one_tap else "made it two taps to play a card"
    return "turned reactions " + ("on" if change.emotes else "off")


def _was(table: "Table", seat: Seat, viewer: Seat | None) -> str:
    """Use the name from before the event, because the event changes it."""
    return "You" if seat == viewer else table.names[seat]


def _doer(table: "Table", seat: Seat, viewer: Seat | None) -> str:
    """Name the person who moves chairs by the seat from before."""
    return "The host" if seat == NOBODY else _was(table, seat, viewer)


def _sitter(table: "Table", seat: Seat) -> str:
    """Name a chair's sitter before the deal, when it may have none."""
    chair = table.chairs[seat]
    return chair.name or ("a bot" if chair.bot else "an open chair")


def _whose(table: "Table", seat: Seat, viewer: Seat | None) -> str:
    return "your" if seat == viewer else f"{table.names[seat]}'s"
