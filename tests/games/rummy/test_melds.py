"""Both rummies: what makes a meld, and what may be done with one on the table."""

import pytest

from parlour.cards import NO_CARD, card, code
from parlour.games.rummy.card_text import parse_group
from parlour.games.rummy.melds import BOOK, JOKERS, RUN, SIZE, Meld, Melding, NoMeld, meanings, read_meld
from parlour.games.rummy.terms import NO_LIMIT
from tests.games.rummy.tables import book, run

TORPEDO = Melding(False, True, NO_LIMIT)
LONG_TORPEDO = Melding(True, True, NO_LIMIT)
PROGRESSIVE = Melding(True, False, NO_LIMIT)

HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"  # all but the ace


def read(kind: int, text: str, melding: Melding = TORPEDO) -> Meld:
    faces, stands = parse_group(text.split())
    return read_meld(0, kind, 3 if kind == BOOK else 4, faces, stands, melding)


def laid(meld: Meld) -> str:
    return " ".join(code(face) for face in meld.cards)


def stands_for(meld: Meld) -> list[str]:
    """What each card of a run is, or stands for."""
    return [code(meld.meaning(index)) for index in range(len(meld.cards))]


def fault(kind: int, text: str, melding: Melding = TORPEDO) -> int:
    with pytest.raises(NoMeld) as wrong:
        read(kind, text, melding)
    assert wrong.value.sentence.endswith(".")
    return wrong.value.fault


# ---------------------------------------------------------------- books


@pytest.mark.parametrize("text", ["AS AH AD", "3S 3S 3S", "JH JC JH", "QD QC QS", "7H JOK 7S", "JOK JOK KD"])
@pytest.mark.parametrize("melding", [TORPEDO, PROGRESSIVE])
def test_T1_P1_three_cards_of_one_rank_of_any_suits(text: str, melding: Melding) -> None:
    assert sorted(laid(read(BOOK, text, melding)).split()) == sorted(text.split())


def test_T1_P1_two_ranks_are_no_book() -> None:
    assert fault(BOOK, "7H 7S 8D") == BOOK
    assert fault(BOOK, "7H JOK 8D") == BOOK
    assert fault(BOOK, "5H 6H 7H") == BOOK


def test_P1_a_set_may_have_more_than_three_cards_and_not_fewer() -> None:
    assert len(read(BOOK, "7H 7S 7D 7C 7H JOK", PROGRESSIVE).cards) == 6
    assert fault(BOOK, "7H 7S", PROGRESSIVE) == SIZE


def test_T13_a_book_has_exactly_three_cards_and_a_run_four() -> None:
    assert fault(BOOK, "7H 7S") == SIZE
    assert fault(BOOK, "7H 7S 7D 7C") == SIZE
    assert fault(RUN, "5H 6H 7H") == SIZE
    assert fault(RUN, "5H 6H 7H 8H 9H") == SIZE


# ---------------------------------------------------------------- runs


@pytest.mark.parametrize("text", ["AS 2S 3S 4S", "3D 4D 5D 6D", "10C JC QC KC", "JH QH KH AH"])
@pytest.mark.parametrize("melding", [TORPEDO, PROGRESSIVE])
def test_T2_P2_four_of_a_suit_in_sequence_the_ace_low_or_high(text: str, melding: Melding) -> None:
    backwards = " ".join(reversed(text.split()))
    for order in (text, backwards):
        assert laid(read(RUN, order, melding)) == text


@pytest.mark.parametrize(
    "text",
    [
        "QS KS AS 2S",  # around the corner
        "KS AS 2S 3S",
        "KS AS JOK 3S",
        "5H 6H 7S 8H",  # two suits
        "5H 6H 8H 9H",  # a gap
        "5H 6H 6H 7H",  # a card twice
        "5H JOK 5H 7H",
        "2H 6H JOK JOK",  # too far apart
        "AH AH 2H 3H",
        "7H 7S 7D 7C",
    ],
)
@pytest.mark.parametrize("melding", [TORPEDO, PROGRESSIVE])
def test_T2_P2_what_is_no_run(text: str, melding: Melding) -> None:
    assert fault(RUN, text, melding) == RUN


def test_P2_a_run_may_be_longer_than_four() -> None:
    assert laid(read(RUN, "9H 8H 7H 6H 5H JOK=4H", PROGRESSIVE)) == "JOK 5H 6H 7H 8H 9H"
    assert fault(RUN, "9H 8H 7H", PROGRESSIVE) == SIZE


def test_P2_a_run_may_have_an_ace_at_either_end() -> None:
    assert len(read(RUN, f"AH {HEARTS}", PROGRESSIVE).cards) == 13
    assert read(RUN, f"{HEARTS} JOK", PROGRESSIVE).meaning(12) == card("AH")


@pytest.mark.parametrize("text", [f"AH {HEARTS} AH", f"JOK {HEARTS} AH", f"JOK {HEARTS} JOK"])
def test_P2_never_both_aces_in_one_run(text: str) -> None:
    assert fault(RUN, text, PROGRESSIVE) == RUN


def test_P2_a_run_that_has_grown_to_one_ace_does_not_grow_to_the_other() -> None:
    to_king = run(0, f"AH {HEARTS}")
    from_two = run(0, f"{HEARTS} AH")
    assert not to_king.takes(card("AH"), False, PROGRESSIVE.both_aces)
    assert not to_king.takes(card("JOK"), False, PROGRESSIVE.both_aces)
    assert not from_two.takes(card("AH"), True, PROGRESSIVE.both_aces)


def test_T2_a_run_may_grow_from_ace_to_ace_but_no_place_is_taken_twice() -> None:
    to_king = run(0, f"AH {HEARTS}")
    assert to_king.takes(card("AH"), False, TORPEDO.both_aces)
    whole = to_king.with_card(card("AH"), False)
    assert len(whole.cards) == 14
    for low in (True, False):
        assert not whole.takes(card("JOK"), low, TORPEDO.both_aces)


def test_T13_a_long_run_may_be_laid_from_ace_to_ace() -> None:
    assert len(read(RUN, f"AH {HEARTS} AH", LONG_TORPEDO).cards) == 14
    assert fault(RUN, f"AH AH {HEARTS} AH", LONG_TORPEDO) == RUN


# ---------------------------------------------------------------- jokers


def test_T3_P3_a_meld_needs_a_natural_card() -> None:
    for melding in (TORPEDO, PROGRESSIVE):
        assert fault(BOOK, "JOK JOK JOK", melding) == JOKERS
        assert fault(RUN, "JOK JOK JOK JOK", melding) == JOKERS
        assert fault(RUN, "JOK=5H JOK=6H JOK=7H JOK=8H", melding) == JOKERS
        assert read(RUN, "JOK JOK JOK 9C", melding)


def test_T3_a_house_may_limit_the_jokers_of_a_meld() -> None:
    one = Melding(False, True, 1)
    assert read(BOOK, "7H JOK 7S", one)
    assert fault(BOOK, "7H JOK JOK", one) == JOKERS
    assert fault(RUN, "7H JOK JOK 8H", one) == JOKERS


def test_T3_P3_a_joker_in_a_run_stands_for_one_exact_card() -> None:
    for melding in (TORPEDO, PROGRESSIVE):
        assert stands_for(read(RUN, "10C JOK QC KC", melding)) == ["10C", "JC", "QC", "KC"]
        assert stands_for(read(RUN, "JOK 3S 4S AS", melding)) == ["AS", "2S", "3S", "4S"]


@pytest.mark.parametrize(
    ("text", "lies"),
    [
        ("5H 6H 7H JOK", "5H 6H 7H 8H"),
        ("JOK 5H 6H 7H", "5H 6H 7H 8H"),  # the order of the cards does not choose a place
        ("5H 6H JOK JOK", "5H 6H 7H 8H"),
        ("5H 7H JOK JOK", "5H 6H 7H 8H"),
        ("5H JOK JOK JOK", "5H 6H 7H 8H"),
        ("JH QH KH JOK", "JH QH KH AH"),
        ("QH KH JOK JOK", "JH QH KH AH"),
        ("KH JOK JOK JOK", "JH QH KH AH"),
        ("QH KH AH JOK", "JH QH KH AH"),  # it already ends with the ace
        ("AH KH JOK JOK", "JH QH KH AH"),
        ("AH 2H 3H JOK", "AH 2H 3H 4H"),
        ("AH 2H JOK JOK", "AH 2H 3H 4H"),
        ("AH JOK JOK JOK", "AH 2H 3H 4H"),  # decided here: high is above the ace
    ],
)
def test_T4_P3_a_joker_of_which_nothing_is_said_goes_high(text: str, lies: str) -> None:
    for melding in (TORPEDO, PROGRESSIVE):
        assert stands_for(read(RUN, text, melding)) == lies.split()


@pytest.mark.parametrize(
    ("text", "lies"),
    [
        ("5H 6H 7H JOK=4H", "4H 5H 6H 7H"),
        ("5H 6H JOK=4H JOK=3H", "3H 4H 5H 6H"),
        ("5H 6H JOK=4H JOK", "4H 5H 6H 7H"),
        ("5H 6H JOK=4H JOK=7H", "4H 5H 6H 7H"),
        ("AH JOK=KH JOK JOK", "JH QH KH AH"),
        ("JH QH KH JOK=10H", "10H JH QH KH"),
        ("2H 3H 4H JOK=AH", "AH 2H 3H 4H"),
    ],
)
def test_T4_P3_the_player_chooses_where_a_joker_lies(text: str, lies: str) -> None:
    for melding in (TORPEDO, PROGRESSIVE):
        assert stands_for(read(RUN, text, melding)) == lies.split()


@pytest.mark.parametrize(
    "text",
    [
        "5H 6H 7H JOK=10H",
        "5H 6H 7H JOK=4S",
        "5H 6H 7H JOK=6H",  # that card is already there
        "5H 6H JOK=4H JOK=4H",
        "5H 6H JOK=3H JOK=7H",
        "QH KH AH JOK=2H",
    ],
)
def test_T3_P3_a_joker_with_no_possible_place(text: str) -> None:
    for melding in (TORPEDO, PROGRESSIVE):
        assert fault(RUN, text, melding) == JOKERS


def test_T3_P3_a_joker_in_a_book_is_of_its_rank() -> None:
    assert read(BOOK, "7H 7S JOK=7D")
    assert fault(BOOK, "7H 7S JOK=8D") == JOKERS


def test_T4_a_player_is_told_what_each_joker_could_be() -> None:
    def could(text: str) -> list[list[str]]:
        faces, stands = parse_group(text.split())
        return [[code(face) for face in each] for each in meanings(RUN, faces, stands, TORPEDO)]

    assert could("5H 6H 7H JOK") == [[], [], [], ["8H", "4H"]]
    assert could("5H JOK 7H 8H") == [[], ["6H"], [], []]
    assert could("JH QH KH JOK")[3] == ["AH", "10H"]
    assert could("QS KS 2S JOK")[3] == []
    assert set(could("5H 6H JOK=4H JOK")[3]) == {"3H", "7H"}


# ---------------------------------------------------------------- melds on the table


def test_T17_P8_a_book_takes_its_rank_and_a_run_the_next_card_at_either_end() -> None:
    sevens, hearts = book(0, "7H 7S 7D"), run(0, "5H 6H 7H 8H")
    for both_aces in (True, False):
        assert sevens.takes(card("7C"), False, both_aces)
        assert sevens.takes(card("7H"), False, both_aces)
        assert not sevens.takes(card("8H"), False, both_aces)
        assert hearts.takes(card("4H"), True, both_aces)
        assert hearts.takes(card("9H"), False, both_aces)
        for wrong in ("4H", "9S", "10H", "8H"):
            assert not hearts.takes(card(wrong), False, both_aces)


def test_T17_a_joker_may_be_played_on_and_then_stands_for_the_card_of_that_end() -> None:
    hearts = run(0, "5H 6H 7H 8H")
    assert hearts.takes(card("JOK"), True, True)
    assert hearts.with_card(card("JOK"), True).meaning(0) == card("4H")
    assert hearts.with_card(card("JOK"), False).meaning(4) == card("9H")
    assert book(0, "7H 7S 7D").takes(card("JOK"), False, True)


def test_T18_a_run_does_not_grow_past_an_ace() -> None:
    for text, low in (("JH QH KH AH", False), ("AH 2H 3H 4H", True), ("JH QH KH JOK", False)):
        for wrong in ("2H", "KH", "AH", "JOK"):
            assert not run(0, text).takes(card(wrong), low, True)


def test_T19_P9_a_joker_is_had_for_the_card_it_stands_for() -> None:
    hearts = run(0, "5H JOK 7H 8H")
    assert hearts.gives_joker(1, card("6H"))
    for wrong in ("6S", "5H", "9H", "JOK"):
        assert not hearts.gives_joker(1, card(wrong))
    assert not hearts.gives_joker(0, card("5H"))
    sevens = book(0, "7H 7S JOK")
    assert sevens.meaning(2) == NO_CARD
    assert sevens.gives_joker(2, card("7C"))
    assert sevens.gives_joker(2, card("7H"))
    assert not sevens.gives_joker(2, card("8C"))
    assert sevens.exchanged(2, card("7C")).cards == tuple(map(card, ("7H", "7S", "7C")))
