"""Torpedo's house rules (T3, T13, T17, T23, T26, T31, T34-T36)."""

from typing import Annotated

from parlour.games.rummy import options as rummy
from parlour.games.rummy.contracts import check_decks, check_list, rounds_of
from parlour.kernel.options import Options, cap_on_turns, house_rule

AS_WRITTEN = "9:3+3,9:r4+r4,9:3+3+r4,9:3+r4+r4,9:3+3+3,9:r4+r4+r4"  # T5
BOUGHT = 2  # cards that come with a buy (T24)


class TorpedoOptions(Options, frozen=True, kw_only=True):
    """One field for each house rule. The defaults are the game as written."""

    contracts: Annotated[
        str, rummy.contracts("T36", "book", AS_WRITTEN, touches=["T5", "T6", "T35"], replaces=["rounds"])
    ] = ""
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

    def check(self) -> None:
        """T36."""
        if self.contracts:
            bought = self.buys_per_round * BOUGHT
            check_list(self.contracts, "T36", "book", bought, f"buys bring {bought} more at most")

    def check_seats(self, seats: int) -> None:
        """T36."""
        if self.contracts:
            check_decks(rounds_of(self.contracts, "book"), "T36", self.decks_for(seats), seats)

    def decks_for(self, seats: int) -> int:
        return self.decks or (3 if seats > 6 else 2)
