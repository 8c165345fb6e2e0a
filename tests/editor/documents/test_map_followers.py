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
from visegrad_editor.editor.documents.files import Files, document_of, open_document
from visegrad_editor.editor.documents.map_followers import FOLLOW, LEAVE, affected_users
from visegrad_editor.editor.safety.document_guard import DocumentGuard
from visegrad_editor.editor.safety.watch import changed_files
from visegrad_editor.editor.session import Session
from visegrad_editor.editor.settings import Settings
from visegrad_editor.hexgrid import Axis
from visegrad_editor.model.edit.reshape import renumber, resize
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.map_users import MapUser
from visegrad_editor.model.files.resources import resource_folder

VARIANT = """\
format: 1
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
        return real([replace(u, follows=u.follows and replace(u.follows, title="New")) for u in users])

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
