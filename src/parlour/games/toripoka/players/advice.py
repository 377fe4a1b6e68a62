"""Advice in words: what to do and why, based on what the seat sees."""

from parlour.cards import FACE_OF, name
from parlour.games.toripoka.actions import Action, DrawPyramid, Fold, PlaceCard
from parlour.games.toripoka.comparison import hand_name
from parlour.games.toripoka.hands import HIGH_CARD, kind_of, unit, value_of
from parlour.games.toripoka.pieces import BLACK, NO_PIECE, SIZE_WORDS, color_of, piece_name, pips_of, read_piece, score
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.state import SIDES
from parlour.kernel.sentences import listed
from parlour.kernel.state import Seat


def say(action: Action | None) -> str:
    """An action as advice."""
    if action is None:
        return "Wait"
    if isinstance(action, DrawPyramid):
        return f"Draw a {SIZE_WORDS[action.size - 1]} pyramid"
    if isinstance(action, Fold):
        return f"Fold at the {action.prize} prize"
    if isinstance(action, PlaceCard):
        on = read_piece(action.pyramid)
        face_down = " face down" if action.down else ""
        under = f", with your {piece_name(on)} on it" if on != NO_PIECE else ""
        return f"Place {name(FACE_OF[action.card])}{face_down} at the {action.prize} prize{under}"
    return "Deal the next round"


def why(toripoka: Toripoka, seat: Seat, action: Action | None) -> str:
    if action is None:
        return "your hands may still win more than you'd get by folding"
    if isinstance(action, DrawPyramid):
        return _why_draw(toripoka, seat, action.size)
    if isinstance(action, Fold):
        return _why_fold(toripoka, seat, SIDES.index(action.prize))
    if isinstance(action, PlaceCard):
        return _why_place(toripoka, seat, action)
    return "the round is over, and you go first in the next one"


def _why_draw(toripoka: Toripoka, seat: Seat, pips: int) -> str:
    sizes = [0, 0, 0]
    for piece in toripoka.owned[seat]:
        if color_of(piece) != BLACK:
            sizes[pips_of(piece) - 1] += 1
    if sizes[pips - 1] < min([count for size, count in enumerate(sizes, 1) if size != pips]):
        return "you need one of that size to make a tree"
    drawn = [piece for piece in toripoka.bag if pips_of(piece) == pips]
    if BLACK not in [color_of(piece) for piece in drawn]:
        return "there's no black one of that size left in the bag"
    return f"pyramids of that size help you the most and {{{1 - seat}}} the least"


def _why_fold(toripoka: Toripoka, seat: Seat, side: int) -> str:
    other = f"{{{1 - seat}}}"
    if lying := toripoka.lying(side):
        taken = listed([f"the {piece_name(piece)}" for piece in lying])
        return f"you get {taken}, and that's worth more to you than your chance at the prize"
    prize = toripoka.prizes[side]
    theirs = toripoka.pieces_of(1 - seat)
    if score([*theirs, prize]) < score(theirs):
        return f"the {piece_name(prize)} costs points, and {other} has to take it"
    return f"you give {other} the {piece_name(prize)}, but your cards do more at the other prize"


def _why_place(toripoka: Toripoka, seat: Seat, action: PlaceCard) -> str:
    side = SIDES.index(action.prize)
    on = read_piece(action.pyramid)
    card = FACE_OF[action.card]
    laid = toripoka.units(seat, side)
    before = value_of(laid)
    bare = value_of([*laid, unit(card)])
    after = value_of([*laid, unit(card, on)])
    unseen = f", and {{{1 - seat}}} can't see it" if action.down else ""
    if on != NO_PIECE and kind_of(after) > kind_of(bare):
        return f"with the pyramid on it, it makes {_a(after)} there{unseen}"
    if kind_of(after) > max(HIGH_CARD, kind_of(before)):
        return f"it makes {_a(after)} there{unseen}"
    elsewhere = 1 - side
    if kind_of(before) > HIGH_CARD:
        return f"you already have {_a(before)} there, so you can spare the spot{unseen}"
    if not toripoka.room(seat, elsewhere):
        return f"it leaves you the best hands there{unseen}"
    if kind_of(toripoka.value(seat, elsewhere)) > HIGH_CARD:
        return f"your better hand is at the {SIDES[elsewhere]} prize, and it doesn't need this card"
    return f"with what you may still draw, it gives you the best hands on average{unseen}"


def _a(value: int) -> str:
    """A hand's name with its article, if it takes one."""
    called = hand_name(value)
    return called if called.startswith("three ") else f"a {called}"
