"""The free set-up of 3.4 is made from the fixed one in the window, with mouse and keys; so is each breach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from tkinter import ttk
from typing import Any

import pytest
import xvfb
from dialog_answers import Step
from fix_buttons import choose_fix
from xvfb import Hand, window_on

from visegrad_editor.model.files.load import load
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.scenario import Scenario, Unit

pytestmark = xvfb.MARKS
CAVALRY, SECOND = "poland/10th Armored Cavalry", "poland/34th Armored Cavalry"
MECHANIZED, HUNGARIAN = "poland/2nd Mechanized", "hungary/5th Mechanized"
FIRST_RUSSIAN = "russia/27th Motorized"
AIRBORNE, IRON_WOLF = "russia/Airborne", "lithuania/Iron Wolf Mechanized"
UKRAINIAN, BELARUSIAN = "ukraine/1st Armored", "belarus/38th Mobile"
DIALOG = "Where units may be set up"


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("historical", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture(scope="module")
def made(hand: Hand) -> Hand:
    """The window in which the free set-up has been made of the fixed one."""
    make_it_free(hand)
    return hand


@pytest.fixture
def free(made: Hand) -> Iterator[Hand]:
    """The window with the free set-up that was made, given back as it was."""
    history = made.window.session.history
    position = history.position
    yield made
    history.jump(position)
    made.settle(0.1)


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
    if number > 1:
        hand.key(*["shift+Down"] * (number - 1))
    assert len(hand.window.session.units) == number


def click_entry(hand: Hand, name: str) -> None:
    """A click on an entry in the list of all keys of the file, opened by the palette."""
    hand.key("ctrl+shift+p")
    hand.settle(0.3)
    hand.type("Entries")
    hand.key("Return", wait=0.4)
    tree: ttk.Treeview = hand.window.dock.panel("data").tree  # type: ignore[attr-defined]
    index = [e.id for e in scenario_of(hand).entries].index(name)
    click_row(hand, tree, f"scenario/entries/#{index}")


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


def make_it_free(hand: Hand) -> None:
    """Make the free set-up of the fixed one: three times the dialog of where units may be set up, and one
    entry."""
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
    hand.answer(DIALOG, ("key", "Tab"), ("type", "3.4"), ("key", "Tab"), ("type", "Hungary"),
                ("key", "Return"))
    hand.key("shift+F8")
    hand.until(lambda: not scenario_of(hand).unit_by_key[HUNGARIAN].hex)
    click_units(hand, FIRST_RUSSIAN, 5)
    hand.answer(DIALOG, ("type", "Russian army"), ("key", "Tab"), ("type", "3.4"), ("key", "Tab"),
                ("key", "End"), ("type", " country:belarus country:ukraine"), ("key", "Return"))
    hand.key("shift+F8")
    hand.until(lambda: len(scenario_of(hand).set_up_groups) == 2)
    click_entry(hand, "east-edge")
    type_into(hand, "Name", "Eastern edge of the map")
    type_into(hand, "Rule", "3.4")
    click_entry(hand, "east-edge")
    hand.key("Right", "Down", wait=0.2)
    type_into(hand, "Areas", "east-edge")
    window.dock.close("data")
    # Three units or groups and one entry, in six steps.
    assert len(window.session.history.steps) - 1 == 6


@pytest.mark.rule("3.4")
def test_the_free_set_up_is_made_from_the_fixed_one_with_mouse_and_keys(free: Hand) -> None:
    scenario, design = scenario_of(free), load("free-setup").design
    assert design is not None
    wanted = design.scenario
    assert wanted is not None
    assert scenario.set_up_groups == wanted.set_up_groups
    assert scenario.entries == wanted.entries
    assert plain(scenario.units) == plain(wanted.units)
    assert scenario.unit_by_key[HUNGARIAN].provenance.of("setup") == Provenance("rulebook", "3.4")
    assert (scenario.set_up_order, scenario.options, scenario.assets, scenario.turns) == (
        wanted.set_up_order, wanted.options, wanted.assets, wanted.turns)
    assert not told(free)


def told(hand: Hand) -> list[Problem]:
    return [p for p in hand.window.checker.check_now() if p.severity != "note"]


# -- what is refused -------------------------------------------------------------------------------


def from_tray(hand: Hand, key: str, number: str) -> None:
    """A counter dragged from the tray to a hex."""
    window = hand.window
    hex = window.session.design.map.grid.parse(number)
    assert hex is not None
    window.navigator.to_hex(hex)
    hand.settle(0.1)
    x, y = window.tray.place_of(key)
    hand.drag((x, y), (x + 12, y - 12), hand.centre(number), hand.centre(number))
    hand.settle(0.1)


@pytest.mark.rule("3.4", "3.0")
@pytest.mark.parametrize(("key", "number", "words", "rule"), [
    (MECHANIZED, "2325", "may be set up anywhere in Poland, except 1718 Kondratki", "3.4"),
    (MECHANIZED, "1718", "may be set up anywhere in Poland, except 1718 Kondratki", "3.4"),
    (HUNGARIAN, "2017", "may be set up anywhere in Hungary", "3.4"),
    (FIRST_RUSSIAN, "2017", "may be set up anywhere in Russia, Belarus or Ukraine", "3.4"),
    # Of these 3.4 repeats what 3.0 says.
    (UKRAINIAN, "1511", "may be set up anywhere in Ukraine", "3.0"),
    (BELARUSIAN, "2006", "may be set up anywhere in Belarus", "3.0"),
])
def test_a_drop_elsewhere_is_refused_with_the_reason_and_its_rule(
        free: Hand, key: str, number: str, words: str, rule: str) -> None:
    from_tray(free, key, number)
    assert scenario_of(free).unit_by_key[key].position == ""
    assert words in free.window.messages.text
    assert f"(rule {rule})" in free.window.messages.text


@pytest.mark.rule("3.4")
def test_a_drop_on_another_pole_is_refused_and_one_beside_him_is_not(free: Hand) -> None:
    from_tray(free, CAVALRY, "2118")
    from_tray(free, SECOND, "2118")
    units = scenario_of(free).unit_by_key
    assert (units[CAVALRY].position, units[SECOND].position) == ("2118", "")
    assert "may not be set up with Polish 10th Armored Cavalry" in free.window.messages.text
    assert "(rule 3.4)" in free.window.messages.text
    from_tray(free, SECOND, "2117")
    assert scenario_of(free).unit_by_key[SECOND].position == "2117"
    assert not told(free)


# -- what is made otherwise, and told --------------------------------------------------------------


def inspected(hand: Hand, key: str, label: str) -> ttk.Entry:
    """A field of the inspector, which has the keyboard, of a unit that was clicked in the list."""
    window = hand.window
    window.show_panel("units")
    click_unit(hand, key)
    window.show_panel("inspector")
    hand.settle(0.2)
    form = window.inspector.unit_form
    assert form is not None
    field = form.fields[label]
    field.focus_set()  # which scrolls to it
    hand.settle(0.1)
    assert isinstance(field, ttk.Entry)
    return field


def in_hex(*places: tuple[str, str]) -> Callable[[Hand], None]:
    """The hexes of units typed into the inspector, which takes any: what the map refuses is done so."""
    def do(hand: Hand) -> None:
        for key, number in places:
            inspected(hand, key, "Set-up hex")
            hand.key("ctrl+a")
            hand.type(number)
            hand.key("Return", wait=0.1)
            assert scenario_of(hand).unit_by_key[key].hex == number
    return do


def arriving(key: str, label: str, text: str) -> Callable[[Hand], None]:
    """When or where a unit arrives, chosen in a list of the inspector with the keys."""
    def do(hand: Hand) -> None:
        box = inspected(hand, key, label)
        assert isinstance(box, ttk.Combobox)
        choices = [str(one) for one in box.cget("values")]
        way = choices.index(text) - choices.index(box.get())
        hand.key("Down")  # which opens the list
        hand.settle(0.2)
        hand.key(*["Down" if way > 0 else "Up"] * abs(way), "Return", wait=0.2)
    return do


def dragged(key: str, number: str) -> Callable[[Hand], None]:
    """A counter dragged from the hex where it stands to another one."""
    def do(hand: Hand) -> None:
        before = scenario_of(hand).unit_by_key[key].hex
        hex = hand.window.session.design.map.grid.parse(before)
        assert hex is not None
        hand.window.navigator.to_hex(hex)
        hand.settle(0.1)
        hand.drag(hand.centre(before), hand.centre(number), hand.centre(number))
        hand.settle(0.1)
        assert scenario_of(hand).unit_by_key[key].hex == number
    return do


def wished(key: str, number: int, where: str, *more: Step) -> Callable[[Hand], None]:
    """Where units may be set up, said in the dialog."""
    def do(hand: Hand) -> None:
        hand.window.show_panel("units")
        click_units(hand, key, number)
        hand.answer(DIALOG, ("key", "Tab"), ("key", "Tab"), ("key", "ctrl+a"), ("type", where), *more,
                    ("key", "Return"))
        before = scenario_of(hand)
        hand.key("shift+F8")
        hand.until(lambda: scenario_of(hand) is not before)
    return do


def entered_elsewhere(hand: Hand) -> None:
    """The eastern edge of the schedule laid elsewhere."""
    click_entry(hand, "east-edge")
    hand.key("Right", "Down", wait=0.2)
    type_into(hand, "Areas", "poland-north-edge")
    hand.window.dock.close("data")


ALONE_OFF = (("key", "Tab"), ("key", "Tab"), ("key", "space"))


BREACHES: tuple[tuple[Any, ...], ...] = (
    # Poles: anywhere in Poland but 1718, no two in a hex.
    (in_hex((MECHANIZED, "2325")), "not-permitted", "3.4", MECHANIZED, "2325", ""),
    # There stands an enemy, too.
    (in_hex((MECHANIZED, "1718")), "not-permitted", "3.4", MECHANIZED, "1718", "enemies"),
    (in_hex((CAVALRY, "2118"), (SECOND, "2118")), "not-alone", "3.4", CAVALRY, "2118", ""),
    (wished(CAVALRY, 10, "country:poland"), "free-set-up", "3.4", CAVALRY, "", ""),
    (wished(CAVALRY, 10, "country:poland not:1718", *ALONE_OFF), "free-set-up", "3.4", CAVALRY, "", ""),
    (arriving("poland/6th Airborne", "Arrives", "turn 1"), "free-arrival", "3.4", "poland/6th Airborne", "",
     ""),
    (in_hex(("poland/6th Airborne", "2017")), "free-arrival", "3.4", "poland/6th Airborne", "2017", ""),
    # Hungary: 5th Mechanized anywhere, 25th Infantry on turn 3 in Budapest.
    (in_hex((HUNGARIAN, "2017")), "not-permitted", "3.4", HUNGARIAN, "2017", ""),
    (wished(HUNGARIAN, 1, "country:slovakia"), "free-set-up", "3.4", HUNGARIAN, "", ""),
    (arriving("hungary/25th Infantry", "Arrives at", "Prague (2623)"), "free-arrival", "3.4",
     "hungary/25th Infantry", "", ""),
    # Slovaks and Czechs are not set up: turn 2 in Bratislava, turns 1 and 3 in Prague.
    (in_hex(("slovakia/1st Mechanized", "2920")), "free-arrival", "3.4", "slovakia/1st Mechanized", "2920",
     ""),
    (arriving("czech-republic/7th Mechanized", "Arrives", "turn 2"), "free-arrival", "3.4",
     "czech-republic/7th Mechanized", "", ""),
    # Lithuania: in 1415.
    (dragged(IRON_WOLF, "1416"), "iron-wolf", "2.6", IRON_WOLF, "1416", ""),
    (wished(IRON_WOLF, 1, "country:lithuania"), "free-set-up", "3.4", IRON_WOLF, "", ""),
    # Russians: in three countries, the paratroops in 1718; turns 1 and 2 by the eastern edge.
    (in_hex((FIRST_RUSSIAN, "2017")), "not-permitted", "3.4", FIRST_RUSSIAN, "2017", ""),
    (wished(FIRST_RUSSIAN, 5, "country:russia country:latvia"), "free-set-up", "3.4", FIRST_RUSSIAN, "", ""),
    (dragged(AIRBORNE, "1617"), "paratroops", "3.4", AIRBORNE, "1617", ""),
    (wished(AIRBORNE, 1, "country:russia"), "paratroops", "3.4", AIRBORNE, "", ""),
    (arriving("russia/17th Motorized", "Arrives", "turn 2"), "free-arrival", "3.4", "russia/17th Motorized",
     "", ""),
    (entered_elsewhere, "free-arrival", "3.4", "russia/17th Motorized", "", ""),
    # Ukrainians in Ukraine, Belarusians in Belarus; the Americans wait off the map.
    (in_hex((UKRAINIAN, "1511")), "not-permitted", "3.0", UKRAINIAN, "1511", ""),
    (wished(UKRAINIAN, 1, "country:belarus"), "free-set-up", "3.4", UKRAINIAN, "", ""),
    (in_hex((BELARUSIAN, "2006")), "not-permitted", "3.0", BELARUSIAN, "2006", ""),
    (wished(BELARUSIAN, 1, "country:russia"), "free-set-up", "3.4", BELARUSIAN, "", ""),
    (in_hex(("usa/M.E.U.", "2017")), "before-entry", "12.0", "usa/M.E.U.", "2017", ""),
)
"""A breach, and the line of the problem list: every other one is tried in every run, all of them on the
command line (`test_rules_free_set_up.py`)."""


@pytest.mark.rule("3.4", "3.0", "2.6", "9.2", "10.0", "12.0")
@pytest.mark.parametrize(("breach", "code", "rule", "unit", "hex", "others"), [
    case if n % 2 == 0 else pytest.param(*case, marks=pytest.mark.exhaustive)
    for n, case in enumerate(BREACHES)])
def test_each_breach_has_one_line_with_its_rule_and_a_fix_that_works(
        free: Hand, breach: Callable[[Hand], None], code: str, rule: str, unit: str, hex: str,
        others: str) -> None:
    hand, window = free, free.window
    breach(hand)
    problems = told(hand)
    [problem] = [p for p in problems if p.code == code]
    assert (problem.rule, problem.unit, problem.hex) == (rule, unit, hex)
    assert {p.code for p in problems} == {code, *([others] if others else [])}
    window.show_panel("problems")
    hand.settle(0.2)
    panel = window.problems
    row = next(r for r in panel.rows
               if (p := panel.problem_of(r)) is not None and p.code == code)
    click_row(hand, panel.tree, row)
    choose_fix(hand)
    hand.settle(0.2)
    assert not told(hand), "and no other problem"


@pytest.mark.rule("3.0")
def test_the_rule_of_a_unit_goes_with_the_hexes_of_which_it_was_said(free: Hand) -> None:
    def cited() -> str:
        return scenario_of(free).unit_by_key[UKRAINIAN].provenance.of("setup").rule

    wished(UKRAINIAN, 1, "country:ukraine", *ALONE_OFF)(free)
    assert cited() == "3.0"
    wished(UKRAINIAN, 1, "country:belarus")(free)
    assert cited() == ""
