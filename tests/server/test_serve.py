"""`parlour serve` as people start it: what it prints, how it ends, what it refuses; and the example client."""

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import parlour.cli
from parlour.server import addresses
from parlour.server.addresses import Addresses
from parlour.server.serve import greeting
from tests.process import ROOT, Process


@pytest.mark.slow
def test_it_says_where_it_is_and_ends_well(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        made = httpx.post(f"{server.url}/api/tables", json={"game": "golf", "name": "Ann", "seats": [{}, {}]}).json()
        assert server.stop() == 0
    said = server.output.read_text()
    assert "Parlour is open." in said
    assert server.url in said
    assert str(server.db) in said
    assert f"table {made['code']}: golf for 2" in said
    assert said.endswith("Parlour is closed. Every game is saved.\n")
    assert made["token"] not in said
    server.start()
    assert httpx.get(f"{server.url}/api/tables/{made['code']}").json()["chairs"][0]["name"] == "Ann"
    server.stop()


def test_the_greeting_has_the_link_to_send_first_and_every_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.168.1.20", "10.0.0.7"])
    lines = greeting(Addresses("0.0.0.0", 8000), "games.db", "compiled")
    assert [re.findall(r"http\S+|games.db", line) for line in lines[1:5]] == [
        ["http://localhost:8000"],
        ["http://192.168.1.20:8000"],
        ["http://10.0.0.7:8000"],
        ["games.db"],
    ]
    assert lines[5] == "  Build               compiled"
    public = greeting(Addresses("127.0.0.1", 8000, "https://cards.example.org"), "games.db", "compiled")
    assert "https://cards.example.org" in public[1]
    assert not any("192.168" in line for line in public), "only this computer can reach it"


def test_the_likeliest_address_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ip:
        def __init__(self, ip: str | tuple[str, int, int]) -> None:
            self.ip = ip

    class Adapter:
        def __init__(self, nice_name: str, *ips: str | tuple[str, int, int]) -> None:
            self.nice_name = nice_name
            self.ips = [Ip(ip) for ip in ips]

    adapters = [
        Adapter("docker0", "172.17.0.1"),
        Adapter("lo", "127.0.0.1"),
        Adapter("eth1", "10.9.8.7", ("fe80::1", 0, 0)),
        Adapter("wlan0", "192.168.1.20", "169.254.3.3"),
    ]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    monkeypatch.setattr(addresses, "_outward_address", lambda: "192.168.1.20")
    assert addresses.lan_addresses() == ["192.168.1.20", "10.9.8.7", "172.17.0.1"]


def test_links_for_others_never_say_localhost_if_the_network_can_reach_us(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.168.1.20"])
    everywhere = Addresses("0.0.0.0", 8000)
    for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "", "bad host", "LOCALHOST"):
        assert everywhere.base("http", host) == "http://192.168.1.20:8000", host
    assert everywhere.base("https", "cards.example.org") == "https://cards.example.org"
    assert everywhere.base("http", "192.168.1.99:8000") == "http://192.168.1.99:8000"
    assert Addresses("127.0.0.1", 8000).base("http", "localhost:8000") == "http://127.0.0.1:8000"
    assert Addresses("::1", 8000).local() == "http://[::1]:8000"


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--port", "99999"], "Choose another --port"),
        (["--host", "203.0.113.9"], "Parlour can't listen on 203.0.113.9"),
        (["--public-url", "cards.example.org"], "--public-url takes an address like"),
        (["--public-url", "ftp://x"], "--public-url takes an address like"),
        (["--bot-pause", "-1"], "--bot-pause takes"),
        (["--db", "/dev/null/x.db"], "can't be opened"),
        (["--port", "many"], "invalid int value"),
    ],
)
def test_wrong_settings_are_one_sentence(
    arguments: list[str], part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = [] if "--db" in arguments else ["--db", str(tmp_path / "x.db")]
    port = [] if "--port" in arguments else ["--port", "0"]
    assert parlour.cli.main(["serve", *arguments, *where, *port]) == 2
    error = capsys.readouterr().err
    assert part in error
    assert error.count("\n") == 1


@pytest.mark.slow
def test_a_port_that_is_taken_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Process(tmp_path) as server:
        taken = ["serve", "--host", "127.0.0.1", "--port", str(server.port), "--db", str(tmp_path / "x.db")]
        assert parlour.cli.main(taken) == 2
    assert "Choose another --port" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("trusted", [True, False])
def test_a_proxy_is_believed_only_if_it_is_trusted(tmp_path: Path, trusted: bool) -> None:
    proxy = ["--trusted-proxy", "127.0.0.1"] if trusted else []
    with Process(tmp_path, "--host-name", "tea.example", "--host-name", "cards.example.org", *proxy) as server:
        new = {"game": "golf", "name": "Ann", "seats": [{}, {}]}
        headers = {"X-Forwarded-Proto": "https", "Host": "cards.example.org"}
        answer = httpx.post(f"{server.url}/api/tables", json=new, headers=headers)
        assert answer.json()["link"].startswith("https://" if trusted else "http://")
        assert ("Secure" in answer.headers["set-cookie"]) == trusted
        forwarded = {**headers, "Host": "evil.example", "X-Forwarded-Host": "cards.example.org"}
        assert httpx.post(f"{server.url}/api/tables", json=new, headers=forwarded).status_code == 421


@pytest.mark.slow
def test_the_example_client_plays_golf_over_the_wire(tmp_path: Path) -> None:
    with Process(tmp_path, "--bot-pause", "0") as server:
        command = [sys.executable, str(ROOT / "examples" / "golf_client.py"), server.url]
        played = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert played.returncode == 0, played.stderr
    assert "Hole 3: " in played.stdout
    assert played.stdout.rstrip().endswith(("wins.", "win."))
    assert "Refused" not in played.stdout
