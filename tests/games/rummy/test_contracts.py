"""A family's own rounds (T36, P19): how a list is written, which lists are refused, and how they are played."""

from random import Random
from typing import Any

import pytest

from parlour.games import find
from parlour.games.progressive import state as progressive_rounds
from parlour.games.progressive.options import AS_WRITTEN as P4
from parlour.games.rummy.actions import BUY
from parlour.games.rummy.contracts import rounds_of, text_of
from parlour.games.torpedo import state as torpedo_rounds
from parlour.games.torpedo.options import AS_WRITTEN as T5
from parlour.kernel.actions import PASS
from parlour.kernel.options import changed, in_words, read, read_pairs
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from parlour.score import sheet_of
from tests.arbitrary import attempt, set_up, tries
from tests.games.rummy.paper import truth
from tests.games.rummy.tables import arrange, lay, new_progressive, new_torpedo
from tests.score.paper import Scribe

PROGRESSIVE, TORPEDO = find("progressive"), find("torpedo")


def refusal(game: Any, seats: int = 3, **given: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        set_up(game, given, seats)
    return refused.value


# ---------------------------------------------------------------- how a list is written


@pytest.mark.parametrize(
    "text",
    [
        "7:3+4+r4,10:r3+r5",
        "7: r4+4+3; 10: R5 + r3",
        "7:s3 s4 r4,10:r5 r3,",
        "7:+3+4 r4,10:r3+r5",
        " 7 : b4+b3+r4 ;; 10:r3 r5 ",
    ],
)
def test_P19_T36_a_list_may_be_written_loosely_and_is_kept_in_one_way(text: str) -> None:
    for game in (PROGRESSIVE, TORPEDO):
        assert changed(set_up(game, {"contracts": text}, 3)) == {"contracts": "7:3+4+r4,10:r3+r5"}


def test_P19_T36_the_games_as_written_are_such_lists() -> None:
    assert text_of(progressive_rounds.ROUNDS) == P4
    assert text_of(torpedo_rounds.ROUNDS) == T5
    assert text_of(rounds_of(P4, "set")) == P4
    assert read(PROGRESSIVE.options, {"contracts": " "}) == PROGRESSIVE.options()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("two sets", "Round 1 of your list (contracts) is 'two sets': write rounds like 6:3+3,7:3+r4"),
        ("7:3+3,8", "Round 2 of your list (contracts) is '8': write rounds like"),
        ("7:3+x3", "Round 1 of your list (contracts) is '7:3+x3': write rounds like"),
        ("7:", "Round 1 of your list (contracts) is '7:': write"),
        ("7:2+3", "Round 1 of your list (contracts) asks for a set of 2, but a set can have 3 to 6 cards."),
        ("7:7", "asks for a set of 7"),
        ("7:3,9:r8", "Round 2 of your list (contracts) asks for a run of 8, but a run can have 3 to 7 cards."),
        ("7:r2", "asks for a run of 2"),
        ("2:3", "Round 1 of your list (contracts) deals 2 cards, but it can be 3 to 16."),
        ("17:3", "deals 17 cards"),
        ("16:3+3+3+3+3", "Round 1 of your list (contracts) asks for 5 melds: 4 at most."),
        (",".join(["7:3"] * 13), "House rule 'contracts' has 13 rounds: 12 at most."),
        ("7:3+" * 200, "House rule 'contracts' is too long"),
        (7, "House rule 'contracts' takes rounds like 6:3+3,7:3+r4, not 7."),
    ],
)
def test_P19_a_list_that_cannot_be_read_is_refused_by_name(text: Any, why: str) -> None:
    refused = refusal(PROGRESSIVE, contracts=text)
    assert why in refused.sentence
    assert refused.rule == "P19"


# ---------------------------------------------------------------- which lists can be played


def test_T36_a_round_may_ask_for_more_than_is_dealt_if_buys_can_fill_it() -> None:
    assert set_up(TORPEDO, {"contracts": "9:r4+r4+r4+r4"}, 3)  # 16 cards: 9, one drawn, three buys of two
    refused = refusal(TORPEDO, contracts="9:3,9:r4+r4+r4+r5")
    assert refused.sentence.startswith(
        "Nobody could ever lay down in round 2 of your list (contracts): it asks for 17 cards"
    )
    assert refused.rule == "T36"
    assert set_up(TORPEDO, {"contracts": "9:r4+r4+r4+r5", "buys_per_round": 4}, 3)


def test_P19_a_round_may_ask_for_more_than_is_dealt_if_buys_can_fill_it() -> None:
    small: dict[str, Any] = {"contracts": "3:3+r4"}  # 7 cards: 3, one drawn, and three bought
    assert set_up(PROGRESSIVE, small, 3)
    assert set_up(PROGRESSIVE, {**small, "buys_per_round": 1}, 3)
    assert "buys bring 2 more at most" in refusal(PROGRESSIVE, **small, buys_per_round=1, buy_penalty=1).sentence
    assert "nobody can buy at this table" in refusal(PROGRESSIVE, **small, buys_per_round=0).sentence
    assert set_up(PROGRESSIVE, {"contracts": "6:3+r4", "buys_per_round": 0}, 2)  # laid with the card drawn


def test_P19_two_players_can_buy_only_the_first_card() -> None:
    own: dict[str, Any] = {"contracts": "3:3+r4"}  # 7 cards: 3, one drawn, and three with the first card
    game = PROGRESSIVE.start(set_up(PROGRESSIVE, own, 2), 2, QuickShuffler(b"two"))
    game.apply(1, PASS)
    game.apply(0, BUY)
    assert len(game.hands[0]) == 6
    assert "only the first card can be bought, which brings 3" in refusal(PROGRESSIVE, 2, contracts="3:4+r4").sentence
    assert "nobody can buy" in refusal(PROGRESSIVE, 2, contracts="5:3+r4", buy_first_card=False).sentence
    assert set_up(TORPEDO, {"contracts": "5:3+r4"}, 2)  # T22: the player at bat may buy


def test_P19_T36_the_decks_must_do_for_everybody() -> None:
    assert set_up(PROGRESSIVE, {"contracts": "16:3"}, 8)
    refused = refusal(PROGRESSIVE, 7, contracts="9:3,16:3", decks=2)
    assert refused.sentence.startswith(
        "Round 2 of your list (contracts) deals too many cards: 16 cards for each of 7 players"
    )
    assert set_up(TORPEDO, {"contracts": "16:3"}, 6)
    assert refusal(TORPEDO, 7, contracts="16:3", decks=2).rule == "T36"


def test_P19_T36_rounds_and_last_round_do_not_apply() -> None:
    given: dict[str, Any] = {"rounds": 1, "contracts": "7:3+3,8:r4+r4", "last_round": "three_runs_of_four"}
    assert changed(read(PROGRESSIVE.options, given)) == {"contracts": "7:3+3,8:r4+r4"}
    assert len(new_progressive(**given).terms.rounds) == 2
    assert len(new_torpedo(rounds=1, contracts="7:3+3,8:r4+r4").terms.rounds) == 2


# ---------------------------------------------------------------- how a round is played


def test_P19_T36_a_round_says_what_it_asks_for() -> None:
    own: dict[str, Any] = {"contracts": "8:3+3+r4,9:5+r4+r6"}
    game = new_progressive(**own)
    assert PROGRESSIVE.view(game, 1).title == "Round 1 of 2: two sets of 3 and a run of 4"
    assert [len(hand) for hand in game.hands] == [8, 8, 8]
    ask = PROGRESSIVE.view(arrange(game, round=2), 1).asks[0]
    assert ask.say == "Lay down a set of 5, a run of 4 and a run of 6"
    hole: Any = ask.action["melds"]
    assert (hole.needs, hole.sizes) == (("set of 5", "run", "run of 6"), (5, 4, 6))
    assert TORPEDO.view(new_torpedo(**own), 1).title == "Round 1 of 2: two books of 3 and a run of 4"
    assert [rule.say for rule in in_words(game.options)] == [
        "We play our own rounds: 8 cards, two sets of 3 and a run of 4; 9 cards, a set of 5, a run of 4 and a run of 6."
    ]


BOOK, RUN = "2H 2S 2D", "5S 6S 7S 8S 9S"


def test_P19_P20_melds_may_be_longer_and_come_in_any_order() -> None:
    groups = ["2H 2S 2D 2C", "4H 5H 6H", "5S 6S 7S 8S"]
    for order in (groups, groups[::-1]):
        game = arrange(new_progressive(contracts="9:3+r3+r4"), "", " ".join([*groups, "KC QC"]))
        game.apply(1, lay(*order))
        assert [len(meld.cards) for meld in game.melds] == [4, 3, 4]
    game = arrange(new_progressive(contracts="9:3+r6"), "", f"{BOOK} {RUN} KC QC")
    refused = attempt(game, 1, lay(BOOK, RUN))
    assert refused
    assert refused.sentence == "A run needs at least 6 cards."


def test_T36_T37_melds_have_exactly_the_cards_asked_for_unless_long_melds_is_on() -> None:
    hand = f"{BOOK} {RUN} KC QC"
    refused = attempt(arrange(new_torpedo(contracts="9:3+r4"), "", hand), 1, lay(BOOK, RUN))
    assert refused
    assert (refused.rule, refused.sentence) == ("T13", "A run needs exactly 4 cards.")
    for options in ({"contracts": "9:3+r5"}, {"contracts": "9:3+r4", "long_melds": True}):
        game = arrange(new_torpedo(**options), "", hand)
        game.apply(1, lay(RUN, BOOK))  # T37
        assert [len(meld.cards) for meld in game.melds] == [3, 5]


@pytest.mark.parametrize("preset", PROGRESSIVE.options.presets, ids=lambda preset: preset.name)
def test_P19_every_preset_can_be_played_by_three_and_more(preset: Any) -> None:
    chosen = read_pairs(PROGRESSIVE.options, [f"preset={preset.name}"])
    assert changed(chosen) == preset.options
    for seats in range(3, 9):
        PROGRESSIVE.check_seats(seats, chosen)
    ours = read_pairs(PROGRESSIVE.options, ["joker_points=7", f"preset={preset.name}"])
    assert changed(ours) == {**preset.options, "joker_points": 7}


# ---------------------------------------------------------------- any list


def any_list(rng: Random) -> str:
    """A random list of rounds, which may be impossible."""
    rounds = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        melds = [rng.choice((str(rng.randint(3, 6)), f"r{rng.randint(3, 7)}")) for _ in range(rng.randint(1, 4))]
        rounds.append(f"{rng.randint(3, 16)}:{'+'.join(melds)}")
    return ",".join(rounds)


def begin(game: Any, rng: Random) -> Any:
    """A game with a random list that can be set up, and some other house rules."""
    while True:
        given = {"contracts": any_list(rng), "turn_cap": rng.randint(1, 15), "extend_own": rng.random() < 0.3}
        if game is TORPEDO:
            given |= {"long_melds": rng.random() < 0.5, "max_jokers_per_meld": rng.choice((None, 1, 2))}
        seats = rng.choice((2, 3, 3, 4, 6))
        try:
            return game.start(set_up(game, given, seats), seats, QuickShuffler(rng.randbytes(16)))
        except Refused:
            continue


def a_move(game: Any, state: Any, how: str, rng: Random) -> tuple[int, Any]:
    for seat in state.actors() if how == "steady" else rng.sample(state.actors(), len(state.actors())):
        action = state.silence(seat)
        if how == "random":
            action = rng.choice(state.legal(seat))
        elif how == "steady":
            action = game.bots["steady"].choose(state, seat, rng)
        if action is not None:
            return seat, action
    raise AssertionError("everybody waits for somebody else")


@pytest.mark.parametrize("how", ["silence", "random", "steady"])
@pytest.mark.parametrize("game", [PROGRESSIVE, TORPEDO], ids=lambda game: game.name)
def test_P19_T36_any_list_that_can_be_set_up_ends_and_the_sheet_agrees(game: Any, how: str) -> None:
    for seed in range(tries(5 if how == "steady" else 10, 300)):
        rng = Random(f"{game.name}/{how}/{seed}")
        state = begin(game, rng)
        sheet = sheet_of(game.name).start(state.options, state.seats, QuickShuffler(b""))
        scribe = Scribe(sheet, rng)
        for number, plan in enumerate(state.terms.rounds, 1):
            assert sheet.scorer.title(number) == plan.title
            while len(state.sheet) < number:
                state.apply(*a_move(game, state, how, rng))
            scribe.note(truth(state))
        scribe.put_right()
        assert not state.actors()
        assert sheet.sheet == state.sheet
        assert sheet.result() == state.result()


@pytest.mark.parametrize("game", [PROGRESSIVE, TORPEDO], ids=lambda game: game.name)
def test_P19_T36_bots_lay_down_what_they_have_learned_nothing_about(game: Any) -> None:
    state = game.start(set_up(game, {"contracts": "11:3+4+r3,12:r3+r5"}, 3), 3, QuickShuffler(b"own"))
    laid = 0
    while state.actors():
        seat, action = a_move(game, state, "steady", Random(1))
        if type(action).__name__ == "LayDown":
            laid += 1
            assert game.mind.ideas(state, seat, Random(1))[0] == action
            assert game.mind.say(state, seat, action).startswith("Lay down")
        state.apply(seat, action)
        assert 0 < game.mind.worth(state, 0) < 1 or not state.actors()
    assert laid >= 3
