"""The free set-up of 3.4 is made from the fixed one in the window, with mouse and keys; so is each breach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from tkinter import ttk

import pytest
import xvfb
from fix_buttons import choose_fix
from xvfb import Hand, window_on

from visegrad_editor.model.files.load import load
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.scenario import Scenario, Unit

pytestmark = xvfb.MARKS
CAVALRY, SECOND = "poland/10th Armored Cavalry", "poland/34th Armored Cavalry"
MECHANIZED, HUNGARIAN = "poland/2nd Mechanized", "hungary/5th Mechanized"
FIRST_RUSSIAN = "russia/27th Motorized"
DIALOG = "Where units may be set up"


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("historical", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture(scope="module")
def free(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("free-setup", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


def scenario_of(hand: Hand) -> Scenario:
    scenario = hand.window.session.scenario
    assert scenario is not None
    return scenario


def click_row(hand: Hand, tree: ttk.Treeview, row: str) -> None:
    tree.see(row)
    hand.settle(0.1)
    x, y, _, height = tree.bbox(row, "#0")
    hand.click((tree.winfo_rootx() + x + 60, tree.winfo_rooty() + y + height // 2))


def click_unit(hand: Hand, key: str) -> None:
    click_row(hand, hand.window.units.tree, f"unit:{key}")


def click_units(hand: Hand, first: str, number: int) -> None:
    """A click on a unit, and Shift+Down for as many as there are to be."""
    click_unit(hand, first)
    hand.key(*["shift+Down"] * (number - 1))
    assert len(hand.window.session.units) == number


def type_into(hand: Hand, label: str, text: str) -> None:
    form = hand.window.dock.panel("data").form  # type: ignore[attr-defined]
    assert label in form.fields, list(form.fields)
    hand.click_on(form.fields[label])
    hand.key("ctrl+a")
    hand.type(text)
    hand.key("Return", wait=0.2)


def plain(units: tuple[Unit, ...]) -> list[Unit]:
    """Units without where they come from: what the window changes is the designer's."""
    return [replace(u, provenance=Provenance("designer")) for u in units]


@pytest.mark.rule("3.4")
def test_the_free_set_up_is_made_from_the_fixed_one_with_mouse_and_keys(hand: Hand) -> None:
    window = hand.window
    click_units(hand, CAVALRY, 10)
    hand.answer(DIALOG, ("type", "Polish army"), ("key", "Tab"), ("type", "3.4"), ("key", "Tab"),
                ("type", "country:poland not:1718"), ("key", "Tab"), ("key", "Tab"), ("key", "space"),
                ("key", "Return"))
    hand.key("shift+F8")
    hand.until(lambda: scenario_of(hand).set_up_groups)
    assert window.messages.text == (
        '10 units changed. They belong to the set-up group "Polish army". Ctrl+Z undoes it.')
    assert window.session.history.undo_label == "Set-up of 10 units", "one step"
    hand.until(lambda: window.tray.winfo_ismapped())
    click_unit(hand, HUNGARIAN)
    hand.answer(DIALOG, ("key", "Tab"), ("key", "Tab"), ("type", "Hungary"), ("key", "Return"))
    hand.key("shift+F8")
    hand.until(lambda: not scenario_of(hand).unit_by_key[HUNGARIAN].hex)
    click_units(hand, FIRST_RUSSIAN, 5)
    hand.answer(DIALOG, ("type", "Russian army"), ("key", "Tab"), ("type", "3.4"), ("key", "Tab"),
                ("key", "End"), ("type", " country:belarus country:ukraine"), ("key", "Return"))
    hand.key("shift+F8")
    hand.until(lambda: len(scenario_of(hand).set_up_groups) == 2)
    hand.key("ctrl+shift+p")
    hand.settle(0.3)
    hand.type("Entries")
    hand.key("Return", wait=0.4)
    tree: ttk.Treeview = window.dock.panel("data").tree  # type: ignore[attr-defined]
    index = [e.id for e in scenario_of(hand).entries].index("east-edge")
    click_row(hand, tree, f"scenario/entries/#{index}")
    type_into(hand, "Name", "Eastern edge of the map")
    type_into(hand, "Rule", "3.4")
    click_row(hand, tree, f"scenario/entries/#{index}")
    hand.key("Right", "Down", wait=0.2)
    type_into(hand, "Areas", "east-edge")
    window.dock.close("data")
    made, design = scenario_of(hand), load("free-setup").design
    assert design is not None
    wanted = design.scenario
    assert wanted is not None
    assert made.set_up_groups == wanted.set_up_groups
    assert made.entries == wanted.entries
    assert plain(made.units) == plain(wanted.units)
    assert (made.set_up_order, made.options, made.assets, made.turns) == (
        wanted.set_up_order, wanted.options, wanted.assets, wanted.turns)
    assert not [p for p in window.checker.check_now() if p.severity != "note"]
    # Three units or groups and one entry, in seven steps.
    assert len(window.session.history.steps) - 1 == 6


def put_by_inspector(hand: Hand, key: str, number: str) -> None:
    """The hex of a unit typed into the inspector, which takes any: what the map refuses can be broken so."""
    hand.window.show_panel("units")
    click_unit(hand, key)
    hand.window.show_panel("inspector")
    hand.settle(0.2)
    form = hand.window.inspector.unit_form
    assert form is not None
    form.fields["Set-up hex"].focus_set()  # which scrolls to it
    hand.settle(0.2)
    hand.key("ctrl+a")
    hand.type(number)
    hand.key("Return", wait=0.2)
    assert scenario_of(hand).unit_by_key[key].position == number


@pytest.mark.rule("3.4")
@pytest.mark.parametrize(("places", "code", "words"), [
    ([(CAVALRY, "2118"), (SECOND, "2118")], "not-alone", "34th Armored Cavalry"),
    ([(MECHANIZED, "2325")], "not-permitted", "2nd Mechanized"),
    ([(HUNGARIAN, "2017")], "not-permitted", "5th Mechanized"),
    ([(FIRST_RUSSIAN, "2017")], "not-permitted", "27th Motorized"),
    ([(MECHANIZED, "1718")], "not-permitted", "2nd Mechanized"),
])
def test_each_breach_has_one_line_with_its_rule_and_a_fix_that_works(
        free: Hand, places: list[tuple[str, str]], code: str, words: str) -> None:
    hand, window = free, free.window
    for key, number in places:
        put_by_inspector(hand, key, number)
    problems = [p for p in window.checker.check_now() if p.severity != "note"]
    [problem] = [p for p in problems if p.code == code]
    # In the hex that 3.4 excludes stands an enemy too.
    assert [p.code for p in problems if p is not problem] == ["enemies"] * (places[0][1] == "1718")
    assert problem.rule == "3.4"
    assert words in problem.message
    window.show_panel("problems")
    hand.settle(0.3)
    panel = window.problems
    row = next(r for r in panel.rows
               if (p := panel.problem_of(r)) is not None and p.code == code)
    panel.tree.selection_set(row)
    hand.settle(0.2)
    assert choose_fix(hand).startswith("Move ")
    hand.settle(0.3)
    assert not [p for p in window.checker.check_now() if p.severity != "note"], "and no other problem"
    assert all(u.position for u in scenario_of(hand).units if u.key in dict(places))
    window.perform("clear_positions")
    hand.settle(0.2)
