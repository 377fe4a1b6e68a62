"""The `parlour` command. Every verb is a function in `parlour.commands`; games add their own."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import NoReturn

from parlour import __version__, build
from parlour.cards import NotACard
from parlour.games import discover
from parlour.kernel.refusal import Refused


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb. Bad input of any kind is one sentence on standard error and exit status 2."""
    _mend_streams()
    words = sys.argv[1:] if arguments is None else arguments
    try:
        if any(not word.isprintable() for word in words):
            raise Refused("", "A word of the command has characters in it that cannot be printed.")
        given = parser().parse_args(words)
        # A verb of ours is imported when it is wanted: the server and numpy take longer to load than most verbs run.
        run = resolve_name(f"parlour.commands.{given.run}") if isinstance(given.run, str) else given.run
        run(given)
        sys.stdout.flush()
    except (Refused, NotACard) as refusal:
        print(f"parlour: {refusal}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("parlour: stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output has gone, which is its right
        _drop_output()
    except OSError as error:
        _drop_output()
        print(f"parlour: The output cannot be written: {error.strerror}.", file=sys.stderr)
        return 2
    return 0


def _mend_streams() -> None:
    """A closed stream reads as empty or writes to nowhere; what cannot be read or written as text is replaced."""
    sys.stdin = sys.stdin or open(os.devnull)
    sys.stdout = sys.stdout or open(os.devnull, "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")
    for stream, errors in ((sys.stdin, "backslashreplace"), (sys.stdout, "replace"), (sys.stderr, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _drop_output() -> None:
    """So that Python does not try once more to write it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Parser(argparse.ArgumentParser):
    """Complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        shown = " ".join(message.split())[:200]
        raise Refused("", f"{shown[0].upper()}{shown[1:]}; see {self.prog} --help.")


def parser() -> Parser:
    top = Parser(prog="parlour", description="A card table for families, and a rules engine to trust.")
    top.add_argument("--version", action="version", version=f"parlour {__version__}, {build.running()}")
    verbs = top.add_subparsers(title="verbs", metavar="VERB", required=True, parser_class=Parser)

    def verb(name: str, run: str | Callable[[argparse.Namespace], None], help: str, game: bool = True) -> Parser:
        added: Parser = verbs.add_parser(name, help=help, description=help)
        added.set_defaults(run=run)
        if game:
            added.add_argument("game", metavar="GAME", help="a game's name: see parlour games")
        return added

    def takes_options(added: Parser) -> None:
        added.add_argument(
            "--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule: see parlour options GAME"
        )

    def takes_json(added: Parser) -> None:
        added.add_argument("--json", action="store_true", help="print JSON for programs")

    def takes_db(added: Parser) -> None:
        help = "the data file, or a postgresql:// address; or set PARLOUR_DB (a file in your data folder)"
        added.add_argument("--db", default=os.environ.get("PARLOUR_DB", ""), metavar="FILE", help=help)

    def plays_many(added: Parser) -> None:
        added.add_argument("--seats", type=int, metavar="K", help="how many play (2 if the game allows)")
        added.add_argument("--seed", type=int, default=0, metavar="S", help="which deals (0)")
        added.add_argument("--workers", type=int, metavar="N", help="how many processes (one a core)")
        added.add_argument("--dask", metavar="ADDRESS", help="play on a cluster, by its scheduler's address")
        added.add_argument("--plot", type=Path, metavar="FILE", help="a picture of the outcome: .svg, .png or .pdf")
        takes_options(added)
        takes_json(added)

    takes_json(verb("games", "read.games", "What can be played.", game=False))

    added = verb("rules", "read.rules", "The rules of a game, or one of them by its number.")
    added.add_argument("number", nargs="?", metavar="NUMBER", help="a rule's number, like G5")
    takes_json(added)

    takes_json(verb("options", "read.options", "The house rules of a game."))

    added = verb("play", "play.play", "Play in the terminal, against bots.")
    added.add_argument("--seats", type=int, metavar="K", help="how many play, you included (2 if the game allows)")
    added.add_argument("--bot", default="steady", metavar="BOT", help="who plays the other seats (steady)")
    added.add_argument("--name", default="Guest", help="your name (Guest)")
    added.add_argument("--seed", metavar="TEXT", help="play a deal that can be repeated")
    added.add_argument("--save", type=Path, metavar="FILE", help="keep the log of the game in a file")
    added.add_argument("--plain", action="store_true", help="plain lines, for screen readers")
    takes_options(added)

    added = verb("serve", "serve.run_server", "Open the card table on the web.", game=False)
    added.add_argument("--host", default="0.0.0.0", metavar="ADDRESS", help="where to listen (everywhere: 0.0.0.0)")
    added.add_argument("--port", type=int, default=8000, metavar="N", help="the port (8000; 0 for any free one)")
    added.add_argument("--public-url", default="", metavar="URL", help="the address others reach it by")
    added.add_argument(
        "--host-name",
        action="append",
        default=[],
        metavar="NAME",
        help="one more name that people reach it by; may be given several times",
    )
    added.add_argument("--trusted-proxy", default="", metavar="IP", help="a proxy whose word on addresses is taken")
    added.add_argument("--bot-pause", type=float, default=0.8, metavar="S", help="seconds before a bot moves (0.8)")
    added.add_argument("--no-limits", action="store_true", help="take any amount from one address: for load tests")
    takes_db(added)

    added = verb("backup", "serve.run_backup", "Copy everything, also while the server runs.", game=False)
    added.add_argument("file", metavar="FILE", help="where to: a new file, or the address of an empty database")
    takes_db(added)

    verb("compile", "serve.run_compile", "Compile the rules, so that bots think faster.", game=False)

    added = verb("simulate", "simulate.run_simulation", "Let bots play many games, and count.")
    added.add_argument("--games", type=int, default=1000, metavar="N", help="how many (1000)")
    added.add_argument("--bots", default="steady", metavar="A,B", help="one a seat, or fewer to repeat (steady)")
    added.add_argument(
        "--compare", metavar="OPTION=A,B", help="the same deals with each of these values: what a house rule changes"
    )
    plays_many(added)

    added = verb("arena", "arena.run_arena", "Let every bot play every other, on the same deals from every seat.")
    added.add_argument("--bots", required=True, metavar="A,B", help="who plays, two at least; sharp@20ms has a budget")
    added.add_argument(
        "--games", type=int, default=200, metavar="N", help="of every pairing, rounded up to whole deals (200)"
    )
    added.add_argument("--lone", metavar="A", help="only what this one plays, alone among the others")
    plays_many(added)

    added = verb(
        "count", "read.count", "What cards score. With - for the cards, a case a line is read from standard input."
    )
    added.add_argument(
        "cards", nargs="+", metavar="CARD", help="7H 10S JOK, or none; suits may be left out where they mean nothing"
    )
    takes_options(added)
    takes_json(added)

    added = verb("score", "play.run_score", "Keep score for a game with real cards: see help once it runs.")
    added.add_argument("--names", default="", metavar="A,B", help="who plays, the first dealer first (asked for)")
    added.add_argument(
        "--save", type=Path, metavar="FILE", help="keep the sheet in a file, and go on with it next time"
    )
    added.add_argument("--plain", action="store_true", help="plain lines, for screen readers and programs")
    takes_options(added)
    takes_json(added)

    added = verb(
        "replay", "play.run_replay", "Show a recorded game again, move by move, or tell its story.", game=False
    )
    added.add_argument("file", type=Path, metavar="FILE", help="its log, as JSON or as text")
    added.add_argument("--seat", type=int, metavar="N", help="as this seat saw it, counted from 0 (an onlooker)")
    added.add_argument("--plain", action="store_true", help="the story in plain lines, for screen readers")
    added.add_argument("--as", dest="form", choices=("json", "text"), help="print the log itself in this form")
    takes_json(added)

    added = verb(
        "verify", "play.run_verify", "Was the game fair? Plays its log again and checks every card.", game=False
    )
    added.add_argument("file", type=Path, metavar="FILE", help="its log, as JSON or as text")
    added.add_argument(
        "--kept", type=Path, metavar="FILE", help="what a device at the table kept, saved from “Was the shuffle fair?”"
    )
    takes_json(added)

    for game in discover().values():
        for own in game.commands:
            added = verb(own.name, own.run, own.help, game=False)
            own.arguments(added)
    return top


if __name__ == "__main__":
    sys.exit(main())
