"""What a file says of itself is read without a parser of YAML only where that gives the same."""

from pathlib import Path

import pytest

from visegrad_editor.model.files.bytes import read_text
from visegrad_editor.model.files.head import head_of, kind_of, stated_at_once
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.model.files.yaml_reader import texts_of

FILES = sorted(resource_folder("sample_scenarios").rglob("*.yaml"))
KEYS = ("kind", "title", "name")


def test_bundled_files_say_the_same_to_both() -> None:
    assert len(FILES) > 30
    at_once = 0
    for path in FILES:
        for key in (*KEYS, "summary"):
            stated = stated_at_once(read_text(path), [key])
            if stated is not None:
                at_once += 1
                assert stated == texts_of(read_text(path), [key]), path
    assert at_once > 3 * len(FILES)


@pytest.mark.parametrize("text", [
    "kind: map\ntitle: A\n  long one\n", "kind: map\ntitle: A\n\n  long one\n", "title: >-\n  A\nkind: map\n",
    'notes: "\ntitle: B"\ntitle: A\nkind: map\n', "notes: 'x\ntitle: B'\ntitle: A1\nkind: map\n",
    "notes: {a: b,\ntitle: B}\ntitle: A1\nkind: map\n", "{kind: map, title: Abc}\n", "|\ntitle: Abc\n",
    "---\ntitle: Abc\n---\nkind: map\n", "title: Abc # so\nkind: map\n", 'title: "A\\tb"\nkind: map\n',
    "title: 'Abc'\nkind: map\n", "title : Abc\nkind: map\n", "title: Abc\r\nkind: map\r\n",
    "title: Abc\n", "kind: 1\ntitle: [Abc]\n", "title: A\nkind: map\n", "title: &a Abc\nkind: map\n",
    "a:\n  b: |\n   {\ntitle: Abc\nkind: map\n"])
def test_what_is_not_certain_is_left_to_the_parser(text: str, tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_bytes(text.encode())
    assert stated_at_once(text, ("kind", "title")) is None
    assert head_of(path, "kind", "title") == texts_of(text, ("kind", "title"))


def test_what_stands_in_lines_of_its_own_is_read_at_once() -> None:
    text = ('# "one\nkind: map\nparts:\n- a\nwhere: {a: "b c"}\ntitle: "Velna: the front"\n\n'
            "more: it\n  goes on\n")
    assert stated_at_once(text, ("title", "kind")) == {"title": "Velna: the front", "kind": "map"}
    assert texts_of(text, ("title", "kind")) == {"title": "Velna: the front", "kind": "map"}


def test_a_file_that_cannot_be_read_has_no_kind(tmp_path: Path) -> None:
    assert kind_of(tmp_path / "gone.yaml") == ""
    (tmp_path / "broken.yaml").write_text('title: "A\n')
    assert kind_of(tmp_path / "broken.yaml") == ""
