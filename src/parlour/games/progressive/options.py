"""Progressive's house rules (P4, P8, P9, P11, P12, P14, P15, P17, P18)."""

from typing import Annotated, Literal

from parlour.kernel.options import Options, house_rule

MELDS = "Melds"
BUYING = "Buying"

LAST_ROUNDS = {"three_sets_of_four": "three sets of four", "three_runs_of_four": "three runs of four"}


class ProgressiveOptions(Options, frozen=True, kw_only=True):
    """One field a house rule; the defaults are the game as written."""

    rounds: Annotated[
        int,
        house_rule(
            "P18",
            "Rounds to play, from the first contract on.",
            here="The game has {} round(s), from the first contract on.",
            least=1,
            most=7,
            touches=["P4"],
        ),
    ] = 7
    last_round: Annotated[
        Literal["three_sets_of_four", "three_runs_of_four"],
        house_rule("P4", "What the seventh round asks for:", here="The seventh round asks for {}.", words=LAST_ROUNDS),
    ] = "three_sets_of_four"
    decks: Annotated[
        int | None,
        house_rule(
            "P4",
            "Decks of cards, each with its two jokers.",
            here="We play with {} decks, each with its two jokers.",
            least=2,
            most=6,
            none="one for every two players",
        ),
    ] = None
    turn_cap: Annotated[
        int,
        house_rule(
            "P17",
            "Turns a player may have before the round ends by itself.",
            here="The round ends by itself after {} turn(s) each.",
            least=1,
            most=200,
        ),
    ] = 60
    joker_points: Annotated[
        int,
        house_rule(
            "P15", "Points for a joker left in hand.", here="A joker left in hand costs {} point(s).", least=0, most=100
        ),
    ] = 25

    extend_own: Annotated[bool, house_rule("P8", "Cards may be played on one's own melds too.", group=MELDS)] = False
    joker_swap: Annotated[
        bool,
        house_rule("P9", "Whoever has laid down may give the card a laid joker stands for and take it.", group=MELDS),
    ] = False
    hot_card: Annotated[
        bool,
        house_rule(
            "P14",
            "A discard that fits a laid meld may be claimed by whoever has laid down.",
            group=MELDS,
            touches=["P11"],
        ),
    ] = False

    buy_first_card: Annotated[
        bool, house_rule("P11", "The card turned up at the start of a round may be bought.", group=BUYING)
    ] = True
    buy_penalty: Annotated[
        int,
        house_rule(
            "P12",
            "Cards from the stock that a buyer has to take.",
            here="A buyer has to take {} card(s) from the stock.",
            group=BUYING,
            least=0,
            most=3,
        ),
    ] = 2
    buys_per_round: Annotated[
        int | None,
        house_rule(
            "P12",
            "Buys a player has in a round.",
            here="Everybody has {} buy(s) in a round.",
            group=BUYING,
            least=0,
            most=9,
            none="no limit",
        ),
    ] = None
    buy_after_down: Annotated[bool, house_rule("P12", "Whoever has laid down may still buy.", group=BUYING)] = True
