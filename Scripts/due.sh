#!/usr/bin/env bash
# Tries what docs/examples shows of `reminders due --exec`: the units by systemd, the program by the timer's command.
#
# due.sh PROGRAM
set -euo pipefail

program=$(realpath "$1")
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ATRIUM_HOME=$folder/home HOME=$folder XDG_RUNTIME_DIR=$folder

fail() { echo "due.sh: $*" >&2; exit 1; }

if command -v systemd-analyze >/dev/null; then
    mkdir -p "$folder/.local/bin"
    cp docs/examples/atrium-notify "$folder/.local/bin"
    for unit in service timer; do
        sed "s#/usr/local/bin/atrium#$program#" "docs/examples/atrium-reminders.$unit" >"$folder/atrium-reminders.$unit"
    done
    systemd-analyze verify --user "$folder/atrium-reminders.timer" "$folder/atrium-reminders.service" 2>"$folder/said" ||
        fail "systemd does not take the units: $(cat "$folder/said")"
    echo "ok       the units of systemd"
else
    echo "skipped  the units of systemd (systemd is missing)"
fi

# A notify-send that writes down what it is told.
mkdir "$folder/bin"
cat >"$folder/bin/notify-send" <<'SCRIPT'
#!/bin/sh
[ -e "$HOME/broken" ] && exit 1
printf '%s\n' "$*" >>"$HOME/told"
SCRIPT
chmod +x "$folder/bin/notify-send"
export PATH=$folder/bin:$PATH
run() { "$program" reminders due --exec docs/examples/atrium-notify; }

"$program" modules enable --all >/dev/null
"$program" settings set zone UTC >/dev/null
minute=$(date -u -d '1 minute ago' +%Y-%m-%dT%H:%M)
"$program" reminders add --plain --due "$minute" -- "Call; rm -rf ~ \$(id)" >/dev/null
touch "$folder/broken"
if run 2>"$folder/said"; then fail "a failing program is no failure"; fi
grep -q "the next run tries again" "$folder/said" || fail "it does not say that it comes again"
rm "$folder/broken"
run && run
wanted="--app-name=Atrium --icon=appointment-soon -- Call; rm -rf ~ \$(id) $minute:00"
[ "$(cat "$folder/told")" = "$wanted" ] || fail "it told: $(cat "$folder/told")"
echo "ok       what failed comes again, and what was told does not"

# Two timers at once: one of them waits for the next minute, and nothing is told twice.
"$program" reminders add --plain --due "$minute" Tea >/dev/null
"$program" reminders snooze Tea "$(date -u -d '2 seconds' +%Y-%m-%dT%H:%M:%SZ)" >/dev/null
sleep 3
printf '#!/bin/sh\nsleep 1\nprintf x >>"$HOME/count"\n' >"$folder/slow"
chmod +x "$folder/slow"
"$program" reminders due --exec "$folder/slow" &
first=$!
sleep 0.3
status=0
"$program" reminders due --exec "$folder/slow" 2>"$folder/said" || status=$?
wait "$first"
[ "$status" = 75 ] || [ "$status" = 0 ] || fail "the second run ended with $status: $(cat "$folder/said")"
[ "$(cat "$folder/count")" = x ] || fail "it was told $(wc -c <"$folder/count") times"
echo "ok       two runs at once"

"$program" undo >/dev/null
"$program" undo | grep -q reminders || fail "an undo takes back what was told"
echo "ok       an undo takes back the user's change"
