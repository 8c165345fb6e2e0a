"""Ratings, conditions and turns of a card."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cards import card
from rich_card import rich_card

from visegrad_editor.desk.card import CardRule
from visegrad_editor.desk.special_rules import Fog, Night, SpecialRules, Wind
from visegrad_editor.desk.summary import (
    conditions,
    game_turns,
    groups_in_order,
    origin_words,
    ratings,
    sides_in_order,
    sniper_number,
)
from visegrad_editor.model.provenance import Provenance


@pytest.mark.parametrize(("printed", "by_night"), [(0, 2), (3, 5), (5, 7), (6, 7), (7, 7)])
def test_the_sniper_number_grows_by_night(printed: int, by_night: int) -> None:
    day = card()
    side = replace(day.sides[0], san=printed)
    night = replace(day, ssr=(CardRule(sets=SpecialRules(night=Night(3))),))
    assert sniper_number(day, side) == printed
    assert sniper_number(night, side) == by_night
    assert ratings(day, side) == f"ELR 3 · SAN {printed}"
    assert ratings(night, side) == f"ELR 3 · SAN {printed}, by night {by_night}"


@pytest.mark.parametrize(("rules", "label", "words"), [
    (SpecialRules(), "Wind", "not given"), (SpecialRules(wind=Wind("none")), "Wind", "none"),
    (SpecialRules(wind=Wind("mild", 3)), "Wind", "mild, towards the south-east"),
    (SpecialRules(ec="very-dry"), "Ground (EC)", "very dry"), (SpecialRules(), "Ground (EC)", "not given"),
    (SpecialRules(), "Weather", "not given"),
    (SpecialRules(weather=("mist",), fog=Fog(1, 2), precipitation="none"), "Weather",
     "mist, fog up to level 1, 2 for each hex, nothing falls yet"),
    (SpecialRules(), "Light", "day"),
    (SpecialRules(night=Night(1, "none", "new")), "Light", "night, range (NVR) 1 hex; no clouds, new moon"),
    (SpecialRules(night=Night()), "Light", "night, range (NVR) by dice; clouds by dice, moon by dice"),
])
def test_conditions(rules: SpecialRules, label: str, words: str) -> None:
    assert dict(conditions(replace(card(), ssr=(CardRule(sets=rules),))))[label] == words


def test_turns_have_player_turns_and_arrivals() -> None:
    turns = game_turns(card())
    assert [t.number for t in turns] == [*range(1, 8)]
    assert [(p.side, p.groups) for p in turns[0].parts] == [("british", ("Push",)), ("german", ())]
    assert [p.side for p in turns[-1].parts] == ["british"]
    late = replace(card(), groups=(replace(
        card().groups[1], arrives=replace(card().groups[1].arrives, half="second")),))
    assert [p.groups for p in game_turns(late)[0].parts] == [(), ("Push",)]


def test_who_sets_up_first_stands_in_front_and_who_is_there_before_who_arrives() -> None:
    made = rich_card()
    assert [s.id for s in sides_in_order(made)] == ["american", "german"]
    assert [g.id for g in groups_in_order(made, "american")] == ["garrison", "silk", "trucks", "planes"]


@pytest.mark.parametrize(("origin", "words"), [
    (Provenance("designer"), "The values of this card are the designer's own."),
    (Provenance("rulebook", "12.1"), "The values of this card are from the rulebook (12.1)."),
    (Provenance("reconstructed", note="From a diary."),
     "The values of this card are reconstructed. From a diary."),
])
def test_where_values_come_from(origin: Provenance, words: str) -> None:
    assert origin_words(replace(card(), provenance=origin)) == words
