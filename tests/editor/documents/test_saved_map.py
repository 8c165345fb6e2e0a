"""A new scenario on the map of one whose changes are discarded keeps what was saved of the map before."""

from __future__ import annotations

from dataclasses import replace

from visegrad_editor.editor.documents.files import _as_on_file
from visegrad_editor.model.files.load import load
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
    assert kept is not None
    assert (kept.map.notes, kept.scenario) == ("Saved.", None)
    history.mark_unsaved()
    never = _as_on_file(history, loaded.sources)
    assert never is not None
    assert never.map == loaded.design.map
