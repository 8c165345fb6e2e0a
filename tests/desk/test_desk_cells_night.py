"""Cells of the tables of the night, written down once more from the rules, and the worked examples of E1."""

from __future__ import annotations

import pytest
from desk_logs import log_in, night_card, results

from visegrad_editor.desk.tables import Cell, table

SIGHT, HALF = "target or a hex of the line of sight to it", "half the white die, rounded up"


@pytest.mark.parametrize(("id", "rows"), [
    ("cloud-cover", [("<=2", "none"), ("3-4", "scattered"), (">=5", "overcast")]),
    ("cloud-month", [("12|1|2", 1), ("3-11", 0)]),
    ("moon-phase", [("<=2", "full"), ("3-4", "half"), (">=5", "new")]),
    ("nvr-modifier", [
        ("none", "new", "any", 0), ("none", "half", "any", 1), ("none", "full", "any", 2),
        ("scattered", "new", "any", -1), ("scattered", "half", "any", 0),
        ("scattered", "full", "example", 1), ("scattered", "full", "printed", 2),
        ("overcast", "new", "any", -2), ("overcast", "half", "any", -1), ("overcast", "full", "any", 0)]),
    ("nvr-limits", [("bare", 3, 0, 6), ("snow", 6, 2, 9)]),
    ("nvr-amount", [("scattered", "half", 3), ("scattered", "full", 2), ("any", "any", 6)]),
    ("nvr-change", [
        ("1-3", "any", "falls"), (4, "none", "rises"), (4, "some", "stays"), ("5-6", "any", "rises")]),
    ("nvr-vehicle", [
        ("other", ">=1", "any", 1.5, "-"), ("tracked", ">=1", "any", 2, "-"), ("other", 0, "by-type", "-", 1),
        ("other", 0, "same", "-", 2), ("tracked", 0, "any", "-", 2)]),
    ("recon-nation", [
        ("british|partisan|russian|japanese|finnish", 1), ("german|american", 0), ("any", -1)]),
    ("recon-class", [("stealthy", 1), ("normal", 0), ("lax", -1)]),
    ("night-fire", [("fire-lane|mines|sniper|dc|collateral|residual|cc|oba", 0), ("fire", 1)]),
    ("stray", [
        ("1-5", "any", "any", "moves"), (6, "lax", "any", "strays"), (6, "normal", "1-2", "moves"),
        (6, "normal", "3-6", "strays"), (6, "stealthy", "1-4", "moves"), (6, "stealthy", "5-6", "strays")]),
    ("jitter", [
        (2, "nearest", "-"), (4, "nearest", "stealthy"), (6, "nearest", "stealthy|normal"),
        (8, "mover", "cloaked|stealthy|normal"), (10, "mover", "cloaked|stealthy"), (12, "mover", "-")]),
    ("jitter-exempt", [
        ("hidden", "any", "yes"), ("concealed", "hidden", "no"), ("concealed", "concealed", "yes"),
        ("not-good-order", "any", "yes"), ("hero", "any", "yes"), ("no-fp", "any", "yes"),
        ("final-fire", "any", "yes"), ("first-fire-nearer", "any", "yes")]),
    ("starshell-usage", [("leader|armour-leader", 4), ("mmc|afv", 2)]),
    ("starshell-option", [
        ("starshell", 1, "own hex", 0, "-", "1 hex by a single die"),
        ("starshell", 2, SIGHT, 6, 9, HALF), ("starshell", 3, "any hex so far away", 3, "-", "the white die"),
        ("ir", 2, SIGHT, "-", "-", HALF),
        ("ir", 3, "any hex so far away or a multiple", 6, "-", "the white die")]),
    ("light-radius", [
        ("starshell", 3, 0, "E1.923"), ("ir", 6, 0, "E1.933"), ("blaze", 0, 2, "E1.94"),
        ("flame", 0, 0, "E1.942"), ("trip-flare", 0, 0, "E1.951")]),
    ("trip-flare", [
        ("search", "road", "yes", -4, "E1.953"), ("search", "any", "yes", 0, "E1.953"),
        ("stop|delay|smoke", "any", "no", 0, "E1.95"),
        ("enter", "made-path|entrenchment|pillbox|underground", "no", 0, "E1.95"),
        ("enter|spend", "road", "yes", -4, "E1.95"), ("enter|spend", "any", "yes", 0, "E1.95")]),
    ("trip-flare-end", [
        ("movement", "this", "close-combat"), ("rout|advance|close-combat", "next", "advancing-fire")]),
])
def test_cells_of_sight_movement_and_lights(id: str, rows: list[tuple[Cell, ...]]) -> None:
    """Each row, with all its columns."""
    assert list(table(id).rows) == rows


AXIS = "italian|axis-minor|romanian|hungarian|slovakian|croatian|bulgarian"


def test_lax_normal_and_stealthy_e1_6() -> None:
    """Whoever is in no row before the last one moves in the normal way (E1.63)."""
    good = "good-order"
    assert list(table("stealth-class").rows) == [
        ("berserk", "any", "any", "any", "any", "lax", "E1.533"),
        ("other", "any", "any", "any", "any", "lax", "E1.62"),
        (good, "vehicle|passenger", "any", "any", "any", "lax", "E1.62"),
        (good, "horse", "any", "any", "any", "normal", "E1.63"),
        (good, "smc", "any", "any", "any", "stealthy", "E1.61"),
        (good, "mmc", "any", "green|conscript", "any", "lax", "E1.62"),
        (good, "mmc", AXIS, "first|second", "any", "lax", "E1.62"),
        (good, "mmc", "german", "any", "<=1942", "lax", "E1.62"),
        (good, "mmc", "commando|ranger|anzac|gurkha|partisan", "any", "any", "stealthy", "E1.61"),
        (good, "mmc", "finnish", "elite|first", "any", "stealthy", "E1.61"),
        (good, "mmc", "any", "any", "any", "normal", "E1.63")]


def test_who_makes_no_movement_roll_e1_531() -> None:
    """By reason and reading R10; a berserk unit is named by another rule."""
    found = {(reason, reading): (exempt, rule) for reason, reading, exempt, _, rule in table(
        "stray-exempt").rows}
    always = ("underground", "trail-break", "sees-enemy", "near-road", "near-water", "near-light",
              "near-trench", "follows", "enters")
    assert found == {
        **{(reason, "any"): ("yes", "E1.531") for reason in always}, ("berserk", "any"): ("yes", "E1.533"),
        ("near-pillbox", "trench"): ("yes", "E1.531"), ("near-pillbox", "entrenchment"): ("no", "E1.531"),
        ("near-entrenchment", "trench"): ("no", "E1.531"),
        ("near-entrenchment", "entrenchment"): ("yes", "E1.531")}
    assert len(table("stray-exempt").rows) == len(found) == 14


def test_how_straying_ends_e1_53() -> None:
    found = {end: (result, rule) for end, result, _, rule in table("stray-end").rows}
    stops = ("too-little", "climb", "stairs", "ford", "scale", "swim", "nearer-enemy", "lit", "impassable",
             "off-map", "ffe", "minefield", "bog")
    assert found == {
        "spent": ("ends", "E1.53"), "friends": ("released", "E1.532"), "jitter": ("ends", "E1.552"),
        **dict.fromkeys(stops, ("ti", "E1.53"))}
    assert len(table("stray-end").rows) == len(found)


NONE = ("no", "-", "-", "yes")
QUIET = ("no", "-", "-", "no")
HERE = ("yes", "location", "counter", "yes")
FIRST = ("yes", "location", "advancing-fire", "yes")
GUNFLASH: dict[str, dict[tuple[str, ...], str]] = {
    "E1.8": {HERE: "prep-fire moving-fire opportunity-fire intensive-fire no-fire",
             FIRST: "first-fire final-fire"},
    "E footnote 10": {NONE: "advancing-fire"},
    "E1.82": {HERE: "melee"},
    "E1.83": {HERE: "mines-harm", NONE: "mines-harmless"},
    "E1.84": {("yes", "target", "counter", "yes"): "mol",
              ("yes", "target and own", "counter", "yes"): "flamethrower"},
    "E1.85": {HERE: "dc-explodes atmm-damage", NONE: "dc-fails atmm-harmless"},
    "E1.86": {("yes", "searched with enemies", "counter", "no"): "search-loss", QUIET: "search-harmless"},
    "E1.87": {("yes", "each hex of the blast area", "counter", "yes"): "ffe-he", QUIET: "sr"},
    "E1.88": {NONE: "piat"},
    "E1.89": {QUIET: "dismantling spotting radio ammo-vehicle"},
    "E1.921": {QUIET: "starshell"},
    "E1.931": {("yes", "location", "counter", "no"): "ir-mortar"},
    "E1.94": {("yes", "location", "counter", "no"): "fire-setting"}}


def test_what_leaves_a_gunflash_where_and_how_long_e1_8() -> None:
    """By rule; shots of the first and the final fire stay until the end of the Advancing Fire Phase."""
    expected = {(cause, *cells, rule) for rule, kinds in GUNFLASH.items()
                for cells, causes in kinds.items() for cause in causes.split()}
    assert set(table("gunflash").rows) == expected
    assert len(table("gunflash").rows) == len(expected) == 29


def test_what_happens_to_a_cloak_e1_31_and_e1_43() -> None:
    found = {event: (result, placed, rule) for event, result, placed, _, rule in table("cloak-loss").rows}
    lost, kept = ("lost", "unconcealed"), ("kept", "-")
    assert found == {
        "moves-in-light": (*lost, "E1.31"), "assault-moves-in-light": (*kept, "E1.31"),
        "enters-edge-of-light": (*kept, "E1.31"), "strays-at-edge-of-light": (*lost, "E1.31"),
        "leaves-light": (*kept, "E1.31"), "leaves-light-spending": (*lost, "E1.31"),
        "moves-in-dark": (*kept, "E1.31"), "advances": (*kept, "E1.31"), "enters-enemy": (*lost, "E1.31"),
        "attacks": (*lost, "E1.43"), "ambushes": (*kept, "E1.43"), "jitter": (*lost, "E1.552"),
        "overstacked-in-sight": (*lost, "E1.422"), "sniper": (*lost, "E1.72"), "wave": (*lost, "E1.423"),
        "starshell": ("replaced", "concealed", "E1.921")}
    assert len(table("cloak-loss").rows) == len(found)


def test_concealment_by_night_e1_3() -> None:
    all_units, infantry, works = "infantry|vehicle|cavalry", "infantry", "fortification"
    assert [(*row[:4], row[5]) for row in table("night-concealment").rows] == [
        ("vehicle|cavalry", "moves|moves-in-light|assault-moves-in-light|advances|enters-enemy", "any",
         "as by day", "E1.31"),
        (infantry, "moves-in-light|enters-enemy|leaves-light-spending|strays-at-edge-of-light", "any", "lost",
         "E1.31"),
        (infantry, "moves|assault-moves-in-light|advances|leaves-light|enters-edge-of-light", "any", "kept",
         "E1.31"),
        (all_units, "gains-by-roll", "any", "gained", "E1.32"),
        (all_units, "beyond-sight", "any", "not known", "E1.33"),
        (all_units, "enters-unseen-enemy", "sense", "attacked there", "E1.13"),
        (all_units, "enters-unseen-enemy", "printed", "attacked there", "E1.13"),
        (works, "set-up", "sense", "hidden", "E1.16"), (works, "set-up", "printed", "concealed", "E1.16"),
        (works, "gives-tem", "any", "shown", "E1.16"), (works, "entered", "any", "shown", "E1.16"),
        (works, "cost-in-sight", "any", "shown", "E1.16"), (works, "cost-unseen", "any", "kept", "E1.16"),
        (works, "entry-fails", "any", "shown", "E1.16")]


FACTS: dict[str, list[tuple[str, str]]] = {
    "stray-exempt": [
        ("underground", "about to enter a tunnel or a sewer"), ("trail-break", "with a trail break or"),
        ("sees-enemy", "can see a known enemy"), ("near-road", "in or next to a road or a path"),
        ("near-water", "in or next to a gully, a stream or the bank"),
        ("near-light", "next to a lit location"),
        ("near-trench", "next to a trench"), ("near-pillbox", "next to a pillbox"),
        ("near-pillbox", "next to a pillbox"),
        ("near-entrenchment", "next to an entrenchment that is no trench"),
        ("near-entrenchment", "next to an entrenchment that is no trench"),
        ("follows", "first of a wave, a platoon without radio, a convoy or a column"),
        ("enters", "from off board"), ("berserk", "berserk and never strays")],
    "stray-end": [
        ("spent", "spent all"), ("friends", "friend in Good Order and may spend the rest"),
        ("jitter", "fired from fear"), ("too-little", "too little for one hex"), ("climb", "climb"),
        ("stairs", "stairs"), ("ford", "ford"), ("scale", "scale a building"), ("swim", "swim"),
        ("nearer-enemy", "nearer to a known enemy"), ("lit", "is lit"), ("impassable", "cannot enter"),
        ("off-map", "leave the map"), ("ffe", "fire for effect of HE or WP"),
        ("minefield", "a known minefield would attack"), ("bog", "cannot go around, and may only stop")],
    "cloak-loss": [
        ("moves-in-light", "in a lit location other than by Assault Movement"),
        ("assault-moves-in-light", "in a lit location by Assault Movement"),
        ("enters-edge-of-light", "edge of a light and spends nothing more in this phase"),
        ("strays-at-edge-of-light", "edge of a light astray and becomes TI"),
        ("leaves-light", "across a hexside"), ("leaves-light-spending", "must spend MF in the light"),
        ("moves-in-dark", "in the dark"), ("advances", "advances"),
        ("enters-enemy", "enemy location in the Movement Phase"),
        ("attacks", "other than by a successful Ambush"), ("ambushes", "attacks by a successful Ambush"),
        ("jitter", "fires from fear"), ("overstacked-in-sight", "in sight of an unbroken enemy"),
        ("sniper", "with 1 or 2; Random Selection"), ("wave", "human wave"),
        ("starshell", "fires a starshell")],
    "night-concealment": [
        ("vehicle|cavalry", "as by day"), ("infantry", "in the light other than by Assault Movement"),
        ("infantry", "Assault Movement in the light, nor stopping at its edge, nor leaving it"),
        ("infantry|vehicle|cavalry", "without one"),
        ("infantry|vehicle|cavalry", "beyond the range of sight"),
        ("infantry|vehicle|cavalry", "range of 0 who enters the location of a concealed or hidden enemy"),
        ("infantry|vehicle|cavalry", "range of 0 who enters the location of a concealed enemy"),
        ("fortification", "hidden in any terrain"), ("fortification", "concealed in any terrain"),
        ("fortification", "terrain modifier is used in defence"),
        ("fortification", "no dummy enters its location, of a pillbox its hex"),
        ("fortification", "in sight of a Good Order enemy"),
        ("fortification", "entering and leaving a pillbox or an entrenchment costs nothing more"),
        ("fortification", "no dummy tries to enter and cannot; the MF or MP count as spent where it was")]}


@pytest.mark.parametrize("id", FACTS)
def test_what_the_sentences_of_rows_say(id: str) -> None:
    """The facts of each row in words, in the order of the rows."""
    words = [column.id for column in table(id).columns].index("words")
    rows = [(str(row[0]), str(row[words])) for row in table(id).rows]
    assert [first for first, _ in rows] == [first for first, _ in FACTS[id]]
    assert [said for (_, said), (_, fact) in zip(rows, FACTS[id], strict=True) if fact not in said] == []


# -- worked examples -------------------------------------------------------------------------------


@pytest.mark.parametrize(("levels", "radius"), [(1, 2), (2, 4), (3, 6), (4, 8)])
def test_the_worked_example_of_e1_94(levels: int, radius: int) -> None:
    """What burns on the ground alone lights 2 hexes around; buildings with 2, 3, and 4 levels all burning
    light 4, 6, and 8."""
    log = log_in(night_card(), "prep-fire")
    assert results(log, f"blaze at=K5 levels={levels}") == [f"lit {radius}"]


def test_the_worked_example_of_e1_8() -> None:
    """A machine gun that fires in the Prep Fire Phase leaves a gunflash, whether it may fire again or not."""
    log = log_in(night_card(), "prep-fire")
    assert results(log, "gunflash cause=prep-fire at=F5") == ["gunflash"]
    assert [f.name for f in log.books.night.gunflashes] == ["F5"]
