#!/usr/bin/env bash
# Serves a hub with the sample data and has schemathesis (PyPI, in a virtual environment of its own) look for
# disagreements between the interface and its description: generated calls, all of its checks.
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
run import SampleData >/dev/null
token=$(run tokens add schemathesis --access write --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["token"])')
run serve --port 0 >"$work/server.log" 2>&1 &
server=$!
port=
for _ in $(seq 100); do
    port=$(sed -n 's/.*listening on 127\.0\.0\.1:\([0-9]*\).*/\1/p' "$work/server.log" | head -1)
    [ -n "$port" ] && break
    sleep 0.1
done
[ -n "$port" ] || { cat "$work/server.log"; exit 1; }

# What a schema cannot say, such as that a record must be there, is a reason to refuse a call that fits it: 404, 409, 412
# and 422 are answers that the description announces.
status=0
"$environment/bin/schemathesis" --config-file Scripts/http/schemathesis.toml run \
    "http://127.0.0.1:$port/api/openapi.json" --header "Authorization: Bearer $token" \
    --max-examples "$calls" --seed 20261121 --continue-on-failure --request-timeout 30 || status=$?
if ! kill -0 "$server" 2>/dev/null; then
    echo "the server has ended" >&2
    tail -5 "$work/server.log" >&2
    exit 1
fi
exit "$status"
