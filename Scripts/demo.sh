#!/usr/bin/env bash
# Shows a first session in a throw-away home: demo.sh PROGRAM
set -euo pipefail

program=$(realpath "$1")
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ATRIUM_HOME=$folder/home
mkdir "$folder/exports"

# Prints a command as a person would type it, then runs it.
atrium() {
    printf '\n$ atrium %s\n' "${*//$folder\//}"
    "$program" "$@"
}

atrium import SampleData/contacts.vcf SampleData/calendar.ics SampleData/contacts-google.csv SampleData/events.csv
atrium modules enable habits
atrium modules enable activities
atrium import SampleData/habits.csv SampleData/activities.csv

atrium connections list --limit 10
atrium calendar agenda --from 2026-03-02 --to 2026-03-09 --zone Europe/Berlin
atrium habits list
atrium search zoe

atrium export connections --format vcard --output "$folder/exports/contacts.vcf"
atrium export calendar --format icalendar --output "$folder/exports/calendar.ics"
atrium export connections --format csv --output "$folder/exports/contacts.csv"

printf '\nThe exports:\n'
wc -c "$folder"/exports/* | sed "s|$folder/||"

printf '\nTo look at it in a browser: make demo SERVE=1\n'
if [ -n "${SERVE:-}" ]; then
    printf '\nThe page, until Ctrl-C:\n'
    "$program" serve
fi
