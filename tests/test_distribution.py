"""What installed copies have for the system around them (`distribution`), and how versions are told."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from items import some

from visegrad_editor import __version__, build_info
from visegrad_editor.cli.command_line import command_lines
from visegrad_editor.cli.main import COMMANDS, main

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import freeze
import make_share

ROOT = Path(__file__).parents[1]
SHARE = ROOT / "distribution" / "share"


def test_manual_page_and_completions_are_those_of_the_commands() -> None:
    made = make_share.files()
    assert len(made) == 4
    old = [path.name for path, text in made.items() if path.read_text("utf-8") != text]
    assert old == [], "run scripts/make_share.py"


def test_the_manual_page_has_every_command_and_option() -> None:
    page = make_share.manual_page().replace("\\-", "-")
    lines = list(command_lines())
    assert [line.name for line in lines] == list(COMMANDS)
    for line in lines:
        assert f"\n.SS {line.name}\n" in page
        part = page.partition(f"\n.SS {line.name}\n")[2].partition("\n.S")[0]
        assert len(line.options) > 0
        assert all(f"\\fB{name}\\fR" in part for option in line.options for name in option.names)


COMPLETED = [
    (["va"], {"validate", "variant"}), (["hist"], {"historical"}), (["--v"], {"--version"}),
    (["validate", "--l"], {"--lint"}), (["validate", "early"], {"early-us-entry"}),
    (["export", "--what", "se"], {"setup", "secret"}), (["export", "--paper", "T"], {"Tabloid"}),
    (["export", "--style", "low"], {"low-ink"}), (["new", "--rules", "kar"], {"karn"}),
    (["card", "wet"], {"wet-harvest"}), (["schema", "ga"], {"game"}), (["schema", "-o", "a"], {"a folder"}),
    (["run", "-o", "a"], {"a folder", "a file.yaml"}), (["fuzz", "--games", "a"], set()),
    (["completion", "f"], {"fish"}), (["check-system", "sta"], {"standard"})]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_commands_options_names_and_paths(tmp_path: Path) -> None:
    (tmp_path / "a folder").mkdir()
    (tmp_path / "a file.yaml").touch()
    calls = "\n".join(
        f"COMP_WORDS=(visegrad-editor {' '.join(words)}) COMP_CWORD={len(words)}; _visegrad_editor; "
        'printf "%s\\n" "${COMPREPLY[@]}" ==' for words, _ in COMPLETED)
    file = SHARE / make_share.COMPLETIONS["bash"]
    done = subprocess.run(["bash", "--norc"], input=f"source '{file}'\n{calls}\n", cwd=tmp_path,
                          capture_output=True, text=True, check=True)
    assert done.stderr == ""
    found = [set(part.split("\n")) - {""} for part in done.stdout.split("==\n")[:-1]]
    assert found == [expected for _, expected in COMPLETED]


@pytest.mark.parametrize(("shell", "check"), [("zsh", "-n"), ("fish", "--no-execute")])
def test_other_shells_can_read_their_files(shell: str, check: str) -> None:
    file = SHARE / make_share.COMPLETIONS[shell]
    if (found := shutil.which(shell)) is not None:
        subprocess.run([found, check, str(file)], check=True)
    text = file.read_text("utf-8")
    for line in some(command_lines()):
        assert re.search(rf"(?m)^ *{line.name}\) _arguments|__fish_use_subcommand -a {line.name} ", text)


def test_the_completion_of_a_shell_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "fish"]) == 0
    assert capsys.readouterr().out == (SHARE / make_share.COMPLETIONS["fish"]).read_text("utf-8")


def test_the_desktop_entry_starts_the_program_for_its_own_type_of_file() -> None:
    file = SHARE / "applications" / "visegrad-editor.desktop"
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(file, "utf-8")
    entry = parser["Desktop Entry"]
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    program = entry["Exec"].removesuffix(" %f")
    assert program in scripts["scripts"] | scripts.get("gui-scripts", {})
    assert entry["Type"] == "Application"
    # The class of its windows, which `Tk` is given.
    assert f'className="{entry["StartupWMClass"]}"' in (
        ROOT / "visegrad_editor/editor/app.py").read_text("utf-8")
    assert entry["MimeType"].rstrip(";") == mime_type().get("type")
    if (validate := shutil.which("desktop-file-validate")) is not None:
        done = subprocess.run([validate, str(file)], capture_output=True, text=True, check=False)
        assert done.stdout + done.stderr == ""


def mime_type() -> ET.Element:
    root = ET.parse(SHARE / "mime" / "packages" / "visegrad-editor.xml").getroot()
    [only] = root
    return only


def test_the_type_of_file_has_a_name_of_its_own_and_the_heading_of_what_opens() -> None:
    space = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    # A pattern for all YAML files would make every one of the computer a document of this program.
    assert [g.get("pattern") for g in mime_type().findall("m:glob", space)] == ["*.visegrad.yaml"]
    kinds = {str(m.get("value")).removeprefix(r"\nkind: ")
             for m in mime_type().findall("m:magic/m:match/m:match", space)}
    assert kinds == {"scenario", "map", "card", "game"}
    texts = [p.read_text("utf-8") for kind in ("scenarios", "maps", "cards")
             for p in (ROOT / "sample_scenarios" / kind).glob("*.yaml") if p.name.count(".") == 1]
    assert len(texts) > 20
    for text in texts:
        start = text.index("format: ")
        assert start < 2048
        assert any(f"\nkind: {kind}\n" in text[:4096] for kind in kinds)


@pytest.mark.parametrize(("missing", "told"), [
    ((), "compiled: painter and search (stable interface of Python 3.11); Python "),
    (("painter",), "compiled: search (stable interface of Python 3.11); not compiled: painter; Python "),
    (("painter", "search"), "not compiled: painter and search; Python ")])
def test_what_is_compiled_is_told(
    missing: tuple[str, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_info, "compiled", lambda: {n: n not in missing for n in build_info.PARTS})
    line = build_info.build_line("8.6.13")
    assert line.startswith(f"{told}{sys.version.split()[0]}, Tk 8.6.13, {sys.platform} ")


def test_version_and_what_it_runs_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"visegrad-editor {__version__}"
    assert second == build_info.build_line()


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE)[0] == "Unreleased"
    releases = re.findall(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", text, re.MULTILINE)
    assert len(releases) + 1 == len(re.findall(r"^## ", text, re.MULTILINE))
    assert releases[0][0] == __version__
    days = [date.fromisoformat(day) for _, day in releases]
    assert all(newer >= older for newer, older in pairwise(days))


# -- the frozen program -----------------------------------------------------------------------------------

def test_every_command_is_tried_when_the_program_is_frozen() -> None:
    assert {words[0] for words in freeze.TRIALS} == set(COMMANDS)
    assert all(name in [words[-1] for words in freeze.TRIALS] for name in freeze.SAME)


def test_a_trial_that_fails_is_told_with_what_the_program_said(tmp_path: Path) -> None:
    def program(code: str) -> freeze.Program:
        return freeze.Program((sys.executable, "-c", code))

    assert program("").run(tmp_path, "list") == ""
    assert program("raise SystemExit(1)").run(tmp_path, "diff", code=1) == ""
    failed = program("print('no such thing'); raise SystemExit(2)").run(tmp_path, "list", "--json")
    assert failed == "list --json ended with 2, not 0:\nno such thing\n"
    slow = freeze.Program((sys.executable, "-c", "import time; time.sleep(30)"), patience_s=0.2)
    assert slow.run(tmp_path, "list") == "list has not ended after 0.2 seconds"
    # A fault in the program is one whatever the exit code.
    assert "Traceback" in program("import sys; sys.stderr.write('Traceback (most')").run(tmp_path, "list")
