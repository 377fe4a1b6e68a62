"""Shuffles that can be repeated: one that anybody can check, and a faster one.

A state has a shuffler, which is only a key and the number of the next shuffle. Shuffle n is a function of the key and
n, so a log replays to the same cards. Live tables use `FairShuffler` (docs/fairness.md). `QuickShuffler` is for
simulations and imagined deals, where speed matters and nobody needs a proof.
"""

import hashlib
import hmac
import struct
from typing import Final

from mypy_extensions import i64, mypyc_attr

from parlour.cards import Card

USED_UP: Final = 1 << 36  # of a word's 2⁶² values; so a draw from 200 cards is uneven by 200 / 2²⁶ at most


@mypyc_attr(allow_interpreted_subclasses=True)
class Shuffler:
    """A key and a counter. A subclass says how to shuffle."""

    def __init__(self, key: bytes, n: int = 0) -> None:
        self.key = key
        self.n = n

    def shuffle(self, cards: list[Card]) -> None:
        """Put the cards into the order of shuffle n, and add 1 to n."""
        raise NotImplementedError

    def copy(self) -> "Shuffler":
        return type(self)(self.key, self.n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shuffler) and type(self) is type(other) and self.key == other.key and self.n == other.n

    def __hash__(self) -> int:
        return hash((self.key, self.n))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.key, self.n)


class FairShuffler(Shuffler):
    """Fisher-Yates over the stream HMAC-SHA-256(key, n ‖ block). Every order is equally likely.

    n has 8 bytes and block has 4, both big-endian. A block gives sixteen 16-bit words. Words that would favor some
    places are thrown away.
    """

    def shuffle(self, cards: list[Card]) -> None:
        words: tuple[int, ...] = ()
        at = 0
        block = 0
        for last in range(len(cards) - 1, 0, -1):
            places = last + 1
            fair = 65536 - 65536 % places
            while True:
                if at == len(words):
                    message = self.n.to_bytes(8, "big") + block.to_bytes(4, "big")
                    words = struct.unpack(">16H", hmac.digest(self.key, message, "sha256"))
                    block += 1
                    at = 0
                word: int = words[at]
                at += 1
                if word < fair:
                    break
            pick = word % places
            cards[last], cards[pick] = cards[pick], cards[last]
        self.n += 1


class QuickShuffler(Shuffler):
    """Fisher-Yates over BLAKE2b(key, n ‖ block), several draws per word. Uneven by less than 1 part in 100,000."""

    def shuffle(self, cards: list[Card]) -> None:
        words: tuple[int, ...] = ()
        at = 0
        block = 0
        word: i64 = 0
        used: i64 = USED_UP  # the product of the sizes of all draws from this word
        places: i64 = len(cards)
        for last in range(len(cards) - 1, 0, -1):
            if used >= USED_UP:
                if at == len(words):
                    message = self.n.to_bytes(8, "big") + block.to_bytes(4, "big")
                    words = struct.unpack(">8Q", hashlib.blake2b(message, key=self.key).digest())
                    block += 1
                    at = 0
                word = words[at] >> 2
                at += 1
                used = 1
            pick = word % places
            word = word // places
            used = used * places
            places -= 1
            here = cards[last]
            cards[last] = cards[pick]
            cards[pick] = here
        self.n += 1


def commitment(secret: bytes) -> str:
    """The fingerprint of a secret. A table publishes it before the first card, so the secret cannot change later."""
    return hashlib.sha256(secret).hexdigest()


def promise_of(committed: str, words: str) -> str:
    """The fingerprint of a seat's words, which it publishes before anybody shows words. It is valid only at the table
    with this commitment."""
    return hashlib.sha256(f"parlour words {committed} {words}".encode()).hexdigest()


def key_from(secret: bytes, words: list[str]) -> bytes:
    """The key of a live table's shuffler, made from the table's secret and every seat's words in seat order."""
    said = "".join(f"{len(word.encode())}:{word}" for word in words)
    return hmac.digest(secret, said.encode(), "sha256")
