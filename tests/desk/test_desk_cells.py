"""Cells of tables that are printed and looked up, written down once more from the rules."""

from __future__ import annotations

import pytest

from visegrad_editor.desk.tables import table

# Whole tables, a row a line: what their procedures only tell, or what no single case shows.
WHOLE: list[tuple[str, str, str]] = [
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
    ("nvr-limits", "ground base least most", """
        bare; 3; 0; 6
        snow; 6; 2; 9"""),
    ("nvr-amount", "clouds moon divisor", """
        scattered; half; 3
        scattered; full; 2
        any; any; 6"""),
    ("nvr-vehicle", "vehicle nvr reading times hexes", """
        other; >=1; any; 1.5; -
        tracked; >=1; any; 2; -
        other; 0; by-type; -; 1
        other; 0; same; -; 2
        tracked; 0; any; -; 2"""),
    ("stealth-class", "troop unit_class result", """
        any; any; lax
        any; any; lax
        any; any; lax
        any; any; normal
        any; any; stealthy
        any; green|conscript; lax
        italian|axis-minor|romanian|hungarian|slovak|slovakian|croatian|bulgarian; first|second; lax
        german; any; lax
        commando|ranger|anzac|gurkha|partisan; any; stealthy
        finnish; elite|first; stealthy
        any; any; normal"""),
    ("season", "month season snow_drm", """
        1-2; dec-feb; 1
        3; mar-may; -1
        4-5; mar-may; 0
        6-8; jun-aug; 0
        9-10; sep-nov; 0
        11; sep-nov; -1
        12; dec-feb; 1"""),
    ("weather", "roll mar-may jun-aug sep-nov dec-feb", """
        2; mud; overcast; fog-or-mist; gusty
        3; mud; clear gusty; clear gusty; overcast
        4; clear gusty; fog-or-mist; mud; overcast mud
        5; overcast; overcast; overcast; clear gusty
        6; clear; clear; clear; snow
        7; clear gusty; clear; clear; clear
        8; clear; clear; clear; clear gusty
        9; fog-or-mist; clear; clear gusty; snow
        10; mud; clear gusty; mud; snow
        11; overcast mud; mud; overcast mud; snow
        12; snow-or-overcast; overcast mud; snow-or-overcast; snow"""),
    ("fog-in-wind", "wind falls every", """
        none; 0; turn
        mild; 1; game turn
        heavy|gust; 1; player turn"""),
    ("winter-powers", "nation power", """
        russian|soviet; soviet
        german|italian|romanian|hungarian|slovakian|croatian|bulgarian; axis
        any; neither"""),
    ("extreme-winter", "power year breakdown fate elr", """
        soviet; 1941; 1; 11; -1
        axis; 1942; 2; 11; -1"""),
]


@pytest.mark.parametrize(("id", "columns", "rows"), WHOLE, ids=[id for id, _, _ in WHOLE])
def test_cells_of_whole_tables(id: str, columns: str, rows: str) -> None:
    found = table(id)
    named = [n for n, column in enumerate(found.columns) if column.id in columns.split()]
    assert [found.columns[n].id for n in named] == columns.split()
    assert [[str(row[n]) for n in named] for row in found.rows] == [
        [cell.strip() for cell in line.split(";")] for line in rows.strip().splitlines()]
