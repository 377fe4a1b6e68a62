"""What Golf players see and hear."""

from parlour.cards import code, name
from parlour.games.golf import GAME
from parlour.games.golf.actions import DISCARD, KNOCK, LEAVE, Action, Swap, Turn
from parlour.games.golf.rules import Golf
from parlour.kernel.actions import DRAW, TAKE
from parlour.kernel.view import named
from tests.games.golf.tables import going_out, lay, play, ready


def told(golf: Golf, seat: int, action: Action, viewer: int | None) -> list[str]:
    before = golf.copy()
    golf.apply(seat, action)
    sentences = GAME.tell(before, seat, action, golf, viewer).sentences
    return [named(sentence, ["Ann", "Bob", "Cat"]) for sentence in sentences]


def test_the_one_who_draws_is_told_the_card_and_nobody_else_is() -> None:
    golf = ready(3)
    top = golf.stock[-1]
    assert told(golf.copy(), 1, DRAW, 1) == [f"You drew {name(top)}."]
    for viewer in (0, 2, None):
        assert told(golf.copy(), 1, DRAW, viewer) == ["Bob drew from the stock."]


def test_a_swap_says_what_came_and_what_went() -> None:
    golf = ready()
    lay(golf, 1, "5H KS 9C 8D QC 3H", up=0b000011)
    golf.stock[-1] = 12  # the king of spades
    golf.apply(1, DRAW)
    assert told(golf, 1, Swap(4), 0) == [
        "Bob put K♠ bottom middle and discarded Q♣, which was face down. That makes a pair.",
    ]


def test_turning_leaving_taking_and_knocking() -> None:
    golf = ready(knock_early=True)
    lay(golf, 1, "5H KS 9C 8D KC 3H", up=0b001111)
    assert told(golf.copy(), 1, TAKE, 1) == [f"You took {name(golf.discards[-1])} from the discards."]
    assert told(golf.copy(), 1, KNOCK, 0) == [
        "Bob knocked and turned up K♣ and 3♥.",
        "Bob went out. Everybody else gets one more turn.",
    ]
    play(golf, (1, DRAW), (1, DISCARD))
    assert told(golf.copy(), 1, Turn(4), 1) == ["You turned up K♣, bottom middle. That makes a pair."]
    assert told(golf.copy(), 1, LEAVE, None) == ["Bob left the face-down cards alone."]


def test_the_end_of_a_hole_and_of_the_game_are_told() -> None:
    golf = going_out(2, holes=1)
    golf.apply(0, DRAW)
    lay(golf, 0, "2H 3H 4H KC QD JS", up=0b111111)
    lay(golf, 1, "2S 2C 2D 5H 9H KS", up=0b111111)
    sentences = told(golf, 0, DISCARD, 0)
    assert sentences[1:] == ["Hole 1: You 25, Bob 8.", "The game is over: You 25, Bob 8.", "Bob wins."]
    assert GAME.view(golf, 1).prompt == "The game is over. You win."
    golf.sheet = [[8, 8]]
    assert GAME.view(golf, None).prompt == "The game is over. {0} and {1} share the win."


def test_a_grid_shows_the_points_of_its_open_cards() -> None:
    golf = ready()
    lay(golf, 0, "5H KS 9C 5D KC 3H", up=0b001011)
    assert GAME.view(golf, 1).zone("grid:0").note == "Showing: 0"
    golf.up[0] = 0b001111
    assert GAME.view(golf, 1).zone("grid:0").note == "Showing: 9"


def test_prompts_say_whose_turn_it_is_and_what_is_asked() -> None:
    golf = ready(3)
    assert GAME.view(golf, 1).prompt == "Your turn: draw a card, or take the discard."
    assert GAME.view(golf, 0).prompt == "It's {1}'s turn."
    golf.apply(1, DRAW)
    assert GAME.view(golf, 1).prompt == f"Your turn: swap {name(golf.held)} for one of your cards, or discard it."
    golf.apply(1, DISCARD)
    assert GAME.view(golf, 1).prompt == "Your turn: turn up one of your cards, or leave them face down."
    golf = going_out()
    assert GAME.view(golf, 2).prompt == "Your last turn: draw a card, or take the discard."
    assert GAME.view(golf, None).prompt == "Last turns: it's {2}'s turn."


def test_a_taken_discard_is_seen_by_all() -> None:
    golf = ready()
    golf.apply(1, TAKE)
    for viewer in (0, 1, None):
        assert GAME.view(golf, viewer).zone("held:1").items == (code(golf.held),)


def test_G10_columns_that_lie_open_are_summed_and_pairs_are_joined() -> None:
    golf = ready()
    lay(golf, 1, "5H KS 9C 5D QC 9H", up=0b011011)
    sums = [(one.items, one.points, one.joined) for one in GAME.view(golf, 0).zone("grid:1").sums]
    assert sums == [((0, 3), 0, True), ((1, 4), 10, False)], "the third column is not all open"


def test_G18_a_wild_queen_is_joined_to_what_it_pairs_with() -> None:
    golf = ready(queens_wild=True)
    lay(golf, 1, "QH 2S 9C 8D QC 3H", up=0b011011)
    assert [one.joined for one in GAME.view(golf, 0).zone("grid:1").sums] == [True, True]
    lay(golf, 1, "QH 2S 9C 8D 2C 3H", up=0b010010)
    assert [one.points for one in GAME.view(golf, 0).zone("grid:1").sums] == [0]


def test_G8_last_turns_are_a_warning_and_stand_at_whoever_has_one() -> None:
    golf = ready(3)
    assert GAME.view(golf, 0).warning == ""
    lay(golf, 1, "5H KS 9C 8D QC 3H", up=0b011111)
    play(golf, (1, TAKE), (1, Swap(5)))
    assert named(GAME.view(golf, 0).warning, ["Ann", "Bob", "Cat"]) == "Bob went out: last turns"
    assert GAME.view(golf, 1).warning == "You went out: last turns"
    assert [seat.tags for seat in GAME.view(golf, 0).seats] == [("last turn",), ("out",), ("last turn",)]
    play(golf, (2, TAKE), (2, Swap(0)))
    assert [seat.tags for seat in GAME.view(golf, 0).seats] == [("last turn",), ("out",), ()]
    play(golf, (0, TAKE), (0, Swap(0)))
    assert GAME.view(golf, 0).warning == ""


def test_a_hole_that_costs_more_or_less_than_its_cards_says_both() -> None:
    golf = going_out(2, holes=1, knock_bonus=True)
    golf.apply(0, DRAW)
    lay(golf, 0, "2H 3H 4H KC QD JS", up=0b111111)
    lay(golf, 1, "2S 2C 2D 5H 9H KS", up=0b111111)
    golf.apply(0, DISCARD)
    assert {GAME.view(golf, 0).zone(f"grid:{seat}").note for seat in (0, 1)} == {"25 this hole", "8 counts as 3"}
