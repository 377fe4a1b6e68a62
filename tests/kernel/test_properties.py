"""Properties of every game. A new game is tested without writing any of this again."""

import dataclasses
import pickle
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.bots import bots_of
from parlour.bots.advice import advise
from parlour.bots.search import ThinkingTime
from parlour.cards import code
from parlour.kernel.game import AnyGame
from parlour.kernel.log import final, read_log
from parlour.kernel.names import own_with_names, with_names
from parlour.kernel.position import Position
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.state import awaited
from parlour.kernel.view import covers, fillings, seen_by
from tests.arbitrary import (
    GAMES,
    MANY,
    Played,
    as_bytes,
    attempt,
    begin_random,
    play_on,
    random_game,
    random_options,
    some_games,
    tries,
)
from tests.kernel.honesty import (
    a_hidden_card,
    census,
    check_bots_do_not_peek,
    check_redeal_reaches_everything,
    check_redeal_rests_on_what_is_known,
    check_redeal_shows_the_same,
    check_swap,
    check_what_is_written_lies_open,
    watched,
)

GOLF = next(game for game in GAMES if game.name == "golf")

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
@pytest.mark.parametrize("part", range(4))
def test_every_random_game_ends_and_keeps_its_cards(game: AnyGame, part: int) -> None:
    for seed in range(part, MANY, 4):
        rng = Random(f"{game.name}/end/{seed}")
        seats = rng.choice(game.seats)
        options = random_options(game, rng, seats)
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
            refusal = attempt(trial, seat, action)
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
    thawed = pickle.loads(kept)
    assert thawed == state, "playing on with a copy changed the original"
    rng = Random(1)
    played.state = thawed
    for _ in play_on(played, rng, len(played.log.entries) + 10):
        pass
    assert thawed == twin, "a state that was pickled plays on like its copy"


def fields_of(state: Any) -> list[str]:
    """All fields of a state: an interpreted subclass of a compiled class has some in its dict, some in slots."""
    return [*getattr(state, "__mypyc_attrs__", ()), *getattr(state, "__dict__", ())]


@every_game
@pytest.mark.parametrize("moves", [0, 25, None])
def test_every_field_is_copied_pickled_compared_and_shared_with_nobody(game: AnyGame, moves: int | None) -> None:
    state = random_game(game, 4, moves).state
    for name in fields_of(state):
        if name in ("terms", "__dict__"):  # derived from the options
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
            getattr(other, name).append(value[-1] if value else [0] if name == "sheet" else 0)
        elif name == "shuffler":
            assert value is not other.shuffler
            other.shuffler.n += 1
        else:
            assert name == "options", f"a test has to know how to change {name}"
            setattr(
                other, name, next(o for i in range(99) if (o := random_options(game, Random(i), state.seats)) != value)
            )
        assert other != state, f"equality does not look at {name}"
        assert other.copy() == other, f"a copy leaves {name} behind"
        assert pickle.loads(pickle.dumps(other)) == other, f"a pickle leaves {name} behind"


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
def test_luck_points_at_any_legal_action(game: AnyGame, data: st.DataObject) -> None:
    state = data.draw(some_games(game)).state
    for seat in state.actors() if isinstance(state, Position) else ():
        legal = state.legal(seat)
        middles = [(place + 0.5) / len(legal) for place in range(len(legal))]
        assert [state.pick(seat, luck) for luck in (0.0, *middles, 1 - 2**-53)] == [legal[0], *legal, legal[-1]]


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
    need_not = [answers[seat] is None for seat in state.actors()]
    assert need_not == sorted(need_not), "whoever is waited for comes first"


@every_game
def test_a_game_of_nothing_but_silence_ends(game: AnyGame) -> None:
    state = random_game(game, 11, 0).state
    while actors := state.actors():
        waited_for = next(seat for seat in actors if state.silence(seat) is not None)
        state.apply(waited_for, state.silence(waited_for))
    assert state.result()


@every_game
@pytest.mark.parametrize("seed", range(tries(30, 200)))
def test_the_asks_of_a_view_are_what_is_legal(game: AnyGame, seed: int) -> None:
    """At every moment of a game, every legal action is offered, and every offered action is legal."""
    rng = Random(f"asks/{seed}")
    played = begin_random(game, rng)
    for _ in play_on(played, rng, 150):
        check_asks(game, played.state, rng.randrange(played.seats))
        for seat in played.state.actors():
            check_asks(game, played.state, seat)
    assert not game.public(played.state).asks


def check_asks(game: AnyGame, state: Any, seat: int) -> None:
    view = game.view(state, seat)
    for action in state.legal(seat):
        form = msgspec.to_builtins(action)
        assert any(covers(ask, form, view) for ask in view.asks), f"no ask offers {form}"
    for ask in view.asks:
        for form in fillings(ask, view):
            refusal = attempt(state.copy(), seat, game.read_action(form))
            assert refusal is None, f"an ask offers {form}, and then: {refusal}"


@every_game
@given(st.data())
def test_every_view_and_sentence_can_be_sent(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(some_games(game))
    for viewer in (*range(played.seats), None):
        view = game.view(played.state, viewer)
        assert msgspec.json.decode(as_bytes(view)).get("waiting", []) == list(awaited(played.state))
        ids = [zone.id for zone in view.zones]
        assert len(ids) == len(set(ids))


@every_game
@pytest.mark.parametrize("seed", range(tries(20, 200)))
def test_a_view_is_what_everybody_sees_and_on_top_of_it_only_what_differs(game: AnyGame, seed: int) -> None:
    rng = Random(f"own/{seed}")
    played = begin_random(game, rng)
    for _ in play_on(played, rng, 300):
        if rng.random() < 0.2:
            check_parts(game, played.state, rng.randrange(played.seats))
    for seat in range(played.seats):
        check_parts(game, played.state, seat)


def check_parts(game: AnyGame, state: Any, seat: int) -> None:
    public, own = game.public(state), game.own(state, seat)
    assert (public.seat, public.asks, public.later) == (None, (), ())
    everybody = {zone.id: zone for zone in public.zones}
    for zone in own.zones:
        assert zone.id in everybody, f"{zone.id} takes the place of no zone"
        assert zone != everybody[zone.id], f"{zone.id} is as everybody sees it"
    assert own.warning is None or own.warning != public.warning
    view = game.view(state, seat)
    assert game.view(state, None) == public
    assert [zone.id for zone in view.zones] == [zone.id for zone in public.zones]
    names = [f"player {other}" for other in range(len(public.seats))]
    assert seen_by(with_names(public, names), seat, own_with_names(own, names)) == with_names(view, names)


# ---------------------------------------------------------------- honesty


@every_game
@given(st.data())
def test_views_and_actors_are_equal_before_and_after_redeal(game: AnyGame, data: st.DataObject) -> None:
    check_redeal_shows_the_same(data.draw(some_games(game)), Random(1))


@every_game
@given(st.data())
def test_a_bots_choice_is_equal_before_and_after_redeal(game: AnyGame, data: st.DataObject) -> None:
    bots = {name: bot for name, bot in bots_of(game).items() if name != "sharp"}  # sharp has a test of its own
    check_bots_do_not_peek(data.draw(some_games(game)), bots, Random(2))


@every_game
def test_sharp_and_its_hints_are_equal_before_and_after_redeal(game: AnyGame) -> None:
    for seed in range(tries(4, 100)):
        rng = Random(seed)
        state = random_game(game, seed, rng.randrange(60)).state
        for seat in state.actors():
            deals = [state.copy(), *(state.redeal(seat, rng) for _ in range(2))]
            first, *others = [advise(game, deal, seat, ThinkingTime(playouts=12), Random(5)) for deal in deals]
            assert all(other == first for other in others), "it looks at hidden cards, or its words tell of them"
            assert first.sentence.endswith(".")


@every_game
@given(st.data())
def test_what_is_imagined_rests_on_what_is_known(game: AnyGame, data: st.DataObject) -> None:
    check_redeal_rests_on_what_is_known(data.draw(some_games(game)), Random(3))


@every_game
@settings(max_examples=tries(60, 200))  # each is hundreds of moves
@given(st.integers(0, 2**32))
def test_whatever_is_written_or_told_lies_open_in_a_view(game: AnyGame, seed: int) -> None:
    rng = Random(seed)
    check_what_is_written_lies_open(begin_random(game, rng), rng.choice((30, 100, 300)), rng)


@every_game
@pytest.mark.parametrize("seed", range(tries(12, 60)))
def test_reach_every_hidden_place_takes_every_face_it_could_have(game: AnyGame, seed: int) -> None:
    played, streams, rng = watched(game, f"reach/{seed}")
    for stream in streams:
        check_redeal_reaches_everything(played, stream, rng)


@every_game
@pytest.mark.parametrize("seed", range(tries(90, 1000)))
def test_swap_a_stream_does_not_depend_on_cards_hidden_from_it(game: AnyGame, seed: int) -> None:
    played, streams, rng = watched(game, f"swap/{seed}")
    for stream in streams:
        check_swap(played, stream, rng)


@every_game
def test_in_most_streams_an_exchange_is_possible(game: AnyGame) -> None:
    """Otherwise Swap would prove little about a game in which a hidden card decides what is legal."""
    possible: list[bool] = []
    for seed in range(5):
        played, streams, rng = watched(game, f"swap/{seed}")
        possible += [check_swap(played, stream, rng) for stream in streams]
    assert sum(possible) >= 0.8 * len(possible)


@pytest.mark.slow
def test_some_of_the_watched_games_reshuffle() -> None:
    """Otherwise nothing would be proved about reshuffles (G32)."""
    for kind, seeds in (("reach", 12), ("swap", 90)):
        hidden = [watched(GOLF, f"{kind}/{seed}")[1][0].groups() for seed in range(seeds)]
        assert sum(len(groups) > 1 for groups in hidden) >= 2, kind


# ---------------------------------------------------------------- cheats, and the property that catches each


def run_every_property(game: AnyGame) -> None:
    for seed in range(25):
        played, streams, rng = watched(game, f"cheat/{seed}")
        check_redeal_shows_the_same(played, rng)
        for stream in streams:
            check_swap(played, stream, rng)
        if seed < 6:
            for stream in streams:
                check_redeal_reaches_everything(played, stream, rng)
        check_what_is_written_lies_open(begin_random(game, rng), 40, rng)


def cheat_redeal_copies(self: Any, seat: int | None, rng: Random) -> Any:
    return self.copy()


def cheat_redeal_with_a_new_key(self: Any, seat: int | None, rng: Random) -> Any:
    new = self.copy()
    new.shuffler = QuickShuffler(rng.randbytes(16))
    return new


CHEATS = {
    "own: the top of the stock as a number": "shows hidden cards|depends on where",
    "view: the top of the stock as a card": "names cards that lie in none of its zones|shows hidden cards",
    "view: the top of the stock as a number": "shows hidden cards|depends on where",
    "view: the top of the stock on the stock": "shows hidden cards",
    "redeal: a copy": "never puts some cards there",
    "redeal: a copy with a new key": "never puts some cards there",
    "redeal: the truth every other time": "keeps its own card",
    "tell: the top of the stock as a card": "is told of cards it does not see|depends on where",
    "tell: the top of the stock as a number": "depends on where",
    "silence: looks at the stock": "silence looks at hidden cards",
    "refusal: names the next card": "a refusal tells too much",
}


@every_game
@pytest.mark.pure
@pytest.mark.parametrize("cheat", CHEATS)
def test_every_cheat_is_caught(game: AnyGame, cheat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(random_game(game, 0, 0).state)
    honest_redeal, honest_silence, honest_apply = kind.redeal, kind.silence, kind.apply

    top = a_hidden_card

    def own(state: Any, seat: int) -> Any:
        return msgspec.structs.replace(game.own(state, seat), prompt=f"Next: {top(state)}")

    def in_title(state: Any) -> Any:
        shown = code(top(state)) if "card" in cheat else top(state)
        return msgspec.structs.replace(game.public(state), title=f"Next: {shown}")

    def on_stock(state: Any) -> Any:
        view = game.public(state)
        stock = msgspec.structs.replace(view.zones[0], items=(code(top(state)),))
        return msgspec.structs.replace(view, zones=(stock, *view.zones[1:]))

    def half_redeal(self: Any, seat: int | None, rng: Random) -> Any:
        deal = cheat_redeal_with_a_new_key if rng.random() < 0.5 else honest_redeal
        return deal(self, seat, rng)

    def tell(before: Any, seat: int, action: Any, after: Any, viewer: int | None) -> Any:
        told = game.tell(before, seat, action, after, viewer)
        shown = code(top(after)) if "card" in cheat else top(after)
        return msgspec.structs.replace(told, sentences=(*told.sentences, f"Next: {shown}"))

    def silence(self: Any, seat: int) -> Any:
        answer, legal = honest_silence(self, seat), self.legal(seat)
        return answer if answer is None or top(self) % 2 else legal[-1] if legal[-1] != answer else legal[0]

    def apply(self: Any, seat: int, action: Any) -> None:
        try:
            honest_apply(self, seat, action)
        except Refused as refusal:
            raise Refused(refusal.rule, f"{refusal.sentence} The next card is {top(self)}.") from None

    what = cheat.partition(":")[0]
    cheating = game
    if what == "view":
        cheating = dataclasses.replace(game, public=on_stock if "on the stock" in cheat else in_title)
    elif what == "own":
        cheating = dataclasses.replace(game, own=own)
    elif what == "tell":
        cheating = dataclasses.replace(game, tell=tell)
    elif what == "redeal":
        cheats = {"redeal: a copy": cheat_redeal_copies, "redeal: a copy with a new key": cheat_redeal_with_a_new_key}
        monkeypatch.setattr(kind, "redeal", cheats.get(cheat, half_redeal))
    elif what == "silence":
        monkeypatch.setattr(kind, "silence", silence)
    elif what == "refusal":
        monkeypatch.setattr(kind, "apply", apply)
    with pytest.raises(AssertionError, match=CHEATS[cheat]):
        run_every_property(cheating)


@pytest.mark.pure
def test_a_redeal_that_copies_only_after_a_reshuffle_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(random_game(GOLF, 0, 0).state)
    honest = kind.redeal

    def lazy(self: Any, seat: int | None, rng: Random) -> Any:
        return (cheat_redeal_with_a_new_key if self.reshuffled else honest)(self, seat, rng)

    monkeypatch.setattr(kind, "redeal", lazy)
    with pytest.raises(AssertionError, match="never puts some cards there"):
        reach_many(GOLF)


def reach_many(game: AnyGame) -> None:
    for seed in range(12):
        test_reach_every_hidden_place_takes_every_face_it_could_have(game, seed)


class Peeker:
    """A bot that looks at a hidden card before it chooses."""

    def choose(self, state: Any, seat: int, rng: Random) -> Any:
        legal = state.legal(seat)
        return legal[a_hidden_card(state, seat) % len(legal)]


@every_game
def test_a_bot_that_peeks_is_caught(game: AnyGame) -> None:
    with pytest.raises(AssertionError, match="looks at hidden cards"):
        peek_many(game)


def peek_many(game: AnyGame) -> None:
    for seed in range(20):
        check_bots_do_not_peek(random_game(game, seed, 20), {"peeker": Peeker()}, Random(seed))


@pytest.mark.slow
@every_game
def test_the_honest_game_passes_what_the_cheats_fail(game: AnyGame) -> None:
    run_every_property(game)


@every_game
def test_played_games_are_compared_whole(game: AnyGame) -> None:
    one: Played = random_game(game, 1)
    assert one.state == random_game(game, 1).state
    assert one.state != random_game(game, 2).state
