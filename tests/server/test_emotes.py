"""Emotes: small pictures that people at a table show each other. They are in no log and change nothing."""

import asyncio
from pathlib import Path

from parlour.server.limits import EMOTES
from tests.server.driver import Player, Served, run
from tests.server.two_servers import seated, two


async def shown(player: Player, *emotes: tuple[int, str]) -> None:
    while player.emotes != list(emotes):
        await player.next()


def test_an_emote_is_shown_to_everybody_at_the_table_and_is_in_no_log(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        bob = await served.join(made["code"], (await served.sit(made["code"], "Bob"))["token"])
        onlooker = await served.join(made["code"])
        await ann.table("start")
        version = (await ann.until(lambda seen: seen["view"] is not None))["version"]
        assert await bob.say("emote", id="e1", emote="clap") == {"type": "ack", "id": "e1", "version": version}
        for player in (ann, bob, onlooker):
            await shown(player, (1, "clap"))
        assert served.rooms.open_rooms[made["code"]].table.version == version

    run(tmp_path, story)


def test_a_seat_that_reacts_without_end_has_to_wait_and_the_others_need_not(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        bob = await served.join(made["code"], (await served.sit(made["code"], "Bob"))["token"])
        second = await served.join(made["code"], made["token"])
        for number in range(int(EMOTES.burst)):
            assert (await (ann, second)[number % 2].say("emote", emote="laugh"))["type"] == "ack"
        for device in (ann, second):
            refused = await device.say("emote", emote="laugh")
            assert refused["type"] == "refused"
            assert refused["why"].startswith("That's a lot of reactions at once. Please try again in")
        assert (await bob.say("emote", emote="heart"))["type"] == "ack"

    run(tmp_path, story)


def test_onlookers_cannot_react_and_nobody_can_where_the_host_turned_reactions_off(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        onlooker = await served.join(made["code"])
        assert (await onlooker.say("emote", emote="wave"))["why"].startswith("You're just watching.")
        assert (await ann.say("emote", emote="rude"))["type"] == "refused"
        await ann.table("settle", emotes=False)
        told = await ann.until(lambda seen: not seen["table"]["emotes"])
        assert told["happened"][-1]["say"] == ["You turned reactions off."]
        refused = await ann.say("emote", emote="wave")
        assert refused["why"] == "The host turned reactions off at this table."
        assert onlooker.emotes == []

    run(tmp_path, story)


def test_emotes_reach_people_on_another_server_and_stay_in_order(tmp_path: Path) -> None:
    async def story() -> None:
        async with asyncio.timeout(60), two(tmp_path) as (one, other):
            ann, bob = await seated(one, other)
            await asyncio.gather(*(ann.say("emote", emote=emote) for emote in ("wave", "heart")))
            await shown(bob, (0, "wave"), (0, "heart"))
            await bob.say("emote", emote="gasp")
            await shown(ann, (0, "wave"), (0, "heart"), (1, "gasp"))

    asyncio.run(story())
