"""Bots of release 0.1 that stand still, to measure today's by. They share no line with today's bots; docs/bots.md says
what each of them is. No table and no hint knows them."""

import re
from typing import Any

from parlour.kernel.game import AnyGame
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.state import Bot
from parlour.lab.frozen.golf.mind import GolfMind
from parlour.lab.frozen.golf.steady import GolfSteady
from parlour.lab.frozen.rummy import progressive_weights, torpedo_weights
from parlour.lab.frozen.rummy.mind import RummyMind
from parlour.lab.frozen.rummy.progressive import ProgressiveSteady
from parlour.lab.frozen.rummy.torpedo import TorpedoSteady
from parlour.lab.frozen.search import FrozenMind, FrozenSharp
from parlour.lab.frozen.toripoka.mind import ToripokaMind
from parlour.lab.frozen.toripoka.steady import ToripokaSteady
from parlour.lab.frozen.yammouth.mind import YammouthMind
from parlour.lab.frozen.yammouth.steady import YammouthSteady

_SHARP = re.compile(r"frozen-sharp(?:@([1-9]\d{0,8}))?")

STEADY: dict[str, Bot[Any, Any]] = {
    "golf": GolfSteady(),
    "torpedo": TorpedoSteady(),
    "progressive": ProgressiveSteady(),
    "toripoka": ToripokaSteady(),
    "yammouth": YammouthSteady(),
}
STRONG: dict[str, Bot[Any, Any]] = {  # the steady from before release 0.1, where it was stronger
    "torpedo": TorpedoSteady(counts=True),
    "progressive": ProgressiveSteady(counts=True),
    "toripoka": ToripokaSteady(deals=24),
}
MINDS: dict[str, FrozenMind[Any]] = {
    "golf": GolfMind(),
    "torpedo": RummyMind(TorpedoSteady(), TorpedoSteady(learned=torpedo_weights.LEARNED), torpedo_weights.SPREADS),
    "progressive": RummyMind(
        ProgressiveSteady(), ProgressiveSteady(learned=progressive_weights.LEARNED), progressive_weights.SPREADS
    ),
    "toripoka": ToripokaMind(),
    "yammouth": YammouthMind(),
}


def find_frozen(game: AnyGame, name: str) -> Bot[Any, Any]:
    """The bot with this name: `frozen-steady`, `frozen-strong` or `frozen-sharp`; `frozen-sharp@64` has 64 playouts."""
    sharp = _SHARP.fullmatch(name)
    if sharp and game.name in MINDS:
        return FrozenSharp(MINDS[game.name], int(sharp[1]) if sharp[1] else None)
    frozen = {"frozen-steady": set(STEADY), "frozen-strong": set(STRONG), "frozen-sharp": set(MINDS)}
    names = [each for each, games in frozen.items() if game.name in games]
    if name not in names:
        raise Refused("", f"{game.title} has no bot called {quoted(name)}. Frozen are {', '.join(names) or 'none'}.")
    return STEADY[game.name] if name == "frozen-steady" else STRONG[game.name]
