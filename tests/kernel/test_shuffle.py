import hashlib
import hmac
import pickle
from collections import Counter

import pytest

from parlour.kernel.shuffle import FairShuffler, QuickShuffler, Shuffler, commitment, key_from

both = pytest.mark.parametrize("kind", [FairShuffler, QuickShuffler])


def independent_shuffle(key: bytes, n: int, cards: list[int]) -> list[int]:
    """The fair shuffle, written a second time from docs/fairness.md alone."""
    stream = b"".join(
        hmac.new(key, n.to_bytes(8, "big") + block.to_bytes(4, "big"), hashlib.sha256).digest() for block in range(64)
    )
    numbers = iter(int.from_bytes(stream[at : at + 2], "big") for at in range(0, len(stream), 2))
    cards = list(cards)
    for last in reversed(range(1, len(cards))):
        number = next(number for number in numbers if number < 65536 // (last + 1) * (last + 1))
        pick = number % (last + 1)
        cards[last], cards[pick] = cards[pick], cards[last]
    return cards


@pytest.mark.parametrize("size", [0, 1, 2, 17, 52, 108, 162])
def test_the_fair_shuffle_is_the_documented_one(size: int) -> None:
    shuffler = FairShuffler(b"a key")
    for n in range(50):
        cards = list(range(size))
        shuffler.shuffle(cards)
        assert cards == independent_shuffle(b"a key", n, list(range(size)))


@both
def test_a_shuffle_depends_on_key_and_number_only(kind: type[Shuffler]) -> None:
    one, other = kind(b"k"), kind(b"k", 0)
    first, second = list(range(52)), list(range(52))
    one.shuffle(first)
    other.shuffle(second)
    assert first == second
    assert sorted(first) == list(range(52))
    assert one.n == 1
    one.shuffle(second)
    assert second != first
    third = list(range(52))
    kind(b"l").shuffle(third)
    assert third != first


@both
def test_every_place_is_equally_likely(kind: type[Shuffler]) -> None:
    """Where card 0 goes, and which card comes to place 0. Chi-squared, 12 degrees of freedom: 99.99% are below 40."""
    shuffler = kind(b"even")
    goes, comes = Counter[int](), Counter[int]()
    rounds = 13_000
    for _ in range(rounds):
        cards = list(range(13))
        shuffler.shuffle(cards)
        goes[cards.index(0)] += 1
        comes[cards[0]] += 1
    for counts in (goes, comes):
        assert sum((counts[place] - 1000) ** 2 / 1000 for place in range(13)) < 40


@both
def test_copies_and_pickles_go_on_alike(kind: type[Shuffler]) -> None:
    shuffler = kind(b"k", 5)
    for twin in (shuffler.copy(), pickle.loads(pickle.dumps(shuffler))):
        assert twin == shuffler
        assert hash(twin) == hash(shuffler)
        twin.n += 1
        assert twin != shuffler
    assert FairShuffler(b"k") != QuickShuffler(b"k")


def test_the_key_depends_on_every_seats_words_and_on_who_said_them() -> None:
    secret = bytes(32)
    said = [[], [""], ["a", "b"], ["ab", ""], ["", "ab"], ["b", "a"], ["a", "b", ""], ["1:a"], ["å"]]
    assert len({key_from(secret, words) for words in said}) == len(said)
    assert key_from(secret, ["a"]) != key_from(bytes(31) + b"\1", ["a"])
    assert commitment(secret) == hashlib.sha256(secret).hexdigest()
