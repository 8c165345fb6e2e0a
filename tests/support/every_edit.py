"""Random arguments for every edit of documents, by the name of its module and function."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from visegrad_editor.hexgrid import EDGES, Axis, HalfHexes, Hex, Numbering
from visegrad_editor.hexgrid.grid import Lines
from visegrad_editor.model import edit
from visegrad_editor.model.background import Pin
from visegrad_editor.model.counter_mix import fits_line
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit import (
    any_key,
    any_names,
    areas,
    background,
    counter_mix,
    documents,
    geography,
    goals,
    hex_groups,
    hexsides,
    labels,
    levels,
    looks,
    pieces,
    places,
    prototypes,
    replace_all,
    replacement_chart,
    reshape,
    roads,
    ruleset,
    ruleset_tables,
    set_up_groups,
    set_up_order,
    side_names,
    terrain,
    timetable_rows,
    turn_track,
    unit_cells,
    unit_series,
    units,
)
from visegrad_editor.model.edit import (
    scenario as reinforcements,
)
from visegrad_editor.model.edit import (
    scenario as start,
)
from visegrad_editor.model.edit.documents import with_map, with_scenario
from visegrad_editor.model.edit.ruleset import with_ruleset
from visegrad_editor.model.gamemap import GameMap, Label
from visegrad_editor.model.geography import Geography, WarpPin
from visegrad_editor.model.region import mirrored, turned
from visegrad_editor.model.rules.counter import MixLine
from visegrad_editor.model.ruleset import Ruleset
from visegrad_editor.model.scenario import Entry, Scenario, Setup
from visegrad_editor.model.schedule import ScheduledEvent, UnitRelease, UnitWithdrawal
from visegrad_editor.model.where import Where

Try = Callable[[Random, Design], Design]

_DOCUMENTS = ("Design", "GameMap", "Scenario", "Ruleset")
_RESULTS = (*_DOCUMENTS, "ReshapeResult", "PasteResult", "tuple[Design, Fragment]",
            "tuple[PasteResult, frozenset[Hex]]")
PARTS = {
    "documents.with_map", "documents.with_scenario", "ruleset.with_ruleset", "any_key.put_document",
    "reshape.moved_map", "blank.emptied", "ruleset.with_entry", "ruleset.add_entry",
    "ruleset.change_field", "ruleset.phases_renamed", "blank.blank_map", "scenario.begin_scenario",
    "pieces.with_moved_references", "units.with_other_key",
}
"""Parts of edits that are not commands: putting a document into a design, an entry into a list, the halves
of a resize, the beginnings of a new map or scenario, references that follow a piece."""


def all_edits() -> set[str]:
    """`module.function` of everything that makes a document from a document."""
    found = set()
    for info in pkgutil.iter_modules(edit.__path__):
        module = importlib.import_module(f"{edit.__name__}.{info.name}")
        for name, function in vars(module).items():
            if not inspect.isfunction(function) or function.__module__ != module.__name__ or name[0] == "_":
                continue
            signature = inspect.signature(function)
            first = next(iter(signature.parameters.values()), None)
            if (first is not None and first.annotation in _DOCUMENTS
                    and signature.return_annotation in _RESULTS):
                found.add(f"{info.name}.{name}")
    return found - PARTS


# -- random choices -------------------------------------------------------------------


def _hex(dice: Random, design: Design) -> Hex:
    grid = design.map.grid
    return Hex(dice.randrange(grid.columns), dice.randrange(grid.rows))


def _patch(dice: Random, design: Design) -> list[Hex]:
    return design.map.grid.within(_hex(dice, design), dice.randrange(3))


def _place(dice: Random, design: Design) -> Hex:
    return dice.choice(design.map.places).hex if design.map.places else _hex(dice, design)


def _unit(dice: Random, design: Design) -> str:
    assert design.scenario is not None
    return dice.choice(design.scenario.units).key


def _text(dice: Random) -> str:
    return dice.choice(("Łódź", "a: b", "No. 7", "yes", "# hash", "'quoted'", "Long name of a far place"))


def _map(function: Callable[[Random, Design], GameMap]) -> Try:
    return lambda dice, design: with_map(design, function(dice, design))


def _scenario(function: Callable[[Random, Design, Scenario], Scenario]) -> Try:
    def attempt(dice: Random, design: Design) -> Design:
        assert design.scenario is not None
        return with_scenario(design, function(dice, design, design.scenario))
    return attempt


def _without_positions(dice: Random, design: Design, scenario: Scenario) -> Scenario:
    """A unit with a choice of hexes stands in one of them, and perhaps leaves it again."""
    key, hexes = _unit(dice, design), tuple(design.map.grid.number(_hex(dice, design)) for _ in range(3))
    free = units.change_unit(scenario, key, setup=Setup(Where(hexes=hexes)), reinforcement=None)
    placed = units.place_units(free, [key], dice.choice(hexes))
    return units.clear_positions(placed) if dice.random() < 0.5 else placed


def _rules(function: Callable[[Random, Ruleset], Ruleset]) -> Try:
    return lambda dice, design: with_ruleset(design, function(dice, design.ruleset))


def _kinds(kinds: tuple[Any, ...]) -> list[str]:
    return [k.id for k in kinds]


def _path(dice: Random, design: Design) -> list[Hex]:
    start_hex = _hex(dice, design)
    end = dice.choice(design.map.grid.within(start_hex, 4))
    return design.map.grid.line(start_hex, end)


def _area(dice: Random, design: Design) -> str:
    if not design.map.areas:
        raise ValueError("no area")
    return dice.choice(design.map.areas).id


def _table(dice: Random, rules: Ruleset) -> tuple[int, int, int]:
    at = dice.randrange(len(rules.tables))
    table = rules.tables[at]
    return at, dice.randrange(len(table.rows)), dice.randrange(len(table.columns))


def _entry(dice: Random, rules: Ruleset) -> tuple[str, int]:
    section = dice.choice(("terrain", "hexsides", "roads", "features", "unit_types", "nationalities"))
    return section, dice.randrange(len(getattr(rules, section)))


def _label(dice: Random, design: Design) -> Hex:
    if not design.map.labels:
        raise ValueError("no label")
    return dice.choice(design.map.labels).hex


def _pasted(dice: Random, design: Design) -> Design:
    piece = pieces.cut_out(design, _patch(dice, design))
    if dice.random() < 0.5:
        piece = turned(piece, dice.randrange(6))
    if dice.random() < 0.3:
        piece = mirrored(piece)
    return pieces.paste(design, piece, _hex(dice, design)).design


def _halves(dice: Random, design: Design) -> HalfHexes:
    """Half hexes that the edges of a map may have."""
    choices: tuple[Lines, ...] = ("", "all", "odd", "even")
    orientation = design.map.grid.orientation
    return HalfHexes(*(dice.choice([lines for lines in choices if not HalfHexes()._replace(
        **{edge: lines}).misfit(orientation)]) for edge in EDGES))


def _numbering(dice: Random) -> Numbering:
    return Numbering(dice.choice(("row-first", "column-first")), Axis(dice.randrange(1, 9), "down"),
                     Axis(dice.randrange(1, 9), dice.choice(("left", "right"))))


def _resized(dice: Random, design: Design) -> Design:
    left, top, right, bottom = (dice.randrange(-2, 3) for _ in range(4))
    numbering = reshape.nearest_numbering(design.map.grid, left, top, right, bottom)
    return reshape.resize(design, left, top, right, bottom, numbering=numbering).design


def _arrival(dice: Random, design: Design, scenario: Scenario) -> str:
    arriving = [u.key for u in scenario.units if u.reinforcement]
    if not arriving:
        raise ValueError("nobody arrives")
    return dice.choice(arriving)


def _new_unit(dice: Random, design: Design, scenario: Scenario) -> Scenario:
    rules = design.ruleset
    unit = units.new_unit(rules, scenario, dice.choice(_kinds(rules.nationalities)),
                          dice.choice(_kinds(rules.unit_types)))
    return units.add_unit(scenario, unit)


def _option(dice: Random, design: Design, scenario: Scenario) -> Scenario:
    option = dice.choice(design.ruleset.options)
    return documents.set_option(scenario, option.id, dice.choice(option.choices))


def _line(dice: Random, design: Design) -> GameMap:
    if not design.map.lines:
        raise ValueError("no line")
    at = dice.randrange(len(design.map.lines))
    return hexsides.change_line(design.map, at, name=_text(dice), width=dice.randrange(1, 6))


def _road(dice: Random, design: Design) -> GameMap:
    if not design.map.roads:
        raise ValueError("no road")
    return roads.rename_road(design.map, dice.randrange(len(design.map.roads)), _text(dice))


def _replaced(dice: Random, design: Design) -> GameMap:
    what, kinds = dice.choice((("terrain", design.ruleset.terrain), ("road", design.ruleset.roads),
                               ("feature", design.ruleset.features)))
    return replace_all.replace_all(design.map, what, dice.choice(_kinds(kinds)),  # type: ignore[arg-type]
                                   dice.choice(_kinds(kinds)))


def _any_key(dice: Random, design: Design) -> Design:
    kind, path, value = dice.choice((
        ("scenario", ("special_rules",), [_text(dice), _text(dice)]),
        ("scenario", ("units", dice.randrange(9), "notes"), _text(dice)),
        ("scenario", ("entries", 0, "rule"), str(dice.randrange(1, 9))),
        ("map", ("places", dice.randrange(9), "name"), _text(dice)),
        ("ruleset", ("title",), _text(dice)),
        ("ruleset", ("terrain", 1, "cost"), dice.randrange(1, 6)),
    ))
    return any_key.with_value(design, kind, path, value)  # type: ignore[arg-type]


def _new_id(dice: Random, design: Design) -> Design:
    kind, section = dice.choice((("scenario", "entries"), ("ruleset", "terrain"), ("ruleset", "options"),
                                 ("ruleset", "results"), ("ruleset", "sides")))
    held: Any = getattr(design.scenario if kind == "scenario" else design.ruleset, section)
    return any_names.with_id(design, kind, section, dice.randrange(len(held)), f"id-{dice.randrange(999)}")


def _boxed(dice: Random, design: Design) -> Design:
    boxes = [box for box in turn_track.turn_track(design) if not box.pool]
    return turn_track.put_in_box(design, [_unit(dice, design) for _ in range(2)], dice.choice(boxes))


def _changed_units(dice: Random, design: Design) -> Design:
    assert design.scenario is not None
    keys = {_unit(dice, design) for _ in range(3)}
    return unit_cells.with_units(design, {
        k: replace(design.scenario.unit_by_key[k], short=_text(dice)[:6]) for k in keys})


def _series(dice: Random, design: Design) -> Design:
    rules, first = design.ruleset, dice.randrange(500, 900)
    return unit_series.add_series(design, unit_series.UnitSeries(
        dice.choice(_kinds(rules.nationalities)), dice.choice(_kinds(rules.unit_types)),
        first, first + dice.randrange(1, 6), unit_series.PLACEHOLDER + " Regiment"))


def _row(dice: Random, design: Design, kind: str = timetable_rows.UNITS) -> timetable_rows.Row:
    return dice.choice(timetable_rows.timetable_rows(design, kind))


def _chart_line(dice: Random, design: Design) -> str:
    """The name of a line of the replacement chart."""
    return replacement_chart.line_name(*dice.choice([*replacement_chart.chart_of(design)]))


def _copies(dice: Random, design: Design) -> Design:
    assert design.scenario is not None
    one = design.scenario.unit_by_key[_unit(dice, design)]
    return unit_series.add_units(
        design, [replace(one, name=f"{one.name} {n}") for n in ("A", "B")], one.key)


def _likened(dice: Random, design: Design) -> tuple[Design, str]:
    """The design with one more prototype, which a few units have, and its id."""
    assert design.scenario is not None
    id = f"like-{dice.randrange(10**6)}"
    units = [u.key for u in design.scenario.units if u.nationality == "poland"]
    return prototypes.make_prototype(design, dice.sample(units, 1), id), id


def _short_mix(dice: Random, design: Design) -> Design:
    """The design with a counter mix of which one line has too few counters, raised to enough."""
    rules = counter_mix.take_mix(design).ruleset
    line = dice.choice(rules.counter_mix)
    short = tuple(replace(one, number=0) if one is line else one for one in rules.counter_mix)
    return counter_mix.raise_line(with_ruleset(design, replace(rules, counter_mix=short)), line.id)


def _on_mix(edit: Callable[[Design, MixLine, MixLine], Design]) -> Try:
    """An edit of two lines of the counter mix that a scenario needs."""
    def made(dice: Random, design: Design) -> Design:
        design = counter_mix.take_mix(design)
        one, other = dice.sample(design.ruleset.counter_mix, 2)
        return edit(design, one, other)

    return made


def _twice_in_mix(design: Design, one: MixLine, other: MixLine) -> Design:
    """The design with two lines of one id, told apart."""
    lines = (*design.ruleset.counter_mix, replace(other, id=one.id))
    twice = with_ruleset(design, replace(design.ruleset, counter_mix=lines))
    return counter_mix.name_line_apart(twice, one.id)


def _line_missed(design: Design, one: MixLine, other: MixLine) -> Design:
    """The design with a line for a unit that had none."""
    assert design.scenario is not None
    without = counter_mix.drop_line(design, one.id)
    unit = next(u for u in design.scenario.units if fits_line(design.ruleset, u, one))
    return counter_mix.add_line_for(without, unit.key)


def _unlike(dice: Random, design: Design) -> Design:
    """The design with a unit that says something else than its prototype."""
    design, id = _likened(dice, design)
    assert design.scenario is not None
    [unit] = design.scenario.units_like(id)
    changed = units.change_unit(design.scenario, unit.key, size="army", values=((9,), (8,)))
    return with_scenario(design, changed)


def _reset(dice: Random, design: Design) -> Design:
    design = _unlike(dice, design)
    assert design.scenario is not None
    different = [u.key for u in design.scenario.units if u.overrides]
    return prototypes.reset_to_prototype(design, different, ["size"])


TRIES: dict[str, Try] = {
    "any_key.with_value": _any_key,
    "any_names.with_id": _new_id,
    "looks.change_looks": lambda r, d: looks.change_looks(
        d, "unit", [_unit(r, d)], {"symbol": r.choice(("armor", "infantry")), "band": "#123456"}),
    "goals.with_exits": _rules(lambda r, x: goals.with_exits(
        x, [goals.Goal("leave", x.sides[0].id, 1, edge=r.choice(("north", "east")))])),
    "goals.with_victory": lambda r, d: goals.with_victory(d, goals.victory_of(
        [goals.Goal("control", d.ruleset.sides[0].id, r.randrange(1, 4), features=("city",))], d.ruleset)
        if r.random() < 0.8 else None),
    "side_names.with_names_of_sides": _rules(lambda r, x: side_names.with_names_of_sides(
        x, [replace(side, name=r.choice(("Westland", "Eastland side"))) for side in x.sides])),
    "timetable_rows.drop": lambda r, d: timetable_rows.drop(d, [_row(r, d)]),
    "replacement_chart.set_received": lambda r, d: replacement_chart.set_received(
        d, [_chart_line(r, d)], f"{r.randrange(4, 9)} steps"),
    "replacement_chart.receive_nothing": lambda r, d: replacement_chart.receive_nothing(
        d, [_chart_line(r, d)]),
    "replacement_chart.move_lines": lambda r, d: replacement_chart.move_lines(
        d, {_chart_line(r, d): r.randrange(1, 6)}),
    "replacement_chart.as_in_the_ruleset": lambda r, d: replacement_chart.as_in_the_ruleset(
        replacement_chart.set_received(
            replacement_chart.set_received(d, ["1/allied"], "7 steps"), ["2/allied"], "8 steps"),
        ["1/allied"]),
    "scenario.set_moment": lambda r, d: reinforcements.set_moment(
        d, _unit(r, d), r.choice((UnitWithdrawal, UnitRelease))(r.randrange(2, 6))),
    "timetable_rows.set_moments": lambda r, d: timetable_rows.set_moments(
        d, [timetable_rows.Row(r.choice(("leaves", "moves")), _unit(r, d), "", 0, "", "")],
        str(r.randrange(1, 6))),
    "timetable_rows.set_when": lambda r, d: timetable_rows.set_when(d, [_row(r, d)], str(r.randrange(1, 6))),
    "timetable_rows.shift_when": lambda r, d: timetable_rows.shift_when(d, [_row(r, d)], 1),
    "turn_track.date_event": lambda r, d: turn_track.date_event(
        d, ScheduledEvent("us-entry", turn=((n := r.randrange(1, 6)), n))),
    "units.name_units": _scenario(lambda r, d, s: units.name_units(
        s, {_unit(r, d): _text(r)}, lambda unit, name: replace(unit, name=name))),
    "turn_track.put_in_box": _boxed,
    "unit_cells.with_units": _changed_units,
    "unit_series.add_series": _series,
    "unit_series.add_units": _copies,
    "areas.add_area": _map(lambda r, d: areas.add_area(d.map, f"Area {r.randrange(999)}", _patch(r, d))),
    "areas.set_area_hexes": _map(lambda r, d: areas.set_area_hexes(
        d.map, _area(r, d), _patch(r, d), r.random() < 0.7)),
    "areas.rename_area": _map(lambda r, d: areas.rename_area(d.map, _area(r, d), _text(r))),
    "areas.remove_area": _map(lambda r, d: areas.remove_area(d.map, _area(r, d))),
    "levels.paint_levels": _map(lambda r, d: levels.paint_levels(d.map, _patch(r, d), r.randrange(-2, 4))),
    "hex_groups.put_in_group": _map(lambda r, d: hex_groups.put_in_group(
        d.map, r.choice(("buildings", "waters")), _patch(r, d), r.choice(("", "inn", "mill")))),
    "hex_groups.remove_group": _map(lambda r, d: hex_groups.remove_group(
        hex_groups.put_in_group(hex_groups.put_in_group(d.map, "waters", _patch(r, d), "pond"), "buildings",
                                _patch(r, d), "inn"), r.choice(("buildings", "waters")), "inn")),
    "background.set_picture": _map(lambda r, d: background.set_picture(d.map, "scan.png")),
    "background.set_pins": _map(lambda r, d: background.set_pins(
        background.set_picture(d.map, "scan.png"),
        [Pin(h, (r.randrange(900) / 2, 7.5)) for h in {_hex(r, d) for _ in range(3)}])),
    "background.remove_background": _map(lambda r, d: documents.change_map(
        background.remove_background(background.set_picture(d.map, "scan.png")), notes=_text(r))),
    "pieces.cut": lambda r, d: pieces.cut(d, _patch(r, d))[0],
    "pieces.cleared": lambda r, d: pieces.cleared(d, _patch(r, d)),
    "counter_mix.take_mix": lambda r, d: counter_mix.take_mix(d),
    "counter_mix.raise_line": _short_mix,
    "counter_mix.add_line_for": _on_mix(_line_missed),
    "counter_mix.drop_line": _on_mix(lambda d, one, other: counter_mix.drop_line(d, one.id)),
    "counter_mix.join_lines": _on_mix(lambda d, one, other: counter_mix.join_lines(d, one.id, other.id)),
    "counter_mix.name_line_apart": _on_mix(_twice_in_mix),
    "counter_mix.set_kind_of_line": _on_mix(lambda d, one, other: counter_mix.set_kind_of_line(
        d, one.id, "type", other.type)),
    "counter_mix.set_number_of_line": _on_mix(lambda d, one, other: counter_mix.set_number_of_line(
        d, one.id, one.number + 3)),
    "documents.change_scenario": _scenario(lambda r, d, s: documents.change_scenario(
        s, title=_text(r), notes=_text(r), turns=r.randrange(9, 12))),
    "documents.set_option": _scenario(_option),
    "documents.choose_options": lambda r, d: documents.choose_options(d, [
        (one.id, r.choice(one.choices)) for one in d.ruleset.options]),
    "documents.change_map": _map(lambda r, d: documents.change_map(d.map, title=_text(r), notes=_text(r))),
    "geography.set_geography": _map(lambda r, d: geography.set_geography(d.map, r.choice((None, Geography(
        (r.randrange(-179, 180), 51.5), r.randrange(1, 900) / 8, r.randrange(-179, 180), _hex(r, d),
        (19.5, 50.25), r.choice((4.0, 6.5)), (WarpPin((19.25, 50.0), (0.125, -0.5), _text(r)),)))))),
    "hexsides.add_sides": _map(lambda r, d: hexsides.add_sides(
        d.map, r.choice(_kinds(d.ruleset.hexsides)), d.map.grid.sides(_hex(r, d))[: r.randrange(1, 6)],
        r.choice(("", _text(r))), r.choice((None, 1, 5)))),
    "hexsides.erase_sides": _map(lambda r, d: hexsides.erase_sides(
        d.map, (s for h in _patch(r, d) for s in d.map.grid.sides(h)))),
    "hexsides.change_line": _map(_line),
    "hexsides.set_width": _map(lambda r, d: hexsides.set_width(
        d.map, r.choice(_kinds(d.ruleset.hexsides)), r.choice(d.map.lines).sides, r.randrange(1, 6))),
    "labels.add_label": _map(lambda r, d: labels.add_label(d.map, Label(_text(r), _hex(r, d), 0.7))),
    "labels.set_label": _map(lambda r, d: labels.set_label(d.map, _hex(r, d), _text(r))),
    "labels.change_label": _map(lambda r, d: labels.change_label(
        d.map, _label(r, d), size=r.choice((0.3, 1.25)), rotation=r.choice((0.0, -30.0)))),
    "pieces.paste": _pasted,
    "pieces.moved_in_place": lambda r, d: pieces.moved_in_place(
        d, _patch(r, d), lambda piece: turned(piece, r.randrange(1, 6)))[0].design,
    "places.set_features": _map(lambda r, d: places.set_features(
        d.map, _hex(r, d), r.sample(_kinds(d.ruleset.features), 2))),
    "places.set_feature": _map(lambda r, d: places.set_feature(
        d.map, _place(r, d), r.choice(_kinds(d.ruleset.features)), r.random() < 0.6)),
    "places.set_lettering": _map(lambda r, d: places.set_lettering(
        d.map, _place(r, d), at=r.choice(("N", "SE")), size=0.4)),
    "places.set_name": _map(lambda r, d: places.set_name(d.map, _hex(r, d), _text(r))),
    "places.remove_place": _map(lambda r, d: places.remove_place(d.map, _place(r, d))),
    "scenario.schedule": _scenario(lambda r, d, s: reinforcements.schedule(
        s, _unit(r, d), r.randrange(1, s.turns + 1), r.choice(s.entries).id)),
    "scenario.set_turn": _scenario(lambda r, d, s: reinforcements.set_turn(
        s, _arrival(r, d, s), r.randrange(1, s.turns + 1))),
    "scenario.set_event": _scenario(lambda r, d, s: reinforcements.set_event(
        s, _arrival(r, d, s), r.choice(("us-entry", "italy-entry")))),
    "scenario.set_entry": _scenario(lambda r, d, s: reinforcements.set_entry(
        s, _arrival(r, d, s), r.choice(s.entries).id)),
    "scenario.unschedule": _scenario(lambda r, d, s: reinforcements.unschedule(s, _arrival(r, d, s))),
    "scenario.add_entry": _scenario(lambda r, d, s: reinforcements.add_entry(s, Entry(
        f"way-{r.randrange(999)}", _text(r), Where(hexes=(d.map.grid.number(_hex(r, d)),))))),
    "prototypes.make_prototype": lambda r, d: _likened(r, d)[0],
    "prototypes.use_prototype": lambda r, d: prototypes.use_prototype(
        (found := _likened(r, d))[0], [_unit(r, d)], r.choice(("", found[1]))),
    "prototypes.reset_to_prototype": _reset,
    "prototypes.rename_prototype": lambda r, d: prototypes.rename_prototype(
        _likened(r, d)[0], 0, f"other-{r.randrange(10**6)}"),
    "prototypes.remove_prototype": lambda r, d: prototypes.remove_prototype(*_likened(r, _unlike(r, d))),
    "replace_all.replace_all": _map(_replaced),
    "reshape.resize": _resized,
    "reshape.crop": lambda r, d: reshape.crop(
        d, d.map.grid.within(_hex(r, d), 12),
        numbering=reshape.nearest_numbering(d.map.grid, 0, 0, 0, 0)).design,
    "reshape.cut_in_half": lambda r, d: reshape.cut_in_half(d, _halves(r, d)).design,
    "reshape.renumber": lambda r, d: reshape.renumber(d, _numbering(r)).design,
    "reshape.rotate": lambda r, d: reshape.rotate(d, r.randrange(1, 4)).design,
    "roads.draw_road": _map(lambda r, d: roads.draw_road(
        d.map, r.choice(_kinds(d.ruleset.roads)), _path(r, d), r.choice(("", _text(r))))),
    "roads.erase_road": _map(lambda r, d: roads.erase_road(
        d.map, (s for h in _patch(r, d) for s in d.map.grid.sides(h)))),
    "roads.rename_road": _map(_road),
    "ruleset.change_head": _rules(lambda r, x: ruleset.change_head(x, "title", _text(r))),
    "ruleset.duplicate_entry": _rules(lambda r, x: ruleset.duplicate_entry(x, *_entry(r, x))),
    "ruleset.move_entry": _rules(lambda r, x: ruleset.move_entry(x, "terrain", 0, 2)),
    "ruleset.rename_entry": lambda r, d: ruleset.rename_entry(
        d, *_entry(r, d.ruleset), f"kind-{r.randrange(999)}"),
    "ruleset.remove_entry": lambda r, d: ruleset.remove_entry(
        d, "terrain", r.randrange(len(d.ruleset.terrain))),
    "ruleset.replace_entry": lambda r, d: ruleset.replace_entry(
        d, "terrain", r.randrange(len(d.ruleset.terrain)), r.choice(_kinds(d.ruleset.terrain))),
    "ruleset.new_entry": _rules(lambda r, x: ruleset.new_entry(
        x, _entry(r, x)[0], f"Kind {r.randrange(999)}")),
    "ruleset_tables.set_results": _rules(lambda r, x: ruleset_tables.set_results(
        x, (t := _table(r, x))[0], {t[1:]: r.choice(_kinds(x.results))})),
    "ruleset_tables.set_heading": _rules(lambda r, x: ruleset_tables.set_heading(
        x, (t := _table(r, x))[0], t[2], f"{r.randrange(99)}%")),
    "ruleset_tables.set_threshold": _rules(lambda r, x: ruleset_tables.set_threshold(
        x, (t := _table(r, x))[0], t[2], str(r.randrange(900)))),
    "ruleset_tables.add_row": _rules(lambda r, x: ruleset_tables.add_row(x, *_table(r, x)[:2])),
    "ruleset_tables.remove_row": _rules(lambda r, x: ruleset_tables.remove_row(x, *_table(r, x)[:2])),
    "ruleset_tables.add_column": _rules(lambda r, x: ruleset_tables.add_column(
        x, (t := _table(r, x))[0], t[2])),
    "ruleset_tables.remove_column": _rules(lambda r, x: ruleset_tables.remove_column(
        x, (t := _table(r, x))[0], t[2])),
    "ruleset.typed": lambda r, d: ruleset.typed(
        d, "terrain", r.randrange(len(d.ruleset.terrain)), "cost", r.choice(("2", "2½", "prohibited"))),
    "scenario.begin_before_turn_one": _scenario(lambda r, d, s: start.begin_before_turn_one(replace(
        s, title=_text(r), assets=tuple(replace(a, boxes=(("spent", 1),)) for a in s.assets)))),
    "set_up_groups.set_up_units": lambda r, d: set_up_groups.set_up_units(
        d, [_unit(r, d), _unit(r, d)], set_up_groups.SetUpWish(
            Where(countries=(r.choice(_kinds(d.ruleset.nationalities)),)), r.random() < 0.5,
            name := r.choice(("", _text(r))), stay=r.random() < 0.5,
            place=r.choice((None, -1, 0, 1)) if name else None)),
    "set_up_order.with_set_up_order": lambda r, d: set_up_order.with_set_up_order(
        d, r.sample(set_up_order.order_of_set_up(d), len(d.ruleset.sides))),
    "set_up_order.with_hidden_set_up": lambda r, d: set_up_order.with_hidden_set_up(
        d, [s for s in _kinds(d.ruleset.sides) if r.random() < 0.5]),
    "terrain.paint_terrain": _map(lambda r, d: terrain.paint_terrain(
        d.map, _patch(r, d), r.choice(_kinds(d.ruleset.terrain)))),
    "terrain.paint_kinds": _map(lambda r, d: terrain.paint_kinds(
        d.map, {h: r.choice(_kinds(d.ruleset.terrain)) for h in _patch(r, d)})),
    "terrain.paint_country": _map(lambda r, d: terrain.paint_country(
        d.map, _patch(r, d), r.choice(("", "atlantis", *_kinds(d.ruleset.nationalities))))),
    "units.change_unit": _scenario(lambda r, d, s: units.change_unit(
        s, _unit(r, d), values=((r.randrange(4, 15),), (3,)), notes=_text(r))),
    "units.place_units": _scenario(lambda r, d, s: units.place_units(
        s, [_unit(r, d)], d.map.grid.number(_hex(r, d)))),
    "units.clear_positions": _scenario(_without_positions),
    "units.take_off_map": _scenario(lambda r, d, s: units.take_off_map(s, [_unit(r, d)])),
    "units.flip_units": _scenario(lambda r, d, s: units.flip_units(s, [_unit(r, d)])),
    "units.add_unit": _scenario(_new_unit),
    "units.remove_units": _scenario(lambda r, d, s: units.remove_units(s, [_unit(r, d)])),
}
