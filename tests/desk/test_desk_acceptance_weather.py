"""Whole cases of questioning and weather, with their numbers."""

from __future__ import annotations

import pytest
from card_logs import at, card, done, game, rally, results

from visegrad_editor.desk.card import Date
from visegrad_editor.desk.procedures.weather import environment
from visegrad_editor.desk.special_rules import Fog, SpecialRules, Wind


def test_t11_questioning_a_conscript_squad_and_a_hero() -> None:
    log = at(game(SpecialRules(interrogation=True)))
    told, = done(log, "interrogate unit=A size=squad class=conscript guard=elite hex=F5 dice=4-2")
    assert (told.final, told.result) == (4, "hidden")
    shown, = done(log, "reveal concealed=F8,J5")
    assert (shown.result, shown.hexes) == ("concealed", ("F8",))
    hero, = done(log, "interrogate unit=B size=hero class=elite guard=green dice=1-1")
    assert (hero.final, hero.result) == (6, "none")
    assert sum(m.amount for m in hero.modifiers) == 4
    assert log.books.due == ()


@pytest.mark.parametrize(("country", "wind", "die", "final", "result"), [
    ("friendly", "1-3", 1, 0, "all"),
    ("enemy", "1-2", 6, 7, "false"),
    ("enemy", "2-2", 0, None, ""),
])
def test_t12_civilians_in_either_country(
    country: str, wind: str, die: int, final: int | None, result: str,
) -> None:
    log = at(game(SpecialRules(civilians=True), country=(("german", country),)), turn=1, phase="close-combat")
    events = rally(log, wind)
    if final is None:
        assert [e.rule for e in events] == ["B25.65"]
        assert log.books.due == ()
        return
    assert events[-1].result == "civilians"
    where, told = done(log, f"civilians sniper=F5 dice=3-2,{die}")
    assert where.result == "H6"
    assert (told.final, told.result) == (final, result)


def test_t13_rain_begins_grows_and_stops() -> None:
    log = at(game(SpecialRules(weather=("overcast",))), turn=1, phase="close-combat")
    seen = []
    for roll in ("4-5", "6-4", "5-6", "6-6", "2-2", "1-2", "4-6"):
        rally(log, roll)
        lv, = done(log, "lv-drm range=14")
        seen.append((log.books.sky.rain, lv.final, environment(log.books.sky)))
    assert seen == [("none", 0, ""), ("on", 2, "wet"), ("heavy", 3, "wet"), ("heavy", 3, "wet"),
                    ("heavy", 3, "wet"), ("none", 0, "wet"), ("on", 2, "wet")]


def test_t14_snow_in_december_and_november() -> None:
    log = game(dyo=True, date=Date(1943, 12))
    assert done(log, "weather-roll dice=3-3")[0].result == "snow"
    first, second = done(log, "snow-roll dice=6,5")
    assert (first.final, first.result) == (7, "extreme-winter")
    assert (second.final, second.result) == (6, "deep-snow drifts")
    assert second.readings == ("R08 month",)
    assert log.books.sky.weather == ("deep-snow", "extreme-winter")
    assert [due.procedure for due in log.books.due] == ["drift"]
    log = game(dyo=True, date=Date(1943, 11))
    assert done(log, "weather-roll dice=6-6")[0].result == "snow"
    only, = done(log, "snow-roll dice=1")
    assert (only.final, only.result) == (0, "overcast falling-snow")
    assert (log.books.sky.weather, log.books.sky.snow) == (("overcast", "falling-snow"), "on")


def test_t15_fog_in_a_breeze_and_a_gust() -> None:
    log = game(SpecialRules(weather=("fog", "gusty")))
    level, density = done(log, "next dice=2,5")[:2]
    assert (level.result, density.result) == ("0", "+3")
    assert "within one Location 2" in density.text
    assert (log.books.sky.fog_level, log.books.sky.fog_density) == (0, 3)
    at(log, turn=1, half="second", phase="close-combat")
    rally(log, "4-4")
    assert results(done(log, "wind force=mild direction=2")) == ["mild 2", "+2"]
    rally(log, "4-4")
    assert results(done(log, "wind")) == ["mild 2"]
    assert "gust" in results(rally(log, "5-5"))
    assert results(done(log, "wind")) == ["mild 2", "+1"]
    assert log.books.sky.fog_density == 1


def test_cards_set_what_the_cases_need() -> None:
    """Fog and wind of a card are in the books from the start."""
    sky = game(SpecialRules(weather=("fog",), fog=Fog(1, 2), wind=Wind("heavy", 4))).books.sky
    assert (sky.fog_level, sky.fog_density, sky.wind, sky.direction) == (1, 2, "heavy", 4)
    assert card().ssr == ()
