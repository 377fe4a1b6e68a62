"""The rounds of Progressive Rummy, and the terms that its house rules make (P1-P4, P12, P15, P19)."""

from functools import lru_cache
from typing import Final

from parlour.games.progressive.options import ProgressiveOptions
from parlour.games.rummy.contracts import rounds_of
from parlour.games.rummy.lay_downs.contract import usual
from parlour.games.rummy.melds import Melding
from parlour.games.rummy.terms import NO_LIMIT, RoundPlan, RummyTerms, card_points

# P4
ROUNDS: Final = [
    RoundPlan(6, usual(2, 0), "Two sets"),
    RoundPlan(7, usual(1, 1), "A set and a run"),
    RoundPlan(8, usual(0, 2), "Two runs"),
    RoundPlan(9, usual(3, 0), "Three sets"),
    RoundPlan(10, usual(2, 1), "Two sets and a run"),
    RoundPlan(11, usual(1, 2), "A set and two runs"),
    RoundPlan(12, usual(3, 0, 4), "Three sets of four"),
]
THREE_RUNS: Final = RoundPlan(12, usual(0, 3), "Three runs")


def rounds_for(options: ProgressiveOptions) -> list[RoundPlan]:
    """P4, P18, P19."""
    if options.contracts:
        return rounds_of(options.contracts, "set")
    rounds = ROUNDS[: options.rounds]
    if options.rounds == len(ROUNDS) and options.last_round == "three_runs_of_four":
        rounds = [*rounds[:-1], THREE_RUNS]
    return rounds


@lru_cache(maxsize=64)
def terms_of(options: ProgressiveOptions, seats: int) -> RummyTerms:
    return RummyTerms(
        letter="P",
        rounds=rounds_for(options),
        decks=options.decks_for(seats),
        melding=Melding(True, False, NO_LIMIT, "set"),
        points=card_points(options.joker_points),
        extend_own=options.extend_own,
        exchange=options.joker_swap,
        buys_per_round=NO_LIMIT if options.buys_per_round is None else options.buys_per_round,
        buy_first_card=options.buy_first_card,
        buy_penalty=options.buy_penalty,
        buy_after_down=options.buy_after_down,
        hot_card=options.hot_card,
        turn_cap=options.turn_cap,
    )
