"""The maps that draw the boards of a card: read, and compared with what the card says of each board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache, lru_cache
from pathlib import Path

from ..hexgrid import Hex, HexGrid
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.files.catalogue import bundled_of
from ..model.files.head import kind_of
from ..model.files.load import load
from ..model.files.references import ENDINGS, FileReferenceError, is_path, resolve
from .boards import Board
from .card import Card
from .hexes import direction_between
from .names import column_letters

_MOST_FILES = 300
"""How many files beside a card are looked at for maps."""
_KEPT = 8
"""The most maps kept in memory, so that a card that is checked again reads none again."""


@dataclass(frozen=True)
class BoardFault:
    """What is wrong with the map of a board: a code of a problem, and a sentence."""

    board: str
    code: str
    message: str


@dataclass(frozen=True)
class BoardMaps:
    """The maps of a card. `designs` has, by the id of its board, each map that could be read and fits its
    board, with its ruleset; `faults` says why others are not there."""

    designs: Mapping[str, Design] = field(default_factory=dict)
    faults: tuple[BoardFault, ...] = ()


def maps_of(card: Card, folder: Path | None) -> BoardMaps:
    """The maps of a card whose file is in `folder`; without it only bundled maps are looked for."""
    designs: dict[str, Design] = {}
    faults: list[BoardFault] = []
    for board in card.boards:
        if not board.map or (folder is None and is_path(board.map)):
            continue
        try:
            path = resolve("map", board.map, folder or Path())
            design, why = _read(path, path.stat().st_mtime_ns)
        except (FileReferenceError, OSError) as error:
            faults.append(BoardFault(board.id, "no-map", f"The map of board {board.id}: {error}"))
            continue
        if design is None:
            faults.append(BoardFault(board.id, "no-map", (
                f"The map of board {board.id}, {board.map}, cannot be used. {why}")))
        elif wrong := misfit(board, design.map.grid):
            faults.append(BoardFault(board.id, "map-misfit", wrong))
        else:
            designs[board.id] = design
    return BoardMaps(designs, tuple(faults))


def maps_to_choose(folder: Path | None) -> tuple[str, ...]:
    """The maps that a board of a card whose file is in `folder` can name: bundled ones with hexes
    like those of boards, and the map files beside the card."""
    return (*_bundled_boards(), *_beside(folder))


@cache
def _bundled_boards() -> tuple[str, ...]:
    """The bundled maps whose hexes are called as those of boards."""
    designs = ((one.name, load(one.path, "map").design) for one in bundled_of("map"))
    return tuple(name for name, design in designs if design is not None and all(
        design.map.grid.parse(hex) is not None for hex in ("A1", "B0", "B1")))


def _beside(folder: Path | None) -> tuple[str, ...]:
    """The names of the map files in a folder."""
    if folder is None:
        return ()
    try:
        paths = sorted(p for ending in ENDINGS for p in folder.glob(f"*{ending}"))[:_MOST_FILES]
    except OSError:
        return ()
    return tuple(p.name for p in paths if kind_of(p) == "map")


@lru_cache(maxsize=_KEPT)
def _read(path: Path, _changed: int) -> tuple[Design | None, str]:
    """The map of a file, and why there is none."""
    result = load(path, "map")
    if result.design is not None:
        return result.design, ""
    error = next((p for p in result.problems if p.severity == "error"), None)
    at = f"{path.name}:{error.line}: " if error is not None and error.line else f"{path.name}: "
    return None, f"{at}{error.message if error is not None else 'it is no map.'}"


def misfit(board: Board, grid: HexGrid) -> str:
    """Why a map with this grid cannot draw a board, in a sentence that says what to write; "" if it can."""
    called = {f"{column_letters(c)}{r}": Hex(c, r) for c in range(board.last_column + 1)
              for r in range(board.lowest(c), board.rows + 1)}
    missing = next((name for name in called if grid.parse(name) is None), "")
    first, last = grid.ends()
    if missing:
        return (f"Board {board.id} has a hex {missing}, and its map {board.map} has none: its hexes are "
                f"{first} to {last}. {_remedy(grid)}")
    extra = next((number for number, hex in zip(grid.numbers, grid, strict=True)
                  if number not in called and not grid.beyond(hex) and hex.row > 0), "")
    if extra:
        return (f"The map {board.map} of board {board.id} has a hex {extra}, and the board, whose last "
                f"column is {board.columns} and whose last row is {board.rows}, has none. {_remedy(grid)}")
    for one, other in (("A1", "B1"), ("B1", "C2")):
        if {one, other} <= called.keys() and not _same_way(grid, called, one, other):
            return (f"On the map {board.map} of board {board.id} {other} does not lie where it lies on "
                    "boards: B1 is half a hex lower than A1. Use a grid with `orientation: flat`, "
                    "`stagger: odd`, columns with letters from the left and rows with numbers from the top.")
    return ""


def _remedy(grid: HexGrid) -> str:
    """What to write so that the board is as large as its map."""
    try:
        letters = column_letters(grid.columns - 1)
    except ValueError:
        return "Name another map."
    return f"Write `columns: {letters}` and `rows: {grid.rows - 1}` for the board, or name another map."


def _same_way(grid: HexGrid, called: Mapping[str, Hex], one: str, other: str) -> bool:
    """Whether a hex lies in the same direction of another on the map as on a board."""
    a, b = grid.parse(one), grid.parse(other)
    way = direction_between(called[one], called[other])
    if a is None or b is None or way is None or grid.orientation != "flat":
        return False
    # Directions of a grid begin in the south-east with 0.
    return grid.direction(a, b) == (way + 3) % 6
