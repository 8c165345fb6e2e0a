"""Icons: drawn from the program's own primitives, committed as files."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from PIL import Image, ImageChops

from visegrad_editor.drawing.icons.icon_set import ICON_NAMES, SIZES, icon_image, icon_svg
from visegrad_editor.model.resources import resource_folder

NEEDED = {
    "app",
    "new",
    "open",
    "save",
    "undo",
    "redo",
    "validate",
    "run",
    "export",
    "select",
    "terrain",
    "river",
    "road",
    "eraser",
    "feature",
    "counter",
    "flip",
    "zoom-in",
    "zoom-out",
    "fit",
    "city",
    "capital",
    "port",
    "industrial",
    "error",
    "warning",
    "note",
}


def test_every_icon_the_window_needs_is_drawn() -> None:
    assert set(ICON_NAMES) >= NEEDED


@pytest.mark.parametrize("name", ICON_NAMES)
def test_the_files_are_those_of_the_drawings(name: str) -> None:
    folder = resource_folder("icons")
    for size in SIZES:
        ending = "" if size == max(SIZES) else f"-{size}"
        with Image.open(folder / f"{name}{ending}.png") as image:
            assert image.size == (size, size)
            assert image.mode == "RGBA"
            if size == 24:
                drawn = icon_image(name, size)
                difference = ImageChops.difference(image.convert("RGB"), drawn.convert("RGB"))
                assert max(high for _, high in difference.getextrema()) <= 40, "run scripts/make_icons.py"
    assert ET.parse(folder / f"{name}.svg").getroot().get("viewBox") == "0 0 24 24"


@pytest.mark.parametrize("name", ICON_NAMES)
def test_icons_fill_their_square_and_have_clear_corners(name: str) -> None:
    image = icon_image(name, 32)
    box = image.getchannel("A").getbbox()
    assert box is not None
    assert max(box[2] - box[0], box[3] - box[1]) >= 24
    corners = [image.getpixel(p) for p in ((0, 0), (31, 0), (0, 31), (31, 31))]
    assert all(isinstance(c, tuple) and c[3] < 200 for c in corners)


def test_no_two_icons_look_alike() -> None:
    seen = {icon_image(name, 16).tobytes() for name in ICON_NAMES}
    assert len(seen) == len(ICON_NAMES)


def test_unknown_icons_are_refused() -> None:
    with pytest.raises(KeyError):
        icon_image("nothing", 16)
    with pytest.raises(KeyError):
        icon_svg("nothing")
