"""Fitting the grid in the window: coordinates from names, corrections of rows, the place of the window."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import pytest
import xvfb
from xvfb import Hand, window_on

from visegrad_editor.cli.main import main
from visegrad_editor.editor.geofit.fit_window import FitWindow, covered
from visegrad_editor.hexgrid import Point

pytestmark = xvfb.MARKS
TOWNS: dict[str, Point] = {
    "København": (12.57, 55.68), "Kolding": (9.47, 55.49), "Aalborg": (9.92, 57.05), "Viborg": (9.4, 56.45),
    "Esbjerg": (8.45, 55.47)}


@pytest.fixture(scope="module")
def open_hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    folder = tmp_path_factory.mktemp("fit")
    path = folder / "sheet.yaml"
    assert main(["new", "--size", "30x26", "--ruleset", "blank", "-o", str(path)]) == 0
    with window_on(path, folder / "settings") as hand:
        hand.window.view.fit()
        hand.settle(0.2)
        yield hand


@pytest.fixture
def fit(open_hand: Hand, tmp_path: Path) -> Iterator[FitWindow]:
    """The window with five towns of a file to choose from, three of them given."""
    towns = tmp_path / "towns.geojson"
    towns.write_text(json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Point", "coordinates": at}}
        for name, at in TOWNS.items()]}), "utf-8")
    window = open_hand.window
    window.perform("fit_grid")
    open_hand.settle(0.2)
    fit = window.fit
    assert fit is not None
    fit.read_names(towns)
    for number, name in (("2714", "København"), ("1103", "Aalborg"), ("0515", "Esbjerg")):
        hex = window.session.design.map.grid.parse(number)
        assert hex is not None
        fit.grid_fit.put(hex, TOWNS[name], name)
    fit.follow()
    yield fit
    fit.cancel()
    open_hand.settle(0.1)


def known(fit: FitWindow) -> dict[str, tuple[str, Point]]:
    number = fit.grid_fit.geometry.grid.number
    return {number(k.hex): (k.name, k.at) for k in fit.grid_fit.known}


def choose(hand: Hand, fit: FitWindow, row: str) -> None:
    """Click a row of the table."""
    hand.until(lambda: fit.tree.bbox(row))
    x, y, width, height = (int(n) for n in fit.tree.bbox(row))
    hand.click((fit.tree.winfo_rootx() + x + width // 4, fit.tree.winfo_rooty() + y + height // 2))
    hand.until(lambda: fit.fields.hex.get() == row)


def write(hand: Hand, fit: FitWindow, *, hex: str = "", name: str = "", at: str = "") -> None:
    """Type over fields and press Return in the last one."""
    fields = fit.fields
    for widget, text in ((fields.hex_entry, hex), (fields.name_box, name), (fields.at_entry, at)):
        if text:
            hand.click_on(widget)
            hand.key("ctrl+a")
            hand.type(text)
    hand.key("Return")
    hand.settle(0.1)


def test_a_new_name_fills_in_its_coordinates(open_hand: Hand, fit: FitWindow) -> None:
    choose(open_hand, fit, "2714")
    write(open_hand, fit, name="Kolding")
    assert known(fit)["2714"] == ("Kolding", TOWNS["Kolding"])
    # An unknown name has no coordinates: those of the previous town are cleared.
    choose(open_hand, fit, "2714")
    write(open_hand, fit, name="Nyby")
    assert "Where is it?" in fit.wrong.cget("text")
    assert known(fit)["2714"][0] == "Kolding"
    # The same holds for places of an earlier fit whose names are in no file now.
    hex = open_hand.window.session.design.map.grid.parse("2020")
    assert hex is not None
    fit.grid_fit.put(hex, (11.0, 55.0), "Oldby")
    fit.follow()
    choose(open_hand, fit, "2020")
    write(open_hand, fit, name="Nyby")
    assert "Where is it?" in fit.wrong.cget("text")


def test_typed_coordinates_stay_under_an_unknown_name(open_hand: Hand, fit: FitWindow) -> None:
    choose(open_hand, fit, "2714")
    write(open_hand, fit, name="Nyby", at="55.7, 12.5")
    assert known(fit)["2714"] == ("Nyby", (12.5, 55.7))
    choose(open_hand, fit, "2714")
    write(open_hand, fit, name="Gammelby")
    assert known(fit)["2714"] == ("Gammelby", (12.5, 55.7))
    choose(open_hand, fit, "2714")
    write(open_hand, fit, name="kold")
    assert known(fit)["2714"] == ("kold", (12.5, 55.7)), "a beginning is no other place"


def test_another_hex_and_name_is_another_place(open_hand: Hand, fit: FitWindow) -> None:
    choose(open_hand, fit, "1103")
    write(open_hand, fit, hex="0908", name="Viborg")
    assert known(fit)["0908"] == ("Viborg", TOWNS["Viborg"])
    assert known(fit)["1103"] == ("Aalborg", TOWNS["Aalborg"])
    choose(open_hand, fit, "1103")
    fit.fields.hex.set("0910")
    fit.fields.name.set("Kolding")
    open_hand.click_on(fit.fields.add_button)
    assert known(fit)["0910"] == ("Kolding", TOWNS["Kolding"]), "the button looks it up, too"


def test_the_hex_of_a_row_is_corrected(open_hand: Hand, fit: FitWindow) -> None:
    before = list(known(fit))
    choose(open_hand, fit, "0515")
    write(open_hand, fit, hex="0516")
    assert known(fit)["0516"] == ("Esbjerg", TOWNS["Esbjerg"])
    assert list(known(fit)) == [*before[:2], "0516"], "it keeps its row"
    choose(open_hand, fit, "0516")
    write(open_hand, fit, hex="1103")
    assert fit.wrong.cget("text").startswith("Hex 1103 already has Aalborg.")
    assert len(known(fit)) == 3


def test_the_window_does_not_cover_the_map_and_keeps_its_place(
    open_hand: Hand, fit: FitWindow
) -> None:
    view = open_hand.window.view
    left, top, right, bottom = view.renderer.bounds
    (x0, y0), (x1, y1) = (view.viewport.to_screen(p) for p in ((left, top), (right, bottom)))
    x, y = view.canvas.winfo_rootx(), view.canvas.winfo_rooty()
    window = (fit.winfo_rootx(), fit.winfo_rooty(), fit.winfo_rootx() + fit.winfo_width(),
              fit.winfo_rooty() + fit.winfo_height())
    assert covered(window, (int(x + x0), int(y + y0), int(x + x1), int(y + y1))) == 0
    settings = open_hand.window.settings
    assert settings.get("fit_place") is None
    fit.geometry("+60+140")
    open_hand.until(lambda: abs(fit.winfo_x() - 60) < 8)
    fit.cancel()
    assert settings.get("fit_place") == "+60+140"
    open_hand.window.perform("fit_grid")
    again = open_hand.window.fit
    assert again is not None
    open_hand.until(lambda: abs(again.winfo_x() - 60) < 8 and abs(again.winfo_y() - 140) < 40)
    again.cancel()


def test_places_and_what_is_entered_are_taken_back(open_hand: Hand, fit: FitWindow) -> None:
    """A place that was added or removed is one step, also with the keyboard on the map."""
    hand, before = open_hand, known(fit)
    write(hand, fit, hex="2520", name="Kolding")
    added = known(fit)
    assert set(added) == {*before, "2520"}
    hand.key("ctrl+z", wait=0.2)
    assert known(fit) == before
    assert (fit.fields.hex.get(), fit.fields.name.get()) == ("2520", "Kolding")
    assert not fit.tree.exists("2520")
    hand.key("ctrl+y", wait=0.2)
    assert known(fit) == added
    assert (fit.fields.hex.get(), fit.fields.name.get()) == ("", "")
    choose(hand, fit, "0515")
    fit.tree.focus_force()
    hand.key("Delete", wait=0.2)
    assert set(known(fit)) == {*added} - {"0515"}
    hand.key("ctrl+z", wait=0.2)
    assert known(fit) == added
    # The map has the keyboard: its Ctrl+Z is not that of the design.
    design = hand.window.session.design
    hand.window.view.canvas.focus_force()
    hand.settle(0.1)
    for _ in range(3):
        hand.key("ctrl+z", wait=0.1)
        if known(fit) == before:
            break
    assert known(fit) == before
    hand.key("ctrl+shift+z", wait=0.1)
    assert hand.window.session.design is design


def test_a_clicked_hex_and_the_tick_are_taken_back(open_hand: Hand, fit: FitWindow) -> None:
    hand = open_hand
    hand.click_on(fit.fields.name_box)
    hand.click(hand.centre("1010"))
    hand.until(lambda: fit.fields.hex.get() == "1010")
    hand.settle(0.1)
    hand.key("ctrl+z", wait=0.2)
    assert fit.fields.hex.get() == ""
    hand.key("ctrl+y", wait=0.2)
    assert fit.fields.hex.get() == "1010"
    box = next(w for w in fit.body.winfo_children() if isinstance(w, ttk.Checkbutton))
    warp = fit.grid_fit.warp
    hand.click_on(box)
    assert fit.grid_fit.warp is not warp
    hand.key("ctrl+z", wait=0.2)
    assert fit.grid_fit.warp is warp
