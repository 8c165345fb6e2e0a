"""Sheets print what the options of a scenario decide plainly or not at all, and name the choices."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from printed_text import printed_text
from rule_names import record
from small_design import small_design

from visegrad_editor.model.decided_rules import with_decided_rules
from visegrad_editor.model.design import Design
from visegrad_editor.model.rules.combat import Combat
from visegrad_editor.model.ruleset import Option
from visegrad_editor.printing.charts import charts_bytes
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes

FOG = Option("fog", "Fog in the morning", ("without", "with"), "8.1", "Nobody sees further than a hex")


def design_with(choice: str, when: dict[str, Any]) -> Design:
    """A design with a shift in a situation, and with the option chosen."""
    design = small_design()
    assert design.scenario is not None
    combat = record(Combat, {"shifts": [
        {"id": "charge", "name": "Charge", "when": when, "effect": {"shift": 1}}]})
    return replace(
        design, ruleset=replace(design.ruleset, options=(FOG,), combat=combat),
        scenario=replace(design.scenario, options=(("fog", choice),)))


def text_of(data: bytes) -> str:
    return printed_text(data)


@pytest.mark.parametrize(("when", "left"), [
    ({"option": {"fog": ["with"]}}, [{}]),
    ({"option": {"fog": ["without"]}}, []),
    ({"option": {"fog": ["with"]}, "turn": 2}, [{"turn": 2}]),
    ({"not": {"option": {"fog": ["with"]}}}, []),
    ({"not": {"option": {"fog": ["without"]}}}, [{}]),
    ({"not": {"option": {"fog": ["with"]}, "turn": 2}}, [{"not": {"turn": 2}}]),
    ({"any": [{"option": {"fog": ["without"]}}, {"turn": 2}]}, [{"any": [{"turn": 2}]}]),
    ({"any": [{"option": {"fog": ["with"]}}, {"turn": 2}]}, [{}]),
    ({"any": [{"option": {"fog": ["without"]}}]}, []),
    ({"all": [{"option": {"fog": ["with"]}}, {"turn": 2}]}, [{"all": [{"turn": 2}]}]),
    ({"all": [{"option": {"fog": ["without"]}}, {"turn": 2}]}, []),
])
def test_what_options_decide_is_asked_no_more(when: dict[str, Any], left: list[dict[str, Any]]) -> None:
    wanted = [design_with("with", one).ruleset.combat.shifts[0].when for one in left]
    assert [s.when for s in with_decided_rules(design_with("with", when)).ruleset.combat.shifts] == wanted


def test_a_map_alone_leaves_options_open() -> None:
    design = replace(design_with("with", {"option": {"fog": ["without"]}}), scenario=None)
    assert with_decided_rules(design) is design


def test_charts_print_a_decided_rule_plainly_or_not_at_all() -> None:
    held = text_of(charts_bytes(design_with("with", {"option": {"fog": ["with"]}})))
    barred = text_of(charts_bytes(design_with("with", {"option": {"fog": ["without"]}})))
    assert "Charge: the odds shift 1 column to the right." in held
    assert "Charge" not in barred
    for text in (held, barred):
        assert "the option" not in text
        assert "Options in force 8.1 Fog in the morning: with." in text


def test_the_set_up_sheet_says_choice_and_text_of_an_option() -> None:
    with_fog = text_of(setup_sheet_bytes(design_with("with", {})))
    assert ("Options chosen 8.1 Fog in the morning: with. Nobody sees further than a hex. "
            "Also possible: without.") in with_fog
    without = text_of(setup_sheet_bytes(design_with("without", {})))
    assert "Fog in the morning: without, the standard choice. Nobody sees further" in without
