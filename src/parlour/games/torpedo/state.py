"""The rounds of Torpedo, and the terms that its house rules make (T3, T5, T6, T13, T31)."""

from functools import lru_cache
from typing import Final

from parlour.games.rummy.contracts import rounds_of
from parlour.games.rummy.lay_downs.contract import usual
from parlour.games.rummy.melds import Melding
from parlour.games.rummy.terms import NO_LIMIT, RoundPlan, RummyTerms, card_points
from parlour.games.torpedo.options import TorpedoOptions

DEALT: Final = 9

# T5
ROUNDS: Final = [
    RoundPlan(DEALT, usual(2, 0), "Two books"),
    RoundPlan(DEALT, usual(0, 2), "Two runs"),
    RoundPlan(DEALT, usual(2, 1), "Two books and a run"),
    RoundPlan(DEALT, usual(1, 2), "A book and two runs"),
    RoundPlan(DEALT, usual(3, 0), "Three books"),
    RoundPlan(DEALT, usual(0, 3), "Three runs"),
]


@lru_cache(maxsize=64)
def terms_of(options: TorpedoOptions, seats: int) -> RummyTerms:
    return RummyTerms(
        letter="T",
        rounds=rounds_of(options.contracts, "book") if options.contracts else ROUNDS[: options.rounds],
        decks=options.decks_for(seats),
        melding=Melding(options.long_melds, True, options.max_jokers_per_meld or NO_LIMIT),
        points=card_points(options.joker_points),
        extend_own=options.extend_own,
        exchange=True,
        exchange_before_down=True,
        buys_per_round=options.buys_per_round,
        buy_first_card=options.buy_first_card,
        buy_penalty=1,
        buy_after_down=True,
        turn_cap=options.turn_cap,
    )
