"""Magpie, a toy game for testing the kernel: it has every kind of zone and every kind of hole.

Two to four players. Each gets four cards in hand and a row of two face-down cards that nobody knows. On a turn a player
does one of many things; then the others may grab the prize, and the quickest gets it. With three or four players, the
seat that is at bat next does not grab: nobody waits for it, and it may end the grabbing at any time. After three turns
each, cards in hand cost their rank.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, Any, Literal, Self

from msgspec import Meta, Struct

from parlour.cards import JOKER, RANK, Card, card, code, deck, name
from parlour.kernel.game import Calls, Game, Gesture, Grace, Lab, Trying, Window
from parlour.kernel.options import Options, house_rule
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler, Shuffler
from parlour.kernel.state import Reaction, Result, Seat, awaited
from parlour.kernel.view import (
    MOST_EXAMPLES,
    Ask,
    CardHole,
    CardsHole,
    Choice,
    ChoiceHole,
    GroupsHole,
    Item,
    Own,
    SeatView,
    SlotHole,
    TargetHole,
    Told,
    Travel,
    View,
    Zone,
    who,
    whose,
)

Face = Annotated[str, Meta(pattern=r"^((10|[2-9AJQK])[SHDC]|JOK)\Z")]
Meant = Annotated[str, Meta(pattern=r"^((10|[2-9AJQK])[SHDC]|JOK|JOK=(10|[2-9AJQK])[SHDC])\Z")]
COLOURS = {"R": "red", "G": "green", "B": "blue"}


class MagpieOptions(Options, frozen=True, kw_only=True):
    rounds: Annotated[int, house_rule("M1", "Rounds to play.", least=1, most=3)] = 2
    jokers: Annotated[bool, house_rule("M2", "Two jokers are in the deck.")] = True
    prize: Annotated[Literal["open", "none"], house_rule("M3", "Is there a prize?", words={"none": "no prize"})] = (
        "open"
    )
    strict: Annotated[bool, house_rule("M4", "Only with a prize.")] = False
    stock: Annotated[int | None, house_rule("M10", "Cards in the stock.", least=3, most=9, none="all there are")] = 9
    breath: Annotated[int | None, house_rule("M11", "Seconds to draw breath.", least=1, most=9, none="none")] = None

    def check(self) -> None:
        if self.strict and self.prize == "none":
            raise Refused("M4", "strict needs a prize, and prize=none has none.")


class _Action(Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    pass


class Draw(_Action):
    pass


class Keep(_Action):
    pass


class Throw(_Action):
    card: Face


class Turn(_Action):
    slot: Annotated[int, Meta(ge=0, le=1)]


class Hide(_Action):
    card: Face


class Gather(_Action):
    cards: Annotated[list[Face], Meta(min_length=2, max_length=3)]


class Lay(_Action):
    pairs: Annotated[list[Annotated[list[Meant], Meta(min_length=2, max_length=2)]], Meta(min_length=1, max_length=1)]


class Add(_Action):
    card: Face
    meld: Annotated[str, Meta(pattern=r"^meld:\d{1,2}@(front|back)\Z")]


class Pick(_Action):
    colour: Literal["R", "G", "B"]


class Grab(_Action, omit_defaults=True):
    reaction: Reaction = 0


class Pass(_Action):
    pass


class End(_Action):
    """End the grabbing, as the seat at bat."""


class Deal(_Action):
    pass


Action = Draw | Keep | Throw | Turn | Hide | Gather | Lay | Add | Pick | Grab | Pass | End | Deal

TURN, KEEPING, WINDOW, SCORED, OVER = range(5)


class Magpie:
    """A seat remembers its own hand, its hidden card and what it drew. It can look up everything that was face up."""

    settled = 0

    def __init__(self, options: MagpieOptions, seats: int, shuffler: Shuffler) -> None:
        self.options = options
        self.seats = seats
        self.shuffler = shuffler
        self.phase = SCORED
        self.round = 0
        self.at_bat = seats - 1
        self.turns = 0
        self.uncovered = 0
        self.held: list[Card] = []
        self.stock: list[Card] = []
        self.aside: list[Card] = []
        self.discards: list[Card] = []
        self.prize: list[Card] = []
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.rows: list[list[Card]] = [[] for _ in range(seats)]
        self.turned: list[list[bool]] = [[False, False] for _ in range(seats)]
        self.hidden: list[list[Card]] = [[] for _ in range(seats)]
        self.melds: list[list[str]] = []
        self.pieces: list[list[str]] = [[] for _ in range(seats)]
        self.answers: list[str] = [""] * seats
        self.reactions: list[int] = [0] * seats
        self.sheet: list[list[int]] = []

    def actors(self) -> Sequence[Seat]:
        if self.phase == OVER:
            return []
        if self.phase == WINDOW:
            return [seat for seat in range(self.seats) if not self.answers[seat]] + ([self.at_bat] * (self.seats > 2))
        return [self.at_bat]

    def legal(self, seat: Seat) -> Sequence[Action]:
        if seat not in self.actors():
            return []
        hand = [code(face) for face in sorted(set(self.hands[seat]))]
        if self.phase == WINDOW:
            return [Grab(), Pass()] if not self.answers[seat] else [End()]
        if self.phase == SCORED:
            return [Deal()]
        if self.phase == KEEPING:
            return [Keep(), *(Throw(face) for face in hand)]
        actions: list[Action] = [Draw()] if self.stock else []
        actions += [Turn(slot) for slot in range(2) if not self.turned[seat][slot]]
        actions += [Hide(face) for face in hand if not self.hidden[seat]]
        actions += [Gather([code(card)] * copies) for card, copies in self._sets(seat)]
        actions += [Lay([pair]) for pair in self._pairs(seat)]
        actions += [Add(face, target) for face, target in self._fits(seat)]
        actions += [Pick(colour) for colour in ("R", "G", "B") if colour not in self.pieces[seat]]
        return [*actions, Pass()]

    def _sets(self, seat: Seat) -> list[tuple[Card, int]]:
        return [(face, min(3, copies)) for face, copies in sorted(Counter(self.hands[seat]).items()) if copies > 1]

    def _pairs(self, seat: Seat) -> list[list[str]]:
        hand = sorted(self.hands[seat])
        naturals = [face for face in hand if face != JOKER]
        pairs = [[a, b] for at, a in enumerate(naturals) for b in naturals[at + 1 :] if RANK[a] == RANK[b]]
        found = [[code(a), code(b)] for a, b in pairs]
        if JOKER in hand:
            found += [[code(face), f"JOK={stands}"] for face in dict.fromkeys(naturals) for stands in _same_rank(face)]
        return found

    def _fits(self, seat: Seat) -> list[tuple[str, str]]:
        return [
            (code(face), f"meld:{number}@{end}")
            for face in sorted(set(self.hands[seat]))
            for number, meld in enumerate(self.melds)
            for end in ("front", "back")
            if RANK[face] == RANK[card(meld[0].partition("=")[0])]
        ]

    def apply(self, seat: Seat, action: Action) -> None:
        if seat not in self.actors():
            raise Refused("M5", "It isn't your turn.")
        before = self.phase
        if before == WINDOW:
            self._answer(seat, action)
        elif before == SCORED:
            self._deal(action)
        elif before == KEEPING:
            self._keep(seat, action)
        else:
            self._turn(seat, action)

    def _turn(self, seat: Seat, action: Action) -> None:
        hand = self.hands[seat]
        match action:
            case Draw() if self.stock:
                self.held.append(self.stock.pop())
                self.uncovered += 1
                self.phase = KEEPING
                return
            case Turn(slot) if not self.turned[seat][slot]:
                self.turned[seat][slot] = True
                self.uncovered += 1
            case Hide(face) if not self.hidden[seat] and card(face) in hand:
                hand.remove(card(face))
                self.hidden[seat].append(card(face))
            case Gather(faces) if len(set(faces)) == 1 and hand.count(card(faces[0])) >= len(faces):
                for face in faces:
                    hand.remove(card(face))
                    self.discards.append(card(face))
                    self.uncovered += 1
            case Lay([pair]) if pair in self._pairs(seat):
                for meant in pair:
                    hand.remove(card(meant.partition("=")[0]))
                    self.uncovered += 1
                self.melds.append(list(pair))
            case Add(face, target) if (face, target) in self._fits(seat):
                hand.remove(card(face))
                number, end = target.removeprefix("meld:").split("@")
                self.melds[int(number)].insert(0 if end == "front" else 99, face)
            case Pick(colour) if colour not in self.pieces[seat]:
                self.pieces[seat].append(colour)
            case Pass():
                pass
            case _:
                raise Refused("M6", "You can't do that now.")
        self._end_turn(seat)

    def _keep(self, seat: Seat, action: Action) -> None:
        match action:
            case Keep():
                pass
            case Throw(face) if card(face) in self.hands[seat]:
                self.hands[seat].remove(card(face))
                self.discards.append(card(face))
            case _:
                raise Refused("M7", "Keep the card, or throw one from your hand.")
        self.hands[seat].append(self.held.pop())
        self._end_turn(seat)

    def _end_turn(self, seat: Seat) -> None:
        self.turns += 1
        self.at_bat = (seat + 1) % self.seats
        if self.prize:
            self.phase = WINDOW
            silent = {seat, self.at_bat} if self.seats > 2 else {seat}
            self.answers = ["" if other not in silent else "-" for other in range(self.seats)]
            self.reactions = [0] * self.seats
        else:
            self._next()

    def _answer(self, seat: Seat, action: Action) -> None:
        match action:
            case Grab(reaction) if not self.answers[seat]:
                self.answers[seat] = "grab"
                self.reactions[seat] = reaction
            case Pass() if not self.answers[seat]:
                self.answers[seat] = "pass"
            case End() if self.answers[seat]:
                self.answers = [answer or "pass" for answer in self.answers]
            case _:
                raise Refused("M8", "Grab the prize, or pass; at bat, end it.")
        if all(self.answers):
            self._settle()

    def _settle(self) -> None:
        """The quickest gets the prize, or if several tie, the first of them in turn."""
        in_turn = [(self.at_bat + step) % self.seats for step in range(self.seats)]
        if grabbers := [seat for seat in in_turn if self.answers[seat] == "grab"]:
            self.hands[min(grabbers, key=self.reactions.__getitem__)].append(self.prize.pop())
        self._next()

    def _next(self) -> None:
        self.phase = TURN
        if self.turns == 3 * self.seats:
            self.sheet.append([sum(RANK[face] for face in hand) for hand in self.hands])
            self.uncovered += 1  # all hands are open
            self.phase = OVER if self.round == self.options.rounds else SCORED

    def _deal(self, action: Action) -> None:
        if not isinstance(action, Deal):
            raise Refused("M5", "The round is over: deal.")
        cards = deck(1, 2 if self.options.jokers else 0)
        self.shuffler.shuffle(cards)
        self.round += 1
        self.turns = 0
        self.uncovered += 1
        self.phase = TURN
        self.at_bat = (self.at_bat + 1) % self.seats
        self.hands = [[cards.pop() for _ in range(4)] for _ in range(self.seats)]
        self.rows = [[cards.pop() for _ in range(2)] for _ in range(self.seats)]
        self.turned = [[False, False] for _ in range(self.seats)]
        self.hidden = [[] for _ in range(self.seats)]
        self.pieces = [[] for _ in range(self.seats)]
        self.melds = []
        self.prize = [cards.pop()] if self.options.prize == "open" else []
        self.discards = []
        self.stock = cards[: self.options.stock]
        self.aside = cards[len(self.stock) :]

    def silence(self, seat: Seat) -> Action | None:
        if seat not in self.actors() or (self.phase == WINDOW and self.answers[seat]):
            return None
        return {TURN: Pass(), KEEPING: Keep(), WINDOW: Pass(), SCORED: Deal()}[self.phase]  # type: ignore[return-value]

    def asks(self, seat: Seat) -> list[Ask]:
        hand = f"hand:{seat}"
        if self.phase == WINDOW and self.answers[seat]:
            return [Ask("End it", {"do": "end"})]
        if self.phase == WINDOW:
            return [Ask(f"Grab {name(self.prize[0])}", {"do": "grab"}, at="prize"), Ask("Pass", {"do": "pass"})]
        if self.phase == SCORED:
            return [Ask("Deal", {"do": "deal"})]
        if self.phase == KEEPING:
            return [Ask("Keep it", {"do": "keep"}), Ask("Throw", {"do": "throw", "card": CardHole(hand)})]
        asks = [Ask("Draw", {"do": "draw"}, at="stock")] if self.stock else []
        down = tuple(slot for slot in range(2) if not self.turned[seat][slot])
        if down:
            asks.append(Ask("Turn", {"do": "turn", "slot": SlotHole(f"row:{seat}", down)}))
        if not self.hidden[seat] and self.hands[seat]:
            asks.append(Ask("Hide", {"do": "hide", "card": CardHole(hand)}))
        if sets := self._sets(seat):
            same = tuple((code(card),) * copies for card, copies in sets[:MOST_EXAMPLES])
            asks.append(Ask("Gather", {"do": "gather", "cards": CardsHole(hand, 2, 3, examples=same)}))
        if pairs := self._pairs(seat):
            few = tuple((tuple(pair),) for pair in pairs[:MOST_EXAMPLES])
            asks.append(Ask("Lay", {"do": "lay", "pairs": GroupsHole(hand, ("pair",), examples=few)}))
        if fits := self._fits(seat):
            targets = tuple(dict.fromkeys(target for _, target in fits))
            add = {"do": "add", "card": CardHole(hand), "meld": TargetHole(targets)}
            asks.append(Ask("Add", add, fits=tuple(fits)))
        if colours := [colour for colour in COLOURS if colour not in self.pieces[seat]]:
            choices = tuple(Choice(colour, COLOURS[colour]) for colour in colours)
            asks.append(Ask("Pick a piece", {"do": "pick", "colour": ChoiceHole(choices)}))
        return [*asks, Ask("Pass", {"do": "pass"})]

    def redeal(self, seat: Seat | None, rng: Random) -> "Magpie":
        new = self.copy()
        new.shuffler = QuickShuffler(rng.randbytes(16))
        over = self.phase in (SCORED, OVER)
        groups = [new.stock, new.aside]
        groups += [new.held] if seat != self.at_bat else []
        for owner in range(self.seats):
            if owner != seat:
                groups += [new.hidden[owner]] + ([] if over else [new.hands[owner]])
        pool = [face for group in groups for face in group]
        down = [(owner, slot) for owner in range(self.seats) for slot in range(2) if not self.turned[owner][slot]]
        pool += [new.rows[owner][slot] for owner, slot in down]
        pool.sort()
        new.shuffler.shuffle(pool)
        for group in groups:
            group[:] = [pool.pop() for _ in group]
        for owner, slot in down:
            new.rows[owner][slot] = pool.pop()
        return new

    def copy(self) -> Self:
        new = type(self)(self.options, self.seats, self.shuffler.copy())
        for key, value in vars(self).items():
            if isinstance(value, list):
                setattr(new, key, [item[:] if isinstance(item, list) else item for item in value])
            elif key != "shuffler":
                setattr(new, key, value)
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Magpie) and vars(self) == vars(other)

    def result(self) -> Result | None:
        if self.phase != OVER:
            return None
        totals = [sum(row[seat] for row in self.sheet) for seat in range(self.seats)]
        return Result(tuple(s for s in range(self.seats) if totals[s] == min(totals)), tuple(totals))

    def places(self) -> dict[str, list[Card]]:
        places = {"stock": self.stock, "aside": self.aside, "discard": self.discards, "prize": self.prize}
        places |= {f"hand:{seat}": hand for seat, hand in enumerate(self.hands)}
        places |= {f"row:{seat}": row for seat, row in enumerate(self.rows)}
        places |= {f"hidden:{seat}": hidden for seat, hidden in enumerate(self.hidden)}
        places |= {f"meld:{at}": [card(face.partition("=")[0]) for face in meld] for at, meld in enumerate(self.melds)}
        return {**places, "held": self.held}


def _laid(meant: str) -> str | Item:
    face, equals, stands = meant.partition("=")
    return Item(face, stands=stands) if equals else face


def public(magpie: Magpie) -> View:
    zones = [
        Zone("stock", "pile", "Stock", count=len(magpie.stock)),
        Zone("discard", "pile", "Discards", items=tuple(map(code, magpie.discards[-3:])), count=len(magpie.discards)),
        Zone("prize", "prize", "Prize", items=tuple(map(code, magpie.prize))),
    ]
    for owner in range(magpie.seats):
        zones += _before(magpie, owner, None)
    if magpie.held:
        zones.append(Zone("held", "held", "Drawn", magpie.at_bat, (Item(down=True),)))
    for at, meld in enumerate(magpie.melds):
        zones.append(Zone(f"meld:{at}", "meld", "Pair", items=tuple(map(_laid, meld))))
    scores = [sum(row[seat] for row in magpie.sheet) for seat in range(magpie.seats)]
    result = magpie.result()
    return View(
        game="magpie",
        seat=None,
        round=magpie.round,
        of=magpie.options.rounds,
        title=f"Round {magpie.round}",
        prompt="Wait.",
        seats=tuple(SeatView(score, len(hand)) for score, hand in zip(scores, magpie.hands, strict=True)),
        zones=tuple(zones),
        waiting=awaited(magpie),
        sheet=tuple(map(tuple, magpie.sheet)),
        winners=result.winners if result else (),
    )


def own(magpie: Magpie, seat: Seat) -> Own:
    zones = _before(magpie, seat, seat)
    if magpie.held and seat == magpie.at_bat:
        zones.append(Zone("held", "held", "Drawn", seat, (code(magpie.held[0]),)))
    if seat not in magpie.actors():
        return Own("Wait.", tuple(zones))
    return Own("Your turn.", tuple(zones), tuple(magpie.asks(seat)))


def _before(magpie: Magpie, owner: Seat, seat: Seat | None) -> list[Zone]:
    """The zones of one seat."""
    mine = owner == seat
    shown = mine or magpie.phase in (SCORED, OVER)
    hand = tuple(code(face) if shown else Item(down=True) for face in magpie.hands[owner])
    row = [
        code(face) if up else Item(down=True) for face, up in zip(magpie.rows[owner], magpie.turned[owner], strict=True)
    ]
    on = magpie.pieces[owner][-1] if magpie.pieces[owner] else None
    hidden = tuple(Item(code(face) if mine else None, down=True, on=on) for face in magpie.hidden[owner])
    label = whose(owner, seat).capitalize()
    return [
        Zone(f"hand:{owner}", "hand", f"{label} hand", owner, hand),
        Zone(f"row:{owner}", "grid", f"{label} row", owner, tuple(row), columns=2),
        Zone(f"hidden:{owner}", "meld", f"{label} hidden card", owner, hidden),
        Zone(f"pieces:{owner}", "pieces", f"{label} pieces", owner, tuple(magpie.pieces[owner])),
    ]


def _same_rank(face: Card) -> list[str]:
    return [code(other) for other in deck(1, 0) if RANK[other] == RANK[face]]


def meanings(state: Magpie, seat: Seat, action: Action) -> list[list[list[str]]] | None:
    """What jokers may stand for: in a pair, any card of the other card's rank."""
    if not isinstance(action, Lay):
        return None
    found = []
    for pair in action.pairs:
        naturals = [face for face in pair if not face.startswith("JOK")]
        could = _same_rank(card(naturals[0])) if naturals else []
        found.append([could if face.startswith("JOK") else [] for face in pair])
    return found


def tell(before: Magpie, seat: Seat, action: Action, after: Magpie, viewer: Seat | None) -> Told:
    you = who(seat, viewer)
    match action:
        case Draw():
            face = code(after.held[0]) if seat == viewer else None
            return Told((f"{you} drew.",), (Travel("stock", "held", face),))
        case Hide(face):
            return Told((f"{you} hid {face if seat == viewer else 'a card'}.",))
        case Keep():
            return Told((f"{you} kept it.",))
        case Grab() | Pass() | End() if before.phase == WINDOW:
            return Told((f"{you} answered.",) if not isinstance(action, End) else (f"{you} ended it.",))
        case Turn(slot):
            return Told((f"{you} turned {code(before.rows[seat][slot])}.",))
        case _:
            return Told((f"{you}: {action}.",))


def count(options: MagpieOptions, texts: Sequence[str]) -> int:
    return sum(RANK[card(text)] for text in texts)


class First:
    """Plays the first legal action, but only when somebody waits for it."""

    def choose(self, state: Magpie, seat: Seat, rng: Random) -> Any:
        return None if state.silence(seat) is None else state.legal(seat)[0]


def start(options: MagpieOptions, seats: int, shuffler: Shuffler) -> Magpie:
    magpie = Magpie(options, seats, shuffler)
    magpie._deal(Deal())
    return magpie


def aside(state: Magpie, seat: Seat) -> bool:
    """Whether a seat is asked out of turn. With two players, the seat at bat next is asked too."""
    return seat != state.at_bat or state.seats == 2


def facts(state: Magpie) -> Mapping[str, int]:
    return {"melds": len(state.melds)}


GAME: Game[Magpie, MagpieOptions] = Game(
    name="magpie",
    title="Magpie",
    about="A toy.",
    edition=2,
    seats=range(2, 5),
    options=MagpieOptions,
    actions=Action,
    start=start,
    public=public,
    own=own,
    tell=tell,
    count=count,
    bots={"first": First()},
    package=__name__,
    calls=Calls(
        Window(5.0, "grab the prize", "M8", lambda state: state.phase == WINDOW, aside),
        races=True,
        grace=Grace(lambda state: state.options.breath if state.phase == WINDOW else None, "M11"),
    ),
    trying=Trying(meanings),
    lab=Lab(facts),
    gestures=(
        Gesture("squawk", "Squawk", "M9", lambda state, seat: state.phase in (SCORED, OVER), "squawked.", "Awk"),
    ),
)
