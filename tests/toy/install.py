"""Makes the toy an installed package: a folder for the path, with the entry point that makes it a game."""

from pathlib import Path


def install(folder: Path) -> Path:
    info = folder / "magpie-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: magpie\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[parlour.games]\nmagpie = tests.toy:GAME\n")
    return folder
