"""Hexes that a player of a game from data must know: those that decide it, and sources of supply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...model.design import Design
from ...model.rules.grammar import HexCount, HexFilter
from ...model.rules.phrases import Phrases
from ...model.rules.victory import VictoryPoints
from ...model.wording import count
from ..bits import bits
from ..board import Board, board_for
from ..key_hexes import KeyHexes
from .unknown_rules import walk

_MOST = 40
"""The hexes of a group that are listed: more, such as all marsh, are known by what they are."""


def key_hexes(design: Design) -> tuple[KeyHexes, ...]:
    """The hexes that `victory` counts and those of the sources of `supply`; () for a map alone."""
    if design.scenario is None:
        return ()
    board = board_for(design.map, design.ruleset, design.scenario.play_area)
    made = [*deciding(design, board), *_sources(design, board)]
    return tuple(k for k in made if 0 < len(k.hexes) <= _MOST)


def deciding(design: Design, board: Board) -> Iterator[KeyHexes]:
    """The hexes that `victory` counts, as far as it names any."""
    victory, say = design.ruleset.victory, Phrases(design.ruleset, design.map)
    for one in victory.points:
        if one.for_ == "control" and not one.hexes.is_everywhere:
            yield KeyHexes(_points_title(say, one), one.rule or victory.rule,
                           _numbers(design, board, one.hexes), True)
    for condition in victory.conditions:
        asked: dict[tuple[str, ...], HexFilter] = {}
        for _, counted in walk(condition.when, ""):
            if isinstance(counted, HexCount) and not counted.hexes.is_everywhere:
                asked.setdefault(_numbers(design, board, counted.hexes), counted.hexes)
        for hexes, meant in asked.items():
            end = "a draw" if condition.winner in ("draw", "none") else (
                f"victory of {say.side(condition.winner)}")
            yield KeyHexes(f"{_titled(say.hexes(_lasting(meant)))}, for {end}",
                           condition.rule or victory.rule, hexes, True)


def _points_title(say: Phrases, one: VictoryPoints) -> str:
    """`Villages held, 1 victory point each for the Duke's Column`."""
    name = one.text.strip().removesuffix(".") or say.hexes(_lasting(one.hexes))
    whose = "" if one.side == "both" else f" for {say.side(one.side)}"
    return f"{_titled(name)}, {count(one.worth, 'victory point')} each{whose}"


def _sources(design: Design, board: Board) -> Iterator[KeyHexes]:
    supply, say = design.ruleset.supply, Phrases(design.ruleset, design.map)
    for source in supply.sources:
        if not source.hexes.is_everywhere:
            name = source.name.strip() or say.hexes(_lasting(source.hexes))
            yield KeyHexes(
                f"{_titled(name)}: supply for {say.units(source.for_)}", source.rule or supply.rule,
                _numbers(design, board, source.hexes))


def _numbers(design: Design, board: Board, meant: HexFilter) -> tuple[str, ...]:
    """The numbers of the hexes in play that a filter names, whatever happens in them."""
    hexes = {board.grid.index(h) for h in meant.resolve(design.map)}
    if meant.without is not None and meant.without.is_fixed:
        hexes -= {board.grid.index(h) for h in meant.without.resolve(design.map)}
    return tuple(board.grid.in_order(board.numbers[i] for i in bits(board.playable) if i in hexes))


def _lasting(meant: HexFilter) -> HexFilter:
    """A filter without what changes in play."""
    return replace(meant, within=None, controlled_by="", supplied=None, in_zone="", next_to=None,
                   occupied_by=None)


def _titled(name: str) -> str:
    # An area has a name of its own.
    bare = name.removeprefix("hexes in ")
    return f"{bare[:1].upper()}{bare[1:]}"
