"""Six-Card Golf."""

from collections import Counter
from collections.abc import Mapping, Sequence

from parlour.cards import JOKER, Card, card, name, rank
from parlour.games.golf.actions import Action
from parlour.games.golf.options import GolfOptions
from parlour.games.golf.players.mind import GolfMind
from parlour.games.golf.players.steady import GolfSteady
from parlour.games.golf.rules import Golf, start
from parlour.games.golf.scoring import JACK, GolfScoring, jokers
from parlour.games.golf.sheet import GolfScorer
from parlour.games.golf.view import own, public, tell
from parlour.kernel.game import Game, Lab
from parlour.kernel.position import NOBODY
from parlour.kernel.refusal import Refused

MOST_DECKS = 2


def count(options: GolfOptions, texts: Sequence[str]) -> int:
    """The value of six cards in grid order. Suits may be left out where they make no difference."""
    if len(texts) != 6:
        raise Refused("G1", f"A grid has six cards, not {len(texts)}.")
    grid = [card(text) if not rank(text) else _any_suit(options, text) for text in texts]
    for face, copies in Counter(face for face, text in zip(grid, texts, strict=True) if not rank(text)).items():
        if face == JOKER:
            _check_jokers(options, copies)
        elif copies > MOST_DECKS:
            raise Refused("G1", f"A grid can't have {copies} × {name(face)}: there are two decks at most.")
    return GolfScoring(options).grid(grid)


def _any_suit(options: GolfOptions, text: str) -> Card:
    """A card of this rank. Every suit is worth the same, so any will do."""
    if options.one_eyed_jacks and rank(text) == JACK:
        raise Refused("G17", "With one_eyed_jacks, say which jack it is: JS, JH, JD or JC.")
    return rank(text) - 1


def _check_jokers(options: GolfOptions, copies: int) -> None:
    there = jokers(options, MOST_DECKS)
    if there == 0:
        raise Refused("G12", "There are no jokers in this game. Turn on use_jokers or lucky_swing to add them.")
    if copies > there:
        rule = "G13" if options.lucky_swing else "G12"
        raise Refused(rule, f"A grid can't have {copies} jokers: the game has {there} at most.")


def facts(golf: Golf) -> Mapping[str, int | None]:
    """Facts about the hole just scored: whether it reached the turn cap, and the turns and points of who went out."""
    if golf.out == NOBODY:
        capped = golf.turns == golf.seats * golf.options.turn_cap
        return {"turn_cap_reached": int(capped), "turns_to_go_out": None, "points_of_who_went_out": None}
    before = (golf.out - golf.dealer - 1) % golf.seats  # seats that play before the one who went out
    turns = -((before - golf.turns) // golf.seats)  # rounded up: `golf.turns` counts everybody's last turn
    return {"turn_cap_reached": 0, "turns_to_go_out": turns, "points_of_who_went_out": golf.sheet[-1][golf.out]}


GAME: Game[Golf, GolfOptions] = Game(
    name="golf",
    title="Six-Card Golf",
    about=(
        "Six cards in a grid, most of them face down: swap out the bad ones and pair up your columns. "
        "The lowest score after nine holes wins."
    ),
    edition=1,
    seats=range(2, 7),
    options=GolfOptions,
    actions=Action,
    start=start,
    public=public,
    own=own,
    tell=tell,
    count=count,
    bots={"steady": GolfSteady()},
    package=__name__,
    round_word="hole",
    mind=GolfMind(),
    scorer=GolfScorer,
    lab=Lab(facts, beginner=lambda state: (state.dealer + 1) % state.seats),
)
