"""Tracing a scan in the window, with the mouse and with keys."""

from __future__ import annotations

import math
import time
import tkinter as tk
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tkinter import TclError, filedialog

import numpy as np
import pytest
import xvfb
from PIL import Image, ImageChops, ImageStat
from small_design import GRID, small_design
from xvfb import Hand

from visegrad_editor.drawing.painters.pillow_painter import PillowPainter
from visegrad_editor.drawing.scene import map_scene
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.editor.app import open_window
from visegrad_editor.editor.files import open_document
from visegrad_editor.editor.scan import placing
from visegrad_editor.editor.scan.align_mode import AlignMode
from visegrad_editor.editor.scan.cache import ScanCache
from visegrad_editor.editor.scan.panel import BackgroundPanel
from visegrad_editor.editor.scan.picture import Report, Stopped
from visegrad_editor.editor.scan.propose_mode import ProposeMode
from visegrad_editor.editor.scan.pyramid import Pyramid
from visegrad_editor.editor.settings import Settings
from visegrad_editor.hexgrid import Hex
from visegrad_editor.hexgrid.affine import Affine
from visegrad_editor.model.background import Background, Pin, align
from visegrad_editor.model.edit.blank import emptied
from visegrad_editor.model.yaml_write import new_text

pytestmark = [
    pytest.mark.skipif(bool(xvfb.MISSING), reason=f"not installed: {', '.join(xvfb.MISSING)}"),
    pytest.mark.xdist_group("window"),
]

DESIGN = small_design()
PRINTED = DESIGN.map
"""What the scan shows."""
THREE = ("0608", "0601", "1107")


@pytest.fixture(scope="module", autouse=True)
def _screen() -> None:
    xvfb.screen(1366, 768)


@pytest.fixture(scope="module")
def scan(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Affine]:
    """A scan of the map, askew and noisy, and what takes map units to its pixels."""
    scene = map_scene(DESIGN, layers=("terrain", "rivers", "roads", "grid", "features", "names", "numbers"))
    left, top, right, bottom = scene.bounds
    scale = 44
    size = (round((right - left) * scale), round((bottom - top) * scale))
    image = PillowPainter(2).render(scene, Viewport(scale, left, top, *size))
    c, s = math.cos(0.07), math.sin(0.07)
    lie = Affine(1.2 * c, -1.1 * s, 90, 1.2 * s, 1.1 * c, 40)
    image = image.transform((size[0] + 260, size[1] + 170), Image.Transform.AFFINE, tuple(lie.inverse()),
                            Image.Resampling.BICUBIC, fillcolor="white")
    noise = np.random.default_rng(1).normal(0, 8, (*np.asarray(image).shape[:2], 1))
    path = tmp_path_factory.mktemp("scans") / "old map.jpg"
    Image.fromarray(np.clip(np.asarray(image) + noise, 0, 255).astype(np.uint8)).save(path, quality=80)
    return path, Affine(scale, 0, -left * scale, 0, scale, -top * scale).then(lie)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an empty map and its ruleset."""
    (tmp_path / "rules.yaml").write_text(new_text(DESIGN.ruleset), "utf-8")
    bare = replace(emptied(PRINTED, DESIGN.ruleset), ruleset="rules.yaml", title="My map")
    (tmp_path / "map.yaml").write_text("# Traced by hand\n" + new_text(bare), "utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], Hand]]:
    settings = Settings(tmp_path_factory.mktemp("settings"))
    hands: list[Hand] = []

    def opened(path: Path) -> Hand:
        if hands and hands[-1].alive:
            hands[-1].window.session.history.mark_saved()
            if hands[-1].window.tracing.mode is not None:
                hands[-1].window.tracing.mode.cancel()
            assert hands[-1].window.files.open(path)
        else:
            hands.append(Hand(open_window(open_document(path)[0], settings)))
            # The window manager must have given it the keyboard before a dialog opens.
            hands[-1].settle(0.8)
        hand, window = hands[-1], hands[-1].window
        window.view.turn(window.renderer.prepare(window.session.design, 0), window.session.design)
        window.view.canvas.focus_force()
        hand.settle(0.3)
        return hand

    yield opened
    for hand in hands:
        with suppress(TclError):
            hand.window.root.destroy()


@pytest.fixture
def show(folder: Path, scan: tuple[Path, Affine], windows: Callable[[Path], Hand]) -> Callable[..., Hand]:
    """Opens the map, with the scan behind it, perhaps aligned already."""
    def opened(aligned: bool = False, behind: bool = True) -> Hand:
        if behind:
            (folder / "old map.jpg").write_bytes(scan[0].read_bytes())
            text = (folder / "map.yaml").read_text("utf-8")
            lines = 'background:\n  picture: old map.jpg\n'
            if aligned:
                lines += "  pins:\n" + "".join(
                    f'    - {{hex: "{n}", at: [{x:.1f}, {y:.1f}]}}\n'
                    for n in THREE for x, y in [scan[1].apply(PRINTED.geometry.centre(hex_of(n)))])
            (folder / "map.yaml").write_text(text.replace("terrain:\n", f"{lines}terrain:\n", 1), "utf-8")
        hand = windows(folder / "map.yaml")
        if behind:
            hand.until(lambda: hand.window.tracing.pyramid is not None)
            hand.window.view.fit()
            hand.settle()
        return hand

    return opened


def hex_of(number: str) -> Hex:
    hex = GRID.parse(number)
    assert hex is not None
    return hex


class Eye:
    """Sees where hexes are printed on the scan that is being aligned."""

    def __init__(self, hand: Hand, true: Affine) -> None:
        self.hand, self.true = hand, true

    @property
    def mode(self) -> AlignMode:
        mode = self.hand.window.tracing.mode
        assert isinstance(mode, AlignMode)
        return mode

    def printed(self, number: str) -> tuple[int, int]:
        view = self.hand.window.view
        at = self.true.apply(PRINTED.geometry.centre(hex_of(number)))
        x, y = view.viewport.to_screen(self.mode.aligning.frame.apply(at))
        return round(x) + view.canvas.winfo_rootx(), round(y) + view.canvas.winfo_rooty()

    def error(self) -> float:
        """How far hexes of the map are from where they are printed, in hexes, at worst."""
        alignment = self.hand.window.tracing.alignment
        assert alignment is not None
        worst = 0.0
        for hex in GRID:
            x, y = alignment.to_map.apply(self.true.apply(PRINTED.geometry.centre(hex)))
            u, v = PRINTED.geometry.centre(hex)
            worst = max(worst, math.hypot(x - u, y - v) / math.sqrt(3))
        return worst


def test_a_scan_is_chosen_copied_and_undone(
    folder: Path, scan: tuple[Path, Affine], show: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = show(behind=False)
    before = (folder / "map.yaml").read_bytes()
    window = hand.window
    assert "no background" in window.why_not(action("align_background"))
    monkeypatch.setattr(filedialog, "askopenfilename", lambda **_options: str(scan[0]))
    window.show_panel("background")
    hand.settle(0.3)
    hand.answer("Background picture", ("key", "Return"))
    hand.click_on(button(window.dock.panel("background"), "Choose a picture…"))
    hand.until(lambda: window.tracing.pyramid is not None)
    assert (folder / "old map.jpg").read_bytes() == scan[0].read_bytes()
    assert window.session.design.map.background == Background("old map.jpg")
    assert window.session.history.undo_label == "Background picture old map.jpg"
    panel = window.dock.panel("background")
    assert panel.winfo_viewable()
    assert "not aligned" in told(panel)
    hand.key("ctrl+s")
    assert b"  picture: old map.jpg\n" in (folder / "map.yaml").read_bytes()
    # The same picture again is not copied again.
    window.perform("background_picture")
    assert sorted(p.name for p in folder.glob("*.jpg")) == ["old map.jpg"]
    hand.key("ctrl+z")
    assert window.renderer.scan is None
    hand.key("ctrl+s")
    assert (folder / "map.yaml").read_bytes() == before


def action(id: str):  # type: ignore[no-untyped-def]
    from visegrad_editor.editor.actions import BY_ID
    return BY_ID[id]


def button(widget: tk.Misc, text: str) -> tk.Misc:
    """The button of that text in a panel."""
    return next(b for b in buttons(widget) if b.cget("text") == text)


def buttons(widget: tk.Misc) -> Iterator[tk.Misc]:
    for child in widget.winfo_children():
        if child.winfo_class() == "TButton":
            yield child
        yield from buttons(child)


def told(widget: object) -> str:
    """All words of a panel."""
    found = []
    for child in widget.winfo_children():  # type: ignore[attr-defined]
        with suppress(TclError):
            found.append(str(child.cget("text")))
        found.append(told(child))
    return " ".join(found)


@pytest.mark.parametrize("beside", [True, False])
def test_a_picture_that_breaks_off_takes_no_ones_place(
    folder: Path, show: Callable[..., Hand], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: bool
) -> None:
    hand = show()
    window = hand.window
    session, before = window.session, window.session.design
    there = folder if beside else tmp_path / "elsewhere"
    there.mkdir(exist_ok=True)
    broken = there / "broken.png"
    Image.new("RGB", (3000, 2000), "white").save(broken)
    broken.write_bytes(broken.read_bytes()[:200])
    if not beside:
        hand.answer("Background picture", ("key", "Return"))
    told: list[str] = []

    def tell(_parent: object, _title: str, text: str) -> None:
        told.append(text)

    monkeypatch.setattr(placing, "message", tell)
    placing.place_picture(window, broken)
    assert len(told) == 1
    assert told[0].startswith("broken.png")
    assert "stays as it is" in told[0]
    assert "Error" not in told[0]
    assert session.design is before
    assert before.map.background is not None
    assert window.tracing.loader.trouble == ""
    # A copy is not left behind; a file that was there stays.
    assert (folder / "broken.png").exists() == beside


def test_three_clicks_align_as_one_step(
    folder: Path, scan: tuple[Path, Affine], show: Callable[..., Hand]
) -> None:
    hand = show()
    window, eye = hand.window, Eye(hand, scan[1])
    before = (folder / "map.yaml").read_bytes()
    window.perform("align_background")
    window.view.fit()
    hand.settle()
    assert eye.mode.aligning.pins == ()
    for number in THREE:
        hand.click(eye.printed(number))
        assert eye.mode.field.open
        hand.type("9999" if number == THREE[0] else number)
        hand.key("Return")
        if number == THREE[0]:
            assert "no hex 9999" in told(eye.mode.field._frame)
            hand.type(number)
            hand.key("Return")
        assert not eye.mode.field.open
    assert len(eye.mode.aligning.pins) == 3
    # A fourth place is known already: its number stands in the field.
    hand.click(eye.printed("1101"))
    assert eye.mode.field.entry is not None
    assert eye.mode.field.entry.get() == "1101"
    hand.key("Return")
    panel = window.dock.panel("background")
    assert "4 pins, off by at most" in told(panel)
    hand.key("Return")
    assert window.tracing.mode is None
    assert window.session.history.undo_label == "Align the background (4 pins)"
    assert eye.error() < 0.04
    assert window.renderer.alone is None
    hand.key("ctrl+s")
    assert b"- {hex: \"0608\", at: [" in (folder / "map.yaml").read_bytes()
    hand.key("ctrl+z")
    assert window.session.design.map.background == Background("old map.jpg")
    hand.key("ctrl+s")
    assert (folder / "map.yaml").read_bytes() == before


def test_hexes_are_dragged_pins_removed_and_escape_forgets_it_all(
    scan: tuple[Path, Affine], show: Callable[..., Hand]
) -> None:
    hand = show(aligned=True)
    window, eye = hand.window, Eye(hand, scan[1])
    first = window.session.design
    assert eye.error() < 0.01
    window.perform("align_background")
    window.view.fit()
    hand.settle()
    # Drag the hex of the grid that lies at 1003 a little to the side.
    x, y = eye.printed("1003")
    hand.drag((x, y), (x + 20, y), (x + 40, y))
    pins = {p.hex for p in eye.mode.aligning.pins}
    assert pins == {hex_of(n) for n in (*THREE, "1003")}
    assert eye.mode.aligning.lay.warnings()
    assert eye.mode.aligning.selected == hex_of("1003")
    # Keys move it on; Ctrl+Z takes each back.
    there = eye.mode.aligning.pins[-1].at
    hand.key("shift+Left", "Up")
    assert eye.mode.aligning.pins[-1].at[0] < there[0]
    hand.key("ctrl+z", "ctrl+z")
    assert eye.mode.aligning.pins[-1].at == pytest.approx(there)
    assert window.session.design is first
    hand.key("Delete")
    assert len(eye.mode.aligning.pins) == 3
    hand.click(eye.printed("0601"), button=3)
    assert len(eye.mode.aligning.pins) == 2
    # Tools and saving wait meanwhile.
    hand.key("t")
    assert window.controller.tool.id == "select"
    assert "Esc" in window.why_not(action("save"))
    hand.key("Escape")
    assert window.tracing.mode is None
    assert window.session.design is first
    assert window.why_not(action("save")) == ""


def test_aligning_with_keys_alone(scan: tuple[Path, Affine], show: Callable[..., Hand]) -> None:
    hand = show()
    window, eye = hand.window, Eye(hand, scan[1])
    window.perform("align_background")
    window.view.fit()
    hand.settle()
    canvas = window.view.canvas
    for number in THREE:
        x, y = eye.printed(number)
        hand.key("Right")
        while True:
            at = eye.mode._marks.crosshair
            assert at is not None
            u, v = window.view.viewport.to_screen(at)
            dx, dy = x - canvas.winfo_rootx() - u, y - canvas.winfo_rooty() - v
            if max(abs(dx), abs(dy)) < 1:
                break
            pressed = []
            for by, keys in ((dx, ("Right", "Left")), (dy, ("Down", "Up"))):
                far, near = divmod(round(abs(by)), 20)
                key = keys[0] if by > 0 else keys[1]
                pressed += [f"shift+{key}"] * far + [key] * near
            hand.key(*pressed, wait=0.02)
        hand.key("Return")
        hand.type(number)
        hand.key("Return")
    hand.key("Return")
    assert window.tracing.mode is None
    assert eye.error() < 0.04


def test_a_turned_view_stays_where_it_is(scan: tuple[Path, Affine], show: Callable[..., Hand]) -> None:
    hand = show(aligned=True)
    window, eye = hand.window, Eye(hand, scan[1])
    window.perform("turn_right")
    hand.settle(0.2)
    before = window.view.viewport
    window.perform("align_background")
    hand.settle(0.2)
    # The picture is seen as it was, so a hex is printed where the map had it.
    x, y = hand.window.view.viewport.to_screen(replace(PRINTED.geometry, turn=1).centre(hex_of("0905")))
    assert eye.printed("0905") == pytest.approx(
        (x + window.view.canvas.winfo_rootx(), y + window.view.canvas.winfo_rooty()), abs=2)
    hand.key("Escape")
    assert window.view.viewport.scale == pytest.approx(before.scale)
    assert window.view.viewport.left == pytest.approx(before.left, abs=0.2)
    window.perform("turn_back")


def test_terrain_is_proposed_reviewed_and_applied(
    folder: Path, scan: tuple[Path, Affine], show: Callable[..., Hand]
) -> None:
    hand = show(aligned=True)
    window = hand.window
    before = (folder / "map.yaml").read_bytes()
    window.perform("propose_terrain")
    hand.settle(0.2)
    mode = window.tracing.mode
    assert isinstance(mode, ProposeMode)
    page = window.dock.panel("background").page  # type: ignore[attr-defined]
    assert "typical hexes" in told(page)
    hand.key("1")
    hand.click(hand.centre("1003"))
    hand.click(hand.centre("0705"))
    hand.key("2")
    hand.click(hand.centre("0805"))
    hand.key("3")
    hand.click(hand.centre("0604"))
    kinds = [k.id for k in DESIGN.ruleset.terrain]
    assert [(k, len(mode.sampling.choices.samples[k])) for k in kinds] == [
        ("clear", 2), ("mountain", 1), ("sea", 1)]
    read = mode.sampling.applied()
    right = [h for h in GRID if read.terrain.at(h) == PRINTED.terrain.at(h)]
    assert len(right) >= 46
    assert window.view.canvas.find_withtag("proposal")
    # The map itself is still as it was: this is for review only.
    assert window.session.design.map.terrain.at(hex_of("0604")) == "clear"
    hand.do("mousemove", *hand.centre("0605"))
    assert "Sea" in window.words.said
    # Leave one out, paint one by hand, and take that back.
    hand.click(hand.centre("0603"), button=3)
    assert hex_of("0603") not in mode.sampling.changes()
    hand.do("keydown", "shift", "mousemove", *hand.centre("1101"), "click", 1, "keyup", "shift")
    assert mode.sampling.changes()[hex_of("1101")].terrain == "sea"
    hand.key("ctrl+z")
    assert hex_of("1101") not in mode.sampling.changes()
    count = len(mode.sampling.changes())
    assert str(page.apply.cget("text")) == f"Change {count} hexes"
    hand.click_on(page.apply)
    assert window.tracing.mode is None
    assert window.session.history.undo_label == f"Propose terrain from the scan ({count} hexes)"
    assert window.session.design.map.terrain.at(hex_of("0604")) == "sea"
    assert window.session.design.map.terrain.at(hex_of("0603")) == "clear"
    assert not window.view.canvas.find_withtag("proposal")
    hand.key("ctrl+z", "ctrl+s")
    assert (folder / "map.yaml").read_bytes() == before


def test_proposing_with_keys_within_the_selected_hexes(
    scan: tuple[Path, Affine], show: Callable[..., Hand]
) -> None:
    hand = show(aligned=True)
    window = hand.window
    window.session.select_region([h for h in GRID if h.row < 2])
    window.perform("propose_terrain")
    hand.settle(0.2)
    mode = window.tracing.mode
    assert isinstance(mode, ProposeMode)
    window.controller.go_to(hex_of("0704"))
    hand.key("1", "Return")
    window.controller.go_to(hex_of("0604"))
    hand.key("3", "Return", "Right", "Delete")
    hand.key("shift+Return")
    assert mode.sampling.choices.by_hand == {hex_of("0603"): "sea"}
    hand.key("ctrl+Return")
    changed = [h for h in GRID if window.session.design.map.terrain.at(h) == "sea"]
    assert changed == [h for h in GRID if h.row == 0]


def test_what_cannot_be_read_from_is_said(show: Callable[..., Hand]) -> None:
    hand = show()
    window = hand.window
    window.perform("propose_terrain")
    assert window.tracing.mode is None
    assert "Align the background picture first" in window.words.said
    window.perform("remove_background")
    assert window.session.design.map.background is None
    assert "still there" in window.words.said


def test_the_scan_shows_as_strongly_as_its_layer_says(show: Callable[..., Hand]) -> None:
    hand = show(aligned=True)
    window, layers = hand.window, hand.window.session.layers
    view = Viewport(20.0, 1.0, 1.0, 200, 150)

    def picture() -> Image.Image:
        return window.renderer.picture(view)

    def apart(one: Image.Image, other: Image.Image) -> float:
        return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)

    layers.fade("background", 1.0)
    full = picture()
    layers.show("background", False)
    hidden = picture()
    assert apart(full, hidden) > 8
    layers.show("background", True)
    layers.fade("background", 0.5)
    assert apart(picture(), Image.blend(hidden, full, 0.5)) < 4
    layers.over_terrain = False
    assert apart(picture(), hidden) < 3
    layers.over_terrain = True
    layers.lock("background", True)
    window.perform("remove_background")
    assert window.session.design.map.background is not None
    assert "locked" in window.words.said
    window.perform("align_background")
    assert window.tracing.mode is None
    layers.lock("background", False)
    layers.lock("terrain", True)
    window.perform("propose_terrain")
    assert "Terrain is locked" in window.words.said
    layers.lock("terrain", False)
    layers.fade("background", 0.6)


def test_a_missing_picture_is_told_and_the_map_works_without(
    folder: Path, show: Callable[..., Hand], windows: Callable[[Path], Hand]
) -> None:
    show(aligned=True)
    (folder / "old map.jpg").unlink()
    hand = windows(folder / "map.yaml")
    window = hand.window
    window.show_panel("background")
    assert "no file" in told(window.dock.panel("background"))
    assert window.renderer.scan is None
    problem = next(p for p in window.checker.now() if p.code == "no-picture")
    assert problem.severity == "warning"
    window.perform("align_background")
    assert window.tracing.mode is None


def test_preparing_shows_its_progress_and_can_be_stopped(
    folder: Path, scan: tuple[Path, Affine], windows: Callable[[Path], Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    make = ScanCache.make

    def slowly(self: ScanCache, picture: Path, report: Report) -> Pyramid:
        for i in range(400):
            if not report(i / 400):
                raise Stopped
            time.sleep(0.02)
        return make(self, picture, report)

    monkeypatch.setattr(ScanCache, "make", slowly)
    (folder / "old map.jpg").write_bytes(scan[0].read_bytes())
    text = (folder / "map.yaml").read_text("utf-8")
    (folder / "map.yaml").write_text(text.replace(
        "terrain:\n", "background: {picture: old map.jpg}\nterrain:\n", 1), "utf-8")
    hand = windows(folder / "map.yaml")
    window = hand.window
    loader = window.tracing.loader
    hand.until(lambda: loader.bar is not None and loader.bar.winfo_ismapped(), 5)
    bar = loader.bar
    assert bar is not None
    assert "old map.jpg" in told(bar)
    window.perform("align_background")
    assert "being prepared" in window.words.said
    # The window answers meanwhile.
    hand.key("t")
    assert window.controller.tool.id == "terrain"
    hand.click_on(bar.button)
    assert not bar.winfo_ismapped()
    assert "stopped" in window.tracing.loader.trouble
    monkeypatch.setattr(ScanCache, "make", make)
    window.show_panel("background")
    hand.settle()
    panel = window.dock.panel("background")
    assert isinstance(panel, BackgroundPanel)
    assert "Prepare it again" in told(panel)
    window.tracing.loader.again()
    hand.until(lambda: window.tracing.pyramid is not None)


def test_pins_follow_a_map_that_is_turned(scan: tuple[Path, Affine], show: Callable[..., Hand]) -> None:
    from visegrad_editor.model.edit.reshape import rotate
    hand = show(aligned=True)
    window = hand.window
    old = window.tracing.alignment
    assert old is not None
    window.session.edit("Turn", rotate(window.session.design, 1).design)
    hand.settle()
    new, map = window.tracing.alignment, window.session.design.map
    assert new is not None
    moved = map.moved.hex(hex_of("0905"))
    assert new.to_picture.apply(map.geometry.centre(moved)) == pytest.approx(
        old.to_picture.apply(PRINTED.geometry.centre(hex_of("0905"))), abs=0.5)
    assert window.renderer.scan is not None
    assert window.renderer.scan.to_map == new.to_map
    pins = map.background.pins if map.background else ()
    assert align(map.geometry, pins, new.to_map).fit == "affine"
    assert isinstance(pins[0], Pin)


def test_a_picture_dropped_onto_a_map_without_a_file_asks_to_save_it_first(
    scan: tuple[Path, Affine], folder: Path, show: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = show(behind=False)
    window = hand.window
    asked: list[str] = []

    def ask(_root: object, _title: str, text: str, _choices: object) -> str:
        asked.append(text)
        return ""

    monkeypatch.setattr(placing, "ask", ask)
    monkeypatch.setattr(placing, "message", lambda _root, _title, text: asked.append(text))
    (folder / "old map.jpg").write_bytes(scan[0].read_bytes())
    sources = window.files.sources
    window.files.go_on_with(replace(sources, map=None))
    window.dropping.take([str(folder / "old map.jpg")])
    hand.until(lambda: asked)
    assert "has to be saved" in asked.pop()
    assert window.session.design.map.background is None
    window.files.go_on_with(sources)
    window.dropping.take([str(scan[0])])
    hand.until(lambda: window.tracing.pyramid is not None)
    assert not asked
    assert window.session.design.map.background == Background("old map.jpg")
    (folder / "bad.png").write_bytes(b"no picture")
    window.dropping.take([str(folder / "bad.png")])
    hand.until(lambda: asked)
    assert "neither a PNG nor a JPEG" in asked.pop()
    assert window.session.design.map.background == Background("old map.jpg")
    (scan[0].parent / "other.jpg").write_bytes(scan[0].read_bytes() + b"more")
    window.dropping.take([str(scan[0].parent / "other.jpg")])
    hand.until(lambda: asked)
    assert "Copy the picture" in asked.pop()
    assert not (folder / "other.jpg").exists()


def test_a_window_that_begins_with_the_panel_shows_it(
    folder: Path, scan: tuple[Path, Affine], tmp_path_factory: pytest.TempPathFactory
) -> None:
    settings = Settings(tmp_path_factory.mktemp("own"))
    for _ in range(2):
        hand = Hand(open_window(open_document(folder / "map.yaml")[0], settings))
        hand.settle(0.3)
        hand.window.show_panel("background")
        hand.settle(0.2)
        assert "No picture" in told(hand.window.dock.panel("background"))
        hand.window.close()
