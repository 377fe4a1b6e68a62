"""Stepping Stones, the example game of docs/adding-a-game.md."""

from collections.abc import Mapping, Sequence

from parlour.cards import card
from parlour.kernel.game import Game, Lab
from stepping_stones.bot import Steady
from stepping_stones.mind import StonesMind
from stepping_stones.rules import Action, Stones, StonesOptions, points, start
from stepping_stones.sheet import StonesScorer
from stepping_stones.view import own, public, tell


def count(options: StonesOptions, texts: Sequence[str]) -> int:
    """What these cards cost at the end of a round (S7)."""
    return points([card(text) for text in texts])


def facts(stones: Stones) -> Mapping[str, int]:
    """Facts about the round just scored."""
    return {"stones_laid": len(stones.stones) - 1, "somebody_got_across": int(not all(stones.hands))}


GAME: Game[Stones, StonesOptions] = Game(
    name="stones",
    title="Stepping Stones",
    about="Cross the brook: lay your cards as stones, each close to the last, and pay for the cards you have left.",
    edition=1,
    seats=range(2, 5),
    options=StonesOptions,
    actions=Action,
    start=start,
    public=public,
    own=own,
    tell=tell,
    count=count,
    bots={"steady": Steady()},
    package=__name__,
    mind=StonesMind(Steady()),
    scorer=StonesScorer,
    lab=Lab(facts, beginner=lambda state: (state.dealer + 1) % state.seats),
)
