"""For each problem that a scenario can have, a scenario that has it: a sample broken on purpose."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from broken_scenarios import Broken, Data, clean_problems, opened, sample

import visegrad_editor
from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.files.load import LoadResult
from visegrad_editor.model.problems import Problem, identity

Unit = dict[str, Any]
Change = Callable[[Data], Any]
ROOT = Path(visegrad_editor.__file__).parent


def unit(data: Data, key: str) -> Unit:
    """The entry of a unit by its key."""
    return next(u for u in data["units"] if f"{u['nationality']}/{u['name']}" == key)


def changed(key: str, **values: Any) -> Change:
    """Gives a unit other values; None takes a key away."""
    def change(data: Data) -> None:
        one = unit(data, key)
        for name, value in values.items():
            if value is None:
                one.pop(name, None)
            else:
                one[name] = value
    return change


def with_keys(**values: Any) -> Change:
    return lambda data: data.update(values)


def more(section: str, *entries: Any) -> Change:
    return lambda data: data.setdefault(section, []).extend(entries)


def both(*changes: Change) -> Change:
    def change(data: Data) -> None:
        for one in changes:
            one(data)
    return change


def units_of(data: Data, nationality: str) -> list[Unit]:
    return [u for u in data["units"] if u["nationality"] == nationality]


def standing(data: Data, nationality: str, nth: int = 0) -> Unit:
    """The nth unit of a nationality that is set up in one hex."""
    return [u for u in units_of(data, nationality) if isinstance(u.get("setup"), str)][nth]


def coming(data: Data, nationality: str = "") -> Unit:
    """The first unit, of a nationality, that arrives on a turn."""
    return next(u for u in data["units"] if (not nationality or u["nationality"] == nationality)
                and (u.get("reinforcement") or {}).get("turn"))


def change_standing(nationality: str, **values: Any) -> Change:
    def change(data: Data) -> None:
        standing(data, nationality).update(values)
    return change


def change_coming(**values: Any) -> Change:
    """Changes the arrival of the first reinforcement; None takes a key away."""
    def change(data: Data) -> None:
        arrival = coming(data)["reinforcement"]
        for key, value in values.items():
            if value is None:
                arrival.pop(key, None)
            else:
                arrival[key] = value
    return change


def together(one: str, other: str) -> Change:
    """Puts a unit of one nationality where one of another stands."""
    def change(data: Data) -> None:
        standing(data, one)["setup"] = standing(data, other)["setup"]
    return change


def grouped(*nationalities: str, **group: Any) -> Change:
    """Puts the units of nationalities that stand on the map into a set-up group."""
    def change(data: Data) -> None:
        data["set_up_groups"] = [{"id": "army", "where": {"hexes": sorted({
            u["setup"] for n in nationalities for u in units_of(data, n)
            if isinstance(u.get("setup"), str)})}, **group}]
        for nationality in nationalities:
            for one in units_of(data, nationality):
                if isinstance(one.get("setup"), str):
                    one["position"], one["setup"] = one["setup"], {"group": "army"}
    return change


def start(**values: Any) -> Change:
    return lambda data: data.update({"start": {"turn": 1, **values}})


def goals(otherwise: str, *conditions: Any) -> Change:
    return with_keys(victory={"otherwise": otherwise, "conditions": list(conditions)})


def _held(number: int) -> Any:
    return {"control": {"side": "blue", "hexes": {"hexes": ["0404", "0504", "0605"]}}, "at_least": number}


NOTE = [{"note": "Something happens."}]


def scheduled(*events: Any) -> Change:
    """Adds events to the schedule, of which something follows."""
    return more("schedule", *({"does": NOTE, **event} for event in events))


def codes_of(*files: str) -> set[str]:
    """The codes of problems in some modules of the program, read from their text."""
    found: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            texts = [a.value if isinstance(a, ast.Constant) else None for a in node.args]
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if len(texts) > 1 and texts[0] in ("error", "warning", "note"):
                found.add(str(texts[1]))
            elif name in ("error", "_add", "add") and texts[:1] != [None] and texts:
                found.add(str(texts[0]))
            elif name == "_at" and len(texts) > 2:
                found.add(str(texts[1]))
            elif name == "unknown" and texts and texts[0] is not None:
                code = next((k.value.value for k in node.keywords
                             if k.arg == "code" and isinstance(k.value, ast.Constant)), "")
                found.add(str(code) or f"unknown-{str(texts[0]).replace(' ', '-')}")
    return {code for code in found if re.fullmatch(r"[a-z][a-z0-9-]+", code) and code != "error"}


@dataclass(frozen=True)
class Breach:
    """A sample that has a problem: its code, the sample, what is changed in it, and keys of a ruleset of its
    own."""

    code: str
    of: str
    change: Change
    rules: str = ""


def _breach(code: str, *cases: tuple[str, Change] | tuple[str, Change, str]) -> list[Breach]:
    return [Breach(code, *case) for case in cases]


H, V, T, K, F = "hollen", "velna", "two-turns", "karn", "free-setup"
RED, BLUE = "red/11th Line", "blue/1st Foot"
POOLS = "pools: [{id: home, side: red, entry: [east-road], number: {1: 1}}]"
PLANE = "poland/1st CAS"
NO_FOREST = "terrain: [{id: forest, cost: prohibited}]"


def _drop_all(data: Data) -> None:
    data["units"] = []
    data["entries"] = []


BREACHES: tuple[Breach, ...] = tuple(chain(
    # Names.
    _breach("unknown-entry", (H, change_coming(entry="west-raod")), (T, change_coming(also=["smolnsk"])),
            (H, lambda d: d["entries"][0].update({"else": ["east-raod"]}))),
    _breach("else-circle", (H, lambda d: (d["entries"][0].update({"else": ["east-road"]}),
                                          d["entries"][1].update({"else": ["west-road"]})))),
    _breach("own-else", (H, lambda d: d["entries"][0].update({"else": ["west-road"]}))),
    _breach("unknown-hex", (H, changed(BLUE, setup="0399")), (H, with_keys(play_area=["0101", "9999"])),
            (H, changed(BLUE, setup={"hexes": ["0305", "9999"]})), (H, start(free=["9999"])),
            (H, changed(BLUE, setup={"hexes": ["0305", "0304"]}, position="9999"))),
    _breach("unknown-area", (K, changed("host/Ash Drake", setup={"areas": ["ash-capm"]}))),
    _breach("unknown-country", (T, lambda d: d["entries"][0]["where"].update(countries=["polnad"])),
            (T, start(entered=["hungray"]))),
    _breach("unknown-feature", (T, lambda d: d["entries"][0]["where"].update(features=["ctiy", "city"]))),
    _breach("unknown-road-kind", (H, lambda d: d["entries"][0]["where"].update(roads=["raod"]))),
    _breach("unknown-kind-of-terrain", (H, lambda d: d["entries"][0]["where"].update(terrain=["claer"]))),
    _breach("unknown-nationality", (H, changed(BLUE, nationality="bleu"))),
    _breach("unknown-unit-type", (H, changed(BLUE, type="foto"))),
    _breach("unknown-size", (H, changed(BLUE, size="brigaed")),
            (T, change_standing("poland", size="divison"))),
    _breach("unknown-formation", (H, changed(BLUE, formation="first"))),
    _breach("unknown-pool", (H, change_coming(pool="home", turn=None, entry=None)),
            (H, changed("red/Grenadiers", reinforcement={"pool": "hom"}), POOLS)),
    _breach("pool-of-enemy", (H, changed("blue/Life Guard", reinforcement={"pool": "home"}), POOLS)),
    _breach("unknown-set-up-group", (H, both(grouped("blue"), changed(
        "blue/1st Foot", setup={"group": "amry"}, position=None)))),
    _breach("unknown-option", (T, with_keys(options={"cw_table_csot": "table"}))),
    _breach("unknown-choice", (T, with_keys(options={"cw_table_cost": "tabel"}))),
    _breach("unknown-side", (H, with_keys(set_up_order=["blue", "rde"])), (H, start(points={"bleu": 3})),
            (T, lambda d: d["replacements"][0].update(side="russain"))),
    _breach("unknown-phase", (T, start(phase="russian-mvoement"))),
    _breach("unknown-unit", (H, start(losses=[{"unit": "blue/1st Foto", "times": 1}]))),
    _breach("unknown-asset", (T, more("assets", {"id": "air-allied-x", "number": 2})),
            (T, lambda d: d["replacements"][0]["assets"].update({"air-pionts": 1}))),
    _breach("unknown-box", (T, lambda d: d["assets"][1].update(boxes={"tabel": 1})),
            (T, changed("poland/1st CAS", setup={"box": "us-iar"})),
            (H, changed(BLUE, setup={"box": "nowhere"}))),
    _breach("unknown-event", (K, changed("hold/Griffins", reinforcement={
        "event": "griffin", "entry": "north-edge"})), (T, start(events=["us-enty"]))),
    _breach("unknown-mark", (V, changed("east/1st Tank", setup={
        "hexes": ["1304"], "marks": ["moevd"]}))),
    # What is said twice, in vain, or against itself.
    _breach("twice", (H, with_keys(set_up_order=["blue", "red", "blue"])),
            (H, lambda d: d["units"].append(dict(d["units"][0]))),
            (H, lambda d: d["entries"].append(dict(d["entries"][0]))),
            (H, scheduled({"id": "gift", "turn": 3}, {"id": "gift", "turn": 4})),
            (T, change_coming(also=["polish-cities"])),
            (H, start(held=[{"side": "blue", "hexes": ["0305"]}, {"side": "red", "hexes": ["0305"]}])),
            (H, start(held=[{"side": "blue", "hexes": ["0305"]}], free=["0305"]))),
    _breach("hidden-set-up", (H, with_keys(hidden_set_up=["blue"])),
            (H, both(with_keys(hidden_set_up=["blue"]),
                     changed(BLUE, setup={"hexes": ["0305", "0304"]}),
                     changed(RED, setup={"hexes": ["0604", "0304"]})))),
    _breach("two-dates", (T, with_keys(options={"us_entry": "turn-2"}, schedule=[
        {"id": "us-entry", "turn": 1}]))),
    _breach("unused-entry", (H, more("entries", {"id": "spare", "where": {"hexes": ["0101"]}}))),
    _breach("idle-exclusion", (H, changed(BLUE, setup={"hexes": ["0305", "0304"], "excluding": ["0909"]})),
            (H, lambda d: d["entries"][0]["where"].update(excluding=["0909"]))),
    _breach("as-in-ruleset", (T, more("replacements", {"turn": 2, "side": "nobody", "steps": 0}))),
    _breach("judged-in-vain", (H, with_keys(problems=[
        {"code": "stacking", "severity": "silent", "reason": "It is meant."}]))),
    _breach("unused-group", (H, with_keys(set_up_groups=[{"id": "none", "where": {"hexes": ["0305"]}}]))),
    _breach("idle-limit", (H, grouped("blue", limits=[{"at_most": 1, "where": {"hexes": ["0909"]}}]))),
    _breach("marks", (H, changed(BLUE, setup={"hexes": ["0305"], "marks": ["moved"]})),
            (H, changed(BLUE, setup={"hexes": ["0305"], "turns_out": 2}))),
    _breach("steps-lost", (H, changed(BLUE, setup={"hexes": ["0305"], "lost": 2}))),
    _breach("beyond-most", (K, with_keys(assets=[{"id": "runes", "number": 9}]),
                            "assets: [{id: runes, most: 4}]")),
    _breach("idle-bonus", (H, scheduled({"id": "gift", "turn": 3, "bonus": 1})),
            ("historical", scheduled({"id": "romania-entry", "bonus": 1})),
            ("historical", both(with_keys(options={"us_entry": "turn-4"}),
                                scheduled({"id": "us-entry", "bonus": 1})))),
    _breach("idle-start", (H, start(scored=["0305"])), (H, start(side="blue")), (H, start(steps=2)),
            (T, start(points={"allied": 3}))),
    _breach("idle-turns", (H, with_keys(turns=9), "sequence: {turn: [{player_turn: blue, "
            "phases: [move, combat], when: {turn: [1, 6]}}, {player_turn: red, phases: [move, combat]}]}")),
    _breach("no-reduced-side", (T, changed("poland/1st CAS", reduced=True))),
    _breach("steps", (H, changed(BLUE, steps=1))),
    # Values of units.
    _breach("no-strength", (H, changed(BLUE, values=None))),
    _breach("air-strength", (T, changed("poland/1st CAS", values=[3]))),
    _breach("too-many-values", (H, changed(BLUE, values=["5-4-3-2", "2"]))),
    _breach("fewer-values", (K, changed("hold/Iron Shields", values=[4, 2]))),
    _breach("value-range", (H, changed(BLUE, values=[500, 2]))),
    _breach("reduced-strength", (H, changed(BLUE, values=[2, 5])), (H, changed(
        BLUE, values=5, steps=1, reduced=True))),
    _breach("no-name", (H, changed(BLUE, name=" "))),
    _breach("unit-name", (H, changed(BLUE, name="1st, Foot"))),
    _breach("no-rule", (H, changed(BLUE, provenance="rulebook"))),
    # Places.
    _breach("box-and-hex", (T, changed("poland/1st CAS", setup={
        "box": "allied-air-pool", "hexes": ["1815"]}))),
    _breach("empty-setup", (H, changed(BLUE, setup={"hexes": ["0305"], "excluding": ["0305"]})),
            (H, changed(BLUE, setup={"alone": True}))),
    _breach("prohibited-terrain", (T, changed("poland/34th Armored Cavalry", setup="1220"))),
    _breach("out-of-play", (T, changed("poland/34th Armored Cavalry", setup="2118"))),
    _breach("position-alone", (H, changed(BLUE, position="0304")), (H, changed(
        BLUE, setup=None, position="0304"))),
    _breach("not-permitted", (H, changed(BLUE, setup={"hexes": ["0305", "0304"]}, position="0302"))),
    _breach("stacking", (H, both(together("blue", "blue"), changed("blue/2nd Foot", setup="0305"), changed(
        "blue/3rd Foot", setup="0305")))),
    _breach("enemies", (H, together("blue", "red"))),
    _breach("not-alone", (H, both(changed(BLUE, setup={"hexes": ["0305", "0304"], "alone": True},
                                          position="0305"), changed("blue/2nd Foot", setup="0305")))),
    _breach("set-up-limit", (H, grouped("blue", limits=[
        {"at_most": 1, "where": {"hexes": ["0305", "0404"]}}]))),
    _breach("not-together", (H, grouped("blue", together=True))),
    _breach("no-room", (H, grouped("blue", where={"hexes": ["0305"]}, limits=[
        {"at_most": 1, "where": {"hexes": ["0305"]}}]))),
    _breach("no-room", (H, grouped("blue", together=True, where={"hexes": ["0305", "0304"]})),
            (H, grouped("blue", limits=[{"at_most": 0, "where": {"hexes": ["0305", "0304"]}}],
                        where={"hexes": ["0305", "0304"]}))),
    _breach("limit-not-alone", (H, both(
        grouped("blue", limits=[{"at_most": 2, "where": {"hexes": ["0305"]}}]),
        lambda d: d["set_up_groups"][0].update(alone=True)))),
    _breach("idle-shared", (H, grouped("blue", limits=[
        {"at_most": 2, "where": {"hexes": ["0305"]}, "shared": True}]))),
    _breach("limit-of-none", (H, both(
        grouped("blue", limits=[{"at_most": 0, "where": {"hexes": ["0909", "0304"]}}]),
        lambda d: d["set_up_groups"][0]["where"]["hexes"].append("0304")))),
    _breach("empty-group", (H, grouped("blue", where={"hexes": ["0305"], "excluding": ["0305"]}))),
    _breach("group-of-two-sides", (H, grouped("blue", "red"))),
    _breach("setup-terrain", (H, changed(BLUE, setup="0101"), NO_FOREST)),
    _breach("barred-start", (H, changed(BLUE, setup="0301"), "movement: {classes: [{id: any, name: Any}], "
            "costs: [{terrain: [forest], cost: prohibited}]}")),
    _breach("entry-terrain", (H, lambda d: d["entries"][0].update(where={"hexes": ["0301"]}), NO_FOREST)),
    _breach("empty-entry", (H, more("entries", {"id": "spare", "where": {
        "hexes": ["0105"], "excluding": ["0105"]}})), (H, lambda d: d["entries"][0].update(
            where={"hexes": ["0105"], "excluding": ["0105"]}))),
    _breach("never-appears", (H, changed(BLUE, setup=None))),
    _breach("no-units", (H, _drop_all)),
    _breach("play-area", (H, with_keys(play_area=["0101"]))),
    # Times.
    _breach("after-the-end", (H, change_coming(turn=40)), (H, start(turn=9)),
            (H, changed(BLUE, withdrawal={"turn": 9})),
            (T, lambda d: d["replacements"][0].update(turn=9))),
    _breach("no-turn", (H, change_coming(turn=None)), (H, changed(BLUE, withdrawal={}))),
    _breach("always-true", (H, scheduled({
        "id": "gift", "when": {"losses": {"side": "blue", "by": "step"}, "at_least": -6}, "does": NOTE}))),
    _breach("never-true", (H, scheduled({"id": "gift", "turn": [5, 2]})),
            (H, scheduled({"id": "gift", "turn": 99})), (H, scheduled({"id": "gift", "turn": [7, 9]})),
            (H, scheduled({"id": "gift", "when": {"turn": [5, 2]}})),
            (H, lambda d: d["entries"][0].update(needs={"turn": [99, 99]})),
            (H, scheduled({"id": "gift", "turn": 2, "when": {"turn": 4}})),
            (H, scheduled({"id": "gift", "when": {"happened": ["gift"]}})),
            (H, scheduled({"id": "gift", "when": {"happened": ["theft"]}},
                          {"id": "theft", "when": {"happened": ["gift"]}, "does": NOTE}))),
    _breach("undated-event", (H, scheduled({"id": "gift"})), ("historical", scheduled({"id": "us-entry"}))),
    _breach("happens-twice", (H, both(scheduled({"id": "gift", "turn": 3}), start(turn=2, events=["gift"])))),
    _breach("never-and-date", (H, scheduled({"id": "gift", "turn": 3, "never": True}))),
    _breach("dice", (H, scheduled({"id": "gift", "turn": 3, "at_least": 2})),
            (H, scheduled({"id": "gift", "roll": "1d6", "at_least": 9}))),
    _breach("idle-event", (H, with_keys(schedule=[{"id": "gift", "turn": 3}]))),
    _breach("gone-before", (H, lambda d: coming(d).update(withdrawal={"turn": 2}))),
    _breach("never-moves", (H, changed(BLUE, release={}))),
    _breach("turn-and-event", (T, change_coming(event="us-entry"))),
    _breach("setup-and-arrival", (H, changed("blue/Life Guard", setup="0305"))),
    # Assets.
    _breach("markers", (T, lambda d: d["assets"][1].update(boxes={"spent": 9}))),
    _breach("other-side", (T, lambda d: d["replacements"][0]["assets"].update({"air-points-allied": 1}))),
    # The position at the start.
    _breach("no-source", (V, with_keys(play_area=["0501", "1612"]))),
    _breach("out-of-supply", (V, changed("west/51st Division", setup="1503"))),
    _breach("held-at-start", (H, changed(BLUE, setup="0504"), "zones: {kind: locking}")),
    _breach("enemy-entry", (H, changed(RED, setup="0105"))),
    # Rules of one game.
    _breach("entry-else", (T, lambda d: d["entries"][0].update({"else": ["smolensk"]}))),
    _breach("no-assets", (T, with_keys(assets=[]))),
    _breach("few-air-units", (T, lambda d: d["assets"][0].update(number=9))),
    _breach("never-in-a-hex", (T, changed(PLANE, setup={"countries": ["poland"]}))),
    _breach("before-entry", ("baltic-front", changed("usa/M.E.U.", reinforcement={
        "turn": 1, "entry": "us-ports"}))),
    _breach("never-comes", ("baltic-front", with_keys(options={"us_entry": "never"})),
            (H, both(change_coming(turn=None, event="gift"), scheduled({"id": "gift", "turn": 99})))),
    _breach("mixed-stack", (T, together("belarus", "russia"))),
    _breach("won-at-start", (T, start(scored=["1917"])), (H, with_keys(victory={
        "otherwise": "red", "conditions": [{"winner": "blue", "judged": "at-once", "when": {"control": {
            "side": "blue", "hexes": {"hexes": ["0305"]}}}},
        {"winner": "blue", "when": {"control": {"side": "blue", "hexes": {"hexes": ["0305"]}}}}]}))),
    _breach("decided-at-start", (H, with_keys(victory={"otherwise": "red", "conditions": [
        {"winner": "blue", "when": {"ever_taken": {"side": "blue", "hexes": {"hexes": ["0305"]}}}},
        {"winner": "blue", "when": {"control": {"side": "blue", "hexes": {"hexes": ["0305"]}}}}]}))),
    _breach("goal-without-effect", (H, goals("red", {"winner": "blue", "when": _held(1)}, {
        "winner": "red", "when": {"turn": 6}}))),
    _breach("goal-never-decides", (H, goals("red", {"winner": "blue", "when": _held(1)}, {
        "winner": "red", "when": {"all": [{"turn": 6}, _held(2)]}})), (H, goals("red", {
            "winner": "blue", "when": _held(1)}, {"winner": "blue", "when": _held(1)}))),
    _breach("empty-victory", (H, with_keys(victory={}))),
    _breach("scored-at-start", (T, both(changed("poland/20th Mechanized", setup="1815"), changed(
        "belarus/6th Mechanized", setup="1917")))),
    _breach("never-moves", (T, changed("lithuania/Iron Wolf Mechanized", nationality="poland"))),
    _breach("iron-wolf", (T, changed("lithuania/Iron Wolf Mechanized", setup="1416"))),
    _breach("paratroops", (F, changed("russia/Airborne", setup="1617"))),
    _breach("free-set-up", (F, changed("hungary/5th Mechanized", setup={"countries": ["slovakia"]}))),
    _breach("free-arrival", (F, changed("hungary/25th Infantry", reinforcement={
        "turn": 2, "entry": "budapest"}))),
    _breach("cw-level", (T, lambda d: d["assets"][1].update(number=9, boxes={"table": 9}))),
    _breach("start-phase", (T, start(phase="russian-move"))),
    _breach("scored", (T, start(scored=["1815"]))),
    _breach("event-order", (T, start(events=["romania-entry"]))),
    _breach("not-watched", (T, start(entered=["poland"]))),
    _breach("set-up-order", (T, with_keys(set_up_order=["russian", "allied"]))),
))


@dataclass(frozen=True)
class Seen:
    """A breach as the program tells it: what was read, all problems, and those of the breach."""

    breach: Breach
    loaded: LoadResult
    problems: tuple[Problem, ...]
    right: tuple[Problem, ...]


@cache
def seen() -> tuple[Seen, ...]:
    """All breaches, each read from files."""
    clean = {name: clean_problems(name) for name in {b.of for b in BREACHES}}
    told = []
    with TemporaryDirectory() as folder:
        for breach in BREACHES:
            data = deepcopy(sample(breach.of))
            breach.change(data)
            if breach.rules:
                data["ruleset"] = "rules.yaml"
                (Path(folder) / "rules.yaml").write_text(
                    f"format: 2\nkind: ruleset\nname: rules\ntitle: Rules\nextends: {breach.of}\n"
                    f"{breach.rules}\n", encoding="utf-8")
            loaded, _ = opened(Broken(breach.of, breach.code, (), data), Path(folder))
            assert loaded.design is not None, [str(p) for p in loaded.problems]
            problems = find_problems(loaded.design, loaded.sources, loaded.reading)
            right = tuple(p for p in problems if p.code == breach.code
                          and identity(p) not in clean[breach.of])
            told.append(Seen(breach, loaded, problems, right))
    return tuple(told)


# -- the page of the documentation -----------------------------------------------------------------

_HEAD = """# Problems of a scenario and their fixes

Every check of a scenario, with an example and the fixes that are offered for it. `code` is the kind, by which
`problems` of a scenario [judges it](formats.md#problems-that-are-meant). A fix that is called harmless
changes nothing in play. *Fix all that is harmless…* (Shift+F5) and `visegrad-editor validate --fix` do them.
A problem without a fix needs a choice that only its designer can make. Maps and rulesets have checks of
their own.

`scripts/problem_list.py` writes this page from scenarios that are broken on purpose. Tests check that each
fix removes its problem and makes no other.

| code | counts as | example | fixes |
| --- | --- | --- | --- |
"""


def page() -> str:
    """The page about all problems of scenarios, in the order of their codes."""
    lines: dict[str, str] = {}
    for one in sorted(seen(), key=lambda s: s.breach.code):
        if one.breach.code in lines or not one.right:
            continue
        problem = max(one.right, key=lambda p: len(p.fixes))
        rule = f" [{problem.rule}]" if problem.rule else ""
        fixes = "; ".join(f"{f.label} (harmless)" if f.harmless else f.label for f in problem.fixes) or "–"
        lines[one.breach.code] = "| " + " | ".join(
            cell.replace("|", "\\|") for cell in (
                f"`{problem.code}`", problem.severity, f"{problem.message}{rule}", fixes)) + " |"
    return _HEAD + "\n".join(lines.values()) + "\n"
