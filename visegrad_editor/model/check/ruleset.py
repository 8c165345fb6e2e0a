"""Checks within a ruleset: names that refer to each other, values, tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..costs import MOST, is_exact, points
from ..counter_texts import WORDS, fields_of, templates
from ..counter_values import value_of
from ..rules.combat import CombatTable
from ..ruleset import Ruleset
from ..ruleset_fields import SECTIONS, entry_label
from ..scenario import Unit
from ..values import FEATURE_SYMBOLS
from ..wording import count, quoted
from .assets import check_received
from .context import Checks
from .counter_mix import check_mix_lines
from .rules import check_rule_blocks
from .table_rules import check_table_rules

_CONDITIONAL = (("special_rules", "special rule"), ("player_aid", "line of the player aid"),
                ("options", "option"), ("phases", "phase"))
_SECTIONS = {
    "sides": "sides", "nationalities": "nationalities", "unit_types": "unit types",
    "terrain": "kinds of terrain", "hexsides": "hexside kinds", "roads": "road kinds",
    "features": "features", "tables": "tables", "results": "results", "phases": "phases",
    "options": "options",
}


def check_ruleset(checks: Checks) -> None:
    """Duplicate names; sides, results and turns that do not exist; bad values; tables with gaps."""
    ruleset = checks.design.ruleset
    sides = list(ruleset.side_by_id)
    for section, what in _SECTIONS.items():
        checks.doubles("ruleset", section, what, (e.id for e in getattr(ruleset, section)))
    for nationality in ruleset.nationalities:
        if nationality.side not in ruleset.side_by_id:
            checks.unknown("side", nationality.side, sides, f"nationality {nationality.name}",
                           "ruleset", "nationalities", nationality.id)
    for phase in ruleset.phases:
        if phase.side and phase.side not in ruleset.side_by_id:
            checks.unknown("side", phase.side, sides, f"phase {phase.name}", "ruleset", "phases", phase.id)
    for line in ruleset.replacements:
        name = f"{line.turn}/{line.side}"
        if line.side not in ruleset.side_by_id:
            checks.unknown("side", line.side, sides, f"replacements of turn {line.turn}",
                           "ruleset", "replacements", name)
        if line.turn > ruleset.turns:
            checks.add("warning", "after-the-end", (
                f"Replacements of {checks.side_called(line.side)} are listed for turn {line.turn}; the game "
                f"has {count(ruleset.turns, 'turn')}."),
                "ruleset", "replacements", name)
        check_received(checks, line, "ruleset", name)
    checks.doubles("ruleset", "replacements", "lines of replacements",
                   (f"{r.turn}/{r.side}" for r in ruleset.replacements))
    for side in ruleset.set_up_order:
        if side not in ruleset.side_by_id:
            checks.unknown("side", side, sides, "order of set-up", "ruleset", "set_up_order", "")
    _check_conditions(checks)
    check_values(checks)
    check_counters(checks)
    check_mix_lines(checks)
    check_tables(checks)
    check_rule_blocks(checks)
    check_style(checks)
    check_symbols(checks)


def check_counters(checks: Checks) -> None:
    """The values on counters, and the templates of their faces."""
    ruleset = checks.design.ruleset
    known, face = list(ruleset.value_place), ruleset.counter
    checks.doubles("ruleset", "values", "values", (v.id for v in ruleset.values))
    named: set[str] = set()
    for key, template in templates(face).items():
        place = f"`{key}` of `counter`"
        words = [*fields_of(template)]
        named.update(words)
        for word in words:
            if word not in known and word not in WORDS:
                checks.unknown("value", word, [*known, *WORDS], place, "ruleset", "counter", "")
        if key in ("front", "back") and template and not set(words) & set(known):
            checks.add("warning", "no-value", (
                f"{place} names no value, so counters do not show what units can do. It may be, for "
                f"instance, \"{'-'.join(f'{{{id}}}' for id in known)}\"."), "ruleset", "counter",
                within=tuple(key.split(".")))
    _check_fight_values(checks)
    used = {ruleset.movement.value, ruleset.combat.values.attack, ruleset.combat.values.defence, *named}
    for value in ruleset.values:
        if value.id not in used:
            checks.add("note", "unused-value", (
                f"No rule uses {value.name.lower()}, and no template of `counter` prints it by name."),
                "ruleset", "values", value.id)
        if value.least > value.most:
            checks.add("error", "value-range", (
                f"{value.name} may be {value.least} to {value.most}: `least` is greater than `most`."),
                "ruleset", "values", value.id)


def _check_fight_values(checks: Checks) -> None:
    """Fights with a value that no unit of the scenario has: units give their values in the order of the
    ruleset's."""
    ruleset, scenario = checks.design.ruleset, checks.design.scenario
    units = [u for u in scenario.units if not _is_aloft(ruleset, u)] if scenario is not None else []
    if not units or not ruleset.tables:
        return
    fought = ruleset.combat.values
    for id, what in {fought.defence: "defend", fought.attack: "attack"}.items():
        value = next((v for v in ruleset.values if v.id == id), None)
        if value is not None and all(value_of(ruleset, u, id) is None for u in units):
            checks.add("error", "no-fight-value", (
                f"Units {what} with {value.name.lower()}, and no unit has it. `values` of a unit are read as "
                f"{', '.join(v.name.lower() for v in ruleset.values)}: give them in this order, or change "
                "`values` of the ruleset."), "ruleset", "values", id)


def _is_aloft(ruleset: Ruleset, unit: Unit) -> bool:
    kind = ruleset.unit_type_by_id.get(unit.type)
    return kind is None or kind.stands_in_boxes


def _check_conditions(checks: Checks) -> None:
    """Conditions that name something the ruleset does not have, and so never hold."""
    ruleset = checks.design.ruleset
    choices = {o.id: list(o.choices) for o in ruleset.options}
    known = {
        "nationality": ("nationalities", list(ruleset.nationality_by_id)),
        "unit type": ("unit_types", list(ruleset.unit_type_by_id)),
        "trait": ("traits", sorted({t for kind in ruleset.unit_types for t in kind.traits})),
        "kind of terrain": ("terrain", list(ruleset.terrain_by_id)),
        "hexside kind": ("hexsides", list(ruleset.hexside_by_id)),
        "road kind": ("roads", list(ruleset.road_by_id)),
        "feature": ("features", list(ruleset.feature_by_id)),
    }
    there = {what: frozenset(words) for what, (_, words) in known.items()}
    choices_there = {option: frozenset(words) for option, words in choices.items()}
    for section, one in _CONDITIONAL:
        for entry in getattr(ruleset, section):
            name = entry.id if hasattr(entry, "id") else entry.rule
            place = f"condition of the {one} {name}"
            for condition in (entry.when, entry.unless):
                for what, (field, words) in known.items():
                    for word in getattr(condition, field):
                        if word not in there[what]:
                            checks.unknown(what, word, words, place, "ruleset", section, name)
                for option, wanted in condition.options:
                    if option not in choices:
                        checks.unknown("option", option, list(choices), place, "ruleset", section, name)
                        continue
                    for choice in wanted:
                        if choice not in choices_there[option]:
                            checks.unknown(
                                "choice", choice, choices[option], place, "ruleset", section, name)


# -- checks of a ruleset's own style: whether the kinds it names exist -----------------------------


_KINDS = {
    "terrain": "kind of terrain", "hexsides": "hexside kind", "roads": "road kind", "features": "feature",
    "nationalities": "nationality", "sides": "side",
}


def check_style(checks: Checks) -> None:
    """A warning for every style of something the ruleset does not have: it is never seen."""
    ruleset = checks.design.ruleset
    for section, what in _KINDS.items():
        known = [entry.id for entry in getattr(ruleset, section)]
        there = set(known)
        for id in ruleset.style.part(section):
            if id not in there:
                checks.add("warning", "unknown-look", (
                    f"The style of the ruleset colours the {what} {quoted(id)}, which does not exist."
                    f"{checks.suggest(what, id, known)}"), "ruleset", "style")


def check_symbols(checks: Checks) -> None:
    """A warning for every feature whose symbol is not drawn."""
    for feature in checks.design.ruleset.features:
        if feature.symbol and feature.symbol not in FEATURE_SYMBOLS:
            checks.add("warning", "unknown-symbol", (
                f"There is no symbol {quoted(feature.symbol)} for the feature {quoted(feature.name)}; it is "
                f"drawn as a small diamond. Use "
                f"one of {', '.join(FEATURE_SYMBOLS)}."),
                "ruleset", "features", feature.id, within=("symbol",))


# -- checks of combat tables: whether every odds value and every die roll has a result -------------


def check_tables(checks: Checks) -> None:
    """Tables with gaps, of uneven shape, or with results that are not explained."""
    known = [r.id for r in checks.design.ruleset.results]
    there = set(known)
    for table in checks.design.ruleset.tables:
        _check_columns(checks, table)
        _check_rows(checks, table)
        check_table_rules(checks, table)
        first: dict[str, int] = {}
        for i, row in enumerate(table.rows):
            for code in row:
                first.setdefault(code, i)
        for code, at in first.items():
            if known and code and code not in there:
                checks.unknown("result", code, known, f"table {table.name}, die roll {table.first_row + at}",
                               "ruleset", "tables", table.id, within=("rows", at))


def _check_columns(checks: Checks, table: CombatTable) -> None:
    width = len(table.columns)

    def add(message: str, key: str) -> None:
        checks.add("error", "bad-table", message, "ruleset", "tables", table.id, within=(key,))

    if not table.thresholds:
        _check_headings(table, add)
    elif len(table.thresholds) != width:
        add(f"Table {table.name} has {width} columns and {len(table.thresholds)} thresholds; each column "
            "needs one.", "thresholds")
    if table.thresholds and table.thresholds[0] != 0:
        add(f"The first threshold of table {table.name} is {table.thresholds[0]}; it must be 0, so that "
            "every odds value has a column.", "thresholds")
    if list(table.thresholds) != sorted(set(table.thresholds)):
        add(f"The thresholds of table {table.name} must grow from column to column.", "thresholds")
    seen: set[str] = set()
    for c, heading in enumerate(table.columns):
        if not heading:
            add(f"Column {c + 1} of table {table.name} has no heading.", "columns")
        elif heading in seen:
            add(f"Two columns of table {table.name} have the heading {quoted(heading)}.", "columns")
        seen.add(heading)


def _check_headings(table: CombatTable, add: Callable[[str, str], None]) -> None:
    """Headings that say from which odds their columns count, where no thresholds do."""
    if table.counts == "none" or len(table.columns) < 2:
        return
    least = table.least_odds
    for heading, odds in list(zip(table.columns, least, strict=True))[1:]:
        if odds is None and heading:
            add(f"The heading {quoted(heading)} of table {table.name} does not say from which odds its "
                'column counts. Write "3:1", "300%" or a number, or add `thresholds`.', "columns")
    known = [odds for odds in least if odds is not None]
    if known != sorted(set(known)):
        add(f"The headings of table {table.name} must grow from column to column.", "columns")


def _check_rows(checks: Checks, table: CombatTable) -> None:
    width = len(table.columns)
    if not table.rows:
        checks.add("error", "bad-table", f"Table {table.name} has no rows: no die roll has a result.",
                   "ruleset", "tables", table.id)
    for r, row in enumerate(table.rows):
        if not row:
            checks.add("error", "no-result", (
                f"Table {table.name} has no row for a die roll of {table.first_row + r}. Add it."),
                "ruleset", "tables", table.id, within=("rows",))
            continue
        if len(row) != width:
            checks.add("error", "bad-table", (
                f"Row {r + 1} of table {table.name} has {len(row)} results; the table has {width} "
                "columns."), "ruleset", "tables", table.id, within=("rows", r))
        empty = [heading for heading, code in zip(table.columns, row, strict=False) if not code]
        if empty:
            where = "any column" if len(empty) == width else f"the column {', '.join(empty[:4])}"
            more = f" and {len(empty) - 4} more" if 4 < len(empty) < width else ""
            checks.add("error", "no-result", (
                f"Table {table.name} has no result for a die roll of {table.first_row + r} in "
                f"{where}{more}."), "ruleset", "tables", table.id, within=("rows", r))


# -- checks of the values in a ruleset: costs, colours, names, sources -----------------------------


_COSTS = (("terrain", False), ("features", False), ("hexsides", True), ("roads", False))
"""Sections with costs, and whether a cost of 0 is allowed."""
_DRAWN = ("terrain", "hexsides")


def check_values(checks: Checks) -> None:
    """Values no game can use, and kinds that look the same on the map."""
    _check_costs(checks)
    _check_fields(checks)
    _check_looks(checks)
    _check_sources(checks)
    if not any(t.playable for t in checks.design.ruleset.terrain):
        checks.add("error", "no-terrain", "No kind of terrain is playable, so no unit can be anywhere.",
                   "ruleset", "terrain")


def _check_costs(checks: Checks) -> None:
    """Costs are counted in twelfths of a point; the greatest allowance is bounded like the costs."""
    for section, free in _COSTS:
        for kind in getattr(checks.design.ruleset, section):
            cost = kind.cost
            if cost is None or isinstance(cost, str) or (is_exact(cost) and (cost > 0 or free)):
                continue
            least = "0" if free else "more than 0"
            hint = f" Write {_decimal(cost)} instead." if 0 < cost < MOST else ""
            checks.add("error", "cost", (
                f"{kind.name} costs {cost:g} movement points. A cost is {least} to {MOST}, and in halves, "
                f"thirds, quarters, sixths or twelfths of a point (a third is 0.33).{hint}"),
                "ruleset", section, kind.id, within=("cost",))
    for unit_type in checks.design.ruleset.unit_types:
        if not 0 <= unit_type.movement <= MOST:
            checks.add("error", "allowance", (
                f"{unit_type.name} has {unit_type.movement} movement points. An allowance is 0 to {MOST}."),
                "ruleset", "unit_types", unit_type.id, within=("movement",))


def _decimal(cost: float) -> str:
    return f"{float(points(cost)):.2f}".rstrip("0").rstrip(".")


def _check_fields(checks: Checks) -> None:
    """A value that could not be typed into its table is wrong in a file too."""
    for section in SECTIONS.values():
        for entry in getattr(checks.design.ruleset, section.key):
            for field in section.fields:
                if field.kind == "cost" or field.key == "movement":
                    continue
                text = field.text_of(entry)
                try:
                    field.read(text)
                except ValueError as error:
                    label, name = entry_label(section.key, entry), _name(section.key, entry)
                    checks.add("error", "bad-value", (
                        f"{label}: {field.title.lower()} is {quoted(text)}. {error}"),
                        "ruleset", section.key, name, within=tuple(field.key.split(".")))


def _check_looks(checks: Checks) -> None:
    """Two kinds with the same look cannot be told apart on the map."""
    for section in _DRAWN:
        seen: dict[tuple[str, str], str] = {}
        for kind in getattr(checks.design.ruleset, section):
            look = (kind.colour.lower(), kind.pattern)
            if look in seen:
                checks.add("warning", "same-look", (
                    f"{kind.name} looks like {seen[look]} on the map. Give it another colour or pattern."),
                    "ruleset", section, kind.id, within=("colour",))
            seen.setdefault(look, kind.name)


def _check_sources(checks: Checks) -> None:
    """A value from the rulebook needs the number of its rule."""
    for section in SECTIONS.values():
        for entry in getattr(checks.design.ruleset, section.key):
            source = getattr(entry, "provenance", None)
            if source is not None and source.source == "rulebook" and not source.rule:
                checks.add("note", "no-rule", (
                    f"{entry_label(section.key, entry)} is marked as taken from the rulebook without a rule "
                    "number."), "ruleset", section.key, _name(section.key, entry), within=("provenance",))


def _name(section: str, entry: Any) -> str:
    """The name of an entry in its section."""
    if section == "replacements":
        return f"{entry.turn}/{entry.side}"
    return str(entry.id)
