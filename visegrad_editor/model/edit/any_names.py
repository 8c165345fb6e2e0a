"""What the keys of documents name: which names there are, who uses one, and another name everywhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..design import Design
from ..prototypes import Prototype
from ..rules.grammar import HexFilter
from ..rules.references import REFERENCES
from ..rules.renaming import SECTION_OF, parts_that_name, rename_in_rules, renamed_in
from ..rules.sequence import PHASE_KINDS
from ..ruleset import Phase
from ..ruleset_fields import SECTIONS
from ..scenario import AssetStart, Entry, Reinforcement, ReplacementOverride, Scenario, Setup, Unit
from ..schedule import ScheduledEvent, UnitRelease, UnitWithdrawal
from ..start import Start
from ..timetable_words import event_name
from ..where import Where
from ..wording import count, listed, quoted
from .documents import with_scenario
from .prototypes import rename_prototype, users_of_prototype
from .ruleset import rename_entry, uses, with_ruleset

_MORE: dict[type[Any], dict[str, tuple[str, tuple[str, ...]]]] = {
    Where: {k: v for k, v in REFERENCES[HexFilter].items() if k in (
        "areas", "countries", "features", "roads", "terrain")},
    Entry: {"else_": ("entry", ())},
    Reinforcement: {"entry": ("entry", ("off-map",)), "also": ("entry", ()), "event": ("event", ())},
    AssetStart: {"id": ("asset", ())}, Start: {"events": ("event", ()), "phase": ("phase", ()),
                                               "entered": ("country", ()), "struck": ("country", ())},
    Unit: {"prototype": ("prototype", ())},
    Prototype: {"prototype": ("prototype", ()), "type": ("unit type", ()), "formation": ("formation", ())},
    ScheduledEvent: {"id": ("event", ())}, UnitWithdrawal: {"event": ("event", ())},
    UnitRelease: {"event": ("event", ())},
    ReplacementOverride: {"side": ("side", ())}, Phase: {"side": ("side", ())},
    Setup: {"group": ("set-up group", ())}, Scenario: {
        "set_up_order": ("side or set-up group", ()), "hidden_set_up": ("side", ())}}
"""Further fields that name something, besides those of the blocks of rules."""

_WHAT = {"events": "event", "pools": "pool", "assets": "asset",
         "states": "state", "phases": "phase", "values": "value", "options": "option"}
"""What the blocks of rules call entries of lists that have no table in the window."""


def what_is_named(record: Any, attribute: str) -> tuple[str, tuple[str, ...]]:
    """What a field names, and the words it may have besides; "" if it names nothing."""
    if record is None:
        return "", ()
    for kind in record.__mro__:
        for table in (REFERENCES, _MORE):
            if attribute in table.get(kind, {}):
                return table[kind][attribute]
    return "", ()


def names_of(design: Design, what: str) -> tuple[str, ...]:
    """The names that a design has for something: a side, an entry, a kind of terrain."""
    rules, scenario = design.ruleset, design.scenario
    if what in SECTION_OF and what not in ("phase", "event"):
        return tuple(e.id for e in getattr(rules, SECTION_OF[what]))
    arrivals = [u.reinforcement for u in scenario.units if u.reinforcement] if scenario else []
    lines = scenario.schedule if scenario else ()
    events = dict.fromkeys((
        *(e.id for e in rules.events), *(a.event for a in arrivals if a.event), *(e.id for e in lines)))
    named: dict[str, tuple[str, ...]] = {
        "event": tuple(events), "pool or event": (*(p.id for p in rules.pools), *events),
        "area": tuple(a.id for a in design.map.areas),
        "country": tuple(dict.fromkeys((*(c for _, c in design.map.countries.legend if c),
                                        *(n.id for n in rules.nationalities)))),
        "phase": tuple(dict.fromkeys((*(p.id for p in rules.phases), *PHASE_KINDS))),
        "trait": tuple(sorted({t for kind in rules.unit_types for t in kind.traits})),
        "movement class": tuple(c.id for c in rules.movement.classes),
        "size": tuple(sorted({kind.size for kind in rules.unit_types if kind.size})),
        "entry": tuple(e.id for e in scenario.entries) if scenario else (),
        "prototype": tuple(p.id for p in scenario.prototypes) if scenario else (),
        "unit": tuple(u.key for u in scenario.units) if scenario else (),
        "set-up group": tuple(g.id for g in scenario.set_up_groups) if scenario else ()}
    named["side or set-up group"] = (*(s.id for s in rules.sides), *named["set-up group"])
    return named.get(what, ())


# -- another name ------------------------------------------------------------------------------------


def renames(kind: str, section: str) -> bool:
    """Whether an entry of a list has an id that others may use."""
    if kind == "scenario":
        return section in ("entries", "set_up_groups", "prototypes", "schedule")
    return kind == "ruleset" and (
        section in _WHAT or (section in SECTIONS and SECTIONS[section].has_id))


def with_id(design: Design, kind: str, section: str, index: int, id: str) -> Design:
    """The design with another id for an entry, and that id wherever the entry was named. Raises ValueError
    for an id that is taken."""
    if kind == "scenario" and section == "prototypes":
        return rename_prototype(design, index, id)
    if kind == "scenario":
        named = {"entries": _with_entry_id, "set_up_groups": _with_group_id, "schedule": _with_line_id}
        return named[section](design, index, id)
    if section in SECTIONS:
        return rename_entry(design, section, index, id)
    entries = getattr(design.ruleset, section)
    old = entries[index].id
    if id == old:
        return design
    if any(e.id == id for e in entries):
        raise ValueError(f"The id {quoted(id)} is taken. Choose another one.")
    fields: Any = {section: tuple(replace(e, id=id) if i == index else e for i, e in enumerate(entries))}
    ruleset = replace(design.ruleset, **fields)
    if section in _WHAT:
        ruleset = rename_in_rules(ruleset, _WHAT[section], old, id)
    if section == "assets":
        ruleset = replace(ruleset, replacements=tuple(
            replace(r, assets=_pairs(r.assets, old, id)) for r in ruleset.replacements))
    return _in_scenario(with_ruleset(design, ruleset), section, old, id)


def _pairs(pairs: tuple[tuple[str, int], ...], old: str, new: str) -> tuple[tuple[str, int], ...]:
    return tuple((new if name == old else name, number) for name, number in pairs)


def _in_scenario(design: Design, section: str, old: str, new: str) -> Design:
    scenario = design.scenario
    if scenario is None:
        return design
    units = scenario.units
    if section == "events" or (section == "pools" and all(e.id != old for e in design.ruleset.events)):
        # Units may wait for a pool as for an event.
        units = tuple(_with_event(u, old, new) for u in units)
    if section == "pools":
        units = tuple(replace(u, reinforcement=replace(u.reinforcement, pool=new))
                      if u.reinforcement and u.reinforcement.pool == old else u for u in units)
    lines, entries, victory = scenario.schedule, scenario.entries, scenario.victory
    if section in _WHAT:
        lines = renamed_in(lines, _WHAT[section], old, new)
        entries = renamed_in(entries, _WHAT[section], old, new)
        victory = renamed_in(victory, _WHAT[section], old, new)
    if section == "events":
        lines = tuple(replace(line, id=new) if line.id == old else line for line in lines)
    after = replace(
        scenario, units=units, schedule=lines, entries=entries, victory=victory,
        assets=tuple(replace(a, id=new) if section == "assets" and a.id == old else a
                     for a in scenario.assets),
        replacements=tuple(replace(r, assets=_pairs(r.assets, old, new)) for r in scenario.replacements)
        if section == "assets" else scenario.replacements,
        options=_renamed_options(scenario, old, new) if section == "options" else scenario.options,
        start=replace(scenario.start, events=_word(scenario.start.events, old, new))
        if scenario.start and section == "events" else scenario.start)
    return design if after == scenario else with_scenario(design, after)


def _with_event(unit: Unit, old: str, new: str) -> Unit:
    """A unit that comes, leaves, or may move, by an event of another id."""
    arrival, leaves, release = unit.reinforcement, unit.withdrawal, unit.release
    if arrival is not None and arrival.event == old:
        unit = replace(unit, reinforcement=replace(arrival, event=new))
    if leaves is not None and leaves.event == old:
        unit = replace(unit, withdrawal=replace(leaves, event=new))
    if release is not None and release.event == old:
        unit = replace(unit, release=replace(release, event=new))
    return unit


def _renamed_options(scenario: Scenario, old: str, new: str) -> tuple[tuple[str, str], ...]:
    return tuple((new if option == old else option, choice) for option, choice in scenario.options)


def _word(words: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    return tuple(new if w == old else w for w in words)


def _with_entry_id(design: Design, index: int, id: str) -> Design:
    scenario = design.scenario
    assert scenario is not None
    entry = scenario.entries[index]
    if id == entry.id:
        return design
    if id in scenario.entry_by_id:
        raise ValueError(f"There is already an entry called {quoted(id)}. Choose another id.")
    new = replace(entry, id=id, name=id if entry.name == entry.id else entry.name)
    entries = tuple(new if i == index else e for i, e in enumerate(scenario.entries))
    shared = sum(e.id == entry.id for e in scenario.entries) > 1
    design = with_scenario(design, replace(scenario, entries=entries))
    return design if shared else _entry_followed(design, entry.id, id)


def _with_group_id(design: Design, index: int, id: str) -> Design:
    """The design with another id of a set-up group, also in its units and in the order of set-up."""
    scenario = design.scenario
    assert scenario is not None
    group = scenario.set_up_groups[index]
    if id == group.id:
        return design
    if id in scenario.group_by_id or id in design.ruleset.side_by_id:
        what = "set-up group" if id in scenario.group_by_id else "side"
        raise ValueError(f"There is already a {what} called {quoted(id)}. Choose another id.")
    new = replace(group, id=id, name=id if group.name == group.id else group.name)
    groups = tuple(new if i == index else g for i, g in enumerate(scenario.set_up_groups))
    units = tuple(replace(u, setup=replace(u.setup, group=id))
                  if u.setup is not None and u.setup.group == group.id else u for u in scenario.units)
    return with_scenario(design, replace(
        scenario, set_up_groups=groups, units=units, set_up_order=_word(scenario.set_up_order, group.id, id)))


def _with_line_id(design: Design, index: int, id: str) -> Design:
    """The design with another id for a line of the schedule: an event of the scenario's own is called so
    wherever it is named; of any other the line is then for another event."""
    scenario = design.scenario
    assert scenario is not None
    line = scenario.schedule[index]
    if id == line.id:
        return design
    if id in scenario.scheduled:
        raise ValueError(f"The schedule already has the event {quoted(id)}. Choose another one.")
    known = (e.id for e in design.ruleset.events)
    if line.id not in known and sum(e.id == line.id for e in scenario.schedule) == 1:
        return _in_scenario(design, "events", line.id, id)
    lines = tuple(replace(e, id=id) if i == index else e for i, e in enumerate(scenario.schedule))
    return with_scenario(design, replace(scenario, schedule=lines))


def _entry_followed(design: Design, old: str, new: str) -> Design:
    """The design with another id of an entry wherever it is named."""
    scenario = design.scenario
    assert scenario is not None
    units = []
    for unit in scenario.units:
        arrival = unit.reinforcement
        if arrival is not None and old in (arrival.entry, *arrival.also):
            arrival = replace(arrival, entry=new if arrival.entry == old else arrival.entry,
                              also=_word(arrival.also, old, new))
            unit = replace(unit, reinforcement=arrival)
        units.append(unit)
    entries = tuple(replace(e, else_=_word(e.else_, old, new)) if old in e.else_ else e
                    for e in scenario.entries)
    ruleset = rename_in_rules(design.ruleset, "entry", old, new)
    if ruleset is not design.ruleset:
        design = with_ruleset(design, ruleset)
    return with_scenario(design, replace(scenario, units=tuple(units), entries=entries))


# -- who uses it ---------------------------------------------------------------------------------------


def users_of(design: Design, kind: str, section: str, id: str) -> tuple[str, ...]:
    """Who names an entry of a list, in words; () if nobody."""
    if kind == "scenario" and section != "schedule":
        users = {"entries": _users_of_entry, "set_up_groups": _users_of_group,
                 "prototypes": _users_of_prototype}
        return users[section](design, id)
    if kind == "scenario":
        section = "events"
    if section in SECTIONS:
        return uses(design, section, id)
    found: list[str] = []
    what = _WHAT.get(section, "")
    if what and what != "option":
        own = () if section not in ("phases",) else ("phases",)
        found += [f"`{part}` of the ruleset" for part in parts_that_name(design.ruleset, what, id)
                  if part not in own]
    scenario = design.scenario
    if scenario is not None:
        marked = _in_scenario(design, section, id, f"{id}'").scenario
        assert marked is not None
        changed = [u.name for u, v in zip(scenario.units, marked.units, strict=True) if u is not v and u != v]
        if changed:
            found.append(_named("unit", changed))
        keys = ("assets", "replacements", "options", "start", "entries", *(
            ("schedule",) if kind == "ruleset" else ()))
        found += [f"`{key}` of the scenario" for key in keys
                  if getattr(scenario, key) != getattr(marked, key)]
    return tuple(found)


def _users_of_entry(design: Design, id: str) -> tuple[str, ...]:
    scenario = design.scenario
    assert scenario is not None
    units = [u.name for u in scenario.units
             if u.reinforcement and id in (u.reinforcement.entry, *u.reinforcement.also)]
    entries = [e.name for e in scenario.entries if id in e.else_ and e.id != id]
    pools = [event_name(design, p.id) for p in design.ruleset.pools if id in p.entry]
    return tuple(_named(one, names) for one, names in (("unit", units), ("entry", entries), ("pool", pools))
                 if names)


def _users_of_group(design: Design, id: str) -> tuple[str, ...]:
    scenario = design.scenario
    assert scenario is not None
    units = [u.name for u in scenario.units if u.setup is not None and u.setup.group == id]
    return (*([_named("unit", units)] if units else []),
            *(["the order of set-up"] if id in scenario.set_up_order else []))


def _users_of_prototype(design: Design, id: str) -> tuple[str, ...]:
    scenario = design.scenario
    assert scenario is not None
    units, prototypes = users_of_prototype(scenario, id)
    return tuple(_named(one, list(names)) for one, names in (("unit", units), ("prototype", prototypes))
                 if names)


def _named(one: str, names: list[str]) -> str:
    """`the unit X`, or `7 units: A, B, C and 4 more`."""
    if len(names) == 1:
        return f"the {one} {names[0]}"
    first = names[:4]
    more = [f"{len(names) - 4} more"] if len(names) > 4 else []
    many = f"{len(names)} entries" if one == "entry" else count(len(names), one)
    return f"{many}: {listed([*first, *more])}"
