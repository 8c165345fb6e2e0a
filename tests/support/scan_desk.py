"""A scan of a map, and a window in which that map is traced from it."""

from __future__ import annotations

import atexit
import math
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
from drawn_map import map_picture
from PIL import Image
from printed_scan import scan_of
from small_design import GRID, small_design
from xvfb import Hand, Show, shared_window

from visegrad_editor.drawing.map_bounds import map_bounds
from visegrad_editor.editor.scan.alignment import AlignmentMode
from visegrad_editor.hexgrid import Hex
from visegrad_editor.hexgrid.affine import Affine
from visegrad_editor.model.edit.blank import emptied
from visegrad_editor.model.files.yaml_writer import new_text

DESIGN = small_design()
PRINTED = DESIGN.map
"""What the scan shows."""
Printing = Callable[[], tuple[Path, Affine]]
"""Where a scan is, and what takes map units to its pixels."""
THREE = ("0608", "0601", "1107")


def hex_of(number: str) -> Hex:
    hex = GRID.parse(number)
    assert hex is not None
    return hex


@cache
def scan() -> tuple[Path, Affine]:
    """A scan of the map, askew and noisy, and what takes map units to its pixels; it stays until this process
    ends."""
    left, top, _, _ = map_bounds(DESIGN.map.geometry)
    scale = 44
    image = map_picture(
        DESIGN, scale, ("terrain", "rivers", "roads", "grid", "features", "names", "numbers"))
    size = image.size
    c, s = math.cos(0.07), math.sin(0.07)
    lie = Affine(1.2 * c, -1.1 * s, 90, 1.2 * s, 1.1 * c, 40)
    image = image.transform((size[0] + 260, size[1] + 170), Image.Transform.AFFINE, tuple(lie.inverse()),
                            Image.Resampling.BICUBIC, fillcolor="white")
    noise = np.random.default_rng(1).normal(0, 8, (*np.asarray(image).shape[:2], 1))
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    path = Path(folder) / "old map.jpg"
    Image.fromarray(np.clip(np.asarray(image) + noise, 0, 255).astype(np.uint8)).save(path, quality=80)
    return path, Affine(scale, 0, -left * scale, 0, scale, -top * scale).then(lie)


@cache
def other_scan() -> tuple[Path, Affine]:
    """Another printing of it: its lower third is white, and hexes are printed near its upper edge."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    path = Path(folder) / "old map.jpg"
    return path, scan_of(DESIGN, path, scale=36)


class Desk:
    """A folder with an empty map and its ruleset, the scan, and a window, which `open` shows files in."""

    def __init__(self, folder: Path, open: Show, printing: Printing = scan) -> None:
        self.folder, self.open = folder, open
        self.scan, self.lie = printing()
        folder.mkdir()
        (folder / "rules.yaml").write_text(new_text(DESIGN.ruleset), "utf-8")
        bare = replace(emptied(PRINTED, DESIGN.ruleset), ruleset="rules.yaml", title="My map")
        (folder / "map.yaml").write_text("# Traced by hand\n" + new_text(bare), "utf-8")

    def show(self, aligned: bool = False, behind: bool = True) -> Hand:
        """Open the map, with the scan behind it, perhaps aligned already."""
        path = self.folder / "map.yaml"
        if behind:
            (self.folder / "old map.jpg").write_bytes(self.scan.read_bytes())
            lines = "background:\n  picture: old map.jpg\n"
            if aligned:
                lines += "  pins:\n" + "".join(
                    f'    - {{hex: "{n}", at: [{x:.1f}, {y:.1f}]}}\n'
                    for n in THREE for x, y in [self.lie.apply(PRINTED.geometry.centre(hex_of(n)))])
            text = path.read_text("utf-8")
            path.write_text(text.replace("terrain:\n", f"{lines}terrain:\n", 1), "utf-8")
        hand = self.open(path)
        # The window manager must have given it the keyboard before a dialog opens.
        hand.settle(0.4)
        if behind:
            hand.until(lambda: hand.window.background.pyramid is not None)
            hand.window.view.fit()
            hand.settle()
        return hand


@contextmanager
def desk_in(folder: Path, printing: Printing = scan) -> Iterator[Desk]:
    """A desk, its window's settings beside its files."""
    with shared_window(folder / "settings") as open:
        yield Desk(folder / "design", open, printing)


class Eye:
    """Sees where hexes are printed on the scan that is being aligned."""

    def __init__(self, hand: Hand, true: Affine) -> None:
        self.hand, self.true = hand, true

    @property
    def mode(self) -> AlignmentMode:
        mode = self.hand.window.tracing.mode
        assert isinstance(mode, AlignmentMode)
        return mode

    def printed(self, number: str) -> tuple[int, int]:
        view = self.hand.window.view
        at = self.true.apply(PRINTED.geometry.centre(hex_of(number)))
        x, y = view.viewport.to_screen(self.mode.draft.frame.apply(at))
        return round(x) + view.canvas.winfo_rootx(), round(y) + view.canvas.winfo_rooty()

    def error(self) -> float:
        """How far hexes of the map are from where they are printed, in hexes, at worst."""
        alignment = self.hand.window.background.alignment
        assert alignment is not None
        worst = 0.0
        for hex in GRID:
            x, y = alignment.to_map.apply(self.true.apply(PRINTED.geometry.centre(hex)))
            u, v = PRINTED.geometry.centre(hex)
            worst = max(worst, math.hypot(x - u, y - v) / math.sqrt(3))
        return worst


def action(id: str):  # type: ignore[no-untyped-def]
    from visegrad_editor.editor.actions import BY_ID
    return BY_ID[id]
