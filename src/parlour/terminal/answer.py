"""Turning what a person typed into an action, by the asks of a view and nothing else."""

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
    """The ask a person means: by its number, or by the beginning of its verb ("sw" for swap)."""
    if 1 <= _number(word) <= len(asks):
        return asks[_number(word) - 1]
    verbs = [ask for ask in asks if ask.action["do"].startswith(word.lower())]
    if len(verbs) == 1:
        return verbs[0]
    raise Refused("", f"{quoted(word)} is not among what you can do now: type one of the numbers.")


def _number(word: str) -> int:
    """A number as people count, from 1; 0 if the word is none."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 5 else 0


def question(hole: Hole, view: View) -> str:
    """What to ask for a hole that is still empty."""
    match hole:
        case SlotHole():
            places = [str(value + 1) for value in values_for(hole, view) or ()]
            return f"Which place ({', '.join(places)})?"
        case CardHole():
            return f"Which card: its place, or written like {(values_for(hole, view) or ['7H'])[0]}?"
        case TargetHole():
            return f"Where ({_numbered([target_words(view, value) for value in hole.only])})?"
        case ChoiceHole():
            return f"Which ({_numbered([choice.say for choice in hole.of])})?"
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
    """The value that the next words give to a hole; takes them off the list."""
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
                raise Refused("", f"{quoted(word)} is not a place: type its number.")
            return _number(word) - 1
        case CardHole():
            return _card(word, hole.zone, view)
        case TargetHole():
            return _by_number(hole.only, [target_words(view, value) for value in hole.only], word)
        case ChoiceHole():
            return _by_number([choice.value for choice in hole.of], [choice.say for choice in hole.of], word)


def _by_number(values: Sequence[Any], says: Sequence[str], word: str) -> Any:
    """One of the values: by its number, by itself, or by a word that only it is called by ("down" for "Face down")."""
    if 1 <= _number(word) <= len(values):
        return values[_number(word) - 1]
    for value in values:
        if str(value).lower() == word.lower():
            return value
    called = [value for value, say in zip(values, says, strict=True) if word.lower() in say.lower().split()]
    if len(called) == 1:
        return called[0]
    raise Refused("", f"{quoted(word)} is not among the choices: type one of the numbers.")


def _card(word: str, zone: str, view: View) -> str:
    """A card's code from what was typed: by its place in the zone or by its name; a joker may carry its meaning. Pieces
    that are not cards are known by lying there."""
    faces = [face_of(item) for item in view.zone(zone).items]
    if 1 <= _number(word) <= len(faces):
        return faces[_number(word) - 1] or ""
    if word.upper() in faces:
        return word.upper()
    face, equals, stands = word.partition("=")
    return cards.code(cards.card(face)) + (equals + cards.code(cards.card(stands)) if equals else "")
