"""Random rulesets: for each block one of its choices, at random, on a small map with a few units."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

from hexgames import game_map, read, ruleset, scenario

from visegrad_editor.model.design import Design

UNITS = """
blue A foot 4/2 0202
blue B horse 3/1 0302
green C foot 5/2 0402
blue D gun 2/1 0301
blue R foot 4/2 turn 2 west
blue P foot 4/2 event reserve west
blue T foot 4/2 event coming west east
blue M foot 2/1
red X foot 4/2 0205
red Y horse 3/1 0304
red Z fort 3/2 0404
red V foot 4/2 0405
red S foot 4/2 turn 2 east
red N foot 2/1
"""
ROWS = ("..f...", ".m..f.", "......", "...f..", ".r..~.", "......")
MAP = """
places: [{hex: "0303", name: Mid, features: [town]}, {hex: "0105", name: East, features: [town]},
         {hex: "0501", name: West, features: [fortress]}]
hexsides: [{kind: river, sides: "0303/0304 0203/0204"}]
roads: [{kind: road, path: 0301-0302-0303-0304-0305}, {kind: rail, path: 0101-0102-0103}]
"""
MORE = """
turns: 3
entries: [{id: west, name: West, where: {hexes: ["0201", "0401"]}, pays: true},
          {id: east, name: East, where: {edge: east}, stops: true}]
"""
WORDS: dict[str, tuple[str, ...]] = {
    "units": (
        "{}", "{type: [foot]}", "{trait: [artillery]}", "{side: [red]}", "{side: [enemy]}",
            "{state: [reduced]}",
        "{nationality: [green]}", "{not: {type: [horse]}}", "{class: [wheels]}", "{size: [brigade]}"),
    "hexes": (
        "{}", "{features: [town]}", "{terrain: [forest]}", '{hexes: ["0303", "0304"]}', "{edge: west}",
        "{controlled_by: own}", "{controlled_by: enemy, features: [town]}", "{next_to: {side: [enemy]}}",
        "{within: {hexes: 1, of: {features: [town]}}}", "{within: {hexes: 2, units: {side: [own]}}}",
        "{occupied_by: {side: [own]}}", "{not: {terrain: [forest]}}", "{controlled_by: none}"),
    "when": (
        "{}", "{turn: [1, 2]}", "{units: @units}", "{hexes: @hexes}", "{moved: not}", "{moved: half}",
            "{moved: any}",
        "{state: [reduced]}", "{across: [river]}", "{steps: {at_most: 1}}", "{player_turn: [blue]}",
        "{player_turn: [own]}", "{not: {turn: 1}}", "{any: [{turn: 1}, {units: @units}]}",
        "{all: [{turn: [1, 3]}, {hexes: @hexes}]}", "{happened: [storm]}", "{phase: [combat]}",
        "{count: {units: {side: [own]}, hexes: @hexes}, at_least: 2}",
            "{control: {hexes: @hexes}, at_least: all}"),
    "fight": (
        "@when", "@when", "{from: opposite}", "{from: {hexes: 2}}", "{from: three-alternate}",
            "{supplied: false}",
        "{in_zone: enemy}", "{attackers: {any: @units}}", "{defenders: {none: @units}}",
            "{attackers: {all: @units}}",
        "{nationalities: {at_least: 2}}", '{odds: {at_least: "2:1"}}'),
    "amount": ('"/2"', "x2", "1", "-1", '"=3"', "none"),
    "who": ("any", "all", "each"), "yes": ("true", "false"), "party": ("attacker", "defender", "both"),
    "side": ("blue", "red"), "group": ("{}", "{}", "{group: g}"),
    "effect": (
        "{eliminate: @party}", "{lose: @party, steps: 1, per: side, by: @by}",
            "{lose: @party, steps: 2, units: @units}",
        "{lose: @party, steps: same}", "{lose: @party, steps: all, when: @fight}",
            "{lose_units: @party, part: 1/3}",
        "{lose_units: @party, units: @units}", "{retreat: @party, by: @by}", "{retreat: @party, hexes: 2}",
        "{state: @party, set: shaken}", "{advance: may}", "{advance: must}",
        "{advance: may, hexes: 2, units: @units}",
        "{choose: attacker, of: [[{lose: @party}, @plain], [{retreat: @party}]]}",
        "{choose: defender, of: [[@plain], [{eliminate: @party, units: @units}, {advance: may}]]}", "@plain"),
    "by": ("owner", "enemy", "attacker", "winner"),
    "plain": (
        "{points: {blue: 1}}", "{asset: {air-blue: 1}}", "{control: @hexes, to: blue}",
            "{control: @hexes, to: none}",
        "{remove: {named: [red/V]}}", "{release: @units}", "{event: storm}", "{arrive: coming}",
            "{arrive: reserve}",
        "{note: A note.}", "{roll: weather}"),
    "code": ("NE", "AE", "AR", "DR", "DE", "EX", "S", "T"),
    "phases": (
        "[move, combat]", "[combat, move]", "[arrive, replace, move, combat]",
            "[call-up, move, combat, exploit]",
        "[supply, withdraw, move, combat, rally]", "[fire, move, combat]"),
}
"""What an @word of a choice stands for."""
CHOICES: dict[str, tuple[str, ...]] = {
    "sequence/turn": (
        "[{player_turn: blue, phases: @phases}, {player_turn: red, phases: @phases}, {kind: check, id: end}]",
        "[{kind: roll, id: sky, table: weather}, {player_turn: red, choose: [[move, combat], [combat, "
        "move]]},"
        " {kind: supply}, {player_turn: blue, phases: @phases, when: {turn: [1, 2]}}]"),
    "sequence/extra": (
        "[{id: e, player_turn: red, units: {type: [horse]}, phases: [move, combat], before: @side, "
        "when: {turn: 2}}]",),
    "sequence/first": (
        "{by: roll, tie: again}", "{by: initiative, tie: last-first, roll: 2d6, modifiers: "
        "[{id: i, when: {player_turn: [own]}, effect: {die: 1}}]}"),
    "phases": (
        "[{id: exploit, name: Exploit, kind: exploit, allowance: '/2', units: @units, allowed: @when},"
        " {id: combat, name: Combat, kind: combat, modifiers: [{id: p, when: @fight, "
        "effect: {attack: @amount}}]}]",),
    "steps/usual": ("1", "3"),
    "movement/classes": ("[{id: feet}, {id: wheels}]",),
    "movement/costs": (
        "[{class: [wheels], terrain: [forest], cost: prohibited}, {hexside: [river], cost: all}]",
        "[{hexside: [river], cost: prohibited}, {road: [road], cost: 1}]", "[{terrain: [rock], cost: 3}]"),
    "movement/ground": ("feature", "sum"),
    "movement/least": ("none",),
    "movement/road": ("{replaces: nothing}", "{lifts: nothing}", "{replaces: half}"),
    "movement/stops": ("@hexes",),
    "movement/may_not": ("@when",),
    "movement/off_map": ("[{side: @side, hexes: {edge: east}, points: 2}]",),
    "movement/modes": (
        "[{id: march, only: {roads: [road]}, allowance: x2, never: @hexes, then_not: [combat]}]",
        "[{id: fly, over: any, cost: 1, range: 3, allowance: none, units: @units, quota: {a_turn: 1, "
        "by: step}}]",
        "[{id: rail, allowance: none, start_and_end: @hexes, not_end: @hexes, needs: @when, "
        "ignores_zones: @yes,"
        " quota: {a_turn: 2, by: weight}}]"),
    "movement/modifiers": (
        "[{id: a, when: @when, effect: {cost: @amount}}, {id: b, when: @when, effect: {allowance: @amount}}]",
        "[{id: a, group: g, when: @when, effect: {cost: 1}}, {id: b, group: g, when: @when, "
        "effect: {cost: x2}}]"),
    "zones/kind": ("rigid", "semi-rigid", "fluid", "locking", "contact", "rigid"),
    "zones/enter": ("stop", "free", "cost 2"), "zones/leave": ("free", "never", "cost 1"),
    "zones/through": ("never", "one-hex", "free", "cost 1"), "zones/start": ("free", "held"),
    "zones/of": ("@units",), "zones/on": ("@units",), "zones/heeded": ("[{units: @units, of: @units}]",),
    "zones/reach": ("{not_terrain: [forest], not_across: [river]}", "{not_features: [town]}"),
    "zones/lifted_by_friends": ("[move, retreat, arrive]", "[]"),
    "zones/blocks": ("[supply, retreat, arrive, replace, modes]", "[]"),
    "zones/modifiers": ("[{id: z, when: {state: [reduced]}, effect: {zones: none}}]",),
    "stacking/limit": ("1", "2", "3/2"),
    "stacking/weigh": ("{by: size, of: {battalion: 1/2}}", "{by: steps}", "{by: type, of: {horse: 1/2}}"),
    "stacking/free": ("@units",), "stacking/at_most": ("[{units: @units, number: 1}]",),
    "stacking/apart": ("[{units: {nationality: [green]}, from: {nationality: [blue]}, passing: @yes}]",),
    "stacking/by_hex": ("[{hexes: @hexes, limit: 1}]", "[{hexes: @hexes, limit: 3}]"),
    "stacking/judged": ("end-of-phase", "always"), "stacking/excess": ("owner-removes", "enemy-removes"),
    "combat/halve": ("each",), "combat/round": ("up", "nearest"), "combat/least": ("1",),
    "combat/limit": ("result",), "combat/must": ("all-in-zones",), "combat/who": ("@units",),
    "combat/ends": ('{below: {odds: "1:2", result: AE}}', '{below: {odds: "1:1", result: refuse}}'),
    "combat/join": ("{units: @units, range: 2, alone: @yes}", "{units: @units, never_more_than: adjacent}"),
    "combat/not_across": ("[river]",), "combat/may_not": ("@when",), "combat/call_off": ("true",),
    "combat/without_strength": ("true",),
    "combat/strengths": (
        "[{id: a, who: @who, when: @fight, effect: {attack: @amount}},"
        " {id: b, who: @who, when: @fight, effect: {defence: @amount}}]",),
    "combat/shifts": (
        "[{id: a, who: @who, when: @fight, effect: {shift: 1}, group: g}, {id: b, when: @fight, "
        "group: g, effect: "
        "{shift: -2}}, {id: c, when: @fight, effect: {becomes: DR}}]",),
    "combat/most_shift": ("1",), "combat/group_takes": ("greatest", "first"),
    "combat/side_shifts": ("all", "none"), "combat/ground_shift": ("sum", "feature"),
    "combat/table": ("[{use: other, when: @fight, choice: attacker}, {use: combat}]",
                     "[{use: other, when: @fight}, {use: combat}]",
                     "[{use: other, when: @fight, choice: defender}, {use: combat}]"),
    "combat/becomes": ("[{result: DR, when: @fight, to: EX}]",),
    "combat/support": ("{asset: air, attacker: 2}",),
    "retreat/by": ("attacker", "winner"), "retreat/into_zones": ("lose-step", "free"),
    "retreat/friends_lift": ("true",), "retreat/stacking": ("ignore",), "retreat/blocked": ("lose-step",),
    "retreat/prefer": ("[empty]", "[room, away]"), "retreat/static": ("eliminate", "stay"),
    "retreat/passive": ("true",),
    "advance/units": ("@units",), "advance/ignores_zones": ("false",), "advance/hexes": ("2", "3"),
    "supply": (
        "{sources: [{id: w, for: {side: [blue]}, hexes: {edge: west}, repaired: {after: 1d6}},"
        " {id: e, for: {side: [red]}, hexes: {edge: east}}], zones: block, judged: end-of-own-move}",
        "{sources: [{id: w, hexes: @hexes}], judged: turn-start, arriving: false, free: @units,"
        " states: [{id: out, effect: {attack: '/2', allowance: '/2'}}, {id: far, after: 2, lose: all}]}",
        "{sources: [{id: w, hexes: {features: [town]}}], judged: own-turn-start, zones: ignore, paths: "
        "[{for: @units, legs: [{length: 2, to: @hexes}, {length: 3, roads: [road]}]}, "
        "{legs: [{length: 4}]}]}",
        "{sources: [{id: w, hexes: {features: [town]}}], paths: [{legs: [{length: 4, points: true}, "
        "{water: true}]}],"
        " states: [{id: out, may_not: [combat], lose: 1, after: 2}]}"),
    "arrivals/blocked": ("eliminated",), "arrivals/delay": ("must-enter",), "arrivals/moves": ("no", "all"),
    "pools": ("[{id: reserve, side: blue, entry: [west, east], number: {2: 1}, "
    "at_most: [{units: @units}]}]",),
    "withdrawals": ("[{units: {named: [blue/B]}, turn: 2}]",),
    "releases": ("[{units: {named: [red/Y, red/V]}, until: @when}]",),
    "call_ups": ("[{id: militia, units: {named: [blue/M, red/N]}, where: @hexes, again: @yes}]",),
    "rebuilding": ("{carry: true, where: @hexes, needs: @when}", "{where: @hexes}"),
    "replacements": ("[{turn: 1, side: blue, steps: 2}, {turn: 2, side: red, steps: 3, "
    "}]",),
    "control": ("{by: stand}", "{units: @units}", "{at_start: [{side: red, hexes: @hexes}]}"),
    "events": (
        "[{id: storm, name: Storm, when: @when, judged: at-once, does: [@plain]},"
        " {id: coming, name: Coming, when: {turn: 2}, judged: turn-start, once: false, does: [@plain, "
        "{roll: weather}]}]",
        "[{id: storm, name: Storm, when: {roll: 1d6, at_least: 4}, does: [@plain, @plain]}]"),
    "victory/points": (
        "[{for: control, hexes: @hexes, worth: 2, judged: each-turn}, {for: exit, per: step}, "
        "{for: survival}]",
        "[{for: control, hexes: @hexes, judged: first}, {for: elimination, units: @units, per: strength}]"),
    "victory/levels": ("[{id: decisive, lead: 8}, {id: marginal, lead: 3}]",),
    "victory/conditions": (
        "[{winner: @side, judged: at-once, when: {entered: {side: own, hexes: {edge: east}}, at_least: 2}}]",
        "[{winner: @side, judged: turn-end, when: {losses: {side: enemy}, at_least: 2}}]",
        "[{winner: @side, when: {roll: 2d6, less_than: {ever_taken: {hexes: {edge: east}}}}}]",
        "[{winner: draw, judged: turn-end, when: {lead: blue, at_least: 9}}]"),
    "victory/otherwise": ("blue",),
}
"""For each place in a ruleset, the texts of which one may stand there."""
TABLES: Sequence[tuple[str, str, range]] = (
    ("ratio", '"1:2", "1:1", "2:1", "3:1"', range(1, 7)), ("percent", '"50%", "100%", "200%"', range(2, 13)),
    ("difference", '"-2", "0", "2"', range(1, 7)), ("fire", '"1", "5"', range(1, 11)),
    ("none", "Result", range(1, 7)))
BASE = """
unit_types: [{id: gun, class: wheels}]
assets: [{id: air-blue, name: Air, side: blue, at_start: 2, each_turn: {1: 1}, most: 3},
         {id: air-red, name: Air, side: red, at_start: 1}]
states: [{id: shaken, name: Shaken, effect: {attack: /2, defence: /2}}]
"""


def any_design(seed: int) -> Design:
    """The design of a seed."""
    random = Random(seed)
    data: dict[str, Any] = {}
    for place, texts in CHOICES.items():
        if random.random() < 0.4:
            block, _, key = place.partition("/")
            value = read(_filled(random.choice(texts), random))
            if key:
                data.setdefault(block, {})[key] = value
            else:
                data[block] = value
    if "class" in str(data):
        data.setdefault("movement", {}).setdefault("classes", read("[{id: feet}, {id: wheels}]"))
    return Design(ruleset(BASE, _results(random, data), json.dumps(data)), game_map(ROWS, MAP),
        scenario(UNITS, MORE))


def _filled(text: str, random: Random) -> str:
    """A text in which each @word is replaced by one of the texts that it stands for."""
    while "@" in text:
        text = re.sub(r"@([a-z]+)", lambda m: random.choice(WORDS[m[1]]), text)
    return text


def _results(random: Random, data: dict[str, Any]) -> str:
    """Tables and results."""
    kind, heads, totals = random.choice(TABLES)
    if kind in ("difference", "fire"):
        data.get("combat", {}).pop("ends", None)
    die = {6: "1d6", 12: "2d6", 10: "1d10"}[totals[-1]]
    columns = heads.count(",") + 1
    rows = ", ".join(
        f"{n}: [{', '.join(random.choice(WORDS['code']) for _ in range(columns))}]" for n in totals)
    text = """
tables:
  - {id: combat, odds: KIND, die: DIE, columns: [HEADS], rows: {ROWS},
     modifiers: [{id: m, when: @fight, who: @who, effect: {die: 1}}]}
  - {id: other, name: Other, columns: [Result], rows: {1: [@code], 2: [@code], 3: [@code], 4: [@code],
  5: [@code], 6: [@code]}}
  - {id: weather, name: Weather, columns: [Result], rows: {1: [SUN], 2: [SUN], 3: [RAIN], 4: [RAIN],
  5: [RAIN], 6: [RAIN]}}
results:
  - {id: EX, name: Exchange, does: [{lose: defender}, {lose: attacker, steps: same}, {advance: may}]}
  - {id: S, name: Some, does: [@effect, @effect]}
  - {id: T, name: Two, does: [@effect, @effect, {advance: may}]}
  - {id: SUN, name: Sun}
  - {id: RAIN, name: Rain, does: [{event: storm}]}
"""
    return _filled(text, random).replace("KIND", kind).replace("DIE", die).replace("HEADS",
        heads).replace("ROWS", rows)
