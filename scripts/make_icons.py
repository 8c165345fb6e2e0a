#!/usr/bin/env python3
"""Write the pictures of the icons, `icons/*.png`, from their drawings, `icons/*.svg`.

Run it after changing a drawing or adding one (24 by 24, shapes and no text, so that no font is needed);
both are committed, so that the program and its packages need no renderer of SVG. `<name>.png` is the
48 pixel picture, `<name>-16.png` and so on the others.
"""

from __future__ import annotations

import io
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import resvg_py
from PIL import Image, ImageChops

FOLDER = Path(__file__).resolve().parent.parent / "icons"
SIZES = {16: 1.2, 24: 1.0, 32: 1.0, 48: 0.9}
"""(edge in pixels, factor of the width of lines at that size)."""
APP_SIZE = 256

ET.register_namespace("", "http://www.w3.org/2000/svg")


def pictures(folder: Path = FOLDER) -> Iterator[tuple[str, Image.Image]]:
    """(file name, picture) for each drawing of the folder in each size."""
    for drawing in sorted(folder.glob("*.svg")):
        for size in SIZES:
            ending = "" if size == max(SIZES) else f"-{size}"
            yield f"{drawing.stem}{ending}.png", picture(drawing, size)
        if drawing.stem == "app":
            yield f"app-{APP_SIZE}.png", picture(drawing, APP_SIZE)


def picture(drawing: Path, edge_px: int) -> Image.Image:
    """The drawing as an RGBA picture of `edge_px` by `edge_px` pixels; raises ValueError if it is not SVG."""
    try:
        root = ET.parse(drawing).getroot()
    except ET.ParseError as error:
        raise ValueError(f"{drawing.name} cannot be read as SVG: {error}") from error
    wider = SIZES.get(edge_px, SIZES[max(SIZES)])
    for element in root.iter():
        if width := element.get("stroke-width"):
            element.set("stroke-width", f"{float(width) * wider:g}")
    png = resvg_py.svg_to_bytes(svg_string=ET.tostring(root, "unicode"), width=edge_px, height=edge_px)
    with Image.open(io.BytesIO(bytes(png))) as image:
        return image.convert("RGBA")


def looks_like(path: Path, image: Image.Image) -> bool:
    """Whether the file exists and shows the picture, apart from rounding differences between processors."""
    if not path.is_file():
        return False
    with Image.open(path) as file:
        there = file.convert("RGBA")
    if there.size != image.size:
        return False
    for ground in ("white", "black"):
        behind = Image.new("RGBA", image.size, ground)
        both = [Image.alpha_composite(behind, x).convert("RGB") for x in (there, image)]
        if any(most > 2 for _, most in ImageChops.difference(*both).getextrema()):
            return False
    return True


def main(folder: Path = FOLDER) -> int:
    """Update the pictures of a folder from its drawings; return 1 if a drawing cannot be read."""
    try:
        made = dict(pictures(folder))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    changed = [name for name, image in made.items() if not looks_like(folder / name, image)]
    for name in changed:
        made[name].save(folder / name, optimize=True)
    needless = [path for path in folder.glob("*.png") if path.name not in made]
    for path in needless:
        path.unlink()
    print(f"{len(made)} pictures in {folder.name}/: {len(changed)} written, {len(needless)} deleted")
    return 0


if __name__ == "__main__":
    sys.exit(main())
