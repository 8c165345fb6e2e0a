"""Compiles the C extensions while the package is built; without a compiler the package is built without
them."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULES = {
    "visegrad_editor.engine._reach": ("_reach.c", "_reach_search.c", "_reach_search.h"),
    "visegrad_editor.drawing.compiled._raster": (
        "_raster.c", "_raster_canvas.c", "_raster_edges.h", "_raster_fields.c", "_raster_functions.c",
        "_raster_gather.c", "_raster_ground.c", "_raster_letters.c", "_raster_letters.h", "_raster_lines.c",
        "_raster_natural.c", "_raster_natural.h", "_raster_paint.c", "_raster_paint.h", "_raster_python.h",
        "_raster_regions.c", "_raster_rows.c", "_raster_spots.h", "_raster_sprites.c", "_raster_tables.c"),
}
"""The extension modules and the source files of each, in the same folder."""


def compile_module(root: Path, folder: Path, module: str) -> Path | None:
    """The path of an extension module built into a folder, or None if it cannot be compiled on this
    machine."""
    try:
        from setuptools import Distribution, Extension

        sources = [root.joinpath(*module.split(".")[:-1], name) for name in MODULES[module]]
        extension = Extension(
            module, [str(s) for s in sources if s.suffix == ".c"], depends=[str(s) for s in sources],
            extra_compile_args=[] if sys.platform == "win32" else ["-O3"], py_limited_api=True)
        command = Distribution({"ext_modules": [extension]}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(folder), str(folder / "objects")
        command.ensure_finalized()
        command.run()
        return Path(command.get_ext_fullpath(module))
    # No compiler, no headers, a Python without the stable ABI: whatever the reason, the package works without
    # the extension.
    except Exception as reason:
        print(f"{module} is not compiled; plain Python is used instead: {reason}", file=sys.stderr)
        return None


class CompiledParts(BuildHookInterface[Any]):
    """Puts the extensions into a wheel or, for an editable installation, beside their sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        self._folder = tempfile.TemporaryDirectory()
        for module in MODULES:
            *packages, name = module.split(".")
            place = root.joinpath(*packages)
            built = compile_module(root, Path(self._folder.name), module)
            if version == "editable":
                # An extension built from older sources must not stay.
                for old in (*place.glob(f"{name}*.so"), *place.glob(f"{name}*.pyd")):
                    old.unlink()
                if built:
                    (place / built.name).write_bytes(built.read_bytes())
            elif built:
                build_data["force_include"][str(built)] = str((place / built.name).relative_to(root))
                build_data["pure_python"] = False
                build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._folder.cleanup()
