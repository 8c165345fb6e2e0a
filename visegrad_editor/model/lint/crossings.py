"""Bridges and fords where there is nothing to cross."""

from __future__ import annotations

from collections.abc import Callable

from ...hexgrid import Hexside
from ..check.context import Checks
from ..design import Design
from ..edit.documents import with_map
from ..edit.hexsides import erase_sides
from ..problems import Fix


def lint_crossings(checks: Checks) -> None:
    """Note hexsides that carry a crossing (a kind with that trait) and nothing else."""
    game_map, kinds = checks.design.map, checks.design.ruleset.hexside_by_id
    crossings = {k for k, kind in kinds.items() if "crossing" in kind.traits}
    if not crossings:
        return
    for side, lines in game_map.side_lines.items():
        if all(line.kind in crossings for line in lines) and side.a in game_map.grid:
            line = lines[0]
            checks.add("note", "dry-crossing", (
                f"The {kinds[line.kind].name.lower()} at {game_map.grid.side_text(side)} crosses nothing: "
                "no river or other hexside lies there."), "map", "hexsides", f"{line.kind}/{line.name}",
                hex=game_map.grid.number(side.a), fix=Fix("Erase it", _erasing(line.kind, side)))


def _erasing(kind: str, side: Hexside) -> Callable[[Design], Design]:
    return lambda design: with_map(design, erase_sides(design.map, [side], kind))
