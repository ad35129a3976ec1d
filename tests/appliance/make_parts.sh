#!/usr/bin/env bash
# Make what the emulated machine's image lacks beside Debian's own hardware, or leave it as it stands already.
#
#   tests/appliance/make_parts.sh DIR
#
# DIR is what make_image.sh made. What lies there afterwards:
#   DIR/parts/gpio-sim.ko  the kernel's simulated pins, for the kernel of the image: Debian builds none
#   DIR/parts/*.whl        lgpio for arm64, which Raspberry Pi OS brings as python3-lgpio and Debian does not
#   DIR/parts/*.deb        what shares a radio (dnsmasq, nftables) and what tries one (iw, udhcpc), with what they need there
#   DIR/parts/.complete    what it was made from; another text in it: all is made anew
#
# The module is made of Debian's kernel sources, against the kernel's own headers, by a compiler for arm64.
# Exit status: 0 it stands, 3 it cannot be made on this machine (one line on stderr says why), else it failed.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
into=$(realpath "${1:?usage: make_parts.sh DIR}")
suite=bookworm
python=311
compiler=aarch64-linux-gnu-
radio=(dnsmasq-base nftables iw udhcpc)

cannot() {
    echo "the machine's parts cannot be made: $1" >&2
    exit 3
}

recipe=$(cat "$here/make_parts.sh" "$into/.complete" | sha256sum | cut -d' ' -f1)
parts=$into/parts
mkdir -p "$parts"
exec 9>"$parts/.lock"
flock 9
if [ "$(cat "$parts/.complete" 2>/dev/null)" = "$recipe" ]; then
    exit 0
fi
for tool in ${compiler}gcc-12:gcc-aarch64-linux-gnu debugfs:e2fsprogs fdtput:device-tree-compiler make:make xz:xz-utils; do
    command -v "${tool%:*}" >/dev/null || cannot "there is no ${tool%:*}; apt-get install ${tool#*:}"
done

rm -rf "${parts:?}"/*
log=$parts/make.log
run() { "$@" >>"$log" 2>&1 || { tail -n 5 "$log" >&2; exit 1; }; }
: >"$log"

# Apt as the image would see it: its packages, its suite, and the tools of this machine's processor beside.
apt=$parts/apt
mkdir -p "$apt"/state/lists/partial "$apt"/cache/archives/partial "$apt"/none
# shellcheck disable=SC2016  # Apt's own field.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
[ -n "$mirror" ] || cannot "apt's sources name no mirror"
echo "deb $mirror $suite main" >"$apt/sources"
run debugfs -R "dump /var/lib/dpkg/status $apt/status" "$into/system.raw"
cat >"$apt/conf" <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; "$(dpkg --print-architecture)"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Debug::NoLocking "true";
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "$apt/sources";
Dir::Etc::sourceparts "$apt/none";
END
export APT_CONFIG=$apt/conf
run apt-get update
run apt-get install --yes --download-only "${radio[@]}"
mv "$apt"/cache/archives/*.deb "$parts/"

read -r release version < <(awk '
    $1 == "Package:" { name = $2 }
    $1 == "Version:" && name ~ /^linux-image-[0-9].*-arm64$/ { sub("linux-image-", "", name); print name, $2; exit }' "$apt/status")
common=${release%-arm64}-common
cd "$apt"
run apt-get download "linux-headers-$release:arm64=$version" "linux-headers-$common=$version" "linux-source-6.1=$version" \
    "linux-kbuild-6.1:$(dpkg --print-architecture)=$version"
for each in linux-headers-*.deb linux-kbuild-*.deb; do
    run dpkg --extract "$each" kernel
done
headers=$apt/kernel/usr/src/linux-headers-$release
sed -i "s#/usr/src#$apt/kernel/usr/src#" "$headers/Makefile"
mkdir pins
dpkg --fsys-tarfile linux-source-6.1_*.deb | tar -xO ./usr/src/linux-source-6.1.tar.xz |
    tar -xJ -C pins --transform 's#.*/##' linux-source-6.1/drivers/gpio/gpio-sim.c \
        linux-source-6.1/drivers/gpio/gpiolib.h linux-source-6.1/kernel/irq/irq_sim.c
# Interrupts that are simulated are a part of the kernel where a driver asks for them, and none of Debian's does. The one
# function that modules may not call is a composition of two that they may.
sed -i 's/irq_to_desc(irqnum)/irq_data_to_desc(irq_get_irq_data(irqnum))/' pins/irq_sim.c
mv pins/gpio-sim.c pins/chip.c
printf 'obj-m := gpio-sim.o\ngpio-sim-y := chip.o irq_sim.o\n' >pins/Makefile
run make -C "$headers" ARCH=arm64 CROSS_COMPILE=$compiler M="$apt/pins" modules
mv pins/gpio-sim.ko "$parts/"

run "${PYTHON:-python3}" -m venv venv
run venv/bin/python -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --dest "$parts" \
    --platform manylinux_2_34_aarch64 --python-version $python --implementation cp --abi cp$python lgpio
cd "$into"
rm -rf "$apt"
echo "$recipe" >"$parts/.complete"
