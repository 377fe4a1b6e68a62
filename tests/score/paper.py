"""A scribe who plays with real cards and writes the score down, as a person types it or as the page sends it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from parlour.cards import card, name
from parlour.kernel.refusal import Asks, Refused
from parlour.score import sheet_of
from parlour.score.actions import Correct, Enter
from parlour.score.sheet import Sheet
from parlour.score.text import read_round
from tests.games.own import own
from tests.score.truth import OnPaper, Truth

ON_PAPER: dict[str, OnPaper] = {name: module.ON_PAPER for name, module in own("paper").items()}


@dataclass(frozen=True)
class Said:
    """What the scribe has decided to write for a round: each player's points or cards, and marks."""

    cells: tuple[Any, ...]  # int, list of cards, bid and tricks as text, or None
    won: int | None = None
    caught: tuple[int, ...] = ()
    nobody: bool = False
    last: bool | None = None


class Scribe:
    """A person with a sheet who now and then makes a mistake, and corrects it at once or some rounds later."""

    def __init__(self, sheet: Sheet, rng: Random, slips: float = 0.2) -> None:
        self.sheet = sheet
        self.rng = rng
        self.slips = slips
        self.game = sheet_of(sheet.name.removeprefix("score-"))
        self.names = [f"P{seat}" for seat in range(sheet.seats)]
        self.truths: list[Truth] = []
        self.wrong: list[int] = []  # the numbers of rounds that are written down wrong
        self.typed: list[str] = []  # every line that was accepted, for `parlour score`

    def note(self, truth: Truth) -> None:
        """Write down the next round."""
        self.truths.append(truth)
        number = len(self.truths)
        if self.rng.random() < self.slips and self._slip(truth):
            self.wrong.append(number)
            if self.rng.random() < 0.6:
                self.put_right()
            return
        try:
            self._write(truth)
        except Refused as refusal:
            if isinstance(refusal, Asks) or not self.wrong:
                raise
            self.put_right()  # it is impossible after a wrong round
            self._write(truth)

    def put_right(self) -> None:
        """Correct every mistake, and fill in what is missing after that."""
        wrong, self.wrong = sorted(self.wrong), []
        for number in wrong:
            self._correct(number)
        for number in iter(lambda: next(iter(self.sheet.gaps()), 0), 0):
            self._correct(number)

    def _correct(self, number: int) -> None:
        try:
            self._write(self.truths[number - 1], number)
        except Refused as refusal:
            if refusal.sentence != "That's what it says already.":
                raise

    def _slip(self, truth: Truth) -> bool:
        """Write something wrong, if the sheet accepts it."""
        rng = self.rng
        scored = [max(0, points + rng.choice((0, 0, 5, 10, -5, 35))) for points in truth.scored]
        left = [cards if cards is None or rng.random() < 0.7 else self._misread(cards) for cards in truth.left]
        won = rng.choice((truth.won, rng.choice(truth.part), None))
        over = rng.random() < 0.5
        caught = [seat for seat in truth.caught if seat != won]
        wrong = Truth(left, scored, won, caught, over, truth.mixes)
        try:
            self._write(wrong)
        except Refused:
            return False
        return True

    def _misread(self, cell: list[str] | str) -> list[str] | str:
        """A card was overlooked, or a bid was misheard."""
        return f"{self.rng.randint(0, 4)}/{cell.partition('/')[2]}" if isinstance(cell, str) else cell[1:]

    def _write(self, truth: Truth, number: int | None = None) -> None:
        """Write a round, and answer the sheet's questions until it accepts the round."""
        said = self._first(truth)
        for _ in range(20):
            try:
                return self._do(said, number)
            except Asks as question:
                said = self._answer(said, truth, question.asks)
        raise AssertionError(f"It asks and asks: {said}")

    def _first(self, truth: Truth) -> Said:
        """What a person writes first: without marks where people leave them out."""
        rng = self.rng
        by_points = rng.random() if truth.mixes else rng.choice((0, 1))
        cells = [
            None if cards is None else points if rng.random() < by_points and not isinstance(cards, str) else cards
            for cards, points in zip(truth.left, truth.scored, strict=True)
        ]
        if self.game.name == "score-yammouth":
            return self._first_of_yammouth(truth, cells)
        marked = truth.won is not None and rng.random() < 0.6
        return Said(tuple(cells), truth.won if marked else None)

    def _first_of_yammouth(self, truth: Truth, cells: list[Any]) -> Said:
        """A caught player is written with the points they score, or with cards and a mark. If nobody won but one player
        has 0, that is written too, because a single 0 means the winner. So is the winner, if others have 0 as well."""
        rng = self.rng
        caught = tuple(seat for seat in truth.caught if not isinstance(cells[seat], int) or rng.random() < 0.8)
        zeros = [seat for seat in truth.part if truth.scored[seat] == 0]
        won = truth.won if truth.won is not None and rng.random() < 0.5 else None
        if truth.won is not None and not isinstance(cells[truth.won], int) and len(zeros) > 1:
            won = truth.won
        for seat in (*caught, *([] if won is None else [won])):
            if rng.random() < 0.5:
                cells[seat] = None  # the mark is enough
        nobody = truth.won is None and not caught and (len(zeros) == 1 or rng.random() < 0.4)
        return Said(tuple(cells), won, caught, nobody)

    def _answer(self, said: Said, truth: Truth, asks: str) -> Said:
        match asks:
            case "who" | "winner" | "moon":
                assert said.won is None
                assert not said.nobody
                return replace(said, won=truth.won, nobody=truth.won is None)
            case "last":
                return replace(said, last=truth.over)
            case "pieces":
                return replace(said, cells=tuple(truth.left))
            case "points":
                return replace(said, cells=tuple(truth.scored))
        return said  # something that could be a club or a mark is written differently on a later try

    # ------------------------------------------------------------ as it is typed, and as it is sent

    def _do(self, said: Said, number: int | None) -> None:
        if self.rng.random() < 0.5:
            line = " ".join(self._words(said))
            entered = read_round(line, self.names, self.sheet.scorer.pad())
            action: Any = entered
            if number:
                action = Correct(number, entered.cells, entered.calls, entered.caught, entered.nobody, entered.last)
        else:
            action = self.game.read_action(self._form(said, number))
            line = ""
        self.sheet.apply(0, action)
        self.typed.append((f"fix {number} " if number else "") + (line or " ".join(self._plain(action))))

    def _words(self, said: Said) -> Iterator[str]:
        for seat, cell in enumerate(said.cells):
            mark = "w" if seat == said.won else "c" if seat in said.caught else ""
            yield f"{self._word(cell)}{mark}" or "-"
        if said.nobody:
            yield "nobody"
        if said.last is not None:
            yield "last" if said.last else "more"

    def _word(self, cell: Any) -> str:
        if isinstance(cell, int):
            return str(cell).replace("-", self.rng.choice("-−"))
        if cell is None:
            return ""
        if isinstance(cell, str):
            return self.rng.choice(("nil", "N", "0")) + cell[1:] if cell[0] == "0" else cell
        if len(cell) < 2:
            return self._face(cell[0], alone=True) if cell else self.rng.choice(("none", "None"))
        return "+".join(map(self._face, cell))

    def _face(self, text: str, alone: bool = False) -> str:
        rng = self.rng
        if text == "JOK":
            return rng.choice(("JOK", "jok", "joker", "Jk"))
        if self.game.name == "score-toripoka":
            return rng.choice((text, text.lower()))
        suits = text in self.sheet.scorer.pad().cards
        if not (alone or suits) and rng.random() < 0.3 and not (text[0] == "J" and self.game.name == "score-golf"):
            return text[:-1]
        return rng.choice((text, text, text.lower(), name(card(text))))

    def _form(self, said: Said, number: int | None) -> dict[str, Any]:
        cells = [None if cell is None else self._form_of(cell) for cell in said.cells]
        form: dict[str, Any] = {"do": "correct" if number else "enter", "cells": cells}
        form |= {"number": number} if number else {}
        form |= {"calls": [*said.caught, said.won]} if said.won is not None else {"caught": list(said.caught)}
        form |= {"nobody": True} if said.nobody else {}
        return form | ({} if said.last is None else {"last": said.last})

    @staticmethod
    def _form_of(cell: Any) -> dict[str, Any]:
        if isinstance(cell, str):
            bid, _, tricks = cell.partition("/")
            blind = {"blind": True} if bid == "b" else {}
            return {"bid": 0 if blind else int(bid), "tricks": int(tricks), **blind}
        return {"points": cell} if isinstance(cell, int) else {"cards": list(cell)}

    @staticmethod
    def _plain(action: Enter | Correct) -> Iterator[str]:
        """The same round as a typed line."""
        caught = (*action.calls[:-1], *action.caught)
        for seat, cell in enumerate(action.cells):
            mark = "w" if seat in action.calls[-1:] else "c" if seat in caught else ""
            if cell and cell.has_bid:
                yield cell.as_bid()
                continue
            value = "" if cell is None else "+".join(cell.cards or ["none"]) if cell.points is None else cell.points
            yield f"{value}{mark}" or "-"
        yield from ["nobody"] if action.nobody else []
        yield from [] if action.last is None else ["last" if action.last else "more"]
