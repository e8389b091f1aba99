#!/usr/bin/env bash
# Installs the missing ones of the Debian packages that the build needs and of those given as arguments.
set -euo pipefail

if ! command -v swift >/dev/null; then
    echo "setup: the command swift is missing; install the Swift 6.3 toolchain: https://www.swift.org/install/linux" >&2
    exit 1
fi

packages=(libsqlite3-dev libxml2-dev libical-dev libarchive-dev libcmark-dev zlib1g-dev tzdata pkg-config "$@")

if ! command -v dpkg-query >/dev/null; then
    echo "setup: this is no Debian system; install the equivalents of: ${packages[*]}" >&2
    exit 1
fi

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

install="apt-get install --yes --no-install-recommends ${missing[*]}"
if [ "$(id -u)" -eq 0 ]; then
    as_root=()
elif command -v sudo >/dev/null && { sudo --non-interactive true 2>/dev/null || [ -t 0 ]; }; then
    as_root=(sudo)
else
    echo "setup: these packages are missing: ${missing[*]}" >&2
    echo "setup: run this as root, then try again:" >&2
    echo "    $install" >&2
    exit 1
fi

# Steps of `make check` run side by side, and apt-get fails if another one runs.
exec 9<"$0"
flock 9

echo "setup: installing ${missing[*]}" >&2
# A package list that is there already may do; a fresh machine has none.
# shellcheck disable=SC2086
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive $install ||
    { "${as_root[@]}" apt-get update && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive $install; }
