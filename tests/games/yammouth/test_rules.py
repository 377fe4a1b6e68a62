"""Yammouth, rule by rule: the deck, the deal, a turn, the end of the stock and of the turns. Slams, calls and scores
have their own files. Whole matches are compared with a referee that knows only the rules."""

from collections import Counter
from itertools import chain, product
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.cards import CODES, FACES, RANK_CODES, code
from parlour.games.yammouth import GAME
from parlour.games.yammouth.actions import CALL, CLAIM, Action, PlaceCards, SlamHand
from parlour.games.yammouth.options import YammouthOptions
from parlour.games.yammouth.placing import fault
from parlour.games.yammouth.rules import Yammouth
from parlour.games.yammouth.state import CLAIMING, PICKING, PLACING
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE
from parlour.kernel.options import read
from parlour.kernel.position import OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.state import awaited
from tests.arbitrary import LONG
from tests.games.yammouth.referee import followed, go_together, placings, points_of, rank_of, some_rows
from tests.games.yammouth.tables import BUTTONS, arrange, cards, codes, new, next_round, place, play, refused


def deck(**terms: Any) -> list[str]:
    """Every card of the first round, wherever it lies."""
    return [code(card) for card in chain(*new(**terms).places().values())]


def ranks(faces: list[str]) -> Counter[str]:
    return Counter(map(rank_of, faces))


# ---------------------------------------------------------------- whole matches, by a referee who knows only the rules


def test_Y3_to_Y22_matches_go_as_the_referee_says() -> None:
    seen: Counter[str] = Counter()
    for seed in range(1_500 if LONG else 90):
        for yammouth, referee, _ in followed(seed):
            assert set(yammouth.actors()) == referee.actors()
            assert set(awaited(yammouth)) == referee.awaited()
            assert codes(yammouth.pile).split() == referee.pile
            assert codes(yammouth.stock).split() == referee.stock
            for seat in referee.seats:
                assert sorted(codes(yammouth.hands[seat]).split()) == sorted(referee.hands[seat])
            if yammouth.phase in (SCORED, OVER):
                assert yammouth.totals() == [referee.total(seat) for seat in referee.seats]
                assert yammouth.sheet == referee.sheet
                assert (yammouth.phase == OVER) == (referee.phase == "over")
        assert (result := yammouth.result())
        assert result.winners == referee.winners
        assert list(result.scores) == yammouth.totals()
        seen += referee.seen
    tried = {"Slam", "SlamHand", "Keep", "Claim over a claim", "reshuffle", "turn without cards", "turn cap"}
    assert tried | {"out in the middle", "all out"} <= {what for what, times in seen.items() if times > 4}, seen


def test_Y3_to_Y22_what_is_legal_is_what_the_referee_allows_and_the_rest_is_refused() -> None:
    for seed in range(500 if LONG else 25):
        for number, (yammouth, referee, rng) in enumerate(followed(-1 - seed)):
            if number % 9:
                continue
            for seat in referee.seats:
                hand = codes(yammouth.hands[seat]).split()
                every = [*BUTTONS, *map(SlamHand, dict.fromkeys(hand))]
                every += [PlaceCards([*row]) for row in some_rows(rng, hand)]
                legal = yammouth.legal(seat)
                assert all(referee.allows(seat, action) for action in legal)
                for action in every:
                    if referee.allows(seat, action):
                        yammouth.copy().apply(seat, action)
                        assert action in legal or isinstance(action, PlaceCards)
                    else:
                        assert refused(yammouth, seat, action).startswith("Y")


def test_Y2_Y3_every_card_is_always_somewhere() -> None:
    for seed in range(8):
        whole: list[int] = []
        for yammouth, _, _ in followed(seed):
            there = sorted(chain(*yammouth.places().values()))
            assert there == (whole := whole or there)


# ---------------------------------------------------------------- cards


def test_Y1_an_ace_is_1_the_court_11_12_13_and_a_joker_0() -> None:
    yammouth = arrange("AS", "10H", "JC", "QD", "KS", "JOK", "2S 9D JOK")
    assert [yammouth.held(seat) for seat in range(7)] == [1, 10, 11, 12, 13, 0, 11]


def test_Y2_the_deck_is_heavy_with_low_cards() -> None:
    faces = deck()
    assert len(faces) == 62
    assert ranks(faces) == Counter({"A": 8, "2": 6, "3": 5, "JOK": 3} | dict.fromkeys(RANK_CODES[3:], 4))


def test_Y2_within_a_rank_the_suits_take_turns() -> None:
    faces = Counter(deck())
    for rank in RANK_CODES:
        suits = [faces[rank + suit] for suit in "SHDC"]
        assert suits == {"A": [2, 2, 2, 2], "2": [2, 2, 1, 1], "3": [2, 1, 1, 1]}.get(rank, [1, 1, 1, 1])


def test_Y2_a_standard_deck_has_52_cards_and_two_jokers() -> None:
    faces = Counter(deck(deck="standard"))
    assert faces.total() == 54
    assert faces.pop("JOK") == 2
    assert set(faces.values()) == {1}
    assert len(faces) == 52


def test_Y2_a_custom_deck_has_what_was_asked_for() -> None:
    rng = Random(2)
    for _ in range(50):
        counts = tuple(rng.randint(0, 20) for _ in range(14))
        if sum(counts) >= 20:
            faces = deck(deck="custom", custom_deck=counts)
            assert ranks(faces) == +Counter(dict(zip((*RANK_CODES, "JOK"), counts, strict=True)))
            for rank in RANK_CODES:
                suits = [faces.count(rank + suit) for suit in "SHDC"]
                assert sorted(suits, reverse=True) == suits
                assert suits[0] - suits[-1] <= 1
    assert len(deck(custom_deck=(20,) * 14)) == 62, "only `custom` asks for it"


@pytest.mark.parametrize("kind", ["low_heavy", "standard", "custom"])
def test_Y2_a_double_deck_has_twice_as_many_of_everything(kind: str) -> None:
    terms = {"deck": kind, "custom_deck": (3,) * 14}
    once = ranks(deck(**terms))
    assert ranks(deck(**terms, double_deck=True)) == Counter({rank: 2 * many for rank, many in once.items()})


def test_Y2_in_a_double_deck_every_card_is_there_twice_as_the_house_rule_says() -> None:
    assert Counter(deck(double_deck=True)) == Counter(deck() * 2)


@pytest.mark.parametrize(
    ("seats", "terms", "cards_there"),
    [
        (2, {"deck": "custom", "custom_deck": (19,) + (0,) * 13}, 19),
        (3, {"deck": "custom", "custom_deck": (20, 4) + (0,) * 12}, 24),
        (8, {"deck": "custom", "custom_deck": (3,) * 13 + (10,)}, 49),
        (8, {"deck": "custom", "custom_deck": (2, *(1,) * 13), "double_deck": True}, 30),
        (2, {"deck": "custom", "custom_deck": (0,) * 14, "double_deck": True}, 0),
    ],
)
def test_Y2_a_deck_that_leaves_fewer_than_ten_is_refused(seats: int, terms: dict[str, Any], cards_there: int) -> None:
    options = read(YammouthOptions, terms)
    with pytest.raises(Refused, match=f"has {cards_there}\\.") as refusal:
        GAME.check_seats(seats, options)
    assert refusal.value.rule == "Y2"


@pytest.mark.parametrize(
    ("seats", "terms"),
    [
        (2, {"deck": "custom", "custom_deck": (0,) * 12 + (20, 0)}),
        (3, {"deck": "custom", "custom_deck": (20, 5) + (0,) * 12}),
        (8, {"deck": "custom", "custom_deck": (3,) * 13 + (11,)}),
        (8, {"deck": "custom", "custom_deck": (12, *(1,) * 13), "double_deck": True}),
        (8, {"deck": "standard"}),
        (8, {}),
    ],
)
def test_Y2_a_deck_that_leaves_ten_is_dealt(seats: int, terms: dict[str, Any]) -> None:
    options = read(YammouthOptions, terms)
    GAME.check_seats(seats, options)
    yammouth = new(seats, **terms)
    assert len(yammouth.stock) + len(yammouth.pile) >= 10


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_two_to_eight_may_play(seats: int) -> None:
    with pytest.raises(Refused, match="2 to 8"):
        GAME.check_seats(seats, YammouthOptions())


@pytest.mark.parametrize(
    ("rule", "terms"),
    [
        ("Y2", {"deck": "piquet"}),
        ("Y2", {"custom_deck": [4] * 13}),
        ("Y2", {"custom_deck": [21] * 14}),
        ("Y2", {"custom_deck": [-1] + [4] * 13}),
        ("Y2", {"double_deck": 2}),
        ("Y4", {"call_limit": 51}),
        ("Y4", {"call_limit": -1}),
        ("Y13", {"call_words": ["a", "b", "c", "d", "e", "f"]}),
        ("Y13", {"call_words": [""]}),
        ("Y13", {"call_words": "x" * 21}),
        ("Y14", {"caught_points": 101}),
        ("Y14", {"caught_points": -1}),
        ("Y19", {"out_over": 24}),
        ("Y19", {"out_over": 501}),
        ("Y22", {"turn_cap": 0}),
        ("Y22", {"turn_cap": 201}),
    ],
)
def test_house_rules_are_kept_within_their_limits(rule: str, terms: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refusal:
        read(YammouthOptions, terms)
    assert refusal.value.rule == rule


# ---------------------------------------------------------------- the deal


def test_Y3_five_cards_each_and_one_turned_up() -> None:
    for seats in GAME.seats:
        yammouth = new(seats)
        assert [len(hand) for hand in yammouth.hands] == [5] * seats
        assert len(yammouth.pile) == 1
        assert len(yammouth.stock) == 62 - 5 * seats - 1


def test_Y3_the_host_begins_round_1_and_the_winner_every_other() -> None:
    yammouth = arrange("AS", "7H", "KD")
    assert (new(3).round, new(3).at_bat) == (1, 0)
    play(yammouth, (0, place("AS")), (0, DRAW))
    yammouth.hands[1] = cards("2H")
    play(yammouth, (1, CALL))
    assert list(yammouth.actors()) == [1]
    for seat in (0, 2):
        assert refused(yammouth, seat, DEAL) == "Y3"
    assert yammouth.silence(1) == DEAL
    play(yammouth, (1, DEAL))
    assert (yammouth.round, yammouth.at_bat) == (2, 1)
    next_round(play(next_call(yammouth, 1), (2, CLAIM)), "KS", "KH", "KC")
    assert (yammouth.round, yammouth.at_bat) == (3, 2)


def next_call(yammouth: Yammouth, seat: int) -> Yammouth:
    """That seat calls with a 2, the next one has an ace and the others kings."""
    yammouth.hands = [cards("KS") for _ in yammouth.hands]
    yammouth.hands[seat] = cards("2S")
    yammouth.hands[(seat + 1) % yammouth.seats] = cards("AS")
    return play(yammouth, (seat, CALL))


def test_Y3_every_round_is_shuffled_anew() -> None:
    yammouth = new(2)
    deals = set()
    for _ in range(20):
        deals.add((*yammouth.hands[0], *yammouth.stock))
        yammouth.hands = [cards("AS"), cards("JOK JOK KS")]
        yammouth.phase, yammouth.at_bat = PLACING, 0
        play(yammouth, (0, CALL), (0, DEAL))
        yammouth.match_scores = new(2).match_scores
    assert len(deals) == 20


def test_Y3_only_the_dealer_deals_and_only_between_rounds() -> None:
    yammouth = new(2)
    assert refused(yammouth, 0, DEAL) == "Y3"
    play(yammouth, (0, PlaceCards([code(yammouth.hands[0][0])])))
    assert refused(yammouth, 0, DEAL) == "Y3"
    calling = play(arrange("2S", "AS"), (0, CALL))
    assert calling.phase == CLAIMING
    assert refused(calling, 1, DEAL) == "Y3"


# ---------------------------------------------------------------- a turn


def test_Y5_first_place_then_pick_up_then_the_next_player() -> None:
    yammouth = arrange("KS QS", "7H 8D", "3C")
    for too_early in (TAKE, DRAW):
        assert refused(yammouth, 0, too_early) == "Y5"
    play(yammouth, (0, place("KS")))
    assert yammouth.phase == PICKING
    assert list(yammouth.actors()) == [0]
    assert refused(yammouth, 0, place("QS")) == "Y5"  # twice
    assert refused(yammouth, 0, PASS) == "Y5"
    play(yammouth, (0, DRAW))
    for seat, action in ((0, DRAW), (0, TAKE), (0, place("QS")), (2, place("3C"))):
        assert refused(yammouth, seat, action) == "Y5"
    assert awaited(yammouth) == (1,)
    play(yammouth, (1, place("8D")), (1, TAKE), (2, place("3C")), (2, DRAW))
    assert yammouth.at_bat == 0


@pytest.mark.parametrize("action", [place("7H"), TAKE, DRAW, CALL, PASS])
def test_Y5_nobody_acts_out_of_turn(action: Action) -> None:
    yammouth = arrange("KS QS", "7H", "AC")
    assert refused(yammouth, 1, action) == "Y5"
    assert refused(play(yammouth, (0, place("KS"))), 1, action) == "Y5"


def test_Y6_one_card_several_of_a_rank_or_a_run() -> None:
    for row in ("7H", "JOK", "7H 7S", "7H 7H", "KS KH KD KC KS", "JOK JOK", "JOK JOK JOK"):
        assert codes(play(arrange(row, "2S"), (0, place(row))).pile) == f"9C {row}"
    for row in ("AS 2S 3S", "3S 2S AS", "9D 10D JD QD KD", "KD QD JD", "5C 4C 3C 2C AC"):
        assert codes(play(arrange(row, "2S"), (0, place(row))).pile) == f"9C {row}"


def test_Y6_any_of_a_set_may_be_the_top() -> None:
    for row in ("7H 7S 7D", "7S 7D 7H", "7D 7H 7S"):
        yammouth = play(arrange("7H 7S 7D KC", "2S"), (0, place(row)))
        assert codes(yammouth.pile) == f"9C {row}"
        assert codes(yammouth.hands[0]) == "KC"
    tops = {
        one.cards[-1]
        for one in arrange("7H 7S 7D", "2S").legal(0)
        if isinstance(one, PlaceCards) and len(one.cards) == 3
    }
    assert tops == {"7H", "7S", "7D"}


@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("4H 5H 6S", "4H 5H 6S"),  # mixed suits
        ("4H 5H 7H", "4H 5H 7H"),  # a gap
        ("QH KH AH", "QH KH AH"),  # around the corner
        ("KH AH 2H", "KH AH 2H"),
        ("2H AH KH", "2H AH KH"),
        ("KS AH 2H", "KS AH 2H"),  # neighbors only by card number
        ("KC JOK QC", "QC KC JOK"),
        ("4H 5H", "4H 5H"),  # too short
        ("4H 5H 6H", "5H 4H 6H"),  # out of order
        ("4H 5H 6H", "4H 6H 5H"),
        ("4H 5H 5H 6H", "4H 5H 5H 6H"),  # one of them twice
        ("7H 8S", "7H 8S"),  # ranks that differ
        ("7H 7S 8S", "7H 7S 8S"),
        ("4H JOK 6H", "4H JOK 6H"),  # a joker can't stand for another card
        ("4H 5H JOK", "4H 5H JOK"),
        ("7H JOK", "7H JOK"),
        ("JOK JOK 2S", "JOK JOK 2S"),
        ("7H KS", "7S"),  # not held
        ("7H KS", "7H 7H"),
        ("7H KS", "7H 7S"),
        ("JOK KS", "JOK JOK"),
        ("4H 5H KS", "4H 5H 6H"),
    ],
)
def test_Y6_what_does_not_go_together_or_is_not_held_is_refused(hand: str, row: str) -> None:
    assert refused(arrange(hand, "2S 6H 7S"), 0, place(row)) == "Y6"


def test_Y6_all_that_may_be_placed_is_what_brute_force_finds() -> None:
    """For any cards in any order, `fault` agrees, and `legal` has each choice of cards once per top card."""
    rng = Random(6)
    found: Counter[str] = Counter()
    for number in range(20_000 if LONG else 700):
        ranks_there = rng.sample(("JOK", *RANK_CODES), rng.choice((2, 3, 6, 14)))
        suits = rng.choice(("S", "SH", "SHDC"))
        hand = [
            rank if rank == "JOK" else rank + rng.choice(suits)
            for rank in rng.choices(ranks_there, k=rng.randint(1, 5))
        ]
        if number % 3 == 0:  # neighbors
            low = rng.randint(0, 8)
            hand = [rank + rng.choice(suits) for rank in RANK_CODES[low : low + 5]][: rng.randint(3, 5)]
            rng.shuffle(hand)
        allowed = placings(hand)
        yammouth = arrange(" ".join(hand), "2S")
        listed = [tuple(one.cards) for one in yammouth.legal(0) if isinstance(one, PlaceCards)]
        assert set(listed) <= allowed
        choices = [(*sorted(row), row[-1]) for row in listed]
        assert len(set(choices)) == len(choices)
        assert set(choices) == {(*sorted(row), row[-1]) for row in allowed}
        for row in allowed:
            assert fault(cards(" ".join(row))) == ""
            found["run" if len({*map(rank_of, row)}) > 1 else "set" if len(row) > 1 else "one"] += 1
        for _ in range(6):
            tried = rng.sample(hand, rng.randint(1, len(hand)))
            assert bool(fault(cards(" ".join(tried)))) != (tuple(tried) in allowed)
            assert (tuple(tried) in allowed) == go_together(tried)
    assert min(found[what] for what in ("run", "set", "one")) > 200, found


def test_Y6_every_two_and_three_cards_in_every_order_are_judged_as_the_rules_say() -> None:
    for size in (2, 3):
        for row in product(range(FACES), repeat=size):
            assert (fault([*row]) == "") == go_together([CODES[face] for face in row])


def test_Y7_the_card_that_was_on_top_comes_from_under_ones_own() -> None:
    yammouth = play(arrange("KS KH 4D", "2S", pile="3H 9C"), (0, place("KS KH")), (0, TAKE))
    assert codes(yammouth.hands[0]) == "4D 9C"
    assert codes(yammouth.pile) == "3H KS KH"


def test_Y7_or_the_top_of_the_stock() -> None:
    yammouth = play(arrange("KS KH 4D", "2S", pile="3H 9C", stock="8C 10D"), (0, place("KS KH")), (0, DRAW))
    assert codes(yammouth.hands[0]) == "4D 8C"
    assert codes(yammouth.pile) == "3H 9C KS KH"
    assert codes(yammouth.stock) == "10D"


def test_Y7_what_the_player_before_placed_last_is_the_card_to_take() -> None:
    yammouth = play(arrange("KS KH 4D", "2S 7D"), (0, place("KS KH")), (0, DRAW), (1, place("7D")), (1, TAKE))
    assert codes(yammouth.hands[1]) == "2S KH"
    assert codes(yammouth.pile) == "9C KS 7D"


def without_cards() -> Yammouth:
    return arrange("", "7H 2S", pile="3H 9C")


def test_Y8_without_cards_one_calls_or_passes() -> None:
    yammouth = without_cards()
    assert set(yammouth.legal(0)) == {CALL, PASS}
    assert yammouth.silence(0) == PASS
    for action in (place("7H"), TAKE, DRAW):
        assert refused(yammouth, 0, action) == "Y8"
    before = yammouth.places()
    play(yammouth, (0, PASS))
    assert yammouth.places() == before
    assert list(yammouth.actors()) == [1], "nothing was picked up, so nothing can be slammed"
    assert yammouth.turns == 1
    assert play(without_cards(), (0, CALL)).sheet == [[0, 9]]


def test_Y8_with_cards_one_does_not_pass() -> None:
    assert refused(arrange("7H", "2S"), 0, PASS) == "Y8"
    assert refused(arrange("JOK", "2S"), 0, PASS) == "Y8"


# ---------------------------------------------------------------- when the stock is empty


def test_Y21_all_but_the_top_card_becomes_the_new_stock() -> None:
    for key in range(30):
        yammouth = arrange("KS KH 4D", "2S", pile="3H 5D 6C 9C", stock="")
        yammouth.shuffler = new(2, bytes([key])).shuffler
        play(yammouth, (0, place("KS KH")), (0, DRAW))
        assert codes(yammouth.pile) == "KH"
        drawn = yammouth.hands[0][-1]
        assert sorted([drawn, *yammouth.stock]) == sorted(cards("3H 5D 6C 9C KS"))


def test_Y21_every_card_under_the_top_can_be_the_next() -> None:
    drawn = set()
    for seed in range(80):
        yammouth = arrange("KS KH 4D", "2S", pile="3H 9C", stock="")
        yammouth.shuffler = new(2, bytes([seed])).shuffler
        drawn.add(play(yammouth, (0, place("KS KH")), (0, DRAW)).hands[0][-1])
    assert codes(sorted(drawn)) == codes(sorted(cards("3H 9C KS")))


def test_Y21_nothing_is_shuffled_as_long_as_there_is_a_card_or_nobody_draws() -> None:
    yammouth = arrange("KS KH 4D", "2S 7D", pile="3H 9C", stock="8C")
    play(yammouth, (0, place("KS")), (0, DRAW))
    assert (codes(yammouth.pile), codes(yammouth.stock)) == ("3H 9C KS", "")
    play(yammouth, (1, place("7D")), (1, TAKE))
    assert codes(yammouth.pile) == "3H 9C 7D"


def test_Y21_there_is_always_something_to_draw() -> None:
    """The smallest case: all cards are in hands except the one that was turned up."""
    yammouth = play(arrange("KS", "2S", pile="9C", stock=""), (0, place("KS")), (0, DRAW))
    assert (codes(yammouth.hands[0]), codes(yammouth.pile), yammouth.stock) == ("9C", "KS", [])
    play(yammouth, (1, place("2S")), (1, DRAW))
    assert codes(yammouth.hands[1]) == "KS"


# ---------------------------------------------------------------- when the turns run out


def test_Y22_after_so_many_turns_each_the_round_ends_without_a_winner() -> None:
    yammouth = arrange("KS QS", "7H 3D", "4C", stock="8C 10D JD QC 2S 2D 2C", terms={"turn_cap": 2}, wins=(3, 4, 5))
    for turn in range(6):
        assert yammouth.phase == PLACING
        seat = turn % 3
        play(yammouth, (seat, PlaceCards([code(yammouth.hands[seat][0])])), (seat, DRAW))
    assert yammouth.phase == SCORED
    held = [points_of(codes(hand).split()) for hand in yammouth.hands]
    assert yammouth.sheet == [held]
    assert [standing.streak for standing in yammouth.match_scores] == [0, 0, 0]
    assert yammouth.at_bat == 0


def test_Y22_a_turn_without_cards_is_a_turn() -> None:
    yammouth = play(arrange("", "7H 3D", terms={"turn_cap": 1}), (0, PASS), (1, place("7H")), (1, DRAW))
    assert yammouth.phase == SCORED
    assert yammouth.sheet == [[0, 3 + 8]]


def test_Y22_the_cap_is_60_turns_each() -> None:
    yammouth = new(2)
    turns = 0
    while yammouth.phase != SCORED:
        seat = yammouth.at_bat
        yammouth.hands[seat] = cards("KS QH 9D 4C 2D")  # nobody may call
        play(yammouth, (seat, place("2D")), (seat, TAKE))
        turns += 1
    assert turns == 120


@pytest.mark.parametrize(
    ("beginner", "over", "begins"),
    [(1, (), 1), (1, (0, 3), 1), (0, (0,), 1), (2, (0, 2), 3), (3, (3, 0), 1), (3, (2, 3), 0)],
)
def test_Y22_the_same_seat_begins_again_or_the_next_that_is_not_out(
    beginner: int, over: tuple[int, ...], begins: int
) -> None:
    """All totals are 90. Everybody swaps one ace for another, and those who also hold a king go out."""
    hands = ["KS AD" if seat in over else "4C AD" for seat in range(4)]
    yammouth = arrange(*hands, at_bat=beginner, pile="AS", terms={"turn_cap": 1, "call_limit": 0}, totals=[90] * 4)
    for turn in range(beginner, beginner + 4):
        play(yammouth, (turn % 4, place("AD")), (turn % 4, TAKE))
    assert yammouth.totals() == [104 if seat in over else 95 for seat in range(4)]
    assert awaited(yammouth) == (begins,)
    play(yammouth, (begins, DEAL))
    assert awaited(yammouth) == (begins,)
    assert [len(hand) for hand in yammouth.hands] == [0 if seat in over else 5 for seat in range(4)]


# ---------------------------------------------------------------- what comes in from outside


@pytest.mark.parametrize(
    "form",
    [
        {"do": "place", "cards": []},
        {"do": "place", "cards": ["7H"] * 6},
        {"do": "place", "cards": ["1H"]},
        {"do": "place", "cards": ["JOKER"]},
        {"do": "place", "cards": "7H"},
        {"do": "place"},
        {"do": "slam", "card": "7H"},
        {"do": "slam_hand", "top": "7X"},
        {"do": "yammouth"},
        {},
    ],
)
def test_what_is_no_action_is_refused(form: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        GAME.read_action(form)
    for action in BUTTONS:
        assert GAME.read_action(msgspec.to_builtins(action)) == action
