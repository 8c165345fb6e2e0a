#!/usr/bin/env python3
"""Build the wheels of all systems and the source distribution on one machine, and check them.

    python scripts/wheels.py                                 into dist/
    python scripts/wheels.py -o OUT linux-x86_64 sdist       only what is named, into another folder

Needs hatchling and ziglang; `scripts/wheels` sees to them. In each wheel the tag is looked at, the compiled
parts (their format and machine), and that everything is there that the program reads. What this machine can
run is installed into a new environment and plays and draws the sample.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
BUNDLED = ("schemas", "sample_scenarios", "icons")
"""The folders that the wheel has in `visegrad_editor/bundled`."""
MANUAL = ("docs", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
"""What it has in `visegrad_editor/bundled/manual`."""
SHARE = ROOT / "distribution" / "share"
"""What the wheel has for the system's own folders."""
APP_ICONS = (("scalable", "svg"), *((f"{edge}x{edge}", "png") for edge in (16, 24, 32, 48, 256)))
_ELF = {0x3E: "x86_64", 0xB7: "aarch64"}
_PE = {0x8664: "amd64", 0xAA64: "arm64"}
_MACH = {0x01000007: "x86_64", 0x0100000C: "arm64"}


def build_hook() -> ModuleType:
    """The build hook, whose targets are built."""
    spec = importlib.util.spec_from_file_location("build_hook", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(kind: str, folder: Path, target: str = "") -> Path:
    """Build the wheel for a target, or the source distribution; returns its path. Exits with what the build
    said if it fails."""
    with tempfile.TemporaryDirectory(dir=folder) as made:
        done = subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", made], cwd=ROOT,
            env={**os.environ, "VISEGRAD_TARGET": target}, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{target or kind} cannot be built:\n{done.stdout}{done.stderr}")
        [path] = Path(made).iterdir()
        return path.replace(folder / path.name)


def system_of(part: bytes) -> tuple[str, str]:
    """The format and the machine of a compiled part: `("elf", "x86_64")`; ("", "") for anything else."""
    if part[:5] == b"\x7fELF\x02":
        return "elf", _ELF.get(struct.unpack_from("<H", part, 18)[0], "")
    if part[:4] == b"\xcf\xfa\xed\xfe":
        return "macho", _MACH.get(struct.unpack_from("<I", part, 4)[0], "")
    if part[:2] == b"MZ":
        at = struct.unpack_from("<I", part, 0x3C)[0]
        if part[at:at + 4] == b"PE\0\0":
            return "pe", _PE.get(struct.unpack_from("<H", part, at + 4)[0], "")
    return "", ""


def faults(wheel: Path, target: str) -> Iterator[str]:
    """What is wrong with the content of a wheel for a target, in sentences."""
    hook = build_hook()
    expected = hook.TARGETS[target]
    if not wheel.name.endswith(f"-cp311-abi3-{expected.platform}.whl"):
        yield f"its tag is not cp311-abi3-{expected.platform}"
    machine = target.partition("-")[2]
    format = "pe" if target.startswith("windows") else "macho" if target.startswith("macos") else "elf"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        if broken := archive.testzip():
            yield f"{broken} is damaged"
        for module in hook.MODULES:
            name = f"{module}{expected.suffix}"
            if name not in names:
                yield f"{name} is missing"
            elif (found := system_of(archive.read(name))) != (format, machine):
                system = " ".join(found).strip() or "no known system"
                yield f"{name} is for {system}, not {format} {machine}"
        if strays := {n for n in names if n.endswith((".so", ".pyd"))} - {
                f"{module}{expected.suffix}" for module in hook.MODULES}:
            yield f"{', '.join(sorted(strays))}: compiled parts that do not belong there"
    if lost := sorted(wanted(wheel.name.partition("-cp311")[0]) - names):
        yield f"missing, in all {len(lost)}: {lost[0]}"


def wanted(release: str) -> set[str]:
    """What the wheel of a release, such as `visegrad_editor-0.1.0`, holds besides the compiled parts."""
    def below(folder: str, paths: list[Path], start: Path = ROOT) -> set[str]:
        return {f"{folder}{path.relative_to(start).as_posix()}" for path in paths}

    share = f"{release}.data/data/share/"
    return (below("", tracked("visegrad_editor"))
            | below("visegrad_editor/bundled/", tracked(*BUNDLED))
            | below("visegrad_editor/bundled/manual/", tracked(*MANUAL))
            | below(share, tracked(str(SHARE)), SHARE)
            | {f"{share}icons/hicolor/{size}/apps/visegrad-editor.{kind}" for size, kind in APP_ICONS})


def tracked(*names: str) -> list[Path]:
    """The files that belong to the project, of folders or by name."""
    listed = subprocess.run(["git", "ls-files", "-z", *names], cwd=ROOT, capture_output=True, check=True)
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def sdist_faults(path: Path) -> Iterator[str]:
    """What is wrong with a source distribution."""
    with tarfile.open(path) as archive:
        names = {n.partition("/")[2] for n in archive.getnames()}
    project = tracked("visegrad_editor", "tests", "scripts", "distribution", *MANUAL, *BUNDLED)
    needed = {p.relative_to(ROOT).as_posix() for p in project}
    needed |= {"hatch_build.py", "pyproject.toml", "LICENSE"}
    if lost := sorted(needed - names):
        yield f"missing, in all {len(lost)}: {lost[0]}"
    if built := sorted(n for n in names if n.endswith((".so", ".pyd"))):
        yield f"it holds compiled parts: {built[0]}"


def runs_here(target: str) -> bool:
    """Whether this machine can run what is built for a target."""
    libc = "linux" if platform.libc_ver()[0] == "glibc" else "musl"
    here = {"linux": libc, "darwin": "macos", "win32": "windows"}.get(sys.platform, "")
    return target == f"{here}-{platform.machine().lower()}"


def try_out(wheel: Path) -> str:
    """Install a wheel into a new environment and validate, play and draw the sample with it; what went wrong,
    "" if all went well."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        python = place / "env" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        command = [str(python), "-I", "-m", "visegrad_editor"]
        for words in (
            [sys.executable, "-m", "venv", str(place / "env")],
            [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", str(wheel)],
            [*command, "--version"],
            [*command, "validate", "historical"],
            [*command, "run", "historical", "--seed", "7", "-o", "game.yaml"],
            [*command, "export", "historical", "-o", "map.png"],
            [*command, "export", "historical", "-o", "sheet.pdf"],
        ):
            done = subprocess.run(words, cwd=place, capture_output=True, text=True, check=False)
            if done.returncode:
                return f"{' '.join(words)}:\n{done.stdout}{done.stderr}"
        lost = [n for n in ("game.yaml", "map.png", "sheet.pdf") if not (place / n).stat().st_size]
        return f"{lost[0]} is empty" if lost else ""


def main(argv: Sequence[str] | None = None) -> int:
    """Build and check; 1 if anything is wrong."""
    known = [*build_hook().TARGETS, "sdist"]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"{', '.join(known)}; all if none is named")
    parser.add_argument("-o", "--output", default="dist", metavar="OUT", help="the folder, dist if left out")
    arguments = parser.parse_args(argv)
    if unknown := [w for w in arguments.what if w not in known]:
        parser.error(f"{unknown[0]} is not known; known are {', '.join(known)}")
    folder = Path(arguments.output).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    code = 0
    for what in arguments.what or known:
        if what == "sdist":
            path = build("sdist", folder)
            wrong = list(sdist_faults(path))
        else:
            path = build("wheel", folder, what)
            wrong = list(faults(path, what))
            if not wrong and runs_here(what) and (why := try_out(path)):
                wrong = [why]
        tried = ", installed and run" if not wrong and what != "sdist" and runs_here(what) else ""
        print(f"{path.name}: {'; '.join(wrong) or f'good{tried}'}")
        code = max(code, 1 if wrong else 0)
    return code


if __name__ == "__main__":
    sys.exit(main())
