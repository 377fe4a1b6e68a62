"""Build hook: a wheel carries the page, and is compiled where there is a C compiler."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from compile_package import compile_package, compiled_files


class CompiledWheel(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if not Path(self.root, "src/parlour/server/page/index.html").exists():
            raise RuntimeError("the page has not been built: run `make page` first")
        self.folder = tempfile.TemporaryDirectory(prefix="parlour-wheel-")
        ready = os.environ.get("PARLOUR_COMPILED")  # a folder that was compiled from these very sources
        target = Path(ready or Path(self.folder.name) / "compiled")
        try:
            files = compiled_files(target) if ready else compile_package(target)
        except (Exception, SystemExit) as error:
            self.app.display_warning(f"The wheel is pure Python, because compiling failed: {error}")
            return
        for file in files:
            build_data["force_include"][str(file)] = str(file.relative_to(target))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()
