#!/bin/sh
# Print a folder that lies in memory, for what tests write and sync thousands of times; nothing where there is none
# with so many megabytes to spare, or where nothing may be run from it.
#
#   tests/memory.sh MB
set -eu
folder=/dev/shm
grep -q "^[^ ]* $folder tmpfs " /proc/mounts 2>/dev/null && [ -w "$folder" ] || exit 0
! grep "^[^ ]* $folder tmpfs " /proc/mounts | grep -qE 'noexec|nodev' || exit 0
spare_kb=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)
free_kb=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
# What is written there is no longer to spare: as much must be left for everything else.
if [ "$free_kb" -gt $(($1 * 1024)) ] && [ "$spare_kb" -gt $(($1 * 2048)) ]; then echo "$folder"; fi
