#!/bin/sh
# Write packaging/requirements.txt and build-requirements.txt anew: what pip may install for Familiar, each at
# one version, with the SHA-256 of every file of it that the package index has.
#
#   packaging/lock.sh [OPTIONS OF uv pip compile, such as --upgrade or --upgrade-package NAME]
#
# What may be chosen is said in pyproject.toml and constraints.txt. UV names another uv. Needs the network, and
# an index that holds the files of every processor, as the public one does; PIP_INDEX_URL names another. All that
# may be installed anywhere is fetched once, half a gigabyte.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(dirname "$here")
uv=${UV:-uv}
# Whatever Debian or Raspberry Pi OS has today or soon; Bookworm's C library is the oldest.
pythons="3.11 3.12 3.13 3.14"
processors="aarch64 x86_64"
libc=manylinux_2_36

fail() {
    echo "lock.sh: $*" >&2
    exit 1
}

command -v "$uv" >/dev/null || fail "there is no $uv: make lock brings it along."
[ -z "${PIP_INDEX_URL:-}" ] || export UV_DEFAULT_INDEX="$PIP_INDEX_URL"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# lock FILE SOURCE [OPTION...]: a version that stands in the file stays where it may, unless an option asks for
# a newer one; its digests are asked for again, or uv would keep what stands there, right or wrong.
lock() {
    file=$1 source=$2
    shift 2
    if [ -e "$here/$file" ]; then sed '/^ *--hash=/d; s/ *\\$//' "$here/$file" >"$work/$file"; fi
    "$uv" pip compile --no-config --quiet --universal --python-version "${pythons%% *}" --only-binary :all: \
        --generate-hashes --no-annotate --custom-compile-command "make lock" --output-file "$work/$file" \
        "$@" "$source" >/dev/null || fail "$file cannot be made; see above."
    for python in $pythons; do
        for processor in $processors; do
            # Really fetched, each file once: a trial run would look at no digest.
            "$uv" pip install --no-config --quiet --cache-dir "$work/cache" --require-hashes --only-binary :all: \
                --target "$work/target" --python-version "$python" \
                --python-platform "$processor-$libc" --requirement "$work/$file" ||
                fail "$file lacks something for Python $python on $processor; see above. Nothing was changed."
            rm -rf "$work/target"
        done
    done
}

sed -n 's/^requires = \[\(.*\)\]$/\1/p' "$tree/pyproject.toml" | tr ',' '\n' | tr -d '" ' >"$work/build.in"
[ -s "$work/build.in" ] || fail "pyproject.toml does not say in a line what it is built by."
lock requirements.txt "$tree/pyproject.toml" --extra club --extra pi --constraint "$here/constraints.txt" "$@"
lock build-requirements.txt "$work/build.in" "$@"
for file in requirements.txt build-requirements.txt; do
    install -m 644 "$work/$file" "$here/$file"
done
