"""Combat (11.0): declaring an attack, air support, the choice of table, the roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ...engine.bits import bits, spread
from ...engine.odds import column, percent
from ...engine.orders import PASS, IllegalOrder, Order
from . import losses
from .constants import ASSAULT, ATTACKED, CYBER_WAR, DEFENDED, READY, SIDE_WORDS, SIDES, USED
from .cyber import SPENT, TABLE, TRACK, level
from .shifts import air_shift, ground_shifts, strengths
from .state import Battle, Contest
from .war import War

MAX_LISTED = 24
"""How many choices of attackers are listed for one hex; others may be ordered all the same."""


# -- which attacks there are ---------------------------------------------------------------------


def fresh(w: War) -> list[int]:
    """The moving side's units on the map that have not attacked this turn (11.0, 7)."""
    s = w.state
    return [u for u in w.forces.ground[s.player] if s.where[u] >= 0 and not s.flags[u] & ATTACKED]


def targets(w: War) -> list[int]:
    """The hexes that may be attacked: next to a fresh unit, no unit in them attacked before."""
    s = w.state
    near = 0
    for u in fresh(w):
        near |= 1 << s.where[u]
    near = spread(near, w.board.adjacent) & w.mask[1 - s.player]
    return [h for h in bits(near) if not any(s.flags[d] & DEFENDED for d in w.stack[h])]


def able(w: War, hex: int) -> list[int]:
    """The units that could join an attack on a hex, the strongest first."""
    s = w.state
    found = [
        u for n in w.board.neighbours[hex] if n >= 0 for u in w.stack[n]
        if w.forces.side[u] == s.player and not s.flags[u] & ATTACKED]
    return sorted(found, key=lambda u: (-w.strength(u), u))


def enter(w: War) -> None:
    s = w.state
    s.side = s.player
    s.phase = f"{SIDES[s.side]}-combat"
    if not targets(w):
        w.go("end-player-turn")


def _groups(units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All units, then each alone, then what else fits the limit: every choice of few units, the
    strongest so many of many."""
    n = len(units)
    if n <= 4:
        for size in (n, *range(1, n)):
            yield from combinations(units, size)
        return
    yield tuple(units)
    yield from ((u,) for u in units[: MAX_LISTED // 2])
    for size in range(2, min(n, MAX_LISTED // 2)):
        yield tuple(units[:size])


def orders(w: War, unit: int | None) -> list[Order]:
    found = [PASS] if unit is None else []
    for hex in targets(w):
        for group in _groups(able(w, hex)):
            if unit is None or unit in group or unit in w.stack[hex]:
                found.append(Order("attack", w.keys(group), (w.board.numbers[hex],)))
    return found


def perform(w: War, order: Order) -> None:
    if order.verb == "pass":
        w.go("end-player-turn")
        return
    hex, units = _declared(w, order)
    s = w.state
    defenders = list(w.stack[hex])
    s.battle = Battle(hex, s.player, units, defenders)
    attack, defence = strengths(w, units, defenders)
    w.say("attack", f"{w.labels(units)} attack{'s' if len(units) == 1 else ''} {w.labels(defenders)} in "
          f"{w.board.name(hex)}: {attack} to {defence}, {percent(attack, defence)}%.", "11.0",
          (hex, *dict.fromkeys(s.where[u] for u in units)), (*units, *defenders))
    s.side = s.player
    w.go("support")


def _declared(w: War, order: Order) -> tuple[int, list[int]]:
    if order.verb != "attack":
        raise IllegalOrder("Attack an enemy hex, or pass.", "11.0")
    s = w.state
    hex = w.hex(order.hexes[0])
    units = [w.own_unit(k, air=False) for k in order.units]
    if not units or len(set(units)) != len(units):
        raise IllegalOrder("Name each attacking unit once.", "11.0")
    if not w.mask[1 - s.player] >> hex & 1:
        raise IllegalOrder(f"No enemy unit stands in {w.board.name(hex)}.", "11.0")
    for d in w.stack[hex]:
        if s.flags[d] & DEFENDED:
            raise IllegalOrder(f"{w.label(d)} has been attacked already this turn.", "11.0")
    for u in units:
        if s.where[u] < 0 or w.board.direction(hex, s.where[u]) < 0:
            raise IllegalOrder(f"{w.label(u)} is not next to {w.board.name(hex)}.", "11.0")
        if s.flags[u] & ATTACKED:
            raise IllegalOrder(f"{w.label(u)} has attacked already this turn.", "11.0")
    return hex, units


# -- 2: air support, the attacker first ------------------------------------------------------------


def _battle(w: War) -> Battle:
    battle = w.state.battle
    assert battle is not None
    return battle


def enter_support(w: War) -> None:
    """Ask each side with a ready air unit for one, the attacker first (11.0, 2)."""
    s, battle = w.state, _battle(w)
    for side in (battle.side, 1 - battle.side) if s.side == battle.side else (1 - battle.side,):
        if w.ready(side):
            s.side = side
            return
    _committed(w)


def supports(w: War, unit: int | None) -> list[Order]:
    s, battle = w.state, _battle(w)
    found = [Order("support", (w.forces.keys[a],)) for a in w.ready(s.side) if unit in (None, a)]
    if unit is None:
        found.append(PASS)
        if s.side == battle.side:
            found.append(Order("call-off"))
    return found


def support(w: War, order: Order) -> None:
    s, battle = w.state, _battle(w)
    attacking = s.side == battle.side
    if order.verb == "call-off" and attacking:
        _call_off(w)
        return
    if order.verb == "support":
        a = w.own_unit(order.units[0], air=True)
        if s.where[a] != READY:
            raise IllegalOrder(f"{w.label(a)} is not available: {w.place(a)}.", "13.0")
        battle.wings[0 if attacking else 1] = a
        w.say("support", f"{w.label(a)} flies in support over {w.board.name(battle.hex)}.", "13.0",
              (battle.hex,), (a,))
    elif order.verb != "pass":
        raise IllegalOrder("Commit an air unit to the battle, or pass.", "13.0")
    if attacking:
        s.side = 1 - battle.side
        w.go("support")
    else:
        _committed(w)


def _call_off(w: War) -> None:
    """An attack may be called off until an air unit is in or the die is thrown (11.0)."""
    s, battle = w.state, _battle(w)
    w.say("called-off", f"The attack on {w.board.name(battle.hex)} is called off.", "11.0", (battle.hex,))
    s.battle = None
    w.go("attack")


def _committed(w: War) -> None:
    s, battle = w.state, _battle(w)
    if min(battle.wings) >= 0:
        s.contest = Contest("battle", battle.hex, battle.side, list(battle.wings))
        w.go("markers")
    else:
        supported(w, [a >= 0 for a in battle.wings])


def supported(w: War, survives: Sequence[bool]) -> None:
    """A lone air unit over the battle shifts one column its owner's way (13.4)."""
    battle = _battle(w)
    battle.support = (1 if survives[0] else 0) - (1 if survives[1] else 0)
    for a in battle.wings:
        if a >= 0 and w.state.where[a] == READY:
            w.state.where[a] = USED
    w.state.side = battle.side
    w.go("table")


# -- 5: the choice of table, and the last moment to call the attack off ------------------------------


def _may_use_cyber(w: War) -> bool:
    """Whether the attacker may fight on the cyber-war table: a higher level, and its price (11.0, 5)."""
    side = _battle(w).side
    if CYBER_WAR not in w.tables or level(w, side) <= level(w, 1 - side):
        return False
    return w.options.get("cw_table_cost") != "track" or w.state.markers[side][TRACK] > 0


def _may_call_off(w: War) -> bool:
    """Whether no air unit was committed, so that only the throw of the die will bind (11.0)."""
    return max(_battle(w).wings) < 0


def enter_table(w: War) -> None:
    """Ask the attacker where a table may be chosen, and where the defender has just declined to commit
    an air unit. Where nobody could, nothing has happened since the attack was declared."""
    declined = _may_call_off(w) and w.ready(1 - _battle(w).side)
    if not declined and not _may_use_cyber(w):
        _resolve(w, ASSAULT)


def table_choices(w: War, unit: int | None) -> list[Order]:
    if unit is not None:
        return []
    tables = (CYBER_WAR, ASSAULT) if _may_use_cyber(w) else (ASSAULT,)
    found = [Order("use", words=(table,)) for table in tables]
    if _may_call_off(w):
        found.append(Order("call-off"))
    return found


def choose_table(w: War, order: Order) -> None:
    if order.verb == "call-off":
        if not _may_call_off(w):
            raise IllegalOrder("An attack cannot be called off once an air unit is in.", "11.0")
        _call_off(w)
        return
    if order.verb != "use" or order.words[0] not in (ASSAULT, CYBER_WAR):
        raise IllegalOrder(f"Choose the table: `use {CYBER_WAR}` or `use {ASSAULT}`.", "11.0")
    if order.words[0] == CYBER_WAR:
        if not _may_use_cyber(w):
            raise IllegalOrder("The cyber-war table needs a higher cyber-war level than the defender's, and "
                               "a marker to pay its price.", "11.0")
        s, side = w.state, _battle(w).side
        price = w.options.get("cw_table_cost", "table")
        lost = w.options.get("cw_table_marker") == "lost"
        if price in ("table", "track"):
            s.markers[side][TABLE if price == "table" else TRACK] -= 1
            # 10.4: a marker spent comes back with an air point; the option takes this one out of the game.
            if not lost:
                s.markers[side][SPENT] += 1
        w.say("cyber-war", f"The {SIDE_WORDS[side]} side fights on the cyber-war table"
              + (f" and spends a marker from its {price}{', for good' if lost else ''}."
                 if price in ("table", "track") else "."), "11.0")
    _resolve(w, order.words[0])


# -- 6: the roll ---------------------------------------------------------------------------------


def _resolve(w: War, table_id: str) -> None:
    """Roll on the column of the odds and shifts (11.0, 6)."""
    s, battle = w.state, _battle(w)
    table = w.tables[table_id]
    attack, defence = strengths(w, battle.attackers, battle.defenders)
    odds = percent(attack, defence)
    shifts = ground_shifts(w, battle.hex, battle.attackers)
    if battle.support:
        shifts.insert(0, air_shift(battle.support))
    at = column(table, odds, sum(s.columns for s in shifts))
    die = w.roll(f"the combat in {w.board.name(battle.hex)}, {table.name} (11.0)")
    battle.result = table.rows[die - 1][at]
    for u in battle.attackers:
        s.flags[u] |= ATTACKED
    for u in battle.defenders:
        s.flags[u] |= DEFENDED
    told = "".join(f", {s.name} {s.columns:+d}" for s in shifts)
    w.say("combat", f"Combat in {w.board.name(battle.hex)}: {odds}%{told}, resolved at {table.columns[at]} "
          f"of the {table.name}; die {die}: {battle.result}.", "11.0", (battle.hex,),
          (*battle.attackers, *battle.defenders), (die,))
    losses.begin(w)
