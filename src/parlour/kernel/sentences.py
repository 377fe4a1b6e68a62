"""Writes sentences with seats in them, like "{1} drew from the stock.", and puts the names in."""

from collections.abc import Iterable, Sequence

from parlour.kernel.state import Result, Seat


def who(seat: Seat, viewer: Seat | None) -> str:
    """A seat as the first word of a sentence for this viewer: "You" or "{2}"."""
    return "You" if seat == viewer else f"{{{seat}}}"


def whose(seat: Seat, viewer: Seat | None) -> str:
    return "your" if seat == viewer else f"{{{seat}}}'s"


def deals(seat: Seat, viewer: Seat | None) -> str:
    return "You deal" if seat == viewer else f"{{{seat}}} deals"


def listed(words: Sequence[str]) -> str:
    """ "Ann, Bob and Cat"."""
    return " and ".join(", ".join(words).rsplit(", ", 1))


def all_of(seats: Iterable[Seat], viewer: Seat | None) -> str:
    """ "You, {0} and {2}", with the viewer first."""
    return listed([who(seat, viewer) for seat in sorted(seats, key=lambda seat: seat != viewer)])


def won_by(result: Result | None, viewer: Seat | None) -> str:
    """A sentence that says who has won. Partners win together, and do not share it."""
    winners = result.winners if result else ()
    if result and len(winners) > 1:
        return f"{all_of(winners, viewer)} {'share the win' if result.shared else 'win'}."
    return "You win." if winners == (viewer,) else f"{all_of(winners, viewer)} wins."


def signed(points: int) -> str:
    """Points with a proper minus sign: "−2"."""
    return str(points).replace("-", "−")


def scores(points: Sequence[int], viewer: Seat | None) -> str:
    """Everybody's points: "You 12, {1} −2"."""
    return ", ".join([f"{who(seat, viewer)} {signed(each)}" for seat, each in enumerate(points)])


def game_over(result: Result, viewer: Seat | None) -> list[str]:
    """The last two sentences of a game: everybody's total, and who has won."""
    return [f"The game is over: {scores(result.scores, viewer)}.", won_by(result, viewer)]


def named(text: str, names: Sequence[str]) -> str:
    """The sentence with names in place of seats.

    >>> named("{1} drew from the stock.", ["Ann", "Bob"])
    'Bob drew from the stock.'
    """
    if "{" not in text:
        return text
    parts = text.split("{")
    filled = parts[0]
    for part in parts[1:]:
        seat = ord(part[0]) - ord("0") if part[1:2] == "}" else -1
        filled += names[seat] + part[2:] if 0 <= seat < min(10, len(names)) else "{" + part
    return filled
