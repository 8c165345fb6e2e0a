"""Rulesets and maps that extend another one: files that hold only what differs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from any_documents import QUICK, RULESETS, TEXTS, maps
from hypothesis import given, settings
from hypothesis import strategies as st
from own_files import opened

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.reshape import resize
from visegrad_editor.model.edit.ruleset import change_field
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.map_variant import in_file_order
from visegrad_editor.model.files.option_changes import with_choices
from visegrad_editor.model.files.store import ChangedOnDiskError, save_as, save_design
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.files.yaml_writer import YamlWriteError, changed_text, new_text
from visegrad_editor.model.fingerprint import content_mark
from visegrad_editor.model.gamemap import GameMap, HexsideLine, Label, Place, Road
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.rules.combat import Combat, CombatTable
from visegrad_editor.model.rules.grammar import Change, Modifier, Situation
from visegrad_editor.model.rules.supply import Supply, SupplyState
from visegrad_editor.model.ruleset import Condition, Ruleset, Side, TerrainKind

RULES = """\
# Our own rules.
format: 2
kind: ruleset
name: rules
title: Rules
notes: Read them.
turns: 12
turn_length: 1 week
sides:
  - {id: blue, name: Blue}
  - {id: red, name: Red}
nationalities:
  - id: north
    name: North
    adjective: Northern
    side: blue
    colours: {ground: "#8a8a5c", ink: "#c01818"}
unit_types:
  - {id: foot, name: Foot, symbol: infantry, movement: 4, traits: [slow]}
terrain:
  - {id: clear, name: Clear, cost: 1}
  - {id: hills, name: Hills, cost: 2, shift: -1, provenance: rulebook}
  - {id: marsh, name: Marsh, cost: prohibited}
hexsides:
  - {id: river, name: River, cost: 1}
  - {id: canal, name: Canal, cost: 1}
roads:
  - {id: road, name: Road, cost: 0.5}
features:
  - {id: town, name: Town}
replacements:
  - {turn: 1, side: blue, steps: 2}
phases:
  - {id: move, name: Movement, side: blue, when: {nationalities: north}}
special_rules:
  - {rule: "1.0", text: One.}
  - {rule: "2.0", text: Two.}
style: {border: "#8c3b24", features: {town: {symbol: town}}}
"""
VARIANT = """\
# A harder game.
format: 2
kind: ruleset
name: harder
extends: rules.yaml
title: Harder rules
terrain:
  # The hills are steep.
  - {id: hills, cost: 3}   # was 2
  - {id: ice, name: Ice, cost: 4}
  - {id: marsh, remove: true}
"""
FIGHTS = """\
tables:
  - id: combat
    name: Combat
    columns: ["1:1", "2:1"]
    rows: [[AE, DE]]
    modifiers:
      - {id: guns, name: Guns, when: {attackers: {any: {trait: [slow]}}}, effect: {die: 1}}
      - {id: luck, effect: {die: 2}}
combat:
  shifts:
    - {id: charge, name: Charge, when: {hexes: {terrain: [clear]}}, effect: {shift: 1}, rule: "5.3"}
    - {id: flank, name: From the flank, when: {from: opposite}, effect: {shift: 1}}
    - {id: rain, effect: {shift: -1}}
"""
MAP = """\
format: 2
kind: map
name: valley
title: Valley
ruleset: rules.yaml
grid: {orientation: flat, columns: 4, rows: 3}
terrain:
  legend: {".": clear, h: hills}
  rows: ["....", ".hh.", "...."]
hexsides:
  - {kind: river, name: Holle, sides: 0101/0102 0102/0103}
  - {kind: canal, sides: 0201/0202}
roads:
  - {kind: road, name: Post road, path: 0101-0102-0103}
  - {kind: road, path: 0301-0302}
places:
  - {hex: "0101", name: Arn, features: [town], provenance: designer}
  - {hex: "0303", name: Kell}
areas:
  - {id: west, name: West, hexes: 0101 0102}
labels:
  - {text: The valley, hex: "0202"}
"""
OF_MAP = """\
format: 2
kind: map
name: flood
extends: valley.yaml
title: The flooded valley
change:
  terrain: {hills: 0101 0102}
hexsides:
  - {kind: canal, remove: true}
  - {kind: river, name: Holle, sides: 0201/0202}   # the flood
places:
  - {hex: "0101", name: Arnburg}
"""
SCENARIO = """\
format: 2
kind: scenario
name: war
title: War
ruleset: harder.yaml
map: flood.yaml
turns: 5
units:
  - {name: 1st, nationality: north, type: foot, values: [4, 2], setup: "0101"}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("rules", RULES), ("harder", VARIANT), ("valley", MAP), ("flood", OF_MAP),
                       ("war", SCENARIO)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "flood.yaml").write_text(OF_MAP.replace(
        "title: The", "ruleset: harder.yaml\ntitle: The"), encoding="utf-8")
    return tmp_path


def loaded_rules(folder: Path, more: str = "", name: str = "harder") -> Ruleset:
    if more:
        (folder / f"{name}.yaml").write_text(
            f"format: 2\nkind: ruleset\nname: {name}\nextends: rules.yaml\n{more}", encoding="utf-8")
    loaded = load(folder / f"{name}.yaml")
    assert loaded.ruleset is not None, loaded.problems
    return loaded.ruleset


def loaded_map(folder: Path, more: str = "", name: str = "flood") -> GameMap:
    if more:
        (folder / f"{name}.yaml").write_text(
            f"format: 2\nkind: map\nname: {name}\nextends: valley.yaml\n{more}", encoding="utf-8")
    return opened(folder / f"{name}.yaml")[1].map


def complaints(path: Path) -> list[tuple[str, str, int, str]]:
    return [(p.code, Path(p.file).name, p.line, p.message)
            for p in load(path).problems
            if p.severity == "error" or (p.severity, p.code) == ("note", "unknown-entry")]


def refused(folder: Path, more: str, kind: str = "ruleset") -> tuple[str, int, str]:
    """Code, line and message of the only error of a variant with these lines; taking away what the base does
    not have is a note."""
    base = "rules.yaml" if kind == "ruleset" else "valley.yaml"
    (folder / "bad.yaml").write_text(f"format: 2\nkind: {kind}\nname: bad\nextends: {base}\n{more}", "utf-8")
    [(code, file, line, message)] = complaints(folder / "bad.yaml")
    assert file == "bad.yaml"
    return code, line, message


class TestRulesets:
    def test_only_what_is_named_differs(self, folder: Path) -> None:
        base, rules = loaded_rules(folder, name="rules"), loaded_rules(folder)
        terrain = {t.id: t for t in base.terrain}
        ice = TerrainKind("ice", "Ice", 4)
        assert rules == replace(
            base, name="harder", extends="rules.yaml", title="Harder rules",
            terrain=(terrain["clear"], replace(terrain["hills"], cost=3, provenance=Provenance()), ice))

    @pytest.mark.parametrize(("entry", "source"), [
        ("cost: 3", Provenance("designer", "9.0")),
        ("shift: 0", Provenance("designer", "9.0")),
        ("playable: false", Provenance("designer", "9.0")),
        ("name: Heights", Provenance("rulebook", "9.0")),
        ('colour: "#112233"', Provenance("rulebook", "9.0")),
        ("cost: 2", Provenance("rulebook", "9.0")),
        ("cost: 3, provenance: rulebook", Provenance("rulebook")),
        ("cost: 3, provenance: {source: reconstructed, note: From maps.}",
         Provenance("reconstructed", note="From maps.")),
    ])
    def test_a_changed_fact_is_the_designers_unless_its_source_is_stated(
        self, folder: Path, entry: str, source: Provenance
    ) -> None:
        text = RULES.replace("provenance: rulebook", 'provenance: {source: rulebook, rule: "9.0"}')
        (folder / "rules.yaml").write_text(text, encoding="utf-8")
        rules = loaded_rules(folder, f"terrain: [{{id: hills, {entry}}}]\n")
        assert rules.terrain_by_id["hills"].provenance == source
        assert rules.terrain_by_id["clear"].provenance == Provenance()

    def test_what_a_choice_of_an_option_changes_keeps_its_source(self, folder: Path) -> None:
        option = ("options:\n  - {id: snow, name: Snow, choices: [without, with], "
                  "changes: {with: {terrain: [{id: hills, cost: 5}]}}}\n")
        (folder / "rules.yaml").write_text(RULES + option, encoding="utf-8")
        hills = with_choices(loaded_rules(folder, name="rules"), {"snow": "with"}).terrain_by_id["hills"]
        assert (hills.cost, hills.provenance) == (5, Provenance("rulebook"))

    def test_the_name_alone_is_enough(self, folder: Path) -> None:
        base = loaded_rules(folder, name="rules")
        assert loaded_rules(folder, "# all as in the base\n") == replace(
            base, name="harder", extends="rules.yaml")

    def test_null_is_what_a_whole_file_leaves_out(self, folder: Path) -> None:
        rules = loaded_rules(folder, "phases: [{id: move, when: null, side: null}]\nstyle: null\n")
        assert rules.phases[0].when == Condition()
        assert rules.phases[0].side == ""
        assert not rules.style
        assert rules.phases[0].name == "Movement"

    def test_lists_without_ids_are_replaced(self, folder: Path) -> None:
        rules = loaded_rules(folder, 'special_rules: [{rule: "3.0", text: Three.}]\nset_up_order: [red]\n')
        assert [r.text for r in rules.special_rules] == ["Three."]
        assert rules.set_up_order == ("red",)

    def test_the_lines_of_replacements_are_found_by_turn_and_side(self, folder: Path) -> None:
        rules = loaded_rules(folder, "replacements:\n- {turn: 1, side: blue, steps: 5}\n"
                                     "- {turn: 2, side: red, steps: 1, assets: {ash: 1}}\n")
        assert [(r.turn, r.side, r.steps, r.assets) for r in rules.replacements] == [
            (1, "blue", 5, ()), (2, "red", 1, (("ash", 1),))]

    def test_a_style_is_laid_over_that_of_the_base(self, folder: Path) -> None:
        rules = loaded_rules(folder, 'style: {features: {town: {colour: "#111111"}}}\n')
        assert rules.style["border"] == "#8c3b24"
        assert dict(rules.style["features"]["town"]) == {"symbol": "town", "colour": "#111111"}

    def test_sections_change_key_by_key_and_their_lists_by_id(self, folder: Path) -> None:
        (folder / "rules.yaml").write_text(RULES + """\
stacking: {limit: 4, rule: "6.0", weigh: {by: steps}}
victory:
  points:
    - {for: control, worth: 3}
    - {for: elimination, worth: 1}
  levels: [{id: decisive, name: Decisive, lead: 8}]
""", encoding="utf-8")
        base = loaded_rules(folder, name="rules")
        rules = loaded_rules(folder, """\
stacking: {limit: 2, weigh: null}
victory: {levels: [{id: decisive, lead: 5}, {id: marginal, name: Marginal, lead: 2}]}
""")
        assert (rules.stacking.limit, rules.stacking.rule, rules.stacking.weigh.by) == ("2", "6.0", "unit")
        assert rules.victory.points == base.victory.points
        assert [(x.id, x.lead) for x in rules.victory.levels] == [("decisive", 5), ("marginal", 2)]
        text = new_text(rules, base)
        assert read_yaml(text).data["stacking"] == {"limit": 2, "weigh": None}
        assert read_yaml(text).data["victory"] == {
            "levels": [{"id": "decisive", "lead": 5}, {"id": "marginal", "name": "Marginal", "lead": 2}]}
        assert "stacking" not in read_yaml(new_text(replace(base, extends="rules.yaml"), base)).data

    def test_modifiers_change_by_id_in_blocks_and_in_entries(self, folder: Path) -> None:
        (folder / "rules.yaml").write_text(RULES + FIGHTS, encoding="utf-8")
        base = loaded_rules(folder, name="rules")
        rules = loaded_rules(folder, """\
combat: {shifts: [{id: charge, effect: {shift: -2}}, {id: rain, remove: true}]}
tables:
  - {id: combat, modifiers: [{id: guns, effect: {die: 3}}, {id: new, effect: {die: 1}}]}
""")
        charge, flank, _ = base.combat.shifts
        assert rules.combat.shifts == (replace(charge, effect=Change(shift=-2)), flank)
        [old], [table] = base.tables, rules.tables
        guns, luck = old.modifiers
        assert table == replace(old, modifiers=(
            replace(guns, effect=Change(die=3)), luck, Modifier("new", effect=Change(die=1))))
        data = read_yaml(new_text(rules, base)).data
        assert data["combat"] == {
            "shifts": [{"id": "rain", "remove": True}, {"id": "charge", "effect": {"shift": -2}}]}
        assert data["tables"] == [{"id": "combat", "modifiers": [
            {"id": "guns", "effect": {"die": 3}}, {"id": "new", "effect": {"die": 1}}]}]

    def test_an_edit_of_a_modifier_keeps_the_other_lines(self, folder: Path) -> None:
        (folder / "rules.yaml").write_text(RULES + FIGHTS, encoding="utf-8")
        (folder / "harder.yaml").write_text(VARIANT + """\
combat:
  shifts:
    - {id: charge, effect: {shift: -2}}   # mud
    - {id: rain, remove: true}
""", encoding="utf-8")
        loaded, design = opened(folder / "war.yaml")
        charge, flank = design.ruleset.combat.shifts
        edited = replace(design, ruleset=replace(design.ruleset, combat=replace(
            design.ruleset.combat, shifts=(charge, replace(flank, name="From behind")))))
        saved(loaded, edited)
        text = (folder / "harder.yaml").read_text(encoding="utf-8")
        assert "effect: {shift: -2}}   # mud" in text
        assert "{id: flank, name: From behind}" in text
        assert opened(folder / "war.yaml")[1] == edited

    @pytest.mark.parametrize(("more", "code", "line", "words"), [
        ("combat: {shifts: [{id: chrge, remove: true}]}\n", "unknown-entry", 5, "Did you mean `charge`?"),
        ("tables:\n- id: combat\n  modifiers:\n  - {id: gun, remove: true}\n", "unknown-entry", 8,
         '`modifiers` of the base has no entry "gun" to remove. Did you mean `guns`?'),
        ("movement: {classes: [{name: Foot}]}\n", "missing-key", 5, "needs the key `id`"),
        ("combat: {shifts: [{id: charge, effct: {shift: 1}}]}\n", "unknown-key", 5, "Did you mean `effect`?"),
    ])
    def test_what_does_not_fit_a_list_within_the_base(
        self, folder: Path, more: str, code: str, line: int, words: str
    ) -> None:
        (folder / "rules.yaml").write_text(RULES + FIGHTS, encoding="utf-8")
        found, at, message = refused(folder, more)
        assert (found, at) == (code, line)
        assert words in message

    def test_a_list_that_a_ruleset_states_replaces_the_default_of_the_program(self, folder: Path) -> None:
        base = loaded_rules(folder, name="rules")
        rules = loaded_rules(folder, "supply: {states: [{id: thirst, name: Thirst}]}\n")
        assert [s.id for s in base.supply.states] == ["out"]
        assert [s.id for s in rules.supply.states] == ["thirst"]
        assert read_yaml(new_text(rules, base)).data["supply"] == {
            "states": [{"id": "thirst", "name": "Thirst"}]}
        none = replace(rules, supply=Supply(states=()))
        assert read_yaml(new_text(none, base)).data["supply"] == {"states": []}
        removed = loaded_rules(
            folder, "supply: {states: [{id: out, remove: true}, {id: thirst, name: Thirst}]}\n")
        assert removed == rules

    def test_a_list_that_the_base_states_is_merged(self, folder: Path) -> None:
        (folder / "rules.yaml").write_text(
            RULES + "supply: {states: [{id: thirst, name: Thirst, after: 2}]}\n", encoding="utf-8")
        rules = loaded_rules(folder, "supply: {states: [{id: thirst, after: 3}, {id: dying}]}\n")
        assert [(s.id, s.name, s.after) for s in rules.supply.states] == [
            ("thirst", "Thirst", 3), ("dying", "", 1)]

    def test_a_whole_ruleset_removes_no_modifier(self, folder: Path) -> None:
        (folder / "rules.yaml").write_text(
            RULES + FIGHTS + "    - {id: fog, remove: true}\n", encoding="utf-8")
        [(code, _, line, message)] = complaints(folder / "rules.yaml")
        assert (code, line) == ("not-a-variant", (RULES + FIGHTS).count("\n") + 1)
        assert "`remove` belongs to a variant" in message

    def test_the_order_of_a_list(self, folder: Path) -> None:
        rules = loaded_rules(
            folder, "terrain: [{id: ice, name: Ice, cost: 4}]\norder: {terrain: [ice, hills]}\n")
        assert [t.id for t in rules.terrain] == ["ice", "hills", "clear", "marsh"]

    def test_a_provenance_for_all_entries_of_the_file(self, folder: Path) -> None:
        rules = loaded_rules(folder, "terrain_provenance: reconstructed\n"
                                     "terrain: [{id: hills, cost: 3}, {id: ice, name: Ice, cost: 4}]\n")
        assert [t.provenance.source for t in rules.terrain] == [
            "designer", "reconstructed", "designer", "reconstructed"]

    def test_a_variant_of_a_variant(self, folder: Path) -> None:
        (folder / "hardest.yaml").write_text(
            "format: 2\nkind: ruleset\nname: hardest\nextends: harder.yaml\nterrain: [{id: ice, cost: 9}]\n")
        rules = loaded_rules(folder, name="hardest")
        assert rules.title == "Harder rules"
        assert {t.id: t.cost for t in rules.terrain} == {"clear": 1, "hills": 3, "ice": 9}

    def test_a_bundled_base(self, tmp_path: Path) -> None:
        (tmp_path / "own.yaml").write_text(
            "format: 2\nkind: ruleset\nname: own\nextends: blank\nturns: 3\n", encoding="utf-8")
        blank = load("blank", "ruleset").ruleset
        assert load(tmp_path / "own.yaml").ruleset == replace(blank, name="own", extends="blank", turns=3)

    @pytest.mark.parametrize(("more", "code", "line", "words"), [
        ("terrain:\n- {id: hill, remove: true}\n", "unknown-entry", 6,
         '`terrain` of the base has no entry "hill" to remove. Did you mean `hills`?'),
        ("terrain:\n- {id: ice, name: Ice}\n", "missing-key", 6,
         'Terrain "Ice" needs the key `cost`: the base has no such entry, so this one is new.'),
        ("terrain:\n- {id: hills, cost: 3}\n- {id: hills, shift: 1}\n", "twice", 7,
         '`terrain` changes "hills" twice (lines 6 and 7). Join the entries.'),
        ("terrain:\n- {id: hills, cost: null}\n", "wrong-type", 6, "is empty; expected"),
        ("terrain:\n- {id: hills, cots: 3}\n", "unknown-key", 6, "Did you mean `cost`?"),
        ("terrain:\n- {cost: 3}\n", "missing-key", 6, "needs the key `id`"),
        ("order: {terain: [hills]}\n", "unknown-key", 5,
         '`order` names "terain", which is not a list whose entries have ids. Did you mean `terrain`?'),
        ("order:\n  terrain:\n  - clear\n  - hill\n", "unknown-entry", 8,
         '`order` of `terrain` names "hill", and `terrain` has no such entry. Did you mean `hills`?'),
    ])
    def test_what_does_not_fit_the_base(
        self, folder: Path, more: str, code: str, line: int, words: str
    ) -> None:
        found, at, message = refused(folder, more)
        assert (found, at) == (code, line)
        assert words in message

    @pytest.mark.parametrize(("more", "words"), [
        ("order: {terrain: [hills]}\n", "`order` belongs to a variant; this ruleset names no base in"),
        ("features: [{id: town, name: Town, remove: true}]\n", "`remove` belongs to a variant"),
    ])
    def test_what_only_a_variant_may_have(self, folder: Path, more: str, words: str) -> None:
        text = RULES.replace("features:\n  - {id: town, name: Town}\n", "")
        (folder / "rules.yaml").write_text(text + more, encoding="utf-8")
        [(code, _, line, message)] = complaints(folder / "rules.yaml")
        assert (code, line) == ("not-a-variant", text.count("\n") + 1)
        assert words in message

    def test_a_whole_file_needs_its_keys_as_before(self, folder: Path) -> None:
        (folder / "rules.yaml").write_text(
            RULES.replace(", cost: prohibited", "").replace("when: {nationalities: north}", "when: null"))
        assert [(c, line, m) for c, _, line, m in complaints(folder / "rules.yaml")] == [
            ("missing-key", 23, 'Terrain "Marsh" needs the key `cost`.'),
            ("wrong-type", 34, "`when` of phase \"Movement\" is empty; expected a mapping of keys to values, "
             "such as {nationalities: northland, options: {reserves: roll}}.")]


class TestBases:
    def test_a_circle(self, folder: Path) -> None:
        (folder / "rules.yaml").write_text(VARIANT.replace("extends: rules", "extends: harder"))
        [(code, file, line, message), (last, own, at, _)] = complaints(folder / "harder.yaml")
        assert (last, own, at) == ("unusable-base", "harder.yaml", 5)
        assert (code, file, line) == ("cycle", "rules.yaml", 5)
        assert "goes round in a circle" in message

    @pytest.mark.parametrize("kind", ["ruleset", "map"])
    def test_more_variants_than_anyone_needs(self, tmp_path: Path, kind: str) -> None:
        for i in range(25):
            (tmp_path / f"v{i}.yaml").write_text(
                f"format: 2\nkind: {kind}\nname: v{i}\nextends: v{i + 1}.yaml\n", encoding="utf-8")
        [(code, _, line, message), (last, own, _, _)] = complaints(tmp_path / "v0.yaml")
        assert (last, own) == ("unusable-base", "v0.yaml")
        assert (code, line) == ("cycle", 4)
        assert "more than 20 variants are based on each other" in message

    @pytest.mark.parametrize(("kind", "file"), [("ruleset", "harder"), ("map", "flood")])
    @pytest.mark.parametrize(("reference", "words"), [
        ("none.yaml", "There is no file"), ("../rules.yaml", "leaves the folder"), ("nothing", "no bundled"),
        ("/etc/passwd.yaml", "must be relative"), ("war.yaml", "This is a scenario"),
    ])
    def test_a_base_that_may_not_be_read(
        self, folder: Path, kind: str, file: str, reference: str, words: str
    ) -> None:
        path = folder / f"{file}.yaml"
        path.write_text(f"format: 2\nkind: {kind}\nname: x\nextends: {reference}\n", encoding="utf-8")
        (_, _, _, message), *_ = complaints(path)
        assert words in message

    def test_a_fault_in_the_base_names_the_base(self, folder: Path) -> None:
        (folder / "rules.yaml").write_text(RULES.replace("shift: -1", "shift: far"), encoding="utf-8")
        (folder / "valley.yaml").write_text(MAP.replace('".hh."', '".hx."'), encoding="utf-8")
        assert [c[:3] for c in complaints(folder / "war.yaml")] == [
            ("unknown-letter", "valley.yaml", 9), ("wrong-type", "rules.yaml", 22)]

    def test_checks_name_the_file_that_has_the_entry(self, folder: Path) -> None:
        (folder / "rules.yaml").write_text(RULES.replace("side: blue\n    col", "side: green\n    col"))
        (folder / "harder.yaml").write_text(
            VARIANT + "features: [{id: town, shift: 0}]\n"
            "unit_types: [{id: horse, name: Horse, symbol: cavalry, movement: 1}]\n"
            "replacements: [{turn: 2, side: grey, steps: 1}]\n")
        errors = {(c, f, line) for c, f, line, _ in complaints(folder / "harder.yaml")}
        assert errors == {("unknown-side", "rules.yaml", 13), ("unknown-side", "harder.yaml", 14)}

    def test_paths_of_a_base_in_a_folder_below_are_adjusted(self, folder: Path) -> None:
        below = folder / "base"
        below.mkdir()
        for name in ("rules", "valley"):
            (folder / f"{name}.yaml").rename(below / f"{name}.yaml")
        (folder / "flood.yaml").write_text(OF_MAP.replace("valley.yaml", "base/valley.yaml"))
        design = opened(folder / "flood.yaml")[1]
        assert design.map.ruleset == "base/rules.yaml"
        assert design.ruleset.title == "Rules"

    def test_extends_does_not_count_in_marks_of_whole_documents(self, folder: Path) -> None:
        rules = loaded_rules(folder, name="rules")
        assert content_mark(rules) == content_mark(replace(rules, extends=""))
        assert content_mark(rules) != content_mark(replace(rules, extends="blank"))


class TestMaps:
    def test_only_what_is_named_differs(self, folder: Path) -> None:
        base, flood = loaded_map(folder, name="valley"), loaded_map(folder)
        grid = base.grid
        river, _ = base.lines
        side = grid.parse_side("0201/0202")
        assert side is not None
        assert flood == replace(
            base, name="flood", extends="valley.yaml", title="The flooded valley", ruleset="harder.yaml",
            terrain=base.terrain.with_values({Hex(0, 0): "hills", Hex(0, 1): "hills"}),
            lines=(replace(river, sides=(*river.sides, side)),),
            places=(replace(base.places[0], name="Arnburg"), base.places[1]))

    def test_the_whole_design(self, folder: Path) -> None:
        loaded, design = opened(folder / "war.yaml")
        assert [p for p in loaded.problems if p.severity == "error"] == []
        assert design.ruleset.name == "harder"
        assert design.map.terrain.at(Hex(0, 0)) == "hills"

    def test_hexsides_and_roads_are_taken_off_and_added(self, folder: Path) -> None:
        m = loaded_map(folder, "hexsides:\n- {kind: river, name: Holle, sides: 0102/0101, remove: true}\n"
                               "- {kind: river, name: Holle, width: 3, sides: 0201/0202}\n"
                               "roads:\n- {kind: road, path: 0302-0301, remove: true}\n"
                               "- {kind: road, name: Post road, remove: true}\n"
                               "- {kind: road, path: 0101-0201}\n")
        number = m.grid.side_text
        assert [(x.name, x.width, tuple(map(number, x.sides))) for x in m.lines] == [
            ("Holle", 1, ("0102/0103",)), ("", 1, ("0201/0202",)), ("Holle", 3, ("0201/0202",))]
        assert [(r.name, r.path) for r in m.roads] == [("", (Hex(0, 0), Hex(1, 0)))]

    def test_lists_by_what_they_are(self, folder: Path) -> None:
        m = loaded_map(folder, 'labels:\n- {text: The valley, hex: "0202", size: 2}\n'
                               '- {text: Sea, hex: "0101"}\n'
                               'areas:\n- {id: west, hexes: 0103}\nplaces:\n- {hex: "0303", remove: true}\n')
        assert [(x.text, x.size) for x in m.labels] == [("The valley", 2), ("Sea", 0.5)]
        assert (m.areas[0].name, m.areas[0].hexes) == ("West", (Hex(0, 2),))
        assert [p.name for p in m.places] == ["Arn"]

    def test_countries(self, folder: Path) -> None:
        m = loaded_map(folder, 'change: {countries: {north: 0101 0102}}\n')
        assert m.hexes_by_country["north"] == (Hex(0, 0), Hex(0, 1))
        (folder / "more.yaml").write_text("format: 2\nkind: map\nname: more\nextends: flood.yaml\n"
                                          'change: {countries: {"": 0102}}\n', encoding="utf-8")
        assert loaded_map(folder, name="more").hexes_by_country["north"] == (Hex(0, 0),)

    @pytest.mark.parametrize(("more", "code", "line", "words"), [
        ("grid: {orientation: flat, columns: 9, rows: 9}\n", "of-the-base", 5,
         "A map that extends another has the `grid` of that map, and none of its own. For another grid write "
         "a whole map, without `extends`."),
        ("terrain: {legend: {a: clear}, rows: [aaaa, aaaa, aaaa]}\n", "of-the-base", 5,
         "Write the hexes that differ under `change`."),
        ("change:\n  terrain:\n    hills: 0101 0199\n", "unknown-hex", 7, "There is no hex '0199' on"),
        ("change:\n  terrain:\n    hills: 0101\n    clear: 0101\n", "twice", 8,
         'gives hex 0101 two values of `terrain`: "hills" and "clear"'),
        ("change:\n  terrain:\n    High hills: 0101\n", "wrong-value", 7,
         '"High hills" in `terrain` of `change` is not a short name'),
        ("roads:\n- {kind: road, name: A1, remove: true}\n", "unknown-entry", 6,
         '`roads` of the base has no "road A1" to remove.'),
        ("roads:\n- {kind: road, path: 0101-0201, remove: true}\n", "unknown-entry", 6,
         '`roads` of the base has no "road" with this path to remove.'),
        ("roads:\n- {kind: road, path: 0101-0303}\n", "road-jumps", 6, "jumps from 0101 to 0303"),
        ("roads:\n- {kind: road}\n", "missing-key", 6, "needs the key `path`"),
        ("hexsides:\n- {kind: canal, sides: 0101/0102, remove: true}\n", "unknown-entry", 6,
         "The base has no canal on 0101/0102 to remove."),
        ('places:\n- {hex: "0102", remove: true}\n', "unknown-entry", 6, "no entry \"0102\" to remove"),
        ('places:\n- {hex: "9999", name: X}\n', "unknown-hex", 6, "There is no hex '9999'"),
        ("areas:\n- {id: east, name: East}\n", "missing-key", 6, "needs the key `hexes`"),
    ])
    def test_what_does_not_fit_the_base(
        self, folder: Path, more: str, code: str, line: int, words: str
    ) -> None:
        found, at, message = refused(folder, more, "map")
        assert (found, at) == (code, line)
        assert words in message

    def test_more_kinds_of_terrain_than_letters(self, folder: Path) -> None:
        hexes = "\n".join(f"    t{i}: {c:02}{r:02}" for i, (c, r) in enumerate(
            (c, r) for c in range(1, 31) for r in range(1, 4)))
        (folder / "valley.yaml").write_text(MAP.replace("columns: 4", "columns: 30").replace(
            '"....", ".hh.", "...."', ", ".join(['"' + "." * 30 + '"'] * 3)))
        code, line, message = refused(folder, f"change:\n  terrain:\n{hexes}\n", "map")
        assert (code, line) == ("too-big", 6)
        assert "`change` adds 90 values to `terrain`" in message

    def test_change_belongs_to_a_variant(self, folder: Path) -> None:
        (folder / "valley.yaml").write_text(MAP + "change: {terrain: {hills: 0101}}\n", encoding="utf-8")
        [(code, _, _, message)] = complaints(folder / "valley.yaml")
        assert (code, message) == (
            "not-a-variant", "`change` belongs to a variant; this map names no base in `extends`.")


def saved(loaded: LoadResult, design: Design) -> None:
    assert save_design(design, loaded.sources).written


class TestSaving:
    def test_an_edit_of_an_inherited_entry_is_a_changed_entry(self, folder: Path) -> None:
        loaded, design = opened(folder / "war.yaml")
        before = (folder / "rules.yaml").read_bytes()
        clear, *rest = design.ruleset.terrain
        edited = replace(design, ruleset=replace(design.ruleset, terrain=(replace(clear, cost=1.5), *rest)))
        saved(loaded, edited)
        text = (folder / "harder.yaml").read_text(encoding="utf-8")
        assert text == VARIANT + "  - {id: clear, cost: 1.5}\n"
        assert (folder / "rules.yaml").read_bytes() == before
        assert opened(folder / "war.yaml")[1] == edited

    def test_taking_back_the_difference_removes_its_line(self, folder: Path) -> None:
        loaded, design = opened(folder / "war.yaml")
        row = [t.id for t in design.ruleset.terrain].index("hills")
        saved(loaded, replace(design, ruleset=change_field(design.ruleset, "terrain", row, "cost", 2)))
        assert (folder / "harder.yaml").read_text(encoding="utf-8") == VARIANT.replace(
            "  - {id: hills, cost: 3}   # was 2\n", "")
        hills = opened(folder / "war.yaml")[1].ruleset.terrain_by_id["hills"]
        assert (hills.cost, hills.provenance) == (2, Provenance("rulebook"))

    def test_taking_back_a_difference_within_a_block_removes_its_line(self, folder: Path) -> None:
        (folder / "rules.yaml").write_text(RULES + FIGHTS.replace(
            "effect: {shift: -1}}", "effect: {shift: -1}, provenance: rulebook}"), encoding="utf-8")
        text = VARIANT + "combat:\n  shifts:\n    - {id: rain, effect: {shift: -2}}\n"
        (folder / "harder.yaml").write_text(text, encoding="utf-8")
        loaded, design = opened(folder / "war.yaml")
        *others, rain = design.ruleset.combat.shifts
        assert rain.provenance == Provenance("designer")
        shifts = (*others, replace(rain, effect=Change(shift=-1)))
        combat = replace(design.ruleset.combat, shifts=shifts)
        saved(loaded, replace(design, ruleset=replace(design.ruleset, combat=combat)))
        assert (folder / "harder.yaml").read_text(encoding="utf-8") == VARIANT
        assert opened(folder / "war.yaml")[1].ruleset.combat.shifts[-1].provenance == Provenance("rulebook")

    def test_no_change_writes_nothing(self, folder: Path) -> None:
        loaded, design = opened(folder / "war.yaml")
        assert save_design(design, loaded.sources).written == ()

    def test_another_order_of_a_list(self, folder: Path) -> None:
        loaded, design = opened(folder / "war.yaml")
        edited = replace(design, ruleset=replace(design.ruleset, terrain=design.ruleset.terrain[::-1]))
        saved(loaded, edited)
        text = (folder / "harder.yaml").read_text(encoding="utf-8")
        assert text == VARIANT + "order: {terrain: [ice, hills, clear]}\n"
        assert opened(folder / "war.yaml")[1] == edited

    def test_a_hex_painted_and_a_river_drawn(self, folder: Path) -> None:
        loaded, design = opened(folder / "war.yaml")
        text = (folder / "flood.yaml").read_text(encoding="utf-8")
        base = (folder / "valley.yaml").read_bytes()
        m = design.map
        side = m.grid.parse_side("0301/0302")
        assert side is not None
        [river] = m.lines
        m = replace(m, terrain=m.terrain.with_values({Hex(3, 2): "hills"}),
                    lines=(replace(river, sides=(*river.sides, side)),))
        saved(loaded, replace(design, map=m))
        assert (folder / "flood.yaml").read_text(encoding="utf-8") == text.replace(
            "hills: 0101 0102", "hills: 0101 0102 0403").replace(
            "sides: 0201/0202}", "sides: 0201/0202 0301/0302}")
        assert (folder / "valley.yaml").read_bytes() == base
        assert opened(folder / "war.yaml")[1].map == m

    def test_all_taken_back_leaves_a_map_as_the_base(self, folder: Path) -> None:
        loaded, design = opened(folder / "flood.yaml")
        base = loaded_map(folder, name="valley")
        edited = replace(base, name="flood", extends="valley.yaml", title=design.map.title,
                         ruleset=design.map.ruleset)
        saved(loaded, replace(design, map=edited))
        assert (folder / "flood.yaml").read_text(encoding="utf-8") == (
            "format: 2\nkind: map\nname: flood\nextends: valley.yaml\nruleset: harder.yaml\n"
            "title: The flooded valley\n")

    def test_another_grid_writes_the_map_whole(self, folder: Path) -> None:
        loaded, design = opened(folder / "flood.yaml")
        larger = resize(design, right=2).design
        result = save_design(larger, loaded.sources)
        assert result.notes == (
            "The grid is no longer that of the base map valley, so all of the map was written out.",)
        again = opened(folder / "flood.yaml")[1].map
        assert again == replace(larger.map, extends="")
        assert (again.grid.columns, again.extends) == (6, "")

    def test_a_base_changed_by_another_program(self, folder: Path) -> None:
        loaded, design = opened(folder / "war.yaml")
        (folder / "harder.yaml").write_text(VARIANT + "# more\n", encoding="utf-8")
        edited = replace(design, ruleset=replace(design.ruleset, turns=3))
        with pytest.raises(ChangedOnDiskError, match=r"harder\.yaml was changed by another program"):
            save_design(edited, loaded.sources)

    def test_save_as_elsewhere_refers_to_the_base_or_writes_all(self, folder: Path, tmp_path: Path) -> None:
        loaded, design = opened(folder / "flood.yaml")
        beside = save_as(design, loaded.sources, folder / "copy.yaml")
        assert beside.design.map.extends == "valley.yaml"
        below = folder / "below"
        below.mkdir()
        away = save_as(design, loaded.sources, below / "copy.yaml")
        assert away.design.map.extends == ""
        assert "The base map cannot be referred to from there, so all of it was written out." in away.notes
        assert replace(opened(below / "copy.yaml")[1].map, extends="", ruleset="") == replace(
            in_file_order(design.map, design.map), extends="", ruleset="")

    def test_a_copy_without_a_file_is_written_whole_if_its_base_cannot_be_named(self, folder: Path) -> None:
        loaded, design = opened(folder / "flood.yaml")
        below = folder / "below"
        below.mkdir()
        away = save_as(design, replace(loaded.sources, map=None), below / "copy.yaml")
        assert away.design.map.extends == ""
        beside = save_as(design, replace(loaded.sources, map=None), folder / "copy.yaml")
        assert beside.design.map.extends == "valley.yaml"
        assert "grid" not in read_yaml((folder / "copy.yaml").read_text(encoding="utf-8")).data

    def test_two_entries_of_one_id_cannot_be_saved(self, folder: Path) -> None:
        rules, base = loaded_rules(folder), loaded_rules(folder, name="rules")
        twice = replace(rules, terrain=(*rules.terrain, replace(rules.terrain[0], cost=7)))
        with pytest.raises(YamlWriteError, match='`terrain` has two entries "clear"; a file that extends'):
            new_text(twice, base)


# -- random variants ------------------------------------------------------------------------------


def unique(ruleset: Ruleset) -> Ruleset:
    """The ruleset with one entry of each id, as checks ask for."""
    lists: dict[str, Any] = {}
    for name in ("sides", "nationalities", "unit_types", "terrain", "hexsides", "roads", "features", "tables",
                 "results", "phases", "options", "player_aid"):
        lists[name] = tuple({e.id: e for e in getattr(ruleset, name)}.values())
    lists["replacements"] = tuple({(r.turn, r.side): r for r in ruleset.replacements}.values())
    return replace(ruleset, **lists)


@st.composite
def of_both(draw: st.DrawFn, one: Ruleset, other: Ruleset) -> Ruleset:
    """A ruleset with entries of both, some of the first with values of the second, in any order."""
    values: dict[str, Any] = {}
    for name in ("sides", "nationalities", "unit_types", "terrain", "hexsides", "roads", "features", "tables",
                 "results", "phases", "options", "player_aid", "replacements"):
        kept = [e for e in getattr(one, name) if draw(st.integers(0, 4))]
        new = list(getattr(other, name))
        if kept and new and name != "replacements" and draw(st.booleans()):
            new[0] = replace(new[0], id=kept[0].id)
            kept = kept[1:]
        values[name] = tuple(draw(st.permutations([*kept, *new])))
        if not values[name]:
            values[name] = getattr(one, name)
    for name in ("title", "notes", "turns", "special_rules", "set_up_order"):
        values[name] = getattr(draw(st.sampled_from([one, other])), name)
    return unique(replace(one, **values))


@settings(QUICK, max_examples=10)
@given(st.data())
def test_a_random_variant_of_a_ruleset_is_the_same_when_it_is_read_again(data: st.DataObject) -> None:
    check_variant(data)


@pytest.mark.exhaustive
@settings(QUICK, max_examples=200)
@given(st.data())
def test_many_random_variants_of_rulesets_are_the_same_when_they_are_read_again(data: st.DataObject) -> None:
    check_variant(data)


def check_variant(data: st.DataObject) -> None:
    """Two random variants of a random ruleset, one after the other in a file, are read as written."""
    base = unique(data.draw(RULESETS))
    other = unique(data.draw(RULESETS))
    first = replace(data.draw(of_both(base, other)), name="v", extends="base.yaml")
    text = new_text(first, base)
    second = replace(data.draw(of_both(first, other)), name="v", extends="base.yaml")
    reading = read_yaml(text)
    assert changed_text(reading, first, first, base, base) == text
    # Both functions read what they wrote, and raise if it is another document.
    again = changed_text(reading, first, second, base, base)
    assert changed_text(read_yaml(again), second, second, base, base) == again
    assert read_yaml(again).data["extends"] == "base.yaml"
    same = replace(base, name="v", extends="base.yaml")
    assert set(read_yaml(changed_text(reading, first, same, base, base)).data) <= {
        "format", "kind", "name", "extends"}


@st.composite
def edited(draw: st.DrawFn, m: GameMap) -> GameMap:
    hexes = st.sampled_from(list(m.grid))
    sides = st.tuples(hexes, st.integers(0, 5)).map(lambda p: m.grid.side(*p))
    values = st.sampled_from(["hills", "a", *m.terrain.values.values()])
    lines = [x for x in m.lines if draw(st.integers(0, 4))]
    for line in draw(st.lists(st.builds(
            HexsideLine, kind=st.sampled_from(["river", "wall"]), name=st.sampled_from(["", "Elbe"]),
            sides=st.lists(sides, max_size=5).map(tuple), width=st.integers(1, 2)), max_size=3)):
        lines.insert(draw(st.integers(0, len(lines))), line)
    lines = [replace(x, sides=x.sides[draw(st.integers(0, 1)):] + tuple(draw(st.lists(sides, max_size=2))))
             if draw(st.booleans()) else x for x in lines]
    roads = [x for x in m.roads if draw(st.integers(0, 4))]
    for hex in draw(st.lists(hexes, max_size=2)):
        road = Road("road", (hex,), draw(st.sampled_from(["", "A1"])))
        roads.insert(draw(st.integers(0, len(roads))), road)
    places = {p.hex: p for p in m.places if draw(st.integers(0, 4))}
    for hex in draw(st.lists(hexes, max_size=2)):
        places[hex] = replace(places.get(hex) or Place(hex), name=draw(TEXTS))
    labels = {(x.text, x.hex): x for x in m.labels if draw(st.integers(0, 4))}
    for hex in draw(st.lists(hexes, max_size=2)):
        labels["Sea", hex] = Label("Sea", hex, draw(st.sampled_from([0.5, 1.0])))
    return replace(
        m, name="v", extends="base.yaml", title=draw(st.sampled_from([m.title, "New"])),
        terrain=m.terrain.with_values(draw(st.dictionaries(hexes, values, max_size=4))),
        countries=m.countries.with_values(
            draw(st.dictionaries(hexes, st.sampled_from(["", "x"]), max_size=4))),
        lines=tuple(lines), roads=tuple(roads), places=tuple(places.values()), labels=tuple(labels.values()),
        areas=tuple({a.id: a for a in m.areas if draw(st.integers(0, 4))}.values()))


def one_of_each(entries: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple({e.id: e for e in entries}.values())


def with_inner_lists(
    ruleset: Ruleset, shifts: tuple[Any, ...], states: tuple[Any, ...], modifiers: tuple[Any, ...]
) -> Ruleset:
    """A ruleset with lists in blocks and in an entry, each with one entry of an id."""
    return replace(
        ruleset, combat=Combat(shifts=one_of_each(shifts)), supply=Supply(states=one_of_each(states)),
        tables=(CombatTable("combat", "Combat", rows=(("AE",),), modifiers=one_of_each(modifiers)),))


def in_base_order(after: tuple[Any, ...], before: tuple[Any, ...]) -> tuple[Any, ...]:
    """The entries as a variant lists them: those of the base first."""
    ids = [e.id for e in before]
    return tuple(sorted(after, key=lambda e: ids.index(e.id) if e.id in ids else len(ids)))


NAMES_OF_RULES = st.sampled_from(["", "Charge", "Rain"])
EFFECTS = st.builds(Change, shift=st.integers(0, 2), die=st.integers(0, 2))
MODIFIERS = st.lists(st.builds(
    Modifier, id=st.sampled_from("abcd"), name=NAMES_OF_RULES, effect=EFFECTS,
    who=st.sampled_from(["any", "all"]), when=st.sampled_from([Situation(), Situation(supplied=False)]),
), max_size=4).map(tuple)
STATES = st.just(Supply().states) | st.lists(st.builds(
    SupplyState, id=st.sampled_from(["out", "dry"]), name=NAMES_OF_RULES, effect=EFFECTS,
    after=st.integers(1, 3)), max_size=3).map(tuple)
INNER = st.tuples(MODIFIERS, STATES, MODIFIERS)


@QUICK
@given(INNER, INNER)
def test_lists_within_blocks_and_entries_are_the_same_when_a_variant_is_read_again(
    first: Any, second: Any
) -> None:
    base = with_inner_lists(Ruleset("base", "Base", "", sides=(Side("blue", "Blue"),), terrain=(
        TerrainKind("clear", "Clear", 1),)), *first)
    shifts, states, modifiers = map(one_of_each, second)
    stated = () if base.supply == Supply() else base.supply.states
    variant = replace(with_inner_lists(
        base, in_base_order(shifts, base.combat.shifts), in_base_order(states, stated),
        in_base_order(modifiers, base.tables[0].modifiers)), name="v", extends="base.yaml")
    # The function reads what it wrote, and raises if it is another document.
    text = new_text(variant, base)
    assert set(read_yaml(text).data) <= {"format", "kind", "name", "extends", "combat", "supply", "tables"}
    assert changed_text(read_yaml(text), variant, variant, base, base) == text


@QUICK
@given(st.data())
def test_a_random_variant_of_a_map_is_the_same_when_it_is_read_again(data: st.DataObject) -> None:
    base = data.draw(maps())
    base = replace(base, areas=tuple({a.id: a for a in base.areas}.values()),
                   places=tuple({p.hex: p for p in base.places}.values()),
                   labels=tuple({(x.text, x.hex): x for x in base.labels}.values()))
    first = data.draw(edited(base))
    text = new_text(first, base)
    reading = read_yaml(text)
    assert changed_text(reading, first, first, base, base) == text
    second = data.draw(edited(first))
    again = changed_text(reading, first, second, base, base)
    assert "grid" not in read_yaml(again).data
    same = replace(base, name="v", extends="base.yaml")
    assert set(read_yaml(changed_text(reading, first, same, base, base)).data) <= {
        "format", "kind", "name", "extends"}


def test_letters_of_a_variant_do_not_matter() -> None:
    base = load("visegrad4", "map").design
    assert base is not None
    legend = tuple((chr(0x100 + n), value) for n, (_, value) in enumerate(base.map.terrain.legend))
    other = {letter: chr(0x100 + n) for n, (letter, _) in enumerate(base.map.terrain.legend)}
    rows = tuple("".join(other[c] for c in row) for row in base.map.terrain.rows)
    variant = replace(base.map, name="v", extends="visegrad4", terrain=Layer(legend, rows))
    assert "change" not in read_yaml(new_text(variant, base.map)).data


def test_a_base_that_was_renamed_is_named(tmp_path: Path) -> None:
    (tmp_path / "old-war.yaml").write_text(
        "format: 2\nkind: scenario\nname: war\ntitle: War\nextends: hollen\n", "utf-8")
    (tmp_path / "mine.yaml").write_text(
        "format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: war.yaml\n", "utf-8")
    [(code, file, line, message)] = complaints(tmp_path / "mine.yaml")
    assert (code, file, line) == ("no-scenario", "mine.yaml", 5)
    assert "old-war.yaml there says `name: war`: was the file renamed? Write old-war.yaml instead." in message


def test_a_base_of_a_newer_format_says_what_can_read_it(tmp_path: Path) -> None:
    (tmp_path / "war.yaml").write_text(
        "format: 9\nkind: scenario\nname: war\ntitle: War\nextends: hollen\n", "utf-8")
    for name, base in (("mine", "war"), ("yours", "mine")):
        (tmp_path / f"{name}.yaml").write_text(
            f"format: 2\nkind: scenario\nname: {name}\ntitle: T\nextends: {base}.yaml\n", "utf-8")
    [first, second] = complaints(tmp_path / "yours.yaml")
    assert first[:3] == ("wrong-value", "war.yaml", 1)
    assert "A newer version of the program has written it" in first[3]
    assert second[:3] == ("unusable-base", "yours.yaml", 5)
    assert "because of the errors in war.yaml" in second[3]
