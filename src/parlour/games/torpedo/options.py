"""Torpedo's house rules (T3, T13, T17, T23, T26, T31, T34, T35)."""

from typing import Annotated

from parlour.kernel.options import Options, house_rule

MELDS = "Melds"
BUYING = "Buying"


class TorpedoOptions(Options, frozen=True, kw_only=True):
    """One field a house rule; the defaults are the game as written."""

    rounds: Annotated[
        int,
        house_rule(
            "T35",
            "Rounds to play, from the first contract on.",
            here="The game has {} round(s), from the first contract on.",
            least=1,
            most=6,
            touches=["T5"],
        ),
    ] = 6
    decks: Annotated[
        int | None,
        house_rule(
            "T6",
            "Decks of cards, each with its two jokers.",
            here="We play with {} decks, each with its two jokers.",
            least=2,
            most=4,
            none="two, or three for 7 and 8 players",
        ),
    ] = None
    turn_cap: Annotated[
        int,
        house_rule(
            "T34",
            "Turns a player may have before the round ends by itself.",
            here="The round ends by itself after {} turn(s) each.",
            least=1,
            most=200,
        ),
    ] = 60
    joker_points: Annotated[
        int,
        house_rule(
            "T31", "Points for a joker left in hand.", here="A joker left in hand costs {} point(s).", least=0, most=100
        ),
    ] = 50

    max_jokers_per_meld: Annotated[
        int | None,
        house_rule(
            "T3",
            "Jokers that one meld may hold.",
            here="A meld may hold {} joker(s), not more.",
            group=MELDS,
            least=1,
            most=3,
            none="no limit",
        ),
    ] = None
    long_melds: Annotated[
        bool, house_rule("T13", "Books and runs may be laid longer than three and four cards.", group=MELDS)
    ] = False
    extend_own: Annotated[bool, house_rule("T17", "Cards may be played on one's own melds too.", group=MELDS)] = False

    buys_per_round: Annotated[
        int,
        house_rule(
            "T23",
            "Buys a player has in a round.",
            here="Everybody has {} buy(s) in a round.",
            group=BUYING,
            least=1,
            most=9,
        ),
    ] = 3
    buy_first_card: Annotated[
        bool, house_rule("T26", "The card turned up at the start of a round may be bought.", group=BUYING)
    ] = False
