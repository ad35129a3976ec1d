#!/bin/sh
# Install Familiar from this folder on Raspberry Pi OS (Bookworm or Trixie, 64 bit), or on another Debian.
#
#   sudo ./install.sh               install, or update what is installed; twice is harmless
#   sudo ./install.sh --uninstall   take it away and keep the games; with --purge take them away as well
#
# It builds the Debian package and installs that, so apt knows what lies where (docs/install.md).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
usage="usage: sudo ./install.sh [--uninstall [--purge]]"
needed_mb=1500

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

uninstall=no purge=no
for option in "$@"; do
    case $option in
    --uninstall) uninstall=yes ;;
    --purge) purge=yes ;;
    -h | --help) echo "$usage"; exit ;;
    *) echo "install.sh: unknown: $option; $usage" >&2; exit 2 ;;
    esac
done
[ "$uninstall" = yes ] || [ "$purge" = no ] || { echo "install.sh: --purge goes with --uninstall" >&2; exit 2; }

[ "$(id -u)" = 0 ] || fail "this needs root's rights: sudo ./install.sh"
for tool in apt-get dpkg-deb; do
    command -v "$tool" >/dev/null ||
        fail "this system has no $tool: install it on Raspberry Pi OS or Debian, or use 'make setup' (README)."
done
# No module comes from the home of whoever called.
export DEBIAN_FRONTEND=noninteractive PYTHONNOUSERSITE=1

if [ "$uninstall" = yes ]; then
    state=$(dpkg-query --show --showformat '${db:Status-Status}' familiar 2>/dev/null || true)
    case $purge,$state in
    *, | *,not-installed) echo "Familiar is not installed." ;;
    yes,*)
        apt-get purge --yes --quiet familiar >/dev/null || fail "apt could not do it: sudo apt-get purge familiar"
        echo "Familiar is gone, and its games and settings with it."
        ;;
    no,config-files) echo "Familiar is not installed; its games are in /var/lib/familiar." ;;
    *)
        apt-get remove --yes --quiet familiar >/dev/null || fail "apt could not do it: sudo apt-get remove familiar"
        echo "Familiar is gone; its games are still in /var/lib/familiar, its settings in /etc/familiar."
        ;;
    esac
    exit
fi

case $(dpkg --print-architecture) in
arm64 | amd64) ;;
*) fail "a 64-bit system is needed: write the 64-bit Raspberry Pi OS to the card." ;;
esac
for folder in /opt /var; do
    free_mb=$(df -Pm "$folder" 2>/dev/null | awk 'NR == 2 { print $4 }')
    [ "${free_mb:-0}" -ge "$needed_mb" ] ||
        fail "${free_mb:-0} MB are free in $folder and $needed_mb MB are needed: make room there and try again."
done
apt-get update -qq || fail "apt cannot reach its sources: check the network and try again."
[ -x /usr/bin/python3 ] && /usr/bin/python3 -c 'import venv, ensurepip' 2>/dev/null ||
    apt-get install --yes -qq --no-install-recommends python3 python3-venv >/dev/null ||
    fail "python3-venv cannot be installed: sudo apt-get install python3-venv says why."
/usr/bin/python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed and $(/usr/bin/python3 -V) is here: use Raspberry Pi OS Bookworm or Trixie."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
echo "Building the package ..."
package=$(PYTHON=/usr/bin/python3 COMPRESSION=none "$here/packaging/build_deb.sh" "$work") || fail "the package cannot be built; see above."
"$here/packaging/familiar-update" "$package" "$(sha256sum <"$package" | cut -d' ' -f1)"
echo "Next: sudo familiar doctor"
