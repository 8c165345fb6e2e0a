"""No save overwrites a file that the saved design is made from."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from own_files import opened, own_game, reinforced

from visegrad_editor.model.files.atomic import SourceLostError
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import check_name, free_name, save_design


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return own_game(tmp_path)


def contents(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.iterdir()}


@pytest.mark.parametrize(("document", "target"), [
    ("war.yaml", "map.yaml"), ("war.yaml", "rules.yaml"), ("free.yaml", "war.yaml"),
    ("free.yaml", "map.yaml"), ("map.yaml", "rules.yaml")])
@pytest.mark.parametrize("link", ["", "symbolic", "hard"])
def test_a_document_is_not_saved_over_a_file_it_is_made_from(
        mine: Path, document: str, target: str, link: str) -> None:
    loaded, design = opened(mine / document)
    path = mine / target
    if link:
        path = mine / "link.yaml"
        (os.symlink if link == "symbolic" else os.link)(mine / target, path)
    before = contents(mine)
    for overwrite in (False, True):
        with pytest.raises(SourceLostError, match=f"{path.name} is one of the source files"):
            save_design(design, loaded.sources, path, overwrite)
    with pytest.raises(SourceLostError):
        check_name(design, loaded.sources, path)
    assert contents(mine) == before


def test_a_new_scenario_is_not_saved_over_its_map(mine: Path) -> None:
    loaded, design = opened(mine / "war.yaml")
    before = contents(mine)
    with pytest.raises(SourceLostError, match="Choose another name"):
        save_design(design, replace(loaded.sources, scenario=None), mine / "map.yaml", True, ("map",))
    assert contents(mine) == before


def test_a_new_variant_is_not_saved_over_its_base(mine: Path) -> None:
    loaded, design = opened(mine / "free.yaml")
    before = contents(mine)
    bare = replace(loaded.sources, scenario=None)
    with pytest.raises(SourceLostError):
        check_name(design, bare, mine / "war.yaml")
    with pytest.raises(SourceLostError):
        save_design(design, bare, mine / "war.yaml")
    assert contents(mine) == before


def test_work_whose_files_are_one_is_not_saved(mine: Path) -> None:
    """A scenario whose recorded file is that of its map, as an old journal may have it."""
    loaded, design = opened(mine / "war.yaml")
    scenario = loaded.sources.scenario
    assert scenario is not None
    before = contents(mine)
    confused = replace(loaded.sources, scenario=replace(scenario, path=mine / "map.yaml"))
    with pytest.raises(SourceLostError):
        save_design(reinforced(design), confused, overwrite=True)
    assert contents(mine) == before


def test_a_backup_does_not_replace_a_source_file(mine: Path) -> None:
    (mine / "map.yaml").rename(mine / "old.yaml~")
    war = mine / "war.yaml"
    war.write_text(war.read_text("utf-8").replace("map.yaml", "./old.yaml~"), "utf-8")
    (mine / "old.yaml").write_text("kept", "utf-8")
    loaded, design = opened(war)
    before = contents(mine)
    with pytest.raises(SourceLostError, match="backup"):
        save_design(design, loaded.sources, mine / "old.yaml")
    assert contents(mine) == before


def test_a_file_of_its_own_may_be_saved_over(mine: Path) -> None:
    """Saving again, and saving over a file the design does not use."""
    loaded, design = opened(mine / "war.yaml")
    changed = reinforced(design)
    assert save_design(changed, loaded.sources, mine / "war.yaml").written == (mine / "war.yaml",)
    assert save_design(changed, loaded.sources, mine / "free.yaml").written == (mine / "free.yaml",)
    assert opened(mine / "free.yaml")[1] == changed


def test_the_proposed_name_is_that_of_no_source_file(mine: Path) -> None:
    loaded, design = opened(mine / "war.yaml")
    new = replace(loaded.sources, scenario=None)
    assert free_name(design, new, mine / "map.yaml") == mine / "map-scenario.yaml"
    (mine / "map-scenario.yaml").write_text("", "utf-8")
    assert free_name(design, new, mine / "map.yaml") == mine / "map-scenario-2.yaml"
    assert free_name(design, new, mine / "valley.yaml") == mine / "valley.yaml"
    _, bare = opened(mine / "map.yaml")
    rules = Sources(ruleset=loaded.sources.ruleset)
    assert free_name(bare, rules, mine / "rules.yaml") == mine / "rules-map.yaml"
