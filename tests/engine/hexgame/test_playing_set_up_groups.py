"""Set-up groups in play: players are held to them, and they set up in the order that the scenario gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.engine import Game, IllegalOrderError
from visegrad_editor.engine.set_up import set_up_of
from visegrad_editor.engine.set_up_filling import fill_set_up, random_set_up
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


def together(folder: Path, more: str = "", change: str = "", rest: str = "") -> Design:
    """Two units that must be set up in one hex, 0101 or 0103."""
    return own(folder, (f"{rest}set_up_groups:\n  - {{id: foot, where: {{hexes: ['0101', '0103']}}, "
                        f"together: true{more}}}\n{TWO}{change}"))


LIMIT = ", limits: [{at_most: 1, where: {hexes: ['0101']}}]"


def test_a_hex_in_which_the_rest_of_a_group_cannot_follow_is_refused_in_play(tmp_path: Path) -> None:
    game = Game.from_scenario(together(tmp_path, LIMIT), seed=1)
    assert placings(game) == {"1st Foot": {"0103"}, "2nd Foot": {"0103"}}
    with pytest.raises(IllegalOrderError, match=(
            r"1st Foot may not be set up in 0101.*: all units of the group foot must be set up in one hex, "
            r"and .*2nd Foot could not follow there\. At most 1 of the group foot")):
        game.apply("place 1st Foot 0101")
    game.apply("place 1st Foot 0103")
    assert placings(game) == {"2nd Foot": {"0103"}}
    game.apply("place 2nd Foot 0103")
    assert not [e for e in game.events if "out of the game" in e.text]


@pytest.mark.parametrize("third", ["{hexes: ['0101', '0202']}", "{hexes: ['0101', '0202'], alone: true}"])
def test_no_other_unit_takes_the_room_of_those_that_must_follow(tmp_path: Path, third: str) -> None:
    design = together(tmp_path, "", f"  - {{unit: blue/3rd Foot, setup: {third}}}\n")
    game = Game.from_scenario(design, seed=1)
    assert placings(game)["3rd Foot"] == {"0101", "0202"}
    game.apply("place 1st Foot 0101")
    assert placings(game) == {"2nd Foot": {"0101"}, "3rd Foot": {"0202"}}
    reason = "2nd Foot could not follow there" if "alone" not in third else "may not be set up with"
    with pytest.raises(IllegalOrderError, match=reason):
        game.apply("place 3rd Foot 0101")


def test_those_that_follow_must_be_allowed_beside_who_stands_there(tmp_path: Path) -> None:
    stands = "  - {unit: blue/3rd Foot, setup: '0101'}\n"
    game = Game.from_scenario(together(tmp_path, "", stands), seed=1)
    assert placings(game) == {"1st Foot": {"0103"}, "2nd Foot": {"0103"}}


def test_the_window_and_fill_refuse_the_same_hexes_as_play(tmp_path: Path) -> None:
    design = together(tmp_path, LIMIT)
    set_up = set_up_of(design)
    assert set_up is not None
    first, both = ["blue/1st Foot"], ["blue/1st Foot", "blue/2nd Foot"]
    assert set_up.open_hexes(first) == set_up.open_hexes(both) == {"0103"}
    assert "could not follow" in str(set_up.refusal(first, "0101"))
    set_up.put(both, "0103")
    assert set_up.open_hexes(both) == {"0103"}
    for filled in (fill_set_up(design), *(random_set_up(design, seed) for seed in range(4))):
        assert {filled.scenario.unit_by_key[key].position for key in both} == {"0103"}
        assert filled.left == ()
