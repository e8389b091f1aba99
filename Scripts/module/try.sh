#!/usr/bin/env bash
# Follows "Ten minutes" of docs/module-guide.md: makes a module, runs its tests, switches it on and uses it. The tree does not
# change: as root, all happens in a file system laid over it, so that nothing is built twice; otherwise in a copy.
#
# Usage: try.sh BUILD_FLAG...
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/steps" <<'STEPS'
set -euo pipefail
make --no-print-directory module NAME=Plants
swift build --ignore-lock "$@" --build-tests
swift test --ignore-lock "$@" --skip-build --disable-xctest --filter PlantsTests
ATRIUM_HOME=$(mktemp -d)
export ATRIUM_HOME
trap 'rm -rf "$ATRIUM_HOME"' EXIT
atrium=$(swift build "$@" --show-bin-path)/atrium
"$atrium" modules enable plants
"$atrium" plants add Monstera --rating 5 --tag green
"$atrium" plants list --tag green | grep Monstera
"$atrium" export plants | grep Monstera
STEPS

if [ "$(id -u)" = 0 ] && command -v unshare >/dev/null; then
    mkdir "$work/mount"
    # Not below the tree, and not on an overlay itself.
    unshare --mount bash -euo pipefail -c '
        mount -t tmpfs tmpfs "$1/mount"
        mkdir "$1/mount/upper" "$1/mount/work"
        mount -t overlay overlay -o "lowerdir=$PWD,upperdir=$1/mount/upper,workdir=$1/mount/work" "$PWD"
        cd "$PWD"
        bash "$1/steps" "${@:2}"' _ "$work" "$@"
else
    git clone --quiet . "$work/tree"
    cd "$work/tree"
    bash "$work/steps" "$@"
fi
echo "a module was made, tested and used as docs/module-guide.md says"
