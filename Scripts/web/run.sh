#!/usr/bin/env bash
# Runs the scripts of this folder with Debian's Chromium, Playwright and axe. The last two are of PyPI, in a virtual
# environment of their own.
#
# Usage: run.sh PROGRAM [words of all.py], or run.sh pictures PROGRAM FOLDER
set -euo pipefail
cd "$(dirname "$0")/../.."

# One version for everybody: another axe has other rules, and another Playwright speaks otherwise to the browser.
packages=(playwright==1.65.2 axe-playwright-python==0.1.8)
environment=.build/web/$(echo "${packages[*]}" | tr ' =' '_-')
if [ ! -x "$environment/bin/playwright" ]; then
    python3 -m venv "$environment"
    # Not Playwright's own browsers: they are not asked for.
    "$environment/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
fi
script=all
if [ "$1" = pictures ]; then
    script=$1
    shift
fi
exec "$environment/bin/python" -B "Scripts/web/$script.py" "$@"
