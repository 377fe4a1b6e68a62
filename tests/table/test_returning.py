"""Coming back on a new device: the host lets people in, or two others while the host is away."""

import pytest

from parlour.kernel.refusal import Refused
from parlour.table import events, newcomers
from parlour.table.announcements import of_event
from parlour.table.chairs import Chair
from parlour.table.events import NOBODY
from tests.table.life import Life, refusal

NEW = "ab" * 32  # the key of the new device
AWAY = 1000.0


def asking(*names: str, seat: int = 1, here: bool = False) -> Life:
    life = Life.of(*(names or ("Ann", "Rose", "Cid", "Dan")))
    life.take(NOBODY, newcomers.ask_to_return(life.table, seat, NEW, here))
    return life


def refused(life: Life, key: str, request: events.Request, host_away: float = 0) -> str:
    before = life.table
    with pytest.raises(Refused) as refusal:
        life.asks(key, request, host_away)
    assert life.table is before
    return refusal.value.sentence


def test_the_host_lets_somebody_in_with_one_tap_and_the_old_links_end() -> None:
    life = asking()
    assert life.table.returning[1].number == 10 + 0xABABABAB % 90
    life.asks("Ann", events.LetIn(1))
    assert life.table.seat_of(NEW) == 1
    assert life.table.seat_of("Rose") == NOBODY
    assert life.table.names[1] == "Rose"
    assert life.table.returning == {}


def test_while_the_host_is_away_it_takes_two_people() -> None:
    life = asking()
    assert refused(life, "Cid", events.LetIn(1)) == "The host decides that."
    life.asks("Cid", events.LetIn(1), AWAY)
    assert life.table.seat_of(NEW) == NOBODY
    assert "One more person" in refused(life, "Cid", events.LetIn(1), AWAY)
    life.asks("Dan", events.LetIn(1), AWAY)
    assert life.table.seat_of(NEW) == 1


def test_a_host_who_lost_the_phone_is_host_again() -> None:
    life = asking("Ann", "Bob", seat=0)
    life.asks("Bob", events.LetIn(0), AWAY)
    assert life.table.seat_of(NEW) == 0
    assert life.table.is_host(NEW)


def test_the_person_whose_chair_it_is_can_answer_on_the_old_device() -> None:
    life = asking()
    life.asks("Rose", events.TurnAway(1))
    assert life.table.returning == {}
    life = asking()
    life.asks("Rose", events.LetIn(1))
    assert life.table.seat_of(NEW) == 1


def test_what_cannot_be_asked_for_is_refused_in_a_sentence() -> None:
    life = Life(Chair("Ann", "Ann"), Chair("Rose", "Rose"), Chair(), Chair(bot="steady"))
    for seat, here, why in (
        (1, True, "is here right now"),
        (2, False, "just sit down"),
        (3, False, "just sit down"),
        (7, False, "no chair 8"),
    ):
        with pytest.raises(Refused, match=why):
            newcomers.ask_to_return(life.table, seat, NEW, here)
    life.take(NOBODY, newcomers.ask_to_return(life.table, 1, NEW, False))
    with pytest.raises(Refused, match="already asking"):  # otherwise a stranger could slip in at the last moment
        newcomers.ask_to_return(life.table, 1, "cd" * 32, False)
    with pytest.raises(Refused, match="already have a chair"):
        newcomers.ask_to_return(life.table, 1, "Ann", False)
    assert "anymore" in refused(life, "Ann", events.LetIn(0))
    alone = Life(Chair("Ann", "Ann"), Chair(bot="steady"))
    with pytest.raises(Refused, match="Nobody else"):
        newcomers.ask_to_return(alone.table, 0, NEW, False)


def test_a_name_that_was_kept_at_a_locked_table_is_let_in_the_same_way() -> None:
    life = Life(Chair("Ann", "Ann"), Chair("Rose", kept_for="Rose"), Chair())
    life.asks("Ann", events.ChangeSettings(locked=True))
    assert "locked" in refusal(life.sits, NEW, "Rose")
    assert "just sit down" in refusal(newcomers.ask_to_return, life.table, 2, NEW, False), "it is kept for nobody"
    life.take(NOBODY, newcomers.ask_to_return(life.table, 1, NEW, False))
    assert of_event(life.table, 0, "person", events.NewKey(1, NEW))[0] == "You let Rose in on a new device."
    life.asks("Ann", events.LetIn(1))
    assert life.table.seat_of(NEW) == 1
    assert (life.table.names[1], life.table.returning) == ("Rose", {})


def test_who_sits_down_after_all_asks_no_longer() -> None:
    life = Life(Chair("Ann", "Ann"), Chair("Rose", kept_for="Rose"))
    life.asks("Ann", events.ChangeSettings(locked=True))
    life.take(NOBODY, newcomers.ask_to_return(life.table, 1, NEW, False))
    life.asks("Ann", events.ChangeSettings(locked=False))
    life.sits("rose", "Rose")
    assert life.table.returning == {}


def test_the_name_of_somebody_who_is_here_is_not_for_another() -> None:
    life = Life(Chair("Ann", "Ann"), Chair("Rose", "Rose"), Chair())
    for here, why in (((), "tap “I'm rose” to be let in"), ((1,), "Rose is here right now.")):
        assert why in refusal(newcomers.sit, life.table, "rose", None, NEW, here)


def test_a_request_ends_with_the_chair_it_is_for() -> None:
    for change in (events.TurnAway(1), events.Remove(1), events.SwapChairs(1, 2), events.SetBot(1, "steady")):
        life = asking()
        life.asks("Ann", change)
        assert life.table.returning == {}, change


def test_everybody_is_told() -> None:
    life = asking()
    table = life.table
    said = of_event(table, 0, "person", events.NewKey(1, NEW))
    assert said[0] == "You let Rose back in on a new device."
    assert said[2] == "{0} let Rose back in on a new device."
    assert of_event(table, 0, "person", events.NewKey(1, "cd"))[0] == "You made a new personal link for {1}."
    assert of_event(table, 2, "person", events.LetIn(1))[0].startswith("{2} would let Rose in.")
    assert of_event(table, NOBODY, "person", events.AskToReturn(1, NEW))[-1].startswith("Somebody on a new device")


def test_the_log_plays_again_to_the_same_table() -> None:
    life = asking()
    life.asks("Ann", events.LetIn(1))
    table = life.first
    for entry in life.entries:
        table = table.after(entry)
    assert table.chairs == life.table.chairs
    assert table.returning == life.table.returning
