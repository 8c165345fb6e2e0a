"""The compiled parts neither read nor write beside their memory and compute nothing undefined, while they
paint maps, tiles, letters, counters and files, search paths, and refuse hostile arguments: some of the other
tests run again, in a process of their own, with parts compiled so that the first fault ends it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from visegrad_editor.compiled_parts import PARTS

ROOT = Path(__file__).parents[1]
SUPPORT = ROOT / "tests" / "support"
CHECKS = ("-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all", "-g", "-O1",
          "-std=c99", "-fPIC", "-shared", "-fvisibility=hidden")
FAULTS = """
#include <stdlib.h>
__attribute__((visibility("default"))) int beside(int n) {
    int *volatile room = calloc(4, sizeof *room);
    int found = room[n];
    free(room);
    return found;
}
__attribute__((visibility("default"))) int overflown(int n) { return n + 0x7fffffff; }
"""
RASTER, PIXELS = "tests/drawing/test_drawing_raster.py", "tests/drawing/test_pixel_painter.py"
COARSE, REACH = "tests/drawing/test_drawing_coarse.py", "tests/engine/test_engine_reach.py"
TRIED = {
    RASTER: (
        "tables_show_the_same_map", "tables_show_the_same_layers", "bands_are_rows_of_the_whole_picture",
        "batched_hexside_lines_equal_single_ones", "batched_rivers_equal_single_hexsides",
        "batched_numbers_equal_single_ones", "pixel_darkness_follows_coverage",
        "stamped_repeats_equal_separate_painting", "only_places_on_the_canvas_are_painted",
        "text_set_from_letters_equals_the_font_engine", "malformed_shape_tables_are_refused",
        "more_stamps_than_are_kept_are_painted_too", "hostile_arguments_are_refused",
        "arguments_of_another_kind_are_refused",
        "a_file_packed_in_parts_has_every_pixel"),
    PIXELS: (
        "shapes_are_the_same_on_a_separate_canvas", "no_seam_shows_between_items_side_by_side",
        "dashing_a_very_long_line_terminates"),
    COARSE: (
        "every_point_has_the_colour_of_its_hex", "coasts_borders_and_the_grid_lie_where_the_ground_changes",
        "the_compiled_ground_refuses_tables_that_do_not_fit", "a_small_tile_follows_an_edit"),
    REACH: (
        "what_stops_a_unit", "starts_off_the_map_or_with_negative_costs_are_refused",
        "all_paths_at_once_are_those_found_one_at_a_time",
        "a_step_that_costs_very_much_is_found_and_one_beyond_counting_refused",
        "any_allowance_can_be_asked_for", "inconsistent_tables_are_refused",
        "questions_of_the_wrong_kind_are_refused")}
"""The tests that are run again, by file."""


def runtime() -> str:
    """The library with the checks of memory, which has to be loaded before all others; "" without one."""
    compiler = shutil.which("gcc")
    if compiler is None or not sys.platform.startswith("linux"):
        return ""
    words = [compiler, "-print-file-name=libasan.so"]
    said = subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()
    return said if Path(said).is_absolute() else ""


pytestmark = pytest.mark.skipif(not runtime(), reason="there is no gcc with its sanitizers here (Linux only)")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the parts, compiled with all checks, and with functions that have faults."""
    folder = tmp_path_factory.mktemp("parts")
    (folder / "faults.c").write_text(FAULTS)
    sources = {Path(part).name: sorted((ROOT / part).parent.glob(f"{Path(part).name}*.c")) for part in PARTS}
    for name, files in {**sources, "faults": [folder / "faults.c"]}.items():
        assert files
        subprocess.run(["gcc", *CHECKS, "-o", folder / f"{name}.so", *files, "-lm"], check=True)
    return folder


def checked(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with those parts; what they do wrong ends it."""
    found = {**os.environ, "LD_PRELOAD": runtime(), "SANITIZED_PARTS": str(folder),
             # Python keeps much until its end; its own allocator would hide what lies beside small objects.
             "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc",
             "UBSAN_OPTIONS": "print_stacktrace=1", "PYTHONPATH": os.pathsep.join((str(ROOT), str(SUPPORT)))}
    return subprocess.run([sys.executable, *words], cwd=ROOT, env=found, capture_output=True, text=True,
                          check=False)


@pytest.mark.parametrize(("call", "said"), [
    ("beside(3)", ""), ("beside(9)", "AddressSanitizer: heap-buffer-overflow"),
    ("overflown(0)", ""), ("overflown(1)", "runtime error: signed integer overflow")])
def test_faults_are_noticed(folder: Path, call: str, said: str) -> None:
    done = checked(folder, "-c", f"import ctypes; ctypes.CDLL({str(folder / 'faults.so')!r}).{call}")
    assert said in done.stderr
    assert (done.returncode == 0) == (said == ""), done.stderr


def test_the_compiled_parts_have_no_such_faults(folder: Path) -> None:
    names = [f"{file}::test_{name}" for file, names in TRIED.items() for name in names]
    done = checked(folder, "-m", "pytest", "-p", "sanitized_parts", "-p", "no:xdist", "-p",
                   "no:cacheprovider", "--noconftest", "-q", *names)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
