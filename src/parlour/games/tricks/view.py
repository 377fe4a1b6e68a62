"""How tricks are shown and asked for, and how their cards travel."""

from collections.abc import Sequence

from parlour.cards import NO_CARD, SUIT, Card, code
from parlour.games.tricks.masks import HEIGHT, cards_in
from parlour.games.tricks.state import TrickPosition
from parlour.kernel.position import NOBODY
from parlour.kernel.sentences import whose
from parlour.kernel.state import Seat
from parlour.kernel.view import EMPTY, FACE_DOWN, Ask, CardHole, Item, Travel, Zone

IN_HAND = (0, 1, 3, 2)  # spades, hearts, clubs, diamonds: black and red take turns


def in_hand(card: Card) -> tuple[int, int]:
    """Sort key of an open hand: suit by suit, the highest card last."""
    return IN_HAND[SUIT[card]], HEIGHT[card]


def trick_zones(state: TrickPosition, notes: Sequence[str], note: str = "") -> list[Zone]:
    """The trick, with a note; what everybody has taken, with a note each; and the hands, face down."""
    won = [won_zone(state, seat, remark) for seat, remark in enumerate(notes)]
    return [trick_zone(state, note), *won, *[hand_zone(state, seat, None) for seat in range(state.seats)]]


def trick_zone(state: TrickPosition, note: str) -> Zone:
    lies = state.laid > 0
    return Zone(
        "trick",
        "trick",
        "Trick",
        items=_by_seat(state.trick),
        note=note,
        lead=state.leader if lies else None,
        best=state.best if lies else None,
    )


def won_zone(state: TrickPosition, seat: Seat, note: str) -> Zone:
    """How many tricks a seat has taken, and the last trick, if it took that one."""
    last = _by_seat(state.last) if seat == state.taker else ()
    return Zone(f"won:{seat}", "won", f"{whose(seat, None)} tricks", seat, last, state.tricks[seat], note=note)


def hand_zone(state: TrickPosition, owner: Seat, viewer: Seat | None) -> Zone:
    """A hand, open for its owner only."""
    cards = cards_in(state.hands[owner])
    items: tuple[str | Item, ...] = (FACE_DOWN,) * len(cards)
    if owner == viewer:
        items = tuple([code(card) for card in sorted(cards, key=in_hand)])
    return Zone(f"hand:{owner}", "hand", f"{whose(owner, viewer).capitalize()} hand", owner, items)


def _by_seat(cards: list[Card]) -> tuple[str | Item, ...]:
    return tuple([EMPTY if card == NO_CARD else code(card) for card in cards])


def play_ask(state: TrickPosition, seat: Seat, rule: str) -> Ask:
    """Play one of the cards that are allowed, or lead it."""
    cards = sorted(cards_in(state.allowed(seat)), key=in_hand)
    hole = CardHole(f"hand:{seat}", tuple([code(card) for card in cards]))
    return Ask("Play" if state.laid else "Lead", {"do": "play", "card": hole}, rule, "trick", one_tap=True)


def play_travels(before: TrickPosition, seat: Seat, card: Card, after: TrickPosition) -> list[Travel]:
    """A card goes into the trick. If that completes it, the whole trick goes to whoever takes it."""
    travels = [Travel(f"hand:{seat}", "trick", code(card), None, seat)]
    if sum(after.tricks) > sum(before.tricks):
        travels += gather_travels(after)
    return travels


def gather_travels(after: TrickPosition) -> list[Travel]:
    """The last trick, on its way to whoever took it."""
    if after.taker == NOBODY:
        return []
    won = f"won:{after.taker}"
    return [Travel("trick", won, code(card), at, at) for at, card in enumerate(after.last) if card != NO_CARD]
