"""Fields of the panels: whose text they show, how a click selects it, and where they say what is wrong."""

from __future__ import annotations

from tkinter import ttk

import pytest
from xvfb import MARKS, Hand, Show

from visegrad_editor.editor.panels.tool_options import LineOptions
from visegrad_editor.editor.widgets.fields import inside
from visegrad_editor.editor.widgets.tooltips import Tooltip

pytestmark = MARKS


def _name_of_line(hand: Hand) -> ttk.Entry:
    options = hand.window.palette.options.shown
    assert isinstance(options, LineOptions)
    return options.name


@pytest.mark.parametrize("key", ["r", "d"])
def test_another_document_begins_without_the_name_of_a_line(show: Show, key: str) -> None:
    hand = show("historical")
    hand.key(key)
    hand.click_on(_name_of_line(hand))
    hand.type("Vistula")
    show("first-steps")
    hand.key(key)
    assert _name_of_line(hand).get() == ""
    brush = hand.window.session.brush
    assert (brush.line_name, brush.road_name) == ("", "")


def test_the_first_click_into_the_name_of_a_line_selects_it(show: Show) -> None:
    hand = show("historical")
    hand.window.session.choose(line_name="Vistula")
    hand.key("r")
    field = _name_of_line(hand)
    hand.click_on(field)
    assert field.selection_get() == "Vistula"
    hand.pause(0.6)  # not a double click, which selects a word
    hand.click_on(field)
    assert not field.selection_present(), "the second click sets the cursor"
    hand.window.focus_map()
    hand.pause(0.6)
    hand.click_on(field)
    hand.type("Bug")
    assert hand.window.session.brush.line_name == "Bug"


def _inspect(show: Show) -> Hand:
    hand = show("historical")
    hand.window.session.select(hand.window.session.design.map.grid.parse("1718"))
    hand.window.show_panel("inspector")
    hand.settle(0.2)
    return hand


def _bottom(widget: ttk.Widget) -> int:
    return widget.winfo_rooty() + widget.winfo_height()


def test_an_error_in_the_inspector_is_in_the_status_bar_and_in_sight(show: Show) -> None:
    hand = _inspect(show)
    window, form = hand.window, hand.window.inspector.hex_form
    assert form is not None
    panel, field = window.inspector, form.fields["Label size"]
    field.delete(0, "end")
    field.insert(0, "large")
    field.focus_set()
    window.say("Undone: Paint Clear")
    assert field.winfo_rooty() > _bottom(panel), "the panel must be too low for all fields"
    hand.key("Return")
    assert window.messages.text == "Enter a number for the size."
    assert field.winfo_rooty() >= panel.winfo_rooty()
    assert _bottom(form._complaint) <= _bottom(panel)
    assert form._complaint.winfo_rooty() >= _bottom(field) - 1, "the error is below its field"
    assert form._complaint.winfo_rooty() < _bottom(field) + 12
    hand.key("Escape")
    assert not form._complaint.winfo_ismapped()


def test_an_error_that_is_shown_is_told_again_only_on_return(show: Show) -> None:
    hand = _inspect(show)
    window, form = hand.window, hand.window.inspector.hex_form
    assert form is not None
    field = form.fields["Label size"]
    field.delete(0, "end")
    field.insert(0, "large")
    field.focus_set()
    hand.key("Return")
    window.say("")
    window.inspector.commit()
    assert window.messages.text == ""
    hand.key("Return")
    assert window.messages.text == "Enter a number for the size."
    hand.key("Escape")


def test_a_long_name_in_the_palette_ends_in_an_ellipsis_and_its_tooltip_has_all_of_it(show: Show) -> None:
    hand = show("historical")
    hand.settle(0.2)
    rows = {key: row for key, row in hand.window.palette._entries.items() if key.startswith("feature:")}
    found = [b for row in rows.values() for b in row.winfo_children() if isinstance(b, ttk.Radiobutton)]
    assert found
    assert [b for b in found if b.winfo_reqwidth() > b.winfo_width()] == [], "no name is cut off"
    (long,) = (b for b in found if str(b.cget("text")).endswith("…"))
    assert str(long.cget("text")).strip() == "Industrial (shale…"
    assert "Industrial (shale gas)" in long.tooltip.text  # type: ignore[attr-defined]


def test_every_row_of_the_inspector_says_what_it_means_with_its_rule(show: Show) -> None:
    hand = _inspect(show)
    session = hand.window.session
    session.select(session.design.map.grid.parse("1620"), ("poland/2nd Mechanized",))
    hand.settle(0.3)
    unit_form, hex_form = hand.window.inspector.unit_form, hand.window.inspector.hex_form
    assert unit_form is not None
    assert hex_form is not None
    told: dict[str, str] = {}
    for form in (unit_form, hex_form):
        for label, head in form.labels.items():
            beside = [getattr(w, "tooltip", None) for w in inside(form.row_widget(label))]
            tooltips = [t.text for t in (getattr(head, "tooltip", None), *beside) if isinstance(t, Tooltip)]
            assert tooltips, f"{label} says nothing"
            assert all(tooltips), label
            told[label] = "\n".join(tooltips)
    assert len(told) > 20
    assert "(rule 9.0)" in told["Terrain"]
    assert "(rule 9.4)" in told["River"]
    assert "(rule 11.0)" in told["Features"]
    assert "Rule 2.6" in told["Type"]


def test_tab_after_an_edit_goes_to_the_next_field_and_selects_its_text(show: Show) -> None:
    hand = _inspect(show)
    window = hand.window
    window.session.select(None, ("poland/2nd Mechanized",))
    hand.settle(0.3)
    assert window.inspector.unit_form is not None
    window.inspector.unit_form.fields["Strength"].focus_force()
    hand.key("ctrl+a")
    hand.type("9")
    hand.key("Tab", wait=0.5)
    hand.type("4")
    hand.key("Return", wait=0.4)
    scenario = window.session.scenario
    assert scenario is not None
    assert scenario.unit_by_key["poland/2nd Mechanized"].values == ((9,), (4,))
