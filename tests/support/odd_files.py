"""Hand-written texts of a scenario and a map, unusual in many ways, and changes written into them."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from visegrad_editor.model.files.file_problems import FileProblems
from visegrad_editor.model.files.map_file import map_from_data
from visegrad_editor.model.files.scenario_file import scenario_from_data
from visegrad_editor.model.files.schema import check_schema
from visegrad_editor.model.files.sources import Document
from visegrad_editor.model.files.yaml_reader import Reading, read_yaml
from visegrad_editor.model.files.yaml_writer import changed_text
from visegrad_editor.model.scenario import Scenario, Setup
from visegrad_editor.model.where import Where

# In the style of a designer who has never seen the house style.
ODD = """\
# My war
kind: scenario   # order is mine
format: 2
title: 'Odd'
name:   odd
map: "m"
ruleset: r

turns:   4     # short
options: {  a: b  }   # one
entries:
- {id: north, name: "North", where: {hexes: "0601 0602"}}   # up there
- id: south
  name: South

  where:
    countries:
    - poland

# ---- the armies ----

units:

# Poland
-   name: 1st
    type: armored
    nationality: poland
    values: [6, 3]      # a guess
    setup: 0601
-
    name: 2nd
    nationality: poland
    type: armored
    values: ["4", 2]
    setup:
        hexes: [0601, "0602"]
        alone: true
# held back
- {nationality: poland, name: 3rd, type: cas, reinforcement: {turn: 2, entry: north, also: [south]}}

# Russia
- name: 1st
  nationality: russia
  type: armored
  values: [9, 4]
  notes: |-
    A literal
    text
  setup: {areas: [a, b], excluding: ["0601"]}
- name: 2nd
  nationality: russia
  type: armored
  values: [8, 4]
  setup: 0603
special_rules:
- "One: first"
- >-
  A long rule that is
  folded
# the end
"""
ODD_MAP = """\
format: 2
kind: map
name: m
title: M
ruleset: r
grid: {orientation: pointy, columns: 6, rows: 4, stagger: odd, numbering: {order: row-first,
  row: {start: 6, direction: down}, column: {start: 1, direction: right}}}
terrain:
    legend:
        .: clear
        M: "mountain"   # high
    rows: ["......", "..MM..",
           "......", "......"]
hexsides:
  # the great river
  - {kind: river, name: Great, sides: 0602/0601 0602/0702
      0602/0701}
  - kind: river
    name: Small
    sides:
      - 0801/0802
      - 0801/0901
roads:
  - kind: highway
    path: 0601 0602 0603
  - {kind: track, path: 0901-0902-0903}
places:
  - hex: 0601
    name: Mid
    features: city
  - {hex: 0702, name: High, features: [capital, port]}
areas:
- {id: a, name: A, hexes: [0601, 0602]}
- {id: b, name: B, hexes: 0701 0702}
"""


def read(kind: str, text: str) -> tuple[Reading, Document]:
    reading = read_yaml(text)
    assert check_schema(kind, reading, "") == ()
    problems = FileProblems("", reading)
    document = (map_from_data if kind == "map" else scenario_from_data)(reading.data, problems)
    assert document is not None, problems.problems
    return reading, document


def parse(kind: str, text: str) -> Document:
    return read(kind, text)[1]


def diff(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines removed and the lines added."""
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    return [s[2:] for s in lines if s[:2] == "- "], [s[2:] for s in lines if s[:2] == "+ "]


def change(text: str, kind: str, edit: Callable[[Any], Any]) -> str:
    """The text after an edit of its document, checked to match it exactly."""
    reading, document = read(kind, text)
    new = edit(document)
    out = changed_text(reading, document, new)
    assert parse(kind, out) == new
    return out


def with_unit(key: str, **values: Any) -> Callable[[Scenario], Scenario]:
    return lambda s: replace(s, units=tuple(replace(u, **values) if u.key == key else u for u in s.units))


def without(*keys: str) -> Callable[[Scenario], Scenario]:
    return lambda s: replace(s, units=tuple(u for u in s.units if u.key not in keys))


def at(*hexes: str) -> Setup:
    return Setup(Where(hexes=hexes))


VARIANTS = {
    "as it is": lambda t: t,
    "windows": lambda t: t.replace("\n", "\r\n"),
    "no last line end": lambda t: t.rstrip("\n"),
    "byte order mark": lambda t: "\ufeff" + t,
    "blanks at line ends": lambda t: t.replace("\n", "  \n").replace("|-  ", "|-"),
}
