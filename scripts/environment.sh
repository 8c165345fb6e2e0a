# Sourced by the other scripts: finds Python, makes the virtual environment, installs what is missing.
# After `prepare_environment EXTRAS PACKAGES...` the variable PYTHON names the environment's interpreter.

here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
venv=${VISEGRAD_VENV:-$here/.venv}

say() { printf '%s\n' "* $*" >&2; }
fail() { printf '%s\n' "$*" >&2; exit 2; }

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
has_module() { "$1" -c "import $2" 2>/dev/null; }
can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

# Installs Debian packages where that is possible; otherwise says which are missing.
debian_install() {
    if can_install; then
        say "Installing $* with apt-get"
        # A package list that cannot be refreshed is no reason to stop: an old one may do.
        apt-get update -qq >/dev/null 2>&1 || say "The package list could not be refreshed; trying the one at hand"
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 && return 0
        say "apt-get could not install $*"
    fi
    return 1
}

# The interpreter to build on: one that has Tk, if there is one.
find_python() {
    fallback=
    for name in ${VISEGRAD_PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do
        path=$(command -v "$name" 2>/dev/null) || continue
        new_enough "$path" || continue
        if has_module "$path" tkinter && has_module "$path" ensurepip; then printf '%s\n' "$path"; return 0; fi
        [ -n "$fallback" ] || fallback=$path
    done
    printf '%s\n' "$fallback"
}

pip_install() { "$PYTHON" -m pip install --quiet --disable-pip-version-check "$@"; }

# The pinned versions, checked by their hashes, dev with what builds the program too. To run it, the newest that
# pyproject.toml allows will do where the pinned ones cannot be had.
install_packages() {
    if pip_install --require-hashes -r "$here/requirements/$extras.txt"; then
        # Without isolation the build cannot ask for the packaged compiler itself.
        zig=$(cd "$here" && [ "$extras" != run ] && "$PYTHON" -c 'import hatch_build; print(hatch_build.ZIG if hatch_build.wants_zig() else "")') || zig=
        [ -z "$zig" ] || { say "No C compiler is here; fetching one as a package"; pip_install "$zig" || return; }
        [ "$extras" = run ] || { pip_install --no-build-isolation -e "$here[$extras]"; return; }
    else
        [ "$extras" = run ] || return 1
        say "The pinned versions cannot be installed here; taking the newest that will do"
    fi
    pip_install -e "$here"
}

prepare_environment() {
    extras=$1
    shift
    if [ ! -x "$venv/bin/python" ]; then
        base=$(find_python)
        if [ -z "$base" ]; then
            debian_install python3 python3-venv python3-tk || fail "Python 3.11 or newer is needed and was not found. Install it, then run this again."
            base=$(find_python)
            [ -n "$base" ] || fail "Python 3.11 or newer is needed and was not found. Install it, then run this again."
        fi
        if ! has_module "$base" ensurepip; then
            debian_install python3-venv || fail "Python's venv module is missing. As root: apt-get install python3-venv"
        fi
        if ! has_module "$base" tkinter; then
            debian_install python3-tk || say "Tk is missing, so the window cannot be opened. As root: apt-get install python3-tk"
            base=$(find_python)
        fi
        say "Making a virtual environment in $venv with $("$base" --version 2>&1)"
        "$base" -m venv "$venv" || fail "The virtual environment could not be made in $venv."
    elif ! has_module "$venv/bin/python" tkinter; then
        debian_install python3-tk || say "Tk is missing, so the window cannot be opened. As root: apt-get install python3-tk"
    fi
    PYTHON=$venv/bin/python
    stamp=$venv/.installed-$extras
    wanted=$(cat "$here/pyproject.toml" "$here/requirements/$extras.txt" "$here/hatch_build.py" "$here/visegrad_editor/stable_python.h" "$here"/visegrad_editor/engine/_reach*.[ch] "$here"/visegrad_editor/drawing/compiled/_raster*.[ch] | cksum)
    if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
        say "Installing Visegrad Editor and what it needs into the virtual environment"
        install_packages || fail "pip could not install the packages named in requirements/$extras.txt or pyproject.toml. Is there a network connection?"
        printf '%s\n' "$wanted" >"$stamp"
    fi
}
