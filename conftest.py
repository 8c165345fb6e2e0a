"""The whole test run: where Tk or a compiler was missing, what needs it is left out, and it is said."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

TK = find_spec("_tkinter") is not None

DRAWN = Path(__file__).parent / "visegrad_editor" / "drawing" / "compiled"
COMPILED = any(DRAWN.glob("_raster.*.so")) or any(DRAWN.glob("_raster*.pyd"))

collect_ignore_glob = [] if TK else [
    "visegrad_editor/editor/*", "tests/test_window_*.py", "tests/test_play_*.py", "tests/xvfb.py",
]
if not COMPILED:
    # The program imports nothing else of this folder, then.
    collect_ignore_glob += [str(p) for p in DRAWN.glob("*.py") if p.name not in {"__init__.py", "raster.py"}]


def pytest_report_header() -> str:
    """The first lines of the run."""
    if TK:
        return "Tk is here: the window is tested too."
    return "Tk is missing: the tests of the window are left out (Debian: apt-get install python3-tk)."
