"""What the counters of a card show."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cards import card
from rich_card import rich_card

from visegrad_editor.desk.card import Force
from visegrad_editor.desk.counters import (
    Face,
    force_face,
    group_counters,
    kind_face,
    letters_words,
    nation_letters,
)


@pytest.mark.parametrize(("kind", "symbol"), [
    ("german/4-6-7", "unit"), ("german/4^1-6-7", "unit"), ("german/8-1", "leader"), ("german/10+1", "leader"),
    ("german/LMG", "weapon"),
    ("german/BAZ-44", "weapon"), ("german/AA-gun", "gun"), ("german/truck", "vehicle"),
    ("german/halftrack", "vehicle"), ("german/light-tank", "tracked"), ("german/fighter-bomber", "plane"),
    ("german/assault-glider", "glider"), ("german/piano", ""),
])
def test_the_symbol_follows_from_the_kind(kind: str, symbol: str) -> None:
    face = kind_face(kind)
    assert (face.symbol, face.nation) == (symbol, "german")


@pytest.mark.parametrize(("force", "symbol"), [
    (Force(1, "german/Pz-IV", tracked=True), "tracked"), (Force(1, "german/tank", tracked=False), "vehicle"),
    (Force(1, "german/Kfz-1", motorised=True), "vehicle"), (Force(1, "german/M8", armour=3), "vehicle"),
    (Force(1, "german/PaK-40", m_number=8), "gun"), (Force(1, "german/PaK-40"), ""),
])
def test_the_symbol_follows_from_what_is_said_of_a_force(force: Force, symbol: str) -> None:
    assert force_face(force).symbol == symbol


def test_marks_of_a_unit() -> None:
    face = force_face(Force(
        2, "german/4^1-6-7", size="squad", unit_class="elite", broken=True, assault_fire=True,
        underlined_morale=True))
    assert face == Face("4¹-6-7", "german", "unit", 3, False, "E", True, True, True)
    assert (force_face(Force(1, "german/2-2-7", size="crew")).heads,
            force_face(Force(1, "german/2-2-7", size="crew")).hollow) == (2, True)
    assert force_face(Force(1, "german/2-2-7")).heads == 0
    assert kind_face("no kind") == force_face(Force(1, "no kind")) == Face("no kind")


def test_all_counters_of_a_group_with_their_numbers() -> None:
    groups = {g.id: [(c.before, c.face.symbol, " ".join(c.words)) for c in group_counters(g)]
              for g in rich_card().groups}
    assert groups["garrison"][-3:] == [
        ("6 ×", "dummy", "dummies"), ("4 ×", "fortification", "foxhole"), ("2 ×", "fortification", "wire")]
    assert groups["first-wave"][-1] == ("12 ×", "cloak", "cloaks")
    assert groups["second-wave"][1:] == [("", "boat", "assault boat"), ("", "boat", "large raft")]
    assert groups["planes"] == [("", "plane", "air support")]
    assert groups["silk"] == []
    assert groups["glass"] == [("3 ×", "glider", "German glider")]
    assert groups["trucks"] == [("1.", "vehicle", "American jeep"), ("2.", "vehicle", "American truck")]
    single = replace(rich_card().groups[0], dummies=1, cloaks=1, forces=(), fortifications=())
    assert [c.words for c in group_counters(single)] == [("dummy",), ("cloak",)]


def test_letters_tell_nations_apart() -> None:
    assert nation_letters(card()) == {"german": "G", "british": "B"}
    assert nation_letters(rich_card()) == {"american": "A", "german": "Ge", "greek": "Gr"}
    alike = card(("british/4-5-7", "ger/4-5-7"))
    assert nation_letters(alike) == {"german": "Germ", "ger": "Ger"}
    assert letters_words({}) == ""
