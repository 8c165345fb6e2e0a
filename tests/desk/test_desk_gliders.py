"""Gliders: load, placing, evading, landing, crash, unloading (E8); landing off the boards (E8.221, E9.41)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from air_logs import FIRST, SECOND, at, done, game, gliders, offered, on_map, refused, result

from visegrad_editor.desk.books.gliders import Glider as Flying
from visegrad_editor.desk.card import Force, Glider
from visegrad_editor.desk.card_file import card_text, load_card, read_card_text
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.gliders import approach_of
from visegrad_editor.desk.procedures.off_board import hexes_away, row_terrain
from visegrad_editor.desk.special_rules import Night, SpecialRules
from visegrad_editor.desk.tables import table
from visegrad_editor.engine import Dice
from visegrad_editor.hexgrid import Hex

LOADS = (("german:para/5-4-8", "german/LMG"), ("german/8-1",))


def _arrived(count: int = 1, **card: object) -> CardLog:
    log = at(game(gliders(count, loads=LOADS[:count]), **card), 2, "first", "prep-fire")  # type: ignore[arg-type]
    log.apply("next")
    return log


def _over(hex: str = "G6", **card: object) -> CardLog:
    log = _arrived(**card)
    done(log, f"glider-place hex={hex}")
    return log


def _first(log: CardLog) -> Flying:
    return log.books.gliders.gliders[0]


def _down(hex: str = "G6", **card: object) -> CardLog:
    """A glider that has come down where it was to, with the dice left out of the game."""
    log = _over(hex, **card)
    done(log, "glider-land clear=5 obstacle=0 dice=1-1")
    return log


# -- load (E8.1) --------------------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "word", "points"), [
    ("nation=german other=14", "yes", 14), ("nation=german other=14.5", "no", 15),
    ("nation=german guns=11", "no", 10), ("nation=german vehicles=1", "no", 15),
    ("nation=american other=19", "yes", 19), ("nation=american other=20", "no", 20),
    ("nation=british other=29", "yes", 29), ("nation=british other=30", "no", 30),
    ("nation=british vehicles=2", "yes", 15), ("nation=british vehicles=2.1", "no", 30),
    ("nation=british vehicles=4", "no", 30), ("nation=british guns=10", "yes", 10),
    ("nation=british guns=9", "yes", 20), ("nation=british guns=6", "yes", 20),
    ("nation=german mortars=76,107 ammunition=81,107", "yes", 12),
    ("nation=german ammunition=99", "yes", 4), ("nation=german ammunition=100", "yes", 8),
    ("nation=american vehicles=1.5 ammunition=75", "yes", 19), ("nation=american", "yes", 0)])
def test_loads(inputs: str, word: str, points: int) -> None:
    log = at(game(gliders()), 0, "first", "set-up")
    assert "glider-load" in offered(log)
    assert result(log, f"glider-load {inputs}") == (word, points)
    text = done(log, f"glider-load {inputs}")[-1].text
    assert ("empty" in text) is (inputs == "nation=american")


@pytest.mark.parametrize(("inputs", "says"), [
    ("vehicles=4.1", "A vehicle of this size, 4.1"), ("guns=5", "A gun of this size, 5"),
    ("mortars=75", "A mortar of this size"), ("mortars=108", "A mortar of this size"),
    ("vehicles=x", "'x' is no size"), ("vehicles=0", "'0' is no size"), ("vehicles=nan", "is no size")])
def test_loads_that_no_glider_has(inputs: str, says: str) -> None:
    assert f"E8.1: {says}" in refused(game(gliders()), f"glider-load nation=british {inputs}") or (
        says in refused(game(gliders()), f"glider-load nation=british {inputs}"))


def test_points_of_heavy_vehicles_are_a_reading() -> None:
    asked = game(gliders(), readings=(("R25", "asked"),))
    assert "write heavy=" in refused(asked, "glider-load nation=british vehicles=3")
    assert result(asked, "glider-load nation=british vehicles=3 heavy=25") == ("yes", 25)
    assert result(asked, "glider-load nation=british vehicles=2") == ("yes", 15)
    kept = done(game(gliders()), "glider-load nation=british vehicles=3 heavy=25")[-1]
    assert (kept.result, kept.readings) == ("no", ("R25 kept",))


def test_what_the_card_puts_into_a_glider_has_points_that_must_be_said() -> None:
    log = game(gliders(2, loads=LOADS))
    assert "Units and weapons is missing" in refused(log, "glider-load glider=planes-1")
    assert result(log, "glider-load glider=planes-1 other=13") == ("yes", 13)
    assert "Units and weapons is missing" in refused(log, "glider-load nation=german")
    assert "Units and weapons is missing" in refused(log, "glider-load glider=planes-2 other=")
    assert result(game(gliders(2)), "glider-load glider=planes-2 other=") == ("yes", 0)
    weighed = replace(log.card.groups[-1], forces=(Force(1, "german/jeep", weight_t=1.5),),
                      glider=Glider(1, "british", (("german/jeep",),)))
    assert result(CardLog(replace(log.card, groups=(weighed,)), Dice(1)), "glider-load glider=planes-1") == (
        "yes", 15)


# -- placing (E8.2) -----------------------------------------------------------------------------


def test_gliders_are_placed_at_the_start_of_the_movement_phase() -> None:
    log = _arrived(2)
    assert [e.rule for e in log.events if e.rule] == ["E8.2"]
    assert offered(log)[:2] == ["glider-place glider=planes-1", "glider-place glider=planes-2"]
    assert "First `glider-place`" in refused(log, "next")
    event = done(log, "glider-place hex=G6")[-1]
    assert "nose to the south-west" in event.text
    assert "H5, I5, J4, K4, L3." in event.text
    assert "Next place planes-2" in event.text
    assert "E8.2: planes-1 is over G6" in refused(log, "glider-place hex=G6")
    assert "against the same wind" in refused(log, "glider-place hex=G7 wind=3")
    assert "E8.2: First all gliders" in refused(
        log, "glider-land glider=planes-1 clear=5 obstacle=0 dice=1-1")
    done(log, "glider-place hex=P9")
    assert offered(log)[:2] == ["glider-land glider=planes-1", "glider-land glider=planes-2"]
    assert (_first(log).state, _first(log).target, _first(log).wind) == ("placed", Hex(6, 6), 2)


@pytest.mark.parametrize("wind", range(1, 7))
def test_the_approach_lies_downwind_of_the_hex(wind: int) -> None:
    rows = {1: "K6 K5 K4 K3 K2", 2: "L6 M6 N5 O5 P4", 3: "L7 M8 N8 O9 P9", 4: "K8 K9 K10 K11 K12",
            5: "J7 I8 H8 G9 F9", 6: "J6 I6 H5 G5 F4"}
    layout = game(gliders()).card.layout
    names = [layout.name(h).rstrip("*") for h in approach_of(layout.place("K7"), wind)]
    assert names == rows[wind].split()


def test_a_direction_is_asked_if_there_is_no_wind() -> None:
    log = _arrived(wind=None)
    assert "Wind is missing" in refused(log, "glider-place hex=G6")
    event = done(log, "glider-place hex=G6 wind=5")[-1]
    assert "nose to the north-east" in event.text
    assert event.asked == ("Wind: 5 (both; B25.64)",)


@pytest.mark.parametrize(("sky", "refuses"), [
    ({"weather": ("overcast",)}, True), ({"weather": ("fog",)}, True), ({"weather": ("falling-snow",)}, True),
    ({"rain": "on"}, True), ({"snow": "heavy"}, True),
    ({"weather": ("mist",)}, False),
    ({"weather": ("mud", "gusty")}, False), ({"weather": ("ground-snow",)}, False),
    ({"weather": ("deep-snow",)}, False), ({"weather": ("clear",)}, False)])
def test_weather_for_gliders(sky: dict[str, object], refuses: bool) -> None:
    log = at(_arrived(), **sky)  # type: ignore[arg-type]
    said = refused(log, "glider-place hex=G6")
    assert said.startswith("E8.1: Nothing lands") if refuses else said == ""
    if refuses:
        done(log, "skip procedure=glider-place")
        done(log, "next")


def test_gliders_that_are_not_there() -> None:
    log = _arrived()
    assert "There is no glider planes-7; there are planes-1" in refused(
        log, "glider-place glider=planes-7 hex=G6")
    assert "E8.2: The glider planes-1 is not placed yet" in refused(
        log, "glider-land glider=planes-1 clear=5 obstacle=0 dice=1-1")
    early = at(game(gliders()), 1)
    assert "arrives on turn 2, in its first half" in refused(early, "glider-place glider=planes-1 hex=G6")
    assert "is off the boards" in refused(log, "glider-place hex=G11*")


def test_a_glider_that_is_left_out_does_not_hold_the_others_up() -> None:
    log = _arrived(2)
    done(log, "glider-place hex=G6")
    done(log, "skip procedure=glider-place")
    assert "glider-land" in offered(log)
    done(log, "glider-land clear=5 obstacle=0 dice=1-1")
    assert _first(log).state == "down"


# -- evading (E8.211) ---------------------------------------------------------------------------


def test_evading_slides_the_approach_and_asks_for_the_landing_anew() -> None:
    log = _over("C9")
    assert "E8.211" in refused(log, "glider-evade dice=1-1")
    done(log, "light-aa kill=6 dice=3-3")
    assert "E8.211: planes-1 evades first" in refused(log, "glider-land clear=5 obstacle=0 dice=1-1")
    event = done(log, "glider-evade dice=1-1")[-1]
    assert (event.result, event.hexes) == ("evades", ("C8",))
    assert "D7, E7, F6, G6, H5." in event.text
    due = [d for d in log.books.due if d.procedure == "glider-land"]
    assert len(due) == 1
    assert "(D7, E7, F6, G6, H5)" in due[0].why


# -- landing (E8.22) ----------------------------------------------------------------------------


@pytest.mark.parametrize(("clear", "obstacle", "dice", "word", "final", "hex"), [
    (5, 0, "6-6", "on-target", 1, "G6"), (4, 1, "5-4", "beyond", 2, "F6"),
    (4, 1, "4-4", "on-target", 1, "G6"),
    (0, 1, "1-3", "short", 2, "H5"), (0, 1, "1-4", "beyond", 2, "F6"), (0, 2, "6-3", "short", 8, "N2"),
    (2, 3, "3-1", "short", 4, "J4"), (3, 1, "6-5", "beyond", 4, "D7"), (3, 1, "6-3", "short", 4, "J4"),
    (4, 2, "3-6", "on-target", 1, "G6")])
def test_where_a_glider_lands(
    clear: int, obstacle: int, dice: str, word: str, final: int, hex: str
) -> None:
    log = _over("G6")
    event = done(log, f"glider-land clear={clear} obstacle={obstacle} dice={dice}")[-1]
    assert (event.result, event.final, event.hexes) == (word, final, (hex,))
    assert sum(m.amount for m in event.modifiers) == obstacle - clear
    assert offered(log)[0] == "glider-crash glider=planes-1"
    assert _first(log).place == log.card.layout.place(hex)
    assert log.books.due[0].must


@pytest.mark.parametrize(("clear", "obstacle"), [(5, 1), (4, 0), (0, 0)])
def test_clear_hexes_and_obstacles_fit_together(clear: int, obstacle: int) -> None:
    assert "E8.22" in refused(_over(), f"glider-land clear={clear} obstacle={obstacle} dice=1-1")


def test_clear_hexes_are_asked() -> None:
    assert "terrain of the approach" in refused(_over(), "glider-land dice=1-1")
    assert "from 0 to 5" in refused(_over(), "glider-land clear=6 obstacle=0 dice=1-1")


def test_example_of_an_approach_off_the_boards() -> None:
    """E8.221: P10 with its nose to Q10; the hexes behind lie off the boards."""
    log = _over("P10", wind=5)
    text = log.books.due[0].why
    done(log, "light-aa kill=6 dice=3-3")
    for name, mirror in (("O11*", "Q10"), ("N11*", "R9"), ("M12*", "S9"), ("L12*", "T8"), ("K13*", "U8")):
        assert f"{name} (terrain of {mirror})" in text
    event = done(log, "glider-evade dice=4-2")[-1]
    assert event.hexes == ("P12* (terrain of P8)",)
    for name, mirror in (("O13*", "Q8"), ("N13*", "R7"), ("M14*", "S7"), ("L14*", "T6"), ("K15*", "U6")):
        assert f"{name} (terrain of {mirror})" in event.text
    assert result(log, "glider-land clear=1 obstacle=1 dice=1-6") == ("on-target", 1)
    first = _over("P10", wind=5)
    assert result(first, "glider-land clear=4 obstacle=1 dice=4-6") == ("on-target", 1)


@pytest.mark.parametrize(("start", "direction", "names"), [
    ("Q8", 5, "P8 O9 N9 M10 L10 M10 N9"), ("M9", 4, "M10 M10 M9 M8"), ("L9", 4, "L10 L9 L8"),
    ("A9", 4, "A10 A10 A9"), ("C5", 5, "B5 A6 B5 C5"), ("M2", 1, "M1 M1 M2"), ("L1", 1, "L0 L1"),
    ("P12*", 5, "Q8 R7 S7"), ("P12*", 1, "P9 P10 P9"), ("EE4", 3, "FF4 GG5 FF4"), ("A1", 4, "A2")])
def test_terrain_off_the_boards_is_that_of_the_row_in_reverse_order(
    start: str, direction: int, names: str
) -> None:
    layout = game(gliders()).card.layout
    first = layout.place(start)
    for steps, name in enumerate(names.split(), start=1):
        assert row_terrain(layout, first, direction, steps) == layout.place(name), (steps, name)
    assert row_terrain(layout, first, direction, 60) is None


# -- crash (E8.23) ------------------------------------------------------------------------------


_CRASH = {
    "shellholes": 1, "trench": 1, "marsh": 1, "fordable-water": 1, "sangar": 1, "hut": 1, "vineyard": 1,
    "orchard": 2, "graveyard": 2, "gully": 2, "cactus": 2, "olive-grove": 2, "palm-trees": 2, "woods": 3,
    "building": 3, "rubble": 3, "bridge": 3, "crags": 3, "jungle": 3, "bamboo": 3, "swamp": 4, "open": 0}
_SIDES = {"hedge": 1, "cactus-hedge": 1, "paddy-bank": 1, "crest": 1, "wall": 2, "bocage": 2, "roadblock": 2,
          "cliff": 3}


@pytest.mark.parametrize(("terrain", "drm"), _CRASH.items())
def test_terrain_of_a_crash(terrain: str, drm: int) -> None:
    assert result(_down(), f"glider-crash terrain={terrain} dice=1") == ("safe", 1 + drm)


@pytest.mark.parametrize(("side", "drm"), _SIDES.items())
def test_hexsides_of_a_crash(side: str, drm: int) -> None:
    event = done(_down(), f"glider-crash terrain=open hexsides={side} dice=1")[-1]
    assert (event.final, event.modifiers[0].rule) == (1 + drm, "E8.231")
    more = {"hedge", "wall"} - {side}
    two = done(_down(), f"glider-crash terrain=open hexsides={side},{min(more)} dice=1")[-1]
    assert two.final == 1 + drm + _SIDES[min(more)]


def test_every_kind_of_terrain_of_the_table_is_tested() -> None:
    rows = table("glider-crash-modifiers").rows
    assert {row[0] for row in rows if row[2] == "hex"} | {"open"} == set(_CRASH)
    assert {row[0] for row in rows if row[2] == "hexside"} == set(_SIDES)
    assert {row[0]: row[1] for row in rows if row[2] == "state"} == {
        "off-target": 1, "damaged": 1, "night": 1, "gust": 1, "obstacle": 1, "blind": 3}


@pytest.mark.parametrize(("die", "word", "state", "damaged", "wreck"), [
    (3, "safe", "landed", False, False), (4, "damaged", "landed", True, False),
    (5, "lost", "lost", False, True)])
def test_results_of_a_crash(die: int, word: str, state: str, damaged: bool, wreck: bool) -> None:
    log = _down()
    assert result(log, f"glider-crash terrain=woods dice={die}")[0] == word
    glider = _first(log)
    assert (glider.state, glider.damaged, glider.wreck) == (state, damaged, wreck)
    assert not log.books.due


def test_all_modifiers_of_a_crash_add_up() -> None:
    log = _down(sets=SpecialRules(night=Night(3)))
    at(log, gust=True)
    event = done(log, "glider-crash terrain=trench,orchard hexsides=wall vehicle=yes blind=yes "
                 "dice=1")[-1]
    assert event.final == 1 + 1 + 1 + 1 + 3 + 1 + 2 + 2
    assert {m.why for m in event.modifiers} >= {"night", "gust", "trench", "orchard", "wall crossed"}


def test_a_miss_and_damage_count() -> None:
    log = _over()
    done(log, "light-aa kill=6 dice=3-2")
    done(log, "glider-evade dice=1-1")
    done(log, "glider-land clear=0 obstacle=1 dice=1-1")
    event = done(log, "glider-crash terrain=open dice=1")[-1]
    assert [(m.amount, m.why) for m in event.modifiers] == [
        (1, "not in the last hex aimed at"), (1, "damaged")]
    assert "down and damaged" in event.text


def test_a_second_damage_in_landing_destroys_without_a_wreck() -> None:
    log = _over()
    done(log, "light-aa kill=6 dice=3-2")
    done(log, "glider-evade dice=1-1")
    done(log, "glider-land clear=5 obstacle=0 dice=1-1")
    event = done(log, "glider-crash terrain=woods dice=3")[-1]
    assert (event.result, event.final) == ("lost", 7)
    assert (_first(log).state, _first(log).wreck) == ("lost", False)
    assert "without a wreck (E8.41)" in event.text


@pytest.mark.parametrize(("terrain", "parallel", "lost"), [
    ("fire", "no", True), ("fire", "yes", True), ("deep-water", "no", True),
    ("bridge,deep-water", "yes", False),
    ("bridge,deep-water", "no", True), ("fordable-water", "no", False)])
def test_fire_and_deep_water(terrain: str, parallel: str, lost: bool) -> None:
    log = _down()
    dice = "" if lost else " dice=1"
    event = done(log, f"glider-crash terrain={terrain} parallel={parallel}{dice}")[-1]
    assert (event.result == "lost") is lost
    assert (event.rule == "E8.232") is lost
    if terrain.startswith("bridge") and not lost:
        assert event.final == 4


def test_one_modifier_for_all_that_stands_there_and_landed_gliders_are_known() -> None:
    def second(first_die: int, more: str = "") -> int | None:
        log = _arrived(2)
        done(log, "glider-place hex=G6")
        done(log, "glider-place hex=G7")
        done(log, "glider-land clear=5 obstacle=0 dice=1-1")
        done(log, f"glider-crash terrain=woods dice={first_die}")
        done(log, "light-aa kill=6 dice=3-3")
        done(log, "glider-evade dice=1-1")  # G7 to G6
        done(log, "glider-land clear=5 obstacle=0 dice=1-1")
        return done(log, f"glider-crash terrain=open dice=1{more}")[-1].final

    assert second(1) == 2  # a landed one
    assert second(6) == 2  # its wreck
    assert second(1, " vehicle=yes") == 2


def test_what_is_asked_about_a_crash_names_the_hexes() -> None:
    log = _down()
    assert log.books.due[0].why == "planes-1 lands in G6: its terrain, and what it crosses between H5 and G6"
    assert "Terrain is missing" in refused(log, "glider-crash dice=1")
    assert 'not "moon"' in refused(log, "glider-crash terrain=moon dice=1")
    assert 'not "wall"' in refused(log, "glider-crash terrain=wall dice=1")


# -- on the ground (E8.3, E8.4) -----------------------------------------------------------------


def _to_unloading(log: CardLog) -> str:
    done(log, "next")
    return done(log, "next")[-1].text


def test_loads_are_placed_in_the_advancing_fire_phase() -> None:
    log = _down()
    done(log, "glider-crash terrain=open dice=1")
    assert "glider-hit" in [o.split()[0] for o in offered(at(log, phase="defensive-fire"))]
    text = done(log, "next")[-1].text
    assert "(German para 5-4-8, German LMG) is placed in G6" in text
    assert "casualty reduction" not in text
    assert _first(log).state == "unloaded"


def test_damage_of_the_load_is_told() -> None:
    log = _down()
    done(log, "glider-crash terrain=woods dice=4")
    text = _to_unloading(log)
    assert "casualty reduction; the others take a normal morale check" in text
    assert text.index("E8.41") < text.index("is placed in G6")


def test_final_fire_at_a_landed_glider() -> None:
    log = _down()
    done(log, "glider-crash terrain=open dice=1")
    done(log, "next")
    event = done(log, "glider-hit glider=planes-1 result=damaged")[-1]
    assert (event.result, "Advancing Fire Phase" in event.text) == ("damaged", True)
    event = done(log, "glider-hit glider=planes-1 result=destroyed")[-1]
    assert "Its load is lost" in event.text
    assert (_first(log).state, _first(log).wreck) == ("lost", True)
    assert len(done(log, "next")) == 1
    assert "is lost" in refused(log, "glider-hit glider=planes-1 result=damaged")
    empty = _down()
    done(empty, "glider-crash terrain=open dice=1")
    _to_unloading(empty)
    assert "Its load" not in done(empty, "glider-hit glider=planes-1 result=destroyed")[-1].text
    assert "not placed yet" in refused(_arrived(), "glider-hit glider=planes-1 result=damaged")


# -- off the boards (E8.5, E9.41) ---------------------------------------------------------------


def _off_board() -> CardLog:
    log = _over("P10", wind=5)
    done(log, "light-aa kill=6 dice=3-3")
    done(log, "glider-evade dice=4-3")
    done(log, "glider-land clear=5 obstacle=0 dice=1-1")
    done(log, "glider-crash terrain=open dice=1")
    return log


def test_a_load_that_lands_off_the_boards_comes_on_by_itself() -> None:
    log = _off_board()
    lander = log.books.off_board.landers[0]
    assert (lander.id, lander.side, lander.away) == ("planes-1", FIRST, 3)
    assert "off-board" not in offered(log)
    assert "has landed or moved in this player turn" in refused(log, "off-board lander=planes-1")
    assert "comes on with `off-board` (E8.5)" in _to_unloading(log)
    at(log, 2, "first", "advance")
    assert "off-board" not in offered(log)
    assert "advances only to enter" in refused(log, "off-board lander=planes-1")
    at(log, 3, "second", "movement")
    assert "player turn of its own side" in refused(log, "off-board lander=planes-1")
    for turn, away in ((3, 2), (4, 1)):
        at(log, turn)
        assert "off-board" in offered(log)
        assert result(log, "off-board") == ("nearer", away)
        assert "has landed or moved" in refused(log, "off-board lander=planes-1")
    at(log, 4, "first", "advance")
    assert "off-board" in offered(log)
    assert "write hex=" in refused(log, "off-board")
    assert "no hex on the edge" in refused(log, "off-board hex=P8")
    assert "no hex on the edge" in refused(log, "off-board hex=P11*")
    at(log, 5)
    assert result(log, "off-board hex=P10")[0] == "enters"
    assert not log.books.off_board.landers
    assert "there: nothing" in refused(log, "off-board lander=planes-1")


def test_broken_units_off_the_boards_wait_until_they_have_rallied() -> None:
    log = at(_off_board(), 3)
    assert result(log, "off-board broken=yes")[0] == "broken"
    assert "off-board" not in offered(log)
    assert "E9.41: planes-1 is broken" in refused(log, "off-board lander=planes-1")
    assert result(log, "off-board lander=planes-1 broken=no")[0] == "nearer"
    assert not log.books.off_board.landers[0].broken


def test_a_glider_destroyed_off_the_boards_does_not_come_on() -> None:
    log = _off_board()
    done(log, "next")
    done(log, "glider-hit glider=planes-1 result=destroyed")
    assert not log.books.off_board.landers


def test_distance_from_the_boards() -> None:
    layout = game(gliders()).card.layout
    assert [hexes_away(layout, layout.place(name)) for name in ("P10", "P11*", "A12*", "-B5*", "P-2*")] == [
        0, 1, 2, 1, 2]


# -- cards --------------------------------------------------------------------------------------


def test_only_cards_with_gliders_have_them_and_their_books() -> None:
    ids = {p.id for p in game().procedures()}
    assert not {"glider-place", "light-aa", "off-board", "drop-land", "sighting"} & ids
    assert {"glider-place", "light-aa", "off-board"} <= {p.id for p in game(gliders()).procedures()}
    book = game(gliders(2, SECOND, loads=LOADS)).books.gliders
    assert [(g.id, g.side, g.turn, g.half, g.load) for g in book.gliders] == [
        ("planes-1", SECOND, 2, "second", LOADS[0]), ("planes-2", SECOND, 2, "second", LOADS[1])]


def test_calm_with_a_direction_is_for_cards_with_landings() -> None:
    card = load_card("silk-and-chalk").card
    assert card is not None
    calm = replace(card, ssr=game(wind=3).card.ssr)
    assert read_card_text(card_text(calm)) == calm


# -- what a map says of the hex -------------------------------------------------------------------


def _on_map(hex: str, wind: int) -> CardLog:
    """A glider that has come down where it was to on a board that a map draws."""
    log = on_map(game(gliders(1), wind=wind))
    log = at(log, 2, "first", "prep-fire")
    log.apply("next")
    done(log, f"glider-place hex={hex}")
    return log


@pytest.mark.parametrize(("hex", "wind", "terrain", "hexsides"), [
    ("D8", 1, "open", "hedge"), ("M4", 6, "building", "wall"), ("M3", 1, "graveyard", "wall"),
    ("J2", 2, "fordable-water", ""), ("I6", 2, "marsh", ""), ("C6", 3, "open", ""), ("Z8", 2, "crags", "")])
def test_a_map_says_what_is_in_the_hex_of_landing(hex: str, wind: int, terrain: str, hexsides: str) -> None:
    log = _on_map(hex, wind)
    done(log, "glider-land clear=5 obstacle=0 dice=1-1")
    (due,) = [d for d in log.books.due if d.procedure == "glider-crash"]
    assert f"the map says: {terrain.replace('-', ' ')}, on the hexside {hexsides or 'nothing'}" in due.why
    event = done(log, "glider-crash dice=1")[-1]
    assert {f"{what} (the map of the board)" for what in (
        f"Terrain: {terrain}", f"Hexsides: {hexsides or 'none'}")} <= set(event.asked)
    named = {m.why for m in event.modifiers}
    assert (terrain.replace("-", " ") in named) == (terrain != "open")
    assert (f"{hexsides} crossed" in named) == bool(hexsides)


def test_what_the_table_does_not_know_is_asked_and_players_may_say_otherwise() -> None:
    log = _on_map("B3", 2)
    done(log, "glider-land clear=5 obstacle=0 dice=1-1")
    assert "Terrain is missing" in refused(log, "glider-crash dice=1")
    log = _on_map("M4", 6)
    done(log, "glider-land clear=5 obstacle=0 dice=1-1")
    event = done(log, "glider-crash terrain=rubble hexsides= dice=1")[-1]
    assert [m.why for m in event.modifiers] == ["rubble"]


def test_the_approach_is_told_with_the_terrain_of_the_map() -> None:
    log = _on_map("N5", 6)
    (due,) = [d for d in log.books.due if d.procedure == "glider-land"]
    assert "M5 open, L4 open, K4 open, J3 stream at level -1, I3 open" in due.why
