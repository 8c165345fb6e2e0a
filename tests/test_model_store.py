"""Saving: what changed, whole or not at all, and where it can be read again."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from visegrad_editor.model import atomic
from visegrad_editor.model.atomic import SaveError, save
from visegrad_editor.model.design import Design
from visegrad_editor.model.load import Loaded, load
from visegrad_editor.model.problems import has_errors
from visegrad_editor.model.resources import resource_folder
from visegrad_editor.model.scenario import Setup, Unit, Where
from visegrad_editor.model.sources import Sources
from visegrad_editor.model.store import save_as, save_design


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


class TestOneFile:
    def test_a_new_file(self, tmp_path: Path) -> None:
        save("ż\r\n", tmp_path / "a.yaml")
        assert (tmp_path / "a.yaml").read_bytes() == "ż\r\n".encode()
        assert names(tmp_path) == ["a.yaml"]
        mask = os.umask(0)
        os.umask(mask)
        assert stat.S_IMODE((tmp_path / "a.yaml").stat().st_mode) == 0o666 & ~mask

    def test_the_previous_version_is_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "a.yaml"
        for text in ("one", "two", "three"):
            save(text, path)
        assert path.read_text() == "three"
        assert (tmp_path / "a.yaml~").read_text() == "two"
        assert names(tmp_path) == ["a.yaml", "a.yaml~"]

    def test_permissions_are_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "a.yaml"
        save("one", path)
        path.chmod(0o640)
        save("two", path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        target = tmp_path / "real" / "a.yaml"
        save("one", target)
        link = tmp_path / "link.yaml"
        link.symlink_to(target)
        save("two", link)
        assert link.is_symlink()
        assert target.read_text() == "two"

    @pytest.mark.parametrize(
        ("step", "number", "words"),
        [
            ("write", errno.ENOSPC, "disk is full"),
            ("replace", errno.EACCES, "no permission"),
            ("mkstemp", errno.EROFS, "no permission"),
            ("fsync", errno.EIO, "Input/output error"),
            ("mkstemp", errno.ENAMETOOLONG, "name is too long"),
        ],
    )
    def test_a_failure_leaves_the_old_file_and_nothing_else(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int, words: str
    ) -> None:
        path = tmp_path / "a.yaml"
        save("old", path)

        def fail(*_: object, **__: object) -> None:
            raise OSError(number, os.strerror(number))

        if step == "mkstemp":
            monkeypatch.setattr(atomic.tempfile, "mkstemp", fail)
        elif step == "write":
            real = os.fdopen
            monkeypatch.setattr(atomic.os, "fdopen", lambda h, m: _Full(real(h, m), fail))
        else:
            monkeypatch.setattr(atomic.os, step, fail)
        with pytest.raises(SaveError, match=words) as caught:
            save("new", path)
        assert str(caught.value).startswith("a.yaml was not saved: ")
        assert path.read_text() == "old"
        assert names(tmp_path) == ["a.yaml"]

    def test_a_failure_at_the_last_step_leaves_no_stray_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "a.yaml"
        save("old", path)
        real = os.replace

        def fail(source: str, target: Path) -> None:
            if Path(target) == path:
                raise OSError(errno.EACCES, "no")
            real(source, target)

        monkeypatch.setattr(atomic.os, "replace", fail)
        with pytest.raises(SaveError):
            save("new", path)
        assert path.read_text() == "old"
        assert [n for n in names(tmp_path) if n.endswith(".tmp")] == []

    def test_a_folder_that_has_gone(self, tmp_path: Path) -> None:
        with pytest.raises(SaveError, match="there is no folder"):
            save("x", tmp_path / "gone" / "a.yaml")
        (tmp_path / "file").write_text("")
        with pytest.raises(SaveError, match="there is no folder"):
            save("x", tmp_path / "file" / "a.yaml")

    def test_a_folder_in_place_of_a_file(self, tmp_path: Path) -> None:
        with pytest.raises(SaveError, match="is a folder"):
            save("x", tmp_path)

    def test_a_write_protected_file(self, tmp_path: Path) -> None:
        path = tmp_path / "a.yaml"
        path.write_text("old")
        path.chmod(0o444)
        with pytest.raises(SaveError, match="write-protected"):
            save("new", path)
        assert path.read_text() == "old"

    def test_a_text_that_is_none(self, tmp_path: Path) -> None:
        with pytest.raises(SaveError, match="no character"):
            save("a\ud800", tmp_path / "a.yaml")
        assert names(tmp_path) == []


class _Full:
    """A stream to a disk that is full."""

    def __init__(self, stream: object, fail: Callable[..., None]) -> None:
        self._stream = stream
        self.write = fail

    def __enter__(self) -> _Full:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()  # type: ignore[attr-defined]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder with copies of a scenario, its base, map and ruleset that refer to each other."""
    samples = resource_folder("sample_scenarios")
    for source, target in (
        ("scenarios/historical", "war"),
        ("scenarios/free-setup", "free"),
        ("maps/visegrad4", "map"),
        ("rulesets/visegrad4", "rules"),
    ):
        text = (samples / f"{source}.yaml").read_text(encoding="utf-8")
        text = text.replace("ruleset: visegrad4", "ruleset: rules.yaml").replace(
            "map: visegrad4", "map: map.yaml"
        )
        text = text.replace("extends: historical", "extends: war.yaml")
        (tmp_path / f"{target}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def opened(path: Path | str) -> tuple[Loaded, Design]:
    loaded = load(path)
    assert loaded.design is not None, loaded.problems
    return loaded, loaded.design


def reinforced(design: Design, name: str = "New") -> Design:
    """The design with another unit."""
    assert design.scenario is not None
    unit = Unit(name, "poland", "armored", 6, 3, setup=Setup(Where(hexes=("2017",))))
    return replace(design, scenario=replace(design.scenario, units=(*design.scenario.units, unit)))


def flooded(design: Design) -> Design:
    """The design with another terrain in one hex."""
    hex = next(h for h in design.map.grid if design.map.terrain.at(h) == "clear")
    return replace(design, map=replace(design.map, terrain=design.map.terrain.with_values({hex: "mountain"})))


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
        assert found.map == flooded(design).map
        assert again.problems == ()
        # And from then on a save goes to these files.
        assert save_design(flooded(design), saved.sources).written == ()
        # After an undo to before the change the sample is meant again, and after a redo the copy.
        undone = save_design(design, saved.sources)
        assert [p.name for p in undone.written] == ["mine.yaml"]
        assert undone.notes == (
            "The map is that of visegrad4 again, and is referred to there; mine-map.yaml is no longer used.",)
        assert opened(tmp_path / "mine.yaml")[1] == design
        assert save_design(undone.design, undone.sources).written == ()
        redone = save_design(flooded(design), undone.sources)
        assert [p.name for p in redone.written] == ["mine.yaml"]
        assert opened(tmp_path / "mine.yaml")[1].map == flooded(design).map
        assert names(tmp_path) == ["mine-map.yaml", "mine.yaml", "mine.yaml~"]

    def test_a_variant_whose_map_is_changed_back_refers_to_the_base_map(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.yaml"
        text = "format: 1\nkind: scenario\nname: mine\nextends: historical\nturns: 4  # short\n"
        path.write_text(text, encoding="utf-8")
        loaded, design = opened(path)
        saved = save_design(flooded(design), loaded.sources)
        assert "map: mine-map.yaml\n" in path.read_text(encoding="utf-8")
        save_design(replace(saved.design, map=design.map), saved.sources)
        assert path.read_text(encoding="utf-8") == text
        # The same where the change is taken back by hand in another session.
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

    def test_a_map_of_ones_own_that_is_only_saved_stays(self, tmp_path: Path) -> None:
        sample = (resource_folder("sample_scenarios") / "maps" / "visegrad4.yaml").read_bytes()
        (tmp_path / "own.yaml").write_bytes(sample)
        path = tmp_path / "mine.yaml"
        path.write_text("format: 1\nkind: scenario\nname: mine\nextends: historical\nmap: own.yaml\n",
                        encoding="utf-8")
        loaded, design = opened(path)
        save_design(reinforced(design), loaded.sources)
        assert "map: own.yaml\n" in path.read_text(encoding="utf-8")

    def test_an_original_that_was_changed_meanwhile_is_not_meant_again(self, mine: Path) -> None:
        (mine / "below").mkdir()
        loaded, design = opened(mine / "war.yaml")
        saved = save_as(flooded(design), loaded.sources, mine / "below" / "war.yaml")
        (mine / "map.yaml").write_text("theirs", encoding="utf-8")
        save_as(replace(saved.design, map=design.map), saved.sources, mine / "other.yaml")
        assert (mine / "map.yaml").read_text(encoding="utf-8") == "theirs"
        found = opened(mine / "other.yaml")[1]
        assert found.map.terrain == design.map.terrain
        assert found.scenario is not None
        # The ruleset was not changed by anybody, and is that of the folder again.
        assert (found.scenario.map, found.scenario.ruleset) == ("other-map.yaml", "rules.yaml")

    def test_a_changed_bundled_ruleset_takes_the_map_along(self, tmp_path: Path) -> None:
        loaded, design = opened("historical")
        changed = replace(design, ruleset=replace(design.ruleset, stacking_limit=9))
        saved = save_as(changed, loaded.sources, tmp_path / "mine.yaml")
        assert [p.name for p in saved.written] == ["mine-ruleset.yaml", "mine-map.yaml", "mine.yaml"]
        _, found = opened(tmp_path / "mine.yaml")
        assert found.ruleset.stacking_limit == 9
        assert found.map.ruleset == "mine-ruleset.yaml"
        # With the ruleset changed back, both originals serve again.
        undone = save_design(replace(saved.design, ruleset=design.ruleset), saved.sources)
        assert [p.name for p in undone.written] == ["mine.yaml"]
        assert opened(tmp_path / "mine.yaml")[1] == design
        # With the map changed besides, it stays beside the scenario and names the original ruleset.
        kept = save_design(flooded(undone.design), undone.sources)
        assert [p.name for p in kept.written] == ["mine-map.yaml", "mine.yaml"]
        assert opened(tmp_path / "mine.yaml")[1] == flooded(replace(design, scenario=kept.design.scenario))
        assert load(tmp_path / "mine-map.yaml").problems == ()

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
        monkeypatch.setattr("visegrad_editor.model.store.is_installed", lambda path: True)
        with pytest.raises(SaveError, match="Use Save As"):
            save_design(reinforced(design), loaded.sources)

    def test_a_copy_elsewhere_takes_what_it_cannot_reach_along(
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
        # An undo brings back a scenario that still extends; it is saved whole all the same.
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

    def test_names_in_use_are_left_alone(self, tmp_path: Path) -> None:
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
        assert text == "format: 1\nkind: scenario\nname: v\nextends: historical\nturns: 4\n"
        assert opened(tmp_path / "v.yaml")[1].scenario == variant

    def test_what_no_file_can_hold_is_refused(self, mine: Path) -> None:
        loaded, design = opened(mine / "war.yaml")
        assert design.scenario is not None
        bad = replace(design.scenario.units[0], type="No such Type!")
        before = (mine / "war.yaml").read_bytes()
        with pytest.raises(SaveError, match="Not saved: `type` of unit"):
            save_design(replace(design, scenario=replace(design.scenario, units=(bad,))), loaded.sources)
        assert (mine / "war.yaml").read_bytes() == before


def test_a_changed_sample_map_is_put_beside_ones_own_scenario(tmp_path: Path) -> None:
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
