"""Tells what a change of a score sheet was, and everything that follows from it."""

import re
from collections.abc import Iterator, Sequence

from parlour.kernel.refusal import repeated
from parlour.kernel.scorer import Cell, Reckoned, Remark, Written
from parlour.kernel.state import Seat
from parlour.kernel.view import Told, all_of, listed, signed, won_by
from parlour.score.actions import Action, Correct, Enter, Strike, Undo
from parlour.score.sheet import Sheet


def tell(before: Sheet, seat: Seat, action: Action, after: Sheet, viewer: Seat | None) -> Told:
    you = "You" if seat == viewer else "The host" if seat < 0 else f"{{{seat}}}"
    word = before.round_word
    match action:
        case Enter():
            at = len(before.rounds)
            said = [f"{after.the_round(at + 1)} saved: {_row(after, at)}."]
            said += [remark_in_words(remark) for remark in after.lines[at].reckoned.remarks]
        case Correct(number):
            said = [f"{you} fixed {word} {number}: {_difference(before, after, number - 1)}."]
        case Strike():
            said = [f"{you} removed {word} {len(before.rounds)}."]
        case Undo():
            what = before.past[-1].what
            said = [f"{you} took back {what[0].lower()}{what[1:]}."]
    if not isinstance(action, Enter):
        told = action.number if isinstance(action, Correct) else 0
        said += [*changes(before, after, told), f"The score is now {_standing(after)}."]
    if after.result() and after.result() != before.result():
        said.append(won_by(after.result(), viewer))
    return Told(tuple(said))


def changes(before: Sheet, after: Sheet, told: int = 0) -> list[str]:
    """What follows from a correction, or from taking something back. The caller says who wins the match now, and has
    already said who ended the round with the number `told`."""
    return [
        *_who_ended(before, after, told),
        *_comings_and_goings(before, after),
        *_remarks(before, after),
        *_gaps(before, after),
        *_end(before, after),
    ]


def _who_ended(before: Sheet, after: Sheet, told: int) -> list[str]:
    both = range(min(len(before.lines), len(after.lines)))
    others = [at for at in both if at + 1 != told and not _same(before, after, at)]
    who = [(at + 1, "; ".join(_who(before, after, at))) for at in others]
    return [f"{after.the_round(number)}: {said}." for number, said in who if said]


def _remarks(before: Sheet, after: Sheet) -> list[str]:
    """The remarks on rounds that are new, and those that are no longer true. `_gaps` tells the questions, and
    `_end` the rounds that no longer count."""
    said = []
    for at in range(len(after.lines)):
        if _same(before, after, at):
            continue
        old = _statements(before, at) if at < len(before.lines) else []
        now = _statements(after, at)
        over = [remark for remark in old if _about(remark) not in map(_about, now)]
        said += [f"{after.the_round(at + 1)}, no longer true: {remark_in_words(remark)}" for remark in over]
        said += [f"{after.the_round(at + 1)}: {remark_in_words(remark)}" for remark in now if remark not in old]
    return said


def _same(before: Sheet, after: Sheet, at: int) -> bool:
    """Whether a round came to the same before and after."""
    return at < len(before.lines) and before.lines[at].reckoned == after.lines[at].reckoned


def _statements(sheet: Sheet, at: int) -> list[Remark]:
    """All remarks except questions, and except who ended the round: `_who_ended` tells that."""
    line = sheet.lines[at].reckoned
    ended = f"{{{line.won}}} {sheet.scorer.who_did}."
    return [remark for remark in line.remarks if remark.say != ended and not remark.say.endswith("?")]


def _about(remark: Remark) -> tuple[str, str]:
    """What a remark is about, without its numbers, so that a remark whose numbers change is told only once."""
    seat = re.search(r"\{\d\}", remark.say)
    return remark.rule or remark.say, seat.group() if seat else ""


def _comings_and_goings(before: Sheet, after: Sheet) -> list[str]:
    was, now = before.scorer.playing(), after.scorer.playing()
    out = [f"{{{seat}}}" for seat in was if seat not in now]
    back = [f"{{{seat}}}" for seat in now if seat not in was]
    said = [f"{listed(out)} {_be(out)} out now."] if out else []
    return [*said, f"{listed(back)} {_be(back)} back in the game."] if back else said


def _gaps(before: Sheet, after: Sheet) -> list[str]:
    said = []
    for number in after.gaps():
        old = before.lines[number - 1].reckoned if number <= len(before.lines) else None
        line = after.lines[number - 1].reckoned
        if names := [f"{{{seat}}}" for seat in line.missing if old is None or seat not in old.missing]:
            said.append(f"{after.the_round(number)} is now missing points for {listed(names)}.")
        if line.unsaid and not (old and old.unsaid):
            said.append(f"{after.the_round(number)}: {_question(line)}")
    if before.gaps() and not after.gaps():
        said.append("Nothing is missing anymore.")
    return said


def _question(line: Reckoned) -> str:
    return remark_in_words(next(remark for remark in line.remarks if remark.say.endswith("?")))


def _end(before: Sheet, after: Sheet) -> list[str]:
    said = []
    idle = [str(number) for number in range(len(after.lines) + 1, len(after.rounds) + 1)]
    if idle and len(after.lines) < min(len(before.lines), len(after.rounds)):
        comes = "comes after the end, so it doesn't" if len(idle) == 1 else "come after the end, so they don't"
        said.append(f"{_rounds(after, idle)} now {comes} count.")
    again = [str(number) for number in range(len(before.lines) + 1, min(len(before.rounds), len(after.lines)) + 1)]
    if again:
        count = "counts" if len(again) == 1 else "count"
        said.append(f"{_rounds(after, again)} {count} again.")
    if before.result() and not after.result():
        said.append("The game isn't decided anymore.")
    return said


def remark_in_words(remark: Remark) -> str:
    return f"{remark.say} ({remark.rule})" if remark.rule else remark.say


def _be(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _rounds(sheet: Sheet, numbers: list[str]) -> str:
    """ "Round 3", "Rounds 3 and 4"."""
    return f"{sheet.round_word.capitalize()}{'' if len(numbers) == 1 else 's'} {listed(numbers)}"


def _difference(before: Sheet, after: Sheet, at: int) -> str:
    """How a corrected round differs from before."""
    was, now = _row(before, at), _row(after, at)
    said = [f"{now} instead of {was}"] if now != was else []
    said += _who(before, after, at)
    if not said:
        said = list(_spelling(before.rounds[at], after.rounds[at], after.scorer.who_did))
    return "; ".join(said) or "the same, entered differently"


def _who(before: Sheet, after: Sheet, at: int) -> Iterator[str]:
    """Who now ended a round and who was caught, if that was somebody else before."""
    was, now = _ended(before, at), _ended(after, at)
    instead = f", not {{{was}}}" if was is not None else ""
    if was != now and now is not None:
        yield f"{{{now}}} {after.scorer.who_did}{instead}"
    elif was != now and not _is_open(after, at):
        said = after.rounds[at].nobody or _always_says(after)
        yield f"nobody {after.scorer.who_did}{instead}" if said else f"it doesn't say who {after.scorer.who_did}"
    caught, freed = after.rounds[at].caught, before.rounds[at].caught
    yield from [f"{{{seat}}} was caught" for seat in caught if seat not in freed]
    yield from [f"{{{seat}}} wasn't caught" for seat in freed if seat not in caught]


def _is_open(sheet: Sheet, at: int) -> bool:
    """Whether it has to be written down again who ended the round."""
    return at < len(sheet.lines) and sheet.lines[at].reckoned.unsaid


def _always_says(sheet: Sheet) -> bool:
    """Whether this sheet always knows who ended a round, or that nobody did. What has a word, like a moon, is seen from
    the points."""
    who = sheet.scorer.pad().who
    return who is not None and bool(who.none or who.word)


def _ended(sheet: Sheet, at: int) -> Seat | None:
    return sheet.lines[at].reckoned.won if at < len(sheet.lines) else sheet.rounds[at].won


def _spelling(was: Written, now: Written, who_did: str) -> Iterator[str]:
    """What is written differently, though the points are the same."""
    if was.nobody != now.nobody:
        yield f"nobody {who_did}" if now.nobody else f"it doesn't say that nobody {who_did}"
    for seat, (old, new) in enumerate(zip(was.cells, now.cells, strict=True)):
        if (old or Cell()) != (new or Cell()):
            yield f"{{{seat}}} {_in_words(new)} instead of {_in_words(old)}"
    if was.last != now.last:
        last = {None: "it doesn't say whether it was the last", True: "it was the last", False: "it wasn't the last"}
        yield last[now.last]


def _in_words(cell: Cell | None) -> str:
    """ "12 points", "K+5", "none", "3/4"."""
    if cell is None or cell.empty:
        return "nothing"
    if cell.has_bid:
        return cell.as_bid()
    if cell.points is None:
        return repeated("+".join(cell.cards or ("none",)))
    return "1 point" if cell.points == 1 else f"{signed(cell.points)} points"


def _row(sheet: Sheet, at: int) -> str:
    if at >= len(sheet.lines):
        return "not counted"
    return _points(sheet, sheet.lines[at].reckoned.counted)


def _standing(sheet: Sheet) -> str:
    return _points(sheet, sheet.scorer.totals)


def _points(sheet: Sheet, points: Sequence[int | None]) -> str:
    """ "Ann 5 and Bob 12", or "Ann and Cat 52, Bob and Dan −58" if they are partners."""
    if sides := sheet.scorer.sides:
        return ", ".join([f"{all_of(side, None)} {signed(points[side[0]] or 0)}" for side in sides])
    return listed([f"{{{seat}}} {signed(each)}" for seat, each in enumerate(points) if each is not None])
