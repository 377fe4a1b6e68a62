"""What a Hearts player is shown, asked and told."""

from msgspec.structs import replace

from parlour.cards import FACE_OF, SUIT, Card, code, name
from parlour.games.hearts.actions import Action, CountMoon, PassCards
from parlour.games.hearts.rules import CARDS, Hearts
from parlour.games.hearts.scoring import COSTLY, JACK_BIT, OTHERS, QUEEN, SELF
from parlour.games.hearts.state import CHOOSING, PASSING, PLAYING, TWO_OF_CLUBS
from parlour.games.tricks.actions import Play
from parlour.games.tricks.masks import BIT, HEARTS, cards_in, count
from parlour.games.tricks.view import hand_zone, in_hand, play_ask, play_travels, trick_zones
from parlour.kernel.actions import Deal
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.sentences import deals, game_over, listed, scores, signed, who, whose, won_by
from parlour.kernel.state import Seat
from parlour.kernel.view import (
    MOST_EXAMPLES,
    Ask,
    CardsHole,
    Choice,
    ChoiceHole,
    Item,
    Moment,
    Own,
    SeatView,
    Told,
    Travel,
    View,
    Zone,
    public_view,
)


def public(hearts: Hearts) -> View:
    totals = hearts.totals()
    broken = "Hearts are broken" if hearts.broken and hearts.phase == PLAYING else ""
    return public_view(
        hearts,
        game="hearts",
        round=hearts.round,
        of=0,  # nobody knows how many there will be
        title=_title(hearts),
        prompt=_prompt(hearts, None),
        seats=[SeatView(totals[seat], count(hand), _tags(hearts, seat)) for seat, hand in enumerate(hearts.hands)],
        zones=trick_zones(hearts, [_note(hearts, seat) for seat in range(hearts.seats)], broken),
    )


def own(hearts: Hearts, seat: Seat) -> Own:
    zones = (_own_hand(hearts, seat),) if hearts.hands[seat] else ()
    return Own(prompt=_prompt(hearts, seat), zones=zones, asks=_asks(hearts, seat))


def _title(hearts: Hearts) -> str:
    way = _way(hearts)
    return f"Round {hearts.round}: " + (f"pass {way}" if way else "no passing")


def _way(hearts: Hearts) -> str:
    """Where cards are passed in this round: "left", "right", "across", or "" if they are not (H2)."""
    way = hearts.way()
    return "" if way == 0 else "left" if way == 1 else "right" if way == hearts.seats - 1 else "across"


def _tags(hearts: Hearts, seat: Seat) -> tuple[str, ...]:
    tags = []
    if hearts.phase == PASSING:
        if seat == hearts.dealer:
            tags.append("dealer")
        if hearts.passed[seat]:
            tags.append("ready to pass")
    if hearts.phase in (SCORED, OVER) and seat == hearts.terms.shooter(hearts.taken):
        tags.append("shot the moon")
    if hearts.phase == SCORED and seat == hearts.at_bat:
        tags.append("deals next")
    return tuple(tags)


# ---------------------------------------------------------------- what lies on the table


def _note(hearts: Hearts, seat: Seat) -> str:
    """What a seat has taken so far in this round (H13), or what the round came to."""
    if hearts.phase in (SCORED, OVER):
        return f"{signed(hearts.sheet[-1][seat])} this round"
    if not hearts.taken[seat] & (COSTLY | JACK_BIT):
        return ""
    points = hearts.terms.cost(hearts.taken[seat])
    return f"{signed(points)} point{'' if points == 1 else 's'}" if points else ""


def _own_hand(hearts: Hearts, seat: Seat) -> Zone:
    """The hand of a player, who sees what was passed to them until the first trick is over."""
    zone = hand_zone(hearts, seat, seat)
    if hearts.phase != PLAYING or not hearts.is_first_trick():
        return zone
    got = [code(card) for card in cards_in(_got(hearts, seat))]
    items = [Item(item, new=True) if isinstance(item, str) and item in got else item for item in zone.items]
    return replace(zone, items=tuple(items))


def _got(hearts: Hearts, seat: Seat) -> int:
    """The cards that were passed to a seat."""
    return hearts.passed[hearts.giver(seat)] if hearts.phase != PASSING and hearts.way() else 0


# ---------------------------------------------------------------- what is asked


def _prompt(hearts: Hearts, seat: Seat | None) -> str:
    if hearts.phase == OVER:
        return f"The game is over. {won_by(hearts.result(), seat)}"
    if hearts.phase == SCORED:
        return f"{_outcome(hearts, seat)} {deals(hearts.at_bat, seat)} the next round."
    if hearts.phase == PASSING:
        return _passing_prompt(hearts, seat)
    if hearts.phase == CHOOSING:
        if seat == hearts.at_bat:
            return "You shot the moon! How should it count?"
        return f"{who(hearts.at_bat, seat)} shot the moon and chooses how it counts."
    if seat != hearts.at_bat:
        return f"It's {whose(hearts.at_bat, seat)} turn."
    if hearts.laid == 0:
        return "Your turn: lead a card."
    led = hearts.trick[hearts.leader]
    follows = SUIT[cards_in(hearts.following(seat))[0]] == SUIT[led]
    return f"Your turn: {'follow suit' if follows else 'play any card'}. {name(led)} was led."


def _passing_prompt(hearts: Hearts, seat: Seat | None) -> str:
    waiting = [other for other, cards in enumerate(hearts.passed) if not cards]
    if seat is None or seat not in waiting:
        names = listed([f"{{{other}}}" for other in waiting]) if len(waiting) < 3 else f"{len(waiting)} players"
        if seat is None:
            return f"Waiting for {names} to choose cards to pass."
        return f"You pass {_names(hearts.passed[seat])}. Waiting for {names}."
    return f"Choose {CARDS[hearts.terms.pass_count]} to pass to {{{hearts.heir(seat)}}}."


def _names(cards: int) -> str:
    return listed([name(card) for card in sorted(cards_in(cards), key=in_hand)])


def _outcome(hearts: Hearts, seat: Seat | None) -> str:
    shooter = hearts.terms.shooter(hearts.taken)
    return f"{who(shooter, seat)} shot the moon." if shooter >= 0 else "The round is over."


def _asks(hearts: Hearts, seat: Seat) -> tuple[Ask, ...]:
    if seat not in hearts.actors():
        return ()
    if hearts.phase == PASSING:
        number = hearts.terms.pass_count
        passes = [tuple(action.cards) for action in hearts.legal(seat) if isinstance(action, PassCards)]
        hole = CardsHole(f"hand:{seat}", number, number, examples=tuple(passes[:MOST_EXAMPLES]))
        return (Ask(f"Pass {_way(hearts)}", {"do": "pass_cards", "cards": hole}, "H2"),)
    if hearts.phase == CHOOSING:
        others = Choice("others", "26 for everybody else")
        hole_of_moon = ChoiceHole((others, Choice("self", "26 off for me")))
        return (Ask("Count the moon", {"do": "moon", "count": hole_of_moon}, "H10"),)
    if hearts.phase == SCORED:
        return (Ask("Deal", {"do": "deal"}, "H1"),)
    return (play_ask(hearts, seat, "H4"),)


# ---------------------------------------------------------------- what is told


def tell(before: Hearts, seat: Seat, action: Action, after: Hearts, viewer: Seat | None) -> Told:
    """Describe one action to one viewer, in sentences and moving cards."""
    you = who(seat, viewer)
    sentences: list[str] = []
    travels: list[Travel] = []
    moments: list[Moment] = []
    match action:
        case PassCards():
            chosen = "" if seat != viewer else f": {_names(_mask(action))}"
            sentences.append(f"{you} chose cards to pass{chosen}.")
            if after.phase == PLAYING:
                sentences += _exchanged(after, viewer)
                travels += _exchange_travels(after, viewer)
                sentences += _opened(after, viewer)
                travels += _open_travels(after)
        case Play(played):
            card = FACE_OF[played]
            sentences.append(f"{you} {'led' if before.laid == 0 else 'played'} {name(card)}.")
            travels += play_travels(before, seat, card, after)
            moments += _moments_of_card(before, seat, card, after)
            if after.broken and not before.broken:
                sentences.append("Hearts are broken.")
            if after.taker != NOBODY and sum(after.tricks) > sum(before.tricks):
                sentences.append(_taken(after, viewer))
            if after.phase == CHOOSING:
                sentences.append(f"{who(after.at_bat, viewer)} shot the moon!")
        case CountMoon(way):
            chose = "26 for everybody else" if way == "others" else "26 off"
            sentences.append(f"{you} chose {chose}.")
        case Deal():
            sentences.append(f"{you} dealt round {after.round}.")
            sentences += _opened(after, viewer)
    shooter = after.terms.shooter(after.taken) if after.phase != PASSING else -1
    if shooter >= 0 and before.terms.shooter(before.taken) < 0:
        moments.append(Moment("shout", "Shot the moon!", shooter))
    if len(after.sheet) > len(before.sheet):
        sentences += _scored(before, after, viewer)
    return Told(tuple(sentences), tuple(travels), tuple(moments))


def _mask(action: PassCards) -> int:
    mask = 0
    for each in action.cards:
        mask |= BIT[FACE_OF[each]]
    return mask


def _exchanged(after: Hearts, viewer: Seat | None) -> list[str]:
    told = [f"Everybody passed {CARDS[after.terms.pass_count]} {_to(after)}."]
    if viewer is not None:
        giver = after.giver(viewer)
        told.append(f"{{{giver}}} passed you {_names(after.passed[giver])}.")
    return told


def _to(hearts: Hearts) -> str:
    way = _way(hearts)
    return way if way == "across" else f"to the {way}"


def _exchange_travels(after: Hearts, viewer: Seat | None) -> list[Travel]:
    found = []
    for giver, cards in enumerate(after.passed):
        heir = after.heir(giver)
        seen = viewer is not None and viewer in (giver, heir)
        found += [
            Travel(f"hand:{giver}", f"hand:{heir}", code(card) if seen else None)
            for card in sorted(cards_in(cards), key=in_hand)
        ]
    return found


def _opened(after: Hearts, viewer: Seat | None) -> list[str]:
    """H3: who begins."""
    if after.phase != PLAYING:
        return []
    if after.laid:
        return [f"{who(after.leader, viewer)} had {name(TWO_OF_CLUBS)}, which opens the first trick."]
    return ["You lead first." if after.at_bat == viewer else f"{who(after.at_bat, viewer)} leads first."]


def _open_travels(after: Hearts) -> list[Travel]:
    if not after.laid:
        return []
    return [Travel(f"hand:{after.leader}", "trick", code(TWO_OF_CLUBS), None, after.leader)]


def _moments_of_card(before: Hearts, seat: Seat, card: Card, after: Hearts) -> list[Moment]:
    if card == QUEEN and before.laid and before.led() != SUIT[QUEEN]:
        return [Moment("slam", "Queen of spades!", seat)]
    if after.broken and not before.broken and SUIT[card] == HEARTS:
        return [Moment("delight", "Hearts are broken", seat)]
    return []


def _taken(after: Hearts, viewer: Seat | None) -> str:
    """Who took the trick, and what it cost."""
    cards = [card for card in after.last if BIT[card] & COSTLY or (after.terms.jack and BIT[card] & JACK_BIT)]
    what = f" and got {listed([name(card) for card in sorted(cards, key=in_hand)])}" if cards else ""
    return f"{who(after.taker, viewer)} took the trick{what}."


def _scored(before: Hearts, after: Hearts, viewer: Seat | None) -> list[str]:
    told = []
    shooter = after.terms.shooter(after.taken)
    if shooter >= 0 and before.phase != CHOOSING:
        told.append(f"{who(shooter, viewer)} shot the moon!")
    told.append(f"Round {after.round}: {scores(after.sheet[-1], viewer)}.")
    was, now = before.totals(), after.totals()
    target = after.terms.target
    told += [f"{who(seat, viewer)} landed on {target}, which is cut to {now[seat]}." for seat in _halved(after, was)]
    result = after.result()
    return told + game_over(result, viewer) if result else told


def _halved(after: Hearts, was: list[int]) -> list[Seat]:
    """Whose total was cut in half (H11)."""
    terms = after.terms
    for moon in (OTHERS, SELF):
        points = terms.round(after.taken, moon)
        if terms.halves and terms.halved(was, points) == after.sheet[-1]:
            return [seat for seat in range(after.seats) if was[seat] + points[seat] == terms.target]
    return []
