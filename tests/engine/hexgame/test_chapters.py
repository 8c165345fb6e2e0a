"""Chapters in Python: each hook of a chapter does what it says, and its state is saved, undone and hidden."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hexgames import design, result

from visegrad_editor.engine.dice import Dice
from visegrad_editor.engine.events import Event
from visegrad_editor.engine.hexgame import combat
from visegrad_editor.engine.hexgame.chapter import Chapter
from visegrad_editor.engine.hexgame.fights import Fight, assess, notes_of
from visegrad_editor.engine.hexgame.hexgame import HexGame
from visegrad_editor.engine.hexgame.in_progress import GameInProgress, Stage
from visegrad_editor.engine.hexgame.sequence import begin_at, next_phase, stand_at
from visegrad_editor.engine.hexgame.state import GameState
from visegrad_editor.engine.orders import PASS, IllegalOrderError, Order
from visegrad_editor.engine.position import AttackPreview, Goals, OrderMark, Shift, ShiftRoll
from visegrad_editor.model.start import Start

UNITS = "blue A foot 4 0303; blue B foot 4 0303; red X foot 4 0304"


def start(*chapters: Chapter, rules: str | tuple[str, ...] = "", units: str = UNITS) -> HexGame:
    """A game with chapters at its first decision."""
    made = design(units, rules)
    assert made.scenario is not None
    events: list[Event] = []
    game = HexGame(made, made.scenario, Dice(1), events.append, chapters)
    game.events_said = events  # type: ignore[attr-defined]
    game.begin()
    return game


def order(game: HexGame, text: str) -> None:
    game.perform(game.grammar.parse(text, game.names))


def fight(game: HexGame) -> Fight:
    return assess(game, game.board.index["0304"], [0])


class Fog(Chapter):
    """Fog that lies over a hex and shifts attacks into it; its next place is secret."""

    id, rule = "fog", "13.1"

    def state(self, w: GameInProgress) -> Any:
        return {"hex": "0304", "next": "0101", "moments": []}

    def seen_by(self, w: GameInProgress, side: int, state: Any) -> Any:
        return {**state, "next": ""} if side != 0 else state

    def shifts(self, w: GameInProgress, fight: Fight) -> Sequence[Shift]:
        lies = w.board.numbers[fight.hex] == w.state.chapters["fog"]["hex"]
        return [Shift("fog", -1, self.rule)] if lies else []

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        own = w.state.chapters["fog"]
        w.state.chapters["fog"] = {**own, "moments": [*own["moments"], moment]}


def test_a_chapter_shifts_attacks_from_a_state_of_its_own() -> None:
    game = start(Fog())
    assert [s.columns for s in fight(game).shifts] == [-1]
    game.state.chapters["fog"] = {**game.state.chapters["fog"], "hex": "0101"}
    assert fight(game).shifts == []


def test_its_state_is_saved_undone_and_hidden() -> None:
    game = start(Fog())
    before, snapshot = deepcopy(game.as_data()), game.snapshot()
    order(game, "move A 0303-0203")
    assert game.state.chapters["fog"]["moments"][-1] == "entered"
    again = start(Fog())
    again.load_data(game.as_data())
    assert again.as_data() == game.as_data()
    game.restore(snapshot)
    assert game.as_data() == before
    for side, seen in (("blue", "0101"), ("red", ""), ("", "")):
        assert game.seen_by(side)["chapters"]["fog"]["next"] == seen


def test_a_chapter_is_told_of_the_moments_of_a_game() -> None:
    game = start(Fog(), rules=result("[{eliminate: defender}, {advance: may}]"))
    order(game, "move B 0303-0302")
    order(game, "pass")
    order(game, "attack 0304 with A")
    order(game, "advance A")
    for _ in range(20):
        if game.turn == 1:
            order(game, "pass")
    moments = game.state.chapters["fog"]["moments"]
    assert set(moments) >= {
        "set-up", "turn-start", "player-turn", "phase-start", "entered", "phase-end", "attack", "eliminated",
        "result", "turn-end"}
    assert moments.index("attack") < moments.index("result") < moments.index("eliminated")


def hook(name: str, answer: Callable[..., Any]) -> Chapter:
    """A chapter with one method."""
    return type("Made", (Chapter,), {"id": "made", name: lambda self, *args, **facts: answer(*args,
        **facts)})()


def refusal(*args: Any) -> IllegalOrderError:
    return IllegalOrderError("The chapter forbids it.", "13.2")


ONE_DIE = """
tables: [{id: combat, odds: ratio, columns: ["1:1", "2:1", "3:1"], rows: {1: [NE, NE, DE], 2: [NE, DE, DE]}}]
combat: {ends: {below: {odds: "1:1", result: AE, judged: after-shifts}}}
"""


def test_chances_include_dice_that_a_chapter_will_roll_for_shifts() -> None:
    luck, fear = ShiftRoll("luck", {0: 1, 1: 5}, "13.3"), ShiftRoll("fear", {0: 3, -1: 3}, "")
    attack = Order("attack", ("blue/A",), ("0304",))

    def seen(*rolls: ShiftRoll) -> AttackPreview:
        return combat.preview(start(hook("shift_rolls", lambda w, fight: rolls), rules=ONE_DIE), attack)

    assert seen().chances == combat.preview(start(rules=ONE_DIE), attack).chances == {"combat": {"NE": 6}}
    # One in six is 1:1, five are 2:1, where only a die of 1 does nothing.
    assert seen(luck).chances == {"combat": {"NE": 6 + 5, "DE": 25}}
    assert seen(luck).rolls == (luck,)
    # Odds below 1:1 need no die, but count as much as the six sides of one.
    assert seen(fear).chances == {"combat": {"NE": 18, "AE": 18}}
    both = seen(luck, fear).chances["combat"]
    assert both == {"NE": 18 + 15 + 90, "AE": 18, "DE": 75}
    assert sum(both.values()) == 6 ** 3
    assert fear.sentence == "Fear: a die decides about a shift; none in 3 of 6 ways, 1 left in 3."


def test_the_odds_say_what_a_chapter_does_to_a_strength() -> None:
    game = start(hook("strength", lambda w, u, purpose, value: value + (purpose == "attack")))
    found = fight(game)
    assert notes_of(game, found, 0, "attack") == [("made", "")]
    assert notes_of(game, found, found.defenders[0], "defence") == []


def test_a_chapter_changes_what_a_step_costs() -> None:
    dear = start(hook("step_cost", lambda w, u, a, b, mode, cost: cost * 2))
    assert dear.destinations("blue/A")["0302"] == 2
    closed = start(hook("step_cost", lambda w, u, a, b, mode, cost: (
        None if w.board.numbers[b] == "0302" else cost)))
    assert "0302" not in closed.destinations("blue/A")
    with pytest.raises(IllegalOrderError, match="prohibited"):
        order(closed, "move A 0303-0302")


def test_a_chapter_changes_the_allowance() -> None:
    game = start(hook("allowance", lambda w, u, points: Fraction(1)))
    assert set(game.destinations("blue/A").values()) == {1.0}


@pytest.mark.parametrize(("name", "text", "moves"), [
    ("may_move", "move A 0303-0302", 0), ("may_stack", "move A 0303-0302", 0), ("may_attack",
        "attack 0304 with A", 1)])
def test_a_chapter_forbids(name: str, text: str, moves: int) -> None:
    game = start(hook(name, refusal if name != "may_stack" else lambda w, hex, units: (
        refusal() if w.board.numbers[hex] == "0302" else None)))
    if name == "may_move":
        assert game.destinations("blue/A") == {}
        return
    if moves:
        with pytest.raises(IllegalOrderError):
            order(game, "attack 0304 with A")
        order(game, "pass")
        assert game.step == "move"
        return
    with pytest.raises(IllegalOrderError, match="The chapter forbids it"):
        order(game, text)
    assert "0302" not in game.destinations("blue/A")


class Rivals(Chapter):
    """Units with the same last letter do not stand together."""

    id, judges_alone = "rivals", False

    def may_stack(self, w: GameInProgress, hex: int, units: Sequence[int]) -> IllegalOrderError | None:
        assert len(units) > 1, "nobody is alone in this chapter"
        names = [w.forces.keys[u][-1] for u in units]
        return refusal() if len(set(names)) < len(names) else None

    def stack_kind(self, w: GameInProgress, unit: int) -> Hashable:
        return w.forces.keys[unit][-1]


def test_a_chapter_that_looks_at_stacks_only_is_not_asked_of_units_alone() -> None:
    units = "blue 1A foot 4 0303; blue 2A foot 4 0302; blue 1B foot 4 0402; red X foot 4 0608"
    game = start(Rivals(), units=units, rules="stacking: {limit: 3}")
    assert "0302" not in game.destinations("blue/1A")
    assert "0302" in game.destinations("blue/1B")
    assert "0303" in game.destinations("blue/1B")
    with pytest.raises(IllegalOrderError, match="The chapter forbids it"):
        order(game, "move 1A 0303-0302")


class Landings(Chapter):
    """Nobody lands in the first column."""

    id = "landings"

    def may_end(self, w: GameInProgress, unit: int, mode: str, hex: int) -> IllegalOrderError | None:
        return refusal() if self.closed_ends(w, unit, mode) >> hex & 1 else None

    def closed_ends(self, w: GameInProgress, unit: int, mode: str) -> int:
        return sum(1 << i for i, number in enumerate(w.board.numbers) if number.endswith("01"))


def test_a_chapter_may_say_at_once_where_a_mode_does_not_end() -> None:
    rules = "movement: {modes: [{id: fly, name: Flight, over: any, cost: 1, allowance: '=9'}]}"
    one_by_one = hook("may_end", lambda w, u, mode, hex: Landings().may_end(w, u, mode, hex))
    units = "blue A foot 4 0307; red X foot 4 0601"
    ends = [set(start(chapter, rules=rules, units=units).destinations("blue/A"))
            for chapter in (Landings(), one_by_one)]
    assert ends[0] == ends[1]
    assert "0301" not in ends[0]
    assert "0302" in ends[0]
    with pytest.raises(IllegalOrderError, match="The chapter forbids it"):
        order(start(Landings(), rules=rules, units=units),
              "move-by fly A 0307-0306-0305-0304-0303-0302-0301")


def test_a_chapter_changes_zones() -> None:
    rules = "zones: {kind: rigid}"
    assert start(rules=rules).zone(1)
    assert start(hook("zones", lambda w, side, hexes: 0), rules=rules).zone(1) == 0


def test_a_chapter_changes_strengths_dice_and_results() -> None:
    assert fight(start(hook("strength", lambda w, u, purpose, value: value * 3))).attack == 12
    assert fight(start(hook("die", lambda w, fight: 2))).die == 2
    game = start(hook("result", lambda w, code: "DE"))
    order(game, "pass")
    order(game, "attack 0304 with A")
    assert game.place(2) == "eliminated"


def test_a_chapter_changes_sources_and_goals() -> None:
    supply = "supply: {sources: [{id: s, hexes: {edge: west}}]}"
    everywhere = hook("sources", lambda w, side, hexes: w.board.playable)
    assert not start(rules=supply).is_supplied(0)
    assert start(everywhere, rules=supply).is_supplied(0)
    wish = hook("goals", lambda w, side, goals: replace(goals, hold={"0101": 9.0}))
    assert start(wish).goals("blue") == Goals(start().goals("blue").take, {"0101": 9.0})


class Scouts(Chapter):
    """A phase in which a side looks at a hex, and an effect."""

    id = "scouts"

    def state(self, w: GameInProgress) -> Any:
        return []

    def verbs(self) -> dict[str, str]:
        return {"scout": "{hex}"}

    def stages(self) -> dict[str, Stage]:
        return {"scout": Stage(self._enter, self._orders, self._perform)}

    def effects(self) -> dict[str, Any]:
        return {"blind": lambda w, effect: w.state.chapters.update(scouts=["blind"])}

    def _enter(self, w: GameInProgress) -> None:
        w.state.side = w.state.player

    def _orders(self, w: GameInProgress, unit: int | None) -> list[Order]:
        return [PASS, Order("scout", (), ("0101",))]

    def _perform(self, w: GameInProgress, order: Order) -> None:
        if order.verb == "scout":
            w.state.chapters["scouts"] = [*w.state.chapters["scouts"], order.hexes[0]]
        next_phase(w)

    def invariants(self, w: GameInProgress) -> Iterator[str]:
        if len(w.state.chapters["scouts"]) > 1:
            yield "Two hexes are scouted."


SCOUT = """
sequence: {turn: [{player_turn: blue, phases: [scout, move, combat]}, {player_turn: red, phases: [move]}]}"""


def test_a_chapter_adds_a_phase_with_orders_and_an_effect() -> None:
    game = start(Scouts(), rules=(SCOUT, result("[{do: blind}]")))
    assert (game.step, game.phase) == ("scout", "blue-scout")
    assert [game.grammar.text(o, game.names) for o in game.legal_orders(None)] == ["pass", "scout 0101"]
    order(game, "scout 0101")
    assert game.state.chapters["scouts"] == ["0101"]
    assert game.step == "move"
    order(game, "pass")
    order(game, "attack 0304 with A")
    assert game.state.chapters["scouts"] == ["blind"]


def test_only_its_side_knows_the_content_of_a_secret_order() -> None:
    class Secret(Scouts):
        def hides(self, w: GameInProgress, side: str, mark: OrderMark, after: int) -> bool:
            return mark.order.verb == "scout" and mark.side != side

    game = start(Secret(), rules=SCOUT)
    text = "scout 0101"
    marks = {text: OrderMark(1, "blue-scout", "blue", game.grammar.parse(text, game.names), 0)
             for text in ("scout 0101", "pass")}
    hidden = {side: [text for text, mark in marks.items() if game.hides(side, mark, 3)]
              for side in ("blue", "red", "")}
    assert hidden == {"blue": [], "red": [text], "": [text]}
    assert not start(Scouts(), rules=SCOUT).hides("red", marks[text], 0)


def test_a_chapter_says_what_is_impossible() -> None:
    game = start(Scouts(), rules=SCOUT)
    assert game.breaches() == []
    game.state.chapters["scouts"] = ["0101", "0102"]
    assert game.breaches() == ["Two hexes are scouted."]


def test_the_order_of_chapters_is_kept() -> None:
    first = hook("strength", lambda w, u, purpose, value: value + 1)
    second = hook("strength", lambda w, u, purpose, value: value * 2)
    assert fight(start(first, second)).attack == 10
    assert fight(start(second, first)).attack == 9


# -- what is told and shown, boxes, saved games, later starts ------------------------------------------


class Depot(Chapter):
    """Carts in a box of their own, barrels that both sides see."""

    id, rule = "depot", "15"
    BOX = -6

    def state(self, w: GameInProgress) -> Any:
        return {"barrels": 3}

    def boxes(self) -> dict[int, str]:
        return {self.BOX: "depot"}

    def box(self, w: GameInProgress, unit: int) -> int:
        return self.BOX

    def told(self, w: GameInProgress, event: Event) -> Event | None:
        if event.type == "phase-passed":
            return None
        return replace(event, rule="15.1") if event.type == "turn" else event

    def stocks(self, w: GameInProgress) -> dict[int, dict[str, int]]:
        return {0: {"barrels": w.state.chapters["depot"]["barrels"]}}

    def saved_fault(self, w: GameInProgress, s: GameState) -> str:
        return "" if s.chapters["depot"].get("barrels", -1) >= 0 else "barrels are missing."


def told_by(game: HexGame) -> list[Event]:
    events: list[Event] = game.events_said  # type: ignore[attr-defined]
    return events


def test_a_chapter_tells_events_otherwise_or_not_at_all() -> None:
    rules = "sequence: {turn: [{player_turn: blue, phases: [combat, move]}, {player_turn: red}]}"
    units = "blue A foot 4 0303; red X foot 4 0101"
    plain, made = start(rules=rules, units=units), start(Depot(), rules=rules, units=units)
    assert "phase-passed" in [e.type for e in told_by(plain)]
    assert "phase-passed" not in [e.type for e in told_by(made)]
    assert [e.rule for e in told_by(made) if e.type == "turn"] == ["15.1"]


def test_a_chapter_has_boxes_and_stocks_that_all_see() -> None:
    game = start(Depot(), units=f"{UNITS}; blue C foot 4 box depot")
    shown = game.position()
    assert shown.units["blue/C"].box == "depot"
    assert game.place(game.unit("blue/C")) == "depot"
    assert shown.markers == {"blue": {"barrels": 3}}
    again = start(Depot(), units=f"{UNITS}; blue C foot 4 box depot")
    again.load_data(game.as_data())
    assert again.position().units["blue/C"].box == "depot"


def test_a_chapter_checks_saved_games() -> None:
    game = start(Depot())
    data = game.as_data()
    data["chapters"] = {"depot": {"barrels": -2}}
    with pytest.raises(ValueError, match="barrels are missing"):
        start(Depot()).load_data(data)


class Later(Chapter):
    """A game that begins in the last phase of a player turn."""

    id = "later"

    def resume(self, w: GameInProgress, start: Start) -> None:
        w.state.player = w.state.side = 1
        stand_at(w, start.turn, "combat", 1)
        w.state.phase = start.phase
        w.go("attack")


def test_a_chapter_lets_a_scenario_begin_later() -> None:
    made = design(UNITS, "", more="start: {turn: 2, phase: red-combat}")
    assert made.scenario is not None
    game = HexGame(made, made.scenario, Dice(1), lambda event: None, [Later()])
    game.begin()
    assert (game.turn, game.phase, game.step, game.side) == (2, "red-combat", "attack", "red")
    assert game.state.queue == []
    order(game, "pass")
    assert (game.turn, game.phase) == (3, "blue-move")


def test_a_game_may_begin_with_a_later_turn() -> None:
    class Third(Later):
        def resume(self, w: GameInProgress, start: Start) -> None:
            begin_at(w, start.turn)

    made = design(UNITS, "", more="start: {turn: 3}")
    assert made.scenario is not None
    game = HexGame(made, made.scenario, Dice(1), lambda event: None, [Third()])
    game.begin()
    assert (game.turn, game.phase) == (3, "blue-move")


def test_a_chapter_says_where_a_retreat_may_go_and_who_enters_first() -> None:
    first: list[tuple[str, bool]] = []

    class Ferry(Chapter):
        id = "ferry"

        def can_go(self, w: GameInProgress, unit: int, start: int, end: int, can: bool) -> bool:
            return w.board.numbers[end] == "0305"

        def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
            if moment in ("entered", "placed") and facts["unit"] == w.unit("red/X"):
                first.append((w.board.numbers[facts["hex"]], facts["first"]))

    game = start(Ferry(), rules=result("[{retreat: defender}]"))
    order(game, "pass")
    order(game, "attack 0304 with A")
    assert [o.hexes for o in game.legal_orders(None)] == [("0305",)]
    order(game, "retreat X 0305")
    assert first == [("0304", True), ("0305", True)]


def test_a_chapter_says_where_units_are_rebuilt() -> None:
    rules = """
replacements: [{turn: 1, side: blue, steps: 2}]
sequence: {turn: [{player_turn: blue, phases: [replace, move]}, {player_turn: red, phases: [move]}]}"""
    lost = f"{UNITS}; blue C foot 4 box eliminated"
    assert start(rules=rules, units=lost).step == "move"
    home = hook("rebuild_hexes", lambda w, u, hexes: hexes | 1 << w.board.index["0101"])
    game = start(home, rules=rules, units=lost)
    assert [game.grammar.text(o, game.names) for o in game.legal_orders(None)] == [
        "pass", "rebuild C 0101 reduced", "rebuild C 0101 full"]


def test_values_of_places_are_kept_until_a_unit_of_the_side_moves() -> None:
    game = start()
    made: list[int] = []

    def value(side: int) -> int:
        kept: int = game.recall_of(side, "test", lambda: made.append(side) or len(made))
        return kept

    assert [value(0), value(1)] == [1, 2]
    game.forget()
    order(game, "move A 0303-0203")
    assert [value(0), value(1)] == [3, 2]
    before = game.snapshot()
    order(game, "move B 0303-0203")
    assert value(0) == 4
    game.restore(before)
    assert [value(0), value(1)] == [5, 2]


def test_a_chapter_may_name_the_moments_of_which_it_is_told() -> None:
    heard: list[str] = []
    chapter = hook("at", lambda w, moment, **facts: heard.append(moment))
    type(chapter).moments = frozenset({"player-turn", "phase-end"})
    game = start(chapter)
    order(game, "move A 0303-0203")
    order(game, "pass")
    assert set(heard) == {"player-turn", "phase-end"}
