"""What every state is made of, and what is done with all its fields alike: they are copied, compared, pickled, and the
cards among them dealt anew.

A state's fields are those that its `__init__` sets, and there is no second list of them. What every game has is copied
by name, because that is quickest; a game's own fields are found once a class. A list is copied, and so are the lists in
it; anything else is shared, so whatever lies in a list or alone must be a number, a text or something frozen. A `terms`
is what a table's options come to: copies share it, and it is neither compared nor pickled.
"""

from random import Random
from typing import Any, Final, Self

from mypy_extensions import mypyc_attr

from parlour.cards import Card
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler, Shuffler
from parlour.kernel.state import Seat, sums

NOBODY: Final = -1

# The phases that every game has; its own count from 0.
SCORED: Final = 98  # a round is over and its hands lie open: the seat at bat deals the next one
OVER: Final = 99

ALONE: Final[list[tuple[Seat, ...]]] = [(seat,) for seat in range(8)]  # what `actors` gives where one seat may act

BY_NAME: Final = ("seats", "shuffler", "phase", "round", "at_bat", "uncovered", "stock", "sheet")

Place = tuple[list[Card], list[int] | None]  # some slots of a list, or all of it

_own: Final[dict[type, list[str]]] = {}


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)  # that is: `__new__` alone makes an empty one
class Position:
    """A game's state begins with this. It has `options`, and is made from (options, seats, shuffler), as `start` is. It
    is not generic in them, because that would give every compiled state a dict."""

    def __init__(self, seats: int, shuffler: Shuffler) -> None:
        self.seats = seats
        self.shuffler = shuffler
        self.phase = SCORED
        self.round = 0  # 1 is the first
        self.at_bat = NOBODY  # whose turn it is, or who deals
        self.uncovered = 0
        self.stock: list[Card] = []
        self.sheet: list[list[int]] = []

    # ------------------------------------------------------------ copies

    def copy(self) -> Self:
        return self._copied(self.shuffler.copy())

    def _copied(self, shuffler: Shuffler) -> Self:
        kind: Any = type(self)
        new: Self = kind.__new__(kind)  # `__init__` would only make what is replaced here
        new.seats = self.seats
        new.shuffler = shuffler
        new.phase = self.phase
        new.round = self.round
        new.at_bat = self.at_bat
        new.uncovered = self.uncovered
        new.stock = self.stock[:]
        new.sheet = [points[:] for points in self.sheet]
        for name in own_fields(self):
            value: object = getattr(self, name)
            if isinstance(value, list):
                if value and isinstance(value[0], list):
                    rows: list[list[object]] = value  # said so, rows are copied as lists and not as anything at all
                    setattr(new, name, [row[:] for row in rows])
                else:
                    setattr(new, name, value[:])
            else:
                setattr(new, name, value)
        return new

    def _values(self) -> list[Any]:
        return [getattr(self, name) for name in [*BY_NAME, *own_fields(self)] if name != "terms"]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and type(other) is type(self) and self._values() == other._values()

    def __reduce__(self) -> tuple[object, ...]:
        own: Any = self
        return _restored, (type(self), own.options, self.seats, self.shuffler, self._values())

    # ------------------------------------------------------------ imagined deals

    def redeal(self, seat: Seat | None, rng: Random) -> Self:
        """A copy in which everything the seat cannot know has been drawn anew; with None, an onlooker."""
        new = self._copied(QuickShuffler(rng.randbytes(16)))
        new.forget(NOBODY if seat is None else seat)
        return new

    def forget(self, seat: Seat) -> None:
        """Say in which places there may lie what the seat (or NOBODY) cannot know: `redraw` does the rest."""
        raise NotImplementedError

    def redraw(self, heap: list[Card], places: list[Place]) -> None:
        """Cards that may lie anyhow. What lies in these places goes into the heap, and as much comes back out of
        it; what is left is the heap's."""
        for cards, slots in places:
            heap += cards if slots is None else [cards[slot] for slot in slots]
        heap.sort()  # so that equal rngs give equal cards wherever they lay
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
        """Hands and stock may lie anyhow, but for what everybody saw going into a hand: that is still in it, though
        nobody can tell where. Only of `keeps_last` is it known that what it took last is its last card."""
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
        """The cards under the top of a pile are shuffled into a new stock."""
        self.stock = pile[:-1]
        del pile[:-1]
        self.shuffler.shuffle(self.stock)

    def close_round(self, points: list[int], last: bool, dealer: Seat) -> None:
        """Writes down what a round has cost everybody. Then the dealer is at bat, unless it was the last round."""
        self.sheet.append(points)
        self.phase = OVER if last else SCORED
        self.at_bat = NOBODY if last else dealer

    def totals(self) -> list[int]:
        return sums(self.sheet, self.seats)

    def not_now(self, seat: Seat, *, over: str, deal: str, turn: str, word: str = "round") -> Refused:
        """Why a seat may not act, by which rule: the game is over, the next deal is due, or another is at bat."""
        if self.phase == OVER:
            return Refused(over, "The game is over.")
        if self.phase == SCORED:
            deals = "you deal" if seat == self.at_bat else f"{{{self.at_bat}}} deals"
            return Refused(deal, f"The {word} is over: {deals} the next one.")
        return Refused(turn, f"It is not your turn: it is {{{self.at_bat}}}'s.")


def whole(cards: list[Card]) -> Place:
    """All of a list, for `redraw`."""
    return cards, None


def _from_top(heap: list[Card], count: int) -> list[Card]:
    """So many cards, the topmost first, which is the last."""
    rest = len(heap) - count
    taken = heap[rest:]
    taken.reverse()
    del heap[rest:]
    return taken


def own_fields(state: Any) -> list[str]:
    """What the state of one game has and others have not. A compiled class knows its fields; an interpreted one has
    them in a dict of each state."""
    kind = type(state)
    known = _own.get(kind)
    if known is None:
        fields = {*getattr(kind, "__mypyc_attrs__", ()), *getattr(state, "__dict__", ())}
        known = _own[kind] = sorted([name for name in fields.difference(BY_NAME) if not name.startswith("__")])
    return known


def _restored(kind: Any, options: object, seats: int, shuffler: Shuffler, values: list[Any]) -> Any:
    state = kind(options, seats, shuffler)
    names = [name for name in [*BY_NAME, *own_fields(state)] if name != "terms"]
    for name, value in zip(names, values, strict=True):
        setattr(state, name, value)
    return state
