"""Checks of ruleset data: problems of values and tables, with entry and line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from small_design import small_design

from visegrad_editor.engine import check_design
from visegrad_editor.model.check import check_documents, check_rules, locate_problems
from visegrad_editor.model.edit.ruleset import rename_entry, typed, with_ruleset
from visegrad_editor.model.edit.ruleset_tables import add_row, set_results
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.rules.combat import CombatTable
from visegrad_editor.model.rules.results import ResultCode
from visegrad_editor.model.ruleset import Ruleset

RULES = small_design().ruleset
TABLE = CombatTable("crt", "CRT", ("1:1", "2:1"), (0, 200), (("AE", "DR"), ("DR", "AE")))
SOUND = replace(RULES, tables=(TABLE,), results=(ResultCode("AE", "A", ""), ResultCode("DR", "D", "")))


def first(section: str, **values: object) -> Ruleset:
    entries = getattr(SOUND, section)
    changed = {section: (replace(entries[0], **values), *entries[1:])}
    return replace(SOUND, **changed)  # type: ignore[arg-type]


def test_a_sound_ruleset_has_no_problems() -> None:
    assert check_rules(SOUND) == ()


@pytest.mark.parametrize(("rules", "severity", "code", "entry", "words"), [
    (first("terrain", cost=-2), "error", "cost", "terrain/clear", ["Clear", "-2"]),
    (first("terrain", colour="mauve"), "error", "bad-value", "terrain/clear", ['is "mauve"', "#rrggbb"]),
    (first("terrain", shift=12), "error", "bad-value", "terrain/clear", ["-10 to 10"]),
    (first("terrain", name=""), "error", "bad-value", "terrain/clear", ["name is needed"]),
    (first("terrain", id="Clear Ground"), "error", "bad-value", "terrain/Clear Ground", ["clear-ground"]),
    (first("roads", width=3.0), "error", "bad-value", "roads/highway", ["hex side wide"]),
    (first("nationalities", colours=replace(SOUND.nationalities[0].colours, ink="red")), "error", "bad-value",
     "nationalities/norland", ["print", "#rrggbb"]),
    (first("terrain", colour="#C9B08A", pattern="mountain"), "warning", "same-look", "terrain/mountain",
     ["Mountain looks like Clear"]),
    (first("hexsides", provenance=Provenance("rulebook")), "note", "no-rule", "hexsides/river", ["River"]),
    (first("tables", thresholds=(10, 200)), "error", "bad-table", "tables/crt", ["must be 0"]),
    (first("tables", thresholds=(0, 0)), "error", "bad-table", "tables/crt", ["must grow"]),
    (first("tables", thresholds=(0,)), "error", "bad-table", "tables/crt", ["2 columns and 1 thresholds"]),
    (first("tables", columns=("1:1", "1:1")), "error", "bad-table", "tables/crt", ['heading "1:1"']),
    (first("tables", columns=("1:1", "")), "error", "bad-table", "tables/crt", ["Column 2", "no heading"]),
    (first("tables", rows=()), "error", "bad-table", "tables/crt", ["no rows"]),
    (first("tables", rows=(("AE",),)), "error", "bad-table", "tables/crt", ["1 results"]),
    (first("tables", rows=(("AE", ""),)), "error", "no-result", "tables/crt", ["roll of 1", "column 2:1"]),
    (first("tables", rows=(("AE", "DR"), ("", ""))), "error", "no-result", "tables/crt",
     ["roll of 2 in any column"]),
    (first("tables", rows=(("AE", "DX"),)), "error", "unknown-result", "tables/crt", ['"DX"', "die roll 1"]),
    (replace(SOUND, terrain=SOUND.terrain[2:]), "error", "no-terrain", "", ["No kind of terrain"]),
])
def test_what_is_wrong(rules: Ruleset, severity: str, code: str, entry: str, words: list[str]) -> None:
    found = [p for p in check_rules(rules) if p.code == code]
    assert [(p.severity, p.entry) for p in found] == [(severity, entry)]
    assert all(w in found[0].message for w in words), found[0].message


def _of_the_sample(edit: Callable[[Ruleset], Ruleset]) -> tuple[list[Problem], list[str]]:
    """The new problems when the sample's ruleset is edited, and the lines of its file."""
    loaded = load("scenarios/historical")
    source = loaded.sources.ruleset
    assert loaded.design is not None
    assert source is not None
    changed = replace(loaded.design, ruleset=edit(loaded.design.ruleset))
    by_rules = locate_problems(check_design(changed), changed, loaded.sources)
    found = (*check_documents(changed, loaded.sources), *by_rules)
    return [p for p in found if p not in loaded.problems], source.text.splitlines()


def test_problems_name_the_line_in_the_file() -> None:
    rows = {(3, 2): ""}
    found, lines = _of_the_sample(lambda r: set_results(r, 1, rows))
    (gap,) = (p for p in found if p.code == "no-result")
    assert "roll of 4" in gap.message
    assert lines[gap.line - 1].strip() == "- [AD, AW, DW, MA, DP, DD, DE, OR]"
    assert lines[gap.line - 9].strip() == "- id: cyber-war"


def test_the_rules_name_the_entry_and_get_its_line() -> None:
    found, lines = _of_the_sample(lambda r: add_row(r, 0, 6))
    (seven,) = (p for p in found if p.code == "table-rows")
    assert seven.rule == "11.0"
    assert seven.entry == "tables/assault"
    assert lines[seven.line - 1].strip() == "- id: assault"


def test_a_feature_the_rules_look_for_under_another_id() -> None:
    design = load("scenarios/historical").design
    assert design is not None
    at = [f.id for f in design.ruleset.features].index("industrial")
    renamed = rename_entry(design, "features", at, "gas-field")
    found = [p for p in check_design(renamed) if p.code == "no-feature"]
    assert [(p.rule, p.entry) for p in found] == [("4.0", "features/")]


def test_a_ruleset_alone_is_checked_too(tmp_path: Path) -> None:
    text = (resource_folder("sample_scenarios") / "rulesets/visegrad4.yaml").read_text("utf-8")
    (tmp_path / "r.yaml").write_text(text.replace("thresholds: [0, 50", "thresholds: [0, 500", 1), "utf-8")
    (problem,) = load(tmp_path / "r.yaml").problems
    assert "must grow" in problem.message
    assert text.splitlines()[problem.line - 1].strip().startswith("thresholds:")


def test_a_bad_value_is_found_while_it_is_edited() -> None:
    design = typed(small_design(), "terrain", 0, "cost", "0.1")
    (problem,) = check_documents(design)
    assert problem.entry == "terrain/clear"
    assert with_ruleset(design, RULES).ruleset is RULES
    assert check_documents(with_ruleset(design, RULES)) == ()
