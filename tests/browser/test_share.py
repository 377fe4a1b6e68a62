"""A table that is reached through a tunnel only, and one whose link changes meanwhile."""

import os
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from parlour.server.share.ssh import Papers
from tests.browser.looks import check
from tests.browser.players import Person, play
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process, free_port
from tests.server.carriers import CLOUDFLARED_PRINTS, Sshd, runs, said_by, stand_in

ONE, TWO = "https://tea-for-two.trycloudflare.com", "https://more-tea.trycloudflare.com"


def test_two_browsers_play_through_a_tunnel_that_is_cut(
    tmp_path: Path, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))  # with no keys in it
    sshd, outer = Sshd(tmp_path / "sshd"), free_port()
    sshd.authorize(Papers(tmp_path).own_key())
    with sshd, Process(tmp_path, "--share", sshd.share(outer), "--bot-pause", "0.02") as server:
        public = f"http://127.0.0.1:{outer}"
        said_by(server, f"Send this link      {public}")
        ann, bob = Person(window(public, DESK)), Person(window("about:blank", PHONE))
        ann.sets_up(public, "Ann", "open", house_rules="holes=1&turn_cap=5")
        link = ann.page.get_by_label("Link to the table").input_value()
        assert link == ann.page.url, "the link to send is the one through the tunnel"
        bob.joins(link, "Bob")
        ann.starts()
        for _ in range(2):
            moved = ann.version + 3
            play([ann, bob], until=lambda moved=moved: ann.version >= moved)  # type: ignore[misc]
            before = ann.version
            assert sshd.cut() > 0
            for person in (ann, bob):
                expect(person.page.get_by_test_id("connection")).not_to_have_attribute("data-state", "open")
            for person in (ann, bob):
                person.connected()
                assert person.version >= before, "nothing that was shown is lost"
        play([ann, bob], until=lambda: ann.phase == "over")
        assert server.stop() == 0
    assert said_by(server, "Send this link").count("The tunnel is back, with the same link.") == 2


def test_a_new_link_is_told_by_the_page_that_is_open(
    tmp_path: Path, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path / "bin", monkeypatch, "cloudflared", CLOUDFLARED_PRINTS, ONE, TWO)
    with Process(tmp_path, "--share") as server:
        said_by(server, f"Send this link      {ONE}")
        ann = Person(window(server.url, PHONE))
        code = ann.sets_up(server.url, "Ann", "open", house_rules="holes=1")[-6:]
        field, news = ann.page.get_by_label("Link to the table"), ann.page.get_by_test_id("new-link")
        expect(field).to_have_value(f"{ONE}/t/{code}")
        circle = httpx.post(f"{server.url}/api/circles", json={"name": "The Smiths"}).json()
        room = window(f"{server.url}/circle#{circle['secret']}", DESK)
        lasting = room.get_by_label("Link to the circle")
        expect(lasting).to_have_value(f"{ONE}/circle#{circle['secret']}")
        os.kill(int(runs(tmp_path / "bin")[0][0]), 9)
        expect(news).to_contain_text("This table has a new link:", timeout=20_000)
        expect(news.get_by_role("textbox")).to_have_value(f"{TWO}/t/{code}")
        expect(news.get_by_role("link", name="Open it")).to_have_attribute("href", f"{TWO}/t/{code}#seat={seat(ann)}")
        check(ann.page, "a new link")
        news.get_by_role("button", name="Close").click()
        expect(news).to_have_count(0)
        expect(field).to_have_value(f"{TWO}/t/{code}")
        ann.page.reload()
        expect(field).to_have_value(f"{TWO}/t/{code}")
        expect(news).to_have_count(0)
        ann.page.goto(f"{server.url}/new/golf?holes=3")
        ann.unfolds()
        expect(ann.page.get_by_label("Link to these rules")).to_have_value(f"{TWO}/new/golf?holes=3")
        expect(lasting).to_have_value(f"{TWO}/circle#{circle['secret']}", timeout=20_000)
        assert server.stop() == 0


def seat(person: Person) -> str:
    """The token of the person's own chair."""
    return next(
        str(cookie["value"]) for cookie in person.page.context.cookies(person.page.url.replace("/t/", "/api/tables/"))
    )
