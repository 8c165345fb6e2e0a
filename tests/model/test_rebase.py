"""A full copy of a scenario, map or ruleset is made a variant: its file then holds what differs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.catalogue import bundled_path
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.rebase import NoVariantError, variant_of
from visegrad_editor.model.files.sources import Kind
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.files.yaml_writer import new_text


@pytest.fixture
def copy(tmp_path: Path) -> LoadResult:
    """A whole scenario with the units of the sample, one of them in another hex, in another order."""
    design = load("historical").design
    assert design is not None
    assert design.scenario is not None
    first, *others = design.scenario.units
    units = (*others, first.placed("2118"))
    path = tmp_path / "copy.yaml"
    path.write_text(new_text(replace(design.scenario, name="copy", title="Copy", units=units), None), "utf-8")
    return load(path)


def test_a_copy_is_written_as_what_differs(copy: LoadResult) -> None:
    assert copy.design is not None
    assert len(copy.path.read_text("utf-8").splitlines()) > 200
    design, sources = variant_of(copy.design, copy.sources, "historical")
    save_design(design, sources)
    text = copy.path.read_text("utf-8")
    assert "extends: historical" in text
    assert len(text.splitlines()) < 20
    again = load(copy.path)
    assert again.design is not None
    assert again.design.scenario is not None
    assert design.scenario is not None
    assert again.design.scenario.unit_by_key == design.scenario.unit_by_key
    assert not [p for p in again.problems if p.severity == "error"]
    assert again.design.scenario.title == "Copy"


@pytest.mark.parametrize("own", [False, True])
def test_a_copy_of_the_text_leaves_nothing_of_the_base(tmp_path: Path, own: bool) -> None:
    """Comments, sources and blank lines that the copy has from the base go; comments of its own stay."""
    path = tmp_path / "copy.yaml"
    bundled = bundled_path("scenario", "historical")
    assert bundled is not None
    text = "# Nearer to the border.\n" * own + bundled.read_text("utf-8").replace(
        "name: historical", "name: copy").replace('setup: "1620"', 'setup: "1619"')
    assert 'setup: "1619"' in text
    path.write_text(text, "utf-8")
    copy = load(path)
    assert copy.design is not None
    design, sources = variant_of(copy.design, copy.sources, "historical")
    save_design(design, sources)
    text = path.read_text("utf-8")
    assert "units_provenance" not in text
    assert "rulebook" not in text.replace("the rulebook", "")
    if own:
        assert text.startswith("# Nearer to the border.\n")
        assert "\n\n\n" not in text
        return
    assert text.partition("\n")[2] == (
        "format: 2\nkind: scenario\nname: copy\nextends: historical\nchange:\n"
        '  - unit: poland/10th Armored Cavalry\n    setup: "1619"\n')


def test_undone_it_is_written_whole_again(copy: LoadResult) -> None:
    assert copy.design is not None
    before = copy.path.read_text("utf-8")
    design, sources = variant_of(copy.design, copy.sources, "historical")
    saved = save_design(design, sources)
    assert copy.design.scenario is not None
    save_design(with_scenario(saved.design, copy.design.scenario), saved.sources)
    assert copy.path.read_text("utf-8") == before


def test_a_base_that_does_not_fit_is_refused_with_the_reason(copy: LoadResult) -> None:
    assert copy.design is not None
    for reference, reason in (
            ("gsofg", 'The grid of "gsofg" is another'), ("nosuch", "There is no bundled scenario"),
            ("copy.yaml", "is this scenario, or itself a variant of it"), ("other.yaml", "There is no file")):
        with pytest.raises(NoVariantError, match=reason):
            variant_of(copy.design, copy.sources, reference)
    with pytest.raises(NoVariantError, match="only a map"):
        variant_of(replace(copy.design, scenario=None), copy.sources, "historical")


@pytest.fixture
def war(tmp_path: Path) -> LoadResult:
    """A scenario with whole copies of a map and a ruleset, in each of which one thing differs."""
    design = load("historical").design
    assert design is not None
    assert design.scenario is not None
    rules, game_map, hex = design.ruleset, design.map, design.map.grid.parse("2017")
    assert hex is not None
    mountain, *_ = (t for t in rules.terrain if t.id == "mountain")
    terrain = tuple(replace(t, cost=5) if t is mountain else t for t in rules.terrain)
    (tmp_path / "rules.yaml").write_text(
        new_text(replace(rules, name="rules", terrain=terrain), None), "utf-8")
    (tmp_path / "map.yaml").write_text(new_text(replace(
        paint_terrain(game_map, [hex], "mountain"), name="map", ruleset="rules.yaml",
        labels=game_map.labels[::-1]), None), "utf-8")
    path = tmp_path / "war.yaml"
    path.write_text(new_text(replace(
        design.scenario, name="war", ruleset="rules.yaml", map="map.yaml"), None), "utf-8")
    return load(path)


@pytest.mark.parametrize(("kind", "name", "lines", "expected"), [
    ("map", "map.yaml", 14, 'mountain: "2017"'), ("ruleset", "rules.yaml", 16, "cost: 5"),
])
def test_a_copy_of_a_map_and_of_a_ruleset(
    war: LoadResult, kind: Kind, name: str, lines: int, expected: str
) -> None:
    assert war.design is not None
    path = war.path.parent / name
    assert len(path.read_text("utf-8").splitlines()) > 150
    design, sources = variant_of(war.design, war.sources, "visegrad4", kind)
    save_design(design, sources)
    text = path.read_text("utf-8")
    assert "extends: visegrad4" in text
    assert expected in text
    assert len(text.splitlines()) <= lines, text
    again = load(war.path)
    assert again.design is not None
    assert not [p for p in again.problems if p.severity == "error"]
    assert getattr(again.design, kind) == getattr(design, kind)


def test_another_base_is_given_to_a_variant(war: LoadResult) -> None:
    assert war.design is not None
    design, sources = variant_of(war.design, war.sources, "visegrad4", "ruleset")
    saved = save_design(design, sources)
    (war.path.parent / "between.yaml").write_text(
        "format: 2\nkind: ruleset\nname: between\ntitle: Between\nextends: visegrad4\n"
        "terrain:\n  - {id: mountain, cost: 5}\n", "utf-8")
    design, sources = variant_of(saved.design, saved.sources, "between.yaml", "ruleset")
    save_design(design, sources)
    text = (war.path.parent / "rules.yaml").read_text("utf-8")
    assert "extends: between.yaml" in text
    assert "cost" not in text
    again = load(war.path)
    assert again.design is not None
    assert again.design.ruleset.terrain_by_id["mountain"].cost == 5


def test_maps_and_rulesets_that_cannot_be_variants(war: LoadResult) -> None:
    assert war.design is not None
    for kind, reference, reason in (
            ("map", "gsofg", 'The grid of "gsofg" is another'), ("map", "map.yaml", "is this map"),
            ("ruleset", "rules.yaml", "is this ruleset"),
            ("ruleset", "nosuch", "There is no bundled ruleset")):
        with pytest.raises(NoVariantError, match=reason):
            variant_of(war.design, war.sources, reference, cast(Kind, kind))
    bundled = load("historical")
    assert bundled.design is not None
    with pytest.raises(NoVariantError, match="is a bundled one"):
        variant_of(bundled.design, bundled.sources, "blank", "ruleset")
