"""What a Spades player is shown, asked and told."""

from msgspec.structs import replace

from parlour.cards import FACE_OF, SUIT, name
from parlour.games.spades.actions import Action, Bid, BlindNil, Look
from parlour.games.spades.rules import Spades
from parlour.games.spades.scoring import BLIND, NIL, SideCount
from parlour.games.spades.state import BIDDING, PLAYING, UNSAID
from parlour.games.tricks.actions import Play
from parlour.games.tricks.masks import cards_in, count
from parlour.games.tricks.view import hand_zone, play_ask, play_travels, trick_zones
from parlour.kernel.actions import Deal
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.sentences import all_of, deals, signed, who, whose, won_by
from parlour.kernel.state import Seat
from parlour.kernel.view import (
    FACE_DOWN,
    Ask,
    Choice,
    ChoiceHole,
    Moment,
    Own,
    SeatView,
    Told,
    Travel,
    View,
    Zone,
    public_view,
)


def public(spades: Spades) -> View:
    """D15: the trick, the last one, and everybody's bid, tricks and bags."""
    totals = spades.totals()
    seats = range(spades.seats)
    broken = "Spades are broken" if spades.broken and spades.phase == PLAYING else ""
    return public_view(
        spades,
        game="spades",
        round=spades.round,
        of=0,  # nobody knows how many there will be
        title=f"Round {spades.round}, to {spades.terms.target} points",
        prompt=_prompt(spades, None),
        seats=[
            SeatView(totals[seat], count(spades.hands[seat]), _tags(spades, seat), _bid(spades, seat)) for seat in seats
        ],
        zones=trick_zones(spades, [_note(spades, seat) for seat in seats], broken),
        sides=spades.terms.partners,
    )


def own(spades: Spades, seat: Seat) -> Own:
    asks = _asks(spades, seat)
    return Own(prompt=_prompt(spades, seat), zones=(_own_hand(spades, seat),), asks=asks)


def _own_hand(spades: Spades, seat: Seat) -> Zone:
    """The seat's own hand: face down for as long as it may go blind nil (D11)."""
    zone = hand_zone(spades, seat, seat)
    return zone if spades.looked[seat] else replace(zone, items=(FACE_DOWN,) * len(zone.items))


def _tags(spades: Spades, seat: Seat) -> tuple[str, ...]:
    tags = []
    if spades.phase in (BIDDING, PLAYING) and seat == spades.dealer:
        tags.append("dealer")
    if spades.phase == SCORED and seat == spades.at_bat:
        tags.append("deals next")
    bags = spades.bags[spades.terms.side_of[seat]] % spades.terms.bag_limit
    if bags:
        tags.append(f"{bags} bag{'' if bags == 1 else 's'}")
    return tuple(tags)


def bid_word(spades: Spades, seat: Seat) -> str:
    """A bid as people say it: "3", "nil", "blind nil"."""
    return "blind nil" if spades.blind[seat] else str(spades.bids[seat] or "nil")


def _bid(spades: Spades, seat: Seat) -> str:
    """ "2 of 3": the tricks taken of those bid. Before the first card: "bid 3"."""
    if spades.bids[seat] == UNSAID:
        return ""
    said, took = bid_word(spades, seat), spades.tricks[seat]
    if spades.phase == BIDDING:
        return said if spades.bids[seat] == 0 else f"bid {said}"
    return f"{took} of {said}"


def _note(spades: Spades, seat: Seat) -> str:
    """After a round: what it counted for the seat's side."""
    return f"{signed(spades.sheet[-1][seat])} this round" if spades.phase in (SCORED, OVER) else ""


# ---------------------------------------------------------------- what is asked


def _prompt(spades: Spades, seat: Seat | None) -> str:
    if spades.phase == OVER:
        return f"The game is over. {won_by(spades.result(), seat)}"
    if spades.phase == SCORED:
        return f"The round is over. {deals(spades.at_bat, seat)} the next one."
    if spades.phase == BIDDING:
        if seat != spades.at_bat:
            return f"It's {whose(spades.at_bat, seat)} turn to bid."
        if not spades.looked[seat]:
            return "Your bid: go blind nil, or look at your cards?"
        return f"Your bid: how many tricks will you take?{_said_before(spades, seat)}"
    if seat != spades.at_bat:
        return f"It's {whose(spades.at_bat, seat)} turn."
    if spades.laid == 0:
        return "Your turn: lead a card."
    follows = SUIT[cards_in(spades.allowed(seat))[0]] == spades.led()
    return "Your turn: follow suit." if follows else "Your turn: you can't follow suit, so play any card."


def _said_before(spades: Spades, seat: Seat) -> str:
    """What the seat's partner has bid."""
    partner = spades.terms.partner_of(seat)
    if partner == NOBODY or spades.bids[partner] == UNSAID:
        return ""
    return f" {who(partner, seat)} bid {bid_word(spades, partner)}."


def _asks(spades: Spades, seat: Seat) -> tuple[Ask, ...]:
    if seat != spades.at_bat:
        return ()
    if spades.phase == BIDDING:
        if not spades.looked[seat]:
            costs = f"{BLIND} points if you take no trick, {BLIND} off if you do"
            return (
                Ask("Go blind nil", {"do": "blind_nil"}, "D11", note=costs),
                Ask("Look at your cards", {"do": "look"}, "D11", f"hand:{seat}"),
            )
        bids = range(spades.least(seat), spades.terms.dealt + 1)
        hole = ChoiceHole(tuple([Choice(tricks, str(tricks) if tricks else "nil") for tricks in bids]))
        nil = f"Nil: {NIL} points if you take no trick, {NIL} off if you do" if bids[0] == 0 else ""
        return (Ask("Bid", {"do": "bid", "tricks": hole}, "D3", note=nil),)
    if spades.phase == PLAYING:
        return (play_ask(spades, seat, "D5" if spades.laid else "D7"),)
    return (Ask("Deal", {"do": "deal"}, "D1"),)


# ---------------------------------------------------------------- what is told


def tell(before: Spades, seat: Seat, action: Action, after: Spades, viewer: Seat | None) -> Told:
    """Describe one action to one viewer, in sentences and moving cards."""
    you = who(seat, viewer)
    sentences: list[str] = []
    travels: list[Travel] = []
    moments: list[Moment] = []
    match action:
        case Bid(tricks):
            sentences.append(f"{you} bid {tricks or 'nil'}.")
            if tricks == 0:
                moments.append(Moment("shout", "Nil", seat))
        case BlindNil():
            sentences.append(f"{you} went blind nil.")
            moments.append(Moment("shout", "Blind nil", seat))
        case Look():
            sentences.append(f"{you} looked at {'your' if seat == viewer else 'their'} cards.")
        case Play(face):
            card = FACE_OF[face]
            sentences.append(f"{you} {'played' if before.laid else 'led'} {name(card)}.")
            travels += play_travels(before, seat, card, after)
            if after.broken and not before.broken:
                sentences.append("Spades are broken.")
                moments.append(Moment("call", "Spades are broken", seat))
            if sum(after.tricks) > sum(before.tricks):
                moments += _taken(after, sentences, viewer)
        case Deal():
            sentences.append(f"{you} dealt round {after.round}.")
    if len(after.sheet) > len(before.sheet):
        sentences += _scored(before, after, viewer)
        moments += _kept_nils(after)
    return Told(tuple(sentences), tuple(travels), tuple(moments))


def _taken(after: Spades, sentences: list[str], viewer: Seat | None) -> list[Moment]:
    """Say who took a trick. A nil that fails is heard around the table."""
    taker = after.taker
    sentences.append(f"{who(taker, viewer)} took the trick: {_bid(after, taker)}.")
    if after.bids[taker] == 0 and after.tricks[taker] == 1:
        sentences.append(f"{whose(taker, viewer).capitalize()} {bid_word(after, taker)} has failed.")
        return [Moment("shout", "Nil failed", taker)]
    return []


def _kept_nils(after: Spades) -> list[Moment]:
    kept = [seat for seat in range(after.seats) if after.bids[seat] == 0 and after.tricks[seat] == 0]
    return [Moment("delight", "Nil made", seat) for seat in kept]


def _scored(before: Spades, after: Spades, viewer: Seat | None) -> list[str]:
    """The points of each side, and then what they are for."""
    sentences = [f"Round {after.round}: {_by_side(after, after.sheet[-1], viewer)}."]
    for side, seats in enumerate(after.terms.sides):
        counted = after.terms.count(side, after.bids, after.blind, after.tricks, before.bags[side])
        sentences.append(f"{all_of(seats, viewer)}: {_in_words(after, side, counted)}.")
    result = after.result()
    if result is None:
        return sentences
    return [*sentences, f"The game is over: {_by_side(after, after.totals(), viewer)}.", won_by(result, viewer)]


def _by_side(spades: Spades, points: list[int], viewer: Seat | None) -> str:
    """ "You and {2} 93, {1} and {3} 70", from the points of the seats."""
    return ", ".join([f"{all_of(seats, viewer)} {signed(points[seats[0]])}" for seats in spades.terms.sides])


def _in_words(spades: Spades, side: int, counted: SideCount) -> str:
    """ "70 for the bid of 7, 2 bags, too many bags cost 100"."""
    bid = spades.side_bid(side)
    parts = [f"{signed(counted.contract)} for the bid of {bid}"] if bid else []
    parts += [f"{signed(counted.nils)} for nil"] if counted.nils or not bid else []
    parts += [f"{counted.bags} bag{'' if counted.bags == 1 else 's'}"] if counted.bags else []
    parts += [f"too many bags cost {counted.penalty}"] if counted.penalty else []
    return ", ".join(parts)
