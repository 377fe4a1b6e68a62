"""What a player of Stepping Stones is shown, asked and told."""

from parlour.cards import by_rank, code, name
from parlour.kernel.actions import Deal, Draw
from parlour.kernel.position import OVER, SCORED
from parlour.kernel.sentences import deals, scores, who, whose, won_by
from parlour.kernel.state import Seat
from parlour.kernel.view import FACE_DOWN, Ask, CardHole, Moment, Own, SeatView, Told, Travel, View, Zone, public_view
from stepping_stones.rules import PLAYING, Action, Step, Stones


def public(stones: Stones) -> View:
    """What everybody may see."""
    return public_view(
        stones,
        game="stones",
        round=stones.round,
        of=stones.options.rounds,
        title=f"Round {stones.round} of {stones.options.rounds}",
        prompt=_prompt(stones, None),
        seats=[
            SeatView(total, len(stones.hands[seat]), ("dealer",) if seat == stones.dealer else ())
            for seat, total in enumerate(stones.totals())
        ],
        zones=(
            Zone("stock", "pile", "Stock", count=len(stones.stock)),
            Zone("stones", "pile", "Stones", items=tuple(map(code, stones.stones[-3:])), count=len(stones.stones)),
            *(_hand(stones, owner, None) for owner in range(stones.seats)),
        ),
    )


def own(stones: Stones, seat: Seat) -> Own:
    """What one seat sees besides that: its own zones, in place of everybody's, and its asks."""
    return Own(
        prompt=_prompt(stones, seat),
        zones=(_hand(stones, seat, seat),),
        asks=_asks(stones, seat) if seat in stones.actors() else (),
    )


def _hand(stones: Stones, owner: Seat, seat: Seat | None) -> Zone:
    seen = owner == seat or stones.phase != PLAYING
    items = tuple(code(face) if seen else FACE_DOWN for face in sorted(stones.hands[owner], key=by_rank))
    note = "" if stones.phase == PLAYING else f"{stones.sheet[-1][owner]} this round"
    return Zone(f"hand:{owner}", "hand", f"{whose(owner, seat).capitalize()} cards", owner, items, note=note)


# ---------------------------------------------------------------- what is asked


def _prompt(stones: Stones, seat: Seat | None) -> str:
    mine = seat == stones.at_bat
    if stones.phase == OVER:
        return f"The game is over. {won_by(stones.result(), seat)}"
    if stones.phase == SCORED:
        return f"The round is over. {deals(stones.at_bat, seat)} the next one."
    return "Your turn: step on a stone, or draw." if mine else f"It's {whose(stones.at_bat, seat)} turn."


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
        sentences.append("The stock ran out." if after.hands[seat] else f"{you} reached the other side.")
        sentences.append(f"Round {after.round}: {scores(after.sheet[-1], viewer)}.")
        if after.phase == OVER:
            sentences.append(f"The game is over. {won_by(after.result(), viewer)}")
    across = not after.hands[seat] and after.phase != PLAYING
    return Told(tuple(sentences), tuple(travels), (Moment("out", "Across", seat),) if across else ())
