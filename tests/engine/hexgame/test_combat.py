"""Combat from data: strengths, odds, shifts, columns, tables, dice, support, who fights."""

from __future__ import annotations

import pytest
from hexgames import on_to, orders, play, refuse, result, texts, where

from visegrad_editor.engine import Game
from visegrad_editor.engine.dice import DiceExhaustedError
from visegrad_editor.engine.position import AttackPreview

# Around 0304: 0303 and 0305 opposite each other, 0203 0204 0403 0404.
X = "red X foot 4 0304"


def fight(units: str, rules: str | tuple[str, ...] = "", **more: object) -> Game:
    """A game at the combat of the blue side."""
    return on_to(play(units, rules, **more), "attack")  # type: ignore[arg-type]


def odds(units: str, rules: str | tuple[str, ...] = "", order: str = "attack 0304 with A",
        **more: object) -> (
        AttackPreview):
    game = fight(units, rules, **more)
    return game.preview(game.parse(order))


def column(units: str, rules: str | tuple[str, ...] = "", order: str = "attack 0304 with A",
        **more: object) -> str:
    return odds(units, rules, order, **more).column_name


# -- odds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attack", "defence", "name"), [
    (2, 4, "1:2"), (3, 4, "1:2"), (4, 4, "1:1"), (7, 4, "1:1"), (8, 4, "2:1"), (11, 4, "2:1"), (12, 4, "3:1"),
    (40, 4, "3:1"), (1, 4, "1:2")])
def test_ratios_are_rounded_for_the_defender(attack: int, defence: int, name: str) -> None:
    assert column(f"blue A foot {attack} 0303; red X foot {defence} 0304") == name


def table(odds: str, heads: str, more: str = "") -> str:
    number = heads.count(",") + 1
    rows = ", ".join(f"{n}: [{', '.join(['NE'] * number)}]" for n in range(1, 7))
    return f"tables: [{{id: combat, odds: {odds}, columns: [{heads}], rows: {{{rows}}}}}]\n{more}"


@pytest.mark.parametrize(("kind", "heads", "attack", "defence", "name"), [
    ("percent", '"50%", "150%", "300%"', 26, 7, "300%"), ("percent", '"50%", "372%"', 26, 7, "50%"),
    ("percent", '"50%", "371%"', 26, 7, "371%"), ("ratio", '"1:1", "3:1", "4:1"', 26, 7, "3:1"),
    ("difference", '"-2", "0", "3"', 7, 4, "3"), ("difference", '"-2", "0", "3"', 6, 4, "0"),
    ("difference", '"-2", "0", "3"', 3, 4, "-2"), ("difference", '"-2", "0", "3"', 1, 4, "-2"),
    ("fire", '"1", "4", "8"', 7, 50, "4"), ("fire", '"1", "4", "8"', 8, 50, "8"), ("none", "Result", 1, 50,
        "Result")])
def test_columns_count_what_the_table_says(kind: str, heads: str, attack: int, defence: int,
        name: str) -> None:
    assert column(f"blue A foot {attack} 0303; red X foot {defence} 0304", table(kind, heads)) == name


def test_the_ruleset_says_what_tables_count_that_do_not() -> None:
    rules = table('""', '"1", "4", "8"').replace('odds: "", ', "").replace('odds: "",', "")
    units = "blue A foot 7 0303; red X foot 3 0304"
    assert column(units, rules.replace("{id: combat,", '{id: combat, odds: "",')) == "4"
    assert column(units, (rules.replace("{id: combat,", '{id: combat, odds: "",'),
        "combat: {odds: fire}")) == "4"
    assert column("blue A foot 9 0303; red X foot 6 0304", (
        rules.replace("{id: combat,", '{id: combat, odds: "",'), "combat: {odds: fire}")) == "8"


@pytest.mark.parametrize(("limit", "name"), [("odds", "1:1"), ("result", "3:1")])
def test_odds_are_cut_before_or_after_the_shifts(limit: str, name: str) -> None:
    rules = f"combat: {{limit: {limit}, shifts: [{{id: s, effect: {{shift: -2}}}}]}}"
    assert column("blue A foot 40 0303; red X foot 4 0304", rules) == name


def test_the_open_scale_goes_on_below_the_table() -> None:
    units, shift = "blue A foot 1 0303; red X foot 4 0304", "shifts: [{id: s, effect: {shift: 2}}]"
    assert column(units, f"combat: {{limit: odds, {shift}}}") == "2:1"
    assert column(units, f"combat: {{limit: result, {shift}}}") == "1:2"


@pytest.mark.parametrize(("judged", "shift", "fixed"), [
    ("before-shifts", 0, True), ("before-shifts", 3, True), ("after-shifts", 0, True), ("after-shifts", 1,
        False)])
def test_odds_below_the_table_give_a_result_without_a_die(judged: str, shift: int, fixed: bool) -> None:
    game = fight("blue A foot 2 0303; red X foot 5 0304", f"""
combat: {{ends: {{below: {{odds: "1:2", result: AE, judged: {judged}}}}}, shifts: [{{id: s,
  effect: {{shift: {shift or 1}}},
          when: {{turn: {1 if shift else 4}}}}}, {{id: t, effect: {{shift: 2}},
          when: {{turn: {1 if shift == 3 else 4}}}}}]}}""")
    game.apply("attack 0304 with A")
    assert (game.dice.count == 0) is fixed
    assert not fixed or where(game, "blue/A") == "eliminated"


def test_odds_below_the_table_may_be_refused() -> None:
    game = fight("blue A foot 2 0303; blue B foot 9 0303; red X foot 5 0304",
                 'combat: {ends: {below: {odds: "1:2", result: refuse}}}')
    assert "nobody attacks" in refuse(game, "attack 0304 with A").reason
    assert "attack 0304 with A" not in orders(game)
    assert "attack 0304 with B" in orders(game)


# -- strengths -----------------------------------------------------------------------------------------


HALF = "strengths: [{id: h, who: each, effect: {attack: /2}}]"
TWO = "blue A foot 5 0303; blue B foot 5 0305; red X foot 1 0304"
BOTH = "attack 0304 with A,B"


@pytest.mark.parametrize(("halve", "round", "least", "expected"), [
    ("sum", "down", 0, 5), ("each", "down", 0, 4), ("each", "up", 0, 6), ("each", "nearest", 0, 6)])
def test_fractions_are_cut_for_each_unit_or_for_the_sum(halve: str, round: str, least: int,
        expected: int) -> None:
    rules = f"combat: {{halve: {halve}, round: {round}, least: {least}, {HALF}}}"
    assert odds(TWO, rules, BOTH).attack == expected


@pytest.mark.parametrize(("round", "expected"), [("down", 2), ("up", 3), ("nearest", 3)])
def test_the_sum_is_rounded(round: str, expected: int) -> None:
    rules = f"combat: {{round: {round}, {HALF}}}"
    assert odds(f"blue A foot 5 0303; {X}", rules).attack == expected


@pytest.mark.parametrize("least", [0, 1])
def test_a_side_has_a_least_strength(least: int) -> None:
    rules = f"combat: {{least: {least}, {HALF}}}"
    assert odds("blue A foot 1 0303; red X foot 4 0304", rules).attack == least


@pytest.mark.parametrize(("strengths", "together", "expected"), [
    ((6, 1), "true", 7), ((6, 1), "false", 6), ((6, 3), "true", 7), ((1, 1), "true", 2)])
def test_halved_units_count_the_least_strength_beside_others(
    strengths: tuple[int, int], together: str, expected: int
) -> None:
    rules = f"""
combat: {{least: 1, halved_least: {together},
         strengths: [{{id: h, who: each, when: {{units: {{type: [horse]}}}}, effect: {{attack: /2}}}}]}}"""
    units = f"blue A foot {strengths[0]} 0303; blue B horse {strengths[1]} 0305; red X foot 1 0304"
    assert odds(units, rules, BOTH).attack == expected


def test_units_without_strength_are_not_halved() -> None:
    rules = f"combat: {{least: 1, halved_least: true, {HALF.replace('/2', '=0')}}}"
    assert odds("blue A foot 5 0303; blue B foot 3 0305; red X foot 1 0304", rules, BOTH).attack == 1
    assert odds("blue A foot 5 0303; red X foot 0 0304; red Y foot 3 0304",
                "combat: {least: 1, halved_least: true}").defence == 3


RIVER = 'hexsides: [{kind: river, sides: "0303/0304"}]'


@pytest.mark.parametrize(("who", "expected"), [("each", 7), ("any", 5), ("all", 10)])
def test_a_modifier_of_strength_judges_each_unit_or_the_side(who: str, expected: int) -> None:
    rules = (
        f"combat: {{strengths: [{{id: r, when: {{across: [river]}}, who: {who}, "
        f"effect: {{attack: /2}}}}]}}")
    assert odds(TWO, rules, BOTH, map=RIVER).attack == expected


@pytest.mark.parametrize(("who", "expected"), [("any", 8), ("all", 4), ("each", 4)])
def test_a_river_may_strengthen_the_defender(who: str, expected: int) -> None:
    rules = (
        f"combat: {{strengths: [{{id: r, when: {{across: [river]}}, who: {who}, "
        f"effect: {{defence: x2}}}}]}}")
    units = f"blue A foot 5 0303; blue B foot 5 0305; {X}"
    assert odds(units, rules, BOTH, map=RIVER).defence == expected
    assert odds(units, rules, map=RIVER).defence == 8


@pytest.mark.parametrize(("amount", "expected"), [("x2", 8), ("1", 5), ("-3", 1), ("=7", 7), ("none", 0)])
def test_amounts_of_strength(amount: str, expected: int) -> None:
    rules = f"combat: {{strengths: [{{id: m, effect: {{defence: '{amount}'}}}}]}}"
    assert odds(f"blue A foot 5 0303; {X}", rules).defence == expected


@pytest.mark.parametrize(("takes", "attack", "defence"), [
    ("best-for-defender", 5, 16), ("greatest", 20, 16), ("first", 11, 5)])
def test_of_a_group_of_strengths_one_counts(takes: str, attack: int, defence: int) -> None:
    rules = f"""combat: {{group_takes: {takes}, strengths: [
{{id: a, group: g, effect: {{attack: 1}}}}, {{id: b, group: g, effect: {{attack: /2}}}},
{{id: c, group: g, effect: {{attack: x2}}}}, {{id: d, group: h, effect: {{defence: 1}}}},
{{id: e, group: h, effect: {{defence: x4}}}}]}}"""
    found = odds(f"blue A foot 10 0303; {X}", rules)
    assert (found.attack, found.defence) == (attack, defence)


def test_units_fight_with_their_present_strength() -> None:
    assert odds("blue A foot 8/3 0303 reduced; red X foot 4 0304").attack == 3


# -- who fights ----------------------------------------------------------------------------------------


def test_only_some_units_attack() -> None:
    game = fight(f"blue A foot 5 0303; blue B horse 5 0303; {X}", "combat: {who: {type: [horse]}}")
    assert orders(game, "attack") == ["attack 0304 with B"]
    assert "cannot attack" in refuse(game, "attack 0304 with A").reason


def test_units_in_a_situation_do_not_attack() -> None:
    game = fight(f"blue A foot 5 0303 reduced; blue B foot 5 0303; {X}",
        "combat: {may_not: {state: [reduced]}}")
    assert "may not attack now" in refuse(game, "attack 0304 with A").reason
    assert orders(game, "attack") == ["attack 0304 with B"]


def test_nobody_attacks_across_some_hexsides() -> None:
    game = fight(f"blue A foot 5 0303; blue B foot 5 0305; {X}", "combat: {not_across: [river]}", map=RIVER)
    assert "across what lies between" in refuse(game, "attack 0304 with A").reason
    assert orders(game, "attack") == ["attack 0304 with B"]


GUNS = f"blue A foot 3 0303; blue G gun 5 0302; blue F foot 5 0402; {X}"


def test_units_join_from_further_away() -> None:
    join = "combat: {join: {units: {trait: [artillery]}, range: 2}}"
    game = fight(GUNS, join)
    assert game.preview(game.parse("attack 0304 with A,G")).attack == 8
    assert "not next to" in refuse(game, "attack 0304 with A,F").reason
    assert "At least one unit next to" in refuse(game, "attack 0304 with G").reason
    assert "not next to" in refuse(fight(GUNS.replace("0302", "0301"), join), "attack 0304 with A,G").reason


def test_joining_units_add_no_more_than_those_next_to_the_hex() -> None:
    rules = "combat: {join: {units: {trait: [artillery]}, range: 2, never_more_than: adjacent}}"
    assert odds(GUNS, rules, "attack 0304 with A,G").attack == 6


def test_units_may_attack_from_afar_alone() -> None:
    rules = "combat: {join: {units: {trait: [artillery]}, range: 2, alone: true}}"
    game = fight(f"blue G gun 5 0302; {X}", rules)
    assert orders(game, "attack") == ["attack 0304 with G"]


def test_each_unit_attacks_once_and_each_hex_is_attacked_once() -> None:
    game = fight("blue A foot 8 0303; blue B foot 8 0303; red X foot 4 0304; red Y foot 4 0203",
                 result("[{note: Nothing.}]"))
    game.apply("attack 0304 with A")
    assert "has attacked already" in refuse(game, "attack 0203 with A").reason
    assert "has been attacked already" in refuse(game, "attack 0304 with B").reason
    game.apply("attack 0203 with B")
    assert game.side == "red"


@pytest.mark.parametrize(("zones", "must", "obliged"), [
    ("rigid", "all-in-zones", True), ("none", "all-in-zones", False), ("rigid", "never", False)])
def test_every_enemy_in_a_zone_may_have_to_be_attacked(zones: str, must: str, obliged: bool) -> None:
    game = fight(f"blue A foot 5 0303; {X}", (f"zones: {{kind: {zones}}}", f"combat: {{must: {must}}}"))
    assert ("pass" not in orders(game)) is obliged
    if obliged:
        assert "must be attacked: 0304" in refuse(game, "pass").reason


def test_an_attack_may_be_called_off_once() -> None:
    game = fight(f"blue A foot 5 0303; {X}; red Y foot 4 0203", ("combat: {call_off: true}", result("[]")))
    game.apply("attack 0304 with A")
    assert set(orders(game)) == {"use combat", "call-off"}
    game.apply("call-off")
    assert texts(game.events, "called-off")
    assert orders(game, "attack") == ["attack 0203 with A"]
    assert "already" in refuse(game, "attack 0304 with A").reason


# -- shifts --------------------------------------------------------------------------------------------


FORT_IN_WOODS = {"rows": ("........", "........", "...f....", "........", "........", "........"),
                 "map": "places: [{hex: '0304', name: F, features: [fortress]}]"}


@pytest.mark.parametrize(("ground", "columns"), [("best", -2), ("sum", -3), ("feature", -2)])
def test_terrain_and_feature_shift_by_the_setting(ground: str, columns: int) -> None:
    found = odds(f"blue A foot 8 0303; {X}", f"combat: {{ground_shift: {ground}}}", **FORT_IN_WOODS)
    assert sum(s.columns for s in found.shifts) == columns


def test_the_feature_alone_shifts_even_if_the_terrain_is_better() -> None:
    rules = "combat: {ground_shift: %s}\nfeatures: [{id: town, shift: 1}]"
    where = {**FORT_IN_WOODS, "map": "places: [{hex: '0304', name: F, features: [town]}]"}
    units = f"blue A foot 8 0303; {X}"
    assert sum(s.columns for s in odds(units, rules % "feature", **where).shifts) == 1
    assert sum(s.columns for s in odds(units, rules % "best", **where).shifts) == -1


@pytest.mark.parametrize(("sides", "order", "columns"), [
    ("best", BOTH, -1), ("all", BOTH, 0), ("all", "attack 0304 with A", -1), ("none", "attack 0304 with A",
        0)])
def test_hexsides_shift_by_the_setting(sides: str, order: str, columns: int) -> None:
    found = odds(f"blue A foot 5 0303; blue B foot 5 0305; {X}", f"combat: {{side_shifts: {sides}}}", order,
                 map=RIVER)
    assert sum(s.columns for s in found.shifts) == columns


SHIFTS = [
    ("{from: opposite}", BOTH, 1), ("{from: opposite}", "attack 0304 with A", 0),
    ("{from: opposite}", "attack 0304 with A,C", 0), ("{from: {hexes: 3}}", "attack 0304 with A,B,C", 1),
    ("{from: {hexes: 3}}", BOTH, 0), ("{from: three-alternate}", "attack 0304 with A,D,E", 1),
    ("{from: three-alternate}", "attack 0304 with A,B,C", 0), ("{across: [river]}", BOTH, 1),
    ("{across: [river]}", "attack 0304 with B", 0), ("{attackers: {any: {type: [horse]}}}", BOTH, 1),
    ("{attackers: {any: {type: [horse]}}}", "attack 0304 with A", 0),
    ("{attackers: {all: {type: [horse]}}}", BOTH, 0), ("{attackers: {all: {type: [horse]}}}",
        "attack 0304 with B", 1),
    ("{defenders: {none: {type: [foot]}}}", BOTH, 0), ("{defenders: {none: {type: [horse]}}}", BOTH, 1),
    ("{nationalities: {at_least: 2}}", "attack 0304 with A,C", 1), ("{nationalities: {at_least: 2}}", BOTH,
        0),
    ('{odds: {at_least: "2:1"}}', BOTH, 1), ('{odds: {at_least: "2:1"}}', "attack 0304 with A", 0),
    ("{hexes: {terrain: [clear]}}", BOTH, 1), ("{hexes: {terrain: [forest]}}", BOTH, 0),
    ("{units: {type: [horse]}}", "attack 0304 with A", 0), ("{units: {side: [own]}}", BOTH, 1),
    ("{turn: [2, 3]}", BOTH, 0), ("{phase: [combat]}", BOTH, 1), ("{phase: [move]}", BOTH, 0),
    ("{player_turn: [own]}", BOTH, 1), ("{player_turn: [red]}", BOTH, 0), ("{moved: not}", BOTH, 1),
    ("{moved: any}", BOTH, 0), ("{steps: {at_most: 1}}", BOTH, 0), ("{steps: {at_most: 2}}", BOTH, 1)]


@pytest.mark.parametrize(("when", "order", "columns"), SHIFTS)
def test_a_shift_holds_in_its_situation(when: str, order: str, columns: int) -> None:
    found = odds(
        "blue A foot 4 0303; blue B horse 4 0305; green C foot 4 0203; blue D foot 4 0204;"
        f"blue E foot 4 0404; {X}",
        f"combat: {{side_shifts: none, shifts: [{{id: s, when: {when}, effect: {{shift: 1}}}}]}}", order,
            map=RIVER)
    assert sum(s.columns for s in found.shifts) == columns


@pytest.mark.parametrize(("who", "columns"), [("any", 1), ("all", 0), ("each", 1)])
def test_a_shift_judges_any_attacker_all_or_each(who: str, columns: int) -> None:
    rules = (
        f"combat: {{shifts: [{{id: s, when: {{units: {{type: [horse]}}}}, who: {who}, "
        f"effect: {{shift: 1}}}}]}}")
    found = odds(f"blue A foot 4 0303; blue B horse 4 0305; {X}", rules, BOTH)
    assert sum(s.columns for s in found.shifts) == columns


def test_a_shift_for_each_unit_counts_for_every_one_of_them() -> None:
    rules = "combat: {shifts: [{id: s, when: {units: {type: [horse]}}, who: each, effect: {shift: 1}}]}"
    found = odds(f"blue A horse 4 0303; blue B horse 4 0305; {X}", rules, BOTH)
    assert sum(s.columns for s in found.shifts) == 2


@pytest.mark.parametrize(("takes", "columns"), [("best-for-defender", -2), ("greatest", 3), ("first", 1)])
def test_of_a_group_of_shifts_one_counts(takes: str, columns: int) -> None:
    rules = f"""combat: {{group_takes: {takes}, shifts: [{{id: a, group: g, effect: {{shift: 1}}}},
{{id: b, group: g, effect: {{shift: -2}}}}, {{id: c, group: g, effect: {{shift: 3}}}},
{{id: d, when: {{turn: 9}}, group: g, effect: {{shift: 9}}}}]}}"""
    assert sum(s.columns for s in odds(f"blue A foot 4 0303; {X}", rules).shifts) == columns


@pytest.mark.parametrize(("most", "name"), [(0, "3:1"), (1, "2:1")])
def test_shifts_have_a_limit(most: int, name: str) -> None:
    rules = f"combat: {{most_shift: {most}, shifts: [{{id: a, effect: {{shift: 2}}}}]}}"
    assert column(f"blue A foot 4 0303; {X}", rules) == name


# -- tables and dice -----------------------------------------------------------------------------------


OTHER = """
tables: [{id: other, name: Other, columns: [Result], rows: {1: [NE], 2: [NE], 3: [NE], 4: [NE], 5: [NE],
  6: [DE]}}]
combat: {table: [{use: other, when: %s, choice: "%s"}, {use: combat}]}"""


@pytest.mark.parametrize(("when", "name"), [
    ("{defenders: {any: {type: [foot]}}}", "Result"), ("{defenders: {any: {type: [horse]}}}", "1:1")])
def test_the_first_table_whose_situation_holds_is_used(when: str, name: str) -> None:
    assert column(f"blue A foot 4 0303; {X}", OTHER % (when, "")) == name


@pytest.mark.parametrize(("choice", "side"), [("attacker", "blue"), ("defender", "red")])
def test_a_side_may_choose_the_table(choice: str, side: str) -> None:
    game = fight(f"blue A foot 4 0303; {X}", OTHER % ("{}", choice), dice=[6])
    game.apply("attack 0304 with A")
    assert (game.step, game.side) == ("table", side)
    assert set(orders(game)) == {"use other", "use combat"}
    assert "use other" in refuse(game, "use none").reason
    game.apply("use other")
    assert "resolved at Result of the Other" in texts(game.events, "combat")[0]


def test_a_table_may_be_used_at_some_odds() -> None:
    rules = OTHER % ('{odds: {at_least: "2:1"}}', "")
    assert column(f"blue A foot 8 0303; {X}", rules) == "Result"
    assert column(f"blue A foot 7 0303; {X}", rules) == "1:1"


@pytest.mark.parametrize(("when", "die", "code"), [
    ("{turn: 1}", 1, "AR"), ("{turn: 2}", 1, "AE"), ("{turn: 1}", 6, "DE"), ("{units: {type: [foot]}}", 1,
        "AR")])
def test_modifiers_change_the_die_within_the_rows(when: str, die: int, code: str) -> None:
    game = fight(f"blue A foot 4 0303; {X}", f"""
tables: [{{id: combat, modifiers: [{{id: m, when: {when}, effect: {{die: 1}}}}]}}]""", dice=[die])
    game.apply("attack 0304 with A")
    assert texts(game.events, "combat")[0].endswith(f": {code}.")


def test_a_row_beyond_the_die_is_a_row_like_others() -> None:
    seven = ", ".join(f"{n}: [{'DE' if n == 7 else 'NE'}]" for n in range(8))
    game = fight(f"blue A foot 4 0303; {X}", f"""
tables: [{{id: combat, odds: none, columns: [Result], rows: {{{seven}}}, modifiers: [{{id: m,
  effect: {{die: 1}}}}]}}]""",
                 dice=[6])
    assert game.preview(game.parse("attack 0304 with A")).chances["combat"] == {"NE": 5, "DE": 1}
    game.apply("attack 0304 with A")
    assert where(game, "red/X") == "eliminated"


@pytest.mark.parametrize(("die", "ways"), [("1d6", 6), ("2d6", 36), ("1d10", 10)])
def test_tables_have_dice_of_their_own(die: str, ways: int) -> None:
    game = fight(f"blue A foot 4 0303; {X}", f"""
tables: [{{id: combat, odds: none, die: {die}, columns: [Result], rows: {{1: [NE], 2: [DE]}}}}]""", seed=3)
    chances = game.preview(game.parse("attack 0304 with A")).chances["combat"]
    assert sum(chances.values()) == ways
    game.apply("attack 0304 with A")
    assert game.dice.count == int(die[0])
    assert len(next(e for e in game.events if e.type == "combat").dice) == int(die[0])
    assert Game.from_json(game.design, game.to_json()).to_json() == game.to_json()


def test_a_ten_sided_die_shows_all_its_sides() -> None:
    seen = set()
    for seed in range(60):
        game = fight(f"blue A foot 4 0303; {X}", """
tables: [{id: combat, odds: none, die: 1d10, columns: [Result], rows: {1: [NE]}}]""", seed=seed)
        game.apply("attack 0304 with A")
        seen.add(next(e for e in game.events if e.type == "combat").dice[0])
    assert seen == set(range(1, 11))


@pytest.mark.parametrize(("when", "code"), [
    ("{hexes: {features: [town]}}", "NE"), ("{hexes: {features: [fortress]}}", "DE")])
def test_a_result_becomes_another(when: str, code: str) -> None:
    game = fight(f"blue A foot 12 0303; {X}", f"combat: {{becomes: [{{result: DE, to: NE, when: {when}}}]}}",
                 dice=[6], map="places: [{hex: '0304', name: T, features: [town]}]")
    game.apply("attack 0304 with A")
    assert texts(game.events, "combat")[0].endswith(f": {code}.")


def test_a_modifier_may_turn_a_result_into_another() -> None:
    game = fight(f"blue A foot 12 0303; {X}", "combat: {shifts: [{id: s, effect: {becomes: AE}}]}", dice=[6])
    game.apply("attack 0304 with A")
    assert where(game, "blue/A") == "eliminated"


# -- support -------------------------------------------------------------------------------------------


AIR = """
assets: [{id: air-blue, name: Air, side: blue, at_start: 3}, {id: air-red, name: Air, side: red, at_start: 1}]
combat: {support: {asset: air, shift: 1, attacker: 2, defender: 2}}"""


def test_both_sides_support_a_fight_with_what_they_have() -> None:
    game = fight(f"blue A foot 8 0303; {X}", AIR, dice=[6])
    game.apply("attack 0304 with A")
    assert (game.step, game.side, orders(game)) == ("support", "blue", ["pass", "support 1", "support 2"])
    assert "Support with 1 to 2" in refuse(game, "support 3").reason
    game.apply("support 2")
    assert (game.side, orders(game)) == ("red", ["pass", "support 1"])
    assert game.preview().column_name == "3:1"
    game.apply("support 1")
    assert "support +1" in texts(game.events, "combat")[0]
    assert game.position().markers == {"blue": {"air-blue": 1}, "red": {"air-red": 0}}


def test_a_side_without_support_is_not_asked() -> None:
    game = fight(f"blue A foot 8 0303; {X}", AIR.replace("at_start: 1", "at_start: 0"), dice=[6])
    game.apply("attack 0304 with A")
    game.apply("pass")
    assert game.step != "support"


def test_modifiers_of_a_phase_count_in_it() -> None:
    rules = """
phases: [{id: combat, name: Combat, kind: combat, modifiers: [{id: p, effect: {shift: 1}}, {id: q,
  effect: {attack: x2}}]}]"""
    found = odds(f"blue A foot 4 0303; {X}", rules)
    assert (found.attack, sum(s.columns for s in found.shifts)) == (8, 1)


@pytest.mark.parametrize(("rules", "able"), [
    ("combat: {without_strength: false}", {"A"}), ("combat: {without_strength: true}", {"A", "B"}),
    ("combat: {may_not: {units: {named: [blue/A]}}, without_strength: true}", {"B"}),
    ("phases: [{id: combat, name: Combat, units: {named: [blue/A]}}]", {"A"})])
def test_the_attacks_listed_are_those_that_are_not_refused(rules: str, able: set[str]) -> None:
    game = fight(f"blue A foot 5 0303; blue B foot 0 0303; blue C foot 5 0101; {X}; red Y foot 4 0104", rules)
    alone = {order.units[0][-1] for order in game.legal_orders() if len(order.units) == 1}
    assert alone == able
    free = {name for name in "ABC" if game.why_not(game.parse(f"attack 0304 with {name}")) is None}
    assert free == able


def test_an_attack_is_judged_by_the_strength_before_it_is_cut() -> None:
    weak = ("combat: {halve: each}", "supply: {sources: [{id: s, hexes: {hexes: ['0608']}}], states: "
            "[{id: out, name: Out, effect: {attack: /2}}], judged: at-use, paths: [{legs: [{length: 1}]}]}")
    game = fight(f"blue A foot 1 0303; {X}", weak)
    assert game.preview(game.parse("attack 0304 with A")).attack == 0
    assert orders(game, "attack") == ["attack 0304 with A"]


def test_percentages_are_told_and_rolls_name_their_rule() -> None:
    percent = """
tables: [{id: combat, columns: ["50%", "100%"], odds: percent, rows: {1: [NE, NE]}}]
combat: {rule: "8.2"}
"""
    units = f"blue A foot 5 0303; blue B foot 5 0303; {X}; red Y foot 4 0203"
    game = fight(units, percent, dice=(1,))
    events = game.apply("attack 0304 with A")
    assert texts(events, "attack") == ["Blue A attacks Red X in 0304: 5 to 4, 125%."]
    assert "Combat in 0304: 125%, resolved at 100% of" in texts(events, "combat")[0]
    with pytest.raises(DiceExhaustedError, match=r"the combat in 0203, Combat results \(8.2\)"):
        game.apply("attack 0203 with B")
