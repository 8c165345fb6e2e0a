"""What a ruleset declares and no game can play is refused by name; nothing is silently ignored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from bundled import design_of
from hexgames import design, play, result

from visegrad_editor.engine import Game, check_design
from visegrad_editor.engine.dice import Dice
from visegrad_editor.engine.hexgame.chapter import PLAYED_BY_CHAPTERS, Chapter
from visegrad_editor.engine.hexgame.chapter_faults import chapter_faults
from visegrad_editor.engine.hexgame.in_progress import Stage
from visegrad_editor.engine.hexgame.system import UnplayableError, hex_system
from visegrad_editor.engine.hexgame.unknown_rules import IN_FIGHT, unsupported
from visegrad_editor.model.problems import UNKNOWN_NAME
from visegrad_editor.model.rules.combat import Combat
from visegrad_editor.model.rules.sequence import Sequence as TurnSequence
from visegrad_editor.model.rules.sequence import StartPart
from visegrad_editor.systems import system

UNITS = "blue A foot 4 0303; red X foot 4 0305"
UNKNOWN = [
    ("sides: [{id: grey, name: Grey}]", "sides", "two sides; this ruleset has 3"),
    ("sequence: {turn: [{player_turn: green, phases: [move]}]}", "sequence/turn", "no side green"),
    ("sequence: {turn: [{player_turn: blue, phases: [roll]}]}", "phases/roll", "kind roll cannot stand"),
    ("sequence: {turn: [{player_turn: blue, phases: [assign]}]}", "phases/assign",
        "needs a chapter of rules"),
    ("supply: {states: [{id: s, may_not: [advance]}]}", "supply/states/s", "only combat and move"),
    ("sequence: {turn: [{player_turn: blue, phases: [check]}]}", "phases/check",
        "cannot stand in a player turn"),
    ("sequence: {turn: [{player_turn: blue, phases: [magic]}]}", "sequence/turn",
        "No chapter of rules knows the phase magic"),
    ("sequence: {turn: [{kind: move}]}", "phases/move", "cannot stand in a turn of both sides"),
    ("sequence: {turn: [{kind: roll, table: none}]}", "sequence/turn", "names no table"),
    ("sequence: {extra: [{player_turn: red, before: green}]}", "sequence/extra", "no side green"),
    ("sequence: {start: [{secret: true}]}", "sequence/start", "secret set-up"),
    ("sequence: {turn: [{player_turn: blue, phases: [m]}]}\nphases: [{id: m, name: M, kind: move, "
     "side: red}]",
     "phases/m", "belongs to red"),
    ("movement: {value: speed}", "movement/value", "No counter has the value speed"),
    ("combat: {values: {attack: attack}}", "combat/values", "value attack"),
    ("assets: [{id: runes, name: Runes, side: blue, boxes: [bag, spent]}]", "assets/runes", "boxes"),
    ("movement: {may_not: {first: true}}", "movement", "`first`"),
    ("movement: {may_not: {happened: [storm]}}", "movement", "No event is called storm"),
    ("movement: {may_not: {player_turn: [green]}}", "movement", "no side green"),
    ("movement: {may_not: {roll: 1d6, at_least: 3}}", "movement", "cannot ask for a roll"),
    ("movement: {may_not: {points: own, at_least: all}}", "movement", "`all` counts"),
    ("combat: {who: {state: [shaken]}}", "combat", "no state shaken"),
    ("combat: {who: {side: [green]}}", "combat", "no side green"),
    ("combat: {who: {formation: [guards]}}", "combat", "formation guards"),
    ("movement: {stops: {controlled_by: green}}", "movement", "no side green"),
    ("releases: [{units: {state: [reduced]}, until: {turn: 2}}]", "releases", "leave `state` out"),
    ("zones: {modifiers: [{id: m, when: {supplied: false}, effect: {zones: none}}]}", "zones/m",
     "cannot ask for supply"),
    ("supply: {sources: [{id: s, hexes: {supplied: true}}]}", "supply/s", "cannot ask for supply"),
    ("zones: {modifiers: [{id: m, when: {in_zone: enemy}, effect: {zones: none}}]}", "zones/m",
     "cannot ask for zones"),
    ("combat: {target: hexes}", "combat/target", "one hex"),
    ("tables: []", "tables", "needs a table"),
    ("combat: {table: [{use: night}]}", "combat/table", "no table night"),
    ("combat: {table: [{use: combat, choice: attacker}]}", "combat/table", "without a choice"),
    ("tables: [{id: combat, rows: {1: [NE, NE]}}]", "tables/combat", "one result per column"),
    ("tables: [{id: combat, rows: {1: [NE, NE, XX, NE]}}]", "tables/combat", "what XX does"),
    ('tables: [{id: combat, odds: difference, columns: ["0", "1", "2", "3"]}]\n'
     'combat: {ends: {below: {odds: "1:2", result: AE}}}', "combat/ends", "count no odds"),
    ('combat: {ends: {below: {odds: "1:2", result: XX}}}', "combat/ends", "no result XX"),
    ("combat: {becomes: [{result: DR, to: XX}]}", "combat/becomes", "no result XX"),
    ("combat: {support: {asset: air}}", "combat/support", "no asset air"),
    ("combat: {shifts: [{id: s, effect: {cost: 1}}]}", "combat/shifts/s", "nothing changes cost"),
    ("combat: {strengths: [{id: s, effect: {shift: 1}}]}", "combat/strengths/s", "nothing changes shift"),
    ("combat: {shifts: [{id: s, effect: {becomes: XX}}]}", "combat/shifts/s", "no result XX"),
    ("movement: {modifiers: [{id: s, effect: {die: 1}}]}", "movement/modifiers/s", "nothing changes die"),
    ("movement: {modifiers: [{id: s, who: all, effect: {cost: 1}}]}", "movement/modifiers/s",
        "leave `who` out"),
    ("states: [{id: s, name: S, effect: {die: 1}}]", "states/s", "nothing changes die"),
    ("states: [{id: s, name: S, effect: {attack: all}}]", "states/s", "`all` is the cost"),
    ("states: [{id: s, name: S, may_not: [sing]}]", "states/s", "Nothing forbids sing"),
    ("movement: {modes: [{id: m, then_not: [retreat, move]}]}", "movement/modes/m",
     "Nothing forbids retreat, only combat, move and advance"),
    (result("[{retreat: defender, advance: may}]"), "results/X", "has retreat, advance"),
    (result("[{steps: 2}]"), "results/X", "has none"),
    (result("[{shift: 1}]"), "results/X", "cannot shift"),
    (result("[{do: magic}]"), "results/X", "how to do magic"),
    (result("[{roll: magic}]"), "results/X", "no table magic"),
    (result("[{state: defender, set: shaken}]"), "results/X", "no state shaken"),
    (result("[{state: defender}]"), "results/X", "`set` is missing"),
    (result("[{choose: attacker}]"), "results/X", "`of` is missing"),
    (result("[{points: {green: 1}}]"), "results/X", "no side green"),
    (result("[{win: green}]"), "results/X", "no side green"),
    (result("[{asset: {air: 1}}]"), "results/X", "no asset air"),
    (result("[{control: {edge: west}}]"), "results/X", "`to` names the side"),
    ("events: [{id: e, name: E, does: [{retreat: defender}]}]", "events/e", "only in a fight"),
    (result("[{roll: combat}]"), "tables/combat", "without end"),
    ("control: {by: stand, at_start: [{side: red, hexes: {edge: east}}]}", "control/at_start",
        "leave `at_start`"),
    ("pools: [{id: p, side: green, entry: [e]}]", "pools/p", "no side green"),
]


@pytest.mark.parametrize(("rules", "where", "text"), UNKNOWN)
def test_a_rule_that_is_not_known_is_named(rules: str, where: str, text: str) -> None:
    made = design(UNITS, rules)
    found = unsupported(made)
    assert any(p.message.startswith(f"`{where}") and text in p.message for p in found), found
    assert {p.code for p in found} <= {"unknown-rule", UNKNOWN_NAME}
    assert all(p.message.endswith(".") and p.part.startswith("ruleset/") for p in found)
    assert system("standard").check(made) == tuple(found)
    with pytest.raises(ValueError, match="rules of this game cannot be played"):
        Game.from_scenario(made)


def test_the_plain_game_is_known() -> None:
    assert unsupported(design(UNITS)) == []
    assert play(UNITS).step == "move"


class Magic(Chapter):
    """A chapter with a phase and an effect."""

    id = "magic"

    def stages(self) -> dict[str, Stage]:
        return {"magic": Stage(lambda w: None, lambda w, unit: [], lambda w, order: None)}

    def effects(self) -> dict:  # type: ignore[type-arg]
        return {"magic": lambda w, effect: None}


def test_a_chapter_makes_its_phases_and_effects_known() -> None:
    made = design(UNITS, ("sequence: {turn: [{player_turn: blue, phases: [magic]}]}",
        result("[{do: magic}]")))
    assert len(unsupported(made)) == 2
    assert unsupported(made, [Magic()]) == []


def refused(name: str, chapters: Sequence[Chapter], rules: str | tuple[str, ...]) -> list[str]:
    """What the check of rules of a game with chapters says of rules; the game itself does not begin."""
    game = hex_system(name, "Made", lambda: chapters)
    made = design(UNITS, rules)
    found = [p.message for p in game.check_rules(made)]
    assert [p.message for p in game.check(made)] == found
    if found:
        with pytest.raises(UnplayableError, match="cannot be played"):
            game.start(made, Dice(1), lambda event: None)
    return found


PLAYED_BY_SOME = [
    ("combat: {target: hexes}", "combat/target"),
    ("sequence: {start: [{secret: true}]}", "sequence/secret"),
    ("movement: {may_not: {first: true}}", "when/first"),
    ("movement: {modes: [{id: m, then_not: [retreat]}]}", "modes/then_not"),
    ("states: [{id: s, name: S, may_not: [sing]}]", "states/may_not"),
    ("assets: [{id: runes, name: Runes, side: blue, boxes: [bag, spent]}]", "assets/boxes"),
    (result("[{shift: 1}]"), "results/shift"),
]


@pytest.mark.parametrize(("rules", "word"), PLAYED_BY_SOME)
def test_a_game_with_chapters_refuses_what_none_of_them_plays(rules: str, word: str) -> None:
    idle, able = Magic(), Magic()
    able.plays = frozenset({word})
    assert len(refused("idle", [idle], rules)) == 1
    assert refused("able", [able], rules) == []


def test_every_choice_of_the_bundled_games_is_played() -> None:
    tried = 0
    for name in ("gsofg", "historical", "velna", "karn"):
        made = design_of(name)
        assert made.scenario is not None
        for option, choice in [(o.id, choice) for o in made.ruleset.options for choice in o.choices]:
            chosen = tuple({**dict(made.scenario.options), option: choice}.items())
            found = check_design(replace(made, scenario=replace(made.scenario, options=chosen)))
            assert [p.message for p in found if p.code == "unknown-rule"] == [], (name, option, choice)
            tried += 1
    assert tried > 40


def test_a_formation_of_the_ruleset_may_have_no_unit() -> None:
    made = design(UNITS, "formations: [{id: guards, name: Guards}]\ncombat: {who: {formation: [guards]}}")
    assert unsupported(made) == []


def test_every_word_for_what_chapters_play_is_heeded() -> None:
    assert sorted(word for _, word in PLAYED_BY_SOME) == sorted(PLAYED_BY_CHAPTERS)


def test_a_word_that_no_chapter_can_play_is_a_slip() -> None:
    chapter = Magic()
    chapter.plays = frozenset({"combat/targets"})
    told = " ".join(chapter_faults([chapter], [design(UNITS)]))
    assert "plays `combat/targets`" in told
    assert "Did you mean `combat/target`?" in told


@pytest.mark.parametrize("name", ["gsofg", "historical"])
@pytest.mark.parametrize("change", [
    {"combat": Combat(target="hexes")}, {"sequence": TurnSequence(start=(StartPart(secret=True),))}])
def test_the_large_games_refuse_what_they_do_not_play(name: str, change: dict[str, Any]) -> None:
    made = design_of(name)
    game = system(made.ruleset.system)
    assert game.check_rules(made) == ()
    other = replace(made, ruleset=replace(made.ruleset, **change))
    assert [p for p in game.check_rules(other) if p.code == "unknown-rule"]
    assert [p for p in game.check(other) if p.code == "unknown-rule"]
    with pytest.raises(UnplayableError):
        Game.from_scenario(other)


def test_what_happens_only_in_a_fight_is_said_so_in_the_list_of_keys() -> None:
    page = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")
    form = page.partition("**The form effect**")[2].partition("**`")[0]
    told = {line.split("`")[1] for line in form.splitlines() if "In a fight only: " in line}
    assert told == set(IN_FIGHT)
