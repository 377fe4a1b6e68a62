"""Answers a batch of cases: one per line of standard input, with one line of JSON for each."""

import json
import sys
from collections.abc import Callable
from typing import Any

from parlour.cards import NotACard
from parlour.kernel.refusal import Refused


def answer_lines(answer: Callable[[list[str]], Any]) -> None:
    """Print an answer to every line, or why there is none. Raises Refused at the end if a line had no answer."""
    refused = 0
    for line in sys.stdin:
        try:
            said = answer(line.split())
        except (Refused, NotACard) as refusal:
            said = {"refused": str(refusal)}
            refused += 1
        print(json.dumps(said, ensure_ascii=False))
    if refused:
        raise Refused("", f"{refused} of the lines couldn't be read; their answers say why.")
