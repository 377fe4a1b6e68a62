"""The base of every game's state: it copies, compares and pickles all fields, and redeals the cards in them.

A state's fields are those that its `__init__` sets; there is no second list of them. The fields that every game has are
copied by name, because that is fastest. A game's own fields are found once per class. Copying a state copies its lists,
and the lists in those. Everything else is shared, so it must be a number, text or something frozen. The field `terms`
holds what a table's options come to: copies share it, and it is neither compared nor pickled.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, Self

from mypy_extensions import mypyc_attr

from parlour.cards import Card
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler, Shuffler
from parlour.kernel.state import Seat

NOBODY: Final = -1

# The phases that every game has. A game's own phases count from 0.
SCORED: Final = 98  # a round is over and its hands lie open; the seat at bat deals the next one
OVER: Final = 99

ALONE: Final[list[tuple[Seat, ...]]] = [(seat,) for seat in range(8)]  # what `actors` returns if one seat may act

BY_NAME: Final = ("seats", "shuffler", "phase", "round", "at_bat", "uncovered", "settled", "stock", "sheet")

Place = tuple[list[Card], list[int] | None]  # a list and its slots that are meant; None: all of them

_own: Final[dict[type, list[str]]] = {}


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)  # serializable: `__new__` works alone
class Position:
    """The base class of a game's state. A subclass has a field `options`, and its `__init__` takes options, seats and a
    shuffler. This class is not generic in the options, because that would give every compiled state a dict."""

    def __init__(self, seats: int, shuffler: Shuffler) -> None:
        self.seats = seats
        self.shuffler = shuffler
        self.phase = SCORED
        self.round = 0  # the first is 1
        self.at_bat = NOBODY  # whose turn it is, or who deals next
        self.uncovered = 0
        self.settled = 0
        self.stock: list[Card] = []
        self.sheet: list[list[int]] = []

    # ------------------------------------------------------------ what each game brings, as `State` says

    def actors(self) -> Sequence[Seat]:
        raise NotImplementedError

    def legal(self, seat: Seat) -> Sequence[Any]:
        raise NotImplementedError

    def apply(self, seat: Seat, action: Any) -> None:
        raise NotImplementedError

    def pick(self, seat: Seat, luck: float) -> Any:
        """The legal action that luck, from 0 up to 1, points at. A game overrides this if it need not list them all."""
        legal = self.legal(seat)
        return legal[int(luck * len(legal))]

    # ------------------------------------------------------------ copies

    def copy(self) -> Self:
        return self._copied(self.shuffler.copy())

    def _copied(self, shuffler: Shuffler) -> Self:
        kind: Any = type(self)
        new: Self = kind.__new__(kind)  # everything that `__init__` would set is replaced here
        new.seats = self.seats
        new.shuffler = shuffler
        new.phase = self.phase
        new.round = self.round
        new.at_bat = self.at_bat
        new.uncovered = self.uncovered
        new.settled = self.settled
        new.stock = self.stock[:]
        new.sheet = [points[:] for points in self.sheet]
        for name in own_fields(self):
            value: object = getattr(self, name)
            if isinstance(value, list):
                if value and isinstance(value[0], list):
                    rows: list[list[object]] = value  # with this type, mypyc copies the rows faster
                    setattr(new, name, [row[:] for row in rows])
                else:
                    setattr(new, name, value[:])
            else:
                setattr(new, name, value)
        return new

    def set_terms(self) -> None:
        """Set `terms` from the options. A game overrides this if it has that field."""

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in [*BY_NAME, *own_fields(self)] if name != "terms"}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and type(other) is type(self) and self._values() == other._values()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self._values())

    # ------------------------------------------------------------ imagined deals

    def redeal(self, seat: Seat | None, rng: Random) -> Self:
        """A copy in which everything that the seat (None: an onlooker) cannot know is drawn anew."""
        new = self._copied(QuickShuffler(rng.randbytes(16)))
        new.forget(NOBODY if seat is None else seat)
        return new

    def forget(self, seat: Seat) -> None:
        """Draw anew everything that the seat (or NOBODY) cannot know, by passing the hidden places to `redraw`."""
        raise NotImplementedError

    def redraw(self, heap: list[Card], places: list[Place]) -> None:
        """Shuffle the cards in these places together with the heap, and deal as many back to each place. The rest stays
        in the heap."""
        for cards, slots in places:
            heap += cards if slots is None else [cards[slot] for slot in slots]
        heap.sort()  # so that the same rng gives the same cards, wherever they lay before
        self.shuffler.shuffle(heap)
        for cards, slots in places:
            if slots is None:
                cards[:] = _from_top(heap, len(cards))
            else:
                for slot in slots:
                    cards[slot] = heap.pop()

    def redraw_hands(
        self, others: list[Seat], hands: list[list[Card]], known: list[list[Card]], keeps_last: Seat = NOBODY
    ) -> None:
        """Shuffle the stock together with the hands of the others. The cards that everybody saw going into a hand stay
        in it, but at a random place; only the hand of `keeps_last` keeps its last known card as its last card."""
        stock = self.stock
        for other in others:
            unseen = hands[other]
            for card in known[other]:
                unseen.remove(card)
            stock += unseen
        stock.sort()
        self.shuffler.shuffle(stock)
        for other in others:
            seen = known[other]
            hand = seen + _from_top(stock, len(hands[other]))
            last = [hand.pop(len(seen) - 1)] if other == keeps_last else []
            self.shuffler.shuffle(hand)
            hands[other] = hand + last

    # ------------------------------------------------------------ what all games do and say alike

    def restock(self, pile: list[Card]) -> None:
        """Shuffle the cards under the top of a pile into a new stock."""
        self.stock = pile[:-1]
        del pile[:-1]
        self.shuffler.shuffle(self.stock)

    def close_round(self, points: list[int], last: bool, dealer: Seat) -> None:
        """Add the points of a round to the sheet. The dealer is at bat next, unless it was the last round."""
        self.sheet.append(points)
        self.phase = OVER if last else SCORED
        self.at_bat = NOBODY if last else dealer

    def totals(self) -> list[int]:
        totals: list[int] = []
        for seat in range(self.seats):
            total = 0
            for points in self.sheet:
                total += points[seat]
            totals.append(total)
        return totals

    def not_now(self, seat: Seat, *, over: str, deal: str, turn: str, word: str = "round") -> Refused:
        """The refusal for a seat that may not act: the game is over, a deal comes next, or it is another seat's turn.
        `over`, `deal` and `turn` are the rules for each."""
        if self.phase == OVER:
            return Refused(over, "The game is over.")
        if self.phase == SCORED:
            deals = "You deal" if seat == self.at_bat else f"{{{self.at_bat}}} deals"
            return Refused(deal, f"The {word} is over. {deals} the next one.")
        return Refused(turn, f"It's {{{self.at_bat}}}'s turn, not yours.")


def whole(cards: list[Card]) -> Place:
    """All of a list, for `redraw`."""
    return cards, None


def _from_top(heap: list[Card], count: int) -> list[Card]:
    """Take this many cards off the top of the heap, which is its end. The top card comes first."""
    rest = len(heap) - count
    taken = heap[rest:]
    taken.reverse()
    del heap[rest:]
    return taken


def own_fields(state: Any) -> list[str]:
    """The names of the fields that only this game's state has. A compiled class lists its fields; an interpreted state
    has them in its dict."""
    kind = type(state)
    known = _own.get(kind)
    if known is None:
        fields = {*getattr(kind, "__mypyc_attrs__", ()), *getattr(state, "__dict__", ())}
        known = _own[kind] = sorted([name for name in fields.difference(BY_NAME) if not name.startswith("__")])
    return known


def _restored(kind: Any, values: dict[str, Any]) -> Any:
    """The state that was pickled. Its `__init__` is not called: in a compiled class, only compiled code can do that."""
    state = kind.__new__(kind)
    for name, value in values.items():
        setattr(state, name, value)
    state.set_terms()
    return state
