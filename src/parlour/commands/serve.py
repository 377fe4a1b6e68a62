"""The verbs serve, backup and compile."""

import argparse

from parlour import build
from parlour.commands.output import progress_bar
from parlour.kernel.refusal import Refused
from parlour.server.serve import Settings, serve
from parlour.store import is_url
from parlour.store.backup import backup
from parlour.store.data_file import usual_file


def run_server(given: argparse.Namespace) -> None:
    if not 0 <= given.bot_pause <= 60:
        raise Refused("", "--bot-pause takes 0 to 60 seconds.")
    db = given.db or str(usual_file())
    settings = Settings(
        given.host,
        given.port,
        db,
        given.public_url,
        given.trusted_proxy,
        given.bot_pause,
        not given.no_limits,
        tuple(given.host_name),
        given.share,
        given.push_anywhere,
    )
    serve(settings, lambda line: print(line, flush=True))


def run_backup(given: argparse.Namespace) -> None:
    with progress_bar("Copying") as (bar, task):
        backup(
            given.db or str(usual_file()),
            given.file,
            lambda done, total: bar.update(task, completed=done, total=total),
        )
    print(f"Everything is in {'the database' if is_url(given.file) else given.file}.")


def run_compile(given: argparse.Namespace) -> None:
    if lacking := build.missing():
        print(f"Compiling needs {lacking}, which isn't installed. Everything runs in pure Python.")
    else:
        print(f"The compiled build is in {build.make()}.")
