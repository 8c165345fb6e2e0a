"""Cards in sentences: victory, groups, arrivals, special rules."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from cards import card, with_need

from visegrad_editor.desk.card import (
    Air,
    Arrival,
    Boat,
    CardWhere,
    Column,
    Drop,
    Force,
    Fortification,
    Group,
    Wing,
    Within,
)
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.card_names import bundled_cards
from visegrad_editor.desk.special_rules import (
    Barrage,
    Fog,
    Night,
    SpecialRules,
    Water,
    WeatherRoll,
    Wind,
    merged,
)
from visegrad_editor.desk.words import (
    arrival_words,
    card_rule_sentences,
    force_words,
    group_sentences,
    need_words,
    rule_sentences,
    victory_sentences,
    where_words,
)

LANE = "Lane (902M4, 902N4 and 902O5)"


@pytest.mark.parametrize(("need", "words"), [
    ("{control: {set: lane, as: hex, least: 2}}", f"it controls at least 2 hexes of {LANE}"),
    ("{control: {set: lane, as: building, any: true}}", f"it controls at least 1 building of {LANE}"),
    ("{control: {set: lane, as: location, all: true}}", f"it controls all locations of {LANE}"),
    ("{control: {set: lane, majority: true}}", f"it controls more than half of the parts of {LANE}"),
    ("{control: {set: lane, more_than: german}}", f"it controls more parts of {LANE} than the German side"),
    ("{cvp: {of: british, least: 1}}", "it has at least 1 casualty victory point"),
    ("{cvp: {of: german, more_than: british}}", "the German side has more casualty victory points than it"),
    ("{cvp: {of: british, margin: 5}}",
     "it has at least 5 casualty victory points more than the German side"),
    ("{exit_vp: {area: lane, least: 12, turns: 4-7}}",
     f"it has at least 12 victory points for units that leave by {LANE} on turns 4 to 7"),
    ("{exit_vp: {by: german, area: lane, least: 1, turns: 3}}",
     f"the German side has at least 1 victory point for units that leave by {LANE} on turn 3"),
    ("{present: {side: british, set: lane}}", f"it has at least 1 unit in {LANE}"),
    ("{present: {side: german, set: lane, least: 2, good_order: true}}",
     f"the German side has at least 2 units in good order in {LANE}"),
    ("{eliminated: {group: line}}", "nothing is left of the group Line"),
    ("{fact: the bridge stands.}", "the bridge stands"),
    ("{not: {fact: the bridge stands}}", "it is not so that the bridge stands"),
    ("{any: [{fact: a}, {all: [{fact: b}, {not: {any: [{fact: c}, {fact: d}]}}]}]}",
     "a or (b and it is not so that (c or d))"),
    ("{all: [{any: [{fact: a}]}, {fact: b}]}", "a and b"),
])
def test_conditions(need: str, words: str) -> None:
    made = with_need(need)
    condition = made.victory[0].need
    assert condition is not None
    assert need_words(made, condition, "british") == words


def test_who_wins() -> None:
    first = f"The British side wins at the end of the game if it controls at least 2 hexes of {LANE}."
    second = "The German side wins if the British side does not."
    assert victory_sentences(card()) == (first, second)
    assert victory_sentences(card(("  - {side: german, avoid: british}\n", ""))) == (first, second)
    last = victory_sentences(card(("turns: {", "ties: german\nturns: {")))[-1]
    assert last == "If both sides or neither would win, the German side wins."
    assert "a draw" in victory_sentences(card(("turns: {", "ties: draw\nturns: {")))[-1]
    assert " wins at once when it " in victory_sentences(card(("when: end", "when: at-once")))[0]
    assert " at the end of turns 4 or 6 if " in victory_sentences(card(("when: end", "when: [4, 6]")))[0]
    assert " at the end of turn 4 if " in victory_sentences(card(("when: end", "when: [4]")))[0]


@pytest.mark.parametrize(("arrives", "words"), [
    (Arrival(), "is set up at the start"), (Arrival(by="air"), "comes when the dice bring it"),
    (Arrival(3), "arrives on turn 3"), (Arrival(3, "first"), "arrives on turn 3"),
    (Arrival(3, "second"), "arrives on turn 3, in the second half of the turn"),
    (Arrival(3, "first", "glider"), "arrives on turn 3 by glider"),
])
def test_arrivals(arrives: Arrival, words: str) -> None:
    assert arrival_words(card(), arrives, "british") == words


@pytest.mark.parametrize(("where", "words"), [
    (CardWhere(boards=("901", "902")), "on boards 901 and 902"),
    (CardWhere(boards=("901",), edge=("north", "GG")), "on board 901 on the north edge or in column GG"),
    (CardWhere(hexes_between=("A1", "P10")), "between A1 and P10"),
    (CardWhere(within=Within("F5", 3)), "at most 3 hexes from F5"),
    (CardWhere(hexes=("F5",), buildings=("old-mill",)), "in F5 or in the old mill"),
    (CardWhere(edge=("902A",), excluding=("902A5",)), "in column A of board 902, but not in 902A5"),
    (CardWhere(text="Anywhere south of the road."), "Anywhere south of the road"),
    (CardWhere(terrain=("woods",), boards=("1",)), "on board 1 in woods only"),
])
def test_sets_of_hexes(where: CardWhere, words: str) -> None:
    assert where_words(where) == words


def test_groups_of_the_samples() -> None:
    told = {}
    for entry in bundled_cards():
        found = load_card(entry.name).card
        assert found is not None
        told |= {group.id: " ".join(group_sentences(found, group)) for group in found.groups}
    assert told["post"] == (
        "Post (German side) is set up at the start between H1 and Z10. It has 8 German 4-6-7; 2 German 8-1; "
        "8 dummy counters. Up to 2 squad-equivalents may be set up hidden (E1.2). "
        "All of it begins concealed.")
    assert told["column"] == (
        "Column (German side) arrives on turn 3 as a convoy at 902A5. "
        "Its order is German truck, German halftrack, German truck.")
    assert "It drops in 2 wings of 5 and 4 sticks." in told["canopy"]
    assert "9 German para 5-4-8, under-equipped" in told["canopy"]
    assert "It comes in 2 German gliders with German para 5-4-8 and German LMG;" in told["sailplanes"]
    assert told["wings"].endswith("comes when the dice bring it. It is air support with the exponent 3.")


EACH = SpecialRules(
    night=Night(3, "scattered", "half", True, True, True), weather=("clear",), wind=Wind("mild", 2), ec="wet",
    fog=Fog(1, 2), precipitation="on", drifts=True, plowed=True, camouflage=("german",), interrogation=True,
    civilians=True, trip_flares=(("german", 3),), starshells=(("german", False),), ir=("german",),
    ski=("line",), untrained=("line",), rafting=("line",), fording_lines=("line", "push"),
    air_first_turn=True, observation_plane=("german",), barrage=("german",),
    late_war_ss=True, early_russian_doctrine=True,
    weather_roll=WeatherRoll(9, 5, 2, 3), trip_flare_hexes=("M4", "N4"),
    water=Water("deep", "still", 2, True),
    barrages=(Barrage("german", "guns", True, 105, "M6", ("M5", "M7"), True, "O6", "ffe-1", 4),),
    home_morale=("german",), june_panzerfaust=True, no_deploy=("german",),
    no_quarter=("german",), assault_fire=("german/4-6-7",), iift=True, stealth=(("german/4-6-7", "lax"),))


def test_every_key_of_a_special_rule_has_a_sentence() -> None:
    assert all(getattr(EACH, f.name) != f.default for f in fields(EACH))
    told = rule_sentences(EACH)
    assert len(told) == len(fields(EACH)) == len(set(told))
    assert rule_sentences(SpecialRules()) == ()
    for field in fields(EACH):
        alone = rule_sentences(replace(SpecialRules(), **{field.name: getattr(EACH, field.name)}))
        assert len(alone) == 1, field.name
        assert alone[0] in told
        assert alone[0][0].isupper()
        assert alone[0].endswith(".")


def test_of_two_rules_the_later_one_holds() -> None:
    both = merged((SpecialRules(wind=Wind("none"), ec="dry"), None, SpecialRules(wind=Wind("heavy", 1))))
    assert both == SpecialRules(wind=Wind("heavy", 1), ec="dry")


def test_what_rules_turn_on_stands_before_the_designers_words() -> None:
    changed = card(("turns: {", "terrain_changes: [{hexes: [901F5, 901F6], terrain: marsh}]\nturns: {"))
    assert card_rule_sentences(changed) == (
        "A mild wind blows towards the south-east at the start.", "901F5 and 901F6 are marsh.",
        "The mill burns.")


def test_what_a_card_leaves_to_dice_is_said() -> None:
    assert rule_sentences(SpecialRules(night=Night())) == (
        "It is night, with clouds by dice and the moon by dice; dice say how far sight reaches.",)
    assert rule_sentences(SpecialRules(water=Water(), barrages=(Barrage("german"),))) == (
        "The water has an unknown depth.", "The German side has a barrage.")


def test_what_groups_and_counters_say_besides() -> None:
    force = Force(2, "german/MMG", dismantled=True, illuminating=True, elr=4, ammunition_mm=75,
                  carries=("german/8-1",), assault_engineers=True, exchanged_for="german/8-0")
    assert force_words(force) == (
        "2 German MMG, assault engineers, dismantled, with illuminating rounds, experience level 4, with "
        "ammunition of 75 mm for others, carrying German 8-1, exchanged for German 8-0")
    group = Group(
        "g", "german", Arrival(1, by="drop"), dummy_skis=1,
        fortifications=(Fortification(2, "foxhole", True),),
        drop=Drop((Wing(5, "901M5", 2), Wing(5))), boats=(Boat("b", "large-raft", capacity_pp=24),),
        column=Column((("german/4-6-7", "german/8-1"), ("german/wagon",)), hexes=("901C5", "901C6")),
        air=Air(aircraft="fb", mg_fp=8, tk="42F"))
    told = " ".join(group_sentences(card(), group))
    for part in ("by parachute in 901C5 and 901C6.", "1 dummy ski counter", "2 foxhole dug in play",
                 "Wing 1 drops at 901M5 along the hex row to the north-east.", "for 24 portage points",
                 "Its order is German 4-6-7 and German 8-1, German wagon.", "air support by fighter-bombers",
                 "Its aircraft have firepower 8 and the column 42F against armour."):
        assert part in told, told
    assert "Wing 2" not in told


def test_all_hexes_of_a_long_list_are_told() -> None:
    names = tuple(f"B{n}" for n in range(200))
    assert where_words(CardWhere(hexes=names)).endswith("B197, B198 and B199")
