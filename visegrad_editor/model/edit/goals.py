"""Goals: who wins, as designers choose it from a list, and the data of `victory` that they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from ...lazy_dataclass import dataclass
from ..design import Design
from ..gamemap import GameMap
from ..place_words import hex_words
from ..rules.grammar import HexCount, HexFilter, Loss, Number, Situation, UnitCount, UnitFilter
from ..rules.movement import Exit
from ..rules.phrases import Phrases, sentence
from ..rules.sentences import Sentences
from ..rules.victory import VICTORY, Victory, VictoryCondition, VictoryLevel, VictoryPoints
from ..ruleset import Ruleset
from ..typed_hexes import numbers_of
from ..where import EDGES
from ..wording import article, count, document_name, listed, quoted
from .documents import with_scenario

GoalKind = Literal[
    "control", "take", "destroy", "ratio", "leave", "survive", "hex-points", "step-points", "unit-points",
    "level"]
GOAL_KINDS: dict[GoalKind, str] = {
    "control": "Hold hexes at the end", "take": "Take hexes, at once", "destroy": "Destroy enemy steps",
    "ratio": "Destroy more than is lost", "leave": "Leave by an edge", "survive": "Survive until a turn",
    "hex-points": "Points for hexes held", "step-points": "Points for enemy steps",
    "unit-points": "Points for enemy units", "level": "Level of victory by points"}
"""The kinds of goals, with their names for people."""
OF_HEXES: frozenset[GoalKind] = frozenset({"control", "take", "hex-points"})
"""The kinds that name hexes."""
OF_POINTS: frozenset[GoalKind] = frozenset({"hex-points", "step-points", "unit-points", "level"})
"""The kinds that are counted at the end, and decide nothing by themselves."""
AT_ONCE: frozenset[GoalKind] = frozenset({"take", "destroy", "leave"})
"""The kinds that end the game as soon as they are reached."""
EDGE_NAMES = {"north": "Northern edge", "east": "Eastern edge", "south": "Southern edge",
              "west": "Western edge"}


@dataclass(frozen=True)
class Goal:
    """How a side wins. `number` is the number of hexes (0: all), steps or units, how many times the own
    losses those of the enemy are, the points for each, or the lead of a level.

    With `also` it is reached only together with other goals. `name` is that of a level.
    """

    kind: GoalKind
    side: str
    number: int = 0
    hexes: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    """All hexes of the map with one of them."""
    edge: str = ""
    areas: tuple[str, ...] = ()
    turn: int = 0
    """For `survive`."""
    name: str = ""
    also: tuple[Goal, ...] = ()

    @property
    def where(self) -> HexFilter:
        """The hexes that are to be held."""
        return HexFilter(hexes=self.hexes, features=self.features, areas=self.areas)

    @property
    def parts(self) -> tuple[Goal, ...]:
        """The goal and those that must be reached with it."""
        return (replace(self, also=()), *self.also)


# -- goals as data -------------------------------------------------------------------------------------


def with_part(goal: Goal, more: Goal) -> Goal:
    """A goal that is reached only together with another one. Raises ValueError if they do not go together."""
    if goal.side != more.side:
        raise ValueError("Both must be of the same side: what another side reaches is a goal of its own.")
    if any(one.kind in OF_POINTS for one in (*goal.parts, more)):
        raise ValueError("Points and levels are counted at the end and cannot be joined with other goals.")
    if more in goal.parts:
        raise ValueError("That is a part of the goal already.")
    return replace(goal, also=(*goal.also, more))


def added(victory: Victory, goal: Goal, ruleset: Ruleset) -> Victory:
    """A victory with one goal more. Raises ValueError for one that is there already."""
    if goal.kind == "level":
        ids = {level.id for level in victory.levels}
        id = document_name(goal.name, "level")
        if id in ids or any(level.lead == goal.number for level in victory.levels):
            raise ValueError("There is a level of this name or lead already.")
        return replace(victory, levels=(*victory.levels, VictoryLevel(id, goal.number, goal.name)))
    if goal.kind in OF_POINTS:
        line = _points(goal)
        if line in victory.points:
            raise ValueError("There is such a goal already.")
        return replace(victory, points=(*victory.points, line))
    condition = condition_of(goal, ruleset)
    if condition in victory.conditions:
        raise ValueError("There is such a goal already.")
    points = victory.points
    for one in goal.parts:
        leaving = VictoryPoints("exit", side=one.side)
        if one.kind == "leave" and leaving not in points:
            points = (*points, leaving)
    return replace(victory, points=points, conditions=(*victory.conditions, condition))


def victory_of(goals: Sequence[Goal], ruleset: Ruleset) -> Victory:
    """The victory that consists of these goals, and no others."""
    victory = VICTORY
    for goal in goals:
        victory = added(victory, goal, ruleset)
    return victory


def _points(goal: Goal) -> VictoryPoints:
    if goal.kind == "hex-points":
        return VictoryPoints("control", goal.number, goal.side, goal.where)
    return VictoryPoints("elimination", goal.number, goal.side,
                         per="step" if goal.kind == "step-points" else "unit")


def condition_of(goal: Goal, ruleset: Ruleset) -> VictoryCondition:
    """The condition of victory that a goal is."""
    parts = goal.parts
    whens = [_when(one, ruleset) for one in parts]
    kinds = {one.kind for one in parts}
    judged: Literal["end", "at-once", "turn-end"] = (
        "at-once" if kinds <= AT_ONCE else "turn-end" if kinds <= AT_ONCE | {"survive"} else "end")
    return VictoryCondition(goal.side, whens[0] if len(whens) == 1 else Situation(all=tuple(whens)), judged)


def _enemy(side: str, ruleset: Ruleset) -> str:
    return next((s.id for s in ruleset.sides if s.id != side), "enemy")


def _when(goal: Goal, ruleset: Ruleset) -> Situation:
    enemy = _enemy(goal.side, ruleset)
    if goal.kind in ("control", "take"):
        return Situation(control=HexCount(goal.side, goal.where), at_least=goal.number or "all")
    if goal.kind == "destroy":
        return Situation(losses=Loss(enemy, by="step"), at_least=goal.number)
    if goal.kind == "ratio":
        lost = Loss(enemy, by="step")
        own = Number(losses=Loss(goal.side, by="step", times=goal.number))
        # Without losses nothing is reached.
        return Situation(all=(Situation(losses=lost, at_least=1), Situation(losses=lost, at_least=own)))
    if goal.kind == "survive":
        return Situation(turn=(goal.turn, goal.turn), count=UnitCount(UnitFilter(side=(goal.side,))),
                         at_least=goal.number)
    return Situation(points=goal.side, at_least=goal.number)


def with_exits(ruleset: Ruleset, goals: Sequence[Goal]) -> Ruleset:
    """The ruleset in which units may leave the map where goals ask for it."""
    exits = dict.fromkeys(Exit(one.side, HexFilter(edge=(one.edge,)))
                          for goal in goals for one in goal.parts if one.kind == "leave")
    new = tuple(e for e in exits if e not in ruleset.movement.off_map)
    if not new:
        return ruleset
    return replace(ruleset, movement=replace(ruleset.movement, off_map=(*ruleset.movement.off_map, *new)))


def goal_of(entry: VictoryCondition | VictoryPoints | VictoryLevel) -> Goal | None:
    """The goal that an entry of `victory` is; None for one that says more than goals can."""
    if isinstance(entry, VictoryLevel):
        return Goal("level", "", entry.lead, name=entry.name or entry.id)
    if isinstance(entry, VictoryPoints):
        known = Goal("hex-points" if entry.for_ == "control" else
                     "step-points" if entry.per == "step" else "unit-points", entry.side, entry.worth,
                     *_names(entry.hexes))
        return known if _points(known) == entry else None
    parts = [_part(entry.winner, one, entry.judged) for one in (entry.when.all or (entry.when,))]
    whole = [one for one in parts if one is not None]
    if len(whole) < len(parts) or not whole:
        return None
    return replace(whole[0], also=tuple(whole[1:]))


def nearest_goal(entry: VictoryCondition | VictoryPoints | VictoryLevel) -> Goal:
    """The goal that an entry of `victory` is, or the one that says as much of it as a goal can."""
    if (goal := goal_of(entry)) is not None:
        return goal
    assert not isinstance(entry, VictoryLevel)
    if isinstance(entry, VictoryPoints):
        return Goal("hex-points", entry.side, entry.worth, *_names(entry.hexes), areas=entry.hexes.areas)
    parts = entry.when.all or (entry.when,)
    held = next((h for one in parts for h in (one.control, one.ever_taken) if h is not None), None)
    known = next((g for one in parts if (g := _part(entry.winner, one, entry.judged)) is not None), None)
    if known is not None:
        return known
    least = next((one.at_least for one in parts if isinstance(one.at_least, int)), 0)
    made = Goal("take" if entry.judged == "at-once" else "control", entry.winner, least)
    if held is None:
        return made
    features = held.hexes.features[:1]
    return replace(made, hexes=() if features else held.hexes.hexes, features=features,
                   areas=() if features or held.hexes.hexes else held.hexes.areas[:1])


def _part(side: str, when: Situation, judged: str) -> Goal | None:
    number = when.at_least if isinstance(when.at_least, int) else 0
    made: Goal | None = None
    if when.control is not None and when.control.side == side:
        made = Goal("take" if judged == "at-once" else "control", side, number, *_names(when.control.hexes))
        made = replace(made, areas=when.control.hexes.areas)
        same = Situation(control=HexCount(side, made.where), at_least=number or "all")
        return made if same == when else None
    if when.losses is not None and when == Situation(
            losses=Loss(when.losses.side, by="step"), at_least=number):
        made = Goal("destroy", side, number)
    elif when.turn is not None and when.count is not None and when == Situation(
            turn=(when.turn[0], when.turn[0]), count=UnitCount(UnitFilter(side=(side,))), at_least=number):
        made = Goal("survive", side, number, turn=when.turn[0])
    return made


def _names(hexes: HexFilter) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return hexes.hexes, hexes.features


# -- the goals of a scenario ---------------------------------------------------------------------------


def with_victory(design: Design, victory: Victory | None) -> Design:
    """The design whose scenario has a victory of its own, or (None) leaves it to the ruleset."""
    scenario = design.scenario
    if scenario is None or scenario.victory == victory:
        return design
    return with_scenario(design, replace(scenario, victory=victory))


def as_own(victory: Victory) -> Victory:
    """What the rules say of victory as a scenario says it: every entry with the number of its own rule, so
    that what is added is not said to be of the rulebook."""
    return replace(
        victory, rule="",
        conditions=tuple(replace(c, rule=c.rule or victory.rule) for c in victory.conditions),
        points=tuple(replace(p, rule=p.rule or victory.rule) for p in victory.points))


def mixed_points(victory: Victory) -> str:
    """Why units that leave cannot be counted besides other points, in a sentence; "" if they can."""
    leaving = {line.side for line in victory.points if line.for_ == "exit"}
    other = {line.side for line in victory.points if line.for_ != "exit"}
    if leaving & other and any(one.when.points for one in victory.conditions):
        return ("Units that leave the map are counted by points, so a goal to leave and points for something "
                "else do not go together for one side.")
    return ""


def refusal(goal: Goal, design: Design, victory: Victory) -> str:
    """Why a goal cannot be added to a victory of a scenario with these rules, in a sentence; "" if it can."""
    rules, scenario = design.ruleset, design.scenario
    if why := mixed_points(added(victory, goal, rules)):
        return why
    for one in goal.parts:
        if one.kind == "leave" and not any(e.side in ("", "both", one.side) for e in rules.movement.off_map):
            return (f"By the rules of {rules.title} no unit leaves the map, so this is never reached. Give "
                    "`movement` of the ruleset an `off_map` first.")
        if one.kind == "survive" and scenario is not None and one.turn > scenario.turns:
            return f"Turn {one.turn} is after the last turn, {scenario.turns}."
    return ""


# -- goals in words ------------------------------------------------------------------------------------


def goal_words(goal: Goal, ruleset: Ruleset, map: GameMap) -> str:
    """A goal in a sentence.

    >>> from visegrad_editor.model.files.load import load
    >>> map, rules = load("maps/hollen").design.map, load("rulesets/hollen").ruleset
    >>> goal_words(Goal("destroy", rules.sides[0].id, 3), rules, map).partition(" wins ")[2]
    'at once when the enemy has lost 3 steps.'
    """
    if goal.also or goal.kind in OF_POINTS or goal.kind in ("ratio", "survive", "take") or goal.areas:
        return _said(goal, ruleset, map)
    wins = sentence(Phrases(ruleset, map).said_of(goal.side, "wins")).removesuffix(".")
    if goal.kind == "leave":
        have = "has" if goal.number == 1 else "have"
        return (f"{wins} at once when {count(goal.number, 'unit')} of it {have} left the map by the "
                f"{EDGE_NAMES[goal.edge].lower()}.")
    if goal.kind == "destroy":
        return f"{wins} at once when the enemy has lost {count(goal.number, 'step')}."
    if goal.features:
        kinds = [ruleset.feature_by_id[f].name.lower() for f in goal.features if f in ruleset.feature_by_id]
        there = len(goal.where.resolve(map))
        what = f"of the {there} hexes with {' or '.join(article(k) for k in kinds)}"
        how_many = "all" if not goal.number else f"at least {goal.number}"
        return f"{wins} at the end if it holds {how_many} {what}."
    places = [hex_words(number, map) for number in goal.hexes]
    if goal.number and goal.number < len(places):
        return f"{wins} at the end if it holds at least {goal.number} of {listed(places)}."
    return f"{wins} at the end if it holds {listed(places)}."


def _said(goal: Goal, ruleset: Ruleset, map: GameMap) -> str:
    tell = Sentences(ruleset, map, with_places=True)
    if goal.kind == "level":
        return f"A lead of {goal.number} points or more: {goal.name}."
    if goal.kind in OF_POINTS:
        return tell.points(_points(goal)).text
    return tell.condition(condition_of(goal, ruleset)).text


# -- goals as text -------------------------------------------------------------------------------------

USAGE = (
    "write SIDE control HEX …, SIDE take HEX …, SIDE destroy STEPS, SIDE ratio TIMES, SIDE leave EDGE UNITS, "
    "SIDE survive TURN UNITS, or SIDE points NUMBER for HEX … (or for steps, for units). In place of hexes "
    "stands an area of the map or a kind of place, and a number of them after `any`: any 2 town. `and` joins "
    "parts that are needed together")


def read_goal(text: str, ruleset: Ruleset, map: GameMap) -> Goal:
    """The goal in a text, as the command line has it: `red control 0605 and destroy 3`. Raises ValueError
    with a sentence.

    >>> from visegrad_editor.model.files.load import load
    >>> map, rules = load("maps/hollen").design.map, load("rulesets/hollen").ruleset
    >>> goal = read_goal(f"{rules.sides[0].id} destroy 3 and survive 4 2", rules, map)
    >>> goal.kind, goal.number, [(one.kind, one.turn, one.number) for one in goal.also]
    ('destroy', 3, [('survive', 4, 2)])
    """
    words = text.split()
    known = [s.id for s in ruleset.sides]
    if words and words[0] not in known:
        raise ValueError(f"There is no side {quoted(words[0])}. Sides: {listed(known)}.")
    parts: list[list[str]] = [[]]
    for word in words[1:]:
        if word == "and":
            parts.append([])
        else:
            parts[-1].append(word)
    goals = [_read(part, words[0] if words else "", text, ruleset, map) for part in parts]
    goal = goals[0]
    for more in goals[1:]:
        goal = with_part(goal, more)
    return goal


def _read(words: list[str], side: str, text: str, ruleset: Ruleset, map: GameMap) -> Goal:
    bad = ValueError(f"{quoted(text)} is none: {USAGE}.")
    if len(words) < 2:
        raise bad
    kind, rest = words[0], words[1:]
    if kind == "control" or kind == "take":
        number, rest = (int(rest[1]), rest[2:]) if (
            rest[0] == "any" and len(rest) > 2 and rest[1].isdecimal()) else (0, rest)
        return with_places(Goal("control" if kind == "control" else "take", side, number), rest, ruleset, map)
    if (kind == "destroy" or kind == "ratio") and len(rest) == 1 and rest[0].isdecimal() and int(rest[0]):
        return Goal("destroy" if kind == "destroy" else "ratio", side, int(rest[0]))
    if kind == "leave" and len(rest) == 2 and rest[0] in EDGES and rest[1].isdecimal():
        return Goal("leave", side, int(rest[1]), edge=rest[0])
    if kind == "survive" and len(rest) == 2 and rest[0].isdecimal() and rest[1].isdecimal():
        return Goal("survive", side, int(rest[1]), turn=int(rest[0]))
    if kind == "points" and len(rest) > 2 and rest[1] == "for" and rest[0].isdecimal():
        if rest[2:] == ["steps"] or rest[2:] == ["units"]:
            return Goal("step-points" if rest[2] == "steps" else "unit-points", side, int(rest[0]))
        return with_places(Goal("hex-points", side, int(rest[0])), rest[2:], ruleset, map)
    raise bad


def with_places(goal: Goal, words: Sequence[str], ruleset: Ruleset, map: GameMap) -> Goal:
    """A goal of hexes with those that words name: hex numbers and names of places, an area of the map or a
    kind of place, by id or name. Raises ValueError with a sentence."""
    whole = " ".join(words).strip().casefold().removeprefix("every ")
    if not whole:
        raise ValueError("Which hexes? Choose them on the map, or write their numbers "
                         "or the names of places.")
    feature = next((f.id for f in ruleset.features if whole in (f.id.casefold(), f.name.casefold())), "")
    if feature:
        return _with_enough(replace(goal, features=(feature,)), map)
    area = next((a.id for a in map.areas if whole in (a.id.casefold(), a.name.casefold())), "")
    if area:
        return _with_enough(replace(goal, areas=(area,)), map)
    numbers = numbers_of(" ".join(words), map)
    goal = _with_enough(replace(goal, hexes=numbers), map)
    return replace(goal, number=0) if goal.kind != "hex-points" and goal.number == len(numbers) else goal


def _with_enough(goal: Goal, map: GameMap) -> Goal:
    """The goal, if there are as many hexes as it asks for. Raises ValueError with a sentence."""
    there = len(goal.where.resolve(map))
    if goal.kind != "hex-points" and goal.number > there > 0:
        only, them = ("is only one hex", "it") if there == 1 else (f"are only {there} hexes", "them")
        raise ValueError(f"There {only}: at least {goal.number} of {them} cannot be held.")
    return goal
