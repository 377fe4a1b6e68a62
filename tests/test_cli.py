"""The `parlour` command, as a person or a program types it."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main
from parlour.games import discover
from parlour.kernel.notation import load_log, write_text
from tests.golden_logs import FOLDER

GOLDEN = FOLDER / "golf-0.txt"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints. It must succeed."""
    assert main(words) == 0
    printed = capsys.readouterr()
    return printed.out


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(run(capsys, *words, "--json"))


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_games_lists_what_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Six-Card Golf" in run(capsys, "games")
    (golf,) = [game for game in as_json(capsys, "games") if game["name"] == "golf"]
    assert golf["seats"] == [2, 6]


def test_rules_prints_all_or_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert "# Six-Card Golf" in run(capsys, "rules", "golf")
    assert "straight back" in run(capsys, "rules", "golf", "g5")
    everything = as_json(capsys, "rules", "golf")
    assert list(everything) == [f"G{number}" for number in range(1, 34)]
    assert everything["G5"].startswith("A card you take from the discards must go into your grid.")
    assert not any("\n" in text or "  " in text for text in everything.values())
    assert as_json(capsys, "rules", "golf", "G5") == {"G5": everything["G5"]}


def test_options_describes_every_house_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert "flip_on_discard" in run(capsys, "options", "golf")
    options = {option["name"]: option for option in as_json(capsys, "options", "golf")}
    assert options["holes"] == {
        "name": "holes",
        "kind": "number",
        "default": 9,
        "about": "Holes in a game; 9 and 18 are usual.",
        "rule": "G11",
        "group": "The game",
        "least": 1,
        "most": 18,
        "here": "A game has {} hole(s).",
    }
    assert list(options["flip_on_discard"]["choices"]) == ["may", "always", "never", "endgame"]


def test_count_says_what_a_grid_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "count", "golf", *["K", "5", "7", "K", "3", "9"]) == "24\n"
    assert as_json(capsys, "count", "golf", *["KS", "5H", "7D", "KC", "3S", "9C"]) == {"points": 24}
    assert run(capsys, "count", "golf", *["K", "5", "7", "K", "3", "9"], "--set", "lucky_sevens=on") == "17\n"
    kept = ["--set", "negative_pairs_keep_value=on"]
    assert run(capsys, "count", "golf", *["2", "2", "K", "2", "2", "K"], *kept) == "-8\n"


def can_be_nothing(game: Any) -> bool:
    """Whether players may be left with nothing at all: not with a grid, nor with a bid."""
    return game.scorer(game.options(), game.seats[0], game.count).pad().unit in ("hand", "pieces")


@pytest.mark.parametrize("game", [name for name, game in discover().items() if can_be_nothing(game)])
def test_count_takes_none_as_score_sheets_do(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["count", game, "none"]) == 0
    assert capsys.readouterr().out == "0\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("None\n"))
    assert main(["count", game, "-"]) == 0
    assert capsys.readouterr().out == '{"points": 0}\n'
    assert main(["count", "golf", "none"]) == 2
    assert "(G1)" in capsys.readouterr().err


def test_count_reads_a_case_a_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "K 5 7 K 3 9\n10 10 10 10 10 10\n")
    assert run(capsys, "count", "golf", "-") == '{"points": 24}\n{"points": 0}\n'


def test_a_bad_line_is_answered_in_its_place(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "K 5 7 K 3 9\nK 5\n\nK 5 7 K 3 Z\n2 2 2 2 2 2\n")
    assert main(["count", "golf", "-"]) == 2
    printed = capsys.readouterr()
    lines = [json.loads(line) for line in printed.out.splitlines()]
    assert [list(line) for line in lines] == [["points"], ["refused"], ["refused"], ["refused"], ["points"]]
    assert "3 of the lines" in printed.err


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("count chess K", "no game called 'chess'. You can play"),
        ("count golf", "required"),
        ("count golf K 5 7 K 3", "six cards, not 5. (G1)"),
        ("count golf K 5 7 K 3 1", "'1' isn't a card"),
        ("count golf K 5 7 K 3 K♥♥", "isn't a card"),
        ("count golf KS KS KS KS KS 3", "can't have 5 × K♠"),
        ("count golf JOK 5 7 K 3 9", "no jokers in this game"),
        ("count golf K 5 7 K 3 9 --set eagle_eye=on", "put jokers in the deck (use_jokers). (G31)"),
        ("count golf K 5 7 K 3 9 --set eagle_eye=on --set lucky_swing=on", "(G31)"),
        ("count golf K 5 7 K 3 9 --set hole=3", "Did you mean 'holes'?"),
        ("count golf K 5 7 K 3 9 --set holes=19", "from 1 to 18, not '19'. (G11)"),
        ("count golf K 5 7 K 3 9 --set holes", "write option=value"),
        ("rules golf G99", "The rules are G1 to G33"),
        ("rules golf ''", "no rule"),
        ("options whist", "no game called 'whist'"),
        ("play golf --seats 7", "for 2 to 6 players, not 7"),
        ("play golf --bot genius", "no bot called 'genius'. Its bots are gentle, steady, sharp, random"),
        ("play golf --save /nowhere/game.json", "can't be written"),
        ("play golf --save ''", "already exists"),
        ("play golf --save /", "already exists"),
        (f"play golf --save {__file__}", "already exists"),
        ("play golf --name ''", "Your name needs 1 to 40 characters"),
        ("play golf --name \x1b[31m", "can't be printed"),
        ("play golf --seed \udcff", "can't be printed"),
        ("count golf " + "9" * 9000, "six cards, not 1"),
        ("count golf K K K K K " + "9" * 9000, "isn't a card"),
        ("count golf K K K K K K --set holes=" + "9" * 9000, "from 1 to 18"),
        ("count golf K K K K K K --set holes=1_0", "from 1 to 18"),
        ("x" * 9000, "invalid choice"),
        ("games x\ny", "can't be printed"),
        ("games x y", "Unrecognized arguments: x y"),
        ("simulate golf --seats 1", "for 2 to 6 players, not 1"),
        ("simulate golf --games 0", "--games takes a whole number from 1 to 100,000,000, not 0"),
        ("simulate golf --games 99999999999", "--games takes a whole number from 1 to"),
        ("simulate golf --workers 0", "--workers takes a whole number from 1 to"),
        ("simulate golf --games many", "invalid int value: 'many'"),
        ("simulate golf --bots steady,genius", "no bot called 'genius'"),
        ("simulate golf --bots steady,steady,steady", "There are 3 bots, but only 2 seats"),
        ("simulate golf --games 10 --plot picture.doc", "not 'picture.doc'"),
        ("simulate golf --games 10 --plot /nowhere/picture.svg", "no folder '/nowhere'"),
        ("simulate golf --dask tcp://127.0.0.1:1 --workers 2", "a cluster has its own workers"),
        ("simulate golf --compare holes", "takes option=value,value, not 'holes'"),
        ("simulate golf --compare ''", "takes option=value,value"),
        ("simulate golf --compare holes=3", "at least two different values"),
        ("simulate golf --compare holes=3,03", "at least two different values"),
        ("simulate golf --compare hole=3,9", "Did you mean 'holes'?"),
        ("simulate golf --compare holes=3,19", "from 1 to 18, not '19'. (G11)"),
        ("simulate golf --compare holes=3,9 --set holes=9", "given twice"),
        ("simulate golf --compare holes=3,9 --seats 7", "for 2 to 6 players, not 7"),
        ("simulate golf --compare holes=3,9 --games 2000000", "from 1 to 1,000,000, not 2000000"),
        ("simulate yammouth --compare call_words=HUSH,CLAM", "at least two different values: call_words=A;B."),
        ("arena golf", "required: --bots"),
        ("arena golf --bots steady", "at least two bots and two seats"),
        ("arena golf --bots steady,steady", "'steady' is named twice"),
        ("arena golf --bots steady,genius", "no bot called 'genius'"),
        ("arena golf --bots steady,random --lone genius", "'genius' isn't one of the bots"),
        ("arena golf --bots steady,random --games 0", "from 1 to 1,000,000, not 0"),
        ("arena golf --bots steady,random --plot picture.doc", "not 'picture.doc'"),
        ("arena golf --bots steady,random --seats 7", "for 2 to 6 players, not 7"),
        ("replay /nowhere/game.json", "can't be read"),
        ("replay " + str(Path(__file__)), "isn't a Parlour log"),
        (f"replay {GOLDEN} --seat 5", "no seat 5"),
        ("", "required: VERB"),
        ("dance", "invalid choice: 'dance'"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_status_2(capsys: pytest.CaptureFixture[str], words: str, part: str) -> None:
    assert main([word.strip("'") for word in words.split(" ") if word]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("parlour: ")
    assert printed.err.count("\n") == 1
    assert len(printed.err) < 400
    assert part in printed.err


def test_replay_tells_the_story(capsys: pytest.CaptureFixture[str]) -> None:
    story = run(capsys, "replay", str(GOLDEN))
    assert "Ann drew from the stock." in story
    told = as_json(capsys, "replay", str(GOLDEN), "--seat", "0")
    assert told["game"] == "golf"
    assert told["result"]["scores"]
    assert "You drew from the stock." not in told["story"]
    assert any(sentence.startswith("You drew ") for sentence in told["story"])


def test_replay_of_an_unfinished_game_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    whole = json.loads(load_log(GOLDEN).to_json())
    whole["entries"] = whole["entries"][:10]
    whole["result"] = None
    part = tmp_path / "part.json"
    part.write_text(json.dumps(whole))
    assert "stops after 10 moves" in run(capsys, "replay", str(part))


def test_a_log_becomes_text_and_json_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = run(capsys, "replay", str(GOLDEN), "--as", "text")
    assert text == GOLDEN.read_text("utf-8")
    notation = tmp_path / "game.txt"
    notation.write_text(text)
    assert load_log(notation) == load_log(GOLDEN)
    again = tmp_path / "game.json"
    again.write_text(run(capsys, "replay", str(notation), "--as", "json"))
    assert load_log(again) == load_log(GOLDEN)
    assert run(capsys, "replay", str(notation)) == run(capsys, "replay", str(GOLDEN))


def test_verify_says_what_is_proved_and_what_is_not(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sealed = tmp_path / "game.json"
    sealed.write_bytes(load_log(GOLDEN).sealed().to_json())
    told = run(capsys, "verify", str(sealed))
    assert "This log is right." in told
    assert "\nProved:\n- The secret is the promised one" in told
    assert "\nNot proved:\n- That nobody looked at the secret" in told
    assert as_json(capsys, "verify", str(sealed))["ok"] is True


@pytest.mark.parametrize("json", [(), ("--json",)])
def test_verify_names_the_first_wrong_entry(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, json: tuple[str, ...]
) -> None:
    doctored = tmp_path / "game.txt"
    text = write_text(load_log(GOLDEN).sealed())
    doctored.write_text(text.replace("\n7. ", "\n7. Bob: draw\n7. ", 1))
    assert main(["verify", str(doctored), *json]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("parlour: This log isn't right: Entry 7 doesn't fit: ")
    assert said.err.count("\n") == 1
    assert ('"entry": 7' in said.out) if json else not said.out


def test_replay_of_a_truncated_log_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cut = tmp_path / "cut.json"
    cut.write_bytes(load_log(GOLDEN).to_json()[:-200])
    assert main(["replay", str(cut)]) == 2
    assert "cut short" in capsys.readouterr().err


# ---------------------------------------------------------------- playing in the terminal


def typed_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, *words: str) -> Path:
    type_in(monkeypatch, text)
    saved = tmp_path / "game.json"
    assert main(["play", "golf", "--seed", "7", "--save", str(saved), *words]) == 0
    return saved


@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_a_whole_hole_is_played_by_typing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plain: list[str]
) -> None:
    turns = "".join(f"draw\nswap {slot}\n" for slot in (3, 4, 5, 6))
    saved = typed_game(
        tmp_path, monkeypatch, "3\n1 2\n" + turns.replace("swap 3", "swap 1") * 3, "--set", "holes=1", *plain
    )
    printed = capsys.readouterr().out
    assert "The game is over" in printed
    log = load_log(saved)
    assert log.result is not None
    assert main(["replay", str(saved)]) == 0
    if plain:
        assert " of hearts" in printed
        assert not set("♠♥♦♣▒╭│\x1b") & set(printed)


def test_mistyping_is_answered_and_nothing_happens(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "1 1\n2\n\n9\nswap\ntake 3\ntake\ndiscard\n1 7\n0\nrules G5\nrules G77\nscores\nlook\nlog\n?\nquit\n"
    saved = typed_game(tmp_path, monkeypatch, text)
    printed = capsys.readouterr().out
    assert "You can't do '9' now." in printed
    assert "more than this needs" in printed
    assert "Goodbye. Your game so far is in" in printed
    assert "isn't an action in Six-Card Golf" in printed
    by_me = [entry.body.action for entry in load_log(saved).entries if entry.by == "person"]
    assert by_me == [{"do": "turn", "slot": 0}, {"do": "turn", "slot": 1}, {"do": "take"}]


def test_the_end_of_input_ends_the_game_politely(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed_game(tmp_path, monkeypatch, "")
    assert "Goodbye." in capsys.readouterr().out


# ---------------------------------------------------------------- the lab


@pytest.mark.slow
def test_simulate_reports_what_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "golf", "--games", "120", "--seats", "3", "--bots", "steady,random"]
    words += ["--seed", "4", "--set", "holes=2"]
    report = as_json(capsys, *words)
    assert (report["game"], report["games"], report["seats"], report["rounds"]) == ("golf", 120, 3, 240)
    assert report["options"] == {"holes": 2}
    assert [player["bot"] for player in report["players"]] == ["steady", "random", "steady"]
    assert set(report["players"][0]) >= {"bot", "mean", "standard_error", "wins"}
    assert set(report["turns_to_go_out"]) == {"min", "mean", "p10", "p90", "max"}
    assert report["moves_per_second"] > 0
    assert sum(report["points_a_round"]["histogram"].values()) == 720
    again = as_json(capsys, *words, "--workers", "1")
    for timing in ("seconds", "moves_per_second"):
        del report[timing], again[timing]
    assert report == again, "the outcome depends on the number of workers"


@pytest.mark.slow
def test_simulate_prints_a_histogram_and_plots_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "golf.svg"
    printed = run(capsys, "simulate", "golf", "--games", "10", "--plot", str(picture))
    assert "Turns to go out: mean" in printed
    assert "█" in printed
    assert picture.read_text().startswith("<?xml")


@pytest.mark.slow
def test_an_arena_reports_every_pairing_and_every_bot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["arena", "golf", "--bots", "steady,random", "--games", "7", "--seats", "3", "--set", "holes=1"]
    told = as_json(capsys, *words)
    assert (told["deals"], told["games"]) == (3, 18), "rounded up to whole deals"
    assert told["options"] == {"holes": 1}
    assert [(pairing["lone"], pairing["others"]) for pairing in told["pairings"]] == [
        ("steady", "random"),
        ("random", "steady"),
    ]
    assert [bot["bot"] for bot in told["ratings"]] == ["steady", "random"]
    alone = as_json(capsys, *words, "--lone", "random")
    assert [pairing["lone"] for pairing in alone["pairings"]] == ["random"]
    picture = tmp_path / "arena.svg"
    printed = run(capsys, *words, "--plot", str(picture))
    assert "18 games of golf with 3 seats" in printed
    assert re.search(r"steady +random +\d+\.\d % +\d+\.\d % … \d+\.\d % +33\.3 %", printed)
    assert "random among steady" in picture.read_text()


@pytest.mark.slow
def test_simulate_compares_house_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["simulate", "golf", "--games", "8", "--compare", "holes=1,2", "--set", "turn_cap=4"]
    told = as_json(capsys, *words)
    assert (told["compared"], told["options"], told["bots"]) == ("holes", {"turn_cap": 4}, ["steady", "steady"])
    assert [value["value"] for value in told["values"]] == ["1", "2"]
    picture = tmp_path / "holes.svg"
    printed = run(capsys, *words, "--plot", str(picture))
    assert re.search(r"Holes a game +1 +1\.00 +1\.00 … 1\.00 *\n +2 +2\.00 +2\.00 … 2\.00 +\+1\.00", printed)
    assert "Games won by seat 1" in picture.read_text()


def test_a_measure_that_only_some_values_have_is_named_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """In Hearts somebody leads first, or 2♣ is laid for whoever has it."""
    words = ["--games", "1", "--workers", "1", "--compare", "opening=two_of_clubs,left_of_dealer"]
    printed = run(capsys, "simulate", "hearts", *words)
    assert re.search(r"Rounds won by the first player +left_of_dealer", printed)


def test_values_with_commas_are_compared_with_semicolons_between(capsys: pytest.CaptureFixture[str]) -> None:
    cries = as_json(capsys, "simulate", "yammouth", "--games", "1", "--compare", "call_words=HUSH,OYSTER;CLAM")
    assert [value["value"] for value in cries["values"]] == ["HUSH,OYSTER", "CLAM"]


# ---------------------------------------------------------------- broken pipes and other streams


def shell(command: str, **environment: str) -> tuple[int, str, str]:
    """Run a command line in a shell, in which `parlour` is the one under test."""
    line = command.replace("parlour", f"{sys.executable} -m parlour")
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error() -> None:
    assert shell("parlour rules golf | head -1") == (0, "# Six-Card Golf\n", "")
    code, _, complaint = shell("parlour simulate golf --games 1 --set holes=1 | head -1")
    assert (code, complaint) == (0, "")


@pytest.mark.slow
def test_closed_streams_are_no_error() -> None:
    assert shell("parlour count golf - <&-") == (0, "", "")
    assert shell("parlour games >&-") == (0, "", "")
    code, printed, complaint = shell("parlour play golf <&-")
    assert (code, complaint) == (0, "")
    assert "Goodbye." in printed


def test_a_full_disk_is_one_sentence() -> None:
    code, _, complaint = shell("parlour rules golf >/dev/full")
    assert (code, complaint) == (2, "parlour: The output can't be written: No space left on device.\n")


@pytest.mark.slow
def test_other_encodings_are_no_error() -> None:
    code, printed, complaint = shell("parlour rules golf", PYTHONIOENCODING="ascii")
    assert (code, complaint) == (0, "")
    assert "G33" in printed
    code, printed, _ = shell("printf 'K 5 7 K 3 \\xff\\n' | parlour count golf -", PYTHONIOENCODING="utf-8:strict")
    assert code == 2
    assert "isn't a card" in printed


def test_a_picture_of_a_single_hole_can_be_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "one.svg"
    run(capsys, "simulate", "golf", "--games", "1", "--set", "holes=1", "--set", "turn_cap=1", "--plot", str(picture))
    assert picture.exists()


def test_a_fact_that_never_occurred_is_null(capsys: pytest.CaptureFixture[str]) -> None:
    report = as_json(capsys, "simulate", "golf", "--games", "3", "--set", "turn_cap=1")
    assert report["turns_to_go_out"] is None
    assert report["turn_cap_reached"]["mean"] == 1
    assert "Turns to go out: never" in run(capsys, "simulate", "golf", "--games", "3", "--set", "turn_cap=1")


def test_the_end_of_a_hole_is_shown_before_a_bot_deals_the_next(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["2", "3", *["draw", "discard", "leave"] * 2, "", "quit"])
    monkeypatch.setattr("builtins.input", lambda *_: next(typed))
    assert main(["play", "golf", "--seed", "5", "--plain", "--set", "turn_cap=2"]) == 0
    printed = capsys.readouterr().out
    scored, dealt = printed.index("this hole"), printed.index("dealt hole 2")
    assert scored < dealt
    assert "face-down cards were" in printed[:dealt]
