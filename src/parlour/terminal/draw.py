"""Draws a view as text: in color, or in plain lines with every card in words, for screen readers."""

import re
from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from parlour import cards
from parlour.kernel.sentences import listed
from parlour.kernel.state import side_of
from parlour.kernel.view import Item, View, Zone, face_of, signed

RED = frozenset("♥♦")
_CARD = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]")
_PYRAMID = re.compile(r"([RYGBK])([123])")
COLORS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "K": "black"}
SIZES = {"1": "small", "2": "medium", "3": "large"}


def in_words(sentence: str) -> str:
    """A sentence with its cards spelled out, because screen readers stumble over the suit signs."""
    return _CARD.sub(lambda found: cards.words(cards.card(found[0])), sentence).replace("−", "minus ")


def spoken(item: str | Item) -> str:
    """An item in words: "7 of hearts", "face down", "joker as jack of hearts"."""
    face = face_of(item)
    text = _in_words(face) if face else "face down"
    if isinstance(item, Item):
        text += f" as {_in_words(item.stands)}" if item.stands else ""
        text += f" with {_in_words(item.on)} on it" if item.on else ""
        text += ", face down" if item.down and face else ""
        text += ", new" if item.new else ""
    return text


def drawn(item: str | Item) -> Text:
    """An item as a small picture: "7♥", "▒▒"."""
    face = face_of(item)
    empty = isinstance(item, Item) and item.empty
    text = Text(_as_sign(face) if face else "··" if empty else "▒▒", style="dim" if not face else "")
    if isinstance(item, Item):
        text.append(f"={_as_sign(item.stands)}" if item.stands else "")
        text.append(f"^{item.on}" if item.on else "")
        text.append("↓" if item.down and face else "")
        text.append("*" if item.new else "", style="bold")
    if any(sign in RED for sign in text.plain):
        text.stylize("red")
    return text


def _as_sign(face: str) -> str:
    return cards.name(cards.card(face)) if face in cards.CODES and face != "JOK" else face


def _in_words(face: str) -> str:
    if pyramid := _PYRAMID.fullmatch(face):
        return f"{SIZES[pyramid[2]]} {COLORS[pyramid[1]]} pyramid"
    return cards.words(cards.card(face)) if face in cards.CODES else face


# ---------------------------------------------------------------- plain: a list of lines


def plain_view(view: View) -> list[str]:
    """The whole view, one line per zone."""
    lines = [f"{view.title}."]
    lines += [_plain_trick(zone, view) if zone.kind in ("trick", "won") else _plain_zone(zone) for zone in view.zones]
    scores, players = _scores(view)
    lines.append(f"Scores: {', '.join(scores)}.")
    return [*lines, f"Players: {', '.join(players)}."] if players else lines


def _plain_zone(zone: Zone) -> str:
    note = f" ({zone.note})" if zone.note else ""
    if zone.kind == "pile":
        top = "".join(f"{spoken(item)}, " for item in reversed(zone.items))
        return f"{zone.label}: {top}{zone.count} {'card' if zone.count == 1 else 'cards'}{note}."
    if hidden := _hidden(zone):
        return f"{zone.label}{note}: {hidden} {'card' if hidden == 1 else 'cards'}, face down."
    if len(zone.items) == 1:
        return f"{zone.label}{note}: {spoken(zone.items[0])}."
    if zone.kind in ("pieces", "prize"):
        return f"{zone.label}{note}: {', '.join(map(spoken, zone.items)) or 'nothing'}."
    words = [f"place {number}, {spoken(item)}" for number, item in enumerate(zone.items, 1)]
    width = zone.columns or len(words) or 1
    rows = ["; ".join(words[first : first + width]) for first in range(0, len(words), width)]
    if len(rows) < 2:
        return f"{zone.label}{note}: {''.join(rows) or 'nothing'}."
    return f"{zone.label}{note}." + "".join(f" Row {number}: {row}." for number, row in enumerate(rows, 1))


def _plain_trick(zone: Zone, view: View) -> str:
    """A trick with who played what, or the tricks that a seat has won, with the last one if it took that."""
    cards = [
        f"{view.seats[seat].name} {spoken(item)}" + (" (led)" if seat == zone.lead else "")
        for seat, item in enumerate(zone.items)
        if face_of(item)
    ]
    note = f" ({zone.note})" if zone.note else ""
    if zone.kind == "won":
        last = f"; the last one: {', '.join(cards)}" if cards else ""
        return f"{zone.label}{note}: {zone.count}{last}."
    takes = f". {view.seats[zone.best].name} takes it so far" if zone.best is not None else ""
    return f"{zone.label}{note}: {', '.join(cards) or 'nothing'}{takes}."


def _hidden(zone: Zone) -> int:
    """The number of cards in a hand that lies face down; 0 for any other zone."""
    return len(zone.items) if zone.kind == "hand" and all(face_of(item) is None for item in zone.items) else 0


def by_side(view: View, points: Sequence[int]) -> list[str]:
    """Everybody's points with the name; partners have the same together: "Ann and Cat 52"."""
    sides = sorted({side_of(view.sides, seat) for seat in range(len(view.seats))})
    return [f"{listed([view.seats[seat].name for seat in side])} {signed(points[side[0]])}" for side in sides]


def _scores(view: View) -> tuple[list[str], list[str]]:
    """The scores with what else is said about each player; with partners, that is a list of its own."""
    scores = by_side(view, [player.score for player in view.seats])
    told = [_told(view, seat) for seat in range(len(view.seats))]
    if view.sides:
        return scores, [f"{player.name}{said}" for player, said in zip(view.seats, told, strict=True) if said]
    return [f"{score}{said}" for score, said in zip(scores, told, strict=True)], []


def _told(view: View, seat: int) -> str:
    player = view.seats[seat]
    bid = player.bid if "bid" in player.bid else f"bid: {player.bid}" if player.bid else ""
    said = [*([bid] if bid else []), *player.tags]
    return f" ({', '.join(said)})" if said else ""


# ---------------------------------------------------------------- in color


def print_view(console: Console, view: View) -> None:
    title = Text(view.title, style="bold")
    scores = Text("\n".join(["   ".join(line) for line in _scores(view) if line]), style="dim")
    small = [_box(zone) for zone in view.zones if zone.kind in ("pile", "held", "prize")]
    rows: list[RenderableType] = [title, scores, Columns(small, padding=(0, 1))]
    others = [zone for zone in view.zones if zone.kind not in ("pile", "held", "prize") and zone.items]
    mine = [zone for zone in others if zone.seat == view.seat and view.seat is not None]
    rows.append(Columns([_box(zone) for zone in others if zone not in mine], padding=(0, 1)))
    rows += [_box(zone, mine=True) for zone in mine]
    console.print(Group(*rows))


def _box(zone: Zone, mine: bool = False) -> Panel:
    if zone.kind in ("trick", "won"):
        body: RenderableType = Text("  ").join([*map(drawn, zone.items)] or [Text("-")])
    elif zone.kind == "pile":
        body = Text(" ").join([Text(), *map(drawn, zone.items or (Item(down=True),))])
    elif zone.kind == "grid" and zone.columns:
        body = _grid(zone.items, zone.columns, mine)
    elif hidden := _hidden(zone):
        body = Text(f"▒▒ × {hidden}", style="dim")
    else:
        body = Text("  ").join([_numbered(number, item, mine) for number, item in enumerate(zone.items, 1)])
    if zone.note:
        body = Group(body, Text(zone.note, style="dim"))
    below = str(zone.count) if zone.count is not None else None
    return Panel.fit(body, title=zone.label, subtitle=below, border_style="yellow" if mine else "dim")


def _grid(items: Sequence[str | Item], columns: int, mine: bool) -> Table:
    table = Table.grid(padding=(0, 2))
    numbered = [_numbered(number, item, mine) for number, item in enumerate(items, 1)]
    for first in range(0, len(numbered), columns):
        table.add_row(*numbered[first : first + columns])
    return table


def _numbered(number: int, item: str | Item, mine: bool) -> Text:
    return Text.assemble((f"{number} " if mine else "", "dim"), drawn(item))
