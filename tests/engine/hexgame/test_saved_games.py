"""Saved games of a game played from data: every step saves and loads, damaged states are refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from any_rulesets import any_design
from hexgames import on_to, play, result

from visegrad_editor.engine import Game
from visegrad_editor.engine.hexgame.setup import SetupError
from visegrad_editor.engine.saved_game import SavedGameError

Edit = Callable[[dict[str, Any]], Any]
PAIRS = "blue A foot 4 0303; blue B foot 4 0303; red X foot 4 0304; red Y foot 3 0304"


def fight(does: str, *rules: str, units: str = PAIRS, **more: object) -> Game:
    game = on_to(play(units, (result(does), *rules), **more), "attack")  # type: ignore[arg-type]
    game.apply("attack 0304 with A, B")
    return game


def further() -> Game:
    game = fight("[{eliminate: defender}, {advance: may, hexes: 3}]")
    game.apply("advance A, B")
    return game


TURN = """
sequence: {turn: [{player_turn: blue, phases: [%s, move, combat]}, {player_turn: red, phases: [move]}]}"""
ENTRY = "entries: [{id: n, name: N, where: {hexes: ['0101']}}]"
STEPS: dict[str, Callable[[], Game]] = {
    "place": lambda: play("blue A foot 4 in 0101 0102; red X foot 4 0304"),
    "order": lambda: play(PAIRS, "sequence: {turn: [{player_turn: blue, choose: [[move], [combat]]}]}"),
    "arrive": lambda: play(f"{PAIRS}; blue C foot 4 turn 1 n", TURN % "arrive", more=ENTRY),
    "call-up": lambda: play(f"{PAIRS}; blue C foot 4", (
        TURN % "call-up", "call_ups: [{id: c, units: {}, where: {edge: west}}]")),
    "replace": lambda: play(f"{PAIRS}; blue C foot 4 0101 reduced",
                            "replacements: [{turn: 1, side: blue, steps: 2}]"),
    "move": lambda: play(PAIRS),
    "attack": lambda: on_to(play(PAIRS), "attack"),
    "support": lambda: fight("[]", """
assets: [{id: air, name: Air, side: blue, at_start: 2}]
combat: {support: {asset: air}}"""),
    "table": lambda: fight("[]", "combat: {call_off: true}"),
    "lose": lambda: fight("[{lose_units: both}]"),
    "reduce": lambda: fight("[{lose: both, per: side}, {note: After.}]"),
    "choose": lambda: fight("[{choose: attacker, of: [[{eliminate: attacker}], [{eliminate: defender}]]}]"),
    "retreat": lambda: fight("[{retreat: both, hexes: 2}, {advance: may}]"),
    "advance": lambda: fight("[{eliminate: defender}, {advance: may}]"),
    "advance-on": lambda: further(),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_game_goes_on_from_every_step_as_it_was(step: str) -> None:
    game = STEPS[step]()
    assert game.step == step
    again = Game.from_json(game.design, game.to_json())
    assert again.to_json() == game.to_json()
    assert again.legal_orders() == game.legal_orders()
    assert again.position() == game.position()
    for _ in range(6):
        order = game.legal_orders()[-1]
        before = game.to_json()
        game.apply(order)
        game.undo()
        assert game.to_json() == before
        game.apply(order)
        again.apply(order)
        assert again.to_json() == game.to_json()


def put(name: str, value: object) -> Edit:
    return lambda data: data["state"].update({name: value})


def in_battle(name: str, value: object) -> Edit:
    return lambda data: data["state"]["battle"].update({name: value})


DAMAGED: list[tuple[str, Edit, str]] = [
    ("move", put("where", [1]), "where"), ("move", put("where", [9, 9, 9, 999]), "where"),
    ("move", put("where", [18, 18, 18, 19]), "together"), ("move", put("lost", [2, 0, 0, 0]), "lost"),
    ("move", put("flags", [9999, 0, 0, 0]), "flags"), ("move", put("status", [1, 0, 0, 0]), "status"),
    ("move", put("out", "x"), "out"), ("move", put("control", ["0x1", "0x1"]), "same hex"),
    ("move", put("control", ["0x1", "-0x1"]), "control"), ("move", put("taken", ["0x" + "f" * 99, "0x0"]),
        "taken"),
    ("move", put("points", [1]), "points"), ("move", put("losses", [[0], [0]]), "losses"),
    ("move", put("assets", {"gold": 1}), "assets"), ("move", put("assets", {"x": "y"}), "assets"),
    ("move", put("turn", 99), "turn"), ("move", put("turn", True), "turn"), ("move", put("part", 9), "part"),
    ("move", put("parts", [9]), "parts"), ("move", put("queue", ["lunch"]), "queue"),
    ("move", put("player", 2), "player"), ("move", put("side", -1), "side"), ("move", put("side", 1), "side"),
    ("move", put("step", "lunch"), "step"), ("move", put("step", "next-phase"), "step"),
    ("move", put("step", "resume"), "step"), ("move", put("step", "retreat"), "step"),
    ("move", put("step", "remove"), "remove"), ("move", put("phase", 1), "phase"),
    ("move", put("phase", "blue-lunch"), "phase"), ("move", put("step", "attack"), "phase"),
    ("move", put("budget", -1), "budget"), ("move", put("happened", [1]), "happened"),
    ("move", put("used", {"a": "b"}), "used"), ("move", put("sources", {"s 0101": 1}), "sources"),
    ("move", put("spent", {"9": 1}), "spent"), ("move", put("kept", {"green": 1}), "kept"),
    ("move", put("first", 5), "first"), ("move", put("overflow", [999]), "overflow"),
    ("move", put("resume", "lunch"), "resume"), ("move", put("battle", {}), "battle"),
    ("move", put("chapters", {"x": 1}), "chapters"), ("move", put("outcome", "won"), "outcome"),
    ("move", lambda d: d["state"].pop("turn"), "turn"), ("move", put("more", 1), "more"),
    ("place", put("turn", 1), "part"), ("retreat", put("battle", None), "attack"),
    ("retreat", in_battle("attackers", []), "attack"), ("retreat", in_battle("hex", 999), "battle"),
    ("retreat", in_battle("todo", ["r9.9"]), "battle"), ("retreat", in_battle("todo", ["r0.0@7"]), "battle"),
    ("retreat", in_battle("pending", [[99, 1]]), "battle"), ("retreat", in_battle("pending", [[2, 0]]),
     "battle"),
    ("retreat", in_battle("pending", []), "retreat"), ("retreat", in_battle("effect", ""), "effect"),
    ("retreat", in_battle("odds", "1/0"), "battle"), ("retreat", in_battle("forced", 1), "battle"),
    ("retreat", in_battle("group", 2), "battle"), ("retreat", in_battle("origins", ["x"]), "battle"),
    ("retreat", in_battle("table", "none"), "battle"), ("retreat", in_battle("result", "none"), "battle"),
    ("choose", in_battle("todo", []), "choose"), ("choose", in_battle("todo", ["r0.0"]), "choose"),
        ("choose", in_battle("todo", ["r0.0.9.0"]), "battle"),
    ("reduce", in_battle("needs", 0), "lose"), ("lose", in_battle("needs", 9), "decide"),
    ("advance-on", in_battle("pending", []), "advance"),
    ("advance", put("step", "advance-on"), "step"),
    ("order", put("step", "move"), "phase"),
]


@pytest.mark.parametrize(("step", "edit", "message"), DAMAGED)
def test_a_state_that_is_impossible_is_refused(step: str, edit: Edit, message: str) -> None:
    game = STEPS[step]()
    data = json.loads(game.to_json())
    edit(data)
    with pytest.raises(ValueError, match="not a saved game of this scenario") as refused:
        Game.from_json(game.design, json.dumps(data))
    assert message in str(refused.value)


def test_a_state_changed_at_random_is_refused_or_can_be_played() -> None:
    """Whatever is changed in a saved game, nothing fails with an exception."""
    played = 0
    for seed in range(60):
        random = Random(seed)
        try:
            game = Game.from_scenario(any_design(seed % 12), seed)
        except SetupError:
            continue
        for _ in range(random.randrange(40)):
            if game.outcome is None:
                game.apply(random.choice(game.legal_orders()))
        for _ in range(15):
            data = copy.deepcopy(json.loads(game.to_json()))
            _spoil(data["state"], random)
            try:
                again = Game.from_json(game.design, json.dumps(data))
            except SavedGameError:
                continue
            except ValueError:
                continue
            for _ in range(3):
                if again.outcome is None and again.legal_orders():
                    again.apply(random.choice(again.legal_orders()))
                    played += 1
    assert played > 100


def _spoil(state: dict[str, Any], random: Random) -> None:
    """Change a value of a state, or of its battle."""
    part = state["battle"] if state["battle"] and random.random() < 0.5 else state
    name = random.choice(list(part))
    value = part[name]
    if isinstance(value, list) and value:
        value[random.randrange(len(value))] = random.choice([0, 1, -1, 2, 7, "x", "move", value[0]])
    else:
        part[name] = random.choice([0, 1, -1, 2, "", "move", "attack", "retreat", None, [], {}, True])
