"""What a round asks for: books and runs, each of a size (T5, T36, P4, P19)."""

from itertools import combinations
from typing import Final

from parlour.games.rummy.melds import BOOK, RUN

BOOK_SIZE: Final = 3  # what books and runs usually have
RUN_SIZE: Final = 4
LONGEST: Final = 7  # the longest run that a contract may ask for


class Sizes:
    """The sizes of melds of one kind, the smallest first. `sizes_of` makes each of them once."""

    def __init__(self, sizes: tuple[int, ...]) -> None:
        self.sizes = sizes
        self.number: int = len(sizes)
        self.cards: int = sum(sizes)
        self.size: int = sizes[0] if sizes and sizes[0] == sizes[-1] else 0  # of each meld, if they are all the same
        self.alike: list[int] = [
            sizes[at:].count(size) for at, size in enumerate(sizes)
        ]  # by meld: as large, from it on
        self.code = 0  # identifies the sizes
        for size in sizes:
            self.code = self.code * 8 + size
        # Every way to choose some of the melds, with the rest; the fewest melds first.
        self.splits: list[tuple[Sizes, Sizes]] = []
        self.parts: list[Sizes] = []  # every choice of melds: none first, all of them last

    def _find_parts(self) -> None:
        chosen = [some for number in range(1, self.number) for some in sorted(set(combinations(self.sizes, number)))]
        none = sizes_of(()) if self.number else self
        self.parts = [none, *[sizes_of(some) for some in chosen]]
        for part in self.parts[1:]:
            rest = list(self.sizes)
            for size in part.sizes:
                rest.remove(size)
            self.splits.append((part, sizes_of(tuple(rest))))
        if self.number:
            self.splits.append((self, none))
            self.parts.append(self)


_known: dict[tuple[int, ...], Sizes] = {}


def sizes_of(sizes: tuple[int, ...]) -> Sizes:
    """The sizes in order, smallest first."""
    known = _known.get(sizes)
    if known is None:
        known = Sizes(tuple(sorted(sizes)))
        known._find_parts()
        _known[sizes] = known
    return known


class Contract:
    """The books and runs to be laid down together, in the order of its parts: books first, the smallest first."""

    def __init__(self, book_sizes: tuple[int, ...], run_sizes: tuple[int, ...]) -> None:
        self.book_sizes: Sizes = sizes_of(tuple(sorted(book_sizes)))
        self.run_sizes: Sizes = sizes_of(tuple(sorted(run_sizes)))
        self.books: int = self.book_sizes.number
        self.runs: int = self.run_sizes.number
        self.cards: int = self.book_sizes.cards + self.run_sizes.cards
        self.code: int = self.book_sizes.code << 12 | self.run_sizes.code
        self.longest: int = self.run_sizes.sizes[-1] if run_sizes else RUN_SIZE  # the longest run it asks for
        self.largest: int = self.book_sizes.sizes[-1] if book_sizes else BOOK_SIZE  # the largest book

    def needs(self) -> list[str]:
        return ["book"] * self.books + ["run"] * self.runs

    def part(self, number: int) -> tuple[int, int]:
        """The kind and size of one of its melds."""
        if number < self.books:
            return BOOK, self.book_sizes.sizes[number]
        return RUN, self.run_sizes.sizes[number - self.books]


def usual(books: int, runs: int, book_size: int = BOOK_SIZE) -> Contract:
    """A contract whose books have the same size, and whose runs have four cards."""
    return Contract((book_size,) * books, (RUN_SIZE,) * runs)
