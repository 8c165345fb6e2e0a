"""Any edits of a variant of a sample: its files hold what differs, and the same design is read from them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from effort import effort
from every_edit import TRIES
from own_files import own_game

from visegrad_editor.model.design import Design
from visegrad_editor.model.differences import design_changes, take_back
from visegrad_editor.model.edit.ruleset import change_field, with_ruleset
from visegrad_editor.model.edit.scenario import write_variant
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.map_variant import in_file_order as map_in_file_order
from visegrad_editor.model.files.scenario_file import in_file_order
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_as, save_design
from visegrad_editor.model.files.versions import base_design
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.scenario import Scenario, Unit

EDITS = sorted(TRIES)


def opened(path: Path) -> tuple[Design, Sources]:
    loaded = load(path)
    assert loaded.design is not None, loaded.problems
    return loaded.design, loaded.sources


def variant_of(base: str, path: Path) -> tuple[Design, Sources]:
    """A new variant, as the command `new` makes it."""
    loaded = load(base)
    assert loaded.design is not None
    write_variant(loaded.design, loaded.sources, path, path.stem, "Mine")
    return opened(path)


def edited(design: Design, dice: Random) -> Design:
    """The design after some edits of any kind that do something."""
    for _ in range(dice.randrange(1, 5)):
        for _ in range(12):
            try:
                after = TRIES[dice.choice(EDITS)](dice, design)
            except (ValueError, LookupError, StopIteration):
                continue
            if after != design:
                design = after
                break
    return design


def as_read(design: Design, sources: Sources) -> Design:
    """The design as the files of variants can hold it: entries of the base first, and no memory of how a
    map was moved."""
    def base(kind: str) -> object:
        file = sources.of(kind)
        return file.base_document if file is not None and file.base is not None else None

    game_map, scenario = design.map, design.scenario
    if isinstance(start := base("map"), GameMap) and game_map.extends:
        game_map = map_in_file_order(game_map, start)
    if isinstance(start := base("scenario"), Scenario) and scenario is not None and scenario.extends:
        scenario = in_file_order(scenario, start)
    return replace(design, map=game_map, scenario=scenario)


def assert_reads(path: Path, design: Design) -> None:
    found, sources = opened(path)
    assert as_read(found, sources) == as_read(design, sources)


def edited_and_saved(folder: Path, base: str, seed: int) -> None:
    """Save edits in a folder, elsewhere, after an undo and a redo, and after moving the folder; the files
    hold the design each time."""
    dice, path = Random(seed), folder / "mine.yaml"
    design, sources = variant_of(base, path)
    first = edited(design, dice)
    saved = save_design(first, sources)
    assert_reads(path, saved.design)
    second = edited(first, dice)
    saved = save_design(second, saved.sources)
    assert_reads(path, saved.design)
    (folder / "other").mkdir()
    elsewhere = save_as(second, saved.sources, folder / "other" / "copy.yaml")
    assert_reads(folder / "other" / "copy.yaml", elsewhere.design)
    for state in (first, design, second):
        saved = save_design(state, saved.sources)
        assert_reads(path, saved.design)
    again, sources = opened(path)
    third = save_design(edited(again, dice), sources)
    assert_reads(path, third.design)
    moved = folder.parent / "moved"
    folder.rename(moved)
    assert_reads(moved / "mine.yaml", third.design)


@pytest.mark.parametrize(("base", "seed"), [("historical", 1), *(("velna", seed) for seed in range(4))])
def test_a_variant_of_a_sample_is_read_as_it_was_saved(tmp_path: Path, base: str, seed: int) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    edited_and_saved(folder, base, seed)


def test_a_variant_of_own_files_is_read_as_it_was_saved(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    edited_and_saved(own_game(folder), str(folder / "war.yaml"), 1)


def test_a_changed_cost_is_a_file_of_a_few_lines_and_corrections_of_the_base_arrive(tmp_path: Path) -> None:
    path = tmp_path / "v.yaml"
    design, sources = variant_of("historical", path)
    row = [t.id for t in design.ruleset.terrain].index("mountain")
    rules = change_field(design.ruleset, "terrain", row, "cost", 5)
    saved = save_design(with_ruleset(design, rules), sources)
    assert sorted(p.name for p in saved.written) == ["v-ruleset.yaml", "v.yaml"]
    lines = (tmp_path / "v-ruleset.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[1:] == [
        "format: 2", "kind: ruleset", "name: visegrad4", "extends: visegrad4", "terrain:",
        "  - {id: mountain, cost: 5}"]
    # A correction of the base arrives: here the base is a file beside it.
    base = load("rulesets/visegrad4").sources.ruleset
    assert base is not None
    shutil.copy(base.path, tmp_path / "base.yaml")
    own = tmp_path / "v-ruleset.yaml"
    own.write_text(own.read_text(encoding="utf-8").replace("extends: visegrad4", "extends: base.yaml"),
                   encoding="utf-8")
    corrected = base.text.replace("\nstacking_limit: 3", "\nstacking_limit: 4")
    assert corrected != base.text
    (tmp_path / "base.yaml").write_text(corrected, encoding="utf-8")
    found, _ = opened(path)
    assert (found.ruleset.terrain[row].cost, found.ruleset.stacking_limit) == (5, 4)
    assert found.ruleset.terrain[row].provenance == Provenance("designer", "9.0")


@pytest.mark.parametrize("mark", ["", "x"], ids=["all there", "all lost"])
def test_a_variant_of_a_large_scenario_is_quick(tmp_path: Path, mark: str) -> None:
    number = 5000

    def units(letter: str, last: int) -> str:
        return "".join(f"  - {{name: {letter}{i}, nationality: poland, type: mechanized, values: [7, 3], "
                       'setup: "1716"}\n' for i in range(last))

    def variant() -> str:
        half, more = number // 2, number // 4
        changes = "".join(f'  - {{unit: poland/U{i}{mark}, setup: "1620"}}\n' for i in range(half))
        gone = ", ".join(f"poland/U{i}" for i in range(half, half + more))
        return ("format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: base.yaml\n"
                f"remove: [{gone}]\nchange:\n{changes}units:\n{units('V', more)}")

    (tmp_path / "base.yaml").write_text(
        "format: 2\nkind: scenario\nname: base\ntitle: Base\nruleset: visegrad4\nmap: visegrad4\nunits:\n"
        + units("U", number), "utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text(variant(), "utf-8")
    # Where each of its parts was compared with each of the base it took many times as long.
    most = 8 * effort(lambda: load(tmp_path / "base.yaml"))
    read: list[Any] = []
    assert effort(lambda: read.append(load(path))) < most
    [loaded] = read
    design = loaded.design
    assert design is not None
    assert design.scenario is not None
    assert (len(design.scenario.units), len(design.scenario.unmatched)) == (
        number, number // 2 if mark else 0)
    base = base_design(design, loaded.sources)
    found: list[Any] = []
    assert effort(lambda: found.extend(design_changes(base, design, head=False))) < most
    assert len(found) >= number // 2
    # All of it is reset in one step: this took minutes when each went back alone.
    back: list[Any] = []
    assert effort(lambda: back.append(take_back(design, base, found))) < most / 4
    assert [u.key for u in back[0].scenario.units] == [u.key for u in base.scenario.units]
    assert effort(lambda: save_design(replace(design, scenario=replace(
        design.scenario, units=design.scenario.units[1:])), loaded.sources)) < most


@pytest.mark.parametrize("key", ["setup", "values", "look", "withdrawal", "notes"])
def test_null_takes_a_value_of_the_base_away_and_stays_when_saved(tmp_path: Path, key: str) -> None:
    given = {"setup": '"1718"', "values": "[5, 4]", "look": "{front: HQ}", "withdrawal": "{turn: 3}",
             "notes": "Old."}
    head = "format: 2\nkind: scenario\n"
    unit = "poland/2nd Mechanized"
    (tmp_path / "base.yaml").write_text(
        f"{head}name: base\ntitle: Base\nextends: historical\nchange:\n"
        f"  - {{unit: {unit}, {key}: {given[key]}}}\n", "utf-8")
    path = tmp_path / "mine.yaml"
    text = (f"{head}name: mine\ntitle: Mine\nextends: base.yaml\nchange:\n"
            f"  - {{unit: {unit}, {key}: null}}   # none\n")
    path.write_text(text, "utf-8")
    base, loaded = load(tmp_path / "base.yaml").design, load(path)
    assert base is not None
    assert base.scenario is not None
    assert loaded.design is not None
    assert loaded.design.scenario is not None
    was, now = (s.unit_by_key[unit] for s in (base.scenario, loaded.design.scenario))
    empty = Unit("x", "y", "z")
    assert getattr(now, key) == getattr(empty, key) != getattr(was, key)
    scenario = replace(loaded.design.scenario, title="Other")
    save_design(replace(loaded.design, scenario=scenario), loaded.sources)
    assert path.read_text("utf-8") == text.replace("title: Mine", "title: Other")
    again = load(path).design
    assert again is not None
    assert again.scenario == scenario
