"""What is told of a change of a score sheet: what was written, and everything that it brings about."""

from parlour.kernel.scorer import Reckoned, Remark
from parlour.kernel.state import Seat
from parlour.kernel.view import Told, listed, signed, won_by
from parlour.score.actions import Action, Correct, Enter, Strike, Undo
from parlour.score.sheet import Sheet


def tell(before: Sheet, seat: Seat, action: Action, after: Sheet, viewer: Seat | None) -> Told:
    you = "You" if seat == viewer else "The host" if seat < 0 else f"{{{seat}}}"
    word = before.round_word
    match action:
        case Enter():
            at = len(before.rounds)
            said = [f"{you} wrote down {word} {at + 1}: {_row(after, at)}."]
            said += [remark_in_words(remark) for remark in after.lines[at].reckoned.remarks]
        case Correct(number):
            was = _row(before, number - 1)
            said = [f"{you} corrected {word} {number}: {_row(after, number - 1)} instead of {was}."]
        case Strike():
            said = [f"{you} took {word} {len(before.rounds)} back."]
        case Undo():
            what = before.past[-1].what
            said = [f"{you} took back: {what[0].lower()}{what[1:]}."]
    if not isinstance(action, Enter):
        said += [*changes(before, after), f"Now it stands {_standing(after)}."]
    if after.result() and after.result() != before.result():
        said.append(won_by(after.result(), viewer))
    return Told(tuple(said))


def changes(before: Sheet, after: Sheet) -> list[str]:
    """What a correction, or something taken back, brings about; who wins now is for others to say."""
    return [*_comings_and_goings(before, after), *_remarks(before, after), *_gaps(before, after), *_end(before, after)]


def _remarks(before: Sheet, after: Sheet) -> list[str]:
    """What the rounds bring about now and did not before. What they ask is told for itself."""
    said = []
    for at, line in enumerate(after.lines):
        old = before.lines[at].reckoned.remarks if at < len(before.lines) else ()
        new = [remark for remark in line.reckoned.remarks if remark not in old and not remark.say.endswith("?")]
        said += [f"{_round(after, at + 1)}: {remark_in_words(remark)}" for remark in new]
    return said


def _comings_and_goings(before: Sheet, after: Sheet) -> list[str]:
    was, now = before.scorer.playing(), after.scorer.playing()
    out = [f"{{{seat}}}" for seat in was if seat not in now]
    back = [f"{{{seat}}}" for seat in now if seat not in was]
    said = [f"{listed(out)} {_be(out)} out now."] if out else []
    return [*said, f"{listed(back)} {_be(back)} back in the match."] if back else said


def _gaps(before: Sheet, after: Sheet) -> list[str]:
    said = []
    for number in after.gaps():
        old = before.lines[number - 1].reckoned if number <= len(before.lines) else None
        line = after.lines[number - 1].reckoned
        if names := [f"{{{seat}}}" for seat in line.missing if old is None or seat not in old.missing]:
            said.append(f"The points of {listed(names)} in {after.round_word} {number} are missing now.")
        if line.unsaid and not (old and old.unsaid):
            said.append(f"{_round(after, number)}: {_question(line)}")
    if before.gaps() and not after.gaps():
        said.append("Nothing is missing any more.")
    return said


def _question(line: Reckoned) -> str:
    return remark_in_words(next(remark for remark in line.remarks if remark.say.endswith("?")))


def _end(before: Sheet, after: Sheet) -> list[str]:
    said = []
    idle = [str(number) for number in range(len(after.lines) + 1, len(after.rounds) + 1)]
    if idle and len(after.lines) < min(len(before.lines), len(after.rounds)):
        said.append(f"{after.round_word.capitalize()} {listed(idle)} came after the end now and {_do(idle)} not count.")
    again = [str(number) for number in range(len(before.lines) + 1, min(len(before.rounds), len(after.lines)) + 1)]
    if again:
        count = "counts" if len(again) == 1 else "count"
        said.append(f"{after.round_word.capitalize()} {listed(again)} {count} again.")
    if before.result() and not after.result():
        said.append("The match is not decided any more.")
    return said


def remark_in_words(remark: Remark) -> str:
    return f"{remark.say} ({remark.rule})" if remark.rule else remark.say


def _round(sheet: Sheet, number: int) -> str:
    return f"{sheet.round_word.capitalize()} {number}"


def _be(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _do(numbers: list[str]) -> str:
    return "does" if len(numbers) == 1 else "do"


def _row(sheet: Sheet, at: int) -> str:
    if at >= len(sheet.lines):
        return "not counted"
    counted = sheet.lines[at].reckoned.counted
    return listed([f"{{{seat}}} {signed(points)}" for seat, points in enumerate(counted) if points is not None])


def _standing(sheet: Sheet) -> str:
    return listed([f"{{{seat}}} {signed(total)}" for seat, total in enumerate(sheet.scorer.totals)])
