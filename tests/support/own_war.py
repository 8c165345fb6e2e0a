"""A war of its own files: scenario, map and ruleset, each a variant of a bundled one."""

from __future__ import annotations

from pathlib import Path

RULESET = """\
format: 2
kind: ruleset
name: own-rules
title: Own rules
extends: visegrad4
terrain:
  - {id: mountain, cost: 5}
  - {id: swamp-forest, name: Swamp forest, cost: 4, pattern: forest}
"""
MAP = """\
format: 2
kind: map
name: own-map
title: Own map
extends: visegrad4
ruleset: own-rules.yaml
change:
  terrain: {mountain: "2016 2017"}
places:
  - {hex: "1616", name: Suwalki}
labels:
  - {text: Front, hex: "2119"}
"""
SCENARIO = """\
format: 2
kind: scenario
name: mine
title: Mine
extends: historical
ruleset: own-rules.yaml
map: own-map.yaml
turns: 8
options: {us_entry: turn-3}
change:
  - {unit: poland/2nd Mechanized, values: [8, 3], setup: "2118"}
  - {unit: poland/6th Airborne, reinforcement: {turn: 3, entry: polish-cities}}
remove: [poland/12th Mechanized, poland/21st Rifles]
units:
  - {name: 99th Armored, nationality: poland, type: armored, values: [6, 3], setup: "2119"}
"""


def write_own_war(folder: Path) -> Path:
    """Write the three files into a folder; the path of the scenario."""
    for name, text in (("own-rules", RULESET), ("own-map", MAP), ("mine", SCENARIO)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder / "mine.yaml"
