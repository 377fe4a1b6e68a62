"""What a Golf player is shown, asked and told."""

from parlour.cards import NO_CARD, RANK, Card, a_card, code, the_card
from parlour.games.golf.actions import Action, DiscardDrawn, Knock, LeaveDown, Swap, Turn
from parlour.games.golf.rules import Golf
from parlour.games.golf.state import ALL_UP, DOWN, DOWN_SLOTS, DRAWING, FLIPPING, PLACING, TURNING_UP
from parlour.kernel.actions import Deal, Draw, Take
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.sentences import deals, game_over, listed, scores, signed, who, whose, won_by
from parlour.kernel.state import Seat
from parlour.kernel.view import (
    FACE_DOWN,
    Ask,
    Item,
    Moment,
    Own,
    SeatView,
    SlotHole,
    Sum,
    Told,
    Travel,
    View,
    Zone,
    public_view,
)

PLACES = ("top left", "top middle", "top right", "bottom left", "bottom middle", "bottom right")
IN_TURN = (DRAWING, PLACING, FLIPPING)


def public(golf: Golf) -> View:
    return public_view(
        golf,
        game="golf",
        round=golf.round,
        of=golf.options.holes,
        title=f"Hole {golf.round} of {golf.options.holes}",
        prompt=_prompt(golf, None, ()),
        seats=[SeatView(total, 6, _tags(golf, seat)) for seat, total in enumerate(golf.totals())],
        zones=_zones(golf),
        warning=f"{who(golf.out, None)} went out: last turns" if _are_last_turns(golf) else "",
    )


def own(golf: Golf, seat: Seat) -> Own:
    mine = [_grid(golf, seat, "Your cards")]
    if golf.held != NO_CARD and seat == golf.at_bat:
        mine.append(_held(golf, "In your hand", code(golf.held)))
    out = seat == golf.out and _are_last_turns(golf)
    asks = _asks(golf, seat)
    return Own(
        prompt=_prompt(golf, seat, asks),
        zones=tuple(mine),
        asks=asks,
        warning="You went out: last turns" if out else None,
    )


def _tags(golf: Golf, seat: Seat) -> tuple[str, ...]:
    tags = []
    if seat == golf.dealer and golf.out == NOBODY:  # later it no longer matters
        tags.append("dealer")
    if seat == golf.out:
        tags.append("out")
    elif _are_last_turns(golf) and _is_before_out(golf, seat):
        tags.append("last turn")
    if golf.phase == SCORED and seat == golf.at_bat:
        tags.append("deals next")
    return tuple(tags)


def _is_before_out(golf: Golf, seat: Seat) -> bool:
    """Whether this seat still has a last turn before the seat that went out would be at bat again (G8)."""
    return (seat - golf.at_bat) % golf.seats < (golf.out - golf.at_bat) % golf.seats


def _are_last_turns(golf: Golf) -> bool:
    return golf.phase in IN_TURN and golf.out != NOBODY


def _zones(golf: Golf) -> list[Zone]:
    top = tuple([code(card) for card in golf.discards[-1:]])
    zones = [
        Zone("stock", "pile", "Stock", count=len(golf.stock)),
        Zone("discard", "pile", "Discards", items=top, count=len(golf.discards)),
    ]
    if golf.held != NO_CARD:
        shown = code(golf.held) if golf.held_openly else FACE_DOWN
        zones.append(_held(golf, f"In {whose(golf.at_bat, None)} hand", shown))
    return zones + [_grid(golf, owner, f"{whose(owner, None)} cards") for owner in range(golf.seats)]


def _held(golf: Golf, label: str, card: str | Item) -> Zone:
    return Zone(f"held:{golf.at_bat}", "held", label, golf.at_bat, (card,))


def _grid(golf: Golf, owner: Seat, label: str) -> Zone:
    cards = golf.grids[owner * 6 : owner * 6 + 6]
    up = golf.up[owner]
    items = tuple([code(card) if up >> slot & 1 else FACE_DOWN for slot, card in enumerate(cards)])
    if golf.phase in (SCORED, OVER):
        points, value = golf.sheet[-1][owner], golf.terms.grid(cards)
        note = f"{signed(points)} this hole" if points == value else f"{signed(value)} counts as {signed(points)}"
    elif up:
        note = f"Showing: {signed(_showing(golf, cards, up))}"
    else:
        note = ""
    return Zone(f"grid:{owner}", "grid", label, owner, items, columns=3, note=note, sums=_sums(golf, cards, up))


def _sums(golf: Golf, cards: list[Card], up: int) -> tuple[Sum, ...]:
    """The points of each column with both cards face up."""
    terms = golf.terms
    columns = [(top, top + 3) for top in range(3) if up >> top & 1 and up >> top + 3 & 1]
    points = terms.columns(cards) if up == ALL_UP else [terms.column(cards[top], cards[top + 3]) for top in range(3)]
    return tuple([Sum((top, low), points[top], terms.pairs(cards[top], cards[low])) for top, low in columns])


def _showing(golf: Golf, cards: list[Card], up: int) -> int:
    """The points of the face-up cards: full columns as columns, single cards by themselves."""
    if up == ALL_UP:
        return golf.terms.grid(cards)
    total = 0
    for top in range(3):
        if up >> top & 1 and up >> top + 3 & 1:
            total += golf.terms.column(cards[top], cards[top + 3])
        else:
            total += sum(golf.terms.values[cards[slot]] for slot in (top, top + 3) if up >> slot & 1)
    return total


# ---------------------------------------------------------------- what is asked


def _prompt(golf: Golf, seat: Seat | None, asks: tuple[Ask, ...]) -> str:
    if golf.phase == OVER:
        return f"The game is over. {won_by(golf.result(), seat)}"
    if golf.phase == TURNING_UP:
        if seat is not None and asks:
            left = golf.options.initial_flips - (6 - DOWN[golf.up[seat]])
            return f"Turn up {'two' if left == 2 else 'one'} of your cards."
        return "Waiting for everybody to turn up their first cards."
    if golf.phase == SCORED:
        return f"The hole is over. {deals(golf.at_bat, seat)} the next one."
    last = golf.out != NOBODY
    if seat != golf.at_bat:
        turn = f"{whose(golf.at_bat, seat)} turn."
        return f"Last turns: it's {turn}" if last else f"It's {turn}"
    if golf.phase == DRAWING:
        text = "draw a card, or take the discard."
    elif golf.phase == PLACING:
        text = f"swap {the_card(golf.held)} for one of your cards"
        text += "." if golf.held_openly else ", or discard it."
    else:
        text = "turn up one of your cards" + ("." if golf.must_flip() else ", or leave them face down.")
    return f"{'Your last turn' if last else 'Your turn'}: {text}"


def _asks(golf: Golf, seat: Seat) -> tuple[Ask, ...]:
    if golf.phase == TURNING_UP:
        return (_turn_ask(golf, seat, "Turn up a card", "G2"),) if seat in golf.actors() else ()
    if seat != golf.at_bat:
        return ()
    asks = []
    if golf.phase == DRAWING:
        if golf.can_draw():
            asks.append(Ask("Draw from the stock", {"do": "draw"}, "G3", "stock"))
        asks.append(Ask(f"Take {the_card(golf.discards[-1])}", {"do": "take"}, "G3", "discard"))
        if golf.options.flip_as_action:
            asks.append(_turn_ask(golf, seat, "Turn up a card instead", "G28"))
        if golf.options.knock_early and DOWN[golf.up[seat]] <= 2:
            asks.append(Ask("Knock: turn up the rest", {"do": "knock"}, "G29"))
    elif golf.phase == PLACING:
        hole = SlotHole(f"grid:{seat}")
        asks.append(Ask(f"Swap in {the_card(golf.held)}", {"do": "swap", "slot": hole}, "G4"))
        if not golf.held_openly:
            asks.append(Ask(f"Discard {the_card(golf.held)}", {"do": "discard"}, "G4", "discard"))
    elif golf.phase == FLIPPING:
        asks.append(_turn_ask(golf, seat, "Turn up a card", "G7"))
        if not golf.must_flip():
            asks.append(Ask("Leave them face down", {"do": "leave"}, "G7"))
    elif golf.phase == SCORED:
        asks.append(Ask("Deal", {"do": "deal"}, "G11", "stock"))
    return tuple(asks)


def _turn_ask(golf: Golf, seat: Seat, say: str, rule: str) -> Ask:
    hole = SlotHole(f"grid:{seat}", tuple(DOWN_SLOTS[golf.up[seat]]))
    return Ask(say, {"do": "turn", "slot": hole}, rule)


# ---------------------------------------------------------------- what is told


def tell(before: Golf, seat: Seat, action: Action, after: Golf, viewer: Seat | None) -> Told:
    """Describe one action to one viewer, in sentences and moving cards."""
    you = who(seat, viewer)
    grid = f"grid:{seat}"
    held = f"held:{seat}"
    sentences: list[str] = []
    travels: list[Travel] = []
    moments: list[Moment] = []
    match action:
        case Draw():
            if not before.stock:
                sentences.append("The discards were shuffled into a new stock.")
            seen = after.held if seat == viewer else NO_CARD
            sentences.append(f"{you} drew {a_card(seen) if seen != NO_CARD else 'from the stock'}.")
            travels.append(Travel("stock", held, code(seen) if seen != NO_CARD else None))
        case Take():
            sentences.append(f"{you} took {the_card(after.held)} from the discards.")
            travels.append(Travel("discard", held, code(after.held)))
        case Swap(slot):
            old, new = before.grids[seat * 6 + slot], before.held
            was = "" if before.up[seat] >> slot & 1 else ", which was face down"
            sentences.append(f"{you} put {the_card(new)} {PLACES[slot]} and discarded {a_card(old)}{was}.")
            travels.append(Travel(grid, "discard", code(old), slot))
            travels.append(Travel(held, grid, code(new), None, slot))
        case DiscardDrawn():
            sentences.append(f"{you} discarded {a_card(before.held)}.")
            travels.append(Travel(held, "discard", code(before.held)))
        case Turn(slot):
            card = before.grids[seat * 6 + slot]
            sentences.append(f"{you} turned up {a_card(card)}, {PLACES[slot]}.")
            travels.append(Travel(grid, grid, code(card), slot, slot))
        case LeaveDown():
            sentences.append(f"{you} left the face-down cards alone.")
        case Knock():
            turned = DOWN_SLOTS[before.up[seat]]
            cards = [before.grids[seat * 6 + slot] for slot in turned]
            sentences.append(f"{you} knocked and turned up {listed([a_card(card) for card in cards])}.")
            travels += [Travel(grid, grid, code(card), slot, slot) for slot, card in zip(turned, cards, strict=True)]
        case Deal():
            sentences.append(f"{you} dealt hole {after.round}. The first discard is {a_card(after.discards[0])}.")
    if isinstance(action, Swap | Turn) and _is_pair(after, seat, action.slot):
        sentences[-1] += " That makes a pair."
        moments.append(Moment("delight", "A pair", seat))
    if after.out != before.out and after.out != NOBODY:
        moments.append(Moment("out", "Out", seat))
        sentences.append(f"{you} went out. Everybody else gets one more turn.")
    if len(after.sheet) > len(before.sheet):
        sentences += _scored(before, action, after, viewer)
    return Told(tuple(sentences), tuple(travels), tuple(moments))


def _is_pair(golf: Golf, seat: Seat, slot: int) -> bool:
    """Whether the card in this slot makes a pair that everybody can see."""
    other = (slot + 3) % 6
    cards = golf.grids[seat * 6 : seat * 6 + 6]
    return golf.up[seat] >> other & 1 == 1 and RANK[cards[slot]] == RANK[cards[other]]


def _scored(before: Golf, action: Action, after: Golf, viewer: Seat | None) -> list[str]:
    sentences = []
    if after.turns == after.seats * after.options.turn_cap:
        sentences.append(f"Everybody has had {after.options.turn_cap} turns, so the hole ends.")
    elif after.out == NOBODY:
        sentences.append("There's nothing left to draw, so the hole ends.")
    for seat in range(after.seats):
        last = [slot for slot in DOWN_SLOTS[before.up[seat]] if not _touched(before, action, seat, slot)]
        if last:
            cards = [a_card(after.grids[seat * 6 + slot]) for slot in last]
            were = "card was" if len(cards) == 1 else "cards were"
            sentences.append(f"{whose(seat, viewer).capitalize()} face-down {were} {listed(cards)}.")
    sentences.append(f"Hole {after.round}: {scores(after.sheet[-1], viewer)}.")
    result = after.result()
    return sentences + game_over(result, viewer) if result else sentences


def _touched(before: Golf, action: Action, seat: Seat, slot: int) -> bool:
    """Whether the action itself turned or replaced this card."""
    if seat != before.at_bat:
        return False
    return isinstance(action, Knock) or (isinstance(action, Swap | Turn) and action.slot == slot)
