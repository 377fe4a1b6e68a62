"""Words for the shuffle: promised in the lobby, shown once promises are closed, and checked by the log."""

from random import Random

import pytest

from parlour.kernel.shuffle import promise_of
from parlour.kernel.verify import verify
from parlour.table import chores, events, newcomers
from parlour.table.chairs import Chair
from parlour.table.events import NOBODY
from parlour.table.presence import Presence
from parlour.table.table import Table
from parlour.table.table_view import phase_of, table_view
from tests.table.life import Life, refusal

SAID = {"Ann": "tea and cake", "Bob": "rain", "Cat": "wool"}


def promised(*names: str, **rest: object) -> Life:
    """Return a lobby where all of these have promised words."""
    life = Life.of(*names, **rest)
    for name in names:
        promises(life, name)
    return life


def promises(life: Life, name: str, words: str = "") -> None:
    life.asks(name, events.PromiseWords(promise_of(life.table.invitation.commitment, words or SAID[name])))


def shows(life: Life, *names: str) -> None:
    for name in names:
        life.asks(name, events.Show(SAID[name]))


def here(life: Life, *seats: int) -> None:
    life.presence.here = dict.fromkeys(seats, 1)


def the_chore(life: Life) -> chores.Chore | None:
    return chores.next_chore(life.table, life.presence, 0.0)


def played_to_its_end(life: Life) -> None:
    rng = Random(3)
    while life.table.actors:
        seat = life.table.actors[0]
        life.plays(seat, rng.choice(life.table.state.legal(seat)))


def test_all_words_are_shown_before_the_cards_are_dealt_and_are_bound_in_the_log() -> None:
    life = promised("Ann", "Bob", options={"holes": 1})
    here(life, 0, 1)
    life.asks("Ann", events.Start())
    assert phase_of(life.table) == "dealing"
    assert life.table.words == ["", ""], "nobody's words are known"
    shows(life, "Bob")
    chore = the_chore(life)
    assert chore == chores.Chore(life.now + chores.SHOWN_WITHIN, "deal", NOBODY), "Ann's are waited for"
    shows(life, "Ann")
    chore = the_chore(life)
    assert chore == chores.Chore(0.0, "deal", NOBODY), "nobody's are waited for"
    life.does(chore)
    assert (phase_of(life.table), life.said()) == ("playing", "The cards are dealt.")
    played_to_its_end(life)
    opening = life.log.opening
    assert opening.words == ("tea and cake", "rain")
    assert opening.promises == tuple(promise_of(opening.commitment, words) for words in opening.words)
    verdict = verify(life.table.game, life.log)
    assert verdict.ok, verdict.why
    assert verdict.silent == ()
    assert any("Ann and Bob showed the words they had promised" in said for said in verdict.proved)


def test_a_seat_that_does_not_show_its_words_in_time_plays_without_them_and_that_is_recorded() -> None:
    life = promised("Ann", "Bob", options={"holes": 1})
    here(life, 0)
    life.now = 100.0
    life.asks("Ann", events.Start())
    life.now = 101.0
    shows(life, "Ann")
    chore = the_chore(life)
    assert chore == chores.Chore(105.0, "deal", NOBODY), "from when the promises were frozen"
    life.does(chore)
    assert "without your words" in life.said(1)
    assert "without Bob's words" in life.said(0)
    assert "in the shuffle" not in refusal(life.asks, "Bob", events.Show("rain"))
    played_to_its_end(life)
    assert life.log.opening.words == ("tea and cake", "")
    assert all(life.log.opening.promises)
    verdict = verify(life.table.game, life.log)
    assert (verdict.ok, verdict.silent) == (True, (1,))
    assert any("Bob promised words but didn't show them in time" in said for said in verdict.proved)
    assert any("by holding back the words of Bob" in said for said in verdict.not_proved)


def test_without_promises_the_cards_are_dealt_at_once() -> None:
    life = Life(Chair("Ann", "Ann"), Chair(bot="steady"))
    life.asks("Ann", events.Start())
    assert phase_of(life.table) == "playing"
    assert life.log.opening.promises == ()
    life = Life.of("Ann", "Bob")
    life.asks("Bob", events.ShuffleWords("rain"))  # shown at once, so nothing is waited for
    life.asks("Ann", events.Start())
    assert phase_of(life.table) == "playing"


def test_words_that_were_told_at_once_stand_among_the_promises() -> None:
    life = Life.of("Ann", "Bob")
    life.asks("Bob", events.ShuffleWords("rain"))
    promises(life, "Ann")
    assert life.table.promises[1] == promise_of(life.table.invitation.commitment, "rain")
    life.asks("Ann", events.Start())
    assert life.table.unshown == [0]
    assert "already showed your words" in refusal(life.asks, "Bob", events.Show("rain"))


def test_from_the_freeze_on_nobody_promises_sits_or_changes_places() -> None:
    life = Life(Chair("Ann", "Ann"), Chair("Bob", "Bob"), Chair(), Chair(bot="steady"))
    promises(life, "Bob")
    life.asks("Ann", events.Start())
    before = life.table
    one_moment = "the cards are being dealt"
    moved = (events.SwapChairs(0, 1), events.AddChair(), events.RemoveChair(2))
    for request in (events.Start(), *moved, events.Remove(1), events.SetBot(2, "steady")):
        assert one_moment in refusal(life.asks, "Ann", request)
    assert one_moment in refusal(life.asks, "Bob", events.PromiseWords("0" * 64))
    assert one_moment in refusal(life.asks, "Bob", events.ShuffleWords("snow"))
    assert one_moment in refusal(newcomers.sit, life.table, "Cat", None, "Cat")
    assert one_moment in refusal(newcomers.new_key, life.table, "Ann", 1, "key"), "or Bob could not show his words"
    assert life.table is before


@pytest.mark.parametrize(
    ("who", "words", "why"),
    [
        ("Ann", "coffee", "aren't the words you promised"),
        ("Bob", "rain", "didn't promise any words"),
        ("Eve", "x", "just watching"),
    ],
)
def test_other_words_are_refused(who: str, words: str, why: str) -> None:
    life = Life.of("Ann", "Bob")
    promises(life, "Ann")
    assert "until the host starts" in refusal(life.asks, "Ann", events.Show(SAID["Ann"]))
    life.asks("Ann", events.Start())
    assert why in refusal(life.asks, who, events.Show(words))
    shows(life, "Ann")
    assert "already" in refusal(life.asks, "Ann", events.Show(SAID["Ann"]))


def test_a_promise_goes_with_its_seat_and_ends_with_it() -> None:
    life = promised("Ann", "Bob", "Cat")
    ann, bob, cat = life.table.promises
    life.asks("Ann", events.SwapChairs(0, 2))
    assert life.table.promises == [cat, bob, ann]
    life.asks("Bob", events.LeaveSeat())
    assert life.table.promises == [cat, "", ann]
    life.take(2, newcomers.new_key(life.table, "Ann", 0, "new"))
    assert life.table.promises == ["", "", ann], "another device comes with the new link"
    promises(life, "Ann", "other words")
    assert life.table.promises[2] not in ("", ann), "before the freeze it may be another one"


def test_whoever_leaves_while_the_cards_are_dealt_is_not_waited_for_and_their_promise_stands() -> None:
    life = promised("Ann", "Bob", "Cat")
    here(life, 0, 1)
    stood = list(life.table.promises)
    life.asks("Ann", events.Start())
    shows(life, "Ann", "Cat")
    life.asks("Cat", events.LeaveSeat())
    life.asks("Bob", events.LeaveSeat())
    assert life.table.promises == stood
    assert life.table.words == [SAID["Ann"], "", SAID["Cat"]]
    assert the_chore(life) == chores.Chore(0.0, "deal", NOBODY)


def test_the_time_to_show_words_begins_anew_after_a_restart_and_not_while_nobody_is_here() -> None:
    life = promised("Ann", "Bob")
    life.asks("Ann", events.Start())
    presence = Presence()
    presence.note(life.table, 500.0)
    assert chores.next_chore(life.table, presence, 0.0) is None
    presence.here, presence.woke = {1: 1}, 700.0
    assert chores.next_chore(life.table, presence, 0.0) == chores.Chore(705.0, "deal", NOBODY)


def test_everybody_sees_the_promises_before_and_the_words_after_the_deal() -> None:
    life = promised("Ann", "Bob", options={"holes": 1})

    def seen() -> tuple[object, object]:
        shown = table_view(life.table, life.presence, True)
        return shown.promises, shown.words

    promises = tuple(life.table.promises)
    assert seen() == (promises, None)
    life.asks("Ann", events.Start())
    shows(life, "Ann")
    assert seen() == (promises, None), "not Ann's either, while Bob could still choose"
    shows(life, "Bob")
    life.take(NOBODY, events.Start(), "clock")
    assert seen() == (None, (SAID["Ann"], SAID["Bob"]))
    assert table_view(life.table, life.presence, False).words is None
    played_to_its_end(life)
    assert seen() == (promises, (SAID["Ann"], SAID["Bob"]))


def test_a_table_is_the_same_when_its_entries_are_played_again() -> None:
    life = promised("Ann", "Bob")
    life.asks("Ann", events.Start())
    shows(life, "Ann", "Bob")
    again: Table = life.first.play(life.entries)
    assert (again.dealing, again.words, again.promises) == (True, life.table.words, life.table.promises)
    life.take(NOBODY, events.Start(), "clock")
    assert life.first.play(life.entries).state.places() == life.table.state.places()
