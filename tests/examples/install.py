"""The example as an installed package: its wheel, unpacked into a folder to put on the path."""

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.process import ROOT

EXAMPLE = ROOT / "examples" / "stepping-stones"


def install_example(folder: Path) -> Path:
    folder.mkdir(parents=True)
    program = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", program], cwd=EXAMPLE, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"
