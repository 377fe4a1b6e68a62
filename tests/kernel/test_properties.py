"""What every game promises. A new game gets all of this for free."""

import pickle
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.bots import bots_of
from parlour.kernel.game import AnyGame
from parlour.kernel.log import final, read_log
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.view import covers, fillings
from tests.arbitrary import GAMES, MANY, Played, as_bytes, play_on, random_game, random_options, some_games
from tests.kernel.honesty import (
    census,
    check_bots_do_not_peek,
    check_redeal_reaches_everything,
    check_redeal_shows_the_same,
    check_swap,
    start_watched,
    watch,
)

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
@pytest.mark.parametrize("part", range(4))
def test_every_random_game_ends_and_keeps_its_cards(game: AnyGame, part: int) -> None:
    for seed in range(part, MANY, 4):
        rng = Random(f"{game.name}/end/{seed}")
        options = random_options(game, rng)
        seats = rng.choice(game.seats)
        state = game.start(options, seats, QuickShuffler(rng.randbytes(16)))
        deck = census(state)
        rounds = 0
        while actors := state.actors():
            seat = rng.choice(actors)
            state.apply(seat, rng.choice(state.legal(seat)))
            if len(state.sheet) > rounds:
                rounds += 1
                assert census(state) == deck
        result = state.result()
        assert result is not None
        assert result.winners
        assert len(result.scores) == seats
        assert census(state) == deck


@every_game
@given(st.data())
def test_a_refused_action_changes_nothing(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(some_games(game))
    state = played.state
    before = state.copy()
    others = random_game(game, data.draw(st.integers(0, 50)), 60).actions
    for action in [*played.actions[-40:], *others[-40:]]:
        for seat in range(played.seats):
            trial = state.copy()
            try:
                trial.apply(seat, action)
            except Refused as refused:
                refusal: Refused | None = refused
            else:
                refusal = None
            if refusal is not None:
                assert trial == before, f"{action} by {seat} was refused, yet something changed"
                assert refusal.rule
                assert refusal.sentence.endswith(".")
                assert action not in state.legal(seat)
            assert state == before


@every_game
@given(st.data())
def test_a_log_survives_its_file_and_replays_to_an_equal_state(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(some_games(game))
    log = read_log(played.log.to_json())
    assert log == played.log
    assert final(game, log, QuickShuffler(played.key)) == played.state


@every_game
@given(st.data())
def test_a_copy_is_independent_and_equality_covers_every_field(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(some_games(game))
    state = played.state
    twin = state.copy()
    assert twin == state
    assert pickle.loads(pickle.dumps(state)) == state
    kept = pickle.dumps(state)
    rng = Random(1)
    played.state = twin
    for _ in play_on(played, rng, len(played.log.entries) + 10):
        pass
    assert pickle.loads(kept) == state, "playing on with a copy changed the original"


def fields_of(state: Any) -> list[str]:
    return list(getattr(state, "__mypyc_attrs__", None) or vars(state))


@every_game
def test_a_change_of_any_field_is_noticed_by_equality_and_shared_by_no_copy(game: AnyGame) -> None:
    state = random_game(game, 3, 25).state
    for name in fields_of(state):
        if name in ("house", "__dict__"):  # derived from the options
            continue
        value = getattr(state, name)
        other = state.copy()
        if isinstance(value, bool):
            setattr(other, name, not value)
        elif isinstance(value, int):
            setattr(other, name, value + 1)
        elif isinstance(value, list):
            assert value is not getattr(other, name), f"a copy shares {name}"
            for mine, theirs in zip(value, getattr(other, name), strict=True):
                assert not isinstance(mine, list) or mine is not theirs, f"a copy shares the lists in {name}"
            getattr(other, name).append(value[-1] if value else 0)
        elif name == "shuffler":
            assert value is not other.shuffler
            other.shuffler.n += 1
        else:
            assert name == "options", f"a test has to know how to change {name}"
            setattr(other, name, next(o for i in range(99) if (o := random_options(game, Random(i))) != value))
        assert other != state, f"equality does not look at {name}"


@every_game
@given(st.data())
def test_every_legal_action_applies_and_survives_its_json_form(game: AnyGame, data: st.DataObject) -> None:
    state = data.draw(some_games(game)).state
    for seat in state.actors():
        legal = state.legal(seat)
        assert legal, "a seat that may act has nothing to do"
        for action in legal:
            assert game.read_action(msgspec.json.decode(msgspec.json.encode(action))) == action
            trial = state.copy()
            trial.apply(seat, action)
            assert trial != state


@every_game
@given(st.data())
def test_silence_is_legal_and_somebody_is_always_waited_for(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(some_games(game))
    state = played.state
    answers = {seat: state.silence(seat) for seat in range(played.seats)}
    for seat, action in answers.items():
        assert action is None or action in state.legal(seat)
        assert action is None or seat in state.actors()
    assert not state.actors() or any(action is not None for action in answers.values())


@every_game
def test_a_game_of_nothing_but_silence_ends(game: AnyGame) -> None:
    state = random_game(game, 11, 0).state
    while actors := state.actors():
        waited_for = next(seat for seat in actors if state.silence(seat) is not None)
        state.apply(waited_for, state.silence(waited_for))
    assert state.result()


@every_game
@given(st.data())
def test_the_asks_of_a_view_are_what_is_legal(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(some_games(game))
    state = played.state
    for seat in range(played.seats):
        view = state.view(seat)
        for action in state.legal(seat):
            form = msgspec.to_builtins(action)
            assert any(covers(ask, form, view) for ask in view.asks), f"no ask offers {form}"
        for ask in view.asks:
            for form in fillings(ask, view):
                state.copy().apply(seat, game.read_action(form))
    assert not state.view(None).asks


@every_game
@given(st.data())
def test_every_view_and_sentence_can_be_sent(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(some_games(game))
    for viewer in (*range(played.seats), None):
        view = played.state.view(viewer)
        assert msgspec.json.decode(as_bytes(view)).get("waiting", []) == list(played.state.actors())
        ids = [zone.id for zone in view.zones]
        assert len(ids) == len(set(ids))


# ---------------------------------------------------------------- honesty


@every_game
@given(st.data())
def test_views_and_actors_are_equal_before_and_after_redeal(game: AnyGame, data: st.DataObject) -> None:
    check_redeal_shows_the_same(data.draw(some_games(game)), Random(1))


@every_game
@given(st.data())
def test_a_bots_choice_is_equal_before_and_after_redeal(game: AnyGame, data: st.DataObject) -> None:
    check_bots_do_not_peek(data.draw(some_games(game)), bots_of(game), Random(2))


@every_game
@pytest.mark.parametrize("seed", range(40 if MANY > 500 else 6))
def test_reach_every_hidden_place_takes_every_unseen_face(game: AnyGame, seed: int) -> None:
    rng = Random(f"reach/{seed}")
    played = start_watched(game, rng)
    for stream in watch(played, rng, rng.randint(0, 60)):
        check_redeal_reaches_everything(played, stream, rng)


@every_game
@pytest.mark.parametrize("seed", range(1000 if MANY > 500 else 60))
def test_swap_a_stream_does_not_depend_on_cards_it_never_showed(game: AnyGame, seed: int) -> None:
    rng = Random(f"swap/{seed}")
    played = start_watched(game, rng)
    for stream in watch(played, rng, rng.randint(0, 120)):
        check_swap(played, stream, rng)


def lazy(self: Any, seat: int | None, rng: Random) -> Any:
    return self.copy()


@every_game
@pytest.mark.pure
def test_a_redeal_that_is_only_a_copy_is_caught(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(7)
    played = start_watched(game, rng)
    streams = watch(played, rng, 9)
    monkeypatch.setattr(type(played.state), "redeal", lazy)
    with pytest.raises(AssertionError):
        check_redeal_reaches_everything(played, streams[0], rng)


@every_game
@pytest.mark.pure
def test_a_view_that_shows_the_top_of_the_stock_is_caught(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(8)
    played = start_watched(game, rng)
    honest = type(played.state).view

    def peeking(self: Any, seat: int | None) -> Any:
        return msgspec.structs.replace(honest(self, seat), title=f"Next: {self.stock[-1]}")

    monkeypatch.setattr(type(played.state), "view", peeking)
    with pytest.raises(AssertionError, match="shows hidden cards"):
        check_redeal_shows_the_same(played, rng)
    stream = watch(played, rng, 5)[0]
    with pytest.raises(AssertionError, match="depends on where"):
        check_every_swap(played, stream, rng)


def check_every_swap(played: Played, stream: Any, rng: Random) -> None:
    for _ in range(500):
        check_swap(played, stream, rng)


@every_game
def test_played_games_are_compared_whole(game: AnyGame) -> None:
    one: Played = random_game(game, 1)
    assert one.state == random_game(game, 1).state
    assert one.state != random_game(game, 2).state
