"""The order-of-battle sheet: the totals of the units by side, nationality, formation and type, when they
come, and the counter mix."""

from __future__ import annotations

from ..drawing.style import DEFAULT, Style
from ..drawing.styled_design import apply_style
from ..model.design import Design
from ..model.fingerprint import content_mark
from ..model.scenario import Scenario
from ..model.timetable_words import event_name
from ..model.totals import Total, mix_totals, summed_values, total_rows, totals
from . import words
from .blocks import Heading
from .cover import TitleBlock
from .document import Imprint, pdf_bytes
from .flow import Element, lay_out
from .fonts import clean
from .paper import Paper, frame, paper_named
from .setup_sheet import NoScenarioError
from .tables import PrintedColumn, table


def order_of_battle_bytes(design: Design, *, paper: Paper = "A4", style: Style = DEFAULT) -> bytes:
    """The order-of-battle sheet of a scenario, as the bytes of a PDF file. Raises `NoScenarioError`."""
    scenario = design.scenario
    if scenario is None:
        raise NoScenarioError("A map alone has no units; open a scenario to print its order of battle.")
    mark = content_mark(design)
    design, style = apply_style(design, style)
    page = frame(paper_named(paper))
    pages = lay_out(_elements(design, scenario), page)
    return pdf_bytes(pages, page, _imprint(design, scenario, mark), style)


def _elements(design: Design, scenario: Scenario) -> list[Element]:
    game = clean(design.ruleset.title or design.ruleset.name)
    elements: list[Element] = [TitleBlock(
        f"{game.upper()} · ORDER OF BATTLE", clean(scenario.title or scenario.name), clean(scenario.summary))]
    values = [PrintedColumn(v.name, 0.9, "right") for v in summed_values(design.ruleset)]
    numbers = [PrintedColumn(title, 0.8, "right") for title in ("Units", "Steps")]
    places = [PrintedColumn(title, 0.9, "right") for title in ("On the map", "Off the map")]
    kinds = PrintedColumn("Forces", 1.8, bold=True), PrintedColumn("Type", 2.0)
    columns = (*kinds, *numbers, *values, *places, PrintedColumn("Arriving", 2.6))
    for side in totals(design).below:
        elements.append(Heading(clean(side.name), words.count_words(side.units, "unit")))
        elements += table(columns, [_row(design, total) for _, total in total_rows(side)], dense=True)
    if lines := mix_totals(design):
        counters = sum(line.counters for line in lines)
        elements.append(Heading("Counter mix", words.count_words(counters, "counter")))
        heads = [PrintedColumn(title, 1.0, "right") for title in ("Counters", "Units", "Left")]
        rows = [(clean(line.name), str(line.counters), str(len(line.keys)), _signed(line.left))
                for line in lines]
        elements += table((PrintedColumn("", 4.0), *heads), rows, dense=True)
    return elements


def _row(design: Design, total: Total) -> tuple[str, ...]:
    """The line of a total; what is not there is a dash."""
    numbers = (total.units, total.steps, *total.values, total.on_map, total.off)
    whole = total.level != "type"
    arriving = "; ".join(
        f"{f'turn {when}' if when.isdecimal() else event_name(design, when)}: {number}"
        for when, number in total.arriving)
    return (clean(total.name) if whole else "", "all" if whole else clean(total.name),
            *(str(n) if n else "–" for n in numbers), clean(arriving))


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def _imprint(design: Design, scenario: Scenario, mark: str) -> Imprint:
    game, sheet = clean(design.ruleset.title or design.ruleset.name), "Order of battle"
    title = clean(scenario.title or scenario.name)
    return Imprint(
        title=f"{title}: {sheet.lower()}",
        subject=f"{sheet} of {title} ({game}), version {scenario.version}, content {mark}.",
        head=" · ".join(dict.fromkeys([game.upper(), title.upper(), sheet.upper()])),
        foot=f"{title} · version {scenario.version} · content {mark}",
        keywords=(game, "wargame", sheet.lower(), f"content {mark}"))
