"""`parlour serve --share`: a link that works from anywhere, whoever carries the tunnel and whatever becomes of it."""

import asyncio
import os
import re
import signal
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import gaierror
from typing import Any

import asyncssh
import httpx
import pytest
from starlette.datastructures import Headers

import parlour.cli
from parlour.server import limits
from parlour.server.addresses import Addresses
from parlour.server.app import create_app
from parlour.server.limits import Budget
from parlour.server.rooms import Rooms
from parlour.server.serve import Server, configured, listen
from parlour.server.share import tunnel as tunnels
from parlour.server.share.carriers import ANY, read_share
from parlour.server.share.programs import PROGRAMS
from parlour.server.share.ssh import SERVICES, OwnMachine, Papers, Service
from parlour.server.share.tunnel import Carrier, Tunnel
from parlour.server.share.tunnel_end import LOOPBACK, TunnelEnd, forwarded_for
from parlour.store.sqlite import SqliteStore
from tests.process import Process, free_port
from tests.server.carriers import (
    CLOUDFLARED_FAILS,
    CLOUDFLARED_PRINTS,
    TAILSCALE_ASKS,
    TAILSCALE_PRINTS,
    PublicService,
    Sshd,
    runs,
    said_by,
    stand_in,
)
from tests.server.driver import PATIENCE, Player

GUESS = "/api/tables/XXXXXX"  # which does not exist
ONE, TWO, THREE = (f"https://{name}.lhr.life" for name in ("one", "two", "three"))
CLOUDFLARED, TAILSCALE = PROGRAMS


@dataclass
class Shared:
    """A server with a tunnel, seen from both of its sides."""

    said: list[str]
    addresses: Addresses
    end: TunnelEnd
    rooms: Rooms
    home: httpx.AsyncClient  # as somebody in the house
    afar: httpx.AsyncClient  # as the carrier, on our end of the tunnel
    url: str

    async def hears(self, part: str) -> str:
        """Wait until it has said something."""
        try:
            async with asyncio.timeout(60):
                while not (found := [sentence for sentence in self.said if part in sentence]):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"{part!r} was not said, but {self.said}") from None
        return found[0]

    def through(self, caller: str) -> dict[str, str]:
        """The headers of a request through the tunnel."""
        host = self.addresses.public_url.partition("//")[2]
        return {"host": host, **({"x-forwarded-for": caller} if caller else {})}


@asynccontextmanager
async def sharing(folder: Path, *carriers: Carrier) -> AsyncIterator[Shared]:
    listening, end = listen(LOOPBACK, 0), TunnelEnd(listen(LOOPBACK, 0))
    addresses = Addresses(LOOPBACK, listening.getsockname()[1])
    rooms = Rooms(SqliteStore(folder / "test.db"), bot_pause=0.0)
    said: list[str] = []
    config = configured(create_app(rooms, addresses, tunnel_end=end), lifespan="on", timeout_graceful_shutdown=1)
    server = Server(config, rooms, Tunnel(carriers, end, addresses, rooms, said.append))
    running = asyncio.create_task(server.serve(sockets=[listening, end.listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    url, inner = (f"http://{LOOPBACK}:{port}" for port in (addresses.port, end.address[1]))
    try:
        async with (
            httpx.AsyncClient(base_url=url, timeout=PATIENCE) as home,
            httpx.AsyncClient(base_url=inner, timeout=PATIENCE) as afar,
        ):
            yield Shared(said, addresses, end, rooms, home, afar, url)
    finally:
        server.should_exit = True
        await running


def run(folder: Path, story: Callable[[Shared], Any], *carriers: Carrier) -> None:
    async def tell() -> None:
        async with sharing(folder, *carriers) as shared:
            await story(shared)

    asyncio.run(tell())


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
        return False
    except ProcessLookupError:
        return True


# ---------------------------------------------------------------- which carrier


def test_a_program_on_this_machine_comes_first_and_then_the_services(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = [host for host, *_ in SERVICES]
    monkeypatch.setenv("PATH", "/nowhere")
    assert [one.name for one in read_share(ANY, tmp_path, 8000)] == services
    for name in ("tailscale", "cloudflared"):
        stand_in(tmp_path / name, monkeypatch, name, "")
    assert [one.name for one in read_share(ANY, tmp_path, 8000)] == ["cloudflared", "tailscale", *services]
    assert [one.name for one in read_share("tailscale", tmp_path, 8000)] == ["tailscale"]


@pytest.mark.parametrize(
    ("text", "user", "host", "port", "link"),
    [
        ("ssh://anna@example.org", "anna", "example.org", 22, "http://example.org:8000"),
        ("ssh://example.org:2222/", "", "example.org", 2222, "http://example.org:8000"),
        ("ssh://anna@192.0.2.7/80", "anna", "192.0.2.7", 22, "http://192.0.2.7"),
        ("ssh://anna@[2001:db8::7]:22/9000", "anna", "2001:db8::7", 22, "http://[2001:db8::7]:9000"),
    ],
)
def test_a_machine_of_ones_own(tmp_path: Path, text: str, user: str, host: str, port: int, link: str) -> None:
    [machine] = read_share(text, tmp_path, 8000)
    assert isinstance(machine, OwnMachine)
    assert (machine.user, machine.host, machine.port, machine.link) == (user, host, port, link)
    assert "Others on the way to it could read it all" in machine.about
    [machine] = read_share(text, tmp_path, 8000, "https://cards.example.org")
    assert isinstance(machine, OwnMachine)
    assert machine.link == "https://cards.example.org"
    assert "Only those who run that machine could read it." in machine.about


def test_every_carrier_is_named_in_two_sentences_with_what_they_could_see(tmp_path: Path) -> None:
    carriers = [*PROGRAMS, *read_share(ANY, tmp_path, 8000), *read_share("ssh://anna@example.org", tmp_path, 8000)]
    for carrier in carriers:
        who, sees = re.findall(r"[A-Z].*?[.](?: |\Z)(?=[A-Z]|\Z)", carrier.about)
        assert carrier.name.removesuffix("d") in who.lower()  # cloudflared is Cloudflare's
        assert "read it" in sees


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--share", "ssh://"], "takes an address like ssh://anna@example.org"),
        (["--share", "ssh:example.org"], "takes an address like"),
        (["--share", "ssh://anna@exa mple.org"], "takes an address like"),
        (["--share", "ssh://anna@example.org:many"], "takes an address like"),
        (["--share", "ssh://anna@example.org:99999"], "takes an address like"),
        (["--share", "ssh://anna@example.org/home"], "takes an address like"),
        (["--share", "ssh://anna@example.org/99999"], "takes an address like"),
        (["--share", "ssh://anna:secret@example.org"], "and no password"),
        (["--share", "ssh://[::1"], "takes an address like"),
        (["--share", "example.org"], "not 'example.org'"),
        (["--share", "cloudflared", "--public-url", "https://cards.example.org"], "goes only with --share ssh://"),
    ],
)
def test_a_malformed_share_is_one_sentence(
    arguments: list[str], part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parlour.cli.main(["serve", *arguments, "--port", "0", "--db", str(tmp_path / "x.db")]) == 2
    error = capsys.readouterr().err
    assert part in error
    assert "secret" not in error
    assert error.count("\n") == 1
    assert not (tmp_path / "x.db").exists()


# ---------------------------------------------------------------- programs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "text", "links", "arguments"),
    [
        (
            CLOUDFLARED,
            CLOUDFLARED_PRINTS,
            ["https://tea-for-two.trycloudflare.com", "https://more-tea.trycloudflare.com"],
            "tunnel --no-autoupdate --url http://127.0.0.1:{}",
        ),
        (TAILSCALE, TAILSCALE_PRINTS, ["https://kitchen.tail12ab.ts.net"], "funnel {}"),
    ],
    ids=["cloudflared", "tailscale"],
)
def test_what_a_program_prints_is_the_link_and_when_it_ends_it_is_started_again(
    program: Carrier, text: str, links: list[str], arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path / "bin", monkeypatch, program.name, text, *links)

    async def story(shared: Shared) -> None:
        assert (await shared.hears("Send this link")).endswith(links[0])
        assert shared.said == [program.about, shared.said[-1]]
        assert program.about.count(". ") == 1, "two sentences before the link"
        [[process, *given]] = runs(tmp_path / "bin")
        assert " ".join(given) == arguments.format(shared.end.address[1])

        new = {"game": "golf", "name": "Ann", "seats": [{}, {}]}
        made = await shared.afar.post("/api/tables", json=new, headers=shared.through("93.184.216.34"))
        assert made.json()["link"] == f"{links[0]}/t/{made.json()['code']}"
        assert "Secure" in made.headers["set-cookie"], "people come by https"
        ann = await Player.open(shared.url, made.json()["code"], made.json()["token"])
        assert await ann.told_link() == f"{links[0]}/t/{made.json()['code']}"
        at_home = await shared.home.get(f"/api/tables/{ann.last['table']['code']}")
        assert at_home.json()["link"].startswith(links[0]), "in the house, too, this is the link to send"

        os.kill(int(process), 9)
        if len(links) == 1:
            await shared.hears("the same link")
            assert ann.links.empty()
        else:
            assert await ann.told_link() == f"{links[1]}/t/{made.json()['code']}"
            old = await shared.afar.get("/healthz", headers={"host": links[0].partition("//")[2]})
            assert old.status_code == 200, "the page that is open still works while the old link lasts"
        bob = await Player.open(shared.url, made.json()["code"])
        assert await bob.told_link() == f"{links[-1]}/t/{made.json()['code']}", "those who come later are told, too"
        await bob.close()
        await ann.close()

    run(tmp_path, story, program)
    assert len(runs(tmp_path / "bin")) == 2
    assert all(is_gone(int(process)) for process, *_ in runs(tmp_path / "bin")), "it ends with the server"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "text", "stays", "part"),
    [
        (CLOUDFLARED, CLOUDFLARED_FAILS, False, "cloudflared has ended. It said: failed to request quick Tunnel"),
        (CLOUDFLARED, "x" * 100_000, True, "cloudflared says something that can't be read"),
        (CLOUDFLARED, "\x1b[2J{0}\n", True, "cloudflared gave no link within 3 seconds. It said: \ufffd[2J(0)"),
        (TAILSCALE, TAILSCALE_ASKS, True, "It said: https://login.tailscale.com/f/funnel?node=n5kAxyz"),
        (TAILSCALE, "LINK\n", False, "tailscale has ended."),
    ],
    ids=["no network", "no end", "controls", "not enabled", "another link"],
)
def test_a_program_that_says_something_else_is_a_sentence_and_the_next_carrier_is_asked(
    program: Carrier, text: str, stays: bool, part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tunnels, "PATIENCE", 3 if stays else 60)
    stand_in(tmp_path / "bin", monkeypatch, program.name, text, "https://evil.example", stays=stays)

    async def story() -> None:
        async with PublicService(ONE) as service, sharing(tmp_path, program, at(service, tmp_path)) as shared:
            await shared.hears(part)
            assert (await shared.hears("Send this link")).endswith(ONE)
            assert (await shared.home.get("/healthz")).status_code == 200

    asyncio.run(story())


@pytest.mark.slow
def test_a_program_that_is_not_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    async def story(shared: Shared) -> None:
        await shared.hears("cloudflared can't be started: No such file or directory.")
        await shared.hears("There's no link for now. The table goes on in the house.")
        assert (await shared.home.get("/healthz")).status_code == 200

    run(tmp_path, story, CLOUDFLARED)


@pytest.mark.slow
def test_ctrl_c_ends_the_server_and_its_tunnel_without_another_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(
        tmp_path / "bin", monkeypatch, "cloudflared", CLOUDFLARED_PRINTS, ONE.replace("lhr.life", "trycloudflare.com")
    )
    with Process(tmp_path / "server", "--share") as server:
        said_by(server, "Send this link")
        [[program, *_]] = runs(tmp_path / "bin")
        assert server.process
        for process in (server.process.pid, int(program)):  # a terminal sends it to both
            os.kill(process, signal.SIGINT)
        assert server.process.wait(20) == 0
    assert is_gone(int(program))
    assert len(runs(tmp_path / "bin")) == 1
    said = said_by(server, "Send this link").splitlines()
    assert said[1:] == ["Parlour is closed. Every game is saved."]


# ---------------------------------------------------------------- SSH services


def at(service: PublicService, folder: Path) -> Service:
    _, user, link = SERVICES[0]
    return Service(LOOPBACK, user, link, Papers(folder), service.port)


def test_the_services_say_their_link_like_this() -> None:
    lines = {
        "localhost.run": "8beaa541ba3dc2.lhr.life tunneled with tls termination, https://8beaa541ba3dc2.lhr.life",
        "serveo.net": "Forwarding HTTP traffic from https://59614f9c88d865c5-35-153.serveousercontent.com",
    }
    for host, _, link in SERVICES:
        found = re.search(link, lines[host])
        assert found
        assert lines[host].endswith(f" {found[1]}")
        assert not re.search(link, "To set up custom domains go to https://admin.localhost.run/")


@pytest.mark.slow
def test_a_service_gives_a_link_and_another_one_and_one_more_after_it_broke(tmp_path: Path) -> None:
    async def story() -> None:
        async with PublicService(ONE, THREE) as service, sharing(tmp_path, at(service, tmp_path)) as shared:
            await shared.hears(f"Send this link      {ONE}")
            assert "for the first time" in shared.said[0]
            assert "could read it all" in shared.said[1]
            async with httpx.AsyncClient(base_url=f"http://{LOOPBACK}:{service.outer_port}") as outside:
                new = {"game": "golf", "name": "Ann", "seats": [{}, {}]}
                made = (await outside.post("/api/tables", json=new, headers={"host": "one.lhr.life"})).json()
                page = await outside.get("/metrics", headers={"host": "one.lhr.life"})
                assert "parlour" in page.text
            ann = await Player.open(shared.url, made["code"], made["token"])
            assert await ann.told_link() == f"{ONE}/t/{made['code']}"
            service.say(TWO)  # the tunnel stays, and has another name from now on
            assert await ann.told_link() == f"{TWO}/t/{made['code']}"
            service.say(TWO)
            service.cut()
            assert await ann.told_link() == f"{THREE}/t/{made['code']}"
            assert not any("is back" in sentence for sentence in shared.said), "a link that is said again is no news"
            await ann.close()

    asyncio.run(story())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        ({"asks_for_a_key": True, "knows_nobody": True}, "127.0.0.1 doesn't let us in."),
        ({"forwards": False}, "127.0.0.1 refuses the tunnel: "),
        ({"stays": False}, "127.0.0.1 has ended the tunnel. It said: Welcome! To set up custom domains go to"),
    ],
    ids=["no key", "no tunnel", "no session"],
)
def test_a_service_that_refuses_is_a_sentence_and_the_next_one_is_asked(
    refusal: dict[str, bool], sentence: str, tmp_path: Path
) -> None:
    async def story() -> None:
        async with PublicService(TWO) as refusing, PublicService(ONE) as service:
            for what, so in refusal.items():
                setattr(refusing, what, so)
            async with sharing(tmp_path, at(refusing, tmp_path), at(service, tmp_path)) as shared:
                await shared.hears(sentence)
                assert (await shared.hears("Send this link")).endswith(ONE)

    asyncio.run(story())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (gaierror(-3, "Temporary failure in name resolution"), "its name isn't found. Is this computer online?"),
        (
            OSError("Multiple exceptions: [Errno 113] Connect call failed"),
            "it doesn't answer. Is this computer online?",
        ),
        (OSError(101, "Connect call failed ('192.0.2.1', 22)"), "Network is unreachable."),
    ],
    ids=["no name", "no address", "no way"],
)
def test_without_a_network_there_is_a_sentence_and_the_table_goes_on_in_the_house(
    trouble: OSError, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def connect(*_: object, **__: object) -> None:
        raise trouble

    monkeypatch.setattr(asyncssh, "connect", connect)
    services = read_share(ANY, tmp_path, 8000)[-len(SERVICES) :]

    async def story(shared: Shared) -> None:
        await shared.hears("There's no link for now. The table goes on in the house, and we keep trying.")
        assert shared.said[:-1] == [f"{one.name} can't be reached: {sentence}" for one in services]
        assert (await shared.home.get("/healthz")).status_code == 200

    run(tmp_path, story, *services)


@pytest.mark.slow
def test_a_service_is_shown_no_key_but_the_one_that_was_made_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".ssh").mkdir()
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(tmp_path / ".ssh" / "id_ed25519")

    async def story() -> None:
        async with PublicService(ONE) as service, sharing(tmp_path, at(service, tmp_path)) as shared:
            service.asks_for_a_key = True
            await shared.hears(f"Send this link      {ONE}")
            service.cut()
            await shared.hears("The tunnel is back")
            assert {key.get_fingerprint() for key in service.shown} == {Papers(tmp_path).own_key().get_fingerprint()}

    asyncio.run(story())


@pytest.fixture
def few_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guesses that come back so slowly that no machine is too busy to see it."""
    monkeypatch.setattr(limits, "WRONG_CODES", Budget(5, 0.001))


@pytest.mark.slow
@pytest.mark.usefixtures("few_guesses")
def test_everybody_behind_a_tunnel_has_a_budget_of_their_own(tmp_path: Path) -> None:
    async def story() -> None:
        async with PublicService(ONE) as service, sharing(tmp_path, at(service, tmp_path)) as shared:
            await shared.hears("Send this link")

            async def guess(caller: str) -> int:
                return (await shared.afar.get(GUESS, headers=shared.through(caller))).status_code

            async def guess_at_home() -> int:
                return (await shared.home.get(GUESS, headers={"x-forwarded-for": "8.8.8.8"})).status_code

            await until_refused(lambda: guess("6.6.6.6, 93.184.216.34, 10.0.0.1"))
            assert await guess("93.184.216.34") == 429, "what the carrier added last is believed"
            assert await guess("93.184.216.34, 8.8.4.4") == 404
            assert await guess("") == 404, "those whom the carrier says nothing about"
            await until_refused(guess_at_home)
            assert await guess("8.8.8.8") == 404, "nobody but the tunnel is believed"

    asyncio.run(story())


@pytest.mark.slow
@pytest.mark.usefixtures("few_guesses")
def test_a_machine_of_ones_own_tells_where_each_connection_is_from(tmp_path: Path) -> None:
    """SSH tells it, so a header is believed only from a proxy on that very machine."""

    async def story() -> None:
        async with PublicService() as service:
            machine = OwnMachine(LOOPBACK, service.port, "anna", Papers(tmp_path), 80, "https://cards.example.org")
            async with sharing(tmp_path, machine) as shared:
                await shared.hears("Send this link      https://cards.example.org")

                async def guess(caller: str, said: str = "") -> int:
                    head = "host: cards.example.org\r\nconnection: close\r\n"
                    head += f"x-forwarded-for: {said}\r\n" if said else ""
                    answer = await service.call(f"GET {GUESS} HTTP/1.1\r\n{head}\r\n", caller)
                    return int(answer.split()[1])

                await until_refused(lambda: guess("93.184.216.34"))
                assert await guess("93.184.216.34", "8.8.8.8") == 429, "nobody can claim to be somebody else"
                assert await guess("8.8.8.8") == 404
                await until_refused(lambda: guess("127.0.0.1", "9.9.9.9"))
                assert await guess("127.0.0.1", "8.8.8.8") == 404, "a proxy there tells it in a header"

    asyncio.run(story())


async def until_refused(guess: Callable[[], Awaitable[int]]) -> None:
    """Guess codes until the budget for that is spent."""
    for _ in range(6):
        if await guess() == 429:
            return
    raise AssertionError("nobody minds")


@pytest.mark.parametrize(
    ("said", "caller"),
    [
        ("93.184.216.34", "93.184.216.34"),
        ("1.1.1.1, 93.184.216.34", "93.184.216.34"),
        ("1.1.1.1, 93.184.216.34, 10.1.2.3, 127.0.0.1", "93.184.216.34"),
        ("2606:4700::1111", "2606:4700::1111"),
        ("1.1.1.1, unknown", ""),
        ("192.168.1.5", ""),
        ("", ""),
    ],
)
def test_who_calls_is_the_last_public_address_of_the_header(said: str, caller: str) -> None:
    assert forwarded_for(Headers({"x-forwarded-for": said})) == caller


# ---------------------------------------------------------------- a plain sshd


@pytest.fixture
def sshd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sshd:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))  # with no keys in it
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    return Sshd(tmp_path / "sshd")


@pytest.mark.slow
def test_a_plain_sshd_meets_us_learns_our_key_and_is_not_mistaken_for_another(tmp_path: Path, sshd: Sshd) -> None:
    outer = free_port()
    papers = Papers(tmp_path / "keys")

    def machine() -> Carrier:
        [own] = read_share(sshd.share(outer), tmp_path / "keys", 8000)
        return own

    async def refused(shared: Shared) -> None:
        sentence = await shared.hears("doesn't know this computer")
        await shared.hears("There's no link for now. The table goes on in the house.")
        assert f"restrict,port-forwarding {papers.own_key().export_public_key().decode().strip()}" in sentence
        assert (await shared.home.get("/healthz")).status_code == 200

    async def let_in(shared: Shared) -> None:
        await shared.hears(f"Send this link      http://127.0.0.1:{outer}")
        assert not any("for the first time" in sentence for sentence in shared.said)
        async with httpx.AsyncClient(base_url=f"http://{LOOPBACK}:{outer}") as outside:
            assert (await outside.get("/healthz")).json() == {"ok": True}
            assert (await outside.get("/healthz", headers={"host": "evil.example"})).status_code == 421

    async def another_machine(shared: Shared) -> None:
        await shared.hears("Send this link")
        sshd.stop()
        sshd.new_host_key()
        sshd.start()
        assert str(papers.known_hosts) in await shared.hears("shows another key than before")
        await shared.hears("There's no link for now. The table goes on in the house.")
        made = await shared.home.post("/api/tables", json={"game": "golf", "name": "Ann", "seats": [{}, {}]})
        assert made.json()["link"].startswith(shared.url), "the link through the tunnel is nobody's anymore"
        ann = await Player.open(shared.url, made.json()["code"], made.json()["token"])
        assert ann.links.empty()
        await ann.close()

    with sshd:
        run(tmp_path, refused, machine())
        assert "PRIVATE KEY" in papers.key.read_text()
        assert {stat.S_IMODE(path.stat().st_mode) for path in (papers.key, papers.known_hosts)} == {0o600}
        sshd.authorize(papers.own_key())
        run(tmp_path, let_in, machine())
        run(tmp_path, another_machine, machine())


@pytest.mark.slow
def test_a_machine_that_is_away_or_opens_no_port_is_a_sentence_and_is_tried_again(
    tmp_path: Path, sshd: Sshd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tunnels, "LONGEST_WAIT", 0.5)
    outer = free_port()
    key = Papers(tmp_path).own_key()
    sshd.authorize(key, "restrict")

    async def story(shared: Shared) -> None:
        await shared.hears("127.0.0.1 can't be reached: Connection refused.")
        await shared.hears("There's no link for now. The table goes on in the house, and we keep trying.")
        await asyncio.sleep(1.5)
        assert (await shared.home.get("/healthz")).status_code == 200
        with sshd:
            await shared.hears(f"127.0.0.1 doesn't open port {outer} for us")
            sshd.authorize(key)
            await shared.hears(f"Send this link      http://127.0.0.1:{outer}")
            sshd.cut()
            await shared.hears("The line to 127.0.0.1 broke. Building it again.")
            await shared.hears("The tunnel is back, with the same link.")
            assert len([sentence for sentence in shared.said if "can't be reached" in sentence]) == 1, "said once"

    run(tmp_path, story, *read_share(sshd.share(outer), tmp_path, 8000))
