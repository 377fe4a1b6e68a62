"""Toripoka's house rules (K11, K25)."""

from typing import Annotated, Literal

from parlour.kernel.options import Options, house_rule

PUBLICS = {"adjacent": "each one counts only at its own prize", "both": "they both count at both prizes"}


class ToripokaOptions(Options, frozen=True, kw_only=True):
    """One field per house rule. The defaults are the game as written."""

    rounds: Annotated[
        int | None,
        house_rule(
            "K25", "Rounds to play.", here="The game has {} round(s).", least=1, most=7, none="until the bag is empty"
        ),
    ] = None
    publics: Annotated[Literal["adjacent", "both"], house_rule("K11", "The two turned-up cards:", words=PUBLICS)] = (
        "adjacent"
    )
    name_hands: Annotated[
        bool, house_rule("K11", "The page names the hand each side is building, from the cards you can see.")
    ] = True
