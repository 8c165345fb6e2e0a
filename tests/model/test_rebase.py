"""A full copy of a scenario is made a variant: its file then holds what differs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.rebase import NoVariantError, variant_of
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
