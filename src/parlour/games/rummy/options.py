"""House rules that both rummies have, under different rule numbers."""

from collections.abc import Sequence

from msgspec import Meta

from parlour.games.rummy.contracts import list_in_words, read_list
from parlour.kernel.options import TextForm, house_rule

MELDS = "Melds"
BUYING = "Buying"


def rounds(rule: str, most: int, touches: Sequence[str]) -> Meta:
    about = "Rounds to play, starting with the first."
    here = "We play {} round(s), starting with the first."
    return house_rule(rule, about, here=here, least=1, most=most, touches=touches)


def contracts(rule: str, book: str, as_written: str, touches: Sequence[str], replaces: Sequence[str]) -> Meta:
    """The family's own rounds. `book` is what the game calls a book; `as_written` is the game's own list."""
    form = TextForm(
        lambda text: read_list(text, rule, book),
        lambda text: list_in_words(text, book),
        "rounds like 6:3+3,7:3+r4",
        as_written,
        "contracts",
    )
    pieces = (book, "run")
    return house_rule(rule, "Rounds of your own.", each=pieces, touches=touches, text=form, replaces=replaces)


def decks(rule: str, most: int, none: str) -> Meta:
    about = "Decks of cards, each with its two jokers."
    here = "We play with {} decks, each with its two jokers."
    return house_rule(rule, about, here=here, least=2, most=most, none=none)


def joker_points(rule: str) -> Meta:
    here = "A joker left in hand costs {} point(s)."
    return house_rule(rule, "Points for a joker left in hand.", here=here, least=0, most=100)


def extend_own(rule: str) -> Meta:
    return house_rule(rule, "You can play cards on your own melds too.", group=MELDS)


def buy_first_card(rule: str) -> Meta:
    return house_rule(rule, "The card turned up at the start of a round can be bought.", group=BUYING)


def buys_per_round(rule: str, least: int, none: str = "") -> Meta:
    about, here = "Buys each player gets in a round.", "Everybody gets {} buy(s) in a round."
    return house_rule(rule, about, here=here, group=BUYING, least=least, most=9, none=none)
