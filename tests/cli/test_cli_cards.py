"""Cards on the command line: listed, checked, and refused where they are not meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cards import TEXT, replaced
from printed_text import printed_text

from visegrad_editor.cli.main import main

NAMES = ["lantern-hill", "silk-and-chalk", "wet-harvest"]


SAMPLE_OF_GLIDERS = "silk-and-chalk"


def run(*words: str) -> int:
    return main(list(words))


def test_the_cards_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    cards = capsys.readouterr().out.partition("\ncards\n")[2]
    assert [line.split()[0] for line in cards.splitlines()] == NAMES
    assert run("list", "--json") == 0
    listed = json.loads(capsys.readouterr().out)
    assert [e["name"] for e in listed if e["kind"] == "card"] == NAMES


@pytest.mark.parametrize("name", ["lantern-hill", "cards/wet-harvest", "silk-and-chalk"])
def test_the_samples_have_no_error(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("validate", name) == 0
    out = capsys.readouterr().out
    assert f"{name}: card has no error (" in out
    assert "checks passed, " in out
    needed = "not checkable here: K42 (E8.1): `portage_pp` of German LMG\n"
    assert (needed in out) == (name == SAMPLE_OF_GLIDERS)
    assert not any(word in out.lower() for word in ("complete", "legal", "all rules"))


def test_problems_of_a_card_are_told_with_their_lines(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(replaced(("902M4", "902M44")), "utf-8")
    assert run("validate", str(path)) == 1
    out = capsys.readouterr().out
    assert f"{path}:24: error: 902M44 does not exist" in out
    assert f"{path}: card has errors (1 error); " in out
    assert "not checkable here: K76-met (A26.2): 902M44 does not exist" in out
    assert run("validate", "--json", str(path), "lantern-hill") == 1
    report = json.loads(capsys.readouterr().out)
    assert [(f["kind"], f["good"], len(f["problems"])) for f in report["files"]] == [
        ("card", False, 1), ("card", True, 3)]
    made = report["files"][1]["checks"]
    assert "K01" in made["passed"]
    assert "K42" in made["not_concerned"]
    assert made["not_checkable"] == []
    path.write_text(TEXT.replace("turns: ", "turn: "), "utf-8")
    assert run("validate", str(path)) == 2
    assert "Unknown key `turn`" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "message"), [
    (("validate", "--fix", "9", "lantern-hill"), "none of its problems has one"),
    (("validate", "--checks", "{card}", "twinland"), "--checks is for cards only"),
    (("validate", "--since", "HEAD", "lantern-hill"), "--since is for variants"),
    (("run", "{card}"), "This is a card."),
    (("stats", "lantern-hill"), "This is a card."),
])
def test_other_commands_say_that_it_is_a_card(
        words: tuple[str, ...], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT, "utf-8")
    assert run(*(str(path) if w == "{card}" else w for w in words)) == 2
    assert message in capsys.readouterr().err


def test_a_card_is_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card", "lantern-hill"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:3] == ["Lantern Hill", "  A made-up village, 9 October 1943.",
                        "  The German side sets up first. The Russian side moves first."]
    assert "  The German side wins if the Russian side does not." in said
    at = said.index("Russian side, attacker")
    assert said[at + 1:at + 3] == ["  Experience level 3, sniper number 2.",
                                   "  Raid (Russian side) arrives on turn 1 in column A."]
    assert "Special rules" in said[at:]
    assert main(["card", "lantern-hill", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    lines = [line for part in told["paragraphs"] for line in (part["heading"], *part["sentences"])]
    assert lines == [line.strip() for line in said]


@pytest.mark.parametrize(("text", "why"), [
    ("format: 2\nkind: scenario\nname: war\n", "card"), ("a: [", "line 2"), (None, "neither a file")])
def test_what_is_no_card_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, why: str
) -> None:
    path = tmp_path / "one.yaml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert main(["card", str(path)]) == 2
    told = capsys.readouterr()
    assert why in told.out + told.err
    assert "cannot be read as a card" in told.err


def test_a_card_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "hill.pdf"
    assert run("export", "lantern-hill", "-o", str(out), "--paper", "Letter") == 0
    assert capsys.readouterr().out == f"Written: {out}\n"
    assert printed_text(out.read_bytes()).startswith("SQUAD-LEVEL CARD Lantern Hill")
    assert run("export", "lantern-hill", "-o", str(out)) == 2
    assert "exists already" in capsys.readouterr().err
    before = out.read_bytes()
    assert run("export", "lantern-hill", "-o", str(out), "--force", "--what", "card") == 0
    assert out.read_bytes() != before


@pytest.mark.parametrize(("words", "message"), [
    (("-o", "card.png"), '".png" is no format of a card; a card is written as .pdf, or in words as .txt.'),
    (("-o", "card"), '"card" has no extension to choose the format by; a card is written as .pdf, or '
     'in words as .txt.'),
    (("-o", "card.pdf", "--what", "map"), 'A card has no "map"; it can be exported as card'),
    (("-o", "card.pdf", "--paper", "A3"), "laid out for A4 or Letter; A3 is for maps."),
    (("-o", "card.pdf", "--style", "low-ink"), "--style has no effect on the sheet of the card."),
    (("-o", "card.pdf", "--turn", "90"), "--turn has no effect"),
    (("-o", "card.pdf", "--whole-map"), "--whole-map has no effect"),
])
def test_what_a_card_cannot_be_exported_as(
        words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("export", "lantern-hill", *words) == 2
    assert message in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(("change", "code", "message"), [
    (("turns: ", "turn: "), 2, "cannot be read as a card:"),
    (("902M4", "902M44"), 0, "902M44 does not exist"),
    (("at: [0, 1], turned: 180", "columns: AB"), 2, "The boards of the card cannot be drawn."),
])
def test_errors_of_a_card_are_told_when_it_is_exported(
        change: tuple[str, str], code: int, message: str, tmp_path: Path,
        capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "mine.yaml", tmp_path / "mine.pdf"
    path.write_text(replaced(change), "utf-8")
    assert run("export", str(path), "-o", str(out)) == code
    assert message in capsys.readouterr().err
    assert out.exists() == (code == 0)


HOUSE = """\
format: 1
kind: checks
checks:
  - {id: house-1, severity: error, each: side, when: side.san > 3, rule: House 1, at: san,
     says: "A sniper number above 3.", fix: {set: san, to: "3"}}
"""


def test_checks_of_ones_own_and_their_fixes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card, house, new = tmp_path / "mine.yaml", tmp_path / "house.yaml", tmp_path / "new.yaml"
    card.write_text(TEXT, "utf-8")
    house.write_text(HOUSE, "utf-8")
    assert run("validate", str(card), "--checks", str(house)) == 1
    assert f"{card}:11: error: A sniper number above 3. [House 1]" in capsys.readouterr().out
    assert run("validate", "--fix", str(card), "--checks", str(house)) == 1
    assert "possible: Set san (--fix 1)" in capsys.readouterr().out
    assert run("validate", "--fix", "house-1", str(card), "--checks", str(house), "-o", str(new)) == 0
    assert "fixed: Set san" in capsys.readouterr().out
    assert new.read_text("utf-8") == TEXT.replace("san: 4", "san: 3")
    house.write_text(HOUSE.replace("side.san", "side.sn"), "utf-8")
    assert run("validate", str(card), "--checks", str(house)) == 1
    assert f"{house}:4: error: The check house-1: `when`, at letter 1: There is no key `sn`" in (
        capsys.readouterr().out)
    assert run("validate", str(card), "--checks", str(tmp_path / "no.yaml")) == 1
    assert "no.yaml" in capsys.readouterr().out


def test_the_checks_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("checks") == 0
    out = capsys.readouterr().out
    assert "K36  warn  [E7.2]\n    Air support that may well not come before the game ends.\n" in out
    assert run("checks", "--json") == 0
    listed = json.loads(capsys.readouterr().out)["checks"]
    assert {c["id"].partition("-")[0] for c in listed} == {f"K{n:02}" for n in range(1, 81)}
    house = tmp_path / "house.yaml"
    house.write_text(HOUSE, "utf-8")
    assert run("checks", str(house)) == 0
    assert capsys.readouterr().out == "house-1  error  [House 1]\n    A sniper number above 3.\n"
    house.write_text(HOUSE.replace("when", "wen"), "utf-8")
    assert run("checks", str(house)) == 1
    assert "Unknown key `wen`" in capsys.readouterr().out
