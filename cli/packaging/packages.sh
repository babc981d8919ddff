#!/usr/bin/env bash
# Makes all that is given out of the two executables, which must be built: Debian packages, the executables by themselves, a
# list of what they are made of, and the checksums of all that.
#
#   packages.sh FOLDER     writes into FOLDER, with the tools in target/tools
set -euo pipefail
folder=$1
parts=target/packaged
inkfold=target/x86_64-unknown-linux-gnu/release/inkfold

rm -rf "$folder" "$parts"
mkdir -p "$folder" "$parts/completions"

# The same bytes from the same commit.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

# What the executable knows best itself.
"$inkfold" man --out "$parts/man" > /dev/null
gzip -9n "$parts"/man/*.1
"$inkfold" completions bash > "$parts/completions/inkfold.bash"
"$inkfold" completions zsh > "$parts/completions/_inkfold"
"$inkfold" completions fish > "$parts/completions/inkfold.fish"
sed -f cli/packaging/settings.sed config.example.toml > "$parts/inkfold.toml"

while read -r machine target; do
    cp "target/$target/release/inkfold" "$folder/inkfold-linux-$machine"
    target/tools/bin/cargo-deb --no-build --no-strip --quiet --target "$target" --output "$folder/"
done << 'MACHINES'
amd64 x86_64-unknown-linux-gnu
arm64 aarch64-unknown-linux-gnu
MACHINES

# Of one of them: both are made of the same. One is written beside every Cargo.toml; that of the executable has all the others in it.
target/tools/bin/cargo-cyclonedx cyclonedx --quiet --format json --spec-version 1.5 --target x86_64-unknown-linux-gnu
mv inkfold.cdx.json "$folder/"
rm -f src/*/inkfold-*.cdx.json
# Where it was built would make other bytes out of the same commit.
sed -i "s|path+file://$PWD|path+file:///inkfold|g" "$folder/inkfold.cdx.json"

(cd "$folder" && sha256sum -- * > ../SHA256SUMS && mv ../SHA256SUMS .)
ls -l "$folder"
