"""A score sheet as people type it, and as a file for a spreadsheet."""

import csv
import io
import re
from collections.abc import Sequence

from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.scorer import Cell
from parlour.kernel.state import Seat
from parlour.score.actions import Enter
from parlour.score.sheet import Sheet

HOW = (
    "Write what each player is left with, in order: points (12), or cards (K+A+5); - for who is out. "
    "A w behind it marks who won or went out (0w), a c who was caught (c)."
)
_MARKED = re.compile(r"(.*?)([wc]?)", re.IGNORECASE)
_NUMBER = re.compile(r"[−-]?[0-9]{1,4}")


def read_names(line: str) -> list[str]:
    """ "Ann Bob", or with commas where a name has more words."""
    parts = line.split(",") if "," in line else line.split()
    return [part.strip() for part in parts if part.strip()]


def read_round(line: str, names: Sequence[str]) -> Enter:
    """A round from a line, a word a player."""
    texts = line.replace(",", " ").split()
    if len(texts) != len(names):
        raise Refused("", f"There are {len(names)} players ({', '.join(names)}), and the line has {len(texts)} words.")
    cells: list[Cell | None] = []
    winners: list[Seat] = []
    caught: list[Seat] = []
    for seat, text in enumerate(texts):
        found = _MARKED.fullmatch(text)
        value, mark = (found[1], found[2].lower()) if found else (text, "")
        (winners if mark == "w" else caught if mark == "c" else []).append(seat)
        cells.append(_cell(value, bool(mark)))
    if len(winners) > 1:
        raise Refused("", "Only one can be marked with a w.")
    if caught and not winners:
        winners = [seat for seat, cell in enumerate(cells) if cell and cell.points == 0 and seat not in caught][:1]
        if not winners:
            raise Refused("", "Somebody was caught, so somebody has won: mark who did with a w.")
    return Enter(tuple(cells), (*caught, *winners))


def _cell(text: str, marked: bool) -> Cell | None:
    if text == "-" or (not text and marked):
        return None
    if _NUMBER.fullmatch(text):
        return Cell(points=int(text.replace("−", "-")))
    cards = text.split("+")
    if not all(cards) or len(cards) > 40 or any(len(card) > 6 for card in cards):
        raise Refused("", f"{quoted(text)} is neither points nor cards. {HOW}")
    return Cell(cards=tuple(cards))


def as_table(sheet: Sheet, names: Sequence[str], separator: str = ",") -> str:
    """The points of every round and the totals, for a spreadsheet."""
    text = io.StringIO()
    rows = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    rows.writerow([sheet.round_word, *map(_harmless, names)])
    for number, line in enumerate(sheet.lines, 1):
        rows.writerow([number, *("" if points is None else points for points in line.reckoned.counted)])
    rows.writerow(["total", *sheet.scorer.totals])
    return text.getvalue()


def _harmless(name: str) -> str:
    """A name that a spreadsheet does not take for something to be worked out."""
    return f"'{name}" if name[:1] in "=+-@" else name
