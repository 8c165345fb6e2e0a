"""Results as scripts of effects: losses, retreats, advances, and the decisions they need.

Effects still to come are named by their place in the ruleset, so that they can be saved: `r3.0` is the first
effect of the fourth result, `e1.2` one of an event, `r3.0.1.0` the first effect of the second script to
choose from. With `@0` or `@1` an effect is about the attacker or the defender only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil

from ...model.rules.combat import CombatTable
from ...model.rules.grammar import dice_of, parse_amount
from ...model.rules.phrases import Phrases, sentence
from ...model.rules.results import Effect, verb_of
from ...model.rules.victory import GameEvent
from ...model.ruleset import Ruleset
from ...model.wording import count
from ..orders import PASS, IllegalOrderError, Order
from . import control, stacking, zones
from .conditions import Case, best_of_groups
from .fights import plain_strength, rules, ways_of
from .in_progress import GameInProgress
from .paths import release_name, step_costs
from .state import NO_ADVANCE, REMOVED, RETREATED

MAX_LISTED = 64
MAX_ADVANCES = 128


# -- scripts -------------------------------------------------------------------------------------------


def effect_at(w: GameInProgress, name: str) -> Effect:
    """The effect with a name."""
    kind, rest = name[0], [int(part) for part in name[1:].partition("@")[0].split(".")]
    if min(rest) < 0 or kind not in "re":
        raise ValueError(name)
    script: Sequence[Effect] = (
        w.ruleset.results[rest[0]].does if kind == "r" else w.ruleset.events[rest[0]].does)
    effect = script[rest[1]]
    for which, number in zip(rest[2::2], rest[3::2], strict=True):
        effect = effect.of[which][number]
    return effect


def is_effect(w: GameInProgress, name: object) -> bool:
    """Whether a name is that of an effect of the ruleset."""
    try:
        effect_at(w, str(name))
    except (ValueError, IndexError):
        return False
    return isinstance(name, str) and name.partition("@")[1:] in (("", ""), ("@", "0"), ("@", "1"))


def script_of(w: GameInProgress, code: str) -> list[str]:
    """The names of the effects of a result."""
    for n, result in enumerate(w.ruleset.results):
        if result.id == code:
            return [f"r{n}.{i}" for i in range(len(result.does))]
    return []


def begin(w: GameInProgress) -> None:
    """Carry out the result of the battle."""
    battle = w.battle
    _lose_passive(w)
    battle.todo = script_of(w, battle.result)
    proceed(w)


def _lose_passive(w: GameInProgress) -> None:
    """Units that retreated into the hex are lost with a result that harms the defender."""
    if not w.ruleset.retreat.passive:
        return
    script = [effect_at(w, name) for name in script_of(w, w.battle.result)]
    if any("defender" in (e.eliminate, e.lose, e.retreat, e.lose_units) for e in script):
        for u in alive(w, 1):
            if w.state.flags[u] & RETREATED:
                w.eliminate(u, w.rule("retreat"), ", after its retreat")


def proceed(w: GameInProgress) -> None:
    """Continue with the next effect of the result or, after the last, with the combat phase."""
    s = w.state
    while s.battle is not None and s.battle.todo and s.outcome is None:
        name = s.battle.todo.pop(0)
        effect = effect_at(w, name)
        if effect.when is not None and not w.made.test(effect.when)(_case(w)):
            continue
        if _IN_BATTLE.get(verb_of(effect), _apply_plain)(w, effect, name):
            return
    if s.outcome is None:
        s.battle = None
        w.forget()
        s.side = s.player
        w.go("attack")


def _case(w: GameInProgress) -> Case:
    battle = w.battle
    return Case(battle.side, -1, battle.hex, -1, battle.attackers, battle.defenders, battle.origins,
                Fraction(battle.odds) if battle.odds else None, True)


def told(event: GameEvent) -> str:
    """What is said of an event as it happens: its name, and the designer's text as a sentence."""
    return finished(f"{event.name}: {finished(event.text)}" if event.text else event.name)


def finished(text: str) -> str:
    """A designer's text as a sentence: with a capital and a full stop, if it has none.

    >>> finished("a surge"), finished("Who comes?")
    ('A surge.', 'Who comes?')
    """
    return sentence(text.rstrip().rstrip(":"))


def run_event(w: GameInProgress, number: int) -> None:
    """Carry out the effects of an event, which need no decision."""
    for i, effect in enumerate(w.ruleset.events[number].does):
        _apply_if(w, effect, f"e{number}.{i}")


def _apply_if(w: GameInProgress, effect: Effect, name: str) -> None:
    """Carry out an effect outside a fight, in its situation."""
    if w.state.outcome is None and (
            effect.when is None or w.made.test(effect.when)(Case(w.state.player))):
        _apply_plain(w, effect, name)


def roll_on(w: GameInProgress, table_id: str, case: Case | None = None) -> str:
    """Roll on a table of one column, with its modifiers judged for a case or for the present player turn, and
    carry out its result; return the code."""
    table = w.ruleset.table_by_id[table_id]
    dice = w.rolls(*dice_of(table.die), table.name)
    bonus = _bonus(w, table, case or Case(w.state.player))
    code = table.result(sum(dice) + bonus, 0)
    shown = ", ".join(map(str, dice)) + (f" {bonus:+d}" if bonus else "")
    result = next((r for r in w.ruleset.results if r.id == code), None)
    w.say("table", f"{table.name}: die {shown}: {result.name if result is not None else code}.",
          table.provenance.rule, dice=dice)
    for name in script_of(w, code):
        _apply_if(w, effect_at(w, name), name)
    return code


def ways_on(w: GameInProgress, table_id: str, case: Case) -> dict[str, int]:
    """The results that a roll on such a table may have, each with the number of ways in which the dice give
    it."""
    table = w.ruleset.table_by_id[table_id]
    bonus = _bonus(w, table, case)
    found: dict[str, int] = {}
    for total, ways in ways_of(*dice_of(table.die)):
        code = table.result(total + bonus, 0)
        found[code] = found.get(code, 0) + ways
    return found


def _bonus(w: GameInProgress, table: CombatTable, case: Case) -> int:
    """What modifiers add to the dice of a table."""
    return sum(r.modifier.effect.die for r in best_of_groups(
        [(r, r.holds(case)) for r in rules(w).die[table.id]],
        lambda r: Fraction(r.modifier.effect.die), w.ruleset.combat.group_takes))


# -- effects that need no decision -----------------------------------------------------------------------


def _side(w: GameInProgress, name: str) -> int:
    ids = w.forces.side_ids
    return ids.index(name) if name in ids else -1


def _apply_plain(w: GameInProgress, e: Effect, name: str) -> bool:
    """Carry out an effect outside the fight; False, since no decision is asked for."""
    s = w.state
    for side_id, amount in e.points:
        side = _side(w, side_id)
        if side >= 0:
            s.points[side] = int(parse_amount(amount).applied(Fraction(s.points[side])) or 0)
            now_points = count(s.points[side], "point")
            w.say("points", f"{w.said_of(side, 'has')} {now_points} from events.", side=side)
    for id, amount in e.asset:
        now = parse_amount(amount).applied(Fraction(s.assets.get(id, 0))) or Fraction(0)
        most = next((a.most for a in w.ruleset.assets if a.id == id), 0)
        s.assets[id] = min(max(0, int(now)), most or max(0, int(now)))
        w.forget()
    if e.control is not None:
        side, mask = _side(w, e.to), w.made.hexes(e.control)(s.player)
        if side >= 0:
            control.take(w, side, mask)
        else:
            s.control = [held & ~mask for held in s.control]
            w.forget()
    if e.arrive and e.arrive not in s.happened:
        s.happened = [*s.happened, e.arrive]
    line = w.scenario.scheduled.get(e.event)
    if line is not None and line.never:
        named = next((event.name for event in w.ruleset.events if event.id == e.event), line.name or line.id)
        w.say("note", f"{named}: does not happen in this scenario.", line.rule, side=-1)
    elif e.event and e.event not in s.happened:
        s.happened = [*s.happened, e.event]
        for n, event in enumerate(w.ruleset.events):
            if event.id == e.event:
                w.say("event", told(event), event.rule, side=-1)
                w.at("event", event=event.id)
                run_event(w, n)
    if e.remove is not None:
        test = w.made.units(e.remove)
        for u in range(len(s.where)):
            if s.where[u] not in (REMOVED,) and test(u, s.player):
                w.eliminate(u, "", ", by an event", REMOVED)
    if e.release is not None:
        test = w.made.units(e.release)
        for n, one in enumerate(w.ruleset.releases):
            if release_name(n) not in s.happened and any(
                    test(u, s.player) for u in w.made.unit_set(one.units)):
                s.happened = [*s.happened, release_name(n)]
        w.forget()
    if e.note:
        w.say("note", finished(e.note))
    if e.roll:
        roll_on(w, e.roll)
    if e.do and e.do in w.effects:
        w.effects[e.do](w, e)
    if e.win:
        side = _side(w, e.win)
        w.finish(side, "", f"{w.said_of(side, 'wins')}." if side >= 0 else "The game ends in a draw.")
    return False


# -- effects in a battle ---------------------------------------------------------------------------------


def alive(w: GameInProgress, group: int) -> list[int]:
    """The attackers (0) or defenders (1) still on the map."""
    battle = w.battle
    return [u for u in (battle.attackers, battle.defenders)[group] if w.state.where[u] >= 0]


def owner(w: GameInProgress, group: int) -> int:
    """The side of the attackers (0) or defenders (1)."""
    return w.battle.side if group == 0 else 1 - w.battle.side


def _groups(party: str) -> tuple[int, ...]:
    return {"attacker": (0,), "defender": (1,), "both": (0, 1)}[party]


def _meant(w: GameInProgress, e: Effect, group: int) -> list[int]:
    """The units of a group that an effect is about."""
    units = alive(w, group)
    if e.units is None:
        return units
    test = w.made.units(e.units)
    return [u for u in units if test(u, owner(w, group))]


def _parts(w: GameInProgress, party: str, name: str) -> list[tuple[int, list[str]]]:
    """The groups that an effect is still about, the defender first, each with the names of what comes after
    it: if a decision is asked for one group, the effect goes on with the other afterwards."""
    _, _, only = name.partition("@")
    groups = [int(only)] if only else sorted(_groups(party), reverse=True)
    return [(group, [f"{name}@{other}" for other in groups[n + 1:]]) for n, group in enumerate(groups)]


def _ask(w: GameInProgress, name: str, group: int, later: list[str], side: int, step: str) -> bool:
    """Ask a side for a decision about a group of units, and go on with the rest of the effect later."""
    w.battle.todo[:0] = later
    w.battle.effect, w.battle.group = name, group
    w.state.side = side
    w.go(step)
    return True


def candidates(w: GameInProgress) -> list[int]:
    """The units about which a decision is asked."""
    battle = w.battle
    if not battle.effect:
        return alive(w, battle.group)
    effect = effect_at(w, battle.effect)
    units = _meant(w, effect, battle.group)
    return _bearers(w, battle.group, _bearers(w, battle.group, units, False), True) if effect.lose else units


def _bearers(w: GameInProgress, group: int, units: Sequence[int], first: bool) -> list[int]:
    """Of some units of a group, those that may lose the steps that their side chooses, or the next one."""
    for chapter in w.hooks["bearers"]:
        units = chapter.bearers(w, group, units, first)
    return list(units)


def _hit(w: GameInProgress, u: int, group: int, why: str = "") -> None:
    """Let a unit of the battle lose a step."""
    w.battle.lost[group] += 1
    w.lose_step(u, w.rule("combat"), why)


def _destroy(w: GameInProgress, u: int, group: int, rule: str = "", why: str = "") -> None:
    w.battle.lost[group] += w.steps_left(u)
    w.eliminate(u, rule or w.rule("combat"), why)


def _eliminate(w: GameInProgress, e: Effect, name: str) -> bool:
    for group in reversed(_groups(e.eliminate)):
        for u in _meant(w, e, group):
            _destroy(w, u, group)
    return False


def _chooser(w: GameInProgress, by: str, group: int) -> int:
    """The side that chooses for the units of a group."""
    if by in ("attacker", "defender"):
        return w.battle.side if by == "attacker" else 1 - w.battle.side
    return 1 - owner(w, group) if by in ("enemy", "winner") else owner(w, group)


def _lose(w: GameInProgress, e: Effect, name: str) -> bool:
    for group, later in _parts(w, e.lose, name):
        units = _meant(w, e, group)
        if e.steps == "all":
            for u in units:
                _destroy(w, u, group)
        elif e.per == "unit" and e.steps != "same":
            for u in units:
                for _ in range(int(e.steps)):
                    if w.state.where[u] >= 0:
                        _hit(w, u, group)
        else:
            wanted = w.battle.lost[1 - group] if e.steps == "same" else int(e.steps)
            if _lose_together(w, e, group, _bearers(w, group, units, False), wanted):
                return _ask(w, name, group, later, _chooser(w, e.by, group), "reduce")
    return False


def _lose_together(w: GameInProgress, e: Effect, group: int, units: list[int], wanted: int) -> bool:
    """Let a side lose steps together; True if somebody must choose them."""
    if not units or wanted <= 0:
        return False
    total = sum(map(w.steps_left, units))
    if wanted >= total:
        for u in units:
            _destroy(w, u, group)
        return False
    if e.by in ("strongest", "weakest"):
        for _ in range(wanted):
            order = sorted((u for u in units if w.state.where[u] >= 0),
                           key=lambda u: (plain_strength(w, u, "defence"), u))
            _hit(w, order[-1 if e.by == "strongest" else 0], group)
        return False
    if len(units) == 1:
        for _ in range(wanted):
            _hit(w, units[0], group)
        return False
    w.battle.needs = wanted
    return True


def _lose_units(w: GameInProgress, e: Effect, name: str) -> bool:
    for group, later in _parts(w, e.lose_units, name):
        units = _meant(w, e, group)
        need = ceil(len(units) * Fraction(e.part))
        if need >= len(units):
            for u in units:
                _destroy(w, u, group)
        elif need:
            w.battle.needs = need
            return _ask(w, name, group, later, _chooser(w, e.by, group), "lose")
    return False


def _retreat(w: GameInProgress, e: Effect, name: str) -> bool:
    return any(_retreat_units(w, e, name, group, _meant(w, e, group), later)
               for group, later in _parts(w, e.retreat, name))


def _retreat_units(
    w: GameInProgress, e: Effect, name: str, group: int, units: Sequence[int], later: list[str]
) -> bool:
    """Let units of a group retreat; True if a decision is asked for."""
    rule = w.ruleset.retreat
    pending: list[list[int]] = []
    for u in units:
        if w.forces.static[u]:
            if rule.static == "lose-step":
                _hit(w, u, group, ", as it never leaves its hex")
            elif rule.static == "eliminate":
                _destroy(w, u, group, rule.rule, ", as it never leaves its hex")
        elif e.hexes > 0:
            pending.append([u, e.hexes])
    if not pending:
        return False
    w.battle.pending = pending
    return _ask(w, name, group, later, _chooser(w, e.by or rule.by, group), "retreat")


def _advance(w: GameInProgress, e: Effect, name: str) -> bool:
    if e.advance == "never":
        return False
    w.state.side = w.battle.side
    w.battle.forced = e.advance == "must"
    w.battle.effect, w.battle.group = name, 0
    w.go("advance")
    return True


def _choose(w: GameInProgress, e: Effect, name: str) -> bool:
    w.battle.todo.insert(0, name)
    w.state.side = w.battle.side if e.choose == "attacker" else 1 - w.battle.side
    w.go("choose")
    return True


def _set_state(w: GameInProgress, e: Effect, name: str) -> bool:
    states = [state.id for state in w.ruleset.states]
    if e.set not in states:
        return False
    n = states.index(e.set)
    for group in _groups(e.state):
        for u in _meant(w, e, group):
            w.state.status[u] |= 1 << n
            w.say("state", f"{w.label(u)} is {w.ruleset.states[n].name.lower()}.", w.ruleset.states[n].rule,
                  (w.state.where[u],), (u,), side=owner(w, group))
    w.forget()
    return False


def _roll(w: GameInProgress, e: Effect, name: str) -> bool:
    table = w.ruleset.table_by_id.get(e.roll)
    if table is None:
        return False
    dice = w.rolls(*dice_of(table.die), table.name)
    bonus = _bonus(w, table, _case(w))
    code = table.result(sum(dice) + bonus, 0)
    shown = ", ".join(map(str, dice)) + (f" {bonus:+d}" if bonus else "")
    w.say("table", f"{table.name}: die {shown}: {code}.", table.provenance.rule, (w.battle.hex,), dice=dice)
    w.battle.todo[:0] = script_of(w, code)
    return False


def end_states(w: GameInProgress, moment: str) -> None:
    """End the states of units that last until a moment: of all at the end of a turn, else of the moving
    side."""
    s = w.state
    for n, state in enumerate(w.ruleset.states):
        if state.ends != moment:
            continue
        for u in range(len(s.where)):
            if s.status[u] >> n & 1 and (moment == "turn-end" or w.forces.side[u] == s.player):
                s.status[u] &= ~(1 << n)
                w.say("state-ends", f"{w.label(u)} is no longer {state.name.lower()}.", state.rule,
                      (s.where[u],) if s.where[u] >= 0 else (), (u,), side=w.forces.side[u])
    w.forget()


_IN_BATTLE: dict[str, Callable[[GameInProgress, Effect, str], bool]] = {
    "eliminate": _eliminate, "lose": _lose, "lose_units": _lose_units, "retreat": _retreat,
    "advance": _advance, "choose": _choose, "state": _set_state, "roll": _roll,
}
"""Effects in a battle by their verb; True if they ask for a decision."""


# -- the choice of units, and of steps ---------------------------------------------------------------------


def enter_units(w: GameInProgress) -> None:
    pass


def unit_losses(w: GameInProgress, unit: int | None) -> list[Order]:
    """Every choice of as many units as must be lost (of very many choices only the first)."""
    legal: list[Order] = []
    units = sorted(candidates(w), key=lambda u: (plain_strength(w, u, "attack"), u))
    for chosen in combinations(units, w.battle.needs):
        if unit is None or unit in chosen:
            legal.append(Order("lose", w.keys(chosen)))
            if len(legal) == MAX_LISTED:
                break
    return legal


def _named(w: GameInProgress, order: Order, fighting: list[int]) -> list[int]:
    """The units of an order, all of them among those meant."""
    rule = w.rule("combat")
    units = [w.unit(k) for k in order.units]
    for u in units:
        if fighting and w.forces.side[u] != w.forces.side[fighting[0]]:
            raise IllegalOrderError(f"{w.label(u)} belongs to the other side.", rule)
        if u not in fighting:
            raise IllegalOrderError(f"{w.label(u)} is not one of the units meant in this battle.", rule)
    if len(set(units)) != len(units):
        raise IllegalOrderError("Name each unit once.", rule)
    return units


def lose_units(w: GameInProgress, order: Order) -> None:
    battle = w.battle
    if order.verb != "lose":
        raise IllegalOrderError(f"Choose at least {count(battle.needs, 'unit')} to lose.", w.rule("combat"))
    units = _named(w, order, candidates(w))
    if len(units) < battle.needs:
        raise IllegalOrderError(
            f"At least {count(battle.needs, 'unit')} must be lost: choose {battle.needs}.", w.rule("combat"))
    for u in units:
        _destroy(w, u, battle.group)
    battle.needs = 0
    proceed(w)


def enter_steps(w: GameInProgress) -> None:
    """Ask for the next step to lose; the last unit left has no choice."""
    battle = w.battle
    while battle.needs and len(units := candidates(w)) == 1:
        battle.needs -= 1
        _hit(w, units[0], battle.group)
    if not battle.needs or not candidates(w):
        battle.needs = 0
        w.go("resume")


def step_losses(w: GameInProgress, unit: int | None) -> list[Order]:
    units = sorted(candidates(w), key=lambda u: (plain_strength(w, u, "attack"), u))
    return [Order("reduce", (w.forces.keys[u],)) for u in units if unit in (None, u)]


def lose_step(w: GameInProgress, order: Order) -> None:
    battle = w.battle
    if order.verb != "reduce":
        raise IllegalOrderError(
            f"Choose a unit that loses a step; {battle.needs} {'is' if battle.needs == 1 else 'are'} still "
            "to be lost.", w.rule("combat"))
    (u,) = _named(w, order, candidates(w))
    battle.needs -= 1
    _hit(w, u, battle.group)
    w.go("reduce")


# -- the choice of a script --------------------------------------------------------------------------------


def enter_choice(w: GameInProgress) -> None:
    pass


def choices(w: GameInProgress, unit: int | None) -> list[Order]:
    effect = effect_at(w, w.battle.todo[0])
    return [] if unit is not None else [
        Order("choose", words=(str(n + 1),)) for n in range(len(effect.of))]


def choose(w: GameInProgress, order: Order) -> None:
    battle = w.battle
    name = battle.todo[0]
    scripts = effect_at(w, name).of
    if order.verb != "choose" or not 1 <= int(order.words[0]) <= len(scripts):
        raise IllegalOrderError(f"Choose: {' or '.join(f'`choose {n + 1}`' for n in range(len(scripts)))}.",
                                w.rule("combat"))
    chosen = int(order.words[0]) - 1
    w.say("choice", f"{w.said_of(w.state.side, 'makes')} choice {chosen + 1} of {len(scripts)}: "
          f"{meaning(w, order)}", w.rule("combat"), (battle.hex,))
    take_script(w, chosen)


def meaning(w: GameInProgress, order: Order) -> str:
    """What one of the scripts to choose from does, as a sentence; "" for another order."""
    todo = w.state.battle.todo if w.state.battle is not None else []
    scripts = effect_at(w, todo[0]).of if todo else ()
    number = order.words[0] if order.verb == "choose" and order.words else ""
    if not number.isdecimal() or not 1 <= int(number) <= len(scripts):
        return ""
    return Phrases(w.ruleset, w.design.map).script(scripts[int(number) - 1])


def take_script(w: GameInProgress, number: int) -> None:
    """Go on with one of the scripts to choose from."""
    todo = w.battle.todo
    script = effect_at(w, todo[0]).of[number]
    todo[:1] = [f"{todo[0]}.{number}.{i}" for i in range(len(script))]
    proceed(w)


def retreat_some(w: GameInProgress, units: Sequence[int], number: int) -> None:
    """In place of the scripts to choose from let only some defenders retreat, as the first effect of one of
    the scripts says; then go on after the choice."""
    name = f"{w.battle.todo.pop(0)}.{number}.0"
    if not _retreat_units(w, effect_at(w, name), name, 1, units, []):
        proceed(w)


# -- retreat -----------------------------------------------------------------------------------------------


def retreat_refusal(w: GameInProgress, u: int, hex: int) -> IllegalOrderError | None:
    """Why a unit may not retreat to a neighbouring hex, or None, apart from what it must prefer."""
    start, side = w.state.where[u], w.forces.side[u]
    rule, settings, name = w.rule("retreat"), w.ruleset.retreat, w.board.name(hex)
    if w.board.direction(start, hex) < 0:
        return IllegalOrderError(f"{w.label(u)} retreats hex by hex; {name} is not next to it.", rule)
    if w.mask[1 - side] >> hex & 1:
        return IllegalOrderError(f"Enemy units stand in {name}.", rule)
    if not _can_go(w, u, start, hex):
        return IllegalOrderError(f"{w.label(u)} cannot enter {name}.", rule)
    if settings.into_zones == "never" and _zone(w, u) >> hex & 1:
        return IllegalOrderError(f"{name} is in an enemy zone of control.", rule)
    if settings.stacking == "obey" and "room" not in settings.prefer:
        return stacking.refusal(w, hex, [u])
    return None


def _can_go(w: GameInProgress, u: int, start: int, hex: int) -> bool:
    """Whether a unit can go from a hex to the next one, whatever it costs."""
    can = (start, hex) in step_costs(w, u)[1]
    for chapter in w.hooks["can_go"]:
        can = chapter.can_go(w, u, start, hex, can)
    return can


def _zone(w: GameInProgress, u: int) -> int:
    """The hexes in enemy zones for the retreat of a unit."""
    hexes = zones.barred(w, u, "retreat")
    return hexes & ~w.mask[w.forces.side[u]] if w.ruleset.retreat.friends_lift else hexes


def open_hexes(w: GameInProgress, u: int) -> list[int]:
    """The hexes to which a unit may retreat: of those possible, the ones it must prefer."""
    hexes = [h for h in w.board.neighbours[w.state.where[u]]
             if h >= 0 and retreat_refusal(w, u, h) is None]
    for chapter in w.hooks["retreat_hexes"]:
        hexes = list(chapter.retreat_hexes(w, u, hexes))
    for wish in w.ruleset.retreat.prefer:
        if wish == "empty":
            better = [h for h in hexes if not w.stack[h]]
        elif wish == "room":
            better = [h for h in hexes if stacking.fits(w, h, u)]
        else:
            here = w.state.where[u]
            better = [h for h in hexes if all(
                w.board.distance(h, o) > w.board.distance(here, o) for o in w.battle.origins)]
        hexes = better or hexes
    if any(v == u and left < effect_at(w, w.battle.effect).hexes for v, left in w.battle.pending):
        # On its way a unit does not turn back.
        far = w.board.distance(w.state.where[u], w.battle.hex)
        hexes = [h for h in hexes if w.board.distance(h, w.battle.hex) > far] or hexes
    return hexes


def enter_retreat(w: GameInProgress) -> None:
    """Ask for the next retreat; units that cannot retreat are lost, or lose a step."""
    battle, rule = w.battle, w.rule("retreat")
    battle.pending = [p for p in battle.pending if w.state.where[p[0]] >= 0]
    if any(open_hexes(w, u) for u, _ in battle.pending):
        return
    for u, _ in battle.pending:
        if w.ruleset.retreat.blocked == "eliminate":
            _destroy(w, u, battle.group, rule, ", with no way to retreat")
        else:
            _hit(w, u, battle.group, ", with no way to retreat")
    battle.pending = []
    w.go("resume")


def retreats(w: GameInProgress, unit: int | None) -> list[Order]:
    return [
        Order("retreat", (w.forces.keys[u],), (w.board.numbers[h],))
        for u, _ in w.battle.pending if unit in (None, u) for h in open_hexes(w, u)]


def retreat(w: GameInProgress, order: Order) -> None:
    battle, rule = w.battle, w.rule("retreat")
    waiting = {u for u, _ in battle.pending}
    if order.verb != "retreat":
        raise IllegalOrderError(f"{w.labels(waiting)} must retreat first.", rule)
    u = w.unit(order.units[0])
    if u not in waiting:
        raise IllegalOrderError(f"{w.label(u)} has no retreat to make.", rule)
    hex = w.hex(order.hexes[0])
    bad = retreat_refusal(w, u, hex)
    if bad is not None:
        raise bad
    wanted = open_hexes(w, u)
    if hex not in wanted:
        better = " or ".join(w.board.name(h) for h in wanted[:3])
        raise IllegalOrderError(f"{w.label(u)} must retreat to {better} first.", rule)
    start, side = w.state.where[u], w.forces.side[u]
    in_zone = bool(_zone(w, u) >> hex & 1)
    battle.pending = [[v, left - (v == u)] for v, left in battle.pending if v != u or left > 1]
    w.put(u, hex)
    w.state.flags[u] |= RETREATED
    w.say("retreat", f"{w.label(u)} retreats from {w.board.numbers[start]} to {w.board.name(hex)}.", rule,
          (start, hex), (u,), side=side)
    control.occupy(w, u, [hex])
    if in_zone and w.ruleset.retreat.into_zones == "lose-step":
        _hit(w, u, battle.group, ", retreating into a zone of control")
    if w.ruleset.stacking.excess != "refuse":
        w.state.step = "retreat"
        stacking.settle(w, "retreat", (hex,))
        if w.state.step == "remove":
            return
    w.go("retreat")


# -- advance -----------------------------------------------------------------------------------------------


def advance_refusal(w: GameInProgress, u: int) -> IllegalOrderError | None:
    """Why a unit may not advance after combat, or None, apart from where it would go."""
    if w.state.flags[u] & NO_ADVANCE:
        return IllegalOrderError(f"{w.label(u)} may not advance in this player turn.", w.rule("advance"))
    for n, state in enumerate(w.ruleset.states):
        if w.state.status[u] >> n & 1 and "advance" in state.may_not:
            return IllegalOrderError(
                f"{w.label(u)} is {state.name.lower()} and may not advance.", state.rule or w.rule("advance"))
    for chapter in w.hooks["may_advance"]:
        bad: IllegalOrderError | None = chapter.may_advance(w, u)
        if bad is not None:
            return bad
    return None


def advances_far(ruleset: Ruleset) -> bool:
    """Whether attackers may advance several hexes."""
    def far(script: Iterable[Effect]) -> bool:
        return any((e.advance in ("may", "must") and max(e.hexes, ruleset.advance.hexes) > 1)
                   or any(map(far, e.of)) for e in script)

    return any(far(result.does) for result in ruleset.results)


def _advance_effect(w: GameInProgress) -> Effect:
    """The effect by which attackers advance; one without limits of its own if none says so."""
    effect = effect_at(w, w.battle.effect) if w.battle.effect else Effect()
    return effect if effect.advance else Effect()


def able_to_advance(w: GameInProgress) -> list[int]:
    """The surviving attackers that may enter the hex they attacked, and have not yet done so."""
    battle = w.battle
    hex = battle.hex
    if w.mask[1 - battle.side] >> hex & 1:
        return []
    who = w.made.units(w.ruleset.advance.units)
    hinders = not w.ruleset.advance.ignores_zones
    return [
        u for u in _meant(w, _advance_effect(w), 0)
        if not w.forces.static[u] and who(u, battle.side) and not w.state.flags[u] & RETREATED
        and not (hinders and zones.zone_to_advance(w, u) >> hex & 1)
        and advance_refusal(w, u) is None and w.state.where[u] in battle.origins
        and _can_go(w, u, w.state.where[u], hex)]


def enter_advance(w: GameInProgress) -> None:
    if not any(stacking.fits(w, w.battle.hex, u) for u in able_to_advance(w)):
        w.go("resume")


def advances(w: GameInProgress, unit: int | None) -> list[Order]:
    """Every group of survivors that fits the hex, the largest first."""
    units = sorted(able_to_advance(w), key=lambda u: (-plain_strength(w, u, "attack"), u))
    legal: list[Order] = []
    for size in range(min(len(units), 8, stacking.most_units(w)), 0, -1):
        for group in combinations(units[:8], size):
            if len(legal) < MAX_ADVANCES and (unit is None or unit in group) and (
                    stacking.refusal(w, w.battle.hex, group) is None):
                legal.append(Order("advance", w.keys(group)))
    return legal if unit is not None or w.battle.forced else [*legal, PASS]


def advance(w: GameInProgress, order: Order) -> None:
    battle, rule = w.battle, w.rule("advance")
    if order.verb == "advance":
        units = _named(w, order, alive(w, 0))
        fit = able_to_advance(w)
        for u in units:
            if u not in fit:
                bad = advance_refusal(w, u)
                if bad is not None:
                    raise bad
                raise IllegalOrderError(
                    f"{w.label(u)} may not advance into {w.board.name(battle.hex)}.", rule)
        bad = stacking.refusal(w, battle.hex, units)
        if bad is not None:
            raise bad
        for u in units:
            w.put(u, battle.hex)
        w.say("advance", f"{w.labels(units)} advance{'s' if len(units) == 1 else ''} into "
              f"{w.board.name(battle.hex)}.", rule, (battle.hex,), units)
        for u in units:
            if w.state.outcome is None:
                control.occupy(w, u, [battle.hex])
        further = max(_advance_effect(w).hexes, w.ruleset.advance.hexes) - 1
        if further and w.state.outcome is None:
            battle.pending = [[u, further] for u in units]
            w.go("advance-on")
            return
    elif order.verb != "pass" or battle.forced:
        must = "Advance into the hex" + ("." if battle.forced else ", or pass.")
        raise IllegalOrderError(must, rule)
    if w.state.outcome is None:
        proceed(w)


# -- advance beyond the hex that was attacked ----------------------------------------------------------------


def further_refusal(w: GameInProgress, u: int, hex: int) -> IllegalOrderError | None:
    """Why a unit that has advanced may not go on to a hex, or None."""
    here, rule, name = w.state.where[u], w.rule("advance"), w.board.name(hex)
    if w.board.direction(here, hex) < 0:
        return IllegalOrderError(f"{w.label(u)} advances hex by hex; {name} is not next to it.", rule)
    if hex in w.battle.origins:
        return IllegalOrderError(f"The attack came from {name}, and an advance leads on, not back.", rule)
    if w.mask[1 - w.battle.side] >> hex & 1:
        return IllegalOrderError(f"Enemy units stand in {name}.", rule)
    if not _can_go(w, u, here, hex):
        return IllegalOrderError(f"{w.label(u)} cannot enter {name}.", rule)
    if not w.ruleset.advance.ignores_zones and zones.zone_to_advance(w, u) >> hex & 1:
        return IllegalOrderError(f"{name} is in an enemy zone of control.", rule)
    return advance_refusal(w, u) or stacking.refusal(w, hex, [u])


def _further_hexes(w: GameInProgress, u: int) -> list[int]:
    """The hexes to which a unit that has advanced may go on."""
    return [h for h in w.board.neighbours[w.state.where[u]] if h >= 0 and further_refusal(w, u, h) is None]


def enter_further(w: GameInProgress) -> None:
    """Ask which units go on, as long as one of them can."""
    battle = w.battle
    battle.pending = [p for p in battle.pending if w.state.where[p[0]] >= 0]
    if not any(_further_hexes(w, u) for u, _ in battle.pending):
        battle.pending = []
        w.go("resume")


def further_advances(w: GameInProgress, unit: int | None) -> list[Order]:
    legal = [
        Order("advance-on", (w.forces.keys[u],), (w.board.numbers[h],))
        for u, _ in w.battle.pending if unit in (None, u) for h in _further_hexes(w, u)]
    return legal if unit is not None else [*legal, PASS]


def advance_further(w: GameInProgress, order: Order) -> None:
    battle, rule = w.battle, w.rule("advance")
    if order.verb == "pass":
        battle.pending = []
        proceed(w)
        return
    if order.verb != "advance-on":
        raise IllegalOrderError("Advance further with one of the units that advanced, or pass.", rule)
    u, hex = w.unit(order.units[0]), w.hex(order.hexes[0])
    if all(u != v for v, _ in battle.pending):
        raise IllegalOrderError(f"{w.label(u)} advances no further.", rule)
    bad = further_refusal(w, u, hex)
    if bad is not None:
        raise bad
    battle.pending = [[v, left - (v == u)] for v, left in battle.pending if v != u or left > 1]
    w.put(u, hex)
    w.say("advance", f"{w.label(u)} advances into {w.board.name(hex)}.", rule, (hex,), (u,))
    control.occupy(w, u, [hex])
    if w.state.outcome is None:
        w.go("advance-on")
