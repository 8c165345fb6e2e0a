"""Tables and examples of parachutes (E9), written down once more from the rules."""

from __future__ import annotations

import pytest
from air_logs import at, done, drop, game
from table_cells import Rows, cells_of

from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.tables import table

MORALE = ("woods", "woods-road", "crags", "building", "dry-stream", "vineyard", "cactus", "olive-grove",
          "dense-jungle", "bamboo", "swamp", "wet-paddy", "marsh")
WEAPONS_TOO = ("dense-jungle", "swamp")


@pytest.mark.parametrize(("id", "rule", "dice", "rows"), [
    ("drop-point", "E9.12", "one die for each wing", [("1-3", "planned"), ("4-6", "random")]),
    ("drop-wind", "E9.2", "", [("none", 0, 0), ("mild", 2, 1), ("gust", 3, 2), ("heavy", 4, 2)]),
    ("drop-nation", "E9.2", "", [
        ("german", 1, "up"), ("russian|soviet", 3, "down"), ("any", 2, "down")]),
    ("drop-landing", "E9.42", "", [
        *((terrain, "morale", "morale" if terrain in WEAPONS_TOO else "none") for terrain in MORALE),
        ("full-building", "slide", "none"), ("fire", "lost", "lost"), ("water", "lost", "lost"),
        ("deep-stream", "lost", "lost"), ("other", "task", "none")]),
    ("drop-bridge", "E9.4", "one die", [
        ("two-lane", "<=2", "bridge"), ("one-lane", "<=1", "bridge"), ("any", "any", "bottom")]),
    ("under-equipped", "E9.7", "", [
        ("squad", "2-2-8", 8), ("hs", "1-2-8", 7), ("crew", "1-2-8", 8)]),
    ("container", "E9.7", "one die, -1 for each hex entered, +1 if exhausted", [
        ("<=1", "found"), (">=2", "none")])])
def test_cells_of_parachutes(id: str, rule: str, dice: str, rows: Rows) -> None:
    assert cells_of(id) == (rule, dice, rows)


@pytest.mark.parametrize("nation", ["russian", "soviet"])
def test_both_names_of_a_nation_drift_farther_e9_2(nation: str) -> None:
    """Half as far again, fractions down."""
    row = table("drop-nation").look(nation=nation)
    assert (row.number_in("times"), row.word_in("round")) == (3, "down")


def _in_the_air() -> CardLog:
    """A stick that has drifted."""
    log = game(drop(1))
    at(log, 1, "second", "close-combat")
    done(log, "next")
    done(log, "drop-point hex=K5 row=2 dice=1")
    at(log, 2, "first", "prep-fire")
    done(log, "next")
    done(log, "drop-drift dice=5-3")
    return log


@pytest.mark.parametrize(("dice", "word"), [("2-3", "holds"), ("3-3", "broken")])
def test_example_of_fire_at_a_parachute_e9_3(dice: str, word: str) -> None:
    """A casualty and a morale check with 2: the half squad that is left holds with 5 at most against 7. The
    crew and the leader 9-1 that are lost count 2 victory points each."""
    log = _in_the_air()
    event = done(log, f"drop-fire result=reduced level=2 dice={dice}")[-1]
    assert event.result == word
    assert "casualty reduction" in event.text
    for size in ("crew", "leader modifier=-1"):
        text = done(log, f"points-lost unit={size.split()[0]} of=british size={size}")[-1].text
        assert text.startswith("The German side gets 2 victory points"), text
