"""A second, simple implementation of the rules of Visegrad 4, without the program's board and searches.

It is slow and uses only public information: the files of the design, the places of counters, the orders and
events of the game so far. Games of random players are compared with it decision by decision:
`Reading.follow` updates its state, `Reading.differences` lists where it disagrees with the program.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator

from unit_numbers import movement, reduced_strength, strength

from visegrad_editor.engine import Event, Game, Order, UnitPosition
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.scenario import Entry, Unit

RUSSIANS = ("russia", "latvia", "belarus", "ukraine")
V4 = ("poland", "lithuania", "czech-republic", "slovakia", "hungary")
WEST = ("germany", "czech-republic", "slovakia", "austria", "hungary")
SHUNNED = ("ukraine", "belarus", "lithuania")
OTHER = {"russian": "allied", "allied": "russian"}
INFINITE = 10**6


class Reading:
    """The state of one game according to this implementation."""

    def __init__(self, game: Game) -> None:
        design = game.design
        assert design.scenario is not None
        self.game, self.map, self.rules, self.scenario = game, design.map, design.ruleset, design.scenario
        self.grid = design.map.grid
        self.units: dict[str, Unit] = dict(design.scenario.unit_by_key)
        self.kinds = design.ruleset.unit_type_by_id
        terrain = design.ruleset.terrain_by_id
        self.land = {
            self.grid.number(h): terrain[self.map.terrain.at(h)] for h in self.grid
            if terrain[self.map.terrain.at(h)].playable}
        self.features: dict[str, set[str]] = {n: set(self.map.features_at(self.at(n))) for n in self.land}
        self.country = {n: self.map.countries.at(self.at(n)) for n in self.land}
        self.near = {
            n: [m for h in self.grid.neighbours(self.at(n)) if (m := self.grid.number(h)) in self.land]
            for n in self.land}
        self.roads: dict[tuple[str, str], str] = {}
        self.on_road: dict[str, set[str]] = {n: set() for n in self.land}
        rank = {k.id: k.rank for k in design.ruleset.roads}
        for road in self.map.roads:
            path = [self.grid.number(h) for h in road.path]
            for n in path:
                self.on_road[n].add(road.kind)
            for step in (*itertools.pairwise(path), *itertools.pairwise(path[::-1])):
                if step not in self.roads or rank[self.roads[step]] < rank[road.kind]:
                    self.roads[step] = road.kind
        # What the course of the game has left.
        self.moved: set[str] = set()
        self.entered: set[str] = set()
        self.attacked: set[str] = set()
        self.defended: set[str] = set()
        self.interdicted: set[str] = set()
        self.holder = {
            n: "russian" if c in RUSSIANS else "allied" if c in (*V4, "germany", "austria") else ""
            for n, c in self.country.items()}
        self.scored: set[str] = set()
        self.violated: set[str] = set()
        self.struck: set[str] = set()
        self.americans = self.capital = False
        self.battle: tuple[str, tuple[str, ...], tuple[str, ...]] | None = None
        self.before = game.position()
        self.wrong: list[str] = []
        """What has happened against the rules."""
        self.settled: dict[tuple[str, tuple[str, ...]], tuple[int, int]] = {}
        """Odds and shifts of the attacks that could be made."""
        self.sent: list[tuple[str, str]] = []
        """Air units sent to the battle or mission under way, with their sides."""
        self.spent: Counter[str] = Counter()
        self.cyber = False
        self.compared: Counter[str] = Counter()
        """How often each kind of decision was compared."""
        for key, place in self.before.units.items():
            if place.hex:
                self._stands(key, place.hex)

    # -- what can be read off --------------------------------------------------------------------------

    def at(self, number: str) -> Hex:
        hex = self.grid.parse(number)
        assert hex is not None
        return hex

    def side(self, key: str) -> str:
        return self.rules.nationality_by_id[self.units[key].nationality].side

    def traits(self, key: str) -> frozenset[str]:
        return self.kinds[self.units[key].type].traits

    def air(self, key: str) -> bool:
        return "air" in self.traits(key)

    def flies(self, key: str) -> bool:
        return bool(self.traits(key) & {"airborne", "air-mobile"})

    def stands_still(self, key: str) -> bool:
        return not self.air(key) and self.movement(key) == 0

    def movement(self, key: str) -> int:
        unit = self.units[key]
        own = movement(unit)
        return own if own is not None else self.kinds[unit.type].movement

    @property
    def now(self) -> dict[str, UnitPosition]:
        return dict(self.game.position().units)

    def ground(self, side: str = "") -> Iterator[tuple[str, str]]:
        """Ground units on the map, of one side or of both, with their hexes."""
        for key, place in self.now.items():
            if place.hex and side in ("", self.side(key)):
                yield key, place.hex

    def stack(self, hex: str) -> list[str]:
        return [k for k, h in self.ground() if h == hex]

    def strength(self, key: str) -> int:
        unit, place = self.units[key], self.now[key]
        value = reduced_strength(unit) if place.reduced else strength(unit)
        return value // 2 if place.out_of_supply else value

    def zone(self, side: str, only_flyers: bool = False) -> set[str]:
        """8.0: the six hexes around each unit of a side."""
        return {n for k, h in self.ground(side) if self.flies(k) or not only_flyers for n in self.near[h]}

    def terrain_cost(self, hex: str) -> float | None:
        """9.0: the most expensive terrain of a hex."""
        costs: list[float | None] = [self.land[hex].cost]
        for name in self.features[hex]:
            cost = self.rules.feature_by_id[name].cost
            if cost != "other":
                costs.append(cost)  # type: ignore[arg-type]
        return None if None in costs else max(costs)  # type: ignore[type-var]

    def sides(self, a: str, b: str) -> list[str]:
        return [x.kind for x in self.map.side_lines.get(hexside(self.at(a), self.at(b)), ())]

    def step_cost(self, a: str, b: str) -> float | None:
        """9.1, 9.4: the road across the hexside, or terrain and river."""
        if (a, b) in self.roads:
            return self.rules.road_by_id[self.roads[a, b]].cost
        cost = self.terrain_cost(b)
        for kind in self.sides(a, b):
            more = self.rules.hexside_by_id[kind].cost
            cost = None if cost is None or more is None else cost + more
        return cost

    def can_stand(self, hex: str) -> bool:
        return self.terrain_cost(hex) is not None or bool(self.on_road[hex])

    def room(self, hex: str, keys: Iterable[str]) -> bool:
        """6.0, 6.4: whether units may be in a hex together with those there."""
        all_units = {*self.stack(hex), *keys}
        nations = {self.units[k].nationality for k in all_units}
        return len(all_units) <= self.rules.stacking_limit and not (
            "russia" in nations and nations & set(SHUNNED))

    def may_end(self, key: str, hex: str) -> bool:
        enemies = [k for k in self.stack(hex) if self.side(k) != self.side(key)]
        return not enemies and self.can_stand(hex) and self.room(hex, [key])

    # -- 9: movement ------------------------------------------------------------------------------------

    def reach(
        self, key: str, starts: dict[str, float], held: set[str], least: bool, single: bool,
    ) -> dict[str, float]:
        """Hexes a unit can come to and what that costs. `held`: starts that cannot be left; `least`: one step
        from a start whatever it costs (9.3); `single`: no second step (13.7)."""
        allowance = float(self.movement(key) // 2 if self.now[key].out_of_supply else self.movement(key))
        enemy = OTHER[self.side(key)]
        zone = self.zone(enemy, only_flyers=self.flies(key))
        blocked = set() if self.flies(key) else {h for _, h in self.ground(enemy)}
        found: dict[str, float] = {}
        queue = [(cost, hex, 0) for hex, cost in starts.items()]
        heapq.heapify(queue)
        while queue:
            cost, hex, steps = heapq.heappop(queue)
            if hex in found:
                continue
            found[hex] = cost
            if (steps and hex in zone) or hex in held or (single and steps):
                continue
            for n in self.near[hex]:
                step = 1.0 if self.flies(key) else self.step_cost(hex, n)
                if step is None or n in blocked:
                    continue
                if cost + step <= allowance or (least and not steps):
                    heapq.heappush(queue, (cost + step, n, steps + 1))
        return found

    def destinations(self, key: str) -> dict[str, float]:
        place = self.now[key]
        if self.stands_still(key) or key in self.moved or key in self.entered:
            return {}
        found = self.reach(key, {place.hex: 0.0}, set(), True, key in self.interdicted)
        return {h: c for h, c in found.items() if h != place.hex and self.may_end(key, h)}

    # -- 10: entry --------------------------------------------------------------------------------------

    def due(self, key: str) -> bool:
        arrival = self.units[key].reinforcement
        if arrival is None or self.air(key) or self.now[key].box != "reinforcements":
            return False
        return self.americans if arrival.event == "us-entry" else not arrival.event and (
            arrival.turn <= self.game.turn)

    def entries(self, key: str) -> list[tuple[Entry, set[str]]]:
        """The entries of a unit, with the hexes that are open to it now."""
        arrival = self.units[key].reinforcement
        assert arrival is not None
        side = self.side(key)
        found = []
        for id in (arrival.entry, *arrival.also):
            entry = next(e for e in self.scenario.entries if e.id == id)
            hexes = set()
            for hex in map(self.grid.number, entry.where.resolve(self.map)):
                if hex not in self.land or any(self.side(k) != side for k in self.stack(hex)):
                    continue
                landing = "marine" in self.traits(key) and "port" in self.features[hex]
                if entry.where.features and not landing and not (
                        self.holder[hex] == side and hex not in self.zone(OTHER[side])
                        and self.is_supplied(hex, self.units[key].nationality, side)):
                    continue
                if self.can_stand(hex) and (entry.pays or self.room(hex, [key])):
                    hexes.add(hex)
            found.append((entry, hexes))
        return found

    def arrivals(self, key: str) -> set[str]:
        """The hexes in which a unit that enters now may end its move."""
        found: set[str] = set()
        zone = self.zone(OTHER[self.side(key)], only_flyers=self.flies(key))
        for entry, hexes in self.entries(key):
            starts = {
                h: 0.0 if not entry.pays else 1.0 if self.flies(key) else float(self.terrain_cost(h) or 0)
                for h in hexes}
            if entry.stops:
                found |= starts.keys()
            else:
                found |= self.reach(key, starts, zone if entry.pays else set(), not entry.pays, False).keys()
        return {h for h in found if self.may_end(key, h)}

    # -- 7: supply --------------------------------------------------------------------------------------

    def sources(self, nation: str, side: str) -> set[str]:
        """7.5: the cities and capitals that supply units of a nationality."""
        if side == "russian":
            lands = set(RUSSIANS)
        else:
            lands = {"poland"} if nation == "poland" else set(V4)
            lands |= {c for c in WEST if c in self.violated}
            if self.americans:
                lands |= {"poland", *WEST}
        return {n for n in self.land if self.country[n] in lands and self.features[n] & {"city", "capital"}
                and self.holder[n] == side}

    def is_supplied(self, start: str, nation: str, side: str) -> bool:
        """7.0, 7.1, 8.3: whether a path leads from a hex to a source."""
        enemies = {h for _, h in self.ground(OTHER[side])}
        friends = {h for _, h in self.ground(side)}
        barred = enemies | (self.zone(OTHER[side]) - friends)
        sources = {s for s in self.sources(nation, side) if s not in enemies}
        if start in sources:
            return True
        queue, seen = [start], {start}
        while queue:
            hex = queue.pop()
            for n in self.near[hex]:
                road = (hex, n) in self.roads
                if n in barred or self.step_cost(n, hex) is None:
                    continue
                if hex != start and not self.land[hex].supply and not road:
                    continue
                if n in sources:
                    return True
                if n not in seen and (self.land[n].supply or road):
                    seen.add(n)
                    queue.append(n)
        return False

    # -- 11: combat -------------------------------------------------------------------------------------

    def targets(self, side: str) -> dict[str, set[str]]:
        """The hexes that may be attacked, and the units that may take part."""
        found: dict[str, set[str]] = {}
        for key, hex in self.ground(side):
            if key not in self.attacked:
                for n in self.near[hex]:
                    foes = [k for k in self.stack(n) if self.side(k) != side]
                    if foes and not self.defended & set(foes):
                        found.setdefault(n, set()).add(key)
        return found

    def odds(self, hex: str, attackers: Iterable[str]) -> tuple[int, int]:
        """11.0, 1, 3 and 4: percent, and the columns of terrain, river and envelopment."""
        attackers = list(attackers)
        attack = sum(map(self.strength, attackers))
        defence = sum(map(self.strength, self.stack(hex)))
        percent = attack * 100 // defence if defence else attack * 10_000
        shifts = [self.land[hex].shift, *(self.rules.feature_by_id[f].shift for f in self.features[hex])]
        columns = min(0, *shifts) if len(shifts) > 1 else shifts[0]
        places = {self.now[k].hex for k in attackers}
        if any("river" in self.sides(p, hex) for p in places):
            columns -= 1
        facing = {self.grid.opposite(self.at(hex), self.at(p)) for p in places}
        if facing & {self.at(p) for p in places}:
            columns += 1
        return percent, columns

    def retreats(self, key: str) -> set[str]:
        """11.1: the hexes to which a unit may retreat."""
        place, side = self.now[key], self.side(key)
        found = set()
        for n in self.near[place.hex]:
            passable = self.can_stand(n) if self.flies(key) else self.step_cost(place.hex, n) is not None
            if passable and n not in self.zone(OTHER[side]) and self.may_end(key, n):
                found.add(n)
        return found

    # -- following the game -----------------------------------------------------------------------------

    def _stands(self, key: str, hex: str) -> None:
        """4.0, 7.5, 12.0: apply the effects of a ground unit in a hex."""
        side = self.side(key)
        self.holder[hex] = side
        if side == "russian":
            if "industrial" in self.features[hex]:
                self.scored.add(hex)
            self._violates(hex)
            if "capital" in self.features[hex] and self.country[hex] in WEST:
                self.capital = True

    def _violates(self, hex: str) -> None:
        if self.country[hex] in WEST:
            self.violated.add(self.country[hex])

    def follow(self, order: Order, events: Iterable[Event]) -> None:
        """Update the state after an order."""
        for event in events:
            self._judge(order, event)
            if event.type == "player-turn":
                self.moved, self.entered, self.attacked, self.defended, self.interdicted = (
                    set(), set(), set(), set(), set())
            elif event.type in ("move", "enter"):
                (key,) = event.units
                path = event.hexes if event.type == "enter" else event.hexes[1:]
                (self.moved if event.type == "move" else self.entered).add(key)
                for hex in path:
                    if any(self.side(k) != self.side(key) for k in self._stood(hex)):
                        if self.side(key) == "russian":
                            self._violates(hex)
                    else:
                        self._stands(key, hex)
            elif event.type == "retreat":
                self._stands(event.units[0], event.hexes[1])
            elif event.type in ("advance", "rebuilt", "place"):
                for key in event.units:
                    self._stands(key, event.hexes[0])
            elif event.type == "interdiction" and event.side == "russian" and (
                    self.country[event.hexes[0]] in WEST):
                self.struck.add(self.country[event.hexes[0]])
            elif event.type == "interdicted":
                self.interdicted |= set(event.units)
            elif event.type == "phase-end":
                self.interdicted = set()
            elif event.type == "attack":
                self.battle = (event.hexes[0], order.units, tuple(event.units[len(order.units):]))
            elif event.type == "combat":
                assert self.battle is not None
                self.attacked |= set(self.battle[1])
                self.defended |= set(self.battle[2])
            elif event.type == "intervention" and event.rule == "12.0":
                self.americans = True
        self.before = self.game.position()

    # -- what dice decide -------------------------------------------------------------------------------

    def _judge(self, order: Order, event: Event) -> None:
        """Note results of dice that differ from the rules."""
        match event.type:
            case "attack":
                self.sent, self.cyber = [], False
            case "interdiction":
                self.sent = [(event.units[0], event.side)]
            case "support" | "intercept":
                self.sent.append((event.units[0], event.side))
            case "marker-spent":
                self.spent[event.side] += 1
            case "air-combat":
                self._judge_air(event)
            case "cyber-war":
                self.cyber = True
            case "combat":
                self._judge_combat(event)
            case "interdicted" | "interdiction-failed":
                self._judge_interdiction(event)
            case "move" | "enter":
                self._judge_road(order, event)
            case "die" if event.rule == "12.0":
                comes = event.dice[0] - len(self.violated | self.struck) < event.turn
                self._want(comes == ("intervene" in event.text), event)
            case "die" if event.rule == "4.0":
                outcome = self.game.outcome
                wins = sum(event.dice) < len(self.scored)
                self._want(outcome is not None and outcome.winner == ("russian" if wins else "allied"), event)
            case "intervention" if event.rule == "12.1":
                self._want(sum(self.holder[h] == "russian" for h in self.scored) <= 2, event)
            case "intervention" if event.rule == "12.2":
                self._want(self.capital, event)

    def _want(self, right: bool, event: Event) -> None:
        if not right:
            self.wrong.append(f"{event.rule}: {event.text}")

    def _survivors(self, dice: tuple[int, ...], sides: list[str]) -> list[str]:
        """13.1 to 13.3: which of two fighting air units survive."""
        if 1 in dice:
            return ["aborted" if d == 1 else "left" for d in dice]
        one, other = (d + self.spent[s] for d, s in zip(dice, sides, strict=True))
        return ["left" if one > other else "lost", "left" if other > one else "lost"]

    def _judge_air(self, event: Event) -> None:
        sides = [side for _, side in self.sent]
        fates = self._survivors(event.dice, sides)
        for key, fate in zip(event.units, fates, strict=True):
            # With the last battle of a turn the next may begin, and units are ready again.
            self._want((self.now[key].box == "eliminated") is (fate == "lost"), event)
        self.sent = [s for s, fate in zip(self.sent, fates, strict=True) if fate == "left"]
        self.spent.clear()

    def _judge_interdiction(self, event: Event) -> None:
        """13.7: the roll beats the cost of the best road, or of the terrain."""
        hex, side = event.hexes[0], event.side
        levels = {s: m["table"] for s, m in self.before.markers.items()}
        roll = event.dice[0] - max(0, levels[OTHER[side]] - levels[side])
        kinds = [self.rules.road_by_id[k] for k in self.on_road[hex]]
        cost = max(kinds, key=lambda k: k.rank).cost if kinds else self.terrain_cost(hex) or 0
        self._want((event.type == "interdicted") == (roll > cost), event)

    def _judge_road(self, order: Order, event: Event) -> None:
        """9.6: each step from E77 to E77 needs a roll, and a 1 ends the move."""
        along = [(a, b) for a, b in itertools.pairwise(event.hexes)
                 if "e77" in self.on_road[a] and "e77" in self.on_road[b]]
        self._want(len(event.dice) == (0 if self.flies(event.units[0]) else len(along)), event)
        held = bool(event.dice) and event.dice[-1] == 1
        self._want(1 not in event.dice[:-1] and (held or event.hexes == order.hexes), event)
        if held:
            self._want(along[-1] == tuple(event.hexes[-2:]), event)

    def _judge_combat(self, event: Event) -> None:
        """11.0, 5 and 6, 13.4: column and result, and its immediate effects."""
        assert self.battle is not None
        hex, attackers, defenders = self.battle
        percent, columns = self.settled[hex, attackers]
        me = self.side(attackers[0])
        air = {side for _, side in self.sent}
        columns += (me in air) - (OTHER[me] in air) if len(air) == 1 else 0
        table = self.rules.table_by_id["cyber-war" if self.cyber else "assault"]
        at = max(i for i, least in enumerate(table.thresholds) if percent >= least)
        at = min(max(at + columns, 0), len(table.columns) - 1)
        code = table.rows[event.dice[0] - 1][at]
        self._want(event.text.endswith(f"die {event.dice[0]}: {code}."), event)
        for group, destroyed, reduced in ((attackers, ("AE",), ("AD",)), (defenders, ("DE", "OR"), ("DD",))):
            for key in group:
                was, now = self.before.units[key], self.now[key]
                if code in destroyed:
                    self._want(now.box == "eliminated", event)
                elif code in reduced and not self.stands_still(key):
                    self._want(now.box == "eliminated" if was.reduced else now.reduced or not now.hex, event)

    def _stood(self, hex: str) -> list[str]:
        return [k for k, p in self.before.units.items() if p.hex == hex]

    # -- comparing --------------------------------------------------------------------------------------

    def differences(self) -> list[str]:
        """The differences between the program and this implementation in the present position."""
        game = self.game
        if game.outcome is not None:
            return []
        position, orders = game.position(), game.legal_orders()
        self.compared[game.step] += 1
        found, self.wrong = self.wrong, []
        if set(position.marked("scored")) != self.scored:
            found.append(f"4.0: scored {sorted(position.marked('scored'))}, not {sorted(self.scored)}")
        check = getattr(self, "_at_" + game.step.replace("-", "_"), None)
        if check is not None:
            found += check(orders)
        return [f"turn {game.turn}, {game.phase}, {game.step}: {text}" for text in found]

    def _both(self, rule: str, what: str, program: object, rules: object) -> list[str]:
        return [] if program == rules else [f"{rule}: {what}: the program {program}, the rules {rules}"]

    def _at_move(self, orders: list[Order]) -> list[str]:
        found, side = [], self.game.side
        ends: dict[str, set[str]] = {}
        for o in orders:
            if o.verb in ("move", "enter"):
                ends.setdefault(o.units[0], set()).add(o.hexes[-1])
        late = set()
        for key in self.units:
            place = self.now[key]
            if self.side(key) != side or self.air(key):
                continue
            if place.hex:
                wanted = self.destinations(key)
                found += self._both("9.0", key, dict(self.game.destinations(key)), wanted)
                found += self._both("9.0", f"orders of {key}", ends.get(key, set()), set(wanted))
            elif self.due(key):
                wanted_ends = self.arrivals(key)
                found += self._both("10.0", key, ends.get(key, set()), wanted_ends)
                arrival = self.units[key].reinforcement
                assert arrival is not None
                first = [e for e in self.scenario.entries if e.id == arrival.entry]
                if any(self._could_enter(key, e) for e in first):
                    late.add(key)
            else:
                found += self._both("10.0", key, ends.get(key, set()), set())
        return found + self._both("10.0", "a pass", "pass" in {o.verb for o in orders}, not late)

    def _could_enter(self, key: str, entry: Entry) -> bool:
        """3.3, 10.0: whether a unit could enter through its listed entry."""
        unit = self.units[key]
        arrival = unit.reinforcement
        assert arrival is not None
        zone = self.zone(OTHER[self.side(key)], only_flyers=self.flies(key))
        (open_hexes,) = [hexes for e, hexes in self.entries(key) if e is entry]
        starts = {h: 0.0 if not entry.pays else 1.0 if self.flies(key) else float(self.terrain_cost(h) or 0)
                  for h in open_hexes}
        if entry.stops:
            ends = set(starts)
        else:
            ends = set(self.reach(key, starts, zone if entry.pays else set(), not entry.pays, False))
        return any(self.may_end(key, h) for h in ends)

    def _at_attack(self, orders: list[Order]) -> list[str]:
        found = []
        wanted = self.targets(self.game.side)
        listed: dict[str, set[str]] = {}
        for o in orders:
            if o.verb == "attack":
                listed.setdefault(o.hexes[0], set()).update(o.units)
        found += self._both("11.0", "targets", listed, wanted)
        for o in orders:
            if o.verb == "attack":
                percent, columns = self.odds(o.hexes[0], o.units)
                preview = self.game.preview(o)
                table = self.rules.table_by_id["assault"]
                at = max(i for i, least in enumerate(table.thresholds) if percent >= least)
                at = min(max(at + columns, 0), len(table.columns) - 1)
                self.settled[o.hexes[0], o.units] = percent, columns
                found += self._both("11.0", f"odds of {self.game.text(o)}", (preview.percent, preview.column),
                                    (percent, at))
        # 7.0, 7.2: supply has just been judged where nobody has attacked yet.
        if not self.attacked:
            found += self._supply()
        return found

    def _supply(self) -> list[str]:
        """7.2: units without a supply path have markers, unless they were supplied by air."""
        found, side = [], self.game.side
        for key, hex in self.ground(side):
            marked = self.now[key].out_of_supply
            served = key in self.entered or self.is_supplied(hex, self.units[key].nationality, side)
            if marked is served and hex not in self._dropped:
                found.append(f"7.2: {key} in {hex} is {'marked' if marked else 'not marked'}")
        return found

    def _at_air_supply(self, orders: list[Order]) -> list[str]:
        found, side = [], self.game.side
        carriers = {k for k in self._ready(side) if "strategic" not in self.traits(k)}
        hungry = {h for k, h in self.ground(side) if self.now[k].out_of_supply}
        wanted = {(c, h) for c in carriers for h in hungry}
        listed = {(o.units[0], o.hexes[0]) for o in orders if o.verb == "air-supply"}
        found += self._both("7.4", "air supply", listed, wanted)
        return found + self._supply()

    @property
    def _dropped(self) -> set[str]:
        """The hexes for which air units have been given up in this phase."""
        hexes = set()
        for event in reversed(self.game.events):
            if event.type == "phase-end":
                break
            if event.type == "air-supply":
                hexes |= set(event.hexes)
        return hexes

    def _ready(self, side: str) -> set[str]:
        return {k for k, p in self.now.items() if p.box == "ready" and self.side(k) == side}

    def _at_interdict(self, orders: list[Order]) -> list[str]:
        side = self.game.side
        hexes = {h for k, h in self.ground(OTHER[side]) if k not in self.interdicted}
        listed = {(o.units[0], o.hexes[0]) for o in orders if o.verb == "interdict"}
        return self._both("13.7", "interdiction", listed, {(a, h) for a in self._ready(side) for h in hexes})

    def _sent(self, verb: str, rule: str, orders: list[Order]) -> list[str]:
        listed = {o.units[0] for o in orders if o.verb == verb}
        return self._both(rule, verb, listed, self._ready(self.game.side))

    def _at_intercept(self, orders: list[Order]) -> list[str]:
        return self._sent("intercept", "13.7", orders)

    def _at_support(self, orders: list[Order]) -> list[str]:
        return self._sent("support", "13.0", orders)

    def _at_retreat(self, orders: list[Order]) -> list[str]:
        found = []
        units = {o.units[0] for o in orders}
        for key in units:
            listed = {o.hexes[0] for o in orders if o.units[0] == key}
            found += self._both("11.1", key, listed, self.retreats(key))
        return found

    def _at_lose(self, orders: list[Order]) -> list[str]:
        assert self.battle is not None
        mine = [k for k in (*self.battle[1], *self.battle[2])
                if self.now[k].hex and self.side(k) == self.game.side]
        half = -(-len(mine) // 2)
        wanted = {frozenset(c) for c in itertools.combinations(mine, half)}
        return self._both("11.0", "losses", {frozenset(o.units) for o in orders}, wanted)

    def _at_advance(self, orders: list[Order]) -> list[str]:
        assert self.battle is not None
        hex, attackers, _ = self.battle
        able = [k for k in attackers if self.now[k].hex and not self.stands_still(k) and (
            self.can_stand(hex) if self.flies(k) else self.step_cost(self.now[k].hex, hex) is not None)]
        wanted = {frozenset(c) for n in range(1, len(able) + 1) for c in itertools.combinations(able, n)
                  if self.room(hex, c)}
        listed = {frozenset(o.units) for o in orders if o.verb == "advance"}
        return self._both("11.2", "advance", listed, wanted)

    def _at_replace(self, orders: list[Order]) -> list[str]:
        side = self.game.side
        left = self.game.position().left
        steps, points = left.get("replacement steps", 0), left.get("air points", 0)
        zone, enemies = self.zone(OTHER[side]), {h for _, h in self.ground(OTHER[side])}
        restored = {k for k, h in self.ground(side) if steps and self.now[k].reduced
                    and not self.now[k].out_of_supply and h not in zone}
        found = self._both("10.2", "restore", {o.units[0] for o in orders if o.verb == "restore"}, restored)
        rebuilt = set()
        lands = RUSSIANS if side == "russian" else V4
        for key in self.units:
            if self.air(key) or self.side(key) != side or self.now[key].box != "eliminated":
                continue
            homes = {n for n in self.land if "capital" in self.features[n] and self.country[n] in lands}
            setup = self.units[key].setup
            if self.stands_still(key) and setup is not None:
                homes = set(map(self.grid.number, setup.where.resolve(self.map)))
            for hex in homes:
                if self.holder[hex] == side and hex not in zone | enemies and self.room(hex, [key]):
                    rebuilt |= {(key, hex, size) for size in ("reduced", "full")[:steps]}
        listed = {(o.units[0], o.hexes[0], o.words[0]) for o in orders if o.verb == "rebuild"}
        found += self._both("10.2", "rebuild", listed, rebuilt)
        owned = [k for k, p in self.now.items() if self.side(k) == side and p.box in ("ready", "used")]
        came = [k for k, p in self.now.items() if self.air(k) and self.side(k) == side
                and self.units[k].reinforcement is not None and p.box != "reinforcements"]
        (asset,) = [a for a in self.scenario.assets if a.id == f"air-{side}"]
        bought = {k for k, p in self.now.items() if self.air(k) and self.side(k) == side
                  and p.box in ("pool", "eliminated")}
        if not points or len(owned) >= asset.number + len(came):
            bought = set()
        found += self._both("3.1", "buy", {o.units[0] for o in orders if o.verb == "buy"}, bought)
        spent = self.game.position().markers[side]["spent"]
        recovers = any(o.verb == "recover-marker" for o in orders)
        return found + self._both("10.4", "recover", recovers, bool(points and spent))
