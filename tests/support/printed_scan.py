"""A map as it would come from a scanner, for tests and for pictures of the guide."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from drawn_map import map_picture
from PIL import Image

from visegrad_editor.drawing.layers import PRINTED_LAYERS
from visegrad_editor.drawing.map_bounds import map_bounds
from visegrad_editor.drawing.style import DEFAULT, Style
from visegrad_editor.hexgrid import Hex
from visegrad_editor.hexgrid.affine import Affine
from visegrad_editor.model.design import Design


def scan_of(design: Design, path: Path, style: Style = DEFAULT, scale: int = 30) -> Affine:
    """Print the map, names, rivers, towns and all; lay it askew on a scanner that blurs, stretches and adds
    noise. What takes map units to pixels of the scan; `scale` is how many of these a unit has before."""
    left, top, _, _ = map_bounds(style.geometry(design.map))
    image = map_picture(design, scale, [x for x in PRINTED_LAYERS if x != "counters"], style)
    size = image.size
    turn = math.radians(3.7)
    c, s = math.cos(turn), math.sin(turn)
    lie = Affine(1.31 * c, -1.24 * s, 210, 1.31 * s, 1.24 * c, 35)
    width, height = (round(v) for v in lie.apply(size))
    image = image.transform((width, height + 250), Image.Transform.AFFINE, tuple(lie.inverse()),
                            Image.Resampling.BICUBIC, fillcolor="white")
    random = np.random.default_rng(4)
    noise = random.normal(0, 9, (*np.asarray(image).shape[:2], 1))
    image = Image.fromarray(np.clip(np.asarray(image) + noise, 0, 255).astype(np.uint8))
    image.save(path, quality=75)
    return Affine(scale, 0, -left * scale, 0, scale, -top * scale).then(lie)


def typical(design: Design, terrain: str, count: int) -> list[Hex]:
    """Hexes one would click as samples: with the same terrain around them where there are such, no towns."""
    at, grid = design.map.terrain.at, design.map.grid
    same = [h for h in grid if at(h) == terrain and h not in design.map.place_at]
    same.sort(key=lambda h: sum(at(n) != terrain for n in grid.neighbours(h)))
    return same[:count]
