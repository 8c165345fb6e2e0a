"""The parts that are written in C: their names, and what to do where they were not compiled.

Without them there is no other way to search paths or to draw. The build (`hatch_build.py`) reads this file
before anything is installed, so it imports nothing of the program.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

PARTS = ("visegrad_editor/engine/_reach", "visegrad_editor/drawing/compiled/_raster")
"""The extension modules. Each is made of the C files beside it whose names begin with its own."""
COMPILER = (
    "a C compiler (Debian and Ubuntu: apt-get install gcc; macOS: xcode-select --install) or the package "
    "ziglang (pip install ziglang)")
"""What has to be installed to compile them."""


def missing_parts() -> list[str]:
    """The names of the parts of which no compiled module lies beside their sources."""
    here = Path(__file__).parent.parent
    return [Path(part).name for part in PARTS
            if not any((here / f"{part}{suffix}").exists() for suffix in EXTENSION_SUFFIXES)]


def not_compiled() -> str:
    """A sentence that says which parts are missing and what to do; "" if none is."""
    missing = missing_parts()
    return "" if not missing else (
        f"Visegrad Editor has parts in C, and they are not compiled here ({' and '.join(missing)} missing): "
        f'run "pip install ." in the folder of its sources, with {COMPILER}, or with a network, from which '
        "it then fetches a compiler.")


def why_not_imported(error: ImportError) -> str:
    """A sentence for the user if an import failed for want of a compiled part, "" if for another reason."""
    if said := not_compiled():
        return said
    name = next((n for n in (Path(part).name for part in PARTS) if n in (error.path or "")), "")
    return name and (
        f"The compiled part {name} of Visegrad Editor cannot be loaded ({error}): install it again with this "
        'Python on this system ("pip install .").')
