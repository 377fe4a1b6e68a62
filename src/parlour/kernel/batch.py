"""Answering many cases at once: one a line of standard input, one line of JSON each."""

import json
import sys
from collections.abc import Callable
from typing import Any

from parlour.cards import NotACard
from parlour.kernel.refusal import Refused


def answer_lines(answer: Callable[[list[str]], Any]) -> None:
    """Every line gets its answer or says why it has none; at the end, Refused if there were such lines."""
    refused = 0
    for line in sys.stdin:
        try:
            said = answer(line.split())
        except (Refused, NotACard) as refusal:
            said = {"refused": str(refusal)}
            refused += 1
        print(json.dumps(said, ensure_ascii=False))
    if refused:
        raise Refused("", f"{refused} of the lines could not be read; each says why.")
