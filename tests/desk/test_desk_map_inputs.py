"""Facts of the ground that procedures take from the map of a board, and ask for where no map shows them.

The terrain of sightings and landings is tested with them; here are full building hexes, buildings in which
two units are, and levels.
"""

from __future__ import annotations

import card_logs
import pytest
from air_logs import at, done, drop, game, on_map, refused

from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.special_rules import Night, SpecialRules

# R6 is the school, which fills its hex; the inn is in N5 and O6, Z6 is a hill of level 3, K6 a stream bed.


def _dropping(drawn: bool) -> CardLog:
    log = game(drop(1))
    log = at(on_map(log) if drawn else log, 1, "second", "close-combat")
    done(log, "next")
    done(log, "drop-point hex=M5 row=2 dice=5")
    return log


def test_a_random_drop_point_is_no_full_building_hex_of_the_map_e3_75() -> None:
    events = done(_dropping(True), "drop-random column=R dice=4-1,1-2")
    assert [(e.result, e.rule) for e in events] == [("again", "E3.75"), ("random", "E9.12")]
    assert "R6, a full building hex" in events[0].text
    assert "again=yes" not in events[1].text
    events = done(_dropping(False), "drop-random column=R dice=4-1")
    assert [e.result for e in events] == ["random"]
    assert "If that is a full building hex, carry `drop-random wing=" in events[0].text


DRIFTS = SpecialRules(weather=("deep-snow",), drifts=True)


@pytest.mark.parametrize(("drawn", "line", "results"), [
    (True, "dice=4-1,1-2", ["again", "drift"]),
    (False, "dice=4-1", ["drift"]),
    (False, "full=R6 dice=4-1,1-2", ["again", "drift"])])
def test_no_drift_comes_into_a_full_building_hex_e3_75(drawn: bool, line: str, results: list[str]) -> None:
    log = card_logs.game(DRIFTS)
    log = at(on_map(log) if drawn else log)
    log.apply("skip procedure=drift")
    events = done(log, f"drift counters=R number=1 direction=2 {line}")
    assert [e.result for e in events] == results
    assert ("take this back" in events[-1].text) is not drawn


@pytest.mark.parametrize(("drawn", "line", "reason"), [
    (True, "from=N5 to=O6.1", "E1.15"), (True, "from=N5 to=N6", ""), (True, "from=N6 to=N7", ""),
    (True, "from=N5 to=O6 same-building=no", ""), (True, "from=N5 to=N6 same-building=yes", "E1.15"),
    (True, "distance=1", ""), (False, "from=N5 to=O6", ""),
    (False, "from=N5 to=O6 same-building=yes", "E1.15")])
def test_whether_two_units_are_in_one_building_e1_15(drawn: bool, line: str, reason: str) -> None:
    """Under snow the least range does not hold within a building."""
    log = card_logs.game(SpecialRules(night=Night(2), weather=("ground-snow",)))
    log = at(on_map(log) if drawn else log)
    assert refused(log, f"nvr-see {line}")[:5] == reason


@pytest.mark.parametrize(("drawn", "line", "level"), [
    (True, "source=Z6", 3), (True, "source=K6", -1), (True, "source=N5.2", 2), (True, "source=N5.c", 0),
    (True, "source=Z6 level=1", 1), (False, "source=Z6", 0), (False, "source=Z6 level=2", 2)])
def test_the_level_of_a_source_of_smoke_a24_61(drawn: bool, line: str, level: int) -> None:
    log = at(on_map(card_logs.game()) if drawn else card_logs.game())
    event = done(log, f"smoke-drift {line} hindrance=1 drifts=yes direction=4")[-1]
    assert f"none below level {level}." in event.text
    said = [a for a in event.asked if a.startswith("Level")]
    known = drawn and ".c" not in line and "level=" not in line
    assert said == ([f"Level: {level} (the map of the board)"] if known else (
        [f"Level: {level} (the level of the source, both players; A24.61)"] if "level=" in line else []))
