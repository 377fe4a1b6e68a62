"""Progressive's house rules (P4, P8, P9, P11, P12, P14, P15, P17, P18)."""

from typing import Annotated, Literal

from parlour.games.rummy import options as rummy
from parlour.kernel.options import Options, cap_on_turns, house_rule

LAST_ROUNDS = {"three_sets_of_four": "three sets of four", "three_runs_of_four": "three runs of four"}


class ProgressiveOptions(Options, frozen=True, kw_only=True):
    """One field for each house rule. The defaults are the game as written."""

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
