"""Spades."""

from collections.abc import Mapping, Sequence

from parlour.cards import card
from parlour.games.spades.actions import Action
from parlour.games.spades.options import SpadesOptions
from parlour.games.spades.players.mind import SpadesMind
from parlour.games.spades.players.steady import SpadesSteady
from parlour.games.spades.rules import Spades, start, usual_bid
from parlour.games.spades.sheet import SpadesScorer
from parlour.games.spades.view import own, public, tell
from parlour.games.tricks.masks import mask_of
from parlour.kernel.game import Game, Lab
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat

MOST_DEALT = 17


def count(options: SpadesOptions, texts: Sequence[str]) -> int:
    """The usual bid with these cards (D17)."""
    cards = [card(text) for text in texts]
    if len(cards) > MOST_DEALT:
        raise Refused("D1", f"A hand has {MOST_DEALT} cards at most, not {len(cards)}.")
    if len(set(cards)) < len(cards) or max(cards, default=0) >= 52:
        raise Refused("D1", "There's one deck of 52 cards, without jokers, and each card is in it once.")
    return usual_bid(mask_of(cards))


def facts(spades: Spades) -> Mapping[str, int | None]:
    """Facts about the round just scored: bids that were made, bags, nils and how many of them were kept."""
    terms = spades.terms
    counts = [terms.count(side, spades.bids, spades.blind, spades.tricks, 0) for side in range(len(terms.sides))]
    nils = [seat for seat in range(spades.seats) if spades.bids[seat] == 0]
    kept = [seat for seat in nils if spades.tricks[seat] == 0]
    return {
        "tricks_bid": sum(spades.bids),
        "bids_made_percent": 100 * sum(count.contract >= 0 for count in counts) // len(counts),
        "bags": sum(count.bags for count in counts),
        "nils": len(nils),
        "nils_made_percent": 100 * len(kept) // len(nils) if nils else None,
    }


def awards(spades: Spades) -> dict[Seat, list[str]]:
    """What each seat has earned in the round just scored."""
    earned: dict[Seat, list[str]] = {seat: [] for seat in range(spades.seats)}
    for side, seats in enumerate(spades.terms.sides):
        bidders = [seat for seat in seats if spades.bids[seat]]
        exact = sum(spades.tricks[seat] for seat in bidders) == spades.side_bid(side)
        for seat in seats:
            if seat in bidders and exact:
                earned[seat].append("On the nose")
            elif seat not in bidders and spades.tricks[seat] == 0:
                earned[seat].append("Blind nil" if spades.blind[seat] else "Nil")
    return earned


GAME: Game[Spades, SpadesOptions] = Game(
    name="spades",
    title="Spades",
    about=(
        "Say how many tricks you and your partner will take, and then take them: no fewer, and not many more. "
        "Spades beat everything, and the first side with 500 points wins."
    ),
    edition=1,
    seats=range(3, 5),
    options=SpadesOptions,
    actions=Action,
    start=start,
    public=public,
    own=own,
    tell=tell,
    count=count,
    bots={"steady": SpadesSteady()},
    package=__name__,
    most_wins=True,
    awards=awards,
    mind=SpadesMind(),
    scorer=SpadesScorer,
    lab=Lab(facts, beginner=lambda state: (state.dealer + 1) % state.seats),
)
