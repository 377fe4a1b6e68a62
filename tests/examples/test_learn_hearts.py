"""The example that learns Hearts: it learns something, and what it saves plays."""

import json
from pathlib import Path

import numpy as np
import pytest
from examples.learn_hearts import (
    SEATS,
    TEACHER,
    Floats,
    Lesson,
    Network,
    Pupil,
    batches,
    main,
    measured,
    play,
    softmax,
    watch,
)

from parlour.pettingzoo import raw_env

pytestmark = pytest.mark.slow


def odds_of(pupil: Pupil, lesson: Lesson) -> Floats:
    """How likely the network now does what was chosen."""
    odds = softmax(pupil.net.run(lesson.told)[-1][:, :-1], lesson.masks)
    chosen: Floats = odds[np.arange(len(odds)), lesson.chosen]
    return chosen


def test_by_watching_it_comes_to_do_what_its_teacher_does_also_where_it_has_not_been() -> None:
    pupil = Pupil(seed=1)
    lesson, elsewhere = (pupil.lesson(games, [range(SEATS)], TEACHER) for games in (3, 1))
    before = odds_of(pupil, elsewhere).mean()
    losses = [
        np.mean([watch(pupil.net, pupil.adam, part, 2e-3)[0] for part in batches(lesson, pupil.rng)]) for _ in range(12)
    ]
    assert losses[-1] < 0.85 * losses[0]
    assert odds_of(pupil, elsewhere).mean() > before + 0.02


def test_what_earned_more_than_expected_becomes_more_likely() -> None:
    pupil = Pupil(seed=1)
    lesson = pupil.lesson(1, [[0]])
    free = lesson.masks.sum(1) > 1
    better = np.flatnonzero(free)[::2]
    lesson.gains[:] = -1
    lesson.gains[better] = 1
    pupil.learn_from(lesson, rate=3e-4)
    moved = odds_of(pupil, lesson) / lesson.odds
    worse = np.setdiff1d(np.flatnonzero(free), better)
    assert moved[better].mean() > 1 > moved[worse].mean()


def test_the_command_prints_its_curve_and_saves_a_network_that_plays_legal_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "hearts.npz"
    words = "--watch 1 --improve 1 --parts 1 --deals 1 --json --save"
    main([*words.split(), str(kept)])
    curve = json.loads(capsys.readouterr().out)
    assert [point["games"] for point in curve] == [SEATS, SEATS]
    assert curve[0]["tried"] == 0 < curve[1]["tried"]
    net = Network.load(kept)
    table = raw_env("hearts", SEATS)
    (player,) = play(table, net, [1], 7, None).values()  # an illegal move would be refused
    assert table.table.result()
    assert len(player.rounds) == len(table.table.sheet)
    assert measured(net, [0]).mean() == curve[1]["win_share"]
