"""Write the list of keys of a style, with their meaning and their default values, into docs/styles.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from visegrad_editor.drawing.style import DEFAULT, Face
from visegrad_editor.drawing.style_file import FIELDS
from visegrad_editor.model.files.schema import schema
from visegrad_editor.model.frozen_data import FrozenMap

PAGE = Path(__file__).parent.parent / "docs" / "styles.md"
BEGIN, END = "<!-- keys: scripts/style_keys.py -->\n", "<!-- end of keys -->\n"


def key_table() -> str:
    """The keys as a table in Markdown."""
    described = schema("style")["properties"]
    rows = [f"| `{key}` | {described[key]['description']} | {_words(getattr(DEFAULT, key))} |"
            for key in FIELDS]
    return "\n".join(["| Key | Meaning | Printed |", "| --- | --- | --- |", *rows]) + "\n"


def _words(value: Any) -> str:
    if isinstance(value, FrozenMap):
        return ""
    if isinstance(value, Face):
        parts = [w for w, on in (("bold", value.bold), ("italic", value.italic)) if on]
        return ", ".join(parts + ([f"spacing {value.spacing:g}"] if value.spacing else [])) or "upright"
    return f"`{json.dumps(value)}`" if value != "" else ""


def with_keys(page: str) -> str:
    """The text of the page with an up-to-date list."""
    head, rest = page.split(BEGIN)
    return head + BEGIN + key_table() + END + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(with_keys(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
