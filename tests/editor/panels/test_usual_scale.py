"""The window of 1366x768 at 100 %: texts are whole, fields stand beside their labels, room is used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import pytest
import xvfb
from test_panels_fit import below, in_dialog
from xvfb import Hand, window_on

from visegrad_editor.editor.documents.goals_dialog import GoalsDialog
from visegrad_editor.editor.map.overlay import AREA_NAME
from visegrad_editor.editor.panels.turn_track_panel import TurnTrackPanel
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.window import theme

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("historical", tmp_path_factory.mktemp("settings")) as hand:
        hand.window.root.geometry("1366x740+0+0")
        hand.settle(0.6)
        yield hand


def test_names_of_units_are_whole(hand: Hand) -> None:
    hand.window.show_panel("units")
    hand.settle(0.4)
    panel = hand.window.units
    rows = [*panel._rows]
    # Only rows that were in view are shortened.
    for row in rows[::4]:
        panel.tree.see(row)
        hand.settle(0.05)
    texts = [str(panel.tree.item(row, "text")) for row in panel._complete]
    assert len(texts) > len(rows) / 2
    assert [text for text in texts if "…" in text] == []


def test_a_place_in_words_tells_its_hex(tmp_path: Path) -> None:
    with window_on("gsofg-free-fronts", tmp_path) as hand:
        hand.window.root.geometry("1366x740+0+0")
        hand.window.show_panel("units")
        hand.settle(0.8)
        panel = hand.window.units
        places = [str(panel.tree.set(row, "where")) for row in panel._complete]
        in_words = [place for place in places if place.startswith("Hex")]
        assert in_words
        assert [place for place in in_words if not place.startswith(("Hex\n3221", "Hex\n3815"))] == []


def test_sentences_of_goals_are_whole(hand: Hand) -> None:
    told: list[str] = []

    def look(dialog: Dialog) -> None:
        assert isinstance(dialog, GoalsDialog)
        told.extend(str(dialog.tree.item(row, "text")) for row in dialog.tree.get_children())

    in_dialog(hand, "goals", look)
    assert len(told) >= 3
    assert [text for text in told if "…" in text] == []


def _level(dialog: Dialog) -> None:
    """Each label of a form is as high as the text of the field beside it."""
    pairs = 0
    for label in (w for w in below(dialog.body) if isinstance(w, ttk.Label) and w.winfo_viewable()):
        info = label.grid_info()
        if not info or info["column"] != 0:
            continue
        for field in label.master.grid_slaves(row=info["row"], column=1):
            if isinstance(field, ttk.Entry) and field.winfo_viewable():
                middle = label.winfo_rooty() + label.winfo_height() / 2
                assert abs(middle - field.winfo_rooty() - field.winfo_height() / 2) <= 2, label.cget("text")
                pairs += 1
    assert pairs


@pytest.mark.parametrize("action", ["properties", "new_unit", "new_scenario", "export"])
def test_labels_are_level_with_their_fields(hand: Hand, action: str) -> None:
    in_dialog(hand, action, _level)


def test_the_boxes_of_the_turn_track_take_all_of_its_width(hand: Hand) -> None:
    hand.window.show_panel("track")
    hand.settle(0.6)
    panel = hand.window.dock.panel("track")
    assert isinstance(panel, TurnTrackPanel)
    width = panel.canvas.winfo_width()
    assert max(right for _, _, right, _ in panel.places.values()) >= width - theme.px(16)
    # Counters stand within their boxes.
    for x, y in panel.counters.values():
        assert panel.box_at(x, y) is not None
    hand.window.dock.close("track")


def test_names_of_areas_keep_clear_of_names_of_cities(hand: Hand) -> None:
    window = hand.window
    window.view.fit()
    window.view.zoom(3)
    hand.settle(0.4)
    canvas, map = window.view.canvas, window.session.design.map
    plates = [canvas.bbox(item) for item in canvas.find_withtag(AREA_NAME)
              if canvas.type(item) == "rectangle"]
    assert len(plates) == 3
    symbols = [(p.name, window.view.to_canvas(map.geometry.centre(p.hex))) for p in map.places if p.name]
    covered = [name for name, (x, y) in symbols for left, top, right, bottom in plates
               if left <= x <= right and top <= y <= bottom]
    assert covered == []
