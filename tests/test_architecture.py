"""docs/architecture.md is right: every path on it exists, every name is defined where the page says, and no two classes
have the same name."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tests.process import ROOT

PAGE = ROOT / "docs" / "architecture.md"
SOURCE = ROOT / "src" / "parlour"
LINES = [(number, line) for number, line in enumerate(PAGE.read_text(encoding="utf-8").splitlines(), 1)]
ENDING = (".py", ".md", ".ts", ".svelte", "/")


def quoted(line: str) -> list[str]:
    """The paths and names in backticks, without commands, sentences and JSON."""
    return [text for text in re.findall(r"`([^`]+)`", line) if re.fullmatch(r"[\w./-]+", text)]


def found(path: str) -> Path:
    return next((home / path for home in (SOURCE, ROOT) if (home / path).exists()), SOURCE / path)


@cache
def defined_in(file: Path) -> frozenset[str]:
    """The names in a module: "Room", "Room.change", "change", "Pace.turn", and attributes of `self`."""
    names: set[str] = set()

    def look(nodes: list[ast.stmt], owner: str) -> None:
        for node in nodes:
            match node:
                case ast.ClassDef(name=name, body=body):
                    names.add(name)
                    look(body, name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    add(name, owner)
                    if owner:
                        for inner in ast.walk(node):
                            if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
                                add(inner.attr, owner)
                case ast.AnnAssign(target=ast.Name(id=name)):
                    add(name, owner)
                case ast.Assign(targets=targets):
                    for target in targets:
                        if isinstance(target, ast.Name):
                            add(target.id, owner)

    def add(name: str, owner: str) -> None:
        names.update({name, f"{owner}.{name}"} if owner else {name})

    look(ast.parse(file.read_text(encoding="utf-8")).body, "")
    module = file.relative_to(SOURCE).with_suffix("").as_posix().replace("/", ".")
    names |= {f"{module}.{name}" for name in names} | {f"{file.stem}.{name}" for name in names}
    return frozenset(names)


def faults(line: str) -> list[str]:
    texts = quoted(line)
    paths = [text for text in texts if text.endswith(ENDING)]
    modules = [found(path) for path in paths if path.endswith(".py") and found(path).is_relative_to(SOURCE)]
    files = modules if line.startswith("|") and modules else sorted(SOURCE.rglob("*.py"))
    names = [text for text in texts if text not in paths]
    missing = [f"there is no {path}" for path in paths if not found(path).exists()]
    if missing:
        return missing
    return [f"{name} is not there" for name in names if not any(name in defined_in(file) for file in files)]


def test_every_path_exists_and_every_name_is_where_the_page_says() -> None:
    wrong = {f"line {number}": said for number, line in LINES if (said := faults(line))}
    assert not wrong


def test_every_folder_of_the_source_is_on_the_map() -> None:
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert len(folders) > 9
    mapped = {text.rstrip("/") for _, line in LINES if line.startswith("| `") for text in quoted(line.split("|")[1])}
    assert folders <= mapped, f"not on the map: {folders - mapped}"


def test_the_rule_that_the_page_takes_as_its_example_is_enforced_where_it_says() -> None:
    source = (SOURCE / "games" / "rummy" / "rules.py").read_text(encoding="utf-8")
    [check] = re.findall(r"    def check_fits\(.*?(?=\n    def )", source, re.DOTALL)
    assert 'self.rule("T17", "P8")' in check
    assert "raise Refused(rule" in check


def twice(names: Iterable[tuple[str, Path]]) -> dict[str, set[str]]:
    """The names that several files define, with these files."""
    where: defaultdict[str, set[str]] = defaultdict(set)
    for name, file in names:
        where[name].add(file.relative_to(ROOT).as_posix())
    return {name: files for name, files in where.items() if len(files) > 1}


def named(statement: ast.stmt) -> list[str]:
    """The class that a statement defines, or the type to which it gives a name."""
    match statement:
        case ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=[ast.Name(id=name)]) if re.match("_?[A-Z][a-z]", name):
            return [name]
    return []


def test_no_class_or_type_has_the_name_of_another() -> None:
    """Except in `lab/frozen`, which keeps the names of release 0.1, and for what every game has of its own."""
    files = [file for file in SOURCE.rglob("*.py") if "frozen" not in file.parts]
    names = [
        (name, file)
        for file in files
        for statement in ast.parse(file.read_text(encoding="utf-8")).body
        for name in named(statement)
    ]
    assert len(names) > 500
    assert set(twice(names)) == {"Action", "Face"}


def test_no_type_of_the_page_has_the_name_of_another() -> None:
    home = ROOT / "web" / "src"
    files = [*home.rglob("*.ts"), *home.rglob("*.svelte")]
    declared = re.compile(r"^\s*(?:export )?(?:abstract )?(?:class|interface|type) (\w+)", re.MULTILINE)
    types = [(name, file) for file in files for name in declared.findall(file.read_text(encoding="utf-8"))]
    assert len(types) > 100
    assert not twice(types)
