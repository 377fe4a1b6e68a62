"""Nothing imports a test: what several tests share has files of its own."""

import re

import pytest

from tests.process import ROOT

# This also finds imports in programs that a test writes for another process.
IMPORT = re.compile(r"\b(?:from|import)\s+(tests\b[\w.]*)(?:\s+import\s+(\([^)]*\)|.*))?")


@pytest.mark.parametrize("folder", ["tests", "bench", "tools", "examples"])
def test_nothing_imports_a_test(folder: str) -> None:
    paths = [path for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts]
    assert paths
    for path in paths:
        for module, names in IMPORT.findall(path.read_text("utf-8")):
            for name in (*module.split("."), *re.findall(r"\w+", names)):
                assert not re.fullmatch(r"test_\w+|conftest", name), f"{path.relative_to(ROOT)} imports {name}"
