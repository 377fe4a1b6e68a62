"""Keeping score in the terminal, for a game with real cards."""

import json
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from parlour.cards import NotACard
from parlour.kernel.log import Log, final, open_log, record
from parlour.kernel.notation import load_log
from parlour.kernel.options import Options, changed
from parlour.kernel.refusal import Asks, Refused, quoted
from parlour.kernel.rulebook import find_rule
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.view import listed, named, signed
from parlour.score import sheet_of
from parlour.score.actions import Action, Correct, Enter, Strike, Undo
from parlour.score.sheet import Sheet
from parlour.score.telling import changes, remark_in_words
from parlour.score.text import ANSWERS, as_table, how, read_names, read_round
from parlour.table.chairs import check_name
from parlour.terminal.saving import save

HELP = """\
redo       take back the last round
undo       take back the last change, whatever it was
fix 2 …    fix round 2, like {fix}; later rounds are added up again
scores     show the sheet
save FILE  save it for a spreadsheet, as a .csv or .tsv file
{rule:11}show a rule
quit"""


TYPIST = -1  # is "you" in what is told, and none of the players


class Done(Exception):
    """The person wants to stop."""


class ScoreScreen:
    """One score sheet, and the person who types."""

    def __init__(
        self, game: str, options: Options, names: list[str], plain: bool, as_json: bool, save_to: Path | None
    ) -> None:
        self.game = sheet_of(game)
        self.options = options
        self.names = names
        self.plain = plain
        self.as_json = as_json
        self.save_to = save_to
        self.asks = sys.stdin.isatty() and not as_json
        self.console = Console(no_color=plain, emoji=False, highlight=False)
        self.refused = 0
        self.may_go = False  # the sheet is saved, or the person has said quit once
        self.state: Sheet
        self.log: Log

    def keep(self) -> None:
        """Ask for the names, then answer every line until somebody quits or the input ends."""
        self._begin()
        if self.asks:
            self._say("Type ? for help.")
        if self.state.lines:
            self._show()
        while True:
            try:
                if self.asks:
                    self._say(self._heading())
                line = self._read()
                if line is None:
                    break
                if line.strip():
                    self._answer(line.split())
            except Done:
                break
            except (Refused, NotACard) as refusal:
                self._refuse(refusal)
        if self.asks and self.save_to:
            self._say(f"Your sheet is in {self.save_to}.")
        if self.refused and not self.asks:
            raise Refused("", f"{self.refused} of the lines didn't work; see above why.")

    def _begin(self) -> None:
        if self.save_to and self.save_to.exists():
            self._go_on(self.save_to)
            return
        if not self.names:
            if self.asks:
                self._say("Who's playing? Type the names, first dealer first.")
            self.names = read_names(self._read() or "")
        self.names = [check_name(name) for name in self.names]
        if len({name.casefold() for name in self.names}) < len(self.names):
            raise Refused("", "Two players have the same name.")
        self.game.check_seats(len(self.names), self.options)
        self.log = open_log(self.game, self.options, self.names, bytes(32))
        self.state = self.game.start(self.options, len(self.names), QuickShuffler(bytes(32)))  # nothing is shuffled

    def _go_on(self, file: Path) -> None:
        log = load_log(file)
        if log.opening.game != self.game.name:
            raise Refused("", f"{file} is for {quoted(log.opening.game)}, not for {self.game.title}.")
        if changed(self.options) not in ({}, log.opening.options):
            raise Refused("", f"{file} was started with other house rules. Leave out --set to continue it.")
        self.log = log
        self.names = list(log.opening.seats)
        self.state = final(self.game, log)

    # ------------------------------------------------------------ one line

    def _answer(self, words: list[str]) -> None:
        match [words[0].lower(), *words[1:]]:
            case ["redo"]:
                self._do(Strike())
            case ["undo"]:
                self._do(Undo())
            case ["fix", number, *cells] if number.isdecimal() and len(number) < 4:
                it = self._round(cells)
                self._do(Correct(int(number), it.cells, it.calls, it.caught, it.nobody, it.last))
            case ["fix", *_]:
                why = f"Type fix, the round's number, and the round as it should be, like {self._fix()}."
                raise Refused("", why)
            case ["scores"]:
                self._show()
            case ["save", file]:
                self._export(Path(file))
                self.may_go = True
            case ["rule" | "rules", number]:
                self._say(f"{number.upper()}: {find_rule(self.game.rules(), number)}")
            case ["?" | "help"]:
                scorer = self.state.scorer
                rule = f"rule {scorer.points_rule}"
                self._say(f"{how(scorer.pad(), self.names)}\n{HELP.format(fix=self._fix(), rule=rule)}")
            case ["quit" | "q" | "exit"]:
                self._leave()
            case _:
                self._do(self._round(words))

    def _fix(self) -> str:
        return f"fix 2 {' '.join(self.state.scorer.example())}"

    def _round(self, words: list[str]) -> Enter:
        return read_round(" ".join(words), self.names, self.state.scorer.pad(), self.state.scorer.who_rule)

    def _leave(self) -> None:
        """Leave, but ask for a second quit before an unsaved sheet is lost."""
        if self.may_go or self.save_to or not self.asks or not self.state.rounds:
            raise Done
        self.may_go = True
        self._say("This sheet isn't saved. Type “save FILE” to keep it for a spreadsheet, or “quit” again to leave.")

    def _do(self, action: Action) -> None:
        before, after = self.state, self.state.copy()
        after.apply(0, action)
        self.may_go = False
        record(self.log, 0, action, "person", round(time.time(), 3))
        try:
            if self.save_to:
                save(msgspec.structs.replace(self.log, result=after.result()), self.save_to)
        except Refused:
            self.log.entries.pop()
            raise
        self.state = after
        if self.as_json:
            self._print_json(before, action)
            return
        told = self.game.tell(before, TYPIST, action, after, TYPIST).sentences
        for sentence in told:
            self._say("  " + named(sentence, self.names))
        self._show()

    def _events(self, before: Sheet, action: Action) -> list[str]:
        """What an action changed, in sentences."""
        sheet, word = self.state, self.state.round_word
        match action:
            case Enter():
                return [remark_in_words(remark) for remark in sheet.lines[-1].reckoned.remarks]
            case Correct(number):
                done = f"{word.capitalize()} {number} was fixed."
            case Strike():
                done = f"{word.capitalize()} {len(before.rounds)} was taken back."
            case Undo():
                done = f"{before.past[-1].what} was taken back."
        return [done, *changes(before, sheet)]

    def _print_json(self, before: Sheet, action: Action) -> None:
        """Print the newest round and everybody's totals."""
        sheet = self.state
        events = [named(event, self.names) for event in self._events(before, action)]
        result = sheet.result()
        said: dict[str, Any] = {
            "round": len(sheet.rounds),
            "totals": dict(zip(self.names, sheet.scorer.totals, strict=True)),
            "events": events,
            "out": [name for seat, name in enumerate(self.names) if "out" in sheet.scorer.tags(seat)],
        }
        if tags := self._tags():
            said["tags"] = tags
        if gaps := sheet.gaps():
            said["missing"] = gaps
        if result:
            said["winners"] = [self.names[seat] for seat in result.winners]
        print(json.dumps(said, ensure_ascii=False), flush=True)

    def _refuse(self, refusal: Exception) -> None:
        self.refused += 1
        why = named(str(refusal), self.names)
        if isinstance(refusal, Asks):
            why += " " + ANSWERS.get(refusal.asks, refusal.asks)
        if self.as_json:
            print(json.dumps({"refused": why}, ensure_ascii=False), flush=True)
        else:
            self._say(why)

    def _export(self, file: Path) -> None:
        separators = {".csv": ",", ".tsv": "\t"}
        if file.suffix.lower() not in separators:
            raise Refused("", "Save the sheet as a .csv or .tsv file.")
        try:
            file.write_text(as_table(self.state, self.names, separators[file.suffix.lower()]), "utf-8", newline="")
        except OSError as error:
            raise Refused("", f"{file} can't be written: {error.strerror}.") from None
        self._say(f"Saved to {file}.")

    # ------------------------------------------------------------ showing

    def _heading(self) -> str:
        view = self.game.public(self.state)
        return named(f"{view.title}. {view.prompt}", self.names)

    def _show(self) -> None:
        if self.as_json:
            return
        totals = self.state.scorer.totals
        if self.plain:
            self._say(f"Totals: {listed([f'{n} {signed(t)}' for n, t in zip(self.names, totals, strict=True)])}.")
            self._say_tags()
            return
        table = Table(box=None, header_style="bold", pad_edge=False)
        table.add_column(self.state.round_word)
        for seat, name in enumerate(self.names):
            table.add_column(f"{name} (out)" if "out" in self.state.scorer.tags(seat) else name, justify="right")
        for number, line in enumerate(self.state.lines, 1):
            notes = line.reckoned.notes or [""] * len(self.names)
            counted = [_in_table(points, note) for points, note in zip(line.reckoned.counted, notes, strict=True)]
            table.add_row(f"{number} {line.title}".strip(), *counted)
        table.add_row("total", *map(signed, totals), style="bold")
        self.console.print(table)
        self._say_tags()

    def _tags(self) -> dict[str, list[str]]:
        """What else counts for a player, like bags. Who is out stands beside the name."""
        tags = {name: [t for t in self.state.scorer.tags(seat) if t != "out"] for seat, name in enumerate(self.names)}
        return {name: said for name, said in tags.items() if said}

    def _say_tags(self) -> None:
        """Say it once for partners."""
        tags = self._tags()
        sides = [[self.names[seat] for seat in side] for side in self.state.scorer.sides]
        for names in sides or [[name] for name in self.names]:
            if names[0] in tags:
                self._say(f"{listed(names)}: {', '.join(tags[names[0]])}.")

    def _say(self, text: str) -> None:
        print(text, file=sys.stderr) if self.as_json else self.console.print(text, markup=False, soft_wrap=True)

    def _read(self) -> str | None:
        """The next line; None at the end of the input."""
        if self.asks:
            try:
                return self.console.input("> ")
            except (EOFError, KeyboardInterrupt):
                return None
        return sys.stdin.readline() or None


def _in_table(points: int | None, note: str) -> str:
    return "" if points is None else signed(points) + (f" ({note})" if note else "")
