"""A card that has nearly everything a card can have, for what is printed of it."""

from __future__ import annotations

from visegrad_editor.desk.card import Card
from visegrad_editor.desk.card_file import card_of
from visegrad_editor.model.files.yaml_reader import read_yaml

TEXT = """\
format: 1
kind: card
name: long-road
title: The Long Road
date: {year: 1944, month: 12}
place: a made-up valley
theatre: europe
country: {american: friendly, german: enemy}
own_territory: [german]
dyo: true
boards:
  - {id: "901"}
  - {id: "902", at: [0, 1], turned: 180, uses: {columns: A-P}}
  - {id: lower-village, at: [1, 0], uses: {columns: H-GG}}
  - {id: "17", at: [1, 1], turned: 180}
terrain_changes: [{hexes: [901F5, 901F6], terrain: marsh, rule: SSR 3}]
turns: {full: 9, half: true}
first: {sets_up: american, moves: german}
sides:
  - {id: german, role: attacker, elr: 3, san: 6, elr_lowered: true, balance: Two more german/4-6-7.}
  - {id: american, role: defender, elr: 4, san: 1, balance: Remove the wire.}
groups:
  - id: garrison
    side: american
    arrives: start
    where: {boards: ["901"], excluding: [901C4]}
    forces:
      - {count: 6, kind: american/6^1-6-6, size: squad, class: first, assault_fire: true}
      - {count: 2, kind: american/3-4-6, size: hs, class: second, broken: true}
      - {count: 3, kind: american/2-2-7, size: crew}
      - {count: 2, kind: american/MMG, crewed: false}
      - {count: 1, kind: american/57LL-AT-gun, m_number: 10, calibre_mm: 57, b_number: 12}
      - {count: 2, kind: american/halftrack, tracked: false, af: 1, passengers_pp: 14, radio: true}
    hidden: {squad_equivalents: 1.5, by: SSR 2}
    concealed: 4
    dummies: 6
    fortifications: [{count: 4, kind: foxhole}, {count: 2, kind: wire}]
    text: The wire may not be set up in a building.
  - id: first-wave
    side: german
    arrives: {turn: 1}
    where: {edge: north}
    cloaks: 12
    forces:
      - {count: 10, kind: german/4-6-7, size: squad, underlined_morale: true, symbols: [tired]}
      - {count: 4, kind: "german:volksgrenadier/4-4-7"}
      - {count: 1, kind: german/10-2}
      - {count: 1, kind: greek/3-3-7, made_by: french, suffix: (a)}
      - {count: 2, kind: german/tank, tracked: true, af: 8}
  - id: second-wave
    side: german
    arrives: {turn: 4, as: boats}
    where: {edge: south}
    boats:
      - {id: b1, kind: assault-boat, load: [german/4-6-7, german/LMG], start: afloat}
      - {id: b2, kind: large-raft}
    forces: [{count: 2, kind: german/4-6-7}]
  - {id: planes, side: american, arrives: {as: air}, air: {asn_exponent: 2, variant: fighter bombers}}
  - {id: silk, side: american, arrives: {turn: 3, as: drop}, drop: {wings: [{sticks: 6}]}}
  - {id: glass, side: german, arrives: {turn: 3, as: glider}, glider: {count: 3, nation: german}}
  - id: trucks
    side: american
    arrives: {turn: 5, as: convoy}
    convoy: {order: [american/jeep, american/truck], entry: 17GG5}
ssr:
  - text: The two bridges have been mined.
    sets:
      night: {nvr: 2, clouds: overcast, moon: new}
      weather: [overcast, ground-snow, falling-snow]
      wind: {force: heavy, direction: 5}
      ec: wet
      fog: {level: 1, density: 2}
      precipitation: "on"
  - text: The church is rubble.
sets: {mills: {hexes: [901M5, 901C4]}, way: {edge: 17GG}}
victory:
  - side: german
    when: [5, 10]
    need: {any: [{control: {set: mills, as: hex, least: 1}}, {exit_vp: {by: german, area: way, least: 12}}]}
    text: The mills count as one each.
secret: {german: treasure-of-the-german.yaml}
readings: {R01: printed}
provenance: {source: reconstructed, note: From a diary.}
notes: Two tired battalions meet in the snow.
"""


def rich_card(*changes: tuple[str, str]) -> Card:
    """The card, with each first part of its text replaced by the second; it has no error."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    found, problems = card_of(read_yaml(text), "card.yaml")
    assert found is not None, problems
    assert [p for p in problems if p.severity == "error"] == []
    return found
