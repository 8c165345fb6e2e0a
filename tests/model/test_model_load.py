"""Loading documents with everything they refer to; variants; paths that are refused."""

from __future__ import annotations

import copy
import os
import random
import time
from pathlib import Path
from typing import Any

import pytest

from visegrad_editor.model.files.catalogue import bundled, bundled_names, find_bundled
from visegrad_editor.model.files.formats import KINDS
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.schema import schema_kinds
from visegrad_editor.model.files.yaml_emit import Emitter
from visegrad_editor.model.files.yaml_reader import read_file
from visegrad_editor.model.problems import has_errors
from visegrad_editor.model.scenario import Reinforcement, Scenario, Setup
from visegrad_editor.model.where import Where

RULESET = """\
format: 2
kind: ruleset
name: r
title: R
system: none
sides: [{id: red, name: Red}, {id: blue, name: Blue}]
nationalities:
- {id: poland, name: Poland, adjective: Polish, side: red, colours: {ground: "#111111", ink: "#eeeeee"}}
unit_types: [{id: armored, name: Armored, symbol: armor, movement: 7}]
terrain: [{id: clear, name: Clear, cost: 1}, {id: sea, name: Sea, cost: prohibited, playable: false,
  colour: "#a9c9e1"}]
"""
MAP = """\
format: 2
kind: map
name: m
title: M
ruleset: r.yaml
grid: {orientation: pointy, columns: 3, rows: 3, numbering: {order: row-first,
  row: {start: 1, direction: down}, column: {start: 1, direction: right}}}
terrain: {legend: {".": clear, "~": sea}, rows: ["..~", "...", "..."]}
"""
SCENARIO = """\
format: 2
kind: scenario
name: s
title: S
ruleset: r.yaml
map: m.yaml
turns: 3
entries:
- {id: west, name: West, where: {hexes: ["0101"]}}
- {id: east, name: East, where: {hexes: ["0203"]}}
units:
- {name: 1st, nationality: poland, type: armored, strength: 6/3, setup: "0101"}
- {name: 2nd, nationality: poland, type: armored, strength: 6/3, setup: "0102"}
- {name: 3rd, nationality: poland, type: armored, strength: 6/3, reinforcement: {turn: 2, entry: west}}
"""
VARIANT = "format: 2\nkind: scenario\nname: v\nextends: s.yaml\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "r.yaml").write_text(RULESET)
    (tmp_path / "m.yaml").write_text(MAP)
    (tmp_path / "s.yaml").write_text(SCENARIO)
    return tmp_path


def variant(folder: Path, more: str, name: str = "v.yaml") -> LoadResult:
    (folder / name).write_text(VARIANT + more)
    return load(folder / name)


def scenario_of(loaded: LoadResult) -> Scenario:
    assert loaded.problems == ()
    assert loaded.design is not None
    assert loaded.design.scenario is not None
    return loaded.design.scenario


class TestSamples:
    @pytest.mark.parametrize("entry", bundled(), ids=lambda e: f"{e.kind}-{e.name}")
    def test_they_load_without_errors(self, entry: object) -> None:
        loaded = load(entry.path)  # type: ignore[attr-defined]
        assert loaded.usable
        assert not has_errors(loaded.problems), loaded.problems
        assert loaded.ruleset is not None

    def test_they_are_found_by_name_and_by_kind(self) -> None:
        assert load("historical").kind == "scenario"
        assert load("visegrad4").kind == "map"
        assert load("rulesets/visegrad4").kind == "ruleset"
        assert load("ruleset/visegrad4").kind == "ruleset"
        assert load("visegrad4", "ruleset").kind == "ruleset"
        assert find_bundled("../pyproject") is None

    def test_their_names_match_their_files(self) -> None:
        assert bundled()
        for entry in bundled():
            loaded = load(entry.path)
            source = loaded.sources.of(entry.kind)
            assert source is not None
            assert source.document.name == entry.name
            assert entry.title
            if entry.kind == "scenario":
                assert entry.summary

    def test_variants_are_whole(self) -> None:
        base = scenario_of(load("historical"))
        free = scenario_of(load("free-setup"))
        assert free.extends == "historical"
        assert {u.key for u in free.units} == {u.key for u in base.units}
        assert free.unit_by_key["poland/1st Armored"].setup == Setup(
            Where(countries=("poland",), excluding=("1718",)), alone=True, group="polish-army"
        )

    def test_bundled_names(self) -> None:
        assert {"free-setup", "historical", "first-steps"} <= set(bundled_names("scenario"))


class TestUnusable:
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("", "empty"),
            ("a: [", "broken-yaml"),
            ("a: &b c\n", "alias"),
            ("hello", "unknown-kind"),
            ("- 1\n", "unknown-kind"),
            ("format: 1\nkind: scenari\n", "unknown-kind"),
            ("a: 1\na: 2\n", "duplicate-key"),
        ],
    )
    def test_files_that_are_not_documents(self, tmp_path: Path, text: str, code: str) -> None:
        path = tmp_path / "x.yaml"
        path.write_text(text)
        loaded = load(path)
        assert not loaded.usable
        assert loaded.design is None
        assert [p.code for p in loaded.problems] == [code]
        assert loaded.problems[0].file == str(path)

    def test_an_unknown_name(self) -> None:
        loaded = load("historcal")
        assert not loaded.usable
        assert "Did you mean `historical`?" in loaded.problems[0].message

    def test_a_missing_file_and_a_folder(self, tmp_path: Path) -> None:
        assert load(tmp_path / "no.yaml").problems[0].code == "no-file"
        assert load(str(tmp_path)).problems[0].code == "not-a-file"

    def test_the_wrong_kind(self, folder: Path) -> None:
        loaded = load(folder / "m.yaml", "scenario")
        assert not loaded.usable
        assert "This is a map, and a scenario is needed here." in loaded.problems[0].message


def test_wrong_types_are_problems_of_a_usable_file(folder: Path) -> None:
    (folder / "s.yaml").write_text(SCENARIO.replace("turns: 3", "turns: many"))
    loaded = load(folder / "s.yaml")
    assert loaded.usable
    assert loaded.design is None
    assert [(p.code, p.line) for p in loaded.problems] == [("wrong-type", 7)]


def test_an_unknown_key_does_not_hide_the_rest(folder: Path) -> None:
    (folder / "s.yaml").write_text(
        SCENARIO.replace("turns: 3", "turns: 3\nturnz: 4").replace('"0102"', '"0999"')
    )
    loaded = load(folder / "s.yaml")
    assert loaded.design is not None
    assert {p.code for p in loaded.problems} == {"unknown-key", "unknown-hex"}


def test_problems_of_a_map_name_the_map(folder: Path) -> None:
    (folder / "m.yaml").write_text(MAP + "places: [{hex: 9999}]\n")
    loaded = load(folder / "s.yaml")
    assert loaded.usable
    assert loaded.design is None
    assert [(Path(p.file).name, p.line) for p in loaded.problems] == [("m.yaml", 9)]


class TestVariants:
    def test_only_named_parts_differ(self, folder: Path) -> None:
        base = scenario_of(load(folder / "s.yaml"))
        found = scenario_of(variant(folder, "title: V\nturns: 2\n"))
        assert (found.title, found.turns, found.name, found.extends) == ("V", 2, "v", "s.yaml")
        assert found.units == base.units
        assert found.entries == base.entries

    def test_remove_change_and_add(self, folder: Path) -> None:
        found = scenario_of(
            variant(
                folder,
                (
                    "remove: [poland/2nd]\n"
                    "change:\n"
                    "- {unit: poland/1st, strength: 9/4, setup: {hexes: 0201 0202}}\n"
                    "- {unit: poland/3rd, setup: 0301, reinforcement: null}\n"
                    "units: [{name: 4th, nationality: poland, type: armored, strength: 2/1, setup: 0303}]\n"
                ),
            )
        )
        assert [u.name for u in found.units] == ["1st", "3rd", "4th"]
        assert found.units[0].values == ((9,), (4,))
        assert found.units[0].setup == Setup(Where(hexes=("0201", "0202")))
        assert found.units[1].reinforcement is None
        assert found.units[1].hex == "0301"

    def test_entries_are_replaced_one_by_one_and_removed(self, folder: Path) -> None:
        found = scenario_of(
            variant(
                folder,
                (
                    "entries:\n- {id: east, remove: true}\n"
                    "- {id: west, name: Far west, where: {hexes: ['0201']}}\n"
                    "- {id: new, name: New, where: {hexes: ['0301']}}\n"
                ),
            )
        )
        assert [(e.id, e.name) for e in found.entries] == [("west", "Far west"), ("new", "New")]

    def test_a_variant_of_a_variant(self, folder: Path) -> None:
        variant(folder, "remove: [poland/2nd]\n", "s2.yaml")
        (folder / "v3.yaml").write_text(
            VARIANT.replace("s.yaml", "s2.yaml")
            + ("change: [{unit: poland/3rd, reinforcement: {turn: 1, entry: west}}]\n")
        )
        found = scenario_of(load(folder / "v3.yaml"))
        assert [u.name for u in found.units] == ["1st", "3rd"]
        assert found.unit_by_key["poland/3rd"].reinforcement == Reinforcement("west", 1)

    def test_paths_of_a_base_in_a_folder_below_are_adjusted(self, folder: Path) -> None:
        below = folder / "below"
        below.mkdir()
        for name in ("r.yaml", "m.yaml", "s.yaml"):
            (folder / name).rename(below / name)
        (folder / "v.yaml").write_text(VARIANT.replace("s.yaml", "below/s.yaml"))
        assert scenario_of(load(folder / "v.yaml")).map == "below/m.yaml"

    @pytest.mark.parametrize(
        ("more", "line", "words"),
        [
            ("remove: [poland/2n]\n", 5, ["`remove`", "poland/2n", "Did you mean `poland/2nd`?"]),
            ("change: [{unit: poland/9th}]\n", 5, ["`change`", "poland/9th"]),
            ("change: [{unit: poland/1st}, {unit: poland/1st}]\n", 5, ["changed twice"]),
            (
                "remove: [poland/1st]\nchange: [{unit: poland/1st, reduced: true}]\n",
                6,
                ["removed and changed"],
            ),
            ("entries: [{id: weest, remove: true}]\n", 5, ["weest", "Did you mean `west`?"]),
        ],
    )
    def test_names_the_base_does_not_have(self, folder: Path, more: str, line: int, words: list[str]) -> None:
        loaded = variant(folder, more)
        # What the base does not have changes nothing; what contradicts itself cannot be shown.
        assert (loaded.design is None) == (words[0] in ("changed twice", "removed and changed"))
        assert loaded.problems[0].line == line
        for word in words:
            assert word in loaded.problems[0].message

    def test_a_circle(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(VARIANT.replace("s.yaml", "b.yaml"))
        (folder / "b.yaml").write_text(VARIANT.replace("s.yaml", "a.yaml"))
        loaded = load(folder / "a.yaml")
        assert "circle" in loaded.problems[0].message
        loaded = variant(folder, "", "v.yaml")
        (folder / "v.yaml").write_text(VARIANT.replace("s.yaml", "v.yaml"))
        assert "circle" in load(folder / "v.yaml").problems[0].message

    def test_change_and_remove_belong_to_variants(self, folder: Path) -> None:
        (folder / "s.yaml").write_text(SCENARIO + "remove: [poland/1st]\n")
        assert "belongs to a variant" in load(folder / "s.yaml").problems[0].message

    def test_a_unit_the_base_has_already_is_reported_with_both_files(self, folder: Path) -> None:
        loaded = variant(folder, "units: [{name: 1st, nationality: poland, type: armored, strength: 2/1}]\n")
        (problem,) = loaded.problems
        assert problem.code == "twice"
        assert (Path(problem.file).name, problem.line) == ("v.yaml", 5)
        assert "s.yaml line 12" in problem.message
        assert problem.unit == "poland/1st"

    def test_problems_in_the_base_name_the_base(self, folder: Path) -> None:
        (folder / "s.yaml").write_text(SCENARIO.replace('"0102"', '"0999"'))
        loaded = variant(folder, "")
        (problem,) = loaded.problems
        assert (Path(problem.file).name, problem.line, problem.hex) == ("s.yaml", 13, "0999")


class TestPaths:
    @pytest.mark.parametrize(
        ("reference", "words"),
        [
            ("../m.yaml", "leaves the folder"),
            ("sub/../../m.yaml", "leaves the folder"),
            ("/etc/passwd", "relative"),
            ("~/m.yaml", "relative"),
            ("C:/m.yaml", "without a drive"),
            ("sub\\\\m.yaml", "with /"),
            ("none.yaml", "no file"),
            ("mm.yaml", "Did you mean `m.yaml`?"),
            ("visegrad", "Did you mean `visegrad4`?"),
            ("m", "write m.yaml"),
            ("sub/", "no file"),
        ],
    )
    def test_references_that_may_not_be_read(self, folder: Path, reference: str, words: str) -> None:
        (folder / "s.yaml").write_text(SCENARIO.replace("map: m.yaml", f'map: "{reference}"'))
        loaded = load(folder / "s.yaml")
        assert loaded.usable
        assert loaded.design is None
        assert loaded.problems[0].line == 6
        assert words in loaded.problems[0].message

    def test_a_link_out_of_the_folder(self, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
        outside = tmp_path_factory.mktemp("outside") / "m.yaml"
        outside.write_text(MAP)
        (folder / "m.yaml").unlink()
        os.symlink(outside, folder / "m.yaml")
        assert "symbolic link" in load(folder / "s.yaml").problems[0].message

    def test_a_folder_below_may_be_used(self, folder: Path) -> None:
        (folder / "maps").mkdir()
        (folder / "m.yaml").rename(folder / "maps" / "m.yaml")
        (folder / "r.yaml").rename(folder / "maps" / "r.yaml")
        (folder / "s.yaml").write_text(
            SCENARIO.replace("map: m.yaml", "map: maps/m.yaml").replace(
                "ruleset: r.yaml", "ruleset: maps/r.yaml"
            )
        )
        assert scenario_of(load(folder / "s.yaml"))

    def test_a_map_in_place_of_a_ruleset(self, folder: Path) -> None:
        (folder / "s.yaml").write_text(SCENARIO.replace("ruleset: r.yaml", "ruleset: m.yaml"))
        assert "a ruleset is needed here" in load(folder / "s.yaml").problems[0].message


def test_a_map_of_90000_hexes_and_2000_rivers_loads_quickly(folder: Path) -> None:
    size = 300
    row = "." * size

    def number(r: int, c: int) -> str:
        return f"{r:03}{c:03}"

    rivers = "".join(
        f"  - {{kind: river, name: R{i}, sides: "
        + " ".join(
            f"{number(i % 299 + 1, c)}/{number(i % 299 + 1, c + 1)}" for c in range(1 + i % 280, 11 + i % 280)
        )
        + "}\n"
        for i in range(2000)
    )
    (folder / "r.yaml").write_text(RULESET + "hexsides: [{id: river, name: River}]\n")
    (folder / "big.yaml").write_text(
        "format: 2\nkind: map\nname: big\ntitle: Big\nruleset: r.yaml\n"
        f"grid: {{orientation: pointy, columns: {size}, rows: {size}, numbering: {{order: row-first,\n"
        "  row: {start: 1, direction: down, digits: 3}, column: {start: 1, direction: right, digits: 3}}}\n"
        'terrain:\n  legend: {".": clear}\n  rows:\n'
        + f'    - "{row}"\n' * size
        + 'countries:\n  legend: {".": poland}\n  rows:\n'
        + f'    - "{row}"\n' * size
        + "hexsides:\n"
        + rivers
    )
    start = time.process_time()
    loaded = load(folder / "big.yaml")
    took = time.process_time() - start
    assert loaded.problems == ()
    assert loaded.design is not None
    assert len(loaded.design.map.lines) == 2000
    assert took < 3, took


JUNK = [
    None, True, 0, -1, 10**17, "", "x", "0601", "2017/2018", "9999", "a b", [], {}, ["x"], {"a": 1}, [[]],
    "6/3", "prohibited", "-", "2017-2018", "\u2028", "x" * 500, "../x.yaml", "visegrad4", ["2017"],
    "2017 2018",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_damaged_samples_give_problems_and_never_an_exception(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    entry = chance.choice(bundled())
    data = copy.deepcopy(read_file(entry.path).data)
    for _ in range(chance.randint(1, 3)):
        owner: Any = data
        key: Any = chance.choice(list(data))
        while isinstance(owner[key], dict | list) and owner[key] and chance.random() < 0.8:
            owner = owner[key]
            key = chance.choice(list(owner) if isinstance(owner, dict) else range(len(owner)))
        if chance.random() < 0.7:
            owner[key] = chance.choice(JUNK)
        elif len(data) > 1:
            del owner[key]
    path = tmp_path / "damaged.yaml"
    text = Emitter("map").document(data)
    if seed % 4 == 0:
        cut = chance.randrange(len(text))
        text = text[:cut] + chance.choice(["\n", ": ", '"', "[", "\t", "&a ", "- "]) + text[cut:]
    path.write_text(text, encoding="utf-8")
    loaded = load(path)
    assert loaded.problems or loaded.design is not None or loaded.kind == "ruleset"
    for problem in loaded.problems:
        assert problem.message.strip()
        assert str(problem)
        assert problem.as_dict()["severity"] in ("error", "warning", "note")


def test_a_missing_map_is_no_scenario_beside_it(tmp_path: Path) -> None:
    scenario = tmp_path / "maps.yaml"
    scenario.write_text(
        "format: 2\nkind: scenario\nname: maps\ntitle: A\nruleset: blank\nmap: map.yaml\nunits: []\n",
        "utf-8")
    found = [p.message for p in load(scenario).problems]
    assert any(m == f'`map`: There is no file "map.yaml" below {tmp_path.name}.' for m in found), found
    (tmp_path / "mapp.yaml").write_text("# Mine\nformat: 2\nkind: map\n", "utf-8")
    found = [p.message for p in load(scenario).problems]
    assert any(m.endswith("Did you mean `mapp.yaml`?") for m in found), found


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_beside_a_missing_map_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "mapp.yaml")
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    for name, said in (("map.yaml", "There is no file"), ("loop.yaml", "a symbolic link that leads to itse")):
        (tmp_path / "war.yaml").write_text(
            f"format: 2\nkind: scenario\nname: war\ntitle: A\nruleset: blank\nmap: {name}\nunits: []\n",
            "utf-8")
        assert any(said in p.message for p in load(tmp_path / "war.yaml").problems), name


@pytest.mark.parametrize(("text", "message", "line"), [
    ("format: 1\nkind: cards\n", '`kind` is "cards". Did you mean `card`?', 2),
    ("format: 1\nkind: xyz\n", '`kind` is "xyz". Possible: ruleset, map, scenario, card, secret', 2),
    ("- 1\n", "other files begin with `format: 1` and their kind, such as `kind: card`.", 1),
    ("format: 1\nkind: checks\n", "These are checks of cards. `visegrad-editor validate CARD --checks`", 2),
    ("format: 1\nkind: secret\n", "These are secret records of a card.", 2)])
def test_what_a_file_may_be_is_told_with_all_kinds(
        tmp_path: Path, text: str, message: str, line: int) -> None:
    (tmp_path / "a.yaml").write_text(text, "utf-8")
    problem, = load(tmp_path / "a.yaml").problems
    assert (problem.code, problem.line) == ("unknown-kind", line)
    assert message in problem.message


@pytest.mark.parametrize("kind", [kind for kind in schema_kinds() if kind not in KINDS])
def test_each_kind_of_file_that_is_opened_elsewhere_is_told_as_such(tmp_path: Path, kind: str) -> None:
    (tmp_path / "a.yaml").write_text(f"format: 1\nkind: {kind}\n", "utf-8")
    problem, = load(tmp_path / "a.yaml").problems
    assert problem.message.startswith("Th")
    assert "`kind` is" not in problem.message
