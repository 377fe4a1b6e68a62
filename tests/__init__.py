"""The tests, of pure Python unless PARLOUR_BUILD says otherwise. The example of a game is found where it lies, by
programs other than pytest too."""

import os
import sys
from pathlib import Path

os.environ.setdefault("PARLOUR_BUILD", "pure")
sys.path.append(str(Path(__file__).resolve().parent.parent / "examples" / "stepping-stones"))
