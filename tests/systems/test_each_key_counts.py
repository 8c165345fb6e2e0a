"""Whatever a scenario may say, each game plays it, prints it, or the check says by name that it does not.

The walk goes over the declared keys of a scenario: a new key without a line in `LINES` fails. Each line is
tried in a scenario of each game: something must differ from the same scenario without it, in play (random
players, the same dice), in the problems that are told, or on the set-up sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from visegrad_editor.cli.loading import all_problems
from visegrad_editor.engine import Game
from visegrad_editor.model.design import Design
from visegrad_editor.model.fields import declared
from visegrad_editor.model.files.load import load
from visegrad_editor.model.prototypes import Prototype
from visegrad_editor.model.scenario import (
    AssetStart,
    Entry,
    JudgedProblem,
    Reinforcement,
    ReplacementOverride,
    Scenario,
    Setup,
    SetUpGroup,
    SetUpLimit,
    Unit,
)
from visegrad_editor.model.schedule import ScheduledEvent, UnitRelease, UnitWithdrawal
from visegrad_editor.model.start import Start
from visegrad_editor.players import make_player
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes

RECORDS: dict[str, type] = {
    "": Scenario, "units": Unit, "setup": Setup, "reinforcement": Reinforcement, "withdrawal": UnitWithdrawal,
    "release": UnitRelease, "entries": Entry, "assets": AssetStart, "replacements": ReplacementOverride,
    "schedule": ScheduledEvent, "set_up_groups": SetUpGroup, "limits": SetUpLimit, "start": Start,
    "prototypes": Prototype, "problems": JudgedProblem}
NAMES = {
    "name", "extends", "ruleset", "map", "units", "entries/id", "assets/id", "schedule/id",
    "set_up_groups/id", "prototypes/id", "units/name", "units/nationality", "problems/code",
    "replacements/turn", "replacements/side"}
"""Keys that say which thing is meant; a line without them says nothing."""


@dataclass(frozen=True)
class Sample:
    """A scenario of a game, and the names in it with which the lines are filled."""

    base: str
    names: dict[str, str]
    text: str = ""
    """The scenario itself, if it is no bundled one."""


NEAR = """\
format: 2
kind: scenario
name: near
title: Near
ruleset: gsofg
map: gsofg
turns: 3
options: {special_forces: without}
entries:
  - {id: east-edge, where: {areas: [soviet-sources]}, pays: true}
  - {id: by-d, where: {hexes: ["4220"]}, pays: true}
units:
  - {name: A, nationality: ussr, type: tank, values: 8-6-8, setup: "3610", formation: 3-shock}
  - {name: B, nationality: ussr, type: tank, values: 8-6-8, setup: "3710"}
  - {name: E, nationality: ussr, type: tank, values: 8-6-8, reinforcement: {turn: 2, entry: by-d}}
  - {name: P, nationality: ussr, type: tank, values: 8-6-8, reinforcement: {pool: soviet-reinforcements}}
  - {name: C, nationality: west-germany, type: tank, values: 4-4-8, setup: "3510"}
  - {name: D, nationality: usa, type: tank, values: 5-5-8, setup: "3411"}
  - {name: F, nationality: usa, type: tank, values: 5-5-8, setup: "3412"}
"""
SAMPLES = {
    "standard": Sample("karn", {
        "U": "hold/Iron Shields", "U2": "hold/Deep Axes", "HEX": "0606", "HEX2": "0607",
        "E": "hold/Fell Clan",
        "ENTRY": "north-edge", "ENTRY2": "south-edge", "THERE": "0101", "SIDE": "hold", "OTHER": "host",
        "ASSET": "runes", "BOX": "eliminated", "NUMBER": "1", "TYPE": "rams", "VALUES": "[9-9, 4-4]",
        "PHASE": "host-move",
        "REST": "combat", "LAND": "hold", "EVENT": "griffins", "POOL": "griffins", "SOURCE": "depot",
        "AREA": "'0102', '1010'", "FAR": "0202", "NATION": "hold", "MATE": "hold/Deep Axes",
        "FORMATION": "x", "OPTION": "weather: wet"}),
    "visegrad4": Sample("historical", {
        "U": "russia/Airborne", "U2": "poland/2nd Mechanized", "HEX": "1718", "HEX2": "1717",
        "E": "russia/7th Armored", "ENTRY": "east-edge", "ENTRY2": "poland-north-edge", "THERE": "0703",
        "SIDE": "russian", "OTHER": "allied", "ASSET": "air-russian", "NUMBER": "3", "BOX": "removed",
        "TYPE": "armored",
        "VALUES": "[20, 9]", "PHASE": "russian-movement", "REST": "x", "LAND": "romania", "EVENT": "us-entry",
        "POOL": "x", "SOURCE": "x", "AREA": "'1010', '2626'", "FAR": "1823", "NATION": "russia",
        "MATE": "russia/9th Artillery", "FORMATION": "x", "OPTION": "us_entry: never"}),
    "gsofg": Sample("near.yaml", {
        "U": "ussr/A", "U2": "west-germany/C", "HEX": "3610", "HEX2": "3611", "E": "ussr/E", "ENTRY": "by-d",
        "ENTRY2": "east-edge", "THERE": "4225", "SIDE": "soviet", "OTHER": "nato", "ASSET": "soviet-aircraft",
        "NUMBER": "4", "BOX": "exchange", "TYPE": "motor-rifle", "VALUES": "[9-9-2]",
        "PHASE": "soviet-soviet-move",
        "REST": "soviet-fight", "LAND": "west-germany", "EVENT": "chemical-attack",
        "POOL": "soviet-reinforcements",
        "SOURCE": "frankfurt", "AREA": "'3000', '4239'", "FAR": "2024", "NATION": "ussr",
        "MATE": "ussr/B", "FORMATION": "8-guards",
        "OPTION": "chemical_attacks: without"}, NEAR),
}


def change(unit: str, said: str) -> str:
    return f"change:\n  - {{unit: {unit}, {said}}}\n"


CHOICE = "setup: {hexes: ['@HEX', '@HEX2']}"
DICE = "schedule: [{id: snow, turn: [1, 9], roll: 1d6, at_least: 6, does: [{note: Snow lies.}]}]\n"
START = "start: {turn: 2, phase: @PHASE}\n"


def like(said: str) -> str:
    """A new unit that has all but its name from a prototype."""
    return (f"prototypes: [{{id: q, type: @TYPE, values: @VALUES}}, {{id: p, type: @TYPE{said}}}]\nunits:\n"
            "  - {name: New, nationality: @NATION, prototype: p, setup: '@HEX'}\n")


def group(said: str = "", limit: str = "") -> str:
    """Two units in a set-up group."""
    limits = f", limits: [{limit}]" if limit else ""
    return (f"set_up_groups: [{{id: g, where: {{hexes: ['@HEX', '@HEX2']}}{said}{limits}}}]\nchange:\n"
            "  - {unit: '@U', setup: {group: g}}\n  - {unit: '@MATE', setup: {group: g}}\n")


def start(said: str, phase: str = ", phase: @PHASE") -> str:
    return f"start: {{turn: 2{phase}{said}}}\n"


LINES: tuple[tuple[str, str, str], ...] = (
    # The keys, what is written, and what is written in the scenario that it is compared with.
    ("title", "title: Another\n", ""),
    ("version", "version: '7'\n", ""),
    ("summary", "summary: Short\n", ""),
    ("notes", "notes: Something.\n", ""),
    ("special_rules", "special_rules: [Be kind.]\n", ""),
    ("provenance", "provenance: {source: reconstructed, note: By us.}\n", ""),
    ("turns", "turns: 1\n", ""),
    ("turns", "turns: 90\n", ""),
    ("play_area", "play_area: [@AREA]\n", ""),
    ("set_up_order", "set_up_order: [@SIDE, @OTHER]\n", "set_up_order: [@OTHER, @SIDE]\n"),
    ("hidden_set_up", "hidden_set_up: [@SIDE]\n", ""),
    ("victory", "victory: {conditions: [{winner: @SIDE, when: {turn: 2}, judged: at-once}]}\n", ""),
    ("options", "options: {@OPTION}\n", ""),
    ("assets assets/number", "assets: [{id: @ASSET, number: @NUMBER}]\n", ""),
    ("assets/boxes", "assets: [{id: @ASSET, number: @NUMBER, boxes: {table: 1}}]\n",
     "assets: [{id: @ASSET, number: @NUMBER}]\n"),
    ("replacements replacements/steps", "replacements: [{turn: 2, side: @SIDE, steps: 9}]\n", ""),
    ("replacements/assets", "replacements: [{turn: 2, side: @SIDE, steps: 0, assets: {@ASSET: 9}}]\n",
     "replacements: [{turn: 2, side: @SIDE, steps: 0}]\n"),
    ("schedule schedule/turn schedule/does",
     "schedule: [{id: snow, turn: 2, does: [{note: It snows.}]}]\n", ""),
    ("schedule/name", "schedule: [{id: snow, name: White, turn: 2, does: [{note: It snows.}]}]\n",
     "schedule: [{id: snow, turn: 2, does: [{note: It snows.}]}]\n"),
    ("schedule/text", "schedule: [{id: snow, turn: 2, does: [{note: It snows.}], text: White.}]\n",
     "schedule: [{id: snow, turn: 2, does: [{note: It snows.}]}]\n"),
    ("schedule/rule", "schedule: [{id: snow, turn: 2, does: [{note: It snows.}], rule: '99.1'}]\n",
     "schedule: [{id: snow, turn: 2, does: [{note: It snows.}]}]\n"),
    ("schedule/judged", "schedule: [{id: snow, turn: 2, judged: turn-end, does: [{note: It snows.}]}]\n",
     "schedule: [{id: snow, turn: 2, does: [{note: It snows.}]}]\n"),
    ("schedule/roll schedule/at_least", DICE, ""),
    ("schedule/at_most", DICE.replace("at_least: 6", "at_most: 6"), DICE),
    ("schedule/bonus", DICE.replace("at_least: 6", "at_least: 6, bonus: 5"), DICE),
    ("schedule/when", "schedule: [{id: snow, when: {turn: 2}, does: [{note: It snows.}]}]\n", ""),
    ("schedule/never", "schedule: [{id: @EVENT, never: true}]\n", ""),
    ("problems problems/severity problems/reason",
     "problems: [{code: idle-event, severity: silent, reason: So be it.}]\nschedule: [{id: snow, turn: 2}]\n",
     "schedule: [{id: snow, turn: 2}]\n"),
    ("problems/unit", "problems: [{code: not-there, severity: silent, reason: So be it, unit: '@U'}]\n", ""),
    ("problems/hex", "problems: [{code: not-there, severity: silent, reason: So be it, hex: '@HEX'}]\n", ""),
    ("entries entries/where", "entries: [{id: @ENTRY, where: {hexes: ['@THERE']}}]\n", ""),
    ("entries/name", "entries: [{id: @ENTRY, name: The gate}]\n", ""),
    ("entries/rule", "entries: [{id: @ENTRY, rule: '99.1'}]\n", ""),
    ("entries/pays", "entries: [{id: @ENTRY, pays: false}]\n", ""),
    ("entries/stops", "entries: [{id: @ENTRY, stops: true}]\n", ""),
    ("entries/needs", "entries: [{id: @ENTRY, needs: {turn: 90}}]\n", ""),
    ("entries/else", "entries: [{id: @ENTRY, needs: {turn: 90}, else: [@ENTRY2]}]\n",
     "entries: [{id: @ENTRY, needs: {turn: 90}}]\n"),
    ("entries/delay", "entries: [{id: @ENTRY, needs: {turn: [3, 90]}, delay: 3}]\n",
     "entries: [{id: @ENTRY, needs: {turn: [3, 90]}}]\n"),
    ("units/type", change("@U", "type: @TYPE"), ""),
    ("units/values", change("@U", "values: @VALUES"), ""),
    ("units/steps", change("@U", "steps: 5"), ""),
    ("units/size", change("@U", "size: army"), ""),
    ("units/formation", change("@U", "formation: @FORMATION"), ""),
    ("units/short", change("@U", "short: Qq"), ""),
    ("units/look", change("@U", "look: {ground: '#123456'}"), ""),
    ("units/reduced", change("@U2", "reduced: true"), ""),
    ("units/notes", change("@U", "notes: An old one."), ""),
    ("units/provenance", change("@U", "provenance: {source: reconstructed, note: By us.}"), ""),
    ("units/setup setup/where", change("@U", "setup: '@HEX2'"), ""),
    ("units/position",
     change("@U", f"{CHOICE}, position: '@HEX2'"), change("@U", f"{CHOICE}, position: '@HEX'")),
    ("setup/box", change("@U", "setup: {box: @BOX}"), ""),
    ("setup/alone", change("@U", "setup: {hexes: ['@HEX', '@HEX2'], alone: true}"), change("@U", CHOICE)),
    ("setup/marks", change("@U", "setup: {hexes: ['@HEX'], marks: [moved]}"), ""),
    ("setup/lost", change("@U", "setup: {hexes: ['@HEX'], lost: 2}"), ""),
    ("setup/turns_out", change("@U", "setup: {hexes: ['@HEX'], turns_out: 2}"), ""),
    ("units/reinforcement reinforcement/turn", change("@E", "reinforcement: {turn: 3, entry: @ENTRY}"), ""),
    ("reinforcement/entry", change("@E", "reinforcement: {turn: 2, entry: @ENTRY2}"), ""),
    ("reinforcement/also", change("@E", "reinforcement: {turn: 2, entry: @ENTRY, also: [@ENTRY2]}"), ""),
    ("reinforcement/event", "schedule: [{id: snow, turn: 1}]\n" + change(
        "@E", "reinforcement: {event: snow, entry: @ENTRY}"), ""),
    ("reinforcement/pool", change("@E", "reinforcement: {pool: @POOL}"), ""),
    ("reinforcement/roll reinforcement/at_least",
     change("@E", "reinforcement: {turn: 2, entry: @ENTRY, roll: 1d6, at_least: 6}"), ""),
    ("reinforcement/at_most",
     change("@E", "reinforcement: {turn: 2, entry: @ENTRY, roll: 1d6, at_most: 6}"), ""),
    ("units/withdrawal withdrawal/turn", change("@U", "withdrawal: {turn: 2}"), ""),
    ("withdrawal/event", "schedule: [{id: snow, turn: 2}]\n" + change("@U", "withdrawal: {event: snow}"), ""),
    ("units/release", change("@U", "release: {}"), ""),
    ("release/turn", change("@U", "release: {turn: 3}"), ""),
    ("release/event", "schedule: [{id: snow, turn: 2}]\n" + change("@U", "release: {event: snow}"), ""),
    ("release/enemy_within", change("@U", "release: {enemy_within: 1}"), change("@U", "release: {}")),
    ("prototypes prototypes/type prototypes/values units/prototype", like(", values: @VALUES"), ""),
    ("prototypes/name", like(", values: @VALUES, name: Phantom"), like(", values: @VALUES")),
    ("prototypes/prototype", like(", prototype: q"), like("")),
    ("prototypes/steps", like(", values: @VALUES, steps: 5"), like(", values: @VALUES")),
    ("prototypes/size", like(", values: @VALUES, size: army"), like(", values: @VALUES")),
    ("prototypes/formation", like(", values: @VALUES, formation: @FORMATION"), like(", values: @VALUES")),
    ("prototypes/notes", like(", values: @VALUES, notes: An old one."), like(", values: @VALUES")),
    ("set_up_groups set_up_groups/where setup/group", group(), ""),
    ("set_up_groups/name", group(", name: The guard"), group()),
    ("set_up_groups/rule", group(", rule: '99.1'", "{at_most: 1, where: {hexes: ['@HEX2']}}"),
     group("", "{at_most: 1, where: {hexes: ['@HEX2']}}")),
    ("set_up_groups/alone", group(", alone: true"), group()),
    ("set_up_groups/together", group(", together: true"), group()),
    ("set_up_groups/limits limits/at_most limits/where",
     group("", "{at_most: 1, where: {hexes: ['@HEX2']}}"), group()),
    ("limits/shared", group(", alone: true", "{at_most: 2, where: {hexes: ['@HEX']}, shared: true}"),
     group(", alone: true", "{at_most: 2, where: {hexes: ['@HEX']}}")),
    ("start start/turn", start("", ""), ""),
    ("start/phase", start(""), start("", "")),
    ("start/scored", start(", scored: ['@HEX']"), start("")),
    ("start/events", start(", events: [@EVENT]"), start("")),
    ("start/entered", start(", entered: [@LAND]"), start("")),
    ("start/struck", start(", struck: [@LAND]"), start("")),
    ("start/held", start(", held: [{side: @SIDE, hexes: ['@FAR']}]"), start("")),
    ("start/steps", start(", steps: 4"), start("")),
    ("start/assets", start(", assets: {@ASSET: 4}"), start("")),
    ("start/begun", start(", begun: true, side: @SIDE, player: @SIDE"), start("")),
    ("start/side", start(", side: @OTHER"), start("")),
    ("start/side", start(", side: @OTHER", ""), start("", "")),
    ("start/player", start(", player: @OTHER", ""), start("", "")),
    ("start/first", start(", first: @OTHER", ""), start("", "")),
    ("start/part", start(", part: 9"), start("")),
    ("start/parts", start(", parts: [1, 2]", ""), start("", "")),
    ("start/to_come", start(", to_come: []"), start("")),
    ("start/taken", start(", taken: [{side: @SIDE, hexes: ['@FAR']}]"), start("")),
    ("start/free", start(", free: ['@HEX']"), start("")),
    ("start/points", start(", points: {@SIDE: 30}"), start("")),
    ("start/losses", start(", losses: [{unit: '@U', times: 9, steps: 9}]"), start("")),
    ("start/kept", start(", kept: {@SIDE: 3}"), start("")),
    ("start/sources", start(", sources: {'@SOURCE @HEX': -1}"), start("")),
    ("start/spent", start(", spent: {'@U': 1}", ""), start("", "")),
    ("start/used", start(", used: {airlift: 1}"), start("")),
    ("start/done", start(", done: [something]"), start("")),
    ("start/chapters", start(", chapters: {nothing: [1]}"), start("")),
)


def keys() -> set[str]:
    """All keys of a scenario that say something: `units/reduced`."""
    found = {f"{name}/{one.key}" if name else one.key
             for name, record in RECORDS.items() for one in declared(record) if one.key}
    return found - NAMES


def filled(text: str, names: dict[str, str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(f"@{name}", names[name])
    assert "@" not in text, text
    return text


@dataclass(frozen=True)
class Outcome:
    """What becomes of a scenario: what is told, and the story of a game."""

    design: Design | None
    told: frozenset[tuple[str, str, str]]
    story: tuple[str, ...]


@cache
def outcome(game: str, folder: Path, text: str) -> Outcome:
    sample = SAMPLES[game]
    path = folder / f"{game}.yaml"
    (folder / "near.yaml").write_text(sample.text or NEAR, encoding="utf-8")
    path.write_text(f"format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: {sample.base}\n"
                    + filled(text, sample.names), encoding="utf-8")
    if text.startswith("title"):
        path.write_text(path.read_text(encoding="utf-8").replace("title: Own\n", ""), encoding="utf-8")
    loaded = load(path)
    told = frozenset((p.severity, p.code, p.message) for p in all_problems(loaded))
    assert "as-in-base" not in {code for _, code, _ in told}, "it says what the sample says"
    return Outcome(loaded.design, told, tuple(story(loaded.design)))


def story(design: Design | None) -> Iterator[str]:
    """What happens in a game of random players until turn 4."""
    if design is None:
        return
    try:
        yield from played(design)
    except ValueError as error:  # It cannot begin, and says why.
        yield str(error)


def played(design: Design) -> Iterator[str]:
    game = Game.from_scenario(design, 2, history=False)
    seated = {s.id: make_player("random", n) for n, s in enumerate(design.ruleset.sides)}
    given = 0
    while game.outcome is None and game.turn < 4 and given < 2500:
        for event in game.apply(seated[game.side].choose(game)):
            yield f"{event.text} [{event.rule}]"
        given += 1
    yield str(game.outcome)


def sheet(design: Design) -> bytes:
    return setup_sheet_bytes(design)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("keys")


def test_each_key_has_a_line() -> None:
    lined = {key for names, _, _ in LINES for key in names.split()}
    assert keys() - lined == set(), "say here how a scenario uses them"
    assert lined - keys() == set()


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", list(SAMPLES))
@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0].split()[-1])
def test_what_a_scenario_says_is_played_printed_or_told(
    folder: Path, game: str, line: tuple[str, str, str],
) -> None:
    _, text, before = line
    usual, now = outcome(game, folder, before), outcome(game, folder, text)
    assert usual.design is not None
    if now.told - usual.told or now.story != usual.story or usual.told - now.told:
        return
    assert now.design is not None
    assert sheet(now.design) != sheet(usual.design), "nothing is different"
