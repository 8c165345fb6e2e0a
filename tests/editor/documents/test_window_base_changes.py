"""A base that has changed tells the open variant what changed under its own values: on disk, and since it was
last open."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.documents.base_changes import BaseMemory
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import remove_units
from visegrad_editor.model.files.load import load

pytestmark = MARKS
BASE = """\
format: 2
kind: scenario
name: base
title: Base
extends: historical
turns: %s
change:
  - {unit: poland/2nd Mechanized, setup: "%s"}
"""
VARIANT = """\
format: 2
kind: scenario
name: mine
title: Mine
extends: base.yaml
change:
  - {unit: poland/2nd Mechanized, setup: "2119"}
"""
TOLD = ("In the base now: Polish 2nd Mechanized moves from 1823 to 1822 Szczecinek. Here: Polish 2nd "
        "Mechanized moves from 1822 Szczecinek to 2119. Keep it, or reset it to the base.")
SUMMARY = ("The base has 2 changes: 1 taken over, 1 under values of this variant, which stay. "
           "The problem list (Ctrl+5) names them until you save.")


def written(folder: Path, turns: str = "10", hex: str = "1823") -> Path:
    (folder / "base.yaml").write_text(BASE % (turns, hex), "utf-8")
    path = folder / "mine.yaml"
    if not path.exists():
        path.write_text(VARIANT, "utf-8")
    return path


def told(hand: Hand) -> list[str]:
    return [p.message for p in hand.window.session.problems if p.code == "base-changed"]


def test_a_base_that_changed_while_the_variant_was_closed_is_told_until_it_is_saved(tmp_path: Path) -> None:
    path = written(tmp_path)
    with window_on(path, tmp_path) as hand:
        hand.until(lambda: hand.window.session.problems_known)
        assert told(hand) == []
    written(tmp_path, "9", "1822")
    for _ in range(2):
        with window_on(path, tmp_path) as hand:
            assert hand.window.messages.text == SUMMARY
            hand.until(lambda: told(hand))
            assert told(hand) == [TOLD]
            [problem] = [p for p in hand.window.session.problems if p.code == "base-changed"]
            assert (problem.unit, problem.hex, problem.line) == ("poland/2nd Mechanized", "2119", 7)
            assert Path(problem.file).name == "mine.yaml"
            assert hand.window.session.scenario is not None
            assert hand.window.session.scenario.turns == 9
    with window_on(path, tmp_path) as hand:
        hand.until(lambda: told(hand))
        hand.window.perform("save")
        hand.window.perform("validate")
        hand.until(lambda: not told(hand))
    with window_on(path, tmp_path) as hand:
        hand.until(lambda: hand.window.session.problems_known)
        assert told(hand) == []


def test_a_base_that_changes_on_disk_is_told_when_it_is_loaded(tmp_path: Path) -> None:
    path = written(tmp_path)
    with window_on(path, tmp_path) as hand:
        written(tmp_path, "9", "1822")
        disk = hand.window.files.disk
        hand.until(disk.current)
        hand.window.say(disk.reload(disk.current()))
        hand.settle(0.3)
        assert hand.window.messages.text == SUMMARY
        hand.until(lambda: told(hand))
        assert told(hand) == [TOLD]


def test_memory_of_bases_survives_odd_files(tmp_path: Path) -> None:
    design = load("historical").design
    assert design is not None
    memory, path = BaseMemory(tmp_path / "bases"), tmp_path / "mine.yaml"
    assert memory.of(path) is None
    memory.keep(path, design)
    kept = memory.of(path)
    assert kept is not None
    assert kept.scenario == design.scenario
    [file] = (tmp_path / "bases").iterdir()
    for content in (b"", b"no gzip", file.read_bytes()[:50]):
        file.write_bytes(content)
        assert memory.of(path) is None


def test_a_variant_whose_base_has_lost_a_unit_opens_and_is_settled(tmp_path: Path) -> None:
    path = written(tmp_path)
    text = VARIANT + '  - {unit: poland/2nd Mechanised, setup: "2017"}   # soon\n'
    path.write_text(text, "utf-8")
    with window_on(path, tmp_path) as hand:
        session = hand.window.session
        hand.until(lambda: session.problems_known)
        [problem] = [p for p in session.problems if p.code == "unknown-unit"]
        assert (problem.line, problem.severity) == (8, "error")
        # The file has an entry of its own for the unit that looks like it.
        assert [fix.label for fix in problem.fixes] == [
            'Take the entry of "poland/2nd Mechanised" out of `change`']
        assert session.scenario is not None
        session.change("Title", lambda design: replace(
            design, scenario=replace(design.scenario, title="Other")))  # type: ignore[type-var]
        hand.window.perform("save")
        hand.until(lambda: not session.unsaved)
        assert path.read_text("utf-8") == text.replace("title: Mine", "title: Other")
        session.change(problem.fixes[0].label, problem.fixes[0].edit)
        hand.window.perform("validate")
        hand.until(lambda: session.problems_known and not [
            p for p in session.problems if p.code == "unknown-unit"])
        hand.window.perform("undo")
        hand.until(lambda: [p for p in session.problems if p.code == "unknown-unit"])
        hand.window.perform("redo")
        hand.window.perform("save")
        hand.until(lambda: not session.unsaved)
        assert path.read_text("utf-8") == VARIANT.replace("title: Mine", "title: Other")


def test_saving_a_base_tells_what_no_longer_fits_in_its_variants(tmp_path: Path) -> None:
    path = written(tmp_path)
    (tmp_path / "child.yaml").write_text(
        VARIANT.replace("name: mine", "name: child").replace("base.yaml", "mine.yaml"), "utf-8")
    (tmp_path / "other.yaml").write_text(VARIANT.replace("base.yaml", "historical"), "utf-8")
    with window_on(tmp_path / "base.yaml", tmp_path) as hand:
        session = hand.window.session
        hand.until(lambda: session.problems_known)
        session.change("Remove", lambda design: with_scenario(design, remove_units(
            design.scenario, ["poland/2nd Mechanized"])))  # type: ignore[arg-type]
        hand.window.perform("save")
        hand.until(lambda: not session.unsaved)
        notes = " ".join(hand.window.files.notes)
        assert "mine.yaml is a variant of it and has 1 new error: line 7," in notes
        assert "child.yaml is a variant of it and has 1 new error: line 7," in notes
        assert "other.yaml" not in notes
        assert "mine.yaml is a variant" in hand.window.messages.text
        # Said once: what was wrong before the save is no news.
        session.change("Title", lambda design: replace(
            design, scenario=replace(design.scenario, title="Other")))  # type: ignore[type-var]
        hand.window.perform("save")
        hand.until(lambda: not session.unsaved)
        assert hand.window.files.notes == ()
    assert path.read_text("utf-8") == VARIANT


def test_a_scenario_of_its_own_on_a_ruleset_with_a_base_reopens_without_a_word(tmp_path: Path) -> None:
    kinds = {"rules": "kind: ruleset\nextends: hollen\n",
             "board": "kind: map\nextends: hollen\nruleset: rules.yaml\n",
             "mine": "kind: scenario\nruleset: rules.yaml\nmap: board.yaml\nturns: 5\nunits: []\n"}
    for name, text in kinds.items():
        (tmp_path / f"{name}.yaml").write_text(f"format: 2\n{text}name: {name}\ntitle: Mine\n", "utf-8")
    path = tmp_path / "mine.yaml"
    with window_on(path, tmp_path) as hand:
        hand.until(lambda: hand.window.session.problems_known)
    path.write_text(path.read_text("utf-8").replace("turns: 5", "turns: 6\nsummary: Later."), "utf-8")
    with window_on(path, tmp_path) as hand:
        hand.until(lambda: hand.window.session.problems_known)
        assert hand.window.session.inheritance.now is not None
        assert "The base" not in hand.window.messages.text
