"""A hidden set-up tells the other side nothing: whatever a side or a person can be shown is the same wherever
the hidden units were put, and names none of their hexes."""

from __future__ import annotations

import json
import random
import tkinter as tk
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from own_files import opened
from play_sessions import session

from visegrad_editor.editor.play.autoplay import Autoplay
from visegrad_editor.editor.play.boxes_panel import groups, hint, unit_note
from visegrad_editor.editor.play.decision import refusal_text
from visegrad_editor.editor.play.decision_panel import cause_of_decision
from visegrad_editor.editor.play.log_panel import entry_lines
from visegrad_editor.editor.play.prompts import banner_text, headline, order_words
from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.editor.play.state_panel import figures
from visegrad_editor.editor.play.timeline import TimelineEntry
from visegrad_editor.engine import Game, Order
from visegrad_editor.model.design import Design
from visegrad_editor.playtest.contract import _secret_game

HOLLEN = (
    "turns: 2\nset_up_order: [blue, red]\nset_up_groups:\n"
    "  - {id: blue-army, where: {hexes: ['0101', '0102', '0103', '0202']}}\n"
    "  - {id: red-army, where: {hexes: [%s]}}\n"
    "change:\n  - {unit: blue/1st Foot, setup: {group: blue-army}}\n"
    "  - {unit: blue/2nd Foot, setup: {group: blue-army}}\n"
    "  - {unit: red/11th Line, setup: {group: red-army}}\n")


def own(folder: Path, base: str, text: str) -> Design:
    path = folder / "own.yaml"
    path.write_text(f"format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: {base}\n{text}",
                    encoding="utf-8")
    design: Design = opened(path)[1]
    return design


def hollen(folder: Path, hexes: str = "'0603', '0604'") -> Design:
    """A game of the standard rules in which both sides have a choice of hexes and blue sets up first."""
    return own(folder, "hollen", "hidden_set_up: [blue, red]\n" + HOLLEN % hexes)


def placed(design: Design, side: str, other: str, seed: int) -> PlaySession:
    """A play-test in which a side has set up at random, unit by unit in the order of their names; a person
    plays the other side."""
    chance = random.Random(seed)
    play: PlaySession = session(design, seats={side: "random", other: "human"})
    game = play.timeline.game
    assert game.side == side
    while game.phase == "set-up" and game.side == side:
        orders = game.legal_orders()
        first = min(o.units for o in orders)
        play.give(chance.choice([o for o in orders if o.units == first]))
    assert game.phase == "set-up", "the other side still sets up"
    return play


def outputs(play: PlaySession, other: str) -> Iterator[tuple[str, str]]:
    """Everything that the other side can be shown, each with its name."""
    game = play.timeline.game
    for seen_by in (other, ""):
        yield f"view {seen_by}", json.dumps(game.view(seen_by))
        yield f"position {seen_by}", repr(sorted(game.position(seen_by).units.items()))
        yield f"units {seen_by}", repr(sorted(game.unit_positions(seen_by).items()))
        yield f"events {seen_by}", repr(game.seen_events(seen_by))
        yield f"hex marks {seen_by}", repr(game.hex_marks(seen_by))
        yield f"hidden units {seen_by}", repr(sorted(game.hidden_units(seen_by)))
    yield "headline", headline(play)
    yield "banner", banner_text(play)
    yield "cause", repr(cause_of_decision(play))
    yield "state", repr(figures(play))
    yield "log", repr([line for n, entry in enumerate(play.timeline.entries, 1)
                       for line in entry_lines(game, play.seen(entry), n)])
    yield "orders done", repr([play.seen(entry).order for entry in play.timeline.entries])
    yield "views", repr(sorted(play.views().items()))
    yield "boxes", repr(groups(play))
    yield "hint", hint(play)
    yield "notes", repr([unit_note(play, key) for key, at in play.position.units.items() if not at.hex])
    yield "orders to give", repr([order_words(play, o) for o in play.decision.orders])
    grid = play.design.map.grid
    for hex in grid:
        yield f"hex {grid.number(hex)}", play.words_of(hex)


@pytest.mark.parametrize(("base", "text", "side", "other"), [
    ("free-setup", "hidden_set_up: [allied, russian]\n", "allied", "russian"),
    ("gsofg-free-fronts", "hidden_set_up: [nato]\n", "nato", "soviet"),
    ("hollen", "", "blue", "red"),
])
def test_what_the_other_side_is_shown_is_the_same_wherever_hidden_units_are(
        tmp_path: Path, base: str, text: str, side: str, other: str) -> None:
    design = hollen(tmp_path) if base == "hollen" else own(tmp_path, base, text)
    plays = [placed(design, side, other, seed) for seed in range(3)]
    hidden = plays[0].timeline.game.hidden_units(other)
    assert len(hidden) >= 2
    assert len({repr(sorted(p.timeline.game.unit_positions().items())) for p in plays}) > 1
    first = dict(outputs(plays[0], other))
    assert len(first) > 20
    names = {key.partition("/")[2] for key in hidden}
    for play in plays[1:]:
        assert {k for k, text in outputs(play, other) if text != first[k]} == set()
    # Lists of who is still to be set up may name them, texts of what was done may not.
    told = (f"view {other}", "view ", f"events {other}", "events ", "log", "orders done", "banner", "cause")
    for what in told:
        assert not [name for name in names if f"{name} " in first[what] or f"{name}\"" in first[what]], what


@pytest.mark.parametrize("base", ["karn", "hollen"])
def test_views_never_tell_hidden_orders_apart(tmp_path: Path, base: str) -> None:
    found = own(tmp_path, base, "")
    sides = ", ".join(s.id for s in found.ruleset.sides)
    design = hollen(tmp_path) if base == "hollen" else own(tmp_path, base, f"hidden_set_up: [{sides}]\n")
    faults = [fault for seed in (1, 2) for fault in _secret_game(design, seed)]
    assert len(faults) >= 4, "hidden orders were tried"
    assert not any(faults)


def test_a_hex_with_hidden_units_is_closed_as_one_that_was_never_open(tmp_path: Path) -> None:
    """Two sides that may choose the same hexes: who sets up later is refused, and not told by whom."""
    design = hollen(tmp_path, "'0102', '0202', '0604'")
    game = Game.from_scenario(design, seed=1)
    red = "red/11th Line"
    game.apply("place blue/1st Foot 0102")
    game.apply("place blue/2nd Foot 0101")
    assert game.side == "red"
    assert {o.hexes for o in game.legal_orders()} == {("0202",), ("0604",)}, "a taken hex is closed"
    taken, never = (game.why_not(Order("place", (red,), (hex,))) for hex in ("0102", "0604"))
    assert never is None
    never = game.why_not(Order("place", (red,), ("0103",)))
    assert taken is not None
    assert never is not None
    assert refusal_text(taken).replace("0102", "0103") == refusal_text(never)
    assert taken.rule == never.rule
    open_ = Game.from_scenario(own(tmp_path, "hollen", (tmp_path / "own.yaml").read_text().partition(
        "hollen\n")[2].replace("hidden_set_up: [blue, red]\n", "")), seed=1)
    open_.apply("place blue/1st Foot 0102")
    open_.apply("place blue/2nd Foot 0101")
    told = open_.why_not(Order("place", (red,), ("0102",)))
    assert "1st Foot stands in" in str(told), "an open set-up says who stands there"


class _Clock:
    """What Autoplay needs of a widget: it calls back at once when asked to."""

    def __init__(self) -> None:
        self.due: list[object] = []

    def after(self, ms: int, do: object) -> str:
        self.due.append(do)
        return "timer"


def test_hidden_orders_of_an_automatic_player_are_not_animated(tmp_path: Path) -> None:
    play = session(hollen(tmp_path), seats={"blue": "random", "red": "human"})
    shown: list[TimelineEntry] = []
    clock = _Clock()
    auto = Autoplay(cast(tk.Misc, clock), play, lambda entry, _ms: shown.append(entry),
                    lambda error: pytest.fail(str(error)))
    auto.step()
    auto.speed = "Slow"
    auto.wake()
    assert len(clock.due) == 1
    clock.due.pop()()  # type: ignore[operator]
    assert len(shown) == 2
    assert all(not entry.order.hexes and not entry.order.units for entry in shown)
    assert all(entry.order.units for entry in play.timeline.entries), "the game itself knows them"
