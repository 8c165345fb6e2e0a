"""What the rules ask of a map: industrial hexes, the E77, capitals, supply sources."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ...engine.bits import bits, mask_of
from ...engine.board import Board
from ...model.design import Design
from ...model.problems import Problem
from .constants import ALLIED_HOMES, CAPITAL, CITY, INDUSTRIAL, OPENED, PRIZES, RUSSIAN_SOURCES

INDUSTRIAL_HEXES = 10
"""4.0: the printed map's industrial hexes (ten, as the game's public review says)."""
E77_ENDS = ("2518", "3118")
"""9.6: Krakow and Budapest."""


def map_problems(design: Design, board: Board) -> Iterator[Problem]:
    """Problems of the map, or of the part in play."""
    scenario = design.scenario
    whole = scenario is None or not scenario.play_area
    yield from _industry(board, whole)
    yield from _e77(design, board, whole)
    yield from _capitals(board, whole)
    if scenario is not None:
        yield from _sources(design, board)


def _industry(board: Board, whole: bool) -> Iterator[Problem]:
    industry = board.features.get(INDUSTRIAL, 0)
    if not industry:
        yield Problem("error", "no-industry", "No industrial hex is in play, so the Russian side cannot "
                      "score. Mark the shale gas fields.", rule="4.0", part="map/places")
        return
    n = industry.bit_count()
    if whole and n != INDUSTRIAL_HEXES:
        yield Problem("warning", "industry-count", f"The map has {n} industrial hexes; the final roll of "
                      f"4.0 was made for {INDUSTRIAL_HEXES}.", hex=board.number(next(bits(industry))),
                      rule="4.0")
    for i in bits(industry & ~board.countries.get("poland", 0)):
        yield Problem("warning", "industry-abroad", f"The industrial hex {board.name(i)} is not in Poland "
                      "and does not count for the automatic victory.", hex=board.number(i), rule="4.1")


def _e77(design: Design, board: Board, whole: bool) -> Iterator[Problem]:
    """The E77 must be one road, from Krakow to Budapest where both are on the map."""
    kinds = {r.id for r in design.ruleset.roads if "e77" in r.traits}
    joined: dict[int, set[int]] = {}
    for road in design.map.roads:
        if road.kind not in kinds:
            continue
        path = [board.grid.index(h) for h in road.path if h in board.grid]
        for a, b in itertools.pairwise(path):
            joined.setdefault(a, set()).add(b)
            joined.setdefault(b, set()).add(a)
    towns = mask_of(
        i for i in (board.at(n) for n in E77_ENDS)
        if i >= 0 and (board.features.get(CITY, 0) | board.features.get(CAPITAL, 0)) >> i & 1)
    ends = list(bits(towns))
    if not joined:
        if whole and len(ends) == 2:
            yield Problem("warning", "no-e77", "The map has no E77 highway between Budapest and Krakow.",
                          rule="9.6", part="map/roads")
        return
    seen: set[int] = set()
    pieces: list[list[int]] = []
    for start in sorted(joined):
        if start in seen:
            continue
        piece, queue = [], [start]
        seen.add(start)
        while queue:
            here = queue.pop()
            piece.append(here)
            fresh = joined[here] - seen
            seen |= fresh
            queue += sorted(fresh)
        pieces.append(piece)
    if len(pieces) > 1:
        # The loose end of the shorter piece is where a designer will want to look.
        piece = min(pieces, key=len)
        loose = min((i for i in piece if len(joined[i]) == 1), default=piece[0])
        yield Problem("warning", "e77-broken", f"The E77 is broken into {len(pieces)} pieces; one ends at "
                      f"{board.name(loose)}.", hex=board.number(loose), rule="9.6", part="map/roads")
    elif whole and len(ends) == 2:
        for i in ends:
            if i not in joined:
                yield Problem("warning", "e77-short", f"The E77 does not reach {board.name(i)}.",
                              hex=board.number(i), rule="9.6", part="map/roads")


def _capitals(board: Board, whole: bool) -> Iterator[Problem]:
    capitals = board.features.get(CAPITAL, 0)
    present = [c for c in PRIZES if board.countries.get(c, 0)]
    missing = [c for c in present if not capitals & board.countries[c]]
    if not present or len(missing) == len(present):
        yield Problem("warning", "no-prize", "Neither Minsk, Kiev nor Moscow is in play, so the allied "
                      "side has no way to win at once.", rule="4.2", part="map/places")
    elif whole:
        for c in missing:
            yield Problem("warning", "no-capital", f"{c.title()} has no capital on the map; taking it "
                          "would win the game for the allied side.", rule="4.2", part="map/places")


def _sources(design: Design, board: Board) -> Iterator[Problem]:
    """Every nationality with ground units needs a city or capital that supplies it (7.5)."""
    towns = board.features.get(CITY, 0) | board.features.get(CAPITAL, 0)
    types = design.ruleset.unit_type_by_id
    scenario = design.scenario
    units = scenario.units if scenario else ()
    fielded = {
        u.nationality: u for u in reversed(units) if u.type in types and "air" not in types[u.type].traits}
    for nation in design.ruleset.nationalities:
        unit = fielded.get(nation.id)
        if unit is None:
            continue
        countries: tuple[str, ...] = ALLIED_HOMES
        if nation.side == "russian":
            countries = RUSSIAN_SOURCES
        elif nation.id == "poland":
            countries = ("poland",)
        elif unit.reinforcement and unit.reinforcement.event:
            countries = (*ALLIED_HOMES, *OPENED)
        if not any(towns & board.countries.get(c, 0) for c in countries):
            yield Problem("warning", "no-source", f"{nation.adjective} units have no source of supply: no "
                          f"city or capital of {', '.join(c.replace('-', ' ').title() for c in countries)} "
                          "is in play.",
                          unit=unit.key, rule="7.5")
