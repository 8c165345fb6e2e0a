"""Unsaved work kept aside, so that a crash or a power cut costs a minute and not an evening.

Each running window has a folder of its own below the settings; it is removed when the work was
saved or thrown away on purpose. A folder whose window is gone holds work to be offered again.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from ..model.design import Design
from ..model.sources import Sources
from ..model.store import SaveError, save_as

_FILE = "unsaved.yaml"
_TITLE = "title.txt"


@dataclass(frozen=True)
class Leftover:
    """Work a window that is gone did not save."""

    folder: Path
    title: str
    when: datetime

    @property
    def path(self) -> Path:
        """The file to open."""
        return self.folder / _FILE

    def discard(self) -> None:
        """Remove it for good."""
        shutil.rmtree(self.folder, ignore_errors=True)


class Recovery:
    """Keeps copies of one window's unsaved work below `folder`."""

    def __init__(self, folder: Path) -> None:
        self._all = folder
        self._own = folder / str(os.getpid())
        self._kept: Design | None = None
        self.complaint = ""
        """Why the last copy could not be made, "" where it was."""
        self._busy = threading.Lock()

    def keep(self, design: Design, title: str) -> None:
        """Write a copy of the design in the background; what is kept already is not written again."""
        if design is self._kept or not self._busy.acquire(blocking=False):
            return
        self._kept = design
        threading.Thread(target=self._write, args=(design, title), daemon=True).start()

    def _write(self, design: Design, title: str) -> None:
        try:
            scenario = design.scenario
            if scenario is not None and scenario.extends:
                # Written out whole, so that the copy needs no other file.
                design = replace(design, scenario=replace(scenario, extends=""))
            new = self._own.with_suffix(".new")
            shutil.rmtree(new, ignore_errors=True)
            new.mkdir(parents=True)
            save_as(design, Sources(), new / _FILE)
            (new / _TITLE).write_text(title, "utf-8")
            shutil.rmtree(self._own, ignore_errors=True)
            new.rename(self._own)
            self.complaint = ""
        except (OSError, SaveError) as error:
            # A copy that cannot be made is told, but does not disturb the work itself.
            self.complaint = f"Your unsaved work could not be kept aside: {error}"
            shutil.rmtree(new, ignore_errors=True)
        finally:
            self._busy.release()

    def wait(self) -> None:
        """Until nothing is being written."""
        with self._busy:
            pass

    def forget(self) -> None:
        """The work is saved, or thrown away on purpose: remove the copy."""
        with self._busy:
            self._kept = None
            shutil.rmtree(self._own, ignore_errors=True)

    def leftovers(self) -> list[Leftover]:
        """Work of windows that are gone, the newest first."""
        return sorted(self._leftovers(), key=lambda x: x.when, reverse=True)

    def _leftovers(self) -> Iterator[Leftover]:
        with suppress(OSError):
            for folder in self._all.iterdir():
                file = folder / _FILE
                known = folder.name.isdigit() and file.is_file()
                if known and folder != self._own and not _runs(int(folder.name)):
                    title = folder / _TITLE
                    yield Leftover(folder, title.read_text("utf-8") if title.is_file() else "Unsaved work",
                                   datetime.fromtimestamp(file.stat().st_mtime))


def _runs(pid: int) -> bool:
    """Whether a process of that number runs."""
    if sys.platform == "win32":
        import ctypes
        handle = ctypes.windll.kernel32.OpenProcess(0x1000, False, pid)
        if handle:
            ctypes.windll.kernel32.CloseHandle(handle)
        return bool(handle)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
