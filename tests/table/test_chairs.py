"""Chairs that are added and taken away in the lobby: people after them move up, with everything that is theirs."""

from contextlib import suppress
from random import Random

import pytest

from parlour.games import find
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import promise_of
from parlour.kernel.verify import verify
from parlour.score import sheet_of
from parlour.table import events
from parlour.table.chairs import Chair
from parlour.table.events import NOBODY
from parlour.table.presence import Presence
from parlour.table.table_view import view_message
from tests.arbitrary import tries
from tests.table.life import Life, refusal

WORDS = {"Ann": "tea", "Bob": "rain", "Cat": "wool"}


def promises(life: Life, name: str) -> None:
    life.asks(name, events.PromiseWords(promise_of(life.table.invitation.commitment, WORDS[name])))


def told(life: Life, key: str) -> list[str]:
    return [text for entry in view_message(life.table, key, Presence(), 0.0, 0).happened for text in entry.say]


def test_three_people_at_four_chairs_play_as_three() -> None:
    life = Life(Chair("Ann", "Ann"), Chair(), Chair("Bob", "Bob"), Chair("Cat", "Cat"))
    life.asks("Ann", events.RemoveChair(1))
    assert [life.said(seat) for seat in (0, 1, 2, None)] == [
        "You took an empty chair away.",
        *["Ann took an empty chair away."] * 3,
    ]
    assert (life.table.names, life.table.seat_of("Cat")) == (["Ann", "Bob", "Cat"], 2)
    life.asks("Ann", events.Start())
    assert len(life.table.game.public(life.table.state).seats) == 3


def test_a_chair_that_is_added_is_open_and_the_last() -> None:
    life = Life(Chair("Ann", "Ann"), Chair(bot="steady"))
    life.asks("Ann", events.AddChair())
    assert life.table.chairs[2:] == [Chair()]
    assert [life.said(seat) for seat in (0, 1, 2, None)] == ["You added a chair.", *["Ann added a chair."] * 3]
    assert life.sits("Bob", "Bob") == 2
    life.asks("Ann", events.RemoveChair(1))
    assert life.said(1) == "Ann took a bot's chair away."
    assert life.table.names == ["Ann", "Bob"]


def test_words_for_the_shuffle_move_up_with_their_seat() -> None:
    life = Life(Chair("Ann", "Ann"), Chair(), Chair("Bob", "Bob"), Chair(kept_for="Cat"), options={"holes": 1})
    life.sits("Cat", "Cat")
    for name in WORDS:
        promises(life, name)
    ann, _, bob, cat = life.table.promises
    life.asks("Ann", events.RemoveChair(1))
    assert life.table.promises == [ann, bob, cat]
    life.asks("Ann", events.AddChair())
    assert life.table.promises == [ann, bob, cat, ""]
    life.asks("Ann", events.Start())
    for name in WORDS:
        life.asks(name, events.Show(WORDS[name]))
    assert life.table.words == [*WORDS.values(), ""]


def test_everybody_is_told_their_own_story_after_chairs_have_moved() -> None:
    life = Life(Chair("Ann", "Ann"), Chair(), Chair(), Chair())
    life.sits("Bob", "Bob", 3)
    life.asks("Ann", events.RemoveChair(2))
    life.sits("Cat", "Cat", 1)
    life.asks("Ann", events.AddChair())
    life.asks("Ann", events.SwapChairs(1, 2))
    began = ["Bob sat down.", "Ann took an empty chair away."]
    ended = ["Ann added a chair.", "Cat and Bob swapped chairs."]
    assert told(life, "Bob") == ["You sat down.", began[1], "Cat sat down.", *ended]
    assert told(life, "Cat") == [*began, "You sat down.", *ended]
    assert told(life, "") == [*began, "Cat sat down.", *ended]
    assert told(life, "Ann")[3] == "You added a chair."


def test_a_host_without_a_chair_can_move_chairs() -> None:
    life = Life(Chair(), Chair("Bob", "Bob"), Chair(), host="Ann")
    life.asks("Ann", events.RemoveChair(0))
    assert life.said(0) == "The host took an empty chair away."
    assert life.entries[-1].seat == NOBODY


def test_only_a_chair_without_a_person_goes_and_only_before_the_start() -> None:
    life = Life(Chair("Ann", "Ann"), Chair("Bob", "Bob"), Chair())
    assert "Bob sits there" in refusal(life.asks, "Ann", events.RemoveChair(1))
    assert "no chair 4" in refusal(life.asks, "Ann", events.RemoveChair(3))
    life.asks("Ann", events.Start())
    for late in (events.AddChair(), events.RemoveChair(2)):
        assert "before the start" in refusal(life.asks, "Ann", late)


def test_there_are_never_more_or_fewer_chairs_than_the_game_and_its_house_rules_allow() -> None:
    life = Life(Chair("Ann", "Ann"), Chair(), game=find("toripoka"))
    assert "2 players, not 1" in refusal(life.asks, "Ann", events.RemoveChair(1))
    assert "2 players, not 3" in refusal(life.asks, "Ann", events.AddChair())
    small = {"deck": "custom", "custom_deck": [2] * 12 + [0, 0]}
    life = Life(Chair("Ann", "Ann"), *[Chair()] * 2, game=find("yammouth"), options=small)
    with suppress(Refused):
        while True:
            life.asks("Ann", events.AddChair())
    seats = len(life.table.chairs)
    assert 3 <= seats < 8
    assert f"{seats + 1} players need at least" in refusal(life.asks, "Ann", events.AddChair())


def test_the_players_of_a_score_sheet_stay() -> None:
    sheet = sheet_of("golf")
    life = Life(Chair("Ann", "Ann", kept_for="Ann"), Chair("Bob", kept_for="Bob"), game=sheet)
    for request in (events.AddChair(), events.RemoveChair(1)):
        assert "players on a score sheet" in refusal(life.asks, "Ann", request)


@pytest.mark.parametrize("seed", range(tries(5, 50)))
def test_however_chairs_come_go_and_change_places_the_game_begins_and_is_proved_fair(seed: int) -> None:
    rng = Random(seed)
    life = Life(Chair("Ann", "Ann"), *[Chair()] * rng.randrange(1, 5), options={"holes": 1})
    for _ in range(40):
        seats = len(life.table.chairs)
        newcomer = rng.choice([*WORDS])
        requests: list[events.Request] = [
            events.AddChair(),
            events.RemoveChair(rng.randrange(seats)),
            events.RemoveChair(rng.randrange(seats)),
            events.SwapChairs(rng.randrange(seats), rng.randrange(seats)),
            events.SetBot(rng.randrange(seats), "gentle"),
        ]
        with suppress(Refused):
            if life.table.seat_of(newcomer) == NOBODY:
                life.sits(newcomer, newcomer)
            elif rng.random() < 0.3:
                promises(life, newcomer)
            else:
                life.asks(life.table.host, rng.choice(requests))
    people = life.table.persons
    life.asks(life.table.host, events.Start())
    for seat in list(life.table.unshown):
        life.asks(life.table.chairs[seat].key, events.Show(WORDS[life.table.chairs[seat].key]))
    if life.table.dealing:
        life.take(NOBODY, events.Start(), "clock")
    assert [life.table.names[seat] for seat in people] == [life.table.chairs[seat].key for seat in people]
    while life.table.actors:
        seat = life.table.actors[0]
        life.plays(seat, rng.choice(life.table.state.legal(seat)))
    verdict = verify(life.table.game, life.log)
    assert verdict.ok, verdict.why
    assert verdict.silent == ()
