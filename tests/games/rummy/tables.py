"""Tables of either rummy in the middle of a round, laid out for a test."""

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from parlour.cards import JOKER, RANK, SUIT, Card, card
from parlour.games import discover
from parlour.games.progressive.options import ProgressiveOptions
from parlour.games.progressive.rules import Progressive
from parlour.games.progressive.rules import start as start_progressive
from parlour.games.rummy.actions import Discard, LayDown
from parlour.games.rummy.melds import BOOK, HIGH_ACE, RUN, Meld
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import NOT_ASKED, NOT_YET, PLAYING
from parlour.games.torpedo.options import TorpedoOptions
from parlour.games.torpedo.rules import Torpedo
from parlour.games.torpedo.rules import start as start_torpedo
from parlour.kernel.game import AnyGame
from parlour.kernel.position import NOBODY
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.view import named

R = TypeVar("R", bound=Rummy)


def is_rummy(game: AnyGame) -> bool:
    return isinstance(game.start(game.options(), game.seats[0], QuickShuffler(b"")), Rummy)


RUMMIES = [name for name, game in discover().items() if is_rummy(game)]

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve"]

NOTHING_MUCH = "2S 4H 6D 8C 10S QH 3D 5C 9S"  # nine cards that go with nothing
STOCK = "4C 9D KC 6H 3S JD 8S 2D QC 5H"


def new_torpedo(seats: int = 3, **options: Any) -> Torpedo:
    return start_torpedo(TorpedoOptions(**options), seats, QuickShuffler(b"torpedo"))


def new_progressive(seats: int = 3, **options: Any) -> Progressive:
    return start_progressive(ProgressiveOptions(**options), seats, QuickShuffler(b"progressive"))


def cards(text: str) -> list[Card]:
    return [card(code) for code in text.split()]


def book(owner: int, text: str) -> Meld:
    faces = cards(text)
    rank = next(RANK[face] for face in faces if face != JOKER)
    return Meld(owner, BOOK, 0, rank, tuple(faces))


def run(owner: int, text: str) -> Meld:
    """A run, its cards written from the lowest to the highest, with jokers where they lie."""
    faces = cards(text)
    index, natural = next((index, face) for index, face in enumerate(faces) if face != JOKER)
    position = HIGH_ACE if RANK[natural] == 1 and index else RANK[natural]
    return Meld(owner, RUN, SUIT[natural], position - index, tuple(faces))


def arrange(
    rummy: R,
    *hands: str,
    at_bat: int = 1,
    stock: str = STOCK,
    discards: str = "7C",
    melds: Sequence[Meld] = (),
    round: int = 1,
    turns: int = 12,
) -> R:
    """Set up a turn after the draw. Hands are given from seat 0 on (the rest get NOTHING_MUCH), the stock with its next
    card first, the discards with the visible one last. The owners of melds laid down long ago."""
    seats = rummy.seats
    filled = [*hands, *[NOTHING_MUCH] * (seats - len(hands))]
    rummy.phase = PLAYING
    rummy.round = round
    rummy.at_bat = at_bat
    rummy.hands = [cards(hand) for hand in filled]
    rummy.stock = cards(stock)[::-1]
    rummy.discards = cards(discards)
    rummy.discarder = (at_bat - 1) % seats if discards else NOBODY
    rummy.dead = False
    rummy.out = NOBODY
    rummy.turns = turns
    rummy.melds = list(melds)
    rummy.down = [NOT_YET] * seats
    for meld in melds:
        rummy.down[meld.owner] = 0
    rummy.fresh = [[] for _ in range(seats)]
    rummy.known = [[] for _ in range(seats)]
    rummy.buys = [0] * seats
    rummy.answers = [NOT_ASKED] * seats
    rummy.calls = [0] * seats
    return rummy


def end_round(rummy: Any, loser_holds: str = "2H") -> None:
    """The seat at bat goes out with a four, and everybody else is caught with the same cards."""
    seat = rummy.at_bat
    hands = ["4C" if other == seat else loser_holds for other in range(rummy.seats)]
    mine = [book(seat, "7H 7S 7D"), book(seat, "9H 9S 9D")]
    arrange(rummy, *hands, at_bat=seat, melds=mine, round=rummy.round)
    rummy.apply(seat, Discard("4C"))


def lay(*groups: str) -> LayDown:
    return LayDown([group.split() for group in groups])


def play(state: Any, *moves: tuple[int, Any]) -> Any:
    for seat, action in moves:
        state.apply(seat, action)
    return state


def refused(state: Any, seat: int, action: Any) -> str:
    """The rule by which an action is refused. Also checks that nothing has changed."""
    before = state.copy()
    with pytest.raises(Refused) as refusal:
        state.apply(seat, action)
    assert state == before
    assert refusal.value.sentence
    return refusal.value.rule


def told(game: AnyGame, state: Any, seat: int, action: Any, viewer: int | None) -> list[str]:
    """Apply an action and return what this viewer is told."""
    before = state.copy()
    state.apply(seat, action)
    return [named(text, NAMES) for text in game.tell(before, seat, action, state, viewer).sentences]


def says(game: AnyGame, state: Any, seat: int) -> list[str]:
    """The words on a seat's buttons."""
    return [named(ask.say, NAMES) for ask in game.view(state, seat).asks]
