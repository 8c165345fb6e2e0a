"""What the rules say of nations and their counters, written down once more from the rules (A25)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from table_cells import Rows, cells_of, words_of

from visegrad_editor.desk.card import Force
from visegrad_editor.desk.forces import asset_of, size_of
from visegrad_editor.desk.tables import DATA
from visegrad_editor.model.files.yaml_reader import read_file

# Who; values; class and experience level; rule; months and what else must hold.
COUNTERS = """
    german:para; 5-4-8 2-3-8 2-2-8; elite; A25.1
    german; 8-3-8; elite 5; A25.12
    german; 4-6-8; elite; A25.1; to=1943-12; instead=5-4-8
    german; 5-4-8; elite; A25.1; from=1944-01; instead=4-6-8
    german; 4-6-7; first; A25.1
    german; 4-4-7; second; note 31B
    german; 4-3-6; conscript; note 31B
    german:vg; 5-3-7 2-3-7; second; note 31B; from=1944-07
    german:volksgrenadier; 5-3-7 2-3-7; second; note 31B; from=1944-07
    german; 5-3-7; second; note 31B; from=1944-07
    german:ss; 8-3-8 3-3-8; elite 5; A25.12
    german:ss; 6-5-8 3-4-8 4-6-8 2-4-8; elite; A25.11
    german:ss; 5-4-8 2-3-8 4-4-7 2-3-7; elite; A25.111; toggle=late_war_ss
    russian:nkvd; 6-2-8 3-2-8; second 5; A25.25
    russian:commissar; 9-0 10-0; -; A25.22; to=1942-10
    russian; 4-2-6 2-2-6; conscript; A25.2
    partisan:commissar; 9-0 10-0; -; A25.22; to=1942-10
    partisan; 3-3-7; 5; A25.24
    american; 7-4-7; elite 5; A25.31
    british; 6-4-8; elite 5; A25.42
    british; 4-3-6; green; A25.41
    british; 4-4-7; second; A25.4
    french; 4-3-7; green; A25.51
    italian; 4-4-7 2-4-7 2-2-7; elite; A25.61
    italian; 3-4-7 3-4-6; first; A25.62
    italian; 3-3-6; conscript; A25.62
    eritrean; 3-4-7 1-3-7; first; A25.66
    finnish; 8-3-8 3-3-8; elite; A25.73
    finnish; 4-3-7 2-2-7; conscript; A25.7
    finnish; pf; -; A25.76; from=1944-07; toggle=june_panzerfaust; toggle_from=1944-06
    finnish; psk; -; A25.77; from=1944-07; toggle=june_panzerfaust; toggle_from=1944-06
    romanian; 5-3-7; first; A25.84; from=1943-01; instead=3-4-7
    romanian; 2-2-7; first; A25.84; from=1943-01; instead=1-3-7
    romanian; 3-4-7 1-3-7; first; A25.84
    romanian; pf; -; A25.85; from=1944-03
    hungarian; 3-4-7 1-3-7; first; A25.84
    hungarian; pf; -; A25.85; from=1944-06
    slovakian; 3-4-7 1-3-7; first; A25.84
    croatian; 3-4-7 1-3-7; first; A25.84
    bulgarian; 5-3-7; first; A25.84; from=1944-10; instead=3-4-7
    bulgarian; 2-2-7; first; A25.84; from=1944-10; instead=1-3-7
    bulgarian; 3-4-7 1-3-7; first; A25.84
    ethiopian; 3-4-7 1-3-6 1-2-7; elite; A25.931
    ethiopian; 3-3-7 2-3-7 1-2-6; first; A25.932"""
# Who; topic; value; rule; when it holds.
TRAITS = """
    german; replacement; 3; A25.1
    german:ss; broken-morale; raised; A25.11
    german:ss; assault-fire; yes; A25.11; from=1944-01; to=1945-12
    german:ss; prisoners; never; A25.11; against=russian
    german:ss; weapons; +1; A25.11
    german; captured-use; none; A25.75
    german; weapons; universal; note 14
    russian; deployment; none; A25.2
    russian:nkvd; broken-morale; raised; A25.25
    russian:nkvd; assault-fire; none; note 33A
    russian; captured-use; none; A25.75
    russian:nkvd; heat-of-battle; -1; A25.25
    russian; weapons; +1; A25.2
    russian; entrenching; -1; A25.21
    partisan; broken-morale; 6; A25.24
    partisan; to-hit; red; A25.242
    partisan; stealth; stealthy; A25.24
    partisan; prisoners; never; A25.24
    partisan; movement; shared; A25.241
    american; broken-morale; +1; A25.3
    american; broken-morale; +2; A25.3
    american; to-hit; red; A25.32; to=1943-12
    american; to-hit; black; A25.32; from=1944-01; reading=R17 black
    american; to-hit; asked; A25.32; from=1944-01; reading=R17 asked
    american; artillery; plentiful; A25.33
    american; smoke; either; A25.34
    american; captured-use; none; A25.35
    british; cowering; never; A25.45
    british; captured-use; none; A25.35
    british; captured-use; full; A25.35
    british; captured-use; full; A25.56
    british; smoke; smoke; A25.46; to=1943-12
    british; smoke; either; A25.46; from=1944-01
    british:anzac; stealth; stealthy; A25.44
    british:gurkha; stealth; stealthy; A25.43
    british:gurkha; prisoners; never; A25.43
    british:gurkha; close-combat; -1; A25.43
    french; to-hit; red; A25.52
    french; to-hit; black; A25.52
    free-french; cowering; yes; A25.45
    free-french; assault-fire; yes; A25.53; from=1943-12
    free-french; artillery; british; A25.53
    free-french; captured-use; none; A25.54; to=1943-11
    free-french; captured-use; none; A25.55; from=1943-12; to=1945-05
    free-french; captured-use; none; A25.35
    free-french; captured-use; none; A25.56
    vichy; captured-use; full; A25.56
    italian; deployment; elite; A25.61
    italian; anti-tank-check; 1PAATC; A25.65
    italian; to-hit; red; A25.6
    italian; prisoners; easily; A25.63
    italian; stealth; lax; A25.64
    eritrean; anti-tank-check; PAATC; A25.66
    eritrean; stealth; normal; A25.66
    finnish; deployment; 1TC; A25.71
    finnish; cowering; never; A25.7
    finnish; rally; self; A25.7
    finnish; stealth; stealthy; A25.7
    finnish; leaders; none; A25.71
    finnish; movement; skis; A25.7
    finnish; weapons; elite; A25.74
    finnish; to-hit; red; A25.79
    finnish; artillery; 6/3; A25.78; from=1939-01; to=1940-12
    finnish; artillery; 7/3; A25.78; from=1941-01; to=1945-12
    finnish; artillery; plentiful; A25.78; from=1943-01; to=1945-12; unless=german
    finnish; captured-use; none; A25.75; to=1939-12
    finnish; captured-use; none; A25.75; from=1940-01
    finnish; captured-use; none; A25.75; from=1944-07; to=1945-12
    finnish; captured-use; full; A25.77; from=1944-07; to=1945-12
    finnish; captured-use; full; note 37B; from=1944-06; to=1944-06; toggle=june_panzerfaust
    axis-minor; broken-morale; -1; A25.8
    axis-minor; broken-morale; +1; A25.8; toggle=home_morale
    axis-minor; anti-tank-check; 1PAATC; A25.81
    axis-minor; to-hit; red; A25.83
    axis-minor; prisoners; no escape; A25.82
    axis-minor; heat-of-battle; surrender; A25.82
    romanian; to-hit; black; A25.83
    romanian; to-hit; red; A25.83
    romanian; anti-tank-check; 1PAATC; A25.81; to=1943-06
    romanian; anti-tank-check; 1PAATC; A25.81; from=1943-07
    romanian; opponents; +1; A25.8; against=hungarian
    romanian; heat-of-battle; surrender; A25.82; unless=hungarian
    romanian; heat-of-battle; berserk; A25.82; against=hungarian
    hungarian; to-hit; black; A25.83
    hungarian; to-hit; red; A25.83
    hungarian; opponents; +1; A25.8; against=romanian
    hungarian; heat-of-battle; surrender; A25.82; unless=romanian
    hungarian; heat-of-battle; berserk; A25.82; against=romanian
    slovakian; to-hit; black; A25.83
    slovakian; to-hit; red; A25.83
    allied-minor; broken-morale; -1; A25.9
    allied-minor; anti-tank-check; 1PAATC; A25.91
    polish:eagle; assault-fire; yes; A25.9
    polish:eagle; broken-morale; +1; A25.9
    greek; opponents; +1; A25.9; against=italian; only=yes; reading=R18 all
    greek; opponents; +1; A25.9; against=italian; reading=R18 any
    yugoslav; opponents; +1; A25.9; against=italian; only=yes; reading=R18 all
    yugoslav; opponents; +1; A25.9; against=italian; reading=R18 any
    ethiopian; deployment; elite; A25.931
    ethiopian; captured-use; double; A25.937"""
# Who; how; what (values, or a class); what it becomes; rule; when it holds.
CHANGES = """
    german; hardening; 4-3-6; 4-4-7; note 31B
    german:vg; hardening; 5-3-7 2-3-7; fanatic; A25.13
    german:volksgrenadier; hardening; 5-3-7 2-3-7; fanatic; A25.13
    german; hardening; 5-3-7; fanatic; A25.13
    german:ss; hardening; 4-4-7; 4-6-8; A25.111; toggle=late_war_ss
    german:ss; hardening; 2-3-7; 2-4-8; A25.111; toggle=late_war_ss
    russian; hardening; 4-2-6; 4-4-7; A25.211; to=1940-12; unlisted=6-2-8|5-2-7
    russian; hardening; 2-2-6; 2-3-7; A25.211; to=1940-12; unlisted=6-2-8|5-2-7
    russian; hardening; 4-2-6; 5-2-7; A25.2
    russian; hardening; 2-2-6; 2-2-7; A25.211
    russian; hardening; 2-2-7; 3-2-8; A25.2
    russian:nkvd; hardening; 6-2-8 3-2-8; fanatic; A25.25
    italian; replacement; 4-4-7; 3-4-6; A25.61
    italian; replacement; 3-4-7; 3-3-6; A25.62
    italian; hardening; 3-3-6; 3-4-6; A25.62
    eritrean; replacement; first; second; A25.66
    eritrean; hardening; first; fanatic; A25.66
    eritrean; replacement; second; disrupted; A25.66
    eritrean; hardening; second; 3-4-7 or 1-3-7; A25.66
    finnish; hardening; 8+1; 8-0; A25.71
    finnish; hardening; 8-0; 9-0; A25.71
    finnish; hardening; 9-0; 9-1; A25.71
    finnish; hardening; 9-1; 10-0; A25.71
    finnish; hardening; 10-0; 10-1; A25.71
    finnish; replacement; 10-1; 10-0; A25.71
    finnish; replacement; 10-0; 9-1; A25.71
    finnish; replacement; 9-1; 9-0; A25.71
    finnish; replacement; 9-0; 8-0; A25.71
    finnish; replacement; 8-0; 8+1; A25.71
    finnish; replacement; 8+1; disrupted; A25.72
    finnish; hardening; first; fanatic; A25.72
    axis-minor; hardening; conscript; 3-4-7 or 1-3-7; A25.84
    romanian; replacement; 5-3-7 2-2-7; conscript; A25.84
    romanian; hardening; 5-3-7 2-2-7; fanatic; A25.84
    bulgarian; replacement; 5-3-7 2-2-7; conscript; A25.84
    bulgarian; hardening; 5-3-7 2-2-7; fanatic; A25.84
    ethiopian; replacement; 3-4-7; 3-3-7; A25.931
    ethiopian; replacement; 3-3-7; conscript; A25.932
    ethiopian; hardening; conscript; 2-3-7 or 1-2-6; A25.932; listed=2-3-7"""
# Size; nation; numbers.
UNITS = """
    squad; german; 4-6-8 5-4-8 4-6-7 4-4-7 4-3-6 8-3-8
    squad; german:para; 5-4-8
    squad; german:vg; 5-3-7
    squad; german:volksgrenadier; 5-3-7
    squad; german; 5-3-7
    squad; german:ss; 6-5-8 4-6-8 5-4-8 4-4-7 8-3-8
    squad; russian; 4-5-8 6-2-8 4-4-7 5-2-7 4-2-6
    squad; russian:nkvd; 6-2-8
    squad; partisan; 3-3-7
    squad; american; 7-4-7
    squad; british; 6-4-8 4-5-7 4-4-7 4-3-6
    squad; french; 4-3-7
    squad; italian; 4-4-7 3-4-7 3-4-6 3-3-6
    squad; eritrean; 3-4-7
    squad; finnish; 8-3-8 4-3-7
    squad; axis-minor; 5-3-7 3-4-7
    squad; ethiopian; 3-4-7 3-3-7 2-3-7
    hs; german:vg; 2-3-7
    hs; german:volksgrenadier; 2-3-7
    hs; german:ss; 3-4-8 2-4-8 2-3-8 2-3-7 3-3-8
    hs; russian; 3-2-8 2-3-7 2-2-7 2-2-6
    hs; russian:nkvd; 3-2-8
    hs; italian; 2-4-7
    hs; eritrean; 1-3-7
    hs; finnish; 3-3-8 2-2-7
    hs; axis-minor; 2-2-7 1-3-7
    hs; ethiopian; 1-3-6 1-2-6
    crew; italian; 2-2-7
    crew; ethiopian; 1-2-7"""
# What it is, and what it never has; words.
NAMES = """
    squad; squad
    hs; half-squad hs
    crew; crew
    leader; leader
    hero; hero
    vehicle no main_armament no armoured no crew; truck lorry wagon sledge
    vehicle; halftrack half-track tank tankette carrier car jeep vehicle
    motorcycle; motorcycle
    goliath; goliath
    gun; gun howitzer
    weapon; lmg mmg hmg mg mtr mortar atr baz piat psk pf ft dc radio phone
    boat; boat
    landing-craft; landing-craft
    glider; glider
    aircraft; aircraft plane fighter bomber stuka fb
    dummy; dummy"""
NATIONS = """
    german russian partisan american british french italian finnish axis-minor allied-minor chinese
    free-french<british vichy<french eritrean<italian romanian<axis-minor hungarian<axis-minor
    slovakian<axis-minor croatian<axis-minor bulgarian<axis-minor polish<allied-minor belgian<allied-minor
    dutch<allied-minor norwegian<allied-minor greek<allied-minor yugoslav<allied-minor
    ethiopian<allied-minor"""
OF_NATIONS = {
    "home_morale": dict.fromkeys(("romanian", "hungarian", "slovakian", "croatian", "bulgarian"), True),
    "from": {"vichy": "1940-06"}, "made_by": {"free-french": {"american": "1943-12"}},
    "human_wave": {"russian": "A25.23", "ethiopian": "A25.933", "chinese": "A25.23"},
    "own_changes": {"eritrean": True}}


def _lines(text: str) -> list[list[str]]:
    return [[part.strip() for part in line.split(";")] for line in text.strip().splitlines()]


def _word(value: Any) -> str:
    if isinstance(value, list):
        return "|".join(map(str, value))
    if isinstance(value, Mapping):
        return " ".join(f"{k} {v}" for k, v in value.items())
    return "yes" if value is True else str(value)


def _data() -> Mapping[str, Any]:
    found: Mapping[str, Any] = read_file(DATA / "nations.yaml").data
    return found


def _entries(part: str, fields: Iterable[str]) -> list[list[str]]:
    """The entries of all nations: who, some fields, the rule, and the other fields with their names.
    Fields that are named together are one cell, of those that an entry has."""
    found = []
    for nation, data in _data().items():
        for entry in data.get(part, ()):
            rest = {k: v for k, v in entry.items() if k != "says"}
            subtype = rest.pop("subtype", "")
            cells = [f"{nation}:{subtype}" if subtype else nation]
            for field in fields:
                values = [rest.pop(one) for one in field.split() if one in rest]
                cells.append(" ".join(_word(value).replace("|", " ") for value in values) or "-")
            cells.append(str(rest.pop("rule")).replace("A footnote", "note"))
            found.append([*cells, *(f"{k}={_word(v)}" for k, v in rest.items())])
    return found


@pytest.mark.parametrize(("part", "fields", "said"), [
    ("counters", ("values", "class elr"), COUNTERS), ("traits", ("topic", "value"), TRAITS),
    ("changes", ("by", "of classes", "becomes effect"), CHANGES)], ids=["counters", "traits", "changes"])
def test_entries_of_nations(part: str, fields: tuple[str, ...], said: str) -> None:
    assert _entries(part, fields) == _lines(said)


def test_nations_and_whom_they_are_like() -> None:
    data = _data()
    assert {id: entry.get("like", "") for id, entry in data.items()} == {
        id: like for id, _, like in (word.partition("<") for word in NATIONS.split())}
    assert {key: {id: entry[key] for id, entry in data.items() if key in entry}
            for key in OF_NATIONS} == OF_NATIONS


def test_sizes_of_kinds_with_numbers() -> None:
    said = {f"{who}/{value}": size for size, who, values in _lines(UNITS) for value in values.split()}
    data = read_file(DATA / "kinds.yaml").data
    assert {kind: size for size, kinds in data["units"].items() for kind in kinds} == said
    assert {kind: (found.size, found.source) for kind in said for found in (size_of(kind),)} == {
        kind: (size, "list") for kind, size in said.items()}


def test_what_names_say() -> None:
    said = {word: about for about, words in _lines(NAMES) for word in words.split()}
    assert set(read_file(DATA / "kinds.yaml").data["names"]) == set(said)
    for word, about in said.items():
        size, *never = about.split(" no ")
        asset = asset_of(Force(1, f"german/{word}"))
        assert asset.size == size, word
        known = {"main_armament": asset.armament, "armoured": asset.armoured, "crew": asset.crew}
        assert known == {key: False if key in never else None for key in known}, word


@pytest.mark.parametrize(("id", "rule", "dice", "rows"), [
    ("commissar-exchange", "A25.22", "", [("8-0", "9-0"), ("8-1", "10-0")]),
    ("commissar-rally", "A25.222", "", [
        ("squad|hs", "yes", "replaced"), ("squad", "no", "hs"), ("hs", "no", "eliminated"),
        ("crew|smc", "any", "eliminated")]),
    ("nkvd-leader", "A25.25", "one die", [
        ("<=1", "10-0"), ("2-3", "9-0"), ("4-5", "8+1"), (">=6", "none")]),
    ("nkvd-leader-drm", "A25.25", "", [("vehicle", -1), ("column", -1), ("fanatic", -1), ("broken", 1)]),
    ("tank-flip", "A25.9351", "both dice", [("<=6", "destroyed"), ("7", "immobilised"), (">=8", "none")]),
    ("tank-flip-drm", "A25.9351", "", [
        ("ambush", -1), ("further", -1), ("hero", -1), ("immobile", -1), ("cx", 1), ("wire", 1),
        ("escort-half", 1), ("escort-squad", 2), ("moving", 2)]),
    ("panzerfaust-limit", "A25.76, A25.85", "", [
        ("finnish", "any", "any", 1.5, 1, "A25.76"), ("romanian", "<=1944", "<=6", 1.5, 1, "A25.85"),
        ("romanian", "<=1944", ">=7", 1.5, 2, "A25.85"), ("romanian", ">=1945", "any", 1, 2, "A25.85"),
        ("hungarian", "<=1944", "<=6", 1, 1, "A25.85"), ("hungarian", "<=1944", ">=7", 1, 2, "A25.85"),
        ("hungarian", ">=1945", "any", 1, 2, "A25.85")]),
    ("panzerfaust-check", "A25.76, A25.85", "one die", [("<=2", "fires"), (">=3", "none")]),
    ("panzerfaust-drm", "A25.85", "", [
        ("conscript", "romanian|hungarian", 1), ("elite-vehicle", "romanian", -1), ("1945", "romanian", 1),
        ("any", "any", 0)]),
    ("atmm-drm", "A25.87", "", [("cx", 1), ("unarmoured", 1), ("hs", 1), ("first", 1), ("1943", 1)])])
def test_cells_of_nations(id: str, rule: str, dice: str, rows: Rows) -> None:
    assert cells_of(id) == (rule, dice, rows)


@pytest.mark.parametrize(("id", "parts"), [
    ("nkvd-leader-drm", "against an AFV|odds below 1:1|creates him is fanatic|creates him was broken"),
    ("tank-flip-drm", (
        "ambush|squad-equivalent above the least|each hero|immobile vehicle|CX|on wire|"
        "half squad or crew beside|each squad beside|in Motion or has not stopped")),
    ("panzerfaust-drm", "conscripts|elite Romanians against an AFV|Romanians in 1945|nothing more"),
    ("atmm-drm", "CX|unarmoured vehicle|half squad|first line|year 1943")])
def test_cases_of_modifiers_in_words(id: str, parts: str) -> None:
    told = zip(parts.split("|"), words_of(id), strict=True)
    assert [words for part, words in told if part not in words] == []
