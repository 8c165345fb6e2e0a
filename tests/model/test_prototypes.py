"""Prototypes of units: units follow them in what they do not say themselves."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from visegrad_editor.exchange.unit_table import text_rows, unit_import
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.any_key import PlainData, new_entry, prototype_says, with_value
from visegrad_editor.model.edit.any_names import users_of, with_id
from visegrad_editor.model.edit.prototypes import (
    common_values,
    make_prototype,
    remove_prototype,
    rename_prototype,
    reset_to_prototype,
    use_prototype,
)
from visegrad_editor.model.edit.ruleset import rename_entry
from visegrad_editor.model.edit.unit_cells import (
    cell_text,
    is_override,
    prototype_text,
    typed_unit,
    with_units,
)
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.fingerprint import play_mark
from visegrad_editor.model.prototypes import Prototype, circles, inherited, whole_prototypes
from visegrad_editor.model.scenario import Scenario, Unit

HEAD = "format: 2\nkind: scenario\nname: {name}\ntitle: Own\nextends: {base}\n"
PROTOTYPES = """\
prototypes:
  - {id: rifles, type: mechanized, values: [5, 3], size: division}
  - {id: guards, prototype: rifles, values: [7, 4]}
units:
  - {name: 1st New, nationality: poland, prototype: rifles, setup: "2014"}
  - {name: 2nd New, nationality: poland, prototype: rifles, values: [6, 2], setup: "2015"}
  - {name: 3rd New, nationality: poland, prototype: guards, size: brigade, setup: "2016"}
"""
FIRST, SECOND, THIRD = "poland/1st New", "poland/2nd New", "poland/3rd New"


def written(folder: Path, text: str, name: str = "own", base: str = "historical") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(HEAD.format(name=name, base=base) + text, encoding="utf-8")
    return path


def design_at(path: Path) -> Design:
    found = load(path).design
    assert found is not None
    return found


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


def unit(design: Design, key: str) -> Unit:
    return scenario_of(design).unit_by_key[key]


@pytest.fixture
def own(tmp_path: Path) -> Design:
    return design_at(written(tmp_path, PROTOTYPES))


def with_prototype_values(design: Design, values: tuple[tuple[int, ...], ...]) -> Design:
    """The design with other values of the prototype rifles."""
    scenario = scenario_of(design)
    first, *others = scenario.prototypes
    return replace(design, scenario=replace(
        scenario, prototypes=(replace(first, values=values), *others)))


def test_a_unit_takes_what_it_does_not_say(own: Design) -> None:
    said = {k: (unit(own, k).type, unit(own, k).values, unit(own, k).size, unit(own, k).overrides)
            for k in (FIRST, SECOND, THIRD)}
    assert said == {
        FIRST: ("mechanized", ((5,), (3,)), "division", ()),
        SECOND: ("mechanized", ((6,), (2,)), "division", ("values",)),
        THIRD: ("mechanized", ((7,), (4,)), "brigade", ("size",))}


def test_a_changed_prototype_changes_all_units_that_do_not_say_otherwise(own: Design) -> None:
    after = with_prototype_values(own, ((4,), (2,)))
    assert [unit(after, k).values for k in (FIRST, SECOND, THIRD)] == [
        ((4,), (2,)), ((6,), (2,)), ((7,), (4,))]
    assert unit(after, SECOND).overrides == ("values",)


def test_a_variant_changes_a_prototype_of_its_base_in_one_line(own: Design, tmp_path: Path) -> None:
    after = design_at(written(tmp_path, "prototypes: [{id: rifles, values: [9, 5]}]\n", "next", "own.yaml"))
    assert [unit(after, k).values for k in (FIRST, SECOND, THIRD)] == [
        ((9,), (5,)), ((6,), (2,)), ((7,), (4,))]
    again = save_design(after, load(tmp_path / "next.yaml").sources, tmp_path / "next.yaml")
    assert again is not None
    text = (tmp_path / "next.yaml").read_text(encoding="utf-8")
    assert "change:" not in text
    assert "units:" not in text


def test_saving_writes_only_what_a_unit_says_itself(own: Design, tmp_path: Path) -> None:
    sources = load(tmp_path / "own.yaml").sources
    after = with_prototype_values(own, ((4,), (2,)))
    save_design(after, sources, tmp_path / "own.yaml")
    text = (tmp_path / "own.yaml").read_text(encoding="utf-8")
    entries = {line.split("name: ")[1][:7]: line for line in text.splitlines() if "New," in line}
    assert "values" not in entries["1st New"]
    assert " type:" not in entries["1st New"]
    assert "values" in entries["2nd New"]
    assert "size" in entries["3rd New"]
    assert scenario_of(design_at(tmp_path / "own.yaml")).units == scenario_of(after).units


def test_a_unit_of_the_base_gets_a_prototype_and_follows_it_again(own: Design, tmp_path: Path) -> None:
    """In a variant, an empty value of a unit means: as the prototype."""
    path = written(tmp_path, f"change:\n  - {{unit: {SECOND}, values: null}}\n"
                             f"  - {{unit: {FIRST}, prototype: guards}}\n", "next", "own.yaml")
    after = design_at(path)
    assert (unit(after, SECOND).values, unit(after, SECOND).overrides) == (((5,), (3,)), ())
    assert (unit(after, FIRST).values, unit(after, FIRST).overrides) == (((7,), (4,)), ())
    save_design(replace(after, scenario=replace(scenario_of(after), title="Other")), load(path).sources, path)
    assert scenario_of(design_at(path)).units == scenario_of(after).units
    text = path.read_text(encoding="utf-8")
    assert "values: null" in text
    assert "prototype: guards" in text


def test_units_without_type_and_prototypes_in_circles_are_told(tmp_path: Path) -> None:
    lone = load(written(tmp_path, "units:\n  - {name: A, nationality: poland}\n"))
    assert [p.code for p in lone.problems if p.severity == "error"] == ["missing-key"]
    assert lone.problems[0].line == 7
    path = written(tmp_path, (
        "prototypes:\n  - {id: a, prototype: b, type: mechanized}\n  - {id: b, prototype: a}\n"
        "  - {id: c, prototype: nothing, type: tanc}\n  - {id: d, type: mechanized, values: 1-2-3-4}\n"
        "units:\n  - {name: A, nationality: poland, prototype: a, values: [5, 2], setup: '2014'}\n"
        "  - {name: B, nationality: poland, type: mechanized, prototype: zz, values: [5, 2]}\n"))
    told = list(load(path).problems)
    codes = [p.code for p in told if p.code != "no-rule"]
    assert codes.count("circle-of-prototypes") == 1, "a circle is told once"
    assert {"unknown-prototype", "unknown-unit-type", "too-many-values", "unused-prototype"} <= {*codes}
    circle = next(p for p in told if p.code == "circle-of-prototypes")
    unknown = next(p for p in told if p.code == "unknown-prototype" and p.unit)
    unused = next(p for p in told if p.code == "unused-prototype")
    assert circle.fix
    assert unknown.fix
    assert unused.fix
    design = design_at(path)
    for fix in (circle.fix, unknown.fix, unused.fix):
        design = fix.edit(design)
    scenario = scenario_of(design)
    assert (scenario.prototypes[0].prototype, unit(design, "poland/B").prototype) == ("", "")
    assert unused.message.split('"')[1] not in [p.id for p in scenario.prototypes]


def whole_one_by_one(prototypes: Sequence[Prototype]) -> dict[str, Prototype]:
    """What each prototype takes from others, looked up link by link."""
    by_id, found = {p.id: p for p in prototypes}, dict[str, Prototype]()
    for one in by_id.values():
        values, at, seen = dict[str, Any](), one, {one.id}
        while at.prototype in by_id and at.prototype not in seen:
            at = by_id[at.prototype]
            seen.add(at.id)
            values = {**{n: getattr(at, n) for n in at.says if n not in one.says}, **values}
        found[one.id] = replace(one, **values)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_lines_and_circles_of_prototypes_say_what_a_search_link_by_link_finds(seed: int) -> None:
    chance = random.Random(seed)
    names = [f"p{i}" for i in range(chance.randint(1, 12))]
    prototypes = [Prototype(
        name, prototype=chance.choice([*names, "", "nobody"]), type=chance.choice(["", "", "foot", "horse"]),
        steps=chance.choice([None, None, 2, 3]), values=chance.choice([(), ((4, 2),), ((5, 3),)]))
        for name in names]
    assert whole_prototypes(prototypes) == whole_one_by_one(prototypes)
    inside = {p.id for circle in circles(prototypes) for p in circle}
    by_id = {p.id: p for p in prototypes}
    for one in prototypes:
        at, steps = by_id.get(one.prototype), 0
        while at is not None and at is not one and steps <= len(names):
            at, steps = by_id.get(at.prototype), steps + 1
        assert (at is one) == (one.id in inside)


def test_five_thousand_links_and_a_circle_of_as_many_take_no_time() -> None:
    line = [Prototype(f"p{i}", prototype=f"p{i + 1}", steps=3 if i == 4999 else None) for i in range(5000)]
    began = time.process_time()
    assert whole_prototypes(line)["p0"].steps == 3
    assert circles(line) == ()
    [circle] = circles([*line, Prototype("p5000", prototype="p0")])
    assert len(circle) == 5001
    assert whole_prototypes(circle)["p4999"].steps == 3
    assert time.process_time() - began < 3


def test_a_prototype_is_made_of_what_units_have_in_common(own: Design) -> None:
    keys = [u.key for u in scenario_of(own).units if u.nationality == "poland" and u.type == "mechanized"][:4]
    chosen = [unit(own, k) for k in keys]
    common = common_values(chosen)
    assert common["type"] == "mechanized"
    after = make_prototype(own, keys, "polish")
    assert {unit(after, k).prototype for k in keys} == {"polish"}
    assert [(u.type, u.values, u.size, u.steps) for u in chosen] == [
        (u.type, u.values, u.size, u.steps) for k in keys for u in [unit(after, k)]]
    with pytest.raises(ValueError, match="already a prototype"):
        make_prototype(after, keys, "polish")
    odd = [FIRST, next(u.key for u in scenario_of(own).units if u.type == "airborne")]
    different = replace(own, scenario=replace(scenario_of(own), units=tuple(
        replace(u, prototype="", values=((1,),), size="corps", steps=1) if u.key == odd[1] else u
        for u in scenario_of(own).units)))
    with pytest.raises(ValueError, match="in common"):
        make_prototype(different, odd, "none")


def test_units_are_as_their_prototype_again_in_one_field_or_all(own: Design) -> None:
    assert reset_to_prototype(own, [FIRST]) is own
    assert unit(reset_to_prototype(own, [SECOND], ["size"]), SECOND).values == ((6,), (2,))
    assert unit(reset_to_prototype(own, [SECOND, THIRD]), SECOND).overrides == ()
    assert unit(use_prototype(own, [FIRST], "guards"), FIRST).values == ((7,), (4,))
    none = use_prototype(own, [FIRST], "")
    assert (unit(none, FIRST).prototype, unit(none, FIRST).values) == ("", ((5,), (3,)))
    assert unit(with_prototype_values(none, ((9,), (9,))), FIRST).values == ((5,), (3,))


def test_renaming_follows_and_removing_leaves_the_values(own: Design) -> None:
    renamed = with_id(own, "scenario", "prototypes", 0, "infantry-division")
    scenario = scenario_of(renamed)
    assert [u.name for u in scenario.units_like("infantry-division")] == ["1st New", "2nd New"]
    assert scenario.prototypes[1].prototype == "infantry-division"
    assert unit(with_prototype_values(renamed, ((4,), (1,))), FIRST).values == ((4,), (1,))
    assert users_of(own, "scenario", "prototypes", "rifles") == (
        "2 units: 1st New and 2nd New", "the prototype guards")
    gone = remove_prototype(own, "rifles")
    assert [unit(gone, k).values for k in (FIRST, SECOND, THIRD)] == [
        unit(own, k).values for k in (FIRST, SECOND, THIRD)]
    assert unit(gone, THIRD).overrides == ("size",)
    assert (scenario_of(gone).prototypes[0].type, unit(gone, FIRST).like) == ("mechanized", None)


def test_another_id_of_a_type_is_that_of_prototypes_too(own: Design) -> None:
    index = [t.id for t in own.ruleset.unit_types].index("mechanized")
    after = rename_entry(own, "unit_types", index, "motorised")
    assert scenario_of(after).prototypes[0].type == "motorised"
    assert (unit(after, FIRST).type, unit(after, FIRST).overrides) == ("motorised", ())
    assert unit(after, FIRST).provenance == unit(own, FIRST).provenance


def test_cells_of_the_table_say_what_differs_and_an_emptied_one_follows_again(own: Design) -> None:
    second = unit(own, SECOND)
    columns = ("type", "value:strength", "value:strength:1", "size")
    assert [is_override(own, second, id) for id in columns] == [False, True, True, False]
    assert prototype_text(own, second, "value:strength") == "5"
    assert prototype_text(own, second, "notes") is None
    cleared = typed_unit(own, second, "value:strength", "")
    assert (cell_text(own, cleared, "value:strength"), cell_text(own, cleared, "value:strength:1")) == (
        "5", "2")
    chosen = typed_unit(own, second, "prototype", "guards")
    after = with_units(own, {SECOND: chosen})
    assert (unit(after, SECOND).values, unit(after, SECOND).overrides) == (((7,), (4,)), ())


def test_a_table_of_units_reads_the_prototype_before_what_differs_from_it(own: Design) -> None:
    text = ("name,nationality,strength,size,prototype\n4th New,poland,8,,rifles\n"
            "1st New,poland,7,division,guards\n")
    found = unit_import(own, text_rows(text, "units.csv"), "units.csv")
    assert not found.problems
    new = unit(found.design, "poland/4th New")
    assert (new.prototype, new.type, new.size) == ("rifles", "mechanized", "division")
    assert new.values == ((8,), (3,))
    assert unit(found.design, FIRST).values == ((7,), (4,))


def test_all_keys_say_what_the_prototype_says(own: Design) -> None:
    index = scenario_of(own).units.index(unit(own, SECOND))
    assert prototype_says(own, "scenario", ("units", index, "values")) == "5, 3"
    assert prototype_says(own, "scenario", ("units", index, "name")) == ""
    after = with_value(own, "scenario", ("prototypes", 0, "values"), [8, 1])
    assert [unit(after, k).values for k in (FIRST, SECOND)] == [((8,), (1,)), ((6,), (2,))]
    entry = new_entry(own, "scenario", ("units",), PlainData().of(own, "scenario"))
    assert entry["type"] in own.ruleset.unit_type_by_id


def test_prototypes_are_no_part_of_the_game_that_is_played(own: Design) -> None:
    plain = use_prototype(own, [FIRST, SECOND, THIRD], "")
    assert play_mark(own) == play_mark(plain)


KEYS = (FIRST, SECOND, THIRD, "poland/4th New")


def said_of(design: Design) -> dict[str, tuple[object, ...]]:
    """What the units are, of what a prototype may say."""
    return {k: tuple(getattr(unit(design, k), n) for n in inherited()) for k in KEYS}


def changed_at_random(design: Design, chance: random.Random) -> Design:
    """The design after a random change of prototypes in a chain or of units that use them."""
    scenario, before = scenario_of(design), said_of(design)
    place = chance.randrange(len(scenario.prototypes))
    one, key = scenario.prototypes[place], chance.choice(KEYS)
    what = chance.choice(["remove", "rename", "values", "size", "leave out", "chain", "use", "none", "own"])
    if what in ("remove", "rename", "none"):
        after = (remove_prototype(design, one.id) if what == "remove" and len(scenario.prototypes) > 1 else
                 use_prototype(design, [key], "") if what == "none" else
                 rename_prototype(design, place, f"{one.id}-{chance.randrange(99)}"))
        assert said_of(after) == before
        return after
    if what == "use":
        after = use_prototype(design, [key], one.id)
        assert unit(after, key).overrides == ()
        return after
    if what == "own":
        return with_units(design, {key: typed_unit(
            design, unit(design, key), "value:strength", str(chance.randint(1, 9)))})
    new = {"values": replace(one, values=((chance.randint(1, 9),), (1,))), "leave out": replace(one, size=""),
           "size": replace(one, size=chance.choice(["corps", "brigade"])),
           "chain": replace(one, prototype=chance.choice(["", *(p.id for p in scenario.prototypes)]))}[what]
    prototypes = tuple(new if n == place else p for n, p in enumerate(scenario.prototypes))
    after = replace(design, scenario=replace(scenario, prototypes=prototypes))
    for other in scenario_of(after).units:
        like = scenario_of(after).prototype_by_id.get(other.prototype)
        assert other.like == like
    return after


@pytest.mark.parametrize("seed", range(12))
def test_chains_of_prototypes_survive_any_changes_and_saving(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    text = PROTOTYPES.replace("units:", "  - {id: elite, prototype: guards, steps: 3}\nunits:")
    text += '  - {name: 4th New, nationality: poland, prototype: elite, setup: "2017"}\n'
    loaded = load(written(tmp_path, text))
    design = loaded.design
    assert design is not None
    for _ in range(6):
        design = changed_at_random(design, chance)
    save_design(design, loaded.sources)
    again = design_at(tmp_path / "own.yaml")
    assert said_of(again) == said_of(design)
    assert [(unit(again, k).prototype, unit(again, k).overrides) for k in KEYS] == [
        (unit(design, k).prototype, unit(design, k).overrides) for k in KEYS]
