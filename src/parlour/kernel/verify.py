"""Was it a fair game? A log is played again from its secret, and everything that can be checked is checked."""

from collections.abc import Callable
from itertools import chain
from typing import Any

from msgspec import Struct

from parlour.cards import Card
from parlour.kernel.game import AnyGame
from parlour.kernel.log import Log, Misfit, replay, shuffler_of
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import FairShuffler, Shuffler
from parlour.kernel.state import Result
from parlour.kernel.view import listed, named, signed, won_by


class Shuffle(Struct, frozen=True):
    """One shuffle of a game: the cards as they lay before it and after it."""

    n: int
    before: tuple[Card, ...]
    after: tuple[Card, ...]


class Verdict(Struct, frozen=True):
    ok: bool
    proved: tuple[str, ...]  # a sentence each; so are the rest
    not_proved: tuple[str, ...]
    why: str = ""  # it is not a fair game
    rule: str = ""
    entry: int | None = None  # the first that is wrong; 0: the opening, None: what follows the last
    moves: int = 0
    seal: str = ""  # of the last entry: whoever has the same has the same game
    shuffles: tuple[Shuffle, ...] = ()


class Watched(Shuffler):
    """Shuffles fairly, and remembers what it did. A copy of it does not."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.done: list[Shuffle] = []

    def shuffle(self, cards: list[Card]) -> None:
        before = tuple(cards)
        FairShuffler(self.key, self.n).shuffle(cards)
        self.done.append(Shuffle(self.n, before, tuple(cards)))
        self.n += 1

    def copy(self) -> Shuffler:
        return FairShuffler(self.key, self.n)


def verify(game: AnyGame, log: Log, watch: Callable[[], None] = lambda: None) -> Verdict:
    """Everything a log can prove, or the first entry that is wrong. `watch` is called at every move, and may raise."""
    try:
        shuffler = Watched(shuffler_of(log).key)
        state, deck = _play_all(game, log, shuffler, watch)
        if log.result is None and state is not None and state.result() is not None:
            raise Misfit(None, "", "The game is over, but the log does not record its result.")
    except Refused as refusal:
        entry = refusal.entry if isinstance(refusal, Misfit) else 0  # whatever else is wrong was fixed in the opening
        return Verdict(False, (), (), refusal.sentence, refusal.rule, entry, len(log.entries))
    return Verdict(
        True,
        tuple(_proved(game, log, deck, shuffler.done)),
        tuple(_not_proved(game, log, bool(shuffler.done))),
        moves=len(log.entries),
        seal=log.last_seal,
        shuffles=tuple(shuffler.done),
    )


def _play_all(game: AnyGame, log: Log, shuffler: Shuffler, watch: Callable[[], None]) -> tuple[Any, int]:
    """The last state, and how many cards there are, which are the same after every move."""
    cards: list[Card] = []
    state = None
    for number, step in enumerate(replay(game, log, shuffler), 1):
        watch()
        state = step.after
        cards = cards or _all_cards(step.before)
        if _all_cards(state) != cards:
            raise Misfit(number, "", f"Entry {number} does not fit: after it the cards are not those of before.")
    return state, len(cards)


def _all_cards(state: Any) -> list[Card]:
    return sorted(chain.from_iterable(state.places().values()))


# ---------------------------------------------------------------- in words


def _proved(game: AnyGame, log: Log, deck: int, shuffles: list[Shuffle]) -> list[str]:
    said = []
    if shuffles:
        said.append(f"The secret is the promised one: its fingerprint begins with {log.opening.commitment[:16]}.")
        words = "and the words of the seats" if any(log.opening.words) else "alone; nobody added words"
        said.append(f"{_all(len(shuffles), 'shuffle')} made from the secret {words}.")
    rules = f"the rules of {game.title}, edition {game.edition}"
    said.append(f"{_all(len(log.entries), 'move')} allowed by {rules}, each after those before it.")
    if deck:
        said.append(f"After every move the same {deck} cards (and pieces, if there are any) were on the table.")
    if log.result is not None:
        said.append(f"The points and the result are what these moves come to: {_outcome(log, log.result)}")
    if log.opening.seal:
        said.append(
            "Nothing was changed since the log was sealed: names, times and who moved are as they were written."
        )
    return said


def _not_proved(game: AnyGame, log: Log, cards: bool) -> list[str]:
    said = []
    if cards:
        said += [
            "That nobody looked at the secret during the game.",
            "That nobody chose with the secret in hand, by being the last to add words: whoever runs the server could."
            if any(log.opening.words)
            else "That the secret was not chosen among several before it was promised: others adding words prevent it.",
            "That the promise was made before the first card: compare its fingerprint with what you were shown then.",
        ]
    else:
        said.append("That the points are those of the cards on the table: no cards are in a score sheet.")
    said.append("Who really sat at the table, and how quick they were: that is what the server wrote down.")
    if log.opening.seal:
        said.append(
            "That this is the game you played: anybody can play one, write it down and seal it. "
            f"Compare the last seal, {log.last_seal}, with somebody else's copy."
        )
    else:
        said.append("That names, times, and moves which the rules also allow were not changed: this log has no seals.")
    if log.result is None:
        said.append("That the game stopped here: it is not over, and what was played after it is not in this log.")
    elif game.sheet_of:
        said.append("That nothing was corrected later: a sheet can be, also when the match is decided.")
    return said


def _outcome(log: Log, result: Result) -> str:
    names = log.opening.seats
    scores = listed([f"{name} {signed(score)}" for name, score in zip(names, result.scores, strict=True)])
    return f"{scores}. {named(won_by(result, None), names)}"


def _all(count: int, what: str) -> str:
    if count == 1:
        return f"The one {what} was"
    return f"Both {what}s were" if count == 2 else f"All {count:,} {what}s were"
