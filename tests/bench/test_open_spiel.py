"""Hearts beside OpenSpiel's: the same cards may be played, and a round costs the same."""

from collections import Counter
from random import Random
from typing import Any, Final

import pytest

from parlour.games.hearts import GAME
from parlour.kernel.actions import DEAL
from parlour.kernel.shuffle import QuickShuffler
from tests.arbitrary import tries
from tests.games.hearts.tables import action, move
from tests.games.side_by_side import dealt_hands, hands_of
from tests.games.trick_cards import UPWARDS, of_suit, suit

pyspiel = pytest.importorskip("pyspiel")

CODES: Final = [rank + suit for rank in UPWARDS for suit in "CDHS"]  # by its numbers of cards
PASS_BY: Final = (1, 3, 2, 0)  # left, right, across, hold, as seats to the left


def peer(options: Any) -> Any:
    return pyspiel.load_game(
        "hearts",
        {
            "no_pts_on_first_trick": not options.bloody_first,
            "qs_breaks_hearts": options.queen_breaks,
            "must_break_hearts": not options.hearts_anytime,
            "jd_bonus": options.jack_of_diamonds,
        },
    )


@pytest.mark.parametrize("batch", range(4))
def test_H2_to_H10_a_round_goes_as_it_does_in_open_spiel(batch: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(tries(3, 500)):
        rng = Random(f"open_spiel/{batch}/{number}")
        names = ("bloody_first", "queen_breaks", "hearts_anytime", "jack_of_diamonds")
        chosen: dict[str, Any] = {name: rng.random() < 0.4 for name in names if number % 2}
        options = GAME.options(**chosen)
        state: Any = GAME.start(options, 4, QuickShuffler(rng.randbytes(16)))
        game = peer(options)
        while state.actors():
            if state.sheet:
                state.apply(state.actors()[0], DEAL)
            play_round(state, game.new_initial_state(), rng, seen)
    print(seen)


def play_round(state: Any, theirs: Any, rng: Random, seen: Counter[str]) -> None:
    scored = len(state.sheet)
    theirs.apply_action(PASS_BY[scored % 4])
    for cards in zip(*dealt_hands(state), strict=True):
        for card in cards:
            theirs.apply_action(CODES.index(card))
    if PASS_BY[scored % 4]:
        for seat in range(4):
            assert theirs.current_player() == seat
            given = frozenset(rng.sample(hands_of(state)[seat], 3))
            state.apply(seat, action(("pass", given)))
            for card in given:
                theirs.apply_action(CODES.index(card))
    assert [CODES[card] for card in theirs.legal_actions()] == ["2C"]  # which Parlour lays by itself
    theirs.apply_action(CODES.index("2C"))
    shooter = rng.randrange(16)  # who always plays high, if that is a seat, while the others play low

    on_table = 1
    broken = state.options.hearts_anytime
    led = "C"  # to the trick on the table
    while len(state.sheet) == scored:
        (seat,) = state.actors()
        assert theirs.current_player() == seat
        allowed = {CODES[card] for card in theirs.legal_actions()}
        if on_table == 0 and not broken:
            # There a heart that was led breaks hearts, too, if its player had nothing else. Here it does not (H7).
            without = allowed - of_suit(allowed, "H") or allowed
            seen["a heart led breaks nothing"] += without != allowed
            allowed = without
        assert {move(legal) for legal in state.legal(seat)} == {("play", card) for card in allowed}
        by_number = sorted(allowed, key=CODES.index)
        card = rng.choice(by_number) if shooter > 3 else by_number[-1] if seat == shooter else by_number[0]
        led = suit(card) if on_table == 0 else led
        broken |= suit(card) == "H" != led or (card == "QS" and state.options.queen_breaks)
        on_table = (on_table + 1) % 4
        state.apply(seat, action(("play", card)))
        theirs.apply_action(CODES.index(card))
        seen["cards"] += 1
    assert theirs.is_terminal()
    assert state.sheet[-1] == [26 - points for points in theirs.returns()]
    seen["rounds"] += 1
    seen["moons"] += sorted(state.sheet[-1])[1:].count(26) == 3
