"""`visegrad-editor diff`: two files, a file and its base, versions in git."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from visegrad_editor.cli.main import main

VARIANT = """\
format: 2
kind: scenario
name: mine
title: Mine
extends: historical
change:
  - {unit: poland/2nd Mechanized, setup: "2118"}
remove: [poland/12th Mechanized]
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.yaml"
    path.write_text(VARIANT, encoding="utf-8")
    return path


def test_a_variant_differs_from_its_base_in_sentences(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", mine.name, "--base"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "From the base of mine.yaml to mine.yaml:"
    units = lines[lines.index("Units") + 1:]
    assert units == ["  - 12th Mechanized is removed.",
                     "  > Polish 2nd Mechanized moves from 1823 to 2118."]
    # That it has another name and another title than its base is no news.
    assert lines[1] == "Units"
    assert main(["diff", "historical", mine.name]) == 1
    both = capsys.readouterr().out.splitlines()
    assert both[1:] == ["Scenario", "  ~ Name of the file is mine, not historical.",
                        '  ~ Title is Mine, not "The Coming War".',
                        "  ~ Base scenario is historical, and was not set.", *lines[1:]]


def test_the_report_as_json_and_equal_files(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "historical", mine.name, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["equal"] is False
    (moved,) = [d for d in report["differences"] if d["kind"] == "moved"]
    assert moved == {
        "kind": "moved", "document": "scenario", "group": "Units", "section": "units", "what": "unit",
        "key": "poland/2nd Mechanized", "name": "Polish 2nd Mechanized", "field": "setup",
        "before": "set up in 1823",
        "after": "set up in 2118", "was": ["1823"], "hexes": ["2118"],
        "text": "Polish 2nd Mechanized moves from 1823 to 2118."}
    assert main(["diff", mine.name, mine.name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "before": "mine.yaml", "after": "mine.yaml", "equal": True, "differences": [], "errors": []}
    assert main(["diff", mine.name, mine.name]) == 0
    assert capsys.readouterr().out == "Nothing differs between mine.yaml and mine.yaml.\n"


def test_what_cannot_be_read_is_told_and_never_equal(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = mine.with_name("other.yaml")
    other.write_text(VARIANT.replace("setup: ", "name: X, setup: "), encoding="utf-8")
    assert main(["diff", mine.name, other.name]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Nothing that could be read differs between mine.yaml and other.yaml."
    assert lines[1] == "Not compared, because of 1 error:"
    assert lines[2].startswith("  other.yaml:7: error: Unknown key `name` in change")
    assert main(["diff", other.name, "--base"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "  - 12th Mechanized is removed." in lines
    assert "Not compared, because of 1 error:" in lines
    assert main(["diff", other.name, mine.name, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["equal"], report["differences"]) == (False, [])
    assert [(e["file"], e["line"], e["code"]) for e in report["errors"]] == [("other.yaml", 7, "unknown-key")]


def test_rulesets_and_maps_are_compared_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "rulesets/hollen", "rulesets/karn"]) == 1
    assert "Terrain of the ruleset" in capsys.readouterr().out.splitlines()
    assert main(["diff", "maps/hollen", "maps/hollen"]) == 0


@pytest.mark.parametrize(("words", "expected"), [
    (["historical"], "Name two files, or one with --base"),
    (["historical", "free-setup", "--base"], "Name two files, or one with --base"),
    (["historical", "maps/gsofg"], "historical is a scenario, and maps/gsofg is a map"),
    (["nosuch", "historical"], "nosuch"),
    (["gsofg", "--base"], "is not a variant"),
    (["HEAD:mine.yaml", "historical"], "is in no repository of git"),
    (["git:HEAD", "historical"], "Write REVISION:PATH"),
])
def test_wrong_calls_end_with_2_and_a_sentence(
    words: list[str], expected: str, mine: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(mine.parent.parent))
    assert main(["diff", *words]) == 2
    assert expected in capsys.readouterr().err


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), "-c", "user.name=A", "-c", "user.email=a@example.org", *words],
                   check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_versions_in_git(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sub = mine.parent / "wars"
    sub.mkdir()
    path = sub / "war.yaml"
    (sub / "base.yaml").write_text(VARIANT.replace("name: mine", "name: base"), encoding="utf-8")
    path.write_text(
        "format: 2\nkind: scenario\nname: war\ntitle: War\nextends: base.yaml\n", encoding="utf-8")
    git(mine.parent, "init", "-q")
    git(mine.parent, "add", ".")
    git(mine.parent, "commit", "-qm", "first")
    path.write_text(path.read_text(encoding="utf-8") + "turns: 8\n", encoding="utf-8")
    (sub / "base.yaml").unlink()
    (sub / "base.yaml").write_text(VARIANT.replace("2118", "2119"), encoding="utf-8")
    expected = ["Scenario", "  ~ Turns are 8, not 10.", "Units",
                "  > Polish 2nd Mechanized moves from 2118 to 2119."]
    for before in ("HEAD:wars/war.yaml", "git:HEAD:wars/war.yaml"):
        assert main(["diff", before, "wars/war.yaml"]) == 1
        assert capsys.readouterr().out.splitlines()[1:] == expected
    assert main(["diff", "wars/war.yaml", "git:HEAD"]) == 1
    assert "  ~ Turns are 10, not 8." in capsys.readouterr().out.splitlines()
    # The version may come first, too.
    assert main(["diff", "git:HEAD", "wars/war.yaml"]) == 1
    assert capsys.readouterr().out.splitlines()[1:] == expected
    assert main(["diff", "HEAD~7:wars/war.yaml", "wars/war.yaml"]) == 2
    assert 'Git knows no version "HEAD~7" here.' in capsys.readouterr().err
    assert main(["diff", "HEAD:wars/other.yaml", "wars/war.yaml"]) == 2
    assert 'no file "wars/other.yaml" in the version "HEAD"' in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_validate_tells_what_changed_in_the_base_since_a_version(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = mine.parent / "war.yaml"
    path.write_text("format: 2\nkind: scenario\nname: war\ntitle: War\nextends: mine.yaml\nchange:\n"
                    '  - {unit: poland/2nd Mechanized, setup: "2017"}\n', encoding="utf-8")
    git(mine.parent, "init", "-q")
    git(mine.parent, "add", ".")
    git(mine.parent, "commit", "-qm", "first")
    assert main(["validate", "war.yaml", "--since", "HEAD"]) == 0
    assert "In the base now" not in capsys.readouterr().out
    mine.write_text(VARIANT.replace("2118", "2119"), encoding="utf-8")
    assert main(["validate", "war.yaml", "--since", "HEAD"]) == 0
    [line] = [x for x in capsys.readouterr().out.splitlines() if "In the base now" in x]
    assert line.startswith(
        "war.yaml:7: note: In the base now: Polish 2nd Mechanized moves from 2118 to 2119.")
    assert main(["validate", "war.yaml", "--since", "HEAD~7"]) == 2
    assert main(["validate", "historical", "--since", "HEAD"]) == 2


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize(("kind", "mine", "base", "changed", "told"), [
    ("ruleset", "terrain: [{id: mountain, cost: 5}]", "terrain: [{id: mountain, cost: 4}]", ("4", "6"),
     "Mountain costs 6, not 4"),
    ("map", "places: [{hex: '1718', name: Mine}]", "places: [{hex: '1718', name: Base}]", ("Base", "Other"),
     "Other"),
])
def test_since_works_for_rulesets_and_maps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    kind: str, mine: str, base: str, changed: tuple[str, str], told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    head = f"format: 2\nkind: {kind}\n"
    (tmp_path / "base.yaml").write_text(f"{head}name: base\nextends: visegrad4\n{base}\n", "utf-8")
    (tmp_path / "mine.yaml").write_text(f"{head}name: mine\nextends: base.yaml\n{mine}\n", "utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    assert main(["validate", "mine.yaml", "--since", "HEAD"]) == 0
    assert "In the base now" not in capsys.readouterr().out
    (tmp_path / "base.yaml").write_text(
        f"{head}name: base\nextends: visegrad4\n{base.replace(*changed)}\n", "utf-8")
    assert main(["validate", "mine.yaml", "--since", "HEAD"]) == 0
    [line] = [x for x in capsys.readouterr().out.splitlines() if "In the base now" in x]
    assert line.startswith("mine.yaml:5: note: ")
    assert told in line


def test_without_git_the_message_says_so(
    mine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["diff", "HEAD:mine.yaml", "mine.yaml"]) == 2
    assert "the program git, which is not installed" in capsys.readouterr().err


def test_the_report_as_json_is_complete(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hexes = " ".join(f"17{n:02}" for n in range(10, 27))
    mine.write_text(f"""\
format: 2
kind: map
name: mine
title: Mine
extends: visegrad4
change:
  terrain: {{forest: {hexes}}}
areas:
  - {{id: all, name: All, hexes: {hexes}}}
hexsides:
  - {{kind: river, name: New, sides: {" ".join(f"17{n}/17{n + 1}" for n in range(10, 26))}}}
notes: "{'x y ' * 200}"
""", encoding="utf-8")
    assert main(["diff", "maps/visegrad4", mine.name, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["differences"]
    [forest] = [d for d in found if d["section"] == "terrain"]
    assert set(forest["each"]) == set(forest["hexes"])
    assert set(forest["hexes"]) <= set(hexes.split())
    assert len(forest["hexes"]) > 8
    [river] = [d for d in found if d["section"] == "lines"]
    assert river["after"].count("/") > 12
    [notes] = [d for d in found if d["section"] == "notes"]
    assert len(notes["after"]) > 700
    [area] = [d for d in found if d["section"] == "areas"]
    assert all(number in area["after"] for number in hexes.split())


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_renamed_file_a_detached_head_and_an_empty_repository(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = mine.parent
    git(folder, "init", "-q")
    assert main(["diff", "mine.yaml", "git:HEAD"]) == 2
    assert 'Git knows no version "HEAD" here.' in capsys.readouterr().err
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    git(folder, "mv", "mine.yaml", "yours.yaml")
    yours = folder / "yours.yaml"
    for commit in (False, True):
        yours.write_text(VARIANT.replace("2118", "2119"), encoding="utf-8")
        assert main(["diff", "git:HEAD~1" if commit else "git:HEAD", "yours.yaml"]) == 1
        assert "moves from 2118 to 2119" in capsys.readouterr().out
        yours.write_text(VARIANT, encoding="utf-8")
        if not commit:
            git(folder, "commit", "-qm", "second")
    git(folder, "checkout", "-q", "--detach", "HEAD~1")
    assert main(["diff", "git:HEAD", "mine.yaml"]) == 0
    (folder / "new.yaml").write_text("format: 2\nkind: scenario\nname: new\nextends: gsofg\n", "utf-8")
    assert main(["diff", "git:HEAD", "new.yaml"]) == 2
    assert "write HEAD:OLD-NAME" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_nothing_that_a_repository_names_is_run(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, mark = mine.parent, mine.parent / "it-was-run"
    git(folder, "init", "-q")
    program = folder / "program.sh"
    program.write_text(f"#!/bin/sh\ntouch '{mark}'\ncat\n", encoding="utf-8")
    program.chmod(0o755)
    (folder / ".gitattributes").write_text("*.yaml filter=own diff=own\n", encoding="utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    git(folder, "mv", "mine.yaml", "yours.yaml")
    for key in ("core.fsmonitor", "core.pager", "diff.own.textconv", "diff.external", "filter.own.smudge",
                "filter.own.clean", "core.sshCommand", "core.editor", "uploadpack.packObjectsHook"):
        git(folder, "config", key, str(program))
    mark.unlink(missing_ok=True)
    assert main(["diff", "git:HEAD", "yours.yaml"]) == 0
    assert main(["validate", "yours.yaml", "--since", "HEAD"]) == 0
    capsys.readouterr()
    assert not mark.exists()


def test_a_game_of_a_variant_says_that_its_base_may_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    head = "format: 2\nkind: scenario\n"
    (tmp_path / "base.yaml").write_text(f"{head}name: base\ntitle: Base\nextends: hollen\n", "utf-8")
    (tmp_path / "mine.yaml").write_text(
        f"{head}name: mine\ntitle: Mine\nextends: base.yaml\nturns: 3\n", "utf-8")
    assert main(["run", "mine.yaml", "--seed", "3", "-o", "game.yaml"]) == 0
    assert main(["replay", "game.yaml"]) == 0
    (tmp_path / "base.yaml").write_text(
        f"{head}name: base\ntitle: Base\nextends: hollen\nremove: [blue/1st Foot]\n", "utf-8")
    capsys.readouterr()
    assert main(["replay", "game.yaml"]) != 0
    assert '"./mine.yaml", its base base.yaml, its map or its ruleset has changed since' in (
        capsys.readouterr().err)


def told_of_base(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, base: str = "velna"
) -> list[str]:
    """The lines of the report on a variant of a sample, without its first."""
    path = tmp_path / "own.yaml"
    head = f"format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: {base}\n"
    path.write_text(f"{head}{text}", encoding="utf-8")
    assert main(["diff", str(path), "--base"]) == 1
    return capsys.readouterr().out.splitlines()[1:]


@pytest.mark.parametrize(("setup", "told"), [
    ('setup: "1305"', ""),
    ('setup: {hexes: ["1304", "1305"]}, position: "1305"', ", now with a choice of any of 1304 or 1305"),
    ('setup: {hexes: ["1305"], marks: [out-of-supply], turns_out: 2}',
     ", now marked out of supply, out of supply for 2 turns"),
    ('setup: {group: bank}, position: "1305"',
     ", now in the set-up group Far bank, with a choice of any of 1304, 1305 or 1306")])
def test_a_unit_that_stands_elsewhere_under_other_terms_is_told_with_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], setup: str, told: str
) -> None:
    group = 'set_up_groups: [{id: bank, name: Far bank, where: {hexes: ["1304", "1305", "1306"]}}]\n'
    lines = told_of_base(tmp_path, capsys, f"{group}change:\n  - {{unit: east/2nd Tank, {setup}}}\n")
    assert f"  > 2nd Tank moves from 1207 to 1305{told}." in lines


def test_a_choice_that_is_taken_away_is_told_with_the_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told_of_base(tmp_path, capsys,
                 'change: [{unit: east/2nd Tank, setup: {hexes: ["1304", "1305"]}, position: "1305"}]\n')
    assert main(["diff", str(tmp_path / "own.yaml"), "velna"]) == 1
    assert ("  > 2nd Tank moves from 1305 to 1207, no longer with a choice of any of 1304 or 1305."
            in capsys.readouterr().out.splitlines())


SPOKEN = """\
hidden_set_up: [allied]
set_up_order: [russian, allied]
start: {turn: 2}
prototypes:
  - {id: conscripts, name: Conscripts, type: infantry, values: [3-3, 2-2]}
set_up_groups:
  - {id: a, name: A, where: {hexes: ["2017", "1718"]}, alone: true,
     limits: [{at_most: 1, where: {hexes: ["2017"]}}]}
entries: [{id: south, name: South Way, where: {edge: south}, stops: true}]
replacements: [{turn: 3, side: allied, steps: 4}]
schedule: [{id: us-entry, never: true}]
change:
  - {unit: poland/1st Armored, withdrawal: {turn: 2}}
  - {unit: poland/12th Mechanized, release: {turn: 2, enemy_within: 3}}
  - {unit: poland/2nd Mechanized, prototype: conscripts}
victory:
  conditions: [{winner: russian, when: {control: {side: russian, hexes: {hexes: ["2017"]}}}, judged: at-once}]
  otherwise: allied
problems: [{code: dead-data, severity: silent, reason: It is meant so.}]
"""


def test_each_key_of_a_scenario_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.strip() for line in told_of_base(tmp_path, capsys, SPOKEN, "free-setup")]
    assert "Set-up groups" in lines
    assert [line for line in lines if line[:2] in ("~ ", "+ ")] == [
        "~ Order of set-up is Russian side and Allied side (V4), and was not set.",
        "~ Hidden set-up is Allied side (V4), and was not set.",
        "~ Start is the beginning of turn 2, and was not set.",
        "~ Victory is this scenario's own, not the ruleset's: The Russian side wins at once if hex 2017 is "
        "controlled by the Russian side. Otherwise the Allied side (V4) wins.",
        "+ Problem `dead-data` is added: is not told, because: It is meant so.",
        "+ Set-up group A is added: any of 2017 Warsaw or 1718 Kondratki, none with another unit of its "
        "nationality, at most 1 in 2017 Warsaw.",
        "+ Replacement of turn 3, Allied side (V4) is added: 4 steps.",
        "+ The event US entry never happens, in place of what the rules say.",
        "+ Entry South Way is added: any hex on the south edge of the map, units stop there.",
        "+ Prototype Conscripts is added: Infantry, 3-3 and reduced 2-2.",
        "~ Polish 2nd Mechanized: prototype is Conscripts, and was not set.",
        "~ 12th Mechanized moves from turn 2 on, or once an enemy is within 3 hexes.",
        "~ Polish 1st Armored leaves on turn 2."]


def test_conditions_of_entries_name_events_and_entries(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = told_of_base(tmp_path, capsys, """\
schedule: [{id: relief, name: Relief column, turn: 2}]
entries:
  - {id: west-road, needs: {happened: relief}, else: [north]}
  - {id: north, name: The northern track, where: {hexes: ["0101"]}}
victory:
  conditions: [{winner: blue, when: {happened: relief}}]
""", "hollen")
    told = "\n".join(lines)
    assert "West road: else is The northern track, and was not set." in told
    assert "West road: needs is the event Relief column has happened, and was not set." in told
    assert "if the event Relief column has happened" in told


def test_goals_and_lines_that_differ_are_told_with_what_they_were(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told_of_base(tmp_path, capsys, SPOKEN, "free-setup")
    other = (tmp_path / "own.yaml").read_text(encoding="utf-8")
    for before, after in (
            ('["2017"]}}}, judged', '["1718"]}}}, judged'), ("never: true", "turn: 3"),
            ("steps: 4", "steps: 1"),
            ("withdrawal: {turn: 2}", "withdrawal: {turn: 3}"), (", release: {turn: 2, enemy_within: 3}", ""),
            ("severity: silent", "severity: note")):
        assert before in other
        other = other.replace(before, after)
    (tmp_path / "other.yaml").write_text(
        other.replace("  - {unit: poland/12th Mechanized}\n", ""), encoding="utf-8")
    assert main(["diff", "own.yaml", "other.yaml"]) == 1
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if line[:2] in ("~ ", "+ ", "- ")] == [
        '~ Victory: new: "The Russian side wins at once if hex 1718 is controlled by the Russian side." '
        'No longer: "The Russian side wins at once if hex 2017 is controlled by the Russian side."',
        "~ Problem `dead-data`: counts as note, because: It is meant so; before: is not told, "
        "because: It is meant so.",
        "~ Replacement of turn 3, Allied side (V4): 1 step; before: 4 steps.",
        "~ Event US entry: The event US entry happens at the beginning of turn 3; before: The event US "
        "entry never happens.",
        "~ 12th Mechanized may move at once; before: moves from turn 2 on, or once an enemy is within "
        "3 hexes.",
        "~ Polish 1st Armored leaves on turn 3; before: leaves on turn 2."]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize(("change", "told"), [
    ("remove: [poland/1st Armored]\n", "1st Armored is removed"),
    ("remove: [poland/1st Armored]\nunits:\n"
     "  - {name: 1st Guards, nationality: poland, type: armor, values: [6-4, 3-4], setup: \"1822\"}\n",
     '1st Armored is called "poland/1st Guards"')])
def test_since_tells_what_became_of_a_unit_that_the_base_has_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    change: str, told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    head = "format: 2\nkind: scenario\n"
    base = (f"{head}name: base\ntitle: Base\nextends: historical\n"
            'change: [{unit: poland/1st Armored, type: armor, values: [6-4, 3-4], setup: "1822"}]\n')
    (tmp_path / "base.yaml").write_text(base, "utf-8")
    (tmp_path / "mine.yaml").write_text(
        f"{head}name: mine\ntitle: Mine\nextends: base.yaml\nchange:\n"
        '  - {unit: poland/1st Armored, setup: "1823"}\n', "utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    (tmp_path / "base.yaml").write_text(
        f"{head}name: base\ntitle: Base\nextends: historical\n{change}", "utf-8")
    assert main(["validate", "mine.yaml", "--since", "HEAD"]) == 1
    [line] = [x for x in capsys.readouterr().out.splitlines() if "In the base now" in x]
    assert line.startswith("mine.yaml:7: note: ")
    assert told in line
    assert main(["diff", "mine.yaml", "--base"]) == 1
    assert ('The file says in `change` of "poland/1st Armored", which its base does not have: '
            "unit poland/1st Armored, setup 1823.") in capsys.readouterr().out


def test_a_position_a_date_and_one_goal_are_told_as_what_they_are(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.strip() for line in told_of_base(tmp_path, capsys, """\
schedule: [{id: italy-entry, turn: 4}]
victory:
  conditions:
    - winner: russian
      when: {at_least: 6, control: {side: russian, hexes: {features: [industrial]}}}
      judged: at-once
      rule: "4.1"
    - winner: allied
      when:
        at_least: 1
        ever_taken: {side: allied, hexes: {countries: [russia, belarus, ukraine], features: [capital]}}
      judged: at-once
      rule: "4.2"
    - winner: russian
      when: {less_than: {ever_taken: {side: russian, hexes: {features: [industrial]}}}, roll: 2d6}
      rule: "4.0"
  otherwise: allied
change: [{unit: russia/27th Motorized, position: "0703"}]
""", "free-setup")]
    told = [line for line in lines if line[:2] in ("~ ", "+ ", "> ") and "27th" in line]
    assert told == ["> 27th Motorized stands in 0703 Moscow, still with the choice to be set up anywhere in "
                    "Russia, Belarus or Ukraine."]
    assert ("+ The event Italian entry happens at the beginning of turn 4, in place of what the rules "
            "say.") in lines
    [goal] = [line for line in lines if "Victory" in line]
    own = "~ Victory is this scenario's own, not the ruleset's."
    assert goal == own + (
        ' New: "The Russian side wins at once if at least 6 of the industrial (shale gas) hexes are '
        'controlled by the Russian side."'
        ' No longer: "The Russian side wins at once if all industrial (shale gas) hexes in Poland have '
        'ever been taken by the Russian side."')
