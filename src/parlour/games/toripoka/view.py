"""What a Toripoka player is shown, asked and told."""

from parlour.cards import Card, code, name
from parlour.games.toripoka.actions import Action, DrawPyramid, Fold, PlaceCard
from parlour.games.toripoka.comparison import hand_name, why
from parlour.games.toripoka.hands import Unit, unit, value_of
from parlour.games.toripoka.pieces import (
    BLACK,
    NO_PIECE,
    SIZE_WORDS,
    Piece,
    color_of,
    groups,
    piece_code,
    piece_name,
    read_piece,
    score,
)
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.state import DRAWING, LEFT, PLAYING, RIGHT, ROOM, SIDES
from parlour.kernel.actions import Deal
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.sentences import deals, listed, signed, who, whose, won_by
from parlour.kernel.state import Seat
from parlour.kernel.view import (
    FACE_DOWN,
    Ask,
    CardHole,
    Choice,
    ChoiceHole,
    Item,
    Moment,
    Own,
    SeatView,
    Sum,
    TargetHole,
    Told,
    Travel,
    View,
    Zone,
    public_view,
)

RANGES = {"4S": "A-4", "7S": "A-7", "10S": "A-10", "KS": "A-K"}  # the ranks that a wild can be (K3)
UP_OR_DOWN = ChoiceHole((Choice(False, "Face up"), Choice(True, "Face down")))


def public(toripoka: Toripoka) -> View:
    of = _rounds(toripoka)
    totals = toripoka.totals()
    return public_view(
        toripoka,
        game="toripoka",
        round=toripoka.round,
        of=of,
        title=f"Round {toripoka.round} of {of}",
        prompt=_prompt(toripoka, None, ()),
        seats=[SeatView(totals[seat], len(hand), _tags(toripoka, seat)) for seat, hand in enumerate(toripoka.hands)],
        zones=_zones(toripoka),
    )


def own(toripoka: Toripoka, seat: Seat) -> Own:
    zones = [_prize(toripoka, side, seat) for side in (LEFT, RIGHT) if seat == _settler(toripoka, side)]
    zones += [_laid(toripoka, seat, side, seat) for side in (LEFT, RIGHT)]
    zones += [_pieces(toripoka, seat, seat), _hand(toripoka, seat, seat)]
    asks = _asks(toripoka, seat)
    return Own(prompt=_prompt(toripoka, seat, asks), zones=tuple(zones), asks=asks)


def _rounds(toripoka: Toripoka) -> int:
    """The number of rounds if no prize goes back into the bag."""
    if toripoka.phase == OVER:
        return toripoka.round
    still_to_draw = toripoka.prizes.count(NO_PIECE) if toripoka.phase == DRAWING else 0
    rounds = toripoka.round + (len(toripoka.bag) - still_to_draw) // 2
    return min(rounds, toripoka.options.rounds or rounds)


def _tags(toripoka: Toripoka, seat: Seat) -> tuple[str, ...]:
    tags = [f"folded {SIDES[side]}" for side in (LEFT, RIGHT) if toripoka.folded[side] == seat]
    if toripoka.phase == SCORED and seat == toripoka.at_bat:
        tags.append("deals next")
    return tuple(tags)


# ---------------------------------------------------------------- what lies where


def _zones(toripoka: Toripoka) -> list[Zone]:
    zones = [
        Zone("stock", "pile", "Stock", count=len(toripoka.stock)),
        Zone("aside", "pile", "Set aside", count=len(toripoka.aside)),
        *[_prize(toripoka, side, None) for side in (LEFT, RIGHT)],
        Zone("bag", "pieces", "In the bag", items=_codes(sorted(toripoka.bag))),
    ]
    for owner in (0, 1):
        zones += [_laid(toripoka, owner, side, None) for side in (LEFT, RIGHT)]
        zones += [_pieces(toripoka, owner, None), _hand(toripoka, owner, None)]
    return zones


def _face_up(card: Card) -> str | Item:
    face = code(card)
    return Item(face, stands=RANGES[face]) if face in RANGES else face


def _codes(pieces: list[Piece]) -> tuple[str, ...]:
    return tuple([piece_code(piece) for piece in pieces])


def _prize(toripoka: Toripoka, side: int, seat: Seat | None) -> Zone:
    items: list[str | Item] = [piece_code(toripoka.prizes[side])] if toripoka.prizes[side] != NO_PIECE else []
    items += [_face_up(card) for card in toripoka.publics[side : side + 1]]
    note = ""
    settler = _settler(toripoka, side)
    if toripoka.folded[side] != NOBODY:
        note = f"{who(settler, seat)} folded"
    elif settler != NOBODY:
        note = f"{who(settler, seat)} took it. {_showdown(toripoka, side)}"
    elif toripoka.phase in (SCORED, OVER):
        note = f"Back into the bag. {_showdown(toripoka, side)}"
    return Zone(SIDES[side], "prize", f"{SIDES[side].capitalize()} prize", items=tuple(items), note=note)


def _settler(toripoka: Toripoka, side: int) -> Seat:
    """The seat that folded at this prize or else took it, or NOBODY."""
    folded = toripoka.folded[side]
    return folded if folded != NOBODY else toripoka.takers[side]


def _showdown(toripoka: Toripoka, side: int) -> str:
    return why(toripoka.value(0, side), toripoka.value(1, side))


def _laid(toripoka: Toripoka, owner: Seat, side: int, seat: Seat | None) -> Zone:
    at = 2 * owner + side
    items = []
    for number, card in enumerate(toripoka.laid[at]):
        down = bool(toripoka.down[at][number])
        face = None if down and owner != seat else code(card)
        stands = RANGES.get(face) if face else None
        items.append(Item(face, down=down, stands=stands, on=piece_code(toripoka.on[at][number]) or None))
    label = f"{whose(owner, seat).capitalize()} cards at the {SIDES[side]} prize"
    note = _hand_so_far(toripoka, owner, side, seat)
    return Zone(f"laid:{owner}:{SIDES[side]}", "meld", label, owner, tuple(items), note=note, room=ROOM)


def _hand_so_far(toripoka: Toripoka, owner: Seat, side: int, seat: Seat | None) -> str:
    """The name of a hand, from the cards that this viewer can see (K11)."""
    at = 2 * owner + side
    seen: list[Unit] = []
    hidden = 0
    for card, down, on in zip(toripoka.laid[at], toripoka.down[at], toripoka.on[at], strict=True):
        if down and owner != seat:
            hidden += 1
        else:
            seen.append(unit(card, on))
    if not toripoka.options.name_hands or not seen:
        return ""
    kind = hand_name(value_of(toripoka.public_units(side) + seen))
    if toripoka.folded[side] != NOBODY or toripoka.phase in (SCORED, OVER):
        return kind if not hidden else ""
    return f"{kind} and {hidden} face down" if hidden else kind if len(seen) == ROOM else f"{kind} so far"


def _pieces(toripoka: Toripoka, owner: Seat, seat: Seat | None) -> Zone:
    pieces = toripoka.pieces_of(owner)
    note = f"worth {signed(score(pieces))}" if pieces else ""
    if toripoka.gained[owner]:
        note += f", {len(toripoka.gained[owner])} for next round"
    grouped = groups(pieces)
    items = _codes([piece for group in grouped for piece in group])
    label = f"{whose(owner, seat).capitalize()} pyramids"
    return Zone(f"pieces:{owner}", "pieces", label, owner, items, note=note, sums=_sums(grouped))


def _sums(grouped: list[list[Piece]]) -> tuple[Sum, ...]:
    """The points of each tree and of each single pyramid, in the order in which they are shown (K26)."""
    sums, first = [], 0
    for group in grouped:
        sums.append(Sum(tuple(range(first, first + len(group))), score(group), len(group) > 1))
        first += len(group)
    return tuple(sums)


def _hand(toripoka: Toripoka, owner: Seat, seat: Seat | None) -> Zone:
    hand = toripoka.hands[owner]
    drew = len(hand) == 3 and not toripoka.is_first_card(owner)
    items = [_face_up(card) if owner == seat else FACE_DOWN for card in hand]
    if drew and owner == seat:
        items[-1] = Item(code(hand[-1]), stands=RANGES.get(code(hand[-1])), new=True)
    return Zone(f"hand:{owner}", "hand", f"{whose(owner, seat).capitalize()} hand", owner, tuple(items))


# ---------------------------------------------------------------- what is asked


def _prompt(toripoka: Toripoka, seat: Seat | None, asks: tuple[Ask, ...]) -> str:
    if toripoka.phase == OVER:
        return f"The game is over. {_ending(toripoka, seat)}"
    mine = seat == toripoka.at_bat
    if toripoka.phase == SCORED:
        return f"The round is over. {deals(toripoka.at_bat, seat)} the next one."
    if toripoka.phase == DRAWING:
        side = SIDES[LEFT if toripoka.prizes[LEFT] == NO_PIECE else RIGHT]
        if mine:
            return f"Draw the {side} prize: choose its size."
        return f"{who(toripoka.at_bat, seat)} draws the {side} prize."
    if not mine:
        return f"It's {whose(toripoka.at_bat, seat)} turn.{' You can fold.' if asks else ''}"
    sides = toripoka.sides_with_room(toripoka.at_bat)
    where = f"the {SIDES[sides[0]]} prize" if len(sides) == 1 else "one of the prizes"
    first = "your first card, face up," if toripoka.is_first_card(toripoka.at_bat) else "a card"
    return f"Your turn: place {first} at {where}."


def _asks(toripoka: Toripoka, seat: Seat) -> tuple[Ask, ...]:
    asks = []
    if toripoka.phase == PLAYING:
        if seat == toripoka.at_bat:
            asks.append(_place_ask(toripoka, seat))
        if toripoka.may_fold_at_all(seat):
            brings = {SIDES[side]: _fold_brings(toripoka, seat, side) for side in toripoka.open_sides()}
            asks.append(Ask("Fold a hand", {"do": "fold", "prize": TargetHole(tuple(brings))}, "K10", brings=brings))
    elif seat == toripoka.at_bat and toripoka.phase == DRAWING:
        sizes = tuple([Choice(pips, SIZE_WORDS[pips - 1].capitalize()) for pips in (1, 2, 3) if toripoka.in_bag(pips)])
        asks.append(Ask("Draw a pyramid", {"do": "draw", "size": ChoiceHole(sizes)}, "K5"))
    elif seat == toripoka.at_bat:
        asks.append(Ask("Deal", {"do": "deal"}, "K5", "stock"))
    return tuple(asks)


def _fold_brings(toripoka: Toripoka, seat: Seat, side: int) -> str:
    """What each player would get from a fold (K10)."""
    yours = _the_pieces(toripoka.lying(side)) or "nothing"
    return f"{who(1 - seat, seat)} takes the {piece_name(toripoka.prizes[side])}, and you get {yours}."


def _place_ask(toripoka: Toripoka, seat: Seat) -> Ask:
    room = tuple([SIDES[side] for side in toripoka.sides_with_room(seat)])
    action = {"do": "place", "card": CardHole(f"hand:{seat}"), "prize": TargetHole(room), "down": False, "pyramid": ""}
    if not toripoka.is_first_card(seat):
        action["down"] = UP_OR_DOWN
        if toripoka.owned[seat]:
            pyramids = [Choice(piece_code(piece), piece_name(piece).capitalize()) for piece in toripoka.owned[seat]]
            action["pyramid"] = ChoiceHole((Choice("", "No pyramid"), *pyramids))
    return Ask("Place a card", action, "K7")


# ---------------------------------------------------------------- what is told


def tell(before: Toripoka, seat: Seat, action: Action, after: Toripoka, viewer: Seat | None) -> Told:
    """Describe one action to one viewer, in sentences and moving cards."""
    you = who(seat, viewer)
    sentences: list[str] = []
    travels: list[Travel] = []
    moments: list[Moment] = []
    match action:
        case DrawPyramid():
            side = LEFT if before.prizes[LEFT] == NO_PIECE else RIGHT
            sentences.append(f"{you} drew a {piece_name(after.prizes[side])} for the {SIDES[side]} prize.")
            travels.append(Travel("bag", SIDES[side], piece_code(after.prizes[side])))
            if after.publics:
                left, right = (name(card) for card in after.publics)
                sentences.append(f"{left} was turned up at the left prize and {right} at the right one.")
                travels += [Travel("stock", SIDES[at], code(card)) for at, card in enumerate(after.publics)]
        case PlaceCard():
            _tell_place(before, seat, action, after, viewer, sentences, travels)
        case Fold(prize):
            side = SIDES.index(prize)
            _tell_fold(before, seat, side, viewer, sentences, travels)
            if before.lying(side):
                moments.append(Moment("delight", "Nice fold", seat))
        case Deal():
            sentences.append(f"{you} dealt round {after.round}.")
    if len(after.sheet) > len(before.sheet):
        sentences += _scored(before, after, viewer)
        _tell_prizes(before, after, travels, moments)
    return Told(tuple(sentences), tuple(travels), tuple(moments))


def _tell_place(
    before: Toripoka,
    seat: Seat,
    action: PlaceCard,
    after: Toripoka,
    viewer: Seat | None,
    sentences: list[str],
    travels: list[Travel],
) -> None:
    mine = seat == viewer
    at = 2 * seat + SIDES.index(action.prize)
    card = after.laid[at][-1]
    seen = mine or not action.down
    zone = f"laid:{seat}:{action.prize}"
    on = read_piece(action.pyramid)
    what = name(card) if seen else "a card"
    face_down = " face down" if action.down else ""
    under = f", with a {piece_name(on)} on it" if on != NO_PIECE else ""
    sentences.append(f"{who(seat, viewer)} placed {what}{face_down} at the {action.prize} prize{under}.")
    travels.append(Travel(f"hand:{seat}", zone, code(card) if seen else None, None, len(after.laid[at]) - 1))
    if on != NO_PIECE:
        travels.append(Travel(f"pieces:{seat}", zone, piece_code(on), None, len(after.laid[at]) - 1))
    if len(before.stock) > len(after.stock):
        drawn = after.hands[seat][-1]
        if mine:
            sentences.append(f"You drew {name(drawn)}.")
        travels.append(Travel("stock", f"hand:{seat}", code(drawn) if mine else None))


def _tell_fold(
    before: Toripoka, seat: Seat, side: int, viewer: Seat | None, sentences: list[str], travels: list[Travel]
) -> None:
    other = 1 - seat
    prize = before.prizes[side]
    takes = "you take" if other == viewer else f"{who(other, viewer)} takes"
    sentences.append(f"{who(seat, viewer)} folded at the {SIDES[side]} prize: {takes} the {piece_name(prize)}.")
    travels.append(Travel(SIDES[side], f"pieces:{other}", piece_code(prize)))
    for owner in (0, 1):
        source = f"laid:{owner}:{SIDES[side]}"
        for number, piece in enumerate(before.on[2 * owner + side]):
            if piece != NO_PIECE:
                travels.append(Travel(source, f"pieces:{seat}", piece_code(piece), source_index=number))
    if taken := _the_pieces(before.lying(side)):
        sentences.append(f"{who(seat, viewer)} took {taken} from the cards there.")


def _the_pieces(pieces: list[Piece]) -> str:
    return listed([f"the {piece_name(piece)}" for piece in pieces])


def _scored(before: Toripoka, after: Toripoka, viewer: Seat | None) -> list[str]:
    sentences = []
    for side in after.open_sides():
        sentences.append(f"{SIDES[side].capitalize()} prize: {_showdown(after, side)}")
        taker = after.takers[side]
        prize = piece_name(before.prizes[side])
        if taker == NOBODY:
            sentences.append(f"The {prize} goes back into the bag.")
        else:
            sentences.append(f"{who(taker, viewer)} {'take' if taker == viewer else 'takes'} the {prize}.")
    if left := [piece for pieces in after.on for piece in pieces if piece != NO_PIECE]:
        leave = "leave" if len(left) > 1 else "leaves"
        sentences.append(f"{_the_pieces(left).capitalize()} {leave} the game.")  # K9
    totals = after.totals()
    points = [f"{who(seat, viewer)} {signed(totals[seat])} ({_gain(after.sheet[-1][seat])})" for seat in (0, 1)]
    sentences.append(f"After round {after.round}: {', '.join(points)}.")
    if after.phase == OVER:
        sentences.append(f"The game is over. {_ending(after, viewer)}")
    return sentences


def _tell_prizes(before: Toripoka, after: Toripoka, travels: list[Travel], moments: list[Moment]) -> None:
    """Move each prize to its taker, or back into the bag (K24). Nobody cheers for a black one."""
    for side in after.open_sides():
        prize, taker = before.prizes[side], after.takers[side]
        travels.append(Travel(SIDES[side], "bag" if taker == NOBODY else f"pieces:{taker}", piece_code(prize)))
        if taker != NOBODY and color_of(prize) != BLACK:
            moments.append(Moment("delight", piece_name(prize).removesuffix(" pyramid").capitalize(), taker))


def _gain(points: int) -> str:
    return "unchanged" if points == 0 else f"+{points}" if points > 0 else signed(points)


def _ending(toripoka: Toripoka, viewer: Seat | None) -> str:
    """Who has won, and what decided it if the points are tied (K27)."""
    won = won_by(toripoka.result(), viewer)
    points = toripoka.totals()
    if points[0] != points[1] or won.endswith("share the win."):
        return won
    fewer = "pyramids" if len(toripoka.owned[0]) != len(toripoka.owned[1]) else "colors"
    return f"The points are tied, so fewer {fewer} win. {won}"
