"""The score sheet for real cards. A sheet is a game of its own: its state is what people have written down, and its
moves enter, correct and take back rounds. So tables, stores and links work for it without further code."""

from functools import cache, lru_cache, partial

from parlour.games import discover
from parlour.games import find as find_game
from parlour.kernel.game import AnyGame, Flow, Game, Trying
from parlour.kernel.refusal import Refused
from parlour.score.actions import Action
from parlour.score.sheet import Sheet
from parlour.score.telling import tell
from parlour.score.view import counts, faults, own, public

PREFIX = "score-"


def find(name: str) -> AnyGame:
    """The game with this name, or the score sheet of one ("score-golf")."""
    if name.startswith(PREFIX) and name.removeprefix(PREFIX) in discover():
        return sheet_of(name.removeprefix(PREFIX))
    return find_game(name)


def is_known(name: str) -> bool:
    return name.removeprefix(PREFIX) in discover()


@cache
def sheet_of(name: str) -> AnyGame:
    """The score sheet of a game. Raises Refused if it has none."""
    game = find_game(name)
    scorer = game.scorer
    if scorer is None:
        raise Refused("", f"{game.title} has no score sheet.")
    sheet_name = PREFIX + name
    make_scorer = partial(scorer, count=lru_cache(maxsize=4096)(game.count))  # a correction counts many hands again
    return Game(
        name=sheet_name,
        title=f"{game.title} on paper",
        about=f"A score sheet for {game.title} with real cards.",
        edition=scorer.edition,
        seats=game.seats,
        options=game.options,
        actions=Action,
        start=lambda options, seats, shuffler: Sheet(make_scorer, options, seats, sheet_name, game.round_word),
        public=public,
        own=own,
        tell=tell,
        count=game.count,
        bots={},
        package=game.package,
        most_wins=game.most_wins,
        round_word=game.round_word,
        trying=Trying(faults=faults, counts=counts),
        flow=Flow(at_once=True, pauses=False, corrects=True, host_moves=True, people_only=True),
        here="on a score sheet",
        written_for=name,
    )
