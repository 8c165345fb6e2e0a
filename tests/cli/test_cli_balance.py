"""`visegrad-editor balance`: the shares of wins of a scenario, and what turns them into those of another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from visegrad_editor.cli.main import main
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest.play import play_game

VARIANT = """\
format: 2
kind: scenario
name: mine
title: Mine
extends: velna
turns: 4
"""


def winners_of(name: str, seeds: tuple[int, ...]) -> list[str]:
    design = load(name).design
    assert design is not None
    outcomes = [play_game(design, seed).outcome for seed in seeds]
    return [o.winner for o in outcomes if o is not None]


def test_the_shares_of_one_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "velna", "--games", "2", "--seed", "4", "--jobs", "1"]) == 0
    first, *ways = capsys.readouterr().out.splitlines()
    won = winners_of("velna", (4, 5)).count("eastern")
    assert first.startswith(f"Of 2 games of planner against planner: Eastern army {won} (")
    counted, examples = ways[::2], ways[1::2]
    assert sum(int(way.split()[0]) for way in counted) == 2
    assert all(way.endswith(("More victory points.", "No side leads by enough points.")) for way in counted)
    assert examples
    assert all(line.startswith("       For example with seed ") and " points" in line for line in examples)


def test_the_change_between_two_scenarios(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text(VARIANT, encoding="utf-8")
    command = ["balance", "velna", str(mine), "--games", "2", "--jobs", "2"]
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"From velna to {mine}, 2 games of planner against planner, seeds 0 to 1:"
    assert lines[1].startswith("  Eastern army: ")
    assert lines[-1].startswith("0 of 2 games went the same way")
    assert main([*command, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    before, after = report["scenarios"]
    assert [r["winner"] for r in before["results"]] == [w or "" for w in winners_of("velna", (0, 1))]
    shares = report["change"]["shares"]
    assert shares["eastern"]["change"] == after["shares"]["eastern"]["share"] - (
        before["shares"]["eastern"]["share"])
    assert report["change"]["same_games"] == 0


@pytest.mark.parametrize(("words", "told"), [
    (["velna", "historical"], "different sides"), (["velna", "--games", "0"], "at least 1"),
    (["velna", "--games", "99999999999"], "--games may be 100,000 at most"),
    (["velna", "--games", "2", "--jobs", "5000"], "--jobs 64"),
    (["velna", "--players", "planner"], "--players needs 2 names")])
def test_what_cannot_be_played_is_said(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["balance", *words]) == 2
    assert told in capsys.readouterr().err
