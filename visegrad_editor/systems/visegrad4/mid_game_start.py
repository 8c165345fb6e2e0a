"""Mid-game starts: scenarios that begin within a game, and the scenario that begins at the present position.

A scenario can begin with a phase, or within one at a decision that is not part of an unfinished action:
the marks of units show the replacements, interdictions, moves and attacks already made. No scenario can begin
during an attack or an air mission.
"""

from __future__ import annotations

from dataclasses import replace

from ...engine.bits import mask_of
from ...engine.orders import IllegalOrderError
from ...model.scenario import AssetStart, Scenario, Setup, Unit, by_designer
from ...model.start import Holding, Start
from ...model.where import Where
from . import replacements
from .assets import POINTS, as_starts
from .constants import (
    ATTACKED,
    BOXES,
    CAPITAL_TAKEN,
    DEFENDED,
    ELIMINATED,
    ENTERED,
    INTERDICTED,
    INTERVENTION_COUNTRIES,
    MARKS,
    MOVED,
    OUT_OF_SUPPLY,
    POOL,
    READY,
    REMOVED,
    RUSSIAN,
    SIDES,
    USED,
    WAITING,
)
from .cyber import SPENT, TABLE
from .game_state import GameState

STANDING = {"ready": READY, "used": USED, "eliminated": ELIMINATED, "removed": REMOVED, "pool": POOL}
"""The boxes in which a counter may be at the start, by the last word of their ids."""
_PHASES = {"replacement": "replace", "interdiction": "interdict", "movement": "move", "combat": "attack"}
"""The last word of a phase's id to the first decision of the phase."""
_LASTS = {"replace": 0, "interdict": INTERDICTED, "move": MOVED | ENTERED | INTERDICTED,
          "attack": ATTACKED | DEFENDED}
"""The marks that still matter at each decision."""


def box_of(unit: Unit) -> int | None:
    """The box of a unit that is set up in one; None for a box of units that wait."""
    return STANDING.get(unit.setup.box.rpartition("-")[2]) if unit.setup else None


def known_phases() -> tuple[str, ...]:
    """The ids of the phases with which a scenario may begin."""
    return (
        "administration-air", "administration-cw", "administration-transfer", "turn-end",
        *(f"{side}-{word}" for side in SIDES for word in _PHASES))


# -- the start of a game from a mid-game start -------------------------------------------------------


def before_first_turn(scenario: Scenario) -> bool:
    """Whether a scenario begins before turn 1, so that Ukraine's units still have to roll (14.0)."""
    return scenario.start is None or (scenario.start.turn == 1 and not scenario.start.phase)


def recall(w: GameState) -> None:
    """Set what has happened before the scenario begins: hexes scored and held, countries, events, markers."""
    s, start = w.state, w.scenario.start
    for side, name in enumerate(SIDES):
        asset = w.assets.get(name)
        if asset is not None:
            track = asset.cw_markers - asset.on_table - asset.spent
            s.markers[side][:] = [asset.on_table, track, asset.spent]
    if start is None:
        return
    s.scored |= _hexes(w, start.scored)
    for holding in start.held:
        if holding.side in SIDES:
            w.take_control(SIDES.index(holding.side), _hexes(w, holding.hexes))
    s.entered |= _bits(start.entered)
    s.struck |= _bits(start.struck)
    s.capital_taken = CAPITAL_TAKEN in start.events
    s.called = [e for e in start.events if e != CAPITAL_TAKEN]


def _hexes(w: GameState, numbers: tuple[str, ...]) -> int:
    return mask_of(i for n in numbers if (i := w.board.index.get(n)) is not None)


def _bits(countries: tuple[str, ...]) -> int:
    return mask_of(INTERVENTION_COUNTRIES.index(c) for c in set(countries) if c in INTERVENTION_COUNTRIES)


def mark_units(w: GameState) -> None:
    """Set the marks of units from before the scenario begins."""
    s = w.state
    for u, unit in enumerate(w.forces.units):
        marks = unit.setup.marks if unit.setup else ()
        if s.where[u] >= 0:
            s.unsupplied[u] = OUT_OF_SUPPLY in marks
            s.flags[u] = sum(MARKS[m] for m in marks if m in MARKS)


def go_to(w: GameState, start: Start) -> None:
    """Go to the first decision of a scenario with a mid-game start (5.1)."""
    s = w.state
    side, _, word = start.phase.partition("-")
    s.turn = start.turn
    s.player = s.side = RUSSIAN
    # Also at the start of a turn: a unit out of supply stays so until supply is judged at the end of its own
    # movement phase (7.2). Marks of the turn before are dropped.
    mark_units(w)
    if word not in _PHASES:
        s.flags = [0] * len(s.flags)
    if start.phase in ("", "administration-air"):
        s.turn -= 1
        w.go("new-turn")
        return
    s.phase = start.phase
    who = next((p.name for p in w.design.ruleset.phases if p.id == start.phase), start.phase)
    w.say("resumed", f"The game goes on in turn {s.turn}: {who}.", "5.1")
    if start.phase == "administration-cw":
        w.go("allocate")
    elif start.phase == "administration-transfer":
        w.go("transfer")
    elif start.phase == "turn-end":
        w.go("turn-end")
    else:
        # Interdiction belongs to the player turn of the other side.
        mine = SIDES.index(side)
        s.player = s.side = 1 - mine if word == "interdiction" else mine
        if word == "replacement":
            s.step = "replace"
            replacements.go_on(w, start.steps, dict(start.assets).get(f"{POINTS}-{side}"))
        else:
            w.go(_PHASES[word])


# -- the scenario of the present position ------------------------------------------------------------


def refusal(w: GameState) -> IllegalOrderError | None:
    """Why no scenario can begin at the present position, or None."""
    s = w.state
    after = "Finish it or take it back, then copy the position."
    if s.outcome is not None:
        return IllegalOrderError("The game is over, so no scenario can begin here. Go back to an earlier "
                                 "position.", s.outcome.rule)
    if s.battle is not None:
        name = w.board.name(s.battle.hex)
        return IllegalOrderError(
            f"The attack on {name} is being resolved, and no scenario can begin during it. "
            f"{after}", "11.0")
    if s.contest is not None:
        name = w.board.name(s.contest.hex)
        return IllegalOrderError(f"The air mission over {name} is being resolved, and no scenario can begin "
                                 f"during it. {after}", "13.7")
    if s.step == "remove":
        name = w.board.name(s.overflow[0])
        return IllegalOrderError(
            f"Too many units stand in {name}. Remove one first, then copy the position.", "6.0")
    if s.step == "air-supply":
        return IllegalOrderError("Supply by air is being decided, and no scenario can begin during that. "
                                 f"{after}", "7.4")
    return None


def scenario_now(w: GameState) -> Scenario:
    """The scenario that begins at the present position; raises `IllegalOrderError` if none can.

    Its turns, reinforcements and replacements are those of the game's own scenario. It does not contain a
    secret allocation of markers: both sides allocate again (5.1 B).
    """
    bad = refusal(w)
    if bad is not None:
        raise bad
    old = w.scenario
    return replace(old, units=tuple(_unit(w, u) for u in range(len(old.units))),
                   assets=_assets(w), start=_start(w))


def _start(w: GameState) -> Start | None:
    s = w.state
    if s.step == "place":
        return w.scenario.start
    events = (*s.called, *([CAPITAL_TAKEN] if s.capital_taken else []))
    steps = s.steps if s.step == "replace" else None
    points = ((f"{POINTS}-{SIDES[s.player]}", s.points),) if s.step == "replace" else ()
    return Start(s.turn, s.phase, w.board.hex_set(s.scored), events, _countries(s.entered),
                 _countries(s.struck), _held(w), steps, points)


def _countries(bits: int) -> tuple[str, ...]:
    return tuple(c for i, c in enumerate(INTERVENTION_COUNTRIES) if bits >> i & 1)


def _held(w: GameState) -> tuple[Holding, ...]:
    homes = w.homes()
    return tuple(
        Holding(name, w.board.hex_set(extra)) for side, name in enumerate(SIDES)
        if (extra := w.state.control[side] & ~homes[side]))


def _assets(w: GameState) -> tuple[AssetStart, ...]:
    made = {one.id: one for one in w.scenario.assets}
    for name, asset in w.assets.items():
        side = SIDES.index(name)
        markers, s, f = w.state.markers[side], w.state, w.forces
        # Units that have joined the side now count as its own (3.1).
        came = sum(1 for u in f.wings[side] if f.units[u].reinforcement is not None and s.where[u] != WAITING)
        now = replace(asset, air_maximum=asset.air_maximum + came, cw_markers=sum(markers),
                      on_table=markers[TABLE], spent=markers[SPENT])
        made |= {one.id: one for one in as_starts(now)}
    return tuple(made.values())


def _unit(w: GameState, u: int) -> Unit:
    s, unit = w.state, w.forces.units[u]
    at = s.where[u]
    if at >= 0:
        marks = [OUT_OF_SUPPLY] if s.unsupplied[u] else []
        marks += [name for name, flag in MARKS.items() if s.flags[u] & flag & _LASTS.get(s.step, 0)]
        setup = Setup(Where(hexes=(w.board.numbers[at],)), marks=tuple(marks))
    elif at in (READY, USED, ELIMINATED, REMOVED, POOL) and not _waits_so(unit, at):
        setup = Setup(box=BOXES[at])
    else:
        return unit
    made = replace(unit, setup=setup, reinforcement=None, reduced=s.reduced[u])
    return by_designer(unit, made)


def _waits_so(unit: Unit, at: int) -> bool:
    """Whether the unit's set-up already puts it in its box."""
    if unit.reinforcement is not None:
        return False
    known = box_of(unit)
    return known == at if known is not None else at in (POOL, REMOVED) and (
        unit.setup is None or bool(unit.setup.box))


