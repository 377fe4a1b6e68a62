"""Whole games of Hearts go as the referee says, who knows the rules and not the engine."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from parlour.games.hearts import GAME
from parlour.kernel.options import Options
from parlour.kernel.refusal import Refused
from tests.arbitrary import LONG, random_options, tries
from tests.games.hearts import referee as by_the_rules
from tests.games.hearts.referee import House, Referee
from tests.games.hearts.tables import action, move
from tests.games.side_by_side import Binding, Move, followed
from tests.games.trick_cards import DECK, by_height
from tests.score.sheets import asked, enter, sheet, shown, totals

HAPPENS = (  # in a thousand games
    *(f"{seats} players pass {by} seats on" for seats in (3, 4, 5, 6) for by in (1, seats - 1)),
    *("4 players pass 2 seats on", "6 players pass 3 seats on"),
    *("a heart led unbroken", "the queen led unbroken beside hearts", "points on a first trick"),
    *("the queen forced on a first trick", "a moon that counts for others", "a moon that counts for self"),
    *("a moon that counts for others, chosen", "a moon that counts for self, chosen", "halved", "shared"),
    *("the last round", "allowed", "refused"),
)


def referee(options: Options, hands: Sequence[Sequence[str]]) -> Referee:
    return Referee(House(**as_dict(options)), hands)


def as_dict(options: Any) -> dict[str, Any]:
    return {name: getattr(options, name) for name in options.__struct_fields__}


def tried(referee: Referee, rng: Random) -> list[Move]:
    plays: list[Move] = [("play", card) for card in rng.sample(DECK, 8)]
    held = sorted(rng.choice(referee.hands)) or [*DECK]
    passes: list[Move] = [("pass", frozenset(rng.sample(held, min(len(held), count)))) for count in (0, 1, 2, 3, 4, 5)]
    return [*plays, *passes, ("moon", "self"), ("moon", "others"), by_the_rules.DEAL]


def choose(referee: Referee, seat: int, rng: Random) -> Move:
    """In every other round somebody plays high and everybody else low, which may become a moon."""
    shooter = len(referee.sheet) * 5 % (2 * referee.seats)
    count = referee.house.pass_count
    if referee.phase == "passing":
        hand = sorted(referee.hands[seat], key=by_height)
        return "pass", frozenset(hand[:count] if seat == shooter else rng.sample(hand, count))
    if referee.phase == "playing" and shooter < referee.seats and rng.random() < 0.97:
        pick = max if seat == shooter else min
        return "play", pick(referee.playable(seat), key=by_height)
    return rng.choice(sorted(referee.moves(seat)))


BINDING = Binding(GAME, referee, action, move, tried, choose, listed=lambda phase: phase != "passing")


def test_the_house_rules_are_those_that_the_referee_knows() -> None:
    assert as_dict(GAME.options()) == asdict(House())


@pytest.mark.parametrize("batch", range(5))
def test_H1_to_H15_whole_games_go_as_the_referee_says(batch: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(tries(6, 1000)):
        rng = Random(f"hearts/{batch}/{number}")
        seats = rng.choice(GAME.seats)
        options = random_options(GAME, rng, seats) if number % 5 < 2 else GAME.options()
        *_, (_, by_rules) = followed(BINDING, options, seats, rng, care=0.05)
        seen += by_rules.seen
    print(seen)
    assert not LONG or not [what for what in HAPPENS if not seen[what]], seen


def test_H16_a_sheet_for_real_cards_comes_to_what_the_referee_says() -> None:
    for number in range(tries(10, 1000)):
        rng = Random(f"hearts on paper/{number}")
        seats = rng.choice(GAME.seats)
        options = random_options(GAME, rng, seats)
        paper = sheet("hearts", seats, **as_dict(options))
        for _, by_rules in followed(BINDING, options, seats, rng, care=0):
            if len(by_rules.sheet) > len(paper.lines):
                write_down(paper, by_rules, rng)
        assert shown(paper).winners == by_rules.winners


def write_down(paper: Any, referee: Referee, rng: Random) -> None:
    points = referee.counted
    wrong = rng.randrange(referee.seats)
    with pytest.raises(Refused) as refusal:
        enter(paper, *(each - (seat == wrong) for seat, each in enumerate(points)))
    assert refusal.value.rule == "H16"
    house, shooter = referee.house, referee.shooter
    if shooter is not None and house.moon in ("self", "others") and not house.jack_of_diamonds and rng.random() < 0.5:
        enter(paper, *[None] * referee.seats, calls=(shooter,))
    else:
        # 16 points for one player and none for the others may be a moon with J♦, so the sheet asks.
        moons = house.jack_of_diamonds and house.moon != "none"
        plain = moons and shooter is None and sorted(points)[-2:] == [0, 16]
        enter(paper, *points, nobody=plain)
    assert totals(paper) == referee.totals()


def test_H16_one_player_may_have_all_the_points_without_a_moon_where_the_jack_counts() -> None:
    """Q♠ and three hearts are 16, and ten hearts with J♦ are none."""
    paper = sheet("hearts", 4, jack_of_diamonds=True)
    assert asked(paper, 0, 16, 0, 0) == "moon"
    enter(paper, 0, 16, 0, 0, nobody=True)
    assert totals(paper) == [0, 16, 0, 0]
    with pytest.raises(Refused, match="took every heart"):
        enter(paper, 0, 26, -10, 0, nobody=True)
