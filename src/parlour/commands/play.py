"""The verbs play, score, replay and verify."""

import argparse
import secrets
import sys
from hashlib import sha256

import msgspec
from rich.console import Console

from parlour.commands.output import out, print_json
from parlour.games import find
from parlour.kernel.log import final, story
from parlour.kernel.notation import load_log, write_text
from parlour.kernel.options import read_pairs
from parlour.kernel.recording import Recording
from parlour.kernel.refusal import Refused
from parlour.kernel.verify import verify
from parlour.kernel.witness import read_kept
from parlour.lab.players import find_player
from parlour.score import find as find_any
from parlour.score.text import read_names
from parlour.terminal.draw import in_words
from parlour.terminal.play import TerminalTable
from parlour.terminal.replay import ReplayScreen
from parlour.terminal.score import ScoreScreen


def play(given: argparse.Namespace) -> None:
    game = find(given.game)
    secret = sha256(given.seed.encode()).digest() if given.seed else secrets.token_bytes(32)
    console = Console(no_color=True, emoji=False) if given.plain else Console()
    TerminalTable(
        game,
        read_pairs(game.options, given.set),
        given.seats if given.seats is not None else max(2, game.seats[0]),
        [find_player(game, name.strip()) for name in given.bots.split(",")],
        given.name,
        secret,
        console,
        given.plain,
        given.save,
    ).play()


def run_replay(given: argparse.Namespace) -> None:
    log = load_log(given.file)
    game = find_any(log.opening.game)
    names = log.opening.seats
    if given.form:
        print(write_text(log, game) if given.form == "text" else log.to_json().decode(), end="")
        return
    if given.seat is not None and not 0 <= given.seat < len(names):
        raise Refused("", f"There's no seat {given.seat}. The seats are numbered 0 to {len(names) - 1}.")
    if not given.json and not given.plain and out.is_terminal and sys.stdin.isatty():
        ReplayScreen(Recording(game, log), given.seat, out).run()
        return
    told = story(game, log, given.seat)
    result = final(game, log).result()
    if given.json:
        print_json({"game": game.name, "seats": names, "entries": len(log.entries), "story": told, "result": result})
        return
    lines = [f"{game.title}: {', '.join(names)}.", *told]
    print("\n".join(map(in_words, lines) if given.plain else lines))
    if result is None:
        print(f"The game wasn't finished. It stops after {len(log.entries)} moves.")


def run_score(given: argparse.Namespace) -> None:
    options = read_pairs(find(given.game).options, given.set)
    ScoreScreen(given.game, options, read_names(given.names), given.plain or given.json, given.json, given.save).keep()


def run_verify(given: argparse.Namespace) -> None:
    log = load_log(given.file)
    game = find_any(log.opening.game)
    verdict = verify(game, log, kept=read_kept(given.kept) if given.kept else None)
    if given.json:
        told = msgspec.to_builtins(verdict)
        del told["shuffles"]  # only the page needs them, to shuffle again by itself
        print_json(told)
    if not verdict.ok:
        raise Refused(verdict.rule, f"This log isn't right: {verdict.why}")
    if not given.json:
        print(f"{game.title}: {', '.join(log.opening.seats)}. This log is right.")
        for heading, sentences in (("Proved", verdict.proved), ("Not proved", verdict.not_proved)):
            print("\n".join(["", f"{heading}:", *(f"- {sentence}" for sentence in sentences)]))
