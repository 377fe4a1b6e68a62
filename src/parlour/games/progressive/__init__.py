"""Progressive Rummy, also called Liverpool."""

from collections.abc import Sequence

from parlour.games.progressive.actions import Action
from parlour.games.progressive.options import ProgressiveOptions
from parlour.games.progressive.players.mind import ProgressiveMind
from parlour.games.progressive.players.steady import ProgressiveSteady
from parlour.games.progressive.rules import Progressive, start
from parlour.games.progressive.sheet import ProgressiveScorer
from parlour.games.progressive.view import own, public, tell
from parlour.games.rummy.commands import count_hand
from parlour.games.rummy.state import WINDOW
from parlour.games.rummy.terms import card_points
from parlour.games.rummy.view import facts_of, faults_of, meanings_of
from parlour.kernel.game import Calls, Game, Lab, Trying, Window

EDITION = 2
MOST_DECKS = 6
WINDOW_SECONDS = 12.0


def count(options: ProgressiveOptions, texts: Sequence[str]) -> int:
    """What these cards cost if they are left in a hand (P15)."""
    return count_hand(card_points(options.joker_points), options.decks or MOST_DECKS, texts, "P4")


GAME: Game[Progressive, ProgressiveOptions] = Game(
    name="progressive",
    title="Progressive Rummy",
    about=(
        "Seven rounds, each with a bigger hand and more sets and runs to lay down. "
        "You can buy what somebody throws away if you take two more cards with it."
    ),
    edition=EDITION,
    seats=range(2, 9),
    options=ProgressiveOptions,
    actions=Action,
    start=start,
    public=public,
    own=own,
    tell=tell,
    count=count,
    bots={"steady": ProgressiveSteady()},
    package=__name__,
    mind=ProgressiveMind(),
    scorer=ProgressiveScorer,
    calls=Calls(
        Window(WINDOW_SECONDS, "buy the discard", "P11", lambda state: state.phase == WINDOW, Progressive.aside)
    ),
    trying=Trying(meanings_of, faults=faults_of),
    lab=Lab(facts_of, beginner=lambda state: (state.dealer + 1) % state.seats),
)
