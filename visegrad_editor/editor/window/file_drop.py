"""Opens files that are dropped onto the window. This needs tkinterdnd2, as Tk alone cannot do it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from ...model.files.map_file import PICTURE_ENDINGS

_OPENED = (".yaml", ".yml")


def dropped_files(data: Sequence[str]) -> list[Path]:
    """The paths of dropped files, given as file names or `file:` addresses.

    >>> dropped_files(["file:///home/anna/my%20map.yaml", "/tmp/a.yaml"])
    [PosixPath('/home/anna/my map.yaml'), PosixPath('/tmp/a.yaml')]
    """
    from urllib.request import url2pathname  # imported late because it loads the network modules

    paths = []
    for text in data:
        if text.startswith("file:"):
            paths.append(Path(url2pathname(unquote(urlsplit(text).path))))
        elif text:
            paths.append(Path(text))
    return paths


def choose_file(files: Sequence[Path]) -> tuple[Path | None, str]:
    """The dropped file to open, None for none, and a message about the others or about why there is none."""
    ours = [f for f in files if f.suffix.lower() in _OPENED] or [f for f in files if is_picture(f)]
    if not files:
        return None, ""
    if not ours:
        return None, (f"{files[0].name} is not a scenario, map or game. Drop a file that ends in .yaml, or a "
                      "picture to put behind the map.")
    if not ours[0].is_file():
        return None, f"{ours[0].name} cannot be opened."
    return ours[0], (f"Only {ours[0].name} was opened: drop one file at a time."
                     if len(files) > 1 else "")


def is_picture(file: Path) -> bool:
    """Whether a file, judged by its name, is a picture to put behind the map.

    >>> is_picture(Path("old map.JPG")), is_picture(Path("map.yaml"))
    (True, False)
    """
    return file.suffix.lower() in PICTURE_ENDINGS


class FileDropTarget:
    """Makes a window accept dropped files. `available` tells whether the system supports it."""

    def __init__(self, root: tk.Tk, open: Callable[[Path], None], say: Callable[[str], None]) -> None:
        self._root, self._open, self._say = root, open, say
        self.available = _load(root)
        if self.available:
            root.tk.call("tkdnd::drop_target", "register", root, "DND_Files")
            command = root.register(self._dropped)
            root.tk.call("bind", root, "<<Drop:DND_Files>>", f"{command} %D")

    def _dropped(self, data: Any) -> str:
        self.take(self._root.tk.splitlist(data))
        return "copy"

    def take(self, data: Sequence[str]) -> None:
        """Open a dropped file."""
        file, message = choose_file(dropped_files([str(d) for d in data]))
        if message:
            self._say(message)
        if file is not None:
            # The program that the file was dragged from waits for an answer, so open it afterwards.
            self._root.after_idle(self._open, file)


def _load(root: tk.Tk) -> bool:
    try:
        from tkinterdnd2 import TkinterDnD
        TkinterDnD._require(root)
    except (ImportError, RuntimeError, tk.TclError):
        return False
    return True
