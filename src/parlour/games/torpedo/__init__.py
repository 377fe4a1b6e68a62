"""Torpedo, "That Damned Women's Game"."""

from collections.abc import Sequence

from parlour.games.rummy.commands import count_hand, melds_command
from parlour.games.rummy.state import WINDOW
from parlour.games.rummy.terms import card_points
from parlour.games.rummy.view import facts_of, faults_of, meanings_of
from parlour.games.torpedo.actions import Action
from parlour.games.torpedo.options import TorpedoOptions
from parlour.games.torpedo.players.mind import TorpedoMind
from parlour.games.torpedo.players.steady import TorpedoSteady
from parlour.games.torpedo.rules import Torpedo, start
from parlour.games.torpedo.scoring import earned, has_lost
from parlour.games.torpedo.sheet import TorpedoScorer
from parlour.games.torpedo.view import own, public, tell
from parlour.kernel.game import Calls, Game, Gesture, Lab, Trying, Window

EDITION = 2
MOST_DECKS = 4
WINDOW_SECONDS = 5.0


def count(options: TorpedoOptions, texts: Sequence[str]) -> int:
    """What these cards cost if they are left in a hand (T31)."""
    return count_hand(card_points(options.joker_points), options.decks or MOST_DECKS, texts, "T6")


GAME: Game[Torpedo, TorpedoOptions] = Game(
    name="torpedo",
    title="Torpedo",
    about=(
        "Six rounds of rummy with jokers: lay down books and runs, then play on everybody else's. "
        "You can buy a discard out of turn, if the player at bat lets you."
    ),
    edition=EDITION,
    seats=range(2, 9),
    options=TorpedoOptions,
    actions=Action,
    start=start,
    public=public,
    own=own,
    tell=tell,
    count=count,
    bots={"steady": TorpedoSteady()},
    package=__name__,
    awards=earned,
    mind=TorpedoMind(),
    scorer=TorpedoScorer,
    calls=Calls(
        Window(WINDOW_SECONDS, "buy the discard", "T22", lambda state: state.phase == WINDOW, Torpedo.aside), races=True
    ),
    trying=Trying(meanings_of, faults=faults_of),
    lab=Lab(facts_of, beginner=lambda state: (state.dealer + 1) % state.seats),
    gestures=(
        Gesture(
            "throw",
            "Throw your cards",
            "T33",
            has_lost,
            "threw the cards across the table, like Lizzie.",
            throws="Like Lizzie",
        ),
    ),
    commands=(melds_command(MOST_DECKS),),
)
