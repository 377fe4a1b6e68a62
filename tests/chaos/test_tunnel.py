"""A tunnel that is cut while all games are played through it: nothing acknowledged is lost, everybody comes back."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.arbitrary import LONG
from tests.chaos.tunnel import cut_often

CUTS = 20 if LONG else 3


def test_a_tunnel_that_is_cut_loses_nothing_and_everybody_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))  # with no keys in it
    seconds, crowd = asyncio.run(cut_often(tmp_path, CUTS, Random(24)))
    assert len(seconds) == CUTS
    acked = sum(len(journal.acked) for journal in crowd.journals)
    print(
        f"back after {min(seconds):.1f} to {max(seconds):.1f} s; {acked} acknowledged, {len(crowd.journals)} journals"
    )
    assert acked > 50
