"""Scenarios broken by machine: each gives a problem that names the right place, and each fix that is offered
removes its problem and makes no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken_scenarios import (
    SAMPLES,
    broken_files,
    broken_keys,
    clean_problems,
    faults_of,
    faults_of_text,
    opened,
    placed_at_random,
    slip_faults,
    slips,
)

SMALL = ("two-turns", "hollen", "velna", "karn")
"""Scenarios of two games that are checked quickly."""


@pytest.mark.parametrize("name", SMALL)
def test_each_kind_of_key_that_is_broken_gives_a_problem_and_fixes_that_work(
    name: str, tmp_path: Path
) -> None:
    clean, tried, faults = clean_problems(name), 0, list[str]()
    broken = list(broken_keys(name, seed=1))
    for one in broken:
        fixes, more = faults_of(one, tmp_path, clean)
        tried, faults = tried + fixes, faults + more
    assert faults == []
    assert len(broken) >= 20
    assert tried >= 20


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("name", SAMPLES)
def test_more_scenarios_of_all_games_are_broken(name: str, seed: int, tmp_path: Path) -> None:
    clean, tried, faults = clean_problems(name), 0, list[str]()
    for one in broken_keys(name, seed, each=1 if name.startswith("gsofg") else 3):
        fixes, more = faults_of(one, tmp_path, clean)
        tried, faults = tried + fixes, faults + more
    assert faults == []
    assert tried >= 20


def try_places(name: str, seed: int, number: int, folder: Path) -> tuple[int, list[str]]:
    """How many fixes a number of random set-ups have, and their faults."""
    clean, tried, faults = clean_problems(name), 0, list[str]()
    for text in placed_at_random(name, seed, number):
        fixes, more = faults_of_text(text, folder, clean)
        tried, faults = tried + fixes, faults + more
    return tried, faults


@pytest.mark.parametrize(("name", "number"), [("hollen", 20), ("velna", 12), ("historical", 5),
                                              ("free-setup", 4)])
def test_fixes_of_units_that_stand_anywhere_make_no_other_problem(
    name: str, number: int, tmp_path: Path
) -> None:
    tried, faults = try_places(name, 1, number, tmp_path)
    assert faults == []
    assert tried >= number // 2


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("name", SAMPLES)
def test_more_fixes_of_units_that_stand_anywhere_make_no_other_problem(
    name: str, seed: int, tmp_path: Path
) -> None:
    tried, faults = try_places(name, seed, 6 if name.startswith("gsofg") else 25, tmp_path)
    assert faults == []
    assert tried >= 3


def told_elsewhere(name: str, folder: Path) -> tuple[int, list[str]]:
    """How many files were broken, and those of which no error names the line."""
    broken, faults = list(broken_files(name, seed=1)), []
    for one in broken:
        loaded, lines = opened(one, folder)
        told = [p for p in loaded.problems if p.severity == "error" and p.file.endswith("broken.yaml")]
        if not any(p.line == lines[one.path] for p in told):
            faults.append(f"{one.title}, line {lines[one.path]}: {[str(p) for p in loaded.problems][:2]}")
    return len(broken), faults


@pytest.mark.parametrize("name", SMALL)
def test_what_no_document_can_hold_is_told_with_its_line(name: str, tmp_path: Path) -> None:
    number, faults = told_elsewhere(name, tmp_path)
    assert faults == []
    assert number >= 20


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [n for n in SAMPLES if n not in SMALL])
def test_more_of_what_no_document_can_hold_is_told_with_its_line(name: str, tmp_path: Path) -> None:
    number, faults = told_elsewhere(name, tmp_path)
    assert faults == []
    assert number >= 20


@pytest.mark.parametrize(("name", "each"), [
    *((name, 1) for name in SMALL), *(pytest.param(name, 3, marks=pytest.mark.exhaustive) for name in SMALL)])
def test_fixes_of_slips_give_back_what_was_meant(name: str, each: int, tmp_path: Path) -> None:
    clean, broken = clean_problems(name), list(slips(name, 1, each))
    tried, faults = 0, list[str]()
    for one in broken:
        fixes, more = slip_faults(one, tmp_path, clean)
        tried, faults = tried + fixes, faults + more
    assert faults == []
    assert len(broken) >= 20
    assert tried >= len(broken)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [n for n in SAMPLES if n not in SMALL])
def test_more_slips_in_all_games_have_fixes(name: str, tmp_path: Path) -> None:
    clean, broken = clean_problems(name), list(slips(name, seed=2, each=1))
    faults = [fault for one in broken for fault in slip_faults(one, tmp_path, clean)[1]]
    assert faults == []
    assert len(broken) >= 30


def test_the_machine_breaks_more_than_three_hundred_scenarios() -> None:
    made = [one for name in SMALL for one in (*broken_keys(name, seed=1), *broken_files(name, seed=1))]
    assert len(made) >= 300
