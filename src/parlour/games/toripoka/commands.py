"""`parlour hand`: names a Toripoka hand, or says which of two is better and why."""

import json
import re
from argparse import REMAINDER, ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any

from parlour.cards import JOKER, Card, card, code, name
from parlour.games.toripoka.comparison import rank_word, why
from parlour.games.toripoka.hands import (
    CARDS,
    FIRST_WILD,
    HIGH_ACE,
    KINDS,
    Unit,
    best_three,
    kind_of,
    ranks_of,
    slack_of,
    unit,
    value_of,
    wilds_of,
)
from parlour.games.toripoka.pieces import ALL_PIECES, COLOR_LETTERS, NO_PIECE, Piece
from parlour.kernel.batch import answer_lines
from parlour.kernel.game import Command
from parlour.kernel.refusal import Refused, quoted

MOST_CARDS = 5  # three of your own and both turned-up ones
_UNDER = re.compile(rf"(.*)\+([{COLOR_LETTERS}]?)([123])", re.IGNORECASE)


def hand_command() -> Command:
    def arguments(parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON for programs")
        # REMAINDER, because argparse would swallow the -- between two hands.
        parser.add_argument(
            "cards",
            nargs=REMAINDER,
            metavar="CARD",
            help="up to five cards, like 6H 10S; 8H+2 is a card under a pyramid of two pips; "
            "put a second hand after --; with - alone, read one case per line",
        )

    def run(given: Namespace) -> None:
        words = [word for word in given.cards if word != "--json"]
        if words == ["-"]:
            answer_lines(answer)
            return
        found = answer(words)
        wants_json = given.json or "--json" in given.cards
        print(json.dumps(found, ensure_ascii=False) if wants_json else in_words(found))

    return Command("hand", "Name a Toripoka hand, or say which of two is better.", arguments, run)


def answer(words: Sequence[str]) -> dict[str, Any]:
    """One hand named, or two compared."""
    hands: list[list[str]] = [[]]
    for word in words:
        if word == "--":
            hands.append([])
        else:
            hands[-1].append(word)
    if len(hands) > 2:
        raise Refused("", "You can only compare two hands. Put one -- between them.")
    read = [read_hand(texts) for texts in hands]
    if len(read) == 1:
        return named_hand(read[0])
    values = [value_of([unit(card, on) for card, on in hand]) for hand in read]
    return {
        "winner": 0 if values[0] == values[1] else 1 if values[0] > values[1] else 2,
        "why": why(values[0], values[1]),
        "hands": [named_hand(hand) for hand in read],
    }


def read_hand(texts: Sequence[str]) -> list[tuple[Card, Piece]]:
    """Cards with the pyramids on them: "8H", "8H+2", "8H+R2"."""
    if not 1 <= len(texts) <= MOST_CARDS:
        raise Refused("K11", f"A hand has one to five cards, not {len(texts)}.")
    hand: list[tuple[Card, Piece]] = []
    for text in texts:
        under = _UNDER.fullmatch(text)
        if "+" in text and not under:
            raise Refused("K9", f"{quoted(text)}: write a card under a pyramid of 1, 2 or 3 pips like this: 8H+2.")
        face = card(under[1] if under else text)
        if face not in CARDS:
            who = "A joker" if face == JOKER else name(face)
            raise Refused("K1", f"{who} isn't in this deck. It has the hearts and the 4, 7, 10 and K of spades.")
        if face in [other for other, _ in hand]:
            raise Refused("K1", f"There's only one {name(face)}.")
        color = COLOR_LETTERS.index(under[2].upper()) if under and under[2] else 0
        hand.append((face, ALL_PIECES[3 * color + int(under[3]) - 1] if under else NO_PIECE))
    return hand


def named_hand(hand: Sequence[tuple[Card, Piece]]) -> dict[str, Any]:
    units = [unit(card, on) for card, on in hand]
    value = value_of(units)
    chosen, ranks = best_three(units)
    return {
        "kind": KINDS[kind_of(value)],
        "ranks": ranks_of(value),
        "cards": [code(hand[at][0]) for at in chosen],
        "as": ranks,
        "slack": slack_of(value),
        "wilds": wilds_of(value),
    }


def in_words(found: dict[str, Any]) -> str:
    if "winner" in found:
        winner = found["winner"]
        return f"{'Equal' if not winner else 'The first hand' if winner == 1 else 'The second hand'}: {found['why']}"
    read = ", ".join(
        name(card(text)) + (f" as {rank_word(rank)}" if _is_shifted(card(text), rank) else "")
        for text, rank in zip(found["cards"], found["as"], strict=True)
    )
    return f"{found['kind'].capitalize()}: {read}"


def _is_shifted(face: Card, rank: int) -> bool:
    """Whether a card stands for a rank other than the one printed on it."""
    bare: Unit = unit(face)
    if bare >= FIRST_WILD:
        return True
    printed = bare // 4 + 1
    return rank != printed and not (printed == 1 and rank == HIGH_ACE)
