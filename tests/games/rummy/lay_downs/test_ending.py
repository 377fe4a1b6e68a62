"""Ways out that are hard to see: a card kept to swap for a joker, a joker kept, a joker swapped in for another use."""

from random import Random
from typing import Any

import pytest

from parlour.cards import JOKER, code, deck
from parlour.games.progressive import GAME as PROGRESSIVE
from parlour.games.rummy.actions import Discard
from parlour.games.rummy.lay_downs.shed import WayOut
from parlour.games.rummy.melds import Meld
from parlour.games.torpedo import GAME as TORPEDO
from parlour.kernel.game import AnyGame
from tests.arbitrary import LONG
from tests.games.rummy.lay_downs.brute import could_go_out, goes_out, rummy_name, sheds
from tests.games.rummy.tables import arrange, book, new_progressive, new_torpedo, run

GAMES: dict[str, AnyGame] = {"torpedo": TORPEDO, "progressive": PROGRESSIVE}
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]

HOUSES: list[tuple[str, dict[str, Any]]] = [
    ("torpedo", {}),
    ("torpedo", {"extend_own": True}),
    ("torpedo", {"long_melds": True}),
    ("torpedo", {"max_jokers_per_meld": 1}),
    ("torpedo", {"max_jokers_per_meld": 1, "long_melds": True, "extend_own": True}),
    ("progressive", {}),
    ("progressive", {"extend_own": True}),
    ("progressive", {"joker_swap": True}),
    ("progressive", {"joker_swap": True, "extend_own": True}),
]
houses = pytest.mark.parametrize(("game", "terms"), HOUSES, ids=str)


def new(game: str, terms: dict[str, Any]) -> Any:
    return new_torpedo(**terms) if game == "torpedo" else new_progressive(**terms)


def hinted(state: Any) -> Any:
    mind = GAMES[rummy_name(state)].mind
    assert mind is not None
    return mind.ideas(state, 1, Random(1))[0]


def lays_down_and_out(state: Any) -> bool:
    """Is the way out offered first, given as a hint, and played by steady?"""
    best = state.lay_downs(1)[0]
    return bool(state.goes_out(1, best)) and hinted(state) == best and goes_out(state, 1)


# ---------------------------------------------------------------- lay-downs that were once missed


def test_P7_P10_a_joker_that_is_kept_bridges_a_run_of_another() -> None:
    melds = [run(0, "9D 10D JD QD"), run(0, "9S 10S JS JOK")]
    assert lays_down_and_out(
        arrange(new_progressive(), "", "7C 7H 7D 9C 10C JC JOK AD JOK 9C", melds=melds, round=2)
    )  # JOK for KD, then AD


def test_P7_P10_the_joker_stays_where_a_run_could_do_without_it() -> None:
    melds = [run(0, "2S 3S JOK 5S"), book(0, "QD QS QC"), run(2, "9S 10S JS QS")]
    assert lays_down_and_out(
        arrange(new_progressive(), "", "JOK JC QC KC 7C 8C 9C 10C JS 10C 7S", melds=melds, round=3)
    )


def test_T12_T19_the_seven_stays_for_which_a_joker_is_to_be_had() -> None:
    melds = [book(0, "7H 7D 7S"), run(0, "JOK 9D 10D JD"), run(2, "3D 4D 5D 6D JOK")]
    assert lays_down_and_out(arrange(new_torpedo(), "", "7C 7D 7S QH JOK JOK 7H 9D AH", melds=melds))


def test_T12_T19_the_ace_stays_for_which_a_joker_is_to_be_had() -> None:
    melds = [run(0, "7D 8D 9D 10D JD"), run(0, "JOK 2H 3H 4H"), run(2, "5D JOK 7D 8D")]
    hand = "KH KD KS AC AH AD JOK 5S 6S 7S 4H 9D AH"
    assert lays_down_and_out(arrange(new_torpedo(), "", hand, melds=melds, round=3))


def test_T13_T19_a_long_book_leaves_the_queen_for_which_a_joker_is_to_be_had() -> None:
    melds = [run(0, "7H 8H 9H 10H"), run(0, "10C JC JOK KC")]
    assert lays_down_and_out(arrange(new_torpedo(long_melds=True), "", "2D 2H 2C QS QH QC QD 9D 8C", melds=melds))


def test_T3_T19_where_a_meld_has_one_joker_an_exchange_makes_room_for_it() -> None:
    melds = [run(0, "9D 10D JD JOK KD"), run(2, "9C JOK JC QC")]
    torpedo = arrange(new_torpedo(max_jokers_per_meld=1), "", "KC KS KD JOK QD QC QH QD 6C", melds=melds)
    assert lays_down_and_out(torpedo)


def test_T3_T17_a_joker_that_fits_nowhere_lies_for_a_card_that_does() -> None:
    melds = [book(0, "QS JOK QD"), run(0, "8H JOK 10H JH")]
    torpedo = arrange(new_torpedo(max_jokers_per_meld=1), "", "JOK 3D 4D 5D 5H 6H 7H 8H 2D AS", melds=melds, round=2)
    assert lays_down_and_out(torpedo)


# ---------------------------------------------------------------- after laying down


def test_T14_T19_three_jokers_are_fetched_to_bridge_a_run() -> None:
    """4D reaches 8D over the hand's own joker and two more that it swaps nines for."""
    mine = [book(1, "2S 2H 2D"), book(1, "3S 3H 3D")]
    melds = [book(0, "JOK 9H 9C"), book(2, "JOK 9H 9S"), run(2, "8D 9D 10D JD QD"), *mine]
    torpedo = arrange(new_torpedo(), "", "4D 9H JOK 7S 9D", melds=melds)
    assert sheds(torpedo, 1, set())
    assert not isinstance(hinted(torpedo), Discard)
    assert goes_out(torpedo, 1)


def test_T3_T19_the_hint_exchanges_for_the_one_joker_a_meld_may_hold() -> None:
    melds = [run(0, "6C 7C 8C JOK"), book(1, "2S 2H 2D"), book(1, "3S 3H 3D")]
    torpedo = arrange(new_torpedo(max_jokers_per_meld=1), "", "QH 9C", melds=melds)
    assert not isinstance(hinted(torpedo), Discard)
    assert goes_out(torpedo, 1)


def test_T14_a_way_out_that_was_found_once_is_found_again() -> None:
    """Lay-downs that leave the same cards are all tried."""
    torpedo = arrange(new_torpedo(), "", "4D 9H 2C", melds=[book(0, "9S 9C 9D"), run(0, "5D 6D 7D 8D")])
    way = WayOut(1, torpedo.terms)
    steps = way.find(torpedo.hands[1], torpedo.melds)
    assert steps
    assert len(steps) == 2
    assert way.find(torpedo.hands[1], torpedo.melds) == steps


# ---------------------------------------------------------------- compared with brute force


@houses
def test_T14_P10_no_lay_down_that_goes_out_is_missed_at_a_table_full_of_jokers(
    game: str, terms: dict[str, Any]
) -> None:
    rng = Random(f"lay down {game} {terms}")
    could = 0
    for _ in range(4000 if LONG else 120):
        state = before_laying_down(new(game, terms), rng)
        if could_go_out(state, 1):
            could += 1
            assert state.goes_out(1, state.lay_downs(1)[0]), (state.hands[1], state.melds)
            assert goes_out(state, 1), (state.hands[1], state.melds)
    assert could > 20


@houses
def test_T20_P10_whoever_is_down_and_can_go_out_does_and_is_told_to(game: str, terms: dict[str, Any]) -> None:
    rng = Random(f"down {game} {terms}")
    could = 0
    for _ in range(4000 if LONG else 120):
        melds = [*some_melds(rng, terms, rng.randint(1, 3)), *some_melds(rng, terms, 2, owner=1)]
        hand = " ".join(cards_near(rng, melds, rng.randint(1, 5)))
        state = arrange(new(game, terms), "", hand, melds=melds, round=rng.randint(1, 3))
        if sheds(state, 1, set()):
            could += 1
            assert goes_out(state, 1), (hand, melds)
            after = state.copy()
            after.apply(1, hinted(state))
            assert len(after.sheet) > len(state.sheet) or sheds(after, 1, set()), (hand, melds)
    assert could > 20


def before_laying_down(state: Any, rng: Random) -> Any:
    """A hand with the contract, some jokers in it, and a few more cards, most of which fit the others' melds."""
    round_ = rng.choice((1, 1, 2, 2, 3))
    contract = state.terms.rounds[round_ - 1].contract
    melds = some_melds(rng, {"max_jokers_per_meld": state.terms.melding.most_jokers}, rng.choice((0, 1, 2, 2, 3, 4)))
    held: list[str] = []
    for _ in range(contract.books):
        rank = rng.choice(["A", "2", "7", "9", "Q", "K"])
        held += [rank + suit for suit in rng.sample("SHDC", contract.largest)]
    for _ in range(contract.runs):
        held += stretch(rng, 4)
    held = ["JOK" if rng.random() < 0.15 else each for each in held]
    held += cards_near(rng, melds, min(rng.choice((0, 1, 1, 2, 2, 3, 3)), 13 - len(held)))
    return arrange(state, "", " ".join(held), melds=melds, round=round_)


def stretch(rng: Random, size: int) -> list[str]:
    suit, first = rng.choice("SHDC"), rng.randint(0, 14 - size)
    return [rank + suit for rank in RANKS[first : first + size]]


def some_melds(rng: Random, terms: dict[str, Any], count: int, owner: int = 0) -> list[Meld]:
    """Books and runs, many with a joker and some with two."""
    melds: list[Meld] = []
    while len(melds) < count:
        whose = owner or rng.choice((0, 2))
        is_book = rng.random() < 0.45
        rank = rng.choice(["9", "Q", "2", "7", "A"])
        held = [rank + suit for suit in rng.sample("SHDC", 3)] if is_book else stretch(rng, rng.choice((4, 4, 5)))
        for chance in (0.4, 0.15):
            if rng.random() < chance:
                held[rng.randrange(len(held))] = "JOK"
        meld = book(whose, " ".join(held)) if is_book else run(whose, " ".join(held))
        if meld.cards.count(JOKER) <= terms.get("max_jokers_per_meld", 2):
            melds.append(meld)
    return melds


def cards_near(rng: Random, melds: list[Meld], count: int) -> list[str]:
    near = [code(face) for meld in melds for face in meld.cards]
    near += [rank + suit for rank in ["2", "7", "9", "Q", "A"] for suit in "SHDC"]
    everything = [code(face) for face in deck(1, 3)]
    return [rng.choice(near if rng.random() < 0.7 else everything) for _ in range(count)]
