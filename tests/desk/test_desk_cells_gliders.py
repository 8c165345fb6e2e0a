"""Tables and examples of gliders (E8), written down once more from the rules."""

from __future__ import annotations

import pytest
from air_logs import at, done, game, gliders, on_map, result
from table_cells import Rows, cells_of, numbers_in_notes, words_of

from visegrad_editor.desk.board_maps import maps_of
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.log import CardLog

CRASH: dict[str, dict[int, str]] = {
    "state": {1: "off-target damaged night gust obstacle", 3: "blind"},
    "hex": {1: "shellholes trench marsh fordable-water sangar hut vineyard",
            2: "orchard graveyard gully cactus olive-grove palm-trees",
            3: "woods building rubble bridge crags jungle bamboo", 4: "swamp"},
    "hexside": {1: "hedge cactus-hedge paddy-bank crest", 2: "wall bocage roadblock", 3: "cliff"}}
TONNES, NUMBER, MM = "tonnes", "manhandling number", "mm"


def test_modifiers_of_a_crash_e8_23() -> None:
    """Each case, what it is a case of, and its number."""
    rule, _, rows = cells_of("glider-crash-modifiers")
    assert rule == "E8.23"
    assert sorted(rows) == sorted(
        (case, drm, kind) for kind, of in CRASH.items()
        for drm, cases in of.items() for case in cases.split())


def test_a_case_of_a_crash_is_named_in_its_words_e8_23() -> None:
    """The words are those of the case, but where it is said how it counts."""
    words = dict(zip((str(row[0]) for row in cells_of("glider-crash-modifiers")[2]),
                     words_of("glider-crash-modifiers"), strict=True))
    said = {"off-target": "not in the last hex aimed at", "obstacle": "vehicle, wreck or landed glider there",
            "blind": "blind hex as seen from the approach", "cactus": "cactus patch",
            "crest": "crest line crossed", "paddy-bank": "bank of a rice paddy crossed"}
    sides = " ".join(CRASH["hexside"].values()).split()
    assert words == {case: said.get(case, case.replace("-", " ") + (" crossed" if case in sides else ""))
                     for case in words}


def test_the_ruleset_of_maps_has_the_cases_of_a_crash_e8_23() -> None:
    """But those that are no ground: fortifications, bridges, water that is looked up by its depth; and cactus
    patches, which would look like other ground to some eyes."""
    design = maps_of(on_map(game(gliders(1))).card, load_card("lantern-hill").path.parent).designs["901"]
    ids = {*design.ruleset.terrain_by_id, *design.ruleset.hexside_by_id}
    cases = {case for kind in ("hex", "hexside") for of in CRASH[kind].values() for case in of.split()}
    assert cases - ids == {"trench", "sangar", "fordable-water", "bridge", "cactus"}


@pytest.mark.parametrize(("id", "rule", "dice", "rows"), [
    ("glider-capacity", "E8.1", "", [
        ("german", 14, "no"), ("american", 19, "yes"), ("british", 29, "yes")]),
    ("glider-load", "E8.1", "", [
        ("vehicle", "<=2", 15, TONNES), ("vehicle", "3-4", 30, "tonnes, fractions up"),
        ("gun", ">=10", 10, NUMBER), ("gun", "6-9", 20, NUMBER), ("mortar", "76-107", 0, MM),
        ("ammunition", "<=99", 4, MM), ("ammunition", ">=100", 8, MM)]),
    ("glider-approach", "E8.22", "", [("clear", -1), ("level", 1)]),
    ("glider-side", "E8.22", "white die", [("<=3", "short"), (">=4", "beyond")]),
    ("glider-crash", "E8.23", "one die", [("<=6", "safe"), (7, "damaged"), (">=8", "lost")]),
    ("glider-ends", "E8.232", "", [
        ("fire", "any", "lost"), ("deep-water", "no", "lost"), ("deep-water", "yes", "none")])])
def test_cells_of_gliders(id: str, rule: str, dice: str, rows: Rows) -> None:
    assert cells_of(id) == (rule, dice, rows)


def test_example_of_modifiers_of_an_approach_off_the_board_e8_221() -> None:
    """Four clear hexes and an obstacle of a level: -3; after evading one clear hex and one level: 0."""
    for clear, drm in ((4, -3), (1, 0)):
        for die in range(1, 7):
            log = at(game(gliders(1), wind=5), 2, "first", "prep-fire")
            done(log, "next")
            done(log, "glider-place hex=P10")
            event = done(log, f"glider-land clear={clear} obstacle=1 dice={die}-4")[-1]
            assert (event.final, event.result == "on-target") == (die + drm, die + drm <= 1)


def _short_of_e7(dice: str) -> CardLog:
    """The glider of the example of E8.5, damaged over C9 and C8, two hexes short of E7."""
    log = at(game(gliders(1), wind=2), 2, "first", "prep-fire")
    done(log, "next")
    done(log, "glider-place hex=C9")
    assert result(log, "light-aa kill=6 dice=1-5") == ("evade", 7)
    done(log, "glider-evade dice=1-1")
    assert result(log, f"light-aa kill=6 dice={dice}") == ("damaged", 6)
    done(log, "glider-evade dice=2-2")
    assert result(log, "glider-land clear=2 obstacle=1 dice=4-2") == ("short", 3)
    return log


@pytest.mark.parametrize(("die", "word", "final"), [(1, "safe", 6), (2, "lost", 7), (3, "lost", 8)])
def test_example_of_a_crash_in_a_blind_hex_e8_5(die: int, word: str, final: int) -> None:
    """+5 for damage, a miss and a blind hex; with 2 or more it crashes, and is damaged a second time."""
    log = _short_of_e7("1-4")
    assert result(log, f"glider-crash terrain=open blind=yes dice={die}") == (word, final)
    glider = log.books.gliders.get("planes-1")
    assert glider is not None
    assert glider.wreck is (die == 3)
    if word == "safe":
        done(log, "next")
        text = done(log, "next")[-1].text
        assert "casualty reduction" in text
        assert "E8.41" in text


def test_chance_of_a_short_landing_e8_22() -> None:
    """The white die alone says to which side a glider misses: up to 3 short of its hex."""
    for white in range(1, 7):
        log = at(game(gliders(1), wind=2), 2, "first", "prep-fire")
        done(log, "next")
        done(log, "glider-place hex=F5")
        assert result(log, f"glider-land clear=0 obstacle=1 dice=6-{white}") == (
            "short" if white <= 3 else "beyond", 7)


def test_words_and_numbers_beside_the_tables_of_gliders_e8_1_e8_22() -> None:
    """Ammunition of mortars of 76 to 82 mm and of 107 mm counts as that of guns, crews of vehicles 0."""
    assert numbers_in_notes("glider-load") == [0, 76, 82, 107]
    assert words_of("glider-approach") == [
        "each clear hex of the approach in a row, from the hex of landing outwards",
        "each level that the highest obstacle of the approach is above the hex of landing"]
