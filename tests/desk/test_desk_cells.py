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


def test_the_ruleset_of_maps_has_the_same_numbers_e8_23() -> None:
    """Kinds of terrain and of hexsides with a number of their own have that of the table."""
    numbers = {str(row[0]): row[1] for row in table("glider-crash-modifiers").rows}
    design = maps_of(on_map(game(gliders(1))).card, load_card("lantern-hill").path.parent).designs["901"]
    kinds = [*design.ruleset.terrain_by_id.values(), *design.ruleset.hexside_by_id.values()]
    stated = {k.id: dict(k.properties)["crash"] for k in kinds if "crash" in dict(k.properties)}
    shared = {id: crash for id, crash in stated.items() if id in numbers}
    assert len(shared) > 20
    assert shared == {id: numbers[id] for id in shared}


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


# Whole tables, a row a line: what their procedures only tell, or what no single case shows.
WHOLE: list[tuple[str, str, str]] = [
    ("run-path", "kind run first attacks beyond bomb fire", """
        any; strafe; 4; 4; 0; fb; before each attack
        fb; point; 4; 2; 0; fb; before each attack
        stuka; point; 1; 2; 3; stuka; after the attack"""),
    ("sighting-doctrine", "nation drm", "russian|soviet; 2\n any; 0"),
    ("personnel", "size points", "squad; 10\n hs|crew; 5\n leader|hero; 1"),
    ("ammunition-explosion", "target own adjacent", """
        not armoured; 36; 16
        armoured; as a charge well placed, weakest rear; as a charge badly placed, by its side
        fortifications and mines; 36, +2; none"""),
    ("cloak-loss", "event result placed", """
        moves-in-light; lost; unconcealed
        assault-moves-in-light; kept; -
        enters-edge-of-light; kept; -
        strays-at-edge-of-light; lost; unconcealed
        leaves-light; kept; -
        leaves-light-spending; lost; unconcealed
        moves-in-dark; kept; -
        advances; kept; -
        enters-enemy; lost; unconcealed
        attacks; lost; unconcealed
        ambushes; kept; -
        jitter; lost; unconcealed
        overstacked-in-sight; lost; unconcealed
        sniper; lost; unconcealed
        wave; lost; unconcealed
        starshell; replaced; concealed"""),
    ("night-concealment", "unit event reading result", """
        vehicle|cavalry; moves|moves-in-light|assault-moves-in-light|advances|enters-enemy; any; as by day
        infantry; moves-in-light|enters-enemy|leaves-light-spending|strays-at-edge-of-light; any; lost
        infantry; moves|assault-moves-in-light|advances|leaves-light|enters-edge-of-light; any; kept
        infantry|vehicle|cavalry; gains-by-roll; any; gained
        infantry|vehicle|cavalry; beyond-sight; any; not known
        infantry|vehicle|cavalry; enters-unseen-enemy; sense; attacked there
        infantry|vehicle|cavalry; enters-unseen-enemy; printed; attacked there
        fortification; set-up; sense; hidden
        fortification; set-up; printed; concealed
        fortification; gives-tem; any; shown
        fortification; entered; any; shown
        fortification; cost-in-sight; any; shown
        fortification; cost-unseen; any; kept
        fortification; entry-fails; any; shown"""),
    ("open-ground", "terrain mud deep-snow way shelter", """
        open; yes; yes; ; no
        shellholes|trench; yes; yes; ; no
        unpaved-road; yes; yes; unpaved; no
        paved-road; no; yes; paved; no
        field; yes; yes; ; no
        gully; yes; yes; ; no
        gully-brush; no; yes; ; no
        gully-woods; no; no; ; yes
        dry-stream; yes; yes; ; no
        dry-stream-brush; no; yes; ; no
        dry-stream-orchard; no; no; ; no
        dry-stream-woods; no; no; ; yes
        brush|marsh; no; yes; ; no
        grain|orchard|other; no; no; ; no
        woods|building|rubble; no; no; ; yes"""),
    ("ground-effects", "weather of rule", """
        mud; high explosive; E3.62
        mud; entrenching; E3.63
        mud; roads; E3.6
        mud; bogging; E3.61
        mud; fire; E3.6
        mud|deep-snow; smoke; E3.734
        rain falls; smoke; E3.53
        overcast; aircraft; E3.55
        fog; aircraft; E3.313
        falling-snow; streams; E3.713
        ground-snow|deep-snow; marsh and water; E3.722
        ground-snow|deep-snow; entrenching; E3.722
        ground-snow|deep-snow; fire; E3.721
        ground-snow|deep-snow; road bonus; E3.723
        ground-snow; road rate; E3.724
        deep-snow; road rate; E3.7331
        deep-snow; brush; E3.73
        deep-snow; high explosive; E3.731
        deep-snow; mines; E3.732
        deep-snow; gallop; E3.733
        deep-snow; bogging; E3.7332
        extreme-winter; foxholes; E3.743
        drifts; hexside; E3.752"""),
    ("starshell-option", "light option first away target moves", """
        starshell; 1; own hex; 0; -; 1 hex by a single die
        starshell; 2; target or a hex of the line of sight to it; 6; 9; half the white die, rounded up
        starshell; 3; any hex so far away; 3; -; the white die
        ir; 2; target or a hex of the line of sight to it; -; -; half the white die, rounded up
        ir; 3; any hex so far away or a multiple; 6; -; the white die"""),
    ("light-radius", "light radius levels", """
        starshell; 3; 0
        ir; 6; 0
        blaze; 0; 2
        flame; 0; 0
        trip-flare; 0; 0"""),
    ("gunflash", "cause flash where until attack", """
        prep-fire; yes; location; counter; yes
        moving-fire; yes; location; counter; yes
        opportunity-fire; yes; location; counter; yes
        first-fire; yes; location; advancing-fire; yes
        final-fire; yes; location; advancing-fire; yes
        intensive-fire; yes; location; counter; yes
        no-fire; yes; location; counter; yes
        advancing-fire; no; -; -; yes
        melee; yes; location; counter; yes
        mines-harm; yes; location; counter; yes
        mines-harmless; no; -; -; yes
        mol; yes; target; counter; yes
        flamethrower; yes; target and own; counter; yes
        dc-explodes; yes; location; counter; yes
        dc-fails; no; -; -; yes
        atmm-damage; yes; location; counter; yes
        atmm-harmless; no; -; -; yes
        search-loss; yes; searched with enemies; counter; no
        search-harmless; no; -; -; no
        ffe-he; yes; each hex of the blast area; counter; yes
        sr; no; -; -; no
        piat; no; -; -; yes
        dismantling; no; -; -; no
        spotting; no; -; -; no
        radio; no; -; -; no
        ammo-vehicle; no; -; -; no
        starshell; no; -; -; no
        ir-mortar; yes; location; counter; no
        fire-setting; yes; location; counter; no"""),
    ("trip-flare", "action way roll modifier", """
        search; road; yes; -4
        search; any; yes; 0
        stop|delay|smoke; any; no; 0
        enter; made-path|entrenchment|pillbox|underground; no; 0
        enter|spend; road; yes; -4
        enter|spend; any; yes; 0"""),
]


@pytest.mark.parametrize(("id", "columns", "rows"), WHOLE, ids=[id for id, _, _ in WHOLE])
def test_cells_of_whole_tables(id: str, columns: str, rows: str) -> None:
    found = table(id)
    named = [n for n, column in enumerate(found.columns) if column.id in columns.split()]
    assert [found.columns[n].id for n in named] == columns.split()
    assert [[str(row[n]) for n in named] for row in found.rows] == [
        [cell.strip() for cell in line.split(";")] for line in rows.strip().splitlines()]
