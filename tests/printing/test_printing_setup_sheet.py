"""The set-up sheet: everything is named, nothing is cut off, and it is always the same."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from blank_design import blank_design
from bundled import design_of
from printed_sheets import pages_without_map, setup_of, words_without_map
from printed_text import page_texts, printed_pages
from pypdf import PdfReader
from small_design import small_design

from visegrad_editor.drawing.primitives import Ellipse
from visegrad_editor.hexgrid import Hex, HexGeometry
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.atomic import SaveError
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.option_changes import in_force
from visegrad_editor.model.files.versions import base_design
from visegrad_editor.model.fingerprint import content_mark
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.rules.counter import Formation
from visegrad_editor.model.scenario import (
    Reinforcement,
    Scenario,
    Setup,
    SetUpGroup,
    SetUpLimit,
    Unit,
)
from visegrad_editor.model.schedule import ScheduledEvent
from visegrad_editor.model.start import Holding, Start
from visegrad_editor.model.where import Where
from visegrad_editor.printing import words
from visegrad_editor.printing.arrivals import QuietTurns, arrivals_section
from visegrad_editor.printing.blocks import Paragraph
from visegrad_editor.printing.flow import Columns, height_of
from visegrad_editor.printing.hidden_set_up import without_hidden_places
from visegrad_editor.printing.map_sheet import map_bytes
from visegrad_editor.printing.paper import frame
from visegrad_editor.printing.set_up_zones import ZoneMarks, zones
from visegrad_editor.printing.setup_sheet import (
    NoScenarioError,
    setup_sheet,
    setup_sheet_bytes,
    start_lines,
    variant_section,
)
from visegrad_editor.printing.text import INK
from visegrad_editor.printing.unit_rows import DETAIL, value_lines, wrapped_details

SIZES = {"A4": (595.28, 841.89), "Letter": (612.0, 792.0)}
Spot = tuple[float, float, str]
SHEETS = [("historical", "A4"), ("free-setup", "Letter"), ("first-steps", "A4"), ("first-steps", "Letter")]


@cache
def bundled(name: str) -> Design:
    design = design_of(name)
    assert design.scenario is not None
    return design


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


@cache
def bytes_of(name: str, paper: str = "A4") -> bytes:
    return setup_of(name, paper)  # type: ignore[arg-type]


@cache
def pages(data: bytes) -> tuple[str, ...]:
    return page_texts(data)


@cache
def flat(data: bytes) -> str:
    return " ".join(" ".join(pages(data)).split())


@cache
def text_of(name: str) -> str:
    return flat(bytes_of(name))


def changed(design: Design, key: str, **values: object) -> Design:
    scenario = scenario_of(design)
    units = tuple(replace(u, **values) if u.key == key else u for u in scenario.units)  # type: ignore[arg-type]
    assert units != scenario.units
    return replace(design, scenario=replace(scenario, units=units))


@pytest.fixture(scope="module", params=SHEETS, ids="-".join)
def sheet(request: pytest.FixtureRequest) -> tuple[Design, str, bytes]:
    name, paper = request.param
    return bundled(name), paper, bytes_of(name, paper)


def expected_place(unit: Unit, design: Design) -> str:
    if unit.hex:
        return unit.hex
    if unit.setup is not None and unit.setup.box:
        return words.setup_words(unit.setup, design)
    if unit.reinforcement is not None:
        return words.entry_words(unit.reinforcement.entry, design)
    assert unit.setup is not None
    return words.setup_words(unit.setup, design)


def test_every_unit_is_named_near_its_place(sheet: tuple[Design, str, bytes]) -> None:
    design, _, data = sheet
    text = flat(data)
    assert scenario_of(design).units
    for unit in scenario_of(design).units:
        place = expected_place(unit, design)
        assert unit.name in text
        spots = [i for i in range(len(text)) if text.startswith(unit.name, i)]
        near = [text[max(0, i - 1200) : i + 120] for i in spots]
        assert any(place in part for part in near), f"{unit.key} is not near {place}"


def test_a_fixed_hex_stands_right_after_the_name(sheet: tuple[Design, str, bytes]) -> None:
    design, _, data = sheet
    text = flat(data)
    fixed = [unit for unit in scenario_of(design).units if unit.hex]
    assert fixed
    for unit in fixed:
        assert f"{unit.name} {unit.hex}" in text


def test_paper_sizes(sheet: tuple[Design, str, bytes]) -> None:
    _, paper, data = sheet
    printed = PdfReader(io.BytesIO(data)).pages
    assert len(printed) > 1
    for page in printed:
        assert float(page.mediabox.width) == pytest.approx(SIZES[paper][0], abs=0.05)
        assert float(page.mediabox.height) == pytest.approx(SIZES[paper][1], abs=0.05)


def test_no_text_leaves_the_frame(sheet: tuple[Design, str, bytes]) -> None:
    _, paper, data = sheet
    box = frame(paper)  # type: ignore[arg-type]
    seen = 0
    printed = printed_pages(data)
    assert len(printed) > 1
    for page in printed:
        spots: list[Spot] = []

        def visit(text: str, cm: list[float], tm: list[float], *_: object, into: list[Spot] = spots) -> None:
            if text.strip():
                into.append((tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5], text))

        page.extract_text(visitor_text=visit)
        seen += len(spots)
        for x, y, text in spots:
            assert box.side - 1 <= x <= box.width - box.side + 1, text
            assert 28 <= y <= box.height - 28, text
    assert seen > 100


def test_all_fonts_are_embedded(sheet: tuple[Design, str, bytes]) -> None:
    _, _, data = sheet
    names = set()
    printed = PdfReader(io.BytesIO(data)).pages
    assert len(printed) > 1
    for page in printed:
        for reference in page["/Resources"]["/Font"].values():  # type: ignore[index]
            font = reference.get_object()
            assert "/FontFile2" in font["/FontDescriptor"].get_object()
            names.add(font["/BaseFont"])
    assert names
    assert all("OpenSans" in name for name in names)


def test_footers_count_the_pages_and_carry_the_mark(sheet: tuple[Design, str, bytes]) -> None:
    design, _, data = sheet
    texts = pages(data)
    scenario = scenario_of(design)
    assert len(texts) > 1
    for number, text in enumerate(texts, start=1):
        assert f"Page {number} of {len(texts)}" in text
        assert f"version {scenario.version} · content {content_mark(design)}" in text
        assert " ".join(scenario.title.split()) in " ".join(text.split())


def test_metadata_and_outline(sheet: tuple[Design, str, bytes]) -> None:
    design, _, data = sheet
    reader = PdfReader(io.BytesIO(data))
    assert reader.metadata is not None
    assert reader.metadata.title == f"{scenario_of(design).title}: set-up sheet"
    assert content_mark(design) in (reader.metadata.subject or "")
    titles = [entry["/Title"] for entry in reader.outline if not isinstance(entry, list)]
    assert "Set-up" in titles
    assert titles[0] == scenario_of(design).title


def test_the_same_design_gives_the_same_bytes() -> None:
    again = load("first-steps").design
    assert again is not None
    assert setup_sheet_bytes(again) == bytes_of("first-steps")


def test_a_moved_unit_changes_sheet_and_mark() -> None:
    design = bundled("first-steps")
    home = scenario_of(design).unit_by_key["poland/20th Mechanized"].hex
    moved = changed(design, "poland/20th Mechanized", setup=Setup(Where(hexes=("2117",))))
    before, after = text_of("first-steps"), words_without_map(moved)
    assert f"20th Mechanized {home}" in before
    assert "20th Mechanized 2117" in after
    assert f"20th Mechanized {home}" not in after
    assert content_mark(design) != content_mark(moved)


def test_place_names_with_letters_of_their_own() -> None:
    text = text_of("historical")
    assert "2518 Kraków" in text
    assert "1620 Gdańsk" in text


def test_areas_are_written_in_words() -> None:
    text = text_of("historical")
    assert "Anywhere in Belarus" in text
    assert text.index("Anywhere in Belarus") < text.index("38th Mobile")
    free = text_of("free-setup")
    assert "Anywhere in Poland, except 1718 Kondratki; no two Polish units in the same hex" in free


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_cover_fits_and_reinforcements_stay_in_one_piece(paper: str) -> None:
    cover, second, *others = pages(bytes_of("historical", paper))
    assert "Special rules of this scenario" in cover
    assert second.split("\n")[1] == "Victory", "it has no room below the map"
    assert "Set-up" in second.split("\n")
    assert "Turn 2 (continued)" not in "".join(others)
    assert any("Romanian entry" in page and "Italian entry" in page for page in others)


def test_reduced_units_say_so() -> None:
    design = bundled("historical")
    count = sum(u.reduced for u in scenario_of(design).units)
    assert text_of("historical").count("starts reduced") == count > 0


def test_reinforcements_stand_under_their_turn_with_entry_and_rule() -> None:
    text = text_of("historical")
    third = text[text.rindex("Turn 3 ") :]
    assert third.index("Budapest (3118), rule 3.0") < third.index("25th Infantry") < third.index("Prague")
    assert "rule 10.1" in text[text.index("M.E.U.") - 400 : text.index("M.E.U.")]
    assert text.index("Romanian entry") < text.index("282nd Armored")


def test_an_entry_that_costs_movement_says_so() -> None:
    text = text_of("historical")
    edge = text.index("Eastern edge of the map outside Ukraine, rule 3.0")
    assert "Units pay for the entry hex" in text[edge : edge + 120]


def test_daggers_mark_reconstructed_values_only() -> None:
    text = text_of("historical")
    assert "Strength 10/5† · movement 7" in text
    assert "Strength 7, reduced 3† · movement 0" in text  # Iron Wolf's 7 is given in 2.5
    assert "† reconstructed value" in text


def test_victory_and_reminders_carry_rule_numbers() -> None:
    text = text_of("historical")
    for rule in ("4.0", "4.1", "4.2"):
        assert text.index("Victory") < text.index(f" {rule} ", text.index("Victory"))
    assert "6.4 Russian units may pass" in text


def test_errors_are_announced() -> None:
    design = small()
    problem = Problem("error", "stacking", "Four units stand in 2017.", hex="2017", rule="6.0")
    note = Problem("note", "spare", "A remark nobody needs on paper.")
    text = flat(setup_sheet_bytes(design, problems=[problem, note]))
    assert "Not ready to play: 1 error" in text
    assert "Four units stand in 2017. [rule 6.0]" in text
    assert "A remark" not in text
    assert "Not ready" not in flat(setup_sheet_bytes(design, problems=[note]))


@cache
def small() -> Design:
    """A map of 48 hexes, so that a sheet is made in no time."""
    design = small_design()
    return replace(design, map=replace(design.map, lines=()))


def many_units(count: int, name: str) -> Design:
    design = small()
    scenario = scenario_of(design)
    hexes = [design.map.grid.number(h) for h in design.map.grid]
    units = []
    for i in range(count):
        place = (
            {"setup": Setup(Where(hexes=(hexes[i % len(hexes)],)))}
            if i % 3
            else {"reinforcement": Reinforcement("east", turn=1 + i % 4)}
        )
        nation = ("norland", "sudland")[i % 2]
        units.append(Unit(f"{i}. {name}", nation, "armored", ((8,), (4,)), reduced=i % 5 == 0, **place))  # type: ignore[arg-type]
    return replace(design, scenario=replace(scenario, units=tuple(units), notes="Long words. " * 700))


def test_three_hundred_units_with_long_names() -> None:
    name = "Samodzielna Brygada Strzelców Podhalańskich imienia Świętego Jerzego"
    design = many_units(300, name)
    data = setup_sheet_bytes(design)
    texts = pages(data)
    assert len(texts) > 12
    text = " ".join(" ".join(texts).split())
    for i in range(300):
        assert f" {i}. Samodzielna" in text
    assert all(f"Page {n} of {len(texts)}" in t for n, t in enumerate(texts, start=1))


def test_a_group_that_continues_says_so_once_above_its_place() -> None:
    text = text_of("free-setup")
    assert text.count("Polish (continued)") == 1
    assert "Polish (continued) Anywhere in Poland, except 1718 Kondratki" in text
    assert text.count("Ukrainian (continued)") == 1


def test_a_continued_group_says_so() -> None:
    assert "(continued)" in flat(setup_sheet_bytes(many_units(120, "Brigade")))


def test_a_word_without_blanks_is_broken() -> None:
    data = setup_sheet_bytes(many_units(4, "W" * 90))
    joined = "".join("".join(text.split()) for text in page_texts(data))
    assert "W" * 90 in joined


def test_units_of_unknown_nationality_and_type_still_print() -> None:
    design = small()
    scenario = scenario_of(design)
    stray = Unit("Stray", "atlantis", "submarine", ((3,), (1,)), setup=Setup(Where(hexes=("9999",))))
    scenario = replace(scenario, units=(*scenario.units, stray))
    text = flat(setup_sheet_bytes(replace(design, scenario=scenario)))
    assert "Stray 9999" in text


def test_the_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    design = small()
    target = tmp_path / "sheet.pdf"
    target.write_bytes(b"old")

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", broken)
        with pytest.raises(SaveError, match="disk is full"):
            setup_sheet(design, target)
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["sheet.pdf"]
    setup_sheet(design, target, paper="Letter")
    assert target.read_bytes().startswith(b"%PDF")


def test_a_map_alone_has_no_sheet() -> None:
    with pytest.raises(NoScenarioError, match="scenario"):
        setup_sheet_bytes(replace(small(), scenario=None))


def test_an_unknown_paper_is_refused() -> None:
    with pytest.raises(ValueError, match="A4, Letter"):
        setup_sheet_bytes(small(), paper="A5")  # type: ignore[arg-type]


# -- a scenario that begins within a game ----------------------------------------------------------------


def test_a_mid_game_start_is_printed() -> None:
    design = bundled("historical")
    scenario = scenario_of(design)
    start = Start(5, "russian-movement", ("1917",), ("us-entry",), ("slovakia",), (),
                  (Holding("russian", ("1718", "1717")),))
    setups = {"poland/1st Armored": Setup(Where(hexes=("2413",)), marks=("out-of-supply", "moved")),
              "hungary/5th Mechanized": Setup(box="eliminated")}
    units = tuple(replace(u, setup=setups.get(u.key, u.setup)) for u in scenario.units)
    assets = tuple(replace(a, boxes=(("table", 4), ("spent", 1))) if a.id.startswith("cyber-war") else a
                   for a in scenario.assets)
    begun = replace(design, scenario=replace(scenario, start=start, units=units, assets=assets))
    message = words_without_map(begun)
    for words_ in (
            "starts in turn 5, Russian", "Put the turn marker on turn 5", "Already scored, 1 goal: 1917",
            "Past events: US entry", "Countries entered: Slovakia",
            "Held by the Russian side outside its countries: 1717 1718",
            "Out of supply: Polish 1st Armored (2413)", "Have moved in this phase: Polish 1st",
            "Eliminated box", "2 track, 4 table, 1 spent"):
        assert words_ in message, words_
    assert "Put the turn marker" not in text_of("historical")


def test_a_side_whose_name_begins_with_an_article_holds_hexes_with_only_one() -> None:
    design = bundled("historical")
    start = Start(5, held=(Holding("russian", ("1717",)),))
    sides = tuple(replace(s, name="The Fenfolk") for s in design.ruleset.sides)
    named = replace(design, ruleset=replace(design.ruleset, sides=sides))
    assert "Held by the Fenfolk outside its countries: 1717." in list(
        start_lines(named, scenario_of(design), start))


def test_a_game_of_ones_own_has_no_daggers_and_no_page_about_a_rulebook():
    design = blank_design()
    text = flat(setup_sheet_bytes(design))
    assert words.DAGGER not in text
    assert "Where the values come from" not in text
    assert "rulebook" not in text
    scenario = scenario_of(design)
    one = replace(scenario.units[0], provenance=Provenance("reconstructed"))
    mixed = replace(scenario, units=(one, *scenario.units[1:]))
    text = flat(setup_sheet_bytes(replace(design, scenario=mixed)))
    assert "1 of 2 units" in text
    assert "1 unit of the scenario is the designer's own" in text


def test_a_turn_without_a_length_in_days_or_weeks_is_only_counted():
    design = blank_design()
    for length in ("", "1 turn"):
        timed = replace(design, ruleset=replace(design.ruleset, turn_length=length))
        text = flat(setup_sheet_bytes(timed))
        assert f"{scenario_of(design).turns} game turns" in text
        assert "of 1 turn" not in text
    weekly = replace(design, ruleset=replace(design.ruleset, turn_length="1 week"))
    assert f"{scenario_of(design).turns} game turns of 1 week" in flat(setup_sheet_bytes(weekly))


def test_the_sheet_of_a_variant_says_what_differs_from_the_base() -> None:
    base, variant = bundled("historical"), bundled("first-steps")
    text = words_without_map(variant, base)
    assert 'what differs from "The Coming War"' in text
    assert 'a variant of "The Coming War"' in text
    assert "a variant of historical" in " ".join(" ".join(pages(bytes_of("first-steps"))).split())
    assert "Turns are 4, not 10." in text
    assert "Air units it may own, Russian side: number 2, not 10." in text
    assert "68 units are removed: 10th Armored Cavalry" in text
    assert "10 entries are removed" in text
    assert "what differs from" not in " ".join(pages(bytes_of("first-steps")))
    assert setup_sheet_bytes(base, base=base) == bytes_of("historical")
    section = variant_section(variant, base)
    assert len(section) == 2


def test_a_game_made_from_a_template_is_no_variant() -> None:
    loaded = load("scenarios/hollen")
    assert loaded.design is not None
    base = base_design(loaded.design, loaded.sources)
    assert base.ruleset.name == "blank"
    assert variant_section(loaded.design, base) == []
    cheap = replace(base.ruleset, terrain=tuple(replace(t, cost=1) for t in base.ruleset.terrain))
    own = replace(loaded.design, ruleset=cheap)
    assert variant_section(own, replace(loaded.design, ruleset=base.ruleset)) != []


def test_the_differences_take_half_a_page_at_most() -> None:
    base = bundled("historical")
    scenario = scenario_of(base)
    units = tuple(replace(u, notes=f"Note {i}", short=f"K{i}") for i, u in enumerate(scenario.units))
    other = replace(base, scenario=replace(scenario, units=units, turns=3, title="Other"))
    page = frame("A4")
    assert height_of(variant_section(other, base), page) < page.content_height / 2
    features = tuple(replace(f, cost=8, shift=3, name=f"{f.name} x") for f in base.ruleset.features)
    terrain = tuple(replace(t, cost=9) for t in base.ruleset.terrain)
    rules = replace(base.ruleset, terrain=terrain, features=features)
    assert height_of(variant_section(replace(other, ruleset=rules), base), page) < page.content_height / 2


def test_a_hidden_set_up_is_told() -> None:
    design = bundled("free-setup")
    hidden = replace(design, scenario=replace(scenario_of(design), hidden_set_up=("allied",)))
    told = "Hidden set-up: Allied side (V4). What is set up with a choice of hexes is not shown to the other"
    assert told in words_without_map(hidden)
    assert "Hidden set-up" not in text_of("free-setup")


HIDDEN = ("format: 2\nkind: scenario\nname: hidden\ntitle: Hidden\nextends: free-setup\n"
          "hidden_set_up: [allied]\nchange:\n"
          '  - {unit: poland/10th Armored Cavalry, position: "2118"}\n'
          '  - {unit: russia/27th Motorized, position: "1511"}\n')


def test_a_side_that_sets_up_hidden_has_pages_of_its_own_and_its_places_stand_only_there(
    tmp_path: Path,
) -> None:
    file = tmp_path / "hidden.yaml"
    file.write_text(HIDDEN, encoding="utf-8")
    loaded = load(str(file))
    design = loaded.design
    assert design is not None
    read = pages(setup_sheet_bytes(design, base=base_design(design, loaded.sources)))
    mine = [page for page in read if "10th Armored Cavalry" in page]
    assert len(mine) == 1
    assert "hidden from the other side" in mine[0]
    assert "Russian side\n" not in mine[0]
    assert mine[0].count("2118") == 2, "beside the unit, and in the check by hex"
    assert not any("2118" in page for page in read if page not in mine)
    shown = [u for u in scenario_of(without_hidden_places(design)).units if u.position]
    assert [u.name for u in shown] == ["27th Motorized"], "the other side does not set up hidden"
    assert sum("1511" in page and "27th Motorized" in page for page in read) >= 1


def test_what_a_variant_changes_gives_no_hidden_place_of_its_base_away(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(HIDDEN, encoding="utf-8")
    file = tmp_path / "variant.yaml"
    head = "format: 2\nkind: scenario\nname: variant\ntitle: Variant\nextends: base.yaml\nturns: 5\n"
    moved = 'change:\n  - {unit: poland/10th Armored Cavalry, position: "2117"}\n'
    for more, told in (("", []), (moved, []), (f"hidden_set_up: []\n{moved}", ["2118", "2117"])):
        file.write_text(head + more, encoding="utf-8")
        loaded = load(str(file))
        assert loaded.design is not None
        base = base_design(loaded.design, loaded.sources)
        assert base is not None
        read = pages_without_map(loaded.design, base)
        changed = next(page for page in read if "This is a variant" in page)
        assert "Turns are 5" in changed
        part = changed.partition("This is a variant")[2].partition("Set-up\n")[0]
        assert [number for number in ("2118", "2117") if number in part] == told, more
        assert ("no longer stands" in part) is False


def test_the_errors_on_the_cover_name_no_hidden_place(tmp_path: Path) -> None:
    file = tmp_path / "hidden.yaml"
    file.write_text(HIDDEN, encoding="utf-8")
    design = load(str(file)).design
    assert design is not None
    problems = [
        Problem("error", "setup-choice", "10th Armored Cavalry stands in 2118; it may not.", "", 3, "2118",
                "poland/10th Armored Cavalry", "2.2"),
        Problem("error", "stacking", "3 units stand in 2118, 2 may."),
        Problem("error", "setup-choice", "27th Motorized stands in 1511; it may not.", "", 3, "1511",
                "russia/27th Motorized")]
    cover = " ".join(pages(setup_sheet_bytes(design, problems=problems))[0].split())
    assert "Not ready to play: 3 errors" in cover
    assert "2118" not in cover.partition("Not ready")[2].partition("27th Motorized")[0]
    assert cover.count("An error in a hidden set-up") == 2
    assert "27th Motorized stands in 1511" in cover


def test_the_printed_map_leaves_out_what_is_set_up_hidden() -> None:
    design = bundled("hollen")
    scenario = scenario_of(design)
    first = next(u for u in scenario.units if u.nationality == "blue" and u.hex)
    choice = replace(first, position=first.hex, setup=Setup(Where(hexes=(first.hex, "0101"))))
    openly = replace(scenario, units=tuple(choice if u is first else u for u in scenario.units))
    whole, without = (
        " ".join(" ".join(pages(map_bytes(replace(design, scenario=s)))).split())
        for s in (openly, replace(openly, hidden_set_up=("blue",))))
    assert "without a fixed hex not shown" not in whole
    assert "1 unit without a fixed hex not shown" in without


def test_the_cover_says_who_sets_up_first_and_who_moves_first() -> None:
    for name, sentence in (
            ("historical",
             "The Allied side (V4) sets up first, then the Russian side. The Russian side moves first"),
            ("karn", "The Hold of Karn sets up first, then the Ashen Host. The Ashen Host moves first"),
            ("gsofg", "The NATO side sets up first, then the Soviet side. The Soviet side moves first (5.2)"),
            ("hollen", "The Blue army moves first")):
        assert sentence in " ".join(pages(bytes_of(name))[0].split()), name


def test_zones_of_set_up_and_entries_have_numbers_on_the_cover_and_their_names_below() -> None:
    design = in_force(bundled("free-setup"))
    found = zones(design, scenario_of(design))
    assert [zone.number for zone in found] == list(range(1, len(found) + 1))
    told = {f"{zone.who}: {zone.text}": zone for zone in found}
    poland = told["Polish: Anywhere in Poland, except 1718 Kondratki"]
    assert not poland.is_entry
    grid = design.map.grid
    assert {grid.parse("1718"), grid.parse("2017")} & poland.hexes == {grid.parse("2017")}
    ports = told["Russian and US: Any port on the Baltic"]
    assert ports.is_entry
    assert ports.colour == INK, "sides share it, so it has the colour of neither"
    cover = " ".join(pages(bytes_of("free-setup"))[0].split())
    for zone in found:
        assert f"{zone.number} {zone.who}: {zone.text}" in cover


def test_discs_of_zones_keep_clear_of_each_other() -> None:
    design = bundled("historical")
    geometry = HexGeometry(design.map.grid)
    marks = ZoneMarks(tuple(zones(design, scenario_of(design))), geometry, frozenset())
    (item,) = marks.above(6.0)
    discs = [p for p in item.primitives if isinstance(p, Ellipse)]
    assert len(discs) > 20
    struck = [(a, b) for n, a in enumerate(discs) for b in discs[:n]
              if math.dist(a.centre, b.centre) < max(a.rx, b.rx)]
    assert not struck


def test_an_entry_of_most_of_the_map_is_told_and_not_drawn() -> None:
    design = bundled("gsofg")
    found = zones(design, scenario_of(design))
    large = [zone for zone in found if not zone.hexes]
    assert [zone.text for zone in large] == ["By air: clear hexes away from the enemy"]
    assert "(not drawn)" in " ".join(pages(bytes_of("gsofg"))[0].split())


def test_values_break_between_values() -> None:
    values = "Attack 5† · defence 5† · movement 8† · 2 steps"
    width = DETAIL.width("Attack 5† · defence 5† · movement 8† · 2 st")
    assert value_lines(values, width) == ["Attack 5† · defence 5† · movement 8† ·", "2 steps"]
    assert value_lines(values, DETAIL.width(values)) == [values]
    assert len(value_lines(values, 30.0)) == 2


@pytest.mark.parametrize(("name", "told"), [
    ("baltic-front", "Part of the map in play is 0726 to 2007, not the whole map."),
    ("early-us-entry", "Entry of the United States: turn-2, not dice."),
    ("two-turns", "20th Mechanized: now starts reduced."),
    ("first-steps", "of turn 1, Russian side; of turn 1, Allied side (V4); of turn 2, Russian side;"),
    ("gsofg-first-steps", 'Germany: first steps", not those of "Group of Soviet Forces Germany": their'),
])
def test_what_a_variant_changes_is_told_in_words(name: str, told: str) -> None:
    loaded = load(name)
    assert loaded.design is not None
    base = base_design(loaded.design, loaded.sources)
    assert base is not None
    *_, listed = variant_section(loaded.design, base)
    assert isinstance(listed, Columns)
    texts = [block.text for block in listed.blocks if isinstance(block, Paragraph)]
    assert any(told in text for text in texts), texts
    assert not any("was not set" in text or text.startswith("Option ") for text in texts)


def test_turns_of_few_units_stand_beside_each_other_if_that_saves_a_page() -> None:
    design = bundled("velna")
    scenario = scenario_of(design)
    data = bytes_of("velna")
    assert len(pages(data)) == 3
    found: list[Spot] = []

    def visit(text: str, cm: list[float], tm: list[float], *_: object) -> None:
        found.append((cm[4] + tm[4], cm[5] + tm[5], text.strip()))

    printed_pages(data)[2].extract_text(visitor_text=visit)
    third, fourth = (next(s for s in found if s[2] == f"Turn {turn}") for turn in (3, 4))
    assert third[1] == pytest.approx(fourth[1])
    assert third[0] < fourth[0]
    arriving = {u.name for u in scenario.units if u.reinforcement}
    assert len(arriving) == 6
    assert all(name in pages(data)[2] for name in arriving)
    alone = [e for e in arrivals_section(design, scenario) if isinstance(e, Columns)]
    assert alone == [], "without need each turn has the whole width"


def test_special_rules_without_room_on_the_cover_stand_together_on_the_second_page() -> None:
    design = bundled("gsofg-first-steps")
    first, second, *_ = pages(bytes_of("gsofg-first-steps"))
    rules = scenario_of(design).special_rules
    assert len(rules) > 1
    assert "Situation" in first
    assert "Special rules" not in first
    assert second.split("\n")[1] == "Special rules of this scenario"
    assert all(" ".join(rule.split())[:60] in " ".join(second.split()) for rule in rules)


def test_many_hexes_of_a_set_up_are_stated_in_full_once() -> None:
    design = bundled("first-steps")
    scenario, grid = scenario_of(design), design.map.grid
    numbers = tuple(grid.number(Hex(col, row)) for col in range(4) for row in range(6))
    group = SetUpGroup("wing", "North wing", where=Where(hexes=numbers))
    first, second = scenario.units[:2]
    units = tuple(
        replace(u, reinforcement=None, position="", setup=Setup(group.where, group="wing")) if u is first else
        replace(u, reinforcement=None, position="", setup=Setup(Where(hexes=numbers[:5])))
        if u is second else u
        for u in scenario.units)
    text = flat(setup_sheet_bytes(replace(design, scenario=replace(
        scenario, units=units, set_up_groups=(*scenario.set_up_groups, group)))))
    ranges = [f"{numbers[n]} to {numbers[n + 5]}" for n in range(0, 24, 6)]
    assert f"North wing: any of the 24 hexes {', '.join(ranges)}" in text
    assert "as the group North wing" in text
    assert f"Any of the 5 hexes {numbers[0]} to {numbers[4]}" in text
    assert "as stated above" in text
    assert f"{numbers[0]}, {numbers[1]} or {numbers[2]}" not in text


def test_the_sheet_of_a_variant_says_all_that_players_need_and_nothing_for_designers(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(
        "format: 2\nkind: ruleset\nname: rules\nextends: visegrad4\ntitle: Own rules\n"
        "terrain: [{id: marsh, cost: 5}]\n", encoding="utf-8")
    path = tmp_path / "own.yaml"
    path.write_text("""\
format: 2
kind: scenario
name: own
extends: historical
title: Own
ruleset: rules.yaml
provenance: designer
notes: A day in May.
victory:
  conditions:
    - winner: russian
      when: {at_least: 6, control: {side: russian, hexes: {features: [industrial]}}}
      rule: "4.1"
    - winner: russian
      when: {less_than: {ever_taken: {side: russian, hexes: {features: [industrial]}}}, roll: 2d6}
      rule: "4.0"
  otherwise: allied
problems: [{code: never-appears, severity: silent, reason: A spare counter, unit: poland/3rd Armored}]
schedule: [{id: italy-entry, turn: 4}]
entries:
  - id: gap
    name: The gap
    where: {hexes: ["1820"]}
    needs: {control: {side: allied, hexes: {hexes: ["2017"]}}}
    delay: 1
change:
  - {unit: poland/10th Armored Cavalry, look: {symbol: cavalry, ground: "#f6e34a"}}
units:
  - {name: 3rd Armored, nationality: poland, type: armored, values: [9, 4]}
  - name: 4th Armored
    nationality: poland
    type: armored
    values: [9, 4]
    reinforcement: {turn: 3, entry: gap}
""", encoding="utf-8")
    loaded = load(path)
    assert loaded.design is not None, loaded.problems
    base = base_design(loaded.design, loaded.sources)
    text = words_without_map(loaded.design, base)
    for words_ in (
            "Italian entry: turn 4", "Turns 5–10: no reinforcements are due, unless an event brings them.",
            "who can enter nowhere comes one turn later", "Pripyat marsh costs 5, not 4.",
            "10th Armored Cavalry: its counter looks different.", "(also rule 4.0)"):
        assert words_ in text, words_
    for words_ in ("Turns 4–10", "never-appears", "poland/", "#f6e34a", "symbol cavalry", "Allied sid…",
                   "Russian s…", "their charts say"):
        assert words_ not in text, words_
    assert text.count("victory of the Russian side") == 1, "each set of hexes is listed once"


def with_units(design: Design, *units: Unit, **changes: object) -> Design:
    """The design with other units, and other changes of its scenario."""
    return replace(design, scenario=replace(scenario_of(design), units=units, **changes))  # type: ignore[arg-type]


def arriving(number: int, arrival: Reinforcement) -> Unit:
    return Unit(f"{number}th", "sudland", "infantry", ((4,), (2,)), reinforcement=arrival)


LATE = "no reinforcements are due but those of earlier turns that their dice have not brought yet."


def quiet_lines(*arrivals: Reinforcement, **changes: object) -> list[str]:
    """What the sheet says of turns without reinforcements of their own."""
    design = with_units(small(), *(arriving(n, a) for n, a in enumerate(arrivals)), **changes)
    return [e.text for e in arrivals_section(design, scenario_of(design)) if isinstance(e, QuietTurns)]


def test_turns_on_which_dice_may_still_bring_a_unit_are_not_said_to_bring_none() -> None:
    late = Reinforcement("south-edge", 3, roll="1d6", at_least=4)
    assert quiet_lines(late) == [
        "Turns 1 and 2: no reinforcements are due.",
        f"Turns 4–6: {LATE}"]
    assert quiet_lines(Reinforcement("south-edge", 3)) == [
        "Turns 1, 2 and 4–6: no reinforcements are due."]
    assert quiet_lines(replace(late, turn=1), Reinforcement("south-edge", 2)) == [
        f"Turns 3–6: {LATE}"]
    assert quiet_lines(replace(late, turn=9)) == ["Turns 1–6: no reinforcements are due."]
    of_event = replace(late, turn=0, event="signal")
    assert quiet_lines(of_event, schedule=(ScheduledEvent("signal", "Signal", (4, 4)),)) == [
        "Turns 1–3: no reinforcements are due.",
        f"Turns 5 and 6: {LATE}"]


def test_units_that_dice_bring_say_that_they_may_come_later() -> None:
    late = Reinforcement("south-edge", 3, roll="1d6", at_least=4)
    design = with_units(small(), arriving(1, late), arriving(2, replace(late, turn=0, event="signal")))
    text = flat(setup_sheet_bytes(design))
    dice = "Southern edge, by a roll of 4 or more on 1d6"
    assert f"Sudlandish: {dice} on this and each later turn until it comes" in text
    assert f"Sudlandish: {dice} each turn from then on until it comes" in text


def test_a_limit_of_a_group_of_several_nationalities_is_said_to_hold_for_all_of_them() -> None:
    design = small()
    nations = design.ruleset.nationalities
    third = replace(nations[1], id="estland", name="Estland", adjective="Estlandish")
    where = Where(countries=("sudland",))
    group = SetUpGroup("south", "South", where=where, limits=(SetUpLimit(4, Where(countries=("norland",))),))
    units = [Unit(name, nation, "infantry", ((4,), (2,)), setup=Setup(where, group="south"))
             for name, nation in (("First", "sudland"), ("Second", "estland"), ("Third", "sudland"))]
    mixed = with_units(
        replace(design, ruleset=replace(design.ruleset, nationalities=(*nations, third))), *units,
        set_up_groups=(group,))
    said = "at most 4 in all hexes of Norland together"
    text = flat(setup_sheet_bytes(mixed))
    assert text.count(f"; Sudlandish and Estlandish units counted as one: {said}") == text.count(said) == 2
    alone = flat(setup_sheet_bytes(with_units(mixed, units[0], units[2])))
    assert alone.count(f"South: anywhere in Sudland; {said}") == alone.count(said) == 1


def test_formations_stand_with_the_units() -> None:
    design = small()
    corps = Formation("corps", "I Southern Corps", "sudland")
    units = [replace(u, formation="corps") if u.nationality == "sudland" else u
             for u in scenario_of(design).units]
    own = with_units(replace(design, ruleset=replace(design.ruleset, formations=(corps,))), *units)
    text = flat(setup_sheet_bytes(own))
    said = "Infantry brigade · I Southern Corps Strength 4/2"
    assert text.count(said) == 3, "in rows of one and of several"
    assert "CAS · I Southern Corps" in text, "also of the unit off the map"
    unit = next(u for u in units if u.formation)
    wide, narrow = wrapped_details(unit, own, 300.0), wrapped_details(unit, own, 80.0)
    assert wide[0] == "Infantry brigade · I Southern Corps"
    assert narrow[:2] == ["Infantry brigade", "I Southern Corps"], "there is no room for both on a line"
    assert wrapped_details(units[0], own, 300.0)[0] == "Armored brigade"


def scattered(count: int) -> tuple[Design, list[str]]:
    """A design with a group of so many hexes, none of them beside another."""
    design = bundled("historical")
    scenario, grid = scenario_of(design), design.map.grid
    countries = ("poland", "germany", "belarus", "ukraine")
    inland = [h for country in countries for h in design.map.hexes_in(country)]
    numbers = [grid.number(h) for h in sorted(inland) if h.col % 2 == 0 and h.row % 2 == 0][:count]
    assert len(numbers) == count
    group = SetUpGroup("wing", "Wing", where=Where(hexes=tuple(numbers)))
    unit = replace(scenario.units[0], reinforcement=None, position="", setup=Setup(group.where, group="wing"))
    return with_units(design, unit, set_up_groups=(group,)), numbers


@pytest.mark.parametrize("count", [30, 60])
def test_the_hexes_of_a_set_up_are_never_cut_short(count: int) -> None:
    design, numbers = scattered(count)
    sheet = pages_without_map(design)
    cover = " ".join(sheet[0].split())
    [zone] = zones(design, scenario_of(design))
    few = count < 50
    assert (f"Polish: {zone.text}" in cover) == few
    assert (f"Polish: The {count} hexes outlined on the map, which the set-up lists" in cover) != few
    rest = " ".join(" ".join(sheet[1:]).split())
    assert f"Wing: {zone.text[:1].lower()}{zone.text[1:]}" in rest
    assert numbers[-1] in zone.text
    assert "…" not in cover + rest


def test_the_line_about_turns_without_reinforcements_stands_on_the_page_of_the_turns() -> None:
    loaded = load("gsofg-first-steps")
    assert loaded.design is not None
    printed = pages_without_map(loaded.design, base_design(loaded.design, loaded.sources))
    [page] = [page for page in printed if "Turn 2: no reinforcements" in page]
    assert "82nd Airborne" in page, "the last unit before it"
