#!/usr/bin/env python3
"""Write the pictures of the start page, `sample_scenarios/pictures/KIND-NAME.png`, one of each bundled
scenario, map and card.

Run it after changing what a bundled document looks like or adding one; with `--check`, the exit code is 1 if
a picture is missing, is of nothing bundled, or differs clearly from what is drawn now.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops, ImageStat

from visegrad_editor.desk.board_maps import maps_of
from visegrad_editor.desk.card import Card
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.drawing.board_pictures import BoardPictures
from visegrad_editor.drawing.board_plan import board_plan, plan_box
from visegrad_editor.drawing.layers import PRINTED_LAYERS
from visegrad_editor.drawing.painters.map_painter import MapPainter
from visegrad_editor.drawing.painters.pixel_painter import PixelPainter
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.hexgrid import HexGeometry
from visegrad_editor.model.files.catalogue import Bundled, bundled, bundled_of
from visegrad_editor.model.files.load import load
from visegrad_editor.model.in_play import InPlay
from visegrad_editor.printing.card_sheet import card_imprint, card_pages
from visegrad_editor.printing.page_picture import page_picture
from visegrad_editor.printing.paper import frame

FOLDER = Path(__file__).resolve().parent.parent / "sample_scenarios" / "pictures"
SIZE = 312, 208
"""The size of each picture in pixels, half as large again as the start page shows it at 100 %."""
_FINER = 3
"""Drawn larger by this and then reduced, so that the small picture is smooth."""
_COLOURS = 64
_MARGIN, _TOP = 30.0, 36.0
"""What is left off a sheet at its sides and at its top, in points."""
_LETTER = 1.6
"""The height of the names of boards, in sides of a hex."""
_LAYERS = tuple(x for x in PRINTED_LAYERS if x not in ("numbers", "names", "labels", "plates"))
_SAME = 6.0
"""The mean difference of two pictures, of 255, below which they count as the same."""


def shown() -> tuple[Bundled, ...]:
    """What the start page shows."""
    return (*(b for b in bundled() if b.kind != "ruleset"), *bundled_of("card"))


def file_of(document: Bundled) -> Path:
    """The file of the picture of a document."""
    return FOLDER / f"{document.kind}-{document.name}.png"


def picture(document: Bundled) -> Image.Image:
    """The picture of a document: the middle of its map; of a card the boards or, if these have no maps, the
    beginning of its sheet."""
    large = SIZE[0] * _FINER, SIZE[1] * _FINER
    image = _boards(document.path, large) if document.kind == "card" else _map(document.path, large)
    return image.resize(SIZE, Image.Resampling.LANCZOS)


def _map(path: Path, size: tuple[int, int]) -> Image.Image:
    design = load(str(path)).design
    assert design is not None
    left, top, right, bottom = InPlay(design).bounds() or HexGeometry(design.map.grid).bounds()
    scale = max(size[0] / (right - left), size[1] / (bottom - top))
    x, y = (left + right) / 2, (top + bottom) / 2
    box = x - size[0] / scale / 2, y - size[1] / scale / 2, x + size[0] / scale / 2, y + size[1] / scale / 2
    return Image.fromarray(np.asarray(MapPainter(design, _LAYERS, scale, *size, box=box).rows(0, size[1])))


def _boards(path: Path, size: tuple[int, int]) -> Image.Image:
    card = load_card(str(path)).card
    assert card is not None
    maps = maps_of(card, path.parent).designs
    if not all(board.id in maps for board in card.boards):
        return _sheet(card, size)
    left, top, right, bottom = plan_box(card.layout)
    scale = max(size[0] / (right - left), size[1] / (bottom - top))
    x, y = (left + right) / 2 - size[0] / scale / 2, (top + bottom) / 2 - size[1] / scale / 2
    view, painter = Viewport(scale, x, y, *size), PixelPainter()
    maps_below = BoardPictures().picture(card.layout, maps, view, "#e3e7ea")
    return painter.render([board_plan(card.layout, _LETTER, drawn=maps.keys())], view, maps_below)


def _sheet(card: Card, size: tuple[int, int]) -> Image.Image:
    paper = frame("A4")
    scale = size[0] / (paper.width - 2 * _MARGIN)
    page = page_picture(card_pages(card, paper), 1, paper, card_imprint(card), scale)
    left, top = round(_MARGIN * scale), round(_TOP * scale)
    return page.crop((left, top, left + size[0], top + size[1])).convert("RGB")


def differences() -> Iterator[str]:
    """What is wrong with the pictures there, in sentences."""
    wanted = {file_of(document): document for document in shown()}
    for path in sorted({*FOLDER.glob("*"), *wanted}):
        document = wanted.get(path)
        if document is None:
            yield f"{path.name} is a picture of nothing that is bundled."
        elif not path.is_file():
            yield f"{path.name} is missing."
        elif not looks_like(path, document):
            yield f"{path.name} is not what is drawn now."


def looks_like(path: Path, document: Bundled) -> bool:
    """Whether a file shows nearly what is drawn of a document now."""
    with Image.open(path) as file:
        there = file.convert("RGB")
    if there.size != SIZE:
        return False
    apart = ImageStat.Stat(ImageChops.difference(there, picture(document)))
    return max(apart.mean) < _SAME


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        found = list(differences())
        print("\n".join(found) or "All pictures are as they are drawn now.")
        return 1 if found else 0
    FOLDER.mkdir(exist_ok=True)
    wanted = {file_of(document): document for document in shown()}
    for path in set(FOLDER.glob("*")) - wanted.keys():
        path.unlink()
    for path, document in wanted.items():
        picture(document).quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
