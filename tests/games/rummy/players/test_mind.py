"""How Gentle and Sharp think about Torpedo and Progressive: ideas, worth, slips and words."""

from random import Random
from typing import Any

import pytest

from parlour.bots import bots_of, mind_of
from parlour.cards import card
from parlour.games.progressive import GAME as PROGRESSIVE
from parlour.games.rummy.actions import BUY, Discard, LayDown, PlayOn
from parlour.games.rummy.players.habits import Habits
from parlour.games.rummy.players.knowledge import RummyKnowledge
from parlour.games.rummy.players.learned import TRAITS, Learned, LearnedKnowledge
from parlour.games.torpedo import GAME as TORPEDO
from parlour.games.torpedo.actions import ACCEPT
from parlour.games.torpedo.players.steady import TorpedoSteady
from parlour.kernel.actions import PASS
from parlour.kernel.game import AnyGame
from parlour.kernel.sentences import named
from parlour.kernel.shuffle import QuickShuffler
from parlour.lab.arena import Contest, hold
from tests.arbitrary import LONG, random_options
from tests.games.rummy.tables import NAMES, arrange, book, end_round, new_progressive, new_torpedo

both = pytest.mark.parametrize("game", [TORPEDO, PROGRESSIVE], ids=lambda game: game.name)


def positions(game: AnyGame, seed: int, moves: int) -> Any:
    """Decisions from games between random and sound players, with random house rules, and the rng."""
    rng = Random(f"{game.name}/mind/{seed}")
    seats = rng.choice(game.seats)
    state = game.start(random_options(game, rng, seats), seats, QuickShuffler(rng.randbytes(16)))
    bots = [bots_of(game)[rng.choice(("random", "steady"))] for _ in range(seats)]
    while (actors := state.actors()) and moves:
        moves -= 1
        for seat in actors:
            yield state, seat, rng
            chosen = bots[seat].choose(state, seat, rng)
            if chosen is not None:
                state.apply(seat, chosen)
                break


@both
@pytest.mark.parametrize("seed", range(4))
def test_ideas_are_legal_and_no_two_are_alike(game: AnyGame, seed: int) -> None:
    mind = mind_of(game)
    for state, seat, rng in positions(game, seed, 150):
        ideas = mind.ideas(state, seat, rng)
        assert ideas
        assert all(idea in state.legal(seat) for idea in ideas if idea is not None)
        assert None not in ideas or state.silence(seat) is None
        assert all(ideas.count(idea) == 1 for idea in ideas)


@both
@pytest.mark.parametrize("seed", range(4))
def test_slips_are_legal(game: AnyGame, seed: int) -> None:
    mind = mind_of(game)
    for state, seat, rng in positions(game, seed, 150):
        slip = mind.slip(state, seat, rng)
        assert slip in state.legal(seat) or (slip is None and state.silence(seat) is None)


@both
@pytest.mark.parametrize("seed", range(6))
def test_there_are_words_for_everything_one_may_do(game: AnyGame, seed: int) -> None:
    mind = mind_of(game)
    names = [f"Name{seat}" for seat in range(10)]
    for state, seat, _ in positions(game, seed, 150):
        for action in [*state.legal(seat), None]:
            say = named(mind.say(state, seat, action), names)
            why = named(mind.why(state, seat, action), names)
            assert say[0].isupper()
            assert why[0].islower() or why.startswith("Name") or why.split()[0][-1] in "♠♥♦♣"
            for words in (say, why):
                assert "None" not in words
                assert "{" not in words
                assert not words.endswith(".")


@both
def test_a_better_standing_is_worth_more_and_all_chances_make_one(game: AnyGame) -> None:
    rummy: Any = new_torpedo(4) if game is TORPEDO else new_progressive(4)
    end_round(rummy)
    mind = mind_of(game)
    rummy.sheet = [[0, 40, 80, 15]]
    worth = [mind.worth(rummy, seat) for seat in range(4)]
    assert sum(worth) == pytest.approx(1)
    assert worth[0] > worth[3] > worth[1] > worth[2] > 0
    rummy.round = len(rummy.terms.rounds) - 1
    rummy.sheet = [[0, 40, 80, 15], *[[0, 0, 0, 0]] * (rummy.round - 1)]
    assert mind.worth(rummy, 0) > worth[0]  # less can change


@both
def test_after_the_last_round_the_winner_has_won(game: AnyGame) -> None:
    rummy: Any = new_torpedo(3, rounds=1) if game is TORPEDO else new_progressive(3, rounds=1)
    end_round(rummy)
    mind = mind_of(game)
    assert [mind.worth(rummy, seat) for seat in range(3)] == [0, 1, 0]


# ---------------------------------------------------------------- what sharp sees


def test_it_throws_what_the_others_have_left_rather_than_what_nobody_has_shown() -> None:
    """Of two useless cards with the same points, it discards the one whose rank lies among the discards."""
    hand = "7H 7S 9H 9S 2C 4D KD QD 6S 8C"
    mind = mind_of(TORPEDO)
    torpedo = arrange(new_torpedo(), "", hand, discards="QS QH 7C")
    assert mind.ideas(torpedo, 1, Random(1)) == [Discard("QD")]
    torpedo = arrange(new_torpedo(), "", hand, discards="KS KH 7C")
    assert mind.ideas(torpedo, 1, Random(1)) == [Discard("KD")]
    assert mind.steady.choose(torpedo, 1, Random(1)) == Discard("QD")


def test_it_counts_the_cards_it_has_seen_where_steady_looks_at_its_hand_alone() -> None:
    torpedo = arrange(new_torpedo(), "", "7H 7S 9H", discards="QS QS 7C")
    queen, seven = card("QS"), card("7S")
    learned = Learned(Habits(), [0.0] * TRAITS)
    assert (RummyKnowledge(torpedo, 1).unseen[queen], RummyKnowledge(torpedo, 1).unseen[seven]) == (2, 1)
    assert (
        LearnedKnowledge(torpedo, 1, learned).unseen[queen],
        LearnedKnowledge(torpedo, 1, learned).unseen[seven],
    ) == (0, 1)


def test_it_keeps_the_dearer_pair_if_the_fellows_of_the_cheaper_one_are_gone() -> None:
    """Steady, which does not count cards, discards the more expensive one."""
    torpedo = arrange(new_torpedo(), "", "KH KS 6H 6S 4D 4S JOKER", discards="6D 6C 6D 6C 6H 6S 7C")
    learned = Learned(Habits(), [0.0] * TRAITS)
    assert RummyKnowledge(torpedo, 1).best_discard() in (card("KH"), card("KS"))
    assert LearnedKnowledge(torpedo, 1, learned).best_discard() in (card("6H"), card("6S"))


def test_it_keeps_what_it_could_play_on_others_later() -> None:
    queens = [book(0, "QS QH QC")]
    torpedo = arrange(new_torpedo(), "", "7H 7S 9H 9S 2C 4D KD QD 6S 8C", discards="3C", melds=queens)
    learned = [Learned(Habits(keeps=points), [0.0] * TRAITS) for points in (0.0, 50.0)]
    assert [LearnedKnowledge(torpedo, 1, one).best_discard() for one in learned] == [card("QD"), card("KD")]


def test_whoever_is_more_reluctant_buys_less() -> None:
    torpedo = arrange(new_torpedo(), "", "7H 7S 9H 2C 4D KD QD 6S 8C", discards="7C")
    learned = [Learned(Habits(reluctance=points), [0.0] * TRAITS) for points in (0.0, 500.0)]
    assert [LearnedKnowledge(torpedo, 1, one).worth_buying(card("7C")) for one in learned] == [True, False]


def test_with_two_players_it_lays_down_when_that_ends_the_round() -> None:
    """Nobody can go out before the other one lays down, so it waits until its other cards fit on their melds."""
    mind = mind_of(TORPEDO)
    kings = [book(0, "KS KH KC"), book(0, "4S 4H 4C")]
    ready = "7H 7S 7C 9H 9S 9C 2C KD 6S QD"
    torpedo = arrange(new_torpedo(2), "2H 3H 5H", ready, discards="3C", melds=kings)
    assert isinstance(mind.steady.choose(torpedo, 1, Random(1)), LayDown)
    (waits,) = mind.ideas(torpedo, 1, Random(1))
    assert isinstance(waits, Discard)
    assert waits.card in ("2C", "6S", "QD"), "it keeps both books, and the king for later"
    assert mind.why(torpedo, 1, waits).startswith("nobody can go out before you lay down")
    torpedo = arrange(new_torpedo(2), "2H 3H 5H", "7H 7S 7C 9H 9S 9C 4D KD 4C QD", discards="3C", melds=kings)
    assert isinstance(mind.ideas(torpedo, 1, Random(1))[0], LayDown)


def test_it_does_not_wait_where_the_other_could_go_out_or_waits_too() -> None:
    learned = Learned(Habits(), [0.0] * TRAITS)
    nine = "2H 3H 5H 6H 8H 10H JH QH KH"

    def waits(other: str, **given: Any) -> bool:
        options = {name: given.pop(name) for name in ("extend_own", "long_melds") if name in given}
        torpedo = arrange(new_torpedo(2, **options), other, "7H 7S 7C 9H 9S 9C 2C KD 6S QD", **given)
        return LearnedKnowledge(torpedo, 1, learned).waits()

    assert waits(nine)
    assert not waits(nine, turns=24), "for twelve turns each"
    assert not waits(nine, round=5), "three books are the whole hand"
    assert not waits(nine, extend_own=True)
    assert not waits(nine, long_melds=True)
    down = {"melds": [book(0, "KS KH KC")]}
    assert waits("2H", **down)
    assert waits("2H", turns=40, **down)
    assert not waits("", **down), "they went around, and go out with the next card"
    assert not waits("2H", turns=118, **down), "its last turn"


def test_with_more_power_being_slow_costs_more_and_being_quick_less() -> None:
    torpedo = arrange(new_torpedo(), "", "7H 7S 9H 2C 4D KD QD 6S 8C", discards="7C")
    plain, sharper = [
        LearnedKnowledge(torpedo, 1, Learned(Habits(power=power), [0.0] * TRAITS)) for power in (1.0, 2.0)
    ]
    slow, quick = 2 * plain.turns_left, plain.turns_left / 2
    assert sharper.cost(slow, 9, 50.0) > plain.cost(slow, 9, 50.0)
    assert sharper.cost(quick, 9, 50.0) < plain.cost(quick, 9, 50.0)


def test_what_was_learned_among_more_is_not_used_between_two() -> None:
    between_two, among_more = ({203: Learned(Habits(reluctance=points), [0.0] * TRAITS)} for points in (0.0, 500.0))
    player = TorpedoSteady(learned=[between_two, among_more])
    for seats, points in ((2, 0.0), (3, 500.0)):
        torpedo = arrange(new_torpedo(seats), "", "7H 7S 9H 2C 4D KD QD 6S 8C", discards="7C")
        assert player.known(torpedo, 1).habits.reluctance == points


def test_how_to_lay_down_is_worth_a_thought() -> None:
    mind = mind_of(TORPEDO)
    torpedo = arrange(new_torpedo(), "", "7H 7S 7D 9H 9S 9C KD KH KS 3C")
    ideas = mind.ideas(torpedo, 1, Random(1))
    assert len(ideas) == 3
    assert all(isinstance(idea, LayDown) for idea in ideas)
    outcome = mind.outcome(torpedo.redeal(1, Random(1)), 1, ideas[0], Random(1))
    assert 0 < outcome < 1


# ---------------------------------------------------------------- slips


def test_people_forget_to_buy_to_lay_down_and_to_play_on() -> None:
    mind = mind_of(TORPEDO)
    torpedo = arrange(new_torpedo(), "", "7H 7S 7D 9H 9S 9C 2C 4D KD 3C")
    assert isinstance(mind.steady.choose(torpedo, 1, Random(1)), LayDown)
    assert isinstance(mind.slip(torpedo, 1, Random(1)), Discard)
    laid = [book(0, "7H 7S 7D"), book(0, "9H 9S 9D"), book(1, "2H 2S 2D"), book(1, "3H 3S 3D")]
    torpedo = arrange(new_torpedo(), "", "7C 9C", melds=laid)
    assert isinstance(mind.steady.choose(torpedo, 1, Random(1)), PlayOn)
    assert isinstance(mind.slip(torpedo, 1, Random(1)), Discard)
    torpedo = arrange(new_torpedo(), "7D 7C 7S 9D 9C 3S 5S 8S JS", "9H 2S 4H 6D 8C 10S QH 3D 5C 9S")
    torpedo.apply(1, Discard("9H"))
    assert mind.steady.choose(torpedo, 0, Random(1)) == BUY
    assert mind.slip(torpedo, 0, Random(1)) == PASS


# ---------------------------------------------------------------- words


def told(mind: Any, state: Any, seat: int, action: Any) -> str:
    return named(f"{mind.say(state, seat, action)}: {mind.why(state, seat, action)}.", NAMES)


def test_its_words_name_cards_melds_and_reasons() -> None:
    mind = mind_of(TORPEDO)
    hand = "7H 7S 9H 9S 2C 4D KD 3C 6S 8C"
    assert told(mind, arrange(new_torpedo(), "", hand), 1, Discard("KD")) == (
        "Discard K♦: it doesn't go with anything in your hand and would cost you 10 points."
    )
    laid = [book(0, "7H 7S 7D"), book(0, "9H 9S 9D"), book(1, "2H 2S 2D"), book(1, "3H 3S 3D")]
    torpedo = arrange(new_torpedo(), "", "7C 9C", melds=laid)
    assert mind.say(torpedo, 1, PlayOn("7C", "meld:0")) == "Play 7♣ on {0}'s book of 7s"
    torpedo = arrange(new_torpedo(), "", hand, "7D 7C 9C 9D 3S 5S 8S JS KC")
    torpedo.apply(1, Discard("KD"))
    torpedo.apply(0, BUY)
    assert named(mind.say(torpedo, 2, ACCEPT), NAMES) == "Let Ann buy K♦"
    progressive = arrange(new_progressive(), "", "7H 7S 9H 9S 2C 4D", "7D 7C 9C 9D 3S 5S")
    progressive.apply(1, Discard("9S"))
    mind = mind_of(PROGRESSIVE)
    assert told(mind, progressive, 2, PASS) == "Draw from the stock: a card from the stock might help you more."


# ---------------------------------------------------------------- how well


@pytest.mark.skipif(not LONG, reason="takes minutes")
@both
def test_gentle_loses_to_steady(game: AnyGame) -> None:
    options = game.options()
    standings = hold(Contest(game.name, options, 4, ("gentle", "steady"), 60, 1, lone="gentle"))
    assert standings.shares.mean() < 0.2
