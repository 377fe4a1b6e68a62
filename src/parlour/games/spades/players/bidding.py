"""How many tricks a hand is good for, and how likely it takes none."""

from typing import Final

from parlour.games.tricks.masks import ALL_RANKS, HEIGHT, PLACES, SPADES

ACE: Final = 14
KING: Final = 13
QUEEN: Final = 12
JACK: Final = 11

# What the ace, the king and the queen of a plain suit take, by the length of the suit.
ACES: Final[list[float]] = [0.0, 0.98, 0.98, 0.96, 0.93, 0.87, 0.75, 0.6, 0.5]
KINGS: Final[list[float]] = [0.0, 0.4, 0.75, 0.74, 0.68, 0.56, 0.4, 0.3, 0.2]
QUEENS: Final[list[float]] = [0.0, 0.05, 0.15, 0.35, 0.33, 0.22, 0.15, 0.1, 0.1]
# What the spades take: the king, queen and jack by how many spades there are, and the others by their place.
SPADE_KINGS: Final[list[float]] = [0.0, 0.65, 0.95, 1.0, 1.0]
SPADE_QUEENS: Final[list[float]] = [0.0, 0.3, 0.6, 0.85, 0.95]
SPADE_JACKS: Final[list[float]] = [0.0, 0.15, 0.25, 0.55, 0.8]
LONG: Final[list[float]] = [0.0, 0.1, 0.15, 0.3, 0.65, 0.85, 0.95, 1.0]  # a low spade that is the first, second …
RUFFS: Final[list[float]] = [1.2, 0.55, 0.15]  # low spades take tricks where a suit is this short

# How likely a card of a plain suit never takes a trick in a nil, by its height, as the lowest of its suit and so on.
SAFE: Final[list[list[float]]] = [
    [1.0, 1.0, 1.0, 0.99, 0.98, 0.97, 0.95, 0.92, 0.87, 0.8, 0.72, 0.64, 0.56, 0.5, 0.42],
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.99, 0.98, 0.96, 0.93, 0.89, 0.84, 0.78, 0.72, 0.66],
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.99, 0.98, 0.97, 0.95, 0.93, 0.9, 0.86],
]
SAFE_SPADES: Final[list[float]] = [1.0, 1.0, 0.99, 0.98, 0.97, 0.95, 0.93, 0.9, 0.85, 0.78, 0.68, 0.55, 0.35, 0.12, 0.0]
MANY_SPADES: Final[list[float]] = [1.0, 1.0, 0.95, 0.85, 0.55, 0.25, 0.1, 0.0]


def heights(hand: int, suit: int) -> list[int]:
    """The heights of a suit's cards, the lowest first."""
    return sorted([HEIGHT[place] for place in PLACES[hand >> 13 * suit & ALL_RANKS]])


def expected_tricks(hand: int) -> float:
    """How many tricks a hand takes on average."""
    tricks = 0.0
    spades = heights(hand, SPADES)
    few = min(4, len(spades))
    low = 0  # spades that are not high and not long
    for place, height in enumerate(reversed(spades)):
        if height == ACE:
            tricks += 1.0
        elif height == KING:
            tricks += SPADE_KINGS[few]
        elif height == QUEEN:
            tricks += SPADE_QUEENS[few]
        elif height == JACK:
            tricks += SPADE_JACKS[few]
        else:
            tricks += LONG[min(7, place + 1)]
            low += 1
    ruffs = 0.0
    for suit in range(1, 4):
        held = heights(hand, suit)
        length = min(8, len(held))
        if ACE in held:
            tricks += ACES[length]
        if KING in held:
            tricks += KINGS[length]
        if QUEEN in held:
            tricks += QUEENS[length]
        if length < 3:
            ruffs += RUFFS[length]
    return tricks + min(ruffs, 0.5 * low)


def nil_chance(hand: int) -> float:
    """How likely a hand takes no trick if it tries to take none."""
    spades = heights(hand, SPADES)
    chance = MANY_SPADES[min(7, len(spades))]
    for height in spades:
        chance *= SAFE_SPADES[height]
    for suit in range(1, 4):
        for place, height in enumerate(heights(hand, suit)[:3]):
            chance *= SAFE[place][height]
    return chance
