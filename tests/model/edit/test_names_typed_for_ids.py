"""Names that stand for ids where entries are referred to: typed, proposed, chosen and told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from blank_design import blank_design

from visegrad_editor.exchange.tables import units_csv
from visegrad_editor.exchange.unit_table import text_rows, unit_import
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.ruleset import typed
from visegrad_editor.model.edit.unit_cells import cell_choices, cell_text, read_setup, setup_text, typed_unit
from visegrad_editor.model.gamemap import Area
from visegrad_editor.model.rules.arrivals import Pool
from visegrad_editor.model.rules.counter import Formation
from visegrad_editor.model.scenario import Entry, Reinforcement, Scenario, Setup, SetUpGroup, Unit
from visegrad_editor.model.where import Where


def renamed() -> Design:
    """A game whose nationality `blue` is called Maru, with a formation and a set-up group."""
    made = blank_design()
    rules = made.ruleset
    nations = tuple(replace(n, name="Maru" if n.id == "blue" else "Kesh") for n in rules.nationalities)
    scenario = Scenario("own", "Own", rules.name, made.map.name, set_up_groups=(
        SetUpGroup("garrison", "Island garrison", Where(countries=("blue",))),))
    return Design(replace(rules, nationalities=nations, formations=(Formation("corps", "Corps"),)),
                  made.map, scenario)


@pytest.mark.parametrize("text", ["Maru", " maru ", "blue", "BLUE"])
def test_a_nationality_is_typed_by_its_name_or_its_id(text: str) -> None:
    assert typed(renamed(), "formations", 0, "nationality", text).ruleset.formations[0].nationality == "blue"


@pytest.mark.parametrize(("text", "said"), [
    ("Marru", '"Marru" is not a nationality. Did you mean "Maru"?'),
    ("An army", '"An army" is not a nationality. Known: Maru (blue), Kesh (red).')])
def test_what_is_no_nationality_is_told_with_those_there_are(text: str, said: str) -> None:
    with pytest.raises(ValueError, match="nationality") as told:
        typed(renamed(), "formations", 0, "nationality", text)
    assert str(told.value) == said


def test_set_ups_are_chosen_by_names() -> None:
    design = renamed()
    choices = cell_choices(design, "setup")
    assert {"Island garrison", "Maru", "Kesh"} <= set(choices)
    assert not any(choice.startswith(("country:", "group:")) for choice in choices)
    assert read_setup(design, "Maru") == Setup(Where(countries=("blue",)))
    rules = design.ruleset
    alike = replace(design, ruleset=replace(rules, nationalities=tuple(
        replace(n, name="Isles") for n in rules.nationalities)))
    assert {"country:blue", "country:red"} <= set(cell_choices(alike, "setup")), "the name is that of both"


@pytest.mark.parametrize(("cells", "told"), [
    ("9,4,0303", "Maru, Infantry, 9/4, 0303"),
    ("9,,0303", "Maru, Infantry, 9/–, 2 steps, but no reduced value, 0303"),
    ("3-Apr,3,0303", "Maru, Infantry, –/3, 0303"), ("9,4,Maru", "Maru, Infantry, 9/4, anywhere in Maru")])
def test_new_units_of_an_import_are_told_by_names_with_their_values_in_place(cells: str, told: str) -> None:
    table = f"nationality,name,type,strength,reduced,set-up\nMaru,1st Assault,Infantry,{cells}\n"
    found = unit_import(renamed(), text_rows(table, "units.csv"), "units.csv")
    assert [(c.what, c.after) for c in found.changes] == [("new unit", told)]


def _pool(id: str, name: str) -> Pool:
    return Pool(id, "blue", ("e-road",), name)


def units_named(alike: bool) -> Design:
    """A scenario whose units name one thing of each kind; with `alike`, each of these names is that of
    another thing too."""
    design = renamed()
    rules, map = design.ruleset, design.map
    hexes = tuple(map.grid)[:3]
    areas = [Area("warsaw-area", "Warsaw area, outer", hexes), Area("old-town", "Old town", hexes)]
    entries = [Entry("e-road", "Eastern road", Where(("0303",))),
               Entry("south", "Road, south", Where(("0304",)))]
    pools, groups = [_pool("home", "Home guard")], list(scenario_of(design).set_up_groups)
    kinds, nations = list(rules.unit_types), list(rules.nationalities)
    formations = [*rules.formations]
    if alike:
        areas.append(Area("town", "Old Town", hexes))
        entries.append(Entry("w-road", "eastern road", Where(("0305",))))
        pools.append(_pool("pool-2", "Home Guard"))
        groups.append(SetUpGroup("second", "Island Garrison", Where(("0303",))))
        kinds = [replace(k, name="Soldiers") for k in kinds]
        nations = [replace(n, name="Isles") for n in nations]
        formations.append(Formation("corps-2", "CORPS"))
    kind = kinds[0].id
    setups = [
        Setup(Where(countries=("blue",))), Setup(Where(areas=("old-town",)), alone=True),
        Setup(Where(areas=("warsaw-area",))), Setup(Where(("0303",), countries=("blue", "red"))),
        Setup(Where(countries=("blue",), areas=("old-town",), terrain=(rules.terrain[0].id,))),
        Setup(groups[0].where, group="garrison"), Setup(Where(("0303", "0304"))), Setup(box="eliminated")]
    arrivals = [Reinforcement("e-road", 2), Reinforcement("e-road", 3, also=("south",)),
                Reinforcement("off-map", pool="home")]
    units = [*(Unit(f"{n}th", "blue", kind, setup=s) for n, s in enumerate(setups)),
             *(Unit(f"{n}th late", "red", kind, formation="corps", reinforcement=a)
               for n, a in enumerate(arrivals))]
    rules = replace(rules, unit_types=tuple(kinds), nationalities=tuple(nations), pools=tuple(pools),
                    formations=tuple(formations))
    scenario = replace(scenario_of(design), units=tuple(units), entries=tuple(entries), turns=5,
                       set_up_groups=tuple(groups))
    return Design(rules, replace(map, areas=tuple(areas)), scenario)


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


COLUMNS = ("nationality", "type", "formation", "setup", "turn", "entry")


def cells(design: Design) -> list[tuple[str, ...]]:
    return [tuple(cell_text(design, unit, id) for id in COLUMNS) for unit in scenario_of(design).units]


def test_cells_have_names() -> None:
    design = units_named(alike=False)
    kind = design.ruleset.unit_types[0].name
    terrain = design.ruleset.terrain[0].name
    shown = cells(design)
    assert {row[:2] for row in shown} == {("Maru", kind), ("Kesh", kind)}
    assert [row[3] for row in shown if row[3]] == [
        "Maru", "Old town alone", "Warsaw area, outer", "0303 Maru Kesh", f"Maru Old town terrain:{terrain}",
        "Island garrison", "0303 0304", "box:eliminated"]
    assert [row[2:] for row in shown if row[4]] == [
        ("Corps", "", "2", "Eastern road"), ("Corps", "", "3", "e-road south"),
        ("Corps", "", "Home guard", "Off the map")], "a name with a comma could be two"


def test_what_shares_its_name_is_shown_by_its_id() -> None:
    design = units_named(alike=True)
    kind, terrain = design.ruleset.unit_types[0].id, design.ruleset.terrain[0].name
    shown = cells(design)
    assert {row[:2] for row in shown} == {("blue", kind), ("red", kind)}
    assert [row[3] for row in shown if row[3]] == [
        "country:blue", "area:old-town alone", "Warsaw area, outer", "0303 country:blue country:red",
        f"country:blue area:old-town terrain:{terrain}", "group:garrison", "0303 0304", "box:eliminated"]
    assert [row[2:] for row in shown if row[4]] == [
        ("corps", "", "2", "e-road"), ("corps", "", "3", "e-road south"),
        ("corps", "", "home", "Off the map")]


@pytest.mark.parametrize("alike", [False, True])
def test_cells_and_tables_are_read_as_they_are_written(alike: bool) -> None:
    design = units_named(alike)
    scenario = scenario_of(design)
    bare = {"nationality": "red", "setup": None, "reinforcement": None, "formation": ""}
    for unit in scenario.units:
        assert read_setup(design, setup_text(unit.setup, design), unit.setup) == unit.setup
        other = replace(unit, **{**bare, "nationality": "red" if unit.nationality == "blue" else "blue"})
        for id in COLUMNS:
            other = typed_unit(design, other, id, cell_text(design, unit, id)) if cell_text(
                design, unit, id) else other
        assert (other.nationality, other.type, other.formation, other.setup, other.reinforcement) == (
            unit.nationality, unit.type, unit.formation, unit.setup, unit.reinforcement)
    table = units_csv(design, scenario).decode("utf-8-sig")
    again = unit_import(design, text_rows(table, "units.csv"), "units.csv")
    assert (again.changes, again.problems) == ((), ())
    none = replace(design, scenario=replace(scenario, units=()))
    anew = unit_import(none, text_rows(table, "units.csv"), "units.csv")
    assert not anew.problems
    made = scenario_of(anew.design).units
    assert [(u.key, u.type, u.formation, u.setup, u.reinforcement) for u in made] == [
        (u.key, u.type, u.formation, u.setup, u.reinforcement) for u in scenario.units]


@pytest.mark.parametrize("alike", [False, True])
def test_what_is_offered_in_a_column_can_be_chosen(alike: bool) -> None:
    design = units_named(alike)
    tried = 0
    for id in COLUMNS:
        unit = scenario_of(design).units[-1 if id == "entry" else 0]
        for text in filter(None, cell_choices(design, id, ("eliminated",))):
            assert cell_text(design, typed_unit(design, unit, id, text, ("eliminated",)), id) == text
            tried += 1
    assert tried > 15
