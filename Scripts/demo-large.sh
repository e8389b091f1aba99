#!/usr/bin/env bash
# Makes a home with a large life in it, to try things on: demo-large.sh PROGRAM HOME
#
# 10,000 people, 50,000 events, 5,000 activities, 20,000 reminders, 20 habits, 5,000 journal entries, 500 decisions,
# 30,000 sets, and 150 mental models with 500 observations over ten years, made from a seed. A home that is there already
# is left as it is.
set -euo pipefail

program=$(realpath "$1")
home=$2
cd "$(dirname "$0")/.."
if [ -e "$home" ]; then
    echo "demo-large.sh: $home is there already; remove it to make it anew" >&2
    exit 73
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -B Benchmarks/make_life.py "$folder"
"$program" --home "$home" modules enable --all
"$program" --home "$home" import "$folder"/people.vcf "$folder"/*.csv "$folder"/*.ics "$folder"/*.opml
echo
echo "Try it: atrium --home $home today"
