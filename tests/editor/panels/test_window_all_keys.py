"""The panel with every key of the documents, with real keys and clicks."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

import pytest
import xvfb
from xvfb import Hand

from visegrad_editor.editor.panels.data_panel import DataPanel
from visegrad_editor.model.edit.goals import read_goal, victory_of, with_victory

pytestmark = xvfb.MARKS


@pytest.fixture
def hand(one_window: Hand) -> Hand:
    """The window with nothing changed, the entries marked."""
    one_window.window.session.history.jump(0)
    one_window.window.perform("entries")
    one_window.settle(0.3)
    return one_window


def panel(hand: Hand) -> DataPanel:
    found = hand.window.dock.panel("data")
    assert isinstance(found, DataPanel)
    return found


def field(hand: Hand, label: str) -> ttk.Entry:
    form = panel(hand).form
    assert form is not None
    return form.fields[label]


def type_into(hand: Hand, label: str, text: str) -> None:
    entry = field(hand, label)
    hand.click_on(entry)
    hand.do("key", "ctrl+a")
    hand.do("type", "--delay", "5", text)
    hand.do("key", "Return", wait=0.2)


def test_new_entry(hand: Hand) -> None:
    """An entry is made, named and given hexes without any text of a file; a unit then arrives there."""
    session = hand.window.session
    before = len(session.scenario.entries)  # type: ignore[union-attr]
    hand.click_on(panel(hand).buttons["New"])
    assert session.scenario is not None
    assert len(session.scenario.entries) == before + 1
    type_into(hand, "Name", "From the west")
    assert session.scenario.entries[-1].name == "From the west"
    hand.window.show_part("scenario", "entries", before, "where")
    hand.settle(0.2)
    session.select_region([session.design.map.grid.parse("1718")])  # type: ignore[list-item]
    buttons = [w for w in panel(hand)._right.inside.winfo_children()[0].winfo_children()
               if isinstance(w, ttk.Menubutton)]
    menu = buttons[0].nametowidget(buttons[0].cget("menu"))
    assert isinstance(menu, tk.Menu)
    menu.invoke(0)
    hand.settle(0.2)
    assert session.scenario.entries[-1].where.hexes == ("1718",)
    assert "1 hex: 1718" in panel(hand).said.cget("text")
    assert hand.window.overlay._highlighted == {session.design.map.grid.parse("1718")}
    assert [step.label for step in session.history.steps[1:]] == [
        "New entry-1", "Name From the west", "Hexes 1718"]


def test_hexes_are_typed_by_the_names_of_their_places(hand: Hand) -> None:
    """A city stands for its hex in any field for hexes; what is no place is refused at the field."""
    session = hand.window.session
    hand.click_on(panel(hand).buttons["New"])
    assert session.scenario is not None
    hand.window.show_part("scenario", "entries", len(session.scenario.entries) - 1, "where")
    hand.settle(0.2)
    entry = field(hand, "Hexes")
    entry.insert(0, "Łódź")
    hand.click_on(entry)
    hand.do("key", "Return", wait=0.2)
    assert session.scenario.entries[-1].where.hexes == ("2218",)
    assert "1 hex: 2218" in panel(hand).said.cget("text")
    type_into(hand, "Hexes", "Warsau")
    assert session.scenario.entries[-1].where.hexes == ("2218",)
    form = panel(hand).form
    assert form is not None
    assert "Did you mean Warsaw?" in form._complaint.cget("text")


def test_goals_are_listed_by_their_sentences(hand: Hand) -> None:
    """An entry without a name is called by what it says, not by its keys in a file."""
    window = hand.window
    window.show_part("scenario", "victory", "conditions")
    window.session.change("A goal", lambda d: with_victory(d, victory_of(
        [read_goal("russian control Warsaw Łódź", d.ruleset, d.map)], d.ruleset)))
    window.show_part("scenario", "victory", "conditions", 0)
    hand.settle(0.2)
    titles = [panel(hand)._titles.whole(row) for row in panel(hand).tree.selection()]
    assert [title.lstrip("+ ") for title in titles] == [
        "1: The Russian side wins at the end of the game if all hexes 2017 (Warsaw) and 2218 (Łódź) are "
        "controlled by the Russian side."]


def test_rename_follows(hand: Hand) -> None:
    """Another id of an entry is taken over by the units that arrive there, and it is said which."""
    session = hand.window.session
    assert session.scenario is not None
    index = [e.id for e in session.scenario.entries].index("east-edge")
    users = [u.key for u in session.scenario.units
             if u.reinforcement and u.reinforcement.entry == "east-edge"]
    assert users
    hand.window.show_part("scenario", "entries", index)
    hand.settle(0.2)
    type_into(hand, "Id", "russian-edge")
    after = session.scenario
    assert after.entries[index].id == "russian-edge"
    assert [u.key for u in after.units
            if u.reinforcement and u.reinforcement.entry == "russian-edge"] == users
    assert "also in" in hand.window.messages.text
    assert session.history.position == 1


def test_remove_says_who_uses_it(hand: Hand) -> None:
    """An entry that units arrive by stays, and the units are named."""
    session = hand.window.session
    assert session.scenario is not None
    index = [e.id for e in session.scenario.entries].index("east-edge")
    hand.window.show_part("scenario", "entries", index)
    hand.settle(0.2)
    hand.click_on(panel(hand).buttons["Remove"])
    assert "cannot be removed, because it is used by" in hand.window.messages.text
    assert session.history.position == 0


def test_entries_of_one_name_show_their_ids(hand: Hand) -> None:
    """Two entries are both called "Any port on the Baltic": the tree tells them apart."""
    tree = panel(hand).tree
    texts = [str(tree.item(row, "text")) for row in tree.get_children("scenario/entries")]
    assert "Any port on the Baltic (ports)" in texts
    assert len(set(texts)) == len(texts)


def test_refusal_at_the_field(hand: Hand) -> None:
    """What a file may not hold is refused in words, and nothing changes."""
    session = hand.window.session
    hand.window.show_part("scenario", "entries", 0)
    hand.settle(0.2)
    type_into(hand, "Id", "No Id!")
    assert session.history.position == 0
    assert "id" in hand.window.messages.text


def test_set_up_of_a_unit(hand: Hand) -> None:
    """From the inspector a unit is given a set-up of an area without a hex, and must stand alone."""
    session = hand.window.session
    assert session.scenario is not None
    unit = session.scenario.unit_by_key["poland/10th Armored Cavalry"]
    hand.window.show_panel("inspector")
    session.select(session.design.map.grid.parse(unit.hex), (unit.key,))
    hand.settle(0.4)
    form = hand.window.inspector.unit_form
    assert form is not None
    row = next(w for w in form.frame.winfo_children() if isinstance(w, ttk.Frame))
    hand.window.inspector.update_idletasks()
    row.winfo_children()[0].invoke()  # type: ignore[attr-defined]
    hand.settle(0.3)
    assert panel(hand).marked[1][-1] == "setup"
    type_into(hand, "Countries", "poland")
    type_into(hand, "Excluding", unit.hex)
    now = session.scenario.unit_by_key[unit.key].setup
    assert now is not None
    assert (now.where.countries, now.where.excluding) == (("poland",), (unit.hex,))


def test_play_area_from_the_map(hand: Hand) -> None:
    """The part in play is what is around the hexes selected on the map."""
    session = hand.window.session
    grid = session.design.map.grid
    panel(hand).show_part("scenario", ())
    hand.settle(0.2)
    session.select_region([h for h in map(grid.parse, ("1718", "2014", "1921")) if h is not None])
    entry = field(hand, "Part of the map in play")
    frame = entry.master
    row = int(entry.grid_info()["row"])
    [button] = [w for w in frame.winfo_children()
                if isinstance(w, ttk.Menubutton) and int(w.grid_info()["row"]) == row]
    menu = button.nametowidget(button.cget("menu"))
    assert isinstance(menu, tk.Menu)
    menu.invoke(0)
    hand.settle(0.2)
    assert session.scenario is not None
    first, last = (grid.parse(n) for n in session.scenario.play_area)
    chosen = [h for h in map(grid.parse, ("1718", "2014", "1921")) if h is not None]
    assert first is not None
    assert last is not None
    assert first == (min(h.col for h in chosen), min(h.row for h in chosen))
    assert last == (max(h.col for h in chosen), max(h.row for h in chosen))
    assert session.history.position == 1


def test_options_in_words(hand: Hand) -> None:
    """Each option of the ruleset is a list of its choices, by their titles."""
    session = hand.window.session
    panel(hand).show_part("scenario", ())
    hand.settle(0.2)
    option = session.design.ruleset.options[0]
    box = field(hand, option.name)
    assert isinstance(box, ttk.Combobox)
    assert box.cget("values")[1:] == tuple(option.titled.values())
    box.current(2)
    box.event_generate("<<ComboboxSelected>>")
    hand.settle(0.2)
    assert session.scenario is not None
    assert session.scenario.option[option.id] == option.choices[1]
    assert session.history.position == 1


def test_keys_of_the_tree(hand: Hand) -> None:
    """Ins, Alt+Up and Del work on the marked entry, not on the units selected on the map."""
    session = hand.window.session
    assert session.scenario is not None
    units, number = session.scenario.units, len(session.scenario.entries)
    session.select(session.design.map.grid.parse(units[0].hex), (units[0].key,))
    hand.window.show_part("scenario", "entries")
    panel(hand).take_keyboard()
    hand.settle(0.2)
    hand.key("Insert", wait=0.3)
    assert [e.id for e in session.scenario.entries][-1] == "entry-1"
    panel(hand).take_keyboard()
    hand.key("alt+Up", wait=0.3)
    assert session.scenario.entries[number - 1].id == "entry-1"
    panel(hand).take_keyboard()
    hand.key("Delete", wait=0.3)
    assert len(session.scenario.entries) == number
    assert session.scenario.units is units
    assert session.history.position == 3


def test_nothing_marked(hand: Hand) -> None:
    """Buttons that have nothing to work on say so."""
    panel(hand).show_part("map", ())
    hand.settle(0.1)
    for name, words in (("New", "Mark a list first"), ("Duplicate", "Mark an entry"),
                        ("Remove", "nothing to remove"), ("Up", "Mark an entry")):
        hand.click_on(panel(hand).buttons[name])
        assert words in hand.window.messages.text
    assert hand.window.session.history.position == 0


# -- hexes chosen on the map -----------------------------------------------------------------------


def choose_on_map(hand: Hand, *path: str | int) -> None:
    """Begin to choose the hexes of a key on the map, by the list beside its field."""
    hand.window.session.select_region(())
    hand.window.show_part("scenario", *path)
    hand.settle(0.2)
    button = next(w for w in panel(hand)._right.inside.winfo_children()[0].winfo_children()
                  if isinstance(w, ttk.Menubutton))
    menu = button.nametowidget(button.cget("menu"))
    assert isinstance(menu, tk.Menu)
    menu.invoke("Choose on the map…")
    hand.settle(0.3)


def bar(hand: Hand) -> str:
    """The text of the bar above the map, "" if there is none."""
    texts = [str(w.cget("text")) for frame in hand.window.view.canvas.master.winfo_children()
             for w in frame.winfo_children() if isinstance(w, ttk.Label)]
    return next((t for t in texts if "chosen" in t), "")


def test_hexes_of_an_entry_are_chosen_on_the_map(hand: Hand) -> None:
    """Clicks add hexes and take them away, the bar counts, Enter takes them in one step."""
    session = hand.window.session
    assert session.scenario is not None
    index = next(i for i, e in enumerate(session.scenario.entries) if e.where.hexes)
    before = len(session.scenario.entries[index].where.hexes)
    choose_on_map(hand, "entries", index, "where")
    assert f"{before} hex" in bar(hand)
    hand.click(hand.centre("2017"))
    hand.click(hand.centre("2018"))
    hand.click(hand.centre("2017"))
    assert f"{before + 1} hex" in bar(hand)
    hand.key("Return", wait=0.3)
    assert bar(hand) == ""
    hexes = session.scenario.entries[index].where.hexes
    assert "2018" in hexes
    assert "2017" not in hexes
    assert len(hexes) == before + 1
    assert session.history.position == 1
    assert session.region == frozenset()
    assert "taken from the map" in hand.window.messages.text


def test_escape_leaves_the_hexes_as_they_were(hand: Hand) -> None:
    session = hand.window.session
    assert session.scenario is not None
    index = next(i for i, e in enumerate(session.scenario.entries) if e.where.hexes)
    choose_on_map(hand, "entries", index, "where")
    hand.click(hand.centre("2018"))
    hand.key("Escape", wait=0.3)
    assert bar(hand) == ""
    assert session.history.position == 0
    assert session.region == frozenset()
    assert not session.brush.picks
    assert "nothing was changed" in hand.window.messages.text


def test_the_form_of_another_part_begins_at_its_top(hand: Hand) -> None:
    """A form that was scrolled down does not leave the next one scrolled; a change of the same part does."""
    hand.window.show_part("scenario", "units", 0)
    hand.settle(0.3)
    right = panel(hand)._right
    right._canvas.yview_moveto(0.5)
    hand.settle(0.1)
    scrolled = right._canvas.yview()[0]
    assert scrolled > 0.1
    panel(hand).refresh()
    hand.settle(0.2)
    assert right._canvas.yview()[0] == pytest.approx(scrolled, abs=0.02)
    panel(hand).tree.focus_force()
    hand.do("key", "Up", wait=0.3)
    assert panel(hand).marked != ("scenario", ("units", 0))
    hand.do("key", "Down", wait=0.3)
    assert panel(hand).marked == ("scenario", ("units", 0))
    assert right._canvas.yview()[0] == 0.0


def test_a_refusal_is_said_of_the_field_and_is_gone_once_the_field_is_right(hand: Hand) -> None:
    session, messages = hand.window.session, hand.window.messages
    assert session.scenario is not None
    at = next(i for i, u in enumerate(session.scenario.units) if u.reinforcement)
    hand.window.show_part("scenario", "units", at, "reinforcement")
    hand.settle(0.3)
    type_into(hand, "Dice", "d6")
    assert messages.text == 'Dice is "d6"; expected something like 1d6.'
    type_into(hand, "Dice", "1d6")
    assert session.scenario.units[at].reinforcement.roll == "1d6"  # type: ignore[union-attr]
    assert messages.text == ""
