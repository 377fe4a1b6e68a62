"""Hints in words: what to do at a rummy table, and why. They rest only on what the seat sees."""

from typing import Any

from parlour.cards import FACE_OF, JOKER, RANK, SUIT, Card, name, the_card
from parlour.games.rummy.actions import Buy, Discard, Exchange, LayDown, PlayOn
from parlour.games.rummy.card_text import meld_number, parse_group
from parlour.games.rummy.players.knowledge import playable, without
from parlour.games.rummy.players.outs import prospect_of, shortage
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import NOT_YET
from parlour.games.rummy.view import RummyWords, contract_words, whose_meld
from parlour.kernel.actions import Deal, Draw, Pass, Take
from parlour.kernel.sentences import listed
from parlour.kernel.state import Seat


def visible(rummy: Rummy) -> str:
    return the_card(rummy.discards[-1])


def meld_of(rummy: Rummy, seat: Seat, spot: str, words: RummyWords) -> str:
    return whose_meld(rummy, seat, meld_number(spot)[0], words)


# ---------------------------------------------------------------- what to do


def say(rummy: Rummy, seat: Seat, action: Any, words: RummyWords) -> str:
    if isinstance(action, Draw):
        return f"Draw from the {words.stock.lower()}"
    if isinstance(action, Take):
        return f"Take {visible(rummy)}"
    if isinstance(action, Buy):
        return f"Buy {visible(rummy)}"
    if isinstance(action, Pass):
        return f"Pass on {visible(rummy)}"
    if isinstance(action, LayDown):
        melds = [" ".join([name(card) for card in parse_group(group)[0]]) for group in action.melds]
        return f"Lay down {listed(melds)}"
    if isinstance(action, PlayOn):
        return f"Play {the_card(FACE_OF[action.card])} on {meld_of(rummy, seat, action.meld, words)}"
    if isinstance(action, Exchange):
        joker = f"the joker in {meld_of(rummy, seat, action.joker, words)}"
        return f"Swap {the_card(FACE_OF[action.card])} for {joker}"
    if isinstance(action, Discard):
        return f"Discard {the_card(FACE_OF[action.card])}"
    return "Deal" if isinstance(action, Deal) else "Wait"


# ---------------------------------------------------------------- why


def why(rummy: Rummy, seat: Seat, action: Any, words: RummyWords) -> str:
    if isinstance(action, Draw):
        return why_not_take(rummy, seat, words)
    if isinstance(action, Take):
        return why_take(rummy, seat, words)
    if isinstance(action, Buy):
        return why_buy(rummy, seat)
    if isinstance(action, Pass):
        return why_pass(rummy, seat)
    if isinstance(action, LayDown):
        return why_lay_down(rummy, seat, action)
    if isinstance(action, PlayOn):
        return "every card you get rid of is one less to count when somebody goes out"
    if isinstance(action, Exchange):
        if rummy.down[seat] == NOT_YET:
            return "the joker can be any card you still need"
        return "then you can play the joker somewhere else"
    if isinstance(action, Discard):
        return why_discard(rummy, seat, FACE_OF[action.card])
    if isinstance(action, Deal):
        return "the round is over and it's your deal"
    return "you can still take the card after the others have answered"


def nearer(rummy: Rummy, seat: Seat) -> str:
    """How the visible discard helps a seat that has not laid down; empty if it does not."""
    card = rummy.discards[-1]
    hand = rummy.hands[seat]
    contract = rummy.now().contract
    outs = prospect_of(hand, contract)
    if outs.wants(card):
        if outs.short == 1 and len(hand) >= contract.cards - 1:
            return "with it, you can lay down"
        return f"it gets you one card closer to {contract_words(rummy)}"
    if card == JOKER:
        return "a joker can be any card"
    mates = kindred(rummy, hand, card)
    return f"it goes with your {listed([name(mate) for mate in mates[:2]])}" if mates else ""


def kindred(rummy: Rummy, hand: list[Card], card: Card) -> list[Card]:
    """The cards in hand that could be in the same meld as this one."""
    contract = rummy.now().contract
    found: list[Card] = []
    for other in sorted(set(hand)):
        if other in (JOKER, card):
            continue
        if contract.books and RANK[other] == RANK[card]:
            found.append(other)
        elif contract.runs and SUIT[other] == SUIT[card] and abs(other - card) < contract.longest:
            found.append(other)
    return found


def why_take(rummy: Rummy, seat: Seat, words: RummyWords) -> str:
    card = rummy.discards[-1]
    spots = rummy.spots(seat, card)
    if rummy.down[seat] == NOT_YET:
        later = f"you can play it on {whose_meld(rummy, seat, spots[0][0], words)} once you lay down" if spots else ""
        return nearer(rummy, seat) or later or "it keeps the card away from the others"
    if spots:
        return f"you can play it on {whose_meld(rummy, seat, spots[0][0], words)}"
    return "it keeps the card away from the others" if rummy.can_draw() else "there's nothing else to draw"


def why_not_take(rummy: Rummy, seat: Seat, words: RummyWords) -> str:
    if not rummy.can_take():
        return "the visible discard is dead"
    unknown = f"a card from the {words.stock.lower()} might help you more"
    if rummy.down[seat] != NOT_YET:
        if playable(rummy, seat, rummy.discards[-1]):
            return unknown
        return f"{visible(rummy)} doesn't fit anywhere on the table"
    if prospect_of(rummy.hands[seat], rummy.now().contract).wants(rummy.discards[-1]):
        return unknown
    return f"{visible(rummy)} doesn't get you any closer to {contract_words(rummy)}"


def why_buy(rummy: Rummy, seat: Seat) -> str:
    if rummy.down[seat] == NOT_YET:
        size = len(rummy.hands[seat])
        if size < rummy.now().contract.cards - 1:
            return f"your hand is too small for {contract_words(rummy)}"
        return nearer(rummy, seat) or "more cards give you more to work with"
    return "it keeps the card away from the others"


def why_pass(rummy: Rummy, seat: Seat) -> str:
    if rummy.down[seat] != NOT_YET:
        return "you've laid down, so you want fewer cards, not more"
    if not prospect_of(rummy.hands[seat], rummy.now().contract).wants(rummy.discards[-1]):
        return f"it doesn't get you any closer to {contract_words(rummy)}"
    penalty = rummy.penalty()
    if penalty == 0:
        return "more cards mean more points if somebody goes out"
    return f"it isn't worth the {'extra card' if penalty == 1 else f'{penalty} extra cards'} that would come with it"


def why_lay_down(rummy: Rummy, seat: Seat, action: LayDown) -> str:
    left = len(rummy.hands[seat])
    for group in action.melds:
        left -= len(group)
    if left == 0:
        return "what you lay down costs you nothing, and you go around"
    if left == 1:
        return "your last card ends the round"
    if rummy.goes_out(seat, action):
        return "you can play the rest on the table except for one card, and that one ends the round"
    return f"what you lay down costs you nothing, and you have only {left} cards left to get rid of"


def why_discard(rummy: Rummy, seat: Seat, card: Card) -> str:
    hand = rummy.hands[seat]
    points = rummy.terms.points[card]
    if rummy.down[seat] != NOT_YET:
        if len(hand) == 1:
            return "it's your last card, and that ends the round"
        if playable(rummy, seat, card):
            return "you have to discard something, and you can play the rest"
        return f"it doesn't fit anywhere on the table and would cost you {points} points"
    if rummy.seats == 2 and rummy.lay_downs(seat):
        return "nobody can go out before you lay down, so wait until you can go out in the same turn"
    contract = rummy.now().contract
    rest = without(hand, card)
    if shortage(rest, contract) > shortage(hand, contract):
        return "it's the card you'll miss least"
    if not kindred(rummy, rest, card):
        return f"it doesn't go with anything in your hand and would cost you {points} points"
    return f"you don't need it for {contract_words(rummy)}, and it would cost you {points} points"
