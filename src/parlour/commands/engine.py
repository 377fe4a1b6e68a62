"""`parlour engine`: a program as a guest at a table on the web."""

import argparse
import shutil

from parlour.engines.guest import EngineGuest
from parlour.kernel.refusal import Refused, quoted


def run_engine(given: argparse.Namespace) -> None:
    if not given.program or shutil.which(given.program[0]) is None:
        raise Refused("", f"There's no program {quoted(given.program[0] if given.program else '')} to run here.")
    if not 0 < given.seconds <= 50:
        raise Refused("", "--seconds takes a number up to 50.")
    EngineGuest(given.link, given.program, given.seconds, lambda sentence: print(sentence, flush=True)).play()
