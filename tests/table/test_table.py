"""Seats, host, start, stand-ins, undo, pause, rematch: a table without a server."""

from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.bots import BOT_NAMES
from parlour.kernel.log import Move, final, read_log
from parlour.kernel.refusal import Refused
from parlour.kernel.view import Ask, Own, SlotHole, Zone, covers
from parlour.table import events, moves, newcomers, permissions
from parlour.table.chairs import Chair, check_name, names_of
from parlour.table.chores import Chore, next_chore
from parlour.table.clocks import deadline
from parlour.table.events import NOBODY, Pace, TableEntry
from parlour.table.presence import Presence
from parlour.table.story import REMEMBERED
from parlour.table.table import Table
from parlour.table.table_view import StandInView, arranged, phase_of, stand_ins, view_message
from tests.arbitrary import GAMES, random_options, tries
from tests.table.life import Life, done, random_request, refusal
from tests.toy import GAME as MAGPIE

NO_FLIPS = {"initial_flips": 0, "flip_on_discard": "never"}


def playing(*names: str, **rest: Any) -> Life:
    """Golf with nothing turned up; the seat after the dealer begins."""
    life = Life.of(*names, options=NO_FLIPS, **rest)
    life.asks("Ann", events.Start())
    return life


def on_turn(life: Life) -> str:
    return life.table.names[life.table.actors[0]]


# ---------------------------------------------------------------- chairs


def test_people_sit_where_they_wish_where_their_name_is_kept_or_where_there_is_room() -> None:
    life = Life(Chair("Ann", "Ann"), Chair("Gran", kept_for="Gran"), Chair(), Chair(bot="steady"), Chair())
    assert life.sits("b", "Bob") == 2
    assert life.said() == "Bob sat down."
    assert life.said(2) == "You sat down."
    assert life.sits("g", "  gran ") == 1
    assert refusal(life.sits, "e", "Eve", 3) == "That chair is taken."
    assert refusal(life.sits, "e", "Eve", 7) == "There's no chair 8."
    assert refusal(life.sits, "e", "bob").startswith("bob is already at this table.")
    assert life.sits("e", "Eve", 4) == 4
    assert refusal(life.sits, "f", "Flo") == "All 5 chairs are taken."


def test_nobody_is_put_on_a_chair_that_is_kept_for_somebody_else() -> None:
    life = Life(Chair("Ann", "Ann"), Chair("Gran", kept_for="Gran"), Chair("Bob", kept_for="Bob"))
    why = "The only chairs left are saved for Gran and Bob. If one is yours, pick it."
    assert refusal(life.sits, "e", "Eve") == why
    assert life.sits("b", "BOB") == 2
    assert refusal(life.sits, "e", "Eve") == why.replace("Gran and Bob", "Gran")
    assert life.sits("e", "Eve", 1) == 1, "whoever chooses it may have it"


@pytest.mark.parametrize("name", ["\u3164", "Ann\u034f", "\u2800", "Z" + "\u0301" * 5, "\u0301", "\u202eAnn", "A\x00"])
def test_a_name_that_is_not_seen_or_covers_others_is_none(name: str) -> None:
    assert "A name can't have" in refusal(check_name, name)


@pytest.mark.parametrize("name", ["Zoë", "Nguyễn", "José 2", "สมชาย", "हिन्दी", "奶奶", "Oma ❤️"])
def test_people_have_names_in_all_scripts(name: str) -> None:
    assert check_name(name)


def test_every_chair_has_a_name_of_its_own_once_play_begins() -> None:
    chairs = [Chair("Ben"), Chair(), Chair("Gran", kept_for="Gran"), Chair(bot="x")]
    assert names_of(chairs) == ["Ben", "Cleo", "Gran", "Dora"]
    for names in permutations([*BOT_NAMES[:6], ""], 6):
        assert len(set(names_of([Chair(name) for name in names]))) == 6
    assert len(set(names_of([Chair("Ada"), *[Chair()] * 7]))) == 8


def test_bots_play_the_open_chairs_and_a_latecomer_plays_on_from_there() -> None:
    life = Life(Chair("Ann", "Ann"), Chair(), options=NO_FLIPS)
    life.asks("Ann", events.Start())
    assert life.table.bot_of(1) == "steady"
    assert life.table.bot_of(0) == ""
    assert life.sits("b", "Bob") == 1
    assert life.table.bot_of(1) == ""
    assert life.said() == "Bob sat down and took over."
    life.asks("b", events.LeaveSeat())
    assert life.said() == "Bob left the table. A bot takes over."
    assert life.said(1) == "You left the table. A bot takes over."
    assert life.table.bot_of(1) == "steady"
    life.asks("Ann", events.SetBot(1, "random"))
    assert life.table.bot_of(1) == "random"
    assert "taken" in refusal(life.sits, "c", "Cat", 1), "the host gave the chair to a bot for good"
    life.asks("Ann", events.SetBot(1))
    assert life.sits("c", "Cat") == 1


def test_the_host_runs_the_table_and_nobody_else() -> None:
    life = Life.of("Ann", "Bob", "Cat")
    for request in (
        events.Start(),
        events.SwapChairs(0, 1),
        events.AddChair(),
        events.RemoveChair(2),
        events.Remove(2),
        events.SetBot(2, "steady"),
        events.ChangeSettings(locked=True),
    ):
        assert refusal(life.asks, "Bob", request) == "Only the host can do that."
        assert "just watching" in refusal(life.asks, "stranger", request)
        assert "just watching" in refusal(life.asks, "", request)
    life.asks("Ann", events.SwapChairs(0, 2))
    assert life.table.names == ["Cat", "Bob", "Ann"]
    assert life.said() == "Ann and Cat swapped chairs."
    assert life.table.is_host("Ann")
    assert "two different chairs" in refusal(life.asks, "Ann", events.SwapChairs(1, 1))
    assert "two different chairs" in refusal(life.asks, "Ann", events.SwapChairs(1, 3))
    life.asks("Ann", events.Remove(1))
    assert life.table.chairs[1] == Chair()
    assert life.said() == "Ann removed Bob from the table."
    assert refusal(life.asks, "Ann", events.Remove(1)) == "Nobody sits there."
    life.asks("Ann", events.ChangeSettings(locked=True))
    assert "locked" in refusal(life.sits, "d", "Dan")
    assert refusal(life.asks, "Ann", events.ChangeSettings()) == "You didn't change anything."
    life.asks("Ann", events.Start())
    assert refusal(life.asks, "Ann", events.Start()) == "The game has already started."
    assert "only swap chairs before the start" in refusal(life.asks, "Ann", events.SwapChairs(0, 1))


def test_a_host_who_leaves_passes_the_table_on_and_one_who_is_long_away_can_be_relieved() -> None:
    life = Life.of("Ann", "Bob", "Cat")
    assert "still here" in refusal(life.asks, "Cat", events.Host(2))
    assert "still here" in refusal(life.asks, "Cat", events.Host(2), 119)
    assert "Only the host" in refusal(life.asks, "Cat", events.Host(1), 500)
    life.asks("Cat", events.Host(2), 120)
    assert life.table.is_host("Cat")
    life.asks("Cat", events.LeaveSeat())
    assert life.table.is_host("Ann"), "the next person to the left"
    life.asks("Ann", events.Host(1))
    assert life.table.is_host("Bob")
    life.asks("Bob", events.SetBot(1, "steady"))
    assert life.table.is_host("Ann")
    life.asks("Ann", events.LeaveSeat())
    assert life.table.is_host("Ann"), "there is nobody to pass it on to"


def test_a_new_link_ends_the_old_one_and_a_host_stays_host() -> None:
    life = Life(Chair("Ann", "Ann"), Chair("Gran", kept_for="Gran"), Chair(), Chair(bot="steady"))
    life.take(0, newcomers.new_key(life.table, "Ann", 1, "new"))
    assert life.table.seat_of("new") == 1
    life.take(0, newcomers.new_key(life.table, "Ann", 0, "other"))
    assert life.table.is_host("other")
    assert life.table.seat_of("Ann") == NOBODY
    for seat in (2, 3):
        assert "Nobody sits there" in refusal(newcomers.new_key, life.table, "other", seat, "x")
    assert "Only the host" in refusal(newcomers.new_key, life.table, "new", 0, "x")


def test_words_go_into_the_shuffle_before_the_start_only() -> None:
    dealt = []
    for words in ("", "tea"):
        life = Life.of("Ann", "Bob")
        life.asks("Bob", events.ShuffleWords(words))
        life.asks("Ann", events.Start())
        dealt.append(life.table.state.places())
        assert "before the start" in refusal(life.asks, "Bob", events.ShuffleWords("cake"))
    assert dealt[0] != dealt[1]


# ---------------------------------------------------------------- playing


def test_a_finished_table_gives_a_log_that_replays_anywhere() -> None:
    life = Life.of("Ann", "Bob", options={"holes": 1})
    life.asks("Bob", events.ShuffleWords("tea"))
    life.asks("Ann", events.Start())
    rng = Random(3)
    assert life.log.secret is None, "the secret is nobody's before the end"
    while seats := life.table.actors:
        life.moves(life.table.names[seats[0]], **msgspec.to_builtins(rng.choice(life.table.state.legal(seats[0]))))
    log = read_log(life.log.to_json())
    assert log.secret is not None
    assert final(life.table.game, log) == life.table.state
    scored = [move.body.points for move in life.log.entries if move.body.points]
    assert scored == [tuple(points) for points in life.table.sheet]
    assert phase_of(life.table) == "over"


def test_a_paused_table_refuses_moves_and_shows_no_asks() -> None:
    life = playing("Ann", "Bob")
    name = on_turn(life)
    life.asks("Bob", events.Pause())
    assert refusal(life.moves, name, do="draw") == "The game is paused."
    assert life.table.actors == ()
    seen = view_message(life.table, name, Presence(), 0.0, 0)
    assert seen.view is not None
    assert seen.view.asks == ()
    assert "already paused" in refusal(life.asks, "Ann", events.Pause())
    life.asks("Ann", events.Resume())
    assert "isn't paused" in refusal(life.asks, "Ann", events.Resume())
    life.moves(name, do="draw")


def take_and_swap(life: Life) -> str:
    """Let the player at bat take the discard, which uncovers nothing."""
    name = on_turn(life)
    life.moves(name, do="take")
    return name


def test_undo_takes_the_last_move_back_when_everybody_agrees() -> None:
    life = playing("Ann", "Bob", "Cat")
    before = life.table.state
    name = take_and_swap(life)
    others = [other for other in life.table.names if other != name]
    life.asks(name, events.AskUndo())
    assert "already asked" in refusal(life.asks, others[0], events.AskUndo())
    assert "already agreed" in refusal(life.asks, name, events.Agree())
    life.asks(others[0], events.Agree())
    assert life.table.state != before
    life.asks(others[1], events.Agree())
    assert life.table.state == before
    assert life.table.asked is None
    assert life.said().endswith("last move was taken back.")
    assert life.log.entries == []
    seen = life.table.version
    assert "just taken back" in refusal(life.moves, name, seen=seen - 1, do="take")
    life.moves(name, seen=seen, do="take")


def test_one_no_or_a_move_ends_the_wish_to_undo() -> None:
    life = playing("Ann", "Bob")
    name = take_and_swap(life)
    other = next(other for other in life.table.names if other != name)
    life.asks(name, events.AskUndo())
    life.asks(other, events.Refuse())
    assert life.table.asked is None
    assert "Nobody asked" in refusal(life.asks, other, events.Agree())
    life.asks(name, events.AskUndo())
    life.moves(name, do="swap", slot=0)
    assert life.table.asked is None
    assert life.said().endswith("Play went on, so that move stands.")


def test_whoever_asked_to_undo_may_let_the_move_stand() -> None:
    life = playing("Ann", "Bob")
    name = take_and_swap(life)
    life.asks(name, events.AskUndo())
    life.asks(name, events.Refuse())
    assert life.table.asked is None
    assert life.said().endswith("decided to let the move stand.")


def test_undo_never_goes_back_past_a_card_that_was_uncovered() -> None:
    life = playing("Ann", "Bob")
    name = on_turn(life)
    life.moves(name, do="draw")
    assert "no move to take back" in refusal(life.asks, name, events.AskUndo())
    other = next(other for other in life.table.names if other != name)
    assert "no move to take back" in refusal(life.asks, other, events.AskUndo())


def test_bots_and_people_who_are_away_consent() -> None:
    life = Life(Chair("Ann", "Ann"), Chair(bot="steady"), Chair("Cat", "Cat"), options=NO_FLIPS)
    life.asks("Ann", events.Start())
    life.take(2, events.StandIn(), "clock")
    while on_turn(life) != "Ann":
        seat = life.table.actors[0]
        life.plays(seat, life.table.state.silence(seat), "clock")
    before = life.table.state
    life.moves("Ann", do="take")
    life.asks("Ann", events.AskUndo())
    assert life.table.state == before


def test_a_rematch_seats_the_same_people_with_everybody_back() -> None:
    life = playing("Ann", "Bob")
    assert "isn't over yet" in refusal(permissions.rematch, life.table, "Ann")
    life.take(1, events.StandIn(), "clock")
    life.table.over = True
    assert "just watching" in refusal(permissions.rematch, life.table, "stranger")
    assert permissions.rematch(life.table, "Bob") == (Chair("Ann", "Ann"), Chair("Bob", "Bob"))
    life.take(0, events.Rematch("CODE99"))
    assert life.table.rematch == "CODE99"
    assert "already a rematch" in refusal(permissions.rematch, life.table, "Bob")


def test_a_table_of_another_edition_can_be_looked_at_with_its_last_scores() -> None:
    life = Life.of("Ann", "Bob", options={"holes": 2})
    life.asks("Ann", events.Start())
    rng = Random(4)
    while not life.table.sheet:
        seat = life.table.actors[0]
        life.moves(life.table.names[seat], **msgspec.to_builtins(rng.choice(life.table.state.legal(seat))))
    old = msgspec.structs.replace(life.first.invitation, edition=0)
    table = Table("BCDFGH", life.first.game, old, life.first.secret).play(life.entries)
    assert phase_of(table) == "stopped"
    assert table.sheet == life.table.sheet
    seen = view_message(table, "Ann", Presence(), 0.0, 0)
    assert seen.view is None
    assert f"Ann {table.sheet[0][0]}, Bob {table.sheet[0][1]}" in seen.table.notice
    assert "another version of the rules" in refusal(moves.move, table, 0, {"do": "draw"})
    assert "over" in refusal(newcomers.sit, table, "Eve", None, "e")


# ---------------------------------------------------------------- what the server does


def chore(life: Life, **here: Any) -> Chore | None:
    life.presence.here = dict.fromkeys(here.get("seats", [0]), 1)
    life.presence.watching = here.get("watching", 0)
    return next_chore(life.table, life.presence, 0.8)


def test_the_house_does_nothing_in_the_lobby_while_paused_or_while_nobody_is_here() -> None:
    life = Life(Chair("Ann", "Ann"), Chair(bot="steady"))
    assert chore(life) is None
    life.asks("Ann", events.Start())
    assert chore(life) == Chore(0.8, "bot", 1)
    assert chore(life, seats=[]) is None
    assert chore(life, seats=[], watching=1) == Chore(0.8, "bot", 1)
    life.asks("Ann", events.Pause())
    assert chore(life) is None


def test_patience_runs_from_when_somebody_is_both_away_and_awaited() -> None:
    life = playing("Ann", "Bob", of_pace=Pace(patience=60))
    awaited = life.table.actors[0]
    other = 1 - awaited
    assert chore(life, seats=[awaited]) is None
    assert chore(life, seats=[other]) == Chore(60.0, "stand in", awaited)
    life.presence.gone[awaited] = 25.0
    assert chore(life, seats=[other]) == Chore(85.0, "stand in", awaited)
    assert chore(life, seats=[], watching=3) is None, "onlookers alone do not hurry anybody"
    life.asks("Ann", events.ChangeSettings(pace=Pace(patience=0)))
    assert chore(life, seats=[other]) is None


def test_the_others_are_told_how_long_the_table_waits_for_somebody_away() -> None:
    life = playing("Ann", "Bob", of_pace=Pace(patience=60))
    awaited = life.table.actors[0]
    life.presence.here = {1 - awaited: 1}
    life.presence.gone = {awaited: 25.0}
    assert stand_ins(life.table, life.presence, 30.0) == (StandInView(awaited, 55.0),)
    assert view_message(life.table, "Ann", life.presence, 30.0, 0).stand_ins == (StandInView(awaited, 55.0),)
    life.presence.here[awaited] = 1
    assert stand_ins(life.table, life.presence, 30.0) == ()
    life.presence.here = {}
    assert stand_ins(life.table, life.presence, 30.0) == (), "with nobody here, no time runs"


def test_whoever_comes_to_an_empty_table_finds_every_clock_at_its_beginning() -> None:
    life = playing("Ann", "Bob", of_pace=Pace(turn=30, patience=60))
    awaited = life.table.actors[0]
    life.presence.gone = {0: 5.0, 1: 5.0}
    life.presence.woke = 3600.0
    due = chore(life, seats=[awaited])
    assert due == Chore(3630.0, "silence", awaited)
    assert deadline(life.table, life.presence, 3600.0) == 30.0
    life.asks("Ann", events.ChangeSettings(pace=Pace(patience=60)))
    assert chore(life, seats=[1 - awaited]) == Chore(3660.0, "stand in", awaited)


def test_a_turn_clock_only_if_asked_for_and_windows_by_the_rules() -> None:
    life = playing("Ann", "Bob")
    assert chore(life, seats=[0, 1]) is None
    assert deadline(life.table, life.presence, 5.0) is None
    life.asks("Ann", events.ChangeSettings(pace=Pace(turn=30)))
    assert chore(life, seats=[0, 1]) == Chore(30.0, "silence", life.table.actors[0])
    assert deadline(life.table, life.presence, 5.0) == 25.0
    toy = Life.of("Ann", "Bob", "Cat", "Dan", game=MAGPIE, options={"prize": "open"})
    toy.asks("Ann", events.Start())
    toy.now = 10.0
    toy.moves(on_turn(toy), do="pass")
    assert len(toy.table.actors) == 3
    assert chore(toy, seats=[0, 1, 2, 3]) is None, "whoever is at bat is here, and may go on when the time is over"
    toy.asks("Ann", events.ChangeSettings(pace=Pace(turn=30)))
    due = chore(toy, seats=[0, 1, 2, 3])
    assert due is not None
    assert due.at == 15.0
    toy.now = 13.0
    toy.moves(toy.table.names[toy.table.actors[0]], do="pass")
    assert deadline(toy.table, toy.presence, 13.0) == 2.0, "another's answer does not give the rest more time"
    silent, at_bat = toy.table.actors
    assert done(toy.table, Chore(15.0, "silence", silent)) == [(silent, "clock", Move({"do": "pass"}))]
    assert done(toy.table, Chore(15.0, "silence", at_bat)) == [], "nobody waits for it"
    toy.asks("Ann", events.ChangeSettings(pace=Pace(windows=False)))
    assert chore(toy, seats=[0, 1, 2, 3]) is None


def test_a_bot_that_deals_next_waits_until_everybody_here_has_seen_the_scores() -> None:
    life = Life(Chair("Ann", "Ann"), Chair("Bob", "Bob"), Chair(bot="steady"), options={"holes": 4})
    life.asks("Ann", events.Start())
    rng = Random(5)
    while not (life.table.between and list(life.table.actors) == [2]):
        seat = life.table.actors[0]
        action = msgspec.to_builtins(rng.choice(life.table.state.legal(seat)))
        life.plays(seat, action)
    assert chore(life, seats=[0, 1]) is None
    life.asks("Ann", events.Ready())
    assert chore(life, seats=[0, 1]) is None
    assert chore(life, seats=[0]) == Chore(0.8, "bot", 2), "Bob is not here, and not waited for"
    life.asks("Bob", events.Ready())
    assert chore(life, seats=[0, 1]) == Chore(0.8, "bot", 2)
    life.plays(2, {"do": "deal"}, "bot")
    assert not life.table.ready
    assert "No round" in refusal(life.asks, "Ann", events.Ready())


def test_bots_hold_still_while_an_undo_is_asked_and_silence_refuses() -> None:
    life = Life(Chair("Ann", "Ann"), Chair("Bob", "Bob"), Chair(bot="steady"), options=NO_FLIPS)
    life.asks("Ann", events.Start())
    while on_turn(life) != "Bob":
        seat = life.table.actors[0]
        life.plays(seat, life.table.state.silence(seat))
    discards = life.table.state.uncovered
    life.moves("Bob", do="take")
    assert life.table.state.uncovered == discards
    life.asks("Bob", events.AskUndo())
    assert chore(life, seats=[0, 1]) == Chore(60.0, "refuse", 1)
    life.does(Chore(60.0, "refuse", 1))
    assert life.said() == "Nobody answered, so the move stands."
    assert life.table.asked is None


def test_whoever_returns_takes_the_seat_back_at_once() -> None:
    life = playing("Ann", "Bob")
    life.take(1, events.StandIn(), "clock")
    assert life.table.bot_of(1) == "steady"
    assert chore(life, seats=[0, 1]) == Chore(0.0, "back", 1)
    assert done(life.table, Chore(0.0, "back", 1)) == [(1, "person", events.Back())]


def test_every_clock_starts_anew_after_an_undo_was_asked_for() -> None:
    life = playing("Ann", "Bob", of_pace=Pace(turn=3))
    name = take_and_swap(life)
    other = next(other for other in life.table.names if other != name)
    life.asks(name, events.AskUndo())
    life.now = 40.0
    life.asks(other, events.Refuse())
    assert chore(life, seats=[0, 1]) == Chore(43.0, "silence", life.table.seat_of(name))


def test_nobody_gains_time_by_fidgeting() -> None:
    life = playing("Ann", "Bob", of_pace=Pace(turn=30))
    due = chore(life, seats=[0, 1])
    life.now = 20.0
    for name in ("Zoe", "Ida"):
        entry: TableEntry = TableEntry(life.table.version + 1, 0.0, life.table.actors[0], "person", events.Rename(name))
        life.table = life.table.after(entry)
        life.presence.note(life.table, life.now, entry)
    assert chore(life, seats=[0, 1]) == due


def test_an_undo_is_granted_when_the_one_who_had_not_answered_leaves() -> None:
    life = playing("Ann", "Bob", "Cat")
    name = take_and_swap(life)
    others = [other for other in life.table.names if other != name]
    life.asks(name, events.AskUndo())
    life.asks(others[0], events.Agree())
    life.asks(others[1], events.LeaveSeat())
    due = chore(life, seats=[0, 1, 2])
    assert due is not None
    assert due.what == "undo"
    assert done(life.table, due) == [(due.seat, "clock", events.TakeBack(1))]


def test_onlookers_alone_hurry_nobody() -> None:
    life = playing("Ann", "Bob", of_pace=Pace(turn=1))
    assert chore(life, seats=[], watching=1) is None
    assert chore(life, seats=[0]) is not None


def test_nothing_is_taken_back_once_the_secret_is_shown() -> None:
    life = playing("Ann", "Bob")
    name = take_and_swap(life)
    life.table.over = True
    assert "over" in refusal(life.asks, name, events.AskUndo())


# ---------------------------------------------------------------- what is shown


def test_a_hand_is_shown_in_the_order_its_owner_likes() -> None:
    life = Life.of("Ann", "Bob", game=MAGPIE)
    life.asks("Ann", events.Start())
    view = life.table.game.view(life.table.state, 0)
    hand: list[Any] = list(view.zone("hand:0").items)

    def items(order: Any, zone: str = "hand:0") -> list[Any]:
        own = life.table.game.own(life.table.state, 0)
        return list(next(shown for shown in (*arranged(own, 0, order, view), *view.zones) if shown.id == zone).items)

    assert sorted(items("suit")) == sorted(hand)
    assert items(hand[::-1]) == hand[::-1]
    assert items([hand[2], "ZZ"]) == [hand[2], *(face for face in hand if face != hand[2])]
    suits = [face[-1] for face in items("suit") if face != "JOK"]
    assert suits == sorted(suits, key="SHDC".index)
    assert items("suit", "row:0") == list(view.zone("row:0").items), "places that are asked for by number stay"
    shown = Zone("hand:1", "hand", "Bob's hand", 1, ("KD", "2S"))
    asked = Zone("hand:0", "hand", "Your hand", 0, ("KD", "2S"))
    ask = Ask("Turn", {"do": "turn", "slot": SlotHole("hand:0")})
    view = msgspec.structs.replace(view, zones=(shown, asked))
    assert arranged(Own("", (asked,), (ask,)), 0, "suit", view) == (asked,), (
        "nor do the hands of others, nor a hand whose places are asked for"
    )


def test_onlookers_see_only_what_everybody_may_and_only_if_the_host_allows_it() -> None:
    life = playing("Ann", "Bob")
    assert view_message(life.table, "", Presence(), 0.0, 0).view is not None
    life.asks("Ann", events.ChangeSettings(onlookers=False))
    seen = view_message(life.table, "", Presence(), 0.0, 0)
    assert seen.view is None
    assert seen.happened == ()
    assert view_message(life.table, "Bob", Presence(), 0.0, 0).view is not None


def test_the_story_is_not_told_differently_when_somebody_leaves() -> None:
    life = Life.of("Ann", "Bob")
    life.asks("Ann", events.ChangeSettings(locked=True))
    life.asks("Ann", events.LeaveSeat())
    told = [text for entry in view_message(life.table, "Bob", Presence(), 0.0, 0).happened for text in entry.say]
    assert told == ["Ann locked the table.", "Ann left the table."]


def test_only_so_much_is_remembered_for_those_who_come_back() -> None:
    life = Life.of("Ann", "Bob")
    for number in range(REMEMBERED + 20):
        life.asks("Ann", events.Rename(f"Ann {number}"))
    told = life.table.story.since(0)
    assert [one.version for one in told] == list(range(life.table.version + 1 - REMEMBERED, life.table.version + 1))


# ---------------------------------------------------------------- everything at random


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(tries(20, 200)))
def test_a_table_at_random_replays_to_the_same_table_and_refusals_change_nothing(game: Any, seed: int) -> None:
    rng = Random(f"{game.name} {seed}")
    names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Flo"][: rng.choice(game.seats)]
    options = msgspec.structs.asdict(random_options(game, rng, len(names)))
    life = Life.of(*names, game=game, options=options)
    keys = [*names, "stranger", ""]
    for step in range(300):
        before = fingerprint(life.table)
        key = rng.choice(keys)
        try:
            if rng.random() < 0.15 or (life.table.state is None and step < 40):
                life.asks(key, random_request(life, rng))
            elif rng.random() < 0.1:
                life.sits(f"key {step}", rng.choice(["Ida", "Jan", "Kit", "Lou", "<x>"]))
                keys.append(f"key {step}")
            elif rng.random() < 0.1:
                body: Any = rng.choice([events.StandIn(), events.Back()])
                life.take(rng.choice(life.table.persons), body, "clock")
            elif life.table.actors:
                seat = rng.choice(life.table.actors)
                action = msgspec.to_builtins(rng.choice(life.table.state.legal(seat)))
                view = life.table.game.view(life.table.state, seat)
                assert any(covers(ask, action, view) for ask in view.asks)
                life.plays(seat, action, "bot", f"id {step}")
        except (Refused, IndexError):  # IndexError: nobody is left who could be away
            assert fingerprint(life.table) == before
    encoded = [msgspec.json.decode(msgspec.json.encode(entry), type=TableEntry) for entry in life.entries]
    again = life.first.play(encoded)
    assert fingerprint(again) == fingerprint(life.table)
    assert life.first.version == 0, "the first table has not been touched"


def fingerprint(table: Table) -> Any:
    """Return all that viewers are shown, and all that decides what comes next."""
    keys = [chair.key for chair in table.chairs] + [""]
    seen = [msgspec.json.encode(view_message(table, key, Presence(), 0.0, 0)) for key in keys]
    return seen, table.state, table.past, table.marks, table.host, table.undone_at
