"""Trials of the fixes of load errors: each is done in memory and the files are read again, so that no fix is
offered that leaves its problem or makes another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ...lazy_dataclass import dataclass
from ..problems import Problem, TextFix, identity
from .text_fixes import with_fixes

_MOST, _MOST_LETTERS = 40, 2_000_000
"""The most fixes of one file that are tried alone, and the most letters that these trials read together."""
_LARGEST = 4_000_000
"""No fix is tried, or offered, of a design whose files have more letters than this together."""
Look = tuple[str, str]
"""What was looked through for problems: the stage of loading, and the file."""
_Kind = tuple[str, str, str]
_Said = tuple[str, ...]


@dataclass(frozen=True)
class Findings:
    """The problems found while files were loaded, each with what was looked through. What could not be
    looked through, or not wholly, is not in `whole`: there a fix may bring problems to light that it does not
    make."""

    told: tuple[tuple[Look, Problem], ...]
    whole: frozenset[Look]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys(p for _, p in self.told))


def sound_fixes(
    before: Findings, texts: Mapping[str, str], after: Callable[[str, str], Findings]
) -> dict[Problem, tuple[TextFix, ...]]:
    """The fixes of each problem that has any, without those that leave it or make another.

    `texts` are the texts of the files by their names in problems, and `after` returns what is found when one
    of them has another text. Fixes are tried alone as long as there are few and the files are small; of the
    others the first ones of each problem are tried together, and are not offered if that does not go well.
    """
    problems = [p for p in before.problems if p.text_fixes]
    kept: dict[Problem, tuple[TextFix, ...]] = dict.fromkeys(problems, ())
    letters = sum(map(len, texts.values()))
    if letters > _LARGEST:
        return kept
    left = min(_MOST, _MOST_LETTERS // max(1, letters))
    rest: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.file not in texts:
            continue
        if len(problem.text_fixes) > left:
            rest.setdefault(problem.file, []).append(problem)
            continue
        left -= len(problem.text_fixes)
        kept[problem] = tuple(
            fix for fix in problem.text_fixes if _is_sound([(problem, fix)], before, texts, after))
    for name, several in rest.items():
        chosen = [(problem, problem.text_fixes[0]) for problem in several]
        impossible = {id(fix) for fix, _ in with_fixes(texts[name], [fix for _, fix in chosen]).refused}
        chosen = [(problem, fix) for problem, fix in chosen if id(fix) not in impossible]
        if chosen and _is_sound(chosen, before, texts, after):
            kept |= {problem: (fix,) for problem, fix in chosen}
    return kept


def with_sound_fixes(
    problems: Sequence[Problem], kept: Mapping[Problem, tuple[TextFix, ...]]
) -> tuple[Problem, ...]:
    """Problems with those of their fixes that were kept."""
    return tuple(replace(p, text_fixes=kept[p]) if p in kept else p for p in problems)


def _is_sound(
    chosen: Sequence[tuple[Problem, TextFix]], before: Findings, texts: Mapping[str, str],
    after: Callable[[str, str], Findings],
) -> bool:
    """Whether fixes of one file, done one after the other, remove their problems and make no other."""
    name = chosen[0][0].file
    fixed = with_fixes(texts[name], [fix for _, fix in chosen])
    if fixed.refused:
        return False
    then = after(name, fixed.text)
    guessed = {problem.line for problem, fix in chosen if fix.is_guess}
    revealed = {line for problem, fix in chosen if fix.reveals for line in _below(fixed.text, problem.line)}
    new = _new_problems([problem for problem, _ in chosen], before, then, name, guessed)
    if any(fix.reveals for _, fix in chosen):
        # What was not read may be wrong in itself, and there may be more to say of what is read now. Only an
        # error in another place speaks against the name.
        new = [p for p in new if p in before.problems or (p.severity == "error" and not (
            p.file == name and p.line in revealed))]
    return not new


def _below(text: str, line: int) -> range:
    """The numbers of the lines below that of a key that belong to its value: what is further in, and lists
    that are as far in."""
    lines = text.splitlines()
    key = lines[line - 1] if 0 < line <= len(lines) else ""
    depth = len(key) - len(key.lstrip())
    end = line
    while end < len(lines):
        inner = lines[end].lstrip()
        far = len(lines[end]) - len(inner)
        if inner and not inner.startswith("#") and far <= depth and not (
                far == depth and inner.startswith("-") and not key.lstrip().startswith("-")):
            break
        end += 1
    return range(line + 1, end + 1)


def _new_problems(
    of: Sequence[Problem], before: Findings, after: Findings, name: str, guessed: set[int]
) -> list[Problem]:
    """The problems of `of` that are still there after a change of a file, and those that are there and were
    not before. Those of what could not be looked through before are not new, save an error in a line with a
    name that was guessed. One whose words changed, such as those that name lines, was there."""
    was, now = Counter(map(_said, before.problems)), Counter(map(_said, after.problems))
    solved = Counter(map(_said, of))
    stay = [p for p in of if now[_said(p)] > was[_said(p)] - solved[_said(p)]]
    vanished: Counter[_Kind] = Counter()
    for said, count in (was - now - solved).items():
        file, severity, code = said[:3]
        vanished[severity, code, file] += count
    more = now - was
    made = []
    for look, problem in dict.fromkeys(after.told):
        wrong_guess = problem.severity == "error" and problem.file == name and problem.line in guessed
        if more[_said(problem)] and (look in before.whole or wrong_guess):
            more[_said(problem)] -= 1
            kind = problem.severity, problem.code, problem.file
            if vanished[kind] and not wrong_guess:
                vanished[kind] -= 1
            else:
                made.append(problem)
    return [*stay, *made]


def _said(problem: Problem) -> _Said:
    """What a problem says, whatever the line it is told at."""
    return (problem.file, *identity(problem))
