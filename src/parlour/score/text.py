"""A score sheet as people type it, and as a file for a spreadsheet."""

import csv
import io
import re
from collections.abc import Sequence

from parlour.cards import CODES
from parlour.kernel.refusal import Asks, Refused, quoted
from parlour.kernel.scorer import MOST_CARDS, Cell, Pad
from parlour.kernel.state import Seat
from parlour.score.actions import Enter
from parlour.score.sheet import Sheet

HOW = (
    "Write what each player gets, in order: points (12), or the cards they are left with (K+A+5), or "
    "none; - for who is out. A w marks who won or went out (0w), a c who was caught (c). If nobody won, end the line "
    "with nobody."
)
# How the question that a sheet asks is answered in writing.
ANSWERS = {
    "who": "Mark who it was with a w (0w), or end the line with nobody.",
    "winner": "Mark who it was with a w (0w).",
    "last": "End the line with last or with more.",
    "pieces": "Write R1+G2, or none.",
}
NOTHING = "none"
_NUMBER = re.compile(r"[−-]?[0-9]{1,4}")
_CLUBS = {code for code in CODES if code.endswith("C")}


def read_names(line: str) -> list[str]:
    """ "Ann Bob", or with commas where a name has more words."""
    parts = line.split(",") if "," in line else line.split()
    return [part.strip() for part in parts if part.strip()]


def read_round(line: str, names: Sequence[str], pad: Pad, who_rule: str = "") -> Enter:
    """A round from a line: a word a player, and what is said of the whole round. By `who_rule` one player ends it."""
    texts = line.replace(",", " ").split()
    nobody = last = None
    while len(texts) > len(names) and (word := texts[-1].lower()) in ("nobody", "last", "more"):
        texts.pop()
        nobody, last = (True, last) if word == "nobody" else (nobody, word == "last")
    if len(texts) != len(names):
        words = "1 word" if len(texts) == 1 else f"{len(texts)} words"
        raise Refused("", f"There are {len(names)} players ({', '.join(names)}), and the line has {words}.")
    cells: list[Cell | None] = []
    winners: list[Seat] = []
    caught: list[Seat] = []
    for seat, text in enumerate(texts):
        value, mark = _unmarked(text, pad, who_rule)
        (winners if mark == "w" else caught if mark == "c" else []).append(seat)
        cells.append(_cell(value, bool(mark)))
    if len(winners) > 1:
        raise Refused(who_rule, "Only one can be marked with a w.")
    calls = (*caught, *winners) if winners else ()
    return Enter(tuple(cells), calls, caught=() if winners else tuple(caught), nobody=bool(nobody), last=last)


def _unmarked(text: str, pad: Pad, who_rule: str) -> tuple[str, str]:
    """What is written, and the mark behind it. No card ends in a w, but clubs end in a c."""
    value, mark = text[:-1], text[-1:].lower()
    if mark == "w" and pad.who:
        return value, mark
    if mark in ("w", "c") and (not value or _NUMBER.fullmatch(value)) and not (pad.who if mark == "w" else pad.calls):
        if pad.unit != "hand" or not _is_club(text):  # a club is a hand, but neither a grid nor a pyramid
            does = "goes out" if mark == "w" else "is caught"
            raise Refused(who_rule, f"{quoted(text)}: nobody {does} in this game.")
    if mark != "c" or not pad.calls:
        return text, ""
    if not _is_club(text.split("+")[-1]):
        return value, mark
    if text.endswith("C"):
        return text, ""  # as clubs are written; marks are small letters
    raise Asks("", f"{quoted(text)}: was this player caught, or is it a club?", f"Write c for caught, or {value}C.")


def _is_club(text: str) -> bool:
    return text.upper() in _CLUBS


def _cell(text: str, marked: bool) -> Cell | None:
    if text == "-" or (not text and marked):
        return None
    if _NUMBER.fullmatch(text):
        return Cell(points=int(text.replace("−", "-")))
    if text.lower() == NOTHING:
        return Cell(cards=())
    cards = text.split("+")
    if not all(cards) or len(cards) > MOST_CARDS or any(len(card) > 6 for card in cards):
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
