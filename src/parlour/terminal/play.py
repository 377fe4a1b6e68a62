"""A game in the terminal: one person against bots."""

import re
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
from rich.console import Console
from rich.markdown import Markdown

from parlour.bots import BOT_NAMES
from parlour.bots.advice import advise
from parlour.bots.levels import in_time
from parlour.bots.search import ThinkingTime
from parlour.cards import NotACard
from parlour.engines.engine import Engine, Player, SeatedEngine, seated
from parlour.kernel.game import AnyGame
from parlour.kernel.log import Log, begin, open_log, record, shuffler_of
from parlour.kernel.names import with_names
from parlour.kernel.options import Options
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.rulebook import find_rule
from parlour.kernel.state import Bot
from parlour.kernel.view import Ask, View, listed, named
from parlour.terminal.answer import in_typing, pick_ask, question, read_hole
from parlour.terminal.draw import by_side, in_words, plain_view, print_view
from parlour.terminal.saving import save

HELP = """Type the number of what you want to do, then what it asks for: "1", or "1 4" for the fourth place.{words}
You can also type: hint, rules, rules and a number (for one rule), scores, log, look (to see the table again), quit."""
ME = 0
PATIENCE = 0.5  # seconds that sharp may think while somebody waits


class Quit(Exception):
    """The person wants to stop."""


class TerminalTable:
    """One person in seat 0, bots in the other seats, and the log of their game."""

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        seats: int,
        players: Sequence[Player],
        name: str,
        secret: bytes,
        console: Console,
        plain: bool,
        save: Path | None,
    ) -> None:
        game.check_seats(seats, options)
        if not name.strip() or len(name) > 40:
            raise Refused("", "Your name needs 1 to 40 characters.")
        if save is not None and (save.exists() or not save.name):
            raise Refused("", f"{quoted(str(save))} already exists. Save the game under a new name.")
        self.game = game
        self.options = options
        self.secret = secret
        self.names = [name, *BOT_NAMES[: seats - 1]]
        self.players = {seat: _in_time(players[(seat - 1) % len(players)]) for seat in range(1, seats)}
        self.bots: dict[int, Bot[Any, Any]] = {}
        self.engines: list[SeatedEngine] = []
        self.log: Log = open_log(game, options, self.names, secret)
        self.state: Any = begin(game, self.log.opening, shuffler_of(self.log))
        self.rng = Random(secret)
        self.console = console
        self.plain = plain
        self.save_to = save
        self.story: list[str] = []
        self.shown = (0, 0)  # the stage of the game when the table was last shown

    def play(self) -> None:
        self._save()
        self._say(f"{self.game.title}: {listed(['you', *self.names[1:]])}. Type ? for help.")
        self._say(f"The cards are shuffled and can't be changed now. Fingerprint: {self.log.opening.commitment[:16]}.")
        at_table = seated(self.game, self.options, self.players, self.names, self.secret)
        try:
            with at_table as (self.bots, self.engines):
                while self.state.actors():
                    for seat in self._asked():
                        if self._my_move() if seat == ME else self._bots_move(seat):
                            break
                for engine in self.engines:
                    engine.over(self.state.redeal(engine.seat, self.rng))
        except (Quit, EOFError, KeyboardInterrupt):
            self._say("Goodbye." + (f" Your game so far is in {self.save_to}." if self.save_to else ""))
            return
        self.log = msgspec.structs.replace(self.log, result=self.state.result())
        self._save()
        self._show(self._view())

    # ------------------------------------------------------------ doing things

    def _asked(self) -> list[int]:
        """The seats that may act, in order. The person comes after all bots, unless there is a chance to cut in."""
        asked = self.game.asked(self.state)
        return asked if self._may_cut_in() else sorted(asked, key=lambda seat: seat == ME)

    def _may_cut_in(self) -> bool:
        return self.game.calls.interrupts and ME in self.state.actors() and self.state.silence(ME) is None

    def _bots_move(self, seat: int) -> bool:
        """Let a bot move; whether it did anything."""
        failed = [engine.stood_in.total() for engine in self.engines]
        choice = self.bots[seat].choose(self.state.redeal(seat, self.rng), seat, self.rng)
        if failed != [engine.stood_in.total() for engine in self.engines]:
            self._say(f"  {self.names[seat]}'s program failed, so steady plays this move.")
        if choice is not None:
            self._do(seat, choice, "bot")
        return choice is not None

    def _do(self, seat: int, action: Any, by: Any) -> None:
        before = self.state.copy()
        self.state.apply(seat, action)
        record(self.log, seat, action, by, round(time.time(), 3))
        for engine in self.engines:
            engine.saw(before, seat, action, self.state)
        told = self.game.tell(before, seat, action, self.state, ME)
        for sentence in told.sentences:
            self.story.append(named(sentence, self.names))
            self._say(f"  {self.story[-1]}")
        if len(self.state.sheet) > len(before.sheet) and self.state.actors() and ME not in self.state.actors():
            self._show(self._view())
            self._read("Press Enter to continue. ")

    def _my_move(self) -> bool:
        """Ask until the person has moved, or does not want to cut in; whether they moved."""
        view = self._view()
        if self._may_cut_in() and len(view.asks) == 1 and not view.asks[0].holes():
            return False  # the only choice is to do nothing
        in_turn = bool(self.log.entries) and self.log.entries[-1].seat == ME and self.shown == _stage(view)
        if self.plain and in_turn:  # nobody else has moved, and hearing it all again takes long
            self._show_asks(view)
        else:
            self._show(view)
        moves = len(self.log.entries)
        while len(self.log.entries) == moves:
            try:
                words = self._read("> ").split()
                if not words and self._may_cut_in():
                    return False
                action = self._ask(view, words)
                if action is not None:
                    self._do(ME, action, "person")
            except (Refused, NotACard) as refusal:
                self._say(named(str(refusal), self.names))
        self._save()
        return True

    def _ask(self, view: View, words: list[str]) -> Any:
        """What the person typed, as an action; None if it was not a move."""
        if not words:
            if len(view.asks) == 1 and not view.asks[0].holes():
                return self.game.read_action(view.asks[0].action)
            self._show_asks(view)
            return None
        if self._aside(words, view):
            return None
        if len(view.asks) == 1 and len(view.asks[0].holes()) == len(words) and words != ["1"]:
            return self._fill(view.asks[0], words, view)  # "4" means "1 4" when there is nothing else to do
        try:
            ask = pick_ask(view.asks, words[0])
        except Refused:
            self._refuse(words[0])
            raise
        return self._fill(ask, words[1:], view)

    def _refuse(self, word: str) -> None:
        """Try an action that is not offered now on a copy: the rules say best why it is refused."""
        for kind in get_args(self.game.actions):
            tag = str(kind.__struct_config__.tag)
            needs_more = len(kind.__struct_fields__) > len(kind.__struct_defaults__)
            if len(word) > 1 and tag.startswith(word.lower()) and not needs_more:
                self.state.copy().apply(ME, kind())

    def _fill(self, ask: Ask, words: list[str], view: View) -> Any:
        values = {}
        for key, hole in ask.holes().items():
            if not words:
                words = self._read(f"{question(hole, view)} ").split()
            if not words:
                raise Refused("", "You didn't choose anything, so nothing happened.")
            values[key] = read_hole(hole, words, view)
        if words:
            raise Refused("", f"That's more than this needs: {' '.join(words)!r}.")
        return self.game.read_action(ask.fill(values))

    def _aside(self, words: Sequence[str], view: View) -> bool:
        """Answer what is not a move; whether it was something like that."""
        match words:
            case ["?" | "help"]:
                typed = [f'"{words}"' for ask in view.asks if (words := in_typing(ask, view))]
                self._say(HELP.format(words=f"\nWords work too: {', '.join(typed[:3])}." if typed else ""))
            case ["quit" | "q" | "exit"]:
                raise Quit
            case ["rules"] if self.plain:
                self._say(re.sub(r"[*`#]", "", self.game.rules()))
            case ["rules"]:
                self.console.print(Markdown(self.game.rules()))
            case ["rules" | "rule", number]:
                self._say(f"{number.upper()}: {find_rule(self.game.rules(), number)}")
            case ["hint"]:
                self._hint()
            case ["scores"]:
                self._scores(view)
            case ["log"]:
                self._say("\n".join(self.story))
            case ["look" | "l"]:
                self._show(view)
            case _:
                return False
        return True

    # ------------------------------------------------------------ showing things

    def _view(self) -> View:
        return with_names(self.game.view(self.state, ME), self.names)

    def _show(self, view: View) -> None:
        self.shown = _stage(view)
        if self.plain:
            for line in plain_view(view):
                self._say(line)
        else:
            print_view(self.console, view)
        self._show_asks(view)

    def _show_asks(self, view: View) -> None:
        self._say(view.prompt)
        for number, ask in enumerate(view.asks, 1):
            self._say(f"  {number}  {ask.say}{f' ({ask.note})' if ask.note else ''}")
        if self._may_cut_in():
            self._say("  Enter  Let the others go on")

    def _hint(self) -> None:
        advice = advise(self.game, self.state.redeal(ME, self.rng), ME, ThinkingTime(seconds=PATIENCE), self.rng)
        self._say(named(advice.sentence, self.names))

    def _scores(self, view: View) -> None:
        for number, points in enumerate(view.sheet, 1):
            self._say(f"{self.game.round_word.capitalize()} {number}: {', '.join(by_side(view, points))}.")
        self._say(f"Totals: {', '.join(by_side(view, [seat.score for seat in view.seats]))}.")

    def _say(self, text: str) -> None:
        soft = self.plain or (self.save_to is not None and str(self.save_to) in text)  # a path must stay in one piece
        self.console.print(in_words(text) if self.plain else text, markup=False, highlight=False, soft_wrap=soft)

    def _read(self, prompt: str) -> str:
        return self.console.input(in_words(prompt) if self.plain else prompt, markup=False)

    def _save(self) -> None:
        if self.save_to is not None:
            save(self.log, self.save_to)


def _in_time(player: Player) -> Player:
    return player if isinstance(player, Engine) else in_time(player, PATIENCE)


def _stage(view: View) -> tuple[int, int]:
    """The round being played, and how many have been scored."""
    return view.round, len(view.sheet)
