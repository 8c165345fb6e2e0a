"""What this copy of the program runs on, in a line for reports of faults."""

from __future__ import annotations

import os
import sys

from .operating_system import system_line

PARTS = {"painter": ("drawing", "compiled", "_raster"), "search": ("engine", "_reach")}
"""The compiled parts, and where each is below the package."""
_SUFFIXES = (".abi3.so", ".pyd")


def compiled() -> dict[str, bool]:
    """The compiled parts by name, and whether each is there. None of them is loaded for that."""
    home = os.path.dirname(__file__)
    return {name: any(os.path.exists(os.path.join(home, *path) + suffix) for suffix in _SUFFIXES)
            for name, path in PARTS.items()}


def build_line(tk: str = "") -> str:
    """The compiled parts, and the versions of Python, of Tk and of the system; `tk` is that of Tk if it is
    known in full."""
    there = compiled()
    names = [name for name, is_there in there.items() if is_there]
    missing = [name for name, is_there in there.items() if not is_there]
    parts = [f"compiled: {' and '.join(names)} (stable interface of Python 3.11)"] if names else []
    parts += [f"not compiled: {' and '.join(missing)}"] if missing else []
    return "; ".join((*parts, f"Python {sys.version.split()[0]}, {_tk(tk)}, {system_line()}"))


def _tk(version: str) -> str:
    if not version:
        try:
            from _tkinter import TK_VERSION
        except ImportError:
            return "no Tk"
        version = TK_VERSION
    return f"Tk {version}"
