"""Golf's house rules (G2, G7, G11-G33)."""

from typing import Annotated, Literal

from parlour.kernel.options import Options, cap_on_turns, house_rule
from parlour.kernel.refusal import Refused

CARDS = "What cards are worth"
PLAY = "How a turn goes"
PAIRS = "Pairs and sets"
END = "At the end of a hole"

FLIPS = {
    "may": "you can turn up a card",
    "always": "you must turn up a card",
    "never": "you don't turn up a card",
    "endgame": "you must turn up a card, but only once somebody has one or none face down",
}


class GolfOptions(Options, frozen=True, kw_only=True):
    """One field per house rule. The defaults are the game as written."""

    holes: Annotated[
        int, house_rule("G11", "Holes in a game; 9 and 18 are usual.", here="A game has {} hole(s).", least=1, most=18)
    ] = 9
    initial_flips: Annotated[
        int,
        house_rule(
            "G2",
            "Cards everybody turns up before play begins.",
            here="Everybody turns up {} card(s) before play begins.",
            least=0,
            most=2,
        ),
    ] = 2
    turn_cap: Annotated[int, cap_on_turns("G33", "hole")] = 30

    flip_on_discard: Annotated[
        Literal["may", "always", "never", "endgame"],
        house_rule(
            "G7",
            "When you discard a card from the stock:",
            here="When you discard a card from the stock, {}.",
            group=PLAY,
            words=FLIPS,
        ),
    ] = "may"
    flip_as_action: Annotated[
        bool, house_rule("G28", "You can use your turn to turn up one card.", group=PLAY, touches=["G3"])
    ] = False
    knock_early: Annotated[
        bool,
        house_rule(
            "G29",
            "With two cards or fewer face down, you can use your turn to turn them all up.",
            group=PLAY,
            touches=["G3"],
        ),
    ] = False

    use_jokers: Annotated[bool, house_rule("G12", "Two jokers in each deck, worth −2 each.", group=CARDS)] = False
    lucky_swing: Annotated[
        bool, house_rule("G13", "Just one joker in the whole game, worth −5.", group=CARDS, touches=["G9"])
    ] = False
    super_kings: Annotated[bool, house_rule("G14", "Kings are worth −2.", group=CARDS, touches=["G9"])] = False
    lucky_sevens: Annotated[bool, house_rule("G15", "Sevens are worth 0.", group=CARDS, touches=["G9"])] = False
    ten_penny: Annotated[bool, house_rule("G16", "Tens are worth 1.", group=CARDS, touches=["G9"])] = False
    one_eyed_jacks: Annotated[bool, house_rule("G17", "J♥ and J♠ are worth 0.", group=CARDS, touches=["G9"])] = False

    queens_wild: Annotated[
        bool, house_rule("G18", "A queen makes a pair with any card in its column.", group=PAIRS, touches=["G10"])
    ] = False
    four_of_a_kind: Annotated[
        bool,
        house_rule("G19", "Four or more cards of one rank count 0, wherever they are.", group=PAIRS, touches=["G9"]),
    ] = False
    eagle_eye: Annotated[
        bool, house_rule("G20", "Two jokers in the same column are worth −8 together.", group=PAIRS, touches=["G10"])
    ] = False
    negative_pairs_keep_value: Annotated[
        bool, house_rule("G21", "A pair of 2s or jokers counts what it adds up to.", group=PAIRS, touches=["G10"])
    ] = False
    wolfpack: Annotated[bool, house_rule("G22", "20 points off for exactly two columns of jacks.", group=PAIRS)] = False

    knock_penalty: Annotated[
        bool, house_rule("G23", "+10 for the player who went out if anybody is lower.", group=END)
    ] = False
    knock_bonus: Annotated[bool, house_rule("G24", "−5 for the player who went out.", group=END)] = False
    underdog_bonus: Annotated[bool, house_rule("G25", "−3 for the lowest score of the hole.", group=END)] = False
    tied_shame: Annotated[bool, house_rule("G26", "+5 for everybody who shares a score.", group=END)] = False
    blackjack: Annotated[bool, house_rule("G27", "Exactly 21 becomes 0.", group=END)] = False

    def check(self) -> None:
        """Refuse house rules that contradict each other (G31)."""
        if self.eagle_eye and self.lucky_swing:
            raise Refused(
                "G31", "You can't have two jokers in a column (eagle_eye) with only one in the game (lucky_swing)."
            )
        if self.eagle_eye and not self.use_jokers:
            raise Refused("G31", "To have two jokers in a column (eagle_eye), put jokers in the deck (use_jokers).")
