"""The timetable as a turn track: what stands in which box, and what moving it changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hexgames import design

from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.scenario import set_moment
from visegrad_editor.model.edit.turn_track import (
    Role,
    TrackBox,
    date_event,
    entry_text,
    put_in_box,
    turn_track,
)
from visegrad_editor.model.edit.unit_cells import moment_text, typed_unit
from visegrad_editor.model.rules.arrivals import Withdrawal
from visegrad_editor.model.rules.grammar import UnitFilter
from visegrad_editor.model.rules.victory import Asset
from visegrad_editor.model.ruleset import Replacements
from visegrad_editor.model.scenario import Reinforcement, ReplacementOverride, Unit
from visegrad_editor.model.schedule import ScheduledEvent, UnitRelease, UnitWithdrawal

RULES = """
events: [{id: rain, name: Rain, when: {roll: 1d6, at_least: 5}}]
pools: [{id: reserve, side: blue, entry: [n], number: {1: 2}}, {id: depot, side: red, entry: [n]}]"""


def made() -> Design:
    units = "blue A foot 4 turn 2 n; blue B foot 4 0101; red X foot 4 0608; red Y foot 4"
    given = design(units, RULES, more="""
entries: [{id: n, name: North, where: {hexes: ["0103"]}}]
schedule: [{id: rain, turn: [2, 3], roll: 1d6, at_least: 4}, {id: relief, turn: 3}]""")
    assert given.scenario is not None
    timetable: dict[str, dict[str, Any]] = {
        "A": {"withdrawal": UnitWithdrawal(4)}, "B": {"release": UnitRelease(3, enemy_within=2)},
        "X": {"withdrawal": UnitWithdrawal(event="relief")}}
    changed = tuple(replace(u, **timetable.get(u.name, {})) for u in given.scenario.units)
    return replace(given, scenario=replace(given.scenario, units=changed))


def box(given: Design, id: str) -> TrackBox:
    return next(b for b in turn_track(given) if b.id == id)


def unit(given: Design, key: str) -> Unit:
    assert given.scenario is not None
    return given.scenario.unit_by_key[key]


def test_everything_stands_in_its_box() -> None:
    given = made()
    assert [(b.id, [e.id for e in b.entries]) for b in turn_track(given) if b.entries] == [
        ("waiting", ["red/Y"]), ("turn 2", ["happens rain", "blue/A"]),
        ("turn 3", ["happens relief", "moves blue/B"]), ("turn 4", ["leaves blue/A"]),
        ("event relief", ["leaves red/X"])]
    assert {"pool reserve", "pool depot"} <= {b.id for b in turn_track(given)}


@pytest.mark.parametrize(("key", "role", "to", "field", "wished"), [
    ("blue/A", "arrives", "turn 3", "reinforcement", Reinforcement("n", 3)),
    ("blue/A", "arrives", "event rain", "reinforcement", Reinforcement("n", 0, "rain")),
    ("blue/A", "arrives", "pool reserve", "reinforcement", Reinforcement(pool="reserve")),
    ("blue/A", "leaves", "turn 3", "withdrawal", UnitWithdrawal(3)),
    ("blue/A", "leaves", "event rain", "withdrawal", UnitWithdrawal(0, "rain")),
    ("blue/A", "leaves", "waiting", "withdrawal", None),
    ("blue/B", "moves", "turn 4", "release", UnitRelease(4, enemy_within=2)),
    ("blue/B", "moves", "event rain", "release", UnitRelease(0, "rain", 2)),
    ("blue/B", "moves", "waiting", "release", None)])
def test_a_unit_in_another_box(key: str, role: Role, to: str, field: str, wished: Any) -> None:
    given = made()
    after = put_in_box(given, [key], box(given, to), role)
    assert getattr(unit(after, key), field) == wished
    others = {"reinforcement", "withdrawal", "release"} - {field}
    assert all(getattr(unit(after, key), other) == getattr(unit(given, key), other) for other in others)


@pytest.mark.parametrize("to", ["turn 3", "event rain"])
def test_an_arrival_that_is_moved_keeps_its_dice(to: str) -> None:
    """The dice of a unit, and the other entries that its owner may choose, go along to another time."""
    given = made()
    assert given.scenario is not None
    rolled = Reinforcement("n", 2, also=("n",), roll="1d6", at_least=5)
    given = replace(given, scenario=replace(given.scenario, units=tuple(
        replace(u, reinforcement=rolled) if u.name == "A" else u for u in given.scenario.units)))
    moved = unit(put_in_box(given, ["blue/A"], box(given, to)), "blue/A").reinforcement
    assert moved is not None
    assert (moved.turn, moved.event) == ((3, "") if to == "turn 3" else (0, "rain"))
    assert (moved.roll, moved.at_least, moved.entry) == ("1d6", 5, "n")


def test_a_release_changes_its_event_for_a_turn() -> None:
    """A unit that an event releases waits for a turn alone once it stands there; one that a turn releases,
    or an event, keeps the event on another turn."""
    given = put_in_box(made(), ["blue/B"], box(made(), "event rain"), "moves")
    assert unit(put_in_box(given, ["blue/B"], box(given, "turn 2"), "moves"), "blue/B").release == (
        UnitRelease(2, enemy_within=2))
    both = set_moment(given, "blue/B", UnitRelease(3, "rain"))
    assert unit(put_in_box(both, ["blue/B"], box(both, "turn 2"), "moves"), "blue/B").release == (
        UnitRelease(2, "rain"))


@pytest.mark.parametrize(("moment", "why"), [
    (UnitRelease(9), "B cannot be released on turn 9: the game has 4 turns"),
    (UnitRelease(event="flood"), 'B cannot be released after "flood": there is no such event'),
    (UnitWithdrawal(9), "B cannot leave on turn 9: the game has 4 turns"),
    (UnitWithdrawal(event="flood"), 'B cannot leave after "flood": there is no such event'),
    (UnitWithdrawal(), "choose one of them"), (UnitWithdrawal(2, "rain"), "choose one of them")])
def test_moments_that_cannot_be_are_refused_wherever_they_are_made(
    moment: UnitRelease | UnitWithdrawal, why: str
) -> None:
    """The turn track and the table of units refuse the same, with the unit."""
    given = made()
    with pytest.raises(ValueError, match=why):
        set_moment(given, "blue/B", moment)
    column = "release" if isinstance(moment, UnitRelease) else "withdrawal"
    text = moment_text(moment)
    if text != "held":
        with pytest.raises(ValueError, match=why if moment.turn else "turn or event"):
            typed_unit(given, unit(given, "blue/B"), column, text)


def test_an_event_in_another_box_keeps_the_length_of_its_time() -> None:
    given = made()
    after = put_in_box(given, ["rain"], box(given, "turn 1"), "happens").scenario
    assert after is not None
    assert after.scheduled["rain"] == ScheduledEvent("rain", turn=(1, 2), roll="1d6", at_least=4)
    late = put_in_box(given, ["rain"], box(given, "turn 4"), "happens").scenario
    assert late is not None
    assert late.scheduled["rain"].turn == (4, 4)
    by_rules = put_in_box(given, ["rain"], box(given, "waiting"), "happens").scenario
    assert by_rules is not None
    assert list(by_rules.scheduled) == ["relief"]


@pytest.mark.parametrize(("key", "role", "to", "why"), [
    ("relief", "happens", "waiting", "Only the schedule has the event Relief, so it needs a turn"),
    ("rain", "happens", "event relief", "Rain happens on a turn"),
    ("blue/A", "leaves", "pool reserve", "only units that arrive wait in a pool"),
    ("blue/A", "arrives", "pool depot", "which is not that of its side")])
def test_what_cannot_be_moved_says_why(key: str, role: Role, to: str, why: str) -> None:
    given = made()
    with pytest.raises(ValueError, match=why):
        put_in_box(given, [key], box(given, to), role)


@pytest.mark.parametrize(("key", "role", "word"), [
    ("blue/A", "arrives", "arrive"), ("blue/A", "leaves", "leave"), ("blue/B", "moves", "be released"),
    ("rain", "happens", "happen")])
def test_nothing_goes_past_the_end(key: str, role: Role, word: str) -> None:
    given = made()
    with pytest.raises(ValueError, match=f"cannot {word} on turn 9: the game has 4 turns"):
        put_in_box(given, [key], TrackBox("Turn 9", turn=9), role)


def test_replacements_are_moved_with_all_that_is_received() -> None:
    """Steps and air points go to another turn together; in the first box nothing is received."""
    given = made()
    sides = [replace(s, name=s.id.capitalize()) for s in given.ruleset.sides]
    given = replace(given, ruleset=replace(given.ruleset, sides=tuple(sides), replacements=(
        Replacements(1, "blue", 2, (("air", 3),)), Replacements(2, "blue", 1, (("air", 1),)))))
    assert box(given, "turn 1").received == ("1/blue",)
    after = put_in_box(given, ["1/blue"], box(given, "turn 2"), "receives")
    assert (box(after, "turn 1").received, box(after, "turn 2").received) == ((), ("2/blue",))
    assert after.scenario is not None
    assert after.scenario.replacements == (
        ReplacementOverride(1, "blue", 0), ReplacementOverride(2, "blue", 3, (("air", 4),)))
    assert put_in_box(after, ["2/blue"], box(given, "waiting"), "receives").scenario != after.scenario
    with pytest.raises(ValueError, match="Replacements of the Blue on turn 1 come on a turn"):
        put_in_box(given, ["1/blue"], box(given, "event rain"), "receives")


def test_what_the_ruleset_withdraws_says_where_it_is_changed() -> None:
    given = made()
    given = replace(given, ruleset=replace(given.ruleset, withdrawals=(
        Withdrawal(UnitFilter(side=("blue",)), 2),)))
    assert [entry_text(given, e) for e in box(given, "turn 2").entries if e.role == "withdrawn"] == [
        "Withdrawn: units of the Blue army"]
    with pytest.raises(ValueError, match="Victory and events… > Withdrawals has their turn"):
        put_in_box(given, ["0"], box(given, "turn 3"), "withdrawn")


def test_assets_of_each_turn_stand_in_their_turns() -> None:
    given = made()
    given = replace(given, ruleset=replace(given.ruleset, assets=(
        Asset("air", "Air points", "blue", each_turn=((2, 3), (3, 0))),)))
    assert [b.turn for b in turn_track(given) if b.gained] == [2]
    assert [entry_text(given, e) for e in box(given, "turn 2").entries if e.role == "gains"] == [
        "Air points, Blue army: 3"]
    with pytest.raises(ValueError, match="Victory and events… > Assets has the numbers"):
        put_in_box(given, ["2/air"], box(given, "turn 3"), "gains")


def test_an_event_gets_a_date_or_another_one() -> None:
    given = date_event(made(), ScheduledEvent("rain", never=True))
    given = date_event(given, ScheduledEvent("coup", turn=(1, 1)))
    assert given.scenario is not None
    assert [(e.id, e.never) for e in given.scenario.schedule] == [
        ("rain", True), ("relief", False), ("coup", False)]
    with pytest.raises(ValueError, match="Coup cannot happen on turn 9"):
        date_event(given, ScheduledEvent("coup", turn=(9, 9)))
