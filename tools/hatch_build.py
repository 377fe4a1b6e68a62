"""The build hook: a wheel contains the page, and is compiled if there is a C compiler and PARLOUR_BUILD is not pure."""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from parlour import build


class CompiledWheel(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if not Path(self.root, "src/parlour/server/page/index.html").exists():
            raise RuntimeError("the page has not been built: run `make page` first")
        if os.environ.get("PARLOUR_BUILD") == "pure":
            return
        if lacking := build.missing():
            self.app.display_warning(f"The wheel is pure Python, because compiling needs {lacking}.")
            return
        try:
            folder = build.make()
        except (Exception, SystemExit) as error:
            self.app.display_warning(f"The wheel is pure Python, because compiling failed: {error}")
            return
        for file in build.Compiled(folder).files.values():
            build_data["force_include"][str(file)] = str(file.relative_to(folder))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
