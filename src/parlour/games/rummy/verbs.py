"""What both rummies add to the `parlour` command: counting a hand, and finding its lay-down."""

import json
import re
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from typing import Any

from parlour.cards import JOKER, Card, card, code, name, rank
from parlour.games.rummy.house import NO_LIMIT, card_points, count_points
from parlour.games.rummy.melds import Melding
from parlour.games.rummy.search import best_lay_down, short
from parlour.games.rummy.solver import Contract
from parlour.kernel.game import Verb
from parlour.kernel.lines import answer_lines
from parlour.kernel.refusal import Refused, quoted

MOST_CARDS = 30  # in a hand: more than any house rules lead to
TORPEDO_JOKER = 50  # T31


def count_hand(points: list[int], decks: int, texts: Sequence[str]) -> int:
    """What the cards cost; suits may be left out, since they mean nothing here."""
    cards = [card(text) if not rank(text) else rank(text) - 1 for text in texts]
    check_copies([face for face, text in zip(cards, texts, strict=True) if not rank(text)], decks)
    return count_points(points, cards)


def check_copies(cards: Sequence[Card], decks: int) -> None:
    for face, copies in Counter(cards).items():
        most = 2 * decks if face == JOKER else decks
        if copies > most:
            what = "jokers" if face == JOKER else f"× {name(face)}"
            raise Refused("", f"There cannot be {copies} {what} in a hand: the game has at most {decks} decks.")


def melds_verb(decks: int) -> Verb:
    def arguments(parser: ArgumentParser) -> None:
        parser.add_argument("--contract", required=True, metavar="2B1R", help="so many books and so many runs")
        parser.add_argument(
            "cards", nargs="+", metavar="CARD", help="a hand: 7H 10S JOK; with - one hand a line is read"
        )
        parser.add_argument("--json", action="store_true", help="print JSON for programs")

    def run(given: Namespace) -> None:
        contract = read_contract(given.contract)
        if given.cards != ["-"]:
            found = lay_down(contract, given.cards, decks)
            print(json.dumps(found) if given.json else in_words(found))
            return
        answer_lines(lambda cards: lay_down(contract, cards, decks))

    about = "Can a hand lay down a contract of exact books of 3 and runs of 4, and what is left then?"
    return Verb("melds", about, arguments, run)


def read_contract(text: str) -> Contract:
    """ "2B1R", "3B" or "2R"."""
    found = re.fullmatch(r"(?:([0-4])B)?(?:([0-4])R)?", text.upper())
    books, runs = (int(number or 0) for number in found.groups()) if found else (0, 0)
    if books + runs == 0:
        raise Refused("T5", f"{quoted(text)} is not a contract: write 2B1R for two books and a run, 3B, or 2R.")
    if books + runs > 4:
        raise Refused("T5", "A contract has at most four melds.")
    return Contract(books, runs)


def lay_down(contract: Contract, texts: Sequence[str], decks: int) -> dict[str, Any]:
    hand = [card(text) for text in texts]
    if len(hand) > MOST_CARDS:
        raise Refused("T27", f"A hand of {len(hand)} cards is more than any house rules lead to.")
    check_copies(hand, decks)
    melding = Melding(False, True, NO_LIMIT)
    points = card_points(TORPEDO_JOKER)
    found = best_lay_down(hand, contract, melding, points)
    return {
        "lays": found is not None,
        "melds": [[code(face) for face in meld.cards] for meld in found.melds] if found else [],
        "left": found.cost if found else count_points(points, hand),
        "short": 0 if found else short(hand, contract, melding),
    }


def in_words(found: dict[str, Any]) -> str:
    if found["lays"]:
        melds = "\n".join("  " + " ".join(meld) for meld in found["melds"])
        return f"It lays down, and {found['left']} points are left:\n{melds}"
    cards = "1 card" if found["short"] == 1 else f"{found['short']} cards"
    return f"It does not lay down: {cards} short."
