"""Lists, numbers and refused texts in the panel with every key, with real keys and clicks."""

from __future__ import annotations

from tkinter import ttk

import pytest
import xvfb
from xvfb import Hand

from visegrad_editor.editor.panels.data_panel import DataPanel
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.any_key import PlainData, with_value

pytestmark = xvfb.MARKS


@pytest.fixture
def hand(one_window: Hand) -> Hand:
    """The window with nothing changed, the whole scenario marked, its lists closed."""
    one_window.window.session.history.jump(0)
    one_window.window.show_part("scenario")
    one_window.settle(0.3)
    tree = panel(one_window).tree
    for row in tree.get_children("scenario"):
        tree.item(row, open=False)
    one_window.settle(0.2)
    return one_window


def panel(hand: Hand) -> DataPanel:
    found = hand.window.dock.panel("data")
    assert isinstance(found, DataPanel)
    return found


def place(hand: Hand, row: str) -> tuple[int, int]:
    """The middle of a row of the tree on the screen."""
    tree = panel(hand).tree
    tree.see(row)
    hand.settle(0.1)
    x, y, width, height = map(int, tree.bbox(row))
    return tree.winfo_rootx() + x + width // 3, tree.winfo_rooty() + y + height // 2


def divider(panes: ttk.Panedwindow) -> int:
    """How far right the divider of two panes is."""
    return int(panes.sashpos(0))  # type: ignore[no-untyped-call]


def buttons(hand: Hand) -> list[ttk.Button]:
    """The buttons of the form, from the top."""
    form = panel(hand).form
    assert form is not None
    found = [w for w in form.frame.winfo_children() if isinstance(w, ttk.Button)]
    return sorted(found, key=lambda w: w.winfo_rooty())


def field(hand: Hand, label: str) -> ttk.Entry:
    form = panel(hand).form
    assert form is not None
    return form.fields[label]


def type_into(hand: Hand, label: str, text: str, end: str = "Return") -> None:
    panel(hand)._right.see(field(hand, label), field(hand, label))
    hand.settle(0.05)
    hand.click_on(field(hand, label))
    hand.do("key", "ctrl+a")
    hand.type(text)
    hand.do("key", end, wait=0.2)


def with_condition(hand: Hand, **when: object) -> None:
    """A condition of victory of the scenario, whose form is shown."""
    condition = {"winner": "russian", "when": when}
    hand.window.session.change("A condition", lambda d: with_value(
        d, "scenario", ("victory",), {"conditions": [condition]}))
    hand.window.show_part("scenario", "victory", "conditions", 0, "when")
    hand.settle(0.3)


# -- the divider -----------------------------------------------------------------------------------


def test_the_divider_stays_where_the_user_put_it(hand: Hand) -> None:
    """Neither edits below long titles, nor a larger window, nor closing and opening the panel move it."""
    data = panel(hand)
    with_condition(hand, losses={"side": "allied"}, at_least=3)
    panes = data.panes
    y = panes.winfo_rooty() + panes.winfo_height() // 2
    x = panes.winfo_rootx() + divider(panes) + 2
    hand.drag((x, y), (x + 20, y), (x + 60, y))
    put = divider(panes)
    assert put > 200
    top = data.winfo_toplevel()
    before = data.winfo_width()
    size = f"{top.winfo_width() + 150}x{top.winfo_height()}"
    # A panel in a window of its own is a frame that is managed as one.
    hand.window.root.tk.call("wm", "geometry", str(top), size)
    hand.settle(0.4)
    assert data.winfo_width() > before
    assert divider(panes) == put
    for number in (4, 5, 6):
        type_into(hand, "At least", str(number))
        data.tree.column("#0", width=700)  # as a long title would
        hand.settle(0.2)
        assert divider(panes) == put
    hand.window.toggle("data")
    hand.settle(0.3)
    hand.window.show_panel("data")
    hand.settle(0.4)
    assert divider(panel(hand).panes) == put


# -- lists -----------------------------------------------------------------------------------------


def test_a_list_shows_its_entries_in_the_form(hand: Hand) -> None:
    """A click on a list shows a button for each entry, which opens it."""
    session = hand.window.session
    assert session.scenario is not None
    hand.click(place(hand, "scenario/entries"))
    hand.settle(0.2)
    names = [str(b.cget("text")) for b in buttons(hand)]
    assert len(names) == len(session.scenario.entries)
    assert names[0] == session.scenario.entries[0].name
    hand.click_on(buttons(hand)[1])
    hand.settle(0.2)
    assert panel(hand).marked == ("scenario", ("entries", 1))


def test_a_list_of_many_entries_says_where_the_others_are(hand: Hand) -> None:
    assert hand.window.session.scenario is not None
    many = len(hand.window.session.scenario.units)
    hand.click(place(hand, "scenario/units"))
    hand.settle(0.3)
    assert len(buttons(hand)) == 40 < many
    form = panel(hand).form
    assert form is not None
    more = form.row_widget("More")
    assert isinstance(more, ttk.Label)
    assert str(more.cget("text")).startswith(f"{many - 40} further ones")


def test_the_arrow_and_a_double_click_open_a_list(hand: Hand) -> None:
    tree = panel(hand).tree
    x, y = place(hand, "scenario/entries")
    left, top = tree.winfo_rootx(), tree.winfo_rooty()
    arrows = [dx for dx in range(60) if "indicator" in tree.identify_element(dx, y - top)]
    assert arrows
    hand.click((left + arrows[len(arrows) // 2], y))
    hand.settle(0.2)
    assert tree.item("scenario/entries", "open")
    assert "scenario/entries/#0" in tree.get_children("scenario/entries")
    tree.item("scenario/entries", open=False)
    hand.settle(0.6)
    hand.do("mousemove", x, y, "click", "--repeat", 2, "--delay", 40, 1, wait=0.3)
    assert tree.item("scenario/entries", "open")
    hand.do("mousemove", *place(hand, "scenario/units"), "click", "--repeat", 2, "--delay", 40, 1, wait=0.3)
    assert tree.item("scenario/units", "open")
    assert "scenario/units/#0" in tree.get_children("scenario/units")


def test_units_of_one_name_are_told_apart(hand: Hand) -> None:
    """Two units of one name show the names of their nationalities, others none."""
    session = hand.window.session
    assert session.scenario is not None
    first = session.scenario.units[0]
    twin = next(u for u in session.scenario.units if u.nationality != first.nationality)

    def renamed(design: Design) -> Design:
        return with_value(design, "scenario", ("units", session.scenario.units.index(twin), "name"),
                          first.name)  # type: ignore[union-attr]

    session.change("A shared name", renamed)
    hand.window.show_part("scenario", "units")
    hand.settle(0.3)
    nations = {n.id: n.name for n in session.design.ruleset.nationalities}
    titles = [panel(hand)._titles.whole(row) for row in panel(hand).tree.get_children("scenario/units")]
    shared = [t.lstrip("+~ ") for t in titles if first.name in t]
    assert f"{first.name} ({nations[first.nationality]})" in shared
    assert f"{first.name} ({nations[twin.nationality]})" in shared


# -- numbers ---------------------------------------------------------------------------------------


def test_a_bound_is_typed_as_a_number(hand: Hand) -> None:
    """*At least* of a new condition has a field; the number is written as one, and is no part of the tree, as
    it has no keys."""
    with_condition(hand, losses={"side": "allied"}, at_least=3)
    session = hand.window.session
    type_into(hand, "At least", "6")
    assert session.scenario is not None
    when = session.scenario.victory.conditions[0].when  # type: ignore[union-attr]
    assert when.at_least == 6
    rows = panel(hand).tree.get_children("scenario/victory/conditions/#0/when")
    assert not [row for row in rows if row.endswith("at_least")]


def test_a_bound_may_be_another_number_of_the_game(hand: Hand) -> None:
    """The button beside the number leads to its keys, where the number stands under its key; alone it is
    written as a number there, too."""
    with_condition(hand, losses={"side": "allied"}, at_least=3)
    session = hand.window.session
    entry = field(hand, "At least")
    row = int(entry.grid_info()["row"])
    [button] = [w for w in entry.master.grid_slaves(row=row, column=2) if isinstance(w, ttk.Button)]
    hand.click_on(button)
    hand.settle(0.2)
    assert panel(hand).marked[1][-1] == "at_least"
    assert field(hand, "Number").get() == "3"
    assert field(hand, "At least").get() == "3"
    form = panel(hand).form
    assert form is not None
    meaning = form.row_widget("Meaning")
    assert isinstance(meaning, ttk.Label)
    assert '"all" of what is counted' in str(meaning.cget("text"))
    type_into(hand, "Number", "8")
    assert session.scenario is not None
    victory = session.scenario.victory
    assert victory is not None
    assert victory.conditions[0].when.at_least == 8
    assert field(hand, "At least").get() == "8"


# -- what could not be taken -----------------------------------------------------------------------


def with_event(hand: Hand) -> int:
    """An event of the schedule whose form is shown; its index."""
    session = hand.window.session
    assert session.scenario is not None
    index = len(session.scenario.schedule)
    session.change("An event", lambda d: with_value(
        d, "scenario", ("schedule",), [
            *PlainData().of(d, "scenario").get("schedule", []),
            {"id": "flood", "name": "The river rises", "turn": 2}]))
    hand.window.show_part("scenario", "schedule", index)
    hand.settle(0.3)
    return index


def test_a_refused_text_stays_with_its_message(hand: Hand) -> None:
    """Too many turns are refused with what the places mean; editing another field keeps text and message, and
    going elsewhere says what was not taken."""
    with_event(hand)
    type_into(hand, "Turn", "2, 3, 4")
    form = panel(hand).form
    assert form is not None
    assert "at most 2 are allowed: the turn, or the first and the last of the turns" in form._complaint.cget(
        "text")
    type_into(hand, "Name", "The river floods", end="Tab")
    hand.settle(0.2)
    session = hand.window.session
    assert session.scenario is not None
    assert session.scenario.schedule[-1].name == "The river floods"
    form = panel(hand).form
    assert form is not None
    assert field(hand, "Turn").get() == "2, 3, 4"
    assert form._complaint.winfo_ismapped()
    assert "the first and the last" in form._complaint.cget("text")
    hand.window.show_part("scenario", "entries")
    hand.settle(0.2)
    assert 'Turn "2, 3, 4" was not taken. ' in hand.window.messages.text
    hand.window.show_part("scenario", "schedule", len(session.scenario.schedule) - 1)
    hand.settle(0.2)
    assert field(hand, "Turn").get() == "2"


def test_a_refused_text_that_is_put_right_is_forgotten(hand: Hand) -> None:
    with_event(hand)
    type_into(hand, "Turn", "2, 3, 4")
    type_into(hand, "Turn", "2, 4")
    form = panel(hand).form
    assert form is not None
    assert not form._complaint.winfo_ismapped()
    assert hand.window.session.scenario.schedule[-1].turn == (2, 4)  # type: ignore[union-attr]
    assert not form.refused()


def test_conditions_name_events_as_the_schedule_does(hand: Hand) -> None:
    with_event(hand)
    with_condition(hand, happened=["flood"])
    assert "The river rises has happened" in panel(hand).said.cget("text")
