"""What differs between Linux, macOS and Windows apart from windows: folders, locks of files, processes,
memory, and what opens a folder or shows a message. `editor/platforms.py` has what differs between window
systems.

Commands import this when they start, so it imports only what Python itself has loaded, and the rest where it
is needed.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOCKS_FOLDERS = fcntl is not None
"""Whether folders can be locked here."""
_PROGRAM = "visegrad-editor"


def is_windows() -> bool:
    """Whether files are named by the rules of Windows here."""
    return sys.platform == "win32"


def system_line() -> str:
    """The system and the kind of processor. The module `platform` knows it too, but takes longer to load than
    the rest."""
    if sys.platform == "win32":
        return f"{sys.platform} {os.environ.get('PROCESSOR_ARCHITECTURE', '')}"
    return f"{sys.platform} {os.uname().machine}"


# The system's folders for settings, for cached data and for fonts.

def settings_folder() -> Path:
    """The folder for settings and unsaved work."""
    return _below("APPDATA", "Roaming", "Application Support", "XDG_CONFIG_HOME", ".config")


def cache_folder() -> Path:
    """The folder for data that can be made again."""
    return _below("LOCALAPPDATA", "Local", "Caches", "XDG_CACHE_HOME", ".cache")


def _below(windows: str, app_data: str, library: str, unix: str, hidden: str) -> Path:
    """Our folder in the one that the system's variable names, or else in its usual place in the home folder.

    A variable with a relative path counts as unset, as the XDG base directory specification requires.
    """
    if sys.platform == "darwin":
        return Path.home() / "Library" / library / _PROGRAM
    variable, usual = (windows, f"AppData/{app_data}") if sys.platform == "win32" else (unix, hidden)
    base = Path(os.environ.get(variable, ""))
    return (base if base.is_absolute() else Path.home() / usual) / _PROGRAM


def font_folders() -> list[Path]:
    """The existing font folders of Linux, macOS and Windows."""
    home = Path.home()
    places = [
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        home / ".local/share/fonts",
        home / ".fonts",
        Path("/System/Library/Fonts"),
        Path("/Library/Fonts"),
        home / "Library/Fonts",
        Path(os.environ.get("WINDIR", "C:\\Windows")) / "Fonts",
    ]
    if local := os.environ.get("LOCALAPPDATA"):
        places.append(Path(local) / "Microsoft/Windows/Fonts")
    return [p for p in places if p.is_dir()]

# Files and folders.

def try_lock(handle: int) -> bool:
    """Lock an open folder until its handle is closed; False if somebody else has locked it. Raises OSError if
    the disk knows no such locks."""
    assert fcntl is not None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def open_folder(folder: Path) -> bool:
    """Show a folder in the system's file manager; False if there is none."""
    import subprocess

    try:
        if sys.platform == "win32":
            os.startfile(folder)
        else:
            opener = "open" if sys.platform == "darwin" else "xdg-open"
            subprocess.Popen([opener, str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    return True


def in_command(path: Path) -> str:
    """A path as it is typed in a command of this system.

    >>> in_command(Path("war.yaml"))
    'war.yaml'
    """
    if sys.platform == "win32":
        from subprocess import list2cmdline

        return list2cmdline([str(path)])
    from shlex import quote

    return quote(str(path))


# Processes and memory.

def process_start(pid: int) -> str | None:
    """The start time of a process on this computer, in the system's own format; None if it does not run."""
    if sys.platform == "win32":
        return _start_on_windows(pid)
    if Path("/proc/self/stat").exists():
        return _start_in_proc(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return None
    except OSError:
        pass
    import subprocess

    with suppress(OSError, subprocess.SubprocessError):
        started = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True,
                                 timeout=5, check=False).stdout
        return "".join(x for x in started if x.isascii() and x.isalnum())
    return ""


def _start_in_proc(pid: int) -> str | None:
    try:
        text = Path(f"/proc/{pid}/stat").read_text("ascii", "replace")
    except OSError:
        return None
    # After the name, which is in brackets and may contain anything: the state, 18 more values, the start
    # time.
    state, *more = text.rpartition(")")[2].split()
    return None if state in "ZX" else more[18]


def _start_on_windows(pid: int) -> str | None:
    if sys.platform != "win32":
        return None
    import ctypes
    from ctypes import wintypes
    kernel = ctypes.windll.kernel32
    handle = kernel.OpenProcess(0x1000, False, pid)
    if not handle:
        return None
    try:
        times = [wintypes.FILETIME() for _ in range(4)]
        code = wintypes.DWORD()
        running = kernel.GetExitCodeProcess(handle, ctypes.byref(code)) and code.value == 259
        if not running or not kernel.GetProcessTimes(handle, *map(ctypes.byref, times)):
            return None
        return f"{times[0].dwHighDateTime:x}{times[0].dwLowDateTime:08x}"
    finally:
        kernel.CloseHandle(handle)


def release_memory() -> bool:
    """Return memory that the C library holds but no longer uses to the system; whether that is possible:
    only glibc can do it."""
    if sys.platform != "linux":
        return False
    import ctypes

    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError):
        return False
    return True


# What Windows does without a window of ours.

def show_message(title: str, text: str) -> None:
    """Show an error in a dialog of the system, where there is one without Tk: on Windows."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text, title, 0x10)


def scale_own_windows() -> None:
    """Tell Windows that this program scales its windows itself."""
    if sys.platform == "win32":
        import ctypes

        with suppress(AttributeError, OSError):
            ctypes.windll.shcore.SetProcessDpiAwareness(1)
