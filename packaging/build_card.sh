#!/usr/bin/env bash
# Make the image of a card with which a Raspberry Pi starts as a table: system, Familiar, nothing to install.
#
#   packaging/build_card.sh [DIR]         (build/card when none is given)
#
# DIR/familiar_VERSION_arm64.img is what is written to the card: a FAT partition with firmware and kernel, and the
# system behind it on ext4, which takes the whole card at its first start. Its path is printed. What is made once is
# kept in DIR, and made anew only where what it is made of has changed.
#
# Neither loop devices nor mounts are needed, so a container will do. Programs of the other processor run here by
# qemu-user-static while packages are set up; on an arm64 machine they need not.
#
# From the environment:
#   SUITE     bookworm, or trixie
#   MIRROR    Debian's packages; as apt here has them
#   WHEELS    a folder with wheels (docs/install.md), where pip is not to fetch them
#
# Exit status: 0 it stands, 3 it cannot be made on this machine (one line on stderr says why), else it failed.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
house=$(dirname "$here")
into=$(realpath -m "${1:-$house/build/card}")
suite=${SUITE:-bookworm}
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git -C "$house" log -1 --format=%ct 2>/dev/null || date +%s)}"

cannot() {
    echo "build_card.sh: the card's image cannot be made: $1" >&2
    exit 3
}

case $suite in
bookworm) python=3.11 ;;
trixie) python=3.13 ;;
*) cannot "SUITE is bookworm or trixie, not $suite" ;;
esac
[ "$(id -u)" = 0 ] || cannot "it needs root's rights; run it with sudo"
for tool in mmdebstrap:mmdebstrap mke2fs:e2fsprogs sfdisk:fdisk mkfs.vfat:dosfstools mcopy:mtools dpkg-deb:dpkg; do
    command -v "${tool%:*}" >/dev/null || cannot "there is no ${tool%:*}; apt-get install ${tool#*:}"
done
if [ "$(dpkg --print-architecture)" != arm64 ]; then
    for tool in qemu-aarch64-static:qemu-user-static arch-test:arch-test; do
        command -v "${tool%:*}" >/dev/null || cannot "there is no ${tool%:*}; apt-get install ${tool#*:}"
    done
    entry=/proc/sys/fs/binfmt_misc
    [ -e $entry/register ] || mount -t binfmt_misc binfmt_misc $entry 2>/dev/null || true
    [ -e $entry/qemu-aarch64 ] || update-binfmts --enable qemu-aarch64 >/dev/null 2>&1 || true
    [ -e $entry/qemu-aarch64 ] || cannot "this kernel runs no other processor's programs (binfmt_misc)"
fi
# The mirror of this machine, in either form of apt's sources.
# shellcheck disable=SC2016  # awk's own fields.
mirror=${MIRROR:-$(find /etc/apt \( -name '*.sources' -o -name '*.list' \) -print0 | sort -z | xargs -0r awk '
    found { next }
    $1 == "URIs:" { print $2; found = 1 }
    $1 == "deb" { for (i = 2; i <= NF && !found; i++) if ($i ~ /:\//) { print $i; found = 1 } }')}
[ -n "$mirror" ] || cannot "apt's sources name no mirror; say MIRROR=URL"

mkdir -p "$into"
exec 9>"$into/.lock"
flock 9
log=$into/make.log
run() { "$@" >>"$log" 2>&1 || { tail -n 5 "$log" >&2; exit 1; }; }
: >"$log"

# The system without Familiar takes longest, and is the same for many versions.
packages=$(sed 's/ *#.*//; /^$/d' "$here/card/packages" | paste -sd,),linux-image-arm64,raspi-firmware,firmware-brcm80211
# The partitions are found by this number of the table and their place in it, whatever the disk is called.
disk_id=$(sed -n 's/^ROOTPART="PARTUUID=\(.*\)-02"$/\1/p' "$here/card/firmware")
recipe=$(echo "$suite" "$packages" "$mirror" "$(cat "$here/card/firmware" "$here/card/modules")" | sha256sum | cut -c1-12)
base=$into/base-$recipe.tar
if [ ! -e "$base" ]; then
    rm -f "$into"/base-*.tar
    # All modules of Debian's kernel, copied by programs of the other processor, would take half an hour here, and
    # a second initrd as long as the first.
    # shellcheck disable=SC2016  # mmdebstrap's hooks expand.
    run mmdebstrap --variant=minbase --architectures=arm64 --format=tar --components=main,non-free-firmware --include="$packages" \
        --aptopt='APT::Install-Recommends "false"' --dpkgopt=force-unsafe-io --dpkgopt=force-confold \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --dpkgopt='path-exclude=/usr/share/locale/*' \
        --essential-hook="install -D -m 644 '$here/card/firmware' \"\$1/etc/default/raspi-firmware\"" \
        --essential-hook="install -D -m 644 '$here/card/modules' \"\$1/etc/initramfs-tools/modules\"" \
        --essential-hook='install -d "$1/etc/initramfs-tools/conf.d"; echo MODULES=list >"$1/etc/initramfs-tools/conf.d/card"' \
        --essential-hook='echo update_initramfs=no >"$1/etc/initramfs-tools/update-initramfs.conf"' \
        "$suite" "$base.part" "$mirror"
    mv "$base.part" "$base"
fi

package=$(PYTHON=${PYTHON:-python3} "$here/build_deb.sh" "$into")
version=$(dpkg-deb --field "$package" Version)
wheels=${WHEELS:-$into/wheels-$python}
[ -n "${WHEELS:-}" ] || run "$here/fetch_wheels.sh" "$wheels" "$python"

# A folder, since mke2fs takes what it puts into a file system from one.
# Without /sys: ONNX Runtime reads there which processor this is, and under qemu-user it ends by that.
root=$into/root
rm -rf --one-file-system "$root"
mkdir "$root"
run env DEB="$package" WHEELS="$wheels" DISK_ID="$disk_id" mmdebstrap --variant=custom --architectures=arm64 --format=directory \
    --skip=check/empty,setup,update,cleanup/apt,cleanup/mmdebstrap,output/dev,chroot/mount/sys \
    --setup-hook="tar --extract --file '$base' --directory \"\$1\" --numeric-owner" \
    --customize-hook="$here/card/fill" "$suite" "$root" "$mirror"

image=$into/familiar_${version}_arm64.img
mib=1048576
# As Raspberry Pi OS has them: 4 MiB before the first, room for two kernels and their initrds in it.
boot_start=4 boot_size=512
root_start=$((boot_start + boot_size))
# A quarter more than it holds, so that it also starts where it could not grow.
root_size=$(($(du -sm --one-file-system --exclude=boot/firmware "$root" | cut -f1) * 5 / 4 + 128))
rm -f "$image.part"
truncate --size=$(((root_start + root_size) * mib)) "$image.part"
run sfdisk --quiet "$image.part" <<EOF
label: dos
label-id: 0x$disk_id
start=${boot_start}MiB, size=${boot_size}MiB, type=c, bootable
start=${root_start}MiB, size=${root_size}MiB, type=83
EOF
run mkfs.vfat --invariant -F 32 -n FAMILIAR -i "$disk_id" --offset $((boot_start * mib / 512)) "$image.part" $((boot_size * 1024))
find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
run mcopy -s -m -i "$image.part@@$((boot_start * mib))" "$root"/boot/firmware/* ::
rm -rf "${root:?}"/boot/firmware/*
uuid=$(echo "$version $recipe" | sha256sum | sed -E 's/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/\1-\2-\3-\4-\5/')
run env E2FSPROGS_FAKE_TIME="$SOURCE_DATE_EPOCH" mke2fs -q -F -t ext4 -b 4096 -L table -U "$uuid" \
    -E "offset=$((root_start * mib)),hash_seed=$uuid" -d "$root" "$image.part" "${root_size}M"
rm -rf --one-file-system "$root"
mv "$image.part" "$image"
echo "$image"
