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
            raise Refused("", "The command has characters in it that can't be printed.")
        given = parser().parse_args(words)
        # Our verbs are imported only when they run: the server and numpy take longer to load than most verbs run.
        run = resolve_name(f"parlour.commands.{given.run}") if isinstance(given.run, str) else given.run
        run(given)
        sys.stdout.flush()
    except (Refused, NotACard) as refusal:
        print(f"parlour: {refusal}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("parlour: stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader has closed our output, as `head` does
        _drop_output()
    except OSError as error:
        _drop_output()
        print(f"parlour: The output can't be written: {error.strerror}.", file=sys.stderr)
        return 2
    return 0


def _mend_streams() -> None:
    """Open closed streams on the null device, and replace what does not fit the encoding instead of failing."""
    sys.stdin = sys.stdin or open(os.devnull)
    sys.stdout = sys.stdout or open(os.devnull, "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")
    for stream, errors in ((sys.stdin, "backslashreplace"), (sys.stdout, "replace"), (sys.stderr, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _drop_output() -> None:
    """Point standard output at the null device, so that Python does not try to write the rest when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one sentence."""

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
        added.add_argument("--seed", type=int, default=0, metavar="S", help="which deals to play (0)")
        added.add_argument("--workers", type=int, metavar="N", help="how many processes (one per core)")
        added.add_argument("--dask", metavar="ADDRESS", help="play on the cluster with this scheduler")
        takes_options(added)
        takes_json(added)

    def takes_plot(added: Parser) -> None:
        added.add_argument("--plot", type=Path, metavar="FILE", help="draw the results: an .svg, .png or .pdf file")

    def pairs_bots(added: Parser) -> None:
        added.add_argument(
            "--bots", required=True, metavar="A,B", help="at least two, like steady, sharp@20ms or exec:./program"
        )
        added.add_argument(
            "--games", type=int, default=200, metavar="N", help="games per pairing, rounded up to whole deals (200)"
        )
        added.add_argument("--lone", metavar="A", help="play only the games in which this bot is alone among others")
        added.add_argument("--seats", metavar="K", help="how many players, or several: 2,3,4,most (2)")
        plays_many(added)

    takes_json(verb("games", "read.games", "List the games.", game=False))

    added = verb("rules", "read.rules", "Show the rules of a game, or one rule by its number.")
    added.add_argument("number", nargs="?", metavar="NUMBER", help="a rule's number, like G5")
    takes_json(added)

    takes_json(verb("options", "read.options", "List the house rules of a game."))

    added = verb("play", "play.play", "Play in the terminal, against bots.")
    added.add_argument("--seats", type=int, metavar="K", help="how many players, with you (2 if the game allows it)")
    added.add_argument(
        "--bots",
        "--bot",
        default="steady",
        metavar="A,B",
        help="who plays the other seats, in turn (steady)",
    )
    added.add_argument("--name", default="Guest", help="your name (Guest)")
    added.add_argument("--seed", metavar="TEXT", help="play the deal that belongs to this text")
    added.add_argument("--save", type=Path, metavar="FILE", help="keep the log of the game in a file")
    added.add_argument("--plain", action="store_true", help="plain lines, for screen readers")
    takes_options(added)

    added = verb("serve", "serve.run_server", "Open the card table on the web.", game=False)
    added.add_argument("--host", default="0.0.0.0", metavar="ADDRESS", help="where to listen (0.0.0.0: everywhere)")
    added.add_argument("--port", type=int, default=8000, metavar="N", help="the port (8000; 0 for any free one)")
    added.add_argument("--public-url", default="", metavar="URL", help="the address people reach it by")
    added.add_argument(
        "--host-name",
        action="append",
        default=[],
        metavar="NAME",
        help="another name people reach it by; may be given several times",
    )
    added.add_argument(
        "--share",
        nargs="?",
        const="any",
        default="",
        metavar="CARRIER",
        help="a public link by a tunnel: through cloudflared, tailscale or an SSH service, whichever is there; "
        "or name one, or your own machine, like ssh://anna@example.org",
    )
    added.add_argument("--trusted-proxy", default="", metavar="IP", help="a proxy to believe about people's addresses")
    added.add_argument("--bot-pause", type=float, default=0.8, metavar="S", help="seconds before a bot moves (0.8)")
    added.add_argument("--no-limits", action="store_true", help="switch the limits off, for load tests")
    added.add_argument(
        "--push-anywhere", action="store_true", help="notify through hosts that aren't public, for tests"
    )
    takes_db(added)

    added = verb("backup", "serve.run_backup", "Back up everything, even while the server runs.", game=False)
    added.add_argument("file", metavar="FILE", help="a new file, or the address of an empty database")
    takes_db(added)

    added = verb("doctor", "doctor.run_doctor", "Say what this machine has for Parlour, and what it lacks.", game=False)
    added.add_argument("--port", type=int, default=8000, metavar="N", help="the port to try (8000)")
    takes_db(added)
    takes_json(added)

    verb("compile", "serve.run_compile", "Compile the rules so that bots think faster.", game=False)

    added = verb("simulate", "simulate.run_simulation", "Let bots play many games, and add up what happens.")
    added.add_argument("--games", type=int, default=1000, metavar="N", help="how many games (1000)")
    added.add_argument("--bots", default="steady", metavar="A,B", help="one per seat; a shorter list repeats (steady)")
    added.add_argument(
        "--compare", metavar="OPTION=A,B", help="play the same deals with each value, to see what a house rule changes"
    )
    added.add_argument("--seats", type=int, metavar="K", help="how many players (2 if the game allows it)")
    plays_many(added)
    takes_plot(added)

    added = verb("arena", "arena.run_arena", "Let every bot play every other: the same deals, from every seat.")
    pairs_bots(added)
    takes_plot(added)

    added = verb(
        "tournament", "arena.run_tournament", "Hold arenas and keep them in a file, to go on after a stop.", game=False
    )
    added.add_argument("game", metavar="GAMES", help="one game, several like golf,torpedo, or all")
    added.add_argument("--save", type=Path, required=True, metavar="FILE", help="where every deal is kept")
    pairs_bots(added)

    added = verb("engine", "engine.run_engine", "Let a program play a chair at a table on the web.", game=False)
    added.add_argument("--seconds", type=float, default=10.0, metavar="S", help="how long it may think (10)")
    added.add_argument("link", metavar="LINK", help="the chair's personal link")
    added.add_argument("program", nargs=argparse.REMAINDER, metavar="PROGRAM", help="the program, with its arguments")

    added = verb(
        "count",
        "read.count",
        "Count what cards score. With - for the cards, read one case per line from standard input.",
    )
    added.add_argument(
        "cards", nargs="+", metavar="CARD", help="like 7H 10S JOK, or none; leave suits out where they don't matter"
    )
    takes_options(added)
    takes_json(added)

    added = verb("score", "play.run_score", "Keep score for a game with real cards. Type ? for help once it runs.")
    added.add_argument("--names", default="", metavar="A,B", help="who's playing, first dealer first (you're asked)")
    added.add_argument("--save", type=Path, metavar="FILE", help="keep the sheet in a file, and continue it next time")
    added.add_argument("--plain", action="store_true", help="plain lines, for screen readers and programs")
    takes_options(added)
    takes_json(added)

    added = verb("replay", "play.run_replay", "Watch a recorded game move by move, or print its story.", game=False)
    added.add_argument("file", type=Path, metavar="FILE", help="its log, as JSON or as text")
    added.add_argument("--seat", type=int, metavar="N", help="show what this seat saw, from 0 (an onlooker)")
    added.add_argument("--plain", action="store_true", help="the story in plain lines, for screen readers")
    added.add_argument("--as", dest="form", choices=("json", "text"), help="print the log itself in this form")
    takes_json(added)

    added = verb(
        "verify", "play.run_verify", "Check that a game was fair: play its log again, card by card.", game=False
    )
    added.add_argument("file", type=Path, metavar="FILE", help="its log, as JSON or as text")
    added.add_argument(
        "--kept", type=Path, metavar="FILE", help="what a device at the table saved under “Was the shuffle fair?”"
    )
    takes_json(added)

    for game in discover().values():
        for own in game.commands:
            added = verb(own.name, own.run, own.help, game=False)
            own.arguments(added)
    return top


if __name__ == "__main__":
    sys.exit(main())
