#!/usr/bin/env python3
"""Try the tests of a ruleset: change its file in one place at a time and see whether a test notices.

    python scripts/data_mutants.py                                   the ruleset of the second game
    python scripts/data_mutants.py sample_scenarios/rulesets/karn.yaml --tests tests/systems/test_own_rules.py
    python scripts/data_mutants.py --store                           keep what was found in docs
    python scripts/data_mutants.py --again --store                   those that are kept as left or not tried

A number becomes one more, true becomes false and back, a list of hexes loses its first. Nothing on disk is
touched: a process is forked for each change, in which the file reads otherwise. Texts for readers, origins,
colours and symbols are left alone. The quick tests (--tests) run first; only what they leave meets the slow
ones (--then). Changes that change nothing anybody could see are listed with a reason in
tests/equivalent_mutants.yaml, by the keys that lead to them, and do not count.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent))

import mutants

ROOT = Path(__file__).resolve().parent.parent
RULESET = "sample_scenarios/rulesets/gsofg.yaml"
TESTS = ("tests/systems/gsofg/test_data_gsofg_rules.py", "tests/systems/gsofg/test_data_gsofg_tables.py",
         "tests/systems/gsofg/test_data_gsofg_examples.py")
THEN = ("tests/systems/gsofg",)
STORE = "docs/data-coverage.json"
FOR_READERS = frozenset({
    "text", "note", "notes", "provenance", "colour", "colours", "symbol", "name", "title", "format",
    "version", "player_aid", "special_rules", "advice", "ink", "pattern", "counter"})
"""Keys below which nothing is changed: what they say is for readers, or for automatic players."""


@dataclass(frozen=True)
class Change:
    """A change of one place of the file."""

    path: str
    """The keys that lead to it."""
    line: int
    start: int
    end: int
    after: str

    def told(self, text: str) -> tuple[str, str, str]:
        """The keys, and what stands there before and after."""
        return self.path, text[self.start:self.end], self.after or "left out"

    def applied(self, text: str) -> str:
        """The text with the change."""
        return text[:self.start] + self.after + text[self.end:]


def changes_of(text: str) -> Iterator[Change]:
    """The changes of a file, from its beginning to its end."""
    root = yaml.compose(text)
    if root is not None:
        yield from _below(text, root, "")


def _below(text: str, node: yaml.Node, path: str) -> Iterator[Change]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value not in FOR_READERS:
                if key.tag.endswith(":int"):
                    yield _number(key, f"{path}.{key.value}")
                yield from _below(text, value, f"{path}.{key.value}")
    elif isinstance(node, yaml.SequenceNode):
        for n, value in enumerate(node.value):
            named = _id_of(value) or str(n)
            yield from _below(text, value, f"{path}.{named}")
    elif isinstance(node, yaml.ScalarNode) and node.style is None:
        if node.tag.endswith((":int", ":float")):
            yield _number(node, path)
        elif node.tag.endswith(":bool"):
            after = "false" if node.value.lower() == "true" else "true"
            yield Change(path, node.start_mark.line + 1, node.start_mark.index, node.end_mark.index, after)
        elif re.fullmatch(r"(\d{4} )+\d{4}", node.value):
            # Hexes without the first of them.
            yield Change(path, node.start_mark.line + 1, node.start_mark.index, node.start_mark.index + 5, "")


def _id_of(node: yaml.Node) -> str:
    if not isinstance(node, yaml.MappingNode):
        return ""
    return next((str(v.value) for k, v in node.value if k.value == "id"), "")


def _number(node: yaml.Node, path: str) -> Change:
    value = yaml.safe_load(node.value)
    return Change(path, node.start_mark.line + 1, node.start_mark.index, node.end_mark.index, str(value + 1))


def stored(root: Path) -> dict[str, dict[str, Any]]:
    """What was found of files, by their paths: how many changes there are, were tried, are caught and are
    equivalent, and which are left."""
    known, found = mutants.equivalents(root), {}
    for path, kept in _kept(root).items():
        left = [x for x in kept["left"] if tuple(x) not in known]
        same = len(kept["left"]) - len(left)
        found[path] = {**kept, "tried": kept["tried"] - same, "equivalent": same, "left": left}
    return found


def _kept(root: Path) -> dict[str, dict[str, Any]]:
    path = root / STORE
    kept: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return kept


def _keep(root: Path, file: str, changes: int, tried: int, left: Sequence[Sequence[str]]) -> None:
    kept = _kept(root)
    kept[file] = {"changes": changes, "tried": tried, "caught": tried - len(left), "left": left}
    (root / STORE).write_text(
        json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")


def not_caught(changes: Sequence[Change], text: str, kept: Mapping[str, Any] | None) -> list[Change]:
    """The changes that are kept as left, and those that have not been tried: all that come after."""
    if kept is None:
        return list(changes)
    left = {tuple(x) for x in kept["left"]}
    return [c for n, c in enumerate(changes) if n >= kept["tried"] or c.told(text) in left]


def is_noticed(file: Path, changed: str, tests: Sequence[str]) -> bool:
    """Whether a test fails in a process in which a file reads otherwise."""
    pid = os.fork()
    if pid:
        return os.waitpid(pid, 0)[1] != 0
    code = 1
    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        _read_otherwise(file, changed)
        import pytest

        code = int(pytest.main(["-x", "-q", "-n0", "-p", "no:cacheprovider", "-m", "not exhaustive", *tests]))
    finally:
        os._exit(code)


def _read_otherwise(file: Path, changed: str) -> None:
    """Let a file read otherwise in this process."""
    data, opened = changed.encode(), Path.open
    from visegrad_editor.model.files import bytes as reading
    from visegrad_editor.model.files import yaml_reader

    before = reading.read_bytes

    def read_bytes(path: Path, most: int) -> bytes:
        return data if path.resolve() == file else before(path, most)

    def opening(path: Path, mode: str = "r", *more: object, **options: object) -> object:
        if path.resolve() != file or "w" in mode:
            return opened(path, mode, *more, **options)  # type: ignore[call-overload]
        return io.BytesIO(data) if "b" in mode else io.StringIO(changed)

    reading.read_bytes = read_bytes
    setattr(yaml_reader, "read_bytes", read_bytes)  # noqa: B010 - it imports the function by its name
    Path.open = opening  # type: ignore[assignment, method-assign]


def left_of(
    file: Path, text: str, changes: Sequence[Change], tests: Sequence[Sequence[str]], workers: int,
    seconds: float,
) -> tuple[int, list[Change]]:
    """How many changes were tried, the first of them, and those that no tests notice; what is left is told at
    once."""
    began, left, running, tried = time.monotonic(), [], {}, 0
    while tried < len(changes) or running:
        if tried < len(changes) and time.monotonic() - began > seconds:
            changes = changes[:tried]
        elif tried < len(changes) and len(running) < workers:
            running[_try(file, changes[tried].applied(text), tests)] = changes[tried]
            tried += 1
        else:
            pid, status = os.wait()
            change = running.pop(pid)
            if status == 0:
                left.append(change)
                print(f"{file.name}:{change.line}: {' -> '.join(change.told(text)[1:])}: {change.path}",
                      flush=True)
    return tried, [c for c in changes if c in left]


def _try(file: Path, changed: str, tests: Sequence[Sequence[str]]) -> int:
    """Begin to run tests with a file that reads otherwise; the process ends with 1 when some notice it."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        code = int(any(is_noticed(file, changed, some) for some in tests))
    finally:
        os._exit(code)


def main(arguments: Sequence[str]) -> int:
    made = argparse.ArgumentParser(prog="data_mutants", description=(__doc__ or "").partition("\n")[0])
    made.add_argument("file", nargs="?", default=RULESET)
    made.add_argument("--tests", nargs="*", default=TESTS)
    made.add_argument("--then", nargs="*", default=THEN)
    made.add_argument("--again", action="store_true", help=f"only what {STORE} keeps as left or not tried")
    made.add_argument("--store", action="store_true", help=f"keep what was found in {STORE}")
    made.add_argument("--list", action="store_true", help="tell the changes and try none")
    made.add_argument("--workers", type=int, default=1, help="how many changes to try at once")
    made.add_argument("--seconds", type=float, default=1e9, help="stop after so many seconds")
    words = made.parse_args(arguments)
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    file = (ROOT / words.file).resolve()
    text = file.read_text(encoding="utf-8")
    every = list(changes_of(text))
    known = mutants.equivalents(ROOT)
    kept = _kept(ROOT).get(words.file) if words.again else None
    changes = not_caught(every, text, kept)
    if words.list:
        print("\n".join(f"{c.line}: {c.path}: {text[c.start:c.end]!r} -> {c.after!r}" for c in changes))
        return 0
    if is_noticed(file, text, words.tests):
        raise SystemExit("data_mutants: the tests fail without any change")
    # What is equivalent is kept as left, so that it counts again when the list no longer names it.
    same = [c for c in changes if c.told(text) in known]
    other = [c for c in changes if c.told(text) not in known]
    tests = [words.tests, *([words.then] if words.then else [])]
    tried, left = left_of(file, text, other, tests, words.workers, words.seconds)
    share = f" ({100 * (tried - len(left)) / tried:.1f} %)" if tried else ""
    print(f"{tried} of {len(changes)} changes, {tried - len(left)} caught{share}, {len(left)} left; "
          f"{len(same)} more are equivalent.")
    if words.store:
        # All changes from the first that was not tried on count as not tried.
        reached = every.index(other[tried]) if tried < len(other) else len(every)
        found = [c.told(text) for c in every[:reached] if c in left or c in same]
        _keep(ROOT, words.file, len(every), reached, found)
    return 1 if left else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
