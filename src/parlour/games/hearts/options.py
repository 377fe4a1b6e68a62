"""The house rules of Hearts (H2, H3, H6, H7, H9-H12)."""

from typing import Annotated, Literal

from parlour.kernel.options import Options, house_rule

PASSING = "Passing"
PLAY = "Playing"
POINTS = "Points"

WAYS = {
    "cycle": "left, right, across, then not at all",
    "left": "always to the left",
    "never": "never",
}
OPENINGS = {
    "two_of_clubs": "2♣ is played for the player who has it",
    "left_of_dealer": "the player to the dealer's left leads any card",
}
MOONS = {
    "others": "everybody else gets 26",
    "self": "the shooter gets 26 off",
    "choose": "the shooter chooses: 26 for everybody else, or 26 off",
    "none": "nothing special: the shooter gets the 26 points",
}


class HeartsOptions(Options, frozen=True, kw_only=True):
    """One field per house rule. The defaults are the game as written."""

    target: Annotated[
        int,
        house_rule(
            "H11",
            "The game ends when somebody has this many points.",
            here="The game ends when somebody has {} points.",
            least=50,
            most=200,
        ),
    ] = 100
    rounds: Annotated[
        int,
        house_rule(
            "H12",
            "The game ends after this many rounds at the latest.",
            here="A game has {} round(s) at most.",
            least=1,
            most=40,
        ),
    ] = 40

    passing: Annotated[
        Literal["cycle", "left", "never"],
        house_rule("H2", "Cards are passed:", here="Cards are passed {}.", group=PASSING, words=WAYS),
    ] = "cycle"
    pass_count: Annotated[
        int,
        house_rule("H2", "How many cards you pass.", here="You pass {} card(s).", group=PASSING, least=1, most=4),
    ] = 3

    opening: Annotated[
        Literal["two_of_clubs", "left_of_dealer"],
        house_rule("H3", "The first trick:", here="First trick: {}.", group=PLAY, words=OPENINGS),
    ] = "two_of_clubs"
    bloody_first: Annotated[bool, house_rule("H6", "Hearts and Q♠ can be played on the first trick.", group=PLAY)] = (
        False
    )
    queen_breaks: Annotated[bool, house_rule("H7", "Playing Q♠ breaks hearts too.", group=PLAY)] = False
    hearts_anytime: Annotated[bool, house_rule("H7", "Hearts can be led at any time.", group=PLAY)] = False

    jack_of_diamonds: Annotated[bool, house_rule("H9", "J♦ takes 10 points off.", group=POINTS, touches=["H8"])] = False
    moon: Annotated[
        Literal["others", "self", "choose", "none"],
        house_rule(
            "H10", "When somebody shoots the moon:", here="If you shoot the moon, {}.", group=POINTS, words=MOONS
        ),
    ] = "others"
    halves: Annotated[
        bool,
        house_rule("H11", "A total of exactly the target is cut in half, and the game goes on.", group=POINTS),
    ] = False
