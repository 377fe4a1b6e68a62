"""Sets of cards as bit masks."""

from random import Random

from parlour.cards import card
from parlour.games.tricks import masks
from parlour.games.tricks.masks import CLUBS, HEARTS, SPADES, beats, cards_in, count, highest, lowest, mask_of, plays


def hand(text: str) -> int:
    return mask_of([card(code) for code in text.split()])


def test_a_mask_holds_its_cards() -> None:
    rng = Random(1)
    for _ in range(200):
        cards = sorted(rng.sample(range(52), rng.randint(0, 20)))
        mask = mask_of(cards)
        assert cards_in(mask) == cards
        assert count(mask) == len(cards)
        assert [card(play.card) for play in plays(mask)] == cards


def test_the_ace_is_high() -> None:
    mask = hand("AS 2S KS AH 5C")
    assert highest(mask, SPADES) == card("AS")
    assert lowest(mask, SPADES) == card("2S")
    assert lowest(mask, HEARTS) == highest(mask, HEARTS) == card("AH")
    assert highest(mask, masks.DIAMONDS) == lowest(mask, masks.DIAMONDS) == -1
    assert highest(mask, CLUBS) == card("5C")
    assert masks.lowest_of_all(mask) == card("2S")
    assert masks.lowest_of_all(hand("2S 2C 2H")) == card("2C")


def test_a_trick_goes_to_the_highest_of_its_suit_or_to_a_trump() -> None:
    assert beats(card("AH"), card("KH"), -1)
    assert not beats(card("2H"), card("KH"), -1)
    assert not beats(card("AC"), card("2H"), -1)
    assert beats(card("2S"), card("AH"), SPADES)
    assert not beats(card("2S"), card("3S"), SPADES)
