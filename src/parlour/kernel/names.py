"""Puts the names of people into views and stories, before they are sent out."""

from collections.abc import Sequence

from msgspec.structs import replace

from parlour.kernel.ledger import ledger_with_names
from parlour.kernel.sentences import named
from parlour.kernel.view import Ask, Moment, Own, Told, View, Zone


def told_by_name(told: Told, names: Sequence[str]) -> Told:
    return Told(
        tuple([named(text, names) for text in told.sentences]),
        told.travels,
        tuple([Moment(one.kind, named(one.say, names), one.seat) for one in told.moments]),
    )


def with_names(view: View, names: Sequence[str]) -> View:
    """The view with names in its seats and sentences."""
    return replace(
        view,
        title=named(view.title, names),
        prompt=named(view.prompt, names),
        seats=tuple([replace(seat, name=name) for seat, name in zip(view.seats, names, strict=True)]),
        zones=_zones_with_names(view.zones, names),
        asks=_asks_with_names(view.asks, names),
        later=_asks_with_names(view.later, names),
        warning=named(view.warning, names),
        ledger=view.ledger and ledger_with_names(view.ledger, names),
    )


def own_with_names(own: Own, names: Sequence[str]) -> Own:
    """What one seat sees on top of the public view, with names."""
    return Own(
        prompt=named(own.prompt, names),
        zones=_zones_with_names(own.zones, names),
        asks=_asks_with_names(own.asks, names),
        later=_asks_with_names(own.later, names),
        warning=own.warning and named(own.warning, names),
    )


def _zones_with_names(zones: tuple[Zone, ...], names: Sequence[str]) -> tuple[Zone, ...]:
    return tuple([_zone_with_names(zone, names) for zone in zones])


def _asks_with_names(asks: tuple[Ask, ...], names: Sequence[str]) -> tuple[Ask, ...]:
    return tuple([_ask_with_names(ask, names) for ask in asks])


def _zone_with_names(zone: Zone, names: Sequence[str]) -> Zone:
    if "{" not in zone.label and "{" not in zone.note:
        return zone
    return replace(zone, label=named(zone.label, names), note=named(zone.note, names))


def _ask_with_names(ask: Ask, names: Sequence[str]) -> Ask:
    if "{" not in ask.say and "{" not in ask.note and not ask.brings:
        return ask
    brings = ask.brings and {target: named(text, names) for target, text in ask.brings.items()}
    return replace(ask, say=named(ask.say, names), note=named(ask.note, names), brings=brings)
