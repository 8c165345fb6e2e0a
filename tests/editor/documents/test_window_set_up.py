"""The set-up in the window: filled, random, cleared, compared; each one step that is said."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tkinter import ttk

import pytest
import xvfb
from fix_buttons import choose_fix
from own_files import opened
from seen_widgets import told
from xvfb import Hand, window_on

from visegrad_editor.editor.documents.set_up_group_dialog import SetUpGroupDialog
from visegrad_editor.editor.documents.set_up_order_dialog import SetUpOrderDialog
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.engine.set_up import set_up_of
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.scenario import Scenario, Setup
from visegrad_editor.model.where import Where

pytestmark = xvfb.MARKS
POLES = "polish-army"


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    path = tmp_path / "own.yaml"
    path.write_text("format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: free-setup\n",
                    encoding="utf-8")
    assert opened(path)
    with window_on(path, tmp_path / "settings") as hand:
        yield hand


def scenario_of(hand: Hand) -> Scenario:
    scenario = hand.window.session.scenario
    assert scenario is not None
    return scenario


def every_widget(of: tk.Misc) -> Iterator[tk.Misc]:
    for widget in of.winfo_children():
        yield widget
        yield from every_widget(widget)


def by_palette(hand: Hand, words: str) -> None:
    hand.key("ctrl+shift+p")
    hand.settle(0.3)
    hand.type(words)
    hand.key("Return")


def test_the_rest_is_filled_and_cleared_by_the_palette_in_one_step_each(hand: Hand) -> None:
    session = hand.window.session
    before = scenario_of(hand)
    by_palette(hand, "Fill the rest legally")
    hand.until(lambda: all(u.position for u in scenario_of(hand).members(POLES)))
    assert session.history.undo_label == "Fill the set-up"
    hand.key("ctrl+z")
    hand.until(lambda: scenario_of(hand) is before)
    by_palette(hand, "Clear positions")
    hand.settle(0.3)
    assert scenario_of(hand) is before, "nothing to clear"
    hand.key("ctrl+y")
    hand.until(lambda: scenario_of(hand) is not before)
    by_palette(hand, "Clear positions")
    hand.until(lambda: scenario_of(hand) == before)
    assert session.history.undo_label == "Clear positions"


def test_a_random_set_up_asks_for_its_seed(hand: Hand) -> None:
    made = []
    for _ in range(2):
        hand.answer("Random legal set-up", ("key", "ctrl+a"), ("type", "7"), ("key", "Return"))
        hand.window.perform("random_set_up")
        hand.settle(0.2)
        made.append(tuple(u.position for u in scenario_of(hand).units))
        assert hand.window.session.history.undo_label == "Random set-up 7"
        hand.window.perform("clear_positions")
    assert made[0] == made[1]
    assert any(made[0])
    before = scenario_of(hand)
    hand.answer("Random legal set-up", ("key", "Escape"))
    hand.window.perform("random_set_up")
    assert scenario_of(hand) is before


def test_units_that_stand_elsewhere_than_in_the_base_are_listed(hand: Hand) -> None:
    hand.window.perform("fill_set_up")
    seen: list[str] = []

    def look() -> None:
        dialog = next(w for w in hand.window.root.winfo_children() if isinstance(w, Dialog))
        seen.append(told(dialog) + "".join(
            w.get("1.0", "end") for w in every_widget(dialog) if isinstance(w, tk.Text)))
        dialog.cancel()

    hand.window.root.after(400, look)
    hand.window.perform("compare_set_up")
    [text] = seen
    assert "units stand elsewhere" in text
    assert "Compared with The Coming War: 2" in text, "the base whose set-up is fixed"
    assert "2nd Mechanized: " in text
    assert " → " in text
    hand.window.perform("clear_positions")
    hand.window.root.after(400, look)
    hand.window.perform("compare_set_up")
    assert "units are not on the map" in seen[1], "who is not on the map does not stand elsewhere"
    assert "→ still to be set up" in seen[1]


def test_what_stands_elsewhere_is_shown_on_the_map_until_escape(hand: Hand) -> None:
    window, canvas = hand.window, hand.window.view.canvas
    window.perform("fill_set_up")
    hand.answer("Compare with the fixed set-up", ("key", "Escape"))
    window.perform("compare_set_up")
    assert not canvas.find_withtag("arrow"), "it was only looked at"

    hand.answer("Compare with the fixed set-up", ("key", "shift+Tab"), ("key", "space"))
    window.perform("compare_set_up")
    arrows = len(canvas.find_withtag("arrow"))
    assert arrows > 10
    assert "Esc takes them away" in window.messages.text
    window.perform("clear_positions")
    assert len(canvas.find_withtag("arrow")) < arrows, "they follow what is changed"
    hand.key("ctrl+z")
    hand.until(lambda: len(canvas.find_withtag("arrow")) == arrows)
    window.focus_map()
    hand.key("Escape")
    hand.until(lambda: not canvas.find_withtag("arrow"))
    window.perform("clear_positions")
    assert not canvas.find_withtag("arrow")


def test_a_breach_is_fixed_in_two_ways_by_the_problems_panel(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    key = "poland/2nd Mechanized"
    design = session.design
    session.edit("Place", with_scenario(design, place_units(scenario_of(hand), [key], "2325")))
    for nth, label in enumerate(("Move ", "Take ")):
        window.show_panel("problems")
        window.checker.check_now()
        panel = window.problems
        row = next(r for r in panel.rows
                   if (p := panel.problem_of(r)) is not None and p.code == "not-permitted")
        panel.tree.selection_set(row)
        hand.settle(0.2)
        text = choose_fix(hand, nth)
        assert text.startswith(label)
        hand.until(lambda: scenario_of(hand).unit_by_key[key].position != "2325")
        now = scenario_of(hand).unit_by_key[key].position
        assert now in text if now else nth == 1
        assert not [p for p in window.checker.check_now() if p.code == "not-permitted"]
        session.undo()


OF_ANY_GAME = """format: 2
kind: scenario
name: own
title: Own
extends: velna
set_up_groups:
  - {id: tanks, name: Tanks, where: {hexes: ["1304", "1207"]}}
change:
  - {unit: east/1st Tank, setup: {group: tanks}}
  - {unit: east/2nd Tank, setup: {group: tanks}}
"""


@pytest.fixture
def any_game(tmp_path: Path) -> Iterator[Hand]:
    path = tmp_path / "own.yaml"
    path.write_text(OF_ANY_GAME, encoding="utf-8")
    with window_on(path, tmp_path / "settings") as hand:
        yield hand


def test_the_order_of_set_up_is_edited_as_a_list(any_game: Hand) -> None:
    hand = any_game
    window = hand.window
    before = scenario_of(hand)
    # Mark the last line, the tanks with their side, set them up apart, then second.
    hand.answer("Order of set-up", ("key", "End"), ("key", "space"), ("key", "alt+Down"), ("key", "Return"))
    window.perform("set_up_order")
    hand.settle(0.2)
    assert scenario_of(hand).set_up_order == ("eastern", "tanks", "western")
    assert window.session.history.undo_label == "Order of set-up"
    hand.answer("Order of set-up", ("key", "Down"), ("key", "alt+Down"), ("key", "alt+Down"),
                ("key", "space"), ("key", "Return"))
    window.perform("set_up_order")
    hand.settle(0.2)
    assert scenario_of(hand) == before, "with its side again: as in the base"
    hand.answer("Order of set-up", ("key", "Return"))
    window.perform("set_up_order")
    assert window.messages.text == "The order of set-up is as it was."
    window.session.select(None, ["east/1st Tank", "east/2nd Tank"])
    hand.answer("Where units may be set up", *(("key", "Tab"),) * 9, ("key", "Down"), ("key", "Down"),
                ("key", "Down"), ("key", "Return"), ("key", "Return"))
    window.perform("set_up_group")
    assert scenario_of(hand).set_up_order == ("eastern", "tanks", "western")


def test_an_order_that_the_rules_fix_is_not_offered(hand: Hand) -> None:
    window = hand.window
    before = scenario_of(hand)
    told_there: list[str] = []

    def watch() -> None:
        for one in window.root.winfo_children():
            if isinstance(one, SetUpOrderDialog):
                told_there.append(str(one.wrong.cget("text")))
                told_there.extend(str(w.cget("text")) for w in one.body.winfo_children()
                                  if isinstance(w, ttk.Label))
        window.root.after(15, watch)

    watch()
    hand.answer("Order of set-up", ("key", "alt+Down"), ("key", "End"), ("key", "space"), ("key", "Return"))
    window.perform("set_up_order")
    assert scenario_of(hand) is before
    assert "The rules of this game fix the order: Allied side (V4), then Russian side." in told_there
    assert [t for t in told_there if "its games and set-up sheets follow them, whatever a scenario says" in t]


def test_a_side_is_hidden_in_the_dialog_of_the_order(hand: Hand) -> None:
    window = hand.window
    hand.answer("Order of set-up", ("key", "h"), ("key", "Return"))
    window.perform("set_up_order")
    hand.settle(0.2)
    assert scenario_of(hand).hidden_set_up == ("allied",)
    assert not scenario_of(hand).set_up_order
    hand.answer("Order of set-up", ("key", "End"), ("key", "h"), ("key", "Home"), ("key", "h"),
                ("key", "Return"))
    window.perform("set_up_order")
    hand.settle(0.2)
    assert scenario_of(hand).hidden_set_up == (), "a group is not hidden by itself, the side is seen again"


def test_limits_of_a_group_are_said_where_its_units_are(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    before = scenario_of(hand)
    members = [u.key for u in before.members(POLES)]
    told_there: list[str] = []

    def watch() -> None:
        for one in window.root.winfo_children():
            if isinstance(one, SetUpGroupDialog):
                told_there.append(str(one.wrong.cget("text")))
        window.root.after(15, watch)

    watch()
    to_limits = (("key", "Tab"),) * 7
    session.select(None, members)
    hand.answer("Where units may be set up", *to_limits, ("type", "1 country:germany"), ("key", "Tab"),
                ("key", "Tab"), ("key", "Return"), ("key", "Escape"))
    window.perform("set_up_group")
    assert scenario_of(hand) is before, "it was not taken over"
    wrong = ("A limit of the set-up group Polish army is about anywhere in Germany, where none of its units "
             "may be set up anyway.")
    assert wrong in told_there
    session.select(None, members)
    hand.answer("Where units may be set up", *to_limits, ("type", "2 feature:city"), ("key", "Tab"),
                ("key", "Tab"), ("key", "Return"), ("key", "Return"))
    window.perform("set_up_group")
    [limit] = scenario_of(hand).group_by_id[POLES].limits
    assert (limit.at_most, limit.where.features) == (2, ("city",))
    assert scenario_of(hand).set_up_order == (), "the rules fix it"
    assert session.history.undo_label == "Set-up of 10 units", "one step"
    session.undo()
    assert scenario_of(hand) == before


def test_air_units_stay_in_their_boxes_and_the_dialog_says_which(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    before = scenario_of(hand)
    poles = [u.key for u in before.units if u.nationality == "poland"]
    planes = [key for key in poles if key.endswith("CAS")]
    assert len(planes) == 6
    session.select(None, poles)
    hand.answer("Where units may be set up", ("type", "Home army"), ("key", "Tab"), ("key", "Tab"),
                ("type", "Poland"), ("key", "Return"))
    window.perform("set_up_group")
    after = scenario_of(hand)
    assert [after.unit_by_key[k] for k in planes] == [before.unit_by_key[k] for k in planes]
    assert after.members("home-army")
    said = window.messages.text
    assert f"{len(after.members('home-army'))} units changed" in said
    assert ("1st CAS, 2nd CAS, 3rd CAS, 4th CAS, 5th CAS and 6th CAS are never in a hex: units of the type "
            "Close air support stand in boxes off the map: left as before.") in said


def test_units_that_arrive_later_are_left_out_and_the_message_says_so(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    before = scenario_of(hand)
    members = [u.key for u in before.members(POLES)]
    later = [u.key for u in before.units if u.nationality == "poland" and u.reinforcement is not None][:2]
    assert members
    assert len(later) == 2
    session.select(None, (*members, *later))
    to_limits = (("key", "Tab"),) * 7
    hand.answer("Where units may be set up", *to_limits, ("type", "2 feature:city"), ("key", "Tab"),
                ("key", "Tab"), ("key", "Tab"), ("key", "Return"))
    window.perform("set_up_group")
    after = scenario_of(hand)
    assert [after.unit_by_key[k] for k in later] == [before.unit_by_key[k] for k in later]
    assert after.group_by_id[POLES].limits
    assert "2 units that arrive later left as before." in window.messages.text
    assert session.history.undo_label == f"Set-up of {len(members)} units"


def test_units_that_stand_stay_when_only_their_limits_change(hand: Hand) -> None:
    """The dialog keeps positions by itself where units stand in hexes of their choice already."""
    window, session = hand.window, hand.window.session
    by_palette(hand, "Fill the rest legally")
    hand.until(lambda: all(u.position for u in scenario_of(hand).members(POLES)))
    before = scenario_of(hand)
    members = [u.key for u in before.members(POLES)]
    session.select(None, tuple(members))
    hand.answer("Where units may be set up", *((("key", "Tab"),) * 7), ("type", "9 feature:city"),
                ("key", "Tab"), ("key", "Tab"), ("key", "Tab"), ("key", "Return"))
    window.perform("set_up_group")
    after = scenario_of(hand)
    assert members
    assert after.group_by_id[POLES].limits != before.group_by_id[POLES].limits
    for key in members:
        assert after.unit_by_key[key].position == before.unit_by_key[key].position


def test_two_in_one_hex_and_otherwise_alone_is_said_in_a_line(hand: Hand) -> None:
    """Without the word the dialog says how to let them share the hex; with it two Poles may stand in 2118."""
    window, session = hand.window, hand.window.session
    members = [u.key for u in scenario_of(hand).members(POLES)]
    first, second, third = members[:3]
    told_there: list[str] = []

    def watch() -> None:
        for one in window.root.winfo_children():
            if isinstance(one, SetUpGroupDialog):
                told_there.append(str(one.wrong.cget("text")))
        window.root.after(60, watch)

    watch()
    session.select(None, members)
    to_limits = (("key", "Tab"),) * 7
    hand.answer("Where units may be set up", *to_limits, ("type", "2 2118"), ("key", "Tab"),
                ("key", "Tab"), ("key", "Return"), ("key", "Escape"))
    window.perform("set_up_group")
    assert any("Say that they may share a hex there" in text for text in told_there)
    hand.answer("Where units may be set up", *to_limits, ("type", "2 2118 shared"), ("key", "Tab"),
                ("key", "Tab"), ("key", "Tab"), ("key", "Return"))
    window.perform("set_up_group")
    [limit] = scenario_of(hand).group_by_id[POLES].limits
    assert limit.shared
    set_up = set_up_of(session.design)
    assert set_up is not None
    set_up.put([first], "2118")
    assert set_up.refusal([second], "2118") is None
    set_up.put([second], "2118")
    assert "at most 2 of the group Polish army" in str(set_up.refusal([third], "2118"))
    set_up.lift([second])
    set_up.put([second], "2117")
    assert "may not be set up with" in str(set_up.refusal([third], "2117"))


def test_a_unit_stays_in_the_only_hex_of_its_group(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    key = scenario_of(hand).members(POLES)[0].key
    scenario = scenario_of(hand)
    group = replace(scenario.group_by_id[POLES], id="post", name="Post", where=Where(hexes=("2118",)))
    unit = replace(scenario.unit_by_key[key], position="2118", setup=Setup(
        group.where, alone=group.alone, group="post"))
    session.edit("Group", with_scenario(session.design, replace(
        scenario, set_up_groups=(*scenario.set_up_groups, group),
        units=tuple(unit if u.key == key else u for u in scenario.units))))
    before = scenario_of(hand)
    window.perform("clear_positions")
    assert scenario_of(hand) is before
    assert "No unit has a position to take away" in window.messages.text
    session.select(None, [key])
    window.perform("off_map")
    assert scenario_of(hand) is before
    assert f"{unit.name} stays: its set-up group Post has only the hex 2118." in window.messages.text


def set_up_dialog(hand: Hand) -> SetUpGroupDialog:
    return next(w for w in hand.window.root.winfo_children() if isinstance(w, SetUpGroupDialog))


def choose_in_menu(dialog: SetUpGroupDialog, button: ttk.Menubutton, label: str) -> None:
    menu = dialog.nametowidget(button.cget("menu"))
    assert isinstance(menu, tk.Menu)
    menu.invoke(label)


def test_hexes_are_chosen_on_the_map_for_the_group_and_for_a_limit(hand: Hand) -> None:
    """The hexes given already are chosen at first; those that are taken stand in the field, and the line
    below says all that will be."""
    window, session = hand.window, hand.window.session
    members = [u.key for u in scenario_of(hand).members(POLES)]
    session.select(None, members)
    window.navigator.to_hex(session.design.map.grid.parse("2017"))
    hand.settle(0.3)
    done: list[str] = []

    def choose(dialog: SetUpGroupDialog, button: ttk.Menubutton, *hexes: str) -> int:
        choose_in_menu(dialog, button, "Choose on the map…")
        hand.until(lambda: window.hex_choice.bar is not None)
        hand.settle(0.3)
        assert not dialog.winfo_viewable()
        first = len(session.region)
        for number in hexes:
            hand.click(hand.centre(number))
        hand.key("Return")
        hand.until(dialog.winfo_viewable)
        return first

    def work() -> None:
        dialog = set_up_dialog(hand)
        dialog.where.set("Warsaw 2118")
        assert choose(dialog, dialog.add_to_where, "2016") == 2
        done.append(dialog.where.get())
        dialog.limits.insert("1.0", "2 Warsaw shared")
        assert choose(dialog, dialog.add_to_limit, "2016", "2017") == 1
        done.append(dialog.limits.get("1.0", "end-1c"))
        dialog.limits.delete("1.0", "end")
        dialog.limits.insert("1.0", "2 Warsaw shared")
        dialog.alone.set(True)
        dialog.together.set(False)
        hand.settle(0.2)
        done.append(str(dialog.said.cget("text")))
        dialog.cancel()

    window.root.after(900, work)
    window.perform("set_up_group")
    assert done == ["2017 2016 2118", "2 2016 shared", (
        "3 hexes: any of 2017 Warsaw, 2016 Węgrów or 2118, none with another unit of its "
        "nationality, at most 2 in 2017 Warsaw, where they may share a hex.")]
