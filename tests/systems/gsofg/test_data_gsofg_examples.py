"""The worked examples of the rulebook of Group of Soviet Forces Germany, on the data of its ruleset."""

from __future__ import annotations

from fractions import Fraction

import gsofg_examples as examples
import pytest
from bundled import design_of
from sample_data import read_sample

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.rules.grammar import parse_amount
from visegrad_editor.model.ruleset import Ruleset


def rules() -> Ruleset:
    return design_of("maps/gsofg").ruleset


def germany() -> GameMap:
    return design_of("maps/gsofg").map


def at(number: str) -> Hex:
    hex = germany().grid.parse(number)
    assert hex is not None
    return hex


@pytest.mark.parametrize("case", examples.HALVINGS)
@pytest.mark.rule("1.5", "11.10")
def test_halved_strengths_are_added_and_cut_once(case: examples.Halving) -> None:
    combat = rules().combat
    (river,) = [m for m in combat.strengths if m.id == "river"]
    assert (combat.halve, combat.round) == ("sum", "down")
    half = parse_amount(river.effect.attack).applied(Fraction(sum(case.halved)))
    assert half is not None
    assert int(max(half, Fraction(combat.least)) + sum(case.whole)) == case.result


@pytest.mark.parametrize("case", examples.FIGHTS)
@pytest.mark.rule("5.6", "7.6", "11.7", "11.8", "11.9", "11.11", "11.12", "11.13", "11.14", "11.15", "11.16")
def test_odds_shifts_and_results(case: examples.Fight) -> None:
    ruleset, table = rules(), rules().table_by_id["combat"]
    odds = Fraction(case.attack, case.defence)
    own = {m.id: m.effect.shift for m in ruleset.combat.shifts}
    city = ruleset.feature_by_id["city"].shift if "city" in case.ground else None
    ground = ruleset.terrain_by_id[case.ground[0]].shift if city is None else city
    below = ruleset.combat.ends.below
    assert below is not None
    assert ruleset.combat.limit == "result"
    # The headings are whole odds, so a shift on the open scale is a whole number of columns.
    column = min(int(odds) + ground + sum(own[s] for s in case.shifts), len(table.columns) - 1)
    column = 0 if odds < 1 else max(column, 0)
    code = table.result(case.die, column)
    if city is not None:
        code = next((b.to for b in ruleset.combat.becomes if b.result == code), code)
    assert (table.columns[column], code) == (case.column, case.result)


@pytest.mark.parametrize("case", examples.STRIKES)
@pytest.mark.rule("12.2", "12.3")
def test_aircraft_after_the_first_add_one(case: examples.Strike) -> None:
    table = rules().table_by_id[case.table]
    city = sum(m.effect.die for m in table.modifiers if m.id == "city") if case.in_city else 0
    assert table.result(case.die + case.aircraft - 1 + city, 0) == case.result


@pytest.mark.parametrize("case", examples.SUPERIORITIES)
@pytest.mark.rule("6.1", "12.1")
def test_rolls_for_air_superiority(case: examples.Superiority) -> None:
    table = rules().table_by_id["air-superiority"]
    total = case.die
    for modifier in table.modifiers:
        if modifier.when.turn is None:
            total += modifier.effect.die if case.deep_strike else 0
        elif modifier.when.turn[0] <= case.turn <= modifier.when.turn[1]:
            total += modifier.effect.die
    assert table.result(total, 0) == case.holder


@pytest.mark.rule("2.2")
def test_the_hex_of_groningen() -> None:
    assert [p.name for p in germany().places if p.hex == at(examples.GRONINGEN)] == ["Groningen"]


@pytest.mark.rule("4.6")
def test_the_bridgehead_of_three_hexes() -> None:
    hexes = [at(n) for n in examples.BRIDGEHEAD]
    assert set(hexes) <= set(germany().area_by_id["west-bank"].hexes)
    first, second, third = hexes
    assert second in germany().grid.neighbours(first)
    assert third in germany().grid.neighbours(second)


@pytest.mark.rule("8.9")
def test_a_source_city_is_repaired_by_a_die() -> None:
    assert examples.REPAIR["retaken"] + examples.REPAIR["die"] == examples.REPAIR["works"]
    repaired = {s.id: s.repaired and s.repaired.after for s in rules().supply.sources}
    assert repaired.pop("soviet-edge") is None
    assert set(repaired.values()) == {"1d6"}


@pytest.mark.rule("9.8")
def test_divisions_are_linked_from_two_counters() -> None:
    data = read_sample("scenarios/gsofg.yaml")
    units = {u["name"]: u for u in data["units"] if u["nationality"] == "usa"}
    parts = {whole: (units[one], units[rest]) for whole, (one, rest, _) in examples.LINKS.items()}
    turns = {whole: rest["reinforcement"]["turn"] for whole, (_, rest) in parts.items()}
    assert turns == {whole: turn for whole, (_, _, turn) in examples.LINKS.items()}
    for whole, (one, rest) in [(w, parts[w]) for w in ("2nd Armored", "1st Mechanized", "4th Mechanized")]:
        attack, defence = (sum(int(u["values"].split("-")[n]) for u in (one, rest)) for n in (0, 1))
        assert units[whole]["values"] == f"{attack}-{defence}-8"


@pytest.mark.rule("9.6")
def test_territorials_come_on_even_numbers() -> None:
    (call,) = rules().call_ups
    assert {die: die in call.success for die in range(1, 7)} == examples.TERRITORIAL_ROLLS


@pytest.mark.rule("6.2", "6.3")
def test_bombers_and_aircraft() -> None:
    # 6.2: an even die costs NATO a step, half the die (cut) the Soviet side; 6.3: the die and one.
    assert examples.BOMBERS["soviet"] == {die: int(die % 2 == 0) for die in range(1, 7)}
    assert examples.BOMBERS["nato"] == {die: die // 2 for die in range(1, 7)}
    most = {a.id: a.most for a in rules().assets if a.id.endswith("-aircraft")}
    assert set(most.values()) == {max(examples.AIRCRAFT.values())}
    assert {die: die + 1 for die in range(1, 7)} == examples.AIRCRAFT
