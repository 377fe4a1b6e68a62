import doctest

import pytest

import parlour.cards
from parlour.cards import JOKER, RANK, SUIT, NotACard, by_rank, by_suit, card, code, deck, name, rank, words


def test_every_face_survives_its_code_and_its_name() -> None:
    for face in range(53):
        assert card(code(face)) == face
        assert card(name(face)) == face


def test_ranks_suits_and_words() -> None:
    assert [RANK[card(text)] for text in ("AS", "10H", "KC", "JOK")] == [1, 10, 13, 0]
    assert [SUIT[card(text)] for text in ("AS", "10H", "QD", "KC", "JOK")] == [0, 1, 2, 3, 4]
    assert [words(card(text)) for text in ("AS", "10H", "QD", "JOK")] == [
        "ace of spades",
        "10 of hearts",
        "queen of diamonds",
        "joker",
    ]


@pytest.mark.parametrize("text", ["7h", " 7H ", "7♥"])
def test_spelling_is_forgiven(text: str) -> None:
    assert code(card(text)) == "7H"
    assert card("joker") == JOKER


@pytest.mark.parametrize("text", ["", "1H", "11S", "7X", "H7", "77H", "7HH", "🂡", "JOKJOK", "\0"])
def test_what_is_no_card_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotACard, match="like 7H"):
        card(text)


def test_a_card_without_its_suit_says_so() -> None:
    with pytest.raises(NotACard, match="needs a suit: write KS, KH, KD or KC"):
        card("K")
    assert rank("K") == 13
    assert rank("KS") == 0


def test_decks_and_sorting() -> None:
    assert len(deck(2, 3)) == 107
    hand = [card(text) for text in ("JOK", "2S", "KS", "2H", "AC")]
    assert [code(face) for face in sorted(hand, key=by_suit)] == ["2S", "KS", "2H", "AC", "JOK"]
    assert [code(face) for face in sorted(hand, key=by_rank)] == ["AC", "2S", "2H", "KS", "JOK"]


def test_the_examples_in_the_docstring() -> None:
    assert doctest.testmod(parlour.cards).failed == 0
