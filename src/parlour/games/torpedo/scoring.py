"""The names that the family gives at the end of a round (T33). They change nothing."""

from parlour.games.rummy.state import NOT_YET
from parlour.games.torpedo.rules import Torpedo
from parlour.kernel.position import NOBODY
from parlour.kernel.state import Seat
from parlour.kernel.view import who

RACHEAL, BEN, MITFULL, CLARA = "Racheal", "Ben", "mitfull", "Clara"


def awards(torpedo: Torpedo, viewer: Seat | None) -> list[str]:
    """The sentences about all seats in the round just scored."""
    said = []
    for seat in range(torpedo.seats):
        you = seat == viewer
        name, are = who(seat, viewer), "are" if you else "is"
        sentences = {
            RACHEAL: f"{name} {are} a Racheal: down'n'out while everybody else was a caterpillar.",
            BEN: f"{name} {are} a Ben: caught with nothing but five-point cards.",
            MITFULL: f"{name} {'were' if you else 'was'} caught with a mitfull.",
            CLARA: f"{name} used every buy, like Clara.",
        }
        said += [sentences[award] for award in awards_of(torpedo, seat)]
    return said


def earned(torpedo: Torpedo) -> dict[Seat, list[str]]:
    """The names that each seat earned in the round just scored."""
    return {seat: awards_of(torpedo, seat) for seat in range(torpedo.seats)}


def awards_of(torpedo: Torpedo, seat: Seat) -> list[str]:
    """The names that one seat earned in the round just scored."""
    points = torpedo.sheet[-1]
    caterpillar = torpedo.down[seat] == NOT_YET
    earned = {
        RACHEAL: is_racheal(torpedo, seat),
        BEN: caterpillar and is_ben(torpedo, seat),
        MITFULL: caterpillar and points[seat] == max(points) > 0,
        CLARA: torpedo.buys[seat] >= torpedo.terms.buys_per_round,
    }
    return [award for award, has in earned.items() if has]


def is_racheal(torpedo: Torpedo, seat: Seat) -> bool:
    """Did the seat lay down and go out in one turn, before anybody else laid down?"""
    others = [torpedo.down[other] for other in range(torpedo.seats) if other != seat]
    went_at_once = torpedo.out == seat and torpedo.down[seat] == torpedo.turns - 1
    return went_at_once and all(turn == NOT_YET for turn in others)


def is_ben(torpedo: Torpedo, seat: Seat) -> bool:
    """Was the seat caught with nothing but five-point cards?"""
    hand = torpedo.hands[seat]
    return torpedo.out != NOBODY and bool(hand) and all(torpedo.terms.points[card] == 5 for card in hand)


def has_lost(torpedo: Torpedo, seat: Seat) -> bool:
    """Is the round over, with somebody better off? Then the seat may throw its cards, like Lizzie."""
    return torpedo.open_hands() and torpedo.sheet[-1][seat] > min(torpedo.sheet[-1])
