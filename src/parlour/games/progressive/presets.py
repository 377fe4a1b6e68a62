"""Ways to play Progressive Rummy that have a name, each with its rounds and house rules (P19)."""

from typing import Final

from parlour.kernel.options import Preset

SEVEN_ROUNDS: Final = "10:3+3,10:3+r4,10:r4+r4,10:3+3+3,12:3+3+r4,12:3+r4+r4,12:r4+r4+r4"
TEN_ROUNDS: Final = "11:3+3,11:3+r4,11:r4+r4,11:3+3+3,11:3+r7,11:3+3+r5,11:r4+r4+r4,11:3+3+r7,11:3+3+3+r5,11:r5+r5+r5"

PRESETS: Final = (
    Preset(
        "swicks",
        "The Swicks’",
        "The game as written: seven rounds from 6 to 12 cards, and two extra cards with everything you buy.",
        {},
    ),
    Preset(
        "liverpool",
        "Liverpool",
        "Seven rounds of 10 and then 12 cards, with three runs at the end. A buy comes with one extra card, and you "
        "can’t buy once you’ve laid down. Usually 2 to 9 count what they say, and the last round ends without a "
        "discard. Here they cost 5 each, and you discard your last card as always.",
        {
            "contracts": SEVEN_ROUNDS,
            "joker_points": 15,
            "extend_own": True,
            "buy_penalty": 1,
            "buy_after_down": False,
        },
    ),
    Preset(
        "shanghai",
        "Shanghai",
        "Ten rounds of 11 cards, for three players or more. You get three buys a round, each with one extra card. The "
        "last three rounds take more cards than you’re dealt. Usually round 8 asks for a run of 10, and jokers in a "
        "meld are limited. Here runs have 7 cards at most, so round 8 asks for another set, and jokers aren’t limited.",
        {
            "contracts": TEN_ROUNDS,
            "joker_points": 15,
            "extend_own": True,
            "joker_swap": True,
            "buy_penalty": 1,
            "buys_per_round": 3,
        },
    ),
    Preset(
        "contract",
        "Contract Rummy",
        "The seven rounds of Liverpool. A buy comes with one extra card, whether you’ve laid down or not, and you can "
        "swap a card for the joker that stands for it. Usually there are fewer jokers, and 2 to 9 count what they say. "
        "Here every deck has two jokers, and 2 to 9 cost 5 each.",
        {
            "contracts": SEVEN_ROUNDS,
            "joker_points": 15,
            "extend_own": True,
            "joker_swap": True,
            "buy_penalty": 1,
        },
    ),
)
