"""A card with all that is recorded in secret, and the records of both sides, as files."""

from __future__ import annotations

from pathlib import Path

CARD = """\
format: 1
kind: card
name: dark-ford
title: Dark Ford
date: {year: 1943, month: 10, day: 9}
boards: [{id: "901"}, {id: "902", at: [0, 1]}]
turns: {full: 15, half: true}
first: {sets_up: german, moves: russian}
sides:
  - {id: german, role: defender, elr: 2, san: 3, elr_lowered: true, balance: One more.}
  - {id: russian, role: attacker, elr: 3, san: 2, balance: One less.}
groups:
  - id: post
    side: german
    arrives: start
    where: {boards: ["901"]}
    forces: [{count: 8, kind: german/4-6-7, size: squad}, {count: 2, kind: german/8-1}]
    hidden: {squad_equivalents: 2, by: E1.2}
  - id: raid
    side: russian
    arrives: {turn: 1, half: first}
    where: {edge: 902A}
    forces: [{count: 8, kind: russian/4-4-7, size: squad}, {count: 2, kind: russian/8-0}]
    cloaks: 5
  - id: silk
    side: russian
    arrives: {turn: 3, as: drop}
    forces: [{count: 5, kind: "russian:para/3-3-7", size: squad}]
    drop: {wings: [{sticks: 3}, {sticks: 2}]}
  - id: ferry
    side: russian
    arrives: {turn: 2, as: boats}
    where: {edge: 902GG}
    forces: [{count: 2, kind: russian/2-3-7, size: hs}]
    boats: [{id: b1, kind: assault-boat}, {id: b2, kind: assault-boat}]
  - id: sail
    side: russian
    arrives: {turn: 2, as: glider}
    forces: [{count: 1, kind: russian/2-2-8, size: crew}]
    glider: {count: 1, nation: russian}
  - id: wheels
    side: german
    arrives: {turn: 4, as: convoy}
    convoy: {order: [german/truck, german/halftrack], entry: 901GG5}
ssr:
  - text: A dark night.
    sets:
      night: {nvr: 3, clouds: scattered, moon: half}
      wind: {force: mild, direction: 3}
      trip_flares: {german: 2}
      barrage: [russian]
sets: {ford: {hexes: [901M5, 901N5]}, exit: {edge: west}}
victory:
  - side: russian
    need: {any: [{control: {set: ford, as: hex, least: 2}}, {exit_vp: {area: exit, least: 30}}]}
ties: german
secret: {german: german.yaml, russian: sub/russian.yaml}
"""
GERMAN = """\
format: 1
kind: secret
side: german
word: under the bridge
hidden:
  901M4: [german/4-6-7]
  901E5: [german/4-6-7, german/8-1]
trip_flares: [901L3, 901K3]
"""
RUSSIAN = """\
format: 1
kind: secret
side: russian
word: birch
cloaks: {c1: [russian/4-4-7, russian/4-4-7, russian/8-0], c2: [], c3: [russian/4-4-7]}
drop_points: [901M3, 902C4]
row: [2, 3]
sticks: [["russian:para/3-3-7"], ["russian:para/3-3-7"], ["russian:para/3-3-7"], [], []]
glider_loads: [[russian/2-2-8]]
boat_loads: {b1: [russian/2-3-7], b2: [russian/2-3-7]}
barrage: {hex: 901M5, beside: [901L5, 901N4], row_to: 901G5, pattern: ffe-1-2, lift: 3}
"""


def write_dark_ford(folder: Path) -> Path:
    """Write the card and both files; returns the path of the card."""
    (folder / "sub").mkdir()
    (folder / "german.yaml").write_text(GERMAN, "utf-8")
    (folder / "sub" / "russian.yaml").write_text(RUSSIAN, "utf-8")
    path = folder / "dark-ford.yaml"
    path.write_text(CARD, "utf-8")
    return path
