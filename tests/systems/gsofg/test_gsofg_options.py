"""Options of rulings: each is asked for, and its choices play differently: rules 1.5, 4.6, 11.8, 11.14."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bundled import design_of
from gsofg_positions import FIELD, OTHER, PANZER, PANZER_3, TANK, Field
from sample_data import read_sample

import visegrad_editor
from visegrad_editor.engine.hexgame import fights
from visegrad_editor.engine.hexgame.conditions import Case
from visegrad_editor.model.rules.grammar import HexFilter

AIR_ASSAULT = "ussr/35th Air Assault"
CODE = Path(visegrad_editor.__file__).parent / "systems" / "gsofg"


def test_every_option_is_asked_for() -> None:
    options = design_of("maps/gsofg").ruleset.options
    code = "".join(path.read_text("utf-8") for path in CODE.glob("*.py"))
    data = read_sample("rulesets/gsofg.yaml")
    rest = repr({key: value for key, value in data.items() if key != "options"})
    asked = {o.id for o in options if o.changes or f'"{o.id}"' in code
             or re.search(rf"'option': {{[^}}]*'{o.id}'", rest)}
    assert len(options) > 8
    assert {o.id for o in options} - asked == set()


def assessed(field: Field, *units: str, hex: str = FIELD) -> fights.Fight:
    w = field.w
    return fights.assess(w, w.board.at(hex), [w.unit(u) for u in units])


@pytest.mark.parametrize(("choice", "attack"), [("part", 7), ("side", 6)])
def test_the_least_of_halved_units(choice: str, attack: int) -> None:
    """1.5: a 6, and a 1 that is halved across a river."""
    field = Field(halved_part=choice).put(f"{PANZER} 3312", f"{TANK} 3212", f"{AIR_ASSAULT} 3213")
    field.control("soviet", *field.w.board.hex_set(field.w.ground.feature_hexes(("city",))))
    assert assessed(field, TANK, AIR_ASSAULT, hex="3312").attack == 7
    field.put(f"{AIR_ASSAULT} 3413")
    assert assessed(field, TANK, AIR_ASSAULT, hex="3312").attack == attack


@pytest.mark.parametrize(("choice", "fixed"), [("always", "AS"), ("after-shifts", "")])
def test_odds_below_1_to_1(choice: str, fixed: str) -> None:
    """11.8: 6 to 8, with two columns for an envelopment and without."""
    field = Field(5, "nato", "nato-fight", low_odds=choice).put(
        f"{TANK} {FIELD}", f"{OTHER} {FIELD}", f"{PANZER} 3610", f"{PANZER_3} 3411")
    enveloping = assessed(field, PANZER, PANZER_3)
    assert (enveloping.attack, enveloping.defence, enveloping.fixed) == (6, 8, fixed)
    field.put(f"{PANZER_3} 3610")
    assert assessed(field, PANZER, PANZER_3).fixed == "AS"


@pytest.mark.parametrize(("choice", "by_the_river", "holds"), [
    ("left-bank", False, True), ("left-bank", True, True), ("riverside", False, False),
    ("riverside", True, True)])
def test_the_bridgehead(choice: str, by_the_river: bool, holds: bool) -> None:
    """4.6: with `riverside` hexes away from the river do not count."""
    field = Field(15, "nato", "nato-move", bridgehead=choice).put(f"{TANK} 3815")
    w, soviet = field.w, Case(0)
    bank, riverside = (w.made.hexes(HexFilter(areas=(name,)))(0) for name in ("west-bank", "rhine-bank"))
    cities = w.made.hexes(HexFilter(features=("city",), without=HexFilter(areas=("west-bank",))))(0)
    taken = cities | (riverside if by_the_river else bank & ~riverside)
    field.control("soviet", *w.board.hex_set(taken))
    found = [c for c in w.ruleset.victory.conditions if c.rule == "4.6" and w.made.test(c.when)(soviet)]
    assert bool(found) is holds
