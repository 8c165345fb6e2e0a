"""Commissars (A25.22 to A25.224) and those of the NKVD (A25.25)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from desk_logs import bundled, results

from visegrad_editor.desk.card import Card, Date, Force
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.catalogue import reminders_of
from visegrad_editor.desk.procedures.commissars import has_commissars
from visegrad_editor.desk.procedures.procedure import DeskEvent
from visegrad_editor.desk.special_rules import SpecialRules
from visegrad_editor.engine import Dice, IllegalOrderError


def card(*kinds: str, date: str = "1942-10", nation: str = "russian", **changes: Any) -> Card:
    """A card whose russian side has leaders of these values; one with a colon is a whole kind."""
    loaded = bundled("lantern-hill")
    year, month = map(int, date.split("-"))
    forces = tuple(Force(1, kind if ":" in kind else f"{nation}/{kind}") for kind in kinds)
    groups = tuple(replace(g, forces=forces if g.side == "russian" else (Force(1, "german/4-6-7"),))
                   for g in loaded.groups)
    return replace(loaded, groups=groups, date=Date(year, month), **changes)


def log(*kinds: str, **more: Any) -> CardLog:
    return CardLog(card(*(kinds or ("8-0", "8-1", "7-0")), **more), Dice(given=[]))


def event_of(line: str, one: CardLog | None = None) -> DeskEvent:
    (event,) = (one or log()).apply(line)
    assert isinstance(event, DeskEvent)
    return event


@pytest.mark.parametrize(("leaders", "order", "expected"), [
    (("8-0", "8-1"), "exchange=8-0", ["9-0"]), (("8-0", "8-1"), "exchange=8-1", ["10-0"]),
    (("8-0", "8-1"), "exchange=8-0,8-1", ["refused A25.22"]),
    (("8-0", "8-1", "7-0"), "exchange=8-0,8-1", ["refused A25.22"]),
    (("8-0", "8-1", "7-0", "9-2"), "exchange=8-0,8-1", ["9-0", "10-0"]),
    (("8-0",), "exchange=8-0", ["refused A25.22"]),
    (("8-1", "7-0"), "exchange=8-0", ["refused A25.22"]),
    (("8-0", "8-0", "8-0", "7-0"), "exchange=8-0,8-0", ["refused A25.22"]),
    (("russian:commissar/8+1", "8-0", "7-0"), "exchange=8-0", ["refused A25.22"]),
    (("russian:commissar/8+1", "8-0", "7-0", "7-0"), "exchange=8-0", ["9-0"]),
    (("8-0", "4-4-7"), "exchange=8-0", ["refused A25.22"])])
def test_who_may_be_exchanged(leaders: tuple[str, ...], order: str, expected: list[str]) -> None:
    assert results(log(*leaders), f"commissar {order}") == expected


@pytest.mark.parametrize("nation", ["russian", "partisan"])
@pytest.mark.parametrize(("date", "expected"), [
    ("1941-06", "9-0"), ("1942-10", "9-0"), ("1942-11", "refused A25.22"), ("1943-01", "refused A25.22")])
def test_until_when(nation: str, date: str, expected: str) -> None:
    one = log("8-0", "7-0", date=date, nation=nation)
    assert results(one, "commissar exchange=8-0") == [expected]
    assert ("commissar" in [o.procedure.id for o in log("8-0", date=date, nation=nation).offers()]) == (
        expected == "9-0")


def test_the_book_keeps_exchanges() -> None:
    one = log("8-0", "8-1", "7-0")
    assert results(one, "commissar exchange=8-0") == ["9-0"]
    assert one.books.nations.exchanged_by("russian") == ("8-0",)
    assert results(one, "commissar exchange=8-0") == ["refused A25.22"]
    assert results(one, "commissar exchange=8-1") == ["refused A25.22"]
    more = log("8-0", "8-1", "7-0", "7-0")
    assert results(more, "commissar exchange=8-0") == ["9-0"]
    assert results(more, "commissar exchange=8-1") == ["10-0"]
    assert more.books.nations.exchanged == (("russian", "8-0"), ("russian", "8-1"))
    twins = log("8-0", "8-0", "7-0", "7-0", "7-0")
    assert results(twins, "commissar exchange=8-0") == ["9-0"]
    assert results(twins, "commissar exchange=8-0") == ["refused A25.22"]
    more.undo()
    assert more.books.nations.exchanged == (("russian", "8-0"),)


def test_one_that_the_card_exchanged_already() -> None:
    one = card("8-0", "7-0", "7-0", "7-0")
    exchanged = Force(1, "russian:commissar/9-0", exchanged_for="russian/8-0")
    groups = tuple(replace(g, forces=(*g.forces, exchanged)) if g.side == "russian" else g
                   for g in one.groups)
    assert results(CardLog(replace(one, groups=groups), Dice(1)), "commissar exchange=8-0") == [
        "refused A25.22"]


def test_leaders_may_be_said_instead() -> None:
    assert results(log("4-4-7"), "commissar exchange=8-0 leaders=8-0,9-1") == ["9-0"]
    assert results(log("4-4-7"), "commissar exchange=8-0 leaders=8-0,9-1 commissars=8+1") == [
        "refused A25.22"]
    with pytest.raises(IllegalOrderError, match="Leaders exchanged is 8-0 or 8-1"):
        log().apply("commissar exchange=9-0")


@pytest.mark.parametrize(("order", "expected"), [
    ("unit=squad lower=yes", "replaced"), ("unit=hs lower=yes", "replaced"), ("unit=squad lower=no", "hs"),
    ("unit=hs lower=no", "eliminated"), ("unit=crew", "eliminated"), ("unit=smc", "eliminated"),
    ("unit=crew lower=yes", "eliminated"), ("unit=smc lower=no", "eliminated"),
    ("unit=squad", "refused A25.222"), ("unit=hs", "refused A25.222"),
    ("unit=squad kind=russian/4-4-7", "refused A25.222"),
    ("unit=squad kind=martian/4-4-7", "refused A25.222"), ("unit=squad kind=4-4-7", "refused ")])
def test_a_rally_under_a_commissar_fails(order: str, expected: str) -> None:
    assert results(log(), f"commissar-rally {order}") == [expected]


def test_what_replaces_a_kind_is_named_where_the_rules_say_it() -> None:
    event = event_of("commissar-rally unit=squad kind=italian/4-4-7", log("8-0", "italian:x/4-4-7"))
    assert event.result == "replaced"
    assert "3-4-6" in event.text
    assert results(log(), "commissar-rally unit=squad kind=italian/4-4-7 lower=no") == ["hs"]


@pytest.mark.parametrize(("order", "final", "result"), [
    ("morale=7", 8, "raised"), ("morale=9", 10, "raised"), ("morale=10", 10, "same"),
    ("morale=0", 1, "raised"),
    ("morale=7 unit=cavalry", 8, "raised"), ("morale=7 unit=other", 7, "same"),
    ("morale=7 is-commissar=yes", 7, "same"), ("morale=7 commissar-broken=yes", 7, "same"),
    ("morale=7 commissar-pinned=yes", 7, "same")])
def test_morale_beside_a_commissar(order: str, final: int, result: str) -> None:
    event = event_of(f"commissar-morale {order}")
    assert (event.final, event.result, event.rule) == (final, result, "A25.221")


@pytest.mark.parametrize(("die", "result"), [
    (1, "10-0"), (2, "9-0"), (3, "9-0"), (4, "8+1"), (5, "8+1"), (6, "none")])
def test_each_row_of_the_commissars_of_the_nkvd(die: int, result: str) -> None:
    event = event_of(f"nkvd-leader dice={die}")
    assert (event.final, event.result, event.rule) == (die, result, "A25.25")


@pytest.mark.parametrize(("given", "drm"), [
    ("vehicle=yes", -1), ("columns=1", -1), ("columns=3", -3), ("fanatic=yes", -1), ("broken=yes", 1),
    ("fanatic=yes broken=yes", 0), ("vehicle=yes fanatic=yes", -2), ("columns=2 fanatic=yes broken=yes", -2)])
def test_each_modifier_of_the_commissars_of_the_nkvd(given: str, drm: int) -> None:
    event = event_of(f"nkvd-leader {given} dice=6")
    assert event.final == 6 + drm
    assert {m.rule for m in event.modifiers} == {"A25.25"}
    assert event.result == {-3: "9-0", -2: "8+1", -1: "8+1", 0: "none", 1: "none"}[drm]


def test_a_vehicle_has_no_columns() -> None:
    with pytest.raises(IllegalOrderError, match="not both") as error:
        log().apply("nkvd-leader vehicle=yes columns=1 dice=3")
    assert error.value.rule == "A25.25"


def test_only_cards_with_commissars_have_them() -> None:
    without = card("7-0", nation="german")
    assert not has_commissars(SpecialRules(), without)
    with pytest.raises(IllegalOrderError, match="not in use on this card"):
        CardLog(without, Dice(1)).apply("nkvd-leader")
    assert {"commissar-rank", "commissar-berserk"} <= {r.id for r in reminders_of(card("8-0"))}
    assert not {"commissar-rank"} & {r.id for r in reminders_of(without)}
