"""The house rules of Spades (D2, D3, D7, D9-D14)."""

from typing import Annotated

from parlour.kernel.options import Options, house_rule
from parlour.kernel.refusal import Refused

BIDS = "Bidding"
PLAY = "Playing"
COUNT = "Counting"

PARTNERED = 4  # with this many players there can be partners (D2)


class SpadesOptions(Options, frozen=True, kw_only=True):
    """One field per house rule. The defaults are the game as written."""

    partners: Annotated[
        bool, house_rule("D2", "Four players play as two pairs of partners; three always play for themselves.")
    ] = True
    target: Annotated[
        int,
        house_rule("D13", "Points to win.", here="The first side with {} points wins.", least=100, most=1000),
    ] = 500
    floor: Annotated[
        int | None,
        house_rule(
            "D13",
            "A side that drops to this many points has lost.",
            here="A side that drops to {} points has lost.",
            least=-1000,
            most=-100,
            none="no side loses this way",
        ),
    ] = None
    rounds: Annotated[
        int,
        house_rule(
            "D14",
            "The game ends after this many rounds at the latest.",
            here="A game has {} round(s) at most.",
            least=1,
            most=40,
        ),
    ] = 40

    nil: Annotated[bool, house_rule("D3", "You can bid nil: no trick at all.", group=BIDS, touches=["D10"])] = True
    least_bid: Annotated[
        int,
        house_rule(
            "D3",
            "The lowest bid for two partners together.",
            here="Two partners bid at least {} trick(s) together.",
            group=BIDS,
            least=0,
            most=4,
        ),
    ] = 0
    blind_nil: Annotated[
        bool,
        house_rule(
            "D11",
            "When your side is 100 points behind, you can go nil before you see your cards, for 200.",
            group=BIDS,
            touches=["D3"],
        ),
    ] = False

    spades_anytime: Annotated[bool, house_rule("D7", "You can lead a spade whenever you like.", group=PLAY)] = False

    bag_limit: Annotated[
        int,
        house_rule(
            "D9",
            "How many bags cost a penalty.",
            here="Every {} bags cost a penalty.",
            group=COUNT,
            least=5,
            most=10,
        ),
    ] = 10
    bag_penalty: Annotated[
        int,
        house_rule(
            "D9",
            "Points off for that many bags.",
            here="The penalty for bags is {} point(s).",
            group=COUNT,
            least=0,
            most=200,
        ),
    ] = 100
    failed_nil_helps: Annotated[
        bool, house_rule("D10", "Tricks from a failed nil help the partner's bid.", group=COUNT)
    ] = False
    ten_for_two_hundred: Annotated[
        bool, house_rule("D12", "A side that bids ten and makes it scores 200.", group=COUNT, touches=["D8"])
    ] = False

    def check(self) -> None:
        """Refuse house rules that say nothing together."""
        if self.blind_nil and not self.nil:
            raise Refused("D11", "You can't go blind nil (blind_nil) at a table where nobody can bid nil (nil).")
        if self.failed_nil_helps and not self.nil:
            raise Refused("D10", "No nil can fail (failed_nil_helps) at a table where nobody can bid nil (nil).")
        if not self.partners:
            self._check_alone()

    def check_seats(self, seats: int) -> None:
        if not self.are_partners(seats):
            self._check_alone()

    def _check_alone(self) -> None:
        """Refuse house rules about partners where everybody plays for themselves."""
        if self.least_bid:
            raise Refused("D3", "A lowest bid (least_bid) is for partners, but everybody plays for themselves here.")
        if self.failed_nil_helps:
            raise Refused("D10", "A failed nil can't help a partner (failed_nil_helps): everybody plays alone here.")

    def are_partners(self, seats: int) -> bool:
        """D2."""
        return self.partners and seats == PARTNERED
