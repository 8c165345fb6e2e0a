"""Scenario files: plain data to a `Scenario` and back, variants included.

A variant is read together with its base and resolved to a whole scenario; only its differences from the base
are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Annotated, Any, TypedDict

from ..fields import Field, declared_by_name, entry_type
from ..prototypes import Prototype, inherited
from ..provenance import NOTE_LENGTH, UNIT_VALUES, Provenance
from ..scenario import FACTS, PLACES, VALUE_OF, Scenario, Unit, changed_values
from ..unit_values import Rows, changed_rows, columns_of, has_same, source_name, write_values
from ..unit_values import write_change as write_values_change
from ..unmatched import put_back
from ..values import Text
from ..where import Where
from ..wording import quoted
from .codec import (
    Record,
    common_provenance,
    empties,
    provenance_change,
    read_provenance,
    read_text,
    record_of,
    write_provenance,
)
from .file_problems import FileProblems
from .formats import present_format
from .plain_data import DataPath, shorten
from .schema import DocumentKind
from .variants import ListReader, list_changes, of_base_again, refuse_changes

_KEY = ("nationality", "name")
"""The keys that identify a unit of a base."""


MORE_RULES, WITHOUT_RULES = "more_special_rules", "without_special_rules"
"""The keys by which a variant changes some of the special rules of its base, in place of all."""


class _Change(TypedDict):
    """Differences in a unit of the base scenario: everything a unit may have except its name and
    nationality."""

    unit: Annotated[str, Field(
        "Unit", "The unit meant, as nationality/name.", longest=145,
        examples=("northland/10th Cavalry",))]


SCENARIO = DocumentKind(
    "scenario", Scenario, "Scenario",
    "Units, set-up, reinforcements and options; or a variant with its differences from another scenario.",
    base="extends", extra={
        "remove": Annotated[tuple[Annotated[str, Field(longest=145)], ...], Field(
            "Remove", "In a variant: units of the base scenario to leave out, as nationality/name.",
            examples=("[northland/20th Infantry]",), after="entries")],
        "change": Annotated[tuple[Annotated[_Change, Field(
            changes=Unit, keyed=_KEY)], ...], Field(
            "Change", "In a variant: differences in units of the base scenario.", after="remove")],
        MORE_RULES: Annotated[tuple[Annotated[Text, Field(longest=NOTE_LENGTH)], ...], Field(
            "More special rules", "In a variant: special rules after those of the base, which stay.",
            after="special_rules")],
        WITHOUT_RULES: Annotated[tuple[Annotated[Text, Field(longest=NOTE_LENGTH)], ...], Field(
            "Without special rules", "In a variant: special rules of the base to leave out, in its words.",
            after=MORE_RULES)]})

_NO_PROTOTYPES: Mapping[str, Prototype] = {}
_BY_NAME = declared_by_name(Unit)
_SCENARIO, _UNIT = record_of(Scenario), record_of(Unit)
_LISTS: dict[str, tuple[Record[Any], tuple[str, ...]]] = {
    key: (record_of(entry_type(one.type)), one.field.keyed)
    for key in ("set_up_groups", "assets", "replacements", "schedule", "entries", "prototypes")
    if (one := _SCENARIO.fields[key]).field.keyed is not None}
USUAL_PROVENANCE = _UNIT.usual_provenance
_INHERITED = inherited()
_OF_GROUP = (*record_of(Where).keys, "alone")
"""The keys of a set-up that a set-up group says for its units."""
_VALUES_OF = {key: tuple(dict.fromkeys(VALUE_OF[n] for n in one.attributes if n in VALUE_OF))
              for key, one in _UNIT.fields.items()}
"""The values with a source that each key of a unit gives."""


def scenario_from_data(
    data: Mapping[str, Any], problems: FileProblems, base: Scenario | None = None
) -> Scenario | None:
    """The scenario of schema-checked data; None if a part of it is invalid.

    `base` is the resolved scenario that `extends` names.
    """
    head = _SCENARIO.values(data)
    if "special_rules" in data:
        head["special_rules"] = tuple(map(read_text, data["special_rules"] or ()))
    if base is None:
        refuse_changes(data, problems, ("remove", "change", MORE_RULES, WITHOUT_RULES), "scenario")
        start = Scenario("", "", "", "")
    else:
        start = base
        head["extends"] = read_text(data["extends"])
        if data.get(MORE_RULES) or data.get(WITHOUT_RULES):
            head["special_rules"] = _special_rules(data, base.special_rules, problems)
    for section, (record, keys) in _LISTS.items():
        if section in data:
            head[section] = ListReader(section, record, keys, problems, words="scenario").merged(
                data[section], getattr(start, section))
    head["options"] = _options(data.get("options", {}), start, problems)
    variant = source_of_variant(head.get("provenance", start.provenance), start)
    if "set_up_groups" in head:
        # Units of the base are set up as the groups say now, before their changes are read.
        start = replace(start, set_up_groups=head["set_up_groups"])
    if "prototypes" in head:
        # They also have what their prototypes say now.
        start = replace(start, prototypes=head["prototypes"])
    head["units"] = _units(data, start, variant, problems)
    scenario = replace(start, **head, unmatched=tuple(problems.unmatched))
    return None if problems.broken else scenario


def source_of_variant(own: Provenance, base: Scenario) -> Provenance:
    """The provenance of the set-ups and arrivals that a variant changes: its own; or the designer's if it is
    the same as that of its base."""
    return own if own != base.provenance else Provenance("designer")


def _options(
    given: Mapping[str, Any] | None, start: Scenario, problems: FileProblems
) -> tuple[tuple[str, str], ...]:
    """The options of the base with the choices given; null in place of all of them leaves none."""
    if given is None:
        return ()
    options = dict(start.options)
    for name, choice in given.items():
        if choice is None:
            if options.pop(name, None) is None:
                message = f"Option {quoted(name)} has no choice."
                if start.name:
                    message = f"`options` takes back {quoted(name)}, for which the base makes no choice."
                    problems.no_match("empty-option", message, ("options",), "key", {name: None},
                                      ("options", name), name)
                else:
                    problems.error("empty-option", message, ("options", name))
        else:
            options[name] = read_text(choice)
    return tuple(options.items())


def _special_rules(
    data: Mapping[str, Any], base: tuple[str, ...], problems: FileProblems
) -> tuple[str, ...]:
    """The special rules of a variant that says only what is different."""
    if "special_rules" in data:
        key = MORE_RULES if data.get(MORE_RULES) else WITHOUT_RULES
        problems.error("twice", f"`special_rules` takes the place of those of the base, and `{key}` changes "
                       "those. Keep one of the two.", (key,))
        return base
    gone = [read_text(text) for text in data.get(WITHOUT_RULES) or ()]
    for i, text in enumerate(gone):
        if text not in base:
            problems.no_match("unknown-special-rule", (
                f"`{WITHOUT_RULES}` has the text {quoted(shorten(text))}, which is no special rule of the "
                "base scenario."), (WITHOUT_RULES,), "entry", text, (WITHOUT_RULES, i), text)
    return (*(text for text in base if text not in gone), *map(read_text, data.get(MORE_RULES) or ()))


def _special_rule_changes(now: tuple[str, ...], base: tuple[str, ...]) -> dict[str, list[str]]:
    """The keys that say how special rules differ from those of the base; all of them if none of the base's
    is left, or they are in another order."""
    kept = tuple(text for text in base if text in now)
    more = now[len(kept):]
    if not kept or now[:len(kept)] != kept or len({*base}) < len(base) or any(t in base for t in more):
        return {"special_rules": list(now)}
    gone = [text for text in base if text not in now]
    return {**({MORE_RULES: list(more)} if more else {}), **({WITHOUT_RULES: gone} if gone else {})}


def _units(
    data: Mapping[str, Any], start: Scenario, variant: Provenance, problems: FileProblems
) -> tuple[Unit, ...]:
    keys = [u.key for u in start.units]
    gone: dict[str, DataPath] = {}
    spoken_of = {*data.get("remove", ()), *(change["unit"] for change in data.get("change", ()))}
    for i, key in enumerate(data.get("remove", ())):
        if key not in start.unit_by_key:
            problems.no_match("unknown-unit", (
                f"`remove` names the unit {quoted(key)}, which the base scenario does not have."
                f"{problems.suggest('unit', key, keys)}"), ("remove",), "entry", key, ("remove", i), key,
                keys, unit=key)
        gone[key] = ("remove", i)
    changed: dict[str, Unit] = {}
    places: dict[str, DataPath] = {}
    free = [key for key in keys if key not in spoken_of]
    for i, change in enumerate(data.get("change", ())):
        key = change["unit"]
        if key not in start.unit_by_key:
            problems.no_match("unknown-unit", (
                f"`change` names the unit {quoted(key)}, which the base scenario does not have."
                f"{problems.suggest('unit', key, keys)}"), ("change",), "entry", change,
                ("change", i, "unit"), key, free, "unit", unit=key)
        elif key in changed or key in gone:
            verb = "changed twice" if key in changed else "both removed and changed"
            lines = problems.lines(places.get(key) or gone[key], ("change", i))
            problems.error("twice", f"The unit {quoted(key)} is {verb}{lines}.", ("change", i, "unit"),
                           unit=key)
        else:
            places[key] = ("change", i)
            changed[key] = read_change(change, start.unit_by_key[key], variant, start.prototype_by_id)
    for i, entry in enumerate(data.get("units", ())):
        if has_same(entry.get("values")):
            problems.error("no-base", (
                f"`values` of unit {quoted(read_text(entry['name']))} has `=`, which means: as in the base. "
                "Only entries of `change` may say it. Write a number, or _ for none."),
                ("units", i, "values"))
    _refuse_double_places(data, problems)
    usual = read_provenance(data["units_provenance"]) if "units_provenance" in data else USUAL_PROVENANCE
    kept = [changed.get(u.key, u) for u in start.units if u.key not in gone]
    added: list[Unit] = []
    for i, entry in enumerate(data.get("units", ())):
        if "type" in entry or _type_of(entry, start.prototype_by_id):
            added.append(read_unit(entry, usual, start.prototype_by_id))
            continue
        prototype = read_text(entry.get("prototype", ""))
        why = "its prototype says none" if prototype else "it has no prototype"
        message = f"Unit {quoted(read_text(entry['name']))} needs the key `type`: {why}."
        if prototype and start.name and prototype not in start.prototype_by_id:
            known = list(start.prototype_by_id)
            problems.no_match("missing-key", (
                f"{message} There is no prototype {quoted(prototype)}."
                f"{problems.suggest('prototype', prototype, known)}"), ("units",), "entry", entry,
                ("units", i), prototype, known, "prototype")
        else:
            problems.error("missing-key", message, ("units", i))
    return (*kept, *added)


def _type_of(data: Mapping[str, Any], prototypes: Mapping[str, Prototype]) -> str:
    """The type that the prototype of an entry says; "" if it says none."""
    prototype = prototypes.get(read_text(data.get("prototype", "")))
    return prototype.type if prototype else ""


def _refuse_double_places(data: Mapping[str, Any], problems: FileProblems) -> None:
    """An error for every set-up that names a group and says besides where the unit may be."""
    for section in ("change", "units"):
        for i, entry in enumerate(data.get(section, ())):
            setup = entry.get("setup")
            if isinstance(setup, dict) and setup.get("group"):
                for key in (k for k in (*_OF_GROUP, "box") if k in setup):
                    problems.error("group-and-place", (
                        f"The set-up names the group {quoted(read_text(setup['group']))} and also `{key}`, "
                        "which the group says. Leave one of them out."), (section, i, "setup", key))


def read_unit(
    data: Mapping[str, Any], usual: Provenance = USUAL_PROVENANCE,
    prototypes: Mapping[str, Prototype] = _NO_PROTOTYPES,
) -> Unit:
    """The unit of an entry, with what its prototype says."""
    unit = _UNIT.read(data, provenance=usual, type=_type_of(data, prototypes))
    if unit.prototype in prototypes:
        unit = replace(unit, like=prototypes[unit.prototype])
    if "provenance" not in data:
        return unit
    return replace(unit, provenance=read_provenance(data["provenance"], usual))


def read_change(
    data: Mapping[str, Any], unit: Unit, variant: Provenance = USUAL_PROVENANCE,
    prototypes: Mapping[str, Prototype] = _NO_PROTOTYPES,
) -> Unit:
    """A unit with the changes of an entry of `change`; an empty value removes something. With another
    prototype the unit first has what that says where it was as the old one said.

    `variant` is the provenance of its scenario. A provenance without names of values applies to the values in
    the entry, or to all if it has none.
    """
    if "prototype" in data:
        unit = _with_prototype(unit, read_text(data["prototype"] or ""), prototypes)
    # Its own name is none of what an entry changes; the check of the schema says so.
    data = {k: v for k, v in data.items() if k not in _KEY}
    empty = {n: _BY_NAME[n].default for k, v in data.items() if v is None for n in _UNIT.fields[k].attributes}
    given = {k: v for k, v in data.items() if v is not None}
    if "values" in data:
        rows = () if data["values"] is None else changed_rows(data["values"], unit.values)
        given["values"] = write_values(rows)
        if _says_steps(rows) and "steps" not in data:
            empty["steps"] = None
    changed = replace(unit, **{**empty, **_UNIT.values(given)})
    source = source_of_change(unit, changed, variant)
    if "provenance" in data:
        stated = read_provenance(data["provenance"], source)
        named = isinstance(data["provenance"], dict) and "source" not in data["provenance"]
        scope = _scope(data)
        if scope and not named:
            source = source.with_values(scope, stated)
            for name, own in stated.values:
                source = source.with_values([name], own)
        else:
            source = stated
    return replace(changed, provenance=source)


def _with_prototype(unit: Unit, id: str, prototypes: Mapping[str, Prototype]) -> Unit:
    """The unit with another prototype, or with none and what the old one said."""
    prototype = prototypes.get(id)
    return replace(unit, prototype=id) if prototype is None else unit.following(prototype)


def _says_steps(rows: Rows) -> bool:
    """Whether values in a change say how many steps there are: those of several steps, or none to lose."""
    return len(rows) > 1 or not any(row[:1] != (None,) for row in rows if row)


def source_of_change(before: Unit, after: Unit, variant: Provenance = USUAL_PROVENANCE) -> Provenance:
    """The provenance of a changed unit that does not state one: new facts are the designer's own, and a new
    place or time has the source of the variant."""
    source = before.provenance.with_values(changed_values(before, after, FACTS), Provenance("designer"))
    return source.with_values(changed_values(before, after, PLACES), variant)


def _scope(data: Mapping[str, Any]) -> list[str]:
    """The values of a unit that an entry of `change` gives."""
    names: dict[str, None] = {}
    for key in data:
        names |= dict.fromkeys(_numbers(data[key]) if key == "values" else _VALUES_OF.get(key, ()))
    return list(names)


def _numbers(value: Any) -> Iterator[str]:
    """The names of the values on the counter that `values` in an entry of `change` gives."""
    places = columns_of(value)
    for place in sorted(places):
        id = ("strength", "movement")[place] if place < 2 else ""
        yield source_name(id)
        yield source_name(id, reduced=True)


# -- writing ----------------------------------------------------------------------------


def scenario_to_data(
    scenario: Scenario, base: Scenario | None = None, whole: Mapping[str, Provenance | None] | None = None
) -> dict[str, Any]:
    """The plain data of a scenario in canonical order; with a base, only the differences from it.

    `whole` says whether `units` states a provenance for all its entries; None: chosen here.
    """
    out: dict[str, Any] = {
        "format": present_format("scenario"), "kind": "scenario", "name": scenario.name}
    if base is not None:
        out["extends"] = scenario.extends
    start = base or Scenario("", "", "", "")
    for key in _SCENARIO.keys:
        changed = getattr(scenario, key) != getattr(start, key)
        if key != "name" and (changed or (base is None and _SCENARIO.fields[key].field.always)):
            out[key] = _SCENARIO.write_key(scenario, key)
    options = _option_changes(scenario, start)
    if options:
        out["options"] = options
    for section, (record, keys) in _LISTS.items():
        entries = list_changes(record, keys, getattr(scenario, section), getattr(start, section))
        if entries:
            out[section] = entries
    out.update(_unit_changes(scenario, base, whole))
    if scenario.special_rules != start.special_rules:
        out.update(_special_rule_changes(scenario.special_rules, start.special_rules))
    return out if base is None else put_back(out, scenario.unmatched)


def write_unit(unit: Unit, usual: Provenance = USUAL_PROVENANCE) -> dict[str, Any]:
    """The entry of a unit, keys in canonical order."""
    like = unit.like
    as_said = {} if like is None else {name: getattr(like, name) for name in like.says}
    data = _UNIT.write(unit, provenance=usual, **as_said)
    if unit.provenance.plain == usual.plain and unit.provenance != usual:
        data["provenance"] = provenance_change(unit.provenance, usual, UNIT_VALUES)
    return data


def write_change(before: Unit, after: Unit, variant: Provenance = USUAL_PROVENANCE) -> dict[str, Any]:
    """The entry of `change` that turns one unit into the other; only `unit` if they are equal."""
    data: dict[str, Any] = {"unit": before.key}
    if after.prototype != before.prototype:
        other = before.following(after.like) if after.like else replace(before, prototype=after.prototype)
    else:
        other = before
    for key, one in _UNIT.fields.items():
        if key in _KEY:
            continue
        if key == "prototype" and other is not before:
            data[key] = after.prototype or None
        elif key == "provenance":
            source = _write_source(data, source_of_change(other, after, variant), after.provenance)
            if source is not None:
                data[key] = source
        elif key == "steps" and "values" in data and _says_steps(after.values):
            if after.steps is not None:
                data[key] = after.steps
        elif any(getattr(other, n) != getattr(after, n) for n in one.attributes):
            if key in _INHERITED and after.like and empties(one) and (
                    getattr(after, one.name) == getattr(after.like, one.name)):
                data[key] = None
            elif key == "values":
                data[key] = write_values_change(after.values, other.values)
            else:
                value = getattr(after, one.name)
                is_none = value is None or (value == one.default and empties(one))
                data[key] = None if is_none else _UNIT.write_key(after, key)
    return data


def _write_source(data: Mapping[str, Any], usual: Provenance, source: Provenance) -> Any:
    """The provenance of an entry of `change` that gives the values in `data`; None if it is not needed."""
    if source == usual:
        return None
    scope = _scope(data)
    if not scope and source.plain != usual.plain:
        return write_provenance(source)
    if scope and usual.with_values(scope, source.of(scope[0])) == source:
        return write_provenance(source.of(scope[0]))
    return provenance_change(source, usual, UNIT_VALUES)


def _option_changes(scenario: Scenario, start: Scenario) -> dict[str, Any]:
    before, after = dict(start.options), dict(scenario.options)
    gone = {k: None for k in before if k not in after}
    return {**{k: v for k, v in after.items() if before.get(k) != v}, **gone}


def _unit_changes(
    scenario: Scenario, base: Scenario | None, whole: Mapping[str, Provenance | None] | None
) -> dict[str, Any]:
    out: dict[str, Any] = {}
    added: Sequence[Unit] = scenario.units
    if base is not None:
        # Where only the group changed, the entries of its units say nothing.
        # The same holds for their prototypes.
        base = replace(base, set_up_groups=scenario.set_up_groups, prototypes=scenario.prototypes)
        old = base.unit_by_key
        first: dict[str, Unit] = {}
        for unit in scenario.units:
            if unit.key in old:
                first.setdefault(unit.key, unit)
        added = [u for u in scenario.units if first.get(u.key) is not u]
        gone = [u.key for u in base.units if u.key not in first]
        changes = [
            write_change(u, first[u.key], source_of_variant(scenario.provenance, base))
            for u in base.units if u.key in first and first[u.key] != u]
        if gone:
            out["remove"] = gone
        if changes:
            out["change"] = changes
    chosen = common_provenance(added, USUAL_PROVENANCE)
    usual = chosen if whole is None else whole.get("units")
    if usual is not None and (added or base is None):
        out["units_provenance"] = write_provenance(usual)
    if added or base is None:
        out["units"] = [write_unit(u, usual or USUAL_PROVENANCE) for u in added]
    return out


def in_file_order(scenario: Scenario, base: Scenario) -> Scenario:
    """A variant with its lists in the order its file can hold: entries of the base first."""
    def ordered(now: tuple[Any, ...], before: tuple[Any, ...], key: Callable[[Any], Any]) -> tuple[Any, ...]:
        place = {key(e): n for n, e in reversed(list(enumerate(before)))}
        return tuple(sorted(of_base_again(now, before, key), key=lambda e: place.get(key(e), len(before))))

    lists: dict[str, Any] = {
        section: ordered(getattr(scenario, section), getattr(base, section), attrgetter(*keys))
        for section, (_, keys) in _LISTS.items()}
    lists["units"] = ordered(scenario.units, base.units, lambda u: u.key)
    lists["options"] = ordered(scenario.options, base.options, lambda o: o[0])
    return replace(scenario, **lists)
