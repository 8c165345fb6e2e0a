"""Acceptance cases of nations: T03 (human wave) and T23 (commissars)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk_logs import bundled, log_in, results, the_event

from visegrad_editor.desk.card import Card, Date, Force
from visegrad_editor.desk.log import CardLog
from visegrad_editor.engine import Dice, IllegalOrderError


def soviets(*forces: Force, date: Date) -> Card:
    loaded = bundled("lantern-hill")
    groups = tuple(replace(g, forces=forces, cloaks=0) if g.side == "russian" else g for g in loaded.groups)
    return replace(loaded, groups=groups, date=date, ssr=())


def test_t03_a_human_wave() -> None:
    log = log_in(soviets(Force(8, "russian/4-4-7"), date=Date(1943, 10)), "movement")
    rest = "chain=H3,H4,I4 leaders=H4 target=K6 sees=I4 ready=yes apart=yes"
    with pytest.raises(IllegalOrderError, match=r"1\.67") as error:
        log.apply(f"wave-plan units=3,1,1 {rest}")
    assert error.value.rule == "A25.23"
    assert results(log, f"wave-plan units=3,2,1 {rest}") == ["rows"]
    straight = the_event(log, "wave-hexes hex=H4 grain=3")
    assert (set(straight.hexes), straight.text.partition("side hexes ")[2]) == ({"I4", "I5", "H5"}, "none.")
    alternate = the_event(log, "wave-hexes hex=H4 grain=3-4")
    assert set(alternate.hexes) == {"I5", "H5"}
    assert set(alternate.text.partition("side hexes ")[2].rstrip(".").split(" and ")) == {"I4", "G5"}


LEADERS = (Force(1, "russian/8-0"), Force(1, "russian/8-1"), Force(1, "russian/7-0"))


@pytest.mark.parametrize(("date", "exchange", "result"), [
    (Date(1942, 10), "8-0,8-1", ["refused A25.22"]), (Date(1942, 10), "8-0", ["9-0"]),
    (Date(1942, 10), "8-1", ["10-0"]), (Date(1942, 11), "8-0", ["refused A25.22"])])
def test_t23_commissars_in_place_of_leaders(date: Date, exchange: str, result: list[str]) -> None:
    assert results(CardLog(soviets(*LEADERS, date=date), Dice(1)), f"commissar exchange={exchange}") == result


def test_t23_a_commissar_of_the_nkvd() -> None:
    log = CardLog(soviets(*LEADERS, date=Date(1942, 10)), Dice(given=[]))
    event = the_event(log, "nkvd-leader fanatic=yes columns=1 dice=4")
    assert (event.final, event.result) == (2, "9-0")
