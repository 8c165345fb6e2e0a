"""A scenario with its map and ruleset in files of its own, changed by the window and by others."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from small_design import small_design

from visegrad_editor.editor.documents import files as files_module
from visegrad_editor.editor.documents.files import Files, document_of, open_document
from visegrad_editor.editor.safety.document_guard import DocumentGuard
from visegrad_editor.editor.session import Session
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.tools import Edit
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.edit.documents import with_map, with_scenario
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.edit.units import flip_units
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_as
from visegrad_editor.model.gamemap import HexsideLine

REMARK = "# My remark\n"


def own_war(folder: Path) -> Path:
    """A scenario with its map and ruleset in a new folder, each with a remark."""
    folder.mkdir()
    path = folder / "war.yaml"
    design = small_design()
    river = HexsideLine("river", (hexside(Hex(1, 2), Hex(2, 2)), hexside(Hex(1, 2), Hex(1, 3))), "Long")
    save_as(replace(design, map=replace(design.map, lines=(river,))), Sources(), path)
    for file in path.parent.iterdir():
        file.write_text(REMARK + file.read_text("utf-8"), "utf-8")
    return path


def opened(path: Path | str, tmp_path: Path, stroke: Callable[[], Edit | None] = lambda: None) -> Files:
    """The files of a window that is not there; `stroke` is what is being drawn."""
    loaded, complaint = open_document(path)
    assert loaded.design is not None, complaint
    session = Session(loaded.design, document_of(loaded))
    settings = Settings(tmp_path / "settings")
    guard = DocumentGuard(settings.folder, stroke=stroke)
    return Files(cast(tk.Misc, None), session, settings, loaded, guard)


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
            monkeypatch.setattr(files_module, name, self._asking(name, answer))

    def _asking(self, name: str, answer: Any) -> Callable[..., Any]:
        rest = list(answer) if isinstance(answer, list) else None

        def ask(_parent: object, *what: Any) -> Any:
            self.asked.append(f"{name}: {what[0]}")
            return answer if rest is None else rest.pop(0)

        return ask
