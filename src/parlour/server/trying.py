"""What an action would be called, or why it would be refused, without making it."""

from random import Random

from parlour.kernel.refusal import Asks, Refused
from parlour.kernel.view import covers, named
from parlour.server import protocol
from parlour.table import checks, moves
from parlour.table.table import Table


def attempt(table: Table, key: str, message: protocol.Try, rng: Random) -> protocol.Tried | protocol.RefusalMessage:
    """Return what an action would be called, or why it is refused, and what its jokers could stand for. It is tried
    on an imagined deal, so nothing hidden can leak. An action prepared for later is only checked for its faults."""
    seat = moves.mover(table, key)
    checks.check_playing(table)
    action = table.game.read_action(message.action)
    imagined = moves.ahead(table, seat, table.state.redeal(seat, rng), action)
    view = table.game.view(imagined, seat)
    trying = table.game.trying
    meanings = trying.meanings(imagined, seat, action)
    counts = trying.counts(imagined, action)
    wrong: list[Refused | None] = trying.faults(imagined, seat, action) or []
    faults = [fault.sentence if fault else "" for fault in wrong] or None
    try:
        if any(covers(ask, message.action, view) for ask in view.later):
            for fault in filter(None, wrong):
                raise fault
        else:
            imagined.apply(seat, action)
    except Refused as refusal:
        asks = refusal.asks if isinstance(refusal, Asks) else ""
        why = named(refusal.sentence, table.names)
        return protocol.RefusalMessage(message.id, refusal.rule, why, meanings, faults, counts, asks)
    say = trying.naming(action)
    say = say or next((ask.say for ask in (*view.asks, *view.later) if covers(ask, message.action, view)), "")
    return protocol.Tried(message.id, named(say, table.names), meanings, faults, counts)
