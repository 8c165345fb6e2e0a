"""The parts of a turn as the ruleset lists them, and where a game stands in them."""

from __future__ import annotations

from ...model.rules.sequence import PHASE_KINDS, ExtraTurn, TurnPart, parts_of_turn
from ...model.ruleset import Phase
from .conditions import Rule, asks_for_state, rules_of
from .in_progress import GameInProgress
from .state import GameState


class Phases:
    """The parts of a turn, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        sequence = w.ruleset.sequence
        parts = parts_of_turn(
            sequence, [side.id for side in w.ruleset.sides],
            bool(w.ruleset.replacements or w.scenario.replacements), bool(w.ruleset.call_ups))
        self.parts = tuple(parts)
        self.when = [w.made.test(p.when) for p in parts]
        self.units = [w.made.units(p.units) if isinstance(p, ExtraTurn) else None for p in parts]
        self.extra = [n for n, test in enumerate(self.units) if test is not None]
        """The parts in which only some units act."""
        self.first = rules_of(w.made, sequence.first.modifiers)
        ids = w.forces.side_ids
        self.player = [ids.index(p.player_turn) if p.player_turn in ids else -1 for p in parts]
        """The side whose player turn each part is; -1 for parts of all."""


def phases(w: GameInProgress) -> Phases:
    """The parts of a turn."""
    return w.table(Phases)


def bare_phase(w: GameInProgress, state: GameState | None = None) -> str:
    """The id of the present phase without its side, or of the phase of another state."""
    s = w.state if state is None else state
    if not s.turn or s.phase in w.phase_by_id:
        return s.phase
    return s.phase.removeprefix(f"{w.forces.side_ids[s.player]}-")


def present(w: GameInProgress) -> Phase | None:
    """What the ruleset says of the present phase."""
    s = w.state
    known = w.table(_Present).by_name
    try:
        return known[s.phase, s.player, s.turn > 0]
    except KeyError:
        found = known[s.phase, s.player, s.turn > 0] = (
            w.phase_by_id.get(s.phase) or w.phase_by_id.get(bare_phase(w)))
        return found


class _Present:
    """What the ruleset says of phases, by name, player and whether the first turn has begun."""

    def __init__(self, w: GameInProgress) -> None:
        self.by_name: dict[tuple[str, int, bool], Phase | None] = {}


class _PhaseModifiers:
    """The modifiers of each phase of the ruleset, made once."""

    def __init__(self, w: GameInProgress) -> None:
        self.by_id = {p.id: rules_of(w.made, p.modifiers) for p in w.ruleset.phases if p.modifiers}


def modifiers(w: GameInProgress) -> tuple[Rule, ...]:
    """What the present phase changes."""
    known = w.table(_PhaseModifiers).by_id
    if not known:
        return ()
    phase = present(w)
    return known.get(phase.id, ()) if phase is not None else ()


def kind_of(w: GameInProgress, id: str) -> str:
    """The kind of a phase."""
    record = w.phase_by_id.get(id)
    if record is not None and record.kind:
        return record.kind
    if id in PHASE_KINDS:
        return id
    # The id may begin with the side.
    bare = id.removeprefix(f"{record.side}-") if record is not None and record.side else id
    return next((k for k in ("move", "combat", "replace", "exploit") if bare.startswith(k)), "custom")


def part_of(w: GameInProgress) -> TurnPart | ExtraTurn | None:
    """The present part of the turn."""
    s = w.state
    return phases(w).parts[s.parts[s.part]] if 0 <= s.part < len(s.parts) else None


def takes_part(w: GameInProgress, u: int) -> bool:
    """Whether a unit acts in the present player turn: in an extra one only its units do, and those in no
    other of the turn."""
    s, known = w.state, phases(w)
    if not 0 <= s.part < len(s.parts):
        return True
    test = known.units[s.parts[s.part]]
    if test is not None:
        return test(u, s.player)
    for n in known.extra:
        other = known.units[n]
        if known.player[n] == s.player and n in s.parts and other is not None and other(u, s.player):
            return False
    return True


class _Movers:
    """The units that may move at all in a phase, by the phase and the parts of the turn."""

    def __init__(self, w: GameInProgress) -> None:
        extra = [p.units for p in phases(w).parts if isinstance(p, ExtraTurn)]
        filters = (*(p.units for p in w.ruleset.phases), *extra)
        self.may_change = any(f is not None and asks_for_state(f) for f in filters)
        self.by_phase: dict[tuple[object, ...], frozenset[int]] = {}
        self.actors: dict[tuple[object, ...], frozenset[int]] = {}


def actors(w: GameInProgress) -> frozenset[int]:
    """The units for which `takes_part` holds now."""
    known: frozenset[int] | None = w.known.get("actors")
    if known is None:
        s, table = w.state, w.table(_Movers)
        key = s.player, s.part, tuple(s.parts)
        found = None if table.may_change else table.actors.get(key)
        if found is None:
            found = table.actors[key] = frozenset(u for u in range(len(w.forces.units)) if takes_part(w, u))
        known = w.known["actors"] = found
    return known


def movers(w: GameInProgress) -> frozenset[int]:
    """The units that may move in the present phase, as far as counter, phase and player turn decide."""
    known: frozenset[int] | None = w.known.get("movers")
    if known is None:
        s, table = w.state, w.table(_Movers)
        key = s.phase, s.player, s.part, tuple(s.parts), s.turn > 0
        found = None if table.may_change else table.by_phase.get(key)
        if found is None:
            phase, f = present(w), w.forces
            test = w.made.units(phase.units if phase is not None else None)
            found = table.by_phase[key] = frozenset(
                u for u, side in enumerate(f.side)
                if not f.static[u] and test(u, side) and takes_part(w, u))
        known = w.known["movers"] = found
    return known
