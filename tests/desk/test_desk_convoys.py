"""Convoys of vehicles and columns of units on foot (E11)."""

from __future__ import annotations

from typing import Any

import pytest
from air_logs import done, offered, refused, result
from card_logs import at, game
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.desk.card import START, Column, Convoy, Group
from visegrad_editor.desk.log import CardLog


def _line(*lengths: int, side: str = "german") -> tuple[Group, ...]:
    return tuple(Group(f"c{n}", side, START, convoy=Convoy(("german/truck",) * length))
                 for n, length in enumerate(lengths))


def _convoys(*lengths: int, phase: str = "movement", half: str = "second") -> CardLog:
    return at(game(groups=_line(*(lengths or (8,)))), 2, half, phase)


def _ids(log: CardLog) -> list[tuple[str, int]]:
    return [(c.id, len(c.vehicles)) for c in log.books.convoys.convoys]


# -- cost (E11.2, E11.23) -----------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "cost"), [
    ("mp=0.5 road=yes", "2"), ("mp=1 road=yes", "2"), ("mp=2 "
        "road=yes", "3"), ("mp=4", "5"), ("mp=0.5", "1.5"),
    ("mp=0.5 road=yes into=vehicle extra=2", "6"), ("mp=4 into=vehicle extra=1", "7"),
    ("mp=4 into=convoy extra=1", "9"), ("mp=4 into=convoy extra=1 mover=other", "6"),
    ("mp=4 into=vehicle extra=1 mover=other", "5"), ("mp=0.5 road=yes mover=other", "0.5"),
    ("mp=4 extra=3", "4.0"), ("mp=2 hexsides=2", "4"), ("mp=2 hexsides=1", "3")])
def test_cost_of_a_hex(inputs: str, cost: str) -> None:
    cost = "5" if cost == "4.0" else cost
    assert result(_convoys(), f"convoy {inputs}")[0] == cost


# -- gaps (E11.1, E11.21) -----------------------------------------------------------------------


def test_the_worked_example_of_a_gap() -> None:
    log = _convoys(8)
    done(log, "convoy-impulse")
    event = done(log, "convoy-gap convoy=c0 vehicle=c0-3 reason=eliminated")[-1]
    assert event.result == "front-first"
    assert _ids(log) == [("c0-front", 2), ("c0-rear", 5)]
    assert refused(log, "convoy-impulse convoy=c0-rear").startswith("E11.21: c0-front, in front of the gap")
    assert refused(log, "convoy-end convoy=c0-rear").startswith("E11.21: c0-front, in front of the gap")
    assert done(log, "convoy-impulse convoy=c0-front")[-1].text.startswith("c0-front makes impulse 2")
    assert "Now c0-rear goes on" in done(log, "convoy-end convoy=c0-front")[-1].text
    assert refused(log, "convoy-impulse convoy=c0-front").startswith("E11.21: The Movement Phase of "
        "c0-front is over")
    done(log, "convoy-impulse convoy=c0-rear")
    assert done(log, "convoy-gap convoy=c0-rear vehicle=c0-6 reason=immobilised")[-1].result == "front-first"
    assert _ids(log) == [("c0-front", 2), ("c0-rear-front", 2), ("c0-rear-rear", 2)]
    assert refused(log, "convoy-impulse convoy=c0-rear-rear").startswith("E11.21: c0-rear-front")
    done(log, "convoy-end convoy=c0-rear-front")
    assert not refused(log, "convoy-impulse convoy=c0-rear-rear")
    # In the next player turn of its side nothing waits.
    at(log, 3, "second", "movement")
    assert not refused(log, "convoy-impulse convoy=c0-rear-rear")


def test_a_gap_in_the_front_part_while_the_rear_one_waits() -> None:
    log = _convoys(9)
    done(log, "convoy-impulse")
    done(log, "convoy-gap convoy=c0 vehicle=c0-6 reason=eliminated")
    done(log, "convoy-gap convoy=c0-front vehicle=c0-3 reason=eliminated")
    assert _ids(log) == [("c0-front-front", 2), ("c0-front-rear", 2), ("c0-rear", 3)]
    assert not refused(log, "convoy-impulse convoy=c0-front-front")
    assert refused(log, "convoy-impulse convoy=c0-rear").startswith("E11.21: c0-front-rear")
    done(log, "convoy-end convoy=c0-front-front")
    assert refused(log, "convoy-impulse convoy=c0-rear").startswith("E11.21: c0-front-rear")
    done(log, "convoy-end convoy=c0-front-rear")
    assert not refused(log, "convoy-impulse convoy=c0-rear")


def test_a_gap_before_the_first_impulse_sets_no_order() -> None:
    log = _convoys(5)
    assert done(log, "convoy-gap vehicle=c0-3 reason=eliminated")[-1].result == "split"
    assert not refused(log, "convoy-impulse convoy=c0-rear")
    ended = _convoys(5)
    done(ended, "convoy-impulse")
    done(ended, "convoy-end")
    assert done(ended, "convoy-gap vehicle=c0-3 reason=eliminated")[-1].result == "split"
    fired = _convoys(5, phase="defensive-fire", half="first")
    assert done(fired, "convoy-gap vehicle=c0-3 reason=eliminated")[-1].result == "split"


@pytest.mark.parametrize(("length", "vehicle", "word", "left"), [
    (4, 1, "no-gap", [("c0", 3)]), (4, 4, "no-gap", [("c0", 3)]), (4, 2, "split", [("c0-rear", 2)]),
    (4, 3, "split", [("c0-front", 2)]), (3, 2, "split", []),
    (2, 1, "no-convoy", []), (2, 2, "no-convoy", [])])
def test_one_vehicle_is_no_convoy(length: int, vehicle: int, word: str, left: list[tuple[str, int]]) -> None:
    log = _convoys(length)
    assert done(log, f"convoy-gap convoy=c0 vehicle=c0-{vehicle} reason=eliminated")[-1].result == word
    assert _ids(log) == left


def test_names_that_no_convoy_has() -> None:
    log = _convoys(3)
    assert refused(log, "convoy-gap convoy=c0 vehicle=c0-4 reason=eliminated").startswith("E11.21: c0-4 is "
        "no vehicle")
    assert refused(log, "convoy-impulse convoy=c1").startswith("E11.1: There is no convoy c1; there are c0")
    done(log, "convoy-gap convoy=c0 vehicle=c0-2 reason=eliminated")
    assert "none is left" in refused(log, "convoy-impulse convoy=c0")


@pytest.mark.parametrize(("half", "phase"), [
    ("first", "movement"), ("second", "advance"), ("second", "rally")])
def test_convoys_move_in_their_own_movement_phase(half: str, phase: str) -> None:
    assert refused(_convoys(3, half=half, phase=phase), "convoy-impulse").startswith("E11.2: ")


def test_nobody_moves_between() -> None:
    log = _convoys(3, 3)
    done(log, "convoy-impulse convoy=c0")
    assert refused(log, "convoy-impulse convoy=c1").startswith("E11.21: c0 has begun")
    done(log, "convoy-end convoy=c0")
    assert not refused(log, "convoy-impulse convoy=c1")


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 12), st.lists(st.tuples(st.integers(0, 50), st.booleans()), max_size=8))
def test_however_convoys_part_all_can_end_and_none_has_one_vehicle(
        length: int, steps: list[tuple[int, bool]]) -> None:
    log = _convoys(length)
    vehicles = length
    for pick, moves in steps:
        convoys = log.books.convoys.convoys
        free = [c for c in convoys if not refused(log, f"convoy-impulse convoy={c.id}")]
        if moves and free:
            done(log, f"convoy-impulse convoy={free[pick % len(free)].id}")
        elif convoys:
            convoy = convoys[pick % len(convoys)]
            done(log, f"convoy-gap convoy={convoy.id} vehicle={convoy.vehicles[pick % len(convoy.vehicles)]} "
                      "reason=eliminated")
        now = [c.vehicles for c in log.books.convoys.convoys]
        assert all(len(v) > 1 for v in now)
        assert len({name for v in now for name in v}) == sum(map(len, now)) <= vehicles
        vehicles = sum(map(len, now))
    while any(not c.ended for c in log.books.convoys.convoys):
        free = [c.id for c in log.books.convoys.convoys if not refused(log, f"convoy-end convoy={c.id}")]
        assert free, "every convoy waits for another one"
        done(log, f"convoy-end convoy={free[0]}")
    assert all(c.ended for c in log.books.convoys.convoys)
    assert vehicles <= length


# -- leaving, joining (E11.25, E11.26) ----------------------------------------------------------


@pytest.mark.parametrize(("inputs", "rule"), [
    ("reason=enemy", "E11.25"), ("reason=attacked", "E11.25"), ("reason=lost", "E11.25"),
    ("reason=radio radio=yes", "E11.25"), ("reason=recalled", "E11.253")])
def test_a_vehicle_leaves(inputs: str, rule: str) -> None:
    log = _convoys(5)
    done(log, "convoy-impulse")
    events = done(log, f"convoy-leave vehicle=c0-3 {inputs}")
    assert [(e.result, e.rule) for e in events] == [("leaves", rule), ("front-first", "E11.21")]
    assert _ids(log) == [("c0-front", 2), ("c0-rear", 2)]


@pytest.mark.parametrize(("inputs", "rule"), [
    ("reason=radio", "E11.251"), ("reason=recalled new=yes", "E11.253")])
def test_leaving_that_is_refused(inputs: str, rule: str) -> None:
    assert refused(_convoys(5), f"convoy-leave vehicle=c0-3 {inputs}").startswith(f"{rule}: ")
    assert refused(_convoys(5), "convoy-leave vehicle=c0-1 reason=enemy new=yes").startswith("E11.254: ")


def test_a_vehicle_leads_a_new_convoy() -> None:
    log = _convoys(5)
    done(log, "convoy-impulse")
    event = done(log, "convoy-leave vehicle=c0-3 reason=enemy new=yes")[-1]
    assert (event.result, event.rule) == ("front-first", "E11.254")
    assert _ids(log) == [("c0-front", 2), ("c0-rear", 3)]
    assert log.books.convoys.convoys[1].vehicles[0] == "c0-3"


def test_convoys_become_one() -> None:
    log = _convoys(3, 2)
    done(log, "convoy-impulse convoy=c1")
    event = done(log, "convoy-merge convoys=c0,c1")[-1]
    assert (event.result, _ids(log)) == ("merged", [("c0", 5)])
    assert done(log, "convoy-impulse")[-1].text.startswith("c0 makes impulse 2 ")
    assert refused(log, "convoy-merge convoys=c0").startswith("E11.26: Name two")
    assert refused(log, "convoy-merge convoys=c0,c9").startswith("E11.26: There is no convoy c9")
    other = Group("e", "british", START, convoy=Convoy(("british/truck",) * 2))
    mixed = at(game(groups=(*_line(2), other)), 2, "second", "movement")
    assert refused(mixed, "convoy-merge convoys=c0,e").startswith("E11.26: Name two")


# -- columns (E11.5) ----------------------------------------------------------------------------


def _columns(phase: str = "movement", half: str = "second", **card: Any) -> CardLog:
    group = Group("march", "german", START, column=Column((("german/4-6-7",), ("german/wagon",))))
    return at(game(groups=(group,), **card), 2, half, phase)


@pytest.mark.parametrize(("inputs", "mf"), [
    ("mf=4,6,3", 3), ("mf=4 leader=2", 6), ("mf=4,5 bonus=1", 5), ("mf=4 leader=2 bonus=2 "
        "move=double-time", 8),
    ("mf=8 move=gallop", 8), ("mf=4 into=factory", 4), ("mf=4 into=woods road=yes", 4), ("mf=4 "
        "into=building road=yes", 4)])
def test_movement_of_a_column(inputs: str, mf: int) -> None:
    assert result(_columns(), f"column {inputs}") == ("moves", mf)


@pytest.mark.parametrize(("inputs", "rule"), [
    *((f"move={move}", "E11.52") for move in ("assault", "bypass", "dash", "human-wave", "minimum")),
    ("into=woods", "E11.521"), ("into=building", "E11.521")])
def test_movement_that_no_column_makes(inputs: str, rule: str) -> None:
    assert refused(_columns(), f"column mf=4 {inputs}").startswith(f"{rule}: ")
    assert refused(_columns(), "column mf=4,x").startswith("E11.52: 'x' is no number")
    assert refused(_columns(), "column mf=0").startswith("E11.52: '0' is no number")


def test_the_minimum_move_is_a_reading() -> None:
    assert result(_columns(readings=(("R22", "none"),)), "column mf=4 move=minimum") == ("moves", 4)
    assert refused(_columns(readings=(("R22", "minimum"),)), "column mf=4 "
        "move=minimum").startswith("E11.52: ")


@pytest.mark.parametrize(("cause", "rule", "word"), [
    ("cause=attacked", "E11.53", "ends-move"), ("cause=seen", "E11.53", "ends-move"),
    ("cause=mines-hurt", "E11.534", "ends-move"), ("cause=mines", "E11.534", "stays"),
    ("cause=wire", "E11.534", "ends-move"), ("cause=voluntary", "E11.53", "ends-move"),
    *((f"cause={c} distance=6", "E11.533", "ends-move") for c in ("air", "he", "wp")),
    *((f"cause={c} distance=7", "E11.533", "stays") for c in ("air", "he", "wp"))])
def test_what_disbands_a_column(cause: str, rule: str, word: str) -> None:
    log = _columns()
    event = done(log, f"disband {cause}")[-1]
    assert (event.result, event.rule) == (word, rule)
    assert log.books.convoys.columns[0].disbanded is (word != "stays")
    assert refused(log, "column column=march mf=4").startswith("E11.53: ") is (word != "stays")
    if word != "stays":
        assert "All lose their concealment (E11.54)" in event.text
        assert ("takes effect after all fire" in event.text) is ("voluntary" in cause)


@pytest.mark.parametrize(("half", "phase", "word"), [
    ("second", "movement", "ends-move"), ("second", "advancing-fire", "free"),
    ("second", "defensive-fire", "free"),
    ("first", "movement", "pinned"), ("first", "prep-fire", "pinned"), ("first", "close-combat", "pinned")])
def test_what_becomes_of_a_column_that_disbands(half: str, phase: str, word: str) -> None:
    assert result(_columns(phase, half), "disband cause=attacked")[0] == word


@pytest.mark.parametrize(("half", "phase", "inputs", "rule"), [
    ("first", "movement", "cause=voluntary", "E11.53"), ("second", "advance", "cause=voluntary", "E11.53"),
    ("second", "movement", "cause=attacked "
        "on_board=no", "E11.53"), ("second", "movement", "cause=air", "E11.533"),
    ("second", "movement", "cause=seen column=other", "E11.5")])
def test_disbanding_that_is_refused(half: str, phase: str, inputs: str, rule: str) -> None:
    assert refused(_columns(phase, half), f"disband {inputs}").startswith(f"{rule}: ")


def test_which_cards_have_the_procedures() -> None:
    convoys = {"convoy", "convoy-impulse", "convoy-end", "convoy-gap", "convoy-leave", "convoy-merge"}
    columns = {"column", "disband"}
    assert not (convoys | columns) & {p.id for p in game().procedures()}
    assert convoys <= {p.id for p in _convoys().procedures()} - columns
    assert columns <= {p.id for p in _columns().procedures()} - convoys
    assert "convoy-impulse" in offered(_convoys())
    assert game(groups=_line(1)).books.convoys.convoys == ()
