#!/usr/bin/env bash
# Test installer, package, update, roll back and removal in a copy of the Debian trixie root at DIR.
#
#   tests/install/run.sh DIR [PYTEST'S ARGUMENTS]
#
# Where that root cannot be made one line says so, loudly, and the exit status is 3.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
house=$(cd "$here/../.." && pwd)
root=$(realpath -m "${1:?usage: run.sh DIR [PYTEST ARGUMENTS]}")
shift
not_tested() {
    echo "NOT TESTED: installing, updating and removing ($1)" >&2
    exit 3
}
if ! "$house/tests/trixie/make_root.sh" "$root"; then
    not_tested "see the line above"
fi
unshare --mount --pid --fork true 2>/dev/null || not_tested "this machine lets nobody mount /proc in a namespace"
# An installer writes, syncs and removes some gigabytes.
memory=$("$house/tests/memory.sh" 5000)
copy=$(mktemp -d "${memory:-$(dirname "$root")}/familiar.install.XXXXXX")
trap 'rm -rf --one-file-system "$copy"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$root.wheels"
# Without the venv of the other tests: a system on which nothing of ours was ever installed. They may be running.
exec 9>"$root.lock"
flock --shared 9
tar -C "$root" -c --exclude=./opt --exclude=./srv --exclude='./tmp/*' . | tar -C "$copy" -x
exec 9>&-
mkdir -p "$copy/opt" "$copy/srv"
cd "$house"
FAMILIAR_ROOT=$copy FAMILIAR_WHEELS=$root.wheels "${PYTHON:-.venv/bin/python}" -m pytest -p no:cacheprovider tests/install/check_install.py "$@"
