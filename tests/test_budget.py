"""Whatever a file of up to 16 MB holds, a command answers within 10 seconds of the processor and 512 MB."""

from __future__ import annotations

import functools
import io
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from budget_formats import FORMATS, Format
from geodata_set import write_set
from measured_commands import MOST_SECONDS, Commands, Measured
from PIL import Image
from repeated_parts import Part

from visegrad_editor.model.files.resources import resource_folder

FULL = 16 * 1024 * 1024
_SMALL, _LARGE = 100_000, 1_000_000
_NOTHING, _LEAST = 0.4, 0.03
"""Seconds that tell nothing of how the time grows, and the least a file of a hundred kilobytes counts as."""
_GROWTH = 1.3
_TRIES = 3
"""Other work on the machine makes a process slower, never quicker."""


@pytest.fixture
def commands(tmp_path: Path) -> Iterator[Commands]:
    with Commands(tmp_path) as commands:
        yield commands


def _run(commands: Commands, format: Format, part: Part, size: int) -> Measured:
    (commands.folder / format.file).write_text(part.text(size), "utf-8", "surrogatepass")
    return commands(*format.words)


def _complaint(commands: Commands, format: Format, part: Part) -> str:
    """What is wrong with the time and memory that a part takes, repeated; "" for nothing."""
    large = _run(commands, format, part, _LARGE)
    if not large.within:
        return f"a file of 1 MB: {large}"
    if large.seconds <= _NOTHING:
        return ""
    idle = _run(commands, format, part, 1).seconds
    growths = []
    for _ in range(_TRIES):
        small = _run(commands, format, part, _SMALL)
        growths.append(math.log10((large.seconds - idle) / max(small.seconds - idle, _LEAST)))
        if min(growths) <= _GROWTH:
            break
        large = _run(commands, format, part, _LARGE)
    else:
        return f"the time grows with n^{min(growths):.2f}: {large}"
    for _ in range(_TRIES):
        full = _run(commands, format, part, FULL - 100_000)
        if full.within or full.seconds < MOST_SECONDS:
            break
    return "" if full.within else f"a file of 16 MB: {full}"


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("format", FORMATS, ids=lambda f: f.name)
def test_each_part_of_each_format_may_be_repeated(format: Format, commands: Commands) -> None:
    format.prepare(commands.folder)
    parts = list(format.parts())
    assert len(parts) > 20
    found = {part.name: _complaint(commands, format, part) for part in parts}
    assert {name: complaint for name, complaint in found.items() if complaint} == {}


# -- inputs that took minutes or gigabytes once -----------------------------------------------------------

Files = dict[str, str | bytes]
_GAME = "format: 1\nkind: game\nscenario: first-steps\nseed: 1\norders: |\n"


def _bundled(path: str) -> str:
    return (resource_folder("sample_scenarios") / path).read_text("utf-8")


def _blanks() -> Files:
    return {"x.yaml": f"{_GAME}  pass{' ' * 1_000_000}x\n"}


def _remarks() -> Files:
    return {"x.yaml": _GAME + "  # x\n" * 2_500_000}


def _area() -> Files:
    named = f'\nareas:\n  - {{id: zz, name: zz, hexes: "{"1718 " * 700_000}"}}'
    return {"x.yaml": _bundled("maps/visegrad4.yaml").replace("\nareas:", named, 1)}


def _stack() -> Files:
    units = "".join(
        f'  - {{name: "{i}x", nationality: poland, type: mechanized, strength: 4/2, setup: "1620"}}\n'
        for i in range(40_000))
    return {"x.yaml": _bundled("scenarios/historical.yaml").replace("\nunits:", f"\nunits:\n{units}", 1)}


def _tilesets() -> Files:
    tiles = "".join(
        f'<tile id="{i}"><properties><property name="terrain" value="clear"/></properties></tile>'
        for i in range(100_000))
    named = "".join(f'<tileset firstgid="{1 + i * 100_001}" source="big.tsx"/>' for i in range(300))
    return {
        "big.tsx": f'<tileset name="t" tilewidth="1" tileheight="1" tilecount="100000">{tiles}</tileset>',
        "x.tmx": (
            '<map orientation="hexagonal" width="4" height="4" tilewidth="32" tileheight="28" '
            f'hexsidelength="16" staggeraxis="y" staggerindex="odd">{named}<layer width="4" height="4">'
            f'<data encoding="csv">{",".join("0" * 16)}</data></layer></map>')}


def _tiled_json(entry: str) -> Files:
    head = ('{"type": "map", "orientation": "hexagonal", "width": 1, "height": 1, "tilewidth": 32, '
            '"tileheight": 28, "tilesets": [], "layers": [{"type": "tilelayer", "data": [0]}], "q": [')
    return {"x.tmj": head + ",".join([entry] * ((FULL - 1000) // (len(entry) + 1))) + "]}"}


def _rows() -> Files:
    return {"x.csv": "hex,terrain\n" + "1718\n" * 3_000_000}


def _polygons(count: int, spread: float = 0.0) -> Files:
    def one(i: int) -> str:
        d = spread * i
        ring = f"[[8,49.75],[{10 - d:.6f},49.75],[{10 - d:.6f},51],[8,51],[8,49.75]]"
        return ('{"type":"Feature","properties":{"name":"Westland"},"geometry":{"type":"Polygon",'
                f'"coordinates":[{ring}]}}}}')

    features = ",".join(map(one, range(count)))
    return {"states.geojson": f'{{"type":"FeatureCollection","features":[{features}]}}'}


def _picture(mode: str, edge: int) -> Files:
    made = io.BytesIO()
    Image.new(mode, (edge, edge)).save(made, "PNG")
    return {"heights.png": made.getvalue()}


_GEODATA = ("import-geodata", "twinland.yaml", "--dry-run")
ONCE: dict[str, tuple[Callable[[], Files], tuple[str, ...], str]] = {
    "an order with a million blanks": (_blanks, ("replay", "x.yaml"), "Order 1"),
    "millions of remarks": (_remarks, ("replay", "x.yaml"), "the game goes on"),
    "an area that names a hex without end": (_area, ("validate", "x.yaml"), "1718 occurs twice in area zz"),
    "forty thousand units in a hex": (_stack, ("validate", "x.yaml"), "units are set up in 1620"),
    "one large tileset three hundred times": (_tilesets, ("import", "x.tmx", "--dry-run"), "A map of 4"),
    "Tiled, objects": (lambda: _tiled_json('{"":0}'), ("import", "x.tmj", "--dry-run"), "too large"),
    "Tiled, empty objects": (lambda: _tiled_json("{}"), ("import", "x.tmj", "--dry-run"), "too large"),
    "Tiled, lists": (lambda: _tiled_json("[0]"), ("import", "x.tmj", "--dry-run"), "too large"),
    "a table of millions of doubled rows": (
        _rows, ("import", "x.csv", "--map", "historical", "--dry-run"), "more than 500,000 rows"),
    "equal polygons": (lambda: _polygons(45_000), _GEODATA, "Countries: "),
    "polygons nearly equal": (
        lambda: _polygons(45_000, 1e-5), _GEODATA, "more than 3,000,000 positions on this map"),
    "very many polygons": (lambda: _polygons(100_000), _GEODATA, "more than 50,000 lines"),
    "heights of a hundred million points": (
        lambda: _picture("L", 10_000), _GEODATA, "more than 25 megapixels"),
    **{f"heights, {mode}": (functools.partial(_picture, mode, 5_000), _GEODATA, "Countries: ")
       for mode in ("L", "I;16", "RGB", "RGBA", "P")},
}


_QUICK = ("an order with a million blanks", "an area that names a hex without end",
          "one large tileset three hundred times", "Tiled, objects", "heights of a hundred million points")
"""Of those, what takes a second: looked at in every run of the tests."""


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=() if name in _QUICK else pytest.mark.slow) for name in ONCE])
def test_what_took_minutes_or_gigabytes_is_answered_or_refused(name: str, commands: Commands) -> None:
    files, words, says = ONCE[name]
    write_set(commands.folder)
    for file, content in files().items():
        data = content.encode() if isinstance(content, str) else content
        (commands.folder / file).write_bytes(data)
    for _ in range(_TRIES):
        found = commands(*words)
        if found.seconds <= MOST_SECONDS:
            break
    assert found.within, found
    assert says in found.said, found
