"""The window looks for garbage itself, and at everything only when nobody waits for it."""

from __future__ import annotations

import gc
import time
import tkinter as tk
from collections.abc import Iterator

import pytest
import xvfb

from visegrad_editor.editor.garbage import Collector


@pytest.fixture
def root(monkeypatch: pytest.MonkeyPatch) -> Iterator[tk.Tk]:
    monkeypatch.setenv("DISPLAY", xvfb.screen())
    gc.enable()
    window = tk.Tk()
    yield window
    if not gc.isenabled():
        window.destroy()
    assert gc.isenabled()
    gc.disable()  # as `xvfb.screen` wants it


def test_python_looks_by_itself_again_once_the_window_is_gone(root: tk.Tk) -> None:
    Collector(root, lambda: False)
    assert not gc.isenabled()
    frame = tk.Frame(root)
    frame.destroy()
    root.update()
    assert not gc.isenabled()
    root.destroy()
    assert gc.isenabled()


def test_everything_is_looked_at_when_nobody_waits(root: tk.Tk) -> None:
    work = [True]
    collector = Collector(root, lambda: work[0])
    now = time.monotonic()
    circle: list[object] = []
    circle.append(circle)
    kept = [[] for _ in range(20_000)]  # type: ignore[var-annotated]
    assert collector.look(now) == 0
    assert collector.look(now) == -1, "there is nothing new"
    assert collector.look(now + 60) == -1, "something is drawn"
    work[0] = False
    assert collector.look(now + 60) == 2
    assert collector.look(now + 120) == -1, "nothing was made since"
    work[0] = True
    assert collector.look(now + 400) == 2, "it does not wait for ever"
    assert kept


def test_one_who_works_is_not_kept_waiting(root: tk.Tk) -> None:
    collector = Collector(root, lambda: False)
    kept = [[] for _ in range(20_000)]  # type: ignore[var-annotated]
    root.update()
    root.event_generate("<Motion>", x=1, y=1, when="now")
    now = time.monotonic()
    collector._whole_at = now - 60
    assert collector.look(now) == 0
    assert collector.look(now + 10) == 2
    assert kept
