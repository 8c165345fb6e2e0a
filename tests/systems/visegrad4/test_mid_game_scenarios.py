"""Scenarios with a mid-game start: read, saved, checked, played."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from bundled import design_of
from designs import event_texts, make, on_to, play, wing
from mid_game_copies import P1, P2, R1, R2, errors

from visegrad_editor.editor.play.play_mode import scenario_at
from visegrad_editor.engine import Game, check_design
from visegrad_editor.engine.record import record_of, replay
from visegrad_editor.hexgrid import Axis, Numbering
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.reshape import renumber
from visegrad_editor.model.edit.ruleset import rename_entry
from visegrad_editor.model.edit.scenario import begin_before_turn_one
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.fingerprint import LOOKS, plain, play_mark
from visegrad_editor.model.scenario import Setup, Unit
from visegrad_editor.model.start import Holding, Start
from visegrad_editor.model.where import Where

BY_HAND = """\
format: 2
kind: scenario
name: third-week
extends: historical
title: The third week
start:                     # Kondratki and two fields have fallen
  turn: 3
  scored: 1822 1721        # in the north-west
  held:
    - {side: russian, hexes: 1718 1717}
assets:
  - {id: air-russian, number: 10}
  - {id: cyber-war-russian, number: 7, boxes: {table: 3, spent: 2}}
"""


def by_hand(folder: Path, text: str = BY_HAND) -> tuple[Path, Design, Sources]:
    historical = load("historical").design
    assert historical is not None
    fields = [historical.map.grid.number(p.hex) for p in historical.map.places if "industrial" in p.features]
    text = text.replace("1822 1721", f"{fields[0]} {fields[1]}")
    path = folder / "third-week.yaml"
    path.write_text(text, encoding="utf-8")
    loaded = load(path)
    assert loaded.design is not None, loaded.problems
    return path, loaded.design, loaded.sources


def test_a_start_is_easily_written_by_hand(tmp_path: Path) -> None:
    _, design, _ = by_hand(tmp_path)
    assert errors(design) == []
    game = Game.from_scenario(design, 1)
    while game.step == "place":
        game.apply(game.legal_orders()[0])
    assert (game.turn, game.step) == (3, "allocate")
    assert len(game.position().marked("scored")) == 2
    assert dict(game.position().markers["russian"]) == {"table": 3, "track": 2, "spent": 2}
    # Those who were rolled for before turn 1 are not rolled for now (14.0).
    assert event_texts(game.events, "loyalty") == []
    again = replay(design, record_of(game))
    assert again.to_json() == game.to_json()


def test_saving_a_start_keeps_text_and_comments(tmp_path: Path) -> None:
    path, design, sources = by_hand(tmp_path)
    text = path.read_text(encoding="utf-8")
    assert design.scenario is not None
    assert design.scenario.start is not None
    later = replace(design.scenario, start=replace(design.scenario.start, turn=4, events=("us-entry",)))
    saved = save_design(replace(design, scenario=later), sources)
    changed = path.read_text(encoding="utf-8")
    assert changed == text.replace("turn: 3", "turn: 4").replace(
        "# in the north-west\n", "# in the north-west\n  events: [us-entry]\n")
    save_design(design, saved.sources)
    assert path.read_text(encoding="utf-8") == text
    # A variant may say that it begins before turn 1 although its base does not.
    (tmp_path / "anew.yaml").write_text(
        "format: 2\nkind: scenario\nname: anew\nextends: third-week.yaml\nstart:\n", encoding="utf-8")
    anew = load(tmp_path / "anew.yaml")
    assert anew.design is not None, anew.problems
    assert anew.design.scenario is not None
    assert anew.design.scenario.start is None
    save_design(replace(anew.design, scenario=replace(anew.design.scenario, turns=4)), anew.sources)
    assert load(tmp_path / "anew.yaml").design == replace(
        anew.design, scenario=replace(anew.design.scenario, turns=4))


def test_a_scenario_without_a_start_has_the_mark_it_always_had() -> None:
    # Game files of scenarios from before there was a start still fit them.
    design = make([R1, P1])
    counted = json.dumps(plain(design.scenario, LOOKS))
    assert not any(f'"{word}"' in counted for word in ("start", "on_table", "spent", "marks"))
    assert design.scenario is not None
    begun = replace(design, scenario=replace(design.scenario, start=Start(2)))
    assert '"start"' in json.dumps(plain(begun.scenario, LOOKS))
    assert play_mark(begun) != play_mark(design)


def with_start(start: Start, *units: object, **more: object) -> Design:
    design = make(units or [R1, P1], **more)  # type: ignore[arg-type]
    assert design.scenario is not None
    return replace(design, scenario=replace(design.scenario, start=start))


@pytest.mark.parametrize(("start", "code", "word"), [
    (Start(11), "after-the-end", "turn 11"),
    (Start(2, "russian-lunch"), "start-phase", "russian-lunch"),
    (Start(2, scored=("9999",)), "unknown-hex", "9999"),
    (Start(2, scored=("0305",)), "scored", "not an industrial hex"),
    (Start(2, scored=("0501",)), "won-at-start", "wins the game"),
    (Start(2, held=(Holding("blue", ("0305",)),)), "unknown-side", "blue"),
    (Start(2, held=(Holding("russian", ("0305", "0305")),)), "twice", "2 times"),
    (Start(2, entered=("mars",)), "unknown-country", "mars"),
    (Start(2, struck=("poland",)), "not-watched", "poland"),
    (Start(2, events=("rain",)), "unknown-event", "rain"),
    (Start(2, events=("italy-entry",)), "event-order", "us-entry"),
])
def test_what_cannot_be_is_found(start: Start, code: str, word: str) -> None:
    design = with_start(start)
    found = [p for p in (*check_documents(design), *check_design(design)) if p.code == code]
    assert found, code
    assert word in found[0].message
    assert found[0].message.endswith(".")


@pytest.mark.parametrize(("phase", "code"), [
    ("russian-lunch", "unknown-phase"), ("russian-move", "start-phase")])
def test_a_phase_that_there_is_not_is_told_once(phase: str, code: str) -> None:
    made = design_of("historical")
    assert made.scenario is not None
    made = replace(made, scenario=replace(made.scenario, start=Start(2, phase)))
    found = [p for p in (*check_documents(made), *check_design(made)) if phase in p.message]
    assert [p.code for p in found] == [code]


@pytest.mark.parametrize("events", [(), ("us-entry",), ("us-entry", "italy-entry", "romania-entry")])
def test_allies_that_join_in_their_order_are_no_problem(events: tuple[str, ...]) -> None:
    assert "event-order" not in [p.code for p in check_design(with_start(Start(2, events=events)))]


def test_marks_and_markers_are_checked() -> None:
    moved = replace(R1, setup=Setup(Where(hexes=("0306",)), marks=("moved",)))
    design = make([moved, P1])
    assert any(p.code == "marks" for p in check_documents(design))
    assert any(p.code == "marks" for p in check_design(with_start(Start(2), moved, P1)))
    within = with_start(Start(2, "russian-movement"), moved, P1)
    assert not any(p.code == "marks" for p in (*check_documents(within), *check_design(within)))
    for mark, wrong in (("interdicted", 0), ("asleep", 1)):
        unit = replace(R1, setup=Setup(Where(hexes=("0306",)), marks=(mark,)))
        found = check_design(with_start(Start(2, "russian-movement"), unit, P1))
        assert [p.unit for p in found if p.code == "unknown-mark"] == [R1.key] * wrong
    assert design.scenario is not None
    assets = tuple(
        replace(a, number=7, boxes=(("table", 7), ("spent", 1))) if a.id.startswith("cyber-war") else a
        for a in design.scenario.assets)
    many = replace(design, scenario=replace(design.scenario, assets=assets))
    assert any(p.code == "markers" for p in check_documents(many))
    assert any(p.code == "cw-level" for p in check_design(many))


def test_mid_game_starts_give_no_supply_warnings() -> None:
    cut_off = {"0101": ("Warsaw", "capital"), "0501": ("Field", "industrial")}
    for start, found in ((None, True), (Start(3, "russian-movement"), False)):
        design = make([R1, P2], places=cut_off)
        assert design.scenario is not None
        design = replace(design, scenario=replace(design.scenario, start=start))
        assert any(p.code == "out-of-supply" for p in check_design(design)) is found


def test_a_phase_nobody_knows_begins_no_game() -> None:
    with pytest.raises(ValueError, match="russian-lunch"):
        Game.from_scenario(with_start(Start(2, "russian-lunch")))


@pytest.mark.parametrize(("phase", "step", "side"), [
    ("", "allocate", "russian"), ("administration-air", "allocate", "russian"),
    ("administration-cw", "allocate", "russian"), ("russian-movement", "move", "russian"),
    ("allied-movement", "move", "allied"), ("allied-interdiction", "interdict", "allied"),
    ("russian-interdiction", "interdict", "russian"), ("russian-combat", "attack", "russian"),
    ("allied-combat", "attack", "allied"), ("turn-end", "allocate", "russian"),
])
@pytest.mark.rule("5.1")
def test_a_scenario_begins_with_any_phase(phase: str, step: str, side: str) -> None:
    wings = [wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    design = with_start(Start(2, phase), R1, R2, P1, P2, *wings, markers=(3, 3))
    game = Game.from_scenario(design, dice=[6] * 9)
    assert (game.step, game.side) == (step, side)
    assert game.turn == (3 if phase == "turn-end" else 2)


@pytest.mark.parametrize("phase", ["", "administration-air", "administration-cw"])
@pytest.mark.rule("7.2")
@pytest.mark.rule("7.3")
def test_out_of_supply_lasts_into_a_turn_that_begins_anew(phase: str) -> None:
    """Until the unit is judged at the end of its own movement phase."""
    def cut_off(one: Unit) -> Unit:
        assert one.setup is not None
        return replace(one, setup=replace(one.setup, marks=("out-of-supply",)))
    game = Game.from_scenario(with_start(Start(3, phase), cut_off(R1), R2, P1, cut_off(P2)))
    on_to(game, "move", "russian-movement")
    assert game.position().units["russia/R1"].out_of_supply
    assert (game.strength("russia/R1"), game.strength("russia/R2")) == (4, 8)
    # Half of seven points, cut down, are three: one hex of clear terrain, not two.
    assert max(game.destinations("russia/R1").values()) <= 3
    on_to(game, "attack", "russian-combat")
    assert not game.position().units["russia/R1"].out_of_supply, "Moscow serves it"
    assert game.strength("poland/P2") == 4, "the other side is judged in its own turn"
    on_to(game, "move", "russian-movement")
    assert game.turn == 4
    assert game.strength("poland/P2") == 8


def test_the_names_in_a_start_follow_map_and_ruleset() -> None:
    start = Start(2, scored=("0501",), held=(Holding("russian", ("0305",)),), entered=("hungary",))
    design = with_start(start)
    numbering = Numbering("row-first", Axis(11, "down"), Axis(1, "right"))
    renumbered = renumber(design, numbering)
    moved = renumbered.design.scenario
    assert moved is not None
    assert moved.start is not None
    assert (moved.start.scored, moved.start.held[0].hexes) == (("1501",), ("1305",))
    index = [n.id for n in design.ruleset.nationalities].index("hungary")
    renamed = rename_entry(design, "nationalities", index, "magyars").scenario
    assert renamed is not None
    assert renamed.start is not None
    assert renamed.start.entered == ("magyars",)
    sides = rename_entry(design, "sides", 0, "red").scenario
    assert sides is not None
    assert sides.start is not None
    assert sides.start.held[0].side == "red"


def test_a_copied_position_becomes_a_set_up_like_any_other() -> None:
    game = on_to(play(make([R1, R2, P2], markers=(3, 3), turns=5)), "move")
    game.apply("move R1 0306-0307")
    scenario = begin_before_turn_one(scenario_at(game))
    assert scenario.start is None
    assert scenario.unit_by_key["russia/R1"].setup == Setup(Where(hexes=("0307",)))
    assert {a.boxes for a in scenario.assets} == {()}
    design = replace(game.design, scenario=scenario)
    assert errors(design) == []
    assert Game.from_scenario(design).turn == 1
    assert begin_before_turn_one(scenario) is scenario
