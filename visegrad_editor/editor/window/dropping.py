"""Files dropped onto the window. Tk itself cannot take them; where tkinterdnd2 is installed, it can."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from ...model.files.map_file import PICTURE_ENDINGS

_OPENED = (".yaml", ".yml")


def dropped_files(data: Sequence[str]) -> list[Path]:
    """The paths of what was dropped: file names or `file:` addresses.

    >>> dropped_files(["file:///home/anna/my%20map.yaml", "/tmp/a.yaml"])
    [PosixPath('/home/anna/my map.yaml'), PosixPath('/tmp/a.yaml')]
    """
    from urllib.request import url2pathname  # only when it is needed: it loads what speaks to the network

    found = []
    for text in data:
        if text.startswith("file:"):
            found.append(Path(url2pathname(unquote(urlsplit(text).path))))
        elif text:
            found.append(Path(text))
    return found


def choose(files: Sequence[Path]) -> tuple[Path | None, str]:
    """The file to open of those dropped, and what is to be said: about the others, or why there is none."""
    ours = [f for f in files if f.suffix.lower() in _OPENED] or [f for f in files if is_picture(f)]
    if not files:
        return None, ""
    if not ours:
        return None, (f"{files[0].name} is no scenario, map or game. Drop a file that ends in .yaml, or a "
                      "picture to be put behind the map.")
    if not ours[0].is_file():
        return None, f"{ours[0].name} is no file that can be opened."
    return ours[0], f"Only {ours[0].name} is opened: one file at a time." if len(files) > 1 else ""


def is_picture(file: Path) -> bool:
    """Whether a file is a picture to be put behind the map, going by its name.

    >>> is_picture(Path("old map.JPG")), is_picture(Path("map.yaml"))
    (True, False)
    """
    return file.suffix.lower() in PICTURE_ENDINGS


class Dropping:
    """Makes a window take files. `available` says whether the system can bring them here."""

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
        """Open what was dropped."""
        file, words = choose(dropped_files([str(d) for d in data]))
        if words:
            self._say(words)
        if file is not None:
            # The program that the file comes from waits for an answer; questions are asked after it.
            self._root.after_idle(self._open, file)


def _load(root: tk.Tk) -> bool:
    try:
        from tkinterdnd2 import TkinterDnD
        TkinterDnD._require(root)
    except (ImportError, RuntimeError, tk.TclError):
        return False
    return True
