#!/usr/bin/env bash
# A compiler for x86_64 and aarch64, and an emulator to try the result, from Debian's packages. Nothing is installed and
# nobody needs to be root: all of it lies in one folder and goes away with it.
#
#   cross.sh FOLDER            fetch everything into FOLDER, once
#   cross.sh FOLDER COMMAND    and run COMMAND with this compiler
set -euo pipefail
folder=$(realpath -m "$1")
shift

# One compiler for both kinds of machine. Its standard library must be of the same version to the letter.
rust=1.96
packages=(
    rustc-web "libstd-rust-web-dev:arm64" "libstd-rust-web-$rust:amd64" "libstd-rust-web-$rust:arm64"
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static
)

fetch() {
    command -v apt-get > /dev/null && [ "$(dpkg --print-architecture)" = amd64 ] || {
        echo "make: the executable for the Raspberry Pi is built on an x86_64 Debian 12: its packages hold the compiler."
        exit 1
    }
    # A record of packages of our own, empty: what this machine has installed stays out of it.
    local apt="$folder/apt"
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
    : > "$apt/status"
    local options=(
        -qq -o APT::Architectures::=amd64 -o APT::Architectures::=arm64 -o Debug::NoLocking=true
        -o Dir::State::Lists="$apt/lists" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache"
        -o APT::Sandbox::User="$(id -un)"
    )
    echo "Fetching the compiler for the Raspberry Pi into ${folder#"$PWD/"} (300 MB, once) ..."
    apt-get "${options[@]}" update
    apt-get "${options[@]}" install --yes --no-install-recommends --download-only "${packages[@]}"
    for package in "$apt"/cache/archives/*.deb; do
        dpkg -x "$package" "$folder/root"
    done
    rm -r "$apt"
}

# The programs look for their libraries where packages are installed; these tell them where they are, wherever the folder lies.
wrap() {
    mkdir -p "$folder/bin"
    cat > "$folder/bin/$1" << WRAPPER
#!/bin/sh
usr=\$(dirname "\$(realpath "\$0")")/../root/usr
export LD_LIBRARY_PATH="\$usr/lib/x86_64-linux-gnu" PATH="\$usr/bin:\$PATH"
exec "\$usr/bin/$2" "\$@"
WRAPPER
    chmod +x "$folder/bin/$1"
}

if [ ! -e "$folder/fetched" ]; then
    fetch
    wrap rustc rustc
    wrap aarch64-gcc aarch64-linux-gnu-gcc-12
    wrap aarch64-ar aarch64-linux-gnu-ar
    ln -sf ../root/usr/bin/qemu-aarch64-static "$folder/bin/"
    "$folder/bin/rustc" --version > "$folder/fetched"
fi
[ $# -gt 0 ] || exit 0

export RUSTC="$folder/bin/rustc"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER="$folder/bin/aarch64-gcc"
export CC_aarch64_unknown_linux_gnu="$folder/bin/aarch64-gcc"
export AR_aarch64_unknown_linux_gnu="$folder/bin/aarch64-ar"
exec "$@"
