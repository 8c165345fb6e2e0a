"""What the chapters say and refuse, word by word, and the bounds they keep, by the numbers of their rules."""

from __future__ import annotations

import pytest
from gsofg_play import BRIGADE, FAR, FIELD, NEAR, OTHER, PANZER, SECOND, TANK, Moment
from gsofg_positions import GUARDS, Field

from visegrad_editor.engine.hexgame import fights, stacking
from visegrad_editor.engine.hexgame.chapter import Chapter
from visegrad_editor.engine.hexgame.state import ENTERED
from visegrad_editor.engine.orders import IllegalOrderError
from visegrad_editor.systems.gsofg import SYSTEM
from visegrad_editor.systems.gsofg.air import BY_AIR, supply_zone
from visegrad_editor.systems.gsofg.air_mobile import able_to_support
from visegrad_editor.systems.gsofg.decisions import change_state, state_of
from visegrad_editor.systems.gsofg.game import chapters
from visegrad_editor.systems.gsofg.hints import DECISIONS
from visegrad_editor.systems.gsofg.sides import has_superiority
from visegrad_editor.systems.gsofg.special_forces import ENTRIES

MOBILE, BRITISH = "usa/101st Air Mobile", "united-kingdom/3rd Air Mobile"
JAM = "electronic-warfare"


def chapter_of(id: str) -> Chapter:
    """A chapter of the game by its id."""
    return next(c for c in chapters() if c.id == id)


def test_the_game_names_its_scenarios_and_decisions() -> None:
    assert SYSTEM.scenarios == ("gsofg", "gsofg-free-fronts", "gsofg-first-steps")
    assert SYSTEM.decisions() is DECISIONS


# -- 6: the air war --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("superior", "die", "said"), [
    ("soviet", 1, "no effect"), ("soviet", 2, "1 step is lost"), ("nato", 1, "no effect"),
    ("nato", 3, "1 step is lost"), ("nato", 4, "2 steps are lost"), ("nato", 6, "3 steps are lost")])
def test_6_2_bombers_say_what_they_did(superior: str, die: int, said: str) -> None:
    m = Moment("heavy-bombers", superior=superior, dice=[die])
    m.put((PANZER, FIELD), (SECOND, FIELD), (TANK, FAR), (OTHER, FAR))
    m.go("heavy-bombers")
    hex = FIELD if superior == "soviet" else FAR
    m.give(f"bomb {hex}")
    side = "Soviet" if superior == "soviet" else "NATO"
    assert m.told("bombers") == [f"Heavy bombers of the {side} side over {hex}, die {die}: {said}."]


def test_6_2_the_steps_still_to_take_are_counted_and_chosen_by_unit() -> None:
    m = Moment("heavy-bombers", superior="nato", dice=[4])
    m.put((TANK, FAR), (OTHER, FAR))
    m.go("heavy-bombers")
    m.give(f"bomb {FAR}")
    assert m.w.position().left == {"steps to take": 2}
    assert [o.units for o in m.w.legal_orders(TANK)] == [(TANK,)]
    assert [o.units for o in m.w.legal_orders(OTHER)] == [(OTHER,)]
    assert m.w.legal_orders(PANZER) == []
    m.give(f"take-step {TANK}")
    assert m.w.position().left == {"steps to take": 1}
    m.give(f"take-step {TANK}")
    assert state_of(m.w, "air")["losses"] == []


@pytest.mark.parametrize("superior", ["soviet", "nato"])
def test_6_3_the_number_of_aircraft_is_told(superior: str) -> None:
    m = Moment("aircraft", superior=superior, dice=[4])
    m.go("aircraft")
    side = "Soviet" if superior == "soviet" else "NATO"
    assert m.told("aircraft") == [f"The {side} side has 5 support aircraft this turn: die 4."]
    assert m.w.position().left == {}
    m.w.state.step = "interdiction"
    assert m.w.position().left == {"support aircraft": 5}
    m.w.state.assets.pop(f"{superior}-aircraft")
    assert m.w.position().left == {"support aircraft": 0}


def test_6_3_what_is_of_one_turn_ends_with_it() -> None:
    m = Moment("interdiction", superior="soviet")
    assets = m.w.state.assets
    for id in ("soviet-aircraft", "nato-aircraft", "reinforcements-hit", "supply-cut"):
        assets[id] = 1
    assets["soviet-air-supply"] = assets["nato-air-supply"] = 0
    change_state(m.w, "air", dropped=[3, 4], interdicted=[5], raids=[[6, 1]])
    chapter_of("air").at(m.w, "turn-end")
    assert [assets[id] for id in ("soviet-aircraft", "nato-aircraft", "reinforcements-hit", "supply-cut",
                                  "soviet-air-supply", "nato-air-supply")] == [0, 0, 0, 0, 1, 1]
    own = state_of(m.w, "air")
    assert (own["dropped"], own["interdicted"], own["raids"]) == ([-1, -1], [], [])


def test_6_9_nobody_is_supplied_from_the_air_at_the_beginning() -> None:
    m = Moment("soviet-move")
    assert state_of(m.w, "air")["dropped"] == [-1, -1]
    assert supply_zone(m.w, 0) == supply_zone(m.w, 1) == 0
    change_state(m.w, "air", dropped=[m.w.board.at(FIELD), -1])
    assert set(m.w.board.hex_set(supply_zone(m.w, 0))) == {
        FIELD, *m.w.board.hex_set(sum(1 << n for n in m.w.board.neighbours[m.w.board.at(FIELD)] if n >= 0))}
    assert supply_zone(m.w, 1) == 0


def test_6_5_who_passes_is_not_asked_again_in_the_same_fight() -> None:
    m = Moment("soviet-fight", superior="nato", dice=[3])
    m.w.state.assets["supply-cut"] = 1
    m.put((PANZER, FIELD), (TANK, NEAR))
    m.go("attack")
    assert (m.give(f"attack {FIELD} with {TANK}"), m.side) == ("cut-supply", "nato")
    m.give("pass")
    assert (state_of(m.w, "air")["cut"], m.w.state.assets["supply-cut"]) == ("no", 1)
    assert m.step != "cut-supply"


# -- 6.10 to 6.17: air-mobile units --------------------------------------------------------------------


def test_6_15_only_air_mobile_units_attack_at_eight_hexes() -> None:
    m = Moment("nato-fight", "nato", "nato")
    mobile, panzer = m.put((MOBILE, FAR), (PANZER, NEAR))
    chapter = chapter_of("air-mobile")
    assert (chapter.attack_range(m.w, mobile), chapter.attack_range(m.w, panzer)) == (8, 0)


def test_6_16_who_acted_in_the_own_player_turn_may_not_support_until_the_next_one() -> None:
    m = Moment("soviet-fight", "soviet", "nato")
    (u,) = m.put((MOBILE, FAR))
    m.put((PANZER, FIELD))
    hex = m.w.board.at(FIELD)
    chapter = chapter_of("air-mobile")
    change_state(m.w, "air-mobile", acted=[u])
    chapter.at(m.w, "player-turn")
    assert able_to_support(m.w, hex) == [], "the Soviet player turn changes nothing"
    m.w.state.player = m.w.forces.side_ids.index("nato")
    chapter.at(m.w, "player-turn")
    assert able_to_support(m.w, hex) == [u]
    m.w.eliminate(m.put((BRITISH, FAR))[0], "6.13")
    assert able_to_support(m.w, hex) == [u], "who is destroyed supports nobody"
    m.w.state.assets["nato-superiority"] = 0
    assert able_to_support(m.w, hex) == []


@pytest.mark.parametrize(("units", "verb"), [((MOBILE,), "supports"), ((BRITISH, MOBILE), "support")])
def test_6_16_support_is_told(units: tuple[str, ...], verb: str) -> None:
    m = Moment("soviet-fight", "soviet", "nato", dice=[3])
    m.put((PANZER, FIELD), (TANK, NEAR), *((unit, "3310") for unit in units))
    m.go("attack")
    assert m.give(f"attack {FIELD} with {TANK}") == "defensive-support"
    m.give("cover " + ", ".join(units))
    (said,) = m.told("defensive-support")
    assert f" {verb} the defence of {FIELD}." in said
    assert state_of(m.w, "air-mobile")["support"] or m.step == "attack"


# -- 5.4, 5.10, 9: guards, borders, arrivals -----------------------------------------------------------


def test_5_4_the_refusal_names_the_guards_and_the_others() -> None:
    w = Field(2, phase="soviet-move").w
    found = stacking.refusal(w, w.board.at("3815"), [w.unit(GUARDS), w.unit(TANK)])
    assert str(found).startswith("8th Guards 79th Guards Tank of the 8th Guards Army may not be with Soviet "
                                 "7th Guards Tank in ")


@pytest.mark.parametrize(("turn", "unit", "kind"), [
    (1, GUARDS, True), (3, GUARDS, True), (4, GUARDS, None), (0, GUARDS, None), (2, TANK, False),
    (2, PANZER, None), (4, PANZER, None)])
def test_5_4_kinds_of_stacks(turn: int, unit: str, kind: bool | None) -> None:
    w = Field(turn, phase="soviet-move").w
    chapter = chapter_of("guards")
    assert chapter.stack_kind(w, w.unit(unit)) is kind


def test_5_10_borders_cost_more_by_foot_and_road_and_not_by_air() -> None:
    w = Field(1, phase="soviet-move").w
    chapter = chapter_of("road-border")
    tank, panzer = w.unit(TANK), w.unit(PANZER)
    assert [chapter.step_changes(w, tank, mode) is None for mode in ("", "road", "rebase")] == [
        False, False, True]
    assert chapter.step_changes(w, panzer, "") is None


def test_9_2_the_limit_of_an_entry_hex_is_for_nato_and_the_pools() -> None:
    field = Field(3, phase="soviet-move", keep=("ussr/20th Tank", "ussr/16th Guards Tank"))
    w = field.w
    chapter = chapter_of("arrivals")
    w.state.chapters["arrivals"] = {"turn": 3, "through": {"4205": 2 * w.forces.weight_scale}}
    bit = 1 << w.board.index["4205"]
    pool, army, nato = "ussr/20th Tank", "ussr/16th Guards Tank", "usa/2nd Marine"
    for unit, closed in ((pool, True), (army, False), (nato, True)):
        assert bool(chapter.closed_entries(w, w.unit(unit), "east-edge") & bit) == closed, unit
    w.state.chapters["arrivals"] = {"turn": 2, "through": {"4205": 2 * w.forces.weight_scale}}
    assert not chapter.closed_entries(w, w.unit("ussr/20th Tank"), "east-edge") & bit


# -- 13.11 to 13.17: electronic warfare ----------------------------------------------------------------


def jamming(player: str = "soviet", dice: tuple[int, ...] = (), offence: int = 5, defence: int = 4) -> Moment:
    m = Moment(f"{player}-fight", player, "soviet", 6, dice, electronic_warfare="with")
    mine = m.w.forces.side_ids.index(player)
    both = {"offence": [0, 0], "defence": [0, 0]}
    both["offence"][mine], both["defence"][1 - mine] = offence, defence
    change_state(m.w, JAM, divided=f"6 {mine}", **both)
    m.put((PANZER, FIELD), (BRIGADE, FIELD), (TANK, NEAR), (OTHER, FAR))
    return m


def test_13_12_dividing_is_told_without_numbers() -> None:
    m = jamming()
    change_state(m.w, JAM, divided="")
    m.go("attack")
    m.give("divide-jamming 3")
    assert m.told(JAM) == ["The Soviet side divides its electronic warfare markers in secret."]


def test_13_12_who_has_no_markers_divides_none_and_is_not_asked() -> None:
    m = jamming()
    change_state(m.w, JAM, divided="", offence=[2, 3])
    m.w.state.assets["soviet-electronic-warfare"] = 0
    m.w.state.side = 1
    assert m.go("divide-jamming") in ("attack", "jam")
    own = state_of(m.w, JAM)
    assert (own["offence"], own["defence"][0]) == ([0, 0], 0)


def test_13_13_jamming_and_countering_are_told() -> None:
    m = jamming(dice=(4,))
    m.go("attack")
    m.give(f"jam {FIELD}")
    m.give("pass")
    m.give(f"counter-jam {FIELD}")
    assert m.told(JAM) == [f"The Soviet side jams {FIELD}.", f"The NATO side counters in {FIELD}."]


def test_13_12_the_refusal_says_which_markers_are_lacking() -> None:
    m = jamming(offence=1, defence=0)
    m.go("attack")
    m.give(f"jam {FIELD}")
    with pytest.raises(IllegalOrderError, match="has no offensive marker left"):
        m.give(f"jam {FIELD}")
    m.give("pass")
    with pytest.raises(IllegalOrderError, match="has no defensive marker left"):
        m.give(f"counter-jam {FIELD}")


@pytest.mark.parametrize(("die", "turns"), [(1, 7), (6, 12)])
def test_13_17_a_marker_is_away_until_the_turn_that_the_die_gives(die: int, turns: int) -> None:
    m = jamming(dice=(1, die))
    m.go("attack")
    m.give(f"jam {FIELD}")
    m.give("pass")
    m.give(f"counter-jam {FIELD}")
    before = m.w.state.assets["soviet-electronic-warfare"]
    m.give("pass")
    assert m.told(JAM)[-1] == f"The Soviet side is without a marker until turn {turns}."
    assert m.w.state.assets["soviet-electronic-warfare"] == before - 1
    assert state_of(m.w, JAM)["away"][0] == [turns]
    for turn, back in ((turns - 1, 0), (turns, 1), (turns + 1, 1)):
        m.w.state.turn = turn
        chapter_of(JAM).at(m.w, "turn-start")
        assert m.w.state.assets["soviet-electronic-warfare"] == before - 1 + back


def test_13_17_units_that_are_hit_are_named() -> None:
    m = jamming(dice=(5,))
    m.go("attack")
    m.give(f"jam {FIELD}")
    m.give("pass")
    m.give("pass")
    assert sorted(m.told("state")) == ["US 4/2 is degraded.", "West German 1st Panzer is degraded."]


# -- further bounds of the chapters --------------------------------------------------------------------


def test_9_4_entries_are_counted_by_their_first_hex_and_only_those_with_a_limit() -> None:
    field = Field(3, phase="soviet-move", keep=("ussr/20th Tank", "ussr/16th Guards Tank"))
    w, arrivals = field.w, chapter_of("arrivals")
    through = {}
    for key in ("ussr/20th Tank", "ussr/16th Guards Tank", "usa/2nd Marine"):
        u = w.unit(key)
        w.put(u, w.board.at("4205"))
        w.state.flags[u] |= ENTERED
        arrivals.at(w, "entered", unit=u, hex=w.board.at("4205"))
        through[key] = dict(w.state.chapters["arrivals"]["through"])
    scale = w.forces.weight_scale
    assert through["ussr/20th Tank"] == {"ussr/20th Tank": 1, "4205": scale}
    assert through["ussr/16th Guards Tank"] == through["ussr/20th Tank"], "the armies A to D have no limit"
    assert through["usa/2nd Marine"]["4205"] == 2 * scale
    arrivals.at(w, "entered", unit=w.unit("ussr/20th Tank"), hex=w.board.at("4206"))
    assert "4206" not in w.state.chapters["arrivals"]["through"], "its first hex counts"
    w.state.flags[w.unit("ussr/20th Tank")] &= ~ENTERED
    w.state.chapters["arrivals"] = {"turn": 3, "through": {}}
    arrivals.at(w, "entered", unit=w.unit("ussr/20th Tank"), hex=w.board.at("4205"))
    assert w.state.chapters["arrivals"]["through"] == {}, "it has not entered in this phase"


def test_9_8_the_movement_of_nato_without_a_division_to_link_goes_on() -> None:
    m = Moment("nato-move", "nato")
    m.put((PANZER, FIELD), (TANK, FAR))
    m.w.state.side = 0
    assert (m.go("move"), m.side) == ("move", "nato")
    assert not [o for o in m.listed() if o.startswith("link")]
    m = Moment("nato-move", "nato")
    m.put((BRIGADE, FIELD), ("usa/2nd Armored (-)", FIELD))
    m.go("move")
    assert len([o for o in m.listed() if o.startswith("link")]) == 1


def test_9_8_the_soviet_side_links_nothing_of_nato() -> None:
    m = Moment("soviet-move", "soviet")
    m.put((BRIGADE, FIELD), ("usa/2nd Armored (-)", FIELD), (TANK, FAR))
    m.go("move")
    assert not [o for o in m.listed() if o.startswith("link")]


@pytest.mark.parametrize(("units", "columns"), [((PANZER, BRIGADE), -1), ((PANZER,), 0)])
def test_7_7_the_columns_of_several_nations_are_of_their_attack_only(
        units: tuple[str, ...], columns: int) -> None:
    m = Moment("nato-fight", "nato", "soviet", dice=[4])
    m.put((PANZER, NEAR), (BRIGADE, NEAR), (TANK, FIELD))
    m.go("attack")
    assert m.w.state.chapters["nations"]["columns"] == 0
    fight = fights.assess(m.w, m.w.board.at(FIELD), [m.w.unit(u) for u in units])
    assert chapter_of("nations").shifts(m.w, fight) == (), "no attack is under way"
    m.w.state.battle = None
    chapter_of("nations").at(m.w, "attack", fight=fight)
    assert m.w.state.chapters["nations"]["columns"] == columns
    assert chapter_of("nations").shifts(m.w, fight) == (), "there is no battle"


def test_6_1_who_has_no_asset_of_superiority_has_none() -> None:
    m = Moment("soviet-move")
    for side in ("soviet", "nato"):
        m.w.state.assets.pop(f"{side}-superiority")
    assert [has_superiority(m.w, side) for side in (0, 1)] == [False, False]


@pytest.mark.parametrize(("mode", "pays"), [("", True), ("road", True), ("air-transport", False)])
def test_13_7_flights_over_zones_of_special_forces_cost_nothing_more(mode: str, pays: bool) -> None:
    m = Moment("soviet-move", special_forces="with")
    forces = chapter_of("special-forces")
    (u,) = m.put((TANK, FAR))
    assert forces.step_changes(m.w, u, mode) is None, "there is no zone"
    change_state(m.w, "special-forces", markers=[[], [[m.w.board.at(FIELD), False, False]]])
    assert (forces.step_changes(m.w, u, mode) is not None) == pays


def test_13_10_the_hexes_attacked_are_of_one_player_turn() -> None:
    m = Moment("soviet-fight", special_forces="with")
    forces = chapter_of("special-forces")
    change_state(m.w, "special-forces", attacked=[5], turn="other")
    forces.at(m.w, "phase-start")
    assert state_of(m.w, "special-forces")["attacked"] == [5]
    forces.at(m.w, "player-turn")
    assert state_of(m.w, "special-forces")["attacked"] == []
    change_state(m.w, "special-forces", attacked=[5])
    forces.at(m.w, "player-turn")
    assert state_of(m.w, "special-forces")["attacked"] == [5], "in the same player turn they stay"


def test_13_22_later_markers_come_where_reinforcements_of_nato_enter() -> None:
    assert set(ENTRIES) == {
        "frankfurt", "dutch-west-edge", "strasbourg", "french-west-edge", "cologne", "belgian-west-edge",
        "german-cities"}
    assert set(ENTRIES) <= set(Moment("nato-move", "nato").w.forces.way_by_id)
    assert set(BY_AIR) == {"soviet-air", "soviet-air-cities", "nato-air", "nato-air-cities"}
    assert set(BY_AIR) <= set(Moment("nato-move", "nato").w.forces.way_by_id)
