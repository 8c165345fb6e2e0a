"""Sentences name the fields of a card by their labels; fields say whether they concern a kind of counter."""

from __future__ import annotations

import pytest

from visegrad_editor.desk.board_maps import maps_to_choose
from visegrad_editor.desk.card import Card, Force
from visegrad_editor.desk.field_labels import key_label, labelled
from visegrad_editor.desk.forces import concerns
from visegrad_editor.desk.special_rules import SpecialRules
from visegrad_editor.model.fields import declared, declared_by_name

SETS = declared_by_name(SpecialRules)


@pytest.mark.parametrize(("text", "path", "expected"), [
    ("give it `victory`.", (), 'give it "Victory".'),
    ("`first.moves` names", ("first",), '"First › Moves first" names'),
    ("write `as: air` in `arrives`", ("groups", 0, "air"), 'write "As": air in "Arrives"'),
    ("`sets.night.nvr`", (), f'"{SETS["night"].title} › Night vision"'),
    ("the key `at`", ("boards", 1), 'the key "Place"'),
    ("write `902M4`, not `4-6-7`", (), "write `902M4`, not `4-6-7`"),
    ("`side.elr`", ("sides", 0), '"Experience level"'),
    ("no code", (), "no code")])
def test_keys_in_sentences_become_labels(text: str, path: tuple[str | int, ...], expected: str) -> None:
    assert labelled(text, path) == expected


def test_every_key_of_the_card_has_its_label_from_its_declaration() -> None:
    fields = [one for one in declared(Card) if one.key]
    assert len(fields) > 20
    assert [key_label(one.key) for one in fields] == [one.title for one in fields]
    assert key_label("nothing.like.it") == "nothing.like.it"


@pytest.mark.parametrize(("kind", "expected"), [
    ("german/4-6-7", {"size", "unit_class", "elr"}), ("german/9-1", {"elr", "exchanged_for"}),
    ("german/LMG", {"crewed", "calibre_mm", "elr"}), ("german/truck", {"crewed", "calibre_mm", "elr"}),
    ("german/thing", {"size", "unit_class", "elr", "exchanged_for", "crewed", "calibre_mm"}),
    ("nonsense", {"size", "unit_class", "elr", "exchanged_for", "crewed", "calibre_mm"})])
def test_fields_that_do_not_concern_a_kind_are_told(kind: str, expected: set[str]) -> None:
    asked = ("size", "unit_class", "elr", "exchanged_for", "crewed", "calibre_mm")
    assert {name for name in asked if concerns(Force(1, kind), name)} == expected


def test_only_maps_with_hexes_of_boards_are_offered() -> None:
    assert maps_to_choose(None) == ("own-village",)
