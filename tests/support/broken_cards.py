"""For each problem that a card can have, a change of the small card that has it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cards import TEXT, replaced

from visegrad_editor.desk.card import Card
from visegrad_editor.model.files.codec import record_of
from visegrad_editor.model.files.yaml_reader import read_file, read_yaml

_TABLES = Path(__file__).parents[1] / "desk"
CASES: dict[str, Any] = read_file(_TABLES / "checks_cases.yaml").data
"""By the id of a check, changes with which it finds something and with which it does not."""
MORE: dict[str, Any] = read_file(_TABLES / "checks_more_cases.yaml").data

NEED = "{control: {set: lane, as: hex, least: 2}}"
LINE = "  - {id: line, side: german, arrives: start, where: {boards: [\"902\"]}"
PUSH = "    arrives: {turn: 1, half: first}   # at dawn\n"
PLACE = "    where: {edge: 901A}\n"
FORCES = "    forces:\n      - {count: 9, kind: british/4-5-7}\n"

FAULTS = [
    ("unknown-hex", "902M4, 902N4", "902M4, 902N14", "902N14 does not exist: the hexes of column N"),
    ("unknown-hex", "902M4, 902N4", "902M4, N4", "N4 is on several boards; write 901N4"),
    ("unknown-hex", "902M4, 902N4", "902M4, 903N4", "There is no board 903."),
    ("half-hex", "902M4, 902N4", "902M4, 902N0", "902N0 is only half a hex"),
    ("empty", "{hexes: [902M4, 902N4, 902O5]}", "{hexes: []}", "The set lane has nothing in it."),
    ("unknown-edge", "edge: 901A", "edge: 903A", "903A is no edge: There is no board 903."),
    ("unknown-edge", "edge: 901A", "edge: sout", "sout is no edge"),
    ("unknown-board", 'boards: ["902"]}', 'boards: ["92"]}', "There is no board 92."),
    ("unknown-hex", PLACE, "    where: {hexes_between: [901A1, 902B3]}\n", "on two boards"),
    ("unknown-hex", PLACE, "    where: {within: {of: 901A11, hexes: 2}}\n", "901A11 does not exist"),
    ("unknown-hex", PLACE, "    where: {boards: [\"901\"], excluding: 901B77}\n", "901B77 does not exist"),
    ("not-checked", PLACE, "    where: {buildings: [mill]}\n", "mill: not checked"),
    ("twice", '{id: "902", at: [0, 1]', '{id: "901", at: [0, 1]', 'There are two boards "901"'),
    ("overlap", "at: [0, 1]", "at: [0, 0.5]", "The boards 901 and 902 lie on each other"),
    ("board", "at: [0, 1]", "at: [0.2, 1]", "even number of columns away"),
    ("board", "turned: 180}", "uses: {columns: P-A}}", "P-A are none of them"),
    ("unknown-side", "sets_up: german", "sets_up: germn", "Did you mean `german`?"),
    ("unknown-side", "moves: british", "moves: polish", "`first.moves` names the side"),
    ("unknown-side", "side: british\n", "side: brtish\n", "The group push names the side"),
    ("unknown-side", "turns: {", "ties: germn\nturns: {", "`ties` is"),
    ("unknown-side", "turns: {", "country: {germn: enemy}\nturns: {", "`country` names the side"),
    ("unknown-side", "turns: {", "secret: {germn: a.yaml}\nturns: {", "`secret` names the side"),
    ("roles", "role: attacker", "role: defender", "Both sides are defenders"),
    ("date", "day: 3", "day: 31", "Month 9 has no day 31."),
    ("twice", "id: push", "id: line", 'There are two groups "line"'),
    ("after-the-end", "turn: 1, half: first", "turn: 8, half: first", "The group push never arrives"),
    ("after-the-end", "turn: 1, half: first", "turn: 7, half: second", "The group push never arrives"),
    ("arrival", "turn: 1, half: first", "turn: 1, half: second", "in which german moves"),
    ("arrival", "turn: 1, half: first", "turn: 1, as: glider", "it needs `glider`"),
    ("arrival", "turn: 1, half: first", "as: foot", "does not say on which turn"),
    ("arrival", "turn: 1, half: first", "turn: 1, as: air", "leave `turn` out"),
    ("arrival", PUSH, f"{PUSH}    air: {{asn_exponent: 2}}\n", "write `as: air`"),
    ("no-place", PLACE, "", "The group push does not say where it arrives"),
    ("empty", FORCES, "", "The group push has nothing in it"),
    ("loads", PUSH,
     "    arrives: {turn: 1, as: glider}\n    glider: {count: 1, nation: british, loads: [[], []]}\n",
     "has 1 gliders and 2 loads"),
    ("unknown-hex", PUSH,
     "    arrives: {turn: 1, as: convoy}\n    convoy: {order: [british/truck], entry: 901A0}\n",
     "901A0 does not exist"),
    ("unknown-set", "set: lane", "set: lan", "Did you mean `lane`?"),
    ("unknown-set", NEED, "{exit_vp: {area: out, least: 2}}", 'names the set "out"'),
    ("unknown-set", NEED, "{not: {present: {side: german, set: out}}}", 'names the set "out"'),
    ("unknown-side", NEED, "{control: {set: lane, more_than: polish}}", "`more_than` names the side"),
    ("unknown-side", NEED, "{cvp: {of: polish, least: 2}}", "`of` names the side"),
    ("unknown-group", NEED, "{eliminated: {group: lin}}", "Did you mean `line`?"),
    ("threshold", "least: 2}}}", "least: 4}}}", "has 3 hexes, so nobody can control 4"),
    ("threshold", ", least: 2}}}", "}}}", "`control` does not say how much"),
    ("threshold", "least: 2}}}", "least: 2, any: true}}}", "in several ways: `least` and `any`"),
    ("threshold", NEED, "{cvp: {of: german}}", "`cvp` does not say how much"),
    ("condition", NEED, "{fact: a, cvp: {of: german, least: 1}}", "this one has `cvp` and `fact`"),
    ("condition", NEED, "{all: [{fact: a}, {fact: b, present: {side: german, set: lane}}]}", "has one key"),
    ("condition", f", need: {NEED}", "", "needs either `need` or `avoid`"),
    ("condition", f"need: {NEED}", "avoid: german", "nobody says how"),
    ("condition", "avoid: british", "avoid: german", "german cannot win by preventing itself"),
    ("condition", "avoid: british", "avoid: british, need: {fact: a}", "keep one"),
    ("after-the-end", "when: end", "when: [3, 9]", "The card has no turn 9; its last one is 7."),
    ("after-the-end", NEED, "{exit_vp: {area: lane, least: 2, turns: 5-9}}", "5-9 are no turns of the card"),
    ("no-victory", TEXT[TEXT.index("victory:"):], "victory: []\n", "does not say how anyone wins"),
    ("no-condition", NEED, "{fact: say here what must hold}", "Choose of what kind it is"),
    ("no-condition", NEED, "{all: [{fact: b}, {fact: say here what must hold}]}", "write in `fact`"),
    ("unused", NEED, "{fact: a}", "The set lane is in no victory condition."),
    ("unknown-hex", "sets: {wind: {", "sets: {trip_flare_hexes: [901A77], wind: {", "901A77 does not exist"),
    ("unknown-hex", "sets: {wind: {", "sets: {barrages: [{side: german, centre: 901A77}], wind: {",
     "901A77 does not exist"),
    ("unknown-side", "sets: {wind: {", "sets: {barrages: [{side: polish}], wind: {",
     "`barrages` names the side"),
    ("unknown-hex", PUSH,
     "    arrives: {turn: 1, as: drop}\n    drop: {wings: [{sticks: 5, point: 901A77}]}\n",
     "901A77 does not exist"),
    ("arrival", PUSH, "    arrives: {turn: 1, as: column}\n    column: {stacks: [[british/4-5-7]]}\n",
     "does not say where it arrives; give it `entry`"),
    ("arrival", PUSH, "    arrives: start\n    convoy: {order: [british/truck], hexes: [901C5, 901C6]}\n",
     "has 1 in its order and 2 in `hexes`"),
    ("arrival", PUSH,
     "    arrives: start\n    convoy: {order: [british/truck], hexes: [901C5], entry: 901A5}\n",
     "so its convoy has no `entry`"),
    ("arrival", PUSH,
     "    arrives: {turn: 1, as: foot}\n    column: {stacks: [[british/4-5-7]], entry: 901A5}\n",
     "write `as: column`"),
    ("wind", "direction: 3", "direction: 3}}}\n  - {sets: {wind: {force: heavy", "A wind has a direction"),
    ("wind", "force: mild", "force: none", "leave `direction` out"),
    ("unknown-group", "sets: {wind: {", "sets: {ski: [lines], wind: {", "`ski` names the group"),
    ("unknown-side", "sets: {wind: {", "sets: {ir: [polish], wind: {", "`ir` names the side"),
    ("unknown-side", "sets: {wind: {", "sets: {trip_flares: {polish: 2}, wind: {", "`trip_flares` names"),
    ("kind", "sets: {wind: {", "sets: {assault_fire: [4-6-7], wind: {", "does not say its nation"),
    ("empty", "ssr:\n", "ssr:\n  - {}\n", "Special rule 1 says nothing"),
]
"""What does not fit together: the code of the problem, what is replaced by what, and words of the message."""


def changed(changes: dict[str, Any]) -> dict[str, Any]:
    """The data of the small card with what stands at some paths replaced, or taken away by None."""
    data = copy.deepcopy(read_yaml(TEXT).data)
    for path, value in changes.items():
        *way, last = [int(p) if p.isdecimal() else p for p in path.split(".")]
        at: Any = data
        for step in way:
            at = at[step]
        if value is None:
            del at[last]
        elif isinstance(at, list) and last == len(at):
            at.append(value)
        else:
            at[last] = value
    return data


def broken_cards() -> Iterator[Card]:
    """A card for each fault of form, and for each check one in which it finds something."""
    for _, old, new, _ in FAULTS:
        yield record_of(Card).read(read_yaml(replaced((old, new))).data)
    for one in CASES.values():
        yield record_of(Card).read(changed(one["fails"]))
