"""Saving a design: what is written, and where it reads back."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from own_files import flooded, names, opened, own_game, reinforced

from visegrad_editor.model.files.atomic import SaveError, save
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_as, save_design


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return own_game(tmp_path)


class TestDesign:
    def test_nothing_changed_nothing_written(self, mine: Path) -> None:
        loaded, design = opened(mine / "war.yaml")
        before = names(mine)
        assert save_design(design, loaded.sources).written == ()
        assert names(mine) == before

    def test_only_the_changed_file_is_written(self, mine: Path) -> None:
        loaded, design = opened(mine / "war.yaml")
        saved = save_design(reinforced(design), loaded.sources)
        assert saved.written == (mine / "war.yaml",)
        saved = save_design(flooded(reinforced(design)), saved.sources)
        assert saved.written == (mine / "map.yaml",)
        _, found = opened(mine / "war.yaml")
        assert found == saved.design == flooded(reinforced(design))

    def test_undoing_everything_gives_the_bytes_back_after_any_number_of_saves(self, mine: Path) -> None:
        original = {p.name: p.read_bytes() for p in mine.iterdir()}
        loaded, design = opened(mine / "free.yaml")
        sources = loaded.sources
        for state in (reinforced(design), flooded(reinforced(design)), flooded(design), design):
            sources = save_design(state, sources).sources
        assert {p.name: p.read_bytes() for p in mine.iterdir() if not p.name.endswith("~")} == original

    def test_a_variant_writes_what_differs(self, mine: Path) -> None:
        loaded, design = opened(mine / "free.yaml")
        before = (mine / "free.yaml").read_text(encoding="utf-8")
        save_design(reinforced(design), loaded.sources)
        after = (mine / "free.yaml").read_text(encoding="utf-8")
        assert len(after.splitlines()) - len(before.splitlines()) <= 8
        assert opened(mine / "free.yaml")[1] == reinforced(design)

    def test_another_program_has_changed_the_file(self, mine: Path) -> None:
        loaded, design = opened(mine / "war.yaml")
        path = mine / "war.yaml"
        path.write_text(path.read_text(encoding="utf-8") + "# theirs\n", encoding="utf-8")
        with pytest.raises(SaveError, match="changed by another program"):
            save_design(reinforced(design), loaded.sources)
        assert path.read_text(encoding="utf-8").endswith("# theirs\n")
        save_design(reinforced(design), loaded.sources, overwrite=True)
        assert opened(path)[1] == reinforced(design)

    def test_a_design_without_a_file(self, mine: Path) -> None:
        _, design = opened(mine / "war.yaml")
        with pytest.raises(SaveError, match="no file yet"):
            save_design(design, Sources())

    def test_lines_after_a_save_are_those_of_the_saved_file(self, mine: Path) -> None:
        loaded, design = opened(mine / "war.yaml")
        assert design.scenario is not None
        key = design.scenario.units[1].key
        first = loaded.sources.scenario
        assert first is not None
        longer = replace(
            design,
            scenario=replace(
                design.scenario,
                units=(replace(design.scenario.units[0], notes="long " * 60), *design.scenario.units[1:]),
            ),
        )
        second = save_design(longer, loaded.sources).sources.scenario
        assert second is not None
        assert second.entry_lines("units", key)[0][1] > first.entry_lines("units", key)[0][1]


def test_a_deleted_file_is_written_again_and_a_foreign_change_noticed(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    base = load("historical")
    assert base.design is not None
    saved = save_as(base.design, base.sources, path)
    path.unlink()
    assert save_design(saved.design, saved.sources).written == (path,)
    path.write_text(path.read_text(encoding="utf-8") + "# by somebody else\n", encoding="utf-8")
    with pytest.raises(SaveError, match="another program"):
        save_design(saved.design, saved.sources)


def test_what_a_killed_save_left_is_swept_later(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    old, fresh = tmp_path / ".a.yaml.x.tmp", tmp_path / ".a.yaml.y.tmp"
    old.write_text("")
    fresh.write_text("")
    os.utime(old, (1, 1))
    save("a: 1\n", path)
    assert not old.exists()
    assert fresh.exists()
