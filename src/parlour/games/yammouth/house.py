"""The house rules of one table, worked out once and shared by every state of it."""

from parlour.cards import JOKER, Card
from parlour.games.yammouth.options import YammouthOptions

WORDS = ("YAMMOUTH", "ADDATH", "SCANZATH")


class House:
    """The deck, the limits and the words to shout."""

    def __init__(self, options: YammouthOptions) -> None:
        self.deck: list[Card] = deck_of(options.counts()) * (2 if options.double_deck else 1)
        self.call_limit: int = options.call_limit
        self.caught_points: int = options.caught_points
        self.out_over: int = options.out_over
        self.turn_cap: int = options.turn_cap
        self.words: list[str] = [*WORDS, *options.call_words]

    def word(self, number: int) -> str:
        """Y13: what is shouted for the call (0), and for each claim after it."""
        return self.words[number] if number < len(self.words) else "SCANZATH again"


def deck_of(counts: tuple[int, ...]) -> list[Card]:
    """Y2: so many aces, 2s … kings and jokers; the suits take turns within a rank."""
    cards: list[Card] = []
    for rank, count in enumerate(counts[:-1]):
        cards += [copy % 4 * 13 + rank for copy in range(count)]
    return cards + [JOKER] * counts[-1]
