"""Games that look for faults of the rules: the samples have none, and deliberate faults are found."""

from __future__ import annotations

import json
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from broken_games import BROKEN, Break, change_game, crash

from visegrad_editor.cli.main import main
from visegrad_editor.engine.record import read_record, replay
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest.faults import THOROUGH, GameReport, Limits, Rates
from visegrad_editor.playtest.fuzz import Campaign, fuzz, fuzz_game, fuzz_record


@cache
def design(name: str = "first-steps") -> Design:
    loaded = load(name)
    assert loaded.design is not None
    return loaded.design


@pytest.mark.slow
@pytest.mark.parametrize("name", ["historical", "free-setup"])
def test_nothing_is_wrong_with_the_large_scenarios(name: str) -> None:
    campaign = fuzz(design(name), 3, 40)
    assert not campaign.findings
    assert campaign.games == 3
    assert sum(campaign.outcomes.values()) == 3
    assert campaign.rules["11.0"]
    assert campaign.refused["9.2"]


def test_a_draw_is_among_the_winners() -> None:
    campaign = Campaign()
    campaign.add(GameReport(1, ended=True, winner="", rule="7.0"))
    campaign.add(GameReport(2, ended=True, winner="blue", rule="7.0"))
    campaign.add(GameReport(3))
    assert campaign.as_dict()["outcomes"] == {"blue 7.0": 1, "draw 7.0": 1}


def test_nothing_is_wrong_with_the_small_scenario() -> None:
    campaign = fuzz(design(), 20, 40)
    assert not campaign.findings
    thorough = fuzz_game(design(), 3, rates=THOROUGH, limits=Limits(40))
    assert thorough.finding is not None
    assert thorough.finding.kind == "endless"


def test_a_set_up_group_without_a_rule_number_needs_none(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        'format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: hollen\nturns: 1\n'
        'set_up_groups: [{id: van, name: Van, where: {hexes: ["0305", "0404", "0408"]}}]\n'
        'change:\n  - {unit: blue/1st Foot, setup: {group: van}}\n'
        '  - {unit: blue/2nd Foot, setup: {group: van}}\n',
        encoding="utf-8")
    loaded = load(path)
    assert loaded.design is not None
    campaign = fuzz(loaded.design, 12, 40)
    assert not campaign.findings
    assert campaign.refused[""], "some set-ups were refused, without a rule"


def test_the_same_seed_is_the_same_game() -> None:
    one, other = fuzz_game(design(), 5), fuzz_game(design(), 5)
    assert one == other
    assert one.verbs != fuzz_game(design(), 6).verbs


def test_several_processes_find_what_one_finds() -> None:
    alone = fuzz(design(), 4, 7)
    assert fuzz(design(), 4, 7, "first-steps", jobs=2) == alone


def test_a_campaign_can_be_stopped() -> None:
    seen: list[tuple[int, int, int]] = []
    campaign = fuzz(design(), 9, progress=lambda *now: bool(seen.append(now)) or len(seen) < 2)
    assert campaign.games == 2
    assert seen == [(1, 9, 0), (2, 9, 0)]


# -- faults put in on purpose ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spoil", "rates", "kind", "message"), BROKEN, ids=lambda v: getattr(v, "__name__", ""))
def test_a_fault_is_found(
    spoil: Break, rates: Rates, kind: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(monkeypatch)
    campaign = fuzz(design(), 40, rates=rates, limits=Limits(orders=1500), progress=lambda d, n, f: not f)
    assert campaign.findings, "the fault was not found"
    finding = campaign.findings[0]
    assert finding.kind == kind
    assert any(word in f"{finding.message} {finding.rule}" for word in message.split("|"))


def test_an_endless_order_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def sleep(w: Any) -> None:
        while True:
            time.sleep(0.01)

    change_game(monkeypatch, sleep)
    finding = fuzz_game(design(), 1, limits=Limits(seconds=0.2)).finding
    assert finding is not None
    assert finding.kind == "hang"


# -- the command -------------------------------------------------------------------------------------


def fuzz_command(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = main(["fuzz", *map(str, words)])
    message = capsys.readouterr()
    return code, message.out, message.err


def test_the_command_on_a_good_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = fuzz_command(capsys, "first-steps", "--games", "2", "--seed", "8", "--jobs", "1")
    assert code == 0
    assert "2 games of random play" in out
    assert "no faults" in out
    code, out, _ = fuzz_command(capsys, "first-steps", "--games", "2", "--jobs", "1", "--json")
    data = json.loads(out)
    assert (code, data["games"], data["findings"]) == (0, 2, [])
    assert data["orders_given"]["move"] > 10
    assert list(data["rules_in_events"])[-1] == "14.0"


def test_the_command_leads_back_to_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    crash(monkeypatch)
    code, out, _ = fuzz_command(
        capsys, "first-steps", "--games", "3", "--seed", "4", "--jobs", "1", "-o", tmp_path)
    assert code == 1
    assert "ZeroDivisionError" in out
    assert "again: visegrad-editor fuzz first-steps --games 1 --seed 4" in out
    files = sorted(tmp_path.glob("seed-*.yaml"))
    assert files
    assert files[0].read_text(encoding="utf-8").startswith("# crash: ZeroDivisionError")
    record = read_record(files[0])
    with pytest.raises(ZeroDivisionError):
        replay(design(), record)
    assert fuzz_record(design(), record).finding is not None
    code, out, _ = fuzz_command(capsys, files[0])
    assert code == 1
    assert "ZeroDivisionError" in out
    monkeypatch.undo()
    code, out, _ = fuzz_command(capsys, files[0], "--json")
    assert code == 0
    assert json.loads(out)["orders"] == len(record.orders)


def test_games_with_other_options_and_the_way_back_to_their_faults(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    # Each process loads the scenario itself, with the options.
    words = ["first-steps", "--games", "2", "--seed", "4", "--max-orders", "300"]
    chosen = ["--option", "ukraine=leave"]
    code, out, _ = fuzz_command(capsys, *words, "--jobs", "2", *chosen, "--json")
    data = json.loads(out)
    assert data["options"] == {"ukraine": "leave"}
    code, out, _ = fuzz_command(capsys, *words, "--jobs", "1", *chosen, "--json")
    assert json.loads(out) == data
    code, out, _ = fuzz_command(capsys, *words, "--jobs", "1", "--json")
    assert json.loads(out)["orders_given"] != data["orders_given"], "Ukrainian units take part"
    crash(monkeypatch)
    code, out, _ = fuzz_command(capsys, *words, "--jobs", "1", *chosen, "-o", tmp_path)
    assert code == 1
    assert "again: visegrad-editor fuzz first-steps --games 1 --option ukraine=leave --max-orders 300" in out
    files = sorted(tmp_path.glob("seed-*.yaml"))
    assert files
    assert read_record(files[0]).options == (("ukraine", "leave"),)
    code, out, _ = fuzz_command(capsys, files[0])
    assert code == 1
    assert "ZeroDivisionError" in out
    code, _, err = fuzz_command(capsys, files[0], *chosen)
    assert code == 2
    assert "A game file has its own options" in err


def test_a_game_file_with_an_illegal_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(
        "format: 1\nkind: game\nscenario: first-steps\norders: [allocate table 0 track 3, pass]\n",
        encoding="utf-8")
    code, out, _ = fuzz_command(capsys, path)
    assert code == 1
    assert "refused" in out
    assert "5.1" in out


@pytest.mark.parametrize("words", [
    ["nosuch"], ["visegrad4"], ["first-steps", "--option", "ukraine=war"],
    ["first-steps", "--games", "0"], ["first-steps", "--jobs", "0"]])
def test_wrong_calls(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = fuzz_command(capsys, *words)
    assert code == 2
    assert err.startswith("visegrad-editor: ")


def test_a_file_with_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("format: 1\nkind: game\nsede: 3\n", encoding="utf-8")
    code, _, err = fuzz_command(capsys, path)
    assert code == 2
    assert "seed" in err
