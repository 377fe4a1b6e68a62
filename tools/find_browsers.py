"""Find Chromium, Firefox and WebKit for the browser tests, or install them from the system's packages, and under CI
also an SSH server: `python tools/find_browsers.py`.

Prints where they are. Says which is missing, and fails then if CI=true.
"""

import os
import shutil
import subprocess
import sys

# What starts each engine. The first Chromium is one without windows, which needs a third less time.
ENGINES = {
    "Chromium": (
        *("chromium-headless-shell", "chromium", "chromium-browser"),
        *("google-chrome", "google-chrome-stable", "chrome"),
    ),
    "Firefox": ("firefox-esr", "firefox"),
    "WebKit": ("WebKitWebDriver",),
}
if os.environ.get("CI") == "true":  # for tests of tunnels; elsewhere nobody wants a server that starts by itself
    ENGINES["sshd"] = ("sshd", "/usr/sbin/sshd")
NEEDS = {"WebKit": ("Xvfb",)}  # it has no mode without windows
INSTALL: dict[str, dict[str, tuple[str, ...]]] = {  # for each engine the packages to try, until it is there
    "apt-get": {
        "Chromium": ("chromium-headless-shell", "chromium"),
        "Firefox": ("firefox-esr", "firefox"),
        "WebKit": ("webkit2gtk-driver xvfb",),
        "sshd": ("openssh-server",),
    },
    "dnf": {"Chromium": ("chromium",), "Firefox": ("firefox",)},
    "apk": {"Chromium": ("chromium",), "Firefox": ("firefox-esr",)},
    "pacman": {"Chromium": ("chromium",), "Firefox": ("firefox",)},
}
COMMANDS = {
    "apt-get": "apt-get install -y -q --no-install-recommends",
    "dnf": "dnf install -y -q",
    "apk": "apk add --quiet",
    "pacman": "pacman -Sy --noconfirm --quiet",
}


def find(engine: str) -> str | None:
    """The program to start, or None. A variable like PARLOUR_CHROMIUM overrides the search."""
    if named := os.environ.get(f"PARLOUR_{engine.upper()}"):
        return named
    if not all(shutil.which(name) for name in NEEDS.get(engine, ())):
        return None
    return next((found for name in ENGINES[engine] if (found := shutil.which(name))), None)


def find_chromium() -> str | None:
    return find("Chromium")


def install(engines: list[str]) -> None:
    """Install them with the system's package manager, if we may."""
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"] if shutil.which("sudo") else None
    manager = next((name for name in INSTALL if shutil.which(name)), None)
    if sudo is None or manager is None:
        return
    print(f"Installing {', '.join(engines)} for the tests with {manager} ...", file=sys.stderr)
    if manager == "apt-get":
        run([*sudo, "apt-get", "update", "-q"])
    for engine in engines:
        for packages in INSTALL[manager].get(engine, ()):
            if find(engine) is None:
                run([*sudo, *COMMANDS[manager].split(), *packages.split()])


def run(command: list[str]) -> None:
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, env=quietly, capture_output=True, text=True)
    if done.returncode:
        print(f"{' '.join(command)} failed: {(done.stderr or done.stdout).strip()[-300:]}", file=sys.stderr)


def missing() -> list[str]:
    return [engine for engine in ENGINES if find(engine) is None]


if __name__ == "__main__":
    if absent := missing():
        install(absent)
    for engine in ENGINES:
        if program := find(engine):
            print(f"{engine}: tests run in {program}")
        else:
            print(f"There is no {engine} here and none could be installed: ITS TESTS ARE LEFT OUT.", file=sys.stderr)
    sys.exit(1 if missing() and os.environ.get("CI") == "true" else 0)
