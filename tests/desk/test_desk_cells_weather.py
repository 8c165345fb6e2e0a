"""Cells of the tables of weather (E3), written down once more from the rules, and the worked examples."""

from __future__ import annotations

import pytest
from card_logs import at, done, game

from visegrad_editor.desk.special_rules import Fog, SpecialRules
from visegrad_editor.desk.tables import Cell, table


@pytest.mark.parametrize(("id", "rows"), [
    ("season", [
        ("1-2", "dec-feb", 1), (3, "mar-may", -1), ("4-5", "mar-may", 0), ("6-8", "jun-aug", 0),
        ("9-10", "sep-nov", 0), (11, "sep-nov", -1), (12, "dec-feb", 1)]),
    ("weather", [
        (2, "mud", "overcast", "fog-or-mist", "gusty"),
        (3, "mud", "clear gusty", "clear gusty", "overcast"),
        (4, "clear gusty", "fog-or-mist", "mud", "overcast mud"),
        (5, "overcast", "overcast", "overcast", "clear gusty"),
        (6, "clear", "clear", "clear", "snow"),
        (7, "clear gusty", "clear", "clear", "clear"),
        (8, "clear", "clear", "clear", "clear gusty"),
        (9, "fog-or-mist", "clear", "clear gusty", "snow"),
        (10, "mud", "clear gusty", "mud", "snow"),
        (11, "overcast mud", "mud", "overcast mud", "snow"),
        (12, "snow-or-overcast", "overcast mud", "snow-or-overcast", "snow")]),
    ("snow", [
        ("<=1", "overcast falling-snow"), (2, "ground-snow"), (3, "overcast falling-snow ground-snow"),
        (4, "deep-snow"), (5, "overcast falling-snow deep-snow"), (6, "deep-snow drifts"),
        (">=7", "extreme-winter")]),
    ("fog-or-mist", [("1-5", "mist"), (6, "fog")]),
    ("fog-level", [(1, -1), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4)]),
    ("fog-density", [(1, 1), ("2-3", 2), ("4-6", 3)]),
    ("wind-change", [
        ("gusty", ">=10", "gust", "E3.4"), ("rain", ">=10", "begins or grows heavy", "E3.51"),
        ("rain", "<=3", "stops", "E3.51"), ("snow", ">=10", "begins or grows heavy", "E3.71"),
        ("snow", "<=3", "stops", "E3.71"), ("enemy or neutral country", 3, "civilians tell", "E2.4"),
        ("friendly country", 4, "civilians tell", "E2.4"), ("any", "any", "nothing", "E3")]),
    ("fog-in-wind", [("none", 0, "turn"), ("mild", 1, "game turn"), ("heavy|gust", 1, "player turn")]),
    ("winter-powers", [
        ("russian|soviet", "soviet"),
        ("german|italian|axis-minor|romanian|hungarian|slovakian|croatian|bulgarian", "axis"),
        ("any", "neither")]),
    ("extreme-winter", [("soviet", 1941, 1, 11, -1), ("axis", 1942, 2, 11, -1)]),
    ("first-start", [("1-5", "starts"), (6, "immobilised")]),
    ("environment", [
        ("extreme-winter", "snow", "E3.74"), ("deep-snow", "snow", "E3.73"), ("ground-snow", "wet", "E3.72"),
        ("falling-snow", "moist", "E3.713"), ("mud", "mud", "E3.6"), ("rain has fallen", "wet", "E3.51"),
        ("fog|mist", "moist", "E3.3"), ("any", "", "E3.2")]),
    ("open-ground", [
        ("open", "yes", "yes", "", "no"), ("shellholes|trench", "yes", "yes", "", "no"),
        ("unpaved-road", "yes", "yes", "unpaved", "no"), ("paved-road", "no", "yes", "paved", "no"),
        ("field", "yes", "yes", "", "no"), ("gully", "yes", "yes", "", "no"),
        ("gully-brush", "no", "yes", "", "no"), ("gully-woods", "no", "no", "", "yes"),
        ("dry-stream", "yes", "yes", "", "no"), ("dry-stream-brush", "no", "yes", "", "no"),
        ("dry-stream-orchard", "no", "no", "", "no"), ("dry-stream-woods", "no", "no", "", "yes"),
        ("brush|marsh", "no", "yes", "", "no"), ("grain|orchard|other", "no", "no", "", "no"),
        ("woods|building|rubble", "no", "no", "", "yes")]),
    ("extra-cost", [
        ("rain has fallen", "any", "level", 1, "E3.54"),
        ("mud", "tracked|non-tracked", "open hexside", 1, "E3.64"),
        ("mud", "any", "open hexside", 0.5, "E3.64"),
        ("ground-snow|deep-snow", "infantry|cavalry", "level", 1, "E3.723"),
        ("ground-snow", "non-tracked", "any hexside", 1, "E3.724"),
        ("deep-snow", "infantry|cavalry", "hexside off cleared roads", 0.5, "E3.733"),
        ("deep-snow", "tracked", "hexside off cleared roads", 1, "E3.7331"),
        ("deep-snow", "non-tracked", "hexside off cleared roads", 2, "E3.7331"),
        ("deep-snow", "non-tracked", "hexside on cleared roads", 1, "E3.7331"),
        ("any", "any", "any", 0, "E3.9")]),
])
def test_cells_of_weather_winter_and_ground(id: str, rows: list[tuple[Cell, ...]]) -> None:
    """Each row, with all its columns."""
    assert list(table(id).rows) == rows


HE = ("+1 TEM|Residual FP one column lower|not HE equivalents|mines|airbursts|special collateral"
      "|guns at vehicles and pillboxes")
SNOW = "ground-snow|deep-snow"
EFFECTS = [
    ("mud", "high explosive", "E3.62", HE), ("mud", "entrenching", "E3.63", "+1 DRM"),
    ("mud", "roads", "E3.6", "Unpaved roads cost what Open Ground costs|no road rate and no road bonus"
                             "|paved ones and runways are as always"),
    ("mud", "bogging", "E3.61", "bog|manhandled|penalties of mud"),
    ("mud", "fire", "E3.6", "building|woods|brush|grain|orchard in season|Gust"),
    ("mud|deep-snow", "smoke", "E3.734", "only inside buildings|Blaze|fills its hex"),
    ("rain falls", "smoke", "E3.53", "only inside buildings|Blaze|fills its hex|does not drift"),
    ("overcast", "aircraft", "E3.55", "no air support"), ("fog", "aircraft", "E3.313", "no air support|fog"),
    ("falling-snow", "streams", "E3.713", "All streams are frozen"),
    (SNOW, "marsh and water", "E3.722", "Marsh is Open Ground|streams are frozen|rules for ice hold"),
    (SNOW, "entrenching", "E3.722", "+2 DRM"),
    (SNOW, "fire", "E3.721", "building or woods|on ground snow also brush|Gust"),
    (SNOW, "road bonus", "E3.723", "Infantry and cavalry|only along roads that are cleared"),
    ("ground-snow", "road rate", "E3.724", "at least 1 MP|cleared or not"),
    ("deep-snow", "road rate", "E3.7331", "at least 1 MP|buttoned up or not|cleared or not"),
    ("deep-snow", "brush", "E3.73", "Brush is Open Ground"), ("deep-snow", "high explosive", "E3.731", HE),
    ("deep-snow", "mines", "E3.732", "Attacks and clearance|+1 DRM|half FP|tanks are one weaker"),
    ("deep-snow", "gallop", "E3.733", "gallop only across hexsides of cleared roads"),
    ("deep-snow", "bogging", "E3.7332", "bog|manhandled|penalties of deep snow"),
    ("extreme-winter", "foxholes", "E3.743", "No foxholes"),
    ("drifts", "hexside", "E3.752", "all MF or MP|Bog check with +2|hedge|wall or a roadblock|bypass"
                                    "|within one building it is no obstacle")]


def test_effects_on_the_ground() -> None:
    """Each row, with what its sentence must say."""
    assert [(*row[:2], row[3]) for row in table("ground-effects").rows] == [row[:3] for row in EFFECTS]
    for row, (weather, what, _, facts) in zip(table("ground-effects").rows, EFFECTS, strict=True):
        assert [f for f in facts.split("|") if f not in str(row[2])] == [], (weather, what)


# -- worked examples -------------------------------------------------------------------------------


@pytest.mark.parametrize(("hexes", "fog", "drm"), [
    (2, "none", 2),     # From level 2 down to F4: F4 and G4.
    (3, "none", 3),     # From level 2 to B5: B5, C5, and D5.
    (3, "out", 4)])     # Back from B5: one more for fire out of fog.
def test_the_worked_example_of_fog_e3_311(hexes: int, fog: str, drm: int) -> None:
    """Fog of +1 on level 0 and below; which of its hexes hinder is told (A6.41, A6.42)."""
    log = at(game(SpecialRules(weather=("fog",), fog=Fog(0, 1))))
    event, = done(log, f"lv-drm range=4 fog_hexes={hexes} fog={fog}")
    assert event.final == drm


@pytest.mark.parametrize(("range_", "aerial", "drm"), [
    (6, "no", 0), (7, "no", 1), (12, "no", 1), (13, "no", 2), (18, "no", 2), (3, "yes", 0), (4, "yes", 1),
    (6, "yes", 1), (7, "yes", 2)])
def test_the_worked_example_of_mist_e3_32(range_: int, aerial: str, drm: int) -> None:
    event, = done(at(game(SpecialRules(weather=("mist",)))), f"lv-drm range={range_} aerial={aerial}")
    assert event.final == drm


@pytest.mark.parametrize(("unit", "terrain", "added"), [
    ("infantry", "open", "+1 MF"), ("infantry", "gully", "+1 MF"), ("tracked", "open", "+1 MP"),
    ("tracked", "gully", "+1 MP")])
def test_the_worked_example_of_rain_e3_54(unit: str, terrain: str, added: str) -> None:
    """In each of its moves up or down a hill or out of a gully rain adds one to what the move costs."""
    log = at(game(SpecialRules(weather=("overcast",))), wet_climb=True)
    event, = done(log, f"extra-cost unit={unit} terrain={terrain} levels=1")
    assert event.result == added
