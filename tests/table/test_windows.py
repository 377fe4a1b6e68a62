"""Windows: races, standing answers, windows without time; gestures and quotes. In Magpie for four, Ann plays, Bob is at
bat next, and Cat and Dan may grab the prize."""

from random import Random
from typing import Any

import msgspec
import pytest

from parlour.games import find
from parlour.kernel.view import Moment
from parlour.table import events, moves
from parlour.table.chairs import Chair
from parlour.table.chores import Chore, next_chore
from parlour.table.clocks import deadline
from parlour.table.events import Pace, TableEntry
from parlour.table.presence import BOT_REACTION, Presence
from parlour.table.table_view import GestureView, ViewMessage, You, view_message
from tests.games.rummy.tables import RUMMIES
from tests.table.life import Life, do, refusal
from tests.toy import GAME as MAGPIE
from tests.toy import Magpie

BOB, CAT, DAN = 1, 2, 3
NAMES = ("Ann", "Bob", "Cat", "Dan")


def window(*chairs: Chair, **pace: Any) -> Life:
    """The window has just opened, at 10 seconds; everybody is here."""
    life = Life(*(chairs or [Chair(name, name) for name in NAMES]), game=MAGPIE, of_pace=Pace(**pace))
    life.asks("Ann", events.Start())
    life.now = 10.0
    life.moves("Ann", do="pass")
    life.presence.here = dict.fromkeys(life.table.persons, 1)
    assert list(life.table.actors) == [CAT, DAN, BOB]
    return life


def chore(life: Life) -> Chore | None:
    return next_chore(life.table, life.presence, 0.8)


def seen(life: Life, key: str) -> ViewMessage:
    return view_message(life.table, key, life.presence, life.now, 0)


def asked(life: Life, key: str) -> list[str]:
    view = seen(life, key).view
    assert view is not None
    return [ask.action["do"] for ask in view.asks]


def last(life: Life, number: int) -> list[tuple[int, str, str]]:
    """Return the last moves: who, by whom, what."""
    return [(move.seat, move.by, move.body.action["do"]) for move in life.log.entries[-number:]]


def play_silently(life: Life, rounds: int) -> None:
    """Take only the silences until this many rounds are scored."""
    while len(life.table.sheet) < rounds:
        seat = life.table.actors[0]
        life.plays(seat, life.table.state.silence(seat), "clock")


# ---------------------------------------------------------------- calls


def test_a_call_counts_from_when_it_could_be_made_less_what_the_line_took_up_to_a_limit() -> None:
    presence = window().presence
    assert presence.reaction(CAT, 10.6, 0.0) == 600
    assert presence.reaction(CAT, 10.6, 0.1) == 600, "nothing was sent to it yet, so no line can have been slow"
    presence.shown = {CAT: 10.02}
    assert presence.reaction(CAT, 10.6, 0.1) == 480
    assert presence.reaction(CAT, 10.6, 30.0) == 350
    presence.shown = {CAT: 15.0}
    assert presence.reaction(CAT, 15.3, 0.0) == 5050, "whoever comes late to look is late"
    assert presence.reaction(CAT, 10.05, 0.0) == presence.reaction(CAT, 9.0, 0.0) == 100, "nobody reads so fast"
    assert presence.reaction(CAT, 9000.0, 0.0) == 600_000


def test_when_a_seat_was_shown_its_call_is_forgotten_with_the_call_and_not_before() -> None:
    life = window(windows=False)
    life.presence.shown = {CAT: 10.1, DAN: 10.1, BOB: 10.1}
    life.now = 11.0
    life.asks("Cat", events.Rename("Kit"))
    life.moves("Dan", do="pass")
    assert life.presence.shown.keys() == {CAT, BOB}
    life.take(CAT, events.StandIn(), "clock")
    life.take(CAT, events.Back())
    assert life.presence.reaction(CAT, 11.2, 0.0) == 1100, "nor does it begin anew for somebody who comes back"
    life.asks("Bob", events.Pause())
    assert not life.presence.shown, "whoever pauses shows it to everybody anew"


def test_after_an_interruption_nobody_is_quick_until_the_next_move_opens_a_window() -> None:
    life = window(windows=False)
    assert not life.presence.late
    life.asks("Dan", events.Pause())
    life.asks("Dan", events.Resume())
    for seat in (BOB, CAT, DAN):
        assert life.presence.reaction(seat, life.now, 0.0) == life.presence.bot_reaction(seat) == 600_000
    life.asks("Cat", events.Rename("Kit"))
    life.moves("Cat", do="pass")
    assert life.presence.late == {BOB, DAN}
    life.moves("Dan", do="pass")
    life.moves("Bob", do="pass")
    assert life.table.actors
    assert not life.presence.late


def test_an_undo_that_is_asked_for_and_withdrawn_gives_nobody_time() -> None:
    life = window(windows=False)
    life.asks("Ann", events.AskUndo())
    life.asks("Ann", events.Refuse())
    assert life.presence.late == {BOB, CAT, DAN}
    life = window(windows=False)
    life.asks("Ann", events.AskUndo())
    life.moves("Cat", do="pass")
    assert life.presence.late == {BOB, DAN}, "play has gone on"


def test_whoever_could_act_before_has_the_whole_time_when_it_has_to() -> None:
    life = window(turn=30)
    for key in ("Cat", "Dan"):
        life.now += 1.5
        life.moves(key, do="pass")
    assert life.table.actors == [BOB]
    assert chore(life) == Chore(43.0, "silence", BOB), "and not from when the window opened"


@pytest.mark.parametrize(("cat", "dan", "winner"), [(500, 300, DAN), (300, 500, CAT), (400, 400, CAT)])
def test_the_quickest_gets_it_and_of_equals_the_next_in_turn(cat: int, dan: int, winner: int) -> None:
    life = window()
    prize = life.table.state.prize[0]
    life.moves("Dan", reaction=dan, do="grab")
    life.moves("Cat", reaction=cat, do="grab")
    assert prize in life.table.state.hands[winner]
    assert life.log.entries[-1].body.action == {"do": "grab", "reaction": cat}


def test_in_turn_no_call_is_quicker_than_another() -> None:
    life = window(calls="in turn")
    prize = life.table.state.prize[0]
    life.moves("Dan", reaction=100, do="grab")
    life.moves("Cat", reaction=9000, do="grab")
    assert prize in life.table.state.hands[CAT]
    assert life.log.entries[-1].body.action == {"do": "grab"}


def test_nobodys_own_word_is_taken_for_how_quick_a_call_was() -> None:
    life = window()
    [(entry, _)] = moves.move(life.table, CAT, {"do": "grab", "reaction": 1}, reaction=700)
    assert msgspec.to_builtins(entry.body)["action"] == {"do": "grab", "reaction": 700}
    for bad in (-1, 600_001, "0", 1.5, None):
        assert "isn't an action" in refusal(moves.move, life.table, CAT, {"do": "grab", "reaction": bad})
    assert "isn't an action" in refusal(moves.move, life.table, CAT, {"do": "pass", "reaction": 1})


def test_a_bot_calls_later_than_somebody_who_is_awake() -> None:
    life = window(*(Chair("Ann", "Ann"), Chair("Bob", "Bob"), Chair(bot="first"), Chair("Dan", "Dan")))
    [(entry, _)] = do(life.table, Chore(0.0, "bot", CAT), Random(1))
    assert (entry.seat, entry.by) == (CAT, "bot")
    assert msgspec.to_builtins(entry.body)["action"]["reaction"] == BOT_REACTION >= 1500


# ---------------------------------------------------------------- not now


def test_a_bot_that_declined_is_asked_again_only_after_the_table_has_changed() -> None:
    chairs = [Chair(name, name) for name in NAMES]
    chairs[BOB] = Chair(bot="first")
    life = window(*chairs, windows=False)
    assert chore(life) == Chore(10.8, "bot", BOB)
    assert do(life.table, Chore(10.8, "bot", BOB), Random(1)) == []
    life.presence.declined.add(BOB)  # as the room does
    assert chore(life) is None
    life.moves("Cat", do="pass")
    assert chore(life) == Chore(10.8, "bot", BOB)
    life.moves("Dan", do="pass")
    assert life.table.actors == [BOB]
    [(entry, _)] = do(life.table, Chore(10.8, "bot", BOB), Random(1))
    assert entry.by == "bot", "where it is waited for it does something"


def test_nobody_is_on_the_clock_who_is_not_waited_for() -> None:
    life = window()
    assert deadline(life.table, life.presence, 11.0) == 4.0
    for seat in (CAT, DAN):
        life.asks("Ann", events.SetBot(seat, "first"))
    assert deadline(life.table, life.presence, 11.0) is None


def test_the_family_may_give_a_window_more_or_less_time_than_the_rules() -> None:
    for pace, seconds in (({}, 5.0), ({"window": 12}, 12.0), ({"window": 12, "turn": 3}, 12.0)):
        assert deadline(window(**pace).table, window().presence, 10.0) == seconds
    assert deadline(window(windows=False, window=12).table, window().presence, 10.0) is None


# ---------------------------------------------------------------- standing answers


def test_a_standing_answer_passes_at_once_and_nobody_else_is_told() -> None:
    life = window()
    life.asks("Dan", events.StandingPass(True))
    assert life.said(DAN) == "You'll pass for the rest of this round."
    assert [life.said(viewer) for viewer in (0, BOB, CAT, None)] == ["", "", "", ""]
    assert [seen(life, key).you.standing for key in (*NAMES, "")] == [False, False, False, True, False]
    assert "already" in refusal(life.asks, "Dan", events.StandingPass(True))
    due = chore(life)
    assert due == Chore(0.0, "silence", DAN)
    life.does(due)
    assert last(life, 1) == [(DAN, "clock", "pass")]
    life.asks("Dan", events.StandingPass(False))
    assert life.said(DAN) == "You're answering for yourself again."
    assert not seen(life, "Dan").you.standing


def test_a_standing_answer_ends_with_the_round_and_with_the_person() -> None:
    life = window(windows=False)
    life.asks("Dan", events.StandingPass(True))
    life.asks("Cat", events.StandingPass(True))
    life.asks("Cat", events.LeaveSeat())
    assert life.table.standing == {DAN}
    play_silently(life, 1)
    assert life.table.standing == frozenset()
    assert "no game" in refusal(Life.of(*NAMES, game=MAGPIE).asks, "Ann", events.StandingPass(True))


def test_a_standing_answer_is_for_windows_and_for_whoever_plays_in_person() -> None:
    life = window(windows=False)
    life.asks("Bob", events.StandingPass(True))
    life.asks("Dan", events.StandingPass(True))
    assert chore(life) == Chore(0.0, "silence", DAN), "and nobody waits for Bob"
    life.take(DAN, events.StandIn(), "clock")
    assert chore(life) != Chore(0.0, "silence", DAN), "the bot that stands in decides for itself"
    life.moves("Cat", do="pass")
    life.plays(DAN, {"do": "pass"}, "bot")
    assert life.table.actors == [BOB]
    assert chore(life) != Chore(0.0, "silence", BOB), "it is Bob's turn, and no window"


@pytest.mark.parametrize("game", RUMMIES)
def test_a_standing_answer_passes_on_what_others_throw_away_and_never_plays_ones_turn(game: str) -> None:
    """T28, P11: everybody has said they will pass; the player at bat still takes, leaves or grants for themselves."""
    life = Life.of(*NAMES, game=find(game), of_pace=Pace(windows=False))
    life.asks("Ann", events.Start())
    life.presence.here = dict.fromkeys(range(4), 1)
    for name in NAMES:
        life.asks(name, events.StandingPass(True))
    passed = set()
    for _ in range(60):
        due = chore(life)
        if due is not None and due.what == "silence":
            assert due.seat != life.table.state.at_bat
            life.does(due)
            passed.add(last(life, 1)[0])
        else:
            seat = life.table.state.at_bat
            life.plays(seat, life.table.state.silence(seat) or life.table.state.legal(seat)[0])
    assert passed == {(seat, "clock", "pass") for seat in range(4)}


def test_a_standing_answer_is_read_again_from_the_log() -> None:
    life = window()
    life.asks("Dan", events.StandingPass(True))
    written = [msgspec.json.decode(msgspec.json.encode(entry), type=TableEntry) for entry in life.entries]
    assert life.first.play(written).standing == {DAN}


# ---------------------------------------------------------------- windows that take no time


def test_with_no_time_whoever_is_not_waited_for_acts_past_the_silent() -> None:
    life = window(window=0)
    assert chore(life) is None
    assert deadline(life.table, life.presence, 99.0) is None
    assert asked(life, "Cat") == ["grab", "pass"]
    assert "draw" in asked(life, "Bob")
    assert seen(life, "Bob").hold is None
    life.moves("Bob", do="draw")
    assert last(life, 3) == [(CAT, "clock", "pass"), (DAN, "clock", "pass"), (BOB, "person", "draw")]


def test_with_no_time_a_call_that_was_made_counts() -> None:
    life = window(window=0)
    prize = life.table.state.prize[0]
    life.moves("Dan", reaction=900, do="grab")
    life.moves("Bob", do="pass")
    assert last(life, 3) == [(DAN, "person", "grab"), (CAT, "clock", "pass"), (BOB, "person", "pass")]
    assert prize in life.table.state.hands[DAN]


def test_with_no_time_nothing_is_written_down_if_the_action_is_refused() -> None:
    life = window(window=0)
    version = life.table.version
    for action in ({"do": "keep"}, {"do": "throw", "card": "2S"}, {"do": "grab"}):
        refusal(life.moves, "Bob", **action)
    assert life.table.version == version
    assert not life.table.state.answers[CAT]


def test_where_everybody_answers_nobody_is_passed_over() -> None:
    for pace in ({"windows": False}, {"window": 0, "windows": False}):
        life = window(**pace)
        life.now = 500.0
        assert asked(life, "Bob") == ["end"]
        refusal(life.moves, "Bob", do="draw")
        life.moves("Bob", do="end")
        assert last(life, 1) == [(BOB, "person", "end")], "what the rules let one do in a window is done at once"


def test_with_no_time_nobody_looks_ahead_at_a_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Magpie._settle

    def uncovering(self: Magpie) -> None:
        self.uncovered += 1
        honest(self)

    monkeypatch.setattr(Magpie, "_settle", uncovering)
    life = window(window=0)
    assert asked(life, "Bob") == ["end"]


def test_with_no_time_a_bot_still_leaves_people_the_time_of_the_rules() -> None:
    chairs = [Chair(name, name) for name in NAMES]
    chairs[BOB] = Chair(bot="first")
    life = window(*chairs, window=0)
    life.presence.declined.add(BOB)  # as the room does
    assert deadline(life.table, life.presence, 10.0) == 5.0, "and that is seen"
    for seat in (CAT, DAN):
        due = chore(life)
        assert due == Chore(15.0, "silence", seat)
        life.now = due.at
        life.does(due)
    due = chore(life)
    assert due == Chore(15.8, "bot", BOB)
    life.does(due)
    assert last(life, 3) == [(CAT, "clock", "pass"), (DAN, "clock", "pass"), (BOB, "bot", "draw")]


# ---------------------------------------------------------------- gestures and quotes


def test_a_gesture_is_made_when_its_time_is_and_once_a_round() -> None:
    life = window(windows=False)
    assert seen(life, "Dan").you.gestures == ()
    assert "right now" in refusal(life.asks, "Dan", events.MakeGesture("squawk"))
    assert "no gesture called 'bow'" in refusal(life.asks, "Dan", events.MakeGesture("bow"))
    play_silently(life, 1)
    assert seen(life, "Dan").you.gestures == (GestureView("squawk", "Squawk"),)
    state = life.table.state
    life.asks("Dan", events.MakeGesture("squawk"))
    assert (life.said(DAN), life.said(CAT), life.said()) == ("You squawked.", "Dan squawked.", "Dan squawked.")
    told = life.table.story.fresh[-1].told[CAT]
    assert told
    assert told.moments == (Moment("throw", "Awk", DAN),)
    assert life.table.state == state
    assert seen(life, "Dan").you.gestures == ()
    assert seen(life, "Cat").you.gestures
    assert refusal(life.asks, "Dan", events.MakeGesture("squawk")) == "Once a round is enough."
    life.asks("Cat", events.MakeGesture("squawk"))
    play_silently(life, 2)
    assert life.table.over
    life.asks("Dan", events.MakeGesture("squawk"))
    assert seen(life, "").you.gestures == ()


def test_a_rule_is_quoted_to_everybody_but_not_all_the_time() -> None:
    life = window()
    assert "no rule 'M99'" in refusal(life.asks, "Dan", events.Quote("M99"))
    life.asks("Dan", events.Quote("m4"))
    assert (life.said(DAN), life.said(CAT), life.said()) == ("You quoted M4.", "Dan quoted M4.", "Dan quoted M4.")
    for key in (*NAMES, ""):
        assert seen(life, key).happened[-1].rule == "M4"
    assert "just quoted a rule" in refusal(life.asks, "Dan", events.Quote("M1"))
    life.asks("Cat", events.Quote("M1"))
    for number in range(18):
        assert "just quoted a rule" in refusal(life.asks, "Dan", events.Quote("M1"))
        life.asks("Ann", events.Rename(f"Ann {number}"))
    life.asks("Dan", events.Quote("M1"))
    assert "no game" in refusal(Life.of(*NAMES, game=MAGPIE).asks, "Ann", events.Quote("M1"))


def test_an_onlooker_is_told_nothing_of_ones_own() -> None:
    life = window()
    assert view_message(life.table, "", Presence(), 0.0, 0).you == You(None, False, False, "", False, ())
