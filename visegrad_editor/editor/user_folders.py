"""Where the system keeps what a program remembers for its user, and what it can make again."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

_PROGRAM = "visegrad-editor"


def settings_folder() -> Path:
    """For what is remembered."""
    return _below("APPDATA", "Roaming", "Application Support", "XDG_CONFIG_HOME", ".config")


def cache_folder() -> Path:
    """For what can be made again."""
    return _below("LOCALAPPDATA", "Local", "Caches", "XDG_CACHE_HOME", ".cache")


def make_private(folder: Path) -> None:
    """Make a folder, where there is none, that nobody but the user may look into; raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        # Made by an earlier version. Who may not change that may still be allowed to write in it.
        with suppress(OSError):
            folder.chmod(0o700)


def _below(windows: str, app_data: str, library: str, unix: str, hidden: str) -> Path:
    """Our folder in what the system's variable says, else in the usual place below the home.

    A variable with a relative path counts as unset, as the XDG base directory specification demands.
    """
    if sys.platform == "darwin":
        return Path.home() / "Library" / library / _PROGRAM
    told, usual = (windows, f"AppData/{app_data}") if sys.platform == "win32" else (unix, hidden)
    base = Path(os.environ.get(told, ""))
    return (base if base.is_absolute() else Path.home() / usual) / _PROGRAM
