"""Measure the drawing of large maps: python benchmarks/drawing.py [--edges 100 300] [--quick] [--json].

For a map of edge x edge hexes with rivers, roads, names and counters: the time to the first picture, the 95th
percentile of frames of panning, zooming and a stroke over 19 hexes in a window of 1920 x 1080, with hexes 35
pixels wide ("near") and with the whole map in the window ("filled"), its memory (in its own process), times
to load and to save, and writing the map as a PNG. For comparison, in the same run: (a) a bare Tk canvas that
moves a ready picture of that size, before and after, (b) Tiled's `tmxrasterizer` writing the same hexes
(terrain only) to a PNG of the same size. Needs a screen, or xvfb-run; with --pictures-only neither.
"""

# ruff: noqa: E402 - the package is imported from the folder above, whether it is installed or not

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from big_map import big_design
from map_pictures import memory_growth, picture_figures
from map_window import bare_canvas, p95, window_alone

from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_as


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
            found |= window_alone(path, count)
        if pictures:
            found |= picture_figures(design, path, folder)
            found["memory, times a picture of 5,000 pixels"] = memory_growth(path, folder)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edges", type=int, nargs="+", default=[100, 300], help="hexes along the map's edge")
    parser.add_argument("--quick", action="store_true", help="few frames, only to check that it runs")
    parser.add_argument("--no-pictures", action="store_true", help="do not write PNG pictures")
    parser.add_argument("--pictures-only", action="store_true", help="do not open a window")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    count = 20 if arguments.quick else 200
    window = not arguments.pictures_only
    # The bare canvas is measured before and after, because the machine may do other work too.
    bare = bare_canvas(count) if window else []
    sizes = {f"{e} x {e}": measure(e, count, window, not arguments.no_pictures) for e in arguments.edges}
    found = {"bare canvas": {"pan, p95 ms": p95(bare + bare_canvas(count))}} if window else {}
    found |= sizes
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
