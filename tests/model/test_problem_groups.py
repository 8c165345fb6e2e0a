"""Several problems of one kind are told together, with their number and whom they are about."""

from __future__ import annotations

from visegrad_editor.model.problem_groups import FEWEST, grouped
from visegrad_editor.model.problems import Problem


def late(unit: str, line: int = 1, rule: str = "3.0") -> Problem:
    name = unit.partition("/")[2]
    return Problem(
        "error", "after-the-end", f"{name} arrives on turn 40.", "a.yaml", line, unit=unit, rule=rule)


def test_several_of_one_kind_are_one_line_with_their_number_and_names() -> None:
    problems = [late(f"blue/{name}", i) for i, name in enumerate("ABCDEFGHIJK", 5)]
    [group] = grouped(problems)
    assert group.problems == tuple(problems)
    assert str(group) == ("a.yaml:5: error: 11 units (A, B, C, D, E, F, G, H and 3 more), such as: "
                          "A arrives on turn 40. [3.0]")


def test_few_of_a_kind_and_other_kinds_stay_apart_in_their_order() -> None:
    other = Problem("error", "after-the-end", "Replacements are listed for turn 9.", "a.yaml", 3)
    problems = [late("blue/A"), other, late("blue/B"), late("red/A", rule="4.0")]
    assert len(problems) > FEWEST
    assert [g.problems for g in grouped(problems)] == [(p,) for p in problems]
    assert [str(g) for g in grouped(problems)] == [str(p) for p in problems]


def test_a_group_is_where_its_first_problem_is() -> None:
    other = Problem("note", "x", "Other.")
    groups = grouped([late("blue/A"), other, late("blue/B"), late("blue/C")])
    assert [len(g.problems) for g in groups] == [3, 1]


def test_units_of_one_name_are_called_by_their_keys() -> None:
    [group] = grouped([late("blue/A"), late("red/A"), late("red/B")])
    assert group.heading == "3 units (blue/A, red/A, B)"


def test_several_problems_of_a_unit_are_counted_apart_from_units() -> None:
    [group] = grouped([late("blue/A", 1), late("blue/A", 2), late("blue/B", 3)])
    assert group.heading == "3 problems of 2 units (A, B)"


def test_hexes_entries_lines_and_nothing_at_all() -> None:
    def told(**values: object) -> str:
        return grouped([Problem("note", "x", "X.", **{  # type: ignore[arg-type]
            k: v(i) for k, v in values.items()}) for i in range(3)])[0].heading  # type: ignore[operator]

    assert told(hex=lambda i: f"010{i}") == "3 hexes (0100, 0101, 0102)"
    assert told(entry=lambda i: f"terrain/k{i}") == "3 entries (k0, k1, k2)"
    assert told(part=lambda i: f"scenario/entries/e{i}") == "3 entries (e0, e1, e2)"
    assert told(file=lambda i: "a.yaml", line=lambda i: i + 4) == "3 lines (4, 5, 6)"
    assert told() == "3 times"
