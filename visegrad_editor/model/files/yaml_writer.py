"""Documents as YAML text: new files in the house style, changed ones spliced into their text.

Whatever is written is read again and compared before it is returned, so a file always matches its document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

from ..gamemap import GameMap
from ..gc_pause import gc_paused
from ..ruleset import Ruleset
from ..scenario import Scenario
from .atomic import SaveError
from .bytes import ReadError
from .codec import list_provenances
from .document_file import document_from_data
from .file_problems import FileProblems
from .map_file import map_to_data
from .map_variant import in_file_order as map_in_file_order
from .migration import rewritten
from .ruleset_file import ruleset_to_data
from .scenario_file import in_file_order, scenario_to_data
from .schema import check_schema, schema_line
from .sources import Document
from .variants import lists_of_base_again, twice_named
from .yaml_emit import Emitter
from .yaml_reader import Reading, read_yaml
from .yaml_splice import SpliceError, splice

_COMMENT = re.compile(r"(?:^|\s)#(.*)$")
"""A comment, or what looks like one in a text of several lines."""


class YamlWriteError(SaveError):
    """Why a file cannot hold a document, as a sentence."""


@gc_paused()
def new_text(document: Document, base: Document | None = None) -> str:
    """The text of a new file, beginning with the line that names its schema; raises `YamlWriteError`.

    `base` is the resolved base of a variant.
    """
    kind = kind_of(document)
    text = schema_line(kind) + Emitter(kind).document(to_data(document, base))
    wrong = _difference(text, document, base)
    if wrong:
        raise YamlWriteError(wrong)
    return text


@gc_paused()
def changed_text(
    reading: Reading, before: Document, after: Document,
    base_before: Document | None = None, base_after: Document | None = None,
) -> str:
    """The text of a file with its document changed; raises `YamlWriteError`.

    Unchanged parts keep their bytes; a file of an older format is written in the present one. The bases are
    those of a variant, as the file reads before and after; they differ if it moves to another folder.
    """
    reading = rewritten(kind_of(after), reading)
    if before == after and base_before == base_after:
        return reading.text
    for text in _attempts(reading, before, after, base_before, base_after):
        if not _difference(text, after, base_after):
            return text
    return new_text(after, base_after)


@gc_paused()
def variant_text(reading: Reading, before: Document, after: Document, base: Document, of_base: str) -> str:
    """The text of a whole file that has become a variant of the one with the text `of_base`: a new one, if
    all its comments are those of the base too; else the old one changed, so that no comment of the designer
    is lost. Raises `YamlWriteError`."""
    if comments_of(reading.text) <= comments_of(of_base):
        return new_text(after, base)
    text = changed_text(reading, before, after, None, base)
    # Between sections that went blank lines are left.
    closer = re.sub(r"\n{3,}", "\n\n", text).rstrip("\n") + "\n"
    return text if _difference(closer, after, base) else closer


def comments_of(text: str) -> set[str]:
    """The comments of a text, but for the one that names its schema."""
    found = (match[1].strip() for line in text.splitlines() if (match := _COMMENT.search(line)))
    return {comment for comment in found if comment and not comment.startswith("yaml-language-server:")}


def kind_of(document: Document) -> str:
    """`ruleset`, `map` or `scenario`."""
    return {Ruleset: "ruleset", GameMap: "map", Scenario: "scenario"}[type(document)]


def to_data(
    document: Document, base: Document | None = None, reading: Reading | None = None
) -> dict[str, Any]:
    """The canonical plain data of a document; with its provenances given as the file gives them."""
    whole = None if reading is None else list_provenances(reading.data)
    if isinstance(document, Ruleset):
        return ruleset_to_data(document, whole, cast(Ruleset | None, base))
    if isinstance(document, GameMap):
        return map_to_data(document, whole, cast(GameMap | None, base))
    return scenario_to_data(document, cast(Scenario | None, base), whole)


def _attempts(
    reading: Reading, before: Document, after: Document,
    base_before: Document | None, base_after: Document | None,
) -> Iterator[str]:
    """Texts to try, first those that keep most of the old text."""
    kind = kind_of(after)
    old, new = to_data(before, base_before, reading), to_data(after, base_after, reading)
    if old == new:
        yield reading.text
    with suppress(SpliceError):
        yield splice(reading.text, kind, reading.data, old, new)
    # Whole sections, as if every entry of a changed section were new.
    coarse = {k: v if v == new.get(k) else None for k, v in old.items()}
    with suppress(SpliceError):
        yield splice(reading.text, kind, reading.data, coarse, new)


def _difference(text: str, document: Document, base: Document | None) -> str:
    """Why a text differs from the document; "" if it does not."""
    try:
        reading = read_yaml(text)
    except ReadError as error:
        return error.message
    kind = kind_of(document)
    problems = [p for p in check_schema(kind, reading, "") if p.code != "unknown-key"]
    if problems:
        return problems[0].message
    collected = FileProblems("", reading, keeps_unmatched=True)
    again = document_from_data(kind, reading.data, collected, base)
    if isinstance(again, Scenario) and isinstance(document, Scenario) and base is None and (
            "turns" not in reading.data):
        # Left out on purpose: the ruleset says them.
        again = replace(again, turns=document.turns)
    if again is not None:
        # What its base has no counterpart for is put back as it was, and changes nothing.
        again = replace(again, unmatched=document.unmatched)
    if again == document:
        return ""
    if again is not None and base is not None and as_in_file(again, base) == as_in_file(document, base):
        return ""
    if base is not None and isinstance(document, Ruleset) and (why := twice_named(Ruleset, document)):
        return why
    if collected.problems:
        return collected.problems[0].message
    return f"The {kind} holds something that its file format cannot express."


def as_in_file(document: Document, base: Document) -> Document:
    """A variant as its file can hold it: its lists in that order, what was changed back as in the base."""
    if isinstance(document, Scenario) and isinstance(base, Scenario):
        return in_file_order(document, base)
    if isinstance(document, GameMap) and isinstance(base, GameMap):
        return map_in_file_order(document, base)
    if isinstance(document, Ruleset) and isinstance(base, Ruleset):
        return lists_of_base_again(document, base)
    return document
