"""Where units may stand: the hexes that are shaded, outlined and told are those that a game opens to them."""

from __future__ import annotations

import pytest
from hexgames import design

from visegrad_editor.editor.map.hex_words import starting_hexes
from visegrad_editor.editor.panels.tray_strips import tray_areas, tray_strips
from visegrad_editor.engine.checks import check_design
from visegrad_editor.engine.game import Game
from visegrad_editor.engine.set_up import set_up_of
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.option_changes import in_force
from visegrad_editor.model.in_play import InPlay
from visegrad_editor.printing.set_up_zones import zones

ROWS = ("...rr~..", "........", "........", "........", "........", "........")
"""0104 and 0105 are of prohibited terrain, 0106 is sea."""
CHOICE = "blue A foot 4 in 0103 0104 0106; blue B foot 4 turn 2 n; red X foot 4 0608"
ENTRY = 'entries: [{id: n, name: North, where: {hexes: ["0102", "0105", "0106"]}}]'
ROAD = "roads: [{kind: road, path: ['0103', '0104']}]"


def shore(map: str = "", rules: str = "", units: str = CHOICE) -> Design:
    return design(units, rules, ROWS, map, ENTRY)


def standing(given: Design) -> set[str]:
    play = InPlay(given)
    return {given.map.grid.number(h) for h in given.map.grid if play.may_stand(h)}


@pytest.mark.parametrize(("map", "rules", "open_hexes"), [
    ("", "", set()), (ROAD, "", {"0103", "0104"}),
    ("", "movement: {costs: [{terrain: [rock], class: [], cost: 2}]}", {"0104", "0105"}),
    ("places: [{hex: '0104', name: T, features: [town]}]", "", set())])
def test_hexes_are_open_to_units_as_in_a_game(map: str, rules: str, open_hexes: set[str]) -> None:
    given = shore(map, rules)
    game = Game.from_scenario(design("blue A foot 4 0201; red X foot 4 0608", rules, ROWS, map))
    w = game.play
    assert standing(given) == {
        n for i, n in enumerate(w.board.numbers) if w.board.is_playable(i) and not w.barren >> i & 1}
    assert standing(given) & {"0103", "0104", "0105", "0106"} == {"0103"} | open_hexes


@pytest.mark.parametrize("name", ["karn", "baltic-front", "gsofg"])
def test_hexes_of_bundled_maps_are_open_as_in_their_games(name: str) -> None:
    loaded = load(name).design
    assert loaded is not None
    given = in_force(loaded)
    set_up = set_up_of(given)
    assert set_up is not None
    w = set_up._w  # type: ignore[attr-defined]
    assert standing(given) == {
        n for i, n in enumerate(w.board.numbers) if w.board.is_playable(i) and not w.barren >> i & 1}


def test_areas_of_the_tray_of_a_unit_and_of_the_sheet_have_only_hexes_where_units_may_stand() -> None:
    given = shore()
    assert given.scenario is not None
    grid = given.map.grid
    [(_, _, area)] = tray_areas(given, tray_strips(given))
    assert {grid.number(h) for h in area} == {"0103"}
    a, b, _ = given.scenario.units
    assert [grid.number(h) for h in starting_hexes(given, a)] == ["0103"]
    assert [grid.number(h) for h in starting_hexes(given, b)] == ["0102"]
    assert {grid.number(h) for zone in zones(given, given.scenario) for h in zone.hexes} == {"0102", "0103"}


def test_an_entry_that_names_hexes_where_no_unit_may_stand_is_told() -> None:
    given = shore()
    [problem] = [p for p in check_design(given) if p.code == "entry-terrain"]
    assert problem.severity == "warning"
    assert problem.message == ("North names 0105 and 0106, where no unit may stand, so nobody arrives there. "
                               "Take them out of the entry.")
    assert problem.fix is not None
    after = problem.fix.edit(given)
    assert after.scenario.entries[0].where.hexes == ("0102",)
    assert [p for p in check_design(after) if p.code == "entry-terrain"] == []
