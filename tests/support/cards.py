"""A small card, and its problems after changes of its text."""

from __future__ import annotations

from visegrad_editor.desk.card import Card
from visegrad_editor.desk.card_file import card_of
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.problems import Problem

TEXT = """\
format: 1
kind: card
name: mill-lane
title: Mill Lane
date: {year: 1944, month: 9, day: 3}
boards: [{id: "901"}, {id: "902", at: [0, 1], turned: 180}]
turns: {full: 6, half: true}
first: {sets_up: german, moves: british}
sides:
  # the defender is tired
  - {id: german, role: defender, elr: 3, san: 4, balance: Add one german/4-6-7.}
  - {id: british, role: attacker, elr: 4, san: 2, balance: Add one british/8-1.}
groups:
  - {id: line, side: german, arrives: start, where: {boards: ["902"]}, concealed: all,
     forces: [{count: 6, kind: german/4-6-7}]}
  - id: push
    side: british
    arrives: {turn: 1, half: first}   # at dawn
    where: {edge: 901A}
    forces:
      - {count: 9, kind: british/4-5-7}
ssr:
  - {text: The mill burns., sets: {wind: {force: mild, direction: 3}}}
sets: {lane: {hexes: [902M4, 902N4, 902O5]}}
victory:
  - {side: british, when: end, need: {control: {set: lane, as: hex, least: 2}}}
  - {side: german, avoid: british}
"""


def replaced(*changes: tuple[str, str]) -> str:
    """The text of the card with each first part replaced by the second."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def read(text: str = TEXT) -> tuple[Card | None, tuple[Problem, ...]]:
    """The card of a text, and its problems."""
    return card_of(read_yaml(text), "card.yaml")


def card(*changes: tuple[str, str]) -> Card:
    """The card with changes of its text; it has no error."""
    found, problems = read(replaced(*changes))
    assert found is not None, problems
    assert [p for p in problems if p.severity == "error"] == []
    return found


def with_need(need: str) -> Card:
    """The card with another condition of its attacker."""
    return card(("{control: {set: lane, as: hex, least: 2}}", need))
