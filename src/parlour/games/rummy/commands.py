"""What both rummies add to the `parlour` command: counting a hand and finding its lay-downs."""

import json
import re
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections import Counter
from collections.abc import Sequence
from typing import Any

from parlour.cards import JOKER, NO_CARD, RANK, SUIT, Card, card, code, name, rank
from parlour.games.rummy.lay_downs.candidates import OUT, Situation
from parlour.games.rummy.lay_downs.contract import RUN_SIZE, Contract, usual
from parlour.games.rummy.lay_downs.search import best_lay_down, can_lay, short
from parlour.games.rummy.melds import BOOK, HIGH_ACE, LOW_ACE, RUN, Meld, Melding, NoMeld, face_at, read_meld
from parlour.games.rummy.terms import NO_LIMIT, RummyTerms, card_points, count_points
from parlour.kernel.batch import answer_lines
from parlour.kernel.game import Command
from parlour.kernel.refusal import Refused, quoted

MOST_CARDS = 30  # in a hand
TORPEDO_JOKER, PROGRESSIVE_JOKER = 50, 25  # T31, P15
SELF, OTHERS = 0, 1  # owners of melds


def count_hand(points: list[int], decks: int, texts: Sequence[str], rule: str) -> int:
    """What the cards cost. Suits may be left out, because points do not depend on them."""
    cards = [card(text) if not rank(text) else rank(text) - 1 for text in texts]
    check_copies([face for face, text in zip(cards, texts, strict=True) if not rank(text)], decks, rule)
    return count_points(points, cards)


def check_copies(cards: Sequence[Card], decks: int, rule: str, where: str = "in a hand") -> None:
    """Refuse more copies of a card than the decks have, citing `rule`, which sets the number of decks."""
    for face, copies in Counter(cards).items():
        most = 2 * decks if face == JOKER else decks
        if copies > most:
            what = "jokers" if face == JOKER else f"× {name(face)}"
            raise Refused(rule, f"There can't be {copies} {what} {where}: the game has {decks} decks at most.")


def melds_command(decks: int) -> Command:
    def arguments(parser: ArgumentParser) -> None:
        parser.add_argument("--contract", required=True, metavar="2B1R", help="books (or sets: 2S1R) and runs to lay")
        parser.add_argument("--long", action="store_true", help="allow longer melds, as in Progressive")
        parser.add_argument(
            "--table",
            metavar="MELDS",
            help='find the best lay-down for this table: "3S 4S JOK 6S / 9H 9S 9D", with jokers where they lie',
        )
        parser.add_argument(
            "--exchange",
            action=BooleanOptionalAction,
            help="can a card be swapped for the joker that stands for it? Yes by default, except with --long",
        )
        parser.add_argument(
            "cards", nargs="+", metavar="CARD", help="a hand: 7H 10S JOK; - reads hands from stdin, one a line"
        )
        parser.add_argument("--json", action="store_true", help="print JSON for programs")

    def run(given: Namespace) -> None:
        contract = read_contract(given.contract)
        laid = read_table(given.table or "", decks)
        terms = terms_at(decks, given.long, not given.long if given.exchange is None else given.exchange)

        def answer(cards: Sequence[str]) -> dict[str, Any]:
            if given.long or given.table is not None:
                return lay_downs(contract, cards, terms, laid)
            return lay_down(contract, cards, decks)

        if given.cards != ["-"]:
            found = answer(given.cards)
            print(json.dumps(found) if given.json else in_words(found, len(given.cards)))
            return
        answer_lines(answer)

    about = "Find out whether a hand can lay down books of 3 and runs of 4, and what is left."
    return Command("melds", about, arguments, run)


def read_contract(text: str) -> Contract:
    """Read "2B1R", "3B" or "2R". "1R2B" is the same as "2B1R" (T37), and so is "2S1R" (P20)."""
    parts = re.findall(r"([0-4])([BSR])", text.upper())
    books = sum(int(number) for number, kind in parts if kind != "R")
    runs = sum(int(number) for number, kind in parts if kind == "R")
    kinds = ["R" if kind == "R" else "B" for _, kind in parts]
    whole = "".join(number + kind for number, kind in parts) == text.upper() and len(set(kinds)) == len(kinds)
    if not whole or books + runs == 0:
        raise Refused("T5", f"{quoted(text)} isn't a contract: write 2B1R for two books and a run, 3B, or 2R.")
    if books + runs > 4:
        raise Refused("T5", "A contract has at most four melds.")
    return usual(books, runs)


def read_hand(texts: Sequence[str], decks: int) -> list[Card]:
    hand = [card(text) for text in texts]
    if len(hand) > MOST_CARDS:
        raise Refused("T27", f"A hand of {len(hand)} cards is too big: {MOST_CARDS} at most.")
    check_copies(hand, decks, "T6")
    return hand


def read_table(text: str, decks: int) -> list[Meld]:
    """The melds of other players. They may be longer than a lay-down, because melds grow."""
    melds = [read_laid(part.split()) for part in text.split("/") if part.strip()]
    check_copies(on_table(melds), decks, "T6", "on the table")
    return melds


def on_table(melds: Sequence[Meld]) -> list[Card]:
    return [face for meld in melds for face in meld.cards]


def read_laid(group: Sequence[str]) -> Meld:
    """Read "3S 4S JOK 6S". A joker stands for the card of its place, or for what it says ("JOK=5S")."""
    cards: list[Card] = []
    stands: list[Card] = []
    for text in group:
        joker, equals, stand = text.partition("=")
        if equals and card(joker) != JOKER:
            raise Refused("T3", f"Only a joker can stand for another card, so {quoted(text)} makes no sense.")
        cards.append(card(joker))
        stands.append(card(stand) if equals else NO_CARD)
    melding = Melding(True, True, NO_LIMIT)
    try:
        return read_meld(OTHERS, BOOK, 3, cards, stands, melding)
    except NoMeld:
        pass
    if in_order := run_as_written(cards, stands):
        return in_order
    try:
        return read_meld(OTHERS, RUN, RUN_SIZE, cards, stands, melding)
    except NoMeld:
        raise Refused("T1", f"{quoted(' '.join(group))} is neither a book nor a run.") from None


def run_as_written(cards: list[Card], stands: list[Card]) -> Meld | None:
    """The run, if its cards are written from the lowest to the highest; otherwise None."""
    at, natural = next(((at, face) for at, face in enumerate(cards) if face != JOKER), (0, JOKER))
    if natural == JOKER or len(cards) < RUN_SIZE:
        return None
    suit = SUIT[natural]
    for place in (LOW_ACE, HIGH_ACE) if RANK[natural] == LOW_ACE else (RANK[natural],):
        first = place - at
        faces = [face_at(suit, first + index) for index in range(len(cards))]
        if first >= LOW_ACE and first + len(cards) - 1 <= HIGH_ACE:
            said = [stand if face == JOKER else face for face, stand in zip(cards, stands, strict=True)]
            if all(each in (NO_CARD, face) for each, face in zip(said, faces, strict=True)):
                return Meld(OTHERS, RUN, suit, first, tuple(cards))
    return None


def lay_down(contract: Contract, texts: Sequence[str], decks: int) -> dict[str, Any]:
    """The lay-down that leaves the fewest points, as an answer of the command."""
    hand = read_hand(texts, decks)
    melding = Melding(False, True, NO_LIMIT)
    points = card_points(TORPEDO_JOKER)
    found = best_lay_down(hand, contract, melding, points)
    return {
        "lays": found is not None,
        "melds": codes(found.melds) if found else [],
        "left": found.cost if found else count_points(points, hand),
        "short": 0 if found else short(hand, contract, melding),
    }


def terms_at(decks: int, long: bool, exchange: bool) -> RummyTerms:
    """The terms of Torpedo, or of Progressive if melds may be `long`."""
    return RummyTerms(
        letter="P" if long else "T",
        rounds=[],
        decks=decks,
        melding=Melding(long, not long, NO_LIMIT),
        points=card_points(PROGRESSIVE_JOKER if long else TORPEDO_JOKER),
        exchange=exchange,
    )


def lay_downs(contract: Contract, texts: Sequence[str], terms: RummyTerms, laid: list[Meld]) -> dict[str, Any]:
    """The lay-downs worth having at a table with melds, best first, and whether the best goes out (T14, P10)."""
    hand = read_hand(texts, terms.decks)
    check_copies([*hand, *on_table(laid)], terms.decks, "T6", "in a hand and on the table")
    melding = terms.melding
    lays = can_lay(hand, contract, melding)
    found = Situation(hand, contract, laid, SELF, terms).lay_downs() if lays else []
    left = hand if not lays else [face for face in range(JOKER + 1) for _ in range(found[0].left[face])]
    return {
        "lays": lays,
        "melds": codes(found[0].melds) if lays else [],
        "left": count_points(terms.points, left),
        "short": 0 if lays else short(hand, contract, melding),
        "out": lays and found[0].cost == OUT,
        "others": [codes(other.melds) for other in found[1:]],
    }


def codes(melds: Sequence[Meld]) -> list[list[str]]:
    return [[code(face) for face in meld.cards] for meld in melds]


def in_words(found: dict[str, Any], held: int) -> str:
    """The answer in a sentence. `held` is the number of cards in the hand."""
    if found["lays"]:
        melds = "\n".join("  " + " ".join(meld) for meld in found["melds"])
        stays = held - sum(map(len, found["melds"]))
        if stays == 1 or found.get("out"):
            return f"This hand can lay down and go out:\n{melds}"
        if stays == 0:
            return f"This hand can lay down and go around, with no card left to discard:\n{melds}"
        return f"This hand can lay down, with {found['left']} points left:\n{melds}"
    cards = "1 card" if found["short"] == 1 else f"{found['short']} cards"
    return f"This hand can't lay down yet: {cards} short."
