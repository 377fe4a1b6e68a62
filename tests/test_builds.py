"""The compiled build plays exactly like pure Python, and wheels contain it."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from parlour.games import discover
from tests.arbitrary import COMPILED
from tests.digest import digest
from tests.process import ROOT, Process


@pytest.mark.skipif(not COMPILED, reason="compares the compiled build with the pure one")
def test_both_builds_play_the_same_games_on_the_same_seeds() -> None:
    program = "import tests.arbitrary as a, tests.digest as d; assert not a.COMPILED; print(d.digest())"
    pure = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PARLOUR_BUILD": "pure"},
        capture_output=True,
        text=True,
    )
    assert pure.stderr == ""
    assert pure.stdout.strip() == digest()


def build_wheel(folder: Path, **environment: str) -> Path:
    """A wheel built like `make wheel` does, but offline, with the build tools that are installed."""
    program = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    built = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler here")
def test_the_wheel_is_compiled_where_there_is_a_compiler(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path, PARLOUR_BUILD="")
    assert not wheel.name.endswith("none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.startswith("parlour/games/golf/rules.cpython") for name in names)
    assert "parlour/games/golf/RULES.md" in names
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    command = [
        sys.executable,
        "-c",
        "import parlour.games.golf.rules as r, parlour.cli; print(r.__file__); parlour.cli.main(['games'])",
    ]
    ran = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(site)}, capture_output=True, text=True, cwd=tmp_path
    )
    assert ran.stdout.startswith(str(site))
    assert not ran.stdout.splitlines()[0].endswith(".py")
    assert "Six-Card Golf" in ran.stdout
    with Process(tmp_path, site=site, root=False) as server:
        page = httpx.get(server.url).text
        (script,) = re.findall(r'src="(/assets/[^"]+\.js)"', page)
        assert httpx.get(server.url + script).status_code == 200


def test_the_wheel_is_pure_python_where_there_is_no_compiler(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path, CC="/nowhere/cc", CXX="/nowhere/c++", PARLOUR_BUILD="")
    assert wheel.name.endswith("none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not any(name.endswith(".so") for name in names)
    assert "parlour/games/golf/rules.py" in names


UV = ROOT / ".uv" / "bin" / "uv"
PLAIN_CLIENT = ROOT / "tests" / "server" / "plain_client.py"


@pytest.fixture
def empty(tmp_path: Path) -> dict[str, str]:
    """The environment of somebody who has nothing but Python, and packages that were fetched before."""
    cache = subprocess.run([UV, "cache", "dir"], capture_output=True, text=True, check=True).stdout.strip()
    home = tmp_path / "home"
    home.mkdir()
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(home),
        "UV_CACHE_DIR": cache,
        "UV_OFFLINE": "1",
        "UV_PYTHON": sys.executable,
        "UV_PROJECT_ENVIRONMENT": str(tmp_path / "venv"),
        "VIRTUAL_ENV": str(tmp_path / "venv"),
    }


def test_a_wheel_in_an_empty_environment_has_all_it_needs_to_serve_and_play(
    tmp_path: Path, empty: dict[str, str]
) -> None:
    wheel = build_wheel(tmp_path, PARLOUR_BUILD="pure")
    names = zipfile.ZipFile(wheel).namelist()
    for game in discover():
        assert {f"parlour/games/{game}/RULES.md", f"parlour/games/{game}/LESSON.md"} <= set(names)
        assert f"parlour/server/page/previews/{game}.png" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert any(name.endswith(".woff2") for name in names)
    assert "parlour/server/page/licenses.txt" in names, "fonts may travel with their license only"
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"parlour"}, "no tests, no tools"
    assert wheel.stat().st_size < 3_000_000

    def run(*command: str | Path) -> str:
        ran = subprocess.run(command, cwd=ROOT, env=empty, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    python = tmp_path / "venv" / "bin" / "python"
    run(UV, "sync", "--frozen", "--no-dev", "--no-install-project")
    run(UV, "pip", "install", "--no-deps", "--python", python, wheel)
    run(UV, "pip", "check", "--python", python)
    assert run(python.with_name("parlour"), "--version").endswith("pure Python\n")
    server = Process(tmp_path, "--bot-pause", "0")
    server.python, server.environment = str(python), empty
    with server:
        (script,) = re.findall(r'src="(/assets/[^"]+\.js)"', httpx.get(server.url).text)
        assert httpx.get(server.url + script).status_code == 200
        assert "0 refused" in run(python, PLAIN_CLIENT, server.url, "golf")
