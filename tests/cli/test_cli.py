"""The command: what it prints and its exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from visegrad_editor.cli import open_window
from visegrad_editor.cli.main import COMMANDS, main


def run(*words: str | Path) -> int:
    return main([str(w) for w in words])


def test_bundled_scenarios_are_good(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("validate", "historical", "free-setup", "first-steps", "visegrad4") == 0
    assert capsys.readouterr().out.count("is good") == 4


def test_validate_reports_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("validate", "--json", "historical") == 0
    assert json.loads(capsys.readouterr().out)["files"][0]["good"] is True


def test_list_names_everything_bundled(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list", "--json") == 0
    listed = {(e["kind"], e["name"]) for e in json.loads(capsys.readouterr().out)}
    assert listed >= {
        ("ruleset", "visegrad4"), ("map", "visegrad4"), ("scenario", "historical"),
        ("scenario", "free-setup"), ("scenario", "first-steps")}
    assert run("list") == 0
    assert "historical" in capsys.readouterr().out


def test_new_writes_a_variant_that_is_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "My war.yaml"
    assert run("new", "-o", path, "--from", "free-setup") == 0
    assert "extends: free-setup" in path.read_text(encoding="utf-8")
    assert run("validate", path) == 0
    assert run("new", "-o", path, "--from", "free-setup") == 2
    assert "--force" in capsys.readouterr().err
    assert run("new", "-o", path, "--from", "free-setup", "--force") == 0
    assert run("new", "-o", tmp_path / "z.yaml") == 2
    assert "Name the scenario to start from with --from" in capsys.readouterr().err
    assert run("new", "-o", tmp_path / "x.txt") == 2
    assert run("new", "-o", tmp_path / "y.yaml", "--from", "visegrad4") == 2


def test_a_ruleset_alone_gets_the_checks_of_its_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "my-rules.yaml"
    rules.write_text(
        "format: 2\nkind: ruleset\nname: my-rules\ntitle: Mine\nextends: hollen\nevents:\n"
        "  - {id: fever, name: Fever, when: {happened: landing, turn: 2}, does: [{lose: both, steps: 1}]}\n",
        encoding="utf-8")
    assert run("validate", rules) == 1
    told = capsys.readouterr().out
    assert f"{rules}:6: error: `events/fever`: `lose` happens only in a fight" in told
    assert "No event" not in told, "a scenario may name it"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [
    ("validate", "first-steps"), ("list", "--json"), ("stats", "historical"), ("--help",), ("run", "--help")])
def test_a_report_that_cannot_be_written_gives_one_sentence(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-m", "visegrad_editor", *words], stdout=full,
                              stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr == "visegrad-editor: the output cannot be written: No space left on device.\n"


def test_ctrl_c_while_the_command_is_being_loaded_stops_it() -> None:
    """As later: in a sentence."""
    done = subprocess.run([sys.executable, "-c", (
        "import sys, types\n"
        "class Interrupted(types.ModuleType):\n"
        "    def __getattr__(self, name):\n"
        "        raise KeyboardInterrupt\n"
        "sys.modules['visegrad_editor.cli.main'] = Interrupted('main')\n"
        "from visegrad_editor.__main__ import run\n"
        "sys.exit(run())\n")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "visegrad-editor: stopped.\n")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are text there")
def test_a_file_name_that_is_no_text_is_refused(tmp_path: Path) -> None:
    for words in (["-o", b"bad\xff.yaml", "--size", "4x4"], ["-o", "x.yaml", "--on", b"bad\xff.yaml"]):
        done = subprocess.run([sys.executable, "-m", "visegrad_editor", "new", *words], cwd=tmp_path,
                              capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "bad?.yaml is not valid UTF-8" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("words", "message"), [
    (("new", "--map", "--from", ""), "--from has no value"),
    (("new", "--sheet", "--map", "--from="), "--from has no value"),
    (("new", "--from", ""), "--from has no value"),
    (("new", "--size", "9x9", "--ruleset", ""), "--ruleset has no value"),
    (("validate", ""), "The name is empty"),
    (("",), "The name is empty"),
])
def test_an_empty_value_is_refused(
    tmp_path: Path, words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = ("-o", tmp_path / "x.yaml") if words[0] == "new" else ()
    assert run(*words, *output) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_new_from_a_file_elsewhere_is_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "a" / "base.yaml"
    base.parent.mkdir()
    assert run("new", "--from", "historical", "-o", base) == 0
    other = tmp_path / "b" / "other.yaml"
    other.parent.mkdir()
    capsys.readouterr()
    assert run("new", "-o", other, "--from", base) == 0
    output = capsys.readouterr().out
    assert "a whole copy of" in output
    assert "so it cannot be extended" in output
    assert "extends" not in other.read_text(encoding="utf-8")
    assert run("validate", other) == 0


def test_the_same_seed_gives_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for _ in range(2):
        assert run("run", "first-steps", "--seed", "7", "--json") == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    outcome = json.loads(outputs[0])["outcome"]
    assert outcome["winner"] in ("russian", "allied")
    assert outcome["rule"].startswith("4.")
    assert run("run", "first-steps", "--seed", "8", "--json") == 0
    assert json.loads(capsys.readouterr().out)["events"] != json.loads(outputs[0])["events"]


def test_a_game_changed_by_hand_is_replayed_with_a_warning_that_names_the_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "g.yaml"
    assert run("run", "first-steps", "--seed", "1", "-o", game) == 0
    lines = game.read_text("utf-8").split("\n")
    assert run("replay", game, "--json") == 0
    message = capsys.readouterr()
    assert "changed" not in message.err
    assert "problems" not in json.loads(message.out[message.out.index("{"):])
    # The first move from turn 2 on that can be left out.
    turn = 0
    for at, line in enumerate(lines):
        if line.startswith("  # Turn "):
            turn = int(line.split()[2].rstrip(","))
        if line.startswith("  move ") and turn > 1:
            game.write_text("\n".join(lines[:at] + lines[at + 1:]), "utf-8")
            code = run("replay", game)
            message = capsys.readouterr()
            assert f"{game}:" in message.err
            assert (f"warning: Turn {turn} is the first part of this game that was changed by hand"
                    in message.err)
            if code == 0:
                break
            # What follows did not fit any more: then the warning says why, before the order that is refused.
            assert message.err.index("warning") < message.err.index("error")
    else:
        pytest.fail("no order could be left out")
    assert run("replay", game, "--json") == 0
    message = capsys.readouterr()
    assert json.loads(message.out)["problems"][0]["code"] == "changed-by-hand"
    assert run("odds", game, "--attack", "1718") in (0, 1, 2)
    assert "changed by hand" in capsys.readouterr().err


def test_the_seed_of_a_game_is_told_and_is_the_same_as_that_of_a_game_file_without_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "g.yaml"
    assert run("run", "first-steps", "-o", game) == 0
    assert "Seed of the dice: 0." in capsys.readouterr().out
    text = game.read_text("utf-8")
    assert "\nseed: 0\n" in text
    game.write_text(text.replace("seed: 0\n", ""), "utf-8")
    assert run("replay", game) == 0
    assert "changed by hand" not in capsys.readouterr().err
    assert run("run", "first-steps", "--seed", "12") == 0
    assert "Seed of the dice: 12." in capsys.readouterr().out


@pytest.mark.parametrize(("words", "option"), [
    (["run", "historical", "--seed", "abc"], "--seed"), (["replay", "g.yaml", "--to", "1.5"], "--to"),
    (["fuzz", "historical", "--games", "many"], "--games"),
    (["new", "-o", "a.yaml", "--on", "b.yaml", "--turns", "x" * 99], "--turns"),
])
def test_a_number_that_is_none_is_reported_with_an_example(
    words: list[str], option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(words)
    message = capsys.readouterr().err
    assert f'error: argument {option}: "{words[-1][:40]}' in message
    assert "is not a whole number; write for example 7" in message


@pytest.fixture
def changed_game(tmp_path: Path) -> Path:
    """A game of a scenario in which a unit that enters in turn 1 was put off to turn 2 afterwards."""
    scenario, game = tmp_path / "mine.yaml", tmp_path / "g.yaml"
    assert run("new", "-o", scenario, "--from", "first-steps") == 0
    assert run("run", scenario, "--seed", "3", "-o", game) == 0
    with scenario.open("a", encoding="utf-8") as file:
        file.write("change:\n  - {unit: russia/4th Armored, reinforcement: {turn: 2, entry: smolensk}}\n")
    return game


def test_a_game_of_a_changed_scenario_names_the_first_order_that_is_impossible(
    changed_game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = changed_game.read_text("utf-8").split("\n")
    at = next(i for i, line in enumerate(lines, 1) if line.startswith("  enter 4th Armored"))
    for words in (["replay", changed_game], ["odds", changed_game, "--attack", "1718"]):
        capsys.readouterr()
        assert run(*words) == 1
        message = capsys.readouterr().err
        assert f"{changed_game}:{at}: error: " in message
        assert "The first order that is no longer possible is in turn 1: order " in message
        assert "Add --anyway" in message


def test_a_game_of_a_changed_scenario_is_played_anyway_as_far_as_possible(
    changed_game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run("replay", changed_game, "--anyway") == 1
    shown = capsys.readouterr()
    assert "Turn 1, Russian movement: the game goes on. Nobody has won after " in shown.out
    assert " orders, and no more are given." in shown.out
    assert "warning: The scenario" in shown.err
    assert run("replay", changed_game, "--anyway", "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert [p["code"] for p in report["problems"]] == ["other-design", "illegal-order"]
    assert run("odds", changed_game, "--anyway", "--attack", "1718") == 2
    assert "No unit stands in 1718" in capsys.readouterr().err


def test_a_game_whose_orders_are_all_possible_is_played_anyway_to_its_end(
    changed_game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = changed_game.with_name("mine.yaml")
    text = scenario.read_text("utf-8").partition("change:")[0]
    scenario.write_text(f"{text}turns: 3\n", "utf-8")
    assert run("replay", changed_game) == 1
    capsys.readouterr()
    assert run("replay", changed_game, "--anyway") == 0
    shown = capsys.readouterr()
    assert "Winner: " in shown.out
    assert "orders are still possible" in shown.err


@pytest.mark.parametrize(("to", "expected"), [("2", ""), ("1", ""), ("99999", "has only 2 orders")])
def test_a_stop_after_the_last_order_is_noticed(
    to: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = game_file(tmp_path, "  allocate table 2 track 1\n  allocate table 3 track 0")
    for words in (["replay", game], ["odds", game, "--attack", "2016"]):
        run(*words, "--to", to)
        message = capsys.readouterr().err
        assert (f"Warning: {game} {expected}" in message) == bool(expected)


def test_the_warning_about_a_stop_after_the_last_order_stands_below_the_game(tmp_path: Path) -> None:
    game = game_file(tmp_path, "  allocate table 2 track 1\n  allocate table 3 track 0")
    replay = subprocess.run([sys.executable, "-m", "visegrad_editor", "replay", game, "--to", "99999"],
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert len(lines := replay.stdout.splitlines()) > 2
    assert lines[-1] == f"Warning: {game} has only 2 orders, so --to 99999 shows its end."


def test_a_game_file_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.yaml"
    assert run("run", "first-steps", "--seed", "3", "--players", "random,random", "-o", game, "--json") == 0
    played = json.loads(capsys.readouterr().out)
    assert run("replay", game, "--json") == 0
    assert json.loads(capsys.readouterr().out) == played
    assert run("replay", game, "--to", "5", "--json") == 0
    part = json.loads(capsys.readouterr().out)
    assert part["outcome"] is None
    assert part["events"] == played["events"][: len(part["events"])]
    assert run("replay", game, "--to", "5") == 0
    assert "the game goes on" in capsys.readouterr().out


def test_a_game_with_other_options_than_its_scenario_replays(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.yaml"
    words = ["run", "first-steps", "--players", "random,random", "--option", "ukraine=roll"]
    assert run(*words, "--option", "track_shift=own", "-o", game) == 2
    assert 'There is no option "track_shift"' in capsys.readouterr().err
    assert run(*words, "-o", game, "--json") == 0
    played = json.loads(capsys.readouterr().out)
    text = game.read_text("utf-8")
    assert "\noptions: {ukraine: roll}\n" in text
    assert run("replay", game, "--json") == 0
    assert json.loads(capsys.readouterr().out) == played
    # Without them it is another game, and with a choice that there is not, none.
    game.write_text(text.replace("options: {ukraine: roll}\n", ""), "utf-8")
    assert run("replay", game) == 1
    assert "has changed since this game was played" in capsys.readouterr().err
    game.write_text(text.replace("{ukraine: roll}", "{ukraine: war}"), "utf-8")
    assert run("replay", game) == 2
    error = capsys.readouterr().err
    assert 'The option "ukraine" has no choice "war". Choices: roll, stay, leave.' in error
    assert error.startswith(f"visegrad-editor: {game}:5: The scenario first-steps of this game cannot be")


def test_the_game_of_a_scenario_file_finds_the_file_again(tmp_path: Path) -> None:
    scenario = tmp_path / "scenarios" / "mine.yaml"
    scenario.parent.mkdir()
    assert run("new", "-o", scenario, "--from", "first-steps") == 0
    game = tmp_path / "game.yaml"
    assert run("run", scenario, "--players", "random,random", "-o", game) == 0
    assert "scenario: scenarios/mine.yaml" in game.read_text(encoding="utf-8")
    assert run("replay", game) == 0
    scenario.write_text(scenario.read_text(encoding="utf-8") + "turns: 2\n", encoding="utf-8")
    assert run("replay", game) == 1


def test_an_illegal_order_names_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.yaml"
    game.write_text(
        "format: 1\nkind: game\nscenario: first-steps\nseed: 1\norders: |\n  # start\n  dance 2017\n",
        encoding="utf-8")
    assert run("replay", game) == 1
    error = capsys.readouterr().err
    assert f"{game}:7" in error
    assert "dance" in error


@pytest.mark.parametrize("ending", ["pdf", "png", "svg", "csv", "json"])
def test_export_by_ending(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"sheet.{ending}"
    assert run("export", "first-steps", "-o", out) == 0
    assert out.stat().st_size > 1000


def test_export_says_what_is_possible(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", "historical", "-o", tmp_path / "x.docx") == 2
    assert ".pdf" in capsys.readouterr().err
    assert run("export", "historical", "-o", tmp_path / "x.pdf", "--what", "poem") == 2
    assert "setup" in capsys.readouterr().err
    assert run("export", "historical", "-o", tmp_path / "no" / "folder" / "x.pdf") == 3


@pytest.mark.parametrize(("words", "expected"), [
    (["validate", "nosuch"], "nosuch"),
    (["validate", "lantern-hil"], "Did you mean `lantern-hill`?"),
    (["stats", "lantern-hil"], "Did you mean `lantern-hill`?"),
    (["run", "nosuch"], "nosuch"),
    (["run", "visegrad4"], "scenario"),
    (["run", "historical", "--players", "chess"], "2 names"),
    (["run", "historical", "--players", "chess,random"], "chess"),
    (["replay", "nosuch.yaml"], "nosuch.yaml"),
    (["replay", "x", "--to", "-1"], "negative"),
    (["validte", "historical"], "validate"),
    (["export", "nosuch", "-o", "x.pdf"], "nosuch"),
])
def test_wrong_calls_end_with_2_and_a_sentence(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    output = capsys.readouterr()
    assert expected in output.err + output.out
    assert "Traceback" not in output.err


@pytest.mark.parametrize(("word", "meant"), [
    ("valdate", 'Did you mean "validate"?'), ("Validate", 'Did you mean "validate"?'),
    ("historicl", 'Did you mean "historical"?'), ("compare", "Commands are validate, stats, diff"),
    ("folder", "Commands are"),
])
def test_a_mistyped_command_opens_no_window(
    word: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    monkeypatch.setattr(open_window, "perform", lambda name: pytest.fail("the window was opened"))
    assert main([word]) == 2
    message = capsys.readouterr().err
    assert f'"{word}" is neither a command nor a file nor something bundled.' in message
    assert meant in message


def test_what_names_something_opens_the_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mywar").write_text("", encoding="utf-8")
    opened: list[str | None] = []
    monkeypatch.setattr(open_window, "perform", lambda name: opened.append(name) or 0)
    names = ["mywar", "historical", "maps/gsofg", "./mywar", str(tmp_path / "mywar")]
    assert [main([name]) for name in names] == [0] * len(names)
    assert main([]) == 0
    assert opened == [*names, None]


@pytest.mark.parametrize(
    "word", ["gone.yaml", "below/gone", "maps/gone", "./historical", "x" * 300 + ".yaml"])
def test_a_file_that_does_not_exist_opens_no_window(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(open_window, "perform", lambda name: pytest.fail("the window was opened"))
    assert main([word]) == 2
    assert f"There is no file {word}, so there is nothing to open." in capsys.readouterr().err


def test_the_help_lists_each_command_as_its_module_does(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS.values():
        module = import_module(f"visegrad_editor.cli.{command.module}")
        assert str(module.__doc__).strip().splitlines()[0] == f"{command.summary}."
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    out = " ".join(capsys.readouterr().out.split())
    assert COMMANDS
    assert all(f"{name} {command.summary[:40]}" in out for name, command in COMMANDS.items())


@pytest.mark.parametrize("word", ["--version", "--help"])
def test_version_and_help_load_no_command(word: str) -> None:
    code = ("import sys\nfrom visegrad_editor.cli.main import main\n"
            f"try:\n    main([{word!r}])\nexcept SystemExit:\n    pass\n"
            "print(sorted(m for m in sys.modules if m.startswith('visegrad_editor.')), file=sys.stderr)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "visegrad_editor.cli.main" in done.stderr
    parts = ("engine", "drawing", "exchange", "editor", "cli.export")
    assert not any(f"visegrad_editor.{part}" in done.stderr for part in parts)


def test_a_base_with_one_unit_twice_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "twice.yaml"
    unit = '  - {name: 1st Armored, nationality: poland, type: armored, strength: 6/3, setup: "1718"}\n'
    base.write_text(
        "format: 2\nkind: scenario\nname: tw\ntitle: Twice\nversion: \"1\"\nruleset: visegrad4\n"
        f"map: visegrad4\nturns: 3\nunits:\n{unit}{unit}", encoding="utf-8")
    assert run("new", "-o", tmp_path / "n.yaml", "--from", base) == 1
    message = capsys.readouterr().err
    assert f"{base} has errors, so no scenario can start from it" in message
    assert '2 units are called "poland/1st Armored" (lines 10 and 11)' in message
    assert [p.name for p in tmp_path.iterdir()] == ["twice.yaml"]


@pytest.mark.parametrize("words", [
    ["new", "--from", "historical", "--force"], ["new", "--size", "4x4", "--force"],
    ["new", "--on", "visegrad4", "--force"], ["run", "first-steps", "--force"],
])
def test_a_link_that_leads_to_itself_is_a_sentence(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loop = tmp_path / "loop.yaml"
    loop.symlink_to(loop)
    assert run(*words, "-o", loop) == 3
    assert "it is a symbolic link that leads to itself" in capsys.readouterr().err
    assert run(*words[:-1], "-o", loop) == 2
    assert "exists already" in capsys.readouterr().err
    assert run("validate", loop) == 2


def test_a_broken_scenario_is_refused_before_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "crowd.yaml"
    units = ["poland/34th Armored Cavalry", "poland/17th Mechanized Infantry", "poland/2nd Mechanized"]
    changes = "".join(f'  - {{unit: {u}, setup: "1620"}}\n' for u in units)
    path.write_text(
        "format: 2\nkind: scenario\nname: crowd\ntitle: Crowd\nextends: historical\nchange:\n" + changes,
        encoding="utf-8")
    assert run("validate", "--json", path) == 1
    problems = json.loads(capsys.readouterr().out)["files"][0]["problems"]
    stacking = [p for p in problems if p.get("rule") == "6.0"]
    assert stacking
    assert stacking[0]["hex"] == "1620"
    assert run("run", path) == 1
    assert "6.0" in capsys.readouterr().err


def test_the_module_runs_as_a_command_from_any_folder(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "visegrad_editor", "validate", "first-steps"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": "/usr/bin:/bin"})
    assert done.returncode == 0, done.stderr
    assert "is good" in done.stdout


def test_the_window_without_a_display_says_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "visegrad_editor"], capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": "/usr/bin:/bin"})
    if sys.platform == "linux":
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert "display" in done.stderr.lower() or "tk" in done.stderr.lower()


def test_a_broken_map_is_reported_for_the_scenario_that_names_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "m.yaml").write_text("format: 2\nkind: map\nname: m\ntitle: M\n", encoding="utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text(
        "format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: historical\nmap: m.yaml\n",
        encoding="utf-8")
    for words in (["run", path], ["export", path, "-o", tmp_path / "x.pdf"]):
        assert run(*words) == 1
        assert "m.yaml" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["validate", "a" * 300], ["run", "a" * 300 + ".yaml"],
                                   ["new", "-o", "a" * 300 + ".yaml"], ["replay", "a" * 300]])
def test_names_too_long_for_a_file(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "Traceback" not in capsys.readouterr().err


GAME = """format: 1
kind: game
scenario: {scenario}
{dice}
orders: |
{orders}
"""


def game_file(
        folder: Path, orders: str = "  pass", scenario: str = "first-steps", dice: str = "seed: 3") -> Path:
    path = folder / "game.yaml"
    path.write_text(GAME.format(scenario=scenario, dice=dice, orders=orders), encoding="utf-8")
    return path


def test_replay_shows_the_log_up_to_a_line_that_is_wrong(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = game_file(tmp_path, "  allocate table x track 1")
    assert run("replay", path) == 1
    shown = capsys.readouterr()
    assert "Turn 1 begins" in shown.out
    assert f"{path}:6" in shown.err
    assert "`allocate table N track N`" in shown.err


def test_hexes_separated_by_spaces_are_refused_with_the_right_form(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", game_file(tmp_path, "  move 4th Armored 1104 1205 1306")) == 1
    assert 'joined by "-", without spaces: 1205-1306' in capsys.readouterr().err


def test_a_game_of_an_unknown_scenario_names_file_and_line(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = game_file(tmp_path, scenario="first-step")
    assert run("replay", path) == 2
    message = capsys.readouterr().err
    assert f"{path}:3: " in message
    assert "first-steps" in message


@pytest.mark.parametrize(("dice", "expected", "code"), [
    ("seed: 3\ndice: 4 2 6", "either a `seed` or `dice`", 2),
    ('dice: "426133"', "Put spaces between the rolls: 4 2 6 1 3 3.", 2),
    ('dice: "4 2 7"', "7 is not a roll of a six-sided die.", 1),
])
def test_impossible_dice_are_refused_with_advice(
        dice: str, expected: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", game_file(tmp_path, dice=dice)) == code
    assert expected in capsys.readouterr().err


def test_a_game_without_seed_and_dice_has_the_seed_0(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs = []
    for dice in ("# no dice", "seed: 0"):
        assert run("replay", game_file(tmp_path, "", dice=dice)) == 0
        logs.append(capsys.readouterr().out)
    assert logs[0] == logs[1]


def test_validate_says_what_checks_a_game_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("validate", game_file(tmp_path)) == 2
    assert "This is a game file. `visegrad-editor replay`" in capsys.readouterr().out


def test_a_word_after_a_placement_that_is_not_known_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("odds", "historical", "--attack", "2017", "--place", "4th Armored 1918 half") == 2
    message = capsys.readouterr().err
    assert '"half"' in message
    assert all(word in message for word in ("reduced", "full", "supplied", "unsupplied"))


def test_schemas_are_listed_printed_and_written_into_folders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("schema") == 0
    lines = capsys.readouterr().out.splitlines()
    kinds = [line.split()[0] for line in lines]
    assert kinds == [
        "card", "checks", "game", "geodata", "map", "ruleset", "scenario", "secret", "stamp", "style"]
    assert all(Path(line.split(maxsplit=1)[1]).is_file() for line in lines)
    assert run("schema", "map") == 0
    assert json.loads(capsys.readouterr().out)["$id"] == "map.schema.json"
    assert run("schema", "map", "--path") == 0
    assert capsys.readouterr().out.strip() == lines[kinds.index("map")].split(maxsplit=1)[1]
    assert run("schema", "-o", tmp_path) == 0
    assert {p.name for p in tmp_path.iterdir()} == {f"{kind}.schema.json" for kind in kinds}
    assert run("schema", "-o", tmp_path / "nowhere") == 3
    assert "There is no folder" in capsys.readouterr().err
    assert run("schema", "-o", tmp_path) == 0
    assert capsys.readouterr().out.count("Already there: ") == len(kinds)
    mine = tmp_path / "style.schema.json"
    mine.write_text("mine", encoding="utf-8")
    (tmp_path / "game.schema.json").unlink()
    assert run("schema", "-o", tmp_path) == 2
    assert "add --force" in capsys.readouterr().err
    assert mine.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "game.schema.json").exists(), "all of them or none"
    assert run("schema", "-o", tmp_path, "--force") == 0
    assert json.loads(mine.read_text(encoding="utf-8"))["$id"] == mine.name


def test_a_new_file_names_the_schema_that_is_put_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "war.yaml"
    assert run("new", "-o", path, "--from", "historical") == 0
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=")
    assert run("schema", "scenario", "-o", tmp_path) == 0
    assert (path.parent / first.partition("=")[2]).is_file()
    capsys.readouterr()
    assert run("schema", "scenari") == 2
    assert "Did you mean `scenario`?" in capsys.readouterr().err
