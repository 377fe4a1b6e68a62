"""Time to cut in: seats that are waited for may not move before it is over. In Magpie for four, Cat and Dan may grab
the prize, and Bob, whom nobody waits for, may end that; here he gets two seconds first."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from parlour.kernel.refusal import Refused
from parlour.table import events
from parlour.table.chairs import Chair
from parlour.table.chores import Chore, next_chore
from parlour.table.clocks import check_grace, deadline, grace
from parlour.table.events import Pace, TableEntry
from parlour.table.presence import Presence
from parlour.table.table_view import view_message
from tests.table.life import Life
from tests.toy import GAME as MAGPIE

BOB, CAT, DAN = 1, 2, 3
NAMES = ("Ann", "Bob", "Cat", "Dan")
CUTTING_IN = replace(MAGPIE, calls=replace(MAGPIE.calls, interrupts=True))


def breath(*bots: int, **pace: Any) -> Life:
    """The window has just opened, at 10 seconds; everybody is here."""
    chairs = [Chair(bot="first") if seat in bots else Chair(name, name) for seat, name in enumerate(NAMES)]
    life = Life(*chairs, game=CUTTING_IN, options={"breath": 2}, of_pace=Pace(**pace))
    life.asks("Ann", events.Start())
    life.now = 10.0
    life.moves("Ann", do="pass")
    life.presence.here = dict.fromkeys(life.table.persons, 1)
    return life


def held(life: Life, now: float) -> list[int]:
    """Return the seats that may not move yet."""
    found = []
    for seat in range(4):
        try:
            check_grace(life.table, life.presence, seat, now)
        except Refused:
            found.append(seat)
    return found


def left(life: Life, now: float) -> float | None:
    return grace(life.table, life.presence, now)


def test_who_is_waited_for_holds_back_and_who_may_cut_in_does_not() -> None:
    life = breath()
    assert held(life, 10.0) == held(life, 11.9) == [CAT, DAN]
    assert held(life, 12.0) == []
    with pytest.raises(Refused) as refusal:
        check_grace(life.table, life.presence, CAT, 10.5)
    assert (refusal.value.rule, refusal.value.sentence) == ("M11", "One moment: {1} can still cut in.")
    life.moves("Bob", do="end")
    assert held(life, 10.0) == [], "it is over when it has been used"
    assert left(life, 10.0) is None


def test_everybody_is_told_how_long_it_lasts_and_nobody_comes_too_early_by_that() -> None:
    life = breath()
    assert [left(life, now) for now in (10.0, 10.004, 11.999, 12.0)] == [2.0, 2.0, 0.01, None]
    for key in (*NAMES, ""):
        shown = view_message(life.table, key, life.presence, 10.5, 0)
        assert (shown.grace, shown.table.grace) == (1.5, True)
    assert view_message(Life.of("Ann", "Bob").table, "Ann", Presence(), 0.0, 0).table.grace is False


def test_the_family_may_give_more_time_less_or_none() -> None:
    assert left(breath(slam_grace=5), 10.0) == 5.0
    assert left(breath(slam_grace=0), 10.0) is None
    assert held(breath(slam_grace=0), 10.0) == []
    life = breath()
    life.asks("Ann", events.ChangeSettings(pace=Pace(slam_grace=1)))
    assert left(life, 10.0) == 1.0


def test_where_the_rules_give_none_the_family_gives_none() -> None:
    life = Life.of(*NAMES, game=CUTTING_IN, of_pace=Pace(slam_grace=5))
    assert left(life, 0.0) is None, "nor before the start"
    life.asks("Ann", events.Start())
    life.moves("Ann", do="pass")
    assert left(life, 0.0) is None


def test_it_begins_anew_after_a_pause_and_when_somebody_comes_back_to_the_empty_table() -> None:
    life = breath()
    life.now = 11.0
    life.asks("Cat", events.Pause())
    assert (held(life, 11.0), left(life, 11.0)) == ([], None)
    life.now = 500.0
    life.asks("Cat", events.Resume())
    assert left(life, 500.5) == 1.5
    life.presence.woke = 600.0
    assert left(life, 600.5) == 1.5


def test_it_begins_anew_after_an_undo_and_after_a_restart() -> None:
    life = breath(windows=False)
    life.now = 20.0
    life.moves("Cat", do="pass")
    life.asks("Cat", events.AskUndo())
    assert left(life, 30.0) is None
    for name in ("Ann", "Bob", "Dan"):
        life.now = 40.0
        life.asks(name, events.Agree())
    assert left(life, 40.5) == 1.5
    written = [msgspec.json.decode(msgspec.json.encode(entry), type=TableEntry) for entry in life.entries]
    table, presence = life.first.play(written), Presence()
    presence.note(table, 90.0)
    assert grace(table, presence, 90.5) == 1.5
    assert grace(table, presence, 92.0) is None


def test_what_others_do_at_the_table_does_not_make_it_longer() -> None:
    life = breath()
    life.now = 11.0
    life.asks("Cat", events.Rename("Kit"))
    life.take(DAN, events.StandIn(), "clock")
    life.take(DAN, events.Back())
    assert left(life, 11.0) == 1.0


def test_a_bot_holds_back_too_and_one_that_may_cut_in_need_not() -> None:
    assert next_chore(breath(CAT, DAN).table, breath().presence, 0.8) == Chore(12.0, "bot", CAT)
    assert next_chore(breath(BOB, CAT, DAN).table, breath().presence, 0.8) == Chore(10.8, "bot", BOB)


def test_nobody_waits_for_a_bot_that_has_declined_but_for_the_others() -> None:
    life = breath(BOB)
    assert held(life, 10.8) == [CAT, DAN]
    life.presence.declined.add(BOB)  # as the room does
    assert (held(life, 10.8), left(life, 10.8)) == ([], None)
    life = breath(BOB, CAT, DAN)
    life.presence.declined.add(BOB)
    assert next_chore(life.table, life.presence, 0.8) == Chore(10.8, "bot", CAT)


def test_of_bots_that_are_due_together_the_one_who_may_cut_in_goes_first() -> None:
    life = breath(BOB, CAT, DAN, slam_grace=0)
    assert next_chore(life.table, life.presence, 0.8) == Chore(10.8, "bot", BOB)
    life.presence.declined.add(BOB)
    assert next_chore(life.table, life.presence, 0.8) == Chore(10.8, "bot", CAT)
    slow = breath(BOB, CAT, DAN)
    assert next_chore(slow.table, slow.presence, 3.0) == Chore(13.0, "bot", BOB)


def test_a_clock_begins_when_the_seat_may_move() -> None:
    life = breath(window=1, turn=30)
    assert deadline(life.table, life.presence, 10.0) == 3.0
    assert next_chore(life.table, life.presence, 0.8) == Chore(13.0, "silence", CAT)
    life.asks("Dan", events.StandingPass(True))
    assert next_chore(life.table, life.presence, 0.8) == Chore(12.0, "silence", DAN)
