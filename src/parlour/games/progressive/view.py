"""What a Progressive player is shown, asked and told."""

from parlour.cards import code
from parlour.games.progressive.actions import Action, ClaimHot
from parlour.games.progressive.rules import Progressive
from parlour.games.rummy import view as rummy
from parlour.games.rummy.actions import Buy
from parlour.games.rummy.card_text import target
from parlour.games.rummy.state import ANSWERING, PLAYING, SILENT, WANTS, WINDOW
from parlour.kernel.actions import Pass, Take
from parlour.kernel.state import Seat
from parlour.kernel.view import Ask, CardHole, Moment, Own, TargetHole, Told, Travel, View, listed, who, whose

WORDS = rummy.RummyWords("progressive", "set", "Stock", "", "laid down", "Down", "Down and out")


def public(progressive: Progressive) -> View:
    return rummy.public(progressive, WORDS, _prompt(progressive, None, []))


def own(progressive: Progressive, seat: Seat) -> Own:
    asks = _asks(progressive, seat)
    return rummy.own(progressive, seat, WORDS, _prompt(progressive, seat, asks), asks)


# ---------------------------------------------------------------- what is asked


def _prompt(progressive: Progressive, seat: Seat | None, asks: list[Ask]) -> str:
    if progressive.open_hands():
        return rummy.between_prompt(progressive, seat)
    if progressive.phase == WINDOW:
        return _offer_prompt(progressive, seat)
    if progressive.phase == ANSWERING:
        if seat == progressive.discarder:
            return "You played the hot card. Now discard a card of your own."
        return f"{who(progressive.discarder, seat)} played the hot card and has to discard."
    if seat != progressive.at_bat:
        return f"It's {whose(progressive.at_bat, seat)} turn."
    return rummy.play_prompt(progressive, seat, asks)


def _offer_prompt(progressive: Progressive, seat: Seat | None) -> str:
    card = rummy.visible(progressive)
    answers = progressive.answers
    wanting = [who(other, seat) for other in range(progressive.seats) if answers[other] == WANTS and other != seat]
    others = f" {listed(wanting)} would like to buy it." if wanting and answers[progressive.at_bat] != WANTS else ""
    if seat is not None and answers[seat] == SILENT:
        if seat == progressive.at_bat and seat != progressive.discarder and not progressive.can_draw():
            return f"Your turn: take {card}? The stock is empty, so if nobody wants it the round is over.{others}"
        if seat == progressive.at_bat:
            return f"Your turn: take {card}, or draw from the stock?{others}"
        return f"Do you want to buy {card} if it comes to you?{others}"
    return f"{card.capitalize()} is on offer. Waiting for answers.{others}"


def _asks(progressive: Progressive, seat: Seat) -> list[Ask]:
    if progressive.phase == WINDOW:
        return _offer_asks(progressive, seat) if progressive.answers[seat] == SILENT else []
    if progressive.phase == ANSWERING:
        if seat != progressive.discarder:
            return []
        return [Ask("Discard", {"do": "discard", "card": CardHole(f"hand:{seat}")}, "P14", "discard")]
    if seat != progressive.at_bat:
        return []
    if progressive.phase == PLAYING:
        return rummy.play_asks(progressive, seat, WORDS)
    return [Ask("Deal", {"do": "deal"}, "P5", "stock")] if not progressive.result() else []


def _offer_asks(progressive: Progressive, seat: Seat) -> list[Ask]:
    card = rummy.visible(progressive)
    asks = []
    if seat == progressive.at_bat and seat != progressive.discarder:
        asks.append(Ask(f"Take {card}", {"do": "take"}, "P6", "discard"))
    if progressive.may_buy(seat):
        penalty = progressive.penalty()
        price = "" if penalty == 0 else " and 1 card" if penalty == 1 else f" and {penalty} cards"
        asks.append(Ask(f"Buy {card}{price}", {"do": "buy"}, "P12", "discard"))
    if places := progressive.hot_places(seat):
        spots = tuple([target(number, low, progressive.melds[number].kind) for number, low in places])
        asks.append(Ask(f"Claim {card} for a meld", {"do": "claim", "meld": TargetHole(spots)}, "P14"))
    if seat == progressive.at_bat and progressive.can_draw():
        asks.append(Ask("Draw from the stock", {"do": "pass"}, "P6", "stock"))
    elif seat == progressive.at_bat:
        asks.append(Ask(f"Leave {card}", {"do": "pass"}, "P16"))
    else:
        asks.append(Ask("Pass", {"do": "pass"}, "P11"))
    return asks


# ---------------------------------------------------------------- what is told


def tell(before: Progressive, seat: Seat, action: Action, after: Progressive, viewer: Seat | None) -> Told:
    """The sentences and the moving cards of one action, for one viewer."""
    if before.phase == WINDOW:
        told, travels = _tell_answer(before, seat, action, after, viewer)
    else:
        told, travels = rummy.tell_shared(before, seat, action, after, viewer, WORDS)  # type: ignore[arg-type]
    sentences = rummy.reshuffled(before, after, WORDS) + told
    sentences += rummy.gone_around(before, seat, after, viewer)
    if _drew(before, after):
        draws, drawn = rummy.tell_draw(after, after.at_bat, viewer, WORDS)
        sentences += draws
        travels += drawn
    sentences += rummy.scored(before, after, viewer, ())
    moments = rummy.moments(before, seat, action, after, WORDS)
    if isinstance(action, ClaimHot):
        moments.append(Moment("call", "Hot card", seat))
    return Told(tuple(sentences), tuple(travels), tuple(moments))


def _drew(before: Progressive, after: Progressive) -> bool:
    """Did the seat at bat draw from the stock because it had no other choice?"""
    if after.phase != PLAYING or (before.phase == PLAYING and before.at_bat == after.at_bat):
        return False
    return after.answers[after.at_bat] != WANTS


def _tell_answer(
    before: Progressive, seat: Seat, action: Action, after: Progressive, viewer: Seat | None
) -> tuple[list[str], list[Travel]]:
    """Tell an answer to the offer, and who got the card if that settled it."""
    card = code(before.discards[-1])
    discard = rummy.visible(before)
    at_bat = before.at_bat
    does = ""
    if isinstance(action, Buy):
        does = "asked to buy"
    elif isinstance(action, Pass) and seat == at_bat:
        does = "passed on"
    elif isinstance(action, ClaimHot):
        does = "claimed"
    elif isinstance(action, Take) and after.phase == WINDOW:
        does = "asked to take"
    sentences = [f"{who(seat, viewer)} {does} {discard}."] if does else []
    if after.phase == WINDOW:
        return sentences, []
    if after.phase == ANSWERING:
        number = after.calls[after.discarder] // 2
        where = rummy.whose_meld(after, viewer, number, WORDS)
        sentences.append(f"{who(after.discarder, viewer)} played {discard} on {where}.")
        return sentences, [Travel("discard", f"meld:{number}", card)]
    for other in range(before.seats):
        if after.buys[other] > before.buys[other]:
            bought, travels = rummy.tell_purchase(before, after, other, viewer, WORDS)
            return sentences + bought, travels
    if after.answers[at_bat] == WANTS:
        sentences.append(f"{who(at_bat, viewer)} took {rummy.taken(before, viewer)} from the discards.")
        return sentences, [Travel("discard", f"hand:{at_bat}", card)]
    return sentences, []
