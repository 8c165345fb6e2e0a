"""The bundled map of Germany: it matches its config and the real Germany."""

from __future__ import annotations

from dataclasses import replace

from visegrad_editor.geodata.config import find_config, read_config
from visegrad_editor.geodata.river_lines import stated_banks
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.files.computed_record import record_path
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import GameMap


def at(map: GameMap, number: str) -> Hex:
    hex = map.grid.parse(number)
    assert hex is not None
    return hex


def germany() -> GameMap:
    loaded = load("maps/gsofg").design
    assert loaded is not None
    return loaded.map


def map_countries(map: GameMap) -> set[str]:
    return {map.countries.at(h) for h in map.grid} - {""}


def test_the_shipped_map_of_germany_is_what_its_config_gives_to_the_byte() -> None:
    """The record is the map computed from the config; only the head of the map differs."""
    path = find_config("gsofg").parent.parent / "maps" / "gsofg.yaml"
    texts = [p.read_text("utf-8").splitlines() for p in (path, record_path(path))]
    shipped, record = ([line for line in t if not line.startswith("#")] for t in texts)
    assert shipped == record
    assert len(shipped) > 400
    config = read_config(find_config("gsofg"))
    # Parts that need no data must match the present config.
    map = germany()
    assert (map.title, map.version, map.notes) == (
        config.data["title"], config.data["version"], config.data["notes"])
    for entry in config.data["places"]["list"]:
        if "name" in entry:
            (place,) = [p for p in map.places if p.name == entry["name"]]
            assert list(place.features) == entry.get("features", [])
            assert map.grid.number(place.hex) == entry.get("hex", map.grid.number(place.hex))
            note = entry["provenance"].get("note", "") if "provenance" in entry else ""
            assert place.provenance.note == note
    for pin in config.data["pins"]:
        words = pin["hexes"].split()
        assert {map.terrain.at(at(map, h)) for h in words} == {pin["terrain"]}
    assert [(x.text, map.grid.number(x.hex)) for x in map.labels] == [
        (x["text"], x["hex"]) for x in config.data["labels"]]
    for line in config.data["rivers"]["lines"]:
        sides = {s for x in map.lines if x.name == line["name"] for s in x.sides}
        added, gone = (
            {map.grid.parse_side(w) for w in line.get(key, "").split()} for key in ("add", "remove"))
        assert added <= sides, line["name"]
        assert not gone & sides, line["name"]


def test_the_shipped_map_of_germany_has_what_the_rulebook_names() -> None:
    map = germany()
    assert not [h for h in map.grid if map.terrain.at(h) == "none" and map.features_at(h)]
    german = [p for p in map.places if "city" in p.features and map.countries.at(p.hex) == "west-germany"]
    # 4.5 asks for 32 of them, so there are more; the Ruhr has at least the five of 4.4.
    assert 40 <= len(german) <= 60
    assert sum("ruhr" in p.features for p in map.places) >= 5
    numbers = (
        "1702 1309 3302 3011 3111 1316 1416 1417 1515 1516 2024 3031 1233 2034 2133 2521 2939 1613 1414")
    assert set(numbers.split()) <= {map.grid.number(p.hex) for p in map.places if "city" in p.features}
    east = map.grid.parse("4231"), map.grid.parse("4212")
    assert [map.countries.at(h) for h in east if h] == ["czechoslovakia", "east-germany"]


def test_the_map_of_germany_has_its_rivers_and_lakes() -> None:
    """Towns lie on their true bank, rivers reach each other and the sea, and none runs along another."""
    map = germany()
    sides = {name: {s for line in map.lines if line.name == name for s in line.sides}
             for name in {line.name for line in map.lines}}

    def along(river: str, *pairs: str) -> bool:
        hexes = [[map.grid.parse(h) for h in pair.split("/")] for pair in pairs]
        return all(a and b and hexside(a, b) in sides[river] for a, b in hexes)

    assert along("Leine", "2816/2916", "2817/2916"), "Göttingen lies east of it"
    assert not sides["Ems"] & sides["Vecht"]
    assert along("Ems", "1902/2002"), "it flows into the Dollart, hex 1901"
    assert map.terrain.at(at(map, "1901")) == "sea"
    ends = {s: set(map.geometry.side_ends(s)) for name in sides for s in sides[name]}

    def meet(one: str, other: str) -> bool:
        def corners(name: str) -> set[tuple[int, int]]:
            return {(round(x * 100), round(y * 100)) for s in sides[name] for x, y in ends[s]}
        return bool(corners(one) & corners(other))

    for one, other in (("Oker", "Aller"), ("Aller", "Weser"), ("Leine", "Aller"), ("Werra", "Weser"),
                       ("Fulda", "Weser"), ("Eder", "Fulda"), ("Main", "Rhine"), ("Neckar", "Rhine"),
                       ("Moselle", "Rhine"), ("Lahn", "Rhine"), ("Saale", "Elbe"), ("Unstrut", "Saale"),
                       ("Mulde", "Elbe"), ("Havel", "Elbe"), ("Regnitz", "Main"), ("Isar", "Danube"),
                       ("Lech", "Danube"), ("Iller", "Danube"), ("Inn", "Danube"), ("Naab", "Danube"),
                       ("Altmühl", "Danube"), ("Ruhr", "Rhine"), ("Lippe", "Rhine")):
        assert meet(one, other), (one, other)
    for one, other in (("Ems", "Vecht"), ("Regnitz", "Altmühl"), ("Leine", "Werra")):
        assert not meet(one, other), (one, other)
    lakes = {line.name for line in map.lines if line.kind == "lake"}
    assert lakes == {"Lake Schwerin", "Schaalsee", "Steinhuder Meer"}
    # Water without a hex of its own has a kind, and a name on the map.
    waters = {line.name for line in map.lines if line.kind in ("lake", "sea")}
    assert waters <= {x.text for x in map.labels}
    shared = [s for s in {s for x in map.lines for s in x.sides} if len(map.side_lines[s]) > 1]
    assert shared == [], "no two of them run along the same hexside"


def test_the_towns_of_germany_are_on_their_banks() -> None:
    """Every town whose bank is known, including those that were once on the wrong one."""
    config, map = read_config(find_config("gsofg")), germany()
    banks = stated_banks(config, map)
    config.check()
    assert [str(b) for b in banks if not b.right] == []
    assert len(banks) >= 70
    known = {(b.town, b.river): b.stated for b in banks}
    assert known["Mainz", "Rhine"] == known["Koblenz", "Rhine"] == known["Krefeld", "Rhine"] == "left"
    assert known["Koblenz", "Moselle"] == known["Frankfurt", "Main"] == "right"
    assert known["Ingolstadt", "Danube"] == "left"
    across = {"Mainz": "1824", "Ingolstadt": "3036", "Regensburg": "3434"}
    moved = replace(map, places=tuple(
        replace(p, hex=at(map, across[p.name])) if p.name in across else p for p in map.places))
    assert {b.town for b in stated_banks(config, moved) if not b.right} == set(across)


def test_the_west_bank_of_the_rhine_is_what_the_rhine_cuts_off() -> None:
    map = germany()
    rhine = {s for line in map.lines if line.name == "Rhine" for s in line.sides}
    land = {h for h in map.grid if map.terrain.at(h) not in ("sea", "none")}
    west, edge = {at(map, "1009")}, [at(map, "1009")]
    while edge:
        hex = edge.pop()
        new = [n for n in map.grid.neighbours(hex) if n in land - west and hexside(hex, n) not in rhine]
        west.update(new)
        edge += new
    (area,) = [a for a in map.areas if a.id == "west-bank"]
    # The rulebook ends it with 1035, a hex before the Rhine (4.6).
    assert set(area.hexes) == west - {at(map, "1036")}


def test_the_coast_of_germany_and_its_borders_reach_the_sea() -> None:
    map = germany()
    sea = {h for h in map.grid if map.terrain.at(h) == "sea"}

    def around(number: str) -> set[str]:
        return {map.countries.at(n) for n in map.grid.neighbours(at(map, number))}

    assert all(any(n in sea for n in map.grid.neighbours(h)) for h in sea), "no pond of a single hex"
    # 3801 is the Bay of Lübeck: the border comes down to it, and beyond it the two states do not touch.
    assert {"west-germany", "east-germany"} <= around("3801")
    assert "east-germany" not in around("3800")
    assert "west-germany" not in around("3901")
    # 1901 is the Dollart.
    assert {"west-germany", "netherlands"} <= around("1901")
    water = {"North Sea", "Baltic Sea", "Dollart", "Bay of Lübeck"}
    assert {x.text for x in map.labels if x.hex in sea} == water


def test_every_place_of_germany_has_a_symbol() -> None:
    design = load("maps/gsofg").design
    assert design is not None
    assert [p.name for p in design.map.places if not p.features] == []
    kinds = design.ruleset.feature_by_id
    assert kinds["town"].provenance.source == "reconstructed"
    assert (kinds["town"].shift, kinds["town"].traits) == (0, frozenset())
    # Towns to read the map by, some in the hex a traveller would find them in, none in the Ruhr.
    named = {p.name: design.map.grid.number(p.hex) for p in design.map.places if "town" in p.features}
    for town, hex in (("Emden", "2002"), ("Lüneburg", "3405"), ("Paderborn", "2414"), ("Siegen", "1918"),
                      ("Trier", "1024"), ("Kaiserslautern", "1427"), ("Heilbronn", "2131"),
                      ("Schweinfurt", "2726"), ("Bayreuth", "3328"), ("Meiningen", "3023")):
        assert named[town] == hex
    (ruhr,) = [a for a in design.map.areas if a.id == "ruhr"]
    assert not {design.map.grid.number(h) for h in ruhr.hexes} & set(named.values())
    # Each country of the map is named on land of its own; no label names a town that is elsewhere.
    countries = {x.text: design.map.countries.at(x.hex) for x in design.map.labels if x.style == "country"}
    assert countries == {c.replace("-", " ").upper(): c for c in map_countries(design.map)}
    assert not [x.text for x in design.map.labels if "Kassel" in x.text]
    kassel = next(p for p in design.map.places if p.name == "Kassel")
    assert "2617" in kassel.provenance.note
    assert "2617" in design.map.notes
