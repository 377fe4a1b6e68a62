"""What is asked before most requests: is there a game, is there such a chair, is there room in the log?"""

from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat
from parlour.table.table import Table

MOST_ASIDES = 5000  # entries that are not moves; the host gets as many again, to put things right


def check_playing(table: Table) -> None:
    """Refuse unless the table accepts moves now."""
    if table.stopped:
        raise Refused("", f"{other_rules(table)}, so you can look at it but not play.")
    if table.state is None:
        raise Refused("", "The game hasn't started yet.")
    if table.paused:
        raise Refused("", "The game is paused.")


def check_going_on(table: Table) -> None:
    if table.state is None or table.over or table.stopped:
        raise Refused("", "There's no game going on.")


def check_not_dealing(table: Table) -> None:
    if table.dealing:
        raise Refused("", "One moment: the cards are being dealt.")


def check_chair(table: Table, seat: Seat) -> None:
    if seat >= len(table.chairs):
        raise Refused("", f"There's no chair {seat + 1}. The chairs are numbered 1 to {len(table.chairs)}.")


def check_length(table: Table, host: bool = False) -> None:
    """Refuse when the log is too long: it is kept for good and read from the beginning. Moves end with the game."""
    if table.asides >= MOST_ASIDES * (1 + host):
        raise Refused("", "So much has happened at this table that you can only make moves now.")


def other_rules(table: Table) -> str:
    return f"This table was set up with another version of the rules of {table.game.title}"
