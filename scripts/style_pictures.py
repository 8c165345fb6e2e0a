"""Make pictures of both maps in all styles: on screen, and as PNG, SVG and PDF.

    python scripts/style_pictures.py            the ones in docs/images/styles
    python scripts/style_pictures.py FOLDER     all, at three zooms and in greyscale too, for inspection

Screen pictures come from the real window on a virtual screen; SVG is rasterised by resvg, PDF by pdftoppm.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageGrab

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

import resvg_py  # noqa: E402
import xvfb  # noqa: E402
from reportlab.pdfgen.canvas import Canvas  # noqa: E402

from visegrad_editor.drawing.curves import Box  # noqa: E402
from visegrad_editor.drawing.layers import PRINTED_LAYERS  # noqa: E402
from visegrad_editor.drawing.lazy_scene import scene_of  # noqa: E402
from visegrad_editor.drawing.map_bounds import map_bounds  # noqa: E402
from visegrad_editor.drawing.painters.part_painter import PartPainter  # noqa: E402
from visegrad_editor.drawing.painters.pdf_painter import paint  # noqa: E402
from visegrad_editor.drawing.painters.svg_painter import svg_text  # noqa: E402
from visegrad_editor.drawing.style import Style  # noqa: E402
from visegrad_editor.drawing.style_file import shipped_styles  # noqa: E402
from visegrad_editor.drawing.vector.vector_scene import vector_scene  # noqa: E402
from visegrad_editor.drawing.viewport import Viewport  # noqa: E402
from visegrad_editor.editor.app import open_window  # noqa: E402
from visegrad_editor.editor.documents.files import open_document  # noqa: E402
from visegrad_editor.editor.map import style as map_style  # noqa: E402
from visegrad_editor.editor.settings import Settings  # noqa: E402
from visegrad_editor.hexgrid import Point  # noqa: E402
from visegrad_editor.model.design import Design  # noqa: E402
from visegrad_editor.model.files.load import load  # noqa: E402
from visegrad_editor.printing.map_art import DOTS  # noqa: E402

DOCS = ROOT / "docs" / "images" / "styles"
WIDE, HIGH = 720, 460
"""The size of a picture in pixels."""
MAPS = {"visegrad4": ("historical", "2016"), "gsofg": ("maps/gsofg", "3015")}
"""The scenarios to open, and the hex in the middle of each picture."""
ZOOMS = {"near": 64.0, "middle": 34.0, "whole": 0.0}
"""Pixels per side of a hex; 0 shows the whole map."""
IN_DOCS = {("visegrad4", "screen"): "middle", ("gsofg", "screen"): "whole", ("visegrad4", "png"): "near",
           ("gsofg", "png"): "middle", ("visegrad4", "svg"): "whole", ("gsofg", "svg"): "near",
           ("visegrad4", "pdf"): "middle", ("gsofg", "pdf"): "near"}
"""The zoom at which a map is shown in the docs, by kind of picture."""
QUALITY = 82


def files_in_docs() -> list[str]:
    """The names of the pictures in docs/images/styles."""
    return [f"{map}-{style.name}-{kind}-{zoom}.jpg" for (map, kind), zoom in IN_DOCS.items()
            for style in shipped_styles()]


def view_of(bounds: Box, zoom: float, middle: Point) -> Viewport:
    """The viewport of a picture of a map with these bounds."""
    left, top, right, bottom = bounds
    if zoom:
        return Viewport(zoom, middle[0] - WIDE / 2 / zoom, middle[1] - HIGH / 2 / zoom, WIDE, HIGH)
    scale = min(WIDE / (right - left), HIGH / (bottom - top))
    return Viewport(scale, (left + right) / 2 - WIDE / 2 / scale, (top + bottom) / 2 - HIGH / 2 / scale,
                    WIDE, HIGH)


def by_png(design: Design, style: Style, view: Viewport) -> Image.Image:
    return PartPainter(scene_of(design, style, counters=True)).render(PRINTED_LAYERS, view)


def by_svg(design: Design, style: Style, view: Viewport) -> Image.Image:
    scene = vector_scene(design, view.scale, style=style, box=view.box)
    text = svg_text(scene, mm_per_unit=view.scale * 25.4 / 96, lettering="outlines")
    data = bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=96))
    with Image.open(io.BytesIO(data)) as picture:
        return picture.convert("RGB").crop((0, 0, WIDE, HIGH))


def by_pdf(design: Design, style: Style, view: Viewport) -> Image.Image:
    scene = vector_scene(design, view.scale * DOTS, style=style, box=view.box)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "map.pdf"
        canvas = Canvas(str(path), pagesize=(WIDE, HIGH))
        left, top, _, _ = view.box
        canvas.setFillColor(scene.background)
        canvas.rect(0, 0, WIDE, HIGH, stroke=0, fill=1)
        paint(scene, canvas, origin_pt=(-left * view.scale, HIGH + top * view.scale),
              scale_pt_per_unit=view.scale)
        canvas.save()
        subprocess.run(
            ["pdftoppm", "-r", "72", "-png", "-singlefile", path, path.with_suffix("")], check=True)
        with Image.open(path.with_suffix(".png")) as page:
            return page.convert("RGB")


PAINTERS = {"png": by_png, "svg": by_svg, "pdf": by_pdf}


def design_of(name: str) -> Design:
    design = load(name).design
    if design is None:
        raise SystemExit(f"{name} cannot be read")
    return design


def painted(wanted: dict[tuple[str, str], tuple[str, ...]]) -> Iterator[tuple[str, Image.Image]]:
    """(file name, picture) of exported files; `wanted` has the zooms by map and kind."""
    for map, (name, number) in MAPS.items():
        design = design_of(name)
        hex = design.map.grid.parse(number)
        assert hex is not None
        for style in shipped_styles():
            bounds = map_bounds(style.style.geometry(design.map))
            for kind, paint_as in PAINTERS.items():
                for zoom in wanted[map, kind]:
                    view = view_of(bounds, ZOOMS[zoom], design.map.geometry.centre(hex))
                    yield f"{map}-{style.name}-{kind}-{zoom}", paint_as(design, style.style, view)


def shot(wanted: dict[tuple[str, str], tuple[str, ...]]) -> Iterator[tuple[str, Image.Image]]:
    """(file name, picture) of the window; `wanted` has the zooms by map and kind."""
    display = xvfb.screen()
    for map, (name, number) in MAPS.items():
        with tempfile.TemporaryDirectory() as folder:
            window = open_window(open_document(name)[0], Settings(Path(folder)))
            hand = xvfb.Hand(window)
            hand.settle(0.8)
            view, grid = window.view, window.session.design.map.grid
            hex = grid.parse(number)
            assert hex is not None
            for style in shipped_styles():
                map_style.use(style, window.settings)
                for zoom in wanted[map, "screen"]:
                    view.fit()
                    while ZOOMS[zoom] and view.viewport.scale < ZOOMS[zoom]:
                        view.zoom(1)
                    if ZOOMS[zoom]:
                        view.centre_on(window.session.design.map.geometry.centre(hex))
                    hand.settle(0.8)
                    yield f"{map}-{style.name}-screen-{zoom}", ImageGrab.grab(xdisplay=display)
            window.root.destroy()


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else DOCS
    folder.mkdir(parents=True, exist_ok=True)
    kinds = ("screen", *PAINTERS)
    wanted = {(m, k): tuple(ZOOMS) if arguments else (IN_DOCS[m, k],) for m in MAPS for k in kinds}
    for pictures in (painted(wanted), shot(wanted)):
        for name, picture in pictures:
            picture = picture.convert("RGB")
            if arguments:
                picture.save(folder / f"{name}.png")
                picture.convert("L").save(folder / f"{name}-grey.png")
                continue
            if picture.width > 1000:
                picture = picture.resize((1024, 576), Image.Resampling.LANCZOS)
            picture.save(folder / f"{name}.jpg", quality=QUALITY, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
