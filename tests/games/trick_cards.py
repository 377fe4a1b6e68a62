"""What a person who sits at the table knows of tricks, for the referees of Hearts and Spades. Cards are codes."""

from collections.abc import Iterable, Sequence

SUITS = "SHDC"
UPWARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(rank + suit for suit in SUITS for rank in UPWARDS)
HEIGHTS = {card: UPWARDS.index(card[:-1]) for card in DECK}

Trick = list[tuple[int, str]]  # who played what, in order


def suit(card: str) -> str:
    return card[-1]


def height(card: str) -> int:
    return HEIGHTS[card]


def of_suit(cards: Iterable[str], wanted: str) -> set[str]:
    return {card for card in cards if card[-1] == wanted}


def taker(trick: Trick, trump: str = "") -> int:
    """Whose card is the highest of the trump, or of the suit led if nobody played one."""
    cards = [card for _, card in trick]
    best = max(of_suit(cards, trump) or of_suit(cards, suit(cards[0])), key=height)
    return next(seat for seat, card in trick if card == best)


def by_height(card: str) -> tuple[int, int]:
    """Sort key: from the lowest rank; among equals clubs, then diamonds, hearts, spades."""
    return HEIGHTS[card], -SUITS.index(card[-1])


def lowest(cards: Iterable[str]) -> str:
    return min(cards, key=by_height)


def check_deal(hands: Sequence[Sequence[str]], left_out: Iterable[str]) -> None:
    """Everybody has equally many cards, and every card but those left out is in a hand."""
    assert len({len(hand) for hand in hands}) == 1
    assert sorted(card for hand in hands for card in hand) == sorted({*DECK} - {*left_out})
