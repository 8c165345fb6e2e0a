"""The folders of stamps: the user's own, beside the map, and those of the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_design import GRID, small_design

from visegrad_editor.editor.panels.stamps_panel import Stamps, free_path
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.pieces import cut_out, paste
from visegrad_editor.model.files.atomic import SaveError
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.model.files.stamp_file import load_stamp
from visegrad_editor.model.stamp import Stamp

PIECE = cut_out(small_design(), GRID.within(Hex(5, 4), 1))


def test_stamps_are_saved_listed_renamed_and_deleted(tmp_path: Path) -> None:
    stamps = Stamps(tmp_path / "stamps")
    told: list[int] = []
    stamps.changed.connect(lambda: told.append(len(stamps.all())))
    program = len(stamps.all())
    path = stamps.save(Stamp("Łódź: two rivers!", PIECE))
    assert path == tmp_path / "stamps" / "lodz-two-rivers.yaml"
    assert stamps.save(Stamp("Łódź, two rivers", PIECE)).name == "lodz-two-rivers-2.yaml"
    first = stamps.all()[0]
    assert (first.title, first.own) == ("Łódź, two rivers", True)
    stamps.rename(first, "Zebra")
    assert [k.title for k in stamps.all() if k.own][-1] == "Zebra"
    stamps.delete(first)
    assert [k.title for k in stamps.all() if k.own] == ["Łódź: two rivers!"]
    assert told == [program + 1, program + 2, program + 2, program + 1]


def test_stamps_beside_the_map_are_listed_while_it_is_open(tmp_path: Path) -> None:
    stamps = Stamps(tmp_path / "mine")
    stamps.save(Stamp("Beside", PIECE), tmp_path / "project" / "stamps")
    assert "Beside" not in [k.title for k in stamps.all()]
    assert "Beside" in [k.title for k in stamps.all(tmp_path / "project")]


def test_a_file_changed_by_hand_is_read_again_and_a_bad_one_reported(tmp_path: Path) -> None:
    stamps = Stamps(tmp_path)
    path = stamps.save(Stamp("One", PIECE))
    assert stamps.all()[0].title == "One"
    path.write_text(path.read_text("utf-8").replace("title: One", "title: Another"), "utf-8")
    assert stamps.all()[0].title == "Another"
    path.write_text("nonsense", "utf-8")
    bad = stamps.all()[0]
    assert bad.stamp is None
    assert bad.complaint == "one.yaml does not hold a piece of a map."
    assert bad.title == "one.yaml"


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    stamps = Stamps(tmp_path / "file" / "stamps")
    with pytest.raises(SaveError, match="cannot be created"):
        stamps.save(Stamp("One", PIECE))
    shipped = stamps.all()
    assert shipped
    assert not any(k.own for k in shipped)


def test_names_of_files_are_short_and_unused(tmp_path: Path) -> None:
    assert free_path(tmp_path, "戦争").name == "stamp.yaml"
    assert len(free_path(tmp_path, "x" * 300).name) <= 65


FOLDER = resource_folder("sample_scenarios") / "stamps"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda p: p.stem)
def test_the_stamps_of_the_program_fit_its_ruleset(path: Path) -> None:
    stamp = load_stamp(path)
    loaded = load("maps/visegrad4")
    assert loaded.design is not None
    grid = loaded.design.map.grid
    middle = grid.parse("1510")
    assert middle is not None
    put, notes = paste(loaded.design, stamp.fragment, middle)
    assert notes == ()
    assert put.map != loaded.design.map


def test_a_stamp_is_no_document_and_loading_one_says_what_it_is() -> None:
    problems = load(str(next(FOLDER.glob("*.yaml")))).problems
    assert "This is a stamp" in problems[0].message
