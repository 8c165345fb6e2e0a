"""A scan of a map, and a window to trace it in: for files that name this module in `pytest_plugins`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from scan_desk import DESIGN, PRINTED, THREE, hex_of
from xvfb import Hand, Show, shared_window

from visegrad_editor.drawing.painters.pillow_painter import PillowPainter
from visegrad_editor.drawing.scene import map_scene
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.hexgrid.affine import Affine
from visegrad_editor.model.edit.blank import emptied
from visegrad_editor.model.yaml_write import new_text


@pytest.fixture(scope="session")
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
def windows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Show]:
    """Shows a map unturned; an aligning that goes on is given up."""
    with shared_window(tmp_path_factory.mktemp("settings")) as show:
        hands: list[Hand] = []

        def opened(path: Path | str) -> Hand:
            if hands and hands[-1].alive and hands[-1].window.tracing.mode is not None:
                hands[-1].window.tracing.mode.cancel()
            hand = show(path)
            if hand not in hands:
                hands.append(hand)
                # The window manager must have given it the keyboard before a dialog opens.
                hand.settle(0.4)
            window = hand.window
            window.view.turn(window.renderer.prepare(window.session.design, 0), window.session.design)
            hand.settle(0.2)
            return hand

        yield opened


@pytest.fixture
def show(folder: Path, scan: tuple[Path, Affine], windows: Show) -> Callable[..., Hand]:
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
