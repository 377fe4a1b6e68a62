"""The table as its log has made it.

`moved` and `noted` make an entry and the table after it; `after(entry)` plays one that is there already. The table is
always a new one: whoever keeps the old one until the entry is on disk is never ahead of the log.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from parlour.bots import usual_bot
from parlour.kernel.game import AnyGame, Window
from parlour.kernel.log import By, Entry, Log, Move, Opening, form_of
from parlour.kernel.names import told_by_name
from parlour.kernel.options import HouseRule, in_words, read
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import FairShuffler, Shuffler, key_from, promise_of
from parlour.kernel.state import Seat
from parlour.kernel.view import Told
from parlour.table import announcements, events
from parlour.table.chairs import Chair, names_of
from parlour.table.events import NOBODY, UNSTAMPED, Body, Invitation, Pace, Stamp, TableEntry
from parlour.table.story import REMEMBERED, Happened, Happening, Story

MARK = 8  # bytes by which an action is known again
SAID = 8  # and by which one is known that asks for something else
BOTH = MARK + SAID
MOST_PAST = 100  # moves that can be taken back; each keeps a state
OF_NOW = ("actors", "silences", "window", "skippable")  # found out when a table is asked, and kept with it
NOTHING = Told(())

MakeShuffler = Callable[[bytes], Shuffler]


class UndoPoint(Struct, frozen=True):
    """A move that can still be taken back: the state before it."""

    version: int  # of the table before the move
    seat: Seat
    state: Any


class UndoRequest(Struct, frozen=True):
    """An undo that waits for everybody's consent."""

    by: Seat
    to: int
    agreed: tuple[Seat, ...]


TableStep = tuple[TableEntry, "Table"]  # an entry to be, and the table after it


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
        self.asides = 0  # entries that were no moves
        self.chairs: list[Chair] = list(invitation.chairs)
        self.host = invitation.host
        self.pace: Pace = invitation.pace
        self.onlookers = invitation.onlookers
        self.hints = invitation.hints
        self.lookback = invitation.lookback
        self.locked = False
        self.words = [""] * len(self.chairs)
        self.promises = [""] * len(self.chairs)  # the fingerprints of the words
        self.frozen = False  # no promise is taken any more
        self.state: Any = None  # None before the start
        self.sheet: list[list[int]] = []  # as the entries record it, for a table that can no longer be played
        self.awards: list[Mapping[Seat, Sequence[str]]] = []  # that were earned in each round
        self.began = 0.0  # wall time of the start, and of the last move
        self.moved_at = 0.0
        self.played: list[Chair] = []  # who sat there when the game ended
        self.between = False  # a round has just been scored
        self.paused = False
        self.over = False
        self.ready: frozenset[Seat] = frozenset()
        self.asked: UndoRequest | None = None
        self.standing: frozenset[Seat] = frozenset()  # who passes for the rest of the round
        self.gestures: frozenset[tuple[Seat, str]] = frozenset()  # made in this round
        self.quoted: dict[Seat, int] = {}  # the version of a seat's last quotation
        self.rematch = ""
        self.past: list[UndoPoint] = []  # the moves since a hidden card was last uncovered
        self.undone_at = 0  # the version of the last undo
        self.marks = b""  # of every entry: whose it was, and under which number of theirs
        self.story = Story()
        self._know_chairs()
        if game.flow.at_once:
            self._start()

    # ------------------------------------------------------------ who is who

    def seat_of(self, key: str) -> Seat:
        """The seat of whoever holds this key, or NOBODY."""
        return self._seats.get(key, NOBODY)

    def _know_chairs(self) -> None:
        """What is asked of the chairs all the time, after they have changed."""
        self.names = names_of(self.chairs)
        self._seats = {chair.key: seat for seat, chair in enumerate(self.chairs) if chair.key}
        usual = usual_bot(self.game)
        self._bots = ["" if chair.played_by_person else chair.bot or usual for chair in self.chairs]

    def is_host(self, key: str) -> bool:
        return bool(key) and key == self.host

    @cached_property
    def house_rules(self) -> list[HouseRule]:
        """What is not as written here, in words; nothing if its rules are of another edition."""
        return [] if self.stopped else in_words(read(self.game.options, self.invitation.options))

    def bot_of(self, seat: Seat) -> str:
        """The bot that plays this seat now, or nothing if a person does."""
        return self._bots[seat]

    @property
    def dealing(self) -> bool:
        """The promises stand; the cards are dealt once all words have been shown, or it has taken too long."""
        return self.frozen and self.state is None

    @property
    def unshown(self) -> list[Seat]:
        """The seats that have promised words and not shown them."""
        return [seat for seat, promise in enumerate(self.promises) if promise and not self.words[seat]]

    @property
    def persons(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.played_by_person]

    @cached_property
    def actors(self) -> Sequence[Seat]:
        """The seats that are awaited."""
        return self.state.actors() if self.state is not None and not self.paused and not self.stopped else ()

    @cached_property
    def silences(self) -> dict[Seat, Any]:
        """Of each of them: what is done if it does not answer, or None if nobody waits for it."""
        return {seat: self.state.silence(seat) for seat in self.actors}

    @cached_property
    def window(self) -> Window[Any] | None:
        """The game's time for answers out of turn, if it is now."""
        window = self.game.calls.window
        return window if window is not None and self.state is not None and window.is_open(self.state) else None

    @cached_property
    def skippable(self) -> dict[Seat, list[tuple[Seat, Any]]]:
        """The silences that a seat need not wait for, as far as they have been asked for: `manners.silences_before`."""
        return {}

    @property
    def stopped(self) -> bool:
        """Its rules are of another edition: it can be looked at, not played."""
        return self.invitation.edition != self.game.edition

    def undoable(self, seat: Seat) -> UndoPoint | None:
        """The seat's last move, if no hidden card was uncovered since."""
        return next((past for past in reversed(self.past) if past.seat == seat), None)

    def taken_along(self, asked: UndoRequest) -> int:
        """How many moves of others an undo would take back besides."""
        return sum(past.version >= asked.to and past.seat != asked.by for past in self.past)

    def done(self, key: str, id: str, said: str = "") -> int:
        """The version that somebody's action made if it has been done, or 0. Refused if something else was."""
        mark = _mark(key, id)
        at = self.marks.find(mark)
        while at > 0 and at % BOTH:  # parts of two others
            at = self.marks.find(mark, at + 1)
        if at < 0:
            return 0
        before = self.marks[at + MARK : at + BOTH]
        if any(before) and said and before != bytes.fromhex(said):  # an old entry does not tell what was said
            raise Refused("", "You already used this id for something else.")
        return at // BOTH + 1

    # ------------------------------------------------------------ one entry more

    def moved(self, seat: Seat, action: Any, by: By = "person", stamp: Stamp = UNSTAMPED) -> "TableStep":
        """The entry of a move and the table after it: checked, applied and told, all of it once. Or Refused by the
        game."""
        state = self.state.copy()
        state.apply(seat, action)
        points = tuple(state.sheet[-1]) if len(state.sheet) > len(self.state.sheet) else None
        entry = stamp.entry(self.version + 1, seat, by, Move(form_of(action), points))
        new = self._copy()
        new._move(entry, action, state, tell=True)
        return entry, new

    def noted(self, seat: Seat, by: By, body: Body, stamp: Stamp = UNSTAMPED) -> "TableStep":
        """The entry of something else that happens at the table, and the table after it."""
        entry = stamp.entry(self.version + 1, seat, by, body)
        return entry, self.after(entry)

    def after(self, entry: TableEntry) -> "Table":
        """The table with one entry more, or Refused by the game."""
        new = self._copy()
        new._take(entry)
        return new

    def play(self, entries: Sequence[TableEntry], last: int = 0) -> "Table":
        """The table after all these entries, and before those up to the last. Nobody is told any more what happened
        long ago."""
        new = self._copy()
        for entry in entries:
            new._take(entry, tell=max(last, entries[-1].seq) - entry.seq < REMEMBERED)
        return new

    def _copy(self) -> "Table":
        """One that can be changed. What it holds is replaced then, never changed itself."""
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
        elif isinstance(body, Move):  # it was legal by the rules of its time
            if body.points and not self.game.flow.corrects:  # and not, perhaps, been corrected since
                self.sheet = [*self.sheet, list(body.points)]
            self._write_down(entry, self._doer(entry))
        else:
            doer = self._doer(entry)
            said = announcements.of_event(self, entry.seat, entry.by, body)
            self.chairs, self.words, self.promises = self.chairs[:], self.words[:], self.promises[:]
            self._event(entry.seat, body)
            if isinstance(body, events.Start):
                self.began = self.moved_at = entry.at
            self._know_chairs()
            self.asides += 1
            self._write_down(entry, doer)
            if tell:
                self._tell([Told((sentence,)) if sentence else NOTHING for sentence in said], _quoted(body))

    def _doer(self, entry: TableEntry) -> str:
        """The key of whoever did it."""
        return self.chairs[entry.seat].key if entry.seat != NOBODY else self.host

    def _write_down(self, entry: TableEntry, doer: str) -> None:
        self.version = entry.seq
        self.marks += _marks(doer, entry) if entry.id else bytes(BOTH)
        if isinstance(entry.body, Move):
            self.moved_at = entry.at
            self.began = self.began or entry.at  # a score sheet begins when something is written on it
        for found in OF_NOW:
            self.__dict__.pop(found, None)

    def _tell(self, told: Sequence[Told], rule: str = "") -> None:
        """What the entry looked like to each seat and to an onlooker, by the names of this moment: the story is not
        told differently when somebody leaves."""
        said: list[Happened | None] = []
        for at, one in enumerate(told):
            like = told.index(one)  # most are told the same
            if like < at or one == NOTHING:
                said.append(said[like] if like < at else None)
                continue
            one = told_by_name(one, self.names)
            said.append(Happened(self.version, one.sentences, one.travels, one.moments, rule))
        self.story = self.story.and_then(Happening(self.version, tuple(said)))

    def _move(self, entry: TableEntry, action: Any, state: Any, tell: bool) -> None:
        """The game stands like that after this action."""
        seat, before = entry.seat, self.state
        past = UndoPoint(self.version, seat, before)
        self.past = [*self.past[1 - MOST_PAST :], past] if state.uncovered == before.uncovered else []
        self.state = state
        self.sheet = state.sheet
        scored = len(state.sheet) > len(before.sheet)
        if scored:
            self.awards = [*self.awards[: len(before.sheet)], self.game.awards(state)]
        self.over = state.result() is not None
        self.played = self.chairs if self.over else []
        self.standing = frozenset() if scored else self.standing
        self.gestures = frozenset() if self.between else self.gestures  # what was done over the scores is past
        self.between = scored and not self.over and self.game.flow.pauses
        self.ready = frozenset()
        lapsed = (announcements.LAPSED,) if self.asked else ()
        self.asked = None
        self._write_down(entry, self._doer(entry))
        if tell:
            viewers = (*range(len(self.chairs)), None)
            told = [self.game.tell(before, seat, action, state, viewer) for viewer in viewers]
            self._tell([replace(one, sentences=(*one.sentences, *lapsed)) for one in told] if lapsed else told)

    def _event(self, seat: Seat, body: Any) -> None:
        chairs = self.chairs
        match body:
            case events.Sit(name, key):
                chairs[seat] = Chair(name, key, kept_for=chairs[seat].kept_for)
            case events.LeaveSeat():
                self._open(seat)
            case events.Remove(other):
                self._open(other)
            case events.SetBot(other, bot):
                self._open(other)
                chairs[other] = Chair(bot=bot) if bot else Chair()
            case events.NewKey(other, key):
                self.host = key if chairs[other].key == self.host else self.host
                chairs[other] = replace(chairs[other], key=key, name=chairs[other].name or chairs[other].kept_for)
                self._forget_words(other)  # the device that knows them is not the one that will be asked
            case events.Rename(name):
                chairs[seat] = replace(chairs[seat], name=name)
            case events.StandIn():
                chairs[seat] = replace(chairs[seat], away=True)
            case events.Back():
                chairs[seat] = replace(chairs[seat], away=False)
            case events.SwapChairs(a, b):
                chairs[a], chairs[b] = chairs[b], chairs[a]
                for each in (self.words, self.promises):
                    each[a], each[b] = each[b], each[a]
            case events.Host(other):
                self.host = chairs[other].key
            case events.ShuffleWords(said):
                self.words[seat] = said
                self.promises[seat] = promise_of(self.invitation.commitment, said) if said else ""
            case events.PromiseWords(promise):
                self.words[seat], self.promises[seat] = "", promise
            case events.Freeze():
                self.frozen = True
            case events.Show(said):
                self.words[seat] = said
            case events.Settle(locked, onlookers, pace, hints, lookback):
                self.locked = self.locked if locked is None else locked
                self.onlookers = self.onlookers if onlookers is None else onlookers
                self.hints = self.hints if hints is None else hints
                self.lookback = self.lookback if lookback is None else lookback
                self.pace = pace or self.pace
            case events.Start():
                self._start()
            case events.Ready():
                self.ready |= {seat}
            case events.Pause():
                self.paused = True
            case events.Resume():
                self.paused = False
            case events.StandingPass(on):
                self.standing = self.standing | {seat} if on else self.standing - {seat}
            case events.MakeGesture(name):
                self.gestures |= {(seat, name)}
            case events.Quote():
                self.quoted = {**self.quoted, seat: self.version + 1}
            case events.UndoAsked(to):
                self.asked = UndoRequest(seat, to, (seat,))
            case events.Agree():
                self.asked = self.asked and replace(self.asked, agreed=(*self.asked.agreed, seat))
            case events.Refuse():
                self.asked = None
            case events.TakeBack(to):
                self._undo(to)
            case events.Rematch(code):
                self.rematch = code

    def _open(self, seat: Seat) -> None:
        if self.host == self.chairs[seat].key:
            self._pass_on_host(seat)
        self.chairs[seat] = Chair(self.chairs[seat].kept_for, kept_for=self.chairs[seat].kept_for)
        self._forget_words(seat)
        self.standing -= {seat}

    def _forget_words(self, seat: Seat) -> None:
        """As long as nobody relies on them."""
        if self.state is None and not self.frozen:
            self.words[seat] = self.promises[seat] = ""

    def _pass_on_host(self, seat: Seat) -> None:
        """A host who gives up the chair passes the table on to the next person, if there is one."""
        others = [chair for chair in (*self.chairs[seat + 1 :], *self.chairs[:seat]) if chair.key]
        others.sort(key=lambda chair: chair.away)
        self.host = others[0].key if others else self.host

    def _start(self) -> None:
        if self.stopped:
            return
        shuffler = self.make_shuffler(key_from(self.secret, self.words))
        options = read(self.game.options, self.invitation.options)
        self.state = self.game.start(options, len(self.chairs), shuffler)

    def _undo(self, to: int) -> None:
        """Back to the state at that version. The table itself (who sits where) does not go back."""
        at = next((at for at, past in enumerate(self.past) if past.version == to), None)
        if at is None:
            if not self.stopped:
                raise Refused("", "That can't be taken back anymore.")
            return
        self.state = self.past[at].state
        self.past = self.past[:at]
        self.sheet = self.state.sheet
        self.awards = self.awards[: len(self.sheet)]
        self.over = self.between = False
        self.asked = None
        self.undone_at = self.version + 1

    # ------------------------------------------------------------ the game as a file

    def log(self, entries: Sequence[TableEntry]) -> Log:
        """The game that was played here, without the table around it; with its secret once it is over."""
        opening = Opening(
            self.invitation.game,
            self.invitation.edition,
            self.invitation.options,
            tuple(self.names),
            self.invitation.commitment,
            tuple(self.words),
            tuple(self.promises) if self.frozen else (),  # without, nobody had to hide words from anybody
        )
        moves = [
            Entry(number, entry.at, entry.seat, entry.by, body)
            for number, (entry, body) in enumerate(moves_of(entries), 1)
        ]
        over = (self.secret.hex(), self.state.result()) if self.over else ()
        return Log(opening, moves, *over).sealed()


def moves_of(entries: Sequence[TableEntry]) -> list[tuple[TableEntry, Move]]:
    """The moves that were not undone."""
    moves: list[tuple[TableEntry, Move]] = []
    for entry in entries:
        if isinstance(entry.body, Move):
            moves.append((entry, entry.body))
        elif isinstance(entry.body, events.TakeBack):
            to = entry.body.to
            moves = [move for move in moves if move[0].seq <= to]
    return moves


def said(asked: Any) -> str:
    """By what a client's request is known again: the same if it asks for the same, in whatever order."""
    return blake2b(encode(asked, order="deterministic"), digest_size=SAID).hexdigest()


def _quoted(body: Any) -> str:
    return body.rule if isinstance(body, events.Quote) else ""


def _mark(key: str, id: str) -> bytes:
    return blake2b(f"{key} {id}".encode(), digest_size=MARK).digest()


def _marks(key: str, entry: TableEntry) -> bytes:
    return _mark(key, entry.id) + (bytes.fromhex(entry.said) if entry.said else bytes(SAID))
