"""The view of a score sheet."""

from parlour.kernel.ledger import Ledger, LedgerCell, LedgerRound, NextRound
from parlour.kernel.refusal import Refused
from parlour.kernel.scorer import Cell, Reckoned, Scorer, Written
from parlour.kernel.state import Seat
from parlour.kernel.view import Own, SeatView, View, listed, who, won_by
from parlour.score.actions import Action, Correct, Enter, Strike, Undo, written
from parlour.score.sheet import Sheet


def public(sheet: Sheet) -> View:
    scorer = sheet.scorer
    result = sheet.result()
    coming = None if result else _next(sheet)
    return View(
        game=sheet.name,
        seat=None,
        round=len(sheet.lines) + (coming is not None),
        of=scorer.of,
        title=_title(sheet, coming),
        prompt=_prompt(sheet, None),
        seats=tuple([SeatView(scorer.totals[seat], 0, _tags(sheet, seat)) for seat in range(sheet.seats)]),
        zones=(),
        sheet=tuple(map(tuple, sheet.sheet)),
        winners=result.winners if result else (),
        sides=scorer.sides,
        ledger=Ledger(
            scorer.pad(),
            sheet.uncovered,
            tuple(_round(sheet, at) for at in range(len(sheet.rounds))),
            coming,
            sheet.past[-1].what if sheet.past else "",
        ),
    )


def own(sheet: Sheet, seat: Seat) -> Own:
    return Own(_prompt(sheet, seat))


def _next(sheet: Sheet) -> NextRound:
    scorer = sheet.scorer
    number = len(sheet.rounds) + 1
    return NextRound(number, scorer.title(number), scorer.dealer(), tuple(scorer.playing()))


def _title(sheet: Sheet, coming: NextRound | None) -> str:
    if coming is None:
        return f"{len(sheet.lines)} {sheet.round_word}{'' if len(sheet.lines) == 1 else 's'}"
    of = f" of {sheet.scorer.of}" if sheet.scorer.of else ""
    about = f": {coming.title[0].lower()}{coming.title[1:]}" if coming.title else ""
    return f"{sheet.round_word.capitalize()} {coming.number}{of}{about}"


def _prompt(sheet: Sheet, seat: Seat | None) -> str:
    if result := sheet.result():
        return won_by(result, seat)
    if gaps := sheet.gaps():
        rounds = f"{sheet.round_word}{'' if len(gaps) == 1 else 's'} {listed([str(gap) for gap in gaps])}"
        return f"Something is missing in {rounds}. Please fill it in."
    return f"{who(sheet.scorer.dealer(), None)} deals."


def _tags(sheet: Sheet, seat: Seat) -> tuple[str, ...]:
    deals = ("deals",) if sheet.result() is None and seat == sheet.scorer.dealer() else ()
    return (*deals, *sheet.scorer.tags(seat))


def _round(sheet: Sheet, at: int) -> LedgerRound:
    given = sheet.rounds[at]
    if at >= len(sheet.lines):
        cells = tuple(_as_written(0, None, cell, "") if cell else None for cell in given.cells)
        return LedgerRound(
            at + 1, "", 0, cells, given.calls, idle=True, caught=given.caught, nobody=given.nobody, last=given.last
        )
    line = sheet.lines[at]
    reckoned = line.reckoned
    return LedgerRound(
        at + 1,
        line.title,
        line.dealer,
        tuple(_cell(given, reckoned, seat) for seat in range(sheet.seats)),
        given.calls,
        reckoned.remarks,
        reckoned.missing,
        caught=given.caught,
        nobody=given.nobody,
        last=given.last,
        won=reckoned.won,
        unsaid=reckoned.unsaid,
    )


def _cell(given: Written, reckoned: Reckoned, seat: Seat) -> LedgerCell | None:
    counted = reckoned.counted[seat]
    if counted is None:
        return None
    cell = given.cells[seat] or Cell()
    note = reckoned.notes[seat] if reckoned.notes else ""
    return _as_written(reckoned.totals[seat], counted, cell, note)


def _as_written(total: int, counted: int | None, cell: Cell, note: str) -> LedgerCell:
    return LedgerCell(total, counted, cell.points, cell.cards, note, cell.bid, cell.tricks, cell.blind)


# ---------------------------------------------------------------- trying


def counts(sheet: Sheet, action: Action) -> list[int | None] | None:
    """The points of each cell, where they are known; None if the action has no cells."""
    if isinstance(action, Undo | Strike):
        return None
    scorer, given = _about(sheet, action)
    return scorer.values(given) if len(given.cells) == sheet.seats else None


def faults(sheet: Sheet, seat: Seat, action: Action) -> list[Refused | None] | None:
    """What is wrong with each cell by itself; None if the action has no cells."""
    if isinstance(action, Undo | Strike):
        return None
    scorer, given = _about(sheet, action)
    return [scorer.fault(cell) if cell and not cell.empty else None for cell in given.cells]


def _about(sheet: Sheet, action: Enter | Correct) -> tuple[Scorer, Written]:
    scorer = sheet.scorer_before(action.number) if isinstance(action, Correct) else sheet.scorer
    return scorer, written(action)
