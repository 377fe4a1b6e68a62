"""Recordings: watching a game again."""

from collections import Counter

import pytest

from parlour.games import discover, find
from parlour.kernel.game import AnyGame
from parlour.kernel.log import story
from parlour.kernel.recording import Recording
from parlour.kernel.view import EMPTY, face_of
from tests.arbitrary import GAMES, sealed_game
from tests.golden_logs import golden

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
def test_every_state_can_be_seen_by_everybody_and_nothing_is_asked(game: AnyGame) -> None:
    recording = Recording(game, sealed_game(game))
    for at in range(recording.moves + 1):
        for viewer in (*range(len(recording.names)), None, "open"):
            view = recording.view(at, viewer)
            assert (view.asks, view.later) == ((), ())
            assert view.seat == (viewer if isinstance(viewer, int) else None)
            assert [seat.name for seat in view.seats] == list(recording.names)


@every_game
def test_every_card_that_somebody_has_lies_open(game: AnyGame) -> None:
    recording = Recording(game, sealed_game(game))
    for at in range(recording.moves + 1):
        for zone in recording.view(at, "open").zones:
            if zone.kind != "pile":
                assert all(face_of(item) is not None or item == EMPTY for item in zone.items), zone
    first = recording.view(0, "open")
    closed = recording.view(0, None)
    assert Counter(len(zone.items) for zone in first.zones) == Counter(len(zone.items) for zone in closed.zones)


@pytest.mark.parametrize("name", discover())
def test_rounds_begin_where_they_are_dealt_and_the_story_is_the_same(name: str) -> None:
    game, log = find(name), golden(f"{name}-0")
    recording = Recording(game, log)
    rounds = recording.rounds
    assert [one.round for one in rounds] == list(range(1, len(recording.states[recording.moves].sheet) + 1))
    for one in rounds:
        assert recording.view(one.at, None).round == one.round
        assert one.at == 0 or recording.view(one.at - 1, None).round == one.round - 1
    for viewer in (0, None):
        told = [said for at in range(recording.moves + 1) for said in recording.told(at, viewer).sentences]
        assert told == story(game, log, viewer)


def test_with_open_cards_the_face_of_a_drawn_card_is_seen_on_its_way() -> None:
    recording = Recording(find("golf"), golden("golf-0"))
    drawn = next(at for at, step in recording.steps.items() if step.entry.body.action["do"] == "draw")
    assert recording.told(drawn, None).travels[0].face is None
    assert recording.told(drawn, "open").travels[0].face
    assert recording.told(drawn, "open").sentences == recording.told(drawn, None).sentences


def test_only_what_is_wanted_of_a_long_game_is_kept_and_it_can_be_ended() -> None:
    log = golden("golf-0")
    part = Recording(find("golf"), log, range(20, 23))
    whole = Recording(find("golf"), log)
    assert (part.moves, part.rounds) == (whole.moves, whole.rounds)
    assert list(part.states) == list(part.steps) == [20, 21, 22]
    for at in part.states:
        assert part.view(at, "open") == whole.view(at, "open")
        assert part.told(at, 1) == whole.told(at, 1)

    def enough() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        Recording(find("golf"), log, watch=enough)
