"""Every device adds its own words to the shuffle, and can tell afterward whether they were swapped."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from parlour.cli import main
from parlour.games import find
from parlour.kernel.log import By
from parlour.kernel.shuffle import promise_of
from parlour.store import StoredTable
from parlour.store.sqlite import SqliteStore
from parlour.table import events, moves
from parlour.table.events import TableEntry
from parlour.table.table import Table
from tests.browser.players import Person, Watcher, play
from tests.browser.windows import PHONE, Window
from tests.process import Process

BOB = 1


def an_evening(server: Process, window: Window) -> tuple[Person, Person, str]:
    """Ann and Bob play a short game to its end. Returns them and its code."""
    ann, bob = Person(window(server.url)), Person(window(server.url, PHONE))
    link = ann.sets_up(server.url, "Ann", "open", house_rules="holes=1&turn_cap=1")
    bob.joins(link, "Bob")
    line = "Everybody’s device has added its own words to the shuffle."
    for person in (ann, bob):
        expect(person.page.get_by_test_id("words")).to_have_text(line)
    ann.starts()
    play([ann, bob], lambda: ann.phase == bob.phase == "over")
    return ann, bob, link[-6:]


def verdict_of(page: Page, url: str, code: str, fair: bool) -> str:
    page.goto(f"{url}/replay/{code}")
    return Watcher(page).checks(fair)


def saved(page: Page, folder: Path, click: str) -> Path:
    with page.expect_download() as download:
        page.locator(click).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_every_device_finds_its_own_words_and_everybodys_promise_in_the_log(
    server: Process, window: Window, tmp_path: Path
) -> None:
    ann, bob, code = an_evening(server, window)
    for person in (ann, bob):
        told = verdict_of(person.page, server.url, code, fair=True)
        assert "every card came from what was fixed before the first card" in told
        assert "Everybody’s promise is the one this device saw" in told
        assert "this device’s own are among them" in told
    game = saved(ann.page, tmp_path, "a[download] >> text=As JSON")
    kept = saved(bob.page, tmp_path, "[data-testid=save-kept]")
    opening = json.loads(game.read_text())["opening"]
    assert all(len(words.split()) == 8 for words in opening["words"])
    assert json.loads(kept.read_text())["promises"] == opening["promises"]
    assert main(["verify", str(game), "--kept", str(kept)]) == 0
    stranger = window(server.url)
    assert "wasn’t at the table before the end" in verdict_of(stranger, server.url, code, fair=True)


def test_what_somebody_types_goes_before_what_the_device_draws(server: Process, window: Window) -> None:
    ann = Person(window(server.url))
    code = ann.sets_up(server.url, "Ann", "steady", house_rules="holes=1&turn_cap=1")[-6:]
    ann.page.locator("summary", has_text="Words for the shuffle").click()
    ann.write(ann.page.locator("[name=words]"), "tea & cake")
    ann.press(ann.page.get_by_role("button", name="Add them"))
    expect(ann.page.get_by_text("Your words are in.")).to_be_visible()
    ann.starts()
    play([ann], lambda: ann.phase == "over")
    assert "own are among them" in verdict_of(ann.page, server.url, code, fair=True)
    kept = json.loads(ann.page.evaluate(f"localStorage['parlour/{code}']"))
    assert re.fullmatch(r"tea & cake( [a-z]{5}){8}", kept["words"])
    assert kept["shown"]


def test_a_device_that_is_gone_is_not_waited_for_and_everybody_is_told(server: Process, window: Window) -> None:
    ann, bob = Person(window(server.url)), Person(window(server.url))
    link = ann.sets_up(server.url, "Ann", "open", house_rules="holes=1&turn_cap=1&patience=1")
    bob.joins(link, "Bob")
    expect(ann.page.get_by_test_id("words")).to_contain_text("Everybody")
    bob.page.close()
    ann.press(ann.page.get_by_test_id("start"))
    expect(ann.table).to_have_attribute("data-phase", "dealing")
    expect(ann.page.get_by_test_id("prompt")).to_have_text("Dealing the cards …")
    expect(ann.page.get_by_test_id("start")).to_have_count(0)
    expect(ann.table).to_have_attribute("data-phase", "playing", timeout=20_000)
    expect(ann.page.get_by_text(re.compile("without Bob's words for the shuffle")).first).to_be_attached()


def test_a_phone_that_slept_while_the_laptop_promised_anew_accuses_nobody(
    server: Process, window: Window, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, phone = Person(window(server.url)), Person(window(server.url, PHONE))
    link = ann.sets_up(server.url, "Ann", "open", house_rules="holes=1&turn_cap=1")
    code = link[-6:]
    phone.joins(link, "Bob")
    expect(phone.page.get_by_test_id("words")).to_contain_text("Everybody")
    phone.press(phone.page.get_by_role("button", name="Use another device"))
    personal = phone.page.locator("section[aria-label='A personal link'] input").input_value()
    phone.page.goto("about:blank")
    laptop = Person(window(personal))
    laptop.page.locator("summary", has_text="Words for the shuffle").click()
    laptop.write(laptop.page.locator("[name=words]"), "rain")
    laptop.press(laptop.page.get_by_role("button", name="Add them"))
    expect(laptop.page.get_by_text("Your words are in.")).to_be_visible()
    ann.starts()
    phone.page.goto(link)
    expect(phone.table).to_have_attribute("data-phase", "playing")
    kept = json.loads(phone.page.evaluate(f"localStorage['parlour/{code}']"))
    assert (kept["seat"], "promises" in kept) == (BOB, False)
    play([ann, laptop], lambda: ann.phase == laptop.phase == "over")
    assert "own are among them" in verdict_of(laptop.page, server.url, code, fair=True)
    told = verdict_of(phone.page, server.url, code, fair=True)
    assert "The promise of Bob’s words isn’t the one this device made." in told
    assert "Only somebody who was there can tell" in told
    game = saved(phone.page, tmp_path, "a[download] >> text=As JSON")
    assert main(["verify", str(game), "--kept", str(saved(phone.page, tmp_path, "[data-testid=save-kept]"))]) == 0
    assert "Another device of that seat may have promised again" in capsys.readouterr().out


async def doctored(file: Path, code: str) -> None:
    """Replaces the game by one of the same people with the same secret, but with words and a promise of Bob's that were
    chosen when all the others were known. Nothing else in it is wrong."""
    store = SqliteStore(file)
    await store.open(lambda *_: None)
    kept = await store.load(code)
    await store.close()
    assert kept is not None
    for part in file.parent.glob(f"{file.name}*"):
        part.unlink()
    store = SqliteStore(file)
    await store.open(lambda *_: None)
    await store.create(code, kept.invitation, kept.secret)
    for entry in others(kept):
        await store.append(code, entry)
    await store.close()


def others(kept: StoredTable) -> list[TableEntry]:
    rng = Random(7)
    table = Table(kept.code, find("golf"), kept.invitation, kept.secret)
    done: list[TableEntry] = []

    def take(seat: int, by: By, body: events.Body) -> None:
        nonlocal table
        done.append(TableEntry(table.version + 1, kept.entries[-1].at, seat, by, body))
        table = table.after(done[-1])

    for entry in kept.entries:
        if table.state is None:
            body = entry.body
            if entry.seat == BOB and isinstance(body, events.PromiseWords):
                body = events.PromiseWords(promise_of(kept.invitation.commitment, "word 7"))
            elif entry.seat == BOB and isinstance(body, events.Show):
                body = events.Show("word 7")
            take(entry.seat, entry.by, body)
    while table.actors:
        seat = table.actors[0]
        steps = moves.act(table, seat, rng.choice(table.state.legal(seat)), "person")
        done += [entry for entry, _ in steps]
        table = steps[-1][1]
    return done


@pytest.mark.own_server
def test_the_page_names_a_seat_whose_words_were_exchanged(
    server: Process, window: Window, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, bob, code = an_evening(server, window)
    server.stop()
    with ThreadPoolExecutor() as elsewhere:  # the browser's event loop runs in this thread
        elsewhere.submit(asyncio.run, doctored(server.db, code)).result()
    server.start()
    stranger = window(server.url)
    verdict_of(stranger, server.url, code, fair=True)  # the log alone shows nothing wrong
    for person in (ann, bob):
        told = verdict_of(person.page, server.url, code, fair=False)
        assert "Bob’s words were swapped: this device was shown a different promise of them." in told
        assert "Ann’s words" not in told
    game = saved(ann.page, tmp_path, "a[download] >> text=As JSON")
    kept = saved(ann.page, tmp_path, "[data-testid=save-kept]")
    assert main(["verify", str(game)]) == 0
    assert main(["verify", str(game), "--kept", str(kept)]) == 2
    assert "Bob's words were swapped" in capsys.readouterr().err
