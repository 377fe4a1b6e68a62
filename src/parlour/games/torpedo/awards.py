"""T33: names that the family gives at the end of a round. They are told and change nothing."""

from parlour.games.rummy.layout import NOBODY, NOT_YET
from parlour.games.torpedo.rules import Torpedo
from parlour.kernel.state import Seat
from parlour.kernel.view import who


def awards(torpedo: Torpedo, viewer: Seat | None) -> list[str]:
    """What is said about each seat once the round has been scored."""
    said = []
    points = torpedo.sheet[-1]
    for seat in range(torpedo.seats):
        you = seat == viewer
        name, are = who(seat, viewer), "are" if you else "is"
        if is_racheal(torpedo, seat):
            said.append(f"{name} {are} a Racheal: down'n'out while everybody else was a caterpillar.")
        if torpedo.down[seat] != NOT_YET:
            continue
        if is_ben(torpedo, seat):
            said.append(f"{name} {are} a Ben: nothing but five-point cards.")
        if points[seat] == max(points) > 0:
            said.append(f"{name} {'were' if you else 'was'} caught with a mitfull.")
    clara = [seat for seat in range(torpedo.seats) if torpedo.buys[seat] >= torpedo.house.buys_per_round]
    return said + [f"{who(seat, viewer)} used every buy, like Clara." for seat in clara]


def is_racheal(torpedo: Torpedo, seat: Seat) -> bool:
    """Laid down and went out in one turn, and nobody else has laid down."""
    others = [torpedo.down[other] for other in range(torpedo.seats) if other != seat]
    went_at_once = torpedo.out == seat and torpedo.down[seat] == torpedo.turns - 1
    return went_at_once and all(turn == NOT_YET for turn in others)


def is_ben(torpedo: Torpedo, seat: Seat) -> bool:
    """Caught with five-point cards alone."""
    hand = torpedo.hands[seat]
    return torpedo.out != NOBODY and bool(hand) and all(torpedo.house.points[card] == 5 for card in hand)


def has_lost(torpedo: Torpedo, seat: Seat) -> bool:
    """The round is over and somebody was better: time to throw one's cards (Lizzie)."""
    return torpedo.open_hands() and torpedo.sheet[-1][seat] > min(torpedo.sheet[-1])
