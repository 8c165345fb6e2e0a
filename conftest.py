"""The whole test run: where Tk is missing, the tests of the window are left out, and it is said."""

from __future__ import annotations

from importlib.util import find_spec

TK = find_spec("_tkinter") is not None

collect_ignore_glob = [] if TK else [
    "visegrad_editor/editor/*", "tests/test_window_*.py", "tests/test_play_*.py", "tests/xvfb.py",
]


def pytest_report_header() -> str:
    """The first lines of the run."""
    if TK:
        return "Tk is here: the window is tested too."
    return "Tk is missing: the tests of the window are left out (Debian: apt-get install python3-tk)."
