"""Yammouth."""

from collections import Counter
from collections.abc import Mapping, Sequence

from parlour.cards import RANK, card, rank
from parlour.games.yammouth.actions import Action
from parlour.games.yammouth.options import RANKS, YammouthOptions
from parlour.games.yammouth.players.mind import YammouthMind
from parlour.games.yammouth.players.steady import YammouthSteady
from parlour.games.yammouth.rules import Yammouth, start
from parlour.games.yammouth.sheet import YammouthScorer
from parlour.games.yammouth.state import CLAIMING
from parlour.games.yammouth.view import naming, own, public, tell
from parlour.kernel.game import Calls, Game, Grace, Lab, Trying, Window
from parlour.kernel.position import NOBODY
from parlour.kernel.refusal import Refused

MOST_OF_A_RANK = 40
CLAIM_SECONDS = 20.0
SLAM_SECONDS = 2.0


def count(options: YammouthOptions, texts: Sequence[str]) -> int:
    """What these cards are worth (Y1). Suits make no difference and may be left out."""
    ranks = [rank(text) or RANK[card(text)] for text in texts]
    for each, copies in Counter(ranks).items():
        if copies > MOST_OF_A_RANK:
            raise Refused("Y2", f"A deck can't have {copies} × {RANKS[each - 1]}: {MOST_OF_A_RANK} is the most.")
    return sum(ranks)


def facts(yammouth: Yammouth) -> Mapping[str, int | None]:
    """Facts about the round just scored: whether it was won, its turns, who was caught, the caller's points."""
    won = yammouth.winner() != NOBODY
    return {
        "round_won": int(won),
        "turn_cap_reached": int(not won),
        "turns": -(-yammouth.turns // len(yammouth.playing)),
        "caught": len(yammouth.claims) - 1 if won else None,
        "points_of_caller": yammouth.held(yammouth.claims[0]) if won else None,
    }


GAME: Game[Yammouth, YammouthOptions] = Game(
    name="yammouth",
    title="Yammouth",
    about=(
        "Get rid of your points, slam what matches, and call YAMMOUTH when you have almost nothing left. "
        "Go over 100 and you're out; the last player left wins."
    ),
    edition=2,
    seats=range(2, 9),
    options=YammouthOptions,
    actions=Action,
    start=start,
    public=public,
    own=own,
    tell=tell,
    count=count,
    bots={"steady": YammouthSteady()},
    package=__name__,
    mind=YammouthMind(),
    scorer=YammouthScorer,
    calls=Calls(
        Window(CLAIM_SECONDS, "answer a YAMMOUTH", "Y13", lambda state: state.phase == CLAIMING),
        grace=Grace(lambda state: SLAM_SECONDS if state.slammer != NOBODY else None, "Y11"),
        interrupts=True,
    ),
    trying=Trying(naming=naming),
    lab=Lab(facts, beginner=lambda state: state.beginner if len(state.playing) == state.seats else None),
)
