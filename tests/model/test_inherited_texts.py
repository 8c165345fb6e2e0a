"""A base's own words about rules that a ruleset changes: texts that give way, and warnings about others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.option_changes import with_choices
from visegrad_editor.model.files.ruleset_file import ruleset_to_data
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.rules.sentences import Sentences
from visegrad_editor.model.ruleset import Ruleset
from visegrad_editor.printing.charts import result_legend


def extending(folder: Path, base: str, text: str, name: str = "mine") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(f"format: 2\nkind: ruleset\nname: {name}\nextends: {base}\ntitle: Mine\n{text}",
                    encoding="utf-8")
    return path


def read(path: Path) -> tuple[LoadResult, Ruleset]:
    loaded = load(path)
    assert loaded.ruleset is not None, loaded.problems
    return loaded, loaded.ruleset


def warnings(path: Path) -> list[str]:
    return [p.message for p in read(path)[0].problems if p.code == "inherited-text"]


def test_a_result_that_does_something_else_is_told_by_the_sentence_made_from_it(tmp_path: Path) -> None:
    _, rules = read(extending(tmp_path, "visegrad4", "results: [{id: MA, does: [{eliminate: defender}]}]\n"))
    result = next(r for r in rules.results if r.id == "MA")
    assert (result.name, result.text) == ("Mobile assault", "")
    printed = repr(result_legend(rules))
    assert "The defender chooses" not in printed
    assert Sentences(rules).result(result).text in printed
    # A text of one's own stays, and so do those of the other results.
    _, rules = read(extending(
        tmp_path, "visegrad4", "results: [{id: MA, text: All gone., does: [{eliminate: defender}]}]\n"))
    assert [r.text for r in rules.results if r.id in ("MA", "OR")] == [
        "All gone.", "Every defending unit is destroyed. The attacker may advance."]


@pytest.mark.parametrize("text", ["", "text: All gone., "])
def test_such_a_result_is_saved_as_it_was_read(tmp_path: Path, text: str) -> None:
    _, base = read(extending(tmp_path, "visegrad4", "", "base"))
    data = f"results: [{{id: MA, {text}does: [{{eliminate: defender}}]}}]\n"
    _, rules = read(extending(tmp_path, "visegrad4", data))
    written = ruleset_to_data(rules, base=base)["results"]
    assert [list(entry) for entry in written] == [["id", "text", "does"] if text else ["id", "does"]]
    # The text of the base can be kept for another script: then it is stated.
    own = next(r.text for r in base.results if r.id == "MA")
    again = extending(tmp_path, "visegrad4", f"results: [{{id: MA, text: {own!r}, does: [{{eliminate: "
                      "defender}]}]\n", "kept")
    _, kept = read(again)
    assert ruleset_to_data(kept, base=base)["results"][0]["text"] == own


def test_the_change_of_an_option_takes_the_text_away_too(tmp_path: Path) -> None:
    option = ('options: [{id: hard, name: Hard, choices: ["no", "yes"], changes: {"yes": '
              "{results: [{id: MA, does: [{eliminate: defender}]}]}}}]\n")
    _, rules = read(extending(tmp_path, "visegrad4", option))
    changed = with_choices(rules, {"hard": "yes"})
    assert next(r.text for r in changed.results if r.id == "MA") == ""
    assert next(r.text for r in rules.results if r.id == "MA") != ""


def test_a_changed_block_names_the_lines_of_the_base_about_it(tmp_path: Path) -> None:
    path = extending(tmp_path, "gsofg", "stacking: {limit: 3}\nretreat: {by: owner}\n")
    stacking, retreat = warnings(path)
    assert stacking == (
        "`stacking` is not that of \"gsofg\", but what that ruleset says of it in its own words is still "
        "printed and may no longer be true (`player_aid`: stacks, alone and nations). Write texts of your "
        "own, such as `player_aid: [{id: stacks, text: ...}]`. A line that still holds is only named: "
        "`{id: stacks}`.")
    assert "(`player_aid`: retreats; `results`: DR)" in retreat
    lines = {p.line for p in read(path)[0].problems if p.code == "inherited-text"}
    assert lines == {6, 7}


def test_lines_of_ones_own_removed_lines_and_named_lines_are_not_warned_of(tmp_path: Path) -> None:
    own = ("stacking: {limit: 3}\nplayer_aid:\n  - {id: stacks, text: Three stacking points.}\n"
           "  - {id: alone, remove: true}\n  - {id: nations}\n")
    assert warnings(extending(tmp_path, "gsofg", own)) == []


def test_another_text_of_a_result_is_no_other_rule(tmp_path: Path) -> None:
    own = "results: [{id: DR, text: The defender retreats.}]\n"
    assert warnings(extending(tmp_path, "gsofg", own)) == []
    assert warnings(extending(
        tmp_path, "gsofg", f"retreat: {{by: owner}}\nplayer_aid: [{{id: retreats}}]\n{own}")) == []


def test_a_block_without_rule_numbers_may_be_told_by_any_line(tmp_path: Path) -> None:
    [warning] = warnings(extending(tmp_path, "visegrad4", "retreat: {by: attacker}\n"))
    assert warning.startswith('`retreat` is not that of "visegrad4"')
    assert "`player_aid`: levels, moves, roads" in warning


def test_costs_and_looks_have_no_such_texts(tmp_path: Path) -> None:
    changes = "terrain: [{id: mountain, cost: 5}]\nturns: 6\ncounter: {front: \"{strength}\"}\n"
    assert warnings(extending(tmp_path, "visegrad4", changes)) == []


def test_a_variant_of_a_variant_is_warned_of_what_its_base_changed(tmp_path: Path) -> None:
    extending(tmp_path, "gsofg", "stacking: {limit: 3}\n", "base")
    assert len(warnings(extending(tmp_path, "base.yaml", ""))) == 1
    assert warnings(extending(
        tmp_path, "base.yaml", "player_aid: [{id: stacks}, {id: alone}, {id: nations}]\n")) == []


def test_an_edit_in_the_window_is_checked_before_it_is_saved(tmp_path: Path) -> None:
    rules = extending(tmp_path, "gsofg", "")
    path = tmp_path / "war.yaml"
    path.write_text(f"format: 2\nkind: scenario\nname: war\nextends: gsofg\nruleset: {rules.name}\n", "utf-8")
    loaded = load(path)
    design = loaded.design
    assert isinstance(design, Design)
    assert not [p for p in loaded.problems if p.code == "inherited-text"]
    edited = replace(design, ruleset=replace(
        design.ruleset, stacking=replace(design.ruleset.stacking, limit="3")))
    found = [p for p in check_documents(edited, loaded.sources) if p.code == "inherited-text"]
    assert len(found) == 1
    save_design(edited, loaded.sources)
    assert "stacking: {limit: 3}\n" in rules.read_text(encoding="utf-8")


WINNER = "victory: {otherwise: allied}\n"


@pytest.mark.parametrize(("text", "told"), [
    (WINNER, True), (WINNER + "notes: The Poles win if they stand.\n", False), ("turns: 4\n", False),
    (WINNER + "extends: silent-base.yaml\n", False)])
def test_notes_of_a_base_that_tell_of_winning_are_told_where_somebody_else_wins(
        tmp_path: Path, text: str, told: bool) -> None:
    head = "format: 2\nkind: scenario\nprovenance: designer\n"
    base = "" if "extends" in text else "extends: historical\n"
    (tmp_path / "silent-base.yaml").write_text(
        f"{head}name: silent\ntitle: Silent\nextends: historical\nnotes: Set up both sides.\n",
        encoding="utf-8")
    path = tmp_path / "own.yaml"
    path.write_text(f"{head}name: own\ntitle: Own\n{base}{text}", encoding="utf-8")
    found = [p for p in load(path).problems if p.code == "inherited-text"]
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [(p.severity, p.line) for p in found] == (
        [("warning", lines.index(WINNER.strip()) + 1)] if told else [])
    if told:
        assert 'Who wins is not as in "The Coming War"' in found[0].message
