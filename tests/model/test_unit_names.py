"""Unit names occur in orders and game files: what would not read back is refused, others are distinct."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from designs import make, play, unit
from small_design import small_design

from visegrad_editor.cli import run as run_command
from visegrad_editor.cli.main import main
from visegrad_editor.engine import IllegalOrderError, Order
from visegrad_editor.engine.record import RecordError
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.problems import Problem

R1 = unit("R1", "russia", "0306")


def named(*names: str):
    design = small_design()
    assert design.scenario is not None
    first, *rest = design.scenario.units
    units = (*(replace(first, name=n) for n in names), *rest)
    return replace(design, scenario=replace(design.scenario, units=units))


@pytest.mark.parametrize(("name", "told"), [
    ("1st, Armored", "comma"), ("1st\nArmored", "line break"), ("1st\rArmored", "line break"),
    ("1st\0", "NUL"), ("1st\tArmored", "tab"), ("1st\u202eArmored", "U+202E"), ("\ufeff1st", "U+FEFF"),
    ("1st\u2028Armored", "U+2028"), (" 1st", "blank"), ("1st ", "blank"), ("1st  # Armored", "two blanks"),
    ("1st\u00a0Armored", "unusual"),
])
def test_names_that_orders_cannot_contain_are_errors(name: str, told: str) -> None:
    problems = check_documents(named(name))
    assert [(p.severity, p.code, p.unit) for p in problems] == [("error", "unit-name", f"norland/{name}")]
    assert told in problems[0].message
    assert problems[0].message.endswith(".")
    assert not set("\n\r\0\u202e") & set(problems[0].message)


@pytest.mark.parametrize("name", [
    "King's Own", '"Rock"', "1/2 Foot", "10. Lovaszdandár", "# 7", "第1旅団", "a-b", "norland/x", "move"])
def test_other_names_are_valid_and_read_back(name: str) -> None:
    assert check_documents(named(name)) == ()
    game = play(make([R1, unit(name, "poland", "0103")]))
    order = Order("move", (f"poland/{name}",), ("0103", "0102"))
    assert game.parse(game.text(order)) == order


def test_names_that_differ_only_in_case_are_distinct() -> None:
    game = play(make([R1, unit("A", "poland", "0103"), unit("a", "poland", "0105")]))
    for name in "Aa":
        order = Order("move", (f"poland/{name}",), ("0103", "0102"))
        assert game.text(order) == f"move {name} 0103-0102"
        assert game.parse(game.text(order)) == order
        assert game.parse(f"move Polish {name} 0103-0102") == order
    game = play(make([R1, unit("AB", "poland", "0103"), unit("ab", "poland", "0105")]))
    with pytest.raises(IllegalOrderError, match="Write AB or ab"):
        game.parse("move Ab 0103-0102")


def test_a_name_that_is_another_units_full_name_gives_way_to_the_key() -> None:
    both = [unit("1st", "poland", "0103"), unit("1st", "hungary", "0801")]
    game = play(make([R1, *both, unit("Polish 1st", "hungary", "0802")]))
    for key in ("poland/1st", "hungary/1st", "hungary/Polish 1st"):
        order = Order("move", (key,), ("0103", "0102"))
        assert game.parse(game.text(order)) == order


def test_run_names_what_does_not_read_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    def broken(*_: object) -> None:
        raise RecordError(Problem("error", "illegal-order", "Order 1 means nothing."))

    monkeypatch.setattr(run_command, "replay", broken)
    assert main(["run", "first-steps", "--players", "random,random"]) == 1
    told = capsys.readouterr().err
    assert "Order 1 means nothing." in told
    assert "Traceback" not in told


def test_a_comma_in_a_unit_name_is_refused_before_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "comma.yaml"
    assert main(["new", "-o", str(file), "--from", "first-steps"]) == 0
    with file.open("a", encoding="utf-8") as end:
        end.write('units:\n  - {name: "1st, Own", '
                  'nationality: poland, type: infantry, strength: 4/2, hex: "2017"}\n')
    capsys.readouterr()
    for words in (["validate", str(file)], ["run", str(file)]):
        assert main(words) == 1
        out = capsys.readouterr()
        assert "comma" in out.out + out.err
