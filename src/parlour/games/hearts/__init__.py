"""Hearts."""

from collections.abc import Mapping, Sequence

from parlour.cards import card, name
from parlour.games.hearts.actions import Action
from parlour.games.hearts.options import HeartsOptions
from parlour.games.hearts.players.mind import HeartsMind
from parlour.games.hearts.players.steady import HeartsSteady
from parlour.games.hearts.rules import Hearts, start
from parlour.games.hearts.scoring import QUEEN_BIT, HeartsScoring
from parlour.games.hearts.sheet import HeartsScorer
from parlour.games.hearts.view import own, public, tell
from parlour.games.tricks.masks import mask_of
from parlour.kernel.game import Game, Lab
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat


def count(options: HeartsOptions, texts: Sequence[str]) -> int:
    """What these cards cost the player who took them (H8, H9)."""
    cards = [card(text) for text in texts]
    for face in cards:
        if face > 51:
            raise Refused("H1", "There are no jokers in Hearts.")
        if cards.count(face) > 1:
            raise Refused("H1", f"There's only one {name(face)}.")
    return HeartsScoring(options).cost(mask_of(cards))


def earned(hearts: Hearts) -> Mapping[Seat, Sequence[str]]:
    """The awards of a round that has just been scored."""
    shooter = hearts.terms.shooter(hearts.taken)
    return {shooter: ("Shot the moon",)} if shooter >= 0 else {}


def facts(hearts: Hearts) -> Mapping[str, int | None]:
    """Facts about the round just scored: whether somebody shot the moon, and the tricks of who took Q♠."""
    taker = next(seat for seat, taken in enumerate(hearts.taken) if taken & QUEEN_BIT)
    return {
        "moon": int(hearts.terms.shooter(hearts.taken) >= 0),
        "hearts_broken": int(hearts.broken),
        "tricks_of_who_took_the_queen": hearts.tricks[taker],
    }


def first_to_choose(hearts: Hearts) -> Seat | None:
    """Who began the round; None if 2♣ opened it, which nobody chooses (H3)."""
    return None if hearts.terms.two_opens else (hearts.dealer + 1) % hearts.seats


GAME: Game[Hearts, HeartsOptions] = Game(
    name="hearts",
    title="Hearts",
    about=(
        "Take as few hearts as you can, and never the queen of spades. Unless you take them all: "
        "then everybody else pays."
    ),
    edition=1,
    seats=range(3, 7),
    options=HeartsOptions,
    actions=Action,
    start=start,
    public=public,
    own=own,
    tell=tell,
    count=count,
    bots={"steady": HeartsSteady()},
    package=__name__,
    awards=earned,
    mind=HeartsMind(),
    scorer=HeartsScorer,
    lab=Lab(facts, beginner=first_to_choose),
)
