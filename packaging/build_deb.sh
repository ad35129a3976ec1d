#!/bin/sh
# Build familiar_VERSION_all.deb with dpkg-deb, from this tree, into a folder (dist/ when none is given).
#
#   packaging/build_deb.sh [FOLDER]
#
# The package holds the product's wheel; its venv is made where it is installed (see docs/install.md). Needs
# python3 with venv, and pip's way to setuptools. PYTHON names another Python, COMPRESSION another than xz: none
# for a package that is installed at once and kept by nobody; VENV a folder in which the venv to build in is kept
# for the next build. Prints the file's path.
set -eu
# The rights of files in the package are not those that whoever builds it gives his own.
umask 022
here=$(cd "$(dirname "$0")" && pwd -P)
tree=$(dirname "$here")
out=${1:-$tree/dist}
python=${PYTHON:-python3}

fail() {
    echo "build_deb.sh: $*" >&2
    exit 1
}

command -v dpkg-deb >/dev/null || fail "dpkg-deb is missing: this needs Debian or a system made from it."
"$python" -c 'import venv, ensurepip' 2>/dev/null || fail "$python has no venv module: apt-get install python3-venv"
mkdir -p "$out" || fail "$out cannot be made."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# The same tree gives the same file: times are those of the newest source, or of SOURCE_DATE_EPOCH.
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    SOURCE_DATE_EPOCH=$(find "$tree" \( -name .git -o -name .venv -o -name '*.egg-info' -o -name __pycache__ -o \
        -name build -o -name dist -o -name '.*_cache' -o -name .hypothesis -o -name tests \) -prune -o \
        -type f -printf '%Ts\n' | sort -n | tail -n 1)
fi
export SOURCE_DATE_EPOCH

# The wheel comes from a copy: setuptools takes in whatever an older build left in the tree.
mkdir "$work/source"
cp "$tree/pyproject.toml" "$tree/README.md" "$tree/LICENSE" "$work/source"
for init in "$tree"/*/__init__.py; do
    cp -r "$(dirname "$init")" "$work/source"
done
find "$work/source" -name __pycache__ -prune -exec rm -rf {} +
venv=${VENV:-$work/venv}
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv" || fail "the venv for building cannot be made."
"$venv/bin/python" -m pip install --disable-pip-version-check --quiet --no-compile --only-binary=:all: --require-hashes \
    --requirement "$here/build-requirements.txt" ||
    fail "what builds the wheel cannot be had: check the network, which setuptools comes over."
"$venv/bin/python" -m pip wheel --disable-pip-version-check --quiet --no-deps --no-build-isolation \
    --wheel-dir "$work/wheel" "$work/source" || fail "the wheel cannot be built."
wheel=$(echo "$work"/wheel/familiar-*.whl)
[ -e "$wheel" ] || fail "no wheel came out of the build."
version=$(basename "$wheel" | cut -d- -f2)

root=$work/root
install -d -m 755 "$root/DEBIAN" "$root/etc/avahi/services" "$root/usr/bin" "$root/usr/sbin" \
    "$root/usr/lib/familiar" "$root/usr/lib/systemd/system" "$root/usr/lib/systemd/system.conf.d" \
    "$root/usr/lib/sysusers.d" "$root/usr/lib/tmpfiles.d" "$root/usr/share/familiar" "$root/usr/share/doc/familiar" \
    "$root/usr/share/man/man1" "$root/usr/share/man/man8"
put() { install -m "$1" "$2" "$root/$3"; }
put 644 "$wheel" usr/share/familiar/
put 644 "$here/requirements.txt" usr/share/familiar/
put 755 "$here/familiar" usr/bin/familiar
put 755 "$here/familiar-update" usr/sbin/familiar-update
put 755 "$here/setup" usr/lib/familiar/setup
put 644 "$tree/systemd/familiar.service" usr/lib/systemd/system/familiar.service
put 644 "$tree/systemd/familiar.watchdog" usr/lib/systemd/system.conf.d/30-familiar.conf
put 644 "$tree/systemd/familiar.sysusers" usr/lib/sysusers.d/familiar.conf
put 644 "$tree/systemd/familiar.tmpfiles" usr/lib/tmpfiles.d/familiar.conf
put 644 "$tree/systemd/familiar.avahi" etc/avahi/services/familiar.service
put 644 "$tree/LICENSE" usr/share/doc/familiar/copyright
# The guides lie as in the tree, for they link each other by where they lie.
guides=usr/share/doc/familiar
install -d -m 755 "$root/$guides/docs/rules" "$root/$guides/docs/screenshots" "$root/$guides/chronicle" \
    "$root/$guides/games" "$root/$guides/models"
for page in "$tree"/*.md "$tree"/docs/*.md "$tree"/docs/*.png "$tree"/docs/*.svg "$tree"/docs/*.webp "$tree"/docs/rules/*.md \
    "$tree"/docs/screenshots/*.webp "$tree"/chronicle/*.md "$tree"/games/*.md "$tree"/models/*.md; do
    put 644 "$page" "$guides/${page#"$tree"/}"
done
ln -s copyright "$root/$guides/LICENSE"
for page in familiar.1 familiar-update.8; do
    gzip -9n <"$here/$page" >"$root/usr/share/man/man${page##*.}/$page.gz"
    chmod 644 "$root/usr/share/man/man${page##*.}/$page.gz"
done
printf 'familiar (%s) stable; urgency=medium\n\n  * Version %s; CHANGELOG.md beside this file tells what changed.\n\n -- %s  %s\n' \
    "$version" "$version" "$(sed -n 's/^Maintainer: //p' "$here/control")" \
    "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" >"$work/changelog"
gzip -9n <"$work/changelog" >"$root/usr/share/doc/familiar/changelog.gz"
chmod 644 "$root/usr/share/doc/familiar/changelog.gz"

size=$(du -sk --apparent-size "$root" | cut -f1)
sed "s/@VERSION@/$version/; s/@SIZE@/$size/" "$here/control" >"$root/DEBIAN/control"
echo /etc/avahi/services/familiar.service >"$root/DEBIAN/conffiles"
for script in preinst postinst prerm postrm; do
    install -m 755 "$here/$script" "$root/DEBIAN/$script"
done
(cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\n' | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
chmod 644 "$root/DEBIAN/control" "$root/DEBIAN/conffiles" "$root/DEBIAN/md5sums"
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

deb=$out/familiar_${version}_all.deb
# xz is what both Bookworm and Trixie unpack.
dpkg-deb --root-owner-group "-Z${COMPRESSION:-xz}" --build "$root" "$work/familiar.deb" >/dev/null
mv "$work/familiar.deb" "$deb"
echo "$deb"
