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
for shell in bash zsh fish; do
    "$program" --generate-completion-script "$shell" >"$staging/$shell"
done

install -D -m 755 "$staging/atrium" "$folder/bin/atrium"
install -D -m 644 "$staging/bash" "$bash_completion"
install -D -m 644 "$staging/zsh" "$zsh_completion"
install -D -m 644 "$staging/fish" "$fish_completion"
echo "Installed $folder/bin/atrium"
