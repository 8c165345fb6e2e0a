"""Cells of tables that are printed and looked up, written down once more from the rules."""

from __future__ import annotations

import pytest
from air_logs import game, gliders, on_map

from visegrad_editor.desk.board_maps import maps_of
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.tables import Cell, table

CRASH: dict[str, dict[int, str]] = {
    "state": {1: "off-target damaged night gust obstacle", 3: "blind"},
    "hex": {1: "shellholes trench marsh fordable-water sangar hut vineyard",
            2: "orchard graveyard gully cactus olive-grove palm-trees",
            3: "woods building rubble bridge crags jungle bamboo", 4: "swamp"},
    "hexside": {1: "hedge cactus-hedge paddy-bank crest", 2: "wall bocage roadblock", 3: "cliff"}}


def test_modifiers_of_a_crash_e8_23() -> None:
    """Each case, what it is a case of, and its number."""
    assert {(case, drm, kind) for case, drm, kind, _ in table("glider-crash-modifiers").rows} == {
        (case, drm, kind) for kind, of in CRASH.items()
        for drm, cases in of.items() for case in cases.split()}


def test_the_ruleset_of_maps_has_the_cases_of_a_crash_e8_23() -> None:
    """But those that are no ground: fortifications, bridges, water that is looked up by its depth."""
    design = maps_of(on_map(game(gliders(1))).card, load_card("lantern-hill").path.parent).designs["901"]
    ids = {*design.ruleset.terrain_by_id, *design.ruleset.hexside_by_id}
    cases = {case for kind in ("hex", "hexside") for of in CRASH[kind].values() for case in of.split()}
    assert cases - ids == {"trench", "sangar", "fordable-water", "bridge"}


@pytest.mark.parametrize(("id", "columns", "rows"), [
    ("glider-capacity", 3, [("german", 14, "no"), ("american", 19, "yes"), ("british", 29, "yes")]),
    ("glider-load", 3, [
        ("vehicle", "<=2", 15), ("vehicle", "3-4", 30), ("gun", ">=10", 10), ("gun", "6-9", 20),
        ("mortar", "76-107", 0), ("ammunition", "<=99", 4), ("ammunition", ">=100", 8)]),
    ("glider-approach", 2, [("clear", -1), ("level", 1)]),
    ("glider-side", 2, [("<=3", "short"), (">=4", "beyond")]),
    ("glider-crash", 2, [("<=6", "safe"), (7, "damaged"), (">=8", "lost")]),
    ("drop-nation", 3, [("german", 1, "up"), ("russian|soviet", 3, "down"), ("any", 2, "down")]),
    ("barrage-firepower", 2, [("80-99", 12), ("100-149", 16), (">=150", 24)]),
    ("creeping-start", 2, [("1-2", 1), ("3-4", 2), ("5-6", 3)]),
    ("creeping-hindrance", 2, [("rain or deep snow", 1), ("other", 2)]),
    ("convoy-crowding", 3, [
        ("any", "nothing", 0), ("convoy", "vehicle-or-wreck", 2), ("convoy", "convoy", 4),
        ("other", "vehicle-or-wreck", 1), ("other", "convoy", 2)]),
    ("convoy-leave", 2, [
        ("sees-enemy", "may"), ("sees-attacked", "may"), ("sees-lost", "may"), ("radio", "may"),
        ("recalled", "must")]),
    ("column-moves", 3, [
        ("normal", "any", "yes"), ("double-time", "any", "yes"), ("gallop", "any", "yes"),
        ("assault", "any", "no"), ("bypass", "any", "no"), ("dash", "any", "no"), ("human-wave", "any", "no"),
        ("minimum", "minimum", "no"), ("minimum", "none", "yes")]),
    ("column-terrain", 3, [
        ("factory", "any", "yes"), ("other", "any", "yes"), ("woods|building", "yes", "yes"),
        ("woods|building", "no", "no")]),
    ("disband", 2, [
        ("attacked", "-"), ("minefield", "hurt"), ("sees-enemy", "-"), ("air-attack", "near"),
        ("he-oba", "near"), ("wp-oba", "near"), ("hidden-wire", "-"), ("voluntary", "paid")]),
])
def test_cells_of_gliders_parachutes_convoys_columns_and_barrages(
    id: str, columns: int, rows: list[tuple[Cell, ...]]
) -> None:
    """The first columns of each row; those after them are words for readers."""
    assert [row[:columns] for row in table(id).rows] == rows


def test_who_checks_morale_where_it_lands_e9_42() -> None:
    """Weapons on their own only in dense jungle and swamp."""
    checks = {terrain: (check, weapon) for terrain, check, weapon in table("drop-landing").rows}
    assert {t for t, found in checks.items() if found == ("morale", "none")} == {
        "woods", "woods-road", "crags", "building", "dry-stream", "vineyard", "cactus", "olive-grove",
        "bamboo", "wet-paddy", "marsh"}
    assert {t for t, found in checks.items() if found == ("morale", "morale")} == {"dense-jungle", "swamp"}
    assert {t for t, found in checks.items() if found == ("lost", "lost")} == {"fire", "water", "deep-stream"}
    assert (checks["full-building"], checks["other"]) == (("slide", "none"), ("task", "none"))
    assert len(checks) == 18
