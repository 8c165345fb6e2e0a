"""Edits of ruleset data: their effects, what follows, what they refuse, and how they are saved."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from small_design import small_design

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.ruleset import (
    REPLACEABLE,
    add_entry,
    change_field,
    change_label,
    duplicate_entry,
    move_entry,
    new_entry,
    phases_renamed,
    remove_entry,
    rename_entry,
    replace_entry,
    typed,
    uses,
    with_ruleset,
)
from visegrad_editor.model.edit.ruleset_tables import (
    add_column,
    add_row,
    remove_column,
    remove_row,
    set_heading,
    set_results,
    set_threshold,
)
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.yaml_writer import changed_text, new_text
from visegrad_editor.model.prototypes import Prototype
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.rules.combat import CombatTable
from visegrad_editor.model.rules.counter import Formation
from visegrad_editor.model.rules.renaming import rename_in_rules
from visegrad_editor.model.ruleset import Phase, Ruleset, Side, TerrainKind
from visegrad_editor.model.ruleset_fields import SECTIONS
from visegrad_editor.model.scenario import Entry, Setup
from visegrad_editor.model.where import Where

TABLE = CombatTable("crt", "CRT", ("1:1", "2:1"), (0, 200), (("AE", "DR"), ("DR", "DE")),
                    Provenance("rulebook", "7.1"))


@pytest.fixture
def design() -> Design:
    small = small_design()
    return replace(small, ruleset=replace(small.ruleset, tables=(TABLE,)))


@pytest.fixture(scope="module")
def historical() -> Design:
    found = load("scenarios/historical").design
    assert found is not None
    return found


def index(design: Design, section: str, id: str) -> int:
    return [e.id for e in getattr(design.ruleset, section)].index(id)


class TestFields:
    def test_a_changed_fact_is_the_designers_and_keeps_its_rule(self, historical: Design) -> None:
        rules = historical.ruleset
        assert rules.hexsides[0].provenance == Provenance("rulebook", "9.4")
        changed = change_field(rules, "hexsides", 0, "cost", 2)
        assert changed.hexsides[0].cost == 2
        assert changed.hexsides[0].provenance == Provenance("designer", "9.4")
        assert changed.terrain is rules.terrain

    @pytest.mark.parametrize(
        ("key", "value"), [("colour", "#123456"), ("name", "Stream"), ("pattern", "dashed")])
    def test_a_look_leaves_the_rulebook_its_values(self, historical: Design, key: str, value: str) -> None:
        changed = change_field(historical.ruleset, "hexsides", 0, key, value)
        assert getattr(changed.hexsides[0], key) == value
        assert changed.hexsides[0].provenance == Provenance("rulebook", "9.4")

    def test_the_same_value_changes_nothing(self, design: Design) -> None:
        assert change_field(design.ruleset, "terrain", 0, "cost", 2) is design.ruleset
        assert typed(design, "terrain", 0, "cost", "2") is design
        assert typed(design, "roads", 1, "cost", "3/2") is design

    def test_a_part_of_a_value(self, design: Design) -> None:
        after = typed(design, "nationalities", 1, "colours.ink", "#0f0")
        colours = after.ruleset.nationalities[1].colours
        assert (colours.ink, colours.camouflage) == ("#00ff00", True)

    @pytest.mark.parametrize(("section", "key", "text", "words"), [
        ("terrain", "cost", "-1", "0 to 99"), ("terrain", "cost", "soon", "number of movement points"),
        ("terrain", "cost", "other", "prohibited"), ("roads", "cost", "prohibited", "number"),
        ("terrain", "shift", "11", "-10 to 10"), ("terrain", "shift", "1.5", "whole number"),
        ("terrain", "colour", "greenish", "#rrggbb"), ("terrain", "id", "Deep Sea", '"deep-sea"'),
        ("terrain", "id", "sea", "belongs to the terrain Sea"), ("terrain", "name", " ", "name"),
        ("terrain", "playable", "perhaps", "yes or no"), ("roads", "width", "0", "more than 0"),
        ("unit_types", "movement", "100", "0 to 99"), ("unit_types", "traits", "Air Mobile", "small letters"),
        ("features", "cost", "free", "terrain underneath"),
        ("terrain", "provenance.source", "hearsay", "rulebook"),
        ("terrain", "provenance.note", "x" * 2001, "2000"), ("terrain", "name", "x" * 121, "120"),
    ])
    def test_invalid_texts_are_refused(
        self, design: Design, section: str, key: str, text: str, words: str
    ) -> None:
        with pytest.raises(ValueError, match=r".*\.$") as error:
            typed(design, section, 0, key, text)
        assert words in str(error.value)

    def test_the_label_of_a_change(self, design: Design) -> None:
        assert change_label("results", replace_result(), "name", "Rout") == "Result DR: name Rout"
        assert change_label("terrain", design.ruleset.terrain[1], "pattern", "") == "Mountain: no pattern"


def replace_result() -> object:
    from visegrad_editor.model.rules.results import ResultCode
    return ResultCode("DR", "Retreat", "")


def new_terrain(before: Design, after: Ruleset) -> TerrainKind:
    """The terrain that was added."""
    (found,) = set(after.terrain) - set(before.ruleset.terrain)
    return found


class TestNewEntries:
    def test_a_forest_is_green_wooded_and_the_designers(self, design: Design) -> None:
        rules = new_entry(design.ruleset, "terrain", "Forest", ("woods", "forest", "waves"))
        forest = new_terrain(design, rules)
        assert (forest.id, forest.name, forest.pattern, forest.cost) == ("forest", "Forest", "forest", 3)
        assert forest.provenance == Provenance("designer")
        green = tuple(int(forest.colour[i : i + 2], 16) for i in (1, 3, 5))
        assert green[1] == max(green)

    def test_water_is_prohibited(self, design: Design) -> None:
        lake = new_terrain(design, new_entry(design.ruleset, "terrain", "Great lake", ("waves",)))
        assert (lake.cost, lake.playable, lake.pattern) == (None, False, "waves")

    def test_unknown_words_give_colours_that_differ(self, design: Design) -> None:
        rules = new_entry(new_entry(design.ruleset, "terrain", "Foo"), "terrain", "Bar")
        foo, bar = (next(t for t in rules.terrain if t.name == name) for name in ("Foo", "Bar"))
        assert foo.colour != bar.colour
        assert foo.pattern == ""

    def test_a_new_terrain_is_put_among_similar_ones(self) -> None:
        loaded = load("historical").design
        assert loaded is not None
        rules = loaded.ruleset
        assert rules.terrain[-1].name == "Off the map"
        dry = [t.name for t in new_entry(rules, "terrain", "Forest").terrain]
        wet = [t.name for t in new_entry(rules, "terrain", "Great lake", ("waves",)).terrain]
        assert dry.index("Forest") == max(i for i, t in enumerate(rules.terrain) if t.playable) + 1
        assert wet[-2:] == ["Great lake", "Off the map"]

    def test_a_taken_name_gets_a_free_id(self, design: Design) -> None:
        assert new_terrain(design, new_entry(design.ruleset, "terrain", "Sea")).id == "sea-2"
        assert new_terrain(design, new_entry(design.ruleset, "terrain", "森")).id == "terrain"

    @pytest.mark.parametrize("section", list(SECTIONS))
    def test_every_section_takes_new_and_duplicated_entries(self, design: Design, section: str) -> None:
        rules = new_entry(design.ruleset, section, "New thing")
        assert len(getattr(rules, section)) == len(getattr(design.ruleset, section)) + 1
        twice = duplicate_entry(rules, section, len(getattr(rules, section)) - 1)
        new_text(twice)
        if SECTIONS[section].has_id:
            ids = [e.id for e in getattr(twice, section)]
            assert len(set(ids)) == len(ids)

    def test_order(self, design: Design) -> None:
        rules = move_entry(design.ruleset, "terrain", 2, 0)
        assert [t.id for t in rules.terrain] == ["sea", "clear", "mountain"]
        assert move_entry(rules, "terrain", 0, -3) is rules

    def test_an_id_is_given_once(self, design: Design) -> None:
        with pytest.raises(ValueError, match="belongs to the terrain Clear"):
            add_entry(design.ruleset, "terrain", design.ruleset.terrain[0])


class TestRenaming:
    def test_terrain_on_the_map(self, design: Design) -> None:
        after = rename_entry(design, "terrain", 1, "alps")
        assert after.ruleset.terrain[1].id == "alps"
        assert after.map.terrain.at(Hex(3, 2)) == "alps"
        assert after.map.terrain.rows is design.map.terrain.rows
        assert after.scenario is design.scenario
        assert uses(after, "terrain", "mountain") == ()

    def test_everything_that_names_a_feature_a_road_or_a_country(self, design: Design) -> None:
        where = Where(countries=("norland",), features=("city",), roads=("highway",))
        scenario = design.scenario
        assert scenario is not None
        units = (replace(scenario.units[0], setup=Setup(where)), *scenario.units[1:])
        design = replace(design, scenario=replace(
            scenario, units=units, entries=(*scenario.entries, Entry("x", "X", where))))
        after = rename_entry(design, "features", 0, "town")
        after = rename_entry(after, "roads", 0, "motorway")
        after = rename_entry(after, "nationalities", 0, "north")
        assert after.scenario is not None
        wanted = Where(countries=("north",), features=("town",), roads=("motorway",))
        setup = after.scenario.units[0].setup
        assert setup is not None
        assert setup.where == wanted == after.scenario.entries[-1].where
        assert after.scenario.units[0].key == "north/1st Armored"
        assert after.map.places[0].features == ("town",)
        assert after.map.roads[0].kind == "motorway"
        assert after.map.countries.at(Hex(0, 1)) == "north"
        assert all(not uses(after, s, old) for s, old in (
            ("features", "city"), ("roads", "highway"), ("nationalities", "norland")))

    def test_a_side(self, historical: Design) -> None:
        after = rename_entry(historical, "sides", 0, "red")
        assert uses(after, "sides", "russian") == ()
        assert len(uses(after, "sides", "red")) == len(uses(historical, "sides", "russian")) == 5
        assert after.ruleset.set_up_order == ("allied", "red")

    def test_the_rules_of_a_game_that_plays_from_data(self) -> None:
        design = load("scenarios/hollen").design
        assert design is not None
        for section, old, new in (
                ("sides", "blue", "whites"), ("hexsides", "river", "stream"), ("features", "town", "place"),
                ("results", "DR", "D1"), ("unit_types", "foot", "line"), ("nationalities", "red", "crimson")):
            used = uses(design, section, old)
            design = rename_entry(design, section, index(design, section, old), new)
            assert uses(design, section, old) == (), section
            assert uses(design, section, new) == used, section
            assert [p for p in check_documents(design) if p.severity == "error"] == [], section
        rules = design.ruleset
        assert rules.combat.strengths[0].when.across == ("stream",)
        assert rules.victory.points[0].hexes.features == ("place",)
        assert [c.side for c in rules.control.at_start] == ["whites", "red"]
        with pytest.raises(ValueError, match="the rules under `combat`"):
            remove_entry(design, "hexsides", index(design, "hexsides", "stream"))

    def test_a_rule_that_names_nothing_renamed_is_the_same_object(self) -> None:
        rules = load("rulesets/karn").ruleset
        assert rules is not None
        assert rename_in_rules(rules, "side", "nobody", "somebody") is rules
        assert rename_in_rules(rules, "asset", "runes", "glyphs").assets is rules.assets, "an id of its own"
        assert "runes" not in str(rename_in_rules(rules, "asset", "runes", "glyphs").combat)

    def test_a_result_in_the_tables(self, historical: Design) -> None:
        after = rename_entry(historical, "results", index(historical, "results", "AE"), "A-")
        assert after.ruleset.tables[0].rows[0][:3] == ("A-", "A-", "AT")
        assert after.ruleset.tables[0].provenance == historical.ruleset.tables[0].provenance

    def test_a_duplicate_is_renamed_alone(self, design: Design) -> None:
        kinds = (*design.ruleset.terrain, replace(design.ruleset.terrain[1], name="Hill"))
        twice = replace(design, ruleset=replace(design.ruleset, terrain=kinds))
        after = rename_entry(twice, "terrain", 3, "hill")
        assert after.map is design.map

    def test_a_country_of_another_is_not_taken(self, historical: Design) -> None:
        lithuania = index(historical, "nationalities", "lithuania")
        with pytest.raises(ValueError, match="country called"):
            rename_entry(historical, "nationalities", lithuania, "latvia")


class TestRemoving:
    @pytest.mark.parametrize(("section", "id", "words"), [
        ("terrain", "mountain", "3 hexes of the map (the first is 0805)"),
        ("hexsides", "river", "2 hexsides of the map (Long)"), ("roads", "highway", "1 road of the map (R1)"),
        ("features", "city", "1 place of the map (Mid)"),
        ("unit_types", "infantry", "3 units of the scenario (1st Infantry, 2nd Infantry, 3rd Infantry)"),
        ("nationalities", "norland", "2 units of the scenario"), ("sides", "red", "1 nationality (Norland)"),
    ])
    def test_used_entries_stay(self, design: Design, section: str, id: str, words: str) -> None:
        with pytest.raises(ValueError, match="cannot be removed") as error:
            remove_entry(design, section, index(design, section, id))
        assert words in str(error.value)

    def test_unused_entries_are_removed(self, design: Design) -> None:
        after = remove_entry(design, "hexsides", 1)
        assert [h.id for h in after.ruleset.hexsides] == ["river"]
        assert after.map is design.map
        lone = replace(design.ruleset, sides=design.ruleset.sides[:1], nationalities=())
        with pytest.raises(ValueError, match="at least one side"):
            remove_entry(replace(design, ruleset=lone, scenario=None), "sides", 0)

    def test_another_entry_replaces_it(self, design: Design) -> None:
        after = replace_entry(design, "terrain", 1, "clear")
        assert [t.id for t in after.ruleset.terrain] == ["clear", "sea"]
        assert after.map.terrain.at(Hex(3, 2)) == "clear"
        assert set("".join(after.map.terrain.rows)) == {"~", "."}
        after = replace_entry(after, "features", 1, "city")
        assert after.map.places[1].features == ("city",)
        after = replace_entry(after, "hexsides", 0, "wall")
        assert {line.kind for line in after.map.lines} == {"wall"}
        assert sorted(REPLACEABLE) == [
            "features", "formations", "hexsides", "results", "roads", "terrain", "unit_types"]

    def test_nothing_replaces_a_nationality(self, design: Design) -> None:
        with pytest.raises(ValueError, match="can replace"):
            replace_entry(design, "nationalities", 0, "sudland")
        with pytest.raises(ValueError, match="no other terrain"):
            replace_entry(design, "terrain", 0, "clear")


class TestFormations:
    """Corps and armies are entries with a table; the units and prototypes of a scenario name them."""

    @pytest.fixture
    def with_corps(self, design: Design) -> Design:
        assert design.scenario is not None
        rules = replace(design.ruleset, formations=(
            Formation("army", "1st Army"), Formation("corps", "I Corps", parent="army")))
        units = tuple(replace(u, formation="corps") for u in design.scenario.units)
        assert len(units) >= 2
        return replace(design, ruleset=rules, scenario=replace(
            design.scenario, units=units, prototypes=(Prototype("guard", "Guard", formation="corps"),)))

    def test_units_and_prototypes_and_parts_follow_another_id(self, with_corps: Design) -> None:
        after = typed(typed(with_corps, "formations", 1, "id", "i-corps"), "formations", 0, "id", "first")
        assert [(f.id, f.parent) for f in after.ruleset.formations] == [("first", ""), ("i-corps", "first")]
        assert after.scenario is not None
        assert {u.formation for u in after.scenario.units} == {"i-corps"}
        assert after.scenario.prototypes[0].formation == "i-corps"

    def test_one_that_is_used_is_not_removed_and_its_users_are_told(self, with_corps: Design) -> None:
        with pytest.raises(ValueError, match=r"I Corps cannot be removed, because it is used by \d+ units of "
                           r"the scenario \(.*\); 1 prototype \(Guard\)"):
            remove_entry(with_corps, "formations", 1)
        with pytest.raises(ValueError, match=r"used by 1 formation \(I Corps\)\.$"):
            remove_entry(with_corps, "formations", 0)
        rules = new_entry(with_corps.ruleset, "formations", "II Corps")
        assert remove_entry(replace(with_corps, ruleset=rules), "formations", 2) == with_corps

    def test_a_part_can_take_the_place_of_its_whole(self, with_corps: Design) -> None:
        after = replace_entry(with_corps, "formations", 0, "corps")
        assert [(f.id, f.parent) for f in after.ruleset.formations] == [("corps", "")]
        after = replace_entry(with_corps, "formations", 1, "army")
        assert after.scenario is not None
        assert {u.formation for u in after.scenario.units} == {"army"}

    def test_no_parent_and_no_nationality_are_typed_as_nothing(self, with_corps: Design) -> None:
        after = typed(with_corps, "formations", 1, "parent", "")
        assert after.ruleset.formations[1].parent == ""
        assert typed(after, "formations", 1, "nationality", "") is after


class TestTables:
    def test_a_cell(self, design: Design) -> None:
        rules = set_results(design.ruleset, 0, {(1, 0): " EX "})
        assert rules.tables[0].rows == (("AE", "DR"), ("EX", "DE"))
        assert rules.tables[0].provenance == Provenance("designer", "7.1")
        assert set_results(rules, 0, {(1, 0): "EX"}) is rules
        with pytest.raises(ValueError, match="no cell in row 3, column 1"):
            set_results(rules, 0, {(2, 0): "EX"})

    def test_rows_and_columns(self, design: Design) -> None:
        rules = add_row(design.ruleset, 0, 1)
        assert rules.tables[0].rows == (("AE", "DR"), ("", ""), ("DR", "DE"))
        rules = add_column(rules, 0, 1)
        assert rules.tables[0].thresholds == (0, 100, 200)
        assert rules.tables[0].columns == ("1:1", "from 100", "2:1")
        rules = add_column(rules, 0, 3)
        assert rules.tables[0].thresholds == (0, 100, 200, 300)
        assert all(len(row) == 4 for row in rules.tables[0].rows)
        rules = set_heading(set_threshold(rules, 0, 3, "350%"), 0, 3, "7:2")
        assert (rules.tables[0].thresholds[3], rules.tables[0].columns[3]) == (350, "7:2")
        for _ in range(3):
            rules = remove_column(rules, 0, 0)
        assert rules.tables[0].thresholds == (0,)
        with pytest.raises(ValueError, match="at least one column"):
            remove_column(rules, 0, 0)
        rules = remove_row(remove_row(rules, 0, 0), 0, 0)
        with pytest.raises(ValueError, match="at least one row"):
            remove_row(rules, 0, 0)

    def test_a_new_first_column_leaves_the_odds_covered(self, design: Design) -> None:
        assert add_column(design.ruleset, 0, 0).tables[0].thresholds == (0, 100, 200)


# -- saving ----------------------------------------------------------------------------------


def _some_text(dice: random.Random, section: str, key: str, design: Design) -> str:
    kind = SECTIONS[section].field(key).kind
    side = dice.choice([s.id for s in design.ruleset.sides])
    text = dice.choice(("yes", "9.1", "Wörter, [x]: y # z", "null", "true story", "- dash"))
    return {
        "id": f"id-{dice.randrange(10**6)}", "cost": dice.choice(("0.5", "3", "1/3", "12")),
        "number": str(dice.choice((0, 1, 3))), "flag": dice.choice(("yes", "no")),
        "colour": f"#{dice.randrange(16**6):06x}", "pattern": dice.choice(("", "woods", "it's: \"odd\" #1")),
        "symbol": dice.choice(("armor", "Ł: {x}")), "reference": side, "words": "corps", "ids": "a b-2",
        "source": dice.choice(("rulebook", "reconstructed", "designer")),
        "text": text, "name": text,
    }[kind]


def _random_edit(dice: random.Random, design: Design) -> Design:
    section = dice.choice(list(SECTIONS))
    count = len(getattr(design.ruleset, section))
    at = dice.randrange(count) if count else 0
    table = dice.randrange(len(design.ruleset.tables)) if design.ruleset.tables else -1

    def on(function: Callable[..., Ruleset], *arguments: object) -> Design:
        return with_ruleset(design, function(design.ruleset, *arguments))

    choice = dice.randrange(12)
    if choice < 4 and count:
        key = dice.choice(SECTIONS[section].fields).key
        return typed(design, section, at, key, _some_text(dice, section, key, design))
    if choice == 4 or not count:
        return on(new_entry, section, f"New {dice.randrange(1000)}", (), at)
    if choice == 5:
        return on(duplicate_entry, section, at)
    if choice == 6:
        return on(move_entry, section, at, dice.randrange(count))
    if choice == 7:
        return remove_entry(design, section, at)
    if choice == 8 and section in REPLACEABLE and section != "results":
        return replace_entry(design, section, at, dice.choice(getattr(design.ruleset, section)).id)
    if table < 0:
        return design
    crt = design.ruleset.tables[table]
    row, column = dice.randrange(len(crt.rows)), dice.randrange(len(crt.columns))
    return dice.choice((
        lambda: on(set_results, table, {(row, column): dice.choice(("AE", "", "yes", "½"))}),
        lambda: on(set_heading, table, column, dice.choice(("9:1", "no", "50-99%"))),
        lambda: on(set_threshold, table, column, str(dice.randrange(9))),
        lambda: on(add_row, table, row), lambda: on(remove_row, table, row),
        lambda: on(add_column, table, column), lambda: on(remove_column, table, column)))()


@pytest.mark.parametrize("seed", range(4))
def test_any_edits_can_be_saved_and_undone_to_the_byte(seed: int) -> None:
    loaded = load("scenarios/historical")
    assert loaded.design is not None
    dice = random.Random(seed)
    states = [loaded.design]
    while len(states) < 25:
        try:
            after = _random_edit(dice, states[-1])
        except ValueError:
            continue
        if after is not states[-1]:
            states.append(after)
    for state in states[1::6]:
        # Saving reads the text back and compares it; a differing text is refused.
        for kind in ("ruleset", "map", "scenario"):
            source = loaded.sources.of(kind)
            assert source is not None
            changed_text(source.reading, source.document, getattr(state, kind), source.base_document,
                         source.base_document)
    source = loaded.sources.ruleset
    assert source is not None
    assert changed_text(source.reading, source.document, states[0].ruleset) == source.text


def _saved(edit: Callable[[Design], Design]) -> tuple[list[str], list[str]]:
    """The lines removed and added when an edit of the sample's ruleset is saved."""
    loaded = load("scenarios/historical")
    source = loaded.sources.ruleset
    assert loaded.design is not None
    assert source is not None
    text = changed_text(source.reading, source.document, edit(loaded.design).ruleset)
    old, new = Counter(source.text.splitlines()), Counter(text.splitlines())
    return list((old - new).elements()), list((new - old).elements())


def test_a_changed_value_is_written_in_place() -> None:
    gone, come = _saved(lambda d: typed(d, "terrain", 1, "colour", "#c0ffee"))
    assert len(gone) == len(come) == 1
    assert come[0] == gone[0].replace("#c8ac86", "#c0ffee")


def test_a_changed_fact_says_so_in_its_entry_alone() -> None:
    gone, come = _saved(lambda d: typed(d, "terrain", 1, "cost", "4"))
    assert len(gone) == 1
    assert "id: mountain" in gone[0]
    told = " ".join(x.strip() for x in come)
    assert told.startswith("- id: mountain name: Mountain cost: 4 shift: -2")
    assert told.endswith('provenance: {source: designer, rule: "9.0"}')


def test_a_changed_cell_of_a_table_leaves_the_other_rows() -> None:
    gone, come = _saved(lambda d: with_ruleset(d, set_results(d.ruleset, 0, {(2, 3): "DW"})))
    assert [x.strip() for x in come if "source" not in x] == ["- [AT, AD, AW, DW, DW, MA, DP, DD]"]
    assert [x.strip() for x in gone if "source" not in x] == ["- [AT, AD, AW, BB, DW, MA, DP, DD]"]


def test_a_new_kind_is_one_new_line_beside_similar_ones() -> None:
    gone, come = _saved(lambda d: with_ruleset(d, new_entry(d.ruleset, "terrain", "Forest", ("forest",))))
    assert gone == []
    assert len(come) == 1
    assert come[0].startswith("  - {id: forest, name: Forest, cost: 3")


def test_a_new_row_and_column_of_a_table() -> None:
    gone, come = _saved(lambda d: with_ruleset(d, add_row(d.ruleset, 0, 6)))
    assert [x for x in come if "source" not in x] == ['      - ["", "", "", "", "", "", "", ""]']
    gone, come = _saved(lambda d: with_ruleset(d, remove_column(d.ruleset, 1, 7)))
    assert len(come) == len(gone) == 9


def test_comments_stay_through_a_rename() -> None:
    loaded = load("scenarios/historical")
    assert loaded.design is not None
    after = rename_entry(loaded.design, "terrain", 2, "swamp")
    for kind in ("ruleset", "map"):
        source = loaded.sources.of(kind)
        assert source is not None
        text = changed_text(source.reading, source.document, getattr(after, kind))
        comments = [x for x in source.text.splitlines() if x.strip().startswith("#")]
        assert comments
        assert all(c in text.splitlines() for c in comments)
        assert len(text.splitlines()) == len(source.text.splitlines())


@pytest.mark.parametrize(("old", "phase", "new", "then"), [
    ("Blue side", "Blue movement", "Heron League", "Heron League movement"),
    ("The Blue side (home)", "Blue movement", "The Herons", "Herons movement"),
    ("Blue", "Bluecoats of Blue move", "Red side", "Bluecoats of Red move"),
    ("Salt Guild", "Movement of the Salt Guild", "The Herons", "Movement of the Herons"),
    ("Salt Guild", "Movement", "The Herons", "Movement"),
    ("Salt Guild", "Salt Guild movement", "  ", "Salt Guild movement")])
def test_phases_called_after_a_side_follow_its_name(old: str, phase: str, new: str, then: str) -> None:
    sides = (Side("blue", old, "#112233"), Side("red", old, "#332211"))
    ruleset = Ruleset("own", "Own", "", sides=sides, phases=(
        Phase("move", phase, "blue"), Phase("other", phase, "red")))
    assert [p.name for p in phases_renamed(ruleset, "blue", old, new).phases] == [then, phase]
    changed = change_field(ruleset, "sides", 0, "name", new)
    assert [p.name for p in changed.phases] == [then, phase]
