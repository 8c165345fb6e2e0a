"""Parachutists: drop points, drift, fire in the air, landing, weapons containers (E9)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from air_logs import FIRST, at, done, drop, game, offered, on_map, refused, result

from visegrad_editor.desk.books.drops import Chute, stick_id
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.parachutes import drift_hexes
from visegrad_editor.desk.tables import table


def _rally(*sticks: object, boards: int = 1, **card: object) -> CardLog:
    log = game(drop(*sticks), boards=boards, **card)  # type: ignore[arg-type]
    at(log, 1, "second", "close-combat")
    log.apply("next")
    return log


def _chute(log: CardLog, id: str = "canopy-1a") -> Chute:
    chute = log.books.drops.chute(id)
    assert chute is not None
    return chute


def _over(
    hex: str = "M8", nation: str = "american", force: str = "none", wind: int | None = 2, dice: str = "1-1",
    weapon: bool = False, readings: tuple[tuple[str, str], ...] = (), drawn: bool = False,
    **sky: object
) -> CardLog:
    """One stick over a hex, and perhaps its weapon, drifted with these dice."""
    log = game(drop(1, nation=nation), force=force, wind=wind, readings=readings)
    if drawn:
        log = on_map(log)
    at(log, 1, "second", "close-combat")
    log.apply("next")
    done(log, f"drop-point hex={hex} row=2 dice=1")
    at(log, 2, "first", "prep-fire")
    log.apply("next")
    at(log, **sky)  # type: ignore[arg-type]
    done(log, f"drop-drift dice={dice}" + (f",{dice} weapons=canopy-1a" if weapon else ""))
    return log


# -- drop points (E9.12) ------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "planned"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_die_says_whether_a_wing_drops_as_planned(die: int, planned: bool) -> None:
    log = _rally()
    assert offered(log) == ["drop-point wing=canopy-1"]
    assert "First `drop-point`" in refused(log, "next")
    event = done(log, f"drop-point hex=M5 row=2 dice={die}")[-1]
    assert (event.result, event.rule) == ("planned" if planned else "random", "E9.12")
    assert (log.books.drops.chutes != ()) is planned
    assert (offered(log) == []) is planned
    if not planned:
        assert "M5" not in event.text
        assert offered(log) == ["drop-random wing=canopy-1 board=4"]


@pytest.mark.parametrize(("sticks", "names"), [
    (5, "M5 N4 L5 O4 K6"), (4, "M5 N4 L5 O4"), (1, "M5")])
def test_sticks_stand_on_both_sides_of_the_point(sticks: int, names: str) -> None:
    log = _rally(sticks)
    event = done(log, "drop-point hex=M5 row=2 dice=1")[-1]
    assert event.hexes == tuple(names.split())
    assert event.units == tuple(stick_id("canopy-1", n) for n in range(sticks))


@pytest.mark.parametrize(("line", "says"), [
    ("hex=A5 row=2", "is no whole hex"), ("hex=L0 row=2", "is no whole hex"),
    ("hex=M12* row=2", "is no whole hex"), ("hex=M9 row=2", "is 4 hexes from the point of canopy-1, M5"),
    ("hex=M10 row=3", "runs to the north-east"), ("hex=M10 row=2", ""), ("hex=M10 row=5", ""),
    ("wing=canopy-9 hex=M10 row=2", "There is no wing canopy-9"),
    ("wing=canopy-1 hex=M10 row=2", "is fixed")])
def test_drop_points_of_several_wings(line: str, says: str) -> None:
    log = _rally(5, 5)
    done(log, "drop-point hex=M5 row=2 dice=1")
    said = refused(log, f"drop-point {line} dice=1")
    assert said.startswith("E9.1") and says in said if says else said == "", said


def test_a_random_point_goes_from_hex_5_of_a_drawn_column() -> None:
    log = _rally(1)
    done(log, "drop-point hex=M5 row=2 dice=6")
    assert "drawn at random" in refused(log, "drop-random dice=1-1")
    assert "no column" in refused(log, "drop-random column=x dice=1-1")
    assert "does not exist" in refused(log, "drop-random column=HH dice=1-1")
    assert done(log, "drop-random column=F dice=4-5")[-1].hexes == ("F10",)
    assert "write again=yes" in refused(log, "drop-random wing=canopy-1 column=F dice=1-1")
    assert done(log, "drop-random wing=canopy-1 again=yes column=G dice=1-1")[-1].hexes == ("G4",)
    assert len(log.books.drops.chutes) == 1
    events = done(log, "drop-random wing=canopy-1 again=yes column=B dice=5-3,2-1")
    assert [e.result for e in events] == ["again", "random"]
    assert events[-1].hexes == ("C5",)


def test_a_random_board_is_rolled_for() -> None:
    log = _rally(1, boards=2)
    event = done(log, "drop-point hex=4M5 row=2 dice=6,3,3,2,4")[-1]
    assert offered(log) == ["drop-random wing=canopy-1 board=5"]
    assert event.text.count("The boards roll") == 2
    assert done(log, "drop-random column=F dice=1-1")[-1].hexes == ("5F4",)
    planned = _rally(1)
    assert "No random point is wanted" in refused(planned, "drop-random wing=canopy-1 column=F dice=1-1")


def test_weather_and_turn_of_a_drop() -> None:
    log = _rally(1)
    at(log, weather=("overcast",))
    assert "E9.1: Nothing lands" in refused(log, "drop-point hex=M5 row=2 dice=1")
    early = at(game(drop(1)), 1, "first", "rally")
    assert "drops on turn 2" in refused(early, "drop-point wing=canopy-1 hex=M5 row=2 dice=1")


# -- drift (E9.2) -------------------------------------------------------------------------------


@pytest.mark.parametrize(("nation", "hexes"), [
    ("german", (1, 1, 2, 2, 3, 3)), ("russian", (1, 3, 4, 6, 7, 9)), ("soviet", (1, 3, 4, 6, 7, 9)),
    ("american", (1, 2, 3, 4, 5, 6)), ("british", (1, 2, 3, 4, 5, 6))])
def test_hexes_of_drift_by_nation(nation: str, hexes: tuple[int, ...]) -> None:
    assert tuple(drift_hexes(nation, white) for white in range(1, 7)) == hexes


@pytest.mark.parametrize(("force", "gust", "hex"), [
    ("none", False, "M7"), ("mild", False, "O6"), ("none", True, "P5"), ("mild", True, "P5"),
    ("heavy", False, "Q5"), ("heavy", True, "Q5")])
def test_the_wind_carries_parachutes(force: str, gust: bool, hex: str) -> None:
    log = _over(force=force, gust=gust)
    assert _chute(log).place == log.card.layout.place(hex)
    assert offered(log)[0] == "drop-land chute=canopy-1a"


def test_the_example_of_drift_in_the_rules() -> None:
    """E9.2: an American stick over K5 in a mild wind to the north-east, and its weapon."""
    log = game(drop(1), force="mild")
    at(log, 1, "second", "close-combat")
    log.apply("next")
    done(log, "drop-point hex=K5 row=2 dice=1")
    at(log, 2, "first", "prep-fire")
    log.apply("next")
    assert offered(log)[0] == "drop-drift"
    events = done(log, "drop-drift weapons=canopy-1a dice=5-3,6-2")
    assert [e.hexes for e in events] == [("J5",), ("K3",)]
    assert "to H6, and the wind carries it 2" in events[0].text
    assert "to I4, and the wind" in events[1].text
    assert _chute(log, "canopy-1a-w").weapon


def test_drift_needs_a_direction_a_nation_and_known_sticks() -> None:
    log = _rally(2)
    done(log, "drop-point hex=M5 row=2 dice=1")
    at(log, phase="prep-fire", wind="mild", direction=None)
    log.apply("next")
    assert "E9.2: Where does the wind" in refused(log, "drop-drift dice=1-1,1-1")
    assert "canopy-1x is not among" in refused(log, "drop-drift weapons=canopy-1x wind=2 dice=1-1,1-1")
    assert "There is no parachute z" in refused(log, "drop-drift chutes=z wind=2 dice=1-1")
    done(log, "drop-drift chutes=canopy-1a wind=2 dice=1-1")
    assert "has drifted" in refused(log, "drop-drift chutes=canopy-1a wind=2 dice=1-1")
    assert offered(log)[0] == "drop-drift"
    assert "E9.4: First all" in refused(log, "drop-land chute=canopy-1a terrain=other dice=1-1")
    assert "E9.3: First all" in refused(log, "drop-fire chute=canopy-1a result=none")
    done(log, "drop-drift nation=german wind=2 dice=1-6")
    assert (_chute(log, "canopy-1b").nation, _chute(log).nation) == ("german", "american")


def test_the_nation_of_a_fixed_stick_and_of_none() -> None:
    log = game(drop((("british:para/6-4-8", "british/LMG"),), nation="british"))
    assert [(w.sticks, w.nation) for w in log.books.drops.wings] == [(1, "british")]


# -- fire in the air (E9.3) ---------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "word", "state", "broken"), [
    ("result=none", "none", "drifted", False), ("result=check dice=3-4", "holds", "drifted", False),
    ("result=check dice=4-4", "broken", "drifted", True),
    ("result=check level=2 dice=3-2", "holds", "drifted", False),
    ("result=check level=2 dice=3-3", "broken", "drifted", True),
    ("result=reduced level=1 dice=3-4", "broken", "drifted", True),
    ("result=eliminated", "eliminated", "lost", False)])
def test_fire_at_parachutes(inputs: str, word: str, state: str, broken: bool) -> None:
    log = _over()
    event = done(log, f"drop-fire {inputs}")[-1]
    assert event.result == word
    assert (_chute(log).state, _chute(log).broken) == (state, broken)
    assert ("casualty reduction" in event.text) is ("reduced" in inputs)
    assert ("drop-land chute=canopy-1a" in offered(log)) is (state == "drifted")


@pytest.mark.parametrize(("inputs", "seen"), [
    ("", True), ("blind=yes", False), ("pillbox=yes", False), ("dark=yes", False), ("hindrance=5", True),
    ("hindrance=6", False)])
def test_who_sees_parachutes(inputs: str, seen: bool) -> None:
    said = refused(_over(), f"drop-fire result=none {inputs}")
    assert said == "" if seen else said.startswith("E9.31")


def test_broken_men_that_fail_again_and_weapons() -> None:
    log = _over(weapon=True)
    done(log, "drop-fire chute=canopy-1a result=check dice=6-6")
    assert "broken already" in done(log, "drop-fire chute=canopy-1a result=check dice=6-6")[-1].text
    assert result(log, "drop-fire chute=canopy-1a-w result=check")[0] == "none"
    assert result(log, "drop-fire chute=canopy-1a-w result=eliminated")[0] == "eliminated"
    assert "is lost" in refused(log, "drop-fire chute=canopy-1a-w result=none")


# -- landing (E9.4, E9.42) ----------------------------------------------------------------------

_MORALE = ("woods", "woods-road", "crags", "building", "dry-stream", "vineyard", "cactus", "olive-grove",
           "dense-jungle", "bamboo", "swamp", "wet-paddy", "marsh")


@pytest.mark.parametrize("terrain", _MORALE)
@pytest.mark.parametrize(("dice", "broken"), [("3-4", False), ("4-4", True)])
def test_terrain_with_a_morale_check(terrain: str, dice: str, broken: bool) -> None:
    log = _over()
    assert result(log, f"drop-land terrain={terrain} dice={dice}")[0] == ("broken" if broken else "holds")
    assert (_chute(log).state, _chute(log).broken) == ("landed", broken)


@pytest.mark.parametrize(("dice", "word", "state"), [
    ("3-4", "holds", "landed"), ("4-4", "falls-apart", "off")])
def test_elsewhere_a_task_check(dice: str, word: str, state: str) -> None:
    log = _over()
    event = done(log, f"drop-land terrain=other dice={dice}")[-1]
    assert (event.result, _chute(log).state, _chute(log).broken) == (word, state, False)
    assert ("a hex downwind, to N6" in event.text) is (word != "holds")


def _above(hex: str) -> CardLog:
    """A stick that has drifted to a hex of a board that a map draws."""
    log = _over(drawn=True)
    drops = log.books.drops
    chutes = tuple(replace(c, place=log.card.layout.place(hex)) for c in drops.chutes)
    log._play.books = replace(log.books, drops=replace(drops, chutes=chutes))
    return log


@pytest.mark.parametrize(("hex", "terrain"), [
    ("A1", "other"), ("C2", "woods"), ("B3", "other"), ("C6", "other"), ("I4", "building"), ("I6", "marsh"),
    ("R6", "full-building"), ("L2", "other"), ("Z8", "crags")])
def test_a_map_says_where_a_stick_lands(hex: str, terrain: str) -> None:
    event = done(_above(hex), "drop-land dice=1-1")[0]
    assert event.asked[0] == f"Terrain: {terrain} (the map of the board)"
    assert event.row == next(n for n, row in enumerate(table("drop-landing").rows) if row[0] == terrain)


def test_the_map_is_asked_of_the_hex_moved_to_and_not_of_water_and_players_count_first() -> None:
    event = done(_above("C2"), "drop-land shift=6 dice=1-1")[0]
    assert "Terrain: other (the map of the board)" in event.asked
    assert "Terrain is missing" in refused(_above("J2"), "drop-land dice=1-1")
    assert "Terrain is missing" in refused(_over(), "drop-land dice=1-1")
    event = done(_above("C2"), "drop-land terrain=crags dice=1-1")[0]
    assert not any("map" in a for a in event.asked)


@pytest.mark.parametrize("terrain", ["fire", "water", "deep-stream"])
def test_terrain_that_destroys(terrain: str) -> None:
    log = _over(weapon=True)
    for chute in ("canopy-1a", "canopy-1a-w"):
        assert result(log, f"drop-land chute={chute} terrain={terrain}")[0] == "lost"
        assert _chute(log, chute).state == "lost"
    assert not log.books.due


def test_every_kind_of_terrain_is_tested() -> None:
    kinds = {row[0] for row in table("drop-landing").rows}
    assert kinds == {*_MORALE, "other", "fire", "water", "deep-stream", "full-building"}


@pytest.mark.parametrize(("force", "gust", "drm"), [
    ("none", False, 0), ("mild", False, 1), ("none", True, 2), ("heavy", False, 2)])
@pytest.mark.parametrize("terrain", ["woods", "other"])
def test_wind_makes_landing_hard(force: str, gust: bool, drm: int, terrain: str) -> None:
    for roll, passes in ((7 - drm, True), (8 - drm, False)):
        log = _over(force=force, gust=gust)
        event = done(log, f"drop-land terrain={terrain} dice={roll - 2}-2")[-1]
        assert (event.result == "holds") is passes, (roll, event.text)


def test_weapons_check_in_jungle_and_swamp_only() -> None:
    for terrain, checks in (("dense-jungle", True), ("swamp", True), ("woods", False), ("other", False),
                            ("full-building", False)):
        log = _over(weapon=True)
        dice = " dice=4-4" if checks else ""
        event = done(log, f"drop-land chute=canopy-1a-w terrain={terrain}{dice}")[-1]
        assert event.result == ("broken" if checks else "landed")
        assert ("decide it together" in event.text) is checks
        assert not _chute(log, "canopy-1a-w").broken


def test_full_buildings_are_slid_off_with_a_check_for_each() -> None:
    log = _over()
    assert result(_over(), "drop-land terrain=full-building dice=4-4")[0] == "slides-broken"
    done(log, "drop-land terrain=full-building dice=1-1")
    assert offered(log)[0] == "drop-land chute=canopy-1a"
    assert _chute(log).place == log.card.layout.place("N6")
    assert result(log, "drop-land terrain=full-building dice=1-1")[0] == "slides"
    assert "off a full building" in refused(log, "drop-land terrain=other shift=1")
    event = done(log, "drop-land terrain=woods")[-1]
    assert (event.result, event.hexes) == ("landed", ("O6",))
    drowned = _over()
    done(drowned, "drop-land terrain=full-building dice=1-1")
    assert result(drowned, "drop-land terrain=water")[0] == "lost"


def test_a_direction_is_needed_to_slide_or_fall_apart() -> None:
    log = _over(wind=None)
    assert "E9.1: Where does the wind" in refused(log, "drop-land terrain=full-building dice=1-1")
    assert "E9.1: Where does the wind" in refused(log, "drop-land terrain=other dice=6-6")
    assert not refused(log, "drop-land terrain=other dice=1-1")
    assert "to M8" in done(log, "drop-land terrain=full-building wind=4 dice=1-1")[-1].text


@pytest.mark.parametrize(("nation", "broken", "weapon", "shifts"), [
    ("american", False, False, True), ("german", False, False, False), ("american", True, False, False),
    ("american", False, True, False)])
def test_who_moves_a_hex_before_landing(nation: str, broken: bool, weapon: bool, shifts: bool) -> None:
    log = _over(nation=nation, weapon=weapon)
    if broken:
        done(log, "drop-fire chute=canopy-1a result=check dice=6-6")
    chute = "canopy-1a-w" if weapon else "canopy-1a"
    dice = "" if weapon else " dice=1-1"
    line = f"drop-land chute={chute} terrain=other shift=4{dice}"
    if not shifts:
        assert refused(log, line).startswith("E9.4: ")
        return
    assert done(log, line)[-1].hexes == ("M8",)


@pytest.mark.parametrize(("bridge", "die", "broken", "reading", "on"), [
    ("two-lane", 3, False, "after", True), ("two-lane", 4, False, "after", False),
    ("one-lane", 2, False, "after", True), ("one-lane", 3, False, "after", False),
    ("two-lane", 2, True, "after", True), ("two-lane", 3, True, "after", False),
    ("one-lane", 1, True, "after", True), ("one-lane", 2, True, "after", False),
    ("two-lane", 2, False, "before", True), ("two-lane", 3, False, "before", False),
    ("one-lane", 1, False, "before", True), ("one-lane", 2, False, "before", False)])
def test_landing_on_a_bridge(bridge: str, die: int, broken: bool, reading: str, on: bool) -> None:
    log = _over(readings=(("R14", reading),))
    if broken:
        done(log, "drop-fire result=check dice=6-6")
    events = done(log, f"drop-land terrain=water bridge={bridge} dice={die}" + (",1-1" if on else ""))
    assert [e.result for e in events] == (["bridge", "holds"] if on else ["bottom", "lost"])
    assert events[0].readings == (() if broken else (f"R14 {reading}",))


def test_parachutes_are_taken_off_in_the_advance_phase() -> None:
    log = _over(weapon=True)
    done(log, "drop-land chute=canopy-1a terrain=woods dice=6-6")
    done(log, "drop-land chute=canopy-1a-w terrain=woods")
    at(log, phase="rout")
    events = done(log, "next")[1:]
    assert [e.result for e in events] == ["off", "lies"]
    assert "stand, broken, in M7" in events[0].text
    assert [c.state for c in log.books.drops.chutes] == ["off", "off"]
    at(log, phase="rout")
    assert len(done(log, "next")) == 1


def test_the_men_of_a_fixed_stick_are_named_when_they_stand_up() -> None:
    log = game(drop((("british:para/6-4-8", "british/LMG"),), nation="british"))
    at(log, 1, "second", "close-combat")
    log.apply("next")
    done(log, "drop-point hex=M8 row=2 dice=1")
    at(log, 2, "first", "prep-fire")
    log.apply("next")
    done(log, "drop-drift dice=1-1")
    done(log, "drop-land terrain=other dice=1-1")
    at(log, phase="rout")
    assert "(British para 6-4-8, British LMG)" in done(log, "next")[-1].text


def test_landing_off_the_boards() -> None:
    log = _over(hex="M9", dice="4-3")
    event = done(log, "drop-land terrain=woods dice=6-6")[-1]
    assert event.hexes == ("M12* (terrain of M9)",)
    lander = log.books.off_board.landers[0]
    assert (lander.id, lander.side, lander.away, lander.broken) == ("canopy-1a", FIRST, 2, True)
    at(log, 3)
    assert "is broken and does not move" in refused(log, "off-board lander=canopy-1a")
    assert result(log, "off-board lander=canopy-1a broken=no") == ("nearer", 1)
    near = _over(hex="M9", dice="4-2")
    done(near, "drop-land terrain=other dice=1-1")
    assert not near.books.off_board.landers[0].broken
    at(near, phase="advance")
    assert "E9.6: canopy-1a has dropped in this player turn" in refused(near, "off-board hex=M10")
    at(near, 3, phase="advance")
    assert result(near, "off-board hex=M10")[0] == "enters"
    dead = _over(hex="M9", dice="4-3")
    done(dead, "drop-land terrain=water")
    assert not dead.books.off_board.landers


# -- containers (E9.7) --------------------------------------------------------------------------


@pytest.mark.parametrize(("hexes", "cx", "die", "word", "final"), [
    (1, "no", 2, "found", 1), (1, "no", 3, "none", 2), (3, "no", 4, "found", 1), (3, "no", 5, "none", 2),
    (1, "yes", 1, "found", 1), (1, "yes", 2, "none", 2), (6, "no", 6, "found", 0)])
def test_containers(hexes: int, cx: str, die: int, word: str, final: int) -> None:
    log = at(game(drop(1, nation="german", under_equipped=True), year=1941))
    assert "container" in offered(log)
    event = done(log, f"container unit=A hexes={hexes} cx={cx} dice={die}")[-1]
    assert (f"{hexes} hex entered" in event.text) is (hexes == 1)
    assert (f"{hexes} hexes entered" in event.text) is (hexes > 1)
    assert result(log, f"container unit=A hexes={hexes} cx={cx} dice={die}") == (word, final)


@pytest.mark.parametrize(("size", "values"), [
    ("squad", "2-2-8 with the broken morale 8"), ("hs", "1-2-8 with the broken morale 7"),
    ("crew", "1-2-8 with the broken morale 8")])
def test_values_without_weapons(size: str, values: str) -> None:
    log = at(game(drop(1, nation="german", under_equipped=True), year=1941))
    assert values in done(log, f"container unit=A size={size} hexes=1 dice=6")[-1].text


def test_who_looks_for_containers() -> None:
    def has(year: int, marked: bool) -> bool:
        log = game(drop(1, nation="german", under_equipped=marked), year=year)
        return "container" in {p.id for p in log.procedures()}

    assert [has(1941, True), has(1942, True), has(1941, False)] == [True, False, False]
    other = at(game(drop(1, nation="german", under_equipped=True), year=1941), half="second")
    assert "container" not in offered(other)
    assert "of at least 1" in refused(other, "container unit=A hexes=0 dice=1") or (
        "from 1 to 20" in refused(other, "container unit=A hexes=0 dice=1"))
