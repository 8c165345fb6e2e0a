"""Saving a design elsewhere, with the files it refers to."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from own_files import flooded, names, opened, own_game, reinforced

from visegrad_editor.model.files.atomic import SaveError
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.model.files.schema import schema_line
from visegrad_editor.model.files.store import save_as, save_design
from visegrad_editor.model.problems import has_errors


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return own_game(tmp_path)


class TestSaveAs:
    def test_an_unchanged_sample_refers_to_the_bundled_map(self, tmp_path: Path) -> None:
        loaded, design = opened("first-steps")
        saved = save_as(design, loaded.sources, tmp_path / "mine.yaml")
        assert saved.written == (tmp_path / "mine.yaml",)
        assert saved.notes == ()
        source = loaded.sources.scenario
        assert source is not None
        assert (tmp_path / "mine.yaml").read_text(encoding="utf-8") == source.text
        assert opened(tmp_path / "mine.yaml")[1] == design

    def test_a_changed_bundled_map_is_written_beside(self, tmp_path: Path) -> None:
        loaded, design = opened("historical")
        saved = save_as(flooded(design), loaded.sources, tmp_path / "mine.yaml")
        assert [p.name for p in saved.written] == ["mine-map.yaml", "mine.yaml"]
        assert saved.notes == ("The map was written to mine-map.yaml.",)
        again, found = opened(tmp_path / "mine.yaml")
        assert found.scenario is not None
        assert found.scenario.map == "mine-map.yaml"
        assert found.map == replace(flooded(design).map, extends="visegrad4")
        assert len((tmp_path / "mine-map.yaml").read_text(encoding="utf-8").splitlines()) == 6
        assert again.problems == ()
        # And from then on a save goes to these files.
        assert save_design(flooded(design), saved.sources).written == ()
        # After undoing the change the sample is used again, and after a redo the copy.
        undone = save_design(design, saved.sources)
        assert [p.name for p in undone.written] == ["mine.yaml"]
        assert undone.notes == (
            "The map is again the same as visegrad4, which is used instead; "
            "mine-map.yaml is no longer used.",)
        assert opened(tmp_path / "mine.yaml")[1] == design
        assert save_design(undone.design, undone.sources).written == ()
        redone = save_design(flooded(design), undone.sources)
        assert [p.name for p in redone.written] == ["mine.yaml"]
        assert opened(tmp_path / "mine.yaml")[1].map == replace(flooded(design).map, extends="visegrad4")
        assert names(tmp_path) == ["mine-map.yaml", "mine.yaml", "mine.yaml~"]

    def test_a_variant_whose_map_is_changed_back_refers_to_the_base_map(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.yaml"
        text = "format: 2\nkind: scenario\nname: mine\nextends: historical\nturns: 4  # short\n"
        path.write_text(text, encoding="utf-8")
        loaded, design = opened(path)
        saved = save_design(flooded(design), loaded.sources)
        assert "map: mine-map.yaml\n" in path.read_text(encoding="utf-8")
        save_design(replace(saved.design, map=design.map), saved.sources)
        assert path.read_text(encoding="utf-8") == text
        # The same if the change is reverted by hand in another session.
        save_design(flooded(design), loaded.sources, overwrite=True)
        again, found = opened(path)
        assert found.scenario is not None
        assert found.scenario.map != "visegrad4"
        own = (tmp_path / found.scenario.map).read_bytes()
        kept = save_design(reinforced(found), again.sources)
        assert "\nmap: " in path.read_text(encoding="utf-8")
        before = replace(design.map, ruleset=found.map.ruleset)
        restored = save_design(replace(found, map=before), kept.sources)
        assert restored.written == (path,)
        assert path.read_text(encoding="utf-8") == text
        assert (tmp_path / found.scenario.map).read_bytes() == own

    def test_an_own_map_that_is_only_saved_stays(self, tmp_path: Path) -> None:
        sample = (resource_folder("sample_scenarios") / "maps" / "visegrad4.yaml").read_bytes()
        (tmp_path / "own.yaml").write_bytes(sample)
        path = tmp_path / "mine.yaml"
        path.write_text("format: 2\nkind: scenario\nname: mine\nextends: historical\nmap: own.yaml\n",
                        encoding="utf-8")
        loaded, design = opened(path)
        save_design(reinforced(design), loaded.sources)
        assert "map: own.yaml\n" in path.read_text(encoding="utf-8")

    def test_an_original_changed_in_the_meantime_is_not_used_again(self, mine: Path) -> None:
        (mine / "below").mkdir()
        loaded, design = opened(mine / "war.yaml")
        saved = save_as(flooded(design), loaded.sources, mine / "below" / "war.yaml")
        (mine / "map.yaml").write_text("theirs", encoding="utf-8")
        save_as(replace(saved.design, map=design.map), saved.sources, mine / "other.yaml")
        assert (mine / "map.yaml").read_text(encoding="utf-8") == "theirs"
        found = opened(mine / "other.yaml")[1]
        assert found.map.terrain == design.map.terrain
        assert found.scenario is not None
        # The ruleset was not changed, and is that of the folder again.
        assert (found.scenario.map, found.scenario.ruleset) == ("other-map.yaml", "rules.yaml")

    def test_a_changed_bundled_ruleset_is_extended_and_its_map_stays(self, tmp_path: Path) -> None:
        loaded, design = opened("historical")
        changed = replace(design, ruleset=replace(design.ruleset, stacking_limit=9))
        saved = save_as(changed, loaded.sources, tmp_path / "mine.yaml")
        assert [p.name for p in saved.written] == ["mine-ruleset.yaml", "mine.yaml"]
        keys = "format: 2\nkind: ruleset\nname: visegrad4\nextends: visegrad4\nstacking_limit: 9\n"
        assert (tmp_path / "mine-ruleset.yaml").read_text(encoding="utf-8") == schema_line("ruleset") + keys
        again, found = opened(tmp_path / "mine.yaml")
        assert found == saved.design == replace(
            changed, ruleset=replace(changed.ruleset, extends="visegrad4"), scenario=found.scenario)
        assert again.problems == ()
        assert found.scenario is not None
        assert (found.scenario.map, found.map.ruleset) == ("visegrad4", "visegrad4")
        # With the ruleset changed back, the original is used again.
        undone = save_design(replace(saved.design, ruleset=design.ruleset), saved.sources)
        assert [p.name for p in undone.written] == ["mine.yaml"]
        assert opened(tmp_path / "mine.yaml")[1] == design
        # If the map is changed, it is written beside the scenario and names the original ruleset.
        kept = save_design(flooded(undone.design), undone.sources)
        assert [p.name for p in kept.written] == ["mine-map.yaml", "mine.yaml"]
        assert opened(tmp_path / "mine.yaml")[1] == kept.design
        assert load(tmp_path / "mine-map.yaml").problems == ()

    def test_an_undo_to_before_the_ruleset_became_a_variant_saves_a_variant(self, tmp_path: Path) -> None:
        loaded, design = opened("historical")
        first = replace(design, ruleset=replace(design.ruleset, stacking_limit=9))
        second = replace(first, ruleset=replace(first.ruleset, turns=3))
        saved = save_as(second, loaded.sources, tmp_path / "mine.yaml")
        save_design(replace(saved.design, ruleset=first.ruleset), saved.sources)
        text = (tmp_path / "mine-ruleset.yaml").read_text(encoding="utf-8")
        assert "extends: visegrad4\nstacking_limit: 9\n" in text
        assert len(text.splitlines()) == 6

    def test_what_no_variant_can_say_writes_the_ruleset_whole_and_says_why(self, tmp_path: Path) -> None:
        loaded, design = opened("historical")
        twice = replace(design.ruleset, terrain=(*design.ruleset.terrain, design.ruleset.terrain[0]))
        saved = save_as(replace(design, ruleset=twice), loaded.sources, tmp_path / "mine.yaml")
        assert saved.notes == (
            "The ruleset was written to mine-ruleset.yaml.",
            "Not all of the ruleset can be written as what differs from visegrad4, so all of it was written "
            f"out. `terrain` has two entries \"{twice.terrain[0].id}\"; a file that extends another can hold "
            "one of each. Give the other a name of its own.")
        found = opened(tmp_path / "mine.yaml")[1]
        assert (found.ruleset, found.ruleset.extends) == (twice, "")
        # A variant that can no longer say what is different is written whole as well.
        (tmp_path / "other").mkdir()
        part = replace(design, ruleset=replace(design.ruleset, stacking_limit=9))
        saved = save_as(part, loaded.sources, tmp_path / "other" / "mine.yaml")
        save_design(replace(saved.design, ruleset=twice), saved.sources)
        assert opened(tmp_path / "other" / "mine.yaml")[1].ruleset == twice

    def test_an_own_map_of_a_sample_ruleset_is_left_as_it_is(self, tmp_path: Path) -> None:
        loaded, design = opened("historical")
        saved = save_as(flooded(design), loaded.sources, tmp_path / "mine.yaml")
        text = (tmp_path / "mine-map.yaml").read_bytes()
        d = replace(saved.design, ruleset=replace(saved.design.ruleset, stacking_limit=9))
        again = save_design(d, saved.sources)
        assert [p.name for p in again.written] == ["mine-ruleset.yaml", "mine.yaml"]
        assert (tmp_path / "mine-map.yaml").read_bytes() == text
        reloaded, found = opened(tmp_path / "mine.yaml")
        assert found == again.design
        assert reloaded.problems == ()

    def test_a_bundled_map_is_not_changed_for_all(self, tmp_path: Path) -> None:
        loaded, design = opened("historical")
        saved = save_as(design, loaded.sources, tmp_path / "mine.yaml")
        bundled = resource_folder("sample_scenarios") / "maps" / "visegrad4.yaml"
        before = bundled.read_bytes()
        written = save_design(flooded(design), saved.sources).written
        assert sorted(p.name for p in written) == ["mine-map.yaml", "mine.yaml"]
        assert bundled.read_bytes() == before

    def test_installed_samples_are_not_overwritten(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loaded, design = opened("historical")
        monkeypatch.setattr("visegrad_editor.model.files.store.is_installed", lambda path: True)
        with pytest.raises(SaveError, match="Use Save As"):
            save_design(reinforced(design), loaded.sources)

    def test_a_copy_elsewhere_copies_the_files_it_cannot_reach(
        self, mine: Path, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        other = tmp_path_factory.mktemp("other")
        loaded, design = opened(mine / "free.yaml")
        saved = save_design(design, loaded.sources, other / "free.yaml")
        assert names(other) == ["free-map.yaml", "free-ruleset.yaml", "free.yaml"]
        assert any("all units were written out" in note for note in saved.notes)
        _, found = opened(other / "free.yaml")
        assert found.scenario is not None
        assert design.scenario is not None
        assert found.scenario.extends == ""
        assert found.scenario.units == design.scenario.units
        # An undo restores a scenario that still extends; it is saved whole anyway.
        shutil.rmtree(mine)
        save_design(reinforced(design), saved.sources)
        last = opened(other / "free.yaml")[1].scenario
        assert last is not None
        assert last.units[-1].name == "New"

    def test_a_copy_in_the_same_folder_shares_the_map(self, mine: Path) -> None:
        loaded, design = opened(mine / "war.yaml")
        saved = save_design(reinforced(design), loaded.sources, mine / "copy.yaml")
        assert saved.written == (mine / "copy.yaml",)
        assert opened(mine / "war.yaml")[1] == design

    def test_a_copy_further_up_refers_down(self, mine: Path) -> None:
        (mine / "below").mkdir()
        for name in ("war.yaml", "map.yaml", "rules.yaml", "free.yaml"):
            (mine / name).rename(mine / "below" / name)
        loaded, design = opened(mine / "below" / "free.yaml")
        save_design(design, loaded.sources, mine / "up.yaml")
        found = opened(mine / "up.yaml")[1].scenario
        assert found is not None
        assert design.scenario is not None
        assert (found.map, found.ruleset, found.extends) == (
            "below/map.yaml",
            "below/rules.yaml",
            "below/war.yaml",
        )
        assert found.units == design.scenario.units

    def test_file_names_in_use_are_not_taken(self, tmp_path: Path) -> None:
        (tmp_path / "mine-map.yaml").write_text("theirs")
        loaded, design = opened("historical")
        saved = save_as(flooded(design), loaded.sources, tmp_path / "mine.yaml")
        assert saved.written[0].name == "mine-map-2.yaml"
        assert (tmp_path / "mine-map.yaml").read_text() == "theirs"

    def test_a_map_alone(self, tmp_path: Path) -> None:
        loaded, design = opened("visegrad4")
        save_as(flooded(design), loaded.sources, tmp_path / "mine.yaml")
        assert opened(tmp_path / "mine.yaml")[1].map == flooded(design).map

    def test_a_new_scenario_and_a_new_variant(self, tmp_path: Path) -> None:
        loaded, design = opened("visegrad4")
        _, historical = opened("historical")
        assert historical.scenario is not None
        fresh = replace(historical.scenario, name="fresh", units=historical.scenario.units[:2])
        save_as(replace(design, scenario=fresh), loaded.sources, tmp_path / "fresh.yaml")
        assert opened(tmp_path / "fresh.yaml")[1].scenario == fresh
        variant = replace(historical.scenario, name="v", extends="historical", turns=4)
        save_as(replace(design, scenario=variant), loaded.sources, tmp_path / "v.yaml")
        text = (tmp_path / "v.yaml").read_text(encoding="utf-8")
        keys = "format: 2\nkind: scenario\nname: v\nextends: historical\nturns: 4\n"
        assert text == schema_line("scenario") + keys
        assert opened(tmp_path / "v.yaml")[1].scenario == variant

    def test_a_document_that_no_file_can_hold_is_refused(self, mine: Path) -> None:
        loaded, design = opened(mine / "war.yaml")
        assert design.scenario is not None
        bad = replace(design.scenario.units[0], type="No such Type!")
        before = (mine / "war.yaml").read_bytes()
        with pytest.raises(SaveError, match="Not saved: `type` of unit"):
            save_design(replace(design, scenario=replace(design.scenario, units=(bad,))), loaded.sources)
        assert (mine / "war.yaml").read_bytes() == before


def test_a_changed_sample_map_is_copied_beside_an_own_scenario(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    base = load("historical")
    assert base.design is not None
    save_as(base.design, base.sources, path)
    loaded = load(path)
    assert loaded.design is not None
    hex = loaded.design.map.grid.parse("2017")
    assert hex is not None
    terrain = loaded.design.map.terrain.with_values({hex: "marsh"})
    changed = replace(loaded.design, map=replace(loaded.design.map, terrain=terrain))
    saved = save_design(changed, loaded.sources)
    assert {p.name for p in saved.written} == {"mine.yaml", "mine-map.yaml"}
    again = load(path)
    assert again.design is not None
    assert again.design.map.terrain.at(hex) == "marsh"
    assert not has_errors(again.problems)
