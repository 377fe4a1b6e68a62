"""What a player of Stepping Stones is shown, asked and told."""

from parlour.cards import by_rank, code, name
from parlour.kernel.actions import Deal, Draw
from parlour.kernel.position import OVER, SCORED
from parlour.kernel.state import Seat, awaited
from parlour.kernel.view import Ask, CardHole, Item, Moment, Own, SeatView, Told, Travel, View, Zone, listed, who, whose
from stepping_stones.rules import PLAYING, Action, Step, Stones


def public(stones: Stones) -> View:
    """What everybody may see."""
    totals = stones.totals()
    result = stones.result()
    return View(
        game="stones",
        seat=None,
        round=stones.round,
        of=stones.options.rounds,
        title=f"Round {stones.round} of {stones.options.rounds}",
        prompt=_prompt(stones, None),
        seats=tuple(
            SeatView(totals[seat], len(hand), ("dealer",) if seat == stones.dealer else ())
            for seat, hand in enumerate(stones.hands)
        ),
        zones=(
            Zone("stock", "pile", "Stock", count=len(stones.stock)),
            Zone("stones", "pile", "Stones", items=tuple(map(code, stones.stones[-3:])), count=len(stones.stones)),
            *(_hand(stones, owner, None) for owner in range(stones.seats)),
        ),
        waiting=awaited(stones),
        sheet=tuple(map(tuple, stones.sheet)),
        winners=result.winners if result else (),
    )


def own(stones: Stones, seat: Seat) -> Own:
    """What one seat sees on top of it: its own zones in place of everybody's, and what it is asked."""
    return Own(
        prompt=_prompt(stones, seat),
        zones=(_hand(stones, seat, seat),),
        asks=_asks(stones, seat) if seat in stones.actors() else (),
    )


def _hand(stones: Stones, owner: Seat, seat: Seat | None) -> Zone:
    seen = owner == seat or stones.phase != PLAYING
    items = tuple(code(face) if seen else Item(down=True) for face in sorted(stones.hands[owner], key=by_rank))
    note = "" if stones.phase == PLAYING else f"{stones.sheet[-1][owner]} this round"
    return Zone(f"hand:{owner}", "hand", f"{whose(owner, seat).capitalize()} cards", owner, items, note=note)


# ---------------------------------------------------------------- what is asked


def _prompt(stones: Stones, seat: Seat | None) -> str:
    mine = seat == stones.at_bat
    if stones.phase == OVER:
        return f"The game is over. {_winners(stones, seat)}"
    if stones.phase == SCORED:
        return f"The round is over. {'You deal' if mine else f'{who(stones.at_bat, seat)} deals'} the next one."
    return "Your turn: step on a stone, or draw." if mine else f"It is {whose(stones.at_bat, seat)} turn."


def _asks(stones: Stones, seat: Seat) -> tuple[Ask, ...]:
    if stones.phase == SCORED:
        return (Ask("Deal", {"do": "deal"}, "S8", "stock"),)
    draw = Ask("Draw a card", {"do": "draw"}, "S5", "stock")
    faces = tuple(map(code, stones.steps(seat)))
    if not faces:
        return (draw,)
    return draw, Ask("Step", {"do": "step", "card": CardHole(f"hand:{seat}", faces)}, "S3", "stones")


# ---------------------------------------------------------------- what is told


def tell(before: Stones, seat: Seat, action: Action, after: Stones, viewer: Seat | None) -> Told:
    """The sentences and the moving cards of one action, for one viewer."""
    you, hand = who(seat, viewer), f"hand:{seat}"
    sentences: list[str] = []
    travels: list[Travel] = []
    match action:
        case Step(face):
            sentences.append(f"{you} stepped on {name(after.stones[-1])}.")
            travels.append(Travel(hand, "stones", face))
        case Draw():
            drawn = after.hands[seat][-1] if seat == viewer else None
            sentences.append(f"{you} drew {'a card' if drawn is None else name(drawn)}.")
            travels.append(Travel("stock", hand, None if drawn is None else code(drawn)))
        case Deal():
            sentences.append(f"{you} dealt round {after.round}. The first stone is {name(after.stones[0])}.")
    if len(after.sheet) > len(before.sheet):
        sentences.append("The stock is used up." if after.hands[seat] else f"{you} reached the other side.")
        costs = [f"{who(other, viewer)} {cost}" for other, cost in enumerate(after.sheet[-1])]
        sentences.append(f"Round {after.round}: {', '.join(costs)}.")
        if after.phase == OVER:
            sentences.append(f"The game is over. {_winners(after, viewer)}")
    across = not after.hands[seat] and after.phase != PLAYING
    return Told(tuple(sentences), tuple(travels), (Moment("out", "Across", seat),) if across else ())


def _winners(stones: Stones, viewer: Seat | None) -> str:
    result = stones.result()
    winners = [who(seat, viewer) for seat in result.winners] if result else []
    if len(winners) > 1:
        return f"{listed(winners)} share the win."
    return "You win." if winners == ["You"] else f"{listed(winners)} wins."
