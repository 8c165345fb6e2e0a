"""Checks and sentences of the timetable of a scenario; its names follow."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hexgames import design

from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.any_names import users_of, with_id
from visegrad_editor.model.edit.key_words import words_at
from visegrad_editor.model.edit.ruleset import rename_entry
from visegrad_editor.model.files.file_problems import FileProblems
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.option_changes import in_force
from visegrad_editor.model.files.scenario_file import scenario_from_data, scenario_to_data
from visegrad_editor.model.files.yaml_reader import Reading
from visegrad_editor.model.rules.sentences import Sentences
from visegrad_editor.model.scenario import Reinforcement
from visegrad_editor.model.schedule import UnitRelease, UnitWithdrawal
from visegrad_editor.model.statistics import statistics

UNITS = "blue A foot 4 event relief n; blue Z foot 4 0601; red X foot 4 0608"
CODES = frozenset((
    "dice", "never-and-date", "never-comes", "idle-event", "no-turn", "after-the-end", "gone-before",
    "never-moves", "unknown-event", "never-true", "unknown-nationality", "no-number"))
RAIN = "events: [{id: rain, name: Rain, when: {turn: [1, 4], roll: 1d6, at_least: 5}}]"


def made(schedule: str = "{id: relief, turn: 2}", needs: str = "", **fields: Any) -> Design:
    """A game with a schedule; `fields` are those of the unit A."""
    given = design(UNITS, RAIN, more=f"""
entries: [{{id: n, name: North, where: {{hexes: ["0103"]}}{needs}}}]
schedule: [{schedule}]""")
    assert given.scenario is not None
    changed = tuple(replace(u, **fields) if u.name == "A" else u for u in given.scenario.units)
    return replace(given, scenario=replace(given.scenario, units=changed))


def told(given: Design) -> list[tuple[str, str]]:
    return [(p.code, p.message) for p in check_documents(given) if p.code in CODES]


def test_a_good_timetable_has_no_problem() -> None:
    assert told(made()) == []
    assert told(made("{id: relief, turn: [2, 4], roll: 1d6, at_least: 5}, {id: rain, bonus: 1}",
                     ", needs: {happened: rain}, delay: 2", withdrawal=UnitWithdrawal(4))) == []


@pytest.mark.parametrize(("line", "code", "part"), [
    ("{id: relief, never: true, turn: 2}", "never-and-date", "it also has a turn"),
    ("{id: relief, turn: 2, roll: 1d6}", "dice", "does not say what for"),
    ("{id: relief, turn: 2, at_least: 3}", "dice", "no dice"),
    ("{id: relief, roll: 1d6, at_least: 7}", "dice", "1d6 gives 1 to 6"),
    ("{id: relief, roll: 1d6, at_least: 6, bonus: -1}", "dice", "1d6 with -1 gives 0 to 5"),
    ("{id: relief, never: true}", "never-comes", "A waits for the event \"Relief\", which never happens"),
    ("{id: relief, turn: 9}", "never-comes", "cannot happen before turn 9, and the scenario ends"),
    ("{id: relief, turn: 2}, {id: coup, turn: 3}", "idle-event", "Nothing waits for the event \"Coup\""),
    ("{id: relief, when: {happened: gold}}", "unknown-event", "There is no event \"gold\"")])
def test_a_line_of_the_schedule_that_cannot_be(line: str, code: str, part: str) -> None:
    found = told(made(line))
    assert [c for c, message in found if part in message] == [code], found


@pytest.mark.parametrize(("fields", "code", "part"), [
    ({"withdrawal": UnitWithdrawal()}, "no-turn", "neither a turn nor an event"),
    ({"withdrawal": UnitWithdrawal(9)}, "after-the-end", "A leaves on turn 9"),
    ({"withdrawal": UnitWithdrawal(event="gold")}, "unknown-event", "withdrawal of A"),
    ({"withdrawal": UnitWithdrawal(2), "reinforcement": Reinforcement("n", 2)}, "gone-before",
     "so it is never there"),
    ({"release": UnitRelease()}, "never-moves", "says no turn, no event and no enemy"),
    ({"release": UnitRelease(9)}, "never-moves", "is on turn 9"),
    ({"release": UnitRelease(event="gold")}, "unknown-event", "release of A"),
    ({"reinforcement": Reinforcement("n", 2, roll="1d6", at_least=8)}, "dice", "never comes by its dice")])
def test_a_unit_whose_timetable_cannot_be(fields: dict[str, Any], code: str, part: str) -> None:
    found = [(c, m) for c, m in told(made(**fields)) if c != "idle-event"]
    assert [c for c, message in found if part in message] == [code], found


def test_names_in_the_situation_of_an_entry_are_checked() -> None:
    bad = told(made(needs=", needs: {units: {nationality: [gold]}}"))
    assert [(c, "entry" in m) for c, m in bad] == [("unknown-nationality", True)]


def test_sentences_say_the_timetable() -> None:
    given = made(
        "{id: relief, turn: [2, 3], roll: 1d6, at_least: 5, bonus: 1}, {id: rain, never: true}",
        withdrawal=UnitWithdrawal(event="relief"), release=UnitRelease(3, enemy_within=2))
    assert given.scenario is not None
    say = Sentences(given.ruleset, given.map)
    assert [str(say.scheduled(line)) for line in given.scenario.schedule] == [
        "The event Relief happens at the beginning of a turn from 2 to 3 if a roll of 1d6 is at least 5, "
        "with +1.", "The event Rain never happens."]
    rules = in_force(given).ruleset
    own = Sentences(rules, given.map)
    assert str(own.event(rules.events[0])) == "Rain does not happen in this scenario."
    assert [str(s) for s in own.withdrawal(rules.withdrawals[0])] == [
        "The Blue A must leave the map at the beginning of their first player turn after the event Relief."]
    assert [str(s) for s in own.release(rules.releases[0])] == [
        "The Blue A may not move until either it is turn 3 or later or the hex is a hex within 2 hexes of "
        "an enemy unit."]
    index = next(i for i, u in enumerate(given.scenario.units) if u.name == "A")
    assert words_at(given, "scenario", ("units", index, "withdrawal")) == (
        "The unit leaves after the event Relief.")
    assert "Used by the unit A" in words_at(given, "scenario", ("schedule", 0))


def test_events_of_the_schedule_are_renamed_wherever_they_are_named() -> None:
    given = made("{id: relief, turn: 2}", ", needs: {happened: relief}", release=UnitRelease(event="relief"),
                 withdrawal=UnitWithdrawal(event="relief"))
    after = with_id(given, "scenario", "schedule", 0, "help").scenario
    assert after is not None
    unit = next(u for u in after.units if u.name == "A")
    assert unit.reinforcement is not None
    assert unit.withdrawal is not None
    assert unit.release is not None
    assert after.entries[0].needs is not None
    assert {after.schedule[0].id, unit.reinforcement.event, unit.withdrawal.event, unit.release.event,
            *after.entries[0].needs.happened} == {"help"}
    with pytest.raises(ValueError, match="already has"):
        with_id(made("{id: relief, turn: 2}, {id: rain, turn: 1}"), "scenario", "schedule", 0, "rain")
    # A line for an event of the ruleset is then for another event.
    other = with_id(made("{id: rain, turn: 1}"), "scenario", "schedule", 0, "coup")
    assert other.ruleset.events[0].id == "rain"


def test_other_names_follow_in_schedule_and_entries() -> None:
    given = made("{id: relief, when: {units: {nationality: [green]}}}",
                 ", needs: {phase: [move], player_turn: [blue]}")
    index = next(i for i, n in enumerate(given.ruleset.nationalities) if n.id == "green")
    after = rename_entry(given, "nationalities", index, "olive").scenario
    assert after is not None
    assert after.schedule[0].when is not None
    assert after.schedule[0].when.units is not None
    assert after.schedule[0].when.units.nationality == ("olive",)
    sides = rename_entry(given, "sides", 0, "navy").scenario
    assert sides is not None
    assert sides.entries[0].needs is not None
    assert sides.entries[0].needs.player_turn == ("navy",)
    assert users_of(given, "scenario", "schedule", "relief") == ("the unit A",)


def test_a_variant_keeps_only_the_lines_that_differ() -> None:
    base = made("{id: relief, turn: 2}, {id: rain, turn: 3}").scenario
    assert base is not None
    later = replace(base.schedule[1], turn=(4, 4))
    variant = replace(base, name="late", extends="fight", schedule=(base.schedule[0], later))
    data = scenario_to_data(variant, base)
    assert data["schedule"] == [{"id": "rain", "turn": 4}]
    again = scenario_from_data(data, FileProblems("x", Reading("", data, {})), base)
    assert again is not None
    assert again.schedule == variant.schedule


def test_statistics_chart_what_comes_when() -> None:
    given = made("{id: relief, turn: 3}, {id: rain, never: true}", withdrawal=UnitWithdrawal(4),
                 release=UnitRelease(2, "relief"))
    chart = {s.title: [(c.what, c.number) for c in s.counts] for s in statistics(given)}
    assert chart["What comes when"] == [
        ("Turn 2, Blue army: may move", 1), ("Turn 4, Blue army: leave", 1),
        ("Relief, Blue army: arrive", 1)]
    assert chart["Dates of events"] == [("Relief: turn 3", 1), ("Rain: never", 1)]
    bare = design("blue Z foot 4 0601; red X foot 4 0608")
    assert {"What comes when", "Dates of events"}.isdisjoint(s.title for s in statistics(bare))


def test_what_is_dated_after_the_last_turn_has_its_name_and_a_fix(tmp_path: Path) -> None:
    path = tmp_path / "late.yaml"
    path.write_text(
        "format: 2\nkind: scenario\nname: late\ntitle: Late\nextends: historical\nturns: 6\n"
        "schedule:\n  - {id: italy-entry, turn: 9}\n"
        'entries:\n  - {id: gap, name: Suwalki gap, where: {hexes: ["1820"]}, needs: {turn: [9, 9]}}\n',
        encoding="utf-8")
    loaded = load(path)
    assert loaded.design is not None
    assert loaded.sources is not None
    found = {p.message: [f.label for f in p.fixes]
             for p in find_problems(loaded.design, loaded.sources) if p.code in ("never-true", "never-comes")}
    late = 'Let the event "Italian entry" happen on turn 6, the last'
    assert [(message.partition(": ")[0].partition(", which")[0], labels)
            for message, labels in found.items()] == [
        ('The condition in "When" of event "Italian entry" never holds', [late]),
        ('The condition in "Needs" of entry "Suwalki gap" never holds', [
            'Let the entry "Suwalki gap" open on turn 6, the last',
            'Let the entry "Suwalki gap" be open on every turn']),
        ('4 units wait for the event "Italian entry"', [late])]


def test_a_release_that_never_comes_is_called_by_its_unit(tmp_path: Path) -> None:
    path = tmp_path / "held.yaml"
    path.write_text(
        "format: 2\nkind: scenario\nname: held\ntitle: Held\nextends: hollen\n"
        "schedule: [{id: relief, name: Relief, turn: 9}]\n"
        "change: [{unit: red/Lancers, release: {event: relief}}]\n", encoding="utf-8")
    loaded = load(path)
    assert loaded.design is not None
    assert loaded.sources is not None
    assert [(p.message, p.unit) for p in find_problems(loaded.design, loaded.sources)
            if p.code == "never-true" and p.unit] == [(
                'The condition in the release of Lancers never holds: the event "Relief" never happens.',
                "red/Lancers")]
