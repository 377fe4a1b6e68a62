"""The score sheet for Hearts with real cards: points or cards taken, or who shot the moon (H16)."""

from collections.abc import Sequence

from msgspec.structs import replace

from parlour.cards import CODES
from parlour.games.hearts.options import HeartsOptions
from parlour.games.hearts.scoring import ALL, COSTLY, JACK_BIT, OFF, OTHERS, SELF, HeartsScoring, moon_points
from parlour.games.tricks.masks import cards_in
from parlour.kernel.refusal import Asks, Refused
from parlour.kernel.scorer import Count, Pad, Reckoned, Remark, Scorer, Winners, Written
from parlour.kernel.sentences import signed
from parlour.kernel.state import Result, Seat, lowest_wins


class HeartsScorer(Scorer):
    edition = 2
    points_rule = "H16"
    over_rule = "H11"
    who_rule = "H10"
    deck_rule = "H8"
    who_did = "shot the moon"

    def __init__(self, options: HeartsOptions, seats: int, count: Count) -> None:
        super().__init__(options, seats, count)
        self.scoring = HeartsScoring(options)
        self.off = OFF if options.jack_of_diamonds else 0
        self.moons = {"others": [OTHERS], "self": [SELF], "choose": [OTHERS, SELF], "none": []}[options.moon]
        self.cards = cards_in(COSTLY | (JACK_BIT if self.off else 0))
        self.deck = dict.fromkeys(self.cards, 1)

    def pad(self) -> Pad:
        none = "Nobody shot the moon" if self.off else ""  # 10 hearts and J♦ come to nothing, and 16 are left
        who = Winners("Who shot the moon?", none=none, word="moon") if self.moons else None
        codes = tuple(CODES[card] for card in self.cards)
        least = -self.off - (ALL if SELF in self.moons else 0)
        return Pad("hand", codes, len(codes), (least, ALL), who)

    def example(self) -> list[str]:
        return ["6", str(ALL - self.off - 6), "0", "0", "0", "0"][: self.seats]

    # ------------------------------------------------------------ what can be

    def check(self, written: Written, values: Sequence[int | None]) -> None:
        """H10, H16."""
        if written.caught:
            raise Refused("H10", "In Hearts, nobody gets caught.")
        if written.won is not None and not self.moons:
            raise Refused("H10", "Shooting the moon is nothing special at this table. Write everybody's points.")
        if written.won is not None and all(value is None for value in values):
            if self.off:
                raise Asks("H9", "Who took J♦? It takes 10 points off, so write everybody's points.", "points")
            self._check_choice(written.won)
            return
        self.need_all(written, "H16")
        points = [value or 0 for value in values]
        shot, taker = self._shooter(points), self._took_all(points)
        if shot and written.won in (None, shot[0]):
            return
        if written.won not in (None, taker):
            raise Refused("H10", f"These aren't the points of a round in which {{{written.won}}} shot the moon.")
        self._check_sum(points)
        if written.won is not None:
            self._check_choice(written.won)
        elif self.moons and taker is not None and not written.nobody:
            raise Asks("H10", f"{{{taker}}} has all the points. Did {{{taker}}} shoot the moon?", "moon")
        elif self.moons and taker is not None and points[taker] == ALL:
            raise Refused("H10", f"{{{taker}}} took every heart and Q♠, and that's shooting the moon.")

    def _check_choice(self, shooter: Seat) -> None:
        """Ask how a moon counts where the shooter chooses."""
        if len(self.moons) > 1:
            how = f"{ALL} for everybody else, or {ALL} off"
            raise Asks("H10", f"How does {{{shooter}}} count the moon: {how}? Write everybody's points.", "points")

    def _check_sum(self, points: list[int]) -> None:
        whole = ALL - self.off
        total = sum(points)
        if total == whole:
            return
        missing = whole - total
        much = f"{missing} missing" if missing > 0 else f"{-missing} too many"
        raise Refused("H16", f"A round has {whole} points. These add up to {signed(total)}: {much}.")

    def _took_all(self, points: list[int]) -> Seat | None:
        """Who has all the points, as they were taken."""
        alone = [seat for seat, each in enumerate(points) if each in (ALL, ALL - self.off)]
        rest = [each for seat, each in enumerate(points) if seat not in alone]
        return alone[0] if len(alone) == 1 and all(each in (0, -self.off) for each in rest) else None

    def _shooter(self, points: list[int]) -> tuple[Seat, int] | None:
        """Who shot the moon by these points, and how it counts; None if nobody did."""
        for moon in self.moons:
            for seat in range(self.seats):
                for jack in range(self.seats) if self.off else (seat,):
                    taken = [0] * self.seats
                    taken[seat] = ALL
                    taken[jack] -= self.off
                    if moon_points(taken, seat, moon) == points:
                        return seat, moon
        return None

    # ------------------------------------------------------------ what it comes to

    def reckon(self, written: Written, values: Sequence[int | None]) -> Reckoned:
        points = [value or 0 for value in values]
        shot = self._shooter(points)
        if written.won is not None and not shot and self.moons:
            if all(value is None for value in values):
                points[written.won] = ALL
            shot = written.won, self.moons[0]
            points = moon_points(points, *shot)
        counted = self.scoring.halved(self.totals, points)
        remarks = []
        if shot:
            how = f"{ALL} off." if shot[1] == SELF else f"{ALL} for everybody else."
            remarks.append(Remark(f"{{{shot[0]}}} shot the moon: {how}", "H10"))
        target = self.scoring.target
        notes = tuple(
            "" if now == was else f"{target} → {target // 2}" for was, now in zip(points, counted, strict=True)
        )
        remarks += [
            Remark(f"{{{seat}}} lands on {target}, which is cut to {target // 2}.", "H11")
            for seat, note in enumerate(notes)
            if note
        ]
        reckoned = super().reckon(written, counted)
        missing = () if shot else tuple(seat for seat, value in enumerate(values) if value is None)
        won = shot[0] if shot else None
        return replace(reckoned, notes=notes, remarks=tuple(remarks), missing=missing, won=won)

    def result(self) -> Result | None:
        """H11, H12."""
        over = self.number > 0 and self.scoring.is_over(self.totals, self.number)
        return lowest_wins(self.totals) if over else None
