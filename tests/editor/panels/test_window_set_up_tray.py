"""The tray of the units that are still to be set up: what is in it, by mouse and by keys, and their areas on
the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
import xvfb
from own_files import opened
from xvfb import Hand, window_on

from visegrad_editor.drawing.curves import Box, box_inside, boxes_meet
from visegrad_editor.editor.map.overlay import AREA_NAME, overlay_tags
from visegrad_editor.editor.panels.tray_strips import tray_areas, tray_strips
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.scenario import Scenario, Unit

pytestmark = xvfb.MARKS
MECHANIZED, CAVALRY = "poland/2nd Mechanized", "poland/10th Armored Cavalry"
HUNGARIAN = "hungary/5th Mechanized"


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


def unit(hand: Hand, key: str) -> Unit:
    return scenario_of(hand).unit_by_key[key]


def dragged(hand: Hand, key: str, number: str) -> None:
    """A counter dragged from the tray to a hex."""
    x, y = hand.window.tray.place_of(key)
    hand.drag((x, y), (x + 12, y - 12), hand.centre(number), hand.centre(number))
    hand.settle(0.2)


def test_strips_are_the_groups_and_areas_in_the_order_of_set_up() -> None:
    design = load("free-setup").design
    assert design is not None
    strips = tray_strips(design)
    assert [s.name for s in strips][:2] == ["Polish army", "Anywhere in Hungary"]
    assert strips[0].heading == "Polish army (10)"
    assert "None of them shares its hex" in strips[0].words
    assert [s.side for s in strips] == sorted(s.side for s in strips), "the allied side sets up first"
    areas = tray_areas(design, strips)
    text, colour, hexes = areas[0]
    assert text == "Polish army (10)"
    assert colour == strips[0].colour
    assert len(hexes) > 50
    assert design.map.grid.parse("1718") not in hexes, "excluded"


def test_the_tray_is_shown_only_while_something_is_in_it(hand: Hand) -> None:
    window = hand.window
    assert window.tray.winfo_ismapped()
    assert "Polish army (10)" in window.set_up_areas.names
    assert {"area-name", "set-up-area-0", "set-up-area-0-tint"} <= overlay_tags(window.view.canvas)
    window.perform("fill_set_up")
    hand.until(lambda: not window.tray.winfo_ismapped())
    assert not window.set_up_areas.names
    assert "area-name" not in overlay_tags(window.view.canvas)
    window.perform("take_from_tray")
    assert window.messages.text == (
        "Nothing is still to be set up: all units with a choice of hexes stand in one.")
    hand.key("ctrl+z")
    hand.until(lambda: window.tray.winfo_ismapped())
    window.menus.flip("show_tray")
    window.perform("show_tray")
    hand.until(lambda: not window.tray.winfo_ismapped())
    assert not window.set_up_areas.names
    window.perform("take_from_tray")
    assert window.messages.text == "The tray is hidden: tick View > Units to set up first."


def test_a_hidden_tray_stays_hidden_in_the_next_window(tmp_path: Path) -> None:
    with window_on("free-setup", tmp_path) as hand:
        hand.window.menus.flip("show_tray")
        hand.window.perform("show_tray")
        assert not hand.window.tray.shown
    with window_on("free-setup", tmp_path) as hand:
        assert not hand.window.tray.shown
        assert not hand.window.menus.toggles["show_tray"].get()
        hand.window.menus.flip("show_tray")
        hand.window.perform("show_tray")
        hand.until(lambda: hand.window.tray.winfo_ismapped())


def test_a_counter_is_dragged_onto_the_map_and_back_and_refused_elsewhere(hand: Hand) -> None:
    window, before = hand.window, unit(hand, MECHANIZED)
    dragged(hand, MECHANIZED, "2014")
    assert unit(hand, MECHANIZED) is before, "Brest is not in Poland"
    assert "may be set up anywhere in Poland" in window.messages.text
    assert "3.4" in window.messages.text
    dragged(hand, MECHANIZED, "2017")
    assert unit(hand, MECHANIZED).position == "2017"
    assert unit(hand, MECHANIZED).setup == before.setup
    assert "Polish army (9)" in window.set_up_areas.names
    dragged(hand, CAVALRY, "2017")
    assert unit(hand, CAVALRY).position == "", "no two of them in one hex"
    assert "3.4" in window.messages.text
    steps = window.session.history.undo_label
    hand.drag(hand.centre("2017"), hand.centre("2118"), window.tray.place_of(CAVALRY),
              window.tray.place_of(CAVALRY))
    hand.until(lambda: unit(hand, MECHANIZED) == before)
    assert window.session.history.undo_label != steps
    assert window.session.history.undo_label == "Put 2nd Mechanized back into the tray"
    # What is set up in one hex has no place in the tray.
    airborne = next(u for u in scenario_of(hand).units if u.hex == "1718")
    hand.drag(hand.centre("1718"), hand.centre("2118"), window.tray.place_of(CAVALRY),
              window.tray.place_of(CAVALRY))
    assert unit(hand, airborne.key) == airborne
    assert "has no choice of hexes" in window.messages.text


def test_arrows_choose_return_takes_and_puts_down_and_the_tray_has_the_keyboard_again(hand: Hand) -> None:
    window = hand.window
    hand.key("shift+F7")
    hand.until(lambda: window.root.focus_get() is window.tray.canvas)
    assert window.session.units == (CAVALRY,)
    hand.key("Right", "Right", "Right")
    assert window.session.units == (MECHANIZED,)
    hand.key("Return")
    hand.until(lambda: window.root.focus_get() is window.view.canvas)
    assert window.controller.tool.id == "place"
    hand.key("Return")
    hand.until(lambda: unit(hand, MECHANIZED).position)
    hand.until(lambda: window.root.focus_get() is window.tray.canvas)
    assert window.tray.cursor == "poland/7th Coastal Defense", "the next one"
    hand.key("Down")
    assert window.session.units == ("russia/9th Artillery",), "below it"
    hand.key("Escape")
    hand.until(lambda: window.root.focus_get() is window.view.canvas)


def test_many_counters_are_selected_at_once(hand: Hand) -> None:
    window, tray = hand.window, hand.window.tray
    hand.click(tray.place_of("russia/27th Motorized"))
    hand.key("shift+Right")
    assert len(window.session.units) == 2
    russians = window.session.units
    hand.do("keydown", "ctrl")
    hand.click(tray.place_of("russia/9th Artillery"))
    hand.do("keyup", "ctrl")
    assert window.session.units == (*russians, "russia/9th Artillery")
    x, y = tray.place_of("russia/27th Motorized")
    hand.drag((x, y), (x + 12, y - 12), hand.centre("1511"), hand.centre("1511"))
    hand.settle(0.2)
    assert [unit(hand, k).position for k in (*russians, "russia/9th Artillery")] == ["1511"] * 3
    assert window.session.history.undo_label == "Place 3 units in 1511", "in one step"
    hand.click(tray.place_of(CAVALRY))
    hand.key("ctrl+a")
    assert window.session.units == tuple(u.key for u in scenario_of(hand).members("polish-army"))


def test_delete_puts_a_counter_back_and_says_why_it_does_nothing_in_the_tray(hand: Hand) -> None:
    window, before = hand.window, unit(hand, MECHANIZED)
    design = window.session.design
    window.session.edit("Place", with_scenario(design, place_units(scenario_of(hand), [MECHANIZED], "2017")))
    window.session.select(None, (MECHANIZED,))
    window.focus_map()
    hand.key("Delete")
    assert unit(hand, MECHANIZED) == before
    assert window.messages.text == (
        "2nd Mechanized is to be set up again: where it may stand is kept. Ctrl+Z undoes it.")
    steps = window.session.history.undo_label
    hand.key("Delete")
    assert unit(hand, MECHANIZED) == before
    assert window.session.history.undo_label == steps
    assert "is still to be set up" in window.messages.text
    window.session.select(None, (MECHANIZED, CAVALRY))
    window.perform("off_map")
    assert "they are still to be set up" in window.messages.text


def test_a_thousand_counters_are_drawn_as_they_come_into_view(hand: Hand) -> None:
    session, tray = hand.window.session, hand.window.tray
    old = unit(hand, MECHANIZED)
    more = tuple(replace(old, name=f"Regiment {n}") for n in range(1000))
    before = len(tray.waiting)
    session.edit("More", with_scenario(session.design, replace(
        scenario_of(hand), units=(*scenario_of(hand).units, *more))))
    hand.settle(0.3)
    assert len(tray.waiting) == before + 1000

    def pictures() -> int:
        return sum(tray.canvas.type(item) == "image" for item in tray.canvas.find_all())

    assert 10 < pictures() < 200, "only those in view take time"
    last = "poland/Regiment 999"
    x, y = tray.place_of(last)
    hand.settle(0.2)
    seen = pictures()
    assert seen > 20
    box = tray.canvas.find_overlapping(*(2 * (x - tray.canvas.winfo_rootx(),
                                              tray.canvas.canvasy(y - tray.canvas.winfo_rooty()))))
    assert "image" in {tray.canvas.type(item) for item in box}, "the counter at its place is drawn"
    dragged(hand, last, "2017")
    assert unit(hand, last).position == "2017"
    hand.key("ctrl+z")
    hand.until(lambda: not unit(hand, last).position)
    tray.canvas.yview_moveto(0)
    hand.settle(0.2)
    assert {c.key for c in tray._cells[:5]} <= set(tray._drawn)


def test_the_names_of_areas_do_not_cover_each_other(tmp_path: Path) -> None:
    with window_on("gsofg-free-fronts", tmp_path / "settings") as hand:
        hand.settle(0.3)
        canvas = hand.window.view.canvas
        plates = [canvas.bbox(item) for item in canvas.find_withtag(AREA_NAME)
                  if canvas.type(item) == "rectangle"]
        assert len(plates) >= 3
        for n, (left, top, right, low) in enumerate(plates):
            for a, b, c, d in plates[:n]:
                assert right <= a or c <= left or low <= b or d <= top


def choose_in_menu(hand: Hand, menu: str, entry: str) -> None:
    """Choose an entry of the menu bar with the mouse, as its labels say."""
    call = hand.window.root.tk.call

    def number(path: object, wanted: str) -> int:
        return next(i for i in range(int(call(path, "index", "end")) + 1)
                    if call(path, "type", i) != "separator"
                    and str(call(path, "entrycget", i, "-label")) == wanted)

    def place(path: object, index: int) -> tuple[int, int]:
        return (int(call("winfo", "rootx", path)) + int(call(path, "xposition", index)) + 8,
                int(call("winfo", "rooty", path)) + int(call(path, "yposition", index)) + 8)

    bar = next(child for child in hand.window.root.tk.splitlist(call("winfo", "children", "."))
               if str(child).startswith(".#"))
    at = number(bar, menu)
    hand.click(place(bar, at))
    posted = call(bar, "entrycget", at, "-menu")
    hand.until(lambda: call("winfo", "viewable", posted))
    hand.click(place(posted, number(posted, entry)))


def test_an_action_is_chosen_with_the_mouse_while_the_tray_has_the_keyboard(hand: Hand) -> None:
    window = hand.window
    hand.click(window.tray.place_of(CAVALRY))
    hand.until(lambda: window.root.focus_get() is window.tray.canvas)
    waiting = len(window.tray.waiting)
    assert waiting > 1
    choose_in_menu(hand, "Scenario", "Fill the rest legally")
    hand.until(lambda: not window.tray.waiting)
    assert "set up" in window.messages.text
    hand.key("ctrl+z")
    hand.until(lambda: len(window.tray.waiting) == waiting)


def plates(hand: Hand) -> list[Box]:
    """The boxes of the names of areas on the canvas, with their rims."""
    canvas = hand.window.view.canvas
    found = [canvas.bbox(item) for item in canvas.find_withtag(AREA_NAME) if canvas.type(item) == "rectangle"]
    return [(float(a), float(b), float(c), float(d)) for a, b, c, d in found]


def check_plates(hand: Hand) -> int:
    """How many names of areas are in sight, after it was checked that none is cut and none covers another."""
    canvas, all_of_them = hand.window.view.canvas, plates(hand)
    left, top = canvas.canvasx(0), canvas.canvasy(0)
    sight = left, top, left + canvas.winfo_width(), top + canvas.winfo_height()
    seen = [plate for plate in all_of_them if boxes_meet(plate, sight)]
    assert all(box_inside(plate, sight) for plate in seen)
    assert not any(boxes_meet(a, b) for a, b in combinations(all_of_them, 2))
    return len(seen)


@pytest.mark.parametrize("name", ["free-setup", "gsofg-free-fronts"])
def test_names_of_areas_are_whole_in_sight_and_beside_each_other_wherever_the_view_is(
        tmp_path: Path, name: str) -> None:
    with window_on(name, tmp_path) as hand:
        view, counts = hand.window.view, list[int]()
        for scroll in ((0, 0), (0, -170), (0, 340), (-90, 150)):
            view.pan(*scroll)
            hand.settle(0.5)
            counts.append(check_plates(hand))
        view.zoom(-2)
        hand.settle(0.5)
        counts.append(check_plates(hand))
        assert min(counts) >= 2


def test_the_name_of_an_area_covers_no_city_where_there_is_room(hand: Hand) -> None:
    view, design = hand.window.view, hand.window.session.design
    warsaw = design.map.grid.parse("2017")
    assert warsaw is not None
    x, y = view.to_canvas(design.map.geometry.centre(warsaw))
    scale = view.viewport.scale
    names = [(a * scale, b * scale, c * scale, d * scale)
             for a, b, c, d in view.renderer.lettering(view.viewport)]
    around = x - 0.3 * scale, y - 0.8 * scale, x + 0.3 * scale, y + 0.8 * scale
    city = [box for box in names if boxes_meet(box, around)]
    assert len(city) == 1, "its name"
    symbol = x - 0.4 * scale, y - 0.4 * scale, x + 0.4 * scale, y + 0.4 * scale
    assert plates(hand)
    assert not any(boxes_meet(plate, box) for plate in plates(hand) for box in (*city, symbol))
