"""Files of an older format: read as if they were written in the present one, and rewritten in it when saved.

Only this module knows how older formats differ. The rest of the program sees the present format; problems
still name the lines of the file as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ..ruleset import Ruleset
from ..scenario import Scenario
from ..where import Where
from .asset_migration import ruleset_assets, scenario_assets
from .bytes import ReadError
from .formats import CHANGED, present_format
from .older_text import in_present_text
from .plain_data import as_text
from .sources import Document
from .unit_migration import Columns, in_present_form
from .yaml_emit import Emitter
from .yaml_reader import Reading, read_yaml
from .yaml_splice import SpliceError, splice


def migrate(kind: str, data: Mapping[str, Any], base: Document | None = None) -> dict[str, Any]:
    """The data of a file of format 1 as the present format writes it.

    Without `base`, the document that a variant extends, the data need not fit the schema: what is wrong stays
    as it is, and is reported later.
    """
    new = {**data, "format": present_format(kind)}
    if kind == "ruleset":
        return ruleset_assets(new)
    if kind == "scenario":
        new = scenario_assets(new, base if isinstance(base, Scenario) else None)
    if isinstance(base, Scenario):
        for section, (key, usual) in _WHOLE_ENTRIES.items():
            known = {getattr(e, key): e for e in getattr(base, section)}
            if section in data:
                new[section] = [_whole(e, known.get(as_text(e[key])), usual) for e in data[section]]
    return new


_WHOLE_ENTRIES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "entries": ("id", {"rule": "", "where": None, "pays": False, "stops": False})}
"""In format 1 an entry of these lists of a variant replaced that of the base. Now it keeps what it leaves
out; so what the base says of that is taken back. Of each list: the key of its entries, and what stood for
what they left out."""


def _whole(entry: Mapping[str, Any], base: Any, usual: Mapping[str, Any]) -> Mapping[str, Any]:
    if base is None or "remove" in entry:
        return entry
    return {**entry, **{k: v for k, v in usual.items()
                        if k not in entry and getattr(base, k) != (Where() if v is None else v)}}


def for_ruleset(kind: str, reading: Reading, ruleset: Ruleset) -> Reading:
    """The same for a scenario, once its ruleset is known: older units have the values of its counters."""
    return for_columns(kind, reading, _columns(ruleset))


def for_columns(kind: str, reading: Reading, columns: Columns) -> Reading:
    """The same, with columns that are already known."""
    if reading.written is None or columns == reading.columns:
        return reading
    return _migrated(kind, replace(reading, columns=columns))


def in_present_format(kind: str, reading: Reading) -> Reading:
    """A file as it was read, its data in the present format; the same if it is in that already."""
    data = reading.data
    if not is_older(kind, data):
        return reading
    # What the present format adds has no line of its own: problems name that of what it stands in.
    written = data if reading.written is None else reading.written
    return replace(reading, data=migrate(kind, data), written=written)


def for_base(kind: str, reading: Reading, base: Document) -> Reading:
    """The same for a variant, once the document it extends is known."""
    if reading.written is None or not is_older(kind, reading.written):
        return reading
    return _migrated(kind, reading, base)


def _migrated(kind: str, reading: Reading, base: Document | None = None) -> Reading:
    """A file whose text has an older form, with its data as its columns and its base make them."""
    data = in_present_form(reading.written, reading.columns)[0]
    return replace(reading, data=migrate(kind, data, base) if is_older(kind, reading.written) else data)


def _columns(ruleset: Ruleset) -> Columns:
    """The columns of older units in a ruleset: one strength is that of attack and of defence."""
    fought = (ruleset.combat.values.attack, ruleset.combat.values.defence)
    moved = next((v for v in ruleset.values if v.id == ruleset.movement.value), None)
    of = tuple("strength" if v.id in fought else "movement" if v is moved else "" for v in ruleset.values)
    if "strength" not in of:
        return Columns()
    stated = moved is not None and moved.from_ != "type"
    return Columns(of, tuple((t.id, int(t.movement)) for t in ruleset.unit_types) if stated else ())


def is_older(kind: str, data: Any) -> bool:
    """Whether the data of a file is in an older format than the present one."""
    return (kind in CHANGED and isinstance(data, dict) and type(data.get("format")) is int
            and data["format"] == 1)


def was_older(kind: str, reading: Reading) -> bool:
    """Whether the text of a file is in an older format than the present one."""
    return reading.written is not None or is_older(kind, reading.data)


def rewritten(kind: str, reading: Reading) -> Reading:
    """The reading of the file as it will be written: in the present format, its comments kept where they can
    be."""
    if reading.written is None:
        return reading
    text = read_yaml(reading.text)
    if text.written is not None:
        text = replace(text, data=in_present_form(text.written, reading.columns)[0], columns=reading.columns)
    units = in_present_text(text)
    if units.data == reading.data:
        return units
    with suppress(SpliceError, ReadError):
        again = read_yaml(splice(units.text, kind, units.data, units.data, reading.data))
        if again.data == reading.data:
            return again
    return read_yaml(Emitter(kind).document(reading.data))
