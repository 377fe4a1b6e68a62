"""Toripoka's house rules (K11, K25)."""

from typing import Annotated, Literal

from parlour.kernel.options import Options, house_rule

PUBLICS = {"adjacent": "only the card beside a prize serves it", "both": "both cards serve both prizes"}


class ToripokaOptions(Options, frozen=True, kw_only=True):
    """One field a house rule; the defaults are the game as written."""

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
        bool, house_rule("K11", "The table names the hand that each side is making, as far as one may know it.")
    ] = True
