"""Measure how large maps are drawn: python benchmarks/drawing.py [--edges 100 300] [--quick] [--json].

For a map of edge x edge hexes with rivers, roads, names and counters: the time to the first picture, the
95th percentile of frames of panning, zooming and a stroke over 19 hexes in a window of 1920 x 1080, memory,
times to load and to save, and writing the map as a PNG. Beside it, in the same run: (a) a bare Tk canvas
that moves a ready picture of that size, (b) Tiled's `tmxrasterizer` writing the same hexes (terrain only) to
a PNG of the same size. Needs a screen, or xvfb-run; with --pictures-only neither.
"""

# ruff: noqa: E402 - the package is found beside this folder, whether it is installed or not

from __future__ import annotations

import _tkinter
import argparse
import json
import shutil
import sys
import tempfile
import time
import tkinter as tk
from collections.abc import Callable
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from big_map import big_design
from map_pictures import memory_growth, picture_figures
from PIL import Image, ImageTk

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.load import load
from visegrad_editor.model.sources import Sources
from visegrad_editor.model.store import save_as

WIDE, HIGH = 1920, 1080
STEP_PX = 40


def frames(root: tk.Misc, step: Callable[[int], None], count: int) -> list[float]:
    """Seconds from when each of some frames is due, sixty a second, to when it is on the screen; what the
    window does between delays the next frame as it does for a user."""
    found = []
    due = time.perf_counter()
    for n in range(count):
        due = max(due + 1 / 60, time.perf_counter() - 1 / 60)
        while time.perf_counter() < due:
            if not root.tk.dooneevent(_tkinter.DONT_WAIT):
                time.sleep(0.0005)
        step(n)
        root.update_idletasks()
        found.append(time.perf_counter() - due)
    return found


def p95(seconds: list[float]) -> float:
    """The 95th percentile, in milliseconds."""
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * 0.95))] * 1e3


def bare_canvas(count: int) -> float:
    """(a): the 95th percentile of frames in which a canvas moves a ready picture."""
    root = tk.Tk()
    canvas = tk.Canvas(root, width=WIDE, height=HIGH, highlightthickness=0, xscrollincrement=1,
                       yscrollincrement=1)
    canvas.pack()
    picture = Image.effect_noise((WIDE + 800, HIGH), 40).convert("RGB")
    photo = ImageTk.PhotoImage(picture, master=root)
    canvas.create_image(0, 0, anchor="nw", image=photo)
    root.update()
    found = frames(
        root, lambda n: canvas.xview_scroll(STEP_PX if n // 20 % 2 == 0 else -STEP_PX, "units"), count)
    root.destroy()
    return p95(found)


def window_figures(path: Path, count: int) -> dict[str, float]:
    """Frames of the editor's window."""
    from visegrad_editor.editor.app import open_window
    from visegrad_editor.editor.files import open_document
    from visegrad_editor.editor.settings import Settings

    start = time.perf_counter()
    loaded, complaint = open_document(path)
    assert not complaint, complaint
    with tempfile.TemporaryDirectory() as folder:
        window = open_window(loaded, Settings(Path(folder)))
        root, view = window.root, window.view
        root.geometry(f"{WIDE}x{HIGH}+0+0")
        root.update()
        first = time.perf_counter() - start

        def settled(limit: float = 60.0) -> float:
            begin = time.perf_counter()
            while view.busy and time.perf_counter() - begin < limit:
                root.tk.dooneevent(_tkinter.DONT_WAIT)
            return time.perf_counter() - begin

        sharp = settled()
        session, map = window.session, window.session.design.map
        view.centre_on(map.geometry.centre(Hex(map.grid.columns // 2, map.grid.rows // 2)))
        settled()
        pan = frames(root, lambda n: view.pan(STEP_PX if n // 60 % 2 == 0 else -STEP_PX, 0), count)
        settled()
        zoom = frames(root, lambda n: view.zoom(-1 if n // 8 % 2 == 0 else 1), max(16, count // 4))
        settled()
        middle = map.geometry.nearest(*view.to_map(WIDE // 3, HIGH // 2))
        disc = {middle}
        for _ in range(2):
            disc |= {n for h in disc for n in map.grid.neighbours(h)}

        def stroke(n: int) -> None:
            kind = ("mountain", "clear", "marsh")[n % 3]
            moved = [Hex(h.col + n // 3 % 6 - 3, h.row) for h in disc]
            there = [h for h in moved if h in map.grid]
            design = session.design
            session.edit("Paint", Design(
                design.ruleset, paint_terrain(design.map, there, kind), design.scenario))

        painted = frames(root, stroke, max(12, count // 4))
        view.fit()
        far = settled()
        memory = _memory()
        root.destroy()
    return {"first picture, ms": first * 1e3, "first picture sharp, ms": (first + sharp) * 1e3,
            "pan, p95 ms": p95(pan), "zoom, p95 ms": p95(zoom), "stroke of 19 hexes, p95 ms": p95(painted),
            "whole map on the screen, ms": far * 1e3, "memory, MB": memory}


def _memory() -> float:
    """What the process holds now, in megabytes."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    line = next(x for x in status.read_text("utf-8").splitlines() if x.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def measure(edge: int, count: int, window: bool, pictures: bool) -> dict[str, float]:
    """Every figure of one size of map."""
    design = big_design(edge)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "big.yaml"
        source = load("historical").sources
        start = time.perf_counter()
        save_as(design, Sources(ruleset=source.ruleset), path)
        found = {"save, ms": (time.perf_counter() - start) * 1e3}
        start = time.perf_counter()
        load(path)
        found["load, ms"] = (time.perf_counter() - start) * 1e3
        if window:
            found |= window_figures(path, count)
        if pictures:
            found |= picture_figures(design, path, folder)
            found["memory, times a picture of 5,000 pixels"] = memory_growth(path, folder)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edges", type=int, nargs="+", default=[100, 300], help="hexes along the map's edge")
    parser.add_argument("--quick", action="store_true", help="few frames: only to see that it runs")
    parser.add_argument("--no-pictures", action="store_true", help="leave out writing PNG pictures")
    parser.add_argument("--pictures-only", action="store_true", help="leave out the window")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    count = 20 if arguments.quick else 200
    window = not arguments.pictures_only
    found = {"bare canvas": {"pan, p95 ms": bare_canvas(count)}} if window else {}
    for edge in arguments.edges:
        found[f"{edge} x {edge}"] = measure(edge, count, window, not arguments.no_pictures)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return 0
    if shutil.which("tmxrasterizer") is None:
        print("Without tmxrasterizer (Debian package tiled) pictures are not compared with it.")
    for name, figures in found.items():
        print(name)
        for what, value in figures.items():
            print(f"  {what:<52}{value:>10.{2 if value < 10 else 1}f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
