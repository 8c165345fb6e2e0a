"""Saved games that are damaged, edited or of another scenario are refused with one sentence."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from designs import make, on_to, play, unit, wing
from full_games import finished

from visegrad_editor.engine import Game, IllegalOrderError
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest.fuzz import RuleTester

R1 = unit("R1", "russia", "0306")
P1 = unit("P1", "poland", "0305")
FAR = unit("P0", "poland", "0103")
CAS = wing("1st CAS", "russia")
Edit = Callable[[dict[str, Any]], Any]


def saved(step: str = "allocate") -> tuple[Game, dict[str, Any]]:
    game = play(make([R1, P1, FAR, CAS], markers=(3, 3)), 6, 6, 6, 6)
    on_to(game, step)
    return game, json.loads(game.to_json())


def put(name: str, value: object) -> Edit:
    """An edit of one part of the state."""
    return lambda data: data["state"].update({name: value})


def refusal(game: Game, data: object) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        Game.from_json(game.design, data if isinstance(data, str) else json.dumps(data))
    message = str(caught.value)
    assert message.startswith("This is not a saved game of this scenario: "), message
    assert message.endswith(".")
    assert len(message) < 300
    return message


def put_in(chapter: str, name: str, value: object) -> Edit:
    """An edit of one part of the state of a chapter."""
    return lambda data: data["state"]["chapters"][chapter].update({name: value})


@pytest.mark.parametrize("text", [
    "", "{}", "[]", "null", "7", '"x"', "{", '{"dice":{}}', "[" * 100_000, '{"dice":' + "9" * 5000 + "}",
    '{"dice":{},"state":{},"orders":[],"events":[]}', '{"dice":1,"state":2,"orders":3,"events":4}'])
def test_other_texts_are_not_accepted_as_saved_games(text: str) -> None:
    refusal(saved()[0], text)


@pytest.mark.parametrize(("edit", "message"), [
    (put("where", [5]), "where"), (put("where", [999, 10, 11, -7]), "where"),
    (put("where", [-99, 10, 11, -7]), "where"), (put("where", [True, 10, 11, -7]), "where"),
    (put("where", [10, 10, 11, -7]), "stand together"), (put("where", [25, 10, 11, 12]), "1st CAS"),
    (put("where", [-7, 10, 11, -7]), "R1 cannot be in ready"),
    (put("step", "nonsense"), "step"), (put("step", "next-phase"), "step"),
    (put("step", "advance"), "belong"),
    (put("step", "move"), "does not belong to its `phase`"), (put("phase", "russian-lunch"), "phase"),
    (put("side", 7), "side"), (put("side", True), "side"), (put("side", 1), "allocations"),
    (put("player", -1), "player"), (put("turn", "x"), "turn"), (put("turn", 99), "turn"),
    (put("turn", 1.0), "turn"),
    (put_in("cyber-war", "markers", [[9, 9, 9], [0, 0, 0]]), "3 cyber-war markers"),
    (put_in("cyber-war", "markers", [[4, 0, -1], [0, 3, 0]]), "markers"),
    (put_in("cyber-war", "markers", []), "markers"),
    (put("control", ["0x1", "0x1"]), "same hex"), (put("control", ["0x1", "-0x1"]), "control"),
    (put("control", ["0x1", "0x" + "f" * 900]), "control"), (put("taken", ["0x1"]), "taken"),
    (put("taken", 1), "taken"), (put("taken", ["0x1", "zz"]), "taken"),
    (put("happened", ["us-entry", "us-entry"]), "events"),
    (put("flags", [512, 0, 0, 0]), "flags"), (put("lost", [0, 0, 0, 2]), "lost"),
    (put("happened", [1]), "happened"), (put("overflow", [9999]), "overflow"), (put("battle", {}), "battle"),
    (put("battle", []), "battle"), (put_in("air", "contest", {"hex": 1}), "air combat"),
    (put("outcome", "won"), "outcome"),
    (put_in("cyber-war", "pending", 7), "markers"), (put("more", 1), "more"),
    (lambda d: d["state"].pop("turn"), "turn"),
    (lambda d: d["dice"].update(count=-5), "-5 dice rolls"),
    (lambda d: d["dice"].update(count=9), "9 dice rolls"),
    (lambda d: d["dice"].update(count="1"), "dice"), (lambda d: d["dice"].update(given=[7]), "six-sided"),
    (lambda d: d["dice"].update(given=None, count=10**12), "dice"), (lambda d: d["dice"].pop("seed"), "seed"),
    (lambda d: d.update(orders=[[1, 2]]), "not an order"), (lambda d: d.update(events=[{}]), "not an event"),
    (lambda d: d.update(orders=[[1, "x", "y", 99, "pass", [], [], []]]), "not an order"),
    (lambda d: d["events"][0].update(more=1), "not an event"),
    (lambda d: d["events"][0].pop("text"), "not an event"),
    (lambda d: d["events"][0].update(dice=[101]), "not an event"), (lambda d: d.pop("state"), "`state`"),
])
def test_a_game_edited_to_an_impossible_state_is_refused(edit: Edit, message: str) -> None:
    game, data = saved()
    edit(data)
    assert message in refusal(game, data)


@pytest.mark.parametrize(("step", "edit", "message"), [
    ("support", put("battle", None), "attack"), ("markers", put_in("air", "contest", None), "air combat"),
    ("move", put("side", 1), "side"), ("move", put("step", "remove"), "removed"),
    ("move", put("phase", "allied-movement"), "phase"),
])
def test_the_parts_of_a_state_fit_together(step: str, edit: Edit, message: str) -> None:
    units = [R1, P1, FAR, CAS, wing("2nd CAS", "poland")]
    game = play(make(units, markers=(3, 3)), *[6] * 9)
    on_to(game, "attack" if step in ("support", "markers") else step, "")
    if game.step == "attack":
        game.apply("attack 0305 with R1")
        if step == "markers":
            game.apply("support with 1st CAS")
            game.apply("support with 2nd CAS")
    assert game.step == step
    data = json.loads(game.to_json())
    assert Game.from_json(game.design, json.dumps(data)).to_json() == game.to_json()
    edit(data)
    assert message in refusal(game, data)


def test_a_game_of_another_scenario_is_refused() -> None:
    game = Game.from_scenario(load("first-steps").design, 1)
    assert "where" in refusal(game, saved()[0].to_json())


VALUES = (None, True, -1, 0, 1, 2, 7, 99, 10**9, 1.5, "", "x", "move", "attack", "0x1", [], [0], [[]], {})


def test_whatever_is_changed_a_game_is_refused_or_can_be_played() -> None:
    """Change one value of a saved game after another: there is no exception except the refusal, now or
    later."""
    seed, message = 3, []
    chance = random.Random(seed)
    game = Game.from_scenario(load("first-steps").design, seed)
    for k in range(120):
        for j in range(4):
            if game.outcome is None:
                game.apply(RuleTester(seed * 10_000 + k * 4 + j).choose(game))
        data = json.loads(game.to_json())
        data["events"] = data["events"][:3]
        data["orders"] = []
        place: Any = data["state"] if chance.random() < 0.8 else data
        while True:
            key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
            deeper = place[key]
            if isinstance(deeper, dict | list) and deeper and chance.random() < 0.8:
                place = deeper
                continue
            place[key] = copy.copy(chance.choice(VALUES))
            break
        try:
            changed = Game.from_json(game.design, json.dumps(data))
        except ValueError as error:
            message.append(str(error))
            continue
        changed.position()
        changed.view()
        for order in list(changed.legal_orders())[:3]:
            assert changed.why_not(order) is None
        try:
            changed.scenario_now()
        except IllegalOrderError:
            continue
    assert 40 < len(message) < 120
    assert all(t.startswith("This is not a saved game") for t in message)


@pytest.mark.parametrize("event", [
    5, "text", None, [], {}, {"turn": 1}, {"turn": 1, "phase": "x", "type": "y", "text": 5},
    {"turn": 1, "phase": "x", "type": "y", "text": "z", "weather": "fine"},
    {"turn": 1, "phase": "x", "type": "y", "text": "z", "dice": [101]},
    {"turn": 1, "phase": "x", "type": "y", "text": "z", "hexes": "0101"}])
def test_what_is_no_event_is_refused(event: Any) -> None:
    game, data = saved()
    data["events"].append(event)
    with pytest.raises(ValueError, match="is not an event"):
        Game.from_json(game.design, json.dumps(data))


@pytest.mark.parametrize("order", [
    5, None, {}, [], [1, "x", "russian", 0, "pass", [], []], [1, "x", "russian", 0, "pass", [], [], [], []],
    [1, "x", "russian", 10**6, "pass", [], [], []], ["1", "x", "russian", 0, "pass", [], [], []],
    [1, "x", "russian", 0, "pass", [5], [], []]])
def test_what_is_no_order_of_a_saved_game_is_refused(order: Any) -> None:
    game, data = saved()
    data["orders"].append(order)
    with pytest.raises(ValueError, match="is not an order"):
        Game.from_json(game.design, json.dumps(data))


def test_a_game_that_is_over_is_saved_and_read_again() -> None:
    """Nobody decides anything in it any more, and nobody has to."""
    game = finished()
    assert game.legal_orders() == []
    again = Game.from_json(game.design, game.to_json())
    assert again.outcome == game.outcome
    assert again.outcome is not None
    assert again.to_json() == game.to_json()
    data = json.loads(game.to_json())
    data["state"]["outcome"] = None
    with pytest.raises(ValueError, match="its `step` is impossible"):
        Game.from_json(game.design, json.dumps(data))
