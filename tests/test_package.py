"""The built package: with the compiled parts, for each Python from 3.11 on, by any C compiler or a packaged
one."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from visegrad_editor.compiled_parts import why_not_imported

pytest.importorskip("hatchling")

ROOT = Path(__file__).parents[1]
HEADER = ROOT / "visegrad_editor" / "stable_python.h"
STRICT = "-Wall -Wextra -Werror -Wno-missing-field-initializers"
INCLUDE = Path(sysconfig.get_path("include"))

can_compile = pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("cc") is None, reason="there is no C compiler here")


def hook() -> ModuleType:
    """The build hook, loaded as hatchling does."""
    spec = importlib.util.spec_from_file_location("build_hook", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(kind: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)], cwd=ROOT,
        env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def built(kind: str, folder: Path, **environment: str) -> Path:
    done = build(kind, folder, **environment)
    assert done.returncode == 0, done.stderr
    [made] = folder.iterdir()
    return made


@pytest.mark.slow
@can_compile
def test_the_wheel_carries_the_compiled_parts_for_each_later_python(tmp_path: Path) -> None:
    wheel = built("wheel", tmp_path / "made", CFLAGS=STRICT)
    assert re.fullmatch(r"visegrad_editor-[\d.]+-cp311-abi3-\w+\.whl", wheel.name)
    assert "none" not in wheel.name
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        assert "visegrad_editor/drawing/compiled/_raster.abi3.so" in names
        archive.extract("visegrad_editor/engine/_reach.abi3.so", tmp_path)
    code = (
        "import importlib.util, sys\n"
        "spec = importlib.util.spec_from_file_location('_reach', sys.argv[1])\n"
        "part = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(part)\n"
        "no = bytes(1)\n"
        "print(part.Net(bytes(8), b'', b'').search({0: 0}, 1, no, no, no, True, False)[:2])\n")
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "visegrad_editor/engine/_reach.abi3.so")],
        capture_output=True, text=True, check=False)
    assert done.stdout == "([0], [0])\n", done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the compiler is not chosen by CC there")
def test_without_any_compiler_the_installation_says_what_to_install(tmp_path: Path) -> None:
    done = build("wheel", tmp_path, CC="no-such-compiler", VISEGRAD_NO_ZIG="1")
    assert done.returncode != 0
    assert "no C compiler was found: install a C compiler (Debian" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as in a checkout that was not built."""
    folder = tmp_path_factory.mktemp("sources")
    for name in ("visegrad_editor", "schemas", "sample_scenarios"):
        shutil.copytree(ROOT / name, folder / name, copy_function=os.symlink,
                        ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="links of files need rights there")
@pytest.mark.parametrize("command", [
    "export historical -o map.png", "export karn -o map.svg", "run hollen --seed 1", "validate historical",
    "historical"])
def test_without_the_compiled_parts_commands_say_what_to_install(sources: Path, command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "visegrad_editor", *command.split()], cwd=sources, capture_output=True,
        text=True, check=False, env={**os.environ, "PYTHONPATH": str(sources)})
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith(
        "visegrad-editor: Visegrad Editor has parts in C, and they are not compiled here (_reach and _raster "
        'missing): run "pip install ." in the folder of its sources, with a C compiler (Debian')
    assert not (sources / "map.png").exists()
    assert not (sources / "map.svg").exists()


def test_a_part_that_cannot_be_loaded_is_named() -> None:
    error = ImportError("wrong ELF class", path="/lib/visegrad_editor/engine/_reach.abi3.so")
    assert why_not_imported(error).startswith(
        "The compiled part _reach of Visegrad Editor cannot be loaded (wrong ELF class): install it again")
    assert why_not_imported(ImportError("No module named 'shapely'", name="shapely")) == ""


@can_compile
def test_what_the_compiler_says_is_told(tmp_path: Path) -> None:
    done = build("wheel", tmp_path, CFLAGS="--no-such-flag")
    assert done.returncode != 0
    assert "cannot be compiled by" in done.stderr
    assert "no-such-flag" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_the_source_distribution_can_be_compiled(tmp_path: Path) -> None:
    with tarfile.open(built("sdist", tmp_path)) as archive:
        names = {n.partition("/")[2] for n in archive.getnames()}
    sources = {p.relative_to(ROOT).as_posix() for p in (ROOT / "visegrad_editor").rglob("*.[ch]")}
    assert len(sources) > 20
    assert {"hatch_build.py", "pyproject.toml", *sources} <= names
    assert not any(n.endswith((".so", ".pyd")) for n in names)


def test_all_c_files_are_compiled() -> None:
    compiled = {p for module in hook().MODULES
                for p in (ROOT / module).parent.glob(f"{Path(module).name}*.c")}
    assert compiled == set((ROOT / "visegrad_editor").rglob("*.c"))


# -- compilers --------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("system", "machine", "cc", "no_zig", "other", "expected"), [
    ("linux", "x86_64", "no-such-compiler", "", "", True),
    ("linux", "aarch64", "no-such-compiler", "", "", True),
    ("linux", "riscv64", "no-such-compiler", "", "", False),  # there is no package for it
    ("linux", "x86_64", "no-such-compiler", "1", "", False),
    ("linux", "x86_64", sys.executable, "", "", False),
    ("linux", "x86_64", sys.executable, "", "windows-amd64", True),
    ("win32", "AMD64", "no-such-compiler", "", "", True),
    ("darwin", "arm64", "no-such-compiler", "", "", True),
])
def test_when_the_packaged_compiler_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, system: str, machine: str, cc: str, no_zig: str, other: str,
    expected: bool,
) -> None:
    module = hook()
    monkeypatch.setattr(module.sys, "platform", system)
    monkeypatch.setattr(module.platform, "machine", lambda: machine)
    for name, value in (("CC", cc), ("VISEGRAD_NO_ZIG", no_zig), ("VISEGRAD_TARGET", other)):
        monkeypatch.setenv(name, value)
    assert module.wants_zig() is expected


def test_a_mac_without_its_command_line_tools_has_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    module = hook()
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(module.sys, "platform", "darwin")
    monkeypatch.setattr(module.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(module, "_fails", lambda words: words[0] == "xcode-select")
    assert module.own_compiler() == []
    monkeypatch.setattr(module, "_fails", lambda words: False)
    assert module.own_compiler() == ["cc"]


def test_an_unknown_target_is_told_with_the_known_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    module = hook()
    monkeypatch.setenv("VISEGRAD_TARGET", "amiga")
    with pytest.raises(module.CannotCompileError, match="amiga is not known; known are linux-x86_64, "):
        module.target()


@pytest.mark.parametrize(("name", "free_threaded"), [("pypy", 0), ("cpython", 1)])
def test_a_python_without_the_stable_interface_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, free_threaded: int
) -> None:
    module = hook()
    monkeypatch.delenv("VISEGRAD_TARGET", raising=False)
    monkeypatch.setattr(module.sysconfig, "get_config_var", lambda _name: free_threaded)
    monkeypatch.setattr(module.sys, "implementation", type("Implementation", (), {"name": name}))
    with pytest.raises(module.CannotCompileError, match=r"needs the usual CPython 3\.11"):
        module.target()


# -- the header -------------------------------------------------------------------------------------------

TYPES = {
    "PyObject": ("ob_refcnt", "ob_type"),
    "Py_buffer": ("buf", "obj", "len", "itemsize", "readonly", "ndim", "format", "shape", "strides",
                  "suboffsets", "internal"),
    "PyMethodDef": ("ml_name", "ml_meth", "ml_flags", "ml_doc"),
    "PyType_Slot": ("slot", "pfunc"),
    "PyType_Spec": ("name", "basicsize", "itemsize", "flags", "slots"),
    "PyModuleDef_Slot": ("slot", "value"),
    "PyModuleDef_Base": ("ob_base", "m_init", "m_index", "m_copy"),
    "PyModuleDef": ("m_base", "m_name", "m_doc", "m_size", "m_methods", "m_slots", "m_traverse", "m_clear",
                    "m_free"),
    "Py_ssize_t": (),
}
PRINTED = """
#include <stddef.h>
#include <stdio.h>
int main(void) {{
{lines}
    return 0;
}}
"""


def numbers(folder: Path, include: str) -> str:
    """Sizes, offsets and constants, as a program prints them that includes a header."""
    constants = re.findall(r"\b((?:METH|Py_TPFLAGS|Py_tp|Py_mod)_\w+) =", HEADER.read_text(encoding="utf-8"))
    assert len(constants) > 12
    lines = [f'    printf("{name} %ld\\n", (long){name});' for name in constants]
    for type, fields in TYPES.items():
        lines.append(f'    printf("{type} %zu\\n", sizeof({type}));')
        lines += [f'    printf("{type}.{field} %zu\\n", offsetof({type}, {field}));' for field in fields]
    source = folder / "numbers.c"
    source.write_text(include + PRINTED.format(lines="\n".join(lines)), encoding="utf-8")
    subprocess.run(["cc", "-o", str(folder / "numbers"), str(source), "-I", str(INCLUDE)], check=True)
    return subprocess.run([folder / "numbers"], capture_output=True, text=True, check=True).stdout


LIMITED = "#define Py_LIMITED_API 0x030B0000\n#include <Python.h>\n"
with_headers = pytest.mark.skipif(not (INCLUDE / "Python.h").exists(), reason="no headers of Python are here")


@can_compile
@with_headers
def test_the_header_has_the_numbers_of_pythons_own(tmp_path: Path) -> None:
    own = numbers(tmp_path, f'#include "{HEADER}"\n')
    assert own.count("\n") > 50
    assert own == numbers(tmp_path, LIMITED)


@can_compile
@with_headers
def test_the_functions_are_declared_as_in_pythons_own(tmp_path: Path) -> None:
    text = HEADER.read_text(encoding="utf-8")
    functions, data = hook()._declared(text)
    assert len(functions) > 40
    assert len(data) > 5
    declared = [line for line in text.splitlines()
                if (line.startswith("PYTHON_DATA") or re.match(r"(?!#|typedef)\w.*\b_?Py\w+\(", line))]
    declared = [re.sub("^PYTHON_DATA", "extern", line) for line in declared]
    assert len(declared) > 45
    # A second declaration that differs is refused.
    source = tmp_path / "declared.c"
    source.write_text(LIMITED + "\n".join(declared) + "\n", encoding="utf-8")
    done = subprocess.run(["cc", *STRICT.split(), "-fsyntax-only", str(source), "-I", str(INCLUDE)],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@can_compile
@with_headers
@pytest.mark.slow
def test_the_parts_compile_with_pythons_own_headers(tmp_path: Path) -> None:
    folder = tmp_path / "visegrad_editor"
    shutil.copytree(ROOT / "visegrad_editor", folder, ignore=lambda place, names: [
        n for n in names if not (Path(place, n).is_dir() or n.endswith((".c", ".h")))])
    (folder / "stable_python.h").write_text(LIMITED, encoding="utf-8")
    sources = [str(p) for p in folder.rglob("*.c")]
    assert len(sources) > 10
    done = subprocess.run(["cc", *STRICT.split(), "-fsyntax-only", *sources, "-I", str(INCLUDE)],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# Python's interface itself puts functions into places for objects, which ISO C forbids.
ALLOWED = re.compile(r"ISO C forbids (initialization|conversion).*function pointer")


@can_compile
def test_the_parts_are_c11_without_extensions() -> None:
    """What Microsoft's compiler does not know: extensions of gcc, and arrays of a length that is computed."""
    sources = sorted(str(p) for p in (ROOT / "visegrad_editor").rglob("*.c"))
    assert len(sources) > 10
    strict = ("-std=c11", "-pedantic", "-Wall", "-Wextra", "-Wvla", "-fsyntax-only")
    done = subprocess.run(["cc", *strict, *sources], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stderr.splitlines() if "warning:" in line and not ALLOWED.search(line)]
    assert told == []


@can_compile
def test_without_c11_microsofts_compiler_gets_its_own_word_for_restrict() -> None:
    sources = sorted((ROOT / "visegrad_editor").rglob("*.c"))
    with_it = [p for p in sources if "restrict" in p.read_text(encoding="utf-8")]
    assert len(with_it) > 1
    for path in with_it:
        # Like that compiler, gcc has no version of C to tell here.
        words = ["cc", "-E", "-P", "-std=gnu89", "-D_MSC_VER=1939", str(path)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "__restrict" in done.stdout
        assert not re.search(r"\brestrict\b", done.stdout), path
