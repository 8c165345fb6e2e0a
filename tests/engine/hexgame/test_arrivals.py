"""Arrivals, pools, replacements and call-ups from data."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hexgames import design, ends, inside, on_to, orders, play, refuse, texts, where
from printed_text import printed_text

from visegrad_editor.editor.map.hex_words import arrival_text
from visegrad_editor.engine import Game
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.files.load import load
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.scenario import Entry, Reinforcement
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes

FAR = "blue Z foot 4 0601; red X foot 4 0608"
ENTRIES = """
entries: [{id: n, name: North, where: {hexes: ["0103"]}, pays: true}, {id: free, name: Free,
  where: {hexes: ["0103"]}},
          {id: s, name: South, where: {hexes: ["0603", "0604"]}, pays: true, stops: true}]"""


def game(units: str, rules: str | tuple[str, ...] = "", **more: object) -> Game:
    return play(f"{units}; {FAR}", rules, more=ENTRIES, **more)  # type: ignore[arg-type]


def test_units_arrive_on_their_turn() -> None:
    made = game("blue A foot 4 turn 2 n")
    assert "not due" in refuse(made, "enter A 0103").reason
    on_to(made, "move", "blue", 2).apply("enter A 0103-0104")
    assert where(made, "blue/A") == "0104"
    assert "already moved" in refuse(made, "move A 0104-0105").reason


@pytest.mark.parametrize(("entry", "moves", "far", "too_far"), [
    ("n", "rest", "0106", "0107"), ("free", "rest", "0107", "0108"), ("n", "all", "0107", "0108"),
    ("n", "no", "0103", "0104"), ("s", "rest", "0603", "0602")])
def test_how_far_units_go_when_they_enter(entry: str, moves: str, far: str, too_far: str) -> None:
    made = game(f"blue A foot 4 turn 1 {entry}", f"arrivals: {{moves: {moves}}}")
    assert far in ends(made, "blue/A")
    assert too_far not in ends(made, "blue/A")
    legal = {o.hexes[-1] for o in made.legal_orders("blue/A")}
    assert legal == ends(made, "blue/A")


@pytest.mark.parametrize(("moves", "far"), [("rest", 3), ("all", 4), ("no", 0)])
def test_units_that_enter_in_a_phase_of_arrivals_move_on_later(moves: str, far: int) -> None:
    made = game("blue A foot 4 turn 1 n", (f"arrivals: {{moves: {moves}}}", """
sequence: {turn: [{player_turn: blue, phases: [arrive, move]}, {player_turn: red, phases: [move]}]}"""))
    assert (made.step, orders(made)) == ("arrive", ["pass", "enter A 0103"])
    assert "Name the hex" in refuse(made, "enter A 0103-0104").reason
    made.apply("enter A 0103")
    assert made.step == "move"
    farthest = max((int(h[2:]) - 3 for h in ends(made, "blue/A") if h.startswith("01")), default=0)
    assert farthest == far


def test_an_entry_that_stops_holds_units_in_a_phase_of_arrivals_too() -> None:
    made = game("blue A foot 4 turn 1 s", """
sequence: {turn: [{player_turn: blue, phases: [arrive, move]}, {player_turn: red, phases: [move]}]}""")
    made.apply("enter A 0603")
    assert not ends(made, "blue/A")


@pytest.mark.parametrize(("delay", "refused"), [("may", False), ("must-enter", True)])
def test_units_may_wait_or_must_enter(delay: str, refused: bool) -> None:
    made = game("blue A foot 4 turn 1 n", f"arrivals: {{delay: {delay}}}")
    assert ("pass" not in orders(made)) is refused
    if refused:
        assert "must enter this turn" in refuse(made, "pass").reason
        made.apply("enter A 0103")
    made.apply("pass")
    assert made.side == "red"


@pytest.mark.parametrize(("blocked", "place"), [("next-turn", "reinforcements"), ("eliminated",
    "eliminated")])
def test_units_that_cannot_enter_wait_or_are_lost(blocked: str, place: str) -> None:
    made = game("blue A foot 4 turn 1 n; red B fort 4 0103", f"arrivals: {{blocked: {blocked}}}")
    assert not ends(made, "blue/A")
    made.apply("pass")
    assert where(made, "blue/A") == place
    said = texts(made.events, "waits" if blocked == "next-turn" else "eliminated")
    assert "An enemy unit stands in 0103" in said[0]


def test_the_owner_may_choose_another_entry() -> None:
    made = game("blue A foot 4 turn 1 n s")
    assert {"0103", "0603", "0604"} <= ends(made, "blue/A")
    made.apply("enter A 0603")
    assert where(made, "blue/A") == "0603"


STANDING_IN = """
entries: [{id: n, name: North, where: {hexes: ["0103"]}, pays: true, else: [s, w]},
          {id: s, name: South, where: {hexes: ["0603"]}, pays: true}, {id: w, name: West, where: {hexes:
          ["0301"]}}]"""


def stood_in(units: str, rules: str | tuple[str, ...] = "") -> Game:
    """A game with reinforcements by the entry n, in place of which s stands, then w."""
    return play(f"blue A foot 4 turn 1 n; {units}; {FAR}", rules, more=STANDING_IN)


def test_an_entry_that_is_open_is_the_only_one() -> None:
    made = stood_in("red B fort 4 0606")
    assert {o.hexes[0] for o in made.legal_orders("blue/A")} == {"0103"}
    assert refuse(made, "enter A 0603").reason == (
        "Blue A may enter at 0603 only while it can enter nowhere by North.")
    made.apply("enter A 0103")
    assert texts(made.events, "entry-blocked") == []


@pytest.mark.parametrize(("units", "hex", "told"), [
    ("red B fort 4 0103", "0603", "An enemy unit stands in 0103. It comes by South."),
    ("red B fort 4 0103; red C fort 4 0603", "0301", "An enemy unit stands in 0103. It comes by West.")])
def test_while_an_entry_is_blocked_the_first_that_is_open_stands_in(
        units: str, hex: str, told: str) -> None:
    made = stood_in(units)
    assert hex in ends(made, "blue/A")
    assert made.move_order("blue/A", hex).verb == "enter"
    others = {"0103", "0603", "0301"} - {hex}
    assert others.isdisjoint({o.hexes[0] for o in made.legal_orders("blue/A")})
    made.apply(f"enter A {hex}")
    assert where(made, "blue/A") == hex
    assert texts(made.events, "entry-blocked") == [f"Blue A cannot enter by North: {told}"]


def test_a_unit_waits_if_nothing_stands_in_and_enters_when_the_way_is_free() -> None:
    made = stood_in("red B foot 4 0103; red C fort 4 0603; red D fort 4 0301")
    assert not ends(made, "blue/A")
    made.apply("pass")
    assert "waits to enter: An enemy unit stands in 0103" in texts(made.events, "waits")[0]
    on_to(made, "move", "red", 1).apply("move B 0103-0203")
    on_to(made, "move", "blue", 2).apply("enter A 0103")
    assert where(made, "blue/A") == "0103"


def test_an_entry_stands_in_during_a_phase_of_arrivals_and_for_want_of_room() -> None:
    made = stood_in("blue B foot 4 0103", ("stacking: {limit: 1}", """
sequence: {turn: [{player_turn: blue, phases: [arrive, move]}, {player_turn: red, phases: [move]}]}"""))
    assert (made.step, orders(made)) == ("arrive", ["pass", "enter A 0603"])
    made.apply("enter A 0603")
    assert len(texts(made.events, "entry-blocked")) == 1


def test_entries_that_stand_in_for_those_that_stand_in() -> None:
    chain = STANDING_IN.replace("[s, w]", "[s]").replace("{hexes: [\"0603\"]}, pays: true",
                                                       "{hexes: [\"0603\"]}, else: [n, w]")
    made = play(f"blue A foot 4 turn 1 n; red B fort 4 0103; red C fort 4 0603; {FAR}", more=chain)
    assert "0301" in ends(made, "blue/A")


@pytest.mark.parametrize(("named", "code", "said"), [
    ("n", "own-else", "stand in for itself"), ("sout", "unknown-entry", '"sout" (stand-ins of entry North)')])
def test_what_stands_in_must_be_another_entry(named: str, code: str, said: str) -> None:
    made = design(f"blue A foot 4 turn 1 n; {FAR}", more=STANDING_IN.replace("[s, w]", f"[{named}]"))
    problem, = (p for p in check_documents(made) if p.code == code)
    assert said in problem.message


def circles(design: Design) -> list[Problem]:
    return [p for p in check_documents(design) if p.code == "else-circle"]


@pytest.mark.parametrize("chain", [
    {"n": "s", "s": "n"}, {"n": "s", "s": "w", "w": "n"}, {"n": "s, w", "s": "n", "w": "s, n"}])
def test_entries_that_stand_in_for_each_other_are_told_and_do_not_hold_the_game_up(
    chain: dict[str, str]
) -> None:
    made = design(f"blue A foot 4 turn 1 n; red B fort 4 0103; red C fort 4 0603; {FAR}", more=STANDING_IN)
    assert made.scenario is not None
    made = with_scenario(made, replace(made.scenario, entries=tuple(
        replace(e, else_=tuple(chain[e.id].split(", ")) if e.id in chain else ())
        for e in made.scenario.entries)))
    assert made.scenario is not None
    assert set(made.scenario.stand_ins("n")) == {e for e in "swn" if e in chain} - {"n"}
    Game.from_scenario(made).legal_orders()
    told = circles(made)
    assert told
    for problem in told:
        assert problem.severity == "warning"
        assert "North, else" in problem.message or "else North" in problem.message
    # Each fix removes its own problem alone.
    for left in range(len(told) - 1, -1, -1):
        [fix] = circles(made)[0].fixes
        made = fix.edit(made)
        assert len(circles(made)) == left


def test_a_chain_of_stand_ins_is_no_circle() -> None:
    made = design(f"blue A foot 4 turn 1 n; {FAR}", more=STANDING_IN.replace("[s, w]", "[s]").replace(
        "pays: true}, {id: w", "pays: true, else: [w]}, {id: w"))
    assert made.scenario is not None
    assert made.scenario.stand_ins("n") == ("s", "w")
    assert circles(made) == []


def test_a_circle_is_told_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("""format: 2
kind: scenario
name: mine
title: Mine
extends: hollen
entries:
  - {id: west-road, else: [east-road]}
  - id: east-road
    else:
      - west-road
""", encoding="utf-8")
    [problem] = [p for p in load(path).problems if p.code == "else-circle"]
    assert (problem.line, Path(problem.file).name) == (10, "mine.yaml")
    [fix] = problem.fixes
    assert fix.label == "Let West road not stand in for the entry East road"


def test_a_thousand_entries_in_a_row_are_followed() -> None:
    entries = tuple(Entry(f"e{i}", else_=(f"e{i + 1}",)) for i in range(3000))
    scenario = replace(design(f"blue A foot 4 0101; {FAR}").scenario, entries=entries)  # type: ignore[type-var]
    assert len(scenario.stand_ins("e0")) == 3000  # type: ignore[union-attr]


def test_sheet_and_window_say_what_stands_in() -> None:
    made = design(f"blue A foot 4 turn 1 n; {FAR}", more=STANDING_IN)
    text = printed_text(setup_sheet_bytes(made))
    assert made.scenario is not None
    assert arrival_text(made, made.scenario.units[0]) == "turn 1, North, else South, else West"
    assert "North, 0103 (a unit that can enter nowhere there: south, 0603, else west, 0301)" in text


def test_an_entry_without_room_is_refused() -> None:
    made = game("blue A foot 4 turn 1 s; blue B foot 4 0603", "stacking: {limit: 1}")
    assert ends(made, "blue/A") == {"0604"}
    assert "too many to stack" in refuse(made, "enter A 0603").reason


def test_an_event_brings_units() -> None:
    made = game("blue A foot 4 event call n", """
events: [{id: bell, name: Bell, when: {turn: 2}, judged: turn-start, does: [{arrive: call}]}]""")
    assert not ends(made, "blue/A")
    on_to(made, "move", "blue", 2)
    assert ends(made, "blue/A")


POOL = """
pools: [{id: reserve, side: blue, entry: [n, s], number: {2: 1, 3: 2}, at_most: [{units: {type: [horse]},
  number: 1}]}]"""


def test_of_a_pool_so_many_units_enter_each_turn() -> None:
    units = ("blue A horse 4 event reserve n", "blue B horse 4 event reserve n",
        "blue C foot 4 event reserve n")
    made = game("; ".join(units), POOL)
    assert not ends(made, "blue/A")
    on_to(made, "move", "blue", 2)
    assert {"0103", "0603"} <= ends(made, "blue/A")
    made.apply("enter C 0103")
    assert "No more units of reserve" in refuse(made, "enter A 0103").reason
    on_to(made, "move", "blue", 3).apply("enter A 0103")
    assert "No more units like" in refuse(made, "enter B 0103").reason


def in_pool(id: str, unit: str = "C") -> Design:
    """A design in which a unit says nothing but the pool in which it waits."""
    made = design(f"blue C foot 4 turn 1 n; red Y foot 4 turn 1 n; {FAR}", POOL, more=ENTRIES)
    assert made.scenario is not None
    units = tuple(replace(u, reinforcement=Reinforcement("", pool=id)) if u.name == unit else u
                  for u in made.scenario.units)
    return replace(made, scenario=replace(made.scenario, units=units))


def test_a_unit_need_name_nothing_but_its_pool() -> None:
    made = in_pool("reserve")
    assert [p.message for p in check_documents(made) if p.part == "scenario/units"] == []
    game = on_to(Game.from_scenario(made), "move", "blue", 2)
    assert {"0103", "0603"} <= ends(game, "blue/C")
    assert made.scenario is not None
    assert arrival_text(made, made.scenario.unit_by_key["blue/C"]) == "Reserve"
    sheet = printed_text(setup_sheet_bytes(made))
    assert "Reserve" in sheet
    assert "North" in sheet


@pytest.mark.parametrize(("id", "unit", "words"), [
    ("reserv", "C", 'There is no pool "reserv"'), ("reserve", "Y", "not that of its side")])
def test_a_pool_that_is_not_there_or_the_enemys_is_named(id: str, unit: str, words: str) -> None:
    assert [p.message for p in check_documents(in_pool(id, unit)) if words in p.message]


def test_an_event_may_bring_a_whole_pool() -> None:
    made = game("blue A foot 4 event reserve n; blue B foot 4 event reserve n", (POOL, """
events: [{id: bell, name: Bell, when: {turn: 1}, judged: turn-start, does: [{arrive: reserve}]}]"""))
    made.apply("enter A 0103")
    made.apply("enter B 0603")


# -- replacements --------------------------------------------------------------------------------------


BOTH = "blue A foot 4 0303 reduced; blue B foot 4 box eliminated"


def rebuilt(settings: str, steps: str = "1: 3", units: str = BOTH) -> Game:
    lines = ", ".join(f"{{turn: {t.split(':')[0]}, side: blue, steps: {t.split(':')[1]}}}"
                      for t in steps.split(","))
    return game(units, f"rebuilding: {{{settings}}}\nreplacements: [{lines}]",
                map="places: [{hex: '0101', name: T, features: [town]}]")


def test_steps_restore_and_rebuild_units() -> None:
    made = rebuilt("where: {features: [town]}")
    assert made.step == "replace"
    assert made.position().left == {"replacement steps": 3}
    assert set(orders(made)) == {"pass", "restore A", "rebuild B 0101 reduced", "rebuild B 0101 full"}
    made.apply("restore A")
    assert not made.position().units["blue/A"].reduced
    assert "may not be rebuilt in 0102. It may in 0101 (T)." in refuse(made, "rebuild B 0102 full").reason
    made.apply("rebuild B 0101 full")
    assert where(made, "blue/B") == "0101"
    assert made.step == "move"


def test_what_replacements_cost() -> None:
    made = rebuilt("where: {features: [town]}, costs: {restore: 2, rebuild: 3, full: 4}")
    assert set(orders(made)) == {"pass", "restore A", "rebuild B 0101 reduced"}
    assert "4 replacement steps are needed" in refuse(made, "rebuild B 0101 full").reason
    made.apply("rebuild B 0101 reduced")
    assert made.position().units["blue/B"].reduced


@pytest.mark.parametrize(("carry", "left"), [("true", 4), ("false", 2)])
def test_steps_that_are_not_used_may_be_kept(carry: str, left: int) -> None:
    made = rebuilt(f"carry: {carry}", "1:2,2:2")
    made.apply("pass")
    on_to(made, "replace", "blue", 2)
    assert made.position().left == {"replacement steps": left}


def test_steps_are_kept_even_if_nothing_can_be_done_with_them() -> None:
    made = rebuilt("carry: true, needs: {turn: 2}", "1:2,2:2", "blue A foot 4 0303 reduced")
    assert (made.turn, made.step) == (1, "move")
    on_to(made, "replace", "blue", 2)
    assert made.position().left == {"replacement steps": 4}


def test_a_unit_is_restored_only_in_some_situation() -> None:
    made = rebuilt("needs: {hexes: {features: [town]}}, where: {features: [town]}")
    assert "may not be restored now" in refuse(made, "restore A").reason


def test_zones_may_block_replacements() -> None:
    made = play(f"blue A foot 4 0303 reduced; red Y foot 4 0304; blue B foot 4 0501 reduced; {FAR}",
                "zones: {kind: rigid, blocks: [replace]}\n"
                "replacements: [{turn: 1, side: blue, steps: 2}]")
    assert orders(made) == ["pass", "restore B"]
    assert "enemy zone of control" in refuse(made, "restore A").reason


# -- call-ups ------------------------------------------------------------------------------------------


CALL = """
call_ups: [{id: c, units: {type: [foot]}, where: {edge: west}, roll: 1d6, success: [2, 4, 6], again: %s}]"""


def test_a_roll_calls_a_unit_up() -> None:
    made = play(f"blue A foot 4; blue H horse 4; {FAR}", CALL % "true", dice=[4])
    assert made.step == "call-up"
    assert "call-up A 0301" in orders(made)
    assert not [o for o in orders(made) if "H" in o]
    assert "may not be called up in 0303" in refuse(made, "call-up A 0303").reason
    assert "cannot be called up" in refuse(made, "call-up H 0301").reason
    made.apply("call-up A 0301")
    assert where(made, "blue/A") == "0301"
    assert made.step == "move"
    assert inside(made).controlled(0) >> inside(made).board.index["0301"] & 1


@pytest.mark.parametrize(("again", "turns"), [("true", [1, 2]), ("false", [1])])
def test_after_a_failure_a_unit_may_try_again_next_turn(again: str, turns: list[int]) -> None:
    made = play(f"blue A foot 4; {FAR}", CALL % again, dice=[3, 5, 1, 1])
    tried = []
    while made.outcome is None and made.turn < 3:
        if made.step == "call-up":
            tried.append(made.turn)
            made.apply("call-up A 0301")
            assert made.step != "call-up"
        else:
            made.apply("pass")
    assert tried == turns


# -- modes -------------------------------------------------------------------------------------------


def march(settings: str, units: str = "blue A foot 4 turn 1 n") -> Game:
    return game(units, f"movement: {{modes: [{{id: march, name: March, allowance: x2, {settings}}}]}}")


def test_reinforcements_come_by_a_mode_that_says_so() -> None:
    made = march("arriving: true, then_not: [combat]")
    assert {"0106", "0108"} <= ends(made, "blue/A"), "four points, and eight by the mode"
    assert made.move_order("blue/A", "0106").verb == "enter"
    far = made.move_order("blue/A", "0108")
    assert made.text(far).startswith("enter-by march A 0103-")
    assert "movement points" in refuse(made, "enter A 0103-0104-0105-0106-0107").reason
    listed = orders(made, "enter-by", "blue/A")
    assert "enter-by march A 0103-0104" in listed
    made.apply("enter-by march A 0103-0104-0105-0106-0107")
    assert where(made, "blue/A") == "0107"
    assert "enters 0103-0104-0105-0106-0107 by March" in made.events[-1].text
    assert {"entered", "no-combat"} <= inside(made).marks_of(inside(made).unit("blue/A"))


def test_reinforcements_pay_for_their_first_hex_by_a_mode_too() -> None:
    made = march("arriving: true")
    assert "movement points; the path costs 9" in refuse(
        made, "enter-by march A 0103-0104-0105-0106-0107-0108-0208-0308-0408").reason
    made.apply("enter-by march A 0103-0104-0105-0106-0107-0108-0208-0308")


@pytest.mark.parametrize(("settings", "reason"), [
    ("arriving: false", "do not come by march"),
    ("arriving: true, units: {type: [horse]}", "cannot use March"),
    ("arriving: true, needs: {turn: 2}", "may not use March now")])
def test_a_mode_is_not_for_all_reinforcements(settings: str, reason: str) -> None:
    made = march(settings)
    assert reason in refuse(made, "enter-by march A 0103-0104").reason
    assert orders(made, "enter-by") == []
    assert "0108" not in ends(made, "blue/A")


def test_a_mode_never_enters_some_hexes_the_first_one_neither() -> None:
    made = march("arriving: true, never: {next_to: {side: [enemy]}}",
                 "blue A foot 4 turn 1 n; red Y foot 4 0205")
    assert "may not enter" in refuse(made, "enter-by march A 0103-0104-0105").reason
    assert orders(made, "enter", "blue/A")
    listed = orders(made, "enter-by", "blue/A")
    assert "enter-by march A 0103-0104" in listed
    assert [text for text in listed if "0105" in text] == []
    beside = march("arriving: true, never: {next_to: {side: [enemy]}}",
                   "blue A foot 4 turn 1 n; red Y foot 4 0203")
    assert orders(beside, "enter", "blue/A")
    assert orders(beside, "enter-by", "blue/A") == []
    assert "0103" in refuse(beside, "enter-by march A 0103-0102").reason


def test_an_entry_that_stops_has_no_modes() -> None:
    made = march("arriving: true", "blue A foot 4 turn 1 s")
    assert orders(made, "enter-by") == []
    assert "must stop" in refuse(made, "enter-by march A 0603").reason


# -- how far a unit has moved ------------------------------------------------------------------------------


@pytest.mark.parametrize(("entry", "moves", "path", "far"), [
    ("n", "rest", "0103-0203", False), ("n", "rest", "0103-0203-0303", True),
    ("free", "rest", "0103-0203-0303", False), ("n", "all", "0103-0203-0303", False)])
def test_the_cost_of_the_entry_counts_for_how_far_a_unit_has_moved(
        entry: str, moves: str, path: str, far: bool) -> None:
    made = game(f"blue A foot 4 turn 1 {entry}", f"arrivals: {{moves: {moves}}}")
    made.apply(f"enter A {path}")
    assert ("moved-far" in inside(made).marks_of(0)) is far


@pytest.mark.parametrize("heeds", ["over: any", "ignores_zones: true"])
def test_a_mode_that_heeds_no_zones_pays_nothing_for_them(heeds: str) -> None:
    mode = f"movement: {{modes: [{{id: air, name: Air, cost: 1, {heeds}, arriving: true}}]}}"
    zones = "zones: {kind: fluid, enter: cost 3, leave: cost 3}"
    made = game("blue A foot 4 turn 1 free; blue B foot 4 0203; red Y foot 4 0204", (mode, zones))
    made.apply("move-by air B 0203-0303")
    made.apply("enter-by air A 0103-0203")
    assert [n for n in (0, 1) if "moved-far" in inside(made).marks_of(n)] == []
