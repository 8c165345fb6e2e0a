"""How counters look: which look wins, the pictures beside a file, saving, and what is checked."""

from __future__ import annotations

import io
import os
import struct
import time
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from visegrad_editor.drawing.symbols import SYMBOL_NAMES
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.counter_texts import counter_texts
from visegrad_editor.model.design import Design
from visegrad_editor.model.differences import design_changes
from visegrad_editor.model.edit.looks import change_looks
from visegrad_editor.model.files.counter_pictures import (
    MOST_BYTES,
    copy_picture,
    picture_of,
    read_picture,
    with_pictures,
)
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.map_file import files_in_use
from visegrad_editor.model.files.store import SaveError, save_as, save_design
from visegrad_editor.model.fingerprint import play_mark
from visegrad_editor.model.look import Look
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.scenario import Unit
from visegrad_editor.model.values import UNIT_SYMBOLS
from visegrad_editor.model.whole_look import look_of

KEY = "poland/10th Armored Cavalry"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 10">{}</svg>'
FLAG = SVG.format('<rect width="16" height="10" fill="#fff"/>'
                  '<rect y="5" width="16" height="5" fill="#dc143c"/>')


def scenario_file(folder: Path, look: str) -> Path:
    path = folder / "a.yaml"
    path.write_text("format: 2\nkind: scenario\nname: a\ntitle: A\nextends: historical\nchange:\n"
                    f"  - {{unit: {KEY}, look: {look}}}\n")
    return path


def opened(path: Path | str) -> tuple[LoadResult, Design, Unit]:
    result = load(path)
    assert result.design is not None
    assert result.design.scenario is not None
    return result, result.design, result.design.scenario.unit_by_key[KEY]


def png(width: int, height: int, colour: str = "#ff0000") -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(stream, "PNG")
    return stream.getvalue()


def pixel(data: bytes, name: str, x: float, y: float) -> tuple[int, ...]:
    art = picture_of(data, name)
    assert art.trouble == ""
    image = Image.frombytes("RGBA", (art.width, art.height), art.pixels)
    found = image.getpixel((int(x * art.width), int(y * art.height)))
    assert isinstance(found, tuple)
    return found


def found(design: Design, code: str) -> Problem:
    [problem] = [p for p in check_documents(design) if p.code == code]
    return problem


def test_the_more_special_look_wins() -> None:
    _, design, unit = opened("scenarios/historical")
    nation = design.ruleset.nationality_by_id["poland"]
    first = look_of(design.ruleset, unit)
    assert (first.ground, first.from_["ground"]) == (nation.colours.ground, "ruleset")
    colours = {"side": "#101010", "nationality": "#202020", "type": "#303030", "unit": "#404040"}
    names = {"side": nation.side, "nationality": "poland", "type": unit.type, "unit": KEY}
    for level, colour in colours.items():
        design = change_looks(design, level, [names[level]], {"ground": colour})
        assert design.scenario is not None
        look = look_of(design.ruleset, design.scenario.unit_by_key[KEY])
        assert (look.ground, look.from_["ground"]) == (colour, level)
    assert design.scenario is not None
    unit = design.scenario.unit_by_key[KEY]
    inherited = look_of(design.ruleset, unit, without="unit")
    assert (inherited.ground, inherited.from_["ground"]) == ("#303030", "type")
    back = change_looks(design, "unit", [KEY], {"ground": ""})
    assert back.scenario is not None
    assert look_of(back.ruleset, back.scenario.unit_by_key[KEY]) == inherited


def test_the_size_of_a_unit_is_more_special_than_the_mark_of_its_type() -> None:
    _, design, unit = opened("scenarios/historical")
    design = change_looks(design, "type", [unit.type], {"mark": "corps"})
    assert look_of(design.ruleset, unit).mark == "corps"
    assert look_of(design.ruleset, replace(unit, size="division")).mark == "division"
    assert look_of(design.ruleset, replace(unit, size="division", look=Look(mark="army"))).mark == "army"


def test_a_unit_may_have_texts_of_its_own() -> None:
    _, design, unit = opened("scenarios/historical")
    usual = counter_texts(design.ruleset, unit, False).front
    own = replace(unit, look=Look(front="{strength}!", back="({strength})"))
    fronts = [counter_texts(design.ruleset, own, side).front for side in (False, True)]
    assert usual == "10F-7"
    assert fronts == ["10!", "(5)"]


def test_looks_are_read_and_written(tmp_path: Path) -> None:
    path = scenario_file(tmp_path, "{symbol: infantry, band: '#203080', name: hidden}")
    result, design, unit = opened(path)
    assert unit.look == Look(symbol="infantry", band="#203080", name="hidden")
    save_design(change_looks(design, "unit", [KEY], {"symbol": "", "mark": "corps"}), result.sources)
    _, design, unit = opened(path)
    assert unit.look == Look(mark="corps", band="#203080", name="hidden")
    assert "symbol" not in path.read_text()


def test_a_picture_is_read_beside_the_file_and_goes_with_it(tmp_path: Path) -> None:
    path = scenario_file(tmp_path, "{picture: pics/flag.svg}")
    (tmp_path / "pics").mkdir()
    (tmp_path / "pics/flag.svg").write_text(FLAG)
    result, design, unit = opened(path)
    assert unit.look.art is not None
    assert (unit.look.art.width, unit.look.art.height) == (512, 320)
    assert not [p for p in result.problems if p.code == "counter-picture"]
    other = tmp_path / "other"
    other.mkdir()
    saved = save_as(design, result.sources, other / "b.yaml")
    assert (other / "pics/flag.svg").read_text() == FLAG
    assert "The picture pics/flag.svg of counters was copied too." in saved.notes
    _, _, again = opened(other / "b.yaml")
    assert again.look.art == unit.look.art


def test_a_picture_that_stays_with_the_base_is_not_copied(tmp_path: Path) -> None:
    scenario_file(tmp_path, "{picture: flag.png}")
    (tmp_path / "flag.png").write_bytes(png(30, 20))
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.yaml").rename(tmp_path / "sub/a.yaml")
    (tmp_path / "flag.png").rename(tmp_path / "sub/flag.png")
    variant = tmp_path / "b.yaml"
    variant.write_text("format: 2\nkind: scenario\nname: b\ntitle: B\nextends: sub/a.yaml\n")
    result, design, unit = opened(variant)
    assert unit.look.art is not None
    assert unit.look.art.pixels
    assert design.scenario is not None
    save_design(replace(design, scenario=replace(design.scenario, title="C")), result.sources)
    assert not (tmp_path / "flag.png").exists()


def test_no_save_overwrites_a_picture(tmp_path: Path) -> None:
    path = scenario_file(tmp_path, "{picture: flag.png}")
    (tmp_path / "flag.png").write_bytes(png(30, 20))
    result, design, _ = opened(path)
    with pytest.raises(SaveError):
        save_as(design, result.sources, tmp_path / "flag.png")
    assert (tmp_path / "flag.png").read_bytes() == png(30, 20)


def test_a_picture_that_was_chosen_since_the_file_was_read_is_in_use(tmp_path: Path) -> None:
    (tmp_path / "flag.png").write_bytes(png(30, 20))
    (tmp_path / "old.png").write_bytes(png(20, 20))
    result, design, _ = opened(scenario_file(tmp_path, "{picture: old.png}"))
    chosen = change_looks(design, "unit", [KEY], {"picture": "flag.png"})
    assert chosen.scenario is not None
    chosen = replace(chosen, scenario=with_pictures(chosen.scenario, tmp_path))
    saved = save_design(chosen, result.sources)
    kept = files_in_use(saved.sources, chosen)
    assert tmp_path / "flag.png" in kept
    assert tmp_path / "old.png" in kept, "an undo goes back to it"
    with pytest.raises(SaveError):
        save_as(chosen, saved.sources, tmp_path / "flag.png")


def test_a_missing_picture_is_a_problem_with_a_fix(tmp_path: Path) -> None:
    result, design, _ = opened(scenario_file(tmp_path, "{picture: flag.png}"))
    [problem] = [p for p in result.problems if p.code == "counter-picture"]
    assert (problem.severity, problem.line, problem.unit) == ("warning", 7, KEY)
    assert "There is no file" in problem.message
    assert problem.fix is not None
    cured = problem.fix.edit(design)
    assert cured.scenario.unit_by_key[KEY].look == Look()
    assert not [p for p in check_documents(cured) if p.code == "counter-picture"]


@pytest.mark.parametrize(
    "name", ["../flag.png", "/etc/flag.png", "~/flag.png", "C:/flag.png", "pics\\flag.png"])
def test_no_picture_is_read_outside_the_folder(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (tmp_path / "flag.png").write_bytes(png(30, 20))
    art = read_picture(name, folder)
    assert (art.pixels, bool(art.trouble)) == (b"", True)


def test_no_picture_is_read_through_a_link(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (tmp_path / "flag.png").write_bytes(png(30, 20))
    (folder / "flag.png").symlink_to(tmp_path / "flag.png")
    assert "symbolic link" in read_picture("flag.png", folder).trouble
    os.mkfifo(folder / "pipe.png")
    assert "is not a file" in read_picture("pipe.png", folder).trouble


def test_pictures_have_limits(tmp_path: Path) -> None:
    assert picture_of(png(2000, 8), "a.png").trouble == ""
    assert "2,001 x 10 pixels" in picture_of(png(2001, 10), "a.png").trouble
    assert "at least 8" in picture_of(png(7, 10), "a.png").trouble
    (tmp_path / "a.png").write_bytes(png(20, 20) + b"\0" * MOST_BYTES)
    assert "more than 2 megabytes" in read_picture("a.png", tmp_path).trouble
    assert "neither a PNG nor a JPEG" in picture_of(b"GIF89a" + b"\0" * 50, "a.png").trouble
    assert "damaged" in picture_of(png(300, 200)[:200], "a.png").trouble
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 6, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + head + struct.pack(
        ">I", zlib.crc32(b"IHDR" + head)) + struct.pack(">I", 100) + b"IDAT" + b"\0" * 100
    assert "60,000 x 60,000 pixels" in picture_of(bomb, "a.png").trouble
    (tmp_path / "a.gif").write_bytes(b"GIF89a")
    assert "none of PNG, JPEG and SVG" in read_picture("a.gif", tmp_path).trouble


def test_large_pictures_are_kept_small() -> None:
    art = picture_of(png(2000, 1000), "a.png")
    assert (art.width, art.height, len(art.pixels)) == (512, 256, 512 * 256 * 4)


@pytest.mark.parametrize(("inside", "word"), [
    ("<script>alert(1)</script>", "script"),
    ('<rect width="9" height="9" onclick="alert(1)"/>', "script"),
    ('<image href="http://example.com/a.png"/>', "another file"),
    ('<use xlink:href="file:///etc/passwd"/>', "another file"),
    ("<foreignObject/>", "script"),
    ("<text>A</text>", "<text>"),
    ("<style>rect {fill: red}</style>", "<style>"),
    ('<rect width="9" height="9" fill="url(#a)"/>', "shades"),
    ('<rect width="9" height="9" clip-path="url(#a)"/>', "clip-path"),
    ('<g id="a"><use href="#a"/></g>', "uses parts of itself"),
    ("<rect", "not well-formed"),
    ('<path d="L 1 2"/>', "not understood"),
    ('<path d="M 1 2 L 3"/>', "too early"),
    ('<rect width="9" height="9" fill="nonsense"/>', "not known"),
    ("", "no shapes"),
])
def test_svg_that_could_harm_or_is_not_drawn_is_refused_by_name(inside: str, word: str) -> None:
    text = SVG.format(inside).replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ')
    art = picture_of(text.encode(), "a.svg")
    assert art.pixels == b""
    assert word in art.trouble


@pytest.mark.parametrize(("inside", "word"), [
    ("".join(f'<g id="g{n}">{f"""<use href="#g{n + 1}"/>""" * 10}</g>' for n in range(40)), "too often"),
    (f'<path d="M0 0{"c1 1 2 2 3 3" * 100_000}"/>', "points"),
    (f'<path d="{"M0 0h16v10h-16z" * 5_000}"/>', "too many large shapes"),
    ('<rect width="16" height="10"/>' * 1_900, "too many large shapes"),
    ("<g>" * 60 + "</g>" * 60, "nested"),
    ('<rect width="1" height="1"/>' * 2_100, "more than 2,000 shapes"),
])
def test_svg_that_would_take_long_is_refused_soon(inside: str, word: str) -> None:
    began = time.process_time()
    assert word in picture_of(SVG.format(inside).encode(), "a.svg").trouble
    assert time.process_time() - began < 3


def test_a_file_with_very_many_pictures_is_read_soon(tmp_path: Path) -> None:
    scenario = opened("scenarios/historical")[1].scenario
    assert scenario is not None
    data = png(2000, 2000)
    units = []
    for n, unit in enumerate(scenario.units):
        (tmp_path / f"{n}.png").write_bytes(data)
        units.append(replace(unit, look=Look(picture=f"{n}.png")))
    began = time.process_time()
    read = with_pictures(replace(scenario, units=tuple(units)), tmp_path)
    assert time.process_time() - began < 6
    troubles = [u.look.art.trouble for u in read.units if u.look.art is not None]
    assert troubles[0] == ""
    assert "A file may have 60 pictures" in troubles[-1]


def test_svg_entities_are_refused() -> None:
    laughs = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + SVG.format("<desc>&b;</desc>")
    for text in (laughs.encode(), laughs.encode("utf-16")):
        assert "entities" in picture_of(text, "a.svg").trouble


def test_svg_is_drawn() -> None:
    assert pixel(FLAG.encode(), "a.svg", 0.5, 0.25) == (255, 255, 255, 255)
    assert pixel(FLAG.encode(), "a.svg", 0.5, 0.75) == (220, 20, 60, 255)
    ring = SVG.format('<g transform="translate(8 5)">'
                      '<path style="fill:#00f" d="M-4-4h8v8h-8z M-2-2v4h4v-4z"/></g>')
    assert pixel(ring.encode(), "a.svg", 0.5, 0.5)[3] == 0, "a hole by direction"
    assert pixel(ring.encode(), "a.svg", 0.3, 0.5) == (0, 0, 255, 255)
    odd = SVG.format('<path fill="red" fill-rule="evenodd" d="M4 1h8v8h-8zM6 3h4v4h-4z"/>')
    assert pixel(odd.encode(), "a.svg", 0.5, 0.5)[3] == 0, "a hole by count"
    disc = SVG.format('<path d="M 3 5 a 5 5 0 0110 0 a5 5 0 11 -10 0" fill="lime" opacity=".5"/>')
    assert pixel(disc.encode(), "a.svg", 0.5, 0.5) == (0, 255, 0, 128)
    used = SVG.format('<defs><circle id="c" r="2"/></defs><use href="#c" x="8" y="5" fill="#123456"/>')
    assert pixel(used.encode(), "a.svg", 0.5, 0.5) == (0x12, 0x34, 0x56, 255)
    line = SVG.format('<line x1="0" y1="5" x2="16" y2="5" stroke="rgb(1,2,3)" stroke-width="2"/>')
    assert pixel(line.encode(), "a.svg", 0.5, 0.5) == (1, 2, 3, 255)


def test_a_picture_is_copied_under_a_free_name(tmp_path: Path) -> None:
    source, folder = tmp_path / "from", tmp_path / "to"
    source.mkdir()
    folder.mkdir()
    (source / "flag.png").write_bytes(png(30, 20))
    assert copy_picture(source / "flag.png", folder) == "flag.png"
    assert copy_picture(source / "flag.png", folder) == "flag.png", "the same picture is there"
    (source / "flag.png").write_bytes(png(30, 20, "#00ff00"))
    assert copy_picture(source / "flag.png", folder) == "flag-2.png"
    assert (folder / "flag.png").read_bytes() == png(30, 20)
    (source / "bad.png").write_text("no picture")
    with pytest.raises(SaveError, match="neither a PNG"):
        copy_picture(source / "bad.png", folder)
    assert sorted(p.name for p in folder.iterdir()) == ["flag-2.png", "flag.png"]


def test_unknown_symbols_and_marks_have_fixes() -> None:
    _, design, unit = opened("scenarios/historical")
    design = change_looks(design, "type", [unit.type], {"symbol": "infantri"})
    problem = found(design, "unknown-unit-symbol")
    assert [fix.label for fix in problem.fixes] == ["Use the symbol infantry", "Use the inherited symbol"]
    assert problem.fix is not None
    assert problem.fix.edit(design).ruleset.unit_type_by_id[unit.type].look.symbol == "infantry"
    design = change_looks(design, "unit", [KEY], {"mark": "divison", "front": "{power}"})
    assert found(design, "unknown-size-mark").fixes[0].edit(design).scenario.unit_by_key[KEY].look.mark == (
        "division")
    assert "{power}" not in found(design, "unknown-value").message
    assert "power" in found(design, "unknown-value").message


def test_letters_that_are_hard_to_read_are_noted_once() -> None:
    _, design, _ = opened("scenarios/historical")
    assert not [p for p in check_documents(design) if p.code == "hard-to-read"]
    design = change_looks(design, "nationality", ["poland"], {"ground": "#808080", "ink": "#909090"})
    problem = found(design, "hard-to-read")
    assert problem.severity == "note"
    assert "contrast is 1.2" in problem.message
    assert problem.fix is not None
    assert not [p for p in check_documents(problem.fix.edit(design)) if p.code == "hard-to-read"]


def test_differences_say_what_a_look_is() -> None:
    _, design, _ = opened("scenarios/historical")
    changed = change_looks(design, "unit", [KEY], {"mark": "corps", "band": "#203080"})
    assert [c.text for c in design_changes(design, changed)] == [
        "10th Armored Cavalry: look is mark corps, band #203080, and was not set."]
    assert [c.text for c in design_changes(changed, design)] == [
        "10th Armored Cavalry: look is not set, and was mark corps, band #203080."]


def test_looks_are_no_rules() -> None:
    _, design, unit = opened("scenarios/historical")
    changed = change_looks(design, "unit", [KEY], {"mark": "corps"})
    changed = change_looks(changed, "type", [unit.type], {"ground": "#203080"})
    assert play_mark(changed) == play_mark(design)


def test_the_names_of_symbols_are_those_that_are_drawn() -> None:
    assert UNIT_SYMBOLS == SYMBOL_NAMES
