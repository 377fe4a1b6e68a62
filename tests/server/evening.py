"""Plays tables to the end without a socket: people and bots, words and promises, undone moves."""

from random import Random

from parlour.bots import bots_of, find_bot
from parlour.games import discover, find
from parlour.kernel.options import describe
from parlour.kernel.shuffle import promise_of
from parlour.server import protocol
from parlour.server.room import Room
from parlour.server.rooms import NewChair, NewTable, Rooms
from parlour.server.tokens import key_of
from parlour.table import events, moves
from parlour.table.events import Stamp
from parlour.table.table import Table, TableStep

SHORT = {"holes": 2, "rounds": 1, "turn_cap": 12, "out_over": 25}  # house rules that make any game short


async def play(rooms: Rooms, number: int, whole: bool = False) -> str:
    """Play a short or a whole game: bots, and Ann, who is sometimes away and sometimes takes a move back. Return the
    table's code."""
    rng = Random(f"evening {number}")
    name = list(discover())[number % len(discover())]
    game = find(name)
    short = {option.name: SHORT[option.name] for option in describe(game.options) if option.name in SHORT}
    others = [
        NewChair(bot=rng.choice([bot for bot in bots_of(game) if bot != "sharp"]))
        for _ in range(max(1, game.seats[0] - 1))
    ]
    new = NewTable(
        name, (NewChair(), *others), "Ann" if number % 3 else "Åsa: “one”, (two); #3", {} if whole else short
    )
    room, token = await rooms.make(new)
    ann = key_of(token)
    said = "tea; and -> cake"
    if number % 3 == 1:
        await asks(room, ann, events.ShuffleWords(said))
    elif number % 3 == 2:
        await asks(room, ann, events.PromiseWords(promise_of(room.table.invitation.commitment, said)))
    await asks(room, ann, events.Start())
    if room.table.dealing:
        await asks(room, ann, events.Show(said))
        await room.change(lambda table, stamp: [table.noted(events.NOBODY, "clock", events.Start(), stamp)])
    while room.table.actors:
        if room.table.undoable(0) and rng.random() < 0.03:
            await asks(room, ann, events.AskUndo())
        elif rng.random() < 0.01:
            await room.change(come_or_go)
        else:
            await move(room, rng)
    return room.table.code


def come_or_go(table: Table, stamp: Stamp) -> list[TableStep]:
    return [table.noted(0, "clock", events.Back() if table.chairs[0].away else events.StandIn(), stamp)]


async def asks(room: Room, key: str, event: events.Request) -> None:
    await room.ask(key, protocol.TableRequest(f"{room.table.version}", event))


async def move(room: Room, rng: Random) -> None:
    def decide(table: Table, stamp: Stamp) -> list[TableStep]:
        for seat in table.game.asked(table.state):
            bot = find_bot(table.game, table.bot_of(seat) or "random")
            action = bot.choose(table.state.redeal(seat, rng), seat, rng)
            if action is not None:
                return moves.act(table, seat, action, "bot" if table.bot_of(seat) else "person", stamp)
        raise AssertionError("nobody moves")

    await room.change(decide)
