"""The tests. They run pure Python unless PARLOUR_BUILD is set. The example game is put on the path here, so that
programs other than pytest find it too."""

import os
import sys
from pathlib import Path

os.environ.setdefault("PARLOUR_BUILD", "pure")
sys.path.append(str(Path(__file__).resolve().parent.parent / "examples" / "stepping-stones"))
