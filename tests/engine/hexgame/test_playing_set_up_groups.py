"""Set-up groups in play: players are held to them, and they set up in the order that the scenario gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.engine import Game, IllegalOrderError
from visegrad_editor.model.design import Design

HEAD = "format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: hollen\n"
TWO = ("change:\n  - {unit: blue/1st Foot, setup: {group: foot}}\n"
       "  - {unit: blue/2nd Foot, setup: {group: foot}}\n")


def own(folder: Path, text: str) -> Design:
    path = folder / "own.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return opened(path)[1]


def placings(game: Game) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for order in game.legal_orders():
        if order.verb == "place":
            found.setdefault(order.units[0].partition("/")[2], set()).add(order.hexes[0])
    return found


def test_limits_hold_in_play(tmp_path: Path) -> None:
    game = Game.from_scenario(own(tmp_path, (
        "set_up_groups:\n  - {id: foot, where: {hexes: ['0101', '0102', '0103']},"
        " limits: [{at_most: 1, where: {hexes: ['0101', '0102']}}]}\n" + TWO)), seed=1)
    before = placings(game)
    assert len(before) == 2
    first = next(iter(before))
    assert before[first] >= {"0101", "0103"}
    game.apply(f"place {first} 0101")
    [after] = placings(game).values()
    assert after == {"0103"}
    with pytest.raises(IllegalOrderError, match="at most 1 of the group foot may be set up in"):
        game.apply(f"place {next(iter(placings(game)))} 0102")


def test_groups_set_up_in_the_order_that_names_them(tmp_path: Path) -> None:
    text = ("set_up_groups:\n  - {id: foot, where: {hexes: ['0101', '0102']}}\n"
            "  - {id: late, where: {hexes: ['0101', '0102']}}\n"
            "change:\n  - {unit: blue/1st Foot, setup: {group: foot}}\n"
            "  - {unit: blue/2nd Foot, setup: {group: late}}\n")
    for order, first in (("[late, foot]", "2nd Foot"), ("[foot, late]", "1st Foot"),
                         ("[blue, foot]", "2nd Foot")):
        game = Game.from_scenario(own(tmp_path, f"set_up_order: {order}\n{text}"), seed=1)
        [unit] = placings(game)
        assert unit == first
        other = "1st Foot" if first == "2nd Foot" else "2nd Foot"
        with pytest.raises(IllegalOrderError, match="is set up later: place"):
            game.apply(f"place {other} 0101")
        game.apply(f"place {unit} 0101")
        assert set(placings(game)) == {other}
