#!/usr/bin/env bash
# Installs a built program with its completions: install.sh PROGRAM FOLDER, or install.sh --remove FOLDER.
set -euo pipefail

program=$1
folder=$2
bash_completion=$folder/share/bash-completion/completions/atrium
zsh_completion=$folder/share/zsh/site-functions/_atrium
fish_completion=$folder/share/fish/vendor_completions.d/atrium.fish

if [ "$program" = --remove ]; then
    rm -f "$folder/bin/atrium" "$bash_completion" "$zsh_completion" "$fish_completion"
    exit 0
fi

# Everything is made before anything is put in its place.
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
strip -o "$staging/atrium" "$program"
"$(dirname "$0")/completions.sh" "$program" "$staging/completions"

install -D -m 755 "$staging/atrium" "$folder/bin/atrium"
install -D -m 644 "$staging/completions/atrium" "$bash_completion"
install -D -m 644 "$staging/completions/_atrium" "$zsh_completion"
install -D -m 644 "$staging/completions/atrium.fish" "$fish_completion"
echo "Installed $folder/bin/atrium"
