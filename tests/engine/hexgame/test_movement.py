"""Movement from data: costs by class, ground, roads, least move, stops, leaving the map, modes, modifiers."""

from __future__ import annotations

import pytest
from hexgames import ends, inside, on_to, orders, play, refuse, texts, where

from visegrad_editor.editor.play.words import order_text
from visegrad_editor.engine import Game
from visegrad_editor.engine.hexgame.paths import step_costs

FAR = "red X foot 4 0608"
LINE = ("........", "........", "..f.m...", "........", "........", "........")


def cost(game: Game, unit: str, hex: str) -> float | None:
    return game.destinations(unit).get(hex)


def step(game: Game, start: str, end: str) -> float:
    """What the first unit pays for a step."""
    w = inside(game)
    return step_costs(w, 0)[1][w.board.index[start], w.board.index[end]] / w.ground.scale


@pytest.mark.parametrize(("ground", "expected"), [("dearest", 3), ("feature", 3), ("sum", 4)])
def test_a_hex_with_a_feature_costs_by_the_setting_of_the_ground(ground: str, expected: int) -> None:
    game = play(f"blue A horse 4 0303; {FAR}", f"movement: {{ground: {ground}}}",
                map="places: [{hex: '0304', name: F, features: [fortress]}]")
    assert cost(game, "blue/A", "0304") == expected


def test_the_feature_alone_counts_even_if_the_terrain_is_dearer() -> None:
    rows = ("........", "........", "...m....", "........", "........", "........")
    town = "places: [{hex: '0304', name: T, features: [village]}]"
    rules = "features: [{id: village, name: Village, cost: 1}]\nmovement: {ground: %s}"
    units = f"blue A foot 4 0303; {FAR}"
    assert cost(play(units, rules % "feature", rows=rows, map=town), "blue/A", "0304") == 1
    assert cost(play(units, rules % "dearest", rows=rows, map=town), "blue/A", "0304") == 3


@pytest.mark.parametrize(("road", "expected"), [
    ("{}", 0.5), ("{replaces: nothing}", 1), ("{lifts: nothing}", 1.5),
    ("{replaces: nothing, lifts: nothing}", 2), ("{replaces: half}", 0.5),
    ("{replaces: half, lifts: nothing}", 1.5)])
def test_a_road_replaces_the_ground_and_lifts_the_river(road: str, expected: float) -> None:
    game = play(f"blue A foot 4 0303; {FAR}", f"movement: {{road: {road}}}", map="""
roads: [{kind: road, path: 0303-0304}]
hexsides: [{kind: river, sides: "0303/0304"}]""")
    assert cost(game, "blue/A", "0304") == expected


@pytest.mark.parametrize(("letter", "expected"), [(".", 0.5), ("f", 1), ("m", 1.5), ("r", 0.5)])
def test_a_road_may_halve_the_cost_of_the_ground_and_counts_itself_where_that_is_prohibited(
        letter: str, expected: float) -> None:
    rows = ("........", "........", f"...{letter}....", "........", "........", "........")
    game = play(f"blue A foot 4 0303; {FAR}", "movement: {road: {replaces: half}}", rows=rows,
                map="roads: [{kind: road, path: 0303-0304}]")
    assert cost(game, "blue/A", "0304") == expected


def test_the_best_road_counts() -> None:
    game = play(f"blue A foot 4 0303; {FAR}", map="""
roads: [{kind: rail, path: 0303-0304}, {kind: road, path: 0303-0304}]""")
    assert cost(game, "blue/A", "0304") == 0.5


CLASSES = """
movement:
  classes: [{id: walk}, {id: wheels}]
  costs: [{class: [wheels], terrain: [forest], cost: prohibited},
          {class: [wheels], hexside: [river], cost: 3}, {class: [walk], road: [road], cost: 1},
          {terrain: [marsh], cost: 2}]
unit_types: [{id: gun, class: wheels}]
"""


@pytest.mark.parametrize(("type", "to", "expected"), [
    ("foot", "0303", 2), ("gun", "0303", None), ("foot", "0305", 2), ("gun", "0305", 2),
    ("foot", "0403", 2), ("gun", "0403", None), ("foot", "0402", 1), ("gun", "0402", 1)])
def test_classes_pay_by_their_own_lines_and_the_others_by_the_charts(
    type: str, to: str, expected: float | None
) -> None:
    start = {"0303": "0302", "0305": "0304", "0403": "0304", "0402": "0302"}[to]
    game = play(f"blue A {type} 4 {start}; {FAR}", CLASSES, rows=LINE, map="""
hexsides: [{kind: river, sides: "0304/0403 0303/0403 0403/0404 0403/0503 0403/0504 0402/0403"}]""")
    found = cost(game, "blue/A", to)
    if type == "gun" and to == "0403":
        # 1 for the ground and 3 for the river are more than its 3 points; it may always go one hex.
        assert found == 4
    else:
        assert found == expected


def test_a_class_may_pay_its_own_price_for_a_road() -> None:
    roads = "roads: [{kind: road, path: 0201-0202}]"
    assert cost(play(f"blue A foot 4 0201; {FAR}", CLASSES, map=roads), "blue/A", "0202") == 1
    assert cost(play(f"blue A gun 4 0201; {FAR}", CLASSES, map=roads), "blue/A", "0202") == 0.5


@pytest.mark.parametrize("least", ["one-hex", "none"])
def test_the_whole_allowance_takes_a_unit_one_hex_if_it_has_not_moved(least: str) -> None:
    game = play(f"blue A foot 4 0303; {FAR}", f"""
movement: {{least: {least}, costs: [{{hexside: [river], cost: all}}]}}""", map="""
hexsides: [{kind: river, sides: "0303/0304 0304/0305"}]""")
    assert "0304" in ends(game, "blue/A")
    refuse(game, "move A 0303-0304-0204")
    refuse(game, "move A 0303-0204-0304")
    game.apply("move A 0303-0304")


@pytest.mark.parametrize(("least", "reached"), [("one-hex", True), ("none", False)])
def test_a_unit_may_always_move_one_hex_if_the_rules_say_so(least: str, reached: bool) -> None:
    game = play(f"blue A gun 4 0303; {FAR}",
                f"movement: {{least: {least}}}\nterrain: [{{id: marsh, cost: 5}}]",
                rows=("........", "........", "...m....", "........", "........", "........"))
    assert ("0304" in ends(game, "blue/A")) is reached
    if not reached:
        assert "3 movement points" in refuse(game, "move A 0303-0304").reason


def test_units_stop_in_the_hexes_named() -> None:
    game = play(f"blue A foot 4 0302; {FAR}", "movement: {stops: {terrain: [forest]}}", rows=LINE)
    assert "0303" in ends(game, "blue/A")
    assert "must stop in 0303" in refuse(game, "move A 0302-0303-0304").reason


def test_units_leave_the_map_from_the_hexes_named_and_earn_points() -> None:
    rules = "movement: {off_map: [{side: blue, hexes: {edge: east}, points: 2}]}"
    game = play("blue A foot 4 0308; blue B foot 4 0301; red X foot 4 0608", rules)
    refuse(game, "exit B")
    assert orders(game, "exit") == ["exit A"]
    game.apply("exit A")
    assert where(game, "blue/A") == "exited"
    assert inside(game).points_of(0) == 2
    on_to(game, "move", "red")
    refuse(game, "exit X")


def test_a_unit_that_has_moved_does_not_leave_the_map() -> None:
    game = play("blue A foot 4 0307; red X foot 4 0608",
                "movement: {off_map: [{side: blue, hexes: {edge: east}}]}")
    game.apply("move A 0307-0308")
    assert "already moved" in refuse(game, "exit A").reason


def test_units_in_a_situation_do_not_move() -> None:
    game = play(f"blue A foot 4 0303 reduced; blue B foot 4 0404; {FAR}",
                "movement: {may_not: {state: [reduced]}}")
    assert ends(game, "blue/A") == set()
    assert "may not move now" in refuse(game, "move A 0303-0304").reason
    assert ends(game, "blue/B")


# -- modes ---------------------------------------------------------------------------------------------


ROAD = "roads: [{kind: road, path: 0301-0302-0303-0304-0305-0306}]"


def modes(text: str, *more: str) -> tuple[str, ...]:
    return (f"movement: {{modes: [{text}]}}", *more)


def ways(game: Game, unit: str = "blue/A") -> set[str]:
    return {o.hexes[-1] for o in game.legal_orders(unit) if o.verb == "move-by"}


def test_a_mode_keeps_to_its_roads_and_changes_the_allowance() -> None:
    rules = modes("{id: march, only: {roads: [road]}, allowance: /2}")
    game = play(f"blue A gun 4 0301; {FAR}", rules, map=ROAD)
    # Half of three points, rounded down, are two steps along the road.
    assert ways(game) == {"0302", "0303"}
    assert "prohibited" in refuse(game, "move-by march A 0301-0401").reason
    assert "movement points" in refuse(game, "move-by march A 0301-0302-0303-0304").reason
    game.apply("move-by march A 0301-0302-0303")
    assert "by march" in game.events[-1].text


def test_a_move_by_a_mode_has_the_name_of_the_mode_in_the_list_of_orders() -> None:
    game = play(f"blue A gun 4 0301; {FAR}", modes(
        "{id: march, name: Road march, only: {roads: [road]}, allowance: /2}"), map=ROAD)
    listed = [order_text(game, o) for o in game.legal_orders("blue/A") if o.verb == "move-by"]
    assert listed == ["Road march: Blue A to 0302", "Road march: Blue A to 0303"]


def test_a_mode_without_a_limit_goes_as_far_as_its_road() -> None:
    game = play(f"blue A gun 4 0301; {FAR}", modes(
        "{id: rail, only: {roads: [road]}, allowance: none, cost: 9}"), map=ROAD)
    assert "0306" in ways(game)


@pytest.mark.parametrize(("setting", "allowed", "refused"), [
    ("start_and_end: {features: [town]}", "0303", "0304"), ("not_end: {features: [town]}", "0304", "0303"),
    ("range: 2", "0303", "0304")])
def test_a_mode_has_limits_of_its_own(setting: str, allowed: str, refused: str) -> None:
    rows = ("........", "........", "..f.....", "........", "........", "........")
    game = play(f"blue A horse 4 0301; {FAR}", modes(f"{{id: march, only: {{roads: [road]}}, {setting}}}"),
                rows=rows, map=ROAD + """
places: [{hex: "0301", name: T, features: [town]}, {hex: "0303", name: U, features: [town]}]""")
    path = {"0302": "0301-0302", "0303": "0301-0302-0303", "0304": "0301-0302-0303-0304"}
    assert allowed in ways(game)
    assert refused not in ways(game)
    refuse(game, f"move-by march A {path[refused]}")
    game.apply(f"move-by march A {path[allowed]}")


def test_a_mode_keeps_to_kinds_of_terrain() -> None:
    rows = ("........", "........", "..f.....", "........", "........", "........")
    game = play(f"blue A horse 4 0301; {FAR}", modes("{id: march, only: {terrain: [clear]}}"), rows=rows)
    assert "0302" in ways(game)
    assert "prohibited" in refuse(game, "move-by march A 0301-0302-0303").reason


def test_a_mode_begins_only_in_the_hexes_named() -> None:
    game = play(f"blue A horse 4 0301; {FAR}", modes("{id: march, start_and_end: {features: [town]}}"),
                map=ROAD)
    assert "may not begin" in refuse(game, "move-by march A 0301-0302").reason


def test_a_mode_never_enters_some_hexes() -> None:
    game = play("blue A horse 4 0301; red X foot 4 0404", modes(
        "{id: march, only: {roads: [road]}, never: {next_to: {side: [enemy]}}}"), map=ROAD)
    assert ways(game) == {"0302", "0303"}
    assert "may not enter" in refuse(game, "move-by march A 0301-0302-0303-0304").reason


@pytest.mark.parametrize(("by", "number"), [("unit", 2), ("step", 1), ("weight", 1)])
def test_a_quota_counts_units_steps_or_weight(by: str, number: int) -> None:
    rules = modes(f"{{id: march, quota: {{a_turn: 2, by: {by}}}}}",
                  "stacking: {weigh: {by: type, of: {foot: 2}}, limit: 9}")
    game = play(f"blue A foot 4 0301; blue B foot 4 0401; blue C foot 4 0501; {FAR}", rules)
    game.apply("move-by march A 0301-0302")
    if number == 2:
        game.apply("move-by march B 0401-0402")
    assert "No more units may use march" in refuse(game, "move-by march C 0501-0502").reason
    on_to(game, "move", "blue", 2).apply("move-by march C 0501-0502")


def test_a_mode_is_for_some_units_in_some_situation() -> None:
    game = play(f"blue A foot 4 0301; blue B horse 4 0401; {FAR}",
                modes("{id: march, units: {type: [horse]}, needs: {turn: [2, 3]}}"))
    assert "cannot use march" in refuse(game, "move-by march A 0301-0302").reason
    assert "may not use march now" in refuse(game, "move-by march B 0401-0402").reason
    on_to(game, "move", "blue", 2).apply("move-by march B 0401-0402")


def test_after_a_mode_a_unit_may_not_attack() -> None:
    game = play("blue A horse 4 0301; blue B horse 4 0501; red X foot 4 0303",
                modes("{id: march, then_not: [combat]}"))
    game.apply("move-by march A 0301-0302")
    game.apply("move B 0501-0401-0402")
    game.apply("pass")
    assert "may not attack after its move" in refuse(game, "attack 0303 with A").reason
    assert orders(game, "attack") == ["attack 0303 with B"]


def test_only_some_units_may_not_attack_after_a_mode() -> None:
    game = play("blue A horse 4 0301; blue B foot 4 0501; red X foot 4 0303", modes(
        "{id: march, then_not: [combat], then_units: {type: [horse]}}"))
    game.apply("move-by march A 0301-0302")
    game.apply("move-by march B 0501-0401-0402")
    game.apply("pass")
    assert "may not attack after its move" in refuse(game, "attack 0303 with A").reason
    assert orders(game, "attack") == ["attack 0303 with B"]


EXPLOIT = "sequence: {turn: [{player_turn: blue, phases: [move, combat, exploit]}, {player_turn: red}]}"


@pytest.mark.parametrize("then_not", ["[]", "[move]"])
def test_after_a_mode_a_unit_may_not_move_again(then_not: str) -> None:
    game = play("blue A horse 4 0301; blue B foot 4 0501; red X foot 4 0505",
                (*modes(f"{{id: march, then_not: {then_not}}}"), EXPLOIT))
    game.apply("move-by march A 0301-0302")
    game.apply("pass")
    assert game.step == "move", "the exploitation"
    free = then_not == "[]"
    assert bool(orders(game, "move", "blue/A")) is free
    assert orders(game, "move", "blue/B")
    if not free:
        assert "may not move in this player turn" in refuse(game, "move A 0302-0301").reason


@pytest.mark.parametrize("then_not", ["[]", "[advance]"])
def test_after_a_mode_a_unit_may_not_advance(then_not: str) -> None:
    game = play("blue A horse 9 0301; blue B horse 9 0401; red X foot 1 0303",
                modes(f"{{id: march, then_not: {then_not}}}"), dice=[6])
    game.apply("move-by march A 0301-0302")
    game.apply("move B 0401-0402")
    game.apply("pass")
    game.apply("attack 0303 with A, B")
    assert game.step == "advance"
    free = then_not == "[]"
    assert ("advance A" in orders(game, "advance")) is free
    assert "advance B" in orders(game, "advance")
    if not free:
        assert "may not advance in this player turn" in refuse(game, "advance A").reason
        assert "no-advance" in inside(game).marks_of(inside(game).unit("blue/A"))


def test_a_mode_over_everything_crosses_enemies_and_water() -> None:
    rows = ("........", "........", "..~~....", "........", "........", "........")
    game = play("blue A foot 4 0302; red X foot 4 0305",
                modes("{id: fly, over: any, cost: 1, range: 5, allowance: none}"), rows=rows)
    assert {"0306", "0307"} <= ways(game)
    assert not {"0303", "0305", "0308"} & ways(game)
    game.apply("move-by fly A 0302-0303-0304-0305-0306")
    assert where(game, "blue/A") == "0306"


def test_a_range_counts_hexes_and_not_points() -> None:
    game = play(f"blue A foot 4 0301; {FAR}", modes("{id: fly, over: any, cost: 0, range: 2}"))
    assert "0303" in ways(game)
    assert "0304" not in ways(game)
    assert "at most 2 hexes" in refuse(game, "move-by fly A 0301-0302-0303-0304").reason


def test_zones_stop_a_mode_if_they_block_modes() -> None:
    rigid = "zones: {kind: fluid, blocks: [modes]}"
    game = play("blue A horse 4 0301; blue B horse 4 0403; red X foot 4 0404",
                modes("{id: march}, {id: raid, ignores_zones: true}", rigid))
    assert "enemy zone of control" in refuse(game, "move-by march A 0301-0302-0303-0304").reason
    assert "may not begin march" in refuse(game, "move-by march B 0403-0402").reason
    assert "0304" in {o.hexes[-1] for o in game.legal_orders("blue/A") if o.words == ("raid",)}
    assert "0304" not in {o.hexes[-1] for o in game.legal_orders("blue/A") if o.words == ("march",)}


# -- modifiers -----------------------------------------------------------------------------------------


def modified(text: str) -> str:
    return f"movement: {{modifiers: [{text}]}}"


@pytest.mark.parametrize(("amount", "expected"), [
    ("1", 2), ("x2", 2), ("/2", 0.5), ("=3", 3), ("-2", 0), ("none", None)])
def test_a_modifier_changes_the_cost_of_steps(amount: str, expected: float | None) -> None:
    game = play(f"blue A foot 4 0303; {FAR}", modified(f"{{id: m, effect: {{cost: '{amount}'}}}}"))
    assert cost(game, "blue/A", "0304") == expected


def test_a_modifier_may_count_for_a_turn_and_a_kind_of_hexside() -> None:
    game = play(f"blue A foot 4 0303; {FAR}", modified(
        "{id: border, when: {turn: 1, across: [river]}, effect: {cost: 1}}"), map="""
hexsides: [{kind: river, sides: "0303/0304"}]""")
    assert step(game, "0303", "0304") == 3
    assert step(game, "0303", "0302") == 1
    on_to(game, "move", "blue", 2)
    assert step(game, "0303", "0304") == 2


def test_a_modifier_may_depend_on_the_unit_and_the_hex_entered() -> None:
    game = play(f"blue A foot 4 0303; blue B horse 4 0403; {FAR}", modified(
        "{id: m, when: {units: {type: [horse]}, hexes: {terrain: [forest]}}, effect: {cost: 2}}"),
        rows=("........", "........", "...f....", "........", "........", "........"))
    assert cost(game, "blue/A", "0304") == 2
    assert cost(game, "blue/B", "0304") == 4


def test_a_modifier_judged_for_each_step_follows_the_position() -> None:
    game = play("blue A horse 4 0301; blue B horse 4 0501; red X foot 4 0308", modified(
        "{id: m, when: {not: {hexes: {controlled_by: own}}}, effect: {cost: 1}}"))
    assert cost(game, "blue/A", "0303") == 4
    game.apply("move B 0501-0401-0302-0303")
    assert cost(game, "blue/A", "0302") == 1


@pytest.mark.parametrize(("takes", "expected"), [("best-for-defender", 0), ("greatest", 4), ("first", 2)])
def test_of_a_group_of_modifiers_one_counts(takes: str, expected: int) -> None:
    game = play(f"blue A foot 4 0303; {FAR}", modified(
        "{id: a, group: g, effect: {cost: 1}}, {id: b, group: g, effect: {cost: '-1'}},"
        "{id: c, group: g, effect: {cost: '=4'}}") + f"\ncombat: {{group_takes: {takes}}}")
    assert cost(game, "blue/A", "0304") == expected


@pytest.mark.parametrize(("amount", "far", "too_far"), [
    ("/2", "0305", "0306"), ("1", "0308", ""), ("=1", "0304", "0305")])
def test_a_modifier_changes_the_allowance(amount: str, far: str, too_far: str) -> None:
    game = play(f"blue A foot 4 0303; {FAR}", modified(
        f"{{id: m, when: {{units: {{type: [foot]}}}}, effect: {{allowance: '{amount}'}}}}"))
    assert far in ends(game, "blue/A")
    assert too_far not in ends(game, "blue/A")


def test_a_unit_whose_allowance_is_taken_away_does_not_move_at_all() -> None:
    game = play(f"blue A foot 4 0303; blue B horse 4 0403; {FAR}", modified(
        "{id: m, when: {units: {type: [foot]}}, effect: {allowance: none}}"))
    assert ends(game, "blue/A") == set()
    assert "no movement allowance" in refuse(game, "move A 0303-0304").reason
    assert ends(game, "blue/B")


# -- the order -----------------------------------------------------------------------------------------


def test_units_of_one_hex_move_together_and_each_moves_once() -> None:
    game = play(f"blue A foot 4 0303; blue B horse 4 0303; {FAR}")
    game.apply("move A,B 0303-0304")
    assert where(game, "blue/A") == where(game, "blue/B") == "0304"
    assert "already moved" in refuse(game, "move A 0304-0305").reason


def test_enemies_are_never_entered() -> None:
    game = play("blue A foot 4 0303; red X foot 4 0304")
    assert "enemy unit stands in 0304" in refuse(game, "move A 0303-0304").reason
    assert "enemy unit stands in 0304" in refuse(game, "move A 0303-0304-0305").reason


def test_a_second_movement_phase_moves_the_same_units_again() -> None:
    game = play(f"blue A horse 4 0301; {FAR}", """
phases: [{id: exploit, name: Exploitation, kind: exploit, units: {type: [horse]}, allowance: /2}]
sequence: {turn: [{player_turn: blue, phases: [move, exploit]}, {player_turn: red, phases: [move]}]}""")
    game.apply("move A 0301-0302")
    game.apply("pass")
    assert (game.phase, game.step) == ("blue-exploit", "move")
    assert "0305" in ends(game, "blue/A")
    assert "0306" not in ends(game, "blue/A")


def test_a_phase_without_a_legal_order_is_passed_with_an_event() -> None:
    game = play(f"blue A fort 4 0301; {FAR}")
    assert texts(game.events, "phase-passed") == [
        "The Blue army has nothing to move.", "The Blue army has nothing to attack."]
    assert game.side == "red"
