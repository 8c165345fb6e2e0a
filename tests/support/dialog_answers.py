"""Answers to modal dialogs, given with real keys once a dialog shows and has the keyboard."""

from __future__ import annotations

import re
import subprocess
import threading
import time
import tkinter as tk
from collections.abc import Callable

Step = tuple[object, ...] | Callable[[], None]
"""The words of an xdotool command, or something else to do."""
_PATIENCE = 30.0
"""Seconds until a dialog that never comes, never gets the keyboard, or does not close, is given up."""
_WINDOW_MANAGER = 1.0
"""Seconds the window manager gets to hand the keyboard over."""


_AFTER_ANSWER, _AFTER_TYPING = 0.25, 0.05
"""Seconds before the next step: another dialog may come, or the field fills."""


def _only_types(step: tuple[object, ...]) -> bool:
    """Whether a step stays in the field that has the keyboard."""
    return step[0] == "type" or step == ("key", "ctrl+a")


class Answer:
    """Steps for a dialog whose title matches a pattern. It lives in the window's own loop, which goes on
    while a dialog waits; so it cannot miss the dialog, nor answer another."""

    def __init__(self, root: tk.Tk, title: str, steps: tuple[Step, ...]) -> None:
        self._root, self._title, self._steps = root, re.compile(title, re.IGNORECASE), steps
        self._begun = self._seen = 0.0
        self._answered = False

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
            # The dialog itself has the keyboard for a moment, until its field gets it.
            if focus.startswith(top + ".") or (focus == top and now - self._seen > _WINDOW_MANAGER):
                threading.Thread(target=self._act, daemon=True).start()
                self._watch(top)
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
        slow = True
        try:
            for step in self._steps:
                time.sleep(_AFTER_ANSWER if slow or callable(step) else _AFTER_TYPING)
                slow = callable(step) or not _only_types(step)
                if callable(step):
                    step()
                else:
                    subprocess.run(["xdotool", *map(str, step)], check=True)
        finally:
            self._answered = True

    def _watch(self, top: str) -> None:
        """Give up on a dialog that still waits long after the last step."""
        if not self._answered:
            self._begun = time.perf_counter()
        elif time.perf_counter() - self._begun > _PATIENCE:
            self._give_up("stayed open")
            return
        if str(self._root.tk.call("grab", "current", ".")) == top:
            self._root.after(200, self._watch, top)

    def _give_up(self, what: str = "did not come and take the keyboard") -> None:
        """End the waiting dialog, so that the test continues and fails."""
        print(f"the dialog {self._title.pattern!r} {what}")
        end_waiting(self._root)


def end_waiting(root: tk.Tk) -> None:
    """Close the dialog that waits for an answer, if there is one."""
    grabbing = str(root.tk.call("grab", "current", "."))
    if grabbing and grabbing != ".":
        root.tk.call("destroy", grabbing)
