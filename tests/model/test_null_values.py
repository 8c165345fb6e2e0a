"""null in place of any value of any key: it takes the value away, or is a clear problem at its line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from broken_scenarios import text_of
from null_places import Place, places

from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import change_unit
from visegrad_editor.model.fields import declared
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.files.yaml_writer import to_data
from visegrad_editor.model.scenario import Scenario, Unit

BASES = ("hollen", "karn")
HEAD = {"format": 2, "name": "mine", "title": "Mine"}


def documents(of: str) -> dict[str, dict[str, Any]]:
    """The data of a sample's documents, each a base for variants with null in them."""
    design = load(of).design
    assert design is not None
    assert design.scenario is not None
    scenario = to_data(design.scenario)
    return {"scenario": {**scenario, "change": [{"unit": design.scenario.units[0].key}]},
            "map": to_data(design.map), "ruleset": to_data(design.ruleset)}


def read(path: Path, data: dict[str, Any]) -> tuple[LoadResult, dict[tuple[str | int, ...], int]]:
    text, lines = text_of(data)
    path.write_text(text, encoding="utf-8")
    loaded = load(path)
    if loaded.design is not None:
        find_problems(loaded.design, loaded.sources, loaded.reading)
    return loaded, lines


def faults(
    kind: str, of: str, folder: Path, deepest: int, above: int = 0, each: int = 1,
) -> tuple[int, list[str]]:
    """How many places were tried with null, in a variant and in a whole file, and what is wrong: a value that
    is neither taken away nor told with its line. Of several places one is tried, one in `each`."""
    base, tried, wrong = documents(of)[kind], 0, list[str]()
    whole = {k: v for k, v in base.items() if k not in ("change", "extends")}
    known = [place for place in places(kind)
             if above < len(place.path) <= deepest and place.path[0] not in ("format", "kind")]
    for place in known[::each]:
        for head in ({**HEAD, "kind": kind, "extends": of}, whole):
            tried += 1
            try:
                loaded, lines = read(folder / "mine.yaml", place.filled(None, head, base))
            except Exception as error:
                wrong.append(f"{kind} {place}: {error!r}")
                continue
            if loaded.design is None and not (kind == "ruleset" and loaded.ruleset is not None):
                wrong += _untold(kind, place, loaded, lines)
    return tried, wrong


def _untold(kind: str, place: Place, loaded: LoadResult, lines: dict[Any, int]) -> Iterator[str]:
    """That nothing is told at the line of null, or of what is around it."""
    around = {lines[place.path[:n]] for n in range(1, len(place.path) + 1) if place.path[:n] in lines}
    errors = [p for p in loaded.problems if p.severity == "error"]
    if not any(p.line in around for p in errors):
        yield f"{kind} {place}: {[str(p) for p in loaded.problems][:2]}"


@pytest.mark.parametrize(("kind", "of", "deepest", "each", "least"), [
    ("scenario", "hollen", 5, 2, 300), ("scenario", "karn", 5, 7, 80),
    ("map", "hollen", 5, 2, 100), ("map", "karn", 5, 3, 60), ("ruleset", "karn", 3, 4, 250)])
def test_null_is_none_or_a_problem(
    kind: str, of: str, deepest: int, each: int, least: int, tmp_path: Path
) -> None:
    tried, wrong = faults(kind, of, tmp_path, deepest, each=each)
    assert wrong == []
    assert tried >= least


@pytest.mark.exhaustive
@pytest.mark.parametrize("of", BASES)
@pytest.mark.parametrize(("kind", "deepest", "least"), [
    ("scenario", 5, 600), ("map", 5, 200), ("ruleset", 3, 1000)])
def test_null_is_none_or_a_problem_for_every_key(
    kind: str, deepest: int, least: int, of: str, tmp_path: Path
) -> None:
    tried, wrong = faults(kind, of, tmp_path, deepest)
    assert wrong == []
    assert tried >= least


@pytest.mark.exhaustive
@pytest.mark.parametrize("of", BASES)
def test_null_is_none_or_a_problem_deep_within_rulesets(of: str, tmp_path: Path) -> None:
    tried, wrong = faults("ruleset", of, tmp_path, deepest=4, above=3)
    assert wrong == []
    assert tried >= 2000


def test_null_leaves_no_option_and_no_special_rule_of_the_base(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(
        "format: 2\nkind: ruleset\nname: rules\ntitle: Rules\nextends: hollen\n"
        "options: [{id: mud, name: Mud, choices: [dry, deep]}]\n", encoding="utf-8")
    base = {**HEAD, "kind": "scenario", "extends": "hollen", "ruleset": "rules.yaml",
            "options": {"mud": "deep"}, "special_rules": ["No retreats."]}
    (tmp_path / "base.yaml").write_text(text_of(base)[0], encoding="utf-8")
    for key, name in (("options", "options"), ("special_rules", "special_rules")):
        loaded, _ = read(tmp_path / "mine.yaml", {
            **HEAD, "kind": "scenario", "extends": "base.yaml", key: None})
        assert loaded.design is not None, [str(p) for p in loaded.problems]
        assert getattr(loaded.design.scenario, name) == ()


UNIT = ("{unit: blue/1st Foot, formation: corps, short: SH, size: brigade, notes: Old., values: [7-3, 4-3], "
        "steps: 3, reduced: true, setup: {hexes: ['0305', '0304']}, position: '0304', withdrawal: {turn: 4}, "
        "release: {turn: 2}}")
"""A unit that says something of everything that a variant may take away."""


def test_a_variant_takes_away_whatever_the_base_says_of_a_unit(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(
        "format: 2\nkind: ruleset\nname: rules\ntitle: Rules\nextends: hollen\n"
        "formations: [{id: corps, name: Corps}]\n", encoding="utf-8")
    (tmp_path / "base.yaml").write_text(
        "format: 2\nkind: scenario\nname: base\ntitle: Base\nextends: hollen\nruleset: rules.yaml\n"
        f"change:\n  - {UNIT}\n", encoding="utf-8")
    path, taken = tmp_path / "mine.yaml", 0
    mine = "format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: base.yaml\n"
    for one in declared(Unit):
        path.write_text(mine, encoding="utf-8")
        loaded = load(path)
        assert loaded.design is not None, [str(p) for p in loaded.problems]
        scenario = loaded.design.scenario
        assert isinstance(scenario, Scenario)
        unit = scenario.unit_by_key["blue/1st Foot"]
        if one.required or one.name in ("type", "provenance", "look", "like") or (
                getattr(unit, one.name) == one.default):
            continue
        taken += 1
        after = change_unit(scenario, unit.key, **{one.name: one.default})
        save_design(with_scenario(loaded.design, after), loaded.sources, path)
        again = load(path).design
        assert again is not None
        assert again.scenario is not None
        assert getattr(again.scenario.unit_by_key[unit.key], one.name) == one.default, path.read_text("utf-8")
    assert taken >= 10


def test_a_unit_loses_the_prototype_that_its_base_gives_it(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(
        "format: 2\nkind: scenario\nname: base\ntitle: Base\nextends: hollen\n"
        "prototypes:\n  - {id: guard, type: foot, values: 7-3}\n"
        "change:\n  - {unit: blue/1st Foot, prototype: guard}\n", encoding="utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text("format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: base.yaml\n"
                    "change:\n  - {unit: blue/1st Foot, prototype: null}\n", encoding="utf-8")
    design = load(path).design
    assert design is not None
    assert design.scenario is not None
    unit = design.scenario.unit_by_key["blue/1st Foot"]
    assert (unit.prototype, unit.like, unit.values) == ("", None, ((5,), (2,)))


def test_a_change_may_not_take_the_name_of_a_unit_away(tmp_path: Path) -> None:
    for key in ("name", "nationality"):
        loaded, _ = read(tmp_path / "mine.yaml", {
            **HEAD, "kind": "scenario", "extends": "hollen",
            "change": [{"unit": "blue/1st Foot", key: None}]})
        assert [p.code for p in loaded.problems if p.severity == "error"] == ["unknown-key"]
