"""From a fresh clone to a move on a phone that reaches the table through a tunnel only (`make bench-clone`).

The clone has nothing: no environment, no page, and empty caches, so everything is fetched. The tunnel goes through an
sshd on loopback. What is committed is cloned."""

import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from playwright.sync_api import expect, sync_playwright
from tests.browser.players import Person
from tests.browser.windows import PHONE, find_chromium, launch_chromium, windows
from tests.process import ROOT, free_port
from tests.server.carriers import Sshd

from parlour.server.share.ssh import Papers

CACHES = ("UV_CACHE_DIR", "PIP_CACHE_DIR", "npm_config_cache", "XDG_CACHE_HOME")
LINK = "Send this link"
PATIENCE = 60_000  # milliseconds for anything on the page


class Steps:
    def __init__(self) -> None:
        self.began = self.last = time.monotonic()

    def done(self, what: str) -> None:
        now = time.monotonic()
        print(f"{what:<44} {now - self.last:6.1f} s, {now - self.began:6.1f} s since the beginning", flush=True)
        self.last = now


def main() -> None:
    program = find_chromium()
    assert program, "there is no Chromium here: make browsers"
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder, outer = Path(name), free_port()
        browser = launch_chromium(playwright, program)
        (folder / "data").mkdir()
        sshd = Sshd(folder / "sshd")
        sshd.authorize(Papers(folder / "data").own_key())
        environment = {**os.environ, **{cache: str(folder / "cache" / cache) for cache in CACHES}, "SSH_AUTH_SOCK": ""}
        serve = f"--host 127.0.0.1 --port {free_port()} --db {folder / 'data' / 'games.db'} --share {sshd.share(outer)}"
        with sshd, windows(browser) as window:
            ann = Person(window("about:blank", PHONE))
            ann.page.set_default_timeout(PATIENCE)
            steps = Steps()
            subprocess.run(["git", "clone", "--quiet", ROOT, folder / "clone"], check=True)
            steps.done("git clone")
            command = ["make", "run", f"ARGS={serve}"]
            running = subprocess.Popen(
                command, cwd=folder / "clone", env=environment, stdout=subprocess.PIPE, text=True, process_group=0
            )
            try:
                assert running.stdout
                link = next(line.split()[-1] for line in running.stdout if LINK in line)
                steps.done("make run, until it prints the link")
                ann.page.goto(link)
                setting_up = ann.page.get_by_role("link", name=re.compile("Set up a table of"))
                expect(setting_up.first).to_be_visible(timeout=PATIENCE)
                steps.done(f"the page at {PHONE['width']}x{PHONE['height']}, through the tunnel")
                ann.sets_up(link, "Ann", "steady", house_rules="holes=1")
                ann.starts()
                steps.done("a table, with a bot, that has begun")
                while not ann.makes_a_move():
                    ann.page.wait_for_timeout(20)
                steps.done("the first move")
            finally:
                os.killpg(running.pid, signal.SIGINT)
                running.wait(30)


if __name__ == "__main__":
    main()
