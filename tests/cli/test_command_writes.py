"""No command changes a file that it was not told to write, and each names what it wrote."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from geodata_set import write_set
from items import some
from PIL import Image

from visegrad_editor.cli.main import COMMANDS, main
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.resources import resource_folder

STYLE = "format: 1\nkind: style\nname: mine\ntitle: Mine\nbased_on: printed\n"


def made(*words: str) -> None:
    assert main(list(words)) == 0, words


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of every kind that a command takes."""
    folder = tmp_path_factory.mktemp("prepared")
    before = Path.cwd()
    os.chdir(folder)
    try:
        shutil.copy(resource_folder("sample_scenarios") / "rulesets" / "visegrad4.yaml", "rules.yaml")
        Image.new("RGB", (60, 40), "#aabbcc").save("scan.png")
        made("new", "--size", "6x5", "--ruleset", "rules.yaml", "-o", "m.yaml")
        map_text = Path("m.yaml").read_text("utf-8")
        Path("m.yaml").write_text(map_text + "\nbackground:\n  picture: scan.png\n", "utf-8")
        made("new", "--on", "m.yaml", "-o", "s.yaml")
        made("export", "m.yaml", "-o", "h.csv")
        table = Path("h.csv").read_text("utf-8-sig")
        assert ",clear," in table
        Path("h.csv").write_text(table.replace(",clear,", ",marsh,", 1), "utf-8")
        made("import", "h.csv", "--map", "m.yaml", "-o", "other.yaml")
        made("export", "other.yaml", "-o", "t.tmx")
        made("export", "other.yaml", "-o", "t.tmj")
        Path("other.yaml").unlink()
        made("export", "maps/visegrad4", "-o", "bundled.csv")
        table = Path("bundled.csv").read_text("utf-8-sig")
        assert "\n2017,clear," in table.replace("\r", "")
        Path("bundled.csv").write_text(table.replace("2017,clear,", "2017,mountain,"), "utf-8")
        made("new", "--from", "first-steps", "-o", "war.yaml")
        made("new", "--from", "war.yaml", "-o", "variant.yaml")
        made("run", "war.yaml", "--players", "random,random", "-o", "game.yaml")
        write_set(folder / "data")
        made("import-geodata", "data/twinland.yaml", "-o", "land.yaml")
        Path("style.yaml").write_text(STYLE, "utf-8")
        Path("sub").mkdir()
        for name in ("old.yaml", "old.pdf", "old.csv"):
            Path(name).write_text("mine", "utf-8")
    finally:
        os.chdir(before)
    return folder


@pytest.fixture
def folder(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = tmp_path / "work"
    shutil.copytree(prepared, copy)
    monkeypatch.chdir(copy)
    return copy


Snapshot = dict[str, tuple[bytes, int]]


def snapshot(folder: Path) -> Snapshot:
    return {p.relative_to(folder).as_posix(): (p.read_bytes(), p.stat().st_mtime_ns)
            for p in folder.rglob("*") if p.is_file()}


def differing(before: Snapshot, after: Snapshot) -> set[str]:
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def named_in(out: str, err: str, as_json: bool) -> set[str]:
    """The files that the output of a command names, relative to the folder."""
    lines = (err if as_json else out).splitlines()
    found = {m[1] for line in lines if (m := re.fullmatch(r"(?:Written|Kept): (\S+)(?: \(.*\))?", line))}
    if as_json:
        report = json.loads(out)
        # What `validate` calls files are those it looked at.
        files = report.get("files", ()) if isinstance(report, dict) else ()
        found |= {file for file in files if isinstance(file, str)}
    return found


class Form(NamedTuple):
    """A way to call a command, and the files that it is told to write."""

    words: str
    writes: str = ""
    code: int = 0


FORMS: dict[str, list[Form]] = {
    "validate": [
        # A map without shale gas fields is an error of that ruleset.
        Form("m.yaml s.yaml war.yaml variant.yaml land.yaml --lint", code=1), Form("war.yaml --json")],
    "stats": [Form("s.yaml"), Form("land.yaml --json")],
    "set-up": [
        Form("free-setup --fill -o n.yaml", "n.yaml"),
        Form("free-setup --random 3 -o n.yaml --json", "n.yaml"),
        Form("historical --clear -o n.yaml", "n.yaml")],
    "variant": [
        Form("war.yaml --of historical -o n.yaml", "n.yaml"),
        Form("war.yaml --of historical -o sub/n.yaml --json", "sub/n.yaml"),
        Form("war.yaml --of historical -o war.yaml --force", "war.yaml war.yaml~")],
    # A new variant has a summary of its own.
    "diff": [Form("s.yaml war.yaml", code=1), Form("variant.yaml --base --json", code=1),
             Form("war.yaml war.yaml")],
    "card": [Form("lantern-hill"), Form("silk-and-chalk --json")],
    "checks": [Form(""), Form("--json")],
    "list": [Form(""), Form("--json")],
    "completion": [Form("bash"), Form("zsh"), Form("fish")],
    "schema": [
        Form(""), Form("map --json"), Form("map -o .", "map.schema.json"),
        Form("style -o sub --json", "sub/style.schema.json")],
    "translate": [
        Form("war.yaml --language pl", "war.pl.yaml"),
        Form("war.yaml --language pl --whole -o sub/war.pl.yaml --json", "sub/war.pl.yaml")],
    "referee": [Form("lantern-hill next -o n.yaml", "n.yaml"), Form("silk-and-chalk --all --json")],
    "replay": [Form("game.yaml --to 5"), Form("game.yaml --json")],
    "odds": [Form("historical --attack 1718 --place 12th_Mechanized_1717")],
    "new": [
        Form("-o n.yaml --from first-steps", "n.yaml"),
        Form("-o n.yaml --from war.yaml", "n.yaml"),
        Form("-o n.yaml --from variant.yaml --json", "n.yaml"),
        Form("-o sub/n.yaml --from war.yaml", "sub/n.yaml"),
        Form("-o sub/n.yaml --from s.yaml", "sub/n.yaml sub/n-map.yaml sub/n-ruleset.yaml sub/scan.png"),
        Form("-o n.yaml --size 4x4", "n.yaml"),
        Form("-o n.yaml --size 4x4 --ruleset rules.yaml --json", "n.yaml"),
        Form("-o sub/n.yaml --size 4x4 --ruleset rules.yaml", "sub/n.yaml sub/n-ruleset.yaml"),
        Form("-o n.yaml --map --from m.yaml", "n.yaml"),
        Form("-o sub/n.yaml --map --from m.yaml", "sub/n.yaml sub/n-ruleset.yaml sub/scan.png"),
        Form("-o n.yaml --map --from m.yaml --sheet", "n.yaml"),
        Form("-o n.yaml --map --from land.yaml", "n.yaml n.computed.yaml"),
        Form("-o n.yaml --on m.yaml --units-of war.yaml", "n.yaml"),
        Form("-o sub/n.yaml --on m.yaml", "sub/n.yaml sub/n-map.yaml sub/n-ruleset.yaml sub/scan.png"),
        Form("-o old.yaml --from war.yaml --force", "old.yaml old.yaml~"),
        Form("-o old.yaml --size 4x4 --force --json", "old.yaml old.yaml~"),
    ],
    "run": [
        Form("war.yaml"),
        Form("variant.yaml -o g.yaml", "g.yaml"),
        Form("variant.yaml -o sub/g.yaml --json", "sub/g.yaml"),
        Form("historical -o old.yaml --force", "old.yaml old.yaml~"),
    ],
    "balance": [Form("war.yaml --games 1 --jobs 1"), Form("war.yaml variant.yaml --games 1 --jobs 1 --json")],
    "check-system": [Form("visegrad4 first-steps --games 1 --jobs 1 --json")],
    "fuzz": [
        Form("variant.yaml --games 1 --jobs 1 --max-orders 40 --seed 3"
             " -o found", "found/seed-3-order-40.yaml", 1),
        Form("variant.yaml --games 1 --jobs 1 --max-orders 40 --seed 3 -o sub --json",
             "sub/seed-3-order-40.yaml", 1),
        Form("game.yaml -o found"),
        Form("variant.yaml --games 1 --jobs 1"),
    ],
    "export": [
        *(Form(f"s.yaml -o x.pdf --what {what} --style style.yaml", "x.pdf")
          for what in ("setup", "map", "charts")),
        *(Form(f"s.yaml -o x.{ending}", f"x.{ending}")
          for ending in ("png", "jpg", "svg", "csv", "geojson", "json")),
        *(Form(f"s.yaml -o x.{ending}", f"x.{ending} x-tiles.png") for ending in ("tmx", "tmj")),
        Form("war.yaml -o x.tmx", "x.tmx x-tiles.png x-counters.png"),
        Form("other.tmx -o x.tmx", code=2),
        Form("m.yaml -o t.tmx --force --hex 190px", "t.tmx t-tiles.png"),
        Form("m.yaml -o sub/hexes.csv", "sub/hexes.csv"),
        Form("s.yaml -o old.csv --what hexes --force", "old.csv"),
        Form("historical -o old.pdf --force", "old.pdf"),
    ],
    "import": [
        *(Form(f"{file} --map {base} -o n.yaml", "n.yaml")
          for file in ("h.csv", "t.tmx", "t.tmj") for base in ("s.yaml", "m.yaml")),
        *(Form(f"{file} --map s.yaml -o n.yaml --json", "n.yaml") for file in ("h.csv", "t.tmx", "t.tmj")),
        *(Form(f"{file} --map {base} -o m.yaml --force", "m.yaml m.yaml~")
          for file in ("h.csv", "t.tmx", "t.tmj") for base in ("s.yaml", "m.yaml")),
        *(Form(f"{file} --map s.yaml -o sub/n.yaml", "sub/n.yaml sub/n-ruleset.yaml sub/scan.png")
          for file in ("h.csv", "t.tmx", "t.tmj")),
        *(Form(f"bundled.csv --map {base} -o n.yaml", "n.yaml")
          for base in ("historical", "war.yaml", "maps/visegrad4")),
        *(Form(f"{file} --map s.yaml --dry-run") for file in ("h.csv", "t.tmx", "t.tmj")),
        Form("t.tmx -o n.yaml", "n.yaml"),
        Form("t.tmj -o sub/n.yaml --ruleset rules.yaml", "sub/n.yaml sub/n-ruleset.yaml"),
        Form("h.csv --map s.yaml -o old.yaml --force", "old.yaml old.yaml~"),
    ],
    "import-geodata": [
        Form("data/twinland.yaml -o n.yaml", "n.yaml n.computed.yaml"),
        Form("data/twinland.yaml", "twinland-map.yaml twinland-map.computed.yaml"),
        Form("data/twinland.yaml -o sub/n.yaml --json", "sub/n.yaml sub/n.computed.yaml"),
        Form("data/twinland.yaml -o land.yaml", "land.computed.yaml"),
        Form("data/twinland.yaml -o land.yaml --reset all --dry-run"),
    ],
}
"""Each command in every form that writes, and the others once or twice."""


def words_of(text: str) -> list[str]:
    return [word.replace("12th_Mechanized_1717", "12th Mechanized 1717") for word in text.split()]


def test_every_command_is_tried() -> None:
    assert FORMS.keys() == COMMANDS.keys()
    assert all(FORMS.values())


@pytest.mark.parametrize(("command", "form"), [
    pytest.param(command, form, id=f"{command} {form.words}")
    for command, forms in FORMS.items() for form in forms])
def test_only_the_named_files_change(
    command: str, form: Form, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = resource_folder("sample_scenarios")
    before, shipped = snapshot(folder), snapshot(samples)
    words = words_of(form.words)
    assert main([command, *words]) == form.code
    expected = capsys.readouterr()
    changed = differing(before, snapshot(folder))
    assert changed == set(form.writes.split())
    assert snapshot(samples) == shipped
    named = named_in(expected.out, expected.err, "--json" in words)
    backups = {name for name in changed if name.endswith("~")}
    assert named - backups == changed - backups
    assert all(name[:-1] in named for name in backups)
    assert "--json" in words or backups <= named


def test_a_map_that_the_data_changes_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path("land.yaml").read_text("utf-8")
    Path("land.yaml").write_text(text.replace("title: Twinland", "title: Mine"), "utf-8")
    states = json.loads(Path("data/states.geojson").read_text("utf-8"))
    states["features"] = states["features"][:1]
    Path("data/states.geojson").write_text(json.dumps(states), "utf-8")
    before = snapshot(folder)
    assert main(["import-geodata", "data/twinland.yaml", "-o", "land.yaml"]) in (0, 1)
    expected = capsys.readouterr()
    changed = {"land.yaml", "land.yaml~", "land.computed.yaml"}
    assert differing(before, snapshot(folder)) == changed
    assert named_in(expected.out, expected.err, False) == changed


TARGETS: list[tuple[str, str]] = [
    ("new --from war.yaml", "war.yaml"),
    ("new --from variant.yaml", "war.yaml variant.yaml"),
    ("new --from s.yaml", "s.yaml m.yaml rules.yaml"),
    ("new --map --from m.yaml", "m.yaml rules.yaml"),
    ("new --size 4x4 --ruleset rules.yaml", "rules.yaml"),
    ("new --on m.yaml --units-of war.yaml", "m.yaml rules.yaml war.yaml"),
    ("run war.yaml", "war.yaml"),
    ("run variant.yaml", "war.yaml variant.yaml"),
    *((f"import {file} --map s.yaml", f"s.yaml rules.yaml {file}") for file in ("h.csv", "t.tmx", "t.tmj")),
    *((f"import {file} --map m.yaml", f"rules.yaml {file}") for file in ("h.csv", "t.tmx", "t.tmj")),
    ("import t.tmx --ruleset rules.yaml", "rules.yaml t.tmx"),
    ("import-geodata data/twinland.yaml", "data/twinland.yaml data/states.geojson data/heights.png"),
    *((f"export s.yaml --style style.yaml --what {what}", "s.yaml m.yaml rules.yaml scan.png style.yaml")
      for what in ("charts", "setup")),
]
"""Commands without their `-o`, and the files that they are made from."""


@pytest.mark.parametrize("kind", ["itself", "symbolic", "hard"])
@pytest.mark.parametrize(("command", "source"), [
    pytest.param(command, source, id=f"{command} over {source}")
    for command, sources in TARGETS for source in sources.split()])
def test_no_input_is_a_target(
    command: str, source: str, kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = command.split()
    ending = ".pdf" if words[0] == "export" else ".yaml"
    target = Path(source)
    if kind != "itself":
        target = folder / f"link{ending}"
        if kind == "symbolic":
            target.symlink_to(folder / source)
        else:
            target.hardlink_to(source)
    force = () if words[0] == "import-geodata" else ("--force",)
    before = snapshot(folder)
    assert main([*words, "-o", str(target), *force]) == 2
    message = capsys.readouterr().err
    assert message.startswith("visegrad-editor: ")
    assert "Traceback" not in message
    assert snapshot(folder) == before
    if words[0] in ("new", "run", "import") and target.suffix == ".yaml":
        assert f"{target} is one of the source files" in message
    if target.suffix == ".pdf":
        assert re.search("is one of the source files|is a file of this design", message)


def test_a_game_never_takes_the_place_of_its_scenario(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for more in ((), ("--force",)):
        assert main(["run", "war.yaml", "--seed", "1", "-o", "war.yaml", *more]) == 2
        assert "war.yaml is one of the source files" in capsys.readouterr().err
    assert main(["validate", "war.yaml"]) == 0


@pytest.mark.parametrize("file", ["h.csv", "t.tmx", "t.tmj"])
def test_an_import_into_the_map_of_a_scenario_is_a_new_map(
    file: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = load(folder / "m.yaml").design
    assert before is not None
    made("import", file, "--map", "s.yaml", "-o", "new.yaml")
    loaded = load(folder / "new.yaml")
    assert loaded.kind == "map"
    assert loaded.design is not None
    assert "The scenario s.yaml is unchanged and keeps its map m.yaml" in capsys.readouterr().out
    hexes = [h for h in before.map.grid if loaded.design.map.terrain.at(h) != before.map.terrain.at(h)]
    assert [loaded.design.map.terrain.at(h) for h in hexes] == ["marsh"]
    assert load(folder / "m.yaml").design == before


def test_an_import_into_a_bundled_scenario_is_a_new_map(folder: Path) -> None:
    made("import", "bundled.csv", "--map", "historical", "-o", "new.yaml")
    loaded = load(folder / "new.yaml")
    assert loaded.kind == "map"
    assert loaded.problems == ()
    assert loaded.design is not None
    hex = loaded.design.map.grid.parse("2017")
    assert hex is not None
    assert loaded.design.map.terrain.at(hex) == "mountain"


def test_counters_of_a_tiled_map_do_not_move_those_of_the_scenario(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made("export", "first-steps", "-o", "units.tmx")
    moved = re.sub(r'(name="6th Mechanized"[^>]* x=")([\d.]+)', lambda m: f"{m[1]}{float(m[2]) + 150}",
                   Path("units.tmx").read_text("utf-8"), count=1)
    assert moved != Path("units.tmx").read_text("utf-8")
    Path("units.tmx").write_text(moved, "utf-8")
    capsys.readouterr()
    made("import", "units.tmx", "--map", "first-steps", "-o", "new.yaml")
    out = capsys.readouterr().out
    assert "units.tmx has 1 counter of the scenario in another hex; counters belong to the scenario" in out
    assert load(folder / "new.yaml").kind == "map"


@pytest.mark.parametrize("command", [
    "new --from war.yaml", "new --size 4x4", "new --on m.yaml", "run war.yaml",
    "import h.csv --map m.yaml", "import t.tmx"])
def test_existing_files_are_replaced_only_with_force(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = command.split()
    before = snapshot(folder)
    assert main([*words, "-o", "old.yaml"]) == 2
    assert "old.yaml exists already. Choose another name, or add --force to" in capsys.readouterr().err
    assert snapshot(folder) == before
    assert main([*words, "-o", "old.yaml", "--force"]) == 0
    assert Path("old.yaml~").read_text("utf-8") == "mine"
    assert "Kept: old.yaml~ (what old.yaml held before)" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["old.pdf", "old.csv"])
def test_an_export_replaces_only_with_force(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "s.yaml", "-o", name]) == 2
    assert f"{name} exists already" in capsys.readouterr().err
    assert Path(name).read_text("utf-8") == "mine"
    assert main(["export", "s.yaml", "-o", name, "--force"]) == 0
    assert Path(name).read_bytes() != b"mine"


def test_a_broken_link_counts_as_an_existing_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("link.yaml").symlink_to("gone.yaml")
    assert main(["new", "--from", "war.yaml", "-o", "link.yaml"]) == 2
    assert not Path("gone.yaml").exists()
    capsys.readouterr()
    assert main(["new", "--from", "war.yaml", "-o", "link.yaml", "--force"]) == 0
    assert f"a link to {folder.resolve() / 'gone.yaml'}" in capsys.readouterr().out


def test_a_record_of_another_map_is_kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("n.computed.yaml").write_text("mine", "utf-8")
    for words in (["import-geodata", "data/twinland.yaml", "-o", "n.yaml"],
                  ["new", "--map", "--from", "land.yaml", "-o", "n.yaml"]):
        before = snapshot(folder)
        assert main(words) == 2
        message = capsys.readouterr().err
        assert "n.computed.yaml exists already. Choose another name" in message
        assert ("--force" in message) is (words[0] == "new")
        assert snapshot(folder) == before


def test_a_backup_never_takes_the_place_of_an_input(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy("m.yaml", "old.yaml~")
    before = snapshot(folder)
    assert main(["import", "h.csv", "--map", "./old.yaml~", "-o", "old.yaml", "--force"]) == 2
    assert "its backup would overwrite old.yaml~" in capsys.readouterr().err
    assert snapshot(folder) == before


def test_findings_never_take_the_place_of_others(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fuzz", "war.yaml", *words_of("--games 1 --jobs 1 --max-orders 40 --seed 3 -o found")]
    assert main(words) == 1
    first = Path("found/seed-3-order-40.yaml")
    before = snapshot(folder)
    capsys.readouterr()
    assert main(words) == 1  # the same finding again
    assert f"Already there: {first}" in capsys.readouterr().out
    assert snapshot(folder) == before
    first.write_text("mine", "utf-8")
    assert main(words) == 1
    assert first.read_text("utf-8") == "mine"
    second = Path("found/seed-3-order-40-2.yaml")
    assert f"Written: {second}" in capsys.readouterr().out
    assert f"visegrad-editor fuzz {second.name}" in second.read_text("utf-8")


def test_pictures_of_tiles_that_another_map_uses_are_kept(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made("export", "m.yaml", "-o", "x.tmx")
    before = snapshot(folder)
    assert main(["export", "m.yaml", "-o", "x.tmj", "--hex", "190px"]) == 2
    assert "x-tiles.png exists already" in capsys.readouterr().err
    assert snapshot(folder) == before
    made("export", "m.yaml", "-o", "x.tmj")
    assert differing(before, snapshot(folder)) == {"x.tmj"}


# -- output that cannot be written ------------------------------------------------------------------

WRITING = ["new --from war.yaml -o {}.yaml", "new --size 4x4 -o {}.yaml", "new --on m.yaml -o {}.yaml",
           "export s.yaml -o {}.pdf", "export s.yaml -o {}.png", "export s.yaml -o {}.tmx",
           "run war.yaml -o {}.yaml", "import h.csv --map m.yaml -o {}.yaml",
           "import-geodata data/twinland.yaml -o {}.yaml"]


@pytest.mark.parametrize("command", [*WRITING, "fuzz war.yaml --games 1 --jobs 1 --max-orders 40 -o {}"])
def test_a_target_in_no_folder_ends_with_3(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    targets = ["m.yaml/x"] + (["gone/x"] if not command.startswith("fuzz") else [])
    targets += ["/proc/x"] if sys.platform == "linux" else []
    for target in some(targets):
        before = snapshot(folder)
        assert main(command.format(target).split()) == 3, target
        message = capsys.readouterr().err
        assert message.startswith("visegrad-editor: ")
        assert "Traceback" not in message
        assert snapshot(folder) == before


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write everywhere")
@pytest.mark.parametrize("command", WRITING)
def test_a_folder_without_permission_ends_with_3(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("sub").chmod(0o500)
    try:
        assert main(command.format("sub/x").split()) == 3
        assert "no permission" in capsys.readouterr().err
    finally:
        Path("sub").chmod(0o700)


@pytest.mark.parametrize("command", WRITING)
def test_a_folder_that_may_not_be_entered_ends_with_3(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The system is asked through `os`, since the superuser may enter every folder."""
    def closed(real: Callable[..., Any]) -> Callable[..., Any]:
        def ask(path: Any, *more: Any, **options: Any) -> Any:
            if isinstance(path, str | os.PathLike) and Path(path).parent.name == "sub":
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return real(path, *more, **options)

        return ask

    before = snapshot(folder)
    for name in ("stat", "lstat", "open"):
        monkeypatch.setattr(os, name, closed(getattr(os, name)))
    assert main(command.format("sub/x").split()) == 3
    monkeypatch.undo()
    assert "you have no permission to write in the folder sub. Choose" in capsys.readouterr().err
    os.chdir(folder)
    assert snapshot(folder) == before


@pytest.mark.parametrize("target", ["closed", "closed/new/found", "m.yaml", "m.yaml/found"])
def test_a_folder_for_findings_that_cannot_be_written_is_refused_before_any_game(
    target: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("closed").mkdir()
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, *more: Path(path).name != "closed" and real(path, *more))
    monkeypatch.setattr("visegrad_editor.cli.fuzz.fuzz", lambda *_args: pytest.fail("a game was played"))
    assert main(["fuzz", "war.yaml", "--games", "1", "-o", target]) == 3
    said = capsys.readouterr().err
    assert ("m.yaml is a file; -o names a folder." if "m.yaml" in target else
            "you have no permission to write in the folder closed. Choose another folder.") in said


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
@pytest.mark.parametrize("command", WRITING)
def test_a_write_error_ends_with_3(
    command: str, number: int, folder: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise OSError(number, os.strerror(number), "x")

    before = snapshot(folder)
    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    assert main(command.format("x").split()) == 3
    assert "was not saved: " in capsys.readouterr().err
    assert snapshot(folder) == before


def run_with_limit(words: Sequence[str], most: int) -> subprocess.CompletedProcess[str]:
    """Run the command in a process with a limit on the size of files, in bytes."""
    import resource

    return subprocess.run(
        [sys.executable, "-B", "-m", "visegrad_editor", *words], capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])})


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of file sizes")
@pytest.mark.parametrize("command", WRITING)
def test_a_file_that_may_not_grow_ends_with_3(command: str, folder: Path) -> None:
    before = snapshot(folder)
    done = run_with_limit(command.format("x").split(), 64)
    assert done.returncode == 3, done.stderr
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert snapshot(folder) == before


def test_the_outcome_of_a_game_that_cannot_be_written_is_printed(folder: Path) -> None:
    done = run_with_limit(["run", "war.yaml", "-o", "x.yaml"], 64)
    assert done.returncode == 3
    assert "Winner:" in done.stdout
