"""How verbs print: tables and sentences for people, JSON for programs, a bar while they work."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TimeRemainingColumn


class Output(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # `main` handles it; rich would exit with an error


out = Output(highlight=False, width=None if sys.stdout and sys.stdout.isatty() else 160)


def between(interval: Sequence[float] | None, form: str) -> str:
    """The ends of an interval, both in this form; empty if there is no interval."""
    return "" if interval is None else " … ".join(shown(end, form) for end in interval)


def shown(value: float, form: str) -> str:
    return format(value, form).replace("-", "−").replace("%", " %")


def who_failed(name: str, reasons: Mapping[str, int]) -> str:
    """A sentence about an engine that steady played for."""
    times = sum(reasons.values())
    why = ", ".join(f"{reason} {count:,}" for reason, count in sorted(reasons.items()))
    return f"{name}: steady played {times:,} move{'s' if times > 1 else ''} for it ({why})."


def print_json(value: Any) -> None:
    print(json.dumps(msgspec.to_builtins(value), ensure_ascii=False))


@contextmanager
def progress_bar(doing: str, total: int | None = None) -> Iterator[tuple[Progress, TaskID]]:
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield bar, bar.add_task(doing, total=total)
