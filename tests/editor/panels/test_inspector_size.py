"""The size of units in the inspector: what comes from the type is shown as such."""

from __future__ import annotations

from dataclasses import replace
from tkinter import ttk

import pytest
from xvfb import MARKS, Hand

from visegrad_editor.editor.panels.inspector import SEVERAL, Inspector
from visegrad_editor.model.scenario import Unit

pytestmark = MARKS


@pytest.fixture
def hand(one_window: Hand) -> Hand:
    """A window in whose ruleset the types of two units have sizes, and the units none of their own."""
    hand = one_window
    session = hand.window.session
    session.history.jump(0)
    design, scenario = session.design, session.scenario
    assert scenario is not None
    first, other = two_types(scenario.units)
    sizes = {first.type: "brigade", other.type: "regiment"}
    types = tuple(replace(t, size=sizes.get(t.id, t.size)) for t in design.ruleset.unit_types)
    units = tuple(replace(u, size="") for u in scenario.units)
    session.edit("Sizes", replace(design, ruleset=replace(design.ruleset, unit_types=types),
                                  scenario=replace(scenario, units=units)))
    hand.window.show_panel("inspector")
    hand.settle(0.2)
    return hand


def two_types(units: tuple[Unit, ...]) -> tuple[Unit, Unit]:
    first = units[0]
    return first, next(u for u in units if u.type != first.type)


def size(hand: Hand, *units: Unit) -> ttk.Combobox:
    hand.window.session.select(None, tuple(u.key for u in units))
    hand.settle(0.3)
    panel = hand.window.dock.panel("inspector")
    assert isinstance(panel, Inspector)
    assert panel.unit_form is not None
    found = panel.unit_form.fields["Size"]
    assert isinstance(found, ttk.Combobox)
    return found


def test_a_size_that_comes_from_the_type_is_shown_as_such(hand: Hand) -> None:
    scenario = hand.window.session.scenario
    assert scenario is not None
    first, other = two_types(scenario.units)
    assert size(hand, first).get() == "brigade (by its type)"
    alike = next(u for u in scenario.units if u.type == first.type and u.key != first.key)
    assert size(hand, first, alike).get() == "brigade (by their type)"
    assert size(hand, first, other).get() == SEVERAL


def test_a_size_of_its_own_goes_back_to_that_of_the_type(hand: Hand) -> None:
    session = hand.window.session
    assert session.scenario is not None
    first = session.scenario.units[0]
    box = size(hand, first)
    box.set("army")
    box.event_generate("<<ComboboxSelected>>")
    hand.settle(0.3)
    assert session.scenario.unit_by_key[first.key].size == "army"
    box = size(hand, first)
    assert box.get() == "army"
    box.current(0)
    box.event_generate("<<ComboboxSelected>>")
    hand.settle(0.3)
    assert session.scenario.unit_by_key[first.key].size == ""
    assert size(hand, first).get() == "brigade (by its type)"
