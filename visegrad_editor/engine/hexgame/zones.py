"""Zones of control: whom they stop, where they reach."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.rules.zones import USUAL_ZONES
from ..bits import mask_of, spread
from .conditions import Case, is_about_time, rules_of
from .in_progress import GameInProgress


class ZoneRules:
    """The settings of the block, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        rule = w.ruleset.zones
        usual = USUAL_ZONES[rule.kind]
        enter, leave, through, start = usual
        self.enter, self.enter_cost = _effect(rule.enter or enter)
        self.leave, self.leave_cost = _effect(rule.leave or leave)
        self.through, self.through_cost = _effect(rule.through or through)
        self.held = (rule.start or start) == "held"
        self.exist = rule.kind not in ("none", "contact") or bool(rule.enter or rule.leave or rule.through)
        """Whether there are zones for anything besides units that start in contact."""
        self.of, self.on = w.made.units(rule.of), w.made.units(rule.on)
        self.lifted, self.blocks = frozenset(rule.lifted_by_friends), frozenset(rule.blocks)
        self.heeded = [(w.made.units(one.units), w.made.units(one.of)) for one in rule.heeded]
        modifiers = [r for r in rules_of(w.made, rule.modifiers) if r.modifier.effect.zones == "none"]
        self.for_all = [r for r in modifiers if is_about_time(r.modifier.when)]
        """Those that take the zones of all units away, whatever the unit."""
        self.modifiers = [r for r in modifiers if not is_about_time(r.modifier.when)]
        self.states: int = mask_of(
            n for n, state in enumerate(w.ruleset.states) if state.effect.zones == "none")
        """The states in which a unit has no zone."""
        self.unsupplied = any(state.effect.zones == "none" for state in w.ruleset.supply.states)
        reach = rule.reach
        into = -1
        if reach.not_terrain or reach.not_features:
            into = w.board.playable & ~w.ground.terrain_hexes(reach.not_terrain) & ~w.ground.feature_hexes(
                reach.not_features)
        self.links = w.ground.links_without(reach.not_across, into) if (
            into != -1 or reach.not_across) else w.board.adjacent
        self.is_plain = not (rule.of or self.modifiers or self.for_all or self.states or self.unsupplied
                             or w.hooks["zones"])
        """Whether every unit has a zone in every situation."""
        self.is_slow = bool(self.enter_cost or self.leave_cost or self.through_cost) or (
            self.enter != "stop" and self.through in ("never", "one-hex"))
        """Whether paths must be looked for with the zones in every step."""

    def kind_of(self, w: GameInProgress, u: int) -> int:
        """Which of the exceptions a unit belongs to; -1 for none."""
        if not self.heeded:
            return -1
        side = w.forces.side[u]
        return next((n for n, (who, _) in enumerate(self.heeded) if who(u, side)), -1)


def rules(w: GameInProgress) -> ZoneRules:
    """The settings of the block."""
    settings: ZoneRules = w.tables[ZoneRules]
    return settings


def _effect(text: str) -> tuple[str, int]:
    """A setting and its points."""
    word, _, cost = text.partition(" ")
    return (word, int(cost)) if cost else (word, 0)


def zone(w: GameInProgress, side: int, kind: int = -1) -> int:
    """The hexes in the zones of a side, as an enemy of an exception `kind` heeds them; none if the game has
    no zones of control."""
    settings = rules(w)
    if settings.is_plain and kind < 0 and settings.exist:
        # Often asked for: what `contact` would answer.
        known: int | None = w.known_of[side].get("zone")
        if known is not None:
            return known
    return contact(w, side, kind) if settings.exist else 0


def contact(w: GameInProgress, side: int, kind: int = -1) -> int:
    """The hexes next to units of a side that have a zone, within its reach."""
    known: int | None
    if kind < 0 and (settings := rules(w)).is_plain:
        # Every unit has its zone, wherever it stands.
        known = w.known_of[side].get("zone")
        if known is None:
            known = w.known_of[side]["zone"] = spread(w.mask[side], settings.links)
        return known
    key = "zone", side, kind
    known = w.known.get(key)
    if known is None:
        known = w.known[key] = _spread(w, side, kind)
    return known


def _spread(w: GameInProgress, side: int, kind: int) -> int:
    settings = rules(w)
    where = w.state.where
    of = settings.heeded[kind][1] if kind >= 0 else None
    units = [u for u in w.forces.ground[side] if where[u] >= 0 and settings.of(u, side)]
    if of is not None:
        units = [u for u in units if of(u, 1 - side)]
    if any(r.holds(Case(side)) for r in settings.for_all):
        units = []
    if settings.modifiers:
        units = [u for u in units if not any(r.holds(Case(side, u, where[u])) for r in settings.modifiers)]
    if settings.states:
        units = [u for u in units if not w.state.status[u] & settings.states]
    if settings.unsupplied:
        units = [u for u in units if not _has_none(w, u)]
    mask = spread(mask_of({where[u] for u in units}), settings.links)
    for chapter in w.hooks["zones"]:
        mask = chapter.zones(w, side, mask)
    return mask


def _has_none(w: GameInProgress, u: int) -> bool:
    """Whether a unit has no zone because it was last judged to be out of supply."""
    turns = w.state.out[u]
    return turns > 0 and any(
        state.effect.zones == "none" and turns >= state.after for state in w.ruleset.supply.states)


def zone_for(w: GameInProgress, u: int) -> int:
    """The hexes in enemy zones that a unit heeds when it moves."""
    side = w.forces.side[u]
    settings = rules(w)
    if not settings.on(u, side):
        return 0
    hexes = zone(w, 1 - side, settings.kind_of(w, u))
    if "move" not in settings.lifted:
        return hexes
    at = w.state.where[u]
    # The unit itself is not the friend that lifts the zone of its hex.
    alone = 1 << at if at >= 0 and w.stack[at] == [u] else 0
    return hexes & ~(w.mask[side] & ~alone)


def zone_to_advance(w: GameInProgress, u: int) -> int:
    """The hexes in enemy zones that a unit heeds when it advances."""
    side, settings = w.forces.side[u], rules(w)
    if not settings.on(u, side):
        return 0
    hexes = zone(w, 1 - side, settings.kind_of(w, u))
    return hexes & ~w.mask[side] if "advance" in settings.lifted else hexes


def is_held(w: GameInProgress, u: int) -> bool:
    """Whether a unit may not move because of enemies next to where it starts."""
    side, at = w.forces.side[u], w.state.where[u]
    settings = rules(w)
    if at < 0 or not settings.held or not settings.on(u, side):
        return False
    return bool(contact(w, 1 - side, settings.kind_of(w, u)) >> at & 1)


def not_held(w: GameInProgress, side: int, units: Sequence[int]) -> Sequence[int]:
    """Those units of a side on the map that `is_held` does not hold, where it is quickly said of all; else
    all."""
    settings = rules(w)
    if not settings.held or settings.heeded:
        return units
    near, where = contact(w, 1 - side), w.state.where
    return [u for u in units if not near >> where[u] & 1 or not settings.on(u, side)]


def barred(w: GameInProgress, u: int, purpose: str) -> int:
    """The hexes that enemy zones close to a unit for retreat, arrival or replacements."""
    settings, side = rules(w), w.forces.side[u]
    if purpose not in settings.blocks or not settings.on(u, side):
        return 0
    hexes = zone(w, 1 - side, settings.kind_of(w, u))
    return hexes & ~w.mask[side] if purpose in settings.lifted else hexes
