"""Series of units, fills and duplicates, and the cells of units."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.bundled import design_of
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.unit_cells import (
    cell_choices,
    cell_text,
    read_setup,
    setup_text,
    typed_unit,
    unit_columns,
    with_units,
)
from visegrad_editor.model.edit.unit_series import (
    UnitSeries,
    add_series,
    duplicate_units,
    filled,
    formations_of,
    next_number,
    series_names,
    usual_pattern,
    with_formation,
)
from visegrad_editor.model.edit.units import ordinal, why_no_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.prototypes import Prototype
from visegrad_editor.model.rules.counter import Formation
from visegrad_editor.model.ruleset import Ruleset
from visegrad_editor.model.scenario import Scenario, Setup
from visegrad_editor.model.schedule import UnitRelease, UnitWithdrawal
from visegrad_editor.model.where import Where
from visegrad_editor.systems import boxes_of

SERIES = UnitSeries("russia", "motorized-rifle", 1, 12, "# Motorised Regiment", turn=2, entry="east-edge")


def historical() -> Design:
    return design_of("historical")


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


def a_series(**changes: object) -> UnitSeries:
    kind = next(t.id for t in historical().ruleset.unit_types if "air" not in t.traits)
    return replace(SERIES, type=kind, **changes)  # type: ignore[arg-type]


def test_twelve_numbered_regiments_are_one_edit() -> None:
    after = scenario_of(add_series(historical(), a_series()))
    made = after.units[-12:]
    assert [u.name for u in made][:3] == [f"{n} Motorised Regiment" for n in ("1st", "2nd", "3rd")]
    assert made[-1].name == "12th Motorised Regiment"
    assert {(u.reinforcement.turn, u.reinforcement.entry) for u in made if u.reinforcement} == {
        (2, "east-edge")}
    later = scenario_of(add_series(historical(), a_series(last=4, every=2))).units[-4:]
    assert [u.reinforcement.turn for u in later if u.reinforcement] == [2, 4, 6, 8]


@pytest.mark.parametrize(("changes", "words"), [
    ({"turn": 11}, "between 1 and 10"), ({"every": 3}, "on turn 11"), ({"entry": "nowhere"}, "no entry"),
    ({"entry": ""}, "Choose the entry"), ({"last": 0}, "lower than the first"),
    ({"pattern": "Foot"}, "Put #"),
    ({"pattern": " "}, "Enter a name"), ({"last": 1000}, "at most 500"),
    ({"pattern": "9th Artillery", "last": 1}, "already has a unit called 9th Artillery"),
    ({"first": 0, "style": "roman"}, "too low"), ({"pattern": "#" + "x" * 80}, "longer than 80"),
])
def test_a_series_that_does_not_fit_says_why(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        add_series(historical(), a_series(**changes))


@pytest.mark.parametrize(("names", "pattern", "number"), [
    ((), "# Infantry", 1), (("2nd Infantry", "11th Infantry", "13 Tanks"), "# Infantry", 12),
    (("2nd Infantry",), "Infantry", 1), (("Corps II", "Corps IX"), "Corps #", 10),
    (("1./4 Bn", "02/4 Bn"), "#/4 Bn", 3)])
def test_the_numbers_of_a_series_follow_those_that_there_are(
    names: tuple[str, ...], pattern: str, number: int
) -> None:
    scenario = scenario_of(historical())
    like = scenario.units[0]
    units = (replace(like, nationality="elsewhere", name="99th Infantry"),
             *(replace(like, name=name) for name in names))
    assert next_number(replace(scenario, units=units), like.nationality, pattern) == number


def test_names_of_a_series() -> None:
    assert series_names(a_series(pattern="#/4 Bn", style="roman", first=3, last=4)) == ("III/4 Bn", "IV/4 Bn")
    assert series_names(a_series(pattern="R #", style="zeros", last=2)) == ("R 01", "R 02")
    assert series_names(a_series(pattern="Guards", last=1)) == ("Guards",)


def test_fills_go_on_with_the_step_of_the_first_two() -> None:
    assert filled(["3rd A", "", ""]) == ("3rd A", "4th A", "5th A")
    assert filled(["1st A", "3rd A", ""]) == ("1st A", "3rd A", "5th A")
    assert filled([]) == ()
    with pytest.raises(ValueError, match="below 0"):
        filled(["2", "1", "", ""])


def test_copies_have_free_names_and_no_position() -> None:
    design = historical()
    after, keys = duplicate_units(design, ["poland/20th Mechanized"])
    copy = scenario_of(after).unit_by_key[keys[0]]
    assert (copy.name, copy.hex) == ("21st Mechanized", "2017")
    place = [u.key for u in scenario_of(after).units].index("poland/20th Mechanized")
    assert scenario_of(after).units[place + 1] is copy


def test_each_cell_is_read_as_it_is_written() -> None:
    design = historical()
    tried = 0
    for unit in scenario_of(design).units:
        for column in unit_columns(design.ruleset):
            assert typed_unit(design, unit, column.id, cell_text(design, unit, column.id)) is unit
            tried += 1
    assert tried > 1000


def test_set_ups_are_texts() -> None:
    design = historical()
    where = Where(("0601",), countries=("poland",), features=("city",), excluding=("2017",))
    for setup in (Setup(where, alone=True), Setup(box="ready"), None):
        assert read_setup(design, setup_text(setup, design)) == setup
    assert read_setup(design, "anywhere in Poland") == Setup(Where(countries=("poland",)))
    for text in ("Poland not:1925", "poland, not:1925", "Anywhere in Poland not:1925"):
        assert read_setup(design, text) == Setup(Where(countries=("poland",), excluding=("1925",)))
    assert read_setup(design, "2017 Poland Hungary alone") == Setup(
        Where(("2017",), countries=("poland", "hungary")), alone=True)
    assert read_setup(design, "601") == Setup(Where(("0601",)))
    marked = Setup(Where(("0601",)), marks=("moved",))
    assert read_setup(design, "2017", marked) == replace(marked, where=Where(("2017",)))
    for text, words in (("area:moon", "not an area"), ("9999", "no hex"), ("alone", "Write where")):
        with pytest.raises(ValueError, match=words):
            read_setup(design, text)


def test_countries_areas_and_features_are_left_out_by_name_or_id() -> None:
    design = historical()

    def hexes(text: str) -> set[str]:
        setup = read_setup(design, text)
        assert setup is not None
        assert read_setup(design, setup_text(setup, design)) == setup
        return {design.map.grid.number(h) for h in setup.where.resolve(design.map)}

    poland, cities = hexes("Poland"), hexes("feature:city")
    assert poland & cities
    assert poland - cities
    both = "Poland Czech Republic"
    for text in ("Czech Republic", "country:Czech Republic", "country:czech-republic", " Czech Republic"):
        assert hexes(f"{both} not:{text}") == poland, text
        assert hexes(f"not:{text} {both}") == poland, "wherever it stands"
    for text in ("city", "feature:city", "City"):
        assert hexes(f"Poland not:{text}") == poland - cities, text
    assert hexes("Poland not:2017 not:city not:1718") == poland - cities - {"2017", "1718"}
    assert hexes("Poland city") == poland & cities
    for text, words in (
            ("Poland not:Germany", '"not:Germany" leaves nothing out'), ("not:Germany", "Write where"),
            ("Poland not:Poland", "Nothing is left"), ("Poland not:", "Write after not:")):
        with pytest.raises(ValueError, match=words):
            read_setup(design, text)


def test_an_unknown_place_is_said_with_the_name_most_like_it() -> None:
    design = historical()
    said = 'There is no hex, place, country, area or feature called "{}".'
    for text, word, near in (
            ("Poland Polandia", "Polandia", "Poland"), ("Polnad", "Polnad", "Poland"),
            ("Czechia", "Czechia", "Czech Republic"), ("Poland not:Germny", "Germny", "Germany"),
            ("Poland not:capitol", "capitol", "Capital"), ("Xyzzy", "Xyzzy", "")):
        with pytest.raises(ValueError, match="There is no hex") as refused:
            read_setup(design, text)
        assert str(refused.value) == said.format(word) + (f" Did you mean {near}?" if near else ""), text


def test_the_group_of_a_unit_is_the_text_of_its_cell() -> None:
    design = design_of("free-setup")
    unit = scenario_of(design).unit_by_key["poland/2nd Mechanized"]
    assert cell_text(design, unit, "setup") == "Polish army"
    assert typed_unit(design, unit, "setup", "group:polish-army") is unit
    other = typed_unit(design, unit, "setup", "country:hungary")
    assert other.setup == Setup(Where(countries=("hungary",))), "with hexes of its own it leaves the group"
    after = scenario_of(with_units(design, {unit.key: other})).unit_by_key[unit.key]
    assert after.setup == other.setup
    for text in ("group:polish-army", "group:Polish army", "polish army"):
        assert typed_unit(design, other, "setup", text).setup == unit.setup
    for text, words in (
            ("group:polish-navy", "not a set-up group"), ("2017 group:polish-army", "stands alone")):
        with pytest.raises(ValueError, match=words):
            typed_unit(design, unit, "setup", text)
    assert "Russian army" in cell_choices(design, "setup")


def test_a_box_is_one_of_those_there_are() -> None:
    design = historical()
    boxes = boxes_of(design)
    assert {"us-air", "russian-air-pool", "eliminated", "ready"} <= set(boxes)
    assert not {"unplaced", "reinforcements"} & set(boxes)
    unit = scenario_of(design).unit_by_key["poland/20th Mechanized"]
    boxed = typed_unit(design, unit, "setup", "box:US-air", boxes)
    assert boxed.setup is not None
    assert (boxed.setup.box, boxed.setup.where, boxed.hex) == ("us-air", Where(), "")
    assert typed_unit(design, boxed, "setup", "box:us-air", ()) is boxed, "what is there already may stay"
    with pytest.raises(ValueError, match=r'no box "us-aire"\. The boxes are .*us-air.*eliminated'):
        typed_unit(design, unit, "setup", "box:us-aire", boxes)
    with pytest.raises(ValueError, match="Write the name of the off-map box"):
        typed_unit(design, unit, "setup", "box:", boxes)
    assert "box:us-air" in cell_choices(design, "setup", boxes)


def test_a_unit_is_set_up_or_arrives() -> None:
    design = historical()
    unit = scenario_of(design).unit_by_key["poland/20th Mechanized"]
    later = typed_unit(design, unit, "turn", "3")
    assert later.setup is None
    assert cell_text(design, later, "turn") == "3"
    assert typed_unit(design, later, "setup", "2017").reinforcement is None
    at_event = typed_unit(design, later, "turn", "us-entry")
    assert cell_text(design, at_event, "turn") == "us-entry"
    with pytest.raises(ValueError, match="enter the turn"):
        typed_unit(design, unit, "entry", "east-edge")
    assert "us-entry" in cell_choices(design, "turn")


@pytest.mark.parametrize(("id", "text", "expected"), [
    ("withdrawal", "4", UnitWithdrawal(4)), ("withdrawal", "us-entry", UnitWithdrawal(0, "us-entry")),
    ("release", "3 within:2", UnitRelease(3, "", 2)), ("release", "held", UnitRelease()),
    ("release", "us-entry", UnitRelease(0, "us-entry"))])
def test_when_a_unit_leaves_or_may_move_is_typed(id: str, text: str, expected: object) -> None:
    design = historical()
    unit = scenario_of(design).unit_by_key["poland/20th Mechanized"]
    changed = typed_unit(design, unit, id, text)
    assert getattr(changed, id) == expected
    assert cell_text(design, changed, id) == text
    assert getattr(typed_unit(design, changed, id, ""), id) is None


@pytest.mark.parametrize(("id", "text", "said"), [
    ("withdrawal", "99", "cannot leave on turn 99: the game has 10 turns"),
    ("withdrawal", "3 within:2", "Enter a turn or an event"),
    ("withdrawal", "held", "Enter a turn or an event"), ("release", "some-day", "some-day")])
def test_a_moment_that_there_is_not_is_refused(id: str, text: str, said: str) -> None:
    design = historical()
    unit = scenario_of(design).unit_by_key["poland/20th Mechanized"]
    with pytest.raises(ValueError, match=said):
        typed_unit(design, unit, id, text)


def test_two_units_cannot_have_one_name() -> None:
    design = historical()
    units = scenario_of(design).unit_by_key
    with pytest.raises(ValueError, match="two units called 34th"):
        with_units(design, {"poland/20th Mechanized": replace(
            units["poland/20th Mechanized"], name="34th Armored Cavalry")})
    assert with_units(design, {}) is design


def test_a_series_may_come_with_an_event_reduced_and_of_a_size() -> None:
    entry = scenario_of(historical()).entries[0].id
    series = replace(SERIES, type="motorized", last=2, turn=0, event="us-entry", entry=entry, size="regiment",
                     reduced=True)
    made = scenario_of(add_series(historical(), series)).units[-2:]
    assert [(u.size, u.reduced) for u in made] == [("regiment", True)] * 2
    assert [(u.reinforcement.event, u.reinforcement.turn, u.reinforcement.entry)
            for u in made if u.reinforcement] == [("us-entry", 0, entry)] * 2
    with pytest.raises(ValueError, match="entry by which"):
        add_series(historical(), replace(series, entry=""))
    pooled = scenario_of(add_series(historical(), replace(series, event="", pool="russian-pool"))).units[-1]
    assert pooled.reinforcement is not None
    assert (pooled.reinforcement.pool, pooled.reinforcement.entry) == ("russian-pool", "")


def test_a_series_may_have_a_prototype_and_differ_from_it() -> None:
    design = historical()
    like = Prototype("rifles", type="motorized-rifle", values=((5,), (2,)), size="division")
    own = replace(design, scenario=replace(scenario_of(design), prototypes=(like,)))
    series = replace(SERIES, last=1, values=((5,), (2,)), size="division", prototype="rifles",
                     type="artillery", turn=0)
    unit = scenario_of(add_series(own, series)).units[-1]
    assert (unit.prototype, unit.overrides, unit.size) == ("rifles", ("type",), "division")
    with pytest.raises(ValueError, match="no prototype"):
        add_series(design, series)


def test_the_last_turn_can_be_chosen_and_none_after_it() -> None:
    design = historical()
    choices = cell_choices(design, "turn")
    assert choices[:11] == ("", *map(str, range(1, 11)))
    assert "11" not in choices
    assert scenario_of(design).turns == 10


def test_numbers_over_a_hundred_are_written_as_they_are_spoken() -> None:
    assert [ordinal(n) for n in (99, 101, 110, 111, 112, 113, 121, 213)] == [
        "99th", "101st", "110th", "111th", "112th", "113th", "121st", "213th"]


def test_a_hex_typed_for_a_unit_that_arrives_sets_it_up_there() -> None:
    design = historical()
    unit = next(u for u in scenario_of(design).units if u.reinforcement and u.name == "21st Rifles")
    placed = typed_unit(design, unit, "position", "2017")
    assert placed.hex == "2017"
    assert placed.reinforcement is None
    free = next(u for u in scenario_of(design).units if u.setup and u.setup.has_choice)
    assert free.setup is not None
    [number] = [design.map.grid.number(h) for h in free.setup.where.resolve(design.map)[:1]]
    there = typed_unit(design, free, "position", number)
    assert (there.position, there.setup) == (number, free.setup), "where it may be set up stays"


def test_air_units_have_a_strength_cell_and_none_of_the_values_of_their_type() -> None:
    design = historical()
    shown = unit_columns(design.ruleset, scenario_of(design).units)
    columns = [c.id for c in shown if c.id.startswith("value:")]
    assert len(columns) >= 3
    ground = scenario_of(design).unit_by_key["poland/20th Mechanized"]
    assert [bool(cell_text(design, ground, c)) for c in columns] == [True] * len(columns)
    air = next(u for u in scenario_of(design).units if u.name == "1st CAS")
    armed = replace(air, values=ground.values)
    texts = {c: cell_text(design, armed, c) for c in columns}
    own = {v.id for v in design.ruleset.values if v.from_ != "type"}
    for column, text in texts.items():
        assert bool(text) == (column.split(":")[1] in own), texts


def test_the_pattern_proposed_is_that_of_the_fellows() -> None:
    scenario = load("historical").design.scenario  # type: ignore[union-attr]
    assert scenario is not None
    cavalry = scenario.unit_by_key["poland/10th Armored Cavalry"]
    for nation in ("poland", "hungary"):
        assert usual_pattern(scenario, nation, cavalry.type, "Armored cavalry") == "# Armored Cavalry"
    assert usual_pattern(scenario, "poland", "nothing", "Nothing") == "# Nothing"


def test_a_ruleset_without_nationalities_or_types_makes_no_units() -> None:
    ruleset = Ruleset("none", "", "")
    assert why_no_units(ruleset) == (
        "The ruleset has no nationality and no unit type. Add one in Ruleset… first.")
    loaded = load("hollen").design
    assert loaded is not None
    assert why_no_units(loaded.ruleset) == ""


def test_a_series_belongs_to_a_formation_that_is_made_if_there_is_none() -> None:
    design = historical()
    rules = replace(design.ruleset, formations=(
        Formation("i-corps", "I Corps", "poland"), Formation("reserve", "Reserve")))
    design = replace(design, ruleset=rules)
    assert [f.id for f in formations_of(rules, "poland")] == ["i-corps", "reserve"]
    assert [f.id for f in formations_of(rules, "russia")] == ["reserve"]
    for name in ("I Corps", "i corps", "i-corps", " I  Corps "):
        assert with_formation(design, "poland", name) == (design, "i-corps")
    for name in ("", "–", " "):
        assert with_formation(design, "poland", name) == (design, "")
    # Another nationality has a corps of its own with that number.
    made, id = with_formation(design, "russia", "I Corps")
    assert made.ruleset.formations[:2] == rules.formations
    new = made.ruleset.formations[2]
    assert (new.id, new.name, new.nationality) == (id, "I Corps", "russia")
    assert id != "i-corps"
    after = scenario_of(add_series(made, a_series(formation=id)))
    assert {u.formation for u in after.units[-12:]} == {id}
