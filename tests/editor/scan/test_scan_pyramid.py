"""Large pictures: read in strips, kept as pyramids, painted under the map."""

from __future__ import annotations

import io
import math
import struct
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from items import some
from PIL import Image, ImageChops, ImageDraw, ImageStat
from small_design import small_design

from visegrad_editor.drawing.layers import ALL_LAYERS
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.editor.map.tile_cache import TileKey
from visegrad_editor.editor.map.tile_renderer import TileRenderer
from visegrad_editor.editor.scan.layer import ScanLayer, UnplacedScan, to_level_map
from visegrad_editor.editor.scan.picture import (
    STRIP,
    PictureError,
    PngRows,
    picture_info,
    strips,
)
from visegrad_editor.editor.scan.pyramid import Pyramid, PyramidError, ScanCache, write_pyramid
from visegrad_editor.errors import Cancelled
from visegrad_editor.hexgrid import HexGeometry
from visegrad_editor.hexgrid.affine import Affine
from visegrad_editor.model.background import start


def scene(size: tuple[int, int], mode: str = "RGB") -> Image.Image:
    """A picture with flat parts, slopes and lines."""
    width, height = size
    slope = Image.linear_gradient("L").resize(size)
    image = Image.merge("RGB", (slope, slope.transpose(Image.Transpose.ROTATE_90).resize(size),
                                slope.point(lambda v: 255 - v)))
    draw = ImageDraw.Draw(image)
    for i in range(0, max(size), 97):
        draw.line((i, 0, width - i, height), fill=(i % 256, 40, 200), width=5)
    draw.ellipse((width // 4, height // 4, width // 2, height // 2), fill="#e0b040")
    return image.convert(mode)


def go_on(_done: float) -> bool:
    return True


def joined(path: Path, whole: int) -> Image.Image:
    found = list(strips(path, go_on, whole))
    image = Image.new("RGB", (found[0].size[0], sum(s.size[1] for s in found)))
    for i, strip in enumerate(found):
        assert strip.size[1] == STRIP or i == len(found) - 1
        image.paste(strip.convert("RGB"), (0, i * STRIP))
    return image


def apart(one: Image.Image, other: Image.Image) -> float:
    assert one.size == other.size
    return max(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean)


@pytest.mark.parametrize(("mode", "options"), [
    ("RGB", {}), ("RGB", {"compress_level": 0}), ("RGBA", {}), ("LA", {}), ("L", {}), ("P", {}), ("1", {}),
    ("I;16", {}),
])
def test_png_files_are_read_in_strips_unchanged(tmp_path: Path, mode: str, options: dict[str, Any]) -> None:
    image = scene((701, 1300), {"I;16": "L", "LA": "L", "RGBA": "RGB"}.get(mode, mode))
    want = image.convert("RGB")
    if mode in ("RGBA", "LA"):
        image = image.convert(mode)
        image.putalpha(Image.linear_gradient("L").resize(image.size))
        paper = Image.new("RGBA", image.size, "white")
        want = Image.alpha_composite(paper, image.convert("RGBA")).convert("RGB")
    if mode == "I;16":
        image = Image.fromarray(np.asarray(image).astype(np.uint16) * 257)
    image.save(tmp_path / "a.png", **options)
    assert apart(joined(tmp_path / "a.png", 10**9), want) < 0.6
    assert apart(joined(tmp_path / "a.png", 0), want) < 0.6
    if mode in ("RGB", "RGBA", "LA"):
        assert PngRows(tmp_path / "a.png").streams


def with_filters(image: Image.Image) -> bytes:
    """A PNG whose rows use every filter in turn; Pillow alone would choose."""
    width, height = image.size
    raw = np.asarray(image).reshape(height, width * 3).astype(np.int16)
    rows = bytearray()
    for y in range(height):
        here, above = raw[y], raw[y - 1] if y else np.zeros_like(raw[0])
        left, corner = (np.concatenate([np.zeros(3, np.int16), r[:-3]]) for r in (here, above))
        p = left + above - corner
        pa, pb, pc = abs(p - left), abs(p - above), abs(p - corner)
        paeth = np.where((pa <= pb) & (pa <= pc), left, np.where(pb <= pc, above, corner))
        kind = y % 5
        guess = (np.zeros_like(here), left, above, (left + above) // 2, paeth)[kind]
        rows += bytes([kind]) + ((here - guess) % 256).astype(np.uint8).tobytes()

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    packed = zlib.compress(bytes(rows))
    parts = [packed[i:i + 700] for i in range(0, len(packed), 700)]
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"tEXt", b"Title\0A map") + b"".join(chunk(b"IDAT", p) for p in parts)
            + chunk(b"IEND", b""))


def test_every_filter_of_png_rows_crosses_from_strip_to_strip(tmp_path: Path) -> None:
    image = scene((120, 333))
    (tmp_path / "a.png").write_bytes(with_filters(image))
    for rows in (1, 7, 100, 333):
        found = Image.new("RGB", image.size)
        y = 0
        for strip in PngRows(tmp_path / "a.png").strips(rows):
            found.paste(strip, (0, y))
            y += strip.size[1]
        assert found.tobytes() == image.tobytes()


@pytest.mark.parametrize(("mode", "options", "limit"), [
    ("RGB", {"quality": 92}, 6), ("RGB", {"quality": 92, "subsampling": 0}, 6), ("L", {"quality": 92}, 1),
    ("RGB", {"quality": 92, "progressive": True}, 6), ("CMYK", {"quality": 95}, 14),
])
def test_jpeg_files_are_read_as_brightness_and_half_the_colours(
    tmp_path: Path, mode: str, options: dict[str, Any], limit: float
) -> None:
    image = scene((1003, 1301), mode)
    image.save(tmp_path / "a.jpg", **options)
    whole = joined(tmp_path / "a.jpg", 10**9)
    assert apart(joined(tmp_path / "a.jpg", 0), whole) < limit
    assert apart(whole, image) < 6


def test_the_camera_orientation_is_read(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[274] = 6
    scene((80, 60)).save(tmp_path / "a.jpg", exif=exif)
    assert picture_info(tmp_path / "a.jpg").turned == 1


def png_header(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (16, 16)).save(out, "PNG")
    data = bytearray(out.getvalue())
    data[16:24] = struct.pack(">II", width, height)
    data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    return bytes(data)


@pytest.mark.parametrize(("name", "content", "says"), [
    ("huge.png", png_header(20_000, 15_000), "300 megapixels"),
    ("tiny.png", png_header(3, 3), "only 3 x 3"),
    ("a.gif", b"GIF89a..........", "neither a PNG nor a JPEG"),
    ("a.jpg", b"\xff\xd8\xff\xe0nothing more", "damaged"),
    ("a.png", b"", "neither"),
])
def test_unusable_pictures_are_refused_with_a_message(
    tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PictureError, match=says):
        picture_info(tmp_path / name)


@pytest.mark.parametrize("kind", ["png", "jpg"])
@pytest.mark.parametrize("whole", [0, 10**9])
def test_a_truncated_file_is_reported(tmp_path: Path, kind: str, whole: int) -> None:
    path = tmp_path / f"a.{kind}"
    scene((600, 900)).save(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(PictureError, match="a\\."):
        list(strips(path, go_on, whole))
    with pytest.raises(PictureError, match="no file"):
        picture_info(tmp_path / "none.png")
    cache = ScanCache(tmp_path / "cache")
    with pytest.raises(PictureError):
        cache.make(path, go_on)
    assert list((tmp_path / "cache").iterdir()) == []


def test_png_strips_take_little_memory(tmp_path: Path) -> None:
    scene((3000, 4000)).save(tmp_path / "a.png", compress_level=1)
    tracemalloc.start()
    for _strip in strips(tmp_path / "a.png", go_on, 0):
        pass
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # A strip is 4.6 MB; the picture 36 MB. (Pillow's own pixels, a strip at a time, are not counted here.)
    assert most < 30_000_000


# -- pyramids -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pyramid(tmp_path_factory: pytest.TempPathFactory) -> Pyramid:
    image = scene((1700, 1250))
    path = tmp_path_factory.mktemp("scan") / "a.scan"
    cut = [image.crop((0, y, 1700, min(1250, y + STRIP))) for y in range(0, 1250, STRIP)]
    with path.open("wb") as out:
        write_pyramid(cut, image.size, 1, out)
    return Pyramid(path)


def test_levels_halve_down_to_one_tile(pyramid: Pyramid) -> None:
    assert pyramid.sizes == [(1700, 1250), (850, 625), (425, 313)]
    assert pyramid.turned == 1
    image = scene((1700, 1250))
    for level, size in enumerate(pyramid.sizes):
        part = pyramid.region(level, (0, 0, *size))
        assert apart(part, image.resize(size, Image.Resampling.BOX) if level else image) < 5


@settings(max_examples=40, deadline=None)
@given(st.floats(-math.pi, math.pi), st.floats(0.3, 9), st.integers(-500, 1700), st.integers(-500, 1250))
def test_parts_equal_pillow_on_the_whole_picture(
    pyramid: Pyramid, turn: float, grow: float, x: int, y: int
) -> None:
    c, s = grow * math.cos(turn), grow * math.sin(turn)
    to_picture = Affine(c, -s, x, s, c, y)
    found = pyramid.part(to_picture, (90, 70))
    corners = [to_picture.apply(p) for p in ((0, 0), (90, 0), (0, 70), (90, 70))]
    inside_box = [0 <= x <= 1700 and 0 <= y <= 1250 for x, y in corners]
    if found is None:
        assert not any(inside_box)
        return
    part, mask = found
    assert part.size == (90, 70)
    assert (mask is None) == all(inside_box)
    level = max(v for v in range(3) if v == 0 or grow / 0.75 >= 2**v)
    small = scene((1700, 1250)).resize(pyramid.sizes[level], Image.Resampling.BOX)
    want = small.transform(
        (90, 70), Image.Transform.AFFINE, tuple(to_picture.then(Affine.scaling(0.5**level))),
        Image.Resampling.BILINEAR)
    known = mask.point(lambda v: v) if mask is not None else Image.new("L", part.size, 255)
    bands = ImageStat.Stat(ImageChops.difference(part, want), known)
    if ImageStat.Stat(known).sum[0] > 255 * 50:
        assert max(bands.mean) < 9


def test_a_damaged_pyramid_is_ignored(tmp_path: Path, pyramid: Pyramid) -> None:
    data = pyramid.path.read_bytes()
    for bad in (b"", b"VEscan1\n", data[:-3], data[: len(data) // 2], b"x" + data, data[:-16] + bytes(16)):
        (tmp_path / "bad").write_bytes(bad)
        with pytest.raises(PyramidError):
            Pyramid(tmp_path / "bad")


def test_the_cache_prepares_a_picture_once_and_notices_changes(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    scene((800, 600)).save(picture)
    cache = ScanCache(tmp_path / "cache")
    assert cache.find(picture) is None
    told: list[float] = []
    made = cache.make(picture, lambda done: told.append(done) or True)  # type: ignore[func-returns-value]
    assert made.size == (800, 600)
    assert told[-1] == pytest.approx(1, abs=0.01)
    again = cache.find(picture)
    assert again is not None
    assert again.path == made.path
    scene((400, 300)).save(picture)
    assert cache.find(picture) is None
    with pytest.raises(Cancelled):
        cache.make(picture, lambda _done: False)
    assert cache.find(picture) is None
    assert len(list((tmp_path / "cache").iterdir())) == 1


def test_the_cache_stays_small(tmp_path: Path) -> None:
    cache = ScanCache(tmp_path / "cache", most_bytes=200_000)
    for i in range(5):
        path = tmp_path / f"{i}.png"
        scene((900, 700 + i)).save(path)
        newest = cache.make(path, go_on)
    kept = list((tmp_path / "cache").iterdir())
    assert newest.path in kept
    assert sum(p.stat().st_size for p in kept) <= max(200_000, newest.path.stat().st_size)
    assert len(kept) < 5


# -- under the map ------------------------------------------------------------------------


@pytest.mark.parametrize("turn", range(4))
def test_the_scan_lies_under_the_same_hexes_when_the_view_is_turned(pyramid: Pyramid, turn: int) -> None:
    design = small_design()
    plain = HexGeometry(design.map.grid)
    to_map = start(plain, pyramid.size)
    renderer = TileRenderer()
    renderer.turn = turn
    renderer.scan, renderer.scan_opacity, renderer.scan_over = ScanLayer(pyramid, to_map), 1.0, False
    renderer.hidden = frozenset(ALL_LAYERS)
    renderer.show(design)
    left, top, right, bottom = renderer.bounds
    view = Viewport(24.0, left, top, round((right - left) * 24), round((bottom - top) * 24))
    picture = renderer.picture(view)
    image = scene((1700, 1250)).reduce(4)
    for hex in some(design.map.grid):
        centre = plain.centre(hex)
        x, y = to_map.inverse().apply(centre)
        if not (60 < x < 1640 and 60 < y < 1190):
            continue
        a, b = map(round, view.to_screen(renderer.geometry.centre(hex)))
        seen = np.asarray(picture.crop((a - 3, b - 3, a + 4, b + 4))).mean(axis=(0, 1))
        u, v = round(x / 4), round(y / 4)
        there = np.asarray(image.crop((u - 4, v - 4, u + 5, v + 5))).mean(axis=(0, 1))
        assert np.abs(seen - there).max() < 40
        assert to_level_map(renderer.geometry).apply(renderer.geometry.centre(hex)) == pytest.approx(centre)


def test_opacity_and_place_of_the_scan(pyramid: Pyramid) -> None:
    design = small_design()
    renderer = TileRenderer()
    renderer.show(design)
    view = Viewport(24.0, 2.0, 2.0, 200, 150)
    without = renderer.picture(view)
    renderer.scan = ScanLayer(pyramid, start(design.map.geometry, pyramid.size))
    renderer.scan_opacity = 0.0
    assert apart(renderer.picture(view), without) == 0
    renderer.scan_opacity = 1.0
    over = renderer.picture(view)
    assert apart(over, without) > 15
    renderer.scan_opacity = 0.5
    assert apart(renderer.picture(view), Image.blend(without, over, 0.5)) < 4
    renderer.scan_over, renderer.scan_opacity = False, 1.0
    assert apart(renderer.picture(view), without) < 2
    renderer.opacity = {"terrain": 0.0, "countries": 0.0}
    assert apart(renderer.picture(view), over) < 4
    renderer.position = {}
    renderer.opacity = {}
    renderer.update(design)
    assert apart(renderer.picture(view), without) < 30


def test_the_scan_is_visible_while_the_view_moves(pyramid: Pyramid) -> None:
    design, key = small_design(), TileKey(24.0, 0, 0)
    renderer = TileRenderer()
    renderer.show(design)
    without = renderer.sketch(key)
    lie = start(design.map.geometry, pyramid.size)
    renderer.scan = ScanLayer(pyramid, lie.then(Affine.scaling(1.5)))
    assert apart(renderer.sketch(key), without) > 15
    reach = renderer.reach
    renderer.scan_opacity = 0.0
    assert renderer.reach == renderer.bounds != reach
    renderer.unplaced_scan = UnplacedScan(pyramid, Affine.scaling(0.01))
    assert renderer.bounds == pytest.approx((0, 0, 17, 12.5))
    assert apart(renderer.sketch(key), renderer.tile(key)) < 1
