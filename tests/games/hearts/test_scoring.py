"""What a round of Hearts costs, how the game ends, and the score sheet."""

import io
import re
import sys
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.cards import code
from parlour.cli import main
from parlour.games.hearts import GAME, count, earned
from parlour.games.hearts.actions import FOR_OTHERS, FOR_SELF
from parlour.games.hearts.options import HeartsOptions
from parlour.games.hearts.rules import Hearts
from parlour.games.hearts.scoring import COSTLY
from parlour.games.hearts.sheet import HeartsScorer
from parlour.games.hearts.state import CHOOSING
from parlour.games.tricks.masks import cards_in
from parlour.kernel.position import OVER, SCORED
from parlour.kernel.refusal import Asks, Refused
from parlour.kernel.scorer import Cell, Written
from parlour.score.text import read_round
from tests.games.hearts.tables import mask, play, playing, refused


def ended(taken: tuple[str, ...], totals: tuple[int, ...] = (), **options: Any) -> Hearts:
    """A round whose last trick is taken by seat 0, for free, after everybody has taken these cards."""
    hearts = playing("AC", *[f"{rank}C" for rank in range(3, 2 + len(taken))], **options)
    hearts.taken = [mask(cards) for cards in taken]
    if totals:
        hearts.sheet = [[*totals]]
    play(hearts, "AC", *[f"{rank}C" for rank in range(3, 2 + len(taken))])
    return hearts


ALL = " ".join(code(card) for card in cards_in(COSTLY))
LESS = ALL.replace("5H", "")


def test_H8_hearts_cost_one_and_the_queen_thirteen() -> None:
    assert ended(("QS 2H", "3H 4H", "9D")).sheet == [[14, 2, 0]]
    assert count(HeartsOptions(), ["QS", "AH", "KD"]) == 14
    with pytest.raises(Refused, match="H1"):
        count(HeartsOptions(), ["QS", "QS"])


def test_H9_the_jack_of_diamonds_takes_ten_off() -> None:
    assert ended(("QS 2H", "3H JD", "9D")).sheet == [[14, 1, 0]]
    assert ended(("QS 2H", "3H JD", "9D"), jack_of_diamonds=True).sheet == [[14, -9, 0]]


@pytest.mark.parametrize(("moon", "points"), [("others", [0, 26, 16]), ("self", [-26, 0, -10]), ("none", [26, 0, -10])])
def test_H10_shooting_the_moon(moon: str, points: list[int]) -> None:
    hearts = ended((ALL, "", "JD"), moon=moon, jack_of_diamonds=True)
    assert hearts.sheet == [points]
    assert earned(hearts) == ({} if moon == "none" else {0: ("Shot the moon",)})
    assert ended((LESS, "5H", ""), moon=moon).sheet == [[25, 1, 0]]


@pytest.mark.parametrize(("action", "points"), [(FOR_OTHERS, [0, 26, 26]), (FOR_SELF, [-26, 0, 0])])
def test_H10_the_shooter_may_choose(action: object, points: list[int]) -> None:
    hearts = ended((ALL, "", ""), moon="choose")
    assert (hearts.phase, list(hearts.actors()), hearts.silence(0)) == (CHOOSING, [0], FOR_OTHERS)
    assert refused(hearts, 1, FOR_SELF) == "H10"
    hearts.apply(0, action)  # type: ignore[arg-type]
    assert hearts.sheet == [points]
    assert refused(hearts, 0, FOR_SELF) == "H10"
    assert ended((LESS, "5H", ""), moon="choose").phase == SCORED


def test_H11_the_game_ends_at_the_target_and_the_lowest_wins() -> None:
    hearts = ended(("QS 2H", "3H", ""), (86, 40, 41))
    assert hearts.phase == OVER
    result = hearts.result()
    assert result
    assert (result.winners, result.scores) == ((1, 2), (100, 41, 41))
    assert ended(("QS 2H", "3H", ""), (85, 40, 40)).phase == SCORED
    assert ended(("QS 2H", "3H", ""), (36, 4, 4), target=50).phase == OVER


def test_H11_a_total_of_exactly_the_target_may_be_halved() -> None:
    hearts = ended(("QS 2H", "3H", ""), (61, 40, 41), target=75, halves=True)
    assert hearts.phase == SCORED
    assert hearts.totals() == [37, 41, 41]
    over = ended(("QS 2H", "3H", ""), (62, 40, 41), target=75, halves=True)
    assert over.phase == OVER


def test_H12_the_game_ends_after_so_many_rounds() -> None:
    assert ended(("QS 2H", "3H", ""), rounds=1).phase == OVER


# ---------------------------------------------------------------- on paper


def sheet(seats: int = 3, **options: object) -> HeartsScorer:
    return HeartsScorer(HeartsOptions(**options), seats, GAME.count)  # type: ignore[arg-type]


def written(scorer: HeartsScorer, line: str) -> Written:
    entered = read_round(line, ["Ann", "Bob", "Cat", "Dan"][: scorer.seats], scorer.pad(), "H10")
    return Written(entered.cells, entered.calls[-1] if entered.calls else None)


def test_H16_the_points_of_a_round_add_up() -> None:
    scorer = sheet()
    scorer.check_next(written(scorer, "20 6 0"))
    scorer.check_next(written(scorer, "QS+2H+3H+4H+5H+6H+7H+8H 6 0"))
    for line, why in (("20 3 0", "3 missing"), ("20 9 0", "3 too many")):
        with pytest.raises(Refused, match=f"{why}.*H16"):
            scorer.check_next(written(scorer, line))
    jack = sheet(jack_of_diamonds=True)
    jack.check_next(written(jack, "20 -4 0"))
    with pytest.raises(Refused, match="A round has 16 points"):
        jack.check_next(written(jack, "20 6 0"))


def test_H16_somebody_shot_the_moon() -> None:
    scorer = sheet()
    for line in ("moon Bob", "26 0 26", "moon bob"):
        scorer.check_next(written(scorer, line))
        assert scorer.copy().add(written(scorer, line)).totals == (26, 0, 26)
    with pytest.raises(Asks, match=r"Did .1. shoot the moon"):
        scorer.check_next(written(scorer, "0 26 0"))
    with pytest.raises(Refused, match=r".1. took every heart and Q♠") as refused:
        scorer.check_next(replace(written(scorer, "0 26 0"), nobody=True))
    assert not isinstance(refused.value, Asks), "whoever has answered is not asked again"
    for line in ("0 26w 0", "none QS+2H+3H+4H+5H+6H+7H+8H+9H+10H+JH+QH+KH+AHw 0"):  # as it was taken
        assert scorer.copy().add(written(scorer, line)).totals == (26, 0, 26)
    for line in ("0w 26 0", "26w 0 26", "20 6w 0"):
        with pytest.raises(Refused, match="aren't the points"):
            scorer.check_next(written(scorer, line))
    with pytest.raises(Refused, match="Nobody here is called"):
        written(scorer, "moon Eve")
    off = sheet(moon="self")
    assert off.add(written(off, "moon Bob")).totals == (0, -26, 0)
    assert off.add(written(off, "0 0 -26")).totals == (0, -26, -26)
    both = sheet(moon="choose")
    for line in ("26 0 26", "0 -26 0"):
        both.check_next(written(both, line))
    for line in ("moon Bob", "0 26w 0"):
        with pytest.raises(Asks, match=r"How does .1. count the moon: 26 for everybody else, or 26 off"):
            both.check_next(written(both, line))
    none = sheet(moon="none")
    none.check_next(written(none, "0 26 0"))
    with pytest.raises(Refused, match="nothing special"):
        none.check_next(Written((None,) * 3, 1))
    jack = sheet(jack_of_diamonds=True)
    jack.check_next(written(jack, "26 0 16"))
    with pytest.raises(Asks, match="Who took J♦"):
        jack.check_next(written(jack, "moon Bob"))
    assert jack.copy().add(written(jack, "0 26w -10")).totals == (26, 0, 16)
    assert jack.copy().add(written(jack, "0 16w 0")).totals == (26, -10, 26)


def test_H16_the_sheet_ends_like_the_game() -> None:
    scorer = sheet(target=50, halves=True)
    scorer.add(written(scorer, "24 2 0"))
    reckoned = scorer.add(Written((Cell(26), Cell(0), Cell(26))))
    assert reckoned.totals == (25, 2, 26)
    assert reckoned.notes == ("50 → 25", "", "")
    assert scorer.result() is None
    scorer.add(written(scorer, "moon Bob"))
    result = scorer.result()
    assert result
    assert result.winners == (1,)


@pytest.mark.parametrize("line", ["Ann Lee shot the moon", "moon: Ann Lee", "Moon! Ann Lee", "ann lee moon"])
def test_H16_a_moon_may_be_written_as_it_is_said(line: str) -> None:
    names, pad = ["Ann", "Ann Lee", "Moon"], sheet().pad()
    assert read_round(line, names, pad).calls == (1,)
    assert read_round("moon Moon", names, pad).calls == (2,)
    with pytest.raises(Refused, match=r"Who shot the moon[?] Write moon and the name, like moon Ann"):
        read_round("0 26 0 moon", names, pad)


def test_H16_a_corrected_moon_was_nobodys(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("moon Uncle Tom\nfix 1 10 10 6\n"))
    assert main(["score", "hearts", "--plain", "--names", "Uncle Tom,Ann,Bob"]) == 0
    assert "nobody shot the moon, not Uncle Tom." in capsys.readouterr().out


def test_H16_parlour_score_says_how_a_moon_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\nmoon\nmoon Bob\n5 6 7+ 8\n"))
    assert main(["score", "hearts", "--plain", "--names", "Ann,Bob,Cid,Dee"]) == 2
    said = capsys.readouterr().out
    assert (
        "or the cards that count (QS+AH+2H), or none. Who shot the moon? Write only moon and the name: moon Ann."
        in said
    )
    assert "Who shot the moon? Write moon and the name, like moon Ann." in said
    assert "Totals: Ann 26, Bob 0, Cid 26 and Dee 26." in said
    assert "'7+' isn't points or cards. For each player" in said
    assert not re.search("went out|caught|K[+]A[+]5", said)
