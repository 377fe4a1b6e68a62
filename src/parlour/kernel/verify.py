"""Was it a fair game? A log is played again from its secret, and everything that can be checked is checked."""

from collections.abc import Callable
from itertools import chain
from typing import Any

from msgspec import Struct

from parlour.cards import Card
from parlour.kernel.game import AnyGame
from parlour.kernel.log import BadLog, ExchangedWords, Log, Opening, replay, shuffler_of
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import FairShuffler, Shuffler
from parlour.kernel.state import Result, Seat
from parlour.kernel.view import listed, named, signed, won_by
from parlour.kernel.witness import Witness, cautions, charges


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
    silent: tuple[Seat, ...] = ()  # promised words, and did not show them in time
    exchanged: tuple[Seat, ...] = ()  # whose words are not the promised ones


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


def verify(game: AnyGame, log: Log, watch: Callable[[], None] = lambda: None, kept: Witness | None = None) -> Verdict:
    """Everything a log can prove, or the first entry that is wrong. `watch` is called at every move, and may raise.
    `kept` is what a device was shown before the first card: it knows more than the log can say of itself."""
    try:
        shuffler = Watched(shuffler_of(log).key)
        state, deck = _play_all(game, log, shuffler, watch)
        if log.result is None and state is not None and state.result() is not None:
            raise BadLog(None, "", "The game is over, but the log does not record its result.")
    except Refused as refusal:
        entry = refusal.entry if isinstance(refusal, BadLog) else 0  # whatever else is wrong was fixed in the opening
        exchanged = refusal.seats if isinstance(refusal, ExchangedWords) else ()
        return Verdict(False, (), (), refusal.sentence, refusal.rule, entry, len(log.entries), exchanged=exchanged)
    found = charges(log.opening, kept) if kept else []
    if found:
        seats = tuple(charge.seat for charge in found if charge.seat is not None)
        said = " ".join(charge.say for charge in found)
        return Verdict(False, (), (), said, "", 0, len(log.entries), exchanged=seats)
    return Verdict(
        True,
        tuple(_proved(game, log, deck, shuffler.done, kept)),
        tuple(_not_proved(game, log, bool(shuffler.done), kept)),
        moves=len(log.entries),
        seal=log.last_seal,
        shuffles=tuple(shuffler.done),
        silent=tuple(log.opening.silent),
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
            raise BadLog(number, "", f"Entry {number} does not fit: after it the cards are not those of before.")
    return state, len(cards)


def _all_cards(state: Any) -> list[Card]:
    return sorted(chain.from_iterable(state.places().values()))


# ---------------------------------------------------------------- in words


def _proved(game: AnyGame, log: Log, deck: int, shuffles: list[Shuffle], kept: Witness | None) -> list[str]:
    said = []
    if shuffles:
        said.append(f"The secret is the promised one: its fingerprint begins with {log.opening.commitment[:16]}.")
        words = "and the words of the seats" if any(log.opening.words) else "alone; nobody added words"
        said.append(f"{_all(len(shuffles), 'shuffle')} made from the secret {words}.")
        said += _promised(log.opening, kept)
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


def _promised(opening: Opening, kept: Witness | None) -> list[str]:
    """About the words that devices promised."""
    names = opening.seats
    shown = [names[seat] for seat, promise in enumerate(opening.promises) if promise and opening.words[seat]]
    said = [f"These seats showed the words that they had promised: {listed(shown)}."] if shown else []
    if opening.silent:
        late = listed([names[seat] for seat in opening.silent])
        said.append(f"These seats promised words and did not show them in time, and played without: {late}.")
    if kept and kept.promises is not None:
        said.append(
            "The fingerprint and all the promises are the ones that the device was shown before the first card."
        )
    elif kept and kept.before:
        said.append("The fingerprint is the one that the device was shown before the first card.")
    return said


def _chosen(opening: Opening) -> str:
    """How somebody with the secret in hand could still have chosen."""
    if opening.silent:
        late = listed([opening.seats[seat] for seat in opening.silent])
        return f"That nobody chose between two deals, with the secret in hand, by not showing the words of {late}."
    if opening.promises:
        return "That the words of a seat were its own: who sits there knows. One seat that is not in league is enough."
    if any(opening.words):
        return (
            "That nobody chose with the secret in hand, by being the last to add words: whoever runs the server could."
        )
    return "That the secret was not chosen among several before it was promised: others adding words prevent it."


def _not_proved(game: AnyGame, log: Log, cards: bool, kept: Witness | None) -> list[str]:
    said = []
    if cards:
        said += ["That nobody looked at the secret during the game.", _chosen(log.opening)]
        if kept:
            said += cautions(log.opening, kept)
        elif log.opening.promises:
            said.append(
                "That all this was promised before the first card: a device that was there can tell by what it kept."
            )
        else:
            said.append(
                "That the promise was made before the first card: compare its fingerprint with the one you were shown."
            )
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
    elif game.flow.corrects:
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
