#!/usr/bin/env bash
# Test the camera's adapter on the real picamera2 and libcamera, in the root at DIR (made when it is missing); and,
# since it is at hand, what else one can touch on trixie's Python.
#
#   tests/trixie/run.sh DIR [PYTEST'S ARGUMENTS]
#
# Where that root cannot be made one line says so, loudly, and the exit status is 3.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
house=$(cd "$here/../.." && pwd)
root=$(realpath -m "${1:?usage: run.sh DIR [PYTEST ARGUMENTS]}")
shift
status=0
"$here/make_root.sh" "$root" || status=$?
if [ "$status" != 0 ]; then
    echo "NOT TESTED: the camera on the real picamera2 and libcamera; the line above says why" >&2
    exit "$status"
fi

# Alone while the root is written to; who only takes a copy of it may come meanwhile.
exec 9>"$root.lock"
flock 9
mkdir -p "$root/srv/frames" "$root/usr/share/libcamera/pipeline/virtual"
cp "$here/virtual.yaml" "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml"
rm -rf "$root/srv/familiar"
mkdir "$root/srv/familiar"
# Files alone: tar fails where a folder changes meanwhile, and who tests beside this compiles into them.
(cd "$house" && rooms=(*/__init__.py) &&
    find pyproject.toml docs "${rooms[@]%/*}" tests/trixie tests/room tests/device tests/table \
        -name __pycache__ -prune -o ! -type d -print0 | tar -c --null --no-recursion -T -) |
    tar -x -C "$root/srv/familiar"
flock --shared 9
# ONNX Runtime asks /proc about the processor.
mounts='mount -t proc proc "$0/proc" 2>/dev/null || true'
unshare --mount true 2>/dev/null && lone=(unshare --mount) || { lone=(); mounts=true; }
# picamera2's own warnings are not ours to mend: it is the newest, on a newer Python than a Pi's.
"${lone[@]}" sh -c "$mounts"'; exec chroot "$0" "$@"' "$root" env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 \
    OMP_NUM_THREADS="${OMP_NUM_THREADS:-2}" LIBCAMERA_LOG_LEVELS='*:FATAL' PYTHONDONTWRITEBYTECODE=1 \
    PYTHONPATH=/srv/familiar:/srv/familiar/tests/trixie:/srv/familiar/tests/room \
    /opt/venv/bin/python -m pytest -W 'ignore:setDaemon:DeprecationWarning' \
    -W default::pytest.PytestUnraisableExceptionWarning -p no:cacheprovider -c /srv/familiar/pyproject.toml --rootdir /srv/familiar \
    /srv/familiar/tests/trixie/check_camera.py /srv/familiar/tests/device \
    /srv/familiar/tests/table/test_watch.py /srv/familiar/tests/table/test_watch_health.py \
    /srv/familiar/tests/table/test_panel.py /srv/familiar/tests/table/test_lamps.py "$@"
