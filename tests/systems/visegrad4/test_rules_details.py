"""Bounds and particulars of the rules that a game seldom comes to: the first hex of the map, the first unit
of the list, what is written in the log, the choices nobody makes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from combat_positions import column, combat
from corner_positions import FAR, P1, R1, bundled
from designs import LANDS, PLACES, event_texts, make, on_to, play, refuse, unit, where, wing

from visegrad_editor.engine import Game
from visegrad_editor.engine.dice import Dice
from visegrad_editor.engine.odds import AttackReport
from visegrad_editor.engine.rules import SetupError
from visegrad_editor.model.design import Design
from visegrad_editor.model.scenario import Entry, Setup
from visegrad_editor.model.start import Holding, Start
from visegrad_editor.model.where import Where
from visegrad_editor.systems.visegrad4.checks import check
from visegrad_editor.systems.visegrad4.game import VisegradGame
from visegrad_editor.systems.visegrad4.odds import report

EMPTY = {"0110": ("Moscow", "capital"), "0810": ("Minsk", "city")}


def started(design: Design, start: Start) -> Design:
    assert design.scenario is not None
    return replace(design, scenario=replace(design.scenario, start=start))


# -- the first hex of the map -----------------------------------------------------------------------------


@pytest.mark.rule("11.0", "11.1", "11.2")
def test_the_first_hex_is_a_hex_like_any_other() -> None:
    """0101 attacks and is attacked, retreated to and advanced from, and loses units."""
    game = combat(unit("R1", "russia", "0101"), unit("P1", "poland", "0102"), FAR, places=EMPTY, result="DP")
    assert {o.hexes for o in game.legal_orders() if o.verb == "attack"} == {("0102",)}
    game.apply("attack 0102 with R1")
    game.apply("retreat P1 0202")
    game.apply("advance R1")
    assert where(game, "russia/R1") == "0102"

    ring = [unit("P1", "poland", "0101"), unit("R1", "russia", "0102"), unit("R2", "russia", "0201")]
    game = combat(*ring, unit("P9", "poland", "0507"), places=EMPTY, result="DP")
    assert {o.hexes for o in game.legal_orders() if o.verb == "attack"} == {("0101",)}
    assert event_texts(game.apply("attack 0101 with R1"), "eliminated") == [
        "Polish P1 is destroyed in 0101, with no way to retreat."]

    game = combat(unit("P1", "poland", "0102"), unit("R1", "russia", "0202"), FAR, places=EMPTY, result="DP")
    game.apply("attack 0102 with R1")
    assert ("0101",) in {o.hexes for o in game.legal_orders()}


@pytest.mark.rule("10.0")
def test_a_unit_enters_in_the_first_hex_and_moves_on() -> None:
    corner = Entry("corner", "Corner", Where(hexes=("0101",)))
    game = play(make([R1, unit("N", "poland", turn=1, entry="corner")], entries=[corner]))
    on_to(game, "move", "allied-movement")
    game.apply("enter N 0101-0102-0103")
    assert where(game, "poland/N") == "0103"


@pytest.mark.rule("9.0")
def test_the_first_hex_is_flown_over_where_it_is_sea() -> None:
    rows = ["~" + "." * 9, *["." * 10] * 7]
    flyer = unit("A1", "russia", "0102", type="airborne")
    places = {"0110": ("Moscow", "capital"), "0801": ("Budapest", "capital")}
    design = make([flyer, FAR], terrain=rows, places=places, options={"flight_over_sea": "allowed"})
    game = on_to(play(design), "move", "russian-movement")
    game.apply("move A1 0102-0101-0201")
    assert where(game, "russia/A1") == "0201"


@pytest.mark.rule("9.0")
def test_lakes_are_flown_over_like_the_sea() -> None:
    rows = [".....~....", *[".....~...."] * 7]
    design = make([unit("A1", "russia", "0307", type="airborne"), FAR], terrain=rows,
                  options={"flight_over_sea": "allowed"})
    ruleset, layer = design.ruleset, design.map.terrain
    kinds = tuple(replace(k, id="lake") if k.id == "sea" else k for k in ruleset.terrain)
    legend = tuple((c, "lake" if k == "sea" else k) for c, k in layer.legend)
    lakes = replace(design, ruleset=replace(ruleset, terrain=kinds),
                    map=replace(design.map, terrain=replace(layer, legend=legend)))
    assert "0305" in on_to(play(lakes), "move", "russian-movement").destinations("russia/A1")


@pytest.mark.rule("11.0 step 2", "13.1")
def test_the_first_unit_of_the_list_may_be_an_air_unit() -> None:
    units = [wing("1st CAS", "russia"), R1, P1, FAR, wing("2nd CAS", "poland")]
    game = on_to(play(make(units), 5, 3, 1), "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply("support with 1st CAS")
    events = game.apply("support with 2nd CAS")
    assert event_texts(events, "air-combat") == [
        "Air combat over 0305: Russian 1st CAS 5, Polish 2nd CAS 3; Polish 2nd CAS is destroyed."]
    assert column(events) == "200-299%"


# -- what the log says ------------------------------------------------------------------------------------


@pytest.mark.rule("13.1", "13.2", "13.3")
@pytest.mark.parametrize(("dice", "output"), [
    ((4, 4), "Polish 2nd CAS is destroyed"),
    ((2, 3), "Russian 1st CAS is destroyed, Polish 2nd CAS is destroyed"),
    ((1, 3), "Russian 1st CAS aborts its mission"),
    ((3, 1), "Polish 2nd CAS aborts its mission"),
    ((2, 6), "Russian 1st CAS is destroyed"),
    ((1, 1), "Russian 1st CAS aborts its mission, Polish 2nd CAS aborts its mission"),
])
def test_an_air_combat_is_reported_with_its_dice_markers_and_results(
        dice: tuple[int, int], output: str) -> None:
    units = [R1, P1, FAR, wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    game = play(make(units, markers=(1, 0)), *dice, 1, 1)
    game.apply("allocate table 0 track 1")
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply("support with 1st CAS")
    game.apply("support with 2nd CAS")
    game.apply("spend-marker")
    shown = f"Russian 1st CAS {dice[0]}+1, Polish 2nd CAS {dice[1]}"
    assert event_texts(game.events, "air-combat") == [f"Air combat over 0305: {shown}; {output}."]


@pytest.mark.rule("11.0")
def test_the_report_of_an_attack_names_the_attackers() -> None:
    units = [*(unit(f"R{n}", "russia", "0306", strength=(10 - n, 4)) for n in (1, 2)), P1, FAR]
    game = combat(*units)
    assert event_texts(game.apply("attack 0305 with R1"), "attack") == [
        "Russian R1 attacks Polish P1 in 0305: 9 to 8, 112%."]
    game = combat(*units)
    assert event_texts(game.apply("attack 0305 with R1, R2"), "attack") == [
        "Russian R1 and Russian R2 attack Polish P1 in 0305: 17 to 8, 212%."]


@pytest.mark.rule("11.0")
def test_an_attack_called_off_leaves_nothing_behind() -> None:
    game = combat(R1, P1, FAR, wing("1st CAS", "russia"))
    game.apply("attack 0305 with R1")
    assert game.position().battle == "0305"
    game.apply("call-off")
    assert (game.step, game.position().battle) == ("attack", "")
    game.scenario_now()


@pytest.mark.rule("9.6")
@pytest.mark.parametrize(("dice", "output"), [
    ((3, 4), "Russian R1 moves 0306-0307-0308 (E77 rolls 3, 4)."),
    ((3, 1), "Russian R1 moves 0306-0307-0308 (E77 rolls 3, 1; held up)."),
    ((1, 3), "Russian R1 moves 0306-0307 (E77 rolls 1; held up)."),
])
def test_a_move_along_the_e77_is_reported_with_its_rolls(dice: tuple[int, int], output: str) -> None:
    game = on_to(play(make([R1, FAR], roads=[("e77", "0306 0307 0308")]), *dice), "move", "russian-movement")
    assert event_texts(game.apply("move R1 0306-0307-0308"), "move") == [output]


@pytest.mark.rule("7.2")
def test_supply_is_reported_only_when_it_changes() -> None:
    game = on_to(play(make([R1, P1, FAR])), "attack", "allied-combat")
    assert event_texts(game.events, "supplied") == event_texts(game.events, "unsupplied") == []
    cut = [unit("P1", "poland", "0303"), *(unit(f"R{n}", "russia", h) for n, h in enumerate(
        ("0203", "0304", "0402")))]
    game = on_to(play(make([*cut, FAR])), "attack", "allied-combat")
    assert event_texts(game.events, "unsupplied") == ["Polish P1 in 0303 is out of supply."]


@pytest.mark.rule("12.0")
@pytest.mark.parametrize(("choice", "die", "shown"), [
    ("helps", 2, "2-1=1 against turn 1"), ("hinders", 2, "2+1=3 against turn 1")])
def test_the_sign_of_the_modifier_is_reported(choice: str, die: int, shown: str) -> None:
    entry = Entry("us", "Anywhere", Where(countries=("hungary",)), stops=True)
    guest = unit("1st Armored", "usa", event="us-entry", entry="us")
    design = make([unit("R1", "russia", "0706"), FAR, guest], entries=[entry],
                  options={"intervention_modifier": choice})
    game = on_to(play(design, die, 6, 6), "move", "russian-movement")
    game.apply("move R1 0706-0806")
    while game.turn < 2:
        game.apply("pass")
    assert shown in event_texts(game.events, "die")[0]


def test_long_lists_of_units_are_cut_and_counted() -> None:
    units = [unit(f"R{n}", "russia", f"070{n}") for n in range(6, 10)]
    design = make([*units, FAR])
    assert design.scenario is not None
    w = VisegradGame(design, Dice(), lambda event: None)
    assert w.labels([0]) == "Russian R6"
    assert w.labels([0, 1]) == "Russian R6 and Russian R7"
    assert w.labels([0, 1, 2, 3], most=4) == "Russian R6, Russian R7, Russian R8 and Russian R9"
    assert w.labels([0, 1, 2, 3], most=3) == "Russian R6, Russian R7 and 2 more"
    assert w.labels([0, 1, 2, 3], most=2) == "Russian R6 and 3 more"


# -- stacks, markers, choices -----------------------------------------------------------------------------


@pytest.mark.rule("6.4")
def test_where_russians_have_left_others_may_come() -> None:
    units = [R1, unit("B1", "belarus", "0307"), unit("R2", "russia", "0206"), FAR]
    game = on_to(play(make(units)), "move", "russian-movement")
    assert "0306" not in game.destinations("belarus/B1")
    game.apply("move R1 0306-0406")
    assert "0306" in game.destinations("belarus/B1")
    game.apply("move B1 0307-0306")
    assert "0306" not in game.destinations("russia/R2")


@pytest.mark.rule("6.4")
def test_one_of_another_army_among_several_bars_a_russian() -> None:
    """In the hex stand one who does not mind and one who does."""
    units = [R1, unit("B1", "belarus", "0307"), unit("B2", "belarus", "0307"), FAR]
    game = on_to(play(make(units)), "move", "russian-movement")
    assert refuse(game, "move R1 0306-0307").rule == "6.4"
    assert "0307" not in game.destinations("russia/R1")


@pytest.mark.rule("2.6", "11.2")
def test_iron_wolf_wins_a_battle_and_stays() -> None:
    wolf = unit("Iron Wolf", "lithuania", "0305", type="static", strength=(30, 9))
    game = play(make([R1, wolf, FAR], result="DP"), *[1] * 5)
    on_to(game, "attack", "allied-combat")
    game.apply("attack 0306 with Iron Wolf")
    game.apply(game.legal_orders()[0])
    assert game.step != "advance"
    assert where(game, "lithuania/Iron Wolf") == "0305"


@pytest.mark.rule("11.0 step 5")
def test_the_cyber_war_table_is_open_to_who_has_all_markers_on_the_table() -> None:
    game = play(make([R1, P1, FAR], markers=(2, 0)), *[1] * 5)
    game.apply("allocate table 2 track 0")
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert {game.text(o) for o in game.legal_orders() if o.verb == "use"} == {"use cyber-war", "use assault"}


@pytest.mark.rule("10.4")
def test_a_marker_recovered_costs_an_air_point() -> None:
    design = make([R1, P1, FAR], markers=(2, 0), replacements=[(1, "russian", 0, 2)])
    assert design.scenario is not None
    assets = tuple(replace(a, boxes=(("spent", 2),)) if a.id == "cyber-war-russian" else a
                   for a in design.scenario.assets)
    game = play(replace(design, scenario=replace(design.scenario, assets=assets)))
    on_to(game, "replace", "russian-replacement")
    assert game.position().left["air points"] == 2
    game.apply("recover-marker")
    assert game.position().left["air points"] == 1
    assert game.position().markers["russian"] == {"table": 0, "track": 1, "spent": 1}
    game.apply("recover-marker")
    # Nothing is left to buy with, so the phase is over.
    assert game.step != "replace"


@pytest.mark.rule("7.4")
def test_supply_from_the_air_ends_when_nobody_wants_it() -> None:
    cut = [unit("P1", "poland", "0303"), *(unit(f"R{n}", "russia", h) for n, h in enumerate(
        ("0203", "0304", "0402")))]
    game = play(make([*cut, FAR, wing("1st CAS", "poland"), wing("2nd CAS", "poland")]))
    on_to(game, "air-supply", "allied-movement")
    game.apply("air-supply 0303 with 1st CAS")
    assert game.step == "attack"


@pytest.mark.rule("10.0", "6.0")
def test_a_reinforcement_does_not_end_in_a_full_hex() -> None:
    crowd = [unit(f"C{i}", "hungary", "0701") for i in (1, 2, 3)]
    entry = Entry("hex", "Budapest", Where(hexes=("0801",)))
    game = play(make([R1, *crowd, unit("N", "hungary", turn=1, entry="hex")], entries=[entry]))
    on_to(game, "move", "allied-movement")
    assert refuse(game, "enter N 0801-0701").rule == "6.0"
    game.apply("enter N 0801-0701-0601")


@pytest.mark.rule("6.0")
def test_who_is_removed_from_a_crowded_hex_stands_in_it() -> None:
    """Three move along the E77; the second is held up where two stand already."""
    stay = [unit("S1", "russia", "0307"), unit("S2", "russia", "0307")]
    units = [*stay, R1, unit("R2", "russia", "0306"), FAR]
    design = make(units, roads=[("e77", "0306 0307 0308")])
    game = on_to(play(design, 1, 1, 6), "move", "russian-movement")
    game.apply("move R1, R2 0306-0307-0308")
    assert (game.step, game.side) == ("remove", "russian")
    assert {o.units[0] for o in game.legal_orders()} == {"russia/S1", "russia/S2", "russia/R1", "russia/R2"}
    # A game saved at this moment can be read again.
    again = Game.from_json(game.design, game.to_json())
    assert again.step == "remove"
    game.apply("remove R1")
    assert game.step == "move"
    assert where(game, "russia/R1") == "eliminated"


@pytest.mark.rule("6.0")
def test_nobody_from_elsewhere_is_removed() -> None:
    units = [unit("S1", "russia", "0307"), unit("S2", "russia", "0307"), unit("S3", "russia", "0307"), R1,
             unit("R9", "russia", "0708"), FAR]
    game = on_to(play(make(units, roads=[("e77", "0306 0307 0308")]), 1, 6), "move", "russian-movement")
    game.apply("move R1 0306-0307-0308")
    assert refuse(game, "remove R9").reason == "Russian R9 does not stand in 0307."
    assert refuse(game, "pass").reason == "Too many units stand in 0307: remove one first."
    assert refuse(game, "remove P0").rule == "2.3"


@pytest.mark.rule("4.1")
def test_without_poland_on_the_map_no_number_of_fields_wins_at_once() -> None:
    lands = tuple(row.replace("P", "H") for row in LANDS)
    places = {"0110": ("Moscow", "capital"), "0801": ("Budapest", "capital"), "0305": ("Field", "industrial")}
    game = on_to(play(make([R1, unit("H1", "hungary", "0801")], lands=lands, places=places)), "move",
                 "russian-movement")
    game.apply("move R1 0306-0305")
    assert game.position().marked("scored") == ("0305",)
    assert game.outcome is None


# -- set-up -----------------------------------------------------------------------------------------------


@pytest.mark.rule("2.3", "3.0")
def test_units_that_belong_to_nobody_or_nowhere_begin_no_game() -> None:
    with pytest.raises(SetupError, match=r"belongs to neither .* \(rule 2\.3\)"):
        play(make([R1, unit("S1", "sweden", "0501")]))
    sea = ["~" * 10, *["." * 10] * 7]
    with pytest.raises(SetupError, match=r"no hex in play to set up in \(rule 3\.0\)"):
        play(make([R1, unit("P1", "poland", "0103")], terrain=sea, places=EMPTY))


@pytest.mark.rule("3.4", "9.0")
def test_where_a_unit_may_be_placed() -> None:
    alone = Setup(Where(countries=("poland",)), alone=True)
    anywhere = Setup(Where(hexes=("0301", "0302", "0303")))
    units = [R1, replace(unit("P1", "poland"), setup=alone), replace(unit("P2", "poland"), setup=anywhere),
             replace(unit("L1", "lithuania"), setup=anywhere)]
    design = make(units, places=EMPTY)
    kinds = tuple(replace(k, cost=None) if k.id == "mountain" else k for k in design.ruleset.terrain)
    rows = ["." * 10, "." * 10, "..M.......", *["." * 10] * 5]
    design = make(units, places=EMPTY, terrain=rows)
    design = replace(design, ruleset=replace(design.ruleset, terrain=kinds))
    game = play(design)
    assert where(game, "poland/P1") == "unplaced"
    assert refuse(game, "place P2 0303").reason == "0303 is prohibited terrain."
    game.apply("place P2 0301")
    # The one who stands alone may not be put to the other of his nationality, nor the other to him.
    assert refuse(game, "place P1 0301").rule == "3.4"
    game.apply("place L1 0302")
    game.apply("place P1 0302")
    assert where(game, "poland/P1") == "0302"
    game = play(design)
    game.apply("place P1 0301")
    assert refuse(game, "place P2 0301").rule == "3.4"


# -- moments ----------------------------------------------------------------------------------------------


@pytest.mark.rule("13.7")
def test_a_stack_interdicted_in_part_is_still_a_target() -> None:
    marked = replace(R1, setup=Setup(Where(hexes=("0306",)), marks=("interdicted",)))
    design = make([marked, unit("R2", "russia", "0306"), unit("R3", "russia", "0408"), FAR,
                   wing("1st CAS", "poland")])
    game = play(started(design, Start(1, "allied-interdiction")), *[6] * 5)
    assert {o.hexes for o in game.legal_orders() if o.verb == "interdict"} == {("0306",), ("0408",)}
    whole = make([marked, unit("R3", "russia", "0408"), FAR, wing("1st CAS", "poland")])
    game = play(started(whole, Start(1, "allied-interdiction")), *[6] * 5)
    assert {o.hexes for o in game.legal_orders() if o.verb == "interdict"} == {("0408",)}
    assert "is interdicted already" in refuse(game, "interdict 0306 with 1st CAS").reason


@pytest.mark.rule("5.1")
def test_what_was_done_in_the_turn_before_is_forgotten() -> None:
    marked = replace(R1, setup=Setup(Where(hexes=("0306",)), marks=("interdicted", "moved")))
    design = make([marked, P1, FAR], markers=(1, 1))
    assert play(started(design, Start(2, "administration-cw"))).position().marked("interdicted") == ()
    assert play(started(design, Start(2, "russian-movement"))).position().marked("interdicted") == ("0306",)


@pytest.mark.rule("12.0")
def test_countries_struck_before_the_beginning_count() -> None:
    entry = Entry("us", "Anywhere", Where(countries=("hungary",)), stops=True)
    guest = unit("1st Armored", "usa", event="us-entry", entry="us")
    design = make([R1, FAR, guest], entries=[entry])
    begun = started(design, Start(2, "turn-end", struck=("austria", "germany"), entered=("austria",)))
    game = play(begun, 4, *[6] * 5)
    assert "4-2=2 against turn 2: the United States stay out" in event_texts(game.events, "die")[0]


@pytest.mark.rule("7.5")
def test_land_of_nobody_belongs_to_who_has_entered_it() -> None:
    lands = ("PPPPP RRRR",) * 8
    game = on_to(play(make([unit("R1", "russia", "0307"), FAR], lands=lands)), "move", "russian-movement")
    game.apply("move R1 0307-0306")
    start = game.scenario_now().start
    assert start is not None
    assert start.held == (Holding("russian", ("0306",)),)


def test_a_copy_of_the_beginning_leaves_units_as_they_are() -> None:
    units = [R1, FAR, wing("1st CAS", "russia", box="pool"), unit("Off", "poland"),
             unit("N", "poland", turn=3, entry="hex")]
    design = make(units, entries=[Entry("hex", "Hex", Where(hexes=("0101",)))])
    game = on_to(play(design), "move", "russian-movement")
    assert design.scenario is not None
    assert game.scenario_now().units == design.scenario.units


# -- saved games ------------------------------------------------------------------------------------------


def saved(edit: Callable[[dict[str, Any]], object]) -> Callable[[], Game]:
    """A game in its first movement phase, read again after an edit of its state."""
    game = play(make([R1, P1, FAR, wing("1st CAS", "russia")], markers=(3, 3)), *[6] * 9)
    on_to(game, "move", "russian-movement")
    data = json.loads(game.to_json())
    edit(data["state"])
    return lambda: Game.from_json(game.design, json.dumps(data))


@pytest.mark.parametrize(("name", "good", "bad"), [
    ("turn", [1, 10], [-1, 11]), ("status", [[1, 0, 0, 0]], [[2, 0, 0, 0], [0]]),
    ("flags", [[0, 0, 0, 0], [511, 0, 0, 0]], [[-1, 0, 0, 0], [512, 0, 0, 0], [0, 0, 0]]),
    ("budget", [0, 7], [-1]), ("overflow", [[], [0], [79]], [[-1], [80]]),
    ("resume", ["", "move"], ["nonsense", 1]), ("happened", [[], ["x"]], [[1], "x"]),
    ("taken", [["0x0", "0x1"]], [["0", "0x0"], ["0xg", "0x0"], ["0x" + "f" * 30, "0x0"], 0]),
    ("player", [0], [-1, 2]), ("lost", [[1, 0, 0, 0]], [[True, 0, 0, 0], [2, 0, 0, 0], [1]]),
    ("where", [[25, 24, 2, -7]], [[80, 24, 2, -7], [25, 24, 2, -9], [25, 24, 2]]),
    ("battle", [None], [{}, []]), ("outcome", [None], [{"winner": "me"}]),
])
def test_numbers_of_a_saved_game_are_held_to_their_bounds(name: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        saved(lambda s, v=value: s.update({name: v}))()
    for value in bad:
        with pytest.raises(ValueError, match=name):
            saved(lambda s, v=value: s.update({name: v}))()


@pytest.mark.parametrize(("chapter", "name", "good", "bad"), [
    ("cyber-war", "pending", [-1], [-2, 7]), ("cyber-war", "markers", [[[2, 1, 0], [0, 3, 0]]], [[], [[1]]]),
    ("air", "points", [0, 7], [-1]), ("air", "contest", [None], [{}]),
    ("air", "wings", [[-1, -1], [3, -1]], [[0, -1], [-2, -1], [-1]]),
])
def test_chapters_of_a_saved_game_are_held_to_their_bounds(
        chapter: str, name: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        saved(lambda s, v=value: s["chapters"][chapter].update({name: v}))()
    for value in bad:
        with pytest.raises(ValueError, match="This is not a saved game"):
            saved(lambda s, v=value: s["chapters"][chapter].update({name: v}))()


def in_battle(step: str) -> dict[str, Any]:
    units = [R1, P1, FAR, wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    game = play(make(units, markers=(2, 0)), *[6] * 9)
    game.apply("allocate table 1 track 1")
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    if step == "markers":
        game.apply("support with 1st CAS")
        game.apply("support with 2nd CAS")
    else:
        on_to(game, step)
    assert game.step == step
    return json.loads(game.to_json())  # type: ignore[no-any-return]


@pytest.mark.parametrize(("step", "part", "name", "good", "bad"), [
    ("support", "battle", "attackers", [[0]], [[4], [-1], [5], []]),
    ("support", "battle", "support", [[0, 0], [1, 0]], [[-1, 0], [0], 1]),
    ("support", "battle", "result", ["", "DP"], ["XX"]),
    ("support", "battle", "todo", [[], ["r0.0"]], [["dance"], ["r99.0"]]),
    ("support", "battle", "group", [0, 1], [2, -1]),
    ("support", "battle", "hex", [24], [80, -1]),
    ("markers", "contest", "purpose", ["battle"], ["picnic"]),
    ("markers", "contest", "spent", [[0, 1]], [[0], [-1, 0]]),
    ("markers", "contest", "done", [[True, False]], [[0, 0], [True]]),
    ("markers", "contest", "turn", [0, 1], [2]),
])
def test_parts_of_a_battle_are_held_to_their_bounds(
        step: str, part: str, name: str, good: list[Any], bad: list[Any]) -> None:
    design = make([R1, P1, FAR, wing("1st CAS", "russia"), wing("2nd CAS", "poland")], markers=(2, 0))
    for value in (*good, *bad):
        data = in_battle(step)
        state = data["state"]
        (state["battle"] if part == "battle" else state["chapters"]["air"]["contest"])[name] = value
        if value in good:
            Game.from_json(design, json.dumps(data))
        else:
            with pytest.raises(ValueError, match="This is not a saved game"):
                Game.from_json(design, json.dumps(data))


# -- checks -----------------------------------------------------------------------------------------------


def codes(design: Design) -> list[tuple[str, str]]:
    return [(p.code, p.part) for p in check(design)]


@pytest.mark.rule("3.1")
def test_air_units_and_what_a_side_may_own_are_compared() -> None:
    ten = [wing(f"{n}. CAS", "russia", box="pool") for n in range(10)]
    six = [wing(f"{n}. CAS", "poland", box="pool") for n in range(6)]
    assert not [c for c in codes(make([R1, FAR, *ten, *six])) if c[0] in ("few-air-units", "no-assets")]
    found = codes(make([R1, FAR, *ten[1:], *six]))
    assert ("few-air-units", "scenario/assets/air-russian") in found
    assert ("few-air-units", "scenario/assets/air-allied") not in found
    design = make([R1, FAR, *ten, *six])
    assert design.scenario is not None
    one = replace(design, scenario=replace(design.scenario, assets=design.scenario.assets[:1]))
    lacking = [p.message for p in check(one) if p.code == "no-assets"]
    assert len(lacking) == 1
    assert lacking[0].startswith("The allied side")


@pytest.mark.rule("10.0")
def test_air_units_are_not_warned_of_for_where_they_arrive() -> None:
    entry = Entry("far", "Russia", Where(hexes=("0310",)))
    late = replace(wing("1st CAS", "poland"), setup=None)
    tank = unit("P9", "poland", turn=2, entry="far")
    air = replace(late, reinforcement=tank.reinforcement)
    found = [p.unit for p in check(make([R1, FAR, air, tank], entries=[entry])) if p.code == "enemy-entry"]
    assert found == ["poland/P9"]


@pytest.mark.rule("4.1")
def test_a_start_on_a_map_without_polish_fields_is_checked() -> None:
    places = {**PLACES, "0307": ("Abroad", "industrial")}
    del places["0501"]
    design = started(make([R1, FAR], places=places), Start(2, scored=("0307",)))
    assert "won-at-start" not in [c for c, _ in codes(design)]
    both = started(make([R1, FAR], places={**places, "0501": ("Field", "industrial")}), Start(
        2, scored=("0307", "0501")))
    assert "won-at-start" in [c for c, _ in codes(both)]


def test_the_bundled_scenarios_are_without_fault() -> None:
    assert [p for p in check(bundled("historical")) if p.severity != "note"] == []


# -- odds worked out --------------------------------------------------------------------------------------


def reported(source: Design | Game, attackers: str = "", hex: str = "0305") -> AttackReport:
    return report(source, hex, attackers)


@pytest.mark.rule("2.7", "7.3")
def test_the_report_tells_steps_and_halves_of_each_unit() -> None:
    worn = replace(unit("R2", "russia", "0306", strength=(9, 5)), reduced=True)
    found = reported(make([R1, worn, P1, FAR]))
    assert [(s.unit, s.steps, s.printed, s.counts, s.notes) for s in found.attackers] == [
        ("russia/R1", 2, 8, 8, ()), ("russia/R2", 1, 5, 5, (("reduced", "2.7"),))]
    cut = [unit("P1", "poland", "0303", strength=(7, 3)), *(unit(f"R{n}", "russia", h) for n, h in enumerate(
        ("0203", "0304", "0402")))]
    game = on_to(play(make([*cut, FAR])), "attack", "allied-combat")
    (defender,) = reported(game, "R0", "0303").defenders
    assert (defender.printed, defender.counts) == (7, 3)
    assert defender.notes == (("out of supply: 7 halved and cut down", "7.3"),)


@pytest.mark.rule("7.0")
def test_the_report_warns_of_units_that_could_trace_no_path() -> None:
    cut = [unit("P1", "poland", "0303"), *(unit(f"R{n}", "russia", h) for n, h in enumerate(
        ("0203", "0304", "0402")))]
    notes = reported(make([*cut, FAR]), "R0", "0303").notes
    (output,) = [n for n in notes if "could trace" in n]
    assert output.startswith("Polish P1 could trace no supply path now (7.0); it counts in full")
    assert [n for n in reported(make([R1, P1, FAR])).notes if "could trace" in n] == []
    # Once it is marked there is nothing to warn of.
    game = on_to(play(make([*cut, FAR])), "attack", "allied-combat")
    assert [n for n in reported(game, "R0", "0303").notes if "could trace" in n] == []


@pytest.mark.rule("11.0 step 5", "13.0")
@pytest.mark.parametrize(("table", "output"), [(2, "is open"), (0, "is not open")])
def test_the_report_tells_whether_the_cyber_war_table_is_open(table: int, output: str) -> None:
    game = play(make([R1, P1, FAR, wing("1st CAS", "russia")], markers=(2, 0)))
    game.apply(f"allocate table {table} track {2 - table}")
    on_to(game, "attack", "russian-combat")
    notes = reported(game, "R1").notes
    assert f"The cyber-war table {output} to the attacker: level {table} against 0 (11.0, 5)." in notes
    assert [n for n in notes if "no air unit" in n] == ["The allied side has no air unit to send (13.0)."]


@pytest.mark.rule("11.0 step 3")
def test_the_report_names_the_river_and_no_other_line() -> None:
    design = make([R1, P1, FAR], rivers="0305/0306", walls="0305/0405")
    (shift,) = reported(design).shifts
    assert (shift.name, shift.columns, shift.text) == ("river", -1, "river crossed from 0306")


@pytest.mark.rule("11.0", "11.1")
def test_the_report_finds_the_retreats_that_save_most_units() -> None:
    """Two retreat; one has two hexes to go to, the other only the one that has room for one."""
    crowd = [unit(f"C{n}", "poland", h) for n, h in enumerate(["0404"] * 3 + ["0304"] * 2)]
    walled = make([R1, P1, unit("A2", "poland", "0305", type="airborne"), *crowd], result="DP",
                  walls="0305/0204")
    (result,) = [r for r in reported(walled, "R1").results if r.code == "DP"]
    # The airborne unit flies over the wall to 0204, P1 takes the place in 0304.
    assert (result.defender_steps, result.cleared) == (0, True)
