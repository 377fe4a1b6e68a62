"""The bots of release 0.1 stand still: they choose as they did, and nothing of today's bots reaches them."""

import ast
import json
from pathlib import Path
from random import Random

import pytest

from parlour.bots import bots_of, find_bot
from parlour.games import discover, find
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from parlour.lab import frozen
from parlour.lab.frozen import MINDS, STEADY, STRONG, find_frozen
from parlour.lab.players import find_player
from tests.commands import as_json, complaint
from tests.lab.frozen_games import FrozenGame, decisions, digest

GAMES = [
    FrozenGame(*json.loads(line))
    for file in sorted(Path(__file__).parent.glob("frozen/*.jsonl"))
    for line in file.read_text().splitlines()
]
EVERYBODY = [
    *[(game, "frozen-steady") for game in STEADY],
    *[(game, "frozen-strong") for game in STRONG],
    *[(game, "frozen-sharp@12") for game in MINDS],
]


@pytest.mark.parametrize(
    "then",
    [
        pytest.param(
            one,
            id=f"{one.game}-{one.seats}-{one.bot}-{one.deal}",
            marks=[pytest.mark.slow] * ("sharp" in one.bot or one.deal > 1),
        )
        for one in GAMES
    ],
)
def test_a_frozen_bot_decides_everything_as_it_did_then(then: FrozenGame) -> None:
    made = decisions(then.game, then.seats, find_frozen(find(then.game), then.bot), then.deal, then.most)
    assert made[: len(then.decisions)] == then.decisions
    assert digest(made) == then.digest


def test_every_frozen_bot_was_watched_with_two_with_four_and_with_the_most_players() -> None:
    for game, name in EVERYBODY:
        seats = {one.seats for one in GAMES if (one.game, one.bot.split("@")[0]) == (game, name.split("@")[0])}
        assert seats >= {2, find(game).seats[-1]}, (game, name)
        assert 4 in seats or game == "toripoka"


def test_nothing_of_todays_bots_reaches_a_frozen_one() -> None:
    folder = Path(frozen.__file__).parent
    assert len(list(folder.rglob("*.py"))) > 20
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom | ast.Import):
                modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
                for module in modules:
                    assert ".players" not in module, (file, module)
                    assert not module.startswith(("parlour.bots", "parlour.kernel.mind")), (file, module)


@pytest.mark.parametrize(("name", "bot"), EVERYBODY)
def test_a_frozen_bot_does_the_same_in_all_deals_that_look_the_same_to_it(name: str, bot: str) -> None:
    game, rng, player = find(name), Random(1), find_frozen(find(name), bot)
    state = game.start(game.options(), game.seats[0], QuickShuffler(b"deal"))
    for number in range(60):
        for seat in game.asked(state):
            deals = [state, *[state.redeal(seat, rng) for _ in range(2)]]
            choices = [player.choose(deal, seat, Random(number)) for deal in deals]
            assert choices[0] == choices[1] == choices[2]
            if choices[0] is not None:
                state.apply(seat, choices[0])
                break


@pytest.mark.parametrize("game", discover())
def test_no_table_knows_a_frozen_bot(game: str) -> None:
    assert not [name for name in bots_of(find(game)) if "frozen" in name]
    for name in ("frozen-steady", "frozen-sharp", "frozen-sharp@64", "frozen-strong"):
        with pytest.raises(Refused, match="no bot called"):
            find_bot(find(game), name)


@pytest.mark.parametrize("name", ["frozen-gentle", "frozen-sharp@20ms", "frozen-sharp@0", "frozen-"])
def test_a_frozen_bot_has_no_other_name_and_no_time_to_think(name: str) -> None:
    """A time is worth more on a quicker machine."""
    with pytest.raises(Refused, match="Frozen are frozen-steady, frozen-strong, frozen-sharp"):
        find_player(find("torpedo"), name)
    with pytest.raises(Refused, match="Frozen are none"):
        find_player(find("hearts"), name)
    with pytest.raises(Refused, match="Frozen are frozen-steady, frozen-sharp"):
        find_player(find("golf"), "frozen-strong")


def test_the_arena_names_them_like_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    line = "arena toripoka --bots frozen-strong,frozen-steady,frozen-sharp@8 --games 2 --set rounds=1 --workers 1"
    told = as_json(capsys, line)
    assert [(one["lone"], one["others"]) for one in told["pairings"]] == [
        ("frozen-strong", "frozen-steady"),
        ("frozen-strong", "frozen-sharp@8"),
        ("frozen-steady", "frozen-sharp@8"),
    ]


def test_contracts_that_release_01_did_not_know_are_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    line = "arena torpedo --bots frozen-steady,steady --games 2 --workers 1 --set contracts=8:3+4"
    assert "know only books of one size and runs of four" in complaint(capsys, line)
