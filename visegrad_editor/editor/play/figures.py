"""The game in figures, row by row, each with a value for every side."""

from __future__ import annotations

from dataclasses import dataclass

from .session import PlaySession
from .words import BOXES

_COUNTED = ("ready", "used", "pool", "reinforcements", "eliminated", "removed")


@dataclass(frozen=True)
class Row:
    """A row of the table; `hex` is where it leads."""

    name: str
    values: tuple[str, ...] = ()
    heading: bool = False
    hex: str = ""


def figures(session: PlaySession) -> list[Row]:
    """Turn, units and strength on the map, boxes, markers, goals taken and open."""
    design, position, game = session.design, session.position, session.timeline.game
    scenario = design.scenario
    assert scenario is not None
    sides = [s.id for s in design.ruleset.sides]
    of = {u.key: n.side for u in scenario.units
          if (n := design.ruleset.nationality_by_id.get(u.nationality)) is not None}
    rows = [Row("Turn", (f"{position.turn} of {scenario.turns}" if position.turn else "set-up",))]
    on_map = {s: [k for k, u in position.units.items() if u.hex and of.get(k) == s] for s in sides}

    def count(name: str, values: list[int]) -> None:
        if any(values):
            rows.append(Row(name, tuple(map(str, values))))

    rows.append(Row("On the map", heading=True))
    count("Units", [len(on_map[s]) for s in sides])
    count("Strength", [sum(map(game.strength, on_map[s])) for s in sides])
    count("Reduced", [sum(position.units[k].reduced for k in on_map[s]) for s in sides])
    count("Out of supply", [sum(position.units[k].out_of_supply for k in on_map[s]) for s in sides])
    rows.append(Row("Off the map", heading=True))
    for box in _COUNTED:
        count(BOXES[box], [sum(u.box == box and of.get(k) == s for k, u in position.units.items())
                           for s in sides])
    names = dict.fromkeys(n for s in sides for n in position.markers.get(s, {}))
    if names:
        rows.append(Row("Cyber-war markers", heading=True))
        for name in names:
            rows.append(Row(name.capitalize(),
                            tuple(str(position.markers.get(s, {}).get(name, 0)) for s in sides)))
    rows.append(Row(f"Goals taken ({len(position.scored)})", heading=True))
    rows += [Row(_place(session, h), hex=h) for h in position.scored]
    for i, side in enumerate(sides):
        goals = [h for h in game.goals(side).take if h in game.board.index]
        if goals:
            rows.append(Row(f"Goals of the {design.ruleset.side_by_id[side].name}", heading=True))
            values = tuple("open" if j == i else "" for j in range(len(sides)))
            rows += [Row(_place(session, h), values, hex=h) for h in sorted(goals)]
    return rows


def _place(session: PlaySession, number: str) -> str:
    map = session.design.map
    hex = map.grid.parse(number)
    place = map.place_at.get(hex) if hex is not None else None
    return f"{number} {place.name}" if place and place.name else number
