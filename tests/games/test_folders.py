"""Every game's folder reads alike: the same files, each resting on those that are read before it, and whatever plays in
players/."""

import ast
from pathlib import Path

import pytest

import parlour.games

HOME = Path(parlour.games.__file__).parent
FOLDERS = sorted(folder.parent for folder in HOME.glob("*/RULES.md"))
READ_IN_ORDER = ("options", "actions", "state", "rules", "view", "sheet", "players")


def imported(file: Path) -> set[str]:
    """The modules of its own folder that a file rests on, by their first name."""
    own = f"parlour.games.{file.relative_to(HOME).parts[0]}."
    nodes = ast.walk(ast.parse(file.read_text()))
    froms = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {module.removeprefix(own).split(".")[0] for module in froms if module.startswith(own)}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_has_every_file_and_each_rests_on_those_before_it(folder: Path) -> None:
    assert (folder / "LESSON.md").exists()
    assert (folder / "__init__.py").exists()
    for at, name in enumerate(READ_IN_ORDER):
        files = sorted((folder / name).glob("*.py")) if name == "players" else [folder / f"{name}.py"]
        assert files, name
        for file in files:
            assert not imported(file) & set(READ_IN_ORDER[at + 1 :]), file


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_its_tests_say_what_the_tests_of_all_games_ask(folder: Path) -> None:
    for name in ("cheered.txt", "paper.py", "tour.py"):
        assert (Path(__file__).parent / folder.name / name).exists(), name


@pytest.mark.parametrize("folder", sorted({file.parent for file in HOME.glob("*/*.py")}), ids=lambda home: home.name)
def test_nothing_that_plays_lies_beside_the_rules(folder: Path) -> None:
    for file in folder.glob("*.py"):
        source = file.read_text()
        assert "def choose(" not in source, file
        assert "parlour.kernel.mind" not in source, file
        assert file.name == "__init__.py" or "players" not in imported(file), file
