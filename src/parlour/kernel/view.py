"""The view vocabulary: what a seat is shown, in terms that every game shares.

A view has *zones* of items, *asks* (action templates with typed holes) and scores; `Told` has the sentences about a
move. The page, the terminal and the screen reader draw views without knowing the game. A hidden card is part of a
count, or an item that is `down`; it has no identity.

Sentences name seats as `{0}`, `{1}` …, because a state does not know who sits there. `named` puts the names in.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from parlour.cards import CODES, card, name
from parlour.kernel.ledger import Ledger
from parlour.kernel.sentences import all_of as all_of
from parlour.kernel.sentences import listed as listed
from parlour.kernel.sentences import named as named
from parlour.kernel.sentences import signed as signed
from parlour.kernel.sentences import who as who
from parlour.kernel.sentences import whose as whose
from parlour.kernel.sentences import won_by as won_by
from parlour.kernel.state import Seat, State, awaited

# ---------------------------------------------------------------- things on the table


class Item(Struct, frozen=True, omit_defaults=True):
    """A card or piece for which its face alone does not say everything."""

    face: str | None = None
    down: bool = False  # lies face down
    stands: str | None = field(default=None, name="as")  # what a joker stands for, or a wild card may: "A-7"
    on: str | None = None  # a piece that lies on it
    new: bool = False  # has just arrived
    empty: bool = False  # a place where nothing lies yet


FACE_DOWN = Item(down=True)
EMPTY = Item(empty=True)

ZoneKind = Literal["pile", "hand", "grid", "held", "meld", "prize", "pieces", "trick", "won"]


class Sum(Struct, frozen=True, omit_defaults=True):
    """What some items of a zone count together."""

    items: tuple[int, ...]  # by their index
    points: int
    joined: bool = False  # they belong together, like a pair: alone, each would count something else


class Zone(Struct, frozen=True, omit_defaults=True):
    """A place for cards. A pile shows a count and its top card, or the last few that lie open (the top one last). Every
    other zone shows all its items.

    A trick has one item per seat, in the order of the seats: the card that the seat played, or `EMPTY`. Where a seat
    has won tricks, `count` says how many; its items are the last trick, if that seat took it, laid out as a trick."""

    id: str
    kind: ZoneKind
    label: str
    seat: Seat | None = None  # whose it is
    items: tuple[str | Item, ...] = ()
    count: int | None = None  # of a pile: how many cards in all; of won tricks: how many tricks
    columns: int | None = None  # of a grid: how many items a row
    note: str = ""  # a short remark
    sums: tuple[Sum, ...] = ()
    room: int | None = None  # how many items it takes, if everybody knows
    lead: Seat | None = None  # of a trick: who led it
    best: Seat | None = None  # of a trick: whose card takes it, as it lies now


class SeatView(Struct, frozen=True, omit_defaults=True):
    """A player as the others see them. The table adds name, bot and here."""

    score: int
    cards: int = 0
    tags: tuple[str, ...] = ()
    bid: str = ""  # what the seat has said it will do, with how far it is: "2 of 3"
    name: str = ""
    bot: str | None = None
    here: bool = True


# ---------------------------------------------------------------- holes: what a player still has to choose

MOST_EXAMPLES = 5  # in a hole for several cards, for clients that do not know the rules


class CardHole(Struct, frozen=True, omit_defaults=True, tag_field="hole", tag="card"):
    """One face from a zone. Filled by its code: "7H"."""

    zone: str = field(name="from")
    only: tuple[str, ...] | None = None  # None: any card of the zone


class SlotHole(Struct, frozen=True, omit_defaults=True, tag_field="hole", tag="slot"):
    """One place in a zone, whatever lies there. Filled by its index, from 0."""

    zone: str = field(name="from")
    only: tuple[int, ...] | None = None


class TargetHole(Struct, frozen=True, omit_defaults=True, tag_field="hole", tag="target"):
    """A zone to play on, or a spot of it: "meld:1", "meld:1@low", "meld:1@2" (its third item). Filled by that text."""

    only: tuple[str, ...]


class Choice(Struct, frozen=True):
    value: str | int | bool
    say: str


class ChoiceHole(Struct, frozen=True, omit_defaults=True, tag_field="hole", tag="choice"):
    """One of a few labelled values. Filled by the value."""

    of: tuple[Choice, ...]


class CardsHole(Struct, frozen=True, omit_defaults=True, tag_field="hole", tag="cards"):
    """Several faces from a zone. Filled by a list of codes, whose order matters if it is `ordered`."""

    zone: str = field(name="from")
    least: int = field(name="min")
    most: int = field(name="max")
    ordered: bool = False
    examples: tuple[tuple[str, ...], ...] | None = None  # a few that are legal now; (): none are


class GroupsHole(Struct, frozen=True, omit_defaults=True, tag_field="hole", tag="groups"):
    """Faces from a zone in groups, each of a named kind. Filled by a list of lists of codes. "JOK=JH" is a joker that
    stands for a chosen card."""

    zone: str = field(name="from")
    needs: tuple[str, ...]
    sizes: tuple[int, ...] = ()  # how many cards each group needs, if the rules say so
    examples: tuple[tuple[tuple[str, ...], ...], ...] | None = None  # as in `CardsHole`


Filling = str | int | bool | list[str] | list[list[str]]  # a value for a hole
Hole = CardHole | SlotHole | TargetHole | ChoiceHole | CardsHole | GroupsHole


class Ask(Struct, frozen=True, omit_defaults=True):
    """Something the seat may do: an action in its JSON form, with holes where the player still has to choose.

    Without holes it is a button; `at` names a zone that may be tapped instead, or an item of it ("pile@0"). If one hole
    limits another, `fits` lists the allowed combinations: one value per hole, in the order of the action's fields.
    `note` says what it costs or leads to.
    `brings` says what choosing a target leads to, if players should read that first.
    """

    say: str
    action: dict[str, Annotated[Any, Filling, Hole]]
    rule: str = ""
    at: str | None = None
    fits: tuple[tuple[Annotated[Any, Filling], ...], ...] | None = None
    note: str = ""
    brings: dict[str, str] | None = None
    held: bool = False  # the others are asked first: it has to wait for them, or until their time is up
    one_tap: bool = False  # a tap on a card may do it at once, if the table likes it so; it can be taken back

    def holes(self) -> dict[str, Hole]:
        return {key: value for key, value in self.action.items() if isinstance(value, Hole)}

    def fill(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The action with its holes filled. `values` has a value for each hole."""
        return {key: values[key] if isinstance(value, Hole) else value for key, value in self.action.items()}


class View(Struct, frozen=True, omit_defaults=True):
    """Everything that one seat (None: an onlooker) may know now."""

    game: str
    seat: Seat | None
    round: int
    of: int
    title: str  # what this round is about
    prompt: str  # one sentence: whose turn it is, what they may do
    seats: tuple[SeatView, ...]
    zones: tuple[Zone, ...]
    asks: tuple[Ask, ...] = ()
    later: tuple[Ask, ...] = ()  # what the seat may already prepare and try, but not do yet
    waiting: tuple[Seat, ...] = ()  # the seats that are waited for
    answering: bool = False  # they only answer an offer or a call; it is not their turn
    sheet: tuple[tuple[int, ...], ...] = ()  # points: one row per scored round, one column per seat
    winners: tuple[Seat, ...] = ()
    sides: tuple[tuple[Seat, ...], ...] = ()  # partners, who have one score; (): everybody plays for themselves
    warning: str = ""  # what is urgent for everybody now
    ledger: Ledger | None = None  # on a score sheet: everything that is written on it

    def zone(self, id: str) -> Zone:
        return next(zone for zone in self.zones if zone.id == id)


def public_view(
    state: State[Any],
    *,
    game: str,
    round: int,
    of: int,
    title: str,
    prompt: str,
    seats: Sequence[SeatView],
    zones: Sequence[Zone],
    answering: bool = False,
    sides: tuple[tuple[Seat, ...], ...] = (),
    warning: str = "",
) -> View:
    """A game's public view. The fields that any state can fill are taken from it."""
    result = state.result()
    return View(
        game=game,
        seat=None,
        round=round,
        of=of,
        title=title,
        prompt=prompt,
        seats=tuple(seats),
        zones=tuple(zones),
        waiting=awaited(state),
        answering=answering,
        sheet=tuple([tuple(points) for points in state.sheet]),
        winners=result.winners if result else (),
        sides=sides,
        warning=warning,
    )


class Own(Struct, frozen=True, omit_defaults=True):
    """What one seat is shown on top of the public view."""

    prompt: str  # replaces the public one
    zones: tuple[Zone, ...] = ()  # each replaces the public zone with its id
    asks: tuple[Ask, ...] = ()
    later: tuple[Ask, ...] = ()
    warning: str | None = None  # replaces the public one, unless it is None


def seen_by(public: View, seat: Seat, own: Own) -> View:
    """The view of a seat: the public view with the seat's own part on top."""
    mine = {zone.id: zone for zone in own.zones}
    return replace(
        public,
        seat=seat,
        prompt=own.prompt,
        zones=tuple([mine.get(zone.id, zone) for zone in public.zones]) if mine else public.zones,
        asks=own.asks,
        later=own.later,
        warning=public.warning if own.warning is None else own.warning,
    )


class Travel(Struct, frozen=True, omit_defaults=True):
    """One card on its way from zone to zone. It has a face only if the viewer may know it, and an index only if a
    certain place in the zone is meant."""

    source: str = field(name="from")
    target: str = field(name="to")
    face: str | None = None
    source_index: int | None = field(default=None, name="fromIndex")
    target_index: int | None = field(default=None, name="toIndex")


MomentKind = Literal["call", "slam", "shout", "delight", "out", "throw"]


class Moment(Struct, frozen=True, omit_defaults=True):
    """Something that deserves a sound or a celebration: a call for a card out of turn, a card slapped down, a word
    that the rules make players shout, a small joy, somebody going out, a hand thrown across the table. It depends only
    on what everybody may know."""

    kind: MomentKind
    say: str  # a word or two
    seat: Seat | None = None  # whose moment it is


class Told(Struct, frozen=True):
    """What an action looked like to one viewer."""

    sentences: tuple[str, ...]
    travels: tuple[Travel, ...] = ()
    moments: tuple[Moment, ...] = ()


# ---------------------------------------------------------------- reading and writing views


def face_of(item: str | Item) -> str | None:
    """The face of an item, or None if it is hidden."""
    return item if isinstance(item, str) else item.face


def values_for(hole: Hole, view: View) -> list[Any] | None:
    """All values that a hole can take, or None if there are too many to list (several cards, groups)."""
    match hole:
        case CardHole():
            faces = dict.fromkeys(face for item in view.zone(hole.zone).items if (face := face_of(item)))
            return list(faces) if hole.only is None else list(hole.only)
        case SlotHole():
            return list(range(len(view.zone(hole.zone).items))) if hole.only is None else list(hole.only)
        case TargetHole():
            return list(hole.only)
        case ChoiceHole():
            return [choice.value for choice in hole.of]
        case CardsHole() | GroupsHole():
            return None


def fillings(ask: Ask, view: View) -> Iterator[dict[str, Any]]:
    """Every action that an ask stands for. Nothing if the values of a hole are too many to list."""
    holes = ask.holes()
    if ask.fits is not None:
        for row in ask.fits:
            yield ask.fill(dict(zip(holes, row, strict=True)))
        return
    lists = {key: values_for(hole, view) for key, hole in holes.items()}
    if any(values is None for values in lists.values()):
        return
    filled: list[dict[str, Any]] = [{}]
    for key, values in lists.items():
        filled = [{**chosen, key: value} for chosen in filled for value in values or ()]
    for chosen in filled:
        yield ask.fill(chosen)


def covers(ask: Ask, action: Mapping[str, Any], view: View) -> bool:
    """Whether this action (in its JSON form) can come from this ask."""
    holes = ask.holes()
    if set(action) != set(ask.action):
        return False
    if any(action[key] != value for key, value in ask.action.items() if key not in holes):
        return False
    if ask.fits is not None:
        return tuple(action[key] for key in holes) in ask.fits
    return all(_takes(hole, action[key], view) for key, hole in holes.items())


def _takes(hole: Hole, value: Any, view: View) -> bool:
    match hole:
        case CardsHole():
            return hole.least <= len(value) <= hole.most and _within(value, hole.zone, view)
        case GroupsHole():
            faces = [face.partition("=")[0] for group in value for face in group]
            return len(value) == len(hole.needs) and _within(faces, hole.zone, view)
        case _:
            return value in (values_for(hole, view) or ())


def _within(faces: Sequence[str], zone: str, view: View) -> bool:
    there = [face_of(item) for item in view.zone(zone).items]
    return all(faces.count(face) <= there.count(face) for face in faces)


def target_words(view: View, target: str) -> str:
    """The label of a target's zone, and the spot in it."""
    zone, _, spot = target.partition("@")
    return view.zone(zone).label + (f", {spot}" if spot else "")


def in_words(view: View, action: Mapping[str, Any]) -> str:
    """An action as the words of its ask and what was chosen: "Step (7♥)"."""
    for ask in view.asks:
        if covers(ask, action, view):
            chosen = [_chosen(hole, action[key], view) for key, hole in ask.holes().items()]
            return f"{ask.say} ({', '.join(filter(None, chosen))})" if any(chosen) else ask.say
    return str(action["do"]).replace("_", " ").capitalize()


def _chosen(hole: Hole, value: Any, view: View) -> str:
    match hole:
        case CardHole():
            return _face_name(value)
        case SlotHole():
            return f"number {value + 1}"
        case TargetHole():
            return target_words(view, value)
        case ChoiceHole():
            return next(choice.say for choice in hole.of if choice.value == value)
        case CardsHole():
            return " ".join(map(_face_name, value))
        case GroupsHole():
            return " / ".join(" ".join(map(_face_name, group)) for group in value)


def _face_name(face: str) -> str:
    """ "7H" as "7♥", and "JOK=JH" as "joker as J♥"."""
    return " as ".join(name(card(code)) if code in CODES else code for code in face.split("="))
