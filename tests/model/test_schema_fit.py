"""The quick check of data agrees with the JSON schema, for sound files and for damaged ones."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from spoilt_data import ODD, spoil

from visegrad_editor.model.files import schema as schemas
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.schema import UnknownKeywordError, check_schema, fit_test
from visegrad_editor.model.files.yaml_reader import read_file, read_yaml


@pytest.mark.parametrize("entry", bundled(), ids=lambda entry: f"{entry.kind}-{entry.name}")
def test_bundled_documents_fit_and_damaged_ones_get_the_verdict_of_the_schema(entry: Any) -> None:
    data, chance = read_file(entry.path).data, random.Random(entry.name)
    fits, validator = schemas._fits(entry.kind), Draft202012Validator(schemas._whole(entry.kind))
    assert fits(data)
    # Long lists behave like short ones, but take long to check.
    data = {k: v[:4] if isinstance(v, list) else v for k, v in data.items()}
    told = [0, 0]
    for _ in range(120):
        spoilt = copy.deepcopy(data)
        for _ in range(chance.randint(1, 2)):
            spoil(spoilt, chance)
        assert fits(spoilt) == validator.is_valid(spoilt), spoilt
        told[fits(spoilt)] += 1
    assert told[0] > 10


@pytest.mark.parametrize("kind", ["ruleset", "map", "scenario", "stamp", "style", "game", "geodata"])
def test_every_own_schema_is_supported(kind: str) -> None:
    fit_test(schemas._whole(kind))
    fit_test(schemas.schema(kind))


def test_the_check_of_a_form_is_made_once_when_a_value_needs_it() -> None:
    short = {"$ref": "#/$defs/Short", "maxLength": 3}
    fits = fit_test({"properties": {"a": {"$ref": "#/$defs/Odd"}, "b": short},
                     "$defs": {"Odd": {"not": {}}, "Short": {"type": "string", "maxLength": 1}}})
    assert fits({"b": "xyz"})  # what stands beside a reference counts in place of what the form says
    assert not fits({"b": 1})
    with pytest.raises(UnknownKeywordError):
        fits({"a": 1})


SCHEMAS: tuple[Any, ...] = (
    {"type": "integer"}, {"type": ["string", "null"]}, {"type": "number", "minimum": 1, "maximum": 3},
    {"exclusiveMinimum": 0}, {"const": 1}, {"const": True}, {"enum": ["x", "north"]}, {"enum": [1, "x"]},
    {"minLength": 1, "maxLength": 5}, {"pattern": "^[0-9]+$"}, {"items": {"type": "string"}, "minItems": 1},
    {"prefixItems": [{"type": "integer"}], "items": False}, {"uniqueItems": True}, {"maxItems": 0},
    {"required": ["x"]}, {"properties": {"x": {"type": "string"}}, "additionalProperties": False},
    {"additionalProperties": {"type": "integer"}}, {"propertyNames": {"minLength": 2}},
    {"minProperties": 1, "maxProperties": 1}, {"anyOf": [{"type": "string"}, {"type": "array"}]},
    {"if": {"type": "object"}, "then": {"required": ["x"]}, "else": {"type": "string"}},
    {"if": {"type": "string"}, "else": {"type": "integer"}}, True, False, {},
)


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_each_keyword_agrees_with_the_validator(schema: Any) -> None:
    assert len(ODD) > 20
    fits, validator = fit_test(schema), Draft202012Validator(schema)
    for value in ODD:
        if schema == {"uniqueItems": True} and value in ([1], [[]]):
            assert not fits(value)  # left to the validator, which is exact
        else:
            assert fits(value) == validator.is_valid(value), value


@pytest.mark.parametrize("schema", [
    {"not": {}}, {"properties": {"x": {"oneOf": []}}}, {"items": {"patternProperties": {}}},
    {"if": {"uniqueItems": True}}, {"if": {"$ref": "#/$defs/X"}}, {"enum": [[]]}])
def test_an_unsupported_keyword_is_named(schema: Any) -> None:
    with pytest.raises(UnknownKeywordError):
        fit_test(schema)


def test_the_validator_describes_what_does_not_fit() -> None:
    problems = check_schema("ruleset", read_yaml("format: 2\nkind: ruleset\nnam: x\n"), "r.yaml")
    assert {"unknown-key", "missing-key"} <= {p.code for p in problems}


def test_the_validator_is_loaded_only_for_data_that_does_not_fit() -> None:
    code = ("import sys; from visegrad_editor.model.files.load import load; "
            "assert load('historical').design; "
            "sys.exit('jsonschema' in sys.modules)")
    subprocess.run([sys.executable, "-c", code], check=True)
