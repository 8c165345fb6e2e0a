"""Changes written into hand-written text: everything else keeps its bytes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from odd_files import ODD, ODD_MAP, VARIANTS, at, change, diff, read, with_unit, without
from unit_numbers import numbers

from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import SourceFile
from visegrad_editor.model.files.yaml_emit import Emitter
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.files.yaml_splice import splice
from visegrad_editor.model.files.yaml_writer import changed_text, to_data
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.scenario import Reinforcement, Scenario, Unit


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("kind", "text"), [("scenario", ODD), ("map", ODD_MAP)], ids=["scenario", "map"])
def test_an_unchanged_document_gives_the_same_bytes(variant: str, kind: str, text: str) -> None:
    text = VARIANTS[variant](text)
    reading, document = read(kind, text)
    assert changed_text(reading, document, document) == text
    # Also with a real comparison.
    data = to_data(document, None, reading)
    assert splice(text, kind, reading.data, data, data) == text


class TestOneChangeIsOneDifference:
    def test_a_value_keeps_the_comment_behind_it(self) -> None:
        out = change(ODD, "scenario", with_unit("poland/1st", **numbers(7, 3)))
        assert diff(ODD, out) == (
            ["    values: [6, 3]      # a guess"],
            ["    values: [7, 3]      # a guess"],
        )

    def test_a_value_in_braces(self) -> None:
        out = change(
            ODD, "scenario", with_unit("poland/3rd", reinforcement=Reinforcement("north", 3, also=("south",)))
        )
        assert [s.replace("turn: 2", "turn: 3") for s in diff(ODD, out)[0]] == diff(ODD, out)[1]

    def test_a_hex(self) -> None:
        out = change(ODD, "scenario", with_unit("poland/1st", setup=at("0605")))
        assert diff(ODD, out) == (["    setup: 0601"], ['    setup: "0605"'])

    def test_a_new_key_takes_its_place_at_the_same_depth(self) -> None:
        out = change(ODD, "scenario", with_unit("poland/1st", reduced=True))
        assert diff(ODD, out) == ([], ["    reduced: true"])
        assert "    values: [6, 3]      # a guess\n    reduced: true\n" in out

    def test_a_removed_key(self) -> None:
        out = change(ODD, "scenario", with_unit("russia/2nd", setup=None))
        assert diff(ODD, out) == (["  setup: 0603"], [])

    def test_a_block_value_becomes_short(self) -> None:
        out = change(ODD, "scenario", with_unit("poland/2nd", setup=at("0603")))
        gone, new = diff(ODD, out)
        assert gone == ["    setup:", '        hexes: [0601, "0602"]', "        alone: true"]
        assert new == ['    setup: "0603"']

    def test_an_added_unit(self) -> None:
        unit = Unit("9th", "poland", "armored", ((5,), (2,)), setup=at("0602"))
        out = change(ODD, "scenario", lambda s: replace(s, units=(*s.units, unit)))
        assert diff(ODD, out) == (
            [],
            ["- name: 9th", "  nationality: poland", "  type: armored", "  values: [5, 2]",
             '  setup: "0602"'],
        )
        assert out.index("9th") < out.index("special_rules")

    def test_a_unit_put_first(self) -> None:
        unit = Unit("9th", "poland", "cas")
        out = change(ODD, "scenario", lambda s: replace(s, units=(unit, *s.units)))
        assert len(diff(ODD, out)[1]) == 3
        assert not diff(ODD, out)[0]

    def test_a_removed_unit_loses_its_own_comment(self) -> None:
        out = change(ODD, "scenario", without("poland/3rd"))
        gone, new = diff(ODD, out)
        assert len(gone) in (2, 3)
        assert gone[0] == "# held back"
        assert not new
        assert "# Russia\n- name: 1st" in out

    def test_the_heading_of_a_run_stays_while_the_run_does(self) -> None:
        out = change(ODD, "scenario", without("russia/1st"))
        assert "# Russia\n- name: 2nd" in out
        assert "# Russia" not in change(ODD, "scenario", without("russia/1st", "russia/2nd"))

    def test_a_moved_unit_keeps_its_spelling(self) -> None:
        out = change(ODD, "scenario", lambda s: replace(s, units=(*s.units[:2], *s.units[3:], s.units[2])))
        assert sorted(out.splitlines()) == sorted(ODD.splitlines())
        assert out.index("# held back\n- {nationality: poland, name: 3rd") > out.index("setup: 0603")

    def test_all_units_removed(self) -> None:
        out = change(ODD, "scenario", lambda s: replace(s, units=()))
        assert "units: []" in out
        assert "# the end" in out

    def test_a_new_section(self) -> None:
        out = change(ODD, "scenario", lambda s: replace(s, play_area=("0601", "0702")))
        assert diff(ODD, out) == ([], ['play_area: ["0601", "0702"]'])

    def test_a_removed_section(self) -> None:
        out = change(ODD, "scenario", lambda s: replace(s, options=()))
        assert diff(ODD, out) == (["options: {  a: b  }   # one"], [])

    def test_a_terrain_hex(self) -> None:
        out = change(
            ODD_MAP, "map", lambda m: replace(m, terrain=m.terrain.with_values({Hex(0, 2): "mountain"}))
        )
        assert diff(ODD_MAP, out) == (['           "......", "......"]'], ['           "M.....", "......"]'])

    def test_a_new_letter_of_the_legend(self) -> None:
        out = change(
            ODD_MAP, "map", lambda m: replace(m, terrain=m.terrain.with_values({Hex(0, 0): "forest"}))
        )
        gone, new = diff(ODD_MAP, out)
        assert new[0] == "        F: forest"
        assert len(gone) == 1

    def test_a_hexside_of_a_river(self) -> None:
        def longer(m: GameMap) -> GameMap:
            line = m.lines[0]
            return replace(
                m, lines=(replace(line, sides=(*line.sides, hexside(Hex(0, 1), Hex(1, 1)))), *m.lines[1:])
            )

        out = change(ODD_MAP, "map", longer)
        assert len(diff(ODD_MAP, out)[0]) <= 2
        assert "# the great river" in out

    def test_a_word_of_a_long_river_leaves_the_others_where_they_are(self) -> None:
        text = ODD_MAP.replace(
            "    sides:\n      - 0801/0802\n      - 0801/0901\n",
            ("    sides: >-\n      0802/0801 0801/0901\n      0601/0602 0602/0603\n      0603/0604\n"),
        )
        first = change(
            text,
            "map",
            lambda m: replace(
                m,
                lines=(m.lines[0], replace(m.lines[1], sides=(*m.lines[1].sides[:2], *m.lines[1].sides[3:]))),
            ),
        )
        assert diff(text, first) == (["      0601/0602 0602/0603"], ["      0602/0603"])
        more = (hexside(Hex(3, 0), Hex(4, 0)),)
        second = change(
            text,
            "map",
            lambda m: replace(m, lines=(m.lines[0], replace(m.lines[1], sides=(*m.lines[1].sides, *more)))),
        )
        assert diff(text, second) == (["      0603/0604"], ["      0603/0604 0604/0605"])

    def test_a_line_full_of_hexsides_is_continued_on_the_next(self) -> None:
        full = " ".join(["0601/0602"] * 9)
        text = ODD_MAP.replace("    sides:\n      - 0801/0802\n      - 0801/0901\n", f"    sides: {full}\n")
        out = change(
            text,
            "map",
            lambda m: replace(
                m,
                lines=(
                    m.lines[0],
                    replace(m.lines[1], sides=(*m.lines[1].sides, hexside(Hex(3, 0), Hex(4, 0)))),
                ),
            ),
        )
        assert f"    sides: {full}\n      0604/0605\n" in out


class TestSamples:
    """The bundled files, with all their comments."""

    @staticmethod
    def source(name: str, kind: str) -> SourceFile:
        found = load(name).sources.of(kind)
        assert found is not None
        return found

    @pytest.mark.parametrize("name", ["historical", "free-setup", "first-steps"])
    def test_one_unit_of_a_scenario(self, name: str) -> None:
        source = self.source(name, "scenario")
        assert isinstance(source.document, Scenario)
        base = source.base_document
        for unit in source.document.units[:12]:
            new = with_unit(unit.key, setup=at("2017"))(source.document)
            out = changed_text(source.reading, source.document, new, base, base)
            gone, added = diff(source.text, out)
            assert len(gone) <= 4
            assert len(added) <= 6

    def test_removing_a_unit_of_a_variant(self) -> None:
        source = self.source("first-steps", "scenario")
        assert isinstance(source.document, Scenario)
        base = source.base_document
        new = without("poland/6th Airborne")(source.document)
        out = changed_text(source.reading, source.document, new, base, base)
        gone, added = diff(source.text, out)
        assert len(gone) <= 1
        assert 1 <= len(added) <= 2

    def test_one_hex_of_the_map(self) -> None:
        source = self.source("visegrad4", "map")
        assert isinstance(source.document, GameMap)
        game_map = source.document
        hex = next(h for h in game_map.grid if game_map.terrain.at(h) == "clear")
        new = replace(game_map, terrain=game_map.terrain.with_values({hex: "mountain"}))
        gone, added = diff(source.text, changed_text(source.reading, game_map, new))
        assert len(gone) == len(added) == 1

    def test_one_hexside_of_each_river(self) -> None:
        source = self.source("visegrad4", "map")
        assert isinstance(source.document, GameMap)
        game_map = source.document
        for i, line in enumerate(game_map.lines[:5]):
            lines = list(game_map.lines)
            lines[i] = replace(line, sides=line.sides[:-1])
            gone, added = diff(
                source.text, changed_text(source.reading, game_map, replace(game_map, lines=tuple(lines)))
            )
            assert len(gone) <= 2
            assert len(added) <= 2


def test_a_file_written_as_json_stays_so() -> None:
    reading, scenario = read("scenario", ODD)
    text = json.dumps(to_data(scenario, None, reading), indent=2)
    out = change(text, "scenario", with_unit("poland/1st", **numbers(7, 3)))
    assert diff(text, out) == (['        6,'], ['        7,'])
    assert json.loads(out)


@pytest.mark.parametrize(("entry", "left"), [
    ("  - a: 1  # mine\n    # of b\n    b: 2\n    c: 3\n", "  # of b\n  - b: 2\n    c: 3\n"),
    ("  - ? a\n    : 1\n    b: 2\n    c: 3\n", "  - b: 2\n    c: 3\n"),
    ("  - b: 2\n    # of a\n    ? a\n    : 1\n    c: 3\n", "  - b: 2\n    c: 3\n")])
def test_the_first_key_of_an_entry_is_removed_and_comments_of_others_stay(entry: str, left: str) -> None:
    before, after = [{"a": 1, "b": 2, "c": 3}], [{"b": 2, "c": 3}]
    given = [{key: before[0][key] for key in ("abc" if entry[4] != "b" else "bac")}]
    text = f"# head\nunits:\n{entry}"
    assert splice(text, "scenario", {"units": given}, {"units": before}, {"units": after}) == (
        f"# head\nunits:\n{left}")


_LONG = "  - {name: A, nationality: red, note: " + "x" * 90 + "}"
_BEHIND = "   # of B, which counts for nothing here and is long"
_SHORT = f"  - {{name: B, nationality: red,  setup: '0802', values: [3, 1]}}{_BEHIND}"


def _with_second(**changed: Any) -> str:
    """A list of units in brackets with other values of the second one, None for a key that goes."""
    units: list[dict[str, Any]] = [{"name": "A", "nationality": "red", "note": "x" * 90},
                                   {"name": "B", "nationality": "red", "setup": "0802", "values": [3, 1]}]
    new = {key: value for key, value in {**units[1], **changed}.items() if value is not None}
    text = f"units:\n{_LONG}\n{_SHORT}\n"
    given = {"units": units}
    out = splice(text, "scenario", given, given, {"units": [units[0], new]})
    return out.removeprefix(f"units:\n{_LONG}\n")


def test_an_entry_in_brackets_stays_on_its_line_as_long_as_those_beside_it_are() -> None:
    start = "  - {name: B, nationality: red,"
    assert _with_second(setup=None, entry="east") == (
        f"{start}  values: [3, 1], entry: east}}{_BEHIND}\n")
    assert _with_second(reinforcement={"turn": 1, "entry": "east-road"}, reduced=True) == (
        f"{start}  setup: '0802', values: [3, 1], "
        f"reinforcement: {{turn: 1, entry: east-road}}, reduced: true}}{_BEHIND}\n")
    wide = "y" * (len(_LONG) - len(_SHORT.partition("   #")[0]) - len(", note: "))
    fits = _with_second(note=wide)
    assert fits == f"{start}  setup: '0802', values: [3, 1], note: {wide}}}{_BEHIND}\n"
    assert len(fits.partition("   #")[0]) == len(_LONG)
    # Written anew it is shorter, and fits.
    assert _with_second(note=f"{wide}y") == (
        f'{start} setup: "0802", values: [3, 1], note: {wide}y}}{_BEHIND}\n')
    assert _with_second(note=f"{wide}yy").splitlines()[1] == "    nationality: red"


def test_an_entry_that_is_added_beside_long_ones_in_brackets_is_as_long() -> None:
    units = [{"name": "A", "nationality": "red", "note": "x" * 90}]
    text = f"units:\n{_LONG}\n"
    for note, lines in (("y" * 90, 1), ("y" * 91, 4)):
        new = {"name": "B", "nationality": "red", "note": note}
        out = splice(text, "scenario", {"units": units}, {"units": units}, {"units": [*units, new]})
        assert len(out.removeprefix(text).splitlines()) == lines, note


class TestManyHexes:
    """Numbers of hexes stand several to a line, in new lists and in those that grow."""

    NUMBERS = tuple(f"{column:02}{row:02}" for row in range(1, 9) for column in range(1, 9))
    LISTED = "".join(f'        - "{number}"\n' for number in NUMBERS[:12])

    def group(self, hexes: str) -> str:
        return f"kind: scenario\nset_up_groups:\n  - id: red\n    where:\n      hexes:{hexes}"

    def changed(self, text: str, numbers: tuple[str, ...]) -> str:
        data = read_yaml(text).data
        new = {**data, "set_up_groups": [{"id": "red", "where": {"hexes": list(numbers)}}]}
        out = splice(text, "scenario", data, data, new)
        assert read_yaml(out).data == new
        assert max(map(len, out.splitlines())) <= 100
        return out

    def test_a_new_list_takes_few_lines(self) -> None:
        group = {"id": "red", "where": {"hexes": list(self.NUMBERS)}}
        out = Emitter("scenario").document({"groups": [group]})
        assert read_yaml(out).data["groups"][0]["where"]["hexes"] == list(self.NUMBERS)
        assert len(out.splitlines()) == 4 + 6
        assert max(map(len, out.splitlines())) <= 100
        first, second = out.splitlines()[4:6]
        assert first.startswith('        ["0101", "0201", ')
        assert second.startswith('         "0402", "0502", ')

    def test_a_list_with_a_line_for_each_becomes_short_when_it_changes(self) -> None:
        text = self.group("\n" + self.LISTED)
        assert len(self.changed(text, self.NUMBERS[2:40]).splitlines()) == 5 + 4

    def test_a_list_with_comments_keeps_its_lines(self) -> None:
        text = self.group("\n" + self.LISTED.replace('"0301"\n', '"0301"  # the ford\n'))
        out = self.changed(text, self.NUMBERS[:14])
        assert "# the ford" in out
        assert len(out.splitlines()) == 5 + 14

    def test_a_short_list_keeps_its_lines(self) -> None:
        text = self.group('\n        - "0101"\n        - "0201"\n')
        assert diff(text, self.changed(text, self.NUMBERS[:3])) == ([], ['        - "0301"'])

    def test_hexes_added_to_a_list_of_several_lines_fill_them(self) -> None:
        text = self.changed(self.group(' ["0101"]\n'), self.NUMBERS[:40])
        out = self.changed(text, self.NUMBERS[:60])
        assert [len(line) > 80 for line in out.splitlines()[5:]] == [True] * 5 + [False]
        assert all(line.startswith('         "') for line in out.splitlines()[6:])

    def test_an_entry_in_braces_that_grows_too_long_becomes_several_lines_with_its_comment(self) -> None:
        text = 'kind: scenario\nset_up_groups:\n  - {id: red, where: {hexes: ["0101"]}}  # why\n'
        out = self.changed(text, self.NUMBERS[:30])
        assert out.splitlines()[2] == "  - id: red  # why"
