"""Frame times and memory of a window: python benchmarks/map_window.py FILE [--frames N] prints JSON."""

# ruff: noqa: E402 - the package is imported from the folder above, whether it is installed or not

from __future__ import annotations

import _tkinter
import argparse
import json
import subprocess
import sys
import tempfile
import time
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from PIL import Image, ImageTk

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.terrain import paint_terrain

WIDE, HIGH = 1920, 1080
STEP_PX = 40
NEAR = 20.0
"""Pixels per map unit: "near" is for editing, with hexes 35 pixels wide; "filled" shows the whole map."""


def frames(root: tk.Misc, step: Callable[[int], None], count: int) -> list[float]:
    """Seconds from the time at which each frame is due, sixty per second, until it is on the screen; other
    work of the window delays the next frame as it does for a user."""
    delays = []
    due = time.perf_counter()
    for n in range(count):
        due = max(due + 1 / 60, time.perf_counter() - 1 / 60)
        while time.perf_counter() < due:
            if not root.tk.dooneevent(_tkinter.DONT_WAIT):
                time.sleep(0.0005)
        step(n)
        root.update_idletasks()
        delays.append(time.perf_counter() - due)
    return delays


def p95(seconds: list[float]) -> float:
    """The 95th percentile, in milliseconds."""
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * 0.95))] * 1e3


def bare_canvas(count: int) -> list[float]:
    """Comparison (a): the frame times in seconds of a canvas that moves a ready picture."""
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
    return found


def window_alone(path: Path, count: int) -> dict[str, float]:
    """The figures of a window in its own process, as for a user."""
    done = subprocess.run(
        [sys.executable, __file__, str(path), "--frames", str(count)],
        stdout=subprocess.PIPE, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def window_figures(path: Path, count: int) -> dict[str, float]:
    """Frames of the editor's window."""
    from visegrad_editor.editor.app import open_window
    from visegrad_editor.editor.documents.files import open_document
    from visegrad_editor.editor.settings import Settings

    start = time.perf_counter()
    loaded, complaint = open_document(path)
    assert not complaint, complaint
    with tempfile.TemporaryDirectory() as folder:
        window = open_window(loaded, Settings(Path(folder)))
        root, view = window.root, window.view
        root.geometry(f"{WIDE}x{HIGH}+0+0")
        while not view.winfo_ismapped() or view.bare:
            root.tk.dooneevent(_tkinter.DONT_WAIT)
        root.update_idletasks()
        first = time.perf_counter() - start

        def settled(limit: float = 60.0) -> float:
            begin = time.perf_counter()
            while view.busy and time.perf_counter() - begin < limit:
                root.tk.dooneevent(_tkinter.DONT_WAIT)
            return time.perf_counter() - begin

        sharp = settled()
        session, map = window.session, window.session.design.map
        middle = Hex(map.grid.columns // 2, map.grid.rows // 2)
        disc = map.grid.within(middle, 2)

        def stroke(n: int) -> None:
            kind = ("mountain", "clear", "marsh")[n % 3]
            there = [h for one in disc if (h := Hex(one.col + n // 3 % 6 - 3, one.row)) in map.grid]
            design = session.design
            session.edit("Paint", Design(
                design.ruleset, paint_terrain(design.map, there, kind), design.scenario))

        found = {"first picture, ms": first * 1e3, "first picture sharp, ms": (first + sharp) * 1e3}
        for how, scale in (("near", NEAR), ("filled", view.viewport.scale)):
            view.look(replace(view.viewport, scale=scale).centred(map.geometry.centre(middle)))
            found[f"{how}: sharp, ms"] = settled() * 1e3
            found[f"{how}: pan, p95 ms"] = p95(frames(
                root, lambda n: view.pan(STEP_PX if n // 60 % 2 == 0 else -STEP_PX, 0), count))
            settled()
            zooms = frames(root, lambda n: view.zoom(-1 if n // 8 % 2 == 0 else 1), count)
            found[f"{how}: zoom, first ms"] = zooms[0] * 1e3
            found[f"{how}: zoom, p95 ms"] = p95(zooms)
            view.look(replace(view.viewport, scale=scale).centred(map.geometry.centre(middle)))
            settled()
            found[f"{how}: stroke, p95 ms"] = p95(frames(root, stroke, count))
            found[f"{how}: stroke sharp, ms"] = settled() * 1e3
        view.fit()
        found["whole map on the screen, ms"] = settled() * 1e3
        found["memory, MB"] = _memory()
        root.destroy()
    return found


def _memory() -> float:
    """The present memory of the process in megabytes."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    line = next(x for x in status.read_text("utf-8").splitlines() if x.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="the map or scenario to show")
    parser.add_argument("--frames", type=int, default=200, help="frames of each kind (default: 200)")
    arguments = parser.parse_args()
    print(json.dumps(window_figures(arguments.file, arguments.frames)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
