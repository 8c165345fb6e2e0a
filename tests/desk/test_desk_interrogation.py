"""What prisoners (E2.1 to E2.3) and civilians (E2.41 to E2.43) tell, and what is revealed."""

from __future__ import annotations

import pytest
from card_logs import at, done, game, results
from items import some

from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.special_rules import SpecialRules
from visegrad_editor.engine import IllegalOrderError

BOTH = SpecialRules(interrogation=True, civilians=True)


def log(country: str = "neutral") -> CardLog:
    return at(game(BOTH, country=(("british", country),)))


@pytest.mark.parametrize(("size", "class_", "guard", "drm"), [
    ("half-squad", "first", "first", 0), ("crew", "second", "second", 0), ("squad", "first", "elite", -1),
    ("half-squad", "green", "first", -1), ("half-squad", "conscript", "second", -1),
    ("half-squad", "elite", "first", 1), ("leader", "first", "first", 1), ("hero", "first", "first", 2),
    ("crew", "first", "green", 1), ("crew", "first", "conscript", 1), ("squad", "conscript", "green", -1),
    ("squad", "elite", "first", 0), ("leader", "elite", "conscript", 3), ("hero", "elite", "green", 4)])
def test_each_modifier_of_the_interrogation(size: str, class_: str, guard: str, drm: int) -> None:
    event, = done(log(), f"interrogate unit=a size={size} class={class_} guard={guard} dice=3-3")
    assert event.final == 6 + drm
    assert all(m.amount and m.rule == "E2.2" for m in event.modifiers)


@pytest.mark.parametrize(("dice", "result", "rule"), [
    ("1-1", "all", "E2.24"), ("1-2", "fortification", "E2.23"), ("2-2", "hidden", "E2.22"),
    ("2-3", "concealed", "E2.21"), ("3-3", "none", ""), ("6-6", "none", "")])
def test_each_row_of_the_interrogation(dice: str, result: str, rule: str) -> None:
    one = log()
    event, = done(one, f"interrogate unit=a size=crew class=first guard=first hex=F5 dice={dice}")
    assert event.result == result
    assert [(due.procedure, due.rule, due.must) for due in one.books.due] == (
        [("reveal", rule, True)] if rule else [])
    if rule:
        assert dict(one.books.due[0].inputs) == {"result": result, "limited": "yes", "from": "F5"}


def test_lowest_final_is_all() -> None:
    event, = done(log(), "interrogate unit=a size=squad class=green guard=first dice=1-1")
    assert (event.final, event.result) == (0, "all")


def test_nobody_is_questioned_twice() -> None:
    """Each prisoner is questioned once, where a special rule says so (E2.1)."""
    one = log()
    done(one, "interrogate unit=a size=crew class=first guard=first dice=6-6")
    with pytest.raises(IllegalOrderError, match="a has been questioned"):
        one.apply("interrogate unit=a size=crew class=first guard=first dice=1-1")
    done(one, "interrogate unit=b size=crew class=first guard=first dice=6-6")
    assert one.books.prisoners.questioned == ("a", "b")
    with pytest.raises(IllegalOrderError, match="Guard is missing"):
        one.apply("interrogate unit=c size=crew class=first")
    with pytest.raises(IllegalOrderError, match="not in use on this card"):
        game().apply("interrogate unit=c size=crew class=first guard=first")


# -- civilians -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("country", "results_by_die"), [
    ("friendly", ["all", "fortification", "fortification", "hidden", "hidden", "concealed"]),
    ("neutral", ["fortification", "fortification", "hidden", "hidden", "concealed", "concealed"]),
    ("enemy", ["fortification", "hidden", "hidden", "concealed", "concealed", "false"])])
def test_each_row_of_what_civilians_tell(country: str, results_by_die: list[str]) -> None:
    """Each cell of the table, with the modifier of the country (E2.42)."""
    for die, result in some(enumerate(results_by_die, 1)):
        one = log(country)
        where, told = done(one, f"civilians sniper=F5 dice=2-3,{die}")
        assert (where.result, told.result) == ("I4", result)
        assert told.final == die + {"friendly": -1, "neutral": 0, "enemy": 1}[country]
        assert [dict(due.inputs) for due in one.books.due] == (
            [] if result == "false" else [{"result": result, "limited": "no"}])
        assert ("become TI" in told.text) == (result == "false")


def test_civilians_need_a_unit_and_a_side() -> None:
    event, = done(log(), "civilians sniper=F5 units=no")
    assert (event.result, event.rule) == ("none", "E2.41")
    assert done(log(), "civilians sniper=A1 dice=1-6,3")[0].result == "off"
    with pytest.raises(IllegalOrderError, match="no side moves now"):
        game(BOTH).apply("civilians sniper=F5 dice=1-6,3")
    with pytest.raises(IllegalOrderError, match=r"Ask: the hex of the Sniper.*E\.3"):
        log().apply("civilians")


# -- what is revealed ----------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "shown"), [
    ("result=concealed concealed=F8,F7", [("concealed", ("F7",))]),
    ("result=hidden hidden=F8,F9 concealed=F6", [("hidden", ("F8",))]),
    ("result=hidden concealed=F6", [("concealed", ("F6",))]),
    ("result=concealed hidden=F6", [("none", ())]),
    ("result=fortification fortifications=wire@F8,mines@F6 hidden=F5", [("fortification", ("F6",))]),
    ("result=fortification hidden=F9 concealed=F6", [("hidden", ("F9",))]),
    ("result=fortification concealed=F6", [("concealed", ("F6",))]),
    ("result=fortification", [("none", ())]),
    # One of each.
    ("result=all concealed=F6 hidden=F7 fortifications=wire@F8",
     [("concealed", ("F6",)), ("hidden", ("F7",)), ("fortification", ("F8",))]),
    ("result=all concealed=F6,F7,F8",
     [("concealed", ("F6",)), ("concealed", ("F7",)), ("concealed", ("F8",))]),
    ("result=all hidden=F7", [("none", ()), ("hidden", ("F7",)), ("concealed", ("F7",))]),
    ("result=all", [("none", ()), ("none", ()), ("none", ())])])
def test_what_is_revealed(line: str, shown: list[tuple[str, tuple[str, ...]]]) -> None:
    """To a guard, or to the phasing side by civilians (E2.43), whom no distance limits."""
    events = done(log(), f"reveal from=F5 limited=no {line}")
    assert [(e.result, e.hexes) for e in events] == shown


def test_a_network_is_shown_with_all_that_is_in_its_hexes() -> None:
    line = ("reveal from=F5 limited=no result=fortification "
            "fortifications=wire@F7,wire@F8,wire@F9,trench@F8,trench@G8,wire@K1,mines@F7")
    with pytest.raises(IllegalOrderError, match="wire@F7, mines@F7 are equally near"):
        log().apply(line)
    event, = done(log(), f"{line} choose=wire@F7")
    assert event.hexes == ("F7", "F8", "F9")
    assert all(word in event.text for word in ("wire@F7", "wire@F8", "wire@F9", "trench@F8", "mines@F7"))
    assert not any(word in event.text for word in ("trench@G8", "wire@K1"))


@pytest.mark.parametrize(("line", "hexes"), [
    ("limited=yes concealed=F1", ()), ("limited=yes concealed=F1 los=F1", ("F1",)),
    ("limited=no concealed=F1", ("F1",)), ("limited=yes concealed=F2", ("F2",))])
def test_a_prisoner_gives_away_what_he_could_see_or_is_near(line: str, hexes: tuple[str, ...]) -> None:
    """E2.3: F2 is 8 hexes away, F1 is 9."""
    event, = done(log(), f"reveal from=F10 result=concealed {line}")
    assert event.hexes == hexes
    assert (event.result == "none") == (not hexes)


def test_the_limit_cuts_networks() -> None:
    line = "reveal from=F10 result=fortification fortifications=wire@F2,wire@F1"
    assert done(log(), line)[0].hexes == ("F2",)
    assert done(log(), f"{line} limited=no")[0].hexes == ("F1", "F2")


def test_the_questioned_side_chooses_between_equally_near_hexes() -> None:
    line = "reveal from=F5 result=concealed concealed=F7,F3"
    with pytest.raises(IllegalOrderError, match="F7, F3 are equally near; the questioned side chooses"):
        log().apply(line)
    with pytest.raises(IllegalOrderError, match="equally near"):
        log().apply(f"{line} choose=F9")
    assert done(log(), f"{line} choose=F3")[0].hexes == ("F3",)
    assert done(log(), "reveal from=F5 result=concealed concealed=F7")[0].hexes == ("F7",)


@pytest.mark.parametrize(("value", "says"), [
    ("wire", "wire is no Fortification; write its kind and its hex"), ("@F5", "is no Fortification"),
    ("wire@ZZ99", "ZZ99")])
def test_a_fortification_has_a_kind_and_a_hex(value: str, says: str) -> None:
    with pytest.raises(IllegalOrderError, match=says):
        log().apply(f"reveal from=F5 result=fortification fortifications={value}")


def test_what_is_told_waits_until_it_is_revealed() -> None:
    one = log()
    done(one, "interrogate unit=a size=crew class=first guard=first dice=2-3")
    with pytest.raises(IllegalOrderError, match="First `reveal`: what a gives away"):
        one.apply("next")
    assert results(done(one, "reveal from=F5 concealed=F6")) == ["concealed"]
    done(one, "next")
