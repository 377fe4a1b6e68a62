"""Computes a fingerprint of many random games, to compare builds."""

import hashlib
from random import Random

from parlour.games import discover
from tests.arbitrary import LONG, as_bytes, random_game

GAMES_EACH = 300 if LONG else 60


def digest() -> str:
    """A hash of many random games: every entry, every view at the end, and what bots would have chosen on the way."""
    seen = hashlib.sha256()
    for game in discover().values():
        for seed in range(GAMES_EACH):
            played = random_game(game, seed, None if seed % 2 else 37)
            seen.update(as_bytes(played.log.entries))
            for viewer in (*range(played.seats), None):
                seen.update(as_bytes(game.view(played.state, viewer)))
            for seat in played.state.actors():
                for bot in game.bots.values():
                    seen.update(as_bytes(bot.choose(played.state.redeal(seat, Random(seed)), seat, Random(seed))))
    return seen.hexdigest()
