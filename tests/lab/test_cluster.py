"""Playing on a Dask cluster, here one of two processes."""

import socket
from typing import TYPE_CHECKING

import pytest

from parlour.cli import main
from parlour.games.golf.options import GolfOptions
from parlour.kernel.refusal import Refused
from parlour.lab import cluster
from parlour.lab.arena import Contest, hold
from parlour.lab.simulate import Plan, simulate

if TYPE_CHECKING:
    from distributed import LocalCluster


CONTEST = Contest("golf", GolfOptions(holes=1), 2, ("steady", "random"), 6, 0)


def local(workers: int, processes: bool = False) -> "LocalCluster":
    """A cluster on this machine. Workers that are threads start faster, and the client cannot tell."""
    from distributed import LocalCluster  # slow to import

    where = {"host": "127.0.0.1", "protocol": "tcp", "dashboard_address": ":0"}
    return LocalCluster(n_workers=workers, threads_per_worker=2, processes=processes, **where)


@pytest.mark.slow
def test_a_cluster_plays_the_same_games_and_one_with_another_parlour_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with local(2, processes=True) as running:
        address = running.scheduler_address
        heard: list[int] = []
        here, there = hold(CONTEST, workers=1), hold(CONTEST, None, heard.append, address)
        assert (here.shares == there.shares).all()
        assert (here.leads == there.leads).all()
        assert heard == [2] * 6
        plan = Plan("golf", GolfOptions(holes=1), 3, ("steady",) * 3, 20, 4)
        assert simulate(plan, workers=1).tally == simulate(plan, cluster=address).tally

        monkeypatch.setattr(cluster, "SOURCES", ("cards.py",))  # so that our fingerprint differs
        cluster.fingerprint.cache_clear()
        assert main(["arena", "golf", "--bots", "steady,random", "--games", "2", "--dask", address]) == 2
        cluster.fingerprint.cache_clear()
    said = capsys.readouterr().err
    assert said.startswith("parlour: The worker tcp://127.0.0.1:")
    assert "has a different Parlour" in said
    assert said.count("\n") == 1


def test_a_worker_that_joins_late_looks_whether_it_is_the_same() -> None:
    assert cluster._work(len, "golf", cluster.fingerprint("golf"), "four") == 4
    with pytest.raises(Refused, match="that has just joined has a different Parlour"):
        cluster._work(len, "golf", "another", "four")


def test_a_cluster_without_workers_is_refused() -> None:
    with local(0) as empty, pytest.raises(Refused, match="has no workers yet"):
        hold(CONTEST, cluster=empty.scheduler_address)


def test_a_scheduler_that_dies_is_one_sentence() -> None:
    running = local(1)

    def dies(games: int) -> None:
        running.close()

    with pytest.raises(Refused, match="is gone"):
        hold(CONTEST, None, dies, running.scheduler_address)


@pytest.mark.parametrize("nowhere", ["tcp://127.0.0.1:1", "carrier-pigeon://roof", ""])
def test_no_scheduler_is_one_sentence(
    nowhere: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    assert main(["simulate", "golf", "--games", "2", "--dask", nowhere]) == 2
    assert capsys.readouterr().err == f"parlour: No Dask scheduler answers at '{nowhere}'.\n"


def test_a_server_of_another_kind_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Refused, match="No Dask scheduler answers"):
        hold(CONTEST, cluster=f"127.0.0.1:{silent.getsockname()[1]}")
