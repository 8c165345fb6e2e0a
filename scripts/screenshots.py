"""Makes the pictures in docs/images: the real window on a screen of its own, and pages of PDF files.

    python scripts/screenshots.py                  all of them
    python scripts/screenshots.py play-test.png    those named; a beginning such as `print` is enough

Needs Xvfb, xdotool, pdftoppm and a Pillow that can read an X screen. scripts/symbol_sheet.py draws the unit
symbols and scripts/style_pictures.py the maps in all styles.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tkinter import filedialog

import numpy as np
from PIL import Image, ImageGrab

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

import card_hand  # noqa: E402
import geodata_set  # noqa: E402
import map_tutorial  # noqa: E402
import scenario_tutorial  # noqa: E402
import xvfb  # noqa: E402
from own_war import write_own_war  # noqa: E402
from printed_scan import scan_of, typical  # noqa: E402
from table_hand import table_hand  # noqa: E402

from visegrad_editor.desk.card_file import load_card  # noqa: E402
from visegrad_editor.editor.documents.counter_dialog import CounterDialog  # noqa: E402
from visegrad_editor.editor.documents.export_dialog import ExportDialog  # noqa: E402
from visegrad_editor.editor.documents.geodata_import import NEW, GeodataDialog  # noqa: E402
from visegrad_editor.editor.documents.reshape_dialogs import ResizeDialog  # noqa: E402
from visegrad_editor.editor.documents.run_dialog import ResultDialog, RunDialog  # noqa: E402
from visegrad_editor.editor.panels.region_dialogs import ReplaceAllDialog  # noqa: E402
from visegrad_editor.editor.play.start_dialog import PlayTestOptions, StartDialog  # noqa: E402
from visegrad_editor.editor.scan.alignment import AlignmentMode  # noqa: E402
from visegrad_editor.editor.scan.proposals import ProposalMode  # noqa: E402
from visegrad_editor.editor.widgets.dialogs import Dialog  # noqa: E402
from visegrad_editor.editor.widgets.grid import Cell  # noqa: E402
from visegrad_editor.exchange.card_export import export_card  # noqa: E402
from visegrad_editor.exchange.export import export  # noqa: E402
from visegrad_editor.exchange.picture_options import PictureOptions  # noqa: E402
from visegrad_editor.hexgrid import Hex  # noqa: E402
from visegrad_editor.hexgrid.affine import Affine  # noqa: E402
from visegrad_editor.model.background import Pin  # noqa: E402
from visegrad_editor.model.design import Design  # noqa: E402
from visegrad_editor.model.edit.background import set_picture, set_pins  # noqa: E402
from visegrad_editor.model.edit.blank import emptied  # noqa: E402
from visegrad_editor.model.edit.documents import with_map, with_scenario  # noqa: E402
from visegrad_editor.model.edit.pieces import cut_out  # noqa: E402
from visegrad_editor.model.edit.terrain import paint_terrain  # noqa: E402
from visegrad_editor.model.edit.units import place_units  # noqa: E402
from visegrad_editor.model.files.load import load  # noqa: E402
from visegrad_editor.model.files.yaml_writer import new_text  # noqa: E402
from visegrad_editor.model.stamp import Stamp  # noqa: E402

IMAGES = ROOT / "docs" / "images"
BESIDE_THE_PANELS = (560, 94, 1366, 592)
"""The part of the screen with the panels on the right and the map beside them."""
LARGEST = 150_000
"""Bytes a picture may have. It has 256 colours, or as few as that takes, but no fewer than 32."""

MISSED = 24
"""By how much of 255 a pixel may differ before its colour is missed."""


def save(image: Image.Image, name: str) -> None:
    """Write a picture of the documentation."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for colours in (256, 128, 64, 32):
        with_fewer_colours(image.convert("RGB"), colours).save(IMAGES / name, optimize=True)
        if (IMAGES / name).stat().st_size <= LARGEST:
            break
    print(f"docs/images/{name}")


def with_fewer_colours(image: Image.Image, colours: int) -> Image.Image:
    """The picture with a palette, in which an eighth of the colours is for small things that the others would
    miss: the red of a mark, the yellow of one counter. It is not dithered, so letters stay sharp."""
    common = image.quantize(colours * 7 // 8, dither=Image.Dither.NONE)
    pixels = np.asarray(image).astype(int)
    missed = np.abs(pixels - np.asarray(common.convert("RGB"))).max(axis=2) > MISSED
    if not missed.any():
        return common
    small = Image.fromarray(pixels[missed].astype(np.uint8)[np.newaxis])
    rare = small.quantize(colours // 8, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(common.getpalette() or ()), *(rare.getpalette() or ())][:768])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


@dataclass
class Camera:
    """Takes pictures of a window."""

    hand: xvfb.Hand
    folder: Path
    """An empty folder for files that the window needs."""
    display: str = field(default="")

    def take(self, name: str, widget: tk.Misc | None = None) -> None:
        """A picture of the screen, or of a panel or dialog."""
        self.hand.settle(0.5)
        box = None
        if widget is not None:
            x, y = widget.winfo_rootx(), widget.winfo_rooty()
            box = (x, y, x + widget.winfo_width(), y + widget.winfo_height())
        self.take_box(name, box)

    def take_part(self, name: str, number: str, width: int, height: int) -> None:
        """A picture of the map around a hex."""
        x, y = self.hand.centre(number)
        left, top = x - width // 2, y - height // 2
        self.take_box(name, (left, top, left + width, top + height))

    def take_box(self, name: str, box: tuple[int, int, int, int] | None) -> None:
        """A picture of a part of the screen: left, top, right and bottom; all of it where there is none."""
        self.hand.settle(0.5)
        save(ImageGrab.grab(bbox=box, xdisplay=self.display), name)

    def dialog(self, kind: type[Dialog]) -> Dialog:
        """The dialog of a kind that is open."""
        return next(w for w in self.hand.window.root.winfo_children() if isinstance(w, kind))

    def in_dialog(self, action: str, kind: type[Dialog], act: Callable[[Dialog], None]) -> None:
        """Perform an action that opens a dialog of a kind, act on it once it shows, then cancel it."""
        root, done = self.hand.window.root, []

        def look() -> None:
            if not any(isinstance(w, kind) and w.winfo_viewable() for w in root.winfo_children()):
                root.after(50, look)
                return
            dialog = self.dialog(kind)
            try:
                act(dialog)
            finally:
                done.append(True)
                if dialog.winfo_exists():
                    dialog.cancel()

        root.after(50, look)
        self.hand.window.perform(action)
        self.hand.until(lambda: done)

    def look_at(self, number: str, notches: int) -> None:
        """Zoom in with a hex in the middle."""
        view, map = self.hand.window.view, self.hand.window.session.design.map
        view.zoom(notches)
        view.centre_on(map.geometry.centre(self.hex(number)))
        self.hand.settle()

    def hex(self, number: str) -> Hex:
        hex = self.hand.window.session.design.map.grid.parse(number)
        assert hex is not None, number
        return hex

    def corners(self, number: str) -> list[tuple[int, int]]:
        """Where the corners of a hex are on the screen."""
        geometry = self.hand.window.session.design.map.geometry
        return [self.hand.pixel(corner) for corner in geometry.corners(self.hex(number))]

    def hold(self, *places: tuple[int, int]) -> None:
        """Press the button at the first place and move over the others; it stays down."""
        self.hand.do("mousemove", *places[0], "mousedown", 1)
        for place in places[1:]:
            self.hand.do("mousemove", *place)


@contextmanager
def camera_on(name: str | Path, folder: Path) -> Iterator[Camera]:
    """A window on a document, and a camera before it."""
    display = xvfb.screen()
    with xvfb.window_on(name, folder / "settings", 0.8) as hand:
        yield Camera(hand, folder, display)
        hand.window.session.history.mark_saved()


Shot = Callable[[Path], None]
SHOTS: list[tuple[tuple[str, ...], Shot]] = []
"""What takes pictures, in a folder of its own, and the files it writes into docs/images."""


def pictures(*names: str) -> Callable[[Shot], Shot]:
    """Enters a function in SHOTS."""
    def enter(shot: Shot) -> Shot:
        SHOTS.append((names, shot))
        return shot

    return enter


# The window.

def put_four_in_warsaw(hand: xvfb.Hand) -> None:
    """One unit more than may stand in a hex: two are dragged there, the fourth is set up there as if its
    hex were typed, because the mouse is refused."""
    for number in ("2015", "2214"):
        hand.drag(hand.centre(number), hand.centre("2016"), hand.centre("2017"))
    session = hand.window.session
    assert session.scenario is not None
    fourth = next(unit for unit in session.scenario.units if unit.hex == "1716")
    session.edit(f"Set-up of {fourth.name}", with_scenario(
        session.design, place_units(session.scenario, [fourth.key], "2017")))
    hand.settle(0.6)


@pictures("window-1366.png")
def take_window(folder: Path) -> None:
    """A scenario at work: a rule broken, a counter selected, a river being drawn."""
    with camera_on("historical", folder) as camera:
        hand, window = camera.hand, camera.hand.window
        camera.look_at("2116", 3)
        put_four_in_warsaw(hand)
        window.show_panel("inspector")
        hand.click(hand.centre("2017"))
        hand.key("r")
        camera.hold(*camera.corners("2116")[2:6])
        camera.take("window-1366.png")
        hand.do("mouseup", 1)


@pictures("command-palette.png", "keys.png", "window-dark.png")
def take_dark(folder: Path) -> None:
    """The command palette, the keyboard, and the dark theme."""
    with camera_on("historical", folder) as camera:
        hand, window = camera.hand, camera.hand.window
        for id, keys, name in (("command_palette", ("type", "rom"), "command-palette.png"),
                               ("shortcuts", ("keydown", "ctrl"), "keys.png")):
            window.perform(id)
            hand.settle(0.4)
            hand.do(*keys)
            camera.take(name, camera.dialog(Dialog))
            hand.do("keyup", "ctrl")
            camera.dialog(Dialog).cancel()
        window.perform("theme_dark")
        window.show_panel("history")
        window.dock.move("history", "corner")
        window.show_panel("inspector")
        window.session.select(camera.hex("2015"), ("poland/34th Armored Cavalry",))
        window.view.zoom(2)
        camera.take("window-dark.png")


@pictures("units-panel.png", "reinforcements-panel.png", "inspector-panel.png", "history-panel.png",
          "problems-panel.png", "stack-fan.png")
def take_panels(folder: Path) -> None:
    """The panels of a scenario in which something was changed and a rule is broken."""
    with camera_on("historical", folder) as camera:
        hand, window = camera.hand, camera.hand.window
        window.show_panel("units")
        hand.settle(0.4)
        camera.take("units-panel.png", window.dock.panel("units"))
        window.show_panel("reinforcements")
        hand.settle(0.4)
        camera.take("reinforcements-panel.png", window.dock.panel("reinforcements"))
        camera.look_at("2116", 3)
        put_four_in_warsaw(hand)
        hand.key("x")
        hand.do("mousemove", *hand.centre("2017"))
        hand.settle(1.0)
        camera.take_part("stack-fan.png", "2015", 640, 330)
        window.show_panel("inspector")
        hand.click(hand.centre("2017"))
        camera.take("inspector-panel.png", window.dock.panel("inspector"))
        hand.key("t")
        hand.drag(hand.centre("1916"), hand.centre("1915"))
        hand.key("ctrl+z")
        window.show_panel("history")
        camera.take("history-panel.png", window.dock.panel("history"))
        window.show_panel("problems")
        hand.until(lambda: not window.session.checking)
        hand.settle(1.0)
        camera.take("problems-panel.png", window.dock.panel("problems"))


@pictures("layers-panel.png")
def take_layers(folder: Path) -> None:
    """Counters hidden, terrain faded, rivers locked."""
    with camera_on("historical", folder) as camera:
        layers = camera.hand.window.session.layers
        layers.show("counters", False)
        layers.fade("terrain", 0.5)
        layers.lock("rivers", True)
        camera.hand.window.show_panel("layers")
        camera.take("layers-panel.png", camera.hand.window.dock.panel("layers"))


@pictures("export-dialog.png")
def take_export(folder: Path) -> None:
    """What can be exported, a map over several pages chosen."""
    with camera_on("historical", folder) as camera:
        def act(dialog: Dialog) -> None:
            assert isinstance(dialog, ExportDialog)
            dialog.tree.selection_set("1")
            camera.take("export-dialog.png", dialog)

        camera.in_dialog("export", ExportDialog, act)


@pictures("counter-designer.png")
def take_counter(folder: Path) -> None:
    """The counter designer with a flag and a band."""
    (folder / "flag.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 10">'
        '<rect width="16" height="10" fill="#fff"/>'
        '<rect y="5" width="16" height="5" fill="#dc143c"/></svg>')
    with camera_on("historical", folder) as camera:
        def act(dialog: Dialog) -> None:
            assert isinstance(dialog, CounterDialog)
            dialog.take_picture(folder / "flag.svg")
            dialog.put("place", "beside")
            dialog.put("band", "#203080")
            camera.take("counter-designer.png", dialog)

        camera.hand.window.session.select(None, ("poland/10th Armored Cavalry",))
        camera.in_dialog("counter", CounterDialog, act)


@pictures("run-dialog.png", "run-result.png")
def take_run(folder: Path) -> None:
    """The program plays the first steps."""
    with camera_on("first-steps", folder) as camera:
        hand, window = camera.hand, camera.hand.window
        window.perform("run")
        hand.settle(0.4)
        dialog = camera.dialog(RunDialog)
        camera.take("run-dialog.png", dialog)
        hand.key("Return")
        hand.until(lambda: any(isinstance(w, ResultDialog) for w in window.root.winfo_children()), 120)
        camera.take("run-result.png", camera.dialog(ResultDialog))
        camera.dialog(ResultDialog).cancel()


# Drawing and selecting.

@pictures("drawing-brush.png", "drawing-road.png", "measuring.png")
def take_tools(folder: Path) -> None:
    """A brush, a road that finds its way, and the length of a march."""
    with camera_on("maps/visegrad4", folder) as camera:
        hand, window = camera.hand, camera.hand.window
        camera.look_at("2116", 3)
        hand.key("t", "period", "2")
        hand.do("mousemove", *hand.centre("2016"))
        camera.take("drawing-brush.png")
        hand.key("d", "2")
        hand.click(hand.centre("2018"))
        hand.do("mousemove", *hand.centre("2314"))
        camera.take_part("drawing-road.png", "2116", 620, 420)
        hand.key("Escape", "k")
        window.session.choose(measured_type="armored")
        hand.click(hand.centre("2018"))
        hand.click(hand.centre("2414"))
        camera.take("measuring.png")


@pictures("selecting.png", "pasting.png", "stamps-panel.png", "replace-all.png")
def take_selecting(folder: Path) -> None:
    """Hexes selected with a box, hanging at the pointer, kept as a stamp; replacing in them."""
    with camera_on("maps/visegrad4", folder) as camera:
        hand, window = camera.hand, camera.hand.window
        camera.look_at("2116", 3)
        hand.key("s")
        hand.drag(hand.centre("1817"), hand.centre("2016"), hand.centre("2115"))
        camera.take("selecting.png")
        hand.key("ctrl+c")
        hand.key("ctrl+v")
        hand.key("r")
        hand.do("mousemove", *hand.centre("2417"))
        camera.take_part("pasting.png", "2216", 620, 420)
        hand.key("Escape", "Escape")
        hand.drag(hand.centre("1817"), hand.centre("2016"), hand.centre("2115"))
        window.stamps.save(Stamp("Mouth of the Narew", cut_out(window.session.design, window.session.region)))
        window.show_panel("stamps")
        camera.take("stamps-panel.png", window.dock.panel("stamps"))
        camera.in_dialog("replace_all", ReplaceAllDialog, lambda d: camera.take("replace-all.png", d))


# Whole maps.

@pictures("resize-map.png")
def take_resize(folder: Path) -> None:
    """Two columns cut at the left, three rows added at the top."""
    with camera_on("historical", folder) as camera:
        def act(dialog: Dialog) -> None:
            assert isinstance(dialog, ResizeDialog)
            for edge, number in (("left", "-4"), ("top", "3")):
                dialog.edges[edge].delete(0, "end")
                dialog.edges[edge].insert(0, number)
            dialog.show()
            camera.hand.until(lambda: dialog.proposed is not None)
            camera.take("resize-map.png", dialog)

        camera.in_dialog("resize_map", ResizeDialog, act)


@pictures("tutorial-1-new.png", "tutorial-2-ground.png", "tutorial-3-river.png", "tutorial-4-towns.png",
          "tutorial-5-names.png", "tutorial-6-roads.png", "tutorial-7-check.png")
def take_tutorial(folder: Path) -> None:
    """The steps of docs/map-tutorial.md."""
    with camera_on("first-steps", folder) as camera:
        def shoot(name: str) -> None:
            # It is called from another thread as well, where Tk must not be asked for anything.
            save(ImageGrab.grab(xdisplay=camera.display), f"{name}.png")

        map_tutorial.follow(camera.hand, shoot, folder / "green-valley.yaml")


@pictures(*(f"scenario-tutorial-{name}.png" for name in (
    "1-new", "2-sides", "3-units", "4-set-up", "5-schedule", "6-victory", "7-summary", "8-map", "9-carried",
    "10-play", "11-run", "12-export")))
def take_scenario_tutorial(folder: Path) -> None:
    """The steps of docs/scenario-tutorial.md."""
    with camera_on("first-steps", folder) as camera:
        camera.hand.window.root.geometry("1366x740+0+0")

        def shoot(name: str) -> None:
            # It is called from another thread as well, where Tk must not be asked for anything.
            save(ImageGrab.grab(xdisplay=camera.display), f"{name}.png")

        scenario_tutorial.follow(camera.hand, shoot, folder / "alder.yaml")


# Scans, data and other programs.

@dataclass
class Scan:
    """A scan of the bundled map beside an empty map of the same sheet."""

    design: Design
    lie: Affine
    """Takes map units to pixels of the scan."""
    path: Path
    """The file of the empty map."""


def scan_in(folder: Path, pins: Sequence[str]) -> Scan:
    """Print the bundled map, scan it, and pin hexes of an empty map to it."""
    design = load("historical").design
    assert design is not None
    lie = scan_of(design, folder / "scan.jpg")
    map, centre = set_picture(emptied(design.map, design.ruleset), "scan.jpg"), design.map.geometry.centre
    hexes = [h for n in pins if (h := map.grid.parse(n)) is not None]
    map = set_pins(map, [Pin(h, lie.apply(centre(h))) for h in hexes])
    path = folder / "map.yaml"
    path.write_text(new_text(replace(map, title="Central Europe")), "utf-8")
    return Scan(design, lie, path)


@pictures("tracing.png")
def take_proposal(folder: Path) -> None:
    """Terrain proposed from two samples of each kind."""
    scan = scan_in(folder, ("0725", "0703", "3323"))
    with camera_on(scan.path, folder) as camera:
        hand, window = camera.hand, camera.hand.window
        hand.until(lambda: window.background.pyramid is not None)
        window.perform("propose_terrain")
        mode = window.tracing.mode
        assert isinstance(mode, ProposalMode)
        for terrain in ("clear", "mountain", "sea", "marsh", "none"):
            mode.choose(terrain)
            for hex in typical(scan.design, terrain, 2):
                window.view.centre_on(scan.design.map.geometry.centre(hex))
                hand.settle()
                hand.click(hand.centre(scan.design.map.grid.number(hex)))
        mode.choose("mountain")
        window.view.fit()
        window.view.zoom(3)
        hand.do("mousemove", *hand.centre("2013"))
        camera.take_box("tracing.png", BESIDE_THE_PANELS)


@pictures("tracing-align.png")
def take_alignment(folder: Path) -> None:
    """Two hexes pinned to a scan, a third being pinned."""
    scan = scan_in(folder, ())
    with camera_on(scan.path, folder) as camera:
        hand, window = camera.hand, camera.hand.window
        hand.until(lambda: window.background.pyramid is not None)
        window.perform("align_background")
        hand.settle(0.3)
        mode = window.tracing.mode
        assert isinstance(mode, AlignmentMode)
        for number, notches in (("1710", 3), ("2715", 0)):
            at = mode.draft.frame.apply(scan.lie.apply(scan.design.map.geometry.centre(camera.hex(number))))
            window.view.zoom(notches)
            window.view.centre_on(at)
            hand.settle()
            hand.click(hand.pixel(at))
            hand.type(number)
            hand.key("Return")
        camera.take_box("tracing-align.png", BESIDE_THE_PANELS)


@pictures("geodata-dialog.png")
def take_geodata(folder: Path) -> None:
    """A map computed from data of a small country that does not exist."""
    config = geodata_set.write_set(folder / "data")
    elsewhere = '  - {hex: "1402", at: [10, 50], name: Elsewhere, weight: 0}\n'
    config.write_text(config.read_text("utf-8").replace(elsewhere, ""), "utf-8")
    os.chdir(config.parent)
    with camera_on("maps/visegrad4", folder) as camera:
        def act(dialog: Dialog) -> None:
            assert isinstance(dialog, GeodataDialog)
            dialog.config_path.set(config.name)
            dialog.target.set(NEW)
            dialog.compute()
            camera.hand.until(lambda: dialog.proposed is not None)
            camera.take("geodata-dialog.png", dialog)

        camera.in_dialog("import_geodata", GeodataDialog, act)


@pictures("fit-grid.png")
def take_fit(folder: Path) -> None:
    """Four cities found on a map that does not say where it lies."""
    path = folder / "mine.yaml"
    shutil.copy(ROOT / "sample_scenarios" / "maps" / "visegrad4.yaml", path)
    with camera_on(path, folder) as camera:
        hand, window = camera.hand, camera.hand.window
        session = window.session
        session.edit("Bare", with_map(session.design, replace(session.design.map, geography=None)))
        window.view.fit()
        window.perform("fit_grid")
        hand.settle(0.3)
        fit = window.fit
        assert fit is not None

        def place(number: str, name: str) -> None:
            known = len(fit.grid_fit.known)
            hand.click(hand.centre(number))
            hand.until(lambda: fit.fields.hex.get() == number)
            hand.key("ctrl+a")
            hand.type(name)
            hand.key("Return")
            hand.until(lambda: len(fit.grid_fit.known) == known + 1)

        place("2017", "Warsaw")
        place("2623", "Prague")
        place("3118", "Budapest")
        place("1415", "Vilnius")
        camera.take("fit-grid.png")
        fit.cancel()


@pictures("import-table.png")
def take_import(folder: Path) -> None:
    """A table of hexes that was changed in a spreadsheet."""
    from visegrad_editor.editor.documents.import_dialogs import ReportDialog

    design = load("maps/visegrad4").design
    assert design is not None
    table = folder / "hexes.csv"
    export(design, table)
    rows = table.read_text("utf-8-sig").splitlines(keepends=True)
    rows = [row.replace(",clear,", ",marsh,", 1) if 300 < i < 306 else row for i, row in enumerate(rows)]
    rows[310] = rows[310].replace(",clear,", ",swamp,", 1)
    table.write_text("".join(rows), "utf-8-sig")
    with camera_on("maps/visegrad4", folder) as camera:
        filedialog.askopenfilename = lambda **_: str(table)
        camera.in_dialog("import_file", ReportDialog, lambda dialog: camera.take("import-table.png", dialog))


# The ruleset and play-tests.

@pictures("ruleset.png", "ruleset-combat.png")
def take_ruleset(folder: Path) -> None:
    """The tables of the ruleset with a new terrain that is on the map already; a combat table."""
    with camera_on("historical", folder) as camera:
        hand, session = camera.hand, camera.hand.window.session
        hand.key("F3", wait=0.4)
        hand.key("Insert")
        hand.type("Forest")
        hand.key("Return")
        hexes = [camera.hex(number) for number in ("1415", "1414", "1514")]
        session.change("Paint Forest (3 hexes)", lambda d: with_map(d, paint_terrain(d.map, hexes, "forest")))
        hand.key("Right", "Right")
        camera.take("ruleset.png")
        hand.key(*["ctrl+Next"] * 6)
        camera.take("ruleset-combat.png", camera.hand.window.dock.panel("ruleset"))


@pictures("own-values.png")
def take_own_values(folder: Path) -> None:
    """A ruleset that extends another: a cost of its own and a terrain more."""
    with camera_on(write_own_war(folder), folder) as camera:
        window = camera.hand.window
        window.perform("show_ruleset")
        camera.hand.settle(0.5)
        panel = window.dock.panel("ruleset")
        page = panel.page("terrain")
        page.show_entry("mountain")
        page.grid_table.go(Cell(1, 2), focus=True)
        camera.take("own-values.png", panel)


@pictures("play-start.png", "play-test.png", "play-attack.png")
def take_play(folder: Path) -> None:
    """The dialog; a counter held over the map with its reach and costs; an attack before it is confirmed."""
    mover = "russia/138th Motorized"
    with camera_on("first-steps", folder) as camera:
        hand, window = camera.hand, camera.hand.window
        def act(dialog: Dialog) -> None:
            assert isinstance(dialog, StartDialog)
            dialog.seed.set(5)
            camera.take("play-start.png", dialog)

        camera.in_dialog("play", StartDialog, act)
        window.play.start(PlayTestOptions({"russian": "human", "allied": "planner"}, 5))
        session = window.play.session
        assert session is not None
        while session.timeline.game.step != "move" or not session.my_turn:
            if session.my_turn:
                session.give(session.decision.passing or session.decision.orders[1])
            hand.settle(0.1)
        camera.look_at("1813", 3)
        side = window.play.table.side
        side.bring_up(side.decision)
        hand.settle(0.5)
        camera.hold(hand.centre(session.position.units[mover].hex),
                    hand.centre("1714"), hand.centre("1815"))
        camera.take("play-test.png")
        hand.do("mouseup", 1)
        session.give(next(o for o in session.decision.orders if o.verb == "enter"))
        window.play.table.commands.decline()
        hand.settle(0.3)
        hand.click(hand.centre("1716"))
        camera.take("play-attack.png")


# Pages on paper.

def take_page(pdf: Path, page: int, name: str) -> None:
    """A page of a PDF file, on a grey desk."""
    stem = pdf.with_name(f"page-{page}")
    subprocess.run(["pdftoppm", "-r", "80", "-f", str(page), "-l", str(page), "-png", "-singlefile",
                    str(pdf), str(stem)], check=True)
    with Image.open(stem.with_suffix(".png")) as picture:
        sheet = picture.convert("RGB")
    desk = Image.new("RGB", (sheet.width + 24, sheet.height + 24), "#8b9096")
    desk.paste(sheet, (12, 12))
    save(desk, name)


@pictures("print-cover.png", "print-setup.png", "print-turns.png", "print-charts.png", "print-combat.png",
          "print-map.png", "print-plan.png", "print-page.png")
def take_sheets(folder: Path) -> None:
    """Pages of the set-up sheet, of the charts, of the map on one page, and of the map over several."""
    design = load("historical").design
    assert design is not None
    for what, hex_mm, pages in (
            ("setup", 0.0, {1: "cover", 2: "setup", 4: "turns"}),
            ("charts", 0.0, {1: "charts", 2: "combat"}), ("map", 0.0, {1: "map"}),
            ("map", 16.0, {1: "plan", 3: "page"})):
        pdf = folder / f"{what}.pdf"
        export(design, pdf, what=what, options=PictureOptions(hex_mm=hex_mm))
        for page, name in pages.items():
            take_page(pdf, page, f"print-{name}.png")


@pictures("print-card.png")
def take_card(folder: Path) -> None:
    """The sheet of a card."""
    card = load_card("wet-harvest").card
    assert card is not None
    pdf = folder / "card.pdf"
    export_card(card, pdf)
    take_page(pdf, 1, "print-card.png")


@pictures("card-window.png")
def take_card_window(folder: Path) -> None:
    """The window for cards."""
    display = xvfb.screen()
    with card_hand.card_window(folder / "settings") as hand:
        hand.show("wet-harvest")
        page = hand.cards.page
        hand.cards.top.geometry("1366x728+0+0")
        page.choose("Forces")
        assert page.book is not None
        page.book.select(page.plan)
        hand.section("Forces")
        hand.settle(1.0)
        save(ImageGrab.grab(bbox=(0, 0, 1366, 768), xdisplay=display), "card-window.png")


@pictures("card-game.png")
def take_card_game(folder: Path) -> None:
    """The page for a game: a unit has gone astray by night."""
    with table_hand("lantern-hill", folder, "1366x722+0+0") as hand:
        page = hand.page
        page.start.seed.delete(0, "end")
        page.start.seed.insert(0, "5")
        page.start.begin()
        game = page.game
        assert game is not None
        for order in ("next", "next", "next", "stray unit=A3 class=lax dice=2-5",
                      "stray unit=A4 class=normal exempt=near-road", "stray unit=A6 class=lax dice=6-4"):
            game.give(order)
        page.show_to(None)
        hand.settle(0.5)
        box = (page.winfo_rootx(), page.winfo_rooty(), page.winfo_rootx() + page.winfo_width(),
               page.winfo_rooty() + page.winfo_height())
        save(ImageGrab.grab(box, xdisplay=os.environ["DISPLAY"]), "card-game.png")


def main(wanted: Sequence[str]) -> None:
    """Take the pictures, those of each function in a process of its own: Tk cannot change its screen."""
    failed = []
    for names, shot in SHOTS:
        if wanted and not any(name.startswith(word) for name in names for word in wanted):
            continue
        with tempfile.TemporaryDirectory() as folder:
            process = multiprocessing.get_context("spawn").Process(target=shot, args=(Path(folder),))
            process.start()
            process.join()
        if process.exitcode != 0:
            failed.append(", ".join(names))
    if failed:
        raise SystemExit(f"Not taken: {'; '.join(failed)}")


if __name__ == "__main__":
    main(sys.argv[1:])
