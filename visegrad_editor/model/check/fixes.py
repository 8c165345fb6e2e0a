"""Fixes of problems of a scenario: edits that a check offers with what it finds.

Each says in its label exactly what it does. A fix is `harmless` if the scenario plays as before: it takes
away what has no effect, or says the same in another way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ..design import Design
from ..edit.documents import with_scenario
from ..edit.units import change_unit, remove_units
from ..edit.usual_entry import usual_entry
from ..problems import Fix
from ..scenario import OFF_MAP, Entry, Scenario, SetUpGroup, Unit
from ..where import Where
from ..wording import closest, count, quoted

T = TypeVar("T")
WhereEdit = Callable[[Scenario, Callable[[Where], Where]], Scenario]
"""Changes one set of hexes of a scenario."""


def _with(record: T, fields: Mapping[str, Any]) -> T:
    """A record with some fields changed, named by texts."""
    changed: T = replace(record, **fields)  # type: ignore[type-var]
    return changed


def scenario_fix(label: str, change: Callable[[Scenario], Scenario], harmless: bool = False) -> Fix:
    """A fix that changes the scenario of a design."""
    def edit(design: Design) -> Design:
        scenario = design.scenario
        if scenario is None:
            raise ValueError("There is no scenario any more.")
        changed = change(scenario)
        return design if changed == scenario else with_scenario(design, changed)

    return Fix(label, edit, harmless)


def unit_fix(label: str, key: str, change: Callable[[Unit], Unit], harmless: bool = False) -> Fix:
    """A fix that changes one unit; what it changes is the designer's."""
    def edit(scenario: Scenario) -> Scenario:
        unit = scenario.unit_by_key.get(key)
        if unit is None:
            raise ValueError("The unit is gone.")
        after = change(unit)
        names = ("name", "nationality", "type", "values", "steps", "formation", "reduced", "setup",
                 "position", "reinforcement", "withdrawal", "release")
        return change_unit(scenario, key, **{n: getattr(after, n) for n in names
                                             if getattr(after, n) != getattr(unit, n)})

    return scenario_fix(label, edit, harmless)


def remove_unit(key: str, name: str) -> Fix:
    """Removes a unit from the order of battle."""
    return scenario_fix(f"Remove {name} from the scenario", lambda s: remove_units(s, [key]))


def list_fix(label: str, section: str, change: Callable[[tuple[Any, ...]], Iterable[Any]],
             harmless: bool = False) -> Fix:
    """A fix that changes a list of the scenario."""
    return scenario_fix(label, lambda s: _with(s, {section: tuple(change(getattr(s, section)))}),
                        harmless)


def drop(label: str, section: str, one: Any, harmless: bool = False) -> Fix:
    """Takes the last entry that is equal to this one out of a list of the scenario."""
    def change(entries: tuple[Any, ...]) -> Iterable[Any]:
        places = [i for i, entry in enumerate(entries) if entry == one]
        return entries if not places else (*entries[:places[-1]], *entries[places[-1] + 1:])

    return list_fix(label, section, change, harmless)


def put(label: str, section: str, one: T, other: T, harmless: bool = False) -> Fix:
    """Replaces an entry of a list of the scenario."""
    return list_fix(label, section, lambda entries: (other if e == one else e for e in entries), harmless)


def word_fixes(word: str, known: Sequence[str], place: str,
               written: Callable[[str], Callable[[Scenario], Scenario]],
               without: Callable[[Scenario], Scenario] | None = None, label: str = "",
               harmless: bool = False) -> tuple[Fix, ...]:
    """Fixes of an unknown name: the known name most like it, and leaving it out (`harmless` says whether that
    changes nothing; what is probably only misspelt is not left out unseen). `written` makes the edit that
    writes another name; `place` says where."""
    near = closest(word, [k for k in known if k != word])
    return (
        *((scenario_fix(f"Write {quoted(near)} for {quoted(word)} in {place}", written(near)),)
          if near else ()),
        *((scenario_fix(label or f"Take {quoted(word)} out of {place}", without, harmless and not near),)
          if without is not None else ()))


def unit_word_fixes(unit: Unit, called: str, attribute: str, known: Sequence[str],
                    optional: bool = False) -> tuple[Fix, ...]:
    """Fixes of an unknown name that a unit, `called` so, gives for its nationality, type or formation."""
    word = getattr(unit, attribute)
    near = closest(word, [k for k in known if k != word])
    fixes = []
    if near:
        fixes.append(unit_fix(f"Make {near} the {attribute} of {called}", unit.key,
                              lambda u: _with(u, {attribute: near})))
    if optional:
        fixes.append(unit_fix(f"Let {called} have no {attribute}", unit.key,
                              lambda u: _with(u, {attribute: ""})))
    return tuple(fixes)


def renamed_words(words: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    """The words with another one in place of one, each once; for "" without it."""
    return tuple(dict.fromkeys(new if w == old else w for w in words if new or w != old))


def without_entry(scenario: Scenario, entry: Entry) -> Scenario:
    """The scenario without an entry, which `else` of the others no longer name."""
    kept = (replace(e, else_=tuple(w for w in e.else_ if w != entry.id)) for e in scenario.entries
            if e != entry)
    return replace(scenario, entries=tuple(kept))


# -- sets of hexes: of a set-up, an entry, a set-up group ------------------------------------------


def where_of_unit(key: str) -> WhereEdit:
    """Changes where a unit may be set up."""
    def edit(scenario: Scenario, change: Callable[[Where], Where]) -> Scenario:
        unit = scenario.unit_by_key.get(key)
        if unit is None or unit.setup is None:
            raise ValueError("The unit is gone, or has no set-up any more.")
        return change_unit(scenario, key, setup=replace(unit.setup, where=change(unit.setup.where)))

    return edit


def where_of_entry(id: str) -> WhereEdit:
    """Changes the hexes of an entry."""
    def edit(scenario: Scenario, change: Callable[[Where], Where]) -> Scenario:
        def changed(entry: Entry) -> Entry:
            return entry if entry.id != id else replace(entry, where=change(entry.where))
        return replace(scenario, entries=tuple(map(changed, scenario.entries)))

    return edit


def where_of_group(id: str, limit: int = -1) -> WhereEdit:
    """Changes the hexes of a set-up group, or of one of its limits."""
    def edit(scenario: Scenario, change: Callable[[Where], Where]) -> Scenario:
        def changed(group: SetUpGroup) -> SetUpGroup:
            if group.id != id:
                return group
            if limit < 0:
                return replace(group, where=change(group.where))
            return replace(group, limits=tuple(
                replace(one, where=change(one.where)) if i == limit else one
                for i, one in enumerate(group.limits)))
        return replace(scenario, set_up_groups=tuple(map(changed, scenario.set_up_groups)))

    return edit


def where_fixes(where: Where, attribute: str, word: str, known: Sequence[str], of: str,
                edit: WhereEdit, is_usable: Callable[[Where], bool]) -> tuple[Fix, ...]:
    """Fixes of a name in a set of hexes that nothing has: the name most like it, and leaving it out where
    that leaves the set as it is: an unknown hex, area or country adds none, and an unknown feature picks none
    out."""
    def changed(new: str) -> Where:
        return _with(where, {attribute: renamed_words(getattr(where, attribute), word, new)})

    def renamed(new: str) -> Callable[[Scenario], Scenario]:
        return lambda s: edit(s, lambda w: _with(w, {
            attribute: renamed_words(getattr(w, attribute), word, new)}))

    left = changed("")
    chosen = where.hexes or where.areas or where.countries
    still = left.hexes or left.areas or left.countries
    may_go = attribute == "excluding" or (bool(still) and attribute in ("hexes", "areas", "countries")) or (
        bool(getattr(left, attribute)) and bool(chosen or attribute not in ("hexes", "areas", "countries")))
    may_go = may_go and is_usable(left)
    near = closest(word, [k for k in known if k not in getattr(where, attribute)])
    fit = [near] if near and is_usable(changed(near)) else []
    place = f"the {'hexes left out' if attribute == 'excluding' else attribute} of {of}"
    return word_fixes(word, fit, place, renamed, renamed("") if may_go else None, harmless=True)


# -- where and when a unit may come ----------------------------------------------------------------


def other_entries(design: Design, unit: Unit, unfit: Iterable[str] = ()) -> tuple[str, ...]:
    """The entries by which a unit might come instead: the usual one first; none that is unfit."""
    scenario = design.scenario
    if scenario is None:
        return ()
    sides = {n.id: n.side for n in design.ruleset.nationalities}
    bad = set(unfit)
    of_side = Counter(
        u.reinforcement.entry for u in scenario.units if u.reinforcement and u.key != unit.key
        and sides.get(u.nationality) == sides.get(unit.nationality))
    named = {e for u in scenario.units if u.reinforcement for e in (
        u.reinforcement.entry, *u.reinforcement.also)}
    fit = [usual_entry(design, unit), *(e for e, _ in of_side.most_common()),
           *(e.id for e in scenario.entries if e.id not in named)]
    return tuple(dict.fromkeys(e for e in fit if e in scenario.entry_by_id and e not in bad))


def own_entries(design: Design, unit: Unit) -> tuple[str, ...]:
    """The entries that units of the side of a unit use, or nobody."""
    scenario = design.scenario
    sides = {n.id: n.side for n in design.ruleset.nationalities}
    users: dict[str, set[str]] = {}
    for one in scenario.units if scenario else ():
        for id in (one.reinforcement.entry, *one.reinforcement.also) if one.reinforcement else ():
            users.setdefault(id, set()).add(sides.get(one.nationality, ""))
    own = sides.get(unit.nationality, "")
    return tuple(e for e in (scenario.entry_by_id if scenario else ()) if own in users.get(e, {own}))


def is_aloft(design: Design, unit: Unit) -> bool:
    """Whether a unit is an air unit, which needs no place on the map."""
    kind = design.ruleset.unit_type_by_id.get(unit.type)
    return kind is not None and "air" in kind.traits


def entry_words(scenario: Scenario, id: str) -> str:
    """An entry in a label: its name, with its id if that differs."""
    entry = scenario.entry_by_id.get(id)
    if id == OFF_MAP or entry is None:
        return "off the map" if id == OFF_MAP else id
    return entry.name if entry.name == id else f"{entry.name} ({id})"


def all_but_first(what: str, section: str, named: Callable[[Any], str], name: str, times: int) -> Fix:
    """Leaves the first of several entries of one name in a list of the scenario."""
    def change(entries: tuple[Any, ...]) -> Iterable[Any]:
        seen = False
        for entry in entries:
            if named(entry) != name or not seen:
                yield entry
            seen = seen or named(entry) == name

    return list_fix(f"Keep the first of the {count(times, what)} and remove the {'others' * (times > 2)}"
                    f"{'other' * (times == 2)}", section, change)
