"""What breaks the contract of a game with a chapter is a finding of the check, not its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from hexgames import design

from visegrad_editor import systems
from visegrad_editor.cli.main import main
from visegrad_editor.engine.hexgame.chapter import Chapter
from visegrad_editor.engine.hexgame.in_progress import GameInProgress, Stage
from visegrad_editor.engine.hexgame.system import hex_system
from visegrad_editor.engine.orders import PASS, IllegalOrderError, Order
from visegrad_editor.engine.position import OrderMark
from visegrad_editor.engine.words import OrderWords, StepWords, Words


class Council(Chapter):
    """A council of war before the attacks of a turn, which may look for spies; sound."""

    id, rule = "council", "9.1"
    moments = frozenset({"turn-start"})

    def state(self, w: GameInProgress) -> Any:
        return {"held": 0, "seen": []}

    def seen_by(self, w: GameInProgress, side: int, state: Any) -> Any:
        return {**state, "seen": len(state["seen"])}

    def hides(self, w: GameInProgress, side: str, mark: OrderMark, after: int) -> bool:
        return mark.order.verb == "spy" and side != mark.side

    def stages(self) -> Mapping[str, Stage]:
        return {"council": Stage(self.enter, self.orders, self.perform)}

    def verbs(self) -> Mapping[str, str]:
        return {"spy": "{hex}"}

    def before(self, w: GameInProgress, step: str) -> str:
        return "council" if step == "attack" and w.state.chapters[self.id]["held"] < w.state.turn else ""

    def enter(self, w: GameInProgress) -> None:
        w.state.side = w.state.player

    def orders(self, w: GameInProgress, unit: int | None) -> Sequence[Order]:
        free = [n for n in w.board.numbers[:3] if n not in w.state.chapters[self.id]["seen"]]
        return [PASS, *(Order("spy", hexes=(number,)) for number in free)] if unit is None else []

    def perform(self, w: GameInProgress, order: Order) -> None:
        if order.verb not in ("pass", "spy"):
            raise IllegalOrderError("Look for spies, or pass.", self.rule)
        if order.verb == "spy" and order.hexes[0] not in w.board.numbers[:3]:
            raise IllegalOrderError("No spy can be there.", self.rule)
        if order.hexes and order.hexes[0] in w.state.chapters[self.id]["seen"]:
            raise IllegalOrderError("Somebody has looked there.", self.rule)
        self.note(w, order.hexes)
        w.go("attack")

    def note(self, w: GameInProgress, hexes: Sequence[str]) -> None:
        own = w.state.chapters[self.id]
        w.state.chapters[self.id] = {"held": w.state.turn, "seen": [*own["seen"], *hexes]}
        w.forget()


class ChangedInPlace(Council):
    def note(self, w: GameInProgress, hexes: Sequence[str]) -> None:
        w.state.chapters[self.id]["seen"].extend(hexes)
        w.state.chapters[self.id]["held"] = w.state.turn


class ListsTooMuch(Council):
    def orders(self, w: GameInProgress, unit: int | None) -> Sequence[Order]:
        return [Order("spy", hexes=(number,)) for number in w.board.numbers[4:9]]


class UnknownPlaceholder(Council):
    def verbs(self) -> Mapping[str, str]:
        return {"spy": "{hexx}"}


class Crash(Council):
    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if w.state.turn == 2:
            raise ValueError("no such turn")


class Circle(Council):
    def enter(self, w: GameInProgress) -> None:
        w.go("council")


class NoCheck(Council):
    def check(self, design: Any) -> Any:
        raise KeyError("shaken")


Checked = Callable[[Chapter], tuple[int, str]]


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Checked:
    """Checks a game with a chapter: the exit code and the report."""
    def check(*chapters: Chapter, **parts: Any) -> tuple[int, str]:
        game = hex_system("standard", "Made", lambda: chapters, **parts)
        monkeypatch.setattr(systems, "system", lambda name: game)
        code = main(["check-system", "standard", "hollen", "--games", "6", "--jobs", "1"])
        return code, capsys.readouterr().out

    return check


def test_a_game_with_a_sound_chapter_keeps_its_contract(checked: Checked) -> None:
    code, told = checked(Council())
    assert (code, "keeps its contract" in told) == (0, True), told


@pytest.mark.parametrize(("chapter", "finding"), [
    (ChangedInPlace(), "Somebody has looked there"), (ListsTooMuch(), "No spy can be there. (rule 9.1)"),
    (UnknownPlaceholder(), "hexx"), (Crash(), "no such turn"), (Circle(), "RecursionError"),
    (NoCheck(), "KeyError: 'shaken' ("),
], ids=lambda value: type(value).__name__ if isinstance(value, Chapter) else "")
def test_a_breach_is_a_finding_and_the_others_are_reported_too(
    checked: Checked, chapter: Chapter, finding: str,
) -> None:
    code, told = checked(chapter)
    assert code == 1
    assert finding in told
    assert told.startswith("words: ")
    assert "The game standard breaks its contract." in told


# -- slips in the code of a chapter ----------------------------------------------------------------------


class Misspelt(Council):
    moments = frozenset({"turn-strat"})

    def hexmarks(self, w: GameInProgress) -> Mapping[str, Sequence[int]]:
        return {}


class Compared(Council):
    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "phase-strat":
            w.forget()


class Unreached(Council):
    def stages(self) -> Mapping[str, Stage]:
        return {**super().stages(), "scuot": Stage(self.enter, self.orders, self.perform)}


class Told(Council):
    def hides(self, w: GameInProgress, side: str, mark: OrderMark, after: int) -> bool:
        return False


class Nameless(Council):
    id = ""


class Second(Council):
    id = "council"


@pytest.mark.parametrize(("chapters", "findings"), [
    ([Misspelt()], [
        "has a method `hexmarks` that nothing calls. Did you mean `hex_marks`?",
        "waits for the moment `turn-strat`, which never comes. Did you mean `turn-start`?"]),
    ([Compared()], ["waits for the moment `phase-strat`, which never comes. Did you mean `phase-start`?"]),
    ([Unreached()], ["The stage `scuot` of the chapter council is never reached"]),
    ([UnknownPlaceholder()], ["has the unknown part `{hexx}`. Did you mean `hex`?"]),
    ([Told()], ["`seen_by` of the chapter council hides from red what the order `spy 0"]),
    ([Nameless()], ["The chapter Nameless has no `id`"]),
    ([Council(), Second()], ["The chapters Council and Second have the same id `council`."]),
], ids=["names", "moment", "stage", "pattern", "seen", "nameless", "same id"])
def test_a_slip_is_named(checked: Checked, chapters: list[Chapter], findings: list[str]) -> None:
    code, told = checked(*chapters)
    assert code == 1
    assert [text for text in findings if text not in told] == [], told


def test_words_and_hints_for_what_there_is_not_are_named(checked: Checked) -> None:
    words = Words(steps={"counsil": StepWords("Council")}, orders={"spyy": OrderWords("Spy in {hex}")})
    code, told = checked(Council(), words=words, decisions=lambda: {"councill": None})
    assert code == 1
    assert "words for the step `counsil`, which there is not. Did you mean `council`?" in told
    assert "words for the order `spyy`, which there is not. Did you mean `spy`?" in told
    assert "a hint for the step `councill`, which there is not. Did you mean `council`?" in told


def test_a_phase_of_no_kind_and_no_stage_is_a_problem() -> None:
    game = hex_system("standard", "Made", lambda: [Council()])
    made = design("", "sequence: {turn: [{player_turn: blue, phases: [counsil, move]}]}")
    problems = [str(p) for p in game.check(made)]
    assert any("knows the phase counsil" in p and "Did you mean `council`?" in p for p in problems)
    right = design("", "sequence: {turn: [{player_turn: blue, phases: [council, move]}]}")
    assert game.check(right) == ()
