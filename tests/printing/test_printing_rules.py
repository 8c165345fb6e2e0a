"""Charts print the rules that a ruleset holds as data: whole tables with what changes them, and every "
"block."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from any_rules import records, rule_blocks
from bundled import design_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from printed_sheets import charts_of, charts_words, setup_words
from printed_text import page_texts, printed_pages, printed_text
from rule_names import record
from small_design import small_design, small_map

from visegrad_editor.model.design import Design
from visegrad_editor.model.rules.combat import Combat, CombatTable
from visegrad_editor.model.rules.grammar import Modifier
from visegrad_editor.model.rules.movement import Movement
from visegrad_editor.model.rules.results import ResultCode, UnitState
from visegrad_editor.model.rules.sequence import Sequence
from visegrad_editor.model.rules.stacking import Stacking
from visegrad_editor.model.rules.victory import Asset, Victory
from visegrad_editor.model.rules.zones import Zones
from visegrad_editor.model.ruleset import AidLine, Condition, Option, Phase, Ruleset, SpecialRule
from visegrad_editor.model.scenario import Reinforcement, Scenario
from visegrad_editor.model.schedule import ScheduledEvent, UnitWithdrawal
from visegrad_editor.printing.blocks import GroupHeading, Paragraph, Row
from visegrad_editor.printing.charts import charts_bytes, combat_tables, result_legend
from visegrad_editor.printing.flow import Columns, Together, lay_out
from visegrad_editor.printing.notes_section import rules_section
from visegrad_editor.printing.paper import Paper, frame, paper_named
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes
from visegrad_editor.printing.tables import HeaderRow, PrintedColumn, spread
from visegrad_editor.printing.words import country_name
from visegrad_editor.systems.visegrad4.rules import usual_rules

AIR = CombatTable(
    "air", "Air superiority", ("Who has it",), rows=(("A",), ("A",), ("B",)), first_row=-1, odds="none",
    modifiers=(record(Modifier, {"id": "t", "name": "Second turn", "when": {"turn": 2},
                                 "effect": {"die": 1}, "rule": "12.1"}),), note="Turn 1 is red.")
FIGHT = CombatTable(
    "fight", "Combat", ("1:1", "2:1"), rows=tuple((f"A{n}", f"B{n}") for n in range(-1, 8)), first_row=-1,
    odds="ratio")


def with_rules(**blocks: Any) -> Design:
    design = small_design()
    return replace(design, ruleset=replace(design.ruleset, system="", **blocks))


def text_of(data: bytes) -> str:
    return printed_text(data)


def charts(**blocks: Any) -> str:
    return text_of(charts_bytes(with_rules(**blocks)))


def test_all_rows_of_a_table_stand_under_their_totals_with_modifiers_note_and_odds() -> None:
    below = record(Combat, {"ends": {"below": {"odds": "1:1", "result": "AE"}, }})
    text = charts(tables=(FIGHT, AIR), combat=below)
    for n in range(-1, 8):
        assert f"{n} A{n} B{n}" in text
    assert "-1 A 0 A 1 B" in text
    for said in ("Second turn: 1 is added to the die roll on turn 2 [12.1].", "Turn 1 is red.",
                 "Totals below -1 count as -1, those above 1 as 1.",
                 "The columns are attack strength to defence strength;",
                 "Attacks at less than 1:1, before shifts, are AE without a die."):
        assert said in text


def test_tables_of_one_column_stand_beside_each_other_and_are_never_broken() -> None:
    rules = replace(small_design().ruleset, tables=tuple(replace(AIR, id=f"a{n}") for n in range(6)))
    made = combat_tables(rules)
    assert [len(row.groups) for row in made if isinstance(row, Row)] == [4, 2]
    assert len(made) == 2
    page = frame(paper_named("A4"))
    pages = lay_out([Paragraph("x", gap=0.0)] * 55 + made, page)
    assert len(pages) == 2


class Tops:
    """Notes where blocks are drawn."""

    def __init__(self, height: float) -> None:
        self.gap, self._height = 4.0, height
        self.tops: list[float] = []

    def height(self, width: float) -> float:
        return self._height

    def draw(self, pen: Any, x: float, top: float, width: float) -> None:
        self.tops.append(top)


def test_tables_beside_each_other_begin_at_the_same_height() -> None:
    high, low, one, other = (Tops(h) for h in (30.0, 10.0, 50.0, 20.0))
    row = Row(((high, one), (low, other)))  # type: ignore[arg-type]
    row.draw(None, 0.0, 100.0, 500.0)  # type: ignore[arg-type]
    assert [high.tops, low.tops, one.tops, other.tops] == [[100.0], [120.0], [134.0], [134.0]]
    assert row.height(500.0) == 84.0


def test_a_wide_table_stays_with_its_title_on_a_page() -> None:
    made = combat_tables(replace(small_design().ruleset, tables=(FIGHT,)))
    assert len(made) == 1
    assert isinstance(made[0], Together)
    pages = lay_out([*[Paragraph("x", gap=0.0)] * 58, *made], frame(paper_named("A4")))
    assert [len(p) for p in pages] == [58, len(made[0].elements)]


class Marks:
    """Notes where the marks and texts of paragraphs begin."""

    def __init__(self) -> None:
        self.texts: list[tuple[float, str]] = []

    def text(self, x: float, top: float, text: str, style: Any) -> None:
        self.texts.append((x + style.width(text), text))

    def lines(self, x: float, top: float, lines: list[str], style: Any) -> None:
        self.texts.append((x, lines[0]))


@pytest.mark.parametrize("code", ["AE", "AS-1+LOSS", "A VERY LONG RESULT CODE"])
def test_a_code_is_never_printed_over_its_text(code: str) -> None:
    rules = replace(small_design().ruleset, results=(ResultCode(code, "Something", "It happens."),))
    columns = result_legend(rules)[1]
    assert isinstance(columns, Columns)
    marks = Marks()
    columns.blocks[0].draw(marks, 0.0, 0.0, 250.0)  # type: ignore[arg-type]
    (end, shown), (start, text) = marks.texts
    assert shown == code
    assert text.startswith("Something.")
    assert end < start


def test_results_without_text_are_told_from_their_script() -> None:
    result = record(ResultCode, {"id": "DR", "name": "Defender retreats", "does": [
        {"retreat": "defender", "by": "winner"}, {"advance": "must"}]})
    assert ("DR Defender retreats. The defender retreats one hex, chosen by the winner; the attacker must "
            "advance.") in charts(tables=(FIGHT,), results=(result,))


def test_each_movement_class_has_a_column_and_multipliers_stand_with_the_shifts() -> None:
    movement = record(Movement, {
        "classes": [{"id": "foot"}, {"id": "tracked", "name": "Tracked"}],
        "costs": [{"class": "tracked", "terrain": "mountain", "cost": 6},
                  {"class": "foot", "hexside": "river", "cost": "all"}],
        "modifiers": [{"id": "wet", "when": {"turn": 1, "across": "river"}, "effect": {"cost": 1}}]})
    combat = record(Combat, {
        "strengths": [
            {"id": "river", "when": {"across": "river"}, "who": "each", "effect": {"attack": "/2"}}]})
    kinds = tuple(replace(t, class_={"armored": "tracked"}.get(t.id, ""))
                  for t in small_design().ruleset.unit_types)
    text = charts(movement=movement, combat=combat, unit_types=kinds)
    assert "Foot Tracked Combat Remarks" in text
    assert "Mountain Hex 4 6 1 left" in text
    assert "River Hexside all +1 1 left, attack /2" in text
    assert "the movement cost is 1 more on turn 1" in text
    assert "For “all” a unit gives its whole movement allowance." in text
    assert "Movement points Combat shift" in charts()


@pytest.mark.parametrize(("replaces", "said"), [
    ("ground", "1 – In place of the terrain and of rivers"),
    ("half", "1/2 – Half the cost of the terrain, in place of rivers"),
    ("nothing", "– – In place of rivers")])
def test_the_chart_says_what_a_road_does_to_the_cost(replaces: str, said: str) -> None:
    text = charts(movement=record(Movement, {"road": {"replaces": replaces}}))
    assert said.lower() in text.lower()


def test_movement_classes_without_a_unit_in_play_have_no_column() -> None:
    assert "Others Mountain infantry Combat" in " ".join(chart_pages("gsofg", "A4"))
    first = " ".join(chart_pages("gsofg-first-steps", "A4"))
    assert "Terrain Movement points Combat Clear 1" in first
    assert "Mountain 3 2 left" in first
    assert "movement class" not in first


def test_no_word_of_a_heading_is_broken_while_other_columns_have_room() -> None:
    plain = (PrintedColumn("Terrain", 2.3), PrintedColumn("Others", 1.5),
             PrintedColumn("Mountain infantry", 1.5), PrintedColumn("Combat", 1.3))
    needed = HeaderRow(plain, dense=True).needed()
    columns = tuple(replace(c, least=n) for c, n in zip(plain, needed, strict=True))
    widths = spread(columns, 160.0)
    assert sum(widths) == pytest.approx(160.0)
    assert widths[2] > 160.0 * 1.5 / 6.6
    assert HeaderRow(columns, dense=True)._lines(160.0)[2] == ["Mountain", "infantry"]
    assert spread(columns, 60.0) == [60.0 * n / sum(needed) for n in needed], "no room anywhere"


def test_the_charts_do_not_say_that_a_border_does_nothing() -> None:
    text = " ".join(chart_pages("gsofg-first-steps", "A4"))
    assert "Supply source and Town † have no effect" in text
    assert "Crossing a border between countries costs 1 more" in text
    assert "only its movement points" in text


def test_the_charts_of_gsofg_say_what_a_turn_on_paper_asks() -> None:
    text = " ".join(chart_pages("gsofg-first-steps", "A4"))
    for said in ("More than 10:1 is 10:1,", "of its own choice", "as many steps, of his choice",
                 "also by road march",
                 "odd, it is off the map", "Wiesbaden 1824", "Frankfurt 2024, Kassel 2521"):
        assert said in text


def test_the_set_up_sheet_says_how_many_steps_a_unit_has_if_its_values_do_not() -> None:
    text = setup_words("gsofg-first-steps")
    assert "movement 8† · 2 steps" in text
    assert "movement 0† · 1 step" in text
    assert "Territorial, marker or air units take no room" in text
    assert "The parts of a US division" not in text
    other = setup_words("first-steps")
    assert "Strength 10/5† · movement 7" in other
    assert " · 2 steps" not in other


def test_blocks_are_told_if_the_data_is_what_the_game_is_played_by() -> None:
    zones = {"zones": Zones("none")}
    assert "Zones of control There are no zones of control." in charts(**zones)
    assert "All units are always in supply." in charts(**zones)
    assert "supply" not in charts().lower()
    design = with_rules(**zones)
    other = replace(design, ruleset=replace(design.ruleset, system="visegrad4"))
    text = text_of(charts_bytes(other))
    assert "There are no zones of control." in text
    assert "All units are always in supply." not in text
    bare = replace(with_rules(), ruleset=replace(with_rules().ruleset, system="standard"))
    assert "All units are always in supply." in text_of(charts_bytes(bare))


def test_charts_of_a_game_with_its_own_rules_module_say_what_they_said() -> None:
    text = charts_words("historical")
    assert "Rules Stacking" not in text
    assert "the columns are" not in text.lower()
    assert text.count("Victory") == 1
    assert "The Russian side wins at once if all industrial (shale gas) hexes in Poland" in text


def test_the_stacking_limit_of_the_data_is_printed() -> None:
    stacking = Stacking("2", free=record(Stacking, {"free": {}}).free)
    design = with_rules(stacking=stacking)
    assert "At most 2 units may stand in a hex." in text_of(charts_bytes(design))
    assert "STACKING At most 2 units may stand in a hex " in text_of(setup_sheet_bytes(design))


def test_the_sheet_says_all_limits_of_stacking_as_the_charts_do() -> None:
    stacking = record(Stacking, {
        "limit": 1, "at_most": [{"units": {"type": "armored"}, "number": 2}],
        "by_hex": [{"hexes": {"features": ["city"]}, "limit": 3}]})
    design = with_rules(stacking=stacking)
    told = ("At most 1 unit may stand in a hex. At most 2 armored units may stand in a hex. "
            "In cities the limit is 3")
    assert f"STACKING {told} CONTENT" in text_of(setup_sheet_bytes(design))
    charts_text = text_of(charts_bytes(design))
    assert f"6 turns. {told}." in charts_text
    assert charts_text.count("In cities the limit is 3") == 2, "also among the rules"


def test_very_many_limits_of_stacking_are_left_to_the_charts() -> None:
    numbers = small_map().grid.number
    by_hex = [{"hexes": {"hexes": [numbers(hex)]}, "limit": 2} for hex in [*small_map().grid][:20]]
    design = with_rules(stacking=record(Stacking, {"limit": 1, "by_hex": by_hex}))
    text = text_of(setup_sheet_bytes(design))
    [left] = re.findall(r"the limit is 2\. (\d+) more limits: see the charts CONTENT", text)
    assert int(left) + text.count("the limit is 2") == 20
    charts_text = text_of(charts_bytes(design))
    assert f"{left} more limits: see below." in charts_text
    assert charts_text.count("the limit is 2") == 20 + 20 - int(left)


VICTORY = record(Victory, {"conditions": [
    {"winner": "red", "when": {"control": {"side": "red", "hexes": {"features": "city"}}, "at_least": 1},
     "rule": "4.4"}], "points": [{"for": "control", "worth": 3, "hexes": {"features": "port"}}]})


@pytest.mark.parametrize("sheet", [charts_bytes, setup_sheet_bytes], ids=["charts", "set-up"])
def test_victory_is_printed_as_victory(sheet: Any) -> None:
    text = text_of(sheet(with_rules(victory=VICTORY)))
    before, after = text.split("Victory ", 1)
    assert "4.4 The Red side wins at the end of the game if at least one of the cities is controlled" in after
    assert "Each side gets 3 victory points for each port that it controls at the end." in after
    assert "wins" not in before
    assert "Easily forgotten" not in text


def test_a_reminder_that_goes_on_stays_with_the_one_before_it() -> None:
    rules = (SpecialRule("4.4", "The Red side wins with five ports,"), SpecialRule("4.5", "or with three "
    "cities."),
             SpecialRule("9.0", "Mind the gap."))
    text = text_of(setup_sheet_bytes(with_rules(special_rules=rules)))
    assert text.index("Victory") < text.index("or with three cities.") < text.index("Easily forgotten")
    assert text.index("Easily forgotten") < text.index("Mind the gap.")


@pytest.mark.parametrize("scenario", [None, small_design().scenario], ids=["map", "scenario"])
def test_charts_have_the_reminders_that_the_player_aid_does_not_tell(scenario: Scenario | None) -> None:
    reminders = (SpecialRule("9.0", "Mind the gap."), SpecialRule("9.1", "Stay in lane."))
    design = replace(with_rules(special_rules=reminders), scenario=scenario)
    assert "Easily forgotten rules 9.0 Mind the gap. 9.1 Stay in lane." in text_of(charts_bytes(design))
    aid = (AidLine("lane", "Marching", "All stay in their lane.", "9.1"),)
    aided = replace(design, ruleset=replace(design.ruleset, player_aid=aid))
    text = text_of(charts_bytes(aided))
    assert "Easily forgotten rules 9.0 Mind the gap." in text
    assert "Stay in lane." not in text


@pytest.mark.parametrize("sheet", [charts_bytes, setup_sheet_bytes], ids=["charts", "set-up"])
def test_where_the_data_says_who_wins_no_reminder_does(sheet: Any) -> None:
    """A word such as `wins` in a note about something else makes it no condition of victory."""
    note = SpecialRule("6.1", "The side that wins the die has superiority.")
    text = text_of(sheet(with_rules(victory=VICTORY, special_rules=(note,))))
    victory, forgotten = text.index("Victory "), text.index("Easily forgotten")
    assert victory < forgotten < text.index(note.text)
    assert note.text not in text[victory:forgotten]


def test_a_victory_that_an_option_rules_out_is_not_printed() -> None:
    usual = " ".join(chart_pages("gsofg", "A4"))
    assert "NATO wins at once if a chemical attack leads" in usual
    assert "(Ruhr) at the end." in usual
    text = " ".join(chart_pages("gsofg", "A4", chemical_attacks="without"))
    assert "32 city hexes" in text
    assert "chemical attack" not in text.lower().replace("chemical attacks: not used", "")


def test_the_turn_track_counts_the_units_of_pools_until_all_have_come() -> None:
    text = " ".join(chart_pages("gsofg", "A4"))
    assert "Soviet side: reinforcements 20 2 3 4 5 6 6 6 6 6 6 – – – – " in text
    # The airborne army may come all at once, when its owner likes: it is on no turn.
    assert "Soviet side: reinforcements 27" not in text


def test_the_turn_track_has_what_sides_gain_of_an_asset_each_turn() -> None:
    text = charts(assets=(Asset("air", "Air points", "blue", each_turn=((2, 3), (4, 0))),))
    assert "Blue side: Air points – 3 3 –" in text


def signal_design(*waiting: int, text: str = "", never: bool = False) -> Design:
    """A design with a dated event, some of whose units wait for it; the last one leaves on turn 2."""
    design = with_rules()
    assert design.scenario is not None
    units = list(design.scenario.units)
    for i in waiting:
        units[i] = replace(units[i], setup=None, reinforcement=Reinforcement(event="signal"))
    units[-1] = replace(units[-1], withdrawal=UnitWithdrawal(2))
    return replace(design, scenario=replace(design.scenario, units=tuple(units), turns=4, schedule=(
        ScheduledEvent("signal", "Fleet signal", (2, 3), "1d6", 3, text=text, never=never),
        ScheduledEvent("storm", "Storm", (4, 4)))))


def test_an_event_for_which_units_wait_is_told_with_them() -> None:
    design = signal_design(0)
    assert design.scenario is not None
    name, text = design.scenario.units[0].name, text_of(charts_bytes(design))
    assert f"if a roll of 1d6 is at least 3): {name} arrives." in text
    # Nobody waits for the storm: that it does nothing is for the other rules to say.
    assert "on turn 4): what other rules say of it applies." in text
    assert "othing happens" not in text
    assert f"{name} arrives" not in text_of(charts_bytes(signal_design(0, text="Ships are seen.")))


def test_the_turn_track_has_dated_events_and_units_that_leave() -> None:
    design = signal_design(0)
    for data in (charts_bytes(design), setup_sheet_bytes(design)):
        text = text_of(data)
        assert "Fleet signal (1d6) – 3+ 3+ –" in text
        assert "Storm – – – •" in text
        assert "side: units that leave – 1 – –" in text
    assert "Fleet signal (1d6)" not in text_of(charts_bytes(signal_design(never=True)))


def test_the_turn_track_has_the_dice_that_bring_units_and_the_turns_on_which_they_are_rolled() -> None:
    design = with_rules()
    assert design.scenario is not None
    units = list(design.scenario.units)
    for i, arrival in enumerate((
            Reinforcement("south-edge", 3, roll="1d6", at_least=4),
            Reinforcement("south-edge", 2, roll="1d6", at_least=4),
            Reinforcement("south-edge", 2, roll="2d6", at_least=3, at_most=5))):
        units[i] = replace(units[i], nationality="sudland", name=f"Late {i}", setup=None,
                           reinforcement=arrival)
    late = replace(design, scenario=replace(design.scenario, units=tuple(units), turns=4))
    for data in (charts_bytes(late), setup_sheet_bytes(late)):
        text = text_of(data)
        assert "Blue side: reinforcements – 1 – –" in text, "those that come without dice"
        assert "Blue side: by 1d6 each turn – 4+ 2 × 4+ 2 × 4+" in text
        assert "Blue side: by 2d6 each turn – 3–5 3–5 3–5" in text
    assert "each turn" not in text_of(charts_bytes(design))


def test_the_order_of_play_of_the_data_is_the_sequence_where_no_phases_are_listed() -> None:
    sequence = record(Sequence, {"turn": [
        {"kind": "roll", "id": "weather"}, {"player_turn": "blue", "phases": ["move", "combat"]}]})
    text = charts(sequence=sequence)
    assert "1 Weather phase Both 2 Movement phase Blue side 3 Combat phase Blue side" in text
    bare = with_rules()
    assert "Sequence of play" not in text_of(charts_bytes(bare))
    standard = replace(bare, ruleset=replace(bare.ruleset, system="standard"))
    assert "1 Arrival phase Red side 2 Movement phase Red side" in text_of(charts_bytes(standard))


def test_phases_get_their_order_and_sides_from_the_sequence_and_their_names_from_the_list() -> None:
    turn = [{"player_turn": "blue", "phases": ["move", "combat", "rally"]},
            {"player_turn": "red", "phases": ["move", "rally"], "when": {"turn": [2, 4]}}]
    rally = record(Phase, {"id": "rally", "name": "Recovery", "kind": "rally", "rule": "2.4"})
    state = record(UnitState, {"id": "shaken", "name": "Shaken", "may_not": ["combat"], "ends": "own-rally"})
    text = charts(sequence=record(Sequence, {"turn": turn}), phases=(rally,), states=(state,))
    assert ("1 Movement phase Blue side 2 Combat phase Blue side 3 Recovery Blue side 2.4 "
            "4 Movement phase Red side, on turns 2 to 4 5 Recovery Red side, on turns 2 to 4 2.4") in text
    assert "it ends in the recovery phase of its side" in text


def test_extra_turns_and_orders_to_choose_are_in_the_sequence_of_play() -> None:
    sequence = record(Sequence, {
        "turn": [{"player_turn": "blue", "phases": ["move", "combat"],
                  "choose": [["move", "combat"], ["combat", "move"]]}],
        "extra": [{"id": "first", "player_turn": "blue", "phases": ["move"], "when": {"turn": 1}}],
        "first": {"by": "roll"}})
    text = charts(sequence=sequence)
    assert ("1 Roll for the first player turn Both 2 Movement phase Blue side, extra player turn, "
            "on turn 1 3 Movement phase Blue side 4 Combat phase Blue side "
            "or: Combat phase, Movement phase Blue") in text


def test_the_sequence_of_play_says_in_which_turns_the_phases_come_in_another_order() -> None:
    text = " ".join(chart_pages("gsofg-first-steps", "A4"))
    assert "8 NATO movement [5.6] 9 NATO combat [5.6] On turn 1 in the order 9, 7, 8 " in text
    assert text.count(" in the order ") == 1, "nothing is said of those that come in the order of the list"
    whole = " ".join(chart_pages("gsofg", "A4"))
    assert "15 NATO combat [5.6] On turn 1 in the order 15, 13, 14 " in whole
    assert whole.count(" in the order ") == 1, "it stands below the phases it is about"


def test_a_sequence_of_play_that_goes_on_in_another_column_says_so() -> None:
    text = " ".join(chart_pages("first-steps", "A4"))
    assert "Sequence of play (continued) Russian side 9 Russian air interdiction" in text


def test_options_chosen_stand_in_one_column_each() -> None:
    design = design_of("first-steps")
    assert design.scenario is not None
    (section,) = rules_section(design, design.scenario)
    assert isinstance(section, Together)
    (columns,) = (e for e in section.elements if isinstance(e, Columns))
    head = next(b for b in columns.blocks if isinstance(b, GroupHeading) and b.text == "Options chosen")
    options = [b for b in columns.blocks if isinstance(b, Paragraph) and b.group is head]
    assert "Ukrainian units: all stay" in " ".join(o.text for o in options)
    assert max(o.height(200.0) for o in options) > 60.0
    assert all(o.split(200.0, o.height(200.0) - 20.0) is None for o in options)


def columns_of(data: bytes) -> list[tuple[int, int, str]]:
    """The lines of dense charts: page, column, text."""
    found: list[tuple[int, int, str]] = []
    for number, page in enumerate(printed_pages(data)):
        third = (float(page.mediabox.width) - 60.0) / 3

        def visit(text: str, cm: Any, tm: Any, font: Any, size: Any, number: int = number,
                  third: float = third) -> None:
            if text.strip():
                found.append((number, int((tm[4] - 30.0) / third), " ".join(text.split())))

        page.extract_text(visitor_text=visit)
    return found


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", ["gsofg", "gsofg-first-steps"])
def test_the_note_of_a_table_stands_in_the_column_of_the_table(name: str, paper: Paper) -> None:
    lines = columns_of(charts_of(name, paper))
    for title, start in (
            ("Escalation after", "NATO rolls each time"), ("NATO multi-national", "Totals below 0"),
            ("NATO multi-national", "for US with Canadian")):
        (table,) = {at[:2] for at in lines if at[2].startswith(title)}
        (note,) = {at[:2] for at in lines if start in at[2]}
        assert note == table, start


@pytest.mark.parametrize("name", ["gsofg", "gsofg-free-fronts", "gsofg-first-steps"])
def test_the_charts_of_gsofg_say_how_strengths_are_halved_and_what_overland_supply_is(name: str) -> None:
    text = " ".join(chart_pages(name, "Letter"))
    for said in ("with no more strength than they have, both after halving", "halved twice is a quarter",
                 "Two lone divisions of 1, halved to 1/2, count 1 together",
                 "Overland supply (10.17) is such a path", "They never move. [9.6]"):
        assert said in text


def test_the_charts_of_visegrad_4_say_whose_each_country_is_at_first() -> None:
    design = design_of("first-steps")
    text = " ".join(chart_pages("first-steps", "A4"))
    (told,) = re.findall("At first the Russian side has (.*), the allies (.*), and nobody the rest", text)
    at_start = usual_rules().control.at_start
    assert len(at_start) == 2
    for one, said in zip(at_start, told, strict=True):
        assert one.hexes is not None
        names = {country_name(c, design.ruleset) for c in one.hexes.countries}
        assert len(names) > 3
        assert set(re.split(", | and ", said.replace("the Czech", "Czech"))) == names


def test_kinds_with_the_same_remark_share_a_sentence_of_dense_charts() -> None:
    text = " ".join(chart_pages("historical", "A4"))
    assert "Major highway, E77 highway and Highway: in place of the terrain and of rivers." in text
    assert text.count("in place of the terrain and of rivers") == 1


def test_entries_of_a_turn_stand_in_the_order_in_which_the_scenario_lists_them() -> None:
    text = setup_words("gsofg-free-fronts")
    places = [text.find(f"Soviet: {entry}") for entry in ("A: 4202", "B: 4211", "C: 4230", "D: 4220")]
    assert -1 not in places
    assert places == sorted(places)


def test_only_options_that_decide_something_are_printed() -> None:
    def options(name: str) -> str:
        return setup_words(name).partition("Options chosen")[2]

    first, whole = options("gsofg-first-steps"), options("gsofg")
    for said, here in (("Chemical attacks:", True), ("Odds below 1:1:", True), ("Wild weasels:", False),
                       ("When wild weasels help:", False), ("Air-mobile units without superiority:", False),
                       ("Bridgehead over the Rhine:", False), ("without a movement phase:", False)):
        assert (said in first, said in whole) == (here, said != "When wild weasels help:"), said


def test_the_charts_of_a_whole_game_say_who_moves_first() -> None:
    text = charts_words("velna")
    assert "Sequence of play Eastern army 1 Replacements [1.1] 2 Movement [2.0]" in text
    assert "Western army 5 Replacements [1.1]" in text


def test_charts_of_a_map_alone_leave_out_reminders_that_a_scenario_decides() -> None:
    design = replace(design_of("historical"), scenario=None)
    text = text_of(charts_bytes(design))
    assert "Three ground units may stand in a hex." in text
    assert "at least one of the capitals in Russia, Belarus or Ukraine" in text
    assert "roll for each Ukrainian unit" not in text
    assert "plus one for every violated country" not in text


@cache
def chart_pages(name: str, paper: Paper, **options: str) -> tuple[str, ...]:
    design, data = design_of(name), charts_of(name, paper)
    if options and design.scenario is not None:
        scenario = replace(design.scenario, options=tuple(options.items()))
        data = charts_bytes(replace(design, scenario=scenario), paper=paper)
    return tuple(" ".join(text.split()) for text in page_texts(data))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", ["maps/gsofg", "gsofg", "gsofg-free-fronts", "gsofg-first-steps"])
def test_the_charts_of_gsofg_are_one_leaf_with_all_that_changes_a_die(name: str, paper: Paper) -> None:
    assert len(chart_pages(name, paper)) <= 2
    text = " ".join(chart_pages(name, paper))
    for said in ("1 left", "multi-national attack [12.4]", "Three nations or more +1", "halved", "Stacking",
                 "zones of control", "Supply", "Victory", "on opposite sides"):
        assert said in text
    assert ("Deep strike of the turn before -1" in text) == (name != "gsofg-first-steps")


def test_charts_print_what_an_option_adds_and_only_then() -> None:
    usual = " ".join(chart_pages("gsofg", "A4"))
    assert "Escalation after a chemical attack [4.7]" in usual
    assert "Chemical weapons: in any fight" in usual
    assert "Attack on special forces" not in usual
    chosen = chart_pages("gsofg", "A4", special_forces="with", chemical_attacks="without")
    assert "Attack on special forces [13.10]" in " ".join(chosen)
    assert "enemy overland supply does not pass" in " ".join(chosen)
    assert "Escalation" not in " ".join(chosen)
    assert "Chemical weapons" not in " ".join(chosen)
    every = dict.fromkeys(("special_forces", "electronic_warfare", "wild_weasels"), "with")
    assert len(chart_pages("gsofg", "A4", **every)) <= 3, "all options need a part of a third page"


_PLAYED = (
    "Movement Hex by hex", "Zone of control: the six hexes", "A unit that enters an enemy one stops",
    "Three ground units may stand in a hex", "Judged for each ground unit as its own movement phase ends",
    "movement and strength of each unit are halved", "Odds: attack strength as a percentage",
    "One column left if any attacker is across a river", "may use the cyber-war table",
    "turns a reduced unit", "A retreat goes to", "attackers that are left may enter",
    "Air combat: a die each", "Interdiction:")
"""What each part of a turn of Visegrad 4 needs."""


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", ["maps/visegrad4", "historical", "free-setup", "first-steps"])
def test_visegrad_4_can_be_played_from_its_charts_which_are_one_leaf(name: str, paper: Paper) -> None:
    assert len(chart_pages(name, paper)) <= 2
    text = " ".join(chart_pages(name, paper))
    assert [said for said in _PLAYED if said not in text] == []
    assert ("Romania joins" in text) == (name != "first-steps")


def test_the_aid_of_visegrad_4_tells_the_options_that_are_chosen() -> None:
    usual, other = (" ".join(chart_pages("historical", "A4", **options)) for options in (
        {}, {"cw_table_cost": "track", "flight_over_sea": "allowed", "romania_fields": "taken"}))
    assert "It costs one of these markers." in usual
    assert "They do not fly over sea" in usual
    assert "has ever taken two industrial hexes" not in usual
    assert "It costs a marker of his track." in other
    assert "They do not fly over sea" not in other
    assert "has ever taken two industrial hexes" in other


def test_dense_tables_say_what_their_results_mean() -> None:
    text = " ".join(chart_pages("gsofg", "A4"))
    assert "1 Nothing happens 2 The next roll for air superiority is one less" in text
    assert "AS-1+LOSS" not in text


def test_lines_of_the_player_aid_stand_under_their_titles_in_place_of_the_sentences() -> None:
    aid = (AidLine("a", "Marching", "One hex a turn.", "1.1"), AidLine("b", "Fighting", "Never."),
           AidLine("c", "Marching", "Not at night.", "1.1"),
           AidLine("d", "Fighting", "With gas.", when=Condition(options=(("gas", ("with",)),))))
    gas = Option("gas", "Gas", ("without", "with"))
    text = charts(player_aid=aid, zones=Zones("none"), options=(gas,))
    assert "Marching 1.1 One hex a turn. Not at night. Fighting Never." in text
    assert "no zones of control" not in text
    assert "With gas." not in text
    assert "With gas." in charts(player_aid=aid, options=(replace(gas, choices=("with", "without")),))


def test_a_map_without_rules_still_prints() -> None:
    bare = Ruleset("x", "X", "", sides=small_design().ruleset.sides, terrain=small_design().ruleset.terrain)
    assert "Terrain effects" in text_of(charts_bytes(Design(bare, small_map())))


@given(rule_blocks(), st.lists(records(CombatTable), max_size=3), st.lists(records(ResultCode), max_size=3))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_charts_of_any_rules_are_printed(
        blocks: dict[str, Any], tables: list[CombatTable], results: list[ResultCode]) -> None:
    whole = tuple(t for t in tables if t.columns)
    text = charts(**{"tables": whole, "results": tuple(results), **blocks})
    assert "Terrain effects" in text
    assert "None" not in text


def test_a_set_up_sheet_names_pools_and_says_how_units_are_called_up() -> None:
    text = setup_words("gsofg")
    for said in ("Guards Airborne Army 7 units", "Soviet R reinforcements 50 units",
                 "West German territorial units 12 units", "with a roll of 2, 4 or 6 on 1d6"):
        assert said in text
    assert "8th Guards airborne" not in text
    assert "in Hex 3221" not in text, "the heading above them says where"
    assert "Hex 3221 (E) and the hexes next to it" in text


def test_victory_by_a_choice_that_is_not_made_is_not_printed() -> None:
    assert "on the Rhine in overland supply" not in " ".join(chart_pages("gsofg", "A4"))
    other = " ".join(chart_pages("gsofg", "A4", bridgehead="riverside"))
    assert "on the Rhine in overland supply" in other
    assert "west of the Rhine in overland supply" not in other
