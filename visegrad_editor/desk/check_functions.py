"""The functions that checks of cards may call: what counters are and count, hexes, tables, words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from ..model.wording import did_you_mean, listed
from .boards import EDGES, Board
from .books.control import card_start
from .books.places import site_of
from .books.points import PointsBook
from .books.victory import Judge, start_sentences, unreachable_points
from .card import Boat, Card, Date, First, Force, Group, Need, Side, Turns, Wing
from .expressions import LANGUAGE, Entries, ExpressionError, Function, Many, Unknown, first_unknown
from .facts import Facts
from .forces import (
    PEOPLE,
    US_NUMBERS,
    force_totals,
    group_forces,
    group_totals,
    side_totals,
    size_of,
    squad_equivalents,
)
from .hexes import direction_between, distance, on_row, row_through, step
from .kinds import Kind, kind_words, read_kind
from .nations import months, nation_of, nations, rule_of, words_of
from .special_rules import Barrage
from .tables import tables
from .words import name_words, side_words

_STEPS_OF_FORCE = 5
"""What it takes to find out about a force, in steps of an expression."""


def _refused(thing: Any, wanted: str) -> ExpressionError:
    return ExpressionError(f"It needs {wanted}.")


def _several(thing: Any) -> Iterator[Any]:
    """The things of a list, or the one."""
    if isinstance(thing, Entries):
        for one in thing:
            yield from _several(one)
    else:
        yield thing


@dataclass(frozen=True)
class _Functions:
    facts: Facts

    @property
    def _card(self) -> Card:
        return self.facts.card

    # -- counters

    def _force(self, thing: Any) -> Force:
        """A force; of a kind the force of the card that says most of it."""
        if isinstance(thing, Force):
            return thing
        if isinstance(thing, str):
            named = next((f for g in self._card.groups for f in g.forces if f.kind == thing), None)
            read_kind(thing)
            return replace(named, count=1) if named is not None else Force(1, thing)
        raise _refused(thing, "a force, or a kind of counter")

    def _kind(self, thing: Any) -> Kind:
        return read_kind(thing.kind if isinstance(thing, Force) else self._force(thing).kind)

    def _forces(self, thing: Any) -> Entries:
        found: list[Force] = []
        for one in _several(thing):
            if isinstance(one, (Force, str)):
                found.append(self._force(one))
            elif isinstance(one, Group):
                found += (self._force(f.kind) if not one.forces else f for f in group_forces(one))
            elif isinstance(one, Side):
                found += self._forces(Entries.of(self._groups(one)))
            elif isinstance(one, Card):
                found += self._forces(Entries.of(one.groups))
            else:
                raise _refused(one, "a force, a kind of counter, a group, a side or the card")
        return Entries.of(found)

    def _groups(self, side: Any) -> Entries:
        if not isinstance(side, Side):
            raise _refused(side, "a side")
        return Entries.of(g for g in self._card.groups if g.side == side.id)

    def _size(self, thing: Any) -> str | Unknown:
        force = self._force(thing)
        found = size_of(force.kind, force=force)
        return Unknown((f"what {kind_words(force.kind)} is",)) if found.size is None else found.size

    def _added(self, thing: Any, worth: Callable[[Force], Any]) -> Any:
        total: Any = 0
        unknown: Unknown | None = None
        for force in self._forces(thing):
            one = worth(force)
            if isinstance(one, Unknown):
                unknown = one.after(unknown)
            else:
                total += one
        return total if unknown is None else unknown

    def _se(self, thing: Any) -> Any:
        def worth(force: Force) -> Any:
            size = self._size(force)
            return size if isinstance(size, Unknown) else force.count * squad_equivalents(
                size, crews=nation_of(force.kind).id == "japanese")  # type: ignore[arg-type]

        return self._added(thing, worth)

    def _us(self, thing: Any) -> Any:
        def worth(force: Force) -> Any:
            size = self._size(force)
            return size if isinstance(size, Unknown) else force.count * US_NUMBERS.get(
                size, 0)  # type: ignore[call-overload]

        return self._added(thing, worth)

    def _vp(self, thing: Any) -> Any:
        desert = self._card.theatre == "north-africa"

        def worth(force: Force) -> Any:
            totals = force_totals(force, desert)
            return totals.points if totals.known else Unknown(totals.asked)

        if isinstance(thing, Group):
            totals = group_totals(thing, desert)
            return totals.points if totals.known else Unknown(totals.asked)
        return self._added(thing, worth)

    def _portage(self, thing: Any, boat: str = "") -> Any:
        """What one counter counts when it is carried, in portage points; of a boat that is named, by the
        rules of that boat."""
        force, size = self._force(thing), self._size(thing)
        if isinstance(size, Unknown):
            return size
        if boat and size == "gun":
            return 10
        if boat and size in ("leader", "hero"):
            return self._look("boats", "leader", boat=boat)
        if force.portage_pp is not None:
            return force.portage_pp
        if size in PEOPLE:
            return self._look("personnel", "points", size=size)
        return Unknown((f"`portage_pp` of {kind_words(force.kind)}",))

    def _glider_points(self, thing: Any) -> Any:
        """What one counter counts in a glider."""
        force, size = self._force(thing), self._size(thing)
        if isinstance(size, Unknown):
            return size
        words = words_of(read_kind(force.kind))
        if "ammunition" in words:
            return self._measured("ammunition", force.calibre_mm, force, "calibre_mm")
        if size == "vehicle":
            weight = None if force.weight_t is None else -(-force.weight_t // 1)
            return self._measured("vehicle", weight, force, "weight_t")
        if size == "gun":
            return self._measured("gun", force.m_number, force, "m_number")
        if size == "weapon" and {"mtr", "mortar"} & set(words):
            if force.calibre_mm is None:
                return Unknown((f"`calibre_mm` of {kind_words(force.kind)}",))
            if 76 <= force.calibre_mm <= 107:
                return self._measured("mortar", force.calibre_mm, force, "calibre_mm")
        return self._portage(thing)

    def _measured(self, load: str, size: float | None, force: Force, key: str) -> Any:
        if size is None:
            return Unknown((f"`{key}` of {kind_words(force.kind)}",))
        found = self._look("glider-load", "points", load=load, size=int(-(-size // 1)))
        return found if not isinstance(found, Unknown) else Unknown((
            f"what {kind_words(force.kind)} counts in a glider",))

    def _class(self, thing: Any) -> Any:
        force = self._force(thing)
        said = rule_of(force.kind)
        known = force.unit_class or (said.unit_class if said is not None else "")
        return known or Unknown((f"the class of {kind_words(force.kind)}",))

    def _fixed_elr(self, thing: Any) -> Any:
        said = rule_of(self._force(thing).kind)
        return None if said is None else said.elr

    def _usual(self, thing: Any, ending: bool) -> Any:
        kind = self._force(thing).kind
        said, nation = rule_of(kind), nation_of(kind)
        if said is None:
            return None if ending else nation.since
        if ending:
            return said.until
        early = said.toggle_since is not None and getattr(self.facts.sets, said.toggle)
        since = said.toggle_since if early else said.since
        return since if since is not None else nation.since

    def _instead(self, thing: Any) -> Any:
        kind = self._force(thing).kind
        said = rule_of(kind)
        if said is None or not said.instead:
            return None
        return str(replace(read_kind(kind), value=said.instead))

    def _toggle(self, thing: Any) -> Any:
        said = rule_of(self._force(thing).kind)
        return said.toggle if said is not None and said.since is None else ""

    def _made_from(self, thing: Any) -> Any:
        force = self._force(thing)
        return nation_of(force.kind).made_by.get(force.made_by or "")

    def _has_word(self, thing: Any, *words: str) -> bool:
        kind = self._kind(thing)
        return any(word.lower() in (*words_of(kind), kind.subtype) for word in words)

    def _smoke(self, thing: Any) -> Any:
        """Whether a unit or a weapon can place smoke."""
        force = self._force(thing)
        if read_kind(force.kind).smoke or force.smoke:
            return True
        size = self._size(force)
        return Unknown((f"`smoke` of {kind_words(force.kind)}",)) if force.smoke is None and (
            size == "gun" or self._has_word(force, "mtr", "mortar")) else False

    def _fires_at_air(self, thing: Any) -> Any:
        """Whether a weapon can fire at aircraft (E7.51, E7.52)."""
        force = self._force(thing)
        if force.anti_air is not None:
            return force.anti_air
        if self._has_word(force, "aa", "hmg", "flak"):
            return True
        size = self._size(force)
        if isinstance(size, Unknown) or size == "vehicle":
            return Unknown((f"`aa` of {kind_words(force.kind)}",))
        return False

    # -- the card

    def _chance(self, group: Any) -> float:
        """The chance that aircraft come by the last turn: each of its turns a die below the number of the
        turn (E7.2)."""
        if not isinstance(group, Group):
            raise _refused(group, "a group")
        missed = 1.0
        for turn in range(1, self._card.player_turns(group.side) + 1):
            missed *= 1 - min(1.0, (turn - 1) / 6)
        return 1 - missed

    def _moment(self, group: Any) -> Any:
        """The player turn in which a group arrives, as `3 first`; none at the start and when dice say."""
        if not isinstance(group, Group):
            raise _refused(group, "a group")
        if group.arrives.turn is None:
            return None
        own = "first" if group.side == self._card.first.moves else "second"
        return f"{group.arrives.turn} {group.arrives.half or own}"

    def _at_start(self, group: Any) -> bool:
        if not isinstance(group, Group):
            raise _refused(group, "a group")
        return group.arrives.at_start

    def _nations(self, thing: Any) -> Entries:
        return Entries.of(dict.fromkeys(read_kind(f.kind).nation for f in self._forces(thing)))

    def _home_morale(self, nation: Any) -> bool:
        return nation in nations() and nations()[nation].home_morale

    def _rolled_weather(self) -> Any:
        """The weather that recorded dice give (E3, E3.3, E3.7), as a list in the order of the file."""
        roll, month = self.facts.sets.weather_roll, self._card.date.month
        if roll is None:
            return Unknown(("the dice of the weather",))
        season = self._look("season", "season", month=month)
        cell = self._look("weather", str(season), roll=roll.dice)
        if isinstance(cell, Unknown):
            return cell
        if cell == "snow-or-overcast":
            cell = "snow" if month in (3, 11) else "overcast"
        found: list[str] = []
        for word in str(cell).split():
            more: Any = word
            if word == "fog-or-mist":
                more = Unknown(("`fog` of the weather roll",)) if roll.fog is None else self._look(
                    "fog-or-mist", "weather", roll=roll.fog)
            elif word == "snow":
                more = self._snow(roll.snow, "snow")
                if more == "extreme-winter":
                    again = self._snow(roll.again, "again")
                    more = again if isinstance(again, Unknown) else f"{more} {again}"
            if isinstance(more, Unknown):
                return more
            found += str(more).split()
        return Entries.of(sorted(set(found)))

    def _snow(self, die: int | None, key: str) -> Any:
        if die is None:
            return Unknown((f"`{key}` of the weather roll",))
        more = self._look("season", "snow_drm", month=self._card.date.month)
        if isinstance(more, Unknown):
            return more
        # A further extreme winter counts as the deepest snow.
        final = die + int(more)
        return self._look("snow", "weather", final=min(final, 6) if key == "again" else final)

    def _start_facts(self) -> Any:
        return self._judged(lambda judge, asked: Entries.of(
            (*start_sentences(self._card, judge.control), *asked)))

    def _met_at_start(self, entry: Any) -> Any:
        def found(judge: Judge, asked: tuple[str, ...]) -> Any:
            if asked:
                return Unknown(asked)
            told = judge.finding(entry.need, entry.side)
            return told.holds if told.holds is not None else Unknown(told.asked or (told.sentence,))

        return self._judged(found)

    def _judged(self, ask: Callable[[Judge, tuple[str, ...]], Any]) -> Any:
        """What is asked of a judge before anybody moves, and of what is not known of the start."""
        try:
            control, asked = card_start(self._card, site_of(self._card, self.facts.ground))
            return ask(Judge(self._card, control, PointsBook(control.sides)), asked)
        except (ValueError, KeyError) as error:
            return Unknown((str(error),))

    def _unreachable(self, entry: Any) -> Entries:
        told = Entries.of(sentence for one, sentence in unreachable_points(self._card) if one == entry)
        for by, least in _points_needed(entry.need, entry.side):
            totals = [side_totals(self._card, s.id) for s in self._card.sides]
            asked = [sentence for t in totals for sentence in t.asked]
            own = side_totals(self._card, by).points
            if not told and asked and least > own:
                told.partial = Unknown(tuple(asked))
        return told

    def _for_sides(self, value: Any) -> Mapping[str, Any]:
        return {side.id: value for side in self._card.sides}

    def _boat_capacity(self, boat: Any) -> Any:
        if not isinstance(boat, Boat):
            raise _refused(boat, "a boat")
        if boat.capacity_pp is not None:
            return boat.capacity_pp
        found = self._look("boats", "capacity", boat=boat.kind)
        if isinstance(found, (int, float)):
            return found
        return Unknown((f"`capacity_pp` of the boat {boat.id}",))

    def _sticks(self, wing: Any) -> int:
        if not isinstance(wing, Wing):
            raise _refused(wing, "a wing")
        return wing.sticks if isinstance(wing.sticks, int) else len(wing.sticks)

    # -- hexes

    def _gaps(self, hexes: Any) -> Any:
        """How many hexes of a list are not next to the one before."""
        return self._lying(hexes, lambda places: sum(
            distance(one, other) != 1 for one, other in pairwise(places)))

    def _folded(self, hexes: Any) -> Any:
        """Whether hexes of a list touch or are the same, of which one does not follow the other."""
        return self._lying(hexes, lambda places: any(
            distance(one, other) <= 1 for i, one in enumerate(places) for other in places[i + 2:]))

    def _lying(self, hexes: Any, ask: Callable[[list[Hex]], Any]) -> Any:
        places = [self._place(name) for name in _several(hexes)]
        unknown = first_unknown(places)
        return unknown if unknown is not None else ask([p for p in places if isinstance(p, Hex)])

    def _beside_as(self, barrage: Any, centre: Any) -> Any:
        """The two hexes beside a centre that lie as those of a barrage beside its own."""
        place = self._place(centre)
        if not isinstance(barrage, Barrage) or barrage.centre is None or isinstance(place, Unknown):
            return Unknown(("`centre` of a barrage",))
        own = self._place(barrage.centre)
        found = Entries()
        for name in barrage.beside:
            beside = self._place(name)
            if isinstance(own, Unknown) or isinstance(beside, Unknown):
                return first_unknown((own, beside))
            direction = direction_between(own, beside)
            if direction is None:
                return Unknown((f"how {name} lies beside {barrage.centre}",))
            found.append(self._card.layout.name(step(place, direction)))
        return found

    def _place(self, name: Any) -> Hex | Unknown:
        if not isinstance(name, str):
            raise _refused(name, "the name of a hex")
        try:
            return self._card.layout.place(name)
        except ValueError:
            return Unknown((f"where {name} is",))

    def _distance(self, one: Any, other: Any) -> Any:
        first, second = self._place(one), self._place(other)
        if isinstance(first, Unknown) or isinstance(second, Unknown):
            return first_unknown((first, second))
        return distance(first, second)

    def _half(self, name: Any) -> Any:
        place = self._place(name)
        return place if isinstance(place, Unknown) else place in self._card.layout and (
            self._card.layout.is_half(place))

    def _in_play(self, name: Any) -> bool:
        place = self._place(name)
        return not isinstance(place, Unknown) and place in self._card.layout

    def _terrain(self, name: Any) -> Any:
        place = self._place(name)
        if isinstance(place, Unknown):
            return place
        for change in reversed(self._card.terrain_changes):
            if any(self._place(h) == place for h in change.hexes):
                return change.terrain
        found = next((t for h, t in self.facts.terrain.items() if self._place(h) == place), None)
        return Unknown((f"the terrain of {name}",)) if found is None else found

    def _hexes_of(self, *kinds: str) -> Entries:
        """The names of the hexes with some kinds of terrain; the terrain of all must be known."""
        layout, found = self._card.layout, Entries()
        told = {self._place(h): t for h, t in self.facts.terrain.items()}
        told |= {self._place(h): c.terrain for c in self._card.terrain_changes for h in c.hexes}
        found.extend(layout.name(p) for p, t in told.items() if isinstance(p, Hex) and t in kinds)
        if any(p not in told for p in layout.names_by_place):
            found.partial = Unknown(("the terrain of all hexes of the boards",))
        return found

    def _row(self, barrage: Any) -> Any:
        """Which rows of hexes the line of a barrage is parallel to: one direction, or two that alternate."""
        if not isinstance(barrage, Barrage):
            raise _refused(barrage, "a barrage")
        if barrage.centre is None or not barrage.beside:
            return Unknown(("`centre` and `beside` of a barrage",))
        places = [self._place(n) for n in (barrage.beside[0], barrage.centre, barrage.beside[1])]
        unknown = first_unknown(places)
        return unknown if unknown is not None else row_through(*places)  # type: ignore[arg-type]

    def _on_row(self, start: Any, end: Any) -> Any:
        first, last = self._place(start), self._place(end)
        if isinstance(first, Unknown) or isinstance(last, Unknown):
            return first_unknown((first, last))
        return on_row(first, last)

    def _entry_edge(self, side: Any) -> Any:
        """The edge on which most squad-equivalents of a side arrive on turn 1."""
        layout, totals = self._card.layout, dict.fromkeys(EDGES, 0.0)
        for group in self._groups(side):
            if group.arrives.turn != 1 or group.where is None:
                continue
            weight = self._se(group)
            if isinstance(weight, Unknown):
                return weight
            for edge in group.where.edge:
                try:
                    places = layout.edge(edge)
                except ValueError:
                    continue
                for name in EDGES:
                    if places <= layout.edge(name):
                        totals[name] += weight / len(group.where.edge)
        best = max(totals.values())
        found = [name for name, total in totals.items() if total == best and best > 0]
        return found[0] if len(found) == 1 else Unknown((f"where most of {name_words(side.id)} arrive",))

    # -- tables and words

    def _look(self, id: Any, column: Any, **keys: Any) -> Any:
        try:
            return tables()[id].look(**{k: int(v) if isinstance(v, float) and v == int(v) else v
                                        for k, v in keys.items()}).cells[column]
        except (ValueError, KeyError):
            told = ", ".join(f"{k} {v}" for k, v in keys.items())
            return Unknown((f"what the table {id} says{f' for {told}' if told else ''}",))

    def _words(self, thing: Any) -> str:
        if isinstance(thing, Entries):
            return listed([self._words(one) for one in thing])
        if isinstance(thing, Force):
            return kind_words(thing.kind)
        return kind_words(str(thing)) if "/" in str(thing) else str(thing)

    def _steps_for(self, thing: Any) -> int:
        """The steps that it takes to go through the forces of a group, a side or the card."""
        groups: Sequence[Group] = ()
        if isinstance(thing, Group):
            groups = (thing,)
        elif isinstance(thing, Side):
            groups = self._groups(thing)
        elif isinstance(thing, Card):
            groups = thing.groups
        return _STEPS_OF_FORCE * sum(len(group.forces) for group in groups)

    @property
    def table(self) -> Mapping[str, Function]:
        """The functions by name."""
        def on(call: Callable[..., Any], about: str, least: int = 1, most: int = 0, **more: Any) -> Function:
            return Function(call, least, max(least, most), about, costs=self._steps_for, **more)

        return {
            "se": on(self._se, "squad-equivalents of a force, a kind, a group, a side, or a list of these"),
            "us": on(self._us, "their US numbers (E.4)"),
            "vp": on(self._vp, "their victory points (A26.21)"),
            "size": on(self._size, "what a force or a kind is: 'squad', 'hs', 'crew', 'leader', 'gun', "
                       "'weapon', 'vehicle' …"),
            "is_people": on(lambda f: self._in_sizes(f, PEOPLE), "whether it is a squad, a half squad, a "
                            "crew, a leader or a hero"),
            "nation": on(lambda f: self._kind(f).nation, "the nation of a force or a kind"),
            "subtype": on(lambda f: self._kind(f).subtype, "its subtype, '' for the usual units"),
            "value": on(lambda f: self._kind(f).value, "its value, such as '4-6-7'"),
            "nations": on(self._nations, "the nations of a group, a side or a list", returns=Many()),
            "has_word": on(self._has_word, "has_word(kind, 'hmg', …): whether its name or subtype has one of "
                           "these words", 2, 12),
            "force_of": on(self._force, "the force of the card with a kind; a bare one if there is none",
                           returns=Force),
            "forces": on(self._forces, "all forces of a group, a side, the card, or a list of kinds",
                         returns=Many(Force)),
            "groups": on(self._groups, "the groups of a side", returns=Many(Group)),
            "at_start": on(self._at_start, "whether a group is set up before the first turn"),
            "player_turn": on(self._moment, "the player turn in which a group arrives, such as '3 first'"),
            "portage": on(self._portage, "what one counter counts when it is carried; portage(kind, boat) in "
                          "a boat", 1, 2),
            "glider_points": on(self._glider_points, "what one counter counts in a glider (E8.1)"),
            "class_of": on(self._class, "its class: 'elite', 'first', 'second', 'green' or 'conscript'"),
            "fixed_elr": on(self._fixed_elr, "the experience level that its kind always has; none if it has "
                            "that of its side"),
            "usual_from": on(lambda f: self._usual(f, False), "the first month in which it is usual; none"),
            "usual_to": on(lambda f: self._usual(f, True), "the last month in which it is usual; none"),
            "instead": on(self._instead, "the kind that is usual instead; none"),
            "toggle": on(self._toggle, "the special rule without which it is not used; ''"),
            "made_from": on(self._made_from, "the first month in which its nation has what `made_by` says; "
                            "none"),
            "home_morale": on(self._home_morale, "whether a nation is usually steadier at home (A25.8)"),
            "has_smoke": on(self._smoke, "whether a unit or a weapon can place smoke"),
            "fires_at_air": on(self._fires_at_air, "whether a weapon can fire at aircraft"),
            "date": on(_date, "date(year, month): a month as a number, to be compared with `today`", 2),
            "chance": on(self._chance, "the chance that the aircraft of a group come at all"),
            "rolled_weather": on(self._rolled_weather, "the weather that the recorded dice give", 0,
                                 returns=Many()),
            "start_facts": on(self._start_facts, "what can be told before anybody moves, in sentences", 0,
                              returns=Many()),
            "met_at_start": on(self._met_at_start, "whether a condition of victory holds before any move"),
            "unreachable": on(self._unreachable, "which points of a condition cannot be had, in sentences",
                              returns=Many()),
            "for_sides": on(self._for_sides, "a mapping with one value for each side"),
            "boat_capacity": on(self._boat_capacity, "what a boat can carry, in portage points"),
            "sticks": on(self._sticks, "the number of sticks of a wing"),
            "gaps": on(self._gaps, "how many hexes of a list are not next to the one before"),
            "folded": on(self._folded, "whether hexes of a list touch that do not follow each other"),
            "beside_as": on(self._beside_as, "beside_as(barrage, hex): the hexes beside one that lie as "
                            "those of a barrage", 2),
            "distance": on(self._distance, "the number of hexes from one hex to another", 2),
            "half": on(self._half, "whether a hex is only half a hex"),
            "in_play": on(self._in_play, "whether a hex is on the boards in play"),
            "terrain": on(self._terrain, "the terrain of a hex"),
            "hexes_of": on(self._hexes_of, "the hexes with some kinds of terrain", 1, 12, returns=Many()),
            "row": on(self._row, "the hex rows to which a barrage is parallel: '1', '2', '3', or two of them "
                      "joined by -"),
            "on_row": on(self._on_row, "whether a hex lies on a hex row that begins at another", 2),
            "entry_edge": on(self._entry_edge, "the edge on which most of a side arrive on turn 1"),
            "sorted": on(lambda v: Entries.of(sorted(v)), "a list of texts or numbers in order",
                         returns=lambda types: types[0]),
            "look": on(self._look, "look('table', 'column', key=…): a cell of a table of the desk", 2,
                       named=True, check=_wrong_look),
            "who": on(lambda side: side_words(side.id), "a side as it is called in a sentence"),
            "words": on(self._words, "a kind, or a list of kinds, as it is written in a sentence"),
        }

    def _in_sizes(self, thing: Any, sizes: Iterable[str]) -> Any:
        size = self._size(thing)
        return size if isinstance(size, Unknown) else size in sizes


def _points_needed(need: Need | None, side: str) -> Iterator[tuple[str, int]]:
    """Who must have how many points in a condition and in all that it joins."""
    if need is None:
        return
    if need.cvp is not None and need.cvp.least is not None:
        yield need.cvp.of, need.cvp.least
    if need.exit_vp is not None:
        yield need.exit_vp.by or side, need.exit_vp.least
    for inner in (*need.all, *need.any):
        yield from _points_needed(inner, side)


def _date(year: Any, month: Any) -> int:
    if isinstance(year, int) and isinstance(month, int) and 1 <= month <= 12:
        return months(year, month)
    raise ExpressionError("It needs a year and a month from 1 to 12.")


def _wrong_look(constants: Sequence[Any]) -> str:
    """What is wrong with a table, a column or keys that an expression names."""
    id, column, *keys = constants
    if not isinstance(id, str):
        return ""
    if id not in tables():
        return f"There is no table {id}.{did_you_mean(id, list(tables()), 'Tables')}"
    table = tables()[id]
    columns = [c.id for c in table.columns]
    if isinstance(column, str) and column not in columns:
        return f"The table {id} has no column {column}.{did_you_mean(column, columns, 'Columns')}"
    if sorted(map(str, keys)) != sorted(table.keys):
        return f"The table {id} is looked up by {listed(list(table.keys))}."
    return ""


def functions_of(facts: Facts) -> Mapping[str, Function]:
    """The functions that checks may call, for one card."""
    return {**LANGUAGE, **_Functions(facts).table}


def declared_functions() -> Mapping[str, Function]:
    """The functions that checks may call, to read expressions before there is a card."""
    return _DECLARED


_ANY_CARD = Card("any", "Any", Date(1944, 1), (Board("1"),), Turns(1), First("one", "other"), (
    Side("one", "attacker", 3, 3), Side("other", "defender", 3, 3)))
_DECLARED = functions_of(Facts(_ANY_CARD))
