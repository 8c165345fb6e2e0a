"""Writing maps as PNG pictures: by this program and by Tiled's `tmxrasterizer`, and the memory needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from statistics import median

from PIL import Image, ImageDraw

from visegrad_editor.exchange.picture_options import PictureOptions
from visegrad_editor.exchange.pictures import write_map_png
from visegrad_editor.model.design import Design

WIDTHS_PX = (16, 48)
"""Widths of a hex in pixels: that of the first comparison, and one for print."""
_ROUNDS = 3
_SQUARE_PX = 5000
_ROOT = Path(__file__).parent.parent

_GROWTH = """
import sys
sys.path.insert(0, sys.argv[2])
from visegrad_editor.exchange.export import PictureOptions
from visegrad_editor.exchange.picture_options import picture_size
from visegrad_editor.exchange.pictures import write_map_png
from visegrad_editor.model.files.load import load
design = load(sys.argv[1]).design
wide = picture_size(design.map, PictureOptions(hex_px=20))
options = PictureOptions(hex_px=20 * float(sys.argv[3]) / max(wide.width_px, wide.height_px))
def memory(kind):
    return next(int(x.split()[1]) * 1024 for x in open("/proc/self/status") if x.startswith(kind))
before = memory("VmRSS")
open("/proc/self/clear_refs", "w").write("5")  # the peak counts from here
with open(sys.argv[4], "wb") as stream:
    write_map_png(design, stream, options)
size = picture_size(design.map, options)
print((memory("VmHWM") - before) / size.raw_bytes)
"""


def picture_figures(design: Design, source: Path, folder: Path) -> dict[str, float]:
    """Seconds to write a map as a PNG: in a process that has loaded it, as a whole command, and by Tiled, in
    turn; also the seconds of all processors, which are more reliable on a busy machine. `source` is the
    scenario."""
    figures: dict[str, float] = {}
    for px in WIDTHS_PX:
        ways = {f"PNG at {px} px a hex": lambda px=px: write_map_png(
            design, BytesIO(), PictureOptions(hex_px=px))}
        command = [sys.executable, "-m", "visegrad_editor", "export", str(source), "-o",
                   str(folder / "ours.png"), "--hex", f"{px}px"]
        ways[f"PNG at {px} px a hex, whole command"] = lambda command=command: _run(command)
        if rasterizer := shutil.which("tmxrasterizer"):
            tiled = [rasterizer, str(tmx(design, folder / str(px), px)), str(folder / "tiled.png")]
            ways[f"PNG at {px} px a hex by tmxrasterizer"] = lambda tiled=tiled: _run(tiled)
        rounds = [{name: _seconds(way) for name, way in ways.items()} for _ in range(_ROUNDS)]
        for name in ways:
            for i, kind in enumerate(("s", "processor s")):
                figures[f"{name}, {kind}"] = median(r[name][i] for r in rounds)
    return figures


def memory_growth(source: Path, folder: Path) -> float:
    """The peak growth of memory while a loaded scenario is written as a picture, as a multiple of the size of
    the uncompressed picture, which has 5,000 pixels along its longer edge. 0 if the system does not report
    it."""
    if not Path("/proc/self/clear_refs").exists():
        return 0.0
    done = subprocess.run(
        [sys.executable, "-c", _GROWTH, str(source), str(_ROOT), str(_SQUARE_PX), str(folder / "a.png")],
        capture_output=True, text=True, check=True)
    return float(done.stdout)


def _seconds(way: Callable[[], object]) -> tuple[float, float]:
    """Elapsed seconds, and those of all processors."""
    start, before = time.perf_counter(), os.times()
    way()
    gone, after = time.perf_counter() - start, os.times()
    return gone, sum(after[:4]) - sum(before[:4])


def _run(command: list[str]) -> None:
    subprocess.run(
        command, check=True, capture_output=True, cwd=_ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})


def tmx(design: Design, folder: Path, hex_px: int) -> Path:
    """The terrain of a design as a Tiled map with hexes of the given width in pixels."""
    folder.mkdir(exist_ok=True)
    map, width, height = design.map, hex_px, round(hex_px * 1.1547)
    kinds = [k for k in design.ruleset.terrain if k.id in map.terrain.letters]
    sheet = Image.new("RGBA", (width * len(kinds), height))
    draw = ImageDraw.Draw(sheet)
    for i, kind in enumerate(kinds):
        x, w, h = i * width, width, height
        draw.polygon([(x + w / 2, 0), (x + w - 1, h / 4), (x + w - 1, h * 3 / 4), (x + w / 2, h - 1),
                      (x, h * 3 / 4), (x, h / 4)], fill=kind.colour, outline="#857c68")
    sheet.save(folder / "tiles.png")
    number = {k.id: i + 1 for i, k in enumerate(kinds)}
    rows = ",\n".join(",".join(str(number[map.terrain.values[c]]) for c in row) for row in map.terrain.rows)
    edge = map.grid.columns
    text = (f'<?xml version="1.0"?><map version="1.5" orientation="hexagonal" width="{edge}" height="{edge}" '
            f'tilewidth="{width}" tileheight="{height}" hexsidelength="{height // 2}" staggeraxis="y" '
            f'staggerindex="odd"><tileset firstgid="1" name="t" tilewidth="{width}" tileheight="{height}" '
            f'tilecount="{len(kinds)}" columns="{len(kinds)}"><image source="tiles.png" '
            f'width="{sheet.width}" height="{height}"/></tileset><layer id="1" name="terrain" width="{edge}" '
            f'height="{edge}"><data encoding="csv">\n{rows}\n</data></layer></map>')
    path = folder / "map.tmx"
    path.write_text(text, "utf-8")
    return path
