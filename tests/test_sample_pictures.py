"""The pictures of the samples on the start page: one of each, as it is drawn now."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from visegrad_editor.desk.card_names import bundled_cards
from visegrad_editor.model.files.catalogue import bundled

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

from sample_pictures import FOLDER, differences, file_of, looks_like, shown


def test_every_sample_has_a_picture_and_no_picture_is_of_something_else() -> None:
    wanted = {b.path for b in (*bundled(), *bundled_cards()) if b.kind != "ruleset"}
    assert {b.path for b in shown()} == wanted
    assert {file_of(b) for b in shown()} == set(FOLDER.glob("*"))


@pytest.mark.parametrize("name", ["two-turns", "own-village", "wet-harvest"])
def test_a_picture_is_what_is_drawn_now(name: str) -> None:
    (sample,) = (b for b in shown() if b.name == name)
    assert looks_like(file_of(sample), sample)
    others = [b for b in shown() if b.kind != sample.kind]
    assert not looks_like(file_of(others[0]), sample)


@pytest.mark.exhaustive
def test_all_pictures_are_what_is_drawn_now() -> None:
    assert list(differences()) == []
