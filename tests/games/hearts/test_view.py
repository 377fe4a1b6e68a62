"""What Hearts players are shown and told."""

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.games.hearts import GAME
from parlour.games.hearts.actions import PassCards
from parlour.games.hearts.rules import Hearts
from parlour.games.tricks.actions import Play
from parlour.games.tricks.masks import OF_SUIT
from parlour.kernel.game import AnyGame
from parlour.kernel.view import Item
from tests.games.hearts.tables import mask, new, play, playing
from tests.kernel.honesty import check_swap, watched


def test_H2_a_player_sees_what_they_got() -> None:
    hearts = new()
    hearts.hands = [mask("2S 3S 4S 5S"), mask("2H 3H 4H 5H"), mask("2D 3D 4D 5D"), mask("2C 3C 4C 5C")]
    for seat, cards in enumerate(("2S 3S 4S", "2H 3H 4H", "2D 3D 4D")):
        hearts.apply(seat, PassCards(cards.split()))
    before = hearts.copy()
    action = PassCards(["3C", "4C", "5C"])
    hearts.apply(3, action)
    told = GAME.tell(before, 3, action, hearts, 0)
    assert told.sentences[1:] == (
        "Everybody passed 3 cards to the left.",
        "{3} passed you 3♣, 4♣ and 5♣.",
        "{3} had 2♣, which opens the first trick.",
    )
    assert GAME.view(hearts, 0).zone("hand:0").items == ("5S", *(Item(face, new=True) for face in ("3C", "4C", "5C")))
    assert all(travel.face is None for travel in told.travels if travel.source == "hand:1")


def test_a_trick_is_told_with_what_it_costs() -> None:
    hearts = playing("3C 5D", "QS 7H", "8C 9D")
    play(hearts, "3C")
    before = hearts.copy()
    play(hearts, "QS")
    told = GAME.tell(before, 1, Play("QS"), hearts, None)
    assert [(moment.kind, moment.say, moment.seat) for moment in told.moments] == [("slam", "Queen of spades!", 1)]
    before = hearts.copy()
    play(hearts, "8C")
    told = GAME.tell(before, 2, Play("8C"), hearts, 2)
    assert told.sentences == ("You played 8♣.", "You took the trick and got Q♠.")
    assert [(travel.source, travel.target) for travel in told.travels] == [
        ("hand:2", "trick"),
        *[("trick", "won:2")] * 3,
    ]


def test_every_card_that_may_be_played_takes_one_tap() -> None:
    hearts = playing("3C 5D", "4C 7H", "8C 9D")
    play(hearts, "3C")
    (ask,) = GAME.view(hearts, 1).asks
    assert ask.one_tap
    assert (ask.say, ask.at, ask.action["card"].only) == ("Play", "trick", ("4C",))
    assert GAME.view(hearts, 0).asks == ()


def test_H7_a_table_sees_that_hearts_are_broken() -> None:
    hearts = playing("3C 5D", "6H 7H", "8C 9D")
    play(hearts, "3C")
    assert GAME.public(hearts).zone("trick").note == ""
    play(hearts, "6H")
    assert GAME.public(hearts).zone("trick").note == "Hearts are broken"


def leaking(hearts: Hearts) -> Any:
    """Everybody can see who has no clubs left, before it was shown."""
    view = GAME.public(hearts)
    void = [seat for seat in range(hearts.seats) if not hearts.hands[seat] & OF_SUIT[3]]
    return replace(view, title=f"{view.title} {void}")


def test_H13_a_view_that_knows_a_void_before_it_was_shown_is_caught() -> None:
    with pytest.raises(AssertionError, match="depends on where"):
        swap_many(dataclasses.replace(GAME, public=leaking))


def swap_many(game: AnyGame) -> None:
    for seed in range(20):
        played, streams, rng = watched(game, f"void/{seed}")
        for stream in streams:
            check_swap(played, stream, rng)
