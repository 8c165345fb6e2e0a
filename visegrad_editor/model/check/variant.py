"""What a variant says for nothing: about what its base, perhaps changed since, does not have, or has in the
same way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from ...hexgrid import Hex
from ..design import Design
from ..differences import KINDS
from ..fields import declared
from ..files.codec import entry_keys, record_of_entries, write_provenance
from ..files.document_file import document_from_data
from ..files.file_problems import FileProblems
from ..files.formats import present_format
from ..files.plain_data import DataPath, as_text, shorten
from ..files.sources import Document, Kind, SourceFile, Sources, entry_name
from ..files.yaml_reader import Reading
from ..gamemap import Label
from ..problems import MOST_PROBLEMS, Fix, Problem, Severity, with_fixes
from ..ruleset import Ruleset
from ..scenario import Scenario, Unit
from ..unmatched import Unmatched, UnmatchedPlaces, put_back
from ..wording import quoted
from .context import Checks


def check_variant(checks: Checks, design: Design, sources: Sources | None) -> None:
    """An error for each entry of a variant's file for something that the base does not have, and a note for
    each that removes it or makes something as the base has it already."""
    for kind in KINDS:
        file = sources.of(kind) if sources is not None else None
        document = getattr(design, kind)
        if document is not None:
            checks.problems += islice(_without_match(kind, document, file), MOST_PROBLEMS)
        if file is not None and file.base_document is not None and document is not None:
            checks.problems += _of_entries(file, document, file.base_document, design)
            if isinstance(document, Scenario):
                checks.problems += _of_options(file, document, file.base_document, design)


def _without_match(kind: Kind, document: Document, file: SourceFile | None) -> Iterator[Problem]:
    """The problems of what has no counterpart in the base; in a base they are told with less weight, as they
    are to be settled there."""
    places = UnmatchedPlaces(file.current.data if file is not None and document.unmatched else {})
    for one in document.unmatched:
        yield with_fixes(_problem("error", one, file, places), tuple(_fixes(kind, one, file)))
    for base in islice(file.chain(), 1, None) if file is not None else ():
        places = UnmatchedPlaces(base.current.data)
        for one in base.document.unmatched:
            yield _problem("warning", one, base, places)


def _problem(
    severity: Severity, one: Unmatched, file: SourceFile | None, places: UnmatchedPlaces
) -> Problem:
    name, line = "", 0
    if file is not None:
        path = places.path(one)
        if path is not None and one.what == "entry" and one.way[0] == "change" and one.unit:
            path = (*path, "unit")
        name = file.name
        line = 0 if path is None else file.current.line_of_word(path, one.called)
    # What is to go and is not there is as the variant wants it.
    return Problem("note" if one.removes else severity, one.code, one.message, name, line, unit=one.unit)


def _fixes(kind: Kind, one: Unmatched, file: SourceFile | None) -> Iterator[Fix]:
    place = f"`{one.section}`"
    if one.instead is not None:
        yield Fix(f"Write {quoted(one.near)} for {quoted(one.called)} in {place}",
                  lambda design: _changed(design, kind, one, file), is_guess=True)
    what = f"the entry of {quoted(one.called)}" if one.what == "entry" else (
        f"{quoted(shorten(str(one.data), 60))}" if one.what == "words" else quoted(one.called))
    yield Fix(f"Take {what} out of {place}", lambda design: _without(design, kind, one),
              # What is probably misspelt is not left out unseen.
              harmless=one.instead is None and not one.resembles)


def _without(design: Design, kind: Kind, one: Unmatched) -> Design:
    document = getattr(design, kind)
    if one not in document.unmatched:
        raise ValueError("This has been settled already.")
    whole: dict[str, Any] = {kind: replace(document, unmatched=tuple(
        u for u in document.unmatched if u != one))}
    return replace(design, **whole)


def _changed(design: Design, kind: Kind, one: Unmatched, file: SourceFile | None) -> Design:
    """The design with what an entry says done to the thing that is probably meant."""
    left: Any = getattr(_without(design, kind, one), kind)
    start = left
    data: dict[str, Any] = {
        "format": present_format(kind), "kind": kind, "name": left.name, "extends": left.extends or left.name}
    if isinstance(left, Scenario) and file is not None and isinstance(file.base_document, Scenario) and (
            left.provenance != file.base_document.provenance):
        # What is changed has the source of the variant.
        start = replace(left, provenance=file.base_document.provenance)
        data["provenance"] = write_provenance(left.provenance)
    assert one.instead is not None
    data = put_back(data, [replace(one, data=one.instead)])
    problems = FileProblems("", Reading("", data, {}))
    made: Any = document_from_data(kind, data, problems, start)
    if made is None:
        raise ValueError(problems.problems[0].message)
    whole: dict[str, Any] = {kind: replace(made, extends=left.extends, unmatched=left.unmatched)}
    return replace(design, **whole)


def _of_entries(file: SourceFile, document: Any, base: Any, design: Design) -> Iterator[Problem]:
    for section, entries in file.current.data.items():
        attribute = "units" if section == "change" else section
        if isinstance(document, Ruleset) and isinstance(entries, dict) and not entries:
            yield Problem("note", "as-in-base", (
                f"`{section}` says nothing, so all of it is as in the base. Remove the key, or say what "
                "differs."),
                file.name, file.current.line((section,)))
            continue
        if not isinstance(entries, list) or section == "units":
            continue
        now, was = (_by_name(getattr(d, attribute, ()), design) for d in (document, base))
        written: dict[str, Any] | None = None
        for i, entry in enumerate(entries):
            name = _name_of(section, entry)
            if name and not entry.get("remove") and name in was and now.get(name) == was[name] and (
                    not isinstance(document, Ruleset) or _changes_part(attribute, entry)):
                # One that was changed back since the file was written goes with the next save.
                if written is None:
                    written = _by_name(getattr(_as_written(file, base), attribute, ()), design)
                if written.get(name) != was[name]:
                    continue
                unit = name if section == "change" else ""
                yield _note(file, section, name.partition("\n")[0], (section, i), unit)


def _as_written(file: SourceFile, base: Any) -> Document | None:
    """The document that the text of a file says now; None if it says none."""
    if file.current is file.reading:
        return file.document
    problems = FileProblems("", file.current, keeps_unmatched=True)
    return document_from_data(file.kind, file.current.data, problems, base)


def _changes_part(section: str, entry: Mapping[str, Any]) -> bool:
    """Whether an entry of a ruleset is meant to change one of the base. One that is whole may repeat it on
    purpose, so that it stays when the base, a template, changes; one with an id alone says that it stays."""
    one = next((d for d in declared(Ruleset) if d.name == section and d.key), None)
    keys = entry_keys(one) if one is not None else ()
    if one is None or not keys:
        return False
    needed = [d.key for d in record_of_entries(one).fields.values() if d.required and d.key]
    return any(key not in keys for key in entry) and any(key not in entry for key in needed)


def _of_options(file: SourceFile, document: Scenario, base: Any, design: Design) -> Iterator[Problem]:
    options = file.current.data.get("options")
    usual = {option.id: option.choices[0] for option in design.ruleset.options}
    for id, given in options.items() if isinstance(options, dict) else ():
        inherited = base.option.get(id, usual.get(id))
        if id in usual and as_text(given) == inherited == document.option.get(id, usual[id]):
            yield _note(file, "options", id, ("options", id), "")


def _note(file: SourceFile, section: str, name: str, path: DataPath, unit: str) -> Problem:
    return Problem("note", "as-in-base", (
        f"`{section}` says of {quoted(name)} only what its base has already. The entry can be removed."),
        file.name, file.current.line(path), unit=unit)


def _name_of(section: str, entry: Any) -> str:
    """What an entry of a file is called; labels by text and hex, as one text may be written twice."""
    if section == "labels" and isinstance(entry, dict):
        return f"{as_text(entry.get('text')) or ''}\n{as_text(entry.get('hex')) or ''}"
    return entry_name(section, entry)


def _by_name(entries: Any, design: Design) -> dict[str, Any]:
    """Entries of a document as `_name_of` calls them."""
    named: dict[str, Any] = {}
    for entry in entries if isinstance(entries, tuple) else ():
        if name := _name(entry, design):
            named.setdefault(name, entry)
    return named


def _name(entry: Any, design: Design) -> str:
    if isinstance(entry, Unit):
        return entry.key
    hex, grid = getattr(entry, "hex", None), design.map.grid
    number = grid.number(hex) if isinstance(hex, Hex) and hex in grid else ""
    if isinstance(entry, Label):
        return f"{entry.text}\n{number}"
    if hasattr(entry, "turn") and hasattr(entry, "side"):
        return f"{entry.turn}/{entry.side}"
    return number or str(getattr(entry, "id", ""))
