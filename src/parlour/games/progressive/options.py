"""Progressive's house rules (P4, P8, P9, P11, P12, P14, P15, P17-P19)."""

from typing import Annotated, ClassVar, Literal

from parlour.games.progressive.presets import PRESETS
from parlour.games.rummy import options as rummy
from parlour.games.rummy.contracts import check_decks, check_list, rounds_of
from parlour.kernel.options import Options, Preset, cap_on_turns, house_rule

AS_WRITTEN = "6:3+3,7:3+r4,8:r4+r4,9:3+3+3,10:3+3+r4,11:3+r4+r4,12:4+4+4"  # P4
LAST_ROUNDS = {"three_sets_of_four": "three sets of four", "three_runs_of_four": "three runs of four"}


class ProgressiveOptions(Options, frozen=True, kw_only=True):
    """One field for each house rule. The defaults are the game as written."""

    presets: ClassVar[tuple[Preset, ...]] = PRESETS

    contracts: Annotated[
        str, rummy.contracts("P19", "set", AS_WRITTEN, touches=["P4", "P18"], replaces=["rounds", "last_round"])
    ] = ""
    rounds: Annotated[int, rummy.rounds("P18", 7, touches=["P4"])] = 7
    last_round: Annotated[
        Literal["three_sets_of_four", "three_runs_of_four"],
        house_rule("P4", "What the seventh round asks for:", here="The seventh round asks for {}.", words=LAST_ROUNDS),
    ] = "three_sets_of_four"
    decks: Annotated[int | None, rummy.decks("P4", 6, none="one for every two players")] = None
    turn_cap: Annotated[int, cap_on_turns("P17")] = 60
    joker_points: Annotated[int, rummy.joker_points("P15")] = 25

    extend_own: Annotated[bool, rummy.extend_own("P8")] = False
    joker_swap: Annotated[
        bool,
        house_rule(
            "P9", "Once you've laid down, you can swap a card for the joker that stands for it.", group=rummy.MELDS
        ),
    ] = False
    hot_card: Annotated[
        bool,
        house_rule(
            "P14",
            "If a discard fits a laid meld, anybody who has laid down can claim it.",
            group=rummy.MELDS,
            touches=["P11"],
        ),
    ] = False

    buy_first_card: Annotated[bool, rummy.buy_first_card("P11")] = True
    buy_penalty: Annotated[
        int,
        house_rule(
            "P12",
            "Extra cards from the stock that come with a buy.",
            here="A buy comes with {} extra card(s) from the stock.",
            group=rummy.BUYING,
            least=0,
            most=3,
        ),
    ] = 2
    buys_per_round: Annotated[int | None, rummy.buys_per_round("P12", least=0, none="no limit")] = None
    buy_after_down: Annotated[bool, house_rule("P12", "You can buy after laying down.", group=rummy.BUYING)] = True

    def check(self) -> None:
        """P19."""
        if self.contracts and self.buys_per_round is not None:
            bought = self.buys_per_round * (1 + self.buy_penalty)
            why = f"buys bring {bought} more at most" if bought else "nobody can buy at this table"
            check_list(self.contracts, "P19", "set", bought, why)

    def check_seats(self, seats: int) -> None:
        """P19. With two players only the first card can be bought: every other one is the discard of the player who
        isn't at bat (P11)."""
        if self.contracts:
            if seats == 2:
                bought = 1 + self.buy_penalty if self.buy_first_card else 0
                buys = f"only the first card can be bought, which brings {bought}" if bought else "nobody can buy"
                check_list(self.contracts, "P19", "set", bought, f"with two players {buys}")
            check_decks(rounds_of(self.contracts, "set"), "P19", self.decks_for(seats), seats)

    def decks_for(self, seats: int) -> int:
        return self.decks or max(2, (seats + 1) // 2)
