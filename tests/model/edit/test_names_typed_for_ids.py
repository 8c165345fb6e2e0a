"""Names that stand for ids where entries are referred to: typed, proposed, chosen and told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from blank_design import blank_design

from visegrad_editor.exchange.unit_table import text_rows, unit_import
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.ruleset import typed
from visegrad_editor.model.edit.unit_cells import read_setup, setup_choices
from visegrad_editor.model.rules.counter import Formation
from visegrad_editor.model.scenario import Scenario, Setup, SetUpGroup
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
    choices = setup_choices(design)
    assert {"Island garrison", "Maru", "Kesh"} <= set(choices)
    assert not any(choice.startswith(("country:", "group:")) for choice in choices)
    assert read_setup(design, "Maru") == Setup(Where(countries=("blue",)))
    rules = design.ruleset
    alike = replace(design, ruleset=replace(rules, nationalities=tuple(
        replace(n, name="Isles") for n in rules.nationalities)))
    assert {"country:blue", "country:red"} <= set(setup_choices(alike)), "the name is that of both"


@pytest.mark.parametrize(("cells", "told"), [
    ("9,4,0303", "Maru, Infantry, 9/4, 0303"),
    ("9,,0303", "Maru, Infantry, 9/–, 2 steps, but no reduced value, 0303"),
    ("3-Apr,3,0303", "Maru, Infantry, –/3, 0303"), ("9,4,Maru", "Maru, Infantry, 9/4, anywhere in Maru")])
def test_new_units_of_an_import_are_told_by_names_with_their_values_in_place(cells: str, told: str) -> None:
    table = f"nationality,name,type,strength,reduced,set-up\nMaru,1st Assault,Infantry,{cells}\n"
    found = unit_import(renamed(), text_rows(table, "units.csv"), "units.csv")
    assert [(c.what, c.after) for c in found.changes] == [("new unit", told)]
