"""The whole test run: where Tk or a compiler was missing, what needs it is left out, and it is said."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

TK = find_spec("_tkinter") is not None

DRAWING = Path(__file__).parent / "visegrad_editor" / "drawing"
COMPILED = any(DRAWING.glob("_raster.*.so")) or any(DRAWING.glob("_raster*.pyd"))

collect_ignore_glob = [] if TK else [
    "visegrad_editor/editor/*", "tests/test_window_*.py", "tests/test_play_*.py", "tests/xvfb.py",
]
if not COMPILED:
    # The program does not import these either, then.
    collect_ignore_glob += [str(DRAWING / name) for name in (
        "hex_field.py", "map_*.py", "png_parts.py", "shape_list.py")]


def pytest_report_header() -> str:
    """The first lines of the run."""
    if TK:
        return "Tk is here: the window is tested too."
    return "Tk is missing: the tests of the window are left out (Debian: apt-get install python3-tk)."
