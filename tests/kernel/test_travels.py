"""Cards do not jump: every card that an action moves has a travel from zone to zone. Cheers are short."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from parlour.kernel.game import AnyGame
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.view import Item, Told, View, Zone
from tests.arbitrary import GAMES, Played, begin_random, play_on

games = pytest.mark.parametrize("game", [game for game in GAMES if game.name != "magpie"], ids=lambda game: game.name)


def size(zone: Zone) -> int:
    """How many things lie in a zone, including pieces on cards."""
    pieces = sum(isinstance(item, Item) and item.on is not None for item in zone.items)
    return (len(zone.items) if zone.count is None else zone.count) + pieces


def faces(zone: Zone) -> Counter[str]:
    both = [(item.face, item.on) if isinstance(item, Item) else (item, None) for item in zone.items]
    return Counter(text for pair in both for text in pair if text)


def is_open(zone: Zone) -> bool:
    return zone.kind != "pile" and not any(isinstance(item, Item) and item.face is None for item in zone.items)


def check_travels(before: View, told: Told, after: View, shuffled: bool) -> None:
    """Every zone gained what travelled there and lost what left. A new face in an open zone has travelled there."""
    was, now = ({zone.id: zone for zone in view.zones} for view in (before, after))
    ends = {zone for travel in told.travels for zone in (travel.source, travel.target)}
    assert ends <= set(was) | set(now), f"a card travels where there is nothing: {told}"
    for name in {**was, **now}:
        there = was.get(name) or now[name]
        old, new = (zones.get(name) or Zone(name, there.kind, there.label) for zones in (was, now))
        if there.kind == "pile" and shuffled:
            continue
        moved = sum((travel.target == name) - (travel.source == name) for travel in told.travels)
        assert size(new) - size(old) == moved, f"{name} went from {size(old)} to {size(new)}: {told}"
        if is_open(old) and is_open(new):
            came = Counter(travel.face for travel in told.travels if travel.target == name)
            unseen = (faces(new) - faces(old)) - Counter({face: count for face, count in came.items() if face})
            assert unseen.total() <= came[None], f"{name} has {unseen}, which did not travel there: {told}"


def check_told(played: Played, before: Any, viewers: list[int | None]) -> None:
    entry = played.log.entries[-1]
    action = played.game.read_action(entry.body.action)
    after = played.state
    for viewer in viewers:
        told = played.game.tell(before, entry.seat, action, after, viewer)
        assert all(0 < len(moment.say) <= 20 for moment in told.moments), told.moments
        views = [played.game.view(state, viewer) for state in (before, after)]
        if views[0].round == views[1].round:  # otherwise new cards were dealt
            check_travels(views[0], told, views[1], after.shuffler.n > before.shuffler.n)


@games
@pytest.mark.parametrize("sleepy", [False, True], ids=["awake", "sleepy"])
def test_whatever_moves_is_seen_to_travel(game: AnyGame, sleepy: bool) -> None:
    for seed in range(10):
        rng = Random(f"{game.name}/travels/{seed}")
        played = begin_random(game, rng)
        viewers = rng.sample((*range(played.seats), None), 2)
        before = played.state.copy()
        for _ in play_on(played, rng, 250, sleepy):
            if played.log.entries:
                check_told(played, before, viewers)
            before = played.state.copy()
        check_told(played, before, viewers)


CHEERED = {  # what tables cheer in a few games of steady
    "golf": {"delight A pair", "out Out"},
    "torpedo": {"call Buy", "delight Butterfly", "delight A joker", "out Out", "out Down'n'out"},
    "progressive": {"call Buy", "delight Down", "out Out", "out Down and out"},
    "toripoka": {"delight Large red", "delight Medium blue"},
    "yammouth": {"slam Slam!", "shout YAMMOUTH", "shout ADDATH", "shout Gonzed", "delight Drops to 25"},
    "stones": {"out Across"},
}


@games
def test_what_a_table_cheers(game: AnyGame) -> None:
    """In a few whole games of good players. Nobody is cheered for something that only some players may know."""
    cheered: set[str] = set()
    for seed in range(20):
        seats = min(3, game.seats[-1])
        state = game.start(game.options(), seats, QuickShuffler(bytes([seed])))
        rng = Random(seed)
        while game.asked(state) and not CHEERED[game.name] <= cheered:
            choices = ((seat, game.bots["steady"].choose(state, seat, rng)) for seat in game.asked(state))
            seat, action = next(choice for choice in choices if choice[1] is not None)
            before = state.copy()
            state.apply(seat, action)
            moments = [game.tell(before, seat, action, state, viewer).moments for viewer in (0, 1, None)]
            assert moments[0] == moments[1] == moments[2]
            cheered |= {f"{moment.kind} {moment.say}" for moment in moments[0]}
    assert CHEERED[game.name] <= cheered
