"""The scenarios that come with the program whose order of battle a new scenario can begin with."""

from __future__ import annotations

from .catalogue import Bundled, bundled
from .load import load
from .ruleset import Ruleset
from .scenario import Scenario
from .yaml_read import Unreadable, read_file


def orders_of_battle(ruleset: Ruleset) -> tuple[Bundled, ...]:
    """The bundled scenarios under a ruleset that write out their units; variants of them do not count.

    >>> from visegrad_editor.model.load import load
    >>> [b.name for b in orders_of_battle(load("historical").design.ruleset)]
    ['historical']
    """
    return tuple(b for b in bundled() if b.kind == "scenario" and _ruleset_of(b) == ruleset.name)


def order_of_battle(name: str, ruleset: Ruleset) -> Scenario:
    """The scenario of that bundled name or path, whose units are those of this ruleset. Raises ValueError
    with a sentence where it is none, or its units are of another game."""
    design = load(name).design
    if design is None or design.scenario is None:
        raise ValueError(f"{name} is no scenario that can be read, so its units cannot be taken.")
    known, types = ruleset.nationality_by_id, ruleset.unit_type_by_id
    strange = next((u for u in design.scenario.units
                    if u.nationality not in known or u.type not in types), None)
    if strange is not None:
        raise ValueError(
            f"The units of {name} are of another game: the ruleset {ruleset.title} does not know the "
            f"nationality or the type of {strange.name}.")
    return design.scenario


def _ruleset_of(scenario: Bundled) -> str:
    try:
        data = read_file(scenario.path).data
    except Unreadable:
        return ""
    return str(data.get("ruleset", "")) if isinstance(data, dict) and data.get("units") else ""
