"""Answers to modal dialogs, given with real keys once a dialog shows and has the keyboard."""

from __future__ import annotations

import re
import subprocess
import threading
import time
import tkinter as tk

_PATIENCE = 30.0
"""Seconds until a dialog that never comes, or never gets the keyboard, is given up."""
_WINDOW_MANAGER = 1.0
"""Seconds the window manager gets to hand the keyboard over."""


class Answer:
    """xdotool commands for a dialog whose title matches a pattern. It lives in the window's own loop, which
    goes on while a dialog waits; so it cannot miss the dialog, nor answer another."""

    def __init__(self, root: tk.Tk, title: str, commands: tuple[tuple[object, ...], ...]) -> None:
        self._root, self._title, self._commands = root, re.compile(title, re.IGNORECASE), commands
        self._begun = self._seen = 0.0

    def begin(self) -> None:
        """Look for the dialog from now on."""
        self._begun = time.perf_counter()
        self._root.after(20, self._look)

    def _look(self) -> None:
        now = time.perf_counter()
        top = self._top()
        if top:
            self._seen = self._seen or now
            focus = str(self._root.tk.call("focus"))
            if focus == top or focus.startswith(top + "."):
                threading.Thread(target=self._act, daemon=True).start()
                return
            if now - self._seen > _WINDOW_MANAGER:
                self._root.tk.call("focus", "-force", self._root.tk.call("focus", "-lastfor", top))
        if now - self._begun > _PATIENCE:
            self._give_up()
        else:
            self._root.after(50, self._look)

    def _top(self) -> str:
        """The path of the dialog if it shows, or ""."""
        call = self._root.tk.call
        for path in self._root.tk.splitlist(call("wm", "stackorder", ".")):
            if path != "." and self._title.search(str(call("wm", "title", path))):
                return str(path)
        return ""

    def _act(self) -> None:
        for command in self._commands:
            time.sleep(0.25)
            subprocess.run(["xdotool", *map(str, command)], check=True)

    def _give_up(self) -> None:
        """End the waiting dialog, so that the test continues and fails."""
        print(f"no dialog {self._title.pattern!r} came and took the keyboard")
        end_waiting(self._root)


def end_waiting(root: tk.Tk) -> None:
    """Close the dialog that waits for an answer, if there is one."""
    grabbing = str(root.tk.call("grab", "current", "."))
    if grabbing and grabbing != ".":
        root.tk.call("destroy", grabbing)
