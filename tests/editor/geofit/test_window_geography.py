"""Latitude and longitude in the status bar, with a real pointer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tkinter import ttk
from tkinter.font import nametofont

import pytest
import xvfb
from geodata_set import box, collection, write_set
from PIL import Image
from seen_widgets import buttons
from xvfb import Hand, window_on

from visegrad_editor.drawing.colours import rgb
from visegrad_editor.editor.documents.geodata_import import CHANGED, KEPT, GeodataDialog, preview
from visegrad_editor.editor.documents.import_dialogs import ReportDialog
from visegrad_editor.exchange.importer import HexChange
from visegrad_editor.exchange.importer import ImportResult as Exchanged
from visegrad_editor.geodata.import_map import import_map
from visegrad_editor.geodata.report import details
from visegrad_editor.hexgrid import Hex
from visegrad_editor.hexgrid.laea import distance_km
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.files.computed_record import record_path
from visegrad_editor.model.georeference import georeference

pytestmark = xvfb.MARKS


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("maps/visegrad4", tmp_path / "settings") as hand:
        yield hand


def shown(hand: Hand) -> tuple[float, float] | None:
    """Degrees east and north in the status bar; None where none are shown."""
    label = hand.window.status.where
    if not label.winfo_ismapped():
        return None
    found = re.fullmatch(r"([\d.]+)° N ([\d.]+)° E", label.cget("text"))
    assert found, label.cget("text")
    return float(found[2]), float(found[1])


def _accented(dialog: GeodataDialog) -> list[str]:
    """The buttons that are highlighted."""
    return [str(b.cget("text")) for b in buttons(dialog.foot) if str(b.cget("style")) == "Accent.TButton"]


def test_data_is_imported_with_a_picture_first(hand: Hand, tmp_path: Path) -> None:
    config = write_set(tmp_path / "data")
    window = hand.window
    before = window.session.design
    dialog = GeodataDialog(window.root, before, lambda: None, frozenset())
    dialog.present(dialog.entry)
    hand.settle(0.5)
    assert dialog.ok.instate(["disabled"])
    assert _accented(dialog) == ["Compute"]
    dialog.config_path.set(str(config))
    dialog.folder.set(str(tmp_path / "nowhere"))
    (config.parent / "towns.geojson").rename(tmp_path / "towns.geojson")
    hand.click_on(dialog.compute_button)
    hand.until(lambda: "There is no file" in dialog.report.get("1.0", "end"))
    assert dialog.ok.instate(["disabled"])
    dialog.folder.set(str(tmp_path))
    dialog.target.set("Make a new map")
    hand.click_on(dialog.compute_button)
    hand.until(lambda: dialog.ok.instate(["!disabled"]))
    assert _accented(dialog) == ["Import"]
    told = dialog.report.get("1.0", "end")
    assert "Middle" in told
    assert "Towns on their bank of the river" in told
    assert dialog.proposed is not None
    assert dialog.proposed.design.map.name == "twinland"
    hand.click_on(dialog.ok)
    hand.settle()
    assert dialog.result == "import"
    assert window.session.design is before, "the command takes it over, not the dialog"


def test_an_import_is_one_step_and_keeps_manual_changes(hand: Hand, tmp_path: Path) -> None:
    config, path = write_set(tmp_path / "data"), tmp_path / "map.yaml"
    import_map(config, path)
    older = record_path(path).read_bytes()
    window = hand.window
    assert window.files.open(path)
    session = window.session
    map = session.design.map
    mine, theirs = Hex(1, 1), Hex(3, 3)
    session.edit("Paint", with_map(session.design, replace(
        map, terrain=map.terrain.with_values({mine: "mountain"}))))
    lon, lat = georeference(map).place(theirs)  # type: ignore[union-attr]
    (config.parent / "wet.geojson").write_text(json.dumps(collection(
        ("Polygon", box(lon - 0.1, lat - 0.1, lon + 0.1, lat + 0.1), {"kind": "marsh"}))))

    def answer() -> None:
        dialog = next(w for w in window.root.winfo_children() if isinstance(w, GeodataDialog))
        dialog.config_path.set(str(config))
        dialog.compute()
        assert "Changed by hand and kept" in dialog.report.get("1.0", "end")
        assert "Blue: changed by hand" in dialog.legend.cget("text")
        shown.append(preview(dialog.proposed, (400, 430)))  # type: ignore[arg-type]
        dialog.ok.invoke()

    shown: list[Image.Image] = []
    window.root.after(300, answer)
    window.perform("import_geodata")
    now = session.design.map
    assert (now.terrain.at(mine), now.terrain.at(theirs)) == ("mountain", "marsh")
    colours = {colour for _, colour in shown[0].getcolors(200_000)}
    assert {rgb(CHANGED), rgb(KEPT)} <= colours, "both are ringed in the picture"
    window.perform("save")
    assert "marsh" in record_path(path).read_text("utf-8")
    newer = record_path(path).read_bytes()
    window.perform("undo")
    assert session.design.map.terrain.at(theirs) == "clear"
    # Undo restores the record from before the import; redo restores the newer one.
    window.perform("save")
    assert record_path(path).read_bytes() == older
    window.perform("redo")
    window.perform("save")
    assert record_path(path).read_bytes() == newer
    window.perform("undo")
    record = window.files.records.of(session.design.map, path)
    assert record is not None
    assert record.terrain.at(theirs) == "clear"


def test_degrees_under_the_pointer(hand: Hand) -> None:
    for number, city in (("2017", (21.01, 52.23)), ("1815", (23.16, 53.13))):
        hand.do("mousemove", *hand.centre(number))
        hand.settle()
        place = shown(hand)
        assert place is not None
        # The city is in that hex of 61.5 km.
        assert distance_km(place, city) < 36
    x, y = hand.centre("2017")
    hand.do("mousemove", x, y)
    hand.settle()
    place = shown(hand)
    hand.do("mousemove", x + 8, y)
    hand.settle()
    assert shown(hand) != place, "within a hex, too"
    session = hand.window.session
    assert session.edit("No reference", with_map(session.design, replace(session.design.map, geography=None)))
    hand.do("mousemove", x, y)
    hand.settle()
    assert shown(hand) is None


def test_import_lists_are_not_cut_and_known_places_do_not_wrap(
    hand: Hand, tmp_path: Path
) -> None:
    window = hand.window
    changes = tuple(HexChange("1516", what, "6/4", "8/3") for what in ("terrain", "counter 5th Jydske"))
    shown = ReportDialog(window.root, "units.csv", Exchanged(window.session.design, changes))
    tree = next(c for c in shown.list.winfo_children() if isinstance(c, ttk.Treeview))
    needed = nametofont("TkDefaultFont", tree).measure("counter 5th Jydske")
    assert tree.column("What", "width") >= needed + 10
    shown.destroy()
    dialog = GeodataDialog(window.root, window.session.design, lambda: None, frozenset())
    done = import_map(write_set(tmp_path / "data"), tmp_path / "map.yaml", write=False)
    far = replace(done.computed.residuals[1], known=replace(done.computed.residuals[1].known,
                                                            name="A town with a very long name"), actual=None)
    lines = list(details(replace(done, computed=replace(done.computed, residuals=(far,)))))
    (line,) = [text for text in lines if "NOT THERE" in text]
    assert len(line) <= dialog.report.cget("width")
    dialog.destroy()
