"""The whole protocol at random, beside a model that knows who holds which chair, who is host, and the table's phase.
Every answer must be what the model expects, and every device must see what the model has."""

import asyncio
import json
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.arbitrary import LONG, tries
from tests.server.driver import Player, Served, serving, some_action

CHAIRS = 3
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
BOT = "bot"
QUIET = ("standing", "swap", "ready", "agree")  # shown in views, but not announced to everybody

T = TypeVar("T")
Step = tuple[Callable[..., None], tuple[Any, ...]]  # a rule, and its arguments
number = st.integers(0, 20)  # taken modulo the number of choices
chair = st.integers(0, CHAIRS)  # the last one does not exist


@dataclass
class Model:
    """The least that describes a table."""

    host: str  # a token
    chairs: list[str] = field(default_factory=lambda: [""] * CHAIRS)  # a token, BOT, or nothing
    names: list[str] = field(default_factory=lambda: [""] * CHAIRS)
    version: int = 0
    locked: bool = False
    onlookers: bool = True
    phase: str = "lobby"
    asked: tuple[int, ...] = ()  # seats that agree to an undo, the asker first
    quoted: dict[int, int] = field(default_factory=dict)
    undone_at: int = 0
    quiet: set[int] = field(default_factory=set)  # versions made by quiet events
    rematch: bool = False

    def seat(self, token: str) -> int | None:
        return self.chairs.index(token) if token and token in self.chairs else None

    def belongs(self, token: str) -> bool:
        return bool(token) and (self.seat(token) is not None or token == self.host)

    @property
    def persons(self) -> list[int]:
        return [seat for seat, holder in enumerate(self.chairs) if holder not in ("", BOT)]

    @property
    def going_on(self) -> bool:
        return self.phase in ("playing", "between", "paused")

    def open(self, seat: int, holder: str = "") -> None:
        """Open a chair; if it was the host's, the next person becomes host."""
        if self.chairs[seat] == self.host:
            after = [other for other in self.persons if other > seat] + [one for one in self.persons if one < seat]
            self.host = self.chairs[after[0]] if after else self.host
        self.chairs[seat], self.names[seat] = holder, ""


@dataclass
class Device:
    token: str  # of a seat or the host; "" for an onlooker
    player: Player


@dataclass
class Done:
    """A message that was acknowledged."""

    token: str
    id: str
    message: dict[str, Any]
    version: int


class TableMachine(RuleBasedStateMachine):
    # ------------------------------------------------------------ the server and its clients

    @initialize(seed=st.integers(0, 2**32), people=st.integers(1, CHAIRS), moves=st.sampled_from([0, 0, 1, 50, 500]))
    def set_up(self, seed: int, people: int, moves: int) -> None:
        """Set up a table, in the lobby or after some moves."""
        self.rng = Random(seed)
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.devices: list[Device] = []
        self.done: list[Done] = []
        self.ids = 0
        self.invited: set[str] = set()  # to the rematch
        self.serve()
        made = self.wait(self.served.make(seats=[{}] * CHAIRS, options={"holes": 1 if moves > 50 else 2}))
        self.code = made["code"]
        self.model = Model(made["token"])
        self.model.chairs[0], self.model.names[0] = made["token"], "Ann"
        self.enter(made["token"])
        for name in range(1, CHAIRS if moves > 1 else people):
            self.sit(name)
        if moves:
            self.start(0)
            self.everybody_sees_the_same()
            self.play_on(moves)
        self.enter("")

    def wait(self, coming: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(coming)

    def serve(self) -> None:
        # Bots never move, so only the rules below change anything.
        self.serving: AbstractAsyncContextManager[Served] = serving(
            Path(self.folder.name), limited=False, bot_pause=3600.0
        )
        self.served = self.wait(self.serving.__aenter__())

    def close(self) -> None:
        for device in self.devices:
            self.wait(device.player.close())
        self.wait(self.serving.__aexit__(None, None, None))

    def teardown(self) -> None:
        if hasattr(self, "served"):
            self.close()
            self.loop.close()
            self.folder.cleanup()

    def enter(self, token: str, seen: int | None = None) -> None:
        self.devices.append(Device(token, self.wait(self.served.join(self.code, token, seen))))

    def device(self, number: int) -> Device:
        return self.devices[number % len(self.devices)]

    def of_host(self, number: int) -> Device:
        """Return a device, mostly the host's."""
        hosts = [one for one in self.devices if one.token == self.model.host]
        return hosts[0] if hosts and number % 4 else self.device(number)

    # ------------------------------------------------------------ saying and asking

    def say(self, device: Device, message: dict[str, Any], may: bool) -> None:
        """Send a message that must be acknowledged with the next version, or refused."""
        self.ids += 1
        id = f"m{self.ids}"
        answer = self.wait(device.player.say(id=id, **message))
        assert answer["type"] == ("ack" if may else "refused"), (message, answer)
        if may:
            self.model.version += 1
            assert answer["version"] == self.model.version
            self.done.append(Done(device.token, id, message, answer["version"]))

    def event(self, device: Device, may: bool, what: str, **rest: Any) -> bool:
        self.say(device, {"type": "table", "event": {"what": what, **rest}}, may)
        if may and what in QUIET:
            self.model.quiet.add(self.model.version)
        return may

    def ask(self, path: str, bearer: str, may: bool, **body: Any) -> dict[str, Any] | None:
        """Send a POST that must succeed, or be refused."""
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        url = f"/api/tables/{self.code}{path}"
        response = self.wait(self.served.http.post(url, json=body, headers=headers))
        self.served.http.cookies.clear()
        assert response.status_code == 200 if may else response.status_code in (401, 404, 409), response.text
        answer: dict[str, Any] = response.json()
        return answer if may else None

    def send_away(self) -> None:
        """Check that devices that lost their chair are told so, and cannot come back."""
        for device in [one for one in self.devices if one.token and not self.model.belongs(one.token)]:
            self.wait(asyncio.wait_for(device.player.reading, 10))
            assert device.player.bye
            assert device.player.line.close_code == 4000
            self.devices.remove(device)
        if not self.devices:
            self.enter(self.model.host)

    # ------------------------------------------------------------ coming and going

    @rule(number=number)
    def sit(self, number: int) -> None:
        model, name = self.model, NAMES[number % len(NAMES)]
        free = [seat for seat, holder in enumerate(model.chairs) if not holder]
        may = bool(free) and not model.locked and model.phase != "over" and name not in model.names
        if seated := self.ask("/sit", "", may, name=name):
            assert seated["seat"] == free[0]
            model.version += 1
            model.chairs[free[0]], model.names[free[0]] = seated["token"], name
            self.enter(seated["token"])

    @rule(number=number)
    def come_with_another_device(self, number: int) -> None:
        token = self.device(number).token
        if token:
            assert self.claim(token) == self.model.seat(token)
        self.claim("nothing")
        if len(self.devices) < 8 and (token or self.model.onlookers):
            self.enter(token)

    def claim(self, token: str) -> int | None:
        answer = self.ask("/claim", "", self.model.belongs(token), token=token)
        return answer["seat"] if answer else None

    @rule(number=number, told=st.booleans())
    def lose_the_line_and_come_back(self, number: int, told: bool) -> None:
        device = self.device(number)
        if not device.token and not self.model.onlookers:
            return
        seen = device.player.last["version"]
        self.wait(device.player.close())
        device.player = self.wait(self.served.join(self.code, device.token, seen if told else None))
        versions = [entry["version"] for entry in json.loads(device.player.raw[0])["happened"]]
        missed = range(seen + 1 if told else 1, self.model.version + 1)
        assert versions == sorted({*versions} & {*missed})
        assert {*missed} - {*versions} <= self.model.quiet

    @rule()
    def restart_the_server(self) -> None:
        self.close()
        self.serve()
        for device in self.devices:
            if device.token or self.model.onlookers:
                device.player = self.wait(self.served.join(self.code, device.token))
        self.devices = [one for one in self.devices if one.token or self.model.onlookers]
        if not self.devices:
            self.enter(self.model.host)

    @rule(number=number)
    def leave(self, number: int) -> None:
        device = self.device(number)
        seat = self.model.seat(device.token)
        if self.event(device, seat is not None, "leave") and seat is not None:
            self.model.open(seat)
            self.send_away()

    # ------------------------------------------------------------ what the host does

    @rule(number=number, seat=chair)
    def remove(self, number: int, seat: int) -> None:
        device = self.of_host(number)
        may = device.token == self.model.host and seat in self.model.persons
        if self.event(device, may, "remove", seat=seat):
            self.model.open(seat)
            self.send_away()

    @rule(number=number, seat=chair, bot=st.sampled_from(["steady", "", "nobody"]))
    def give_a_chair_to_a_bot(self, number: int, seat: int, bot: str) -> None:
        device = self.of_host(number)
        fits = seat < CHAIRS and (bot == "steady" or (bot == "" and self.model.chairs[seat] == BOT))
        if self.event(device, device.token == self.model.host and fits, "bot", seat=seat, bot=bot):
            self.model.open(seat, BOT if bot else "")
            self.send_away()

    @rule(number=number, a=chair, b=chair)
    def swap(self, number: int, a: int, b: int) -> None:
        device, model = self.of_host(number), self.model
        may = device.token == model.host and model.phase == "lobby" and a != b and max(a, b) < CHAIRS
        if self.event(device, may, "swap", a=a, b=b):
            for both in (model.chairs, model.names):
                both[a], both[b] = both[b], both[a]

    @rule(number=number, locked=st.booleans(), onlookers=st.booleans())
    def settle(self, number: int, locked: bool, onlookers: bool) -> None:
        device = self.of_host(number)
        if self.event(device, device.token == self.model.host, "settle", locked=locked, onlookers=onlookers):
            self.model.locked, self.model.onlookers = locked, onlookers

    @rule(number=number, seat=chair)
    def pass_the_table_on(self, number: int, seat: int) -> None:
        device = self.of_host(number)
        may = device.token == self.model.host and seat in self.model.persons
        if self.event(device, may, "host", seat=seat):
            self.model.host = self.model.chairs[seat]
            self.send_away()  # a host without a chair has nothing left

    @rule(number=number, seat=chair)
    def make_a_new_link(self, number: int, seat: int) -> None:
        device, model = self.of_host(number), self.model
        may = device.token == model.host and seat in model.persons
        if made := self.ask(f"/seats/{seat}/link", device.token, may):
            token = made["link"].partition("#seat=")[2]
            model.version += 1
            model.host = token if model.host == model.chairs[seat] else model.host
            model.chairs[seat] = token
            self.send_away()
            self.enter(token)

    @rule(number=number)
    def start(self, number: int) -> None:
        device = self.of_host(number)
        if self.event(device, device.token == self.model.host and self.model.phase == "lobby", "start"):
            self.model.phase = "playing"

    # ------------------------------------------------------------ what a seat does

    @rule(number=number, name=st.sampled_from([*NAMES, "", "<b>", "x" * 31]))
    def rename(self, number: int, name: str) -> None:
        device, model = self.device(number), self.model
        seat = model.seat(device.token)
        taken = any(name == other for other_seat, other in enumerate(model.names) if other_seat != seat)
        if self.event(device, seat is not None and name in NAMES and not taken, "rename", name=name):
            assert seat is not None
            model.names[seat] = name

    @rule(number=number)
    def add_words(self, number: int) -> None:
        device = self.device(number)
        may = self.model.seat(device.token) is not None and self.model.phase == "lobby"
        self.event(device, may, "words", words="tea")

    @rule(number=number)
    def pause_or_resume(self, number: int) -> None:
        device, model = self.device(number), self.model
        what = self.rng.choice(["pause", "resume"])
        may = model.belongs(device.token) and model.going_on and (what == "resume") == (model.phase == "paused")
        if self.event(device, may, what):
            model.phase = "paused" if what == "pause" else "resumed"  # the view says whether between rounds

    def resume(self) -> None:
        while self.model.phase == "paused":
            self.pause_or_resume(0)
            self.everybody_sees_the_same()

    @rule(number=number, on=st.booleans())
    def answer_beforehand(self, number: int, on: bool) -> None:
        """Golf has no calls out of turn, so there is nothing to pass on."""
        self.event(self.device(number), False, "standing", on=on)

    @rule(number=number, exists=st.booleans())
    def quote(self, number: int, exists: bool) -> None:
        device, model = self.device(number), self.model
        seat = model.seat(device.token)
        lately = seat is not None and model.version + 1 - model.quoted.get(seat, -20) < 20
        may = seat is not None and model.going_on and exists and not lately
        if self.event(device, may, "quote", rule="G1" if exists else "G999") and seat is not None:
            model.quoted[seat] = model.version

    @precondition(lambda self: self.model.going_on)
    @rule(number=number)
    def make_a_gesture_that_the_game_does_not_have(self, number: int) -> None:
        self.event(self.device(number), False, "gesture", name="throw")

    @precondition(lambda self: self.model.going_on)
    @rule(number=number)
    def be_ready(self, number: int) -> None:
        device = self.device(number)
        between = device.player.last["table"]["phase"] == "between"
        self.event(device, self.model.seat(device.token) is not None and between, "ready")

    # ------------------------------------------------------------ moves

    @rule(number=number)
    def act(self, number: int) -> None:
        device = self.device(number)
        view = device.player.last["view"] or {}
        if view.get("asks"):  # what is offered is allowed
            self.move(device, some_action(view, self.rng))
        else:
            self.say(device, {"type": "act", "action": {"do": "draw"}}, False)

    def move(self, device: Device, action: dict[str, Any]) -> None:
        self.say(device, {"type": "act", "action": action, "seen": self.model.version}, True)
        self.model.asked = ()
        self.look(device)

    def look(self, device: Device) -> None:
        """Update the model from one device's view; the others must see the same."""
        phase = self.wait(device.player.version(self.model.version))["table"]["phase"]
        self.model.phase = phase

    @precondition(lambda self: self.model.phase in ("playing", "between"))
    @rule(many=st.integers(1, 40))
    def play_on(self, many: int) -> None:
        """Let everybody who is here play, until the table waits for a person who is not."""
        for _ in range(many):
            able = [one for one in self.devices if one.token and (one.player.last["view"] or {}).get("asks")]
            if not able:
                return
            device = self.rng.choice(able)
            self.move(device, some_action(device.player.view, self.rng))
            for other in self.devices:
                self.wait(other.player.version(self.model.version))

    @rule(
        number=number, action=st.sampled_from([{"do": "fly"}, {"do": "turn", "slot": 99}, {}, {"do": "draw", "x": 1}])
    )
    def act_wrongly(self, number: int, action: dict[str, Any]) -> None:
        self.say(self.device(number), {"type": "act", "action": action}, False)

    @rule(number=number)
    def try_something(self, number: int) -> None:
        device = self.device(number)
        view = device.player.last["view"] or {}
        action = some_action(view, self.rng) if view.get("asks") else {"do": "draw"}
        answer = self.wait(device.player.say("try", action=action))
        assert answer["type"] == ("tried" if view.get("asks") else "refused")

    @rule(number=number, order=st.sampled_from(["suit", "rank", "", ["7H"], "up"]))
    def arrange(self, number: int, order: Any) -> None:
        device = self.device(number)
        answer = self.wait(device.player.say("arrange", order=order))
        may = self.model.seat(device.token) is not None and order != "up"
        assert answer["type"] == ("ack" if may else "refused")
        assert answer.get("version", self.model.version) == self.model.version

    @precondition(lambda self: self.model.going_on)
    @rule(number=number)
    def undo(self, number: int) -> None:
        """Let any seat that can take a move back; taking the discard can be undone."""
        for one in self.devices:
            asks = (one.player.last["view"] or {}).get("asks", ())
            if self.model.phase == "playing" and number % 2 and any(ask["action"] == {"do": "take"} for ask in asks):
                self.move(one, {"do": "take"})
                break
        able = [one for one in self.devices if one.player.last["you"]["undo"]]
        device, model = able[0] if able else self.device(number), self.model
        seat = model.seat(device.token)
        may = device.player.last["you"]["undo"] and model.phase != "paused"
        if self.event(device, may, "undo") and seat is not None:
            model.asked = (seat,)
            self.go_back_if_all_agree(device)

    @precondition(lambda self: self.model.going_on)
    @rule(number=number, yes=st.sampled_from([True, True, False]))
    def agree_or_refuse(self, number: int, yes: bool) -> None:
        device, model = self.device(number), self.model
        seat = model.seat(device.token)
        may = seat is not None and bool(model.asked) and not (yes and seat in model.asked)
        if self.event(device, may, "agree" if yes else "refuse") and seat is not None:
            model.asked = (*model.asked, seat) if yes else ()
            self.go_back_if_all_agree(device)

    def go_back_if_all_agree(self, device: Device) -> None:
        if self.model.asked and set(self.model.persons) <= set(self.model.asked):
            self.model.asked = ()
            self.model.undone_at = self.model.version
            if self.model.phase != "paused":
                self.look(device)

    @precondition(lambda self: self.model.undone_at and self.model.phase == "playing")
    @rule(number=number)
    def act_without_having_seen_that_a_move_was_taken_back(self, number: int) -> None:
        device = self.device(number)
        view = device.player.last["view"] or {}
        action = some_action(view, self.rng) if view.get("asks") else {"do": "draw"}
        self.say(device, {"type": "act", "action": action, "seen": self.model.undone_at - 1}, False)

    # ------------------------------------------------------------ again

    @precondition(lambda self: self.done)
    @rule(number=st.integers(0, 1000))
    def say_it_again(self, number: int) -> None:
        """Repeat an acknowledged message: it gets the same version again, and is not done twice."""
        again = self.done[-1 - number % len(self.done)]
        for device in self.devices:
            if device.token == again.token:
                answer = self.wait(device.player.say(id=again.id, **again.message))
                assert answer == {"type": "ack", "id": again.id, "version": again.version}

    @precondition(lambda self: self.model.phase in ("lobby", "over"))
    @rule(number=number)
    def want_a_rematch(self, number: int) -> None:
        device, model = self.device(number), self.model
        may = model.belongs(device.token) and model.phase == "over" and not model.rematch
        if self.event(device, may, "rematch"):
            model.rematch = True
            self.invited = {model.host, *(model.chairs[seat] for seat in model.persons)}

    @precondition(lambda self: self.model.phase in ("lobby", "over"))
    @rule(number=number)
    def follow(self, number: int) -> None:
        device = self.device(number)
        may = self.model.rematch and self.model.belongs(device.token) and device.token in self.invited
        if seated := self.ask("/follow", device.token, may):
            assert seated["code"] == device.player.last["table"]["rematch"]

    # ------------------------------------------------------------ what everybody sees

    @invariant()
    def everybody_sees_the_same(self) -> None:
        if not hasattr(self, "served"):
            return
        model = self.model
        if model.asked and set(model.persons) <= set(model.asked) and self.devices:
            model.version += 1  # the last person who had not answered is gone, so the server takes the move back
            model.asked, model.undone_at = (), model.version
            if model.phase != "paused":
                self.look(self.devices[0])
        for device in self.devices:
            message = self.wait(device.player.version(model.version))
            assert message["version"] == model.version
            if model.phase == "resumed":
                model.phase = message["table"]["phase"]
                assert model.phase in ("playing", "between")
            table, you = message["table"], message["you"]
            states = ["open" if not one else "bot" if one == BOT else "person" for one in model.chairs]
            assert table["phase"] == model.phase
            assert (table["locked"], table["onlookers"]) == (model.locked, model.onlookers)
            assert [one["state"] for one in table["chairs"]] == states
            assert all(table["chairs"][seat]["name"] == model.names[seat] for seat in model.persons)
            assert [one["host"] for one in table["chairs"]] == [one == model.host for one in model.chairs]
            assert tuple((table["undo"] or {}).get("agreed", ())) == model.asked
            assert bool(table["rematch"]) == model.rematch
            assert (you["seat"], you["host"]) == (model.seat(device.token), device.token == model.host)
            assert not you["standing"]
        shown = {public(device.player.last) for device in self.devices if device.player.last["view"]}
        assert len(shown) <= 1, "what is open is the same for all"


def public(message: dict[str, Any]) -> str:
    """Return the part of a view that is the same for every viewer."""
    view = message["view"]
    zones = [
        (zone["id"], zone.get("count", len(zone.get("items", ()))))
        for zone in view["zones"]
        if "held" not in zone["id"]
    ]
    discard = [zone.get("items") for zone in view["zones"] if zone["id"] == "discard"]
    return json.dumps([view["round"], view.get("waiting"), view.get("sheet"), discard, sorted(zones)])


TestTheTable = TableMachine.TestCase
TestTheTable.settings = settings(max_examples=tries(8, 100), stateful_step_count=80 if LONG else 40, deadline=None)


def test_once_through_everything_that_chance_may_leave_out() -> None:
    """A move taken back by consent, one that stands, a pause, every change of chairs, the end, a rematch, restarts."""
    machine = TableMachine()
    machine.set_up(seed=1, people=CHAIRS, moves=0)
    ann, bob, cat, nobody = range(4)  # their devices; what the host does takes 1 for Ann

    def again(times: int, *steps: Step) -> list[Step]:
        return [*steps] * times

    def agreeing(yes: bool, *people: int) -> list[Step]:
        return [(machine.agree_or_refuse, (who, yes)) for who in people]

    steps: list[Step] = [
        (machine.add_words, (bob,)),
        (machine.rename, (cat, "Eve")),
        (machine.swap, (1, 0, 2)),
        (machine.settle, (1, True, False)),
        (machine.sit, (3,)),
        (machine.settle, (1, False, True)),
        (machine.start, (1,)),
        (machine.play_on, (12,)),
        *again(6, (machine.play_on, (1,)), (machine.undo, (1,)), *agreeing(True, ann, bob, cat)),
        *again(3, (machine.play_on, (1,)), (machine.undo, (1,)), *agreeing(True, cat, bob, ann)),
        *again(3, (machine.play_on, (1,)), (machine.undo, (1,)), *agreeing(False, bob)),
        *((machine.act_without_having_seen_that_a_move_was_taken_back, (who,)) for who in (ann, bob, cat)),
        *again(6, (machine.pause_or_resume, (bob,)), (machine.restart_the_server, ())),
        (machine.quote, (bob, True)),
        (machine.quote, (bob, True)),
        (machine.answer_beforehand, (cat, True)),
        (machine.lose_the_line_and_come_back, (nobody, False)),
        (machine.remove, (1, 1)),
        (machine.sit, (3,)),
        (machine.give_a_chair_to_a_bot, (1, 0, "steady")),
        (machine.give_a_chair_to_a_bot, (1, 0, "")),
        (machine.sit, (4,)),
        (machine.make_a_new_link, (1, 1)),
        (machine.pass_the_table_on, (1, 1)),
        (machine.come_with_another_device, (ann,)),
        (machine.resume, ()),
        (machine.play_on, (500,)),
        *((machine.be_ready, (who,)) for who in range(4)),
        (machine.play_on, (500,)),
        (machine.want_a_rematch, (ann,)),
        *((machine.follow, (who,)) for who in range(4)),
        *((machine.say_it_again, (back,)) for back in range(0, 60, 7)),
        (machine.leave, (ann,)),
        (machine.restart_the_server, ()),
    ]
    try:
        for step, given in steps:
            step(*given)
            machine.everybody_sees_the_same()
        model = machine.model
        assert (model.phase, model.rematch, bool(model.undone_at)) == ("over", True, True)
    finally:
        machine.teardown()
