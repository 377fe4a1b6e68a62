"""The score sheet for Yammouth with real cards: players enter their points or cards, and Y14-Y20 are applied."""

from collections import Counter
from collections.abc import Sequence

from parlour.cards import RANK, RANK_CODES
from parlour.games.yammouth.options import DEALT, YammouthOptions
from parlour.games.yammouth.scoring import STREAK, MatchScore, match_winners, reckon, round_points, tags_of
from parlour.games.yammouth.state import YammouthTerms
from parlour.kernel.refusal import Asks, Refused
from parlour.kernel.scorer import Cell, Count, Pad, Reckoned, Remark, Scorer, Winners, Written
from parlour.kernel.sentences import listed, signed
from parlour.kernel.state import Result, Seat

NOBODY = -1
UNSAID = -2  # it is unclear who won, so somebody has to say it
MOST_TYPED = 999


class YammouthScorer(Scorer):
    edition = 2  # 2: it asks who won, and counts the copies of a card
    points_rule = "Y14"
    over_rule = "Y20"
    who_rule = "Y14"
    part_rule = "Y19"
    deck_rule = "Y2"

    def __init__(self, options: YammouthOptions, seats: int, count: Count) -> None:
        super().__init__(options, seats, count)
        cards = YammouthTerms(options).deck
        self.deck = Counter(cards)
        self.fullest = sum(sorted([RANK[face] for face in cards])[-DEALT:])  # the most points that a hand can have
        self.match_scores = [MatchScore()] * seats
        self.beginner = 0  # Y3: the host
        self.part = list(range(seats))  # the seats in the last round
        self.open = False  # a correction left a gap that has to be filled before anybody can win

    def pad(self) -> Pad:
        who = Winners("Who won?", none="Nobody won")
        return Pad("hand", (*RANK_CODES, "JOK"), DEALT, (0, MOST_TYPED), who, calls=True)

    def dealer(self) -> Seat:
        return self.beginner

    def playing(self) -> list[Seat]:
        return [seat for seat, match_score in enumerate(self.match_scores) if not match_score.out]

    def tags(self, seat: Seat) -> tuple[str, ...]:
        match_score = self.match_scores[seat]
        return ("out",) if match_score.out else tuple(tags_of(match_score))

    def value(self, cell: Cell) -> int:
        """Y1, Y3. More points than a hand can have get a remark, but are not refused."""
        if cell.cards and len(cell.cards) > DEALT:
            raise Refused("Y3", f"A hand has {DEALT} cards at most, and this one has {len(cell.cards)}.")
        return super().value(cell)

    def check(self, written: Written, values: Sequence[int | None]) -> None:
        """Y14, Y19, Y22."""
        if len(self.playing()) < 2:
            raise Refused("Y20", "Something is missing in an earlier round. Fill it in first.")
        for seat, cell in enumerate(written.cells):
            if self.match_scores[seat].out and cell and not cell.empty:
                raise Refused("Y19", f"{{{seat}}} is out of the match and gets no points this round.")
        self.need_all(written, "Y14", [*written.caught, *written.calls])
        winner = self._winner(written, values)
        if winner == UNSAID:
            raise Asks("Y14", self._question(written, values), "winner" if written.caught else "who")
        if winner != NOBODY:
            self._check_claims(written, values, winner)

    def _check_claims(self, written: Written, values: Sequence[int | None], winner: Seat) -> None:
        """Y4, Y13: a caller has few points, the first claimant as many or fewer, and each later one fewer."""
        limit = self.options.call_limit
        if len(written.caught) > limit + 1:
            raise Refused("Y13", f"{len(written.caught)} players can't have been caught: each claim has fewer points.")
        hands = [(seat, held) for seat in written.caught if (held := self._held(written, values, seat)) is not None]
        for seat, held in hands:
            if held > limit:
                why = f"{{{seat}}} can't have been caught with {held} points: you need {limit} or fewer to call."
                raise Refused("Y4", why)
        best = self._held(written, values, winner)
        if best is not None and best > limit:
            raise Refused("Y4", f"{{{winner}}} can't have won with {best} points: you need {limit} or fewer to call.")
        for seat, held in hands:
            if best is not None and (held < best or (held == best and len(written.caught) > 1)):
                fewer = "as many or fewer" if len(written.caught) == 1 else "fewer"
                why = f"{{{seat}}} was caught with {held}, so the winner had {fewer}, but {{{winner}}} has {best}."
                raise Refused("Y13", why)
        claims = sorted([held for _, held in hands], reverse=True)[1:]  # not the call: the first claim may equal it
        if len(set(claims)) < len(claims):
            raise Refused("Y13", "Each claim has fewer points than the one before, so these can't all be caught.")

    def _held(self, written: Written, values: Sequence[int | None], seat: Seat) -> int | None:
        """The points in the hand of somebody who called or claimed, or None if only their score was entered."""
        scores = self.options.caught_points if seat in written.caught else 0
        return None if values[seat] == scores and not _has_cards(written, seat) else values[seat]

    def _winner(self, written: Written, values: Sequence[int | None]) -> Seat:
        """The winner, or NOBODY, or UNSAID if the entries can be read in several ways. Points are what a player scores,
        so a single 0 belongs to the winner. Cards are what a player holds: with few points, they may have called
        (Y4)."""
        part = self.playing()
        if written.won is not None:
            return written.won if written.won in part else UNSAID
        if written.nobody:
            return NOBODY
        free = [seat for seat in part if seat not in written.caught]
        zeros = [seat for seat in free if values[seat] == 0]
        could = [seat for seat in free if (value := values[seat]) is None or value <= self.options.call_limit]
        if len(zeros) == 1:
            rivals = [seat for seat in could if _has_cards(written, seat) and seat not in zeros]
            return UNSAID if rivals and _has_cards(written, zeros[0]) else zeros[0]
        if could or len(free) < len(part):
            return UNSAID
        return UNSAID if self._is_doubtful(values) else NOBODY

    def _is_doubtful(self, values: Sequence[int | None]) -> bool:
        """Whether to ask if really nobody won. That is rare, so ask if it would end the match or if some points cannot
        be right: somebody may have typed 80 instead of 0."""
        scored = [(self.match_scores[seat], values[seat] or 0) for seat in self.playing()]
        left = [was for was, points in scored if not reckon(was, points, False, self.options.out_over)[0].out]
        return len(left) < 2 or any(points > self.fullest for _, points in scored)

    def _question(self, written: Written, values: Sequence[int | None]) -> str:
        zeros = [f"{{{seat}}}" for seat in self.playing() if values[seat] == 0 and seat not in written.caught]
        if written.caught:
            names = listed([f"{{{seat}}}" for seat in written.caught])
            return f"{names} {'was' if len(written.caught) == 1 else 'were'} caught, so somebody else won. Who won?"
        if len(zeros) > 1:
            return f"Only one player wins a round, but {listed(zeros)} have 0 points. Who won? Or did nobody?"
        many = next((seat for seat in self.playing() if (values[seat] or 0) > self.fullest), None)
        if many is not None:
            return f"{{{many}}} has {values[many]} points, more than {DEALT} cards can have. Who won? Or did nobody?"
        return "Who won the round? Or did nobody?"

    def reckon(self, written: Written, values: Sequence[int | None]) -> Reckoned:
        part = self.part = self.playing()
        winner = self._winner(written, values)
        caught = [seat for seat in written.caught if seat in part]
        points = [value or 0 for value in values]
        for seat in caught:
            points[seat] = self.options.caught_points
        if winner >= 0:
            points = round_points(points, [*caught, winner], self.options.caught_points)
        remarks = [Remark(f"{{{seat}}} is caught: {self.options.caught_points} points.", "Y14") for seat in caught]
        if winner == NOBODY:
            remarks.append(Remark("Nobody won this round, so every hand counts.", "Y22"))
        if winner == UNSAID:
            remarks.append(Remark("After that fix, please say again: who won this round?", "Y14"))
        most = max(self.fullest, self.options.caught_points)
        notes = [""] * self.seats
        for seat in part:
            if points[seat] > most:
                remarks.append(Remark(f"{{{seat}}} has {points[seat]} points, more than {DEALT} cards can have.", "Y1"))
            was = self.match_scores[seat]
            self.match_scores[seat], steps = reckon(was, points[seat], seat == winner, self.options.out_over)
            remarks += [self._remark(seat, steps, at) for at in range(1, len(steps))]
            if len(steps) > 1 and steps[-1][1] != steps[0][1]:
                notes[seat] = f"{signed(steps[0][1])} → {signed(steps[-1][1])}"
        missing = tuple(seat for seat in part if values[seat] is None and seat not in (*caught, winner))
        self.open = self.open or bool(missing) or winner == UNSAID
        self.totals = [match_score.total for match_score in self.match_scores]
        self._pass_on(winner)
        counted = tuple(points[seat] if seat in part else None for seat in range(self.seats))
        if len(self.playing()) == 1 and not self.open:
            remarks.append(Remark(f"{{{self.playing()[0]}}} is the last player left and wins the match.", "Y20"))
        return Reckoned(
            counted,
            tuple(self.totals),
            tuple(notes),
            tuple(remarks),
            missing,
            won=winner if winner >= 0 else None,
            unsaid=winner == UNSAID,
        )

    def _remark(self, seat: Seat, steps: list[tuple[str, int]], at: int) -> Remark:
        before, (rule, now) = steps[at - 1][1], steps[at]
        say = {
            "Y16": f"{{{seat}}} lands on {before} and drops to {now}.",
            "Y17": f"{{{seat}}} has won {STREAK} rounds in a row: {signed(before)} → {signed(now)}.",
            "Y18": f"{{{seat}}} can't go below {signed(now)}.",
            "Y19": f"{{{seat}}} has {now}, more than {self.options.out_over}, and is gonzed: out of the match.",
        }
        return Remark(say[rule], rule)

    def _pass_on(self, winner: Seat) -> None:
        """Y3, Y22: the winner begins the next round, or the same seat if nobody won."""
        self.beginner = winner if winner >= 0 else self.beginner
        if self.match_scores[self.beginner].out and self.playing():
            around = [(self.beginner + step) % self.seats for step in range(1, self.seats)]
            self.beginner = next(seat for seat in around if not self.match_scores[seat].out)

    def result(self) -> Result | None:
        """Y20, Y22."""
        if len(self.playing()) > 1 or self.open:
            return None
        return Result(tuple(match_winners(self.match_scores, self.part)), tuple(self.totals))


def _has_cards(written: Written, seat: Seat) -> bool:
    """Whether a player's cards were entered, rather than points."""
    cell = written.cells[seat]
    return cell is not None and cell.cards is not None
