"""Files changed by others: noticed, and reported if two windows have one open."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from war_files import REMARK, Answers, by_another, flip, opened, own_war, paint

from visegrad_editor.editor.documents import files as files_module
from visegrad_editor.editor.documents.save_as_dialog import SaveChoice
from visegrad_editor.editor.safety import watch as watch_module
from visegrad_editor.editor.safety.ownership import OpenNotes, new_owner
from visegrad_editor.editor.safety.watch import FileWatch, changed_files, watched_files
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.files import store as store_module
from visegrad_editor.model.files.atomic import SaveError
from visegrad_editor.model.files.load import load


@pytest.fixture
def war(tmp_path: Path) -> Path:
    return own_war(tmp_path / "own")


# -- watching ---------------------------------------------------------------------------------------


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_file_that_changes_vanishes_and_returns_is_noticed(war: Path) -> None:
    loaded = load(war)
    watch = FileWatch(0.02)
    assert watch.changes == ()
    watch.watch(loaded.sources)
    time.sleep(0.1)
    assert watch.changes == ()
    map = war.with_name("war-map.yaml")
    before = map.read_text("utf-8")
    by_another(map, "A small map", "Another map")
    # A file that is being written is empty for a moment.
    until(lambda: any("Another map" in str(change.text) for change in watch.changes))
    [change] = watch.changes
    assert (change.kind, change.path.name) == ("map", "war-map.yaml")
    war.unlink()
    until(lambda: len(watch.changes) == 2)
    assert {c.path.name: c.text is None for c in watch.changes} == {"war-map.yaml": False, "war.yaml": True}
    map.write_text(before, "utf-8")
    until(lambda: len(watch.changes) == 1)
    # Rewritten with the same text it is the same, and another design is not blamed for it.
    war.write_text(loaded.sources.scenario.text, "utf-8")  # type: ignore[union-attr]
    until(lambda: not watch.changes)
    by_another(war, "A small war", "Other")
    until(lambda: watch.changes)
    watch.watch(load(war).sources)
    time.sleep(0.1)
    assert watch.changes == ()
    watch.close()


def test_a_file_that_is_back_is_not_gone_however_old_the_last_check_is(
    war: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_module, "PATIENCE_S", 60.0)
    watch, text = FileWatch(3600.0), war.read_text("utf-8")
    looks = []
    real = watch._find_changes
    monkeypatch.setattr(watch, "_find_changes", lambda sources: looks.append(1) or real(sources))
    watch.watch(load(war).sources)
    until(lambda: looks)
    war.unlink()
    assert [change.path for change in watch.gone()] == [war], "before any look"
    watch.check_now()
    until(lambda: watch.changes)
    assert [change.path for change in watch.gone()] == [war]
    war.write_text(text, "utf-8")
    assert watch.gone() == (), "before the next look"
    watch.close()


def test_files_saved_by_the_window_are_never_reported_as_changed(war: Path) -> None:
    watch = FileWatch(3600.0)
    sources = load(war).sources
    assert list(watch._find_changes(sources)) == []
    by_another(war, "A small war", "Saved by this window")
    # The first look after a save: the file is another one, and its text is not read again yet.
    assert list(watch._find_changes(load(war).sources)) == []
    war.unlink()
    list(watch._find_changes(sources))
    watch._sources, watch._latest = sources, (sources, tuple(watch._find_changes(sources)))
    assert [change.text for change in watch.changes] == [None]
    war.write_text("one line", "utf-8")
    assert list(watch._find_changes(sources)) == [], "it is there, and read a little later"
    assert [change.text for change in watch._find_changes(sources)] == ["one line"]


def test_the_base_of_a_variant_is_watched_and_the_files_of_the_installed_program_are_not(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = load("free-setup").sources
    assert [f.path.name for _, f in watched_files(sources)].count("historical.yaml") == 1
    monkeypatch.setattr("visegrad_editor.editor.safety.watch.is_installed", lambda _path: True)
    assert list(watched_files(sources)) == []


# -- two windows ------------------------------------------------------------------------------------


def test_two_windows_with_one_file_do_not_overwrite_each_other(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = opened(war, tmp_path)
    one.guard.note(one._session, one.sources)
    two = opened("first-steps", tmp_path)
    answers = Answers(monkeypatch, ask_shared=["", "copy", "open"])
    assert not two.open(war)
    assert two._session.document.title != "A small war"
    assert two.open(war)
    assert (two._session.document.path, two._session.document.title) == (None, "A small war (copy)")
    assert not two._session.history.changed
    copy = tmp_path / "own" / "copy.yaml"
    monkeypatch.setattr(files_module.filedialog, "asksaveasfilename", lambda **_: str(copy))
    monkeypatch.setattr(
        "visegrad_editor.editor.documents.save_as_dialog.ask_how_to_save", lambda *_: SaveChoice(False, {}))
    flip(two)
    assert two.save()
    assert copy.read_text("utf-8").startswith(REMARK)
    assert two.open(war)
    assert len(answers.asked) == 3
    # Both change it; the second to save is asked.
    flip(one)
    assert one.save()
    paint(two, Hex(3, 5))
    asked = Answers(monkeypatch, ask_conflict="")
    assert not two.save()
    assert asked.asked == ["ask_conflict: war.yaml"]
    again = load(war).design
    assert again is not None
    assert again.scenario == one._session.scenario
    # Those that are gone are not named any more.
    one.guard.close(clean=True)
    two.guard.close(clean=True)
    third = opened("first-steps", tmp_path)
    assert third.open(war)


def test_saving_over_a_file_that_another_window_has_open_asks(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = OpenNotes(tmp_path / "settings" / "open", new_owner())
    other.hold(war)
    files = opened("first-steps", tmp_path)
    elsewhere = tmp_path / "own" / "elsewhere.yaml"
    chosen = [str(war), str(elsewhere)]
    monkeypatch.setattr(files_module.filedialog, "asksaveasfilename", lambda **_: chosen.pop(0))
    monkeypatch.setattr(
        "visegrad_editor.editor.documents.save_as_dialog.ask_how_to_save", lambda *_: SaveChoice(False, {}))
    before = war.read_bytes()
    answers = Answers(monkeypatch, ask_over_shared=False)
    assert files.save_as()
    assert answers.asked == ["ask_over_shared: war.yaml"]
    assert war.read_bytes() == before
    assert elsewhere.exists()


def test_nothing_is_reported_while_the_window_itself_saves(war: Path) -> None:
    watch = FileWatch(0.02)
    watch.watch(load(war).sources)
    with watch.paused():
        by_another(war, "A small war", "Half a save")
        time.sleep(0.5)
        assert watch.changes == ()
    assert watch.changes == ()
    watch.watch(load(war).sources)
    time.sleep(0.5)
    assert watch.changes == ()
    by_another(war, "Half a save", "Other")
    until(lambda: watch.changes)
    watch.close()


def test_a_file_written_before_a_save_failed_is_not_taken_for_changed_by_others(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    paint(files)
    flip(files)
    real = store_module.save

    def save(text: str, path: Path) -> None:
        if path == war:
            raise SaveError("war.yaml was not saved: the disk is full.")
        real(text, path)

    monkeypatch.setattr(store_module, "save", save)
    answers = Answers(monkeypatch, ask_not_saved="")
    assert not files.save()
    assert answers.asked == ["ask_not_saved: war.yaml was not saved: the disk is full."]
    assert list(changed_files(files.sources)) == []
    # Changed once more, the map is saved without a question.
    paint(files, Hex(5, 5))
    monkeypatch.setattr(store_module, "save", real)
    assert files.save()
    assert len(answers.asked) == 1
    assert load(war).design == files._session.design
