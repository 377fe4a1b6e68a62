"""Who may play in the lab: every bot of the game, those of release 0.1, and any program."""

from parlour.bots import find_bot
from parlour.engines.engine import Engine, Player
from parlour.kernel.game import AnyGame
from parlour.lab.frozen import find_frozen


def find_player(game: AnyGame, name: str) -> Player:
    """The player with this name: `exec:./program` is a program, `frozen-steady` a bot of release 0.1, anything else a
    bot. No table on the web asks here."""
    if name.startswith("exec:"):
        return Engine.named(name)
    return find_frozen(game, name) if name.startswith("frozen-") else find_bot(game, name)
