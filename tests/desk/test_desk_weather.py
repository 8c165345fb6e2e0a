"""The rolls for weather, snow and fog before the game (E3 to E3.311, E3.7, E3.74), and environments."""

from __future__ import annotations

import pytest
from card_logs import at, done, game, results

from visegrad_editor.desk.books.sky import Sky, in_order, sky_at_start
from visegrad_editor.desk.card import Date
from visegrad_editor.desk.procedures.weather import environment
from visegrad_editor.desk.special_rules import EC, WEATHER, SpecialRules
from visegrad_editor.engine import IllegalOrderError

MUD, FOG, OVER, CLEAR, SNOW = "mud", "fog-or-mist", "overcast", "clear", "snow"
GUSTY, MUD_OVER = "clear gusty", "overcast mud"
WEATHER_BY_SEASON = {
    # roll: March to May, June to August, September to November, December to February
    2: (MUD, OVER, FOG, GUSTY),
    3: (MUD, GUSTY, GUSTY, OVER),
    4: (GUSTY, FOG, MUD, MUD_OVER),
    5: (OVER, OVER, OVER, GUSTY),
    6: (CLEAR, CLEAR, CLEAR, SNOW),
    7: (GUSTY, CLEAR, CLEAR, CLEAR),
    8: (CLEAR, CLEAR, CLEAR, GUSTY),
    9: (FOG, CLEAR, GUSTY, SNOW),
    10: (MUD, GUSTY, MUD, SNOW),
    11: (MUD_OVER, MUD, MUD_OVER, SNOW),
    12: (OVER, MUD_OVER, OVER, SNOW)}
MONTHS = {1: 3, 2: 3, 3: 0, 4: 0, 5: 0, 6: 1, 7: 1, 8: 1, 9: 2, 10: 2, 11: 2, 12: 3}


@pytest.mark.parametrize("month", MONTHS)
def test_each_cell_of_the_table_of_the_weather(month: int) -> None:
    for roll, cells in WEATHER_BY_SEASON.items():
        expected = SNOW if roll == 12 and month in (3, 11) else cells[MONTHS[month]]
        log = game(dyo=True, date=Date(1943, month))
        event, = done(log, f"weather-roll dice={roll - roll // 2}-{roll // 2}")
        assert (event.final, event.result) == (roll, expected), roll
        sky = log.books.sky
        second = {SNOW: "snow-roll", FOG: "fog-or-mist"}.get(expected)
        assert [due.procedure for due in log.books.due] == ([second] if second else [])
        assert sky.weather == (() if second else tuple(expected.split()))
        assert sky.weather_roll == (expected if second else "done")


@pytest.mark.parametrize(("reading", "weather"), [("clear", ("clear", "gusty")), ("gusty", ("gusty",))])
def test_a_two_in_winter_is_read_in_two_ways(reading: str, weather: tuple[str, ...]) -> None:
    log = game(dyo=True, date=Date(1943, 1), readings=(("R07", reading),))
    event, = done(log, "weather-roll dice=1-1")
    assert log.books.sky.weather == weather
    assert event.readings == (f"R07 {reading}",)


def test_the_weather_is_rolled_for_once_before_the_set_up_in_europe() -> None:
    log = game(dyo=True)
    done(log, "weather-roll dice=3-3")
    with pytest.raises(IllegalOrderError, match="The weather is known: clear"):
        log.apply("weather-roll dice=3-3")
    log = game(dyo=True)
    done(log, "weather-roll dice=2-2")
    with pytest.raises(IllegalOrderError, match="it is rolled for once"):
        log.apply("weather-roll dice=3-3")
    with pytest.raises(IllegalOrderError, match="temperate Europe, and the card is set in north africa"):
        game(dyo=True, theatre="north-africa").apply("weather-roll dice=3-3")
    with pytest.raises(IllegalOrderError, match="before forces are bought"):
        at(game(dyo=True)).apply("weather-roll dice=3-3")
    with pytest.raises(IllegalOrderError, match="not in use on this card"):
        game().apply("weather-roll dice=3-3")
    with pytest.raises(IllegalOrderError, match="The weather is known: mud"):
        game(SpecialRules(weather=("mud",)), dyo=True).apply("weather-roll dice=3-3")


@pytest.mark.parametrize(("month", "drm"), [
    (1, 1), (2, 1), (3, -1), (4, 0), (5, 0), (9, 0), (10, 0), (11, -1), (12, 1)])
def test_the_snow_roll_depends_on_the_month(month: int, drm: int) -> None:
    log = at(game(dyo=True, date=Date(1943, month)), weather_roll="snow", phase="set-up")
    event, = done(log, "snow-roll dice=3")
    assert event.final == 3 + drm
    assert [m.amount for m in event.modifiers] == [drm]


@pytest.mark.parametrize(("die", "month", "weather"), [
    (1, 11, "overcast falling-snow"), (1, 4, "overcast falling-snow"), (2, 4, "ground-snow"),
    (3, 4, "overcast falling-snow ground-snow"), (4, 4, "deep-snow"),
    (5, 4, "overcast falling-snow deep-snow"),
    (6, 4, "deep-snow drifts")])
def test_each_row_of_the_snow_table(die: int, month: int, weather: str) -> None:
    log = at(game(dyo=True, date=Date(1943, month)), weather_roll="snow", phase="set-up")
    event, = done(log, f"snow-roll dice={die}")
    words = weather.split()
    assert event.result == weather
    assert log.books.sky.weather == tuple(w for w in words if w != "drifts")
    assert log.books.sky.drifting == ("drifts" in words)
    assert log.books.sky.snow == ("on" if "falling-snow" in words else "none")
    assert [dict(due.inputs)["number"] for due in log.books.due] == (["6"] if "drifts" in words else [])


@pytest.mark.parametrize(("reading", "dice", "finals", "snow"), [
    ("month", "6,6", (7, 6), "deep-snow"), ("month", "6,1", (7, 2), "ground-snow"),
    ("plain", "6,6", (7, 6), "deep-snow"), ("plain", "6,2", (7, 2), "ground-snow"),
    ("again", "6,6,6,3", (7, 4), "deep-snow"), ("again", "6,1", (7, 2), "ground-snow")])
def test_the_second_roll_of_an_extreme_winter(
    reading: str, dice: str, finals: tuple[int, ...], snow: str,
) -> None:
    log = at(game(dyo=True, date=Date(1943, 2), readings=(("R08", reading),)), weather_roll="snow",
             phase="set-up")
    events = done(log, f"snow-roll dice={dice}")
    assert tuple(e.final for e in events) == finals
    assert [e.rule for e in events] == ["E3.74", "E3.74"]
    assert log.books.sky.weather == (snow, "extreme-winter")


@pytest.mark.parametrize(("die", "weather"), [(1, "mist"), (5, "mist"), (6, "fog")])
def test_fog_or_mist(die: int, weather: str) -> None:
    log = game(dyo=True, date=Date(1943, 4))
    done(log, "weather-roll dice=4-5")
    assert results(done(log, f"fog-or-mist dice={die}")) == [weather]
    assert (log.books.sky.weather, environment(log.books.sky)) == ((weather,), "moist")


def test_second_rolls_follow_a_first_one_only() -> None:
    for line in ("fog-or-mist dice=3", "snow-roll dice=3"):
        with pytest.raises(IllegalOrderError, match="follows when the roll for the weather gives"):
            game(dyo=True).apply(line)


@pytest.mark.parametrize(("die", "level"), [(1, -1), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4)])
def test_the_level_of_fog(die: int, level: int) -> None:
    log = game(SpecialRules(weather=("fog",)))
    done(log, f"fog-setup dice={die},1")
    assert (log.books.sky.fog_level, log.books.sky.fog_density) == (level, 1)
    with pytest.raises(IllegalOrderError, match=f"level {level} and below already"):
        log.apply("fog-setup dice=1,1")


@pytest.mark.parametrize(("die", "density", "within"), [
    (1, 1, 1), (2, 2, 1), (3, 2, 1), (4, 3, 2), (5, 3, 2), (6, 3, 2)])
def test_the_density_of_fog(die: int, density: int, within: int) -> None:
    """The die for the density, and what it is within one location (E3.311)."""
    log = game(SpecialRules(weather=("fog",)))
    event = done(log, f"fog-setup dice=1,{die}")[1]
    assert (log.books.sky.fog_density, event.result) == (density, f"+{density}")
    assert f"Location {within}:" in event.text


def test_fog_is_rolled_for_at_the_end_of_the_set_up_unless_the_card_sets_it() -> None:
    log = game(SpecialRules(weather=("fog",)))
    assert results(done(log, "next dice=3,1"))[:2] == ["1", "+1"]
    with pytest.raises(IllegalOrderError, match="after the set-up, before the first turn"):
        at(game(SpecialRules(weather=("fog",)))).apply("fog-setup dice=1,1")
    with pytest.raises(IllegalOrderError, match="no fog in this weather"):
        game(dyo=True).apply("fog-setup dice=1,1")


# -- environments --------------------------------------------------------------------------------


@pytest.mark.parametrize(("weather", "rained", "found", "rule"), [
    (("extreme-winter", "ground-snow"), False, "snow", "E3.74"),
    (("deep-snow", "overcast", "falling-snow"), False, "snow", "E3.73"),
    (("ground-snow", "overcast", "falling-snow"), False, "wet", "E3.72"),
    (("overcast", "falling-snow"), False, "moist", "E3.713"),
    (("overcast", "mud"), True, "mud", "E3.6"),
    (("overcast", "mist"), True, "wet", "E3.51"),
    (("mist",), False, "moist", "E3.3"),
    (("fog",), False, "moist", "E3.3")])
def test_the_weather_decides_the_environment(
    weather: tuple[str, ...], rained: bool, found: str, rule: str,
) -> None:
    log = at(game(SpecialRules(weather=weather)), wet_climb=rained)
    event, = done(log, "ec")
    assert (event.result, event.rule) == (found, rule)
    with pytest.raises(IllegalOrderError, match=r"whatever the table of B25\.5 says"):
        log.apply("ec found=very-dry")


@pytest.mark.parametrize("weather", [("overcast",), ("gusty",), ("clear", "gusty")])
def test_other_weather_leaves_the_environment_to_its_table(weather: tuple[str, ...]) -> None:
    log = game(SpecialRules(weather=weather))
    assert results(done(log, "ec")) == ["open"]
    for one in EC:
        assert results(done(log, f"ec found={one}")) == [one]
    assert results(done(log, "ec")) == [EC[-1]]
    assert environment(sky_at_start(SpecialRules(weather=weather, ec="dry"))) == "dry"


# -- the book ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("weather", "said", "rain", "snow", "falls"), [
    (("overcast",), "", "none", "none", "none"),
    (("overcast",), "on", "on", "none", "rain"),
    (("overcast",), "heavy", "heavy", "none", "heavy-rain"),
    (("overcast", "falling-snow"), "", "none", "on", "snow"),
    (("overcast", "falling-snow"), "none", "none", "none", "none"),
    (("overcast", "falling-snow"), "heavy", "none", "heavy", "heavy-snow")])
def test_what_falls_at_the_start(
    weather: tuple[str, ...], said: str, rain: str, snow: str, falls: str,
) -> None:
    sky = sky_at_start(SpecialRules(weather=weather, precipitation=said))
    assert (sky.rain, sky.snow, sky.precipitation) == (rain, snow, falls)
    assert sky.wet_climb == (rain != "none")
    assert sky.misty == (falls != "none")


def test_the_heavier_of_two_falls() -> None:
    assert Sky(rain="on", snow="heavy").precipitation == "heavy-snow"
    assert Sky(rain="on", snow="on").precipitation == "rain"
    assert in_order(set(WEATHER)) == WEATHER
    assert Sky(weather=("ground-snow",)).snow_lies
    assert Sky(weather=("deep-snow",)).snow_lies
    assert not Sky(weather=("falling-snow",)).snow_lies
    assert Sky(weather=("mist",)).misty
