"""Makes up scripts: whole games with everything that people do at a table besides playing."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from parlour.bots import find_bot, usual_bot
from parlour.cards import CODES
from parlour.games import discover, find
from parlour.kernel.options import describe
from parlour.kernel.shuffle import promise_of
from parlour.kernel.view import Own
from parlour.table import moves, permissions
from parlour.table.chores import SHOWN_WITHIN
from tests.arbitrary import LONG
from tests.leaks.script import BOT_PAUSE, Performance, Recorded, Setting, Step, Viewer, on_stage

GAMES = tuple(discover())
SHORT = {"holes": 2, "rounds": 2, "out_over": 25}  # house rules that make any game short
NONSENSE: tuple[dict[str, Any], ...] = (
    {},
    {"do": "fly"},
    {"do": ["discard"], "card": "7H"},
    {"do": "discard", "card": "the top of the stock"},
    {"do": "discard", "card": {"hole": "card"}},
    {"do": "swap", "slot": -1},
    {"do": "turn", "slot": 10**30},
)
PATHS = (
    ("GET", "/api/tables/CODE"),
    ("GET", "/api/tables/CODE/rules"),
    ("GET", "/api/tables/CODE/qr.svg"),
    ("GET", "/api/tables/CODE/link"),
    ("GET", "/api/tables/CODE/log"),
    ("POST", "/api/tables/CODE/follow"),
    ("GET", "/api/games/GAME/lesson"),
    ("GET", "/api/games/GAME/rules"),
)


def short(game: str) -> dict[str, Any]:
    """The house rules of a short game."""
    return {option.name: SHORT[option.name] for option in describe(find(game).options) if option.name in SHORT}


def a_setting(game: str, seed: int, calm: bool = False, whole: bool = False) -> Setting:
    """A random setting. A calm one has only people, and nothing that happens by the clock."""
    rng = Random(f"{game} {seed}")
    possible = [seats for seats in find(game).seats if seats <= 4]
    seats = possible[(seed + 1) % len(possible)]
    bots = frozenset(range(seats - (seed + 1) % seats, seats))
    pace: dict[str, Any] = {"window": rng.choice((0, 10, None)), "patience": 30}
    options = {} if whole else short(game)
    if calm:
        seats = possible[seed % min(2, len(possible))]
        options = {name: 1 if name in ("holes", "rounds") else value for name, value in options.items()}
        bots, pace = frozenset(), {"windows": False, "slam_grace": 0, "patience": 0, "calls": "in turn"}
    return Setting(game, seed, seats, bots, options, pace)


def improvised(folder: Path, setting: Setting, calm: bool = False) -> Recorded:
    async def story(performance: Performance) -> None:
        await Improviser(performance, Random(f"{setting} {calm}"), calm).play()

    return on_stage(Performance(setting, folder, None, None), story)


@cache
def a_game(game: str, seed: int, calm: bool = False) -> tuple[Setting, Recorded]:
    """A recorded game, made once and used by several tests."""
    setting = a_setting(game, seed, calm, whole=LONG and seed % 4 == 3)
    with TemporaryDirectory() as folder:
        return setting, improvised(Path(folder), setting, calm)


class Improviser:
    def __init__(self, performance: Performance, rng: Random, calm: bool) -> None:
        self.performance = performance
        self.rng = rng
        self.calm = calm
        self.persons = [seat for seat in performance.record.tokens if seat is not None]
        self.known: list[dict[str, Any]] = [*NONSENSE]  # nonsense, and actions that were legal at some time
        self.newcomers = 0
        self.restart_at = 0 if calm else rng.randint(12, 40)

    @property
    def table(self) -> Any:
        return self.performance.table

    async def play(self) -> None:
        for step in self._arrive():
            await self.performance.perform(step)
        while not self.table.over:
            for step in self._scene():
                await self.performance.perform(step)
        for step in self._epilogue():
            await self.performance.perform(step)

    # ------------------------------------------------------------ who is there

    def _arrive(self) -> Iterator[Step]:
        for seat in self.persons:
            yield self._come(str(seat), seat)
        yield self._come("0 too", 0)
        yield self._come("onlooker", None)
        promised = {seat: f"words of {seat}" for seat in self.persons}
        for seat, words in promised.items():
            yield self._ask(seat, "promise", hash=promise_of(self.table.invitation.commitment, words))
        yield self._say("0", "table", event={"what": "start"})
        late = self.persons[-1] if not self.calm and self.rng.random() < 0.5 else None
        for seat, words in promised.items():
            if seat != late:
                yield self._ask(seat, "show", words=words)
        if late is not None:
            yield Step("wait", rest={"seconds": SHOWN_WITHIN})

    def _come(self, who: str, viewer: Viewer, **rest: Any) -> Step:
        seen = self.rng.choice((0, self.rng.randint(0, self.table.version + 2)))
        return Step("come", who, viewer, {"seen": seen, **rest})

    def _say(self, who: str, type: str, **rest: Any) -> Step:
        return Step("say", who, self.performance.record.viewers.get(who, 0), {"type": type, **rest})

    def _ask(self, seat: int, what: str, **rest: Any) -> Step:
        return self._say(str(seat), "table", event={"what": what, **rest})

    def _here(self) -> list[int]:
        return [seat for seat in self.persons if str(seat) in self.performance.players]

    def _anybody(self) -> str:
        return self.rng.choice(list(self.performance.players))

    # ------------------------------------------------------------ playing

    def _scene(self) -> Iterator[Step]:
        if self.restart_at and self.table.version >= self.restart_at:
            self.restart_at = 0
            seen = {who: self.rng.randint(0, self.table.version) for who in self.performance.players}
            yield Step("restart", rest={"seen": seen})
        scenes = [self._move] * 18 + [self._try] * 3 + [self._refused, self._look_in, self._arrange, self._fetch]
        scenes += [self._undo, self._pause, self._colour, self._come_and_go]
        scenes += [] if self.calm else [self._stand, self._wait]
        yield from self.rng.choice(scenes)()

    def _move(self) -> Iterator[Step]:
        table = self.table
        seats = [seat for seat in table.actors if seat in self._here() and not table.chairs[seat].away]
        if table.between and not self.calm:
            yield from (self._ask(seat, "ready") for seat in self._here() if seat not in table.ready)
        for seat in self._here():
            for gesture in permissions.may_gesture(table, seat):
                yield self._ask(seat, "gesture", name=gesture.name)
        action = self._choice(seat := self.rng.choice(seats)) if seats else None
        if action is None:
            if missing := [seat for seat in self.persons if seat not in self._here()]:
                yield self._come(str(missing[0]), missing[0])
            if not self.calm:
                yield Step("wait", rest={"seconds": BOT_PAUSE})
            return
        if self.rng.random() < 0.3:
            yield self._say(str(seat), "try", action=action)
        before = table.version
        id = f"move {before}"
        yield self._say(str(seat), "act", action=action, seen=before, id=id)
        if self.table.version == before and not self.calm:
            yield Step("wait", rest={"seconds": self.rng.choice((BOT_PAUSE, 2.0))})  # somebody may cut in
        elif self.rng.random() < 0.05:
            yield self._say(str(seat), "act", action=action, id=id)  # as if the acknowledgement was lost

    def _choice(self, seat: int) -> dict[str, Any] | None:
        table, rng = self.table, self.rng
        state = moves.ahead(table, seat, table.state.copy())
        legal = state.legal(seat)
        for action in rng.sample(legal, min(3, len(legal))):
            self.known.append(msgspec.to_builtins(action))
        choice = find_bot(table.game, usual_bot(table.game)).choose(state.copy(), seat, rng)
        if rng.random() < 0.15 or (choice is None and self.calm):
            choice = rng.choice(legal)
        return None if choice is None else msgspec.to_builtins(choice)

    # ------------------------------------------------------------ everything else

    def _some_action(self) -> dict[str, Any]:
        """An action that was legal once, perhaps with other cards, or nonsense."""
        action = self.rng.choice(self.known[-40:])
        if self.rng.random() < 0.5:
            return action
        cards = lambda _: f'"{self.rng.choice(CODES)}"'  # noqa: E731
        garbled: dict[str, Any] = json.loads(re.sub(r'"(10|[2-9AJQK])[SHDC]"', cards, json.dumps(action)))
        return garbled

    def _own(self, seat: int) -> Own:
        own: Own = self.table.game.own(self.table.state, seat)
        return own

    def _try(self) -> Iterator[Step]:
        for _ in range(self.rng.randint(1, 3)):
            who = self._anybody()
            viewer = self.performance.record.viewers[who]
            later = [] if viewer is None else [ask.action for ask in self._own(viewer).later]
            action = self.rng.choice(later) if later and self.rng.random() < 0.3 else self._some_action()
            yield self._say(who, "try", action=msgspec.to_builtins(action))

    def _refused(self) -> Iterator[Step]:
        """An action out of turn or by an onlooker, or nonsense."""
        idle = [seat for seat in self._here() if seat not in self.table.actors]
        yield self._say("onlooker", "act", action=self._some_action())
        if idle:
            yield self._say(str(self.rng.choice(idle)), "act", action=self._some_action(), seen=self.table.version)
        yield self._say(str(self.rng.choice(self._here())), "act", action=self.rng.choice(NONSENSE))

    def _look_in(self) -> Iterator[Step]:
        """A new onlooker comes, or somebody who is here already comes on another device."""
        self.newcomers += 1
        viewer = self.rng.choice([None, *self.persons])
        who = f"{'onlooker' if viewer is None else viewer} {self.newcomers}"
        yield self._come(who, viewer)
        if self.rng.random() < 0.5:
            yield from self._try()
        yield Step("go", who, viewer)

    def _come_and_go(self) -> Iterator[Step]:
        """A player who is not the host leaves or comes back."""
        seat = self.rng.choice(self.persons)
        if seat not in self._here():
            yield self._come(str(seat), seat)
        elif seat:
            yield Step("go", str(seat), seat)
            if not self.calm and self.rng.random() < 0.5:
                yield Step("wait", rest={"seconds": 31.0})  # a bot stands in if it is this seat's turn
            elif self.calm:
                yield self._come(str(seat), seat)

    def _arrange(self) -> Iterator[Step]:
        seat = self.rng.choice(self._here())
        hand = [zone for zone in self._own(seat).zones if zone.kind == "hand" and zone.seat == seat]
        own = [item if isinstance(item, str) else item.face for zone in hand for item in zone.items]
        self.rng.shuffle(own)
        faces = [face for face in own if face]
        yield self._say(str(seat), "arrange", order=self.rng.choice(("", "suit", "rank", faces)))

    def _fetch(self) -> Iterator[Step]:
        method, path = self.rng.choice(PATHS)
        viewer = self.rng.choice([None, *self.persons])
        yield self._fetched(viewer, method, path)

    def _fetched(self, viewer: Viewer, method: str, path: str) -> Step:
        rest = {"method": method, "path": path.replace("GAME", self.performance.setting.game)}
        return Step("fetch", f"{'onlooker' if viewer is None else viewer} by HTTP", viewer, rest)

    def _undo(self) -> Iterator[Step]:
        asker = self.rng.choice(self._here())
        yield self._ask(asker, "undo")  # refused if there is nothing to take back
        if self.table.asked is None:
            return
        for seat in self._here():
            if self.table.asked is None:
                return
            yield self._ask(seat, "refuse" if self.rng.random() < 0.2 else "agree")
        if self.table.asked:
            yield self._ask(asker, "refuse") if self.calm else Step("wait", rest={"seconds": 61.0})

    def _pause(self) -> Iterator[Step]:
        yield self._ask(self.rng.choice(self._here()), "pause")
        yield from self._try()
        yield from self._look_in()
        yield self._ask(self.rng.choice(self._here()), "resume")

    def _colour(self) -> Iterator[Step]:
        seat = self.rng.choice(self._here())
        rule = self.rng.choice(re.findall(r"\*\*([A-Z]\d+)\*\*", self.table.game.rules()) or ["X1"])
        yield self._ask(seat, "quote", rule=rule)
        yield self._ask(seat, "gesture", name="wink")

    def _stand(self) -> Iterator[Step]:
        seat = self.rng.choice(self._here())
        yield self._ask(seat, "standing", on=seat not in self.table.standing)

    def _wait(self) -> Iterator[Step]:
        yield Step("wait", rest={"seconds": self.rng.choice((BOT_PAUSE, 3.0, 11.0))})

    # ------------------------------------------------------------ after the end

    def _epilogue(self) -> Iterator[Step]:
        if "1" not in self.performance.players and 1 in self.persons:
            yield self._come("1", 1)
        yield from self._look_in()
        yield from self._try()
        yield self._ask(0, "undo")
        for viewer in (None, *self.persons):
            for method, path in PATHS:
                yield self._fetched(viewer, method, path)
        yield self._ask(0, "rematch")
        for viewer in (None, *self.persons):
            yield self._fetched(viewer, "POST", "/api/tables/CODE/follow")
            yield self._come(f"{'onlooker' if viewer is None else viewer} again", viewer, rematch=True)
        yield self._say("0 again", "table", event={"what": "start"})
