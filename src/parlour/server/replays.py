"""The endpoints for finished games: log, replay, verification and looking back; for tables here, and for files."""

import time
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Raw, Struct, field
from msgspec.json import encode
from starlette.responses import Response

from parlour.kernel.log import Log
from parlour.kernel.notation import read_either, write_text
from parlour.kernel.options import HouseRule, in_words, read
from parlour.kernel.recording import Recording, RoundStart, Viewer
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Result
from parlour.kernel.verify import Verdict, verify
from parlour.kernel.view import View
from parlour.score import find
from parlour.server.endpoint import AT_TABLE, Endpoint, Piecewise, Problem, Visit, decoded
from parlour.server.fair_queue import Watch, while_waited_for
from parlour.server.lookback import Lookback
from parlour.table import permissions
from parlour.table.story import Happened
from parlour.table.table import Table
from parlour.table.table_view import Phase

MOST_FRAMES = 100  # in an answer
MOST_OF_FRAMES = 1_000_000  # bytes, in an answer with more than one
MOST_BYTES = 2_000_000  # in a file
ENOUGH = 10.0  # seconds to replay one game

T = TypeVar("T")

# ---------------------------------------------------------------- requests and answers

At = Annotated[int, Meta(ge=0, le=1_000_000)]
AsWhom = Literal["", "open", "0", "1", "2", "3", "4", "5", "6", "7"]  # "": an onlooker


class LogForm(Struct, frozen=True):
    form: Literal["json", "text"] = "json"


class ReplayPart(Struct, frozen=True):
    """Which part of a game, and from whose view."""

    seat: AsWhom = ""
    first: At = field(default=0, name="from")
    last: At = field(default=MOST_FRAMES - 1, name="to")

    @property
    def viewer(self) -> Viewer:
        return int(self.seat) if self.seat.isdigit() else "open" if self.seat else None


class SeatQuery(Struct, frozen=True):
    seat: Annotated[int, Meta(ge=0, le=7)]


class LogFile(Struct, frozen=True, forbid_unknown_fields=True):
    log: str  # as JSON or as text


class PartOfLogFile(Struct, frozen=True, forbid_unknown_fields=True):
    log: str
    seat: AsWhom = ""
    first: At = field(default=0, name="from")
    last: At = field(default=MOST_FRAMES - 1, name="to")


class FrameThen(Struct, frozen=True):
    """The game after some number of moves, and what the last of them looked like."""

    at: int
    phase: Phase
    view: View
    happened: tuple[Happened, ...]


class Replay(Struct, frozen=True):
    game: str
    title: str
    round_word: str
    most_wins: bool
    house_rules: list[HouseRule]
    names: tuple[str, ...]
    commitment: str
    words: tuple[str, ...]
    secret: str | None
    result: Result | None
    moves: int
    rounds: list[RoundStart]
    frames: list[FrameThen]


class Verification(Struct, frozen=True):
    """The verdict, and the log for people who want to check the shuffles and seals themselves."""

    verdict: Verdict
    log: Log


# ---------------------------------------------------------------- the endpoints


async def log(visit: Visit, nothing: None, wish: LogForm) -> Response:
    def write(played: Log, watch: Watch) -> bytes:
        return played.to_json() if wish.form == "json" else write_text(played, find(played.opening.game)).encode()

    code, text = await _of_table(visit, write)
    kind, ending = ("application/json", "json") if wish.form == "json" else ("text/plain", "txt")
    name = f'attachment; filename="parlour-{code}.{ending}"'
    return Piecewise(text, media_type=kind, headers={"content-disposition": name})


async def replay(visit: Visit, nothing: None, part: ReplayPart) -> bytes:
    return (await _of_table(visit, lambda played, watch: encode(_replayed(played, part, watch))))[1]


async def replay_file(visit: Visit, body: bytes) -> bytes:
    def work(watch: Watch) -> bytes:
        given = decoded(body, PartOfLogFile)
        return encode(_replayed(_read(given.log), ReplayPart(given.seat, given.first, given.last), watch))

    return await _unhurried(visit, work)


async def verify_table(visit: Visit, nothing: None) -> bytes:
    return (await _of_table(visit, lambda played, watch: encode(_verified(played, watch))))[1]


async def verify_file(visit: Visit, body: bytes) -> bytes:
    return await _unhurried(visit, lambda watch: encode(_verified(_read(decoded(body, LogFile).log), watch)))


async def lookback(visit: Visit, nothing: None, asked: SeatQuery) -> Lookback:
    table = await _finished(visit)
    if table.game.flow.people_only:
        raise Problem(409, f"There's nothing to look back at {table.game.here}.")
    if not table.lookback:
        raise Problem(409, "The host turned off the costliest moves at this table.")
    if asked.seat >= len(table.chairs):
        raise Problem(409, f"There's no seat {asked.seat}. The seats are numbered 0 to {len(table.chairs) - 1}.")
    lookbacks = visit.rooms.lookback_queue
    if known := lookbacks.known(table.code, asked.seat):
        return known
    _, played = await _of_table(visit, lambda played, watch: played)
    return lookbacks.known(table.code, asked.seat) or lookbacks.begin(table.code, played, asked.seat, visit.address)


async def _finished(visit: Visit) -> Table:
    """Return a table whose game is over, if the caller may see it."""
    table = (await visit.room()).table
    if not permissions.may_see(table, visit.key):
        raise Problem(401, "The host doesn't let others watch this table.")
    if table.stopped:
        rules = f"another version of the rules of {table.game.title}"
        raise Problem(409, f"This game was played with {rules}, so it can't be replayed here.")
    if not table.over:
        raise Problem(409, "The game isn't over yet. Its log opens when it is.")
    return table


async def _of_table(visit: Visit, work: Callable[[Log, Watch], T]) -> tuple[str, T]:
    """Do work on the log of a finished game, which is read and sealed when its turn comes."""
    table = await _finished(visit)
    visit.limits.looking_back(visit.address)

    async def in_turn() -> T:
        queue = visit.rooms.queue
        async with queue.turn(visit.address):
            kept = await visit.rooms.store.load(table.code)
            entries = kept.entries if kept else ()
            return await queue.apart(lambda watch: work(table.log(entries), _in_time(watch)))

    return table.code, await while_waited_for(visit.request, in_turn())


async def _unhurried(visit: Visit, work: Callable[[Watch], T]) -> T:
    """Do work on a file when its turn comes."""
    visit.limits.looking_back(visit.address)
    doing = visit.rooms.queue.thread(visit.address, lambda watch: work(_in_time(watch)))
    return await while_waited_for(visit.request, doing)


def _in_time(watch: Watch) -> Watch:
    """Return a watch to call at every move: it lets live tables run, and stops work that takes too long."""
    until = time.monotonic() + ENOUGH

    def look() -> None:
        time.sleep(0)
        watch()
        if time.monotonic() > until:
            why = "This game takes too long to replay here. Use `parlour replay` or `parlour verify` instead."
            raise Problem(409, why)

    return look


def _read(text: str) -> Log:
    try:
        return read_either(text.encode())
    except Refused as refusal:
        raise Problem(400, refusal.sentence) from None


def _verified(log: Log, watch: Watch) -> Verification:
    return Verification(verify(find(log.opening.game), log, watch), log)


def _replayed(log: Log, part: ReplayPart, watch: Watch) -> Replay:
    game = find(log.opening.game)
    if isinstance(part.viewer, int) and part.viewer >= len(log.opening.seats):
        raise Refused("", f"There's no seat {part.viewer}. The seats are numbered 0 to {len(log.opening.seats) - 1}.")
    last = min(part.last, part.first + MOST_FRAMES - 1, len(log.entries))
    recording = Recording(game, log, range(part.first, last + 1), watch)
    return Replay(
        game=game.name,
        title=game.title,
        round_word=game.round_word,
        most_wins=game.most_wins,
        house_rules=in_words(read(game.options, log.opening.options)),
        names=log.opening.seats,
        commitment=log.opening.commitment,
        words=log.opening.words,
        secret=log.secret,
        result=log.result,
        moves=recording.moves,
        rounds=recording.rounds,
        frames=_frames(recording, range(part.first, last + 1), part.viewer, watch),
    )


def _frames(recording: Recording, numbers: range, viewer: Viewer, watch: Watch) -> list[Any]:
    """Return encoded frames up to a size limit: those of a long score sheet are large."""
    frames: list[Raw] = []
    size = 0
    for at in numbers:
        watch()
        frame = Raw(encode(_frame(recording, at, viewer)))
        size += len(bytes(frame))
        if frames and size > MOST_OF_FRAMES:
            break
        frames.append(frame)
    return frames


def _frame(recording: Recording, at: int, viewer: Viewer) -> FrameThen:
    told = recording.told(at, viewer)
    phase: Phase = "over" if recording.is_over(at) else "between" if recording.scored(at) else "playing"
    happened = (Happened(at, told.sentences, told.travels, told.moments),) if told.sentences else ()
    return FrameThen(at, phase, recording.view(at, viewer), happened)


# ---------------------------------------------------------------- the declarations

OF_TABLE = (400, 401, 404, 409)
OF_FILE = (400, 403, 409, 413)

ENDPOINTS = (
    Endpoint(
        "GET",
        AT_TABLE + "/log",
        "The log of a finished game, with its secret, as a JSON or text file.",
        log,
        "application/json, text/plain",
        refuses=OF_TABLE,
        query=LogForm,
        in_json=Log,
    ),
    Endpoint(
        "GET", AT_TABLE + "/replay", "Part of a finished game.", replay, Replay, refuses=OF_TABLE, query=ReplayPart
    ),
    Endpoint(
        "GET", AT_TABLE + "/verify", "Was a finished game fair?", verify_table, Verification, refuses=OF_TABLE[1:]
    ),
    Endpoint(
        "GET",
        AT_TABLE + "/lookback",
        "A player's costliest moves in a finished game; ask again until it is done.",
        lookback,
        Lookback,
        refuses=OF_TABLE,
        query=SeatQuery,
    ),
    Endpoint(
        "POST",
        "/api/replay",
        "Part of the game in a file.",
        replay_file,
        Replay,
        PartOfLogFile,
        OF_FILE,
        most_bytes=MOST_BYTES,
        unread=True,
    ),
    Endpoint(
        "POST",
        "/api/verify",
        "Was the game in a file fair?",
        verify_file,
        Verification,
        LogFile,
        OF_FILE,
        most_bytes=MOST_BYTES,
        unread=True,
    ),
)
