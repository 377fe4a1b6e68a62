"""Who may play in the lab: every bot of the game, and any program."""

from parlour.bots import find_bot
from parlour.engines.engine import Engine, Player
from parlour.kernel.game import AnyGame


def find_player(game: AnyGame, name: str) -> Player:
    """The player with this name: `exec:./program` is a program, anything else a bot. No table of the web asks here."""
    return Engine.named(name) if name.startswith("exec:") else find_bot(game, name)
