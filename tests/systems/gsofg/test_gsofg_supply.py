"""Supply: rules 8.1 to 8.12."""

from __future__ import annotations

import pytest
from gsofg_positions import CITY, EAST, FIELD, GUARDS, GUNS, OTHER, PANZER, RIFLE, TANK, Field

from visegrad_editor.engine.hexgame import combat, control, fights, paths, supply
from visegrad_editor.engine.hexgame.state import ENTERED

US, BRITISH = "usa/3rd Armored", "united-kingdom/1st Armoured"


def supplied(field: Field, key: str) -> bool:
    field.w.forget()
    return field.w.is_supplied(field.w.unit(key))


def cut_off(field: Field) -> Field:
    """Without any source of the Soviet side."""
    w = field.w
    edge = next(a for a in w.ruleset.supply.sources if a.id == "soviet-edge")
    hexes = w.made.hexes(edge.hexes)(w.state.player)
    nato = [u for u in w.forces.ground[1] if not w.forces.static[u]]
    numbers = [h for h in range(w.board.size) if hexes >> h & 1]
    for u, h in zip(nato, numbers, strict=False):
        w.put(u, h)
    return field


@pytest.mark.rule("8.1", "8.3")
def test_soviet_units_in_their_own_countries_are_always_supplied() -> None:
    field = cut_off(Field()).put(f"{TANK} 3221", f"{OTHER} {FIELD}", f"{EAST} 3917", f"{RIFLE} 4231")
    w = field.w
    left = [u for u in w.forces.ground[1] if w.state.where[u] >= 0]
    assert len(left) >= 30
    for key, wanted in ((TANK, True), (EAST, True), (OTHER, False)):
        assert supplied(field, key) is wanted, key


def test_arrivals_are_supplied_in_the_player_turn_in_which_they_come() -> None:
    """9.2, 9.4: not in the next player turn of the enemy."""
    field = Field().put(f"{TANK} 1810", f"{OTHER} 1811")
    field.w.state.flags[field.w.unit(TANK)] |= ENTERED
    assert supplied(field, TANK)
    assert not supplied(field, OTHER)
    field.w.state.player = 1
    assert not supplied(field, TANK)


@pytest.mark.parametrize(("turn", "wanted"), [(1, True), (3, True), (4, False)])
@pytest.mark.rule("5.4", "8.1")
def test_the_8th_guards_army_is_supplied_everywhere_on_turns_1_to_3(turn: int, wanted: bool) -> None:
    field = Field(turn).put(f"{GUARDS} 1810", f"{TANK} 1811")
    assert supplied(field, GUARDS) is wanted
    assert not supplied(field, TANK)


@pytest.mark.rule("8.5")
def test_no_path_leads_through_a_city_of_the_enemy() -> None:
    field = Field(player="nato").put(f"{PANZER} 3012")
    w = field.w
    cities = w.ground.feature_hexes(("city",))
    assert supplied(field, PANZER)
    (hook,) = (chapter for chapter in w.chapters if chapter.id == "supply")
    soviet = w.forces.side_ids.index("soviet")
    assert hook.supply_barred(w, 1 - soviet, 0) == cities & w.controlled(soviet)
    assert hook.supply_barred(w, soviet, 4) == 4 | cities & w.controlled(1 - soviet)
    assert hook.supply_barred(w, soviet, 0) != 0


@pytest.mark.rule("8.5")
def test_a_path_stops_at_an_empty_city_of_the_enemy() -> None:
    """A Soviet unit west of a row of hexes of which only a city is free of enemies."""
    field = Field().put(f"{TANK} 3601").control("soviet", "3601")
    w = field.w
    area = w.supply_area(w.state.player)
    assert not area >> w.board.at(CITY) & 1, "nobody is supplied in a city that the enemy holds"
    field.control("soviet", CITY)
    assert w.supply_area(w.state.player) >> w.board.at(CITY) & 1


def test_within_six_hexes_of_the_edge_no_city_is_needed() -> None:
    """8.4: with every city of the Soviet side lost, who stands near a source is still supplied."""
    field = Field(player="nato", phase="nato-fight")
    w = field.w
    frankfurt = w.board.at("2024")
    field.put(f"{US} 2424")
    others = [w.board.numbers[h] for h in range(w.board.size)
              if w.ground.feature_hexes(("city",)) >> h & 1 and h != frankfurt]
    assert supplied(field, US)
    field.control("soviet", *others)
    assert supplied(field, US), "within eight hexes of Frankfurt"
    far = Field(player="nato", phase="nato-fight").put(f"{US} 3411")
    assert supplied(far, US)
    far.control("soviet", *others)
    assert not supplied(far, US), "without a city further away"


@pytest.mark.rule("8.3", "8.4")
def test_soviet_units_near_the_edge_of_the_east_need_no_city_either() -> None:
    field = Field().put(f"{TANK} 3934", f"{OTHER} {FIELD}")
    w = field.w
    cities = w.ground.feature_hexes(("city",))
    field.control("nato", *(w.board.numbers[h] for h in range(w.board.size) if cities >> h & 1))
    assert not cities >> w.board.at("3934") & 1
    assert (supplied(field, TANK), supplied(field, OTHER)) == (True, False)
    cut_off(field)
    assert not supplied(field, TANK), "without a source"


@pytest.mark.rule("8.2", "8.11", "8.12")
def test_what_is_out_of_supply_moves_and_fights_with_half() -> None:
    field = Field().put(f"{TANK} 3601", f"{PANZER} 3500", f"{OTHER} {FIELD}").control("nato", FIELD)
    w = field.w
    far = w.unit(TANK)
    w.put(far, w.board.at("1810"))
    w.forget()
    assert not w.is_supplied(far)
    assert fights.plain_strength(w, far, "attack") == 3
    assert fights.plain_strength(w, far, "defence") == 2
    assert paths.allowance(w, far) == 4 * w.ground.scale
    guns = w.unit(GUNS)
    w.put(guns, w.board.at("1811"))
    w.forget()
    assert combat.refusal_to_attack(w, guns) is not None, "8.11: artillery does not attack"


@pytest.mark.rule("8.7", "8.8", "8.9")
def test_nato_sources_are_national_and_are_lost_and_repaired() -> None:
    field = Field(5, "nato", "nato-fight", dice=(4,)).put(f"{US} 2125", f"{BRITISH} 2115")
    w = field.w
    assert supplied(field, US)
    assert supplied(field, BRITISH)
    tank = w.unit(TANK)
    w.put(tank, w.board.at("2024"))
    control.occupy(w, tank, [w.board.at("2024")])
    assert not supplied(field, US), "8.9: the only source of US units is lost"
    assert supplied(field, BRITISH)
    w.lift(tank)
    assert not supplied(field, US)
    us = w.unit(US)
    w.put(us, w.board.at("2024"))
    control.occupy(w, us, [w.board.at("2024")])
    assert not supplied(field, US)
    assert "from turn 9" in field.told("repair")[0].text
    w.state.turn = 9
    supply.repair_sources(w)
    assert supplied(field, US)
