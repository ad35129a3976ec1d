#!/usr/bin/env bash
# Make a Debian trixie root with the real libcamera and picamera2 in it, or leave one as it is that stands already.
#
#   tests/trixie/make_root.sh DIR
#
# What lies there afterwards:
#   DIR               Debian trixie, minimal, with python3-libcamera, python3-prctl and python3-venv
#   DIR/opt/venv      a venv with system site packages, as on a Pi: picamera2 and the product's dependencies
#   DIR/.complete     what it was made from; another text in it: the root is made anew
# Run in it with `chroot DIR /opt/venv/bin/python ...`. Whoever installs into it takes a copy first
# (`cp -a --reflink=auto DIR COPY`): tests share this one.
#
# Exit status: 0 it stands, 3 it cannot be made on this machine (one line on stderr says why), else it failed.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(realpath -m "${1:?usage: make_root.sh DIR}")
suite=trixie
debian=python3,python3-libcamera,python3-prctl,python3-venv,libarchive13t64,ca-certificates

cannot() {
    echo "the $suite root cannot be made: $1" >&2
    exit 3
}

# What the product needs to run, and pytest to be tested there.
dependencies=$(python3 - "$here/../../pyproject.toml" <<'END'
import sys, tomllib
print(*tomllib.load(open(sys.argv[1], "rb"))["project"]["dependencies"], "pytest", sep="\n")
END
)
recipe=$({ cat "$here/make_root.sh" "$here/requirements.txt"; echo "$dependencies"; } | sha256sum | cut -d' ' -f1)
mkdir -p "$(dirname "$root")"
exec 9>"$root.lock"
flock 9
if [ "$(cat "$root/.complete" 2>/dev/null)" = "$recipe" ]; then
    exit 0
fi

[ "$(id -u)" = 0 ] || cannot "it needs root's rights; run it with sudo"
command -v debootstrap >/dev/null || cannot "there is no debootstrap; apt-get install debootstrap"
# The mirror of this machine, in either form of apt's sources.
mirror=$(find /etc/apt -name '*.sources' -o -name '*.list' | sort | xargs -r awk '
    found { next }
    $1 == "URIs:" { print $2; found = 1 }
    $1 == "deb" { for (i = 2; i <= NF && !found; i++) if ($i ~ /:\//) { print $i; found = 1 } }')
[ -n "$mirror" ] || cannot "apt's sources name no mirror"
case $mirror in */raspbian* | */raspberrypi* | *ubuntu*) cannot "apt's mirror here is not Debian's" ;; esac
[ -e "/usr/share/debootstrap/scripts/$suite" ] || cannot "this debootstrap does not know $suite"

part=$root.part
rm -rf --one-file-system "$part"
log=$root.log
if ! debootstrap --variant=minbase --include="$debian" "$suite" "$part" "$mirror" >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    exit 1
fi
rm -rf "$part"/var/cache/apt/archives/*.deb "$part"/var/lib/apt/lists/*
# Within, pip trusts what this machine trusts.
if [ -s /etc/ssl/certs/ca-certificates.crt ]; then
    cp /etc/ssl/certs/ca-certificates.crt "$part/etc/ssl/certs/ca-certificates.crt"
fi
cp "$here/requirements.txt" "$part/opt/requirements.txt"
echo "$dependencies" >"$part/opt/dependencies.txt"
within() { chroot "$part" env -u PIP_FIND_LINKS -u PYTHONPATH HOME=/root PIP_DISABLE_PIP_VERSION_CHECK=1 "$@"; }
within python3 -m venv --system-site-packages /opt/venv >>"$log" 2>&1
packages() { within /opt/venv/bin/python -m pip install --no-cache-dir --no-compile --only-binary=:all: "$@" >>"$log" 2>&1; }
if ! packages --no-deps -r /opt/requirements.txt || ! packages -r /opt/dependencies.txt; then
    tail -n 5 "$log" >&2
    exit 1
fi
echo "$recipe" >"$part/.complete"
rm -rf --one-file-system "$root"
mv "$part" "$root"
