"""The `parlour` command. Every verb is a function; games add their own."""

import argparse
import io
import json
import os
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TimeRemainingColumn
from rich.table import Table

from parlour import __version__
from parlour.bots import find_bot
from parlour.cards import NotACard
from parlour.games import discover, find
from parlour.kernel.lines import answer_lines
from parlour.kernel.log import final, story
from parlour.kernel.notation import load_log, write_text
from parlour.kernel.options import describe, read_pairs
from parlour.kernel.recording import Recording
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.rulebook import find_rule, rules_by_number
from parlour.kernel.verify import verify
from parlour.kernel.view import signed
from parlour.lab.simulate import Plan, Report, simulate
from parlour.lab.tally import Spread
from parlour.score import find as find_any
from parlour.terminal.draw import in_words
from parlour.terminal.play import TerminalTable
from parlour.terminal.stepping import Stepping

MOST_GAMES = 100_000_000

out = Console(highlight=False, width=None if sys.stdout and sys.stdout.isatty() else 160)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb. Bad input of any kind is one sentence on standard error and exit status 2."""
    _mend_streams()
    words = sys.argv[1:] if arguments is None else arguments
    try:
        if any(not word.isprintable() for word in words):
            raise Refused("", "A word of the command has characters in it that cannot be printed.")
        given = parser().parse_args(words)
        given.run(given)
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
    top.add_argument("--version", action="version", version=f"parlour {__version__}")
    verbs = top.add_subparsers(title="verbs", metavar="VERB", required=True, parser_class=Parser)

    def verb(name: str, run: Callable[[argparse.Namespace], None], help: str, game: bool = True) -> Parser:
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

    takes_json(verb("games", games, "What can be played.", game=False))

    added = verb("rules", rules, "The rules of a game, or one of them by its number.")
    added.add_argument("number", nargs="?", metavar="NUMBER", help="a rule's number, like G5")
    takes_json(added)

    takes_json(verb("options", options, "The house rules of a game."))

    added = verb("play", play, "Play in the terminal, against bots.")
    added.add_argument("--seats", type=int, metavar="K", help="how many play, you included (2 if the game allows)")
    added.add_argument("--bot", default="steady", metavar="BOT", help="who plays the other seats (steady)")
    added.add_argument("--name", default="Guest", help="your name (Guest)")
    added.add_argument("--seed", metavar="TEXT", help="play a deal that can be repeated")
    added.add_argument("--save", type=Path, metavar="FILE", help="keep the log of the game in a file")
    added.add_argument("--plain", action="store_true", help="plain lines, for screen readers")
    takes_options(added)

    added = verb("serve", run_server, "Open the card table on the web.", game=False)
    added.add_argument("--host", default="0.0.0.0", metavar="ADDRESS", help="where to listen (everywhere: 0.0.0.0)")
    added.add_argument("--port", type=int, default=8000, metavar="N", help="the port (8000; 0 for any free one)")
    added.add_argument("--public-url", default="", metavar="URL", help="the address others reach it by")
    added.add_argument("--trusted-proxy", default="", metavar="IP", help="a proxy whose word on addresses is taken")
    added.add_argument("--bot-pause", type=float, default=0.8, metavar="S", help="seconds before a bot moves (0.8)")
    added.add_argument("--no-limits", action="store_true", help="take any amount from one address: for load tests")
    takes_db(added)

    added = verb("backup", run_backup, "Copy everything, also while the server runs.", game=False)
    added.add_argument("file", metavar="FILE", help="where to: a new file, or the address of an empty database")
    takes_db(added)

    added = verb("simulate", run_simulation, "Let bots play many games, and count.")
    added.add_argument("--games", type=int, default=1000, metavar="N", help="how many (1000)")
    added.add_argument("--seats", type=int, metavar="K", help="how many play (2 if the game allows)")
    added.add_argument("--bots", default="steady", metavar="A,B", help="one a seat, or fewer to repeat (steady)")
    added.add_argument("--seed", type=int, default=0, metavar="S", help="which games (0)")
    added.add_argument("--workers", type=int, metavar="N", help="how many processes (one a core)")
    added.add_argument("--plot", type=Path, metavar="FILE", help="a picture of the outcome: .svg, .png or .pdf")
    takes_options(added)
    takes_json(added)

    added = verb("count", count, "What cards score. With - for the cards, a case a line is read from standard input.")
    added.add_argument(
        "cards", nargs="+", metavar="CARD", help="7H 10S JOK; suits may be left out where they mean nothing"
    )
    takes_options(added)
    takes_json(added)

    added = verb("score", run_score, "Keep score for a game with real cards: see help once it runs.")
    added.add_argument("--names", default="", metavar="A,B", help="who plays, the first dealer first (asked for)")
    added.add_argument(
        "--save", type=Path, metavar="FILE", help="keep the sheet in a file, and go on with it next time"
    )
    added.add_argument("--plain", action="store_true", help="plain lines, for screen readers and programs")
    takes_options(added)
    takes_json(added)

    added = verb("replay", run_replay, "Show a recorded game again, move by move, or tell its story.", game=False)
    added.add_argument("file", type=Path, metavar="FILE", help="its log, as JSON or as text")
    added.add_argument("--seat", type=int, metavar="N", help="as this seat saw it, counted from 0 (an onlooker)")
    added.add_argument("--plain", action="store_true", help="the story in plain lines, for screen readers")
    added.add_argument("--as", dest="form", choices=("json", "text"), help="print the log itself in this form")
    takes_json(added)

    added = verb("verify", run_verify, "Was the game fair? Plays its log again and checks every card.", game=False)
    added.add_argument("file", type=Path, metavar="FILE", help="its log, as JSON or as text")
    takes_json(added)

    for game in discover().values():
        for own in game.verbs:
            added = verb(own.name, own.run, own.help, game=False)
            own.arguments(added)
    return top


def print_json(value: Any) -> None:
    print(json.dumps(msgspec.to_builtins(value), ensure_ascii=False))


# ---------------------------------------------------------------- reading about games


def games(given: argparse.Namespace) -> None:
    found = discover().values()
    if given.json:
        print_json(
            [
                {
                    "name": g.name,
                    "title": g.title,
                    "about": g.about,
                    "seats": [g.seats[0], g.seats[-1]],
                    "edition": g.edition,
                }
                for g in found
            ]
        )
        return
    for game in found:
        out.print(f"[bold]{game.name}[/bold]  {game.title}, {game.seats[0]} to {game.seats[-1]} players")
        out.print(f"  {game.about}")


def rules(given: argparse.Namespace) -> None:
    text = find(given.game).rules()
    if given.number is not None:
        rule = find_rule(text, given.number)
        if given.json:
            print_json({given.number.upper(): rule})
        else:
            out.print(Markdown(f"**{given.number.upper()}** {rule}"))
    elif given.json:
        print_json(rules_by_number(text))
    elif out.is_terminal:
        out.print(Markdown(text))
    else:
        print(text, end="")


def options(given: argparse.Namespace) -> None:
    described = describe(find(given.game).options)
    if given.json:
        print_json(described)
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("house rule", "as written", "takes", "what it does", "rule"):
        table.add_column(heading)
    for option in described:
        default = ("on" if option.default else "off") if option.kind == "switch" else str(option.default)
        default = option.none if option.default is None else default
        if isinstance(option.default, tuple):
            default = ",".join(map(str, option.default)) or "none"
        words = "; ".join(f"{value}: {text}" for value, text in option.choices.items() if value != text)
        table.add_row(option.name, default, option.wants(), f"{option.about} {words}".strip(), option.rule)
    out.print(table)


def count(given: argparse.Namespace) -> None:
    game = find(given.game)
    chosen = read_pairs(game.options, given.set)
    if given.cards != ["-"]:
        points = game.count(chosen, given.cards)
        if given.json:
            print_json({"points": points})
        else:
            print(points)
        return
    answer_lines(lambda cards: {"points": game.count(chosen, cards)})


# ---------------------------------------------------------------- playing and recording


def play(given: argparse.Namespace) -> None:
    game = find(given.game)
    secret = sha256(given.seed.encode()).digest() if given.seed else secrets.token_bytes(32)
    console = Console(no_color=True, emoji=False) if given.plain else Console()
    TerminalTable(
        game,
        read_pairs(game.options, given.set),
        given.seats if given.seats is not None else max(2, game.seats[0]),
        given.bot,
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
        raise Refused("", f"There is no seat {given.seat}: {len(names)} played, counted from 0.")
    if not given.json and not given.plain and out.is_terminal and sys.stdin.isatty():
        Stepping(Recording(game, log), given.seat, out).run()
        return
    told = story(game, log, given.seat)
    result = final(game, log).result()
    if given.json:
        print_json({"game": game.name, "seats": names, "entries": len(log.entries), "story": told, "result": result})
        return
    lines = [f"{game.title}: {', '.join(names)}.", *told]
    print("\n".join(map(in_words, lines) if given.plain else lines))
    if result is None:
        print(f"The game was not finished; it stops after {len(log.entries)} moves.")


def run_score(given: argparse.Namespace) -> None:
    from parlour.score.written import read_names
    from parlour.terminal.score import Scribe

    options = read_pairs(find(given.game).options, given.set)
    Scribe(given.game, options, read_names(given.names), given.plain or given.json, given.json, given.save).keep()


def run_verify(given: argparse.Namespace) -> None:
    log = load_log(given.file)
    game = find_any(log.opening.game)
    verdict = verify(game, log)
    if given.json:
        told = msgspec.to_builtins(verdict)
        del told["shuffles"]  # for pages that make them again; here they have been
        print_json(told)
    if not verdict.ok:
        raise Refused(verdict.rule, f"This log does not hold: {verdict.why}")
    if not given.json:
        print(f"{game.title}: {', '.join(log.opening.seats)}. This log holds.")
        for heading, sentences in (("Proved", verdict.proved), ("Not proved", verdict.not_proved)):
            print("\n".join(["", f"{heading}:", *(f"- {sentence}" for sentence in sentences)]))


# ---------------------------------------------------------------- the server


def run_server(given: argparse.Namespace) -> None:
    from parlour.server.serve import Settings, serve
    from parlour.store.sqlite import usual_file

    if not 0 <= given.bot_pause <= 60:
        raise Refused("", "--bot-pause takes 0 to 60 seconds.")
    db = given.db or str(usual_file())
    settings = Settings(
        given.host, given.port, db, given.public_url, given.trusted_proxy, given.bot_pause, not given.no_limits
    )
    serve(settings, lambda line: print(line, flush=True))


def run_backup(given: argparse.Namespace) -> None:
    from parlour.store.backup import backup
    from parlour.store.postgres import is_url
    from parlour.store.sqlite import usual_file

    with progress_bar("Copying") as (bar, task):
        backup(
            given.db or str(usual_file()),
            given.file,
            lambda done, total: bar.update(task, completed=done, total=total),
        )
    print(f"Everything is in {'the database' if is_url(given.file) else given.file}.")


@contextmanager
def progress_bar(doing: str, total: int | None = None) -> Iterator[tuple[Progress, TaskID]]:
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield bar, bar.add_task(doing, total=total)


# ---------------------------------------------------------------- the lab


def run_simulation(given: argparse.Namespace) -> None:
    game = find(given.game)
    seats = given.seats if given.seats is not None else max(2, game.seats[0])
    chosen = read_pairs(game.options, given.set)
    game.check_seats(seats, chosen)
    names = [name.strip() for name in given.bots.split(",")]
    for name in names:
        find_bot(game, name)
    if len(names) > seats:
        raise Refused("", f"{len(names)} bots do not fit into {seats} seats.")
    for what, value in (("--games", given.games), ("--workers", given.workers)):
        if value is not None and not 1 <= value <= MOST_GAMES:
            raise Refused("", f"{what} takes a whole number from 1 to {MOST_GAMES:,}, not {quoted(value)}.")
    if given.plot:
        from parlour.lab.plot import check_plot, plot

        check_plot(given.plot)
    bots = tuple(names[seat % len(names)] for seat in range(seats))
    plan = Plan(game.name, chosen, seats, bots, given.games, given.seed)
    with progress_bar("Playing", given.games) as (bar, task):
        report = simulate(plan, given.workers, lambda done: bar.advance(task, done))
    if given.plot:
        plot(report, given.plot)
    if given.json:
        print_json(report.to_builtins())
    else:
        _print_report(report, game.round_word)


def _print_report(report: Report, round_word: str) -> None:
    told = report.to_builtins()
    print(
        f"{told['games']:,} games of {told['game']} with {told['seats']} seats in {told['seconds']:.1f} s: "
        f"{told['moves']:,} moves, {told['moves_per_second']:,} a second"
    )
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("seat", "bot", "mean score", "±", "wins", "shared"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for seat, player in enumerate(told["players"]):
        mean, error = f"{player['mean']:.3f}", f"{player['standard_error']:.3f}"
        table.add_row(str(seat), player["bot"], mean, error, f"{player['wins']:,}", f"{player['shared_wins']:,}")
    out.print(table)
    for name, spread in report.tally.facts.items():
        print(f"{name.replace('_', ' ').capitalize()}: {_fact(spread, round_word)}")
    print(f"Points a {round_word}:")
    points = report.tally.points.counts
    width = (max(points) - min(points)) // 40 + 1  # so that the picture fits a screen
    bars = {
        first: sum(points[value] for value in range(first, first + width))
        for first in range(min(points), max(points) + 1, width)
    }
    most = max(bars.values())
    for first, times in bars.items():
        label = signed(first) if width == 1 else f"{signed(first)} … {signed(first + width - 1)}"
        print(f"{label:>11} {100 * times / points.total():5.1f} % {'█' * round(50 * times / most)}")


def _fact(spread: Spread, round_word: str) -> str:
    if spread.counts and set(spread.counts) <= {0, 1}:
        return f"in {spread.counts[1]:,} of {spread.counts.total():,} {round_word}s"
    summary = spread.summary()
    if summary is None:
        return "never"
    least, ten, ninety, most = (signed(int(summary[key])) for key in ("min", "p10", "p90", "max"))
    return f"mean {spread.mean():.2f}, from {least} to {most}, the middle 80 % from {ten} to {ninety}"


if __name__ == "__main__":
    sys.exit(main())
