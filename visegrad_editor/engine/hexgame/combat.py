"""Combat: declaring an attack, support, the choice of table, the roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ...model.rules.grammar import ALL_UNITS, ALWAYS, dice_of
from ..bits import bits, spread
from ..odds import percent
from ..orders import PASS, IllegalOrderError, Order, check_order
from ..position import AttackPreview, Shift
from . import phases, results, supply, zones
from .conditions import Case
from .fights import (
    Fight,
    assess,
    chances_on,
    chances_with_rolls,
    choices_of_table,
    exact_strength,
    final_result,
    joins,
    odds_text,
    other_tables,
    percent_text,
    plain_number,
    result_of,
    rolls,
    rules,
)
from .in_progress import GameInProgress
from .state import ATTACKED, DEFENDED, NO_COMBAT, RETREATED, Battle

MAX_LISTED = 24
"""How many combinations of attackers are listed for one hex; others are legal all the same."""


# -- possible attacks ----------------------------------------------------------------------------------


def refusal_to_attack(w: GameInProgress, u: int) -> IllegalOrderError | None:
    """Why a unit may not attack at all now, or None."""
    s, rule, label = w.state, w.rule("combat"), w.label(u)
    side = w.forces.side[u]
    if w.forces.aloft[u]:
        return _air_refusal(w, u)
    if s.where[u] < 0:
        return IllegalOrderError(f"{label} is not on the map: {w.place(u)}.", rule)
    if s.flags[u] & ATTACKED:
        return IllegalOrderError(f"{label} has attacked already this turn.", rule)
    if s.flags[u] & NO_COMBAT:
        return IllegalOrderError(f"{label} may not attack after its move.", rule)
    if not rules(w).who(u, side):
        return IllegalOrderError(f"{label} cannot attack.", rule)
    phase = phases.present(w)
    if phase is not None and not (
            w.made.units(phase.units)(u, side) and w.made.test(phase.allowed)(Case(side, u))):
        return IllegalOrderError(f"{label} does not attack in this phase.", phase.rule or rule)
    if not phases.takes_part(w, u):
        return IllegalOrderError(f"{label} does not act in this player turn.", rule)
    for n, state in enumerate(w.ruleset.states):
        if s.status[u] >> n & 1 and "combat" in state.may_not:
            return IllegalOrderError(
                f"{label} is {state.name.lower()} and may not attack.", state.rule or rule)
    if "combat" in supply.forbidden(w, u):
        return IllegalOrderError(f"{label} is out of supply and may not attack.", w.rule("supply"))
    may_not = rules(w).may_not
    if may_not is not None and may_not(Case(side, u)):
        return IllegalOrderError(f"{label} may not attack now.", rule)
    if not w.ruleset.combat.without_strength and not exact_strength(w, u, "attack"):
        return IllegalOrderError(f"{label} has no attack strength.", rule)
    return None


def _air_refusal(w: GameInProgress, u: int) -> IllegalOrderError:
    return IllegalOrderError(
        f"{w.label(u)} is an air unit; it can only support an attack.", w.rule("air", "combat"))


def range_refusal(w: GameInProgress, u: int, hex: int) -> IllegalOrderError | None:
    """Why a unit may not attack a hex from where it stands, or None."""
    at, rule = w.state.where[u], w.rule("combat")
    far = attack_range(w, u) if w.hooks["attack_range"] else 0
    if at == hex or (far and w.board.distance(at, hex) <= far):
        pass
    elif w.board.direction(hex, at) < 0:
        join, who = w.ruleset.combat.join, rules(w).join
        if join is None or who is None or not who(u, w.forces.side[u]) or (
                w.board.distance(at, hex) > join.range):
            return IllegalOrderError(f"{w.label(u)} is not next to {w.board.name(hex)}.", rule)
    elif rules(w).not_across and w.ground.is_across(at, hex, rules(w).not_across):
        return IllegalOrderError(
            f"{w.label(u)} may not attack {w.board.name(hex)} across what lies between.", rule)
    for chapter in w.hooks["may_attack"]:
        bad: IllegalOrderError | None = chapter.may_attack(w, u, hex)
        if bad is not None:
            return bad
    return None


def attack_range(w: GameInProgress, u: int) -> int:
    """How many hexes away a unit may attack over everything, alone too; 0 for units as usual."""
    return max((chapter.attack_range(w, u) for chapter in w.hooks["attack_range"]), default=0)


def fresh(w: GameInProgress) -> list[int]:
    """The moving side's units that may attack now and are near enough to an enemy."""
    known: list[int] = w.recall("fresh", lambda: _fresh(w))
    return known


def _fresh(w: GameInProgress) -> list[int]:
    s, who, side, settings = w.state, rules(w).join, w.state.player, rules(w)
    near, far = spread(w.mask[1 - side], w.board.adjacent), bool(w.hooks["attack_range"])
    if who is None and not far and _all_may_attack(w):
        done, held, fights = ATTACKED | NO_COMBAT, settings.holds_back, settings.who
        where, flags, status, actors = s.where, s.flags, s.status, phases.actors(w)
        powerless = w.ruleset.combat.without_strength
        return [u for u in w.forces.ground[side]
                if (at := where[u]) >= 0 and near >> at & 1 and not flags[u] & done and not status[u] & held
                and u in actors and fights(u, side) and (powerless or exact_strength(w, u, "attack"))]
    return [u for u in w.forces.ground[side]
            if (at := s.where[u]) >= 0 and not s.flags[u] & (ATTACKED | NO_COMBAT)
            and (near >> at & 1 or (who is not None and who(u, side)) or (far and attack_range(w, u)))
            and refusal_to_attack(w, u) is None]


def _all_may_attack(w: GameInProgress) -> bool:
    """Whether nothing forbids an attack now but what the unit is, has done, and its states."""
    phase = phases.present(w)
    return rules(w).may_not is None and not supply.forbids(w, "combat") and (
        phase is None or (phase.units == ALL_UNITS and phase.allowed == ALWAYS))


def _distant(w: GameInProgress) -> frozenset[int]:
    """Those of the units that may attack now that need not be next to what they attack."""
    who, side = rules(w).join, w.state.player
    known: frozenset[int] = w.recall("distant", lambda: frozenset(
        u for u in fresh(w) if (who is not None and who(u, side))
        or (w.hooks["attack_range"] and attack_range(w, u))))
    return known


def targets(w: GameInProgress) -> list[int]:
    """The hexes that may be attacked by units next to them, without a unit attacked before."""
    s = w.state
    near = 0
    for u in fresh(w):
        near |= 1 << s.where[u]
    join = w.ruleset.combat.join
    if join is not None and join.alone:
        for _ in range(join.range):
            near |= spread(near, w.ground.links_over_all)
    else:
        near |= spread(near, w.board.adjacent)
    near &= w.mask[1 - s.player]
    if rules(w).range_is_usual and join is None:
        return [h for h in bits(near) if attacked_before(w, h) < 0]
    far = {s.where[u]: n for u in _distant(w) if (n := attack_range(w, u))}
    for h in bits(w.mask[1 - s.player]) if far else ():
        if any(w.board.distance(at, h) <= n for at, n in far.items()):
            near |= 1 << h
    return [h for h in bits(near) if attacked_before(w, h) < 0
            and any(_is_next_to(w, u, h) for u in able(w, h))]


def attacked_before(w: GameInProgress, hex: int) -> int:
    """A unit because of which a hex may not be attacked again, or -1. Units that have retreated into a hex do
    not protect others there."""
    flags, here = w.state.flags, w.stack[hex]
    attacked = [d for d in here if flags[d] & DEFENDED]
    stood = [d for d in attacked if not flags[d] & RETREATED]
    return stood[0] if stood else attacked[0] if attacked and len(attacked) == len(here) else -1


def _is_next_to(w: GameInProgress, u: int, hex: int) -> bool:
    """Whether a unit may attack a hex alone: it is next to it, or need not be."""
    join = w.ruleset.combat.join
    at = w.state.where[u]
    if join is not None and join.adjacent and not join.alone and joins(w, u, hex):
        return False
    return w.board.direction(hex, at) >= 0 or (join is not None and join.alone) or at == hex or (
        bool(w.hooks["attack_range"]) and w.board.distance(at, hex) <= attack_range(w, u))


def may_go_on(w: GameInProgress, hex: int, units: Sequence[int]) -> bool:
    """Whether some units can still make an attack without those that were lost: one of them may attack
    alone."""
    return any(_is_next_to(w, u, hex) for u in units)


def able(w: GameInProgress, hex: int) -> list[int]:
    """The units that could join an attack on a hex, the strongest first."""
    known: list[int] = w.recall(("able", hex), lambda: _able(w, hex))
    return known


def _able(w: GameInProgress, hex: int) -> list[int]:
    near, where = w.board.neighbours[hex], w.state.where
    ranks: dict[int, int] = w.recall("ranks", lambda: _ranks(w))
    if rules(w).range_is_usual and w.ruleset.combat.join is None:
        units = [u for n in near if n >= 0 for u in w.stack[n] if u in ranks]
    else:
        distant = _distant(w)
        units = [u for u in ranks
                 if (where[u] in near or u in distant) and range_refusal(w, u, hex) is None]
    return sorted(units, key=ranks.__getitem__)


def _ranks(w: GameInProgress) -> dict[int, int]:
    """The units that may attack now, the strongest first, with their places in that order."""
    units = sorted((-plain_number(w, u, "attack"), u) for u in fresh(w))
    return {u: n for n, (_, u) in enumerate(units)}


def enter(w: GameInProgress) -> None:
    s = w.state
    s.side = s.player
    w.forget()
    if not targets(w):
        if not any(s.flags[u] & ATTACKED for u in w.forces.ground[s.player]):
            w.say("phase-passed", f"{w.said_of(s.side, 'has')} nothing to attack.", w.rule("combat"))
        w.go("next-phase")


def _groups(units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All units, then each alone, then other groups up to the limit: all groups of few units, or the
    strongest ones of many."""
    n = len(units)
    if n <= 4:
        for size in (n, *range(1, n)):
            yield from combinations(units, size)
        return
    yield tuple(units)
    yield from ((u,) for u in units[: MAX_LISTED // 2])
    for size in range(2, min(n, MAX_LISTED // 2)):
        yield tuple(units[:size])


def orders(w: GameInProgress, unit: int | None) -> list[Order]:
    legal = [PASS] if unit is None and not _obliged(w) else []
    may_refuse = rules(w).may_refuse
    alone = rules(w).range_is_usual and w.ruleset.combat.join is None
    for hex in targets(w):
        number = (w.board.numbers[hex],)
        everybody = unit is None or unit in w.stack[hex]
        for group in _groups(able(w, hex)):
            if not everybody and unit not in group:
                continue
            if (alone or any(_is_next_to(w, u, hex) for u in group)) and not (
                    may_refuse and _is_refused(w, hex, group)):
                legal.append(Order("attack", w.keys(group), number))
    if not legal and unit is None:
        legal.append(PASS)
    return legal


def _is_refused(w: GameInProgress, hex: int, units: Sequence[int]) -> bool:
    """Whether the odds of an attack are such that nobody makes it."""
    return rules(w).may_refuse and assess(w, hex, units).fixed == "refuse"


def _obliged(w: GameInProgress) -> list[int]:
    """The hexes that must still be attacked before the phase may end."""
    if w.ruleset.combat.must != "all-in-zones" or phases.kind_of(w, phases.bare_phase(w)) == "fire":
        return []
    zone = zones.zone(w, w.state.player)
    return [h for h in targets(w) if zone >> h & 1 and any(
        not _is_refused(w, h, group) for group in _groups(able(w, h))
        if any(_is_next_to(w, u, h) for u in group))]


def perform(w: GameInProgress, order: Order) -> None:
    rule = w.rule("combat")
    if order.verb == "pass":
        must = _obliged(w)
        if must:
            raise IllegalOrderError(
                f"Every enemy in a zone of control must be attacked: {w.board.name(must[0])}.", rule)
        w.go("next-phase")
        return
    if order.verb != "attack":
        raise IllegalOrderError("Attack an enemy hex, or pass.", rule)
    s = w.state
    hex = w.hex(order.hexes[0])
    units = w.own_units(order, rule, "attacking unit")
    if not w.mask[1 - s.player] >> hex & 1:
        raise IllegalOrderError(f"No enemy unit stands in {w.board.name(hex)}.", rule)
    before = attacked_before(w, hex)
    if before >= 0:
        raise IllegalOrderError(f"{w.label(before)} has been attacked already this turn.", rule)
    ready = w.known.get("ranks", ())
    for u in units:
        bad = (None if u in ready else refusal_to_attack(w, u)) or range_refusal(w, u, hex)
        if bad is not None:
            raise bad
    if not any(_is_next_to(w, u, hex) for u in units):
        raise IllegalOrderError(f"At least one unit next to {w.board.name(hex)} must attack it.", rule)
    fight = assess(w, hex, units)
    if fight.fixed == "refuse":
        raise IllegalOrderError(
            f"{fight.attack} to {fight.defence} are odds at which nobody attacks.", rule)
    s.battle = Battle(hex, s.player, units, list(w.stack[hex]), origins=[s.where[u] for u in units])
    w.forget()
    w.say("attack", f"{w.labels(units)} attack{'s' if len(units) == 1 else ''} {w.labels(fight.defenders)} "
          f"in {w.board.name(hex)}: {fight.attack} to {fight.defence}"
          f"{f', {told}' if (told := percent_text(w, fight)) else ''}.", rule,
          (hex, *fight.origins), (*units, *fight.defenders))
    w.at("attack", fight=fight)
    s.side = s.player
    w.go("support")


# -- support -------------------------------------------------------------------------------------------


def _support_of(w: GameInProgress, side: int) -> tuple[str, int]:
    """The asset that a side may use for support, and how much of it."""
    rule = w.ruleset.combat.support
    if rule is None:
        return "", 0
    asset = w.asset_of(rule.asset, side)
    most = rule.attacker if side == w.battle.side else rule.defender
    return asset, min(most, w.state.assets.get(asset, 0))


def enter_support(w: GameInProgress) -> None:
    """Ask each side that has some for support, the attacker first."""
    s, battle = w.state, w.battle
    for side in (battle.side, 1 - battle.side) if s.side == battle.side else (1 - battle.side,):
        if _support_of(w, side)[1]:
            s.side = side
            return
    s.side = battle.side
    w.go("table")


def supports(w: GameInProgress, unit: int | None) -> list[Order]:
    if unit is not None:
        return []
    most = _support_of(w, w.state.side)[1]
    legal = [PASS, *(Order("support", words=(str(n),)) for n in range(1, most + 1))]
    if w.ruleset.combat.call_off and w.state.side == w.battle.side:
        legal.append(Order("call-off"))
    return legal


def support(w: GameInProgress, order: Order) -> None:
    s, battle = w.state, w.battle
    attacking = s.side == battle.side
    asset, most = _support_of(w, s.side)
    rule = w.ruleset.combat.support
    number = (rule.rule if rule is not None else "") or w.rule("combat")
    if order.verb == "call-off" and attacking and w.ruleset.combat.call_off:
        _call_off(w)
        return
    if order.verb == "support":
        wanted = int(order.words[0])
        if not 1 <= wanted <= most:
            raise IllegalOrderError(f"Support with 1 to {most}, or pass.", number)
        s.assets[asset] -= wanted
        battle.support[0 if attacking else 1] = wanted
        w.say("support", f"{w.said_of(s.side, 'supports')} the {'attack' if attacking else 'defence'} "
              f"with {wanted}.", number, (battle.hex,))
    elif order.verb != "pass":
        raise IllegalOrderError("Support the fight, or pass.", number)
    if attacking:
        s.side = 1 - battle.side
        w.go("support")
    else:
        s.side = battle.side
        w.go("table")


def _call_off(w: GameInProgress) -> None:
    battle = w.battle
    w.say("called-off", f"The attack on {w.board.name(battle.hex)} is called off.", w.rule("combat"),
          (battle.hex,))
    # The hex counts as attacked, so that no attack is called off again and again.
    for u in battle.defenders:
        w.state.flags[u] |= DEFENDED
    w.state.battle = None
    w.forget()
    w.go("attack")


def _support_columns(w: GameInProgress) -> int:
    rule, spent = w.ruleset.combat.support, w.battle.support
    return (spent[0] - spent[1]) * (rule.shift if rule is not None else 1)


# -- the choice of table, and the roll -------------------------------------------------------------------


def _fight(w: GameInProgress, table: str = "") -> Fight:
    return assess(w, w.battle.hex, w.battle.attackers, _support_columns(w), table)


def _table_chooser(w: GameInProgress) -> str:
    fight = _fight(w)
    return next((who for who in ("attacker", "defender") if choices_of_table(w, fight, who)), "")


def enter_table(w: GameInProgress) -> None:
    """Ask for the table if there is a choice."""
    chooser = _table_chooser(w)
    if chooser:
        w.state.side = w.battle.side if chooser == "attacker" else 1 - w.battle.side
    elif not w.ruleset.combat.call_off:
        resolve(w, "")


def table_choices(w: GameInProgress, unit: int | None) -> list[Order]:
    if unit is not None:
        return []
    fight = _fight(w)
    usual = fight.table
    tables = choices_of_table(w, fight, _table_chooser(w))
    names = [*(t.id for t in tables), *([usual.id] if usual is not None else [])]
    legal = [Order("use", words=(name,)) for name in dict.fromkeys(names)]
    if w.ruleset.combat.call_off and w.state.side == w.battle.side:
        legal.append(Order("call-off"))
    return legal


def choose_table(w: GameInProgress, order: Order) -> None:
    if order.verb == "call-off" and w.ruleset.combat.call_off and w.state.side == w.battle.side:
        _call_off(w)
        return
    known = [o.words[0] for o in table_choices(w, None) if o.verb == "use"]
    if order.verb != "use" or order.words[0] not in known:
        raise IllegalOrderError(
            f"Choose the table: {' or '.join(f'`use {name}`' for name in known)}.", w.rule("combat"))
    resolve(w, order.words[0])


def resolve(w: GameInProgress, table_id: str) -> None:
    """Roll on the column of the odds and shifts."""
    s, battle, rule = w.state, w.battle, w.rule("combat")
    s.side = battle.side
    fight = _fight(w, table_id)
    battle.table = fight.table.id if fight.table is not None else ""
    battle.odds = str(fight.ratio) if fight.ratio is not None else ""
    for u in battle.attackers:
        s.flags[u] |= ATTACKED
    for u in battle.defenders:
        s.flags[u] |= DEFENDED
    w.forget()
    place = w.board.name(battle.hex)
    units = (*battle.attackers, *battle.defenders)
    if fight.fixed or fight.table is None:
        battle.result = final_result(w, fight, fight.fixed)
        w.say("combat", f"Combat in {place}: {fight.attack} to {fight.defence} without a die: "
              f"{battle.result or 'no effect'}.", rule, (battle.hex,), units)
    else:
        table = fight.table
        named = f" ({w.ruleset.combat.rule})" if w.ruleset.combat.rule else ""
        dice = w.rolls(*dice_of(table.die), f"the combat in {place}, {table.name}{named}")
        total = sum(dice) + fight.die
        battle.result = result_of(w, fight, total)
        told = "".join(f", {s.name} {s.columns:+d}" for s in fight.shifts)
        rolled = ", ".join(map(str, dice)) + (f" {fight.die:+d}" if fight.die else "")
        odds = percent_text(w, fight) or fight.odds_column
        w.say("combat", f"Combat in {place}: {odds}{told}, resolved at {fight.column_name} of "
              f"the {table.name}; die {rolled}: {battle.result}.", rule, (battle.hex,), units, dice)
    w.at("result", code=battle.result)
    results.begin(w)


# -- advice ----------------------------------------------------------------------------------------------


def _named(w: GameInProgress, order: Order) -> tuple[int, list[int]]:
    """Target and attackers of an attack that the units could make from their present hexes."""
    rule = w.rule("combat")
    check_order(order)
    if order.verb != "attack" or len(order.hexes) != 1 or not order.units:
        raise IllegalOrderError("Odds need an attack on one hex by at least one unit.", rule)
    hex, units = w.hex(order.hexes[0]), [w.unit(k) for k in order.units]
    if len(set(units)) != len(units):
        raise IllegalOrderError("Name each attacking unit once.", rule)
    f, where, beside = w.forces, w.state.where, w.board.neighbours[hex]
    side, is_usual = f.side[units[0]], rules(w).range_is_usual
    there = w.mask[1 - side] >> hex & 1
    for u in units:
        if f.aloft[u]:
            raise _air_refusal(w, u)
        if f.side[u] != side:
            raise IllegalOrderError(f"{w.label(u)} cannot take part in this attack.", rule)
        if not there:
            raise IllegalOrderError(f"No enemy of {w.label(u)} stands in {w.board.name(hex)}.", rule)
        if where[u] < 0:
            raise IllegalOrderError(f"{w.label(u)} is not on the map: {w.place(u)}.", rule)
        if not is_usual or where[u] not in beside:
            bad = range_refusal(w, u, hex)
            if bad is not None:
                raise bad
    return hex, units


def preview(w: GameInProgress, order: Order | None, shift: int = 0) -> AttackPreview:
    """The basis for resolving an attack, or the attack under way, with `shift` columns of support."""
    if order is None:
        if w.state.battle is None:
            raise IllegalOrderError("No attack is under way.", w.rule("combat"))
        shift += _support_columns(w)
        fight = assess(w, w.battle.hex, w.battle.attackers, shift, w.battle.table)
    else:
        hex, units = _named(w, order)
        fight = assess(w, hex, units, shift)
    shifts: tuple[Shift, ...] = tuple(fight.shifts)
    found: dict[str, Mapping[str, int]] = {}
    if fight.table is not None:
        found[fight.table.id] = chances_with_rolls(w, fight)
        for other in other_tables(w, fight):
            found[other.id] = chances_on(w, fight, other, shift)
    return AttackPreview(
        fight.attack, fight.defence, percent(fight.attack, fight.defence), shifts, fight.column,
        fight.column_name, found, odds_text(w, fight), rolls(w, fight))


