"""Summaries of tables, and the standings made from them."""

import dataclasses
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour.bots import bots_of
from parlour.games import discover, find
from parlour.table import events
from parlour.table.chairs import Chair
from parlour.table.history import MOST_POINTS, GameStandings, Played, PlayerScore, Standing, standings, summary
from parlour.table.table import Table
from parlour.table.undo import UndoPoint
from tests.table.life import Life


def played_out(life: Life, rounds: int | None = None) -> None:
    """Let bots play for everybody, to the end or for some rounds."""
    life.asks("Ann", events.Start())
    rng = Random(3)
    game = life.table.game
    bot = next(iter(bots_of(game).values()))
    while not life.table.over and (rounds is None or len(life.table.sheet) < rounds):
        seat = game.asked(life.table.state)[0]
        action = bot.choose(life.table.state.redeal(seat, rng), seat, rng)
        life.plays(seat, action or life.table.state.silence(seat))


# ---------------------------------------------------------------- one table


def test_a_summary_says_who_played_and_how_it_ended() -> None:
    life = Life(Chair("Ann", "Ann"), Chair(bot="steady"), Chair("Cat", "Cat"), options={"holes": 1})
    before = summary(life.table)
    assert (before.phase, before.began, before.rounds) == ("lobby", 0, 0)
    assert [player.score for player in before.players] == [None, None, None]
    played_out(life)
    result = life.table.state.result()
    after = summary(life.table)
    assert (after.code, after.game, after.title, after.sheet) == ("BCDFGH", "golf", "Six-Card Golf", False)
    assert (after.phase, after.rounds, after.round_word) == ("over", 1, "hole")
    assert tuple(player.score for player in after.players) == result.scores
    assert tuple(seat for seat, player in enumerate(after.players) if player.won) == result.winners
    assert [player.bot for player in after.players] == [False, True, False]
    assert [player.name for player in after.players] == life.table.names


def test_before_the_start_an_open_chair_is_nobodys_and_a_kept_one_is_somebodys() -> None:
    life = Life(Chair("Ann", "Ann"), Chair(), Chair("Zoë", kept_for="Zoë"), Chair(bot="steady"))
    assert [player.name for player in summary(life.table).players] == ["Ann", "Zoë", life.table.names[3]]
    life.asks("Ann", events.Start())
    assert len(summary(life.table).players) == 4


def test_a_running_game_shows_the_scores_that_everybody_sees_and_no_winner() -> None:
    life = Life.of("Ann", "Bob", options={"holes": 3})
    played_out(life, rounds=1)
    now = summary(life.table)
    assert now.phase == "between"
    assert [player.score for player in now.players] == life.table.sheet[0]
    assert not any(player.won for player in now.players)


def test_whoever_leaves_after_the_end_has_played_all_the_same() -> None:
    life = Life.of("Ann", "Bob", options={"holes": 1})
    played_out(life)
    life.asks("Bob", events.LeaveSeat())
    life.asks("Ann", events.Rename("Anna"))
    assert [(player.name, player.bot) for player in summary(life.table).players] == [("Anna", False), ("Bob", False)]


def test_whoever_leaves_before_the_end_is_no_longer_counted() -> None:
    life = Life.of("Ann", "Bob", options={"holes": 2})
    played_out(life, rounds=1)
    life.asks("Bob", events.LeaveSeat())
    assert [player.bot for player in summary(life.table).players] == [False, True]


def test_a_table_of_another_edition_has_its_last_scores() -> None:
    life = Life.of("Ann", "Bob", options={"holes": 1})
    played_out(life)
    older = replace(life.table.invitation, edition=99)
    old = Table("BCDFGH", life.table.game, older, b"").play(life.entries)
    stopped = summary(old)
    assert stopped.phase == "stopped"
    assert [player.score for player in stopped.players] == list(life.table.state.result().scores)


def test_torpedos_awards_are_counted_round_by_round() -> None:
    life = Life.of("Ann", "Bob", "Cat", game=find("torpedo"))
    played_out(life, rounds=3)
    assert len(life.table.awards) == 3
    counted = sum(sum(player.awards.values()) for player in summary(life.table).players)
    assert counted == sum(len(names) for earned in life.table.awards for names in earned.values()) > 0


def test_what_a_round_brought_is_gone_when_it_is_taken_back() -> None:
    generous = dataclasses.replace(find("golf"), awards=lambda state: {0: ["hero"]})
    life = Life.of("Ann", "Bob", game=generous, options={"holes": 2})
    played_out(life, rounds=1)
    life.table.past = [
        UndoPoint(3, 0, life.first.after(life.entries[0]).state)
    ]  # as if its cards had been open all along
    life.take(0, events.TakeBack(3))
    assert (life.table.awards, life.table.sheet) == ([], [])
    assert summary(life.table).players[0].awards == {}


# ---------------------------------------------------------------- many tables


def game_of(code: str, moved: float, *players: tuple[str, int, bool], game: str = "golf", bot: str = "") -> Played:
    all_players = [PlayerScore(name, score, won) for name, score, won in players]
    all_players += [PlayerScore(bot, 0, not any(player.won for player in all_players), bot=True)] if bot else []
    return Played(code, game, moved, tuple(all_players))


def few(finished: list[Played]) -> list[GameStandings]:
    return standings(finished, discover())


def test_standings_of_an_evening_worked_out_by_hand() -> None:
    evening = [
        game_of("D", 4, ("ann", 20, False), ("Bob", 9, True)),
        game_of("A", 1, ("Ann", 10, True), ("Bob", 30, False), ("Cat", 12, False)),
        game_of("B", 2, ("Ann", 8, True), ("Bob", 8, True)),
        game_of("C", 3, ("Ann", 15, False), bot="Otis"),
        game_of("E", 5, ("Cat", 3, True), ("Bob", 40, False), game="toripoka"),
    ]
    golf, toripoka = few(evening)
    assert (golf.game, golf.title, golf.games, golf.most_wins) == ("golf", "Six-Card Golf", 4, False)
    bob, ann, cat = golf.people
    assert ann.name == "ann", "as it was written last"
    assert (ann.games, ann.wins, ann.shared, ann.average) == (4, 1, 1, 13.25)
    assert (ann.best, ann.worst, ann.streak, ann.longest) == (8, 20, 0, 2)
    assert [point.wins for point in ann.course] == [1, 2, 2, 2]
    assert [point.average for point in ann.course] == [10, 9, 11, 13.25]
    assert (bob.games, bob.wins, bob.shared, bob.streak, bob.longest) == (3, 1, 1, 2, 2)
    assert (cat.games, cat.wins, cat.longest) == (1, 0, 0)
    assert [one.name for one in toripoka.people] == ["Cat", "Bob"]
    assert (toripoka.people[1].best, toripoka.most_wins) == (40, True)


def test_awards_are_collected() -> None:
    def torpedo(code: str, **awards: int) -> Played:
        return Played(code, "torpedo", 1, (PlayerScore("Ann", 5, True, awards=awards), PlayerScore("Bob", 9)))

    (table,) = few([torpedo("A", Racheal=1, Clara=2), torpedo("B", Clara=1), torpedo("C")])
    assert table.people[0].awards == {"Racheal": 1, "Clara": 3}
    assert table.people[1].awards == {}


names = st.sampled_from(["Ann", "ANN", "Bob", "straße", "STRASSE", "李"])


@st.composite
def games(draw: st.DrawFn) -> list[Played]:
    found = []
    for number in range(draw(st.integers(0, 12))):
        chosen = draw(st.lists(names, min_size=1, max_size=4, unique_by=str.casefold))
        scores = [draw(st.integers(-50, 300)) for _ in chosen]
        best = min(scores)
        players = [
            PlayerScore(name, score, score == best, draw(st.booleans()))
            for name, score in zip(chosen, scores, strict=True)
        ]
        game = draw(st.sampled_from([name for name, game in discover().items() if not game.most_wins]))
        found.append(Played(f"T{number}", game, float(draw(st.integers(0, 5))), tuple(players)))
    return found


@given(games())
def test_wins_add_up_whoever_plays(finished: list[Played]) -> None:
    all_standings = few(finished)
    assert sum(one.games for one in all_standings) == len(finished)
    for table in all_standings:
        mine = [one for one in finished if one.game == table.game]
        seats = [player for one in mine for player in one.players if not player.bot]
        assert sum(one.games for one in table.people) == len(seats)
        assert sum(one.wins + one.shared for one in table.people) == sum(player.won for player in seats)
        alone = [one for one in mine if sum(player.won for player in one.players) == 1]
        assert sum(one.wins for one in table.people) == sum(
            player.won and not player.bot for one in alone for player in one.players
        )
        for one in table.people:
            check(one)


def check(one: Standing) -> None:
    assert one.best <= one.average <= one.worst
    assert 0 <= one.streak <= one.longest <= one.wins + one.shared <= one.games == len(one.course)
    assert one.course[-1].wins == one.wins + one.shared
    assert [point.at for point in one.course] == sorted(point.at for point in one.course)


@given(games(), st.randoms())
def test_the_order_in_which_tables_are_read_does_not_matter(finished: list[Played], rng: Random) -> None:
    shuffled = finished[:]
    rng.shuffle(shuffled)
    assert few(shuffled) == few(finished)


def test_a_course_is_bounded_and_its_figures_are_not() -> None:
    (table,) = few([game_of(f"{n:04}", n, ("Ann", 1, True)) for n in range(MOST_POINTS + 50)])
    (ann,) = table.people
    assert (ann.games, len(ann.course), ann.course[-1].wins) == (MOST_POINTS + 50, MOST_POINTS, MOST_POINTS + 50)
