"""Differences of designs as plain data, and designs restored from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from kept_work import edits

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.counter_picture import CounterPicture
from visegrad_editor.model.delta import READ, DeltaCodec, DeltaError
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.load import load
from visegrad_editor.model.history import History
from visegrad_editor.model.look import Look

SAMPLES = [b for b in bundled() if b.kind != "ruleset"]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda b: f"{b.kind}-{b.name}")
def test_every_document_is_plain_data_and_back(sample: Any) -> None:
    design = load(sample.path).design
    assert design is not None
    codec = DeltaCodec([Design])
    assert codec.decode(codec.encode(design)) == design
    assert codec.difference(design, design) == 0


def test_every_field_of_a_document_can_be_encoded() -> None:
    """A field of a new type would otherwise be noticed only when somebody loses work."""
    classes = set(DeltaCodec([Design])._classes.values())
    assert Design in classes
    plain = {str, int, float, bool, type(None), tuple, frozenset, ...}

    def look(hint: Any, where: str) -> None:
        if get_origin(hint) is Literal:
            return
        if get_origin(hint) is not None:
            for inner in (get_origin(hint), *get_args(hint)):
                look(inner, where)
            return
        assert hint in plain or hint in classes or hint in (Mapping, UnionType, Union), f"{where}: {hint}"

    for one in classes:
        read = {f.name for f in fields(one) if f.metadata == READ} if is_dataclass(one) else set()
        for name, hint in get_type_hints(one).items():
            if name not in read:
                look(hint, f"{one.__name__}.{name}")


def test_what_was_read_from_other_files_is_no_part_of_the_data() -> None:
    picture = CounterPicture("flag.png", width=1, height=1, data=b"x", pixels=b"abcd")
    codec, look = DeltaCodec([Look]), Look(picture="flag.png", art=picture)
    back = codec.decode(codec.encode(look))
    assert back == look
    assert back.art is None
    changed = codec.apply(look, codec.difference(look, replace(look, name="hidden")))
    assert (changed.name, changed.art) == ("hidden", picture)
    assert codec.apply(look, codec.difference(look, replace(look, picture=""))).picture_read is None


def test_a_restored_history_is_completed() -> None:
    history = History("a")
    history.push("b", "b")
    history.mark_saved()
    history.push("c", "c")
    history.complete(str.upper)
    assert history.current == "C"
    history.undo()
    assert (history.current, history.changed) == ("B", False)
    history.undo()
    assert history.current == "A"


@pytest.mark.parametrize("seed", range(4))
def test_the_difference_turns_the_old_design_into_the_new_one(seed: int) -> None:
    design = load("historical").design
    assert design is not None
    codec = DeltaCodec([Design])
    states = [design, *edits(design, seed, 12)]
    for old in states:
        for new in states:
            assert codec.apply(old, codec.difference(old, new)) == new


def test_plain_data_makes_only_documents() -> None:
    codec = DeltaCodec([Hex])
    for wrong in ({"Popen": ["ls"]}, {"Hex": [1]}, {"Hex": 5}, {"a": 1, "b": 2}, {"HexGrid": {}},
                  {"set": [[{}]]}):
        with pytest.raises(DeltaError):
            codec.decode(wrong)
    with pytest.raises(TypeError, match="not belong in a document"):
        codec.encode(Path("x"))
    for change in (["each", 0, [["new", 1]] * 9], ["fields", {"col": ["new", 3]}], ["what"],
                   ["part", "x", 1, []]):
        with pytest.raises(DeltaError):
            codec.apply((1, 2), change)
