"""Games of packages: whatever is wrong with one is said in a sentence that names its package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from packages import Packages

from visegrad_editor.cli.main import main
from visegrad_editor.editor.documents.game_files import open_game
from visegrad_editor.engine import Game
from visegrad_editor.engine.hexgame.chapter import Chapter
from visegrad_editor.engine.hexgame.hexgame import HexGame
from visegrad_editor.engine.packages import PackageError
from visegrad_editor.engine.words import Words
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest import contract, fuzz, play
from visegrad_editor.playtest.faults import Limits
from visegrad_editor.playtest.play import why_not_played
from visegrad_editor.systems import UnknownSystemError, system, words_of

LOOP = ("def at(self, w, moment, **facts):\n    if moment == 'turn-start':\n"
        "        while True:\n            pass")


def told(capsys: pytest.CaptureFixture[str], *words: object, code: int = 1) -> str:
    """What a command prints that ends with an exit code."""
    capsys.readouterr()
    assert main([str(word) for word in words]) == code
    out = capsys.readouterr()
    return out.out + out.err


# -- what a System declares ------------------------------------------------------------------------------


@pytest.mark.parametrize(("parts", "said"), [
    ("words='x'", "Its `words` are 'x', not `Words`."),
    ("words={'steps': {}}", "Its `words` are {'steps': {}}, not `Words`."),
    ("words=Words(steps={'move': 'Go'})", "`words.steps` has 'move': 'Go', not an id with a StepWords."),
    ("words=Words(steps={'move': StepWords(7)})", "`words.steps['move'].title` is not a text."),
    ("words=Words(left={'a': ('b',)})", "`words.left` has 'a': ('b',), not a name for one and one for"),
    ("words=Words(pools_title=3)", "`words.pools_title` is 3, not a text."),
    ("words=Words(marks=[])", "`words.marks` is [], not a mapping."),
    ("words=Words(causes='fog')", "`words.causes` is 'fog', not a set of types of events."),
    ("title=7", "Its `title` is 7, not a name for people."),
    ("title=' '", "Its `title` is ' ', not a name for people."),
    ("assumptions='cw'", "Its `assumptions` are 'cw', not a tuple of `Assumption`."),
    ("check=None", "Its `check` is None, not a function."),
    ("decisions={'move': 3}", "Its `decisions` is {'move': 3}, not a function.")])
def test_a_part_of_a_system_of_a_wrong_kind_is_said_when_it_is_found(
    packages: Packages, parts: str, said: str,
) -> None:
    with_parts(packages, parts)
    with pytest.raises(UnknownSystemError) as caught:
        system("fogland")
    assert str(caught.value).startswith(f"{UNUSABLE}{said}")
    assert words_of("fogland") == Words()


UNUSABLE = ("The rules for the system 'fogland' of the package fogland_rules cannot be used: TypeError: "
            "SYSTEM of fogland_rules: ")


def with_parts(packages: Packages, parts: str) -> Path:
    """A scenario of a game whose `System` has these parts."""
    scenario = packages.game("fogland")
    file = packages.folder / "fogland_rules.py"
    file.write_text(
        file.read_text() + "from dataclasses import replace\n"
        "from visegrad_editor.engine.words import StepWords, Words\n"
        f"SYSTEM = replace(SYSTEM, {parts})\n")
    return scenario


def test_each_command_says_that_the_words_are_none_and_export_goes_on(
    packages: Packages, capsys: pytest.CaptureFixture[str], tmp_path: Path,
) -> None:
    scenario = with_parts(packages, "words='x'")
    whole = f"{UNUSABLE}Its `words` are 'x', not `Words`."
    assert whole in told(capsys, "validate", scenario)
    assert whole in told(capsys, "run", scenario, code=2)
    assert whole in told(capsys, "odds", scenario, "--attack", "0505", code=2)
    assert whole in told(capsys, "check-system", "fogland", scenario, code=2)
    sheet = tmp_path / "sheet.pdf"
    assert "Written" in told(capsys, "export", scenario, "-o", sheet, code=0)
    assert sheet.stat().st_size > 1000


def test_the_words_of_the_program_are_of_the_right_kind() -> None:
    assert system("visegrad4").words.steps
    assert words_of("gsofg").orders


def test_a_game_with_a_name_of_the_program_is_told(
    packages: Packages, capsys: pytest.CaptureFixture[str],
) -> None:
    packages.install("usurpers", "systems", "standard = usurpers", "SYSTEM = None\n")
    said = "The game 'standard' of the package usurpers is left out: the program has a game of that name."
    assert said in told(capsys, "check-system", "standard", "hollen", "--games", "1", "--jobs", "1", code=0)
    with pytest.raises(UnknownSystemError, match=said):
        system("chess")


# -- commands that name the package ---------------------------------------------------------------------


@pytest.mark.parametrize(("methods", "said"), [
    ("def shifts(self, w, fight):\n    return 1 / 0", "ZeroDivisionError: division by zero"),
    ("def at(self, w, moment, **facts):\n    return self.at(w, moment, **facts)", "RecursionError"),
    ("def at(self, w, moment, **facts):\n    w.say(3, None, 4, 'abc', 5)", "TypeError"),
    ("def at(self, w, moment, **facts):\n    w.state.chapters['none']", "KeyError: 'none'")])
def test_odds_and_a_run_name_the_package(
    packages: Packages, methods: str, said: str, capsys: pytest.CaptureFixture[str],
) -> None:
    scenario = packages.game("fogland", methods)
    for words in (("odds", scenario, "--attack", "0604", "--place", "blue/1st Foot 0505"),
                  ("run", scenario, "--seed", "3")):
        text = told(capsys, *words)
        assert f"The rules for the system 'fogland' of the package fogland_rules fail: {said}" in text
        assert "fogland_rules.py:" in text
        assert "Traceback" not in text


def test_sys_exit_in_a_package_is_a_failure(
    packages: Packages, capsys: pytest.CaptureFixture[str],
) -> None:
    scenario = packages.game(
        "fogland", "def at(self, w, moment, **facts):\n    if moment == 'turn-start':\n"
        "        raise SystemExit(5)")
    said = ("The method `at` of the chapter `fog` of the package fogland_rules fails: it ends the program by "
            "sys.exit(5) (")
    assert said in told(capsys, "run", scenario)
    assert said in told(capsys, "fuzz", scenario, "--games", "1")
    assert said in told(capsys, "check-system", "fogland", scenario, "--games", "1")
    design = load(str(scenario)).design
    assert design is not None
    assert said in why_not_played(design)


@pytest.mark.parametrize("place", ["enter", "orders", "perform"])
def test_sys_exit_in_a_stage_is_a_failure(packages: Packages, place: str) -> None:
    functions = {"enter": "lambda w: None", "orders": "lambda w, unit: [PASS]",
                 "perform": "lambda w, order: None", place: "lambda *values: exit(2)"}
    scenario = packages.game(
        "fogland", f"def stages(self):\n    return {{'move': Stage({', '.join(functions.values())})}}")
    design = load(str(scenario)).design
    assert design is not None
    with pytest.raises(PackageError, match="chapter `fog` of the package fogland_rules fails: it ends"):
        Game.from_scenario(design, 1).apply(Game.from_scenario(design, 1).legal_orders()[0])


def test_sys_exit_in_a_module_and_in_its_functions_is_a_failure(
    packages: Packages, capsys: pytest.CaptureFixture[str],
) -> None:
    packages.install("gone", "systems", "gone = gone", "import sys\nsys.exit(3)\n")
    assert "of the package gone cannot be used: it ends the program by sys.exit(3) (" in told(
        capsys, "validate", packages.scenario("gone"))
    scenario = packages.game("fogland", parts=", key_hexes=lambda design: exit(4)")
    text = told(capsys, "export", scenario, "-o", packages.folder / "sheet.pdf")
    assert "system 'fogland' of the package fogland_rules fail: it ends the program by sys.exit(4) (" in text


def test_what_a_package_prints_does_not_break_a_report(
    packages: Packages, capsys: pytest.CaptureFixture[str],
) -> None:
    scenario = packages.game("fogland", "def at(self, w, moment, **facts):\n    print('AT', moment)\n"
                             "def check(self, design):\n    print('CHECK')\n    return []")
    with (packages.folder / "fogland_rules.py").open("a") as module:
        module.write("print('LOADED')\n")
    attack = ("--attack", "0604", "--place", "blue/1st Foot 0505")
    # The first command loads the package: to list its options.
    for words in (("odds", scenario, *attack), ("run", scenario), ("validate", scenario),
                  ("fuzz", scenario, "--games", "1", "--jobs", "1"),
                  ("check-system", "fogland", scenario, "--games", "1", "--jobs", "1")):
        capsys.readouterr()
        assert main([*map(str, words), "--json"]) == 0
        out = capsys.readouterr()
        assert json.loads(out.out)
        assert "CHECK" in out.err


def test_what_a_package_prints_in_another_process_does_not_break_a_report(
    packages: Packages, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    scenario = packages.game("fogland", "def at(self, w, moment, **facts):\n    print('AT', moment)")
    monkeypatch.setenv("PYTHONPATH", str(packages.folder), prepend=":")
    assert main(["fuzz", str(scenario), "--games", "2", "--jobs", "2", "--json"]) == 0
    out = capfd.readouterr()
    assert json.loads(out.out)["games"] == 2
    assert "AT turn-start" in out.err


# -- what the methods of a chapter answer ----------------------------------------------------------------


@pytest.mark.parametrize(("method", "words"), [
    ("may_move(self, w, unit):\n    raise IllegalOrderError('No.', '9')",
     "raises IllegalOrderError instead of returning it: No. (rule 9) ("),
    ("at(self, w, moment, **facts):\n    raise IllegalOrderError('No.', '9')",
     "raises IllegalOrderError, which only `perform` of a stage may: No. (rule 9) ("),
    ("may_stack(self, w, hex, units):\n    return 'no'",
     "answers 'no', not an IllegalOrderError or None ("),
    ("may_stack(self, w, hex, units):\n    return True", "answers True, not an IllegalOrderError or None ("),
    ("allowance(self, w, unit, points):\n    return None",
     "answers None, not a number of points from 0 on ("),
    ("allowance(self, w, unit, points):\n    return -5", "answers -5, not a number of points from 0 on ("),
    ("step_cost(self, w, unit, start, end, mode, cost):\n    return -1",
     "answers -1, not a whole number from 0 on, or None ("),
    ("zones(self, w, side, hexes):\n    return None", "answers None, not a set of hexes as one number ("),
    ("before(self, w, step):\n    return 'nosuch'", "answers 'nosuch', not the id of a stage, or \"\" ("),
    ("told(self, w, event):\n    return 'text'", "answers 'text', not an event or None ("),
    ("goals(self, w, side, goals):\n    return None", "answers None, not `Goals` ("),
    ("strength(self, w, unit, purpose, value):\n    return None", "answers None, not a number ("),
    ("shifts(self, w, fight):\n    return [3]", "answers [3], not a list of `Shift` ("),
    ("die(self, w, fight):\n    return 'x'", "answers 'x', not a whole number ("),
    ("result(self, w, code):\n    return 'NOPE'",
     "answers 'NOPE', not the code of a result of the ruleset ("),
    ("retreat_hexes(self, w, unit, hexes):\n    return [10 ** 6]",
     "answers [1000000], not some of the hexes it is given ("),
    ("hex_marks(self, w, side):\n    return {'fog': ['0505']}",
     "answers {'fog': ['0505']}, not the hexes by the word of their mark ("),
    ("stocks(self, w):\n    return {7: {'a': 1}}",
     "answers {7: {'a': 1}}, not the numbers of things by name, by the number of a side ("),
    ("stages(self):\n    return {'move': 3}",
     "answers {'move': 3}, not a `Stage` of three functions by the ids of steps (")])
def test_an_answer_that_cannot_be_used_names_package_chapter_and_method(
    packages: Packages, method: str, words: str, capsys: pytest.CaptureFixture[str],
) -> None:
    scenario = packages.game("fogland", f"def {method}")
    name = method.partition("(")[0]
    text = told(capsys, "run", scenario, "--seed", "3")
    assert f"The method `{name}` of the chapter `fog` of the package fogland_rules " in text
    assert words in text
    assert "fogland_rules.py:8)." in text or "fogland_rules.py:9)." in text


@pytest.mark.parametrize(("method", "values", "words"), [
    ("bearers(self, w, group, units, first):\n    return [99]", (0, [1, 2], False),
     r"answers \[99\], not some of the units it is given"),
    ("sources(self, w, side, hexes):\n    return 1 << 5000", (0, 1), "not a set of hexes as one number"),
    ("closed_ends(self, w, unit, mode):\n    return 'all'", (0, ""), "not a set of hexes as one number, or"),
    ("invariants(self, w):\n    return 3", (), "answers 3, not sentences"),
    ("check(self, design):\n    return None", (), "answers None, not problems"),
    ("left(self, w):\n    return {'points': None}", (), "not the numbers of things by name"),
    ("box(self, w, unit):\n    return -77", (0,), "answers -77, not the code of a box")])
def test_answers_to_questions_that_seldom_occur(
    packages: Packages, method: str, values: tuple[object, ...], words: str,
) -> None:
    design = load(str(packages.game("fogland", f"def {method}"))).design
    assert design is not None
    play = Game.from_scenario(design).play
    assert isinstance(play, HexGame)
    with pytest.raises(PackageError, match=words):
        getattr(play.chapters[0], method.partition("(")[0])(play, *values)


def test_methods_of_the_program_are_not_watched(packages: Packages) -> None:
    design = load("historical").design
    assert design is not None
    play = Game.from_scenario(design).play
    assert isinstance(play, HexGame)
    assert len(play.chapters) > 5
    assert [c.id for c in play.chapters if set(vars(c)) & set(vars(Chapter))] == []


def test_a_game_whose_begin_fails_is_named_in_the_window(packages: Packages) -> None:
    from visegrad_editor.editor.errors import package_text

    scenario = packages.game("fogland", "def begin(self, w):\n    raise RuntimeError('boom')")
    design = load(str(scenario)).design
    assert design is not None
    assert why_not_played(design).startswith(
        "The rules for the system 'fogland' of the package fogland_rules fail: RuntimeError: boom (")
    with pytest.raises(RuntimeError) as caught:
        Game.from_scenario(design)
    assert package_text(caught.value).startswith("The package fogland_rules fails: RuntimeError: boom (")
    assert package_text(ValueError("of the program")) == ""


# -- the version of a package ----------------------------------------------------------------------------


def test_a_game_played_with_another_version_of_a_package_is_told(
    packages: Packages, capsys: pytest.CaptureFixture[str],
) -> None:
    scenario, game = packages.game("fogland"), packages.folder / "game.yaml"
    told(capsys, "run", scenario, "--players", "random,random", "-o", game, code=0)
    line = game.read_text("utf-8").splitlines().index("package: fogland_rules 1.0") + 1
    assert "package" not in told(capsys, "replay", game, code=0)
    about = packages.folder / "fogland_rules-1.0.dist-info"
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: fogland_rules\nVersion: 1.1\n")
    packages.forget()
    said = (f"{game}:{line}: warning: This game was played by the rules of the package fogland_rules 1.0; "
            "now they are those of fogland_rules 1.1. The same orders may lead to something else.")
    assert said in told(capsys, "replay", game, code=0)
    assert said in told(capsys, "odds", game, "--to", "0", "--attack", "0604", code=2)
    assert main(["replay", str(game), "--json"]) == 0
    assert [p["code"] for p in json.loads(capsys.readouterr().out)["problems"]] == ["other-package"]
    assert f"line {line}: This game was played by the rules of" in open_game(game).other_package


def test_a_game_of_the_program_names_no_package(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "run", "hollen", "--players", "random,random", "-o", tmp_path / "game.yaml", code=0)
    assert "package" not in (tmp_path / "game.yaml").read_text("utf-8")


# -- chapters and boxes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("chapters", "said"), [
    ("[Fog(), Fog()]", "The chapters Fog and Fog have the same id `fog`."),
    ("[type('Fog', (Chapter,), {})()]", "The chapter Fog has no `id`: its state would have no name.")])
def test_chapters_without_ids_of_their_own_are_said_by_validate_run_and_odds(
    packages: Packages, chapters: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
) -> None:
    scenario = packages.game("fogland")
    file = tmp_path / "fogland_rules.py"
    file.write_text(file.read_text().replace("[Fog()]", chapters))
    whole = f"The rules of the game fogland cannot be used. {said}"
    for words in (("validate", scenario), ("run", scenario), ("odds", scenario, "--attack", "0604")):
        assert whole in told(capsys, *words)


@pytest.mark.parametrize(("methods", "check", "said"), [
    ("def boxes(self):\n    return {-1: 'mine'}", "chapters",
     "The box `mine` of the chapter fog has the code -1: take one below -5."),
    ("def boxes(self):\n    return {-9: 'eliminated'}", "chapters",
     "The box `eliminated` of the chapter fog has the name of a box of every game."),
    ("def state(self, w):\n    return {'x': float('nan')}", "chapters",
     "The state of the chapter fog cannot be saved: Out of range float values are not JSON compliant"),
    ("def state(self, w):\n    return {3: 1}", "chapters",
     "The state of the chapter fog is another one after it was saved, {'3': 1} in place of {3: 1}"),
    ("def state(self, w):\n    return {'a': 1}\ndef seen_by(self, w, side, state):\n    state['a'] = 2\n"
     "    return state", "secrets", "`seen_by` of the chapter fog changes its state"),
    ("def state(self, w):\n    return {'a': 1}\ndef at(self, w, moment, **facts):\n"
     "    if moment == 'turn-end':\n        w.state.chapters.clear()", "secrets",
     "the states of these chapters are gone: fog."),
    ("def check(self, design):\n    yield 'not a problem'", "scenarios",
     "The method `check` of the chapter `fog` of the package fogland_rules answers ['not a problem'], not"),
    ("def allowance(self, w, unit, points):\n    return -1", "chapters",
     "answers -1, not a number of points"),
    ("def result(self, w, code):\n    return 'NOPE'", "random games", "answers 'NOPE', not the code")])
def test_check_system_finds(packages: Packages, methods: str, check: str, said: str) -> None:
    scenario = packages.game("fogland", methods)
    report = contract.check_system("fogland", [str(scenario)], 2)
    found = {one.name: " ".join(one.faults) for one in report.checks}
    assert said in found[check]


@pytest.mark.parametrize(("scenarios", "said"), [
    ("'hollen'", "The `scenarios` of the System are 'hollen', not a tuple of paths or bundled names."),
    ("('nothing.yaml', 3)", "The `scenarios` of the System have 3, which is not a path or a bundled name."),
    ("('nothing.yaml', 3)", "have 'nothing.yaml', which is not a scenario that can be used.")])
def test_check_system_finds_scenarios_that_are_none(packages: Packages, scenarios: str, said: str) -> None:
    scenario = packages.game("fogland", parts=f", scenarios={scenarios}")
    report = contract.check_system("fogland", [str(scenario)], 1)
    assert said in " ".join(next(c.faults for c in report.checks if c.name == "scenarios"))


# -- games without an end --------------------------------------------------------------------------------


def test_an_endless_loop_at_the_beginning_ends_the_check(
    packages: Packages, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(contract, "_LIMITS", Limits(seconds=0.3, unended=2))
    report = contract.check_system("fogland", [str(packages.game("fogland", LOOP))], 50)
    last = report.checks[-1]
    assert (last.name, last.looked_at) == ("chapters", "no game begins")
    assert last.faults[0].startswith("It took more than 0.3 seconds (")
    assert "fogland_rules.py:1" in last.faults[0]


@pytest.mark.parametrize(("methods", "kind"), [
    (LOOP.replace("'turn-start'", "'turn-start' and w.turn == 2"), "hang: An order"),
    ("def at(self, w, moment, **facts):\n    if moment == 'turn-end':\n        w.state.turn = 1",
     "endless: The game is not over after 300 orders.")])
def test_games_without_an_end_are_found_and_no_more_of_them_played(
    packages: Packages, monkeypatch: pytest.MonkeyPatch, methods: str, kind: str,
) -> None:
    monkeypatch.setattr(contract, "_LIMITS", Limits(orders=300, seconds=1.0, unended=2))
    report = contract.check_system("fogland", [str(packages.game("fogland", methods))], 50)
    last = report.checks[-1]
    assert (last.name, last.looked_at.partition(",")[0]) == ("random games", "2 games")
    assert [kind in fault for fault in last.faults] == [True, True]


def test_the_planner_has_limits_too(packages: Packages, monkeypatch: pytest.MonkeyPatch) -> None:
    # Random games pass, as they are played without the planner's goals.
    methods = "def goals(self, w, side, goals):\n    while w.turn == 1:\n        pass\n    return goals"
    monkeypatch.setattr(contract, "_LIMITS", Limits(orders=4000, seconds=1.0))
    design = load(str(packages.game("fogland", methods))).design
    assert design is not None
    made = contract._planner_games({"fog": design}, 0, lambda *of: None)
    assert made.looked_at.startswith("1 game")
    assert made.faults[0].startswith("fog, seed 0: It took more than 1 seconds (")


def test_a_campaign_ends_after_some_games_without_an_end() -> None:
    design = load("hollen").design
    assert design is not None
    campaign = fuzz.fuzz(design, 30, limits=Limits(orders=10, unended=3))
    assert (campaign.games, campaign.unended) == (3, 3)


def test_a_run_of_a_game_without_an_end_is_stopped(
    packages: Packages, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(play, "MOST_ORDERS", 400)
    scenario = packages.game(
        "fogland", "def at(self, w, moment, **facts):\n    w.state.turn = min(w.state.turn, 2)")
    text = told(capsys, "run", scenario, "--players", "random,random")
    assert "The game is not over after 400 orders: it is in turn " in text
