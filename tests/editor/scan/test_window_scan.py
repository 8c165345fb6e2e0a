"""A scan behind the map: chosen, dropped, shown, missing, broken, large."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog

import pytest
import xvfb
from PIL import Image, ImageChops, ImageStat
from scan_desk import Desk, action, desk_in
from seen_widgets import button, told
from xvfb import window_on

from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.editor.scan import background
from visegrad_editor.editor.scan.background_panel import BackgroundPanel
from visegrad_editor.editor.scan.picture import Report
from visegrad_editor.editor.scan.pyramid import Pyramid, ScanCache
from visegrad_editor.errors import Cancelled
from visegrad_editor.model.background import Background

pytestmark = xvfb.MARKS


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_in(tmp_path) as desk:
        yield desk


def test_a_scan_is_chosen_copied_and_undone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = desk.show(behind=False)
    before = (desk.folder / "map.yaml").read_bytes()
    window = hand.window
    assert "no background" in window.why_not(action("align_background"))
    monkeypatch.setattr(filedialog, "askopenfilename", lambda **_options: str(desk.scan))
    window.show_panel("background")
    hand.settle(0.3)
    hand.answer("Background picture", ("key", "Return"))
    hand.click_on(button(window.dock.panel("background"), "Choose a picture…"))
    hand.until(lambda: window.background.pyramid is not None)
    assert (desk.folder / "old map.jpg").read_bytes() == desk.scan.read_bytes()
    assert window.session.design.map.background == Background("old map.jpg")
    assert window.session.history.undo_label == "Background picture old map.jpg"
    panel = window.dock.panel("background")
    assert panel.winfo_viewable()
    assert "not aligned" in told(panel)
    hand.key("ctrl+s")
    assert b"  picture: old map.jpg\n" in (desk.folder / "map.yaml").read_bytes()
    # The same picture again is not copied again.
    window.perform("background_picture")
    assert sorted(p.name for p in desk.folder.glob("*.jpg")) == ["old map.jpg"]
    hand.key("ctrl+z")
    assert window.renderer.scan is None
    hand.key("ctrl+s")
    assert (desk.folder / "map.yaml").read_bytes() == before


@pytest.mark.parametrize("beside", [True, False])
def test_a_truncated_picture_replaces_nothing(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: bool
) -> None:
    hand = desk.show()
    window = hand.window
    session, before = window.session, window.session.design
    there = desk.folder if beside else tmp_path / "elsewhere"
    there.mkdir(exist_ok=True)
    broken = there / "broken.png"
    Image.new("RGB", (3000, 2000), "white").save(broken)
    broken.write_bytes(broken.read_bytes()[:200])
    if not beside:
        hand.answer("Background picture", ("key", "Return"))
    told: list[str] = []

    def tell(_parent: object, _title: str, text: str) -> None:
        told.append(text)

    monkeypatch.setattr(background, "message", tell)
    window.background_chooser.place(broken)
    assert len(told) == 1
    assert told[0].startswith("broken.png")
    assert "The map was not changed." in told[0]
    assert "Error" not in told[0]
    assert session.design is before
    assert before.map.background is not None
    assert window.background.loader.trouble == ""
    # No copy is left behind; an existing file stays.
    assert (desk.folder / "broken.png").exists() == beside


def test_the_scan_has_the_opacity_of_its_layer(desk: Desk) -> None:
    hand = desk.show(aligned=True)
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
    assert "locked" in window.messages.text
    window.perform("align_background")
    assert window.tracing.mode is None
    layers.lock("background", False)
    layers.lock("terrain", True)
    window.perform("propose_terrain")
    assert "Terrain is locked" in window.messages.text
    layers.lock("terrain", False)
    layers.fade("background", 0.6)


def test_a_missing_picture_is_reported_and_the_map_still_works(desk: Desk) -> None:
    desk.show(aligned=True)
    (desk.folder / "old map.jpg").unlink()
    hand = desk.open(desk.folder / "map.yaml")
    window = hand.window
    window.show_panel("background")
    assert "no file" in told(window.dock.panel("background"))
    assert window.renderer.scan is None
    problem = next(p for p in window.checker.check_now() if p.code == "no-picture")
    assert problem.severity == "warning"
    window.perform("align_background")
    assert window.tracing.mode is None


def test_preparing_shows_its_progress_and_can_be_stopped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    make = ScanCache.make

    def slowly(self: ScanCache, picture: Path, report: Report) -> Pyramid:
        for i in range(400):
            if not report(i / 400):
                raise Cancelled
            time.sleep(0.02)
        return make(self, picture, report)

    monkeypatch.setattr(ScanCache, "make", slowly)
    (desk.folder / "old map.jpg").write_bytes(desk.scan.read_bytes())
    text = (desk.folder / "map.yaml").read_text("utf-8")
    (desk.folder / "map.yaml").write_text(text.replace(
        "terrain:\n", "background: {picture: old map.jpg}\nterrain:\n", 1), "utf-8")
    hand = desk.open(desk.folder / "map.yaml")
    window = hand.window
    loader = window.background.loader
    hand.until(lambda: loader.bar is not None and loader.bar.winfo_ismapped(), 5)
    bar = loader.bar
    assert bar is not None
    assert "old map.jpg" in told(bar)
    window.perform("align_background")
    assert "being prepared" in window.messages.text
    # The window stays responsive meanwhile.
    hand.key("t")
    assert window.controller.tool.id == "terrain"
    hand.click_on(bar.button)
    assert not bar.winfo_ismapped()
    assert "cancelled" in window.background.loader.trouble
    monkeypatch.setattr(ScanCache, "make", make)
    window.show_panel("background")
    hand.settle()
    panel = window.dock.panel("background")
    assert isinstance(panel, BackgroundPanel)
    assert "Prepare again" in told(panel)
    window.background.loader.again()
    hand.until(lambda: window.background.pyramid is not None)


def test_a_picture_dropped_onto_a_map_without_a_file_asks_to_save_it_first(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = desk.show(behind=False)
    window = hand.window
    asked: list[str] = []

    def ask(_root: object, _title: str, text: str, _choices: object) -> str:
        asked.append(text)
        return ""

    monkeypatch.setattr(background, "ask", ask)
    monkeypatch.setattr(background, "message", lambda _root, _title, text: asked.append(text))
    (desk.folder / "old map.jpg").write_bytes(desk.scan.read_bytes())
    sources = window.files.sources
    window.files.use_sources(replace(sources, map=None))
    window.file_drop.take([str(desk.folder / "old map.jpg")])
    hand.until(lambda: asked)
    assert "save the map before" in asked.pop()
    assert window.session.design.map.background is None
    window.files.use_sources(sources)
    window.file_drop.take([str(desk.scan)])
    hand.until(lambda: window.background.pyramid is not None)
    assert not asked
    assert window.session.design.map.background == Background("old map.jpg")
    (desk.folder / "bad.png").write_bytes(b"no picture")
    window.file_drop.take([str(desk.folder / "bad.png")])
    hand.until(lambda: asked)
    assert "neither a PNG nor a JPEG" in asked.pop()
    assert window.session.design.map.background == Background("old map.jpg")
    (desk.scan.parent / "other.jpg").write_bytes(desk.scan.read_bytes() + b"more")
    window.file_drop.take([str(desk.scan.parent / "other.jpg")])
    hand.until(lambda: asked)
    assert "Copy the picture" in asked.pop()
    assert not (desk.folder / "other.jpg").exists()


def test_a_window_that_opens_with_the_panel_shows_it(desk: Desk, tmp_path: Path) -> None:
    for _ in range(2):
        with window_on(desk.folder / "map.yaml", tmp_path / "own") as hand:
            hand.window.show_panel("background")
            hand.settle(0.2)
            assert "No picture" in told(hand.window.dock.panel("background"))
            hand.window.close()
