"""Low visibility, costs and effects of weather, extreme winter, snow drifts and smoke."""

from __future__ import annotations

from typing import Any

import pytest
from card_logs import at, card, done, game, rally, results

from visegrad_editor.desk.boards import Board
from visegrad_editor.desk.card import Date
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.catalogue import procedures, reminders_of
from visegrad_editor.desk.procedures.low_visibility import mist_hindrance
from visegrad_editor.desk.special_rules import Fog, Night, SpecialRules, Wind
from visegrad_editor.desk.tables import table
from visegrad_editor.engine import Dice, IllegalOrderError

WHITE = {"camouflage": ("german",)}

# -- low visibility ------------------------------------------------------------------------------


def lv(line: str, weather: tuple[str, ...] = ("mist",), readings: tuple[tuple[str, str], ...] = (),
       sets: dict[str, Any] | None = None, **sky: Any) -> int:
    log = at(CardLog(card(SpecialRules(weather=weather, **(sets or {})), readings=readings), Dice(given=[])),
             **sky)
    event, = done(log, f"lv-drm {line}")
    assert event.final is not None
    assert event.final == sum(m.amount for m in event.modifiers)
    assert event.result == f"+{event.final}"
    return event.final


@pytest.mark.parametrize(("range_", "light", "heavy"), [
    (0, 0, 1), (1, 0, 1), (6, 0, 1), (7, 1, 2), (12, 1, 2), (13, 2, 3), (18, 2, 3), (19, 3, 4)])
def test_mist_rain_and_snow_by_range(range_: int, light: int, heavy: int) -> None:
    """Mist (E3.32), which rain (E3.52) and falling snow (E3.711) bring as well."""
    assert lv(f"range={range_}") == light
    assert lv(f"range={range_}", ("overcast",)) == 0
    assert lv(f"range={range_}", ("overcast",), rain="on") == light
    assert lv(f"range={range_}", ("overcast",), rain="heavy") == heavy
    assert lv(f"range={range_}", ("overcast", "falling-snow"), snow="none") == 0
    assert lv(f"range={range_}", ("overcast", "falling-snow"), snow="on") == light
    assert lv(f"range={range_}", ("overcast", "falling-snow"), snow="heavy") == heavy


@pytest.mark.parametrize(("range_", "drm"), [(3, 0), (4, 1), (6, 1), (7, 2)])
def test_ranges_to_aircraft_are_doubled(range_: int, drm: int) -> None:
    assert lv(f"range={range_} aerial=yes") == drm


@pytest.mark.parametrize(("fire", "mist", "white"), [
    ("direct", 2, 1), ("collateral", 0, 1), ("fire-lane", 0, 0), ("oba", 0, 0), ("residual", 0, 0)])
def test_fire_that_is_not_hindered(fire: str, mist: int, white: int) -> None:
    assert lv(f"range=14 fire={fire}") == mist
    assert lv(f"range=14 fire={fire} white=yes tem=no", ("ground-snow",), sets=WHITE) == white


@pytest.mark.parametrize(("line", "drm"), [
    ("range=8", 0), ("range=9", 1), ("range=9 target=other", 0), ("range=16 target=other", 0),
    ("range=17 target=other", 1)])
@pytest.mark.parametrize("snow", ["ground-snow", "deep-snow", "extreme-winter"])
def test_white_clothing(line: str, drm: int, snow: str) -> None:
    assert lv(f"{line} white=yes tem=no", (snow,), sets=WHITE) == drm
    assert lv(f"{line} white=yes tem=yes", (snow,), sets=WHITE) == 0
    assert lv(f"{line} white=no", (snow,), sets=WHITE) == 0


def test_white_clothing_and_snow_add_up() -> None:
    assert lv("range=14 white=yes tem=no", ("overcast", "falling-snow"), snow="heavy") == 4
    with pytest.raises(IllegalOrderError, match="helps only in snow"):
        lv("range=9 white=yes tem=no")
    with pytest.raises(IllegalOrderError, match="tem=yes or tem=no"):
        lv("range=9 white=yes", ("ground-snow",), sets=WHITE)
    for sets in (WHITE, {"ski": ("patrol",)}):
        with pytest.raises(IllegalOrderError, match="White clothing is missing"):
            lv("range=9", ("ground-snow",), sets=sets)


@pytest.mark.parametrize(("line", "readings", "drm"), [
    ("fog_hexes=2", (), 6), ("fog_hexes=0", (), 0), ("fog_hexes=2 fog=out", (), 7),
    ("fog_hexes=2 fog=out", (("R28", "again"),), 9), ("fog_hexes=2 fog=out fire=residual", (), 6),
    ("fog_hexes=0 fog=within", (), 2), ("fog_hexes=0 fog=within", (("R29", "more"),), 3),
    ("fog_hexes=0 fog=within fire=residual", (("R29", "more"),), 2)])
def test_fog(line: str, readings: tuple[tuple[str, str], ...], drm: int) -> None:
    assert lv(f"range=14 {line}", ("fog",), readings, {"fog": Fog(1, 3)}) == drm


@pytest.mark.parametrize(("hexes", "out", "drm"), [(2, "none", 2), (3, "none", 3), (3, "out", 4)])
def test_fog_of_one_for_each_hex(hexes: int, out: str, drm: int) -> None:
    """Two or three hexes of fog below the firer, and one more for fire out of it."""
    assert lv(f"range=4 fog_hexes={hexes} fog={out}", ("fog",), sets={"fog": Fog(0, 1)}) == drm


def test_fog_must_be_told_while_it_lies_and_weather_is_clear_inside() -> None:
    with pytest.raises(IllegalOrderError, match="Hexes of fog is missing"):
        lv("range=3", ("fog",), sets={"fog": Fog(0, 1)})
    assert lv("range=3", ("fog",)) == 0
    assert lv("range=14 inside=yes") == 0
    with pytest.raises(IllegalOrderError, match="Say either"):
        lv("range=0 inside=yes fog=within fog_hexes=0", ("fog",), sets={"fog": Fog(0, 1)})


def test_night_has_a_hindrance_of_its_own() -> None:
    """Low visibility is that of the weather, not that of night (E3.1)."""
    log = at(game(SpecialRules(weather=("mist",), night=Night(3))))
    assert done(log, "lv-drm range=3")[0].text.endswith("Night has its own (E1.7).")
    assert mist_hindrance(log.books.sky, 7) == 1


# -- costs ---------------------------------------------------------------------------------------


def cost(line: str, *weather: str, plowed: bool = False, wet: bool = False) -> str:
    log = at(game(SpecialRules(weather=weather or ("overcast",), plowed=plowed)), wet_climb=wet)
    event, = done(log, f"extra-cost {line}")
    return event.result


FOOT, HORSE, TANK, TRUCK, SLED, SKI = "infantry", "cavalry", "tracked", "non-tracked", "sled", "skier"
COSTS = [
    # Rain that has fallen: for each level, not by stairs and paved roads.
    ("unit=infantry terrain=open levels=2", "rain", "+2 MF"),
    ("unit=infantry terrain=open", "rain", "+0 MF"),
    ("unit=tracked terrain=gully levels=1", "rain", "+1 MP"),
    ("unit=skier terrain=woods levels=1", "rain", "+1 MF"),
    ("unit=infantry terrain=building levels=1 stairs=yes", "rain", "+0 MF"),
    ("unit=infantry terrain=paved-road levels=1", "rain", "+0 MF"),
    ("unit=infantry terrain=unpaved-road levels=1", "rain", "+1 MF"),
    # Mud: into open ground.
    ("unit=infantry terrain=open levels=1", "mud", "+0.5 MF"),
    ("unit=cavalry terrain=unpaved-road", "mud", "+0.5 MF"),
    ("unit=infantry terrain=paved-road", "mud", "+0 MF"),
    ("unit=tracked terrain=open", "mud", "+1 MP"),
    ("unit=non-tracked terrain=trench", "mud", "+1 MP"),
    ("unit=tracked terrain=woods", "mud", "+0 MP"),
    # Snow on the ground.
    ("unit=infantry terrain=open levels=1", "ground-snow", "+1 MF"),
    ("unit=cavalry terrain=open levels=2", "ground-snow", "+2 MF"),
    ("unit=infantry terrain=woods", "ground-snow", "+0 MF"),
    ("unit=infantry terrain=building levels=1 stairs=yes", "ground-snow", "+0 MF"),
    ("unit=infantry terrain=paved-road levels=1", "ground-snow", "+1 MF"),
    ("unit=infantry terrain=paved-road levels=1 plowed=yes", "ground-snow", "+0 MF"),
    ("unit=infantry terrain=open levels=1 plowed=yes", "ground-snow", "+1 MF"),
    ("unit=tracked terrain=open levels=1", "ground-snow", "+0 MP"),
    ("unit=non-tracked terrain=open levels=1", "ground-snow", "+1 MP"),
    ("unit=non-tracked terrain=unpaved-road plowed=yes", "ground-snow", "+1 MP"),
    ("unit=sled terrain=open levels=1", "ground-snow", "+0 MF"),
    ("unit=skier terrain=open levels=1", "ground-snow", "+0 MF"),
    # Deep snow.
    ("unit=infantry terrain=open levels=1", "deep-snow", "+1.5 MF"),
    ("unit=infantry terrain=brush", "deep-snow", "+0.5 MF"),
    ("unit=infantry terrain=grain", "deep-snow", "+0.5 MF"),
    ("unit=infantry terrain=woods", "deep-snow", "+0 MF"),
    ("unit=infantry terrain=building", "deep-snow", "+0 MF"),
    ("unit=cavalry terrain=rubble levels=1", "deep-snow", "+1 MF"),
    ("unit=infantry terrain=unpaved-road levels=1 plowed=yes", "deep-snow", "+0 MF"),
    ("unit=tracked terrain=open", "deep-snow", "+1 MP"),
    ("unit=tracked terrain=woods levels=1", "deep-snow", "+1 MP"),
    ("unit=tracked terrain=paved-road plowed=yes", "deep-snow", "+0 MP"),
    ("unit=non-tracked terrain=open", "deep-snow", "+2 MP"),
    ("unit=non-tracked terrain=paved-road", "deep-snow", "+2 MP"),
    ("unit=non-tracked terrain=paved-road plowed=yes", "deep-snow", "+1 MP"),
    ("unit=sled terrain=open levels=1", "deep-snow", "+0 MF"),
    ("unit=skier terrain=open levels=1", "deep-snow", "+0 MF")]


@pytest.mark.parametrize(("line", "weather", "expected"), COSTS)
def test_each_cost_of_the_weather(line: str, weather: str, expected: str) -> None:
    """Rain (E3.54), mud (E3.64), ground snow (E3.723, E3.724), deep snow (E3.733, E3.7331)."""
    found = cost(line, wet=True) if weather == "rain" else cost(line, weather)
    assert found == expected


@pytest.mark.parametrize(("terrain", "mud", "deep"), [
    ("open", 1, 1), ("shellholes", 1, 1), ("trench", 1, 1), ("unpaved-road", 1, 1), ("paved-road", 0, 1),
    ("field", 1, 1), ("gully", 1, 1), ("gully-brush", 0, 1), ("gully-woods", 0, 0), ("dry-stream", 1, 1),
    ("dry-stream-brush", 0, 1), ("dry-stream-orchard", 0, 0), ("dry-stream-woods", 0, 0), ("brush", 0, 1),
    ("marsh", 0, 1), ("grain", 0, 0), ("orchard", 0, 0), ("woods", 0, 0), ("building", 0, 0),
    ("rubble", 0, 0), ("other", 0, 0)])
def test_what_is_open_ground(terrain: str, mud: int, deep: int) -> None:
    """Each terrain in mud and in deep snow (E3.65)."""
    row = table("open-ground").look(terrain=terrain)
    assert (row.word_in("mud"), row.word_in("deep-snow")) == (("no", "yes")[mud], ("no", "yes")[deep])
    assert cost(f"unit=tracked terrain={terrain}", "mud") == f"+{mud} MP"


def test_costs_add_up_and_end_indoors() -> None:
    """All costs of the weather are added (E3.9), but none within a building (E3.8)."""
    assert cost("unit=infantry terrain=open levels=1", "overcast", "mud", wet=True) == "+1.5 MF"
    assert cost("unit=infantry terrain=open levels=1", "overcast", "ground-snow", wet=True) == "+2 MF"
    assert cost("unit=infantry terrain=building levels=1 inside=yes", wet=True) == "+0 MF"
    assert cost("unit=infantry terrain=paved-road levels=1", "ground-snow", plowed=True) == "+0 MF"
    assert cost("unit=infantry terrain=open levels=1") == "+0 MF"


# -- effects -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("weather", "sky", "rules"), [
    (("mud",), {}, "E3.62 E3.63 E3.6 E3.61 E3.6 E3.734"),
    (("overcast",), {}, "E3.55"),
    (("overcast",), {"rain": "on"}, "E3.53 E3.55"),
    (("fog",), {}, "E3.313"),
    (("overcast", "falling-snow"), {}, "E3.55 E3.713"),
    (("ground-snow",), {}, "E3.722 E3.722 E3.721 E3.723 E3.724"),
    (("deep-snow",), {}, "E3.734 E3.722 E3.722 E3.721 E3.723 E3.7331 E3.73 E3.731 E3.732 E3.733 E3.7332"),
    (("extreme-winter",), {"drifting": True}, "E3.743 E3.752"),
    (("fog",), {"weather": ("clear",)}, "E3.2")])
def test_the_effects_of_each_weather(weather: tuple[str, ...], sky: dict[str, Any], rules: str) -> None:
    log = at(game(SpecialRules(weather=weather)), **sky)
    assert [e.rule for e in done(log, "ground-effects")] == rules.split()


@pytest.mark.parametrize(("sets", "count"), [
    (SpecialRules(), 0), (SpecialRules(weather=("mist",)), 0), (SpecialRules(weather=("mud",)), 6),
    (SpecialRules(weather=("overcast",)), 2), (SpecialRules(weather=("ground-snow",), drifts=True), 6)])
def test_reminders_are_those_of_the_weather(sets: SpecialRules, count: int) -> None:
    weather = [r for r in reminders_of(card(sets)) if r.section == "Weather"]
    assert len(weather) == count
    ids = [r.id for r in reminders_of(card(dyo=True)) if r.section == "Weather"]
    assert len(ids) == len(set(ids)) == len(table("ground-effects").rows)


# -- extreme winter ------------------------------------------------------------------------------


@pytest.mark.parametrize(("nation", "year", "month", "lower"), [
    ("russian", 1941, 3, 1), ("russian", 1941, 4, 0), ("russian", 1940, 12, 1), ("german", 1942, 3, 2),
    ("german", 1942, 4, 0), ("german", 1941, 12, 2), ("italian", 1942, 1, 2), ("romanian", 1942, 1, 2),
    ("hungarian", 1942, 1, 2), ("axis-minor", 1942, 1, 2), ("slovakian", 1942, 1, 2),
    ("croatian", 1942, 1, 2), ("bulgarian", 1942, 1, 2), ("finnish", 1942, 1, 0), ("american", 1942, 1, 0),
    ("russian", 1942, 1, 0)])
def test_whose_weapons_fail_in_an_extreme_winter(nation: str, year: int, month: int, lower: int) -> None:
    """Breakdown numbers (E3.741), Fate (E3.742), vehicles of the Axis (E3.744)."""
    log = at(game(SpecialRules(weather=("extreme-winter",)), date=Date(year, month)))
    events = done(log, f"extreme-winter nation={nation} role=defender")
    axis = lower == 2
    assert results(events) == ["no foxholes", *(
        [f"-{lower}", "fate", *(["first start"] if axis else [])] if lower else ["none"])]
    if lower:
        assert "rally roll of 11 or more" in events[2].text
    attacker = results(done(log, f"extreme-winter nation={nation} role=attacker"))
    assert "first start" not in attacker


@pytest.mark.parametrize(("die", "result"), [(1, "starts"), (5, "starts"), (6, "immobilised")])
def test_the_first_start(die: int, result: str) -> None:
    """Vehicles of an Axis defender before April 1942 (E3.744)."""
    log = at(game(SpecialRules(weather=("extreme-winter",)), date=Date(1942, 1)))
    assert results(done(log, f"first-start vehicle=a nation=german role=defender dice={die}")) == [result]
    for line in ("nation=german role=attacker", "nation=finnish role=defender",
                 "nation=russian role=defender"):
        with pytest.raises(IllegalOrderError, match="Only vehicles of a defender of the Axis"):
            log.apply(f"first-start vehicle=a {line} dice=3")


def test_it_must_be_an_extreme_winter() -> None:
    for line in ("extreme-winter nation=german role=defender",
                 "first-start vehicle=a nation=german role=defender dice=1"):
        with pytest.raises(IllegalOrderError, match="It is no extreme winter"):
            at(game(dyo=True, date=Date(1942, 1))).apply(line)


# -- drifts --------------------------------------------------------------------------------------


def snowy(wind: Wind | None = None, weather: tuple[str, ...] = ("deep-snow",), **changes: Any) -> CardLog:
    return CardLog(card(SpecialRules(weather=weather, drifts=True, wind=wind), **changes), Dice(given=[]))


def test_drifts_at_the_start() -> None:
    log = snowy(Wind("mild", 3))
    with pytest.raises(IllegalOrderError, match="First `drift`: 6 snow drifts on board 901"):
        log.apply("next")
    with pytest.raises(IllegalOrderError, match="letters of 6 counters, and 2 are given"):
        log.apply("drift counters=F,G")
    events = done(log, "drift counters=A,F,F,GG,K,M full=M6 dice=4-1,1-2,1-2,3-1,2-6,4-1,4-1,1-3")
    assert [(e.result, e.hexes) for e in events] == [
        ("drift", ("A6",)), ("drift", ("F3",)), ("again", ("F3",)), ("drift", ("G6",)), ("none", ()),
        ("drift", ("K6",)), ("again", ("M6",)), ("drift", ("M2",))]
    assert [(d.counter, d.direction) for d in log.books.sky.drifts] == [
        ("A", 3), ("F", 3), ("F", 3), ("K", 3), ("M", 3)]
    assert "towards the south-east" not in events[1].text
    assert "the hexside towards G4" in events[1].text
    assert log.books.due == ()


def test_drifts_without_wind_point_where_one_roll_says() -> None:
    log = snowy(boards=(card().boards[0], Board("902", at=(0, 1))))
    events = done(log, "drift board=901 counters=A,B,C,D,E,F dice=5,4-1,4-1,4-1,4-1,4-1,4-1")
    assert (events[0].result, events[0].rule) == ("5", "E3.751")
    done(log, "drift board=902 counters=A,B,C,D,E,F dice=4-1,4-1,4-1,4-1,4-1,4-1")
    assert {d.direction for d in log.books.sky.drifts} == {5}
    assert len(log.books.sky.drifts) == 12
    assert log.books.due == ()
    done(at(log, wind="heavy", direction=2), "drift board=901 counters=Z dice=4-1")
    assert log.books.sky.drifts[-1].direction == 2


def test_the_direction_of_an_earlier_wind_is_rolled_for_in_a_calm() -> None:
    log = at(snowy(), phase="prep-fire", direction=4)
    log._play.books = log.books.without_due("drift")
    assert done(log, "drift counters=F dice=6,1-2")[0].result == "6"
    assert log.books.sky.drifts[0].direction == 6


@pytest.mark.parametrize(("weather", "reading", "wind", "gust", "new"), [
    (("deep-snow",), "snow", "heavy", False, True), (("ground-snow",), "snow", "heavy", False, True),
    (("ground-snow",), "deep", "heavy", False, False), (("deep-snow",), "deep", "heavy", False, True),
    (("deep-snow",), "snow", "none", True, True), (("deep-snow",), "snow", "mild", False, False),
    (("overcast", "falling-snow"), "snow", "heavy", False, False)])
def test_new_drifts_come_before_the_roll(
    weather: tuple[str, ...], reading: str, wind: str, gust: bool, new: bool,
) -> None:
    log = at(snowy(weather=weather, readings=(("R09", reading),)), phase="close-combat", wind=wind,
             direction=4, gust=gust)
    log._play.books = log.books.without_due("drift")
    events = rally(log, "3-3")
    assert (events[0].rule == "E3.75") == new
    assert [due.procedure for due in log.books.due] == (["drift", "wind"] if new else ["wind"])
    if new:
        done(log, "wind force=mild direction=1")
        drift, = done(log, "drift counters=H dice=1-1")
        assert log.books.sky.drifts[0].direction == 4
        assert drift.hexes == ("H4",)


def test_a_strong_wind_brings_no_drifts_where_there_are_none() -> None:
    log = at(game(SpecialRules(weather=("deep-snow",), wind=Wind("heavy", 2))), phase="close-combat")
    assert [e.rule for e in rally(log, "3-3")] == ["B25.65"]


def test_drifts_are_cleared_and_refused() -> None:
    log = at(snowy(Wind("mild", 3)), phase="prep-fire")
    log._play.books = log.books.without_due("drift")
    done(log, "drift counters=F dice=1-2")
    assert results(done(log, "drift-cleared hex=F3")) == ["cleared"]
    assert log.books.sky.drifts == ()
    for line, says in (("drift-cleared hex=F3", "There is no drift in F3"),
                       ("drift counters=KK dice=1-2", "none called KK; draw another"),
                       ("drift counters=7 dice=1-2", "bear the letters of columns"),
                       ("drift counters=F board=905 dice=1-2", "There is no board 905"),
                       ("drift dice=1-2", "Counters is missing")):
        with pytest.raises(IllegalOrderError, match=says):
            log.apply(line)


# -- smoke ---------------------------------------------------------------------------------------


def test_a_gust_disperses_smoke_twice() -> None:
    log = at(game(SpecialRules(weather=("gusty",))), phase="close-combat")
    assert results(rally(log, "5-5"))[-1] == "all"
    while log.phase != "defensive-fire":
        log.apply("next")
    events = done(log, "next")
    assert [(e.rule, e.phase) for e in events if e.rule] == [("A24.62", "advancing-fire")]
    named = done(log, "smoke-gust dispersed=F5 other=G5,G6")
    assert [(e.result, e.hexes) for e in named] == [("removed", ("F5",)), ("dispersed", ("G5", "G6"))]
    with pytest.raises(IllegalOrderError, match="No Gust blows"):
        at(game()).apply("smoke-gust")


@pytest.mark.parametrize(("line", "hexes", "levels"), [
    ("hindrance=3 direction=3", ("G6", "H6", "I7"), 2), ("hindrance=1 direction=1", ("F4",), 2),
    ("hindrance=2 direction=4 kind=wp", ("F6", "F7"), 4)])
def test_drifting_smoke(line: str, hexes: tuple[str, ...], levels: int) -> None:
    """Its counters are as many as its Hindrance, and as high as its kind says (A24.61)."""
    event, = done(at(game()), f"smoke-drift source=F5 drifts=yes level=1 {line}")
    assert event.hexes == hexes
    assert f"up to {levels} levels above its Location, and none below level 1" in event.text


def test_the_farthest_smoke_goes_first() -> None:
    """When the Hindrance of its source falls (A24.61)."""
    one, gone = done(at(game()), "smoke-drift source=F5 drifts=yes hindrance=1 before=3 direction=4")
    assert (one.hexes, gone.hexes) == (("F6",), ("F7", "F8"))
    _, gone = done(at(game()), "smoke-drift source=F5 drifts=yes hindrance=0 before=2 direction=4")
    assert gone.hexes == ("F6", "F7")
    assert len(done(at(game()), "smoke-drift source=F5 drifts=yes hindrance=2 before=2 direction=4")) == 1
    edge, = done(at(game()), "smoke-drift source=F1 drifts=yes hindrance=3 direction=1")
    assert edge.hexes == ("F0",)


def test_smoke_drifts_with_the_wind_of_the_books_and_not_in_rain() -> None:
    log = at(game(), wind="mild", direction=4)
    assert done(log, "smoke-drift source=F5 drifts=yes hindrance=1")[0].hexes == ("F6",)
    assert results(done(log, "smoke-drift source=F5 drifts=no hindrance=1")) == ["none"]
    with pytest.raises(IllegalOrderError, match="Ask: whether the SMOKE drifts in this wind"):
        log.apply("smoke-drift source=F5 hindrance=1")
    with pytest.raises(IllegalOrderError, match="does not drift"):
        at(game(), rain="on", direction=4).apply("smoke-drift source=F5 drifts=yes hindrance=1")
    with pytest.raises(IllegalOrderError, match="Direction is missing"):
        at(game()).apply("smoke-drift source=F5 drifts=yes hindrance=1")


@pytest.mark.parametrize(("line", "result", "rule"), [
    ("enter", "+1", "A24.7"), ("out", "+1", "A24.8"), ("within", "+1", "A24.8"), ("into", "+0", "A24.8"),
    ("through", "+0", "A24.8"), ("out residual=yes", "+0", "A24.8"), ("within residual=yes", "+0", "A24.8"),
    ("enter residual=yes", "+1", "A24.7")])
def test_what_smoke_costs(line: str, result: str, rule: str) -> None:
    event, = done(at(game()), f"smoke-cost action={line}")
    assert (event.result, event.rule) == (result, rule)


def test_each_procedure_has_steps_that_cite_a_rule() -> None:
    mine = [one for one in procedures().values() if one.section in ("Weather", "Smoke", "Interrogation")]
    assert len(mine) >= 20
    for one in mine:
        assert one.steps, one.id
        assert all(step.endswith(").") and " (" in step for step in one.steps), one.id
