"""The set-up in a sheet, by side, nationality and hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..engine.set_up import order_in_force
from ..engine.words import Words
from ..lazy_dataclass import dataclass
from ..model.counter_values import has_values
from ..model.design import Design
from ..model.edit.documents import with_scenario
from ..model.edit.units import boxed_units
from ..model.rules.victory import Asset
from ..model.ruleset import Nationality, Side
from ..model.scenario import AssetStart, Scenario, SetUpGroup, Unit
from ..model.scenario_words import limit_words
from ..model.where import Where
from ..model.wording import listed, side_in_sentence
from ..systems import words_of
from . import words
from .blocks import Band, GroupHeading, Heading, Paragraph
from .flow import Block, Columns, Element, NewPage, Together
from .fonts import clean
from .pen import Pen
from .text import HAIRLINE, INK, LABEL, SMALL, STRONG
from .unit_rows import IndexRow, PlaceHeading, UnitRow, unit_cells

_FEW = 3
"""So many places are repeated below the hex of each unit."""
_UNKNOWN = Side("", "Units of unknown side", "#55606b")


def sides_in_play(design: Design, scenario: Scenario) -> list[Side]:
    """The sides that have a unit or assets, in the ruleset's order; then one for stray units."""
    ruleset = design.ruleset
    has = {a.id for a in scenario.assets}
    present = {side_of(u, design) for u in scenario.units} | {a.side for a in ruleset.assets if a.id in has}
    known = [s for s in ruleset.sides if s.id in present]
    return [*known, _UNKNOWN] if "" in present else known


def side_of(unit: Unit, design: Design) -> str:
    """The id of the side of a unit; "" if its nationality is unknown."""
    nationality = design.ruleset.nationality_by_id.get(unit.nationality)
    side = nationality.side if nationality else ""
    return side if side in design.ruleset.side_by_id else ""


def sides_by_set_up(design: Design, scenario: Scenario) -> list[Side]:
    """The sides in play in the order in which they set up, given by the scenario or the ruleset."""
    order = set_up_order(design, scenario)
    return sorted(
        sides_in_play(design, scenario), key=lambda s: order.index(s.id) if s.id in order else len(order))


def set_up_order(design: Design, scenario: Scenario) -> tuple[str, ...]:
    """The ids of the sides in the order of set-up in which they are played; () if none is given."""
    return order_in_force(with_scenario(design, scenario))


@dataclass(frozen=True)
class UnitCounts:
    """The numbers of units by place before the game begins; each unit is counted once."""

    on_map: int = 0
    """Units with a place on the map, a hex or a choice of hexes."""
    later: int = 0
    """Ground units that arrive on a turn or with an event."""
    air: int = 0
    """Air units that are not on the map."""
    boxed: int = 0
    """Ground units that stay in a box off the map."""
    unplaced: int = 0
    """Ground units with neither a place nor a turn of arrival."""

    @classmethod
    def of(cls, units: Iterable[Unit], design: Design) -> UnitCounts:
        counts = Counter(_whereabouts(u, design) for u in units)
        return cls(**counts)

    @property
    def words(self) -> str:
        """All of them as one line: `14 units on the map · 18 arriving later · 12 air units`."""
        parts = [f"{words.count_words(self.on_map, 'unit')} on the map"]
        parts += [f"{self.later} arriving later"] * bool(self.later)
        parts += [words.count_words(self.air, "air unit")] * bool(self.air)
        parts += [f"{self.boxed} in boxes"] * bool(self.boxed)
        parts += [f"{self.unplaced} without a place"] * bool(self.unplaced)
        return " · ".join(parts)


def _whereabouts(unit: Unit, design: Design) -> str:
    """The field of `UnitCounts` in which a unit is counted."""
    if unit.reinforcement is None and unit.setup is not None and not unit.setup.box:
        return "on_map"
    if words.is_air(unit, design.ruleset):
        return "air"
    if unit.reinforcement is not None:
        return "later"
    return "boxed" if unit.setup is not None else "unplaced"


def listed_words(units: Sequence[Unit], design: Design) -> str:
    """The number of units below a heading, as `2 units` or `3 units, 6 air units`."""
    air = sum(words.is_air(u, design.ruleset) for u in units)
    parts = [words.count_words(len(units) - air, "unit")] * (air < len(units) or not units)
    return ", ".join(parts + [words.count_words(air, "air unit")] * bool(air))


def set_up_units(units: Iterable[Unit]) -> list[Unit]:
    """The units on the map or in a box before turn 1; the rest arrive later."""
    return [u for u in units if u.reinforcement is None and u.setup is not None]


def with_boxed_units(design: Design) -> Design:
    """The design as it is played: units that are never in a hex are not set up in one."""
    scenario = design.scenario
    if scenario is None:
        return design
    boxed = {u.key for u in boxed_units(design.ruleset, scenario.units)
             if u.setup is not None and not u.setup.box}
    return design if not boxed else replace(design, scenario=replace(scenario, units=tuple(
        replace(u, setup=None, position="") if u.key in boxed else u for u in scenario.units)))


def setup_section(design: Design, scenario: Scenario, *, whole: bool = True) -> list[Element]:
    """The units placed before turn 1, each side followed by its hexes in the order of their numbers; each
    side on a single page as far as possible, unless sides need not be `whole`. One that sets up hidden has
    pages of its own."""
    on_map = UnitCounts.of(scenario.units, design).on_map
    elements: list[Element] = [
        Heading("Set-up", f"{words.count_words(on_map, 'unit')} on the map; tick each one when placed")
    ]
    order = set_up_order(design, scenario)
    if any(name in scenario.group_by_id for name in order):
        elements.append(Paragraph(f"Order of set-up: {', '.join(_order_names(order, design, scenario))}."))
    if hidden := [s.name for s in design.ruleset.sides if s.id in scenario.hidden_set_up]:
        elements.append(Paragraph(
            f"Hidden set-up: {listed(hidden)}. What is set up with a choice of hexes is not shown to the "
            "other side until the set-up is over."))
    sides = sides_by_set_up(design, scenario)
    for place, side in enumerate(sides):
        own = [u for u in scenario.units if side_of(u, design) == side.id]
        turn = words.ordinal(place) if side.id in order and len(sides) > 1 else ""
        unseen = side.id in scenario.hidden_set_up
        if unseen or (place and sides[place - 1].id in scenario.hidden_set_up):
            elements.append(NewPage())
        told = [f"sets up {turn}"] * bool(turn) + ["hidden from the other side"] * unseen
        blocks = _side(side, own, design, scenario, " · ".join(told))
        elements += [Together(blocks)] if whole else blocks
        elements += hex_index(side, own, design)
    if sides and sides[-1].id in scenario.hidden_set_up:
        elements.append(NewPage())
    return elements


_REST = " (the rest)"
"""Behind the name of a side of which a set-up group is set up apart."""


def order_of_set_up_words(design: Design, scenario: Scenario) -> str:
    """The order of set-up as a sentence without its full stop: `The Allied side sets up first, then the
    Russian side`; "" if there is no order, or only one side or group."""
    present = {side.id for side in sides_in_play(design, scenario)} | set(scenario.group_by_id)
    order = [name for name in set_up_order(design, scenario) if name in present]
    names = _order_names(order, design, scenario)
    if len(names) < 2:
        return ""
    sides = {side.name for side in design.ruleset.sides}
    told = [f"{side_in_sentence(bare)}{name.removeprefix(bare)}"
            if (bare := name.removesuffix(_REST)) in sides else name for name in names]
    return f"{told[0][:1].upper()}{told[0][1:]} sets up first, then {', then '.join(told[1:])}"


def _order_names(order: Sequence[str], design: Design, scenario: Scenario) -> list[str]:
    """Sides and set-up groups in their order: `Polish army, Russian side, Allied side (the rest)`."""
    apart = {u.nationality for name in order for u in scenario.members(name)}
    nations = design.ruleset.nationality_by_id
    split = {nations[n].side for n in apart if n in nations}
    known = design.ruleset.side_by_id
    return [
        scenario.group_by_id[name].name if name in scenario.group_by_id else
        f"{known[name].name}{_REST}" if name in split else known[name].name
        for name in order if name in scenario.group_by_id or name in known]


def _side(side: Side, units: list[Unit], design: Design, scenario: Scenario, order: str) -> list[Element]:
    on_map = [u for u in set_up_units(units) if u.setup is not None and not u.setup.box]
    counts = UnitCounts.of(units, design).words
    elements: list[Element] = [Band(side.name, f"{order} · {counts}" if order else counts, side.colour)]
    blocks: list[Block] = []
    for nationality in _nationalities(on_map, design):
        blocks += _nationality(nationality, [u for u in on_map if u.nationality == nationality.id], design)
    if blocks:
        elements.append(Columns(blocks))
    else:
        elements.append(Paragraph("Nothing is placed on the map before turn 1.", gap=6))
    off_map = off_map_blocks(side, units, design, scenario)
    return [*elements, Together(off_map, most=0.3)] if off_map else elements


def _nationalities(units: list[Unit], design: Design) -> list[Nationality]:
    """The nationalities of the units in the ruleset's order, unknown ones last."""
    present = list(dict.fromkeys(u.nationality for u in units))
    known = [n for n in design.ruleset.nationalities if n.id in present]
    strange = [n for n in present if n not in design.ruleset.nationality_by_id]
    colours = design.ruleset.nationalities[0].colours if design.ruleset.nationalities else None
    return known + [Nationality(n, n, n, "", colours) for n in strange if colours is not None]


def _nationality(nationality: Nationality, units: list[Unit], design: Design) -> list[Block]:
    title = nationality.adjective or nationality.name
    head = GroupHeading(
        words.sentence(title),
        words.count_words(len(units), "unit"),
        nationality.colours.ground,
        nationality.colours.ink,
    )
    blocks: list[Block] = [head]
    runs: list[list[UnitRow]] = []
    fixed = [u for u in units if u.hex and not _conditions(u)]
    by_hex: dict[str, list[Unit]] = {}
    for u in sorted(fixed, key=lambda u: u.name):
        by_hex.setdefault(u.hex, []).append(u)
    runs.append([UnitRow(u, design, number=u.hex, group=head)
                 for number in design.map.grid.in_order(by_hex) for u in by_hex[number]])
    blocks += runs[-1]
    for text, members in _by_place([u for u in units if u not in fixed], design).items():
        place = PlaceHeading(text, head)
        runs.append(
            [
                UnitRow(u, design, number=u.hex, group=place,
                        short=_short_place(u, design, text))
                for u in members
            ]
        )
        blocks += [place, *runs[-1]]
    for run in runs:
        # Keep the first and the last row of a run from being alone in a column.
        for row in run[:1] + run[-2:-1]:
            row.keep = len(run) > 1
    return blocks


def _conditions(unit: Unit) -> bool:
    """Whether a unit with a fixed hex has further conditions."""
    return unit.setup is not None and (unit.setup.alone or unit.setup.where != Where(hexes=(unit.hex,)))


def _by_place(units: list[Unit], design: Design) -> dict[str, list[Unit]]:
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        if unit.setup is None:
            continue
        text = words.setup_words(unit.setup, design)
        if unit.setup.alone:
            adjective = words.nationality_adjective(unit, design.ruleset)
            text += f"; no two {adjective} units in the same hex"
        if (group := design.scenario.group_of(unit) if design.scenario else None) is not None:
            text += _group_words(group, design)
            # The name is needed where the words are of the group as a whole, and to refer to many hexes.
            if group.limits or group.together or len(unit.setup.where.hexes) > _FEW:
                text = f"{group.name}: {words.lower_first(text)}"
        groups.setdefault(text, []).append(unit)
    return groups


def _group_words(group: SetUpGroup, design: Design) -> str:
    """What a set-up group says of its units together, to follow the words of its hexes."""
    parts = [clean(limit_words(limit, design, whole=True)) for limit in group.limits]
    parts += ["all in the same hex"] * group.together
    members = design.scenario.members(group.id) if design.scenario else ()
    nations = list(dict.fromkeys(words.nationality_adjective(u, design.ruleset) for u in members))
    if parts and len(nations) > 1:
        # It stands below the heading of each of them.
        parts[0] = f"{words.both(nations)} units counted as one: {parts[0]}"
    return "".join(f"; {part}" for part in parts)


def _short_place(unit: Unit, design: Design, heading: str) -> str:
    """The place of a unit for the line below its hex; "" if it would only repeat the heading. Many hexes are
    in the heading alone."""
    if unit.setup is None:
        return ""
    where = unit.setup.where
    group = design.scenario.group_of(unit) if design.scenario else None
    if len(where.hexes) > _FEW:
        return f"as the group {group.name}" if group is not None else "as stated above"
    names = [words.country_name(c, design.ruleset) for c in where.countries]
    names += [a.name for i in where.areas if (a := design.map.area_by_id.get(i)) is not None]
    names += where.hexes
    text = words.either(names)
    told = words.sentence(heading.removeprefix(f"{group.name}: ")) if group is not None else heading
    return f"in {text}" if names and len(names) <= _FEW and words.sentence(text) != told else ""


# -- off the map ------------------------------------------------------------------------


@dataclass
class MarkerRow(Block):
    """The markers of a side, as small squares to tick or to put the markers on."""

    label: str
    letters: str
    count: int
    note: str
    gap: float = 5.0

    _SIZE = 15.0

    def height(self, width: float) -> float:
        return self._SIZE + 4

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        pen.text(x, top + 2.5, self.label, STRONG)
        left = x + max(96.0, STRONG.width(self.label) + 8)
        fit = max(1, int((width - (left - x) - SMALL.width(self.note) - 12) / (self._SIZE + 3)))
        for i in range(min(self.count, fit)):
            pen.box(
                left + i * (self._SIZE + 3),
                top,
                self._SIZE,
                self._SIZE,
                fill="#ffffff",
                stroke=INK,
                radius=1.5,
            )
            pen.text(
                left + i * (self._SIZE + 3) + self._SIZE / 2,
                top + 2.5,
                self.letters,
                LABEL.in_colour(HAIRLINE if len(self.letters) > 2 else LABEL.colour),
                "centre",
            )
        end = left + min(self.count, fit) * (self._SIZE + 3) + 4
        pen.text(end, top + 2.5, self.note, SMALL)


def off_map_blocks(side: Side, units: list[Unit], design: Design, scenario: Scenario) -> list[Element]:
    """Units in boxes, units that wait, and the markers of a side."""
    boxes: dict[str, list[Unit]] = {}
    waiting = []
    for unit in units:
        if unit.reinforcement is not None:
            continue
        if unit.setup is None:
            waiting.append(unit)
        elif unit.setup.box:
            boxes.setdefault(words.setup_words(unit.setup, design), []).append(unit)
    elements: list[Element] = []
    for text, members in boxes.items():
        elements += _box(text, members, design)
    if waiting:
        elements += _box("Waiting off the map", waiting, design)
    own = {a.id: a for a in design.ruleset.assets if a.side == side.id}
    for start in scenario.assets:
        if start.id in own and start.number:
            elements.append(_asset(own[start.id], start, words_of(design.ruleset.system)))
    return elements


def _box(text: str, units: list[Unit], design: Design) -> list[Element]:
    head = GroupHeading(text, listed_words(units, design))
    head.gap = 10.0
    across = 5 if all(_short(u, design) for u in units) else 3
    return [Together([head, *unit_cells(units, design, across, head)])]


def _short(unit: Unit, design: Design) -> bool:
    return len(unit.name) <= 10 and not has_values(design.ruleset, unit)


def _asset(asset: Asset, start: AssetStart, game: Words) -> Element:
    """A row of markers for an asset that lies in boxes, a line for any other."""
    if asset.boxes:
        return MarkerRow(asset.name, game.pool_letters, start.number, _boxes(asset, start))
    return Paragraph(f"{asset.name}: {start.number}.", SMALL, 4.0)


def _boxes(asset: Asset, start: AssetStart) -> str:
    """The note beside a side's markers: where they are."""
    lying = dict(start.boxes)
    first = start.number - sum(lying.values())
    counts = [(first, asset.boxes[0]), *((lying.get(box, 0), box) for box in asset.boxes[1:])]
    return ", ".join(f"{n} {box}" for n, box in counts if n)


# -- index ------------------------------------------------------------------------------


def hex_index(side: Side, units: Sequence[Unit], design: Design) -> list[Element]:
    """The units of a side with a fixed hex, by hex number, for checking the finished set-up."""
    by_hex: dict[str, list[Unit]] = {}
    placed = set_up_units(units)
    for unit in placed:
        if unit.hex:
            by_hex.setdefault(unit.hex, []).append(unit)
    if not by_hex:
        return []
    free = sum(1 for u in placed if not u.hex and u.setup and not u.setup.box)
    note = "1 hex" if len(by_hex) == 1 else f"{len(by_hex)} hexes"
    if free:
        note += f"; {words.count_words(free, 'unit')} placed freely not listed"
    rows: list[Block] = [
        IndexRow(
            number,
            words.place_name(number, design.map),
            tuple((words.nationality_adjective(u, design.ruleset), u.name) for u in by_hex[number]),
        )
        for number in design.map.grid.in_order(by_hex)
    ]
    return [Together([Heading(f"Check by hex: {side.name}", note), Columns(rows, 3 if len(rows) > 5 else 2)])]
