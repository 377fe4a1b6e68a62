"""Every game as a PettingZoo environment: PettingZoo's own tests, and Parlour's."""

import dataclasses
import pickle
import re
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import api_test, render_test, seed_test

from parlour.bots import usual_bot
from parlour.cards import code
from parlour.games.rummy.actions import Buy, Discard, LayDown, PlayOn
from parlour.games.torpedo.actions import Action
from parlour.kernel.game import AnyGame
from parlour.kernel.options import changed
from parlour.kernel.refusal import Refused
from parlour.pettingzoo import Environment, env
from parlour.pettingzoo.numbering import LONG_ROW, NOT_NOW, SHORT_ROW, Numbering
from tests.arbitrary import GAMES, LONG, attempt, random_options
from tests.process import ROOT

PAGE = ROOT / "docs" / "learning.md"
CYCLES = 1000 if LONG else 300

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


# ---------------------------------------------------------------- PettingZoo's own tests


# PettingZoo warns about observations in a dict, which masks need, and about empty masks of agents that cannot act.
@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask numpy array is all zeros:UserWarning")
@every_game
def test_pettingzoos_own_test_of_its_api_passes(game: AnyGame) -> None:
    api_test(env(game), num_cycles=CYCLES)


@every_game
def test_pettingzoos_own_test_of_seeds_passes(game: AnyGame) -> None:
    seed_test(partial(env, game), num_cycles=CYCLES // 3)


@every_game
def test_pettingzoos_own_test_of_drawings_passes(game: AnyGame, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, game), custom_tests={"ansi": lambda drawing: "player_1" in drawing})
    assert "player_1" in capsys.readouterr().out


# ---------------------------------------------------------------- whole games


def at_random(table: Environment, rng: Random) -> Iterator[Environment]:
    """Play random actions from the masks, and yield before every move."""
    while not all(table.terminations.values()):
        yield table
        table.step(rng.choice(list(table.on_offer)))


def begun(game: AnyGame, rng: Random, **more: Any) -> Environment:
    seats = rng.choice(game.seats)
    table = Environment(game, seats, changed(random_options(game, rng, seats)), **more)
    table.reset(seed=rng.randrange(1000))
    return table


def seen_by(table: Environment, agent: str) -> dict[str, float]:
    """An agent's observation, column by column."""
    return dict(zip(table.observation.columns, table.observe(agent)["observation"].tolist(), strict=True))


@every_game
@given(st.integers(0, 2**32), st.integers(0, 150))
def test_an_observation_fits_its_space_and_is_the_same_in_every_deal_that_looks_the_same(
    game: AnyGame, seed: int, moves: int
) -> None:
    rng = Random(seed)
    table = begun(game, rng)
    for move, _ in enumerate(at_random(table, rng)):
        if move >= moves:
            break
    real = table.table
    for seat, agent in enumerate(table.possible_agents):
        table.table = real
        seen, offered = table.observe(agent), table.on_offer
        assert table.observation_space(agent).contains(seen)
        table.table = real.redeal(seat, rng)
        assert np.array_equal(table.observe(agent)["observation"], seen["observation"])
        if agent == table.agent_selection and table.on_offer:
            table._ask()
            assert table.on_offer == offered
            assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(offered)
        else:
            assert not seen["action_mask"].any()


@every_game
def test_every_action_on_offer_can_be_done_and_its_number_means_the_same_at_all_times(game: AnyGame) -> None:
    rng = Random(game.name)
    meant: dict[int, Any] = {}
    table = Environment(game)
    for seed in range(2):
        table.reset(seed)
        for _ in zip(range(400), at_random(table, rng), strict=False):
            number, action = rng.choice(list(table.on_offer.items()))
            assert table.number_of(action) == number
            if number == NOT_NOW:
                assert table.table.silence(table.seat) is None
                continue
            assert attempt(table.table.copy(), table.seat, action) is None
            if len(table.numbering.row(action)) == 1:
                assert meant.setdefault(number, action) == action
    assert len(meant) > 5


@every_game
def test_random_agents_play_whole_games_and_are_rewarded_if_they_win(game: AnyGame) -> None:
    rng = Random(f"{game.name}/wins")
    table = env(game)
    table.reset(seed=7)
    earned = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, _, _ = table.last()
        earned[agent] += reward
        table.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert not table.agents
    result = table.unwrapped.table.result()
    for seat, share in enumerate(earned.values()):
        assert share == (seat in result.winners) / len(result.winners) - 1 / len(earned)
    assert sum(earned.values()) == pytest.approx(0)
    score = table.unwrapped.game.public(table.unwrapped.table).seats[0].score
    seen = seen_by(table.unwrapped, "player_0")
    assert seen["player +0: score"] == pytest.approx(score / (abs(score) + 100))
    assert seen["player +0: won"] == (0 in result.winners)
    assert seen["rounds to come"] == 0


@every_game
def test_agents_may_be_rewarded_for_points_round_by_round(game: AnyGame) -> None:
    rng = Random(f"{game.name}/points")
    table = begun(game, rng, rewards="points")
    earned = dict.fromkeys(table.agents, 0.0)
    for _ in at_random(table, rng):
        for agent in earned:
            earned[agent] += table.rewards[agent]
    points = [sum(row) for row in zip(*table.table.sheet, strict=True)]
    last = table.rewards
    assert [earned[agent] + last[agent] for agent in earned] == (points if game.most_wins else [-sum for sum in points])


@every_game
def test_the_bots_of_the_house_play_whole_games_the_same_ones_from_the_same_seed(game: AnyGame) -> None:
    table = env(game)
    games = []
    for _ in range(2):
        table.reset(seed=3)
        moves = []
        for _ in table.agent_iter():
            _, _, over, _, _ = table.last()
            moves.append(None if over else table.unwrapped.advice(usual_bot(game)))
            table.step(moves[-1])
        games.append(moves)
    assert games[0] == games[1]
    assert table.unwrapped.table.result()


def test_a_bot_is_handed_an_imagined_deal() -> None:
    class Spy:
        def choose(self, state: Any, seat: int, rng: Random) -> Any:
            handed.append(state)
            return state.legal(seat)[0]

    handed: list[Any] = []
    golf = next(game for game in GAMES if game.name == "golf")
    table = Environment(dataclasses.replace(golf, bots={"spy": Spy()}))
    table.reset(seed=1)
    table.advice("spy")
    (state,) = handed
    assert state is not table.table
    assert state.stock != table.table.stock
    assert state.shuffler != table.table.shuffler


# ---------------------------------------------------------------- dealing and asking


def test_a_seed_deals_the_same_game_and_none_deals_the_next_one() -> None:
    table = Environment("golf")
    deals = []
    for seed in (5, None, None, 5, None, None):
        table.reset(seed)
        deals.append(table.table.copy())
    assert deals[:3] == deals[3:]
    assert deals[0] != deals[1] != deals[2]


def test_who_need_not_act_may_say_not_now_and_then_the_next_one_is_asked() -> None:
    table = Environment("toripoka")
    rng = Random(1)
    asked = 0
    table.reset(seed=1)
    for _ in at_random(table, rng):
        seats = table.game.asked(table.table)
        if NOT_NOW in table.on_offer:
            before = table.table.copy()
            assert table.seat == seats[0]
            table.step(NOT_NOW)
            assert table.table == before
            assert table.seat == seats[1]
            assert NOT_NOW not in table.on_offer
            asked += 1
    assert asked > 3


def test_an_environment_survives_pickle_and_begins_anew() -> None:
    table = pickle.loads(pickle.dumps(env("yammouth", 3, {"call_limit": 7})))
    table.reset(seed=1)
    assert table.max_num_agents == 3
    assert table.unwrapped.options.call_limit == 7


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"game": "chess"}, "There's no game called"),
        ({"game": "golf", "seats": 9}, "players, not 9"),
        ({"game": "golf", "options": {"hole": 3}}, "Did you mean 'holes'"),
        ({"game": "golf", "rewards": "money"}, "for wins or points"),
        ({"game": "golf", "render_mode": "rgb_array"}, "is human or ansi"),
    ],
)
def test_what_cannot_be_set_up_is_refused_in_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        env(**given)


def test_a_number_that_is_not_on_offer_is_refused_and_changes_nothing_and_in_the_wrappers_it_loses() -> None:
    table = Environment("golf")
    table.reset(seed=1)
    before = table.table.copy()
    with pytest.raises(Refused, match="player_0 can't do action"):
        table.step(NOT_NOW)
    assert table.table == before
    watched = env("golf")
    watched.reset(seed=1)
    watched.step(NOT_NOW)
    assert all(watched.terminations.values())
    assert watched.rewards == {"player_0": -1, "player_1": 0}


# ---------------------------------------------------------------- numbers


def test_of_actions_with_many_forms_those_with_the_most_cards_come_first_and_a_row_may_be_too_short() -> None:
    numbering = Numbering(Action, ("7H", "8H", "9H", "JOK"))
    small, large = LayDown([["7H", "7H", "7H"]]), LayDown([["7H", "7H", "7H", "JOK"]])
    row = numbering.row(small)
    assert len(row) == LONG_ROW
    assert numbering.numbered([small, large]) == {row[0]: large, row[1]: small}
    ends = [PlayOn("JOK", f"meld:{number}@low") for number in range(10, 10 + SHORT_ROW + 1)]
    assert list(numbering.numbered(ends).values()) == ends[:-1]
    assert numbering.row(ends[0]) != numbering.row(PlayOn("7H", "meld:10@low"))
    assert len(numbering.row(Discard("7H"))) == len(numbering.row(Buy(reaction=9))) == 1


def test_a_bots_choice_beyond_the_row_takes_its_last_number() -> None:
    table = Environment("torpedo")
    table.reset(seed=1)
    ends = [PlayOn("JOK", f"meld:{number}@low") for number in range(10, 10 + SHORT_ROW + 1)]
    table.on_offer = table.numbering.numbered(ends)
    number = table.number_of(ends[-1])
    assert number == table.numbering.row(ends[0])[-1]
    assert table.on_offer[number] == ends[-1]
    with pytest.raises(Refused, match="isn't on offer"):
        table.number_of(Discard("7H"))


def lying(table: Environment, agent: str, where: str) -> set[str]:
    """The cards that an agent sees in a zone."""
    seen = seen_by(table, agent)
    return {name.removeprefix(f"{where}: ") for name in seen if seen[name] and name.startswith(f"{where}: ")}


def test_an_agent_sees_its_own_hand_and_of_everybody_what_lies_open() -> None:
    table = Environment("yammouth")
    table.reset(seed=1)
    placing = next(action for action in table.on_offer.values() if len(getattr(action, "cards", ())) == 2)
    table.step(table.number_of(placing))
    below, top = placing.cards
    for seat, agent in enumerate(table.possible_agents):
        assert lying(table, agent, "hand of +0") == {code(face) for face in table.table.hands[seat]}
        assert lying(table, agent, "hand of +1") == {"hidden", "face down"}
        assert lying(table, agent, "pile") - {"hidden"} == {top}
        assert below in lying(table, agent, "pile below")


def test_a_grid_is_seen_place_by_place_and_whoever_looks_comes_first() -> None:
    table = Environment("golf")
    table.reset(seed=1)
    turn = next(iter(table.on_offer.values()))
    table.step(table.number_of(turn))
    face = table.game.public(table.table).zone("grid:0").items[turn.slot]
    for owner, viewer in enumerate(table.possible_agents):
        assert lying(table, viewer, f"grid of +{owner} {turn.slot}") == {face}
        assert lying(table, viewer, f"grid of +{1 - owner} {turn.slot}") == {"hidden", "face down"}
    stock = len(table.table.stock)
    assert seen_by(table, "player_0")["stock: hidden"] == pytest.approx(stock / (stock + 10))
    assert len(set(table.observation.columns)) == len(table.observation.columns)


# ---------------------------------------------------------------- the page


def test_the_example_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    exec(compile(example.replace("range(100)", "range(2)"), PAGE.name, "exec"), {})
    assert re.fullmatch(r"-?0\.\d+ a game\n", capsys.readouterr().out)
