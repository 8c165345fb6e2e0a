"""A scenario's line of replacements takes the place of the whole line of the ruleset, in every game."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hexgames import design as small_design

from visegrad_editor.engine import Game
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.scenario import ReplacementOverride

SMALL = """
assets: [{id: air, name: Air points, side: blue, at_start: 0, keeps: false}]
replacements:
  - {turn: 1, side: blue, steps: 2, assets: {air: 3}}
  - {turn: 2, side: blue, steps: 1, assets: {air: 4}}"""


def received(design: Design, line: ReplacementOverride) -> list[str]:
    """What the sides are told to receive up to the turn of a line of the scenario, for which they pass."""
    scenario = design.scenario
    assert scenario is not None
    game = Game.from_scenario(replace(design, scenario=replace(scenario, replacements=(line,))), seed=1)
    dice = random.Random(1)
    while game.outcome is None and game.turn <= line.turn:
        orders = list(game.legal_orders())
        game.apply(next((o for o in orders if o.verb == "pass"), None) or dice.choice(orders))
    return [e.text for e in game.events if "receives" in e.text]


@pytest.mark.parametrize(("name", "line", "told"), [
    pytest.param("historical", ReplacementOverride(1, "russian", 7),
                 "The Russian side receives 7 replacement steps and 0 air points.",
                 marks=pytest.mark.rule("10.2")),
    ("velna", ReplacementOverride(2, "western", 7), "The Western army receives 7 replacement steps.")])
def test_a_line_of_a_bundled_game_is_replaced_whole(name: str, line: ReplacementOverride, told: str) -> None:
    """Also without the air points that only the ruleset's line has."""
    design = load(name).design
    assert design is not None
    assert told in received(design, line)


def test_a_line_of_a_game_from_data_is_replaced_whole() -> None:
    """Assets that only the ruleset's line gives are not received; other turns stay as they are."""
    design = small_design("blue A foot 4 0303 reduced; red X foot 4 0608", SMALL)
    told = received(design, ReplacementOverride(3, "blue", 1))
    assert told[0] == "The Blue army receives 2 replacement steps."

    def points(line: ReplacementOverride, turn: int) -> int:
        scenario = design.scenario
        assert scenario is not None
        game = Game.from_scenario(replace(design, scenario=replace(scenario, replacements=(line,))), seed=1)
        while game.turn < turn or game.step != "replace" or game.side != "blue":
            game.apply("pass")
        return game.position().markers["blue"]["air"]

    assert points(ReplacementOverride(3, "blue", 1), 1) == 3
    assert points(ReplacementOverride(1, "blue", 2), 1) == 0
    assert points(ReplacementOverride(1, "blue", 2), 2) == 4
    assert points(ReplacementOverride(1, "blue", 2, (("air", 9),)), 1) == 9
