"""Lengthy work, with real keys: nothing is shown for short work, a progress bar with Cancel for long work."""

from __future__ import annotations

import threading
import time
import tkinter as tk
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import xvfb
from PIL import ImageGrab

from visegrad_editor.editor.documents import files as files_module
from visegrad_editor.editor.widgets.progress import ProgressDialog, run_with_progress
from visegrad_editor.editor.widgets.worker import Report
from visegrad_editor.errors import Cancelled
from visegrad_editor.model.files.load import LoadResult
from visegrad_editor.model.files.store import Saved, save_design

pytestmark = xvfb.MARKS


@pytest.fixture
def root() -> Iterator[tk.Tk]:
    xvfb.screen()
    root = tk.Tk()
    root.geometry("500x300")
    root.update()
    yield root
    root.destroy()


def dialogs(root: tk.Tk) -> list[ProgressDialog]:
    return [w for w in root.winfo_children() if isinstance(w, ProgressDialog)]


def when_shown(root: tk.Tk, act: Callable[[ProgressDialog], None]) -> None:
    """Do something with the progress as soon as it is shown."""
    if shown := [d for d in dialogs(root) if d.winfo_viewable()]:
        act(shown[0])
    else:
        root.after(20, when_shown, root, act)


def test_short_work_shows_nothing_and_gives_its_result(root: tk.Tk) -> None:
    seen: list[object] = []
    root.after(60, lambda: seen.append(dialogs(root)))

    def work(report: Report) -> int:
        time.sleep(0.15)
        return 42

    assert run_with_progress(root, "Adding", work) == 42
    assert seen == [[]]
    assert root.winfo_children() == []


def test_long_work_shows_its_progress_and_escape_stops_it(root: tk.Tk) -> None:
    seen: list[tuple[str, float]] = []
    ended = threading.Event()

    def work(report: Report) -> str:
        while report(0.25, "A quarter is done"):
            time.sleep(0.01)
        ended.set()
        return "never seen"

    def look(dialog: ProgressDialog) -> None:
        seen.append((str(dialog.status.cget("text")), float(dialog.bar.cget("value"))))
        dialog.focus_force()
        dialog.update()
        dialog.event_generate("<Escape>")

    when_shown(root, look)
    start = time.perf_counter()
    with pytest.raises(Cancelled):
        run_with_progress(root, "Counting", work)
    assert 0.5 < time.perf_counter() - start < 10
    assert seen == [("A quarter is done", 0.25)]
    assert ended.wait(2)
    assert dialogs(root) == []


def test_what_the_progress_covered_is_drawn_before_the_work_goes_on(root: tk.Tk) -> None:
    canvas = tk.Canvas(root, background="#204060", highlightthickness=0)
    canvas.pack(fill="both", expand=True)
    root.update()
    shown, middle = threading.Event(), list[int]()

    def look(dialog: ProgressDialog) -> None:
        dialog.update()
        middle.extend((dialog.winfo_rootx() + dialog.winfo_width() // 2, dialog.winfo_rooty() + 4))
        shown.set()

    def work(report: Report) -> bool:
        return shown.wait(10)

    def colour() -> object:
        return ImageGrab.grab(xdisplay=xvfb.screen()).getpixel((middle[0], middle[1]))

    when_shown(root, look)
    assert run_with_progress(root, "Reading", work)
    # Nothing was handled since then.
    assert dialogs(root) == []
    assert colour() == (0x20, 0x40, 0x60)


def test_a_window_that_was_held_up_does_not_show_progress_of_what_is_done(root: tk.Tk) -> None:
    # Meanwhile the work ends, and the half second passes: Tk calls what is due for both in one go.
    begun: list[float] = []

    def work(report: Report) -> int:
        begun.append(time.perf_counter())
        time.sleep(0.3)
        return 42

    def hold_up() -> None:
        if begun:
            time.sleep(max(0.0, begun[0] + 0.8 - time.perf_counter()))
        else:
            root.after(5, hold_up)

    root.after(5, hold_up)
    assert run_with_progress(root, "Adding", work) == 42
    root.update()
    assert dialogs(root) == []


def test_exceptions_of_the_work_reach_the_caller(root: tk.Tk) -> None:
    def work(report: Report) -> None:
        report(-1, "Trying")
        raise ValueError("There is no such hex.")

    with pytest.raises(ValueError, match="no such hex"):
        run_with_progress(root, "Trying", work)
    assert root.winfo_children() == []


def test_the_window_takes_no_clicks_while_it_waits(root: tk.Tk) -> None:
    pressed: list[str] = []
    button = tk.Button(root, text="Change", command=lambda: pressed.append("!"))
    button.pack()
    root.update()
    root.after(100, lambda: xvfb.pointer_click(button))

    def work(report: Report) -> None:
        time.sleep(0.4)

    run_with_progress(root, "Waiting", work)
    root.update()
    assert pressed == []
    xvfb.pointer_click(button)
    end = time.perf_counter() + 2
    while not pressed and time.perf_counter() < end:
        root.update()
    assert pressed == ["!"]


def test_work_that_writes_is_waited_for_and_may_still_be_done(root: tk.Tk) -> None:
    written: list[str] = []

    asked = threading.Event()

    def work(report: Report) -> str:
        report(-1, "Getting ready")
        assert asked.wait(20)
        time.sleep(0.1)
        written.append("file")
        time.sleep(0.2)
        return "written"

    def ask(dialog: ProgressDialog) -> None:
        dialog.cancel()
        asked.set()

    when_shown(root, ask)
    assert run_with_progress(root, "Saving", work, to_its_end=True) == "written"
    assert written == ["file"]
    assert dialogs(root) == []


def test_work_that_writes_is_stopped_if_it_asks_in_time(root: tk.Tk) -> None:
    def work(report: Report) -> str:
        while report(-1, "Getting ready"):
            time.sleep(0.02)
        raise Cancelled

    when_shown(root, ProgressDialog.cancel)
    with pytest.raises(Cancelled):
        run_with_progress(root, "Saving", work, to_its_end=True)


def test_slow_opening_and_saving_show_progress_and_cancel_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with xvfb.window_on("first-steps", tmp_path / "settings") as hand:
        window = hand.window
        design = window.session.design
        usual, titles = files_module.open_document, []

        pressed = threading.Event()

        def slow(name: str | Path) -> tuple[LoadResult, str]:
            pressed.wait(20)
            return usual(name)

        def cancel() -> None:
            """Press Cancel as soon as there is something to press."""
            shown = [w for w in window.root.winfo_children() if isinstance(w, ProgressDialog)]
            if not shown:
                window.root.after(20, cancel)
                return
            titles.append(shown[0].title())
            shown[0].cancel()
            pressed.set()

        monkeypatch.setattr(files_module, "open_document", slow)
        window.root.after(20, cancel)
        assert not window.files.open("historical")
        assert window.session.design is design
        assert window.files.open("historical")
        assert window.session.design is not design
        assert titles == ["Opening historical"]

        # A save that is stopped before it begins to write leaves no file.
        pressed.clear()

        def slow_save(*arguments: Any) -> Saved:
            pressed.wait(20)
            return save_design(*arguments)

        monkeypatch.setattr(files_module, "save_design", slow_save)
        target = tmp_path / "mine.yaml"
        window.root.after(20, cancel)
        assert not window.files.save_to(target)
        assert not target.exists()
        assert window.messages.text == "Nothing was saved."
        assert window.files.save_to(target)
        assert target.exists()
        assert titles[1:] == ["Saving"]
