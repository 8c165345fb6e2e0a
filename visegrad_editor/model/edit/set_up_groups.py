"""Where several units may be set up: each for itself, or all as a set-up group says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...lazy_dataclass import dataclass
from ..design import Design
from ..provenance import Provenance
from ..scenario import Scenario, Setup, SetUpGroup, SetUpLimit, Unit
from ..where import Where
from ..wording import document_name, quoted
from .any_key import free_id
from .documents import with_scenario
from .set_up_order import order_of_set_up, with_set_up_order
from .unit_cells import read_count, read_setup, setup_text
from .units import boxed_units, boxed_words, change_unit


@dataclass(frozen=True)
class SetUpWish:
    """Where units are to be set up. With a `group`, an id or a name, they belong to that set-up group, which
    is made if there is none of it, and the rest is said of the group; else it is said of each of them, the
    rule too, which is then that of the rulebook. With `stay` those that stand in a hex where they may be keep
    it; else all are to be set up again.

    `limits` of None leave those of the group. `place` is that of the group in the order of set-up among the
    sides and the other groups that are set up apart: 0 for the first, WITH_ITS_SIDE, or None to leave it.

    Units that arrive later are left out, unless it is for those `arriving`, too: they arrive no more then.
    Units that are never in a hex are always left out."""

    where: Where
    alone: bool = False
    group: str = ""
    rule: str = ""
    together: bool = False
    stay: bool = False
    limits: tuple[SetUpLimit, ...] | None = None
    place: int | None = None
    arriving: bool = False


WITH_ITS_SIDE = -1
"""The place of a group that is set up with the rest of its side."""


def group_called(scenario: Scenario, name: str) -> SetUpGroup | None:
    """The set-up group with an id or a name."""
    wanted = name.strip().casefold()
    return next((g for g in scenario.set_up_groups if wanted in (g.id.casefold(), g.name.casefold())), None)


def set_up_units(design: Design, keys: Iterable[str], wish: SetUpWish) -> Design:
    """The design in which units are to be set up as wished. Raises ValueError for a wish that cannot be."""
    scenario = design.scenario
    if scenario is None:
        raise ValueError("There is only a map here, so nothing is set up.")
    if wish.where == Where():
        raise ValueError("Say where they may be set up.")
    group = wish.group.strip()
    if wish.together and not group:
        raise ValueError("Only the units of a set-up group can stand together in one hex. Name the group.")
    if (wish.limits or wish.place not in (None, WITH_ITS_SIDE)) and not group:
        raise ValueError("Limits, and a place in the order of set-up, are those of a set-up group. Name it.")
    keys = tuple(keys)
    boxed = in_boxes(design, keys)
    if keys and len(boxed) == len(keys):
        raise ValueError(f"{boxed_words(design.ruleset, [scenario.unit_by_key[k] for k in boxed])}.")
    keys = tuple(k for k in keys if k not in boxed)
    if not wish.arriving and not (keys := tuple(k for k in keys if k not in arriving_later(scenario, keys))):
        raise ValueError("All of them arrive later, so they are not set up. Say that it is for units that "
                         "arrive later, too.")
    group_id = ""
    if group:
        scenario, group_id = _with_group(design, scenario, wish)
    hexes = {design.map.grid.number(h) for h in wish.where.resolve(design.map)}
    for key in keys:
        unit = scenario.unit_by_key[key]
        setup = replace(unit.setup or Setup(), where=wish.where, alone=wish.alone, box="", group=group_id)
        keeps = wish.stay and setup.has_choice and unit.hex in hexes
        scenario = change_unit(scenario, key, setup=setup, position=unit.hex if keeps else "",
                               reinforcement=None)
        if not group:
            scenario = _with_rule(scenario, key, " ".join(wish.rule.split()))
    after = design if scenario == design.scenario else with_scenario(design, scenario)
    return after if wish.place is None or not group else _at_place(after, group_id, wish.place)


def _with_rule(scenario: Scenario, key: str, rule: str) -> Scenario:
    """The scenario in which a unit without a group cites a rule for where it may be set up; none for ""."""
    unit = scenario.unit_by_key[key]
    if unit.provenance.of("setup").rule == rule:
        return scenario
    source = Provenance("rulebook", rule) if rule else Provenance("designer")
    cited = replace(unit, provenance=unit.provenance.with_values(["setup"], source))
    return replace(scenario, units=tuple(cited if u.key == key else u for u in scenario.units))


def in_boxes(design: Design, keys: Iterable[str]) -> tuple[str, ...]:
    """Those of some units that are never set up in a hex, by key."""
    known = design.scenario.unit_by_key if design.scenario is not None else {}
    return tuple(u.key for u in boxed_units(design.ruleset, (known[k] for k in keys)))


def arriving_later(scenario: Scenario, keys: Iterable[str]) -> tuple[str, ...]:
    """Those of some units that arrive as reinforcements."""
    return tuple(k for k in keys if scenario.unit_by_key[k].reinforcement is not None)


def place_in_order(design: Design, group: str) -> int:
    """The place of a set-up group in the order of set-up, as a `SetUpWish` has it."""
    order = order_of_set_up(design)
    return order.index(group) if group in order else WITH_ITS_SIDE


def _at_place(design: Design, group: str, place: int) -> Design:
    """The design with a set-up group at a place of the order of set-up."""
    order = [id for id in order_of_set_up(design) if id != group]
    if place != WITH_ITS_SIDE:
        order.insert(place, group)
    return with_set_up_order(design, order)


def limits_text(limits: Iterable[SetUpLimit], design: Design) -> str:
    """Limits as lines such as `2 City`, or `2 2118 shared` where units need not stand alone."""
    return "\n".join(f"{one.at_most} {setup_text(Setup(one.where), design)}{SHARED * one.shared}"
                     for one in limits)


def read_limits(design: Design, text: str) -> tuple[SetUpLimit, ...]:
    """The limits of lines such as `2 feature:city` or `2 2118 shared`; raises ValueError with the line."""
    found = []
    for line in text.splitlines():
        number, _, where = line.strip().partition(" ")
        if not number:
            continue
        plain = where.strip()
        if shared := plain.casefold().endswith(SHARED):
            plain = plain[:-len(SHARED)]
        try:
            at_most, setup = read_count(number, 0, _MOST), read_setup(design, plain)
            if setup is None or setup.box or setup.group or setup.alone:
                raise ValueError("Write the hexes, countries, areas or other sets that it is about.")
        except ValueError as error:
            raise ValueError(f"The limit {quoted(line.strip()[:40])}: {error} A limit says how many at most, "
                             "then where, as in 2 feature:city, and shared if they need not stand alone "
                             "there.") from None
        found.append(SetUpLimit(at_most, setup.where, shared))
    if len(found) > _MOST_LIMITS:
        raise ValueError(f"A group has at most {_MOST_LIMITS} limits.")
    return tuple(found)


SHARED = " shared"
"""The last word of a limit in whose hexes units need not stand alone."""
_MOST, _MOST_LIMITS = 999, 20
"""The greatest number of a limit, and the most limits of a group."""


def _with_group(design: Design, scenario: Scenario, wish: SetUpWish) -> tuple[Scenario, str]:
    """The scenario with the group of a wish, and its id."""
    name = " ".join(wish.group.split())
    known = group_called(scenario, name)
    if known is not None:
        new = replace(known, where=wish.where, alone=wish.alone, together=wish.together, rule=wish.rule,
                      limits=known.limits if wish.limits is None else wish.limits)
        groups = tuple(new if g is known else g for g in scenario.set_up_groups)
        return replace(scenario, set_up_groups=groups), known.id
    if len(name) > _LONGEST:
        raise ValueError(f"The name {quoted(name[:20])}… is longer than {_LONGEST} characters.")
    taken = [*scenario.group_by_id, *design.ruleset.side_by_id]
    id = free_id("set_up_groups", taken, document_name(name, "group"))
    new = SetUpGroup(id, name, wish.rule, wish.where, wish.alone, wish.together, wish.limits or ())
    return replace(scenario, set_up_groups=(*scenario.set_up_groups, new)), id


_LONGEST = 80
"""The most characters of the name of a group."""


def common_wish(scenario: Scenario, units: Iterable[Unit]) -> SetUpWish | None:
    """What units are set up by now, if all are set up alike in hexes; else None."""
    found = set()
    for unit in units:
        setup = unit.setup
        if setup is None or setup.box or unit.reinforcement is not None or not setup.has_choice:
            return None
        group = scenario.group_of(unit)
        found.add(SetUpWish(
            setup.where, setup.alone, group.name if group else "",
            group.rule if group else unit.provenance.of("setup").rule, group.together if group else False,
            limits=group.limits or None if group else None))
    return found.pop() if len(found) == 1 else None
