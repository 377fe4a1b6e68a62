"""The verbs games, rules, options and count."""

import argparse
from collections.abc import Sequence

from rich.markdown import Markdown
from rich.table import Table

from parlour.commands.output import out, print_json
from parlour.games import discover, find
from parlour.kernel.batch import answer_lines
from parlour.kernel.options import describe, read_pairs
from parlour.kernel.rulebook import find_rule, rules_by_number
from parlour.score.text import NOTHING


def games(given: argparse.Namespace) -> None:
    found = discover().values()
    if given.json:
        print_json(
            [
                {
                    "name": g.name,
                    "title": g.title,
                    "about": g.about,
                    "seats": [g.seats[0], g.seats[-1]],
                    "edition": g.edition,
                }
                for g in found
            ]
        )
        return
    for game in found:
        out.print(f"[bold]{game.name}[/bold]  {game.title}, {game.players}")
        out.print(f"  {game.about}")


def rules(given: argparse.Namespace) -> None:
    text = find(given.game).rules()
    if given.number is not None:
        rule = find_rule(text, given.number)
        if given.json:
            print_json({given.number.upper(): rule})
        else:
            out.print(Markdown(f"**{given.number.upper()}** {rule}"))
    elif given.json:
        print_json(rules_by_number(text))
    elif out.is_terminal:
        out.print(Markdown(text))
    else:
        print(text, end="")


def options(given: argparse.Namespace) -> None:
    game = find(given.game)
    described = describe(game.options)
    if given.json:
        print_json(described)
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("house rule", "as written", "takes", "what it does", "rule"):
        table.add_column(heading)
    for option in described:
        default = ("on" if option.default else "off") if option.kind == "switch" else str(option.default)
        default = option.none if option.default is None else default
        if isinstance(option.default, tuple):
            default = ",".join(map(str, option.default)) or "none"
        words = "; ".join(f"{value}: {text}" for value, text in option.choices.items() if value != text)
        if option.kind == "text":
            default = str(option.default or option.example)
        table.add_row(option.name, default, option.wants(), f"{option.about} {words}".strip(), option.rule)
    out.print(table)
    for preset in game.options.presets:
        out.print(f"\n[bold]--set preset={preset.name}[/bold]  {preset.title}", highlight=False)
        out.print(f"  {preset.about}", highlight=False)
        for name, value in preset.options.items():
            shown = ("on" if value else "off") if isinstance(value, bool) else value
            out.print(f"  {name}={shown}", highlight=False)


def count(given: argparse.Namespace) -> None:
    game = find(given.game)
    chosen = read_pairs(game.options, given.set)

    def points(cards: Sequence[str]) -> int:
        """What the cards count; "none" stands for no cards, as on a score sheet."""
        return game.count(chosen, [] if [each.lower() for each in cards] == [NOTHING] else cards)

    if given.cards != ["-"]:
        found = points(given.cards)
        if given.json:
            print_json({"points": found})
        else:
            print(found)
        return
    answer_lines(lambda cards: {"points": points(cards)})
