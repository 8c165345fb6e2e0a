"""A new scenario on the map of one whose changes are discarded keeps what was saved of the map before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from own_files import opened, own_game

from visegrad_editor.editor.documents.files import _as_on_file
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.history import History


def test_discarding_changes_keeps_what_was_saved_of_the_map() -> None:
    loaded = load("velna")
    assert loaded.design is not None
    history = History(loaded.design)
    saved = replace(loaded.design, map=replace(loaded.design.map, notes="Saved."))
    history.push("Notes", saved)
    history.mark_saved()
    history.push("More", replace(saved, map=replace(saved.map, notes="Discarded.")))
    kept = _as_on_file(history, loaded.sources)
    assert isinstance(kept, Design)
    assert (kept.map.notes, kept.scenario) == ("Saved.", None)
    history.mark_unsaved()
    never = _as_on_file(history, loaded.sources)
    assert isinstance(never, Design)
    assert never.map == loaded.design.map


def test_a_scenario_without_a_file_is_on_the_map_as_it_was_last_saved(tmp_path: Path) -> None:
    own_game(tmp_path)
    loaded, design = opened(tmp_path / "map.yaml")
    sources = loaded.sources
    for notes in ("Saved.", "Saved again."):
        design = replace(design, map=replace(design.map, notes=notes))
        sources = save_design(design, sources).sources
    history = History(replace(design, map=replace(design.map, notes="Discarded.")))
    history.mark_unsaved()
    kept = _as_on_file(history, sources)
    assert isinstance(kept, Design)
    assert kept.map == design.map
    assert kept.map.notes == "Saved again."
    assert kept.ruleset == design.ruleset


def test_a_map_that_another_program_broke_is_told(tmp_path: Path) -> None:
    own_game(tmp_path)
    loaded, design = opened(tmp_path / "map.yaml")
    assert loaded.sources.map is not None
    sources = replace(loaded.sources, map=replace(loaded.sources.map, on_disk="kind: map"))
    history = History(design)
    history.mark_unsaved()
    assert _as_on_file(history, sources) == (
        "map.yaml cannot be read: another program has changed it. Save first, which writes it again.")
    assert _as_on_file(history, replace(sources, map=None)) == (
        "Save first: the map of this scenario has no file yet.")
