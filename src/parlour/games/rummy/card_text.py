"""Cards and places in the text of actions: "7H", "JOK=JH", "meld:1@low"."""

from parlour.cards import CODES, FACE_OF, JOKER, NO_CARD, Card
from parlour.games.rummy.actions import Exchange, LayDown, PlayOn
from parlour.games.rummy.melds import BOOK, Meld

_play_ons: dict[tuple[int, int, int], PlayOn] = {}
_exchanges: dict[tuple[int, int, int], Exchange] = {}


def target(number: int, low: bool, kind: int) -> str:
    """The place where a card is added to a meld: "meld:1" for a book, "meld:1@low" for an end of a run."""
    return f"meld:{number}" if kind == BOOK else f"meld:{number}@low" if low else f"meld:{number}@high"


def play_on_of(face: Card, number: int, low: bool, kind: int) -> PlayOn:
    key = (face, number, 2 if kind == BOOK else 1 if low else 0)
    known = _play_ons.get(key)
    if known is None:
        known = _play_ons[key] = PlayOn(CODES[face], target(number, low, kind))
    return known


def exchange_of(face: Card, number: int, index: int) -> Exchange:
    key = (face, number, index)
    known = _exchanges.get(key)
    if known is None:
        known = _exchanges[key] = Exchange(CODES[face], f"meld:{number}@{index}")
    return known


def lay_down_of(melds: list[Meld]) -> LayDown:
    """The lay-down of these melds. Every joker in a run says what it stands for."""
    return LayDown([[_card_code(meld, index) for index in range(len(meld.cards))] for meld in melds])


def _card_code(meld: Meld, index: int) -> str:
    card = meld.cards[index]
    if card != JOKER or meld.kind == BOOK:
        return CODES[card]
    return f"JOK={CODES[meld.meaning(index)]}"


def parse_group(group: list[str]) -> tuple[list[Card], list[Card]]:
    """The cards of a group, and what each joker is said to stand for (NO_CARD where nothing is said)."""
    cards: list[Card] = []
    stands: list[Card] = []
    for text in group:
        face, equals, stand = text.partition("=")
        cards.append(FACE_OF[face])
        stands.append(FACE_OF[stand] if equals else NO_CARD)
    return cards, stands


def meld_number(text: str) -> tuple[int, str]:
    """The number of a meld and the spot in it: "meld:1@low" gives (1, "low")."""
    number, _, spot = text.removeprefix("meld:").partition("@")
    return int(number), spot
