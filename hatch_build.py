"""Compiles the C parts while the package is built.

Any C compiler will do, without Python's headers (`stable_python.h`): the one that the variable CC names, or
`cc`, `gcc` or `clang`. On a machine with none the build asks for one that comes as a package (ziglang). It
compiles for other systems too: VISEGRAD_TARGET, one of the keys of `TARGETS`, says for which.
VISEGRAD_NO_ZIG=1 keeps that package away.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging import tags

_SAID = runpy.run_path(str(Path(__file__).parent / "visegrad_editor" / "compiled_parts.py"))
"""What the program itself says of its compiled parts: here it is not installed yet."""
MODULES: tuple[str, ...] = _SAID["PARTS"]
ZIG = "ziglang>=0.13,<1"


class Target(NamedTuple):
    """A system that the parts are compiled for: zig's name of it, the platform of the wheel's tag, and what
    modules are called there."""

    zig: str
    platform: str
    suffix: str = ".abi3.so"


TARGETS = {
    "linux-x86_64": Target("x86_64-linux-gnu.2.28", "manylinux_2_28_x86_64"),
    "linux-aarch64": Target("aarch64-linux-gnu.2.28", "manylinux_2_28_aarch64"),
    "musl-x86_64": Target("x86_64-linux-musl", "musllinux_1_2_x86_64"),
    "musl-aarch64": Target("aarch64-linux-musl", "musllinux_1_2_aarch64"),
    "macos-x86_64": Target("x86_64-macos.11.0", "macosx_11_0_x86_64"),
    "macos-arm64": Target("aarch64-macos.11.0", "macosx_11_0_arm64"),
    "windows-amd64": Target("x86_64-windows-gnu", "win_amd64", ".pyd"),
    "windows-arm64": Target("aarch64-windows-gnu", "win_arm64", ".pyd"),
}
_ZIG_MACHINES = {("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "x86_64"), ("darwin", "arm64"),
                 ("win32", "amd64"), ("win32", "arm64")}
"""Where pip finds ziglang as a ready package; elsewhere asking for it would end the installation."""
_FLAGS = ("-O3", "-std=c99", "-fPIC", "-fvisibility=hidden")


class CannotCompileError(Exception):
    """The compiled parts cannot be built; the message says what to install."""


def own_compiler() -> list[str]:
    """The words that call the C compiler of this machine; none without one."""
    if given := os.environ.get("CC"):
        words = shlex.split(given)
        return words if words and shutil.which(words[0]) else []
    if sys.platform == "darwin" and _fails(["xcode-select", "-p"]):
        return []  # /usr/bin/cc is there, but only offers to install one
    return next(([name] for name in ("cc", "gcc", "clang") if shutil.which(name)), [])


def _fails(words: list[str]) -> bool:
    """Whether a command is not there or ends with an error."""
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode != 0
    except OSError:
        return True


def wants_zig() -> bool:
    """Whether the build needs ziglang: for another system, or without a compiler where that package is
    had."""
    if os.environ.get("VISEGRAD_NO_ZIG", "0") not in ("", "0"):
        return False
    machine = (sys.platform, platform.machine().lower())
    return bool(_target()) or (not own_compiler() and machine in _ZIG_MACHINES)


def _target() -> str:
    """The other system to compile for, "" for this one."""
    return os.environ.get("VISEGRAD_TARGET", "")


def _here() -> Target:
    """This machine, for the parts that its own Python loads."""
    machine = platform.machine().lower()
    if sys.platform == "win32":
        return TARGETS["windows-arm64" if machine == "arm64" else "windows-amd64"]
    if sys.platform == "darwin":
        return TARGETS["macos-arm64" if machine == "arm64" else "macos-x86_64"]
    # A wheel of this machine for this machine claims nothing about other ones, so it is no manylinux.
    own = (name for name in tags.platform_tags() if not name.startswith(("manylinux", "musllinux")))
    libc = "musl" if "musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or "") else "gnu"
    return Target(f"{machine}-linux-{libc}", next(own, "any"))


def target() -> Target:
    """The system that is compiled for. Raises `CannotCompileError` for an unknown one, or for a Python that
    cannot load modules of the stable interface."""
    if name := _target():
        if name not in TARGETS:
            raise CannotCompileError(f"VISEGRAD_TARGET={name} is not known; known are {', '.join(TARGETS)}.")
        return TARGETS[name]
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise CannotCompileError(
            "Visegrad Editor needs the usual CPython 3.11 or later: this Python (another implementation, or "
            "one without the global lock) has no stable interface for its compiled parts.")
    return _here()


def compiler(target: Target) -> list[str]:
    """The words that call the compiler for a system. Raises `CannotCompileError` if there is none."""
    own = own_compiler()
    # For Windows the library that its Python is linked with is made by zig.
    if not _target() and own and sys.platform != "win32":
        return own
    if os.environ.get("VISEGRAD_NO_ZIG", "0") in ("", "0") and importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc", "-target", target.zig, "-mcpu=baseline"]
    raise CannotCompileError(
        f"Visegrad Editor has parts in C, and no C compiler was found: install {_SAID['COMPILER']}, and "
        "install again.")


def compile_module(root: Path, folder: Path, module: str, target: Target) -> Path:
    """The path of an extension module built into a folder. Raises `CannotCompileError`."""
    path = root / module
    sources = sorted(str(p) for p in path.parent.glob(f"{path.name}*.c"))
    built = folder / f"{path.name}{target.suffix}"
    words = [*compiler(target), *_FLAGS, *shlex.split(os.environ.get("CFLAGS", "")), "-shared",
             "-o", str(built), *sources]
    if target.suffix == ".pyd":
        words.append(str(_python_library(root, folder, target)))
    elif "macosx" in target.platform:
        words += ["-Wl,-undefined,dynamic_lookup"]  # Python's functions are found when it loads the module
    else:
        words.append("-lm")
    _run(words, folder)
    return built


def _python_library(root: Path, folder: Path, target: Target) -> Path:
    """The library of Windows by which a module finds python3.dll, made from what the header declares."""
    library, names = folder / "python3.lib", folder / "python3.def"
    functions, data = _declared((root / "visegrad_editor" / "stable_python.h").read_text(encoding="utf-8"))
    listed = (*functions, *(f"{name} DATA" for name in data))
    names.write_text("LIBRARY python3.dll\nEXPORTS\n" + "".join(f"{name}\n" for name in listed))
    machine = "arm64" if "arm64" in target.platform else "i386:x86-64"
    _run([sys.executable, "-m", "ziglang", "dlltool", "-m", machine, "-D", "python3.dll", "-d", str(names),
          "-l", str(library)], folder)
    return library


def _declared(header: str) -> tuple[list[str], list[str]]:
    """The functions and the objects of Python that the header declares."""
    functions = re.findall(r"^(?!#|typedef|PYTHON)\w[\w ]*[ *](_?Py\w+)\(", header, re.MULTILINE)
    data = [name for line in re.findall(r"^PYTHON_DATA \w+ (.+);", header, re.MULTILINE)
            for name in re.findall(r"_?Py\w+", line)]
    return list(dict.fromkeys(functions)), data


def _run(words: list[str], folder: Path) -> None:
    """Run a command with its caches in a folder. Raises `CannotCompileError` with what it said."""
    cache = str(folder / "zig")
    env = {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache, **os.environ}
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, env=env)
    except OSError as error:
        raise CannotCompileError(f"The C parts of Visegrad Editor cannot be compiled: {error}.") from error
    if done.returncode:
        raise CannotCompileError(
            f"The C parts of Visegrad Editor cannot be compiled by {words[0]}:\n{done.stdout}{done.stderr}")


class CompiledParts(BuildHookInterface[Any]):
    """Puts the extensions into a wheel or, for an editable installation, beside their sources."""

    def dependencies(self) -> list[str]:
        """What the build needs besides what `pyproject.toml` names: ziglang on a machine without compiler."""
        return [ZIG] if wants_zig() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        try:
            on = target()
            built = {module: compile_module(root, folder, module, on) for module in MODULES}
        except CannotCompileError as error:
            self.app.abort(str(error))
        for module, made in built.items():
            place = (root / module).with_name(made.name)
            if version == "editable":
                # An extension built from older sources must not stay.
                for old in (*place.parent.glob(f"{(root / module).name}*.so"), *place.parent.glob("*.pyd")):
                    old.unlink()
                shutil.copyfile(made, place)
            else:
                build_data["force_include"][str(made)] = str(place.relative_to(root))
        build_data["pure_python"] = False
        if version != "editable":
            build_data["tag"] = f"cp311-abi3-{on.platform}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._folder.cleanup()
