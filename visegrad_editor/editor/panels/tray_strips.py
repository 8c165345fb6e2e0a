"""What is in the tray of a set-up: the units that are still to be set up, in strips. No Tk here."""

from __future__ import annotations

from ...engine.set_up import order_in_force
from ...engine.set_up_filling import unplaced_units
from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.in_play import InPlay
from ...model.place_words import where_words
from ...model.rules.phrases import sentence
from ...model.scenario import Setup, Unit
from ...model.scenario_words import limit_words
from ...model.where import Where


@dataclass(frozen=True)
class TrayStrip:
    """Units of a side that may be set up in the same hexes: those of a set-up group, or of the same words."""

    side: str
    """The name of the side."""
    colour: str
    name: str
    where: Where
    units: tuple[Unit, ...]
    words: str
    """Where they may be set up, and whether alone or together, in a sentence."""

    @property
    def heading(self) -> str:
        """`Polish army (10)`."""
        return f"{self.name} ({len(self.units)})"


def tray_strips(design: Design) -> tuple[TrayStrip, ...]:
    """The strips of the tray, in the order of set-up; none if nothing is still to be set up."""
    scenario, ruleset = design.scenario, design.ruleset
    if scenario is None:
        return ()
    found: dict[tuple[str, str, Setup], list[Unit]] = {}
    for unit in unplaced_units(design):
        assert unit.setup is not None
        nation = ruleset.nationality_by_id.get(unit.nationality)
        like = Setup(unit.setup.where, alone=unit.setup.alone)
        found.setdefault((nation.side if nation else "", unit.setup.group, like), []).append(unit)
    order = [*order_in_force(design), *(s.id for s in ruleset.sides)]
    last = len(order)

    def place(key: tuple[str, str, Setup]) -> int:
        side, group, _ = key
        named = group if group in order else side
        return order.index(named) if named in order else last

    strips = []
    for key in sorted(found, key=place):
        side_id, group_id, setup = key
        group, side = scenario.group_by_id.get(group_id), ruleset.side_by_id.get(side_id)
        words = where_words(setup.where, design) or "nowhere"
        words = words[:1].upper() + words[1:]
        said = [f"{words}."]
        if setup.alone:
            said.append("None of them shares its hex with another unit of its nationality.")
        if group is not None and group.together:
            said.append("All of them stand in one hex.")
        if group is not None and group.limits:
            said += [sentence(limit_words(limit, design)) for limit in group.limits]
        strips.append(TrayStrip(
            side.name if side else "no side", side.colour if side else "#777777",
            group.name if group else words, setup.where, tuple(found[key]), " ".join(said)))
    return tuple(strips)


def tray_areas(design: Design, strips: tuple[TrayStrip, ...]) -> tuple[tuple[str, str, frozenset[Hex]], ...]:
    """The areas of the strips: of each a text such as `Polish army (10)`, its colour, and the hexes in which
    units may stand."""
    play = InPlay(design)
    return tuple(
        (strip.heading, strip.colour, frozenset(filter(play.may_stand, strip.where.resolve(design.map))))
        for strip in strips)
