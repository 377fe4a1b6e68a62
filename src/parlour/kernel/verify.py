"""Checks whether a game was fair: plays its log again from the secret, and checks everything that can be checked."""

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
    """One shuffle of a game: the order of the cards before and after it."""

    n: int
    before: tuple[Card, ...]
    after: tuple[Card, ...]


class Verdict(Struct, frozen=True):
    ok: bool
    proved: tuple[str, ...]  # sentences
    not_proved: tuple[str, ...]  # sentences
    why: str = ""  # why the game is not fair
    rule: str = ""
    entry: int | None = None  # the first wrong entry; 0: the opening, None: what follows the last
    moves: int = 0
    seal: str = ""  # of the last entry: two logs with the same one hold the same game
    shuffles: tuple[Shuffle, ...] = ()
    silent: tuple[Seat, ...] = ()  # who promised words but did not show them in time
    exchanged: tuple[Seat, ...] = ()  # whose words are not the promised ones


class Watched(Shuffler):
    """A fair shuffler that remembers its shuffles. Its copies do not."""

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
    """The verdict on a log: everything it proves, or its first wrong entry. `watch` is called at every move, and may
    raise. `kept` is what a device saved before the first card, which proves more than the log alone."""
    try:
        shuffler = Watched(shuffler_of(log).key)
        state, deck = _play_all(game, log, shuffler, watch)
        if log.result is None and state is not None and state.result() is not None:
            raise BadLog(None, "", "The game is over, but the log doesn't record its result.")
    except Refused as refusal:
        entry = refusal.entry if isinstance(refusal, BadLog) else 0  # any other refusal is about the opening
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
    """The last state and the number of cards. Raises BadLog if a move changes which cards there are."""
    cards: list[Card] = []
    state = None
    for number, step in enumerate(replay(game, log, shuffler), 1):
        watch()
        state = step.after
        cards = cards or _all_cards(step.before)
        if _all_cards(state) != cards:
            raise BadLog(number, "", f"Entry {number} doesn't fit: after it, the cards aren't the same as before.")
    return state, len(cards)


def _all_cards(state: Any) -> list[Card]:
    return sorted(chain.from_iterable(state.places().values()))


# ---------------------------------------------------------------- in words


def _proved(game: AnyGame, log: Log, deck: int, shuffles: list[Shuffle], kept: Witness | None) -> list[str]:
    said = []
    if shuffles:
        said.append(f"The secret is the promised one: its fingerprint begins with {log.opening.commitment[:16]}.")
        words = "and the players' words" if any(log.opening.words) else "alone; nobody added words"
        said.append(f"{_all(len(shuffles), 'shuffle')} made from the secret {words}.")
        said += _promised(log.opening, kept)
    rules = f"the rules of {game.title}, edition {game.edition}"
    said.append(f"{_all(len(log.entries), 'move')} allowed by {rules}, in this order.")
    if deck:
        said.append(f"The same {deck} cards (and pieces, if there are any) were on the table after every move.")
    if log.result is not None:
        said.append(f"The points and the result follow from these moves: {_outcome(log, log.result)}")
    if log.opening.seal:
        said.append(
            "Nothing has changed since the log was sealed: names, times and who moved are as they were written."
        )
    return said


def _promised(opening: Opening, kept: Witness | None) -> list[str]:
    """Sentences about the words that devices promised."""
    names = opening.seats
    shown = [names[seat] for seat, promise in enumerate(opening.promises) if promise and opening.words[seat]]
    said = [f"{listed(shown)} showed the words they had promised."] if shown else []
    if opening.silent:
        late = listed([names[seat] for seat in opening.silent])
        said.append(f"{late} promised words but didn't show them in time, so the cards were shuffled without them.")
    if kept and kept.promises is not None:
        said.append("The fingerprint and all the promises are the ones the device saw before the first card.")
    elif kept and kept.before:
        said.append("The fingerprint is the one the device saw before the first card.")
    return said


def _chosen(opening: Opening) -> str:
    """How somebody who knew the secret could still have chosen between deals."""
    if opening.silent:
        late = listed([opening.seats[seat] for seat in opening.silent])
        return f"That nobody who knew the secret chose between two deals by holding back the words of {late}."
    if opening.promises:
        return "That each player's words were their own: only they know. One honest player is enough."
    if any(opening.words):
        return "That nobody who knew the secret chose a deal by adding words last: the person running the server could."
    return "That the secret wasn't picked from several before it was promised: words from other players prevent that."


def _not_proved(game: AnyGame, log: Log, cards: bool, kept: Witness | None) -> list[str]:
    said = []
    if cards:
        said += ["That nobody looked at the secret during the game.", _chosen(log.opening)]
        if kept:
            said += cautions(log.opening, kept)
        elif log.opening.promises:
            said.append(
                "That all this was promised before the first card: a device that was there can tell from what it saved."
            )
        else:
            said.append(
                "That the promise was made before the first card: compare its fingerprint with the one you saw."
            )
    else:
        said.append("That the points match the cards on the table: a score sheet never sees them.")
    said.append("Who really sat at the table, and how quick they were: the log has only what the server wrote down.")
    if log.opening.seal:
        said.append(
            "That this is the game you played: anybody can play a game, write it down and seal it. "
            f"Compare the last seal, {log.last_seal}, with somebody else's copy."
        )
    else:
        said.append("That nobody changed a name, a time, or a move to another legal one: this log has no seals.")
    if log.result is None:
        said.append("That the game stopped here: it isn't over, and this log doesn't have what was played later.")
    elif game.flow.corrects:
        said.append("That nothing was changed later: a sheet can be changed even after the game is decided.")
    return said


def _outcome(log: Log, result: Result) -> str:
    names = log.opening.seats
    scores = listed([f"{name} {signed(score)}" for name, score in zip(names, result.scores, strict=True)])
    return f"{scores}. {named(won_by(result, None), names)}"


def _all(count: int, what: str) -> str:
    if count == 1:
        return f"The one {what} was"
    return f"Both {what}s were" if count == 2 else f"All {count:,} {what}s were"
