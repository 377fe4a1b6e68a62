"""The tests. The example of a game is found where it lies, by programs other than pytest too."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "examples" / "stepping-stones"))
