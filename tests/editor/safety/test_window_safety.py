"""Crash safety in the window, under real mouse and key events on its own screen."""

from __future__ import annotations

import os
import shutil
import time
import tkinter as tk
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import xvfb
from kept_work import DEAD, changed_work, copied, lost, same, work_of
from war_files import by_another, own_war, paint
from xvfb import Hand, Show, windows_in

from visegrad_editor.editor.documents.files import open_document
from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.editor.safety.crash_safety import kept_game
from visegrad_editor.editor.safety.dialogs import CompareDialog, LeftoversDialog
from visegrad_editor.editor.safety.journal import read_journal
from visegrad_editor.editor.safety.ownership import OpenNotes, new_owner
from visegrad_editor.editor.session import Session
from visegrad_editor.model.files.load import load

pytestmark = xvfb.MARKS


def test_the_requested_file_is_open_before_lost_work_is_offered(
    tmp_path: Path, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, lost_path = own_war(tmp_path / "own"), own_war(tmp_path / "lost")
    lost(tmp_path / "state" / "unsaved", changed_work(lost_path, count=2))
    over: list[Path | None] = []
    hand = show("historical")
    window = hand.window

    class Dialog(LeftoversDialog):
        def __init__(self, *words: Any) -> None:
            over.append(window.session.document.path)
            super().__init__(*words)

    monkeypatch.setattr("visegrad_editor.editor.safety.crash_safety.LeftoversDialog", Dialog)
    # As slow as with a large map: what is offered after a moment is due before the file is opened.
    time.sleep(0.5)
    window.safety.open_first(lambda: window.files.open(path))
    hand.answer("Unsaved work", ("key", "Escape"))
    hand.until(lambda: over)
    assert over == [path]
    hand.until(lambda: not window.root.tk.call("grab", "current"))


@pytest.fixture
def show(tmp_path: Path) -> Iterator[Show]:
    """Opens a window on a file; its state is below `state`. It may ask something at once."""
    with windows_in(tmp_path / "state", wait=0) as show:
        yield show


def press(hand: Hand, choice: str) -> None:
    """Click a button of the bar."""
    hand.until(lambda: choice in hand.window.safety.bar.choices)
    hand.settle(0.2)
    [button] = [b for b in hand.window.safety.bar.buttons if b.cget("text") == choice]
    hand.click_on(button)


def test_lost_work_is_restored_with_its_history_and_saved_into_its_file(
    tmp_path: Path, show: Show
) -> None:
    path = own_war(tmp_path / "own")
    first = path.read_text("utf-8")
    work = changed_work(path, count=4)
    lost(tmp_path / "state" / "unsaved", work)
    hand = show("historical")
    window, session = hand.window, hand.window.session
    hand.answer("Unsaved work", ("key", "Return"))
    hand.until(lambda: session.document.path == path)
    hand.settle(0.3)
    assert window.root.title().startswith(f"*{path.name} – A small war")
    assert (session.history.steps, session.history.position) == (work.steps, 4)
    [journal] = (tmp_path / "state" / "unsaved").iterdir()
    assert journal == window.files.guard.keeper.path
    assert same(read_journal(journal), work)
    window.view.canvas.focus_force()
    hand.key("ctrl+z")
    hand.until(lambda: session.history.position == 3)
    hand.key("ctrl+s")
    hand.until(lambda: not session.history.changed)
    hand.until(lambda: not journal.exists())
    assert path.read_text("utf-8").startswith("# My remark\n")
    again = load(path).design
    assert again == work.steps[3].state
    for _ in range(3):
        hand.key("ctrl+z")
    hand.until(lambda: session.history.position == 0)
    hand.key("ctrl+s")
    hand.until(lambda: not session.history.changed)
    assert path.read_text("utf-8") == first


def test_unreadable_work_is_listed_last_and_the_arrow_keys_choose(
    tmp_path: Path, show: Show
) -> None:
    folder = tmp_path / "state" / "unsaved"
    newer, older = changed_work("free-setup"), changed_work("first-steps")
    os.utime(lost(folder, newer), (1e9 + 5, 1e9 + 5))
    os.utime(lost(folder, older, DEAD - 1), (1e9, 1e9))
    spoiled = lost(folder, newer, DEAD - 2)
    spoiled.write_bytes(spoiled.read_bytes()[:40])
    hand = show("historical")
    session = hand.window.session
    hand.answer("Unsaved work", ("key", "Down"), ("key", "Return"))
    hand.until(lambda: session.document.title == older.document.title)
    assert session.history.steps == older.steps
    hand.until(lambda: len(list(folder.iterdir())) == 3)


def test_work_is_kept_for_later_found_in_the_menu_and_discarded(
    tmp_path: Path, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[str] = []
    run = LeftoversDialog.run

    def told(dialog: LeftoversDialog, focus: tk.Misc | None = None) -> str:
        ended.append(run(dialog, focus))
        return ended[-1]

    monkeypatch.setattr(LeftoversDialog, "run", told)
    lost(tmp_path / "state" / "unsaved", changed_work("historical"))
    own = own_war(tmp_path / "own")
    latest = lost(tmp_path / "state" / "unsaved", changed_work(own, count=2), DEAD - 1)
    os.utime(latest, (2e9, 2e9))
    hand = show("historical")
    hand.answer("Unsaved work", ("key", "Escape"))
    root = hand.window.root
    hand.until(lambda: ended)
    assert len(list((tmp_path / "state" / "unsaved").iterdir())) == 2
    seen: list[int] = []
    about: list[str] = []

    def discard() -> None:
        if not hand.has_keyboard(LeftoversDialog):
            root.after(100, discard)
            return
        [dialog] = [d for d in root.winfo_children() if isinstance(d, LeftoversDialog)]
        seen.append(len(dialog.tree.get_children()))
        about.append(str(dialog.about.cget("text")))
        dialog.tree.selection_set("1")
        dialog.update()
        about.append(str(dialog.about.cget("text")))
        dialog._discard_selected()
        seen.append(len(dialog.tree.get_children()))

    root.after(100, discard)
    hand.answer("Discard unsaved work", ("key", "Tab"), ("key", "Return"), ("key", "Escape"))
    hand.window.perform("unsaved_work")
    assert seen == [2, 1]
    when = datetime.fromtimestamp(2e9)
    assert f"as it was on {when.day} {when:%B %Y, %H:%M} (2 changes not saved; the last step was" in about[0]
    assert about[0].endswith(f"Save will write {own}, which until then stays as it was saved last.")
    assert about[1].endswith("a sample of the program, which stays as it is; Save will ask for a file.")
    assert len(list((tmp_path / "state" / "unsaved").iterdir())) == 1


def test_an_interrupted_play_test_is_restored(tmp_path: Path, show: Show) -> None:
    loaded, _ = open_document("first-steps")
    assert loaded.design is not None
    from visegrad_editor.editor.documents.files import document_of
    session = Session(loaded.design, document_of(loaded))
    game = PlaySession(loaded.design, {"russian": "human", "allied": "human"}, 5)
    while len(game.orders) < 6:
        game.give(game.decision.passing or game.decision.orders[-1])
    lost(tmp_path / "state" / "unsaved", work_of(session, loaded.sources, kept_game(game, None)))
    hand = show("historical")
    hand.answer("Unsaved work", ("key", "Return"))
    hand.until(lambda: hand.window.play.on)
    play = hand.window.play.session
    assert play is not None
    assert play.orders == game.orders
    assert play.unsaved
    # An order of the game is kept like an edit.
    play.give(play.decision.passing or play.decision.orders[-1])
    kept = hand.window.files.guard.keeper.path

    def orders() -> int:
        work = read_journal(kept)
        return len(work.game.orders) if work.game is not None else 0

    hand.until(lambda: orders() == 7)
    hand.window.play.leave()
    hand.until(lambda: not kept.exists())


def test_a_file_changed_by_another_program_is_noticed_compared_and_loaded(
    tmp_path: Path, show: Show
) -> None:
    path = copied(tmp_path / "own")
    hand = show(path)
    window, session = hand.window, hand.window.session
    hand.settle(0.8)
    paint(window.files)
    mine = session.design
    by_another(path, "First Steps", "Second Steps")
    rows: list[str] = []

    def look() -> None:
        dialogs = [d for d in window.root.winfo_children() if isinstance(d, CompareDialog)]
        if not dialogs:
            window.root.after(100, look)
            return
        tree = dialogs[0].tree
        rows.extend(tree.item(row, "text") for kind in tree.get_children() for row in tree.get_children(kind))

    window.root.after(100, look)
    hand.answer("Differences", ("key", "Escape"))
    press(hand, "Compare…")
    assert rows == ["title"]
    assert session.design is mine
    press(hand, "Load it")
    hand.until(lambda: session.scenario is not None and session.scenario.title.startswith("Second"))
    assert session.design.map == mine.map
    hand.until(lambda: not window.safety.bar.text)
    window.view.canvas.focus_force()
    hand.key("ctrl+z")
    hand.until(lambda: session.design == mine)


@pytest.mark.parametrize("width", [900, 1366])
def test_the_bar_shows_its_whole_sentence_and_its_buttons(
    tmp_path: Path, show: Show, width: int
) -> None:
    path = copied(tmp_path / "own")
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "settings.json").write_text(f'{{"geometry": "{width}x560+0+0"}}')
    hand = show(path)
    bar = hand.window.safety.bar
    hand.until(lambda: hand.window.root.winfo_width() == width)
    path.unlink()
    hand.window.files.guard.watch.check_now()
    hand.until(lambda: bar.text)
    hand.settle(0.3)
    assert bar.winfo_width() <= hand.window.view.winfo_width()
    assert bar._label.winfo_height() >= bar._label.winfo_reqheight()
    assert bar._label.winfo_width() >= bar._label.winfo_reqwidth()
    assert bar.winfo_height() < hand.window.view.winfo_height() / 2
    for button in bar.buttons:
        assert button.winfo_width() >= button.winfo_reqwidth()
        assert button.winfo_rootx() >= bar.winfo_rootx()
        assert button.winfo_rootx() + button.winfo_width() <= bar.winfo_rootx() + bar.winfo_width()
        assert button.winfo_rooty() + button.winfo_height() <= bar.winfo_rooty() + bar.winfo_height()
    below = bar.buttons[0].winfo_rooty() > bar._label.winfo_rooty() + bar._label.winfo_height() - 2
    assert below == (width < 1000)


def test_mine_is_kept_and_a_save_replaces_theirs_with_a_backup(
    tmp_path: Path, show: Show
) -> None:
    path = copied(tmp_path / "own")
    hand = show(path)
    window, session = hand.window, hand.window.session
    first = path.read_text("utf-8")
    by_another(path, "First Steps", "Second Steps")
    press(hand, "Keep mine")
    hand.until(lambda: session.history.changed)
    hand.until(lambda: not window.safety.bar.text)
    window.view.canvas.focus_force()
    hand.key("ctrl+s")
    hand.until(lambda: not session.history.changed)
    assert path.read_text("utf-8") == first
    assert "Second Steps" in path.with_name("own.yaml~").read_text("utf-8")


def test_a_folder_that_vanishes_is_noticed_and_the_work_saved_elsewhere(
    tmp_path: Path, show: Show
) -> None:
    path = copied(tmp_path / "own")
    hand = show(path)
    window, session = hand.window, hand.window.session
    hand.settle(0.8)
    paint(window.files)
    shutil.rmtree(path.parent)
    elsewhere = tmp_path / "saved.yaml"
    # Saving again fails, since there is no folder; then it goes elsewhere.
    hand.answer("Not saved", ("key", "Return"))
    hand.answer("Save as", ("key", "ctrl+a"), ("type", "--delay", "5", str(elsewhere)), ("key", "Return"))
    press(hand, "Save it again")
    hand.until(elsewhere.exists)
    hand.until(lambda: not session.history.changed)
    again = load(elsewhere).design
    assert again is not None
    assert again.map.terrain == session.design.map.terrain
    assert elsewhere.read_text("utf-8").startswith("# My remark\n")
    hand.until(lambda: not window.safety.bar.text)


def test_work_whose_file_vanished_counts_as_unsaved_until_it_is_back(
    tmp_path: Path, show: Show
) -> None:
    path = copied(tmp_path / "own")
    hand = show(path)
    window = hand.window
    hand.settle(0.8)
    paint(window.files)
    window.view.canvas.focus_force()
    hand.key("ctrl+s")
    hand.until(lambda: not window.session.history.changed)
    assert not window.root.title().startswith("*")
    text = path.read_text("utf-8")
    path.unlink()
    window.files.guard.watch.check_now()
    hand.until(lambda: window.root.title().startswith("*"))
    path.write_text(text, "utf-8")
    hand.until(lambda: not window.root.title().startswith("*"))
    path.unlink()
    # At once, before anything was noticed: the question is asked in any case.
    hand.answer("No longer on disk", ("key", "Escape"))
    window.perform("quit")
    assert hand.alive
    hand.answer("No longer on disk", ("key", "Return"))
    window.perform("quit")
    assert not hand.alive
    assert path.read_text("utf-8") == text


def test_a_second_window_with_a_file_is_warned_and_opens_a_copy(
    tmp_path: Path, show: Show
) -> None:
    path = copied(tmp_path / "own")
    first = OpenNotes(tmp_path / "state" / "open", new_owner())
    first.hold(path)
    hand = show(path)
    session = hand.window.session
    hand.answer("Open in another window", ("key", "Return"))
    hand.until(lambda: session.document.path is None)
    assert session.document.title == "First Steps: the road to Warsaw (copy)"
    assert not session.history.changed
    first.release()
    assert hand.window.files.open(path)
    assert session.document.path == path


def test_work_that_cannot_be_kept_is_reported_in_the_bar(
    tmp_path: Path, show: Show
) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "unsaved").write_text("in the way")
    path = copied(tmp_path / "own")
    hand = show(path)
    hand.settle(0.8)
    paint(hand.window.files)
    hand.until(lambda: hand.window.safety.bar.text.startswith("Your unsaved work is not protected"))
    press(hand, "Save now…")
    hand.until(lambda: not hand.window.session.history.changed)
    hand.until(lambda: not hand.window.safety.bar.text)


def test_closing_the_window_leaves_nothing_behind(tmp_path: Path, show: Show) -> None:
    path = copied(tmp_path / "own")
    hand = show(path)
    hand.settle(0.8)
    paint(hand.window.files)
    assert hand.window.files.guard.keeper.wait()
    assert len(list((tmp_path / "state" / "unsaved").iterdir())) == 1
    assert len(list((tmp_path / "state" / "open").iterdir())) == 1
    hand.answer("Unsaved changes", ("key", "Tab"), ("key", "Return"))
    hand.window.close()
    assert hand.alive is False
    assert list((tmp_path / "state" / "unsaved").iterdir()) == []
    assert list((tmp_path / "state" / "open").iterdir()) == []
