"""The blocks of rules of a design for checks: every record in them with its place, and known names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from functools import cache, cached_property
from types import NoneType
from typing import Any, NamedTuple

from ...lazy_dataclass import dataclass
from ..fields import declared
from ..files.map_hexes import hex_hint
from ..files.plain_data import DataPath
from ..files.sources import Kind
from ..problems import Fix, Severity
from ..rules.arrivals import Release, Withdrawal
from ..rules.grammar import (
    Comparison,
    Situation,
)
from ..rules.references import BLOCKS, LISTS, REFERENCES, pairs_of, words_in
from ..rules.sequence import PHASE_KINDS
from ..ruleset import Ruleset
from ..timetable import releases_of, withdrawals_of
from ..timetable_words import given_event_name
from ..wording import key_title, quoted
from .context import Checks

NEVER_TRUE = "never-true"
"""The code of problems of conditions that never hold, whose part and path are those of the condition."""
_LOOSE = frozenset(("trait", "size"))
"""Words of the designer's own, which need not be declared: an unknown one is a warning."""
_OF_MAP = frozenset(("area", "country", "hex"))
_OF_SCENARIO = frozenset(("unit", "entry"))
_ONE = {
    "unit_types": "unit type", "tables": "table", "results": "result", "phases": "phase",
    "formations": "formation", "states": "state", "pools": "pool", "call_ups": "call-up", "assets": "asset",
    "events": "event", "withdrawals": "withdrawal", "releases": "release", "entries": "entry",
    "counter_mix": "line of the counter mix"}
_USUAL = Ruleset("usual", "", "")


class Spot(NamedTuple):
    """A place in a ruleset: a section, the id of an entry, and the path of a part of it."""

    section: str
    name: str = ""
    within: DataPath = ()

    def at(self, key: str | int) -> Spot:
        """The place of a part."""
        return self._replace(within=(*self.within, key))

    @property
    def words(self) -> str:
        """The place in a message, by the titles that the window of the ruleset has for keys.

        >>> Spot("events", "coup", ("when", "turn")).words, Spot("supply", "", ("paths", 0, "for")).words
        ('"When > Turn" of event "coup"', '"Paths 1 > For" of Supply')
        """
        one, within = _ONE.get(self.section, ""), self.within
        if self.name:
            whole = f"{one or _section_title(self.section)} {quoted(self.name)}"
        elif within and isinstance(within[0], int):
            whole, within = f"{one or _section_title(self.section)} {within[0] + 1}", within[1:]
        else:
            whole = _section_title(self.section)
        titles: list[str] = []
        for key in within:
            if isinstance(key, str):
                titles.append(key_title(key))
            elif titles:
                titles[-1] += f" {key + 1}"
            else:
                titles.append(str(key + 1))
        return f"{quoted(' > '.join(titles))} of {whole}" if titles else whole


@cache
def _section_title(section: str) -> str:
    """The title of a part of a ruleset, as its window has it."""
    return next((one.field.title for one in declared(Ruleset) if one.key == section and one.field.title),
                key_title(section))


@dataclass
class Blocks:
    """The blocks of the ruleset of a design, and the names in it."""

    checks: Checks
    whole: bool
    """Whether names on the map and in the scenario are checked, and not those in the ruleset."""

    @property
    def rules(self) -> Ruleset:
        return self.checks.design.ruleset

    @property
    def turns(self) -> int:
        scenario = self.checks.design.scenario
        return scenario.turns if scenario else self.rules.turns

    def words(self, spot: Spot) -> str:
        """A place in a message, with the name of an event or an entry in place of its id; of what the
        scenario says of a unit, `the release of 12th Mechanized`."""
        design = self.checks.design
        _, section, key, within = self._home(spot)
        if section == "units" and design.scenario is not None:
            return f"the {within[0]} of {design.scenario.unit_by_key[key].name}"
        entry = design.scenario.entry_by_id.get(spot.name) if (
            spot.section == "entries" and design.scenario is not None) else None
        name = given_event_name(design, spot.name) if spot.section == "events" else (
            entry.name if entry is not None else "")
        return spot._replace(name=name or spot.name).words

    def add(self, severity: Severity, code: str, message: str, spot: Spot, rule: str = "",
            fixes: Sequence[Fix] = ()) -> None:
        """Note a problem at a place of the ruleset, or of what the scenario adds to it."""
        kind, section, name, within = self._home(spot)
        unit = name if section == "units" else ""
        self.checks.add(severity, code, message, kind, section, name, within=within, unit=unit, rule=rule,
                        fixes=fixes)

    def _home(self, spot: Spot) -> tuple[Kind, str, str, DataPath]:
        """The document, the section and the entry in which a place stands, and the path within it."""
        scenario = self.checks.design.scenario
        if scenario is None:
            return "ruleset", *spot
        if spot.section == "entries" or (spot.section == "victory" and scenario.own_victory is not None):
            return "scenario", *spot
        if spot.section == "events" and spot.name in scenario.scheduled:
            return "scenario", "schedule", spot.name, spot.within
        own: tuple[Withdrawal | Release, ...] = (
            withdrawals_of(scenario) if spot.section == "withdrawals" else
            releases_of(scenario) if spot.section == "releases" else ())
        if own and spot.within and isinstance(spot.within[0], int):
            place = spot.within[0] - len(getattr(self.rules, spot.section)) + len(own)
            if place >= 0:
                return "scenario", "units", own[place].units.named[0], (spot.section.rstrip("s"),)
        return "ruleset", *spot

    @cached_property
    def parts(self) -> tuple[tuple[Any, Spot], ...]:
        """Every record in the blocks that differs from its default, with its place."""
        found: list[tuple[Any, Spot]] = []
        for section in BLOCKS:
            found += _walk(getattr(self.rules, section), Spot(section), getattr(_USUAL, section))
        for section in LISTS:
            for i, entry in enumerate(getattr(self.rules, section)):
                name = str(getattr(entry, "id", ""))
                found += _walk(entry, Spot(section, name) if name else Spot(section, "", (i,)), None)
        scenario = self.checks.design.scenario
        for way in scenario.entries if scenario is not None else ():
            if way.needs is not None:
                found += _walk(way.needs, Spot("entries", way.id, ("needs",)), None)
        return tuple(found)

    def of(self, kind: type[Any]) -> Iterator[tuple[Any, Spot]]:
        """The records of a kind."""
        return ((record, spot) for record, spot in self.parts if isinstance(record, kind))

    @cached_property
    def known(self) -> Mapping[str, Sequence[str]]:
        """The names that there are, by what they name."""
        rules, design = self.rules, self.checks.design

        def ids(section: str) -> list[str]:
            return [e.id for e in getattr(rules, section)]

        phases = [*ids("phases"), *(p.id for p in rules.sequence.turn if p.id),
                  *(p.kind for p in rules.sequence.turn if p.kind)]
        known = {
            "side": ids("sides"), "nationality": ids("nationalities"), "unit type": ids("unit_types"),
            "trait": sorted({t for kind in rules.unit_types for t in kind.traits}),
            "movement class": [c.id for c in rules.movement.classes],
            "size": sorted({kind.size for kind in rules.unit_types if kind.size}),
            "formation": ids("formations"), "state": ids("states"), "feature": ids("features"),
            "road kind": ids("roads"), "kind of terrain": ids("terrain"), "hexside kind": ids("hexsides"),
            "phase": list(dict.fromkeys((*phases, *PHASE_KINDS))), "event": ids("events"),
            "asset": ids("assets"), "table": ids("tables"), "result": ids("results"),
            "value": ids("values"), "pool or event": [*ids("pools"), *ids("events")]}
        if self.whole:
            known["area"] = [a.id for a in design.map.areas]
            known["country"] = [*self.checks.countries, *ids("nationalities")]
            if design.scenario is not None:
                known["unit"] = [u.key for u in design.scenario.units]
                known["entry"] = [e.id for e in design.scenario.entries]
                known["size"] = [*known["size"], *{u.size for u in design.scenario.units if u.size}]
        return known

    @cached_property
    def _used_pools(self) -> frozenset[str]:
        """The pools in which units of the scenario wait: nobody comes by the entries of the others."""
        scenario = self.checks.design.scenario
        arrivals = [u.reinforcement for u in scenario.units if u.reinforcement] if scenario else []
        return frozenset(one.brought_by for one in arrivals)

    @cached_property
    def _waited_for(self) -> frozenset[str]:
        """The events that bring units of the scenario, which chapters of the game may know."""
        scenario = self.checks.design.scenario
        return frozenset(u.reinforcement.event for u in scenario.units if u.reinforcement) if (
            scenario) else frozenset()

    def check_names(self) -> None:
        """Names that nothing has."""
        for record, spot in self.parts:
            if spot.section == "counter_mix":
                continue  # `check_mix_lines` has fixes for them
            for kind in type(record).__mro__:
                for attribute, (what, also) in REFERENCES.get(kind, {}).items():
                    if what == "entry" and record.id not in self._used_pools:
                        continue
                    if (what in _OF_MAP or what in _OF_SCENARIO) == self.whole:
                        key = attribute.rstrip("_")
                        self._check_words(getattr(record, attribute), what, also, spot.at(key))
            if not self.whole:
                self._check_pairs(record, spot)

    def _check_words(self, value: Any, what: str, also: tuple[str, ...], spot: Spot) -> None:
        for word in words_in(value):
            if what == "hex":
                if not self.checks.design.map.grid.knows(word):
                    hint = hex_hint(self.checks.design.map.grid, word)
                    self.add("error", "unknown-hex", (
                        f"There is no hex {word} on the map ({spot.words}). {hint}"),
                        spot)
                continue
            known = self.known.get(what)
            if known is None or word in also or word in known:
                continue
            if what == "event" and spot.section == "entries" and word in self._waited_for:
                continue
            if what == "event" and self._home(spot)[1] == "units":
                continue  # `check_timetable` says it of the unit
            if what == "state" and any(s.id == word for s in self.rules.supply.states):
                self.add("error", "unknown-state", (
                    f"{quoted(word)} is a state of `supply` ({spot.words}); these are not asked for by name. "
                    "Ask with `supplied: false`, or with a state of `states`."), spot)
                continue
            severity: Severity = "warning" if what in _LOOSE else "error"
            self.add(severity, f"unknown-{what.replace(' ', '-')}", (
                f"There is no {what} {quoted(word)}{self._in_which(what)} ({spot.words})."
                f"{self.checks.suggest(what, word, [*known, *also]) or self._how_to_make(what)}"), spot)

    def _in_which(self, what: str) -> str:
        """Where a name was looked for, if that is not the ruleset, with a blank before it."""
        scenario = self.checks.design.scenario
        return f" in the scenario {quoted(scenario.name)}" if scenario and what in _OF_SCENARIO else ""

    @staticmethod
    def _how_to_make(what: str) -> str:
        place = "scenario" if what in _OF_SCENARIO else "map" if what in _OF_MAP else "ruleset"
        return f" Add the {what} to the {place}, or take the name away."

    def _check_pairs(self, record: Any, spot: Spot) -> None:
        """Names that are keys of a mapping."""
        pairs: tuple[tuple[str, Any], ...] = ()
        for key, what in pairs_of(record):
            self._check_words(tuple(k for k, _ in getattr(record, key)), what, (), spot.at(key))
        if isinstance(record, Situation):
            pairs = record.option
        choices = {o.id: o.choices for o in self.rules.options}
        for option, wanted in pairs:
            place = spot.at("option")
            if option not in choices:
                self.add("error", "unknown-option", (
                    f"There is no option {quoted(option)} ({place.words})."
                    f"{self.checks.suggest('option', option, list(choices)) or self._how_to_make('option')}"),
                    place)
                continue
            for choice in wanted:
                if choice not in choices[option]:
                    known = list(choices[option])
                    self.add("error", "unknown-choice", (
                        f"The option {quoted(option)} has no choice {quoted(choice)} ({place.words})."
                        f"{self.checks.suggest('choice', choice, known, 'Choices')}"), place)

    def check_ids(self) -> None:
        """Entries of one list with the same id."""
        for section in ("values", "formations", "states", "pools", "call_ups", "assets", "events"):
            self.checks.doubles("ruleset", section, section.replace("_", " "),
                                (e.id for e in getattr(self.rules, section)))
        for record, spot in self.parts:
            kind: Any = type(record)
            for one in declared(kind):
                entries = getattr(record, one.name)
                if not isinstance(entries, tuple) or not entries or not hasattr(entries[0], "id"):
                    continue
                for id, times in Counter(e.id for e in entries if getattr(e, "id", "")).items():
                    if times > 1:
                        place = spot.at(one.key)
                        self.add("error", "twice", (
                            f"{times} entries of {place.words} are called {quoted(id)}; each needs a name of "
                            "its own."), place)


def _walk(value: Any, spot: Spot, usual: Any) -> Iterator[tuple[Any, Spot]]:
    """The records in a value with their places; what is as usual is nobody's mistake."""
    if isinstance(value, tuple):
        if value != usual:
            for i, part in enumerate(value):
                if not isinstance(part, str):
                    yield from _walk(part, spot.at(i), None)
    elif is_dataclass(value) and value != usual:
        yield value, spot
        kind: Any = type(value)
        for name, key, default in _keys_of(kind):
            part = getattr(value, name)
            if not isinstance(part, _PLAIN) and part is not default:
                yield from _walk(part, spot.at(key), default)


_PLAIN = (str, int, float, Fraction, NoneType)
"""Values that hold no records."""


@cache
def _keys_of(kind: Any) -> tuple[tuple[str, str, Any], ...]:
    """The attributes of a kind of record that have a key: name, key and default."""
    return tuple((one.name, one.key, one.default) for one in declared(kind) if one.key)


def limits(bounds: Comparison) -> tuple[int | None, int | None]:
    """The least and the greatest whole number that bounds allow; None where they set no number."""
    least = [n + more for n, more in ((bounds.at_least, 0), (bounds.more_than, 1)) if isinstance(n, int)]
    most = [n - less for n, less in ((bounds.at_most, 0), (bounds.less_than, 1)) if isinstance(n, int)]
    return max(least, default=None), min(most, default=None)
