"""Vehicles that supply ammunition (E10)."""

from __future__ import annotations

import pytest
from air_logs import done, offered, refused, result
from card_logs import at, game

from visegrad_editor.desk.card import START, Force, Fortification, Group
from visegrad_editor.desk.log import CardLog

FIT = "stopped=yes near=yes number=9"


def _log(phase: str = "rally", turn: int = 2, half: str = "first") -> CardLog:
    truck = Group("trucks", "german", START, forces=(Force(1, "german/truck", ammunition_mm=75),))
    return at(game(groups=(truck,)), turn, half, phase)


@pytest.mark.parametrize(("calibre", "passengers", "word"), [
    (75, 15, "yes"), (75, 14.5, "no"), (99, 15, "yes"), (100, 19, "no"), (100, 20, "yes"), (150, 20, "yes")])
def test_choice_of_a_supplier(calibre: float, passengers: float, word: str) -> None:
    assert result(_log(), f"ammo-vehicle calibre={calibre} passengers={passengers}")[0] == word


def test_ammunition_in_fire() -> None:
    log = _log("defensive-fire")
    event = done(log, "ammo vehicle=T supplier=S near=yes ce=yes")[-1]
    assert (event.result, event.rule) == ("B12", "E10.2")
    assert "(E10.21)" not in event.text
    for inputs, rule in (("near=no ce=yes", "E10.2"), ("near=yes ce=no", "E10.2"),
                         ("near=yes ce=yes bounding=yes", "E10.21")):
        assert refused(log, f"ammo vehicle=T supplier=S {inputs}").startswith(f"{rule}: ")


def test_a_supplier_serves_one_vehicle_at_a_time() -> None:
    log = _log("prep-fire")
    assert "(E10.21)" in done(log, "ammo vehicle=T supplier=S near=yes ce=yes")[-1].text
    assert not refused(log, "ammo vehicle=T supplier=S near=yes ce=yes")
    assert refused(log, "ammo vehicle=U supplier=S near=yes ce=yes").startswith("E10.2: S serves T in this "
        "phase")
    assert not refused(log, "ammo vehicle=U supplier=R near=yes ce=yes")
    event = done(log, "next")[-1]
    assert (event.result, event.units) == ("halted", ("S",))
    at(log, 2, "first", "advancing-fire")
    assert not refused(log, "ammo vehicle=U supplier=S near=yes ce=yes")
    at(log, 2, "second", "prep-fire")
    assert "supplied ammunition" not in done(log, "next")[-1].text


def test_a_supplier_that_served_in_another_phase_may_move() -> None:
    log = _log("defensive-fire", 1, "second")
    done(log, "ammo vehicle=T supplier=S near=yes ce=yes")
    at(log, 2, "first", "prep-fire")
    assert "supplied ammunition" not in done(log, "next")[-1].text


@pytest.mark.parametrize(("number", "turns"), [(2, 1), (9, 1), (10, 2), (11, 3)])
@pytest.mark.parametrize(("half", "phase", "first"), [
    ("first", "rally", 2), ("second", "rally", 3), ("first", "prep-fire", 3)])
def test_turns_of_replenishing(number: int, turns: int, half: str, phase: str, first: int) -> None:
    log = _log(phase, 2, half)
    line = f"replenish supplier=S vehicles=T stopped=yes near=yes number={number}"
    assert f"until the end of turn {first + turns - 1}." in done(log, line)[-1].text
    last = first + turns - 1
    at(log, last - 1, "second", "close-combat")
    assert len(done(log, "next")) == 1
    at(log, last, "first", "close-combat")
    assert len(done(log, "next")) == 1
    at(log, last, "second", "close-combat")
    events = done(log, "next dice=6-5")
    assert [getattr(e, "result", "") for e in events] == ["replenished", "left", ""]
    assert log.books.ammunition.work == ()


@pytest.mark.parametrize(("dice", "word"), [("6-6", "empty"), ("6-5", "left"), ("1-1", "left")])
def test_ammunition_that_is_left(dice: str, word: str) -> None:
    log = _log()
    done(log, f"replenish supplier=S vehicles=T,U {FIT}")
    at(log, 2, "second", "close-combat")
    events = done(log, f"next dice={dice}")
    assert (events[1].result, events[1].final) == (word, sum(map(int, dice.split("-"))))
    assert "T and U have ammunition again, special kinds that were used up too (E10.31)" in events[0].text


@pytest.mark.parametrize(("inputs", "rule", "says"), [
    (f"vehicles=T,U,V {FIT}", "E10.3", "One or 2 vehicles"), (FIT, "E10.3", "One or 2 vehicles"),
    ("vehicles=T stopped=no near=yes number=9", "E10.3", "stop and do nothing"),
    ("vehicles=T stopped=yes near=no number=9", "E10.3", "neither in the same location"),
    ("vehicles=T stopped=yes near=yes", "E10.3", "circled number"), (f"vehicles=T {FIT} "
        f"short=no", "E10.3", "shortage"),
    (f"vehicles=T {FIT} ce=no", "E10.3", "exposed"), (f"vehicles=S {FIT}", "E10.3", "cannot supply itself"),
    ("task=transfer vehicles=R stopped=yes near=yes", "E10.4", "Only an immobilised"),
    ("task=transfer stopped=yes near=yes immobilised=yes", "E10.4", "Name the one vehicle"),
    ("task=transfer vehicles=R,Q stopped=yes near=yes immobilised=yes", "E10.4", "Name the one vehicle"),
    ("task=transfer vehicles=R stopped=yes near=no immobilised=yes", "E10.3", "neither"),
    ("task=dump vehicles=R stopped=yes near=yes", "E10.4", "name no vehicles")])
def test_replenishing_that_is_refused(inputs: str, rule: str, says: str) -> None:
    reason = refused(_log(), f"replenish supplier=S {inputs}")
    assert reason.startswith(f"{rule}: ")
    assert says in reason


@pytest.mark.parametrize(("reason", "words"), [
    ("not-ce", "not exposed"), ("moved", "movement points"), ("fired", "has fired"), ("cc", "close combat")])
def test_replenishing_that_is_interrupted(reason: str, words: str) -> None:
    log = _log()
    done(log, f"replenish supplier=S vehicles=T {FIT}")
    assert refused(log, f"replenish supplier=S vehicles=U {FIT}").startswith("E10.3: S takes part")
    assert refused(log, f"replenish supplier=R vehicles=T {FIT}").startswith("E10.3: T takes part")
    assert refused(log, "ammo vehicle=T supplier=R near=yes ce=yes").startswith("E10.3: S is at work")
    assert refused(log, "ammo vehicle=U supplier=S near=yes ce=yes").startswith("E10.3: S is at work")
    name = "S" if reason == "moved" else "T"
    event = done(log, f"replenish-stop name={name} reason={reason}")[-1]
    assert event.result == "stopped"
    assert words in event.text
    assert refused(log, f"replenish-stop name=T reason={reason}").startswith("E10.3: T takes part in no")
    assert not refused(log, f"replenish supplier=S vehicles=U {FIT}")


@pytest.mark.parametrize(("inputs", "word", "wreck"), [
    ("task=dump", "dump", False), ("task=dump immobilised=yes", "dump", True),
    ("task=transfer vehicles=R immobilised=yes", "transferred", True)])
def test_ammunition_that_changes_its_place(inputs: str, word: str, wreck: bool) -> None:
    log = _log()
    near = "near=no" if "dump" in inputs else "near=yes"
    assert "4 full game turns, until the end of turn 5" in done(
        log, f"replenish supplier=S stopped=yes {near} {inputs}")[-1].text
    at(log, 5, "second", "close-combat")
    event = done(log, "next")[0]
    assert (event.result, event.rule) == (word, "E10.4")
    assert ("S is a wreck" in event.text) is wreck


def test_an_explosion() -> None:
    """E10.5."""
    log = _log("defensive-fire")
    own, fortifications, near = done(log, "ammo-blast at=F5 dice=4-3")
    assert [(e.result, e.final) for e in (own, fortifications, near)] == [
        ("own-hex", 7), ("fortifications", 9), ("adjacent", 7)]
    assert ("36 firepower" in own.text, "36 firepower" in fortifications.text, "16 "
        "firepower" in near.text) == (
        True, True, True)
    assert fortifications.modifiers[0].amount == 2
    assert sorted(near.hexes) == ["E5", "E6", "F4", "F6", "G5", "G6"]
    assert own.hexes == ("F5",)
    assert len(done(log, "ammo-blast at=F0 dice=1-1")[-1].hexes) == 3


def test_which_cards_have_the_procedures() -> None:
    mine = {"ammo-vehicle", "ammo", "ammo-halt", "replenish", "replenish-stop", "replenish-end", "ammo-blast"}
    assert not mine & {p.id for p in game().procedures()}
    assert mine <= {p.id for p in _log().procedures()}
    dump = Group("dump", "german", START, fortifications=(Fortification(1, "ammunition-dump"),))
    assert mine <= {p.id for p in game(groups=(dump,)).procedures()}
    pit = Group("dump", "german", START, fortifications=(Fortification(1, "foxhole"),))
    assert not mine & {p.id for p in game(groups=(pit,)).procedures()}
    assert "replenish" in offered(_log())
