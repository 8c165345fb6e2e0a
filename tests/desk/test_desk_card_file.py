"""Cards are read from files and written: round trips, comments, problems with lines and what to do."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from cards import TEXT, card, read, replaced
from effort import effort
from spoilt_data import spoil

from visegrad_editor.desk.card import START, Arrival, Card, Goals
from visegrad_editor.desk.card_file import (
    CardError,
    card_of,
    card_path,
    card_text,
    card_to_data,
    changed_card_text,
    load_card,
    read_card_text,
    save_card,
)
from visegrad_editor.desk.card_names import bundled_cards
from visegrad_editor.model.files.yaml_reader import read_yaml

FULL = """\
format: 1
kind: card
name: everything
title: Everything
date: {year: 1943, month: 2}
place: nowhere
theatre: arctic
country: {finnish: friendly}
own_territory: [finnish]
dyo: true
boards:
  - {id: "901", uses: {columns: A-P}}
  - {id: x, at: [1, 0], turned: 180}
terrain_changes: [{hexes: [901F5, "901E5"], terrain: marsh, rule: SSR 3}]
turns: {full: 8}
first: {sets_up: finnish, moves: soviets}
sides:
  - {id: finnish, role: defender, elr: 5, san: 7, elr_lowered: true}
  - {id: soviets, role: attacker, elr: 2, san: 2, balance: none}
groups:
  - id: a
    side: finnish
    arrives: start
    where: {boards: [x], hexes: ["x:U3"], hexes_between: [901A1, 901C3], buildings: [mill], terrain: [woods],
      within: {of: "x:U3", hexes: 3}, edge: [north, "x:GG"], excluding: ["x:U4"], text: not on roads}
    forces:
      - {count: 2, kind: "finnish:ski/6-4-8", size: squad, class: elite, broken: true, assault_fire: true,
        underlined_morale: true, under_equipped: true, symbols: [star]}
      - {count: 1, kind: finnish/gun, crewed: false, weight_t: 1.5, tracked: false, motorised: false,
        ma: true, af: 0, crew: finnish/2-2-8, passengers_pp: 4, m_number: 8, calibre_mm: 76.2, b_number: 11,
        circled_b: true, ife: 4, aa: true, aa_mode: true, radio: false, made_by: french, suffix: L}
    hidden: {squad_equivalents: 2.5, by: E1.2}
    concealed: 3
    dummies: 2
    fortifications: [{count: 2, kind: wire}]
    text: Dug in.
  - {id: b, side: soviets, arrives: {turn: 2, half: second, as: glider}, cloaks: 3,
     glider: {count: 2, nation: soviets, loads: [[soviets/4-4-7], []]}}
  - {id: c, side: soviets, arrives: {turn: 2, as: drop}, drop: {wings: [
     {sticks: 5}, {sticks: [[soviets/4-4-7]]}]}}
  - {id: d, side: soviets, arrives: {turn: 1, as: boats}, boats: [{id: one, kind: raft, load: [soviets/4-4-7],
     start: afloat}], where: {edge: "x:A"}}
  - {id: e, side: soviets, arrives: {turn: 1, as: convoy}, convoy: {order: [soviets/truck], entry: "x:A4"}}
  - {id: f, side: soviets, arrives: {as: air}, air: {asn_exponent: 3, variant: dive bombers}}
ssr:
  - text: Everything.
    sets:
      night: {nvr: 2, clouds: overcast, moon: full, recon: true, fires_allowed: true, headlights: true}
      weather: [falling-snow, gusty]
      wind: {force: heavy, direction: 6}
      ec: snow
      fog: {level: 1, density: 2}
      precipitation: heavy
      drifts: true
      plowed: true
      camouflage: [finnish]
      interrogation: true
      civilians: true
      trip_flares: {finnish: 3}
      starshells: {soviets: false}
      ir: [finnish]
      ski: [a]
      untrained: [d]
      rafting: [a]
      fording_lines: [a]
      air_first_turn: true
      observation_plane: [soviets]
      barrage: [soviets]
      late_war_ss: true
      early_russian_doctrine: true
      no_quarter: [soviets]
      assault_fire: [soviets/4-4-7]
      iift: true
      stealth: {soviets/4-4-7: lax}
  - {text: Only a text.}
sets: {stone: {buildings: [mill]}, strip: {hexes: [901F5, 901F6]}, out: {edge: "x:GG"}}
victory:
  - side: soviets
    when: [4, 8]
    need: {any: [{all: [{control: {set: stone, as: building, majority: true}},
      {cvp: {of: soviets, margin: 5}}]},
      {not: {present: {side: finnish, set: strip, least: 2, good_order: true}}}, {eliminated: {group: a}},
      {exit_vp: {by: soviets, area: out, least: 12, turns: 4-7}}, {fact: the bridge stands}]}
    text: Or so.
  - {side: finnish, when: at-once, need: {cvp: {of: finnish, more_than: soviets}}}
ties: draw
secret: {finnish: f.yaml}
readings: {R01: example}
provenance: {source: rulebook, rule: "9.0"}
notes: Ours.
"""


def full() -> Card:
    found, problems = read(FULL)
    assert found is not None, problems
    assert [str(p) for p in problems if p.severity == "error"] == []
    return found


def test_the_samples_have_no_problem() -> None:
    assert [entry.name for entry in bundled_cards()] == ["lantern-hill", "silk-and-chalk", "wet-harvest"]
    for entry in bundled_cards():
        loaded = load_card(entry.name)
        assert loaded.problems == ()
        assert loaded.card is not None
        assert loaded.card.name == entry.name
        assert entry.path.read_text("utf-8") == card_text(loaded.card)


def test_every_key_is_read_and_written() -> None:
    whole = full()
    assert read_card_text(card_text(whole)) == whole

    def keys(value: object) -> list[object]:
        if isinstance(value, dict):
            return [k for key, inner in value.items() for k in (key, *keys(inner))]
        return [k for inner in value for k in keys(inner)] if isinstance(value, list) else []

    assert sorted(map(str, keys(card_to_data(whole)))) == sorted(map(str, keys(read_yaml(FULL).data)))


def test_arrivals_in_all_forms() -> None:
    arrivals = {g.id: g.arrives for g in full().groups}
    assert arrivals == {
        "a": START, "b": Arrival(2, "second", "glider"), "c": Arrival(2, "", "drop"),
        "d": Arrival(1, "", "boats"), "e": Arrival(1, "", "convoy"), "f": Arrival(by="air")}


def test_a_name_like_a_number_is_a_name() -> None:
    assert full().terrain_changes[0].hexes == ("901F5", "901E5")
    assert card(("902M4", "902E4")).sets[0][1].hexes[0] == "902E4"


def test_a_changed_card_keeps_comments_and_the_rest() -> None:
    reading = read_yaml(TEXT)
    before = card()
    after = replace(before, title="Mill Street", sets=(("lane", Goals(hexes=("902M4",))),))
    text = changed_card_text(reading, before, after)
    assert "# the defender is tired" in text
    assert "# at dawn" in text
    assert read_card_text(text) == after
    assert set(TEXT.splitlines()) - set(text.splitlines()) == {
        "title: Mill Lane", "sets: {lane: {hexes: [902M4, 902N4, 902O5]}}"}
    assert changed_card_text(reading, before, before) == TEXT


def test_a_card_is_saved_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    save_card(card(), path)
    assert load_card(str(path)).card == card()
    with pytest.raises(CardError, match="cannot hold"):
        save_card(replace(card(), title="x" * 500), path)
    assert load_card(str(path)).card == card()


def test_cards_are_found_by_name_and_by_what_they_say(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(TEXT, "utf-8")
    (tmp_path / "m.yaml").write_text("format: 2\nkind: map\n", "utf-8")
    assert card_path(str(tmp_path / "c.yaml")) == tmp_path / "c.yaml"
    assert card_path(str(tmp_path / "m.yaml")) is None
    assert card_path("lantern-hill") == card_path("cards/lantern-hill") is not None
    assert card_path("maps/lantern-hill") is card_path("historical") is None


@pytest.mark.parametrize(("change", "line", "message"), [
    (("title: Mill Lane\n", "titel: Mill Lane\n"), 4, "Unknown key `titel` in the card. "
     "Did you mean `title`?"),
    (("  - {id: german, role", "  - {id: german, rolle: 1, role"), 11, "`rolle`"),
    (("full: 6", "full: six"), 7, "whole number"),
    (("when: end", "when: later"), 26, "later"),
    (("arrives: start", "arrives: begin"), 14, "begin"),
    (("kind: german/4-6-7}", "kind: 4-6-7}"), 15, "4-6-7"),
    (("least: 2}}}", "last: 2}}}"), 26, "Did you mean `least`?"),
    (("turned: 180", "turned: 90"), 6, "90"),
])
def test_what_does_not_fit_is_told_with_its_line(change: tuple[str, str], line: int, message: str) -> None:
    _, problems = read(replaced(change))
    assert (line, True) in [(p.line, message in p.message) for p in problems], list(map(str, problems))


@pytest.mark.parametrize("text", [
    "", "[]", "a: [", "kind: map", "format: 1\nkind: card", "format: 2\nkind: card"])
def test_other_files_are_told_too(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text, "utf-8")
    loaded = load_card(str(path))
    assert loaded.card is None
    assert loaded.problems
    assert all(p.message.endswith(".") for p in loaded.problems)


def test_a_file_that_is_not_there_is_told() -> None:
    (problem,) = load_card("lantern-hil").problems
    assert problem.message.endswith("Did you mean `lantern-hill`?")


def test_reading_never_raises() -> None:
    chosen = random.Random(9)
    refused = read_at_all = 0
    for n in range(400):
        data = read_yaml(FULL if n % 2 else TEXT).data
        for _ in range(chosen.randrange(1, 4)):
            spoil(data, chosen)
        reading = replace(read_yaml(TEXT), data=data)
        found, problems = card_of(reading, "card.yaml")
        refused += found is None
        read_at_all += found is not None
        assert found is not None or any(p.severity == "error" for p in problems)
    assert refused > 50
    assert read_at_all > 50


def test_many_boards_and_groups_take_little_work() -> None:
    boards = ", ".join(f'{{id: "{n}", at: [{n % 5}, {n // 5}]}}' for n in range(901, 921))
    group = ("  - {id: ID, side: german, arrives: start, where: {edge: [north, south, 901A]}, "
             "forces: [{count: 1, kind: german/4-6-7}]}\n")

    def work(groups: int) -> int:
        text = replaced(('{id: "901"}, {id: "902", at: [0, 1], turned: 180}', boards), (
            "groups:\n", "groups:\n" + "".join(group.replace("ID", f"g{n}") for n in range(groups))))
        return effort(lambda: read(text))

    assert work(40) < 8 * work(1)
