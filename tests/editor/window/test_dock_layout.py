"""Where panels are, without a screen: moving, closing, floating, remembering, and broken settings."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visegrad_editor.editor.widgets.tabs import rows_of
from visegrad_editor.editor.window.dock import drop_at
from visegrad_editor.editor.window.dock_layout import (
    AREAS,
    DEFAULT_SIZES,
    Area,
    Layout,
    default_layout,
    layout_from,
)


@dataclass(frozen=True)
class Panel:
    id: str
    home: Area
    open: bool = True
    large: bool = False


PANELS = (Panel("tools", "left"), Panel("units", "right"), Panel("history", "right"), Panel("notes", "right"),
          Panel("problems", "bottom"), Panel("stamps", "corner", open=False),
          Panel("table", "bottom", open=False, large=True))
IDS = [p.id for p in PANELS]


def where(layout: Layout, id: str) -> list[str]:
    """Every place a panel is in: exactly one, if all is well."""
    found: list[str] = [a for a in AREAS if id in layout.areas[a]]
    return found + ["floating"] * (id in layout.floating) + ["closed"] * (id in layout.closed)


def test_at_first_every_panel_is_at_home_and_some_are_closed() -> None:
    layout = default_layout(PANELS)
    assert layout.areas == {
        "left": ("tools",), "right": ("units", "history", "notes"), "corner": (), "bottom": ("problems",)}
    assert layout.top("right") == "units"
    assert layout.closed == {"stamps": "corner", "table": "bottom"}
    assert not layout.is_open("stamps")


def test_closing_a_panel_brings_its_neighbour_to_the_front() -> None:
    layout = default_layout(PANELS).bring_up("history").move("history", "bottom")
    assert layout.top("right") == "notes"
    assert layout.top("bottom") == "history"
    assert layout.close("notes").top("right") == "units"


@pytest.mark.parametrize(("index", "order"), [
    (0, ("notes", "units", "history")), (1, ("units", "notes", "history")),
    (None, ("units", "history", "notes"))])
def test_a_tab_is_dropped_between_others(index: int | None, order: tuple[str, ...]) -> None:
    assert default_layout(PANELS).move("notes", "right", index).areas["right"] == order


def test_a_tab_dropped_to_its_own_right_lands_after_the_next_one() -> None:
    layout = default_layout(PANELS).move("units", "right", 2)
    assert layout.areas["right"] == ("history", "units", "notes")


def test_a_closed_panel_opens_where_it_was() -> None:
    layout = default_layout(PANELS).move("units", "bottom").close("units")
    assert where(layout, "units") == ["closed"]
    assert where(layout.bring_up("units"), "units") == ["bottom"]
    floated = default_layout(PANELS).float("units", "300x300+0+0")
    again = layout_from(floated.close("units", "right").data(), PANELS).bring_up("units")
    assert where(again, "units") == ["floating"]
    assert again.floating["units"] == "300x300+0+0"
    assert again.windows == {"table": ""}
    assert where(again.move("units", "left").close("units").bring_up("units"), "units") == ["left"]


def test_a_large_panel_has_a_window_the_first_time_and_in_settings_that_do_not_say() -> None:
    layout = default_layout(PANELS)
    assert layout.windows == {"table": ""}
    old = layout.data()
    del old["windows"]
    assert layout_from(old, PANELS).windows == {"table": ""}
    docked = layout.move("table", "bottom").close("table")
    assert layout_from(docked.data(), PANELS).windows == {}


STEPS = st.lists(st.tuples(st.sampled_from(["move", "close", "float", "bring_up"]), st.sampled_from(IDS),
                           st.sampled_from(AREAS), st.integers(0, 4)), max_size=25)


def walked(steps: list[tuple[str, str, Area, int]]) -> Layout:
    layout = default_layout(PANELS)
    for what, id, area, index in steps:
        if what == "move":
            layout = layout.move(id, area, index)
        elif what == "close":
            layout = layout.close(id)
        elif what == "float":
            layout = layout.float(id, "300x200+10+10")
        else:
            layout = layout.bring_up(id)
    return layout


@given(STEPS)
def test_every_panel_is_always_in_one_place_and_the_layout_is_remembered(
    steps: list[tuple[str, str, Area, int]]
) -> None:
    layout = walked(steps)
    assert all(len(where(layout, id)) == 1 for id in IDS)
    assert all(layout.top(a) in layout.areas[a] or not layout.areas[a] for a in AREAS)
    again = layout_from(json.loads(json.dumps(layout.data())), PANELS)
    assert again.data() == layout.data()


WORDS = st.sampled_from([*IDS, *AREAS, "areas", "front", "floating", "closed", "windows", "sizes"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=5), max_leaves=20)


@given(JSON)
def test_broken_settings_do_no_harm(data: object) -> None:
    layout = layout_from(data, PANELS)
    assert all(len(where(layout, id)) == 1 for id in IDS)
    assert all(60 <= layout.sizes[a] <= 4000 for a in AREAS)


def test_a_new_panel_is_added_to_an_old_layout_at_home_behind_the_others() -> None:
    old = default_layout(PANELS[:2]).move("units", "left")
    layout = layout_from(old.data(), PANELS)
    assert layout.areas["left"] == ("tools", "units")
    assert layout.areas["right"] == ("history", "notes")
    assert layout.areas["bottom"] == ("problems",)


def test_a_panel_that_no_longer_exists_is_left_out() -> None:
    layout = layout_from(default_layout(PANELS).data(), PANELS[:2])
    assert layout.areas["right"] == ("units",)
    assert layout.areas["bottom"] == ()


def test_impossible_sizes_are_brought_into_bounds() -> None:
    wrong = {"left": -5, "right": 10**9, "bottom": "high", "corner": True}
    sizes = layout_from({**default_layout(PANELS).data(), "sizes": wrong}, PANELS).sizes
    assert (sizes["left"], sizes["right"]) == (60, 4000)
    assert (sizes["bottom"], sizes["corner"]) == (DEFAULT_SIZES["bottom"], DEFAULT_SIZES["corner"])


def test_a_panel_is_dropped_on_an_area_or_at_the_edge_where_an_empty_one_would_open() -> None:
    whole = (0, 100, 1000, 700)
    shown: dict[Area, tuple[int, int, int, int]] = {"right": (700, 100, 1000, 700)}

    def area(x: int, y: int) -> str:
        drop = drop_at(x, y, shown, whole)
        return drop.area if drop else ""

    assert area(800, 200) == "right"
    assert area(800, 650) == "corner"
    assert area(20, 300) == "left"
    assert area(400, 690) == "bottom"
    assert area(400, 300) == ""
    assert area(400, 90) == ""
    shown["corner"], shown["right"] = (700, 450, 1000, 700), (700, 100, 1000, 450)
    assert area(800, 440) == "right"
    assert area(800, 460) == "corner"


@given(st.lists(st.integers(1, 200), max_size=12), st.integers(50, 400))
def test_every_tab_has_a_place_and_no_row_is_too_long(widths: list[int], room: int) -> None:
    rows = rows_of(widths, room)
    assert [i for row in rows for i in row] == list(range(len(widths)))
    assert all(len(row) == 1 or sum(widths[i] for i in row) <= room for row in rows)
