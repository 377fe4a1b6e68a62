"""Find a Chromium for the browser tests, or install one from the system's packages: `python tools/find_browsers.py`.

Prints where it is. Without one it says so, and fails if CI=true.
"""

import os
import shutil
import subprocess
import sys

# The first is a Chromium without windows, which needs a third less time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
INSTALL = {  # until one of them is there
    "apt-get": (
        "apt-get update -q",
        "apt-get install -y -q --no-install-recommends chromium-headless-shell",
        "apt-get install -y -q --no-install-recommends chromium",
    ),
    "dnf": ("dnf install -y -q chromium",),
    "apk": ("apk add --quiet chromium",),
    "pacman": ("pacman -Sy --noconfirm --quiet chromium",),
}


def find_chromium() -> str | None:
    """The program to start, or None. PARLOUR_CHROMIUM overrides the search."""
    named = os.environ.get("PARLOUR_CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


def install() -> None:
    """Install it with the system's package manager, if we may."""
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"] if shutil.which("sudo") else None
    manager = next((name for name in INSTALL if shutil.which(name)), None)
    if sudo is None or manager is None:
        return
    print(f"Installing Chromium for the browser tests with {manager} ...", file=sys.stderr)
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in INSTALL[manager]:
        if find_chromium():
            return
        done = subprocess.run([*sudo, *command.split()], env=quietly, capture_output=True, text=True)
        if done.returncode:
            print(f"{command} failed: {(done.stderr or done.stdout).strip()[-300:]}", file=sys.stderr)


if __name__ == "__main__":
    if find_chromium() is None:
        install()
    if (found := find_chromium()) is None:
        print("There is no Chromium here and none could be installed: THE BROWSER TESTS ARE LEFT OUT.", file=sys.stderr)
        sys.exit(1 if os.environ.get("CI") == "true" else 0)
    print(f"Browser tests run in {found}")
