"""The script that changes the program in one place at a time, tried on a small program of its own."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "mutants.py"
pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork processes"),
    pytest.mark.slow]

PROGRAM = '''"""A program of four functions and a table."""

TABLE = {"a": 1, "b": 2}
LIMIT = 3


def sign(n: int) -> int:
    """Three outcomes."""
    if n > 0:
        return 1
    return -1 if n < 0 else 0


def count(n: int) -> int:
    """Ends only because of one statement."""
    steps = 0
    while n > 0:
        n -= 1
        steps += 1
    return steps


def value(name: str) -> int:
    """From the table."""
    return TABLE[name] if name in TABLE else LIMIT


class Box:
    """Something with a property."""

    def __init__(self, size: int) -> None:
        self.size = size

    @property
    def full(self) -> bool:
        """Nobody asks for this at its bound."""
        return self.size >= 10


def lost() -> int:
    """Never called."""
    return 5


FACTOR = 2


def twice(n: int) -> int:
    """Only an example in the docstring tries it.

    >>> twice(4)
    8
    """
    return n * FACTOR
'''
TESTS = '''import functools

import program
import pytest

MADE = program.sign(7)


@functools.cache
def box():
    return program.Box(12)


@pytest.mark.parametrize("n, wanted", [(2, 1), (1, 1), (0, 0), (-1, -1), (-3, -1)])
def test_sign(n, wanted):
    assert program.sign(n) == wanted


def test_count():
    assert program.count(3) == 3
    assert program.count(0) == 0


def test_value():
    assert [program.value(n) for n in "abc"] == [1, 2, 3]


def test_a_box_is_made():
    assert box()


def test_what_another_test_made():
    assert box().size == 12
    assert box().full
    assert not program.Box(1).full
'''
WINDOW = "import program\nimport tkinter\n\n\ndef test_no():\n    assert 0\n"
EQUIVALENT = """
- function: Box.full
  before: return self.size >= 10
  after: return self.size >= 9
  reason: A whim.
"""


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutants", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutants"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    (root / "tests").mkdir()
    (root / "docs").mkdir()
    (root / "program.py").write_text(PROGRAM, encoding="utf-8")
    (root / "tests" / "test_program.py").write_text(TESTS, encoding="utf-8")
    (root / "tests" / "test_window.py").write_text(WINDOW, encoding="utf-8")
    (root / "tests" / "test_other.py").write_text("def test_nothing(): pass\n", encoding="utf-8")
    (root / "tests" / "equivalent_mutants.yaml").write_text(EQUIVALENT, encoding="utf-8")
    return root


def run(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), "--root", str(project), "--slack", "1", *words], capture_output=True,
        text=True, check=False, cwd=project, timeout=170)


def marks(project: Path) -> dict[str, str]:
    return {str(p.relative_to(project)): hashlib.sha256(p.read_bytes()).hexdigest()
            for p in project.rglob("*") if p.is_file() and not {"__pycache__", "build"} & set(p.parts)}


@pytest.fixture(scope="module")
def report(project: Path) -> tuple[list[dict[str, object]], subprocess.CompletedProcess[str]]:
    """All changes of the program, tried."""
    before = marks(project)
    done = run(project, "--all", "--json", "build.json", "--store", "program.py")
    assert done.returncode == 1, done.stdout + done.stderr
    found = json.loads((project / "build.json").read_text(encoding="utf-8"))
    (project / "build.json").unlink()
    after = marks(project)
    assert after.pop("docs/rules-coverage.json")
    assert after == before, "nothing but what was asked for is written"
    return found, done


def outcomes(report: tuple[list[dict[str, object]], object], function: str) -> dict[str, str]:
    mine = [v for v in report[0] if v["function"] == function]
    return {f"{v['before']} -> {v['after']}": str(v["outcome"]) for v in mine}


def test_what_tests_notice_is_caught_and_what_they_do_not_is_left(report) -> None:
    sign = outcomes(report, "sign")
    assert len(sign) == 16
    assert {k for k, v in sign.items() if v != "caught"} == set()
    full = outcomes(report, "Box.full")
    assert full["return self.size >= 10 -> return None"] == "caught"
    assert {k for k, v in full.items() if v == "left"} == {
        "return self.size >= 10 -> return self.size > 10", "return self.size >= 10 -> return self.size >= 11",
        "return self.size >= 10 -> return self.size >= 9"}


@pytest.mark.exhaustive
def test_several_processes_find_the_same_as_one(project: Path, report) -> None:
    run(project, "--all", "--workers", "3", "--json", "several.json", "program.py")
    found = json.loads((project / "several.json").read_text(encoding="utf-8"))
    (project / "several.json").unlink()
    assert [(v["before"], v["after"], v["outcome"]) for v in found] == [
        (v["before"], v["after"], v["outcome"]) for v in report[0]]


def test_a_loop_without_end_is_caught(report) -> None:
    count = outcomes(report, "count")
    assert count["n -= 1 -> n += 1"] == "endless"
    assert count["n -= 1 -> pass"] == "endless"
    assert "left" not in count.values()


def test_changes_outside_of_functions_are_made_at_import(report) -> None:
    found = outcomes(report, "TABLE") | outcomes(report, "LIMIT")
    assert found["TABLE = {'a': 1, 'b': 2} -> TABLE = {'a': 2, 'b': 2}"] == "caught"
    assert found["LIMIT = 3 -> LIMIT = 4"] == "caught"
    assert found["TABLE = {'a': 1, 'b': 2} -> TABLE = {'a?': 1, 'b': 2}"] == "caught"
    assert set(found.values()) == {"caught"}


def test_tests_share_what_one_of_them_made(report) -> None:
    """Only the first test comes to the line, the second notices."""
    found = [v for v in report[0] if v["function"] == "Box.__init__"]
    assert [v["outcome"] for v in found] == ["caught"]


def test_where_no_test_comes_it_is_said(report) -> None:
    lost = [v for v in report[0] if v["function"] == "lost"]
    assert {(v["outcome"], v["tests"]) for v in lost} == {("left", 0)}
    assert "program.py:42 in lost\n  - return 5\n  + return None\n  (no test comes here)" in report[1].stdout


def test_examples_in_docstrings_are_tests(report) -> None:
    twice = outcomes(report, "twice") | outcomes(report, "FACTOR")
    assert len(twice) == 4
    assert set(twice.values()) == {"caught"}


def test_the_end_of_the_report_counts_them(report) -> None:
    counted = len(report[0]) - 1
    left = sum(v["outcome"] == "left" for v in report[0]) - 1
    last = report[1].stdout.splitlines()[-1]
    share = f"{100 * (counted - left) / counted:.1f} %"
    assert last.startswith(f"{counted} changes, {counted - left} caught ({share}), {left} left;")
    assert last.endswith("1 more are equivalent.")
    # The equivalent one is not listed.
    assert "self.size >= 9" not in report[1].stdout


def test_what_was_found_is_kept_by_the_code_of_functions(report, project: Path, tool: ModuleType) -> None:
    kept = tool.stored(project)
    by_name = {e["name"]: e for e in kept.values()}
    assert by_name["program.sign"]["changes"] == by_name["program.sign"]["caught"] == 16
    assert (by_name["program.Box.full"]["equivalent"], len(by_name["program.Box.full"]["left"])) == (1, 2)
    assert by_name["program.TABLE"]["changes"] == 6
    moved = "import os\n\n# A comment.\n" + PROGRAM.replace("Three outcomes", "Other words")
    assert tool.parts_of(moved)["sign"] in kept
    changed = PROGRAM.replace("n > 0:\n        return", "n > 1:\n        return")
    assert tool.parts_of(changed)["sign"] not in kept


def test_what_was_found_of_a_module_stays_when_its_namesake_of_another_folder_is_kept(
        tmp_path: Path, tool: ModuleType) -> None:
    (tmp_path / "docs").mkdir()
    sources = {}
    for folder, body in (("one", "return 1"), ("two", "return 2")):
        file = f"program/{folder}/air.py"
        (tmp_path / "program" / folder).mkdir(parents=True)
        sources[file] = f"def fly() -> int:\n    {body}\n"
        (tmp_path / file).write_text(sources[file], encoding="utf-8")
        tool.store(tmp_path, [], {file: sources[file]}, False)
    marks = {tool.parts_of(source)["fly"] for source in sources.values()}
    assert len(marks) == 2
    assert set(tool.stored(tmp_path)) == marks
    (tmp_path / "program" / "one" / "air.py").write_text("", encoding="utf-8")
    tool.store(tmp_path, [], {"program/two/air.py": sources["program/two/air.py"]}, False)
    assert len(tool.stored(tmp_path)) == 1, "what is nowhere any longer is dropped"
    more = {"program/two/sea.py": "def swim() -> int:\n    return 3\n"}
    (tmp_path / "program" / "two" / "sea.py").write_text(*more.values(), encoding="utf-8")
    tool.store(tmp_path, [], more, False)
    assert {e["name"] for e in tool.stored(tmp_path).values()} == {"air.fly", "sea.swim"}
    (tmp_path / "program" / "two" / "air.py").unlink()
    tool.store(tmp_path, [], more, False)
    assert {e["name"] for e in tool.stored(tmp_path).values()} == {"sea.swim"}, "of a module that is gone"


def test_those_left_are_tried_again_and_a_sample_is_drawn_by_its_seed(
        report, project: Path, tmp_path: Path) -> None:
    out = tmp_path / "left.json"
    out.write_text(json.dumps(report[0]), encoding="utf-8")
    done = run(project, "--again", str(out), "--list")
    left = [v for v in report[0] if v["outcome"] == "left"]
    assert done.stdout.count("program.py:") == len(left)
    lists = [run(project, "--sample", "5", "--seed", seed, "--list", "program.py").stdout for seed in "112"]
    assert lists[0] == lists[1] != lists[2]
    assert lists[0].count("program.py:") == 5
    each = run(project, "--each", "1", "--list", "program.py").stdout
    assert each.count("program.py:") == 10, "six functions and methods, a property, a table, two numbers"


def test_tests_written_later_are_taken_into_what_is_kept(
        report, project: Path, tmp_path: Path, tool: ModuleType) -> None:
    out = tmp_path / "left.json"
    out.write_text(json.dumps(report[0]), encoding="utf-8")
    kept = (project / tool.STORE).read_text(encoding="utf-8")
    later = project / "tests" / "test_later.py"
    text = "import program\n\n\ndef test_lost():\n    assert program.lost() == 5\n"
    later.write_text(text, encoding="utf-8")
    try:
        done = run(project, "--again", str(out), "--store")
        found = {e["name"]: e for e in tool.stored(project).values()}
    finally:
        later.unlink()
        (project / tool.STORE).write_text(kept, encoding="utf-8")
    assert "in lost" not in done.stdout
    assert (found["program.lost"]["caught"], found["program.lost"]["left"]) == (3, [])
    assert len(found["program.Box.full"]["left"]) == 2


@pytest.mark.exhaustive
def test_a_sample_is_kept_with_the_command_that_repeats_it(project: Path, tool: ModuleType) -> None:
    """Under its paths, size and seed; what was caught at first is not forgotten when tests are added."""
    before = (project / tool.STORE).read_text(encoding="utf-8") if (project / tool.STORE).exists() else ""
    later = project / "tests" / "test_later.py"
    words = ["program.py", "--sample", "30", "--seed", "3", "--store"]
    try:
        run(project, *words)
        (first,) = tool.stored_samples(project)
        later.write_text("import program\n\n\ndef test_lost():\n    assert program.lost() == 5\n", "utf-8")
        run(project, *words)
        (second,) = tool.stored_samples(project)
    finally:
        later.unlink(missing_ok=True)
        (project / tool.STORE).write_text(before or '{"parts": []}\n', encoding="utf-8")
    source = (project / "program.py").read_text(encoding="utf-8")
    assert first["of"] == second["of"] == len(tool.changes_of(source, "program.py")) > 30
    assert first["tried"] == 30 - first["equivalent"]
    assert first["caught"] == first["caught_at_first"] == second["caught_at_first"]
    assert first["caught"] + len(first["left"]) == first["tried"]
    assert "lost" in {part for _, part, _, _ in first["left"]}
    assert second["caught"] > first["caught"]
    assert "lost" not in {part for _, part, _, _ in second["left"]}
    assert tool.command_of(first) == "python scripts/mutants.py program.py --sample 30 --seed 3 --store"


def test_a_sample_that_is_kept_has_paths(project: Path) -> None:
    done = run(project, "--store")
    assert done.returncode == 1
    assert done.stderr == "mutants: --store of a sample needs paths\n"


def test_an_edit_elsewhere_leaves_a_sample_as_it_was(tool: ModuleType) -> None:
    edited = PROGRAM.replace("steps = 0", "steps = 0 + 0")

    def drawn(source: str) -> list[tuple[str, str, str]]:
        changes = tool.changes_of(source, "program.py")
        return [changes[i].identity for i in tool.drawn_by_seed(changes, 5)]

    assert drawn(PROGRAM) != drawn(edited)
    assert [x for x in drawn(edited) if "0 + 0" not in x[1] and "0 + 0" not in x[2]
            and x[1] != "steps = 0"] == [x for x in drawn(PROGRAM) if x[1] != "steps = 0"]
    assert sorted(drawn(PROGRAM)) == sorted(c.identity for c in tool.changes_of(PROGRAM, "program.py"))


def test_the_folders_tried_by_default_are_those_of_the_program(tool: ModuleType) -> None:
    assert sorted(tool.default_paths(SCRIPT.parent.parent)) == [
        f"visegrad_editor/{name}" for name in ("engine", "exchange", "model", "systems")]


def test_a_path_that_is_not_there_is_refused(project: Path) -> None:
    done = run(project, "nowhere.py")
    assert done.returncode == 1
    assert done.stderr == "mutants: there is no nowhere.py\n"


def changes(tool: ModuleType, source: str) -> set[str]:
    return {c.after for c in tool.changes_of(source, "x.py")}


@pytest.mark.parametrize(("source", "after"), [
    ("x = a < b", {"x = a <= b"}),
    ("x = a and b", {"x = a or b", "x = b", "x = a"}),
    ("x = a == b != c", {"x = a != b != c", "x = a == b == c"}),
    ("x = -a + 1", {"x = a + 1", "x = -a - 1", "x = -a + 2", "x = -a + 0"}),
    ("x += y", {"x -= y", "pass"}),
    ("x = True", {"x = False"}),
    ("if a:\n    pass", {"if not a:"}),
    ("if not a:\n    pass", {"if a:"}),
    ("x = [a for a in b if c]", {"x = [a for a in b if not c]"}),
    ("x = min(a)", {"x = max(a)"}),
    ("def f():\n    return a", {"return None"}),
    ("def f():\n    raise A", {"pass"}),
    ("self.x = y", {"pass"}),
    ("f()", {"pass"}),
    ("x = 'a' + b", set()),
    ("x: list[int | None] = y", set()),
    ("def f(a: int = 1) -> 2: ...", {"def f(a: int=2) -> 2:", "def f(a: int=0) -> 2:"}),
    ("assert a > 1", set()),
    ("x = with_pauses(y, 32)", set()),
    ("x = Literal['a', 'b']", set()),
    ("x = zip(a, b, strict=True)", set()),
    ("'''A text.'''\nx = 'a'", set()),
    ("if TYPE_CHECKING:\n    x = 1", set()),
])
def test_each_kind_of_change(tool: ModuleType, source: str, after: set[str]) -> None:
    assert changes(tool, source) == after


def test_every_change_can_be_compiled_and_changes_something(tool: ModuleType) -> None:
    """Tried on the script itself."""
    source = SCRIPT.read_text(encoding="utf-8")
    plain = compile(source, "x.py", "exec")
    found = tool.changes_of(source, "x.py")
    assert len(found) > 500
    for change in found[::100]:  # each takes a second
        assert change.before != change.after, change
        assert tool.compiled(source, "x.py", change) != plain


def test_tests_that_open_windows_are_left_out(project: Path, tool: ModuleType) -> None:
    assert [p.name for p in tool.files_of_tests(project, [], ["program.py"])] == ["test_program.py"]
    assert [p.name for p in tool.files_of_tests(project, ["tests/test_w*.py"], [])] == ["test_window.py"]


def test_equivalent_changes_have_reasons_and_are_found_wherever_they_stand(tool: ModuleType) -> None:
    known = tool.equivalents(SCRIPT.parent.parent)
    assert all(len(reason.split()) > 3 for reason in known.values())
    found = tool.changes_of("def f():\n    return a < b", "x.py")
    (change,) = [c for c in found if c.after == "return a <= b"]
    assert tool.reason_for(change, {("f", "return a < b", "return a <= b"): "Why."}) == "Why."
    assert tool.reason_for(change, {("f", "return a < b", "*"): "Why."}) == "Why."
    assert tool.reason_for(change, {("*", "return a < b", "*"): "Why."}) == "Why."
    assert tool.reason_for(change, {("g", "return a < b", "*"): "Why."}) == ""
