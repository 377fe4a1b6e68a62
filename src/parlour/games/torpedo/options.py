"""Torpedo's house rules (T3, T13, T17, T23, T26, T31, T34, T35)."""

from typing import Annotated

from parlour.games.rummy import options as rummy
from parlour.kernel.options import Options, cap_on_turns, house_rule


class TorpedoOptions(Options, frozen=True, kw_only=True):
    """One field for each house rule. The defaults are the game as written."""

    rounds: Annotated[int, rummy.rounds("T35", 6, touches=["T5"])] = 6
    decks: Annotated[int | None, rummy.decks("T6", 4, none="two, or three for 7 and 8 players")] = None
    turn_cap: Annotated[int, cap_on_turns("T34")] = 60
    joker_points: Annotated[int, rummy.joker_points("T31")] = 50

    max_jokers_per_meld: Annotated[
        int | None,
        house_rule(
            "T3",
            "The most jokers a meld can have.",
            here="A meld can have {} joker(s) at most.",
            group=rummy.MELDS,
            least=1,
            most=3,
            none="no limit",
        ),
    ] = None
    long_melds: Annotated[
        bool,
        house_rule(
            "T13", "You can lay down books of more than three cards and runs of more than four.", group=rummy.MELDS
        ),
    ] = False
    extend_own: Annotated[bool, rummy.extend_own("T17")] = False

    buys_per_round: Annotated[int, rummy.buys_per_round("T23", least=1)] = 3
    buy_first_card: Annotated[bool, rummy.buy_first_card("T26")] = False
