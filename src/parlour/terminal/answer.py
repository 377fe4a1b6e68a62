"""Turns what a person typed into an action, using only the asks of the view."""

import re
from collections.abc import Sequence
from typing import Any

from parlour import cards
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.view import (
    Ask,
    CardHole,
    CardsHole,
    ChoiceHole,
    GroupsHole,
    Hole,
    SlotHole,
    TargetHole,
    View,
    face_of,
    target_words,
    values_for,
)


def pick_ask(asks: Sequence[Ask], word: str) -> Ask:
    """The ask that a person means, by its number or by the beginning of its verb ("sw" for swap)."""
    if 1 <= _number(word) <= len(asks):
        return asks[_number(word) - 1]
    verbs = [ask for ask in asks if ask.action["do"].startswith(word.lower())]
    if len(verbs) == 1:
        return verbs[0]
    raise Refused("", f"You can't do {quoted(word)} now. Type one of the numbers.")


def _number(word: str) -> int:
    """The number that was typed, from 1; 0 if the word is not a number."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 5 else 0


def in_typing(ask: Ask, view: View) -> str:
    """An ask as somebody might type it in words: "discard 7H". Empty if no example is known."""
    words = [ask.action["do"].partition("_")[0]]
    values = ask.fits[0] if ask.fits else [_example(hole, view) for hole in ask.holes().values()]
    for hole, value in zip(ask.holes().values(), values, strict=True):
        match hole, value:
            case _, None:
                return ""
            case SlotHole(), int():
                words.append(str(value + 1))
            case TargetHole(), _:
                words.append(str(hole.only.index(value) + 1))
            case ChoiceHole(), _ if not _are_numbers([choice.say for choice in hole.of]):
                words.append(str([choice.value for choice in hole.of].index(value) + 1))
            case CardsHole(), _:
                words += value
            case GroupsHole(), _:
                words.append(" / ".join([" ".join(group) for group in value]))
            case _:
                words.append(str(value))
    return " ".join(words)


def _example(hole: Hole, view: View) -> Any:
    """A value that a hole can take; None if none is known."""
    match hole:
        case CardsHole() | GroupsHole():
            values: Sequence[Any] = hole.examples or ()
        case _:
            values = values_for(hole, view) or ()
    return values[len(values) // 2] if values else None


def question(hole: Hole, view: View) -> str:
    """The question for a hole that is still empty."""
    match hole:
        case SlotHole():
            places = [str(value + 1) for value in values_for(hole, view) or ()]
            return f"Which place ({', '.join(places)})?"
        case CardHole():
            return f"Which card (its place, or its name like {(values_for(hole, view) or ['7H'])[0]})?"
        case TargetHole():
            return f"Where ({_numbered([target_words(view, value) for value in hole.only])})?"
        case ChoiceHole():
            says = [choice.say for choice in hole.of]
            return f"Which ({', '.join(says) if _are_numbers(says) else _numbered(says)})?"
        case CardsHole():
            order = ", in order" if hole.ordered else ""
            many = f"{hole.least} to {hole.most}" if hole.least < hole.most else f"{hole.least}"
            like = " ".join(("7H", "8H", "9H", "10H", "JH")[: hole.least])
            return f"Which cards ({many}{order}, like {like})?"
        case GroupsHole():
            return f"Which cards ({' / '.join(hole.needs)}, like 7H 7S 7D / 4C 5C 6C JOK=7C)?"


def _numbered(words: Sequence[str]) -> str:
    return ", ".join(f"{number} {word}" for number, word in enumerate(words, 1))


def read_hole(hole: Hole, words: list[str], view: View) -> Any:
    """Read the value of a hole from the next words, and take them off the list."""
    match hole:
        case CardsHole():
            taken, words[:] = words[:], []
            return [_card(word, hole.zone, view) for word in taken]
        case GroupsHole():
            groups, words[:] = re.split("[/,]", " ".join(words)), []
            return [[_card(word, hole.zone, view) for word in group.split()] for group in groups]
    word = words.pop(0)
    match hole:
        case SlotHole():
            if not _number(word):
                raise Refused("", f"{quoted(word)} isn't a place. Type the number of a place.")
            return _number(word) - 1
        case CardHole():
            return _card(word, hole.zone, view)
        case TargetHole():
            return _by_number(hole.only, [target_words(view, value) for value in hole.only], word)
        case ChoiceHole():
            return _by_number([choice.value for choice in hole.of], [choice.say for choice in hole.of], word)


def _by_number(values: Sequence[Any], says: Sequence[str], word: str) -> Any:
    """The value with this number, this name, or a word that only it has in its label ("down" for "Face down"). Where
    labels are numbers themselves, as of bids, a number is what it says and no place in the list."""
    if 1 <= _number(word) <= len(values) and not _are_numbers(says):
        return values[_number(word) - 1]
    for value in values:
        if str(value).lower() == word.lower():
            return value
    called = [value for value, say in zip(values, says, strict=True) if word.lower() in say.lower().split()]
    if len(called) == 1:
        return called[0]
    if _are_numbers(says):
        raise Refused("", f"{quoted(word)} isn't one of the choices: {', '.join(says)}.")
    raise Refused("", f"{quoted(word)} isn't one of the choices. Type one of the numbers.")


def _are_numbers(says: Sequence[str]) -> bool:
    return any(say.isdecimal() for say in says)


def _card(word: str, zone: str, view: View) -> str:
    """The code of a card, typed as its place in the zone or as its name; a joker may say what it stands for. A piece
    that is not a card must lie in the zone."""
    faces = [face_of(item) for item in view.zone(zone).items]
    if 1 <= _number(word) <= len(faces):
        return faces[_number(word) - 1] or ""
    if word.upper() in faces:
        return word.upper()
    face, equals, stands = word.partition("=")
    return cards.code(cards.card(face)) + (equals + cards.code(cards.card(stands)) if equals else "")
