"""Changes of cards: parts at a path, names with all that refers to them, boards with the names of hexes."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from items import some
from rich_card import TEXT

from visegrad_editor.desk.boards import Board, HexText
from visegrad_editor.desk.card import (
    START,
    Card,
    CardRule,
    CardWhere,
    CasualtyPoints,
    Column,
    Control,
    Convoy,
    Drop,
    Eliminated,
    ExitPoints,
    Force,
    Goals,
    Group,
    Need,
    Present,
    TerrainChange,
    Victory,
    Wing,
    Within,
)
from visegrad_editor.desk.card_edit import (
    NAMES,
    CardEditError,
    least,
    misfit,
    named,
    new_card,
    part_at,
    read_force,
    users_of,
    with_boards,
    with_name,
    with_part,
)
from visegrad_editor.desk.card_file import card_of, card_text
from visegrad_editor.desk.special_rules import Barrage, SpecialRules
from visegrad_editor.model.fields import declared, entry_type, form_of
from visegrad_editor.model.files.yaml_reader import read_yaml

SETS = SpecialRules(
    camouflage=("attacker",), ir=("attacker",), observation_plane=("attacker",), barrage=("attacker",),
    no_quarter=("attacker",), trip_flares=(("attacker", 2),), starshells=(("attacker", False),),
    ski=("raid",), untrained=("raid",), rafting=("raid",), fording_lines=("raid",),
    home_morale=("attacker",), no_deploy=("attacker",), trip_flare_hexes=("M4",),
    barrages=(Barrage("attacker", centre="M4", beside=("L4", "N4"), row_to="Q6"),))
NEED = Need(all=(
    Need(control=Control("goals", more_than="attacker")), Need(cvp=CasualtyPoints("attacker", least=1)),
    Need(cvp=CasualtyPoints("defender", more_than="attacker")),
    Need(any=(Need(exit_vp=ExitPoints("goals", 1, by="attacker")),
              Need(present=Present("attacker", "goals")))),
    Need(without=Need(eliminated=Eliminated("raid")))))
FULL = replace(
    new_card(), ties="attacker", country=(("attacker", "enemy"),), own_territory=("attacker",),
    secret=(("attacker", "a.yaml"),), sets=(("goals", Goals(("M4",), edge="A")),),
    terrain_changes=(TerrainChange(("M4", "N5.1"), "marsh"),), ssr=(CardRule(sets=SETS),),
    groups=(Group("raid", "attacker", START, CardWhere(
        boards=("1",), hexes=("M4",), hexes_between=("A1", "C3"), within=Within("M4", 2), edge=("A", "north"),
        excluding=("B2",)), convoy=Convoy(("german/truck",), "A5", ("A5",)),
        column=Column((("german/4-6-7",),), "A5", ("A5",)), drop=Drop((Wing(3, "M4"),))),),
    victory=(Victory("attacker", need=NEED), Victory("defender", avoid="attacker")))


def _said(card: Card, what: str) -> set[tuple[type, str]]:
    """The attributes in which a card names something of a kind."""
    found = set()

    def look(part: object) -> None:
        if isinstance(part, tuple):
            for one in part:
                look(one)
        elif hasattr(part, "__dataclass_fields__"):
            for one in fields(part):  # type: ignore[arg-type]
                value = getattr(part, one.name)
                if NAMES.get((type(part), one.name)) == what and value:
                    found.add((type(part), one.name))
                look(value)

    look(card)
    return found


def test_every_named_attribute_exists_and_the_full_card_uses_each() -> None:
    for (record, name), what in some(NAMES.items()):
        assert name in {f.name for f in fields(record)}, (record, name)
        if what != "board":
            assert (record, name) in _said(FULL, what), (record, name)


def _records(record: Any, known: dict[Any, None]) -> dict[Any, None]:
    """A record and all records in it."""
    if record not in known:
        known[record] = None
        for one in declared(record):
            for inner in (one.type, form_of(entry_type(one.type)).type):
                if is_dataclass(inner):
                    _records(inner, known)
    return known


def test_every_attribute_with_hexes_is_known() -> None:
    hexes = [(record, one.name) for record in _records(Card, {}) for one in declared(record)
             if set(form_of(HexText).fields) & set(one.form.fields) or one.field.entries is HexText]
    assert len(hexes) > 10
    assert [one for one in hexes if NAMES.get(one) != "hex"] == []


@pytest.mark.parametrize(("what", "old"), [("side", "attacker"), ("group", "raid"), ("set", "goals")])
def test_who_names_something_follows_its_name(what: str, old: str) -> None:
    assert users_of(FULL, what, old) > 0
    changed = with_name(FULL, what, old, "other")
    assert users_of(changed, what, old) == 0
    assert users_of(changed, what, "other") == users_of(FULL, what, old)
    assert "other" in named(changed, what)
    # Nothing of the old name is left, but for the role of a side, which is the same word.
    text = card_text(changed).replace("role: attacker", "")
    assert re.search(rf"\b{old}\b", text) is None
    assert with_name(changed, what, "other", old) == FULL


def test_hexes_say_their_board_as_soon_as_there_are_several() -> None:
    two = with_boards(FULL, (*FULL.boards, Board("x", at=(0, 1))))
    where = two.groups[0].where
    assert where == CardWhere(
        boards=("1",), hexes=("1M4",), hexes_between=("1A1", "1C3"), within=Within("1M4", 2),
        edge=("1A", "north"), excluding=("1B2",))
    assert two.terrain_changes[0].hexes == ("1M4", "1N5.1")
    assert two.sets[0][1] == Goals(("1M4",), edge="1A")
    called = with_boards(two, (Board("mill"), two.boards[1]))
    assert called.sets[0][1] == Goals(("mill:M4",), edge="mill:A")
    assert called.groups[0].where is not None
    assert called.groups[0].where.boards == ("mill",)
    assert with_boards(two, two.boards[:1]) == FULL
    # What was on a board that is gone stays, and the check tells it.
    gone = with_boards(two, two.boards[1:])
    assert gone.sets[0][1] == Goals(("1M4",), edge="1A")


def test_parts_are_found_and_put_by_the_keys_of_files() -> None:
    path = ("victory", 0, "need", "all", 4, "not", "eliminated", "group")
    assert part_at(FULL, path) == "raid"
    assert part_at(with_part(FULL, path, "push"), path) == "push"
    assert part_at(FULL, ("sets", "goals", "hexes", 0)) == "M4"
    assert with_part(FULL, ("sets", "goals"), Goals(("B2",))).sets == (("goals", Goals(("B2",))),)
    for wrong in (("nothing",), ("groups", 7), ("sets", "none"), ("title", "letters")):
        with pytest.raises(CardEditError, match="has nothing at"):
            part_at(FULL, wrong)


def test_what_no_file_could_hold_is_told() -> None:
    card = new_card()
    assert misfit(card) == misfit(FULL) == ""
    rich, _ = card_of(read_yaml(TEXT), "rich.yaml")
    assert rich is not None
    assert misfit(rich) == ""
    assert "at most 5" in misfit(with_part(card, ("sides", 0, "elr"), 9))
    assert "small letters" in misfit(with_part(card, ("name",), "Ä b"))
    assert misfit(replace(card, boards=()))


@pytest.mark.parametrize(("text", "force"), [
    ("6 german/4-6-7", Force(6, "german/4-6-7")), (" german/9-1 ", Force(1, "german/9-1")),
    ("2 x german:para/5-4-8", Force(2, "german:para/5-4-8")), ("3  russian/MMG", Force(3, "russian/MMG"))])
def test_a_force_is_typed_as_its_number_and_its_kind(text: str, force: Force) -> None:
    assert read_force(text) == force


@pytest.mark.parametrize(("text", "why"), [
    ("", "is no force"), ("six german/4-6-7", "is no force"), ("6 4-6-7", "does not say its nation"),
    ("0 german/4-6-7", "1 to 200"), ("201 german/4-6-7", "1 to 200"),
    ("6 German/4-6-7", "no kind of counter")])
def test_other_forces_are_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(CardEditError, match=why):
        read_force(text)


def test_new_entries_have_as_little_as_a_file_allows() -> None:
    assert least(Force, kind="german/4-6-7") == Force(1, "german/4-6-7")
    assert least(Victory, side="german") == Victory("german")
    assert least(Goals) == Goals()
