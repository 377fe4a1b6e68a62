"""Every test that docs/security.md names exists."""

import re

from tests.process import ROOT

TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_test_it_names_is_there() -> None:
    files = set(re.findall(r"`(\w+/test_\w+\.py)`", TEXT))
    assert len(files) > 8
    sources = "".join((ROOT / "tests" / file).read_text(encoding="utf-8") for file in sorted(files))
    for name in re.findall(r"`(test_\w+)`", TEXT):
        assert f"def {name}(" in sources, name
