"""A referee that follows a game of Toripoka by the rules alone, and always knows what is legal and who owns what.

It asks the game only for what luck decides: the cards in a hand, the colors from the bag, the turned-up cards.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

from parlour.cards import card, code
from parlour.games.toripoka.actions import DRAWS, FOLDS, Action, DrawPyramid, Fold, PlaceCard, Prize
from parlour.games.toripoka.rules import Toripoka
from parlour.kernel.actions import DEAL, Deal
from tests.games.toripoka.brute import DECK, best, trees
from tests.games.toripoka.tables import codes, new

PRIZES: Final[tuple[Prize, ...]] = ("left", "right")
PYRAMIDS: Final = [color + pips for color in "RYGBK" for pips in "123"]
EVERY_ACTION: Final[list[Action]] = [
    *(
        PlaceCard(code(face), prize, down, pyramid)
        for face, prize, down, pyramid in product(DECK, PRIZES, (False, True), ("", *PYRAMIDS))
    ),
    *FOLDS,
    *DRAWS,
    DEAL,
]


class Referee:
    def __init__(self, rounds: int | None, publics: str) -> None:
        self.rounds = rounds
        self.publics = publics
        self.round = 0
        self.first = 1
        self.bag = set(PYRAMIDS)
        self.pieces: list[set[str]] = [set(), set()]
        self.seen: Counter[str] = Counter()  # counts what has happened, to prove that it was tried
        self._begin()

    def _begin(self) -> None:
        self.round += 1
        self.first = 1 - self.first  # K6
        self.turn = self.first
        self.ended = False
        self.prizes: dict[Prize, str] = {}
        self.usable = [set(pieces) for pieces in self.pieces]  # K8: what was captured in an earlier round
        self.at: dict[tuple[int, Prize], list[tuple[str, str]]] = {(s, p): [] for s in (0, 1) for p in PRIZES}
        self.folded: dict[Prize, int] = {}
        self.last_placed = False  # by either

    def is_over(self) -> bool:
        """K25."""
        return self.ended and (len(self.bag) < 2 or self.round == self.rounds)

    def has_room(self, seat: int) -> bool:
        return any(prize not in self.folded and len(self.at[seat, prize]) < 3 for prize in PRIZES)

    def may_fold(self, seat: int) -> bool:
        """K10."""
        begun = len(self.prizes) == 2 and not self.ended
        return begun and seat not in self.folded.values() and not self.last_placed

    def actors(self) -> set[int]:
        if self.is_over():
            return set()
        return {self.turn} | {seat for seat in (0, 1) if self.may_fold(seat)}

    def allows(self, seat: int, action: Action, hand: list[str]) -> bool:
        match action:
            case Deal():
                return self.ended and not self.is_over() and seat == self.turn
            case DrawPyramid(size):
                return len(self.prizes) < 2 and seat == self.turn and any(p[1] == str(size) for p in self.bag)
            case Fold(prize):
                return self.may_fold(seat) and prize not in self.folded
            case PlaceCard(face, prize, down, pyramid):
                if len(self.prizes) < 2 or self.ended or seat != self.turn or face not in hand:
                    return False
                if prize in self.folded or len(self.at[seat, prize]) == 3:
                    return False
                if not self.at[seat, "left"] and not self.at[seat, "right"]:
                    return not down and not pyramid  # K8
                return not pyramid or pyramid in self.usable[seat]

    def follow(self, seat: int, action: Action, after: Toripoka) -> None:
        match action:
            case Deal():
                self._begin()
            case DrawPyramid():
                prize: Prize = "right" if self.prizes else "left"
                drawn = (set(PYRAMIDS) - set(codes(after.bag).split())) & self.bag
                assert len(drawn) == 1
                self.prizes[prize] = drawn.pop()
                self.bag.remove(self.prizes[prize])
                assert self.prizes[prize][1] == str(action.size)
                self.turn = 1 - seat
            case PlaceCard(face, prize, _, pyramid):
                self.at[seat, prize].append((face, pyramid))
                self.last_placed |= not self.has_room(seat)
                if pyramid:
                    self.usable[seat].remove(pyramid)
                    self.pieces[seat].remove(pyramid)
                self._next(1 - seat, after)
            case Fold(prize):
                self.seen["folds after one has no place left"] += not (self.has_room(0) and self.has_room(1))
                self.folded[prize] = seat
                self.pieces[1 - seat].add(self.prizes[prize])
                on_cards = {on for owner in (0, 1) for _, on in self.at[owner, prize] if on}
                self.pieces[seat] |= on_cards
                self.seen["pyramids taken by a fold"] += len(on_cards)
                self.seen["folds out of turn"] += seat != self.turn
                self.seen["rounds with two folds"] += len(self.folded) == 2
                self._next(self.turn, after)

    def _next(self, seat: int, after: Toripoka) -> None:
        """K10, K11."""
        if self.has_room(seat):
            self.turn = seat
        elif self.has_room(1 - seat):
            self.turn = 1 - seat
            self.seen["passed over"] += 1
        else:
            self._show_down(after)

    def _show_down(self, after: Toripoka) -> None:
        for number, prize in enumerate(PRIZES):
            if prize in self.folded:
                continue
            shared = after.publics if self.publics == "both" else [after.publics[number]]
            keys = []
            for seat in (0, 1):
                faces = [card(face) for face, _ in self.at[seat, prize]]
                pips = [int(on[1]) if on else 0 for _, on in self.at[seat, prize]]
                keys.append(best([*faces, *shared], [*pips, *[0] * len(shared)])[1])
            if keys[0] == keys[1]:
                self.bag.add(self.prizes[prize])  # K24
                self.seen["back into the bag"] += 1
            else:
                self.pieces[0 if keys[0] > keys[1] else 1].add(self.prizes[prize])
                self.seen["won in a showdown"] += 1
        self.ended = True
        self.turn = 1 - self.first

    def scores(self) -> list[int]:
        return [trees(sorted(pieces)) for pieces in self.pieces]

    def winners(self) -> tuple[int, ...]:
        """K27."""
        ranks = [(trees(sorted(pieces)), -len(pieces), -len({piece[0] for piece in pieces})) for pieces in self.pieces]
        return tuple(seat for seat in (0, 1) if ranks[seat] == max(ranks))


def followed(seed: int) -> Iterator[tuple[Toripoka, Referee, Random]]:
    """Play a random game with many folds and spent pyramids. Yield it with its referee before every move and at the
    end."""
    rng = Random(seed)
    rounds, publics = rng.choice((None, None, 3)), rng.choice(("adjacent", "both"))
    toripoka = new(rng.randbytes(8), rounds=rounds, publics=publics)
    referee = Referee(rounds, publics)
    while toripoka.actors():
        yield toripoka, referee, rng
        seat = toripoka.at_bat if rng.random() < 0.95 else rng.choice(toripoka.actors())
        legal = toripoka.legal(seat)
        folds: list[Action] = [action for action in legal if isinstance(action, Fold)]
        spending: list[Action] = [action for action in legal if isinstance(action, PlaceCard) and action.pyramid]
        if folds and (len(folds) == len(legal) or rng.random() < 0.06):
            legal = folds
        elif spending and rng.random() < 0.4:
            legal = spending
        action = rng.choice(legal)
        toripoka.apply(seat, action)
        referee.follow(seat, action, toripoka)
    yield toripoka, referee, rng
