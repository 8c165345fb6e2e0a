"""Skis, boats and swimmers (E4, E5, E6)."""

from __future__ import annotations

from typing import Any

import pytest
from air_logs import done, offered, refused, result
from card_logs import at, game

from visegrad_editor.desk.card import START, Boat, Force, Group
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.special_rules import SpecialRules, Water

SNOW = {"weather": ("ground-snow",)}


def _on_skis(phase: str = "movement", nation: str = "finnish", **sky: Any) -> CardLog:
    group = _group("ski-troops", forces=(Force(2, f"{nation}/6-4-8"),))
    return at(game(SpecialRules(ski=("ski-troops",)), groups=(group,)), phase=phase, **(sky or SNOW))


def _group(id: str, **to: Any) -> Group:
    return Group(id, "german", START, **to)


BOATS = (
    Boat("a", "small-raft-3", start="afloat"), Boat("b", "small-raft-2", start="afloat"),
    Boat("c", "assault-boat", start="beached", capacity_pp=20), Boat("d", "large-raft", start="land"),
    Boat("m", "motor-assault-boat", start="afloat", capacity_pp=20), Boat("s", "small-raft-1"),
    Boat("x", "canoe"))


def _afloat(phase: str = "movement", water: Water | None = None, untrained: bool = False, boats: Any = BOATS,
            **card: Any) -> CardLog:
    sets = SpecialRules(water=water, untrained=("crossing",) if untrained else ())
    return at(game(sets, groups=(_group("crossing", boats=boats),), **card), phase=phase)


def _state(log: CardLog, id: str) -> str:
    boat = log.books.boats.get(id)
    assert boat is not None
    return boat.state


# -- skis (E4) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "word", "mf"), [
    ("to=off", "off", 0), ("to=on finnish=yes", "on", 1), ("to=on finnish=no", "on", 2),
    ("to=on finnish=no at=building", "on", 3), ("to=on finnish=yes at=building", "on", 2),
    ("to=on finnish=no at=wire", "on", 2), ("to=on finnish=no at=bypass", "on", 2),
    ("to=on finnish=no mf=1.5", "too-few", 2), ("to=on finnish=no mf=2", "on", 2), ("to=off mf=0", "off", 0),
    ("to=off berserk=yes blocked=yes", "off", 0)])
def test_change_of_skis(inputs: str, word: str, mf: int) -> None:
    assert result(_on_skis(), f"ski {inputs}") == (word, mf)


def test_who_is_finnish_is_known_from_the_card() -> None:
    assert result(_on_skis(), "ski to=on") == ("on", 1)
    assert result(_on_skis(nation="german"), "ski to=on") == ("on", 2)
    both = _group("ski-troops", forces=(Force(1, "german/4-6-7"), Force(1, "finnish/6-4-8")))
    log = at(game(SpecialRules(ski=("ski-troops",)), groups=(both,)), phase="movement", **SNOW)
    assert "Finnish is missing" in refused(log, "ski to=on")


@pytest.mark.parametrize(("inputs", "rule"), [
    *((f"to=on at={place}", "E4.3") for place in ("rubble", "pillbox", "vehicle", "entrenchment")),
    ("to=on berserk=yes", "E4.7"), ("to=on berserk=yes blocked=yes", "E4.7"), ("to=off berserk=yes", "E4.7")])
def test_no_change_of_skis(inputs: str, rule: str) -> None:
    assert refused(_on_skis(), f"ski {inputs}").startswith(f"{rule}: ")


def test_skis_need_snow_on_the_ground() -> None:
    for line in ("ski to=on", "ski-move"):
        for weather in (("falling-snow",), ("mud",)):
            assert refused(_on_skis(weather=weather), line).startswith("E4.2: ")
        assert not refused(_on_skis(weather=("deep-snow",)), line)
    assert "(E4.32)" in done(_on_skis("advance"), "ski to=on")[-1].text
    assert "E4.32" not in done(_on_skis(), "ski to=on")[-1].text


@pytest.mark.parametrize(("die", "word"), [(1, "kept"), *((n, "destroyed") for n in range(2, 7))])
def test_skis_that_change_hands(die: int, word: str) -> None:
    """Skis taken from others hold with a 1 only (E4.21)."""
    assert result(_on_skis(), f"ski-usage unit=A dice={die}") == (word, die)
    assert result(_on_skis(), "ski-usage unit=A skilled=yes") == ("kept", None)


@pytest.mark.parametrize(("inputs", "mf"), [
    ("", 4), ("crests=1", 6), ("crests=2", 8), ("mf=6 crests=1", 8), ("pp=3", 4), ("pp=4", 3),
    ("pp=5 sleds=1", 4), ("pp=6 sleds=1", 3), ("pp=6 sleds=2", 3), ("pp=3.5", 3), ("pp=5 ipc=4", 3),
    ("mf=2 pp=9", 0)])
def test_movement_on_skis(inputs: str, mf: int) -> None:
    """With a load beyond what skiers carry, to which each hand sled adds (E4.81)."""
    assert result(_on_skis(), f"ski-move {inputs}") == ("moves", mf)
    assert result(_on_skis("rout"), f"ski-move {inputs}") == ("moves", mf)


def test_downhill_gives_nothing_in_other_phases() -> None:
    assert refused(_on_skis("advance"), "ski-move crests=1").startswith("E4.31: ")
    assert not refused(_on_skis("advance"), "ski-move")


@pytest.mark.parametrize(("terrain", "skis", "sled"), [
    ("open", True, True), ("bypass", True, True), ("wall", True, False), ("crags", True, False),
    ("broken-hill", True, False), ("wire", False, False), ("building", False, False),
    ("rubble", False, False), ("pillbox", False, False), ("vehicle", False, False),
    ("entrenchment", False, False), ("cliff", False, False)])
def test_where_skis_and_sleds_go(terrain: str, skis: bool, sled: bool) -> None:
    reason = refused(_on_skis(), f"ski-move into={terrain}")
    assert reason.startswith("" if skis else "E4.3: ")
    assert bool(reason) is not skis
    reason = refused(_on_skis(), f"ski-move into={terrain} sleds=1")
    assert bool(reason) is not sled
    assert sled or not skis or reason.startswith("E4.83: ")


# -- loads (E5.1) -------------------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "word", "points"), [
    ("kind=small-raft-3 squads=1", "yes", 10), ("kind=small-raft-3 squads=1 leaders=4", "yes", 14),
    ("kind=small-raft-3 squads=1 leaders=5", "no", 15), ("kind=small-raft-3 halves=1", "yes", 5),
    ("kind=small-raft-3 leaders=4", "not-rowed", 4), ("kind=small-raft-3 leaders=5", "yes", 5),
    ("kind=small-raft-2 halves=1 weapons=2", "yes", 7), ("kind=small-raft-2 halves=1 weapons=2.5", "no", 8),
    ("kind=small-raft-2 leaders=2", "not-rowed", 2), ("kind=small-raft-2 leaders=3", "yes", 3),
    ("kind=small-raft-1 leaders=1", "yes", 1), ("kind=small-raft-1", "not-rowed", 0),
    ("kind=small-raft-1 leaders=4", "no", 4),
    ("kind=assault-boat capacity=20 halves=1", "yes", 5),
    ("kind=assault-boat capacity=20 weapons=4", "not-rowed", 4),
    ("kind=assault-boat capacity=20 squads=2 leaders=4", "yes", 20),
    ("kind=assault-boat capacity=20 squads=2 leaders=5", "no", 21),
    ("kind=motor-assault-boat capacity=20", "yes", 0), ("kind=motor-assault-boat capacity=20 "
        "weapons=3", "yes", 3),
    ("kind=large-raft capacity=30 squads=1 gun=10", "yes", 20),
    ("kind=large-raft capacity=30 squads=1 gun=9", "no", 20),
    ("kind=large-raft capacity=30 halves=1 gun=12", "not-rowed", 15),
    ("kind=large-raft capacity=19 squads=1 gun=10", "no", 20),
    ("kind=assault-boat capacity=30 squads=1 gun=12", "no", 20),
    ("kind=small-raft-3 squads=1 dm=no", "no", 10), ("kind=small-raft-3 squads=1 broken=yes", "no", 10),
    ("boat=c squads=2", "yes", 20), ("boat=c squads=2 halves=1", "no", 25),
    ("boat=c squads=2 halves=1 capacity=25", "yes", 25), ("boat=a squads=1 halves=1", "no", 15)])
def test_loads(inputs: str, word: str, points: int) -> None:
    assert result(_afloat(), f"boat-load {inputs}") == (word, points)


@pytest.mark.parametrize(("inputs", "rule"), [
    ("kind=assault-boat capacity=30 gun=12", "E5.122"), ("kind=large-raft capacity=30 gun=9", "E5.122"),
    ("kind=small-raft-3 squads=1 broken=yes", "E5.54"), ("kind=small-raft-3 squads=1 dm=no", "E5.123"),
    ("kind=small-raft-3 squads=2", "E5.121"), ("kind=large-raft capacity=10 squads=2", "E5.1"),
    ("kind=small-raft-3 squads=1", "E5.12"), ("kind=assault-boat capacity=30 squads=1", "E5.11")])
def test_rules_of_loads(inputs: str, rule: str) -> None:
    assert done(_afloat(), f"boat-load {inputs}")[-1].rule == rule


@pytest.mark.parametrize(("inputs", "says"), [
    ("boat=q", "There is no boat q; there are a, b, c"), ("boat=x", "Say what kind of boat it is"),
    ("squads=1", "Say what kind of boat it is"), ("boat=d", "What it carries is printed"),
    ("kind=assault-boat", "What it carries is printed")])
def test_boats_that_are_not_known(inputs: str, says: str) -> None:
    assert says in refused(_afloat(), f"boat-load {inputs}")
    one = _afloat(boats=BOATS[:1])
    assert result(one, "boat-load squads=1") == ("yes", 10)


# -- movement (E5.2, E5.3) ----------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "word", "mp"), [
    ("kind=motor-assault-boat boarding=yes spent=0 hexside=1", "moves", 2),
    ("kind=small-raft-3 boarding=yes hexside=1", "moves", 1),
    ("kind=small-raft-3 boarding=yes spent=1 hexside=1", "none", 0),
    ("kind=small-raft-3 boarding=yes", "moves", 1), ("kind=motor-assault-boat boarding=yes", "moves", 3),
    ("kind=motor-assault-boat boarding=yes mf=6", "moves", 3),
    ("kind=motor-assault-boat boarding=yes mf=3", "moves", 2),
    ("kind=motor-assault-boat boarding=yes spent=3", "none", 0),
    ("kind=motor-assault-boat boarding=yes spent=3 hexside=1", "not-boarded", 0),
    ("kind=motor-assault-boat", "moves", 4), ("kind=assault-boat", "moves", 2),
    ("kind=small-raft-3", "moves", 2), ("kind=small-raft-2", "moves", 2), ("kind=small-raft-1", "moves", 2),
    ("kind=large-raft mp=3", "moves", 3), ("kind=large-raft mp=3 boarding=yes hexside=1", "moves", 1),
    ("kind=assault-boat rowed=no", "not-rowed", 0), ("kind=motor-assault-boat rowed=no", "moves", 4),
    ("kind=assault-boat untrained=yes dice=4", "moves", 2), ("kind=assault-boat untrained=yes "
        "dice=1", "moves", 2),
    ("kind=assault-boat untrained=yes dice=5", "moves", 1), ("kind=assault-boat untrained=yes "
        "dice=6", "none", 0),
    ("kind=large-raft mp=3 untrained=yes dice=5", "moves", 1),
    ("kind=large-raft mp=3 boarding=yes untrained=yes dice=5", "moves", 1),
    ("kind=motor-assault-boat untrained=yes", "moves", 4), ("boat=a", "moves", 2)])
def test_movement_on_water(inputs: str, word: str, mp: int) -> None:
    """Among them boats that are boarded first (E5.21) and untrained rowers (E5.34)."""
    assert result(_afloat(), f"boat-move {inputs}") == (word, mp)


def test_points_of_small_rafts_are_a_reading() -> None:
    for kind in ("small-raft-1", "small-raft-2"):
        asked = _afloat(readings=(("R15", "asked"),))
        assert refused(asked, f"boat-move kind={kind}").startswith("E5.1: Its movement points on water are "
            "asked")
        assert result(asked, f"boat-move kind={kind} mp=1") == ("moves", 1)
        assert done(_afloat(), f"boat-move kind={kind}")[-1].readings == ("R15 two",)
    assert result(_afloat(readings=(("R15", "asked"),)), "boat-move kind=small-raft-3") == ("moves", 2)
    assert refused(_afloat(), "boat-move kind=large-raft").startswith("E5.1: ")


def test_untrained_rowers_are_known_from_the_card() -> None:
    """E5.34."""
    assert result(_afloat(untrained=True), "boat-move boat=a dice=5") == ("moves", 1)
    assert result(_afloat(untrained=True), "boat-move boat=a untrained=no") == ("moves", 2)
    assert result(_afloat(untrained=True), "boat-move boat=m") == ("moves", 4)


@pytest.mark.parametrize(("inputs", "word"), [
    ("kind=small-raft-3 used=1 needed=3", "no"), ("kind=small-raft-3 used=1 needed=2", "yes"),
    ("kind=small-raft-3 used=2 needed=1", "no"), ("kind=motor-assault-boat used=1 needed=3", "yes"),
    ("kind=motor-assault-boat used=1 needed=4", "no"), ("kind=small-raft-3 needed=4", "yes"),
    ("kind=small-raft-3 needed=1 enemy=yes", "no"), ("boat=a needed=2", "yes")])
def test_leaving_a_boat(inputs: str, word: str) -> None:
    """With what is left of the points of the boat (E5.32)."""
    assert result(_afloat(), f"boat-unload {inputs}")[0] == word
    if "boat=" not in inputs:
        assert result(_afloat("advance"), f"boat-unload {inputs}")[0] == "yes"


def test_only_beached_boats_are_left() -> None:
    assert refused(_afloat(), "boat-unload boat=a beached=no").startswith("E5.23: ")
    assert not refused(_afloat(), "boat-unload boat=c beached=no")
    log = _afloat()
    assert result(log, "boat-place boat=a to=beached")[0] == "beached"
    assert _state(log, "a") == "beached"
    assert not refused(log, "boat-unload boat=a beached=no")
    assert refused(_afloat("advance"), "boat-place boat=a to=land").startswith("E5.22: ")
    assert not refused(_afloat("advance"), "boat-place boat=c to=afloat")
    assert refused(log, "boat-place kind=small-raft-1 to=land").startswith("E5.23: Say which boat")


@pytest.mark.parametrize(("hexsides", "dice", "word", "says"), [
    ("3", "1", "beached", "to the south-east"), ("3", "2", "drifts", "drifts "
        "on"), ("3", "6", "drifts", "drifts on"),
    ("1,4", "1,2", "beached", "to the north."), ("1,4", "1,3", "beached", "to the south."),
    ("2,4", "1,3", "beached-tie", "to the north-east or to the "
        "south"), ("6,3", "1,1", "beached", "north-west")])
def test_an_empty_boat_that_drifts(hexsides: str, dice: str, word: str, says: str) -> None:
    log = _afloat("advance", Water(current="normal"))
    event = done(log, f"boat-drift boat=a hexsides={hexsides} dice={dice}")[-1]
    assert event.result == word
    assert says in event.text
    assert _state(log, "a") == ("afloat" if word == "drifts" else "beached")


def test_water_that_stands_still_or_is_frozen() -> None:
    still = _afloat("advance", Water(current="still"))
    assert refused(still, "boat-drift boat=a hexsides=3").startswith("E5.3: Nothing drifts")
    frozen = _afloat(water=Water(frozen=True))
    assert refused(frozen, "boat-move boat=a").startswith("E5.3: The water is frozen")
    assert refused(frozen, "swim tc=passed").startswith("E6.1: The water is frozen")
    assert refused(_afloat("advance", Water(frozen=True)), "drown current=still "
        "depth=deep").startswith("E6.21: ")
    assert "Current is missing" in refused(_afloat("advance"), "boat-drift boat=a hexsides=3")


# -- fire (E5.4, E5.5) --------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "state", "part", "fp"), [
    ("defensive-fire", "beached", 2, "2"), ("defensive-fire", "afloat", 4, "1"),
    ("advancing-fire", "beached", 4, "1"), ("advancing-fire", "afloat", 8, "0.5"),
    ("prep-fire", "beached", 2, "2")])
def test_fire_out_of_boats(phase: str, state: str, part: int, fp: str) -> None:
    event = done(_afloat(phase), f"boat-fire state={state} fp=4")[-1]
    assert event.result == f"1/{part}"
    assert f": {fp} firepower of 4" in event.text
    assert not refused(_afloat(phase), f"boat-fire state={state} fp=4 weapon=lmg")


@pytest.mark.parametrize(("phase", "inputs"), [
    ("defensive-fire", "state=beached weapon=other"), ("prep-fire", "state=afloat"),
    ("advancing-fire", "state=afloat opportunity=yes")])
def test_fire_that_boats_forbid(phase: str, inputs: str) -> None:
    assert refused(_afloat(phase), f"boat-fire fp=4 {inputs}").startswith("E5.4: ")
    assert not refused(_afloat("advancing-fire"), "boat-fire fp=4 state=beached opportunity=yes")


@pytest.mark.parametrize(("state", "attack", "fp", "rule"), [
    ("afloat", "fire", "4", "E5.5"), ("afloat", "area", "2", "E5.5"), ("beached", "fire", "8", "E5.51"),
    ("beached", "area", "4", "E5.51"), ("land", "fire", "8", "E5.51"), ("land", "area", "4", "E5.51")])
def test_firepower_against_boats(state: str, attack: str, fp: str, rule: str) -> None:
    event = done(_afloat(), f"boat-hit boats=c state={state} attack={attack} fp=8 final=9 kill=5 kia=1 "
        f"depth=deep")[0]
    assert (event.result, event.rule) == ("firepower", rule)
    assert f"has {fp} firepower of 8" in event.text


@pytest.mark.parametrize(("inputs", "words", "sunk"), [
    ("boats=c state=afloat final=6 kill=5", ["none"], ""), ("boats=c state=afloat final=5 "
        "kill=5", ["reduced"], ""),
    ("boats=c state=afloat final=4 kill=5", ["sunk"], "c"),
    ("boats=a state=afloat final=5 kill=5", ["loses-one"], ""), ("boats=a state=afloat final=4 "
        "kill=5", ["sunk"], "a"),
    ("boats=b state=afloat final=5 kill=5", ["sunk"], "b"),
    ("boats=a,b,c state=afloat final=4 kill=5 kia=3", ["sunk"], "abc"),
    ("boats=a,b,c state=afloat final=4 kill=5 kia=2 chosen=a,c", ["sunk"], "ac"),
    ("boats=a,b,c state=afloat final=5 kill=5 kia=3 chosen=c", ["reduced"], ""),
    ("boats=a,b,c state=afloat final=4 kill=5 kia=3 moving=b", ["sunk"], "b"),
    ("boats=a,c state=afloat attack=area final=4 kill=5 kia=2", ["sunk"], "ac"),
    ("boats=c state=beached final=4 kill=5", ["sunk-near-land"], "c"),
    ("boats=c state=land final=4 kill=5", ["sunk"], "c"),
    ("boats=a state=afloat attack=ordnance", ["loses-one"], ""), ("boats=b state=afloat "
        "attack=ordnance", ["sunk"], "b"),
    ("boats=c state=beached attack=ordnance", ["sunk-near-land"], "c"),
    ("boats=c state=land attack=ordnance weapon=heat", ["sunk"], "c")])
def test_hits_on_boats(inputs: str, words: list[str], sunk: str) -> None:
    log = _afloat()
    kia = "" if "kia=" in inputs or "ordnance" in inputs else " kia=1"
    events = done(log, f"boat-hit {inputs}{kia} depth=deep")
    assert [e.result for e in events] == words
    assert "".join(b.id for b in log.books.boats.boats if b.state == "sunk") == sunk
    assert ("raft-loss boat=a" in offered(log)) is (words == ["loses-one"])


def test_boats_that_sink_in_water_that_can_be_forded() -> None:
    log = _afloat(water=Water(depth="fordable"))
    event = done(log, "boat-hit boats=c state=afloat final=4 kill=5 kia=1")[-1]
    assert event.result == "sunk-near-land"
    assert "ford the water (E5.532)" in event.text
    event = done(_afloat(), "boat-hit boats=c state=beached depth=deep final=4 kill=5 kia=1")[-1]
    assert "(E5.531)" in event.text
    assert refused(log, "boat-hit boats=c state=afloat final=4 kill=5 kia=1").startswith("E5.5: There is no "
        "boat c")
    assert refused(log, "boat-load boat=c").startswith("E5.1: The boat c is gone")


@pytest.mark.parametrize(("inputs", "rule", "says"), [
    ("boats=a,b state=afloat attack=ordnance", "E5.52", "hits one boat"),
    ("boats=c state=afloat attack=ordnance weapon=heat", "E5.52", "Hollow charges"),
    ("boats=c state=beached attack=ordnance weapon=atr", "E5.52", "Hollow charges"),
    ("boats=c state=afloat final=4 kill=5", "E5.5", "Say the result"),
    ("boats=c state=afloat final=4 kia=1", "E5.5", "Say the result"),
    ("boats=c state=afloat kill=4 kia=1", "E5.5", "Say the result"),
    ("boats=q state=afloat final=4 kill=5 kia=1", "E5.5", "There is no boat q"),
    ("boats=a,b state=afloat final=4 kill=5 kia=1", "E5.5", "Of 2 boats 1 is affected"),
    ("boats=a,b state=beached final=4 kill=5 kia=1", "E5.51", "Of 2 boats 1 is affected"),
    ("boats=a,b state=afloat final=4 kill=5 kia=1 chosen=c", "E5.5", "Of 2 boats 1 is affected"),
    ("boats=a,b state=afloat final=5 kill=5 kia=2", "E5.5", "Of 2 boats 1 is affected"),
    ("boats=a state=afloat final=4 kill=5 kia=0", "E5.5", "at least one boat"),
    ("boats=a state=afloat final=4 kill=5 kia=1 moving=b", "E5.5", "b is not among the boats")])
def test_hits_that_are_refused(inputs: str, rule: str, says: str) -> None:
    reason = refused(_afloat(), f"boat-hit {inputs} depth=deep")
    assert reason.startswith(f"{rule}: ")
    assert says in reason


@pytest.mark.parametrize(("die", "word"), [(1, "kept"), (3, "kept"), (4, "lost"), (6, "lost")])
def test_a_raft_that_loses_a_boat(die: int, word: str) -> None:
    log = _afloat()
    events = done(log, f'raft-loss boat=a lost=HS items=LMG,8-1 dice={die},1')
    assert [(e.result, e.final) for e in events] == [("two-boats", None), (word, die), ("kept", 1)]
    assert [b.kind for b in log.books.boats.boats if b.id == "a"] == ["small-raft-2"]
    assert result(log, "boat-load boat=a halves=1 weapons=3") == ("no", 8)
    assert refused(log, "raft-loss boat=a").startswith("E5.121: Only a small raft of three boats")


# -- swimming (E6) ------------------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "word", "drm"), [
    ("tc=failed", "stays", 0), ("tc=passed", "swims", 0), ("tc=passed way=cliff levels=1 "
        "mc=passed", "swims", 1),
    ("tc=passed way=cliff levels=2 mc=failed", "stays", 2), ("tc=passed way=building levels=3 "
        "mc=passed", "swims", 3),
    ("tc=passed way=bridge levels=1 mc=passed", "swims", 1), ("tc=passed way=bridge levels=0", "swims", 0),
    ("tc=passed way=ground levels=2", "swims", 0),
    ("tc=passed rafting=yes die=2 elr=3", "floats", 0), ("tc=passed rafting=yes die=3 elr=3", "swims", 0),
    ("tc=passed rafting=yes die=2 elr=3 way=cliff levels=2", "floats", 0),
    ("tc=passed rafting=yes die=3 elr=3 way=cliff levels=2 mc=passed", "swims", 2),
    ("tc=failed rafting=yes die=1 elr=3", "stays", 0), ("cavalry=yes", "swims", 0)])
def test_into_the_water(inputs: str, word: str, drm: int) -> None:
    event = done(_afloat(), f"swim {inputs}")[-1]
    assert (event.result, sum(m.amount for m in event.modifiers)) == (word, drm)
    assert ("(E6.4)" in event.text) == (word == "swims" and "cavalry" not in inputs)


@pytest.mark.parametrize(("phase", "inputs", "rule"), [
    ("advance", "tc=passed", "E6.1"), ("movement", "tc=passed broken=yes", "E6.1"), ("movement", "", "E6.1"),
    ("movement", "cavalry=yes way=cliff levels=1", "E6.5"), ("movement", "tc=passed rafting=yes", "E6.41"),
    ("movement", "tc=passed rafting=yes die=1", "E6.41"), ("movement", "tc=passed way=cliff "
        "levels=1", "E6.1")])
def test_who_does_not_swim(phase: str, inputs: str, rule: str) -> None:
    assert refused(_afloat(phase), f"swim {inputs}").startswith(f"{rule}: ")


def test_rafting_is_asked_where_a_card_allows_it() -> None:
    boats = (_group("crossing", boats=BOATS),)
    log = at(game(SpecialRules(rafting=("crossing",)), groups=boats), phase="movement")
    assert "Rafting is missing" in refused(log, "swim tc=passed")


@pytest.mark.parametrize(("current", "dice", "word"), [
    ("still", "6-5", "swims"), ("still", "6-6", "drowns"),
    ("normal", "5-5", "swims"), ("normal", "6-5", "drowns"),
    ("heavy", "5-4", "swims"), ("heavy", "5-5", "drowns")])
def test_drowning(current: str, dice: str, word: str) -> None:
    total = sum(map(int, dice.split("-")))
    log = _afloat("advance", Water("deep", current))
    assert result(log, f"drown dice={dice}") == (word, total)
    text = done(log, f"drown drift=yes dice={dice}")[-1].text
    assert (f"drifts by {dice[0]}" in text) is (word == "swims")
    assert refused(log, f"drown depth=fordable dice={dice}").startswith("E6.21: ")
    assert "Depth is missing" in refused(_afloat("advance"), "drown current=still")


def test_which_cards_have_the_procedures() -> None:
    none = {p.id for p in game().procedures()}
    skis = {"ski", "ski-usage", "ski-move"}
    boats = {"boat-load", "boat-move", "boat-unload", "boat-place",
             "boat-drift", "boat-fire", "raft-loss", "boat-hit"}
    swimmers = {"swim", "drown"}
    assert not none & (skis | boats | swimmers)
    assert skis <= {p.id for p in _on_skis().procedures()}
    dummies = game(groups=(_group("d", dummy_skis=2),))
    assert skis <= {p.id for p in dummies.procedures()}
    assert boats | swimmers <= {p.id for p in _afloat().procedures()}
    for sets in (SpecialRules(water=Water("deep")), SpecialRules(rafting=("g",)),
                 SpecialRules(fording_lines=("g",))):
        on = {p.id for p in game(sets).procedures()}
        assert swimmers <= on
        assert not boats & on
