"""Cards. A card is a small int (its face), so two copies of the same card are equal.

    >>> card("7H"), name(card("7H")), RANK[card("7H")]
    (19, '7♥', 7)

Suits are blocks of thirteen, so in a sorted hand a run is a stretch of consecutive ints. A card is written in two ways:
logs, actions and views hold its *code* ("7H", "10S", "JOK"); people read its *name* ("7♥", "joker").
"""

from typing import Final

Card = int

JOKER: Final = 52
NO_CARD: Final = -1
FACES: Final = 53

SUIT_LETTERS: Final = "SHDC"
SUIT_SIGNS: Final = "♠♥♦♣"
SUIT_WORDS: Final = ("spades", "hearts", "diamonds", "clubs")
RANK_CODES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RANK_WORDS: Final = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")

# Ace is 1, king is 13. The joker has rank 0 and suit 4, which is no suit.
RANK: Final[list[int]] = [face % 13 + 1 for face in range(52)] + [0]
SUIT: Final[list[int]] = [face // 13 for face in range(52)] + [4]

CODES: Final[list[str]] = [r + s for s in SUIT_LETTERS for r in RANK_CODES] + ["JOK"]
_NAMES: Final[list[str]] = [r + s for s in SUIT_SIGNS for r in RANK_CODES] + ["joker"]
_WORDS: Final[list[str]] = [f"{r} of {s}" for s in SUIT_WORDS for r in RANK_WORDS] + ["joker"]
FACE_OF: Final[dict[str, int]] = {code: face for face, code in enumerate(CODES)}
_RANK_BY_CODE: Final[dict[str, int]] = {code: rank for rank, code in enumerate(RANK_CODES, 1)}


class NotACard(ValueError):
    """Raised for text that isn't a card. The message is a sentence for the person who typed it."""


def card(text: str) -> Card:
    """The card with this code. Lowercase and suit signs are accepted ("7h", "7♥")."""
    code = _plain(text)
    if code not in FACE_OF:
        if code in _RANK_BY_CODE:
            raise NotACard(f"{text[:20]!r} needs a suit: write {code}S, {code}H, {code}D or {code}C.")
        raise NotACard(f"{text[:20]!r} isn't a card: write a rank and a suit, like 7H, 10S or AD, or JOK for a joker.")
    return FACE_OF[code]


def rank(text: str) -> int:
    """The rank with this code ("K" → 13), or 0 if there is none."""
    return _RANK_BY_CODE.get(_plain(text), 0)


def _plain(text: str) -> str:
    code = text.strip().upper().removesuffix("\ufe0f")  # phones add this after a suit sign
    for sign, letter in zip(SUIT_SIGNS, SUIT_LETTERS, strict=True):
        code = code.replace(sign, letter)
    return "JOK" if code in ("JOKER", "JK") else code


def code(face: Card) -> str:
    return CODES[face]


def name(face: Card) -> str:
    return _NAMES[face]


def a_card(face: Card) -> str:
    """The name, for the middle of a sentence: "7♥", "a joker"."""
    return "a joker" if face == JOKER else _NAMES[face]


def the_card(face: Card) -> str:
    """The same, for a card that everybody has in mind: "7♥", "the joker"."""
    return "the joker" if face == JOKER else _NAMES[face]


def words(face: Card) -> str:
    """The card as people say it: "7 of hearts"."""
    return _WORDS[face]


def deck(decks: int = 1, jokers: int = 0) -> list[Card]:
    """A sorted list of this many 52-card decks and this many jokers in total."""
    return list(range(52)) * decks + [JOKER] * jokers


def without(hand: list[Card], cards: list[Card]) -> list[Card]:
    """A copy of the hand without these cards."""
    rest = hand[:]
    for face in cards:
        rest.remove(face)
    return rest


def by_suit(face: Card) -> tuple[int, int]:
    """Sort key: suit by suit, jokers last."""
    return face // 13, face


def by_rank(face: Card) -> tuple[int, int]:
    """Sort key: ace to king, jokers last."""
    return RANK[face] or 14, SUIT[face]
