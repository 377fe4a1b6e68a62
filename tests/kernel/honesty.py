"""The tests of honesty, as functions that raise: of `redeal`, of views, and of bots.

They know no game. What is hidden from a seat is found out from the seat's own stream: a face that was never written in
anything the seat was shown since the last deal.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from parlour.cards import CODES, Card, card, code
from parlour.kernel.game import AnyGame
from parlour.kernel.shuffle import QuickShuffler, Shuffler
from parlour.kernel.state import Seat
from tests.arbitrary import Played, as_bytes, begin_random, play_on

_WRITTEN = re.compile(r"(?:10|[2-9AJQK])[SHDC♠♥♦♣]|JOK|joker")


class Watched(Shuffler):
    """Shuffles as usual, remembers what it shuffled, and in one shuffle exchanges two faces."""

    def __init__(self, key: bytes, n: int = 0) -> None:
        super().__init__(key, n)
        self.inner = QuickShuffler(key, n)
        self.deals: list[tuple[int, int]] = []  # (shuffle number, cards)
        self.exchange: tuple[int, Card, Card] | None = None

    def shuffle(self, cards: list[Card]) -> None:
        self.deals.append((self.n, len(cards)))
        self.inner.shuffle(cards)
        if self.exchange and self.exchange[0] == self.n:
            _, one, other = self.exchange
            swapped = {one: other, other: one}
            cards[:] = [swapped.get(face, face) for face in cards]
        self.n += 1

    def copy(self) -> "Watched":
        new = Watched(self.key, self.n)
        new.deals = self.deals  # shared on purpose: copies do not shuffle
        new.exchange = self.exchange
        return new


@dataclass
class Stream:
    """Everything one viewer was sent, and which faces it has seen since the last deal."""

    viewer: Seat | None
    sent: list[bytes] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    dealt: int = 0  # after how many moves the last deal came

    def add(self, message: bytes, new_deal: bool) -> None:
        self.sent.append(message)
        if new_deal:
            self.seen = set()
            self.dealt = len(self.sent) - 1
        self.seen |= {code(card(text)) for text in _WRITTEN.findall(message.decode())}


def watch(played: Played, rng: Random, moves: int) -> list[Stream]:
    """Play on at random and write down what every seat and an onlooker are sent."""
    streams = [Stream(viewer) for viewer in (*range(played.seats), None)]
    shuffler: Watched = played.state.shuffler
    deck = sum(map(len, played.state.places().values()))
    for stream in streams:
        stream.add(as_bytes(played.state.view(stream.viewer)), True)
    before, deals = None, len(shuffler.deals)
    for _ in play_on(played, rng, moves):
        if before is not None:
            _send(played, before, streams, deals, deck)
        before, deals = played.state.copy(), len(shuffler.deals)
    if before is not None and played.log.entries:
        _send(played, before, streams, deals, deck)
    return streams


def _send(played: Played, before: Any, streams: list[Stream], deals: int, deck: int) -> None:
    entry = played.log.entries[-1]
    action = played.game.read_action(entry.body.action)
    dealt = any(cards == deck for _, cards in played.state.shuffler.deals[deals:])
    for stream in streams:
        stream.add(_message(played.game, before, entry.seat, action, played.state, stream.viewer), dealt)


def _message(game: AnyGame, before: Any, seat: Seat, action: Any, after: Any, viewer: Seat | None) -> bytes:
    return as_bytes((game.tell(before, seat, action, after, viewer), after.view(viewer)))


def census(state: Any) -> Counter[Card]:
    """How many of each face there are."""
    return Counter(face for cards in state.places().values() for face in cards)


def unseen(played: Played, stream: Stream) -> list[str]:
    """The faces in the game that the viewer has not seen since the last deal."""
    there = census(played.state)
    return [face for face in CODES if card(face) in there and face not in stream.seen]


def start_watched(game: AnyGame, rng: Random) -> Played:
    return begin_random(game, rng, Watched(rng.randbytes(16)))


# ---------------------------------------------------------------- the properties


def check_redeal_shows_the_same(played: Played, rng: Random) -> None:
    """Who may act, what may be done and what is seen do not depend on anything a seat cannot know."""
    state = played.state
    for viewer in (*range(played.seats), None):
        imagined = state.redeal(viewer, rng)
        assert list(imagined.actors()) == list(state.actors())
        assert as_bytes(imagined.view(viewer)) == as_bytes(state.view(viewer)), (
            f"the view of {viewer} shows hidden cards"
        )
        if viewer is not None:
            assert list(imagined.legal(viewer)) == list(state.legal(viewer))
        assert census(imagined) == census(state)


def check_redeal_reaches_everything(played: Played, stream: Stream, rng: Random) -> None:
    """Reach: every place that holds an unseen card takes every unseen face; and the key is drawn anew."""
    faces = {card(face) for face in unseen(played, stream)}
    now = played.state.places()
    places = [(zone, at) for zone, cards in now.items() for at, face in enumerate(cards) if face in faces]
    found: dict[tuple[str, int], set[Card]] = {place: set() for place in places}
    keys = set()
    for _ in range(40 * len(faces) + 200):
        imagined = played.state.redeal(stream.viewer, rng)
        keys.add(imagined.shuffler.key)
        there = imagined.places()
        for zone, at in places:
            found[zone, at].add(there[zone][at])
        if len(keys) > 50 and all(faces <= reached for reached in found.values()):
            break
    for place, reached in found.items():
        assert faces <= reached, f"{place} is hidden from {stream.viewer}, but a redeal never puts some cards there"
    assert played.state.shuffler.key not in keys, "a redeal keeps the shuffler's key"
    assert len(keys) > 1, "every redeal has the same key"


def check_swap(played: Played, stream: Stream, rng: Random) -> None:
    """Swap: had two unseen cards lain in each other's place, the viewer's stream would be the same to the byte."""
    faces = unseen(played, stream)
    if len(faces) < 2:
        return
    one, other = rng.sample(faces, 2)
    deck = sum(map(len, played.state.places().values()))
    shuffler: Watched = played.state.shuffler
    again = Watched(shuffler.key)
    again.exchange = ([n for n, cards in shuffler.deals if cards == deck][-1], card(one), card(other))
    state = played.game.start(played.options, played.seats, again)
    sent = [as_bytes(state.view(stream.viewer))]
    for entry in played.log.entries:
        form = entry.body.action
        action = played.game.read_action(_exchanged(form, one, other) if entry.seq > stream.dealt else form)
        before = state.copy()
        state.apply(entry.seat, action)
        sent.append(_message(played.game, before, entry.seat, action, state, stream.viewer))
    for number, (first, second) in enumerate(zip(stream.sent, sent, strict=True)):
        assert first == second, f"message {number} to {stream.viewer} depends on where {one} and {other} lie"


def _exchanged(form: dict[str, Any], one: str, other: str) -> Any:
    """An action that names a card the viewer did not see, as it would have been with the cards exchanged."""
    swapped = {one: other, other: one}
    pattern = re.compile(rf'(?<=["=])({one}|{other})(?=["=])')
    text = pattern.sub(lambda found: swapped[found[1]], msgspec.json.encode(form).decode())
    return msgspec.json.decode(text)


def check_bots_do_not_peek(played: Played, bots: dict[str, Any], rng: Random) -> None:
    """A bot chooses the same in every deal that looks the same to its seat."""
    state = played.state
    for seat in state.actors():
        for name, bot in bots.items():
            choices = [
                bot.choose(one, seat, Random(5)) for one in (state.copy(), *(state.redeal(seat, rng) for _ in "ab"))
            ]
            assert choices[0] == choices[1] == choices[2], f"{name} looks at hidden cards"
            assert choices[0] in state.legal(seat)
