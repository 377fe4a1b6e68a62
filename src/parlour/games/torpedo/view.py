"""What a Torpedo player is shown, asked and told."""

from functools import partial

from parlour.games.rummy import view as rummy
from parlour.games.rummy.actions import Buy
from parlour.games.rummy.state import ANSWERING, DRAWING, NOT_YET, PLAYING, SILENT, WANTS, WINDOW
from parlour.games.torpedo.actions import Accept, Action
from parlour.games.torpedo.rules import Torpedo
from parlour.games.torpedo.scoring import awards, awards_of
from parlour.kernel.actions import Take
from parlour.kernel.state import Seat
from parlour.kernel.view import Ask, Own, Told, View, listed, who, whose

WORDS = rummy.RummyWords("torpedo", "book", "Deck", "caterpillar", "butterfly", "Butterfly", "Down'n'out")
COURTEOUS = "It would be courteous to let it go around once more."


def public(torpedo: Torpedo) -> View:
    return rummy.public(torpedo, WORDS, _prompt(torpedo, None, []), partial(awards_of, torpedo))


def own(torpedo: Torpedo, seat: Seat) -> Own:
    asks = _asks(torpedo, seat)
    return rummy.own(torpedo, seat, WORDS, _prompt(torpedo, seat, asks), asks)


def _price(torpedo: Torpedo) -> str:
    """The penalty card, if there is one (T24, T29)."""
    return " and 1 card" if torpedo.penalty() else ""


# ---------------------------------------------------------------- what is asked


def _prompt(torpedo: Torpedo, seat: Seat | None, asks: list[Ask]) -> str:
    if torpedo.open_hands():
        return rummy.between_prompt(torpedo, seat)
    if torpedo.phase == WINDOW:
        return _window_prompt(torpedo, seat)
    if seat != torpedo.at_bat:
        answering = torpedo.phase == ANSWERING
        asked = f" {who(torpedo.buyer(), seat)} called for {rummy.visible(torpedo)}." if answering else ""
        return f"It's {whose(torpedo.at_bat, seat)} turn.{asked}"
    if torpedo.phase == ANSWERING:
        wants = f"{who(torpedo.buyer(), seat)} wants to buy {rummy.visible(torpedo)}."
        return f"{wants} Let them have it, or take it yourself?"
    if torpedo.phase == DRAWING:
        take = " or take the discard" if torpedo.can_take() else ""
        return f"Your turn: draw a card{take}." if torpedo.can_draw() else "Your turn: take the discard."
    if len(torpedo.hands[seat]) == 1 and any(turn == NOT_YET for turn in torpedo.down):
        return f"Your turn: if you discard your last card, the round is over. {COURTEOUS}"
    return rummy.play_prompt(torpedo, seat, asks)


def _window_prompt(torpedo: Torpedo, seat: Seat | None) -> str:
    card = rummy.visible(torpedo)
    called = [who(other, seat) for other in range(torpedo.seats) if torpedo.answers[other] == WANTS]
    calls = f" {listed(called)} called." if called and called != ["You"] else ""
    if seat is not None and torpedo.answers[seat] == SILENT:
        return f"Do you want to buy {card}?{calls}"
    if seat == torpedo.at_bat:
        return f"Your turn: the others can buy {card} before you draw.{calls}"
    return f"{card.capitalize()} is on offer. {who(torpedo.at_bat, seat)} is at bat.{calls}"


def _asks(torpedo: Torpedo, seat: Seat) -> list[Ask]:
    if torpedo.phase == WINDOW and torpedo.answers[seat] == SILENT:
        return [
            Ask(f"Buy {rummy.visible(torpedo)}{_price(torpedo)}", {"do": "buy"}, "T22", "discard"),
            Ask("Pass", {"do": "pass"}, "T28"),
        ]
    if seat != torpedo.at_bat:
        return []
    if torpedo.phase == WINDOW:
        return [Ask(f"Take {rummy.visible(torpedo)}", {"do": "take"}, "T22", "discard")]
    if torpedo.phase == ANSWERING:
        return [
            Ask(f"Let {who(torpedo.buyer(), seat)} buy {rummy.visible(torpedo)}", {"do": "accept"}, "T24"),
            Ask(f"Take {rummy.visible(torpedo)} yourself", {"do": "take"}, "T24", "discard"),
        ]
    if torpedo.phase == DRAWING:
        return _draw_asks(torpedo)
    if torpedo.phase == PLAYING:
        return rummy.play_asks(torpedo, seat, WORDS)
    return [Ask("Deal", {"do": "deal"}, "T6", "stock")]


def _draw_asks(torpedo: Torpedo) -> list[Ask]:
    asks = []
    if torpedo.can_draw():
        asks.append(Ask("Draw from the deck", {"do": "draw"}, "T8", "stock"))
    if torpedo.can_take():
        asks.append(Ask(f"Take {rummy.visible(torpedo)}", {"do": "take"}, "T8", "discard"))
    if torpedo.may_buy_for_itself():
        then = ", then draw" if torpedo.behind() > torpedo.penalty() else ""
        asks.append(Ask(f"Buy {rummy.visible(torpedo)}{_price(torpedo)}{then}", {"do": "buy"}, "T22"))
    return asks


# ---------------------------------------------------------------- what is told


def tell(before: Torpedo, seat: Seat, action: Action, after: Torpedo, viewer: Seat | None) -> Told:
    """The sentences and the moving cards of one action, for one viewer."""
    if isinstance(action, Accept):
        told, travels = rummy.tell_purchase(before, after, before.buyer(), viewer, WORDS)
    elif isinstance(action, Buy) and before.phase == DRAWING:
        told, travels = rummy.tell_purchase(before, after, seat, viewer, WORDS)
    else:
        told, travels = rummy.tell_shared(before, seat, action, after, viewer, WORDS)
    sentences = rummy.reshuffled(before, after, WORDS) + told
    if isinstance(action, Take) and before.phase in (WINDOW, ANSWERING):
        denied = [who(other, viewer) for other in range(before.seats) if before.answers[other] == WANTS]
        if denied:
            sentences.append(f"{listed(denied)} called but didn't get it.")
    sentences += rummy.gone_around(before, seat, after, viewer)
    sentences += rummy.scored(before, after, viewer, awards(after, viewer) if after.open_hands() else ())
    return Told(tuple(sentences), tuple(travels), tuple(rummy.moments(before, seat, action, after, WORDS)))
