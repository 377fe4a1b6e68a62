"""The page's types of what travels are made from the server's."""

import runpy

from tests.process import ROOT


def test_the_page_has_the_types_of_this_server() -> None:
    made = runpy.run_path(str(ROOT / "tools" / "wire_types.py"))
    assert made["TARGET"].read_text(encoding="utf-8") == made["wire_types"](), "Run `make wire`."
