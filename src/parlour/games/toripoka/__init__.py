"""Toripoka, a bluffing duel for pyramids."""

from collections.abc import Mapping, Sequence

from parlour.games.toripoka.actions import Action
from parlour.games.toripoka.commands import hand_command
from parlour.games.toripoka.options import ToripokaOptions
from parlour.games.toripoka.pieces import NO_PIECE, piece_name, read_piece, score
from parlour.games.toripoka.players.mind import ToripokaMind
from parlour.games.toripoka.players.steady import ToripokaSteady
from parlour.games.toripoka.rules import Toripoka, start
from parlour.games.toripoka.sheet import ToripokaScorer
from parlour.games.toripoka.view import own, public, tell
from parlour.kernel.game import Calls, Game, Lab
from parlour.kernel.position import NOBODY
from parlour.kernel.refusal import Refused, quoted


def count(options: ToripokaOptions, texts: Sequence[str]) -> int:
    """The score of some pyramids (K26), like "R1 R2 R3 B1 K2"."""
    pieces = []
    for text in texts:
        found = read_piece(text.upper())
        if found == NO_PIECE:
            raise Refused(
                "K2",
                f"{quoted(text)} isn't a pyramid. Write R, Y, G, B or K (black) and 1, 2 or 3 pips, like R2.",
            )
        if found in pieces:
            raise Refused("K2", f"There's only one {piece_name(found)}.")
        pieces.append(found)
    return score(pieces)


def facts(toripoka: Toripoka) -> Mapping[str, int | None]:
    """Facts about the round just scored: how many hands were folded, and how many prizes nobody took."""
    return {
        "folds": 2 - toripoka.folded.count(NOBODY),
        "prizes_nobody_took": toripoka.takers.count(NOBODY),
    }


GAME: Game[Toripoka, ToripokaOptions] = Game(
    name="toripoka",
    title="Toripoka",
    about=(
        "A bluffing duel for two prizes at a time. Place cards face up or face down, change their ranks with pyramids, "
        "fold at the right moment, and build trees from what you win."
    ),
    edition=2,
    seats=range(2, 3),
    options=ToripokaOptions,
    actions=Action,
    start=start,
    public=public,
    own=own,
    tell=tell,
    count=count,
    bots={"steady": ToripokaSteady()},
    package=__name__,
    most_wins=True,
    mind=ToripokaMind(ToripokaSteady(), interrupts=True),
    scorer=ToripokaScorer,
    calls=Calls(interrupts=True),
    lab=Lab(facts, beginner=lambda state: state.first),
    commands=(hand_command(),),
)
