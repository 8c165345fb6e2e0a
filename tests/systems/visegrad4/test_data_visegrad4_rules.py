"""The ruleset of Visegrad 4 against the rulebook, and against the pages that explain it.

What is expected was written down from the rulebook, not from the file it checks.
"""

from __future__ import annotations

import colorsys
from pathlib import Path
from typing import Any

import pytest
from sample_data import read_sample

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def rules() -> dict[str, Any]:
    return read_sample("rulesets/visegrad4.yaml")


NATIONS = {
    "russia": "russian", "ukraine": "russian", "belarus": "russian",
    "poland": "allied", "lithuania": "allied", "czech-republic": "allied", "slovakia": "allied",
    "hungary": "allied", "usa": "allied", "italy": "allied", "romania": "allied",
}

# From the worst to the best for the attacker.
ORDER = ["AE", "AT", "AD", "AP", "AW", "BB", "DW", "MA", "DP", "DD", "DE", "OR"]
COLUMNS = [
    "49% or less", "50-99%", "100-199%", "200-299%", "300-399%", "400-499%", "500-599%", "600% or more",
]


@pytest.mark.rule("2.3")
def test_nations_and_sides(rules: dict[str, Any]) -> None:
    assert {n["id"]: n["side"] for n in rules["nationalities"]} == NATIONS  # 2.3
    assert [s["id"] for s in rules["sides"]] == ["russian", "allied"]
    assert (rules["turns"], rules["stacking_limit"]) == (10, 3)  # 5.0, 6.0


# Hue ranges in degrees, after 2.3; None: white or black, hardly any colour.
HUES: dict[str, tuple[tuple[int, int] | None, tuple[int, int] | None]] = {
    "russia": (None, (205, 235)), "ukraine": ((260, 290), (315, 340)), "belarus": ((90, 130), (335, 360)),
    "poland": ((50, 70), (345, 360)), "lithuania": ((48, 62), (260, 285)),
    "czech-republic": ((345, 360), None),
    "slovakia": ((0, 20), None), "hungary": ((20, 35), (90, 130)), "usa": ((205, 220), (345, 360)),
    "italy": ((25, 38), (130, 160)), "romania": ((42, 52), (215, 235)),
}


@pytest.mark.rule("2.3")
def test_counter_colours_follow_the_rulebook(rules: dict[str, Any]) -> None:
    for nation in rules["nationalities"]:
        for key, hues in zip(("ground", "ink"), HUES[nation["id"]], strict=True):
            hue, saturation = _hue(nation["colours"][key])
            if hues is None:
                assert saturation < 0.2, (nation["id"], key)
            else:
                assert hues[0] <= hue <= hues[1], (nation["id"], key, hue)
    assert [n["id"] for n in rules["nationalities"] if n["colours"].get("camouflage")] == ["poland"]


def test_counters_can_be_read(rules: dict[str, Any]) -> None:
    """The contrast accessibility guides ask of text, 4.5 to 1, on the ground and in the symbol's box."""
    assert rules["nationalities"]
    for nation in rules["nationalities"]:
        colours = nation["colours"]
        for under in ("ground", "symbol"):
            assert _contrast(colours["ink"], colours[under]) >= 4.5, (nation["id"], under)


@pytest.mark.rule("2.6")
def test_movement_allowances(rules: dict[str, Any]) -> None:
    assert rules["unit_types"]
    for kind in rules["unit_types"]:
        traits = set(kind.get("traits", []))
        expected = 0 if traits & {"air", "static"} else 5 if traits & {"airborne", "air-mobile"} else 7  # 2.6
        assert kind["movement"] == expected, kind["id"]


def test_marine_traits(rules: dict[str, Any]) -> None:
    marines = {t["id"] for t in rules["unit_types"] if "marine" in t.get("traits", [])}
    assert marines == {"naval-infantry", "marine"}


def test_terrain_effects(rules: dict[str, Any]) -> None:
    terrain = {t["id"]: t for t in rules["terrain"]}
    playable = [t for t in terrain.values() if t.get("playable", True)]
    assert {t["id"] for t in playable if t.get("supply") is False} == {"mountain", "marsh"}  # 7.1
    roads = {r["id"]: r for r in rules["roads"]}
    assert 1 > roads["major-highway"]["cost"] > 0  # 13.7: a roll of 1 is greater
    assert roads["highway"]["cost"] == roads["e77"]["cost"] == 1  # 9.6
    assert [roads[i]["traits"] for i in ("major-highway", "e77")] == [["major"], ["e77"]]
    assert max(roads, key=lambda i: roads[i]["rank"]) == "major-highway"  # 13.7
    river = rules["hexsides"][0]
    assert (river["id"], river["cost"], river["shift"]) == ("river", 1, -1)  # 9.4, 11.0
    features = {f["id"]: f for f in rules["features"]}
    assert set(features) == {"city", "capital", "port", "industrial"}
    assert all(f["cost"] == "other" for f in features.values())
    assert features["industrial"]["shift"] == -1  # 11.0
    costs = [t["cost"] for t in playable]
    assert min(costs) > 1
    assert len(set(costs)) == len(costs)
    assert max(costs) < 6, "an unmodified interdiction could never succeed (13.7)"
    assert all(t["shift"] <= 0 for t in (*playable, *features.values()))
    assert terrain["clear"]["shift"] == 0


@pytest.mark.parametrize("name", ["assault", "cyber-war"])
def test_combat_table(rules: dict[str, Any], name: str) -> None:
    table = next(t for t in rules["tables"] if t["id"] == name)
    assert table["columns"] == COLUMNS
    assert table["thresholds"] == [0, 50, 100, 200, 300, 400, 500, 600]
    assert [len(row) for row in table["rows"]] == [8] * 6
    assert {code for row in table["rows"] for code in row} == set(ORDER)
    grid = [[ORDER.index(code) for code in row] for row in table["rows"]]
    for row in grid:
        assert row == sorted(row), "better odds gave a worse result"
    for column in zip(*grid, strict=True):
        assert list(column) == sorted(column), "a better die gave a worse result"
    for low, high in zip(zip(*grid, strict=True), list(zip(*grid, strict=True))[1:], strict=False):
        assert sum(low) < sum(high), "two columns are alike"
    assert table["provenance"]["source"] == "reconstructed"


def test_cyber_war_table_is_never_worse(rules: dict[str, Any]) -> None:
    assault, cyber = (
        [ORDER.index(code) for row in table["rows"] for code in row] for table in rules["tables"]
    )
    pairs = list(zip(assault, cyber, strict=True))
    assert all(a <= c for a, c in pairs)
    assert sum(a < c for a, c in pairs) > len(pairs) / 2, "hardly worth a marker"


def test_balance_of_the_assault_table(rules: dict[str, Any]) -> None:
    rows = next(t for t in rules["tables"] if t["id"] == "assault")["rows"]
    columns = [[row[c] for row in rows] for c in range(8)]
    even = columns[2]
    assert abs(sum(c[0] == "A" for c in even) - sum(c[0] in "DMO" for c in even)) <= 1
    assert not [c for c in columns[0] if c[0] in "DMO"], "a hopeless attack may not succeed"
    assert all(c in ("DW", "DP", "DD", "DE", "OR") for c in columns[7])
    assert sum(c in ("DE", "OR", "DD") for c in columns[7]) >= 4


def test_results_are_explained(rules: dict[str, Any]) -> None:
    assert sorted(r["id"] for r in rules["results"]) == sorted(ORDER)
    text = {r["id"]: r["text"].lower() for r in rules["results"]}
    for code in ("MA", "DP", "DD", "OR"):
        assert "may advance" in text[code], code
    for code in ("DW", "DE"):
        assert "no advance" in text[code], code


@pytest.mark.rule("10.2")
def test_replacements(rules: dict[str, Any]) -> None:
    chart = {(r["turn"], r["side"]): r for r in rules["replacements"]}
    assert len(chart) == len(rules["replacements"]) == 20
    assert set(chart) == {(turn, side) for turn in range(1, 11) for side in ("russian", "allied")}
    first = chart[1, "russian"]
    assert (first["steps"], first["assets"]) == (2, {"air-points-russian": 8})  # 10.2, 3.1
    assert first["provenance"]["source"] == "rulebook"
    assert chart[1, "allied"]["assets"] == {"air-points-allied": 4}  # 3.1
    assert rules["replacements_provenance"]["source"] == "reconstructed"


@pytest.mark.rule("5.1")
def test_sequence_of_play(rules: dict[str, Any]) -> None:
    acting = [p.get("side", "") for p in rules["phases"]]
    player_turns = ["russian", "allied", "russian", "russian", "allied", "russian", "allied", "allied"]
    assert acting == ["", "", "", *player_turns, ""]  # 5.1: the enemy interdicts before each movement


def test_options_are_chosen_from_what_there_is(rules: dict[str, Any]) -> None:
    historical = read_sample("scenarios/historical.yaml")
    choices = {o["id"]: o["choices"] for o in rules["options"]}
    assert choices["cw_table_cost"] == ["table", "track", "none"]
    for option, choice in historical["options"].items():
        assert choice == choices[option][0], "the historical scenario plays the defaults"


# --- the pages that explain the data ---------------------------------------------------------

def test_rulings_list_the_options(rules: dict[str, Any]) -> None:
    page = (DOCS / "rulings.md").read_text(encoding="utf-8")
    listed = {}
    for line in page.splitlines():
        if line.startswith("| `"):
            name, choices, rule = (cell.strip(" `") for cell in line.strip("|").split("|"))
            listed[name] = ([c.strip(" `") for c in choices.split(",")], rule)
    assert listed == {o["id"]: (o["choices"], o["rule"]) for o in rules["options"]}


def test_reconstruction_shows_the_chart_as_it_is(rules: dict[str, Any]) -> None:
    page = (DOCS / "reconstruction.md").read_text(encoding="utf-8")
    shown = {
        cells[0].lower(): (cells[1], cells[2])
        for line in page.splitlines() if line.startswith("| ")
        for cells in [[cell.strip(" *") for cell in line.strip("|").split("|")]] if len(cells) == 5
    }
    for terrain in rules["terrain"]:
        if terrain.get("playable", True):
            shift = f"{-terrain['shift']} left" if terrain["shift"] else "0"
            assert shown[terrain["name"].lower()] == (str(terrain["cost"]), shift)
    assert (shown["major highway"][0], shown["highway, e77"][0]) == ("½", "1")
    shifts = {f["id"]: f["shift"] for f in rules["features"]}
    assert shown["city, port"] == ("other", f"{-shifts['city']} left, {shifts['port']}")
    for feature in ("capital", "industrial"):
        assert shown[feature] == ("other", f"{-shifts[feature]} left")
    assert " ".join(f"{code} " for code in ORDER).strip() in page


# --- helpers ------------------------------------------------------------------------------------

def _rgb(colour: str) -> list[float]:
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def _hue(colour: str) -> tuple[float, float]:
    """Hue in degrees and saturation of a colour."""
    hue, _, saturation = colorsys.rgb_to_hls(*_rgb(colour))
    return hue * 360, saturation


def _contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG)."""
    def light(colour: str) -> float:
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _rgb(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)
