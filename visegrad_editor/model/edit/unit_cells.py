"""Units as the cells of a table: their columns, the text of each cell, and the unit that a typed text makes.

The columns come from the declarations of `scenario.Unit`; only the values on the counters, the set-up and the
arrival have several columns or texts of their own. The heads are those of tables for spreadsheets too, so
that what was copied or exported can be read back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ..counter_values import (
    counter_numbers,
    number_title,
    own_values,
    steps_of,
    type_value,
    value_of,
    with_value,
)
from ..design import Design
from ..fields import DeclaredField, declared
from ..gamemap import GameMap
from ..place_words import country_name
from ..prototypes import inherited
from ..rules.counter import CounterValue, Formation
from ..ruleset import Nationality, Ruleset, UnitType
from ..ruleset_values import read_line, read_whole
from ..scenario import OFF_MAP, Reinforcement, Scenario, Setup, Unit, by_designer
from ..schedule import UnitRelease, UnitWithdrawal
from ..typed_hexes import place_at_start, place_names
from ..where import EDGES, Where
from ..wording import closest, listed, named, quoted
from .any_names import names_of
from .documents import with_scenario
from .prototypes import using
from .scenario import refuse_moment
from .units import refuse_hexes, with_other_key
from .usual_entry import usual_entry

Kind = Literal["text", "choice", "flag", "number"]
_HEADS = {
    "short": "short name", "setup": "set-up", "turn": "reinforcement turn", "reduced": "starts reduced"}
"""The heads of columns that are not called as their field."""
_ALSO = {
    "shortname": "short", "set-uphex": "setup", "hex": "setup", "turn": "turn", "turn/event": "turn",
    "event": "turn", "reinforcement": "turn", "arrives": "turn", "arrivesat": "entry", "unittype": "type",
    "side/nationality": "nationality", "country": "nationality", "unit": "name", "designation": "name",
    "note": "notes", "remark": "notes", "remarks": "notes"}
"""Other heads that people give a column, without blanks."""
_FIRST = ("name", "short", "nationality", "prototype", "type", "size", "formation")
_TITLES = {"turn": "Turn or event", "entry": "Entry", "setup": "Set-up"}
_HELD = "held"
"""The release of a unit that no turn and no event of its own lets go."""
_MOMENTS = ("withdrawal", "release")
_OFF_MAP = (OFF_MAP, "Off the map")
"""The entry of units that arrive in no hex, by its id and its name."""
_CHOSEN = frozenset({"prototype", "setup"})
"""Columns whose values are chosen, although their field refers to nothing of the ruleset."""
_HELP = {
    "setup": "Where it may be set up: hex numbers, names of countries, areas and features, or country:, "
             "area:, feature:, road:, terrain: and edge: with a name; not: before what is left out; `alone`; "
             "or the name of a set-up group, or box: with an off-map box.",
    "steps": "How many steps it has; left out: as many as its values say, or as units of the ruleset have.",
    "reduced": "Whether it starts with its reduced side up.",
    "turn": "The turn on which it arrives, or the event or pool that brings it.",
    "entry": "The entry by which it arrives, then others that its owner may choose instead.",
    "withdrawal": "The turn on which it leaves the map, or the event after which it does.",
    "release": "From when on it may move: a turn, an event, within: with the distance of an enemy in hexes, "
               "or several of these, whichever comes first; held: only if a rule lets it go."}
_YES = frozenset({"yes", "y", "true", "1", "x", "on"})
_NO = frozenset({"", "no", "n", "false", "0", "off", "-"})
_BETWEEN = "\0"
_LONGEST = {one.name: one.field.longest or 80 for one in declared(Unit)}
_LONGEST_NOTES = _LONGEST["notes"]
NOTHING = frozenset({"", "-", "–", "—"})
"""Texts of a cell that says nothing."""
_DATE = re.compile(
    r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T].*)?|\d{1,2}[-/. ]{1,2}[A-Za-z]{3,9}\.?(?:[-/. ]+\d{2,4})?"
    r"|[A-Za-z]{3,9}\.?[-/ ]\d{1,4}|\d{1,2}/\d{1,2}")
FAILED = re.compile(r"(?i)#(?:ref!|n/?a|value!|name\?|div/0!|num!|null!|spill!|calc!|getting_data)")
"""What spreadsheets write into a cell whose formula failed."""
_MONTH = re.compile(r"(?i)jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec")


@dataclass(frozen=True)
class UnitColumn:
    """A column of a table of units. `id` is the field, `turn` or `entry` of the arrival, or for a value on
    the counter `value:ID` with `:LOST` after a step loss; `head` is its name in tables for spreadsheets."""

    id: str
    head: str
    title: str
    help: str
    kind: Kind = "text"


def unit_columns(ruleset: Ruleset, units: Iterable[Unit] = ()) -> tuple[UnitColumn, ...]:
    """The columns of a table of units: with values for as many steps as one of `units` has."""
    columns: list[UnitColumn] = []
    for one in declared(Unit):
        if one.name == "values":
            columns += _value_columns(ruleset, units)
        elif one.name == "reinforcement":
            columns += [UnitColumn(id, _HEADS.get(id, id), _TITLES[id], _HELP[id], "choice")
                        for id in ("turn", "entry")]
            columns += [_declared_column(later) for later in declared(Unit) if later.name in _MOMENTS]
        elif one.name not in ("provenance", "look", *_MOMENTS) and (
                one.name != "formation" or ruleset.formations):
            columns.append(_declared_column(one))
    return tuple(sorted(columns, key=lambda c: _FIRST.index(c.id) if c.id in _FIRST else len(_FIRST)))


def _declared_column(one: DeclaredField) -> UnitColumn:
    field = one.field
    kind: Kind = ("flag" if one.type is bool else "number" if one.name == "steps" else
                  "choice" if field.refers_to or field.suggested or one.name in _CHOSEN else "text")
    title = _TITLES.get(one.name) or field.title or one.name.title()
    help = _HELP.get(one.name) or field.help or ""
    return UnitColumn(one.name, _HEADS.get(one.name, one.name), title, help, kind)


def _value_columns(ruleset: Ruleset, units: Iterable[Unit]) -> list[UnitColumn]:
    own = own_values(ruleset)
    numbers = counter_numbers(ruleset, units)
    most = max(lost for _, lost in numbers) + 1 if numbers else 1
    wanted = [(v, lost) for lost in range(max(most, ruleset.steps.usual, 2)) for v in own]
    wanted += [(v, 0) for v in ruleset.values if v not in own]
    return [UnitColumn(f"value:{v.id}" + (f":{lost}" if lost else ""), value_head(ruleset, v, lost),
                       number_title(ruleset, v, lost), _value_help(v, lost), "number") for v, lost in wanted]


def value_head(ruleset: Ruleset, value: CounterValue, lost: int) -> str:
    """The head of the column of a value in tables: `attack`, `reduced attack`, `reduced 2 attack`."""
    alone = len(own_values(ruleset)) == 1
    words = ("reduced" if lost else "", str(lost) if lost > 1 else "", "" if alone and lost else value.id)
    return " ".join(word for word in words if word)


def _value_help(value: CounterValue, lost: int) -> str:
    after = f" after {'a step loss' if lost == 1 else f'{lost} step losses'}" if lost else ""
    own = " Empty: that of its type." if value.from_ == "type" else " Empty: none."
    return f"{value.name}{after}, from {value.least} to {value.most}.{own}"


def column_named(columns: Sequence[UnitColumn], head: str) -> UnitColumn | None:
    """The column that a head of a table means, by head, title or id, or another usual word; None for none."""
    word = re.sub(r"[\s_]+", "", head).casefold()
    for names in ([c.head for c in columns], [c.title for c in columns], [c.id for c in columns]):
        for column, name in zip(columns, names, strict=True):
            if word == re.sub(r"[\s_]+", "", name).casefold():
                return column
    known = _ALSO.get(word)
    return next((c for c in columns if c.id == known), None)


# -- the text of a cell ----------------------------------------------------------------------------


def cell_text(design: Design, unit: Unit, id: str) -> str:
    """The text of a unit's cell in the column with that id. What the cell refers to is called by its name, or
    by its id if the name could be that of something else too, so that `typed_unit` always reads the same."""
    ruleset = design.ruleset
    if id.startswith("value:"):
        value, lost = _value_of_id(ruleset, id)
        air = value.from_ == "type" and _is_air(ruleset, unit)
        number = None if air or lost >= max(steps_of(ruleset, unit), 1) else value_of(
            ruleset, unit, value.id, lost)
        return "" if number is None else str(number)
    if id == "setup":
        return setup_text(unit.setup, design)
    if id in ("turn", "entry"):
        arrival = unit.reinforcement
        if arrival is None:
            return ""
        if id == "entry":
            return _entries_text(design, tuple(e for e in (arrival.entry, *arrival.also) if e))
        if arrival.pool:
            return _called(arrival.pool, _moments_known(design))
        return arrival.event or (str(arrival.turn) if arrival.turn else "")
    if id in _REFERRING:
        return _called(getattr(unit, id), _known(design, id))
    if id == "size":
        kind = ruleset.unit_type_by_id.get(unit.type)
        return unit.size or (kind.size if kind else "")
    if id in _MOMENTS:
        return moment_text(unit.withdrawal if id == "withdrawal" else unit.release)
    found = getattr(unit, id)
    if isinstance(found, bool):
        return "yes" if found else ""
    return "" if found is None else str(found)


def _is_air(ruleset: Ruleset, unit: Unit) -> bool:
    kind = ruleset.unit_type_by_id.get(unit.type)
    return kind is not None and "air" in kind.traits


def _value_of_id(ruleset: Ruleset, id: str) -> tuple[CounterValue, int]:
    name, _, lost = id.removeprefix("value:").rpartition(":") if re.search(r":\d+$", id) else (
        id.removeprefix("value:"), "", "0")
    return ruleset.values[ruleset.value_place[name]], int(lost)


def field_of(id: str) -> str:
    """The field of a unit that a column shows, wholly or in part."""
    return "values" if id.startswith("value:") else "reinforcement" if id in ("turn", "entry") else id


def prototype_text(design: Design, unit: Unit, id: str) -> str | None:
    """The text that the unit's prototype gives a cell; None if it says nothing of it."""
    like = unit.like
    if like is None or field_of(id) not in like.says:
        return None
    return cell_text(design, replace(unit, **{name: getattr(like, name) for name in like.says}), id)


def is_override(design: Design, unit: Unit, id: str) -> bool:
    """Whether a cell says something else than the unit's prototype."""
    usual = prototype_text(design, unit, id)
    return usual is not None and usual != cell_text(design, unit, id)


_REFERRING = ("nationality", "type", "formation", "prototype")
"""The fields of a unit that name a part of the ruleset or of the scenario."""


def _known(design: Design, id: str) -> list[tuple[str, str]]:
    """What a unit may name in a field, each by its id and its name."""
    rules, scenario = design.ruleset, design.scenario
    if id == "prototype":
        return [(p.id, p.name) for p in scenario.prototypes] if scenario else []
    sections: Mapping[str, Sequence[Nationality | UnitType | Formation]] = {
        "nationality": rules.nationalities, "type": rules.unit_types, "formation": rules.formations}
    return [(one.id, one.name) for one in sections[id]]


def _moments_known(design: Design) -> list[tuple[str, str]]:
    """The events and the pools that bring units, each by its id and its name."""
    return [*((e, e) for e in names_of(design, "event")), *((p.id, p.name) for p in design.ruleset.pools)]


def _called(id: str, known: Sequence[tuple[str, str]]) -> str:
    """The name of what an id means, or the id if it has none or the name may mean something else."""
    name = next((" ".join(name.split()) for one, name in known if one == id), "")
    alike = sum(name.casefold() == " ".join(other.split()).casefold() for _, other in known)
    with suppress(ValueError):
        if name not in NOTHING and alike == 1 and named(name, known, "name") == id:
            return name
    return id


def _entries_text(design: Design, ids: tuple[str, ...]) -> str:
    """Entries by their names with commas between them, by their ids if names are not read as they are."""
    scenario = design.scenario
    names = {e.id: e.name for e in scenario.entries} if scenario else {}
    text = ", ".join(_called(id, [*names.items(), _OFF_MAP]) for id in ids)
    with suppress(ValueError):
        if scenario is not None and read_entries(scenario, text) == ids:
            return text
    return " ".join(ids)


_SETS = (("country", "countries"), ("area", "areas"), ("feature", "features"), ("road", "roads"),
         ("terrain", "terrain"), ("edge", "edge"))


def setup_text(setup: Setup | None, design: Design) -> str:
    """A set-up as the text of a cell: a hex number, words such as `Poland not:1718 alone`, or its set-up
    group. `read_setup` makes the same set-up of it: places whose names it would not understand so have their
    ids, as in `country:poland`."""
    if setup is None:
        return ""
    if setup.box:
        return f"box:{setup.box}"
    if setup.where.hexes and not setup.group and not any(getattr(setup.where, f) for _, f in _SETS):
        return _setup_words(setup, None)
    known = _texts_of_set_ups(design)
    if setup not in known:
        text = _setup_words(setup, design)
        with suppress(ValueError):
            known[setup] = text if read_setup(design, text, setup) == setup else _setup_words(setup, None)
        known.setdefault(setup, _setup_words(setup, None))
    return known[setup]


def _setup_words(setup: Setup, design: Design | None) -> str:
    """A set-up in words: with the names that a design gives, with ids without one."""
    def called(kind: str, id: str) -> str:
        name = _called(id, places[kind]) if kind in places else id
        if name == id:
            return f"{kind}:{id}"
        word = name.casefold()
        alike = sum(word in (i.casefold(), n.casefold()) for k in _UNNAMED for i, n in places[k])
        return name if kind == "group" or (kind in _UNNAMED and alike == 1) else f"{kind}:{name}"

    places: Mapping[str, Sequence[tuple[str, str]]] = {}
    if design is not None:
        places = {**_names_on_map(design), "group": groups_named(design)}
    if setup.group:
        return called("group", setup.group)
    words = list(setup.where.hexes)
    for word, field in _SETS:
        words += [called(word, name) for name in getattr(setup.where, field)]
    words += [f"not:{number}" for number in setup.where.excluding]
    return " ".join([*words, "alone"] if setup.alone else words)


_SetUpTexts = dict[Setup, str]
_latest: tuple[tuple[object, ...], _SetUpTexts] = ((), {})


def _texts_of_set_ups(design: Design) -> _SetUpTexts:
    """The texts of set-ups that are known already, as long as nothing changes that they name: a large table
    has few different ones."""
    global _latest
    groups = design.scenario.set_up_groups if design.scenario is not None else ()
    now = (design.ruleset, design.map, groups)
    if len(_latest[0]) != len(now) or any(a is not b for a, b in zip(_latest[0], now, strict=True)):
        _latest = (now, {})
    return _latest[1]


def moment_text(when: UnitWithdrawal | UnitRelease | None) -> str:
    """When a unit leaves or may move as the text of a cell: `4`, `us-entry`, `3 within:2`, `held`."""
    if when is None:
        return ""
    near = when.enemy_within if isinstance(when, UnitRelease) else 0
    words = [str(when.turn) if when.turn else "", when.event, f"within:{near}" if near else ""]
    return " ".join(filter(None, words)) or _HELD


# -- the unit that a text makes --------------------------------------------------------------------


def typed_unit(
    design: Design, unit: Unit, id: str, text: str, boxes: Collection[str] | None = None,
) -> Unit:
    """The unit whose cell in a column has this text, as typed or as a spreadsheet gives it; its changed
    values are marked as the designer's.

    Names of nationalities, types, formations, entries and places are understood as well as their ids, and hex
    numbers without their leading zeros. `boxes` are the off-map boxes that there are, None for any. Raises
    ValueError with a sentence for a text that does not fit.
    """
    if text.strip() in NOTHING and (usual := prototype_text(design, unit, id)) is not None:
        # A unit that says nothing is as its prototype.
        text = usual
    if text.strip() == cell_text(design, unit, id).strip():
        return unit
    if FAILED.fullmatch(text.strip()):
        raise ValueError(f"{quoted(text.strip())} is an error of a formula in the spreadsheet. Correct it "
                         "there, or type the value.")
    new: Unit = replace(unit, **_fields(design, unit, id, text.strip(), boxes))
    if new.position and not (new.setup is not None and new.setup.is_permission):
        new = replace(new, position="")
    if new.setup != unit.setup or new.position != unit.position:
        refuse_hexes(design.ruleset, [new])
    return unit if new == unit else by_designer(unit, new)


def with_units(design: Design, changed: Mapping[str, Unit]) -> Design:
    """The design in which the units with these keys are changed; the moment of a start in the middle of a
    game follows new names. Raises ValueError if two units would have one name, or a unit is gone."""
    scenario = design.scenario
    if scenario is None or any(key not in scenario.unit_by_key for key in changed):
        raise ValueError("This unit is no longer in the scenario.")
    units = tuple(changed.get(u.key, u) for u in scenario.units)
    if all(a is b for a, b in zip(units, scenario.units, strict=True)):
        return design
    if len({u.key for u in units}) < len(units):
        twice = next(k for k, n in Counter(u.key for u in units).items() if n > 1)
        raise ValueError(f"There would be two units called {twice.partition('/')[2]} of one nationality.")
    made = replace(scenario, units=units)
    renamed = [(old, new.key) for old, new in changed.items() if old != new.key]
    # By way of names that no unit has, so that units can swap names.
    between = [(old, f"{_BETWEEN}{n}") for n, (old, _) in enumerate(renamed)]
    for old, new in (*between, *((f"{_BETWEEN}{n}", new) for n, (_, new) in enumerate(renamed))):
        made = with_other_key(made, old, new)
    return with_scenario(design, made)


def _fields(
    design: Design, unit: Unit, id: str, text: str, boxes: Collection[str] | None,
) -> dict[str, Any]:
    """The fields that a text in a cell changes."""
    rules = design.ruleset
    if id.startswith("value:"):
        return _value_fields(rules, unit, id, text)
    if id == "notes":
        if len(text) > _LONGEST_NOTES:
            raise ValueError(f"This is {len(text):,} letters long; at most {_LONGEST_NOTES:,} are allowed.")
        return {id: text}
    if id in ("name", "short"):
        line = read_line(text, _LONGEST[id])
        if id == "name" and not line:
            raise ValueError("A unit needs a name.")
        return {id: line}
    if id == "prototype":
        return _prototype_fields(design, unit, text)
    if id in ("nationality", "type", "formation"):
        if id == "formation" and text in NOTHING:
            return {id: ""}
        return {id: named(text, _known(design, id), _TITLES.get(id, id))}
    if id == "size":
        kind = rules.unit_type_by_id.get(unit.type)
        return {"size": "" if kind and text == kind.size else read_line(text, 80)}
    if id == "reduced":
        return {"reduced": read_flag(text)}
    if id == "steps":
        number = None if text in NOTHING else read_count(text, 1, 12)
        return {"steps": None if number == steps_of(rules, replace(unit, steps=None)) else number}
    if id == "setup":
        setup = read_setup(design, text, unit.setup, boxes)
        return {"setup": setup, "position": unit.position if setup and setup.has_choice else "",
                **({"reinforcement": None} if setup else {})}
    if id == "position":
        if text in NOTHING:
            return {"position": ""}
        placed = unit.placed(read_hex(design, text))
        return {"setup": placed.setup, "position": placed.position, "reinforcement": placed.reinforcement}
    if id in _MOMENTS:
        moment = read_moment(design, id, text)
        refuse_moment(design, unit, moment)
        return {id: moment}
    return _arrival_fields(design, unit, id, text)


def read_moment(design: Design, id: str, text: str) -> UnitWithdrawal | UnitRelease | None:
    """The withdrawal or the release that a text says; None for an empty one."""
    if text in NOTHING:
        return None
    turn, event, near = 0, "", 0
    refuse_date(text)
    for word in text.replace(",", " ").split() if text.casefold() != _HELD else ():
        if found := re.fullmatch(r"(?i)within:(\d{1,3})", word):
            near = int(found[1])
        elif re.fullmatch(r"\d+", _whole(word)):
            turn = int(_whole(word))
            if not turn:
                raise ValueError("The first turn is 1.")
        else:
            event = named(word, [(e, e) for e in names_of(design, "event")], "turn or event")
    if id == "release":
        return UnitRelease(turn, event, near)
    if near or not (turn or event):
        raise ValueError("Enter a turn or an event.")
    return UnitWithdrawal(turn, event)


def _prototype_fields(design: Design, unit: Unit, text: str) -> dict[str, Any]:
    """A unit that gets a prototype has all that this says."""
    scenario = design.scenario
    if text in NOTHING or scenario is None:
        return {"prototype": ""}
    id = named(text, _known(design, "prototype"), "prototype")
    whole = using(unit, scenario.prototype_by_id[id])
    return {name: getattr(whole, name) for name in ("prototype", "like", *inherited())}


def _value_fields(rules: Ruleset, unit: Unit, id: str, text: str) -> dict[str, Any]:
    """A value equal to that of the unit's type is not stored with the unit."""
    value, lost = _value_of_id(rules, id)
    if not text and lost >= max(steps_of(rules, unit), 1):
        return {}
    number = None if text in NOTHING else read_count(text, value.least, value.most)
    usual = value.from_ == "type" and number == type_value(rules, unit)
    values = with_value(rules, unit, value.id, None if usual else number, lost)
    return {"values": values, "steps": None if len(values) > 1 and unit.steps == 1 else unit.steps}


def _arrival_fields(design: Design, unit: Unit, id: str, text: str) -> dict[str, Any]:
    scenario, old = design.scenario, unit.reinforcement
    assert scenario is not None
    if id == "turn":
        if text in NOTHING:
            return {"reinforcement": None}
        arrival = arrival_at(design, text, old or Reinforcement(usual_entry(design, unit)))
        return {"reinforcement": arrival, "setup": None, "position": ""}
    if old is None:
        if text in NOTHING:
            return {}
        raise ValueError("It arrives on no turn: enter the turn or the event first.")
    ids = read_entries(scenario, text)
    return {"reinforcement": replace(old, entry=ids[0] if ids else "", also=ids[1:])}


def arrival_at(design: Design, text: str, arrival: Reinforcement) -> Reinforcement:
    """An arrival on the turn, or with the event or from the pool, that a text says."""
    scenario, rules = design.scenario, design.ruleset
    assert scenario is not None
    plain = _whole(text)
    if re.fullmatch(r"\d+", plain):
        if not 1 <= int(plain) <= scenario.turns:
            raise ValueError(f"The turn must be between 1 and {scenario.turns}.")
        return replace(arrival, turn=int(plain), event="", pool="")
    refuse_date(text)
    id = named(text, _moments_known(design), "turn, event or pool")
    if id in {p.id for p in rules.pools}:
        return replace(arrival, turn=0, event="", pool=id)
    return replace(arrival, turn=0, event=id, pool="")


def read_entries(scenario: Scenario, text: str) -> tuple[str, ...]:
    """The entries that a text names: names or ids with commas between them, or ids with blanks. Raises
    ValueError with the name or id that is wrong, whole."""
    known = [*((e.id, e.name) for e in scenario.entries), _OFF_MAP]
    if text in NOTHING:
        return ()
    names = {name.casefold() for pair in known for name in pair}
    whole = text.strip().casefold() in names
    words = [text] if whole else [w.strip() for w in re.split(r"[,;\n]", text) if w.strip()]
    if not all(word.casefold() in names for word in words):
        ids = [w for w in re.split(r"[\s,;]+", text) if w]
        # Of a name that there is not, no word is an id.
        words = ids if any(id.casefold() in names for id in ids) else words
    return tuple(dict.fromkeys(named(w, known, "entry", by_name=True) for w in words))


def read_setup(
    design: Design, text: str, before: Setup | None = None, boxes: Collection[str] | None = None,
) -> Setup | None:
    """The set-up that a text says; None for an empty one. What else `before` says, such as marks, stays.
    Raises ValueError for what does not fit, and for a box that is none of `boxes`, unless that is None."""
    if text in NOTHING:
        return None
    base = replace(before or Setup(), where=Where(), box="", alone=False, group="")
    grid, groups = design.map.grid, groups_named(design)
    known = _names_on_map(design)
    plain = re.sub(r"(?i)^anywhere in ", "", text).strip().casefold()
    places = [*((kind, id, name) for kind in ("country", "area") for id, name in known[kind]),
              *(("group", id, name) for id, name in groups)]
    meant = [f"{kind}:{id}" for kind, id, name in places if plain in (id.casefold(), name.casefold())]
    if len(meant) > 1:
        raise ValueError(f"{quoted(text[:40])} has several meanings. Write {' or '.join(meant)}.")
    if meant:
        text = meant[0]
    word, _, name = text.partition(":")
    if word.casefold() == "box":
        return replace(base, box=read_box(name, boxes))
    if word.casefold() == "group" and design.scenario is not None:
        group = design.scenario.group_by_id[named(name, groups, "set-up group")]
        return replace(base, where=group.where, alone=group.alone, group=group.id)
    hexes, excluding, alone = list[str](), list[str](), False
    sets: dict[str, list[str]] = {word: [] for word, _ in _SETS}
    text = re.sub(r"(?i)^anywhere in ", "", text)
    words = [w for w in re.split(r"[\s,;]+", _whole(text)) if w]
    gone: list[tuple[str, _Place]] = []
    while words:
        kind, colon, name = words[0].partition(":")
        kind = kind.casefold()
        if words[0].casefold() == "alone":
            del words[0]
            alone = True
        elif kind in ("group", "box") and colon:
            what = "set-up group" if kind == "group" else "box"
            raise ValueError(f"{kind}: stands alone: a unit in a {what} has no hexes of its own.")
        elif kind == "not" and colon:
            words[:1] = [name] if name else []
            if not words:
                raise ValueError("Write after not: what is left out: a hex, a country, an area or a feature.")
            written = list(words)
            place = _next_place(design, words, known)
            gone.append((" ".join(written[:len(written) - len(words)]), place))
        else:
            place = _next_place(design, words, known)
            (hexes if place.kind == "hex" else sets[place.kind]).append(place.id)
    if not hexes and not any(sets.values()):
        raise ValueError(f"Write where it may be set up: a hex such as {grid.number(next(iter(grid)))}, "
                         "or country:, area: or another set with a name.")
    where = Where(tuple(dict.fromkeys(hexes)),
                  **{field: tuple(dict.fromkeys(sets[word])) for word, field in _SETS})
    among = {grid.number(h) for h in where.resolve(design.map)} if gone else set()
    for written_so, place in gone:
        out = _numbers_of(design, place)
        # A hex is left out by its number, whether or not the map has it in the set now.
        if place.kind != "hex" and not (out := [number for number in out if number in among]):
            raise ValueError(f"{quoted(f'not:{written_so}'[:40])} leaves nothing out: none of its hexes is "
                             "among those that the other words name.")
        excluding += out
    if gone and among <= set(excluding):
        raise ValueError("Nothing is left of these hexes: take a word after not: away.")
    return replace(base, where=replace(where, excluding=tuple(dict.fromkeys(excluding))), alone=alone)


class _Place(NamedTuple):
    """A place that words of a set-up name: a hex, or a set such as a country, by its number or id."""

    kind: str
    id: str


_UNNAMED = ("country", "area", "feature")
"""The sets that a name means without saying which of them it is."""


def _next_place(design: Design, words: list[str], known: Mapping[str, Sequence[tuple[str, str]]]) -> _Place:
    """The place that the first words name, which are taken out of the list: as many as belong to its name.
    Raises ValueError if it is none, or could be several."""
    word = words.pop(0)
    if design.map.grid.parse(word) is None and (found := _place_named(word, words, known, design.map)):
        return found
    kind, colon, name = word.partition(":")
    kind = kind.casefold()
    if colon and kind in known:
        # A name may have blanks: as many of the next words as make one belong to it.
        names = {n.casefold() for pair in known[kind] for n in pair}
        more = next((n for n in range(len(words), 0, -1)
                     if " ".join([name, *words[:n]]).strip().casefold() in names), 0)
        id = named(" ".join([name, *words[:more]]), known[kind], kind)
        del words[:more]
        return _Place(kind, id)
    if any(c.isdecimal() for c in word) or FAILED.fullmatch(word):
        return _Place("hex", read_hex(design, word))
    raise ValueError(f"There is no hex, place, country, area or feature called {quoted(word[:40])}."
                     f"{_similar_place(word, known, place_names(design.map))}")


def _place_named(
    word: str, following: list[str], known: Mapping[str, Sequence[tuple[str, str]]], map: GameMap,
) -> _Place | None:
    """The country, area, feature or place on the map that a word names with as many of the following ones as
    possible, which are taken out of their list; None for none. A place is its hex; a country, area or feature
    of the same name goes before it. Raises ValueError if it names several."""
    for more in range(len(following), -1, -1):
        name = " ".join([word, *following[:more]]).casefold()
        found = [_Place(kind, id) for kind in _UNNAMED for id, called in known[kind]
                 if name in (id.casefold(), called.casefold())]
        if len(found) > 1:
            meant = " or ".join(f"{place.kind}:{place.id}" for place in found)
            raise ValueError(f"{quoted(name[:40])} has several meanings. Write {meant}.")
        if found:
            del following[:more]
            return found[0]
        number, size = place_at_start([word, *following[:more]], map)
        if size == more + 1:
            del following[:more]
            return _Place("hex", number)
    return None


def _similar_place(word: str, known: Mapping[str, Sequence[tuple[str, str]]], places: Iterable[str]) -> str:
    """A sentence with the name most like an unknown one, with a blank before it; "" if none is like it."""
    names = {text: name or id for kind in _UNNAMED for id, name in known[kind] for text in (id, name) if text}
    near = closest(word, names) or next(
        (text for text in names if len(word) > 3 and text.casefold().startswith(word.casefold()[:4])), "")
    near = names[near] if near else closest(word, places)
    return f" Did you mean {near}?" if near else ""


def _numbers_of(design: Design, place: _Place) -> list[str]:
    """The numbers of the hexes of a place, in map order."""
    if place.kind == "hex":
        return [place.id]
    where = Where(**{dict(_SETS)[place.kind]: (place.id,)})
    return [design.map.grid.number(h) for h in where.resolve(design.map)]


def groups_named(design: Design) -> list[tuple[str, str]]:
    """The set-up groups of the scenario, each by its id and its name."""
    return [(g.id, g.name) for g in design.scenario.set_up_groups] if design.scenario is not None else []


def read_box(text: str, boxes: Collection[str] | None) -> str:
    """The off-map box that a text names, whatever its capitals; any box if `boxes` is None. The last word of
    a box may stand for it: in `russian-air-pool` units are in the pool. Raises ValueError with those that
    there are for any other."""
    name = read_line(text.strip(), 80)
    if not name:
        raise ValueError("Write the name of the off-map box after box:, without a blank.")
    if boxes is None:
        return name
    found = next((box for box in boxes if box.casefold() == name.casefold()), "")
    if not found and name.casefold().rpartition("-")[2] in boxes:
        return name.casefold()
    if not found:
        known = f"The boxes are {listed(list(boxes))}." if boxes else "There are none."
        raise ValueError(f"There is no box {quoted(name[:40])}. {known}")
    return found


def countries_of(design: Design) -> tuple[str, ...]:
    """The ids of the countries of the map and of the nationalities."""
    found = [v for _, v in design.map.countries.legend if v]
    return tuple(dict.fromkeys([*found, *(n.id for n in design.ruleset.nationalities)]))


def _names_on_map(design: Design) -> Mapping[str, Sequence[tuple[str, str]]]:
    rules = design.ruleset
    return {
        "country": [(c, country_name(c, design.ruleset)) for c in countries_of(design)],
        "area": [(a.id, a.name) for a in design.map.areas],
        "feature": [(f.id, f.name) for f in rules.features], "road": [(r.id, r.name) for r in rules.roads],
        "terrain": [(t.id, t.name) for t in rules.terrain], "edge": [(e, e) for e in EDGES]}


# -- reading what a spreadsheet may have damaged ---------------------------------------------------


def _whole(text: str) -> str:
    """A number without the decimals that a spreadsheet adds: `12.0` and `12,00` are 12."""
    return re.sub(r"^(-?\d+)[.,]0+$", r"\1", text.strip())


def refuse_date(text: str) -> None:
    """Raise ValueError for a text that a spreadsheet has made a date of."""
    if _DATE.fullmatch(text.strip()) and (_MONTH.search(text) or re.search(r"\d[-/.]\d", text)):
        raise ValueError(f"{quoted(text)} is a date, which a spreadsheet makes of numbers such as 3-4. "
                         "Format the column as text there, and type the value again.")


def read_count(text: str, least: int, most: int) -> int:
    """A whole number, even with the decimals that a spreadsheet adds; a date is called one."""
    refuse_date(text)
    if re.fullmatch(r"-?\d+[.,]\d+", _whole(text)):
        raise ValueError(f"{quoted(text)} is not a whole number from {least} to {most}.")
    return read_whole(_whole(text), least, most)


def read_flag(text: str) -> bool:
    """Yes or no."""
    word = text.casefold()
    if word in _YES or word in _NO:
        return word in _YES
    raise ValueError("Write yes or no.")


def read_hex(design: Design, text: str) -> str:
    """The number of a hex as the map prints it, even without its leading zeros if that is unambiguous, or of
    that with the place of a name."""
    grid = design.map.grid
    plain = _whole(text)
    found = grid.parse(text) or grid.parse(plain)
    if found is None and re.fullmatch(r"\d+", plain):
        corners = (Hex(c, r) for c in (0, grid.columns - 1) for r in (0, grid.rows - 1))
        longest = max(len(grid.number(h)) for h in corners)
        fitting = {h for width in range(len(plain) + 1, longest + 1)
                   if (h := grid.parse(plain.zfill(width))) is not None}
        found = fitting.pop() if len(fitting) == 1 else None
    if found is None:
        words = plain.split()
        number, size = place_at_start(words, design.map)
        if size and size == len(words):
            return number
        refuse_date(text)
        near = "" if any(c.isdecimal() for c in plain) else closest(plain, place_names(design.map))
        raise ValueError(f"There is no hex {quoted(text[:20])} on this map."
                         f"{f' Did you mean {near}?' if near else ''}")
    return grid.number(found)


def cell_choices(design: Design, id: str, boxes: Collection[str] = ()) -> tuple[str, ...]:
    """What may be chosen in a column, by names as `cell_text` has them; with "" if the cell may be empty.
    `boxes` are the off-map boxes that there are."""
    scenario = design.scenario
    choices: dict[str, Callable[[], tuple[str, ...]]] = {
        "nationality": lambda: _names(_known(design, id)),
        "type": lambda: _names(_known(design, id)),
        "formation": lambda: ("", *_names(_known(design, id))),
        "prototype": lambda: ("", *_names(_known(design, id))),
        "size": _sizes,
        "turn": lambda: ("", *map(str, range(1, (scenario.turns if scenario else 0) + 1)),
                         *(_called(id, _moments_known(design)) for id in names_of(design, "pool or event"))),
        "entry": lambda: tuple(_entries_text(design, (e,)) for e in (
            *(e.id for e in scenario.entries), OFF_MAP)) if scenario else (),
        "reduced": lambda: ("yes", "no"),
        "setup": lambda: (
            "", *(setup_text(s, design) for s in _set_ups_to_choose(design, boxes))),
    }
    return choices[id]() if id in choices else ()


def _names(known: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(_called(id, known) for id, _ in known)


def _set_ups_to_choose(design: Design, boxes: Collection[str]) -> Iterable[Setup]:
    """Each set-up group, box, area and country as a set-up."""
    groups = design.scenario.set_up_groups if design.scenario is not None else ()
    yield from (Setup(g.where, alone=g.alone, group=g.id) for g in groups)
    yield from (Setup(box=box) for box in boxes)
    yield from (Setup(Where(areas=(a.id,))) for a in design.map.areas)
    yield from (Setup(Where(countries=(c,))) for c in countries_of(design))


def _sizes() -> tuple[str, ...]:
    field = next(one.field for one in declared(Unit) if one.name == "size")
    return tuple(field.suggested or field.choices or ())
