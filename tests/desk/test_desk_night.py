"""The night: range of sight, what the sides have, kinds of movement, reconnaissance, who is free to move."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from desk_logs import bundled, log_in, night_card, results, the_event
from items import some

from visegrad_editor.desk.card import Arrival, Card, Force
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.catalogue import procedures, reminders_of
from visegrad_editor.desk.procedures.procedure import PHASES
from visegrad_editor.desk.tables import table
from visegrad_editor.engine import Dice, IllegalOrderError


def unset(weather: tuple[str, ...] = (), **readings: str) -> CardLog:
    """A log of a card by night whose range of sight nobody has set."""
    card = night_card({"weather": weather}, nvr=None)
    return log_in(replace(card, readings=tuple(readings.items())))


# -- the range of sight at the start, E1.11 ---------------------------------------------------------


@pytest.mark.parametrize(("month", "dice", "weather", "found"), [
    # Clouds by the coloured die, plus 1 in December to February.
    (6, "1-6", (), ("none", "new", 3)), (6, "2-6", (), ("none", "new", 3)),
    (6, "3-6", (), ("scattered", "new", 2)), (6, "4-6", (), ("scattered", "new", 2)),
    (6, "5-6", (), ("overcast", "new", 1)), (6, "6-5", (), ("overcast", "new", 1)),
    (12, "2-5", (), ("scattered", "new", 2)), (1, "2-5", (), ("scattered", "new", 2)),
    (2, "4-5", (), ("overcast", "new", 1)), (3, "2-5", (), ("none", "new", 3)),
    (11, "4-5", (), ("scattered", "new", 2)), (2, "1-5", (), ("none", "new", 3)),
    # The moon by the white die, and all cells.
    (6, "1-1", (), ("none", "full", 5)), (6, "1-2", (), ("none", "full", 5)),
    (6, "1-3", (), ("none", "half", 4)), (6, "1-4", (), ("none", "half", 4)),
    (6, "3-3", (), ("scattered", "half", 3)), (6, "4-2", (), ("scattered", "full", 4)),
    (6, "5-4", (), ("overcast", "half", 2)), (6, "6-2", (), ("overcast", "full", 3)),
    # Weather forces clouds; snow on the ground counts from 6.
    (6, "1-2", ("overcast",), ("overcast", "full", 3)), (6, "1-2", ("falling-snow",), ("overcast", "full",
                                                                                       3)),
    (6, "1-2", ("ground-snow",), ("none", "full", 8)), (6, "1-6", ("deep-snow", "drifts-not"), None),
    (6, "6-6", ("deep-snow",), ("overcast", "new", 4)), (6, "1-2", ("mud",), ("none", "full", 5)),
])
def test_range_of_sight_at_the_start_e1_11(
    month: int, dice: str, weather: tuple[str, ...], found: tuple[str, str, int] | None
) -> None:
    log, words = unset(), f" weather={','.join(weather)}" if weather else ""
    line = f"nvr-setup month={month}{words} dice={dice}"
    if found is None:
        with pytest.raises(IllegalOrderError, match="Weather is clear"):
            log.apply(line)
        return
    event = the_event(log, line)
    night = log.books.night
    assert (night.clouds, night.moon, night.nvr) == found
    assert event.result == f"nvr {found[2]}"
    assert event.rule == "E1.11"


def test_month_and_weather_of_the_setup_are_those_of_the_card() -> None:
    log = unset(("ground-snow",))
    assert results(log, "nvr-setup dice=1-2") == ["nvr 8"]
    assert log.card.date.month == 10
    winter = CardLog(replace(unset().card, date=replace(log.card.date, month=1)), Dice(1))
    event = the_event(winter, "nvr-setup dice=2-5")
    assert (event.result, event.final, [m.amount for m in event.modifiers]) == ("nvr 2", 3, [1])


def test_scattered_clouds_under_a_full_moon_by_both_readings_r01() -> None:
    assert results(unset(), "nvr-setup dice=4-2") == ["nvr 4"]
    event = the_event(unset(R01="printed"), "nvr-setup dice=4-2")
    assert (event.result, event.readings) == ("nvr 5", ("R01 printed",))
    assert the_event(unset(R01="printed"), "nvr-setup dice=4-3").readings == ()


def test_the_setup_is_refused_when_the_range_is_known_and_later() -> None:
    assert results(log_in(night_card()), "nvr-setup dice=1-1") == ["refused E1.1"]
    log = unset()
    assert results(log, "nvr-change dice=6-1") == ["refused E1.11"]
    assert results(log, "nvr-see distance=2") == ["refused E1.11"]
    night = [o.procedure.id for o in log.offers() if o.procedure.section == "Night"]
    assert night == ["nvr-setup", "night-allotment", "recon"]
    log.apply("next")
    assert results(log, "nvr-setup dice=1-1") == ["refused E1.11"]


# -- its changes, E1.12 and E1.15 --------------------------------------------------------------------


def changed(nvr: int, clouds: str, moon: str, *dice: str, snow: str = "", fired: bool = False) -> list[str]:
    card = night_card({"weather": (snow,) if snow else ()}, nvr=nvr, clouds=clouds, moon=moon)
    log = log_in(card, "prep-fire")
    if fired:
        log.apply("starshell firer=leader at=F4 reason=sight dice=1")
        log.apply("starshell-place option=1 at=F4 dice=1")
    while log.books.half == "first":
        log.apply("next")
    return [r for d in dice for r in results(log, f"nvr-change dice={d}")]


@pytest.mark.parametrize(("clouds", "moon", "by_white"), [
    ("none", "new", (-1, -1, -1, 1, 1, 1)), ("none", "full", (-1, -1, -1, 1, 1, 1)),
    ("scattered", "new", (-1, -1, -1, 1, 1, 1)), ("overcast", "half", (-1, -1, -1, 1, 1, 1)),
    ("scattered", "half", (-1, -1, -1, 2, 2, 2)), ("scattered", "full", (-1, -1, -2, 2, 3, 3)),
])
def test_each_change_by_clouds_moon_and_white_die_e1_12(
    clouds: str, moon: str, by_white: tuple[int, ...]
) -> None:
    found = [changed(3, clouds, moon, f"6-{white}")[0] for white in range(1, 7)]
    assert found == [f"nvr {3 + change}" for change in by_white]


def test_only_a_coloured_6_changes_the_range() -> None:
    assert changed(3, "none", "new", "1-6", "2-6", "3-1", "4-5", "5-6") == ["nvr 3"] * 5


def test_a_white_4_raises_it_only_before_the_first_light() -> None:
    assert changed(3, "scattered", "full", "6-4") == ["nvr 5"]
    assert changed(3, "scattered", "full", "6-4", "6-5", fired=True) == ["nvr 3", "nvr 6"]


@pytest.mark.parametrize(("snow", "least", "most"), [
    ("", 0, 6), ("ground-snow", 2, 9), ("deep-snow", 2, 9), ("falling-snow", 0, 6)])
def test_the_range_stays_within_its_limits(snow: str, least: int, most: int) -> None:
    assert changed(3, "none", "new", *["6-1"] * 9, snow=snow)[-1] == f"nvr {least}"
    assert changed(3, "none", "new", *["6-6"] * 9, snow=snow)[-1] == f"nvr {most}"


def test_the_wind_change_roll_changes_the_range_by_itself() -> None:
    log = log_in(night_card(nvr=5), "close-combat")
    events = log.apply("next dice=6-2")
    assert [getattr(e, "result", "") for e in events] == ["", "8", "nvr 4"]
    assert log.books.night.nvr == 4
    log = log_in(night_card(nvr=5), "close-combat")
    log.apply("next dice=5-6")
    assert log.books.night.nvr == 5


def test_a_change_says_what_it_is() -> None:
    log = log_in(night_card(nvr=5), "rally", half="second")
    for dice, says, rule in (
            ("1-6", "The range of sight stays 5: the coloured die is no 6.", "E1.12"),
            ("6-6", "The range of sight rises from 5 to 6: white 6, by 1.", "E1.12"),
            ("6-5", "The range of sight stays 6: white 5 would change it by 1; 7 is beyond the limits "
             "0 to 6.", "E1.12"),
            ("6-1", "The range of sight falls from 6 to 5: white 1, by 1.", "E1.12")):
        event = the_event(log, f"nvr-change dice={dice}")
        assert (event.text, event.rule) == (says, rule)
    snow = log_in(night_card({"weather": ("deep-snow",)}, nvr=3), "rally", half="second")
    assert [the_event(snow, "nvr-change dice=6-1").rule for _ in range(2)] == ["E1.12", "E1.15"]


def test_a_change_says_how_its_amount_comes_about_e1_12() -> None:
    log = log_in(night_card(nvr=3, clouds="scattered", moon="half"), "rally", half="second")
    event = the_event(log, "nvr-change dice=6-5")
    assert event.text == ("The range of sight rises from 3 to 5: white 5, by 2, which is 5 divided by 3 and "
                          "rounded up (scattered clouds, half moon).")
    assert table(event.table).rows[event.row] == ("5-6", "any", "rises")
    after = log_in(night_card(nvr=3), "prep-fire")
    after.apply("starshell firer=leader at=F4 reason=sight dice=1")
    after.apply("starshell-place option=1 at=F4 dice=1")
    while after.books.half == "first":
        after.apply("next")
    assert the_event(after, "nvr-change dice=6-4").text == (
        "The range of sight stays 3: white 4 raises it only before the first starshell or illuminating "
        "round.")


def test_the_setup_says_why_the_clouds_are_so() -> None:
    assert the_event(unset(("overcast", "falling-snow")), "nvr-setup dice=1-6").text == (
        "Clouds: overcast, because the weather is overcast; moon: new. The range of sight is 1.")
    assert the_event(unset(("ground-snow",)), "nvr-setup month=1 dice=3-6").text == (
        "Clouds: scattered (3 +1 month 1 (E1.11)); moon: new. The range of sight is 5, from 6 because snow "
        "lies.")
    assert the_event(unset(), "nvr-setup dice=3-6").text == (
        "Clouds: scattered; moon: new. The range of sight is 2.")


def test_no_change_in_the_first_player_turn_nor_before() -> None:
    log = log_in(night_card())
    assert results(log, "nvr-change dice=6-1") == ["refused E1.12"]
    log.apply("next")
    assert results(log, "nvr-change dice=6-1") == ["refused E1.12"]


# -- who is seen, E1.1 to E1.17 ----------------------------------------------------------------------


def seen(line: str, nvr: int = 3, *before: str, phase: str = "prep-fire", weather: str = "",
         **readings: str) -> list[str]:
    card = night_card({"weather": (weather,) if weather else ()}, nvr=nvr)
    log = log_in(replace(card, readings=tuple(readings.items())), phase)
    for order in before:
        log.apply(order)
    return results(log, f"nvr-see {line}")


@pytest.mark.parametrize(("line", "nvr", "found"), [
    ("distance=3", 3, "seen"), ("distance=4", 3, "beyond"), ("from=F5 to=F8", 3, "seen"),
    ("from=F5 to=F9", 3, "beyond"), ("distance=1 los=no", 3, "no line"), ("", 3, "refused E1.1"),
    ("from=F5", 3, "refused E1.1"), ("to=F5", 3, "refused E1.1"),
    # E1.14: 1.5 times rounded up, 2 times for a fully tracked one.
    ("distance=5 vehicle=other", 3, "seen"), ("distance=6 vehicle=other", 3, "beyond"),
    ("distance=6 vehicle=tracked", 3, "seen"), ("distance=7 vehicle=tracked", 3, "beyond"),
    ("distance=6 vehicle=other", 4, "seen"), ("distance=7 vehicle=other", 4, "beyond"),
    # A buttoned-up AFV sees half as far, rounded down.
    ("distance=2 buttoned-up=yes", 5, "seen"), ("distance=3 buttoned-up=yes", 5, "beyond"),
    # E1.17: within a factory 1, but not more than a range of 0.
    ("distance=1 factory=yes", 3, "seen"), ("distance=2 factory=yes", 3, "beyond"),
    ("distance=1 factory=yes", 0, "beyond"), ("distance=2 factory=yes target-lit=yes", 3, "seen"),
    # E1.13: with 0 one's own location only.
    ("distance=1", 0, "beyond"), ("from=F5 to=F5", 0, "seen"), ("from=F5 to=F5.1", 0, "beyond"),
    ("from=F5.1 to=F5.1", 0, "seen"), ("distance=0", 0, "refused E1.13"),
    ("distance=0 same-location=yes", 0, "seen"), ("distance=0 same-location=no", 0, "beyond"),
    ("from=F5 to=F5.1", 1, "seen"),
    # E1.9, E1.101: light; gunflashes.
    ("distance=30 target-lit=yes", 3, "seen"), ("distance=30 target-lit=yes viewer-lit=yes", 3, "seen"),
    ("distance=1 viewer-lit=yes", 3, "beyond"), ("distance=1 viewer-lit=yes gunflash=yes", 3, "gunflash"),
    ("distance=4 gunflash=yes", 3, "gunflash"), ("distance=3 gunflash=yes", 3, "seen"),
    ("distance=0 same-location=no gunflash=yes", 0, "gunflash"),
])
def test_who_is_seen_by_night(line: str, nvr: int, found: str) -> None:
    assert seen(line, nvr) == [found]


def test_lights_and_gunflashes_of_the_book_are_found() -> None:
    """A gunflash may be fired at beyond the range (E1.81)."""
    flash = "gunflash cause=prep-fire at=F9"
    assert seen("from=F5 to=F9", 3, flash) == ["gunflash"]
    assert seen("from=F5 to=F9", 3, flash.replace("F9", "G9")) == ["beyond"]
    assert seen("from=F5 to=F9", 3, "blaze at=F10") == ["seen"]
    assert seen("from=F5 to=F9 target-lit=no", 3, "blaze at=F10") == ["beyond"]
    assert seen("from=F9 to=F5", 5, "blaze at=F10") == ["beyond"]
    assert seen("from=F9 to=F5 viewer-lit=no", 5, "blaze at=F10") == ["seen"]


def test_a_range_of_0_against_vehicles_by_both_readings_r02() -> None:
    for line, by_type, same in (("distance=1 vehicle=other", "seen", "seen"),
                                ("distance=2 vehicle=other", "beyond", "seen"),
                                ("distance=2 vehicle=tracked", "seen", "seen"),
                                ("distance=3 vehicle=tracked", "beyond", "beyond")):
        assert seen(line, 0) == [by_type]
        assert seen(line, 0, R02="same") == [same]


def test_a_buttoned_up_viewer_of_a_moving_vehicle_by_both_readings_r21() -> None:
    # 5: halved 2, times 1.5 is 3; or 7.5, rounded up 8, halved 4.
    for distance, halve, multiply in ((3, "seen", "seen"), (4, "beyond", "seen"), (5, "beyond", "beyond")):
        line = f"distance={distance} vehicle=other buttoned-up=yes"
        assert seen(line, 5) == [halve]
        assert seen(line, 5, R21="multiply") == [multiply]
    assert seen("distance=4 vehicle=tracked buttoned-up=yes", 5) == ["seen"]
    assert seen("distance=1 vehicle=other buttoned-up=yes", 1) == ["seen"]


def test_snow_and_one_building_e1_15() -> None:
    snow = {"weather": "ground-snow"}
    assert seen("distance=2 same-building=yes", 2, **snow) == ["refused E1.15"]
    assert seen("distance=2 same-building=yes nvr=1", 2, **snow) == ["beyond"]
    assert seen("distance=2 same-building=yes", 3, **snow) == ["seen"]
    assert seen("distance=2 same-building=yes", 2) == ["seen"]


# -- low visibility, E1.7 ----------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "found"), [
    ("", "+1"), ("height-advantage=yes", "0"), ("top=0", "+1"), ("top=1", "0"), ("top=-2", "+1"),
    ("bocage=yes", "0"), ("same-hex=yes", "0"),
    *((f"attack={a}", "0") for a in (
        "fire-lane", "mines", "sniper", "dc", "collateral", "residual", "cc", "oba"))])
def test_low_visibility_by_night_e1_7(line: str, found: str) -> None:
    # The top of woods is one level above a firer on the ground, and level with one on the first level.
    event = the_event(log_in(night_card(), "prep-fire"), f"night-fire {line}")
    assert (event.result, sum(m.amount for m in event.modifiers)) == (found, int(found))


# -- majority and kinds of movement, E.4 and E1.6 ---------------------------------------------------------


@pytest.mark.parametrize(("units", "found"), [
    ("1:leader:stealthy,1:squad:stealthy,1:crew:stealthy,3:hs:normal", "normal"),
    ("1:leader:stealthy,1:squad:stealthy,1:crew:stealthy,2:hs:normal,1:hero:normal", "stealthy"),
    ("1:squad:stealthy,1:squad:lax", "lax"), ("1:squad:normal,1:squad:lax", "lax"),
    ("4:leader:lax,1:squad:normal", "lax"), ("2:hs:normal,1:squad:lax", "normal"),
    ("3:squad:stealthy,2:squad:lax,2:squad:normal", "stealthy")])
def test_majority_squad_type_e_4(units: str, found: str) -> None:
    assert results(log_in(night_card()), f"majority-type units={units}") == [found]


def test_the_sums_of_a_stack_are_told() -> None:
    event = the_event(log_in(night_card()), "majority-type "
                                            "units=2:squad:lax:german,1:hs:normal:german,1:hero:lax")
    assert event.text == "Most by US numbers: lax (7 lax and 2 normal). Nation: German."


def with_classes(*forces: Force, **changes: Any) -> Card:
    """A card whose attacker has these forces."""
    card = night_card(**changes)
    (raid,) = (g for g in card.groups if g.id == "raid")
    return replace(card, groups=tuple(
        replace(g, forces=forces) if g is raid else g for g in card.groups))


def without_classes(card: Card, side: str) -> Card:
    """The card without the classes of the units of a side."""
    return replace(card, groups=tuple(replace(group, forces=tuple(
        replace(force, unit_class="") for force in group.forces)) if group.side == side else group
        for group in card.groups))


def test_majority_of_an_order_of_battle() -> None:
    card = with_classes(Force(3, "russian/4-4-7", unit_class="first"), Force(2, "russian/8-0"),
                        Force(1, "russian/MMG"))
    log = log_in(without_classes(card, "german"))
    event = the_event(log, "majority-type side=russian")
    assert event.result == "normal"
    assert "9 normal and 2 stealthy" in event.text
    assert "Nation: Russian." in event.text
    for line, says in (
            ("majority-type", "Say the units"), ("majority-type side=russian units=1:hs:lax",
                                                 "Say the units"),
            ("majority-type side=german", "The class of German 4-6-7 is not known; give it a `class`"),
            ("majority-type units=0:hs:lax", "'0:hs:lax' are no units"),
            ("majority-type units=1:tank:lax", "are no units"), ("majority-type units=1:hs:fast",
                                                                 "are no units"),
            ("majority-type units=1:hs:lax:a:b", "are no units"), ("majority-type units=5", "are no units")):
        with pytest.raises(IllegalOrderError, match=says):
            log.apply(line)
    empty = log_in(with_classes(Force(1, "russian/MMG")))
    assert results(empty, "majority-type side=russian") == ["refused E.4"]
    assert results(empty, "stealth-class cloak-of=russian") == ["refused E.4"]
    event = the_event(log, "stealth-class cloak-of=russian")
    assert (event.result, event.rule) == ("normal", "E1.6")


@pytest.mark.parametrize(("line", "found", "rule"), [
    ("troop=german what=mmc class=elite year=1942", "lax", "E1.62"),
    ("troop=german what=mmc year=1942", "lax", "E1.62"),
    ("troop=german what=mmc class=elite year=1943", "normal", "E1.63"),
    ("troop=german what=mmc class=green year=1944", "lax", "E1.62"),
    ("troop=russian what=mmc class=conscript", "lax", "E1.62"),
    ("troop=russian what=mmc class=second", "normal", "E1.63"),
    *((f"troop={n} what=mmc class=elite", "normal", "E1.63") for n in ("italian", "romanian", "croatian")),
    *((f"troop={n} what=mmc class=first", "lax", "E1.62") for n in (
        "italian", "romanian", "hungarian", "slovakian", "croatian", "bulgarian", "axis-minor")),
    ("troop=italian what=mmc class=second", "lax", "E1.62"),
    ("troop=eritrean what=mmc class=first", "normal", "E1.63"),
    *((f"troop={t} what=mmc class=elite", "stealthy", "E1.61") for t in (
        "commando", "ranger", "anzac", "gurkha", "partisan")),
    ("troop=anzac what=mmc class=green", "lax", "E1.62"),
    ("troop=finnish what=mmc class=elite", "stealthy", "E1.61"),
    ("troop=finnish what=mmc class=first", "stealthy", "E1.61"),
    ("troop=finnish what=mmc class=second", "normal", "E1.63"),
    ("troop=german what=smc", "stealthy", "E1.61"), ("troop=german what=smc state=other", "lax", "E1.62"),
    ("troop=gurkha what=mmc state=other", "lax", "E1.62"), ("troop=gurkha what=mmc state=berserk", "lax",
                                                            "E1.533"),
    ("troop=british what=vehicle", "lax", "E1.62"), ("troop=british what=passenger", "lax", "E1.62"),
    ("troop=british what=horse", "normal", "E1.63"), ("troop=british what=horse lax-rider=yes", "lax",
                                                      "E1.63"),
    ("troop=british what=horse state=other lax-rider=yes", "lax", "E1.62"),
    # With a Good Order SMC lax ones are normal, but not those out of Good Order or berserk.
    ("troop=german what=mmc class=green with-smc=yes", "normal", "E1.63"),
    ("troop=german what=mmc class=green with-smc=yes state=other", "lax", "E1.62"),
    ("troop=german what=mmc class=green with-smc=yes state=berserk", "lax", "E1.533"),
    ("troop=gurkha what=mmc class=elite with-smc=yes", "stealthy", "E1.61"),
    ("kind=british:gurkha/4-5-7 class=first", "stealthy", "E1.61"), ("kind=german/8-1", "stealthy", "E1.61"),
    ("kind=german/4-6-7 class=first year=1942", "lax", "E1.62"), ("kind=german/4-6-7", "refused E1.6",
                                                                  "E1.6"),
    ("kind=german/truck", "refused E1.6", ""), ("kind=4-6-7", "refused ", ""), ("what=mmc", "refused E1.6",
                                                                                ""),
    ("troop=german", "refused E1.6", ""),
])
def test_kinds_of_movement_e1_6(line: str, found: str, rule: str) -> None:
    log = log_in(night_card())
    assert results(log, f"stealth-class {line}") == [found]
    if "refused" not in found:
        event = log.events[-1]
        assert event.rule == rule


def test_a_special_rule_comes_first_e1_6() -> None:
    log = log_in(night_card({"stealth": (("german/4-6-7", "stealthy"),)}))
    assert results(log, "stealth-class kind=german/4-6-7 year=1941") == ["stealthy"]
    assert results(log, "majority-type side=german") == ["stealthy"]
    assert log.card.date.year == 1943


# -- what the sides have, E1.2 -----------------------------------------------------------------------


@pytest.mark.parametrize(("on_board", "hidden"), [
    ("0", 0), ("0.5", 1), ("4", 1), ("4.5", 2), ("8", 2), ("11.5", 3), ("12", 3), ("12.5", 4)])
def test_a_quarter_may_hide_rounded_up_e1_2(on_board: str, hidden: int) -> None:
    log = log_in(night_card())
    assert results(log, f"night-allotment on-board={on_board}")[0] == f"hidden {hidden}"


@pytest.mark.parametrize(("printed", "actual"), [(0, 2), (3, 5), (4, 6), (5, 7), (6, 7), (7, 7)])
def test_sniper_numbers_by_night_e1_76(printed: int, actual: int) -> None:
    found = results(log_in(night_card()), f"night-allotment defender-san={printed} attacker-san=2")
    assert found[3:5] == [f"san {actual}", "san 4"]


def test_what_the_card_says_of_the_forces_is_counted() -> None:
    card = night_card()
    log = log_in(card)
    assert results(log, "night-allotment") == ["hidden 2", "dummies 8", "cloaks 9", "san 5", "san 4", "elr 2"]
    assert [c.id for c in log.books.night.cloaks] == [f"c{n}" for n in range(1, 10)]
    # The half squad of a crew of Japanese counts among what may hide, and not among dummies.
    post, raid = card.groups
    japanese = replace(post, forces=(Force(2, "japanese/4-4-7", size="squad"),
                                     Force(5, "japanese/2-2-8", size="crew")))
    later = replace(raid, id="later", arrives=Arrival(3, "first"), forces=(Force(3, "russian/4-4-7"),))
    flying = replace(raid, id="flying", arrives=Arrival(1, "first", "glider"))
    reserve = replace(post, id="reserve", arrives=Arrival(2, "second"), forces=(Force(5, "german/4-6-7"),))
    log = log_in(replace(card, groups=(japanese, reserve, raid, later, flying)))
    assert results(log, "night-allotment")[:3] == ["hidden 2", "dummies 7", "cloaks 12"]
    assert [c.group for c in log.books.night.cloaks] == [0] * 9 + [1] * 3
    crews = log_in(replace(card, groups=(replace(post, forces=(Force(5, "german/2-2-8", size="crew"),)),
                                         raid)))
    assert results(crews, "night-allotment")[:2] == ["hidden 0", "dummies 0"]


def test_halves_by_both_readings_r03_and_what_the_text_prints_r06() -> None:
    line = "night-allotment defender=11.5,2.5 attacker=3.5"
    assert results(log_in(night_card()), line)[1:3] == ["dummies 13", "cloaks 3"]
    other = replace(night_card(), readings=(("R03", "up"), ("R06", "printed")))
    log = log_in(other)
    assert results(log, line)[1:3] == ["dummies 15", "cloaks 4"]
    assert "dummies" not in log.events[1].text
    assert "11 and then 2 dummies" in log_in(night_card()).apply(line)[1].text


def test_experience_and_unknown_counters() -> None:
    card = night_card()
    german, russian = card.sides
    assert "already one lower" in log_in(card).apply("night-allotment")[-1].text
    not_lowered = log_in(replace(card, sides=(replace(german, elr_lowered=False), russian)))
    assert "does not say" in not_lowered.apply("night-allotment")[-1].text
    post, raid = card.groups
    log = log_in(replace(card, groups=(replace(post, forces=(Force(2, "german/2-2-2"),)), raid)))
    with pytest.raises(IllegalOrderError, match="On board is missing"):
        log.apply("night-allotment")
    log.apply("next")
    assert results(log, "night-allotment on-board=3 defender=3") == ["refused E1.2"]


# -- reconnaissance, E1.23 --------------------------------------------------------------------------


@pytest.mark.parametrize(("nation", "drm"), [
    *((n, 1) for n in ("british", "partisan", "russian", "japanese", "finnish")),
    ("german", 0), ("american", 0), ("italian", -1), ("romanian", -1), ("french", -1)])
@pytest.mark.parametrize(("moves", "more"), [("stealthy", 1), ("normal", 0), ("lax", -1)])
def test_reconnaissance_by_nation_and_movement_e1_23(nation: str, drm: int, moves: str, more: int) -> None:
    event = the_event(log_in(night_card()), f"recon nation={nation} class={moves} dice=1")
    assert event.final == 1 + drm + more
    assert event.result == f"hexes {max(0, 1 + drm + more)}"


def test_reconnaissance_takes_most_of_the_attacker_once() -> None:
    log = log_in(with_classes(Force(3, "russian/4-4-7", unit_class="first")))
    assert results(log, "recon dice=6") == ["hexes 7"]
    assert results(log, "recon dice=6") == ["refused E1.23"]
    assert results(log_in(night_card()), "recon dice=6") == ["hexes 7"]
    assert results(log_in(without_classes(night_card(), "russian")), "recon dice=6") == ["refused E.4"]
    assert results(log_in(night_card(), "rally"), "recon class=lax dice=6") == ["refused E1.23"]
    with pytest.raises(IllegalOrderError, match="not in use on this card"):
        log_in(night_card(recon=False)).apply("recon dice=6")


def test_a_tie_of_nations_by_both_readings_r23() -> None:
    card = with_classes(Force(2, "russian/4-4-7", unit_class="first"), Force(2, "romanian/3-4-7",
                                                                             unit_class="elite",
                                                                             size="squad"))
    event = the_event(log_in(card), "recon dice=3")
    assert (event.result, event.readings) == ("hexes 2", ("R23 lower",))
    asked = replace(card, readings=(("R23", "asked"),))
    assert results(log_in(asked), "recon dice=3") == ["refused E.4"]
    assert results(log_in(asked), "recon nation=russian dice=3") == ["hexes 4"]


# -- freedom to move, E1.21 -------------------------------------------------------------------------


def own_phase() -> CardLog:
    return log_in(night_card(), "movement", half="second")


@pytest.mark.parametrize(("die", "elr", "found"), [(1, 2, "free"), (2, 2, "not free"), (3, 2, "not free"),
                                                   (3, 4, "free"), (4, 4, "not free")])
def test_a_leader_rolls_less_than_the_experience_level(die: int, elr: int, found: str) -> None:
    assert results(own_phase(),
                   f"free-to-move units=L1 how=leader attacked=yes elr={elr} dice={die}") == [found]


def test_a_leader_rolls_once_in_each_own_movement_phase_after_an_attack() -> None:
    log = own_phase()
    line = "free-to-move units=L1 how=leader dice=2"
    assert results(log, line) == ["refused E1.21"]
    log.apply("gunflash cause=advancing-fire by=russian")
    assert results(log, line) == ["not free"]
    assert results(log, line) == ["refused E1.21"]
    assert results(log, line.replace("L1", "L1,L2")) == ["refused E1.21"]
    for _ in range(8):
        log.apply("next")
    # The Movement Phase of the attacker.
    assert results(log, line) == ["refused E1.21"]
    for _ in range(8):
        log.apply("next")
    assert results(log, line) == ["not free"]
    later = log_in(night_card(), "advance", half="second")
    assert results(later, line.replace("dice", "attacked=yes dice")) == ["refused E1.21"]
    assert results(own_phase(), "free-to-move units=L1 how=leader attacked=yes good-order=no dice=1") == [
        "refused E1.21"]


def test_other_ways_to_be_free() -> None:
    log = own_phase()
    for line, found in (
            ("units=A how=attacked", "refused E1.21"), ("units=A how=attacked exception=yes",
                                                        "refused E1.21"),
            ("units=A how=attacked exception=no attack=oba", "refused E1.21"),
            ("units=A how=attacked exception=no attack=sniper", "refused E1.21"),
            ("units=A how=attacked exception=no", "free"), ("units=A how=sees exception=no", "refused E1.21"),
            ("units=B how=sees", "refused E1.21"), ("units=B,C how=sees exception=no", "free"),
            ("units=D how=stacked", "refused E1.21"), ("units=D how=stacked of=X", "refused E1.21"),
            ("units=D how=stacked of=A good-order=no", "refused E1.21"), ("units=D how=stacked of=A", "free"),
            ("units=E how=radio", "refused E1.21"), ("units=E how=radio of=X", "refused E1.21"),
            ("units=E,F how=radio of=C", "free"), ('units="" how=sees exception=no', "refused E1.21")):
        assert results(log, f"free-to-move {line}") == [found], line
    assert log.books.night.free == ("A", "B", "C", "D", "E", "F")
    assert results(log_in(night_card(), "rout"), "free-to-move units=D how=stacked of=A") == ["refused E1.21"]
    assert results(log_in(night_card(), "rout"), "free-to-move units=A how=sees exception=no") == ["free"]


def test_it_is_offered_in_the_movement_phase_of_the_defender() -> None:
    def ids(log: CardLog) -> list[str]:
        return [o.procedure.id for o in log.offers()]
    assert "free-to-move" in ids(own_phase())
    assert "free-to-move" not in ids(log_in(night_card(), "movement"))


# -- all of them ------------------------------------------------------------------------------------


def night_ids() -> list[str]:
    return [one.id for one in procedures().values() if one.section == "Night" and one.id != "majority-type"]


def test_by_day_nothing_of_the_night_is_in_use() -> None:
    by_day = log_in(bundled("wet-harvest"))
    on = {one.id for one in by_day.procedures()}
    assert len(night_ids()) >= 20
    assert not on & set(night_ids())
    assert {"random-location", "majority-type"} <= on
    assert not [r for r in reminders_of(by_day.card) if r.section == "Night"]
    assert len([r for r in reminders_of(night_card()) if r.section == "Night"]) >= 8


_SECTIONS = {
    "E.3", "E.4", *(f"E1.{n}" for n in (
        1, 101, 11, 12, 13, 14, 15, 16, 17, 2, 21, 22, 23, 3, 31, 32, 33, 4, 41, 411, 42, 421, 422, 423, 43,
        51, 52,
        53, 531, 532, 533, 54, 55, 551, 552, 56, 6, 61, 62, 63, 7, 71, 72, 73, 74, 75, 76, 77, 8, 81, 82, 83,
        84, 85,
        86, 87, 88, 89, 9, 91, 92, 921, 922, 923, 93, 931, 932, 933, 94, 941, 942, 95, 951, 952, 953))}
"""The numbers of the rules of the night and of those before them."""


def test_rules_steps_and_inputs_cite_rules_that_there_are() -> None:
    for id in some([*night_ids(), "random-location", "majority-type"]):
        one = procedures()[id]
        assert set(one.rules) <= _SECTIONS, id
        assert one.rules, id
        for step in some(one.steps):
            cited = re.fullmatch(r".*\((E[\d., E]+)\)\.", step, re.DOTALL)
            assert cited is not None, step
            assert set(re.findall(r"E[\d.]*\d", step)) <= _SECTIONS, step
        assert all(table(name).rows for name in one.tables), id
        assert all(not i.asked or i.asked.rpartition("; ")[2] in _SECTIONS for i in one.inputs), id
    for reminder in some(r for r in reminders_of(night_card()) if r.section == "Night"):
        assert set(reminder.rules) <= _SECTIONS
        assert set(reminder.phases) <= set(PHASES)


_OFFERED = {
    "": {"night-allotment", "recon", "trip-flare-plan"}, "rally": set(), "prep-fire": {"starshell", "ir"},
    "movement": {"starshell", "stray"}, "defensive-fire": {"starshell", "ir"}, "advancing-fire": set(),
    "rout": set(),
    "advance": set(), "close-combat": set()}


@pytest.mark.parametrize("phase", _OFFERED)
def test_what_is_offered_in_each_phase(phase: str) -> None:
    log = log_in(night_card({"ir": ("russian",), "trip_flares": (("german", 3),)}), phase)
    found = {o.procedure.id for o in log.offers()} & set(night_ids())
    assert found == _OFFERED[phase]


@pytest.mark.parametrize(("line", "good", "bad"), [
    ("nvr-setup dice=1-1 month={}", (1, 12), (0, 13)), ("nvr-see distance={}", (0, 999), (-1, 1000)),
    ("nvr-see distance=1 nvr={}", (0, 9), (-1, 10)), ("night-fire top={}", (-20, 20), (-21, 21)),
    ("stealth-class troop=german what=smc year={}", (1900, 2100), (1899, 2101)),
    ("night-allotment on-board={}", (0, 500), (-1, 501)), ("night-allotment defender={}", (0, 500), (-1,
                                                                                                     501)),
    ("night-allotment attacker={}", (0, 500), (-1, 501)), ("night-allotment defender-san={}", (0, 7), (-1,
                                                                                                       8)),
    ("night-allotment attacker-san={}", (0, 7), (-1, 8)),
    ("majority-type units={}:hs:lax", (1, 999), (0, 1000)),
    ("free-to-move units=A how=sees exception=no elr={}", (0, 5), (-1, 6)),
    ("blaze at=K5 levels={}", (1, 9), (0, 10)),
    ("trip-flare-plan at=K5 terrain=wire number={}", (1, 99), (0, 100)),
    ("trip-flare at=K5 action=ffe-k flares={}", (1, 99), (-1, 100)),
    ("cloak act=check cloak=c1 stacking=yes pp={}", (0, 99), (-1, 100)),
    ("cloak act=check cloak=c1 stacking=yes capacity={}", (0, 99), (-1, 100)),
    ("cloak act=event cloak=c1 event=wave allowance=3 used={}", (0, 99), (-1, 100)),
    ("cloak act=event cloak=c1 event=wave used=3 allowance={}", (0, 99), (-1, 100)),
])
def test_numbers_have_bounds(line: str, good: tuple[int, ...], bad: tuple[int, ...]) -> None:
    for number, fits in [*((n, True) for n in some(good)), *((n, False) for n in some(bad))]:
        card = night_card({"trip_flares": (("german", 99),)}, nvr=None if "setup" in line else 3)
        log = log_in(card)
        if "cloak" in line:
            log.apply("night-allotment")
        if "jitter" in line:
            for order in ("next", "next", "next", "gunflash cause=first-fire at=K5"):
                log.apply(order)
        assert (not results(log, line.format(number))[0].startswith("refused")) == fits, number
