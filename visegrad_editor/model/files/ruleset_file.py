"""Ruleset files: plain data to a `Ruleset` and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..fields import DeclaredField, declared, entry_type, is_record
from ..provenance import Provenance
from ..ruleset import Ruleset
from .codec import Record, codec_of, common_provenance, read_list, record_of, write_list
from .file_problems import FileProblems
from .schema import DocumentKind

RULESET = DocumentKind(
    "ruleset", Ruleset, "Ruleset",
    "The data of a game system: sides, nationalities, unit types, terrain effects, tables.")


def _section(one: DeclaredField) -> Record[Any] | None:
    """The codec of the entries of a section; None if it is not a list of records."""
    inner = entry_type(one.type)
    return record_of(inner) if is_record(inner) else None


def ruleset_from_data(data: Mapping[str, Any], problems: FileProblems) -> Ruleset | None:
    """The ruleset of schema-checked data; None if a part of it is invalid."""
    values: dict[str, Any] = {"system": ""}
    for one in declared(Ruleset):
        if one.key in data:
            section = _section(one)
            values[one.name] = (
                codec_of(one).read(data[one.key]) if section is None else read_list(section, data, one.key))
    return None if problems.broken else Ruleset(**values)


def ruleset_to_data(
    ruleset: Ruleset, whole: Mapping[str, Provenance | None] | None = None
) -> dict[str, Any]:
    """The plain data of a ruleset in canonical order.

    `whole` says which sections state a provenance for all their entries; None: chosen here.
    """
    out: dict[str, Any] = {"format": 1, "kind": "ruleset"}
    usual = Ruleset("", "", "")
    for one in declared(Ruleset):
        value, section = getattr(ruleset, one.name), _section(one)
        if section is None:
            if one.required or one.field.always or value != getattr(usual, one.name):
                out[one.key] = codec_of(one).write(value)
            continue
        whole_section = None
        if "provenance" in section.keys:
            chosen = common_provenance(value, section.usual_provenance)
            whole_section = chosen if whole is None else whole.get(one.key)
        out.update(write_list(section, value, one.key, whole_section))
        if one.required:
            out.setdefault(one.key, [])
    return out
