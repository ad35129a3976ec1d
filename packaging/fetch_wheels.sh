#!/bin/sh
# Fetch the wheels that Familiar stands on for a 64-bit Pi, to the byte as packaging/requirements.txt names them.
#
#   packaging/fetch_wheels.sh DIR PYTHON      (such as build/wheels 3.11)
#
# What lies in DIR already is not fetched again. FETCH_PYTHON names another Python whose venv and pip are used.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
into=${1:?usage: fetch_wheels.sh DIR PYTHON} python=${2:?usage: fetch_wheels.sh DIR PYTHON}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
"${FETCH_PYTHON:-python3}" -m venv "$work/venv"
set -- --platform manylinux2014_aarch64 --python-version "$python" --implementation cp
# Every glibc up to the oldest system's: pip takes the names of platforms literally.
minor=17
while [ $minor -le 36 ]; do
    set -- "$@" --platform "manylinux_2_${minor}_aarch64"
    minor=$((minor + 1))
done
"$work/venv/bin/python" -m pip download --quiet --disable-pip-version-check --only-binary=:all: --require-hashes \
    --dest "$into" --find-links "$into" "$@" --abi "cp$(echo "$python" | tr -d .)" --abi abi3 --abi none \
    --requirement "$here/requirements.txt"
