"""Write the files generated from the declarations of fields: the JSON schemas of all kinds of file in
schemas/, and the lists of keys in docs/formats.md and docs/squad-desk.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from visegrad_editor.desk.card_file import CARD
from visegrad_editor.desk.check_functions import declared_functions
from visegrad_editor.desk.checks import CHECKS
from visegrad_editor.desk.facts import COMMON, EACH
from visegrad_editor.desk.secret_file import SECRET
from visegrad_editor.drawing.style import Style
from visegrad_editor.drawing.style_file import STYLE
from visegrad_editor.engine.record import GAME
from visegrad_editor.geodata.config_form import GEODATA
from visegrad_editor.model.files.map_file import MAP
from visegrad_editor.model.files.ruleset_file import RULESET
from visegrad_editor.model.files.scenario_file import SCENARIO
from visegrad_editor.model.files.schema import (
    DocumentKind,
    Json,
    form_name,
    make_schema,
    schema_id,
    schema_text,
)
from visegrad_editor.model.files.stamp_file import STAMP

ROOT = Path(__file__).parent.parent
FOLDER, DOCS = ROOT / "schemas", ROOT / "docs"
DOCUMENTS = (RULESET, MAP, SCENARIO, STAMP, STYLE, GAME, GEODATA, CARD, CHECKS, SECRET)
ELSEWHERE: dict[str, type] = {"style": Style}
LISTED = {DOCS / "formats.md": (RULESET, MAP, SCENARIO, GAME), DOCS / "squad-desk.md": (CARD, CHECKS, SECRET)}
"""The pages that list keys, and the kinds of file whose keys they list. A stamp has the keys of a map; those
of a style are in docs/styles.md, and those of geodata in docs/geodata.md."""
BEGIN, END = "<!-- keys: scripts/make_schemas.py -->\n", "<!-- end of keys -->\n"


def made_schemas() -> dict[str, Json]:
    """The schema of each kind of file."""
    return {d.kind: make_schema(d, ELSEWHERE) for d in DOCUMENTS}


# -- the list of keys -----------------------------------------------------------------------------


def key_lists(documents: Iterable[DocumentKind]) -> str:
    """All keys of some documents as tables in Markdown."""
    made = made_schemas()
    parts = []
    for document in documents:
        whole = made[document.kind]
        parts.append(f"### Keys of a {document.kind}\n\n{_table(whole, whole['$defs'])}")
        places: dict[str, tuple[list[str], Json]] = {}
        for path, form, part in _below(whole, "", whole["$defs"], set(), whole.get("else", {})):
            # A form with a name is listed once, with all places where it is used.
            places.setdefault(form if form in _CALLED else path, ([], part))[0].append(
                f"The form {path}" if form in _GRAMMAR else f"`{path}`")
        for paths, part in places.values():
            parts.append(f"**{', '.join(paths)}**\n\n{_table(part, whole['$defs'])}")
        if document is CHECKS:
            parts += [_names_of_checks(), _functions_of_checks()]
    return "\n".join(parts)


def _names_of_checks() -> str:
    """The names that expressions of checks have, by what a check goes through."""
    rows = [f"| `{each}` | {', '.join(f'`{name}`' for name in names) or 'no others'} |"
            for each, names in EACH.items()]
    head = ["### Names in checks", "", f"All checks have {', '.join(f'`{name}`' for name in COMMON)}.", "",
            "| Each | Further names |", "| --- | --- |"]
    return "\n".join([*head, *rows]) + "\n"


def _functions_of_checks() -> str:
    """The functions of expressions of checks."""
    rows = [f"| `{name}` | {function.about} |" for name, function in sorted(declared_functions().items())]
    head = ["### Functions of checks", "", "| Function | What it gives |", "| --- | --- |"]
    return "\n".join([*head, *rows]) + "\n"


def _below(
    part: Json, path: str, shared: Json, seen: set[str], more: Json
) -> Iterator[tuple[str, str, Json]]:
    """The mappings within a part that have their own keys, as (path, name of the form or "", schema).

    What a form of the grammar of rules contains is listed below its name, once; `seen` are those listed.
    `more` is what also applies to the part in a file that is no variant.
    """
    for key, value in part["properties"].items():
        whole = _whole(value, shared)
        inner, at, strict = whole, f"{path}.{key}".lstrip("."), more.get("properties", {}).get(key, {})
        form = form_name(value)
        if "items" in whole and isinstance(whole["items"], dict):
            form, strict = form_name(whole["items"]), strict.get("items", {})
            inner, at = _whole(whole["items"], shared), f"{at}[]"
        if "properties" not in inner or key.endswith("provenance") or at == "style":
            continue
        inner = {**inner, "required": [*inner.get("required", ()), *strict.get("required", ())]}
        if form not in _GRAMMAR:
            yield at, form, inner
            yield from _below(inner, at, shared, seen, strict)
        elif form not in seen:
            seen.add(form)
            yield _GRAMMAR[form], form, inner
            yield from _below(inner, _GRAMMAR[form], shared, seen, strict)


def _whole(part: Json, shared: Json) -> Json:
    name = part.get("$ref", "").removeprefix("#/$defs/")
    return {**shared[name], **part} if name else part


def _table(part: Json, shared: Json) -> str:
    rows = []
    for key, value in part["properties"].items():
        if key.endswith("_provenance"):
            continue
        whole = _whole(value, shared)
        rows.append(f"| `{key}` | {whole.get('description', '')} | {_may_be(whole, shared)} | "
                    f"{_left_out(key, whole, part)} |")
    head = ["| Key | What it is | What it may be | Left out |", "| --- | --- | --- | --- |"]
    return "\n".join([*head, *rows]) + "\n"


def _left_out(key: str, value: Json, part: Json) -> str:
    """The meaning of a missing key."""
    if key in part.get("required", ()):
        return "needed"
    if key in part.get("else", {}).get("required", ()):
        return f"needed without `{part['if']['required'][0]}`"
    return f"`{json.dumps(value['default'])}`" if "default" in value else ""


_WORDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false",
          "array": "list", "object": "mapping", "null": "null"}
_CALLED = {
    "id": "short name", "words": "short names", "hex": "hex number", "hexes": "hex numbers",
    "colour": "colour", "rule": "rule number", "where": "set of hexes", "provenance": "source, or a mapping",
    "unitProvenance": "source, or a mapping", "replacementProvenance": "source, or a mapping",
    "condition": "condition", "amount": "amount"}
"""The names of forms shared by many keys."""
_GRAMMAR = {
    "unitFilter": "units", "hexFilter": "hexes", "situation": "situation", "effect": "effect",
    "modifier": "modifier", "comparison": "comparison", "bound": "bound", "need": "need"}
"""The forms of the grammar that the blocks of rules share, and that of victory on cards, with their names."""
_CALLED |= _GRAMMAR


def _may_be(part: Json, shared: Json) -> str:
    """The permitted values in words."""
    form = form_name(part)
    if form in _CALLED:
        return _CALLED[form]
    if "const" in part:
        return f"`{json.dumps(part['const'])}`"
    if "enum" in part:
        return ", ".join(f"`{json.dumps(v) if v == '' else v}`" for v in part["enum"])
    if "anyOf" in part:
        return " or ".join(_may_be(_whole(way, shared), shared) for way in part["anyOf"])
    kinds = part["type"] if isinstance(part["type"], list) else [part["type"]]
    if "string" in kinds and "minimum" not in part:
        # Numbers are only permitted because quotes may be left out.
        kinds = [k for k in kinds if k not in ("integer", "number")]
    words = " or ".join(_WORDS[k] for k in kinds)
    low, high = part.get("minimum"), part.get("maximum")
    if part.get("exclusiveMinimum") is not None:
        words += f", more than {part['exclusiveMinimum']} and at most {high}"
    elif low is not None and high is not None:
        words += f", {low} to {high}"
    elif low is not None:
        words += f", at least {low}"
    if part.get("maxLength"):
        words += f", up to {part['maxLength']:,} letters"
    if "prohibited" in str(part.get("pattern", "")):
        words += ": " + ", ".join(f"`{w}`" for w in part["pattern"].strip("^$()").split("|"))
    elif part.get("examples"):
        words += f", such as `{part['examples'][0]}`"
    return words


def with_keys(page: str, documents: Iterable[DocumentKind]) -> str:
    """The text of a page with an up-to-date list of the keys of some documents."""
    head, rest = page.split(BEGIN)
    return head + BEGIN + key_lists(documents) + END + rest.split(END)[1]


if __name__ == "__main__":
    for kind, made in made_schemas().items():
        (FOLDER / schema_id(kind)).write_text(schema_text(made), encoding="utf-8")
    for page, documents in LISTED.items():
        page.write_text(with_keys(page.read_text(encoding="utf-8"), documents), encoding="utf-8")
