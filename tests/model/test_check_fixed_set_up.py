"""A variant with a free set-up whose units still stand where the base fixes them says so, once."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.problems import Problem

POLES = ("1st Armored", "2nd Mechanized", "12th Mechanized")
GROUP = "set_up_groups:\n  - {id: army, where: {countries: [poland]}}\n"


def variant(folder: Path, text: str) -> tuple[LoadResult, Design]:
    path = folder / "own.yaml"
    path.write_text("format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: historical\n" + text,
                    encoding="utf-8")
    return opened(path)


def notes(loaded: LoadResult, design: Design) -> list[Problem]:
    return [p for p in find_problems(design, loaded.sources) if p.code == "fixed-set-up"]


def home() -> dict[str, str]:
    """The hexes of three Poles in the base."""
    scenario = opened("historical")[1].scenario
    assert scenario is not None
    return {name: scenario.unit_by_key[f"poland/{name}"].hex for name in POLES}


def placed(hexes: dict[str, str]) -> str:
    return GROUP + "change:\n" + "".join(
        f"  - {{unit: poland/{name}, setup: {{group: army}}, position: '{hex}'}}\n"
        for name, hex in hexes.items())


def test_fixed_positions_in_a_free_set_up_are_told_once(tmp_path: Path) -> None:
    loaded, design = variant(tmp_path, placed(home()))
    [note] = notes(loaded, design)
    assert note.severity == "note"
    assert "3 units with a choice of hexes stand where" in note.message
    assert f"1st Armored in {home()['1st Armored']}" in note.message
    assert note.line
    assert note.file.endswith("own.yaml")
    free, keep = note.fixes
    assert free.label == "Free them: their owner chooses the hexes"
    assert not free.harmless
    assert not keep.harmless, "nobody silences it unseen"
    freed = free.edit(design)
    assert freed.scenario is not None
    assert not any(u.position for u in freed.scenario.units)
    assert len(freed.scenario.members("army")) == 3, "where they may stand is kept"
    assert not notes(loaded, freed)
    kept = keep.edit(design)
    assert not notes(loaded, kept)
    assert kept.scenario is not None
    assert design.scenario is not None
    assert kept.scenario.units == design.scenario.units


@pytest.mark.parametrize("text", ["elsewhere", "other part", "free", "fixed"])
def test_other_set_ups_are_not_told(tmp_path: Path, text: str) -> None:
    hexes = home()
    texts = {
        "elsewhere": placed({"1st Armored": hexes["1st Armored"], "2nd Mechanized": "2017",
                             "12th Mechanized": "2118"}),
        "other part": placed(hexes) + 'play_area: ["0401", "2726"]\n',
        "free": placed(hexes).replace("position", "notes"),
        "fixed": ""}
    assert notes(*variant(tmp_path, placed(hexes)))
    assert not notes(*variant(tmp_path, texts[text]))


def test_no_bundled_scenario_has_it() -> None:
    for name in ("free-setup", "gsofg-free-fronts", "historical", "mobilised-poland"):
        assert not [p for p in load(name).problems if p.code == "fixed-set-up"], name
