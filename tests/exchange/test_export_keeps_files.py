"""An export never overwrites its source files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PIL import Image

from visegrad_editor.cli.main import main


@pytest.fixture
def map_file(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.yaml"
    assert main(["new", "--size", "6x5", "--ruleset", "blank", "-o", str(path)]) == 0
    return path


@pytest.mark.parametrize("name", ["same.csv", "same.png", "same.tmx", "same.pdf", "same.json"])
def test_the_map_itself_is_not_replaced(
    name: str, map_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    same = map_file.with_name(name)
    shutil.copy(map_file, same)
    before = same.read_bytes()
    assert main(["export", str(same), "-o", str(same)]) == 2
    assert "file of this design" in capsys.readouterr().err
    assert same.read_bytes() == before
    link = map_file.with_name("other" + same.suffix)
    link.symlink_to(same)
    assert main(["export", str(same), "-o", str(link)]) == 2
    assert same.read_bytes() == before


def test_the_picture_a_map_is_traced_from_is_not_replaced(
    map_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scan = map_file.with_name("scan.png")
    Image.new("RGB", (60, 40), "#aabbcc").save(scan)
    before = scan.read_bytes()
    map_file.write_text(map_file.read_text("utf-8") + "\nbackground:\n  picture: scan.png\n", "utf-8")
    assert main(["export", str(map_file), "-o", str(scan)]) == 2
    assert "traced from" in capsys.readouterr().err
    assert scan.read_bytes() == before
    assert main(["export", str(map_file), "-o", str(map_file.with_name("picture.png"))]) == 0


@pytest.mark.slow
def test_pictures_of_tiles_replace_only_those_of_the_same_map(
    map_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = map_file.with_name("board-tiles.png")
    mine.write_bytes(b"my own")
    board = map_file.with_name("board.tmx")
    assert main(["export", str(map_file), "-o", str(board)]) == 2
    assert "board-tiles.png" in capsys.readouterr().err
    assert mine.read_bytes() == b"my own"
    assert not board.exists()
    mine.unlink()
    assert main(["export", str(map_file), "-o", str(board)]) == 0
    assert main(["export", str(map_file), "-o", str(board), "--force"]) == 0  # again, over its own
    assert main(["export", str(map_file), "-o", str(board.with_suffix(".tmj"))]) == 0  # with the same tiles
