"""Recent files, and files dropped onto the window."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
import xvfb
from xvfb import Hand, window_on

from visegrad_editor.editor.settings import Settings, missing, recent_files, shortened
from visegrad_editor.editor.window import file_drop
from visegrad_editor.editor.window.file_drop import choose_file
from visegrad_editor.model.files.resources import resource_folder


def test_pinned_files_come_first_and_stay_when_others_are_forgotten(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    paths = [tmp_path / f"{n}.yaml" for n in range(4)]
    for path in paths:
        path.touch()
        settings.remember(path)
    oldest = str(paths[0].resolve())
    settings.pin(oldest, True)
    paths[2].unlink()
    files = recent_files(Settings(tmp_path))
    assert [Path(f.path).name for f in files] == ["0.yaml", "3.yaml", "2.yaml", "1.yaml"]
    assert [f.pinned for f in files] == [True, False, False, False]
    assert [f.missing for f in files] == [False, False, True, False]
    assert "not found" in files[2].label
    settings.forget([f.path for f in files if not f.pinned])
    assert [f.path for f in recent_files(Settings(tmp_path))] == [oldest]
    settings.pin(oldest, False)
    assert Settings(tmp_path).pinned == []


def test_a_drive_that_does_not_answer_blocks_nothing() -> None:
    asked = threading.Event()

    def exists(path: str) -> bool:
        if path == "/far":
            # An answer that was waited for would make it one more that is missing.
            asked.wait(10)
        return path == "/here"

    assert missing(["/far", "/here", "/gone"], exists, 0.05) == {"/gone"}
    asked.set()


def test_settings_written_by_two_windows_keep_what_each_remembers(tmp_path: Path) -> None:
    one, other = Settings(tmp_path), Settings(tmp_path)
    one.set("theme", "dark")
    other.set("scale", 150)
    one.geometry = "900x600"
    assert (Settings(tmp_path).get("theme"), Settings(tmp_path).get("scale")) == ("dark", 150)


def test_a_dropped_file_is_opened_or_refused_with_a_reason(tmp_path: Path) -> None:
    map, scan = tmp_path / "my map.yaml", tmp_path / "scan.png"
    map.touch()
    assert choose_file([map]) == (map, "")
    file, words = choose_file([scan, map])
    assert file == map
    assert "one file at a time" in words
    assert "notes.txt is not a scenario" in choose_file([tmp_path / "notes.txt"])[1]
    assert "gone.yaml cannot be opened" in choose_file([tmp_path / "gone.yaml"])[1]
    assert choose_file([]) == (None, "")


# -- a window ---------------------------------------------------------------------------------


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("first-steps", tmp_path / "settings") as hand:
        yield hand


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A scenario in a file of the user."""
    path = tmp_path / "mine.yaml"
    shutil.copy(resource_folder("sample_scenarios") / "scenarios" / "first-steps.yaml", path)
    return path


def labels(hand: Hand) -> list[tuple[str, str]]:
    """What the menu of recent files shows, and whether it can be chosen."""
    menu = hand.window.menus.recent.menu
    hand.window.menus.recent.fill()
    return [(str(menu.entrycget(i, "label")), str(menu.entrycget(i, "state")))
            for i in range((menu.index("end") or 0) + 1) if menu.type(i) == "command"]


@xvfb.window_test
def test_the_menu_lists_pins_and_removes_files(hand: Hand, own: Path) -> None:
    window = hand.window
    assert labels(hand)[0] == ("No recent files", "disabled")
    assert window.files.open(own)
    assert labels(hand)[0][0].startswith("mine.yaml")
    menu = window.menus.recent.menu
    pin = next(i for i in range((menu.index("end") or 0) + 1)
               if menu.type(i) == "command" and str(menu.entrycget(i, "label")).startswith("Pin"))
    menu.invoke(pin)
    assert labels(hand)[0][0].startswith("★  mine.yaml")
    own.unlink()
    assert labels(hand)[0] == (f"★  mine.yaml   –   {shortened(str(own.parent))}   (not found)", "disabled")
    out = next(i for i in range((menu.index("end") or 0) + 1)
               if menu.type(i) == "command" and "Remove missing" in str(menu.entrycget(i, "label"))
               and str(menu.entrycget(i, "state")) == "normal")
    menu.invoke(out)
    assert window.settings.recent == []
    assert window.settings.pinned == []


@xvfb.window_test
def test_a_dropped_file_is_opened_after_asking_about_changes(hand: Hand, own: Path) -> None:
    window = hand.window
    window.file_drop.take([own.as_uri()])
    hand.until(lambda: window.session.document.path == own)
    window.file_drop.take([str(own.with_suffix(".txt"))])
    assert "is not a scenario" in window.messages.text


@xvfb.window_test
@pytest.mark.skipif(find_spec("tkinterdnd2") is None, reason="tkinterdnd2 is not installed")
def test_the_window_accepts_dropped_files(hand: Hand, own: Path) -> None:
    window, tk = hand.window, hand.window.root.tk
    assert window.file_drop.available
    bound = str(tk.call("bind", ".", "<<Drop:DND_Files>>"))
    tk.eval(bound.replace("%D", "{{" + str(own) + "}}"))
    hand.until(lambda: window.session.document.path == own)


@xvfb.window_test
def test_without_tkinterdnd2_the_window_opens(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tkinterdnd2", None)
    made = file_drop.FileDropTarget(hand.window.root, lambda _path: None, lambda _text: None)
    assert not made.available
