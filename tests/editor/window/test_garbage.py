"""The window collects garbage itself, and makes a full collection only when the user is idle."""

from __future__ import annotations

import gc
import sys
import time
import tkinter as tk
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
import xvfb

from visegrad_editor.editor.app import GarbageCollector
from visegrad_editor.editor.window.command_palette import CommandPalette
from visegrad_editor.operating_system import release_memory


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


def test_python_collects_garbage_again_when_the_window_is_closed(root: tk.Tk) -> None:
    GarbageCollector(root, lambda: False)
    assert not gc.isenabled()
    frame = tk.Frame(root)
    frame.destroy()
    root.update()
    assert not gc.isenabled()
    root.destroy()
    assert gc.isenabled()


def test_a_full_collection_runs_when_the_user_is_idle(root: tk.Tk) -> None:
    work = [True]
    collector = GarbageCollector(root, lambda: work[0])
    now = time.monotonic()
    circle: list[object] = []
    circle.append(circle)
    kept = [[] for _ in range(20_000)]  # type: ignore[var-annotated]
    assert collector.collect(now) == 0
    assert collector.collect(now) == -1, "there is nothing new"
    assert collector.collect(now + 60) == -1, "something is drawn"
    work[0] = False
    assert collector.collect(now + 60) == 2
    assert collector.collect(now + 120) == -1, "nothing was made since"
    work[0] = True
    assert collector.collect(now + 400) == 2, "it does not wait for ever"
    assert kept


def test_no_full_collection_runs_while_the_user_works(root: tk.Tk) -> None:
    collector = GarbageCollector(root, lambda: False)
    kept = [[] for _ in range(20_000)]  # type: ignore[var-annotated]
    root.update()
    root.event_generate("<Motion>", x=1, y=1, when="now")
    now = time.monotonic()
    collector._whole_at = now - 60
    assert collector.collect(now) == 0
    assert collector.collect(now + 10) == 2
    assert kept


def test_free_memory_is_returned_to_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    status = Path("/proc/self/statm")
    if not (status.exists() and release_memory()):
        pytest.skip("only glibc can be asked for it")

    def held() -> int:
        return int(status.read_text("ascii").split()[1])

    pieces = [bytes(1000) for _ in range(100_000)]
    last = bytes(1000)
    full = held()
    del pieces
    release_memory()
    assert held() < full - 10_000, "most of 25,000 pages"
    assert last
    monkeypatch.setattr(sys, "platform", "win32")
    assert not release_memory()


def test_a_closed_window_and_its_dialogs_are_let_go(tmp_path: Path) -> None:
    left = []
    for _ in range(2):
        with xvfb.window_on("first-steps", tmp_path) as hand:
            left.append(weakref.ref(hand.window))
            palette = _palette_closed_by_escape(hand)
            gc.collect()
            assert palette() is None
            del hand
    gc.collect()
    # What is global forgets the first window when the second one opens.
    assert left[0]() is None


def test_a_variable_that_outlives_its_window_does_not_complain(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    complaints: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda found: complaints.append(found.exc_value))
    with xvfb.window_on("first-steps", tmp_path) as hand:
        variable = tk.StringVar(hand.window.root)
        variable.trace_add("write", lambda *_: None)
    del variable
    gc.collect()
    assert complaints == []


def _palette_closed_by_escape(hand: xvfb.Hand) -> weakref.ref[CommandPalette]:
    """A palette that was opened and closed again with keys."""
    seen: list[weakref.ref[CommandPalette]] = []

    def escape() -> None:
        shown = hand.window.root.winfo_children()
        seen.extend(weakref.ref(w) for w in shown if isinstance(w, CommandPalette))
        hand.key("Escape")

    hand.window.root.after(600, escape)
    hand.key("ctrl+shift+p")
    hand.until(lambda: seen)
    hand.settle(0.2)
    return seen[0]
