"""Tables and examples of boats and swimmers (E5, E6), written down once more from the rules."""

from __future__ import annotations

import pytest
from air_logs import done, refused, result
from card_logs import at, game
from table_cells import Rows, cells_of, numbers_in_notes

from visegrad_editor.desk.card import START, Boat, Group
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.special_rules import SpecialRules, Water


@pytest.mark.parametrize(("id", "rule", "dice", "rows"), [
    ("boats", "E5.1", "", [
        ("motor-assault-boat", 4, "asked", 0, 0, 0, "no", "E5.11"),
        ("assault-boat", 2, "asked", 5, 0, 0, "no", "E5.11"),
        ("small-raft-3", 2, 14, 0, 3, 1, "no", "E5.121"), ("small-raft-2", 2, 7, 0, 3, 1, "no", "E5.121"),
        ("small-raft-1", 2, 3, 0, 3, 1, "no", "E5.121"),
        ("large-raft", "asked", "asked", 0, 3, 1, "yes", "E5.122")]),
    ("personnel", "E5.2", "", [("squad", 10), ("hs|crew", 5), ("leader|hero", 1)]),
    ("ammunition-vehicle", "E10.11", "", [("<=99", 15), (">=100", 20)]),
    ("boat-fire", "E5.4", "", [("beached", 2), ("afloat", 4)]),
    ("boat-target", "E5.5", "", [
        ("afloat", "fire", 2, "E5.5"), ("afloat", "area", 4, "E5.5"), ("beached|land", "fire", 1, "E5.51"),
        ("beached|land", "area", 2, "E5.51")]),
    ("untrained-rowers", "E5.34", "one die in each Movement Phase", [
        ("1-4", "usual"), (5, "half"), (6, "none")]),
    ("raft-survival", "E5.121", "one die for each", [("1-3", "kept"), ("4-6", "lost")]),
    ("drifting-boat", "E5.23", "one die", [(1, "beached"), ("2-6", "drifts")]),
    ("drowning", "E6.21", "two dice for each", [("still", 12), ("normal", 11), ("heavy", 10)])])
def test_cells_of_boats_and_swimmers(id: str, rule: str, dice: str, rows: Rows) -> None:
    assert cells_of(id) == (rule, dice, rows)


def _crossing(phase: str = "movement", water: Water | None = None) -> CardLog:
    boats = tuple(Boat(id, kind, start="beached") for id, kind in (
        ("raft", "small-raft-3"), ("motor", "motor-assault-boat")))
    group = Group("crossing", "german", START, boats=boats)
    return at(game(SpecialRules(water=water), groups=(group,)), phase=phase)


@pytest.mark.parametrize(("inputs", "word", "mp", "left"), [
    ("boat=motor mf=4 hexside=1", "moves", 2, 2),  # from H10 into I10: half of 4
    ("boat=raft mf=4 hexside=1", "moves", 1, 2),  # a small raft instead: half of 2
    ("boat=raft mf=4 spent=1 hexside=1", "none", 0, 1),  # from G10 past H9 and down: a quarter of 2
    ("boat=raft mf=4 spent=2", "none", 0, 1)])  # carried to I10 first: the 4th MF moves nothing
def test_examples_of_boarding_e5_23(inputs: str, word: str, mp: int, left: int) -> None:
    event = done(_crossing(), f"boat-move {inputs} boarding=yes")[-1]
    assert (event.result, event.final) == (word, mp)
    assert f"leaves {left}." in event.text


def test_example_of_passengers_that_stay_aboard_e5_32() -> None:
    """A small raft that has used 1 of 2 points leaves 2 MF; a hill and a hedge cost 3. They advance later."""
    event = done(_crossing(), "boat-unload boat=raft used=1 needed=3")[-1]
    assert event.result == "no"
    assert "used 1 of 2 movement points, which leaves its passengers 2 of 4 MF; 3 are needed" in event.text
    assert result(_crossing("advance"), "boat-unload boat=raft used=1 needed=3")[0] == "yes"


@pytest.mark.parametrize(("way", "levels", "drm"), [
    ("cliff", 1, 1),  # M10 to L9
    ("cliff", 2, 2),  # O8 to O7
    ("building", 3, 3),  # first level of V6 to U6
    ("ground", 2, 0)])  # N9 to N8: neither cliff nor bridge
def test_examples_of_jumps_into_the_water_e6_1(way: str, levels: int, drm: int) -> None:
    line = f"swim tc=passed way={way} levels={levels}"
    log = _crossing(water=Water())
    assert bool(refused(log, line)) is (drm > 0)
    for mc, word in (("passed", "swims"), ("failed", "stays")):
        event = done(log, f"{line}{f' mc={mc}' if drm else ''}")[-1]
        assert event.result == (word if drm else "swims")
        assert sum(m.amount for m in event.modifiers) == drm


def test_numbers_in_the_notes_of_boats_e5_12() -> None:
    """A third of the load rows; 4 leaders ride free; a gun counts 10 and has a manhandling number of 10."""
    assert numbers_in_notes("boats") == [3, 0, 4, 10, 10]
