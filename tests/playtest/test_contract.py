"""The contract of a game: a sound game keeps it, and each kind of fault is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from visegrad_editor import systems
from visegrad_editor.cli.main import main
from visegrad_editor.engine import Event, System
from visegrad_editor.engine.events import EVENTS, event_faults
from visegrad_editor.engine.words import OrderWords, StepWords
from visegrad_editor.playtest.contract import (
    ContractReport,
    NoScenarioToCheckError,
    check_system,
    scenarios_of,
)

SOUND = systems.system("visegrad4")


def report_of(monkeypatch: pytest.MonkeyPatch, game: System, games: int = 1) -> ContractReport:
    """The report about a game in the place of the sound one."""
    monkeypatch.setattr(systems, "system", lambda name: game)
    return check_system("visegrad4", ["first-steps"], games)


def faults(report: ContractReport, check: str) -> str:
    return " ".join(next(c for c in report.checks if c.name == check).faults)


def with_play(change: Callable[[Any], None]) -> System:
    """The game with something changed in each play."""
    def start(*arguments: Any) -> Any:
        play = SOUND.start(*arguments)
        change(play)
        return play

    return replace(SOUND, start=start)


def test_a_sound_game_keeps_its_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    report = report_of(monkeypatch, SOUND, 3)
    assert report.sound
    assert [c.name for c in report.checks] == [
        "words", "scenarios", "chapters", "random games", "planner games", "secrets"]
    assert "3 games" in report.checks[3].looked_at
    assert " 0 secret" not in report.checks[5].looked_at


def test_a_secret_in_the_view_of_the_other_side_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(play: Any) -> None:
        play.seen_by = lambda side: play.as_data()

    report = report_of(monkeypatch, with_play(tell))
    assert "tells the secret order `allocate" in faults(report, "secrets")
    assert not report.sound


def test_an_event_without_its_fields_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(design: Any, dice: Any, emit: Callable[[Event], None]) -> Any:
        return SOUND.start(design, dice, lambda event: emit(
            replace(event, hexes=()) if event.type == "move" else event))

    report = report_of(monkeypatch, replace(SOUND, start=start))
    assert "The event `move` has 0 hexes, and needs at least 2." in faults(report, "random games")
    assert "The event `move` has 0 hexes" in faults(report, "planner games") or (
        "IndexError" in faults(report, "planner games"))


def test_a_planner_that_fails_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> Any:
        raise RuntimeError("no idea")

    game = replace(SOUND, decisions=lambda: {**SOUND.decisions(), "allocate": fail})
    report = report_of(monkeypatch, game)
    assert "RuntimeError: no idea" in faults(report, "planner games")
    assert faults(report, "random games") == ""


def test_words_that_cannot_be_filled_in_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    words = replace(SOUND.words, orders={"buy": OrderWords("Buy {thing}"), "use": OrderWords("Roll {")},
                    steps={"move": StepWords("", "Go.")})
    report = report_of(monkeypatch, replace(SOUND, words=words))
    told = faults(report, "words")
    assert "The text `Buy {thing}` of the order `buy` cannot be filled in: 'thing'." in told
    assert "The text `Roll {` of the order `use` cannot be filled in" in told
    assert "The step `move` lacks a title" in told


def test_scenarios_are_those_of_the_game_or_of_its_rulesets() -> None:
    assert scenarios_of(SOUND) == SOUND.scenarios
    found = set(scenarios_of(replace(SOUND, scenarios=())))
    assert set(SOUND.scenarios) < found
    assert "early-us-entry" in found
    assert not found & {"hollen", "gsofg"}


def test_a_game_without_scenarios_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = replace(SOUND, id="alone", scenarios=())
    monkeypatch.setattr(systems, "system", lambda name: alone)
    with pytest.raises(NoScenarioToCheckError, match="No scenario of the game alone is known"):
        check_system("alone")
    report = check_system("alone", ["first-steps", "maps/gsofg"], 1)
    assert "is not a scenario of this game" in faults(report, "scenarios")
    assert "maps/gsofg is not a scenario that can be used." in faults(report, "scenarios")
    assert [c.name for c in report.checks] == ["words", "scenarios"]


def test_the_command_reports_and_ends_with_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-system", "visegrad4", "first-steps", "--games", "2", "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "random games: 2 games" in told
    assert "The game visegrad4 keeps its contract." in told
    assert main(["check-system", "visegrad4", "maps/gsofg", "--games", "1", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["sound"] is False
    assert main(["check-system", "visegrad4", "maps/gsofg"]) == 1
    assert "The game visegrad4 breaks its contract." in capsys.readouterr().out
    assert main(["check-system", "chess"]) == 2
    assert "There are no rules for the system 'chess'" in capsys.readouterr().err
    assert main(["check-system", "visegrad4", "--games", "0"]) == 2


def test_each_shared_event_says_what_it_needs() -> None:
    assert set(EVENTS) >= {"move", "enter", "place", "retreat", "advance", "attack", "combat", "eliminated",
                           "step-loss", "victory", "turn", "phase-end"}
    fight = Event("combat", "They fight.", hexes=("0101",), units=("a/1", "b/1"), dice=(107,))
    assert event_faults(fight) == [
        "The event `combat` has impossible dice: [107]."]
    assert event_faults(Event("place", "Two at once.", units=("a/1", "a/2"), hexes=("0101",))) == [
        "The event `place` has 2 units, and needs 1."]
    assert event_faults(Event("eliminated", "no sentence", turn=-1, units=("a/1",))) == [
        "The text of the event `eliminated` is not a sentence: 'no sentence'.",
        "The event `eliminated` has the turn -1."]
    assert event_faults(Event("fog", "Fog comes down.")) == []
    assert event_faults(Event("", "Nothing."))[0] == "An event has no type."


def test_an_event_leads_to_the_end_of_a_way_or_to_its_first_hex() -> None:
    assert Event("move", "It moves.", hexes=("0101", "0102")).hex == "0102"
    assert Event("attack", "An attack.", hexes=("0101", "0102")).hex == "0101"
    assert Event("turn", "Turn 1 begins.").hex == ""
