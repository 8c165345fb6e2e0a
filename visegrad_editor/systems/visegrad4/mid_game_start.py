"""Mid-game starts: scenarios that begin within a game, and the scenario that begins at the present position.

A scenario can begin with a phase, or within one at a decision that is not part of an unfinished action:
the marks of units show the replacements, interdictions, moves and attacks already made. No scenario can begin
during an attack or an air mission.
"""

from __future__ import annotations

from dataclasses import replace

from ...engine.hexgame import control, mid_game_start, sequence
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.mid_game_start import FINISH
from ...engine.hexgame.state import (
    ATTACKED,
    DEFENDED,
    ELIMINATED,
    ENTERED,
    MOVED,
    REMOVED,
    WAITING,
)
from ...engine.idle_start import OF_REPLACEMENTS
from ...engine.orders import IllegalOrderError
from ...engine.rules import SetupError
from ...model.scenario import AssetStart, Scenario, Setup, Unit, by_designer
from ...model.start import Start, phase_name
from ...model.where import Where
from . import replacements
from .assets import POINTS, as_starts, assets_of
from .common import interdicted, state_of, units
from .constants import (
    CAPITAL_TAKEN,
    INTERDICTED,
    MAX_CW_LEVEL,
    OUT_OF_SUPPLY,
    POOL,
    READY,
    RUSSIAN,
    SIDES,
    USED,
)
from .contest import AIR, air_points
from .cyber import SPENT, TABLE, markers
from .victory import scored
from .violations import countries_with, note_country, other_events

STANDING = {"ready": READY, "used": USED, "eliminated": ELIMINATED, "removed": REMOVED, "pool": POOL}
"""The boxes in which a counter may be at the start, by the last word of their ids."""
_PHASES = {"replacement": "replace", "interdiction": "interdict", "movement": "move", "combat": "attack"}
"""The last word of a phase's id to the first decision of the phase."""
_MARKS = {"moved": MOVED, "entered": ENTERED, "attacked": ATTACKED, "defended": DEFENDED}
_LASTS = {
    "interdict": {INTERDICTED}, "move": {"moved", "entered", INTERDICTED}, "attack": {"attacked", "defended"}}
"""The marks that still matter at each decision."""
_IN_ORDER = ("moved", "entered", INTERDICTED, "attacked", "defended")


def box_of(unit: Unit) -> int | None:
    """The box of a unit that is set up in one; None for a box of units that wait."""
    return STANDING.get(unit.setup.box.rpartition("-")[2]) if unit.setup else None


class MidGameStart(Chapter):
    """5.1: a scenario may begin in any phase of any turn."""

    id = "mid-game-start"
    rule = "5.1"

    def begin(self, w: GameInProgress) -> None:
        _check_beginning(w.scenario)
        recall(w)

    def box(self, w: GameInProgress, unit: int) -> int:
        box = box_of(w.forces.units[unit])
        if w.forces.aloft[unit]:
            return box if box in (READY, USED, ELIMINATED) else POOL
        return ELIMINATED if box == ELIMINATED else REMOVED

    def resume(self, w: GameInProgress, start: Start) -> None:
        go_to(w, start)


def known_phases() -> tuple[str, ...]:
    """The ids of the phases with which a scenario may begin."""
    return (
        "administration-air", "administration-cw", "administration-transfer", "turn-end",
        *(f"{side}-{word}" for side in SIDES for word in _PHASES))


def played_keys(start: Start) -> frozenset[str]:
    """The keys of a start that count in it: what is left of replacements only in their phase (10.2)."""
    found = {"turn", "phase", "scored", "events", "entered", "struck", "held"}
    return frozenset(found | set(OF_REPLACEMENTS) if start.phase.endswith("-replacement") else found)


# -- the start of a game from a mid-game start -------------------------------------------------------


def _check_beginning(scenario: Scenario) -> None:
    """Refuse a mid-game start or markers that no game could reach (3.2, 5.0, 5.1, 10.2)."""
    for asset in assets_of(scenario).values():
        counts = (asset.cw_markers, asset.on_table, asset.spent)
        if min(counts) < 0 or asset.on_table + asset.spent > asset.cw_markers:
            raise SetupError(f"The {asset.side} side has {asset.cw_markers} cyber-war markers, and cannot "
                             f"begin with {asset.on_table} on the table and {asset.spent} spent (rule 3.2).")
        if asset.on_table > MAX_CW_LEVEL:
            raise SetupError(f"The {asset.side} side begins with {asset.on_table} cyber-war markers on the "
                             f"table, which holds {MAX_CW_LEVEL} (rule 3.2).")
    start = scenario.start
    if start is None:
        return
    if not 1 <= start.turn <= scenario.turns:
        raise SetupError(f"The scenario begins in turn {start.turn} but has the turns 1 to {scenario.turns} "
                         "(rule 5.0).")
    if start.phase and start.phase not in known_phases():
        raise SetupError(f"The scenario begins with the phase {start.phase}, which these rules do not know "
                         "(rule 5.1).")
    for left, what in ((start.steps, "replacement steps"), *((n, "air points") for _, n in start.assets)):
        if left is not None and left < 0:
            raise SetupError(f"The scenario begins with {left} {what} left; the number cannot be negative "
                             "(rule 10.2).")


def recall(w: GameInProgress) -> None:
    """Set what has happened before the scenario begins: hexes scored and held, countries, events, markers."""
    s, start = w.state, w.scenario.start
    if start is None:
        return
    s.taken[RUSSIAN] |= mid_game_start.hexes_of(w, start.scored)
    mid_game_start.recall_control(w, start)
    s.happened = [*s.happened, *(e for e in start.events if e not in s.happened)]
    for word, names in (("entered", start.entered), ("struck", start.struck)):
        for country in names:
            note_country(w, word, country)
    w.forget()


def mark_units(w: GameInProgress) -> None:
    """Set the marks of units from before the scenario begins."""
    s = w.state
    for u, unit in enumerate(w.forces.units):
        marks = unit.setup.marks if unit.setup else ()
        if w.forces.setup[u]:
            s.out[u] = 1 if OUT_OF_SUPPLY in marks else 0
            s.flags[u] = sum(bit for mark, bit in _MARKS.items() if mark in marks)
            s.status[u] = interdicted(w) if INTERDICTED in marks else 0


def go_to(w: GameInProgress, start: Start) -> None:
    """Go to the first decision of a scenario with a mid-game start (5.1)."""
    s = w.state
    side, _, word = start.phase.partition("-")
    # Also at the start of a turn: a unit out of supply stays so until supply is judged at the end of its own
    # movement phase (7.2). Marks of the turn before are dropped.
    mark_units(w)
    if word not in _PHASES:
        s.flags, s.status = [0] * len(s.flags), [0] * len(s.status)
    if start.phase in ("", "administration-air"):
        sequence.begin_at(w, start.turn)
        return
    mine = SIDES.index(side) if word in _PHASES else -1
    # Interdiction belongs to the player turn of the other side.
    player = 1 - mine if word == "interdiction" else mine
    s.player = s.side = max(player, RUSSIAN)
    sequence.stand_at(w, start.turn, start.phase if word not in _PHASES or word == "interdiction" else word,
                      player)
    s.phase = start.phase
    w.say("resumed", f"The game goes on in turn {s.turn}: {phase_name(w.ruleset, start.phase)}.", "5.1",
          side=RUSSIAN)
    if word == "replacement":
        s.step = "replace"
        replacements.go_on(w, start.steps, dict(start.assets).get(f"{POINTS}-{side}"))
    elif start.phase == "turn-end":
        sequence.next_phase(w)
    else:
        w.go(_PHASES.get(word, start.phase))


# -- the scenario of the present position ------------------------------------------------------------


def refusal(w: GameInProgress) -> IllegalOrderError | None:
    """Why no scenario can begin at the present position, or None."""
    s = w.state
    bad = mid_game_start.interruption(w, "11.0", "6.0")
    if bad is not None:
        return bad
    contest = state_of(w, AIR)["contest"]
    if contest is not None:
        name = w.board.name(contest["hex"])
        return IllegalOrderError(f"The air mission over {name} is being resolved, and no scenario can begin "
                                 f"during it. {FINISH}", "13.7")
    if s.step == "air-supply":
        return IllegalOrderError("Supply by air is being decided, and no scenario can begin during that. "
                                 f"{FINISH}", "7.4")
    return None


def scenario_now(w: GameInProgress) -> Scenario:
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


def _start(w: GameInProgress) -> Start | None:
    s = w.state
    if s.step == "place":
        return w.scenario.start
    events = other_events(w)
    if CAPITAL_TAKEN in events:
        events = (*(e for e in events if e != CAPITAL_TAKEN), CAPITAL_TAKEN)
    steps = s.budget if s.step == "replace" else None
    points = ((f"{POINTS}-{SIDES[s.player]}", air_points(w)),) if s.step == "replace" else ()
    return Start(s.turn, s.phase, w.board.hex_set(scored(w)), events, countries_with(w, "entered"),
                 countries_with(w, "struck"), mid_game_start.holdings(w, control.at_start(w)), steps, points)


def _assets(w: GameInProgress) -> tuple[AssetStart, ...]:
    made = {one.id: one for one in w.scenario.assets}
    for name, asset in assets_of(w.scenario).items():
        side = SIDES.index(name)
        counts, s, f = markers(w)[side], w.state, w.forces
        # Units that have joined the side now count as its own (3.1).
        came = sum(
            1 for u in units(w).wings[side] if f.units[u].reinforcement is not None and s.where[u] != WAITING)
        now = replace(asset, air_maximum=asset.air_maximum + came, cw_markers=sum(counts),
                      on_table=counts[TABLE], spent=counts[SPENT])
        made |= {one.id: one for one in as_starts(now)}
    return tuple(made.values())


def _unit(w: GameInProgress, u: int) -> Unit:
    s, unit = w.state, w.forces.units[u]
    at = s.where[u]
    if at >= 0:
        has = {name for name, bit in _MARKS.items() if s.flags[u] & bit}
        has |= {INTERDICTED} if s.status[u] & interdicted(w) else set()
        marks = [OUT_OF_SUPPLY] if s.out[u] else []
        marks += [name for name in _IN_ORDER if name in has & _LASTS.get(s.step, set())]
        setup = Setup(Where(hexes=(w.board.numbers[at],)), marks=tuple(marks))
    elif at in (READY, USED, ELIMINATED, REMOVED, POOL) and not _waits_so(unit, at):
        setup = Setup(box=w.boxes[at])
    else:
        return unit
    made = replace(unit, setup=setup, position="", reinforcement=None, reduced=s.lost[u] > 0)
    return by_designer(unit, made)


def _waits_so(unit: Unit, at: int) -> bool:
    """Whether the unit's set-up already puts it in its box."""
    if unit.reinforcement is not None:
        return False
    known = box_of(unit)
    return known == at if known is not None else at in (POOL, REMOVED) and (
        unit.setup is None or bool(unit.setup.box))


