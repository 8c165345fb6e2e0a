"""What a chapter may overrule of movement, arrivals, combat and supply, each with a chapter made here."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hexgames import ROWS, design

from visegrad_editor.engine.dice import Dice
from visegrad_editor.engine.hexgame import arrivals, combat, movement, paths, supply
from visegrad_editor.engine.hexgame.chapter import Chapter, StepChanges
from visegrad_editor.engine.hexgame.hexgame import HOOKS, HexGame
from visegrad_editor.engine.hexgame.in_progress import GameInProgress, Stage
from visegrad_editor.engine.orders import PASS, IllegalOrderError, Order

UNITS = "blue A foot 4 0303; blue B foot 4 0303; red X foot 4 0304; red Y foot 4 0606"
FLYING = "movement: {modes: [{id: fly, name: Flight, over: any, cost: 1}]}"
ENTRY = 'entries: [{id: e, name: Entry, where: {hexes: ["0101", "0201"]}, pays: true}]'


def start(
    *chapters: Chapter, units: str = UNITS, rules: str = "", more: str = "", rows: Sequence[str] = ROWS
) -> HexGame:
    """A game with chapters in its first movement phase."""
    made = design(units, rules, rows, more=more)
    assert made.scenario is not None
    game = HexGame(made, made.scenario, Dice(1), lambda event: None, chapters)
    game.begin()
    return game


def hook(name: str, answer: Callable[..., Any]) -> Chapter:
    """A chapter with one method."""
    return type("Made", (Chapter,), {
        "id": "made", name: lambda self, *args, **facts: answer(*args, **facts)})()


def refusal(*args: Any) -> IllegalOrderError:
    return IllegalOrderError("The chapter forbids it.", "13.2")


def give(game: HexGame, text: str) -> None:
    game.perform(game.grammar.parse(text, game.names))


def refused(game: HexGame, text: str) -> str:
    """The rule by which an order is refused."""
    with pytest.raises(IllegalOrderError) as caught:
        give(game, text)
    return caught.value.rule


def listed(game: HexGame, verb: str, unit: str = "") -> list[str]:
    """The legal orders with a verb as texts."""
    return [game.grammar.text(o, game.names) for o in game.legal_orders(unit or None) if o.verb == verb]


def test_every_method_of_a_chapter_is_a_hook_or_asked_for_once() -> None:
    once = {"state", "stages", "verbs", "effects", "begin", "check", "boxes"}
    methods = {name for name, value in vars(Chapter).items() if callable(value) and not name.startswith("_")}
    beside = {"closed_ends", "closed_entries", "stack_kind"}
    """Asked beside a hook, to ask it less often."""
    assert methods == once | beside | set(HOOKS)


# -- decisions ---------------------------------------------------------------------------------------


class Council(Chapter):
    """A council of war before each attack, with a limited number of words."""

    id = "council"

    def state(self, w: GameInProgress) -> Any:
        return {"held": False}

    def stages(self) -> Mapping[str, Stage]:
        return {"council": Stage(lambda w: None, lambda w, unit: [PASS], self._end)}

    def before(self, w: GameInProgress, step: str) -> str:
        return "council" if step == "attack" and not w.state.chapters[self.id]["held"] else ""

    def hex_marks(self, w: GameInProgress, side: int) -> Mapping[str, Sequence[int]]:
        return {"tent": [w.board.at("0101")], **({"trap": [w.board.at("0202")]} if side == 1 else {})}

    def left(self, w: GameInProgress) -> Mapping[str, int]:
        return {"words": 3} if w.state.step == "council" else {}

    def _end(self, w: GameInProgress, order: Order) -> None:
        w.state.chapters[self.id] = {"held": True}
        w.go("attack")


def test_a_chapter_puts_a_decision_before_another() -> None:
    game = start(Council())
    give(game, "pass")
    assert game.step == "council"
    assert game.position().left == {"words": 3}
    give(game, "pass")
    assert game.step == "attack"
    assert game.position().left == {}


def test_a_chapter_marks_hexes_for_everybody() -> None:
    assert start(Council()).position().marked("tent") == ("0101",)
    assert start().position().marked("tent") == ()


def test_a_chapter_marks_hexes_for_one_side() -> None:
    game = start(Council())
    assert game.position().marked("trap") == ()
    assert game.hex_marks("blue") == game.hex_marks("") == {"tent": ("0101",)}
    assert game.hex_marks("red") == {"tent": ("0101",), "trap": ("0202",)}


def test_a_chapter_puts_a_unit_in_a_state_and_ends_it() -> None:
    game = start(rules="states: [{id: shaken, name: Shaken}, {id: tired, name: Tired}]")
    unit = game.unit("blue/A")
    game.set_state(unit, "tired")
    assert game.position().units["blue/A"].marks == {"tired"}
    game.set_state(unit, "tired", False)
    assert game.position().units["blue/A"].marks == frozenset()
    with pytest.raises(KeyError):
        game.set_state(unit, "bored")


# -- movement ----------------------------------------------------------------------------------------


def test_a_chapter_changes_steps_for_all_units_of_a_side_and_keeps_them_by_a_key() -> None:
    made: list[int] = []

    def changes(w: GameInProgress, unit: int, mode: str) -> StepChanges | None:
        if w.forces.side[unit]:
            return None

        def change(costs: Mapping[tuple[int, int], int]) -> Mapping[tuple[int, int], int | None]:
            made.append(unit)
            closed, dear = w.board.at("0202"), w.board.at("0302")
            return {edge: None if edge[1] == closed else 3 * cost for edge, cost in costs.items()
                    if edge[1] in (closed, dear)}

        return StepChanges("mud", change)

    game = start(hook("step_changes", changes))
    ends = game.destinations("blue/A")
    assert (ends["0302"], "0202" in ends, ends["0203"]) == (3, False, 1)
    assert game.destinations("blue/B") == ends
    assert len(made) == 1, "the second unit has the same key"
    red = paths.step_costs(game, game.unit("red/Y"))[1]
    assert (game.board.at("0303"), game.board.at("0202")) in red


@pytest.mark.parametrize(("barred", "verbs"), [("", {"move-by"}), ("fly", {"move"})])
def test_a_chapter_bars_a_mode_of_movement(barred: str, verbs: set[str]) -> None:
    game = start(hook("may_use", lambda w, unit, mode: refusal() if mode == barred else None), rules=FLYING)
    assert {o.verb for o in game.legal_orders("blue/A")} == verbs
    text = "move-by fly A 0303-0302" if barred else "move A 0303-0302"
    assert refused(game, text) == "13.2"


def test_a_chapter_bars_hexes_in_which_a_mode_ends() -> None:
    bars = hook("may_end", lambda w, unit, mode, hex: refusal() if w.board.numbers[hex] == "0302" else None)
    game = start(bars, rules=FLYING)
    ends = {text.split("-")[-1] for text in listed(game, "move-by", "blue/A")}
    assert "0302" not in ends
    assert "0301" in ends, "beyond it"
    assert refused(game, "move-by fly A 0303-0302") == "13.2"
    give(game, "move A 0303-0302")


# -- arrivals ----------------------------------------------------------------------------------------


ARRIVING = "blue A foot 4 turn 1 e; blue B foot 4 0606; red X foot 4 0608"


def test_a_chapter_bars_hexes_of_an_entry() -> None:
    game = start(hook("may_enter", lambda w, unit, entry, hex: (
        refusal() if (entry, w.board.numbers[hex]) == ("e", "0101") else None)), units=ARRIVING, more=ENTRY)
    assert refused(game, "enter A 0101") == "13.2"
    assert "0101" not in {text.split()[2].split("-")[0] for text in listed(game, "enter")}
    give(game, "enter A 0201")


def test_a_chapter_says_by_which_mode_a_unit_comes() -> None:
    flies = hook("entry_mode", lambda w, unit: "fly" if w.forces.keys[unit] == "blue/A" else "")
    rows = ("........", "~~~~~~~~", *ROWS[2:])
    game = start(flies, units=ARRIVING, more='entries: [{id: e, name: E, where: {hexes: ["0101"]}}]',
                 rules=FLYING, rows=rows)
    assert arrivals.entry_modes(game, game.unit("blue/A")) == ("fly",)
    assert arrivals.entry_modes(game, game.unit("blue/B")) == ("",)
    assert "0301" in game.destinations("blue/A"), "over the sea"
    give(game, "enter A 0101-0201-0301")
    assert game.place(game.unit("blue/A")) == "0301"
    plain = start(units=ARRIVING, more='entries: [{id: e, name: E, where: {hexes: ["0101"]}}]', rows=rows)
    assert "0301" not in plain.destinations("blue/A")


# -- combat ------------------------------------------------------------------------------------------


def test_a_chapter_lets_units_attack_from_far_away_alone() -> None:
    far = hook("attack_range", lambda w, unit: 3 if w.forces.keys[unit] == "blue/B" else 0)
    units = "blue A foot 4 0301; blue B foot 4 0301; red X foot 4 0304; red Y foot 4 0306"
    game = start(far, units=units)
    give(game, "pass")
    assert listed(game, "attack") == ["attack 0304 with B"]
    assert refused(game, "attack 0304 with A") != ""
    assert refused(game, "attack 0306 with B") != "", "five hexes away"
    assert combat.targets(game) == [game.board.at("0304")]


def test_a_chapter_keeps_an_attacker_from_advancing() -> None:
    from hexgames import result
    stays = hook("may_advance", lambda w, unit: refusal() if w.forces.keys[unit] == "blue/A" else None)
    game = start(stays, rules=result("[{eliminate: defender}, {advance: may}]"))
    give(game, "pass")
    give(game, "attack 0304 with A,B")
    assert listed(game, "advance") == ["advance B"]
    assert refused(game, "advance A") == "13.2"
    give(game, "advance B")


# -- supply ------------------------------------------------------------------------------------------


SOURCE = 'supply: {sources: [{id: s, hexes: {hexes: ["0301"]}, works: {}}], judged: at-use}'


def test_a_chapter_bars_hexes_to_supply() -> None:
    # A wall of hexes from the north to the south, next to the source.
    wall = hook("supply_barred", lambda w, side, hexes: hexes | sum(
        1 << w.board.at(f"0{row}02") for row in range(1, 7)))
    free, cut = start(rules=SOURCE), start(wall, rules=SOURCE)
    assert (free.is_supplied(0), cut.is_supplied(0)) == (True, False)
    assert supply.area(cut, 0) >> cut.board.at("0101") & 1
    assert not supply.area(cut, 0) >> cut.board.at("0102") & 1, "nor in a barred hex"


def test_a_chapter_says_who_is_supplied_of_the_units_on_the_map() -> None:
    asked: dict[int, bool] = {}

    def supplied(w: GameInProgress, unit: int, before: bool) -> bool:
        asked[unit] = before
        return unit == 1

    units = f"{UNITS}; blue C foot 4 turn 3 e"
    game = start(hook("supplied", supplied), rules=SOURCE, units=units, more=ENTRY)
    assert [game.is_supplied(u) for u in range(2)] == [False, True]
    assert asked == {0: True, 1: True}, "it is told what the ruleset says"
    waiting = game.unit("blue/C")
    assert game.is_supplied(waiting)
    assert waiting not in asked, "and not asked of units off the map"
    assert movement.ends(game, 0) != {}


def test_the_page_for_chapters_names_every_method() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "own-rules.md").read_text("utf-8")
    told = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", page, re.MULTILINE))))
    assert {name for name in vars(Chapter) if not name.startswith("_")} - {"id", "rule"} - told == set()
