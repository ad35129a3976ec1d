#!/usr/bin/env bash
# Make the image of a card, and start it in an emulated arm64 machine.
#
#   tests/appliance/run_card.sh DIR [PYTEST'S ARGUMENTS]
#
# DIR keeps what the image is made of (packaging/build_card.sh). Where this cannot be done one line says why, and the
# exit status is 3.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
house=$(cd "$here/../.." && pwd)
into=$(realpath -m "${1:?usage: run_card.sh DIR [PYTEST ARGUMENTS]}")
shift
not_tested() {
    echo "NOT TESTED: the card's image ($1)" >&2
    exit 3
}
for tool in qemu-system-aarch64:qemu-system-arm qemu-img:qemu-utils mtype:mtools debugfs:e2fsprogs ssh:openssh-client; do
    command -v "${tool%:*}" >/dev/null || not_tested "there is no ${tool%:*}; apt-get install ${tool#*:}"
done
status=0
image=$("$house/packaging/build_card.sh" "$into") || status=$?
[ "$status" != 3 ] || not_tested "see the line above"
[ "$status" = 0 ] || exit "$status"
cd "$house"
FAMILIAR_CARD=$image "${PYTHON:-.venv/bin/python}" -m pytest -p no:cacheprovider -rs --durations=0 --durations-min=1 \
    tests/appliance/check_card.py "$@"
