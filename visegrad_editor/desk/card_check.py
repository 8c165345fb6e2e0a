"""What does not fit together in a card: names of hexes, boards, sides, groups and sets; arrivals; victory.

Nothing here says that a card is right by the rules of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from ..lazy_dataclass import dataclass
from ..model.files.file_problems import FileProblems
from ..model.files.plain_data import DataPath
from ..model.files.references import FileReferenceError, MissingFileError
from ..model.wording import count, listed, quoted
from .board_maps import BoardMaps, maps_of
from .card import NO_CONDITION, Arrival, Card, CardWhere, Column, Convoy, Goals, Group, Need, Victory
from .ground import Ground
from .kinds import read_kind
from .secret_file import secret_path
from .special_rules import Barrage
from .words import side_words

_PARTS_OF_ARRIVALS = {"glider": "glider", "drop": "drop", "boats": "boats", "convoy": "convoy",
                      "column": "column", "air": "air"}
"""Keys of a group that belong to a way of arriving."""
_PREDICATES = ("all", "any", "without", "control", "cvp", "exit_vp", "present", "eliminated", "fact")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def check_card(card: Card, data: dict[str, Any], problems: FileProblems, folder: Path | None = None) -> None:
    """Add what does not fit together to the problems. `data` is what the file says; `folder` is that of the
    file, without which the files it names are not looked for."""
    _Check(card, data, problems, folder).all()


@dataclass(frozen=True)
class _Check:
    card: Card
    data: dict[str, Any]
    problems: FileProblems
    folder: Path | None

    def all(self) -> None:
        self._head()
        if self._boards_fit:
            self._hexes()
        for i, group in enumerate(self.card.groups):
            self._group(group, ("groups", i), self._boards_fit)
        self._rules()
        self._victory()

    def _error(self, code: str, message: str, path: DataPath) -> None:
        self.problems.add("error", code, message, path)

    def _warn(self, code: str, message: str, path: DataPath) -> None:
        self.problems.add("warning", code, message, path)

    def _side(self, id: str | None, path: DataPath, what: str) -> None:
        """An error if there is no such side."""
        known = list(self.card.side_by_id)
        if id and id not in known:
            self._error("unknown-side", f"{what} names the side {quoted(id)}, which the card does not have."
                        f"{self.problems.suggest('side', id, known, 'Sides')}", path)

    def _twice(self, ids: Iterable[str], section: DataPath, what: str, key: str = "id") -> None:
        seen = set[str]()
        for i, id in enumerate(ids):
            if id in seen:
                self._error("twice", f"There are two {what}s {quoted(id)}; give one of them another name.",
                            (*section, i, key))
            seen.add(id)

    # -- head and boards -----------------------------------------------------------------------

    @cached_property
    def _maps(self) -> BoardMaps:
        return maps_of(self.card, self.folder)

    @cached_property
    def _ground(self) -> Ground:
        return Ground(self.card, self._maps.designs)

    def _head(self) -> None:
        card = self.card
        self._twice((s.id for s in card.sides), ("sides",), "side")
        self._twice((g.id for g in card.groups), ("groups",), "group")
        self._side(card.first.sets_up, ("first", "sets_up"), "`first.sets_up`")
        self._side(card.first.moves, ("first", "moves"), "`first.moves`")
        for id, _ in card.country:
            self._side(id, ("country", id), "`country`")
        for id in card.own_territory:
            self._side(id, ("own_territory",), "`own_territory`")
        if card.ties not in ("", "ask", "draw"):
            known = ["ask", "draw", *card.side_by_id]
            if card.ties not in known:
                self._error("unknown-side", f"`ties` is {quoted(card.ties)}."
                            f"{self.problems.suggest('ties', card.ties, known, 'Possible')}", ("ties",))
        roles = [s.role for s in card.sides]
        if len(set(roles)) < len(roles):
            self._error("roles", f"Both sides are {roles[0]}s; one is the attacker, the other the defender.",
                        ("sides", 1, "role"))
        date = card.date
        if date.day is not None and date.day > _DAYS[date.month - 1]:
            self._error("date", f"Month {date.month} has no day {date.day}.", ("date", "day"))
        for id, file in card.secret:
            self._side(id, ("secret", id), "`secret`")
            if self.folder is not None and id in card.side_by_id:
                self._secret_file(id, file, self.folder)

    def _secret_file(self, side: str, name: str, folder: Path) -> None:
        """An error if no file of secret records may be there, and a warning if it is only missing."""
        try:
            secret_path(name, folder)
        except MissingFileError as error:
            self._warn("no-file", (
                f"{error} It is needed when the secret records of {side_words(side)} are used."),
                ("secret", side))
        except FileReferenceError as error:
            self._error("no-file", f"The secret records of {side_words(side)}: {error}", ("secret", side))

    @cached_property
    def _boards_fit(self) -> bool:
        """Whether the boards fit together, so that hexes can be looked up on them."""
        boards = self.card.boards
        self._twice((b.id for b in boards), ("boards",), "board")
        good = len({b.id for b in boards}) == len(boards)
        for i, board in enumerate(boards):
            for key, message in board.faults():
                self._error("board", message, ("boards", i, key))
                good = False
        if not good:
            return False
        order = {b.id: i for i, b in enumerate(boards)}
        for fault in self._maps.faults:
            self._error(fault.code, fault.message, ("boards", order[fault.board], "map"))
        for one, other in self.card.layout.overlaps():
            self._error("overlap", (
                f"The boards {one.id} and {other.id} lie on each other; `at` says how many boards to the "
                "right and below each lies."), ("boards", order[other.id], "at"))
            good = False
        return good

    # -- hexes ---------------------------------------------------------------------------------

    def _places(self, names: Sequence[str], path: DataPath) -> None:
        """An error for each name of a hex that does not exist, or is not in play."""
        for name in names:
            try:
                place = self.card.layout.place(name)
            except ValueError as error:
                self.problems.add("error", "unknown-hex", str(error), path, word=name, hex=name)
                continue
            if missing := self._ground.missing_location(name):
                self.problems.add("warning", "no-location", f"{missing} Correct the name, or the map.", path,
                                  word=name, hex=name)
            if place in self.card.layout and self.card.layout.is_half(place):
                self.problems.add("warning", "half-hex", (
                    f"{name} is only half a hex, at the edge of the boards; say in a special rule if units "
                    "may stand there."), path, word=name, hex=name)

    def _edges(self, edges: Iterable[str], path: DataPath) -> None:
        for edge in edges:
            try:
                self.card.layout.edge(edge)
            except ValueError as error:
                self._error("unknown-edge", str(error), path)

    def _buildings(self, names: Sequence[str], path: DataPath) -> None:
        """An error for each building that no map has."""
        ground, known = self._ground, list(dict.fromkeys(b.id for b in self._ground.buildings))
        blank = [b.id for b in self.card.boards if b.id not in ground.drawn_boards]
        unknown = [name for name in names if name not in known]
        if unknown and blank:
            self.problems.add("note", "not-checked", (
                f"{listed(unknown)}: not checked, because no map draws board {listed(blank)}."), path)
        for name in unknown if not blank else ():
            self.problems.add("error", "unknown-building", (
                f"No map has the building {quoted(name)}."
                f"{self.problems.suggest('building', name, known, 'Buildings')}"), path, word=name)
        for name in names:
            boards = [b.board for b in ground.building(name)]
            if len(boards) > 1:
                self._warn("several-buildings", (
                    f"The boards {listed(boards)} each have a building {quoted(name)}, and all of these are "
                    "meant. If one is, name its hexes instead."), path)

    def _terrain(self, kinds: Sequence[str], path: DataPath) -> None:
        """An error for each kind of terrain that no ruleset of a map has."""
        known = self._ground.kinds
        for kind in kinds if known else ():
            if kind not in known:
                self.problems.add("error", "unknown-terrain", (
                    f"The ruleset of the maps has no terrain {quoted(kind)}."
                    f"{self.problems.suggest('kind', kind, known, 'Kinds')}"), path, word=kind)

    def _hexes(self) -> None:
        for i, change in enumerate(self.card.terrain_changes):
            self._places(change.hexes, ("terrain_changes", i, "hexes"))
            self._terrain([change.terrain], ("terrain_changes", i, "terrain"))
        for id, goals in self.card.sets:
            self._goals(goals, ("sets", id))

    def _goals(self, goals: Goals, path: DataPath) -> None:
        if not (goals.hexes or goals.buildings or goals.edge):
            self._error("empty", f"The set {path[-1]} has nothing in it.", path)
        self._places(goals.hexes, (*path, "hexes"))
        self._buildings(goals.buildings, (*path, "buildings"))
        if goals.edge:
            self._edges([goals.edge], (*path, "edge"))

    def _where(self, where: CardWhere, path: DataPath) -> None:
        layout = self.card.layout
        for id in where.boards:
            try:
                layout.board(id)
            except ValueError as error:
                self._error("unknown-board", str(error), (*path, "boards"))
        self._places(where.hexes, (*path, "hexes"))
        self._places(where.excluding, (*path, "excluding"))
        if where.hexes_between:
            try:
                layout.between(where.hexes_between)
            except ValueError as error:
                self._error("unknown-hex", str(error), (*path, "hexes_between"))
        if where.within is not None:
            self._places([where.within.of], (*path, "within", "of"))
        self._buildings(where.buildings, (*path, "buildings"))
        self._terrain(where.terrain, (*path, "terrain"))
        self._edges(where.edge, (*path, "edge"))

    # -- groups --------------------------------------------------------------------------------

    def _group(self, group: Group, path: DataPath, boards_fit: bool) -> None:
        self._side(group.side, (*path, "side"), f"The group {group.id}")
        self._arrival(group, path)
        for key, by in _PARTS_OF_ARRIVALS.items():
            part = getattr(group, key)
            if isinstance(part, (Convoy, Column)) and part.hexes and group.arrives.at_start:
                continue
            if part and group.arrives.by != by:
                self._error("arrival", (
                    f"The group {group.id} has `{key}` but does not arrive so; write `as: {by}` in "
                    f"`arrives`, or leave `{key}` out."), (*path, key))
        if not (group.has_counters or group.arrives.by == "air"):
            self._error("empty", f"The group {group.id} has nothing in it; give it `forces`.", (
                *path, "forces"))
        for i, force in enumerate(group.forces):
            for key in ("kind", "crew"):
                value = getattr(force, key)
                if value is not None:
                    self._kind(value, (*path, "forces", i, key))
        if group.glider is not None and len(group.glider.loads) > group.glider.count:
            self._error("loads", (
                f"The group {group.id} has {group.glider.count} gliders and "
                f"{len(group.glider.loads)} loads."), (*path, "glider", "loads"))
        self._twice((b.id for b in group.boats), (*path, "boats"), "boat")
        if not boards_fit:
            return
        if group.where is not None:
            self._where(group.where, (*path, "where"))
        for key in ("convoy", "column"):
            self._line(group, key, path)
        for i, wing in enumerate(group.drop.wings if group.drop is not None else ()):
            if wing.point is not None:
                self._places([wing.point], (*path, "drop", "wings", i, "point"))

    def _kind(self, text: str, path: DataPath) -> None:
        try:
            read_kind(text)
        except ValueError as error:
            self._error("kind", str(error), path)

    def _line(self, group: Group, key: str, path: DataPath) -> None:
        """The hexes of a convoy or a column, if the group has one."""
        line: Convoy | Column | None = getattr(group, key)
        if line is None:
            return
        at, number = (*path, key), len(line.order if isinstance(line, Convoy) else line.stacks)
        if group.arrives.at_start:
            self._places(line.hexes, (*at, "hexes"))
            if line.entry:
                self._error("arrival", (
                    f"The group {group.id} is there from the start, so its {key} has no `entry`."), (
                        *at, "entry"))
            if len(line.hexes) != number:
                self._error("arrival", (
                    f"The {key} of the group {group.id} has {number} in its order and {len(line.hexes)} in "
                    "`hexes`; each needs its hex."), (*at, "hexes"))
        elif not line.entry:
            self._error("arrival", (
                f"The {key} of the group {group.id} does not say where it arrives; give it `entry`."), (
                    *at, "entry"))
        else:
            self._entry(line.entry, (*at, "entry"))

    def _entry(self, entry: str, path: DataPath) -> None:
        try:
            self.card.layout.place(entry)
        except ValueError as error:
            self.problems.add("error", "unknown-hex", str(error), path, hex=entry)

    def _arrival(self, group: Group, path: DataPath) -> None:
        """Errors for groups that never arrive, or do not say where."""
        arrives, card = group.arrives, self.card
        at = (*path, "arrives")
        if arrives.by == "air":
            if arrives.turn is not None:
                self._error("arrival", (
                    f"The group {group.id} arrives as air, which dice bring; leave `turn` out."), (
                        *at, "turn"))
            return
        if arrives.by and arrives.turn is None:
            self._error("arrival", f"The group {group.id} does not say on which turn it arrives.", (
                *at, "turn"))
            return
        if arrives.turn is not None:
            self._turn(group.id, arrives, group.side, at)
        begins = group.convoy or group.column
        if group.where is None and arrives.by not in ("glider", "drop", "convoy", "column", "boats") and not (
                arrives.at_start and begins is not None):
            self._error("no-place", (
                f"The group {group.id} does not say where it {'stands' if arrives.at_start else 'arrives'}; "
                "give it `where`."), (*path, "where"))
        if arrives.by in ("glider", "drop", "convoy", "column") and getattr(group, arrives.by) is None:
            self._error("arrival", (
                f"The group {group.id} arrives as {arrives.by}: it needs `{arrives.by}`."), (
                    *path, arrives.by))
        if group.side in card.side_by_id and arrives.half and group.side != self._moving(arrives.half):
            self._warn("arrival", (
                f"The group {group.id} arrives in the {arrives.half} half of a turn, in which "
                f"{self._moving(arrives.half)} moves."), (*at, "half"))

    def _moving(self, half: str) -> str:
        first = self.card.first.moves
        return first if half == "first" else self.card.other(first)

    def _turn(self, id: str, arrives: Arrival, side: str, at: DataPath) -> None:
        card = self.card
        assert arrives.turn is not None
        last = card.turns.full
        half = arrives.half or ("first" if side == card.first.moves else "second")
        if arrives.turn > last + card.turns.half or (arrives.turn > last and half == "second"):
            half_turn = f" and the first half of turn {last + 1}" if card.turns.half else ""
            self._error("after-the-end", (
                f"The group {id} never arrives: it comes in the {half} half of turn {arrives.turn}, and the "
                f"card has {count(last, 'turn')}{half_turn}."), (*at, "turn"))

    # -- rules and victory ---------------------------------------------------------------------

    def _rules(self) -> None:
        groups = [g.id for g in self.card.groups]
        for i, rule in enumerate(self.card.ssr):
            path: DataPath = ("ssr", i)
            if not rule.text and rule.sets is None:
                self._error("empty", f"Special rule {i + 1} says nothing; give it `text` or `sets`.", (
                    *path, "text"))
            if rule.sets is None:
                continue
            sets = rule.sets
            for key in ("camouflage", "ir", "observation_plane", "barrage", "no_quarter", "home_morale",
                        "no_deploy"):
                for id in getattr(sets, key):
                    self._side(id, (*path, "sets", key), f"`{key}`")
            for key in ("trip_flares", "starshells"):
                for id, _ in getattr(sets, key):
                    self._side(id, (*path, "sets", key, id), f"`{key}`")
            for key in ("ski", "untrained", "rafting", "fording_lines"):
                for id in getattr(sets, key):
                    if id not in groups:
                        self._error("unknown-group", (
                            f"`{key}` names the group {quoted(id)}, which the card does not have."
                            f"{self.problems.suggest('group', id, groups, 'Groups')}"), (*path, "sets", key))
            for id in (*sets.assault_fire, *(k for k, _ in sets.stealth)):
                key = "assault_fire" if id in sets.assault_fire else "stealth"
                self._kind(id, (*path, "sets", key))
            wind = sets.wind
            if wind is not None and wind.direction is None and wind.force != "none":
                self._error("wind", "A wind has a direction, and no wind has none.", (
                    *path, "sets", "wind", "direction"))
            landing = any(g.glider or g.drop for g in self.card.groups)
            if wind is not None and wind.direction is not None and wind.force == "none" and not landing:
                self._error("wind", (
                    "Without wind there is no direction, but for gliders and parachutes; leave `direction` "
                    "out."), (*path, "sets", "wind", "direction"))
            for n, barrage in enumerate(sets.barrages):
                self._barrage(barrage, (*path, "sets", "barrages", n))
            if self._boards_fit:
                self._places(sets.trip_flare_hexes, (*path, "sets", "trip_flare_hexes"))

    def _barrage(self, barrage: Barrage, path: DataPath) -> None:
        self._side(barrage.side, (*path, "side"), "`barrages`")
        if self._boards_fit:
            for key, names in (("centre", [barrage.centre] if barrage.centre else []),
                               ("beside", barrage.beside),
                               ("row_to", [barrage.row_to] if barrage.row_to else [])):
                self._places(names, (*path, key))

    def _victory(self) -> None:
        card = self.card
        if not card.victory:
            self._error("no-victory", "The card does not say how anyone wins; give it `victory`.", (
                "victory",))
        used = set[str]()
        for i, one in enumerate(card.victory):
            path: DataPath = ("victory", i)
            self._side(one.side, (*path, "side"), "`victory`")
            self._side(one.avoid, (*path, "avoid"), "`avoid`")
            if (one.need is None) == (one.avoid is None):
                wrong = ("needs either `need` or `avoid`" if one.need is None else
                         "has `need` and `avoid`; keep one")
                self._error("condition", f"The entry of {one.side} {wrong}.", path)
            if one.avoid == one.side:
                self._error("condition", f"{one.side} cannot win by preventing itself.", (*path, "avoid"))
            self._when(one, path)
            if one.need is not None:
                self._need(one.need, (*path, "need"), used)
        avoiding = {v.side for v in card.victory if v.avoid}
        if len(card.side_by_id) == 2 and avoiding == set(card.side_by_id):
            self._error("condition", (
                "Each side wins if the other does not, so nobody says how; give one of them `need`."), (
                    "victory",))
        for id, _ in card.sets:
            if id not in used and not any(p.code == "unknown-set" for p in self.problems.problems):
                self.problems.add("note", "unused", (
                    f"The set {id} is in no victory condition."), ("sets", id))

    def _when(self, one: Victory, path: DataPath) -> None:
        last = self.card.turns.full + self.card.turns.half
        late = [t for t in one.when if t.isdecimal() and int(t) > last]
        if late:
            self._error("after-the-end", f"The card has no turn {listed(late)}; its last one is {last}.",
                        (*path, "when"))

    def _need(self, need: Need, path: DataPath, used: set[str]) -> None:
        given = [name for name in _PREDICATES if getattr(need, name)]
        keys = ["not" if name == "without" else name for name in given]
        if len(given) != 1:
            self._error("condition", (
                f"A condition has one key; this one has {listed([f'`{k}`' for k in keys])}. Join them with "
                "`all` or `any`." if given else "A condition is empty."), path)
        if need.fact.strip() == NO_CONDITION:
            self._error("no-condition", (
                f"The condition only says {quoted(NO_CONDITION)}. Choose of what kind it is, or write in "
                "`fact` what must hold."), (*path, "fact"))
        for name in ("all", "any"):
            for i, inner in enumerate(getattr(need, name)):
                self._need(inner, (*path, name, i), used)
        if need.without is not None:
            self._need(need.without, (*path, "not"), used)
        self._counted(need, path, used)

    def _counted(self, need: Need, path: DataPath, used: set[str]) -> None:
        if need.control is not None:
            control, at = need.control, (*path, "control")
            self._set(control.set, (*at, "set"), used)
            self._side(control.more_than, (*at, "more_than"), "`more_than`")
            said = [k for k in ("least", "all", "any", "majority", "more_than") if getattr(control, k)]
            self._one_threshold(said, "control", ("least", "all", "any", "majority", "more_than"), at)
            goals = self.card.set_by_id.get(control.set)
            if goals is not None and control.least and goals.only_hexes and (
                    control.counted in ("", "hex") and control.least > len(set(goals.hexes))):
                self._error("threshold", (
                    f"The set {control.set} has {len(set(goals.hexes))} hexes, so nobody can control "
                    f"{control.least}."), (*at, "least"))
        if need.cvp is not None:
            points, at = need.cvp, (*path, "cvp")
            self._side(points.of, (*at, "of"), "`of`")
            self._side(points.more_than, (*at, "more_than"), "`more_than`")
            said = [k for k in ("least", "more_than", "margin") if getattr(points, k)]
            self._one_threshold(said, "cvp", ("least", "more_than", "margin"), at)
        if need.exit_vp is not None:
            leaving, at = need.exit_vp, (*path, "exit_vp")
            self._set(leaving.area, (*at, "area"), used)
            self._side(leaving.by, (*at, "by"), "`by`")
            self._turns(leaving.turns, (*at, "turns"))
        if need.present is not None:
            at = (*path, "present")
            self._set(need.present.set, (*at, "set"), used)
            self._side(need.present.side, (*at, "side"), "`present`")
        if need.eliminated is not None:
            groups, id = [g.id for g in self.card.groups], need.eliminated.group
            if id not in groups:
                self._error("unknown-group", (
                    f"A condition names the group {quoted(id)}, which the card does not have."
                    f"{self.problems.suggest('group', id, groups, 'Groups')}"),
                    (*path, "eliminated", "group"))

    def _one_threshold(self, said: Sequence[str], key: str, known: Sequence[str], path: DataPath) -> None:
        if len(said) != 1:
            ways = listed([f"`{way}`" for way in said or known])
            self._error("threshold", (
                f"`{key}` says how much in several ways: {ways}; keep one." if said else
                f"`{key}` does not say how much; give it one of {ways}."), (*path, (said or known)[0]))

    def _set(self, id: str, path: DataPath, used: set[str]) -> None:
        used.add(id)
        known = list(self.card.set_by_id)
        if id not in known:
            self._error("unknown-set", (
                f"A condition names the set {quoted(id)}, which `sets` does not have."
                f"{self.problems.suggest('set', id, known, 'Sets')}"), path)

    def _turns(self, text: str, path: DataPath) -> None:
        if not text:
            return
        first, _, end = text.partition("-")
        last = self.card.turns.full + self.card.turns.half
        if not 1 <= int(first) <= int(end or first) <= last:
            self._error("after-the-end", (
                f"{text} are no turns of the card, which has turns 1 to {last}."), path)
