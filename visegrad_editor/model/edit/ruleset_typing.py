"""What a designer types into a table of ruleset data: text in, a labelled change out."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ..design import Design
from ..ruleset_fields import SECTIONS, entry_label
from .ruleset_entries import change_field, with_ruleset
from .ruleset_names import rename_entry


def typed(design: Design, section: str, index: int, key: str, text: str) -> Design:
    """The design with a field of an entry read from typed text; itself where nothing changes.

    Raises ValueError with a sentence for text that cannot be such a value.
    """
    field = SECTIONS[section].field(key)
    if field.kind == "id":
        return rename_entry(design, section, index, text)
    entry = getattr(design.ruleset, section)[index]
    if text == field.text_of(entry):
        # What is shown rounded or in words is not made another value by being entered again.
        return design
    return with_ruleset(design, change_field(design.ruleset, section, index, key, field.read(text)))


def change_label(section: str, entry: Any, key: str, text: str) -> str:
    """What the history calls the change of a field by typed text.

    >>> from ..ruleset import TerrainKind
    >>> change_label("terrain", TerrainKind("clear", "Clear", 2), "cost", "3")
    'Clear: cost 3'
    """
    field = SECTIONS[section].field(key)
    title = field.title.lower()
    with suppress(ValueError):
        text = field.typed.show(field.read(text))
    shown = text if len(text) <= 30 else f"{text[:29]}…"
    return f"{entry_label(section, entry)}: {title} {shown}" if shown else (
        f"{entry_label(section, entry)}: no {title}")
