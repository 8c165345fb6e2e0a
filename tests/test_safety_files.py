"""Files that others change, disks that fail, folders that vanish: what is told, and that nothing is lost."""

from __future__ import annotations

import errno
import os
import shutil
import time
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from small_design import small_design

from visegrad_editor.editor import files as files_module
from visegrad_editor.editor import saving
from visegrad_editor.editor.files import Files, document_of, open_document
from visegrad_editor.editor.safety import dialogs as dialogs_module
from visegrad_editor.editor.safety import disk_changes as disk_changes_module
from visegrad_editor.editor.safety.journal import read_journal
from visegrad_editor.editor.safety.open_notes import OpenNote, OpenNotes
from visegrad_editor.editor.safety.owner import new_owner
from visegrad_editor.editor.safety.watch import Watch, watched
from visegrad_editor.editor.session import Session
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.tools import TOOLS, Edit
from visegrad_editor.editor.tools.base import Brush, pointer_at
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model import atomic
from visegrad_editor.model.compare import differences
from visegrad_editor.model.edit.documents import with_map, with_scenario
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.edit.units import flip_units
from visegrad_editor.model.gamemap import HexsideLine, Place, Road
from visegrad_editor.model.load import load
from visegrad_editor.model.sources import Sources
from visegrad_editor.model.store import save_as

REMARK = "# My remark\n"


@pytest.fixture
def war(tmp_path: Path) -> Path:
    """A scenario with its map and ruleset, each with a remark."""
    return own_war(tmp_path / "own")


def own_war(folder: Path) -> Path:
    """The same in a new folder."""
    folder.mkdir()
    path = folder / "war.yaml"
    design = small_design()
    river = HexsideLine("river", (hexside(Hex(1, 2), Hex(2, 2)), hexside(Hex(1, 2), Hex(1, 3))), "Long")
    save_as(replace(design, map=replace(design.map, lines=(river,))), Sources(), path)
    for file in path.parent.iterdir():
        file.write_text(REMARK + file.read_text("utf-8"), "utf-8")
    return path


def opened(path: Path | str, tmp_path: Path) -> Files:
    loaded, complaint = open_document(path)
    assert loaded.design is not None, complaint
    session = Session(loaded.design, document_of(loaded))
    return Files(cast(tk.Misc, None), session, Settings(tmp_path / "settings"), loaded, lambda: None)


def flip(files: Files) -> None:
    session = files._session
    assert session.scenario is not None
    session.edit("Flip", with_scenario(
        session.design, flip_units(session.scenario, ("norland/1st Armored",))))


MIDDLE = Hex(4, 4)


def paint(files: Files, hex: Hex = MIDDLE) -> None:
    session = files._session
    session.edit("Paint", with_map(session.design, paint_terrain(session.design.map, [hex], "mountain")))


def by_another(path: Path, old: str, new: str) -> str:
    """Another program changes a file; what it says then."""
    text = path.read_text("utf-8")
    assert old in text
    text = text.replace(old, new)
    path.write_text(text, "utf-8")
    return text


class Answers:
    """Stands for the dialogs: what is answered to each, and what was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **answers: Any) -> None:
        self.asked: list[str] = []
        for name, answer in answers.items():
            where = files_module if name in ("ask_shared", "ask_gone") else saving
            monkeypatch.setattr(where, name, self._asking(name, answer))

    def _asking(self, name: str, answer: Any) -> Callable[..., Any]:
        rest = list(answer) if isinstance(answer, list) else None

        def ask(_parent: object, *what: Any) -> Any:
            self.asked.append(f"{name}: {what[0]}")
            return answer if rest is None else rest.pop(0)

        return ask


# -- watching ---------------------------------------------------------------------------------------


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_file_changed_gone_and_back_is_noticed(war: Path) -> None:
    loaded = load(war)
    watch = Watch(0.02)
    assert watch.found == ()
    watch.watch(loaded.sources)
    time.sleep(0.1)
    assert watch.found == ()
    map = war.with_name("war-map.yaml")
    before = map.read_text("utf-8")
    by_another(map, "A small map", "Another map")
    until(lambda: watch.found)
    [change] = watch.found
    assert (change.kind, change.path.name) == ("map", "war-map.yaml")
    assert "Another map" in str(change.text)
    war.unlink()
    until(lambda: len(watch.found) == 2)
    assert {c.path.name: c.text is None for c in watch.found} == {"war-map.yaml": False, "war.yaml": True}
    map.write_text(before, "utf-8")
    until(lambda: len(watch.found) == 1)
    # Rewritten with the same text it is the same, and another design is not blamed for it.
    war.write_text(loaded.sources.scenario.text, "utf-8")  # type: ignore[union-attr]
    until(lambda: not watch.found)
    by_another(war, "A small war", "Other")
    until(lambda: watch.found)
    watch.watch(load(war).sources)
    time.sleep(0.1)
    assert watch.found == ()
    watch.close()


def test_the_base_of_a_variant_is_watched_and_the_files_of_the_installed_program_are_not(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = load("free-setup").sources
    assert [f.path.name for _, f in watched(sources)].count("historical.yaml") == 1
    monkeypatch.setattr("visegrad_editor.editor.safety.watch.is_installed", lambda _path: True)
    assert list(watched(sources)) == []


# -- changed on disk --------------------------------------------------------------------------------


def test_only_the_documents_that_changed_are_loaded_and_undo_brings_mine_back(
    war: Path, tmp_path: Path
) -> None:
    files = opened(war, tmp_path)
    session = files._session
    flip(files)
    mine = session.design
    map = war.with_name("war-map.yaml")
    theirs = by_another(map, "A small map", "Another map")
    changes = files.disk.now()
    assert [c.kind for c in changes] == ["map"]
    assert "Undo brings your version back" in files.disk.reload(changes)
    assert session.design.map.title == "Another map"
    assert session.scenario == mine.scenario
    assert session.history.changed  # the scenario is still not saved
    assert files.disk.now() == ()
    assert files.save()
    assert map.read_text("utf-8") == theirs
    assert not session.history.changed
    session.history.undo()
    assert session.design == mine
    assert files.save()
    assert "A small map" in map.read_text("utf-8")
    assert map.read_text("utf-8").startswith(REMARK)


def test_loading_a_file_that_is_all_that_differs_leaves_nothing_to_save(war: Path, tmp_path: Path) -> None:
    files = opened(war, tmp_path)
    paint(files)
    by_another(war.with_name("war-map.yaml"), "A small map", "Another map")
    files.disk.reload(files.disk.now())
    assert not files._session.history.changed
    assert files._session.history.undo_label == "Load war-map.yaml from the disk"


def test_a_ruleset_changed_on_disk_is_loaded_too(war: Path, tmp_path: Path) -> None:
    files = opened(war, tmp_path)
    paint(files)
    by_another(war.with_name("war-ruleset.yaml"), "A small game", "Another game")
    files.disk.reload(files.disk.now())
    assert files._session.design.ruleset.title == "Another game"
    assert files._session.history.changed
    assert files.save()
    assert load(war).problems == ()


def test_a_file_that_cannot_be_understood_now_leaves_mine_open(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    told: list[str] = []
    monkeypatch.setattr(disk_changes_module, "message", lambda _p, _t, text: told.append(text))
    before = files._session.design
    war.write_text("kind: scenario\nformat: 1\nturns: many\n", "utf-8")
    assert files.disk.reload(files.disk.now()) == ""
    assert files._session.design is before
    assert "war.yaml cannot be shown as it is now, so yours stays open." in told[0]


@pytest.mark.parametrize("which", ["war.yaml", "war-map.yaml", "war-ruleset.yaml"])
def test_mine_is_kept_and_saved_over_theirs_which_stays_beside_it(
    war: Path, tmp_path: Path, which: str
) -> None:
    files = opened(war, tmp_path)
    path, old = war.with_name(which), {"war.yaml": "A small war", "war-map.yaml": "A small map",
                                       "war-ruleset.yaml": "A small game"}[which]
    first = path.read_text("utf-8")
    theirs = by_another(path, old, "Theirs")
    assert not files._session.history.changed
    assert "Saving replaces" in files.disk.keep(files.disk.now())
    assert files._session.history.changed
    assert files.disk.now() == ()
    assert files.save()
    assert path.read_text("utf-8") == first
    assert path.with_name(which + "~").read_text("utf-8") == theirs


def test_a_file_that_is_gone_is_written_again(war: Path, tmp_path: Path) -> None:
    files = opened(war, tmp_path)
    map = war.with_name("war-map.yaml")
    first = map.read_text("utf-8")
    map.unlink()
    [change] = files.disk.now()
    assert change.text is None
    files.disk.keep([change])
    assert files._session.history.changed  # so that closing asks
    assert files.save()
    assert map.read_text("utf-8") == first


@pytest.mark.parametrize("which", ["war.yaml", "war-map.yaml", "war-ruleset.yaml"])
def test_saving_over_a_file_changed_elsewhere_asks_first(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    files = opened(war, tmp_path)
    session, path = files._session, war.with_name(which)
    flip(files)
    paint(files)
    session.edit("Rules", replace(session.design, ruleset=replace(session.design.ruleset, notes="Mine.")))
    others = {p: p.read_bytes() for p in war.parent.iterdir()}
    theirs = path.read_text("utf-8") + "# theirs\n"
    path.write_text(theirs, "utf-8")
    answers = Answers(monkeypatch, ask_conflict=["", "over"])
    assert not files.save()
    assert answers.asked == [f"ask_conflict: {which}"]
    assert path.read_text("utf-8") == theirs
    assert session.history.changed
    assert not [p for p in others if p.suffix == ".tmp"]
    assert files.save()
    assert not session.history.changed
    assert "# theirs" not in path.read_text("utf-8")
    assert path.with_name(which + "~").read_text("utf-8") == theirs
    again = load(war).design
    assert again == session.design


def test_the_other_answers_to_that_question(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    flip(files)
    theirs = by_another(war, "A small war", "Theirs")
    elsewhere = tmp_path / "own" / "mine.yaml"
    monkeypatch.setattr(saving.filedialog, "asksaveasfilename", lambda **_: str(elsewhere))
    shown: list[Any] = []

    class Shown:
        def __init__(self, _parent: object, _names: str, found: Any) -> None:
            shown.extend(found)

        def run(self) -> str:
            return ""

    monkeypatch.setattr(disk_changes_module, "CompareDialog", Shown)
    Answers(monkeypatch, ask_conflict=["compare", "elsewhere"])
    assert not files.save()
    assert [(d.kind, d.section) for d in shown] == [("scenario", "title"), ("scenario", "units")]
    assert files.save()
    assert war.read_text("utf-8") == theirs
    assert elsewhere.read_text("utf-8").startswith(REMARK)
    assert files._session.document.path == elsewhere
    Answers(monkeypatch, ask_conflict="reload")
    by_another(elsewhere, "A small war", "Again")
    flip(files)
    assert not files.save()
    assert files._session.document.path == elsewhere
    assert files._session.scenario is not None
    assert files._session.scenario.title == "Again"


# -- two windows ------------------------------------------------------------------------------------


def test_two_windows_on_one_file_do_not_undo_each_others_work(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = opened(war, tmp_path)
    one.safety.note(one._session, one.sources)
    two = opened("first-steps", tmp_path)
    answers = Answers(monkeypatch, ask_shared=["", "copy", "open"])
    assert not two.open(war)
    assert two._session.document.title != "A small war"
    assert two.open(war)
    assert (two._session.document.path, two._session.document.title) == (None, "A small war (copy)")
    assert not two._session.history.changed
    copy = tmp_path / "own" / "copy.yaml"
    monkeypatch.setattr(saving.filedialog, "asksaveasfilename", lambda **_: str(copy))
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
    one.safety.close(clean=True)
    two.safety.close(clean=True)
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
    monkeypatch.setattr(saving.filedialog, "asksaveasfilename", lambda **_: chosen.pop(0))
    before = war.read_bytes()
    answers = Answers(monkeypatch, ask_over_shared=False)
    assert files.save_as()
    assert answers.asked == ["ask_over_shared: war.yaml"]
    assert war.read_bytes() == before
    assert elsewhere.exists()


# -- disks that fail --------------------------------------------------------------------------------


def failing(monkeypatch: pytest.MonkeyPatch, where: str, number: int, times: int) -> None:
    """The system refuses a call for a file in the designer's folder so many times."""
    left = [times]
    real = getattr(os if hasattr(os, where) else atomic.tempfile, where)

    def call(*given: Any, **more: Any) -> Any:
        own = where == "fsync" or "own" in str(given) + str(more)
        if own and left[0] > 0:
            left[0] -= 1
            raise OSError(number, os.strerror(number))
        return real(*given, **more)

    monkeypatch.setattr(atomic.os if hasattr(os, where) else atomic.tempfile, where, call)


@pytest.mark.parametrize(("where", "number", "said"), [
    ("mkstemp", errno.EROFS, "no permission to write in the folder"),
    ("mkstemp", errno.EACCES, "no permission to write in the folder"),
    ("mkstemp", errno.ENOSPC, "the disk is full"),
    ("fsync", errno.ENOSPC, "the disk is full"),
    ("replace", errno.EIO, "does not answer"),
    ("replace", errno.ENODEV, "does not answer"),
])
def test_a_save_that_fails_is_told_and_goes_elsewhere_with_nothing_lost(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, number: int, said: str
) -> None:
    files = opened(war, tmp_path)
    flip(files)
    assert files.save()
    flip(files)
    mine = files._session.design
    files.safety.note(files._session, files.sources)
    assert files.safety.keeper.wait()
    before = {p: p.read_bytes() for p in war.parent.iterdir()}
    elsewhere = tmp_path / "other" / "war.yaml"
    elsewhere.parent.mkdir()
    (tmp_path / "own2").mkdir()
    monkeypatch.setattr(saving.filedialog, "asksaveasfilename", lambda **_: str(elsewhere))
    answers = Answers(monkeypatch, ask_not_saved=["", "again", "elsewhere"])
    with monkeypatch.context() as failure:
        failing(failure, where, number, 3)
        assert not files.save()
        assert said in answers.asked[0]
        assert {p: p.read_bytes() for p in war.parent.iterdir()} == before
        assert files._session.design is mine
        assert files._session.history.changed
        assert read_journal(files.safety.keeper.path).design == mine
        assert files.save()
    assert len(answers.asked) == 3
    assert {p: p.read_bytes() for p in war.parent.iterdir()} == before
    again = load(elsewhere).design
    assert again is not None
    assert again.scenario is not None
    assert mine.scenario is not None
    assert again.scenario.units == mine.scenario.units
    assert elsewhere.read_text("utf-8").startswith(REMARK)
    assert files._session.document.path == elsewhere


def test_a_changed_map_goes_elsewhere_too_where_its_folder_cannot_be_written(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    paint(files)
    before = {p: p.read_bytes() for p in war.parent.iterdir()}
    # The folder above: the old files could be referred to from there, but not written.
    elsewhere = tmp_path / "mine.yaml"
    monkeypatch.setattr(saving.filedialog, "asksaveasfilename", lambda **_: str(elsewhere))
    Answers(monkeypatch, ask_not_saved="elsewhere")
    with monkeypatch.context() as failure:
        failing(failure, "mkstemp", errno.EROFS, 1000)
        assert files.save()
    assert {p: p.read_bytes() for p in war.parent.iterdir()} == before
    written = sorted(p.name for p in tmp_path.glob("*.yaml"))
    assert written == ["mine-map.yaml", "mine-ruleset.yaml", "mine.yaml"]
    assert load(elsewhere).design == files._session.design
    assert not files._session.history.changed


def test_a_map_changed_elsewhere_is_not_written_over_by_save_as(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    paint(files)
    theirs = by_another(war.with_name("war-map.yaml"), "A small map", "Theirs")
    mine = war.with_name("mine.yaml")
    monkeypatch.setattr(saving.filedialog, "asksaveasfilename", lambda **_: str(mine))
    answers = Answers(monkeypatch, ask_conflict=["", "elsewhere"])
    assert not files.save_as()
    assert answers.asked == ["ask_conflict: war-map.yaml"]
    assert files.save_as()
    assert war.with_name("war-map.yaml").read_text("utf-8") == theirs
    assert files._session.design.map.ruleset == "war-ruleset.yaml"
    assert load(mine).design == files._session.design
    assert war.with_name("mine-map.yaml").exists()


def test_trying_again_saves_when_there_is_room(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    flip(files)
    answers = Answers(monkeypatch, ask_not_saved="again")
    with monkeypatch.context() as failure:
        failing(failure, "mkstemp", errno.ENOSPC, 2)
        assert files.save()
    assert len(answers.asked) == 2
    assert load(war).design == files._session.design


def test_a_folder_that_vanished_is_told_and_the_dialog_begins_where_there_is_one(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    files._settings.remember(war)
    flip(files)
    shutil.rmtree(war.parent)
    elsewhere = tmp_path / "again.yaml"
    began: list[str] = []

    def choose(**how: Any) -> str:
        began.append(how["initialdir"])
        return str(elsewhere)

    monkeypatch.setattr(saving.filedialog, "asksaveasfilename", choose)
    answers = Answers(monkeypatch, ask_not_saved="elsewhere")
    assert files.save()
    assert "there is no folder" in answers.asked[0]
    assert "its drive is gone" in answers.asked[0]
    assert Path(began[0]).is_dir()
    again = load(elsewhere).design
    assert again is not None
    assert again.scenario is not None
    assert files._session.scenario is not None
    assert again.scenario.units == files._session.scenario.units
    assert (tmp_path / "again-map.yaml").read_text("utf-8").startswith(REMARK)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the administrator may write anywhere")
def test_a_folder_without_permission_is_told(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    flip(files)
    answers = Answers(monkeypatch, ask_not_saved="")
    war.parent.chmod(0o500)
    try:
        assert not files.save()
    finally:
        war.parent.chmod(0o700)
    assert "no permission to write in the folder" in answers.asked[0]


def test_the_last_words_of_a_failed_save(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Any] = []

    def ask(_parent: object, title: str, text: str, choices: Any) -> str:
        said.append((title, text, choices))
        return ""

    monkeypatch.setattr(dialogs_module, "ask", ask)
    parent = cast(tk.Misc, None)
    dialogs_module.ask_not_saved(parent, atomic.SaveError("war.yaml was not saved: the disk is full."))
    assert said[-1][1] == ("war.yaml was not saved: the disk is full.\n\nNothing of your work is lost: it is "
                           "still open here.")
    assert said[-1][2][0] == ("elsewhere", "Save elsewhere…")
    dialogs_module.ask_conflict(parent, "a.yaml and b.yaml")
    assert said[-1][1].startswith("a.yaml and b.yaml were changed by another program")
    note = OpenNote(new_owner(), time_of(0))
    dialogs_module.ask_shared(parent, "war.yaml", note)
    assert "another window of this program since " in said[-1][1]


def time_of(seconds: float) -> Any:
    from datetime import datetime
    return datetime.fromtimestamp(seconds)


# -- what differs -----------------------------------------------------------------------------------


def test_what_differs_is_told_in_words() -> None:
    mine = small_design()
    assert differences(mine, mine) == ()
    scenario = mine.scenario
    assert scenario is not None
    units = (*scenario.units[1:-1], replace(scenario.units[-1], name="9th CAS"),
             replace(scenario.units[0], strength=9))
    theirs = replace(
        mine, ruleset=replace(mine.ruleset, turns=8),
        map=replace(
            mine.map, title="Other", terrain=mine.map.terrain.with_values({Hex(1, 1): "mountain"}),
            countries=mine.map.countries.with_values({Hex(c, 1): "sudland" for c in range(6)}),
            places=(*mine.map.places[1:], Place(Hex(3, 3), "", ("city",))),
            roads=(*mine.map.roads, Road("track", (Hex(0, 4), Hex(1, 4)))), labels=()),
        scenario=replace(scenario, units=units, options=(("fog", "on"),)))
    number = mine.map.grid.number
    found = {(d.kind, d.section): d.text for d in differences(mine, theirs)}
    assert found == {
        ("ruleset", "turns"): "yours 6, in the file 8",
        ("map", "title"): 'yours "A small map", in the file "Other"',
        ("map", "terrain"): f"1 hex ({number(Hex(1, 1))})",
        ("map", "countries"): "6 hexes ({} and 2 more)".format(", ".join(
            number(Hex(c, 1)) for c in range(4))),
        ("map", "places"): f"only yours: Mid; only in the file: hex {number(Hex(3, 3))}",
        ("map", "roads"): "only in the file: track",
        ("map", "labels"): "only yours: Cold Sea",
        ("scenario", "units"): ("only yours: sudland/1st CAS; only in the file: sudland/9th CAS; "
                                "differ: norland/1st Armored"),
        ("scenario", "options"): "only in the file: fog",
    }
    moved = replace(mine, map=replace(mine.map, places=mine.map.places[::-1]))
    assert [d.text for d in differences(mine, moved)] == ["in another order"]
    alone = replace(mine, scenario=None)
    assert [d.text for d in differences(mine, alone)] == ["only yours has a scenario"]


# -- strokes ----------------------------------------------------------------------------------------


def test_a_stroke_that_goes_on_is_kept_and_is_not_disturbed(tmp_path: Path) -> None:
    design = small_design()
    tried = 0
    for kind in TOOLS:
        if not kind.gathers:
            continue
        tool, alone = (kind(Brush(terrain="mountain", country="sudland", hexside="wall", road="track",
                                  area="south", feature="port")) for _ in range(2))
        centre = design.map.geometry.centre
        hexes = (Hex(5, 4), Hex(6, 4), Hex(6, 3), Hex(5, 3), Hex(4, 2), Hex(3, 1))
        path = [pointer_at(design, centre(hex)) for hex in hexes]
        assert tool.so_far(design, path[0]) is None
        for one in (tool, alone):
            one.press(design, path[0])
        seen = []
        for at in path[1:]:
            for one in (tool, alone):
                one.drag(design, at)
            seen.append(tool.so_far(design, at))
        made, other = tool.release(design, path[-1]), alone.release(design, path[-1])
        assert isinstance(made, Edit), kind.id
        assert made == other == seen[-1]
        assert tool.so_far(design, path[-1]) is None
        tried += 1
    assert tried >= 5


def test_the_journal_has_the_stroke_until_it_ends_otherwise(war: Path, tmp_path: Path) -> None:
    files = opened(war, tmp_path)
    session, safety = files._session, files.safety
    painted = with_map(session.design, paint_terrain(session.design.map, [Hex(4, 4)], "sea"))
    paint(files, Hex(3, 4))
    session.history.undo()
    safety.stroke = lambda: Edit("Paint Sea (1 hex)", painted)
    safety.note(session, files.sources)
    assert safety.keeper.wait()
    kept = read_journal(safety.keeper.path)
    assert (kept.design, kept.steps[-1].label) == (painted, "Paint Sea (1 hex)")
    assert kept.changed
    # The stroke is given up: what was undone before it can be done again.
    safety.stroke = lambda: None
    session.history.redo()
    safety.note(session, files.sources)
    assert safety.keeper.wait()
    assert read_journal(safety.keeper.path).steps == session.history.steps
    safety.close(clean=True)


# -- leaving a design whose file has vanished -----------------------------------------------------------


@pytest.mark.parametrize("name", ["war.yaml", "war-map.yaml"])
def test_a_design_whose_file_vanished_is_not_left_without_asking(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    files = opened(war, tmp_path)
    assert files.may_leave()
    gone = war.with_name(name)
    gone.unlink()
    answers = Answers(monkeypatch, ask_gone=["", "discard", "save"])
    assert [files.may_leave() for _ in range(3)] == [False, True, True]
    assert answers.asked[0] == f"ask_gone: {name}"
    assert load(war).design == files._session.design
    assert files.may_leave()
    assert len(answers.asked) == 3


def test_a_design_whose_folder_vanished_is_saved_elsewhere_before_it_is_left(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    shutil.rmtree(war.parent)
    elsewhere = tmp_path / "again.yaml"
    chosen = iter(["", str(elsewhere)])
    monkeypatch.setattr(saving.filedialog, "asksaveasfilename", lambda **_how: next(chosen))
    Answers(monkeypatch, ask_gone="elsewhere")
    assert not files.may_leave(), "the dialog was closed"
    monkeypatch.setattr(files_module, "ask", lambda *_what: "")
    assert not files.may_leave(), "it is asked as about any unsaved work"
    assert files.save_as(away=())
    assert files.may_leave()
    again = load(elsewhere).design
    assert again is not None
    assert again.map.terrain == files._session.design.map.terrain
