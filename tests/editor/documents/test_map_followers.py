"""Saving a changed map that other scenarios use, with a variant of one of them open."""

from __future__ import annotations

import shutil
import tkinter as tk
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from visegrad_editor.editor.documents import files as files_module
from visegrad_editor.editor.documents import map_followers
from visegrad_editor.editor.documents.files import Files, document_of, open_document
from visegrad_editor.editor.documents.map_followers import FOLLOW, LEAVE, RESTORE, affected_users
from visegrad_editor.editor.safety.document_guard import DocumentGuard
from visegrad_editor.editor.safety.watch import changed_files
from visegrad_editor.editor.session import Session
from visegrad_editor.editor.settings import Settings
from visegrad_editor.hexgrid import Axis, Hex
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.reshape import renumber, resize
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.map_users import MapUser
from visegrad_editor.model.files.resources import resource_folder

VARIANT = """\
format: 2
kind: scenario
name: mine
extends: base.yaml
title: Mine
change:
  - unit: poland/10th Armored Cavalry
    setup: "1518"   # farther east
"""
UNIT = "poland/10th Armored Cavalry"
OTHER = "poland/34th Armored Cavalry"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    samples = resource_folder("sample_scenarios")
    shutil.copy(samples / "maps" / "visegrad4.yaml", tmp_path / "map.yaml")
    text = (samples / "scenarios" / "historical.yaml").read_text("utf-8")
    (tmp_path / "base.yaml").write_text(text.replace("map: visegrad4", "map: map.yaml"), "utf-8")
    (tmp_path / "mine.yaml").write_text(VARIANT, "utf-8")
    return tmp_path


@pytest.fixture
def files(folder: Path) -> Files:
    loaded, complaint = open_document(folder / "mine.yaml")
    assert complaint == ""
    assert loaded.design is not None
    session = Session(loaded.design, document_of(loaded))
    settings = Settings(folder / "settings")
    return Files(cast(tk.Misc, None), session, settings, loaded, DocumentGuard(settings.folder))


def begin_rows_at(files: Files, start: int) -> None:
    session = files._session
    numbering = replace(session.design.map.grid.numbering, row=Axis(start, "down"))
    session.edit("Renumber", renumber(session.design, numbering).design)


def paint_one(files: Files, terrain: str = "mountain") -> None:
    session = files._session
    session.edit("Paint", with_map(session.design, paint_terrain(session.design.map, [Hex(9, 9)], terrain)))


def hex_of(folder: Path, name: str, unit: str) -> str:
    design = load(folder / f"{name}.yaml").design
    assert design is not None
    assert design.scenario is not None
    return design.scenario.unit_by_key[unit].hex


def test_a_variant_and_its_base_follow_together(
    files: Files, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files_module, "ask_followers", lambda *_: FOLLOW)
    begin_rows_at(files, 31)
    assert files.save()
    assert files.notes == ("Also updated: base.yaml.",)
    assert hex_of(folder, "base", OTHER) == hex_of(folder, "mine", OTHER) == "4515"
    assert hex_of(folder, "mine", UNIT) == "4018"
    # What is saved afterwards is told against the base as it is now.
    begin_rows_at(files, 6)
    assert files.save()
    assert hex_of(folder, "base", OTHER) == hex_of(folder, "mine", OTHER) == "2015"
    assert hex_of(folder, "mine", UNIT) == "1518"


def test_cancelled_nothing_is_written(files: Files, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {p.name: p.read_bytes() for p in folder.glob("*.yaml")}
    monkeypatch.setattr(files_module, "ask_followers", lambda *_: "")
    begin_rows_at(files, 31)
    assert not files.save()
    assert {p.name: p.read_bytes() for p in folder.glob("*.yaml")} == before


def test_scenarios_left_alone_keep_their_numbers(
    files: Files, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files_module, "ask_followers", lambda *_: LEAVE)
    before = (folder / "base.yaml").read_bytes()
    begin_rows_at(files, 31)
    assert files.save()
    assert (folder / "base.yaml").read_bytes() == before
    assert hex_of(folder, "mine", OTHER) == "4515"


def test_a_map_written_elsewhere_affects_no_scenario(
    files: Files, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    session = files._session
    session.edit("Resize", resize(session.design, top=-12).design)
    assert affected_users(session, files.sources, folder / "mine.yaml")
    assert affected_users(session, files.sources, tmp_path_factory.mktemp("far") / "mine.yaml") == ()


def test_a_base_updated_in_this_window_is_not_taken_for_changed_by_others(
    files: Files, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the variant means something else with its new base than what is open."""
    monkeypatch.setattr(files_module, "ask_followers", lambda *_: FOLLOW)
    real = files_module.write_updated

    def write(users: Sequence[MapUser]) -> tuple[tuple[Path, ...], tuple[str, ...]]:
        return real([replace(u, follows=u.follows and replace(u.follows, turns=3)) for u in users])

    monkeypatch.setattr(files_module, "write_updated", write)
    begin_rows_at(files, 31)
    assert files.save()
    assert list(changed_files(files.sources)) == []
    assert files._session.unsaved
    assert files.notes[-1].startswith("mine.yaml builds on base.yaml")
    assert files.save()
    design = load(folder / "mine.yaml").design
    assert design is not None
    assert design.scenario == files._session.scenario


def cropped_with_its_base(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns in the west are cut off and saved; the base follows and loses what was there."""
    monkeypatch.setattr(files_module, "ask_followers", lambda *_: FOLLOW)
    session = files._session
    session.edit("Crop", resize(session.design, left=-15).design)
    assert files.save()
    assert files.notes[-1].startswith("Also updated: base.yaml.")


def test_undo_past_a_save_offers_to_restore_the_other_scenarios(
    files: Files, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = folder / "base.yaml"
    before = base.read_bytes()
    cropped_with_its_base(files, monkeypatch)
    cut, asked = base.read_bytes(), []
    assert cut != before
    monkeypatch.setattr(map_followers, "ask", lambda *what: asked.append(what) or RESTORE)
    monkeypatch.setattr(files_module, "ask_followers", lambda *_: pytest.fail("asked twice"))
    session = files._session
    session.undo()
    paint_one(files)
    assert files.save()
    assert base.read_bytes() == before
    assert base.with_name("base.yaml~").read_bytes() == cut
    assert files.notes[-1] == "Also restored: base.yaml."
    assert list(changed_files(files.sources)) == []
    assert len(asked) == 1
    assert "base.yaml" in asked[0][2]
    # A further save of the map asks nothing.
    paint_one(files, "marsh")
    assert files.save()
    assert len(asked) == 1


def test_a_redone_crop_is_followed_again(
    files: Files, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = folder / "base.yaml"
    cropped_with_its_base(files, monkeypatch)
    cut = base.read_bytes()
    monkeypatch.setattr(map_followers, "ask", lambda *_: RESTORE)
    files._session.undo()
    assert files.save()
    assert base.read_bytes() != cut
    files._session.redo()
    assert files.save()
    assert base.read_bytes() == cut
    assert not files._session.unsaved


def test_a_scenario_changed_after_its_update_is_named_and_left_alone(
    files: Files, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = folder / "base.yaml"
    cropped_with_its_base(files, monkeypatch)
    base.write_text(base.read_text("utf-8") + "# mine\n", "utf-8")
    changed, asked = base.read_bytes(), []
    monkeypatch.setattr(map_followers, "ask", lambda *what: asked.append(what) or LEAVE)
    monkeypatch.setattr(files_module, "ask_followers", lambda *_: LEAVE)
    files._session.undo()
    files._use_new_bases([base])
    assert files.save()
    assert base.read_bytes() == changed
    assert len(asked) == 1
    assert "base.yaml was changed after it was updated" in asked[0][2]
    assert "base.yaml~ is its version" in asked[0][2]
    assert [choice for choice, _ in asked[0][3]] == [LEAVE, ""]


def test_an_edit_that_turns_the_map_back_is_no_undo(
    files: Files, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other scenario follows it like any other, with what it has by then."""
    monkeypatch.setattr(files_module, "ask_followers", lambda *_: FOLLOW)
    monkeypatch.setattr(map_followers, "ask", lambda *_: pytest.fail("asked"))
    begin_rows_at(files, 31)
    assert files.save()
    begin_rows_at(files, 6)
    paint_one(files)
    assert files.save()
    assert files.notes == ("Also updated: base.yaml.",)
    # A step between two saves has the hexes of the later one, and nothing is to be restored.
    files._session.undo()
    assert files.save()
    assert hex_of(folder, "base", OTHER) == "2015"


def test_cancelled_after_undo_nothing_is_written(
    files: Files, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cropped_with_its_base(files, monkeypatch)
    before = {p.name: p.read_bytes() for p in folder.glob("*.yaml")}
    monkeypatch.setattr(map_followers, "ask", lambda *_: "")
    files._session.undo()
    assert not files.save()
    assert {p.name: p.read_bytes() for p in folder.glob("*.yaml")} == before
