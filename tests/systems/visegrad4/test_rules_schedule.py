"""12.0 to 12.2 with dates: the schedule of a scenario says when countries intervene."""

from __future__ import annotations

from dataclasses import replace

import pytest
from corner_positions import FAR, R1, bundled
from designs import make, on_to, play, unit, wing

from visegrad_editor.model.design import Design
from visegrad_editor.model.in_play import InPlay
from visegrad_editor.model.scenario import Entry, Reinforcement
from visegrad_editor.model.schedule import ScheduledEvent
from visegrad_editor.model.timetable_words import why_idle
from visegrad_editor.model.where import Where
from visegrad_editor.printing.notes_section import option_lines
from visegrad_editor.systems.visegrad4.checks import check as check_rules

ENTRIES = [Entry("us", "Highways", Where(countries=("hungary",)), stops=True, rule="12.0"),
           Entry("south", "Southern edge", Where(hexes=("0803",)), stops=True, rule="12.1")]
WING = replace(wing("1st CAS", "usa"), setup=None, reinforcement=Reinforcement("off-map", 0, "us-entry"))
GUESTS = [unit("1st Armored", "usa", event="us-entry", entry="us"),
          unit("282nd", "romania", event="romania-entry", entry="south"), WING]


def scheduled(*lines: ScheduledEvent, units: list = GUESTS, turns: int = 4, **more: object) -> Design:
    made = make([R1, FAR, *units], entries=ENTRIES, turns=turns, **more)  # type: ignore[arg-type]
    assert made.scenario is not None
    return replace(made, scenario=replace(made.scenario, schedule=lines))


def told(design: Design, *dice: int) -> list[tuple[int, str]]:
    """What a game in which nobody does anything tells of events and interventions, with the turns."""
    game = play(design, *dice)
    while game.outcome is None:
        entering = [o for o in game.legal_orders() if o.verb == "enter"]
        game.apply(entering[0] if entering else "pass")
    return [(e.turn, e.text) for e in game.events if e.type in ("event", "intervention", "air-arrival")]


AIR = "US 1st CAS becomes available."


@pytest.mark.rule("12.0", "12.1")
def test_a_date_brings_the_united_states_and_what_follows_without_dice() -> None:
    # The only dice are the two of 4.0.
    assert told(scheduled(ScheduledEvent("us-entry", turn=(2, 2))), 6, 6) == [
        (2, "US entry."), (2, AIR), (2, "Romania joins the allied side.")]
    late = ScheduledEvent("us-entry", "The Americans come", turn=(2, 2), judged="turn-end")
    assert told(scheduled(late), 6, 6)[0] == (2, "The Americans come.")


@pytest.mark.rule("12.0")
def test_units_enter_on_the_turn_of_the_date() -> None:
    game = play(scheduled(ScheduledEvent("us-entry", turn=(2, 2))), 6, 6)
    on_to(game, "move", "allied-movement")
    assert game.legal_orders("usa/1st Armored") == []
    while game.turn < 2:
        game.apply("pass")
    on_to(game, "move", "allied-movement")
    assert {o.verb for o in game.legal_orders("usa/1st Armored")} == {"enter"}


@pytest.mark.rule("12.0")
def test_they_never_come_or_by_dice_of_the_schedule_or_with_a_bonus() -> None:
    assert told(scheduled(ScheduledEvent("us-entry", never=True)), 6, 6) == []
    by_dice = ScheduledEvent("us-entry", turn=(2, 4), roll="1d6", at_least=5)
    assert told(scheduled(by_dice), 4, 5, 6, 6)[0] == (3, "US entry.")
    # By the roll of 12.0: 4 less 3 is below turn 2, and without the bonus 4 is not.
    assert told(scheduled(ScheduledEvent("us-entry", bonus=-3), turns=2), 6, 4, 6, 6)[0] == (
        2, "American units may enter from the next turn on.")
    assert told(scheduled(turns=2), 6, 4, 6, 6) == []


@pytest.mark.rule("12.1")
def test_romania_has_a_date_of_its_own() -> None:
    lines = ScheduledEvent("us-entry", turn=(2, 2)), ScheduledEvent("romania-entry", turn=(3, 3))
    assert [text for _, text in told(scheduled(*lines), 6, 6)] == ["US entry.", AIR, "Romanian entry."]
    never = ScheduledEvent("romania-entry", never=True)
    assert [text for _, text in told(scheduled(lines[0], never), 6, 6)] == ["US entry.", AIR]


def problems(design: Design) -> list[tuple[str, str]]:
    return [(p.code, p.message) for p in check_rules(design)
            if p.code in ("before-entry", "never-comes", "two-dates")]


@pytest.mark.rule("12.0")
def test_checks_know_the_dates_of_the_schedule() -> None:
    date = ScheduledEvent("us-entry", turn=(3, 3))
    early, in_time = (unit("1st Armored", "usa", turn=turn, entry="us") for turn in (2, 3))
    assert [m.partition(",")[0] for _, m in problems(scheduled(date, units=[early]))] == [
        "US 1st Armored arrives on turn 2"]
    assert problems(scheduled(date, units=[in_time])) == []
    both = scheduled(date, options={"us_entry": "turn-2"})
    assert [code for code, _ in problems(both)] == ["two-dates"]


@pytest.mark.rule("12.0")
def test_the_reminder_of_the_roll_goes_with_a_date() -> None:
    design = bundled("historical")
    assert design.scenario is not None
    dated = replace(design, scenario=replace(
        design.scenario, schedule=(ScheduledEvent("us-entry", turn=(4, 4)),)))

    def reminders(one: Design) -> str:
        there = InPlay(one)
        return " ".join(r.text for r in one.ruleset.special_rules if r.rule == "12.0" and there.applies(r))

    assert "roll one die" in reminders(design)
    assert "roll one die" not in reminders(dated)


@pytest.mark.rule("12.0")
def test_the_option_of_the_entry_goes_with_a_date() -> None:
    design = bundled("historical")
    assert design.scenario is not None
    dated, bonus = (replace(design, scenario=replace(design.scenario, schedule=(line,))) for line in (
        ScheduledEvent("us-entry", turn=(4, 4)), ScheduledEvent("us-entry", bonus=1)))
    option = next(o for o in design.ruleset.options if o.id == "us_entry")
    for one, told in ((design, True), (bonus, True), (dated, False)):
        assert any(option.name in text for _, text in option_lines(one, whole=True)) == told
        assert (why_idle(one, option) == "") == told
    assert "Reinforcements > Events) has US entry" in why_idle(dated, option)
