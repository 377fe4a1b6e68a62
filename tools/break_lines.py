"""Counts how many broken lines the tests catch: breaks one line at a time, runs a command, and puts the line back.

    python tools/break_lines.py --command "make quick"           # 40 lines
    python tools/break_lines.py --command "make test" --only 7,12

A seed draws the lines from the whole source, three in four from Python and the rest from TypeScript, so two commands
meet the same faults. Every fault is listed, so that a person can judge whether anybody would notice those it misses.
"""

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
SWAPS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in"}
OPERATORS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.In: "in"}
SCRIPT = ((" === ", " !== "), (" !== ", " === "), (" && ", " || "), (" < ", " >= "), (" > ", " <= "), (" + 1", " + 2"))


@dataclass(frozen=True)
class Fault:
    file: Path
    line: int  # from 1
    text: str  # what stands there instead

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}: {self.text.strip()}"


def in_python(file: Path) -> Iterator[Fault]:
    """Turns a comparison around, swaps `and` and `or`, adds one to a number, or leaves a call out."""
    lines = file.read_text().splitlines()
    for node in ast.walk(ast.parse("\n".join(lines))):
        if not isinstance(node, ast.expr | ast.stmt) or node.lineno != node.end_lineno:
            continue
        text = lines[node.lineno - 1]
        start, end = node.col_offset, node.end_col_offset
        part = text[start:end]
        new = part
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in SWAPS:
            old, swap = OPERATORS[type(node.ops[0])], SWAPS[type(node.ops[0])]
            new = part.replace(f" {old} ", f" {swap} ", 1)
        elif isinstance(node, ast.BoolOp):
            new = part.replace(" and ", " or ", 1) if isinstance(node.op, ast.And) else part.replace(" or ", " and ", 1)
        elif isinstance(node, ast.Constant) and type(node.value) is int and part.isdecimal():
            new = str(node.value + 1)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            new = "pass"
        if new != part:
            yield Fault(file, node.lineno, text[:start] + new + text[end:])


def in_script(file: Path) -> Iterator[Fault]:
    for number, text in enumerate(file.read_text().splitlines(), 1):
        for old, new in SCRIPT:
            if old in text and not re.match(r"\s*(/?\*|//)", text):
                yield Fault(file, number, text.replace(old, new, 1))


def drawn(number: int, seed: int) -> list[Fault]:
    rng = Random(seed)
    python = [f for file in sorted((ROOT / "src").rglob("*.py")) if "weights" not in file.name for f in in_python(file)]
    files = [file for file in sorted((ROOT / "web" / "src").rglob("*.ts")) if not file.name.endswith(".test.ts")]
    script = [fault for file in files for fault in in_script(file)]
    return rng.sample(python, number * 3 // 4) + rng.sample(script, number - number * 3 // 4)


def is_caught(fault: Fault, command: str) -> bool:
    whole = fault.file.read_text()
    lines = whole.splitlines(keepends=True)
    lines[fault.line - 1] = fault.text + "\n"
    try:
        fault.file.write_text("".join(lines))
        return subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, check=False).returncode != 0
    finally:
        fault.file.write_text(whole)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default="make quick")
    parser.add_argument("--number", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="the numbers of some faults")
    given = parser.parse_args()
    wanted = {int(number) for number in given.only.split(",") if number}
    if subprocess.run(given.command, shell=True, cwd=ROOT, capture_output=True, check=False).returncode:
        sys.exit(f"{given.command!r} fails with nothing broken.")
    caught = tried = 0
    for number, fault in enumerate(drawn(given.number, given.seed), 1):
        if not wanted or number in wanted:
            found = is_caught(fault, given.command)
            tried, caught = tried + 1, caught + found
            print(f"{number:3} {'caught' if found else 'MISSED'}  {fault}", flush=True)
    print(f"{caught} of {tried} caught by {given.command!r}")


if __name__ == "__main__":
    main()
