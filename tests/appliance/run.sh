#!/usr/bin/env bash
# Start an emulated arm64 machine, install Familiar there, play, update, look, press, join and read.
#
#   tests/appliance/run.sh DIR [PYTEST'S ARGUMENTS]
#
# DIR keeps the machine's disk, and the one on which Familiar was installed; a file's name takes one part. Where
# this cannot be done one line says why, and the exit status is 3.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
house=$(cd "$here/../.." && pwd)
image=$(realpath -m "${1:?usage: run.sh DIR [PYTEST ARGUMENTS]}")
shift
not_tested() {
    echo "NOT TESTED: the emulated machine ($1)" >&2
    exit 3
}
for tool in qemu-system-aarch64:qemu-system-arm qemu-img:qemu-utils; do
    command -v "${tool%:*}" >/dev/null || not_tested "there is no ${tool%:*}; apt-get install ${tool#*:}"
done
status=0
"$here/make_image.sh" "$image" || status=$?
[ "$status" != 3 ] || not_tested "see the line above"
[ "$status" = 0 ] || exit "$status"
parts=(tests/appliance/check_{appliance,evening,versions,camera,pins,radio,watchdog,readings}.py)
[ $# != 0 ] || set -- "${parts[@]}"
cd "$house"
FAMILIAR_IMAGE=$image "${PYTHON:-.venv/bin/python}" -m pytest -p no:cacheprovider -rs --durations=0 --durations-min=1 "$@"
