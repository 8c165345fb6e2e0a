"""National borders on turn 1: rule 5.10."""

from __future__ import annotations

import pytest
from gsofg_positions import FIELD, GUARDS, PANZER, TANK, Field

from visegrad_editor.engine.hexgame import paths


def border_costs(turn: int, key: str, mode: str, player: str = "soviet") -> set[int]:
    """What steps over the border cost more than the same steps on turn 2, in points."""
    costs = []
    for now in (turn, 2):
        field = Field(now, player, f"{player}-move").put(f"{key} 3815")
        w = field.w
        costs.append(paths.step_costs(w, w.unit(key), mode)[1])
    lands = w.design.map.hexes_by_country
    countries = {w.board.grid.index(h): c for c, hexes in lands.items() for h in hexes}
    return {(cost - costs[1][a, b]) // w.ground.scale for (a, b), cost in costs[0].items()
            if countries[a] != countries[b] and (a, b) in costs[1]}


@pytest.mark.parametrize(("turn", "key", "mode", "more"), [
    (1, TANK, "", 1), (1, TANK, "road", 2), (1, GUARDS, "", 1), (3, TANK, "", 0), (3, TANK, "road", 0)])
@pytest.mark.rule("5.10", "10.15")
def test_a_border_costs_more_on_turn_1(turn: int, key: str, mode: str, more: int) -> None:
    assert border_costs(turn, key, mode) == {more}


@pytest.mark.rule("5.10", "10.15")
def test_nato_does_not_pay() -> None:
    assert border_costs(1, PANZER, "", "nato") == {0}


@pytest.mark.rule("5.10", "10.15")
def test_within_a_country_nothing_changes() -> None:
    field = Field(1, phase="soviet-move").put(f"{TANK} 3815")
    w = field.w
    first = paths.step_costs(w, w.unit(TANK))[1]
    inside = w.board.at("3815"), w.board.at("3816")
    w.state.turn = 2
    assert first[inside] == paths.step_costs(w, w.unit(TANK))[1][inside]
    assert w.board.at(FIELD) >= 0


@pytest.mark.rule("5.10", "10.15")
def test_each_border_is_paid_by_each_unit() -> None:
    field = Field(1, phase="soviet-move").put(f"{TANK} 3611", "ussr/10th Guards Tank 3611")
    w = field.w
    changed = border_costs(1, "ussr/10th Guards Tank", "")
    assert changed == {1}
    assert paths.step_costs(w, w.unit(TANK))[1] == paths.step_costs(w, w.unit("ussr/10th Guards Tank"))[1]
