"""Cases of what comes from the air, worked through from the rules by hand, and whole landings."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from air_logs import FIRST, SECOND, at, done, drop, fly, game, gliders, offered, refused, result, wings
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.desk.books.air import Aircraft
from visegrad_editor.desk.card import Group
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.aircraft import arrival_chance
from visegrad_editor.desk.special_rules import Night, SpecialRules
from visegrad_editor.engine import Dice


def test_t16_arrival_of_air_support() -> None:
    log = at(game(wings(FIRST)), 2, "second", "close-combat")
    assert done(log, "next dice=3")[-1].result == "not-yet"
    at(log, 3, "second", "close-combat")
    assert done(log, "next dice=3")[-1].result == "comes"
    at(log, 4, "first", "prep-fire")
    done(log, "next")
    assert result(log, "air-enter dice=5,4") == ("no-bombs", 3)
    assert arrival_chance(5) == 1 - Fraction(120, 1296)


def test_t17_combat_between_a_damaged_stuka_and_a_fighter_bomber() -> None:
    stuka = Aircraft("s", FIRST, "stuka", bombs=True, damaged=True, melee=True)
    log = fly(at(game(wings()), phase="close-combat"), stuka, Aircraft("f", SECOND, "fb", bombs=True))
    done(log, "dogfight-targets targets=s>f")
    event = done(log, "dogfight dice=2-1")[-1]
    assert [m.amount for m in event.modifiers] == [1, 1, 1, -1]
    assert (event.final, event.result) == (5, "damaged")


@pytest.mark.parametrize(("dice", "word"), [("6-5", "firer-shot-down"), ("5-6", "firer-damaged")])
def test_t17_a_stuka_fires_back(dice: str, word: str) -> None:
    log = fly(at(game(wings()), phase="close-combat"), Aircraft("f", FIRST, "fb"),
              Aircraft("s", SECOND, "stuka"))
    done(log, "dogfight-targets targets=f>s")
    assert result(log, f"dogfight dice={dice}") == (word, 10)
    assert not refused(log, "dogfight-end leave=s")


@pytest.mark.parametrize(("doctrine", "dice", "word", "final"), [
    (False, "6-3", "sighted", 8), (False, "6-4", "failed", 9), (False, "6-6", "failed-recall", 11),
    (True, "6-6", "mistaken-recall", 13)])
def test_t18_sighting_of_a_truck_of_a_convoy(doctrine: bool, dice: str, word: str, final: int) -> None:
    card = game(wings(), sets=SpecialRules(weather=("mist",), early_russian_doctrine=doctrine)).card
    sides = tuple(replace(s, id="russian") if s.id == SECOND else s for s in card.sides)
    groups = (replace(card.groups[0], side="russian"),)
    log = CardLog(replace(card, sides=sides, groups=groups, country=()), Dice(given=[]))
    fly(at(log), Aircraft("f-1", "russian", "fb"))
    event = done(log, "sighting target=F5 terrain=brush concealed=yes vehicle=yes moved=yes column=yes "
                 f"dice={dice}")[-1]
    assert sum(m.amount for m in event.modifiers) == (1 if doctrine else -1)
    assert (event.result, event.final) == (word, final)


@pytest.mark.parametrize(("die", "word"), [(4, "damaged"), (5, "lost")])
def test_t19_a_glider_that_overshoots_into_a_hedge_in_a_gust(die: int, word: str) -> None:
    """The wind comes from the north-east."""
    log = at(game(gliders(1), wind=5), 2, "first", "prep-fire")
    done(log, "next")
    at(log, gust=True)
    assert "F6, E7, D7, C8, B8." in done(log, "glider-place hex=G6")[-1].text
    landing = done(log, "glider-land clear=3 obstacle=1 dice=5-4")[-1]
    assert (landing.final, landing.result, landing.hexes) == (3, "beyond", ("I5",))
    crash = done(log, f"glider-crash terrain=open hexsides=hedge dice={die}")[-1]
    assert sum(m.amount for m in crash.modifiers) == 3
    assert crash.result == word


@pytest.mark.parametrize(("inputs", "word", "points", "says"), [
    ("nation=american vehicles=2 ammunition=75", "yes", 19, "19 of 19 portage points"),
    ("nation=german guns=11", "no", 10, "large counters"),
    ("nation=british guns=8 ammunition=105", "yes", 28, "28 of 29 portage points")])
def test_t20_three_loads(inputs: str, word: str, points: int, says: str) -> None:
    event = done(game(gliders()), f"glider-load {inputs}")[-1]
    assert (event.result, event.final) == (word, points)
    assert says in event.text


@pytest.mark.parametrize(("nation", "force", "wind", "first", "last"), [
    ("german", "mild", 3, "M5", "O6"), ("russian", "heavy", 4, "M1", "M5")])
def test_t21_drift_of_two_nations(nation: str, force: str, wind: int, first: str, last: str) -> None:
    log = game(drop(1, nation=nation), force=force, wind=wind)
    at(log, 1, "second", "close-combat")
    done(log, "next")
    done(log, "drop-point hex=M8 row=2 dice=1")
    at(log, 2, "first", "prep-fire")
    done(log, "next")
    event = done(log, "drop-drift dice=1-5")[-1]
    assert f"from M8 to {first}," in event.text
    assert event.hexes == (last,)


@pytest.mark.parametrize(("die", "word"), [(3, "found"), (4, "none")])
def test_t21_a_german_squad_looks_for_its_weapons(die: int, word: str) -> None:
    log = at(game(drop(1, nation="german", under_equipped=True), year=1941))
    assert result(log, f"container unit=A hexes=3 cx=yes dice={die}")[0] == word


def test_the_example_of_a_glider_in_the_rules() -> None:
    """E8.5: two evasions, damage, a landing two hexes short behind an obstacle, and a safe crash roll."""
    log = at(game(gliders(1), wind=2), 2, "first", "prep-fire")
    done(log, "next")
    assert "D8, E8, F7, G7, H6." in done(log, "glider-place hex=C9")[-1].text
    assert result(log, "light-aa kill=6 dice=1-5") == ("evade", 7)
    assert done(log, "glider-evade dice=1-1")[-1].hexes == ("C8",)
    assert result(log, "light-aa kill=6 dice=1-4") == ("damaged", 6)
    assert done(log, "glider-evade dice=2-2")[-1].hexes == ("E7",)
    landing = done(log, "glider-land clear=2 obstacle=1 dice=4-2")[-1]
    assert (landing.final, landing.result, landing.hexes) == (3, "short", ("G6",))
    crash = done(log, "glider-crash terrain=open blind=yes dice=1")[-1]
    assert (crash.final, crash.result) == (6, "safe")
    assert sorted(m.amount for m in crash.modifiers) == [1, 1, 3]
    done(log, "next")
    assert "casualty reduction" in done(log, "next")[-1].text


def test_a_landing_by_night_needs_nothing_but_the_answers_to_its_questions() -> None:
    """Whoever follows the offers, with the inputs they have, comes from the start of the movement phase to
    the loads on the board."""
    loads = (("german:para/5-4-8", "german/LMG"), ("german/8-1",))
    log = at(game(gliders(2, loads=loads), sets=SpecialRules(night=Night(3))), 2, "first", "prep-fire")
    answers = {
        "glider-place": iter(["hex=G6", "hex=P8"]), "glider-land": iter([
            "clear=3 obstacle=1 dice=5-2", "clear=5 obstacle=0 dice=3-3"]),
        "glider-crash": iter(["terrain=marsh dice=2", "terrain=open dice=1"])}
    done(log, "next")
    asked = []
    while any(offer.must for offer in log.offers()):
        offer = log.offers()[0]
        assert offer.must, offered(log)
        asked.append(offer.why)
        # The inputs that are known need not be typed.
        done(log, f"{offer.procedure.id} {next(answers[offer.procedure.id])}")
    assert asked == [
        "where planes-1 is to land", "where planes-2 is to land",
        "planes-1 lands in G6: how many hexes of its approach are clear from there outwards, and how high is "
        "the highest obstacle (H5, I5, J4, K4, L3)",
        "planes-1 lands in I5: its terrain, and what it crosses between J4 and I5",
        "planes-2 lands in P8: how many hexes of its approach are clear from there outwards, and how high is "
        "the highest obstacle (Q8, R7, S7, T6, U6)",
        "planes-2 lands in P8: its terrain, and what it crosses between Q8 and P8"]
    crashes = [e for e in log.events if e.type == "glider-crash"]
    assert [sorted(m.why for m in e.modifiers) for e in crashes] == [  # type: ignore[attr-defined]
        ["marsh", "night", "not in the last hex aimed at"], ["night"]]
    done(log, "next")
    texts = [e.text for e in done(log, "next")[1:]]
    assert ["is placed in I5" in texts[0], "is placed in P8" in texts[1]] == [True, True]
    for _ in range(len(log.orders)):
        log.undo()
    assert [g.state for g in log.books.gliders.gliders] == ["planned", "planned"]


def test_a_bundled_drop_and_landing_run_from_the_first_turn() -> None:
    card = load_card("silk-and-chalk").card
    assert card is not None
    log = CardLog(card, Dice(7))
    _go_on(log)
    done(log, "drop-point hex=901M5 row=2")
    while any(o.procedure.id == "drop-random" for o in log.offers()):
        done(log, "drop-random column=M")
    done(log, "drop-point hex=903M5 row=2")
    while any(o.procedure.id == "drop-random" for o in log.offers()):
        done(log, "drop-random column=F")
    _go_on(log)
    _go_on(log)
    done(log, "drop-drift")
    while any(o.procedure.id == "drop-land" for o in log.offers()):
        done(log, "drop-land terrain=other")
    assert {c.state for c in log.books.drops.chutes} <= {"landed", "off"}
    while (log.turn, log.phase) != (2, "movement"):
        _go_on(log)
    assert {c.state for c in log.books.drops.chutes} == {"off"}
    done(log, "glider-place hex=901G6")
    done(log, "glider-place hex=903P8")
    while any(o.must for o in log.offers()):
        id = log.offers()[0].procedure.id
        done(log, f"{id} " + ("clear=5 obstacle=0" if id == "glider-land" else "terrain=open"))
    assert {g.state for g in log.books.gliders.gliders} == {"landed"}


def _go_on(log: CardLog) -> None:
    """Go on to the next phase; the wind stays as it is."""
    while any(offer.procedure.id == "wind" for offer in log.offers()):
        done(log, "wind")
    done(log, "next")


_ANSWERS = {
    "glider-place": "hex={hex}", "glider-land": "clear={clear} obstacle={level}",
    "glider-crash": "terrain={terrain}", "glider-evade": ""}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.lists(st.sampled_from("CEGIKMOQSUWY"), min_size=3, max_size=3, unique=True),
       st.integers(0, 5), st.sampled_from(["open", "woods", "swamp", "marsh,trench"]), st.booleans())
def test_gliders_end_on_the_ground_or_are_lost_whatever_the_dice(
    seed: int, columns: list[str], clear: int, terrain: str, fire: bool
) -> None:
    log = at(game(gliders(3)), 2, "first", "prep-fire")
    log = _with_dice(log, seed)
    done(log, "next")
    hexes = iter(f"{c}8" for c in columns)
    while any(o.must for o in log.offers()):
        id = log.offers()[0].procedure.id
        answer = _ANSWERS[id].format(hex=next(hexes) if id == "glider-place" else "", clear=clear,
                                     level=0 if clear == 5 else 2, terrain=terrain)
        if fire and id == "glider-land":
            done(log, "light-aa kill=7")
            fire = any(o.procedure.id == "glider-evade" for o in log.offers())
            continue
        done(log, f"{id} {answer}")
    for glider in log.books.gliders.gliders:
        assert glider.state in ("landed", "lost")
        assert not glider.must_evade
        assert (glider.place is None) <= (glider.state == "lost")
    assert len(log.books.off_board.landers) <= 3


def _with_dice(log: CardLog, seed: int) -> CardLog:
    fresh = CardLog(log.card, Dice(seed))
    fresh._play.books, fresh._play.on = log.books, log._play.on
    return fresh


def test_groups_of_both_sides_and_of_enemy_halves() -> None:
    late: Group = replace(gliders(1), arrives=replace(gliders(1).arrives, half="second"))
    log = at(game(late), 2, "first", "prep-fire")
    assert len(done(log, "next")) == 1
    at(log, 2, "second", "prep-fire")
    assert done(log, "next")[-1].result == "arrive"
