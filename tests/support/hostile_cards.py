"""Cards that a stranger could send: very long, very large, very deep, with files that mean too much."""

from __future__ import annotations

from collections.abc import Callable

from visegrad_editor.model.files.resources import resource_folder

Files = dict[str, str | bytes]
_SECRET = "format: 1\nkind: secret\nside: german\nword: owl\n"
_CHECKS = "format: 1\nkind: checks\nchecks:\n"


def bundled_card(name: str = "lantern-hill") -> str:
    """The text of a bundled card, without the secret files that it names."""
    text = (resource_folder("sample_scenarios") / "cards" / f"{name}.yaml").read_text("utf-8")
    return "".join(line for line in text.splitlines(True) if not line.startswith("secret:"))


def _more(key: str, entries: str) -> str:
    """The card with more entries of a list."""
    return bundled_card().replace(f"\n{key}:\n", f"\n{key}:\n{entries}", 1)


def _with(text: str) -> str:
    """The card with more at its end."""
    return bundled_card() + text


def _groups(count: int, forces: int = 1, name: int = 1) -> str:
    """The card with more groups, each with as many different forces."""
    listed = ", ".join(f"{{count: 1, kind: german/{i % 9}-{i // 9}-{'7' * name}}}" for i in range(forces))
    return _more("groups", "".join(
        f"  - {{id: g{i}, side: german, arrives: start, where: {{hexes_between: [H1, Z10]}}, "
        f"forces: [{listed}]}}\n" for i in range(count)))


def _forces(count: int) -> str:
    forces = ", ".join(f"{{count: 99, kind: german/{i % 9 + 1}-6-7}}" for i in range(count))
    return _more("groups", (
        f"  - {{id: g, side: german, arrives: start, where: {{edge: A}}, forces: [{forces}]}}\n"))


def _boards(count: int) -> str:
    more = "".join(f'  - {{id: "{1000 + i}", at: [{i % 10 + 1}, {i // 10}]}}\n' for i in range(count))
    text = bundled_card().replace("\nturns:", f"\n{more}turns:", 1).replace(", map: own-village", "")
    return text.replace("H1, Z10", "901H1, 901Z10").replace("edge: A", "edge: 901A").replace(
        "buildings: [chapel, inn, school]", "edge: 1000A")


def _checks(when: str) -> Files:
    return {"x.yaml": _with("checks: [own.yaml]\n"), "own.yaml": (
        f"{_CHECKS}  - {{id: X1, severity: warn, says: no, rule: E1, about: b, when: \"{when}\"}}\n")}


def _bomb() -> str:
    lines = ["a: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    return "\n".join(lines)


def _secret(text: str) -> Files:
    return {"x.yaml": _with("secret: {german: own.yaml}\n"), "own.yaml": f"{_SECRET}{text}"}


_SHEETS = ("export", "x.yaml", "-o", "x.pdf", "--what", "all")
_OURS = ("export", "x.yaml", "-o", "x.pdf", "--what", "secret", "--side", "german")
CARDS: dict[str, tuple[Callable[[], Files], tuple[str, ...], str]] = {
    "ten thousand groups": (
        lambda: {"x.yaml": _groups(10_000)}, ("referee", "x.yaml"), "at most 200 are allowed"),
    "two hundred groups": (lambda: {"x.yaml": _groups(198)}, _SHEETS, "Written: x.pdf"),
    "two hundred groups of two hundred forces, checked": (
        lambda: {"x.yaml": _groups(198, 200)}, ("validate", "x.yaml"), "too many steps on this card"),
    "two hundred groups of two hundred forces, in words": (
        lambda: {"x.yaml": _groups(198, 200)}, ("card", "x.yaml"), "The German side sets up first."),
    "two hundred groups of two hundred forces, printed": (
        lambda: {"x.yaml": _groups(198, 200)}, _SHEETS, "at most 5,000 can be printed"),
    "two hundred groups of two hundred forces, refereed": (
        lambda: {"x.yaml": _groups(198, 200)}, ("referee", "x.yaml", "next"), "Rally Phase"),
    "as many forces as can be printed": (lambda: {"x.yaml": _groups(100, 49)}, _SHEETS, "Written: x.pdf"),
    "ten thousand forces": (
        lambda: {"x.yaml": _forces(10_000)}, ("validate", "x.yaml"), "at most 200 are allowed"),
    "a hundred boards": (lambda: {"x.yaml": _boards(100)}, ("card", "x.yaml"), "at most 40 are allowed"),
    "forty boards": (lambda: {"x.yaml": _boards(39)}, _SHEETS, "Written: x.pdf"),
    "conditions within each other": (
        lambda: {"x.yaml": bundled_card().replace("need: {control:", "need: " + "{any: [" * 200 + "{control:")
                 .replace("least: 2}}}", "least: 2}}" + "]}" * 200 + "}")},
        ("validate", "x.yaml"), "nested more than 30 deep"),
    "huge numbers": (
        lambda: {"x.yaml": bundled_card().replace("nvr: 3", f"nvr: {'9' * 5000}").replace(
            "full: 6", "full: 999999999").replace("least: 2", "least: 1e400")},
        ("validate", "x.yaml"), "it must be at most 99"),
    "a title of a megabyte": (
        lambda: {"x.yaml": bundled_card().replace("Lantern Hill", "L" * 1_000_000)},
        ("card", "x.yaml"), "at most 200 are allowed"),
    "a rule of a megabyte": (
        lambda: {"x.yaml": bundled_card().replace("broken cloud", "x" * 1_000_000)},
        ("validate", "x.yaml"), "at most 2000 are allowed"),
    "a hex of a megabyte": (
        lambda: {"x.yaml": bundled_card().replace("H1, Z10", f"{'A' * 1_000_000}1, Z10")},
        ("validate", "x.yaml"), "at most 80 are allowed"),
    "hexes without end": (
        lambda: {"x.yaml": _with(
            f"terrain_changes: [{{hexes: [{', '.join(['M4'] * 200_000)}], terrain: woods}}]\n")},
        ("validate", "x.yaml"), "at most 500 are allowed"),
    "a bomb of aliases": (
        lambda: {"x.yaml": f"{bundled_card()}{_bomb()}\n"}, ("referee", "x.yaml"), "is not allowed"),
    "a huge secret file": (
        lambda: _secret("cloaks:\n" + "".join(f"  c{i}: [german/4-6-7]\n" for i in range(300_000))),
        _OURS, "more than 300,000 values"),
    "a secret file as large as it may be": (
        lambda: _secret("hidden:\n" + "".join(
            f"  {'HIJKLMNOPQRSTUVWXYZ'[i % 19]}{i // 19 + 1}: [{', '.join(['german/4-6-7'] * 50)}]\n"
            for i in range(171))), _OURS, "8550 squad-equivalents are hidden"),
    "a deep secret file": (
        lambda: _secret(f"hidden: {'[' * 5000}{']' * 5000}\n"), ("validate", "x.yaml"),
        "nested more than 30 deep"),
    "a deep expression": (
        lambda: _checks("(" * 450 + "1" + ")" * 450), ("validate", "x.yaml"), "too many nested parentheses"),
    "an expression without end": (
        lambda: _checks(" + ".join(["1"] * 240) + " > 0"), ("validate", "x.yaml"), "more than 400 parts"),
    "loops over all groups in two hundred checks": (
        lambda: {"x.yaml": _groups(198) + "checks: [own.yaml]\n", "own.yaml": _CHECKS + "".join(
            f"  - {{id: X{i}, severity: warn, says: no, rule: E1, about: b, when: \"count([1 for a in "
            "card.groups for b in card.groups if a.id < b.id]) > 999999\"}\n" for i in range(200))},
        ("validate", "x.yaml"), "too many steps on this card"),
    "checks that name the card and themselves": (
        lambda: {"x.yaml": _with("checks: [x.yaml, own.yaml]\n"),
                 "own.yaml": f"checks: [own.yaml]\n{_CHECKS}  - {{id: X1, by: [own.yaml]}}\n"},
        ("validate", "x.yaml"), "The file holds no checks"),
    "thousands of checks": (
        lambda: {"x.yaml": _with("checks: [own.yaml]\n"), "own.yaml": _CHECKS + "".join(
            f"  - {{id: X{i}, severity: warn, says: no, rule: E1, about: b, when: night}}\n"
            for i in range(20_000))},
        ("validate", "x.yaml"), "at most 200 are allowed"),
    "a game of a million orders": (
        lambda: {"card.yaml": bundled_card(), "x.yaml": (
            "format: 1\nkind: game\ncard: card.yaml\nseed: 1\norders: |\n" + "  note text=a\n" * 500_000)},
        ("replay", "x.yaml"), "orders"),
}
"""The files of each by name, a command on them, and a part of its answer."""
