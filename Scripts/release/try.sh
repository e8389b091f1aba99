#!/usr/bin/env bash
# Tries a Debian package where nothing else is: try.sh PACKAGE
#
# A folder gets the smallest Debian system that debootstrap makes, from the machine's own source of packages. There the
# package is installed with what it depends on, used by an ordinary user without a network, and purged again.
set -euo pipefail

[ "$(id -u)" = 0 ] || { echo "try.sh: a system in a folder needs root: sudo $0 $1" >&2; exit 77; }
package=$(realpath "$1")
# A name space for mounts and processes of its own: whatever happens, none of them is left.
if [ -z "${TRY_INSIDE:-}" ]; then
    TRY_INSIDE=1 exec unshare --mount --pid --fork --kill-child "$0" "$package"
fi
work=$(mktemp -d)
trap 'umount -l "$work/system/proc" 2>/dev/null || true; rm -rf "$work"' EXIT
system=$work/system

step() { printf 'ok       %s\n' "$*"; }
fail() { printf 'FAILED   %s\n' "$*" >&2; exit 1; }
inside() { chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive http_proxy="${http_proxy:-}" "$@"; }
# What an ordinary user runs, with no network but loopback.
atrium() {
    unshare --net chroot --userspec=nobody:nogroup "$system" env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 HOME=/tmp/person USER=ada atrium "$@"
}

release=$(. /etc/os-release && echo "$VERSION_CODENAME")
# shellcheck disable=SC2016
mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $release" 'Component: main' 'Created-By: Packages' | head -1)
[ -n "$mirror" ] || fail "apt has no source of $release"
debootstrap --variant=minbase "$release" "$system" "$mirror" >"$work/log" 2>&1 || { tail -5 "$work/log" >&2; fail "debootstrap"; }
# The same sources as here, with what mended them since the release.
rm -f "$system/etc/apt/sources.list"
cp -r /etc/apt/sources.list.d "$system/etc/apt/"
[ ! -e /etc/apt/sources.list ] || cp /etc/apt/sources.list "$system/etc/apt/"
apt-config dump Acquire::http::Proxy Acquire::https::Proxy >"$system/etc/apt/apt.conf.d/90proxy"
mount -t proc proc "$system/proc"
# Zones come with the package or not at all.
inside dpkg --purge --force-depends tzdata >"$work/log" 2>&1
step "$release, $(inside dpkg-query --show | wc -l) packages"

cp "$package" "$system/tmp/atrium.deb"
inside apt-get update >"$work/log" 2>&1 || { tail -5 "$work/log" >&2; fail "apt-get update"; }
inside apt-get install --yes --no-install-recommends /tmp/atrium.deb >"$work/log" 2>&1 || { tail -20 "$work/log" >&2; fail "apt-get install"; }
inside dpkg --audit | grep . && fail "the package is not wholly installed"
step "installed: $(inside dpkg-query --show --showformat '${Package} ${Version}, needs ${Depends}' atrium)"

version=$(inside dpkg-query --show --showformat '${Version}' atrium)
[ "$(atrium --version)" = "atrium $version" ] || fail "the version: $(atrium --version)"
step "atrium --version: $version"

inside install -d -o nobody -g nogroup /tmp/person
examples=/usr/share/doc/atrium/examples/SampleData
atrium modules enable --all >/dev/null
atrium import --json $examples >"$work/report" || fail "import: $(cat "$work/report")"
added=$(grep -oE '"added":[0-9]+' "$work/report" | cut -d: -f2 | paste -sd+ | sed 's/^/(/; s/$/)/')
[ "$((added))" -gt 200 ] || fail "import: $(cat "$work/report")"
step "SampleData: $((added)) records"
atrium connections list | grep -q 'Aimée Éluard' || fail "connections list"
# A time in Berlin as New York sees it: the zones are there.
atrium calendar agenda --from 2026-03-02 --to 2026-03-02 --zone America/New_York | grep -q '2026-03-02T03:00:00.*Coral group stand-up' || fail "calendar agenda"
atrium search zoe | grep -q 'Zoë' || fail "search"
step "lists, an agenda in another zone, a search"
atrium export --all /tmp/person/export >/dev/null 2>"$work/log"
atrium --home /tmp/person/second modules enable --all >/dev/null
atrium --home /tmp/person/second import /tmp/person/export >/dev/null || fail "the export comes in again"
atrium backup /tmp/person/backup.atrium >/dev/null
atrium --home /tmp/person/third restore /tmp/person/backup.atrium >/dev/null
for home in /tmp/person/.local/share/atrium /tmp/person/second /tmp/person/third; do
    atrium --home $home doctor >"$work/log" || fail "doctor: $(cat "$work/log")"
done
step "an export that comes in again, a backup, a doctor who finds nothing"

for file in /usr/share/bash-completion/completions/atrium /usr/share/zsh/vendor-completions/_atrium /usr/share/fish/vendor_completions.d/atrium.fish \
    /lib/systemd/system/atrium.service /usr/lib/sysusers.d/atrium.conf /usr/share/doc/atrium/copyright; do
    [ -s "$system$file" ] || fail "$file is missing"
done
inside bash -c '. /usr/share/bash-completion/completions/atrium && complete -p atrium' >/dev/null || fail "bash does not take the completions"
licences=$(find "$system/usr/share/doc/atrium/licences" -type f | wc -l)
named=$(grep -c '^ [^ ]* .*: ' "$system/usr/share/doc/atrium/copyright")
[ "$licences" = "$named" ] && [ "$named" -gt 10 ] || fail "$licences licences for $named packages"
step "completions, the unit, $licences licences"
# The smallest system has no reader of manuals; this one reads what was installed there, and may not complain.
for page in "$system"/usr/share/man/man1/atrium*.1.gz; do
    said=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$page" 2>&1 >"$work/page") || fail "man: $said"
    [ -z "$said" ] && grep -q 'SYNOPSIS' "$work/page" || fail "${page##*/}: $said"
done
step "$(find "$system/usr/share/man" -name 'atrium*.1.gz' | wc -l) manual pages"
if command -v systemd-analyze >/dev/null; then
    cp "$system/lib/systemd/system/atrium.service" "$work/atrium.service"
    sed -i "s#^ExecStart=#&$system#" "$work/atrium.service"
    systemd-analyze verify --man=no "$work/atrium.service" || fail "systemd does not take the unit"
    step "the unit of systemd"
else
    printf 'skipped  the unit of systemd (systemd is missing)\n'
fi

inside apt-get purge --yes atrium >"$work/log" 2>&1 || { tail -5 "$work/log" >&2; fail "apt-get purge"; }
left=$(cd "$system" && find . -xdev -path ./tmp -prune -o -path ./proc -prune -o -iname '*atrium*' -not -path './var/log/*' -not -path './var/lib/*' -print)
[ -z "$left" ] || fail "left behind: $left"
[ -s "$system/tmp/person/.local/share/atrium/vaults/1/vault.sqlite" ] || fail "the user's data are gone"
step "purged; the user's data are still there"
