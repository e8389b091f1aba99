#!/usr/bin/env bash
# Has openapi-spec-validator, of PyPI and in a virtual environment of its own, judge the description of the HTTP interface.
# It differs by user: one with what is on at first, one with all modules, and one with none.
#
# Usage: openapi.sh PROGRAM
set -euo pipefail
cd "$(dirname "$0")/../.."

program=$1
environment=.build/openapi-validator
if [ ! -x "$environment/bin/openapi-spec-validator" ]; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check openapi-spec-validator
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
run() { "$program" --home "$work/hub" "$@"; }

run openapi >"$work/first.json"
run modules enable --all >/dev/null
run openapi >"$work/all.json"
run users add bare >/dev/null
for module in $(run modules list --user bare --json | python3 -c 'import json, sys
print(*[item["id"] for item in json.load(sys.stdin)["items"] if item["enabled"]])'); do
    run modules disable "$module" --user bare >/dev/null
done
run openapi --user bare >"$work/bare.json"
"$environment/bin/openapi-spec-validator" "$work/first.json" "$work/all.json" "$work/bare.json"
