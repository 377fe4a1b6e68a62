"""Many contests in a row, which are kept in a file deal by deal, so that they can go on where they were stopped."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Struct

from parlour.file_lock import lock
from parlour.kernel.options import changed
from parlour.kernel.refusal import Refused, quoted
from parlour.lab.arena import Chunk, Contest, DealOutcome, Ranking, hold
from parlour.lab.cluster import fingerprint


class Heading(Struct, frozen=True):
    """The first line of the file: what is played, and by which Parlour. How many deals is not fixed."""

    tournament: list[dict[str, Any]]
    fingerprints: dict[str, str]  # by game: of everything that decides how it goes


class KeptDeal(Struct, frozen=True):
    """Any other line of the file: the outcome of one deal."""

    contest: int
    pairing: int
    deal: int
    share: float
    lead: float
    thought: tuple[dict[int, int], dict[int, int]]
    stood_in: tuple[dict[str, int], dict[str, int]]

    @property
    def outcome(self) -> DealOutcome:
        (mine, others), (for_me, for_others) = self.thought, self.stood_in
        thought = (Counter(mine), Counter(others))
        return DealOutcome(self.share, self.lead, thought, (Counter(for_me), Counter(for_others)))


def hold_all(
    contests: Sequence[Contest],
    path: Path,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda games: None,
    cluster: str | None = None,
) -> list[Ranking]:
    """Play what the file does not have yet of these contests, and give all of them."""
    with _opened(path, heading(contests)) as (file, kept):
        rankings = []
        for number, contest in enumerate(contests):
            had = {(one.pairing, one.deal): one.outcome for one in kept if one.contest == number}

            def keep(chunk: Chunk, outcome: DealOutcome, number: int = number) -> None:
                share, lead, thought, stood_in = outcome
                file.write(msgspec.json.encode(KeptDeal(number, *chunk, share, lead, thought, stood_in)) + b"\n")
                file.flush()

            rankings.append(hold(contest, workers, progress, cluster, had, keep))
        return rankings


def heading(contests: Sequence[Contest]) -> Heading:
    played = [
        {
            "game": one.game,
            "options": changed(one.options),
            "seats": one.seats,
            "bots": list(one.bots),
            "lone": one.lone,
            "seed": one.seed,
        }
        for one in contests
    ]
    return Heading(msgspec.to_builtins(played), {one.game: fingerprint(one.game) for one in contests})


@contextmanager
def _opened(path: Path, ours: Heading) -> Iterator[tuple[IO[bytes], list[KeptDeal]]]:
    """The file, locked and ready for more lines, with the deals that it has."""
    try:
        file = path.open("a+b")
    except OSError as error:
        raise Refused("", f"{quoted(str(path))} can't be written: {error.strerror}.") from None
    with file:
        try:
            lock(file)
        except OSError:
            raise Refused("", f"Another tournament is writing {quoted(str(path))}.") from None
        file.seek(0)
        first, *lines = [line for line in file if line.endswith(b"\n")] or [b""]
        if first:
            _check(path, first, ours)
        kept = _kept(path, lines)
        file.truncate(len(first) + sum(map(len, lines)))  # a line that was being written when it was stopped
        if not first:
            file.write(msgspec.json.encode(ours) + b"\n")
        yield file, kept


def _check(path: Path, first: bytes, ours: Heading) -> None:
    try:
        theirs = msgspec.json.decode(first, type=Heading)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refused("", f"{quoted(str(path))} isn't a tournament.") from None
    if theirs.tournament != ours.tournament:
        raise Refused("", f"{quoted(str(path))} is another tournament: give it the same games, bots and seats.")
    if theirs.fingerprints != ours.fingerprints:
        raise Refused("", f"{quoted(str(path))} was begun with another Parlour. Begin a new file.")


def _kept(path: Path, lines: Sequence[bytes]) -> list[KeptDeal]:
    try:
        return [msgspec.json.decode(line, type=KeptDeal) for line in lines]
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refused("", f"{quoted(str(path))} isn't a tournament: one of its lines can't be read.") from None
