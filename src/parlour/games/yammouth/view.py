"""What a Yammouth player is shown, asked and told."""

from collections.abc import Sequence

from parlour.cards import RANK, Card, a_card, by_rank, code
from parlour.games.yammouth.actions import Action, Call, ClaimCall, Keep, PlaceCards, Slam, SlamHand
from parlour.games.yammouth.placing import cards_of
from parlour.games.yammouth.rules import Yammouth
from parlour.games.yammouth.scoring import counted, reckon, tags_of
from parlour.games.yammouth.state import CLAIMING, PICKING, PLACING, points_of
from parlour.kernel.actions import Deal, Draw, Pass, Take
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.sentences import all_of, deals, game_over, listed, signed, who, whose, won_by
from parlour.kernel.state import Seat
from parlour.kernel.view import (
    FACE_DOWN,
    MOST_EXAMPLES,
    Ask,
    CardHole,
    CardsHole,
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

COUNT_WORDS = ("", "", "two", "three", "four", "five")
RANK_PLURALS = (
    *("jokers", "aces", "twos", "threes", "fours", "fives", "sixes"),
    *("sevens", "eights", "nines", "tens", "jacks", "queens", "kings"),
)


def public(yammouth: Yammouth) -> View:
    totals = yammouth.totals()
    return public_view(
        yammouth,
        game="yammouth",
        round=yammouth.round,
        of=0,  # nobody knows how many there will be
        title=f"Round {yammouth.round}",
        prompt=_prompt(yammouth, None, ()),
        seats=[SeatView(totals[seat], len(hand), _tags(yammouth, seat)) for seat, hand in enumerate(yammouth.hands)],
        zones=_zones(yammouth),
    )


def own(yammouth: Yammouth, seat: Seat) -> Own:
    asks = _asks(yammouth, seat)
    return Own(
        prompt=_prompt(yammouth, seat, asks),
        zones=(_open_hand(yammouth, seat, "Your hand"),) if seat in yammouth.playing else (),
        asks=tuple(asks),
    )


def _tags(yammouth: Yammouth, seat: Seat) -> tuple[str, ...]:
    match_score = yammouth.match_scores[seat]
    tags = []
    if match_score.out:
        tags.append("out")
    if seat == yammouth.beginner and seat != yammouth.at_bat and not yammouth.open_hands():
        tags.append("went first")
    if seat in yammouth.claims:
        tags.append(yammouth.terms.word(yammouth.claims.index(seat)))
    tags += tags_of(match_score)
    if yammouth.phase == SCORED and seat == yammouth.at_bat:
        tags.append("deals next")
    return tuple(tags)


# ---------------------------------------------------------------- what lies on the table


def _zones(yammouth: Yammouth) -> list[Zone]:
    spread = tuple([code(card) for card in yammouth.pile[-yammouth.spread :]])
    return [
        Zone("stock", "pile", "Stock", count=len(yammouth.stock)),
        Zone("pile", "pile", "Pile", items=spread, count=len(yammouth.pile)),
        *[_hand(yammouth, owner) for owner in yammouth.playing],
    ]


def _hand(yammouth: Yammouth, owner: Seat) -> Zone:
    label = f"{whose(owner, None)} hand"
    if yammouth.open_hands():
        return _open_hand(yammouth, owner, label)
    return Zone(f"hand:{owner}", "hand", label, owner, (FACE_DOWN,) * len(yammouth.hands[owner]))


def _open_hand(yammouth: Yammouth, owner: Seat, label: str) -> Zone:
    hand = yammouth.hands[owner]
    items: list[str | Item] = [code(card) for card in sorted(hand, key=by_rank)]
    if owner == yammouth.slammer:
        picked_up = code(hand[-1])
        items[items.index(picked_up)] = Item(picked_up, new=True)
    return Zone(f"hand:{owner}", "hand", label, owner, tuple(items), note=_note(yammouth, owner))


def _note(yammouth: Yammouth, seat: Seat) -> str:
    """The points of a visible hand, and after scoring what happened to it."""
    note = counted(yammouth.held(seat))
    if yammouth.phase not in (SCORED, OVER):
        return note
    if seat in yammouth.claims:
        note += ", won" if seat == yammouth.winner() else f", caught: {yammouth.terms.caught_points}"
    total = yammouth.match_scores[seat].total
    landed = total - yammouth.sheet[-1][seat] + yammouth.points()[seat]
    return f"{note}; {landed} drops to {signed(total)}" if landed > total else note


# ---------------------------------------------------------------- what is asked


def _prompt(yammouth: Yammouth, seat: Seat | None, asks: Sequence[Ask]) -> str:
    if yammouth.phase == OVER:
        return f"The game is over. {won_by(yammouth.result(), seat)}"
    if yammouth.phase == SCORED:
        return f"{_outcome(yammouth, seat)} {deals(yammouth.at_bat, seat)} the next round."
    if yammouth.phase == CLAIMING:
        return _claim_prompt(yammouth, seat, asks)
    return _slam_told(yammouth, seat) + _turn_prompt(yammouth, seat, asks)


def _turn_prompt(yammouth: Yammouth, seat: Seat | None, asks: Sequence[Ask]) -> str:
    if seat == yammouth.slammer:
        return "Slam it or keep it!" if len(asks) > 1 else "No match. Tap Keep."
    if seat != yammouth.at_bat:
        return f"It's {whose(yammouth.at_bat, seat)} turn."
    if yammouth.phase == PICKING:
        return "Your turn: pick up the card that was on top, or one from the stock."
    if not yammouth.hands[seat]:
        return "Your turn: you have no cards. Call YAMMOUTH or pass."
    call = ", or call YAMMOUTH" if yammouth.held(seat) <= yammouth.terms.call_limit else ""
    return f"Your turn: place cards, then pick one up{call}."


def _outcome(yammouth: Yammouth, seat: Seat | None) -> str:
    """How the round ended."""
    winner = yammouth.winner()
    if winner == NOBODY:
        return "The round is over, and nobody won."
    return f"{who(winner, seat)} called {_word(yammouth, -1)} with {counted(yammouth.held(winner))} and won."


def _slam_told(yammouth: Yammouth, seat: Seat | None) -> str:
    """The latest slam, until the next cards are placed, so that nobody misses it."""
    if not yammouth.slammed:
        return ""
    slammer = next(other for other in yammouth.playing if yammouth.left_of(other) == yammouth.at_bat)
    return f"{who(slammer, seat)} slammed {_cards(yammouth.pile[-yammouth.slammed :])}! "


def _claim_prompt(yammouth: Yammouth, seat: Seat | None, asks: Sequence[Ask]) -> str:
    latest = yammouth.winner()
    verb = "called" if len(yammouth.claims) == 1 else "claimed"
    called = f"{who(latest, seat)} {verb} {_word(yammouth, -1)} with {counted(yammouth.held(latest))}."
    next_word = _word(yammouth)
    return f"{called} Claim {next_word}, or pass?" if asks else f"{called} Somebody may still claim {next_word}."


def _word(yammouth: Yammouth, later: int = 0) -> str:
    """The word of the next claim, or with `later` −1 of the latest call."""
    return yammouth.terms.word(len(yammouth.claims) + later)


def _asks(yammouth: Yammouth, seat: Seat) -> list[Ask]:
    if yammouth.phase == CLAIMING:
        return _claim_asks(yammouth, seat)
    if seat == yammouth.slammer:
        return _slam_asks(yammouth, seat)
    if seat != yammouth.at_bat:
        return []
    if yammouth.phase == PLACING:
        return _place_asks(yammouth, seat)
    if yammouth.phase == PICKING:
        return [
            Ask(f"Pick up {a_card(yammouth.card_under())}", {"do": "take"}, "Y7", "pile@0"),
            Ask("Draw from the stock", {"do": "draw"}, "Y7", "stock"),
        ]
    return [Ask("Deal", {"do": "deal"}, "Y3", "stock")]


def _place_asks(yammouth: Yammouth, seat: Seat) -> list[Ask]:
    held = yammouth.held(seat)
    asks = []
    if cards := len(yammouth.hands[seat]):
        placings = [action.cards for action in yammouth.legal(seat) if isinstance(action, PlaceCards)]
        placings.sort(key=len, reverse=True)
        examples = tuple(map(tuple, placings[:MOST_EXAMPLES]))
        hole = CardsHole(f"hand:{seat}", 1, cards, ordered=True, examples=examples)
        asks.append(Ask("Place", {"do": "place", "cards": hole}, "Y6", "pile"))
    if held <= yammouth.terms.call_limit:
        call = f"Call {_word(yammouth)} with {counted(held)}"
        risk = f"Win: 0. Caught: {yammouth.terms.caught_points}"
        asks.append(Ask(call, {"do": "call"}, "Y4", note=risk))
    if not cards:
        asks.append(Ask("Pass", {"do": "pass"}, "Y8"))
    return asks


def naming(action: Action) -> str:
    """The words on the button for placing these cards (Y6)."""
    if not isinstance(action, PlaceCards):
        return ""
    cards = cards_of(action)
    ranks = {RANK[card] for card in cards}
    if len(cards) == 1:
        return f"Place {a_card(cards[0])}"
    if len(ranks) == 1:
        return f"Place {COUNT_WORDS[len(cards)]} {RANK_PLURALS[ranks.pop()]}"
    return f"Place a run, {a_card(cards[0])} to {a_card(cards[-1])}"


def _slam_asks(yammouth: Yammouth, seat: Seat) -> list[Ask]:
    """The likeliest ask comes last, where the thumb is."""
    asks = [Ask("Keep", {"do": "keep"}, "Y11")]
    if yammouth.can_slam_hand():
        hand = yammouth.hands[seat]
        if len(set(hand)) > 1:
            slam = {"do": "slam_hand", "top": CardHole(f"hand:{seat}")}
            asks.append(Ask("Slam all, choose the top card", slam, "Y10"))
        top = yammouth.highest(seat)
        note = f"{a_card(top)} on top" if len(hand) > 1 else "leaves you no cards"
        asks.append(Ask("Slam your whole hand!", {"do": "slam_hand", "top": code(top)}, "Y10", "pile", note=note))
    if yammouth.can_slam():
        *rest, card = yammouth.hands[seat]
        leaves = f"leaves you {counted(points_of(rest))}"
        asks.append(Ask(f"Slam {a_card(card)}!", {"do": "slam"}, "Y9", "pile", note=leaves))
    return asks


def _claim_asks(yammouth: Yammouth, seat: Seat) -> list[Ask]:
    if seat not in yammouth.actors():
        return []
    held = yammouth.held(seat)
    claim = f"Claim {_word(yammouth)} with {counted(held)}"
    risk = f"Win: 0. Caught: {yammouth.terms.caught_points}"
    return [
        Ask("Pass", {"do": "pass"}, "Y13", note=f"costs you {counted(held)}"),
        Ask(claim, {"do": "claim"}, "Y13", note=risk),
    ]


# ---------------------------------------------------------------- what is told


def tell(before: Yammouth, seat: Seat, action: Action, after: Yammouth, viewer: Seat | None) -> Told:
    """Describe one action to one viewer, in sentences and moving cards."""
    you = who(seat, viewer)
    hand = f"hand:{seat}"
    sentences: list[str] = []
    travels: list[Travel] = []
    moments: list[Moment] = []
    match action:
        case Call():
            moments.append(Moment("shout", _word(before), seat))
            sentences.append(f"{you} called {_word(before)} with {counted(before.held(seat))}.")
        case PlaceCards(codes):
            sentences.append(f"{you} placed {_cards(cards_of(action))}.")
            travels += [Travel(hand, "pile", face) for face in codes]
        case Take():
            card = after.hands[seat][-1]
            sentences.append(f"{you} picked up {a_card(card)}.")
            travels.append(Travel("pile", hand, code(card)))
        case Draw():
            if not before.stock:
                sentences.append("The pile was shuffled into a new stock, except its top card.")
            card = after.hands[seat][-1]
            sentences.append(f"{you} drew {a_card(card) if seat == viewer else 'from the stock'}.")
            travels.append(Travel("stock", hand, code(card) if seat == viewer else None))
        case Slam():
            moments.append(Moment("slam", "Slam!", seat))
            card = before.hands[seat][-1]
            sentences.append(f"{you} slammed {a_card(card)}!")
            travels.append(Travel(hand, "pile", code(card)))
        case SlamHand():
            moments.append(Moment("slam", "Slam! The whole hand", seat))
            cards = after.pile[-len(before.hands[seat]) :]
            has = "You have" if seat == viewer else f"{you} has"
            sentences.append(f"{you} slammed {_cards(cards)}! {has} no cards left.")
            travels += [Travel(hand, "pile", code(card)) for card in cards]
        case ClaimCall():
            moments.append(Moment("shout", _word(before), seat))
            sentences.append(f"{you} claimed {_word(before)} with {counted(before.held(seat))}.")
        case Pass():
            passed = "had no cards and passed" if before.phase == PLACING else f"didn't claim {_word(before)}"
            sentences.append(f"{you} {passed}.")
        case Keep():
            pass
        case Deal():
            sentences.append(f"{you} dealt round {after.round} and turned up {a_card(after.pile[0])}.")
    if len(after.sheet) > len(before.sheet):
        sentences += _scored(before, after, viewer)
        moments += _moments_of_totals(before, after)
    return Told(tuple(sentences), tuple(travels), tuple(moments))


def _cards(cards: list[Card]) -> str:
    return listed([a_card(card) for card in cards])


def _scored(before: Yammouth, after: Yammouth, viewer: Seat | None) -> list[str]:
    """What the round costs everybody (Y14), and what happens to the totals, in the order of the rules."""
    points = after.points()
    sentences = []
    if after.winner() == NOBODY:
        turns = "1 turn" if after.terms.turn_cap == 1 else f"{after.terms.turn_cap} turns"
        sentences.append(f"Everybody has had {turns}, so the round ends without a winner.")
    if caught := after.claims[:-1]:
        was = "was" if len(caught) == 1 and caught != [viewer] else "were"
        sentences.append(f"{all_of(caught, viewer)} {was} caught.")
    costs = [f"{who(seat, viewer)} {points[seat]}" for seat in after.playing]
    sentences.append(f"Round {after.round}: {', '.join(costs)}.")
    for seat in after.playing:
        sentences += _reckoned(_steps(before, after, seat), who(seat, viewer))
    result = after.result()
    return sentences + game_over(result, viewer) if result else sentences


def _steps(before: Yammouth, after: Yammouth, seat: Seat) -> list[tuple[str, int]]:
    won = seat == after.winner()
    return reckon(before.match_scores[seat], after.points()[seat], won, after.terms.out_over)[1]


def _moments_of_totals(before: Yammouth, after: Yammouth) -> list[Moment]:
    """Changes of totals that a table cheers or mourns."""
    found = []
    for seat in after.playing:
        for rule, total in _steps(before, after, seat):
            if rule == "Y16":
                found.append(Moment("delight", f"Drops to {signed(total)}", seat))
            elif rule == "Y17":
                found.append(Moment("delight", "Ten wins in a row", seat))
            elif rule == "Y19":
                found.append(Moment("shout", "Gonzed", seat))
    return found


def _reckoned(steps: Sequence[tuple[str, int]], you: str) -> list[str]:
    """Sentences about what happened to a total besides the points of the round."""
    landed = steps[0][1]
    say = {
        "Y16": "{you} landed on {landed} and dropped to {total}.",
        "Y17": "{you} won ten rounds in a row. The total is now {total}.",
        "Y19": "{you} got gonzed: out with {total} points.",
    }
    return [say[rule].format(you=you, landed=landed, total=signed(total)) for rule, total in steps if rule in say]
