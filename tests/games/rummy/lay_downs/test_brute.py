"""The brute force that the solver is compared with, itself compared with examples and with even simpler searches."""

from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest

from parlour.cards import FACES, JOKER, RANK, card
from tests.games.rummy.lay_downs.brute import BLANK, Answer, a_hand, answers, is_book, is_run

TORPEDO = [15 if rank == 1 else 5 if rank <= 9 else 10 for rank in RANK[:JOKER]] + [50]


def hand(text: str) -> list[int]:
    """Cards by their codes; `*` is a joker and `?` a blank."""
    return [JOKER if code == "*" else BLANK if code == "?" else card(code) for code in text.split()]


def ask(text: str, books: int, runs: int, **how: Any) -> Answer:
    return answers(hand(text), books, runs, points=TORPEDO, **how)


def book(text: str, least: int = 3, exact: bool = True, most_jokers: int | None = None) -> bool:
    return is_book(hand(text), least, exact, most_jokers)


def run(text: str, least: int = 4, exact: bool = True, most_jokers: int | None = None, both_aces: bool = True) -> bool:
    return is_run(hand(text), least, exact, most_jokers, both_aces)


# One meld.


@pytest.mark.parametrize("text", ["7H 7S 7D", "7H 7H 7H", "7H 7H *", "* 7H *", "? * *", "? ? 7H", "? ? ?"])
def test_books(text: str) -> None:
    assert book(text)


@pytest.mark.parametrize("text", ["", "7H 7S", "7H 7S 8H", "7H 8H *", "* * *", "7H 7S 7D 7C", "AH KH *", "7H 8H ?"])
def test_no_books(text: str) -> None:
    assert not book(text)


@pytest.mark.parametrize(
    "text",
    [
        "3H 4H 5H 6H",
        "6H 3H 5H 4H",
        "AH 2H 3H 4H",
        "JH QH KH AH",
        "3H * 5H 6H",
        "3H * * 6H",
        "* * * 9C",
        "* * * AC",
        "KS * AS *",
        "2S * AS *",
        "* * KS AS",
        "? * * *",
        "? ? 3H 6H",
        "? * 3H 6H",
    ],
)
def test_runs(text: str) -> None:
    assert run(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3H 4H 5H",
        "3H 4H 5H 6S",
        "3H 4H 5H 7H",
        "3H 3H 4H 5H",
        "3H 3H * *",
        "3H * * 7H",
        "QH KH AH 2H",
        "KH AH 2H 3H",
        "KH * 2H *",
        "QH * * 2H",
        "QH AH 2H *",
        "AH AH * *",
        "AH AH 2H 3H",
        "* * * *",
        "3H 4H 5H 6H 7H",
        "3H 3H ? ?",
        "KH AH 2H ?",
    ],
)
def test_no_runs(text: str) -> None:
    assert not run(text)


def test_long_melds() -> None:
    assert book("7H 7S 7D 7C *", exact=False)
    assert book("7H " * 9, exact=False)
    assert not book("7H 7S", exact=False)
    assert not book("7H 7S 7D 8D", exact=False)
    assert run("AH 2H 3H 4H 5H", exact=False)
    assert run("10H JH QH KH AH", exact=False)
    assert not run("10H JH QH KH AH 2H", exact=False)
    assert run("3H * 5H * * 8H", exact=False)
    assert not run("3H * 5H * 8H", exact=False)
    assert not run("3H 4H 5H", exact=False)


def test_jokers_stop_at_the_aces() -> None:
    assert run("JH QH KH AH *", exact=False)  # the joker is the ten
    assert run("* * 2H 3H", exact=False)  # one of them goes high
    assert run("2H " + "* " * 12, exact=False)
    assert run("2H " + "* " * 13, exact=False)
    assert not run("2H " + "* " * 14, exact=False)


def test_both_aces() -> None:
    ladder = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH "
    for rest in ("AH AH", "AH *", "* *", "AH ?"):
        assert run(ladder + rest, exact=False, both_aces=True)
        assert not run(ladder + rest, exact=False, both_aces=False)
    for rest in ("", "AH", "*"):
        assert run(ladder + rest, exact=False, both_aces=False)
    assert not run(ladder + "AH AH AH", exact=False, both_aces=True)
    assert not run(ladder + "AH AH *", exact=False, both_aces=True)
    assert not run("AH AH 2H 3H 4H", exact=False)


def test_most_jokers() -> None:
    assert book("7H 7S *", most_jokers=1)
    assert not book("7H * *", most_jokers=1)
    assert book("7H ? *", most_jokers=1)
    assert not book("7H 7S *", most_jokers=0)
    assert run("3H * 5H 6H", most_jokers=1)
    assert not run("3H * * 6H", most_jokers=1)
    assert run("3H ? * 6H", most_jokers=1)


# A whole hand.


def test_two_books_and_what_is_left() -> None:
    assert ask("7H 7S 7D KS KC KH 2D 10C", 2, 0) == Answer(True, 15, 0)
    assert ask("7H 7S 7D KS KC KH", 2, 0) == Answer(True, 0, 0)
    assert ask("7H 7S 7D KS KC 2H", 2, 0) == Answer(False, None, 1)


def test_exactly_the_contract() -> None:
    assert ask("7H 7S 7D KS KC KH 4D 4C 4H", 2, 0).left == 15  # the third book stays
    assert ask("7H 7S 7D KS KC KH 4D 4C 4H", 3, 0).left == 0
    assert ask("3H 4H 5H 6H", 2, 0).short == 4  # a run isn't a book


def test_two_books_of_one_rank() -> None:
    assert ask("7H 7H 7S 7S 7D 7C", 2, 0) == Answer(True, 0, 0)
    assert ask("7H 7H 7S 7S 7D", 2, 0) == Answer(False, None, 1)
    assert ask("7H 7H 7S 7S *", 2, 0) == Answer(False, None, 1)
    assert ask("7H 7H 7S * *", 2, 0) == Answer(False, None, 1)
    assert ask("7H 7H * * * *", 2, 0) == Answer(True, 0, 0)


def test_two_runs_of_the_same_cards() -> None:
    assert ask("3H 4H 5H 6H 3H 4H 5H 6H", 0, 2) == Answer(True, 0, 0)
    assert ask("3H 4H 5H 6H 3H 4H 5H", 0, 2) == Answer(False, None, 1)
    assert ask("3H 4H 5H 6H 5H 6H 7H 8H", 0, 2) == Answer(True, 0, 0)
    assert ask("3H 4H 5H 6H 7H 8H 9H", 0, 2).short == 1


def test_aces_at_both_ends() -> None:
    assert ask("AH 2H 3H 4H JH QH KH AH", 0, 2) == Answer(True, 0, 0)
    assert ask("AH 2H 3H 4H JH QH KH", 0, 2).short == 1
    assert ask("JH QH KH AH 2H 3H", 0, 2).short == 2
    assert ask("QH KH AH 2H", 0, 1).short == 1


def test_a_meld_of_jokers_alone_is_none() -> None:
    assert ask("* * *", 1, 0) == Answer(False, None, 1)
    assert ask("* * * *", 0, 1) == Answer(False, None, 1)
    assert ask("7H * * * * * *", 2, 0) == Answer(False, None, 1)
    assert ask("7H 8H * * * *", 2, 0) == Answer(True, 0, 0)
    assert ask("* * * *", 1, 1) == Answer(False, None, 3)


def test_four_jokers() -> None:
    assert ask("7H KS 2D * * * *", 2, 0) == Answer(True, 5, 0)  # the king and one of the others
    assert ask("7H 8H KS * * * *", 1, 1) == Answer(True, 0, 0)
    assert ask("7H 8H AS * * * * 9H", 1, 1) == Answer(True, 5, 0)  # A * * and * 8 9 *, say: no joker stays
    assert ask("7H 8D 9C KS * * * *", 0, 3) == Answer(False, None, 5)


def test_a_joker_frees_a_natural_card() -> None:
    # The run needs no joker, but jokers alone aren't a book, so a joker takes the place of a card of the run.
    assert ask("3H 4H 5H 6H * * *", 1, 1) == Answer(True, 0, 0)
    assert ask("3H 4H 5H 6H * *", 1, 1) == Answer(False, None, 1)
    # The book of kings lacks one. The run can give up its king for the joker, which saves nothing, or keep it.
    assert ask("10H JH QH KH KS *", 1, 1) == Answer(False, None, 1)
    assert ask("10H JH QH KH KS KD *", 1, 1) == Answer(True, 0, 0)
    # The king can go to the book only if the joker is low.
    assert ask("QS JS 10S KS KD KH 2C *", 1, 1) == Answer(True, 5, 0)


def test_the_dearest_cards_go() -> None:
    assert ask("7H 7S 7D 7C *", 1, 0) == Answer(True, 10, 0)  # with the joker in it, two sevens stay
    assert ask("9H 10H JH QH KH AH", 0, 1) == Answer(True, 15, 0)
    assert ask("3H 4H 5H 6H *", 0, 1) == Answer(True, 5, 0)
    assert ask("3H 4H 5H 6H *", 0, 1, most_jokers=0) == Answer(True, 50, 0)


def test_long_melds_take_more() -> None:
    assert ask("7H 7S 7D 7C *", 1, 0, long=True) == Answer(True, 0, 0)
    assert ask("9H 10H JH QH KH AH 2H", 0, 1, long=True) == Answer(True, 5, 0)
    assert ask("AH 2H 3H 4H 5H 6H 7H 8H 5S 5D", 1, 1, long=True).left == 15  # 5H in the book leaves A-4 or 6, 7, 8
    assert ask("3H 4H 5H 6H * 5S 5D", 1, 1, long=True) == Answer(True, 0, 0)
    assert ask("7H 7S 7D 7C 7H 7S 7D", 2, 0, long=True) == Answer(True, 0, 0)
    assert ask("7H 7S 7D 7C 7H 7S 7D", 2, 0) == Answer(True, 5, 0)
    assert ask("7H 7S 7D 7C * *", 1, 0, long=True, most_jokers=1) == Answer(True, 50, 0)


def test_a_run_from_ace_to_ace() -> None:
    ladder = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
    assert ask(ladder, 0, 1, long=True) == Answer(True, 0, 0)
    assert ask(ladder, 0, 1, long=True, both_aces=False) == Answer(True, 15, 0)
    assert ask(ladder, 0, 2, long=True, both_aces=False) == Answer(True, 0, 0)


def test_other_sizes() -> None:
    assert ask("7H 7S 7D 7C KS KC KH KD 4S 4C 4H *", 3, 0, book_size=4) == Answer(True, 0, 0)
    assert ask("7H 7S 7D KS KC KH 4S 4C 4H", 3, 0, book_size=4) == Answer(False, None, 3)
    assert ask("3H 4H 5H", 0, 1, run_size=3) == Answer(True, 0, 0)


def test_short() -> None:
    assert ask("", 2, 0).short == 6
    assert ask("", 3, 3).short == 21
    assert ask("7H 8S", 1, 1).short == 5
    assert ask("7H 7S 7D 7C", 2, 0).short == 2
    assert ask("7H *", 1, 1).short == 5
    assert ask("3H 6H 9H QH", 0, 2).short == 4
    assert ask("3H 7H JH", 0, 2).short == 6
    assert ask("* * *", 1, 0, most_jokers=1).short == 2
    assert ask("7H * *", 1, 0, most_jokers=1).short == 1
    assert ask("7H * *", 2, 0, most_jokers=1).short == 3


def test_nothing_to_lay_is_laid() -> None:
    assert ask("7H *", 0, 0) == Answer(True, 55, 0)


# Compared with searches that are simpler still, and feasible only for small hands.

CONTRACTS = [(1, 0), (0, 1), (2, 0), (0, 2), (1, 1)]
HOW: list[dict[str, Any]] = [{}, {"long": True}, {"most_jokers": 1}, {"long": True, "most_jokers": 1}]


def every_deal(cards: list[int], books: int, runs: int, long: bool, most_jokers: int | None) -> int | None:
    """Tries every way to put each card in one of the melds or leave it in hand."""
    best: int | None = None
    for where in product(range(books + runs + 1), repeat=len(cards)):
        heaps: list[list[int]] = [[] for _ in range(books + runs + 1)]
        for c, heap in zip(cards, where, strict=True):
            heaps[heap].append(c)
        if all(is_book(heap, 3, not long, most_jokers) for heap in heaps[:books]) and all(
            is_run(heap, 4, not long, most_jokers, True) for heap in heaps[books:-1]
        ):
            left = sum(TORPEDO[c] for c in heaps[-1])
            best = left if best is None else min(best, left)
    return best


@pytest.mark.parametrize("size", [4, 5])
def test_runs_are_the_stretches_of_a_suit_with_jokers_put_in(size: int) -> None:
    ladder = [*range(13), 0]  # the spades, ace to ace
    made = set()
    for low in range(14 - size + 1):
        for jokers in product((False, True), repeat=size):
            if not all(jokers):
                cards = [JOKER if joker else c for c, joker in zip(ladder[low : low + size], jokers, strict=True)]
                made.add(tuple(sorted(cards)))
    tried = combinations_with_replacement([*range(13), JOKER], size)
    assert {cards for cards in tried if is_run(cards, 4, False, None, True)} == made


@pytest.mark.parametrize("how", HOW, ids=str)
@pytest.mark.parametrize("contract", CONTRACTS, ids=str)
def test_left_is_the_best_of_every_deal(contract: tuple[int, int], how: dict[str, Any]) -> None:
    rng = Random(f"{contract} {how}")
    for _ in range(6):
        cards = a_hand(rng, 8, rng.randint(0, 4), lean=1)
        want = every_deal(cards, *contract, how.get("long", False), how.get("most_jokers"))
        assert answers(cards, *contract, points=TORPEDO, **how).left == want, cards


@pytest.mark.parametrize("how", HOW, ids=str)
@pytest.mark.parametrize("contract", [*CONTRACTS, (2, 1), (1, 2), (3, 0), (0, 3)], ids=str)
def test_short_falls_by_one_with_the_best_card(contract: tuple[int, int], how: dict[str, Any]) -> None:
    """This proves `short` by induction: 0 if the hand lays down, otherwise one more than after the best card."""
    rng = Random(f"{contract} {how}")
    for _ in range(4):
        cards = a_hand(rng, rng.randint(0, 9), 0, lean=0.8) + [JOKER] * rng.randint(0, 4)
        answer = answers(cards, *contract, points=TORPEDO, **how)
        after = min(answers([*cards, c], *contract, points=TORPEDO, **how).short for c in range(FACES))
        assert answer.short == (0 if answer.lays else after + 1), cards


def test_long_melds_change_only_what_is_left() -> None:
    rng = Random(4)
    for _ in range(100):
        cards = a_hand(rng, rng.randint(6, 12), rng.randint(0, 4), lean=0.8)
        exact, long = (answers(cards, 1, 1, long=long, points=TORPEDO) for long in (False, True))
        assert (exact.lays, exact.short) == (long.lays, long.short), cards
        assert (exact.left or 0) >= (long.left or 0), cards


def test_hands() -> None:
    rng = Random(5)
    for size, jokers, decks, lean in product((0, 4, 9, 16), (0, 2, 4), (1, 2, 3), (0.0, 0.5, 1.0)):
        cards = a_hand(rng, max(size, jokers), jokers, decks, lean)
        assert len(cards) == max(size, jokers)
        assert cards.count(JOKER) == jokers
        assert all(count <= decks for c, count in Counter(cards).items() if c != JOKER)
    assert a_hand(Random(6), 9, 2, lean=0.5) == a_hand(Random(6), 9, 2, lean=0.5)
