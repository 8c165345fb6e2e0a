"""Lists of the window without a screen: widths of columns, boxes of a game, the last arrival in a stack."""

from __future__ import annotations

from dataclasses import replace

import pytest
from designs import make, unit, wing

from visegrad_editor.editor.map.hex_words import entry_names, starting_hexes
from visegrad_editor.editor.play.banner import wrapped_lines
from visegrad_editor.editor.play.boxes_panel import groups, hint, unit_note
from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.editor.play.table import first_page
from visegrad_editor.editor.session import OpenDocument, Session, blaming_last_arrival, last_arrival
from visegrad_editor.editor.widgets.columns import elided, widest
from visegrad_editor.editor.widgets.fields import offset
from visegrad_editor.engine import Order
from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.scenario import set_entry
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.scenario import Entry, Setup
from visegrad_editor.model.where import Where

HUMANS = {"russian": "human", "allied": "human"}
EAST = Entry("east", "Eastern edge", Where(hexes=("0310", "0410")))
WEST = Entry("west", "Western edge", Where(hexes=("0101",)))


def until(play: PlaySession, step: str, side: str) -> PlaySession:
    game = play.timeline.game
    for _ in range(30):
        if (game.step, game.side) == (step, side):
            return play
        assert play.decision.passing
        play.give(play.decision.passing)
    raise AssertionError(f"no {step} for {side}")


# -- widths --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", range(4, 60, 5))
def test_a_text_is_never_wider_than_its_column_and_complete_if_it_fits(width: int) -> None:
    for text in ("5th Guards Mechanized", "A", "", "Eastern edge of the map outside Ukraine"):
        shown = elided(text, width, len)
        assert len(shown) <= max(width, 1)
        assert shown == text or (shown.endswith("…") and text.startswith(shown[:-1]))
    assert widest(["Turn", "Eastern edge"], len, 5, 40) == len("Eastern edge") + 10


def test_a_list_of_choices_is_as_wide_as_its_longest_and_stays_on_the_screen() -> None:
    for field_x in (0, 500, 1300):
        left, more = offset(field_x, 66, 280, 1366)
        assert 66 + more == 280
        assert field_x + left >= 0
        assert field_x + left + 66 + more <= 1366
    assert offset(0, 66, 3000, 1366) == (0, 1300)


def test_lines_are_counted_as_they_wrap() -> None:
    assert wrapped_lines("one two three four", 10, len) == 2
    assert wrapped_lines("unbreakable", 3, len) == 1


# -- boxes ---------------------------------------------------------------------------------------------


def reinforced(*more: object) -> Design:
    late = [unit(f"N{i}", "russia", turn=1, entry="east") for i in range(12)]
    later = [unit("L", "russia", turn=3, entry="west"), unit("E", "russia", turn=2, entry="east")]
    return make([unit("A", "russia", "0305"), unit("D", "poland", "0801"), *late, *later,
                 wing("W", "poland", box="pool"), *more], entries=(EAST, WEST))  # type: ignore[list-item]


def test_units_due_now_are_a_group_of_their_own_first_and_open() -> None:
    play = until(PlaySession(reinforced(), HUMANS), "move", "russian")
    found = groups(play)
    due = found[0]
    assert due.now
    assert due.open
    assert due.title == "Reinforcements due now"
    assert [p.heading for p in due.parts] == ["Turn 1, Eastern edge"]
    assert due.count == 12
    later = next(g for g in found if g.id == "reinforcements:russian")
    assert not later.now
    assert [(p.heading, p.units[0].name) for p in later.parts] == [
        ("Turn 2, Eastern edge", "E"), ("Turn 3, Western edge", "L")]
    assert "drag them to a shaded hex" in hint(play)
    assert unit_note(play, "russia/L") == "Russian L: turn 3, Western edge, 8/4"
    assert {u.key for p in due.parts for u in p.units} <= set(play.timeline.game.movable())


def test_units_due_but_barred_are_marked_so() -> None:
    guards = [unit("P1", "poland", "0310"), unit("P2", "poland", "0410")]
    play = until(PlaySession(reinforced(*guards), HUMANS), "move", "russian")
    barred = next(g for g in groups(play) if g.id == "barred:russian")
    assert barred.count == 12
    assert "3.3" in barred.title
    assert not [g for g in groups(play) if g.now]
    assert hint(play) == "No unit off the map can be used now."


def test_every_unit_off_the_map_is_in_one_group_with_a_text() -> None:
    play = until(PlaySession(reinforced(), HUMANS), "move", "russian")
    listed = [u.key for g in groups(play) for p in g.parts for u in p.units]
    off = [k for k, u in play.position.units.items() if not u.hex]
    assert sorted(listed) == sorted(off)
    for key in listed:
        name, _, about = unit_note(play, key).partition(": ")
        assert name
        assert about.strip(" ,")
    assert unit_note(play, "poland/W") == "Polish W: air units to buy"


def test_an_air_unit_is_dragged_from_its_box_onto_the_stack_it_strikes() -> None:
    play = PlaySession(make([unit("A", "russia", "0305"), unit("D", "poland", "0801"), wing("W", "poland"),
                             wing("X", "poland")]), HUMANS)
    until(play, "interdict", "allied")
    assert groups(play)[0].title == "Air units to send"
    decision = play.decision
    assert decision.drop(("poland/X",), "0305") == Order("interdict", ("poland/X",), ("0305",))
    decision.click("0305")
    decision.pick("poland/X")
    assert decision.target == "0305"
    assert decision.ready == Order("interdict", ("poland/X",), ("0305",))
    decision.pick("poland/X")
    assert decision.picked == ()
    assert first_page(play) == "decision"


def test_a_set_up_shows_the_list_of_units_only_if_none_on_the_map_can_move() -> None:
    free = replace(unit("A", "russia"), setup=Setup(Where(hexes=("0305", "0306"))))
    more = replace(unit("B", "russia"), setup=Setup(Where(hexes=("0305", "0306"))))
    play = PlaySession(make([free, more, unit("D", "poland", "0801")]), HUMANS)
    assert play.timeline.game.step == "place"
    assert first_page(play) == "boxes"
    play.give(play.decision.orders[0])
    assert play.timeline.game.step == "place"
    assert first_page(play) == "boxes"


# -- the newest of a stack, and where a unit begins ----------------------------------------------------


def test_a_stacking_problem_names_the_unit_that_came_last_with_count_and_limit() -> None:
    design = make([unit(n, "poland", "0305") for n in "ABC"] + [unit("D", "poland", "0801"),
                                                                unit("Z", "russia", "0501")])
    session = Session(design, OpenDocument("scenario", None, "x"))

    def put(key: str, hex: str) -> None:
        scenario = session.design.scenario
        assert scenario is not None
        assert session.edit("put", with_scenario(session.design, place_units(scenario, [key], hex)))

    put("poland/A", "0801")
    put("poland/D", "0305")
    put("poland/A", "0305")
    session.set_problems(find_problems(session.design, Sources(), (), session.attribution()))
    problem = next(p for p in session.problems if p.code == "stacking")
    assert problem.fix is not None
    assert problem.fix.label.startswith("Move A from 0305 to ")
    now = session.design.scenario
    assert now is not None
    after = problem.fix.edit(session.design).scenario
    assert [u.key for u in after.units if u not in now.units] == ["poland/A"]
    assert problem.unit == "poland/A"
    assert problem.rule == "6.0"
    assert problem.message.startswith("4 units are set up in 0305; the limit is 3:")
    assert problem.message.endswith("A was added last.")
    assert all(f"Polish {n}" in problem.message for n in "ABCD")
    states = [s.state for s in session.history.steps]
    assert last_arrival(states, "0305") == "poland/A"
    assert last_arrival(states[:3], "0305") == "poland/D"
    assert last_arrival(states[:1], "0305") == ""
    other = replace(problem, code="out-of-supply")
    assert blaming_last_arrival(other, states) == other


def test_entries_with_one_name_are_distinguished() -> None:
    port = Entry("port-a", "Any port", Where(hexes=("0101",)))
    scenario = make([unit("A", "russia", "0305"), unit("D", "poland", "0801")],
                    entries=(EAST, port, replace(port, id="port-b"))).scenario
    assert scenario is not None
    assert entry_names(scenario) == {
        "east": "Eastern edge", "port-a": "Any port (port-a)", "port-b": "Any port (port-b)"}


def test_where_a_unit_begins_follows_its_entry() -> None:
    design = reinforced()
    scenario = design.scenario
    assert scenario is not None
    grid = design.map.grid
    before = starting_hexes(design, scenario.unit_by_key["russia/L"])
    assert [grid.number(h) for h in before] == ["0101"]
    changed = with_scenario(design, set_entry(scenario, "russia/L", "east"))
    assert changed.scenario is not None
    after = starting_hexes(changed, changed.scenario.unit_by_key["russia/L"])
    assert {grid.number(h) for h in after} == {"0310", "0410"}
    assert starting_hexes(design, scenario.unit_by_key["russia/A"]) == ()
