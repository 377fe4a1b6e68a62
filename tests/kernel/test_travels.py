"""Cards do not jump: every card that an action moves has a travel from zone to zone. Cheers are short."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import stepping_stones
from parlour.kernel.game import AnyGame
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.view import Item, Told, View, Zone
from tests.arbitrary import GAMES, Played, begin_random, play_on

HERE = Path(__file__).parent.parent
games = pytest.mark.parametrize("game", [game for game in GAMES if game.name != "magpie"], ids=lambda game: game.name)


def size(zone: Zone, seats: int) -> int:
    """How many things lie in a zone, including pieces on cards. A trick that was won has a card of every seat."""
    if zone.kind == "won":
        return (zone.count or 0) * seats
    if zone.kind == "trick":
        return len([item for item in zone.items if isinstance(item, str)])
    pieces = sum(isinstance(item, Item) and item.on is not None for item in zone.items)
    return (len(zone.items) if zone.count is None else zone.count) + pieces


def faces(zone: Zone) -> Counter[str]:
    both = [(item.face, item.on) if isinstance(item, Item) else (item, None) for item in zone.items]
    return Counter(text for pair in both for text in pair if text)


def is_open(zone: Zone) -> bool:
    hidden = [item for item in zone.items if isinstance(item, Item) and item.face is None and not item.empty]
    return zone.kind != "pile" and not hidden


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
        was_there, is_there = size(old, len(before.seats)), size(new, len(before.seats))
        assert is_there - was_there == moved, f"{name} went from {was_there} to {is_there}: {told}"
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


def expected(game: AnyGame) -> set[str]:
    """What tables cheer in a few games of steady, if a file beside the game's tests says so."""
    files = [HERE / "games" / game.name / "cheered.txt", HERE / "examples" / "cheered.txt"]
    file = next((file for file in files[: 2 if game is stepping_stones.GAME else 1] if file.exists()), None)
    return set(file.read_text().splitlines()) if file else set()


@games
def test_what_a_table_cheers(game: AnyGame) -> None:
    """In a few whole games of good players. Nobody is cheered for something that only some players may know."""
    cheered: set[str] = set()
    wanted = expected(game)
    for seed in range(20):
        seats = sorted((game.seats[0], 3, game.seats[-1]))[1]
        state = game.start(game.options(), seats, QuickShuffler(bytes([seed])))
        rng = Random(seed)
        while game.asked(state) and not wanted <= cheered:
            choices = ((seat, game.bots["steady"].choose(state, seat, rng)) for seat in game.asked(state))
            seat, action = next(choice for choice in choices if choice[1] is not None)
            before = state.copy()
            state.apply(seat, action)
            moments = [game.tell(before, seat, action, state, viewer).moments for viewer in (0, 1, None)]
            assert moments[0] == moments[1] == moments[2]
            cheered |= {f"{moment.kind} {moment.say}" for moment in moments[0]}
    assert wanted <= cheered
