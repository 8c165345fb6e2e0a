"""A field is declared once: files, schemas, the tables of the window and the list of keys come from it."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest
from spoilt_data import spoil

from visegrad_editor.desk.card import Card
from visegrad_editor.model.check import check_rules
from visegrad_editor.model.edit.ruleset import typed, with_ruleset
from visegrad_editor.model.fields import Codec, Field, declared, entry_type, is_record
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.codec import Record, record_of
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.scenario_file import read_change, write_change
from visegrad_editor.model.files.schema import (
    DocumentKind,
    check_schema,
    make_schema,
    schema,
    schema_id,
    schema_kinds,
    schema_text,
)
from visegrad_editor.model.files.yaml_reader import read_file, read_yaml
from visegrad_editor.model.fingerprint import content_mark
from visegrad_editor.model.frozen_data import FrozenMap
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.provenance import UNIT_VALUES, Provenance
from visegrad_editor.model.ruleset import Ruleset, TerrainKind
from visegrad_editor.model.ruleset_fields import HEAD, SECTIONS, columns_of
from visegrad_editor.model.scenario import Scenario, Setup, Unit
from visegrad_editor.model.values import Name, OwnId
from visegrad_editor.model.where import Where

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def make_schemas() -> Any:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        import make_schemas as module
    finally:
        sys.path.pop(0)
    return module


# -- files made from the declarations -------------------------------------------------------------


def test_the_schema_files_match_the_declarations(make_schemas: Any) -> None:
    made = make_schemas.made_schemas()
    assert set(made) == set(schema_kinds())
    for kind, one in made.items():
        kept = (ROOT / "schemas" / schema_id(kind)).read_text(encoding="utf-8")
        assert schema_text(one) == kept, "run scripts/make_schemas.py"


def test_the_docs_list_every_key_as_declared(make_schemas: Any) -> None:
    pages = {path.stem: path.read_text(encoding="utf-8") for path in make_schemas.LISTED}
    assert set(pages) == {"formats", "squad-desk"}
    for path, documents in make_schemas.LISTED.items():
        kept = pages[path.stem]
        assert make_schemas.with_keys(kept, documents) == kept, "run scripts/make_schemas.py"
    page = pages["formats"]
    assert "| `playable` | false where no unit may ever be: sea, off the map. | true or false |" in page


@pytest.mark.parametrize("record", [Ruleset, GameMap, Scenario, Card])
def test_every_field_of_a_document_is_declared(record: type) -> None:
    not_in_files = {"computed", "moved", "like", "with_timetable", "art", "unmatched"}
    todo, seen = [record], set()
    while todo:
        one = todo.pop()
        seen.add(one)
        names = {d.name for d in declared(one)}
        assert names == {f.name for f in fields(one)} - (not_in_files - names), one  # type: ignore[arg-type]
        for d in declared(one):
            kind = entry_type(d.type) or d.type
            plain = d.field.elsewhere is not None or kind is FrozenMap
            if d.field.form is None and not plain and is_record(kind) and kind not in seen:
                todo.append(kind)
    assert len(seen) > 5


def test_schemas_name_themselves_as_files_do() -> None:
    assert schema_kinds()
    for kind in schema_kinds():
        assert schema(kind)["$id"] == schema_id(kind)


# -- one declaration, everything follows ----------------------------------------------------------


@dataclass(frozen=True)
class Hill:
    """A kind of terrain with one field more than the program has."""

    id: OwnId
    name: Name
    elevation: Annotated[int, Field(
        "Elevation", "Height above the sea.", unit="m", minimum=-500, maximum=9000, fact=True)] = 0
    steep: Annotated[bool, Field("Steep", "true where wheels cannot go.", after="name")] = False
    at: Annotated[str, Field(apart=True)] = ""
    remembered: int = 0


HILL: Record[Hill] = record_of(Hill)


def test_a_declared_field_is_read_and_written() -> None:
    entry = {"id": "hill", "name": "Hill", "steep": True, "elevation": 350}
    hill = HILL.read(entry)
    assert hill == Hill("hill", "Hill", 350, True)
    assert list(HILL.write(hill)) == ["id", "name", "steep", "elevation"]
    assert HILL.write(Hill("hill", "Hill")) == {"id": "hill", "name": "Hill"}
    assert HILL.write(hill, {"at": "0101"})["at"] == "0101"
    assert HILL.read({"id": "a", "name": "A"}, at="0101", elevation=5) == Hill("a", "A", 5, at="0101")


def test_a_declared_field_is_checked_and_described() -> None:
    made = make_schema(DocumentKind("hill", Hill, "Hill", "A hill."))
    key = made["properties"]["elevation"]
    assert (key["type"], key["minimum"], key["maximum"], key["default"]) == ("integer", -500, 9000, 0)
    assert (key["title"], key["description"]) == ("Elevation", "Height above the sea. Unit: m.")
    assert made["required"] == ["format", "kind", "id", "name"]
    assert "remembered" not in made["properties"]
    assert list(made["properties"])[2:5] == ["id", "name", "steep"]
    assert made["$defs"]["id"]["pattern"] == "^[a-z0-9][a-z0-9_-]*$"


def test_a_declared_field_is_a_column_of_its_table() -> None:
    columns = {c.key: c for c in columns_of(Hill)}
    assert list(columns)[:2] == ["name", "id"]
    height = columns["elevation"]
    assert (height.title, height.help, height.kind, height.fact) == (
        "Elevation", "Height above the sea, in m.", "number", True)
    assert height.read("350") == 350
    assert height.text_of(Hill("a", "A", 350)) == "350"
    with pytest.raises(ValueError, match="a whole number from -500 to 9000"):
        height.read("9001")
    assert columns["steep"].help == "Yes where wheels cannot go."
    assert columns["steep"].read("yes") is True
    assert columns["id"].help == "The name in files; references to it follow a change."
    assert SECTIONS["nationalities"].field("colours.ink").help == "The print."


def test_a_field_after_an_unknown_key_is_a_program_error() -> None:
    @dataclass(frozen=True)
    class Odd:
        one: Annotated[int, Field("One", after="three")]

    with pytest.raises(TypeError, match="no keys for"):
        declared(Odd)


def test_plain_data_is_declared_as_records_are() -> None:
    class Form(TypedDict, total=False):
        """A form."""

        many: Annotated[list[Annotated[str, Field(longest=3)]], Field(help="Some.", least=1)]
        way: Annotated[str | list[int], Field(help="One way or the other.")]

    made = make_schema(DocumentKind("form", Form, "Form", "A form."))
    assert made["properties"]["many"] == {
        "description": "Some.", "type": "array", "items": {"type": "string", "maxLength": 3}, "minItems": 1}
    assert made["properties"]["way"]["anyOf"] == [
        {"type": "string"}, {"type": "array", "items": {"type": "integer"}}]


def test_a_field_of_a_later_format_says_so() -> None:
    class Form(TypedDict, total=False):
        new: Annotated[int, Field(help="Something new.", since=2)]

    made = make_schema(DocumentKind("form", Form, "Form", "A form."))
    assert made["properties"]["new"]["description"] == "Something new. Since format 2."


def test_several_attributes_may_stand_in_one_key() -> None:
    @dataclass(frozen=True)
    class Pair:
        one: Annotated[int, Field(joined=("other",), codec=Codec(
            lambda v: tuple(map(int, v.split("/"))), lambda v: f"{v[0]}/{v[1]}"))] = 0
        other: Annotated[int, Field(key="")] = 0

    codec = record_of(Pair)
    assert codec.read({"one": "3/1"}) == Pair(3, 1)
    assert codec.write(Pair(0, 1)) == {"one": "0/1"}
    assert codec.write(Pair()) == {}


# -- the tables of the window ---------------------------------------------------------------------


def test_every_column_has_help_and_reads_what_it_shows() -> None:
    design = load("visegrad4").design
    assert design is not None
    looked_at = 0
    for section in SECTIONS.values():
        assert section.fields
        for column in section.fields:
            assert column.title
            assert column.help.endswith(".")
            for entry in getattr(design.ruleset, section.key):
                assert column.read(column.text_of(entry)) == column.of(entry), (section.key, column.key)
                looked_at += 1
    assert looked_at > 500
    for one in HEAD:
        assert one.read(one.text_of(design.ruleset)) == one.of(design.ruleset)


def test_typed_values_have_the_bounds_of_files() -> None:
    tried = 0
    for section in SECTIONS.values():
        whole = schema("ruleset")["properties"][section.key]["items"]["properties"]
        for column in section.fields:
            if column.kind != "number" or "minimum" not in whole[column.key]:
                continue
            tried += 1
            low, high = whole[column.key]["minimum"], whole[column.key]["maximum"]
            assert (column.read(str(low)), column.read(str(high))) == (low, high)
            for beyond in (low - 1, high + 1):
                with pytest.raises(ValueError, match="a whole number from"):
                    column.read(str(beyond))
    assert tried


def test_a_typed_value_is_checked_like_one_in_a_file() -> None:
    design = load("visegrad4").design
    assert design is not None
    bad = replace(design.ruleset.terrain[0], shift=11)
    ruleset = replace(design.ruleset, terrain=(bad, *design.ruleset.terrain[1:]))
    told = check_rules(ruleset)
    assert any('shift is "11"' in p.message for p in told)
    again = typed(with_ruleset(design, ruleset), "terrain", 0, "shift", "-2")
    assert again.ruleset.terrain[0].shift == -2


# -- compatibility -------------------------------------------------------------------


def test_later_fields_do_not_change_marks_of_content() -> None:
    later = [(r, d.name) for r in (TerrainKind, Unit, Setup, GameMap, Scenario, Ruleset)
             for d in declared(r) if d.field.later]
    assert {(Setup, "marks"), (GameMap, "sources"), (Scenario, "start"), (Ruleset, "style")} <= set(later)
    plain = Setup(Where(hexes=("0101",)))
    assert content_mark(plain) != content_mark(replace(plain, marks=("moved",)))
    assert content_mark(plain) == "b904-c004"


def test_a_variant_may_change_the_marks_of_a_unit() -> None:
    unit = Unit("1st", "poland", "armored", ((6,), (3,)), setup=Setup(Where(hexes=("1620",))))
    moved = replace(unit, setup=replace(unit.setup, marks=("moved",)))  # type: ignore[type-var]
    change = write_change(unit, moved)
    assert change == {"unit": "poland/1st", "setup": {"hexes": ["1620"], "marks": ["moved"]}}
    assert read_change(change, unit) == moved
    text = ("format: 2\nkind: scenario\nname: v\nextends: historical\nchange:\n- unit: poland/1st\n"
            "  setup: {hexes: [\"1620\"], marks: [moved]}\n")
    assert check_schema("scenario", read_yaml(text), "v.yaml") == ()
    assert check_schema("scenario", read_yaml(text.replace("moved", "'Far away'")), "v.yaml")


def test_a_change_can_remove_and_restore() -> None:
    unit = Unit("1st", "poland", "armored", ((6, 5), (3, 5)), provenance=Provenance("rulebook", "3.0"))
    bare = read_change({"unit": unit.key, "values": None}, unit)
    assert bare.values == ()
    changed = {"strength", "reduced_strength", "movement"}
    assert {v for v in UNIT_VALUES if bare.provenance.of(v) == Provenance("designer")} == changed
    assert bare.provenance.plain == unit.provenance
    assert read_change(write_change(bare, unit), bare) == unit


@pytest.mark.parametrize("entry", bundled(), ids=lambda e: f"{e.kind}-{e.name}")
def test_messages_on_damaged_files_are_sentences_with_lines(entry: Any) -> None:
    """Every error is a sentence with a line, never a traceback."""
    data, chance = read_file(entry.path).data, random.Random(entry.name)
    data = {k: v[:3] if isinstance(v, list) else v for k, v in data.items()}
    reading = read_file(entry.path)
    told = 0
    for _ in range(25):
        spoilt = {k: dict(v) if isinstance(v, dict) else v for k, v in data.items()}
        spoil(spoilt, chance)
        for problem in check_schema(entry.kind, replace(reading, data=spoilt), "f.yaml"):
            assert problem.message
            assert problem.severity in ("error", "note")
            told += 1
    assert told > 3
