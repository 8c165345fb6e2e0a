"""Icons: drawings in SVG, and pictures of them in all sizes, committed both."""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "icons"
DRAWINGS = sorted(FOLDER.glob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"
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


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_icons", ROOT / "scripts" / "make_icons.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def test_every_icon_the_window_needs_is_drawn() -> None:
    assert {path.stem for path in DRAWINGS} >= NEEDED


def test_regenerating_the_icons_changes_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "icons")
    before = digests(folder)
    assert script().main(folder) == 0
    assert digests(folder) == before, "run scripts/make_icons.py"
    assert f"{4 * len(DRAWINGS) + 1} pictures" in capsys.readouterr().out
    assert len(before) == 5 * len(DRAWINGS) + 1


def test_pictures_follow_their_drawings(tmp_path: Path) -> None:
    folder = tmp_path / "icons"
    folder.mkdir()
    for path in FOLDER.glob("undo*"):
        shutil.copy(path, folder)
    drawing = folder / "undo.svg"
    drawing.write_text(drawing.read_text("utf-8").replace("#2f6fc1", "#c43a32"), encoding="utf-8")
    shutil.copy(folder / "undo.png", folder / "gone.png")
    assert script().main(folder) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "undo-16.png", "undo-24.png", "undo-32.png", "undo.png", "undo.svg"]
    with Image.open(folder / "undo-24.png") as image:
        assert image.convert("RGBA").getpixel((10, 8)) == (0xC4, 0x3A, 0x32, 255)


def test_a_drawing_that_is_not_svg_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "torn.svg").write_text("<svg", encoding="utf-8")
    assert script().main(tmp_path) == 1
    assert "torn.svg" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["torn.svg"]


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_drawings_are_24_by_24_and_need_no_font(path: Path) -> None:
    root = ET.parse(path).getroot()
    assert root.get("viewBox") == "0 0 24 24"
    assert root.findtext(f"{SVG}title") == path.stem
    shapes = [element.tag.removeprefix(SVG) for element in root if element.tag != f"{SVG}title"]
    assert shapes
    assert set(shapes) <= {"circle", "path", "polygon", "rect"}


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_icons_fill_their_square_and_have_clear_corners(path: Path) -> None:
    with Image.open(path.with_name(f"{path.stem}-32.png")) as image:
        assert image.size == (32, 32)
        assert image.mode == "RGBA"
        box = image.getchannel("A").getbbox()
        corners = [image.getpixel(p) for p in ((0, 0), (31, 0), (0, 31), (31, 31))]
    assert box is not None
    assert max(box[2] - box[0], box[3] - box[1]) >= 24
    assert all(isinstance(c, tuple) and c[3] < 200 for c in corners)


def test_no_two_icons_look_alike() -> None:
    seen = set()
    for path in DRAWINGS:
        with Image.open(path.with_name(f"{path.stem}-16.png")) as image:
            seen.add(image.tobytes())
    assert len(seen) == len(DRAWINGS)
