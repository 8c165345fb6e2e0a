"""Facts for readers, and what is open to them: rules 1.1 to 1.4, 1.9, 7.8."""

from __future__ import annotations

import json
import re

import pytest
from bundled import design_of
from sample_data import read_sample

from visegrad_editor.engine import Game


@pytest.mark.rule("1.1", "1.2")
def test_the_notes_tell_of_the_war_and_of_the_line_of_the_game() -> None:
    notes = read_sample("rulesets/gsofg.yaml")["notes"]
    assert "surprise attack on West Germany late in the 1970s" in notes
    assert "a game of 1973" in notes


@pytest.mark.rule("1.3")
def test_nations_that_stayed_at_home_have_no_units() -> None:
    nations = {u["nationality"] for u in read_sample("scenarios/gsofg.yaml")["units"]}
    assert "east-germany" in nations
    assert len(nations) == 10
    assert nations & {"denmark", "italy", "poland", "czechoslovakia"} == set()


@pytest.mark.rule("1.4")
def test_the_scale() -> None:
    design = design_of("gsofg")
    assert design.ruleset.turn_length == "2 days"
    assert design.scenario is not None
    geography = read_sample("maps/gsofg.yaml")["geography"]
    assert 16 <= geography["hex_km"] <= 17
    sizes = [design.ruleset.unit_type_by_id[u.type].size for u in design.scenario.units]
    assert sizes.count("division") > len(sizes) / 2


@pytest.mark.rule("1.9")
def test_the_misprints_of_the_errata_are_not_repeated() -> None:
    game_map = design_of("gsofg").map
    words = [*(p.name for p in game_map.places), *(label.text for label in game_map.labels)]
    assert len(words) > 100
    assert not [w for w in words if re.search(r"\b(Can|Cana)\b", w)]
    assert "Rode" not in json.dumps(read_sample("rulesets/gsofg.yaml"))


@pytest.mark.rule("7.8")
def test_both_sides_may_look_into_all_stacks() -> None:
    game = Game.from_scenario(design_of("gsofg"), seed=1)
    while game.turn < 1:
        game.apply(game.legal_orders()[0])
    seen = {side: game.view(side)["state"]["where"] for side in ("soviet", "nato", "")}
    assert seen["soviet"] == seen["nato"] == seen[""]
    assert len(set(seen["nato"])) > 40
