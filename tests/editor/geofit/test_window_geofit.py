"""Fitting the grid in the window, with real clicks on hexes and typed places."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import xvfb
from geodata_set import write_set
from xvfb import Hand, window_on

from visegrad_editor.editor.geofit.fit_window import FitWindow
from visegrad_editor.hexgrid.laea import distance_km
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.model.georeference import georeference

pytestmark = xvfb.MARKS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "mine.yaml"
    shutil.copy(resource_folder("sample_scenarios") / "maps" / "visegrad4.yaml", found)
    return found


@pytest.fixture
def hand(path: Path, tmp_path: Path) -> Iterator[Hand]:
    """A map without a projection, shown as a whole."""
    with window_on(path, tmp_path / "settings") as hand:
        session = hand.window.session
        session.edit("Bare", with_map(session.design, replace(session.design.map, geography=None)))
        hand.window.view.fit()
        hand.settle(0.2)
        yield hand


def opened(hand: Hand) -> FitWindow:
    hand.window.perform("fit_grid")
    hand.settle(0.3)
    fit = hand.window.fit
    assert fit is not None
    return fit


def place(hand: Hand, fit: FitWindow, number: str, name: str = "", degrees: str = "") -> None:
    """Click a hex and enter its place, as a user does."""
    hand.click(hand.centre(number))
    hand.until(lambda: fit.fields.hex.get() == number and fit.focus_get() is fit.fields.name_box)
    if name:
        hand.key("ctrl+a")
        hand.type(name)
    if degrees:
        hand.click_on(fit.fields.at_entry)
        hand.key("ctrl+a")
        hand.type(degrees)
    known = len(fit.grid_fit.known)
    hand.key("Return")
    hand.until(lambda: len(fit.grid_fit.known) == known + 1)


def test_the_grid_is_fitted_shown_accepted_and_saved(hand: Hand, path: Path) -> None:
    window = hand.window
    fit = opened(hand)
    assert fit.accept_button.instate(["disabled"])
    place(hand, fit, "2017", "Warsaw", "52.23, 21.01")
    place(hand, fit, "2623", "Prague", "50.08 N 14.43 E")
    place(hand, fit, "3118", "Budapest", "47.5, 19.04")
    place(hand, fit, "1415", "Vilnius", "54.69, 25.28")
    canvas = window.view.canvas
    assert len(canvas.find_withtag("arrow")) == 8, "an arrow with a rim for each"
    worst = fit.grid_fit.worst
    assert worst is not None
    number = window.session.design.map.grid.number(worst.known.hex)
    assert list(fit.tree.item(number, "tags")) == ["worst"]
    assert fit.tree.set(number, "km") == f"{worst.km:.1f}"
    assert str(fit.accept_button.cget("style")) == "Accent.TButton"
    hand.click_on(fit.accept_button)
    hand.until(lambda: window.fit is None)
    assert not canvas.find_withtag("geofit")
    reference = georeference(window.session.design.map)
    assert reference is not None
    krakow = window.session.design.map.grid.parse("2518")
    assert krakow is not None
    assert distance_km(reference.place(krakow), (19.94, 50.06)) < 60
    assert window.session.history.undo_label == "Fit the grid (4 places)"
    window.perform("save")
    again = load(path, "map").design
    assert again is not None
    assert again.map.geography == window.session.design.map.geography
    window.perform("undo")
    assert window.session.design.map.geography is None


def test_names_fill_in_the_place_and_mistakes_are_told(hand: Hand) -> None:
    fit = opened(hand)
    hand.click(hand.centre("2017"))
    hand.until(lambda: fit.focus_get() is fit.fields.name_box)
    assert fit.fields.name.get() == "Warsaw", "the town of the map is proposed"
    hand.key("ctrl+a")
    hand.type("Hamburg")
    hand.key("Return")
    hand.until(lambda: len(fit.grid_fit.known) == 1)
    assert fit.grid_fit.known[0].at == (10.0, 53.55)
    hand.click(hand.centre("2518"))
    hand.until(lambda: fit.focus_get() is fit.fields.name_box)
    hand.key("ctrl+a")
    hand.type("Nowhere")
    hand.key("Return")
    hand.settle(0.1)
    assert "Where is it?" in fit.wrong.cget("text")
    # The first Escape gives up what was typed.
    hand.key("Escape", wait=0.2)
    hand.key("Escape")
    hand.until(lambda: hand.window.fit is None)
    assert hand.window.session.design.map.geography is None


def test_the_beginning_of_a_name_is_enough_and_names_of_files_are_counted(hand: Hand, tmp_path: Path) -> None:
    fit = opened(hand)
    place(hand, fit, "2017", "lisb")
    assert (fit.grid_fit.known[0].name, fit.grid_fit.known[0].at) == ("Lisbon", (-9.14, 38.72))
    hand.click(hand.centre("2518"))
    hand.until(lambda: fit.focus_get() is fit.fields.name_box)
    assert fit.fields.name.get() == "Kraków", "the place of the hex is proposed"
    hand.key("ctrl+a")
    hand.type("mar")
    hand.key("Return")
    hand.until(lambda: "Marseille" in fit.wrong.cget("text"))
    assert "Which place do you mean" in fit.wrong.cget("text")
    fit.read_names(write_set(tmp_path / "data"))
    assert "names from twinland.yaml can be chosen now" in fit.guidance.cget("text")
    assert "Elsewhere" not in {k.name for k in fit.grid_fit.known}, "it has no weight in the file"
    fit.fields.clear()
    hand.click_on(fit.fields.hex_entry)
    hand.type("2518")
    hand.until(lambda: fit.fields.name.get() == "Kraków")
    assert fit.fields.at.get(), "and where it is"


def test_a_fitted_map_shows_its_places_again(hand: Hand) -> None:
    hand.window.perform("undo")
    hand.settle(0.2)
    fit = opened(hand)
    names = {k.name for k in fit.grid_fit.known}
    assert {"Warsaw", "Budapest"} <= names
    # Another map closes it and removes its marks.
    assert hand.window.files.open("maps/gsofg")
    hand.settle(0.2)
    assert hand.window.fit is None
    assert not hand.window.view.canvas.find_withtag("geofit")
