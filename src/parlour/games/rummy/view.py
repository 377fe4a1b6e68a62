"""The parts of views, asks and sentences that both rummies share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parlour.cards import FACE_OF, JOKER, RANK_WORDS, SUIT_WORDS, a_card, by_rank, by_suit, code, name, the_card
from parlour.games.rummy.actions import Buy, Discard, Exchange, LayDown, PlayOn, Shared
from parlour.games.rummy.card_text import meld_number, parse_group, target
from parlour.games.rummy.lay_downs.contract import BOOK_SIZE, RUN_SIZE
from parlour.games.rummy.melds import BOOK, RUN, Meld, meanings
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import NOT_YET, PLAYING, WINDOW
from parlour.kernel.actions import Deal, Draw, Pass, Take
from parlour.kernel.position import NOBODY, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat, awaited
from parlour.kernel.view import (
    MOST_EXAMPLES,
    Ask,
    CardHole,
    GroupsHole,
    Item,
    Moment,
    Own,
    SeatView,
    TargetHole,
    Travel,
    View,
    Zone,
    listed,
    signed,
    who,
    whose,
    won_by,
)

DOWN_ITEM = Item(down=True)

Awards = Callable[[Seat], list[str]]  # the awards of a seat in the round just scored
Examples = tuple[tuple[tuple[str, ...], ...], ...]


@dataclass
class RummyWords:
    """The words that differ between the two games."""

    game: str
    book: str
    stock: str
    caterpillar: str  # a tag for those who have not laid down
    butterfly: str
    down: str  # the cheer when somebody lays down
    at_once: str  # the cheer when they go out in the same turn


def public(rummy: Rummy, words: RummyWords, prompt: str, awards: Awards = lambda seat: []) -> View:
    result = rummy.result()
    totals = rummy.totals()
    seats = [
        SeatView(totals[seat], len(rummy.hands[seat]), _tags(rummy, seat, words, awards)) for seat in range(rummy.seats)
    ]
    return View(
        game=words.game,
        seat=None,
        round=rummy.round,
        of=len(rummy.terms.rounds),
        title=f"Round {rummy.round} of {len(rummy.terms.rounds)}: {contract_words(rummy)}",
        prompt=prompt,
        seats=tuple(seats),
        zones=_zones(rummy, words),
        waiting=awaited(rummy),
        answering=rummy.phase == WINDOW,
        sheet=tuple([tuple(points) for points in rummy.sheet]),
        winners=result.winners if result else (),
    )


def own(rummy: Rummy, seat: Seat, words: RummyWords, prompt: str, asks: Sequence[Ask]) -> Own:
    mine = [_open_hand(rummy, seat, "Your hand")]
    mine += [_meld(meld, number, "Your", words) for number, meld in enumerate(rummy.melds) if meld.owner == seat]
    return Own(prompt, tuple(mine), tuple(asks), _later(rummy, seat, words, asks))


def contract_words(rummy: Rummy) -> str:
    """What the round asks for, to go inside a sentence."""
    title = rummy.now().title
    return title[0].lower() + title[1:]


def _tags(rummy: Rummy, seat: Seat, words: RummyWords, awards: Awards) -> tuple[str, ...]:
    tags = [words.caterpillar if rummy.down[seat] == NOT_YET else words.butterfly]
    if seat == rummy.dealer:
        tags.append("dealer")
    if not rummy.open_hands() and rummy.terms.buys_per_round < 10:
        left = rummy.terms.buys_per_round - rummy.buys[seat]
        tags.append("1 buy left" if left == 1 else f"{left} buys left")
    if seat == rummy.out:
        tags.append("went out")
    if rummy.phase == SCORED and seat == rummy.at_bat:
        tags.append("deals next")
    if rummy.open_hands():
        tags += awards(seat)
    return tuple([tag for tag in tags if tag])


# ---------------------------------------------------------------- what lies on the table


def _zones(rummy: Rummy, words: RummyWords) -> tuple[Zone, ...]:
    top = tuple([code(card) for card in rummy.discards[-1:]])
    note = "dead" if rummy.dead and top else ""
    zones = [
        Zone("stock", "pile", words.stock, count=len(rummy.stock)),
        Zone("discard", "pile", "Discards", items=top, count=len(rummy.discards), note=note),
    ]
    zones += [_hand(rummy, owner) for owner in range(rummy.seats)]
    zones += [_meld(meld, number, whose(meld.owner, None), words) for number, meld in enumerate(rummy.melds)]
    return tuple(zones)


def _hand(rummy: Rummy, owner: Seat) -> Zone:
    label = f"{whose(owner, None)} hand"
    if rummy.open_hands():
        return _open_hand(rummy, owner, label)
    return Zone(f"hand:{owner}", "hand", label, owner, (DOWN_ITEM,) * len(rummy.hands[owner]))


def _open_hand(rummy: Rummy, owner: Seat, label: str) -> Zone:
    fresh = [] if rummy.open_hands() else rummy.fresh[owner][:]
    items: list[str | Item] = []
    for card in sorted(rummy.hands[owner], key=by_suit if rummy.now().contract.runs else by_rank):
        if card in fresh:
            fresh.remove(card)
            items.append(Item(code(card), new=True))
        else:
            items.append(code(card))
    note = ""
    if rummy.open_hands():
        points = rummy.sheet[-1][owner]
        note = "1 point" if points == 1 else f"{signed(points)} points"
    return Zone(f"hand:{owner}", "hand", label, owner, tuple(items), note=note)


def _meld(meld: Meld, number: int, owner: str, words: RummyWords) -> Zone:
    items = tuple([_laid(meld, index) for index in range(len(meld.cards))])
    return Zone(f"meld:{number}", "meld", f"{owner} {meld_words(meld, words)}", meld.owner, items)


def _laid(meld: Meld, index: int) -> str | Item:
    card = meld.cards[index]
    if card != JOKER or meld.kind == BOOK:
        return code(card)
    return Item(code(card), stands=code(meld.meaning(index)))


def _told(meld: Meld, index: int) -> str:
    """A laid card in words. For a joker in a run, also what it stands for."""
    card = meld.cards[index]
    return f"joker as {name(meld.meaning(index))}" if card == JOKER and meld.kind == RUN else name(card)


def meld_words(meld: Meld, words: RummyWords) -> str:
    if meld.kind == BOOK:
        return f"{words.book} of {RANK_WORDS[meld.first - 1]}s"
    ends = [RANK_WORDS[(place - 1) % 13] for place in (meld.first, meld.last)]
    return f"run of {SUIT_WORDS[meld.suit]}, {ends[0]} to {ends[1]}"


def whose_meld(rummy: Rummy, viewer: Seat | None, number: int, words: RummyWords) -> str:
    """A meld with its owner: "{0}'s book of 7s"."""
    meld = rummy.melds[number]
    return f"{whose(meld.owner, viewer)} {meld_words(meld, words)}"


# ---------------------------------------------------------------- what is asked


def play_asks(rummy: Rummy, seat: Seat, words: RummyWords) -> list[Ask]:
    """The asks after drawing: lay down, play on, swap for a joker, discard."""
    hand = f"hand:{seat}"
    asks = []
    if rummy.down[seat] == NOT_YET:
        laid = rummy.lay_downs(seat)[:MOST_EXAMPLES]
        asks.append(_lay_down(rummy, seat, words, tuple([tuple([tuple(meld) for meld in one.melds]) for one in laid])))
    if extensions := rummy.extensions(seat):
        fits = tuple([(code(card), target(number, low, rummy.melds[number].kind)) for card, number, low in extensions])
        action = {"do": "play_on", "card": _cards(hand, fits), "meld": _targets(fits)}
        asks.append(Ask("Play on a meld", action, rummy.rule("T17", "P8"), fits=fits))
    if exchanges := rummy.exchanges(seat):
        fits = tuple([(code(card), f"meld:{number}@{index}") for card, number, index in exchanges])
        action = {"do": "exchange", "card": _cards(hand, fits), "joker": _targets(fits)}
        asks.append(Ask("Swap for a joker", action, rummy.rule("T19", "P9"), fits=fits))
    asks.append(Ask("Discard", {"do": "discard", "card": CardHole(hand)}, rummy.rule("T9", "P6"), "discard"))
    return asks


def _lay_down(rummy: Rummy, seat: Seat, words: RummyWords, examples: Examples | None = None) -> Ask:
    contract = rummy.now().contract
    needs: list[str] = []
    sizes: list[int] = []
    for number in range(contract.books + contract.runs):
        kind, size = contract.part(number)
        word, common = (words.book, BOOK_SIZE) if kind == BOOK else ("run", RUN_SIZE)
        needs.append(word if size == common else f"{word} of {size}")
        sizes.append(size)
    return Ask(
        f"Lay down {contract_words(rummy)}",
        {"do": "lay_down", "melds": GroupsHole(f"hand:{seat}", tuple(needs), tuple(sizes), examples)},
        rummy.rule("T12", "P7"),
    )


def _later(rummy: Rummy, seat: Seat, words: RummyWords, asks: Sequence[Ask]) -> tuple[Ask, ...]:
    """Let a seat that has not laid down prepare its lay-down while the others play."""
    if rummy.open_hands() or rummy.down[seat] != NOT_YET:
        return ()
    return () if _is_asked("lay_down", asks) else (_lay_down(rummy, seat, words),)


def _is_asked(do: str, asks: Sequence[Ask]) -> bool:
    return do in [ask.action["do"] for ask in asks]


def _cards(hand: str, fits: Sequence[tuple[str, str]]) -> CardHole:
    return CardHole(hand, tuple(dict.fromkeys([card for card, _ in fits])))


def _targets(fits: Sequence[tuple[str, str]]) -> TargetHole:
    return TargetHole(tuple(dict.fromkeys([spot for _, spot in fits])))


def play_prompt(rummy: Rummy, seat: Seat, asks: Sequence[Ask]) -> str:
    """The prompt after drawing."""
    if rummy.down[seat] == NOT_YET:
        return "Your turn: lay down if you can, then discard a card."
    if _is_asked("play_on", asks):
        return "Your turn: play on other melds if you like, then discard a card."
    return "Your turn: discard a card."


def meanings_of(rummy: Rummy, seat: Seat, action: object) -> list[list[list[str]]] | None:
    """What each card of a lay-down could stand for, if it is a joker, in the order of its groups and cards."""
    if not isinstance(action, LayDown):
        return None
    contract = rummy.now().contract
    named = len(action.melds) == len(contract.needs())
    parts = rummy.parts_of(action.melds) if named else list(range(len(action.melds)))
    found: list[list[list[str]]] = []
    for part, group in zip(parts, action.melds, strict=True):
        cards, stands = parse_group(group)
        kind = contract.part(part)[0]
        could = meanings(kind, cards, stands, rummy.terms.melding)
        found.append([[code(card) for card in each] for each in could])
    return found


def faults_of(rummy: Rummy, seat: Seat, action: object) -> list[Refused | None] | None:
    """What is wrong with each meld of a lay-down by itself. The melds may come in any order (T37, P20)."""
    if not isinstance(action, LayDown) or len(action.melds) != len(rummy.now().contract.needs()):
        return None
    parts = rummy.parts_of(action.melds)
    return [_fault(rummy, seat, part, group) for part, group in zip(parts, action.melds, strict=True)]


def _fault(rummy: Rummy, seat: Seat, part: int, group: list[str]) -> Refused | None:
    try:
        rummy.read_group(seat, part, group)
    except Refused as refusal:
        return refusal
    return None


def facts_of(rummy: Rummy) -> dict[str, int | None]:
    """Facts about the round just scored, for the lab: how it ended, after how many turns, and how many buys."""
    went_out = rummy.out != NOBODY
    return {
        "somebody_went_out": int(went_out),
        "turn_cap_reached": int(not went_out and rummy.turns == rummy.seats * rummy.terms.turn_cap),
        "turns_to_go_out": -(-rummy.turns // rummy.seats) if went_out else None,
        "buys": sum(rummy.buys),
    }


# ---------------------------------------------------------------- what is told


def visible(rummy: Rummy) -> str:
    """The visible discard, in a sentence."""
    return the_card(rummy.discards[-1])


def taken(before: Rummy, viewer: Seat | None) -> str:
    """The visible discard as it goes to somebody: whoever discarded it hears that it was theirs."""
    card = before.discards[-1]
    return f"your {name(card)}" if viewer == before.discarder else the_card(card)


def tell_shared(
    before: Rummy, seat: Seat, action: Shared, after: Rummy, viewer: Seat | None, words: RummyWords
) -> tuple[list[str], list[Travel]]:
    """The sentences and the moving cards of an action that both games have."""
    you = who(seat, viewer)
    hand = f"hand:{seat}"
    match action:
        case Draw():
            return tell_draw(after, seat, viewer, words)
        case Take():
            card = before.discards[-1]
            return [f"{you} took {taken(before, viewer)} from the discards."], [Travel("discard", hand, code(card))]
        case Buy():
            return [f"{you} called “Buy!”"], []
        case Pass():
            return [], []  # like silence, a pass is not announced
        case LayDown():
            laid = after.melds[len(before.melds) :]
            told = listed([" ".join([_told(meld, index) for index in range(len(meld.cards))]) for meld in laid])
            travels = [
                Travel(hand, f"meld:{len(before.melds) + number}", code(card), None, index)
                for number, meld in enumerate(laid)
                for index, card in enumerate(meld.cards)
            ]
            return [f"{you} laid down {told}."], travels
        case PlayOn(card_code, spot):
            number = meld_number(spot)[0]
            meld = whose_meld(before, viewer, number, words)
            told = f"{you} played {a_card(FACE_OF[card_code])} on {meld}."
            return [told], [Travel(hand, f"meld:{number}", card_code)]
        case Exchange(card_code, spot):
            number, index = meld_number(spot)
            meld = whose_meld(before, viewer, number, words)
            told = f"{you} swapped {name(FACE_OF[card_code])} for the joker in {meld}."
            zone, at = f"meld:{number}", int(index)
            return [told], [Travel(hand, zone, card_code, None, at), Travel(zone, hand, code(JOKER), at)]
        case Discard(card_code):
            return [f"{you} discarded {a_card(FACE_OF[card_code])}."], [Travel(hand, "discard", card_code)]
        case Deal():
            dealt = f"{you} dealt round {after.round}: {contract_words(after)}."
            return [dealt, f"The first discard is {a_card(after.discards[-1])}."], []
    raise TypeError(f"not an action of a rummy: {action}")


def tell_draw(after: Rummy, seat: Seat, viewer: Seat | None, words: RummyWords) -> tuple[list[str], list[Travel]]:
    """Tell a draw. The drawn card is the last of the hand."""
    card = after.hands[seat][-1]
    seen = seat == viewer
    what = a_card(card) if seen else f"from the {words.stock.lower()}"
    return [f"{who(seat, viewer)} drew {what}."], [Travel("stock", f"hand:{seat}", code(card) if seen else None)]


def tell_purchase(
    before: Rummy, after: Rummy, buyer: Seat, viewer: Seat | None, words: RummyWords
) -> tuple[list[str], list[Travel]]:
    """Tell a purchase, with the cards from the stock that came with it."""
    card = before.discards[-1]
    cards = after.hands[buyer][len(before.hands[buyer]) + 1 :]
    travels = [Travel("discard", f"hand:{buyer}", code(card))]
    travels += [Travel("stock", f"hand:{buyer}", code(each) if buyer == viewer else None) for each in cards]
    price = listed([a_card(each) for each in cards])
    if buyer != viewer and cards:
        price = "a card" if len(cards) == 1 else f"{len(cards)} cards"
    also = f" and got {price} from the {words.stock.lower()}" if cards else ""
    return [f"{who(buyer, viewer)} bought {taken(before, viewer)}{also}."], travels


def moments(before: Rummy, seat: Seat, action: object, after: Rummy, words: RummyWords) -> list[Moment]:
    """The moments that both games have."""
    found = []
    if isinstance(action, Buy):
        found.append(Moment("call", "Buy", seat))
    if isinstance(action, LayDown):
        found.append(Moment("delight", words.down, seat))
    if isinstance(action, Exchange):
        found.append(Moment("delight", "A joker", seat))
    if after.out != NOBODY and before.out == NOBODY:
        at_once = before.phase == PLAYING and after.down[after.out] == before.turns
        found.append(Moment("out", words.at_once if at_once else "Out", after.out))
    return found


def reshuffled(before: Rummy, after: Rummy, words: RummyWords) -> list[str]:
    if after.shuffler.n > before.shuffler.n and after.round == before.round:
        return [f"The discards were shuffled into a new {words.stock.lower()}."]
    return []


def gone_around(before: Rummy, seat: Seat, after: Rummy, viewer: Seat | None) -> list[str]:
    """Tell that the seat went around, if it did (T21, P10)."""
    if before.phase == PLAYING and not after.hands[seat] and after.out == NOBODY and after.turns > before.turns:
        has = "You have" if seat == viewer else f"{who(seat, viewer)} has"
        goes = "go" if seat == viewer else "goes"
        return [f"{has} no cards left and {goes} around. The discard is dead."]
    return []


def scored(before: Rummy, after: Rummy, viewer: Seat | None, extra: Sequence[str]) -> list[str]:
    """Tell how the round ended, what it cost everybody, and who has won, if it did end."""
    if len(after.sheet) == len(before.sheet):
        return []
    sentences = []
    if after.out != NOBODY:
        sentences.append(f"{who(after.out, viewer)} went out: the round is over.")
    elif after.turns == after.seats * after.terms.turn_cap:
        sentences.append(f"Everybody has had {after.terms.turn_cap} turns, so the round is over.")
    else:
        sentences.append("There's nothing left to draw, so the round is over.")
    sentences.append(f"Round {after.round}: {_points(after.sheet[-1], viewer)}.")
    sentences += extra
    if result := after.result():
        sentences.append(f"The game is over: {_points(result.scores, viewer)}.")
        sentences.append(won_by(result, viewer))
    return sentences


def _points(points: Sequence[int], viewer: Seat | None) -> str:
    return ", ".join(f"{who(seat, viewer)} {signed(value)}" for seat, value in enumerate(points))


def between_prompt(rummy: Rummy, seat: Seat | None) -> str:
    """The prompt between rounds and after the game."""
    if result := rummy.result():
        return f"The game is over. {won_by(result, seat)}"
    deals = "You deal" if seat == rummy.at_bat else f"{who(rummy.at_bat, seat)} deals"
    return f"The round is over. {deals} the next one."
