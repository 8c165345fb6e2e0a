"""Entries of a ruleset: kinds of terrain, unit types, nationalities and the like.

A section is named by its attribute (`terrain`, `unit_types`), an entry by its index in it, because two
entries may for a while have the same id.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

from ..design import Design
from ..gamemap import GameMap, HexsideLine
from ..layer import Layer
from ..provenance import Provenance, designers_own
from ..rules.combat import CombatTable
from ..rules.counter import Formation, MixLine
from ..rules.renaming import parts_that_name, rename_in_rules, renamed_in
from ..rules.results import ResultCode
from ..ruleset import (
    AidLine,
    CounterColours,
    FeatureKind,
    HexsideKind,
    Nationality,
    Option,
    Phase,
    Replacements,
    RoadKind,
    Ruleset,
    Side,
    SpecialRule,
    TerrainKind,
    UnitType,
)
from ..ruleset_fields import HEAD, SECTIONS, TableColumn, entry_label
from ..ruleset_values import read_code, read_id, read_name
from ..scenario import Scenario, Unit, with_other_unit
from ..start import Start
from ..where import Where
from ..wording import document_name, named, quoted, short_side_name, without_article


def with_ruleset(design: Design, ruleset: Ruleset) -> Design:
    """The design with another ruleset; the design itself if the ruleset is the same."""
    return design if ruleset is design.ruleset else replace(design, ruleset=ruleset)


def change_field(ruleset: Ruleset, section: str, index: int, key: str, value: Any) -> Ruleset:
    """The ruleset with a field of an entry changed; `key` is that of a field in `ruleset_fields`.

    A change of a fact departs from the rulebook or the reconstruction, so the entry becomes the designer's.
    It keeps the rule number, which is the rule it departs from. An `id` is changed by `rename_entry`, which
    updates all references.
    """
    field = SECTIONS[section].field(key)
    old = getattr(ruleset, section)[index]
    if field.of(old) == value and type(field.of(old)) is type(value):
        return ruleset
    new = field.put(old, value)
    if field.fact and new != old:
        new = designers_own(new)
    ruleset = with_entry(ruleset, section, index, new)
    return phases_renamed(ruleset, old.id, old.name, new.name) if section == "sides" else ruleset


def phases_renamed(ruleset: Ruleset, side: str, old: str, new: str) -> Ruleset:
    """The ruleset with those phases of a side that are called after it called after its new name: with
    `Blue side` and `Heron League`, `Blue movement` becomes `Heron League movement`."""
    whole, short = without_article(old), short_side_name(old)
    if not short or not new.strip() or old == new:
        return ruleset
    names = {whole: without_article(new), short: short_side_name(new)}

    def renamed(phase: Phase) -> Phase:
        if phase.side != side:
            return phase
        for name, other in names.items():
            after = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", other.replace("\\", r"\\"), phase.name)
            if after != phase.name:
                return replace(phase, name=after)
        return phase

    phases = tuple(map(renamed, ruleset.phases))
    return ruleset if phases == ruleset.phases else replace(ruleset, phases=phases)


def change_head(ruleset: Ruleset, key: str, text: str) -> Ruleset:
    """The ruleset with its title, its number of turns or the like read from typed text; `key` is that of a
    field in `ruleset_fields.HEAD`. Raises ValueError with a sentence for text that cannot be such a value."""
    field = next(f for f in HEAD if f.key == key)
    changed: Ruleset = field.put(ruleset, field.read(text))
    return ruleset if changed == ruleset else changed


def with_entry(ruleset: Ruleset, section: str, index: int, entry: Any) -> Ruleset:
    """The ruleset with another entry at this index; itself if they are equal."""
    entries = getattr(ruleset, section)
    if entries[index] == entry:
        return ruleset
    return _with_section(ruleset, section, (*entries[:index], entry, *entries[index + 1 :]))


def add_entry(ruleset: Ruleset, section: str, entry: Any, at: int | None = None) -> Ruleset:
    """The ruleset with one more entry, inserted at index `at` or at the end.

    Raises ValueError for an id that is taken.
    """
    entries = getattr(ruleset, section)
    if SECTIONS[section].has_id:
        refuse_taken(ruleset, section, entry.id)
    at = len(entries) if at is None else at
    return _with_section(ruleset, section, (*entries[:at], entry, *entries[at:]))


def duplicate_entry(ruleset: Ruleset, section: str, index: int) -> Ruleset:
    """The ruleset with a copy after an entry, under an unused id and name, marked as the designer's."""
    old = getattr(ruleset, section)[index]
    new = designers_own(old)
    if section == "replacements":
        new = replace(new, turn=min(old.turn + 1, 200))
    elif SECTIONS[section].has_id:
        new = replace(new, id=free_id(ruleset, section, old.id), name=_free_name(ruleset, section, old.name))
    return add_entry(ruleset, section, new, index + 1)


def move_entry(ruleset: Ruleset, section: str, index: int, to: int) -> Ruleset:
    """The ruleset with an entry at another index; palettes and charts follow that order."""
    entries = list(getattr(ruleset, section))
    to = min(max(to, 0), len(entries) - 1)
    if to == index:
        return ruleset
    entries.insert(to, entries.pop(index))
    return _with_section(ruleset, section, tuple(entries))


def refuse_taken(ruleset: Ruleset, section: str, id: str) -> None:
    """Raise ValueError if an entry of the section has that id."""
    for entry in getattr(ruleset, section):
        if entry.id == id:
            one = SECTIONS[section].one
            raise ValueError(f"The id {quoted(id)} belongs to the {one} {entry_label(section, entry)}.")


def free_id(ruleset: Ruleset, section: str, wish: str) -> str:
    """An unused id of the section: the wish, or the wish with a number."""
    taken = {e.id for e in getattr(ruleset, section)}
    return _numbered(wish, taken, "-")


def _free_name(ruleset: Ruleset, section: str, wish: str) -> str:
    return _numbered(wish, {e.name for e in getattr(ruleset, section)}, " ")


def _numbered(wish: str, taken: set[str], between: str) -> str:
    """
    >>> _numbered("river", {"river", "river-2"}, "-")
    'river-3'
    """
    head, _, tail = wish.rpartition(between)
    stem, number = (head, int(tail)) if head and tail.isdecimal() else (wish, 1)
    name = wish
    while name in taken:
        number += 1
        name = f"{stem}{between}{number}"
    return name


def _with_section(ruleset: Ruleset, section: str, entries: tuple[Any, ...]) -> Ruleset:
    changed: Any = {section: entries}
    return replace(ruleset, **changed)


# -- ids of ruleset entries: renamed, removed or replaced, with map and scenario following ---------


D = TypeVar("D", Ruleset, GameMap, Scenario)
C = TypeVar("C", SpecialRule, AidLine, Option, Phase)

REPLACEABLE = frozenset({
    "terrain", "hexsides", "roads", "features", "unit_types", "results", "formations"})
"""The sections in which another entry can replace one that is used."""
_ONE_AT_LEAST = frozenset({"terrain", "sides"})


def rename_entry(design: Design, section: str, index: int, id: str) -> Design:
    """The design with another id for an entry; the ruleset, the map and the scenario follow.

    If another entry has the same old id, references stay with that one. Raises ValueError for an id that is
    taken or invalid.
    """
    old = getattr(design.ruleset, section)[index]
    id = read_code(id) if section == "results" else read_id(id)
    if id == old.id:
        return design
    refuse_taken(design.ruleset, section, id)
    shared = sum(e.id == old.id for e in getattr(design.ruleset, section)) > 1
    if section == "nationalities" and id in design.map.countries.letters and not shared:
        raise ValueError(f"The map has a country called {quoted(id)} already. Choose another id.")
    design = with_ruleset(design, with_entry(design.ruleset, section, index, replace(old, id=id)))
    return design if shared else _follow(design, section, old.id, id)


def remove_entry(design: Design, section: str, index: int) -> Design:
    """The design without an entry. Raises ValueError, with the places that use it, if it is used."""
    entries = getattr(design.ruleset, section)
    entry = entries[index]
    label, one = entry_label(section, entry), SECTIONS[section].one
    if section in _ONE_AT_LEAST and len(entries) == 1:
        raise ValueError(f"{label} cannot be removed: a ruleset needs at least one {one}.")
    if SECTIONS[section].has_id and sum(e.id == entry.id for e in entries) == 1:
        users = uses(design, section, entry.id)
        if users:
            raise ValueError(f"{label} cannot be removed, because it is used by {'; '.join(users)}.")
    return _without(design, section, index)


def replace_entry(design: Design, section: str, index: int, by: str) -> Design:
    """The design without an entry, with the entry `by` in its place wherever it was used.

    Raises ValueError if nothing can replace it.
    """
    entries = getattr(design.ruleset, section)
    old = entries[index]
    if section not in REPLACEABLE:
        one = SECTIONS[section].one
        raise ValueError(f"No other {one} can replace {entry_label(section, old)}.")
    if by == old.id or all(e.id != by for e in entries):
        raise ValueError(f"There is no other {SECTIONS[section].one} {quoted(by)}.")
    design = _follow(design, section, old.id, by)
    if section == "formations":
        # A part that takes the place of its whole belongs to what that belonged to.
        design = with_ruleset(design, replace(design.ruleset, formations=tuple(
            replace(f, parent=old.parent) if f.id == f.parent == by else f
            for f in design.ruleset.formations)))
    return _without(design, section, index)


def _without(design: Design, section: str, index: int) -> Design:
    entries = getattr(design.ruleset, section)
    rest: Any = {section: (*entries[:index], *entries[index + 1 :])}
    return with_ruleset(design, replace(design.ruleset, **rest))


# -- following -------------------------------------------------------------------------------


def _follow(design: Design, section: str, old: str, new: str) -> Design:
    """The design with all references to an entry of the section changed to another."""
    ruleset = _in_ruleset(design.ruleset, section, old, new)
    change = _ON_MAP.get(section)
    map = change(design.map, old, new) if change else design.map
    scenario = _in_scenario(design.scenario, section, old, new) if design.scenario else None
    return Design(ruleset, map, scenario)


_CALLED = {
    "sides": "side", "nationalities": "nationality", "unit_types": "unit type", "features": "feature",
    "roads": "road kind", "terrain": "kind of terrain", "hexsides": "hexside kind", "results": "result",
    "tables": "table", "phases": "phase", "formations": "formation"}
"""What the blocks of rules call the entries of a section."""


def _in_ruleset(ruleset: Ruleset, section: str, old: str, new: str) -> Ruleset:
    if section in _CALLED:
        ruleset = rename_in_rules(ruleset, _CALLED[section], old, new)
    named = partial(_renamed, "side", old, new)
    if section == "sides":
        return _with(
            ruleset, nationalities=named(ruleset.nationalities), phases=named(ruleset.phases),
            replacements=named(ruleset.replacements), set_up_order=_word(ruleset.set_up_order, old, new))
    if section == "results":
        return _with(ruleset, tables=tuple(
            replace(t, rows=tuple(tuple(new if c == old else c for c in row) for row in t.rows))
            for t in ruleset.tables))
    return _with(ruleset, **{
        part: tuple(_condition_renamed(e, section, old, new) for e in getattr(ruleset, part))
        for part in ("special_rules", "player_aid", "options", "phases")})


def _condition_renamed(entry: C, section: str, old: str, new: str) -> C:
    """A special rule, an option or a phase with the new id in its conditions."""
    changes: dict[str, Any] = {}
    for when in ("when", "unless"):
        condition = getattr(entry, when)
        words = getattr(condition, section, ())
        if old in words:
            changes[when] = replace(condition, **{section: _word(words, old, new)})
        if section == "nationalities" and any(u.startswith(f"{old}/") for u in condition.units):
            units = tuple(
                f"{new}{u.removeprefix(old)}" if u.startswith(f"{old}/") else u for u in condition.units)
            changes[when] = replace(changes.get(when, condition), units=units)
    return replace(entry, **changes) if changes else entry


def _terrain(map: GameMap, old: str, new: str) -> GameMap:
    return _with(map, terrain=_layer(map.terrain, old, new))


def _countries(map: GameMap, old: str, new: str) -> GameMap:
    return _with(map, countries=_layer(map.countries, old, new))


def _layer(layer: Layer, old: str, new: str) -> Layer:
    """The layer with a value replaced by another; two letters never stand for the same value."""
    if old not in layer.letters:
        return layer
    if new not in layer.letters:
        return Layer(tuple((c, new if v == old else v) for c, v in layer.legend), layer.rows)
    letter = layer.letters[new]
    table = str.maketrans({c: letter for c, v in layer.legend if v == old})
    legend = tuple((c, v) for c, v in layer.legend if v != old)
    return Layer(legend, tuple(row.translate(table) for row in layer.rows))


def _lines(map: GameMap, old: str, new: str) -> GameMap:
    taken = {s for line in map.lines if line.kind == new for s in line.sides}
    lines: list[HexsideLine] = []
    for line in map.lines:
        if line.kind != old:
            lines.append(line)
        elif left := tuple(s for s in line.sides if s not in taken):
            lines.append(replace(line, kind=new, sides=left))
    return _with(map, lines=tuple(lines))


def _roads(map: GameMap, old: str, new: str) -> GameMap:
    return _with(map, roads=_renamed("kind", old, new, map.roads))


def _places(map: GameMap, old: str, new: str) -> GameMap:
    return _with(map, places=tuple(
        replace(p, features=_word(p.features, old, new)) if old in p.features else p for p in map.places))


_ON_MAP: dict[str, Callable[[GameMap, str, str], GameMap]] = {
    "terrain": _terrain, "nationalities": _countries, "hexsides": _lines, "roads": _roads,
    "features": _places,
}
_IN_WHERE = {"features": "features", "roads": "roads", "nationalities": "countries", "terrain": "terrain"}
_OF_UNITS = {"unit_types": "type", "nationalities": "nationality", "formations": "formation"}
_OF_PROTOTYPES = {"unit_types": "type", "formations": "formation"}


def _in_scenario(scenario: Scenario, section: str, old: str, new: str) -> Scenario:
    if section in _CALLED:
        scenario = _with(
            scenario, schedule=renamed_in(scenario.schedule, _CALLED[section], old, new),
            entries=renamed_in(scenario.entries, _CALLED[section], old, new),
            victory=renamed_in(scenario.victory, _CALLED[section], old, new))
    if section == "sides":
        return _with(
            scenario, replacements=_renamed("side", old, new, scenario.replacements),
            set_up_order=_word(scenario.set_up_order, old, new),
            hidden_set_up=_word(scenario.hidden_set_up, old, new),
            start=_in_start(scenario.start, section, scenario, old, new))
    scenario = _with(scenario, start=_in_start(scenario.start, section, scenario, old, new))
    if section == "nationalities":
        judged = scenario.problems
        for unit in scenario.units:
            judged = with_other_unit(judged, unit.key, _key(unit.key, old, new))
        scenario = _with(scenario, problems=judged)
    if section in _OF_UNITS:
        # With the prototypes in one step, so that their units do not get the new name from them.
        renamed: dict[str, Any] = {"units": _renamed(_OF_UNITS[section], old, new, scenario.units)}
        if section in _OF_PROTOTYPES:
            renamed["prototypes"] = _renamed(_OF_PROTOTYPES[section], old, new, scenario.prototypes)
        scenario = _with(scenario, **renamed)
    if section in _IN_WHERE:
        name = _IN_WHERE[section]
        scenario = _with(
            scenario, units=tuple(_set_up(u, name, old, new) for u in scenario.units),
            set_up_groups=tuple(g.with_wheres(lambda where: _where(where, name, old, new))
                                for g in scenario.set_up_groups),
            entries=tuple(replace(e, where=_where(e.where, name, old, new)) for e in scenario.entries))
    return scenario


def _in_start(start: Start | None, section: str, scenario: Scenario, old: str, new: str) -> Start | None:
    if start is None:
        return None
    if section == "sides":
        return start.with_side(old, new)
    if section == "phases":
        return start.with_phase(old, new)
    if section == "nationalities":
        for unit in scenario.units:
            if unit.nationality == old:
                start = start.with_unit(unit.key, _key(unit.key, old, new))
        return replace(start, entered=_word(start.entered, old, new), struck=_word(start.struck, old, new))
    return start


def _key(unit: str, old: str, new: str) -> str:
    """The key of a unit with its nationality renamed."""
    return f"{new}/{unit.removeprefix(f'{old}/')}" if unit.startswith(f"{old}/") else unit


def _set_up(unit: Unit, name: str, old: str, new: str) -> Unit:
    if unit.setup is None or old not in getattr(unit.setup.where, name):
        return unit
    return replace(unit, setup=replace(unit.setup, where=_where(unit.setup.where, name, old, new)))


def _where(where: Where, name: str, old: str, new: str) -> Where:
    words: tuple[str, ...] = getattr(where, name)
    if old not in words:
        return where
    changed: Any = {name: _word(words, old, new)}
    return replace(where, **changed)


def _word(words: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(new if w == old else w for w in words))


def _renamed(name: str, old: str, new: str, entries: tuple[Any, ...]) -> tuple[Any, ...]:
    """The entries with `new` instead of `old` in the field `name`."""
    return tuple(replace(e, **{name: new}) if getattr(e, name) == old else e for e in entries)


def _with(document: D, **parts: Any) -> D:
    """The document with other parts; itself if the parts are the same."""
    if all(getattr(document, k) == v for k, v in parts.items()):
        return document
    return replace(document, **parts)


# -- new entries of a ruleset, with values guessed from their names and their neighbours -----------


_BY_HAND = Provenance("designer")


class _Look(NamedTuple):
    """The look that a word in the name of a kind suggests. `extra` is the cost beyond the easiest ground."""

    words: tuple[str, ...]
    colour: str
    extra: float | None = 0


_GROUNDS = (
    _Look(("forest", "wood", "jungle", "taiga"), "#b7cf9c", 1),
    _Look(("hill", "upland", "rough", "broken"), "#d6c79c", 1),
    _Look(("mountain", "alp", "peak"), "#c8ac86", 2),
    _Look(("marsh", "swamp", "bog", "wetland", "polder"), "#a9c8b4", 2),
    _Look(("desert", "sand", "dune"), "#efdcae", 1),
    _Look(("heath", "moor", "steppe", "grass"), "#d8d79b"),
    _Look(("city", "urban", "town", "village"), "#cfc4ba", 1),
    _Look(("snow", "ice", "glacier", "tundra"), "#eef3f6", 1),
    _Look(("sea", "ocean", "lake", "water"), "#a9c9e1", None),
    _Look(("orchard", "farm", "field", "crop"), "#dfdf9f"),
)
_LINES = (
    _Look(("river", "stream", "canal", "creek", "brook", "lake"), "#3c79b6"),
    _Look(("wall", "cliff", "ridge", "escarpment", "slope"), "#6b5b4a"),
    _Look(("border", "frontier"), "#8c3b24"),
    _Look(("coast", "shore"), "#3f6f92"),
    _Look(("bridge", "ford", "ferry"), "#5c4f47"),
    _Look(("hedge", "bocage", "treeline"), "#4d7a3a"),
)
_DISTINCT = (
    "#c9b458", "#7fae8a", "#b58a9e", "#8fa7c4", "#c78f5f", "#9a9a6a", "#a48fc0", "#6fa7a0", "#bf7b6b",
    "#8d8d8d")
_ROAD_COLOURS = ("#7a5230", "#b5361f", "#2358a6", "#4d4d4d", "#8a7a3a", "#6a3d8a")


def new_entry(
    ruleset: Ruleset, section: str, name: str, looks: Collection[str] = (), at: int | None = None
) -> Ruleset:
    """The ruleset with a new entry of that name, marked as the designer's.

    Its colour, its pattern or symbol (one of `looks`, the names the drawing knows) and its numbers are
    guessed from its name and from the other entries. It is inserted at index `at`, else at the end; a new
    terrain comes after similar ones, before kinds that are not ground. Raises ValueError for an empty name.
    """
    name = read_name(name) if section != "replacements" else ""
    entry = _MAKERS[section](ruleset, name, looks)
    if at is None and isinstance(entry, TerrainKind):
        at = _terrain_index(ruleset.terrain, entry)
    return add_entry(ruleset, section, entry, at)


def _terrain_index(terrain: Sequence[TerrainKind], new: TerrainKind) -> int:
    """The index after the last playable ground, or, for water, before kinds that are not even water."""
    playable = [i for i, kind in enumerate(terrain) if kind.playable]
    if new.playable:
        return playable[-1] + 1 if playable else 0
    wet = [i for i, kind in enumerate(terrain) if not kind.playable and kind.pattern == "waves"]
    return wet[-1] + 1 if wet else len(terrain)


def look_for(name: str, looks: Iterable[str]) -> str:
    """The longest of the names that occurs in another, ignoring plurals; "" if none does.

    >>> look_for("Deep forest", ("woods", "forest", "for")), look_for("Birch wood", ("woods",))
    ('forest', 'woods')
    """
    words = name.lower().replace(" ", "-")
    return max((x for x in looks if x and x.rstrip("s") in words), key=len, default="")


def _id(ruleset: Ruleset, section: str, name: str) -> str:
    wish = document_name(name, SECTIONS[section].one.split()[-1])[:55].strip("-")
    return free_id(ruleset, section, wish)


def _hint(name: str, looks: Sequence[_Look]) -> _Look | None:
    words = name.lower().split()
    return next((x for x in looks if any(w.startswith(x.words) or w.endswith(x.words) for w in words)), None)


def _guessed(name: str, hint: _Look | None, looks: Collection[str]) -> str:
    """The look that a name contains, or one with about the same meaning."""
    return look_for(name, looks) or next((x for x in (hint.words if hint else ()) if x in looks), "")


def _unused(colours: Iterable[str], wanted: Sequence[str]) -> str:
    """The first of the wanted colours that is not taken, or the one used least."""
    taken = Counter(c.lower() for c in colours)
    return min(wanted, key=lambda c: taken[c])


def _new_terrain(ruleset: Ruleset, name: str, looks: Collection[str]) -> TerrainKind:
    hint = _hint(name, _GROUNDS)
    easy = min((t.cost for t in ruleset.terrain if t.playable and t.cost is not None), default=1)
    colour = hint.colour if hint else _unused((t.colour for t in ruleset.terrain), _DISTINCT)
    wet = hint is not None and hint.extra is None
    cost = easy + ((hint.extra or 0) if hint else 0)
    pattern = _guessed(name, hint, looks) or ("waves" if wet and "waves" in looks else "")
    return TerrainKind(
        _id(ruleset, "terrain", name), name, None if wet else cost, playable=not wet, supply=not wet,
        colour=colour, pattern=pattern, provenance=_BY_HAND)


def _hexside(ruleset: Ruleset, name: str, looks: Collection[str]) -> HexsideKind:
    hint = _hint(name, _LINES)
    colour = hint.colour if hint else _unused((h.colour for h in ruleset.hexsides), _DISTINCT)
    crosses = any(word in name.lower().split() for word in ("bridge", "ford", "ferry"))
    return HexsideKind(
        _id(ruleset, "hexsides", name), name, 0, colour=colour, pattern=_guessed(name, hint, looks),
        traits=frozenset({"crossing"} if crosses else ()), provenance=_BY_HAND)


def _road(ruleset: Ruleset, name: str, looks: Collection[str]) -> RoadKind:
    return RoadKind(
        _id(ruleset, "roads", name), name, 1, rank=0,
        colour=_unused((r.colour for r in ruleset.roads), _ROAD_COLOURS), width=0.09, provenance=_BY_HAND)


def _feature(ruleset: Ruleset, name: str, looks: Collection[str]) -> FeatureKind:
    return FeatureKind(
        _id(ruleset, "features", name), name, symbol=look_for(name, looks),
        colour=_unused((f.colour for f in ruleset.features), ("#555555", "#7a3d1d", "#1f4e8c", "#3d6a2a")),
        provenance=_BY_HAND)


def _unit_type(ruleset: Ruleset, name: str, looks: Collection[str]) -> UnitType:
    ground = [t for t in ruleset.unit_types if "air" not in t.traits]
    movement, _ = Counter(t.movement for t in ground).most_common(1)[0] if ground else (4, 0)
    size, _ = Counter(t.size for t in ground).most_common(1)[0] if ground else ("brigade", 0)
    symbol = look_for(name, looks) or ("infantry" if "infantry" in looks else "")
    return UnitType(
        _id(ruleset, "unit_types", name), name, symbol, movement, size=size, provenance=_BY_HAND)


def _nationality(ruleset: Ruleset, name: str, looks: Collection[str]) -> Nationality:
    ground = _unused((n.colours.ground for n in ruleset.nationalities), _DISTINCT)
    return Nationality(
        _id(ruleset, "nationalities", name), name, name, ruleset.sides[0].id if ruleset.sides else "",
        CounterColours(ground, "#1c1c1c"), _BY_HAND)


def _side(ruleset: Ruleset, name: str, looks: Collection[str]) -> Side:
    return Side(_id(ruleset, "sides", name), name, _unused(
        (s.colour for s in ruleset.sides), ("#2f5fa8", "#b3202c", "#3d7a3a", "#8a6a1f", "#6a3d8a")))


def _table(ruleset: Ruleset, name: str, looks: Collection[str]) -> CombatTable:
    """An empty table of the shape of the first one; checks ask for its results."""
    like = ruleset.tables[0] if ruleset.tables else None
    columns = like.columns if like else ("under 1:1", "1:1", "2:1", "3:1", "4:1 or more")
    thresholds = like.thresholds if like else (0, 100, 200, 300, 400)
    rows = len(like.rows) if like else 6
    return CombatTable(
        _id(ruleset, "tables", name), name, columns, thresholds, (("",) * len(columns),) * rows, _BY_HAND)


def _result(ruleset: Ruleset, name: str, looks: Collection[str]) -> ResultCode:
    initials = "".join(w[0] for w in name.split()).upper()[:4]
    return ResultCode(free_id(ruleset, "results", initials), name, name)


def _replacements(ruleset: Ruleset, name: str, looks: Collection[str]) -> Replacements:
    """The first missing line of the chart, turn by turn and side by side."""
    listed = {(r.turn, r.side) for r in ruleset.replacements}
    sides = [s.id for s in ruleset.sides] or [""]
    free = ((t, s) for t in range(1, 201) for s in sides if (t, s) not in listed)
    turn, side = next(free, (200, sides[0]))
    return Replacements(turn, side, 0, provenance=_BY_HAND)


def _formation(ruleset: Ruleset, name: str, looks: Collection[str]) -> Formation:
    return Formation(_id(ruleset, "formations", name), name, colour=_unused(
        (f.colour for f in ruleset.formations), _DISTINCT), provenance=_BY_HAND)


def _mix_line(ruleset: Ruleset, name: str, looks: Collection[str]) -> MixLine:
    return MixLine(_id(ruleset, "counter_mix", name), name)


_MAKERS: dict[str, Any] = {
    "terrain": _new_terrain, "hexsides": _hexside, "roads": _road, "features": _feature,
    "unit_types": _unit_type, "nationalities": _nationality, "sides": _side, "tables": _table,
    "results": _result, "replacements": _replacements, "counter_mix": _mix_line,
    "formations": _formation,
}


# -- text that a designer types into a table of ruleset data, turned into a labelled change --------


def typed(design: Design, section: str, index: int, key: str, text: str) -> Design:
    """The design with a field of an entry read from typed text; itself if nothing changes.

    Raises ValueError with a sentence for text that cannot be such a value.
    """
    field = SECTIONS[section].field(key)
    if field.kind == "id":
        return rename_entry(design, section, index, text)
    entry = getattr(design.ruleset, section)[index]
    if text == field.text_of(entry):
        # Entering again a value that is shown rounded or in words does not change it.
        return design
    return with_ruleset(design, change_field(
        design.ruleset, section, index, key, field.read(_id_meant(design.ruleset, field, text))))


def _id_meant(ruleset: Ruleset, field: TableColumn, text: str) -> str:
    """The id of the entry that a text names where entries of a section are referred to; another text as it
    is. Raises ValueError with the known ones for a text that cannot be an id."""
    section = field.field.refers_to
    if section is None or not text.strip():
        return text
    known = [(e.id, e.name if getattr(e, "name", "") else e.id) for e in getattr(ruleset, section)]
    try:
        return named(text, known, SECTIONS[section].one, by_name=True)
    except ValueError:
        with suppress(ValueError):
            return read_id(text)
        raise


def change_label(section: str, entry: Any, key: str, text: str) -> str:
    """The label in the history for a change of a field by typed text.

    >>> from ..ruleset import TerrainKind
    >>> change_label("terrain", TerrainKind("clear", "Clear", 2), "cost", "3")
    'Clear: cost 3'
    """
    field = SECTIONS[section].field(key)
    title = field.title.lower()
    with suppress(ValueError):
        text = field.typed.show(field.read(text))
    shown = text if len(text) <= 30 else f"{text[:29]}…"
    return f"{entry_label(section, entry)}: {title} {shown}" if shown else (
        f"{entry_label(section, entry)}: no {title}")


# -- the users of ruleset entries: in the ruleset itself, on the map, in the scenario --------------


_FEW = 3


def uses(design: Design, section: str, id: str) -> tuple[str, ...]:
    """Phrases that name where an entry of a section is used, such as `12 hexes (the first is 1510)`.

    Empty if nothing uses it, and for sections that nothing refers to.
    """
    find = _FINDERS.get(section)
    found = (*find(design, id), *_conditions(design, section, id)) if find else ()
    rules = parts_that_name(design.ruleset, _CALLED[section], id) if section in _CALLED else ()
    if section == "formations":
        rules = tuple(part for part in rules if part != section)  # its parts are told by their names
    return (*found, f"the rules under {_some(f'`{part}`' for part in rules)}") if rules else found


def _uses_of_terrain(design: Design, id: str) -> Iterator[str]:
    map = design.map
    letters = {letter for letter, value in map.terrain.legend if value == id}
    here = [h for h in map.grid if map.terrain.rows[h.row][h.col] in letters]
    if here:
        first = map.grid.number(here[0])
        where = first if len(here) == 1 else f"the first is {first}"
        yield f"{_count(len(here), 'hex', 'hexes')} of the map ({where})"


def _hexsides(design: Design, id: str) -> Iterator[str]:
    lines = [line for line in design.map.lines if line.kind == id]
    if lines:
        sides = _count(sum(len(x.sides) for x in lines), "hexside", "hexsides")
        named = _some([x.name for x in lines if x.name])
        yield f"{sides} of the map{f' ({named})' if named else ''}"


def _uses_of_roads(design: Design, id: str) -> Iterator[str]:
    roads = [r for r in design.map.roads if r.kind == id]
    if roads:
        named = _some([r.name for r in roads if r.name])
        yield f"{_count(len(roads), 'road', 'roads')} of the map{f' ({named})' if named else ''}"
    yield from _descriptions(design, lambda where: id in where.roads)


def _features(design: Design, id: str) -> Iterator[str]:
    places = [p for p in design.map.places if id in p.features]
    if places:
        some = _some([p.name or design.map.grid.number(p.hex) for p in places])
        yield f"{_count(len(places), 'place', 'places')} of the map ({some})"
    yield from _descriptions(design, lambda where: id in where.features)


def _unit_types(design: Design, id: str) -> Iterator[str]:
    yield from _units(design, "type", id)


def _nationalities(design: Design, id: str) -> Iterator[str]:
    yield from _units(design, "nationality", id)


def _formations(design: Design, id: str) -> Iterator[str]:
    yield from _units(design, "formation", id)
    parts = [f.name for f in design.ruleset.formations if f.parent == id]
    if parts:
        yield f"{_count(len(parts), 'formation', 'formations')} ({_some(parts)})"


def _sides(design: Design, id: str) -> Iterator[str]:
    rules, scenario = design.ruleset, design.scenario
    nations = [n.name for n in rules.nationalities if n.side == id]
    if nations:
        yield f"{_count(len(nations), 'nationality', 'nationalities')} ({_some(nations)})"
    phases = [p.name for p in rules.phases if p.side == id]
    if phases:
        yield f"{_count(len(phases), 'phase', 'phases')} ({_some(phases)})"
    lines = sum(r.side == id for r in rules.replacements)
    lines += sum(r.side == id for r in scenario.replacements) if scenario else 0
    if lines:
        yield _count(lines, "line of replacements", "lines of replacements")
    if id in rules.set_up_order or (scenario and id in scenario.set_up_order):
        yield "the order of set-up"


def _results(design: Design, id: str) -> Iterator[str]:
    for table in design.ruleset.tables:
        cells = sum(row.count(id) for row in table.rows)
        if cells:
            yield f"{_count(cells, 'cell', 'cells')} of the table {table.name}"


_FINDERS: dict[str, Callable[[Design, str], Iterator[str]]] = {
    "terrain": _uses_of_terrain, "hexsides": _hexsides, "roads": _uses_of_roads, "features": _features,
    "unit_types": _unit_types, "nationalities": _nationalities, "sides": _sides, "results": _results,
    "formations": _formations,
}


def _units(design: Design, field: str, id: str) -> Iterator[str]:
    units = design.scenario.units if design.scenario else ()
    names = [u.name for u in units if getattr(u, field) == id]
    if names:
        yield f"{_count(len(names), 'unit', 'units')} of the scenario ({_some(names)})"
    prototypes = design.scenario.prototypes if design.scenario else ()
    if named := [p.name for p in prototypes if getattr(p, field, "") == id]:
        yield f"{_count(len(named), 'prototype', 'prototypes')} ({_some(named)})"


def _descriptions(design: Design, names: Callable[[Where], bool]) -> Iterator[str]:
    """The entries and set-ups whose description of hexes contains the name."""
    scenario = design.scenario
    if scenario is None:
        return
    entries = [e.name for e in scenario.entries if names(e.where)]
    if entries:
        yield f"{_count(len(entries), 'entry', 'entries')} of the scenario ({_some(entries)})"
    groups = [g.name for g in scenario.set_up_groups if any(map(names, g.wheres))]
    if groups:
        yield f"{_count(len(groups), 'set-up group', 'set-up groups')} ({_some(groups)})"
    units = [u.name for u in scenario.units
             if u.setup and scenario.group_of(u) is None and names(u.setup.where)]
    if units:
        yield f"the set-up of {_count(len(units), 'unit', 'units')} ({_some(units)})"


def _conditions(design: Design, section: str, id: str) -> Iterator[str]:
    """The special rules, options and phases whose conditions name the entry."""
    for part, one, many in (
        ("special_rules", "special rule", "special rules"),
        ("player_aid", "line of the player aid", "lines of the player aid"), ("options", "option", "options"),
        ("phases", "phase", "phases"),
    ):
        entries = [
            e.name if hasattr(e, "name") else e.rule for e in getattr(design.ruleset, part)
            if any(id in getattr(c, section, ()) for c in (e.when, e.unless))]
        if entries:
            yield f"the condition of {_count(len(entries), one, many)} ({_some(entries)})"


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def _some(names: Iterable[str]) -> str:
    """
    >>> _some(["A", "B"]), _some(["A", "B", "C", "D", "E"])
    ('A, B', 'A, B, C and 2 more')
    """
    names_once: Sequence[str] = tuple(dict.fromkeys(names))
    rest = len(names_once) - _FEW
    return f"{', '.join(names_once[:_FEW])} and {rest} more" if rest > 0 else ", ".join(names_once)
