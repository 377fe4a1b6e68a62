"""Clocks: without a turn clock, time never decides for a person whose turn it is. Ending a window over the silence of
others is only possible when their seconds are over."""

from random import Random
from typing import Any

import msgspec
import pytest

from parlour.games import discover, find
from parlour.games.rummy.state import WINDOW
from parlour.games.yammouth.state import CLAIMING
from parlour.kernel.refusal import Refused
from parlour.kernel.view import Ask
from parlour.table import events, moves
from parlour.table.chairs import Chair
from parlour.table.chores import Chore, bot_action, next_chore
from parlour.table.clocks import deadline, hold
from parlour.table.events import Invitation, Pace, TableEntry
from parlour.table.presence import Presence
from parlour.table.table_view import ViewMessage, view_message
from tests.arbitrary import usual_seats
from tests.table.life import Life, refusal
from tests.toy import GAME as MAGPIE
from tests.toy import Magpie

NAMES = ("Ann", "Bob", "Cat", "Dan")


def discard(game: str, *bots: int, **pace: Any) -> Life:
    """Bob discarded at 10 seconds, and Cat is at bat; all are here. Ann and Dan are asked."""
    chairs = [Chair(bot="steady") if seat in bots else Chair(name, name) for seat, name in enumerate(NAMES)]
    life = Life(*chairs, game=find(game), of_pace=Pace(**pace))
    life.asks("Ann", events.Start())
    life.presence.here = dict.fromkeys(life.table.persons, 1)
    life.now = 10.0
    state = life.table.state
    if game == "torpedo":
        life.plays(1, {"do": "draw"})
    while state.phase != WINDOW or state.at_bat != 2:
        seat = life.table.actors[0]
        state = life.table.state
        life.plays(seat, state.silence(seat) if state.phase != WINDOW or seat != 2 else {"do": "pass"})
        state = life.table.state
    return life


def chore(life: Life) -> Chore | None:
    return next_chore(life.table, life.presence, 0.8)


def seen(life: Life, key: str, now: float) -> ViewMessage:
    return view_message(life.table, key, life.presence, now, 0)


def asks(life: Life, key: str, now: float = 10.0) -> dict[str, Ask]:
    view = seen(life, key, now).view
    assert view is not None
    return {ask.action["do"]: ask for ask in view.asks}


def last(life: Life, number: int) -> list[tuple[int, str, str]]:
    return [(move.seat, move.by, move.body.action["do"]) for move in life.log.entries[-number:]]


def passes_by_clock(life: Life) -> list[int]:
    """Do all chores until the server waits. Return the seats they were for."""
    done = []
    while (due := chore(life)) is not None:
        life.now = max(life.now, due.at)
        life.does(due)
        done.append(due.seat)
    return done


# ---------------------------------------------------------------- Torpedo: ending the window has to wait


def test_T22_a_window_stays_open_until_the_person_at_bat_acts_however_long_that_takes() -> None:
    life = discard("torpedo")
    assert chore(life) is None
    life.now = 10_000.0
    assert chore(life) is None, "nobody is decided for"
    life.moves("Ann", reaction=9_000, do="buy")
    assert life.table.window, "a call is still possible, and Dan may still call too"


def test_T22_the_deck_is_held_back_for_the_seconds_of_the_others_and_the_discard_never() -> None:
    life = discard("torpedo")
    version = life.table.version
    life.now = 12.5
    held = asks(life, "Cat", 12.5)
    assert (held["draw"].held, held["take"].held) == (True, False)
    assert seen(life, "Cat", 12.5).hold == 2.5
    with pytest.raises(Refused) as refused:
        life.moves("Cat", do="draw")
    assert (refused.value.rule, refused.value.sentence) == ("T22", "Give the others 3 more seconds to buy the discard.")
    life.now = 14.2
    assert refusal(life.moves, "Cat", do="draw") == "Give the others 1 more second to buy the discard."
    assert life.table.version == version, "and nothing was written down"
    life.moves("Cat", do="take")
    assert last(life, 1) == [(2, "person", "take")], "which passes for nobody"


def test_T22_a_draw_when_the_time_is_over_writes_a_pass_for_the_silent_and_then_itself() -> None:
    life = discard("torpedo")
    life.now = 15.0
    assert seen(life, "Cat", 15.0).hold is None
    life.moves("Cat", do="draw")
    assert last(life, 3) == [(3, "clock", "pass"), (0, "clock", "pass"), (2, "person", "draw")]
    assert refusal(life.moves, "Ann", do="buy").startswith("You can only buy")
    assert refusal(life.moves, "Ann", do="pass") == "There's nothing to pass on."


def test_T22_the_deck_is_free_as_soon_as_everybody_has_answered() -> None:
    life = discard("torpedo")
    life.now = 11.0
    life.moves("Ann", do="pass")
    assert seen(life, "Cat", 11.0).hold == 4.0, "another's answer does not give Dan more time, or less"
    life.moves("Dan", do="pass")
    assert seen(life, "Cat", 11.0).hold is None
    life.moves("Cat", do="draw")
    assert last(life, 1) == [(2, "person", "draw")]


def test_T24_a_call_is_granted_by_the_person_at_bat_when_the_others_have_had_their_seconds() -> None:
    life = discard("torpedo")
    life.moves("Dan", reaction=700, do="buy")
    offered = asks(life, "Cat")
    assert (offered["accept"].say.startswith("Let Dan buy"), offered["accept"].held) == (True, True)
    assert not offered["take"].held
    life.now = 15.0
    assert refusal(life.moves, "Cat", do="draw").startswith("{3} wants to buy")
    life.moves("Cat", do="accept")
    assert last(life, 2) == [(0, "clock", "pass"), (2, "person", "accept")]


def test_T24_who_is_asked_to_grant_a_call_is_waited_for_and_by_a_turn_clock_has_a_turns_time() -> None:
    life = discard("torpedo")
    life.moves("Dan", do="buy")
    life.moves("Ann", do="pass")
    assert chore(life) is None
    assert deadline(life.table, life.presence, 10.0) is None
    life.asks("Ann", events.ChangeSettings(pace=Pace(turn=60)))
    due = chore(life)
    assert due == Chore(70.0, "silence", 2)
    life.does(due)
    assert last(life, 1) == [(2, "clock", "accept")]


def test_with_a_turn_clock_silence_counts_as_it_did() -> None:
    life = discard("torpedo", turn=30)
    assert asks(life, "Cat")["draw"].held
    assert chore(life) == Chore(15.0, "silence", 3)
    for _ in range(2):
        due = chore(life)
        assert due is not None
        life.now = due.at
        life.does(due)
    assert last(life, 2) == [(3, "clock", "pass"), (0, "clock", "pass")]
    assert chore(life) == Chore(45.0, "silence", 2)


def test_with_a_turn_clock_and_no_time_for_calls_nobody_is_stuck() -> None:
    life = discard("torpedo", turn=30, window=0)
    assert seen(life, "Cat", 10.0).hold is None
    assert chore(life) == Chore(40.0, "silence", 3)


def test_where_everybody_answers_nothing_is_held_back_and_nobody_hurried() -> None:
    life = discard("torpedo", windows=False)
    assert set(asks(life, "Cat")) == {"take"}
    assert (seen(life, "Cat", 10.0).hold, seen(life, "Ann", 10.0).deadline) == (None, None)
    life.now = 10_000.0
    assert chore(life) is None
    assert refusal(life.moves, "Cat", do="draw").startswith("The others can still buy")


def test_a_bot_at_bat_waits_out_the_window_and_so_does_a_stand_in() -> None:
    life = discard("torpedo", 2)
    due = chore(life)
    assert due == Chore(10.8, "bot", 2)
    life.presence.declined.add(2)  # as the room does, if it does not want the discard
    assert chore(life) == Chore(15.0, "silence", 3)
    assert deadline(life.table, life.presence, 10.0, 0) == 5.0
    life = discard("torpedo")
    del life.presence.here[2]
    life.presence.gone[2] = 11.0
    due = chore(life)
    assert due == Chore(131.0, "stand in", 2), "and not before the patience of the table is over"
    life.now = due.at
    life.does(due)
    life.presence.declined.add(2)
    assert chore(life) == Chore(15.0, "silence", 3), "their seconds are over long since"
    assert moves.silences_before(life.table, 2) == [], "a bot is never handed what comes after a silence"


def test_nothing_moves_while_nobody_is_here() -> None:
    life = discard("torpedo", 2)
    life.presence.here = {}
    assert chore(life) is None


def test_the_time_begins_anew_for_whoever_was_kept_from_answering() -> None:
    life = discard("torpedo")
    life.now = 14.0
    life.asks("Dan", events.Pause())
    life.now = 100.0
    life.asks("Dan", events.Resume())
    assert seen(life, "Cat", 100.0).hold == 5.0
    life.presence.woke = 200.0
    assert seen(life, "Cat", 201.0).hold == 4.0
    written = [msgspec.json.decode(msgspec.json.encode(entry), type=TableEntry) for entry in life.entries]
    table, presence = life.first.play(written), Presence()
    presence.note(table, 300.0)
    assert hold(table, presence, 2, 300.0) == 5.0, "a restart is nobody's answer"


def test_T22_who_leaves_and_sits_down_again_gives_nobody_longer_to_wait() -> None:
    life = discard("torpedo")
    life.now = 14.0
    life.asks("Dan", events.LeaveSeat())
    life.sits("Dan", "Dan", 3)
    assert seen(life, "Cat", 14.0).hold == 1.0
    assert seen(life, "Cat", 15.5).hold is None


def test_where_everybody_answers_no_turn_clock_answers_for_them() -> None:
    life = discard("torpedo", windows=False, turn=30)
    assert chore(life) is None
    assert seen(life, "Ann", 10.0).deadline is None


def test_how_long_one_is_held_back_depends_on_no_hidden_card() -> None:
    life = discard("torpedo")
    rng = Random(1)
    for viewer in range(4):
        for _ in range(10):
            imagined = Life.of(*NAMES, game=life.table.game).table
            imagined.__dict__.update(life.table.__dict__)
            imagined.state = life.table.state.redeal(viewer, rng)
            for seat in range(4):
                assert hold(imagined, life.presence, seat, 11.0) == hold(life.table, life.presence, seat, 11.0)
                assert deadline(imagined, life.presence, 11.0, seat) == deadline(life.table, life.presence, 11.0, seat)


# ---------------------------------------------------------------- the seconds are shown


def test_who_is_asked_sees_their_own_seconds_and_who_is_at_bat_none() -> None:
    life = discard("torpedo")
    assert [seen(life, key, 11.0).deadline for key in (*NAMES, "")] == [4.0, 4.0, None, 4.0, 4.0]
    life.moves("Ann", do="pass")
    life.moves("Dan", do="buy")
    assert [seen(life, key, 11.0).deadline for key in NAMES] == [None] * 4
    life = discard("progressive", window=7)
    assert [seen(life, key, 11.0).deadline for key in (*NAMES, "")] == [6.0, 6.0, None, 6.0, 6.0]


def test_what_a_hint_and_a_trial_say_is_about_what_may_be_done_when_the_time_is_over() -> None:
    life = discard("torpedo")
    state = moves.ahead(life.table, 2, life.table.state.copy(), life.table.game.read_action({"do": "draw"}))
    state.apply(2, life.table.game.read_action({"do": "draw"}))
    state = moves.ahead(life.table, 2, life.table.state.copy(), life.table.game.read_action({"do": "take"}))
    assert state.phase == WINDOW


# ---------------------------------------------------------------- Progressive: no clock for the player at bat


def test_P11_the_seat_at_bat_is_waited_for_and_then_silence_means_pass_when_the_seconds_are_over() -> None:
    life = discard("progressive")
    assert chore(life) is None
    life.now = 13.0
    life.moves("Cat", do="pass")
    assert chore(life) == Chore(22.0, "silence", 0), "counted from the offer"
    assert passes_by_clock(life) == [0, 3]
    assert life.table.state.at_bat == 2
    assert chore(life) is None, "Cat has drawn, and discards when she likes"


def test_P11_who_let_their_seconds_pass_may_answer_as_long_as_the_one_at_bat_has_not() -> None:
    life = discard("progressive")
    life.now = 500.0
    assert seen(life, "Ann", 500.0).deadline == 0.0
    life.moves("Ann", do="buy")
    life.moves("Cat", do="pass")
    assert chore(life) == Chore(22.0, "silence", 3)
    assert passes_by_clock(life) == [3]
    assert life.table.state.buys[0] == 1


def test_P11_by_a_turn_clock_the_seat_at_bat_has_a_turns_time_and_the_others_theirs() -> None:
    life = discard("progressive", turn=60)
    assert seen(life, "Cat", 10.0).deadline == 60.0
    assert seen(life, "Ann", 10.0).deadline == 12.0
    assert chore(life) == Chore(22.0, "silence", 0)


def test_P11_where_everybody_answers_nobodys_silence_counts() -> None:
    life = discard("progressive", windows=False)
    life.moves("Cat", do="pass")
    assert chore(life) is None


# ---------------------------------------------------------------- Yammouth: claims


def called(**pace: Any) -> Life:
    """Ann called YAMMOUTH at 10 seconds, and others may claim."""
    for number in range(2000):
        life = Life.of(*NAMES, game=find("yammouth"), options={"call_limit": 30}, of_pace=Pace(slam_grace=0, **pace))
        life.asks("Ann", events.ShuffleWords(str(number)))
        life.asks("Ann", events.Start())
        life.presence.here = dict.fromkeys(range(4), 1)
        life.now = 10.0
        try:
            life.moves("Ann", do="call")
        except Refused:
            continue
        if life.table.state.phase == CLAIMING:
            return life
    raise AssertionError("nobody could ever claim")


def test_Y13_claims_have_twenty_seconds_that_are_seen_and_then_silence_means_pass() -> None:
    life = called()
    seat = life.table.actors[0]
    assert seen(life, NAMES[seat], 14.0).deadline == 16.0
    assert chore(life) == Chore(30.0, "silence", seat)
    life = called(windows=False)
    assert chore(life) is None, "or everybody answers"
    assert deadline(life.table, life.presence, 10.0) is None


# ---------------------------------------------------------------- in any game


def test_where_a_silence_would_uncover_a_card_the_clock_answers_after_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat at bat may not look ahead there, so it cannot end the window, and must not get stuck."""
    honest = Magpie._settle

    def uncovering(self: Magpie) -> None:
        self.uncovered += 1
        honest(self)

    monkeypatch.setattr(Magpie, "_settle", uncovering)
    life = Life.of(*NAMES, game=MAGPIE)
    life.asks("Ann", events.Start())
    life.presence.here = dict.fromkeys(range(4), 1)
    life.now = 10.0
    life.moves("Ann", do="pass")
    assert chore(life) == Chore(15.0, "silence", 2)


@pytest.mark.parametrize("game", discover())
def test_without_a_turn_clock_no_time_ever_decides_for_a_person_whose_turn_it_is(game: str) -> None:
    """Four people (or as many as may play) do nothing by themselves; bots play for them when the server only waits."""
    found = find(game)
    seats = usual_seats(found)
    life = Life(*(Chair(name, name) for name in NAMES[:seats]), game=found, of_pace=Pace(slam_grace=0))
    life.asks("Ann", events.Start())
    life.presence.here = dict.fromkeys(range(seats), 1)
    rng = Random(game)
    for _ in range(300):
        if life.table.over:
            break
        due = chore(life)
        if due is not None:
            assert due.what == "silence"
            window = life.table.window
            assert window is not None
            assert window.aside(life.table.state, due.seat)
            life.now = max(life.now, due.at)
            life.does(due)
            continue
        life.now += 1000.0
        own = [
            seat
            for seat in life.table.actors
            if not life.table.window or not life.table.window.aside(life.table.state, seat)
        ]
        seat = rng.choice(own)
        state = moves.ahead(life.table, seat, life.table.state.copy())
        life.plays(seat, rng.choice(list(state.legal(seat))))


def test_tables_that_were_set_up_before_are_read_as_they_were() -> None:
    """Settings that a host could choose then may still be in a log."""
    for pace in ({}, {"windows": False}, {"window": 0}, {"window": 9, "turn": 30, "calls": "in turn"}):
        text = msgspec.json.encode({"turn": 0, "windows": True, "window": None, "patience": 120, **pace})
        read = msgspec.json.decode(text, type=Pace)
        invitation = Invitation("torpedo", find("torpedo").edition, {}, (Chair("Ann", "Ann"),), "Ann", pace=read)
        assert msgspec.json.decode(msgspec.json.encode(invitation), type=Invitation).pace == read
        entry: TableEntry = TableEntry(1, 0.0, 0, "person", events.ChangeSettings(pace=read))
        assert msgspec.json.decode(msgspec.json.encode(entry), type=TableEntry) == entry


def test_a_bot_chooses_in_the_window_and_not_past_it() -> None:
    life = discard("torpedo", 2)
    choice = bot_action(life.table, 2, Random(1))
    assert choice is None or msgspec.to_builtins(choice) == {"do": "take"}
