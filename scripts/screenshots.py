"""Make the pictures of the window in docs/images, from the real window on a virtual screen.

    python scripts/screenshots.py

Needs Xvfb, xdotool and a Pillow that can read an X screen.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
import tkinter as tk
from pathlib import Path

from PIL import ImageGrab

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

import xvfb  # noqa: E402

from visegrad_editor.editor.app import open_window  # noqa: E402
from visegrad_editor.editor.documents.files import open_document  # noqa: E402
from visegrad_editor.editor.settings import Settings  # noqa: E402
from visegrad_editor.editor.widgets.dialogs import Dialog  # noqa: E402
from visegrad_editor.model.edit.documents import with_map  # noqa: E402
from visegrad_editor.model.edit.terrain import paint_terrain  # noqa: E402

SIZES = ((1366, 768, "inspector", 3), (1920, 1080, "units", 3))


def shoot(width: int, height: int, panel: str, notches: int, path: Path) -> None:
    """Take one picture: a scenario being edited, a broken rule, a selected counter."""
    display = xvfb.screen(width, height)
    with tempfile.TemporaryDirectory() as folder:
        loaded, complaint = open_document("historical")
        if complaint:
            raise SystemExit(complaint)
        window = open_window(loaded, Settings(Path(folder)))
        hand = xvfb.Hand(window)
        hand.settle(0.8)
        middle = window.session.design.map.grid.parse("2116")
        assert middle is not None
        window.view.zoom(notches)
        window.view.centre_on(window.session.design.map.geometry.centre(middle))
        hand.settle()
        for number in ("2015", "2214", "1716"):
            hand.drag(hand.centre(number), hand.centre("2016"), hand.centre("2017"))
        window.show_panel(panel)
        hand.click(hand.centre("2017"))
        hand.key("r")
        corners = window.session.design.map.geometry.corners(middle)
        hand.do("mousemove", *hand.pixel(corners[2]), "mousedown", 1)
        for corner in (3, 4, 5):
            hand.do("mousemove", *hand.pixel(corners[corner]))
        hand.settle(0.6)
        ImageGrab.grab(xdisplay=display).save(path, optimize=True)
        hand.do("mouseup", 1)
        window.root.destroy()


def shoot_dark(folder: Path) -> None:
    """Take the pictures of the dark theme, the command palette and the keyboard help."""
    display = xvfb.screen(1366, 768)
    with tempfile.TemporaryDirectory() as settings:
        loaded, _ = open_document("historical")
        window = open_window(loaded, Settings(Path(settings)))
        hand = xvfb.Hand(window)
        hand.settle(0.8)

        def grab(name: str, over: tk.Misc | None = None) -> None:
            hand.settle(0.5)
            box = None
            if over is not None:
                x, y = over.winfo_rootx(), over.winfo_rooty()
                box = (x, y, x + over.winfo_width(), y + over.winfo_height())
            ImageGrab.grab(bbox=box, xdisplay=display).save(folder / name, optimize=True)

        for id, keys, name in (("command_palette", ("type", "rom"), "command-palette.png"),
                               ("shortcuts", ("keydown", "ctrl"), "keys.png")):
            window.perform(id)
            hand.settle(0.4)
            hand.do(*keys)
            dialog = next(w for w in window.root.winfo_children() if isinstance(w, Dialog))
            grab(name, dialog)
            hand.do("keyup", "ctrl")
            dialog.cancel()
        window.perform("theme_dark")
        window.show_panel("history")
        window.dock.move("history", "corner")
        window.show_panel("inspector")
        hex = window.session.design.map.grid.parse("2015")
        assert hex is not None
        window.session.select(hex, ("poland/34th Armored Cavalry",))
        window.view.zoom(2)
        grab("window-dark.png")
        window.root.destroy()


def shoot_ruleset(folder: Path) -> None:
    """Take the picture of the ruleset tables with a new terrain that is already on the map."""
    display = xvfb.screen(1366, 768)
    with tempfile.TemporaryDirectory() as settings:
        loaded, _ = open_document("historical")
        window = open_window(loaded, Settings(Path(settings)))
        hand = xvfb.Hand(window)
        hand.settle(0.8)
        hand.key("F3", wait=0.4)
        hand.key("Insert")
        hand.type("Forest")
        hand.key("Return")
        session = window.session
        grid = session.design.map.grid
        hexes = [h for n in ("1415", "1414", "1514") if (h := grid.parse(n)) is not None]
        session.change("Paint Forest (3 hexes)", lambda d: with_map(d, paint_terrain(d.map, hexes, "forest")))
        hand.key("Right", "Right")
        hand.settle(0.6)
        ImageGrab.grab(xdisplay=display).save(folder / "ruleset.png", optimize=True)
        window.root.destroy()


def main() -> None:
    images = ROOT / "docs" / "images"
    images.mkdir(parents=True, exist_ok=True)
    for shot, what in ((shoot_dark, "dark theme, keys, command palette"), (shoot_ruleset, "ruleset.png")):
        process = multiprocessing.get_context("spawn").Process(target=shot, args=(images,))
        process.start()
        process.join()
        print(what if process.exitcode == 0 else f"{what} failed")
    for width, height, panel, notches in SIZES:
        path = images / f"window-{width}.png"
        # Each in its own process: Tk cannot change to another screen.
        process = multiprocessing.get_context("spawn").Process(
            target=shoot, args=(width, height, panel, notches, path))
        process.start()
        process.join()
        print(path.relative_to(ROOT) if process.exitcode == 0 else f"{path.name} failed")


if __name__ == "__main__":
    main()
