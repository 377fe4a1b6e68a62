"""Tables of Toripoka in the middle of a round, laid out for a test."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

import pytest

from parlour.cards import Card, card
from parlour.games.toripoka.actions import Action, DrawPyramid, Fold, PlaceCard
from parlour.games.toripoka.options import ToripokaOptions
from parlour.games.toripoka.pieces import ALL_PIECES, NO_PIECE, PIECE_CODES, Piece, piece_code, read_piece
from parlour.games.toripoka.rules import Toripoka, start
from parlour.games.toripoka.state import PLAYING
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from tests.games.toripoka.brute import DECK, trees

FOLD_LEFT, FOLD_RIGHT = Fold("left"), Fold("right")


def new(key: bytes = b"toripoka", **options: Any) -> Toripoka:
    return start(ToripokaOptions(**options), 2, QuickShuffler(key))


def ready(**options: Any) -> Toripoka:
    """A round with both prizes drawn and both cards turned up. Seat 0 places the first card."""
    return play(new(**options), (0, DrawPyramid(1)), (1, DrawPyramid(3)))


def cards(text: str) -> list[Card]:
    return [card(code) for code in text.split()]


def pieces(text: str) -> list[Piece]:
    return [read_piece(code) for code in text.split()]


def codes(pieces: Iterable[Piece]) -> str:
    """The pyramids in order, in one text."""
    return " ".join(sorted(map(piece_code, pieces), key=PIECE_CODES.index))


def left(face: str, down: bool = False, pyramid: str = "") -> PlaceCard:
    return PlaceCard(face, "left", down, pyramid)


def right(face: str, down: bool = False, pyramid: str = "") -> PlaceCard:
    return PlaceCard(face, "right", down, pyramid)


def arrange(
    *,
    lefts: tuple[str, str] = ("", ""),
    rights: tuple[str, str] = ("", ""),
    publics: str = "",
    hands: tuple[str, str] = ("", ""),
    at_bat: int = 0,
    prizes: str = "R1 G3",
    owned: tuple[str, str] = ("", ""),
    bag: str | None = None,
    stock: str = "",
    round: int = 2,
    terms: dict[str, Any] | None = None,
) -> Toripoka:
    """The middle of a round. At each prize lie the cards of seat 0 and of seat 1: "8H", "8H-" for one that is face
    down, "8H+R2" or "8H-+R2" for one under a pyramid. Hands are filled up to what they must hold by now, then the
    stock, and the rest is aside, so that every card is there once; the next of the stock is written first. Pyramids
    that are nowhere are in the bag, or out of the game if the bag is given."""
    toripoka = new(**terms or {})
    laid = [text.split() for seat in (0, 1) for text in (lefts[seat], rights[seat])]
    toripoka.laid = [cards(" ".join(text.partition("+")[0].rstrip("-") for text in texts)) for texts in laid]
    toripoka.down = [[int("-" in text) for text in texts] for texts in laid]
    toripoka.on = [[read_piece(text.partition("+")[2]) for text in texts] for texts in laid]
    toripoka.publics = cards(publics)
    toripoka.hands = [cards(text) for text in hands]
    toripoka.stock = cards(stock)
    given = [*chain(*toripoka.laid, *toripoka.hands, toripoka.publics, toripoka.stock)]
    assert len(set(given)) == len(given), "a card lies there twice"
    others = [face for face in DECK[::-1] if face not in given]
    placed = [len(toripoka.laid[2 * seat]) + len(toripoka.laid[2 * seat + 1]) for seat in (0, 1)]
    _fill(toripoka.publics, 2, others)
    for seat in (0, 1):
        _fill(toripoka.hands[seat], min(3, 6 - placed[seat]), others)
    _fill(toripoka.stock, max(0, 6 - sum(placed)), others)
    toripoka.stock.reverse()
    toripoka.aside = others
    assert len(others) == 3

    toripoka.prizes = pieces(prizes)
    toripoka.owned = [pieces(text) for text in owned]
    toripoka.gained = [[], []]
    on = [[on for on in toripoka.on[2 * seat] + toripoka.on[2 * seat + 1] if on != NO_PIECE] for seat in (0, 1)]
    used = [*chain(*toripoka.owned, *on, toripoka.prizes)]
    assert len(set(used)) == len(used), "a pyramid lies there twice"
    toripoka.bag = [one for one in ALL_PIECES if one not in used] if bag is None else pieces(bag)
    toripoka.gone = [one for one in ALL_PIECES if one not in used and one not in toripoka.bag]

    toripoka.phase = PLAYING
    toripoka.last_laid = 6 in placed
    toripoka.round = round
    toripoka.at_bat = at_bat
    toripoka.first = 0
    points = [trees([piece_code(one) for one in toripoka.owned[seat] + on[seat]]) for seat in (0, 1)]
    toripoka.sheet = [[0, 0] for _ in range(round - 2)] + [points] if round > 1 else []
    return toripoka


def _fill(pile: list[Card], size: int, others: list[Card]) -> None:
    while len(pile) < size:
        pile.append(others.pop())
    assert len(pile) == size


def last_card(lefts: tuple[str, str], rights: tuple[str, str], hand: str, **how: Any) -> Toripoka:
    """Seat 1 is about to place the last card of the round."""
    return arrange(lefts=lefts, rights=rights, hands=("", hand), at_bat=1, **how)


def play(toripoka: Toripoka, *moves: tuple[int, Action]) -> Toripoka:
    for seat, action in moves:
        toripoka.apply(seat, action)
    return toripoka


def refused(toripoka: Toripoka, seat: int, action: Action) -> str:
    """The rule that refuses an action. The action must change nothing."""
    return refusal(toripoka, seat, action).rule


def refusal(toripoka: Toripoka, seat: int, action: Action) -> Refused:
    before = toripoka.copy()
    with pytest.raises(Refused) as caught:
        toripoka.apply(seat, action)
    assert toripoka == before
    assert caught.value.sentence.endswith(".")
    return caught.value
