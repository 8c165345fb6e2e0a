"""Games as files: written, read, replayed, and refused where they do not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from designs import make, play, where
from full_games import P1, R1, finished

from visegrad_editor.engine import events_json
from visegrad_editor.engine.record import (
    BadRecord,
    parse_record,
    read_record,
    record_of,
    record_text,
    replay,
    write_record,
)
from visegrad_editor.model.fingerprint import play_mark


def test_a_record_reads_back_and_replays(tmp_path: Path):
    game = finished()
    record = record_of(game, players=(("russian", "random"), ("allied", "random")))
    write_record(record, tmp_path / "g.yaml")
    back = read_record(tmp_path / "g.yaml")
    assert [o.text for o in back.orders] == [o.text for o in record.orders]
    assert [o.heading for o in back.orders] == [o.heading for o in record.orders]
    assert (back.seed, back.players, back.outcome, back.fingerprint) == (
        record.seed, record.players, record.outcome, record.fingerprint)
    assert record_text(back) == record_text(record)
    assert events_json(replay(game.design, back).events) == events_json(game.events)
    assert len(replay(game.design, back, to=7).orders) == 7


HAND = """\
format: 1
kind: game
scenario: test
dice: "6 6"
orders: |
  # Turn 1
  pass   # nobody moves

  attack 0305 with R1
  retreat P1 0304
"""


def test_a_game_file_is_easily_written_by_hand():
    game = replay(make([R1, P1]), parse_record(HAND))
    assert where(game, "poland/P1") == "0304"
    listed = HAND.replace("orders: |", "orders:").replace("  pass", "- pass").replace("  attack", "- attack")
    listed = listed.replace("  retreat", "- retreat").replace("  # Turn 1\n", "")
    assert len(replay(make([R1, P1]), parse_record(listed)).orders) == 3


def problem(text: str, design=None):
    with pytest.raises(BadRecord) as bad:
        replay(design or make([R1, P1]), parse_record(text, "g.yaml"))
    return bad.value.problems[0]


def test_an_illegal_order_is_named_with_line_order_and_rule():
    found = problem(HAND.replace("retreat P1 0304", "retreat P1 0405"))
    assert (found.line, found.rule) == (10, "11.1")
    assert found.message.startswith("Order 3, `retreat P1 0405`: ")
    assert problem(HAND.replace("attack 0305", "atack 0305")).line == 9
    assert problem(HAND.replace('"6 6"', '""')).code == "dice"


def test_a_changed_design_is_noticed():
    record = record_of(finished())
    text = record_text(record)
    found = problem(text)
    assert found.code == "other-design"
    assert "has changed since" in found.message
    design = make([R1, P1])
    painted = replace(design, ruleset=replace(design.ruleset, title="Other", notes="Other"))
    assert play_mark(painted) == play_mark(design)
    assert play_mark(make([R1, P1], rivers="0305/0306")) != play_mark(design)


def test_a_changed_outcome_is_noticed():
    text = record_text(record_of(finished()))
    start = text.index("outcome:")
    changed = text[:start] + "outcome: {winner: allied, rule: '9.9', reason: Because.}\n"
    assert problem(changed, finished().design).code == "other-outcome"


@pytest.mark.parametrize(("text", "code"), [
    ("kind: map\nformat: 1\n", "not-a-game"), ("- 1\n", "not-a-game"), ("kind: game\nformat: 1\n",
                                                                        "missing-key"),
    ("kind: game\nformat: 1\nscenario: x\norder: |\n  pass\n", "unknown-key"), ("a: [", "broken-yaml"),
    ("kind: game\nformat: 2\nscenario: x\n", None), ("kind: game\nformat: 1\nscenario: x\ndice: '1 2 7'\n",
                                                     "dice"),
    ("kind: game\nformat: 1\nscenario: x\noutcome: {winner: 1}\n", None), ("", "empty"), ("a: \x00",
                                                                                          "binary"),
])
def test_broken_game_files_are_refused_with_a_message(text, code):
    with pytest.raises(BadRecord) as bad:
        parse_record(text, "g.yaml")
    found = bad.value.problems[0]
    assert found.severity == "error"
    assert code is None or found.code == code


def test_a_scenario_named_by_a_path_is_written_relative_to_the_game(tmp_path: Path):
    (tmp_path / "scenarios").mkdir()
    record = replace(record_of(play(make([R1, P1]))), scenario=str(tmp_path / "scenarios" / "own.yaml"))
    write_record(record, tmp_path / "g.yaml")
    back = read_record(tmp_path / "g.yaml")
    assert back.scenario == "scenarios/own.yaml"
    assert Path(back.scenario_source) == tmp_path / "scenarios" / "own.yaml"
    assert replace(back, scenario="historical").scenario_source == "historical"


def test_no_file_no_record(tmp_path: Path):
    with pytest.raises(BadRecord, match="no such file"):
        read_record(tmp_path / "none.yaml")
