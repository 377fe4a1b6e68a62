"""Watching a recorded game in the terminal, move by move."""

from rich.console import Console

from parlour.kernel.recording import Recording, Viewer
from parlour.terminal.draw import print_view

HELP = "Enter: next.  b: back.  r 2: round 2.  12: after 12 moves.  s: next seat.  o: show all cards.  q: quit."


class ReplayScreen:
    def __init__(self, recording: Recording, viewer: Viewer, console: Console) -> None:
        self.recording = recording
        self.viewer = viewer
        self.console = console
        self.at = 0
        self.note = HELP

    def run(self) -> None:
        try:
            while True:
                self._show()
                words = self.console.input("> ").lower().split()
                self.note = HELP
                if words[:1] in (["q"], ["quit"]):
                    return
                self._do(words)
        except (EOFError, KeyboardInterrupt):
            self.console.print()

    def _do(self, words: list[str]) -> None:
        match words:
            case [] | ["n"]:
                self.at = min(self.at + 1, self.recording.moves)
            case ["b" | "p"]:
                self.at = max(self.at - 1, 0)
            case ["r", number] if number.isdecimal() and (round := self._round(int(number))) is not None:
                self.at = round
            case [number] if number.isdecimal() and int(number) <= self.recording.moves:
                self.at = int(number)
            case ["s"]:
                self.viewer = self._next_seat()
            case ["o"]:
                self.viewer = None if self.viewer == "open" else "open"
            case _:
                self.note = f"That isn't one of the commands. {HELP}"

    def _round(self, number: int) -> int | None:
        return next((round.at for round in self.recording.rounds if round.round == number), None)

    def _next_seat(self) -> Viewer:
        """The next seat around the table; after the last seat, an onlooker."""
        if not isinstance(self.viewer, int):
            return 0
        return self.viewer + 1 if self.viewer + 1 < len(self.recording.names) else None

    def _show(self) -> None:
        recording = self.recording
        self.console.clear()
        print_view(self.console, recording.view(self.at, self.viewer))
        said = list(recording.told(self.at, self.viewer).sentences) or ["The cards are dealt."]
        if self.at == recording.moves:
            said += [] if recording.is_over(self.at) else ["The game wasn't finished. It stops here."]
        self._say("\n".join(said), "bold")
        as_whom = "all cards open" if self.viewer == "open" else "as an onlooker"
        if isinstance(self.viewer, int):
            as_whom = f"as {recording.names[self.viewer]} saw it"
        self._say(f"Move {self.at} of {recording.moves}, {as_whom}.")
        self._say(self.note, "dim")

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(text, markup=False, highlight=False, style=style)
