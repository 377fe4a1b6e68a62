"""The mind for Toripoka: ideas, chances, mistakes and hints."""

from random import Random
from typing import Any

import pytest

from parlour.bots import find_bot
from parlour.bots.levels import RandomBot
from parlour.games.toripoka import GAME
from parlour.games.toripoka.actions import DrawPyramid, Fold, PlaceCard
from parlour.games.toripoka.options import ToripokaOptions
from parlour.games.toripoka.players.mind import ToripokaMind
from parlour.games.toripoka.players.steady import ToripokaSteady
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.state import PLAYING
from parlour.kernel.shuffle import QuickShuffler
from parlour.lab.many import key_of, play
from tests.arbitrary import LONG, random_options
from tests.games.toripoka.tables import FOLD_LEFT, arrange, left, new, pieces

MIND = ToripokaMind(ToripokaSteady(), interrupts=True)


def walk(seed: int) -> list[tuple[Toripoka, int]]:
    """Every decision of a game by random house rules, sometimes sound and sometimes not."""
    rng = Random(seed)
    options = random_options(GAME, rng, 2)
    assert isinstance(options, ToripokaOptions)
    state = GAME.start(options, 2, QuickShuffler(rng.randbytes(16)))
    met = []
    while asked := GAME.asked(state):
        for seat in asked:
            met.append((state.copy(), seat))
            action = rng.choice([MIND.slip, MIND.steady.choose, RandomBot().choose])(state, seat, rng)
            if action is not None:
                state.apply(seat, action)
                break
    return met


@pytest.mark.parametrize("seed", range(12 if LONG else 3))
def test_ideas_are_few_and_legal(seed: int) -> None:
    for state, seat in walk(seed):
        ideas = MIND.ideas(state, seat, Random(seed))
        assert len(ideas) == len(set(ideas)) <= 4
        assert all(idea in state.legal(seat) if idea else state.silence(seat) is None for idea in ideas)


@pytest.mark.parametrize("seed", range(12 if LONG else 3))
def test_what_comes_of_an_idea_is_a_chance(seed: int) -> None:
    rng = Random(seed)
    for state, seat in walk(seed)[:: 1 if LONG else 5]:
        for idea in MIND.ideas(state, seat, rng):
            assert 0.0 <= MIND.outcome(state.redeal(seat, rng), seat, idea, rng) <= 1.0


@pytest.mark.parametrize("seed", range(40 if LONG else 8))
def test_mistakes_are_legal_and_there_are_words_for_everything(seed: int) -> None:
    rng = Random(seed)
    for state, seat in walk(seed):
        slip = MIND.slip(state, seat, rng)
        assert slip in state.legal(seat) if slip else state.silence(seat) is None
        for action in (slip, *state.legal(seat)):
            say, why = MIND.say(state, seat, action), MIND.why(state, seat, action)
            assert say[0].isupper()
            assert why[0].islower()
            assert not say.endswith(".")
            assert not why.endswith(".")
            assert "None" not in say + why


# ---------------------------------------------------------------- what a standing is worth


@pytest.mark.parametrize("owned", [("", ""), ("R1 R2", "G3"), ("K1 K2", "Y1 B2 G3"), ("R1 R2 R3", "G1 B2 Y3")])
@pytest.mark.parametrize("terms", [{}, {"rounds": 3}, {"rounds": 2}])
def test_the_chances_of_both_sum_to_one(owned: tuple[str, str], terms: dict[str, Any]) -> None:
    state = arrange(owned=owned, terms=terms, prizes="B1 Y2" if "B1" not in owned[1] else "K3 R1")
    chances = [MIND.worth(state, seat) for seat in (0, 1)]
    assert sum(chances) == pytest.approx(1.0)
    assert all(0.0 <= chance <= 1.0 for chance in chances)


def test_more_trees_are_a_better_chance_and_the_end_is_certain() -> None:
    even, ahead = [arrange(prizes="K1 K2", owned=(mine, "Y2 B2")) for mine in ("R2 G2", "R2 R3")]
    assert MIND.worth(ahead, 0) > MIND.worth(even, 0) == pytest.approx(0.5)
    assert MIND.worth(arrange(owned=("R2 R3", "Y2"), bag=""), 0) == 1.0
    assert MIND.worth(arrange(owned=("R2", "Y2"), bag=""), 0) == 0.5
    assert MIND.worth(arrange(owned=("R2 K1 Y3", "Y2"), bag=""), 0) == 0.0  # as many points, more pyramids (K27)


def test_a_lead_counts_for_more_when_less_is_to_come() -> None:
    early, late = arrange(owned=("R2 R3", "")), arrange(owned=("R2 R3", ""), bag="G1 B1")
    assert 0.5 < MIND.worth(early, 0) < MIND.worth(late, 0) < 1.0


# ---------------------------------------------------------------- thinking


def sharp(state: Toripoka, seat: int) -> Any:
    return find_bot(GAME, "sharp@32").choose(state.redeal(seat, Random(1)), seat, Random(2))


def test_what_is_plain_is_not_thought_about() -> None:
    waiting = arrange(at_bat=1)
    assert MIND.ideas(waiting, 0, Random(0)) == [None]
    scored = arrange(lefts=("2H 3H 4H", "5H 6H 7H"), rights=("8H 9H 10H", "JH QH"), hands=("", "KH"), at_bat=1)
    scored.apply(1, PlaceCard("KH", "right"))
    assert len(MIND.ideas(scored, 1, Random(0))) == 1


def test_sharp_makes_the_hand_that_wins_both_prizes() -> None:
    lefts, rights = ("JH QH", "2H 5H 8H"), ("4H 4S 6H", "10H 9H 3H")
    state = arrange(lefts=lefts, rights=rights, publics="7H AH", hands=("KH", ""))
    assert sharp(state, 0).card == "KH"
    assert MIND.outcome(state.copy(), 0, left("KH"), Random(0)) > 0.5


def test_sharp_folds_a_hopeless_hand_even_by_a_little_at_the_last_moment() -> None:
    state = arrange(lefts=("2H 5H", "JH+R2 QH KH+B1"), rights=("9H", "AH"), at_bat=0)
    assert sharp(state, 0) == FOLD_LEFT


def test_sharp_draws_the_size_that_it_lacks() -> None:
    state = new()
    state.owned = [pieces("R1 Y1 R2 G2"), []]
    state.bag = pieces("B1 B2 B3 R3 G1 Y2 K3 G3")
    assert sharp(state, 0) == DrawPyramid(3)


def test_the_reasons_name_what_one_sees() -> None:
    state = arrange(
        lefts=("JH QH", "2H"), rights=("4H", "5H"), publics="7H AH", hands=("KH 9H 3H", ""), owned=("R2", "")
    )
    assert MIND.say(state, 0, left("KH", True)) == "Place K♥ face down at the left prize"
    assert MIND.why(state, 0, left("KH", True)) == "it makes a straight (J Q K) there, and {1} can't see it"
    assert MIND.say(state, 0, left("9H", True, "R2")) == (
        "Place 9♥ face down at the left prize, with your medium red pyramid on it"
    )
    assert MIND.why(state, 0, left("9H", False, "R2")).startswith("with the pyramid on it, it makes a")
    folded = arrange(lefts=("2H 5H", "JH+R2 QH KH+B1"), rights=("9H", "AH"), prizes="G1 G3")
    assert MIND.say(folded, 0, Fold("left")) == "Fold at the left prize"
    assert "the medium red pyramid and the small blue pyramid" in MIND.why(folded, 0, Fold("left"))
    assert folded.phase == PLAYING


def share_of(name: str, deals: int) -> float:
    """The share of wins against steady, with every deal played from both seats."""
    wins = 0.0
    for number in range(deals):
        for seat in (0, 1):
            bots = [find_bot(GAME, name if player == seat else "steady") for player in (0, 1)]
            result = play(GAME, GAME.options(), bots, key_of(3, number)).result
            wins += (seat in result.winners) / len(result.winners)
    return wins / (2 * deals)


@pytest.mark.skipif(not LONG, reason="takes minutes")
def test_sharp_beats_steady_and_steady_beats_gentle() -> None:
    assert share_of("gentle", 60) < 0.45
    assert share_of("sharp@24", 60) > 0.5
