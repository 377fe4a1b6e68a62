"""What to do at a rummy table, and why, in words: from what a seat sees."""

from typing import Any

from parlour.cards import FACE_OF, JOKER, RANK, SUIT, Card, name
from parlour.games.rummy.actions import Buy, Discard, Exchange, LayDown, PlayOn
from parlour.games.rummy.card_text import meant, meld_number
from parlour.games.rummy.lay_downs.solver import RUN_SIZE
from parlour.games.rummy.players.knowledge import playable, without
from parlour.games.rummy.players.outs import prospect_of, shortage
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import NOT_YET
from parlour.games.rummy.view import RummyWords, contract_words, whose_meld
from parlour.kernel.actions import Deal, Draw, Pass, Take
from parlour.kernel.sentences import listed
from parlour.kernel.state import Seat


def the(card: Card) -> str:
    return f"the {name(card)}"


def visible(rummy: Rummy) -> str:
    return the(rummy.discards[-1])


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
        return f"Let {visible(rummy)} go"
    if isinstance(action, LayDown):
        melds = [" ".join([name(card) for card in meant(group)[0]]) for group in action.melds]
        return f"Lay down {listed(melds)}"
    if isinstance(action, PlayOn):
        return f"Play {the(FACE_OF[action.card])} on {meld_of(rummy, seat, action.meld, words)}"
    if isinstance(action, Exchange):
        joker = f"the joker in {meld_of(rummy, seat, action.joker, words)}"
        return f"Give {the(FACE_OF[action.card])} for {joker}"
    if isinstance(action, Discard):
        return f"Discard {the(FACE_OF[action.card])}"
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
        return "every card you are rid of is one less to count when somebody goes out"
    if isinstance(action, Exchange):
        if rummy.down[seat] == NOT_YET:
            return "the joker can be any card that you still lack"
        return "the joker can then be played elsewhere"
    if isinstance(action, Discard):
        return why_discard(rummy, seat, FACE_OF[action.card])
    if isinstance(action, Deal):
        return "the round is over and it is your deal"
    return "you can still have the card when the others have spoken"


def nearer(rummy: Rummy, seat: Seat) -> str:
    """What the visible discard does for somebody who has not laid down; nothing if nothing can be said."""
    card = rummy.discards[-1]
    hand = rummy.hands[seat]
    contract = rummy.now().contract
    outs = prospect_of(hand, contract)
    if outs.wants(card):
        if outs.short == 1 and len(hand) >= contract.cards - 1:
            return "with it you can lay down"
        return f"it brings you a card nearer to {contract_words(rummy)}"
    if card == JOKER:
        return "a joker can be any card"
    mates = kindred(rummy, hand, card)
    return f"it goes with your {listed([name(mate) for mate in mates[:2]])}" if mates else ""


def kindred(rummy: Rummy, hand: list[Card], card: Card) -> list[Card]:
    """The cards that could lie in one meld of the contract with this one."""
    contract = rummy.now().contract
    found: list[Card] = []
    for other in sorted(set(hand)):
        if other in (JOKER, card):
            continue
        if contract.books and RANK[other] == RANK[card]:
            found.append(other)
        elif contract.runs and SUIT[other] == SUIT[card] and abs(other - card) < RUN_SIZE:
            found.append(other)
    return found


def why_take(rummy: Rummy, seat: Seat, words: RummyWords) -> str:
    card = rummy.discards[-1]
    if rummy.down[seat] == NOT_YET:
        return nearer(rummy, seat) or "it keeps the card from those who want it"
    spots = rummy.spots(seat, card)
    if spots:
        return f"it can be played on {whose_meld(rummy, seat, spots[0][0], words)}"
    return "it keeps the card from those who want it" if rummy.can_draw() else "there is no other card to be had"


def why_not_take(rummy: Rummy, seat: Seat, words: RummyWords) -> str:
    if not rummy.can_take():
        return "the visible discard is dead"
    unknown = f"a card from the {words.stock.lower()} may do more for you"
    if rummy.down[seat] != NOT_YET:
        if playable(rummy, seat, rummy.discards[-1]):
            return unknown
        return f"{visible(rummy)} fits nowhere on the table"
    if prospect_of(rummy.hands[seat], rummy.now().contract).wants(rummy.discards[-1]):
        return unknown
    return f"{visible(rummy)} brings you no nearer to {contract_words(rummy)}"


def why_buy(rummy: Rummy, seat: Seat) -> str:
    if rummy.down[seat] == NOT_YET:
        size = len(rummy.hands[seat])
        if size < rummy.now().contract.cards - 1:
            return f"your hand is too small for {contract_words(rummy)}"
        return nearer(rummy, seat) or "more cards make more of a hand"
    return "it keeps the card from those who want it"


def why_pass(rummy: Rummy, seat: Seat) -> str:
    if rummy.down[seat] != NOT_YET:
        return "you have laid down and want to be rid of cards, not to get more"
    if not prospect_of(rummy.hands[seat], rummy.now().contract).wants(rummy.discards[-1]):
        return f"it brings you no nearer to {contract_words(rummy)}"
    penalty = rummy.penalty()
    if penalty == 0:
        return "more cards in hand are more points if somebody goes out"
    return f"it is not worth the {'card' if penalty == 1 else f'{penalty} cards'} that would come with it"


def why_lay_down(rummy: Rummy, seat: Seat, action: LayDown) -> str:
    left = len(rummy.hands[seat])
    for group in action.melds:
        left -= len(group)
    if left == 0:
        return "what you have laid costs you nothing, and you go around"
    if left == 1:
        return "your last card ends the round"
    if rummy.goes_out(seat, action):
        return "the rest can be played on the table but for one card, and that one ends the round"
    return f"what you have laid costs you nothing any more, and only {left} cards are left to be rid of"


def why_discard(rummy: Rummy, seat: Seat, card: Card) -> str:
    hand = rummy.hands[seat]
    points = rummy.terms.points[card]
    if rummy.down[seat] != NOT_YET:
        if len(hand) == 1:
            return "it is your last card, and the round is over"
        if playable(rummy, seat, card):
            return "a turn ends with a discard, and the rest can be played"
        return f"it fits nowhere on the table and would count {points}"
    contract = rummy.now().contract
    rest = without(hand, card)
    if shortage(rest, contract) > shortage(hand, contract):
        return "of all your cards you can best do without it"
    if not kindred(rummy, rest, card):
        return f"it goes with nothing in your hand and would count {points}"
    return f"{contract_words(rummy)} can do without it, and it would count {points}"
