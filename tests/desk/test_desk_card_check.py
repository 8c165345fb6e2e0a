"""What does not fit together in a card is told, each once with its line and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken_cards import FAULTS
from cards import TEXT, card, read, replaced

from visegrad_editor.desk.card_file import load_card
from visegrad_editor.model.files.catalogue import bundled_path


@pytest.mark.parametrize(("code", "old", "new", "message"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_told(code: str, old: str, new: str, message: str) -> None:
    changed = replaced((old, new))
    found, problems = read(changed)
    assert found is not None, list(map(str, problems))
    told = [p for p in problems if p.code == code and message in p.message]
    assert len(told) == 1, list(map(str, problems))
    assert told[0].message.endswith((".", "?", "…}]."))
    # Its line is that of what was changed, or of the part of the file in which something is missing.
    first = next((n for n, (a, b) in enumerate(
        zip(TEXT.splitlines(), changed.splitlines(), strict=False), 1) if a != b), 1)
    assert code in ("no-victory", "half-hex") or abs(told[0].line - first) <= 6


def test_the_card_itself_has_no_problem() -> None:
    assert read()[1] == ()


def test_a_half_turn_is_of_the_side_that_moves_first() -> None:
    last = card(("turn: 1, half: first", "turn: 7, half: first"))
    assert [last.player_turns(s) for s in ("british", "german")] == [7, 6]
    _, problems = read(replaced(("turn: 1, half: first", "turn: 7, half: first"), (", half: true", "")))
    assert [p.code for p in problems] == ["after-the-end"]


def test_files_that_a_card_names_are_looked_for(tmp_path: Path) -> None:
    path = tmp_path / "c.yaml"
    path.write_text(replaced(('{id: "901"}', '{id: "901", map: village.yaml}'),
                             ("turns: {", "secret: {german: g.yaml}\nturns: {")), "utf-8")
    assert [p.code for p in load_card(str(path)).problems] == ["no-file", "no-map"]
    (tmp_path / "g.yaml").write_text("", "utf-8")
    village = bundled_path("map", "own-village")
    assert village is not None
    (tmp_path / "village.yaml").write_text(village.read_text("utf-8"), "utf-8")
    assert load_card(str(path)).problems == ()


@pytest.mark.parametrize("name", ["../g.yaml", "/etc/hostname"])
def test_files_outside_the_folder_of_the_card_are_not_looked_at(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (tmp_path / "g.yaml").write_text("", "utf-8")
    (folder / "c.yaml").write_text(replaced(("turns: {", f"secret: {{german: {name}}}\nturns: {{")), "utf-8")
    assert [p.code for p in load_card(str(folder / "c.yaml")).problems] == ["no-file"]
