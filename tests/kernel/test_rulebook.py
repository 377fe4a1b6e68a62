"""The rules as a table plays them, for every game."""

import pytest

from parlour.games import discover, find
from parlour.kernel.game import AnyGame
from parlour.kernel.options import describe, read
from parlour.kernel.rulebook import Rule, rules_by_number, sections, sections_here
from tests.arbitrary import GAMES

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def rules(game: AnyGame, **chosen: object) -> dict[str, Rule]:
    found = sections_here(game.rules(), read(game.options, chosen))
    return {rule.number: rule for section in found for rule in section.rules}


@every_game
def test_as_written_nothing_is_different_and_nothing_is_lost(game: AnyGame) -> None:
    written = {rule.number: rule.text for section in sections(game.rules()) for rule in section.rules}
    played = rules(game)
    assert list(played) == list(written)
    for number, rule in played.items():
        assert not rule.here
        assert rule.use != "on"
        kept = set(f"{rule.text} {rule.choices}".lower().split())
        lost = [word for word in written[number].lower().split() if word not in kept]
        assert len(lost) <= 6, f"{number} has lost {lost}"  # "House rule turn_cap (added):" is dropped
        assert len(written[number]) - len(f"{rule.text} {rule.choices}") < 50


@every_game
def test_every_house_rule_stands_at_a_rule_and_touches_rules_that_there_are(game: AnyGame) -> None:
    numbers = rules_by_number(game.rules())
    for option in describe(game.options):
        assert {option.rule, *option.touches} <= set(numbers), option.name
        if option.kind == "switch" and not option.default and option.name != "eagle_eye":
            rule = rules(game, **{option.name: True})[option.rule]
            assert rule.use == "on" or rule.here, f"nobody sees that {option.name} is on"


@pytest.mark.parametrize("game", discover().values(), ids=lambda game: game.name)
def test_rules_are_numbered_without_a_gap_and_name_their_house_rules(game: AnyGame) -> None:
    written = rules_by_number(game.rules())
    letter = next(iter(written))[0]
    assert list(written) == [f"{letter}{number}" for number in range(1, len(written) + 1)]
    assert not any("  " in text for text in written.values())
    for option in describe(game.options):
        assert f"`{option.name}`" in written[option.rule]


def test_golf_with_some_house_rules() -> None:
    played = rules(find("golf"), super_kings=True, initial_flips=1)
    assert played["G2"].here == ("Everybody turns up 1 card before play begins.",)
    assert played["G2"].choices == "House rule initial_flips: 0, 1 or 2 cards."
    assert played["G9"].here == ("Kings are worth −2. (G14)",)
    assert played["G14"].text == "A king is worth −2."
    assert played["G33"].text.startswith("After 30 turns each")
    assert (played["G14"].use, played["G15"].use, played["G5"].use) == ("on", "off", "")
