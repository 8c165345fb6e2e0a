"""A moment of a game as a new scenario: units where they stand, what is still to come shifted."""

from __future__ import annotations

from dataclasses import replace

from ...engine.position import Position, UnitPosition
from ...model.design import Design
from ...model.provenance import Provenance
from ...model.scenario import Assets, ReplacementOverride, Scenario, Setup, Unit, Where
from .words import when

_GONE = {"eliminated", "removed"}


def scenario_at(design: Design, position: Position, seed_words: str = "") -> Scenario:
    """A scenario that begins at a position: its own, not a variant.

    Units on the map are set up in their hexes with the side that is up; eliminated ones are left
    out; reinforcements and replacements still to come keep their order, counted from the new first
    turn; air units that are available start so. `seed_words` tells where the position comes from.
    """
    old = design.scenario
    assert old is not None
    # A position within a turn starts that turn anew.
    gone_by = max(0, position.turn - 1)
    wings = {k.id for k in design.ruleset.unit_types if "air" in k.traits}
    units = tuple(
        u for unit in old.units
        if (u := _unit(unit, position.units.get(unit.key), gone_by, unit.type in wings)))
    used = {w for u in units if u.reinforcement for w in (u.reinforcement.entry, *u.reinforcement.also)}
    title = f"{old.title}, turn {position.turn}" if position.turn else f"{old.title}, set-up"
    name = f"{old.name}-turn-{position.turn}" if position.turn else f"{old.name}-set-up"
    left = max(1, old.turns - gone_by)
    return replace(
        old, name=name, title=title, extends="", version="1", turns=left,
        summary=f"{left} turn{'s' if left != 1 else ''} from a play-test of {old.title}.",
        notes=_notes(design, old, position, seed_words), provenance=Provenance("designer"), units=units,
        entries=tuple(e for e in old.entries if e.id in used),
        assets=_assets(design, old, position), replacements=_replacements(design, old, gone_by),
        options=_options(design, old, position))


def _unit(unit: Unit, place: UnitPosition | None, gone_by: int, air: bool) -> Unit | None:
    if place is None or (place.box in _GONE and not air):
        return None
    if place.box == "eliminated":
        # Air units that were lost can be bought again.
        return replace(unit, setup=Setup(box="pool"), reinforcement=None, provenance=Provenance("designer"))
    if place.hex:
        where = Setup(Where(hexes=(place.hex,)))
        return replace(unit, setup=where, reinforcement=None, reduced=place.reduced,
                       provenance=Provenance("designer"))
    if place.box in ("ready", "used"):
        return replace(unit, setup=Setup(box="ready"), reinforcement=None, provenance=Provenance("designer"))
    if place.box == "reinforcements" and unit.reinforcement is not None and unit.reinforcement.turn:
        turn = max(1, unit.reinforcement.turn - gone_by)
        return replace(unit, reinforcement=replace(unit.reinforcement, turn=turn))
    return unit


def _assets(design: Design, old: Scenario, position: Position) -> tuple[Assets, ...]:
    """Markers that are spent are gone; the rest can be allocated."""
    found = []
    for asset in old.assets:
        counts = position.markers.get(asset.side, {})
        left = counts.get("table", 0) + counts.get("track", 0) if counts else asset.cw_markers
        found.append(replace(asset, cw_markers=left))
    return tuple(found)


def _replacements(design: Design, old: Scenario, gone_by: int) -> tuple[ReplacementOverride, ...]:
    """The chart with the turns gone by cut off; lines of the ruleset are written out where they move."""
    if not gone_by:
        return old.replacements
    chart: dict[tuple[int, str], tuple[int, int]] = {}
    for r in design.ruleset.replacements:
        chart[r.turn, r.side] = (r.steps, r.air_points)
    for o in old.replacements:
        chart[o.turn, o.side] = (o.steps, o.air_points)
    sides = [s.id for s in design.ruleset.sides]
    turns = range(1, max(1, old.turns - gone_by) + 1)
    return tuple(
        ReplacementOverride(t, side, *chart.get((t + gone_by, side), (0, 0)))
        for t in turns for side in sides)


def _options(design: Design, old: Scenario, position: Position) -> tuple[tuple[str, str], ...]:
    """What is rolled for before turn 1, such as the loyalty of units, has been settled and stays."""
    settled = {o.id: "stay" for o in design.ruleset.options if {"roll", "stay"} <= set(o.choices)}
    return tuple({**old.option, **(settled if position.turn else {})}.items())


def _notes(design: Design, old: Scenario, position: Position, seed_words: str) -> str:
    lost = [k.partition("/")[2] for k, u in position.units.items() if u.box == "eliminated"]
    parts = [f"Copied from a play-test of {old.title}: {when(design, position.turn, position.phase)}."]
    if seed_words:
        parts.append(seed_words)
    if position.scored:
        parts.append(f"Taken before this scenario begins: {', '.join(position.scored)}; "
                     "these are to be counted with what is taken in it.")
    if lost:
        parts.append(f"Eliminated and left out: {', '.join(lost)}.")
    if old.notes:
        parts.append(f"Notes of {old.title}: {old.notes}")
    return "\n\n".join(parts)
