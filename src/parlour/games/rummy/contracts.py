"""The family's own list of rounds, as text: "6:3+3,7:3+r4" (T36, P19).

    6:3+3    6 cards are dealt, and the round asks for two sets (or books) of 3
    7:3+r4   7 cards, a set of 3 and a run of 4

Commas separate rounds, plus signs separate melds. Semicolons and spaces do as well, and a set may be written "s3" or
"b3". `read_list` gives back the one way of writing a list, so that equal lists are equal texts.
"""

import re
from collections.abc import Sequence
from typing import Final

from parlour.games.rummy.lay_downs.contract import Contract
from parlour.games.rummy.terms import RoundPlan
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.sentences import listed

MOST_ROUNDS: Final = 12
MOST_MELDS: Final = 4
DEALT: Final = range(3, 17)
BOOKS: Final = range(3, 7)  # the sizes of a book
RUNS: Final = range(3, 8)
LONGEST_TEXT: Final = 400
HOW: Final = "write rounds like 6:3+3,7:3+r4 (6 cards and two sets of 3, then 7 cards, a set of 3 and a run of 4)"

NUMBERS: Final = ("no", "a", "two", "three", "four")
_ROUND: Final = re.compile(r"([0-9]{1,2})\s*:\s*([0-9A-Z+\s]+)")
_MELD: Final = re.compile(r"([SBR]?)([0-9]{1,2})")


def read_list(text: str, rule: str, book: str) -> str:
    """The list in its one way of writing. Raises Refused, naming the round that is wrong and why. `book` is what the
    game calls a book (P20)."""
    if len(text) > LONGEST_TEXT:
        raise Refused(rule, f"House rule 'contracts' is too long: {HOW}.")
    parts = [part for part in re.split("[,;]", text.upper()) if part.strip()]
    if len(parts) > MOST_ROUNDS:
        raise Refused(rule, f"House rule 'contracts' has {len(parts)} rounds: {MOST_ROUNDS} at most.")
    return ",".join([_read_round(part.strip(), at, rule, book) for at, part in enumerate(parts, 1)])


def _read_round(text: str, number: int, rule: str, book: str) -> str:
    found = _ROUND.fullmatch(text)
    melds = [_MELD.fullmatch(each) for each in re.split(r"[+\s]+", found[2].strip("+ "))] if found else []
    if not found or not all(melds):
        raise Refused(rule, f"Round {number} of your list (contracts) is {quoted(text.lower())}: {HOW}.")
    books: list[int] = []
    runs: list[int] = []
    for meld in melds:
        assert meld
        kind, size = meld[1], int(meld[2])
        if size not in (RUNS if kind == "R" else BOOKS):
            word, sizes = ("run", RUNS) if kind == "R" else (book, BOOKS)
            why = f"asks for a {word} of {size}, but a {word} can have {sizes[0]} to {sizes[-1]} cards"
            raise Refused(rule, f"Round {number} of your list (contracts) {why}.")
        (runs if kind == "R" else books).append(size)
    if len(melds) > MOST_MELDS:
        raise Refused(
            rule, f"Round {number} of your list (contracts) asks for {len(melds)} melds: {MOST_MELDS} at most."
        )
    if int(found[1]) not in DEALT:
        why = f"deals {int(found[1])} cards, but it can be {DEALT[0]} to {DEALT[-1]}"
        raise Refused(rule, f"Round {number} of your list (contracts) {why}.")
    return f"{int(found[1])}:" + "+".join([*map(str, sorted(books)), *[f"r{size}" for size in sorted(runs)]])


def rounds_of(text: str, book: str) -> list[RoundPlan]:
    """The rounds of a list that `read_list` has read."""
    rounds: list[RoundPlan] = []
    for part in text.split(","):
        dealt, _, melds = part.partition(":")
        books = [int(meld) for meld in melds.split("+") if meld[0] != "r"]
        runs = [int(meld[1:]) for meld in melds.split("+") if meld[0] == "r"]
        contract = Contract(tuple(books), tuple(runs))
        title = contract_title(contract, book)
        rounds.append(RoundPlan(int(dealt), contract, title[0].upper() + title[1:]))
    return rounds


def text_of(rounds: Sequence[RoundPlan]) -> str:
    """The list of these rounds as text."""
    return ",".join([f"{plan.dealt}:" + "+".join(_codes(plan.contract)) for plan in rounds])


def _codes(contract: Contract) -> list[str]:
    return [*map(str, contract.book_sizes.sizes), *[f"r{size}" for size in contract.run_sizes.sizes]]


def contract_title(contract: Contract, book: str) -> str:
    """What a round asks for, with the sizes: "two sets of 3 and a run of 4"."""
    melds = [(book, size) for size in contract.book_sizes.sizes] + [("run", size) for size in contract.run_sizes.sizes]
    said: list[str] = []
    for word, size in dict.fromkeys(melds):
        number = melds.count((word, size))
        said.append(f"{NUMBERS[number]} {word}{'s' * (number > 1)} of {size}")
    return listed(said)


def list_in_words(text: str, book: str) -> str:
    """A sentence for a table that plays its own list."""
    rounds = [f"{plan.dealt} cards, {contract_title(plan.contract, book)}" for plan in rounds_of(text, book)]
    return f"We play our own rounds: {'; '.join(rounds)}."


def check_list(text: str, rule: str, book: str, bought: int, why_not: str) -> None:
    """Refuse a round that can never be laid down (T36, P19): the cards dealt, one drawn and `bought` ones are too few.
    `why_not` says why there can't be more."""
    for number, plan in enumerate(rounds_of(text, book), 1):
        if plan.contract.cards > plan.dealt + 1 + bought:
            asks = f"asks for {plan.contract.cards} cards, but {plan.dealt} are dealt and one is drawn, and {why_not}"
            raise Refused(rule, f"Nobody could ever lay down in round {number} of your list (contracts): it {asks}.")


def check_decks(rounds: Sequence[RoundPlan], rule: str, decks: int, seats: int) -> None:
    """Refuse a list for which the decks have too few cards: everybody's hand, the first discard, and then a card to
    draw for everybody, or what one player has to buy."""
    for number, plan in enumerate(rounds, 1):
        needed = seats * plan.dealt + 1 + max(seats, plan.contract.cards - plan.dealt)
        if needed > 54 * decks:
            most = f"{decks} decks have {54 * decks} cards"
            why = f"{plan.dealt} cards for each of {seats} players need at least {needed}, and {most}"
            raise Refused(rule, f"Round {number} of your list (contracts) deals too many cards: {why}.")
