"""The mind for Golf: which moves sharp compares, how a hole plays out, what a lead is worth, which mistakes gentle
makes, and how hints explain a move.

At tables of two, sharp does what it has learned (`outlook`). With more players or other house rules it searches where a
card goes and when to end the hole; steady decides whether to draw or to take, because searching 130 such decisions, in
400 imagined deals each, gained nothing. The last turn of a hole is reckoned everywhere.
"""

from random import Random
from typing import Final

from parlour.cards import RANK, Card, name, the_card
from parlour.games.golf.actions import DISCARD, SWAPS, TURNS, Action, DiscardDrawn, Knock, LeaveDown, Swap, Turn
from parlour.games.golf.players.chances import chance_to_win
from parlour.games.golf.players.last_turn import is_last_turn, last_action
from parlour.games.golf.players.outlook import Outlook, has_learned
from parlour.games.golf.players.steady import PARTNER, GolfKnowledge, GolfSteady, Odds
from parlour.games.golf.rules import Golf
from parlour.games.golf.state import DOWN_SLOTS, DRAWING, FLIPPING, PLACING, TURNING_UP
from parlour.games.golf.view import PLACES
from parlour.kernel.actions import DRAW, TAKE, Deal, Draw, Take
from parlour.kernel.mind import Mind
from parlour.kernel.position import NOBODY, SCORED
from parlour.kernel.sentences import signed
from parlour.kernel.state import Seat

MARGIN: Final = 4.0  # search a place if steady finds it worse than its own choice by less than this many points
MOST_PLACES: Final = 3
LOW: Final = 4  # a careless player takes any card worth this or less


class GolfMind(Mind[Golf]):
    playouts = 150
    conviction = 1.2
    slips = 0.1

    def __init__(self) -> None:
        self.sound = GolfSteady()
        super().__init__(self.sound)

    # ------------------------------------------------------------ which moves to compare

    def ideas(self, state: Golf, seat: Seat, rng: Random) -> list[Action]:
        first = self.sound.choose(state, seat, rng)
        if is_last_turn(state, seat):
            return [last_action(state, seat, first, rng)]
        if self._plays_by_outlook(state):
            return [Outlook(state, GolfKnowledge(state, seat, Odds(state))).best()]
        others: list[Action] = []
        if state.phase == DRAWING:
            others = [action for action in state.legal(seat) if type(action) is Turn or type(action) is Knock]
        elif state.phase == PLACING:
            others = self._places(state, GolfKnowledge(state, seat, Odds(state)))
        elif state.phase == FLIPPING:
            others = list(state.legal(seat))
        found: list[Action] = []
        seen: list[tuple[str, int, int]] = []
        for action in [first, *others]:
            alike = self._alike(state, seat, action)
            if alike not in seen:
                found.append(action)
                seen.append(alike)
        return found

    def _plays_by_outlook(self, golf: Golf) -> bool:
        return has_learned(golf) and (golf.phase == DRAWING or golf.phase == PLACING or golf.phase == FLIPPING)

    def _places(self, golf: Golf, table: GolfKnowledge) -> list[Action]:
        """The most promising places for the card in hand, the best first, and whether to discard it."""
        kind = table.kind[golf.held]
        costs: list[tuple[float, int]] = sorted([(table.cost_of_swap(slot, kind), slot) for slot in table.slots])
        lowest = costs[0][0]
        discarding = table.gifts[kind] + table.cost_after_discard()
        if not golf.held_openly:
            lowest = min(lowest, discarding)
        places: list[Action] = [SWAPS[slot] for cost, slot in costs[:MOST_PLACES] if cost - lowest < MARGIN]
        if not golf.held_openly and discarding - lowest < MARGIN:
            places.append(DISCARD)
        return places

    def _alike(self, golf: Golf, seat: Seat, action: Action) -> tuple[str, int, int]:
        """A key that is equal for equivalent actions: those that touch equal cards beside equal cards. All face-down
        cards are equal."""
        if type(action) is Swap:
            return "swap", self._seen(golf, seat, action.slot), self._seen(golf, seat, PARTNER[action.slot])
        if type(action) is Turn:
            return "turn", -1, self._seen(golf, seat, PARTNER[action.slot])
        return type(action).__name__, -1, -1

    def _seen(self, golf: Golf, seat: Seat, slot: int) -> Card:
        """The card in this slot if it is face up, else −1."""
        return -1 if slot in DOWN_SLOTS[golf.up[seat]] else golf.grids[seat * 6 + slot]

    # ------------------------------------------------------------ how a hole plays out

    def outcome(self, state: Golf, seat: Seat, action: Action, rng: Random) -> float:
        """Let steady finish the hole for everybody. For speed, the hidden cards are counted only once."""
        holes = len(state.sheet)
        if state.phase == TURNING_UP or state.phase == SCORED:
            state.apply(seat, action)
            while state.phase == TURNING_UP:
                first = state.actors()[0]
                state.apply(first, self.sound.choose(state, first, rng))
            odds = Odds(state)
            table = GolfKnowledge(state, state.at_bat, odds)
        else:
            odds = Odds(state)
            table = GolfKnowledge(state, seat, odds)
            state.apply(seat, action)
        while len(state.sheet) == holes:
            if state.at_bat != table.seat:
                table = GolfKnowledge(state, state.at_bat, odds)
            state.apply(state.at_bat, self.sound.act(state, table))
        return self.worth(state, seat)

    def worth(self, state: Golf, seat: Seat) -> float:
        """The chance to win if everybody's points in the remaining holes came from one normal distribution."""
        return chance_to_win(state.totals(), state.terms.holes - len(state.sheet), seat)

    # ------------------------------------------------------------ how people slip

    def slip(self, state: Golf, seat: Seat, rng: Random) -> Action:
        """Take only low cards, put them anywhere, and turn cards up just to see them."""
        down = DOWN_SLOTS[state.up[seat]]
        if state.phase == DRAWING:
            low = state.terms.values[state.discards[-1]] <= LOW
            return TAKE if low or not state.can_draw() else DRAW
        if state.phase == PLACING:
            low = state.terms.values[state.held] <= LOW
            return SWAPS[rng.choice(down)] if low or state.held_openly else DISCARD
        if state.phase == TURNING_UP or state.phase == FLIPPING:
            return TURNS[rng.choice(down)]
        return self.sound.choose(state, seat, rng)

    # ------------------------------------------------------------ words

    def say(self, state: Golf, seat: Seat, action: Action) -> str:
        if type(action) is Turn:
            return f"Turn up your {PLACES[action.slot]} card"
        if type(action) is Take:
            return f"Take {the_card(state.discards[-1])}"
        if type(action) is Swap:
            old = self._seen(state, seat, action.slot)
            card = "face-down card" if old < 0 else name(old)
            return f"Swap {the_card(state.held)} for your {card}, {PLACES[action.slot]}"
        if type(action) is DiscardDrawn:
            return f"Discard {the_card(state.held)}"
        if type(action) is LeaveDown:
            return "Leave your cards face down"
        if type(action) is Draw:
            return "Draw from the stock"
        return type(action).__name__  # "Knock", "Deal"

    def why(self, state: Golf, seat: Seat, action: Action) -> str:
        if type(action) is Deal:
            return "the hole is over"
        if state.phase == TURNING_UP:
            return "with cards face up in different columns, more cards can make you a pair"
        table = GolfKnowledge(state, seat, Odds(state))
        if type(action) is Swap:
            return self._why_swap(state, table, state.held, action.slot)
        if type(action) is Take:
            card = state.discards[-1]
            _, slot = table.best_swap(table.kind[card])
            if self._plays_by_outlook(state) and not is_last_turn(state, seat):
                slot = Outlook(state, table).best_swap(table.kind[card])
            return self._why_swap(state, table, card, slot)
        if type(action) is Draw:
            if table.gain(seat, table.kind[state.discards[-1]]) <= 0.0:
                return f"{the_card(state.discards[-1])} wouldn't lower your score anywhere"
            return f"you'll probably get more from the stock than from {the_card(state.discards[-1])}"
        if type(action) is DiscardDrawn:
            if table.gain(seat, table.kind[state.held]) <= 0.0:
                return "it wouldn't lower your score anywhere"
            return "it wouldn't help much, and a better card may need that spot"
        if type(action) is LeaveDown:
            if table.last >= 0:
                return "turning up the last one ends the hole, and you'll probably do better by waiting"
            return "it doesn't help you to see them yet"
        return self._why_turn(state, table, action)

    def _why_swap(self, golf: Golf, table: GolfKnowledge, card: Card, slot: int) -> str:
        seat = table.seat
        terms = golf.terms
        other = self._seen(golf, seat, PARTNER[slot])
        if other >= 0 and terms.pairs(card, other):
            points = terms.column(card, other)
            counts = "nothing" if points == 0 else signed(points)
            beside = "below" if slot < 3 else "above"
            pairs = "pairs" if RANK[card] == RANK[other] else "goes"
            return f"it {pairs} with {the_card(other)} {beside}, and the column counts {counts}"
        old = self._seen(golf, seat, slot)
        kind = table.kind[card]
        value = terms.values[card]
        if slot == table.last:
            here, there = table.grids[seat][slot], table.grids[seat][PARTNER[slot]]
            return self._why_end(golf, table.worth(seat) - table.now[here][there] + table.now[kind][there])
        if old < 0:
            usual = table.odds.expected([float(terms.values[table.kind.index(each)]) for each in range(table.hidden)])
            if value < usual:
                return f"it counts {signed(value)}, and a card you haven't seen counts about {signed(round(usual))}"
        elif value < terms.values[old] and not (other >= 0 and terms.pairs(old, other)):
            return f"it counts {signed(value)}, and {the_card(old)} counts {signed(terms.values[old])}"
        elif table.chance[kind] > table.chance[table.kind[old]]:
            return f"more of the cards left would pair with it than with {the_card(old)}"
        return super().why(golf, seat, SWAPS[slot])

    def _why_turn(self, golf: Golf, table: GolfKnowledge, action: Action) -> str:
        if type(action) is Knock or table.last >= 0:
            return self._why_end(golf, table.worth(table.seat))
        if type(action) is Turn:
            other = self._seen(golf, table.seat, PARTNER[action.slot])
            if other >= 0:
                return f"it may pair with your {name(other)}, and if it doesn't, you know what to get rid of"
        return "once you've seen it, you know which cards go with it"

    def _why_end(self, golf: Golf, points: float) -> str:
        if golf.out != NOBODY:
            return "this is your last turn, so it's now or never"
        return f"it ends the hole with you at about {signed(round(points))}, and the others get just one more turn"
