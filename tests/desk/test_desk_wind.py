"""The wind change roll (E3.4, E3.51, E3.71, E3.312, E2.4) and the wind that players say."""

from __future__ import annotations

from typing import Any

import pytest
from card_logs import at, card, done, game, rally, results
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.desk.card import Arrival, Drop, Group, Wing
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.wind import country_of, wind_words
from visegrad_editor.desk.special_rules import Fog, SpecialRules, Wind
from visegrad_editor.engine import Dice, IllegalOrderError

ROLLS = {2: "1-1", 3: "1-2", 4: "2-2", 5: "2-3", 6: "3-3", 7: "3-4", 8: "4-4", 9: "4-5", 10: "5-5", 11: "5-6",
         12: "6-6"}


def before(sets: SpecialRules, turn: int = 2, half: str = "first", **sky: Any) -> CardLog:
    """A log in the last phase before a Rally Phase."""
    return at(game(sets), turn, half, "close-combat", **sky)


@pytest.mark.parametrize("roll", ROLLS)
def test_a_gust_comes_in_gusty_weather_on_ten_or_more(roll: int) -> None:
    """E3.4."""
    log = before(SpecialRules(weather=("gusty",)))
    events = rally(log, ROLLS[roll])
    assert events[0].result == str(roll)
    assert log.books.sky.gust == (roll >= 10)
    assert results(events)[1:] == (["gust", "all"] if roll >= 10 else [])
    assert not before(SpecialRules(weather=("overcast",))).books.sky.gust
    calm = before(SpecialRules(weather=("mud",), wind=Wind("mild", 2)))
    rally(calm, "6-6")
    assert not calm.books.sky.gust


@pytest.mark.parametrize("roll", ROLLS)
@pytest.mark.parametrize(("what", "weather"), [
    ("rain", ("overcast",)), ("snow", ("overcast", "falling-snow"))])
@pytest.mark.parametrize("fall", ["none", "on", "heavy"])
def test_rain_and_snow_by_each_roll(what: str, weather: tuple[str, ...], fall: str, roll: int) -> None:
    log = before(SpecialRules(weather=weather), rain="none", snow="none")
    at(log, phase="close-combat", **{what: fall})
    events = rally(log, ROLLS[roll])
    after = ("none" if roll <= 3 else {"none": "on", "on": "heavy", "heavy": "heavy"}[fall] if roll >= 10
             else fall)
    sky = log.books.sky
    assert {"rain": sky.rain, "snow": sky.snow} == {"rain": "none", "snow": "none", what: after}
    said = {"on": what}.get(after, f"{what} {after}")
    assert results(events)[1:] == ([said] if after != fall else [])
    if after != fall:
        assert events[1].rule == {"rain": "E3.51", "snow": "E3.71"}[what]


@pytest.mark.parametrize(("reading", "rain"), [("snow", "none"), ("both", "on")])
def test_falling_snow_and_a_high_roll(reading: str, rain: str) -> None:
    log = at(CardLog(card(SpecialRules(weather=("overcast", "falling-snow")), readings=(("R12", reading),)),
                     Dice(given=[])), phase="close-combat", snow="none")
    rally(log, "5-5")
    assert (log.books.sky.rain, log.books.sky.snow) == (rain, "on")


def test_the_first_rain_wets_the_ground_for_good() -> None:
    log = before(SpecialRules(weather=("overcast",)))
    event = rally(log, "5-5")[1]
    assert "the ground is wet from now on" in event.text
    rally(log, "1-1")
    assert (log.books.sky.rain, log.books.sky.wet_climb) == ("none", True)
    again = rally(log, "5-5")[1]
    assert again.text == "It begins to rain."


# -- when it is rolled ---------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "rolls"), [
    ("second", [False, True, True]), ("first", [True, True, True])])
def test_the_first_roll_comes_in_the_second_player_turn_or_the_first(reading: str, rolls: list[bool]) -> None:
    log = CardLog(card(SpecialRules(weather=("overcast",)), readings=(("R27", reading),)), Dice(3))
    assert [any(e.rule == "B25.65" for e in rally(log)) for _ in rolls] == rolls


@pytest.mark.parametrize(("sets", "rolled", "asked"), [
    (SpecialRules(), False, False),
    (SpecialRules(weather=("mud",)), False, False),
    (SpecialRules(weather=("mist",)), False, False),
    (SpecialRules(weather=("overcast",)), True, False),
    (SpecialRules(weather=("gusty",)), True, False),
    (SpecialRules(weather=("overcast", "falling-snow")), True, False),
    (SpecialRules(civilians=True), True, False),
    (SpecialRules(wind=Wind("none")), False, False),
    (SpecialRules(wind=Wind("mild", 3)), True, True),
    (SpecialRules(weather=("fog",), fog=Fog(0, 2)), True, True),
    (SpecialRules(weather=("fog", "gusty"), fog=Fog(0, 0)), True, False),
    (SpecialRules(weather=("deep-snow",), drifts=True), True, True)])
def test_it_is_rolled_and_the_wind_asked_only_if_something_depends_on_it(
    sets: SpecialRules, rolled: bool, asked: bool,
) -> None:
    log = before(sets)
    log._play.books = log.books.without_due("drift")
    events = rally(log, "3-4" if rolled else "")
    assert bool(events) == rolled
    assert [due.procedure for due in log.books.due] == (["wind"] if asked else [])
    if asked:
        with pytest.raises(IllegalOrderError, match=r"First `wind`: .* the roll 3-4 \(7\) brings"):
            log.apply("next")
        done(log, "wind")
        done(log, "next")


def test_the_wind_is_asked_where_something_drops() -> None:
    drop = Group("drop", "german", Arrival(1, "first", "drop"), drop=Drop((Wing(5),)))
    log = at(game(SpecialRules(weather=("overcast",)), groups=(drop,)), phase="close-combat")
    rally(log, "3-3")
    assert [due.procedure for due in log.books.due] == ["wind"]


def test_it_is_rolled_once_in_a_rally_phase() -> None:
    log = before(SpecialRules(weather=("overcast",)))
    rally(log, "3-3")
    with pytest.raises(IllegalOrderError, match="of this Rally Phase has been made"):
        log.apply("wind-step dice=3-3")
    log.apply("next")
    with pytest.raises(IllegalOrderError, match="at the start of a Rally Phase"):
        log.apply("wind-step dice=3-3")


def test_a_gust_ends_with_the_next_roll() -> None:
    log = before(SpecialRules(weather=("gusty",)))
    rally(log, "5-5")
    assert log.books.sky.gust
    rally(log, "3-3")
    assert not log.books.sky.gust


def test_a_gust_without_wind_is_followed_by_a_roll_that_ends_it() -> None:
    log = before(SpecialRules(wind=Wind("none")), gust=True)
    assert [e.rule for e in rally(log, "3-3")] == ["B25.65"]
    assert not log.books.sky.gust
    assert rally(log) == []


def test_outside_gusty_weather_a_gust_may_be_taken_back() -> None:
    log = at(game(SpecialRules(weather=("overcast",))), gust=True)
    assert results(done(log, "wind gust=no")) == ["none"]
    assert not log.books.sky.gust


# -- the wind ------------------------------------------------------------------------------------


def test_the_wind_may_be_said_at_any_time_and_does_nothing_else_then() -> None:
    log = at(game(SpecialRules(weather=("fog",), fog=Fog(0, 3))))
    assert results(done(log, "wind force=heavy direction=4")) == ["heavy 4"]
    assert log.books.sky.fog_density == 3
    assert wind_words(log.books.sky) == "a heavy wind towards the south"
    done(log, "wind force=none")
    assert wind_words(log.books.sky) == "no wind"
    with pytest.raises(IllegalOrderError, match="blows in a direction"):
        at(game(SpecialRules(weather=("overcast",)))).apply("wind force=mild")
    with pytest.raises(IllegalOrderError, match="none, mild or heavy"):
        log.apply("wind force=strong")


def test_a_gust_of_the_table_of_the_wind_disperses_smoke_once() -> None:
    log = at(game(SpecialRules(weather=("fog", "gusty"), fog=Fog(0, 3))), phase="close-combat")
    rally(log, "3-3")
    assert results(done(log, "wind force=none direction=2 gust=yes")) == ["none", "all", "+2"]
    assert wind_words(log.books.sky) == "no wind towards the north-east, with a Gust"
    assert results(done(log, "wind")) == ["none"]
    rally(log, "5-5")
    with pytest.raises(IllegalOrderError, match="has brought a Gust, which cannot be left out"):
        log.apply("wind gust=no")


@pytest.mark.parametrize(("force", "gust", "half", "falls"), [
    ("none", False, "first", 0), ("none", False, "second", 0), ("mild", False, "first", 1),
    ("mild", False, "second", 0), ("heavy", False, "first", 1), ("heavy", False, "second", 1),
    ("mild", True, "second", 1), ("none", True, "first", 1), ("none", True, "second", 1)])
def test_fog_falls_by_the_wind(force: str, gust: bool, half: str, falls: int) -> None:
    """E3.312."""
    other = {"first": "second", "second": "first"}[half]
    log = before(SpecialRules(weather=("fog",), fog=Fog(0, 3)), half=other)
    rally(log, "3-3")
    assert log.books.half == half
    done(log, f"wind force={force} direction=1 gust={'yes' if gust else 'no'}")
    assert log.books.sky.fog_density == 3 - falls


def test_the_last_fog_goes() -> None:
    log = before(SpecialRules(weather=("fog",), fog=Fog(0, 1)))
    rally(log, "3-3")
    assert results(done(log, "wind force=heavy direction=1"))[-1] == "gone"
    assert (log.books.sky.fog_level, log.books.sky.fog_density) == (None, 0)


@pytest.mark.parametrize(("reading", "densities"), [("turn", [3, 2, 2, 1]), ("owner", [2, 2, 1, 1])])
def test_a_mild_breeze_thins_fog_each_game_turn_in_one_of_two_rally_phases(
    reading: str, densities: list[int],
) -> None:
    log = at(CardLog(card(SpecialRules(weather=("fog",), fog=Fog(0, 3)), readings=(("R13", reading),)),
                     Dice(given=[])), turn=2, half="first", phase="close-combat")
    seen = []
    for _ in densities:
        rally(log, "3-3")
        done(log, "wind force=mild direction=1")
        seen.append(log.books.sky.fog_density)
    assert seen == densities


def test_another_breeze_rises_after_a_calm() -> None:
    log = at(CardLog(card(SpecialRules(weather=("fog",), fog=Fog(0, 3)), readings=(("R13", "owner"),)),
                     Dice(given=[])), turn=2, half="first", phase="close-combat")
    for force in ("mild", "none", "none", "mild"):
        rally(log, "3-3")
        done(log, f"wind force={force} direction=1")
    assert log.books.sky.fog_density == 1
    assert log.books.sky.breeze_of == "british"


# -- civilians -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("country", "roll"), [("enemy", 3), ("neutral", 3), ("friendly", 4), ("", 3)])
def test_civilians_tell_on_one_roll(country: str, roll: int) -> None:
    for one, dice in ROLLS.items():
        log = at(game(SpecialRules(civilians=True), country=(("british", country),) if country else ()),
                 half="second", phase="close-combat")
        told = "civilians" in results(rally(log, dice))
        assert told == (one == roll), one
        assert [due.procedure for due in log.books.due] == (["civilians"] if told else [])


def test_the_own_country_is_friendly() -> None:
    assert country_of(card(country=(), own_territory=("german",)), "german") == "friendly"
    said = card(country=(("german", "neutral"),), own_territory=("german",))
    assert country_of(said, "german") == "neutral"
    assert country_of(card(country=(), own_territory=()), "german") == "neutral"


# -- limits --------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6), st.sampled_from(["none", "mild", "heavy"])),
                min_size=1, max_size=6))
def test_books_stay_within_their_limits(moves: list[tuple[int, int, str]]) -> None:
    log = before(SpecialRules(weather=("overcast", "gusty", "fog"), fog=Fog(2, 3)))
    for coloured, white, force in moves:
        fog = log.books.sky.fog_density
        while log.phase != "close-combat":
            log.apply("next")
        log.apply(f"next dice={coloured}-{white}")
        if any(due.procedure == "wind" for due in log.books.due):
            log.apply(f"wind force={force} direction=2")
        sky = log.books.sky
        assert 0 <= sky.fog_density <= fog
        assert (sky.fog_level is None) == (sky.fog_density == 0)
        assert sky.wet_climb or sky.rain == "none"
        assert sky.wind_asked == ""
    last = log.books
    log.undo()
    assert log.books != last
