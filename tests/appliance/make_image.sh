#!/usr/bin/env bash
# Make the disk of an arm64 machine from Debian's packages alone, or leave one as it is that stands already.
#
#   tests/appliance/make_image.sh DIR
#
# What lies there afterwards:
#   DIR/system.raw    Debian bookworm for arm64 on ext4, whose start needs no firmware: QEMU loads the two below
#   DIR/vmlinuz DIR/initrd.img
#   DIR/wheels        what packaging/requirements.txt and build-requirements.txt name, for arm64 and its Python
#   DIR/.complete     what it was made from; another text in it: all is made anew
#
# Programs of the other processor run here by qemu-user-static while packages are set up, and only then.
# Exit status: 0 it stands, 3 it cannot be made on this machine (one line on stderr says why), else it failed.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
house=$(cd "$here/../.." && pwd)
into=$(realpath -m "${1:?usage: make_image.sh DIR}")
suite=bookworm
python=3.11
size=4G
# What Raspberry Pi OS has of what the product asks of a system; and an agent, by which tests speak with it.
packages=linux-image-arm64,initramfs-tools,systemd-sysv,udev,dbus,kmod,e2fsprogs,iproute2,procps
packages+=,network-manager,wpasupplicant,avahi-daemon,python3-venv,qemu-guest-agent

cannot() {
    echo "the arm64 system cannot be made: $1" >&2
    exit 3
}

recipe=$(cat "$here/make_image.sh" "$house"/packaging/{,build-}requirements.txt | sha256sum | cut -d' ' -f1)
mkdir -p "$into"
exec 9>"$into/.lock"
flock 9
if [ "$(cat "$into/.complete" 2>/dev/null)" = "$recipe" ]; then
    exit 0
fi

[ "$(id -u)" = 0 ] || cannot "it needs root's rights; run it with sudo"
for tool in mmdebstrap:mmdebstrap arch-test:arch-test qemu-aarch64-static:qemu-user-static update-binfmts:binfmt-support mke2fs:e2fsprogs; do
    command -v "${tool%:*}" >/dev/null || cannot "there is no ${tool%:*}; apt-get install ${tool#*:}"
done
entry=/proc/sys/fs/binfmt_misc
[ -e $entry/register ] || mount -t binfmt_misc binfmt_misc $entry 2>/dev/null || true
[ -e $entry/qemu-aarch64 ] || update-binfmts --enable qemu-aarch64 >/dev/null 2>&1 || true
[ -e $entry/qemu-aarch64 ] || cannot "this kernel runs no other processor's programs (binfmt_misc)"
# The mirror of this machine, in either form of apt's sources.
# shellcheck disable=SC2016  # awk's own fields.
mirror=$(find /etc/apt -name '*.sources' -o -name '*.list' | sort | xargs -r awk '
    found { next }
    $1 == "URIs:" { print $2; found = 1 }
    $1 == "deb" { for (i = 2; i <= NF && !found; i++) if ($i ~ /:\//) { print $i; found = 1 } }')
[ -n "$mirror" ] || cannot "apt's sources name no mirror"

rm -rf --one-file-system "$into"/root "$into"/wheels "$into"/*.qcow2 "$into"/.complete
log=$into/make.log
run() { "$@" >>"$log" 2>&1 || { tail -n 5 "$log" >&2; exit 1; }; }
: >"$log"

"${PYTHON:-python3}" -m venv "$into/venv"
fetch=("$into/venv/bin/python" -m pip download --quiet --disable-pip-version-check --only-binary=:all: --require-hashes
    --dest "$into/wheels")
# Every glibc up to bookworm's: pip takes the names of platforms literally.
for minor in $(seq 17 36); do fetch+=(--platform "manylinux_2_${minor}_aarch64"); done
fetch+=(--platform manylinux2014_aarch64 --python-version "$python" --implementation cp)
fetch+=(--abi "cp${python/./}" --abi abi3 --abi none)
run "${fetch[@]}" --requirement "$house/packaging/requirements.txt"
run "${fetch[@]}" --requirement "$house/packaging/build-requirements.txt"
rm -rf "$into/venv"

# The image starts with four modules: which more it needs the real system loads by itself.
# shellcheck disable=SC2016  # mmdebstrap's hooks expand.
run mmdebstrap --variant=minbase --architectures=arm64 --format=directory --skip=output/dev --include="$packages" \
    --aptopt='APT::Install-Recommends "false"' --dpkgopt=force-unsafe-io \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --essential-hook='mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/usr/share/initramfs-tools/modules.d"' \
    --essential-hook='printf "MODULES=list\nCOMPRESS=zstd\n" >"$1/etc/initramfs-tools/conf.d/few"' \
    --essential-hook='printf "virtio_mmio\nvirtio_pci\nvirtio_blk\next4\n" >"$1/usr/share/initramfs-tools/modules.d/few"' \
    "$suite" "$into/root" "$mirror"

root=$into/root
echo table >"$root/etc/hostname"
echo "127.0.1.1 table" >>"$root/etc/hosts"
: >"$root/etc/fstab"
# Unpacking is as careful as on any Debian again, and documentation is no longer left out.
rm -f "$root"/etc/dpkg/dpkg.cfg.d/99mmdebstrap "$root"/etc/apt/apt.conf.d/99mmdebstrap
# Nothing is fetched there, so apt has nowhere to look.
rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/archives/*.deb "$root"/etc/apt/sources.list "$root"/etc/apt/sources.list.d/*
# An emulated processor is slower than what systemd waits for by default. Units that say a time of their own keep it.
mkdir -p "$root/etc/systemd/system.conf.d"
printf '[Manager]\nDefaultTimeoutStartSec=30min\n' >"$root/etc/systemd/system.conf.d/slow.conf"
ln -sf /dev/null "$root/etc/systemd/system/apt-daily.timer"
ln -sf /dev/null "$root/etc/systemd/system/apt-daily-upgrade.timer"

cp --dereference "$root/vmlinuz" "$root/initrd.img" "$into/"
run mke2fs -q -t ext4 -L system -d "$root" "$into/system.raw.part" "$size"
mv "$into/system.raw.part" "$into/system.raw"
rm -rf --one-file-system "$root"
echo "$recipe" >"$into/.complete"
