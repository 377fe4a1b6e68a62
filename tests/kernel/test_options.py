from typing import Annotated, Any

import pytest

from parlour.games import find
from parlour.kernel.options import Options, changed, describe, house_rule, in_words, read, read_pairs
from parlour.kernel.refusal import Refused
from tests import toy
from tests.toy import MagpieOptions


def test_house_rules_are_described_from_the_class_alone() -> None:
    rounds, jokers, prize, _, stock, _ = describe(MagpieOptions)
    assert (rounds.kind, rounds.default, rounds.least, rounds.most, rounds.rule) == ("number", 2, 1, 3, "M1")
    assert (jokers.kind, jokers.default, jokers.about) == ("switch", True, "Two jokers are in the deck.")
    assert (prize.kind, prize.choices) == ("choice", {"open": "open", "none": "no prize"})
    assert (stock.kind, stock.default, stock.most, stock.none) == ("number", 9, 9, "all there are")
    assert rounds.none == ""


@pytest.mark.parametrize(
    ("pair", "name", "value"),
    [
        ("rounds=3", "rounds", 3),
        ("jokers=off", "jokers", False),
        ("jokers=YES", "jokers", True),
        ("prize=none", "prize", "none"),
        ("stock=none", "stock", None),
        ("stock=None", "stock", None),
        ("stock=4", "stock", 4),
    ],
)
def test_text_from_the_command_line(pair: str, name: str, value: Any) -> None:
    assert getattr(read_pairs(MagpieOptions, [pair]), name) == value


@pytest.mark.parametrize(
    ("given", "rule", "part"),
    [
        ({"rounds": 4}, "M1", "a whole number from 1 to 3, not 4"),
        ({"rounds": 0}, "M1", "not 0"),
        ({"rounds": "three"}, "M1", "not 'three'"),
        ({"rounds": 1.5}, "M1", "not 1.5"),
        ({"rounds": True}, "M1", "not True"),
        ({"rounds": None}, "M1", "not None"),
        ({"rounds": "9" * 5000}, "M1", "from 1 to 3"),
        ({"rounds": "none"}, "M1", "from 1 to 3, not 'none'"),
        ({"stock": 2}, "M10", "a whole number from 3 to 9, or none, not 2"),
        ({"stock": ""}, "M10", "or none, not ''"),
        ({"jokers": 1}, "M2", "on or off"),
        ({"jokers": "maybe"}, "M2", "on or off"),
        ({"prize": "shut"}, "M3", "open or none"),
        ({"prize": ["open"]}, "M3", "open or none"),
        ({"round": 3}, "", "no house rule called 'round'. Did you mean 'rounds'?"),
        ({"xyzzy": 3}, "", "no house rule called 'xyzzy'."),
        ({"strict": True, "prize": "none"}, "M4", "strict"),
    ],
)
def test_bad_values_are_refused_by_name(given: dict[str, Any], rule: str, part: str) -> None:
    with pytest.raises(Refused) as refusal:
        read(MagpieOptions, given)
    assert refusal.value.rule == rule
    assert part in refusal.value.sentence


@pytest.mark.parametrize("pairs", [["rounds"], ["rounds=2", "rounds=3"], ["=3"], ["rounds="]])
def test_bad_pairs_are_refused(pairs: list[str]) -> None:
    with pytest.raises(Refused):
        read_pairs(MagpieOptions, pairs)


def test_only_what_differs_is_written_down() -> None:
    assert changed(MagpieOptions()) == {}
    options = MagpieOptions(rounds=3, jokers=False)
    assert changed(options) == {"rounds": 3, "jokers": False}
    assert read(toy.GAME.options, changed(options)) == options
    no_limit = MagpieOptions(stock=None)
    assert changed(no_limit) == {"stock": None}
    assert read(MagpieOptions, changed(no_limit)) == no_limit


def test_house_rules_are_told_in_words() -> None:
    chosen = read(find("golf").options, {"holes": 3, "super_kings": True, "flip_on_discard": "never"})
    told = {rule.rule: rule.say for rule in in_words(chosen)}
    assert told == {
        "G11": "A game has 3 holes.",
        "G14": "Kings are worth −2.",
        "G7": "When you discard a card from the stock, you don't turn up a card.",
    }
    assert in_words(find("golf").options()) == []
    assert [rule.say for rule in in_words(read(MagpieOptions, {"jokers": False}))] == [
        "Not at this table: two jokers are in the deck."
    ]
    assert [rule.say for rule in in_words(MagpieOptions(stock=None))] == ["Cards in the stock: all there are."]


def test_a_number_may_be_left_out_only_if_there_are_words_for_that() -> None:
    class Wordless(Options, frozen=True, kw_only=True):
        buys: Annotated[int | None, house_rule("X1", "Buys.", least=1, most=4)] = None

    with pytest.raises(TypeError, match="buys"):
        describe(Wordless)


class CrierOptions(Options, frozen=True, kw_only=True):
    """The kinds of options that Magpie does not have."""

    coins: Annotated[tuple[int, ...], house_rule("X7", "Coins.", least=0, most=9, each=("gold", "tin"))] = (1, 2)
    cries: Annotated[tuple[str, ...], house_rule("X8", "What players shout.", most=3)] = ()


def test_counts_and_words_come_as_text_or_as_lists_and_go_as_lists() -> None:
    coins, cries = describe(CrierOptions)
    assert (coins.kind, coins.default, coins.least, coins.most, coins.each) == ("counts", (1, 2), 0, 9, ("gold", "tin"))
    assert (cries.kind, cries.default, cries.most) == ("words", (), 3)
    chosen = CrierOptions(coins=(9, 0), cries=("Aha!", "Oh no"))
    assert read_pairs(CrierOptions, ["coins=9, 0", "cries= Aha!,Oh no"]) == chosen
    assert changed(chosen) == {"coins": [9, 0], "cries": ["Aha!", "Oh no"]}
    assert read(CrierOptions, changed(chosen)) == chosen
    assert [rule.say for rule in in_words(chosen)] == ["Coins: 9 × gold.", "What players shout: Aha!, Oh no."]
    assert read_pairs(CrierOptions, ["cries="]) == CrierOptions()


@pytest.mark.parametrize(
    "coins", ["1", "1,2,3", "1,10", "1,-1", "1,x", [1, True], [1, None], [1, 1.5], 3, None, {"gold": 1}]
)
def test_counts_that_cannot_be_are_refused(coins: Any) -> None:
    with pytest.raises(Refused, match="2 whole numbers from 0 to 9") as refusal:
        read(CrierOptions, {"coins": coins})
    assert refusal.value.rule == "X7"


@pytest.mark.parametrize("cries", ["a,b,c,d", "a,,b", "x" * 21, ["{0}"], ["a,b"], ["\n"], [3], 3, None, {"a": 1}])
def test_words_that_cannot_be_are_refused(cries: Any) -> None:
    with pytest.raises(Refused, match="up to 3 words") as refusal:
        read(CrierOptions, {"cries": cries})
    assert refusal.value.rule == "X8"
