#!/usr/bin/env bash
# Serves a hub that has something of everything, and has schemathesis look for disagreements between the interface and its
# description: generated calls, all of its checks. Fails below 2,000 calls. It comes from PyPI, into a virtual environment of
# its own.
#
# Usage: schemathesis.sh PROGRAM [CALLS_A_ROUTE]
set -euo pipefail
cd "$(dirname "$0")/../.."

program=$1
calls=${2:-60}
environment=.build/schemathesis
if [ ! -x "$environment/bin/schemathesis" ]; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check schemathesis
fi

work=$(mktemp -d)
server=
finish() {
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
    rm -rf "$work"
}
trap finish EXIT
run() { "$program" --home "$work/hub" "$@"; }

run modules enable --all >/dev/null
run users add bare >/dev/null
# Small numbers are tried whatever is known: the calendars that they name are to have no events that go with them.
for number in 1 2 3; do run calendar calendars add "Spare $number" >/dev/null; done
run import SampleData >/dev/null
# Enough that calls which remove leave some.
python3 Benchmarks/make_input.py cards 300 "$work/people.vcf"
python3 Benchmarks/make_input.py events 300 "$work/events.ics"
run import "$work/people.vcf" "$work/events.ics" >/dev/null
for number in $(seq 40); do run habits add "Habit $number" >/dev/null; done
for number in $(seq 12); do run habits add "Count $number" --unit pages >/dev/null; done
for number in $(seq 30); do
    run tags add connections/people "$number" "tag $((number % 5))" >/dev/null
    run links add connections/people "$number" connections/people "$((number + 30))" >/dev/null
done
base64 -d >"$work/photo.png" <<'PNG'
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
PNG
for number in $(seq 24); do
    run connections interactions add "$number" --note "Coffee $number" >/dev/null
    run connections memories add "Memory $number" --person "$number" --photo "$work/photo.png" >/dev/null
    run activities add "Activity $number" --coordinates 48.2,16.37 --good-for "$number" >/dev/null
    run activities occasions add "$number" --on 2026-01-05 >/dev/null
    run reminders add "Water the plants $number" --plain --due 2031-01-01 >/dev/null
    run calendar calendars add "Calendar $number" >/dev/null
    run journal add "Day $number" --photo "$work/photo.png" >/dev/null
    run journal decisions add "Decision $number" --expected "It goes well" --confidence 70 >/dev/null
    run mental-models categories add "Category $number" --level flight-school >/dev/null
    run mental-models observations add "The same feedback loop, $number times" >/dev/null
    run exercise add "Lift $number" --category strength >/dev/null
    run exercise log "Lift $number" --set 80x5 >/dev/null
    run quotes add "Quote $number" --author "Author $number" >/dev/null
    run tasks projects add "Project $number" >/dev/null
    run tasks add "Task $number" --plain >/dev/null
    run tasks blocks add "Block $number" --start "2026-01-$(printf %02d "$number")T03:00" >/dev/null
    run ideas add "Idea $number" --votes "$number" --tag new >/dev/null
    run values add "Value $number" >/dev/null
    run values dreams add "Dream $number" --timeframe "in $number years" --photo "$work/photo.png" >/dev/null
done
for number in $(seq 8); do
    run journal decisions seal "Decision $number" >/dev/null
    run reminders complete "Water the plants $((number + 12))" >/dev/null
    run tasks complete "Task $((number + 12))" >/dev/null
done
# Changes on which nothing stands.
for number in $(seq 12); do run tags add connections/people "$((number + 100))" "own $number" >/dev/null; done
printf 'correct horse battery\n' | run users password "$(run users list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["items"][0]["name"])')" >/dev/null
printf 'First name,Mail\nAda,ada@example.org\n' >"$work/table.csv"
for number in 1 2 3; do
    run import "$work/table.csv" --map "First name=given" --map "Mail=email" --save-map "map $number" >/dev/null
done
# Imports that may be taken back: nothing else rests on them.
for number in 1 2 3; do
    printf 'BEGIN:VCARD\r\nVERSION:4.0\r\nUID:own-%s\r\nFN:Own %s\r\nEND:VCARD\r\n' "$number" "$number" >"$work/own.vcf"
    run import "$work/own.vcf" >/dev/null
done
token=$(run tokens add schemathesis --access write --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["token"])')
# Not by the function above: the process that is ended would be a shell around it.
"$program" --home "$work/hub" serve --port 0 >"$work/server.log" 2>&1 &
server=$!
port=
for _ in $(seq 100); do
    port=$(sed -n 's/.*listening on 127\.0\.0\.1:\([0-9]*\).*/\1/p' "$work/server.log" | head -1)
    [ -n "$port" ] && break
    sleep 0.1
done
[ -n "$port" ] || { cat "$work/server.log"; exit 1; }

ATRIUM_REAL=$(python3 Scripts/http/real.py "$port" "$token" "$work/people.vcf")
export ATRIUM_REAL ATRIUM_BEARER="Bearer $token"
export SCHEMATHESIS_HOOKS=hooks
export PYTHONPATH=Scripts/http

status=0
"$environment/bin/schemathesis" --config-file Scripts/http/schemathesis.toml run \
    "http://127.0.0.1:$port/api/openapi.json" --header "Authorization: Bearer $token" \
    --max-examples "$calls" --seed 20261121 --continue-on-failure --request-timeout 30 | tee "$work/report" || status=$?
if ! kill -0 "$server" 2>/dev/null; then
    echo "the server has ended" >&2
    tail -5 "$work/server.log" >&2
    exit 1
fi
made=$(sed -n 's/^ *\([0-9]*\) generated, .*/\1/p' "$work/report" | tail -1)
if [ "${made:-0}" -lt 2000 ]; then
    echo "only ${made:-0} calls were made" >&2
    exit 1
fi
# Which answers each route gave: none should be reached by refusals alone.
python3 Scripts/http/routes.py "$work/server.log" || status=1
exit "$status"
