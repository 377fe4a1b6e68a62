"""Reads a score sheet as people type it, and writes it as a file for a spreadsheet."""

import csv
import io
import re
from collections.abc import Sequence

from parlour.cards import CODES
from parlour.kernel.refusal import Asks, Refused, quoted
from parlour.kernel.scorer import MOST_CARDS, Cell, Pad, Winners
from parlour.kernel.state import Seat
from parlour.score.actions import Enter
from parlour.score.sheet import Sheet

UNITS = {"hand": "the cards that count", "grid": "their grid", "pieces": "their pieces"}
# How to answer a sheet's question in writing.
ANSWERS = {
    "who": "Mark that player with a w (0w), or end the line with nobody.",
    "winner": "Mark that player with a w (0w).",
    "last": "End the line with last or more.",
    "pieces": "Write them like R1+G2, or write none.",
    "moon": "If so, write moon and their name. If not, end the line with nobody.",
    "points": "Write one number for each player.",
}
NOTHING = "none"
_NUMBER = re.compile(r"[−-]?[0-9]{1,4}")
_BID = re.compile(r"([0-9]{1,2}|nil|n|blind|b)/([0-9]{1,2})", re.IGNORECASE)
_CLUBS = {code for code in CODES if code.endswith("C")}


def read_names(line: str) -> list[str]:
    """The names in "Ann Bob", or in "Ann Lee, Bob"."""
    parts = line.split(",") if "," in line else line.split()
    return [part.strip() for part in parts if part.strip()]


def read_round(line: str, names: Sequence[str], pad: Pad, who_rule: str = "") -> Enter:
    """A round from a line: one word per player, then words about the whole round. By `who_rule` one player ends it."""
    texts = line.replace(",", " ").split()
    plain = [text.lower().rstrip(":.!") for text in texts]
    if pad.who and pad.who.word and pad.who.word in plain:
        return Enter((None,) * len(names), (_seat_said(texts, plain, names, pad.who),))
    nobody = last = None
    while len(texts) > len(names) and (word := texts[-1].lower()) in ("nobody", "last", "more"):
        texts.pop()
        nobody, last = (True, last) if word == "nobody" else (nobody, word == "last")
    if len(texts) != len(names):
        words = "1 word" if len(texts) == 1 else f"{len(texts)} words"
        raise Refused("", f"There are {len(names)} players ({', '.join(names)}), but the line has {words}.")
    cells: list[Cell | None] = []
    winners: list[Seat] = []
    caught: list[Seat] = []
    for seat, text in enumerate(texts):
        value, mark = _unmarked(text, pad, who_rule)
        (winners if mark == "w" else caught if mark == "c" else []).append(seat)
        cells.append(_cell_with_bid(text, pad, names) if pad.unit == "bids" else _cell(value, bool(mark), pad, names))
    if len(winners) > 1:
        raise Refused(who_rule, "Mark only one player with a w.")
    calls = (*caught, *winners) if winners else ()
    return Enter(tuple(cells), calls, caught=() if winners else tuple(caught), nobody=bool(nobody), last=last)


def _seat_said(texts: list[str], plain: list[str], names: Sequence[str], who: Winners) -> Seat:
    """The player in "moon Ann" or "Ann shot the moon"."""
    asked = who.say.lower().rstrip("?").split()
    said = texts[1:] if plain[0] == who.word else [texts[at] for at, word in enumerate(plain) if word not in asked]
    if not any(letter.isalpha() for text in said for letter in text):
        raise Refused("", f"{who.say} Write {who.word} and the name, like {who.word} {names[0]}.")
    return _seat_named(" ".join(said), names)


def _seat_named(text: str, names: Sequence[str]) -> Seat:
    found = [seat for seat, name in enumerate(names) if name.casefold() == text.casefold()]
    if not found:
        raise Refused("", f"Nobody here is called {quoted(text)}. There are {', '.join(names)}.")
    return found[0]


def _unmarked(text: str, pad: Pad, who_rule: str) -> tuple[str, str]:
    """The text without its mark, and the mark. No card ends in w, but clubs end in c."""
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
        return text, ""  # a capital C is a club; marks are lowercase
    raise Asks("", f"{quoted(text)}: was this player caught, or is it a club?", f"Write c for caught, or {value}C.")


def _is_club(text: str) -> bool:
    return text.upper() in _CLUBS


def _cell(text: str, marked: bool, pad: Pad, names: Sequence[str]) -> Cell | None:
    if text == "-" or (not text and marked):
        return None
    if _NUMBER.fullmatch(text):
        return Cell(points=int(text.replace("−", "-")))
    if text.lower() == NOTHING:
        return Cell(cards=())
    cards = text.split("+")
    if not all(cards) or len(cards) > MOST_CARDS or any(len(card) > 6 for card in cards):
        raise Refused("", f"{quoted(text)} isn't points or cards. {how(pad, names)}")
    return Cell(cards=tuple(cards))


def _cell_with_bid(text: str, pad: Pad, names: Sequence[str]) -> Cell:
    found = _BID.fullmatch(text)
    if not found:
        raise Refused("", f"{quoted(text)} isn't a bid and tricks. {how(pad, names)}")
    bid, tricks = found[1].lower(), int(found[2])
    return Cell(bid=int(bid) if bid.isdecimal() else 0, tricks=tricks, blind=bid.startswith("b"))


def how(pad: Pad, names: Sequence[str]) -> str:
    """How to write a round."""
    if pad.unit == "bids":
        said = "For each player in order, write their bid and the tricks they took: 3/4."
        nil = " Nil is a bid of 0." if pad.points[0] == 0 else ""
        return said + nil + (" Blind nil is a bid of b: b/0." if pad.blind else "")
    cards = "+".join(pad.cards[: pad.size if pad.unit == "grid" else 3])
    said = f"For each player in order, write their points (15), or {UNITS[pad.unit]} ({cards}), or none"
    said += ", or - if they're out." if pad.calls else "."
    if pad.who and pad.who.word:
        said += f" {pad.who.say} Write only {pad.who.word} and the name: {pad.who.word} {names[0]}."
    elif pad.who:
        said += f" {pad.who.say} Add a w for that player (0w), or end the line with nobody."
    return said + (" Add a c for a player who was caught (c)." if pad.calls else "")


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
    """The name, quoted if a spreadsheet would take it for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name
