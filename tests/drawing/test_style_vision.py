"""The bundled styles are legible with every kind of colour vision."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from colour_vision import VISIONS, apart
from items import some

from visegrad_editor.drawing.colours import contrast
from visegrad_editor.drawing.patterns import PATTERNS
from visegrad_editor.drawing.style_file import shipped_styles
from visegrad_editor.drawing.styled_design import apply_style_to_ruleset
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.load import load
from visegrad_editor.model.ruleset import HexsideKind, Ruleset

STYLES = {s.name: s for s in shipped_styles()}
RULESETS = [b for b in bundled() if b.kind == "ruleset"]


def ruleset_of(path: Path) -> Ruleset:
    found = load(path, "ruleset").ruleset
    assert found is not None
    return found


@pytest.mark.parametrize("entry", RULESETS, ids=lambda b: b.name)
@pytest.mark.parametrize("vision", VISIONS)
def test_grounds_differ_under_every_kind_of_colour_vision(entry: object, vision: str) -> None:
    """By colour, or by pattern."""
    ruleset = apply_style_to_ruleset(ruleset_of(entry.path), STYLES["colour-blind-safe"].style)[0]  # type: ignore[attr-defined]
    assert len(ruleset.terrain) > 1
    for one, other in combinations(ruleset.terrain, 2):
        patterns = PATTERNS.get(one.pattern), PATTERNS.get(other.pattern)
        assert patterns[0] is not patterns[1] or apart(one.colour, other.colour, vision) >= 8, (
            f"{one.name} and {other.name}")
        # Except for greys, colours differ wherever patterns do.
        if vision != "greyscale":
            assert apart(one.colour, other.colour, vision) >= 5, f"{one.name} and {other.name}"


@pytest.mark.parametrize("vision", VISIONS)
def test_lines_stand_out_from_grounds_and_from_each_other(vision: str) -> None:
    style = STYLES["colour-blind-safe"].style
    seen: list[HexsideKind] = []
    for entry in some(RULESETS):
        ruleset, worn = apply_style_to_ruleset(ruleset_of(entry.path), style)
        plain = next(t for t in ruleset.terrain if t.playable)
        rivers = [h for h in ruleset.hexsides if h.id == "river"]
        seen += rivers
        for line in (*rivers, *ruleset.roads):
            assert apart(line.colour, plain.colour, vision) >= 20, line.name
        for river in rivers:
            assert apart(river.colour, worn.border, vision) >= 12
    assert len(seen) > 3


@pytest.mark.parametrize("name", STYLES)
def test_print_is_legible_in_every_style(name: str) -> None:
    for entry in some(RULESETS):
        ruleset, style = apply_style_to_ruleset(ruleset_of(entry.path), STYLES[name].style)
        grounds = [t.colour for t in ruleset.terrain if t.playable]
        assert grounds
        for ground in some(grounds):
            assert contrast(style.name_ink, style.halo) >= 7
            assert contrast(style.name_ink, ground) >= 4.5, (name, ground)
        assert contrast(style.water_label, style.halo) >= 4.5
