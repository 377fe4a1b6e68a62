"""What a hand can lay down, by brute force: slow, literal, from the rules alone (T1-T4, T12, T13; P1-P4, P7).

It shares nothing with the solver but the numbers of the cards, so that each can check the other.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any, Final

from parlour import cards as deck_of
from parlour.cards import JOKER, RANK, SUIT, Card, code
from parlour.games.progressive.players.steady import ProgressiveSteady
from parlour.games.rummy.actions import Discard, LayDown
from parlour.games.rummy.melds import BOOK
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import PLAYING
from parlour.games.torpedo.players.steady import TorpedoSteady

BLANK: Final = 53  # a card still to come: any natural card that fits; counts as natural, not as a joker

IMPOSSIBLE: Final = 10**9
STEADY: dict[str, Any] = {"torpedo": TorpedoSteady(), "progressive": ProgressiveSteady()}


@dataclass(frozen=True)
class Answer:
    lays: bool  # whether it can lay down exactly these melds
    left: int | None  # the fewest points left in hand then; None if it can't lay down
    short: int  # the fewest cards it needs before it can, of any kind and from any number of decks


@dataclass(frozen=True)
class Meld:
    """Cards of a hand that make a meld: which naturals (bits over its sorted naturals), and how many others."""

    book: bool
    naturals: int
    jokers: int
    blanks: int

    @property
    def cards(self) -> int:
        return self.naturals.bit_count() + self.jokers + self.blanks


Part = tuple[bool, int]  # of a contract: whether it is a book, and its size


def is_book(cards: Sequence[Card], least: int, exact: bool, most_jokers: int | None) -> bool:
    if not _may_be_meld(cards, least, exact, most_jokers):
        return False
    return len({RANK[c] for c in cards if c not in (JOKER, BLANK)}) <= 1


def is_run(cards: Sequence[Card], least: int, exact: bool, most_jokers: int | None, both_aces: bool) -> bool:
    """Does some stretch of positions from 1 (ace) to 14 (ace), as long as the cards are many, have a place for each?

    Jokers and blanks take the places that the other cards leave.
    """
    if not _may_be_meld(cards, least, exact, most_jokers):
        return False
    fixed = [c for c in cards if c not in (JOKER, BLANK)]
    if len({SUIT[c] for c in fixed}) > 1:
        return False
    for low in range(1, 15):
        high = low + len(cards) - 1
        if high > 14 or (low == 1 and high == 14 and not both_aces):
            continue
        for places in product(*[(1, 14) if RANK[c] == 1 else (RANK[c],) for c in fixed]):
            if len(set(places)) == len(places) and all(low <= place <= high for place in places):
                return True
    return False


def _may_be_meld(cards: Sequence[Card], least: int, exact: bool, most_jokers: int | None) -> bool:
    """What books and runs share: enough cards, a natural one among them, not too many jokers."""
    if len(cards) < least or (exact and len(cards) > least):
        return False
    jokers = list(cards).count(JOKER)
    return jokers < len(cards) and (most_jokers is None or jokers <= most_jokers)


def answers(
    hand: list[int],
    books: int | tuple[int, ...],
    runs: int | tuple[int, ...],
    *,
    book_size: int = 3,
    run_size: int = 4,
    long: bool = False,
    both_aces: bool = True,
    most_jokers: int | None = None,
    points: list[int],
) -> Answer:
    """The answers for a number of books and runs, or for their sizes."""
    book_sizes = (book_size,) * books if isinstance(books, int) else books
    run_sizes = (run_size,) * runs if isinstance(runs, int) else runs
    parts = tuple(sorted([(True, size) for size in book_sizes] + [(False, size) for size in run_sizes]))
    naturals = sorted(c for c in hand if c != JOKER)
    jokers = hand.count(JOKER)

    def melds_of(blanks: bool, long: bool) -> list[Meld]:
        """Every meld that could be one of the parts."""
        found: list[Meld] = []
        for is_a_book, size in sorted(set(parts)):
            shared = RANK if is_a_book else SUIT

            def is_meld(cards: list[Card], is_a_book: bool = is_a_book, size: int = size) -> bool:
                if is_a_book:
                    return is_book(cards, size, not long, most_jokers)
                return is_run(cards, size, not long, most_jokers, both_aces)

            most = len(hand) if long else size
            some = _melds(naturals, jokers, shared, is_a_book, most, size if blanks else 0, is_meld)
            found += [meld for meld in some if meld not in found]
        return found

    # What it can lay with the cards it has: no blanks, and each card that stays costs its points.
    left = _cheapest(melds_of(False, long), [points[c] for c in naturals], jokers, points[JOKER], 0, parts, long)

    # What it lacks: any number of blanks at a cost of one each, and a card that stays costs nothing. Melds of the least
    # size are enough here, because a longer one stays a meld when it is cut down around one of its natural cards.
    short = _cheapest(melds_of(True, False), [0] * len(naturals), jokers, 0, 1, parts, False)

    lays = left < IMPOSSIBLE
    assert short < IMPOSSIBLE
    assert lays == (short == 0)  # found in two ways
    return Answer(lays, left if lays else None, short)


def _melds(
    naturals: list[Card],
    jokers: int,
    shared: list[int],
    book: bool,
    most: int,
    most_blanks: int,
    is_meld: Callable[[list[Card]], bool],
) -> list[Meld]:
    """Every choice of at most so many cards that is a meld. Its naturals share a rank (a book) or a suit (a run)."""
    choices: list[tuple[int, ...]] = [()]
    for value in sorted({shared[c] for c in naturals}):
        places = [place for place, c in enumerate(naturals) if shared[c] == value]
        for count in range(1, min(most, len(places)) + 1):
            choices += combinations(places, count)
    found = []
    for choice in choices:
        chosen = [naturals[place] for place in choice]
        if not book and any(chosen.count(c) > 1 for c in chosen if RANK[c] != 1):
            continue  # never a run; most choices end here, and is_run would take longer to find out
        for with_jokers in range(jokers + 1):
            for with_blanks in range(most_blanks + 1):
                if len(chosen) + with_jokers + with_blanks <= most:
                    if is_meld(chosen + [JOKER] * with_jokers + [BLANK] * with_blanks):
                        found.append(Meld(book, sum(1 << place for place in choice), with_jokers, with_blanks))
    return found


def _cheapest(
    melds: list[Meld],
    prices: list[int],
    jokers: int,
    joker_price: int,
    blank_price: int,
    parts: tuple[Part, ...],
    long: bool,
) -> int:
    """The least cost of making these books and runs when every card is in at most one meld.

    A natural card or a joker that is left over costs its price, and so does each blank used. The search goes through
    the naturals from the lowest up: each is left over or is the lowest of a meld. Melds without naturals come last.
    """
    by_lowest: dict[int, list[Meld]] = {}
    for meld in melds:
        by_lowest.setdefault(meld.naturals & -meld.naturals, []).append(meld)

    @cache
    def cost(hand: int, jokers: int, parts: tuple[Part, ...]) -> int:
        if not parts:
            return sum(price for place, price in enumerate(prices) if hand >> place & 1) + jokers * joker_price
        lowest = hand & -hand
        best = IMPOSSIBLE
        if hand:
            best = min(best, prices[lowest.bit_length() - 1] + cost(hand - lowest, jokers, parts))
        for meld in by_lowest.get(lowest, []):
            if meld.naturals & ~hand or meld.jokers > jokers:
                continue
            for part in dict.fromkeys(parts):
                if part[0] == meld.book and (meld.cards == part[1] or (long and meld.cards > part[1])):
                    at = parts.index(part)
                    rest = cost(hand & ~meld.naturals, jokers - meld.jokers, parts[:at] + parts[at + 1 :])
                    best = min(best, meld.blanks * blank_price + rest)
        return best

    return cost((1 << len(prices)) - 1, jokers, parts)


def a_hand(rng: random.Random, size: int, jokers: int, decks: int = 2, lean: float = 0.0) -> list[int]:
    """A random hand of `size` cards with `jokers` jokers.

    With probability `lean`, a natural card comes from one or two suits, or two to four ranks, or both.
    """
    stock = deck_of.deck(decks)
    rng.shuffle(stock)
    kind = rng.randrange(3)
    suits = rng.sample(range(4), rng.randint(1, 2)) if kind != 0 else []
    ranks = rng.sample(range(1, 14), rng.randint(2, 4)) if kind != 1 else []
    hand = [JOKER] * jokers
    while len(hand) < size:
        liked = [c for c in stock if SUIT[c] in suits or RANK[c] in ranks] if rng.random() < lean else []
        card = (liked or stock)[0]
        stock.remove(card)
        hand.append(card)
    rng.shuffle(hand)
    return hand


# ---------------------------------------------------------------- whether a turn could end the round, by brute force


def lay_downs_of(rummy: Rummy, seat: int) -> Iterator[list[list[int]]]:
    """Every lay-down of a hand, as groups of cards; from the rules alone."""
    naturals = sorted(face for face in rummy.hands[seat] if face != JOKER)
    jokers = rummy.hands[seat].count(JOKER)
    contract, melding = rummy.now().contract, rummy.terms.melding
    most = len(naturals) + jokers
    exact = not melding.long
    found: dict[tuple[int, int], list[Meld]] = {}
    for number in range(len(contract.needs())):
        kind, size = contract.part(number)

        def is_meld(cards: list[Card], kind: int = kind, size: int = size) -> bool:
            if kind == BOOK:
                return is_book(cards, size, exact, melding.most_jokers)
            return is_run(cards, size, exact, melding.most_jokers, melding.both_aces)

        if (kind, size) not in found:
            shared = RANK if kind == BOOK else SUIT
            up_to = size if exact else most
            found[kind, size] = _melds(naturals, jokers, shared, kind == BOOK, up_to, 0, is_meld)

    def choose(parts: list[list[Meld]], used: int, left: int, at: int) -> Iterator[list[Meld]]:
        if not parts:
            yield []
            return
        same = len(parts) > 1 and parts[0] is parts[1]
        for index in range(at, len(parts[0])):
            meld = parts[0][index]
            if meld.naturals & used == 0 and meld.jokers <= left:
                for rest in choose(parts[1:], used | meld.naturals, left - meld.jokers, index if same else 0):
                    yield [meld, *rest]

    for melds in choose([found[contract.part(number)] for number in range(len(contract.needs()))], 0, jokers, 0):
        yield [
            [face for place, face in enumerate(naturals) if meld.naturals >> place & 1] + [JOKER] * meld.jokers
            for meld in melds
        ]


def could_go_out(rummy: Rummy, seat: int) -> bool:
    """Is there a lay-down after which this turn can end the round? Played out with the rules themselves."""
    tried = set()
    for groups in lay_downs_of(rummy, seat):
        left = sorted(rummy.hands[seat])
        for group in groups:
            for face in group:
                left.remove(face)
        if tuple(left) in tried or not left:
            continue
        tried.add(tuple(left))
        if len(left) == 1:
            return True
        others = [meld for meld in rummy.melds if meld.owner != seat or rummy.terms.extend_own]
        stuck = [
            face
            for face in left
            if face != JOKER
            and not any(RANK[face] == meld.first if meld.kind == BOOK else SUIT[face] == meld.suit for meld in others)
        ]
        if others and (len(stuck) < 2 or rummy.terms.exchange):
            state: Any = rummy.copy()
            state.apply(seat, LayDown([[code(face) for face in group] for group in groups]))
            if sheds(state, seat, set()):
                return True
    return False


def sheds(state: Any, seat: int, tried: set[Any]) -> bool:
    if state.phase != PLAYING or state.at_bat != seat:
        return False
    if len(state.hands[seat]) == 1:
        return True
    key = (tuple(sorted(state.hands[seat])), tuple(state.melds))
    if key in tried:
        return False
    tried.add(key)
    for action in state.legal(seat):
        if not isinstance(action, (Discard, LayDown)):
            after = state.copy()
            after.apply(seat, action)
            if sheds(after, seat, tried):
                return True
    return False


def goes_out(rummy: Any, seat: int) -> bool:
    """Does steady end the round in this turn?"""
    state = rummy.copy()
    rounds = len(state.sheet)
    while state.phase == PLAYING and state.at_bat == seat:
        state.apply(seat, STEADY[rummy_name(state)].choose(state, seat, Random(1)))
    return len(state.sheet) > rounds and state.out == seat


def rummy_name(rummy: Any) -> str:
    return type(rummy).__name__.lower()
