"""Whatever a file of up to 16 MB holds, a command answers within 10 seconds of the processor and 512 MB."""

from __future__ import annotations

import functools
import io
import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from budget_formats import FORMATS, Format
from geodata_set import write_set
from hostile_cards import CARDS
from measured_commands import MOST_MEMORY, MOST_SECONDS, Commands, CommandServer, Measured
from PIL import Image
from repeated_parts import Part

from visegrad_editor.model.files.resources import resource_folder

FULL = 16 * 1024 * 1024
_SMALL, _LARGE = 60_000, 600_000
_NOTHING, _LEAST = 0.3, 0.04
"""Seconds that tell nothing of how the time grows, and the least the smaller file counts as."""
_GROWTH = 1.3
_TRIES = 3
"""Other work on the machine makes a process slower, never quicker."""
_COSTLIEST = 3
"""Parts of a format that are tried at 16 MB in any case."""
_MARGIN = 0.6
"""The share of what is allowed from which on a prediction is not trusted."""


@pytest.fixture(scope="module")
def server() -> Iterator[CommandServer]:
    with CommandServer() as server:
        yield server


@pytest.fixture
def commands(tmp_path: Path, server: CommandServer) -> Commands:
    return Commands(tmp_path, server)


@dataclass(frozen=True)
class _Cost:
    """What a part costs at 600 kB, beyond what every command costs."""

    part: Part
    seconds: float
    memory: float
    growth: float
    """The power of the size with which the seconds grow."""

    def at_full_size(self) -> tuple[float, float]:
        """Seconds and bytes of memory of the largest file, if it goes on as it did up to 600 kB."""
        times = len(_full_text(self.part)) / len(self.part.text(_LARGE))
        return self.seconds * times**max(1.0, self.growth), self.memory * times


class _Trial:
    """Runs the command of a format on its parts."""

    def __init__(self, commands: Commands, format: Format) -> None:
        self._commands, self._format = commands, format
        format.prepare(commands.folder)

    def complaints(self, parts: Sequence[Part]) -> dict[str, str]:
        """What is wrong with the time and memory that parts take, repeated, by the name of the part. All of
        them are tried at 600 kB, and at 16 MB those that will cost the most."""
        idle = min((self._run(parts[0].text(1)) for _ in range(_TRIES)), key=lambda m: m.seconds)
        found: dict[str, str] = {}
        costs: list[_Cost] = []
        for part in parts:
            large = self._run(part.text(_LARGE))
            if not large.within:
                found[part.name] = f"a file of 600 kB: {large}"
                continue
            large, growth = self._growth(part, large, idle)
            if growth > _GROWTH:
                found[part.name] = f"the time grows with n^{growth:.2f}: {large}"
            else:
                costs.append(_Cost(part, large.seconds - idle.seconds, large.memory - idle.memory, growth))
        for part in _costliest(costs):
            full = self.at_full_size(part)
            if not full.within:
                found[part.name] = f"a file of 16 MB: {full}"
        return found

    def at_full_size(self, part: Part) -> Measured:
        """What the part takes in the largest file."""
        return self._run(_full_text(part))

    def _run(self, text: str) -> Measured:
        """What the command takes for a text; the least of several times where that is too long."""
        (self._commands.folder / self._format.file).write_text(text, "utf-8", "surrogatepass")
        for _ in range(_TRIES):
            found = self._commands(*self._format.words)
            if found.within or found.seconds < MOST_SECONDS:
                break
        return found

    def _growth(self, part: Part, large: Measured, idle: Measured) -> tuple[Measured, float]:
        """The last measurement at 600 kB, and the power of the size with which the time grows, the least of
        several tries; 1 where the time is too short to tell."""
        if large.seconds <= _NOTHING:
            return large, 1.0
        least = math.inf
        for _ in range(_TRIES):
            small = self._run(part.text(_SMALL))
            least = min(least, math.log10(
                (large.seconds - idle.seconds) / max(small.seconds - idle.seconds, _LEAST)))
            if least <= _GROWTH:
                break
            large = self._run(part.text(_LARGE))
        return large, least


def _full_text(part: Part) -> str:
    """The part repeated to a file of nearly 16 MB, and no more: a larger one is refused unread."""
    size = FULL - 100_000
    text = part.text(size)
    while (bytes := len(text.encode("utf-8", "surrogatepass"))) > FULL:
        size = int(size * 0.98 * FULL / bytes)
        text = part.text(size)
    return text


def _costliest(costs: Sequence[_Cost]) -> list[Part]:
    """Those that are tried at 16 MB: the slowest and the largest, and all whose predicted time or memory is
    not far from what is allowed."""
    # Many files cannot grow: for how much larger each is it must be made, so only for the first ones.
    times = FULL / _LARGE
    slow = [c for c in costs if c.seconds * times**max(1.0, c.growth) > _MARGIN * MOST_SECONDS]
    large = [c for c in costs if c.memory * times > _MARGIN * MOST_MEMORY]
    predicted = {c.part.name: (c, *c.at_full_size()) for c in (
        *slow, *large, *sorted(costs, key=lambda c: -c.seconds)[:_COSTLIEST])}
    by_time = sorted(predicted.values(), key=lambda p: -p[1])
    by_memory = sorted(predicted.values(), key=lambda p: -p[2])
    near = [p for p in by_time if p[1] > _MARGIN * MOST_SECONDS or p[2] > _MARGIN * MOST_MEMORY]
    return list({p[0].part.name: p[0].part for p in (*by_time[:_COSTLIEST], *by_memory[:1], *near)}.values())


_SHORT = "geojson towns"
"""A format of few parts: continuous integration has the time to try some of them too."""
_LIGHT = ("scenario", "style", "game", "game with a list", "geodata", "tmx", "tsx", "tmj")
"""Formats whose parts are all tried together in a few seconds: looked at by continuous integration too."""


@pytest.mark.exhaustive
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("format", FORMATS, ids=lambda f: f.name)
def test_each_part_of_each_format_may_be_repeated(format: Format, commands: Commands) -> None:
    parts = [*_prepared(format, commands).parts(), *format.pairs()]
    assert len(parts) > 20
    assert _Trial(commands, format).complaints(parts) == {}


@pytest.mark.slow
def test_a_part_may_be_repeated_in_each_way(commands: Commands) -> None:
    format = next(f for f in FORMATS if f.name == _SHORT)
    parts = _of_each_way(list(_prepared(format, commands).parts()))
    assert len(parts) >= 20
    assert _Trial(commands, format).complaints(parts) == {}


def _of_each_way(parts: Sequence[Part]) -> list[Part]:
    """One part for each way in which parts are repeated, from all over the format."""
    ways: dict[str, list[Part]] = {}
    for part in parts:
        ways.setdefault(part.name.rpartition(": ")[2], []).append(part)
    return [same[i % len(same)] for i, same in enumerate(ways.values())]


@pytest.mark.parametrize("format", [
    # A table has nothing but rows.
    pytest.param(f, id=f.name, marks=pytest.mark.slow if f.name in _LIGHT else pytest.mark.exhaustive)
    for f in FORMATS if f.name != "table"])
def test_all_parts_of_a_format_may_be_repeated_together(format: Format, commands: Commands) -> None:
    crowds = list(_prepared(format, commands).crowds())
    assert crowds
    trial = _Trial(commands, format)
    for crowd in crowds:
        full = trial.at_full_size(crowd)
        assert full.within, f"{crowd.name}: {full}"


def _prepared(format: Format, commands: Commands) -> Format:
    """The format, with what its example needs in the folder of the commands."""
    format.prepare(commands.folder)
    return format


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


def _directives() -> Files:
    return {"x.yaml": "".join(f"%TAG !a{i}! tag:x,2000:\n" for i in range(500_000)) + "---\na: 1\n"}


def _wide_entries() -> Files:
    """Entries that each mean nearly the whole map, none quite like another, each with a unit."""
    entries = "".join(
        f'  - {{id: e{i}, name: a, where: {{countries: [russia, belarus, ukraine, poland, germany], '
        f'excluding: ["{6 + i % 30:02}{1 + i // 30 % 26:02}", "{6 + i // 780:02}01"]}}}}\n'
        for i in range(12_000))
    units = "".join(
        f'  - {{name: "{i}x", nationality: poland, type: mechanized, strength: 4/2, '
        f'reinforcement: {{turn: 1, entry: e{i}}}}}\n' for i in range(12_000))
    text = _bundled("scenarios/historical.yaml").replace("\nentries:", f"\nentries:\n{entries}", 1)
    return {"x.yaml": text.replace("\nunits:", f"\nunits:\n{units}", 1)}


def _unknown_sides() -> Files:
    """Very many sides, and nationalities of others whose names have the same letters in another order."""
    drawn = random.Random(1)

    def word() -> str:
        return "".join(drawn.sample("abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnop", 52))

    sides = "".join(f'  - {{id: {word()}, name: S, colour: "#2f5fa8"}}\n' for _ in range(50_000))
    nations = "".join(
        f'  - {{id: n{i}, name: N, adjective: N, side: {word()}, '
        'colours: {ground: "#f5f5f1", ink: "#1b4598", symbol: "#dde7f7"}}\n' for i in range(10_000))
    text = _bundled("rulesets/visegrad4.yaml").replace("\nsides:", f"\nsides:\n{sides}", 1)
    return {"x.yaml": text.replace("\nnationalities:", f"\nnationalities:\n{nations}", 1)}


def _scribbles() -> Files:
    """Polygons each of which crosses itself some thousand times."""
    drawn = random.Random(1)

    def one() -> str:
        ring = [[round(drawn.uniform(9, 11), 5), round(drawn.uniform(49.5, 50.5), 5)] for _ in range(250)]
        return json.dumps({"type": "Feature", "properties": {"name": "Westland"}, "geometry": {
            "type": "Polygon", "coordinates": [[*ring, ring[0]]]}})

    features = ",".join(one() for _ in range(1500))
    return {"states.geojson": f'{{"type":"FeatureCollection","features":[{features}]}}'}


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
    "half a million directives": (_directives, ("validate", "x.yaml"), "lines begin with %"),
    "entries that mean the whole map": (
        _wide_entries, ("validate", "x.yaml"), "mean more than 1,000,000 hexes together"),
    "unknown words beside very many known ones": (
        _unknown_sides, ("validate", "x.yaml"), "There is no side"),
    "one large tileset three hundred times": (_tilesets, ("import", "x.tmx", "--dry-run"), "A map of 4"),
    "very many tilesets": (
        lambda: {"x.tmx": (
            '<map orientation="hexagonal" width="1" height="1" tilewidth="32" tileheight="28" '
            'hexsidelength="16" staggeraxis="y" staggerindex="odd">'
            + '<tileset firstgid="1" source="x.tsx"/>' * 400_000
            + '<layer width="1" height="1"><data encoding="csv">0</data></layer></map>')},
        ("import", "x.tmx", "--dry-run"), "more than 5,000 tileset files"),
    "Tiled, objects": (lambda: _tiled_json('{"":0}'), ("import", "x.tmj", "--dry-run"), "too large"),
    "Tiled, empty objects": (lambda: _tiled_json("{}"), ("import", "x.tmj", "--dry-run"), "too large"),
    "Tiled, lists": (lambda: _tiled_json("[0]"), ("import", "x.tmj", "--dry-run"), "too large"),
    "a table of millions of doubled rows": (
        _rows, ("import", "x.csv", "--map", "historical", "--dry-run"), "more than 500,000 rows"),
    "equal polygons": (lambda: _polygons(45_000), _GEODATA, "Countries: "),
    "polygons nearly equal": (
        lambda: _polygons(45_000, 1e-5), _GEODATA, "more than 3,000,000 positions on this map"),
    "very many polygons": (lambda: _polygons(100_000), _GEODATA, "more than 50,000 lines"),
    "polygons that cross themselves": (
        _scribbles, _GEODATA, "cross themselves more than 100,000 times"),
    "heights of a hundred million points": (
        lambda: _picture("L", 10_000), _GEODATA, "more than 25 megapixels"),
    **{f"heights, {mode}": (functools.partial(_picture, mode, 5_000), _GEODATA, "Countries: ")
       for mode in ("L", "I;16", "RGB", "RGBA", "P")},
}


_QUICK = ("an order with a million blanks", "an area that names a hex without end",
          "one large tileset three hundred times", "half a million directives", "millions of remarks",
          "heights of a hundred million points", "Tiled, objects", "Tiled, empty objects", "Tiled, lists",
          *(f"heights, {mode}" for mode in ("L", "I;16", "RGB", "RGBA", "P")))
"""Of those, what takes a second: looked at in every run of the tests."""


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=() if name in _QUICK else pytest.mark.exhaustive) for name in ONCE])
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


_SLOW_CARDS = ("two hundred groups", "two hundred groups of two hundred forces, in words",
               "two hundred groups of two hundred forces, refereed", "as many forces as can be printed",
               "forty boards", "ten thousand groups", "hexes without end", "a huge secret file",
               "thousands of checks", "a game of a million orders")
"""Cards whose answer takes more than a second."""


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.exhaustive if name in _SLOW_CARDS else ()) for name in CARDS])
def test_whatever_a_card_holds_it_is_answered_or_refused(name: str, commands: Commands) -> None:
    files, words, says = CARDS[name]
    for file, content in files().items():
        (commands.folder / file).write_text(str(content), "utf-8")
    found = commands(*words)
    assert found.within, found
    assert says in found.said, found
