"""The blocks of rules in words: short sentences for charts, made from the data that the rules play with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from ..gamemap import GameMap
from ..ruleset import Phase, Ruleset
from ..schedule import ScheduledEvent
from ..wording import article, count, listed
from .arrivals import Arrivals, CallUp, Pool, Rebuilding, Release, Withdrawal
from .combat import Combat, CombatTable, Join, Support
from .counter import Steps
from .grammar import (
    ALWAYS,
    NEVER,
    NO_CHANGE,
    Change,
    HexFilter,
    Modifier,
    Situation,
    UnitFilter,
    dice_of,
    fraction_text,
)
from .movement import ClassCost, Exit, Mode, Movement
from .phrases import Phrases, either, number_word, plural, sentence, small, spaced
from .results import Advance, ResultCode, Retreat, UnitState
from .sequence import ExtraTurn
from .sequence import Sequence as TurnSequence
from .stacking import THREE_UNITS, Stacking
from .supply import Leg, Supply, SupplyPath, SupplySource, SupplyState
from .victory import Asset, Control, GameEvent, Victory, VictoryCondition, VictoryPoints
from .zones import USUAL_ZONES, Zones

_DOINGS = {"combat": "attack", "fire": "fire", "move": "move", "replace": "receive replacements",
           "exploit": "exploit", "advance": "advance", "retreat": "retreat", "rally": "rally"}
"""What units do, by the word in `may_not` and `then_not`."""
_LONG_PLACE = 60
"""Characters from which the name of a source of supply stands alone, without its hexes."""
_STOPPED = {"supply": "supply paths", "retreat": "retreats", "arrive": "arrivals", "replace": "replacements",
            "modes": "other ways to move", "move": "movement", "advance": "advances"}
"""What zones of control stop."""
_MOST_NAMED = 6
"""How many units that an event brings are named; more are counted."""


class Sentence(NamedTuple):
    """A sentence, and the number of the rule that says it or ""."""

    text: str
    rule: str = ""

    def __str__(self) -> str:
        if not self.rule:
            return self.text
        return f"{self.text[:-1]} [{self.rule}]{self.text[-1]}"


class Sentences:
    """Says what the blocks of a ruleset mean, each method for one of them. `entries` are the names of the
    scenario's entries by id; one that is not among them is called by its id. `brought` are the names of its
    units that arrive with an event, by the id of the event; `events` the names that its schedule gives
    events. With `with_places` the numbers of hexes are followed by the names of the places there."""

    def __init__(
        self, ruleset: Ruleset, map: GameMap | None = None, entries: Mapping[str, str] | None = None,
        brought: Mapping[str, Sequence[str]] | None = None, events: Mapping[str, str] | None = None,
        with_places: bool = False,
    ) -> None:
        self._ruleset, self._entries = ruleset, entries or {}
        self.phrases = Phrases(ruleset, map, with_places, events)
        self._brought = brought or {}

    def blocks(self, every: bool = True) -> Iterator[tuple[str, list[Sentence]]]:
        """Each block as title and sentences, in the order of a turn; without `every` only those that differ
        from their default."""
        rules, usual = self._ruleset, _USUAL
        said: tuple[tuple[str, tuple[str, ...], Callable[[], Iterable[Sentence]]], ...] = (
            ("Order of play", ("sequence",), lambda: self.sequence(rules.sequence)),
            ("Phases", (), lambda: _all(self.phase, rules.phases)),
            ("Steps", ("steps",), lambda: self.steps(rules.steps)),
            ("Stacking", ("stacking",), lambda: self.stacking(rules.stack_limits)),
            ("Zones of control", ("zones",), lambda: self.zones(rules.zones)),
            ("Movement", ("movement",), lambda: self.movement(rules.movement)),
            ("Combat", ("combat",), lambda: self.combat(rules.combat)),
            ("Retreat and advance", ("retreat", "advance"), lambda: chain(
                self.retreat(rules.retreat), self.advance(rules.advance))),
            ("States of units", ("states",), lambda: _all(self.state, rules.states)),
            ("Supply", ("supply",), lambda: self.supply(rules.supply)),
            ("Arrivals", ("arrivals", "pools", "withdrawals", "releases", "call_ups"), lambda: chain(
                self.arrivals(rules.arrivals), _all(self.pool, rules.pools),
                _all(self.withdrawal, rules.withdrawals), _all(self.release, rules.releases),
                _all(self.call_up, rules.call_ups))),
            ("Replacements", ("rebuilding",), lambda: self.rebuilding(rules.rebuilding)),
            ("Control of hexes", ("control",), lambda: self.control(rules.control)),
            ("Off the map", ("assets",), lambda: _all(self.asset, rules.assets)),
            ("Events", ("events",), lambda: map(self.event, rules.events)))
        for title, keys, say in said:
            if every or not keys or any(getattr(rules, key) != getattr(usual, key) for key in keys):
                sentences = list(say())
                if sentences:
                    yield title, sentences

    # -- stacking and zones ------------------------------------------------------------------------

    def stacking(self, block: Stacking) -> list[Sentence]:
        """How much may stand in a hex, and when that is judged."""
        when = {"end-of-move": "at the end of each move", "end-of-phase": "at the end of the phase",
                "always": "at all times"}[block.judged]
        excess = {"refuse": "", "owner-removes": "; the owner removes any more",
                  "enemy-removes": "; the enemy removes any more"}[block.excess]
        return [*self._stacking_limit(block), *self._no_room(block), *self._stacking_exceptions(block),
                *_said([f"the limit holds {when}{excess}"], block.rule)]

    def stacking_limits(self, block: Stacking) -> list[Sentence]:
        """How much may stand in a hex: the limit, and all that changes it in some hexes or for some units.
        That air units or markers take no room is left out where units are only counted, as it is in most
        games."""
        usual = block.weigh.by == "unit" and block.free == THREE_UNITS.free
        return [*self._stacking_limit(block), *([] if usual else self._no_room(block)),
                *self._stacking_exceptions(block)]

    def _stacking_limit(self, block: Stacking) -> list[Sentence]:
        say, limit = self.phrases, _part(block.limit)
        one = Fraction(block.limit) == 1
        if block.weigh.by == "unit":
            texts = [f"at most {limit} unit{'' if one else 's'} may stand in a hex"]
        elif block.weigh.by == "steps":
            texts = [f"units of at most {limit} step{'' if one else 's'} together may stand in a hex"]
        else:
            names = {w: [] for _, w in block.weigh.of}  # type: dict[str, list[str]]
            for id, weight in block.weigh.of:
                word = say.named("unit_types", id) if block.weigh.by == "type" else spaced(id)
                names[weight].append(word)
            counts = [f"{article(either(words))} counts {_part(weight)}" for weight, words in names.items()]
            texts = [f"at most {limit} stacking point{'' if one else 's'} may stand in a hex: "
                     f"{', '.join([*counts, 'any other unit counts 1' if counts else 'each unit counts 1'])}"]
        return _said(texts, block.rule)

    def _no_room(self, block: Stacking) -> list[Sentence]:
        return _said([f"{self.phrases.units(block.free)} take no room"], block.rule) if block.free else []

    def _stacking_exceptions(self, block: Stacking) -> list[Sentence]:
        say, rule = self.phrases, block.rule
        made: list[Sentence] = []
        for quota in block.at_most:
            if quota.number:
                units = say.units(quota.units, one=quota.number == 1)
                text = f"at most {quota.number} {units} may stand in a hex"
            else:
                text = f"no {say.units(quota.units, one=True)} may stand in a hex with others"
            made += _said([text], quota.rule or rule)
        for apart in block.apart:
            through = "they may pass through each other's hexes" if apart.passing else (
                "they do not pass through each other's hexes either")
            made += _said([f"{say.units(apart.units)} never end in a hex with {say.units(apart.from_)}; "
                           f"{through}"], apart.rule or rule)
        for hexes in block.by_hex:
            made += _said([f"in {say.hexes(hexes.hexes)} the limit is {_part(hexes.limit)}"],
                          hexes.rule or rule)
        return made

    def zones(self, block: Zones) -> list[Sentence]:
        """What zones of control are, reach and do."""
        say, rule = self.phrases, block.rule
        usual = USUAL_ZONES[block.kind]
        enter, leave, through, start = (
            own or by_kind for own, by_kind in zip(
                (block.enter, block.leave, block.through, block.start), usual, strict=True))
        whom = say.units(block.on) if block.on else "units"
        if block.kind == "none":
            return _said(["there are no zones of control"], rule)
        if block.kind == "contact" and (enter, leave, through) == usual[:3]:
            what = [f"there are no zones of control; {whom} that start next to an enemy do not move"
                    if start == "held" else "there are no zones of control"]
            reach = self._reach(block, "contact does not count")
            return [*_said([*what, *reach], rule), *self.modifiers(block.modifiers, rule)]
        who = say.units(block.of) if block.of else "units"
        texts = [f"{who} have a zone of control in the six hexes around them"]
        texts += self._reach(block, "it does not reach")
        if block.on:
            texts.append(f"only {whom} are affected by enemy zones")
        texts.append({"stop": "a unit that enters an enemy zone stops",
                      "free": "units enter enemy zones freely"}.get(
            enter, f"entering an enemy zone costs {_more(enter)}"))
        if start == "held":
            texts.append("a unit that starts in an enemy zone does not move")
        else:
            texts.append({"free": "a unit that starts in one leaves it freely",
                          "never": "a unit in one cannot leave it"}.get(
                leave, f"leaving one costs {_more(leave)}"))
            texts.append({"never": "no unit goes from one enemy zone straight to another",
                          "one-hex": "a unit that starts in one may go straight to another, where it stops",
                          "free": "units go from one straight to another as they like"}.get(
                through, f"going straight from one to another costs {_more(through)}"))
        made = _said(texts, rule)
        for few in block.heeded:
            made += _said([f"{say.units(few.units)} heed only the zones of {say.units(few.of)}"], rule)
        if block.blocks:
            stopped = listed([_STOPPED.get(b, spaced(b)) for b in block.blocks])
            lifted = [_STOPPED.get(b, spaced(b)) for b in block.lifted_by_friends if b in block.blocks]
            friend = f", but not {listed(lifted)} where a friendly unit stands" if lifted else ""
            made += _said([f"they stop {stopped} too{friend}"], rule)
        if "move" in block.lifted_by_friends:
            made += _said(["a friendly unit in the hex lifts them for movement"], rule)
        return [*made, *self.modifiers(block.modifiers, rule)]

    def _reach(self, block: Zones, begin: str) -> list[str]:
        say, reach = self.phrases, block.reach
        ends = []
        into = [*([say.hexes(HexFilter(terrain=reach.not_terrain))] if reach.not_terrain else []),
                *([say.hexes(HexFilter(features=reach.not_features))] if reach.not_features else [])]
        if into:
            ends.append(f"into {either(into)}")
        if reach.not_across:
            ends.append(f"across {say.hexside(reach.not_across)}")
        return [f"{begin} {' or '.join(ends)}"] if ends else []

    def modifiers(self, several: Iterable[Modifier], rule: str = "") -> list[Sentence]:
        """Each modifier as a sentence."""
        return [Sentence(self.phrases.modifier(one), one.rule or rule) for one in several]

    # -- movement ----------------------------------------------------------------------------------

    def movement(self, block: Movement) -> list[Sentence]:
        """How units move, besides what the terrain chart says."""
        say, rule = self.phrases, block.rule
        texts = []
        if block.value != "movement":
            texts.append(f"the movement allowance is the {say.named('values', block.value)} of a unit")
        if len(block.classes) > 1:
            names = [small(c.name) if c.name else spaced(c.id) for c in block.classes]
            texts.append(f"the movement classes are {listed(names)}")
        texts.append({
            "dearest": "in a hex with a feature the dearer of terrain and feature counts",
            "feature": "in a hex with a feature only the cost of the feature counts",
            "sum": "in a hex with a feature the costs of terrain and feature are added"}[block.ground])
        road = [text for text in (
            {"ground": "its cost counts in place of that of the hex", "nothing": "",
             "half": "a hex costs half"}[block.road.replaces],
            "what lies on the hexside costs nothing" if block.road.lifts == "hexside" else "") if text]
        texts.append(f"along a road {listed(road)}" if road else "roads change no cost")
        texts.append("a unit may always move one hex that is not prohibited" if block.least == "one-hex"
                     else "a unit that cannot pay for a hex does not enter it")
        if block.stops is not None:
            texts.append(f"a unit stops in {say.a_hex(block.stops)}")
        if block.may_not is not None:
            texts.append(f"a unit does not move {say.situation(block.may_not)}")
        made = _said(texts, rule)
        for way_out in block.off_map:
            made += self.exit(way_out)
        for mode in block.modes:
            made += self.mode(mode)
        return [*made, *self.modifiers(block.modifiers, rule)]

    def exit(self, block: Exit) -> list[Sentence]:
        """Where units leave the map."""
        say = self.phrases
        who = f"units of {say.side(block.side)}" if block.side else "units"
        points = f", for {_points(block.points)} each" if block.points else ""
        return _said([f"{who} may leave the map from {say.all_hexes(block.hexes)}{points}"], block.rule)

    def mode(self, block: Mode) -> list[Sentence]:
        """Another way to move."""
        say = self.phrases
        parts = []
        if block.allowance:
            parts.append("without a limit in points" if block.allowance == "none" else
                         say.amount(block.allowance, "the movement allowance"))
        if block.cost is not None:
            parts.append(f"every hex costs {_cost(block.cost)}")
        if block.over == "any":
            parts.append("over any hex")
        if block.range:
            parts.append(f"at most {block.range} hex{'' if block.range == 1 else 'es'}")
        along = [*(plural(say.named("roads", r)) for r in block.only.roads),
                 *(say.hexes(HexFilter(terrain=(t,))) for t in block.only.terrain)]
        if along:
            parts.append(f"only along {either(along)}")
        if block.start_and_end is not None:
            parts.append(f"from and to {say.hexes(block.start_and_end)}")
        if block.not_end is not None:
            parts.append(f"never ending in {say.hexes(block.not_end)}")
        if block.never is not None:
            parts.append(f"never in {say.hexes(block.never)}")
        if block.ignores_zones:
            parts.append("zones of control do not matter")
        if block.then_not:
            who_not = "the unit" if block.then_units is None else say.units(block.then_units)
            parts.append(f"{who_not} may not {_doings(block.then_not)} afterwards")
        if block.arriving:
            parts.append("reinforcements may come by it too")
        if block.quota is not None:
            counted = {"unit": "unit", "weight": "stacking point", "step": "step"}[block.quota.by]
            n = block.quota.a_turn
            parts.append(f"for at most {n} {counted if n == 1 else plural(counted)} a turn")
        who = f"for {say.units(block.units)}" if block.units else ""
        needs = say.situation(block.needs)
        name = block.name or spaced(block.id)
        return _said([f"{name}{f', {who}' if who else ''}: "
                      f"{'; '.join(parts) or 'as over the ground'}{f'; {needs}' if needs else ''}"],
                     block.rule)

    def cost(self, block: ClassCost) -> list[Sentence]:
        """What some units pay."""
        say = self.phrases
        what = [*(say.named("terrain", t) for t in block.terrain),
                *(say.named("features", f) for f in block.feature),
                *(say.named("hexsides", h) for h in block.hexside),
                *(say.named("roads", r) for r in block.road)]
        who = say.units(UnitFilter(class_=block.class_))
        text = {"prohibited": f"{either(what) or 'everything'} is prohibited for {who}",
                "all": f"{either(what) or 'every hex'} costs {who} the whole allowance"}.get(
            str(block.cost), "")
        if not text and not isinstance(block.cost, str):
            text = f"{either(what) or 'every hex'} costs {who} {_cost(block.cost)}"
        return _said([text], block.rule)

    # -- combat ------------------------------------------------------------------------------------

    def combat(self, block: Combat) -> list[Sentence]:
        """Who fights, how strong, and which column counts."""
        say, rule = self.phrases, block.rule
        values = block.values
        attack, defence = (say.named("values", v) for v in (values.attack, values.defence))
        texts = [f"units attack and defend with their {attack}" if attack == defence else
                 f"units attack with their {attack} and defend with their {defence}"]
        if block.who:
            texts.append(f"only {say.units(block.who)} attack")
        texts.append({"never": "attacks are voluntary",
                      "all-in-zones": "every enemy in a zone of control must be attacked, but not in a phase "
                                      "of fire" if self._has_fire() else
                                      "every enemy in a zone of control must be attacked"}[block.must])
        if block.target == "hexes":
            texts.append("one attack may be on several hexes together")
        if block.not_across:
            texts.append(f"nobody attacks across {say.hexside(block.not_across)}")
        if block.may_not is not None:
            texts.append(f"a unit does not attack {say.situation(block.may_not)}")
        if block.without_strength:
            texts.append("units without attack strength may attack, too")
        texts.append(self._fractions(block))
        texts.append({
            "odds": "odds beyond the table count as its last column; then the shifts are made",
            "result": "shifts are made on from the odds; what then lies beyond the table counts as its last "
                      "column"}[block.limit])
        if block.most_shift:
            texts.append(f"the odds shift at most {number_word(str(block.most_shift), 'column')} either way"
                         .replace(" a column", " 1 column"))
        if block.call_off:
            texts.append("the attacker may call an attack off before the die is rolled")
        made = _said(texts, rule)
        made += self.ends(block)
        if block.join is not None:
            made += self.join(block.join)
        made += self.modifiers(block.strengths, rule)
        made += _said([{
            "best": "of terrain and feature the shift better for the defender counts",
            "sum": "the shifts of terrain and feature are added",
            "feature": "in a hex with a feature only its shift counts"}[block.ground_shift], {
            "best": "the shift of a hexside counts as soon as one unit attacks across it",
            "all": "the shift of a hexside counts only if all attack across one",
            "none": "hexsides shift nothing"}[block.side_shifts]], rule)
        made += self.modifiers(block.shifts, rule)
        if any(one.group for one in (*block.strengths, *block.shifts)):
            made += _said([f"of modifiers of one group {_GROUP[block.group_takes]} applies"], rule)
        if block.halved_least:
            made += _said([f"units whose strength is lowered count {block.least} at least together, beside "
                           "the others"], rule)
        for choice in block.table:
            when = say.situation(choice.when)
            who = f"the {choice.choice} may choose" if choice.choice else "used is"
            if when or choice.choice or len(block.table) > 1:
                made += _said([f"{who} the table {say.title('tables', choice.use)} {when}"], rule)
        for other in block.becomes:
            made += _said([f"{other.result} becomes {other.to} {say.situation(other.when)}"],
                          other.rule or rule)
        return [*made, *(self.support(block.support) if block.support is not None else [])]

    @staticmethod
    def _fractions(block: Combat) -> str:
        cut = {"down": "down", "up": "up", "nearest": "to the nearest number"}[block.round]
        least = f", to {block.least} at least" if block.least else ""
        if block.halve == "each":
            return f"the strength of each unit is rounded {cut}{least}"
        return f"strengths are added first, then the sum is rounded {cut}{least}"

    def ends(self, block: Combat) -> list[Sentence]:
        """What odds below the table give."""
        below = block.ends.below
        if below is None:
            return []
        what = "are refused" if below.result == "refuse" else f"are {below.result} without a die"
        when = "before" if below.judged == "before-shifts" else "after"
        return _said([f"attacks at less than {below.odds}, {when} shifts, {what}"], below.rule or block.rule)

    def join(self, block: Join) -> list[Sentence]:
        """Units that attack from further away."""
        texts = [f"{self.phrases.units(block.units)} may attack from up to {count(block.range, 'hex')} away"]
        if block.never_more_than:
            texts.append("they add no more strength than the units next to the hex have together")
        texts.append("they may attack alone" if block.alone else
                     "they only join units that attack from next to the hex")
        if block.adjacent:
            texts.append("so do those of them that are next to the hex")
        return _said(texts, block.rule)

    def support(self, block: Support) -> list[Sentence]:
        """Support by an asset."""
        name = self.phrases.named("assets", block.asset)
        shift = f"{block.shift} column{'' if block.shift == 1 else 's'}"
        return _said([f"in each fight the attacker may use {block.attacker} and the defender "
                      f"{block.defender} of {name}, each for a shift of {shift}"], block.rule)

    def odds(self, table: CombatTable) -> str:
        """What the columns and the dice of a table are."""
        counts = {
            "ratio": "the columns are attack strength to defence strength; odds between two columns count as "
                     "the lower one",
            "percent": "the columns are attack strength in per cent of defence strength",
            "difference": "the columns are attack strength less defence strength",
            "fire": "the columns are the attack strength", "none": ""}[table.counts]
        number, sides = dice_of(table.die)
        dice = "" if table.die == "1d6" else (
            f"roll one die of {sides} sides" if number == 1 else f"roll {number} dice of {sides} sides")
        ends = []
        if table.rows and table.modifiers:
            ends.append(f"totals below {table.first_row} count as {table.first_row}, those above "
                        f"{table.last_row} as {table.last_row}")
        return " ".join(sentence(text) for text in (counts, dice, *ends) if text)

    def result(self, block: ResultCode) -> Sentence:
        """What a result does: the designer's words, or what its script says."""
        text = sentence(block.text) or (self.phrases.script(block.does) if block.does else "")
        return Sentence(text or "Nothing happens.", block.rule)

    def retreat(self, block: Retreat) -> list[Sentence]:
        """How units retreat."""
        by = {"owner": "the owner", "attacker": "the attacker", "winner": "the winner"}[block.by]
        texts = [f"{by} chooses the way of a retreat, unless a result says otherwise",
                 {"never": "units do not retreat into enemy zones of control",
                  "lose-step": "a unit that retreats into an enemy zone of control loses a step",
                  "free": "units retreat into enemy zones of control freely"}[block.into_zones]]
        if block.friends_lift and block.into_zones != "free":
            texts.append("a friendly unit in the hex lifts the zone")
        if block.stacking == "ignore":
            texts.append("the stacking limit does not hold in a retreat")
        first = [{"empty": "empty hexes", "room": "hexes with room",
                  "away": "hexes further from the enemy"}[p] for p in block.prefer]
        if first:
            texts.append(f"chosen first are {', then '.join(first)}")
        texts.append({"eliminate": "a unit that cannot retreat is eliminated",
                      "lose-step": "a unit that cannot retreat loses a step and stays"}[block.blocked])
        texts.append({"eliminate": "a unit that never moves is eliminated in place of a retreat",
                      "lose-step": "a unit that never moves loses a step in place of a retreat",
                      "stay": "a unit that never moves stays"}[block.static])
        if block.passive:
            texts.append("a unit that has retreated adds nothing to the defence of its hex in this phase, "
                         "and is lost with any result that harms the defender")
        return _said(texts, block.rule)

    def _has_fire(self) -> bool:
        """Whether a player turn has a phase of fire."""
        kinds = {p.id: p.kind or p.id for p in self._ruleset.phases}
        return any(kinds.get(id, id) == "fire" for part in self._ruleset.sequence.turn for id in (
            *part.phases, *(i for order in part.choose for i in order)))

    def advance(self, block: Advance) -> list[Sentence]:
        """How attackers advance."""
        who = self.phrases.units(block.units) if block.units else "attackers"
        far = "one hex" if block.hexes == 1 else f"up to {block.hexes} hexes"
        zones = "zones of control do not hinder it" if block.ignores_zones else (
            "they do not advance into enemy zones of control")
        return _said([f"after combat {who} advance {far}; {zones}"], block.rule)

    def state(self, block: UnitState) -> list[Sentence]:
        """What a state of units does."""
        effect = self.phrases.change(block.effect, unit="the unit") if block.effect != NO_CHANGE else ""
        parts = [*([effect] if effect else []),
                 *([f"the unit may not {_doings(block.may_not)}"] if block.may_not else []),
                 {"turn-end": "it ends with the turn",
                  "own-turn-start": "it ends when its side's turn begins",
                  "own-turn-end": "it ends with its side's turn",
                  "own-rally": f"it ends in {self._rally()} of its side",
                  "never": "it does not end"}[block.ends]]
        return _said([f"{block.name.strip() or spaced(block.id)}: {'; '.join(parts)}"], block.rule)

    def _rally(self) -> str:
        """The phase in which units rally."""
        ids = [p.id for p in self._ruleset.phases if "rally" in (p.kind, p.id)]
        return self.phrases.phase(ids[0] if ids else "rally")

    # -- supply ------------------------------------------------------------------------------------

    def supply(self, block: Supply) -> list[Sentence]:
        """Where supply comes from, how far it reaches, and what being without it does."""
        if not block.sources:
            return _said(["all units are always in supply"], block.rule)
        made = [s for source in block.sources for s in self.source(source)]
        made += [s for path in block.paths or (SupplyPath(),) for s in self.path(path)]
        texts = [{"block": "enemy zones of control stop a path",
                  "block-unless-friend": "enemy zones of control stop a path except where a friendly unit "
                                         "stands",
                  "ignore": "enemy zones of control do not stop a path"}[block.zones],
                 {"end-of-own-move": "supply is judged at the end of the own movement",
                  "at-use": "supply is judged when a unit moves or fights",
                  "turn-start": "supply is judged at the beginning of a turn",
                  "own-turn-start": "supply is judged at the beginning of the own player turn"}[block.judged]]
        if block.free is not None:
            texts.append(f"{self.phrases.units(block.free)} need no supply")
        if block.arriving:
            texts.append("units are in supply in the turn of their arrival")
        made += _said(texts, block.rule)
        return [*made, *(s for state in block.states for s in self.supply_state(state))]

    def source(self, block: SupplySource) -> list[Sentence]:
        """A source of supply."""
        say = self.phrases
        who = say.units(block.for_) if block.for_ else "all units"
        works = "" if block.works == HexFilter() else f", of which only {say.hexes(block.works)} work"
        name = block.name.strip() or spaced(block.id)
        texts = [f"{name}: {say.all_hexes(block.hexes)} supply {who}{works}"]
        if block.repaired is not None:
            texts.append("a source that the enemy has entered works again a roll of "
                         f"{block.repaired.after} turns after it is retaken")
        return _said(texts, block.rule)

    def supply_of_side(self, side: str) -> str:
        """Where the units of a side draw their supply from: `the hexes on the east edge of the map (Eastern
        edge)`; "" if the ruleset has no source for them."""
        own = {n.id for n in self._ruleset.nationalities if n.side == side}
        texts = []
        for source in self._ruleset.supply.sources:
            who = source.for_ or UnitFilter()
            if (not who.side or side in who.side) and (not who.nationality or own & set(who.nationality)):
                where, name = self.phrases.all_hexes(source.hexes), source.name.strip()
                texts.append(where if not name else name if len(where) > _LONG_PLACE else f"{where} ({name})")
        return listed(texts) if texts else ""

    def path(self, block: SupplyPath) -> list[Sentence]:
        """The legs of a path."""
        legs = ", then ".join(map(self.leg, block.legs)) or "any path"
        who = self.phrases.units(block.for_) if block.for_ else "units"
        return _said([f"{who} are in supply by {legs}"], block.rule)

    def leg(self, leg: Leg) -> str:
        """One leg of a path: `a path of at most 6 hexes to a city`."""
        counted = "movement point" if leg.points else "hex"
        length = "a path of any length" if not leg.length else (
            f"a path of at most {leg.length} {counted if leg.length == 1 else plural(counted)}")
        kinds = either(plural(self.phrases.named("roads", r)) for r in leg.roads)
        roads = f" along {kinds}" if leg.roads else ""
        water = ", over water too" if leg.water else ""
        return f"{length}{roads} to {self.leg_end(leg)}{water}"

    def leg_end(self, leg: Leg) -> str:
        """Where a leg of a path ends: `a source of supply`, `a city`."""
        hexes = HexFilter(**{name: getattr(leg.to, name) for name in HexFilter.__dataclass_fields__})
        return either([
            *(["a source of supply"] if leg.to.sources else []),
            *([self.phrases.a_hex(hexes)] if hexes != HexFilter() or not leg.to.sources else [])])

    def supply_state(self, block: SupplyState) -> list[Sentence]:
        """What being out of supply does."""
        effect = self.phrases.change(block.effect, unit="the unit") if block.effect != NO_CHANGE else ""
        parts = [*([effect] if effect else []),
                 *([f"the unit may not {_doings(block.may_not)}"] if block.may_not else [])]
        if block.lose == "all":
            parts.append("the unit is eliminated")
        elif block.lose.isdecimal():
            parts.append(f"the unit loses {number_word(block.lose, 'step')} every turn")
        elif block.lose:
            parts.append(self.phrases.amount(block.lose, "every turn the number of its steps"))
        late = f" (once judged without supply {block.after} times in a row)" if block.after > 1 else ""
        name = block.name.strip() or spaced(block.id)
        return _said([f"{name}{late}: {'; '.join(parts) or 'nothing changes'}"], block.rule)

    # -- coming and going --------------------------------------------------------------------------

    def arrivals(self, block: Arrivals) -> list[Sentence]:
        """How arriving units enter."""
        return _said([
            {"next-turn": "units that cannot enter try again on the next turn",
             "eliminated": "units that cannot enter are eliminated"}[block.blocked],
            {"may": "their owner may let arriving units wait",
             "must-enter": "arriving units must enter if they can"}[block.delay],
            {"rest": "they move on with the rest of their allowance",
             "no": "they do not move on in that turn",
             "all": "they move on with all of their allowance"}[block.moves]], block.rule)

    def pool(self, block: Pool) -> list[Sentence]:
        """A pool and what may enter from it."""
        say = self.phrases
        numbers = ", ".join(f"{n} from turn {turn} on" for turn, n in block.number)
        quotas = [f"at most {q.number} {say.units(q.units, one=q.number == 1)} a turn" for q in block.at_most]
        named = {id: name.strip() for id, name in self._entries.items() if name.strip() != id}
        names = either(named.get(id) or spaced(id) for id in block.entry)
        entry = [f"entry: {names}"] if names else []
        later = ["those who did not come may come later besides"] if block.keeps else []
        parts = [f"each turn {say.side(block.side)} brings in {numbers or 'units'}", *later, *quotas, *entry]
        return _said([f"{block.name.strip() or spaced(block.id)}: {'; '.join(parts)}"], block.rule)

    def withdrawal(self, block: Withdrawal) -> list[Sentence]:
        """Units that must leave."""
        turn = (f"first player turn after {self.phrases.event(block.event)}" if block.event else
                f"player turn of turn {block.turn}")
        units = self.phrases.units(block.units)
        return _said([f"{units} must leave the map at the beginning of their {turn}"], block.rule)

    def scheduled(self, line: ScheduledEvent) -> Sentence:
        """When an event happens in a scenario by its schedule, and what it does then."""
        name = self.phrases.event(line.id) if not line.name else line.name
        moment = {"turn-start": "at the beginning of", "turn-end": "at the end of", "at-once": "during",
                  "": "at the beginning of"}[line.judged]
        if line.never:
            told = f"{name} never happens"
        elif not line.is_dated:
            told = f"{name} happens as the rules say" + (
                f", with {line.bonus:+d} to the dice" if line.bonus else "")
        else:
            told = f"{name} happens{self._date(line, moment)}"
        does = self.phrases.script(line.does) if line.does else ""
        return Sentence(sentence(told) + (f" {line.text.strip()}" if line.text.strip() else "")
                        + (f" {sentence(does)}" if does else ""), line.rule)

    def _date(self, line: ScheduledEvent, moment: str) -> str:
        first, last = line.turn or (0, 0)
        turns = "" if not first else f" {moment} turn {first}" if first == last else (
            f" {moment} turn {first}" if not line.roll and line.when is None else
            f" {moment} a turn from {first} to {last}")
        dice = Situation(roll=line.roll, at_least=line.at_least, at_most=line.at_most)
        roll = f" if {self.phrases.clause(dice)}{f', with {line.bonus:+d}' if line.bonus else ''}" if (
            line.roll) else ""
        if line.when is None:
            return f"{turns}{roll}"
        return f"{turns}{roll}{' and' if roll else ''} if {self.phrases.clause(line.when)}"

    def release(self, block: Release) -> list[Sentence]:
        """Units that may not move before something happens."""
        never = block.until in (ALWAYS, NEVER)
        until = "they are released" if never else self.phrases.clause(block.until)
        return _said([f"{self.phrases.units(block.units)} may not move until {until}"], block.rule)

    def call_up(self, block: CallUp) -> list[Sentence]:
        """Units called up by a roll."""
        say = self.phrases
        rolls = either(str(n) for n in block.success) or "nothing"
        again = "; after a failure they may try again next turn" if block.again else (
            "; after a failure they are lost")
        again += "; all of them try, as far as there are hexes" if block.must else ""
        again += f"; at most {block.each_hex} in a hex" if block.each_hex else ""
        return _said([f"{say.units(block.units)} are called up in {say.hexes(block.where)} with a roll of "
                      f"{rolls} on {block.roll}{again}"], block.rule)

    def rebuilding(self, block: Rebuilding) -> list[Sentence]:
        """What replacement steps do."""
        say, costs = self.phrases, block.costs
        back = "" if block.where is None else (
            f", rebuilding an eliminated one {costs.rebuild}, in full strength {costs.full}")
        texts = [f"restoring a reduced unit costs {number_word(str(costs.restore), 'step')}{back}"]
        if block.where is not None:
            texts.append(f"eliminated units return in {say.hexes(block.where)}")
        else:
            texts.append("eliminated units do not return")
        if block.needs is not None:
            texts.append(f"a unit is restored only {say.situation(block.needs) or 'where it stands'}")
        texts.append("steps that are not used are kept" if block.carry else
                     "steps that are not used are lost")
        return _said(texts, block.rule)

    # -- control, assets, events, victory ----------------------------------------------------------

    def control(self, block: Control) -> list[Sentence]:
        """Who controls hexes."""
        say = self.phrases
        who = f"{say.a_unit(block.units)}" if block.units else "a unit"
        texts = [f"a side controls a hex from when {who} of it was the last to enter" if block.by == "enter"
                 else f"a side controls the hexes in which {who} of it stands"]
        if block.kept_for != HexFilter():
            texts.append(f"the control of {say.hexes(block.kept_for)} is marked on the map")
        texts += [f"at the start {say.said_of(first.side, 'controls')} {say.all_hexes(first.hexes)}"
                  for first in block.at_start]
        return _said(texts, block.rule)

    def asset(self, block: Asset) -> list[Sentence]:
        """What a side has off the map; nothing for an asset of which only scenarios say how much."""
        if not (block.at_start or block.each_turn or block.most):
            return []
        parts = []
        if block.at_start:
            parts.append(f"{block.at_start} at the start")
        if block.each_turn:
            parts.append(", ".join(f"{n} a turn from turn {turn} on" for turn, n in block.each_turn))
        if block.most:
            parts.append(f"{block.most} at most")
        parts.append("what is not used is kept" if block.keeps else "what is not used is lost")
        return _said([f"{block.name.strip() or spaced(block.id)}, {self.phrases.side(block.side)}: "
                      f"{'; '.join(parts)}"], block.rule)

    def event(self, block: GameEvent) -> Sentence:
        """An event: when it happens and what it does."""
        say = self.phrases
        name = block.name.strip() or spaced(block.id)
        judged = {"turn-start": "at the beginning of a turn", "turn-end": "at the end of a turn",
                  "at-once": "at any time"}[block.judged]
        often = "once" if block.once else "each time"
        if block.when == NEVER:
            return Sentence(sentence(f"{name} does not happen in this scenario"), block.rule)
        when = say.situation(block.when)
        does = say.script(block.does) if block.does else ""
        if block.text.strip():
            told = f"{block.text.strip()} {does}".strip()
        else:
            told = "; ".join(one for one in (
                f"{does[:1].lower()}{does[1:]}".rstrip("."),
                "" if any(effect.arrive == block.id for effect in block.does) else
                self._arriving(block.id)) if one)
            told = told or "what other rules say of it applies"
        judged += f", {when}" if when else ""
        return Sentence(sentence(f"{name} ({often}, {judged}): {told}"), block.rule)

    def _arriving(self, event: str) -> str:
        """The units of the scenario that arrive with an event, as a clause; "" if none do."""
        names = self._brought.get(event, ())
        if len(names) > _MOST_NAMED:
            return f"{len(names)} units arrive"
        return f"{listed(list(names))} {'arrives' if len(names) == 1 else 'arrive'}" if names else ""

    def victory(self, block: Victory) -> list[Sentence]:
        """Who wins: conditions first, then points and levels. A designer's text stands in place of a sentence
        if it says who wins or speaks of points; otherwise it is a part of the sentence."""
        made = [self.condition(one, block.rule) for one in block.conditions]
        made += [self.points(one, block.rule) for one in block.points]
        return made + self.without_goal(block)

    def without_goal(self, block: Victory) -> list[Sentence]:
        """Who wins if no condition is met: the levels, the lead in points, and who wins otherwise, which is
        the last of them, if it is said."""
        rule, made = block.rule, list[Sentence]()
        for level in sorted(block.levels, key=lambda one: -one.lead):
            name = level.name.strip() or f"{spaced(level.id)} victory"
            made += _said([f"a lead of {_points(level.lead)} or more: {small(name)}"], rule)
        if block.levels:
            made += _said(["a smaller lead is a draw"], rule)
        elif block.points:
            made += _said(["otherwise the side with more victory points wins" if block.conditions else
                           "the side with more victory points wins"], rule)
        if block.conditions or block.otherwise != "draw":
            instead = self.otherwise(block)
            made += _said([f"{instead} the game is a draw" if block.otherwise in ("draw", "none") else
                           f"{instead} {self.phrases.said_of(block.otherwise, 'wins')}"], rule)
        return made

    def otherwise(self, block: Victory) -> str:
        """In which case the last word on victory counts: otherwise, or with as many points on both sides."""
        return "with as many on both sides" if block.points and not block.levels else "otherwise"

    def condition(self, block: VictoryCondition, rule: str = "") -> Sentence:
        """A condition of victory."""
        rule = block.rule or rule
        if re.search(r"\b(wins?|draw)\b", block.text):
            return Sentence(sentence(block.text), rule)
        judged = {"end": "at the end of the game", "at-once": "at once", "turn-end": "at the end of a turn"}
        level = f" ({self.phrases.level(block.level)})" if block.level else ""
        who = "the game is a draw" if block.winner in ("draw", "none") else (
            self.phrases.said_of(block.winner, "wins"))
        when = f": {block.text.strip()}" if block.text.strip() else f" {self.phrases.situation(block.when)}"
        return Sentence(sentence(f"{who}{level} {judged[block.judged]}{when}"), rule)

    def points(self, block: VictoryPoints, rule: str = "") -> Sentence:
        """What victory points are given for."""
        rule = block.rule or rule
        if re.search(r"\bpoints?\b", block.text):
            return Sentence(sentence(block.text), rule)
        say = self.phrases
        label = f"{block.text.strip()}: " if block.text.strip() else ""
        who = "each side" if block.side == "both" else say.side(block.side)
        if block.for_ == "control":
            when = {"end": "at the end", "each-turn": "at the end of each turn",
                    "first": "when it first takes it"}[block.judged]
            each = f"each {say.hexes(block.hexes, one=True)}" if block.hexes != HexFilter() else "each hex"
            what = f"{each} that it controls {when}" if block.judged != "first" else f"{each}, {when}"
        else:
            units = say.units(block.units, one=True)
            unit = {"unit": units, "step": f"step of {say.a_unit(block.units)}",
                    "strength": f"strength point of {say.a_unit(block.units)}"}[block.per]
            what = f"each {unit} " + {
                "elimination": "that the enemy loses", "exit": "that leaves the map",
                "survival": "that is left to it at the end"}[block.for_]
        verb, many = ("gets", block.worth) if block.worth >= 0 else ("loses", -block.worth)
        return Sentence(sentence(f"{label}{who} {verb} {_points(many)} for {what}"), rule)

    # -- steps, phases and the sequence --------------------------------------------------------------------

    def steps(self, block: Steps) -> list[Sentence]:
        """How many losses units survive."""
        number = "1 step" if block.usual == 1 else f"{block.usual} steps"
        names = f"; they are called {listed([n.strip() for n in block.names if n.strip()])}" if (
            any(n.strip() for n in block.names)) else ""
        return _said([f"a unit has {number} unless it says otherwise{names}"])

    def phase(self, block: Phase) -> list[Sentence]:
        """Who acts in a phase, and how; [] if it says nothing of its own."""
        say = self.phrases
        where = f"in {say.phase(block.id)}"
        texts = []
        if block.units or block.allowed != ALWAYS:
            who = f"only {say.units(block.units)} act" if block.units else "a unit acts only"
            texts.append(f"{where} {who} {say.situation(block.allowed)}")
        if block.allowance:
            texts.append(f"{where} {say.change(Change(allowance=block.allowance))}")
        return [*_said(texts, block.rule), *self.modifiers(block.modifiers, block.rule)]

    def sequence(self, block: TurnSequence) -> list[Sentence]:
        """What the list of phases does not say: who goes first, which orders may be chosen, extra turns."""
        say, texts, made = self.phrases, [], []
        for start in block.start:
            sides = listed([say.side(side) for side in start.order])
            order = f"in this order: {sides}" if sides else "together"
            made += _said([f"the sides set up {order}{', in secret' if start.secret else ''}"], start.rule)
        for part in block.turn:
            if any(part.choose):
                orders = "; or ".join(", then ".join(map(say.phase, order)) for order in part.choose if order)
                who = say.side(part.player_turn) if part.player_turn else "the side"
                never = either(", then ".join(map(say.phase, order)) for order in part.never)
                never = f", but never {never}" if never else ""
                texts.append(f"{who} chooses its order: {orders}{never}")
        first = block.first
        if first.by != "fixed":
            tie = {"last-first": "if they are equal, the side that was first last turn",
                   "fixed": "if they are equal, the side listed first",
                   "again": "if they are equal, they roll again"}[first.tie]
            texts.append(f"each turn both sides roll {first.roll}; the higher one goes first; {tie}")
        made += _said(texts, block.rule)
        if first.by == "initiative":
            made += self.modifiers(first.modifiers)
        return [*made, *(s for extra in block.extra for s in self.extra_turn(extra))]

    def extra_turn(self, block: ExtraTurn) -> list[Sentence]:
        """An extra player turn."""
        say = self.phrases
        who = say.units(block.units)
        phases = f" with {listed([say.phase(p) for p in block.phases])}" if block.phases else ""
        before = f" before that of {say.side(block.before)}" if block.before else ""
        return _said([f"{who} have an extra player turn of {say.side(block.player_turn)}{before}{phases} "
                      f"{say.situation(block.when)}"])


_USUAL = Ruleset("usual", "", "")
"""A ruleset whose blocks have their defaults."""
_GROUP = {"best-for-defender": "the best for the defender", "greatest": "the greatest", "first": "the first"}


def unit_limit(ruleset: Ruleset) -> int | None:
    """How many units of any kind may stand in every hex; None if the rules say it in another way."""
    rule = ruleset.stack_limits
    return int(rule.limit) if rule.weigh.by == "unit" and not rule.by_hex and rule.limit.isdecimal() else None


def stacking_sentences(ruleset: Ruleset, map: GameMap | None = None) -> list[str]:
    """How much may stand in a hex, without rule numbers: the limit, and what changes it."""
    if ruleset.stacking == THREE_UNITS:
        return [f"At most {count(ruleset.stacking_limit, 'ground unit')} in a hex."]
    return [s.text for s in Sentences(ruleset, map).stacking_limits(ruleset.stacking)]


def said_if_finished(say: Callable[[Any], Any], block: Any) -> Any:
    """What a method says of a block; "" while the block is not finished."""
    try:
        return say(block)
    except (KeyError, ValueError, IndexError, ZeroDivisionError):
        return ""


def _all(say: Callable[[Any], list[Sentence]], entries: Iterable[Any]) -> Iterator[Sentence]:
    return chain.from_iterable(map(say, entries))


def _said(texts: Sequence[str], rule: str = "") -> list[Sentence]:
    return [Sentence(sentence(text), rule) for text in texts if text]


def _part(text: str) -> str:
    return fraction_text(Fraction(text))


def _cost(cost: float) -> str:
    return f"{cost:g} movement point{'' if cost == 1 else 's'}"


def _more(effect: str) -> str:
    number = effect.partition(" ")[2] or "0"
    return f"{int(number)} movement point{'' if int(number) == 1 else 's'} more"


def _points(number: int) -> str:
    return f"{number} victory point{'' if abs(number) == 1 else 's'}"


def _doings(words: Iterable[str]) -> str:
    return either(_DOINGS.get(w, spaced(w)) for w in words)
