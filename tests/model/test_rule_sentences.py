"""Rules as data are said in words: the grammar, and every block."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
import yaml
from any_rules import records as any_records
from any_rules import rule_blocks
from hypothesis import HealthCheck, given, settings
from rule_names import RULES, record

from visegrad_editor.model.edit.key_words import words_at
from visegrad_editor.model.files.load import load
from visegrad_editor.model.rules.arrivals import Arrivals, CallUp, Pool, Rebuilding, Release, Withdrawal
from visegrad_editor.model.rules.combat import Combat, CombatTable
from visegrad_editor.model.rules.counter import Steps
from visegrad_editor.model.rules.grammar import (
    Comparison,
    HexFilter,
    Modifier,
    Number,
    Situation,
    UnitFilter,
)
from visegrad_editor.model.rules.movement import ClassCost, Exit, Mode, Movement
from visegrad_editor.model.rules.phrases import Phrases
from visegrad_editor.model.rules.results import Advance, ResultCode, Retreat, UnitState
from visegrad_editor.model.rules.sentences import Sentence, Sentences, unit_limit
from visegrad_editor.model.rules.sequence import Sequence
from visegrad_editor.model.rules.stacking import Stacking
from visegrad_editor.model.rules.supply import Supply, SupplyState
from visegrad_editor.model.rules.victory import (
    Asset,
    Control,
    GameEvent,
    Victory,
    VictoryCondition,
    VictoryPoints,
)
from visegrad_editor.model.rules.zones import Zones
from visegrad_editor.model.ruleset import Phase, Ruleset

SAY, TELL = Phrases(RULES), Sentences(RULES)


def read(kind: type[Any], text: str) -> Any:
    return record(kind, yaml.safe_load(text))


@pytest.mark.parametrize(("text", "wished"), [
    ("{}", "units"),
    ("{nationality: [ussr], trait: [artillery]}", "Soviet artillery units"),
    ("{nationality: [ussr, gdr], type: [tank]}", "Soviet or East German tank units"),
    ("{state: [reduced], formation: [1-corps]}", "reduced units of the 1st Corps"),
    ("{side: [enemy]}", "enemy units"),
    ("{side: [own], type: [artillery]}", "own artillery units"),
    ("{side: [soviet]}", "units of the Soviet side"),
    ("{side: [nato], size: [brigade, division]}", "brigades or divisions of the NATO side"),
    ("{size: [army]}", "armies"),
    ("{size: [corps]}", "corps"),
    ("{class: [tracked]}", "units of the movement class tracked"),
    ("{not: {trait: [artillery, air]}}", "units other than artillery or air units"),
    ("{nationality: [usa], not: {state: [disrupted]}}", "US units other than disrupted units"),
    ("{named: [ussr/8th Guards]}", "the Soviet 8th Guards"),
    ("{nationality: [usa], named: [usa/Rangers]}", "US units named Rangers"),
    ("{state: [full]}", "full-strength units"),
    ("{nationality: [atlantis]}", "atlantis units"),
    ("{formation: [2-corps]}", "units of the 2 corps"),
    ("{type: [air-mobile]}", "air mobile units"),
])
def test_units(text: str, wished: str) -> None:
    assert SAY.units(read(UnitFilter, text)) == wished


@pytest.mark.parametrize(("text", "wished"), [
    ("{side: [own]}", "an own unit"), ("{nationality: [usa]}", "a US unit"),
    ("{state: [disrupted], type: [artillery]}", "a disrupted artillery unit"),
    ("{named: [ussr/8th Guards]}", "the Soviet 8th Guards"),
    ("{not: {trait: [air]}}", "a unit other than an air unit"),
])
def test_one_unit(text: str, wished: str) -> None:
    assert SAY.a_unit(read(UnitFilter, text)) == wished


@pytest.mark.parametrize(("text", "wished"), [
    ("{}", "hexes"),
    ("{features: [town], controlled_by: enemy}", "towns controlled by the enemy"),
    ("{features: [town, city]}", "towns or cities"),
    ("{features: [ruhr]}", "Ruhr hexes"),
    ("{features: [industrial]}", "industrial (shale gas) hexes"),
    ("{features: [source]}", "supply sources"),
    ("{within: {hexes: 2, units: {side: [own]}}}", "hexes within 2 hexes of an own unit"),
    ("{within: {hexes: 1, of: {features: [city]}}}", "hexes within 1 hex of a city"),
    ("{controlled_by: own, within: {hexes: 1, of: {features: [city], controlled_by: own}}}",
     "hexes controlled by the own side within 1 hex of a city that it controls"),
    ("{controlled_by: own, within: {hexes: 1, of: {features: [city], controlled_by: enemy}}}",
     "hexes controlled by the own side within 1 hex of a city controlled by the enemy"),
    ("{terrain: [forest, mountain]}", "forest or mountain hexes"),
    ("{features: [town], terrain: [forest]}", "towns in forest"),
    ("{roads: [road, railway]}", "hexes on a main road or a railway"),
    ("{edge: [west]}", "hexes on the west edge of the map"),
    ("{countries: [usa, new-zealand], features: [city]}", "cities in the United States or New Zealand"),
    ("{areas: [west-bank]}", "hexes in the area west bank"),
    ("{hexes: '0305'}", "hex 0305"),
    ("{hexes: '0305 0604'}", "hexes 0305 and 0604"),
    ("{hexes: '0305 0604', features: [town]}", "towns among the hexes 0305 and 0604"),
    ("{terrain: [clear], excluding: '0305'}", "clear hexes except 0305"),
    ("{next_to: {side: [enemy]}}", "hexes next to an enemy unit"),
    ("{occupied_by: {nationality: [gdr]}}", "hexes occupied by an East German unit"),
    ("{controlled_by: none}", "hexes controlled by nobody"),
    ("{features: [city], controlled_by: own, supplied: true}",
     "cities controlled by the own side in supply"),
    ("{in_zone: enemy}", "hexes in an enemy zone of control"),
    ("{in_zone: own}", "hexes in a zone of control of the own side"),
    ("{not: {terrain: [mountain]}}", "hexes other than mountain hexes"),
    ("{features: [harbour-town]}", "harbour towns"),
])
def test_hexes(text: str, wished: str) -> None:
    assert SAY.hexes(read(HexFilter, text)) == wished


RUHR = "{side: soviet, hexes: {features: [ruhr]}}"


@pytest.mark.parametrize(("text", "wished"), [
    ("{}", ""),
    ("{turn: 3}", "on turn 3"),
    ("{turn: [2, 5]}", "on turns 2 to 5"),
    ("{phase: [move]}", "in the movement phase"),
    ("{phase: [fight], player_turn: [nato]}", "in the combat phase in the player turn of the NATO side"),
    ("{option: {fog: [with]}}", 'if the option Fog is "with"'),
    ("{happened: [rain]}", "if the event Rain has happened"),
    ("{first: true}", "the first time only"),
    ("{supplied: false}", "if the unit is out of supply"),
    ("{units: {type: [tank]}, in_zone: enemy}",
     "if the unit is a tank unit and the unit is in an enemy zone of control"),
    ("{hexes: {features: [town]}}", "if the hex is a town"),
    ("{state: [disrupted], steps: {at_most: 1}}", "if the unit is disrupted and the unit has at most 1 "
     "step left"),
    ("{moved: half}", "if the unit has moved more than half its allowance"),
    ("{across: [river, canal]}", "across a river or canal"),
    ("{from: opposite}", "from opposite hexes"),
    ("{from: three-alternate}", "from three hexes with one between each two"),
    ("{from: {hexes: 4}}", "from 4 hexes"),
    ("{attackers: {any: {type: [tank]}}, defenders: {none: {type: [tank]}}}",
     "if at least one attacker is a tank unit and no defender is a tank unit"),
    ("{attackers: {all: {nationality: [usa]}}}", "if all attackers are US units"),
    ("{odds: {at_least: '3:1'}}", "if the odds are at least 3:1"),
    ("{nationalities: {at_least: 3}}", "if at least 3 nationalities attack"),
    (f"{{control: {RUHR}, at_least: 5}}",
     "if at least 5 of the Ruhr hexes are controlled by the Soviet side"),
    (f"{{control: {RUHR}, at_least: 1}}",
     "if at least one of the Ruhr hexes is controlled by the Soviet side"),
    (f"{{control: {RUHR}, at_least: all}}", "if all Ruhr hexes are controlled by the Soviet side"),
    ("{control: {side: nato}, more_than: 30}", "if more than 30 hexes are controlled by the NATO side"),
    ("{entered: {side: nato, hexes: {features: [city]}}}",
     "if at least one of the cities is entered or held by the NATO side"),
    (f"{{ever_taken: {RUHR}, less_than: 4}}",
     "if fewer than 4 of the Ruhr hexes have ever been taken by the Soviet side"),
    (f"{{roll: 2d6, less_than: {{ever_taken: {RUHR}}}}}",
     "if a roll of 2d6 is less than the number of Ruhr hexes ever taken by the Soviet side"),
    ("{roll: 1d6, at_least: 5}", "if a roll of 1d6 is at least 5"),
    ("{control: {side: soviet, hexes: {areas: [west-bank]}, connected: true, supplied: true}, at_least: 3}",
     "if at least 3 of the connected hexes in the area west bank that can be supplied are controlled by the "
     "Soviet side"),
    ("{count: {units: {side: [soviet]}, hexes: {features: [city]}}, at_least: 3}",
     "if at least 3 units of the Soviet side are in cities"),
    ("{count: {units: {type: [tank]}, by: step}, less_than: 10}",
     "if fewer than 10 steps of tank units are on the map"),
    ("{losses: {side: soviet, units: {type: [tank]}}, at_least: 4}",
     "if the Soviet side has lost at least 4 tank units"),
    ("{count: {units: {type: [tank]}}, at_least: 1}", "if at least 1 tank unit is on the map"),
    ("{losses: {side: nato, by: step}, more_than: 1}",
     "if the NATO side has lost more than 1 step of units"),
    ("{control: {side: nato}, at_least: 1}", "if at least 1 hex is controlled by the NATO side"),
    ("{points: soviet, at_least: 20}", "if the Soviet side has at least 20 victory points"),
    ("{lead: nato, at_least: 3, less_than: 8}", "if the NATO side leads by at least 3 and fewer than 8 "
     "victory "
     "points"),
    ("{asset: {id: air, side: nato}, at_least: 2}", "if the NATO side has at least 2 of air points left"),
    ("{roll: 1d6, at_least: 3, at_most: 3}", "if a roll of 1d6 is exactly 3"),
    ("{any: [{turn: 3}, {in_zone: enemy}]}", "if it is turn 3 or the unit is in an enemy zone of control"),
    ("{all: [{supplied: true}, {moved: not}]}", "if the unit is in supply and the unit has not moved"),
    ("{turn: [1, 3], not: {happened: [coup]}}",
     "on turns 1 to 3 unless the event The coup has happened"),
])
def test_situations(text: str, wished: str) -> None:
    assert SAY.situation(read(Situation, text)) == wished


@pytest.mark.parametrize(("text", "wished"), [
    ("{id: r, name: Across the river, when: {across: [river]}, who: each, effect: {attack: /2}}",
     "Across the river: each attacking unit is halved."),
    ("{id: r, when: {happened: [rain]}, effect: {die: -1}}",
     "1 is subtracted from the die roll if the event Rain has happened."),
    ("{id: r, name: Envelopment, when: {from: opposite}, effect: {shift: 1}}",
     "Envelopment: the odds shift 1 column to the right from opposite hexes."),
    ("{id: r, when: {supplied: false}, who: each, effect: {attack: /2, defence: /2}}",
     "Each attacking unit is halved and each defending unit is halved if the unit is out of supply."),
    ("{id: r, when: {turn: 1, across: [river]}, effect: {cost: 1}}",
     "The movement cost is 1 more on turn 1 across a river."),
    ("{id: r, effect: {allowance: x2}}", "The movement allowance is doubled."),
    ("{id: r, effect: {defence: =3, becomes: DR}}",
     "The defence strength is 3 and the result becomes DR."),
    ("{id: r, effect: {attack: none}}", "The attack strength counts for nothing."),
    ("{id: r, effect: {shift: -2}, text: Cities are hard to take}", "Cities are hard to take."),
    ("{id: r, who: all, when: {across: [river]}, effect: {shift: -1}}",
     "The odds shift 1 column to the left across a river, for all units of the side."),
    ("{id: r, when: {state: [reduced]}, effect: {zones: none}}",
     "The unit has no zone of control if the unit is reduced."),
])
def test_modifiers(text: str, wished: str) -> None:
    assert SAY.modifier(read(Modifier, text)) == wished


@pytest.mark.parametrize(("text", "wished"), [
    ("[]", "Nothing happens."),
    ("[{retreat: defender, by: winner}, {advance: must}]",
     "The defender retreats one hex, chosen by the winner; the attacker must advance."),
    ("[{lose: defender, steps: 1, per: unit}, {lose: attacker, steps: same}, {advance: may}]",
     "Each defending unit loses a step; the attacker loses as many; the attacker may advance."),
    ("[{eliminate: attacker}]", "All attacking units are eliminated."),
    ("[{eliminate: both}]", "All units of both sides are eliminated."),
    ("[{lose: attacker, steps: 2, per: side, by: enemy}]",
     "The attacker loses 2 steps, chosen by the enemy."),
    ("[{lose: defender, steps: all}]", "Each defending unit loses all steps."),
    ("[{lose_units: attacker, part: 1/2}]", "Half of the attacking units are eliminated, chosen by their "
     "owner."),
    ("[{retreat: both, hexes: 2}]", "Both sides retreat 2 hexes."),
    ("[{state: defender, set: disrupted}]", "The defender becomes disrupted."),
    ("[{advance: may, hexes: 2}]", "The attacker may advance up to 2 hexes."),
    ("[{advance: never}]", "The attacker does not advance."),
    ("[{choose: defender, of: [[{lose: defender}], [{retreat: defender}, {advance: may}]]}]",
     "The defender chooses: each defending unit loses a step, or the defender retreats one hex and the "
     "attacker "
     "may advance."),
    ("[{roll: weather}]", "A roll is made on the table Weather."),
    ("[{shift: -2}]", "The odds shift 2 columns to the left."),
    ("[{points: {soviet: 2}}]", "The Soviet side gets 2 victory points."),
    ("[{points: {nato: -1}}]", "The NATO side loses 1 victory point."),
    ("[{asset: {air: -2}}]", "The number of air points is 2 less."),
    ("[{control: {countries: [gdr]}, to: none}]", "Nobody controls the hexes in East Germany any more."),
    ("[{control: {hexes: '0305'}, to: nato}]", "Control of hex 0305 passes to the NATO side."),
    ("[{arrive: rain}]", "The units of the event Rain arrive."),
    ("[{remove: {nationality: [gdr]}}]", "All East German units leave the game."),
    ("[{release: {formation: [1-corps]}}]", "All units of the 1st Corps may move from now on."),
    ("[{event: coup}]", "The event The coup happens."),
    ("[{win: soviet}]", "The Soviet side wins at once."),
    ("[{win: draw}]", "The game ends in a draw."),
    ("[{note: Mind the gap.}]", "Mind the gap."),
    ("[{eliminate: defender, units: {type: [artillery]}, when: {turn: 1}}]",
     "All defending artillery units are eliminated on turn 1."),
])
def test_scripts(text: str, wished: str) -> None:
    result = read(ResultCode, f"{{id: X, name: X, does: {text}}}")
    assert SAY.script(result.does) == wished


def told(sentences: list[Sentence]) -> list[str]:
    return [str(s) for s in sentences]


@pytest.mark.parametrize(("kind", "name", "text", "wished"), [
    (Stacking, "stacking", "{free: {}}", [
        "At most 3 units may stand in a hex.", "The limit holds at the end of each move."]),
    (Stacking, "stacking", "{limit: 1, judged: always, excess: enemy-removes, rule: '7.1'}", [
        "At most 1 unit may stand in a hex [7.1].", "Air or marker units take no room [7.1].",
        "The limit holds at all times; the enemy removes any more [7.1]."]),
    (Stacking, "stacking", "{limit: 2, free: {}, weigh: {by: size, of: {division: 1, brigade: 1/2, regiment: "
     "1/2}}, at_most: [{units: {type: [artillery], nationality: [ussr]}}]}", [
         "At most 2 stacking points may stand in a hex: a division counts 1, a brigade or regiment "
         "counts 1/2, "
         "any other unit counts 1.",
         "At most 1 Soviet artillery unit may stand in a hex.",
         "The limit holds at the end of each move."]),
    (Stacking, "stacking", "{limit: 5/2, free: {}, weigh: {by: steps}, by_hex: [{hexes: {terrain: "
     "[mountain]}, "
     "limit: 1}], apart: [{units: {nationality: [ussr]}, from: {nationality: [gdr]}, passing: false}]}", [
         "Units of at most 2 1/2 steps together may stand in a hex.",
         "Soviet units never end in a hex with East German units; they do not pass through each other's "
         "hexes "
         "either.",
         "In mountain hexes the limit is 1.",
         "The limit holds at the end of each move."]),
    (Zones, "zones", "{}", [
        "Units have a zone of control in the six hexes around them.", "A unit that enters an enemy zone "
        "stops.",
        "A unit that starts in one leaves it freely.",
        "No unit goes from one enemy zone straight to another.",
        "They stop supply paths and retreats too, but not supply paths where a friendly unit stands."]),
    (Zones, "zones", "{kind: none}", ["There are no zones of control."]),
    (Zones, "zones", "{kind: contact, rule: '10.2', reach: {not_across: [river]}}", [
        "There are no zones of control; units that start next to an enemy do not move [10.2].",
        "Contact does not count across a river [10.2]."]),
    (Zones, "zones", "{kind: fluid, of: {not: {trait: [air]}}, blocks: [], reach: {not_features: [city], "
     "not_terrain: [mountain]}, heeded: [{units: {trait: [airborne]}, of: {trait: [airborne]}}]}", [
         "Units other than air units have a zone of control in the six hexes around them.",
         "It does not reach into mountain hexes or cities.",
         "Entering an enemy zone costs 1 movement point more.", "Leaving one costs 1 movement point more.",
         "Units go from one straight to another as they like.",
         "Airborne units heed only the zones of airborne units."]),
    (Zones, "zones", "{kind: locking, through: one-hex, lifted_by_friends: [move]}", [
        "Units have a zone of control in the six hexes around them.", "A unit that enters an enemy zone "
        "stops.",
        "A unit that starts in an enemy zone does not move.", "They stop supply paths and retreats too.",
        "A friendly unit in the hex lifts them for movement."]),
    (Movement, "movement", "{ground: feature, least: none}", [
        "In a hex with a feature only the cost of the feature counts.",
        "Along a road its cost counts in place of that of the hex and what lies on the hexside costs "
        "nothing.",
        "A unit that cannot pay for a hex does not enter it."]),
    (Movement, "movement", "{road: {replaces: half}, least: none}", [
        "In a hex with a feature the dearer of terrain and feature counts.",
        "Along a road a hex costs half and what lies on the hexside costs nothing.",
        "A unit that cannot pay for a hex does not enter it."]),
    (Exit, "exit", "{side: soviet, hexes: {edge: [west]}, points: 2}", [
        "Units of the Soviet side may leave the map from the hexes on the west edge of the map, for 2 "
        "victory "
        "points each."]),
    (Mode, "mode", "{id: road, name: Road march, allowance: x2, only: {roads: [road]}, never: {next_to: "
     "{side: "
     "[enemy]}}, needs: {supplied: true}, then_not: [combat], rule: '10.17'}", [
         "Road march: the movement allowance is doubled; only along main roads; never in hexes next to "
         "an enemy "
         "unit; the unit may not attack afterwards; if the unit is in supply [10.17]."]),
    (Mode, "mode", "{id: air-lift, units: {trait: [airborne]}, cost: 1, over: any, range: 8, quota: "
     "{a_turn: 2}}",
     ["Air lift, for airborne units: every hex costs 1 movement point; over any hex; at most 8 hexes; for at "
      "most 2 units a turn."]),
    (Mode, "mode", "{id: road, then_not: [combat], then_units: {trait: [artillery]}, arriving: true}", [
        "Road: artillery units may not attack afterwards; reinforcements may come by it too."]),
    (ClassCost, "cost", "{class: [foot, tracked], terrain: [forest], cost: 3}", [
        "Forest costs units of the movement class foot or tracked 3 movement points."]),
    (ClassCost, "cost", "{class: [foot], hexside: [river], cost: all}", [
        "River costs units of the movement class foot the whole allowance."]),
    (Combat, "combat", "{values: {attack: attack, defence: defence}}", [
        "Units attack with their attack and defend with their defence.", "Attacks are voluntary.",
        "Strengths are added first, then the sum is rounded down.",
        "Odds beyond the table count as its last column; then the shifts are made.",
        "Of terrain and feature the shift better for the defender counts.",
        "The shift of a hexside counts as soon as one unit attacks across it."]),
    (Combat, "combat", "{values: {attack: attack, defence: attack}, halve: each, least: 1, limit: "
     "result, must: "
     "all-in-zones, ends: {below: {odds: '1:1', result: AE}}, most_shift: 4, support: {asset: air}}", [
         "Units attack and defend with their attack.", "Every enemy in a zone of control must be attacked.",
         "The strength of each unit is rounded down, to 1 at least.",
         "Shifts are made on from the odds; what then lies beyond the table counts as its last column.",
         "The odds shift at most 4 columns either way.",
         "Attacks at less than 1:1, before shifts, are AE without a die.",
         "Of terrain and feature the shift better for the defender counts.",
         "The shift of a hexside counts as soon as one unit attacks across it.",
         "In each fight the attacker may use 1 and the defender 1 of air points, each for a shift of 1 "
         "column."]),
    (Combat, "combat", "{least: 1, halved_least: true}", [
         "Units attack and defend with their strength.", "Attacks are voluntary.",
         "Strengths are added first, then the sum is rounded down, to 1 at least.",
         "Odds beyond the table count as its last column; then the shifts are made.",
         "Of terrain and feature the shift better for the defender counts.",
         "The shift of a hexside counts as soon as one unit attacks across it.",
         "Units whose strength is lowered count 1 at least together, beside the others."]),
    (Retreat, "retreat", "{by: winner, into_zones: lose-step, prefer: [empty, room], static: stay}", [
        "The winner chooses the way of a retreat, unless a result says otherwise.",
        "A unit that retreats into an enemy zone of control loses a step.",
        "Chosen first are empty hexes, then hexes with room.",
        "A unit that cannot retreat is eliminated.", "A unit that never moves stays."]),
    (Advance, "advance", "{hexes: 2}", [
        "After combat attackers advance up to 2 hexes; zones of control do not hinder it."]),
    (UnitState, "state", "{id: d, name: Disrupted, effect: {attack: none}, may_not: [move]}", [
        "Disrupted: the attack strength of the unit counts for nothing; the unit may not move; it ends "
        "with its "
        "side's turn."]),
    (Supply, "supply", "{}", ["All units are always in supply."]),
    (Supply, "supply", "{sources: [{id: west, hexes: {edge: [west]}, for: {side: [nato]}}], paths: [{legs: "
     "[{length: 6, to: {features: [city], controlled_by: own}}, {length: 30, water: true}]}], zones: block, "
     "rule: '8.0'}", [
         "West: the hexes on the west edge of the map supply units of the NATO side, of which only hexes "
         "controlled by the own side work.",
         "Units are in supply by a path of at most 6 hexes to a city controlled by the own side, then a "
         "path of "
         "at most 30 hexes to a source of supply, over water too.",
         "Enemy zones of control stop a path [8.0].", "Supply is judged when a unit moves or fights [8.0].",
         "Units are in supply in the turn of their arrival [8.0].",
         "Out of supply: the attack strength of the unit is halved and the movement allowance is halved."]),
    (Arrivals, "arrivals", "{blocked: eliminated, moves: 'no'}", [
        "Units that cannot enter are eliminated.", "Their owner may let arriving units wait.",
        "They do not move on in that turn."]),
    (Pool, "pool", "{id: reserve, side: soviet, entry: [east-edge], number: {2: 2, 3: 3}, at_most: [{units: "
     "{type: [artillery]}}]}", [
         "Reserve: each turn the Soviet side brings in 2 from turn 2 on, 3 from turn 3 on; at most "
         "1 artillery unit a turn; entry: east edge."]),
    (Withdrawal, "withdrawal", "{units: {named: [usa/Rangers]}, turn: 4}", [
        "The US Rangers must leave the map at the beginning of their player turn of turn 4."]),
    (Release, "release", "{units: {formation: [1-corps]}, until: {any: [{turn: 3}, {in_zone: enemy}]}}", [
        "Units of the 1st Corps may not move until either it is turn 3 or the unit is in an enemy zone of "
        "control."]),
    (CallUp, "call_up", "{id: c, units: {type: [rangers]}, where: {features: [city]}, success: [2, 4, 6]}", [
        "Rangers units are called up in cities with a roll of 2, 4 or 6 on 1d6; after a failure they may try "
        "again next turn."]),
    (Rebuilding, "rebuilding", "{where: {features: [city]}, carry: true}", [
        "Restoring a reduced unit costs a step, rebuilding an eliminated one 1, in full strength 2.",
        "Eliminated units return in cities.", "Steps that are not used are kept."]),
    (Control, "control", "{kept_for: {features: [city]}, at_start: [{side: nato, hexes: {features: "
     "[ruhr]}}]}", [
        "A side controls a hex from when a unit of it was the last to enter.",
        "The control of cities is marked on the map.",
        "At the start the NATO side controls the Ruhr hexes."]),
    (Asset, "asset", "{id: air, name: Air points, side: nato, each_turn: {1: 2, 3: 4}, most: 10}", [
        "Air points, the NATO side: 2 a turn from turn 1 on, 4 a turn from turn 3 on; 10 at most; what "
        "is not "
        "used is lost."]),
    (Victory, "victory", "{points: [{for: control, hexes: {features: [town]}, worth: 3}, {for: elimination}, "
     "{for: elimination, units: {type: [tank]}, worth: 2, per: step}, {for: exit, side: soviet, worth: -1}], "
     "levels: [{id: decisive, lead: 8}, {id: marginal, lead: 3}], rule: '4.0'}", [
         "Each side gets 3 victory points for each town that it controls at the end [4.0].",
         "Each side gets 1 victory point for each unit that the enemy loses [4.0].",
         "Each side gets 2 victory points for each step of a tank unit that the enemy loses [4.0].",
         "The Soviet side loses 1 victory point for each unit that leaves the map [4.0].",
         "A lead of 8 victory points or more: decisive victory [4.0].",
         "A lead of 3 victory points or more: marginal victory [4.0].", "A smaller lead is a draw [4.0]."]),
    (Victory, "victory", f"{{conditions: [{{winner: soviet, when: {{control: {RUHR}, at_least: 5}}, "
     f"rule: '4.4'}}"
     ", {winner: nato, judged: at-once, when: {roll: 1d6, at_least: 6}, text: On a 6 NATO wins at once}], "
     "otherwise: nato}", [
         "The Soviet side wins at the end of the game if at least 5 of the Ruhr hexes are controlled by the "
         "Soviet side [4.4].", "On a 6 NATO wins at once.", "Otherwise the NATO side wins."]),
    (Sequence, "sequence", "{start: [{order: [nato, soviet], secret: true}]}", [
        "The sides set up in this order: the NATO side and the Soviet side, in secret."]),
    (Steps, "steps", "{usual: 3, names: [full, weak, broken]}", [
        "A unit has 3 steps unless it says otherwise; they are called full, weak and broken."]),
    (Phase, "phase", "{id: exploit, name: Exploitation}", []),
    (Phase, "phase", "{id: move, name: Exploitation, units: {class: [tracked]}, allowed: {not: {in_zone: "
     "enemy}}, allowance: /2, rule: '6.0'}", [
         "In the movement phase only units of the movement class tracked act unless the unit is in an "
         "enemy zone "
         "of control [6.0].", "In the movement phase the movement allowance is halved [6.0]."]),
    (Sequence, "sequence", "{turn: [{player_turn: soviet, phases: [move, fight], choose: [[move, fight], "
     "[fight, "
     "move]]}], first: {by: roll, tie: again}, extra: [{player_turn: soviet, id: x, units: {formation: "
     "[1-corps]}, phases: [move], before: soviet, when: {turn: [1, 3]}}]}", [
         "The Soviet side chooses its order: the movement phase, then the combat phase; or the combat phase, "
         "then the movement phase.",
         "Each turn both sides roll 1d6; the higher one goes first; if they are equal, they roll again.",
         "Units of the 1st Corps have an extra player turn of the Soviet side before that of the Soviet side "
         "with the movement phase on turns 1 to 3."]),
])
def test_blocks(kind: type[Any], name: str, text: str, wished: list[str]) -> None:
    assert told(getattr(TELL, name)(read(kind, text))) == wished


@pytest.mark.parametrize(("kind", "name", "text", "wished"), [
    (GameEvent, "event", "{id: rain, name: Rain, when: {roll: 1d6, at_least: 5}, once: false, judged: "
     "turn-start,"
     " does: [{points: {soviet: 1}}], rule: '6.0'}",
     "Rain (each time, at the beginning of a turn, if a roll of 1d6 is at least 5): the Soviet side gets 1 "
     "victory point [6.0]."),
    (GameEvent, "event", "{id: rain, name: Rain, text: It pours.}",
     "Rain (once, at the end of a turn): It pours."),
    (GameEvent, "event", "{id: rain, name: Rain, when: {turn: 2}, text: It pours., "
     "does: [{points: {soviet: 1}}]}",
     "Rain (once, at the end of a turn, on turn 2): It pours. The Soviet side gets 1 victory point."),
    (VictoryCondition, "condition", "{winner: nato, judged: at-once, when: {turn: 8}, "
     "text: The Rhine is crossed.}",
     "The NATO side wins at once: The Rhine is crossed."),
    (VictoryCondition, "condition", "{winner: nato, when: {turn: 8}, text: NATO wins with the Ruhr.}",
     "NATO wins with the Ruhr."),
    (VictoryPoints, "points", "{for: control, hexes: {features: [city]}, worth: 4, side: both, text: cities}",
     "Cities: each side gets 4 victory points for each city that it controls at the end."),
    (VictoryPoints, "points", "{for: control, side: both, text: A point for each hex.}",
     "A point for each hex."),
    (ResultCode, "result", "{id: DE, name: Gone, text: All are removed.}", "All are removed."),
    (ResultCode, "result", "{id: DE, name: Gone, does: [{eliminate: defender}], rule: '11.2'}",
     "All defending units are eliminated [11.2]."),
    (ResultCode, "result", "{id: NE, name: No effect}", "Nothing happens."),
    (VictoryCondition, "condition", "{winner: draw, judged: turn-end, when: {turn: 8}}",
     "The game is a draw at the end of a turn on turn 8."),
    (VictoryPoints, "points", "{for: control, judged: first, hexes: {features: [city]}, side: nato}",
     "The NATO side gets 1 victory point for each city, when it first takes it."),
])
def test_single_entries(kind: type[Any], name: str, text: str, wished: str) -> None:
    assert str(getattr(TELL, name)(read(kind, text))) == wished


def test_the_entry_of_a_pool_is_called_by_its_name() -> None:
    design = load("gsofg").design
    assert design is not None
    told = words_at(design, "ruleset", ("pools", 0))
    assert "; entry: Eastern edge in East Germany and Czechoslovakia" in told
    assert "east edge" not in told


@pytest.mark.parametrize(("table", "wished"), [
    (CombatTable("t", "T", ("1:1", "2:1")),
     "The columns are attack strength to defence strength; odds between two columns count as the lower one."),
    (CombatTable("t", "T", die="2d6"), "Roll 2 dice of 6 sides."),
    (CombatTable("t", "T", ("-1", "0"), die="1d10"),
     "The columns are attack strength less defence strength. Roll one die of 10 sides."),
    (CombatTable("t", "T", rows=(("A",), ("B",)), first_row=0, modifiers=(Modifier("m"),)),
     "Totals below 0 count as 0, those above 1 as 1."),
])
def test_what_the_columns_and_dice_of_a_table_are(table: CombatTable, wished: str) -> None:
    assert TELL.odds(table) == wished


def test_only_blocks_that_differ_are_told_unless_all_are_wanted() -> None:
    bare = Ruleset("x", "X", "")
    assert list(Sentences(bare).blocks(every=False)) == []
    zones = replace(bare, zones=Zones("none"))
    assert [title for title, _ in Sentences(zones).blocks(every=False)] == ["Zones of control"]
    two = dict(Sentences(replace(bare, stacking_limit=2)).blocks())
    assert two["Stacking"][0].text == "At most 2 units may stand in a hex."
    assert {"Stacking", "Supply", "Combat"} <= {title for title, _ in Sentences(bare).blocks()}


# -- every possible record -------------------------------------------------------------------------


REPRS = re.compile(r"None|[{}]|  |Fraction|<|\(\)|\bTrue\b|\bFalse\b|\w+\(\w+=|''|\s[.,;:]|\.\.")


def assert_plain(text: str) -> None:
    assert text[:1].upper() == text[:1], text
    assert text.endswith("."), text
    assert not REPRS.search(text), text


@given(rule_blocks())
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_possible_block_is_told_in_plain_sentences(blocks: dict[str, Any]) -> None:
    rules = replace(RULES, **blocks)
    sentences = [s for _, told in Sentences(rules).blocks() for s in told]
    sentences += Sentences(rules).victory(rules.victory)
    assert sentences
    for sentence in sentences:
        assert_plain(sentence.text)


@given(any_records(Modifier))
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_possible_modifier_is_a_plain_sentence(one: Modifier) -> None:
    assert_plain(SAY.modifier(one))


@given(any_records(ResultCode))
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_possible_result_is_a_plain_sentence(one: ResultCode) -> None:
    assert_plain(TELL.result(one).text)


@given(any_records(Situation))
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_possible_situation_is_plain(one: Situation) -> None:
    assert_plain(f"It holds {SAY.situation(one)}".strip() + ".")
    assert_plain(f"It holds if {SAY.clause(one)}.")


def test_a_level_is_told_by_its_name_and_a_plural_side_with_a_plural_verb() -> None:
    [soviet, *others] = RULES.sides
    rules = replace(RULES, sides=(replace(soviet, name="Tribes of the Erg"), *others), victory=read(
        Victory, "{levels: [{id: total, name: Utter ruin, lead: 9}]}"))
    one = read(VictoryCondition, f"{{winner: {soviet.id}, level: total, judged: at-once, when: {{turn: 8}}}}")
    assert str(Sentences(rules).condition(one)) == (
        "The Tribes of the Erg win (utter ruin) at once on turn 8.")
    tribes = replace(rules, sides=(replace(soviet, name="Tribes"), *others))
    assert Phrases(tribes).said_of(soviet.id, "wins") == "the Tribes win"


def test_a_level_named_like_a_sentence_has_no_article() -> None:
    levels = read(Victory, "{levels: [{id: theirs, name: The fen is theirs, lead: 8}]}")
    assert told(TELL.victory(levels)) == [
        "A lead of 8 victory points or more: the fen is theirs.", "A smaller lead is a draw."]


def test_what_happens_after_several_turns_without_supply_says_when() -> None:
    one = read(SupplyState, "{id: dying, name: Dying, after: 3, lose: 1}")
    assert told(TELL.supply_state(one)) == [
        "Dying (once judged without supply 3 times in a row): the unit loses a step every turn."]


def test_the_limit_of_a_stack_is_told_as_a_number_where_it_is_one() -> None:
    limits = {name: unit_limit(load(name).design.ruleset) for name in ("historical", "hollen", "gsofg")}
    assert limits == {"historical": 3, "hollen": 2, "gsofg": None}


def test_a_bound_that_is_a_plain_number_is_told_once() -> None:
    say = Phrases(RULES)
    asked, bounds = Number(points="own"), Comparison(at_least=Number(number=2))
    said = say.measured(asked, bounds, "2", lambda n: "2")
    assert said == "victory points of the own side: 2, needed 2"
