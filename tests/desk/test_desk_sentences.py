"""The test of all sentences of the desk finds the faults that it looks for, and suggestions are made."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk_logs import log_in, night_card, results
from plain_sentences import faults_of

from visegrad_editor.desk.card import Date
from visegrad_editor.desk.procedures.catalogue import procedures
from visegrad_editor.engine import IllegalOrderError


@pytest.mark.parametrize(("text", "what"), [
    ("A American glider carries this.", "a before a vowel"), ("It has 1 hexes.", "one of a plural"),
    ("It  has.", "two blanks"), ("The at_least is.", "an underscore"), ("It has {n}.", "a brace"),
    ("the unit moves.", "no capital at the start"), ("It moves", "no end"),
    ("It is of the german side.", "a side as an id")])
def test_faults_are_found(text: str, what: str) -> None:
    assert faults_of(text, "") == [what]


@pytest.mark.parametrize("text", ["a is sunk.", "It has 11 hexes (E1.1)", "Write `ec found=…`.", "An elf."])
def test_what_is_no_fault(text: str) -> None:
    assert not faults_of(text, "a")


@pytest.mark.parametrize(("line", "says"), [
    ("recon nation=rusian class=normal dice=3", "Did you mean `russian`?"),
    ("stealth-class troop=martian what=mmc", "Nation or troops is"),
    ("majority-type units=1:hs:lax:rusian", "Did you mean `russian`?"),
    ("control-declare place=M4 side=rusian why=a", "Did you mean `russian`?"),
    ("control-mops-up side=german building=nothing", "There is no building \"nothing\"")])
def test_words_that_are_not_known_are_refused(line: str, says: str) -> None:
    """E1.23, E1.6, E.4, A26.1, A26.14."""
    with pytest.raises(IllegalOrderError, match=says):
        log_in(night_card()).apply(line)


def test_commissars_are_russian_or_partisan_a25_22() -> None:
    card = replace(night_card(), date=Date(1942, 10))
    line = "commissar exchange=8-1 leaders=8-1,8-0"
    assert results(log_in(card), f"{line} side=german") == ["refused A25.22"]
    assert results(log_in(card), f"{line} side=russian") == ["10-0"]


def test_each_list_names_things_once_unless_they_repeat() -> None:
    """Numbers and values of counters repeat; names, hexes and directions do not."""
    lists = [one for each in procedures().values() for one in each.inputs if one.many]
    assert len(lists) > 30
    assert {one.id for one in lists if one.repeat} == {
        "defender", "attacker", "units", "vehicles", "guns", "mortars", "ammunition", "leaders",
        "commissars", "spent", "mf", "pp", "counters"}
    assert not [one.id for one in lists if one.repeat and one.kind in ("hex", "direction", "side")]


def test_what_only_follows_says_from_what() -> None:
    after = {one.id for one in procedures().values() if one.only_after}
    assert after == {"stray-direction", "stray-end", "jitter", "starshell-place", "ir-place"}
    for id in after:
        one = procedures()[id]
        assert any(f"`{other}`" in one.only_after for other in procedures())
