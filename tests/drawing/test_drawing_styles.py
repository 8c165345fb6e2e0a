"""Style files: their values are drawn in every painter, and colours stay distinguishable."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from drawn_map import drawn_items, drawn_scene, items_of, map_picture
from fontTools.ttLib import TTFont
from items import some
from printed_text import page_texts
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas
from small_design import small_design

from visegrad_editor.cli.main import main
from visegrad_editor.drawing.coarse import ground_looks
from visegrad_editor.drawing.colours import rgb
from visegrad_editor.drawing.layers import LOCAL_LAYERS
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.letters import system_fonts
from visegrad_editor.drawing.letters.fonts import font_path, runs, text_width
from visegrad_editor.drawing.overview import overview
from visegrad_editor.drawing.painters.pdf_painter import paint
from visegrad_editor.drawing.painters.svg_painter import svg_text
from visegrad_editor.drawing.primitives import Line, Polygon, Text
from visegrad_editor.drawing.style import DEFAULT, Style
from visegrad_editor.drawing.style_file import (
    FIELDS,
    NamedStyle,
    StyleError,
    fields_of,
    find_style,
    load_style,
    remarks,
    shipped_styles,
    style_text,
    with_fields,
)
from visegrad_editor.drawing.styled_design import apply_style, apply_style_to_ruleset
from visegrad_editor.drawing.vector.vector_scene import vector_scene
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.file_problems import FileProblems
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.ruleset_file import ruleset_from_data
from visegrad_editor.model.files.schema import schema
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.files.yaml_writer import changed_text
from visegrad_editor.model.fingerprint import content_mark, play_mark
from visegrad_editor.model.frozen_data import FrozenMap
from visegrad_editor.model.gamemap import Label
from visegrad_editor.model.ruleset import TerrainKind
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes

STYLES = {s.name: s for s in shipped_styles()}
RULESETS = [b for b in bundled() if b.kind == "ruleset"]
HEAD = "format: 1\nkind: style\nname: own\ntitle: Own\n"


def styled(text: str) -> Style:
    """The style read from a file header followed by these lines."""
    return with_fields(DEFAULT, read_yaml(text).data)


# -- files -------------------------------------------------------------------------------------------


def test_three_styles_ship_and_the_first_is_the_default() -> None:
    assert list(STYLES)[:3] == ["printed", "low-ink", "colour-blind-safe"]
    assert STYLES["printed"].style == DEFAULT
    assert all(s.notes and s.title for s in STYLES.values())


@pytest.mark.parametrize("name", STYLES)
def test_bundled_styles_have_no_problems_and_round_trip(name: str, tmp_path: Path) -> None:
    folder = Path(sys.modules[NamedStyle.__module__].__file__ or "").parent / "styles"
    found = load_style(folder / f"{name}.yaml")
    assert found.style == STYLES[name].style
    copy = tmp_path / "copy.yaml"
    copy.write_text(style_text(found), encoding="utf-8")
    assert load_style(copy).style == found.style


def test_schema_and_style_have_the_same_keys() -> None:
    head = {"format", "kind", "name", "title", "notes", "based_on"}
    assert set(schema("style")["properties"]) - head == set(FIELDS)
    of_ruleset = schema("ruleset")["properties"]["style"]["properties"]
    assert of_ruleset == {k: v for k, v in schema("style")["properties"].items() if k not in head}
    shared = set(schema("style")["$defs"]) - {"colour", "id"}
    assert all(schema("style")["$defs"][k] == schema("ruleset")["$defs"][k] for k in shared)


def test_the_docs_list_every_style_key() -> None:
    root = Path(__file__).parents[2]
    sys.path.insert(0, str(root / "scripts"))
    try:
        import style_keys
    finally:
        sys.path.pop(0)
    page = (root / "docs" / "styles.md").read_text(encoding="utf-8")
    assert style_keys.with_keys(page) == page, "run scripts/style_keys.py"


@pytest.mark.parametrize(("lines", "said"), [
    ("papper: \"#ffffff\"\n", r"line 5: Unknown key `papper` in the style. Did you mean `paper`\?"),
    ("paper: white\n", 'line 5: `paper` is the text "white"; expected something like'),
    ("terrain:\n  sea: {colour: 3}\n", "line 6: .*colour"),
    ("grid_width: 7\n", "line 5: .*at most 0.2"),
    ("based_on: lowink\n", "line 5: .*Did you mean `low-ink`"),
    ("paper: \"#ffffff\n", "line"),
    ("terrain:\n  clear: {pattern: zigzag}\n", "line 6: There is no pattern of terrain `zigzag`. .*marsh"),
    ("patterns:\n  woods: {pattern: heaht}\n", "line 6: .*Did you mean `heath`"),
    ("hexsides:\n  river: {pattern: wals}\n", "line 6: There is no pattern of hexsides `wals`"),
    ("features:\n  city: {symbol: twon}\n", "line 6: There is no symbol of a feature `twon`"),
])
def test_problems_of_a_bad_file_have_lines(lines: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(HEAD + lines, encoding="utf-8")
    with pytest.raises(StyleError, match=said) as caught:
        load_style(path)
    assert str(caught.value).startswith("own.yaml")
    assert caught.value.problems


def test_ignored_keys_are_reported_with_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(HEAD + (
        "number_face: {family: No Such Letters}\npatterns:\n  wods: {colour: \"#cfe0b8\"}\n"
        "  off-map: {colour: \"#cfe0b8\"}\nterrain:\n  mountian: {colour: \"#123456\"}\n"), encoding="utf-8")
    found = remarks(load_style(path), small_design().ruleset)
    assert [p.line for p in found] == [5, 7, 10]
    assert "No Such Letters" in found[0].message
    assert "Did you mean `woods`?" in found[1].message
    assert "Did you mean `mountain`?" in found[2].message
    assert remarks(find_style("low-ink"), small_design().ruleset) == ()
    assert main(["export", "historical", "-o", str(tmp_path / "m.png"), "--hex", "8px",
                 "--style", str(path)]) == 0
    assert "own.yaml:7: warning: `patterns`: there is no `wods`" in capsys.readouterr().err


def test_a_style_is_found_by_name_or_file(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(HEAD + "based_on: low-ink\nborder: \"#123456\"\n", encoding="utf-8")
    own = find_style(str(path))
    assert own.style == replace(STYLES["low-ink"].style, border="#123456")
    assert find_style(own.key) == own
    with pytest.raises(StyleError, match="Did you mean `low-ink`"):
        find_style("lowink")
    with pytest.raises(StyleError, match="There is no such file"):
        find_style(str(tmp_path / "none.yaml"))
    (tmp_path / "map.yaml").write_text("format: 2\nkind: map\n", encoding="utf-8")
    with pytest.raises(StyleError, match="is not a style"):
        find_style(str(tmp_path / "map.yaml"))


def test_every_field_round_trips() -> None:
    whole = STYLES["colour-blind-safe"].style
    assert with_fields(DEFAULT, fields_of(whole)) == whole
    assert fields_of(DEFAULT) == {}


# -- applying styles ----------------------------------------------------------------------------------------


def test_an_empty_style_returns_the_same_design() -> None:
    design = small_design()
    assert apply_style(design, DEFAULT)[0] is design


def test_applying_a_style_twice_changes_nothing() -> None:
    for style in some(STYLES.values()):
        once = apply_style(small_design(), style.style)
        twice = apply_style(*once)
        assert twice[0] is once[0]
        assert twice[1] == once[1]


def test_an_id_overrides_a_pattern_and_a_pattern_overrides_the_tone() -> None:
    kinds = (TerrainKind("wood", "Wood", 1, colour="#808080", pattern="woods"),
             TerrainKind("park", "Park", 1, colour="#808080", pattern="woods"),
             TerrainKind("open", "Open", 1, colour="#808080"))
    ruleset = replace(small_design().ruleset, terrain=kinds)
    style = styled('paper: "#ffffff"\nterrain_paler: 0.5\npatterns: {woods: {colour: "#00ff00"}}\n'
                   'terrain: {park: {colour: "#112233", pattern: ""}}\n')
    seen = apply_style_to_ruleset(ruleset, style)[0].terrain_by_id
    assert seen["wood"].colour == "#00ff00"
    assert seen["wood"].pattern == "woods"
    assert (seen["park"].colour, seen["park"].pattern) == ("#112233", "")
    assert seen["open"].colour == "#c0c0c0"


def test_the_style_of_a_ruleset_overrides_every_style() -> None:
    design = small_design()
    own = FrozenMap.of({"border": "#00ff00", "water_face": {"bold": True},
                        "terrain": {design.ruleset.terrain[0].id: {"colour": "#010203"}}})
    design = replace(design, ruleset=replace(design.ruleset, style=own))
    for style in some(STYLES.values()):
        shown, worn = apply_style(design, style.style)
        assert shown.ruleset.terrain[0].colour == "#010203"
        assert worn.border == "#00ff00"
        assert (worn.water_face.bold, worn.water_face.italic) == (True, True)


# -- a ruleset's own style in its file ------------------------------------------------------------------


def test_the_style_of_a_ruleset_is_kept_byte_for_byte_and_changed_in_place() -> None:
    path = next(b.path for b in RULESETS if b.name == "blank")
    text = path.read_text(encoding="utf-8") + (
        "\n# Sand in every style.\nstyle:\n  paper: \"#fff0d0\"   # warm\n"
        "  terrain: {clear: {colour: \"#e8d8a8\"}}\n  border_dash: [0.20, 0.1]\n")
    reading = read_yaml(text)
    before = ruleset_from_data(reading.data, FileProblems("", reading))
    assert before is not None
    assert before.style["paper"] == "#fff0d0"
    assert before.style["border_dash"] == (0.2, 0.1)
    assert changed_text(reading, before, before) == text
    after = replace(before, style=FrozenMap.of({"paper": "#ffffff"}).over(before.style))
    assert changed_text(reading, before, after) == text.replace("#fff0d0", "#ffffff")
    renamed = replace(before, title="Sand")
    assert "# Sand in every style." in changed_text(reading, before, renamed)
    gone = read_yaml(changed_text(reading, before, replace(before, style=FrozenMap())))
    assert "style" not in gone.data


def test_a_ruleset_style_changes_the_content_mark_but_not_the_play_mark() -> None:
    design = small_design()
    other = replace(design, ruleset=replace(design.ruleset, style=FrozenMap.of({"paper": "#ffffff"})))
    assert play_mark(other) == play_mark(design)
    assert content_mark(other) != content_mark(design)


def test_a_style_for_an_unknown_kind_is_reported_with_its_line(tmp_path: Path) -> None:
    text = next(b.path for b in RULESETS if b.name == "blank").read_text(encoding="utf-8")
    path = tmp_path / "own.yaml"
    path.write_text(f"{text}style:\n  terrain: {{forrest: {{colour: \"#123456\"}}}}\n", encoding="utf-8")
    (found,) = (p for p in load(path).problems if p.code == "unknown-look")
    assert found.message.endswith("Did you mean `forest`?")
    assert path.read_text(encoding="utf-8").splitlines()[found.line - 1] == "style:"


# -- what is drawn ----------------------------------------------------------------------------------


def drawn(design: Design, style: Style) -> list[object]:
    return [p for i in items_of(drawn_scene(design, style=style)) for p in i.primitives]


def test_style_values_are_drawn() -> None:
    design = small_design()
    plain = design.ruleset.terrain[0].id
    style = styled(f'''
paper: "#010101"
border: "#020202"
number: "#030303"
number_face: {{bold: true}}
name_face: {{}}
capital_face: {{italic: true, spacing: 0.5}}
terrain: {{{plain}: {{colour: "#fafafa"}}}}
'''.replace("name_face: {}\n", ""))
    found = drawn(design, style)
    assert any(isinstance(p, Polygon) and p.fill == "#fafafa" for p in found)
    hexes = set(map(design.map.grid.number, design.map.grid))
    numbers = [p for p in found if isinstance(p, Text) and p.text in hexes]
    assert len(numbers) > 1
    assert all(p.bold for p in numbers)
    assert vector_scene(design, 40.0, style=style).background == "#010101"
    assert not any(isinstance(p, Polygon) and p.fill == design.ruleset.terrain[0].colour for p in found)


def test_low_ink_has_no_shadows_and_hardly_a_filled_ground() -> None:
    design = small_design()
    found = drawn(design, STYLES["low-ink"].style)
    assert not any(isinstance(p, Polygon) and p.fill == "#1c1710" for p in found)
    shown = apply_style(design, STYLES["low-ink"].style)[0].ruleset
    assert all(min(rgb(k.colour)) > 215 for k in shown.terrain)


@pytest.mark.parametrize("name", STYLES)
def test_near_far_and_overview_show_the_same_colours(name: str) -> None:
    design, style = small_design(), STYLES[name].style
    lazy = LazyScene(style)
    lazy.show(design)
    written, scale = 0, 40.0
    for layer in vector_scene(design, scale, style=style).layers:
        if layer.name not in (*LOCAL_LAYERS, "numbers"):
            near = [i for i in lazy.layer(layer.name, lazy.bounds, scale)
                    if i.least_scale <= scale < i.most_scale]
            written += len(near)
            assert {i.primitives for i in near} == {i.primitives for i in layer.items}, layer.name
    assert written
    kinds = {k.id: k.colour for k in apply_style(design, style)[0].ruleset.terrain}
    colours = lazy.hexes.ground.letter_colours
    assert {colours[x][0] for x, v in design.map.terrain.legend if v in kinds} <= set(kinds.values())
    letter, kind = design.map.terrain.legend[0]
    assert tuple(ground_looks(lazy.hexes, {"terrain"})[8 * ord(letter):][:3]) == rgb(kinds[kind])
    small = overview(design, 200, 150, style=style)
    seen = {c for _, c in small.getcolors(1 << 16) or []}
    used = {v for x, v in design.map.terrain.legend if any(x in row for row in design.map.terrain.rows)}
    assert any(rgb(kinds[v]) in seen for v in used)


def test_changing_the_ruleset_style_redraws_everything() -> None:
    design, lazy = small_design(), LazyScene()
    lazy.show(design)
    other = replace(design, ruleset=replace(design.ruleset, style=FrozenMap.of({"grid": "#ff0000"})))
    assert lazy.show(other) == [lazy.bounds]
    lines = [p for i in drawn_items(other, "grid") for p in i.primitives]
    assert lines
    assert all(isinstance(p, Line) for p in lines)
    assert "#ff0000" in {p.colour for p in lines if isinstance(p, Line)}


# -- letters ------------------------------------------------------------------------------------------


def test_text_uses_an_installed_font_family(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All painters find a style's font family by name; an unknown one gives Open Sans."""
    for bold, italic in ((False, False), (False, True)):
        with TTFont(font_path(bold, italic)) as font:
            for record in font["name"].names:
                if record.nameID in (1, 16):
                    record.string = "Chart Sans"
            font["hmtx"].metrics = {k: (w * 2, x) for k, (w, x) in font["hmtx"].metrics.items()}
            font.save(tmp_path / f"chart{'-italic' * italic}.ttf")
    monkeypatch.setattr(system_fonts, "font_folders", lambda: [tmp_path])
    system_fonts._families.cache_clear()
    system_fonts.family_font.cache_clear()
    runs.cache_clear()
    text_width.cache_clear()
    try:
        assert text_width("Oder", italic=True, family="chart sans") == pytest.approx(
            2 * text_width("Oder", italic=True))
        assert text_width("Oder", family="Nowhere Sans") == text_width("Oder")
        assert text_width("日本", family="Chart Sans") == text_width("日本"), "letters it lacks"
        style = styled("water_face: {family: Chart Sans, italic: true}\n")
        design = small_design()
        water = Label("Oder", Hex(2, 2), style="water")
        design = replace(design, map=replace(design.map, labels=(water,)))
        scene = vector_scene(design, 40.0, style=style)
        text = next(p for i in items_of(scene) for p in i.primitives
                    if isinstance(p, Text) and p.text == "Oder")
        assert text.family == "Chart Sans"
        assert 'font-family="Chart Sans"' in svg_text(scene)
        stream = io.BytesIO()
        canvas = Canvas(stream)
        paint(scene, canvas, origin_pt=(0, 0), scale_pt_per_unit=30)
        canvas.save()
        resources = PdfReader(stream).pages[0]["/Resources"]["/Font"]
        assert any("chart" in str(f.get_object()["/BaseFont"]).lower() or "OpenSans" in str(
            f.get_object()["/BaseFont"]) for f in resources.values())
        assert map_picture(design, 40.0, style=style).tobytes() != map_picture(design, 40.0).tobytes()
    finally:
        monkeypatch.undo()
        system_fonts._families.cache_clear()
        system_fonts.family_font.cache_clear()
        runs.cache_clear()
        text_width.cache_clear()


# -- exports ------------------------------------------------------------------------------------------


def test_the_command_line_writes_sheets_and_drawings_in_a_style(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ground = "#e9e4c6"  # open ground of the ruleset
    for name in STYLES:
        assert main(["export", "first-steps", "-o", str(tmp_path / f"{name}.svg"), "--style", name]) == 0
    assert ground in (tmp_path / "printed.svg").read_text("utf-8")
    assert ground not in (tmp_path / "low-ink.svg").read_text("utf-8")
    own = tmp_path / "own.yaml"
    own.write_text(HEAD + 'patterns: {plain: {colour: "#0a0b0c"}}\n', encoding="utf-8")
    assert main(["export", "first-steps", "-o", str(tmp_path / "own.svg"), "--style", str(own)]) == 0
    assert "#0a0b0c" in (tmp_path / "own.svg").read_text("utf-8")
    capsys.readouterr()
    assert main(["export", "first-steps", "-o", str(tmp_path / "no.svg"), "--style", "lowink"]) != 0
    assert "Did you mean `low-ink`?" in capsys.readouterr().err
    assert not (tmp_path / "no.svg").exists()


def test_sheets_are_printed_in_a_style_and_keep_their_mark() -> None:
    design = load("first-steps").design
    assert design is not None
    sheets = {n: setup_sheet_bytes(design, style=s.style) for n, s in STYLES.items()}
    assert len(set(sheets.values())) == len(STYLES)
    for data in sheets.values():
        assert content_mark(design) in page_texts(data)[0]
