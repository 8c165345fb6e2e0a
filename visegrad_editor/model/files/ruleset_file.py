"""Ruleset files: plain data to a `Ruleset` and back, variants included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from ..fields import DeclaredField, Field, declared, entry_type, is_record
from ..provenance import Provenance
from ..ruleset import Ruleset
from ..unmatched import Unmatched, put_back
from .codec import (
    Record,
    codec_of,
    common_provenance,
    entry_keys,
    read_list,
    read_text,
    record_of,
    write_list,
)
from .file_problems import FileProblems
from .formats import present_format
from .option_changes import check_changes
from .schema import DocumentKind
from .variants import (
    in_order,
    lists_of_base_again,
    name_in_order,
    order_changes,
    read_changes,
    refuse_changes,
    write_changes,
)

RULESET = DocumentKind(
    "ruleset", Ruleset, "Ruleset",
    "The data of a game system: sides, nationalities, unit types, terrain effects, tables; or a variant with "
    "its differences from another ruleset.",
    base="extends", extra={"order": Annotated[Mapping[str, Any], Field(
        "Order", "In a variant: the ids of a list in the order in which palettes and charts show them; left "
        "out: those of the base first, then those added.", kinds=("object",), values=Annotated[
            tuple[str, ...], Field(kinds=("array",), entries=Annotated[str, Field(
                kinds=("string", "number"), longest=145)])],
        examples=("{terrain: [clear, marsh, forest]}",), after="style")]})


def _section(one: DeclaredField) -> Record[Any] | None:
    """The codec of the entries of a section; None if it is not a list of records."""
    inner = entry_type(one.type)
    return record_of(inner) if is_record(inner) else None


def ruleset_from_data(
    data: Mapping[str, Any], problems: FileProblems, base: Ruleset | None = None
) -> Ruleset | None:
    """The ruleset of schema-checked data; None if a part of it is invalid.

    `base` is the resolved ruleset that `extends` names.
    """
    if base is not None:
        changed = read_changes(Ruleset, base, data, problems, "ruleset")
        changed = in_order(Ruleset, changed, data.get("order", {}), problems, base)
        variant = replace(base, **changed, extends=read_text(data["extends"]))
        return _checked(replace(variant, unmatched=tuple(problems.unmatched)), problems)
    refuse_changes(data, problems, ("order",), "ruleset")
    values: dict[str, Any] = {"system": ""}
    for one in declared(Ruleset):
        if one.key in data and not one.field.apart:
            section = _section(one)
            values[one.name] = (
                codec_of(one).read(data[one.key]) if section is None else read_list(section, data, one.key))
    return _checked(Ruleset(**values), problems)


def _checked(ruleset: Ruleset, problems: FileProblems) -> Ruleset | None:
    """The ruleset with what its options change checked; None if a part of it is invalid."""
    if not problems.broken:
        check_changes(ruleset, problems)
    return None if problems.broken else ruleset


def _has(ruleset: Ruleset, one: Unmatched) -> bool:
    """Whether a list of the ruleset has the entry now whose place a file states."""
    field = next(d for d in declared(Ruleset) if d.key == one.way[1])
    keys = entry_keys(field)
    return any(name_in_order(entry, keys) == one.data for entry in getattr(ruleset, field.name))


def ruleset_to_data(
    ruleset: Ruleset, whole: Mapping[str, Provenance | None] | None = None, base: Ruleset | None = None
) -> dict[str, Any]:
    """The plain data of a ruleset in canonical order; with a base, only the differences from it.

    `whole` says which sections state a provenance for all their entries; None: chosen here.
    """
    out: dict[str, Any] = {"format": present_format("ruleset"), "kind": "ruleset"}
    if base is not None:
        ruleset = lists_of_base_again(ruleset, base)
        out |= {"name": ruleset.name, "extends": ruleset.extends}
        out |= {k: v for k, v in write_changes(Ruleset, ruleset, base, whole).items() if k != "name"}
        order = order_changes(Ruleset, ruleset, base)
        return put_back({**out, "order": order} if order else out, [
            one for one in ruleset.unmatched if not (one.way[0] == "order" and _has(ruleset, one))])
    usual = Ruleset("", "", "")
    for one in declared(Ruleset):
        if one.field.apart:
            continue
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
