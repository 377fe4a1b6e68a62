"""The table, derived from its log.

`moved` and `noted` make an entry and the table after it; `after(entry)` plays an existing one. The table is always a
new one, so the server can keep the old one until the entry is on disk, and is never ahead of the log.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from parlour.bots import usual_bot
from parlour.kernel.game import AnyGame, Window
from parlour.kernel.lesson import ScriptedMove
from parlour.kernel.log import By, Entry, Log, Move, Opening, form_of
from parlour.kernel.names import told_by_name
from parlour.kernel.options import HouseRule, in_words, read
from parlour.kernel.shuffle import FairShuffler, Shuffler
from parlour.kernel.state import Seat
from parlour.kernel.view import Told
from parlour.table import announcements, events
from parlour.table.chairs import Chair, Return, names_of
from parlour.table.effects import places_before, start, take_effect
from parlour.table.events import NOBODY, UNSTAMPED, Body, Invitation, Pace, Stamp, TableEntry
from parlour.table.marks import marks_of, version_of
from parlour.table.story import REMEMBERED, Happened, Happening, Story
from parlour.table.undo import UndoPoint, UndoRequest

MOST_PAST = 100  # undo points; each keeps a state
OF_NOW = ("actors", "silences", "window", "skippable")  # cached properties that are only right for one version
NOTHING = Told(())

MakeShuffler = Callable[[bytes], Shuffler]


TableStep = tuple[TableEntry, "Table"]  # a new entry, and the table after it


class Table:
    def __init__(
        self,
        code: str,
        game: AnyGame,
        invitation: Invitation,
        secret: bytes,
        make_shuffler: MakeShuffler = FairShuffler,
    ) -> None:
        self.code = code
        self.game = game
        self.invitation = invitation
        self.secret = secret
        self.make_shuffler = make_shuffler
        self.version = 0
        self.asides = 0  # entries that were not moves
        self.chairs: list[Chair] = list(invitation.chairs)
        self.host = invitation.host
        self.pace: Pace = invitation.pace
        self.decor = invitation.decor
        self.onlookers = invitation.onlookers
        self.hints = invitation.hints
        self.lookback = invitation.lookback
        self.one_tap = invitation.one_tap
        self.emotes = invitation.emotes
        self.locked = False
        self.words = [""] * len(self.chairs)
        self.promises = [""] * len(self.chairs)  # the fingerprints of the words
        self.frozen = False  # promises are closed
        self.state: Any = None  # None before the start
        self.moves = 0
        self.lesson = game.lesson() if invitation.lesson and not self.stopped else None  # while all keep to its script
        self.sheet: list[list[int]] = []  # as logged, for a table of another edition
        self.awards: list[Mapping[Seat, Sequence[str]]] = []  # earned in each round
        self.began = 0.0  # wall time of the start
        self.moved_at = 0.0  # wall time of the last move
        self.played: list[Chair] = []  # the chairs when the game ended
        self.between = False  # a round has just been scored
        self.paused = False
        self.over = False
        self.ready: frozenset[Seat] = frozenset()
        self.asked: UndoRequest | None = None
        self.standing: frozenset[Seat] = frozenset()  # seats that pass for the rest of the round
        self.gestures: frozenset[tuple[Seat, str]] = frozenset()  # made in this round
        self.quoted: dict[Seat, int] = {}  # seat → the version of its last quotation
        self.nudged: frozenset[Seat] = frozenset()  # seats that were reminded, and have not moved since
        self.rematch = ""
        self.returning: dict[Seat, Return] = {}  # who asks for which chair
        self.past: list[UndoPoint] = []  # the moves that can be taken back
        self.undone_at = 0  # the version of the last undo
        self.marks = b""  # for every entry: hashes of its sender and id, and of what was asked
        self.story = Story()
        self._know_chairs()
        if game.flow.at_once:
            start(self)

    # ------------------------------------------------------------ who is who

    def seat_of(self, key: str) -> Seat:
        """Return the seat that a key holds, or NOBODY."""
        return self._seats.get(key, NOBODY)

    def _know_chairs(self) -> None:
        """Look up names, keys and bots once after the chairs have changed, because they are needed all the time."""
        self.names = names_of(self.chairs)
        self._seats = {chair.key: seat for seat, chair in enumerate(self.chairs) if chair.key}
        usual = usual_bot(self.game)
        self._bots = ["" if chair.played_by_person else chair.bot or usual for chair in self.chairs]

    def is_host(self, key: str) -> bool:
        return bool(key) and key == self.host

    @cached_property
    def house_rules(self) -> list[HouseRule]:
        """The house rules that differ from the game as written, in words; none for a table of another edition."""
        return [] if self.stopped else in_words(read(self.game.options, self.invitation.options))

    def bot_of(self, seat: Seat) -> str:
        """Return the bot that plays this seat now, or "" if a person does."""
        return self._bots[seat]

    @property
    def dealing(self) -> bool:
        """Promises are closed; the cards are dealt once all words have been shown, or time is up."""
        return self.frozen and self.state is None

    @property
    def unshown(self) -> list[Seat]:
        """The seats that have promised words but not shown them."""
        return [seat for seat, promise in enumerate(self.promises) if promise and not self.words[seat]]

    @property
    def persons(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.played_by_person]

    @cached_property
    def actors(self) -> Sequence[Seat]:
        """The seats that may act now."""
        return self.state.actors() if self.state is not None and not self.paused and not self.stopped else ()

    @cached_property
    def silences(self) -> dict[Seat, Any]:
        """For each actor, the action that is taken if it does not answer; None if nobody waits for it."""
        return {seat: self.state.silence(seat) for seat in self.actors}

    @cached_property
    def window(self) -> Window[Any] | None:
        """The game's window for answers out of turn, if it is open now."""
        window = self.game.calls.window
        return window if window is not None and self.state is not None and window.is_open(self.state) else None

    @cached_property
    def skippable(self) -> dict[Seat, list[tuple[Seat, Any]]]:
        """Seat → the silences that it need not wait for; a cache for `moves.silences_before`."""
        return {}

    @property
    def stopped(self) -> bool:
        """Whether the table is of another edition of the rules: it can be looked at, not played."""
        return self.invitation.edition != self.game.edition

    @property
    def scripted(self) -> ScriptedMove | None:
        """The next move of the lesson."""
        return self.lesson.script[self.moves] if self.lesson and self.moves < len(self.lesson.script) else None

    def undoable(self, seat: Seat) -> UndoPoint | None:
        """Return the undo point of the seat's last move, if it can still be taken back. A lesson only goes on."""
        return None if self.lesson else next((past for past in reversed(self.past) if past.seat == seat), None)

    def taken_along(self, asked: UndoRequest) -> int:
        """Count the moves of others that an undo would also take back."""
        return sum(past.version >= asked.to and past.seat != asked.by for past in self.past)

    def done(self, key: str, id: str, said: str = "") -> int:
        """Return the version that a client's message made, or 0 if it is new. Refuse an id used for something else."""
        return version_of(self.marks, key, id, said)

    # ------------------------------------------------------------ the next entry

    def moved(self, seat: Seat, action: Any, by: By = "person", stamp: Stamp = UNSTAMPED) -> "TableStep":
        """Return the entry of a move and the table after it, or raise Refused. The action is checked, applied and told
        only once."""
        state = self.state.copy()
        state.apply(seat, action)
        points = tuple(state.sheet[-1]) if len(state.sheet) > len(self.state.sheet) else None
        entry = stamp.entry(self.version + 1, seat, by, Move(form_of(action), points))
        new = self._copy()
        new._move(entry, action, state, tell=True)
        return entry, new

    def noted(self, seat: Seat, by: By, body: Body, stamp: Stamp = UNSTAMPED) -> "TableStep":
        """Return the entry of an event, and the table after it."""
        entry = stamp.entry(self.version + 1, seat, by, body)
        return entry, self.after(entry)

    def after(self, entry: TableEntry) -> "Table":
        """Return the table after an existing entry, or raise Refused."""
        new = self._copy()
        new._take(entry)
        return new

    def play(self, entries: Sequence[TableEntry], last: int = 0) -> "Table":
        """Return the table after these entries. Entries long before number `last` are not told: no client asks for
        them."""
        new = self._copy()
        for entry in entries:
            new._take(entry, tell=max(last, entries[-1].seq) - entry.seq < REMEMBERED)
        return new

    def _copy(self) -> "Table":
        """Return a shallow copy to change. Its fields are replaced, never changed in place."""
        new = Table.__new__(Table)
        new.__dict__.update(self.__dict__)
        return new

    def _take(self, entry: TableEntry, tell: bool = True) -> None:
        if entry.seq != self.version + 1:
            raise ValueError(f"entry {entry.seq} does not follow version {self.version}")
        body = entry.body
        if isinstance(body, Move) and not self.stopped:
            action = self.game.read_action(body.action)
            state = self.state.copy()
            state.apply(entry.seat, action)
            self._move(entry, action, state, tell)
        elif isinstance(body, Move):  # legal by the rules of its edition, so it is not checked
            if body.points and not self.game.flow.corrects:  # a sheet may have been corrected since
                self.sheet = [*self.sheet, list(body.points)]
            self._write_down(entry, self._doer(entry))
        else:
            doer = self._doer(entry)
            said = announcements.of_event(self, entry.seat, entry.by, body)
            self.chairs, self.words, self.promises = self.chairs[:], self.words[:], self.promises[:]
            take_effect(self, entry.seat, body)
            if isinstance(body, events.Start):
                self.began = self.moved_at = entry.at
            self._know_chairs()
            self.asides += 1
            self._write_down(entry, doer)
            if tell:
                moments = announcements.moments_of(self, entry.seat, body)
                told = [Told((sentence,), moments=moments) if sentence else NOTHING for sentence in said]
                self._tell(told, _quoted(body), body.seat if isinstance(body, events.Nudge) else None)
            if isinstance(body, events.MovesChairs):
                self.story = self.story.rearranged(places_before(body, len(said) - 1))

    def _doer(self, entry: TableEntry) -> str:
        """Return the key of the person who made an entry."""
        return self.chairs[entry.seat].key if entry.seat != NOBODY else self.host

    def _write_down(self, entry: TableEntry, doer: str) -> None:
        self.version = entry.seq
        self.marks += marks_of(doer, entry)
        if isinstance(entry.body, Move):
            self.moved_at = entry.at
            self.began = self.began or entry.at  # a score sheet begins with its first entry
        for found in OF_NOW:
            self.__dict__.pop(found, None)

    def _tell(self, told: Sequence[Told], rule: str = "", nudged: Seat | None = None) -> None:
        """Add to the story what each seat and an onlooker are told. Names go in now, so that the story stays the same
        when a person leaves."""
        said: list[Happened | None] = []
        for at, one in enumerate(told):
            like = told.index(one)  # most viewers are told the same
            if like < at or one == NOTHING:
                said.append(said[like] if like < at else None)
                continue
            one = told_by_name(one, self.names)
            said.append(Happened(self.version, one.sentences, one.travels, one.moments, rule, nudged))
        self.story = self.story.and_then(Happening(self.version, tuple(said)))

    def _move(self, entry: TableEntry, action: Any, state: Any, tell: bool) -> None:
        """Take over the state after an action, and all that follows from it."""
        seat, before = entry.seat, self.state
        past = UndoPoint(self.version, seat, before)
        if state.uncovered != before.uncovered:
            self.past = []
        else:
            self.past = [*(self.past[1 - MOST_PAST :] if state.settled == before.settled else ()), past]
        self.state = state
        if self.lesson and not (self.scripted and self.scripted.meant(seat, form_of(action))):
            self.lesson = None
        self.moves += 1
        self.sheet = state.sheet
        scored = len(state.sheet) > len(before.sheet)
        if scored:
            self.awards = [*self.awards[: len(before.sheet)], self.game.awards(state)]
        self.over = state.result() is not None
        self.played = self.chairs if self.over else []
        self.standing = frozenset() if scored else self.standing
        self.gestures = frozenset() if self.between else self.gestures  # a new round has begun
        self.between = scored and not self.over and self.game.flow.pauses
        self.ready = frozenset()
        self.nudged -= {seat}
        lapsed = (announcements.LAPSED,) if self.asked else ()
        self.asked = None
        self._write_down(entry, self._doer(entry))
        if tell:
            viewers = (*range(len(self.chairs)), None)
            told = [self.game.tell(before, seat, action, state, viewer) for viewer in viewers]
            self._tell([replace(one, sentences=(*one.sentences, *lapsed)) for one in told] if lapsed else told)

    # ------------------------------------------------------------ the game as a file

    def log(self, entries: Sequence[TableEntry]) -> Log:
        """Return the game as a log, without the events of the table; with its secret once it is over."""
        opening = Opening(
            self.invitation.game,
            self.invitation.edition,
            self.invitation.options,
            tuple(self.names),
            self.invitation.commitment,
            tuple(self.words),
            tuple(self.promises) if self.frozen else (),  # if promises never closed, all words were told openly
        )
        moves = [
            Entry(number, entry.at, entry.seat, entry.by, body)
            for number, (entry, body) in enumerate(moves_of(entries), 1)
        ]
        over = (self.secret.hex(), self.state.result()) if self.over else ()
        return Log(opening, moves, *over).sealed()


def moves_of(entries: Sequence[TableEntry]) -> list[tuple[TableEntry, Move]]:
    """Return the moves that were not undone."""
    moves: list[tuple[TableEntry, Move]] = []
    for entry in entries:
        if isinstance(entry.body, Move):
            moves.append((entry, entry.body))
        elif isinstance(entry.body, events.TakeBack):
            to = entry.body.to
            moves = [move for move in moves if move[0].seq <= to]
    return moves


def _quoted(body: Any) -> str:
    return body.rule if isinstance(body, events.Quote) else ""
