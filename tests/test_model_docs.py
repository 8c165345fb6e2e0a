"""The examples of docs/formats.md are what the program reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from visegrad_editor.model.files import formats
from visegrad_editor.model.files.schema import check_schema, schema
from visegrad_editor.model.files.stamp_file import read_stamp
from visegrad_editor.model.files.yaml_reader import read_yaml

KINDS = (*formats.KINDS, "stamp", "style")
FORMATS = Path(__file__).parents[1] / "docs" / "formats.md"
BLOCKS = [
    b
    for b in re.findall(r"```yaml\n(.*?)```", FORMATS.read_text(encoding="utf-8"), re.DOTALL)
    if "kind:" in b
]


@pytest.mark.parametrize("text", BLOCKS, ids=range(len(BLOCKS)))
def test_an_example_fits_its_schema(text: str) -> None:
    reading = read_yaml(text)
    if reading.data["kind"] in KINDS:
        assert check_schema(reading.data["kind"], reading, "docs/formats.md") == ()


def test_every_kind_has_an_example() -> None:
    assert set(KINDS) <= {read_yaml(b).data["kind"] for b in BLOCKS}


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_of_the_top_level_is_shown(kind: str) -> None:
    text = FORMATS.read_text(encoding="utf-8")
    if kind == "style":
        text += FORMATS.with_name("styles.md").read_text(encoding="utf-8")
    hidden = [k for k in schema(kind)["properties"] if not k.endswith("_provenance") and k not in text]
    assert hidden == []


def test_the_example_of_a_stamp_is_one() -> None:
    (text,) = (b for b in BLOCKS if "kind: stamp" in b)
    assert len(read_stamp(text).fragment) == 7
