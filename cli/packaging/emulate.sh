#!/usr/bin/env bash
# Runs a command for which executables of a Raspberry Pi start like any other, also those that start themselves again. Only
# the command sees that: the kernel keeps it to a namespace of its own (from Linux 6.7 on), and nobody needs to be root.
#
#   emulate.sh FOLDER COMMAND     with the emulator that cross.sh has put into FOLDER
set -euo pipefail
emulator=$(realpath "$1/bin/qemu-aarch64-static")
shift
[ "$(uname -m)" != aarch64 ] || exec "$@"

# The beginning of an executable for aarch64, and which of its bits count.
magic='\x7f\x45\x4c\x46\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
export RULE=":inkfold-aarch64:M::$magic:$mask:$emulator:F"
exec unshare --user --map-root-user --mount bash -euo pipefail -c '
    mount -t tmpfs tmpfs /mnt
    mkdir /mnt/kernel
    mount -t binfmt_misc binfmt_misc /mnt/kernel || {
        echo "make: this kernel starts no programs of another processor for one command alone; Linux 6.7 does."
        exit 1
    }
    printf %s "$RULE" > /mnt/kernel/register
    unset RULE
    exec "$@"
' emulate "$@"
