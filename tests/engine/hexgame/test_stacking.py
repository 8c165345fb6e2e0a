"""Stacking from data: weights, limits, quotas, units apart, when it is judged and who removes too many."""

from __future__ import annotations

import pytest
from hexgames import ends, inside, on_to, orders, play, refuse, where

from visegrad_editor.engine.hexgame import stacking
from visegrad_editor.engine.hexgame.setup import SetupError

FAR = "red X foot 4 0608"


def fits(units: str, rules: str, map: str = "") -> bool:
    """Whether A in 0303 may go to 0304."""
    game = play(f"blue A foot 4 0303; {units}; {FAR}", f"stacking: {{{rules}}}", map=map)
    legal = game.why_not(game.parse("move A 0303-0304")) is None
    assert legal is ("0304" in ends(game, "blue/A"))
    return legal


TWO = "blue B foot 4 0304; blue C foot 4 0304"


@pytest.mark.parametrize(("units", "rules", "fit"), [
    (TWO, "limit: 3", True), (TWO, "limit: 2", False),
    (TWO, "limit: 2, free: {type: [foot]}", True), (TWO, "limit: 2, free: {type: [horse]}", False),
    (TWO, "limit: 3/2, weigh: {by: size, of: {brigade: 1/2}}", True),
    (TWO, "limit: 1, weigh: {by: size, of: {brigade: 1/2}}", False),
    (TWO, "limit: 3, weigh: {by: type, of: {foot: 1}}", True),
    (TWO, "limit: 5, weigh: {by: type, of: {foot: 2}}", False),
    (TWO, "limit: 6, weigh: {by: steps}", True), (TWO, "limit: 5, weigh: {by: steps}", False),
    (TWO.replace("C foot 4 0304", "C foot 4 0304 reduced"), "limit: 5, weigh: {by: steps}", True),
    ("blue B corps 4 0304", "limit: 3, weigh: {by: size, of: {corps: 2}}", True),
    ("blue B corps 4 0304", "limit: 3, weigh: {by: size, of: {corps: 5/2}}", False),
    (TWO, "at_most: [{units: {type: [foot]}, number: 2}]", False),
    (TWO, "at_most: [{units: {type: [foot]}, number: 3}]", True),
    (TWO, "at_most: [{units: {type: [horse]}, number: 1}]", True),
    (TWO, "at_most: [{units: {side: [enemy]}, number: 1}]", True),
    ("green B foot 4 0304", "apart: [{units: {nationality: [green]}, from: {nationality: [blue]}}]", False),
    ("blue B foot 4 0304", "apart: [{units: {nationality: [green]}, from: {nationality: [blue]}}]", True),
    (TWO, "by_hex: [{hexes: {features: [town]}, limit: 2}]", False),
    (TWO, "by_hex: [{hexes: {features: [fortress]}, limit: 2}]", True),
    (TWO, "limit: 2, by_hex: [{hexes: {features: [town]}, limit: 3}]", True)])
def test_what_fits_into_a_hex(units: str, rules: str, fit: bool) -> None:
    assert fits(units, rules, "places: [{hex: '0304', name: T, features: [town]}]") is fit


@pytest.mark.parametrize(("limit", "fit"), [(3, True), (2, False)])
def test_without_a_block_the_stacking_limit_of_the_ruleset_is_obeyed(limit: int, fit: bool) -> None:
    game = play(f"blue A foot 4 0303; {TWO}; {FAR}", f"stacking_limit: {limit}")
    assert ("0304" in ends(game, "blue/A")) is fit


def test_a_lost_step_makes_room_at_once() -> None:
    game = play(f"blue A foot 4 0303; {TWO}; {FAR}", "stacking: {limit: 5, weigh: {by: steps}}")
    assert "0304" not in ends(game, "blue/A")
    inside(game).lose_step(1, "")
    assert "0304" in ends(game, "blue/A")


def test_a_unit_alone_may_be_too_much() -> None:
    game = play(f"blue A corps 4 0303; {FAR}", "stacking: {limit: 3, weigh: {by: size, of: {corps: 2}},"
                "by_hex: [{hexes: {terrain: [forest]}, limit: 1}]}",
                rows=("........", "........", "...f....", "........", "........", "........"))
    assert "0304" not in ends(game, "blue/A")
    assert "2 of 1" in refuse(game, "move A 0303-0304").reason


def test_the_refusal_names_the_units_and_the_limit() -> None:
    game = play(f"blue A gun 4 0303; blue B gun 4 0304; {FAR}",
                "stacking: {at_most: [{units: {trait: [artillery]}, number: 1, rule: '6.2'}]}")
    refusal = refuse(game, "move A 0303-0304")
    assert (refusal.rule, "at most 1 of them" in refusal.reason) == ("6.2", True)
    assert "Blue A" in refusal.reason
    assert "Blue B" in refusal.reason


@pytest.mark.parametrize(("number", "size", "legal"), [(4, "brigade", True), (3, "division", False)])
def test_a_set_up_keeps_the_limits(number: int, size: str, legal: bool) -> None:
    units = "; ".join(f"blue U{n} foot 4 0303" for n in range(number))
    rules = (f"unit_types: [{{id: foot, size: {size}}}]\n"
             "stacking: {limit: 2, weigh: {by: size, of: {division: 1, brigade: 1/2}}}")
    if legal:
        assert play(f"{units}; {FAR}", rules).step == "move"
    else:
        with pytest.raises(SetupError, match="3 of 2"):
            play(f"{units}; {FAR}", rules)


def test_a_set_up_names_the_units_of_which_there_are_too_many_and_counts_nothing_for_those_that_are_free(
) -> None:
    guns = f"blue G1 gun 4 0303; blue G2 gun 4 0303; {FAR}"
    quota = "stacking: {at_most: [{units: {trait: [artillery]}, number: 1}]}"
    with pytest.raises(SetupError, match=r"Blue G1 and Blue G2.*at most 1 of them"):
        play(guns, quota)
    assert play(guns.replace("G2 gun 4 0303", "G2 gun 4 0304"), quota).step == "move"
    crowd = "; ".join(f"blue U{n} foot 4 0303" for n in range(3))
    assert play(f"{crowd}; blue T horse 1 0303; blue S horse 1 0303; {FAR}",
                "stacking: {limit: 3, free: {type: [horse]}}").step == "move"


@pytest.mark.parametrize(("passing", "through"), [("true", True), ("false", False)])
def test_units_apart_may_pass_or_not(passing: str, through: bool) -> None:
    rules = ("stacking: {apart: [{units: {nationality: [green]}, from: {nationality: [blue]}, "
             f"passing: {passing}}}]}}")
    for mover, other in (("green", "blue"), ("blue", "green")):
        game = play(f"{mover} A foot 4 0303; {other} B foot 4 0304; {FAR}", rules)
        legal = game.why_not(game.parse("move A 0303-0304-0305")) is None
        assert legal is through
        assert "0304" not in ends(game, f"{mover}/A")


def test_units_of_one_kind_that_stand_apart_are_refused_whoever_is_asked_first() -> None:
    game = play(f"blue A foot 4 0303; blue B foot 4 0304; {FAR}",
                "stacking: {apart: [{units: {type: [foot]}, from: {type: [foot]}}]}")
    for unit, other in (("blue/A", "0304"), ("blue/B", "0303")):
        assert other not in ends(game, unit)


@pytest.mark.parametrize(("judged", "through"), [("end-of-move", True), ("always", False)])
def test_full_hexes_may_be_passed_unless_the_limit_always_holds(judged: str, through: bool) -> None:
    game = play(f"blue A foot 4 0303; {TWO}; {FAR}", f"stacking: {{limit: 2, judged: {judged}}}")
    legal = game.why_not(game.parse("move A 0303-0304-0305")) is None
    assert legal is through


def test_at_the_end_of_the_phase_hexes_must_have_room_again() -> None:
    game = play(f"blue A foot 4 0303; blue B foot 4 0304; {FAR}",
        "stacking: {limit: 1, judged: end-of-phase}")
    game.apply("move A 0303-0304")
    assert "Too many units stand in 0304" in refuse(game, "pass").reason
    assert "pass" not in orders(game)
    game.apply("move B 0304-0305")
    game.apply("pass")
    assert game.side == "red"


@pytest.mark.parametrize(("excess", "side"), [
    ("refuse", "blue"), ("owner-removes", "blue"), ("enemy-removes", "red")])
def test_units_that_cannot_go_away_are_removed(excess: str, side: str) -> None:
    game = play(f"blue A foot 4 0303; blue B fort 4 0304; {FAR}",
                f"stacking: {{limit: 1, judged: end-of-phase, excess: {excess}}}")
    game.apply("move A 0303-0304")
    game.apply("pass")
    assert (game.step, game.side) == ("remove", side)
    assert "remove one first" in refuse(game, "pass").reason
    assert set(orders(game)) == {"remove A", "remove B"}
    game.apply("remove B")
    assert where(game, "blue/B") == "eliminated"
    assert on_to(game, "move", "red").phase == "red-move"


def test_only_units_that_help_are_removed() -> None:
    game = play(f"blue A foot 4 0303; blue B fort 4 0304; blue G gun 2 0304; {FAR}",
                "stacking: {limit: 1, free: {type: [gun]}, judged: end-of-phase}")
    game.apply("move A 0303-0304")
    game.apply("move G 0304-0404")
    game.apply("pass")
    assert set(orders(game)) == {"remove A", "remove B"}


def test_weights_are_exact() -> None:
    game = play(f"blue A foot 4 0303; {FAR}", "stacking: {limit: 3/2, weigh: {by: size, of: {brigade: 1/3}}}")
    w = inside(game)
    assert w.forces.weight_scale == 6
    assert stacking.weight(w, 0) == 2
    assert str(w.room(0)) == "1/3"
