"""Fills a set-up: puts units with a choice of hexes where the rules of their game allow, in order or at
random."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.edit.documents import with_scenario
from ..model.edit.units import clear_positions, place_units
from ..model.place_words import hex_words
from ..model.scenario import Scenario, Unit
from ..model.wording import count, listed
from .checks import units_without_room
from .rules import SetUp
from .set_up import set_up_of
from .set_up_room import Crowd

_TRIES = 40
"""How often units are set up anew, those that found no place before all others."""
_MOST_TAKERS = 12
"""Of how many units at most it is tried whether one alone takes the room of others."""
_MOST_FREE = 12
"""How many free hexes at most are tried for units beside which others must keep their room."""
_MOST_NAMED = 3
"""How many units a sentence names, if they are more than one more."""
_COMPARED = 60
"""The most hexes that are compared with each other for one unit, and the most units with which each is."""

Block = tuple[str, ...]
"""Units (keys) that are set up together, most often one."""


@dataclass(frozen=True)
class FilledSetUp:
    """A scenario whose units were set up: those that were, and why others could not be."""

    scenario: Scenario
    placed: tuple[str, ...] = ()
    left: tuple[tuple[str, str], ...] = ()
    """Unit keys, each with a sentence."""

    @property
    def words(self) -> str:
        """What was done and what could not be, in sentences."""
        if not self.placed and not self.left:
            return "No unit with a choice of hexes is still to be set up."
        told = [f"{count(len(self.placed), 'unit')} set up." if self.placed else "No unit could be set up."]
        if self.left and self.placed:
            told.append(f"{count(len(self.left), 'unit')} could not be set up.")
        return " ".join([*told, *dict.fromkeys(why for _, why in self.left[:3])])


def unplaced_units(design: Design) -> tuple[Unit, ...]:
    """The units with a choice of hexes and without a position, in the order of the file. Units that are never
    in a hex are not among them."""
    if design.scenario is None:
        return ()
    types = design.ruleset.unit_type_by_id
    return tuple(
        u for u in design.scenario.units
        if u.setup is not None and u.setup.has_choice and not u.position and u.reinforcement is None
        and not (u.type in types and types[u.type].stands_in_boxes))


def fill_set_up(design: Design) -> FilledSetUp:
    """The scenario with every unit set up that was not, where the rules allow: first those with the fewest
    hexes, each in a place of the map if one is free, apart from the others of its nationality. Units that
    stand already stay. Raises ValueError if the game does not say where units may be."""
    return _filled(design, None)


def random_set_up(design: Design, seed: int) -> FilledSetUp:
    """The scenario with every unit with a choice of hexes set up anew, at random, where the rules allow; the
    same seed gives the same set-up. Raises ValueError if the game does not say where units may be."""
    if design.scenario is None:
        raise ValueError("There is no scenario here, so nothing can be set up.")
    return _filled(with_scenario(design, clear_positions(design.scenario)), random.Random(seed))


def _filled(design: Design, chance: random.Random | None) -> FilledSetUp:
    scenario, set_up = design.scenario, set_up_of(design)
    if scenario is None:
        raise ValueError("There is no scenario here, so nothing can be set up.")
    if set_up is None:
        raise ValueError(
            "The game of this scenario does not say where units may be set up. See the problems.")
    blocks = _blocks(scenario, unplaced_units(design))
    filling = _Filling(design, set_up, blocks, chance)
    best, told = filling.best(), dict[str, str]()
    if any(block[0] not in best for block in blocks):
        best, told = _Room(design, scenario, filling).left_to_others(best)
    placed = tuple(u.key for u in unplaced_units(design) if u.key in best)
    left = {**dict(filling.reasons(best)), **told}
    return FilledSetUp(_standing(scenario, best), placed, tuple(
        (u.key, left[u.key]) for u in unplaced_units(design) if u.key not in best))


def _standing(scenario: Scenario, hexes: Mapping[str, str]) -> Scenario:
    """The scenario with these units in these hexes."""
    for key, hex in hexes.items():
        scenario = place_units(scenario, [key], hex)
    return scenario


def _blocks(scenario: Scenario, units: Iterable[Unit]) -> list[Block]:
    """The units, those of a group that stands in one hex as one."""
    found: dict[str, list[str]] = {}
    for unit in units:
        group = scenario.group_of(unit)
        found.setdefault(f"group {group.id}" if group and group.together else unit.key, []).append(unit.key)
    return [tuple(keys) for keys in found.values()]


class _Filling:
    def __init__(self, design: Design, set_up: SetUp, blocks: Sequence[Block],
                 chance: random.Random | None) -> None:
        self._design, self._set_up, self._chance = design, set_up, chance
        self._blocks = list(blocks)
        self._hexes = {block: set_up.permitted(block) for block in blocks}
        grid, map = design.map.grid, design.map
        self._named = frozenset(grid.number(p.hex) for p in map.places if p.features)
        assert design.scenario is not None
        self._unit = design.scenario.unit_by_key
        self._standing: dict[str, list[str]] = {}
        for unit in design.scenario.units:
            if unit.hex:
                self._standing.setdefault(unit.nationality, []).append(unit.hex)

    def best(self) -> dict[str, str]:
        """The hexes of as many units as could be set up, by unit key."""
        best: dict[str, str] = {}
        urgent: dict[Block, int] = {}
        for _ in range(_TRIES if self._blocks else 0):
            found, without = self._tried(urgent)
            if len(found) > len(best) or not best:
                best = found
            if not without:
                break
            for block in without:
                urgent[block] = urgent.get(block, 0) + 1
        return best

    def _tried(self, urgent: dict[Block, int]) -> tuple[dict[str, str], list[Block]]:
        """The hexes of units that were set up one after the other, and what found no place."""
        found: dict[str, str] = {}
        without: list[Block] = []
        own = {nation: list(hexes) for nation, hexes in self._standing.items()}
        for block in sorted(self._blocks, key=lambda b: (-urgent.get(b, 0), len(self._hexes[b]))):
            near = own.setdefault(self._unit[block[0]].nationality, [])
            hex = next((h for h in self._preferred(block, near)
                        if self._set_up.refusal(block, h) is None), "")
            if not hex:
                without.append(block)
                continue
            self._set_up.put(block, hex)
            near.append(hex)
            found |= dict.fromkeys(block, hex)
        self._set_up.lift(list(found))
        return found, without

    def _preferred(self, block: Block, near: Sequence[str]) -> Sequence[str]:
        """The hexes where a block may be set up, the best first."""
        hexes = self._hexes[block]
        if self._chance is not None:
            return self._chance.sample(hexes, len(hexes))
        grid = self._design.map.grid
        places = [h for h in hexes if h in self._named]
        step = max(1, len(hexes) // _COMPARED)
        compared = list(dict.fromkeys((*places[:_COMPARED], *hexes[::step])))
        others = [h for n in near[-_COMPARED:] if (h := grid.parse(n)) is not None]

        def worth(number: str) -> tuple[bool, bool, int]:
            at = grid.parse(number)
            apart = min((grid.distance(at, o) for o in others), default=0) if at is not None else 0
            return apart > 0 or not others, number in self._named, apart

        compared.sort(key=worth, reverse=True)
        return list(dict.fromkeys((*compared, *hexes)))

    @property
    def blocks(self) -> Sequence[Block]:
        """What is to be set up, in the order of the file."""
        return self._blocks

    def hexes(self, block: Block) -> Sequence[str]:
        """The hexes where a block may be set up, whoever stands there."""
        return self._hexes[block]

    def free(self, block: Block, placed: Mapping[str, str]) -> list[str]:
        """The hexes where a block may be set up beside units that were, the first of them."""
        for key, hex in placed.items():
            self._set_up.put([key], hex)
        found = (h for h in self._hexes[block] if self._set_up.refusal(block, h) is None)
        try:
            return list(islice(found, _MOST_FREE))
        finally:
            self._set_up.lift(list(placed))

    def reasons(self, placed: dict[str, str]) -> Iterable[tuple[str, str]]:
        """Why units found no place beside those that did, in sentences."""
        for key, hex in placed.items():
            self._set_up.put([key], hex)
        for block in self._blocks:
            if block[0] in placed:
                continue
            name, hexes = self._unit[block[0]].name, self._hexes[block]
            bad = self._set_up.refusal(block, hexes[0]) if hexes else None
            why = (f"{name} may be set up in no hex in play." if not hexes else
                   f"{name} may stand in none of {count(len(hexes), 'hex')}; in {hexes[0]}: {bad}")
            for key in block:
                yield key, why
        self._set_up.lift(list(placed))


class _Room:
    """Where not all units of both sides can be set up: leaves the room to those that have no other. A unit
    that takes it would put them out of the game; who stands there is for the designer to say."""

    def __init__(self, design: Design, scenario: Scenario, filling: _Filling) -> None:
        self._design, self._scenario, self._filling = design, scenario, filling
        self._sides = {n.id: n.side for n in design.ruleset.nationalities}
        # Who has no room from the beginning has a problem of its own.
        self._known = {crowd.units[0].side for crowd in units_without_room(design)}

    def left_to_others(self, placed: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
        """Those of some placed units, with their hexes, that leave room for all that are not; and why the
        others are not set up, in sentences, by unit key."""
        kept, told = dict(placed), dict[str, str]()
        while (crowd := self._crowd(kept)) is not None:
            takers = self._takers(crowd, kept)
            if not takers:
                break
            taker = next((b for b in takers[:_MOST_TAKERS] if self._crowd(_without(kept, b)) is None),
                         takers[0])
            why = self._words(taker, kept[taker[0]], crowd)
            told |= dict.fromkeys((*taker, *(p.unit.key for p in crowd.units)), why)
            kept = _without(kept, taker)
        # Others may have found no place beside a unit that is not set up now.
        others = [b for b in self._filling.blocks if b[0] not in kept and b[0] not in told] if told else []
        for block in others:
            for hex in self._filling.free(block, kept):
                more = kept | dict.fromkeys(block, hex)
                if (without := self._crowd(more)) is None:
                    kept = more
                    break
                told |= dict.fromkeys(block, self._words(block, hex, without))
        return kept, told

    def _crowd(self, placed: Mapping[str, str]) -> Crowd | None:
        """Units that find no room beside those that were placed, though they had room before; or None."""
        found = units_without_room(with_scenario(self._design, _standing(self._scenario, placed)))
        return next((c for c in found if c.units[0].side not in self._known), None)

    def _takers(self, crowd: Crowd, placed: Mapping[str, str]) -> list[Block]:
        """The placed blocks that may take the room of a crowd: enemies in its hexes, else others in them,
        else others of its side, which a limit counts with it."""
        keys, side = {p.unit.key for p in crowd.units}, crowd.units[0].side
        wanted = {h for b in self._filling.blocks if not keys.isdisjoint(b) for h in self._filling.hexes(b)}
        there = [b for b in reversed(self._filling.blocks) if b[0] in placed]
        near = [b for b in there if placed[b[0]] in wanted]
        return ([b for b in near if self._side(b) != side] or near
                or [b for b in there if self._side(b) == side])

    def _side(self, block: Block) -> str:
        return self._sides.get(self._scenario.unit_by_key[block[0]].nationality, "")

    def _words(self, taker: Block, hex: str, crowd: Crowd) -> str:
        names = [self._design.unit_name(self._scenario.unit_by_key[key]) for key in taker]
        others = [self._design.unit_name(p.unit) for p in crowd.units]
        sides = self._design.ruleset.side_by_id
        one, other = self._side(taker), crowd.units[0].side
        whose, theirs = (f" ({sides[s].name})" if one != other and s in sides else "" for s in (one, other))
        where = hex_words(hex, self._design.map)
        return (f"{_named(names)}{whose} in {where} would leave no room for {_named(others)}{theirs}, so "
                "none of them is set up: decide who stands there, or give them more hexes.")


def _without(placed: Mapping[str, str], block: Block) -> dict[str, str]:
    return {key: hex for key, hex in placed.items() if key not in block}


def _named(names: Sequence[str]) -> str:
    """The names as a list, of very many only the first and the number of the rest."""
    more = len(names) - _MOST_NAMED
    return listed(names if more <= 1 else [*names[:_MOST_NAMED], f"{more} more"])
