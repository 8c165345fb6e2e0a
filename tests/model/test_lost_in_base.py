"""Variants whose base has lost something that they speak of: they open, say what is lost, and lose nothing
when they are saved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from visegrad_editor.model.design import Design
from visegrad_editor.model.differences import design_changes, take_back
from visegrad_editor.model.files.catalogue import bundled_names, bundled_path
from visegrad_editor.model.files.document_file import document_from_data
from visegrad_editor.model.files.file_problems import FileProblems
from visegrad_editor.model.files.formats import KINDS
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.rebase import variant_of
from visegrad_editor.model.files.sources import SourceFile
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.files.versions import base_design
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.files.yaml_writer import changed_text
from visegrad_editor.model.frozen_data import FrozenMap, thawed
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.problem_groups import grouped
from visegrad_editor.model.unmatched import UnmatchedPlaces


def extends_another(kind: str, name: str) -> bool:
    """Whether a bundled document says that it is a variant of another one. Loading all of them would take
    seconds whenever tests are collected."""
    path = bundled_path(kind, name)
    assert path is not None
    return re.search("^extends:", path.read_text("utf-8"), re.MULTILINE) is not None


def without_each(base: Any) -> Iterator[tuple[str, Any]]:
    """A document without each entry of its lists, one after the other, also within sections and entries."""
    for field in fields(base):
        value = getattr(base, field.name)
        if field.name in ("unmatched", "moved", "computed", "like") or isinstance(value, FrozenMap | Layer):
            continue
        if isinstance(value, tuple) and value and all(is_dataclass(v) or isinstance(v, tuple) for v in value):
            for i, entry in enumerate(value):
                called = getattr(entry, "id", "") or getattr(entry, "name", "") or str(entry)[:40]
                yield f"{field.name}/{called}", replace(base, **{field.name: value[:i] + value[i + 1:]})
                if is_dataclass(entry) and field.name in ("tables", "pools", "assets"):
                    for what, less in without_each(entry):
                        yield f"{field.name}/{called}/{what}", replace(
                            base, **{field.name: (*value[:i], less, *value[i + 1:])})
        elif is_dataclass(value) and field.name in ("combat", "supply", "movement", "zones", "victory"):
            for what, less in without_each(value):
                yield f"{field.name}/{what}", replace(base, **{field.name: less})


def read(file: SourceFile, base: Any) -> tuple[Any, FileProblems]:
    problems = FileProblems(file.name, file.reading, keeps_unmatched=True)
    return document_from_data(file.kind, file.reading.data, problems, base), problems


ALL = [(kind, name) for kind in KINDS for name in bundled_names(kind)]
VARIANTS = [one for one in ALL if extends_another(*one)]


def test_there_are_variants() -> None:
    files = {one: load(f"{one[0]}s/{one[1]}").sources.of(one[0]) for one in ALL}
    assert [one for one, file in files.items() if file is not None and file.base is not None] == VARIANTS
    assert {kind for kind, _ in VARIANTS} >= {"ruleset", "scenario"}
    assert len(VARIANTS) >= 12


@pytest.mark.parametrize(("kind", "name"), VARIANTS, ids=lambda word: word)
def test_each_thing_of_a_base_may_go(kind: str, name: str) -> None:
    file = load(f"{kind}s/{name}").sources.of(kind)
    assert file is not None
    tried = lost = 0
    for what, base in without_each(file.base_document):
        tried += 1
        document, problems = read(file, base)
        assert document is not None, (what, problems.problems)
        for one in document.unmatched:
            lost += 1
            assert one.message
            assert UnmatchedPlaces(file.reading.data).path(one), (what, one)
        if not document.unmatched:
            continue
        edited = replace(document, title=f"{document.title} again")
        text = changed_text(replace(file.reading), document, edited, base, base)
        again, _ = read(replace(file, reading=read_yaml(text)), base)
        assert again == edited, what
        assert len(text.splitlines()) == len(file.text.splitlines()), (what, "lines are lost or made")
    assert tried > 20
    spoken_of = set(file.reading.data) & {
        "change", "remove", "entries", "assets", "replacements", "schedule", "prototypes", "set_up_groups",
        "terrain", "phases", "tables"}
    assert lost or not spoken_of


BASE_MAP = """\
format: 2
kind: map
name: valley
title: Valley
ruleset: blank
grid: {orientation: flat, columns: 6, rows: 4}
geography: {projection: laea, centre: [20, 50], hex_km: 10, rotation: 0, anchor: {hex: "0101", at: [20, 50]}}
sources:
  - {id: relief, title: Relief, licence: public domain, hexes: 0101}
terrain:
  legend: {".": clear}
  rows: ["......", "......", "......", "......"]
hexsides:
  - {kind: river, name: Holle, sides: 0101/0102 0102/0103}
roads:
  - {kind: road, name: Post road, path: 0101-0102-0103}
places:
  - {hex: "0101", name: Arn}
areas:
  - {id: west, name: West, hexes: 0101 0102}
labels:
  - {text: The valley, hex: "0202"}
"""
MAP_VARIANT = """\
# All of it speaks of the last column, too.
format: 2
kind: map
name: flood
extends: valley.yaml
title: Flood
geography: {projection: laea, centre: [21, 50], hex_km: 10, rotation: 0, anchor: {hex: "0601", at: [21, 50]}}
background:
  picture: scan.png
  pins:
    - {hex: "0601", at: [10, 20]}   # the corner
sources:
  - {id: relief, hexes: 0102 0602}
change:
  terrain:
    forest: 0103 0603   # woods
hexsides:
  - {kind: river, name: Holle, sides: 0201/0202 0601/0602}   # a bend
roads:
  - {kind: road, name: Coast road, path: 0501-0601}
  - {kind: road, name: Post road, remove: true}
places:
  - {hex: "0601", name: Kell}
  - {hex: "0101", name: New Arn}
areas:
  - {id: west, hexes: 0101 0103 0603 0604}   # both ends
  - {id: coast, name: Coast, hexes: 0601 0602}
labels:
  - {text: The sea, hex: "0604"}
"""


def map_folder(folder: Path, base: str = BASE_MAP) -> Path:
    (folder / "valley.yaml").write_text(base, "utf-8")
    (folder / "flood.yaml").write_text(MAP_VARIANT, "utf-8")
    return folder / "flood.yaml"


def narrower(text: str) -> str:
    return text.replace("columns: 6", "columns: 5").replace("......", ".....")


def opened(path: Path) -> tuple[LoadResult, Design]:
    loaded = load(path)
    assert loaded.design is not None, loaded.problems
    return loaded, loaded.design


class TestMaps:
    def test_a_base_with_fewer_hexes(self, tmp_path: Path) -> None:
        path = map_folder(tmp_path)
        assert opened(path)[1].map.unmatched == ()
        (tmp_path / "valley.yaml").write_text(narrower(BASE_MAP), "utf-8")
        loaded, design = opened(path)
        lines = MAP_VARIANT.splitlines()
        told = {p.line: p.message for p in loaded.problems if p.code in ("unknown-hex", "bad-hexside")}
        # The picture is only missing.
        assert sorted(told) == [n + 1 for n, line in enumerate(lines) if "060" in line]
        assert all(p.file == "flood.yaml" or p.file.endswith("/flood.yaml") for p in loaded.problems if p.fix)
        assert "0604" in told[lines.index('  - {id: west, hexes: 0101 0103 0603 0604}   # both ends') + 1]
        assert [(a.id, len(a.hexes)) for a in design.map.areas] == [("west", 2), ("coast", 0)]
        assert [p.name for p in design.map.places] == ["New Arn"]
        assert len(design.map.lines[0].sides) == 3
        assert design.map.geography is not None
        assert design.map.geography.centre == (20.0, 50.0)

    def test_nothing_of_the_file_is_lost(self, tmp_path: Path) -> None:
        path = map_folder(tmp_path, narrower(BASE_MAP))
        loaded, design = opened(path)
        edited = replace(design, map=replace(design.map, title="High water"))
        save_design(edited, loaded.sources)
        assert path.read_text("utf-8") == MAP_VARIANT.replace("title: Flood", "title: High water")
        # With the hexes back, all that it says counts again.
        (tmp_path / "valley.yaml").write_text(BASE_MAP, "utf-8")
        again = opened(path)[1].map
        assert again.unmatched == ()
        assert len(again.areas[1].hexes) == 2

    def test_an_area_that_was_edited_keeps_its_lost_hexes(self, tmp_path: Path) -> None:
        path = map_folder(tmp_path, narrower(BASE_MAP))
        loaded, design = opened(path)
        west, coast = design.map.areas
        edited = replace(design, map=replace(design.map, areas=(replace(west, hexes=west.hexes[:1]), coast)))
        save_design(edited, loaded.sources)
        assert "- {id: west, hexes: 0101 0603 0604}   # both ends" in path.read_text("utf-8")
        assert opened(path)[1] == edited

    def test_each_fix_settles_its_problem(self, tmp_path: Path) -> None:
        path = map_folder(tmp_path, narrower(BASE_MAP))
        loaded, design = opened(path)
        problems = [p for p in loaded.problems if p.code in ("unknown-hex", "bad-hexside")]
        assert len(problems) == 10
        assert all(p.harmless_fix for p in problems)
        for problem in problems:
            assert problem.fix is not None
            design = problem.fix.edit(design)
            with pytest.raises(ValueError, match="settled"):
                problem.fix.edit(design)
        assert design.map.unmatched == ()
        save_design(design, loaded.sources)
        text = path.read_text("utf-8")
        assert "060" not in text,  text
        assert 'forest: "0103"   # woods' in text
        assert "hexes: 0101 0103}   # both" in text
        again = opened(path)[1]
        assert again == design


BASE = """\
format: 2
kind: scenario
name: base
title: Base
extends: historical
change:
  - {unit: poland/2nd Mechanized, setup: "2118"}
schedule:
  - {id: us-entry, turn: 3}
"""
VARIANT = """\
# Mine.
format: 2
kind: scenario
name: mine
title: Mine
extends: base.yaml
options: {weather: null}   # as the rules say
remove: [poland/10th Armoured Cavalry, russia/No such]
change:
  - {unit: poland/2nd Mechanised, setup: "2119"}   # misspelt
  - unit: poland/Lancers
    setup: "1918"
"""


class TestScenarios:
    def test_all_lost_things_are_told_with_their_fixes(self, tmp_path: Path) -> None:
        (tmp_path / "base.yaml").write_text(BASE, "utf-8")
        path = tmp_path / "mine.yaml"
        path.write_text(VARIANT, "utf-8")
        loaded, design = opened(path)
        told: dict[int, list[str]] = {}
        for p in loaded.problems:
            if p.fixes:
                told.setdefault(p.line, []).extend(f.label for f in p.fixes)
        assert told == {
            11: ['Take the entry of "poland/Lancers" out of `change`'],
            7: ['Take "weather" out of `options`'],
            8: ['Take the entry of "poland/10th Armoured Cavalry" out of `remove`',
                'Take the entry of "russia/No such" out of `remove`'],
            10: ['Write "poland/2nd Mechanized" for "poland/2nd Mechanised" in `change`',
                 'Take the entry of "poland/2nd Mechanised" out of `change`'],
        }
        saved = save_design(replace(design, scenario=replace(design.scenario, title="Yours")), loaded.sources)
        assert path.read_text("utf-8") == VARIANT.replace("title: Mine", "title: Yours")
        assert saved.written == (path,)

    def test_a_fix_writes_the_name_that_is_meant(self, tmp_path: Path) -> None:
        (tmp_path / "base.yaml").write_text(BASE, "utf-8")
        path = tmp_path / "mine.yaml"
        path.write_text(VARIANT, "utf-8")
        loaded, design = opened(path)
        for problem in [p for p in loaded.problems if p.fixes]:
            assert problem.fix is not None
            design = problem.fix.edit(design)
        save_design(design, loaded.sources)
        again = opened(path)[1]
        assert again == design
        assert again.scenario is not None
        # What was to be removed and is not there takes nothing else away.
        assert "poland/10th Armored Cavalry" in again.scenario.unit_by_key
        assert again.scenario.unit_by_key["poland/2nd Mechanized"].hex == "2119"
        assert not [p for p in load(path).problems if p.severity == "error"]

    def test_a_unit_that_the_base_dropped_is_taken_for_no_other(self, tmp_path: Path) -> None:
        (tmp_path / "base.yaml").write_text(BASE.split("change:")[0] + (
            "remove: [russia/4th Armored, poland/2nd Mechanized, poland/12th Mechanized]\n"), "utf-8")
        path = tmp_path / "mine.yaml"
        path.write_text(VARIANT.split("options:")[0] + """\
remove: [russia/4th Armored, poland/10th Armored Cavalry]
change:
  - {unit: poland/2nd Mechanized, setup: "2119"}
  - {unit: poland/12th Mechanized, setup: "2119"}
  - {unit: poland/20th Mechanised, setup: "2119"}
  - {unit: poland/20th Mechanized, setup: "2218"}
""", "utf-8")
        loaded, design = opened(path)
        told = {p.line: (p.severity, [(f.label, f.harmless) for f in p.fixes])
                for p in loaded.problems if p.code == "unknown-unit"}
        assert told == {
            7: ("note", [('Take the entry of "russia/4th Armored" out of `remove`', False)]),
            9: ("error", [('Take the entry of "poland/2nd Mechanized" out of `change`', False)]),
            10: ("error", [('Take the entry of "poland/12th Mechanized" out of `change`', False)]),
            # The unit that looks like it has an entry of its own.
            11: ("error", [('Take the entry of "poland/20th Mechanised" out of `change`', False)])}
        [removed] = [p for p in loaded.problems if p.code == "unknown-unit" and p.line == 7]
        assert removed.fix is not None
        settled = removed.fix.edit(design)
        assert settled.scenario is not None
        assert design.scenario is not None
        assert settled.scenario.units == design.scenario.units

    def test_what_is_probably_meant_is_not_written_for_several_at_once(self, tmp_path: Path) -> None:
        (tmp_path / "base.yaml").write_text(BASE, "utf-8")
        path = tmp_path / "mine.yaml"
        path.write_text(VARIANT.split("options:")[0] + "change:\n" + "".join(
            f'  - {{unit: poland/{n} Mechanised, setup: "2119"}}\n' for n in ("2nd", "12th", "20th"))
            + '  - {unit: poland/Lancers, setup: "2119"}\n', "utf-8")
        loaded, _ = opened(path)
        [group] = [g for g in grouped(loaded.problems) if g.first.code == "unknown-unit"]
        assert [len(p.fixes) for p in group.problems] == [2, 2, 2, 1]
        assert [(p.unit, fix.label) for p, fix in group.fixes] == [
            ("poland/Lancers", 'Take the entry of "poland/Lancers" out of `change`')]


def test_an_area_without_hexes_in_a_variant_is_no_reason_to_write_all(tmp_path: Path) -> None:
    path = map_folder(tmp_path)
    loaded, design = opened(path)
    west, coast = design.map.areas
    areas = (replace(west, hexes=()), replace(coast, hexes=()))
    edited = replace(design, map=replace(design.map, areas=areas))
    assert save_design(edited, loaded.sources).notes == ()
    assert "extends: valley.yaml" in path.read_text("utf-8")
    assert opened(path)[1] == edited


RULES = """\
format: 2
kind: ruleset
name: harder
title: Harder
extends: visegrad4
terrain:
  - {id: mountian, cost: 5}   # high
  - {id: swamp, remove: true}
order: {terrain: [clear, steppe, mountain]}
"""


class TestRulesets:
    def test_lost_entries_of_a_ruleset(self, tmp_path: Path) -> None:
        path = tmp_path / "harder.yaml"
        path.write_text(RULES, "utf-8")
        loaded = load(path)
        assert loaded.ruleset is not None
        told = [(p.code, p.line, [f.label for f in p.fixes]) for p in loaded.problems
                if p.severity == "error" or p.code == "unknown-entry"]
        assert sorted(told, key=lambda one: one[1]) == [
            ("missing-key", 7, ['Write "mountain" for "mountian" in `terrain`',
                                'Take the entry of "mountian" out of `terrain`']),
            ("unknown-entry", 8, ['Take the entry of "swamp" out of `terrain`']),
            ("unknown-entry", 9, ['Take the entry of "steppe" out of `terrain`'])]

    def test_lost_places_in_the_order_do_not_come_back_at_the_front(self, tmp_path: Path) -> None:
        (tmp_path / "harder.yaml").write_text(RULES, "utf-8")
        text = ("format: 2\nkind: map\nname: own\ntitle: Own\nextends: visegrad4\n"
                "ruleset: harder.yaml\n")
        (tmp_path / "own.yaml").write_text(text, "utf-8")
        loaded, design = opened(tmp_path / "own.yaml")
        rules = design.ruleset
        new = replace(rules.terrain[0], id="steppe", name="Steppe")
        edited = replace(design, ruleset=replace(rules, terrain=(*rules.terrain, new)))
        save_design(edited, loaded.sources)
        again = opened(tmp_path / "own.yaml")[1].ruleset
        assert [t.id for t in again.terrain][-1] == "steppe"
        assert "{id: mountian, cost: 5}   # high" in (tmp_path / "harder.yaml").read_text("utf-8")

    def test_what_an_option_changes_may_be_lost(self, tmp_path: Path) -> None:
        path = tmp_path / "harder.yaml"
        path.write_text(RULES[:RULES.index("terrain:")] + """\
options:
  - id: wet
    name: Wet
    choices: [without, with]
    changes:
      with: {terrain: [{id: bog, remove: true}, {id: clear, cost: 2}]}
""", "utf-8")
        loaded = load(path)
        assert loaded.ruleset is not None
        [problem] = [p for p in loaded.problems if p.code == "unknown-entry"]
        assert (problem.line, problem.code) == (11, "unknown-entry")
        assert problem.message.startswith("With the option wet: with. `terrain` of the base has no entry")
        assert problem.fix is not None
        design = load("historical").design
        assert design is not None
        fixed = problem.fix.edit(replace(design, ruleset=loaded.ruleset)).ruleset
        [wet] = [o for o in fixed.options if o.id == "wet"]
        assert thawed(wet.changes) == {"with": {"terrain": [{"id": "clear", "cost": 2}]}}


def test_a_variant_with_lost_entries_gets_another_base(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(BASE, "utf-8")
    (tmp_path / "other.yaml").write_text(BASE.replace("name: base", "name: other") + """\
units:
  - {name: Lancers, nationality: poland, type: armored, values: [1, 5], setup: "1718"}
""", "utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text(VARIANT, "utf-8")
    loaded, design = opened(path)
    rebased, sources = variant_of(design, loaded.sources, "other.yaml")
    assert rebased.scenario is not None
    # The other base has Lancers: the entry that changed nothing must not change them.
    assert "poland/Lancers" not in rebased.scenario.unit_by_key
    assert "poland/Lancers" not in [one.called for one in rebased.scenario.unmatched]
    assert "russia/No such" in [one.called for one in rebased.scenario.unmatched]
    save_design(rebased, sources)
    again = opened(path)[1]
    assert again == rebased


def test_a_file_that_becomes_whole_says_what_it_leaves_out(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(BASE, "utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text(VARIANT, "utf-8")
    loaded, design = opened(path)
    elsewhere = tmp_path / "apart"
    elsewhere.mkdir()
    saved = save_design(design, loaded.sources, elsewhere / "mine.yaml")
    assert any("russia/No such" in note and "no variant now" in note for note in saved.notes), saved.notes
    whole, there = opened(elsewhere / "mine.yaml")
    assert there.scenario == saved.design.scenario
    assert there.scenario is not None
    assert there.scenario.unmatched == () == tuple(whole.reading)


def test_lost_entries_are_no_difference_from_the_base_but_from_the_last_save(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(BASE, "utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text(VARIANT, "utf-8")
    loaded, design = opened(path)
    base = base_design(design, loaded.sources)
    assert not [c for c in design_changes(base, design, head=False) if c.section == "unmatched"]
    assert design.scenario is not None
    fewer = replace(design, scenario=replace(design.scenario, unmatched=design.scenario.unmatched[1:]))
    [change] = design_changes(design, fewer)
    assert change.text.startswith('The file no longer says in `options` of "weather", which its base does')
    assert take_back(fewer, design, [change]) == design
