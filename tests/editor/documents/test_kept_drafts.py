"""Unfinished new scenarios are on disk: they are there after the window was closed or killed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from visegrad_editor.editor.documents.planning.draft import EmptyMap, ScenarioDraft
from visegrad_editor.editor.documents.planning.kept_drafts import KeptDrafts
from visegrad_editor.editor.safety.ownership import Owner, new_owner
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.scenario_plan import Goal, with_area
from visegrad_editor.model.edit.taken_units import with_units_from
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.yaml_writer import new_text
from visegrad_editor.model.where import Where


@pytest.fixture
def gone() -> Owner:
    """A window that no longer exists."""
    return replace(new_owner(), pid=2 ** 22 + 1)


def rich_draft(map: str = "hollen") -> ScenarioDraft:
    """A draft with something of everything."""
    loaded = load(f"scenarios/{map}")
    assert loaded.design is not None
    design, draft = loaded.design, ScenarioDraft.new("Three days")
    draft.take_map(design.map, loaded.sources.map, design.ruleset, loaded.sources.ruleset)
    draft.take_rules(design.ruleset, loaded.sources.ruleset)
    plan = with_units_from(draft.plan, design).plan
    side = design.ruleset.sides[0]
    plan = with_area(plan, side.id, Where(hexes=("0303", "0304")))
    draft.plan = replace(plan, goals=(Goal("destroy", side.id, 3),), turns=9)
    draft.step, draft.fills = "victory", False
    return draft


@pytest.mark.parametrize("map", ["hollen", "free-setup", "gsofg"])
def test_a_draft_comes_back_as_it_was(tmp_path: Path, gone: Owner, map: str) -> None:
    draft = rich_draft(map)
    left = KeptDrafts(tmp_path, gone)
    assert left.keep(draft) == ""
    here = KeptDrafts(tmp_path, new_owner())
    assert here.title() == "Three days"
    again, note = here.take()
    assert note == ""
    assert again is not None
    assert again.plan == draft.plan
    assert (again.step, again.fills, again.empty) == ("victory", False, None)
    assert again.map_file is not None
    assert draft.map_file is not None
    assert again.map_file.path == draft.map_file.path
    # It is this window's now.
    assert not left.path.exists()
    assert here.path.exists()
    here.forget()
    assert here.title() == ""
    assert here.take() == (None, "")


def test_a_draft_on_an_empty_map_comes_back(tmp_path: Path) -> None:
    kept, draft = KeptDrafts(tmp_path, new_owner()), ScenarioDraft.new("Fog")
    draft.take_empty(EmptyMap(7, 5, "pointy"))
    kept.keep(draft)
    again, note = kept.take()
    assert again is not None
    assert (again.plan, again.empty, note) == (draft.plan, EmptyMap(7, 5, "pointy"), "")


def test_the_draft_of_a_living_window_is_left_to_it(tmp_path: Path) -> None:
    other, here = new_owner(), new_owner()
    assert other != here
    KeptDrafts(tmp_path, other).keep(rich_draft())
    assert KeptDrafts(tmp_path, here).title() == ""
    assert KeptDrafts(tmp_path, here).take() == (None, "")


def test_a_map_that_changed_or_is_gone_is_said(tmp_path: Path) -> None:
    rules = load("blank", "ruleset").ruleset
    assert rules is not None
    path = tmp_path / "valley.yaml"
    path.write_text(new_text(blank_map(rules, "valley", "Valley", 15, 8)), "utf-8")
    kept, draft = KeptDrafts(tmp_path / "kept", new_owner()), ScenarioDraft.new("Valley")
    loaded = load(path)
    assert loaded.design is not None
    draft.take_map(loaded.design.map, loaded.sources.map, loaded.design.ruleset, loaded.sources.ruleset)
    draft.plan = with_area(draft.plan, "blue", Where(hexes=("0101",)))
    kept.keep(draft)
    path.write_text(new_text(blank_map(rules, "valley", "Valley", 9, 9)), "utf-8")
    again, note = kept.take()
    assert again is not None
    # Another grid has other hexes.
    assert (again.plan.areas, note) == ((), "")
    path.unlink()
    again, note = kept.take()
    assert again is not None
    assert again.empty is not None
    assert again.plan.map is not None
    assert note == f"Its map, {path}, can no longer be read; a new empty one is in its place."


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", json.dumps({"draft": 1}), json.dumps({"draft": 99}),
                                  json.dumps({"draft": 1, "plan": {"ScenarioPlan": 3}})])
def test_a_damaged_file_is_set_aside(tmp_path: Path, gone: Owner, text: str) -> None:
    left = KeptDrafts(tmp_path, gone)
    left.path.write_text(text, "utf-8")
    here = KeptDrafts(tmp_path, new_owner())
    assert here.title() == ""
    assert here.take() == (None, "")
    assert [p.suffix for p in tmp_path.iterdir()] == [".unreadable"]


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    why = KeptDrafts(tmp_path / "file" / "below", new_owner()).keep(rich_draft())
    assert why.startswith("The unfinished scenario cannot be kept for later. ")
