"""Checks, for any game, that redeals, views, sentences and bots are honest. The checks are functions that raise.

They work out what is hidden from a seat from its own stream: a card is hidden from the moment it is shuffled until its
face lies open in a view. Two rules make that sound: a card named anywhere in a view must lie in one of its zones, and a
card named in a sentence must lie in the view before or after it.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from parlour.cards import FACES, Card, card, code
from parlour.kernel.game import AnyGame
from parlour.kernel.shuffle import QuickShuffler, Shuffler
from parlour.kernel.state import Seat
from tests.arbitrary import Played, as_bytes, attempt, begin_random, play_on

# "AD" in a word like ADDATH is no card, and the card that a joker stands for (JOK=6H) lies nowhere.
_WRITTEN = re.compile(r"(?<![A-Z])(?<!JOK=)(?:10|[2-9AJQK])[SHDC♠♥♦♣](?![A-Z])|JOK|joker")


def faces_in(value: Any) -> set[str]:
    """Every card that is named in something that is sent, by its code or its name."""
    return {code(card(text)) for text in set(_WRITTEN.findall(as_bytes(value).decode()))}


def census(state: Any) -> Counter[Card]:
    """How many of each face there are."""
    return Counter(face for cards in state.places().values() for face in cards)


class Watched(Shuffler):
    """A shuffler that remembers what it shuffled, and exchanges two faces in one shuffle."""

    def __init__(self, key: bytes, n: int = 0) -> None:
        super().__init__(key, n)
        self.inner = QuickShuffler(key, n)
        self.shuffled: list[Counter[str]] = []  # the faces of shuffle 0, 1, 2 …
        self.exchange: tuple[int, Card, Card] | None = None

    def shuffle(self, cards: list[Card]) -> None:
        self.shuffled.append(Counter(code(face) for face in cards if face < FACES))  # pieces in a bag are ignored
        self.inner.shuffle(cards)
        if self.exchange and self.exchange[0] == self.n:
            _, one, other = self.exchange
            swapped = {one: other, other: one}
            cards[:] = [swapped.get(face, face) for face in cards]
        self.n += 1

    def copy(self) -> "Watched":
        new = Watched(self.key, self.n)
        new.shuffled = self.shuffled[:]
        new.exchange = self.exchange
        return new


@dataclass
class Stream:
    """Everything that one viewer was sent, and which cards have been hidden from it since which shuffle."""

    game: AnyGame
    viewer: Seat | None
    sent: list[bytes] = field(default_factory=list)
    hidden: dict[str, tuple[int, int]] = field(default_factory=dict)  # face → (shuffle, moves made before it)
    shuffles: int = 0

    def add(self, message: Any, state: Any) -> None:
        self.sent.append(as_bytes(message))
        for number in range(self.shuffles, len(state.shuffler.shuffled)):
            for face in state.shuffler.shuffled[number]:
                self.hidden[face] = (number, len(self.sent) - 1)
        self.shuffles = len(state.shuffler.shuffled)
        for face in faces_in(self.game.view(state, self.viewer).zones):
            self.hidden.pop(face, None)

    def groups(self) -> dict[tuple[int, int], list[str]]:
        """The hidden faces by the shuffle that hid them."""
        found: dict[tuple[int, int], list[str]] = {}
        for face, when in sorted(self.hidden.items()):
            found.setdefault(when, []).append(face)
        return found


def a_hidden_card(state: Any, seat: Seat = 0) -> int:
    """A card that hardly anybody knows: the next one of the stock or, where all cards are dealt, one that the seat's
    left neighbor holds. 0 if there is none."""
    if state.stock:
        return int(state.stock[-1])
    hand = state.places().get(f"hand:{(seat + 1) % state.seats}", [])
    return hand[-1] if hand else 0


def start_watched(game: AnyGame, rng: Random) -> Played:
    return begin_random(game, rng, Watched(rng.randbytes(16)))


def watch(played: Played, rng: Random, moves: int, sleepy: bool = False) -> list[Stream]:
    """Play on at random, and record what every seat and an onlooker are sent. Sleepy players do nothing that they need
    not do, so they use up the stock and cause reshuffles."""
    streams = [Stream(played.game, viewer) for viewer in (*range(played.seats), None)]
    for stream in streams:
        stream.add(played.game.view(played.state, stream.viewer), played.state)
    before = played.state.copy()
    for _ in play_on(played, rng, moves, sleepy):
        if played.log.entries:
            _send(played, before, streams)
        before = played.state.copy()
    if played.log.entries:
        _send(played, before, streams)
    return streams


def watched(game: AnyGame, seed: str) -> tuple[Played, list[Stream], Random]:
    """A random game with the streams of all viewers. Every third game is sleepy, and long enough for a reshuffle."""
    rng = Random(seed)
    played = start_watched(game, rng)
    sleepy = rng.random() < 0.34
    return played, watch(played, rng, rng.randint(150, 250) if sleepy else rng.randint(0, 90), sleepy), rng


def _send(played: Played, before: Any, streams: list[Stream]) -> None:
    entry = played.log.entries[-1]
    action = played.game.read_action(entry.body.action)
    for stream in streams:
        message = _message(played.game, before, entry.seat, action, played.state, stream.viewer)
        stream.add(message, played.state)


def _message(game: AnyGame, before: Any, seat: Seat, action: Any, after: Any, viewer: Seat | None) -> Any:
    return game.tell(before, seat, action, after, viewer), game.view(after, viewer)


# ---------------------------------------------------------------- the properties


def check_what_is_written_lies_open(played: Played, moves: int, rng: Random) -> None:
    """A face in a title, a prompt or an ask lies in a zone of that view; a face in a sentence lies in the view before
    or after. So nothing is said that is not also shown, and a late joiner misses nothing. Checks three viewers."""
    viewers = rng.sample((*range(played.seats), None), 3)
    seen = {viewer: faces_in(played.game.view(played.state, viewer).zones) for viewer in viewers}
    before = played.state.copy()
    for _ in play_on(played, rng, moves):
        if played.log.entries:
            _check_written(played, before, seen)
        before = played.state.copy()
    if played.log.entries:
        _check_written(played, before, seen)


def _check_written(played: Played, before: Any, seen: dict[Seat | None, set[str]]) -> None:
    """`seen` holds what every viewer saw before, and is set to what it sees now."""
    entry = played.log.entries[-1]
    action = played.game.read_action(entry.body.action)
    for viewer, shown_before in seen.items():
        told, view = _message(played.game, before, entry.seat, action, played.state, viewer)
        shown = faces_in(view.zones)
        assert faces_in(view) <= shown, f"the view of {viewer} names cards that lie in none of its zones"
        assert faces_in(told) <= shown | shown_before, f"{viewer} is told of cards it does not see"
        seen[viewer] = shown


def check_redeal_shows_the_same(played: Played, rng: Random) -> None:
    """Who may act, what is legal, the words of refusals, what silence does and what is shown do not depend on anything
    that the seat cannot know."""
    game, state = played.game, played.state
    for viewer in (*range(played.seats), None):
        imagined = state.redeal(viewer, rng)
        assert census(imagined) == census(state)
        assert list(imagined.actors()) == list(state.actors())
        assert as_bytes(game.view(imagined, viewer)) == as_bytes(game.view(state, viewer)), (
            f"the view of {viewer} shows hidden cards"
        )
        if viewer is not None:
            assert list(imagined.legal(viewer)) == list(state.legal(viewer))
            assert imagined.silence(viewer) == state.silence(viewer), "silence looks at hidden cards"
            for action in rng.sample(played.actions, min(12, len(played.actions))):
                refusals = [str(attempt(deal.copy(), viewer, action)) for deal in (imagined, state)]
                assert refusals[0] == refusals[1], "a refusal tells too much"


def check_redeal_reaches_everything(played: Played, stream: Stream, rng: Random) -> None:
    """Reach: over many redeals, every place that a shuffle hid takes every face that it hid, none keeps its own face
    more often than by chance, and the key is drawn anew. (Faces with copies outside that shuffle are left out.)

    Where a hidden card decides what is legal, moves may show that a face cannot lie at some place: a redeal need not
    put it there. That is found out without `redeal`: no exchange that brings the face there allows the same moves.
    """
    now = played.state.places()
    copies = census(played.state)
    for when, group in stream.groups().items():
        hid = played.state.shuffler.shuffled[when[0]]
        faces = {card(face) for face in group if copies[card(face)] == hid[face]}
        places = [(zone, at) for zone, cards in now.items() for at, face in enumerate(cards) if face in faces]
        _Reach(played, stream.viewer, when, places, faces).check(rng)


class _Reach:
    """What redeals put into the places that one shuffle hid. A zone that is sorted in every redeal has no places: it
    takes a face, or it does not."""

    def __init__(
        self,
        played: Played,
        viewer: Seat | None,
        when: tuple[int, int],
        places: list[tuple[str, int]],
        faces: set[Card],
    ) -> None:
        self.played, self.viewer, self.when, self.faces = played, viewer, when, faces
        self.now = played.state.places()
        looks = [played.state.redeal(viewer, Random(number)).places() for number in range(30)]
        self.sets = {
            zone for zone, cards in self.now.items() if all(look[zone] == sorted(look[zone]) for look in looks)
        }
        self.sets = {zone for zone in self.sets if len(self.now[zone]) > 1}
        self.held: dict[tuple[str, int], list[Card]] = {}  # the hidden faces that are there now
        for zone, at in places:
            self.held.setdefault(self._place(zone, at), []).append(self.now[zone][at])
        self.found: dict[tuple[str, int], Counter[Card]] = {place: Counter() for place in self.held}
        self.impossible: set[tuple[tuple[str, int], Card]] = set()
        self.redeals = 0

    def _place(self, zone: str, at: int) -> tuple[str, int]:
        return (zone, -1) if zone in self.sets else (zone, at)

    def check(self, rng: Random) -> None:
        keys = Counter[bytes]()
        enough = 200 + 40 * sum(map(len, self.now.values()))  # with a big deck it takes many redeals
        while self.redeals < 100 or (self.redeals < enough and self._missing()):
            keys[self._redeal(rng)] += 1
            if self.redeals == 100 and len(missing := self._missing()) <= MANY_MISSING:
                self.impossible = {pair for pair in missing if not self._is_possible(*pair)}
        missing = self._missing()
        for place, face in rng.sample(missing, min(len(missing), MANY_MISSING)):
            if self._is_possible(place, face):
                where = f"place {place[1]} of {place[0]}" if place[1] >= 0 else place[0]
                raise AssertionError(f"{where} is hidden from {self.viewer}, but a redeal never puts some cards there")
        if not missing and not self.impossible:
            self._check_chance()
        assert self.played.state.shuffler.key not in keys, "a redeal keeps the shuffler's key"
        assert len(keys) == self.redeals, "redeals share a key"

    def _redeal(self, rng: Random) -> bytes:
        imagined = self.played.state.redeal(self.viewer, rng)
        self.redeals += 1
        there = imagined.places()
        for place, seen in self.found.items():
            zone, at = place
            for face in there[zone] if at < 0 else (there[zone][at],):
                seen[face] += 1
        key: bytes = imagined.shuffler.key
        return key

    def _missing(self) -> list[tuple[tuple[str, int], Card]]:
        pairs = [(place, face) for place, seen in self.found.items() for face in sorted(self.faces - set(seen))]
        return [pair for pair in pairs if pair not in self.impossible]

    def _is_possible(self, place: tuple[str, int], face: Card) -> bool:
        """Whether an exchange with a face that is there allows the same moves."""
        exchanges = [(self.when[0], here, face) for here in self.held[place] if here != face]
        return any(replayed(self.played, self.when, exchange, None).whole for exchange in exchanges)

    def _check_chance(self) -> None:
        """No place keeps its own face more often than by chance."""
        hidden = sum(map(len, self.held.values()))
        for (zone, at), seen in self.found.items():
            for own in set(self.held[zone, at]):
                copies = sum(held.count(own) for held in self.held.values())
                chance = copies / hidden if at >= 0 else len(self.held[zone, at]) / hidden
                most = self.redeals * chance + 6 * (self.redeals * chance * (1 - chance)) ** 0.5 + 3
                where = f"place {at} of {zone}" if at >= 0 else zone
                assert seen[own] <= most, f"{where} keeps its own card in {seen[own]} of {self.redeals} redeals"


MANY_MISSING = 150
EXCHANGES = 6  # to try until one is possible


@dataclass
class Replay:
    """What a viewer is sent while the same moves are made in a deal with two cards exchanged."""

    sent: list[bytes]
    whole: bool  # False: at some point the move could not be made


def replayed(played: Played, when: tuple[int, int], exchange: tuple[int, Card, Card], stream: Stream | None) -> Replay:
    """Make the same moves in a deal with two cards exchanged, as far as they are legal there. Without a stream nothing
    is sent. Only somebody who can tell the two deals apart may find that a move is not legal."""
    game = played.game
    again = Watched(played.state.shuffler.key)
    again.exchange = exchange
    one, other = code(exchange[1]), code(exchange[2])
    state = game.start(played.options, played.seats, again)
    sent = [as_bytes(game.view(state, stream.viewer))] if stream else []
    for entry in played.log.entries:
        form = entry.body.action
        action = game.read_action(exchanged(form, one, other) if entry.seq > when[1] else form)
        before = state.copy() if stream else None
        if attempt(state, entry.seat, action) is not None:
            if stream:
                real = _state_before(played, entry.seq)
                assert as_bytes(game.view(real, entry.seat)) != as_bytes(game.view(state, entry.seat)), (
                    f"whether {entry.seat} may do {form} depends on where {one} and {other} lie"
                )
            return Replay(sent, False)
        if stream:
            sent.append(as_bytes(_message(game, before, entry.seat, action, state, stream.viewer)))
    return Replay(sent, True)


def _state_before(played: Played, seq: int) -> Any:
    state = played.game.start(played.options, played.seats, Watched(played.state.shuffler.key))
    for entry in played.log.entries[: seq - 1]:
        state.apply(entry.seat, played.game.read_action(entry.body.action))
    return state


def check_swap(played: Played, stream: Stream, rng: Random) -> bool:
    """Swap: if two cards that one shuffle hid are exchanged, every byte of the viewer's stream stays the same. This
    does not use `redeal`.

    Where a hidden card decides what is legal (following suit), a move may be impossible in the exchanged deal: then the
    bytes stay the same up to that move, and another exchange is tried. Returns whether one was possible to the end."""
    groups = [(when, faces) for when, faces in stream.groups().items() if len(faces) > 1]
    for _ in range(EXCHANGES if groups else 0):
        when, faces = rng.choice(groups)
        one, other = rng.sample(faces, 2)
        replay = replayed(played, when, (when[0], card(one), card(other)), stream)
        for number, (first, second) in enumerate(zip(stream.sent, replay.sent, strict=replay.whole)):
            assert first == second, f"message {number} to {stream.viewer} depends on where {one} and {other} lie"
        if replay.whole:
            return True
    return not groups


def exchanged(form: dict[str, Any], one: str, other: str) -> Any:
    """The action after two cards were exchanged: an action that names one of them names the other one."""
    swapped = {one: other, other: one}
    pattern = re.compile(rf'(?<=["=])({one}|{other})(?=["=])')
    text = pattern.sub(lambda found: swapped[found[1]], msgspec.json.encode(form).decode())
    return msgspec.json.decode(text)


def check_redeal_rests_on_what_is_known(played: Played, rng: Random) -> None:
    """Equal rngs give equal redeals for every deal that looks the same to the seat. So a search over redeals cannot
    peek."""
    state = played.state
    for seat in (*range(played.seats), None):
        for _ in range(3):
            other = state.redeal(seat, rng)
            assert other.redeal(seat, Random(7)) == state.redeal(seat, Random(7)), f"for {seat}"


def check_bots_do_not_peek(played: Played, bots: dict[str, Any], rng: Random) -> None:
    """A bot chooses the same in every deal that looks the same to its seat."""
    state = played.state
    for seat in state.actors():
        for name, bot in bots.items():
            deals = [state.copy(), *(state.redeal(seat, rng) for _ in range(3))]
            choices = [bot.choose(deal, seat, Random(5)) for deal in deals]
            assert all(choice == choices[0] for choice in choices), f"{name} looks at hidden cards"
            if choices[0] is None:
                assert state.silence(seat) is None
            else:
                assert attempt(state.copy(), seat, choices[0]) is None, f"{name} does what it may not do"
