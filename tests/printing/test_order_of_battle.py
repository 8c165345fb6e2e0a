"""The order-of-battle sheet: totals by side, nationality and type, when units come, and the counter mix."""

from __future__ import annotations

from dataclasses import replace

import pytest
from printed_text import page_texts

from tests.support.bundled import design_of
from visegrad_editor.model.edit.counter_mix import take_mix
from visegrad_editor.model.edit.ruleset import with_ruleset
from visegrad_editor.model.totals import totals
from visegrad_editor.printing.order_of_battle import order_of_battle_bytes
from visegrad_editor.printing.setup_sheet import NoScenarioError


def lines(data: bytes) -> list[str]:
    return [line.strip() for text in page_texts(data)
            for line in text.splitlines()]


def test_each_side_and_nationality_has_its_totals_and_when_they_come() -> None:
    design = design_of("historical")
    text = " ".join(lines(order_of_battle_bytes(design)))
    whole = totals(design)
    assert len(whole.below) == 2
    for side in whole.below:
        assert f"{side.units} units" in text
        assert all(nation.name in text for nation in side.below)
    assert "US entry: 9" in text
    assert "Counter mix" not in text


def test_the_counter_mix_says_how_many_are_left() -> None:
    design = take_mix(design_of("historical"))
    first, *others = design.ruleset.counter_mix
    short = replace(first, number=first.number - 1)
    design = with_ruleset(design, replace(design.ruleset, counter_mix=(short, *others)))
    text = " ".join(lines(order_of_battle_bytes(design, paper="Letter")))
    assert "Counter mix" in text
    assert "−1" in text


def test_a_map_alone_has_none() -> None:
    with pytest.raises(NoScenarioError):
        order_of_battle_bytes(replace(design_of("first-steps"), scenario=None))
