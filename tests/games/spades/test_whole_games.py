"""Whole games of Spades go as the referee says, who knows the rules and not the engine."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from parlour.games.spades import GAME
from parlour.games.spades.actions import BLIND_NIL, LOOK, Bid, BlindNil, Look
from parlour.games.tricks.actions import Play
from parlour.kernel.actions import DEAL
from parlour.kernel.options import Options
from parlour.kernel.refusal import Refused
from tests.arbitrary import LONG, random_options, tries
from tests.games.side_by_side import Binding, Move, followed
from tests.games.spades import referee as by_the_rules
from tests.games.spades.referee import House, Referee
from tests.games.trick_cards import DECK, by_height, of_suit, taker
from tests.score.sheets import do, sheet, shown, totals

HAPPENS = (  # in a thousand games
    *("nil for 100, failed", "nil for 100, made", "nil for 200, failed", "nil for 200, made", "ten for two hundred"),
    *("bags of a failed nil beside a lost bid", "bags that cost", "bags that cost twice in a round"),
    *("a spade led unbroken", "the target", "the floor", "the last round", "the target reached by several"),
    *("allowed", "refused"),  # to be equal after the last round is rarer, and has a test of its own (D14)
)


def referee(options: Options, hands: Sequence[Sequence[str]]) -> Referee:
    return Referee(House(**as_dict(options)), hands)


def as_dict(options: Any) -> dict[str, Any]:
    return {name: getattr(options, name) for name in options.__struct_fields__}


def action(move: Move) -> Any:
    match move:
        case "bid", number:
            return Bid(number)
        case "play", card:
            return Play(card)
        case "blind", blind:
            return BLIND_NIL if blind else LOOK
    return DEAL


def move(action: Any) -> Move:
    match action:
        case Bid(number):
            return "bid", number
        case Play(card):
            return "play", card
        case BlindNil() | Look():
            return "blind", isinstance(action, BlindNil)
    return by_the_rules.DEAL


def tried(_: Referee, rng: Random) -> list[Move]:
    bids: list[Move] = [("bid", number) for number in rng.sample(range(18), 4)]
    plays: list[Move] = [("play", card) for card in rng.sample(DECK, 8)]
    return [*bids, *plays, by_the_rules.LOOK, by_the_rules.BLIND, by_the_rules.DEAL]


def choose(referee: Referee, seat: int, rng: Random) -> Move:
    """Bid about as much as the hand is worth; take tricks until the bid is made, then none; be random at times."""
    moves = sorted(referee.moves(seat))
    kind = rng.random()
    match referee.phase:
        case "bidding" if kind < 0.96:
            worth = worth_of(referee.hands[seat])
            return "bid", max(moves[0][1], 0 if worth == 0 or kind < 0.05 else worth + (kind < 0.5))
        case "bidding" if kind < 0.97:
            return "bid", max(moves[0][1], 10)
        case "playing" if kind < 0.9:
            cards = sorted([card for _, card in moves], key=by_height)
            best = dict(referee.trick)[taker(referee.trick, trump="S")] if referee.trick else ""
            taking = [card for card in cards if taker([(0, best), (1, card)], trump="S")] if best else cards
            losing = [card for card in cards if card not in taking]
            wants_more = referee.tricks[seat] < referee.bids[seat]
            if wants_more:
                return "play", [*losing[:1], *taking][-1]
            return "play", [*taking, *losing][-1]
    return rng.choice(moves)


def worth_of(hand: Iterable[str]) -> int:
    return sum(card[:-1] in ("A", "K") for card in hand) + max(0, len(of_suit(hand, "S")) - 3)


BINDING = Binding(GAME, referee, action, move, tried, choose, listed=lambda phase: True)


def test_the_house_rules_are_those_that_the_referee_knows() -> None:
    assert as_dict(GAME.options()) == asdict(House())


@pytest.mark.parametrize("batch", range(5))
def test_D1_to_D17_whole_games_go_as_the_referee_says(batch: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(tries(6, 1000)):
        rng = Random(f"spades/{batch}/{number}")
        seats = rng.choice(GAME.seats)
        options = random_options(GAME, rng, seats) if number % 5 < 2 else GAME.options()
        *_, (_, by_rules) = followed(BINDING, options, seats, rng, care=0.05)
        seen += by_rules.seen
    print(seen)
    assert not LONG or not [what for what in HAPPENS if not seen[what]], seen


@pytest.mark.parametrize("alone", [False, True], ids=["partners", "alone"])
def test_D18_a_sheet_for_real_cards_comes_to_what_the_referee_says(alone: bool) -> None:
    for number in range(tries(10, 500)):
        rng = Random(f"spades on paper/{alone}/{number}")
        seats = rng.choice((3, 4)) if alone else 4
        options = random_options(GAME, rng, seats)
        paper = sheet("spades", seats, **as_dict(options))
        for _, by_rules in followed(BINDING, options, seats, rng, care=0):
            if len(by_rules.sheet) > len(paper.lines):
                write_down(paper, by_rules, rng)
        assert shown(paper).winners == by_rules.winners


def write_down(paper: Any, referee: Referee, rng: Random) -> None:
    cells = [
        {"bid": referee.bids[seat], "tricks": referee.tricks[seat], "blind": seat in referee.blind}
        for seat in range(referee.seats)
    ]
    wrong = rng.randrange(referee.seats)
    too_many = [{**cell, "tricks": cell["tricks"] + (seat == wrong)} for seat, cell in enumerate(cells)]
    with pytest.raises(Refused) as refusal:
        do(paper, do="enter", cells=too_many)
    assert refusal.value.rule == "D18"
    do(paper, do="enter", cells=cells)
    assert totals(paper) == [sum(row[seat] for row in referee.sheet) for seat in range(referee.seats)]
